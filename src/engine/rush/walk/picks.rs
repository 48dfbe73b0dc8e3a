//! Options in whose text the player picks something, such as where a queen's arrow goes: one for each thing to pick.
//!
//! ```text
//!   d1-d4 ─┬─ d1-d4/d9      the text of d1-d4 is carried out up to where it lets pick; what there is to pick from then
//!          ├─ d1-d4/d8      makes an option each
//!          └─ d1-d4/a7 …
//! ```

use crate::engine::bits::Bits;
use crate::engine::machine::Machine;
use crate::engine::position::{Due, Options, Position};
use crate::engine::rush::code::Code;
use crate::engine::rush::run::{Picking, Runner, Stop};
use crate::engine::rush::script::Script;
use crate::engine::rush::taken::Taken;

impl Script {
    /// Whether the text of some option lets the player pick what is worked out on the way.
    pub fn lets_pick(&self) -> bool {
        self.code.iter().any(|code| matches!(code, Code::DrawWithin(..)))
    }
}

impl<const W: usize> Machine<W> {
    /// Puts an option for each thing to pick in the place of those that let pick; how many options there are.
    pub(super) fn add_picks(&self, position: &mut Position<W>) -> usize {
        let Due::Decision { options: Options::Reached(reached), .. } = &mut position.due else { return 0 };
        let (at, rows) = (reached.at, std::mem::take(&mut reached.options));
        let mut options = Vec::with_capacity(rows.len());
        for &taken in &rows {
            match taken.pick.map_or_else(|| self.to_pick_from(position, at, taken), |_| None) {
                Some(members) => options.extend(members.iter().map(|pick| Taken { pick: Some(pick), ..taken })),
                None => options.push(taken),
            }
        }
        let Due::Decision { options: Options::Reached(reached), .. } = &mut position.due else { return 0 };
        reached.options = options;
        reached.options.len()
    }

    /// What an option lets pick from; none if it does not.
    fn to_pick_from(&self, position: &mut Position<W>, at: u32, taken: Taken) -> Option<Bits<W>> {
        let rush = self.rush.as_ref().ok()?;
        self.put_reached(rush, position);
        let before = position.scratch.copy(&position.state);
        let mut members = None;
        self.running(rush, position, |runner, lane| {
            let stop = runner.try_taken(lane, at, taken, Picking::Asked);
            members = matches!(stop, Stop::Counted(_)).then_some(runner.picked_from);
            stop
        });
        let used = std::mem::replace(&mut position.state, before);
        position.scratch.give(used);
        members
    }
}

impl<const W: usize> Runner<'_, W> {
    /// The member that is picked where somebody walks ahead; none if there is nothing to pick from. Where it was asked what
    /// there is, the end of the run.
    pub(in crate::engine::rush) fn pick(&mut self, members: Bits<W>) -> Result<Option<u16>, Stop> {
        match std::mem::take(&mut self.picking) {
            Picking::Any => Ok(members.first()),
            Picking::This(member) => Ok(Some(member)),
            Picking::Asked => {
                self.picked_from = members;
                Err(Stop::Counted(members.count() as u64))
            }
        }
    }
}
