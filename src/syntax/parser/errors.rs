//! What is wrong with a text that does not follow the grammar, in plain words.

use pest::{
    Parser as _,
    error::{Error, ErrorVariant, InputLocation},
};

use super::{
    Grammar, Rule,
    builder::{Builder, Pair},
    slips::slip,
    words,
};
use crate::{
    diagnostic::{Certainty, Code, Diagnostic, nearest::nearest},
    source::{SourceId, Span},
    syntax::lexer::{self, Token, TokenKind},
};

/// How many things that were expected are told.
const MAX_PHRASES: usize = 6;

/// A place in the text that cannot be read, and what might stand there.
struct Fault {
    /// Where the declaration begins.
    start: usize,
    at: usize,
    expected: Vec<Rule>,
}

/// What came before a stretch that follows no rule.
pub(super) struct Before {
    /// Where the declaration begins.
    pub(super) start: usize,
    /// Whether a fault in it was told already.
    pub(super) faulty: bool,
}

/// The first place in a declaration where something is missing.
pub(super) fn gap(pair: &Pair<'_>) -> Option<usize> {
    let first = pair.clone().into_inner().flatten().find(|pair| pair.as_rule() == Rule::gap)?;
    Some(first.as_span().start())
}

/// Tells what is missing at `at` in a declaration that could be read otherwise.
pub(super) fn report_gap(builder: &mut Builder, text: &str, pair: &Pair<'_>, at: usize) {
    let (start, end) = (pair.as_span().start(), pair.as_span().end());
    let rule = if pair.as_rule() == Rule::item { Rule::cut_item } else { Rule::cut_situation };
    let fault = fault_at_margin(text, start, at).unwrap_or_else(|| Fault {
        start,
        at,
        expected: words::missing(fault_in(rule, text, start, at).expected),
    });
    let diagnostic = describe(builder.source, text, &fault);
    builder.report(with_unclosed(diagnostic, builder.source, text, start, end));
}

/// Tells what is wrong in a stretch that follows no rule.
pub(super) fn report_junk(builder: &mut Builder, text: &str, pair: &Pair<'_>, before: Option<&Before>) {
    let (start, end) = (pair.as_span().start(), pair.as_span().end());
    let stretch = text.get(start..end).unwrap_or("");
    let Some(first) = lexer::lex(stretch).next() else { return };
    let source = builder.source;
    let begins = first.kind == TokenKind::Word && at_margin(text, start);
    let mut told = start;
    if begins && words::DECLARATIONS.contains(&first.text) {
        let fault = fault_in(Rule::one_item, text, start, end);
        told = fault.at;
        builder.report(declaration_fault(source, text, (start, end), fault));
    } else if let Some(fault) =
        before.filter(|before| !before.faulty).and_then(|before| goes_on(text, before.start, (start, end), begins))
    {
        told = fault.at;
        builder.report(describe(source, text, &fault));
    } else if begins || before.is_none_or(|before| !before.faulty) {
        let place = builder.place(start, start + first.end());
        builder.report(slip(source, text, (start, start), first, &[]).unwrap_or_else(|| no_declaration(&first, place)));
    }
    strangers(builder, text, stretch, start, told);
}

/// The fault in the declaration from `before` that goes on in a stretch that follows no rule, if it does go on there.
fn goes_on(text: &str, before: usize, (start, end): (usize, usize), begins: bool) -> Option<Fault> {
    let fault = fault_in(Rule::one_item, text, before, end);
    (fault.at > start || !begins).then(|| refine(text, before, end, fault))
}

/// What is wrong with the declaration in `start..end`.
fn declaration_fault(source: SourceId, text: &str, (start, end): (usize, usize), fault: Fault) -> Diagnostic {
    let fault = refine(text, start, end, fault);
    let mut diagnostic = describe(source, text, &fault);
    if diagnostic.suggestions.is_empty() && diagnostic.help.is_empty() {
        diagnostic = advise_before(diagnostic, text, start, fault.at);
    }
    // Where a slip is certain, nothing else is to be mended; a sign may have hidden the closing brace.
    let certain = diagnostic.suggestions.iter().any(|suggestion| suggestion.certainty == Certainty::Safe);
    if certain { diagnostic } else { with_unclosed(diagnostic, source, text, start, end) }
}

