//! How each verb goes from a cell.

use crate::rules::board::{Board, CellId, DirectionId};
use crate::rules::types::Set;
use crate::source::Span;

use super::expression::Scope;
use super::hindrance::Hindrance;
use super::path::{Going, Heading, Journey, Plan, PlannedLeg};

impl PlannedLeg<'_> {
    /// The journeys of this leg, once, from the end of another.
    pub(super) fn once(&self, scope: &Scope, start: &Journey) -> Vec<Journey> {
        let board = &scope.world.rules.board;
        let allowed = |step: Option<Journey>| step.and_then(|step| self.allowed(scope, start.landing, step));
        let go = |step: &dyn Fn(DirectionId) -> Option<Journey>| {
            self.along(board, start, |way| allowed(step(way)).into_iter().collect())
        };
        match &self.going {
            Going::Steps => go(&|way| step(board, start, way)),
            Going::Slides { range, stopping, bends } => self.along(board, start, |way| {
                let (least, most) = range.of(way);
                self.slide(scope, start, way, &Slide { least, most, stopping, bends: *bends })
            }),
            Going::Leaps(across, along) => {
                let leaps = self.leaps(board, start, *across, *along);
                leaps.into_iter().filter_map(|leap| allowed(Some(leap))).collect()
            }
            Going::LeapsStraight(n) => go(&|way| leap_straight(board, start, way, *n)),
            Going::Rides(across, along) => {
                let first = self.leaps(board, start, *across, *along);
                first.into_iter().flat_map(|leap| self.ride(scope, start, leap)).collect()
            }
            Going::RidesStraight(n) => self.along(board, start, |way| {
                let first = leap_straight(board, start, way, *n);
                self.go_on(scope, start, first, |here| leap_straight(board, here, way, *n))
            }),
            Going::Hops { over, any_distance: false } => go(&|way| self.hop(board, start, way, over)),
            Going::Hops { over, any_distance: true } if self.forgiving => {
                self.along(board, start, |way| self.hop_far_anyway(scope, start, way, over))
            }
            Going::Hops { over, any_distance: true } => {
                self.along(board, start, |way| self.hop_far(scope, start, way, over))
            }
            Going::Walks(_, most) if self.forgiving => self.walk_anyway(scope, start, *most),
            Going::Walks(least, most) => self.walks(scope, start, *least, *most),
            Going::OneOf(paths) => {
                let go = |(plan, to): &(_, Option<(Set, Span)>)| self.alternative(scope, start, plan, to.as_ref());
                paths.iter().flat_map(go).collect()
            }
            Going::Goes => (0..board.n_cells() as u16).map(|cell| start.to(cell, None)).collect(),
            Going::Stays => vec![start.clone()],
        }
    }

    /// The directions of this leg after a journey.
    pub(super) fn ways(&self, board: &Board, journey: &Journey) -> Vec<DirectionId> {
        match &self.heading {
            Heading::All => (0..board.directions.len()).map(|way| DirectionId(way as u8)).collect(),
            Heading::Ways(ways) => ways.iter().map(|way| DirectionId(way as u8)).collect(),
            Heading::Onward(notches) => {
                let turn = |&notches: &i32| journey.way.and_then(|way| board.turned(way, notches));
                notches.iter().filter_map(turn).collect()
            }
        }
    }

    /// The journeys in each direction of this leg.
    fn along(&self, board: &Board, start: &Journey, go: impl Fn(DirectionId) -> Vec<Journey>) -> Vec<Journey> {
        self.ways(board, start).into_iter().flat_map(go).collect()
    }

    fn slide(&self, scope: &Scope, start: &Journey, way: DirectionId, slide: &Slide) -> Vec<Journey> {
        let board = &scope.world.rules.board;
        let mut found = Vec::new();
        let mut seen = Vec::new();
        let mut here = start.to(start.landing, Some(way));
        let mut bent = 0;
        for steps in 1.. {
            let is_end = steps > slide.most && steps - 1 <= slide.most.max(0);
            if is_end && !self.forgives(&mut here, Hindrance::far(slide.most, self.span)) {
                break;
            }
            let step = slide.next(board, &here).and_then(|next| self.allowed(scope, here.landing, next));
            let Some(next) = step else {
                break;
            };
            if seen.contains(&(next.landing, next.way)) {
                break;
            }
            bent += u8::from(next.way != here.way);
            here = next;
            seen.push((here.landing, here.way));
            let mut landed = here.clone();
            if (steps >= slide.least || self.forgives(&mut landed, Hindrance::near(slide.least, self.span)))
                && bent >= slide.bends.unwrap_or(0)
            {
                found.push(landed);
            }
            let cell = here.landing;
            let stops =
                slide.stopping.contains(cell) && !self.forgives(&mut here, Hindrance::Stops { cell, leg: self.span });
            if stops || !self.lets_pass(&mut here, cell) {
                break;
            }
            here.passed.insert(here.landing);
        }
        found
    }

    /// Leaps by so many across and along: toward each of the directions, or all reflections.
    fn leaps(&self, board: &Board, start: &Journey, across: u16, along: u16) -> Vec<Journey> {
        let from = CellId(start.landing);
        if let Heading::All = self.heading {
            return board.leaps(from, across, along).into_iter().map(|cell| start.to(cell.0, None)).collect();
        }
        self.along(board, start, |way| {
            let leaps = board.leaps_toward(from, across, along, way);
            leaps.into_iter().map(|cell| start.to(cell.0, Some(way))).collect()
        })
    }

    /// The same leap again and again.
    fn ride(&self, scope: &Scope, start: &Journey, first: Journey) -> Vec<Journey> {
        let board = &scope.world.rules.board;
        let Some(offset) = offset(board, start.landing, first.landing) else {
            return Vec::new();
        };
        let (across, along) = (offset.0.unsigned_abs(), offset.1.unsigned_abs());
        self.go_on(scope, start, Some(first), |here| {
            let mut leaps = board.leaps(CellId(here.landing), across, along).into_iter();
            let same = |cell: &CellId| self::offset(board, here.landing, cell.0) == Some(offset);
            leaps.find(same).map(|cell| here.to(cell.0, here.way))
        })
    }

    /// A leap, and the same again from every landing that may be passed.
    fn go_on(
        &self,
        scope: &Scope,
        start: &Journey,
        first: Option<Journey>,
        leap: impl Fn(&Journey) -> Option<Journey>,
    ) -> Vec<Journey> {
        let mut found: Vec<Journey> = Vec::new();
        let mut next = first;
        let mut from = start.landing;
        while let Some(here) = next.and_then(|next| self.allowed(scope, from, next)) {
            if found.iter().any(|earlier| earlier.landing == here.landing) {
                break;
            }
            let mut passing = here.clone();
            passing.passed.insert(here.landing);
            from = here.landing;
            let goes_on = self.lets_pass(&mut passing, from);
            next = leap(&passing).filter(|_| goes_on);
            found.push(here);
        }
        found
    }

    /// Over the next cell to the one behind it.
    fn hop(&self, board: &Board, start: &Journey, way: DirectionId, over: &Set) -> Option<Journey> {
        let mut hurdle = step(board, start, way)?;
        let cell = hurdle.landing;
        if !over.contains(cell) && !self.forgives(&mut hurdle, Hindrance::NothingToJump { cell, leg: self.span }) {
            return None;
        }
        hurdle.jumped.insert(cell);
        step(board, &hurdle, way)
    }

    /// The journeys of one alternative, judged by its own target if it has one.
    fn alternative(&self, scope: &Scope, start: &Journey, plan: &Plan, to: Option<&(Set, Span)>) -> Vec<Journey> {
        let mut found = plan.extend(scope, start.clone());
        if let Some((to, span)) = to {
            found.retain_mut(|journey| {
                let landing = journey.landing;
                let is_right = journey.settled || to.contains(landing);
                is_right || self.forgives(journey, Hindrance::To { landing, to: *span })
            });
            found.iter_mut().for_each(|journey| journey.settled = true);
        }
        found
    }

    /// Over one cell of a set, with other cells before and after.
    fn hop_far(&self, scope: &Scope, start: &Journey, way: DirectionId, over: &Set) -> Vec<Journey> {
        let board = &scope.world.rules.board;
        let mut found = Vec::new();
        let mut here = start.clone();
        let mut hurdle = None;
        let mut from = start.landing;
        for _ in 0..board.n_cells() {
            let Some(next) = step(board, &here, way) else {
                break;
            };
            here = next;
            match hurdle {
                None if over.contains(here.landing) => {
                    hurdle = Some(here.landing);
                    here.jumped.insert(here.landing);
                    continue;
                }
                _ if self.allowed(scope, from, here.clone()).is_none() => break,
                None => {}
                Some(_) => found.push(here.clone()),
            }
            from = here.landing;
            if !self.through.contains(here.landing) {
                break;
            }
            here.passed.insert(here.landing);
        }
        found
    }

    /// Walks over different cells; one for each landing.
    fn walks(&self, scope: &Scope, start: &Journey, least: i64, most: i64) -> Vec<Journey> {
        let visited = std::iter::once(start.landing).collect();
        let mut walk = Walk { least, most, visited, found: Vec::new() };
        self.walk_on(scope, start, 0, &mut walk);
        walk.found
    }

    fn walk_on(&self, scope: &Scope, here: &Journey, steps: i64, walk: &mut Walk) {
        let board = &scope.world.rules.board;
        let is_known = walk.found.iter().any(|journey| journey.landing == here.landing);
        if (walk.least..=walk.most).contains(&steps) && !is_known {
            walk.found.push(here.clone());
        }
        if steps >= walk.most || steps > 0 && !self.through.contains(here.landing) || !scope.world.spend(STRIDE) {
            return;
        }
        for way in self.ways(board, here) {
            let next = step(board, here, way).filter(|next| !walk.visited.contains(next.landing));
            let Some(mut next) = next.and_then(|next| self.allowed(scope, here.landing, next)) else {
                continue;
            };
            if steps > 0 {
                next.passed.insert(here.landing);
            }
            walk.visited.insert(next.landing);
            self.walk_on(scope, &next, steps + 1, walk);
            walk.visited.remove(next.landing);
        }
    }
}

