//! The features of a position: numbers that every rule file gives, each with a sign by the player it is of.

use crate::game::contents::counted;
use crate::game::{Contents, PlayerId};
use crate::rules::Rules;
use crate::rules::model::Holder;
use crate::rules::types::Domain;

use super::ahead::Ahead;
use super::cells::{classes, classes_by_name};
use super::neighbours::{Neighbours, Standing};
use super::reach::{Courts, Reach};
use super::rows::{Owners, Rows, rows};
use super::spread::{Apart, Spread};

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
    /// What stands next to what.
    pub neighbours: Neighbours,
    /// Who may stand in the way.
    pub ahead: Ahead,
    /// Where pieces can go.
    pub reach: Reach,
    n_numbers: usize,
}

/// How a number of a position counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Not at all: it is of nobody.
    Nothing,
    /// As a feature of a player.
    Of(PlayerId, usize),
    /// As a feature of its cell, as each player sees it.
    OnCell([usize; 2]),
}

impl Features {
    /// The features of some rules; none unless two play.
    pub fn of(rules: &Rules) -> Option<Self> {
        if rules.players.len() != 2 {
            return None;
        }
        let (classes, n_classes) = classes(rules);
        let on_cells = counted(rules).any(|(_, variable)| variable.holder == Holder::Each(Domain::Cell));
        let (named, n_named) = if on_cells { classes_by_name(rules, &classes) } else { Default::default() };
        let (n_cells, n_kinds) = (rules.board.n_cells(), rules.kinds.len());
        let mut next = n_kinds * (2 + n_classes);
        let first = next;
        let mut numbers = Vec::new();
        for (_, variable) in counted(rules) {
            let member = |index: usize| match variable.holder {
                Holder::Each(Domain::Player) => Number::Of(PlayerId(index as u8), next),
                Holder::Each(Domain::Cell) => {
                    Number::OnCell([0, 1].map(|player: usize| next + usize::from(named[player][index])))
                }
                _ => Number::Nothing,
            };
            numbers.extend((0..variable.count).map(member));
            next += match variable.holder {
                Holder::Each(Domain::Player) => 1,
                Holder::Each(Domain::Cell) => n_named,
                _ => 0,
            };
        }
        let (rows, spread, neighbours, ahead) =
            (rows(rules), Spread::of(rules), Neighbours::of(rules), Ahead::of(rules));
        Some(Self {
            n_cells,
            n_kinds,
            classes,
            n_classes,
            numbers,
            rows,
            spread,
            neighbours,
            ahead,
            reach: Reach::of(rules),
            n_numbers: next - first,
        })
    }

    /// How many features there are.
    pub fn len(&self) -> usize {
        self.reach_from() + self.reach.len()
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
        self.spread_feature() + usize::from(self.spread.is_some())
    }

    /// How many features there are of pieces by themselves: on the board, in hand, on cells.
    pub fn of_pieces(&self) -> usize {
        self.n_kinds * (2 + self.n_classes)
    }

    /// The same as a feature of a piece by itself, the more so the fewer pieces there are: see [`Self::lateness`].
    pub fn late(&self, feature: usize) -> usize {
        self.tempo() + 1 + feature
    }

    fn neighbours_from(&self) -> usize {
        self.late(self.of_pieces())
    }

    /// That a piece has another one next to it: the number of the pair.
    pub fn beside(&self, number: usize) -> usize {
        self.neighbours_from() + number
    }

    fn frees_from(&self) -> usize {
        self.neighbours_from() + self.neighbours.len()
    }

    fn n_frees(&self) -> usize {
        if self.ahead.is_empty() { 0 } else { self.n_kinds * self.n_classes }
    }

    fn seconds_from(&self) -> usize {
        self.frees_from() + self.n_frees()
    }

    fn reach_from(&self) -> usize {
        self.seconds_from() + self.n_kinds
    }

    /// That a piece reaches a cell: the number of what it is and what stands there.
    pub fn reached(&self, number: usize) -> usize {
        self.reach_from() + number
    }

    /// Whatever tells what a kind reaches.
    pub fn reach_of(&self, kind: usize) -> std::ops::Range<usize> {
        let own = self.reach.of_kind(kind);
        self.reached(own.start)..self.reached(own.end)
    }

    /// That a piece of a kind on a cell of a class has none of the other's of its kind in its way.
    pub fn free(&self, kind: usize, class: u16) -> usize {
        self.frees_from() + kind * self.n_classes + usize::from(class)
    }

