//! A report as one page that needs nothing else: light and dark as the reader likes, for narrow screens and for paper. A
//! few lines of script sort its tables; all of it is there without them.

use std::fmt::Write as _;

use crate::source::markup::escaped;

use super::compare::Comparison;
use super::heat::Map;
use super::report::{KeptGame, LevelReport, Opening, Rate, Report};
use super::verdict::percent;
use super::{plots, verdict};

/// How pages look.
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// So many first moves are listed of each level.
const OPENINGS: usize = 60;

/// A cell of a table.
struct Cell {
    text: String,
    /// What it is sorted by; its text if there is none.
    value: Option<f64>,
}

fn word(text: &str) -> Cell {
    Cell { text: text.to_owned(), value: None }
}

fn share(share: f64) -> Cell {
    Cell { text: percent(share), value: Some(share) }
}

fn rate(rate: &Rate) -> Cell {
    Cell { text: verdict::with_interval(rate), value: Some(rate.share) }
}

fn number(number: f64, digits: usize) -> Cell {
    Cell { text: format!("{number:.digits$}"), value: Some(number) }
}

fn count(number: u64) -> Cell {
    Cell { text: number.to_string(), value: Some(number as f64) }
}

/// The beginning of a page: its name, its heading, and a line below that.
pub fn begun(name: &str, heading: &str, below: &str) -> String {
    let [name, heading, below] = [name, heading, below].map(escaped);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{name}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{heading}</h1>\n<p class=\"faint\">{below}</p>\n</header>\n"
    )
}

impl Report {
    /// The page, with another game beside it if it was compared.
    pub fn html(&self, comparison: Option<&Comparison>) -> String {
        let mut page = begun(&format!("A report on {}", self.title), &self.title, &self.facts());
        self.verdict_in(&mut page);
        if let Some(comparison) = comparison {
            comparison_in(&mut page, comparison);
        }
        let played: Vec<&LevelReport> = self.levels.iter().filter(|level| level.games > 0).collect();
        if let Some(strongest) = self.strongest() {
            self.results_in(&mut page, &played);
            self.steps_in(&mut page);
            lengths_in(&mut page, &played, strongest);
            ends_in(&mut page, &played);
            openings_in(&mut page, &played);
            self.maps_in(&mut page, strongest);
            self.used_in(&mut page);
            games_in(&mut page, &played);
        }
        let _ = write!(page, "<script>{SCRIPT}</script>\n</body>\n</html>\n");
        page
    }

    fn verdict_in(&self, page: &mut String) {
        page.push_str("<section>\n<h2>Verdict</h2>\n<ul class=\"verdict\">\n");
        for finding in &self.verdict {
            let (class, about, words) = (finding.judgement.word(), escaped(&finding.about), escaped(&finding.words));
            let _ = writeln!(
                page,
                "<li class=\"{class}\"><b>{class}</b> {about}: {words}<small>{}</small></li>",
                escaped(&finding.threshold)
            );
        }
        page.push_str(
            "</ul>\n<p class=\"faint\">Good or bad is said only where the whole interval, at 95 %, lies on one side of \
             the threshold; what is open needs more games.</p>\n</section>\n",
        );
    }

    fn results_in(&self, page: &mut String, played: &[&LevelReport]) {
        page.push_str("<section>\n<h2>Results</h2>\n<div class=\"plots\">\n");
        let first: Vec<(String, Rate)> = played.iter().map(|level| (level.level.clone(), level.first_mover)).collect();
        figure(page, &plots::results(played), "Games won by each player, drawn, and without a winner, by level");
        let told = "Points of whoever moves first, with their intervals; balanced is the shaded part";
        figure(page, &plots::intervals(&first, (0.4, 0.6), told), told);
        page.push_str("</div>\n");
        self.key_in(page);
        let mut head = vec!["level".to_owned(), "games".to_owned()];
        for seat in &self.players {
            head.extend([format!("{seat}: points"), format!("{seat}: won")]);
        }
        head.extend(["drawn", "no end", "who moves first: points"].map(str::to_owned));
        let row = |level: &&LevelReport| {
            let seats = level.seats.iter().flat_map(|seat| [rate(&seat.points), rate(&seat.won)]);
            let start = [word(&level.level), count(level.games)].into_iter();
            start.chain(seats).chain([rate(&level.draws), rate(&level.unfinished), rate(&level.first_mover)]).collect()
        };
        table(page, &head, played.iter().map(row), |_| false);
        page.push_str("</section>\n");
    }

    fn key_in(&self, page: &mut String) {
        page.push_str("<p class=\"key\">");
        let players = self.players.iter().enumerate().map(|(n, name)| (format!("s{}", n % 6), name.as_str()));
        let rest = [("draws".to_owned(), "drawn"), ("none".to_owned(), "no winner")];
        for (class, name) in players.chain(rest) {
            let square = format!(
                "<svg viewBox=\"0 0 8 8\" aria-hidden=\"true\"><rect class=\"{class}\" width=\"8\" height=\"8\"/></svg>"
            );
            let _ = write!(page, "<span>{square}{}</span>", escaped(name));
        }
        page.push_str("</p>\n");
    }

