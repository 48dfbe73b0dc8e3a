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

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, L};

use super::facts::{Facts, drawn_again, led_to};
use super::known::Way;
use super::reads::{ALL, Reads, Registers, reads};
use super::routes::Routes;

/// By place, whether what the instruction there gives need not be written: a set, or a number.
pub fn dead_stores<const W: usize>(rush: &Rush<W>, ways: &[Way], facts: &[Facts], routes: &Routes) -> Vec<bool> {
    let (n_sets, n_numbers) = rush.registers.used;
    let sets =
        Stores { written: Code::written_set, kept: n_sets, live: live(rush, Code::written_set, |reads| reads.sets) };
    let numbers = Stores {
        written: Code::written_number,
        kept: n_numbers,
        live: live(rush, Code::written_number, |reads| reads.numbers),
    };
    let is_dead = |place| [&sets, &numbers].iter().any(|stores| stores.is_dead(rush, (ways, facts, routes), place));
    (0..rush.script.code.len()).map(is_dead).collect()
}

/// Where sets are written, or numbers.
struct Stores {
    /// What an instruction writes.
    written: fn(&Code) -> Option<u8>,
    /// The first registers, which are those of the position, are always written.
    kept: usize,
    /// By place, the registers that may be read from there on before they are written.
    live: Vec<Registers>,
}

impl Stores {
    /// Whether what an instruction writes is read, until it is written anew, in its own stretch of code alone, where it is at hand.
    fn is_dead<const W: usize>(
        &self,
        rush: &Rush<W>,
        (ways, facts, routes): (&[Way], &[Facts], &Routes),
        place: usize,
    ) -> bool {
        let code = &rush.script.code;
        let is_written = |place: usize| ways[place] == Way::Written;
        let is_plain = |place: usize| is_written(place) && code[place].is_plain();
        let Some(register) = (self.written)(&code[place]).filter(|_| is_plain(place)) else { return false };
        if usize::from(register) < self.kept {
            return false;
        }
        let is_read_at = |place: usize| at(&self.live, place).contains(register.into());
        for next in place + 1..code.len() {
            if routes.lead_to(next) || !code[next - 1].goes_on() {
                return !(code[next - 1].goes_on() && is_read_at(next));
            }
            let stays = is_plain(next) || is_written(next) && never_leaves(&code[next], facts[next]);
            let is_drawn_from = is_written(next) && draws_at_hand(rush, &code[next]);
            if !stays && !is_drawn_from {
                return !is_read_at(next);
            }
            if rush.script.leads_elsewhere(code[next]).any(|to| is_read_at(to.into())) {
                return false;
            }
            if is_drawn_from || (self.written)(&code[next]) == Some(register) {
                return true;
            }
        }
        false
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

/// By place, the registers that may be read from there on before they are written.
fn live<const W: usize>(
    rush: &Rush<W>,
    written: fn(&Code) -> Option<u8>,
    read: fn(Reads) -> Registers,
) -> Vec<Registers> {
    let code = &rush.script.code;
    let leads: Vec<Vec<L>> = code.iter().map(|now| leads(rush, now)).collect();
    let mut live = vec![Registers::EMPTY; code.len()];
    loop {
        let mut is_settled = true;
        for place in (0..code.len()).rev() {
            let now = &code[place];
            let mut after = if now.goes_on() { at(&live, place + 1) } else { Registers::EMPTY };
            for &to in &leads[place] {
                after |= at(&live, to.into());
            }
            if let Some(register) = written(now) {
                after.remove(register.into());
            }
            let before = after | read(reads(rush, now));
            is_settled &= before == live[place];
            live[place] = before;
        }
        if is_settled {
            return live;
        }
    }
}

/// What is live at a place; beyond the code all is.
fn at(live: &[Registers], place: usize) -> Registers {
    live.get(place).copied().unwrap_or(ALL)
}

/// The places where an instruction may lead beside the next one; from an option that fails to another, or to where there is none.
fn leads<const W: usize>(rush: &Rush<W>, code: &Code) -> Vec<L> {
    let mut to = led_to(rush, code);
    if *code == Code::Reject {
        to.extend(drawn_again(rush));
        to.extend(rush.script.choices.iter().flat_map(|choice| [choice.none].into_iter().chain(choice.evasion)));
    }
    to
}

#[cfg(test)]
mod tests {
    use crate::engine::machine::Machine;
    use crate::engine::rush::code::{Choice, Row};
    use crate::engine::rush::warmth::Purpose;
    use crate::rules::model::Comparison;

    use super::super::alike::parts;
    use super::super::facts::facts;
    use super::super::tests::{CELLS, FREE, program};
    use super::super::tests_of_play::rush_of;
    use super::super::{entries, known};
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
        let ways = known::ways(&rush, &machine.program, Purpose::Play);
        let entries = entries(&rush, &machine.program, &ways, (Purpose::Play, false));
        let facts = facts(&rush, &ways, &entries, false);
        let parts = [parts(&rush, &machine.program, &rush.script.choices[0].rows).into()];
        let routes = Routes::new(&rush, &parts, (&entries, &ways, &facts), Purpose::Play);
        let mut dead = dead_stores(&rush, &ways, &facts, &routes);
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
        assert_eq!(dead(&asked, &[]), [false, false, false], "play may come to where it is read from elsewhere");
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
