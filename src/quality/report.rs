//! What is told of a game, in figures.

use serde::Serialize;

use crate::cover::{Coverage, Item, Share, Sort};
use crate::game::Game;
use crate::intervals::{Interval, wilson};
use crate::rules::Rules;

use super::finding::Finding;
use super::heat::{Cells, Picture};
use super::run::Games;
use super::tally::{Kept, Tally, Went};
use super::{Level, Plan};

/// The sorts of things of which it is told how often each was used.
const SORTS: [Sort; 6] = [Sort::Move, Sort::Sentence, Sort::End, Sort::Option, Sort::Kind, Sort::Cell];

/// A report on a game.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The title of the game.
    pub title: String,
    /// The fingerprint of the rules.
    pub rules: String,
    /// The options that are chosen.
    pub options: Vec<(String, String)>,
    /// The names of the players, in seating order.
    pub players: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Rounds that were played whole: as `-n` gives them again.
    pub rounds: u64,
    /// All games that are counted.
    pub games: u64,
    /// Whether it was called to halt before all that was asked for was played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// What it comes to, in words.
    pub verdict: Vec<Finding>,
    /// By level, from the weakest up.
    pub levels: Vec<LevelReport>,
    /// Each level but the first against the one below.
    pub steps: Vec<Step>,
    /// How much of the rules is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used: Option<Used>,
    /// The board for heat maps.
    #[serde(skip)]
    pub(super) picture: Picture,
}

/// Points, or games of some sort, of all games, with what they may be in truth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// How many.
    pub sum: f64,
    /// Of how many games.
    pub of: u64,
    /// The share, from 0 to 1; zero where there are no games.
    pub share: f64,
    /// What the share may be in truth, at 95 %.
    #[serde(flatten)]
    pub interval: Interval,
}

impl Rate {
    /// So many of so many games.
    pub fn new(sum: f64, of: u64) -> Self {
        let share = if of == 0 { 0.0 } else { sum / of as f64 };
        Self { sum, of, share, interval: wilson(sum, of) }
    }
}

/// What came of the games at one level.
#[derive(Clone, Debug, Serialize)]
pub struct LevelReport {
    /// Who played, on all seats.
    pub level: String,
    /// How many games.
    pub games: u64,
    /// What each seat got.
    pub seats: Vec<Seat>,
    /// The points of whoever moved first; equal shares are a half.
    pub first_mover: Rate,
    /// Games in which several share the best place.
    pub draws: Rate,
    /// Games that all lost.
    pub nobody: u64,
    /// Games that were given up, or ended by a limit of the language.
    pub unfinished: Rate,
    /// How the games ended.
    pub ends: Vec<End>,
    /// How many decisions players took.
    pub length: Length,
    /// The mean number of options of a decision.
    pub branching: f64,
    /// The same by number of the decision, with how many games came so far.
    pub branching_by_decision: Vec<(u64, f64)>,
    /// The share of the decisions that had one option.
    pub forced: f64,
    /// Captures in a game, in the mean.
    pub captures: f64,
    /// The share of the games with a capture.
    pub capturing_games: f64,
    /// How the games went up and down; none where nobody looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<CourseReport>,
    /// The first moves, the most frequent first.
    pub openings: Vec<Opening>,
    /// What happened on each cell, in the order of the board; all of them.
    pub cells: Cells,
    /// The shortest game that came to an end, and the longest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<KeptGame>,
    /// The longest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<KeptGame>,
}

/// What a seat got.
#[derive(Clone, Debug, Serialize)]
pub struct Seat {
    /// Who sits there.
    pub player: String,
    /// Games won alone.
    pub won: Rate,
    /// Points: one for the best place, nothing for the last, shared places share.
    pub points: Rate,
}

/// An end of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct End {
    /// Its name.
    pub name: String,
    /// Games that it ended.
    pub games: u64,
    /// Those of them that were drawn.
    pub drawn: u64,
}

/// How many decisions players took in a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Length {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// As many games are shorter as are longer.
    pub median: u64,
    /// The least.
    pub least: u64,
    /// The most.
    pub most: u64,
    /// By number of decisions: games.
    pub histogram: Vec<(u64, u64)>,
}

