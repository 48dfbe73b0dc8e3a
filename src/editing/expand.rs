//! A variant written out as one file.
//!
//! ```text
//!  chess.gdl            mine.gdl                         mine.gdl, expanded
//!  ─────────            ────────                         ──────────────────
//!  move step { … }      game "Mine" extends "chess.gdl"  // mine.gdl:1
//!  move castle { … }    remove move castle               game "Mine"
//!                                                        // chess.gdl:1
//!                                                        move step { … }
//! ```

use std::collections::BTreeSet;
use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::rules::Module;
use crate::rules::module::LeftOut;
use crate::source::{SourceId, SourceMap, Span};
use crate::syntax::ast::{Clause, Item, ItemKind, Name, Point, TestItem, TextEntry};
use crate::syntax::format::format;
use crate::syntax::lexer::{self, Token, TokenKind};

/// A place in one of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file, as the user knows it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// A file without `extends` and `use` that says the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expanded {
    /// The text, in the one layout. Where several files are joined, a comment tells where each declaration comes from.
    pub text: String,
    /// For each line of the text where it comes from; none for lines that are new.
    pub lines: Vec<Option<Origin>>,
}

/// Writes a module out as one file.
///
/// `found` is what was found when it was loaded; what could not be read is left out, and comments at the end say so.
///
/// # Errors
/// If the declarations together exceed a limit of a file, or what the file rests on cannot be read.
pub fn expand(module: &Module, found: &[Diagnostic]) -> Result<Expanded, Vec<Diagnostic>> {
    let unread = module.unread_parts(found).map_err(|why| vec![*why])?;
    let mut writer = Writer::new(module);
    // What tells about the game begins a file; the others keep their order, which has a meaning.
    let (about, others): (Vec<&Item>, Vec<&Item>) = module.items.iter().partition(|item| is_about(item));
    let all: Vec<&Item> = about.into_iter().chain(others).collect();
    let mut rest = all.as_slice();
    while let [first, ..] = rest {
        let (line, behind) = rest.split_at(writer.pieces_in_one(rest));
        match writer.all_words(&all, first) {
            Some(blocks) => writer.words(&blocks),
            None => writer.declaration(first, line.last().unwrap_or(first)),
        }
        rest = behind;
    }
    module.tests.iter().for_each(|test| writer.scenario(test));
    for LeftOut { span, because } in unread {
        let Origin { file, line } = writer.origin_at(span.source, span.start as usize);
        let quoted = module.texts.quoted(span);
        writer.text.push_str(&format!("// left out: {file}:{line}: `{quoted}`: {}\n", because.message));
    }
    let text = format(&writer.text)?;
    let lines = writer.lines_of(&text);
    Ok(Expanded { text, lines })
}

/// The text so far.
struct Writer<'a> {
    sources: &'a SourceMap,
    /// Where the lines of each file begin.
    line_starts: Vec<Vec<usize>>,
    text: String,
    /// Which stretch of a file begins at which byte of the text, in order.
    places: Vec<(usize, Span)>,
    /// Whether comments tell where declarations come from.
    tells: bool,
    /// The words for people that were joined.
    told: BTreeSet<String>,
}

/// A block of words for people: titles, rules, translations.
struct Words<'a> {
    /// What begins it: `text fr`.
    head: String,
    span: Span,
    in_braces: bool,
    /// The keys with their entries.
    entries: Vec<(&'a str, Span)>,
}

impl<'a> Words<'a> {
    fn of(item: &'a Item) -> Option<Self> {
        let texts = |texts: &'a [(Name, Name)]| -> Vec<(&'a str, Span)> {
            texts.iter().map(|(key, text)| (key.value.as_str(), key.span.to(text.span))).collect()
        };
        let (head, in_braces, entries) = match &item.kind {
            ItemKind::Titles(titles) => ("title".to_owned(), false, texts(titles)),
            ItemKind::Prose(prose) => ("rules".to_owned(), false, texts(prose)),
            ItemKind::Text { language, entries } => {
                let span =
                    |entry: &TextEntry| entry.words.last().map_or(entry.key.span, |word| entry.key.span.to(word.span));
                let entries = entries.iter().map(|entry| (entry.key.value.as_str(), span(entry))).collect();
                (format!("text {}", language.value), true, entries)
            }
            _ => return None,
        };
        Some(Self { head, span: item.span.span, in_braces, entries })
    }
}

impl<'a> Writer<'a> {
    fn new(module: &'a Module) -> Self {
        let mut parts: Vec<SourceId> = module.items.iter().map(|item| item.span.span.source).collect();
        parts.dedup();
        let starts = |text: &str| [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self {
            sources: &module.texts,
            line_starts: module.texts.files().iter().map(|file| starts(&file.text)).collect(),
            text: String::new(),
            places: Vec::new(),
            tells: parts.len() > 1,
            told: BTreeSet::new(),
        }
    }

    fn source_text(&self, id: SourceId) -> &'a str {
        &self.sources.get(id).text
    }

