//! How an option that was drawn is taken: its sentence, what comes after it, and what is counted.

use crate::program::Travel;
use crate::program::node::{Id, NONE};
use crate::rules::model::journey;

use super::super::code::{Code, L, S};
use super::blocks::Picks;
use super::choices::Ready;
use super::options::How;
use super::sought::Found;
use super::variants::{Outcome, Tail, Variant};
use super::{Made, Maker};

/// What rows have in common once their piece has gone: what is left to do and of which sentence, what is always picked and the
/// register of what is taken besides; where it is written.
pub(super) type Body = ((Tail, u16, Vec<(u32, u16)>, Option<S>), L);

impl Maker<'_> {
    /// An option up to the end of its sentence. What rows have in common is written once, and its label kept; no if play has gone there.
    pub(super) fn take(&mut self, ready: &Ready, option: &Variant, bodies: &mut Vec<Body>) -> Made<bool> {
        let sentences = self.program.moves.get(option.plan.number as usize).map(|each| &each.sentences);
        let sentence = sentences.and_then(|all| all.get(option.plan.sentence as usize));
        if let Some(site) = sentence.and_then(|sentence| sentence.site) {
            self.put(Code::Mark(site));
        }
        if let Some(reached) = self.reached {
            self.put(Code::Number(reached, 0));
        }
        self.renew(&self.program.lasting.a_move)?;
        if let Some((name, member)) = option.made {
            let name = self.regs.number_names[name as usize].ok_or("a picked set")?;
            self.put(Code::Number(name, i32::from(member)));
        }
        if !ready.is_first {
            self.begin_anew(&option.plan.how)?;
        }
        let leaves_late = |travel: &Travel| travel.taking.is_some() && travel.at_end;
        let has_text = sentence.is_some_and(|sentence| sentence.block.is_some());
        if has_text && sentence.and_then(|sentence| sentence.travel.as_ref()).is_some_and(leaves_late) {
            return Err("pieces that leave after the text");
        }
        let taken = self.carry_out(&option.plan)?;
        let fixed = match &option.plan.how {
            How::Picked(picked) => picked.fixed.clone(),
            _ => Vec::new(),
        };
        let body = (option.tail(), option.plan.sentence, fixed, taken);
        if let Some((_, label)) = bodies.iter().find(|(known, _)| *known == body) {
            self.put(Code::Jump(*label));
            return Ok(false);
        }
        let label = self.label();
        self.here(label);
        let mut guard = None;
        if matches!(option.plan.how, How::Picked(_)) {
            self.fixed_picks = body.2.iter().copied().collect();
            let each = &self.program.moves[option.plan.number as usize];
            guard = each.sentences.get(option.plan.sentence as usize).and_then(|sentence| sentence.when);
        }
        self.take_besides(taken);
        bodies.push((body, label));
        let made = self.rest_of_sentence(option, guard);
        self.fixed_picks.clear();
        made.map(|()| true)
    }

    /// The guard of an option that was drawn without asking it, and the text of its sentence.
    fn rest_of_sentence(&mut self, option: &Variant, guard: Option<Id>) -> Made<()> {
        let each = &self.program.moves[option.plan.number as usize];
        let own = each.sentences.get(option.plan.sentence as usize).and_then(|sentence| sentence.block);
        let (begin, fail) = (self.script.code.len(), self.label());
        if let Some(guard) = guard {
            self.work_out_before(guard);
            self.branch(guard, false, fail)?;
        }
        self.block(own, option.picks, fail)?;
        if self.goes_to(begin, fail) {
            let past = self.label();
            self.put(Code::Jump(past));
            self.here(fail);
            self.put(Code::Reject);
            self.here(past);
        }
        Ok(())
    }

    /// Forgets the travel before, but not what has been drawn.
    fn begin_anew(&mut self, how: &How) -> Made<()> {
        if !how.has_origins() {
            let origin = self.name(journey::ORIGIN)?;
            self.put(Code::Nothing(origin));
        }
        let way = self.name(journey::WAY)?;
        self.put(Code::Nothing(way));
        for name in [journey::PASSED, journey::JUMPED, journey::TAKEN] {
            if let Some(set) = self.regs.set_names[name] {
                self.put(Code::Empty(set));
            }
        }
        Ok(())
    }

    /// Whether any instruction from a place on goes to a label.
    fn goes_to(&mut self, begin: usize, label: L) -> bool {
        self.script.code[begin..].iter_mut().any(|code| code.target() == Some(&mut { label }))
    }

    /// What comes after the sentence of an option: what happens afterwards, and what must hold.
    pub(super) fn tail(&mut self, (number, picks, outcome): Tail, found: Option<Found>) -> Made<()> {
        let program = self.program;
        if number == NONE {
            let landing = self.name(journey::LANDING)?;
            self.put(Code::Nothing(landing));
            return Ok(());
        }
        let each = &program.moves[number as usize];
        let (begin, fail) = (self.script.code.len(), self.label());
        match outcome {
            // Nobody sees then what was picked.
            Outcome::Unchanged if !self.keeps_names() => {}
            Outcome::Changed => self.block(each.afterwards.map(|block| self.past_conditions(block)), picks, fail)?,
            _ => {
                self.block(each.afterwards, picks, fail)?;
                self.block(program.afterwards, picks, fail)?;
            }
        }
        if !outcome.is_sure() {
            if let (Some(reached), Picks::Nth(1..)) = (self.reached, picks) {
                self.put(Code::IfIs(reached, 0, fail));
            }
            for &ensure in each.ensures.iter().chain(&program.ensures) {
                self.branch(ensure, false, fail)?;
            }
        }
        if program.royal != 0 {
            self.royals(fail)?;
        }
        let past = self.label();
        let fails = self.goes_to(begin, fail);
        if let Some(found) = found {
            if let Some((is_quiet, kept)) = found.kept {
                self.put(Code::IfKept(is_quiet, kept));
            }
            self.put(Code::Exchange);
            self.put(Code::Jump(found.aside));
        } else if fails {
            self.put(Code::Jump(past));
        }
        if fails {
            self.here(fail);
            self.put(Code::Reject);
        }
        self.here(past);
        Ok(())
    }

    /// What is counted when an option is taken.
    pub(super) fn commit(&mut self, number: u16, next: L) -> Made<()> {
        for (index, counter) in self.program.rules.counters.iter().enumerate() {
            let count = self.regs.counters + index as u8;
            let is_listed = number != NONE && counter.moves.contains(number);
            let anew = if counter.turns { -1 } else { 0 };
            if is_listed {
                self.put(Code::Number(count, anew));
                continue;
            }
            if !counter.turns {
                self.put(Code::Add(count, 1));
            }
            if counter.taking
                && number != NONE
                && let Some(taken) = self.regs.set_names[journey::TAKEN]
            {
                let past = self.label();
                self.put(Code::IfEmpty(taken, past));
                self.put(Code::Number(count, anew));
                self.here(past);
            }
        }
        self.put(Code::Commit(number));
        self.put(Code::Jump(next));
        self.forget();
        Ok(())
    }
}
