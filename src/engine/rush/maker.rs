//! Writes the code of a rush from a program.
//!
//! Everything is written once for each player whose turn it is, so who `my` means is known. What cannot be written
//! as instructions is left to the plain machine: a node, a block, or a whole choice.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};

use crate::program::node::{Id, Leg, NONE, NOTHING, Node};
use crate::program::passes::Pass;
use crate::program::{Pool, Program, Travel};
use crate::rules::model::journey;
use crate::rules::types::Set;

use super::code::{Code, L, N, REGISTERS, Roles, S, Script};
use super::registers::Registers;

mod abilities;
mod attacks;
mod blocks;
mod chains;
mod choices;
mod crowds;
mod ends;
mod evasions;
mod explore;
mod legs;
mod lift;
mod maybe;
mod narrow;
mod numbers;
mod options;
mod phases;
mod picked;
mod picks;
mod piles;
mod reaches;
mod recall;
mod rounds;
mod seldom;
mod sets;
mod settle;
mod shields;
mod sought;
mod stays;
mod tabled;
mod tables;
mod taken;
mod takings;
mod threads;
mod together;
mod travels;
mod truths;
mod turns;
mod values;
mod variants;

/// Why something cannot be written as instructions.
pub type Unfit = &'static str;
/// What was made, or why not.
pub type Made<T> = Result<T, Unfit>;

/// What is known of nodes at a place of the code.
#[derive(Clone, Debug, Default)]
struct Known {
    sets: HashMap<(Id, u8, u8), S>,
    /// By variable of pieces and mask of its values, the cells where it has one of them.
    recalled: HashMap<(u16, u64), S>,
    numbers: HashMap<(Id, u8, u8), N>,
}

/// Writes code.
pub struct Maker<'a> {
    program: &'a Program,
    /// By node, the first that asks the same.
    same: Vec<Id>,
    regs: Registers,
    /// The constants of the code.
    pool: Pool,
    script: Script,
    /// By label, its place.
    labels: Vec<Option<u32>>,
    roles: Roles,
    known: Known,
    bound_sets: HashMap<u32, S>,
    bound_numbers: HashMap<u32, N>,
    /// Temporary names that are bound to what is known.
    fixed_sets: HashMap<u32, Set>,
    fixed_numbers: HashMap<u32, i64>,
    /// The cell that a travel leaves whose directions are asked for.
    fixed_origin: Option<u16>,
    /// The direction of the travel that a guard is asked about.
    fixed_way: Option<u16>,
    /// Cells for which it does not matter what is told of all cells at once.
    settled: Set,
    /// Where a search goes on that comes to a pile which registers do not tell.
    unalike: Option<L>,
    /// The registers that count the rounds of a `repeat`, by the register of the program.
    rounds: HashMap<u32, N>,
    /// Whether rounds are left out that begin as others did.
    prunes: bool,
    /// What a piece is taken to remember.
    fixed_recall: Cell<Option<recall::Recalled>>,
    /// Where it is asked of all cells at once whether a condition holds, the cells that matter.
    matters: Option<S>,
    /// The first instruction of the turn, while what is asked before it begins is written.
    beginning: Option<u32>,
    /// The cells of the pieces that travel, where those are not all that may.
    departing: Option<S>,
    /// What is picked in the options that are written, by name.
    fixed_picks: HashMap<u32, u16>,
    /// Pairs of sentences, as their moves and numbers, no two options of which read alike; yes: but where a piece goes from and
    /// to the same cells.
    told_apart: HashMap<[(u16, u16); 2], bool>,
    /// What was proven of how pairs of sentences are written.
    alike: RefCell<HashMap<[(u16, u16); 2], crate::program::Alike>>,
    /// What is seldom come to, which is written at the end: a label and the code there.
    aside: Vec<(L, Vec<Code>)>,
    /// By player and phase, where its turn begins.
    starts: Vec<L>,
    /// By player and phase, where its turn begins once that player is the mover.
    entered: Vec<L>,
    /// By player and phase, where it has begun and the first choice comes.
    begun: Vec<L>,
    /// By choice that was sought, the label after an option is taken.
    seeking: Vec<(u16, L)>,
    /// Where the options of a group are left to the machine if two of them may read alike.
    clash: Option<L>,
    /// Whether the names of the latest travel are surely bound to nothing.
    is_clear: bool,
    /// The next free registers.
    next: (usize, usize),
    /// By place, the register of a set of which it is asked whether it joins two others, and those.
    joins: Vec<(S, [Set; 2])>,
    /// Tables of neighbours by the directions.
    tables: HashMap<Vec<u16>, u16>,
    /// Tables of all that lies in some directions.
    rays: HashMap<Vec<u16>, u16>,
    /// Tables of the cells from which one gets to a cell, by the first set of where one gets.
    reversals: HashMap<u32, u16>,
    /// Tables of the cells from which several steps lead to a cell, by their directions.
    stepped: HashMap<Vec<Vec<u16>>, u16>,
    /// Where it is told whether the first choice of the turn has an option, if one was sought before the turn began, and
    /// its move if there is but one.
    sought: Option<(N, Option<u16>)>,
    /// By player and instruction of the turn, its label.
    turn_labels: HashMap<(u8, u32), L>,
    /// Where it is told whether an option has come to its choice.
    reached: Option<N>,
    /// What is still to be written.
    due: Vec<(u8, u32)>,
}

