//! Where in a turn a move is chosen.

use super::model::{Instruction, Rules};

impl Rules {
    /// The place of the choice of a move, asked for where play stands at `pc`: the first from there on in the text of the
    /// phase that offers the move, else the first of that text. If the text offers it nowhere, the turn ends behind
    /// the place. No `pc` is the beginning of the text.
    pub fn place_of_choice(&self, number: usize, phase: usize, pc: Option<usize>) -> usize {
        let entry = |phase: usize| self.phases.get(phase).map_or(self.code.len(), |phase| phase.entry);
        let text = entry(phase)..entry(phase + 1);
        let offers = |at: &usize| match self.code.get(*at) {
            Some(Instruction::Choose(choose)) => choose.groups.iter().flatten().any(|other| *other == number),
            _ => false,
        };
        let here = pc.filter(|pc| text.contains(pc)).unwrap_or(text.start);
        (here..text.end).chain(text.clone()).find(offers).unwrap_or(text.end.saturating_sub(2))
    }
}
