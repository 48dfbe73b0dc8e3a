//! What is found out about a script before native code is written for it: what is done at each place, what is known there, and what
//! the passes make of it.

use std::rc::Rc;

use cranelift_frontend::Variable;

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, L};
use crate::engine::rush::warmth::Purpose;
use crate::program::Program;
use crate::program::passes::Pass;

use super::NO_ENTRY;
use super::alike::{Part, parts};
use super::dead_stores::dead_stores;
use super::early::Early;
use super::facts::{Facts, facts};
use super::known::{Way, may_leave, stays_clean, ways};
use super::latest::Latest;
use super::liveness::Flow;
use super::routes::Routes;

/// How a script is written.
#[derive(Debug)]
pub struct Plan<const W: usize> {
    /// Whether the code is entered only if not every name is to be cleared at the beginning of the next turn.
    pub is_clean: bool,
    /// By place, the number of the entry there, or that there is none.
    pub entries: Vec<u32>,
    /// By place, what is done there.
    pub ways: Vec<Way>,
    /// By place, what is known there.
    pub facts: Vec<Facts>,
    /// By choice, the parts of its rows.
    pub parts: Vec<Rc<[Part]>>,
    /// Of which choices the option may be that is carried out.
    pub latest: Latest,
    /// Which ways lead to each place.
    pub routes: Routes,
    /// By place, whether the set or number that is given there need not be written.
    pub is_dead: Vec<bool>,
    /// Which rows are counted where they are written.
    pub early: Early<W>,
}

impl<const W: usize> Plan<W> {
    /// That of a rush of a program for a purpose; what is counted early has variables.
    pub fn of((rush, program): (&Rush<W>, &Program), purpose: Purpose, declare: &mut dyn FnMut() -> Variable) -> Self {
        let ways = ways(rush, program, purpose);
        let is_clean = stays_clean(rush);
        let entries = entries(rush, program, &ways, (purpose, is_clean));
        let facts = facts(rush, &ways, &entries, is_clean);
        let choices = rush.script.choices.iter();
        let parts: Vec<Rc<[Part]>> = choices.map(|choice| parts(rush, program, &choice.rows).into()).collect();
        let latest = Latest::of(rush);
        let routes = Routes::new(rush, &parts, (&entries, &ways, &facts), (&latest, purpose));
        let (mut is_dead, mut early) = (vec![false; rush.script.code.len()], Early::default());
        if purpose == Purpose::Play {
            let flow = Flow::of(rush, &latest);
            if program.passes.has(Pass::Stores) {
                is_dead = dead_stores(rush, (&ways, &facts), (&routes, &latest), &flow);
            }
            if program.passes.has(Pass::Counts) {
                early = Early::of(rush, &parts, &ways, (&routes, &flow), declare);
            }
        }
        Self { is_clean, entries, ways, facts, parts, latest, routes, is_dead, early }
    }

    /// That of random games, to look at: no code is written by it, so its variables are mere numbers.
    pub fn to_look_at(rush: &Rush<W>, program: &Program) -> Self {
        let mut n_variables = 0;
        Self::of((rush, program), Purpose::Play, &mut || {
            n_variables += 1;
            Variable::from_u32(n_variables)
        })
    }
}

/// By place, the number of the entry where code comes that the runner may go on with.
fn entries<const W: usize>(
    rush: &Rush<W>,
    program: &Program,
    ways: &[Way],
    (purpose, is_clean): (Purpose, bool),
) -> Vec<u32> {
    let code = &rush.script.code;
    let mut is_entry = vec![false; code.len()];
    let mut enter = |place: L| {
        if let Some(entry) = is_entry.get_mut(usize::from(place)) {
            *entry = true;
        }
    };
    for (place, mut now) in code.iter().copied().enumerate() {
        let is_gone_back_to = matches!(now, Code::Fork(_) | Code::Each(..));
        if is_gone_back_to || ways[place] == Way::Left || may_leave(rush, program, &now, (purpose, is_clean)) {
            L::try_from(place + 1).into_iter().for_each(&mut enter);
            now.target().into_iter().for_each(|target| enter(*target));
        }
    }
    for (number, choice) in rush.script.choices.iter().enumerate() {
        if purpose == Purpose::Count || choice.may_fail || choice.sought || is_left(rush, ways, number) {
            choice.rows.iter().flat_map(|row| [row.take, row.after]).chain([choice.none]).for_each(&mut enter);
            choice.evasion.into_iter().for_each(&mut enter);
        }
        if purpose == Purpose::Count {
            choice.shield.iter().for_each(|shield| enter(shield.code));
        }
    }
    let searches = rush.script.explorations.iter();
    let searches = searches.flat_map(|each| each.clone().places().map(|place| *place).collect::<Vec<_>>());
    searches.chain(rush.script.entries.iter().map(|(_, place)| *place)).for_each(&mut enter);
    let mut n = 0;
    let number = |(is_entry, way): (bool, &Way)| {
        let is_here = is_entry && *way != Way::Left;
        n += u32::from(is_here);
        if is_here { n - 1 } else { NO_ENTRY }
    };
    is_entry.into_iter().zip(ways).map(number).collect()
}

/// Whether somewhere the runner draws an option of a choice, or all of them are tried.
fn is_left<const W: usize>(rush: &Rush<W>, ways: &[Way], number: usize) -> bool {
    let is_of = |(code, way): (&Code, &Way)| match *code {
        Code::Draw(n) => usize::from(n) == number && *way == Way::Left,
        Code::EachOfRows(n) => usize::from(n) == number,
        _ => false,
    };
    rush.script.code.iter().zip(ways).any(is_of)
}
