//! Reads positions that are written in one line.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};
use crate::syntax::ast::Name;

use super::super::board::coordinates;
use super::super::types::{Domain, Set, Type, Value};
use super::super::written::{BoardPart, Format, Part, VariablePart, Written};
use super::exprs::made;
use super::{Captured, Checker, Expr, ExprKind, Kind, Statement, StatementKind};

/// What is left of a field.
#[derive(Clone, Copy)]
struct Rest<'t> {
    text: &'t str,
    span: Span,
}

impl<'t> Rest<'t> {
    /// The first so many bytes, and what comes after.
    fn split(self, at: usize) -> (Rest<'t>, Rest<'t>) {
        let (first, second) = self.text.split_at_checked(at).unwrap_or((self.text, ""));
        let (start, source) = (self.span.start as usize, self.span.source);
        let span = |from: usize, text: &str| Span::new(source, start + from, start + from + text.len());
        (Rest { text: first, span: span(0, first) }, Rest { text: second, span: span(first.len(), second) })
    }

    fn name(self) -> Name {
        Spanned::new(self.text.to_string(), self.span)
    }
}

impl Checker<'_> {
    /// The position that a text tells, by the first format that it follows.
    pub(super) fn read_position(&mut self, text: &Name) -> Written {
        let formats = std::mem::take(&mut self.formats);
        let earlier = std::mem::take(&mut self.diagnostics);
        let mut complaints = None;
        let mut read = None;
        for format in &formats {
            let written = self.follow(format, text);
            let wrong = std::mem::take(&mut self.diagnostics);
            if wrong.is_empty() {
                read = Some(written);
                break;
            }
            complaints = complaints.or(Some(wrong));
        }
        self.diagnostics = earlier;
        self.formats = formats;
        if read.is_none() {
            let wrong = complaints.unwrap_or_else(|| vec![no_format(text.span)]);
            self.diagnostics.extend(wrong);
        }
        read.unwrap_or_default()
    }

    fn follow(&mut self, format: &Format, text: &Name) -> Written {
        let mut written = Written { statements: vec![self.clear(text.span)], ..Written::default() };
        let fields = fields_of(text);
        let needed = |part: &Part| matches!(part, Part::Board(_) | Part::Hands | Part::Mover(_));
        let least = format.iter().rposition(|field| field.iter().any(needed)).map_or(0, |last| last + 1);
        if fields.len() < least {
            let message = format!("the position has {} fields, at least {least} are needed", fields.len());
            self.error(Code::BadPosition, message, text.span, "");
        }
        if let Some(extra) = fields.get(format.len()) {
            let message = format!("the position has more than {} fields", format.len());
            self.error(Code::BadPosition, message, extra.span, "nothing is told here");
        }
        for (parts, field) in format.iter().zip(fields) {
            let mut rest = field;
            for part in parts {
                rest = self.read_part(part, rest, &mut written);
            }
            if !rest.text.is_empty() {
                self.error(Code::BadPosition, format!("`{}` is too much here", rest.text), rest.span, "");
            }
        }
        written
    }

    /// Reads a part and gives what is left.
    fn read_part<'t>(&mut self, part: &Part, rest: Rest<'t>, written: &mut Written) -> Rest<'t> {
        let (all, nothing) = rest.split(rest.text.len());
        match part {
            Part::Text(text) => {
                if rest.text.starts_with(text.as_str()) {
                    return rest.split(text.len()).1;
                }
                self.error(Code::BadPosition, format!("`{text}` is missing here"), rest.span, "");
            }
            Part::Board(part) => self.read_board(all, part, written),
            Part::Hands => self.read_hands(all, written),
            Part::Mover(signs) => match signs.iter().position(|sign| sign == rest.text) {
                Some(player) => written.mover = Some(player),
                None => {
                    let signs: Vec<String> = signs.iter().map(|sign| format!("`{sign}`")).collect();
                    let message = format!("`{}` is nobody's sign", rest.text);
                    let diagnostic = Diagnostic::new(Code::BadPosition, message, rest.span, "who is to play?")
                        .help(format!("it is {}", signs.join(" or ")));
                    self.report(diagnostic);
                }
            },
            Part::Ordinal(rounds, from) => {
                let (number, rest) = self.read_number(rest);
                let completed = u32::try_from(number.saturating_sub(*from)).unwrap_or(0);
                let place = if *rounds { &mut written.rounds } else { &mut written.turns };
                *place = Some(completed);
                return rest;
            }
            Part::Counter(counter) => {
                let (number, rest) = self.read_number(rest);
                written.counters.push((*counter, i32::try_from(number).unwrap_or(i32::MAX)));
                return rest;
            }
            Part::Variable(part) => return self.read_variable(part, rest, written),
        }
        nothing
    }

    /// Reads the digits in front.
    fn read_number<'t>(&mut self, rest: Rest<'t>) -> (i64, Rest<'t>) {
        let digits = rest.text.len() - rest.text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, behind) = rest.split(digits);
        let value = number.text.parse().ok().filter(|value| *value <= 1_000_000_000);
        if value.is_none() {
            let message = if digits == 0 { "a number is wanted here" } else { "this number is too great" };
            self.error(Code::BadPosition, message, rest.span, "");
            return (0, rest.split(rest.text.len()).1);
        }
        (value.unwrap_or(0), behind)
    }

    /// Reads the rows, and the hands behind them: in brackets, or as one more row.
    fn read_board(&mut self, field: Rest<'_>, part: &BoardPart, written: &mut Written) {
        let mut board = field;
        if part.with_hands {
            let slashes = field.text.matches('/').count();
            let hands = match field.text.find('[') {
                Some(at) => Some(at),
                None if slashes >= self.board.rows.len() => field.text.rfind('/'),
                None => None,
            };
            if let Some(at) = hands {
                let (rows, hands) = field.split(at);
                board = rows;
                let hands = hands.split(1).1;
                let inner = hands.text.strip_suffix(']').unwrap_or(hands.text).len();
                self.read_hands(hands.split(inner).0, written);
            }
        }
        let mut rows = Vec::new();
        let mut at = 0;
        for row in board.text.split('/') {
            let behind = board.split(at).1;
            rows.push(behind.split(row.len()).0.name());
            at += row.len() + 1;
        }
        let statements = self.draw_written(part, &rows, board.span);
        written.statements.extend(statements);
    }

    /// Reads pieces in hand, each with its number in front; `-` is none.
    fn read_hands(&mut self, field: Rest<'_>, written: &mut Written) {
        let known = self.piece_signs();
        let mut rest = field;
        while !rest.text.is_empty() && field.text != "-" {
            let mut number = 1;
            if rest.text.starts_with(|c: char| c.is_ascii_digit()) {
                (number, rest) = self.read_number(rest);
            }
            let fitting = known.iter().filter(|sign| rest.text.starts_with(sign.as_str())).map(String::len).max();
            let letter = rest.text.chars().next().map_or(0, char::len_utf8);
            let (sign, behind) = rest.split(fitting.unwrap_or(letter));
            rest = behind;
            let Some((kind, Some(owner))) = self.drawn_piece(sign.text, &[], sign.span) else { continue };
            if !self.may_be_in_hand(kind) {
                let message = format!("a {} is never in hand", self.kinds[kind].name);
                self.error(Code::BadPosition, message, sign.span, "");
            }
            if number > 1000 {
                self.error(Code::BadPosition, "more than 1000 pieces of a kind in hand", sign.span, "");
            }
            written.statements.push(self.hand_over(number, kind, owner, sign.span));
        }
    }

    /// Whether a piece of the kind can come into a hand: it is put there, or something is captured as it.
    fn may_be_in_hand(&self, kind: usize) -> bool {
        let comes = |(own, taken): (usize, &Kind)| !taken.royal && taken.captured_as.unwrap_or(own) == kind;
        match self.captured() {
            Captured::Hand => self.kinds.iter().enumerate().any(comes),
            _ => self.kinds[kind].from_hand,
        }
    }

    fn hand_over(&self, number: i64, kind: usize, owner: Expr, span: Span) -> Statement {
        let number = self.constant(Value::Number(number), Type::Number(number, number), span);
        let kind = self.constant(Value::One(Some(kind as u16)), Type::One(Domain::Kind), span);
        Statement { kind: StatementKind::Put { number, kind, owner: Some(owner), on: None, with: Vec::new() }, span }
    }

    fn read_variable<'t>(&mut self, part: &VariablePart, rest: Rest<'t>, written: &mut Written) -> Rest<'t> {
        let ty = self.variables[part.variable].ty;
        let (all, nothing) = rest.split(rest.text.len());
        let (value, left) = match ty {
            Type::Number(least, most) => {
                let (number, left) = self.read_number(rest);
                let number = part.from.map_or(number, |from| from - number);
                if !(least..=most).contains(&number) {
                    let message = format!("`{}` lies within {least} and {most}", self.variables[part.variable].name);
                    self.error(Code::BadPosition, message, rest.span, "");
                }
                (Some(self.constant(Value::Number(number), ty, rest.span)), left)
            }
            Type::Truth => (Some(self.read_truth(part, all)), nothing),
            Type::Set(domain) => (self.read_set(part, domain, all), nothing),
            Type::One(domain) => (self.read_one(part, domain, all), nothing),
            Type::Nothing | Type::Unknown => (None, nothing),
        };
        if let Some(value) = value {
            let kind = StatementKind::Set(part.variable, part.of.clone(), value);
            written.statements.push(Statement { kind, span: rest.span });
        }
        left
    }

    fn read_truth(&mut self, part: &VariablePart, field: Rest<'_>) -> Expr {
        if let Some((value, _)) = part.signs.iter().find(|(_, sign)| sign == field.text) {
            return value.clone();
        }
        if field.text != "-" {
            self.unknown_sign(part, field);
        }
        self.constant(Value::Truth(false), Type::Truth, field.span)
    }

    fn read_one(&mut self, part: &VariablePart, domain: Domain, field: Rest<'_>) -> Option<Expr> {
        if field.text == "-" {
            return Some(self.constant(Value::NONE, Type::One(domain), field.span));
        }
        if let Some((value, _)) = part.signs.iter().find(|(_, sign)| sign == field.text) {
            return Some(value.clone());
        }
        let member = self.member_called(domain, field.text);
        if member.is_none() {
            self.unknown_sign(part, field);
        }
        member.map(|member| self.constant(Value::One(Some(member)), Type::One(domain), field.span))
    }

    /// Reads signs one after the other, or names with commas between; `-` is the empty set.
    fn read_set(&mut self, part: &VariablePart, domain: Domain, field: Rest<'_>) -> Option<Expr> {
        let mut set = self.constant(Value::Set(Set::default()), Type::Set(domain), field.span);
        let mut rest = field;
        while !rest.text.is_empty() && field.text != "-" {
            let fitting = part.signs.iter().filter(|(_, sign)| !sign.is_empty() && rest.text.starts_with(sign));
            let (value, length) = match fitting.max_by_key(|(_, sign)| sign.len()) {
                Some((value, sign)) => (value.clone(), sign.len()),
                None => {
                    let word = self.name_in_front(domain, rest.text);
                    let Some(member) = self.member_called(domain, word) else {
                        self.unknown_sign(part, rest);
                        return None;
                    };
                    let member = Value::Set([member].into_iter().collect());
                    (self.constant(member, Type::Set(domain), rest.span), word.len())
                }
            };
            set = made(ExprKind::Union(Box::new(set), Box::new(value)), Type::Set(domain), field.span);
            rest = rest.split(length).1;
            rest = if rest.text.starts_with(',') { rest.split(1).1 } else { rest };
        }
        Some(set)
    }

    fn unknown_sign(&mut self, part: &VariablePart, rest: Rest<'_>) {
        let name = &self.variables[part.variable].name;
        let message = format!("`{}` tells nothing about `{name}`", rest.text);
        let mut diagnostic = Diagnostic::new(Code::BadPosition, message, rest.span, "");
        let signs: Vec<String> = part.signs.iter().map(|(_, sign)| format!("`{sign}`")).collect();
        if !signs.is_empty() {
            diagnostic = diagnostic.help(format!("its signs are {}, and `-` for none", signs.join(", ")));
        }
        self.report(diagnostic);
    }

    /// The name in front: up to a comma, or as far as a column and a row go where all cells are called so.
    fn name_in_front<'t>(&self, domain: Domain, text: &'t str) -> &'t str {
        let word = text.split(',').next().unwrap_or_default();
        match coordinates(word) {
            Some(name) if domain == Domain::Cell && self.board.has_coordinates() => name,
            _ => word,
        }
    }

    fn member_called(&self, domain: Domain, word: &str) -> Option<u16> {
        let found = match domain {
            Domain::Cell => self.board.cells.iter().position(|cell| cell.name == word),
            Domain::Direction => self.board.directions.iter().position(|direction| direction.name == word),
            Domain::Player => self.player_named(word),
            Domain::Kind => self.kinds.iter().position(|kind| kind.name == word),
            Domain::Number => word.parse().ok().filter(|number| *number < 1024),
            Domain::Type(index) => self.types[index].values.iter().position(|value| value == word),
        };
        found.and_then(|found| u16::try_from(found).ok())
    }
}

/// The fields of a text with their places.
fn fields_of(text: &Name) -> Vec<Rest<'_>> {
    let quotes = usize::from(text.span.end as usize - text.span.start as usize > text.value.len());
    let start = text.span.start as usize + quotes;
    let place = |field: &str| {
        let at = start + (field.as_ptr() as usize - text.value.as_ptr() as usize);
        Span::new(text.span.source, at, at + field.len())
    };
    text.value.split_whitespace().map(|field| Rest { text: field, span: place(field) }).collect()
}

fn no_format(span: Span) -> Diagnostic {
    Diagnostic::new(Code::BadPosition, "this game does not say how a position is written in one line", span, "")
        .help("write lines as in a scenario, such as `position \"…\" White to play`; or declare `text position { … }`")
}
