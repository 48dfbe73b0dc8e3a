//! Where everything of a position lies in its block of words.
//!
//! First come the words by which repetition compares positions, then those that only play depends on, then counts.
//! Cells are bits: each plane has as many words as a set.

use crate::rules::Rules;
use crate::rules::model::{Holder, StatementKind, Variable, journey};
use crate::rules::types::{Domain, Type};
use crate::rules::unmoved::unmoved_kinds;
use crate::rules::walk;
use crate::syntax::ast::Lifetime;

/// How a scalar is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One bit.
    Bit,
    /// Eight bits; the value less the bias.
    Byte(i64),
    /// Sixteen bits; the value less the bias.
    Half(i64),
    /// A whole word.
    Word,
}

/// Where the values of a variable lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Scalars one after the other from this word on.
    Scalars(u32, Width),
    /// Sets, one after the other.
    Sets(u32),
}

/// Where a kept name lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// A scalar in this word.
    Scalar(u32),
    /// A set from this word on.
    Set(u32),
}

/// The places of everything in the block.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The words of a set.
    pub set: usize,
    /// The cells with a piece.
    pub occupied: usize,
    /// By player, the cells of its pieces.
    pub owners: usize,
    /// By kind, the cells of its pieces; the occupied cells where there is one kind only.
    pub kinds: Vec<u32>,
    /// The cells whose piece has moved, where a rule asks for it.
    pub moved: Option<usize>,
    /// By variable, its values; for piece variables by cell.
    pub variables: Vec<Place>,
    /// The piece variables in the order of their attributes, as numbers of variables.
    pub attributes: Vec<u16>,
    /// By terrain, the plane of its first value; the others follow.
    pub terrains: Vec<u32>,
    /// Pieces in hand, two in a word, by player and kind; none where nothing is ever in hand.
    pub hands: Option<usize>,
    /// By player, when it went out; one byte each.
    pub out: usize,
    /// By kept name.
    pub names: Vec<Name>,
    /// The first word of the kept names.
    pub names_start: usize,
    /// The first word of the names of the latest travel that chains do not compare.
    pub travel_start: usize,
    /// Where the words end that repetition compares as they are.
    pub key_end: usize,
    /// Where the words end that play depends on: behind the others stand which pieces have moved and the variables
    /// that repetition does not compare.
    pub compared_end: usize,
    /// By kind of which a rule asks whether they have moved, the cells of its pieces.
    pub unmoved: Vec<u32>,
    /// The same kinds, as bits.
    pub unmoved_kinds: u64,
    /// By variable, the turn in which it was last set, where that matters.
    pub written: Vec<Option<u32>>,
    /// Where those begin that positions are compared by, how many of them repetition compares, and how many there are.
    pub written_compared: (usize, usize, usize),
    /// The words of variables that do not outlast a turn and do not belong to pieces: where each begins and ends.
    pub passing: Vec<(usize, usize)>,
    /// The counters, a word each.
    pub counters: usize,
    /// How many words there are.
    pub len: usize,
}

/// Gives out places one after the other.
struct Places {
    next: usize,
}

impl Places {
    fn take(&mut self, words: usize) -> usize {
        let place = self.next;
        self.next += words;
        place
    }
}

impl Layout {
    /// The layout for rules whose sets have so many words; `sets` tells which kept names are sets.
    pub fn new(rules: &Rules, set: usize, sets: &[bool]) -> Self {
        let mut places = Places { next: 0 };
        let n_cells = rules.board.n_cells();
        let occupied = places.take(set);
        let owners = places.take(set * rules.players.len());
        let kinds = match rules.kinds.len() {
            1 => vec![occupied as u32],
            n => (0..n).map(|_| places.take(set) as u32).collect(),
        };
        let mut variables = vec![Place::Sets(0); rules.variables.len()];
        let compared = |variable: &Variable| variable.compared;
        for (number, variable) in rules.variables.iter().enumerate().filter(|(_, variable)| compared(variable)) {
            variables[number] = place(&mut places, rules, variable, set, n_cells);
        }
        let terrains = rules.terrains.iter().map(|terrain| places.take(set * terrain.values.len()) as u32).collect();
        let hands = has_hands(rules).then(|| places.take((rules.players.len() * rules.kinds.len()).div_ceil(2)));
        let out = places.take(rules.players.len().div_ceil(8));
        let names_start = places.next;
        let mut names = vec![Name::Scalar(0); rules.n_kept.max(journey::COUNT)];
        let is_travel = |name: usize| name < journey::COUNT && name != journey::TAKEN;
        let mut name_at = |name: usize, places: &mut Places| {
            names[name] = match sets.get(name) {
                Some(true) => Name::Set(places.take(set) as u32),
                _ => Name::Scalar(places.take(1) as u32),
            };
        };
        let n_names = rules.n_kept.max(journey::COUNT);
        (0..n_names).filter(|&name| !is_travel(name)).for_each(|name| name_at(name, &mut places));
        let travel_start = places.next;
        (0..n_names).filter(|&name| is_travel(name)).for_each(|name| name_at(name, &mut places));
        let key_end = places.next;
        let moved = rules.asks_unmoved.then(|| places.take(set));
        for (number, variable) in rules.variables.iter().enumerate().filter(|(_, variable)| !compared(variable)) {
            variables[number] = place(&mut places, rules, variable, set, n_cells);
        }
        let compared_end = places.next;
        let written = written(&mut places, rules);
        let asked = unmoved_kinds(rules);
        let counters = places.take(rules.counters.len());
        let unmoved = kinds.clone();
        Self {
            set,
            occupied,
            owners,
            kinds,
            moved,
            attributes: attributes(rules),
            passing: passing(rules, &variables, set),
            variables,
            written_compared: written.1,
            terrains,
            hands,
            out,
            names,
            names_start,
            travel_start,
            key_end,
            compared_end,
            unmoved: asked.iter().filter_map(|kind| unmoved.get(kind as usize).copied()).collect(),
            unmoved_kinds: asked.iter().fold(0, |kinds, kind| kinds | 1 << kind),
            written: written.0,
            counters,
            len: places.next,
        }
    }
}

