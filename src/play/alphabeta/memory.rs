//! What a player remembers between two decisions: what positions were worth, and which changes were good.

use std::sync::atomic::{AtomicU64, Ordering};

use super::order::Order;

/// The bytes of what is remembered, unless more or less is asked for.
pub const USUAL_BYTES: usize = 24 << 20;

/// A table has room for so many positions at first where only the time is limited.
const USUAL: u64 = 1 << 20;

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

    /// Forgets everything.
    pub fn forget(&mut self) {
        *self = Self::of(self.table.most * SLOT);
    }

    /// A search of so many positions begins: what is older may be forgotten first.
    pub(super) fn begin(&mut self, positions: u64) {
        self.table.make_room(positions.min(USUAL));
        self.table.age = self.table.age.wrapping_add(1);
        self.order.fade();
    }
}

/// What the score of a position is to be compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact = 0,
    /// The score is at least this.
    Least = 1,
    /// The score is at most this.
    Most = 2,
}

/// The number of no option.
pub const NO_OPTION: u32 = u32::MAX;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The change that was best.
    pub change: u64,
    /// The number of the option that made it, among those that
    /// [`Game::find_likely_options`](crate::game::Game::find_likely_options) found; [`NO_OPTION`] if others were found.
    pub option: u32,
    /// The score of who decides; certain ones count from this position on.
    pub score: i32,
    /// How deep was looked; 0 if only beyond the horizon.
    pub depth: i16,
    /// What the score means.
    pub bound: Bound,
    /// Whether all was played out to its end, so that a deeper look would find nothing else.
    pub is_final: bool,
}

/// The words of a place: the key mixed with the others, the change, option and score, and the rest. Threads write them one
/// by one, so what two threads wrote at a time is known by a key that does not fit.
///
/// # Source
/// R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search", ICGA Journal 25, 2002.
type Slot = [AtomicU64; 4];

/// The bytes of a place.
const SLOT: usize = size_of::<Slot>();

/// Positions by key. Two places for each: the deeper one stays while it is young. Threads may share it.
#[derive(Debug, Default)]
pub struct Table {
    slots: Vec<Slot>,
    most: usize,
    age: u8,
}

impl Clone for Table {
    fn clone(&self) -> Self {
        let copied = |slot: &Slot| slot.each_ref().map(|word| AtomicU64::new(word.load(Ordering::Relaxed)));
        Self { slots: self.slots.iter().map(copied).collect(), most: self.most, age: self.age }
    }
}

/// A table begins with so many places.
const FIRST: usize = 1 << 10;

impl Table {
    fn of(bytes: usize) -> Self {
        let most = (bytes / SLOT).max(FIRST);
        // A power of two, rounded down.
        Self { slots: empty(FIRST), most: 1 << most.ilog2(), age: 0 }
    }

    /// Makes room for so many positions, as far as its bytes go. What it had is forgotten when it grows.
    pub fn make_room(&mut self, positions: u64) {
        let wanted = usize::try_from(positions).unwrap_or(usize::MAX).min(self.most).next_power_of_two().min(self.most);
        if wanted > self.slots.len() {
            self.slots = empty(wanted);
        }
    }

    /// Where a position lies: one of two places.
    fn place(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1) & !1
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let place = self.place(key);
        self.slots[place..place + 2].iter().find_map(|slot| {
            let [mixed, change, moved, rest] = read(slot);
            (mixed ^ change ^ moved ^ rest == key && rest != 0).then(|| unpacked(change, moved, rest))
        })
    }

    /// Remembers what is known of a position.
    pub fn put(
        &self,
        key: u64,
        (change, option): (u64, u32),
        score: i32,
        (depth, is_final): (i32, bool),
        bound: Bound,
    ) {
        let depth = depth.clamp(0, 1000) as u64;
        let rest = depth | (bound as u64) << 16 | u64::from(is_final) << 24 | u64::from(self.age) << 32 | USED;
        let moved = u64::from(option) << 32 | u64::from(score as u32);
        let place = self.place(key);
        let worth = |slot: &Slot| {
            let [mixed, change, moved, rest] = read(slot);
            match rest {
                0 => -2,
                _ if mixed ^ change ^ moved ^ rest == key => -1,
                _ => i64::from(rest as u16) + if (rest >> 32) as u8 == self.age { 100 } else { 0 },
            }
        };
        let worths = [worth(&self.slots[place]), worth(&self.slots[place + 1])];
        let own = worths.iter().position(|&worth| worth == -1);
        let at = place + own.unwrap_or_else(|| usize::from(worths[0] > worths[1]));
        let words = [key ^ change ^ moved ^ rest, change, moved, rest];
        self.slots[at].iter().zip(words).for_each(|(slot, word)| slot.store(word, Ordering::Relaxed));
    }
}

/// Marks a place that holds something.
const USED: u64 = 1 << 63;

fn empty(places: usize) -> Vec<Slot> {
    (0..places).map(|_| Slot::default()).collect()
}

fn read(slot: &Slot) -> [u64; 4] {
    slot.each_ref().map(|word| word.load(Ordering::Relaxed))
}

fn unpacked(change: u64, moved: u64, rest: u64) -> Entry {
    let bound = match rest >> 16 & 0xff {
        0 => Bound::Exact,
        1 => Bound::Least,
        _ => Bound::Most,
    };
    Entry {
        change,
        option: (moved >> 32) as u32,
        score: moved as u32 as i32,
        depth: rest as u16 as i16,
        bound,
        is_final: rest >> 24 & 1 == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::WON;
    use super::*;

    #[test]
    fn the_deeper_of_two_stays() {
        let table = Table::of(0);
        let size = table.slots.len() as u64;
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
    fn what_is_put_is_had_back() {
        let table = Table::of(0);
        assert!(table.get(0).is_none(), "nothing is known at first");
        table.put(0, (u64::MAX, 7), -WON, (1000, true), Bound::Most);
        let entry = table.get(0).unwrap();
        assert_eq!((entry.change, entry.option, entry.score), (u64::MAX, 7, -WON));
        assert_eq!((entry.depth, entry.bound, entry.is_final), (1000, Bound::Most, true));
    }

    #[test]
    fn what_two_wrote_at_a_time_is_not_taken_for_anything() {
        let table = Table::of(0);
        table.put(2, (5, 0), 10, (3, false), Bound::Exact);
        // Another thread has written the score of another position there in between.
        table.slots[2][2].store(99, Ordering::Relaxed);
        assert!(table.get(2).is_none());
    }

    #[test]
    fn memory_is_bounded() {
        let mut table = Table::of(1 << 20);
        table.make_room(u64::MAX);
        assert!(table.slots.len() * SLOT <= 1 << 20);
        assert!(table.slots.len() * SLOT > 1 << 18);
    }
}
