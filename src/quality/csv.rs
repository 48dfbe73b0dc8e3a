//! The tables of a report as comma-separated values, as RFC 4180 writes them.

use super::report::{LevelReport, Rate, Report};

/// A table: the name of its file, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The name of the file.
    pub name: &'static str,
    /// The rows, the names of the columns first.
    pub text: String,
}

fn sheet(name: &'static str, head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Sheet {
    let line = |cells: Vec<String>| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\r\n";
    let head = line(head.iter().map(|cell| (*cell).to_owned()).collect());
    Sheet { name, text: rows.fold(head, |text, row| text + &line(row)) }
}

/// Between quotes where commas, quotes or line breaks stand in it.
fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

fn rate(rate: &Rate) -> [String; 5] {
    let Rate { sum, of, share, interval } = rate;
    [sum.to_string(), of.to_string(), share.to_string(), interval.low.to_string(), interval.high.to_string()]
}

const RATE: [&str; 5] = ["sum", "of", "share", "low", "high"];

impl Report {
    /// All tables.
    pub fn sheets(&self) -> Vec<Sheet> {
        vec![
            self.results(),
            self.steps(),
            self.lengths(),
            self.openings(),
            self.ends(),
            self.cells(),
            self.uses(),
            self.findings(),
        ]
    }

    /// Rows of all levels, each with the name of its level first.
    fn by_level(&self, name: &'static str, head: &[&str], rows: impl Fn(&LevelReport) -> Vec<Vec<String>>) -> Sheet {
        let head: Vec<&str> = std::iter::once("level").chain(head.iter().copied()).collect();
        let all = self.levels.iter().flat_map(|level| {
            let rows = rows(level).into_iter();
            rows.map(|row| std::iter::once(level.level.clone()).chain(row).collect::<Vec<_>>()).collect::<Vec<_>>()
        });
        sheet(name, &head, all)
    }

    fn results(&self) -> Sheet {
        let head = [&["what", "player"][..], &RATE].concat();
        self.by_level("results.csv", &head, |level| {
            let row = |what: &str, player: &str, of: &Rate| {
                [what.to_owned(), player.to_owned()].into_iter().chain(rate(of)).collect::<Vec<_>>()
            };
            let seats = level
                .seats
                .iter()
                .flat_map(|seat| [row("points", &seat.player, &seat.points), row("won", &seat.player, &seat.won)]);
            let rest = [("drawn", &level.draws), ("no end", &level.unfinished), ("first mover", &level.first_mover)];
            seats.chain(rest.map(|(what, of)| row(what, "", of))).collect()
        })
    }

    fn steps(&self) -> Sheet {
        let head = [&["level", "below"][..], &RATE, &["elo"]].concat();
        let rows = self.steps.iter().map(|step| {
            let names = [step.level.clone(), step.below.clone()].into_iter();
            names.chain(rate(&step.points)).chain([step.elo.map_or_else(String::new, |elo| elo.to_string())]).collect()
        });
        sheet("levels.csv", &head, rows)
    }

    fn lengths(&self) -> Sheet {
        self.by_level("lengths.csv", &["decisions", "games"], |level| {
            level.length.histogram.iter().map(|(length, games)| vec![length.to_string(), games.to_string()]).collect()
        })
    }

    fn openings(&self) -> Sheet {
        let head = [&["move"][..], &RATE].concat();
        self.by_level("openings.csv", &head, |level| {
            let row = |each: &super::report::Opening| {
                std::iter::once(each.text.clone()).chain(rate(&each.points)).collect::<Vec<_>>()
            };
            level.openings.iter().map(row).collect()
        })
    }

    fn ends(&self) -> Sheet {
        self.by_level("ends.csv", &["end", "games", "drawn"], |level| {
            let row = |end: &super::report::End| vec![end.name.clone(), end.games.to_string(), end.drawn.to_string()];
            level.ends.iter().map(row).collect()
        })
    }

    fn cells(&self) -> Sheet {
        self.by_level("cells.csv", &["cell", "stood", "chosen", "taken"], |level| {
            let row = |cell: &super::heat::CellHeat| {
                vec![cell.cell.clone(), cell.stood.to_string(), cell.chosen.to_string(), cell.taken.to_string()]
            };
            level.cells.0.iter().map(row).collect()
        })
    }

    fn uses(&self) -> Sheet {
        let items = self.used.iter().flat_map(|used| &used.items);
        let rows = items.map(|item| {
            let line = item.line.map_or_else(String::new, |line| line.to_string());
            let counts = [item.used.random, item.used.search, item.used.scenarios].map(|count| count.to_string());
            let reason = item.reason.clone().unwrap_or_default();
            let start = [item.sort.plural().to_owned(), item.name.clone(), line].into_iter();
            start.chain(counts).chain([reason]).collect()
        });
        sheet("use.csv", &["sort", "name", "line", "random", "search", "scenarios", "why never"], rows)
    }

    fn findings(&self) -> Sheet {
        let rows = self.verdict.iter().map(|finding| {
            let word = finding.judgement.word().to_owned();
            vec![finding.about.clone(), word, finding.words.clone(), finding.threshold.clone()]
        });
        sheet("verdict.csv", &["about", "judgement", "words", "threshold"], rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_commas_and_quotes_is_quoted() {
        let rows = [vec!["a,b".to_owned(), "say \"c\"".to_owned()], vec!["plain".to_owned(), "two\nlines".to_owned()]];
        assert_eq!(
            sheet("x.csv", &["one", "two"], rows.into_iter()).text,
            "one,two\r\n\"a,b\",\"say \"\"c\"\"\"\r\nplain,\"two\nlines\"\r\n"
        );
    }
}
