//! Two games beside each other: what differs, and how sure that is.

use serde::Serialize;

use crate::intervals::{self, Interval};

use super::report::{LevelReport, Rate, Report};
use super::verdict::percent;

/// Two games, played by the same plan.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The title of the one.
    pub one: String,
    /// The title of the other.
    pub other: String,
    /// What was compared, by level from the weakest up.
    pub differences: Vec<Difference>,
}

/// One figure of both.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// Who played.
    pub level: String,
    /// Which figure.
    pub about: String,
    /// What it is in the one game.
    pub one: f64,
    /// In the other.
    pub other: f64,
    /// What the one has more than the other, at 95 %.
    #[serde(flatten)]
    pub interval: Interval,
    /// How probable it is that they differ so much by chance, where games are counted: Fisher's exact test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_chance: Option<f64>,
    /// Whether they differ for sure: the interval does not hold zero.
    pub is_sure: bool,
    /// The same in words.
    pub words: String,
}

/// Compares what was reported of two games at the levels that both were played at.
///
/// Shares are compared by the interval of Newcombe, lengths by that of Welch; games that are won and drawn by Fisher's
/// exact test too ([`crate::intervals`]). Every figure is tested for itself: of twenty that do not differ one is
/// expected to look as if it did.
pub fn compare(one: &Report, other: &Report) -> Comparison {
    let pairs = one.levels.iter().filter_map(|level| {
        let same = other.levels.iter().find(|found| found.level == level.level)?;
        (level.games > 0 && same.games > 0).then_some((level, same))
    });
    let differences = pairs.flat_map(|(one, other)| differences(one, other)).collect();
    Comparison { one: one.title.clone(), other: other.title.clone(), differences }
}

fn differences(one: &LevelReport, other: &LevelReport) -> Vec<Difference> {
    let mut found = vec![shares(one, "points of who moves first", &one.first_mover, &other.first_mover)];
    if let (Some(first), Some(second)) = (one.seats.first(), other.seats.first()) {
        found.push(shares(one, "games won by the first seat", &first.won, &second.won));
    }
    found.push(shares(one, "drawn games", &one.draws, &other.draws));
    found.push(shares(one, "games without an end", &one.unfinished, &other.unfinished));
    let (a, b) = (&one.length, &other.length);
    if let Some(interval) = intervals::means((a.mean, a.sd, one.games), (b.mean, b.sd, other.games)) {
        found.push(difference(one, "decisions a game", (a.mean, b.mean), interval, None));
    }
    found
}

fn shares(level: &LevelReport, about: &str, one: &Rate, other: &Rate) -> Difference {
    let interval = intervals::newcombe((one.sum, one.of), (other.sum, other.of));
    // Points may be halves; only what is counted can be tested exactly.
    let is_counted = about != "points of who moves first";
    let by_chance = is_counted.then(|| intervals::fisher((one.sum as u64, one.of), (other.sum as u64, other.of)));
    difference(level, about, (one.share, other.share), interval, by_chance)
}

fn difference(
    level: &LevelReport,
    about: &str,
    (one, other): (f64, f64),
    interval: Interval,
    by_chance: Option<f64>,
) -> Difference {
    let is_sure = !interval.holds(0.0);
    let is_share = about != "decisions a game";
    let number = |number: f64| if is_share { percent(number) } else { format!("{number:.1}") };
    let scale = if is_share { 100.0 } else { 1.0 };
    let ends = format!("{:+.1} to {:+.1}", scale * interval.low, scale * interval.high);
    let chance = by_chance.map_or_else(String::new, |p| format!(", by chance p = {}", probability(p)));
    let sure = if is_sure { "they differ" } else { "no difference is sure" };
    let words = format!("{} against {}: {sure} ({ends}{chance})", number(one), number(other));
    Difference { level: level.level.clone(), about: about.to_owned(), one, other, interval, by_chance, is_sure, words }
}

fn probability(p: f64) -> String {
    if p < 0.0001 { "under 0.0001".to_owned() } else { format!("{p:.4}") }
}
