//! Signs of other languages.

use super::super::{Rule, words};
use super::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::lexer::TokenKind;

/// Signs between two operands and the words for them, longer signs first.
const OPERATORS: &[(&str, &str)] = &[
    ("==", "is"),
    ("!=", "is not"),
    ("<>", "is not"),
    ("≠", "is not"),
    ("<=", "at most"),
    ("=<", "at most"),
    ("≤", "at most"),
    (">=", "at least"),
    ("=>", "at least"),
    ("->", "to"),
    ("→", "to"),
    ("≥", "at least"),
    ("<", "less than"),
    (">", "more than"),
    ("&&", "and"),
    ("&", "and"),
    ("||", "or"),
    ("=", "is"),
];

/// Pairs of quotes that are not the straight ones.
const QUOTES: &[(char, char)] =
    &[('“', '”'), ('”', '”'), ('„', '“'), ('„', '”'), ('«', '»'), ('»', '«'), ('‘', '’'), ('’', '’'), ('\'', '\'')];

impl Place<'_> {
    /// A sign that the language writes otherwise or not at all.
    pub(super) fn mark(&self) -> Option<Diagnostic> {
        self.quotes()
            .or_else(|| self.comment())
            .or_else(|| self.operator())
            .or_else(|| self.arithmetic())
            .or_else(|| self.semicolon())
            .or_else(|| self.comma())
            .or_else(|| self.by())
            .or_else(|| self.dot())
            .or_else(|| self.genitive())
    }

    fn quotes(&self) -> Option<Diagnostic> {
        let open = self.rest().chars().next()?;
        let begin = self.at + open.len_utf8();
        let line = self.text.get(begin..self.line_end(begin))?;
        let (inside, close) = QUOTES.iter().filter(|pair| pair.0 == open).find_map(|&(_, close)| {
            let inside = line.split_once(close)?.0;
            (!inside.contains('"')).then_some((inside, close))
        })?;
        if open == '\'' && !self.expects(Rule::string) {
            return None;
        }
        let end = begin + inside.len() + close.len_utf8();
        let diagnostic = self.told("texts stand in straight quotes", self.at, end);
        let straight = format!("\"{}\"", inside.trim_matches(['\u{a0}', '\u{202f}', ' ']));
        Some(diagnostic.suggest_safe("write them so", self.span(self.at, end), straight))
    }

    fn comment(&self) -> Option<Diagnostic> {
        let rest = self.rest();
        let begins = |signs: &[char]| self.begins_line() && rest.starts_with(signs);
        if rest.starts_with("/*") {
            return self.long_comment();
        }
        let is_comment = rest.starts_with('#') || begins(&['%', ';']) || begins(&['-']) && rest.starts_with("--");
        if !is_comment {
            return None;
        }
        let sign = rest.chars().next()?;
        let length = rest.chars().take_while(|&c| c == sign).map(char::len_utf8).sum::<usize>();
        let end = self.at + length;
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_hexdigit).count();
        if self.expects(Rule::string) && sign == '#' && digits >= 3 {
            let end = self.at + 1 + digits;
            let colour = rest.get(..=digits).unwrap_or("");
            let diagnostic = self.told("a colour is a text in quotes", self.at, end);
            return Some(diagnostic.suggest_safe("write it so", self.span(self.at, end), format!("\"{colour}\"")));
        }
        let signs = rest.get(..length).unwrap_or("");
        let diagnostic = self.told(format!("comments begin with `//`, not with `{signs}`"), self.at, end);
        Some(diagnostic.suggest_safe("make it a comment", self.span(self.at, end), "//"))
    }

    /// `/* … */`, perhaps over lines.
    fn long_comment(&self) -> Option<Diagnostic> {
        let message = "comments begin with `//` and end with their line";
        let Some(length) = self.rest().find("*/") else {
            return Some(self.told(message, self.at, self.at + 2));
        };
        let end = self.at + length + 2;
        let diagnostic = self.told(message, self.at, self.at + 2);
        if !self.text.get(end..self.line_end(end))?.trim().is_empty() {
            return Some(diagnostic);
        }
        let lines = self.rest().get(2..length)?.trim().lines();
        let lines: Vec<String> = lines.map(|line| format!("// {}", line.trim().trim_start_matches("* "))).collect();
        Some(diagnostic.suggest_safe("make each line a comment", self.span(self.at, end), lines.join("\n")))
    }

    fn operator(&self) -> Option<Diagnostic> {
        let rest = self.rest();
        if rest.starts_with('!') && !rest.starts_with("!=") {
            return Some(self.written(self.at, self.at + 1, "not"));
        }
        let &(sign, word) = OPERATORS.iter().find(|(sign, _)| rest.starts_with(sign))?;
        let end = self.at + sign.len();
        if sign == "=" && self.expects(Rule::equals) {
            return None;
        }
        let ours = match sign {
            "=" | "==" if self.expects(Rule::kw_be) => "be",
            "=" | "==" if self.expects(Rule::kw_to) && !self.expects(Rule::comparison) => "to",
            "->" | "→" if !self.expects(Rule::target) && !self.expects(Rule::kw_to) => return None,
            _ => word,
        };
        self.after_operand().then(|| self.written(self.at, end, ours))
    }

    fn arithmetic(&self) -> Option<Diagnostic> {
        let sign = self.rest().chars().next()?;
        let end = self.at + sign.len_utf8();
        match sign {
            '/' | '÷' | '%' | '^' if self.after_operand() => {
                let told = self.told(
                    format!("there is no `{sign}`: numbers are added, subtracted and multiplied"),
                    self.at,
                    end,
                );
                Some(match sign {
                    '/' | '÷' => told.help("multiply the other side: for `a / 2 is b` write `a is 2 * b`"),
                    _ => told.help("where few numbers are possible, list them or write a `table`"),
                })
            }
            '-' if self.rest().as_bytes().get(1).is_some_and(u8::is_ascii_digit) && !self.after_operand() => {
                let told = self.told("no number is written with a sign", self.at, end);
                Some(told.suggest("subtract from nothing", self.span(self.at, end), "0 - "))
            }
            _ => None,
        }
    }

    fn semicolon(&self) -> Option<Diagnostic> {
        let end = self.at + 1;
        let place = self.span(self.at, end);
        let told = || self.told("no `;` is needed: every sentence begins with a word of its own", self.at, end);
        self.rest().starts_with(';').then(|| told().suggest_safe("leave it out", place, ""))
    }

    fn comma(&self) -> Option<Diagnostic> {
        if !self.rest().starts_with(',') {
            return None;
        }
        let end = self.at + 1;
        let place = self.span(self.at, end);
        let behind = self.behind(end);
        let word = |index: usize| behind.get(index).map_or("", |token| token.text);
        let pick = self.before.iter().rposition(|token| token.text == "pick");
        let brace = self.before.iter().rposition(|token| matches!(token.text, "{" | "}"));
        if word(1) == "from" && pick > brace {
            let told = self.told("in a block each `pick` picks one thing", self.at, end);
            return Some(told.suggest_safe("pick the next one behind it", place, " pick"));
        }
        if matches!(word(0), "" | "}") || words::VERBS.contains(&word(1)) || words::DECLARATIONS.contains(&word(0)) {
            let told = self.told("no `,` is needed here", self.at, end);
            return Some(told.suggest_safe("leave it out", place, ""));
        }
        let blank =
            if self.text.get(end..).is_some_and(|text| text.starts_with(char::is_whitespace)) { "" } else { " " };
        let measured = self.previous(0).is_some_and(|token| token.kind == TokenKind::Number);
        if self.expects(Rule::kw_by) && measured {
            let told = self.told("between width and height stands `by`", self.at, end);
            return Some(match self.previous(1).is_some_and(|token| token.text == "(") {
                true => told.help("no brackets are needed: `8 by 8`"),
                false => told.suggest_safe("write it so", place, format!(" by{blank}")),
            });
        }
        if words::after_expression(self.expected) {
            let told = self.told("`,` joins no conditions and no sets", self.at, end);
            let told = told.suggest_choice("both must hold", place, format!(" and{blank}"));
            let either = "one of them is enough; of sets, the members of either";
            return Some(told.suggest_choice(either, place, format!(" or{blank}")));
        }
        let told = || self.told("`,` between these is written `or`", self.at, end);
        self.expects(Rule::kw_or).then(|| told().suggest("write it so", place, format!(" or{blank}")))
    }

    /// `5x5`, `5 x 5` and `0..9`.
    fn by(&self) -> Option<Diagnostic> {
        let rest = self.rest();
        if rest.starts_with("..") && self.expects(Rule::kw_to) {
            let length = rest.bytes().take_while(|&byte| byte == b'.').count();
            let end = self.at + length + usize::from(rest.as_bytes().get(length) == Some(&b'='));
            return Some(self.written(self.at, end, "to"));
        }
        let word = self.token.text;
        let end = self.at + word.len();
        if matches!(word, "x" | "X" | "×") && self.expects(Rule::kw_by) {
            return Some(self.written(self.at, end, "by"));
        }
        let (width, height) = word.split_once(['x', 'X', '×'])?;
        let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        (number(width) && number(height)).then(|| self.written(self.at, end, &format!("{width} by {height}")))
    }

    /// `king.cell`.
    fn dot(&self) -> Option<Diagnostic> {
        let owner = self.previous(0).filter(|token| token.kind == TokenKind::Word && token.end() == self.at)?;
        let behind = self.behind(self.rest().strip_prefix('.').map(|_| self.at + 1)?);
        let is_name = |text: &str| !words::RESERVED.contains(&text);
        let thing = behind.first().filter(|token| token.kind == TokenKind::Word && token.start == self.at + 1)?;
        if !is_name(thing.text) || !is_name(owner.text) {
            return None;
        }
        Some(self.belonging(owner.start, owner.text, thing.text, thing.end()))
    }

    /// `mover's score`.
    fn genitive(&self) -> Option<Diagnostic> {
        let owner = self.previous(0).filter(|token| token.kind == TokenKind::Word && token.end() == self.at)?;
        let letter = self.rest().strip_prefix(['\'', '’'])?.strip_prefix('s')?;
        let behind = self.behind(self.at + self.rest().len() - letter.len());
        let thing = behind.first().filter(|token| token.kind == TokenKind::Word)?;
        Some(self.belonging(owner.start, owner.text, thing.text, thing.end()))
    }

    fn belonging(&self, start: usize, owner: &str, thing: &str, end: usize) -> Diagnostic {
        let ours = format!("{thing} of {owner}");
        let told = self.told(format!("what belongs to something is told with `of`: `{ours}`"), self.at, end);
        told.suggest("write it so", self.span(start, end), ours)
    }
}
