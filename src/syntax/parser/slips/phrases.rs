//! Words of other languages, and words of this one in a wrong place.

use super::super::{Rule, words};
use super::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::lexer::TokenKind;

/// Words where this rule is expected, and ours for them.
const WORDS: &[(&[&str], Rule, &str)] = &[
    (&["every", "all", "foreach"], Rule::kw_each, "each"),
    (&["every", "foreach"], Rule::statement, "each"),
    (&["elif", "elsif", "elseif"], Rule::kw_otherwise, "otherwise if"),
    (&["else"], Rule::kw_otherwise, "otherwise"),
    (&["if", "where"], Rule::when, "when"),
    (&["if", "where"], Rule::kw_when, "when"),
    (&["in"], Rule::kw_from, "from"),
    (&["are", "equals", "equal"], Rule::comparison, "is"),
    (&["inherits", "from"], Rule::kw_extends, "extends"),
    (&["include", "import"], Rule::item, "use"),
];

/// Verbs of statements that are called otherwise here.
const STATEMENTS: &[(&str, &str)] =
    &[("capture", "take"), ("delete", "remove"), ("place", "put"), ("call", "do"), ("assert", "ensure")];

impl Place<'_> {
    /// A word that the language calls otherwise or puts elsewhere.
    pub(super) fn phrase(&self) -> Option<Diagnostic> {
        self.unquoted()
            .or_else(|| self.comparison())
            .or_else(|| self.loop_word())
            .or_else(|| self.where_behind())
            .or_else(|| self.foreign())
            .or_else(|| self.then())
            .or_else(|| self.unbracketed())
            .or_else(|| self.wants_brackets())
            .or_else(|| self.bound_behind())
            .or_else(|| self.repeating_behind())
            .or_else(|| self.half())
            .or_else(|| self.joint())
            .or_else(|| self.assignment())
            .or_else(|| self.after_stranger())
            .or_else(|| self.after_verb())
    }

    fn foreign(&self) -> Option<Diagnostic> {
        let word = self.token.text;
        let known = WORDS.iter().find(|(theirs, rule, _)| theirs.contains(&word) && self.expects(*rule));
        let chooses = word == "if" && self.behind(self.end()).iter().any(|token| token.text == "then");
        if chooses && known.is_some() {
            let told = self.told("a direction that depends on something stands in brackets", self.at, self.end());
            return Some(told.help("for instance `steps (if C then forward else left)`"));
        }
        if let Some((_, _, ours)) = known {
            return Some(self.written(self.at, self.end(), ours));
        }
        let statement = STATEMENTS.iter().find(|(theirs, _)| *theirs == word);
        let (_, ours) = statement.filter(|_| self.expects(Rule::statement))?;
        let told = self.told(format!("no statement begins with `{word}`"), self.at, self.end());
        Some(told.suggest(format!("perhaps `{ours}` is meant"), self.span(self.at, self.end()), *ours))
    }

    /// `for each c in …`, `for c in …` and `while …` as statements.
    fn loop_word(&self) -> Option<Diagnostic> {
        if !self.expects(Rule::statement) {
            return None;
        }
        let behind = self.behind(self.end());
        let next = behind.first()?;
        match (self.token.text, next.text) {
            ("for", "each" | "every" | "all") => Some(self.written(self.at, next.end(), "each")),
            ("for" | "all", _) if behind.get(1).is_some_and(|token| token.text == "in") => {
                Some(self.written(self.at, self.end(), "each"))
            }
            ("while", _) => {
                let told = self.told("`while` stands behind `repeat`", self.at, self.end());
                let told = told.suggest(
                    "repeat, at most so often",
                    self.span(self.at, self.end()),
                    "repeat up to 100 times while",
                );
                Some(told.help("a `repeat` needs a bound, so that no turn lasts for ever"))
            }
            _ => None,
        }
    }

    /// `if x then { … }` and `if x 1 else 2`.
    fn then(&self) -> Option<Diagnostic> {
        let block = self.expects(Rule::open) || self.expects(Rule::block);
        if self.token.text == "then" && block {
            let next = self.behind(self.end()).first().map(|token| (token.start, token.text == "{"));
            let told = self.told("no `then` stands before the block of a statement", self.at, self.end());
            return Some(match next {
                Some((start, true)) => told.suggest_safe("leave it out", self.span(self.at, start), ""),
                _ => told.help("its statements stand in braces: `if CONDITION { STATEMENTS }`"),
            });
        }
        let is_word = self.token.kind == TokenKind::Word && !words::RESERVED.contains(&self.token.text);
        let begins = is_word || matches!(self.token.kind, TokenKind::Number | TokenKind::Text);
        if self.expects(Rule::kw_then) && !block && begins && words::after_expression(self.expected) {
            let found = self.token.text.lines().next().unwrap_or("");
            let told = self.told(format!("`then` is missing before `{found}`"), self.at, self.end());
            return Some(told.suggest("write it so", self.span(self.at, self.at), "then "));
        }
        None
    }

    /// `is more than`, `is at least`, `is in`, `greater than`: comparisons have no `is` before them.
    fn comparison(&self) -> Option<Diagnostic> {
        let next = self.behind(self.end()).first().copied();
        let than = next.map_or("", |next| next.text);
        // Where `is greater` was read, the fault is at `than`.
        let (word, back) = if self.token.text == "than" { (self.previous(0)?.text, 1) } else { (self.token.text, 0) };
        let negated = self.previous(back).is_some_and(|token| token.text == "not");
        let is = self.previous(back + usize::from(negated)).filter(|token| token.text == "is");
        let greater = matches!(word, "greater" | "bigger" | "larger" | "higher") && (back == 1 || than == "than");
        let smaller = matches!(word, "smaller" | "fewer" | "lower") && (back == 1 || than == "than");
        let (ours, ends_here) = match (word, than) {
            ("more" | "less", "than") | ("at", "least" | "most") if is.is_some() => (format!("{word} {than}"), false),
            ("in", _) if is.is_some() => ((if negated { "not in" } else { "in" }).to_owned(), true),
            _ if greater => ("more than".to_owned(), back == 1),
            _ if smaller => ("less than".to_owned(), back == 1),
            _ => return None,
        };
        if negated && word != "in" {
            return None;
        }
        let start = is.map_or(if back == 1 { self.previous(0)?.start } else { self.at }, |is| is.start);
        let end = if ends_here { self.end() } else { next?.end() };
        let theirs = self.text.get(start..end).unwrap_or("");
        let told = self.told(format!("`{theirs}` is written `{ours}`"), start, end);
        Some(told.suggest_safe("in the words of this language", self.span(start, end), ours))
    }

    /// `through a or b`: more than a name wants brackets there.
    fn unbracketed(&self) -> Option<Diagnostic> {
        let at = self.before.iter().rposition(|token| matches!(token.text, "through" | "over" | "at"))?;
        let begin = self.before.get(at + 1).filter(|_| self.token.text == "or")?;
        let word = self.before.get(at).map_or("", |token| token.text);
        let plain = |text: &str| !matches!(text, "{" | "}" | "(" | ")" | "," | "or");
        if self.before.get(at + 1..)?.iter().any(|token| !plain(token.text)) {
            return None;
        }
        let ends = |text: &str| {
            matches!(text, "to" | "taking" | "when" | "then" | "stopping" | "round" | "repeating" | "at" | "{" | "}")
        };
        let behind = self.behind(self.end());
        let last = behind.iter().take_while(|token| !ends(token.text) && token.text != ",").last()?;
        let inside = self.text.get(begin.start..last.end())?;
        let told = self.told(format!("several sets behind `{word}` stand in brackets"), self.at, self.end());
        Some(told.suggest_safe("write both in brackets", self.span(begin.start, last.end()), format!("({inside})")))
    }

    /// `count of S is 3 or more`: the bound is told before the number.
    fn bound_behind(&self) -> Option<Diagnostic> {
        let next = self.behind(self.end()).first().copied();
        let (back, word, end) = match (self.token.text, next) {
            ("or", Some(next)) => (0, next.text, next.end()),
            (word, _) if self.previous(0)?.text == "or" => (1, word, self.end()),
            _ => return None,
        };
        let ours = match word {
            "more" | "greater" => "at least",
            "less" | "fewer" => "at most",
            _ => return None,
        };
        let is = self.previous(back + 1).filter(|token| token.text == "is")?;
        let bound = self.previous(back)?;
        let (theirs, ours) = (self.text.get(is.start..end)?, format!("{ours} {}", bound.text));
        let told = self.told(format!("`{theirs}` is written `{ours}`"), is.start, end);
        Some(told.suggest_safe("in the words of this language", self.span(is.start, end), ours))
    }

    /// `steps where C repeating`: the condition stands last.
    fn repeating_behind(&self) -> Option<Diagnostic> {
        if self.token.text != "repeating" {
            return None;
        }
        let verb = self.before.iter().rposition(|token| words::VERBS.contains(&token.text))?;
        let leg = self.before.get(verb..)?;
        let condition = leg.iter().find(|token| matches!(token.text, "where" | "those" | "{" | "}"))?;
        if condition.text != "where" {
            return None;
        }
        let written = self.text.get(condition.start..self.previous(0)?.end())?;
        let told = self.told("`repeating` stands before `where`", self.at, self.end());
        let place = self.span(condition.start, self.end());
        Some(told.suggest_safe("write it so", place, format!("repeating {written}")))
    }

    /// `play a2-a3`: options are texts.
    fn unquoted(&self) -> Option<Diagnostic> {
        let line = self.previous(0).filter(|token| matches!(token.text, "play" | "legal" | "illegal" | "only"))?;
        if !self.expects(Rule::string) || self.token.kind == TokenKind::Text {
            return None;
        }
        let length = self.rest().find([' ', '\t', '\n', '\r', '}']).unwrap_or(self.rest().len());
        let end = self.at + length;
        let option = self.text.get(self.at..end).filter(|option| !option.is_empty() && !option.contains('"'))?;
        let told = self.told(format!("options behind `{}` stand in quotes", line.text), self.at, end);
        Some(told.suggest_safe("write it so", self.span(self.at, end), format!("\"{option}\"")))
    }

    /// `score of mover = 3` and `score of mover += 1` as statements.
    fn assignment(&self) -> Option<Diagnostic> {
        if !self.expects(Rule::statement) || self.token.kind != TokenKind::Word {
            return None;
        }
        let line = self.behind(self.at);
        let signs = ["=", "+", "-", ":"];
        let sign = line.iter().position(|token| signs.contains(&token.text))?;
        let (left, right) = (line.get(..sign)?, line.get(sign..)?);
        if left.iter().any(|token| matches!(token.text, "{" | "}" | "," | "if")) {
            return None;
        }
        let name = self.text.get(self.at..left.last()?.end())?;
        let from = right.first()?.start;
        let rest = self.text.get(from..)?;
        let (length, before, middle) =
            [("+=", "add", "to"), ("-=", "subtract", "from"), (":=", "set", ""), ("=", "set", "")]
                .iter()
                .find_map(|&(sign, before, middle)| rest.starts_with(sign).then_some((sign.len(), before, middle)))?;
        if before == "set" {
            let end = from + length;
            let told = self.told(format!("a value is given by `set {name} to …`"), self.at, end);
            return Some(told.suggest_safe("write it so", self.span(self.at, end), format!("set {name} to")));
        }
        let amount = right.iter().find(|token| token.kind == TokenKind::Number || token.kind == TokenKind::Word)?;
        let told = self.told(format!("a number is changed by `{before} … {middle} {name}`"), self.at, amount.end());
        let ours = format!("{before} {} {middle} {name}", amount.text);
        Some(told.suggest("write it so", self.span(self.at, amount.end()), ours))
    }

    /// The word before is none of the language and was taken for a name.
    fn after_stranger(&self) -> Option<Diagnostic> {
        let before = self.previous(0).filter(|token| token.kind == TokenKind::Word)?;
        let (start, end) = (before.start, before.end());
        let place = self.span(start, end);
        let word = before.text;
        let is_word = self.token.kind == TokenKind::Word;
        Some(match word {
            "the" if is_word => {
                let told = self.told(format!("no `{word}` stands before a name"), start, end);
                told.suggest("leave it out", self.span(start, self.at), "")
            }
            "either" | "both" if is_word => {
                let told = self.told(format!("no `{word}` stands before conditions"), start, end);
                told.suggest("leave it out", self.span(start, self.at), "")
            }
            "a" | "an" if is_word && self.previous(1)?.text == "is" => {
                let told = self.told(format!("no `{word}` stands before a name"), start, end);
                told.suggest("leave it out", self.span(start, self.at), "")
            }
            "all" | "every" if is_word => {
                let told = self.told(format!("`{word}` is no word of this language"), start, end);
                let told =
                    told.suggest("a kind or a set already stands for all its members", self.span(start, self.at), "");
                told.help("what is done for one after the other is `each c in SET { … }`")
            }
            "unless" => {
                let told = self.told("`unless` is written `when not`", start, end);
                told.suggest("several conditions behind it stand in brackets", place, "when not")
            }
            "capturing" | "captures" | "capture" => {
                let told = self.told(format!("`{word}` is no word of this language"), start, end);
                let told = told.suggest_choice("the piece on the landing is taken", place, "to");
                told.suggest_choice("pieces elsewhere are taken", place, "taking")
            }
            "win" | "lose" | "loses" | "wins" if is_word && self.expects(Rule::verdict) => {
                let verdict = if word.starts_with("win") { "wins" } else { "loses" };
                let ours = format!("{} {verdict}", self.token.text);
                let told =
                    self.told(format!("who wins or loses stands before the verdict: `{ours}`"), start, self.end());
                told.suggest("write it so", self.span(start, self.end()), ours)
            }
            _ => return None,
        })
    }

    /// Whether a range could go on here and does not.
    fn ends_no_range(&self) -> bool {
        let goes_on = self.expects(Rule::or_more) || self.expects(Rule::kw_or) && self.expects(Rule::kw_to);
        goes_on && !matches!(self.token.text, "or" | "to")
    }

    /// Whether the verb before is one with a range.
    fn goes_far(&self) -> bool {
        let verb = self.before.iter().rev().find(|token| words::VERBS.contains(&token.text));
        verb.is_some_and(|verb| matches!(verb.text, "slides" | "walks"))
    }

    /// `steps 2 forward` and `moves forward`.
    fn after_verb(&self) -> Option<Diagnostic> {
        let verb = self.previous(0)?;
        let place = self.span(verb.start, verb.end());
        match verb.text {
            "steps" if self.token.kind == TokenKind::Number => {
                let told = self.told("a step goes one cell and has no number", self.at, self.end());
                Some(told.help(
                    "`slides forward exactly 2` passes free cells, `steps forward then steps forward` names both steps",
                ))
            }
            _ if verb.kind == TokenKind::Number && self.ends_no_range() && self.goes_far() => {
                let told = self.told("a range says how far", verb.start, verb.end());
                let told = told.suggest_choice("so far and no less", self.span(verb.start, verb.start), "exactly ");
                Some(told.suggest_choice("so far at most", self.span(verb.start, verb.start), "up to "))
            }
            _ if verb.kind == TokenKind::Word && self.goes_far() && !words::VERBS.contains(&self.token.text) => {
                let range = self.before.iter().rposition(|token| matches!(token.text, "up" | "exactly"))?;
                let range = self.before.get(range..).filter(|range| range.len() < 5)?;
                let number = range.iter().nth_back(1).filter(|number| number.kind == TokenKind::Number)?;
                let written = self.text.get(range.first()?.start..number.end())?;
                let told = self.told("directions stand before the range", verb.start, verb.end());
                let place = self.span(range.first()?.start, verb.end());
                Some(told.suggest("write it so", place, format!("{} {written}", verb.text)))
            }
            "moves" if self.expects(Rule::kw_as) && self.token.kind == TokenKind::Word => {
                let told = self.told("`moves` is followed by `as` and the name of a `movement`", self.at, self.end());
                let told = told.suggest_choice("one cell", place, "steps");
                Some(told.suggest_choice("any number of free cells", place, "slides"))
            }
            _ => None,
        }
    }
}