impl<'a> Maker<'a> {
    /// The code for a program with the constants that it uses.
    ///
    /// # Errors
    /// If the program does what no rush can.
    pub fn script(program: &'a Program) -> Made<(Script, Registers, Pool)> {
        let regs = Registers::new(program).ok_or("positions need too many registers")?;
        let next = regs.used;
        let script = Script { used: regs.used, ..Script::default() };
        let mut maker = Self {
            program,
            same: crate::program::same(program),
            regs,
            pool: Pool::new(program.width()),
            script,
            labels: Vec::new(),
            roles: Roles { me: 0, mover: 0 },
            known: Known::default(),
            bound_sets: HashMap::new(),
            bound_numbers: HashMap::new(),
            fixed_sets: HashMap::new(),
            fixed_numbers: HashMap::new(),
            fixed_origin: None,
            fixed_way: None,
            settled: Set::default(),
            unalike: None,
            rounds: HashMap::new(),
            prunes: false,
            fixed_recall: Cell::new(None),
            matters: None,
            departing: None,
            beginning: None,
            fixed_picks: HashMap::new(),
            told_apart: HashMap::new(),
            alike: RefCell::default(),
            aside: Vec::new(),
            starts: Vec::new(),
            entered: Vec::new(),
            begun: Vec::new(),
            seeking: Vec::new(),
            joins: Vec::new(),
            clash: None,
            is_clear: false,
            next,
            tables: HashMap::new(),
            rays: HashMap::new(),
            reversals: HashMap::new(),
            stepped: HashMap::new(),
            sought: None,
            turn_labels: HashMap::new(),
            reached: None,
            due: Vec::new(),
        };
        maker.turns()?;
        if !maker.keeps_piles() {
            return Err("pieces that pile up");
        }
        let mut moves = program.moves.iter();
        maker.script.picks_are_last =
            program.royal == 0 && program.ensures.is_empty() && moves.all(|each| each.ensures.is_empty());
        maker.write_aside();
        maker.find_touched();
        maker.drop_jumps();
        if program.passes.has(Pass::Threads) {
            maker.thread();
        }
        maker.settle()?;
        // Turns that are one instruction are not counted one by one.
        if program.sites.is_none() && !maker.script.puts_out {
            maker.script.find_drops(program, &maker.regs);
        }
        Ok((maker.script, maker.regs, maker.pool))
    }

