//! What a game has from another one that it changes: the weights of pieces that keep their names.

use super::features::Features;
use super::text::{KindWeights, Weighing};
use super::weights::Weights;
use crate::rules::Rules;

/// The weights of another game, as far as pieces of these rules keep their names. What is new is worth what the rules say
/// of it, in the measure of the other game. None where nothing that keeps its name is worth anything by the rules.
pub fn inherited(other: &Weighing, rules: &Rules, features: &Features, prior: &Weights) -> Option<Weights> {
    let measure = measure(&known(other, rules), features, prior)?;
    let mut weights = Weights(prior.0.iter().map(|weight| weight * measure).collect());
    take_over(other, rules, features, &mut weights);
    Some(weights)
}

/// By kind of these rules, what the file says of a kind of that name.
fn known<'a>(other: &'a Weighing, rules: &Rules) -> Vec<Option<&'a KindWeights>> {
    rules.kinds.iter().map(|kind| other.kinds.get(&kind.name)).collect()
}

/// By which factor what the rules say of the kinds that keep their names comes nearest to what the other game says.
fn measure(known: &[Option<&KindWeights>], features: &Features, prior: &Weights) -> Option<f64> {
    let (mut both, mut square) = (0.0, 0.0);
    for (kind, own) in known.iter().enumerate() {
        let Some(own) = own else { continue };
        let worth = prior.0[features.material(kind)];
        both += worth * own.board;
        square += worth * worth;
    }
    (square > 0.0 && both > 0.0).then(|| both / square)
}

/// Takes over all that a file says of what these rules have, too.
///
/// The kinds that keep their names are taken to be declared in the same order: whoever extends a file has its kinds first.
pub fn take_over(other: &Weighing, rules: &Rules, features: &Features, weights: &mut Weights) {
    let known = known(other, rules);
    for (kind, own) in known.iter().enumerate() {
        if let Some(own) = own {
            take_over_kind(own, kind, features, weights);
        }
    }
    if known.iter().flatten().count() == other.kinds.len() {
        take_over_neighbours(&known, features, weights);
    }
    let numbers = features.number_features();
    if numbers.len() == other.numbers.len() {
        weights.0[numbers].copy_from_slice(&other.numbers);
    }
    let lengths = features.rows.iter().map(|rows| rows.length);
    if lengths.eq(other.rows.iter().map(Vec::len)) {
        for (sort, values) in other.rows.iter().enumerate() {
            (1..).zip(values).for_each(|(own, &value)| weights.0[features.row(sort, own)] = value);
        }
    }
    if features.spread.is_some() {
        weights.0[features.spread_feature()] = other.spread;
    }
    weights.0[features.tempo()] = other.tempo;
}

/// Takes over what a kind is worth by itself. On a board with other cells only what it is worth anywhere is known.
fn take_over_kind(own: &KindWeights, kind: usize, features: &Features, weights: &mut Weights) {
    let by_itself = features.of_kind(kind);
    let late = by_itself.iter().map(|&feature| features.late(feature));
    let is_same_board = own.placed.len() == features.n_classes;
    weights.0[features.in_hand(kind)] = own.hand;
    weights.0[features.second(kind)] = own.second;
    if !is_same_board {
        let mean = own.placed.iter().sum::<f64>() / own.placed.len().max(1) as f64;
        weights.0[features.material(kind)] = own.board + mean;
        return;
    }
    weights.0[features.material(kind)] = own.board;
    let placed = by_itself[2..].iter().copied().zip(&own.placed);
    let free = features.frees_of(kind).zip(&own.free);
    placed.chain(late.zip(&own.late)).chain(free).for_each(|(feature, &value)| weights.0[feature] = value);
}

/// Takes over what stands beside what, for pairs of kinds that keep their names.
fn take_over_neighbours(known: &[Option<&KindWeights>], features: &Features, weights: &mut Weights) {
    let (n_lies, n_known) = (features.neighbours.n_lies(), known.iter().flatten().count());
    let same: Vec<usize> = (0..known.len()).filter(|&kind| known[kind].is_some()).collect();
    for &kind in &same {
        let beside = known[kind].map_or(&[][..], |own| &own.beside);
        let pairs = features.beside_kind(kind);
        if n_lies == 0 || beside.len() * known.len() != pairs.len() * n_known {
            continue;
        }
        for (at, &value) in beside.iter().enumerate() {
            let (lie, other, relation) = (at % n_lies, same[at / n_lies % n_known], at / n_lies / n_known);
            weights.0[pairs.start + (relation * known.len() + other) * n_lies + lie] = value;
        }
    }
}
