//! Options that are nothing but picks, such as a cell with a direction: a row of first cells for each way to pick the rest.
//!
//! ```text
//!   pick tail from my pieces, tip from reach of tail by slides east up to 2, heading from directions
//!
//!   rows: tails with a tip one or two steps east, for each heading
//!
//!        . o o o .        one step:   . x x . .        two steps:   . x . . .
//! ```
//!
//! The guard is asked only of what was drawn: if it does not hold the option fails, and another is drawn.

use crate::program::classes::Reason;
use crate::program::node::{Id, NONE, NOTHING, Node};
use crate::program::{Alike, Class, Move, Sentence};
use crate::rules::types::Domain;

use super::super::code::{Code, S};
use super::options::{How, Plan};
use super::{Made, Maker};

/// The most rows of one sentence.
const MANY: usize = 96;
/// The longest slide that is parted by its length.
const LONG: i64 = 4;

/// What is picked in a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Picked {
    /// The name of the first cell, which the landing stands for.
    pub first: u32,
    /// Names of cells that lie so from the first as a list of the code tells.
    pub cells: Vec<(u32, Vec<i64>)>,
    /// Names of what is always the same.
    pub fixed: Vec<(u32, u16)>,
}

/// One of the things that a later pick may be.
#[derive(Clone, Debug)]
enum Later {
    /// This member.
    Member(u16),
    /// A cell: the first cells from which it can be picked, and by first cell the one picked.
    Cell(S, Vec<i64>),
}

