//! Rows whose landings differ by the cell left: they are worked out for each piece and kept in a table.

use crate::program::Travel;
use crate::program::node::{Id, Leg, NONE, Node, Owners, Verb};
use crate::rules::model::{Arithmetic, journey};
use crate::rules::types::Set;

use super::super::code::{Code, Hopping, L, N, S, Track};
use super::super::leaps::{hops, never_over_origin};
use super::options::{How, Plan};
use super::{Made, Maker, numbered};

/// Hops again and again from the cell left.
struct Hops {
    over: Id,
    through: Id,
    ways: Set,
    to: Id,
}

impl Maker<'_> {
    /// A row of landings by the cell left.
    pub(super) fn each(&mut self, number: u16, index: u16, travel: &Travel) -> Made<Vec<(S, How)>> {
        let sentence = &self.program.moves[number as usize].sentences[index as usize];
        if sentence.when.is_some() && !sentence.early || self.program.geometry.may_pile {
            return Err("a path that is followed and a guard that asks for it");
        }
        let [leg] = self.legs(travel.path) else {
            return self.followed(number, index, travel);
        };
        let kind = match travel.kinds.as_slice() {
            [kind] if !self.program.rules.kinds[*kind as usize].neutral => *kind,
            _ => return self.followed(number, index, travel),
        };
        if let Some(range) = self.own_length(leg) {
            return self.each_way((travel, leg, kind), range);
        }
        let track = match &leg.verb {
            Verb::Goes if !leg.repeating => None,
            _ => match self.track(leg) {
                Some(track) => Some((self.number_of_track(track)?, leg.through)),
                None => return self.followed(number, index, travel),
            },
        };
        if let Some(all) = self.each_at_once(travel, track)? {
            return Ok(vec![all]);
        }
        let me = self.roles.me;
        let from = self.set(travel.from)?;
        let (table, origin) = (self.new_table()?, self.name(journey::ORIGIN)?);
        let how = How::Each { from, table, straight: false };
        self.for_each(from, origin, |maker, _| {
            // While a piece travels its cell does not hold it.
            maker.put(Code::Toggle(me, kind, origin));
            let (landings, own) = (maker.set(travel.to)?, maker.new_set()?);
            match track {
                None => maker.put(Code::Copy(own, landings)),
                Some((track, through)) => {
                    let through = maker.set(through)?;
                    maker.put(Code::Track(own, origin, through, track));
                    maker.put(Code::And(own, own, landings));
                }
            }
            maker.put(Code::Remove(own, origin));
            maker.put(Code::Toggle(me, kind, origin));
            maker.put(Code::Keep(table, origin, own));
            Ok(())
        })?;
        self.put(Code::Nothing(origin));
        Ok(vec![(from, how)])
    }

    /// The same by one instruction for all pieces, if there is one. While a piece travels its cell does not hold it, so this
    /// is for landings that do not change but on that cell, which is none; and for ways over empty cells.
    fn each_at_once(&mut self, travel: &Travel, track: Option<(u8, Id)>) -> Made<Option<(S, How)>> {
        let hops = self.hops_from_origin(travel.to);
        let (through, to) = match (track, &hops) {
            (Some((_, through)), _) if self.is_told_cell_by_cell(travel.to) => (through, travel.to),
            (None, Some(hops)) => (hops.through, hops.to),
            _ => return Ok(None),
        };
        if *self.node(self.resolved(through)) != Node::Empty {
            return Ok(None);
        }
        let (from, through, to) = (self.set(travel.from)?, self.set(through)?, self.set(to)?);
        let (table, origin, origins) = (self.new_table()?, self.name(journey::ORIGIN)?, self.new_set()?);
        if let Some((track, _)) = track {
            self.put(Code::Tracks(table, from, to, through, track, origins));
        } else if let Some(hops) = hops {
            let (over, ways) = (self.set(hops.over)?, self.number_of_hops(&hops.ways)?);
            let hopping = self.number_of_hopping(Hopping { ways, spared: None })?;
            self.put(Code::HopsOfAll(table, from, over, through, to, hopping, origins));
        }
        self.put(Code::Nothing(origin));
        Ok(Some((origins, How::Each { from: origins, table, straight: false })))
    }

    /// The hops again and again from the cell left, if that is what landings are.
    fn hops_from_origin(&self, to: Id) -> Option<Hops> {
        let Node::Intersection(a, b) = *self.node(self.resolved(to)) else { return None };
        [(a, b), (b, a)].into_iter().find_map(|(reach, to)| {
            let Node::Reach { span: false, from, path, to: None } = *self.node(self.resolved(reach)) else {
                return None;
            };
            let Node::ToSet(from) = *self.node(self.resolved(from)) else { return None };
            let [leg] = self.legs(path) else { return None };
            let Verb::Hops { over, any_distance: false } = leg.verb else { return None };
            let is_origin = *self.node(self.resolved(from)) == Node::Kept(journey::ORIGIN as u32);
            let are_plain = self.is_told_cell_by_cell(over) && self.is_told_cell_by_cell(to);
            let ways = self.ways(leg).ok()?;
            (leg.repeating && is_origin && are_plain && self.is_never_in_its_way(&ways)).then_some(Hops {
                over,
                through: leg.through,
                ways,
                to,
            })
        })
    }

    /// Whether no piece that hops again and again in these directions comes to hop over the cell that it left.
    fn is_never_in_its_way(&self, ways: &Set) -> bool {
        let ways: Vec<u16> = ways.iter().collect();
        never_over_origin(&hops(&self.program.geometry, (0..self.n_cells()).map(|_| ways.as_slice())))
    }

    /// Whether a set changes but on one cell where what stands there does.
    fn is_told_cell_by_cell(&self, id: Id) -> bool {
        match self.node(self.resolved(id)) {
            Node::Empty | Node::ConstantSet(_) | Node::ConstantSetByMe(_) => true,
            Node::Pieces(_, owners) => !matches!(owners, Owners::Of(_)),
            Node::Union(a, b) | Node::Intersection(a, b) | Node::Difference(a, b) => {
                self.is_told_cell_by_cell(*a) && self.is_told_cell_by_cell(*b)
            }
            _ => false,
        }
    }

    /// The fewest and the most steps of a straight slide, where they are worked out for each piece and direction.
    fn own_length(&self, leg: &Leg) -> Option<(Id, Option<Id>)> {
        let reads = &self.program.reads;
        let is_asked = reads[journey::PASSED] || reads[journey::JUMPED];
        match leg.verb {
            Verb::Slides { range: Some(range), stopping: None, bends: None }
                if !leg.repeating && !is_asked && self.program.geometry.has_plain_rays =>
            {
                Some(range)
            }
            _ => None,
        }
    }

    /// A row of straight slides whose lengths are worked out for each piece and direction.
    fn each_way(
        &mut self,
        (travel, leg, kind): (&Travel, &Leg, u8),
        (least, most): (Id, Option<Id>),
    ) -> Made<Vec<(S, How)>> {
        let ways = self.ways(leg)?;
        let from = self.set(travel.from)?;
        let (table, origin) = (self.new_table()?, self.name(journey::ORIGIN)?);
        let me = self.roles.me;
        self.for_each(from, origin, |maker, _| {
            maker.put(Code::Toggle(me, kind, origin));
            let (landings, through) = (maker.set(travel.to)?, maker.set(leg.through)?);
            let (own, reached) = (maker.new_set()?, maker.new_set()?);
            maker.put(Code::Empty(own));
            for way in ways.iter() {
                let (known, next) = (maker.known.clone(), maker.next);
                maker.fixed_way = Some(way);
                let range = maker.length_of_slide(least, most);
                maker.fixed_way = None;
                let (least, most) = range?;
                maker.put(Code::SlideBy(reached, origin, through, least, most, way as u8));
                maker.put(Code::Or(own, own, reached));
                (maker.known, maker.next) = (known, next);
            }
            maker.put(Code::And(own, own, landings));
            maker.put(Code::Toggle(me, kind, origin));
            maker.put(Code::Keep(table, origin, own));
            Ok(())
        })?;
        self.put(Code::Nothing(origin));
        Ok(vec![(from, How::Each { from, table, straight: true })])
    }

    fn length_of_slide(&mut self, least: Id, most: Option<Id>) -> Made<(N, N)> {
        let least = self.number(least)?;
        let most = match most {
            Some(most) => self.number(most)?,
            None => self.fixed_scalar(i64::from(self.n_cells()))?,
        };
        Ok((least, most))
    }

    /// A leg that is a slide round bends in fixed directions, which nobody asks about.
    pub(super) fn track(&self, leg: &Leg) -> Option<Track> {
        let reads = &self.program.reads;
        let is_asked = [journey::WAY, journey::PASSED, journey::JUMPED].iter().any(|&name| reads[name]);
        let Verb::Slides { range, stopping: None, bends: Some(bends) } = &leg.verb else { return None };
        if leg.repeating || is_asked {
            return None;
        }
        let range = match range {
            None => (1, i64::from(u16::MAX)),
            Some((least, most)) => {
                let most = most.map_or(Some(i64::from(u16::MAX)), |most| self.fixed_number(most))?;
                (self.fixed_number(*least)?, most.min(i64::from(u16::MAX)))
            }
        };
        Some(Track { ways: self.ways(leg).ok()?.iter().collect(), range, bends: *bends })
    }

    fn number_of_hopping(&mut self, hopping: Hopping) -> Made<u8> {
        let number = numbered(&mut self.script.hoppings, hopping);
        u8::try_from(number).map_err(|_| "too many sorts of hops")
    }

    pub(super) fn number_of_track(&mut self, track: Track) -> Made<u8> {
        let number = numbered(&mut self.script.tracks, track);
        u8::try_from(number).map_err(|_| "too many tracks")
    }

    /// A row of landings by the cell left, for which the machine follows the path.
    pub(super) fn followed(&mut self, number: u16, index: u16, travel: &Travel) -> Made<Vec<(S, How)>> {
        let reads = &self.program.reads;
        if [journey::WAY, journey::PASSED, journey::JUMPED].iter().any(|&name| reads[name]) {
            return Err("a path that is followed, and asked about");
        }
        let Some(clash) = self.clash else { return Err("a path that is followed") };
        let from = self.set(travel.from)?;
        let (table, origin) = (self.new_table()?, self.name(journey::ORIGIN)?);
        let sentence = u8::try_from(index).map_err(|_| "many sentences")?;
        self.put(Code::Show);
        self.for_each(from, origin, |maker, _| {
            let landings = maker.new_set()?;
            maker.put(Code::Follow(landings, origin, number, sentence, clash));
            maker.put(Code::Keep(table, origin, landings));
            Ok(())
        })?;
        self.put(Code::Nothing(origin));
        Ok(vec![(from, How::Each { from, table, straight: false })])
    }

    /// The cells of the rows or columns from one to another.
    pub(super) fn rows_between(&mut self, column: bool, (from, to): (Id, Id), id: Id) -> Made<S> {
        self.places_between(&self.places(column), (Some(from), Some(to)), id)
    }

    /// The cells of a player's rows from one to another, or from the first or to the last if none is told.
    pub(super) fn ranks_between(&mut self, player: Id, bounds: (Option<Id>, Option<Id>), id: Id) -> Made<S> {
        let player = self.fixed_number(player).and_then(|player| usize::try_from(player).ok());
        match player.and_then(|player| self.program.geometry.ranks.get(player)) {
            Some(ranks) => self.places_between(ranks, bounds, id),
            None => self.slow_set(id),
        }
    }

    /// The cells whose place, told by cell and zero if they have none, lies between bounds: all up to the last without all before
    /// the first.
    fn places_between(&mut self, places: &[u16], (from, to): (Option<Id>, Option<Id>), id: Id) -> Made<S> {
        if places.iter().any(|&place| place >= self.n_cells()) {
            return self.slow_set(id);
        }
        let n_places = self.n_cells();
        let cells_of = |is_meant: &dyn Fn(u16, u16) -> bool| {
            let cells_at = |number: u16| {
                let cells = (0..).zip(places).filter(|&(_, &place)| place > 0 && is_meant(place, number));
                cells.map(|(cell, _)| cell).collect::<Set>()
            };
            (0..n_places).map(cells_at).collect::<Vec<Set>>()
        };
        if let (Some(from), Some(to)) = (from, to)
            && self.resolved(from) == self.resolved(to)
        {
            let (table, place) = (self.constants(cells_of(&|place, number| place == number))?, self.number(to)?);
            let set = self.new_set()?;
            self.put(Code::Table(set, place, table));
            return Ok(set);
        }
        let table = self.constants(cells_of(&|place, number| place <= number))?;
        let (one, last) = (self.fixed_scalar(1)?, self.fixed_scalar(i64::from(n_places - 1))?);
        let up_to = match to {
            Some(to) => self.number(to)?,
            None => last,
        };
        let before = match from {
            Some(from) if self.fixed_number(from).is_none_or(|from| from > 1) => {
                let from = self.number(from)?;
                Some(self.simple(|n| Code::Calculate(n, Arithmetic::Minus, from, one))?)
            }
            _ => None,
        };
        let all_up_to = |maker: &mut Self, number: N| -> Made<S> {
            let number = maker.simple(|n| Code::Calculate(n, Arithmetic::Smaller, number, last))?;
            let set = maker.new_set()?;
            maker.put(Code::Table(set, number, table));
            Ok(set)
        };
        let cells = all_up_to(self, up_to)?;
        match before {
            Some(before) => {
                let less = all_up_to(self, before)?;
                self.join(Code::Minus, cells, less)
            }
            None => Ok(cells),
        }
    }

    /// By cell, which column it is in, or which row; zero if in none.
    pub(super) fn places(&self, column: bool) -> Vec<u16> {
        let coordinates = self.program.geometry.coordinates.iter();
        coordinates.map(|&(row, along)| if column { along } else { row }).collect()
    }

    pub(super) fn new_table(&mut self) -> Made<u8> {
        self.script.n_tables = self.script.n_tables.checked_add(1).ok_or("too many tables")?;
        Ok(self.script.n_tables - 1)
    }

    /// Writes code for each member of a set, bound to a register.
    pub(super) fn for_each(&mut self, of: S, member: N, write: impl FnOnce(&mut Self, L) -> Made<()>) -> Made<()> {
        let rest = self.new_set()?;
        let (again, end) = (self.label(), self.label());
        self.put(Code::Copy(rest, of));
        self.here(again);
        self.put(Code::Next(member, rest, end));
        let known = std::mem::take(&mut self.known);
        let written = write(self, again);
        self.known = known;
        written?;
        self.put(Code::Jump(again));
        self.here(end);
        Ok(())
    }

    /// The members of a set, but none where there are no landings: most often nobody may go anywhere, and then nobody is looked at.
    fn unless_none(&mut self, of: S, landings: S) -> Made<S> {
        let (members, some) = (self.new_set()?, self.label());
        self.put(Code::Copy(members, of));
        self.put(Code::IfSome(landings, some));
        self.put(Code::Empty(members));
        self.here(some);
        Ok(members)
    }

    /// Takes those options out of a later row that earlier ones of one sentence have too: they read alike and lead to
    /// the same position.
    pub(super) fn exclude(&mut self, later: &mut Plan, earlier: &[Plan]) -> Made<()> {
        if let [only] = earlier
            && (only.how == later.how && matches!(only.how, How::Step { .. }) || is_first_step(&only.how, &later.how))
        {
            later.landings = self.join(Code::Minus, later.landings, only.landings)?;
            return Ok(());
        }
        let way_of = |plan: &Plan| match plan.how {
            How::Step { way, steps: 1, .. } if way != NONE => Some(way),
            _ => None,
        };
        let ways: Option<Set> = earlier.iter().map(way_of).collect();
        let ways = ways.ok_or("two rows that may hold the same option")?;
        let origin = self.name(journey::ORIGIN)?;
        let kept = match later.how {
            How::Go { from } => {
                let to = later.landings;
                let from = self.unless_none(from, to)?;
                later.how = How::Each { from, table: self.new_table()?, straight: false };
                later.landings = from;
                Some(to)
            }
            _ => None,
        };
        let How::Each { from, table, straight: false } = later.how else {
            return Err("two rows that may hold the same option");
        };
        let neighbours = self.neighbours(&ways)?;
        if self.spare(table, earlier, neighbours)? {
            return Ok(());
        }
        let mut landings = earlier[0].landings;
        for plan in &earlier[1..] {
            landings = self.join(Code::Or, landings, plan.landings)?;
        }
        // A neighbour on which some piece may land by such a step is one on which this piece may.
        self.for_each(from, origin, |maker, _| {
            let (near, rest) = (maker.new_set()?, maker.new_set()?);
            maker.put(Code::Table(near, origin, neighbours));
            maker.put(Code::And(near, near, landings));
            match kept {
                Some(to) => maker.put(Code::Minus(rest, to, near)),
                None => {
                    maker.put(Code::Kept(rest, table, origin));
                    maker.put(Code::Minus(rest, rest, near));
                }
            }
            maker.put(Code::Keep(table, origin, rest));
            Ok(())
        })?;
        self.put(Code::Nothing(origin));
        Ok(())
    }

    /// Lets hops whose landings come into a table not land where rows of steps lead from the cell left, by the first of as many constants as
    /// there are cells; no if it has no hops, or if the steps are not all steps of the same pieces to the same cells.
    fn spare(&mut self, table: u8, steps: &[Plan], beside: u16) -> Made<bool> {
        let hops = self.script.code.iter().rposition(|code| matches!(code, Code::HopsOfAll(of, ..) if *of == table));
        let Some(place) = hops else { return Ok(false) };
        let Code::HopsOfAll(_, from, over, through, to, hopping, origins) = self.script.code[place] else {
            return Ok(false);
        };
        let is_step = |plan: &Plan| {
            let latest = self.script.code.iter().rev().find(|code| code.written_set() == Some(plan.landings));
            matches!(latest, Some(Code::StepTo(_, by, onto, _)) if (*by, *onto) == (from, to))
        };
        let Hopping { ways, spared: None } = self.script.hoppings[usize::from(hopping)] else { return Ok(false) };
        if !steps.iter().all(is_step) {
            return Ok(false);
        }
        let hopping = self.number_of_hopping(Hopping { ways, spared: Some(beside) })?;
        self.script.code[place] = Code::HopsOfAll(table, from, over, through, to, hopping, origins);
        Ok(true)
    }
}

/// Whether one row is the steps and another the slides in one direction: who comes to a cell by both stands beside it.
fn is_first_step(one: &How, other: &How) -> bool {
    match (one, other) {
        (How::Step { way, steps: 1, .. }, How::Slide { way: slid, .. })
        | (How::Slide { way: slid, .. }, How::Step { way, steps: 1, .. }) => way == slid,
        _ => false,
    }
}
