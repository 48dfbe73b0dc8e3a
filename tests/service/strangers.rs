//! Texts of strangers that take for ever, or are long: who asks about others does not wait for them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use merel::budget::{Budget, Limits, Used};
use merel::rules::loader::{Found, LoadError, Loader};
use merel::service::{BoardAnswer, Files, Service};
use serde_json::{Value, json};

use super::{Editor, GAME, Shelf, uri};

/// Files of strangers, each text under a budget of so many milliseconds whose clock runs.
struct Bounded(Shelf, u64);

impl Files for Bounded {
    fn loader(&self, _: &str) -> Box<dyn Loader> {
        let begun = Instant::now();
        let limits = Limits { time: Some(Duration::from_millis(self.1)), ..Limits::default() };
        let budget = Budget::new(limits, move || Used { time: begun.elapsed(), memory: 0 });
        Box::new(Budgeted { files: self.0.clone(), budget })
    }

    fn beside(&self, name: &str) -> Vec<String> {
        self.0.beside(name)
    }
}

struct Budgeted {
    files: Shelf,
    budget: Budget,
}

impl Loader for Budgeted {
    fn read(&self, from: Option<&str>, path: &str) -> Result<Found, LoadError> {
        self.files.read(from, path)
    }

    fn budget(&self) -> Budget {
        self.budget.clone()
    }
}

/// A game whose first decision takes for ever.
const HOSTILE: &str = "language 1
game \"Hostile\"
players White, Black
board square 32
piece Man (Men)
setup { put Man of White on a1 put Man of Black on b2 }
move go { Man walks exactly 32 to empty }
turn { choose go }
end after each turn { \"late\": draw when turns at least 50 }
";

/// Of all questions about one text together only its budget is spent, until nobody asks anything.
#[test]
fn a_text_that_takes_for_ever_keeps_no_other_waiting() {
    let mut editor =
        Editor { service: Service::new(Box::new(Bounded(Shelf::default(), 1500))), texts: BTreeMap::new() };
    editor.open("a.gdl", GAME);
    editor.open("hostile.gdl", HOSTILE);
    let begun = Instant::now();
    let dear = editor.ask("textDocument/hover", "hostile.gdl", "Man (Men)");
    assert!(dear["contents"]["value"].as_str().is_some_and(|told| told.contains("piece Man (Men)")), "{dear}");
    for method in ["textDocument/hover", "textDocument/completion", "textDocument/definition"] {
        for _ in 0..20 {
            assert_eq!(editor.ask(method, "hostile.gdl", "Man (Men)"), Value::Null);
        }
    }
    for method in ["semanticTokens/full", "inlayHint", "documentSymbol", "codeLens", "foldingRange"] {
        assert_eq!(editor.whole(&format!("textDocument/{method}"), "hostile.gdl"), Value::Null);
    }
    let board: BoardAnswer =
        serde_json::from_value(editor.ask("merel/board", "hostile.gdl", "setup")).expect("an answer");
    assert_eq!(board.message, "the budget is spent: 1.5s of time, most of it on line 7");
    let hover = editor.ask("textDocument/hover", "a.gdl", "Man (Men)");
    assert!(hover["contents"]["value"].as_str().is_some_and(|told| told.contains("Where it goes")), "{hover}");
    // Sixty-five questions about what takes for ever, which is worked on once.
    assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
    editor.service.refill();
    assert_ne!(editor.whole("textDocument/semanticTokens/full", "hostile.gdl"), Value::Null);
}

/// Who types while a text is played waits for nothing, not even for the end of a decision.
#[test]
fn play_that_is_called_off_ends_in_the_midst_of_a_decision() {
    let mut editor = Editor::with(&[("hostile.gdl", HOSTILE)]);
    editor.service.check_changed();
    let begun = Instant::now();
    let budget = Budget::new(Limits::default(), move || Used { time: begun.elapsed(), memory: 0 });
    let caller = budget.clone();
    let called = Arc::new(AtomicBool::new(false));
    let calls = called.clone();
    let somebody = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        calls.store(true, Ordering::Relaxed);
        caller.call_off();
    });
    let halts = || called.load(Ordering::Relaxed);
    assert!(editor.service.review_next(&halts, &|| false, Some(&budget)).is_none());
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    somebody.join().expect("it ends");
    assert!(editor.service.is_busy(), "it is taken up again later");
}

/// What is found in a long line, or about many names, is not sought from the beginning for each.
#[test]
fn long_texts_take_time_by_their_length() {
    let many: String = (0..5000).map(|number| format!("define d{number} = 1 ")).collect();
    let braces = "{".repeat(200_000);
    let words = "a ".repeat(30_000);
    for text in [many.as_str(), &braces, &words] {
        let mut editor = Editor::with(&[("long.gdl", text)]);
        let begun = Instant::now();
        for method in ["semanticTokens/full", "documentSymbol", "foldingRange", "codeLens", "inlayHint"] {
            editor.whole(&format!("textDocument/{method}"), "long.gdl");
        }
        let place = json!({"textDocument": {"uri": uri("long.gdl")}, "position": {"line": 0, "character": 50_000}});
        for method in ["textDocument/hover", "textDocument/completion", "textDocument/documentHighlight"] {
            editor.service.answer(method, place.clone()).expect("an answer");
        }
        let mut references = place.clone();
        references["context"] = json!({"includeDeclaration": true});
        editor.service.answer("textDocument/references", references).expect("an answer");
        // From the beginning for each it would be hundreds of times as much.
        assert!(begun.elapsed() < Duration::from_secs(90), "{:?}", begun.elapsed());
    }
}
