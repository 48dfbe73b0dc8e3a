//! The positions at the start of every turn, as keys.

use std::iter::successors;
use std::mem;

/// How many chains there are in a ledger.
pub const CHAINS: usize = 256;

/// How many marks there are in a ledger: so many that few chains have to be looked at.
pub const MARKS: usize = 4096;

/// So many positions lie where native code finds them; few games have more turns.
pub const ROOM: usize = 1024;

/// Keys of position and board at the start of every turn, where a rule asks for repetition.
#[derive(Debug, Default)]
pub struct History {
    /// How many positions stood.
    pub len: usize,
    /// The keys of the positions; none as long as all are zero.
    pub positions: Option<Box<Ledger>>,
    /// The keys of the boards; none as long as all are zero.
    pub boards: Option<Box<Ledger>>,
}

/// Keys in the order in which they came.
///
/// Entries whose keys have the same last bits are a chain, the latest of them first: only these are looked at when it is asked
/// how often a key stands there.
///
/// ```text
///   latest   [ 0 ][ 4 ][ 0 ][ 3 ] …          the number of the latest entry of each chain, none as zero
///                   │         │
///   entries  [ a1 ][ b3 ][ c3 ][ d1 ] …      numbers 1, 2, 3, 4: d1 came after a1, and c3 after b3
///
///
///   marks    [ ][ a‥ ][ ][ d‥ ][ c‥ + ] …    by some more last bits: a few bits of the latest such key, and whether there are others
/// ```
#[derive(Clone, Debug)]
pub struct Ledger {
    /// By the last bits of a key, more than tell its chain, the mark of the entries with such a key: so little lies near the processor.
    /// Nothing as zero.
    pub marks: [u8; MARKS],
    /// By the last bits of a key, the number of the latest entry with such a key, the first entry being number one; none as zero.
    pub latest: [u32; CHAINS],
    /// The first entries.
    pub entries: [Entry; ROOM],
    /// Those after them.
    more: Vec<Entry>,
}

/// A key that stood.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    /// The key.
    pub key: u64,
    /// The number of the entry before it in its chain; none as zero.
    pub before: u32,
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self { len: self.len, positions: self.positions.clone(), boards: self.boards.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.len = other.len;
        Ledger::take_over(&mut self.positions, other.positions.as_deref(), other.len);
        Ledger::take_over(&mut self.boards, other.boards.as_deref(), other.len);
    }
}

impl History {
    /// The keys of the latest entry: of the position, and of the board.
    pub fn last(&self) -> Option<(u64, u64)> {
        let latest = self.len.checked_sub(1)?;
        let key = |ledger: &Option<Box<Ledger>>| ledger.as_ref().map_or(0, |ledger| ledger.entry(latest).key);
        Some((key(&self.positions), key(&self.boards)))
    }

    /// Adds an entry: the keys of position and board, zero where nothing asks for it. Yes if it is known that none before it has the
    /// key of its position.
    #[inline]
    pub fn push(&mut self, (position, board): (u64, u64)) -> bool {
        let is_new = Ledger::push(&mut self.positions, self.len, position);
        Ledger::push(&mut self.boards, self.len, board);
        self.len += 1;
        is_new
    }

    /// How many bytes it holds.
    pub fn bytes(&self) -> usize {
        let ledgers = [&self.positions, &self.boards].into_iter().flatten();
        ledgers.map(|ledger| size_of::<Ledger>() + size_of_val(&ledger.more[..])).sum()
    }

    /// Drops all entries but the first so many.
    pub fn truncate(&mut self, len: usize) {
        for ledger in [&mut self.positions, &mut self.boards].into_iter().flatten() {
            (len..self.len).rev().for_each(|place| ledger.take_back(place));
        }
        self.len = self.len.min(len);
    }

    /// Whether so many of the latest entries have a key.
    pub fn has(&self, board: bool, key: u64, latest: usize, times: usize) -> bool {
        let Some(ledger) = (if board { &self.boards } else { &self.positions }) else { return times == 0 };
        let first = self.len.saturating_sub(latest);
        let chain = ledger.numbered_from(ledger.latest[chain(key)]).take_while(|(number, _)| *number as usize > first);
        chain.filter(|(_, entry)| entry.key == key).take(times).count() == times
    }
}

impl Ledger {
    /// One without entries.
    fn blank() -> Box<Self> {
        Box::new(Self { marks: [0; MARKS], latest: [0; CHAINS], entries: [Entry::default(); ROOM], more: Vec::new() })
    }

    fn entry(&self, place: usize) -> &Entry {
        self.entries.get(place).unwrap_or_else(|| &self.more[place - ROOM])
    }

    /// The entries of a chain from the one with a number on, with their numbers.
    fn numbered_from(&self, number: u32) -> impl Iterator<Item = (u32, &Entry)> {
        let entry = |number: u32| number.checked_sub(1).map(|place| (number, self.entry(place as usize)));
        successors(entry(number), move |(_, after)| entry(after.before))
    }

    /// The mark with a number, as far as a chain from the entry with another number on says it.
    fn mark_from(&self, number: u32, place: usize) -> u8 {
        let keys = self.numbered_from(number).map(|(_, entry)| entry.key);
        let mut alike = keys.filter(|&key| marked(key) == place);
        alike.next().map_or(0, |latest| mark(latest, alike.next().is_some()))
    }