impl Maker<'_> {
    /// Whether the options of a move are nothing but picks, and some of them several.
    pub(super) fn is_picked(&self, each: &Move) -> bool {
        let is_such = matches!(each.class, Class::Listed(Reason::Notation | Reason::Picks | Reason::Sentences));
        is_such && each.sentences.iter().all(|sentence| sentence.travel.is_none())
    }

    /// Sees to it that options that are nothing but picks have texts of their own, and so have options that are written as
    /// the file says: they read alike at most if a piece goes from the same cell to the same.
    pub(super) fn tell_apart(&mut self, plans: &[Plan]) -> Made<()> {
        self.told_apart.clear();
        let is_written_otherwise = |number: u16| {
            let each = &self.program.moves[usize::from(number)];
            self.is_picked(each) || each.class == Class::Listed(Reason::Notation) && !self.tells_all(each)
        };
        if !plans.iter().any(|plan| is_written_otherwise(plan.number)) {
            return Ok(());
        }
        let mut sentences: Vec<(u16, u16)> = plans.iter().map(|plan| (plan.number, plan.sentence)).collect();
        sentences.dedup();
        let mut told = Vec::new();
        for (index, &one) in sentences.iter().enumerate() {
            for &other in &sentences[index..] {
                if ![one, other].iter().any(|sentence| is_written_otherwise(sentence.0)) {
                    continue;
                }
                let goes = |(number, sentence): (u16, u16)| {
                    let sentences = &self.program.moves[usize::from(number)].sentences;
                    sentences.get(usize::from(sentence)).is_some_and(|sentence| sentence.travel.is_some())
                };
                let by_cells = goes(one) && goes(other);
                let alike = match self.read_alike(one, other) {
                    Alike::Never => false,
                    // Which rows lead from the same cell to the same is looked at for each pair.
                    Alike::SamePicks if by_cells => true,
                    Alike::SamePicks if one == other => false,
                    _ => return Err("options that may read alike"),
                };
                told.push(([one, other], alike));
            }
        }
        self.told_apart = told.into_iter().collect();
        Ok(())
    }

    /// When options by two sentences may read alike. That takes long to prove, and is the same for all travels of a move that is
    /// written as the file says and whose texts do no more than set variables.
    fn read_alike(&self, one: (u16, u16), other: (u16, u16)) -> Alike {
        let first_alike = |(number, sentence): (u16, u16)| {
            let each = &self.program.moves[usize::from(number)];
            let goes = |at: usize| each.sentences.get(at).is_some_and(|sentence| !self.stays_in(sentence));
            let is_one_of_many = each.notation.is_some() && each.drawn && goes(usize::from(sentence));
            let first = (0..usize::from(sentence)).find(|&at| is_one_of_many && goes(at));
            (number, first.map_or(sentence, |first| first as u16))
        };
        let pair = [one, other].map(first_alike);
        if let Some(&known) = self.alike.borrow().get(&pair) {
            return known;
        }
        let alike = self.program.read_alike(pair[0], pair[1]);
        self.alike.borrow_mut().insert(pair, alike);
        alike
    }

    fn stays_in(&self, sentence: &Sentence) -> bool {
        sentence.travel.as_ref().is_some_and(|travel| self.stays(travel))
    }

    /// The rows of a sentence that picks several things.
    pub(super) fn picked(&mut self, sentence: &Sentence) -> Made<Vec<(S, How)>> {
        let Some((&(first, from, Domain::Cell), rest)) = sentence.picks.split_first() else {
            return Err("something else than a cell is picked first");
        };
        let names: Vec<u32> = sentence.picks.iter().map(|pick| pick.0).collect();
        let asks = |maker: &Self, id: Id| {
            maker.program.any_node(id, &mut |node| matches!(node, Node::Kept(name) if names.contains(name)))
        };
        let mut rows = vec![(self.set(from)?, Picked { first, cells: Vec::new(), fixed: Vec::new() })];
        for &(name, from, domain) in rest {
            let all = match self.fixed_set(from) {
                Some(members) => members.iter().map(Later::Member).collect(),
                None if domain == Domain::Cell => self.cells_from(first, from, &asks)?,
                None => return Err("a later pick that is worked out"),
            };
            let mut longer = Vec::new();
            for (cells, picked) in &rows {
                for later in &all {
                    let mut picked = picked.clone();
                    let cells = match later {
                        Later::Member(member) => {
                            picked.fixed.push((name, *member));
                            *cells
                        }
                        Later::Cell(these, list) => {
                            picked.cells.push((name, list.clone()));
                            self.join(Code::And, *cells, *these)?
                        }
                    };
                    longer.push((cells, picked));
                }
            }
            if longer.len() > MANY {
                return Err("many things to pick");
            }
            rows = longer;
        }
        Ok(rows.into_iter().map(|(cells, picked)| (cells, How::Picked(picked))).collect())
    }

    /// What can be picked of the cells to which slides lead from the first cell.
    fn cells_from(&mut self, first: u32, from: Id, asks: &dyn Fn(&Self, Id) -> bool) -> Made<Vec<Later>> {
        let Node::Reach { span: false, from, path, to } = *self.node(from) else {
            return Err("a later cell that is worked out");
        };
        let is_first = matches!(self.node(from), Node::ToSet(one) if *self.node(*one) == Node::Kept(first));
        let slide = self.slide_from(path, false).filter(|slide| is_first && slide.range.1 <= LONG);
        let slide = slide.ok_or("a later cell that is worked out")?;
        let [leg] = self.legs(path) else { return Err("a path of several legs") };
        let target = to.unwrap_or(leg.through);
        if asks(self, leg.through) || asks(self, target) {
            return Err("a path that asks for what is picked");
        }
        let (through, target) = (self.set(leg.through)?, self.set(target)?);
        let mut all: Vec<Later> = Vec::new();
        for &way in &slide.ways {
            let back = self.undone_by(way).ok_or("a direction without way back")?;
            for length in slide.range.0.max(1)..=slide.range.1 {
                let mut cells = target;
                for step in (0..length).rev() {
                    let next = self.new_set()?;
                    self.put(Code::Step(next, cells, back as u8));
                    cells = if step == 0 { next } else { self.join(Code::And, next, through)? };
                }
                all.push(Later::Cell(cells, self.cells_ahead(way, length)));
            }
        }
        let lists = || all.iter().filter_map(|later| if let Later::Cell(_, list) = later { Some(list) } else { None });
        let is_apart = |one: &Vec<i64>, other: &Vec<i64>| one.iter().zip(other).all(|(a, b)| a != b || *a == NOTHING);
        if slide.range.0 < 1
            || !lists().enumerate().all(|(n, one)| lists().skip(n + 1).all(|other| is_apart(one, other)))
        {
            return Err("one cell by several slides");
        }
        Ok(all)
    }

    /// By cell, the one so many steps further in a direction; and none for no cell.
    fn cells_ahead(&self, way: u16, length: i64) -> Vec<i64> {
        let geometry = &self.program.geometry;
        let further = |cell: u16| {
            (0..length).try_fold(cell, |here, _| Some(geometry.step(here, way)).filter(|&next| next != NONE))
        };
        let ahead = (0..self.n_cells()).map(|cell| further(cell).map_or(NOTHING, i64::from));
        ahead.chain([NOTHING]).collect()
    }

    /// What a guard asks for more than once is worked out before it: where paths lead.
    pub(super) fn work_out_before(&mut self, guard: Id) {
        let mut asked: Vec<(Id, usize)> = Vec::new();
        self.count_paths(guard, &mut asked);
        for (id, _) in asked.into_iter().filter(|(_, times)| *times > 1) {
            let is_open = |node: &Node| matches!(node, Node::Temporary(_) | Node::TemporarySet(_));
            if !self.program.any_node(id, &mut |node| is_open(node)) {
                // If it cannot be written here it is not known before.
                let _ = self.attempt(|maker| maker.set(id));
            }
        }
    }

    /// Counts how often nodes are come to that tell where paths lead, those within others first.
    fn count_paths(&self, id: Id, asked: &mut Vec<(Id, usize)>) {
        let id = self.resolved(id);
        if let Some((_, times)) = asked.iter_mut().find(|(known, _)| *known == id) {
            *times += 1;
            return;
        }
        let mut below = Vec::new();
        self.node(id).children(&mut |child| below.push(child), &mut |_| {});
        below.into_iter().for_each(|child| self.count_paths(child, asked));
        if matches!(self.node(id), Node::Reach { .. }) {
            asked.push((id, 1));
        }
    }

    /// Binds the names of what is picked; the landing stands for the first cell.
    pub(super) fn bind_picked(&mut self, picked: &Picked) -> Made<()> {
        let landing = self.name(crate::rules::model::journey::LANDING)?;
        let register = |maker: &Self, name: u32| maker.regs.number_names[name as usize].ok_or("a picked set");
        let first = register(self, picked.first)?;
        self.put(Code::CopyNumber(first, landing));
        for (name, list) in &picked.cells {
            let (name, list) = (register(self, *name)?, super::numbered(&mut self.script.lists, list.clone()));
            self.put(Code::Look(name, first, list as u16));
        }
        for (name, member) in &picked.fixed {
            let name = register(self, *name)?;
            self.put(Code::Number(name, i32::from(*member)));
        }
        self.put(Code::Nothing(landing));
        Ok(())
    }
}
