//! The flat program that the engine runs: expressions as nodes, paths as legs, blocks as operations, the position as
//! a block of words, the board as tables.
//!
//! A program says the same as the rules that it was compiled from; the plain evaluator says what those mean. See
//! `docs/engine.md`.

use std::sync::Arc;

use crate::rules::Rules;
use crate::rules::types::Type;
use crate::source::Span;

pub mod classes;
mod drawing;
mod dump;
mod geometry;
mod layout;
mod lower;
pub mod node;
pub mod passes;
mod piles;
mod pool;
mod reading;
mod same;
mod shared;
pub mod sites;
mod visit;
mod width;
mod words;

pub use classes::Class;
pub use geometry::{Geometry, LeapTable, Shift};
pub use layout::{Layout, Name, Place, Width, size};
pub use lower::first_scalar;
use node::{Draw, Id, Leg, Node, Op, TurnOp};
use passes::{Pass, Passes};
pub use piles::{may_pile, pile_everywhere};
pub use pool::Pool;
pub use reading::Alike;
pub use same::same;
pub use shared::shared;
use sites::Sites;

/// Rules as the engine runs them.
#[derive(Clone, Debug)]
pub struct Program {
    /// The rules that it was compiled from.
    pub rules: Arc<Rules>,
    /// Where everything lies.
    pub layout: Layout,
    /// The board.
    pub geometry: Geometry,
    /// The constant sets.
    pub pool: Pool,
    /// The nodes of all expressions.
    pub nodes: Vec<Node>,
    /// The legs of all paths.
    pub paths: Vec<Vec<Leg>>,
    /// The operations of all blocks.
    pub ops: Vec<Op>,
    /// By operation, the statement that it comes from.
    pub places: Vec<Span>,
    /// The set-up and the turns.
    pub turn: Vec<TurnOp>,
    /// The draws of Chance and the names that they bind.
    pub draws: Vec<(u32, Draw)>,
    /// The choices of players.
    pub choices: Vec<Choose>,
    /// The moves.
    pub moves: Vec<Move>,
    /// By phase, the condition that ends it.
    pub until: Vec<Option<Id>>,
    /// By end clause: its condition, and the players or the score that its result is about.
    pub ends: Vec<End>,
    /// By moment, the numbers of the clauses that are tested then.
    pub ends_at: [Vec<u16>; 4],
    /// What happens after every move, as the place of a block.
    pub afterwards: Option<u32>,
    /// What must hold after every move.
    pub ensures: Vec<Id>,
    /// What must hold when a turn is over.
    pub turn_ensures: Vec<Id>,
    /// How many temporary names there are.
    pub n_temporary: usize,
    /// How many scalar registers a run has.
    pub n_registers: usize,
    /// How many registers for sets.
    pub n_set_registers: usize,
    /// The royal kinds, as bits.
    pub royal: u64,
    /// Whether a drop must say its kind.
    pub several_dropped: bool,
    /// The block of words before the set-up.
    pub blank: Vec<u64>,
    /// The attributes of a new piece, by kind.
    pub new_attributes: Vec<Vec<i64>>,
    /// The variables whose values last a move, a turn, two turns.
    pub lasting: Lasting,
    /// The values of tables: scalars, or the first of as many sets and the missing one last.
    pub tables: Vec<Table>,
    /// What is painted: by cell the value or none.
    pub paintings: Vec<Vec<Option<u16>>>,
    /// The variables.
    pub variables: Vec<Variable>,
    /// By name of the latest travel, whether any rule reads it.
    pub reads: [bool; 6],
    /// Whether random games are rushed to their end.
    pub rushes: bool,
    /// What is done to the code of random games.
    pub passes: Passes,
    /// After how many decisions of random games native code is written for them, sooner where they take long; none if never.
    pub native_after: Option<u64>,
    /// By node, its number among those that a guard asks for more than once, if it is one of them.
    pub shared: Vec<Option<u16>>,
    /// By move, whether it does not matter by which sentence a piece came to its landing.
    pub merges: Vec<bool>,
    /// What is counted while it runs, if anything is.
    pub sites: Option<Sites>,
}

/// What the engine needs to know of a variable.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Where its values lie.
    pub place: Place,
    /// Whether it belongs to pieces, and then its number among the attributes.
    pub attribute: Option<u16>,
    /// How many values there are, if it does not belong to pieces.
    pub count: usize,
    /// The kinds of the pieces that it belongs to, as bits.
    pub kinds: u64,
    /// What its values are.
    pub ty: Type,
}

