//! Where native code is entered: from the runner by the number of an entry, and from a search by a place of the script.
//!
//! ```text
//!   runner ──► number: 2 ──┐
//!                          ├──► way in: loads what flows ──► block of the place
//!   search ──► place: 17 ──┤
//!                          └──► (no entry there) ──► the runner goes on
//! ```

use cranelift_codegen::ir::{BlockCall, JumpTableData, Value, types};

use crate::engine::rush::code::L;

use super::NO_ENTRY;
use super::emitter::Emitter;

impl<const W: usize> Emitter<'_, W> {
    /// Goes to the entry with the number that is asked for.
    pub(super) fn emit_entry(&mut self) {
        let first = self.builder.current_block().expect("the first block is current");
        let entry = self.builder.block_params(first)[5];
        let places = self.entries.iter().enumerate().filter(|(_, number)| **number != NO_ENTRY);
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        let blocks: Vec<_> = places.iter().map(|place| self.blocks[*place].expect("an entry has a block")).collect();
        self.ways_in = blocks.iter().map(|_| self.builder.create_block()).collect();
        let nowhere = self.builder.create_block();
        let calls: Vec<BlockCall> =
            self.ways_in.iter().map(|way_in| self.builder.func.dfg.block_call(*way_in, &[])).collect();
        let default = self.builder.func.dfg.block_call(nowhere, &[]);
        let table = self.builder.create_jump_table(JumpTableData::new(default, &calls));
        self.builder.br_table(entry, table);
        self.start(nowhere);
        let beyond = self.builder.iconst(types::I32, self.rush.script.code.len() as i64);
        self.end(beyond);
        for (number, block) in blocks.into_iter().enumerate() {
            self.start(self.ways_in[number]);
            self.load_flowing();
            self.count_entering(places[number]);
            self.builder.jump(block, &[]);
        }
    }

    /// Play goes on at a place that was found while games are played. Nothing may be at hand that is not in memory.
    pub(super) fn dispatch(&mut self, place: Value) {
        let place = self.builder.ireduce(types::I32, place);
        let block = self.dispatch.unwrap_or_else(|| {
            let block = self.builder.create_block();
            self.builder.append_block_param(block, types::I32);
            block
        });
        self.dispatch = Some(block);
        self.builder.jump(block, &[place.into()]);
    }

    /// Writes how it does, if it ever does. Where the code is not entered, the runner goes on.
    pub(super) fn emit_dispatch(&mut self) {
        let Some(block) = self.dispatch else { return };
        self.start(block);
        let place = self.builder.block_params(block)[0];
        let leaves = self.builder.create_block();
        let to = |number: &u32| self.ways_in.get(*number as usize).copied().unwrap_or(leaves);
        let to: Vec<_> = self.entries.iter().map(to).collect();
        let calls: Vec<BlockCall> = to.into_iter().map(|to| self.builder.func.dfg.block_call(to, &[])).collect();
        let default = self.builder.func.dfg.block_call(leaves, &[]);
        let table = self.builder.create_jump_table(JumpTableData::new(default, &calls));
        self.builder.br_table(place, table);
        self.start(leaves);
        let place = self.builder.band_imm_u(place, L::MAX.into());
        self.end(place);
    }
}
