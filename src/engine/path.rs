//! Paths: their sets worked out, and the journeys that they allow.

use std::collections::BTreeSet;

use crate::program::node::{Heading, Id, Leg, NONE, NOTHING, Node, Verb};
use crate::rules::model::journey;

use super::bits::Bits;
use super::machine::Machine;
use super::scratch::Scratch;
use super::state::State;

/// The most steps of one leg.
const FAR: i64 = 4096;

/// The effort of going on from one leg to the next.
const ON: u64 = 200;
/// So many journeys are compared in the effort of one step.
const MANY: u64 = 16;
/// So many journeys are looked through one by one.
const FEW: usize = 64;

/// A landing, the direction of the last leg, and whether the landing is judged.
type Place = (u16, u16, bool);

/// One way to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Journey<const W: usize> {
    /// Where it ends.
    pub landing: u16,
    /// The direction of its last leg, or [`NONE`].
    pub way: u16,
    /// Whether it went anywhere yet.
    pub moved: bool,
    /// Whether its path has judged the landing already.
    pub settled: bool,
    /// The cells passed.
    pub passed: Bits<W>,
    /// The cells jumped over.
    pub jumped: Bits<W>,
}

/// A leg with its sets and numbers worked out.
#[derive(Clone, Copy, Debug)]
pub struct Planned<const W: usize> {
    /// The leg: path and number.
    pub leg: (u32, u32),
    /// The directions, where they are a set.
    pub ways: Bits<W>,
    /// What the cells passed must be.
    pub through: Bits<W>,
    /// The fewest and the most steps.
    pub range: (i64, i64),
    /// The cells where it must stop, or that it jumps.
    pub other: Bits<W>,
    /// Its alternatives.
    pub paths: (u32, u32),
    /// The fewest and the most steps by direction, from this place on, where they differ.
    pub by_way: Option<u32>,
    /// Whether it is a leg of the piece that travels; else it is one that is only asked about.
    pub is_own: bool,
}

/// A path within a leg, with the target of its own.
#[derive(Clone, Copy, Debug)]
pub struct Alternative<const W: usize> {
    /// Its first leg and how many there are, among those planned.
    pub legs: (u32, u32),
    /// Its own target.
    pub to: Option<Bits<W>>,
}

impl<const W: usize> Journey<W> {
    /// The journey of who has not left its cell yet, or is dropped on it.
    #[inline]
    pub fn start(cell: u16) -> Self {
        Self { landing: cell, way: NONE, moved: false, settled: false, passed: Bits::EMPTY, jumped: Bits::EMPTY }
    }

    /// The journey on to another cell, heading in a direction.
    #[inline]
    pub fn to(self, landing: u16, way: u16) -> Self {
        Self { landing, way, moved: true, ..self }
    }

    /// The journey so far as the beginning of a longer one: its landing is now a cell passed.
    pub fn onward(mut self) -> Self {
        self.settled = false;
        if self.moved {
            self.passed.insert(self.landing);
        }
        self
    }

    /// Where it has come to, and how.
    fn place(&self) -> Place {
        (self.landing, self.way, self.settled)
    }
}

impl<const W: usize> Machine<W> {
    /// Works out the sets and numbers of a path; its first leg and how many there are.
    pub fn plan(&self, sc: &mut Scratch<W>, st: &State, path: u32, is_own: bool) -> (u32, u32) {
        let legs = &self.program.paths[path as usize];
        let mut planned: smallvec::SmallVec<[Planned<W>; 2]> = smallvec::SmallVec::new();
        for (number, leg) in legs.iter().enumerate() {
            planned.push(self.plan_leg(sc, st, leg, ((path, number as u32), is_own)));
        }
        let first = sc.planned.len() as u32;
        sc.planned.extend(planned);
        (first, legs.len() as u32)
    }

