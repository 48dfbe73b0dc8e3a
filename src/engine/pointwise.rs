//! Travels whose sets ask of each cell only what stands on it. Their sets are worked out once for all pieces, and
//! where the path is one leg its landings come from tables.
//!
//! # Proof
//! While a piece travels its own cell does not hold it. A set that asks of each cell only what stands there differs
//! then at that cell alone. A single step, leap or slide never comes back to its cell (a direction in a circle is
//! left out), so it never asks about it.

use crate::program::node::{Heading, Id, Leg, NONE, Node, Owners, Verb};
use crate::program::{Glance, Program, Target, Travel};
use crate::rules::model::journey;

use super::bits::Bits;
use super::machine::Machine;
use super::path::Planned;
use super::scratch::Scratch;
use super::state::State;

/// Whether a set asks of each cell only what stands on it.
pub fn is_pointwise(program: &Program, id: Id) -> bool {
    let both = |a: &Id, b: &Id| is_pointwise(program, *a) && is_pointwise(program, *b);
    match &program.nodes[id as usize] {
        Node::ConstantSet(_) | Node::ConstantSetByMe(_) | Node::Empty | Node::Plane(_) => true,
        Node::Pieces(_, owners) => !matches!(owners, Owners::Of(_)),
        Node::Union(a, b) | Node::Intersection(a, b) | Node::Difference(a, b) => both(a, b),
        Node::If(condition, a, b) => is_boardless(program, *condition) && both(a, b),
        Node::VariableSet(_, None) => true,
        Node::ToSet(one) => is_boardless(program, *one),
        Node::WhereYes(number) => program.variables[*number as usize].attribute.is_none(),
        Node::Those(name, of, condition) => is_pointwise(program, *of) && asks_of_piece(program, *condition, *name),
        Node::LetScalar(_, value, body) => is_boardless(program, *value) && is_pointwise(program, *body),
        _ => false,
    }
}

/// What the target of a travel asks about the board.
pub fn target(program: &Program, travel: &Travel) -> Target {
    match travel.to {
        to if is_boardless_set(program, to) => Target::Nothing,
        to if is_pointwise(program, to) => Target::Cells,
        _ => Target::Any,
    }
}

/// Whether a set asks nothing about what stands where, and nothing about the travel.
fn is_boardless_set(program: &Program, id: Id) -> bool {
    match &program.nodes[id as usize] {
        Node::ConstantSet(_) | Node::ConstantSetByMe(_) | Node::VariableSet(_, None) => true,
        Node::ToSet(one) => is_boardless(program, *one),
        Node::Union(a, b) | Node::Intersection(a, b) | Node::Difference(a, b) => {
            is_boardless_set(program, *a) && is_boardless_set(program, *b)
        }
        _ => false,
    }
}

/// Whether a condition asks nothing of the board but what the piece remembers that stands on the cell of a temporary name.
/// Other temporary names are bound to what is the same for all cells.
fn asks_of_piece(program: &Program, id: Id, cell: u32) -> bool {
    let both = |a: &Id, b: &Id| asks_of_piece(program, *a, cell) && asks_of_piece(program, *b, cell);
    match &program.nodes[id as usize] {
        Node::Temporary(name) => *name != cell,
        Node::Variable(_, Some(holder)) => program.nodes[*holder as usize] == Node::Temporary(cell),
        Node::Shows(_, _, a) | Node::Not(a) | Node::Odd(a) => asks_of_piece(program, *a, cell),
        Node::And(a, b) | Node::Or(a, b) | Node::Same(a, b) | Node::Compare(_, a, b) | Node::Arithmetic(_, a, b) => {
            both(a, b)
        }
        _ => is_boardless(program, id),
    }
}

/// Whether a scalar asks nothing about what stands where, and nothing about the travel.
fn is_boardless(program: &Program, id: Id) -> bool {
    let both = |a: &Id, b: &Id| is_boardless(program, *a) && is_boardless(program, *b);
    match &program.nodes[id as usize] {
        Node::Constant(_)
        | Node::ConstantByMe(_)
        | Node::Me
        | Node::Mover
        | Node::Starter
        | Node::Turns
        | Node::Rounds
        | Node::Variable(_, None) => true,
        Node::Kept(name) => *name as usize >= journey::COUNT,
        Node::And(a, b) | Node::Or(a, b) | Node::Same(a, b) | Node::Compare(_, a, b) | Node::Arithmetic(_, a, b) => {
            both(a, b)
        }
        Node::Not(a) | Node::Odd(a) => is_boardless(program, *a),
        _ => false,
    }
}