    fn steps_in(&self, page: &mut String) {
        if self.steps.is_empty() {
            return;
        }
        page.push_str("<section>\n<h2>What a level is worth</h2>\n");
        let head = ["level", "against", "games", "points", "Elo"].map(str::to_owned);
        let row = |step: &super::report::Step| {
            let elo = step.elo.map_or_else(|| word(""), |elo| Cell { text: format!("{elo:+.0}"), value: Some(elo) });
            vec![word(&step.level), word(&step.below), count(step.points.of), rate(&step.points), elo]
        };
        table(page, &head, self.steps.iter().map(row), |_| false);
        page.push_str("</section>\n");
    }

    fn maps_in(&self, page: &mut String, strongest: &LevelReport) {
        let _ = writeln!(
            page,
            "<section>\n<h2>Where it happens</h2>\n<p class=\"faint\">At {}. The larger and the deeper the disc, the more; \
             the greatest is the most of its map.</p>\n<div class=\"plots maps\">",
            escaped(&strongest.level)
        );
        for (map, name) in Map::ALL {
            let most = strongest.cells.most(map);
            if most > 0.0 {
                let of = if map == Map::Taken { "captures" } else { "decisions" };
                let words = format!("{name}: at most {} of the {of}", percent(most));
                figure(page, &self.picture.map(&strongest.cells, map), &words);
            }
        }
        page.push_str("</div>\n<details>\n<summary>All cells</summary>\n");
        let head = ["cell", "something stands there", "chosen", "captures there"].map(str::to_owned);
        let row = |cell: &super::heat::CellHeat| {
            vec![word(&cell.cell), share(cell.stood), share(cell.chosen), share(cell.taken)]
        };
        table(page, &head, strongest.cells.0.iter().map(row), |_| false);
        page.push_str("</details>\n</section>\n");
    }

    fn used_in(&self, page: &mut String) {
        let Some(used) = &self.used else { return };
        let games = used.games;
        let _ = writeln!(
            page,
            "<section>\n<h2>What is used</h2>\n<p class=\"faint\">Counted in {} games at random, {} with search, and {} \
             scenarios.</p>",
            games.random, games.search, games.scenarios
        );
        let head = ["what", "used", "of"].map(str::to_owned);
        let row = |each: &crate::cover::Share| {
            vec![word(each.sort.plural()), count(each.used as u64), count(each.all as u64)]
        };
        table(page, &head, used.shares.iter().map(row), |_| false);
        page.push_str("<details open>\n<summary>Each of them, those that were never used included</summary>\n");
        let head = ["what", "name", "line", "at random", "with search", "in scenarios", "why never"].map(str::to_owned);
        let shown = || used.items.iter().filter(|item| item.sort != crate::cover::Sort::Cell);
        let row = |item: &crate::cover::Item| {
            let line = item.line.map_or_else(|| word(""), |line| count(line as u64));
            let why = word(item.reason.as_deref().unwrap_or_default());
            let of = item.used;
            vec![
                word(item.sort.plural()),
                word(&item.name),
                line,
                count(of.random),
                count(of.search),
                count(of.scenarios),
                why,
            ]
        };
        let never: Vec<bool> = shown().map(|item| item.used.total() == 0).collect();
        table(page, &head, shown().map(row), |row| never.get(row).copied().unwrap_or(false));
        page.push_str("</details>\n</section>\n");
    }
}

fn comparison_in(page: &mut String, comparison: &Comparison) {
    let (one, other) = (escaped(&comparison.one), escaped(&comparison.other));
    let _ = writeln!(page, "<section>\n<h2>Against {other}</h2>\n<p class=\"faint\">First {one}, then {other}.</p>");
    let head = ["level", "what", "", "in words"].map(str::to_owned);
    let row = |each: &super::compare::Difference| {
        vec![word(&each.level), word(&each.about), word(if each.is_sure { "differs" } else { "" }), word(&each.words)]
    };
    table(page, &head, comparison.differences.iter().map(row), |_| false);
    page.push_str("</section>\n");
}

