//! What native code calls: the source of random numbers, and the search for the bit of a word with a number.

use crate::engine::bits::select;

/// Where random numbers come from, for native code.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// A function that is called with what follows and a number, and gives a number below that.
    below: *const (),
    /// What it is called with.
    of: *mut (),
}

impl Source {
    /// No source yet.
    pub const NONE: Self = Self { below: std::ptr::null(), of: std::ptr::null_mut() };
    /// Where the function lies in it.
    pub const BELOW: usize = std::mem::offset_of!(Self, below);
    /// Where that lies which it is called with.
    pub const OF: usize = std::mem::offset_of!(Self, of);

    /// The source that a function is.
    #[inline]
    pub fn of<F: FnMut(u64) -> u64>(below: &mut F) -> Self {
        let call: extern "C" fn(&mut F, u64) -> u64 = below_by::<F>;
        Self { below: call as *const (), of: std::ptr::from_mut(below).cast() }
    }
}

/// A number below another, as native code asks for it.
extern "C" fn below_by<F: FnMut(u64) -> u64>(source: &mut F, n: u64) -> u64 {
    source(n)
}

/// Where the function lies that gives the place of the bit of a word with so many set bits below it; there must be such a
/// bit.
pub fn select_address() -> usize {
    #[cfg(target_arch = "x86_64")]
    if crate::engine::rush::instructions::Instructions::of_this_processor().is_some() {
        return select_by_instruction as *const () as usize;
    }
    select_by_words as *const () as usize
}

extern "C" fn select_by_words(word: u64, n: u64) -> u64 {
    u64::from(select(word, n as u32))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2")]
extern "C" fn select_by_instruction(word: u64, n: u64) -> u64 {
    u64::from(std::arch::x86_64::_pdep_u64(1 << (n & 63), word).trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_find_a_bit_agree() {
        let words = std::iter::successors(Some(0x9e37_79b9_7f4a_7c15_u64), |word| Some(word.wrapping_mul(*word | 5)));
        for word in words.take(100).chain([1, 1 << 63, u64::MAX]) {
            let places: Vec<u64> = (0..64).filter(|place| word >> place & 1 == 1).collect();
            for (n, &place) in places.iter().enumerate() {
                assert_eq!(select_by_words(word, n as u64), place, "{word:x}");
            }
        }
    }
}
