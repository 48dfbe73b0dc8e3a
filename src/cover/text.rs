//! Coverage as text: the file with counts in the margin, what was never used, and a summary.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write as _};

use serde::{Deserialize, Serialize};

use crate::source::SourceId;
use crate::why::LeftOut;

use super::{Counts, Coverage, Item, Sort};

/// What was used on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineUse {
    /// The line, counted from one.
    pub line: usize,
    /// How often what is written there was used most.
    pub used: Counts,
    /// Whether something that is written there was never used.
    pub never: bool,
}

/// What stands in the margin of a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Margin {
    /// How often what is written there was used most.
    pub(super) used: Counts,
    /// Whether something that is written there was never used.
    pub(super) never: bool,
}

impl Coverage {
    /// The files in which something can be used, the main file first.
    pub(super) fn sources(&self) -> Vec<SourceId> {
        let mut sources = vec![self.main.source];
        for source in self.items.iter().filter_map(|item| item.span).map(|span| span.source) {
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        sources
    }

    /// The name of a file.
    pub(super) fn name_of(&self, source: SourceId) -> &str {
        self.texts.files().get(usize::from(source.0)).map_or("", |file| file.name.as_str())
    }

    /// The lines of a file, each with its margin where something on it can be used.
    pub(super) fn lines(&self, source: SourceId) -> Vec<(String, Option<Margin>)> {
        let margins = self.margins(source);
        let text = self.texts.files().get(usize::from(source.0)).map_or("", |file| &file.text);
        text.lines().zip(1..).map(|(line, number)| (line.to_owned(), margins.get(&number).copied())).collect()
    }

    fn margins(&self, source: SourceId) -> BTreeMap<usize, Margin> {
        let mut margins: BTreeMap<usize, Margin> = BTreeMap::new();
        for item in self.written_in(source) {
            let Some(line) = item.line else { continue };
            let margin = margins.entry(line).or_default();
            let used = &mut margin.used;
            used.random = used.random.max(item.used.random);
            used.search = used.search.max(item.used.search);
            used.scenarios = used.scenarios.max(item.used.scenarios);
            margin.never |= item.used.total() == 0;
        }
        margins
    }

    fn written_in(&self, source: SourceId) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.span.is_some_and(|span| span.source == source))
    }

    /// What was used on the lines of the main file.
    pub fn used_by_line(&self) -> Vec<LineUse> {
        let margins = self.margins(self.main.source).into_iter();
        margins.map(|(line, Margin { used, never })| LineUse { line, used, never }).collect()
    }

    /// The file with counts in the margin: at random, with search, in scenarios; `!` where something is never used.
    pub fn annotated(&self) -> String {
        let mut out = format!("{:>9} {:>7} {:>7}\n", "random", "search", "tests");
        for (line, margin) in self.lines(self.main.source) {
            let counts = margin.map_or_else(
                || " ".repeat(26),
                |Margin { used, never }| {
                    let sign = if never { '!' } else { ' ' };
                    format!("{:>9} {:>7} {:>7}{sign}", used.random, used.search, used.scenarios)
                },
            );
            let _ = writeln!(out, "{}", format!("{counts}| {line}").trim_end());
        }
        out
    }

    /// What was never used, and how much was, by sort.
    pub fn summary(&self) -> String {
        let mut out = LeftOut::text(&self.left_out, "");
        for sort in Sort::ALL {
            let never: Vec<&Item> = self.never().filter(|item| item.sort == sort).collect();
            if never.is_empty() {
                continue;
            }
            let _ = writeln!(out, "never used, {}:", sort.plural());
            if never.iter().all(|item| item.span.is_none()) {
                write_by_reason(&mut out, &never);
                continue;
            }
            for item in never {
                let place = item.file.as_ref().zip(item.line).map(|(file, line)| format!("{file}:{line}  "));
                let reason = item.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
                let _ = writeln!(out, "  {}{}{reason}", place.unwrap_or_default(), item.name);
            }
        }
        for name in &self.failed {
            let _ = writeln!(out, "the scenario \"{name}\" does not hold");
        }
        let Counts { random, search, scenarios } = self.games;
        let _ = writeln!(
            out,
            "{random} random games, {search} with search, {scenarios} scenarios; {} decisions, seed {}",
            self.decisions.total(),
            self.seed
        );
        if self.followed.games < random {
            let _ = writeln!(
                out,
                "  of the random games {} were followed, {} decisions: that a guard does not hold is seen only there",
                self.followed.games, self.followed.decisions
            );
        }
        for share in &self.shares {
            let _ = writeln!(out, "  {:16}{:>5} of {:>4}", share.sort.plural(), share.used, share.all);
        }
        let _ = writeln!(out, "  {:16}{:>6.1} %", "used", self.percent);
        out
    }
}

/// Names that have the same reason stand on one line.
fn write_by_reason(out: &mut String, never: &[&Item]) {
    let mut told: Vec<Option<&String>> = Vec::new();
    for reason in never.iter().map(|item| item.reason.as_ref()) {
        if told.contains(&reason) {
            continue;
        }
        told.push(reason);
        let alike = never.iter().filter(|item| item.reason.as_ref() == reason);
        let names: Vec<&str> = alike.map(|item| item.name.as_str()).collect();
        let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        let _ = writeln!(out, "  {}{reason}", names.join(", "));
    }
}

impl Display for Coverage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.annotated(), self.summary())
    }
}