    fn origin_at(&self, source: SourceId, at: usize) -> Origin {
        let starts = &self.line_starts[usize::from(source.0)];
        let line = starts.partition_point(|start| *start <= at);
        Origin { file: self.sources.get(source).name.clone(), line }
    }

    /// How many of the next items are kinds of pieces declared in one line.
    fn pieces_in_one(&self, items: &[&Item]) -> usize {
        let is_next = |pair: &[&Item]| match pair {
            [one, next] if is_piece(one) && is_piece(next) => self.only_comma_between(one.span.span, next.span.span),
            _ => false,
        };
        1 + items.windows(2).take_while(|pair| is_next(pair)).count()
    }

    fn only_comma_between(&self, one: Span, next: Span) -> bool {
        if one.source != next.source || next.start < one.end {
            return false;
        }
        let between = self.sources.slice(Span { start: one.end, end: next.start, ..one });
        words(between).map(|token| token.text).eq([","])
    }

    /// Writes a declaration with the comments above it, or several kinds of pieces from the first to the last.
    fn declaration(&mut self, first: &Item, last: &Item) {
        let span = first.span.span.to(last.span.span);
        match &first.kind {
            ItemKind::Game { title, .. } => {
                self.origin(span);
                self.line("game ", title.span, "");
            }
            ItemKind::Site { names, per_player } => self.site(span, names, *per_player),
            ItemKind::End { point, clauses } => self.ends(*point, clauses, span),
            ItemKind::Piece(_) => self.copied("piece ", span),
            _ => self.copied("", self.without_replace(span)),
        }
    }

    fn site(&mut self, span: Span, names: &[Name], per_player: bool) {
        self.origin(span);
        for (index, name) in names.iter().enumerate() {
            self.piece(if index == 0 { "site " } else { ", " }, name.span, "");
        }
        self.text.push_str(if per_player { " for each player\n" } else { "\n" });
    }

    /// The blocks that are joined to one where this is one of several with words of one sort.
    fn all_words<'b>(&self, all: &[&'b Item], item: &Item) -> Option<Vec<Words<'b>>> {
        let head = Words::of(item)?.head;
        let blocks: Vec<Words<'b>> =
            all.iter().filter_map(|other| Words::of(other)).filter(|other| other.head == head).collect();
        (blocks.len() > 1).then_some(blocks)
    }

    /// Several blocks with words for people as one, in the place of the first. Of two words for one key the later one counts.
    fn words(&mut self, blocks: &[Words<'_>]) {
        let Some(first) = blocks.first().filter(|first| !self.told.contains(&first.head)) else { return };
        self.told.insert(first.head.clone());
        self.origin(first.span);
        let (open, close) = if first.in_braces { (" {\n", "}\n") } else { ("\n", "") };
        self.text.push_str(&first.head);
        self.text.push_str(open);
        let entries: Vec<(&str, Span)> = blocks.iter().flat_map(|block| block.entries.iter().copied()).collect();
        for (index, (key, span)) in entries.iter().enumerate() {
            if entries[index + 1..].iter().all(|(later, _)| later != key) {
                self.line("", *span, "");
            }
        }
        self.text.push_str(close);
    }

    /// The clauses of one moment, which may come from several files.
    fn ends(&mut self, point: Point, clauses: &[Clause], span: Span) {
        if clauses.is_empty() {
            return;
        }
        let same = clauses.iter().all(|clause| clause.span.span.source == span.source);
        if same && self.n_clauses(span) == clauses.len() {
            return self.copied("", self.without_replace(span));
        }
        self.origin(span);
        self.text.push_str(&format!("end {} {{\n", moment(point)));
        for clause in clauses {
            self.copied("", clause.span.span);
        }
        self.text.push_str("}\n");
    }

    /// How many clauses a declaration had where it was written.
    fn n_clauses(&self, span: Span) -> usize {
        let tokens: Vec<_> = words(self.sources.slice(span)).collect();
        tokens.windows(2).filter(|pair| pair[0].kind == TokenKind::Text && pair[1].is_mark(":")).count()
    }

    fn scenario(&mut self, test: &TestItem) {
        let (source, name) = (test.name.span.source, test.name.span.range());
        let text = self.source_text(source);
        // Its name stands between the word that begins it and its braces.
        let start = text[..name.start].rfind("test").unwrap_or(name.start);
        let Some(end) = closing_brace(text, name.end) else { return };
        self.copied("", Span::new(source, start, end));
    }

    /// The declaration without its first word, if that is `replace`.
    fn without_replace(&self, span: Span) -> Span {
        let mut tokens = words(self.sources.slice(span));
        match (tokens.next(), tokens.next()) {
            (Some(first), Some(second)) if first.text == "replace" => {
                Span { start: span.start + second.start as u32, ..span }
            }
            _ => span,
        }
    }

    /// Copies a stretch with the comments directly above it and behind it.
    fn copied(&mut self, prefix: &str, span: Span) {
        let around = Around::of(self.source_text(span.source), span, prefix);
        if around.parted {
            self.text.push('\n');
        }
        self.origin(span);
        if let Some(above) = around.above {
            self.line("", Span::new(span.source, above.start, above.end), "");
        }
        let behind = around.behind.map_or(String::new(), |comment| format!("  {comment}"));
        self.line(prefix, span, &behind);
    }

    /// Tells where the next lines come from.
    fn origin(&mut self, span: Span) {
        if self.tells {
            let Origin { file, line } = self.origin_at(span.source, span.start as usize);
            self.text.push_str(&format!("// {file}:{line}\n"));
        }
    }

    fn line(&mut self, before: &str, span: Span, behind: &str) {
        self.piece(before, span, behind);
        self.text.push('\n');
    }

    fn piece(&mut self, before: &str, span: Span, behind: &str) {
        self.text.push_str(before);
        self.places.push((self.text.len(), span));
        self.text.push_str(self.sources.slice(span));
        self.text.push_str(behind);
    }

    /// Where the lines of the formatted text come from: the words are the same, and in the same order.
    fn lines_of(&self, formatted: &str) -> Vec<Option<Origin>> {
        let mut lines: Vec<Option<Origin>> = vec![None; formatted.lines().count()];
        let (mut line, mut at) = (0, 0);
        for (token, written) in lexer::lex(formatted).zip(lexer::lex(&self.text)) {
            line += formatted[at..token.start].matches('\n').count();
            at = token.start;
            if let Some(place) = lines.get_mut(line).filter(|place| place.is_none()) {
                *place = self.origin_of(written.start);
            }
        }
        lines
    }

    /// Where a byte of the text was copied from, if it was.
    fn origin_of(&self, at: usize) -> Option<Origin> {
        let index = self.places.partition_point(|(start, _)| *start <= at).checked_sub(1)?;
        let (start, span) = *self.places.get(index)?;
        let offset = span.start as usize + (at - start);
        (offset < span.end as usize).then(|| self.origin_at(span.source, offset))
    }
}

