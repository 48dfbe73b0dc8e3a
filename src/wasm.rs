//! The kernel of the table for a page without a server: questions and answers as JSON in one piece of memory.
//!
//! ```text
//! page                         kernel
//!   room(n)               →      n bytes to write the question to
//!   answer()              →      works; how long the answer is
//!   answered()            →      where it lies, until the next question
//! ```
//!
//! The page runs it in a worker. Work that takes more time or memory than its budget is cut as everywhere; should the
//! kernel come to harm, the page begins another.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::budget::{Budget, Limits, Used};
use crate::library::Library;
use crate::table::{Kernel, Question, Shelf};

/// What each answer may take.
const LIMITS: Limits = Limits { time: Some(Duration::from_secs(8)), memory: Some(768 << 20), output: None };
/// With more memory in use than this, in bytes, no rules are kept.
const MOST_KEPT: u64 = 512 << 20;
/// The size of a page of memory, in bytes.
const PAGE: u64 = 64 << 10;

thread_local! {
    /// The question, then its answer.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static KERNEL: Kernel = kernel();
}

#[expect(unsafe_code, reason = "the page's clock is reached in no other way; it is given a number and gives one")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The milliseconds since the worker began.
    safe fn now() -> f64;
}

fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

fn in_use() -> u64 {
    core::arch::wasm32::memory_size::<0>() as u64 * PAGE
}

fn kernel() -> Kernel {
    let shelf: Shelf = Arc::new(|_: &str| {
        let begun = clock();
        let meter = move || Used { time: clock().saturating_sub(begun), memory: in_use() };
        Box::new(Library { budget: Budget::new(LIMITS, meter) })
    });
    Kernel::new(shelf, Arc::new(clock))
}

/// Makes room for a question of so many bytes; where it is to be written.
#[expect(unsafe_code, reason = "the page finds the function by its name; no other of this crate is called so")]
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Answers the question that was written; how many bytes the answer has.
#[expect(unsafe_code, reason = "as for `room`")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let question = TEXT.take();
    let answer = answered_with(&question).to_string().into_bytes();
    TEXT.with_borrow_mut(|text| {
        *text = answer;
        text.len()
    })
}

/// Where the answer lies.
#[expect(unsafe_code, reason = "as for `room`")]
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}

fn answered_with(question: &[u8]) -> Value {
    let question: Question = match serde_json::from_slice(question) {
        Ok(question) => question,
        Err(error) => {
            let message = format!("the question is none: {error}");
            return json!({ "error": { "kind": "question", "message": message } });
        }
    };
    KERNEL.with(|kernel| {
        let answer = kernel.answer(&question);
        if in_use() > MOST_KEPT {
            kernel.forget();
        }
        match answer {
            Ok(value) => json!({ "answer": value }),
            Err(refused) => json!({ "error": refused }),
        }
    })
}
