//! What pieces are worth by what they can do: known from the rules and a few positions, before any result is looked at.
//!
//! # Source
//! That a piece is worth about as much as it has options is an old rule of thumb; see "Point Value by Mobility" in
//! <https://www.chessprogramming.org/Point_Value>.

use crate::rules::Rules;

use super::features::Features;
use super::survey::Survey;
use super::weights::Weights;

/// What the mean piece is worth, as a part of a logit.
const PIECE: f64 = 1.0;
/// What an option more than the mean of the kind is worth on a cell, as a share of what options of the kind are worth.
const PLACE: f64 = 0.25;
/// A place counts in full when it was seen much more often than this.
const SEEN: f64 = 8.0;
/// What a place is worth from which the game was always won, in mean pieces.
const GOAL: f64 = 3.0;
/// What it is worth that a piece becomes one of a better kind with the next step, as a share of the difference.
const BECOMING: f64 = 0.45;
/// What is left of that with each step more that the piece is away.
const NEARER: f64 = 0.65;
/// No piece is looked at so many steps away from what it wants.
const FARTHEST: usize = 24;
/// Where an end asks for pieces that stand together a piece more is worth this share of the usual.
const GATHERED: f64 = 0.25;
/// What it costs there that a piece stands a step farther from the others.
const APART: f64 = 0.35;

/// Weights by what was seen: a kind is worth the mean number of its options; a cell more for a piece that has more
/// options there, and for one that is near to a place where it wins or becomes something better.
pub fn prior(rules: &Rules, features: &Features, survey: &Survey) -> Weights {
    let mut weights = Weights(vec![0.0; features.len()]);
    let values = values(rules, features, survey);
    let nearness = nearness(features, survey, &values);
    let material = if features.spread.is_some() { GATHERED } else { 1.0 };
    for (kind, &value) in values.iter().enumerate() {
        weights.0[features.material(kind)] = material * value;
        weights.0[features.in_hand(kind)] = material * value;
        let own = survey.places(kind);
        let [mean, unit] = [mean(survey, own.clone()), unit(survey)];
        for (class, place) in (0..).zip(own) {
            let seen = survey.present[place];
            let more = if seen > 0.0 { survey.options[place] / seen - mean } else { 0.0 };
            let trusted = seen / (seen + SEEN);
            let freedom = if rules.kinds[kind].royal { 0.0 } else { PLACE * trusted * more / unit * PIECE };
            weights.0[features.placed(kind, class)] = freedom + nearness[place];
        }
    }
    if features.spread.is_some() && unit(survey) > 0.0 {
        weights.0[features.spread_feature()] = -APART * PIECE;
    }
    weights.0.iter_mut().filter(|weight| !weight.is_finite()).for_each(|weight| *weight = 0.0);
    weights
}

/// The mean number of options of a piece at some places.
fn mean(survey: &Survey, places: std::ops::Range<usize>) -> f64 {
    let present: f64 = survey.present[places.clone()].iter().sum();
    let options: f64 = survey.options[places].iter().sum();
    if present > 0.0 { options / present } else { 0.0 }
}

/// The mean number of options of any piece.
fn unit(survey: &Survey) -> f64 {
    mean(survey, 0..survey.present.len())
}

/// By kind, what a piece is worth. Nobody has more or fewer of a royal kind, so they are worth nothing.
fn values(rules: &Rules, features: &Features, survey: &Survey) -> Vec<f64> {
    let unit = unit(survey);
    let value = |kind: usize| {
        let is_seen = survey.present[survey.places(kind)].iter().any(|&seen| seen > 0.0);
        match is_seen {
            _ if rules.kinds[kind].royal || unit == 0.0 => 0.0,
            true => mean(survey, survey.places(kind)) / unit * PIECE,
            // A piece that nobody has had yet is as good as any.
            false => PIECE,
        }
    };
    (0..features.n_kinds).map(value).collect()
}

/// By place, what it is worth to be so near to where the piece wins, or becomes something better.
fn nearness(features: &Features, survey: &Survey, values: &[f64]) -> Vec<f64> {
    let all: f64 = survey.wins.iter().sum::<f64>() / survey.arrivals.iter().sum::<f64>().max(1.0);
    let goal = |(&wins, &arrivals): (&f64, &f64)| {
        // What wins no more often there than elsewhere is no matter of the place.
        let share = (wins + all) / (arrivals + 1.0) - all;
        if share > all.max(0.05) { GOAL * PIECE * share } else { 0.0 }
    };
    let mut worth: Vec<f64> = survey.wins.iter().zip(&survey.arrivals).map(goal).collect();
    debug_assert_eq!(worth.len(), features.n_kinds * features.n_classes);
    for _ in 0..FARTHEST {
        let mut changed = false;
        for &(from, to) in &survey.steps {
            let [before, after] = [from, to].map(|place| values[survey.kind_of(place)]);
            let gain = if survey.kind_of(from) == survey.kind_of(to) {
                NEARER * worth[to]
            } else {
                NEARER * BECOMING * (after - before)
            };
            if gain > worth[from] + 1e-9 {
                worth[from] = gain;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    worth
}
