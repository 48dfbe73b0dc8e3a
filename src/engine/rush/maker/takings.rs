//! Choices of the options that take most: options that take a piece go before those that take none.

use crate::program::Choose;
use crate::program::node::Op;

use super::super::code::{Code, S};
use super::options::{How, Plan};
use super::{Made, Maker};

/// Options of a group that are drawn from together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass<'a> {
    /// The group.
    pub group: usize,
    /// Its moves.
    pub moves: &'a [u16],
    /// Whether those options are meant that take one piece, or those that take none; none if all are.
    pub takes: Option<bool>,
}

impl Maker<'_> {
    /// The options of a choice in the order in which they are asked for: later ones only if there are none before.
    pub(super) fn passes<'a>(&self, choose: &'a Choose) -> Vec<Pass<'a>> {
        let by_taking = match choose.most.as_slice() {
            [(true, number)] => self.counts_taken(*number) && !choose.distinct && !choose.may,
            _ => false,
        };
        let of_group = |(group, moves): (usize, &'a Vec<u16>)| {
            let parts = if by_taking && !self.is_quiet(moves, &choose.most) { 2 } else { 1 };
            (0..parts).map(move |part| Pass { group, moves, takes: (parts > 1).then_some(part == 0) })
        };
        choose.groups.iter().enumerate().flat_map(of_group).collect()
    }

    /// Options that take nothing are looked for only if none takes a piece: they need no registers beside those.
    pub(super) fn reuse(&mut self, pass: Pass, mark: (usize, usize)) {
        if pass.takes == Some(false) {
            self.forget();
            self.next = mark;
        }
    }

    /// Those options of rows that take one piece, or none. What may be either is left to the machine.
    pub(super) fn by_taking(&mut self, plans: Vec<Plan>, takes: bool) -> Made<Vec<Plan>> {
        let mut kept = Vec::new();
        for plan in plans {
            let Some(taking) = self.attempt(|maker| maker.taking(&plan)).ok() else {
                self.leave_if_some(plan.landings, "options that take who knows how many")?;
                continue;
            };
            let landings = match (taking, takes) {
                (None, true) => continue,
                (None, false) => plan.landings,
                (Some(taking), true) => self.join(Code::And, plan.landings, taking)?,
                (Some(taking), false) => self.join(Code::Minus, plan.landings, taking)?,
            };
            kept.push(Plan { landings, ..plan });
        }
        Ok(kept)
    }

    /// The landings by which an option of a row takes one piece, where by all others it takes none; nothing if it
    /// never takes any. Where it may take two, the machine takes over.
    fn taking(&mut self, plan: &Plan) -> Made<Option<S>> {
        let program = self.program;
        let each = &program.moves[plan.number as usize];
        let sentence = each.sentences.get(plan.sentence as usize);
        let blocks = [sentence.and_then(|sentence| sentence.block), each.afterwards, program.afterwards];
        if !blocks.into_iter().flatten().all(|block| self.takes_nothing(block)) {
            return Err("a text that may take");
        }
        if plan.how.has_origins() {
            return Err("landings by the cell left");
        }
        // Sentences that were merged do nothing but go.
        let travel = sentence.map_or(each.sentences[0].travel.as_ref(), |sentence| sentence.travel.as_ref());
        let Some(travel) = travel else { return Ok(None) };
        let is_free = sentence.is_some() && self.is_within_empty(travel.to);
        match travel.taking.filter(|_| sentence.is_some()) {
            None if is_free => Ok(None),
            None => Ok(Some(self.regs.occupied)),
            Some(taking) => {
                let ways = self.beside_landing(taking, self.roles.me).ok_or("several that are taken")?;
                if ways.len() != 1 || travel.at_end {
                    return Err("several that are taken");
                }
                if !is_free {
                    let on_pieces = self.join(Code::And, plan.landings, self.regs.occupied)?;
                    self.leave_if_some(on_pieces, "several that are taken")?;
                }
                // The piece that travels has left its cell by then.
                let back = self.back(&ways)?;
                let beside = self.shift_ways(&back, self.regs.occupied)?;
                let came_from = match plan.how {
                    How::Step { way, steps: 1, .. } => program.geometry.opposite.get(way as usize),
                    _ => None,
                };
                match came_from {
                    Some(&back) if !ways.contains(back) => Ok(Some(beside)),
                    _ => Err("a piece that may be the one that travels"),
                }
            }
        }
    }

    /// Whether a block surely takes no piece.
    fn takes_nothing(&self, block: u32) -> bool {
        let mut ops = self.program.ops[block as usize..].iter().take_while(|op| **op != Op::Done);
        ops.all(|op| {
            matches!(
                op,
                Op::Unless(..)
                    | Op::Jump(_)
                    | Op::Pick { .. }
                    | Op::Ensure(_)
                    | Op::Change(..)
                    | Op::Give(..)
                    | Op::Set { .. }
                    | Op::LetScalar(..)
                    | Op::LetSet(..)
                    | Op::Count(_)
            )
        })
    }
}
