//! Rounds of a `repeat` in a text whose choices are tried one after the other.
//!
//! ```text
//!   first die, then second ──┐
//!                            ├── the same position, as many rounds left: the second to come here ends
//!   second die, then first ──┘
//! ```

use std::ops::Range;

use crate::program::node::{Id, MANY, Op};
use crate::syntax::ast::Repeats;

use super::super::code::{Code, L, N, S};
use super::{Made, Maker};

impl Maker<'_> {
    /// Gives each `repeat` in the texts of moves a register for its rounds. It differs from way to way.
    pub(super) fn count_rounds(&mut self, moves: &[u16]) -> Made<()> {
        self.rounds.clear();
        for &number in moves {
            let blocks = self.program.moves[usize::from(number)].sentences.iter().filter_map(|sentence| sentence.block);
            for block in blocks {
                for op in self.program.ops[block as usize..].iter().take_while(|op| **op != Op::Done) {
                    if let Op::RepeatStart(register, _) = op {
                        let round = self.new_number()?;
                        self.rounds.insert(*register, round);
                    }
                }
            }
        }
        Ok(())
    }

    /// Begins so many rounds.
    pub(super) fn begin_rounds(&mut self, round: N, times: Id) -> Made<()> {
        let times = self.fixed_number(times).ok_or("rounds that are worked out")?;
        self.put(Code::Number(round, times.clamp(0, MANY) as i32));
        Ok(())
    }

    /// Begins a round of some operations, or goes on at the label if there is none left or a condition does not hold. Where options that
    /// come to one position are one, a way that begins as one before finds nothing new.
    pub(super) fn begin_round(&mut self, ops: Range<u32>, round: N, condition: Option<Id>, exit: L) -> Made<()> {
        self.forget();
        self.put(Code::IfIs(round, 0, exit));
        if let Some(condition) = condition {
            self.branch(condition, false, exit)?;
        }
        // Where no round follows, what is found is told apart by itself.
        if self.prunes {
            self.revisit(ops)?;
        }
        self.put(Code::Add(round, -1));
        Ok(())
    }

    /// Ends the way if another was here with all that the rest of it depends on: not the names that the operations bind anew.
    fn revisit(&mut self, ops: Range<u32>) -> Made<()> {
        let Some((sets, numbers)) = self.script.explorations.last().map(|exploration| exploration.kept) else {
            return Err("rounds where no option is looked for");
        };
        let (mut bound_sets, mut bound_numbers) = (Vec::new(), Vec::new());
        for name in self.program.ops[ops.start as usize..ops.end as usize].iter().filter_map(Op::bound_name) {
            bound_sets.extend(self.regs.set_names[name as usize]);
            bound_numbers.extend(self.regs.number_names[name as usize]);
        }
        let sets = (0..=u8::MAX).take(sets).filter(|set| !bound_sets.contains(set));
        let numbers = (0..=u8::MAX).take(numbers).filter(|number| !bound_numbers.contains(number));
        let number = u8::try_from(self.script.visits.len()).map_err(|_| "too many rounds")?;
        self.script.visits.push((sets.collect(), numbers.collect()));
        self.put(Code::Revisit(number));
        Ok(())
    }

    /// Takes names out of the lists from one on that nothing binds in the code from a place on: they are the same on all ways.
    pub(super) fn leave_out_names(&mut self, first: usize, place: usize) {
        let code = &self.script.code[place..];
        if code.iter().any(|code| matches!(code, Code::Sow(..))) {
            return;
        }
        let ((first_set, end_set), (first_number, end_number)) = self.regs.names;
        let is_set_bound = |set: S| code.iter().any(|code| code.written_set() == Some(set));
        let is_number_bound = |number: N| code.iter().any(|code| code.written_number() == Some(number));
        for (sets, numbers) in &mut self.script.visits[first..] {
            sets.retain(|set| !(first_set..end_set).contains(set) || is_set_bound(*set));
            numbers.retain(|number| !(first_number..end_number).contains(number) || is_number_bound(*number));
        }
    }

    /// Whether rounds that begin as others are left out: where options that come to one position are one, and no piece goes on.
    pub(super) fn may_prune(&self, distinct: bool, moves: &[u16]) -> bool {
        let goes_once = |&number: &u16| self.program.rules.moves[usize::from(number)].repeats == Repeats::No;
        distinct && moves.iter().all(goes_once)
    }
}