/// How the games went up and down, as the players saw it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CourseReport {
    /// How often the lead changed in a game, in the mean.
    pub lead_changes: f64,
    /// After which share of the decisions a game that somebody won was decided, in the mean; none where nobody won.
    pub decided: Option<f64>,
    /// How badly winners stood while they were behind, in the mean.
    pub drama: Option<f64>,
    /// Of the games that somebody won, those in which the winner was behind.
    pub turned: Rate,
    /// The most that one move brought, in the mean.
    pub killer: f64,
}

/// A first move.
#[derive(Clone, Debug, Serialize)]
pub struct Opening {
    /// Its text.
    pub text: String,
    /// The points of whoever made it.
    pub points: Rate,
}

/// A game that can be played again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeptGame {
    /// How many decisions players took.
    pub decisions: u64,
    /// Which of the games at its level it was, from one.
    pub number: u64,
    /// The moves, those of Chance included.
    pub moves: Vec<String>,
    /// How it ended.
    pub result: String,
}

/// A level against the one below.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The stronger side.
    pub level: String,
    /// All others.
    pub below: String,
    /// The points of the stronger side, on all seats in turn.
    pub points: Rate,
    /// What they come to in points of Elo, `-400 log₁₀(1/share − 1)`; none where one side has them all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
}

/// How much of the rules is used.
#[derive(Clone, Debug, Serialize)]
pub struct Used {
    /// Games at random, with search, and scenarios, in which it was counted.
    pub games: crate::cover::Counts,
    /// By sort: how many were used.
    pub shares: Vec<Share>,
    /// Each of them with its counts, those that were never used included.
    pub items: Vec<Item>,
}

/// The figures of what was played, without a verdict.
pub(super) fn report<G: Game>(
    game: &G,
    start: &G::Position,
    plan: &Plan,
    games: &Games,
    used: Option<&Coverage>,
) -> Report {
    let rules = game.rules();
    let names = rules.look.plain_names();
    let again = |kept: &Kept| kept_game(game, start, kept, &names);
    let level = |(level, tally): (&Level, &Tally)| level_report(rules, level.to_string(), tally, &again);
    let step = |(pair, tally): (&[Level], &Tally)| step_report(pair, tally);
    Report {
        title: rules.look.title.plain.clone(),
        rules: rules.fingerprint.clone(),
        options: rules.options.clone(),
        players: names.iter().map(|name| (*name).to_owned()).collect(),
        seed: plan.seed,
        rounds: games.rounds,
        games: games.games,
        interrupted: games.is_cut,
        verdict: Vec::new(),
        levels: plan.levels.iter().zip(&games.alike).map(level).collect(),
        steps: plan.levels.windows(2).zip(&games.steps).map(step).collect(),
        used: used.map(used_report),
        picture: Picture::new(game, start),
    }
}

fn level_report(rules: &Rules, level: String, tally: &Tally, again: &dyn Fn(&Kept) -> KeptGame) -> LevelReport {
    let n = tally.games;
    let mean = |sum: f64, of: u64| if of == 0 { 0.0 } else { sum / of as f64 };
    let seat = |(number, name): (usize, &str)| Seat {
        player: name.to_owned(),
        won: Rate::new(tally.won.get(number).copied().unwrap_or(0) as f64, n),
        points: Rate::new(tally.points.get(number).copied().unwrap_or(0.0), n),
    };
    let by_ply = tally.by_ply.iter().map(|&(games, options)| (games, mean(options as f64, games)));
    LevelReport {
        level,
        games: n,
        seats: rules.look.plain_names().into_iter().enumerate().map(seat).collect(),
        first_mover: Rate::new(tally.first, n),
        draws: Rate::new(tally.drawn as f64, n),
        nobody: tally.nobody,
        unfinished: Rate::new(tally.unfinished as f64, n),
        ends: ends(rules, tally),
        length: length(tally),
        branching: mean(tally.options as f64, tally.decisions),
        branching_by_decision: by_ply.collect(),
        forced: mean(tally.forced as f64, tally.decisions),
        captures: mean(tally.captures as f64, n),
        capturing_games: mean(tally.capturing_games as f64, n),
        course: (tally.went.games > 0).then(|| course_report(&tally.went)),
        openings: openings(tally),
        cells: Cells::new(rules, tally),
        shortest: tally.shortest.as_ref().map(again),
        longest: tally.longest.as_ref().map(again),
    }
}

