//! Paths: their sets worked out, and the journeys that they allow.

use std::collections::HashSet;
use std::hash::Hash;

use crate::rules::board::DirectionId;
use crate::rules::model::{Dirs, Expr, ExprKind, Leg, Path, StepCondition, Verb, journey};
use crate::rules::types::{Set, Value};
use crate::source::Span;

use super::expression::Scope;
use super::hindrance::Hindrance;
use super::key::Quick;

/// The effort of going on from one leg to the next.
const ON: u64 = 200;
/// The most steps of one leg.
const FAR: i64 = 4096;

/// One way to go.
#[derive(Clone, Debug, PartialEq)]
pub struct Journey {
    /// Where it ends.
    pub landing: u16,
    /// The direction of its last leg.
    pub way: Option<DirectionId>,
    /// The cells passed.
    pub passed: Set,
    /// The cells jumped over.
    pub jumped: Set,
    /// Whether it went anywhere yet.
    pub moved: bool,
    /// Whether its path has judged the landing already.
    pub settled: bool,
    /// What stood in its way, where it was followed all the same.
    pub hindered: Vec<Hindrance>,
}

/// A path with all its sets and numbers worked out.
#[derive(Debug)]
pub struct Plan<'m> {
    legs: Vec<PlannedLeg<'m>>,
}

/// A leg with its sets and numbers worked out.
#[derive(Debug)]
pub struct PlannedLeg<'m> {
    /// How it goes.
    pub going: Going<'m>,
    /// Where to.
    pub heading: Heading,
    /// What the cells passed must be.
    pub through: Set,
    /// What must hold for each step.
    pub condition: Option<&'m StepCondition>,
    repeating: bool,
    /// The leg itself, if it has to be worked out wherever it begins.
    anew: Option<&'m Leg>,
    /// Whether it is a leg of the piece that travels; else it is one that is only asked about.
    is_own: bool,
    /// Whether it is followed past what stands in the way, which is noted.
    pub(super) forgiving: bool,
    /// Where it was written.
    pub(super) span: Span,
    /// Where it was written what the cells passed must be.
    through_span: Span,
}

/// The directions of a leg.
#[derive(Debug)]
pub enum Heading {
    /// All that there are.
    All,
    /// These.
    Ways(Set),
    /// Turned from the way before by so many notches.
    Onward(Vec<i32>),
}

