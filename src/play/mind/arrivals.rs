//! Who comes first to each empty cell, if only his pieces went there: what a player may hold that the other comes to later.
//!
//! ```text
//!    1 1 2      The rook R comes to the cells with a 1 in one move, to the others in two. Where the other player's pieces
//!    R 1 1      come later, or never, the cell is R's; where both come as soon it is nobody's
//!    1 2 2
//! ```
//!
//! Captures are left out, and so is what moves of either player change on the way.
//!
//! # Source
//! Lieberum, "An evaluation function for the game of Amazons", Theoretical Computer Science 349 (2005): its territory by queen
//! moves.

use super::neighbours::Standing;
use super::reach::Reach;
use crate::game::Contents;

/// So late is never.
const NEVER: u8 = u8::MAX;

/// What each of two players may hold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Held {
    /// How many empty cells each comes to first.
    pub first: [u32; 2],
    /// How many landings on empty cells each has now.
    pub landings: [u32; 2],
}

/// Looks who comes first to the cells of a board.
#[derive(Clone, Debug, Default)]
pub struct Arrivals {
    standing: Standing,
    /// By player and cell, after how many moves he comes there.
    when: [Vec<u8>; 2],
    /// By kind and cell, whether a piece was there on the way.
    was: Vec<bool>,
    /// The pieces that go on, by kind and cell; those that come next.
    open: Vec<(u8, u16)>,
    next: Vec<(u8, u16)>,
}

impl Arrivals {
    /// What the players may hold with what stands on the board.
    pub fn held(&mut self, reach: &Reach, contents: &Contents) -> Held {
        let (n_cells, n_kinds) = reach.size();
        self.standing.read(contents, n_cells, n_kinds);
        let landings = [0, 1].map(|player| self.arrive(reach, contents, player));
        let mut first = [0; 2];
        for (one, other) in self.when[0].iter().zip(&self.when[1]) {
            first[0] += u32::from(one < other);
            first[1] += u32::from(other < one);
        }
        Held { first, landings }
    }

    /// Finds out when the pieces of a player come to each cell; how many landings they have now.
    fn arrive(&mut self, reach: &Reach, contents: &Contents, player: usize) -> u32 {
        let (n_cells, n_kinds) = reach.size();
        let Self { standing, when, was, open, next } = self;
        let (stands, when) = (standing.seen_by(player), &mut when[player]);
        when.clear();
        when.resize(n_cells, NEVER);
        was.clear();
        was.resize(n_cells * n_kinds, false);
        open.clear();
        let own = contents.pieces.iter().filter(|piece| piece.owner.is_some_and(|owner| owner.index() == player));
        open.extend(own.map(|piece| (piece.kind as u8, piece.cell)));
        let (mut move_number, mut landings) = (0, 0);
        while !open.is_empty() && move_number < NEVER - 1 {
            move_number += 1;
            next.clear();
            for &(kind, from) in open.iter() {
                reach.visit_empty(player, (usize::from(kind), from), stands, |cell| {
                    landings += u32::from(move_number == 1);
                    let known = &mut was[usize::from(kind) * n_cells + usize::from(cell)];
                    if !std::mem::replace(known, true) {
                        when[usize::from(cell)] = when[usize::from(cell)].min(move_number);
                        next.push((kind, cell));
                    }
                });
            }
            std::mem::swap(open, next);
        }
        landings
    }
}
