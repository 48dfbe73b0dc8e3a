//! Plots as SVG, with the colours of the page that they stand in.

use std::fmt::Write as _;

use crate::source::markup::escaped;

use super::report::{LevelReport, Rate};

/// The width of a plot, in its own units: those of a narrow screen.
const WIDTH: f64 = 420.0;
/// Where the plot itself begins and ends; words stand before.
const LEFT: f64 = 96.0;
const RIGHT: f64 = 408.0;
/// The height of a row of words.
const ROW: f64 = 26.0;
/// A histogram has at most so many bars.
const BARS: u64 = 40;

fn begin(height: f64, told: &str) -> String {
    let told = escaped(told);
    format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{told}\">\n<title>{told}</title>\n"
    )
}

fn text(plot: &mut String, (x, y): (f64, f64), anchor: &str, words: &str) {
    let _ = writeln!(plot, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(words));
}

fn line(plot: &mut String, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    let _ = writeln!(plot, "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>");
}

fn rect(plot: &mut String, class: &str, (x, y): (f64, f64), (width, height): (f64, f64), told: &str) {
    let _ = writeln!(
        plot,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"><title>{}</title></rect>",
        escaped(told)
    );
}

/// The end of a long word may be left out.
fn short(words: &str) -> String {
    const LETTERS: usize = 14;
    match words.chars().count() {
        n if n > LETTERS => words.chars().take(LETTERS - 1).chain(['…']).collect(),
        _ => words.to_owned(),
    }
}

/// Shares with their intervals, row by row, between nothing and all; the shares between the two marks are shaded.
pub(super) fn intervals(rows: &[(String, Rate)], shaded: (f64, f64), told: &str) -> String {
    let height = ROW * rows.len() as f64 + 24.0;
    let mut plot = begin(height, told);
    let x = |share: f64| LEFT + share * (RIGHT - LEFT);
    let bottom = height - 20.0;
    rect(&mut plot, "band", (x(shaded.0), 0.0), (x(shaded.1) - x(shaded.0), bottom), "");
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        line(&mut plot, "grid", (x(share), 0.0), (x(share), bottom));
        text(&mut plot, (x(share), height - 6.0), "middle", &format!("{:.0} %", 100.0 * share));
    }
    for (row, (name, rate)) in rows.iter().enumerate() {
        let y = ROW * (row as f64 + 0.5);
        text(&mut plot, (LEFT - 8.0, y + 4.0), "end", &short(name));
        line(&mut plot, "whisker", (x(rate.interval.low), y), (x(rate.interval.high), y));
        for end in [rate.interval.low, rate.interval.high] {
            line(&mut plot, "whisker", (x(end), y - 5.0), (x(end), y + 5.0));
        }
        let told = super::verdict::with_interval(rate);
        let (cx, title) = (x(rate.share), escaped(&told));
        let _ = writeln!(
            plot,
            "<circle class=\"dot\" cx=\"{cx:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{title}</title></circle>"
        );
    }
    plot + "</svg>\n"
}

/// How the games of each level ended: one bar each, parted among the players, in their order, and draws.
pub(super) fn results(levels: &[&LevelReport]) -> String {
    let height = ROW * levels.len() as f64 + 24.0;
    let mut plot = begin(height, "Games won by each player, drawn, and without a winner");
    for (row, level) in levels.iter().enumerate() {
        let y = ROW * row as f64 + 4.0;
        text(&mut plot, (LEFT - 8.0, y + 13.0), "end", &short(&level.level));
        let mut x = LEFT;
        let seats =
            level.seats.iter().enumerate().map(|(n, seat)| (format!("s{}", n % 6), &*seat.player, seat.won.sum));
        let rest = [
            ("draws", "drawn", level.draws.sum),
            ("none", "nobody", level.nobody as f64),
            ("none", "no end", level.unfinished.sum),
        ];
        let rest = rest.into_iter().map(|(class, name, sum)| (class.to_owned(), name, sum));
        for (class, name, sum) in seats.chain(rest).filter(|(_, _, sum)| *sum > 0.0) {
            let share = sum / level.games as f64;
            let width = share * (RIGHT - LEFT);
            rect(&mut plot, &class, (x, y), (width, ROW - 8.0), &format!("{name}: {sum} of {}", level.games));
            if width > 30.0 {
                let _ = writeln!(
                    plot,
                    "<text class=\"on {class}\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{:.0} %</text>",
                    x + width / 2.0,
                    y + 13.0,
                    100.0 * share
                );
            }
            x += width;
        }
    }
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        text(&mut plot, (LEFT + share * (RIGHT - LEFT), height - 6.0), "middle", &format!("{:.0} %", 100.0 * share));
    }
    plot + "</svg>\n"
}

