//! The positions at the start of every turn, as keys.

/// How many counts there are for each sort of key.
const COUNTS: usize = 2048;

/// Keys of position and board at the start of every turn, where a rule asks for repetition.
#[derive(Debug, Default)]
pub struct History {
    entries: Vec<(u64, u64)>,
    /// How many keys there are with the same last bits: positions, then boards. No more is counted than a byte holds.
    counts: Vec<u8>,
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone(), counts: self.counts.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        if self.entries.is_empty() && other.entries.is_empty() {
            return;
        }
        self.entries.clone_from(&other.entries);
        self.counts.clone_from(&other.counts);
    }
}

impl History {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The latest entry.
    pub fn last(&self) -> Option<&(u64, u64)> {
        self.entries.last()
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: (u64, u64)) {
        if self.counts.is_empty() {
            self.counts.resize(2 * COUNTS, 0);
        }
        for (board, key) in [(false, entry.0), (true, entry.1)] {
            let count = &mut self.counts[place(board, key)];
            *count = count.saturating_add(1);
        }
        self.entries.push(entry);
    }

    /// Drops all entries but the first so many.
    pub fn truncate(&mut self, len: usize) {
        for entry in self.entries.drain(len.min(self.entries.len())..) {
            for (board, key) in [(false, entry.0), (true, entry.1)] {
                let count = &mut self.counts[place(board, key)];
                // A full count is no longer exact, so it stays: it only says that it is worth looking.
                *count -= u8::from(*count != u8::MAX);
            }
        }
    }

    /// How many of the latest entries have a key, if there are at least so many; else fewer.
    pub fn count(&self, board: bool, key: u64, latest: usize, least: usize) -> usize {
        if self.counts.is_empty() || usize::from(self.counts[place(board, key)]) < least.min(255) {
            return 0;
        }
        let latest = self.entries.iter().rev().take(latest);
        latest.filter(|entry| key == if board { entry.1 } else { entry.0 }).count()
    }
}

/// Which count a key belongs to.
fn place(board: bool, key: u64) -> usize {
    usize::from(board) * COUNTS + key as usize % COUNTS
}
