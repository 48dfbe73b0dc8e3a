//! Weights as a file: TOML, the same bytes for the same weights.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::features::Features;
use super::known::{Mind, forces, is_for_two};
use super::neighbours::RELATIONS;
use super::net::{Assessor, Net, n_inputs};
use super::policy::PolicyWeights;
use super::traits::Traits;
use super::weights::{GREATEST, Weights, rounded};
use crate::intervals::{Interval, wilson};
use crate::rules::Rules;

/// The version of the format.
const FORMAT: u32 = 1;
/// No file of weights has more bytes.
pub const MAX_BYTES: u64 = 1 << 20;

/// A file of weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weighing {
    /// The version of the format.
    pub format: u32,
    /// The title of the game, for people.
    pub game: String,
    /// The fingerprint of the rules: weights of other rules are refused.
    pub rules: String,
    /// The seed of the games.
    pub seed: u64,
    /// How many games the weights were fitted to.
    pub games: u64,
    /// The search that was better with them: `alphabeta`, `mcts`, or `expectation` of what Chance may do.
    pub search: String,
    /// How much of the results was foreseen in games that were held out, from 0 to 1.
    pub foreseen: f64,
    /// What the side to move is worth.
    pub tempo: f64,
    /// Numbers of players and cells, in the order of the features.
    pub numbers: Vec<f64>,
    /// By sort of rows, what a row is worth in which 1, 2, … cells are a player's.
    pub rows: Vec<Vec<f64>>,
    /// What a step more between the pieces of a player is worth, where an end asks for pieces that stand together.
    #[serde(default)]
    pub spread: f64,
    /// What *e* times as many options as the other player's are worth.
    #[serde(default)]
    pub options: f64,
    /// Whether what takes mostly lands on what it takes.
    #[serde(default)]
    pub landings: bool,
    /// Games with the weights against games without.
    pub test: Option<Trial>,
    /// The same search by the same player with these weights against the other search.
    pub searches: Option<Trial>,
    /// What pieces are worth, by kind.
    pub kinds: BTreeMap<String, KindWeights>,
    /// A network, of games with Chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<NetWeights>,
    /// Which drops are worth a look, of games in which pieces only come to the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyWeights>,
}

/// The weights of a network.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetWeights {
    /// By neuron, what it begins with; then by neuron, what the answer makes of it; last what the answer begins with.
    pub last: Vec<f64>,
    /// By input, the weight of each neuron.
    pub first: Vec<Vec<f64>>,
}

/// What pieces of a kind are worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindWeights {
    /// On the board.
    pub board: f64,
    /// In hand.
    pub hand: f64,
    /// How much more on the cells of each class.
    pub placed: Vec<f64>,
    /// How much more of all that when there are few pieces: on the board, in hand, and on the cells of each class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub late: Vec<f64>,
    /// With own pieces, the other's and nobody's beside it: by whose, then by kind, then by how it lies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<f64>,
    /// With nobody in the way, on the cells of each class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<f64>,
    /// For each cell that it reaches: away from a royal piece of the other and beside it, each by what stands there: nothing,
    /// then own pieces by kind, the other's, and nobody's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reach: Vec<f64>,
    /// For having two pieces or more.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub second: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_nothing(weight: &f64) -> bool {
    *weight == 0.0
}

/// What came of games between two players.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// Games that the first player won.
    pub won: u64,
    /// Games without a winner.
    pub drawn: u64,
    /// Games that the second player won.
    pub lost: u64,
    /// The share of the first player, draws counted half.
    pub score: f64,
    /// Where the share lies with 95 in a hundred probability: from here.
    pub low: f64,
    /// To here.
    pub high: f64,
    /// How many playouts the second player made for each decision, if he played by them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u32>,
}

