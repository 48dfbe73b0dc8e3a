//! A report as text for a terminal.

use std::fmt;

use super::compare::Comparison;
use super::report::{LevelReport, Report};
use super::verdict::{percent, with_interval};

/// So many first moves are listed.
const OPENINGS: usize = 8;

impl Report {
    /// What was played, in one line.
    pub(super) fn facts(&self) -> String {
        let options: Vec<String> = self.options.iter().map(|(name, value)| format!(", {name} = {value}")).collect();
        let cut = if self.interrupted { ", interrupted" } else { "" };
        let (games, rounds, seed) = (self.games, self.rounds, self.seed);
        format!("{games} games in {rounds} rounds, seed {seed}{cut}{}, rules {}", options.concat(), self.rules)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}\n\nverdict", self.title, self.facts())?;
        for finding in &self.verdict {
            writeln!(f, "  {:4}  {}: {}", finding.judgement.word(), finding.about, finding.words)?;
        }
        writeln!(f, "\nresults")?;
        for level in self.levels.iter().filter(|level| level.games > 0) {
            results(f, level)?;
        }
        if let Some(level) = self.strongest() {
            writeln!(f, "\nfirst moves, {}: games, points of who made it", level.level)?;
            let width = level.openings.iter().take(OPENINGS).map(|each| each.text.chars().count()).max().unwrap_or(0);
            for each in level.openings.iter().take(OPENINGS) {
                writeln!(f, "  {:width$}  {:6}  {}", each.text, each.points.of, with_interval(&each.points))?;
            }
            if level.openings.len() > OPENINGS {
                writeln!(f, "  and {} more", level.openings.len() - OPENINGS)?;
            }
        }
        if let Some(used) = &self.used {
            let shares =
                used.shares.iter().map(|share| format!("{} {} of {}", share.sort.plural(), share.used, share.all));
            writeln!(f, "\nused: {}", shares.collect::<Vec<_>>().join(", "))?;
        }
        Ok(())
    }
}

fn results(f: &mut fmt::Formatter<'_>, level: &LevelReport) -> fmt::Result {
    writeln!(f, "  {}: {} games", level.level, level.games)?;
    let width = level.seats.iter().map(|seat| seat.player.chars().count()).max().unwrap_or(0).max(5);
    for seat in &level.seats {
        let (points, won) = (with_interval(&seat.points), with_interval(&seat.won));
        writeln!(f, "    {:width$}  {points} of the points, wins {won}", seat.player)?;
    }
    writeln!(f, "    {:width$}  {}", "draws", with_interval(&level.draws))?;
    for end in &level.ends {
        let share = if level.games == 0 { 0.0 } else { end.games as f64 / level.games as f64 };
        writeln!(f, "    ended by `{}`: {}", end.name, percent(share))?;
    }
    let length = &level.length;
    writeln!(
        f,
        "    decisions: mean {:.1}, standard deviation {:.1}, {} to {}; options: mean {:.1}; captures: {:.1} a game",
        length.mean, length.sd, length.least, length.most, level.branching, level.captures
    )
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{} against {}", self.one, self.other)?;
        for each in &self.differences {
            writeln!(f, "  {}, {}: {}", each.level, each.about, each.words)?;
        }
        Ok(())
    }
}
