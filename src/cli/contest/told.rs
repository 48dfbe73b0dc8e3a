//! How a tournament stands, as text and for programs.

use std::fmt::Write as _;
use std::io;

use serde_json::{Value, json};

use crate::contest::rating::Rating;
use crate::contest::sprt::{Found, Sprt};
use crate::contest::standings::{Standing, Table, Tested};
use crate::game::Game;

use super::super::screen::Screen;
use super::Plan;
use super::store::Kept;

/// The tables, what they mean, and what was written.
///
/// # Errors
/// If the output cannot be written.
pub fn print(plan: &Plan, kept: &Kept, screen: &mut Screen) -> io::Result<()> {
    use io::Write as _;
    if kept.found > 0 {
        writeln!(screen, "{} games were played before", kept.found)?;
    }
    for (event, table) in plan.events.iter().zip(&kept.tables) {
        let title = &event.game.rules().look.title.plain;
        writeln!(screen, "{title}: {}", size(plan, table))?;
        write!(screen, "{}", rows(plan, table))?;
        for line in meanings(plan, table) {
            writeln!(screen, "{line}")?;
        }
        if let (Some(test), Some(tested)) = (&plan.test, &table.test) {
            writeln!(screen, "{}", tested_in_words(plan, test, tested))?;
        }
    }
    if !kept.files.is_empty() {
        writeln!(screen, "kept in {}", kept.files.join(", "))?;
    }
    Ok(())
}

/// How the tournament stands while it is played, in a few lines.
pub fn live(plan: &Plan, tables: &[Table]) -> String {
    let begun = tables.iter().enumerate().rfind(|(_, table)| table.games > 0);
    let Some((event, table)) = begun else { return String::new() };
    let title = plan.events.get(event).map(|event| event.game.rules().look.title.plain.clone()).unwrap_or_default();
    let mut text = format!("{title}: {}\n{}", size(plan, table), rows(plan, table));
    if let (Some(test), Some(tested)) = (&plan.test, &table.test) {
        text += &tested_in_words(plan, test, tested);
    }
    text.trim_end().to_owned()
}

/// How many games and sets there are, and how they begin.
fn size(plan: &Plan, table: &Table) -> String {
    let many = |n: u64, what: &str| if n == 1 { format!("{n} {what}") } else { format!("{n} {what}s") };
    let mut text = many(table.games, "game");
    if plan.swapped && table.sets > 0 {
        let _ = write!(text, ", {} from every place", many(table.sets, "set"));
    }
    if plan.opening > 0 {
        let _ = write!(text, ", the first {} by lot", many(plan.opening.into(), "decision"));
    }
    text
}

/// The standings, the best first.
fn rows(plan: &Plan, table: &Table) -> String {
    let mut order: Vec<usize> = (0..table.standings.len()).collect();
    let share = |standing: &Standing| standing.points / standing.games.max(1) as f64;
    let by_share = |who: &usize| table.standings.get(*who).map_or(0.0, share);
    order.sort_by(|one, other| by_share(other).total_cmp(&by_share(one)));
    let name = |who: usize| plan.contestants.get(who).map(|one| one.name.as_str()).unwrap_or_default();
    let width = order.iter().map(|&who| name(who).chars().count()).max().unwrap_or(0).max(4);
    let has_forfeits = table.standings.iter().any(|standing| standing.forfeited > 0);
    let has_unfinished = table.standings.iter().any(|standing| standing.unfinished > 0);
    let mut text = format!(
        "{:3} {:width$} {:>6} {:>6} {:>6} {:>6} {:>8} {:>7}",
        "", "name", "games", "won", "drawn", "lost", "points", "score"
    );
    text += if has_unfinished { "  given up" } else { "" };
    text += if has_forfeits { "  forfeits" } else { "" };
    text += "  Elo\n";
    for (place, who) in (1..).zip(order) {
        let Some(standing) = table.standings.get(who) else { continue };
        let Standing { games, won, drawn, lost, unfinished, forfeited, points, .. } = standing;
        let score = 100.0 * share(standing);
        let _ = write!(
            text,
            "{place:3} {:width$} {games:6} {won:6} {drawn:6} {lost:6} {points:8.1} {score:5.1} %",
            name(who)
        );
        if has_unfinished {
            let _ = write!(text, "  {unfinished:8}");
        }
        if has_forfeits {
            let _ = write!(text, "  {forfeited:8}");
        }
        let _ = writeln!(text, "  {}", standing.rating().as_ref().map(elo).unwrap_or_default());
    }
    text
}

