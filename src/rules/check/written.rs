//! How positions are written in one line, and the laws that every position obeys.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, FieldPart, ItemKind, Name};

use super::super::model::Holder;
use super::super::types::{Domain, Type, Value};
use super::super::written::{BoardPart, Format, Law, Part, VariablePart};
use super::{Checker, ExprKind, Scene};

impl<'a> Checker<'a> {
    /// The formats of the file, the one that positions are printed in first.
    pub(super) fn formats(&mut self) -> Vec<Format> {
        (self.scene, self.has_me) = (Scene::Turn, false);
        let formats = self.each_item(|kind| match kind {
            ItemKind::PositionFormat { fields, .. } => Some(fields),
            _ => None,
        });
        let format = |checker: &mut Self, fields: &'a [ast::Field]| -> Format {
            fields.iter().map(|field| checker.field(field)).collect()
        };
        formats.into_iter().map(|fields| format(self, fields)).collect()
    }

    fn field(&mut self, field: &ast::Field) -> Vec<Part> {
        let mut parts = Vec::new();
        for (index, part) in field.iter().enumerate() {
            parts.extend(self.part(&part.value, part.span));
            let ends_itself =
                matches!(part.value, FieldPart::Text(_) | FieldPart::Ordinal(..) | FieldPart::Without(..))
                    || matches!(parts.last(), Some(Part::Variable(variable)) if self.is_number(variable));
            if index + 1 < field.len() && !ends_itself {
                let message = "only numbers and texts may have another part right behind them";
                let diagnostic =
                    Diagnostic::new(Code::Misplaced, message, part.span, "where this ends nobody could tell")
                        .help("write a comma behind it");
                self.report(diagnostic);
            }
        }
        parts
    }

    fn is_number(&self, part: &VariablePart) -> bool {
        matches!(self.variables[part.variable].ty, Type::Number(..))
    }

    fn part(&mut self, part: &FieldPart, span: Span) -> Option<Part> {
        Some(match part {
            FieldPart::Text(text) => Part::Text(text.clone()),
            FieldPart::Board(board) => {
                self.two_players(span);
                Part::Board(self.board_part(board))
            }
            FieldPart::Hands => {
                self.two_players(span);
                Part::Hands
            }
            FieldPart::Mover(signs) => Part::Mover(self.mover_signs(signs, span)),
            FieldPart::Ordinal(rounds, from) => Part::Ordinal(*rounds, *from),
            FieldPart::Without(turns, taking, moves) => Part::Counter(self.counter(*turns, *taking, moves)),
            FieldPart::Variable(part) => return self.variable_part(part),
        })
    }

    fn board_part(&mut self, board: &ast::BoardPart) -> BoardPart {
        let mut signs: Vec<(String, usize)> = Vec::new();
        for (kind, sign) in &board.signs {
            let Some(number) = self.kinds.iter().position(|known| known.name == kind.value) else {
                let known: Vec<String> = self.kinds.iter().map(|kind| kind.name.clone()).collect();
                self.unknown_name("kind of piece", kind, known.iter().map(String::as_str));
                continue;
            };
            let taken = signs.iter().any(|(other, _)| *other == sign.value)
                || self.look.kinds.iter().any(|kind| kind.letter == sign.value);
            if taken {
                let message = format!("`{}` stands for a kind already", sign.value);
                self.error(Code::Duplicate, message, sign.span, "again");
            }
            signs.push((sign.value.to_uppercase(), number));
        }
        BoardPart { with_hands: board.with_hands, hole: board.hole.as_ref().map(|sign| sign.value.clone()), signs }
    }

    /// Capitals and small letters tell two sides apart, not three.
    fn two_players(&mut self, span: Span) {
        if self.players.len() > 2 {
            let message = format!("letters tell two sides apart, not {}", self.players.len());
            self.error(Code::PlayerCount, message, span, "");
        }
    }

    fn mover_signs(&mut self, signs: &[(ast::Expr, Name)], span: Span) -> Vec<String> {
        let mut found = vec![None; self.players.len()];
        for (player, sign) in signs {
            let player = self.one(player, Domain::Player);
            if let ExprKind::Constant(Value::One(Some(player))) = player.kind
                && let Some(place) = found.get_mut(player as usize)
            {
                *place = Some(sign.value.clone());
            }
        }
        if let Some(missing) = found.iter().position(Option::is_none) {
            let message = format!("the sign of {} is not given", self.players[missing].name);
            self.error(Code::Missing, message, span, "");
        }
        found.into_iter().map(Option::unwrap_or_default).collect()
    }

    fn variable_part(&mut self, part: &ast::VariablePart) -> Option<Part> {
        let ast::VariablePart { from, name, of, signs } = part;
        let Some(variable) = self.variables.iter().position(|known| known.name == name.value) else {
            let known: Vec<String> = self.variables.iter().map(|variable| variable.name.clone()).collect();
            self.unknown_name("variable", name, known.iter().map(String::as_str));
            return None;
        };
        self.uses.note_read(variable);
        let (holder, ty) = (self.variables[variable].holder, self.variables[variable].ty);
        let of = match (holder, of.as_ref()) {
            (Holder::Game, None) => None,
            (Holder::Each(domain), Some(of)) => Some(self.set(of, domain)),
            (Holder::Piece, Some(of)) => Some(self.set(of, Domain::Cell)),
            _ => {
                let message = format!("whose `{}` is written is not said rightly", name.value);
                self.error(Code::WrongType, message, name.span, "whose?");
                return None;
            }
        };
        if from.is_some() && !matches!(ty, Type::Number(..)) {
            self.error(Code::WrongType, format!("`{}` is no number", name.value), name.span, "");
        }
        let signs = signs.iter().map(|(value, sign)| (self.sign_value(value, ty), sign.value.clone())).collect();
        Some(Part::Variable(VariablePart { variable, of, from: *from, signs }))
    }

    fn sign_value(&mut self, value: &ast::Expr, ty: Type) -> super::Expr {
        match ty {
            Type::One(domain) => self.one(value, domain),
            Type::Set(domain) => self.set(value, domain),
            Type::Number(..) => self.number(value),
            _ => self.truth(value),
        }
    }

    /// The laws of the file.
    pub(super) fn laws(&mut self) -> Vec<Law> {
        (self.scene, self.has_me) = (Scene::Turn, true);
        let blocks = self.each_item(|kind| if let ItemKind::Always(laws) = kind { Some(laws) } else { None });
        let mut laws: Vec<Law> = Vec::new();
        for (name, holds) in blocks.into_iter().flatten() {
            if laws.iter().any(|law| law.name == name.value) {
                let message = format!("two laws are called \"{}\"", name.value);
                self.error(Code::Duplicate, message, name.span, "again");
            }
            laws.push(Law { name: name.value.clone(), holds: self.truth(holds) });
        }
        laws
    }
}
