//! The positions at the start of every turn, as keys.

/// How many chains there are for each sort of key.
const CHAINS: usize = 1024;

/// Keys of position and board at the start of every turn, where a rule asks for repetition.
///
/// Entries whose keys have the same last bits are a chain, the latest of them first: only these are looked at when it is asked
/// how often a key stands there.
#[derive(Debug, Default)]
pub struct History {
    entries: Vec<Entry>,
    /// For positions, then for boards: by last bits, the latest entry with such a key, the first one being number one; none as
    /// zero. Empty as long as there is no such key.
    latest: [Vec<u32>; 2],
}

/// A position that stood.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The keys of position and board; zero where nothing asks for it.
    keys: [u64; 2],
    /// The entry before it in the chain of each.
    before: [u32; 2],
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone(), latest: self.latest.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        if self.entries.is_empty() && other.entries.is_empty() {
            return;
        }
        self.entries.clone_from(&other.entries);
        self.latest.clone_from(&other.latest);
    }
}

impl History {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The keys of the latest entry: of the position, and of the board.
    pub fn last(&self) -> Option<(u64, u64)> {
        self.entries.last().map(|entry| (entry.keys[0], entry.keys[1]))
    }

    /// Adds an entry: the keys of position and board, zero where nothing asks for it. Yes if it is known that none before it has the
    /// key of its position.
    #[inline]
    pub fn push(&mut self, (position, board): (u64, u64)) -> bool {
        let keys = [position, board];
        let mut before = [0; 2];
        for (sort, &key) in keys.iter().enumerate().filter(|(_, key)| **key != 0) {
            let latest = &mut self.latest[sort];
            if latest.is_empty() {
                latest.resize(CHAINS, 0);
            }
            before[sort] = std::mem::replace(&mut latest[chain(key)], self.entries.len() as u32 + 1);
        }
        self.entries.push(Entry { keys, before });
        before[0] == 0 && position != 0
    }

    /// Drops all entries but the first so many.
    pub fn truncate(&mut self, len: usize) {
        for entry in self.entries.drain(len.min(self.entries.len())..).rev() {
            for (sort, &key) in entry.keys.iter().enumerate().filter(|(_, key)| **key != 0) {
                self.latest[sort][chain(key)] = entry.before[sort];
            }
        }
    }

    /// Whether so many of the latest entries have a key.
    pub fn has(&self, board: bool, key: u64, latest: usize, times: usize) -> bool {
        let sort = usize::from(board);
        let first = self.entries.len().saturating_sub(latest);
        let mut next = self.latest[sort].get(chain(key)).copied().unwrap_or(0) as usize;
        let mut left = times;
        while left > 0 && next > first {
            let entry = &self.entries[next - 1];
            left -= usize::from(entry.keys[sort] == key);
            next = entry.before[sort] as usize;
        }
        left == 0
    }
}

/// Which chain a key belongs to.
fn chain(key: u64) -> usize {
    key as usize % CHAINS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys of which many share their last bits, and some are zero.
    fn keys() -> impl Iterator<Item = (u64, u64)> {
        (0..400_u64).map(|n| (n * n % 7 * CHAINS as u64 + 5, n % 3 * (n % 5 + CHAINS as u64)))
    }

    #[test]
    fn what_stood_is_found_as_by_looking_at_all() {
        let (mut history, mut all): (History, Vec<(u64, u64)>) = Default::default();
        for (n, entry) in keys().enumerate() {
            let is_new = history.push(entry);
            assert!(!is_new || all.iter().all(|(position, _)| *position != entry.0));
            all.push(entry);
            if n % 50 == 49 {
                all.truncate(n / 2);
                history.truncate(n / 2);
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
        assert!(!History::default().push((0, 1)), "nothing is known of a position that nobody asks about");
        assert_eq!(history.last(), all.last().copied());
        assert_eq!(history.len(), all.len());
    }
}
