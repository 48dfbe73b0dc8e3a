//! Names that are bound on the way: `pick`, `let`, `each`, `those`.

use super::{Bound, Meaning, Phrase, Say, say};
use crate::syntax::ast::{Expr, ExprKind, Operator};

impl<'a> Say<'a> {
    /// The same with a name bound to a member of a set, and how it is called from here on: `that man`, or `man B` if there
    /// was another.
    pub(super) fn choosing(&self, name: &str, from: &'a Expr) -> (Self, Phrase) {
        let head = self.head(from);
        let same = |bound: &Bound<'_>| match bound {
            Bound::Words(Phrase::Say("that" | "lettered", holes)) => holes.first().is_some_and(|(_, of)| *of == head),
            Bound::Words(_) | Bound::Given(..) | Bound::Who(_) => false,
        };
        let before = self.scope.iter().filter(|(_, bound)| same(bound)).count();
        let words = match before {
            0 => say!("that", x = head),
            n => {
                let letter = char::from(b'A' + (n % 26) as u8).to_string();
                say!("lettered", x = head, letter = Phrase::Text(letter))
            }
        };
        (self.knowing(name, words.clone()), words)
    }

    /// What a member of a set is called.
    pub(super) fn head(&self, set: &'a Expr) -> Phrase {
        match &set.value {
            ExprKind::Group(inner) => self.head(inner),
            ExprKind::Name(name) => self.head_of_name(name),
            ExprKind::Binary(
                Operator::In | Operator::NotIn | Operator::Except | Operator::OrElse | Operator::Or,
                one,
                _,
            ) => self.head(one),
            ExprKind::Owned(_, inner) | ExprKind::AnyHeight(inner) => self.head(inner),
            ExprKind::Of(name, of) => match (name.value.as_str(), self.names.meaning(&name.value)) {
                ("first", _) => self.head(of),
                ("kind", Meaning::Word) => Phrase::of("kind"),
                ("owner", Meaning::Word) => Phrase::of("player"),
                (_, Meaning::Table(table)) if self.names.is_table_of_kinds(table) => Phrase::of("kind"),
                (_, Meaning::Table(_)) => Phrase::of("value"),
                ("enemies" | "pieces" | "group", _) => self.piece(),
                (_, Meaning::Pieces(_) | Meaning::Define(_)) => self.head_of_name(&name.value),
                _ => Phrase::of("site"),
            },
            ExprKind::Those { set, .. } => self.head(set),
            ExprKind::If(_, then, _) => self.head(then),
            ExprKind::List(all) => all.first().map_or_else(|| Phrase::of("site"), |first| self.head(first)),
            ExprKind::Call(name, _) => self.head_of_name(&name.value),
            ExprKind::Int(_)
            | ExprKind::Count(_)
            | ExprKind::Binary(Operator::Plus | Operator::Minus | Operator::Times, ..) => Phrase::of("number"),
            ExprKind::Text(_)
            | ExprKind::Truth(_)
            | ExprKind::Binary(..)
            | ExprKind::Not(_)
            | ExprKind::Some(_)
            | ExprKind::No(_)
            | ExprKind::Joins(..)
            | ExprKind::Along(..)
            | ExprKind::Rows { .. }
            | ExprKind::Reach { .. }
            | ExprKind::Lines { .. }
            | ExprKind::Repeated { .. }
            | ExprKind::Without { .. }
            | ExprKind::Played(_)
            | ExprKind::Can { .. } => Phrase::of("site"),
        }
    }

    fn head_of_name(&self, name: &str) -> Phrase {
        if let Some(bound) = self.bound(name) {
            return match bound {
                Bound::Given(expr, giver) => giver.head(expr),
                Bound::Who(_) => Phrase::of("player"),
                Bound::Words(Phrase::Say("that" | "lettered", holes)) => {
                    holes.first().map_or_else(|| Phrase::of("site"), |(_, head)| head.clone())
                }
                Bound::Words(_) => Phrase::of("site"),
            };
        }
        match self.names.meaning(name) {
            Meaning::Pieces(kind) => Phrase::Name(kind.name.value.clone()),
            Meaning::Kind(_) => Phrase::of("kind"),
            Meaning::Player(_) => Phrase::of("player"),
            Meaning::Define(name) => {
                let depth = self.depth + 1;
                let case = self.names.cases(name).into_iter().next();
                case.filter(|_| depth < 8).map_or_else(
                    || Phrase::of("site"),
                    |define| Say { scope: Vec::new(), depth, ..self.clone() }.head(define.body),
                )
            }
            Meaning::Type(_) if self.is_number_type(name) => Phrase::of("number"),
            Meaning::Type(_) | Meaning::Value(_) | Meaning::Table(_) => Phrase::of("value"),
            Meaning::Direction => Phrase::of("direction"),
            Meaning::Variable(variable) => self.head_of_variable(variable),
            Meaning::Option(_)
            | Meaning::Terrain(_)
            | Meaning::Ground(_)
            | Meaning::PlayerSite(_)
            | Meaning::Cell(_)
            | Meaning::NamedSet(_) => Phrase::of("site"),
            Meaning::Word => match name {
                "pieces" | "mine" | "enemies" | "occupied" | "surrounded" | "unmoved" => self.piece(),
                "players" | "living" | "mover" | "opponent" | "next" | "starter" => Phrase::of("player"),
                "directions" | "way" => Phrase::of("direction"),
                "kind" => Phrase::of("kind"),
                "number" => Phrase::of("number"),
                _ => self.names.picks.get(name).map_or_else(|| Phrase::of("site"), |from| self.head(from)),
            },
        }
    }

    fn head_of_variable(&self, variable: &crate::syntax::ast::RememberItem) -> Phrase {
        use crate::syntax::ast::Domain;
        match &variable.domain {
            Domain::SetOf(name) | Domain::Optional(name) | Domain::One(name) => match name.value.as_str() {
                "cell" | "cells" => Phrase::of("site"),
                "direction" | "directions" => Phrase::of("direction"),
                "player" | "players" => Phrase::of("player"),
                "kind" | "kinds" => Phrase::of("kind"),
                _ => Phrase::of("value"),
            },
            Domain::Range(..) => Phrase::of("number"),
            Domain::Truth => match variable.of_each.first().map(|name| name.value.as_str()) {
                Some("player") => Phrase::of("player"),
                Some("cell") | None => Phrase::of("site"),
                Some("direction") => Phrase::of("direction"),
                Some("piece") => self.piece(),
                Some(name) => self.head_of_name(name),
            },
        }
    }

    fn is_number_type(&self, name: &str) -> bool {
        self.names.number_type(name).is_some()
    }
}
