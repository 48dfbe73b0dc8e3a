//! Choices: rows are made, one option is drawn and carried out.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::slice;

use crate::program::Travel;
use crate::program::node::{Id, NONE, Node};
use crate::rules::model::journey;
use crate::rules::types::Set;

use super::super::code::{Choice, Code, L, N, Row, S, Whence};
use super::blocks::Picks;
use super::options::{Back, How, Plan};
use super::sought::Found;
use super::takings::Pass;
use super::variants::{Outcome, Tail, Variant};
use super::{Made, Maker, numbered};

/// So many sentences are looked at before a choice is left to the machine.
const FEW_SENTENCES: usize = 4;

/// By cell left, the landings of a row on an empty board, once they were asked for.
type Landings = OnceCell<Vec<Set>>;

/// Rows of a group, ready to be drawn from.
#[derive(Debug)]
pub(super) struct Ready {
    /// The choice.
    pub choice: u16,
    pub options: Vec<Variant>,
    /// By what is left to do once the piece has gone, where an option is carried on and where play goes on after it.
    tails: HashMap<Tail, (L, L)>,
    /// Whether options may fail.
    pub may_fail: bool,
    /// Where it is told whether an option has come to its choice.
    pub reached: Option<N>,
    /// Whether it is the first choice of its turn.
    pub is_first: bool,
}

