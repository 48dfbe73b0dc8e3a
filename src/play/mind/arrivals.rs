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

use super::neighbours::{Standing, visit_cells};
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
    /// By kind the empty cells to which no piece has come yet, a bit for each.
    left: Vec<u64>,
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
        let n_words = reach.n_words();
        let Self { standing, when, left, open, next } = self;
        let (occupied, when) = (standing.occupied(), &mut when[player]);
        when.clear();
        when.resize(n_cells, NEVER);
        left.clear();
        left.resize(n_words * n_kinds, 0);
        for cell in (0..n_cells).filter(|cell| occupied[cell / 64] >> (cell % 64) & 1 == 0) {
            left.iter_mut().skip(cell / 64).step_by(n_words).for_each(|word| *word |= 1 << (cell % 64));
        }
        open.clear();
        let own = contents.pieces.iter().filter(|piece| piece.owner.is_some_and(|owner| owner.index() == player));
        open.extend(own.map(|piece| (piece.kind as u8, piece.cell)));
        let (mut move_number, mut landings) = (0, 0);
        while !open.is_empty() && move_number < NEVER - 1 {
            move_number += 1;
            next.clear();
            for &(kind, from) in open.iter() {
                let of_piece = (usize::from(kind), usize::from(from));
                let left = &mut left[usize::from(kind) * n_words..][..n_words];
                // Most pieces that go on could only come to cells that are known by then.
                let finds = left.iter().zip(reach.landings(player, of_piece));
                if move_number > 1 && finds.into_iter().all(|(left, landings)| left & landings == 0) {
                    continue;
                }
                reach.visit_empty(player, of_piece, occupied, |word, cells| {
                    landings += if move_number == 1 { cells.count_ones() } else { 0 };
                    let come = cells & left[word];
                    left[word] ^= come;
                    visit_cells(&[come], |bit| {
                        let cell = word * 64 + bit;
                        when[cell] = when[cell].min(move_number);
                        next.push((kind, cell as u16));
                    });
                });
            }
            std::mem::swap(open, next);
        }
        landings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::Rng;
    use crate::game::{Occupant, PlayerId};
    use crate::rules::sample;

    const SIDE: i32 = 9;
    const QUEEN: [(i32, i32); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    const HORSE: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

    /// The empty cells that a piece comes to in one move, by counting files and ranks.
    fn landings(kind: u16, from: usize, is_empty: &[bool]) -> Vec<usize> {
        let (file, rank) = (from as i32 % SIDE, from as i32 / SIDE);
        let (ways, most) = if kind == 0 { (QUEEN, SIDE) } else { (HORSE, 1) };
        let on_board = |(file, rank): (i32, i32)| (0..SIDE).contains(&file) && (0..SIDE).contains(&rank);
        let line = |(x, y): (i32, i32)| {
            let cells = (1..=most).map(move |n| (file + n * x, rank + n * y));
            cells.take_while(|&at| on_board(at)).map(|(file, rank)| (rank * SIDE + file) as usize)
        };
        ways.into_iter().flat_map(|way| line(way).take_while(|&cell| is_empty[cell])).collect()
    }

    #[test]
    fn who_comes_first_is_as_counted_by_hand() {
        let rules = sample::rules(
            "language 1\ngame \"Ways\"\nplayers White, Black\nboard square 9 by 9\npiece Queen\npiece Horse\n\
             setup { put Queen of White on a1  put Horse of Black on i9 }\n\
             move go { Queen slides to empty\n Horse leaps 1 by 2 to empty }\nturn { choose go }\n\
             end before each turn { \"stuck\": mover loses when stuck  \"repetition\": draw when repeated 3 times }\n",
        );
        let reach = Reach::of(&rules);
        let (mut arrivals, mut rng) = (Arrivals::default(), Rng::stream(1, 0));
        for _ in 0..200 {
            let n_pieces = 1 + rng.index(60);
            let mut contents = Contents::default();
            for _ in 0..n_pieces {
                let (cell, kind) = (rng.index(81) as u16, rng.index(2) as u16);
                let owner = [None, Some(PlayerId(0)), Some(PlayerId(1)), None][rng.index(4)];
                if contents.pieces.iter().all(|piece| piece.cell != cell) {
                    contents.pieces.push(Occupant { cell, kind, owner });
                }
            }
            let mut is_empty = vec![true; 81];
            contents.pieces.iter().for_each(|piece| is_empty[usize::from(piece.cell)] = false);
            let mut when = [vec![u32::MAX; 81], vec![u32::MAX; 81]];
            let mut expected = Held::default();
            for piece in &contents.pieces {
                let Some(player) = piece.owner.map(|owner| owner.index()) else { continue };
                let (mut open, mut moves) = (vec![usize::from(piece.cell)], 0);
                let mut was = [false; 81];
                while !open.is_empty() {
                    moves += 1;
                    let next: Vec<usize> =
                        open.iter().flat_map(|&from| landings(piece.kind, from, &is_empty)).collect();
                    expected.landings[player] += if moves == 1 { next.len() as u32 } else { 0 };
                    open = next.into_iter().filter(|&cell| !std::mem::replace(&mut was[cell], true)).collect();
                    open.iter().for_each(|&cell| when[player][cell] = when[player][cell].min(moves));
                }
            }
            for (one, other) in when[0].iter().zip(&when[1]) {
                expected.first[0] += u32::from(one < other);
                expected.first[1] += u32::from(other < one);
            }
            assert_eq!(arrivals.held(&reach, &contents), expected, "{contents:?}");
        }
    }
}