    fn put(&mut self, code: Code) {
        self.script.code.push(code);
    }

    fn label(&mut self) -> L {
        self.labels.push(None);
        self.labels.len() as L - 1
    }

    /// The label is here.
    fn here(&mut self, label: L) {
        self.labels[label as usize] = Some(self.script.code.len() as u32);
    }

    fn new_set(&mut self) -> Made<S> {
        if self.next.0 == REGISTERS {
            return Err("too many sets at once");
        }
        self.next.0 += 1;
        self.script.used.0 = self.script.used.0.max(self.next.0);
        Ok((self.next.0 - 1) as S)
    }

    fn new_number(&mut self) -> Made<N> {
        if self.next.1 == REGISTERS {
            return Err("too many numbers at once");
        }
        self.next.1 += 1;
        self.script.used.1 = self.script.used.1.max(self.next.1);
        Ok((self.next.1 - 1) as N)
    }

    /// Forgets what was known of nodes: the position or a name changes, or the code is reached from elsewhere.
    fn forget(&mut self) {
        self.known = Known::default();
    }

    /// Writes code that is not always reached: what it finds out is not known afterwards.
    fn aside<T>(&mut self, write: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        let known = self.known.clone();
        let made = write(self);
        self.known = known;
        made
    }

    /// Tries to write something; if that cannot be done, nothing is written.
    fn attempt<T>(&mut self, write: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        let place = self.script.code.len();
        let (known, next) = (self.known.clone(), self.next);
        let (sets, numbers) = (self.bound_sets.clone(), self.bound_numbers.clone());
        let (choices, aside) = (self.script.choices.len(), self.aside.len());
        let (explorations, n_tables) = (self.script.explorations.len(), self.script.n_tables);
        let (roles, sought) = (self.roles, self.sought);
        let (unalike, n_visits) = (self.unalike, self.script.visits.len());
        let made = write(self);
        if made.is_err() {
            self.script.code.truncate(place);
            let beyond = |label: &&mut Option<u32>| label.is_some_and(|label| label as usize > place);
            self.labels.iter_mut().filter(beyond).for_each(|label| *label = None);
            self.aside.truncate(aside);
            self.script.choices.truncate(choices);
            self.script.explorations.truncate(explorations);
            self.script.n_tables = n_tables;
            self.script.visits.truncate(n_visits);
            self.unalike = unalike;
            (self.known, self.next, self.roles, self.sought) = (known, next, roles, sought);
            (self.bound_sets, self.bound_numbers) = (sets, numbers);
        }
        made
    }

    /// Writes with other roles.
    fn acting<T>(&mut self, roles: Roles, write: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        let before = std::mem::replace(&mut self.roles, roles);
        let made = write(self);
        self.roles = before;
        made
    }

    /// The members of a constant set of the program.
    fn members(&self, number: u32) -> Set {
        self.program.pool.set(number)
    }

    /// The number of a constant of the code.
    fn constant(&mut self, members: &Set) -> Made<u16> {
        let number = self.pool.add(members.iter().collect());
        u16::try_from(number).map_err(|_| "too many constants")
    }

    /// The number of the first of several constants.
    fn constants(&mut self, sets: Vec<Set>) -> Made<u16> {
        let last = self.pool.words.len() / self.pool.width + sets.len();
        let first = self.pool.add_all(sets);
        if last > usize::from(u16::MAX) { Err("too many constants") } else { Ok(first as u16) }
    }

    /// All that a set may have for members.
    fn everything(&self) -> Set {
        (0..self.pool.width as u16 * 64).collect()
    }

    /// All cells.
    fn cells(&self) -> Set {
        (0..self.n_cells()).collect()
    }

    fn n_cells(&self) -> u16 {
        self.program.geometry.n_cells as u16
    }

    fn n_players(&self) -> u8 {
        self.program.rules.players.len() as u8
    }

