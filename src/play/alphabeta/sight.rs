//! What positions were found to be worth, so that one that is come to again is not weighed again.

use super::Weighed;

/// So many positions at most.
const MOST: u64 = 1 << 15;

/// What is seen of the pieces of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sight {
    /// What the position is worth to the first player, and what marks it.
    pub weighed: Weighed,
    /// How many pieces who decides has that are worth more than the cheapest, where that is counted.
    pub n_heavy: usize,
}

/// Positions by key, one place for each: the last one stays.
#[derive(Debug)]
pub struct Sighted {
    places: Vec<(u64, Sight)>,
}

impl Sighted {
    /// For a search of so many positions.
    pub fn new(positions: u64) -> Self {
        let n = positions.clamp(1, MOST).next_power_of_two();
        Self { places: vec![(0, Sight::default()); n as usize] }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }

    /// What was seen of a position, if it is still known.
    pub fn get(&self, key: u64) -> Option<Sight> {
        let (known, sight) = self.places[self.place(key)];
        (known == key && key != 0).then_some(sight)
    }

    /// Remembers what was seen of a position.
    pub fn put(&mut self, key: u64, sight: Sight) {
        let place = self.place(key);
        self.places[place] = (key, sight);
    }
}
