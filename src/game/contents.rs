//! What a position holds, as numbers: for whoever weighs positions by the thousand.

use super::{Game, PlayerId};
use crate::rules::Rules;
use crate::rules::model::Variable;

/// A piece where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Occupant {
    /// The number of its cell.
    pub cell: u16,
    /// Its kind, a number in [`Rules::kinds`].
    pub kind: u16,
    /// Whose it is; none if it is neutral.
    pub owner: Option<PlayerId>,
}

/// What a position holds. Whoever asks often hands the same buffer over again, so that nothing is allocated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Every piece on the board, those under others too, in no particular order.
    pub pieces: Vec<Occupant>,
    /// How many pieces are in hand: by player, then by kind.
    pub hands: Vec<u32>,
    /// The values of the [variables that are counted](Variable::is_counted), in the order of the rules, member by member.
    pub numbers: Vec<i64>,
    /// By counter of the rules, how far it has come; -1 is what begins anew when this turn is over.
    pub counters: Vec<i64>,
    /// The number of completed turns.
    pub turns: u32,
    /// The number of completed rounds.
    pub rounds: u32,
    /// Whose turn it is; none before the first turn.
    pub mover: Option<PlayerId>,
}

impl Contents {
    /// Empties the buffer and keeps its memory.
    pub fn clear(&mut self) {
        self.pieces.clear();
        self.hands.clear();
        self.numbers.clear();
        self.counters.clear();
    }
}

/// What an option changes of the pieces on the board and in hand. Whoever asks often hands the same buffer over again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The pieces that no longer stand as they stood.
    pub gone: Vec<Occupant>,
    /// The pieces that stand as none stood before.
    pub come: Vec<Occupant>,
    /// By how much a count of [`Contents::hands`] grows, with its place there; no place comes twice.
    pub hands: Vec<(u16, i32)>,
}

impl Changes {
    /// Empties the buffer and keeps its memory.
    pub fn clear(&mut self) {
        self.gone.clear();
        self.come.clear();
        self.hands.clear();
    }
}

/// The variables that are counted, each with its number in [`Rules::variables`].
pub fn counted(rules: &Rules) -> impl Iterator<Item = (usize, &Variable)> {
    rules.variables.iter().enumerate().filter(|(_, variable)| variable.is_counted())
}

/// Tells what would stand after an option as [`Game::contents_after`] says, by taking it and taking it back.
pub fn contents_by_trial<G: Game + ?Sized>(
    game: &G,
    position: &mut G::Position,
    option: usize,
    into: &mut Contents,
) -> bool {
    let undo = game.apply(position, option);
    let is_told = game.contents(position, into);
    game.undo(position, undo);
    is_told
}
