//! A set of keys that is emptied at once.
//!
//! ```text
//!   slots   [a, 7][    ][b, 6][c, 7][    ] …     the seventh time that it is filled: a and c are members, b was one before
//! ```
//!
//! A key lies in the first free slot from that on which its last bits tell. What was entered before the set was emptied counts as
//! free, so nothing is written to empty it. At most half of the slots are taken, so few of them are looked at.

/// How many slots there are first.
const FIRST: usize = 16;

/// A place for a key.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    /// How often the set had been emptied when the key came, and one more.
    filling: u32,
}

/// A set of keys, whose bits look like chance.
#[derive(Clone, Debug)]
pub struct KeySet {
    /// As many as a power of two.
    slots: Vec<Slot>,
    filling: u32,
    len: usize,
}

impl Default for KeySet {
    fn default() -> Self {
        Self { slots: vec![Slot::default(); FIRST], filling: 1, len: 0 }
    }
}

impl KeySet {
    /// Adds a key; whether it was not there.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        let last = self.slots.len() - 1;
        let mut place = key as usize & last;
        while self.slots[place].filling == self.filling {
            if self.slots[place].key == key {
                return false;
            }
            place = (place + 1) & last;
        }
        self.slots[place] = Slot { key, filling: self.filling };
        self.len += 1;
        if 2 * self.len > last {
            self.grow();
        }
        true
    }

    /// Takes out all keys.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
        self.filling = self.filling.checked_add(1).unwrap_or_else(|| {
            self.slots.fill(Slot::default());
            1
        });
    }

    #[cold]
    fn grow(&mut self) {
        let twice = vec![Slot::default(); 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, twice);
        let filling = std::mem::replace(&mut self.filling, 1);
        self.len = 0;
        for slot in old.into_iter().filter(|slot| slot.filling == filling) {
            self.insert(slot.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::rng::SplitMix64;

    /// So many keys with few last bits, so that they meet, and some of them twice.
    fn keys(seed: u64, n: usize) -> impl Iterator<Item = u64> {
        let mut bits = SplitMix64(seed);
        (0..n).map(move |_| bits.bits() & 0xff0f)
    }

    #[test]
    fn what_was_entered_is_known_until_it_is_emptied() {
        let mut set = KeySet::default();
        for seed in 0..40 {
            let mut known = HashSet::new();
            for key in keys(seed, 1 << (seed % 11)) {
                assert_eq!(set.insert(key), known.insert(key), "{key}, filling {seed}");
            }
            set.clear();
        }
    }

    #[test]
    fn what_was_entered_long_ago_is_not_known() {
        let mut set = KeySet { filling: u32::MAX, ..KeySet::default() };
        assert!(set.insert(7) && !set.insert(7));
        set.clear();
        assert!(set.insert(7) && !set.insert(7));
        assert_eq!(set.filling, 1);
    }
}