/// All ends of the rules in the order of the file, those of one name together, and those that never held too.
fn ends(rules: &Rules, tally: &Tally) -> Vec<End> {
    let mut ends: Vec<End> = Vec::new();
    let all = rules.ends.iter().map(|end| (end.name.to_string(), (0, 0)));
    let held = tally.ends.iter().map(|((_, name), counts)| (name.to_string(), *counts));
    for (name, (games, drawn)) in all.chain(held) {
        match ends.iter_mut().find(|end| end.name == name) {
            Some(end) => (end.games, end.drawn) = (end.games + games, end.drawn + drawn),
            None => ends.push(End { name, games, drawn }),
        }
    }
    ends
}

fn length(tally: &Tally) -> Length {
    let n = tally.games;
    let mean = if n == 0 { 0.0 } else { tally.decisions as f64 / n as f64 };
    let squares: f64 = tally.lengths.iter().map(|(&length, &n)| (length as f64 - mean).powi(2) * n as f64).sum();
    let mut below = 0;
    let median = tally.lengths.iter().find(|(_, games)| {
        below += **games;
        2 * below >= n
    });
    Length {
        mean,
        sd: if n < 2 { 0.0 } else { (squares / (n - 1) as f64).sqrt() },
        median: median.map_or(0, |(length, _)| *length),
        least: tally.lengths.keys().next().copied().unwrap_or(0),
        most: tally.lengths.keys().next_back().copied().unwrap_or(0),
        histogram: tally.lengths.iter().map(|(&length, &games)| (length, games)).collect(),
    }
}

fn course_report(went: &Went) -> CourseReport {
    let of_won = |sum: f64| (went.won > 0).then(|| sum / went.won as f64);
    CourseReport {
        lead_changes: went.lead_changes as f64 / went.games as f64,
        decided: of_won(went.decided),
        drama: of_won(went.drama),
        turned: Rate::new(went.turned as f64, went.won),
        killer: went.killer / went.games as f64,
    }
}

fn openings(tally: &Tally) -> Vec<Opening> {
    let opening = |(text, &(games, points)): (&String, &(u64, f64))| Opening {
        text: text.clone(),
        points: Rate::new(points, games),
    };
    let mut openings: Vec<Opening> = tally.openings.iter().map(opening).collect();
    openings.sort_by(|a, b| b.points.of.cmp(&a.points.of).then_with(|| a.text.cmp(&b.text)));
    openings
}

fn step_report(pair: &[Level], tally: &Tally) -> Step {
    let points = Rate::new(tally.stronger, tally.games);
    let is_told = tally.games > 0 && points.share > 0.0 && points.share < 1.0;
    Step {
        level: pair.last().map_or_else(String::new, ToString::to_string),
        below: pair.first().map_or_else(String::new, ToString::to_string),
        points,
        elo: is_told.then(|| 0.0 - 400.0 * (1.0 / points.share - 1.0).log10()),
    }
}

/// A game by the texts of its moves.
fn kept_game<G: Game>(game: &G, start: &G::Position, kept: &Kept, names: &[&str]) -> KeptGame {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(kept.taken.len());
    for &option in &kept.taken {
        let option = option as usize;
        // What was written elsewhere may say anything.
        if game.actor(&position).is_none() || option >= game.n_options(&position) {
            break;
        }
        moves.push(game.notation(&position, option));
        game.play(&mut position, option);
    }
    let result = game.outcome(&position).map(|outcome| crate::record::result::text(&outcome, names));
    KeptGame { decisions: kept.decisions, number: kept.number + 1, moves, result: result.unwrap_or_default() }
}

fn used_report(coverage: &Coverage) -> Used {
    let is_told = |sort: &Sort| SORTS.contains(sort);
    Used {
        games: coverage.games,
        shares: coverage.shares.iter().filter(|share| is_told(&share.sort)).copied().collect(),
        items: coverage.items.iter().filter(|item| is_told(&item.sort)).cloned().collect(),
    }
}

impl Report {
    /// The games of the strongest level at which any were played.
    pub(super) fn strongest(&self) -> Option<&LevelReport> {
        self.levels.iter().rev().find(|level| level.games > 0)
    }
}