/// How many games took how many decisions.
pub(super) fn lengths(level: &LevelReport) -> String {
    const HEIGHT: f64 = 150.0;
    let histogram = &level.length.histogram;
    let (low, high) = (level.length.least, level.length.most);
    let wide = ((high - low) / BARS + 1).max(1);
    let n = (high - low) / wide + 1;
    let mut bars = vec![0; n as usize];
    for (length, games) in histogram {
        if let Some(bar) = bars.get_mut(((length - low) / wide) as usize) {
            *bar += games;
        }
    }
    let most = bars.iter().copied().max().unwrap_or(1).max(1);
    let mut plot = begin(HEIGHT, &format!("Decisions a game, {}", level.level));
    let (bottom, left) = (HEIGHT - 22.0, 40.0);
    let width = (RIGHT - left) / n as f64;
    line(&mut plot, "grid", (left, bottom), (RIGHT, bottom));
    text(&mut plot, (left - 6.0, 14.0), "end", &most.to_string());
    text(&mut plot, (left - 6.0, bottom), "end", "0");
    for (number, games) in bars.iter().enumerate().filter(|(_, games)| **games > 0) {
        let tall = (bottom - 6.0) * *games as f64 / most as f64;
        let from = low + number as u64 * wide;
        let told = if wide == 1 { from.to_string() } else { format!("{from} to {}", from + wide - 1) };
        let gap = (width * 0.1).min(1.0);
        rect(
            &mut plot,
            "bar",
            (left + number as f64 * width, bottom - tall),
            (width - gap, tall),
            &format!("{told} decisions: {games} games"),
        );
    }
    let mid = low + (high - low) / 2;
    for (at, anchor) in [(low, "start"), (mid, "middle"), (high, "end")] {
        let x = match anchor {
            "start" => left,
            "middle" => (left + RIGHT) / 2.0,
            _ => RIGHT,
        };
        if anchor == "start" || high > low && (anchor == "end" || mid > low) {
            text(&mut plot, (x, HEIGHT - 6.0), anchor, &at.to_string());
        }
    }
    plot + "</svg>\n"
}

/// How many options a decision has, by its number; as far as half of the games came.
pub(super) fn branching(level: &LevelReport) -> String {
    const HEIGHT: f64 = 150.0;
    let half = level.games.div_ceil(2);
    let shown: Vec<f64> =
        level.branching_by_decision.iter().take_while(|(games, _)| *games >= half).map(|(_, mean)| *mean).collect();
    let most = shown.iter().copied().fold(1.0, f64::max);
    let mut plot = begin(HEIGHT, &format!("Options of a decision, {}", level.level));
    let (bottom, left) = (HEIGHT - 22.0, 40.0);
    let step = (RIGHT - left) / (shown.len().max(2) - 1) as f64;
    line(&mut plot, "grid", (left, bottom), (RIGHT, bottom));
    text(&mut plot, (left - 6.0, 14.0), "end", &format!("{most:.0}"));
    text(&mut plot, (left - 6.0, bottom), "end", "0");
    let place = |(number, mean): (usize, &f64)| {
        format!("{:.1},{:.1}", left + number as f64 * step, bottom - (bottom - 6.0) * mean / most)
    };
    let points: Vec<String> = shown.iter().enumerate().map(place).collect();
    let _ = writeln!(plot, "<polyline class=\"curve\" points=\"{}\"/>", points.join(" "));
    text(&mut plot, (left, HEIGHT - 6.0), "start", "1");
    text(&mut plot, (RIGHT, HEIGHT - 6.0), "end", &format!("decision {}", shown.len()));
    plot + "</svg>\n"
}
