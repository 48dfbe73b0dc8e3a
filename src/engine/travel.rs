//! How each verb goes from a cell.

use crate::program::node::{Heading, NONE, Verb};
use crate::rules::board::{CellId, DirectionId};

use super::bits::Bits;
use super::machine::Machine;
use super::path::{Journey, Planned};
use super::scratch::{STRIDE, Scratch};
use super::state::State;

/// The leaps from one cell.
type Leaps<const W: usize> = smallvec::SmallVec<[Journey<W>; 8]>;

impl<const W: usize> Machine<W> {
    /// Lays the journeys of a leg, once, from the end of another on the stack.
    pub(super) fn once(&self, sc: &mut Scratch<W>, st: &State, planned: &Planned<W>, start: Journey<W>) {
        match &self.leg(planned).verb {
            Verb::Steps => self.along(sc, planned, start, |machine, sc, way| {
                let next = machine.program.geometry.step(start.landing, way);
                if next != NONE {
                    machine.go_to(sc, st, planned, (start.landing, start.to(next, way)));
                }
            }),
            Verb::Slides { bends, .. } => {
                let bends = *bends;
                self.along(sc, planned, start, |machine, sc, way| {
                    machine.slide(sc, st, planned, (start, way, bends));
                });
            }
            Verb::Leaps(table) => {
                for leap in self.leaps(sc, planned, start, *table) {
                    self.go_to(sc, st, planned, (start.landing, leap));
                }
            }
            Verb::LeapsStraight(_) => self.along(sc, planned, start, |machine, sc, way| {
                if let Some(leap) = machine.leap_straight(start, way, planned.range.0) {
                    machine.go_to(sc, st, planned, (start.landing, leap));
                }
            }),
            Verb::Rides(table) => {
                let leaps = self.leaps(sc, planned, start, *table);
                leaps.into_iter().for_each(|leap| self.ride(sc, st, planned, (start, leap, *table)));
            }
            Verb::RidesStraight(_) => self.along(sc, planned, start, |machine, sc, way| {
                let leap = |here| machine.leap_straight(here, way, planned.range.0);
                machine.go_on(sc, st, planned, (start.landing, leap(start)), leap);
            }),
            Verb::Hops { any_distance: false, .. } => self.along(sc, planned, start, |machine, sc, way| {
                if let Some(hop) = machine.hop(planned, start, way) {
                    machine.go_to(sc, st, planned, (start.landing, hop));
                }
            }),
            Verb::Hops { any_distance: true, .. } => self.along(sc, planned, start, |machine, sc, way| {
                machine.hop_far(sc, st, planned, (start, way));
            }),
            Verb::Walks(..) => {
                let mut visited = Bits::of(start.landing);
                let first = sc.journeys.len();
                self.walk(sc, st, planned, (start, 0), (&mut visited, first));
            }
            Verb::OneOf(_) => {
                let (first, n) = planned.paths;
                (first..first + n).for_each(|number| self.alternative(sc, st, number, start));
            }
            Verb::Goes => {
                let cells = 0..self.program.geometry.n_cells as u16;
                sc.journeys.extend(cells.map(|cell| start.to(cell, NONE)));
            }
            Verb::Stays => sc.journeys.push(start),
        }
    }

    /// Lays a journey of one step on the stack, if the step may be taken.
    #[inline]
    fn go_to(&self, sc: &mut Scratch<W>, st: &State, planned: &Planned<W>, (from, step): (u16, Journey<W>)) {
        if self.allows(sc, st, planned, (from, &step)) {
            sc.journeys.push(step);
        }
    }

    /// Goes in each direction of a leg.
    #[inline]
    fn along(
        &self,
        sc: &mut Scratch<W>,
        planned: &Planned<W>,
        start: Journey<W>,
        mut go: impl FnMut(&Self, &mut Scratch<W>, u16),
    ) {
        match &self.leg(planned).heading {
            Heading::All => (0..self.program.geometry.n_directions as u16).for_each(|way| go(self, sc, way)),
            Heading::Ways(_) => planned.ways.iter().for_each(|way| go(self, sc, way)),
            Heading::Onward(_) if start.way == NONE => {}
            Heading::Onward(notches) => {
                let board = &self.program.rules.board;
                for &notches in notches {
                    if let Some(way) = board.turned(DirectionId(start.way as u8), notches) {
                        go(self, sc, u16::from(way.0));
                    }
                }
            }
        }
    }

