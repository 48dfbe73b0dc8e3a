//! Options that surely do not lay a royal piece open: when options are counted these need not be tried.
//!
//! # Proof
//! Opponents take from where a table says, whatever stands elsewhere; along rays or by several steps through empty cells; or along
//! rays over one piece. A move of another piece by which nothing changes but what stands on the cell left and on the landing,
//! where at most something is taken, adds no piece of an opponent, empties one cell and fills one at most. So where the royal piece
//! is not attacked before, it is attacked afterwards only
//!
//! - along a ray through the cell left, if the piece there is the first on a ray from the royal piece, and an opponent's piece that
//!   slides so stands behind it, or by steps through the cell left: such pieces are exposed;
//! - along a ray on which somebody stands who hops: there everything is exposed, and nothing must come there.
//!
//! A move may also tell a cell that it passed, for opponents to land on and to take there or on a neighbouring cell:
//!
//! ```text
//!   . o .      the piece goes from o past x to its landing L and tells x: opponents who land on x take on x or,
//!   . x .      where they take on the neighbour along this line, on o or L. No royal piece stands there: x was
//!   . L .      passed and is empty, o was left, and on L stands the piece that has come.
//! ```

use std::slice;

use crate::engine::pointwise::is_pointwise;
use crate::program::node::{Id, Leg, NOTHING, Node, Op, Verb};
use crate::program::passes::Pass;
use crate::program::{Sentence, Travel};
use crate::rules::model::journey;

use super::super::code::{Code, L, N, Roles, S, Shelter, Shield, SlideFrom};
use super::attacks::Back;
use super::blocks::Picks;
use super::choices::Ready;
use super::legs::Steps;
use super::options::{Back as Whence, How};
use super::variants::Variant;
use super::{Made, Maker};