    /// Works out the sets and numbers of a leg.
    pub(super) fn plan_leg(
        &self,
        sc: &mut Scratch<W>,
        st: &State,
        text: &Leg,
        (leg, is_own): ((u32, u32), bool),
    ) -> Planned<W> {
        let ways = match &text.heading {
            Heading::Ways(ways) => self.set(sc, st, *ways),
            Heading::All | Heading::Onward(_) => Bits::EMPTY,
        };
        let through = self.set(sc, st, text.through);
        let (other, paths) = (Bits::EMPTY, (0, 0));
        let mut planned = Planned { leg, ways, through, range: (1, FAR), other, paths, by_way: None, is_own };
        match &text.verb {
            Verb::Slides { range, stopping, .. } => {
                if let Some(range) = range {
                    self.plan_range(sc, st, *range, &mut planned);
                }
                if let Some(stopping) = stopping {
                    planned.other = self.set(sc, st, *stopping);
                }
            }
            Verb::LeapsStraight(n) | Verb::RidesStraight(n) => {
                planned.range.0 = self.number(sc, st, *n).min(FAR);
            }
            Verb::Hops { over, .. } => planned.other = self.set(sc, st, *over),
            Verb::Walks(least, most) => {
                planned.range = (self.number(sc, st, *least), self.number(sc, st, *most));
            }
            Verb::OneOf(paths) => planned.paths = self.plan_alternatives(sc, st, paths, is_own),
            Verb::Steps | Verb::Leaps(_) | Verb::Rides(_) | Verb::Goes | Verb::Stays => {}
        }
        planned
    }

    /// The range of a slide. Numbers that are not fixed are worked out for each direction, which they may ask for.
    fn plan_range(&self, sc: &mut Scratch<W>, st: &State, (least, most): (Id, Option<Id>), planned: &mut Planned<W>) {
        let nodes = &self.program.nodes;
        let is_fixed = |id: Id| matches!(nodes[id as usize], Node::Constant(_) | Node::ConstantByMe(_));
        let bounds = |sc: &mut Scratch<W>, st: &State| {
            let least = self.number(sc, st, least);
            (least, most.map_or(FAR, |most| self.number(sc, st, most)).min(FAR))
        };
        if is_fixed(least) && most.is_none_or(is_fixed) {
            planned.range = bounds(sc, st);
            return;
        }
        let mut heading = sc.copy(st);
        planned.by_way = Some(sc.ranges.len() as u32);
        for way in 0..self.program.geometry.n_directions as i64 {
            heading.keep(&self.program.layout, journey::WAY, way);
            let range = bounds(sc, &heading);
            sc.ranges.push(range);
        }
        sc.give(heading);
    }

    fn plan_alternatives(
        &self,
        sc: &mut Scratch<W>,
        st: &State,
        paths: &[(u32, Option<Id>)],
        is_own: bool,
    ) -> (u32, u32) {
        let mut all: smallvec::SmallVec<[Alternative<W>; 4]> = smallvec::SmallVec::new();
        for (path, to) in paths {
            let legs = self.plan(sc, st, *path, is_own);
            let to = to.map(|to| self.set(sc, st, to));
            all.push(Alternative { legs, to });
        }
        let first = sc.alternatives.len() as u32;
        sc.alternatives.extend(all);
        (first, paths.len() as u32)
    }

    /// The leg that a planned one came from.
    #[inline]
    pub fn leg(&self, planned: &Planned<W>) -> &Leg {
        &self.program.paths[planned.leg.0 as usize][planned.leg.1 as usize]
    }

    /// The journeys of a planned path from a cell, laid on the stack of journeys; where they begin is given. Each
    /// landing with the same cells jumped comes once. Landings that an alternative with a target of its own has
    /// judged are right, others are if `is_right` says so.
    pub fn journeys(
        &self,
        sc: &mut Scratch<W>,
        st: &State,
        plan: (u32, u32),
        from: u16,
        is_right: impl Fn(&Journey<W>) -> bool,
    ) -> usize {
        let first = sc.journeys.len();
        self.extend(sc, st, plan, Journey::start(from));
        let mut seen = Bits::<W>::EMPTY;
        keep(&mut sc.journeys, first, |journey, kept| {
            let fits = journey.settled || is_right(journey);
            let known = fits
                && seen.contains(journey.landing)
                && kept.iter().any(|other| other.landing == journey.landing && other.jumped == journey.jumped);
            if fits {
                seen.insert(journey.landing);
            }
            fits && !known
        });
        first
    }

