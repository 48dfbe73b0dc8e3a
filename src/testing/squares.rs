//! Nine squares, to be filled in turn by two players; three in a line win.

use crate::{
    game::{Actor, Game, NotAnOption, Outcome, PlayerId, Probability, Snapshot},
    rules::{Rules, board::CellId},
};

/// The nine squares.
#[derive(Clone, Copy, Debug)]
pub struct Squares;

/// The squares of each player as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquaresPosition {
    /// By player.
    pub taken: [u16; 2],
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl SquaresPosition {
    fn empty(self) -> impl Iterator<Item = u32> {
        (0..9).filter(move |square| (self.taken[0] | self.taken[1]) >> square & 1 == 0)
    }

    fn mover(self) -> usize {
        (self.taken[0].count_ones() - self.taken[1].count_ones()) as usize
    }

    fn winner(self) -> Option<usize> {
        (0..2).find(|&player| LINES.iter().any(|line| self.taken[player] & line == *line))
    }
}

impl Game for Squares {
    type Position = SquaresPosition;
    type Undo = u32;

    fn rules(&self) -> &Rules {
        unreachable!("the tests ask for no rules")
    }

    fn initial(&self) -> SquaresPosition {
        SquaresPosition { taken: [0, 0] }
    }

    fn actor(&self, position: &SquaresPosition) -> Option<Actor> {
        (self.n_options(position) > 0).then(|| Actor::Player(PlayerId(position.mover() as u8)))
    }

    fn n_options(&self, position: &SquaresPosition) -> usize {
        if position.winner().is_some() { 0 } else { position.empty().count() }
    }

    fn probability(&self, _: &SquaresPosition, _: usize) -> Option<Probability> {
        None
    }

    fn notation(&self, position: &SquaresPosition, option: usize) -> String {
        let square = position.empty().nth(option).expect("the option exists");
        format!("{}{}", char::from(b'a' + (square % 3) as u8), square / 3 + 1)
    }

    fn parse(&self, position: &SquaresPosition, text: &str) -> Result<usize, NotAnOption> {
        super::parse(self, position, text)
    }

    fn apply(&self, position: &mut SquaresPosition, option: usize) -> u32 {
        let square = position.empty().nth(option).expect("the option exists");
        position.taken[position.mover()] |= 1 << square;
        square
    }

    fn undo(&self, position: &mut SquaresPosition, square: u32) {
        position.taken = position.taken.map(|taken| taken & !(1 << square));
    }

    fn outcome(&self, position: &SquaresPosition) -> Option<Outcome> {
        let outcome = |places: [u8; 2], by: &str, clause| {
            Some(Outcome { places: places.as_slice().into(), nobody: false, by: by.into(), clause: Some(clause) })
        };
        match position.winner() {
            Some(0) => outcome([1, 2], "line", 0),
            Some(_) => outcome([2, 1], "line", 0),
            None if position.empty().next().is_none() => outcome([1, 1], "board full", 1),
            None => None,
        }
    }

    fn snapshot(&self, _: &SquaresPosition) -> Snapshot {
        unreachable!("the tests look at no pictures")
    }

    fn cells_of(&self, _: &SquaresPosition, _: usize) -> Vec<CellId> {
        unreachable!("the tests look at no pictures")
    }
}