    fn slide(
        &self,
        sc: &mut Scratch<W>,
        st: &State,
        planned: &Planned<W>,
        (start, way, bends): (Journey<W>, u16, Option<u8>),
    ) {
        let (least, most) = match planned.by_way {
            Some(first) => sc.ranges.get(first as usize + way as usize).copied().unwrap_or((1, 0)),
            None => planned.range,
        };
        let first = sc.journeys.len();
        let mut seen: smallvec::SmallVec<[(u16, u16); 32]> = smallvec::SmallVec::new();
        let mut here = start.to(start.landing, way);
        let mut bent = 0_u8;
        let may_circle = bends.is_some() || self.program.geometry.circles;
        for steps in 1..=most {
            let mut next = here;
            let straight = self.program.geometry.step(here.landing, here.way);
            if straight != NONE {
                next.landing = straight;
            } else {
                let key = (CellId(here.landing), DirectionId(here.way as u8));
                let bend = bends.and_then(|_| self.program.rules.board.bends.get(&key));
                let Some((cell, heading)) = bend else { break };
                (next.landing, next.way) = (cell.0, u16::from(heading.0));
            }
            if may_circle {
                if seen.contains(&(next.landing, next.way)) {
                    break;
                }
                seen.push((next.landing, next.way));
            }
            if !self.allows(sc, st, planned, (here.landing, &next)) {
                break;
            }
            bent = bent.saturating_add(u8::from(next.way != here.way));
            here = next;
            if steps >= least && bent >= bends.unwrap_or(0) {
                sc.journeys.push(here);
            }
            if !planned.through.contains(here.landing) || planned.other.contains(here.landing) {
                break;
            }
            here.passed.insert(here.landing);
        }
        debug_assert!(first <= sc.journeys.len());
    }

    /// Leaps by so many across and along: toward each of the directions, or all reflections.
    fn leaps(&self, sc: &mut Scratch<W>, planned: &Planned<W>, start: Journey<W>, table: u16) -> Leaps<W> {
        let table = &self.program.geometry.leaps[table as usize];
        let cell = start.landing as usize;
        if self.leg(planned).heading == Heading::All {
            return table.all[cell].iter().map(|&landing| start.to(landing, NONE)).collect();
        }
        let mut leaps = Leaps::new();
        self.along(sc, planned, start, |_, _, way| {
            let landings = table.toward[way as usize][cell].iter();
            leaps.extend(landings.map(|&landing| start.to(landing, way)));
        });
        leaps
    }

    /// The same leap again and again.
    fn ride(
        &self,
        sc: &mut Scratch<W>,
        st: &State,
        planned: &Planned<W>,
        (start, first, table): (Journey<W>, Journey<W>, u16),
    ) {
        let table = &self.program.geometry.leaps[table as usize];
        let offset = |from: u16, to: u16| {
            let coordinates = &self.program.geometry.coordinates;
            let (from, to) = (coordinates[from as usize], coordinates[to as usize]);
            (i32::from(to.0) - i32::from(from.0), i32::from(to.1) - i32::from(from.1))
        };
        let wanted = offset(start.landing, first.landing);
        self.go_on(sc, st, planned, (start.landing, Some(first)), |here| {
            let mut leaps = table.all[here.landing as usize].iter();
            leaps.find(|&&cell| offset(here.landing, cell) == wanted).map(|&cell| here.to(cell, here.way))
        });
    }

    /// A leap, and the same again from every landing that may be passed.
    fn go_on(
        &self,
        sc: &mut Scratch<W>,
        st: &State,
        planned: &Planned<W>,
        (mut from, first): (u16, Option<Journey<W>>),
        leap: impl Fn(Journey<W>) -> Option<Journey<W>>,
    ) {
        let begin = sc.journeys.len();
        let mut next = first;
        while let Some(here) = next {
            if !self.allows(sc, st, planned, (from, &here)) {
                break;
            }
            from = here.landing;
            if sc.journeys[begin..].iter().any(|earlier| earlier.landing == here.landing) {
                break;
            }
            let mut passing = here;
            passing.passed.insert(here.landing);
            next = leap(passing).filter(|_| planned.through.contains(here.landing));
            sc.journeys.push(here);
        }
    }