/// Why a file of weights cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeighingError {
    /// It is no such file.
    NotWeights(String),
    /// It is of a version that is not known.
    Format(u32),
    /// It is of other rules.
    OtherRules {
        /// Of which game.
        game: String,
        /// Their fingerprint.
        theirs: String,
        /// The fingerprint of the rules that are played.
        ours: String,
    },
    /// The game has no weights: not two play.
    NotForTwo,
    /// Something in it does not fit the rules.
    Unfit(&'static str),
}

impl fmt::Display for WeighingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWeights(why) => write!(f, "these are no weights: {why}"),
            Self::Format(format) => write!(f, "weights of format {format}; this program reads format {FORMAT}"),
            Self::OtherRules { game, theirs, ours } => write!(
                f,
                "the weights are of other rules: those of `{game}` with the fingerprint {theirs}, and not {ours}"
            ),
            Self::NotForTwo => write!(f, "only games of two players have weights"),
            Self::Unfit(what) => write!(f, "the weights do not fit the rules: {what}"),
        }
    }
}

impl std::error::Error for WeighingError {}

impl Trial {
    /// The counts with their share and its interval, all of it where nothing was played.
    pub fn of(won: u64, drawn: u64, lost: u64) -> Self {
        let (n, points) = (won + drawn + lost, won as f64 + drawn as f64 / 2.0);
        let Interval { low, high } = wilson(points, n);
        let [score, low, high] = [points / n.max(1) as f64, low, high].map(rounded);
        Self { won, drawn, lost, score, low, high, playouts: None }
    }

    /// The same against a player who made so many playouts for each decision.
    pub fn against(self, playouts: u32) -> Self {
        Self { playouts: Some(playouts), ..self }
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| 100.0 * share;
        let Self { won, drawn, lost, score, low, high, playouts } = self;
        match playouts {
            None => write!(f, "against a player who has learnt nothing: ")?,
            Some(playouts) => write!(f, "against playouts, {playouts} a decision: ")?,
        }
        write!(f, "{won} won, {drawn} drawn, {lost} lost: ")?;
        write!(f, "{:.0} % ({:.0} to {:.0})", percent(*score), percent(*low), percent(*high))
    }
}

impl NetWeights {
    /// A network as it is written: rounded.
    pub fn of(net: &Net) -> Self {
        let written = |weights: &[f32]| weights.iter().map(|&weight| rounded(f64::from(weight))).collect();
        Self { last: written(&net.last), first: net.first.chunks(net.hidden.max(1)).map(written).collect() }
    }

    /// The network, if it is one for so many inputs.
    pub fn of_inputs(&self, inputs: usize) -> Option<Net> {
        let hidden = self.last.len() / 2;
        let is_fit = |weight: &f64| weight.is_finite() && weight.abs() <= GREATEST;
        let fits = hidden > 0
            && self.last.len() % 2 == 1
            && self.first.len() == inputs
            && self.first.iter().all(|weights| weights.len() == hidden)
            && self.first.iter().flatten().chain(&self.last).all(is_fit);
        let read = |weights: &Vec<f64>| weights.iter().map(|&weight| weight as f32).collect::<Vec<_>>();
        fits.then(|| Net { hidden, first: self.first.iter().flat_map(read).collect(), last: read(&self.last) })
    }
}