/// A declaration that breaks off may have taken the first word of the next one for a name: then that is the place.
fn fault_at_margin(text: &str, start: usize, until: usize) -> Option<Fault> {
    let mut depth = 0usize;
    let next = lexer::lex(text.get(start..until)?).find(|token| {
        match token.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let begins = words::DECLARATIONS.contains(&token.text) && at_margin(text, start + token.start);
        depth == 0 && token.start > 0 && begins && is_name(token)
    })?;
    let at = start + next.start;
    let fault = fault_in(Rule::cut_item, text, start, at);
    let may_end = fault.expected.contains(&Rule::never);
    let expected = if may_end { words::missing(fault.expected) } else { fault.expected };
    Some(Fault { start, at, expected })
}

/// The word before the fault may be the slip: it was read as a name because it is no word of the language.
fn advise_before(diagnostic: Diagnostic, text: &str, start: usize, at: usize) -> Diagnostic {
    let Some(word) = lexer::lex(text.get(start..at).unwrap_or("")).last() else { return diagnostic };
    if word.kind != TokenKind::Word {
        return diagnostic;
    }
    let expected = fault_in(Rule::cut_item, text, start, start + word.start).expected;
    let place = Span::new(diagnostic.primary.span.source, start + word.start, start + word.end());
    match guess(word.text, &expected) {
        Some(near) => diagnostic.suggest(format!("did you mean `{near}`?"), place, near),
        None => diagnostic,
    }
}

/// Further lines of the stretch that begin like a declaration, but with a word that begins none.
fn strangers(builder: &mut Builder, text: &str, stretch: &str, start: usize, told: usize) {
    let mut depth = 0usize;
    for token in lexer::lex(stretch) {
        let at = start + token.start;
        match token.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && at > told && is_name(&token) && at_margin(text, at) {
            builder.report(no_declaration(&token, builder.place(at, start + token.end())));
        }
    }
}

fn at_margin(text: &str, at: usize) -> bool {
    text.get(..at).is_none_or(|before| before.is_empty() || before.ends_with('\n'))
}

/// The stretch begins with a word that begins no declaration.
fn no_declaration(first: &Token<'_>, place: Span) -> Diagnostic {
    let word = shown(first);
    let message = format!("no declaration begins with {word}");
    let diagnostic = Diagnostic::new(Code::Syntax, message, place, "");
    match nearest(first.text, words::DECLARATIONS.iter().copied()) {
        Some(near) if first.text.eq_ignore_ascii_case(near) => {
            diagnostic.suggest_safe("words of the language have small letters", place, near)
        }
        Some(near) => diagnostic.suggest(format!("did you mean `{near}`?"), place, near),
        None if first.text == "[" => diagnostic.help("variant files of Fairy-Stockfish are read by `merel import`"),
        None if first.text == "(" => diagnostic.help("declarations stand without brackets: `game \"…\"`, `players …`"),
        None => diagnostic.help("declarations begin with a word such as `board`, `piece`, `move`, `define` or `end`"),
    }
}

/// Where `rule` cannot go on between `start` and `end`.
fn fault_in(rule: Rule, text: &str, start: usize, end: usize) -> Fault {
    match Grammar::parse(rule, text.get(start..end).unwrap_or("")) {
        Ok(_) => Fault { start, at: end, expected: Vec::new() },
        Err(error) => Fault { start, at: start + offset(&error), expected: expected(error.variant) },
    }
}

/// The rules of which one may stand behind a text, in the declaration that begins at `start`.
pub(super) fn expected_at(text: &str, start: usize) -> Vec<Rule> {
    let fault = fault_in(Rule::cut_item, text, start, text.len());
    if fault.at < text.trim_end().len() { Vec::new() } else { fault.expected }
}

fn offset(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

fn expected(variant: ErrorVariant<Rule>) -> Vec<Rule> {
    match variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        ErrorVariant::CustomError { .. } => Vec::new(),
    }
}

