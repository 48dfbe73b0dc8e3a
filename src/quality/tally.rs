//! What came of many games of one kind, as sums.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::game::{PlayerId, Verdict};

use super::games::{Heat, Played};

/// The most different first moves that are told apart.
const OPENINGS: usize = 1000;
/// The decisions of a game for which it is told how many options they had.
const PLIES: usize = 400;

/// Sums over games. They are added in the order of the games, so that they are the same to the last bit whoever played.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// Games.
    pub games: u64,
    /// By seat: games won alone, and the points of all games: one for the best place, nothing for the last.
    pub won: Vec<u64>,
    pub points: Vec<f64>,
    /// The points of whoever moved first, and of the stronger side, where one is.
    pub first: f64,
    pub stronger: f64,
    pub drawn: u64,
    pub nobody: u64,
    pub unfinished: u64,
    /// By number and name of the end clause: games, and those of them that were drawn.
    pub ends: BTreeMap<(usize, Arc<str>), (u64, u64)>,
    /// By number of decisions: games.
    pub lengths: BTreeMap<u64, u64>,
    pub decisions: u64,
    pub options: u64,
    pub forced: u64,
    pub captures: u64,
    pub capturing_games: u64,
    /// By number of the decision: how many there were and how many options they had.
    pub by_ply: Vec<(u64, u64)>,
    /// By text: games, and the points of whoever moved first.
    pub openings: BTreeMap<String, (u64, f64)>,
    pub heat: BTreeMap<usize, Heat>,
    pub shortest: Option<Kept>,
    pub longest: Option<Kept>,
    pub went: Went,
}

/// A game that can be played again.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub decisions: u64,
    /// Which game of its kind it was, from zero.
    pub number: u64,
    /// The options taken, by players and by Chance.
    pub taken: Vec<u32>,
}

/// Sums over how games went up and down.
#[derive(Clone, Debug, Default)]
pub(super) struct Went {
    pub games: u64,
    pub lead_changes: u64,
    pub killer: f64,
    /// Of these games somebody won alone.
    pub won: u64,
    pub decided: f64,
    pub drama: f64,
    pub turned: u64,
}

impl Tally {
    /// Counts a game between so many players; `stronger` is the seat of the stronger side.
    pub fn count(&mut self, played: &Played, players: usize, stronger: Option<usize>) {
        let number = self.games;
        self.games += 1;
        self.won.resize(players, 0);
        self.points.resize(players, 0.0);
        self.count_outcome(played, players, stronger);
        let decisions = played.options.len() as u64;
        *self.lengths.entry(decisions).or_default() += 1;
        self.decisions += decisions;
        self.captures += u64::from(played.captures);
        self.capturing_games += u64::from(played.captures > 0);
        for (ply, &options) in played.options.iter().enumerate() {
            self.options += u64::from(options);
            self.forced += u64::from(options == 1);
            if ply < PLIES {
                self.by_ply.resize(self.by_ply.len().max(ply + 1), (0, 0));
                self.by_ply[ply].0 += 1;
                self.by_ply[ply].1 += u64::from(options);
            }
        }
        for (&cell, heat) in &played.heat {
            self.heat.entry(cell).or_default().add(*heat);
        }
        self.keep(played, decisions, number);
    }

    fn count_outcome(&mut self, played: &Played, players: usize, stronger: Option<usize>) {
        // A game without an end is worth equal shares.
        let points = |player: usize| match &played.outcome {
            Some(outcome) if outcome.clause.is_some() => outcome.value(PlayerId(player as u8)),
            _ => 0.5,
        };
        (0..players).for_each(|player| self.points[player] += points(player));
        self.stronger += stronger.map_or(0.0, points);
        if let Some((first, opening)) = &played.opening {
            let points = points(first.index());
            self.first += points;
            if self.openings.len() < OPENINGS || self.openings.contains_key(opening) {
                let opening = self.openings.entry(opening.clone()).or_default();
                *opening = (opening.0 + 1, opening.1 + points);
            }
        }
        let verdict = played.outcome.as_ref().map_or(Verdict::Unfinished, |outcome| outcome.verdict());
        match verdict {
            Verdict::Won(player) => self.won[player.index()] += 1,
            Verdict::Draw => self.drawn += 1,
            Verdict::Nobody => self.nobody += 1,
            Verdict::Unfinished => self.unfinished += 1,
        }
        if let Some((outcome, clause)) = played.outcome.as_ref().and_then(|outcome| Some((outcome, outcome.clause?))) {
            let end = self.ends.entry((clause, outcome.by.clone())).or_default();
            *end = (end.0 + 1, end.1 + u64::from(verdict == Verdict::Draw));
        }
        if let Some(course) = &played.course {
            let went = &mut self.went;
            went.games += 1;
            went.lead_changes += u64::from(course.lead_changes);
            went.killer += course.killer;
            if let (Some(decided), Some(drama)) = (course.decided, course.drama) {
                went.won += 1;
                went.decided += decided;
                went.drama += drama;
                went.turned += u64::from(course.turned);
            }
        }
    }

    /// Keeps the first of the shortest and of the longest games that came to an end.
    fn keep(&mut self, played: &Played, decisions: u64, number: u64) {
        if played.outcome.as_ref().is_none_or(|outcome| outcome.clause.is_none()) {
            return;
        }
        let kept = || Some(Kept { decisions, number, taken: played.taken.clone() });
        if self.shortest.as_ref().is_none_or(|shortest| decisions < shortest.decisions) {
            self.shortest = kept();
        }
        if self.longest.as_ref().is_none_or(|longest| decisions > longest.decisions) {
            self.longest = kept();
        }
    }
}