impl Variable {
    /// A scalar as a value of the variable: numbers no further than the ends of its range.
    #[inline]
    pub fn fit(&self, value: i64) -> i64 {
        match self.ty {
            Type::Number(low, high) => (if value == node::NOTHING { 0 } else { value }).min(high).max(low),
            Type::Truth => i64::from(value == 1),
            _ => value,
        }
    }

    /// Whether its values are yes or no.
    #[inline]
    pub fn is_truth(&self) -> bool {
        self.ty == Type::Truth
    }

    /// A loaded scalar as what an expression sees: a number is never none.
    #[inline]
    pub fn seen(&self, value: i64) -> i64 {
        match self.ty {
            Type::Number(..) if value == node::NOTHING => 0,
            _ => value,
        }
    }
}

/// The variables by how long they last.
#[derive(Clone, Debug, Default)]
pub struct Lasting {
    /// To the end of the move.
    pub a_move: Vec<u16>,
    /// To the end of the turn.
    pub a_turn: Vec<u16>,
    /// To the end of the next turn.
    pub two_turns: Vec<u16>,
}

/// A constant function.
#[derive(Clone, Debug)]
pub enum Table {
    /// Scalars by key, and what a missing key gives.
    Scalars(Vec<i64>, i64),
    /// So many sets from this number on, the one for a missing key last.
    Sets(u32, usize),
}

/// A decision of the mover.
#[derive(Clone, Debug)]
pub struct Choose {
    /// Whether the player may stop instead.
    pub may: bool,
    /// Groups of moves, each group only when the earlier have no option.
    pub groups: Vec<Vec<u16>>,
    /// What must be greatest (yes) or least, in order.
    pub most: Vec<(bool, Id)>,
    /// Whether of the options that lead to one position only the first is offered.
    pub distinct: bool,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its alternatives.
    pub sentences: Vec<Sentence>,
    /// What happens after each, as the place of a block.
    pub afterwards: Option<u32>,
    /// What must hold in the end.
    pub ensures: Vec<Id>,
    /// How it is written, quiet and taking, where the file says so.
    pub notation: Option<(Template, Template)>,
    /// How random games find its options.
    pub class: Class,
    /// Whether its options can be drawn as sets of landings, though the file says how they are written.
    pub drawn: bool,
}

/// A text with holes.
pub type Template = Vec<Part>;

/// A part of a template.
#[derive(Clone, Debug)]
pub enum Part {
    /// Plain text.
    Text(String),
    /// A scalar, with its type.
    Scalar(Id, crate::rules::types::Type),
    /// A set, with its type.
    Set(Id, crate::rules::types::Type),
    /// All that was picked for these kept names, in the order of the picks.
    Each(Vec<usize>),
}

/// One alternative of a move.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// What is picked first: name, set, domain.
    pub picks: Vec<(u32, Id, crate::rules::types::Domain)>,
    /// The piece that travels, if any.
    pub travel: Option<Travel>,
    /// The guard.
    pub when: Option<Id>,
    /// Whether the guard can be asked before the travel.
    pub early: bool,
    /// The effects, as the place of a block.
    pub block: Option<u32>,
    /// Whether the cells of an option tell what it changes of pieces, hands and counted variables, if its text asks for no
    /// more choices.
    pub by_cells: bool,
    /// Its site, where it is counted how often it is followed.
    pub site: Option<u16>,
}

/// Who goes how to what.
#[derive(Clone, Debug)]
pub struct Travel {
    /// The kinds, in order.
    pub kinds: Vec<u8>,
    /// The cells from which the mover's and neutral pieces of these kinds go.
    pub from: Id,
    /// Whether the piece comes from the hand or the supply.
    pub drops: bool,
    /// How it goes.
    pub path: u32,
    /// Where it may land.
    pub to: Id,
    /// What it takes besides.
    pub taking: Option<Id>,
    /// Whether what it takes leaves at the end of the whole move.
    pub at_end: bool,
    /// How its landings can be seen at a glance, if they can.
    pub glance: Option<Glance>,
    /// What its target asks about the board.
    pub target: Target,
    /// Whether the cells from which it can hop can be found for all pieces at once.
    pub hops: bool,
}

impl Travel {
    /// The kinds as bits.
    pub fn kinds_as_bits(&self) -> u64 {
        self.kinds.iter().fold(0, |bits, &kind| bits | 1_u64.checked_shl(kind.into()).unwrap_or(0))
    }
}