    /// That a player has two pieces of a kind on the board, or more.
    pub fn second(&self, kind: usize) -> usize {
        self.seconds_from() + kind
    }

    /// Whatever tells which pieces of a kind have nobody in their way; empty where nobody looks.
    pub fn frees_of(&self, kind: usize) -> std::ops::Range<usize> {
        let each = self.n_frees() / self.n_kinds.max(1);
        self.frees_from() + kind * each..self.frees_from() + (kind + 1) * each
    }

    /// Whatever tells a kind by itself: on the board, in hand, and on cells of each class.
    pub fn of_kind(&self, kind: usize) -> Vec<usize> {
        let placed = (0..self.n_classes as u16).map(|class| self.placed(kind, class));
        [self.material(kind), self.in_hand(kind)].into_iter().chain(placed).collect()
    }

    /// Whatever tells what stands beside a kind.
    pub fn beside_kind(&self, kind: usize) -> std::ops::Range<usize> {
        let each = self.neighbours.len() / self.n_kinds.max(1);
        self.beside(kind * each)..self.beside((kind + 1) * each)
    }

    /// How few pieces are on the board: 1 if none, 0 if as many as on half of the cells, -1 if one on each cell or more.
    pub fn lateness(&self, contents: &Contents) -> f64 {
        let (few, cells) = lateness(contents.pieces.len(), self.n_cells);
        few as f64 / cells as f64
    }

    /// Shows the features that a position has, each with its value.
    pub fn visit(&self, contents: &Contents, mover: Option<PlayerId>, see: &mut impl FnMut(usize, f64)) {
        let sign = |player: PlayerId| if player.0 == 0 { 1.0 } else { -1.0 };
        let lateness = self.lateness(contents);
        let mut see_piece = |feature: usize, value: f64| {
            see(feature, value);
            see(self.late(feature), lateness * value);
        };
        for piece in &contents.pieces {
            let Some(owner) = piece.owner else { continue };
            let kind = usize::from(piece.kind);
            see_piece(self.material(kind), sign(owner));
            see_piece(self.placed(kind, self.classes[owner.index()][usize::from(piece.cell)]), sign(owner));
        }
        for (index, &count) in contents.hands.iter().enumerate().filter(|(_, count)| **count > 0) {
            let owner = PlayerId((index / self.n_kinds) as u8);
            see_piece(self.in_hand(index % self.n_kinds), sign(owner) * f64::from(count));
        }
        let (mut standing, mut courts) = <(Standing, Courts)>::default();
        standing.read(contents, self.n_cells, self.n_kinds);
        for kind in 0..self.n_kinds {
            match standing.seconds(kind) {
                0 => {}
                more => see(self.second(kind), more as f64),
            }
        }
        if !self.reach.is_empty() {
            self.reach.mark(&standing, &mut courts);
        }
        for (player, kind) in (0..2).flat_map(|player| (0..self.n_kinds).map(move |kind| (player, kind))) {
            let sign = sign(PlayerId(player as u8));
            if !self.ahead.is_empty() {
                let classes = &self.classes[player];
                self.ahead.visit_free((player, kind), &standing, |cell| see(self.free(kind, classes[cell]), sign));
            }
            if !self.reach.is_empty() {
                self.reach.visit((player, kind), (&standing, &courts), |number, times| {
                    see(self.reached(self.reach.seen_by(player, number)), sign * f64::from(times));
                });
            }
        }
        if !self.neighbours.is_empty() {
            self.neighbours.visit(&standing, |player, number| {
                see(self.beside(number), sign(PlayerId(player as u8)));
            });
        }
        for (number, &value) in self.numbers.iter().zip(&contents.numbers).filter(|(_, value)| **value != 0) {
            match *number {
                Number::Nothing => {}
                Number::Of(owner, feature) => see(feature, sign(owner) * value as f64),
                Number::OnCell(features) => {
                    for (player, feature) in (0..).zip(features) {
                        see(feature, sign(PlayerId(player)) * value as f64);
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
            let mut apart = Apart::default();
            spread.read(contents, &mut apart);
            let sums = apart.measure();
            see(self.spread_feature(), f64::from(sums[0]) - f64::from(sums[1]));
        }
        if let Some(mover) = mover {
            see(self.tempo(), sign(mover));
        }
    }
}

/// How few pieces there are on so many cells, as a fraction from -1 to 1: above and below the line.
pub fn lateness(n_pieces: usize, n_cells: usize) -> (i64, i64) {
    let cells = n_cells.max(1) as i64;
    ((cells - 2 * n_pieces as i64).max(-cells), cells)
}
