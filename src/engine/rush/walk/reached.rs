//! A choice that was reached by walking: what is kept so that every option can begin there.

use crate::engine::bits::Bits;
use crate::engine::rush::chains::Ending;
use crate::engine::rush::code::Code;
use crate::engine::rush::explore::Found;
use crate::engine::rush::lane::Lane;
use crate::engine::rush::taken::Taken;

/// A choice that was reached: the registers, and the options as far as they were asked for.
#[derive(Clone, Debug, Default)]
pub struct Reached<const W: usize> {
    /// Its place in the code.
    pub(super) at: u32,
    /// The registers.
    pub(super) sets: Vec<Bits<W>>,
    pub(super) numbers: Vec<i64>,
    /// The options; of those that were found their row is their number there.
    pub options: Vec<Taken>,
    /// What was found of them.
    finds: Box<Finds<W>>,
    /// Whether these are all that there may be.
    pub(super) is_whole: bool,
}

/// Options that were found: chains, or others. None of these where options come of rows.
#[derive(Clone, Debug, Default)]
struct Finds<const W: usize> {
    chains: Vec<Ending<W>>,
    others: Found<W>,
}

impl<const W: usize> Reached<W> {
    /// Becomes the same as another one, in the memory that it has.
    pub fn copy(&mut self, other: &Self) {
        self.at = other.at;
        self.sets.clone_from(&other.sets);
        self.numbers.clone_from(&other.numbers);
        self.options.clone_from(&other.options);
        self.finds.chains.clone_from(&other.finds.chains);
        self.finds.others.copy(&other.finds.others);
        self.is_whole = other.is_whole;
    }

    /// About how many bytes it holds.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.sets[..]) + size_of_val(&self.numbers[..]) + size_of_val(&self.options[..])
    }

    /// Puts the registers as they were when the choice was reached.
    pub(super) fn put(&self, lane: &mut Lane<W>) {
        lane.sets[..self.sets.len()].copy_from_slice(&self.sets);
        lane.numbers[..self.numbers.len()].copy_from_slice(&self.numbers);
    }

    /// Keeps the registers at a choice.
    pub(super) fn keep(&mut self, at: u32, lane: &Lane<W>, (sets, numbers): (usize, usize)) {
        self.at = at;
        self.sets.clear();
        self.sets.extend_from_slice(&lane.sets[..sets]);
        self.numbers.clear();
        self.numbers.extend_from_slice(&lane.numbers[..numbers]);
        self.options.clear();
        self.finds.chains.clear();
        self.finds.others.clear();
        self.is_whole = false;
    }

    /// Keeps what was found on the way to the choice, which nobody could find again from its registers alone.
    pub(super) fn keep_found(&mut self, code: &Code, lane: &Lane<W>) {
        match code {
            Code::Chains(..) => self.finds.chains.clone_from(&lane.endings),
            Code::DrawFound(_) => self.finds.others.copy(&lane.search.found),
            _ => {}
        }
    }

    /// Puts what was found of an option where its code takes it from.
    pub(super) fn put_found(&self, option: usize, lane: &mut Lane<W>) {
        let row = self.options[option].row;
        if let Some(&ending) = self.finds.chains.get(row) {
            lane.endings.clear();
            lane.endings.push(ending);
        } else if !self.finds.others.is_empty() {
            lane.search.found.copy_one(&self.finds.others, row);
        }
    }
}
