//! The block of words before the set-up.

use crate::rules::Rules;
use crate::rules::model::{Holder, Variable};
use crate::rules::types::{Set, Type, Value};

use super::super::layout::{Layout, Place, Width};
use super::super::node::NOTHING;
use super::scalar_of;

/// The words of a position with the first values of its variables and nothing on the board.
pub(super) fn blank(rules: &Rules, layout: &Layout) -> Vec<u64> {
    let mut words = vec![0; layout.len];
    for (variable, place) in rules.variables.iter().zip(&layout.variables) {
        if variable.holder == Holder::Piece {
            continue;
        }
        for number in 0..variable.count {
            let first = first_value(variable, number);
            match (*place, first) {
                (Place::Scalars(at, width), value) => {
                    store(&mut words[at as usize..], width, number, fit(scalar_of(&value), variable.ty));
                }
                (Place::Sets(at), value) => {
                    let at = at as usize + number * layout.set;
                    for member in value.set().iter() {
                        words[at + member as usize / 64] |= 1 << (member % 64);
                    }
                }
            }
        }
    }
    words
}

/// Stores a scalar of some width among others.
fn store(words: &mut [u64], width: Width, index: usize, value: i64) {
    let raw = |bias: i64| if value == NOTHING { 0 } else { (value - bias) as u64 };
    match width {
        Width::Bit => words[index / 64] |= u64::from(value == 1) << (index % 64),
        Width::Byte(bias) => words[index / 8] |= raw(bias) << (index % 8 * 8),
        Width::Half(bias) => words[index / 4] |= raw(bias) << (index % 4 * 16),
        Width::Word => words[index] = (value ^ NOTHING) as u64,
    }
}

/// A scalar no further than the ends of the range of a type.
fn fit(value: i64, ty: Type) -> i64 {
    match ty {
        Type::Number(low, high) => (if value == NOTHING { 0 } else { value }).min(high).max(low),
        Type::Truth => i64::from(value == 1),
        _ => value,
    }
}

/// The first value of a variable of a member, as a scalar.
pub fn first_scalar(variable: &Variable, number: usize) -> i64 {
    fit(scalar_of(&first_value(variable, number)), variable.ty)
}

fn first_value(variable: &Variable, number: usize) -> Value {
    variable.first.get(number).or(variable.first.first()).cloned().unwrap_or(Value::NONE)
}

/// By kind, the values of all piece variables of a new piece, in the order of the attributes.
pub(super) fn attributes(rules: &Rules) -> Vec<Vec<i64>> {
    let of = |kind: usize| {
        let pieces = rules.variables.iter().filter(|variable| variable.holder == Holder::Piece);
        let first = |variable: &Variable| match variable.kinds.contains(kind as u16) {
            true => fit(scalar_of(&first_value(variable, kind)), variable.ty),
            false => NOTHING,
        };
        pieces.map(first).collect()
    };
    (0..rules.kinds.len()).map(of).collect()
}

/// Whether a drop must say its kind.
pub(super) fn several_dropped(rules: &Rules) -> bool {
    let travels = rules.moves.iter().flat_map(|each| &each.sentences).filter_map(|sentence| sentence.travel.as_ref());
    let dropped = travels.filter(|travel| travel.drops).fold(Set::default(), |all, travel| all.union(&travel.kinds));
    dropped.len() > 1
}