/// How a leg goes: [`Verb`] with its sets and numbers worked out.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Going<'m> {
    Steps,
    Slides { range: Range, stopping: Set, bends: Option<u8> },
    Leaps(u16, u16),
    LeapsStraight(i64),
    Rides(u16, u16),
    RidesStraight(i64),
    Hops { over: Set, any_distance: bool },
    Walks(i64, i64),
    OneOf(Vec<(Plan<'m>, Option<(Set, Span)>)>),
    Goes,
    Stays,
}

/// How many cells a slide goes, at least and at most.
#[derive(Debug)]
pub enum Range {
    /// The same in every direction.
    Same(i64, i64),
    /// By direction.
    ByWay(Vec<(i64, i64)>),
}

impl Range {
    /// The fewest and the most cells in a direction.
    pub fn of(&self, DirectionId(way): DirectionId) -> (i64, i64) {
        match self {
            Range::Same(least, most) => (*least, *most),
            Range::ByWay(ranges) => ranges.get(way as usize).copied().unwrap_or((1, 0)),
        }
    }
}

impl Journey {
    /// The journey of who has not left its cell yet, or is dropped on it.
    pub fn start(cell: u16) -> Self {
        let (passed, jumped) = (Set::default(), Set::default());
        Self { landing: cell, way: None, passed, jumped, moved: false, settled: false, hindered: Vec::new() }
    }

    /// The journey on to another cell, heading in a direction.
    pub fn to(&self, landing: u16, way: Option<DirectionId>) -> Self {
        Self { landing, way, moved: true, ..self.clone() }
    }

    /// Where it has come to, and how.
    fn place(&self) -> (u16, Option<DirectionId>, bool) {
        (self.landing, self.way, self.settled)
    }

    /// The journey so far as the beginning of a longer one: its landing is now a cell passed.
    fn onward(&self) -> Self {
        let mut on = Self { settled: false, ..self.clone() };
        if on.moved {
            on.passed.insert(on.landing);
        }
        on
    }
}

impl<'m> Plan<'m> {
    /// The journeys from a cell whose landings are right, each landing with the same cells jumped once. Landings that
    /// an alternative with a target of its own has judged are right.
    pub fn journeys(&self, scope: &Scope, from: u16, is_right: impl Fn(&Journey) -> bool) -> Vec<Journey> {
        let mut found = self.extend(scope, Journey::start(from));
        found.retain(|journey| journey.settled || is_right(journey));
        keep_first(&mut found, |journey| (journey.landing, journey.jumped.clone()));
        found
    }

    /// The same on a board where nothing stands in the way and everything can be jumped.
    pub fn unhindered(mut self, n_cells: usize) -> Self {
        for leg in &mut self.legs {
            leg.through = Set::below(n_cells);
            (leg.anew, leg.condition) = (None, None);
            match &mut leg.going {
                Going::Slides { stopping, .. } => *stopping = Set::default(),
                Going::Hops { over, .. } => *over = Set::below(n_cells),
                Going::OneOf(paths) => {
                    let free = |(plan, _): (Plan<'m>, _)| (plan.unhindered(n_cells), None);
                    *paths = std::mem::take(paths).into_iter().map(free).collect();
                }
                _ => {}
            }
        }
        self
    }

    /// The same, followed past whatever stands in the way.
    pub(super) fn forgiving(mut self) -> Self {
        self.legs = self.legs.into_iter().map(PlannedLeg::forgiving).collect();
        self
    }

    /// What the last landing must be where nothing else is said.
    pub fn last_through(&self) -> Set {
        self.legs.last().map_or_else(Set::default, |leg| leg.through.clone())
    }

    /// The journeys that go on from another.
    pub fn extend(&self, scope: &Scope, start: Journey) -> Vec<Journey> {
        let mut found = vec![start];
        for (number, leg) in self.legs.iter().enumerate() {
            if number > 0 {
                found.retain_mut(|journey| self.legs[number - 1].lets_on(journey));
                found = found.iter().map(Journey::onward).collect();
                if !scope.world.spend(ON * found.len() as u64) {
                    return Vec::new();
                }
            }
            let mut longer = Vec::new();
            for journey in &found {
                longer.extend(leg.journeys(scope, journey));
                if !scope.world.has_room::<Journey>(longer.len()) {
                    return Vec::new();
                }
            }
            found = longer;
            found.sort_by_key(|journey| journey.hindered.len());
            keep_first(&mut found, |journey| (journey.place(), journey.jumped.clone()));
        }
        found
    }
}

impl PlannedLeg<'_> {
    /// The leg once, or one time or more.
    fn journeys(&self, scope: &Scope, start: &Journey) -> Vec<Journey> {
        let mut found = self.begin(scope, start);
        if !self.repeating {
            return found;
        }
        let mut seen = HashSet::<_, Quick>::default();
        found.retain(|journey| seen.insert(journey.place()));
        let mut next = 0;
        while next < found.len() {
            if self.forgiving {
                found[next..].sort_by_key(|journey| journey.hindered.len());
            }
            let mut here = found[next].onward();
            let passes = self.lets_pass(&mut here, found[next].landing);
            if passes && scope.world.spend(1) && scope.world.has_room::<Journey>(found.len()) {
                let more = self.begin(scope, &here);
                // From one cell there may be as many ways on as there are cells and directions together.
                scope.world.spend(more.len() as u64);
                found.extend(more.into_iter().filter(|journey| seen.insert(journey.place())));
            }
            next += 1;
        }
        found
    }

    /// The leg once, from the end of another. What asks for the cell where it begins is worked out there.
    fn begin(&self, scope: &Scope, start: &Journey) -> Vec<Journey> {
        let Some(leg) = self.anew else { return self.once(scope, start) };
        let state = scope.state.leg_at(start.landing, self.is_own);
        let mut there = scope.beside(&state);
        let planned = there.plan_leg(leg, self.is_own);
        let planned = if self.forgiving { planned.forgiving() } else { planned };
        planned.once(&there, start)
    }

    /// The same leg, followed past whatever stands in the way.
    fn forgiving(mut self) -> Self {
        self.forgiving = true;
        if let Going::OneOf(paths) = &mut self.going {
            *paths = std::mem::take(paths).into_iter().map(|(plan, to)| (plan.forgiving(), to)).collect();
        }
        self
    }

    /// Notes what stands in the way, if the leg is followed all the same.
    pub(super) fn forgives(&self, journey: &mut Journey, hindrance: Hindrance) -> bool {
        if self.forgiving {
            journey.hindered.push(hindrance);
        }
        self.forgiving
    }

    /// Whether a cell may be passed.
    pub(super) fn lets_pass(&self, journey: &mut Journey, cell: u16) -> bool {
        self.through.contains(cell)
            || self.forgives(journey, Hindrance::Blocked { cell, through: self.through_span, leg: self.span })
    }

    /// Whether another leg may begin where a journey has come to.
    fn lets_on(&self, journey: &mut Journey) -> bool {
        self.lets_pass(journey, journey.landing)
    }

    /// A step, if it may be taken.
    pub(super) fn allowed(&self, scope: &Scope, from: u16, mut step: Journey) -> Option<Journey> {
        let is_allowed = self.allows(scope, from, &step) || {
            let condition = self.condition.map_or(self.span, |condition| condition.holds.span);
            let hindrance = Hindrance::Step { from, here: step.landing, condition };
            self.forgives(&mut step, hindrance)
        };
        is_allowed.then_some(step)
    }

    /// Whether what must hold for each step holds for this one.
    fn allows(&self, scope: &Scope, from: u16, step: &Journey) -> bool {
        let Some(condition) = self.condition else { return true };
        let mut heading = scope.state.clone();
        heading.keep(journey::WAY, Value::One(step.way.map(|DirectionId(way)| u16::from(way))));
        let mut asked = scope.beside(&heading);
        asked.bind(condition.from, Value::One(Some(from)));
        asked.bind(condition.here, Value::One(Some(step.landing)));
        asked.truth(&condition.holds)
    }
}

/// Drops every journey that is like an earlier one.
fn keep_first<K: Hash + Eq>(journeys: &mut Vec<Journey>, key: impl Fn(&Journey) -> K) {
    if journeys.len() > 1 {
        let mut seen = HashSet::<_, Quick>::default();
        journeys.retain(|journey| seen.insert(key(journey)));
    }
}

impl Scope<'_> {
    /// Works out the sets and numbers of a path.
    pub(super) fn plan<'m>(&mut self, path: &'m Path, is_own: bool) -> Plan<'m> {
        Plan { legs: path.iter().map(|leg| self.plan_leg(leg, is_own)).collect() }
    }

    fn plan_leg<'m>(&mut self, leg: &'m Leg, is_own: bool) -> PlannedLeg<'m> {
        let heading = match &leg.dirs {
            None => Heading::All,
            Some(Dirs::Set(ways)) => Heading::Ways(self.set(ways)),
            Some(Dirs::Onward(notches)) => Heading::Onward(notches.clone()),
        };
        let through = self.set(&leg.through);
        let (going, condition) = (self.plan_verb(&leg.verb, is_own), leg.condition.as_ref());
        let anew = Some(leg).filter(|leg| leg.asks);
        let (span, through_span) = (leg.span, leg.through.span);
        let (repeating, forgiving) = (leg.repeating, false);
        PlannedLeg { going, heading, through, condition, repeating, anew, is_own, forgiving, span, through_span }
    }

    fn plan_verb<'m>(&mut self, verb: &'m Verb, is_own: bool) -> Going<'m> {
        match verb {
            Verb::Steps => Going::Steps,
            Verb::Slides { range, stopping, bends } => {
                let range = range.as_ref().map_or(Range::Same(1, FAR), |range| self.range(range));
                let stopping = stopping.as_ref().map_or_else(Set::default, |stopping| self.set(stopping));
                Going::Slides { range, stopping, bends: *bends }
            }
            Verb::Leaps(across, along) => Going::Leaps(*across, *along),
            Verb::LeapsStraight(n) => Going::LeapsStraight(self.number(n).min(FAR)),
            Verb::Rides(across, along) => Going::Rides(*across, *along),
            Verb::RidesStraight(n) => Going::RidesStraight(self.number(n).min(FAR)),
            Verb::Hops { over, any_distance } => Going::Hops { over: self.set(over), any_distance: *any_distance },
            Verb::Walks(least, most) => Going::Walks(self.number(least), self.number(most)),
            Verb::OneOf(paths) => {
                let plan = |(path, to): &'m (Path, Option<Expr>)| {
                    (self.plan(path, is_own), to.as_ref().map(|to| (self.set(to), to.span)))
                };
                Going::OneOf(paths.iter().map(plan).collect())
            }
            Verb::Goes => Going::Goes,
            Verb::Stays => Going::Stays,
        }
    }

    /// The range of a slide. Numbers that are not fixed are worked out for each direction, which they may ask for.
    fn range(&mut self, range: &(Expr, Option<Expr>)) -> Range {
        let fixed = |expr: &Expr| matches!(expr.kind, ExprKind::Constant(_));
        if fixed(&range.0) && range.1.as_ref().is_none_or(fixed) {
            let (least, most) = self.bounds(range);
            return Range::Same(least, most);
        }
        let directions = 0..self.world.rules.board.directions.len() as u16;
        let mut heading = self.state.clone();
        let bounds = |way| {
            heading.keep(journey::WAY, Value::One(Some(way)));
            self.beside(&heading).bounds(range)
        };
        Range::ByWay(directions.map(bounds).collect())
    }

    fn bounds(&mut self, (least, most): &(Expr, Option<Expr>)) -> (i64, i64) {
        (self.number(least), most.as_ref().map_or(FAR, |most| self.number(most)).min(FAR))
    }

    /// Where a path leads from any cell of a set, or the cells on the way.
    pub(super) fn reach(&mut self, span: bool, from: &Expr, path: &Path, to: Option<&Expr>) -> Set {
        let (from, plan) = (self.set(from), self.plan(path, false));
        let target = to.map_or_else(|| plan.last_through(), |to| self.set(to));
        // Who need not leave its cell need not find it empty either.
        let stood = |journey: &Journey| to.is_none() && !journey.moved;
        let is_right = |journey: &Journey| target.contains(journey.landing) || stood(journey);
        let mut reach = Set::default();
        for journey in from.iter().flat_map(|cell| plan.journeys(self, cell, is_right)) {
            match span {
                true => reach = reach.union(&journey.passed).union(&journey.jumped),
                false => reach.insert(journey.landing),
            }
        }
        reach
    }
}