/// The words of a text, without its comments.
fn words(text: &str) -> impl Iterator<Item = Token<'_>> {
    lexer::lex(text).filter(|token| token.kind != TokenKind::Comment)
}

/// Whether it tells about the game, not how it is played.
fn is_about(item: &Item) -> bool {
    use ItemKind::{Fact, Game, Language, Prose, Titles};
    matches!(item.kind, Language(_) | Game { .. } | Titles(_) | Prose(_) | Fact { .. })
}

fn is_piece(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Piece(_))
}

fn moment(point: Point) -> &'static str {
    match point {
        Point::AfterMove => "after each move",
        Point::AfterTurn => "after each turn",
        Point::AfterRound => "after each round",
        Point::BeforeTurn => "before each turn",
    }
}

/// Behind the brace that closes the first one from here on.
fn closing_brace(text: &str, from: usize) -> Option<usize> {
    let mut depth = 0;
    for token in lexer::lex(text.get(from..)?) {
        depth += i32::from(token.is_mark("{")) - i32::from(token.is_mark("}"));
        if depth == 0 && token.is_mark("}") {
            return Some(from + token.end());
        }
    }
    None
}

/// What stands around a declaration in its file.
struct Around<'a> {
    /// The lines of comments directly above it.
    above: Option<Range<usize>>,
    /// The comment behind it, on its last line.
    behind: Option<&'a str>,
    /// Whether an empty line parts it and its comments from what is before.
    parted: bool,
}

impl<'a> Around<'a> {
    /// What stands around a stretch that `prefix` stands before, on its line.
    fn of(text: &'a str, span: Span, prefix: &str) -> Self {
        let line_start = text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
        let mut first = line_start;
        for line in text[..line_start].split_inclusive('\n').rev() {
            if !line.trim_start().starts_with("//") {
                break;
            }
            first -= line.len();
        }
        let before = text[line_start..span.start as usize].trim();
        let begins_line =
            matches!(before.strip_prefix("replace").unwrap_or(before).trim(), rest if rest == prefix.trim());
        let rest = text[span.end as usize..].split('\n').next().unwrap_or("").trim();
        Self {
            above: (begins_line && first < line_start).then_some(first..line_start),
            behind: rest.starts_with("//").then_some(rest),
            parted: begins_line && text[..first].ends_with("\n\n"),
        }
    }
}