/// Whether the directions of a leg are always the same for a player.
fn goes_fixed_ways(program: &Program, leg: &Leg) -> bool {
    match &leg.heading {
        Heading::All => true,
        Heading::Ways(ways) => {
            matches!(program.nodes[*ways as usize], Node::ConstantSet(_) | Node::ConstantSetByMe(_))
        }
        Heading::Onward(_) => false,
    }
}

/// How the landings of a travel can be seen at a glance, if they can.
pub fn glance(program: &Program, travel: &Travel) -> Option<Glance> {
    let [leg] = program.paths[travel.path as usize].as_slice() else { return None };
    let piles = program.geometry.may_pile;
    if leg.repeating || leg.condition.is_some() || piles || travel.drops || !is_pointwise(program, travel.to) {
        return None;
    }
    let ways_are_fixed = goes_fixed_ways(program, leg);
    match &leg.verb {
        Verb::Steps | Verb::Leaps(_) if ways_are_fixed => Some(Glance::Table(0)),
        Verb::Slides { range: None, stopping, bends: None }
            if !program.geometry.circles
                && ways_are_fixed
                && is_pointwise(program, leg.through)
                && stopping.is_none_or(|stopping| is_pointwise(program, stopping)) =>
        {
            Some(Glance::Rays)
        }
        Verb::Goes => Some(Glance::Anywhere),
        _ => None,
    }
}

/// Whether the cells from which a piece can hop can be found for all pieces at once.
pub fn hops(program: &Program, travel: &Travel) -> bool {
    let [leg] = program.paths[travel.path as usize].as_slice() else { return false };
    let Verb::Hops { over, any_distance: false } = leg.verb else { return false };
    !leg.repeating
        && leg.condition.is_none()
        && !program.geometry.circles
        && goes_fixed_ways(program, leg)
        && is_pointwise(program, travel.to)
        && is_pointwise(program, over)
}

impl<const W: usize> Machine<W> {
    /// By player and cell, the cells that one step or leap of a path may reach.
    pub fn reached(&self, sc: &mut Scratch<W>, state: &State, path: u32) -> Vec<Bits<W>> {
        let mark = sc.mark();
        let plan = self.plan(sc, state, path, true);
        let cells = 0..self.program.geometry.n_cells as u16;
        let reached = cells.map(|cell| {
            let first = self.journeys(sc, state, plan, cell, |_| true);
            let landings = sc.journeys[first..].iter().map(|journey| journey.landing).collect();
            sc.journeys.truncate(first);
            landings
        });
        let reached = reached.collect();
        sc.release(mark);
        reached
    }

    /// The leg of a path of one leg, worked out.
    pub fn only_leg(&self, sc: &mut Scratch<W>, st: &State, travel: &Travel) -> Planned<W> {
        let planned = sc.planned.len();
        self.plan(sc, st, travel.path, true);
        let leg = sc.planned[planned];
        sc.planned.truncate(planned);
        leg
    }

    /// Those of the cells from which a piece could hop; no others can.
    pub fn hop_origins(&self, sc: &mut Scratch<W>, st: &State, travel: &Travel, from: Bits<W>) -> Bits<W> {
        let to = self.set(sc, st, travel.to);
        let leg = self.only_leg(sc, st, travel);
        let ways = match self.leg(&leg).heading {
            Heading::Ways(_) => leg.ways,
            _ => (0..self.program.geometry.n_directions as u16).collect(),
        };
        let mut origins = Bits::EMPTY;
        for way in ways.iter() {
            let back = self.program.geometry.opposite[way as usize];
            if back == NONE {
                return from;
            }
            origins |= self.shift(back, self.shift(back, to) & leg.other);
        }
        origins & from
    }

    /// The landings of the piece on a cell, its leg and the target worked out.
    #[inline]
    pub fn landings_at(&self, glance: Glance, planned: &Planned<W>, to: Bits<W>, origin: u16, who: u8) -> Bits<W> {
        match glance {
            Glance::Table(first) => {
                let n_cells = self.program.geometry.n_cells as u32;
                let who = u32::from(who.min(self.n_players() - 1));
                self.constant(first + who * n_cells + u32::from(origin)) & to
            }
            Glance::Anywhere => to - Bits::of(origin),
            Glance::Rays => {
                let blocked = !(planned.through - planned.other);
                let ways = match self.leg(planned).heading {
                    Heading::Ways(_) => planned.ways,
                    _ => (0..self.program.geometry.n_directions as u16).collect(),
                };
                ways.iter().fold(Bits::EMPTY, |all, way| all | self.ray(way, origin, blocked)) & to
            }
        }
    }

