//! When native code is written: not before a game is played so much that it is worth the time.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::engine::scratch::RUN;
use crate::program::Program;

use super::Rush;
use super::native::Native;

/// Effort that takes about as long as a decision for which none is spent.
const EFFORT_OF_ONE: u64 = 4 * RUN;

/// What native code is for. Each is written when there was enough of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Random games.
    Play,
    /// Counts and walks, in which nothing is drawn: the runner alone chooses options and begins turns.
    Count,
}

/// How much was played or counted, and the native code of both.
#[derive(Debug)]
pub struct Warmth<const W: usize>([Warming<W>; 2]);

/// How much there was of one purpose, and the native code if that was enough.
#[derive(Debug)]
struct Warming<const W: usize> {
    /// How many decisions are still to be made before it is written; none if it never is.
    left: Option<AtomicU64>,
    /// Whether somebody writes it.
    is_begun: AtomicBool,
    native: OnceLock<Option<Native<W>>>,
}

impl<const W: usize> Warmth<W> {
    /// Nothing was played; native code comes after so many decisions, if ever.
    pub fn new(native_after: Option<u64>) -> Self {
        let cold = || Warming {
            left: native_after.map(AtomicU64::new),
            is_begun: AtomicBool::new(false),
            native: OnceLock::new(),
        };
        Self([cold(), cold()])
    }
}

impl<const W: usize> Rush<W> {
    /// So many decisions were made or counted, and so much effort was spent for them.
    #[inline]
    pub(super) fn warm_up(&self, purpose: Purpose, decisions: u64, effort: u64) {
        let warming = self.warming(purpose);
        let worth = decisions + effort / EFFORT_OF_ONE;
        if let (Some(left), None) = (&warming.left, warming.native.get()) {
            // What other threads take off at the same time may get lost: it does not matter when exactly.
            left.store(left.load(Ordering::Relaxed).saturating_sub(worth), Ordering::Relaxed);
        }
    }

    /// The native code, if there was enough; while one thread writes it others go on without.
    #[inline]
    pub(super) fn native(&self, program: &Program, purpose: Purpose) -> Option<&Native<W>> {
        match self.warming(purpose).native.get() {
            Some(native) => native.as_ref(),
            None => self.written(program, purpose),
        }
    }

    #[inline]
    fn warming(&self, purpose: Purpose) -> &Warming<W> {
        &self.warmth.0[purpose as usize]
    }

    fn written(&self, program: &Program, purpose: Purpose) -> Option<&Native<W>> {
        let warming = self.warming(purpose);
        let is_due = warming.left.as_ref().is_some_and(|left| left.load(Ordering::Relaxed) == 0);
        if !is_due || warming.is_begun.swap(true, Ordering::Relaxed) {
            return None;
        }
        warming.native.get_or_init(|| Native::of(self, program, purpose)).as_ref()
    }
}