impl Weighing {
    /// The weights of some rules as they are written.
    pub fn new(rules: &Rules, features: &Features, weights: &Weights) -> Self {
        let weight = |feature: usize| rounded(weights.0.get(feature).copied().unwrap_or(0.0));
        let written = |features: Vec<usize>| -> Vec<f64> {
            let weights: Vec<f64> = features.into_iter().map(weight).collect();
            if weights.iter().all(|&weight| weight == 0.0) { Vec::new() } else { weights }
        };
        let kinds = rules.kinds.iter().enumerate().map(|(number, kind)| {
            let by_itself = features.of_kind(number);
            let own = KindWeights {
                board: weight(features.material(number)),
                hand: weight(features.in_hand(number)),
                placed: by_itself[2..].iter().copied().map(weight).collect(),
                late: written(by_itself.iter().map(|&feature| features.late(feature)).collect()),
                beside: written(features.beside_kind(number).collect()),
                free: written(features.frees_of(number).collect()),
                reach: written(features.reach_of(number).collect()),
                second: weight(features.second(number)),
            };
            (kind.name.clone(), own)
        });
        let in_row =
            |sort: usize| (1..=features.rows[sort].length).map(|own| weight(features.row(sort, own))).collect();
        Self {
            format: FORMAT,
            game: rules.look.title.plain.clone(),
            rules: rules.fingerprint.clone(),
            seed: 0,
            games: 0,
            search: "alphabeta".to_owned(),
            foreseen: 0.0,
            tempo: weight(features.tempo()),
            numbers: features.number_features().map(weight).collect(),
            rows: (0..features.rows.len()).map(in_row).collect(),
            spread: features.spread.as_ref().map_or(0.0, |_| weight(features.spread_feature())),
            options: 0.0,
            landings: false,
            test: None,
            searches: None,
            kinds: kinds.collect(),
            net: None,
            policy: None,
        }
    }

    /// The weights as a file.
    pub fn to_text(&self) -> String {
        let about = "# What the features of a position are worth, in parts of a logit. Written by `merel train`.\n";
        // Numbers, lists and texts can always be written.
        about.to_owned() + &toml::to_string(self).unwrap_or_default()
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(text: &str) -> Result<Self, WeighingError> {
        if text.len() as u64 > MAX_BYTES {
            return Err(WeighingError::NotWeights(format!("more than {MAX_BYTES} bytes")));
        }
        let read = toml::from_str(text);
        let read: Self = read.map_err(|error| WeighingError::NotWeights(error.message().to_owned()))?;
        if read.format == FORMAT { Ok(read) } else { Err(WeighingError::Format(read.format)) }
    }

    /// What a player knows who has read these weights of these rules.
    ///
    /// # Errors
    /// If they are of other rules, or do not fit them.
    pub fn mind(&self, rules: &Rules) -> Result<Mind, WeighingError> {
        if self.rules != rules.fingerprint {
            let (game, theirs, ours) = (self.game.clone(), self.rules.clone(), rules.fingerprint.clone());
            return Err(WeighingError::OtherRules { game, theirs, ours });
        }
        let features = Features::of(rules).ok_or(WeighingError::NotForTwo)?;
        if !is_for_two(rules) {
            let net = self.net.as_ref().and_then(|net| net.of_inputs(n_inputs(&features)));
            let net = net.ok_or(WeighingError::Unfit("their network is none, or has other inputs"))?;
            let assessor = Some(Arc::new(Assessor { features, net }));
            return Ok(Mind { foreseen: self.foreseen, assessor, ..Mind::blank(rules) });
        }
        if let Some(written) = &self.policy {
            let policy = Traits::of(rules).and_then(|traits| written.of_traits(traits));
            let policy = policy.ok_or(WeighingError::Unfit("its policy knows other traits of drops"))?;
            let (policy, is_careful) = (Some(Arc::new(policy)), written.is_careful);
            return Ok(Mind { foreseen: self.foreseen, drops: true, is_careful, policy, ..Mind::blank(rules) });
        }
        let weights = self.weights(rules, &features)?;
        let looks_ahead = match self.search.as_str() {
            "alphabeta" => true,
            "mcts" => false,
            _ => return Err(WeighingError::Unfit("its search is neither `alphabeta` nor `mcts`")),
        };
        let blank = Mind::blank(rules);
        let mind = Mind { options: self.options, takes_by_landing: self.landings, forces: forces(rules), ..blank };
        Ok(Mind { foreseen: self.foreseen, looks_ahead, ..mind.weighing(&features, &weights) })
    }

    fn weights(&self, rules: &Rules, features: &Features) -> Result<Weights, WeighingError> {
        let unfit = |what| Err(WeighingError::Unfit(what));
        if self.kinds.len() != rules.kinds.len() {
            return unfit("there are more or fewer kinds of pieces");
        }
        for (number, kind) in rules.kinds.iter().enumerate() {
            let Some(own) = self.kinds.get(&kind.name) else { return unfit("a kind of pieces is missing") };
            if own.placed.len() != features.n_classes {
                return unfit("a kind of pieces has more or fewer classes of cells");
            }
            let (beside, free) = (features.beside_kind(number), features.frees_of(number));
            let fits = |values: &[f64], n: usize| values.is_empty() || values.len() == n;
            let are_fit = fits(&own.late, features.of_kind(number).len()) && fits(&own.beside, beside.len());
            if !are_fit || !fits(&own.free, free.len()) || !fits(&own.reach, features.reach_of(number).len()) {
                return unfit(
                    "a kind of pieces has more or fewer neighbours, ways, or classes of cells when few are left",
                );
            }
        }
        if self.numbers.len() != features.number_features().len() {
            return unfit("there are more or fewer numbers");
        }
        let lengths = self.rows.iter().map(Vec::len);
        if !lengths.eq(features.rows.iter().map(|rows| rows.length)) {
            return unfit("there are other rows");
        }
        let mut weights = Weights(vec![0.0; features.len()]);
        take_over(self, rules, features, &mut weights);
        let is_fit = |value: &f64| value.is_finite() && value.abs() <= GREATEST;
        match is_fit(&self.options) && weights.0.iter().all(is_fit) {
            true => Ok(weights),
            false => unfit("a number is too great, or none"),
        }
    }
}

/// By kind of these rules, what the file says of a kind of that name.
pub fn known<'a>(other: &'a Weighing, rules: &Rules) -> Vec<Option<&'a KindWeights>> {
    rules.kinds.iter().map(|kind| other.kinds.get(&kind.name)).collect()
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
        take_over_reach(&known, features, weights);
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

