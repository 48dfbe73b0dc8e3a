//! An option of a choice that is taken to look what comes of it, and what is put back afterwards.

use crate::engine::bits::Bits;
use crate::engine::state::Turn;

/// An option of the earlier decision.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The row of the choice, if it has rows.
    pub row: usize,
    /// The cell left, if the row has several.
    pub origin: Option<u16>,
    /// The landing.
    pub landing: u16,
    /// The member that is picked on the way, where somebody walks ahead.
    pub pick: Option<u16>,
}

impl Taken {
    /// An option that was found otherwise than by rows: its number, and where it lands.
    pub fn found((row, landing): (usize, u16)) -> Self {
        Self { row, origin: None, landing, pick: None }
    }
}

/// A position that is taken up again, and the options that are tried from there.
#[derive(Debug)]
pub(super) struct Before<const W: usize> {
    pub(super) sets: Vec<Bits<W>>,
    pub(super) numbers: Vec<i64>,
    pub(super) turn: Turn,
    pub(super) history: usize,
    pub(super) clears_all: bool,
    pub(super) options: Vec<Taken>,
}