    /// Lays the journeys that go on from another on the stack.
    fn extend(&self, sc: &mut Scratch<W>, st: &State, (first_leg, n): (u32, u32), start: Journey<W>) {
        let first = sc.journeys.len();
        if n == 0 {
            sc.journeys.push(start);
            return;
        }
        self.leg_journeys(sc, st, first_leg, start);
        if !sc.has_room_for_journeys() {
            sc.journeys.truncate(first);
            return;
        }
        if n > 1 {
            self.keep_different(sc, first);
        }
        for number in 1..n {
            let through = sc.planned[(first_leg + number - 1) as usize].through;
            let end = sc.journeys.len();
            if !sc.spend(ON * (end - first) as u64) {
                sc.journeys.truncate(first);
                return;
            }
            for index in first..end {
                let journey = sc.journeys[index];
                if through.contains(journey.landing) {
                    self.leg_journeys(sc, st, first_leg + number, journey.onward());
                }
                if !sc.has_room_for_journeys() {
                    sc.journeys.truncate(first);
                    return;
                }
            }
            sc.journeys.drain(first..end);
            self.keep_different(sc, first);
        }
    }

    /// Drops every journey that is like an earlier one.
    fn keep_different(&self, sc: &mut Scratch<W>, first: usize) {
        let mut seen = Bits::<W>::EMPTY;
        let mut compared = 0;
        let most = sc.effort.saturating_mul(MANY);
        keep(&mut sc.journeys, first, |journey, kept| {
            let is_seen = seen.contains(journey.landing);
            compared += if is_seen { kept.len() as u64 } else { 0 };
            let known = is_seen
                && (compared > most
                    || kept.iter().any(|other| other.place() == journey.place() && other.jumped == journey.jumped));
            seen.insert(journey.landing);
            !known
        });
        sc.spend(compared / MANY);
    }

    /// Lays the journeys of a leg, once or one time and more, on the stack.
    fn leg_journeys(&self, sc: &mut Scratch<W>, st: &State, leg: u32, start: Journey<W>) {
        let first = sc.journeys.len();
        let planned = sc.planned[leg as usize];
        self.begin_leg(sc, st, &planned, start);
        if !self.leg(&planned).repeating {
            return;
        }
        let mut reached = Reached { cells: Bits::EMPTY, many: None };
        keep(&mut sc.journeys, first, |journey, kept| reached.adds(journey, kept));
        let mut next = first;
        while next < sc.journeys.len() {
            let here = sc.journeys[next];
            if planned.through.contains(here.landing) && sc.spend(1) && sc.has_room_for_journeys() {
                let end = sc.journeys.len();
                self.begin_leg(sc, st, &planned, here.onward());
                // From one cell there may be as many ways on as there are cells and directions together.
                sc.spend((sc.journeys.len() - end) as u64);
                let mut kept = end;
                for index in end..sc.journeys.len() {
                    let journey = sc.journeys[index];
                    if reached.adds(&journey, &sc.journeys[first..kept]) {
                        sc.journeys[kept] = journey;
                        kept += 1;
                    }
                }
                sc.journeys.truncate(kept);
            }
            next += 1;
        }
    }

    /// Lays the journeys of a leg, once, from the end of another on the stack. What asks for the cell where it begins
    /// is worked out there.
    fn begin_leg(&self, sc: &mut Scratch<W>, st: &State, planned: &Planned<W>, start: Journey<W>) {
        let leg = self.leg(planned);
        // What is worked out already holds where the leg begins on the cell that `origin` means now.
        let is_here = st.name(&self.program.layout, journey::ORIGIN) == i64::from(start.landing)
            && (!planned.is_own || sc.lifted_at(start.landing).is_some());
        if !leg.asks || is_here {
            self.once(sc, st, planned, start);
            return;
        }
        let mut there = sc.copy(st);
        there.keep(&self.program.layout, journey::ORIGIN, i64::from(start.landing));
        let before =
            sc.lifted.as_mut().filter(|_| planned.is_own).map(|(cell, _)| std::mem::replace(cell, start.landing));
        let mark = sc.mark();
        let anew = self.plan_leg(sc, &there, leg, (planned.leg, planned.is_own));
        self.once(sc, &there, &anew, start);
        sc.release(mark);
        if let Some(((cell, _), before)) = sc.lifted.as_mut().zip(before) {
            *cell = before;
        }
        sc.give(there);
    }