/// Takes over what reaching cells is worth, for pairs of kinds that keep their names.
fn take_over_reach(known: &[Option<&KindWeights>], features: &Features, weights: &mut Weights) {
    let same: Vec<usize> = (0..known.len()).filter(|&kind| known[kind].is_some()).collect();
    if features.reach.is_empty() {
        return;
    }
    for &kind in &same {
        let reach = known[kind].map_or(&[][..], |own| &own.reach);
        let half = reach.len() / 2;
        if half != 1 + RELATIONS * same.len() {
            continue;
        }
        for (at, &value) in reach.iter().enumerate() {
            let stands = (at % half).checked_sub(1).map(|other| (other / same.len(), same[other % same.len()]));
            weights.0[features.reached(features.reach.feature(kind, at >= half, stands))] = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_wilsons_intervals() {
        // Ten of forty: centre (0.25 + 0.048) / 1.096 = 0.2719, half 1.7883 * sqrt(0.0046875 + 0.0006003) = 0.1300.
        let trial = Trial::of(10, 0, 30);
        assert_eq!(trial.score, 0.25);
        assert!((trial.low - 0.1419).abs() < 0.001 && (trial.high - 0.4019).abs() < 0.001, "{trial:?}");
        assert_eq!(Trial::of(1, 2, 1).score, 0.5);
        assert_eq!(Trial::of(0, 0, 0).score, 0.0);
    }

    #[test]
    fn what_is_no_file_of_weights_is_refused() {
        assert!(matches!(Weighing::parse("rules = 3"), Err(WeighingError::NotWeights(_))));
        assert!(matches!(Weighing::parse("\u{0}"), Err(WeighingError::NotWeights(_))));
        let long = "#".repeat(MAX_BYTES as usize + 1);
        assert!(matches!(Weighing::parse(&long), Err(WeighingError::NotWeights(_))));
    }
}