    fn leap_straight(&self, start: Journey<W>, way: u16, n: i64) -> Option<Journey<W>> {
        let step = |cell: u16| Some(self.program.geometry.step(cell, way)).filter(|&next| next != NONE);
        let far = (0..n).try_fold(start.landing, |cell, _| step(cell))?;
        (n > 0).then(|| start.to(far, way))
    }

    /// Over the next cell to the one behind it.
    fn hop(&self, planned: &Planned<W>, start: Journey<W>, way: u16) -> Option<Journey<W>> {
        let geometry = &self.program.geometry;
        let hurdle = geometry.step(start.landing, way);
        if hurdle == NONE || !planned.other.contains(hurdle) {
            return None;
        }
        let next = geometry.step(hurdle, way);
        let mut journey = start.to(next, way);
        journey.jumped.insert(hurdle);
        (next != NONE).then_some(journey)
    }

    /// Over one cell of a set, with other cells before and after.
    fn hop_far(&self, sc: &mut Scratch<W>, st: &State, planned: &Planned<W>, (start, way): (Journey<W>, u16)) {
        let mut from = start.landing;
        let mut here = start;
        let mut jumps = false;
        for _ in 0..self.program.geometry.n_cells {
            let next = self.program.geometry.step(here.landing, way);
            if next == NONE {
                break;
            }
            here = here.to(next, way);
            if !jumps && planned.other.contains(next) {
                jumps = true;
                here.jumped.insert(next);
                continue;
            }
            if !self.allows(sc, st, planned, (from, &here)) {
                break;
            }
            from = next;
            if jumps {
                sc.journeys.push(here);
            }
            if !planned.through.contains(next) {
                break;
            }
            here.passed.insert(next);
        }
    }

    /// Whether a walk over different cells leads to a cell of the target, or need not begin.
    pub(super) fn walks_to(
        &self,
        sc: &mut Scratch<W>,
        st: &State,
        planned: &Planned<W>,
        (here, steps): (Journey<W>, i64),
        (visited, target, stands): (&mut Bits<W>, Bits<W>, bool),
    ) -> bool {
        let (least, most) = planned.range;
        if (least..=most).contains(&steps) && (target.contains(here.landing) || stands && steps == 0) {
            return true;
        }
        if steps >= most || steps > 0 && !planned.through.contains(here.landing) || !sc.spend(1) {
            return false;
        }
        let mut found = false;
        self.along(sc, planned, here, |machine, sc, way| {
            let next = machine.program.geometry.step(here.landing, way);
            if found || next == NONE || visited.contains(next) {
                return;
            }
            let further = here.to(next, way);
            if machine.allows(sc, st, planned, (here.landing, &further)) {
                visited.insert(next);
                found = machine.walks_to(sc, st, planned, (further, steps + 1), (visited, target, stands));
                visited.remove(next);
            }
        });
        found
    }

    /// Walks over different cells; one for each landing.
    fn walk(
        &self,
        sc: &mut Scratch<W>,
        st: &State,
        planned: &Planned<W>,
        (here, steps): (Journey<W>, i64),
        (visited, first): (&mut Bits<W>, usize),
    ) {
        let (least, most) = planned.range;
        let is_known = || sc.journeys[first..].iter().any(|journey| journey.landing == here.landing);
        if (least..=most).contains(&steps) && !is_known() {
            sc.journeys.push(here);
        }
        if steps >= most || steps > 0 && !planned.through.contains(here.landing) || !sc.spend(STRIDE) {
            return;
        }
        self.along(sc, planned, here, |machine, sc, way| {
            let next = machine.program.geometry.step(here.landing, way);
            if next == NONE || visited.contains(next) {
                return;
            }
            let mut further = here.to(next, way);
            if !machine.allows(sc, st, planned, (here.landing, &further)) {
                return;
            }
            if steps > 0 {
                further.passed.insert(here.landing);
            }
            visited.insert(next);
            machine.walk(sc, st, planned, (further, steps + 1), (visited, first));
            visited.remove(next);
        });
    }
}
