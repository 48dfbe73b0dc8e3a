//! Comparisons: `you have fewer than 2 men`, `the option is chosen`.

use super::{Meaning, Phrase, Say, Whose, say};
use crate::syntax::ast::{Expr, ExprKind, Operator, Whose as Owner};

impl<'a> Say<'a> {
    pub(super) fn compared(&self, how: Operator, one: &'a Expr, other: &'a Expr, wanted: bool) -> Phrase {
        let how = if wanted { how } else { contrary(how) };
        let is = how == Operator::Is;
        if self.is_word(other, "none") {
            return Phrase::with(if is { "is-none" } else { "is-some" }, self.value(one));
        }
        if let (ExprKind::Truth(truth), Operator::Is | Operator::IsNot) = (&other.bare().value, how) {
            return self.condition(one, *truth == is);
        }
        if let Some(said) = self.option_compared(how, one, other) {
            return said;
        }
        if let Some((whose, set)) = self.hand_and_board(one) {
            return self.has(&whose, set, quant_of(how), Some(other), Phrase::of("in-hand-and-on-board"));
        }
        if let ExprKind::Count(set) = &one.bare().value {
            return self.counted(how, set, other);
        }
        if let ExprKind::Of(name, at) = &one.bare().value
            && name.value == "height"
        {
            let quant = self.quantity(how, other, self.piece());
            return say!("there-are", n = self.value(other), quant = quant, place = self.place(at, true));
        }
        if self.is_word(one, "turns") || self.is_word(one, "rounds") {
            if let (ExprKind::Int(0), Operator::Is | Operator::IsNot | Operator::MoreThan) = (&other.bare().value, how)
            {
                return Phrase::of(if is { "no-turn-yet" } else { "turn-before" });
            }
            let what = Phrase::of(if self.is_word(one, "turns") { "turn" } else { "round" });
            return say!("have-been", quant = self.quantity(how, other, what), n = self.value(other));
        }
        if let Some(whose) = self.hand_of(one) {
            return match (how, &other.bare().value) {
                (Operator::Is, ExprKind::Int(0)) => self.does(&whose, "hand-empty-you", "hand-empty-they", Vec::new()),
                (Operator::IsNot | Operator::MoreThan, ExprKind::Int(0)) => {
                    self.does(&whose, "hand-held-you", "hand-held-they", Vec::new())
                }
                _ => {
                    let quant = self.quantity(how, other, self.piece());
                    self.does(&whose, "has-you", "has-they", vec![("quant", quant), ("place", Phrase::of("in-hand"))])
                }
            };
        }
        if matches!(how, Operator::Is | Operator::IsNot)
            && matches!(self.head(one), Phrase::Say("player", _))
            && self.who(one) == Whose::You
        {
            let key = if is { "you-are" } else { "you-are-not" };
            return Phrase::with(key, self.player(&self.who(other)));
        }
        let (a, b) = (self.value(one), self.value(other));
        let key = match how {
            Operator::Is if self.is_number(one) || self.is_number(other) => "equals",
            Operator::IsNot if self.is_number(one) || self.is_number(other) => "equals-not",
            Operator::Is => "is-same",
            Operator::IsNot => "is-not-same",
            Operator::AtLeast => "is-at-least",
            Operator::AtMost => "is-at-most",
            Operator::LessThan => "is-less",
            _ => "is-more",
        };
        Phrase::Say(key, vec![("a", a), ("b", b)])
    }

    fn option_compared(&self, how: Operator, one: &'a Expr, other: &'a Expr) -> Option<Phrase> {
        let ExprKind::Name(name) = &one.bare().value else { return None };
        let (Meaning::Option(option), None) = (self.names.meaning(name), self.bound(name)) else { return None };
        let value = match &other.bare().value {
            ExprKind::Name(value) if self.names.is_value_of(option, value) => Phrase::Term(value.clone()),
            _ => self.value(other),
        };
        let key = match how {
            Operator::Is => "option-is",
            Operator::IsNot => "option-is-not",
            _ => return None,
        };
        Some(Phrase::Say(key, vec![("x", Phrase::Term(option.to_owned())), ("y", value)]))
    }

    /// `There are exactly 3 men`, `you have fewer than 2 men`.
    fn counted(&self, how: Operator, set: &'a Expr, number: &'a Expr) -> Phrase {
        match (how, &number.bare().value) {
            (Operator::Is, ExprKind::Int(0)) | (Operator::LessThan, ExprKind::Int(1)) => {
                return self.exists(set, false);
            }
            (Operator::MoreThan, ExprKind::Int(0)) | (Operator::AtLeast, ExprKind::Int(1)) => {
                return self.exists(set, true);
            }
            _ => {}
        }
        let (set, place) = match &set.bare().value {
            ExprKind::Binary(Operator::In, one, place) if !self.is_word(place, "attacked") => {
                (&**one, self.places(place))
            }
            _ => (set.bare(), self.on_board()),
        };
        if let Some(group) = self.group(set) {
            return self.group_has(group, self.quantity(how, number, self.piece()), place);
        }
        match self.holder(set) {
            Some(whose) => self.has(&whose, set, quant_of(how), Some(number), place),
            None => {
                let quant = self.quantity(how, number, self.value(set));
                Phrase::Say("there-are", vec![("n", self.value(number)), ("quant", quant), ("place", place)])
            }
        }
    }

    /// Where pieces are counted, if they could be in a hand as well.
    fn on_board(&self) -> Phrase {
        match self.rules().kinds.iter().any(|kind| kind.from_hand) {
            true => Phrase::of("on-board"),
            false => Phrase::Nothing,
        }
    }

    /// `my hand + count of my Men`: pieces in hand and on the board together.
    fn hand_and_board(&self, expr: &'a Expr) -> Option<(Whose, &'a Expr)> {
        let ExprKind::Binary(Operator::Plus, one, other) = &expr.bare().value else { return None };
        let counted = |hand: &'a Expr, count: &'a Expr| {
            let ExprKind::Count(set) = &count.bare().value else { return None };
            let whose = self.hand_of(hand)?;
            (self.holder(set).as_ref() == Some(&whose)).then_some((whose, &**set))
        };
        counted(one, other).or_else(|| counted(other, one))
    }

    fn quantity(&self, how: Operator, number: &'a Expr, what: Phrase) -> Phrase {
        Phrase::Say(quant_of(how), vec![("n", self.value(number)), ("x", what)])
    }

    /// Whose hand is counted.
    fn hand_of(&self, expr: &'a Expr) -> Option<Whose> {
        match &expr.bare().value {
            ExprKind::Owned(owner, inner) if matches!(&inner.value, ExprKind::Name(name) if name == "hand") => {
                Some(match owner {
                    Owner::My => self.me(),
                    Owner::Enemy => Whose::Opponent,
                })
            }
            ExprKind::Of(name, of) if name.value == "hand" => Some(self.who(of)),
            _ => None,
        }
    }
}

pub(super) fn quant_of(how: Operator) -> &'static str {
    match how {
        Operator::IsNot => "quant-not",
        Operator::AtLeast => "quant-least",
        Operator::AtMost => "quant-most",
        Operator::LessThan => "quant-less",
        Operator::MoreThan => "quant-more",
        _ => "quant-exactly",
    }
}

fn contrary(how: Operator) -> Operator {
    match how {
        Operator::Is => Operator::IsNot,
        Operator::IsNot => Operator::Is,
        Operator::AtLeast => Operator::LessThan,
        Operator::LessThan => Operator::AtLeast,
        Operator::AtMost => Operator::MoreThan,
        Operator::MoreThan => Operator::AtMost,
        other => other,
    }
}
