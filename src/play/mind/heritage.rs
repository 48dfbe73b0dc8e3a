//! What a game has from another one that it changes: the weights of pieces that keep their names.

use super::features::Features;
use super::text::{KindWeights, Weighing, known, take_over};
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