/// A difference of Elo with its error, or with the end of its interval that there is.
fn elo(rating: &Rating) -> String {
    let (low, high) = rating.elos();
    match (rating.error(), low.is_finite(), high.is_finite()) {
        (Some(error), ..) => format!("{:+.1} ± {error:.1}", rating.elo()),
        (None, true, _) => format!("{}more than {low:+.1}", known(rating)),
        (None, _, true) => format!("{}less than {high:+.1}", known(rating)),
        _ => "anything".to_owned(),
    }
}

fn known(rating: &Rating) -> String {
    if rating.elo().is_finite() { format!("{:+.1}, ", rating.elo()) } else { String::new() }
}

/// What the scores mean: of two players once, of more for each against the others.
fn meanings(plan: &Plan, table: &Table) -> Vec<String> {
    let of = |who: usize| table.standings.get(who).and_then(Standing::rating);
    let name = |who: usize| plan.contestants.get(who).map(|one| one.name.as_str()).unwrap_or_default();
    match plan.contestants.len() {
        2 => of(0).map(|rating| meaning(name(0), name(1), &rating)).into_iter().collect(),
        n => (0..n).filter_map(|who| Some(meaning(name(who), "the others", &of(who)?))).collect(),
    }
}

/// What a score means, in words.
fn meaning(one: &str, other: &str, rating: &Rating) -> String {
    let hundred = |score: f64| (100.0 * score).round();
    let (low, high) = rating.scores;
    let expected = |one: &str, score: f64, low: f64, high: f64| {
        let (score, low, high) = (hundred(score), hundred(low), hundred(high));
        format!("of 100 points {one} may expect {score} ({low} to {high}, with 95 %)")
    };
    let verb = if other == "the others" { "are" } else { "is" };
    if low > 0.5 {
        format!("{one} is stronger than {other}: {}", expected(one, rating.score, low, high))
    } else if high < 0.5 {
        format!("{other} {verb} stronger than {one}: {}", expected(one, rating.score, low, high))
    } else {
        format!("whether {one} or {other} {verb} stronger is not shown: {}", expected(one, rating.score, low, high))
    }
}

fn tested_in_words(plan: &Plan, test: &Sprt, tested: &Tested) -> String {
    let (low, high) = test.bounds();
    let first = plan.contestants.first().map(|one| one.name.as_str()).unwrap_or_default();
    let unit = if plan.swapped { "sets" } else { "games" };
    let found = match tested.found {
        Some(Found::Great) => format!("{first} is stronger by {} Elo rather than {}", test.elo1, test.elo0),
        Some(Found::Small) => format!("{first} is stronger by {} Elo rather than {}", test.elo0, test.elo1),
        None => format!("whether {first} is stronger by {} or by {} Elo is still open", test.elo0, test.elo1),
    };
    format!("test: {found} (LLR {:.2} between {low:.2} and {high:.2}, after {} {unit})", tested.ratio, tested.sets)
}

/// The same for programs. What is infinite is null.
pub fn json(plan: &Plan, kept: &Kept, interrupted: bool) -> Value {
    let events = plan.events.iter().zip(&kept.tables).map(|(event, table)| {
        let standings = plan.contestants.iter().zip(&table.standings);
        json!({
            "game": event.file,
            "title": event.game.rules().look.title.plain,
            "games": table.games,
            "sets": table.sets,
            "standings": standings.map(|(one, standing)| standing_json(&one.name, standing)).collect::<Vec<_>>(),
            "test": plan.test.as_ref().zip(table.test.as_ref()).map(|(test, tested)| test_json(test, tested)),
        })
    });
    json!({
        "matches": events.collect::<Vec<_>>(),
        "played_before": kept.found,
        "files": kept.files,
        "interrupted": interrupted,
    })
}

fn standing_json(name: &str, standing: &Standing) -> Value {
    let finite = |number: f64| number.is_finite().then_some(number);
    let rating = standing.rating().map(|rating| {
        let (low, high) = rating.elos();
        json!({
            "score": rating.score,
            "score_between": [rating.scores.0, rating.scores.1],
            "elo": finite(rating.elo()),
            "elo_between": [finite(low), finite(high)],
            "elo_error": rating.error(),
            "superiority": rating.superiority(),
            "units": standing.scores.n(),
        })
    });
    json!({
        "name": name,
        "games": standing.games,
        "won": standing.won,
        "drawn": standing.drawn,
        "lost": standing.lost,
        "unfinished": standing.unfinished,
        "forfeited": standing.forfeited,
        "points": standing.points,
        "rating": rating,
    })
}

fn test_json(test: &Sprt, tested: &Tested) -> Value {
    let (low, high) = test.bounds();
    let found = tested.found.map(|found| match found {
        Found::Small => "elo0",
        Found::Great => "elo1",
    });
    json!({
        "elo0": test.elo0,
        "elo1": test.elo1,
        "llr": tested.ratio,
        "bounds": [low, high],
        "sets": tested.sets,
        "found": found,
    })
}
