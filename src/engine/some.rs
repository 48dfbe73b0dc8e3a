//! Whether a set has any member: often the first one that is found is enough.

use crate::program::node::{Id, Leg, Node, Verb};

use super::bits::Bits;
use super::machine::Machine;
use super::path::Journey;
use super::scratch::Scratch;
use super::state::State;

impl<const W: usize> Machine<W> {
    /// Whether the set that a node gives has any member.
    pub fn is_some(&self, sc: &mut Scratch<W>, st: &State, id: Id) -> bool {
        match &self.program.nodes[id as usize] {
            Node::Those(name, set, condition) => self.set(sc, st, *set).iter().any(|member| {
                sc.scalars[*name as usize] = i64::from(member);
                sc.spend(1) && self.truth(sc, st, *condition)
            }),
            Node::LetScalar(name, value, body) => {
                sc.scalars[*name as usize] = self.scalar(sc, st, *value);
                self.is_some(sc, st, *body)
            }
            Node::LetSet(name, value, body) => {
                sc.sets[*name as usize] = self.set(sc, st, *value);
                self.is_some(sc, st, *body)
            }
            Node::Union(a, b) | Node::OrElse(a, b) => self.is_some(sc, st, *a) || self.is_some(sc, st, *b),
            Node::If(condition, then, otherwise) => {
                let holds = self.truth(sc, st, *condition);
                self.is_some(sc, st, if holds { *then } else { *otherwise })
            }
            Node::Reach { span: false, from, path, to } if self.is_walk(*path) => {
                self.can_walk(sc, st, (*from, *path), *to)
            }
            _ => !self.set(sc, st, id).is_empty(),
        }
    }

    fn is_walk(&self, path: u32) -> bool {
        let path = self.program.paths[path as usize].as_slice();
        matches!(path, [Leg { verb: Verb::Walks(..), repeating: false, asks: false, .. }])
    }

    /// Whether a walk over different cells leads to any cell at all.
    fn can_walk(&self, sc: &mut Scratch<W>, st: &State, (from, path): (Id, u32), to: Option<Id>) -> bool {
        let from = self.set(sc, st, from);
        let mark = sc.mark();
        let leg = self.plan_leg(sc, st, &self.program.paths[path as usize][0], ((path, 0), false));
        let target = to.map_or(leg.through, |to| self.set(sc, st, to));
        let can_walk = from.iter().any(|cell| {
            let start = Journey::start(cell);
            self.walks_to(sc, st, &leg, (start, 0), (&mut Bits::of(cell), target, to.is_none()))
        });
        sc.release(mark);
        can_walk
    }
}
