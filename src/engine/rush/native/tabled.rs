//! Native code for rows whose landings differ by the cell left: loops over those cells.
//!
//! ```text
//!   from:        a1            b1            d1
//!   landings:    a2 b2         b2 c2 c3      d2            drawn: 3, so from b1 to its option number 3 - 2 = 1, c2
//! ```

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, Value, types};

use crate::engine::rush::code::S;

use super::emitter::{Emitter, Words};

impl<const W: usize> Emitter<'_, W> {
    /// How many landings a table has for the cells of a set.
    pub(super) fn count_of_table(&mut self, origins: S, table: u8) -> Value {
        let (head, body, done) = self.blocks_of_loop();
        let zero = self.word(0);
        self.begin_loop(head, origins, zero);
        let (rest, sum) = self.enter_loop(head);
        let any = self.any(rest);
        self.builder.brif(any, body, &[], done, &[]);
        self.builder.switch_to_block(body);
        let (cell, left) = self.first_and_rest(rest);
        let landings = self.landings_from(table, cell);
        let count = self.count(landings);
        let sum_now = self.builder.iadd(sum, count);
        self.go_round(head, left, sum_now);
        self.builder.switch_to_block(done);
        sum
    }

    /// The option with a number of those that a table has for the cells of a set: the cell left and the landing; there is
    /// such an option.
    pub(super) fn option_of_table(&mut self, (origins, table): (S, u8), number: Value) -> (Value, Value) {
        let (head, body, done) = self.blocks_of_loop();
        let (nowhere, next) = (self.builder.create_block(), self.builder.create_block());
        self.begin_loop(head, origins, number);
        let (rest, number) = self.enter_loop(head);
        let any = self.any(rest);
        self.builder.brif(any, body, &[], nowhere, &[]);
        self.builder.switch_to_block(body);
        let (cell, left) = self.first_and_rest(rest);
        let landings = self.landings_from(table, cell);
        let count = self.count(landings);
        let is_here = self.builder.icmp(IntCC::UnsignedLessThan, number, count);
        self.builder.brif(is_here, done, &[], next, &[]);
        self.builder.switch_to_block(next);
        let number_left = self.builder.isub(number, count);
        self.go_round(head, left, number_left);
        self.builder.switch_to_block(nowhere);
        self.leave_here();
        self.builder.switch_to_block(done);
        let landing = self.nth(landings, number);
        (cell, landing)
    }

    fn blocks_of_loop(&mut self) -> (Block, Block, Block) {
        (self.builder.create_block(), self.builder.create_block(), self.builder.create_block())
    }

    /// Goes to the head of a loop over the cells of a set, with a number that it carries on.
    fn begin_loop(&mut self, head: Block, origins: S, number: Value) {
        (0..=W).for_each(|_| _ = self.builder.append_block_param(head, types::I64));
        let (origins, all) = (self.set(origins), self.rush.all.0.map(|word| self.word(word as i64)));
        let cells = self.and(origins, all);
        self.go_round(head, cells, number);
    }

    fn go_round(&mut self, head: Block, rest: Words<W>, number: Value) {
        let parts: Vec<BlockArg> = rest.into_iter().chain([number]).map(BlockArg::from).collect();
        self.builder.jump(head, &parts);
    }

    /// The head of a loop: the cells that are left, and the number that it carries on.
    fn enter_loop(&mut self, head: Block) -> (Words<W>, Value) {
        self.builder.switch_to_block(head);
        let params = self.builder.block_params(head);
        (std::array::from_fn(|word| params[word]), params[W])
    }

    /// The smallest of some cells, of which there is one, and the others.
    ///
    /// # Proof
    /// A loop begins with cells of the board alone, and only takes some out: whatever is the smallest is one.
    fn first_and_rest(&mut self, cells: Words<W>) -> (Value, Words<W>) {
        let first = self.first_of_some(cells);
        self.bound(first, self.rush.beside.len());
        let left = self.without_first(cells);
        (first, left)
    }

    fn landings_from(&mut self, table: u8, cell: Value) -> Words<W> {
        let at = self.table_at(usize::from(table) * self.rush.beside.len(), cell);
        self.load(at)
    }
}
