//! Keys of positions.

use std::hash::{Hash, Hasher};

/// Makes 64 bits of whatever is hashed: quick, and spread well enough for a table.
///
/// # Source
/// Folded multiplication, as in Wang Yi's wyhash, <https://github.com/wangyi-fudan/wyhash>.
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionHasher(u64);

/// What tells a position from others, as far as 64 bits can.
pub fn mark(position: &impl Hash) -> u64 {
    let mut hasher = PositionHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}

impl PositionHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x2d35_8dcc_aa6c_78a5) * 0x8bb8_4b93_962e_acc9;
        self.0 = (product >> 64) as u64 ^ product as u64 ^ self.0.rotate_left(23);
    }
}

impl Hasher for PositionHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            let mut eight = [0; 8];
            eight.copy_from_slice(word);
            self.mix(u64::from_le_bytes(eight));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut eight = [0; 8];
            eight[..rest.len()].copy_from_slice(rest);
            self.mix(u64::from_le_bytes(eight) ^ (rest.len() as u64) << 56);
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[inline]
    fn write_u128(&mut self, words: u128) {
        self.mix(words as u64);
        self.mix((words >> 64) as u64);
    }
}
