//! The features of a position: numbers that every rule file gives, each with a sign by the player it is of.

use crate::game::contents::counted;
use crate::game::{Contents, PlayerId};
use crate::rules::Rules;
use crate::rules::model::Holder;
use crate::rules::types::Domain;

use super::cells::classes;
use super::rows::{Owners, Rows, rows};
use super::spread::Spread;

/// The features of a game for two players. What is the first player's counts up, what is the second's counts down.
#[derive(Clone, Debug)]
pub struct Features {
    /// How many cells the board has.
    pub n_cells: usize,
    /// How many kinds of pieces there are.
    pub n_kinds: usize,
    /// By player, the class of every cell.
    pub classes: [Vec<u16>; 2],
    /// How many classes there are.
    pub n_classes: usize,
    /// By number in [`Contents::numbers`], how it counts.
    pub numbers: Vec<Number>,
    /// The rows that are asked for.
    pub rows: Vec<Rows>,
    /// How far apart the pieces of a player stand, where an end asks for pieces that stand together.
    pub spread: Option<Spread>,
    n_numbers: usize,
}

/// How a number of a position counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Not at all: it is of nobody.
    Nothing,
    /// As a feature of a player.
    Of(PlayerId, usize),
    /// As a feature of its cell: the feature of the first class.
    OnCell(u16, usize),
}

impl Features {
    /// The features of some rules; none unless two play.
    pub fn of(rules: &Rules) -> Option<Self> {
        if rules.players.len() != 2 {
            return None;
        }
        let (classes, n_classes) = classes(rules);
        let (n_cells, n_kinds) = (rules.board.n_cells(), rules.kinds.len());
        let mut next = n_kinds * (2 + n_classes);
        let first = next;
        let mut numbers = Vec::new();
        for (_, variable) in counted(rules) {
            let member = |index: usize| match variable.holder {
                Holder::Each(Domain::Player) => Number::Of(PlayerId(index as u8), next),
                Holder::Each(Domain::Cell) => Number::OnCell(index as u16, next),
                _ => Number::Nothing,
            };
            numbers.extend((0..variable.count).map(member));
            next += match variable.holder {
                Holder::Each(Domain::Player) => 1,
                Holder::Each(Domain::Cell) => n_classes,
                _ => 0,
            };
        }
        let (rows, spread) = (rows(rules), Spread::of(rules));
        Some(Self { n_cells, n_kinds, classes, n_classes, numbers, rows, spread, n_numbers: next - first })
    }

    /// How many features there are.
    pub fn len(&self) -> usize {
        self.spread_feature() + usize::from(self.spread.is_some()) + 1
    }

    /// Whether there are none; there is one at least.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// That a piece of a kind is on the board.
    pub fn material(&self, kind: usize) -> usize {
        kind
    }

    /// That a piece of a kind is in hand.
    pub fn in_hand(&self, kind: usize) -> usize {
        self.n_kinds + kind
    }

    /// That a piece of a kind is on a cell of a class.
    pub fn placed(&self, kind: usize, class: u16) -> usize {
        self.n_kinds * 2 + kind * self.n_classes + usize::from(class)
    }

    /// The features of numbers.
    pub fn number_features(&self) -> std::ops::Range<usize> {
        self.n_kinds * (2 + self.n_classes)..self.rows_from()
    }

    fn rows_from(&self) -> usize {
        self.n_kinds * (2 + self.n_classes) + self.n_numbers
    }

    /// That so many cells of a row of the sort with this number are a player's and none another's.
    pub fn row(&self, sort: usize, own: usize) -> usize {
        self.rows_from() + self.rows[..sort].iter().map(|rows| rows.length).sum::<usize>() + own - 1
    }

    /// How far apart the pieces of a player stand; only where there is a [`Self::spread`].
    pub fn spread_feature(&self) -> usize {
        self.rows_from() + self.rows.iter().map(|rows| rows.length).sum::<usize>()
    }

    /// The features of which the rules do not say what they are worth: numbers, rows and the spread.
    pub fn unpriced(&self) -> std::ops::Range<usize> {
        self.number_features().start..self.tempo()
    }

    /// That a player is to move.
    pub fn tempo(&self) -> usize {
        self.len() - 1
    }

    /// Shows the features that a position has, each with its value.
    pub fn visit(&self, contents: &Contents, mover: Option<PlayerId>, see: &mut impl FnMut(usize, f64)) {
        let sign = |player: PlayerId| if player.0 == 0 { 1.0 } else { -1.0 };
        for piece in &contents.pieces {
            let Some(owner) = piece.owner else { continue };
            let kind = usize::from(piece.kind);
            see(self.material(kind), sign(owner));
            see(self.placed(kind, self.classes[owner.index()][usize::from(piece.cell)]), sign(owner));
        }
        for (index, &count) in contents.hands.iter().enumerate().filter(|(_, count)| **count > 0) {
            let owner = PlayerId((index / self.n_kinds) as u8);
            see(self.in_hand(index % self.n_kinds), sign(owner) * f64::from(count));
        }
        for (number, &value) in self.numbers.iter().zip(&contents.numbers).filter(|(_, value)| **value != 0) {
            match *number {
                Number::Nothing => {}
                Number::Of(owner, feature) => see(feature, sign(owner) * value as f64),
                Number::OnCell(cell, first) => {
                    for (player, classes) in (0..).zip(&self.classes) {
                        let class = usize::from(classes[usize::from(cell)]);
                        see(first + class, sign(PlayerId(player)) * value as f64);
                    }
                }
            }
        }
        if !self.rows.is_empty() {
            let mut owners = Owners::default();
            owners.read(contents, self.n_cells);
            for (sort, rows) in self.rows.iter().enumerate() {
                rows.one_sided(&owners, |player, own| see(self.row(sort, own), sign(PlayerId(player as u8))));
            }
        }
        if let Some(spread) = &self.spread {
            let mut sums = [0; 2];
            spread.measure(contents, &mut sums);
            see(self.spread_feature(), f64::from(sums[0]) - f64::from(sums[1]));
        }
        if let Some(mover) = mover {
            see(self.tempo(), sign(mover));
        }
    }
}
