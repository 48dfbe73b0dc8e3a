//! What happens to variables with a value for each of several members.

use crate::engine::bits::Bits;
use crate::program::Place;
use crate::program::node::NOTHING;
use crate::rules::model::{Comparison, journey};

use super::code::{N, S};
use super::lane::{Lane, cell_of, number, set};
use super::registers::{Held, VALUES};
use super::run::Runner;

/// So many seeds are sown as part of an instruction, and cost no effort.
const FREE_SEEDS: i64 = 64;

impl<const W: usize> Runner<'_, W> {
    /// The value of a variable for a member; zero if there is none.
    pub(super) fn value_of(&self, lane: &Lane<W>, first: N, holder: i64, variable: u16) -> i64 {
        let about = &self.slow.machine.program.variables[variable as usize];
        match usize::try_from(holder) {
            Ok(holder) if holder < about.count => about.seen(number!(lane, usize::from(first) + holder)),
            _ => about.seen(NOTHING),
        }
    }

    /// When a variable that lasts two turns was set, if it was now. One that has its first values has nothing to forget.
    pub(super) fn written(&self, lane: &Lane<W>, variable: u16) -> i64 {
        let machine = self.slow.machine;
        let about = &machine.program.variables[variable as usize];
        let is_first = match (self.rush.registers.variables[variable as usize], about.place) {
            (Held::Numbers(register), place) => (0..about.count)
                .all(|index| number!(lane, usize::from(register) + index) == machine.first(place, index)),
            (Held::Sets(register), Place::Sets(at)) => (0..about.count.max(1)).all(|index| {
                let first = Bits::load(&machine.program.blank[at as usize + index * W..]);
                set!(lane, usize::from(register) + index) == first
            }),
            (Held::Yes(register), Place::Scalars(at, _)) => {
                set!(lane, register) == Bits::load(&machine.program.blank[at as usize..])
            }
            // Such a variable is never set by the code, or is one of pieces.
            _ => false,
        };
        if is_first { 0 } else { i64::from(self.slow.state.turn.turns) + 1 }
    }

    /// Gives members a value.
    pub(super) fn set_values(&self, lane: &mut Lane<W>, first: N, holders: Bits<W>, (value, variable): (i64, u16)) {
        let about = &self.slow.machine.program.variables[variable as usize];
        let value = about.fit(value);
        for holder in holders.iter().map(usize::from).filter(|&holder| holder < about.count) {
            number!(lane, usize::from(first) + holder) = value;
        }
    }

    /// Empties the cell that a register tells, if it tells one, and adds one to each cell further on, but not to those left out, as long
    /// as there is something left. Then the travel is that of the last seed.
    pub(super) fn sow(&mut self, lane: &mut Lane<W>, (first, from, way, except, variable): (N, N, u8, S, u16)) {
        let (machine, first) = (self.slow.machine, usize::from(first));
        let Some(from) = cell_of(number!(lane, from), self.rush.beside.len()) else { return };
        let except = set!(lane, except);
        let about = &machine.program.variables[variable as usize];
        let seeds = about.seen(number!(lane, first + usize::from(from)));
        let is_free = seeds <= FREE_SEEDS;
        number!(lane, first + usize::from(from)) = about.fit(0);
        let mut last = from;
        for _ in 0..seeds {
            let next = machine.further(last, u16::from(way), &except);
            let Some(next) = next.filter(|_| is_free || self.slow.scratch.spend(1)) else { break };
            last = next;
            let more = about.fit(about.seen(number!(lane, first + usize::from(last))) + 1);
            number!(lane, first + usize::from(last)) = more;
        }
        let names = &self.rush.registers.number_names;
        let bound = [(journey::ORIGIN, from), (journey::LANDING, last), (journey::WAY, u16::from(way))];
        for (name, value) in bound {
            if let Some(register) = names[name] {
                number!(lane, register) = i64::from(value);
            }
        }
    }
}

/// The members whose value, in so many registers from one on, compares so with a number.
#[inline]
pub(super) fn members_where<const W: usize>(lane: &Lane<W>, registers: (N, u8), how: Comparison, n: i64) -> Bits<W> {
    // Each comparison has a loop of its own, without branches.
    match how {
        Comparison::Less => members(lane, registers, |value| value < n),
        Comparison::AtMost => members(lane, registers, |value| value <= n),
        Comparison::AtLeast => members(lane, registers, |value| value >= n),
        Comparison::More => members(lane, registers, |value| value > n),
    }
}

/// The members for whose value, in so many registers from one on, something holds.
#[inline]
pub(super) fn members<const W: usize>(lane: &Lane<W>, (first, count): (N, u8), holds: impl Fn(i64) -> bool) -> Bits<W> {
    let values = lane.numbers[usize::from(first)..].iter().take(usize::from(count));
    let holds =
        values.zip(0_u32..).map(|(&value, member)| u64::from(holds(super::lane::value(value))) << (member & 63));
    let mut members = Bits::EMPTY;
    members.0[0] = holds.fold(0, |word, bit| word | bit);
    members
}

// A word holds the members of all that is held in registers.
const _: () = assert!(VALUES <= 64);
