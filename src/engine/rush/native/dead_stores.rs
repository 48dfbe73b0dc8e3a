//! Dead stores: sets and numbers that nobody reads again from their registers.
//!
//! ```text
//!   And(50, men, mine)          50 is at hand for the next instruction: it is written nowhere
//!   FillTo(51, 50, free, 0)     51 is a row of the choice: it is written
//!   Draw(0)                     reads the rows
//!   ‥                           50 is written anew before it is read
//! ```
//!
//! Where who draws never leaves to the runner, and no other way leads there, rows are at hand too, and are not written either.
//!
//! Where the runner takes over it carries out the same instructions, so it reads the same.

use std::collections::HashMap;

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, REGISTERS};

use super::facts::Facts;
use super::known::Way;
use super::latest::Latest;
use super::liveness::Flow;
use super::reads::{ALL, Reads, Registers, read_by, reads};
use super::routes::Routes;

/// By place, whether what the instruction there gives need not be written: a set, or a number.
pub fn dead_stores<const W: usize>(
    rush: &Rush<W>,
    (ways, facts): (&[Way], &[Facts]),
    (routes, latest): (&Routes, &Latest),
    flow: &Flow<'_>,
) -> Vec<bool> {
    let (n_sets, n_numbers) = rush.registers.used;
    let script = Emitted { rush, ways, facts, routes, latest };
    let sets = Stores { written: Code::written_set, read: |reads| reads.sets, kept: n_sets }.dead(&script, flow);
    let numbers =
        Stores { written: Code::written_number, read: |reads| reads.numbers, kept: n_numbers }.dead(&script, flow);
    sets.into_iter().zip(numbers).map(|(set, number)| set || number).collect()
}

/// A script and what is known of it.
struct Emitted<'a, const W: usize> {
    rush: &'a Rush<W>,
    ways: &'a [Way],
    facts: &'a [Facts],
    routes: &'a Routes,
    latest: &'a Latest,
}

impl<const W: usize> Emitted<'_, W> {
    fn code(&self) -> &[Code] {
        &self.rush.script.code
    }

    /// What an instruction reads.
    fn reads(&self, place: usize) -> Reads {
        let code = &self.code()[place];
        let all = reads(self.rush, code);
        match code {
            Code::Reject => {
                let failing = self.latest.at(self.rush, place).into_iter();
                let sets = failing.map(|(_, choice)| read_by(choice)).fold(Registers::EMPTY, |all, read| all | read);
                Reads { sets, ..all }
            }
            _ => all,
        }
    }

    /// Whether native code does what the instruction says and no more: it never leaves to the runner and calls nobody.
    fn is_plain(&self, place: usize) -> bool {
        self.ways[place] == Way::Written && self.code()[place].is_plain()
    }

    /// Whether what was at hand before an instruction is at hand behind it, but for what it writes.
    fn leaves_at_hand(&self, place: usize) -> bool {
        let never_leaves = || never_leaves(&self.code()[place], self.facts[place]);
        self.is_plain(place) || self.ways[place] == Way::Written && never_leaves()
    }

    /// Whether native code reads at a place what is at hand, and the rest from memory; else whoever goes on reads all from there.
    fn reads_at_hand(&self, place: usize) -> bool {
        let draws = || self.ways[place] == Way::Written && draws_at_hand(self.rush, &self.code()[place]);
        self.leaves_at_hand(place) || draws()
    }
}

/// Where sets are written, or numbers.
struct Stores {
    /// What an instruction writes.
    written: fn(&Code) -> Option<u8>,
    /// What it reads.
    read: fn(Reads) -> Registers,
    /// The first registers, which are those of the position, are always written.
    kept: usize,
}

/// By register, at which place what it holds was written or read, if it is at hand: an even number for what was read there, an odd one
/// for what was written.
type AtHand = [Option<usize>; REGISTERS];

