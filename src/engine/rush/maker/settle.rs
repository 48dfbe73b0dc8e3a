//! The last work on code that is written: what is seldom come to, jumps to what comes next, labels.

use crate::program::passes::Pass;
use crate::rules::model::journey;

use super::super::code::{Code, L, N, S};
use super::{Made, Maker};

impl Maker<'_> {
    /// Finds the kept names that the code may bind by itself; the machine may bind any ([`Runner::clears_all`]).
    ///
    /// [`Runner::clears_all`]: crate::engine::rush::run::Runner::clears_all
    pub(super) fn find_touched(&mut self) {
        if !self.reads_taken() {
            self.regs.set_names[journey::TAKEN] = None;
        }
        let ((first_set, end_set), (first, end)) = self.regs.names;
        let script = &self.script;
        // What makes a name blank binds nothing, but tells which names are bound by what is found in a search.
        let searches = |code: &Code| matches!(code, Code::Chains(..) | Code::Explore(_) | Code::DrawFound(_));
        let finds = script.code.iter().any(searches);
        let binds = |code: &&Code| finds || !matches!(code, Code::Empty(_) | Code::Nothing(_));
        let binds_set = |set: S| script.code.iter().filter(binds).any(|code| code.written_set() == Some(set));
        let binds_number =
            |number: N| script.code.iter().filter(binds).any(|code| code.written_number() == Some(number));
        let sets = (first_set..end_set).filter(|set| binds_set(*set));
        let landing = self.regs.number_names[journey::LANDING];
        let origin = self.regs.number_names[journey::ORIGIN]
            .filter(|_| script.choices.iter().flat_map(|choice| &choice.rows).any(|row| row.origins.is_some()));
        let drawn = [landing, origin];
        let sows = script.code.iter().any(|code| matches!(code, Code::Sow(..)));
        let numbers = (first..end).filter(|number| {
            drawn.contains(&Some(*number))
                || sows && self.names_of_sowing().any(|name| name == *number)
                || binds_number(*number)
        });
        let taken = self.regs.set_names[journey::TAKEN];
        let takes = |code: &Code| {
            matches!(
                code,
                Code::Carry(_, _, _, _, true)
                    | Code::CarryOneOf(_, _, _, _, true)
                    | Code::CarryAny(..)
                    | Code::Take(_)
                    | Code::TakeTops(..)
                    | Code::Place(_, _, _, true)
                    | Code::Push(..)
            )
        };
        let mut sets: Vec<S> = sets.collect();
        if let Some(taken) = taken
            && !sets.contains(&taken)
            && script.code.iter().any(takes)
        {
            sets.push(taken);
        }
        self.script.touched = (sets, numbers.collect());
    }

    /// Whether anybody may read which pieces an option took, so that it has to be noted.
    fn reads_taken(&self) -> bool {
        let (program, script) = (self.program, &self.script);
        let searches = !script.explorations.is_empty() || !script.chains.is_empty();
        let counts = program.rules.counters.iter().any(|counter| counter.taking);
        searches || counts || program.reads[journey::TAKEN] || self.keeps_names()
    }

    /// Writes at the end what is seldom come to.
    pub(super) fn write_aside(&mut self) {
        for (label, code) in std::mem::take(&mut self.aside) {
            self.here(label);
            code.into_iter().for_each(|code| self.put(code));
        }
    }

    /// Drops jumps to what comes next anyway.
    pub(super) fn drop_jumps(&mut self) {
        if !self.program.passes.has(Pass::Jumps) {
            return;
        }
        let is_idle = |place: usize| match self.script.code[place] {
            Code::Jump(to) => self.labels[to as usize] == Some(place as u32 + 1),
            _ => false,
        };
        let kept: Vec<usize> = (0..self.script.code.len()).filter(|&place| !is_idle(place)).collect();
        self.arrange(&kept);
    }

    /// Puts the instructions of some places one after the other, and drops all others: who goes there comes to the next one that
    /// is kept.
    pub(super) fn arrange(&mut self, order: &[usize]) {
        let old = std::mem::take(&mut self.script.code);
        let mut places = vec![None; old.len() + 1];
        places[old.len()] = Some(order.len() as u32);
        order.iter().enumerate().for_each(|(now, &before)| places[before] = Some(now as u32));
        for place in (0..old.len()).rev() {
            places[place] = places[place].or(places[place + 1]);
        }
        self.script.code = order.iter().map(|&place| old[place]).collect();
        for place in self.labels.iter_mut().flatten() {
            *place = places[*place as usize].unwrap_or(*place);
        }
    }

    /// Puts the places of labels where the labels are told.
    pub(super) fn settle(&mut self) -> Made<()> {
        if self.labels.len() > L::MAX.into() {
            return Err("too many labels");
        }
        let labels = &self.labels;
        let place = |label: &mut L| match labels[*label as usize] {
            Some(place) => match L::try_from(place) {
                Ok(place) => {
                    *label = place;
                    Ok(())
                }
                Err(_) => Err("too much code"),
            },
            None => Err("a label has no place"),
        };
        self.script.code.iter_mut().filter_map(Code::target).try_for_each(place)?;
        self.script.begins().try_for_each(place)
    }
}
