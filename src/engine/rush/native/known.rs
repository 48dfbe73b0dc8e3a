//! For which instructions native code is written, which it calls a function for, and at which it leaves.

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, SlideFrom};
use crate::engine::rush::warmth::Purpose;
use crate::program::{Program, pile_everywhere};
use crate::rules::model::{Arithmetic, Captured};

use super::proof::{self, Proof};
use super::{again, lines, planes, sets};

/// What native code does where an instruction stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It was written for it.
    Written,
    /// It calls a function that carries it out.
    Called,
    /// It leaves it to the runner.
    Left,
}

/// What native code does at each place. What comes right before something that is left is left too if a function would carry it
/// out: the runner carries out both in less time than it takes to leave it between them.
pub fn ways<const W: usize>(rush: &Rush<W>, program: &Program, purpose: Purpose) -> Vec<Way> {
    let way = |code| match purpose {
        Purpose::Count if is_left_in_counts(rush, code) => Way::Left,
        Purpose::Play if matches!(code, Code::Mark(_) | Code::Tell(_) | Code::Told | Code::Drops(_)) => Way::Left,
        _ => way_of(rush, program, code),
    };
    let mut ways: Vec<Way> = rush.script.code.iter().map(way).collect();
    let mut is_next_left = false;
    for way in ways.iter_mut().rev() {
        if *way == Way::Called && is_next_left {
            *way = Way::Left;
        }
        is_next_left = *way == Way::Left;
    }
    ways
}

/// What native code does where an instruction stands, whatever stands beside it.
pub fn way_of<const W: usize>(rush: &Rush<W>, program: &Program, code: &Code) -> Way {
    match proof::of(rush, program, code) {
        Proof::Holds if is_native(rush, program, code) => Way::Written,
        Proof::Holds | Proof::Unknown if !code.is_for_runner() => Way::Called,
        _ => Way::Left,
    }
}

/// Whether native code is written for an instruction.
pub fn is_native<const W: usize>(rush: &Rush<W>, program: &Program, code: &Code) -> bool {
    use Code as C;
    if proof::of(rush, program, code) != Proof::Holds {
        return false;
    }
    let to_hand = program.rules.captured == Captured::Hand;
    let is_short = |way: u8| rush.shifts.get(usize::from(way)).is_some_and(|shifts| shifts.len() <= sets::FEW);
    let is_plain = |way: u8| rush.shifts.get(usize::from(way)).is_some_and(|shifts| shifts.len() == 1);
    match code {
        C::Table(_, _, first) => usize::from(*first) + program.geometry.n_cells <= rush.constants.len(),
        C::Keep(table, ..) | C::Kept(_, table, _) => *table < rush.script.n_tables,
        C::Calculate(_, how, ..) => *how != Arithmetic::Times,
        C::Step(_, _, way) | C::StepTo(_, _, _, way) => is_short(*way),
        C::Slide(.., slide) => has_rays(program, &rush.script.slides[usize::from(*slide)]),
        C::SlideBy(.., least, most, way) => {
            least == most && is_plain(*way) && program.geometry.rays.get(usize::from(*way)).is_some_and(Option::is_some)
        }
        C::Behind(.., way) => {
            let back = program.geometry.opposite[usize::from(*way)];
            program.geometry.rays.get(usize::from(back)).is_some_and(Option::is_some)
        }
        C::FillTo(.., way) | C::Fill(.., way) | C::Inside(.., way) => is_short(*way),
        // Where pieces come to a hand there are many kinds, and code for all of them takes longer than a call.
        C::CarryAny(..) | C::Take(_) => !to_hand,
        C::Stack(..) => rush.registers.buried.is_some() && pile_everywhere(program),
        C::Recall(_, _, variable) | C::Remember(_, _, variable) => {
            planes::planes_of(rush, program, *variable).is_some()
        }
        C::IfOnRow(row, ..) => rush.doubled(*row).is_some(),
        C::Lines(..) => lines::are_few::<W>(program),
        C::IfOnLine(..) => lines::through_each::<W>(program).is_some(),
        C::Reject | C::Redraw(_) => again::draws_natively(rush, program),
        // What is known to hold of is told in one place, `proof::of`.
        _ => true,
    }
}

/// Whether a slide ends only where something stands, and each of its directions has rays. A landing that is one step away has
/// no cells before it, so it does not matter to what is passed whether a slide may end there.
fn has_rays(program: &Program, slide: &SlideFrom) -> bool {
    let geometry = &program.geometry;
    let (least, most) = slide.range;
    let has_ray = |way: &u16| geometry.rays.get(usize::from(*way)).is_some_and(Option::is_some);
    least <= 1 + i64::from(slide.span) && most >= geometry.n_cells as i64 && slide.ways.iter().all(has_ray)
}

/// Whether the runner carries out an instruction in a count, where nothing is drawn and options are put back.
fn is_left_in_counts<const W: usize>(rush: &Rush<W>, code: &Code) -> bool {
    use Code as C;
    match code {
        C::Draw(choice) => rush.script.choices.get(usize::from(*choice)).is_none_or(|choice| choice.sought),
        C::DrawWithin(..) | C::Reject | C::Redraw(_) | C::Throw(..) | C::DrawMember(..) | C::Exchange | C::After => {
            true
        }
        C::Chains(..) | C::DrawFound(_) => true,
        _ => false,
    }
}

/// Whether native code may leave an instruction to the runner that it knows, and play goes on natively behind it: code that is
/// entered only if names need not be cleared (yes) never leaves to have them cleared.
pub fn may_leave<const W: usize>(
    rush: &Rush<W>,
    program: &Program,
    code: &Code,
    (purpose, is_clean): (Purpose, bool),
) -> bool {
    use Code as C;
    let expires =
        program.lasting.two_turns.iter().any(|&variable| rush.registers.written[usize::from(variable)].is_some());
    match code {
        C::Close | C::Pass(..) => expires,
        C::Enter(_) | C::Turn(..) => expires || !is_clean,
        C::DrawWithin(..) | C::CarryAny(..) => true,
        // What is counted there is taken by the runner.
        C::DrawOne(..) | C::Drop(..) => purpose == Purpose::Count,
        _ => false,
    }
}

/// Whether names are to be cleared all at once only where a game was entered: turns that begin with an instruction bind nothing but
/// by instructions.
pub fn stays_clean<const W: usize>(rush: &Rush<W>) -> bool {
    let code = &rush.script.code;
    let begins = |place: &usize| matches!(code[*place], Code::Enter(_) | Code::Turn(..));
    let mut open: Vec<usize> = (0..code.len()).filter(begins).collect();
    let mut is_met = vec![false; code.len() + 1];
    while let Some(place) = open.pop() {
        if std::mem::replace(&mut is_met[place], true) || place == code.len() {
            continue;
        }
        if matches!(code[place], Code::Perform(..) | Code::Engine(..) | Code::Drops(_) | Code::Explore(_)) {
            return false;
        }
        open.extend(rush.script.leads_to(place));
    }
    true
}
