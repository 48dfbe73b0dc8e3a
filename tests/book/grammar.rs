//! The grammar of `grammar/gdl.pest` as an appendix for readers: words as they are written, parts in capitals,
//! `[x]` for what may be left out, `x …` for once or more, `x, …` for one or more with commas between.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What a rule of the grammar allows.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// Nothing that a reader sees: a look ahead, or the place where an error would be noticed.
    Nothing,
    /// A word or a sign, as it is written.
    Text(String),
    /// Another rule.
    Rule(String),
    Sequence(Vec<Shape>),
    Choice(Vec<Shape>),
    Optional(Box<Shape>),
    /// Any number of times.
    Any(Box<Shape>),
    /// Once or more.
    Many(Box<Shape>),
    /// Once or more, with commas between.
    List(Box<Shape>),
}

use Shape::{Any, Choice, List, Many, Nothing, Optional, Rule, Sequence, Text};

/// The sections of the grammar that readers want, by the comment that opens them.
const SECTIONS: [&str; 7] =
    ["declarations", "moves", "turn and end", "statements", "expressions", "words for people", "scenarios"];

/// Rules that only serve errors, or that say nothing but another rule.
const INNER: [&str; 10] = [
    "situation_text",
    "one_item",
    "cut_item",
    "cut_situation",
    "cut_prim",
    "never",
    "last_no",
    "piece_head",
    "verb",
    "board_word",
];

/// Rules that have a twin `some_…`, which notices where one of them is missing.
const FORMS: [&str; 4] = ["expr", "sum", "inset", "prim"];

/// The rules of a section in their order, and all rules by name.
#[derive(Debug, Default)]
struct Grammar {
    sections: Vec<(String, Vec<String>)>,
    rules: BTreeMap<String, Shape>,
}

/// The appendix, in Markdown.
pub fn appendix(pest: &str) -> String {
    let mut grammar = read(pest);
    grammar.inline();
    let mut page = String::new();
    for (section, names) in &grammar.sections {
        let mut title = section.clone();
        title[..1].make_ascii_uppercase();
        let _ = write!(page, "\n## {title}\n\n```text\n");
        for name in names.iter().filter(|name| grammar.rules.contains_key(*name)) {
            let _ = writeln!(page, "{}", wrapped(&capitals(name), &shown(&grammar.rules[name], false)));
        }
        page.push_str("```\n");
    }
    page
}

/// The fixed words of the grammar: every `kw_` rule.
pub fn fixed_words(pest: &str) -> Vec<String> {
    let word = |line: &str| Some(line.strip_prefix("kw_")?.split('"').nth(1)?.to_owned());
    pest.lines().filter_map(word).collect()
}

fn read(pest: &str) -> Grammar {
    let mut grammar = Grammar::default();
    let mut wanted = false;
    for statement in statements(pest) {
        if let Some(title) = statement.strip_prefix("// ---- ") {
            let title = title.trim_end_matches('-').trim();
            wanted = SECTIONS.contains(&title);
            if wanted {
                grammar.sections.push((title.to_owned(), Vec::new()));
            }
        } else if let Some((name, body)) = statement.split_once('=') {
            let name = name.trim().to_owned();
            if wanted && !body.trim().starts_with('@') && !INNER.contains(&name.as_str()) {
                grammar.sections.last_mut().expect("a section is open").1.push(name.clone());
                let body = body.trim().trim_start_matches('_').trim_start_matches('{').trim_end_matches('}');
                grammar.rules.insert(name, Reader::new(body).choice());
            }
        }
    }
    grammar
}

/// The headings and the rules, each on one line, without comments.
fn statements(pest: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in pest.lines() {
        if line.starts_with("// ----") {
            all.push(line.to_owned());
            continue;
        }
        let code = line.split_once("//").filter(|(before, _)| !before.ends_with('"')).map_or(line, |(code, _)| code);
        match (code.starts_with(' '), all.last_mut()) {
            (true, Some(last)) => last.push_str(code),
            _ if code.trim().is_empty() => {}
            _ => all.push(code.to_owned()),
        }
    }
    all.into_iter().map(|statement| statement.trim_end().to_owned()).collect()
}

/// Reads the body of a rule, sign by sign.
#[derive(Debug)]
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn new(body: &'a str) -> Self {
        Self { rest: body.trim() }
    }

    fn sign(&mut self, sign: &str) -> bool {
        let found = self.rest.strip_prefix(sign);
        if let Some(rest) = found {
            self.rest = rest.trim_start();
        }
        found.is_some()
    }

    fn choice(&mut self) -> Shape {
        let mut ways = vec![self.sequence()];
        while self.sign("|") {
            ways.push(self.sequence());
        }
        ways.retain(|way| *way != Nothing);
        if ways.len() > 1 { Choice(ways) } else { ways.pop().unwrap_or(Nothing) }
    }

    fn sequence(&mut self) -> Shape {
        let mut parts = vec![self.part()];
        while self.sign("~") {
            parts.push(self.part());
        }
        parts.retain(|part| *part != Nothing);
        if parts.len() > 1 { listed(parts) } else { parts.pop().unwrap_or(Nothing) }
    }

    fn part(&mut self) -> Shape {
        if self.sign("!") || self.sign("&") {
            self.part();
            return Nothing;
        }
        let shape = if self.sign("(") {
            let inner = self.choice();
            self.sign(")");
            inner
        } else if self.rest.starts_with('"') {
            let text = self.rest[1..].split('"').next().unwrap_or("");
            self.rest = self.rest[text.len() + 2..].trim_start();
            Text(text.to_owned())
        } else {
            let end = self.rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(self.rest.len());
            let (name, rest) = self.rest.split_at(end);
            self.rest = rest.trim_start();
            named(name)
        };
        self.times(shape)
    }

    fn times(&mut self, shape: Shape) -> Shape {
        let counted = self.sign("{") && {
            self.rest = self.rest.split_once('}').map_or("", |(_, rest)| rest).trim_start();
            true
        };
        let wrap: fn(Box<Shape>) -> Shape = match () {
            () if self.sign("?") => Optional,
            () if self.sign("*") => Any,
            () if self.sign("+") || counted => Many,
            () => return shape,
        };
        if shape == Nothing { Nothing } else { wrap(Box::new(shape)) }
    }
}

