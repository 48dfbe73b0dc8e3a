//! Paths of several steps, such as that of a horse which can be blocked, and hops from afar: rows of all pieces at once,
//! and the pieces that could take so on a cell.

use crate::program::Travel;
use crate::program::node::{Heading, Id, Leg, NONE, Node, Verb};
use crate::rules::board::DirectionId;
use crate::rules::model::journey;
use crate::rules::types::Set;

use super::super::code::{Code, L, N, S, SlideFrom};
use super::options::How;
use super::{Made, Maker};

/// The most sequences of directions of one path.
const MANY: usize = 64;

/// The steps of a path one after the other.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// The directions of each way to go.
    pub ways: Vec<Vec<u16>>,
    /// After each step but the last, what a piece may pass.
    pub through: Vec<Id>,
}

impl<'a> Maker<'a> {
    /// The steps of a path, if it is nothing else and nobody asks how it went.
    pub(super) fn steps_of(&self, path: u32) -> Option<Steps> {
        let reads = &self.program.reads;
        let geometry = &self.program.geometry;
        let is_asked = [journey::WAY, journey::PASSED, journey::JUMPED].iter().any(|&name| reads[name]);
        if is_asked || geometry.may_pile || geometry.circles {
            return None;
        }
        let mut steps = Steps { ways: vec![Vec::new()], through: Vec::new() };
        for leg in self.legs(path) {
            let n = self.length(leg)?;
            let lead = |before: &Vec<u16>| -> Option<Vec<Vec<u16>>> {
                let go = |way: u16| before.iter().copied().chain(std::iter::repeat_n(way, n)).collect();
                Some(self.onward(leg, before.last().copied())?.into_iter().map(go).collect())
            };
            let led: Option<Vec<Vec<Vec<u16>>>> = steps.ways.iter().map(lead).collect();
            steps.ways = led?.concat();
            steps.through.extend(std::iter::repeat_n(leg.through, n));
            if steps.ways.len() > MANY {
                return None;
            }
        }
        steps.through.pop();
        let goes_on = |ways: &Vec<u16>| self.never_returns(ways);
        (!steps.through.is_empty() && steps.ways.iter().all(goes_on)).then_some(steps)
    }

    /// The directions of a leg, each with the cells from which it goes there, if these are not all.
    pub(super) fn ways_by_cell(&mut self, leg: &Leg) -> Made<Vec<(u16, Option<Set>)>> {
        if let Ok(ways) = self.ways(leg) {
            return Ok(ways.iter().map(|way| (way, None)).collect());
        }
        let Heading::Ways(ways) = leg.heading else { return Err("directions from the way before") };
        let mut from: Vec<Vec<u16>> = vec![Vec::new(); self.program.geometry.n_directions];
        for cell in 0..self.n_cells() {
            let before = self.fixed_origin.replace(cell);
            let ways = self.fixed_set(ways);
            self.fixed_origin = before;
            for way in ways.ok_or("directions that are worked out")?.iter() {
                from.get_mut(usize::from(way)).ok_or("no direction")?.push(cell);
            }
        }
        let some = (0..).zip(from).filter(|(_, cells)| !cells.is_empty());
        Ok(some.map(|(way, cells)| (way, Some(cells.into_iter().collect()))).collect())
    }

    /// How many steps a leg has, if it always has as many.
    fn length(&self, leg: &Leg) -> Option<usize> {
        match &leg.verb {
            _ if leg.repeating => None,
            Verb::Steps => Some(1),
            Verb::Slides { range: Some((least, Some(most))), stopping: None, bends: None } => {
                let (least, most) = (self.fixed_number(*least)?, self.fixed_number(*most)?);
                (least == most && (1..=8).contains(&least)).then_some(least as usize)
            }
            _ => None,
        }
    }

    /// The directions of a leg after a direction.
    fn onward(&self, leg: &Leg, before: Option<u16>) -> Option<Vec<u16>> {
        match &leg.heading {
            Heading::Onward(notches) => {
                let before = DirectionId(before? as u8);
                let turned = notches.iter().filter_map(|&notches| self.program.rules.board.turned(before, notches));
                Some(turned.map(|way| u16::from(way.0)).collect())
            }
            _ => Some(self.ways(leg).ok()?.iter().collect()),
        }
    }

    /// Whether steps never lead back to the cell where they began: while a piece travels it is not there.
    fn never_returns(&self, ways: &[u16]) -> bool {
        let geometry = &self.program.geometry;
        (0..self.n_cells()).all(|start| {
            let mut here = start;
            ways.iter().all(|&way| {
                here = if here == NONE { NONE } else { geometry.step(here, way) };
                here != start
            })
        })
    }

    /// Rows of pieces that go several steps, one for each difference of cell numbers.
    pub(super) fn several_steps(&mut self, travel: &Travel, steps: &Steps) -> Made<Vec<(S, How)>> {
        let (from, to) = (self.departing(travel)?, self.set(travel.to)?);
        let through = steps.through.iter().map(|&id| self.set(id)).collect::<Made<Vec<S>>>()?;
        let mut rows: Vec<(S, How)> = Vec::new();
        for ways in &steps.ways {
            let pairs = self.ends_of_steps(ways);
            if pairs.is_empty() {
                continue;
            }
            let back = self.back_of(&pairs)?;
            let mut cells = from;
            for (&way, &target) in ways.iter().zip(through.iter().chain([&to])) {
                let next = self.new_set()?;
                self.put(Code::StepTo(next, cells, target, way as u8));
                cells = next;
            }
            let how = How::Step { way: NONE, steps: 1, jumps: false, back };
            match rows.iter().position(|(_, other)| *other == how) {
                // The same piece to the same cell on two ways is one option.
                Some(known) => self.put(Code::Or(rows[known].0, rows[known].0, cells)),
                None => rows.push((cells, how)),
            }
        }
        Ok(rows)
    }