/// The parser goes on after a gap, and may find a second fault before it gives up: looks for an earlier one, at the
/// margin or in the brackets around the place.
fn refine(text: &str, start: usize, end: usize, fault: Fault) -> Fault {
    if let Some(earlier) = fault_at_margin(text, start, fault.at) {
        return earlier;
    }
    let Some(bracket) = open_bracket(text.get(start..fault.at).unwrap_or("")) else { return fault };
    let from = start + bracket;
    let Ok(mut pairs) = Grammar::parse(Rule::prim, text.get(from..end).unwrap_or("")) else { return fault };
    let Some(at) = pairs.next().and_then(|pair| gap(&pair)).map(|at| from + at) else { return fault };
    if at >= fault.at {
        return fault;
    }
    Fault { start, at, expected: words::missing(fault_in(Rule::cut_prim, text, from, at).expected) }
}

/// Where the outermost bracket or call begins that is still open at the end, within the innermost brace.
fn open_bracket(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut before: Option<Token<'_>> = None;
    for token in lexer::lex(text) {
        let called = before.filter(|name| token.text == "(" && is_name(name));
        match (token.kind, token.text) {
            (TokenKind::Mark, "(" | "[" | "{") => {
                open.push((token.text, called.map_or(token.start, |name| name.start)))
            }
            (TokenKind::Mark, ")" | "]" | "}") => drop(open.pop()),
            _ => {}
        }
        before = Some(token);
    }
    let after_brace = open.iter().rposition(|&(mark, _)| mark == "{").map_or(0, |at| at + 1);
    open.get(after_brace).map(|&(_, start)| start)
}

fn is_name(token: &Token<'_>) -> bool {
    token.kind == TokenKind::Word && !words::RESERVED.contains(&token.text)
}

/// Points at a brace of the stretch that is never closed.
fn with_unclosed(diagnostic: Diagnostic, source: SourceId, text: &str, start: usize, end: usize) -> Diagnostic {
    let mut open = Vec::new();
    for token in lexer::lex(text.get(start..end).unwrap_or("")) {
        match (token.kind, token.text) {
            (TokenKind::Mark, "{") => open.push(start + token.start),
            (TokenKind::Mark, "}") => drop(open.pop()),
            _ => {}
        }
    }
    match open.first() {
        Some(&at) => diagnostic.label(Span::new(source, at, at + 1), "this brace is never closed"),
        None => diagnostic,
    }
}

/// The diagnostic for a text that was read as a whole.
pub(super) fn whole(source: SourceId, text: &str, error: Error<Rule>) -> Diagnostic {
    let at = offset(&error);
    if let ErrorVariant::CustomError { .. } = error.variant {
        let place = lexer::lex(text.get(at..).unwrap_or("")).next().map_or(0, |token| token.end());
        let message = "this nests too deep to be read";
        return Diagnostic::new(Code::TooDeep, message, Span::new(source, at, at + place), "");
    }
    let fault = refine(text, 0, text.len(), Fault { start: 0, at, expected: expected(error.variant) });
    describe(source, text, &fault)
}

/// What stands at the place, what was expected, and what may have been meant.
fn describe(source: SourceId, text: &str, fault: &Fault) -> Diagnostic {
    let rest = text.get(fault.at..).unwrap_or("");
    let Some(token) = lexer::lex(rest).find(|token| token.kind != TokenKind::Comment) else {
        let end = text.trim_end().len();
        let message = expectation(&fault.expected, "the end of the file");
        return Diagnostic::new(Code::Syntax, message, Span::new(source, end, end), "");
    };
    let place = Span::new(source, fault.at + token.start, fault.at + token.end());
    if token.kind == TokenKind::Text && !is_closed(token.text) {
        let first = Span::new(source, place.start as usize, place.start as usize + 1);
        return Diagnostic::new(Code::Syntax, "this text is never closed", first, "").help("end it with a second `\"`");
    }
    if let Some(known) = slip(source, text, (fault.start, place.start as usize), token, &fault.expected) {
        return known;
    }
    let diagnostic = Diagnostic::new(Code::Syntax, expectation(&fault.expected, &shown(&token)), place, "");
    let diagnostic = with_long_text(diagnostic, text, fault);
    if token.kind == TokenKind::Word { advise(diagnostic, &token, place, &fault.expected) } else { diagnostic }
}

