//! Coverage as one page that needs nothing else: no network, no script; light and dark as the reader likes.

use std::fmt::Write as _;

use crate::source::SourceId;
use crate::source::markup::escaped;
use crate::why::LeftOut;

use super::text::Margin;
use super::{Coverage, Item};

const STYLE: &str = "
:root { color-scheme: light dark; --back: #fff; --ink: #222; --faint: #777; --line: #ddd; --never: #fde0dc; --used: #e3f3e3; }
@media (prefers-color-scheme: dark) {
  :root { --back: #1b1c1e; --ink: #ddd; --faint: #999; --line: #3a3b3e; --never: #5a2a26; --used: #23402a; }
}
body { background: var(--back); color: var(--ink); font: 15px/1.4 sans-serif; margin: 2em; }
table { border-collapse: collapse; }
td, th { padding: 0 .6em; text-align: right; vertical-align: top; }
th { color: var(--faint); font-weight: normal; }
td.text, th.text { text-align: left; white-space: pre-wrap; }
.source td { font-family: monospace; border-left: 1px solid var(--line); }
.source .number { color: var(--faint); }
.never { background: var(--never); }
.used { background: var(--used); }
@media print { body { margin: 0; font-size: 10px; } }
";

impl Coverage {
    /// The page.
    pub fn html(&self) -> String {
        let name = escaped(self.name_of(self.main.source));
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>What is used of {name}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<h1>What is used of {name}: {:.1} %</h1>\n",
            self.percent
        );
        if !self.left_out.is_empty() {
            let _ = writeln!(page, "<pre>{}</pre>", escaped(&LeftOut::text(&self.left_out, "")));
        }
        self.shares_in(&mut page);
        self.never_in(&mut page);
        self.sources().into_iter().for_each(|source| self.source_in(&mut page, source));
        page.push_str("</body>\n</html>\n");
        page
    }

    fn shares_in(&self, page: &mut String) {
        let _ = writeln!(
            page,
            "<p>{} random games, {} with search, {} scenarios; {} decisions; seed {}.</p>",
            self.games.random,
            self.games.search,
            self.games.scenarios,
            self.decisions.total(),
            self.seed
        );
        if self.followed.games < self.games.random {
            let _ = writeln!(
                page,
                "<p>Of the random games {} were followed, {} decisions: that a guard does not hold is seen only there.</p>",
                self.followed.games, self.followed.decisions
            );
        }
        page.push_str("<table>\n<tr><th class=\"text\"></th><th>used</th><th>of</th></tr>\n");
        for share in &self.shares {
            let class = if share.used == share.all { "used" } else { "never" };
            let plural = share.sort.plural();
            let (used, all) = (share.used, share.all);
            let _ = writeln!(
                page,
                "<tr class=\"{class}\"><td class=\"text\">{plural}</td><td>{used}</td><td>{all}</td></tr>"
            );
        }
        page.push_str("</table>\n");
    }

    fn never_in(&self, page: &mut String) {
        let never: Vec<&Item> = self.never().collect();
        if never.is_empty() {
            return;
        }
        page.push_str("<h2>Never used</h2>\n<table>\n");
        for item in never {
            let sort = item.sort.plural();
            let line = item.line.zip(item.span).map_or_else(String::new, |(line, span)| {
                let file = if span.source == self.main.source { "" } else { item.file.as_deref().unwrap_or_default() };
                let sign = if file.is_empty() { "" } else { ":" };
                format!("<a href=\"#{}{line}\">{}{sign}{line}</a>", self.anchor(span.source), escaped(file))
            });
            let (name, reason) = (escaped(&item.name), escaped(item.reason.as_deref().unwrap_or_default()));
            let _ = writeln!(
                page,
                "<tr><td class=\"text\">{sort}</td><td>{line}</td><td class=\"text\">{name}</td><td class=\"text\">{reason}</td></tr>"
            );
        }
        page.push_str("</table>\n");
    }

    /// What the places of the lines of a file are called.
    fn anchor(&self, source: SourceId) -> String {
        if source == self.main.source { "line".to_owned() } else { format!("file{}-line", source.0) }
    }

    fn source_in(&self, page: &mut String, source: SourceId) {
        let (name, anchor) = (escaped(self.name_of(source)), self.anchor(source));
        let _ = writeln!(page, "<h2>{name}</h2>");
        page.push_str("<table class=\"source\">\n<tr><th>random</th><th>search</th><th>tests</th><th></th><th class=\"text\"></th></tr>\n");
        for ((line, margin), number) in self.lines(source).into_iter().zip(1..) {
            let (class, counts) = match margin {
                None => ("", ["", "", ""].map(str::to_owned)),
                Some(Margin { used, never }) => (
                    if never { "never" } else { "used" },
                    [used.random, used.search, used.scenarios].map(|count| count.to_string()),
                ),
            };
            let cells: String = counts.iter().map(|count| format!("<td>{count}</td>")).collect();
            let line = escaped(&line);
            let _ = writeln!(
                page,
                "<tr id=\"{anchor}{number}\" class=\"{class}\">{cells}<td class=\"number\">{number}</td><td class=\"text\">{line}</td></tr>"
            );
        }
        page.push_str("</table>\n");
    }
}