    /// The cells from a cell in a direction up to the first that is blocked, that one included.
    #[inline]
    fn ray(&self, way: u16, origin: u16, blocked: Bits<W>) -> Bits<W> {
        let geometry = &self.program.geometry;
        let rays = geometry.rays[way as usize];
        let Some((first, ascending)) = rays else {
            return self.slow_ray(way, origin, blocked);
        };
        let whole: Bits<W> = self.constant(first + u32::from(origin));
        let stops = whole & blocked;
        let stop = if ascending { stops.first() } else { stops.last() };
        match stop {
            None => whole,
            Some(stop) => whole - self.constant(first + u32::from(stop)),
        }
    }

    /// Whether a path is one slide whose cells can be read off rays.
    pub fn has_plain_slide(&self, path: u32) -> bool {
        let [leg] = self.program.paths[path as usize].as_slice() else { return false };
        self.program.geometry.has_plain_rays
            && !leg.repeating
            && !leg.asks
            && leg.condition.is_none()
            && !matches!(leg.heading, Heading::Onward(_))
            && match &leg.verb {
                Verb::Slides { range, stopping: None, bends: None } => range.is_none_or(|(least, most)| {
                    let is_fixed =
                        |id: Id| matches!(self.program.nodes[id as usize], Node::Constant(_) | Node::ConstantByMe(_));
                    is_fixed(least) && most.is_none_or(is_fixed)
                }),
                _ => false,
            }
    }

    /// The landings of a slide from a cell on a target, or the cells that it passes on the way to them.
    pub fn slide_reach(&self, leg: &Planned<W>, cell: u16, target: Bits<W>, span: bool) -> Bits<W> {
        let ways: smallvec::SmallVec<[u16; 16]> = match self.leg(leg).heading {
            Heading::Ways(_) => leg.ways.iter().collect(),
            _ => (0..self.program.geometry.n_directions as u16).collect(),
        };
        self.slides((&ways, leg.range), cell, (target, leg.through), span)
    }

    /// The same for given directions and numbers of steps.
    pub fn slides(
        &self,
        (ways, range): (&[u16], (i64, i64)),
        cell: u16,
        (target, through): (Bits<W>, Bits<W>),
        span: bool,
    ) -> Bits<W> {
        let blocked = !through;
        let mut reach = Bits::EMPTY;
        for &way in ways {
            let Some(&Some((first, ascending))) = self.program.geometry.rays.get(way as usize) else { continue };
            let landings = self.in_range(range, way, cell, self.ray(way, cell, blocked) & target);
            if !span {
                reach |= landings;
            } else if let Some(far) = if ascending { landings.last() } else { landings.first() } {
                let whole: Bits<W> = self.constant(first + u32::from(cell));
                reach |= whole - self.constant(first + u32::from(far)) - Bits::of(far);
            }
        }
        reach
    }

    /// Those landings on a ray that are no nearer and no farther than a slide may go.
    fn in_range(&self, (least, most): (i64, i64), way: u16, cell: u16, landings: Bits<W>) -> Bits<W> {
        if landings.is_empty() || most < 1 {
            return Bits::EMPTY;
        }
        let n_cells = self.program.geometry.n_cells as i64;
        let after = |steps: i64| {
            (0..steps)
                .try_fold(cell, |here, _| Some(self.program.geometry.step(here, way)).filter(|&next| next != NONE))
        };
        let nothing_beyond = |steps: i64| after(steps).map_or(Bits::EMPTY, |here| self.ray(way, here, Bits::EMPTY));
        let far_enough = if least <= 1 { landings } else { landings & nothing_beyond((least - 1).min(n_cells)) };
        if most >= n_cells { far_enough } else { far_enough - nothing_beyond(most) }
    }

    fn slow_ray(&self, way: u16, origin: u16, blocked: Bits<W>) -> Bits<W> {
        let mut reached = Bits::EMPTY;
        let mut here = self.program.geometry.step(origin, way);
        while here != NONE && here != origin {
            reached.insert(here);
            if blocked.contains(here) {
                break;
            }
            here = self.program.geometry.step(here, way);
        }
        reached
    }
}