fn expectation(expected: &[Rule], found: &str) -> String {
    match phrases(expected, found) {
        phrases if phrases.is_empty() => format!("{found} cannot stand here"),
        phrases => format!("expected {}, found {found}", one_of(&phrases)),
    }
}

fn is_closed(quoted: &str) -> bool {
    quoted.len() > 1 && quoted.ends_with('"')
}

/// Points at a text shortly before the place that goes on over lines: perhaps its second quote was forgotten.
fn with_long_text(diagnostic: Diagnostic, text: &str, fault: &Fault) -> Diagnostic {
    let words: Vec<_> = lexer::lex(text.get(fault.start..fault.at).unwrap_or("")).collect();
    let near = words.iter().rev().take(3).rev();
    let Some(long) = near.clone().find(|word| word.kind == TokenKind::Text && word.text.contains('\n')) else {
        return diagnostic;
    };
    let start = fault.start + long.start;
    let line = long.text.lines().next().unwrap_or("");
    let place = Span::new(diagnostic.primary.span.source, start, start + line.len());
    diagnostic.label(place, "this text goes on over lines; perhaps its second quote is missing")
}

/// A word that was probably meant, or why this one is none.
fn advise(diagnostic: Diagnostic, token: &Token<'_>, place: Span, expected: &[Rule]) -> Diagnostic {
    if let Some(near) = guess(token.text, expected) {
        return diagnostic.suggest(format!("did you mean `{near}`?"), place, near);
    }
    if words::RESERVED.contains(&token.text) && expected.contains(&Rule::name) {
        return diagnostic.help(format!("`{}` is a word of the language and cannot be a name", token.text));
    }
    diagnostic
}

/// The word that may have been meant where these rules are expected.
fn guess(written: &str, expected: &[Rule]) -> Option<String> {
    let mut candidates = Vec::new();
    for &rule in expected {
        words::candidates(rule, &mut candidates);
    }
    let near = nearest(written, candidates.iter().map(String::as_str))?;
    (written != near && may_mean(written, near)).then(|| near.to_owned())
}

/// Whether a slip is likely: the first letters agree, and the word is none of the language itself.
fn may_mean(written: &str, meant: &str) -> bool {
    let first = |word: &str| word.chars().next();
    let begins = |word: &str, letter| word.chars().take(2).any(|c| Some(c) == letter);
    !words::RESERVED.contains(&written) && (begins(written, first(meant)) || begins(meant, first(written)))
}

fn phrases(expected: &[Rule], found: &str) -> Vec<String> {
    let skip_operators = words::after_expression(expected);
    let mut phrases: Vec<_> = expected
        .iter()
        .filter(|&&rule| !(skip_operators && words::is_operator(rule)))
        .filter_map(|&rule| words::phrase(rule))
        .filter(|(_, phrase)| phrase != found)
        .collect();
    if skip_operators && phrases.len() < 2 {
        phrases.push((5, "an operator such as `and`".to_owned()));
    }
    phrases.sort();
    phrases.dedup();
    phrases.truncate(MAX_PHRASES);
    phrases.into_iter().map(|(_, phrase)| phrase).collect()
}

/// `a`, `a or b`, `a, b or c`.
fn one_of(phrases: &[String]) -> String {
    match phrases {
        [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
        _ => phrases.concat(),
    }
}

/// A word of the author's for a message of one line.
fn shown(token: &Token<'_>) -> String {
    if token.kind == TokenKind::Row {
        return "a row of a picture".to_owned();
    }
    let line = token.text.lines().next().unwrap_or("");
    let short: String = line.chars().take(30).map(|c| if c == '`' { '\'' } else { c }).collect();
    let more = if short.len() < token.text.len() { "…" } else { "" };
    format!("`{short}{more}`")
}