/// What the target of a travel asks about the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Anything.
    Any,
    /// Of each cell only what stands there.
    Cells,
    /// Nothing.
    Nothing,
}

/// How the landings of a piece can be seen at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// By player and cell, the cells that may be reached, from this set of the pool on.
    Table(u32),
    /// Rays up to the first cell that may not be passed.
    Rays,
    /// Every cell.
    Anywhere,
}

/// An end clause.
#[derive(Clone, Debug)]
pub struct End {
    /// When it holds.
    pub when: Option<Id>,
    /// The players (a set), or the score (a scalar) with the name that holds each player.
    pub about: Option<(Id, u32)>,
}

impl Program {
    /// Compiles rules.
    pub fn new(rules: impl Into<Arc<Rules>>) -> Self {
        Self::made(lower::program(rules.into(), None))
    }

    /// Compiles rules to a program that counts how often everything in them is done. Native code does not count.
    pub fn counting(rules: impl Into<Arc<Rules>>) -> Self {
        let mut program = Self::made(lower::program(rules.into(), Some(Sites::default())));
        program.native_after = None;
        // By which sentence a piece came to its landing is counted.
        program.merges.fill(false);
        program
    }

    fn made(mut program: Self) -> Self {
        classes::classify(&mut program);
        program
    }

    /// The names of what can be switched off: classes of moves, rushes, native code, and the passes over the code of rushes.
    pub fn switches() -> impl Iterator<Item = &'static str> {
        Class::NAMES.into_iter().chain(Pass::ALL.map(Pass::name))
    }

    /// Switches a class off: its moves are run like all others; or rushes: random games are played decision by
    /// decision; or native code: rushes go by their instructions alone; or a pass over their code.
    pub fn switch_off(&mut self, name: &str) {
        self.rushes &= name != "rush";
        self.passes = self.passes.without(name);
        self.native_after = self.native_after.filter(|_| name != "native");
        for each in self.moves.iter_mut().filter(|each| each.class.name() == name) {
            each.class = Class::Listed(classes::Reason::SwitchedOff);
        }
        self.moves.iter_mut().for_each(|each| each.drawn &= name != Class::Sets.name());
    }

    /// Switches rushes, passes and native code off where they are in another program; and native code is written as soon.
    pub fn copy_switches(&mut self, other: &Self) {
        self.rushes &= other.rushes;
        self.passes = self.passes.and(other.passes);
        self.native_after = self.native_after.and(other.native_after);
    }

    /// A program with a block of statements that do not belong to the rules, and the place of the block.
    pub fn with_block(&self, statements: &[crate::rules::model::Statement]) -> (Self, u32) {
        lower::with_block(self, statements)
    }

    /// A program with a condition that does not belong to the rules, and its node.
    pub fn with_condition(&self, condition: &crate::rules::model::Expr) -> (Self, Id) {
        lower::with_condition(self, condition)
    }

    /// The travels of all moves.
    pub fn travels(&self) -> impl Iterator<Item = &Travel> {
        self.moves.iter().flat_map(|each| &each.sentences).filter_map(|sentence| sentence.travel.as_ref())
    }

    /// Whether the path or the target of a travel may ask what a piece is or remembers: the piece that travels is told
    /// of where it is, though no cell holds it.
    pub fn tells_of_lifted(&self, travel: &Travel) -> bool {
        let mut tells = |node: &Node| match node {
            Node::KindAt(_) | Node::OwnerAt(_) | Node::Height(_) | Node::Unmoved => true,
            Node::Variable(number, _) | Node::VariableSet(number, _) | Node::WhereYes(number) => {
                self.variables[*number as usize].attribute.is_some()
            }
            _ => false,
        };
        self.any_node_of_path(travel.path, &mut tells) || self.any_node(travel.to, &mut tells)
    }

    /// How a cube lies that was tipped in a direction; as before if nothing tips that way.
    pub fn tipped(&self, ty: u16, pose: u16, way: Option<u16>) -> u16 {
        let compass = self.rules.board.compass;
        let quarter = way.map(usize::from).filter(|&way| way < compass && (way * 4).is_multiple_of(compass));
        let cube = self.rules.types[ty as usize].cube.as_ref();
        let tipped = cube.and_then(|cube| cube.tipped.get(pose as usize));
        quarter.zip(tipped).map_or(pose, |(way, tipped)| tipped[way * 4 / compass])
    }

    /// How many words a set has.
    pub fn width(&self) -> usize {
        self.pool.width
    }
}