    /// Whether a step of a leg may be taken.
    pub(super) fn allows(
        &self,
        sc: &mut Scratch<W>,
        st: &State,
        planned: &Planned<W>,
        (from, step): (u16, &Journey<W>),
    ) -> bool {
        let Some((left, entered, condition)) = self.leg(planned).condition else { return true };
        let mut heading = sc.copy(st);
        let way = if step.way == NONE { NOTHING } else { i64::from(step.way) };
        heading.keep(&self.program.layout, journey::WAY, way);
        sc.scalars[left as usize] = i64::from(from);
        sc.scalars[entered as usize] = i64::from(step.landing);
        let allows = sc.spend(1) && self.truth(sc, &heading, condition);
        sc.give(heading);
        allows
    }

    /// The journeys of an alternative, judged by its own target if it has one.
    pub(super) fn alternative(&self, sc: &mut Scratch<W>, st: &State, number: u32, start: Journey<W>) {
        let first = sc.journeys.len();
        let alternative = sc.alternatives[number as usize];
        self.extend(sc, st, alternative.legs, start);
        if let Some(to) = alternative.to {
            keep(&mut sc.journeys, first, |journey, _| journey.settled || to.contains(journey.landing));
            sc.journeys[first..].iter_mut().for_each(|journey| journey.settled = true);
        }
    }

    /// Where a path leads from any cell of a set, or the cells on the way.
    pub fn reach(&self, sc: &mut Scratch<W>, st: &State, span: bool, from: Id, path: u32, to: Option<Id>) -> Bits<W> {
        let from = self.set(sc, st, from);
        let mark = sc.mark();
        if self.has_plain_slide(path) {
            let leg = self.plan_leg(sc, st, &self.program.paths[path as usize][0], ((path, 0), false));
            let target = to.map_or(leg.through, |to| self.set(sc, st, to));
            return from.iter().fold(Bits::EMPTY, |reach, cell| reach | self.slide_reach(&leg, cell, target, span));
        }
        let plan = self.plan(sc, st, path, false);
        let last = (plan.0 + plan.1).checked_sub(1).filter(|_| plan.1 > 0);
        let target = match to {
            Some(to) => self.set(sc, st, to),
            None => last.map_or(Bits::EMPTY, |last| sc.planned[last as usize].through),
        };
        // Who need not leave its cell need not find it empty either.
        let stands = to.is_none();
        let is_right = |journey: &Journey<W>| target.contains(journey.landing) || stands && !journey.moved;
        let mut reach = Bits::EMPTY;
        for cell in from.iter() {
            let first = self.journeys(sc, st, plan, cell, is_right);
            for journey in &sc.journeys[first..] {
                match span {
                    true => reach |= journey.passed | journey.jumped,
                    false => reach.insert(journey.landing),
                }
            }
            sc.journeys.truncate(first);
        }
        sc.release(mark);
        reach
    }
}

/// Keeps those journeys of the top of the stack for which something holds; it sees those kept before.
fn keep<const W: usize>(
    journeys: &mut Vec<Journey<W>>,
    first: usize,
    mut is_kept: impl FnMut(&Journey<W>, &[Journey<W>]) -> bool,
) {
    let mut kept = first;
    for index in first..journeys.len() {
        let journey = journeys[index];
        if is_kept(&journey, &journeys[first..kept]) {
            journeys[kept] = journey;
            kept += 1;
        }
    }
    journeys.truncate(kept);
}

/// The places that the journeys of a leg have come to. They are looked through one by one while they are few, as they
/// nearly always are.
struct Reached<const W: usize> {
    cells: Bits<W>,
    many: Option<BTreeSet<Place>>,
}

impl<const W: usize> Reached<W> {
    /// Whether a journey has come to a place where none of those kept so far is; then it has to be kept.
    fn adds(&mut self, journey: &Journey<W>, kept: &[Journey<W>]) -> bool {
        if kept.len() >= FEW {
            let many = self.many.get_or_insert_with(|| kept.iter().map(Journey::place).collect());
            return many.insert(journey.place());
        }
        let known = self.cells.contains(journey.landing) && kept.iter().any(|other| other.place() == journey.place());
        self.cells.insert(journey.landing);
        !known
    }
}
