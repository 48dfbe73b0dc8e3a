//! What is counted while a program runs that counts: how often everything in the rules was done, and what stood on
//! the board. Chance, search and questions within questions are not counted: only options that were taken, and what
//! turns do.

use std::sync::Arc;

use crate::program::node::{NONE, NOTHING};
use crate::program::{Program, Variable};
use crate::rules::Rules;
use crate::rules::types::{Domain, Type};

use super::bits::Bits;
use super::machine::Machine;
use super::scratch::Scratch;
use super::state::State;
use super::turn::Taken;
use super::{Engine, Position, on};

/// Of a variable with more values than this none is counted.
const MANY: usize = 128;

/// What was counted, as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Options that were taken, those of Chance included.
    pub decisions: u64,
    /// By move, options of it that were taken.
    pub moves: Vec<u64>,
    /// By site of the program, how often what is there was done.
    pub done: Vec<u64>,
    /// By end clause, how often it held.
    pub ends: Vec<u64>,
    /// By kind, positions in which a piece of it stood.
    pub kinds: Vec<u64>,
    /// By cell, positions in which a piece stood there.
    pub cells: Vec<u64>,
    /// By variable, positions in which it had a value somewhere, in the order of [`values`]; empty where it has too
    /// many.
    pub values: Vec<Vec<u64>>,
}

impl Counted {
    /// Adds what was counted elsewhere, so many times.
    pub fn add(&mut self, other: &Self, times: u64) {
        self.decisions += times * other.decisions;
        add(&mut self.moves, &other.moves, times);
        add(&mut self.done, &other.done, times);
        add(&mut self.ends, &other.ends, times);
        add(&mut self.kinds, &other.kinds, times);
        add(&mut self.cells, &other.cells, times);
        self.values.resize(self.values.len().max(other.values.len()), Vec::new());
        self.values.iter_mut().zip(&other.values).for_each(|(sum, other)| add(sum, other, times));
    }
}

fn add(sums: &mut Vec<u64>, others: &[u64], times: u64) {
    sums.resize(sums.len().max(others.len()), 0);
    sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += times * other);
}

/// The values that are counted of a variable, in words and in order; none if there are too many.
pub fn values(rules: &Rules, ty: Type) -> Option<Vec<String>> {
    if n_values(rules, ty)? > MANY {
        return None;
    }
    match ty {
        Type::Truth => Some(vec!["no".to_owned(), "yes".to_owned()]),
        Type::Number(least, most) => Some((least..=most).map(|n| n.to_string()).collect()),
        Type::One(Domain::Player) => Some(rules.players.iter().map(|player| player.name.clone()).collect()),
        Type::One(Domain::Kind) => Some(rules.kinds.iter().map(|kind| kind.name.clone()).collect()),
        Type::One(Domain::Type(number)) => Some(rules.types[number].values.clone()),
        _ => None,
    }
}

fn n_values(rules: &Rules, ty: Type) -> Option<usize> {
    match ty {
        Type::Truth => Some(2),
        Type::Number(least, most) => usize::try_from(most.checked_sub(least)?.checked_add(1)?).ok(),
        Type::One(Domain::Player) => Some(rules.players.len()),
        Type::One(Domain::Kind) => Some(rules.kinds.len()),
        Type::One(Domain::Type(number)) => Some(rules.types[number].values.len()),
        _ => None,
    }
}

/// The counts of a position that is played on.
#[derive(Clone, Debug)]
pub struct Tally<const W: usize> {
    counted: Counted,
    /// How many positions had a piece on a cell, bit by bit, the lowest first: so all cells are counted at once.
    cells: Vec<Bits<W>>,
    /// By variable, how many values it has; none where they are not counted.
    n_values: Vec<usize>,
}

impl<const W: usize> Tally<W> {
    /// Nothing was counted yet; none if the program does not count.
    pub fn new(program: &Program) -> Option<Box<Self>> {
        let sites = program.sites.as_ref()?;
        let rules = &program.rules;
        let counted_values = |variable: &Variable| match n_values(rules, variable.ty) {
            Some(n) if n <= MANY => n,
            _ => 0,
        };
        let n_values: Vec<usize> = program.variables.iter().map(counted_values).collect();
        let counted = Counted {
            decisions: 0,
            moves: vec![0; rules.moves.len()],
            done: vec![0; sites.all.len()],
            ends: vec![0; rules.ends.len()],
            kinds: vec![0; rules.kinds.len()],
            cells: vec![0; program.geometry.n_cells],
            values: n_values.iter().map(|&n| vec![0; n]).collect(),
        };
        Some(Box::new(Self { counted, cells: Vec::new(), n_values }))
    }

    /// What was counted since it was last asked.
    pub fn take(&mut self, program: &Program) -> Counted {
        for (number, bits) in self.cells.drain(..).enumerate() {
            for cell in bits.iter().filter(|&cell| usize::from(cell) < program.geometry.n_cells) {
                self.counted.cells[usize::from(cell)] += 1 << number;
            }
        }
        let fresh = Self::new(program).map(|fresh| fresh.counted).unwrap_or_default();
        std::mem::replace(&mut self.counted, fresh)
    }

    /// What a run has done is done: its option was taken, or it belongs to a turn.
    #[inline]
    pub fn note_done(&mut self, st: &mut State) {
        for site in st.done.drain(..) {
            self.note_site(site);
        }
    }

