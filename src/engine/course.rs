//! What is known of a move that is being tried: what was chosen so far, and what comes next.

use std::collections::HashSet;

use crate::rules::types::Domain;

use super::key::Keyed;
use super::state::State;

/// The choice to go on no further. Choices are ordered as numbers: stopping, then values, then cells.
pub const STOP: u32 = 0;

/// The choice of a cell.
#[inline]
pub fn cell_choice(cell: u16) -> u32 {
    0x2_0000 + u32::from(cell)
}

/// The choice of a member of a domain.
#[inline]
pub fn choice_of(domain: Domain, member: u16) -> u32 {
    match domain {
        Domain::Cell => cell_choice(member),
        _ => 1 + u32::from(member),
    }
}

/// The cell that a choice is, if it is one.
pub fn chosen_cell(choice: u32) -> Option<u16> {
    choice.checked_sub(0x2_0000).map(|cell| cell as u16)
}

/// What is written of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// A member picked before the travel.
    First(Domain, u16),
    /// A travel, and whether something was taken in it.
    Travel {
        /// From where.
        origin: u16,
        /// To where.
        landing: u16,
        /// Whether something was taken.
        took: bool,
    },
    /// A drop of a kind on a cell.
    Drop(u8, u16),
    /// A piece that stays on its cell.
    Stay(u16),
    /// A member picked afterwards, and the kept name that it was picked for.
    Later(Domain, u16, usize),
    /// The choice to go on no further.
    Stop,
}

/// A move that is being tried.
#[derive(Debug)]
pub struct Course {
    /// Its number.
    pub number: u16,
    /// Where the choices and notes of its runs begin.
    pub base: (usize, usize),
    /// The keys of the positions of this chain.
    pub seen: Vec<u64>,
    /// How many chains have come to an end.
    pub ends: usize,
    /// The positions before the travels of this run, where a template may ask for them.
    pub before: Vec<State>,
    /// The keys of what the rounds of `repeat` began with, where runs that lead to one position are one option.
    pub rounds: Option<HashSet<u64, Keyed>>,
}

/// What comes after a block.
#[derive(Clone, Copy, Debug)]
pub enum After {
    /// The end of a link: what was taken before, the note of its travel.
    Link(usize, usize),
    /// What the file wants after every move; whether something was taken before.
    Own(bool),
    /// The end of the run.
    End(bool),
    /// Nothing: the state is laid aside.
    Nothing,
}
