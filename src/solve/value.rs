//! What positions are worth, found backwards from the ends.

use crate::game::{Halt, PlayerId};

use super::graph::{Graph, Mark};

/// Nothing is known.
const OPEN: u32 = u32::MAX;
/// Whether it was called to halt is asked after so many positions.
const LOOKS: usize = 1 << 14;

/// What the positions of a graph are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// By position: who wins, in the lowest bit, and in how many decisions, in the others; or [`OPEN`].
    of: Vec<u32>,
    /// Whether nothing more can be found, so that what is open is drawn.
    is_whole: bool,
}

impl Values {
    /// What the positions are worth. What is said of a part of all positions, or of a run that was called to halt, is so; but
    /// there may be shorter ways to win, and more that is won.
    pub fn of(graph: &Graph, halt: &dyn Halt) -> Self {
        let ended = |mark: &Mark| match mark {
            Mark::Won(player) => u32::from(*player),
            Mark::Decides(_) | Mark::Drawn => OPEN,
        };
        let mut values = Self { of: graph.marks.iter().map(ended).collect(), is_whole: false };
        // In round n those are decided that take n decisions.
        let decides = |position: &u32| matches!(graph.marks[*position as usize], Mark::Decides(_));
        let mut open: Vec<u32> = (0..graph.expanded() as u32).filter(decides).collect();
        let mut round = 1;
        loop {
            let before = open.len();
            let mut looked = 0usize;
            let mut is_halted = false;
            open.retain(|&position| {
                looked += 1;
                is_halted |= looked.is_multiple_of(LOOKS) && halt.is_called();
                if is_halted {
                    return true;
                }
                let value = values.decided(graph, position, round);
                values.of[position as usize] = value;
                value == OPEN
            });
            if is_halted || halt.is_called() {
                return values;
            }
            if open.len() == before {
                values.is_whole = graph.is_whole();
                return values;
            }
            round += 1;
        }
    }

    /// What a position is worth by what was found in earlier rounds.
    fn decided(&self, graph: &Graph, position: u32, round: u32) -> u32 {
        let Mark::Decides(player) = graph.marks[position as usize] else { return OPEN };
        let player = u32::from(player);
        let options = graph.next(position as usize);
        let mut loses = !options.is_empty();
        for &next in options {
            let value = self.of[next as usize];
            // What was found in this very round does not count yet.
            let is_known = value != OPEN && value >> 1 < round;
            if is_known && value & 1 == player {
                return round << 1 | player;
            }
            loses &= is_known;
        }
        if loses { round << 1 | (1 - player) } else { OPEN }
    }

    /// Who wins, and in how many decisions; none if nobody does, or that is not known.
    pub fn won(&self, position: usize) -> Option<(PlayerId, u32)> {
        let value = *self.of.get(position)?;
        (value != OPEN).then_some((PlayerId((value & 1) as u8), value >> 1))
    }

    /// Whether what nobody wins is drawn.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// How many positions each player wins, and in how many decisions at most.
    pub fn wins(&self) -> [(usize, u32); 2] {
        let mut wins = [(0, 0); 2];
        for &value in self.of.iter().filter(|&&value| value != OPEN) {
            let (n, longest) = &mut wins[(value & 1) as usize];
            *n += 1;
            *longest = (*longest).max(value >> 1);
        }
        wins
    }
}
