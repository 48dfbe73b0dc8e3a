//! Where paths lead from one cell.

use crate::program::node::{Heading, Id, Node, Verb};

use crate::rules::types::Set;

use super::super::code::{Code, S, SlideFrom};
use super::{Made, Maker, numbered};

/// The longest slide that is followed step by step.
const SHORT: i64 = 4;

impl Maker<'_> {
    /// Where a path leads, or what it passes.
    pub(super) fn reach(&mut self, (span, from, path, to): (bool, Id, u32, Option<Id>), id: Id) -> Made<S> {
        if let (false, Node::ToSet(origin), [leg]) = (span, self.node(from), self.legs(path))
            && let Verb::Hops { over, any_distance: false } = leg.verb
            && leg.repeating
            && let Ok(ways) = self.ways(leg)
        {
            return self.hops((*origin, over, leg.through), ways, to);
        }
        if let [leg] = self.legs(path)
            && let Verb::Hops { over, any_distance: false } = leg.verb
            && !leg.repeating
            && !leg.asks
            && let Ok(ways) = self.ways(leg)
            && let Some(ways) = self.with_ways_back(&ways)
        {
            return self.hops_once((from, over, to.unwrap_or(leg.through)), &ways, span);
        }
        if let (false, [leg]) = (span, self.legs(path))
            && leg.verb == Verb::Steps
            && leg.repeating
            && let Ok(ways) = self.ways(leg)
        {
            return self.flood((from, leg.through), ways.iter().collect(), to);
        }
        // Around a circle once is as far as a slide goes, whether cells are counted or filled.
        if let Some(slide) = self.slide_of(path, span)
            && !self.program.geometry.has_plain_rays
            && !span
            && self.is_unbounded(&slide)
        {
            return self.reach_of_all(from, path, (&slide, to), id);
        }
        if let Node::Intersection(a, b) = self.node(from) {
            for (one, others) in [(*a, *b), (*b, *a)] {
                if let Node::ToSet(origin) = self.node(one) {
                    return self.reach_within((*origin, others), (span, one, path, to), id);
                }
            }
        }
        let Some(slide) = self.slide_from(path, span) else { return self.slow_set(id) };
        let Node::ToSet(origin) = self.node(from) else {
            return match span {
                true => self.slow_set(id),
                false => self.reach_of_all(from, path, (&slide, to), id),
            };
        };
        let [leg] = self.legs(path) else { return self.slow_set(id) };
        let origin = self.number(*origin)?;
        let is_whole = |set: Option<Set>| set.is_some_and(|set| set.len() == usize::from(self.n_cells()));
        let is_any = !span && to.is_none() && self.is_unbounded(&slide);
        if is_any && is_whole(self.fixed_set(leg.through)) {
            let rays = self.rays(&slide.ways.iter().copied().collect())?;
            let set = self.new_set()?;
            self.put(Code::Table(set, origin, rays));
            return Ok(set);
        }
        let through = self.set(leg.through)?;
        let target = match to {
            Some(to) => self.set(to)?,
            None => through,
        };
        let set = self.new_set()?;
        let number = self.slide(slide)?;
        self.put(Code::Slide(set, origin, target, through, number));
        Ok(set)
    }

    /// The cells from which walks over different cells lead with so many steps, through what, and the number of steps, if a set
    /// is where they lead; and whether they go in all directions, not only in those by which groups hang together.
    pub(super) fn walk_of(&self, set: Id) -> Option<((Id, Id, Id), bool)> {
        let Node::Reach { span: false, from, path, to: None } = self.node(self.resolved(set)) else { return None };
        let [leg] = self.legs(*path) else { return None };
        let Verb::Walks(least, most) = leg.verb else { return None };
        let (geometry, ways) = (&self.program.geometry, self.ways(leg).ok()?);
        let is_any = ways.len() == geometry.n_directions;
        let is_joining = ways == geometry.joining.iter().copied().collect::<Set>();
        let is_exact = self.same[least as usize] == self.same[most as usize];
        let is_walk = (is_any || is_joining) && is_exact && !leg.repeating && leg.condition.is_none();
        is_walk.then_some(((*from, leg.through, least), is_any))
    }

    /// Where slides lead from several cells.
    fn reach_of_all(&mut self, from: Id, path: u32, (slide, to): (&SlideFrom, Option<Id>), id: Id) -> Made<S> {
        let [leg] = self.legs(path) else { return Err("a path of several legs") };
        let (least, most) = slide.range;
        if !(1..=SHORT).contains(&least) || most > SHORT && (least > 1 || most < i64::from(self.n_cells())) {
            return self.slow_set(id);
        }
        let (from, through) = (self.set(from)?, self.set(leg.through)?);
        let target = match to {
            Some(to) => self.set(to)?,
            None => through,
        };
        let all = self.new_set()?;
        self.put(Code::Empty(all));
        for &way in &slide.ways {
            let reached = self.new_set()?;
            if most > SHORT {
                self.put(Code::FillTo(reached, from, through, target, way as u8));
                self.put(Code::Or(all, all, reached));
                continue;
            }
            let mut cells = from;
            for length in 1..=most {
                if length >= least {
                    self.put(Code::StepTo(reached, cells, target, way as u8));
                    self.put(Code::Or(all, all, reached));
                }
                let next = self.new_set()?;
                self.put(Code::StepTo(next, cells, through, way as u8));
                cells = next;
            }
        }
        Ok(all)
    }

    /// Where steps again and again lead from cells.
    fn flood(&mut self, (from, through): (Id, Id), ways: Vec<u16>, to: Option<Id>) -> Made<S> {
        let (from, through) = (self.set(from)?, self.set(through)?);
        let target = match to {
            Some(to) => self.set(to)?,
            None => through,
        };
        let place = u8::try_from(numbered(&mut self.script.floods, ways)).map_err(|_| "too many sorts of steps")?;
        let reached = self.new_set()?;
        self.put(Code::Flood(reached, from, through, place));
        self.join(Code::And, reached, target)
    }

    /// Where a path leads from a cell if that is in a set.
    fn reach_within(&mut self, (origin, others): (Id, Id), path: (bool, Id, u32, Option<Id>), id: Id) -> Made<S> {
        let (origin, others) = (self.number(origin)?, self.set(others)?);
        let (set, end) = (self.new_set()?, self.label());
        self.put(Code::Empty(set));
        self.put(Code::IfHasNot(others, origin, end));
        self.aside(|maker| {
            let reached = maker.reach(path, id)?;
            maker.put(Code::Copy(set, reached));
            Ok(())
        })?;
        self.here(end);
        Ok(set)
    }

    /// Where single hops lead from cells, or what they jump.
    ///
    /// ```text
    ///   a b c     from a over b to c: b is jumped if c is in the target,
    ///   1 2 3     which a step back from c tells
    /// ```
    fn hops_once(&mut self, (from, over, to): (Id, Id, Id), ways: &[(u8, u8)], span: bool) -> Made<S> {
        let (from, over, target) = (self.set(from)?, self.set(over)?, self.set(to)?);
        let all = self.new_set()?;
        self.put(Code::Empty(all));
        for &(way, back) in ways {
            let (hurdles, landings) = (self.new_set()?, self.new_set()?);
            self.put(Code::StepTo(hurdles, from, over, way));
            self.put(Code::StepTo(landings, hurdles, target, way));
            if span {
                self.put(Code::StepTo(landings, landings, hurdles, back));
            }
            self.put(Code::Or(all, all, landings));
        }
        Ok(all)
    }

    /// Directions, each with the one that undoes its steps, if all have one.
    fn with_ways_back(&self, ways: &Set) -> Option<Vec<(u8, u8)>> {
        ways.iter().map(|way| Some((way as u8, self.way_undoing(way)? as u8))).collect()
    }

    /// Whether a slide goes as far as it likes.
    pub(super) fn is_unbounded(&self, slide: &SlideFrom) -> bool {
        slide.range.0 <= 1 && slide.range.1 >= i64::from(self.n_cells())
    }

    /// The number of a slide from one cell.
    pub(super) fn slide(&mut self, slide: SlideFrom) -> Made<u16> {
        let number = numbered(&mut self.script.slides, slide);
        u16::try_from(number).map_err(|_| "too many slides")
    }

    /// Where hops again and again lead from a cell.
    fn hops(&mut self, (origin, over, through): (Id, Id, Id), ways: Set, to: Option<Id>) -> Made<S> {
        let (origin, over, through) = (self.number(origin)?, self.set(over)?, self.set(through)?);
        let target = match to {
            Some(to) => self.set(to)?,
            None => through,
        };
        let place = self.number_of_hops(&ways)?;
        let reached = self.new_set()?;
        self.put(Code::Hops(reached, origin, over, through, place));
        self.join(Code::And, reached, target)
    }

    /// The number of hops in some directions.
    pub(super) fn number_of_hops(&mut self, ways: &Set) -> Made<u8> {
        let place = numbered(&mut self.script.hops, ways.iter().collect());
        u8::try_from(place).map_err(|_| "too many sorts of hops")
    }

    /// A path that is one plain slide along rays that part for good, its directions and range fixed.
    pub(super) fn slide_from(&self, path: u32, span: bool) -> Option<SlideFrom> {
        self.slide_of(path, span).filter(|_| self.program.geometry.has_plain_rays)
    }

    /// A path that is one plain slide, its directions and range fixed, around a circle perhaps.
    fn slide_of(&self, path: u32, span: bool) -> Option<SlideFrom> {
        let [leg] = self.legs(path) else { return None };
        let Verb::Slides { range, stopping: None, bends: None } = &leg.verb else { return None };
        if leg.repeating {
            return None;
        }
        let ways = match &leg.heading {
            Heading::All => (0..self.program.geometry.n_directions as u16).collect(),
            Heading::Ways(ways) => self.fixed_set(*ways)?.iter().collect(),
            Heading::Onward(_) => return None,
        };
        let range = match range {
            None => (1, i64::from(u16::MAX)),
            Some((least, most)) => {
                let most = match most {
                    Some(most) => self.fixed_number(*most)?,
                    None => i64::from(u16::MAX),
                };
                (self.fixed_number(*least)?, most)
            }
        };
        Some(SlideFrom { ways, range, span })
    }
}
