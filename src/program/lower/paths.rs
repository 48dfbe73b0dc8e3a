//! Paths, leg by leg.

use crate::rules::model::{self, Dirs};

use super::super::node::{Heading, Leg, Verb};
use super::Lowering;

impl Lowering {
    /// A path; its number is given.
    pub(super) fn path(&mut self, path: &model::Path) -> u32 {
        let legs = path.iter().map(|leg| self.leg(leg)).collect();
        self.program.paths.push(legs);
        self.program.paths.len() as u32 - 1
    }

    fn leg(&mut self, leg: &model::Leg) -> Leg {
        let heading = match &leg.dirs {
            None => Heading::All,
            Some(Dirs::Set(ways)) => Heading::Ways(self.set(ways)),
            Some(Dirs::Onward(notches)) => Heading::Onward(notches.clone().into()),
        };
        let condition = leg.condition.as_ref();
        let condition = condition.map(|steps| (steps.from as u32, steps.here as u32, self.scalar(&steps.holds)));
        let (through, verb) = (self.set(&leg.through), self.verb(&leg.verb));
        Leg { heading, through, verb, repeating: leg.repeating, condition, asks: leg.asks }
    }

    fn verb(&mut self, verb: &model::Verb) -> Verb {
        let rules = self.rules.clone();
        match verb {
            model::Verb::Steps => Verb::Steps,
            model::Verb::Slides { range, stopping, bends } => Verb::Slides {
                range: range
                    .as_ref()
                    .map(|(least, most)| (self.scalar(least), most.as_ref().map(|most| self.scalar(most)))),
                stopping: stopping.as_ref().map(|stopping| self.set(stopping)),
                bends: *bends,
            },
            model::Verb::Leaps(across, along) => Verb::Leaps(self.program.geometry.leap(&rules, *across, *along)),
            model::Verb::LeapsStraight(n) => Verb::LeapsStraight(self.scalar(n)),
            model::Verb::Rides(across, along) => Verb::Rides(self.program.geometry.leap(&rules, *across, *along)),
            model::Verb::RidesStraight(n) => Verb::RidesStraight(self.scalar(n)),
            model::Verb::Hops { over, any_distance } => {
                Verb::Hops { over: self.set(over), any_distance: *any_distance }
            }
            model::Verb::Walks(least, most) => Verb::Walks(self.scalar(least), self.scalar(most)),
            model::Verb::OneOf(paths) => {
                let one = |(path, to): &(model::Path, Option<model::Expr>)| {
                    (self.path(path), to.as_ref().map(|to| self.set(to)))
                };
                Verb::OneOf(paths.iter().map(one).collect())
            }
            model::Verb::Goes => Verb::Goes,
            model::Verb::Stays => Verb::Stays,
        }
    }
}
