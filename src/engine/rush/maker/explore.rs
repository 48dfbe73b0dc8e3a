//! Moves whose options are found one after the other: a piece that goes on with the same move, choices in the text of an
//! option.
//!
//! ```text
//!   explore ── sentences ── rows of landings ── each option ── text ── noted ── the same piece again
//!                 │                                  │
//!                 └─ the next sentence               └─ the next option
//! ```
//!
//! Everything that can be chosen is a way of its own (`rush/explore.rs`). What a row lands on is narrowed down, where that
//! can be told of all cells at once, to what is no dead end.

use crate::program::node::{Id, NONE, Node, Op, Owners, TurnOp};
use crate::program::{Choose, Sentence, Travel};
use crate::rules::model::{Captured, Holder, journey};
use crate::syntax::ast::{Point, Repeats};

use super::super::code::{Choice, Code, L, N, Row, S};
use super::super::explore::Exploration;
use super::super::registers::Held;
use super::blocks::Picks;
use super::lift::Asked;
use super::options::{How, Plan};
use super::{Made, Maker};

/// So many members of a choice are rows of their own.
const FEW: usize = 4;

/// A row whose options are gone one after the other.
struct Way {
    plan: Plan,
    /// What is picked first in the text, and its name, if it is known that this may be picked.
    made: Option<(u32, u16)>,
    /// Whether the guard is still to be asked.
    is_guarded: bool,
}

