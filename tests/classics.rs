//! Counts of sequences of decisions in classic games, as others have published them.

use std::sync::atomic::AtomicBool;

use merel::analysis::perft;
use merel::game::Game;

mod common;

/// A game with its options, and the counts at depths 1, 2, …
type Row = (&'static str, &'static str, &'static [u128]);

/// Sources: reversi and both draughts, the perft pages of Aart Bik; amazons, the 2176 first moves of the literature. Tic-tac-toe, Connect
/// Four, go and hex to these depths are arithmetic: cells, columns, a pass, the pie. Surakarta and oware agree with
/// programs of their own, written for this in another language.
const COUNTS: [Row; 13] = [
    ("tic-tac-toe", "", &[9, 72, 504, 3024, 15120, 54720]),
    ("connect-four", "", &[7, 49, 343, 2401, 16807]),
    ("reversi", "", &[4, 12, 56, 244, 1396, 8200]),
    ("hex", "", &[121, 121 * 121]),
    ("hex", "pie=no", &[121, 121 * 120]),
    ("go", "", &[82]),
    ("go", "size=13", &[170]),
    ("go", "size=19", &[362]),
    ("english-draughts", "", &[7, 49, 302, 1469, 7361]),
    ("international-draughts", "", &[9, 81, 658, 4265]),
    ("amazons", "", &[2176]),
    ("surakarta", "", &[16, 256, 5382]),
    ("oware", "", &[6, 36, 190, 1014, 5219]),
];

#[test]
fn counts_from_the_beginning_are_those_published() {
    for (name, options, expected) in COUNTS {
        let game = common::game(name, options, None);
        let counts = perft::run(&game, &game.initial(), expected.len() as u32, &AtomicBool::new(false));
        assert_eq!(counts[1..], *expected, "{name} {options}");
    }
}
