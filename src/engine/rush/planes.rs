//! What pieces remember with more values than yes and no: a plane for each bit.
//!
//! ```text
//!   bytes of the cells:  3 0 1 2      plane of the first bit:   1 0 1 0
//!                                     plane of the second bit:  1 0 0 1
//! ```

use crate::engine::bits::Bits;
use crate::program::node::NOTHING;

use super::lane::{Lane, set};
use super::registers::{Held, raw, value_of_raw};
use super::run::Runner;

/// The first bit of each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Takes the bits of bytes into planes.
pub fn load<const W: usize>(planes: &mut [Bits<W>], words: &[u64]) {
    for (bit, plane) in planes.iter_mut().enumerate() {
        *plane = Bits::EMPTY;
        for (number, &word) in words.iter().enumerate() {
            // Each byte's bit goes to its place in the last byte; no two meet on the way.
            let byte = ((word >> bit & ONES).wrapping_mul(0x0102_0408_1020_4080)) >> 56;
            plane.0[number / 8] |= byte << (number % 8 * 8);
        }
    }
}

/// Writes planes as the bits of bytes.
pub fn store<const W: usize>(planes: &[Bits<W>], words: &mut [u64]) {
    for (number, word) in words.iter_mut().enumerate() {
        *word = 0;
        for (bit, plane) in planes.iter().enumerate() {
            let byte = plane.0[number / 8] >> (number % 8 * 8) & 0xff;
            // One bit in each byte, wherever it is there, becomes the first.
            let spread = byte.wrapping_mul(ONES) & 0x8040_2010_0804_0201;
            let ones = (spread + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & ONES;
            *word |= ones << bit;
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_planes_tell_the_same() {
        let words = [0x0302_0100_1f00_0102, 0x0000_0000_0000_0005];
        let mut planes = [Bits::<1>::EMPTY; 5];
        load(&mut planes, &words);
        // By hand: the bytes of the cells are 2, 1, 0, 31, 0, 1, 2, 3, 5.
        let cells = |bits: &[u16]| bits.iter().copied().collect::<Bits<1>>();
        assert_eq!(planes[0], cells(&[1, 3, 5, 7, 8]));
        assert_eq!(planes[1], cells(&[0, 3, 6, 7]));
        assert_eq!(planes[2], cells(&[3, 8]));
        assert_eq!(planes[4], cells(&[3]));
        let mut again = [!0; 2];
        store(&planes, &mut again);
        assert_eq!(again, words);
    }
}