/// The words that tell when variables that last two turns were set, those that repetition does not compare and then
/// those of pieces last; where the others begin, how many repetition compares, and how many there are.
fn written(places: &mut Places, rules: &Rules) -> (Vec<Option<u32>>, (usize, usize, usize)) {
    let mut written = vec![None; rules.variables.len()];
    let first = places.next;
    let sort = |variable: &Variable| match (variable.holder, variable.compared) {
        (Holder::Piece, _) => 2,
        (_, compared) => usize::from(!compared),
    };
    let mut ends = [first; 3];
    for (place, end) in ends.iter_mut().enumerate() {
        for (number, variable) in rules.variables.iter().enumerate() {
            if variable.lifetime == Lifetime::TwoTurns && sort(variable) == place {
                written[number] = Some(places.take(1) as u32);
            }
        }
        *end = places.next;
    }
    (written, (first, ends[0] - first, ends[1] - first))
}

fn passing(rules: &Rules, variables: &[Place], set: usize) -> Vec<(usize, usize)> {
    let passes = |variable: &Variable| {
        variable.holder != Holder::Piece && matches!(variable.lifetime, Lifetime::Turn | Lifetime::Move)
    };
    let words = |variable: &Variable, place: &Place| match *place {
        Place::Sets(at) => (at as usize, at as usize + set * variable.count.max(1)),
        Place::Scalars(at, width) => (at as usize, at as usize + words(width, variable.count, set)),
    };
    let all = rules.variables.iter().zip(variables);
    all.filter(|(variable, _)| passes(variable)).map(|(variable, place)| words(variable, place)).collect()
}

/// How many words so many scalars take.
fn words(width: Width, count: usize, set: usize) -> usize {
    let words = match width {
        Width::Bit => count.div_ceil(64).max(set),
        Width::Byte(_) => count.div_ceil(8),
        Width::Half(_) => count.div_ceil(4),
        Width::Word => count,
    };
    words.max(1)
}

fn place(places: &mut Places, rules: &Rules, variable: &Variable, set: usize, n_cells: usize) -> Place {
    let count = if variable.holder == Holder::Piece { n_cells } else { variable.count };
    if let Type::Set(_) = variable.ty {
        return Place::Sets(places.take(set * count.max(1)) as u32);
    }
    let width = width(rules, variable);
    Place::Scalars(places.take(words(width, count, set)) as u32, width)
}

/// How the values of a variable are stored. None is one below the least value, so that a cleared word holds it.
fn width(rules: &Rules, variable: &Variable) -> Width {
    let (low, high) = match variable.ty {
        Type::Truth => return Width::Bit,
        Type::Number(low, high) => (low, high),
        Type::One(domain) => (0, size(rules, domain) as i64),
        Type::Set(_) | Type::Nothing | Type::Unknown => return Width::Word,
    };
    match high.saturating_sub(low) {
        0..=253 => Width::Byte(low.saturating_sub(1)),
        254..=65_000 => Width::Half(low.saturating_sub(1)),
        _ => Width::Word,
    }
}

/// How many members a domain has.
pub fn size(rules: &Rules, domain: Domain) -> usize {
    match domain {
        Domain::Cell => rules.board.n_cells(),
        Domain::Direction => rules.board.directions.len(),
        Domain::Player => rules.players.len(),
        Domain::Kind => rules.kinds.len(),
        Domain::Number => 1024,
        Domain::Type(number) => rules.types.get(number).map_or(0, |ty| ty.values.len()),
    }
}

fn attributes(rules: &Rules) -> Vec<u16> {
    let pieces = rules.variables.iter().enumerate().filter(|(_, variable)| variable.holder == Holder::Piece);
    pieces.map(|(number, _)| number as u16).collect()
}

/// Whether any piece ever comes into a hand.
fn has_hands(rules: &Rules) -> bool {
    let mut found =
        rules.captured == crate::rules::model::Captured::Hand || rules.kinds.iter().any(|kind| kind.from_hand);
    walk::statements(rules, &mut |statement| {
        found |= matches!(statement.kind, StatementKind::Put { on: None, .. });
    });
    found
}
