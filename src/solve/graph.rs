//! The positions that were found, and where their options lead.

use super::packing::Packing;

/// No position.
const NOBODY: u32 = u32::MAX;
/// The most positions and the most options, so that their numbers have 32 bits.
pub(super) const MOST: usize = u32::MAX as usize - 1;

/// What is known of a position before its options are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// This one of two players decides.
    Decides(u8),
    /// The game is over, and this player has won.
    Won(u8),
    /// The game is over, and nobody has won more than the other.
    Drawn,
}

/// Keys of positions with the numbers of these.
#[derive(Debug)]
struct Table {
    packing: Packing,
    /// The keys, one behind the other.
    keys: Vec<u64>,
    /// By place in `keys`, the number of the position.
    numbers: Vec<u32>,
    /// By the hash of a key, its place in `keys`, or [`NOBODY`].
    slots: Vec<u32>,
    /// The key that was asked for last.
    key: Vec<u64>,
}

/// Positions with their options. They have numbers in the order in which they were found; the first is the start.
#[derive(Debug)]
pub struct Graph {
    /// Positions in which somebody decides.
    open: Table,
    /// Positions in which the game is over, which are told apart by less.
    over: Table,
    pub(super) marks: Vec<Mark>,
    /// From where a position was found first.
    pub(super) parents: Vec<u32>,
    /// Where the options of each position that was looked at begin in `to`, and where the last one's end.
    first: Vec<u32>,
    /// The positions that options lead to.
    to: Vec<u32>,
}

impl Default for Graph {
    fn default() -> Self {
        let (open, over) = (Table::default(), Table::default());
        Self { open, over, marks: Vec::new(), parents: Vec::new(), first: vec![0], to: Vec::new() }
    }
}

impl Graph {
    /// How many positions were found.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Whether not even the start was found.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// How many positions were looked at: those with the lowest numbers.
    pub fn expanded(&self) -> usize {
        self.first.len() - 1
    }

    /// Whether all positions were looked at.
    pub fn is_whole(&self) -> bool {
        self.expanded() == self.len()
    }

    /// How many options were followed.
    pub fn options(&self) -> usize {
        self.to.len()
    }

    /// By how many bits positions are told apart in which somebody decides.
    pub fn bits(&self) -> u32 {
        self.open.packing.bits()
    }

    /// Where the options of a position lead; nothing if it was not looked at.
    pub fn next(&self, position: usize) -> &[u32] {
        match (self.first.get(position), self.first.get(position + 1)) {
            (Some(&first), Some(&end)) => &self.to[first as usize..end as usize],
            _ => &[],
        }
    }

    /// Notes where the options of the next position lead.
    pub(super) fn expand(&mut self, next: &[u32]) {
        self.to.extend_from_slice(next);
        self.first.push(self.to.len() as u32);
    }

    /// The number of a position; if it is new it gets one.
    pub(super) fn number(&mut self, words: &[u64], mark: Mark, parent: u32) -> u32 {
        let new = self.len() as u32;
        let table = if matches!(mark, Mark::Decides(_)) { &mut self.open } else { &mut self.over };
        let number = table.number(words, new);
        if number == new {
            self.marks.push(mark);
            self.parents.push(parent);
        }
        number
    }
}

impl Default for Table {
    fn default() -> Self {
        let (packing, slots) = (Packing::default(), vec![NOBODY; 16]);
        Self { packing, keys: Vec::new(), numbers: Vec::new(), slots, key: Vec::new() }
    }
}

impl Table {
    /// The number that a position has, or gets if it is new.
    fn number(&mut self, words: &[u64], new: u32) -> u32 {
        if !self.packing.pack(words, &mut self.key) {
            self.widen(words);
        }
        // A search ends at an empty slot, so there must be some.
        if self.numbers.len() * 4 >= self.slots.len() * 3 {
            self.index(2 * self.slots.len());
        }
        match self.slot(&self.key) {
            Ok(place) => self.numbers[place],
            Err(slot) => {
                self.slots[slot] = self.numbers.len() as u32;
                self.numbers.push(new);
                self.keys.extend_from_slice(&self.key);
                new
            }
        }
    }

    /// The place of a key, or the slot where it would be.
    fn slot(&self, key: &[u64]) -> Result<usize, usize> {
        let last = self.slots.len() - 1;
        let mut slot = hash(key) as usize & last;
        loop {
            match self.slots[slot] {
                NOBODY => return Err(slot),
                place if self.key_at(place as usize) == key => return Ok(place as usize),
                _ => slot = (slot + 1) & last,
            }
        }
    }

    fn key_at(&self, place: usize) -> &[u64] {
        let width = self.packing.width();
        &self.keys[place * width..(place + 1) * width]
    }

    /// Packs all positions anew, so that this one has a key as well, which lies in the buffer then.
    fn widen(&mut self, words: &[u64]) {
        let old = self.packing.clone();
        let keys = std::mem::take(&mut self.keys);
        self.packing.widen(words);
        let width = old.width();
        for place in 0..self.numbers.len() {
            let words = old.unpack(&keys[place * width..(place + 1) * width]);
            self.packing.pack(&words, &mut self.key);
            self.keys.extend_from_slice(&self.key);
        }
        self.index(self.slots.len());
        self.packing.pack(words, &mut self.key);
    }

    /// Makes the index anew, with so many slots, a power of two.
    fn index(&mut self, slots: usize) {
        self.slots.clear();
        self.slots.resize(slots, NOBODY);
        let last = slots - 1;
        for place in 0..self.numbers.len() {
            let mut slot = hash(self.key_at(place)) as usize & last;
            while self.slots[slot] != NOBODY {
                slot = (slot + 1) & last;
            }
            self.slots[slot] = place as u32;
        }
    }
}

/// A number of a key, to find it quickly; keys are compared word by word all the same.
///
/// # Source
/// Folded multiplication, as in Wang Yi's wyhash, <https://github.com/wangyi-fudan/wyhash>.
fn hash(key: &[u64]) -> u64 {
    key.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, word| {
        let product = u128::from(hash ^ word) * 0xd6e8_feb8_6659_fd93;
        (product >> 64) as u64 ^ product as u64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_again_however_many_there_are() {
        let words = |number: u32| [3, (u64::from(number) % 50) << 7, (u64::from(number) / 50) << 60 | 1];
        let mut graph = Graph::default();
        for _ in 0..2 {
            assert!((0..700).all(|number| graph.number(&words(number), Mark::Decides(1), 0) == number));
        }
        // Fifty values of six bits, fourteen of four.
        assert_eq!((graph.len(), graph.bits()), (700, 10));
        // Each of these has a bit of its own, and those in which the game is over are others.
        let mut graph = Graph::default();
        for _ in 0..2 {
            assert!((0..64).all(|bit| graph.number(&[1 << bit], Mark::Decides(0), 0) == bit));
            assert!((0..64).all(|bit| graph.number(&[1 << bit], Mark::Drawn, 0) == 64 + bit));
        }
    }

    #[test]
    fn options_belong_to_their_positions() {
        let mut graph = Graph::default();
        for number in 0..4 {
            graph.number(&[number], Mark::Decides(0), 0);
        }
        graph.expand(&[1, 2]);
        graph.expand(&[]);
        graph.expand(&[3]);
        assert_eq!(
            (graph.next(0), graph.next(1), graph.next(2), graph.next(3)),
            (&[1, 2][..], &[][..], &[3][..], &[][..])
        );
        assert_eq!((graph.expanded(), graph.is_whole(), graph.options()), (3, false, 3));
    }
}
