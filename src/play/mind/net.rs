//! A small network of neurons: how probable it is that a player wins whose turn begins, where what pieces are worth
//! depends on where the others stand.
//!
//! Both players share it: the position is seen by whose turn it is. What it is asked for each player, kind and class of
//! cells is whether one piece stands on a cell, two, three, and how many more; pieces in hand and numbers of players.
//!
//! # Source
//! One hidden layer, inputs by the height of piles, learning from the next positions: G. Tesauro, "Temporal Difference
//! Learning and TD-Gammon", Communications of the ACM 38 (3), 1995.

use super::features::{Features, Number};
use crate::game::rng::Rng;
use crate::game::{Contents, PlayerId};

/// The inputs of one cell: a piece, a second, a third, and how many more.
const HEIGHTS: usize = 4;
/// So many pieces more than three count as one.
const MORE: f32 = 3.0;
/// A number of a player that is so great counts half of the most.
const HALF: f32 = 16.0;
/// Weights begin within this distance of zero.
const BEGIN: f32 = 0.2;
/// How much of what is learnt about a position comes from those behind the next one.
const FARTHER: f32 = 0.7;

/// The inputs that are not zero, each with its number.
pub type Active = Vec<(u32, f32)>;

/// A position at the beginning of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// What is seen of it.
    pub active: Active,
    /// Whose turn begins.
    pub mover: PlayerId,
}

/// A network for the features of some rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// How many neurons there are between the inputs and the answer.
    pub hidden: usize,
    /// By input, the weight of each neuron.
    pub first: Vec<f32>,
    /// By neuron, what it begins with; then by neuron, what the answer makes of it; last what the answer begins with.
    pub last: Vec<f32>,
}

/// A network, and the features that it sees.
#[derive(Clone, Debug)]
pub struct Assessor {
    /// What is told of a position.
    pub features: Features,
    /// What is made of it.
    pub net: Net,
}

/// Buffers for looking at positions.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    counts: Vec<u8>,
    active: Active,
    neurons: Vec<f32>,
}

/// How many inputs there are for the features of some rules.
pub fn n_inputs(features: &Features) -> usize {
    2 * inputs_of_player(features)
}

fn inputs_of_player(features: &Features) -> usize {
    features.n_kinds * (features.n_classes * HEIGHTS + 1) + features.number_features().len()
}

/// What is seen of a position by a player whose turn begins.
pub fn look(features: &Features, contents: &Contents, mover: PlayerId, sight: &mut Sight) {
    let of_player = inputs_of_player(features);
    let base = |player: usize| if player == mover.index() { 0 } else { of_player };
    let in_hand = features.n_kinds * features.n_classes * HEIGHTS;
    let Sight { counts, active, .. } = sight;
    active.clear();
    let size = features.n_kinds * features.n_cells;
    counts.clear();
    counts.resize(2 * size, 0);
    for piece in &contents.pieces {
        let Some(owner) = piece.owner.filter(|owner| owner.index() < 2) else { continue };
        let kind = usize::from(piece.kind);
        let count = &mut counts[owner.index() * size + kind * features.n_cells + usize::from(piece.cell)];
        *count = count.saturating_add(1);
        let class = usize::from(features.classes[owner.index()][usize::from(piece.cell)]);
        let input = base(owner.index()) + (kind * features.n_classes + class) * HEIGHTS;
        let (height, value) = match *count {
            height @ 1..=3 => (usize::from(height) - 1, 1.0),
            _ => (HEIGHTS - 1, 1.0 / MORE),
        };
        active.push(((input + height) as u32, value));
    }
    for (index, &count) in contents.hands.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (player, kind) = (index / features.n_kinds, index % features.n_kinds);
        if player < 2 {
            active.push(((base(player) + in_hand + kind) as u32, count as f32 / MORE));
        }
    }
    let numbers = features.number_features();
    for (number, &value) in features.numbers.iter().zip(&contents.numbers).filter(|(_, value)| **value != 0) {
        if let Number::Of(owner, feature) = *number {
            let input = base(owner.index()) + in_hand + features.n_kinds + feature - numbers.start;
            active.push((input as u32, value as f32 / (HALF + value.unsigned_abs() as f32)));
        }
    }
}

impl Sight {
    /// What was seen last.
    pub fn active(&self) -> &Active {
        &self.active
    }
}