    /// Adds a key at a place, behind which there is none. Yes if it is known that the same was not there before.
    #[inline]
    fn push(ledger: &mut Option<Box<Self>>, place: usize, key: u64) -> bool {
        if key == 0 && ledger.is_none() {
            return false;
        }
        let ledger = ledger.get_or_insert_with(Self::blank);
        let before = mem::replace(&mut ledger.latest[chain(key)], place as u32 + 1);
        let known = &mut ledger.marks[marked(key)];
        let is_new = is_new(*known, key);
        *known = mark(key, *known != 0);
        let entry = Entry { key, before };
        match ledger.entries.get_mut(place) {
            Some(free) => *free = entry,
            None => {
                ledger.more.resize(place - ROOM, Entry::default());
                ledger.more.push(entry);
            }
        }
        is_new
    }

    /// Takes back the entry at a place, which is the last.
    fn take_back(&mut self, place: usize) {
        let Entry { key, before } = *self.entry(place);
        self.latest[chain(key)] = before;
        self.marks[marked(key)] = self.mark_from(before, marked(key));
        self.more.truncate(place.saturating_sub(ROOM));
    }

    /// Becomes as another one with so many entries.
    fn take_over(ledger: &mut Option<Box<Self>>, other: Option<&Self>, len: usize) {
        match (other, &mut *ledger) {
            (None, Some(ledger)) if len == 0 => (ledger.marks, ledger.latest) = ([0; MARKS], [0; CHAINS]),
            (None, _) => *ledger = None,
            (Some(other), Some(ledger)) => {
                let len = len.min(ROOM);
                (ledger.marks, ledger.latest) = (other.marks, other.latest);
                ledger.entries[..len].copy_from_slice(&other.entries[..len]);
                ledger.more.clone_from(&other.more);
            }
            (Some(other), None) => *ledger = Some(Box::new(other.clone())),
        }
    }
}

/// Which chain a key belongs to.
fn chain(key: u64) -> usize {
    key as usize % CHAINS
}

/// Which mark tells of a key.
fn marked(key: u64) -> usize {
    key as usize % MARKS
}

/// The bits of a mark that say which key the latest is.
pub const OF_KEY: u8 = 0x7e;
/// The lowest bits of a key say which mark tells of it, so that has its highest.
pub const MARKED: u32 = 56;
/// The bit of a mark that there is an entry.
pub const ONE: u8 = 1;
/// The bit of a mark that there is more than the latest.
pub const SEVERAL: u8 = 0x80;

/// The mark of entries the latest of which has a key, with others before it or none.
fn mark(key: u64, has_others: bool) -> u8 {
    (key >> MARKED) as u8 & OF_KEY | ONE | if has_others { SEVERAL } else { 0 }
}

/// Whether a key surely never stood, as the mark says that tells of it.
///
/// ```text
///   crossed with the mark of the key alone:   0          the same, so it may stand there
///                                             1 … 7f     nothing, or one other
///                                             80 …       several, of which more would have to be asked
/// ```
fn is_new(known: u8, key: u64) -> bool {
    (1..SEVERAL).contains(&(known ^ mark(key, false)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::SplitMix64;

    /// Keys of which many share their last bits, and some are zero.
    fn keys() -> impl Iterator<Item = (u64, u64)> {
        (0..2 * ROOM as u64 + 400).map(|n| (n * n % 7 * CHAINS as u64 + 5, n % 3 * (n % 5 + MARKS as u64)))
    }

    #[test]
    fn what_stood_is_found_as_by_looking_at_all() {
        let (mut history, mut all): (History, Vec<(u64, u64)>) = Default::default();
        for (n, entry) in keys().enumerate() {
            let is_new = history.push(entry);
            assert!(!is_new || all.iter().all(|(position, _)| *position != entry.0));
            all.push(entry);
            if n % 50 == 49 {
                all.truncate(n - 20);
                history.truncate(n - 20);
            }
            if n % 9 != 0 {
                continue;
            }
            let mut copy = History::default();
            copy.clone_from(&history);
            for (latest, times) in [(usize::MAX, 1), (usize::MAX, 3), (20, 2), (3, 1), (0, 1)] {
                let of = |entry: &(u64, u64), board: bool| if board { entry.1 } else { entry.0 };
                for board in [false, true].into_iter().filter(|&board| of(&entry, board) != 0) {
                    let key = of(&entry, board);
                    let count = all.iter().rev().take(latest).filter(|entry| of(entry, board) == key).count();
                    assert_eq!(copy.has(board, key, latest, times), count >= times, "{key:x} {latest} {times}");
                }
            }
        }
        assert_eq!(history.last(), all.last().copied());
        assert_eq!(history.len, all.len());
        history.truncate(0);
        // Of keys that look like chance nearly all are known to be new, again when all others were taken back.
        let mut mixer = SplitMix64(1);
        let n_new = (0..1000).filter(|_| history.push((mixer.bits(), 0))).count();
        assert!((850..1000).contains(&n_new), "{n_new} of 1000");
        assert!(!History::default().push((0, 1)), "nothing is known of a position that nobody asks about");
    }
}
