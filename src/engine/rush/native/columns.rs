//! Numbers by row, such as how far its pieces go: which row an option is of is not foreseen, so its numbers are looked up.
//!
//! ```text
//!   row:          0    1    2            0    1    2
//!   constants ‥ │ -8 │ -9 │ -7 │       │ 0  │ 4  │ 6  │ ‥
//!                 a column: by how much  another: which direction
//! ```

use std::collections::HashMap;

use cranelift_codegen::ir::{MemFlagsData, Value, types};

use super::emitter::{Base, Emitter};

/// The columns that lie behind the constants, one after the other.
#[derive(Debug, Default)]
pub struct Columns {
    /// Their numbers.
    pub numbers: Vec<i64>,
    /// Where each begins.
    firsts: HashMap<Box<[i64]>, usize>,
}

impl Columns {
    /// Where a column begins with some numbers.
    fn first(&mut self, numbers: &[i64]) -> usize {
        *self.firsts.entry(numbers.into()).or_insert_with(|| {
            let first = self.numbers.len();
            self.numbers.extend(numbers);
            first
        })
    }
}

impl<const W: usize> Emitter<'_, W> {
    /// Of several numbers that at a place; none if it is not known that the place is below how many they are.
    pub(super) fn of_column(&mut self, numbers: &[i64], place: Value) -> Option<Value> {
        if !self.is_below(place, numbers.len()) {
            return None;
        }
        let first = self.lengths[0] * W + self.columns.first(numbers);
        let (constants, offset) = (self.base(Base::Constants), self.times(place, 8));
        let at = self.builder.iadd(constants, offset);
        Some(self.builder.load(types::I64, MemFlagsData::trusted(), at, first as i32 * 8))
    }
}