impl Maker<'_> {
    /// The rows of a group of moves, ready to be drawn from.
    pub(super) fn group(&mut self, pass: Pass, may: bool, is_first: bool) -> Made<Ready> {
        let rows = self.rows_of_group(pass)?;
        self.group_of_rows(rows, pass.takes, (may, is_first))
    }

    /// Those rows of a group that are meant by what their options take, ready to be drawn from.
    pub(super) fn group_of_rows(
        &mut self,
        mut rows: Vec<Plan>,
        takes: Option<bool>,
        (may, is_first): (bool, bool),
    ) -> Made<Ready> {
        if let Some(takes) = takes {
            rows = self.by_taking(rows, takes)?;
        }
        self.ready(rows, may, is_first)
    }

    /// The rows of a group of moves, whatever their options take.
    pub(super) fn rows_of_group(&mut self, pass: Pass) -> Made<Vec<Plan>> {
        let mut plans: Vec<Plan> = Vec::new();
        for &number in pass.moves {
            if !self.is_clear && self.move_asks_of_travel(number) {
                return Err("a later choice that asks about the travel before");
            }
            match self.attempt(|maker| maker.rows_of_move(number)) {
                Ok(mut rows) => plans.append(&mut rows),
                // Where all options are such it is of no use.
                Err(why) if pass.moves.len() == 1 => return Err(why),
                Err(why) => self.unless_surely_none(number).map_err(|_| why)?,
            }
        }
        Ok(plans)
    }

    /// A choice of rows.
    pub(super) fn ready(&mut self, mut plans: Vec<Plan>, may: bool, is_first: bool) -> Made<Ready> {
        self.tell_apart(&plans)?;
        self.keep_apart(&mut plans)?;
        let mut options = Vec::new();
        for plan in plans {
            options.append(&mut self.with_picks(plan)?);
        }
        let mut options = self.narrow_all(options);
        let drawn = |option: &Variant| matches!(option.picks, Picks::Drawn(_));
        if options.iter().any(drawn) && !options.iter().all(|option| option.picks == options[0].picks) {
            return Err("options of different weight");
        }
        let program = self.program;
        let may_fail = !program.ensures.is_empty()
            || program.royal != 0
            || options.iter().any(|option| {
                let each = &program.moves[option.plan.number as usize];
                let sentence = each.sentences.get(option.plan.sentence as usize);
                let own = sentence.and_then(|sentence| sentence.block);
                let blocks = [own, each.afterwards, program.afterwards];
                let fails = |block: u32| self.may_fail(block, option.picks);
                let is_guarded =
                    matches!(option.plan.how, How::Picked(_)) && sentence.is_some_and(|it| it.when.is_some());
                is_guarded || !each.ensures.is_empty() || blocks.into_iter().flatten().any(fails)
            });
        if may_fail && !self.regs.are_complete() {
            return Err("options that may fail, and variables without registers");
        }
        if may && may_fail {
            return Err("options that may fail beside stopping");
        }
        let guess = self.guess(&mut options)?;
        self.script.choices.push(Choice { may_fail, guess, ..Choice::default() });
        let choice = u16::try_from(self.script.choices.len() - 1).map_err(|_| "too many choices")?;
        let is_by_number = |option: &Variant| matches!(option.picks, Picks::Nth(1..)) && !option.outcome.is_sure();
        let reached = if options.iter().any(is_by_number) { Some(self.new_number()?) } else { None };
        let mut ready = Ready { reached, choice, options, tails: HashMap::new(), may_fail, is_first };
        self.lay_rows(&mut ready, may)?;
        Ok(ready)
    }

    /// For a move without rows: what it needs first is looked for, and if there is any the machine takes over.
    fn unless_surely_none(&mut self, number: u16) -> Made<()> {
        if self.program.moves[number as usize].sentences.len() > FEW_SENTENCES {
            return Err("many sentences");
        }
        for sentence in &self.program.moves[number as usize].sentences {
            let Some(&(_, from, _)) = sentence.picks.first() else { return Err("nothing is picked first") };
            let from = self.set(from)?;
            self.leave_if_some(from, "nobody takes over")?;
        }
        Ok(())
    }

    /// Leaves the options of the group to the machine if a set has a member; an error with the reason if nobody can take over.
    pub(super) fn leave_if_some(&mut self, set: S, why: &'static str) -> Made<()> {
        let clash = self.clash.ok_or(why)?;
        self.put(Code::IfSome(set, clash));
        Ok(())
    }

    /// Whether what a move asks before it begins may depend on an earlier travel.
    pub(super) fn move_asks_of_travel(&self, number: u16) -> bool {
        self.program.moves[number as usize].sentences.iter().any(|sentence| {
            let picks = sentence.picks.iter().map(|&(_, from, _)| from);
            let travel = sentence.travel.iter().flat_map(|travel| [travel.from, travel.to]);
            // A guard that is asked once a piece goes asks where that goes.
            let goes = sentence.travel.as_ref().is_some_and(|travel| !travel.drops);
            let when = sentence.when.filter(|&when| sentence.early || !goes || self.asks_how_it_went(when));
            picks.chain(travel).chain(when).any(|id| self.asks_of_travel(id))
        })
    }

    /// Whether a node asks for more of a travel than for the cells that it leaves and comes to.
    fn asks_how_it_went(&self, id: Id) -> bool {
        self.program.any_node(id, &mut |node| match node {
            Node::Kept(name) => (journey::WAY..journey::COUNT).contains(&(*name as usize)),
            Node::KeptSet(name) => (*name as usize) < journey::COUNT,
            _ => false,
        })
    }

    /// Sees to it that no two options read alike.
    fn keep_apart(&mut self, plans: &mut [Plan]) -> Made<()> {
        let landings: Vec<Landings> = vec![Landings::new(); plans.len()];
        for index in 0..plans.len() {
            let mut doubles: Vec<Plan> = Vec::new();
            for before in 0..index {
                let (earlier, later) = (&plans[before], &plans[index]);
                if self.are_apart_plans([(later, &landings[index]), (earlier, &landings[before])]) {
                    continue;
                }
                let is_one_move = earlier.number == later.number && self.program.merges[later.number as usize];
                if self.is_bare(earlier, is_one_move) && self.is_bare(later, is_one_move) {
                    doubles.push(earlier.clone());
                } else if self.part_staying(&plans[index], &plans[before])? {
                } else if let (true, Some(clash)) =
                    (earlier.how == later.how && matches!(later.how, How::Step { .. } | How::Drop(_)), self.clash)
                {
                    let both = self.join(Code::And, earlier.landings, later.landings)?;
                    self.put(Code::IfSome(both, clash));
                } else {
                    return Err("two rows that may hold the same option");
                }
            }
            let mut later = plans[index].clone();
            for alike in doubles.chunk_by(|one, other| (one.number, one.sentence) == (other.number, other.sentence)) {
                self.exclude(&mut later, alike)?;
            }
            plans[index] = later;
        }
        Ok(())
    }

    /// Whether a row does nothing but go, and what happens afterwards does not depend on how it went.
    fn is_bare(&self, plan: &Plan, is_one_move: bool) -> bool {
        let each = &self.program.moves[plan.number as usize];
        let is_bare = |sentence: &crate::program::Sentence| {
            sentence.block.is_none() && sentence.travel.as_ref().is_some_and(|travel| travel.taking.is_none())
        };
        (is_one_move || each.afterwards.is_none() && each.ensures.is_empty())
            && each.sentences.get(plan.sentence as usize).is_none_or(is_bare)
    }

    fn are_apart_plans(&self, rows: [(&Plan, &Landings); 2]) -> bool {
        let [one, other] = rows.map(|(plan, _)| plan);
        let mut pairs = one.sentences().flat_map(|first| other.sentences().map(move |second| (first, second)));
        pairs.all(|pair| self.are_apart_sentences(rows, pair))
    }

    /// The same for those of their options that come about by two sentences.
    fn are_apart_sentences(&self, rows: [(&Plan, &Landings); 2], (first, second): (u16, u16)) -> bool {
        let [one, other] = rows.map(|(plan, _)| plan);
        let pair = [(one.number, first), (other.number, second)];
        let sentence = |(number, index): (u16, u16)| self.program.moves[number as usize].sentences.get(index as usize);
        let (Some(first), Some(second)) = (sentence(pair[0]), sentence(pair[1])) else {
            // Of the two one at least stands for several sentences by which a piece goes.
            let drops = |plan: &Plan| matches!(plan.how, How::Drop(_));
            return drops(one) || drops(other) || one.how != other.how && !self.meet(rows);
        };
        let is_told = |pair: &[(u16, u16); 2]| self.told_apart.get(pair) == Some(&false);
        if is_told(&pair) || is_told(&[pair[1], pair[0]]) {
            return true;
        }
        match (&first.travel, &second.travel) {
            (None, None) if first.picks.is_empty() && second.picks.is_empty() => one.number != other.number,
            (None, _) if first.picks.is_empty() => true,
            (_, None) if second.picks.is_empty() => true,
            (Some(a), Some(b)) if a.drops == b.drops => {
                !self.meet_within(rows, (a, b))
                    || self.are_apart(a.to, b.to)
                    || !a.drops && self.are_apart(a.from, b.from)
            }
            (Some(travel), None) | (None, Some(travel)) => !travel.drops,
            (Some(_), Some(_)) => true,
            (None, None) => false,
        }
    }

    /// Whether two rows may have a cell left and a landing in common that both travels allow.
    fn meet_within(&self, rows: [(&Plan, &Landings); 2], (a, b): (&Travel, &Travel)) -> bool {
        let is_over_or_along = matches!(
            rows.map(|(plan, _)| &plan.how),
            [How::Far { .. }, How::Slide { .. }] | [How::Slide { .. }, How::Far { .. }]
        );
        let meets = self.meet(rows);
        if !meets || is_over_or_along {
            return meets;
        }
        let limits = [a.from, b.from].map(|id| self.within(id));
        let targets = [a.to, b.to].map(|id| self.within(id));
        let is_in = |sets: &[Option<Set>; 2], cell: u16| sets.iter().flatten().all(|set| set.contains(cell));
        let is_known = limits.iter().chain(&targets).any(Option::is_some) && !a.drops;
        if !is_known {
            return true;
        }
        let [one, other] = rows.map(|row| self.on_empty_board(row));
        let mut cells = (0..self.n_cells()).zip(one.iter().zip(other));
        cells.any(|(cell, (one, other))| {
            is_in(&limits, cell) && one.iter().any(|landing| other.contains(landing) && is_in(&targets, landing))
        })
    }

    /// Whether two rows may have a cell left and a landing in common.
    fn meet(&self, rows: [(&Plan, &Landings); 2]) -> bool {
        match rows.map(|(plan, _)| &plan.how) {
            // Pieces of other kinds, or fewer in hand, make other positions.
            [How::Drop(one), How::Drop(other)] => one == other,
            // One has a piece between the two cells, the other has none.
            [How::Far { way, .. }, How::Slide { way: slid, .. }]
            | [How::Slide { way: slid, .. }, How::Far { way, .. }]
                if way == slid =>
            {
                false
            }
            _ => {
                let [one, other] = rows.map(|row| self.on_empty_board(row));
                one.iter().zip(other).any(|(one, other)| one.meets(other))
            }
        }
    }

    /// All landings of a row on an empty board, by cell left.
    fn on_empty_board<'l>(&self, (plan, known): (&Plan, &'l Landings)) -> &'l [Set] {
        known.get_or_init(|| (0..self.n_cells()).map(|cell| self.landings_from(&plan.how, cell)).collect())
    }

    /// All landings of a row from a cell on an empty board.
    pub(super) fn landings_from(&self, how: &How, cell: u16) -> Set {
        let geometry = &self.program.geometry;
        let step = |here: u16, way: u16| Some(geometry.step(here, way)).filter(|&next| next != NONE);
        match how {
            How::Drop(_) | How::Stand(_) | How::Go { .. } | How::Each { .. } | How::Stay { .. } | How::Picked(_) => {
                Set::below(self.n_cells().into())
            }
            How::Slide { way, .. } | How::Far { way, .. } => {
                // Who hops from afar has something to jump over first.
                let near = usize::from(matches!(how, How::Far { .. }));
                geometry.ahead(cell, *way).skip(near).collect()
            }
            How::Step { way, steps, .. } if *way != NONE => {
                (0..*steps).try_fold(cell, |here, _| step(here, *way)).into_iter().collect()
            }
            How::Step { back: super::options::Back::Offset(0), .. } => Set::from_iter([cell]),
            How::Step { back: super::options::Back::Offset(by), .. } => {
                let landing = u16::try_from(i32::from(cell) - i32::from(*by));
                landing.into_iter().filter(|&landing| self.is_come_to(landing)).collect()
            }
            How::Step { .. } => Set::below(self.n_cells().into()),
        }
    }

    /// Whether any step or leap leads to a cell.
    fn is_come_to(&self, cell: u16) -> bool {
        let geometry = &self.program.geometry;
        geometry.to.contains(&cell) || geometry.leaps.iter().flat_map(|table| &table.all).any(|all| all.contains(&cell))
    }

    /// The rows of a choice; each has a register that options may be struck from.
    fn lay_rows(&mut self, ready: &mut Ready, may: bool) -> Made<()> {
        let mut seen: Vec<S> = Vec::new();
        for option in &mut ready.options {
            let landings = option.plan.landings;
            let is_shared = (landings as usize) < self.regs.used.0 || seen.contains(&landings);
            if ready.may_fail && (is_shared || matches!(option.plan.how, How::Drop(_) | How::Stand(_))) {
                let own = self.new_set()?;
                self.put(Code::Copy(own, landings));
                option.plan.landings = own;
            }
            seen.push(option.plan.landings);
        }
        for index in 0..ready.options.len() {
            let option = ready.options[index].clone();
            let take = self.label();
            let (_, after) = match ready.tails.get(&option.tail()) {
                Some(&known) => known,
                None => {
                    let labels = (self.label(), self.label());
                    ready.tails.insert(option.tail(), labels);
                    labels
                }
            };
            let (origins, table) = match option.plan.how {
                How::Go { .. } if ready.may_fail => return Err("pairs of cells that may fail"),
                How::Go { from } => (Some(from), None),
                How::Each { from, table, .. } | How::Stay { from, table, .. } => (Some(from), Some(table)),
                _ => (None, None),
            };
            let whence = self.whence(&option);
            let drops = matches!(option.plan.how, How::Drop(_)) && matches!(option.picks, Picks::None);
            let landings = option.plan.landings;
            let row = Row { origins, table, whence, drops, ..Row::plain(landings, take, after) };
            self.script.choices[ready.choice as usize].rows.push(row);
        }
        if may {
            let one = self.fixed(&[0].into_iter().collect())?;
            let (take, after) = (self.label(), self.label());
            ready.tails.insert((NONE, Picks::None, Outcome::Open), (take, after));
            self.script.choices[ready.choice as usize].rows.push(Row::plain(one, take, after));
        }
        Ok(())
    }

    /// Where the piece of an option comes from, if its cells tell all that becomes of the pieces and of the variables that are counted.
    fn whence(&mut self, option: &Variant) -> Option<Whence> {
        let plan = &option.plan;
        // What the player has chosen on the way is no part of an option that is carried out with it.
        if matches!(option.picks, Picks::Made | Picks::Nth(_)) {
            return None;
        }
        let each = self.program.moves.get(usize::from(plan.number))?;
        // What stands for several sentences may be any of them by which a piece goes.
        let sentences =
            each.sentences.get(usize::from(plan.sentence)).map_or(each.sentences.as_slice(), slice::from_ref);
        let takes_apart = sentences.iter().filter_map(|one| one.travel.as_ref()).any(|travel| travel.taking.is_some());
        if !sentences.iter().all(|one| one.by_cells) || takes_apart || self.program.geometry.may_pile {
            return None;
        }
        // What lasts a move is as before any when the next one begins.
        let variables = &self.program.rules.variables;
        if self.program.lasting.a_move.iter().any(|&number| variables[usize::from(number)].is_counted()) {
            return None;
        }
        match &plan.how {
            How::Drop(kind) => Some(Whence::Hand(*kind)),
            How::Step { back: Back::Offset(by), .. } => Some(Whence::Offset(*by)),
            How::Step { back: Back::List(list), .. } => {
                Some(Whence::Listed(numbered(&mut self.script.lists, list.clone()) as u16))
            }
            How::Slide { from, way } => Some(Whence::Against(*from, *way)),
            How::Go { .. } | How::Each { .. } => Some(Whence::Told),
            _ => None,
        }
    }

    /// Draws an option, or goes on at the label if there is none, and carries it out. Where it is sought before the
    /// turn begins, the position is put back and play goes on where `found` says; else at `next`, after what belongs to
    /// the taking of an option.
    pub(super) fn draw(&mut self, ready: &Ready, none: L, found: Option<Found>, next: L) -> Made<()> {
        let choice = ready.choice as usize;
        self.script.choices[choice].none = none;
        let rows = self.script.choices[choice].rows.clone();
        match rows.as_slice() {
            [] => {
                self.put(Code::Jump(none));
                return Ok(());
            }
            [only] if only.origins.is_none() && !ready.may_fail => {
                if let Some((owner, kind, number)) = self.plain_drop(ready) {
                    self.put(Code::Drop(only.landings, owner, kind, number, none));
                    self.put(Code::Jump(next));
                    let unused = [only.take, only.after].into_iter().chain(ready.tails.values().map(|tail| tail.0));
                    unused.for_each(|label| self.here(label));
                    self.forget();
                    return Ok(());
                }
                self.put(Code::DrawOne(only.landings, none, ready.choice));
            }
            _ => self.put(Code::Draw(ready.choice)),
        }
        let shield = [self.new_set()?, self.new_set()?, self.new_set()?];
        let mark = self.next;
        self.reached = ready.reached;
        let mut bodies = Vec::new();
        for (option, row) in ready.options.iter().zip(&rows) {
            let (tail, _) = ready.tails[&option.tail()];
            self.forget();
            self.here(row.take);
            let goes_on = self.take(ready, option, &mut bodies)?;
            if goes_on && (ready.tails.len() > 1 || rows.len() > 1) {
                self.put(Code::Jump(tail));
            }
            self.next = mark;
        }
        let mut tails: Vec<_> = ready.tails.iter().map(|(&key, &tail)| (key, tail)).collect();
        // In the order in which they came up: the same rules have the same code.
        tails.sort_unstable_by_key(|(_, (tail, _))| *tail);
        for (of, (tail, after)) in tails {
            self.forget();
            self.here(tail);
            self.tail(of, found)?;
            self.here(after);
            self.commit(of.0, next)?;
            self.next = mark;
        }
        if ready.may_fail && self.program.royal != 0 {
            self.give_shield(ready, shield);
            self.next = mark;
        }
        Ok(())
    }

    /// The owner, the kind and the move of the only row, if all that it does is to put a piece on an empty cell.
    fn plain_drop(&self, ready: &Ready) -> Option<(u8, u8, u16)> {
        let program = self.program;
        let [option] = ready.options.as_slice() else { return None };
        let How::Drop(kind) = option.plan.how else { return None };
        let each = &program.moves[option.plan.number as usize];
        let sentence = each.sentences.get(option.plan.sentence as usize)?;
        let travel = sentence.travel.as_ref()?;
        let about = &program.rules.kinds[kind as usize];
        let is_plain = ready.is_first
            && ready.tails.len() == 1
            && program.sites.is_none()
            && sentence.block.is_none()
            && each.afterwards.is_none()
            && program.afterwards.is_none()
            && program.rules.counters.is_empty()
            && travel.taking.is_none()
            && self.is_within_empty(travel.to)
            && !about.from_hand;
        let owner = if about.neutral { crate::program::node::NOBODY } else { self.roles.me };
        is_plain.then_some((owner, kind, option.plan.number))
    }
}