impl Maker<'_> {
    /// The cells of the pieces that may travel: all, or the one that goes on.
    pub(super) fn departing(&mut self, travel: &Travel) -> Made<S> {
        match self.departing {
            Some(cells) => Ok(cells),
            None => self.set(travel.from),
        }
    }

    /// Looks for all options of a group of moves: goes on at the first label if there is none, and at the second one if registers do
    /// not tell what comes of them. The number of the exploration, from which one of them can be drawn, is given.
    ///
    /// # Errors
    /// If there is more to the options than registers hold, or to their paths than rows tell.
    pub(super) fn explore(&mut self, choose: &Choose, moves: &[u16], (none, left): (L, L)) -> Made<u8> {
        self.check_explored(choose, moves)?;
        let number = u8::try_from(self.script.explorations.len()).map_err(|_| "too many explorations")?;
        let linked = self.new_number()?;
        let some = self.label();
        let clash = if choose.distinct { None } else { Some(self.clash.ok_or("nobody takes over")?) };
        let link = self.registers_of_chains();
        let result = if choose.distinct { self.registers_of_results() } else { link.clone() };
        let takes = moves.iter().map(|&number| (number, none)).collect();
        self.count_rounds(moves)?;
        self.prunes = self.may_prune(choose.distinct, moves);
        let kept = self.next;
        self.script.explorations.push(Exploration { kept, result, link, ends: (some, none), clash, takes });
        let (place, n_visits) = (self.script.code.len(), self.script.visits.len());
        self.put(Code::Explore(number));
        let unalike = self.label();
        self.unalike = self.regs.buried.map(|_| unalike);
        for (index, &number) in moves.iter().enumerate() {
            let other = self.label();
            if index + 1 < moves.len() {
                self.put(Code::Fork(other));
            }
            self.forget();
            self.explore_move(choose, number, linked)?;
            self.here(other);
            self.next = kept;
        }
        if self.unalike.take().is_some() {
            self.aside.push((unalike, vec![Code::GiveUp, Code::Jump(left)]));
        }
        self.rounds.clear();
        self.leave_out_names(n_visits, place);
        self.here(some);
        self.forget();
        Ok(number)
    }

    /// Draws one of the options that were found, and takes it; play goes on at the label.
    pub(super) fn take_explored(&mut self, number: u8, next: L) -> Made<()> {
        self.put(Code::DrawFound(number));
        for index in 0..self.script.explorations[usize::from(number)].takes.len() {
            let label = self.label();
            let (taken, place) = &mut self.script.explorations[usize::from(number)].takes[index];
            *place = label;
            let taken = *taken;
            self.here(label);
            self.forget();
            self.commit(taken, next)?;
        }
        Ok(())
    }

    fn check_explored(&self, choose: &Choose, moves: &[u16]) -> Made<()> {
        let program = self.program;
        if choose.may || program.sites.is_some() || !self.regs.are_complete() {
            return Err("options of which more is asked than registers hold");
        }
        if choose.most.len() > 1 || !self.is_clear {
            return Err("a later choice, or one of several measures");
        }
        if matches!(program.rules.captured, Captured::Sites(_)) && self.regs.buried.is_none() {
            return Err("pieces that are taken to sites");
        }
        if moves.iter().any(|&number| program.rules.moves[number as usize].repeats == Repeats::Must) {
            return Err("a piece that must go on");
        }
        if choose.distinct && self.names_are_asked_later() {
            return Err("names that are asked after options that are the same");
        }
        Ok(())
    }

    /// Whether anything asks, once an option is taken, for names that it has bound or for what lasts no longer than the turn:
    /// options that come to one position are one, and may differ in these.
    fn names_are_asked_later(&self) -> bool {
        let lasting = &self.program.lasting;
        let passes = |variable: &u16| lasting.a_move.contains(variable) || lasting.a_turn.contains(variable);
        let asks = &mut |node: &Node| match node {
            Node::Kept(_) | Node::KeptSet(_) => true,
            Node::Variable(variable, _) | Node::VariableSet(variable, _) | Node::WhereYes(variable) => passes(variable),
            _ => false,
        };
        let turn = (0_u32..).zip(&self.program.turn).filter(|(pc, _)| self.is_in_turn(*pc));
        let goes_on = |op: &TurnOp| !matches!(op, TurnOp::Choose(_) | TurnOp::Roll(_) | TurnOp::End);
        if turn.clone().skip_while(|(_, op)| !matches!(op, TurnOp::Choose(_))).any(|(_, op)| goes_on(op)) {
            return true;
        }
        let points = [Point::AfterMove, Point::AfterTurn, Point::AfterRound];
        let mut ends = points.iter().flat_map(|&point| &self.program.ends_at[point as usize]);
        self.keeps_names()
            || ends.any(|&number| {
                let end = &self.program.ends[number as usize];
                let mut nodes = end.when.into_iter().chain(end.about.map(|(about, _)| about));
                nodes.any(|id| self.program.any_node(id, asks))
            })
    }

    /// The registers that differ if a piece that goes on stands elsewhere, or anything else has changed.
    fn registers_of_chains(&self) -> (Vec<S>, Vec<N>) {
        let of_travel = [journey::PASSED, journey::JUMPED].map(|name| self.regs.set_names[name]);
        let numbers = [journey::ORIGIN, journey::LANDING, journey::WAY].map(|name| self.regs.number_names[name]);
        let sets = (0..self.regs.used.0 as S).filter(|&set| !of_travel.contains(&Some(set)));
        let numbers = (0..self.regs.used.1 as N).filter(|&number| !numbers.contains(&Some(number)));
        (sets.collect(), numbers.collect())
    }

    /// The registers that differ if what stands when the turn is over differs: neither names nor counts, nor what lasts no
    /// longer than the turn.
    fn registers_of_results(&self) -> (Vec<S>, Vec<N>) {
        let (program, ((first_name, _), (first_number, _))) = (self.program, self.regs.names);
        let (mut sets, mut numbers) = (vec![true; usize::from(first_name)], vec![true; usize::from(first_number)]);
        let lasting = &program.lasting;
        for &number in lasting.a_move.iter().chain(&lasting.a_turn) {
            if program.rules.variables[number as usize].holder == Holder::Piece {
                continue;
            }
            let count = program.variables[number as usize].count.max(1);
            match self.regs.variables[number as usize] {
                Held::Sets(first) => sets[usize::from(first)..][..count].fill(false),
                Held::Yes(set) => sets[usize::from(set)] = false,
                Held::Numbers(first) => numbers[usize::from(first)..][..count].fill(false),
                Held::Bits(..) | Held::Away => {}
            }
        }
        numbers[usize::from(self.regs.counters)..][..program.rules.counters.len()].fill(false);
        self.regs.written.iter().flatten().for_each(|&number| numbers[usize::from(number)] = false);
        let kept = |kept: Vec<bool>| (0..).zip(kept).filter(|(_, kept)| *kept).map(|(number, _)| number).collect();
        (kept(sets), kept(numbers))
    }

    /// The runs of a move.
    fn explore_move(&mut self, choose: &Choose, number: u16, linked: N) -> Made<()> {
        let each = &self.program.moves[number as usize];
        let goes_on = self.program.rules.moves[number as usize].repeats == Repeats::May;
        self.clear_travel()?;
        if let Some(taken) = self.regs.set_names[journey::TAKEN] {
            self.put(Code::Empty(taken));
        }
        self.renew(&self.program.lasting.a_move)?;
        self.put(Code::Number(linked, 0));
        if goes_on {
            self.put(Code::Link);
        }
        let (round, done, mark) = (self.label(), self.label(), self.next);
        self.here(round);
        for (index, sentence) in each.sentences.iter().enumerate() {
            let (other, fail) = (self.label(), self.label());
            if index + 1 < each.sentences.len() {
                self.put(Code::Fork(other));
            }
            self.forget();
            self.explore_sentence((number, index as u16), sentence, linked, (fail, done))?;
            self.here(fail);
            self.put(Code::Fail);
            self.here(other);
            self.next = mark;
        }
        self.here(done);
        self.forget();
        if goes_on {
            self.put(Code::Link);
        }
        let (past, fail) = (self.label(), self.label());
        if goes_on && !self.is_plain_end(choose, number) {
            self.put(Code::Fork(past));
        }
        self.finish(choose, number, fail)?;
        if !goes_on || !self.is_plain_end(choose, number) {
            self.here(fail);
            self.put(Code::Fail);
        }
        self.here(past);
        if goes_on {
            self.put(Code::Number(linked, 1));
            self.put(Code::Jump(round));
        }
        Ok(())
    }

    /// Whether an option that has come to its end changes nothing more and may not fail.
    fn is_plain_end(&self, choose: &Choose, number: u16) -> bool {
        let (program, each) = (self.program, &self.program.moves[number as usize]);
        let is_quiet = each.afterwards.is_none() && program.afterwards.is_none() && each.ensures.is_empty();
        is_quiet && program.ensures.is_empty() && program.royal == 0 && choose.most.is_empty()
    }

    /// The end of an option: what happens after it, what must hold, and how much it counts.
    fn finish(&mut self, choose: &Choose, number: u16, fail: L) -> Made<()> {
        let (program, each) = (self.program, &self.program.moves[number as usize]);
        self.block(each.afterwards, Picks::Explored, fail)?;
        self.block(program.afterwards, Picks::Explored, fail)?;
        for &ensure in each.ensures.iter().chain(&program.ensures) {
            self.branch(ensure, false, fail)?;
        }
        if program.royal != 0 {
            self.royals(fail)?;
        }
        if let &[(greatest, number)] = choose.most.as_slice() {
            let counted = self.number(number)?;
            let measure = self.new_number()?;
            match greatest {
                true => self.put(Code::CopyNumber(measure, counted)),
                false => {
                    let zero = self.fixed_scalar(0)?;
                    self.put(Code::Calculate(measure, crate::rules::model::Arithmetic::Minus, zero, counted));
                }
            }
            self.put(Code::Most(measure));
        }
        self.put(Code::Found(number));
        Ok(())
    }

    /// The ways of a sentence: each ends at the first label, or goes on at the second.
    fn explore_sentence(
        &mut self,
        (number, index): (u16, u16),
        sentence: &Sentence,
        linked: N,
        (fail, done): (L, L),
    ) -> Made<()> {
        if sentence.travel.as_ref().is_none_or(|travel| travel.drops) {
            self.put(Code::IfIs(linked, 1, fail));
        }
        for &(name, from, _) in &sentence.picks {
            self.each_member(name, from)?;
        }
        if let Some(when) = sentence.when.filter(|_| sentence.early) {
            self.branch(when, false, fail)?;
        }
        let kinds = sentence.travel.as_ref().map_or(0, Travel::kinds_as_bits);
        let plan = |landings: S, how: How| Plan { number, sentence: index, others: Vec::new(), landings, how, kinds };
        let Some(travel) = &sentence.travel else {
            if let Some(when) = sentence.when.filter(|_| !sentence.early) {
                self.branch(when, false, fail)?;
            }
            self.block(sentence.block, Picks::Explored, fail)?;
            self.put(Code::Jump(done));
            return Ok(());
        };
        if travel.drops {
            return Err("a drop that is followed by choices");
        }
        let from = self.set(travel.from)?;
        let (movers, past) = (self.new_set()?, self.label());
        self.put(Code::Copy(movers, from));
        self.put(Code::IfIs(linked, 0, past));
        let (only, landing) = (self.new_set()?, self.name(journey::LANDING)?);
        self.put(Code::Member(only, landing));
        self.put(Code::And(movers, movers, only));
        self.here(past);
        self.departing = Some(movers);
        let rows = self.travels(travel);
        self.departing = None;
        let mut ways = Vec::new();
        for (landings, how) in rows? {
            if !matches!(how, How::Step { .. } | How::Far { .. }) {
                return Err("landings that do not tell where a piece comes from");
            }
            self.ways_of_row(sentence, travel, plan(landings, how), &mut ways)?;
        }
        self.take_ways(sentence, ways, (fail, done))
    }

    /// Binds each member of a set to a name, on a way of its own.
    pub(super) fn each_member(&mut self, name: u32, from: Id) -> Made<()> {
        let from = self.set(from)?;
        let name = self.regs.number_names[name as usize].ok_or("a picked set")?;
        self.put(Code::Each(name, from));
        self.forget();
        Ok(())
    }

    /// A row by the guard and by what is picked first in the text, as far as that can be told before anything goes.
    fn ways_of_row(&mut self, sentence: &Sentence, travel: &Travel, plan: Plan, ways: &mut Vec<Way>) -> Made<()> {
        let way = way_of(&plan.how);
        self.fixed_way = way;
        let made = self.narrowed(sentence, travel, plan, ways);
        self.fixed_way = None;
        made
    }

    fn narrowed(&mut self, sentence: &Sentence, travel: &Travel, mut plan: Plan, ways: &mut Vec<Way>) -> Made<()> {
        let mut guard = sentence.when.filter(|_| !sentence.early);
        if let Some(when) = guard
            && let Ok(landings) = self.attempt(|maker| maker.landings_where(&plan, when))
        {
            plan.landings = landings;
            guard = None;
        }
        let is_guarded = guard.is_some();
        let Some((name, members, condition)) = self.first_pick(sentence, travel) else {
            ways.push(Way { plan, made: None, is_guarded });
            return Ok(());
        };
        let before = ways.len();
        for member in members {
            self.fixed_picks.insert(name, member);
            let landings = self.attempt(|maker| maker.landings_where(&plan, condition));
            self.fixed_picks.remove(&name);
            let Ok(landings) = landings else {
                ways.truncate(before);
                ways.push(Way { plan, made: None, is_guarded });
                return Ok(());
            };
            let plan = Plan { landings, ..plan.clone() };
            ways.push(Way { plan, made: Some((name, member)), is_guarded });
        }
        Ok(())
    }

    /// The landings of a row at which a condition about the travel holds.
    fn landings_where(&mut self, plan: &Plan, condition: Id) -> Made<S> {
        let holds = match self.attempt(|maker| maker.lift(condition, Asked::Landing)) {
            Ok(holds) => holds,
            Err(_) => {
                let How::Step { way, steps, .. } = plan.how else { return Err("a condition about both cells") };
                if way == NONE {
                    return Err("a condition about the cell that a leap leaves");
                }
                let mut cells = self.lift(condition, Asked::Origin)?;
                for _ in 0..steps {
                    let next = self.new_set()?;
                    self.shift(way, cells, next, false)?;
                    cells = next;
                }
                cells
            }
        };
        self.join(Code::And, plan.landings, holds)
    }

    /// What is picked first in the text of a sentence, if that is one of few, and the condition on it, if that does not ask
    /// for anything that changes when the piece goes.
    fn first_pick(&self, sentence: &Sentence, travel: &Travel) -> Option<(u32, Vec<u16>, Id)> {
        let Op::Pick { name, from, condition: Some(condition), .. } = self.program.ops[sentence.block? as usize] else {
            return None;
        };
        let members: Vec<u16> = self.fixed_set(from)?.iter().collect();
        let is_sure = travel.taking.is_none() && self.is_within_empty(travel.to) && self.outlasts_a_step(condition);
        (is_sure && members.len() <= FEW).then_some((name, members, condition))
    }

    /// Whether a condition is the same before and after a piece of the player goes to an empty cell.
    fn outlasts_a_step(&self, condition: Id) -> bool {
        !self.program.any_node(condition, &mut |node| {
            !matches!(
                node,
                Node::Constant(_)
                    | Node::ConstantByMe(_)
                    | Node::Kept(_)
                    | Node::Me
                    | Node::Mover
                    | Node::Not(_)
                    | Node::And(..)
                    | Node::Or(..)
                    | Node::Same(..)
                    | Node::Compare(..)
                    | Node::Arithmetic(..)
                    | Node::Contains(..)
                    | Node::SomeSet(_)
                    | Node::Count(_)
                    | Node::If(..)
                    | Node::ConstantSet(_)
                    | Node::ConstantSetByMe(_)
                    | Node::ToSet(_)
                    | Node::Union(..)
                    | Node::Intersection(..)
                    | Node::Difference(..)
                    | Node::Opposite(_)
                    | Node::Shift(..)
                    | Node::Reach { .. }
                    | Node::Pieces(_, Owners::Others)
            )
        })
    }

    /// Takes each option of some rows up to the end of its sentence.
    fn take_ways(&mut self, sentence: &Sentence, ways: Vec<Way>, (fail, done): (L, L)) -> Made<()> {
        let rows = ways.iter().map(|way| {
            let take = self.label();
            Row::plain(way.plan.landings, take, take)
        });
        let rows: Vec<Row> = rows.collect();
        let choice = u16::try_from(self.script.choices.len()).map_err(|_| "too many choices")?;
        self.script.choices.push(Choice { rows: rows.clone(), none: fail, ..Choice::default() });
        self.put(Code::EachOfRows(choice));
        let mark = self.next;
        for (way, row) in ways.into_iter().zip(rows) {
            self.here(row.take);
            self.forget();
            self.fixed_way = way_of(&way.plan.how).filter(|_| !self.binds_ways(sentence));
            self.fixed_picks.extend(way.made);
            let made = self.take_way(sentence, &way, fail);
            self.fixed_way = None;
            self.fixed_picks.clear();
            made?;
            self.put(Code::Jump(done));
            self.next = mark;
        }
        Ok(())
    }

    fn take_way(&mut self, sentence: &Sentence, way: &Way, fail: L) -> Made<()> {
        if let Some(when) = sentence.when.filter(|_| way.is_guarded) {
            self.bind(&way.plan.how)?;
            self.forget();
            self.branch(when, false, fail)?;
        }
        if let Some((name, member)) = way.made {
            let name = self.regs.number_names[name as usize].ok_or("a picked set")?;
            self.put(Code::Number(name, i32::from(member)));
        }
        if sentence.travel.as_ref().is_some_and(|travel| travel.taking.is_some() && travel.at_end) {
            return Err("pieces that leave at the end");
        }
        let taken = self.carry_out(&way.plan)?;
        self.take_besides(taken);
        self.block(sentence.block, Picks::Explored, fail)
    }

    /// Whether the text of a sentence may bind the direction of a travel anew.
    fn binds_ways(&self, sentence: &Sentence) -> bool {
        sentence.block.is_some_and(|block| {
            let mut ops = self.program.ops[block as usize..].iter().take_while(|op| **op != Op::Done);
            ops.any(|op| matches!(op, Op::Sow { .. }))
        })
    }
}

/// The direction in which a row leads, if it is one.
fn way_of(how: &How) -> Option<u16> {
    match how {
        How::Step { way, .. } | How::Far { way, .. } => Some(*way).filter(|&way| way != NONE),
        _ => None,
    }
}
