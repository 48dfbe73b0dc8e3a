//! The constant sets of a program.

use crate::rules::types::Set;

use super::node::SetId;

/// Constant sets, each with the same number of words.
#[derive(Clone, Debug)]
pub struct Pool {
    /// The words of one set.
    pub width: usize,
    /// The words of all sets, one after the other.
    pub words: Vec<u64>,
}

impl Pool {
    /// A pool of sets with so many words.
    pub fn new(width: usize) -> Self {
        Self { width, words: Vec::new() }
    }

    /// Adds a set; an equal one is not kept twice.
    pub fn add(&mut self, members: Vec<u16>) -> SetId {
        let words = self.words_of(members);
        match self.words.chunks(self.width).position(|known| known == words) {
            Some(known) => known as SetId,
            None => self.append(&words),
        }
    }

    /// Adds several sets one after the other and gives the number of the first.
    pub fn add_all(&mut self, sets: impl IntoIterator<Item = Set>) -> SetId {
        let first = (self.words.len() / self.width) as SetId;
        for set in sets {
            let mut words = set.words().to_vec();
            words.resize(self.width, 0);
            self.append(&words);
        }
        first
    }

    fn append(&mut self, words: &[u64]) -> SetId {
        self.words.extend(words);
        (self.words.len() / self.width) as SetId - 1
    }

    fn words_of(&self, members: Vec<u16>) -> Vec<u64> {
        let mut words = vec![0; self.width];
        for member in members {
            if let Some(word) = words.get_mut(member as usize / 64) {
                *word |= 1 << (member % 64);
            }
        }
        words
    }

    /// A set of the pool.
    pub fn set(&self, number: SetId) -> Set {
        Set::of_words(&self.words[number as usize * self.width..(number as usize + 1) * self.width])
    }
}
