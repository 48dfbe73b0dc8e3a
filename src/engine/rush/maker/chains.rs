//! Groups of moves that the machine runs as text: whether they have any option is told before.

use crate::engine::pointwise::is_pointwise;
use crate::program::node::{Id, Node, Op, Owners, Verb};
use crate::program::{Choose, Travel};
use crate::rules::model::{Captured, journey};
use crate::syntax::ast::Repeats;

use super::super::code::{Chain, ChainPart, Code, L, S};
use super::super::leaps::{are_plain, hops};
use super::blocks::Picks;
use super::options::{How, Plan};
use super::{Made, Maker};

impl Maker<'_> {
    /// Goes on at a label if some move of a group has an option: if a first link has a landing.
    ///
    /// # Errors
    /// If a move may fail after its first link, or its first link cannot be told so.
    pub(super) fn if_linked(&mut self, group: &[u16], some: L) -> Made<()> {
        if !self.is_clear {
            return Err("a later choice");
        }
        for &number in group {
            if !self.is_sure(number) {
                return Err("a move that may fail");
            }
            for sentence in &self.program.moves[number as usize].sentences {
                let travel = sentence.travel.as_ref().filter(|travel| !travel.drops);
                let travel = travel.filter(|_| sentence.when.is_none() && sentence.picks.is_empty());
                let travel = travel.ok_or("a sentence without travel, or with a guard")?;
                self.if_any_links_unless_seldom(travel, some)?;
            }
        }
        Ok(())
    }

    /// Goes on at a label if hops that travel so have a landing, which is asked only if there are such pieces where that is seldom.
    fn if_any_links_unless_seldom(&mut self, travel: &Travel, some: L) -> Made<()> {
        let Some(from) = self.seldom(travel)? else { return self.if_any_links(travel, some) };
        let skip = self.label();
        self.put(Code::IfEmpty(from, skip));
        self.aside(|maker| maker.if_any_links(travel, some))?;
        self.here(skip);
        Ok(())
    }

    /// Goes on at a label if hops that travel so have a landing.
    fn if_any_links(&mut self, travel: &Travel, some: L) -> Made<()> {
        let links = self.links(travel)?;
        self.if_some_of(links, some)
    }

    /// Goes on at a label if one of some sets has a member.
    fn if_some_of(&mut self, sets: Vec<S>, some: L) -> Made<()> {
        if let Some(all) = self.any_of(sets)? {
            self.put(Code::IfSome(all, some));
        }
        Ok(())
    }

    /// Some sets together.
    fn any_of(&mut self, sets: Vec<S>) -> Made<Option<S>> {
        sets.into_iter().map(Ok).reduce(|all, more| self.join(Code::Or, all?, more?)).transpose()
    }

    fn links(&mut self, travel: &Travel) -> Made<Vec<S>> {
        let [leg] = self.legs(travel.path) else { return Err("a path of several legs") };
        let is_told = |id: Id| is_pointwise(self.program, id);
        let Verb::Hops { over, any_distance } = leg.verb else { return Err("no hops") };
        if leg.repeating || self.program.geometry.may_pile || self.program.geometry.circles || !is_told(travel.to) {
            return Err("hops that are followed");
        }
        if !any_distance {
            let rows = self.steps(travel, leg, 2, Some(over))?;
            return Ok(rows.into_iter().map(|(landings, _)| landings).collect());
        }
        let is_empty = |id: Id| *self.node(self.resolved(id)) == Node::Empty;
        if !is_empty(leg.through) || !is_empty(travel.to) {
            return Err("hops from afar to other cells than empty ones");
        }
        let (from, over, empty) = (self.set(travel.from)?, self.set(over)?, self.set(travel.to)?);
        let mut links = Vec::new();
        for way in self.ways(leg)?.iter() {
            let (met, landings) = (self.new_set()?, self.new_set()?);
            self.put(Code::Fill(met, from, empty, way as u8));
            let hurdles = self.join(Code::And, met, over)?;
            self.shift(way, hurdles, landings, false)?;
            links.push(self.join(Code::And, landings, empty)?);
        }
        Ok(links)
    }

    /// Finds the chains of a group's only move, draws one and carries it out; play goes on at the label.
    ///
    /// # Errors
    /// If the move is more than hops over pieces that are taken, again and again.
    pub(super) fn chains(&mut self, choose: &Choose, group: &[u16], next: L) -> Made<()> {
        let program = self.program;
        let [number] = group else { return Err("several moves") };
        let each = &program.moves[*number as usize];
        let must = match program.rules.moves[*number as usize].repeats {
            Repeats::No => return Err("no chains"),
            Repeats::May => false,
            Repeats::Must => true,
        };
        let is_named = each.notation.is_some() || !program.lasting.a_move.is_empty();
        if !self.is_clear || !self.is_sure(*number) || is_named || program.reads[journey::PASSED] {
            return Err("chains that may fail, or that are asked about");
        }
        let is_most = choose.most.iter().all(|&(greatest, id)| greatest && self.counts_taken(id));
        let is_plain = matches!(program.rules.captured, Captured::Away | Captured::Hand);
        if choose.may || !is_most || !is_plain || !crate::program::classes::names_are_plain(program) {
            return Err("a choice of chains by other measures");
        }
        let mut parts = Vec::new();
        let mut at_end = None;
        for (index, sentence) in each.sentences.iter().enumerate() {
            let travel = sentence.travel.as_ref().filter(|travel| !travel.drops);
            let is_bare = sentence.block.is_none() && sentence.when.is_none() && sentence.picks.is_empty();
            let travel = travel.filter(|_| is_bare).ok_or("a sentence that is no mere hop")?;
            let mut earlier = each.sentences[..index].iter().filter_map(|other| other.travel.as_ref());
            if !earlier.all(|other| self.are_apart(other.from, travel.from)) {
                return Err("a piece that hops by several sentences");
            }
            if at_end.is_some_and(|at_end| at_end != travel.at_end) {
                return Err("sentences that take at different times");
            }
            at_end = Some(travel.at_end);
            parts.push(ChainPart { site: sentence.site, ..self.chain_part(travel)? });
        }
        let (first, taken) = (self.new_number()?, self.new_set()?);
        self.script.chains.push(Chain {
            parts,
            at_end: at_end.unwrap_or(false),
            must,
            most: !choose.most.is_empty(),
            distinct: choose.distinct,
            first,
            taken,
        });
        let chain = u8::try_from(self.script.chains.len() - 1).map_err(|_| "too many chains")?;
        let me = self.roles.me;
        let several = self.label();
        // Where it is not told whether a hop is followed by another all chains are looked for.
        let _ = self.attempt(|maker| maker.single_hops(*number, chain, (several, next)));
        self.here(several);
        self.forget();
        self.put(Code::Chains(chain, next));
        self.forget();
        let landing = self.name(journey::LANDING)?;
        self.put(Code::CarryAny(me, first, landing));
        self.put(Code::Take(taken));
        let fail = self.label();
        self.block(each.afterwards, Picks::None, fail)?;
        self.block(program.afterwards, Picks::None, fail)?;
        self.here(fail);
        self.commit(*number, next)
    }

    /// Draws one of the hops over the next cell and carries it out, where none can be followed by another; else play goes on at the
    /// first label, and after the option at the second.
    ///
    /// ```text
    ///   m o . . .      m hops to the third cell, from where it cannot hop on: such hops are rows as others are
    ///   m o . o .      m hops to the third cell, and on to the fifth
    /// ```
    ///
    /// # Errors
    /// If it is not told by whole sets of pieces whether a hop is followed by another.
    fn single_hops(&mut self, number: u16, chain: u8, (several, next): (L, L)) -> Made<()> {
        let program = self.program;
        let mut plans = Vec::new();
        for (index, sentence) in program.moves[usize::from(number)].sentences.iter().enumerate() {
            let travel = sentence.travel.as_ref().ok_or("a sentence without travel")?;
            let part = &self.script.chains[usize::from(chain)].parts[index];
            if part.far {
                // From afar it takes more to tell what follows.
                self.if_any_links_unless_seldom(travel, several)?;
                continue;
            }
            let ways = part.ways.iter().map(Vec::as_slice);
            if !are_plain(&hops(&program.geometry, ways)) {
                return Err("hops that come back by another way");
            }
            let rows = self.unless_seldom(travel, |maker| {
                let from = maker.departing(travel)?;
                maker.hops_from(from, travel)
            })?;
            let Some(landings) = self.any_of(rows.iter().map(|(row, _)| *row).collect())? else { continue };
            let none = self.label();
            self.put(Code::IfEmpty(landings, none));
            self.aside(|maker| maker.if_followed(travel, landings, several))?;
            self.here(none);
            let kinds = travel.kinds_as_bits();
            let plan = |(landings, how): (S, How)| Plan {
                number,
                sentence: index as u16,
                others: Vec::new(),
                landings,
                how,
                kinds,
            };
            plans.extend(rows.into_iter().map(plan));
        }
        let ready = self.ready(plans, false, true)?;
        if ready.may_fail {
            return Err("hops that may fail");
        }
        self.draw(&ready, several, None, next)
    }

    /// Goes on at a label if some hop that has come to one of these cells may be followed by another.
    ///
    /// # Proof
    /// What has been taken and the cell left are taken for what they were before. The second hop goes over what the first went over only
    /// if it leads back to the cell left, which is not empty then; and it comes down on neither.
    fn if_followed(&mut self, travel: &Travel, landings: S, label: L) -> Made<()> {
        let rows = self.hops_from(landings, travel)?;
        self.if_some_of(rows.into_iter().map(|(row, _)| row).collect(), label)
    }

    /// A row for each direction of hops over the next cell from some cells.
    fn hops_from(&mut self, cells: S, travel: &Travel) -> Made<Vec<(S, How)>> {
        let [leg] = self.legs(travel.path) else { return Err("a path of several legs") };
        let Verb::Hops { over, any_distance: false } = leg.verb else { return Err("no hops over the next cell") };
        let over = self.hurdles(over).0;
        let ways = self.ways_by_cell(leg)?;
        self.steps_from(cells, (travel, leg), ways, (2, Some(over)))
    }

    /// What is jumped over but for what was taken already, and whether that is said.
    fn hurdles(&self, over: Id) -> (Id, bool) {
        match self.node(self.resolved(over)) {
            Node::Difference(hurdles, taken) if self.is_set_named(*taken, journey::TAKEN) => (*hurdles, true),
            _ => (over, false),
        }
    }

    /// Whether a node is a name for a set.
    pub(super) fn is_set_named(&self, id: Id, name: usize) -> bool {
        matches!(self.node(self.resolved(id)), Node::KeptSet(known) if *known as usize == name)
    }

    /// The same, and play goes on at the first label if there is none.
    pub(super) fn chains_or_on(&mut self, choose: &Choose, group: &[u16], (none, next): (L, L)) -> Made<()> {
        let some = self.label();
        // Whoever comes to the chains has only found out what was needed to know that there is one.
        self.aside(|maker| maker.if_linked(group, some))?;
        self.put(Code::Jump(none));
        self.here(some);
        self.chains(choose, group, next)
    }

    fn chain_part(&mut self, travel: &Travel) -> Made<ChainPart> {
        let [leg] = self.legs(travel.path) else { return Err("a path of several legs") };
        let Verb::Hops { over, any_distance } = leg.verb else { return Err("no hops") };
        let geometry = &self.program.geometry;
        let is_empty = |id: Id| *self.node(self.resolved(id)) == Node::Empty;
        if leg.repeating || geometry.may_pile || geometry.circles || !is_empty(travel.to) || !is_empty(leg.through) {
            return Err("hops to other cells than empty ones");
        }
        if !travel.taking.is_some_and(|taking| self.is_set_named(taking, journey::JUMPED)) {
            return Err("hops over pieces that are not taken");
        }
        // What was taken is not jumped again: it is gone, or the file says so.
        let (hurdles, spares_taken) = self.hurdles(over);
        let are_others = matches!(self.node(self.resolved(hurdles)), Node::Pieces(_, Owners::Others));
        if travel.at_end && !spares_taken || !are_others {
            return Err("pieces that may be jumped twice, or one's own");
        }
        let (from, over) = (self.set(travel.from)?, self.set(hurdles)?);
        let mut ways = vec![Vec::new(); usize::from(self.n_cells())];
        for (way, origins) in self.ways_by_cell(leg)? {
            let is_left = |cell: u16| origins.as_ref().is_none_or(|origins| origins.contains(cell));
            (0..).zip(&mut ways).filter(|(cell, _)| is_left(*cell)).for_each(|(_, ways)| ways.push(way));
        }
        Ok(ChainPart { from, over, ways, far: any_distance, site: None })
    }

    pub(super) fn counts_taken(&self, id: Id) -> bool {
        match self.node(self.resolved(id)) {
            Node::Count(set) => self.is_set_named(*set, journey::TAKEN),
            _ => false,
        }
    }

    /// Whether it makes no difference for a group that only the options are offered by which most is taken, and of
    /// those that lead to one position only the first.
    ///
    /// # Proof
    /// Nothing is taken by any option, and each leaves one cell and comes to one: no two leave the same cells with
    /// pieces.
    pub(super) fn is_quiet(&self, group: &[u16], most: &[(bool, Id)]) -> bool {
        let program = self.program;
        let is_harmless = |block: u32| {
            let mut ops = program.ops[block as usize..].iter().take_while(|op| **op != Op::Done);
            ops.all(|op| {
                matches!(
                    op,
                    Op::Unless(..)
                        | Op::Jump(_)
                        | Op::Change(..)
                        | Op::Set { .. }
                        | Op::LetScalar(..)
                        | Op::LetSet(..)
                        | Op::Count(_)
                )
            })
        };
        most.iter().all(|&(_, number)| self.counts_taken(number))
            && group.iter().all(|&number| {
                let each = &program.moves[number as usize];
                let own = each.sentences.iter().map(|sentence| sentence.block);
                each.sentences.iter().all(|sentence| {
                    sentence.picks.is_empty()
                        && sentence.travel.as_ref().is_some_and(|travel| {
                            !travel.drops && travel.taking.is_none() && self.is_within_empty(travel.to)
                        })
                }) && own.chain([each.afterwards, program.afterwards]).flatten().all(is_harmless)
            })
    }
}
