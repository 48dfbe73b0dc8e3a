//! Whether opponents could take on a cell, from that cell outward.

use crate::engine::pointwise::is_pointwise;
use crate::program::node::{Id, Kinds, Leg, Node, Owners, Verb};
use crate::program::{Glance, Sentence, Travel};
use crate::rules::types::Set;

use super::super::code::{Code, L, N, Roles, S, SlideFrom};
use super::legs::Steps;
use super::{Made, Maker};

/// How pieces come to a cell, seen from that cell.
#[derive(Clone, Debug)]
pub(super) enum Back {
    /// Along rays up to the first piece.
    Rays,
    /// By the table of one step or leap, from this set on.
    Table(u32),
    /// By several steps.
    Steps(Steps),
    /// Hopping from afar.
    Far,
}

impl Maker<'_> {
    /// Goes on at the label if opponents could take a royal piece of the mover.
    pub(super) fn royals(&mut self, unsafe_: L) -> Made<()> {
        let mut kinds: Option<S> = None;
        for kind in 0..self.regs.kinds.len() {
            if self.program.royal >> kind & 1 == 1 {
                let plane = self.regs.kinds[kind];
                kinds = Some(match kinds {
                    None => plane,
                    Some(all) => self.join(Code::Or, all, plane)?,
                });
            }
        }
        let Some(kinds) = kinds else { return Ok(()) };
        let me = self.roles.me;
        let written = self.attempt(|maker| {
            let own = maker.join(Code::And, kinds, maker.of_player(me))?;
            let cell = maker.new_number()?;
            let (again, slow, end) = (maker.label(), maker.label(), maker.label());
            maker.here(again);
            maker.put(Code::Next(cell, own, end));
            maker.forget();
            maker.attack_on(cell, me, unsafe_, slow)?;
            maker.put(Code::Jump(again));
            maker.here(slow);
            maker.put(Code::IfUnsafe(unsafe_));
            maker.here(end);
            maker.forget();
            Ok(())
        });
        if written.is_err() {
            self.put(Code::IfUnsafe(unsafe_));
        }
        Ok(())
    }

    /// Those of the cells, and of a set besides if one is given, on which opponents of a player could take.
    pub(super) fn attacked(&mut self, player: Id, cells: Id, among: Option<S>, id: Id) -> Made<S> {
        let player = self.fixed_number(player).and_then(|player| u8::try_from(player).ok());
        let Some(player) = player.filter(|&player| player < self.n_players()) else { return self.slow_set(id) };
        let written = self.attempt(|maker| {
            let mut cells = maker.set(cells)?;
            if let Some(among) = among {
                cells = maker.join(Code::And, cells, among)?;
            }
            let (rest, attacked, cell) = (maker.new_set()?, maker.new_set()?, maker.new_number()?);
            let (again, hit, slow, end) = (maker.label(), maker.label(), maker.label(), maker.label());
            maker.put(Code::Copy(rest, cells));
            maker.put(Code::Empty(attacked));
            maker.here(again);
            maker.put(Code::Next(cell, rest, end));
            let known = std::mem::take(&mut maker.known);
            maker.attack_on(cell, player, hit, slow)?;
            maker.put(Code::Jump(again));
            maker.here(hit);
            maker.put(Code::Insert(attacked, cell));
            maker.put(Code::Jump(again));
            maker.here(slow);
            let all = maker.slow_set(id)?;
            maker.put(Code::Copy(attacked, all));
            maker.here(end);
            maker.known = known;
            Ok(attacked)
        });
        match written {
            Ok(attacked) => Ok(attacked),
            Err(_) => self.slow_set(id),
        }
    }

    /// Goes on at `hit` if an opponent of a player could take on a cell where a piece of the player stands, or would
    /// stand; at `slow` if that is for the plain machine to say.
    pub(super) fn attack_on(&mut self, cell: N, victim: u8, hit: L, slow: L) -> Made<()> {
        let program = self.program;
        for opponent in (0..self.n_players()).filter(|&opponent| opponent != victim) {
            let roles = Roles { me: opponent, mover: opponent };
            for sentence in program.moves.iter().flat_map(|each| &each.sentences) {
                let Some(travel) = sentence.travel.as_ref().filter(|travel| !travel.drops) else { continue };
                self.acting(roles, |maker| maker.attack_by((sentence, travel), (victim, cell), (hit, slow)))?;
            }
        }
        Ok(())
    }

    fn attack_by(
        &mut self,
        (sentence, travel): (&Sentence, &Travel),
        (victim, cell): (u8, N),
        (hit, slow): (L, L),
    ) -> Made<()> {
        if travel.taking.is_none() && self.is_within_empty(travel.to) {
            return Ok(());
        }
        if self.stays(travel) {
            // Who stays reaches its own cell alone.
            let own = self.of_player(self.roles.me);
            self.put(Code::IfHas(own, cell, slow));
            return Ok(());
        }
        let is_asked_late = !sentence.early && sentence.when.is_some() || !sentence.picks.is_empty();
        let is_plain = travel.taking.is_none() && !is_asked_late && is_pointwise(self.program, travel.from);
        let Some(back) = self.way_to_take(travel).filter(|_| is_plain) else {
            return self.attack_unseen(travel, cell, slow);
        };
        let past = self.label();
        if !self.covers_others(travel.to) {
            if self.asks_of_travel(travel.to) {
                return Err("a target that asks for the travel");
            }
            // Where nobody stands yet the target may be another once somebody does.
            let victims = self.of_player(victim);
            self.put(Code::IfHasNot(victims, cell, slow));
            let to = self.set(travel.to)?;
            self.put(Code::IfHasNot(to, cell, past));
        }
        if let Some(when) = sentence.when {
            let asks = |node: &Node| matches!(node, Node::Attacked(..) | Node::Stuck(_) | Node::Can(..));
            if self.program.any_node(when, &mut { asks }) || self.asks_of_travel(when) {
                return Err("a guard that asks for what could be done");
            }
            self.branch(when, false, past)?;
        }
        self.aside(|maker| {
            let from = maker.set(travel.from)?;
            maker.take_from(travel, &back, (from, cell), (hit, past))
        })?;
        self.here(past);
        Ok(())
    }

    /// How pieces of a travel come to a cell, seen from that cell; none if that takes a look at each of them.
    pub(super) fn way_to_take(&self, travel: &Travel) -> Option<Back> {
        let [leg] = self.legs(travel.path) else {
            return self.steps_of(travel.path).map(Back::Steps);
        };
        match (travel.glance, &leg.verb) {
            (Some(Glance::Rays), Verb::Slides { .. }) => Some(Back::Rays),
            (Some(Glance::Table(first)), _) => Some(Back::Table(first)),
            (None, Verb::Hops { any_distance: true, .. }) => self.far_hop(travel).map(|_| Back::Far),
            (None, _) => self.steps_of(travel.path).map(Back::Steps),
            _ => None,
        }
    }

    /// Goes on at `hit` if a piece of some cells comes so to a cell.
    fn take_from(&mut self, travel: &Travel, back: &Back, (from, cell): (S, N), (hit, past): (L, L)) -> Made<()> {
        let attackers = match (back, self.legs(travel.path)) {
            (Back::Rays, [leg @ Leg { verb: Verb::Slides { stopping, .. }, .. }]) => {
                let mut through = self.set(leg.through)?;
                if let Some(stopping) = stopping {
                    let stopping = self.set(*stopping)?;
                    through = self.join(Code::Minus, through, stopping)?;
                }
                let back = self.back(&self.ways(leg)?)?;
                // Few pieces stand on a ray from the cell at all.
                let rays = self.rays(&back)?;
                let attackers = self.near((rays, cell), from, past)?;
                let ways = back.iter().collect();
                let slide = SlideFrom { ways, range: (1, i64::from(u16::MAX)), span: false };
                let number = self.slide(slide)?;
                self.put(Code::Slide(attackers, cell, from, through, number));
                attackers
            }
            (Back::Table(first), _) => {
                let table = self.reversed(*first)?;
                let attackers = self.new_set()?;
                self.put(Code::Table(attackers, cell, table));
                self.put(Code::And(attackers, attackers, from));
                attackers
            }
            (Back::Steps(steps), _) => {
                self.put(Code::IfEmpty(from, past));
                return self.stepped_from(steps, from, cell, (hit, past));
            }
            (Back::Far, [leg @ Leg { verb: Verb::Hops { over, .. }, .. }]) => {
                self.put(Code::IfEmpty(from, past));
                return self.hopped_from(leg, *over, (from, cell), (hit, past));
            }
            _ => return Err("a path that is followed"),
        };
        self.put(Code::IfSome(attackers, hit));
        Ok(())
    }

    /// Those pieces of some cells that stand where a table says for a cell; goes on at the label if there is none.
    pub(super) fn near(&mut self, (table, cell): (u16, N), from: S, past: L) -> Made<S> {
        let near = self.new_set()?;
        self.put(Code::Table(near, cell, table));
        self.put(Code::And(near, near, from));
        self.put(Code::IfEmpty(near, past));
        Ok(near)
    }

    /// The same where each piece would have to be looked at: goes on at `slow` if the cell may be reached or taken at all.
    fn attack_unseen(&mut self, travel: &Travel, cell: N, slow: L) -> Made<()> {
        let program = self.program;
        if self.asks_of_travel(travel.to) || self.asks_who_travels(travel) {
            return Err("a target that asks for the travel");
        }
        let to = self.set(travel.to)?;
        let near =
            travel.taking.map(|taking| self.beside_landing(taking, self.roles.me).ok_or("what is taken is worked out"));
        match near {
            _ if !is_pointwise(program, travel.to) => self.put(Code::IfSome(to, slow)),
            Some(Err(_)) => self.put(Code::IfSome(to, slow)),
            None => self.put(Code::IfHas(to, cell, slow)),
            Some(Ok(ways)) => {
                let past = self.label();
                self.put(Code::IfEmpty(to, past));
                let taken = self.shift_ways(&ways, to)?;
                let all = self.join(Code::Or, to, taken)?;
                self.put(Code::IfHas(all, cell, slow));
                self.here(past);
            }
        }
        Ok(())
    }

    /// The directions, if a set is that of the neighbours of the landing in some for a player.
    pub(super) fn beside_landing(&self, id: Id, me: u8) -> Option<Set> {
        let Node::Shift(ways, cell) = self.node(id) else { return None };
        let Node::ToSet(cell) = self.node(*cell) else { return None };
        let is_landing = *self.node(*cell) == Node::Kept(crate::rules::model::journey::LANDING as u32);
        match self.node(*ways) {
            _ if !is_landing => None,
            Node::ConstantSet(number) => Some(self.members(*number)),
            Node::ConstantSetByMe(number) => Some(self.members(number + u32::from(me))),
            _ => None,
        }
    }

    /// By landing, the cells from which one step or leap leads there.
    pub(super) fn reversed(&mut self, first: u32) -> Made<u16> {
        let n_cells = u32::from(self.n_cells());
        let first = first + u32::from(self.roles.me) * n_cells;
        if let Some(&known) = self.reversals.get(&first) {
            return Ok(known);
        }
        let from: Vec<Set> = (0..n_cells).map(|cell| self.members(first + cell)).collect();
        let to = |landing: u16| {
            let numbered = (0_u16..).zip(&from);
            numbered.filter(|(_, reached)| reached.contains(landing)).map(|(cell, _)| cell).collect::<Set>()
        };
        let reversed = (0..self.n_cells()).map(to).collect();
        let table = self.constants(reversed)?;
        self.reversals.insert(first, table);
        Ok(table)
    }

    /// Whether a set surely holds every cell with a piece of another player.
    pub(super) fn covers_others(&self, id: Id) -> bool {
        match self.node(id) {
            Node::Pieces(Kinds::All, Owners::Others | Owners::Any) => true,
            Node::Union(a, b) => self.covers_others(*a) || self.covers_others(*b),
            _ => false,
        }
    }
}
