//! Dead stores: sets that nobody reads again from their registers.
//!
//! ```text
//!   And(50, men, mine)          50 is at hand for the next instruction: it is written nowhere
//!   FillTo(51, 50, free, 0)     51 is a row of the choice: it is written
//!   Draw(0)                     reads the rows
//!   ‥                           50 is written anew before it is read
//! ```
//!
//! What an instruction reads is told here for those that work with few registers; of any other it is taken that it reads all. Where
//! the runner takes over it carries out the same instructions, so it reads the same.

use crate::engine::bits::Bits;
use crate::engine::rush::Rush;
use crate::engine::rush::code::{Choice, Code, L, REGISTERS, S};

use super::facts::{drawn_again, led_to};
use super::known::Way;
use super::routes::Routes;

/// Some registers for sets.
type Sets = Bits<{ REGISTERS / 64 }>;

const ALL: Sets = Bits([u64::MAX; REGISTERS / 64]);

/// By place, whether the set need not be written that the instruction there gives.
pub fn dead_stores<const W: usize>(rush: &Rush<W>, ways: &[Way], routes: &Routes) -> Vec<bool> {
    let live = live(rush);
    let places = 0..rush.script.code.len();
    places.map(|place| is_dead(rush, (ways, routes), &live, place)).collect()
}

/// Whether what an instruction writes is read, until it is written anew, in its own stretch of plain code alone, where it is at hand.
fn is_dead<const W: usize>(rush: &Rush<W>, (ways, routes): (&[Way], &Routes), live: &[Sets], place: usize) -> bool {
    let code = &rush.script.code;
    let is_known = |place: usize| ways[place] == Way::Written && code[place].is_plain();
    let Some(set) = code[place].written_set().filter(|_| is_known(place)) else { return false };
    if usize::from(set) < rush.registers.used.0 {
        return false;
    }
    let is_read_at = |place: usize| at(live, place).contains(set.into());
    for next in place + 1..code.len() {
        if !is_known(next) || routes.lead_to(next) || !code[next - 1].goes_on() {
            return !(code[next - 1].goes_on() && is_read_at(next));
        }
        if rush.script.leads_elsewhere(code[next]).any(|to| is_read_at(to.into())) {
            return false;
        }
        if code[next].written_set() == Some(set) {
            return true;
        }
    }
    false
}

/// By place, the registers that may be read from there on before they are written.
fn live<const W: usize>(rush: &Rush<W>) -> Vec<Sets> {
    let code = &rush.script.code;
    let leads: Vec<Vec<L>> = code.iter().map(|now| leads(rush, now)).collect();
    let mut live = vec![Sets::EMPTY; code.len()];
    loop {
        let mut is_settled = true;
        for place in (0..code.len()).rev() {
            let now = &code[place];
            let mut after = if now.goes_on() { at(&live, place + 1) } else { Sets::EMPTY };
            for &to in &leads[place] {
                after |= at(&live, to.into());
            }
            if let Some(set) = now.written_set() {
                after.remove(set.into());
            }
            let before = after | read(rush, now);
            is_settled &= before == live[place];
            live[place] = before;
        }
        if is_settled {
            return live;
        }
    }
}

/// What is live at a place; beyond the code all is.
fn at(live: &[Sets], place: usize) -> Sets {
    live.get(place).copied().unwrap_or(ALL)
}

