//! Positions as few words: of all that positions are compared by only the bits are kept in which some differ.
//!
//! A position tells a [`Hasher`] all that it is compared by. [`Words`] writes that down instead of making a number of it.
//! Most of these bits are the same in all positions of a game; [`Packing`] leaves them out. When a position comes that
//! differs elsewhere, more bits are kept from then on. So nothing is ever lost, and keys are equal only if positions are.

use std::hash::Hasher;

/// Everything that a value told a hasher.
#[derive(Clone, Debug, Default)]
pub struct Words(pub Vec<u64>);

impl Hasher for Words {
    fn finish(&self) -> u64 {
        unreachable!("nobody asks for a number")
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0.push(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.0.push(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.0.push(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.0.push(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0.push(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.0.push(word as u64);
    }
}

/// Bits of a word that lie side by side, and where they lie in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    word: usize,
    shift: u32,
    bits: u32,
    at: u32,
}

impl Run {
    fn ones(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }
}

/// Which bits of positions are kept.
#[derive(Clone, Debug, Default)]
pub struct Packing {
    /// The bits that are not kept; beyond it they are zero. Empty only as long as there is no position.
    base: Vec<u64>,
    /// The bits that are kept.
    mask: Vec<u64>,
    runs: Vec<Run>,
}

/// A word of a list that has zeros behind its end.
fn word(words: &[u64], at: usize) -> u64 {
    words.get(at).copied().unwrap_or(0)
}

impl Packing {
    /// How many bits are kept.
    pub fn bits(&self) -> u32 {
        self.runs.iter().map(|run| run.bits).sum()
    }

    /// How many words a key has.
    pub fn width(&self) -> usize {
        self.runs.last().map_or(0, |run| ((run.at + run.bits) as usize).div_ceil(64))
    }

    /// Writes the key of a position; no if it differs in bits that are not kept, or is the first of all.
    pub fn pack(&self, words: &[u64], key: &mut Vec<u64>) -> bool {
        key.clear();
        let n = words.len().max(self.base.len());
        if self.base.is_empty()
            || (0..n).any(|at| (word(words, at) ^ word(&self.base, at)) & !word(&self.mask, at) != 0)
        {
            return false;
        }
        key.resize(self.width(), 0);
        for run in &self.runs {
            key[run.at as usize / 64] |= (word(words, run.word) >> run.shift & run.ones()) << (run.at % 64);
        }
        true
    }

    /// What a key was made from, perhaps with zeros behind it.
    pub fn unpack(&self, key: &[u64]) -> Vec<u64> {
        let mut words: Vec<u64> = self.base.iter().zip(&self.mask).map(|(base, mask)| base & !mask).collect();
        for run in &self.runs {
            words[run.word] |= (key[run.at as usize / 64] >> (run.at % 64) & run.ones()) << run.shift;
        }
        words
    }

    /// Keeps the bits as well in which a position differs.
    pub fn widen(&mut self, words: &[u64]) {
        if self.base.is_empty() {
            self.base = words.to_vec();
        }
        let n = words.len().max(self.base.len()).max(1);
        self.base.resize(n, 0);
        self.mask.resize(n, 0);
        for (at, mask) in self.mask.iter_mut().enumerate() {
            *mask |= word(words, at) ^ self.base[at];
        }
        self.runs = runs(&self.mask);
    }
}

/// The stretches of a mask one behind the other, none of them over the end of a word of the key.
fn runs(mask: &[u64]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut at = 0;
    for (word, &mask) in mask.iter().enumerate() {
        let mut rest = mask;
        while rest != 0 {
            let shift = rest.trailing_zeros();
            let bits = (rest >> shift).trailing_ones().min(64 - at % 64);
            runs.push(Run { word, shift, bits, at });
            at += bits;
            rest &= !((u64::MAX >> (64 - bits)) << shift);
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bits_that_differ_are_kept_and_nothing_is_lost() {
        let mut packing = Packing::default();
        let lists: [&[u64]; 5] =
            [&[7, 1 << 40, 3], &[7, 1 << 41, 3], &[7, 1 << 40, 3, 5], &[7, u64::MAX, 3], &[7, u64::MAX, u64::MAX]];
        let mut key = Vec::new();
        for (n, list) in lists.iter().enumerate() {
            if !packing.pack(list, &mut key) {
                packing.widen(list);
                assert!(packing.pack(list, &mut key));
            }
            for list in &lists[..=n] {
                assert!(packing.pack(list, &mut key), "what was kept stays");
                let unpacked = packing.unpack(&key);
                assert_eq!(&unpacked[..list.len()], *list);
                assert!(unpacked[list.len()..].iter().all(|&word| word == 0));
            }
        }
        // The first word never differs, the second in 64 bits, the third in 62 (all but 3), the fourth in 2 (5 is 101).
        assert_eq!((packing.bits(), packing.width()), (64 + 62 + 2, 2));
    }

    #[test]
    fn a_first_position_of_zeros_is_told_from_others() {
        for zeros in [&[][..], &[0], &[0, 0]] {
            let (mut packing, mut first, mut second) = (Packing::default(), Vec::new(), Vec::new());
            packing.widen(zeros);
            packing.widen(&[0, 6]);
            assert!(packing.pack(zeros, &mut first) && packing.pack(&[0, 6], &mut second));
            assert_ne!(first, second);
        }
    }

    #[test]
    fn bits_lie_side_by_side_and_within_words() {
        let mask = [0b1011 << 2, 0, u64::MAX];
        let found: Vec<(usize, u32, u32, u32)> =
            runs(&mask).iter().map(|run| (run.word, run.shift, run.bits, run.at)).collect();
        assert_eq!(found, [(0, 2, 2, 0), (0, 5, 1, 2), (2, 0, 61, 3), (2, 61, 3, 64)]);
    }

    #[test]
    fn a_hasher_is_told_all_of_it() {
        use std::hash::Hash;
        let mut words = Words::default();
        ([1u64, 2].as_slice(), [3u16; 5].as_slice(), 4u8).hash(&mut words);
        let threes = 3 | 3 << 16 | 3 << 32 | 3 << 48;
        assert_eq!(words.0, [2, 1, 2, 5, threes, 3, 4]);
    }
}