    /// Something was done.
    #[inline]
    pub fn note_site(&mut self, site: u16) {
        if let Some(count) = self.counted.done.get_mut(usize::from(site)) {
            *count += 1;
        }
    }

    /// An option was taken: of a move, or [`NONE`].
    #[inline]
    pub fn note_taken(&mut self, number: u16) {
        self.counted.decisions += 1;
        if let Some(count) = self.counted.moves.get_mut(usize::from(number)).filter(|_| number != NONE) {
            *count += 1;
        }
    }

    /// An end held.
    pub fn note_end(&mut self, clause: usize) {
        if let Some(count) = self.counted.ends.get_mut(clause) {
            *count += 1;
        }
    }

    /// A position stands.
    pub fn note_position(&mut self, machine: &Machine<W>, st: &State) {
        let layout = &machine.program.layout;
        self.note_cells(st.bits(layout.occupied));
        let mut kinds: u64 = 0;
        for (kind, &plane) in layout.kinds.iter().enumerate() {
            kinds |= u64::from(!st.bits::<W>(plane as usize).is_empty()) << kind;
        }
        kinds |= machine.buried_pieces(st).fold(0, |kinds, piece| kinds | 1 << piece.kind);
        for (kind, count) in self.counted.kinds.iter_mut().enumerate() {
            *count += kinds >> kind & 1;
        }
        for (number, variable) in machine.program.variables.iter().enumerate() {
            if self.n_values[number] > 0 {
                let seen = values_seen(machine, st, variable);
                count_all(&mut self.counted.values[number], seen);
            }
        }
    }

    /// Adds one for each of these cells: the lowest digits are turned over, and what was one is carried on.
    #[inline]
    fn note_cells(&mut self, mut carry: Bits<W>) {
        for digit in &mut self.cells {
            if carry.is_empty() {
                return;
            }
            let both = *digit & carry;
            *digit = (*digit | carry) - both;
            carry = both;
        }
        if !carry.is_empty() {
            self.cells.push(carry);
        }
    }
}

/// The values that a variable has somewhere, as bits.
fn values_seen<const W: usize>(machine: &Machine<W>, st: &State, variable: &Variable) -> u128 {
    let least = if let Type::Number(least, _) = variable.ty { least } else { 0 };
    let bit = |value: i64| match variable.seen(value) {
        NOTHING => 0,
        value => usize::try_from(value - least).ok().filter(|&place| place < MANY).map_or(0, |place| 1 << place),
    };
    let Some(attribute) = variable.attribute else {
        return (0..variable.count.max(1)).fold(0, |seen, index| seen | bit(st.value(variable.place, index)));
    };
    let kinds = (0..).zip(&machine.program.layout.kinds).filter(|(kind, _)| variable.kinds >> kind & 1 == 1);
    let cells = kinds.flat_map(|(_, &plane)| st.bits::<W>(plane as usize).iter());
    let standing = cells.fold(0, |seen, cell| seen | bit(st.value(variable.place, usize::from(cell))));
    let buried = machine.buried_pieces(st).filter(|piece| variable.kinds >> piece.kind & 1 == 1);
    buried.fold(standing, |seen, piece| seen | bit(piece.attributes[usize::from(attribute)]))
}

fn count_all(counts: &mut [u64], mut seen: u128) {
    while seen != 0 {
        let place = seen.trailing_zeros() as usize;
        seen &= seen - 1;
        if let Some(count) = counts.get_mut(place) {
            *count += 1;
        }
    }
}

impl<const W: usize> Machine<W> {
    /// Counts the position in which an option is about to be taken.
    #[inline]
    pub(super) fn tally_position(&self, sc: &mut Scratch<W>, st: &State) {
        if let Some(tally) = &mut sc.tally {
            tally.note_position(self, st);
        }
    }

    /// Counts what was done, where anything is counted.
    #[inline]
    pub(super) fn tally_done(&self, sc: &mut Scratch<W>, st: &mut State) {
        if let Some(tally) = &mut sc.tally {
            tally.note_done(st);
        }
    }

    /// Counts an option that was taken.
    #[inline]
    pub(super) fn tally_option(&self, sc: &mut Scratch<W>, taken: Option<Taken>) {
        if let Some(tally) = &mut sc.tally {
            tally.note_taken(taken.map_or(NONE, |taken| taken.number));
        }
    }
}

impl Engine {
    /// The engine for some rules that counts how often everything in them is done.
    pub fn counting(rules: impl Into<Arc<Rules>>) -> Self {
        Self::of(Program::counting(rules))
    }

    /// A position like another on which counting begins anew.
    pub fn counted_from(&self, start: &Position) -> Position {
        let mut position = start.clone();
        on!(self, &mut position, machine, inner => inner.scratch.tally = Tally::new(&machine.program));
        position
    }

    /// Counts the position in which play stands: every other was counted when an option was taken in it.
    pub fn count_standing(&self, position: &mut Position) {
        on!(self, position, machine, inner => {
            if let Some(tally) = &mut inner.scratch.tally {
                tally.note_position(machine, &inner.state);
            }
        });
    }

    /// What was counted on a position since that was last asked.
    pub fn take_counted(&self, position: &mut Position) -> Counted {
        on!(self, position, machine, inner => {
            inner.scratch.tally.as_mut().map(|tally| tally.take(&machine.program)).unwrap_or_default()
        })
    }
}