fn lengths_in(page: &mut String, played: &[&LevelReport], strongest: &LevelReport) {
    page.push_str("<section>\n<h2>Length and choice</h2>\n<div class=\"plots\">\n");
    let words = format!("How many games took how many decisions, {}", strongest.level);
    figure(page, &plots::lengths(strongest), &words);
    let words = format!("Options of a decision, as far as half of the games came, {}", strongest.level);
    figure(page, &plots::branching(strongest), &words);
    page.push_str("</div>\n");
    let head = [
        "level",
        "decisions",
        "± sd",
        "median",
        "least",
        "most",
        "options",
        "forced",
        "captures",
        "games with a capture",
        "lead changes",
        "decided after",
        "won from behind",
        "drama",
        "strongest move",
    ];
    let row = |level: &&LevelReport| {
        let length = &level.length;
        let mut cells = vec![
            word(&level.level),
            number(length.mean, 1),
            number(length.sd, 1),
            count(length.median),
            count(length.least),
            count(length.most),
            number(level.branching, 1),
            share(level.forced),
            number(level.captures, 1),
            share(level.capturing_games),
        ];
        match &level.course {
            None => cells.extend(["", "", "", "", ""].map(word)),
            Some(course) => cells.extend([
                number(course.lead_changes, 1),
                course.decided.map_or_else(|| word(""), share),
                rate(&course.turned),
                course.drama.map_or_else(|| word(""), |drama| number(drama, 2)),
                number(course.killer, 2),
            ]),
        }
        cells
    };
    table(page, &head.map(str::to_owned), played.iter().map(row), |_| false);
    page.push_str(
        "<p class=\"faint\">Who leads is what the players at that level think themselves: a lead is 0.1 more than the \
         next; a game is decided once the winner's value is 0.9 and stays so; drama is how badly winners stood while \
         behind (the mean root of the difference), the strongest move what one move brought at most: after Browne \
         (2008).</p>\n</section>\n",
    );
}

fn ends_in(page: &mut String, played: &[&LevelReport]) {
    page.push_str("<section>\n<h2>How games end</h2>\n");
    let mut head = vec!["end".to_owned()];
    for level in played {
        head.extend([level.level.clone(), format!("{}: drawn", level.level)]);
    }
    let Some(first) = played.first() else { return };
    let row = |(number, end): (usize, &super::report::End)| {
        let of = |level: &&LevelReport| {
            let end = level.ends.get(number);
            let games = end.map_or(0, |end| end.games);
            let part = if level.games == 0 { 0.0 } else { games as f64 / level.games as f64 };
            [share(part), count(end.map_or(0, |end| end.drawn))]
        };
        std::iter::once(word(&end.name)).chain(played.iter().flat_map(of)).collect()
    };
    table(page, &head, first.ends.iter().enumerate().map(row), |_| false);
    page.push_str("</section>\n");
}

fn openings_in(page: &mut String, played: &[&LevelReport]) {
    page.push_str("<section>\n<h2>First moves</h2>\n");
    for (number, level) in played.iter().rev().enumerate() {
        let open = if number == 0 { " open" } else { "" };
        let _ = writeln!(page, "<details{open}>\n<summary>{}</summary>", escaped(&level.level));
        let head = ["move", "games", "points of who made it"].map(str::to_owned);
        let row = |each: &Opening| vec![word(&each.text), count(each.points.of), rate(&each.points)];
        table(page, &head, level.openings.iter().take(OPENINGS).map(row), |_| false);
        if level.openings.len() > OPENINGS {
            let _ = writeln!(page, "<p class=\"faint\">and {} more</p>", level.openings.len() - OPENINGS);
        }
        page.push_str("</details>\n");
    }
    page.push_str("</section>\n");
}

fn games_in(page: &mut String, played: &[&LevelReport]) {
    page.push_str("<section>\n<h2>Shortest and longest games</h2>\n");
    for level in played {
        for (which, kept) in [("shortest", &level.shortest), ("longest", &level.longest)] {
            let Some(KeptGame { decisions, moves, result, .. }) = kept else { continue };
            let _ = writeln!(
                page,
                "<details>\n<summary>{which}, {}: {decisions} decisions, {}</summary>\n<p class=\"moves\">{}</p>\n</details>",
                escaped(&level.level),
                escaped(result),
                escaped(&moves.join(" "))
            );
        }
    }
    page.push_str("</section>\n");
}

fn figure(page: &mut String, picture: &str, words: &str) {
    let _ = writeln!(page, "<figure>\n{picture}<figcaption>{}</figcaption>\n</figure>", escaped(words));
}

/// A table that can be sorted; the numbers of the rows that were never used.
fn table(page: &mut String, head: &[String], rows: impl Iterator<Item = Vec<Cell>>, is_never: impl Fn(usize) -> bool) {
    let cells: String = head.iter().map(|text| format!("<th scope=\"col\">{}</th>", escaped(text))).collect();
    let _ = writeln!(page, "<div class=\"wide\"><table class=\"sortable\">\n<thead><tr>{cells}</tr></thead>\n<tbody>");
    for (number, row) in rows.enumerate() {
        let class = if is_never(number) { " class=\"never\"" } else { "" };
        let _ = write!(page, "<tr{class}>");
        for Cell { text, value } in row {
            let _ = match value {
                Some(value) => write!(page, "<td data-v=\"{value}\">{}</td>", escaped(&text)),
                None => write!(page, "<td class=\"word\">{}</td>", escaped(&text)),
            };
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n");
}