/// The registers that an instruction reads beside those of the position.
fn read<const W: usize>(rush: &Rush<W>, code: &Code) -> Sets {
    use Code as C;
    let choices = &rush.script.choices;
    match *code {
        C::Copy(_, a)
        | C::AndConstant(_, a, _)
        | C::ConstantMinus(_, _, a)
        | C::Shift(_, a, ..)
        | C::Step(_, a, _)
        | C::Parts(_, a, ..)
        | C::Meeting(_, a, ..)
        | C::Keep(_, _, a)
        | C::Insert(a, _)
        | C::Remove(a, _)
        | C::Count(_, a)
        | C::First(_, a)
        | C::Next(_, a, _)
        | C::Behind(_, _, a, _)
        | C::DrawMember(_, a)
        | C::DrawOne(a, ..)
        | C::IfEmpty(a, _)
        | C::IfSome(a, _)
        | C::IfHas(a, ..)
        | C::IfHasNot(a, ..)
        | C::IfCovers(_, a, _)
        | C::IfOnRow(_, _, a, _)
        | C::IfOnLine(_, a, _)
        | C::Lines(_, a)
        | C::SlideBy(_, _, a, ..)
        | C::Nth(_, a, _)
        | C::Hit(_, _, a, ..)
        | C::Drop(a, ..)
        | C::BindSet(_, a)
        | C::Remember(a, ..)
        | C::SetValues(_, a, ..)
        | C::Put(_, _, a)
        | C::Take(a)
        | C::Lift(a)
        | C::Give(a, _)
        | C::Change(a, _) => sets([a]),
        C::And(_, a, b)
        | C::Or(_, a, b)
        | C::Minus(_, a, b)
        | C::ShiftInto(a, b, ..)
        | C::StepTo(_, a, b, _)
        | C::Fill(_, a, b, _)
        | C::Inside(_, a, b, _)
        | C::Slide(_, _, a, b, _)
        | C::Spread(_, a, b, _)
        | C::Flood(_, a, b, _)
        | C::Hops(_, _, a, b, _)
        | C::Enclosed(_, a, b, _)
        | C::IfEqual(a, b, _)
        | C::IfUnequal(a, b, _) => sets([a, b]),
        C::FillTo(_, a, b, c, _) => sets([a, b, c]),
        C::Draw(number) | C::IfNone(number, _) => choices.get(usize::from(number)).map_or(ALL, read_by),
        // Another option is drawn from whichever choice it was.
        C::Reject => choices.iter().fold(Sets::EMPTY, |all, choice| all | read_by(choice)),
        C::Constant(..)
        | C::Empty(_)
        | C::EmptyAll(..)
        | C::OfPlayer(..)
        | C::Member(..)
        | C::Table(..)
        | C::Kept(..)
        | C::Number(..)
        | C::Nothing(_)
        | C::Wide(..)
        | C::CopyNumber(..)
        | C::Calculate(..)
        | C::Add(..)
        | C::Fit(..)
        | C::Odd(..)
        | C::Quarters(..)
        | C::Look(..)
        | C::KindAt(..)
        | C::OwnerAt(..)
        | C::Turns(_)
        | C::Played(..)
        | C::Rounds(_)
        | C::Jump(_)
        | C::IfIs(..)
        | C::IfIsNot(..)
        | C::IfSame(..)
        | C::IfDifferent(..)
        | C::IfCompare(..)
        | C::IfNotCompare(..)
        | C::IfSameRound(..)
        | C::IfStale(_)
        | C::IfOnce(_)
        | C::IfCounted(_)
        | C::IfKept(..)
        | C::IfRepeated(..)
        | C::IfOut(..)
        | C::NextPlayer(..)
        | C::NextLiving(_)
        | C::Living(_)
        | C::Where(..)
        | C::WhereSame(..)
        | C::Value(..)
        | C::Recall(..)
        | C::LookForTwo(..)
        | C::Height(..)
        | C::Heading(..)
        | C::Between(..)
        | C::Stack(..)
        | C::Carry(..)
        | C::CarryAny(..)
        | C::Place(..)
        | C::Toggle(..)
        | C::After
        | C::Exchange
        | C::Commit(_)
        | C::Written(_)
        | C::Close
        | C::Pass(..)
        | C::Turn(..)
        | C::Enter(_)
        | C::Round
        | C::Phase(_)
        | C::Note(_)
        | C::Again
        | C::At(_)
        | C::Over(..)
        | C::Due(_)
        // The plain machine works with the position.
        | C::SlowSet(..)
        | C::SlowNumber(..)
        | C::BindNumber(..)
        | C::Show
        | C::IfUnsafe(_)
        | C::Perform(..)
        | C::Engine(..)
        | C::Test(_)
        | C::Leave(_)
        | C::Shielded(_)
        | C::Mark(_)
        | C::Tell(_)
        | C::Told => Sets::EMPTY,
        _ => ALL,
    }
}

/// The registers that are read by who draws an option from a choice.
fn read_by(choice: &Choice) -> Sets {
    let of_rows = choice.rows.iter().flat_map(|row| std::iter::once(row.landings).chain(row.origins));
    let of_aim = choice.guess.and_then(|guess| guess.aim).map(|aim| aim.leaving);
    of_rows.chain(of_aim).map(u16::from).collect()
}

fn sets<const N: usize>(registers: [S; N]) -> Sets {
    registers.into_iter().map(u16::from).collect()
}

/// The places where an instruction may lead beside the next one; from an option that fails to another, or to where there is none.
fn leads<const W: usize>(rush: &Rush<W>, code: &Code) -> Vec<L> {
    let mut to = led_to(rush, code);
    if *code == Code::Reject {
        to.extend(drawn_again(rush));
        to.extend(rush.script.choices.iter().map(|choice| choice.none));
    }
    to
}

#[cfg(test)]
mod tests {
    use crate::engine::machine::Machine;
    use crate::engine::rush::code::Row;
    use crate::engine::rush::warmth::Purpose;

    use super::super::alike::parts;
    use super::super::facts::facts;
    use super::super::tests::{FREE, program};
    use super::super::tests_of_play::rush_of;
    use super::super::{entries, known};
    use super::*;

    /// Which of the sets are dead that some instructions give before an option is drawn of a row.
    fn dead(code: &[Code], after: &[Code]) -> Vec<bool> {
        let machine = Machine::<1>::of(program(8));
        let (drawn, place) = (code.len() as L + 1, code.len());
        let all = [code, &[Code::Draw(0)], after, &[Code::Over(0, 1)]].concat();
        let none = all.len() as L - 1;
        let rows = vec![Row::plain(FREE, drawn, none)];
        let choice = Choice { rows, none, may_fail: false, sought: false, shield: None, guess: None };
        let rush = rush_of(&machine, (all, vec![choice]));
        let ways = known::ways(&rush, &machine.program, Purpose::Play);
        let entries = entries(&rush, &machine.program, &ways, (Purpose::Play, false));
        let facts = facts(&rush, &ways, &entries, false);
        let parts = [parts(&rush, &machine.program, &rush.script.choices[0].rows).into()];
        let routes = Routes::new(&rush, &parts, (&entries, &ways, &facts), Purpose::Play);
        let mut dead = dead_stores(&rush, &ways, &routes);
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
}