impl Stores {
    /// By place, whether what an instruction writes is read, until it is written anew, where it is at hand alone.
    fn dead<const W: usize>(&self, script: &Emitted<'_, W>, flow: &Flow<'_>) -> Vec<bool> {
        let code = script.code();
        let at_hand = self.read_at_hand(script);
        let live = flow.live(self.written, |place| (self.read)(script.reads(place)), ALL);
        let in_memory = |place: usize| match script.reads_at_hand(place) {
            true => (self.read)(script.reads(place)) - at_hand[place],
            false => live[place],
        };
        let in_memory = flow.live(self.written, in_memory, ALL);
        let is_dead = |place: usize| {
            let register = (self.written)(&code[place]).filter(|_| script.is_plain(place))?;
            let is_read = code[place].goes_on() && at(&in_memory, place + 1).contains(register.into());
            Some(usize::from(register) >= self.kept && !is_read)
        };
        (0..code.len()).map(|place| is_dead(place).unwrap_or(false)).collect()
    }

    /// By place, the registers that are read there of which it is known that they are at hand, as [`brought`](super::brought) sees to it.
    fn read_at_hand<const W: usize>(&self, script: &Emitted<'_, W>) -> Vec<Registers> {
        let code = script.code();
        let mut brought: HashMap<usize, (Vec<usize>, Box<AtHand>)> = HashMap::new();
        let (mut now, mut is_open) = (Box::new([None; REGISTERS]), false);
        let mut at_hand = Vec::with_capacity(code.len());
        for (place, &code) in code.iter().enumerate() {
            if script.routes.lead_to(place) {
                let all = brought.remove(&place).filter(|(from, _)| script.routes.are_from(place, from));
                let mut known = all.map_or_else(|| Box::new([None; REGISTERS]), |(_, known)| known);
                if is_open {
                    meet(&mut known, &now);
                }
                (now, is_open) = (known, true);
            }
            let read = (self.read)(script.reads(place)).iter();
            at_hand.push(read.filter(|&register| now[usize::from(register)].is_some()).collect());
            if !is_open {
                continue;
            }
            is_open = code.goes_on() && script.ways[place] != Way::Left;
            self.go_on(script, place, &mut now);
            for to in script.rush.script.leads_elsewhere(code) {
                let (from, known) = brought.entry(to.into()).or_insert_with(|| (Vec::new(), now.clone()));
                from.push(place);
                meet(known, &now);
            }
        }
        at_hand
    }

    /// What is at hand behind an instruction.
    fn go_on<const W: usize>(&self, script: &Emitted<'_, W>, place: usize, now: &mut AtHand) {
        let code = &script.code()[place];
        if !script.leaves_at_hand(place) {
            *now = [None; REGISTERS];
        } else if script.is_plain(place) {
            for register in (self.read)(script.reads(place)).iter() {
                let held = &mut now[usize::from(register)];
                *held = held.or(Some(2 * place));
            }
            if let Some(register) = (self.written)(code) {
                now[usize::from(register)] = Some(2 * place + 1);
            }
        }
    }
}

/// Leaves at hand what is so there too.
fn meet(here: &mut AtHand, there: &AtHand) {
    for (here, there) in here.iter_mut().zip(there) {
        *here = here.filter(|_| here == there);
    }
}

/// Whether native code for an instruction that is not plain reads sets that are at hand, writes none and never leaves to the runner.
fn never_leaves(code: &Code, facts: Facts) -> bool {
    match code {
        Code::IfNone(..) => true,
        Code::Due(_) => facts.may_go_on,
        _ => false,
    }
}

/// Whether an instruction draws from rows that are at hand, once.
fn draws_at_hand<const W: usize>(rush: &Rush<W>, code: &Code) -> bool {
    let Code::Draw(number) = *code else { return false };
    let Some(choice) = rush.script.choices.get(usize::from(number)) else { return false };
    let rows = &choice.rows;
    !choice.may_fail && choice.guess.is_none() && !rows.is_empty() && rows.iter().all(|row| row.table.is_none())
}

/// What is live at a place; beyond the code all is.
fn at(live: &[Registers], place: usize) -> Registers {
    live.get(place).copied().unwrap_or(ALL)
}

