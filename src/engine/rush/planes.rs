//! What pieces remember with more values than yes and no: a plane for each bit, as [`crate::engine::planes`] says.

use crate::engine::bits::Bits;
use crate::engine::planes::{raw, value_of_raw};
use crate::program::node::NOTHING;

use super::lane::{Lane, set};
use super::registers::Held;
use super::run::Runner;

impl<const W: usize> Runner<'_, W> {
    fn planes(&self, variable: u16) -> (u8, u8) {
        match self.rush.registers.variables[variable as usize] {
            Held::Bits(first, bits) => (first, bits),
            _ => (0, 0),
        }
    }

    /// What the piece on a cell remembers.
    pub(super) fn recalled(&self, lane: &Lane<W>, cell: i64, variable: u16) -> i64 {
        let about = &self.slow.machine.program.variables[variable as usize];
        let (first, bits) = self.planes(variable);
        let held = u16::try_from(cell)
            .map_or(0, |cell| (0..bits).map(|bit| u64::from(set!(lane, first + bit).contains(cell)) << bit).sum());
        about.seen(value_of_raw(about, held))
    }

    /// Lets pieces on cells remember a value.
    pub(super) fn remember_value(&self, lane: &mut Lane<W>, cells: Bits<W>, (value, variable): (i64, u16)) {
        let about = &self.slow.machine.program.variables[variable as usize];
        let registers = &self.rush.registers;
        let kinds = (0_u32..).zip(&registers.kinds).filter(|(kind, _)| about.kinds >> kind & 1 == 1);
        let owning = kinds.fold(Bits::EMPTY, |all, (_, &kind)| all | set!(lane, kind));
        let cells = cells & owning & set!(lane, registers.occupied);
        let held = raw(about, about.fit(value));
        let (first, bits) = self.planes(variable);
        for bit in 0..bits {
            match held >> bit & 1 {
                1 => set!(lane, first + bit) |= cells,
                _ => set!(lane, first + bit) -= cells,
            }
        }
    }
}

/// What a list tells for two numbers: so many for each first one, the last of them for every second number that is none of
/// these; none if the first is none.
pub fn look_for_two(list: &[i64], (one, other): (i64, i64), width: i64) -> i64 {
    let other = if (0..width).contains(&other) { other } else { width - 1 };
    let place = one.checked_mul(width).and_then(|place| place.checked_add(other));
    place.and_then(|place| list.get(usize::try_from(place).ok()?).copied()).unwrap_or(NOTHING)
}
