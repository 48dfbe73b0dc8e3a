//! What native code calls: the search for the bit of a word with a number.

use cranelift_codegen::isa::CallConv;

use crate::engine::bits::select;

/// Where the function lies that gives the bit of a word with so many set bits below it, alone, and how it is called, if not as
/// others are; there must be such a bit.
pub fn select_function(otherwise: CallConv) -> (usize, CallConv) {
    #[cfg(target_arch = "x86_64")]
    if crate::engine::rush::instructions::Instructions::of_this_processor().is_some() {
        return (select_by_instruction as *const () as usize, CallConv::WindowsFastcall);
    }
    (select_by_words as *const () as usize, otherwise)
}

extern "C" fn select_by_words(word: u64, n: u64) -> u64 {
    1 << select(word, n as u32)
}

/// Called as Windows calls functions: that leaves two registers more as they are.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2")]
extern "win64" fn select_by_instruction(word: u64, n: u64) -> u64 {
    std::arch::x86_64::_pdep_u64(1 << (n & 63), word)
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
                assert_eq!(select_by_words(word, n as u64), 1 << place, "{word:x}");
            }
        }
    }
}