    /// Finds the pieces of some cells that go several steps to a cell, and goes on at a label if there is any.
    pub(super) fn stepped_from(&mut self, steps: &Steps, from: S, cell: N, (hit, past): (L, L)) -> Made<()> {
        let near = self.stepped_to(steps)?;
        let landing = self.near((near, cell), from, past)?;
        let through = steps.through.iter().map(|&id| self.set(id)).collect::<Made<Vec<S>>>()?;
        self.put(Code::Member(landing, cell));
        for ways in &steps.ways {
            let mut cells = landing;
            for (step, &way) in ways.iter().enumerate().rev() {
                let back = self.undone_by(way).ok_or("a direction without way back")?;
                let target = if step == 0 { from } else { through[step - 1] };
                let next = self.new_set()?;
                self.put(Code::StepTo(next, cells, target, back as u8));
                cells = next;
            }
            self.put(Code::IfSome(cells, hit));
        }
        Ok(())
    }

    /// By landing, the cells from which steps lead there, whatever is in the way: the first of as many constants.
    pub(super) fn stepped_to(&mut self, steps: &Steps) -> Made<u16> {
        if let Some(&known) = self.stepped.get(&steps.ways) {
            return Ok(known);
        }
        let first = self.by_landing(steps, |walked| &walked[..1])?;
        self.stepped.insert(steps.ways.clone(), first);
        Ok(first)
    }

    /// By landing, the cells that are passed where steps lead there.
    pub(super) fn passed_to(&mut self, steps: &Steps) -> Made<u16> {
        self.by_landing(steps, |walked| &walked[1..walked.len() - 1])
    }

    /// By landing, some of the cells that are walked on where steps lead there, from the first to the landing.
    fn by_landing(&mut self, steps: &Steps, which: impl Fn(&[u16]) -> &[u16]) -> Made<u16> {
        let geometry = &self.program.geometry;
        let mut cells = vec![Vec::new(); usize::from(self.n_cells())];
        for (cell, ways) in (0..self.n_cells()).flat_map(|cell| steps.ways.iter().map(move |ways| (cell, ways))) {
            let step = |&here: &u16, way: &u16| Some(geometry.step(here, *way)).filter(|&next| next != NONE);
            let walked = ways.iter().try_fold(vec![cell], |mut walked, way| {
                walked.push(step(walked.last()?, way)?);
                Some(walked)
            });
            if let Some(walked) = walked {
                cells[usize::from(walked[walked.len() - 1])].extend_from_slice(which(&walked));
            }
        }
        self.constants(cells.into_iter().map(|cells| cells.into_iter().collect()).collect())
    }

    /// What a leg jumps over, if it is a hop at any distance over pieces, through empty cells.
    pub(super) fn far_hop(&self, travel: &Travel) -> Option<(&'a Leg, Id)> {
        let [leg] = self.legs(travel.path) else { return None };
        let Verb::Hops { over, any_distance: true } = leg.verb else { return None };
        let geometry = &self.program.geometry;
        let is_empty = *self.node(self.resolved(leg.through)) == Node::Empty;
        let are_pieces = matches!(self.node(self.resolved(over)), Node::Pieces(..));
        (is_empty && are_pieces && !leg.repeating && !geometry.may_pile && !geometry.circles).then_some((leg, over))
    }

    /// Rows of pieces that hop from afar, one for each direction.
    pub(super) fn far_hops(&mut self, travel: &Travel, leg: &Leg, over: Id) -> Made<Vec<(S, How)>> {
        let (from, to) = (self.departing(travel)?, self.set(travel.to)?);
        let (through, over) = (self.set(leg.through)?, self.set(over)?);
        if self.program.reads[journey::PASSED] {
            return Err("what a hop from afar passes");
        }
        let mut rows = Vec::new();
        for way in self.ways(leg)?.iter() {
            self.undone_by(way).ok_or("a direction without way back")?;
            let (hurdles, landings) = (self.new_set()?, self.new_set()?);
            self.put(Code::FillTo(hurdles, from, through, over, way as u8));
            self.put(Code::FillTo(landings, hurdles, through, to, way as u8));
            rows.push((landings, How::Far { from, way }));
        }
        Ok(rows)
    }

    /// Finds the pieces of some cells that hop from afar to a cell, and goes on at a label if there is any.
    pub(super) fn hopped_from(&mut self, leg: &Leg, over: Id, (from, cell): (S, N), (hit, past): (L, L)) -> Made<()> {
        let back = self.back(&self.ways(leg)?)?;
        let (rays, through, over) = (self.rays(&back)?, self.set(leg.through)?, self.set(over)?);
        self.near((rays, cell), from, past)?;
        let ways = back.iter().collect();
        let slide = self.slide(SlideFrom { ways, range: (1, i64::from(u16::MAX)), span: false })?;
        let (hurdles, first, behind) = (self.new_set()?, self.new_set()?, self.new_set()?);
        self.put(Code::Slide(hurdles, cell, over, through, slide));
        self.put(Code::Slide(first, cell, from, through, slide));
        self.put(Code::Or(hurdles, hurdles, through));
        self.put(Code::Slide(behind, cell, from, hurdles, slide));
        // Who stands first on its ray has nothing to jump over.
        self.put(Code::Minus(behind, behind, first));
        self.put(Code::IfSome(behind, hit));
        Ok(())
    }
}
