//! What pieces remember with more values than yes and no: a byte for each cell, or a plane for each bit.
//!
//! ```text
//!   bytes of the cells:  3 0 1 2      plane of the first bit:   1 0 1 0
//!                                     plane of the second bit:  1 0 0 1
//! ```

use crate::program::node::NOTHING;
use crate::program::{Place, Program, Variable, Width, size};
use crate::rules::types::Type;

use super::bits::Bits;

/// The most bits of what a piece remembers in one variable.
pub const BITS: u8 = 6;

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

/// How a value of a variable lies in a byte; none is zero.
pub fn raw(variable: &Variable, value: i64) -> u64 {
    match variable.place {
        Place::Scalars(_, Width::Byte(bias)) if value != NOTHING => value.wrapping_sub(bias) as u64 & 0xff,
        _ => 0,
    }
}

/// The value that lies so in a byte.
pub fn value_of_raw(variable: &Variable, raw: u64) -> i64 {
    match variable.place {
        Place::Scalars(_, Width::Byte(bias)) if raw != 0 => raw as i64 + bias,
        _ => NOTHING,
    }
}

/// How many bits hold the values of a variable of pieces, if they are few.
pub fn bits_of(program: &Program, variable: &Variable) -> Option<u8> {
    let last = match variable.ty {
        Type::Number(_, last) => last,
        Type::One(domain) => size(&program.rules, domain) as i64 - 1,
        _ => return None,
    };
    let largest = raw(variable, last);
    let bits = (u64::BITS - largest.leading_zeros()) as u8;
    (1..=BITS).contains(&bits).then_some(bits)
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
