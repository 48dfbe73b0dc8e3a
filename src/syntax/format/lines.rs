//! Lines: where they begin, and what stands on them.

use super::spacing::between;
use crate::syntax::{
    lexer::{self, Token, TokenKind},
    parser::Layout,
};

/// Blanks for every brace and for what goes on.
const STEP: usize = 2;

/// Lays out a text that follows the grammar.
pub(super) fn lay_out(text: &str, layout: &Layout) -> String {
    let given = lines_of(text);
    let mut writer = Writer { layout, lines: Vec::new(), inside: Vec::new(), picture: None, opened: true };
    for (line, next) in given.iter().zip(next_words(&given)) {
        writer.line(line, next);
    }
    align_comments(&mut writer.lines);
    writer.lines.iter().map(Line::text).collect()
}

/// A line of the text: its words, and whether empty lines stand before it.
struct Given<'a> {
    after_empty: bool,
    words: Vec<Token<'a>>,
}

fn lines_of(text: &str) -> Vec<Given<'_>> {
    let mut lines: Vec<Given<'_>> = Vec::new();
    let mut end = 0;
    for token in lexer::lex(text) {
        let breaks = text.get(end..token.start).unwrap_or("").matches('\n').count();
        end = token.end();
        match lines.last_mut() {
            Some(line) if breaks == 0 => line.words.push(token),
            _ => lines.push(Given { after_empty: breaks > 1, words: vec![token] }),
        }
    }
    lines
}

/// For every line the first word from there on that is no comment.
fn next_words<'a, 'b>(lines: &'b [Given<'a>]) -> Vec<Option<&'b Token<'a>>> {
    let mut next = None;
    let mut words: Vec<_> = lines
        .iter()
        .rev()
        .map(|line| {
            next = line.words.iter().find(|word| word.kind != TokenKind::Comment).or(next);
            next
        })
        .collect();
    words.reverse();
    words
}

/// A line laid out: without its comment, and the comment.
#[derive(Default)]
struct Line {
    code: String,
    comment: String,
}

impl Line {
    fn text(&self) -> String {
        format!("{}{}\n", self.code, self.comment)
    }

    fn has_both(&self) -> bool {
        !self.code.trim().is_empty() && !self.comment.is_empty()
    }
}

/// How wide the last line of a text is, in characters.
fn width(text: &str) -> usize {
    text.rsplit('\n').next().unwrap_or(text).chars().count()
}

/// Puts the comments of lines that follow each other into one column.
fn align_comments(lines: &mut [Line]) {
    for group in lines.chunk_by_mut(|a, b| a.has_both() && b.has_both()) {
        let column = group.iter().map(|line| width(&line.code)).max().unwrap_or(0);
        for line in group.iter_mut().filter(|line| line.has_both()) {
            let missing = column - width(&line.code);
            line.code.push_str(&" ".repeat(missing));
        }
    }
}

/// The state between two lines.
struct Writer<'a> {
    layout: &'a Layout,
    lines: Vec<Line>,
    /// For every open brace, where the lines in it begin.
    inside: Vec<usize>,
    /// The column of the picture whose row came last.
    picture: Option<usize>,
    /// Whether the last line ends with an open brace, or there is none.
    opened: bool,
}

impl Writer<'_> {
    /// Lays out a line; `next` is the first word from here on that is no comment.
    fn line(&mut self, given: &Given<'_>, next: Option<&Token<'_>>) {
        let closes = given.words.first().is_some_and(|first| first.is_mark("}"));
        if given.after_empty && !self.opened && !closes {
            self.lines.push(Line::default());
        }
        let indent = self.indent(next, closes);
        let mut line = Line { code: " ".repeat(indent), comment: String::new() };
        let mut opened = 0;
        let mut before: Option<&Token<'_>> = None;
        for word in &given.words {
            let blanks = before.map_or("", |before| between(before, word, self.layout));
            before = Some(word);
            if word.kind == TokenKind::Comment {
                line.comment = format!("{blanks}{}", word.text.trim_end());
                break;
            }
            line.code.push_str(blanks);
            self.picture = (word.kind == TokenKind::Row).then(|| width(&line.code));
            line.code.push_str(word.text);
            self.brace(word, indent, &mut opened);
            self.opened = word.is_mark("{");
        }
        self.lines.push(line);
    }

    /// Keeps the account of open braces; `opened` counts those of this line.
    fn brace(&mut self, word: &Token<'_>, indent: usize, opened: &mut usize) {
        if word.is_mark("{") {
            *opened += 1;
            self.inside.push(indent + STEP * *opened);
        } else if word.is_mark("}") {
            *opened = opened.saturating_sub(1);
            self.inside.pop();
        }
    }

    /// Where a line begins whose first word is `next`.
    fn indent(&self, next: Option<&Token<'_>>, closes: bool) -> usize {
        let inside = self.inside.last().copied().unwrap_or(0);
        let Some(next) = next else { return 0 };
        if closes {
            return inside.saturating_sub(STEP);
        }
        match (next.kind, next.text) {
            (TokenKind::Row, _) if self.picture.is_some() => self.picture.unwrap_or(inside),
            (TokenKind::Mark, "}" | ")" | "]") | (TokenKind::Word, "otherwise") => inside,
            (TokenKind::Mark, "{") if self.inside.is_empty() => inside,
            _ if self.layout.is_item(next.start) || self.layout.is_entry(next.start) => inside,
            _ => inside + STEP,
        }
    }
}
