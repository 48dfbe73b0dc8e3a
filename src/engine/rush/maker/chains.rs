//! Groups of moves that the machine runs as text: whether they have any option is told before.

use crate::program::Travel;
use crate::program::node::{Id, Node, Op, Verb};
use crate::rules::model::journey;

use super::super::code::{Code, S};
use super::{Made, Maker};

impl Maker<'_> {
    /// Sets that have a member if, and only if, some move of a group has an option: the landings of first links.
    ///
    /// # Errors
    /// If a move may fail after its first link, or its first link cannot be told so.
    pub(super) fn first_links(&mut self, group: &[u16]) -> Made<Vec<S>> {
        if !self.is_clear {
            return Err("a later choice");
        }
        let mut links = Vec::new();
        for &number in group {
            if !self.is_sure(number) {
                return Err("a move that may fail");
            }
            for sentence in &self.program.moves[number as usize].sentences {
                let travel = sentence.travel.as_ref().filter(|travel| !travel.drops);
                let travel = travel.filter(|_| sentence.when.is_none() && sentence.picks.is_empty());
                links.append(&mut self.links(travel.ok_or("a sentence without travel, or with a guard")?)?);
            }
        }
        Ok(links)
    }

    fn links(&mut self, travel: &Travel) -> Made<Vec<S>> {
        let [leg] = self.program.paths[travel.path as usize].as_slice() else { return Err("a path of several legs") };
        let is_told = |id: Id| crate::engine::pointwise::is_pointwise(self.program, id);
        let Verb::Hops { over, any_distance } = leg.verb else { return Err("no hops") };
        if leg.repeating || self.program.geometry.has_piles || self.program.geometry.circles || !is_told(travel.to) {
            return Err("hops that are followed");
        }
        if !any_distance {
            let rows = self.steps(travel, leg, 2, Some(over))?;
            return Ok(rows.into_iter().map(|(landings, _)| landings).collect());
        }
        let is_empty = |id: Id| *self.node(self.resolved(id)) == Node::Empty;
        if !is_empty(leg.through) || !is_empty(travel.to) {
            return Err("hops from afar to other cells than empty ones");
        }
        let (from, over, empty) = (self.set(travel.from)?, self.set(over)?, self.set(travel.to)?);
        let mut links = Vec::new();
        for way in self.ways(leg)?.iter() {
            let (met, landings) = (self.new_set()?, self.new_set()?);
            self.put(Code::Fill(met, from, empty, way as u8));
            let hurdles = self.join(Code::And, met, over)?;
            self.shift(way, hurdles, landings, false)?;
            links.push(self.join(Code::And, landings, empty)?);
        }
        Ok(links)
    }

    /// Whether it makes no difference for a group that only the options are offered by which most is taken, and of
    /// those that lead to one position only the first.
    ///
    /// # Proof
    /// Nothing is taken by any option, and each leaves one cell and comes to one: no two leave the same cells with
    /// pieces.
    pub(super) fn is_quiet(&self, group: &[u16], most: &[(bool, Id)]) -> bool {
        let program = self.program;
        let counts_taken = |id: Id| match self.node(self.resolved(id)) {
            Node::Count(set) => {
                matches!(self.node(*set), Node::KeptSet(name) if *name as usize == journey::TAKEN)
            }
            _ => false,
        };
        let is_harmless = |block: u32| {
            let mut ops = program.ops[block as usize..].iter().take_while(|op| **op != Op::Done);
            ops.all(|op| {
                matches!(
                    op,
                    Op::Unless(..) | Op::Jump(_) | Op::Change(..) | Op::Set { .. } | Op::LetScalar(..) | Op::LetSet(..)
                )
            })
        };
        most.iter().all(|&(_, number)| counts_taken(number))
            && group.iter().all(|&number| {
                let each = &program.moves[number as usize];
                let own = each.sentences.iter().map(|sentence| sentence.block);
                each.sentences.iter().all(|sentence| {
                    sentence.picks.is_empty()
                        && sentence.travel.as_ref().is_some_and(|travel| {
                            !travel.drops && travel.taking.is_none() && self.is_within_empty(travel.to)
                        })
                }) && own.chain([each.afterwards, program.afterwards]).flatten().all(is_harmless)
            })
    }
}
