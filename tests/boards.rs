//! Boards, cells by number, definitions by case and ranges of numbers: facts derived by hand, and rule files of games
//! that need them.

use std::sync::atomic::AtomicBool;

use merel::analysis::perft;
use merel::diagnostic::{Code, Severity};
use merel::game::Game;
use merel::reference::Reference;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::rules::{Choices, Module};
use merel::source::SourceMap;

struct Nothing;

impl Loader for Nothing {
    fn read(&self, _: Option<&str>, _: &str) -> Result<Found, LoadError> {
        Err(LoadError::NotFound(None))
    }
}

fn module(text: &str) -> Module {
    let (module, diagnostics) = Module::from_text(&Nothing, "example", text, &mut SourceMap::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    module.expect("a text gives a module")
}

fn codes(text: &str) -> Vec<Code> {
    let found = module(&format!("language 1 game \"Example\" players White, Black {text}")).check();
    found.iter().filter(|found| found.severity() == Severity::Error).map(|found| found.code).collect()
}

/// Source: a model of Glinski's chess written for this in another language, on axial coordinates, with his names of cells.
#[test]
fn glinski_is_counted() {
    let game = Reference::new(
        module(include_str!("samples/glinski.gdl")).rules(&Choices::default()).expect("the rules are sound"),
    );
    assert_eq!(perft::run(&game, &game.initial(), 2, &AtomicBool::new(false)), [1, 51, 2586]);
}

const TRACK: &str = "board track 24 piece Man (Men) limit 9 moves move go { Man steps onward }";

#[test]
fn numbers_of_cells() {
    let told = |cells: &str| codes(&format!("{TRACK} setup {{ put Man of White on {cells} }}"));
    for right in ["cell 1", "cells 3 to 9", "[cell 1, cell 24]", "cell (2 + 3)", "last cell"] {
        assert_eq!(told(right), [], "{right}");
    }
    for wrong in ["cell 0", "cell 25", "cells 25 to 30"] {
        assert!(told(wrong).contains(&Code::OutOfRange), "{wrong}: {:?}", told(wrong));
    }
    for wrong in ["column 3", "columns 3 to 4", "row 1", "first column"] {
        assert_eq!(told(wrong), [Code::NoRows], "{wrong}");
    }
    assert_eq!(told("3"), [Code::WrongType]);
    let square = "board square 4 piece Man (Men) limit 9 moves move go { Man steps } setup { put Man of White on";
    assert_eq!(codes(&format!("{square} cell 3 }}")), [Code::NoRows]);
    let numbered = square.replace("square 4", "square 4 { names numbered }");
    assert_eq!(codes(&format!("{numbered} cell 3 }}")), []);
}

#[test]
fn a_name_may_be_called_cell() {
    let text = "board square 4 piece Man (Men) limit 9 moves move go { pick cell from my Men { take cell put Man of \
        White on a1 } Man steps } setup { each cell in row 1 { put Man of White on cell } }";
    assert_eq!(codes(text), []);
}

#[test]
fn cases_are_of_one_sort_and_complete() {
    let text = |cases: &str, read: &str| {
        codes(&format!("{TRACK} type beast = ape, ox {cases} end after each turn {{ \"x\": draw when {read} is 1 }}"))
    };
    assert_eq!(text("define f of ape = 1 define f of ox = 2", "f of ape"), []);
    assert_eq!(text("define f of ape = 1 define f of b = 2", "f of ox"), []);
    assert_eq!(text("define f of Man = 1", "f of kind of landing"), []);
    assert_eq!(text("define f of ape = 1", "f of ape"), [Code::MissingCase]);
    assert_eq!(text("define f of ape = 1 define f of Man = 2", "f of kind of landing"), [Code::MissingCase]);
    assert_eq!(text("define f of White = 1 define f of Blak = 2", "f of White"), [Code::MissingCase]);
}

#[test]
fn ranges_survive() {
    let text = |variable: &str, turn: &str| {
        codes(&format!("{TRACK} {variable} turn {{ {turn} choose go }} define some-of(n) = n - 1"))
    };
    let right = [
        ("remember kept: 0 to 4", "roll n from 0 to 4 set kept to n"),
        ("remember kept: 4 to 8", "roll n as 4 dice of 2 set kept to n"),
        ("remember kept: 0 to 4", "roll n as 4 dice of 2 set kept to n - 4"),
        ("type pips = 1 to 6 remember kept: 1 to 6", "roll n from pips except [6] set kept to n"),
        ("type pips = 1 to 6 remember kept: 0 to 6", "roll n from those d in pips where d is not turns set kept to n"),
        ("remember kept: 0 to 3", "each n in 1 to 3 { set kept to n - 1 }"),
        ("remember kept: 0 to 4", "roll n from 1 to 5 set kept to some-of(n)"),
        ("remember kept: 0 to 8", "set kept to count of neighbours of cell 3"),
        ("remember kept: 0 to 2", "set kept to count of neighbours of cell 3"),
    ];
    for (variable, turn) in right {
        assert_eq!(text(variable, turn), [], "{turn}");
    }
    let wrong = [
        ("remember kept: 0 to 3", "roll n from 0 to 4 set kept to n"),
        ("remember kept: 5 to 8", "roll n as 4 dice of 2 set kept to n"),
        ("remember kept: 0 to 1", "set kept to count of neighbours of cell 3"),
        // What was asked before a loop or a move need not hold in it.
        ("remember kept: 0 to 3", "if kept more than 0 { repeat 3 times { subtract 1 from kept } }"),
        ("remember kept: 0 to 3", "if kept more than 0 { choose go subtract 1 from kept }"),
        // What was asked in one branch does not hold behind it.
        (
            "remember kept: 0 to 3 remember b: 0 to 3",
            "if kept more than 0 { set kept to 0 if b is 2 { set kept to 1 } } subtract 1 from b",
        ),
    ];
    for (variable, turn) in wrong {
        assert_eq!(text(variable, turn), [Code::OutOfRange], "{turn}");
    }
    let picked = "board square 4 piece Man (Men) limit 9 moves remember kept: 0 to 2 \
        move go { pick n from 1 to 3 { pick m from 0 to 3 when m less than n set kept to m } }";
    assert_eq!(codes(picked), []);
}
