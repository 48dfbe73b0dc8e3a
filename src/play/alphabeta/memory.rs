//! What a player remembers between two decisions: what positions were worth, and which changes were good.

use super::order::Order;

/// The bytes of what is remembered, unless more or less is asked for.
pub const USUAL_BYTES: usize = 24 << 20;

/// What a player remembers.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(super) table: Table,
    pub(super) order: Order,
}

impl Default for Memory {
    fn default() -> Self {
        Self::of(USUAL_BYTES)
    }
}

impl Memory {
    /// A memory of so many bytes at most.
    pub fn of(bytes: usize) -> Self {
        Self { table: Table::of(bytes), order: Order::default() }
    }

    /// A search begins: what is older may be forgotten first.
    pub(super) fn begin(&mut self) {
        self.table.age = self.table.age.wrapping_add(1);
        self.order.fade();
    }
}

/// What the score of a position is to be compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    Least,
    /// The score is at most this.
    Most,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// The change that was best.
    pub change: u64,
    /// The number of the option that made it, among those that [`Game::find_options`](crate::game::Game::find_options)
    /// found.
    pub option: u32,
    /// The score of who decides; certain ones count from this position on.
    pub score: i32,
    /// How deep was looked.
    pub depth: i16,
    /// What the score means.
    pub bound: Bound,
    /// Whether all was played out to its end, so that a deeper look would find nothing else.
    pub is_final: bool,
    age: u8,
}

/// Positions by key. Two places for each: the deeper one stays while it is young.
#[derive(Clone, Debug)]
pub struct Table {
    entries: Vec<Option<Entry>>,
    most: usize,
    age: u8,
}

/// A table begins with so many places.
const FIRST: usize = 1 << 10;

impl Table {
    fn of(bytes: usize) -> Self {
        let most = (bytes / size_of::<Option<Entry>>()).max(FIRST);
        // A power of two, rounded down.
        Self { entries: vec![None; FIRST], most: 1 << most.ilog2(), age: 0 }
    }

    /// Makes room for so many positions, as far as its bytes go. What it had is forgotten when it grows.
    pub fn make_room(&mut self, positions: u64) {
        let wanted = usize::try_from(positions).unwrap_or(usize::MAX).min(self.most).next_power_of_two().min(self.most);
        if wanted > self.entries.len() {
            self.entries = vec![None; wanted];
        }
    }

    /// Where a position lies: one of two places.
    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1) & !1
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let place = self.place(key);
        self.entries[place..place + 2].iter().flatten().find(|entry| entry.key == key).copied()
    }

    /// Remembers what is known of a position.
    pub fn put(
        &mut self,
        key: u64,
        (change, option): (u64, u32),
        score: i32,
        (depth, is_final): (i32, bool),
        bound: Bound,
    ) {
        let depth = depth.clamp(0, 1000) as i16;
        let entry = Entry { key, change, option, score, depth, bound, is_final, age: self.age };
        let (place, age) = (self.place(key), self.age);
        let worth = |old: &Option<Entry>| match old {
            None => -2,
            Some(old) if old.key == key => -1,
            Some(old) => i32::from(old.depth) + if old.age == age { 100 } else { 0 },
        };
        let pair = &mut self.entries[place..place + 2];
        let own = pair.iter().position(|old| old.is_some_and(|old| old.key == key));
        let at = own.unwrap_or_else(|| usize::from(worth(&pair[0]) > worth(&pair[1])));
        pair[at] = Some(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deeper_of_two_stays() {
        let mut table = Table::of(0);
        let size = table.entries.len() as u64;
        // All of these keys have the same two places.
        let key = |n: u64| n * size;
        table.put(key(1), (7, 0), 10, (9, false), Bound::Exact);
        table.put(key(2), (7, 0), 20, (3, false), Bound::Least);
        table.put(key(3), (7, 0), 30, (5, false), Bound::Most);
        let score = |table: &Table, n| table.get(key(n)).map(|entry| entry.score);
        assert_eq!([score(&table, 1), score(&table, 2), score(&table, 3)], [Some(10), None, Some(30)]);
        table.put(key(1), (7, 0), 11, (1, false), Bound::Exact);
        assert_eq!(score(&table, 1), Some(11), "what is known of the same position is what was found last");
    }

    #[test]
    fn memory_is_bounded() {
        let mut table = Table::of(1 << 20);
        table.make_room(u64::MAX);
        assert!(table.entries.len() * size_of::<Option<Entry>>() <= 1 << 20);
        assert!(table.entries.len() * size_of::<Option<Entry>>() > 1 << 18);
    }
}