impl Maker<'_> {
    /// A shield for a choice whose options fail only if they lay a royal piece open, with the registers that it fills: what is
    /// exposed, where nothing must come to, the royal piece.
    pub(super) fn shield(&mut self, [exposed, touchy, royal]: [S; 3]) -> Made<Shield> {
        let all_own = self.of_player(self.roles.me);
        let kind = self.royal_kind()?;
        let (code, bare) = (self.label(), self.label());
        self.attempt(|maker| {
            maker.forget();
            maker.here(code);
            maker.put(Code::And(royal, kind, all_own));
            let (count, cell) = (maker.new_number()?, maker.new_number()?);
            maker.put(Code::Count(count, royal));
            maker.put(Code::IfIsNot(count, 1, bare));
            maker.put(Code::First(cell, royal));
            let me = maker.roles.me;
            maker.attack_on(cell, me, bare, bare)?;
            maker.put(Code::Empty(exposed));
            maker.put(Code::Empty(touchy));
            for opponent in (0..maker.n_players()).filter(|&opponent| opponent != me) {
                let roles = Roles { me: opponent, mover: opponent };
                maker.acting(roles, |maker| {
                    maker.check_attacks()?;
                    maker.expose(cell, all_own, (exposed, touchy))
                })?;
            }
            maker.put(Code::And(exposed, exposed, all_own));
            maker.put(Code::Shielded(true));
            maker.here(bare);
            maker.put(Code::Shielded(false));
            maker.forget();
            Ok(())
        })?;
        Ok(Shield { code, exposed, touchy, royal })
    }

    /// The plane of the only royal kind.
    pub(super) fn royal_kind(&self) -> Made<S> {
        let royal = (0..self.regs.kinds.len()).filter(|kind| self.program.royal >> kind & 1 == 1);
        let kinds: Vec<S> = royal.map(|kind| self.regs.kinds[kind]).collect();
        let [kind] = kinds.as_slice() else { return Err("no royal kind, or several") };
        Ok(*kind)
    }

    /// The sentences of opponents by which a piece may be taken.
    fn attacks(&self) -> impl Iterator<Item = (&'_ Sentence, &'_ Travel)> {
        let sentences = self.program.moves.iter().flat_map(|each| &each.sentences);
        let travelling = sentences.filter_map(|sentence| Some((sentence, sentence.travel.as_ref()?)));
        let takes = |travel: &Travel| {
            !travel.drops && !self.stays(travel) && (travel.taking.is_some() || !self.is_within_empty(travel.to))
        };
        travelling.filter(move |(_, travel)| takes(travel))
    }

    /// Sees to it that attacks depend on nothing but what the proof says.
    fn check_attacks(&self) -> Made<()> {
        for (sentence, travel) in self.attacks() {
            if sentence.when.is_some_and(|when| self.fixed_number(when).is_none()) {
                return Err("an attack with a guard");
            }
            let is_plain = self.way_to_take(travel).is_some()
                && travel.taking.is_none()
                && sentence.picks.is_empty()
                && (self.covers_others(travel.to) || is_pointwise(self.program, travel.to))
                && is_pointwise(self.program, travel.from);
            let asks_board = |node: &Node| {
                !matches!(
                    node,
                    Node::ConstantSet(_)
                        | Node::ConstantSetByMe(_)
                        | Node::VariableSet(_, None)
                        | Node::Variable(_, None)
                        | Node::ToSet(_)
                        | Node::Union(..)
                        | Node::Intersection(..)
                        | Node::Difference(..)
                )
            };
            if !is_plain && self.program.any_node(travel.to, &mut { asks_board }) {
                return Err("an attack on cells that are worked out");
            }
            let asks_names = |node: &Node| matches!(node, Node::Kept(_) | Node::KeptSet(_));
            if [travel.from, travel.to].into_iter().any(|id| self.program.any_node(id, &mut { asks_names })) {
                return Err("an attack that asks for names");
            }
        }
        Ok(())
    }

    /// The variables by which it is decided where pieces may take.
    fn attack_variables(&self) -> Vec<u16> {
        let mut variables = Vec::new();
        for (_, travel) in self.attacks() {
            for id in [travel.from, travel.to] {
                self.program.any_node(id, &mut |node| {
                    variables.extend(variable_of(node));
                    false
                });
            }
        }
        variables
    }

    /// Adds the pieces that keep the present player from taking on a cell by where they stand, and the cells where a piece would help
    /// him.
    fn expose(&mut self, cell: N, own: S, (exposed, touchy): (S, S)) -> Made<()> {
        let program = self.program;
        for sentence in program.moves.iter().flat_map(|each| &each.sentences) {
            let Some(travel) = sentence.travel.as_ref().filter(|travel| !travel.drops) else { continue };
            if travel.taking.is_none() && self.is_within_empty(travel.to) || self.stays(travel) {
                continue;
            }
            let path = self.legs(travel.path);
            let past = self.label();
            match (self.way_to_take(travel), path) {
                (Some(Back::Table(_)), _) => {}
                (Some(Back::Rays), [leg]) => self.expose_on_rays(leg, travel.from, (cell, own, exposed), past)?,
                (Some(Back::Steps(steps)), _) => {
                    self.expose_on_steps(&steps, travel.from, (cell, exposed), past)?;
                }
                (Some(Back::Far), [leg]) => self.expose_to_hops(leg, travel.from, (cell, exposed, touchy))?,
                _ => return Err("an attack on a path that is followed"),
            }
            self.here(past);
        }
        Ok(())
    }

    /// Adds those that are first on a ray from a cell, with a piece behind that slides that way.
    ///
    /// ```text
    ///   K . x . . r      x is exposed
    /// ```
    fn expose_on_rays(&mut self, leg: &Leg, from: Id, (cell, own, exposed): (N, S, S), past: L) -> Made<()> {
        let Verb::Slides { stopping: None, .. } = &leg.verb else { return Err("a slide that stops") };
        if *self.node(self.resolved(leg.through)) != Node::Empty {
            return Err("a slide through certain cells");
        }
        self.aside(|maker| {
            let (from, through) = (maker.set(from)?, maker.set(leg.through)?);
            let ways = maker.ways(leg)?;
            let back = maker.back(&ways)?;
            let rays = maker.rays(&back)?;
            maker.near((rays, cell), from, past)?;
            let ways = back.iter().collect();
            let slide = maker.slide(SlideFrom { ways, range: (1, i64::from(u16::MAX)), span: false })?;
            let (first, open, behind) = (maker.new_set()?, maker.new_set()?, maker.new_set()?);
            maker.put(Code::Slide(first, cell, own, through, slide));
            maker.put(Code::Or(open, through, first));
            maker.put(Code::Slide(behind, cell, from, open, slide));
            maker.put(Code::IfEmpty(behind, past));
            maker.put(Code::Or(exposed, exposed, first));
            Ok(())
        })
    }

    /// Adds those that stand where somebody might pass who comes by several steps.
    ///
    /// ```text
    ///   . h .      h comes to K by a step ahead and one aslant: x is exposed
    ///   . x .
    ///   K . .
    /// ```
    fn expose_on_steps(&mut self, steps: &Steps, from: Id, (cell, exposed): (N, S), past: L) -> Made<()> {
        if steps.through.iter().any(|&through| *self.node(self.resolved(through)) != Node::Empty) {
            return Err("steps through certain cells");
        }
        self.aside(|maker| {
            let (from, near, legs) = (maker.set(from)?, maker.stepped_to(steps)?, maker.passed_to(steps)?);
            let cells = maker.near((near, cell), from, past)?;
            maker.put(Code::Table(cells, cell, legs));
            maker.put(Code::Or(exposed, exposed, cells));
            Ok(())
        })
    }

    /// Adds the rays on which somebody stands who hops from afar: whoever leaves them or comes to them may make a hurdle of another.
    ///
    /// ```text
    ///   K . o . . c      c takes over one piece: nothing must leave o, and nothing must come beside it
    /// ```
    fn expose_to_hops(&mut self, leg: &Leg, from: Id, (cell, exposed, touchy): (N, S, S)) -> Made<()> {
        let back = self.back(&self.ways(leg)?)?;
        for way in back.iter() {
            let past = self.label();
            self.aside(|maker| {
                let (from, rays) = (maker.set(from)?, maker.rays(&[way].into_iter().collect())?);
                let ray = maker.near((rays, cell), from, past)?;
                maker.put(Code::Table(ray, cell, rays));
                maker.put(Code::Or(exposed, exposed, ray));
                maker.put(Code::Or(touchy, touchy, ray));
                Ok(())
            })?;
            self.here(past);
        }
        Ok(())
    }

    /// Where the pieces of a row come from, if its options surely lay no royal piece open unless they are exposed or land where
    /// nothing must come to; none if all of them must be tried.
    pub(super) fn shelter(&self, option: &Variant) -> Option<Shelter> {
        let program = self.program;
        let plan = &option.plan;
        let each = &program.moves[plan.number as usize];
        // Of sentences that were merged any may be that of an option.
        let sentences = each.sentences.get(plan.sentence as usize).map_or(each.sentences.as_slice(), slice::from_ref);
        let is_quiet = |sentence: &Sentence| {
            let travel = sentence.travel.as_ref();
            let mut blocks = [sentence.block, each.afterwards, program.afterwards].into_iter().flatten();
            travel.is_some_and(|travel| {
                let gone = (travel, &plan.how);
                travel.taking.is_none()
                    && blocks.all(|block| option.outcome.is_sure() || self.leaves_attacks(block, gone))
            })
        };
        let never_fails = program.ensures.is_empty()
            && each.ensures.is_empty()
            && matches!(option.picks, Picks::None | Picks::Never | Picks::Made);
        let is_plain = (option.outcome.is_sure() || never_fails) && sentences.iter().all(is_quiet);
        let mut kinds = sentences.iter().flat_map(|sentence| &sentence.travel).flat_map(|travel| &travel.kinds);
        let has_royal = kinds.any(|&kind| program.royal >> kind & 1 == 1);
        match plan.how {
            _ if !is_plain => None,
            How::Step { back: Whence::Offset(by), .. } if has_royal => Some(Shelter::Mixed(by)),
            _ if has_royal => None,
            How::Drop(_) => Some(Shelter::Hand),
            How::Step { back: Whence::Offset(by), .. } => Some(Shelter::Offset(by)),
            How::Slide { from, way } => Some(Shelter::Against(from, u8::try_from(way).ok()?)),
            How::Far { from, .. } => Some(Shelter::Among(from)),
            _ => None,
        }
    }

    /// Whether a block of a travel surely changes nothing that lets opponents take a royal piece.
    fn leaves_attacks(&self, block: u32, gone: (&Travel, &How)) -> bool {
        let read = self.attack_variables();
        let mut ops = self.program.ops[block as usize..].iter().take_while(|op| **op != Op::Done);
        let picked: Vec<(u32, Id)> = self.program.ops[block as usize..]
            .iter()
            .take_while(|op| **op != Op::Done)
            .filter_map(|op| if let Op::Pick { name, from, .. } = op { Some((*name, *from)) } else { None })
            .collect();
        let is_common = |into: Id| {
            let kinds = match self.node(into) {
                Node::Kept(name) => {
                    let from = picked.iter().find(|(picked, _)| picked == name).map(|(_, from)| *from);
                    from.and_then(|from| self.fixed_set(from))
                }
                _ => self
                    .fixed_number(into)
                    .and_then(|kind| u16::try_from(kind).ok())
                    .map(|kind| [kind].into_iter().collect()),
            };
            kinds.is_some_and(|kinds| kinds.iter().all(|kind| kind < 64 && self.program.royal >> kind & 1 == 0))
        };
        ops.all(|op| match op {
            Op::Unless(..) | Op::Jump(_) | Op::Pick { .. } | Op::LetScalar(..) | Op::LetSet(..) => true,
            Op::Change(cells, into) => self.is_landing(*cells) && is_common(*into),
            Op::Set { variable, .. } if !read.contains(variable) => true,
            Op::Set { variable, holder: None, value } => self.tells_what_was_passed((*variable, *value), gone),
            _ => false,
        })
    }

    /// Whether a set is that of the landing alone.
    pub(super) fn is_landing(&self, cells: Id) -> bool {
        matches!(self.node(cells), Node::ToSet(one) if *self.node(*one) == Node::Kept(journey::LANDING as u32))
    }

    /// Whether a value is none or a cell that a travel has passed, and the variable only tells opponents where they may land, to
    /// take there or beside it along the way of the travel.
    fn tells_what_was_passed(&self, (variable, value): (u16, Id), (travel, how): (&Travel, &How)) -> bool {
        let program = self.program;
        let How::Step { way, jumps: false, .. } = *how else { return false };
        let [leg] = self.legs(travel.path) else { return false };
        let is_passed = |of: Id| *self.node(of) == Node::KeptSet(journey::PASSED as u32);
        let is_told = match *self.node(value) {
            Node::Constant(none) => none == NOTHING,
            Node::FirstOf(of) => is_passed(of) && *self.node(self.resolved(leg.through)) == Node::Empty,
            _ => false,
        };
        let along = [Some(&way), program.geometry.opposite.get(usize::from(way))];
        let reads = |id: Id| program.any_node(id, &mut |node| variable_of(node) == Some(variable));
        let lands_there = |travel: &Travel| match *self.node(travel.to) {
            Node::ToSet(one) => *self.node(one) == Node::Variable(variable, None) && !reads(travel.from),
            _ => false,
        };
        let takes_along = |taking: Id| {
            let mut beside = (0..self.n_players()).map(|me| self.beside_landing(taking, me));
            beside.all(|ways| ways.is_some_and(|ways| ways.iter().all(|way| along.contains(&Some(&way)))))
        };
        let mut attacks = self.attacks().filter(|(_, travel)| reads(travel.from) || reads(travel.to));
        is_told && attacks.all(|(_, travel)| lands_there(travel) && travel.taking.is_none_or(takes_along))
    }

    /// Gives a choice its shield, if it may have one.
    pub(super) fn give_shield(&mut self, ready: &Ready, registers: [S; 3]) {
        let (choice, mark) = (ready.choice as usize, self.next);
        let Ok(shield) = self.shield(registers) else { return };
        self.next = mark;
        self.script.choices[choice].shield = self.program.passes.has(Pass::Shields).then_some(shield);
        for (index, option) in ready.options.iter().enumerate() {
            let shelter = self.shelter(option);
            self.script.choices[choice].rows[index].shelter = shelter;
        }
        self.give_evasion(ready.choice, registers);
    }
}

/// The variable that a node reads.
fn variable_of(node: &Node) -> Option<u16> {
    match node {
        Node::Variable(variable, _) | Node::VariableSet(variable, _) | Node::WhereYes(variable) => Some(*variable),
        _ => None,
    }
}