/// What a name in a rule stands for: a fixed word, a sign, nothing, or a rule.
fn named(name: &str) -> Shape {
    let sign = match name {
        "SOI" | "EOI" | "gap" | "hs" | "item_start" | "" => return Nothing,
        "open" => "{",
        "close" => "}",
        "lparen" => "(",
        "rparen" | "end_group" => ")",
        "lsquare" => "[",
        "rsquare" => "]",
        "colon" => ":",
        "comma" => ",",
        "equals" => "=",
        name => {
            let plain = name.strip_prefix("kw_");
            return match plain {
                Some(word) => Text(word.trim_end_matches("_w").to_owned()),
                None => Rule(FORMS.iter().find(|form| name == format!("some_{form}")).unwrap_or(&name).to_string()),
            };
        }
    };
    Text(sign.to_owned())
}

/// A sequence in which `x (, x)*` is a list.
fn listed(parts: Vec<Shape>) -> Shape {
    let mut all: Vec<Shape> = Vec::new();
    for part in parts {
        if let (Any(again), Some(_)) = (&part, all.last())
            && let Sequence(again) = &**again
            && again[0] == Text(",".into())
            && all.ends_with(&again[1..])
        {
            let one = all.split_off(all.len() + 1 - again.len());
            all.push(List(Box::new(if one.len() > 1 { Sequence(one) } else { one[0].clone() })));
        } else {
            all.push(part);
        }
    }
    if all.len() > 1 { Sequence(all) } else { all.remove(0) }
}

impl Grammar {
    /// Puts rules that say one word, or one other rule, in the place of their names.
    fn inline(&mut self) {
        loop {
            let short = |(name, shape): (&String, &Shape)| {
                let is_short = is_fixed(shape) || matches!(shape, Rule(to) if to != name);
                is_short.then(|| (name.clone(), shape.clone()))
            };
            let Some((name, shape)) = self.rules.iter().find_map(short) else { return };
            self.rules.remove(&name);
            for other in self.rules.values_mut() {
                put(other, &name, &shape);
            }
        }
    }
}

/// Whether a shape is nothing but fixed words.
fn is_fixed(shape: &Shape) -> bool {
    match shape {
        Text(_) | Nothing => true,
        Sequence(all) => all.iter().all(is_fixed),
        _ => false,
    }
}

/// Puts a shape in the place of a rule's name.
fn put(within: &mut Shape, name: &str, shape: &Shape) {
    match within {
        Rule(rule) if rule == name => *within = shape.clone(),
        Sequence(all) | Choice(all) => {
            all.iter_mut().for_each(|part| put(part, name, shape));
            all.retain(|part| *part != Nothing);
        }
        Optional(one) | Any(one) | Many(one) | List(one) => put(one, name, shape),
        Text(_) | Rule(_) | Nothing => {}
    }
}

/// A shape as readers see it; `tight` where it stands beside others.
fn shown(shape: &Shape, tight: bool) -> String {
    match shape {
        Nothing => String::new(),
        Text(text) if text.chars().all(char::is_alphanumeric) => text.clone(),
        Text(text) => format!("\"{text}\""),
        Rule(name) => capitals(name),
        Sequence(all) => all.iter().map(|part| shown(part, true)).collect::<Vec<_>>().join(" "),
        Choice(all) => {
            let ways = all.iter().map(|way| shown(way, false)).collect::<Vec<_>>().join(" | ");
            if tight { format!("({ways})") } else { ways }
        }
        Optional(one) => format!("[{}]", shown(one, false)),
        Any(one) => format!("[{} …]", shown(one, true)),
        Many(one) => format!("{} …", in_brackets(one)),
        List(one) => format!("{}, …", in_brackets(one)),
    }
}

/// A shape that something behind it speaks of as a whole.
fn in_brackets(shape: &Shape) -> String {
    match shape {
        Sequence(_) => format!("({})", shown(shape, false)),
        _ => shown(shape, true),
    }
}

fn capitals(name: &str) -> String {
    name.to_uppercase().replace('_', "-")
}

/// A rule in lines of at most 110 letters.
fn wrapped(name: &str, body: &str) -> String {
    let mut text = format!("{name:<16} ");
    let mut width = text.chars().count();
    for word in body.split(' ') {
        let more = word.chars().count() + 1;
        if width + more > 110 {
            text.truncate(text.trim_end().len());
            let _ = write!(text, "\n{:17}", "");
            width = 17;
        }
        text.push_str(word);
        text.push(' ');
        width += more;
    }
    text.trim_end().to_owned()
}