fn squashed(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

impl Net {
    /// A network that knows nothing, for so many inputs.
    pub fn new(inputs: usize, hidden: usize, rng: &mut Rng) -> Self {
        let mut some =
            |n: usize| -> Vec<f32> { (0..n).map(|_| (rng.below(2_001) as f32 / 1_000.0 - 1.0) * BEGIN).collect() };
        let (first, last) = (some(inputs * hidden), some(2 * hidden + 1));
        Self { hidden, first, last }
    }

    /// How probable it is that the player wins whose turn begins.
    fn answer(&self, active: &Active, neurons: &mut Vec<f32>) -> f32 {
        neurons.clear();
        neurons.extend_from_slice(&self.last[..self.hidden]);
        for &(input, value) in active {
            let weights = &self.first[input as usize * self.hidden..][..self.hidden];
            neurons.iter_mut().zip(weights).for_each(|(neuron, weight)| *neuron += value * weight);
        }
        neurons.iter_mut().for_each(|neuron| *neuron = squashed(*neuron));
        let answering = neurons.iter().zip(&self.last[self.hidden..2 * self.hidden]);
        squashed(self.last[2 * self.hidden] + answering.map(|(neuron, weight)| neuron * weight).sum::<f32>())
    }

    /// How probable it is that the first player wins, if the turn of whoever has it begins now.
    pub fn weigh(&self, features: &Features, contents: &Contents, sight: &mut Sight) -> f32 {
        let mover = contents.mover.unwrap_or(PlayerId(0));
        look(features, contents, mover, sight);
        of_first(self.answer(&sight.active, &mut sight.neurons), mover)
    }

    /// Learns from the positions of a game and what the first player got: each is to be worth what the next are, those
    /// near to it counting more, and the last what came of the game.
    pub fn learn(&mut self, moments: &[Moment], result: f32, rate: f32, sight: &mut Sight) {
        let neurons = &mut sight.neurons;
        let mut targets = vec![result; moments.len()];
        for at in (1..moments.len()).rev() {
            let next = of_first(self.answer(&moments[at].active, neurons), moments[at].mover);
            targets[at - 1] = (1.0 - FARTHER) * next + FARTHER * targets[at];
        }
        for (moment, &target) in moments.iter().zip(&targets) {
            self.correct(moment, of_first(target, moment.mover), rate, neurons);
        }
    }

    /// Goes a step towards an answer, against the slope of the logarithmic loss.
    fn correct(&mut self, moment: &Moment, target: f32, rate: f32, neurons: &mut Vec<f32>) {
        let stride = rate * (target - self.answer(&moment.active, neurons));
        let hidden = self.hidden;
        for (neuron, output) in neurons.iter_mut().zip(0..hidden) {
            let weight = &mut self.last[hidden + output];
            let back = stride * *weight * *neuron * (1.0 - *neuron);
            *weight += stride * *neuron;
            *neuron = back;
        }
        self.last[2 * hidden] += stride;
        self.last[..hidden].iter_mut().zip(neurons.iter()).for_each(|(weight, back)| *weight += back);
        for &(input, value) in &moment.active {
            let weights = &mut self.first[input as usize * hidden..][..hidden];
            weights.iter_mut().zip(neurons.iter()).for_each(|(weight, back)| *weight += value * back);
        }
    }
}

/// What a player's probability is to the first player, and the other way round.
fn of_first(probability: f32, player: PlayerId) -> f32 {
    if player.0 == 0 { probability } else { 1.0 - probability }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever has more of two inputs wins: learnt in some hundred games of one position each.
    #[test]
    fn what_decides_is_learnt() {
        let mut rng = Rng::stream(1, 0);
        let mut net = Net::new(4, 6, &mut rng);
        let (mut sight, seen) = (Sight::default(), |input, mover| Moment { active: vec![(input, 1.0)], mover });
        for game in 0..600 {
            let mover = PlayerId((game % 2) as u8);
            let input = rng.below(4) as u32;
            let result = of_first(if input < 2 { 1.0 } else { 0.0 }, mover);
            net.learn(&[seen(input, mover)], result, 0.5, &mut sight);
        }
        for input in 0..4 {
            let answer = net.answer(&vec![(input, 1.0)], &mut Vec::new());
            assert_eq!(answer > 0.5, input < 2, "{input}: {answer}");
        }
    }
}