/// How far a slide goes.
struct Slide<'a> {
    least: i64,
    most: i64,
    stopping: &'a Set,
    bends: Option<u8>,
}

impl Slide<'_> {
    /// One cell further, straight on or around a bend.
    fn next(&self, board: &Board, here: &Journey) -> Option<Journey> {
        let way = here.way?;
        step(board, here, way).or_else(|| {
            let (cell, heading) = board.bends.get(&(CellId(here.landing), way)).filter(|_| self.bends.is_some())?;
            Some(here.to(cell.0, Some(*heading)))
        })
    }
}

/// The effort of one step of a walk.
const STRIDE: u64 = 20;

/// A search for walks.
struct Walk {
    least: i64,
    most: i64,
    visited: Set,
    found: Vec<Journey>,
}

pub(super) fn step(board: &Board, here: &Journey, way: DirectionId) -> Option<Journey> {
    board.step(CellId(here.landing), way).map(|next| here.to(next.0, Some(way)))
}

fn leap_straight(board: &Board, here: &Journey, way: DirectionId, n: i64) -> Option<Journey> {
    let far = (0..n).try_fold(CellId(here.landing), |cell, _| board.step(cell, way))?;
    (n > 0).then(|| here.to(far.0, Some(way)))
}

/// How far one cell is to the right of and above another.
fn offset(board: &Board, from: u16, to: u16) -> Option<(i16, i16)> {
    let (from, to) = (board.cells.get(from as usize)?, board.cells.get(to as usize)?);
    Some((to.column? as i16 - from.column? as i16, to.row? as i16 - from.row? as i16))
}
