//! What of sets was worked out while native code is written, and is at hand.

use std::collections::HashMap;
use std::rc::Rc;

use cranelift_codegen::ir::Value;

use super::emitter::Words;

/// A set, word by word, or both words of two in one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wide<const W: usize> {
    Words(Words<W>),
    Pair(Value),
}

/// What may be asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill<const W: usize> {
    /// In a direction and round, what is open of some cells.
    Open(u8, u32, Words<W>),
    /// In a direction, the cells that are entered from some cells through others.
    Inside(u8, Words<W>, Words<W>),
    /// In a direction, the landings of steps from some cells to others.
    Stepped(u8, Words<W>, Words<W>),
    /// The words of a set as a pair.
    Pair(Words<W>),
    /// The words of a pair.
    WordsOf(Value),
    /// A pair without members.
    Nothing,
}

/// What was worked out and is at hand.
#[derive(Clone, Debug, Default)]
pub struct Fills<const W: usize>(Rc<HashMap<Fill<W>, Wide<W>>>);

impl<const W: usize> Fills<W> {
    /// What was worked out, if it was.
    pub fn get(&self, fill: &Fill<W>) -> Option<Wide<W>> {
        self.0.get(fill).copied()
    }

    /// Something was worked out.
    pub fn put(&mut self, fill: Fill<W>, wide: Wide<W>) {
        Rc::make_mut(&mut self.0).insert(fill, wide);
    }

    /// Leaves what is at hand there too.
    pub fn meet(&mut self, there: &Self) {
        if !self.0.is_empty() {
            Rc::make_mut(&mut self.0).retain(|fill, wide| there.get(fill) == Some(*wide));
        }
    }
}