    fn node(&self, id: Id) -> &'a Node {
        &self.program.nodes[id as usize]
    }

    /// The legs of a path; none of one that the machine follows: with a condition for its steps, or where it is asked on the way what
    /// the piece is that travels, which the machine is told though no cell holds the piece.
    fn legs(&self, path: u32) -> &'a [Leg] {
        let legs = self.program.paths[path as usize].as_slice();
        let is_conditional = legs.iter().any(|leg| leg.condition.is_some());
        let mut travels = self.program.travels().filter(|travel| travel.path == path);
        if is_conditional || travels.any(|travel| self.asks_who_travels(travel)) { &[] } else { legs }
    }

    /// Whether it is asked on the way of a travel what the piece is that travels, and not only of what stands on each cell.
    fn asks_who_travels(&self, travel: &Travel) -> bool {
        travel.glance.is_none() && self.program.tells_of_lifted(travel)
    }

    /// The set that a node always gives to these roles, if that is known.
    fn fixed_set(&self, id: Id) -> Option<Set> {
        match self.node(id) {
            Node::TemporarySet(name) => self.fixed_sets.get(name).cloned(),
            Node::ConstantSet(number) => Some(self.members(*number)),
            Node::ConstantSetByMe(number) => Some(self.members(number + u32::from(self.roles.me))),
            Node::ToSet(one) => {
                let one = self.fixed_number(*one)?;
                Some(u16::try_from(one).into_iter().collect())
            }
            Node::If(..) if !matches!(self.node(self.resolved(id)), Node::If(..)) => self.fixed_set(self.resolved(id)),
            Node::Union(a, b) => {
                let (a, b) = (self.fixed_set(*a)?, self.fixed_set(*b)?);
                Some(a.iter().chain(b.iter()).collect())
            }
            Node::Ranks(player, from, to) => {
                let player = self.fixed_number(*player).and_then(|player| usize::try_from(player).ok())?;
                let bound = |bound: &Option<Id>, open: i64| match bound {
                    Some(bound) => self.fixed_number(*bound).map(super::lane::value),
                    None => Some(open),
                };
                let ranks = bound(from, 1)?.max(1)..=bound(to, i64::MAX)?;
                let cells = (0..).zip(self.program.geometry.ranks.get(player)?);
                Some(cells.filter(|(_, rank)| ranks.contains(&i64::from(**rank))).map(|(cell, _)| cell).collect())
            }
            Node::Opposite(ways) => {
                let back = |way: u16| self.program.geometry.opposite.get(usize::from(way)).copied();
                let back = self.fixed_set(*ways)?.iter().filter_map(back).filter(|&back| back != NONE).collect();
                Some(back)
            }
            Node::Enemies(player) => {
                let own = self.fixed_number(*player)?;
                let others = (0..u16::from(self.n_players())).filter(|&other| i64::from(other) != own);
                Some(if own == NOTHING { Set::default() } else { others.collect() })
            }
            _ => None,
        }
    }

    /// The scalar that a node always gives to these roles, if that is known.
    fn fixed_number(&self, id: Id) -> Option<i64> {
        match self.node(id) {
            Node::Temporary(name) => self.fixed_numbers.get(name).copied(),
            Node::Kept(name) if *name as usize == journey::WAY => self.fixed_way.map(i64::from),
            Node::Kept(name) if *name as usize == journey::ORIGIN => self.fixed_origin.map(i64::from),
            Node::Kept(name) => self.fixed_picks.get(name).map(|&member| i64::from(member)),
            Node::Contains(one, set) if self.fixed_origin.is_some() => {
                let (one, set) = (self.fixed_number(*one)?, self.fixed_set(*set)?);
                Some(i64::from(u16::try_from(one).is_ok_and(|one| set.contains(one))))
            }
            Node::Constant(value) => Some(*value),
            Node::If(condition, then, otherwise) => {
                let holds = self.fixed_number(*condition)? == 1;
                self.fixed_number(if holds { *then } else { *otherwise })
            }
            Node::ConstantByMe(values) => Some(values[(self.roles.me as usize).min(values.len() - 1)]),
            Node::Me => Some(i64::from(self.roles.me)),
            Node::Mover => Some(i64::from(self.roles.mover)),
            Node::Next if self.script.puts_out => None,
            Node::Next => Some(i64::from((self.roles.mover + 1) % self.n_players())),
            Node::FirstOf(set) => Some(self.fixed_set(*set)?.first().map_or(NOTHING, i64::from)),
            Node::Variable(variable, Some(holder)) => self.recalled(*variable, *holder),
            Node::Shows(ty, side, pose) => self.shown((*ty, *side), *pose),
            Node::Same(a, b) => Some(i64::from(self.fixed_number(*a)? == self.fixed_number(*b)?)),
            Node::Compare(how, a, b) => {
                let (a, b) = (self.fixed_number(*a)?, self.fixed_number(*b)?);
                Some(i64::from(how.holds(super::lane::value(a), super::lane::value(b))))
            }
            Node::Arithmetic(how, a, b) => {
                let (a, b) = (self.fixed_number(*a)?, self.fixed_number(*b)?);
                Some(how.of(super::lane::value(a), super::lane::value(b)))
            }
            Node::RankOf(cell, player) => {
                let (cell, player) = (self.fixed_number(*cell)?, self.fixed_number(*player)?);
                let ranks = usize::try_from(player).ok().and_then(|player| self.program.geometry.ranks.get(player))?;
                let cell = usize::try_from(cell).ok();
                Some(cell.and_then(|cell| ranks.get(cell)).map_or(0, |&rank| i64::from(rank)))
            }
            Node::Not(a) => Some(i64::from(self.fixed_number(*a)? != 1)),
            Node::And(a, b) => match (self.fixed_number(*a), self.fixed_number(*b)) {
                (Some(value), other) | (other, Some(value)) if value == 1 => other.map(|value| i64::from(value == 1)),
                (Some(_), _) | (_, Some(_)) => Some(0),
                (None, None) => None,
            },
            Node::Or(a, b) => match (self.fixed_number(*a), self.fixed_number(*b)) {
                (Some(1), _) | (_, Some(1)) => Some(1),
                (Some(_), Some(_)) => Some(0),
                _ => None,
            },
            _ => None,
        }
    }

    /// The node that another surely gives, if its conditions are known; of those that ask the same the first.
    fn resolved(&self, id: Id) -> Id {
        match self.node(id) {
            Node::If(condition, then, otherwise) => match self.fixed_number(*condition) {
                Some(holds) => self.resolved(if holds == 1 { *then } else { *otherwise }),
                None => self.same[id as usize],
            },
            _ => self.same[id as usize],
        }
    }

    /// Whether a node asks for anything of the latest travel.
    fn asks_of_travel(&self, id: Id) -> bool {
        self.program.any_node(
            id,
            &mut |node| matches!(node, Node::Kept(name) | Node::KeptSet(name) if (*name as usize) < journey::COUNT),
        )
    }

    /// Lets the plain machine know what temporary names are bound to.
    fn tell_names(&mut self) {
        let numbers: BTreeMap<u32, N> = self.bound_numbers.iter().map(|(&name, &n)| (name, n)).collect();
        let sets: BTreeMap<u32, S> = self.bound_sets.iter().map(|(&name, &s)| (name, s)).collect();
        numbers.into_iter().for_each(|(name, n)| self.put(Code::BindNumber(name, n)));
        sets.into_iter().for_each(|(name, s)| self.put(Code::BindSet(name, s)));
    }
}

/// The number of a thing among those that are kept; an equal one is not kept twice.
fn numbered<T: PartialEq>(kept: &mut Vec<T>, thing: T) -> usize {
    kept.iter().position(|known| *known == thing).unwrap_or_else(|| {
        kept.push(thing);
        kept.len() - 1
    })
}