#[cfg(test)]
mod tests {
    use crate::engine::machine::Machine;
    use crate::engine::rush::code::L;
    use crate::engine::rush::code::{Choice, Row};
    use crate::rules::model::Comparison;

    use super::super::plan::Plan;
    use super::super::tests::{CELLS, FREE, program};
    use super::super::tests_of_play::rush_of;
    use super::*;

    /// Which of the sets are dead that some instructions give before an option is drawn of a row, which may fail.
    fn dead(code: &[Code], after: &[Code]) -> Vec<bool> {
        dead_before(code, after, true)
    }

    fn dead_before(code: &[Code], after: &[Code], may_fail: bool) -> Vec<bool> {
        let machine = Machine::<1>::of(program(8));
        let (drawn, place) = (code.len() as L + 1, code.len());
        let all = [code, &[Code::Draw(0)], after, &[Code::Over(0, 1)]].concat();
        let none = all.len() as L - 1;
        let rows = vec![Row::plain(FREE, drawn, none)];
        let choice = Choice { rows, none, may_fail, sought: false, shield: None, evasion: None, guess: None };
        let rush = rush_of(&machine, (all, vec![choice]));
        let mut dead = Plan::to_look_at(&rush, &machine.program).is_dead;
        dead.truncate(place);
        dead
    }

    #[test]
    fn what_the_next_instructions_alone_read_is_not_written() {
        let [occupied, a, b] = [0, FREE + 1, FREE + 2];
        let code = [Code::And(a, occupied, occupied), Code::Or(FREE, a, occupied)];
        assert_eq!(dead(&code, &[]), [true, false], "a row is read by who draws");
        assert_eq!(dead(&code, &[Code::Count(0, a)]), [false, false], "it is read behind the draw");
        assert_eq!(dead(&code, &[Code::Empty(a), Code::Count(0, a)]), [true, false], "it is written anew before");
        assert_eq!(dead(&[Code::Copy(occupied, a)], &[]), [false], "it is one of the position");
        let asked = [Code::And(a, occupied, occupied), Code::IfEmpty(b, 2), Code::Or(FREE, a, occupied)];
        assert_eq!(dead(&asked, &[]), [true, false, false], "it is at hand on both ways to where it is read");
        let [first, other] = [Code::And(a, occupied, occupied), Code::Or(a, occupied, occupied)];
        let apart = [first, Code::IfEmpty(b, 3), other, Code::Or(FREE, a, occupied)];
        assert_eq!(dead(&apart, &[]), [false; 4], "on each way it is another");
    }

    #[test]
    fn rows_are_not_written_that_are_drawn_from_once() {
        let occupied = 0;
        let code = &[Code::Copy(FREE, occupied), Code::IfNone(0, 3)];
        assert_eq!(dead_before(code, &[], false), [true, false], "the row is at hand for who draws");
        assert_eq!(dead_before(code, &[], true), [false, false], "it is drawn from again");
        assert_eq!(dead_before(code, &[Code::Count(0, FREE)], false), [false, false], "it is read behind the draw");
        let due = [Code::IfRepeated(false, 3, 0, 4), Code::Copy(FREE, occupied), Code::Due(0)];
        assert_eq!(dead_before(&due, &[], false), [false; 3], "play may stop before the draw");
        assert_eq!(dead_before(&due[1..], &[], false), [true, false], "it is known that it does not");
    }

    #[test]
    fn numbers_are_not_written_that_are_read_at_hand_alone() {
        let (occupied, [a, b]) = (0, [CELLS, CELLS + 1]);
        let code = [Code::Count(a, occupied), Code::Number(b, 3), Code::IfCompare(Comparison::Less, a, b, 4)];
        assert_eq!(dead(&code, &[]), [true, true, false], "they are at hand for who compares them");
        assert_eq!(dead(&code, &[Code::Add(a, 1)]), [false, true, false], "it is read behind the draw");
        assert_eq!(dead(&[Code::Count(0, occupied)], &[]), [false], "it is one of the position");
    }
}
