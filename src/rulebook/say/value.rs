//! Values: nouns for cells, pieces, players, numbers and all else.

use super::{Bound, Meaning, Phrase, Say, Whose, say};
use crate::syntax::ast::{Axis, Expr, ExprKind, Operator, Path, Rows, Whose as Owner};

impl<'a> Say<'a> {
    /// An expression as a noun.
    pub fn value(&self, expr: &'a Expr) -> Phrase {
        match &expr.value {
            ExprKind::Int(number) => Phrase::Number(*number),
            ExprKind::Text(text) => Phrase::Text(text.clone()),
            ExprKind::Truth(truth) => Phrase::of(if *truth { "yes" } else { "no" }),
            ExprKind::Name(name) => self.named(name),
            ExprKind::Group(inner) => self.value(inner),
            ExprKind::Binary(operator, one, other) => self.operated(expr, *operator, one, other),
            ExprKind::Not(inner) => Phrase::with("all-but", self.value(inner)),
            ExprKind::Count(set) => Phrase::with("number-of", together(self.value(set))),
            ExprKind::Of(name, of) => self.property(&name.value, self.given(of), of),
            ExprKind::Along(ways, of) => say!("next-to", x = self.value(of), dirs = self.directions(ways)),
            ExprKind::Owned(owner, inner) => self.owned_value(*owner, inner),
            ExprKind::AnyHeight(inner) => Phrase::with("at-any-height", self.value(inner)),
            ExprKind::Rows { axis, rows } => self.rows(*axis, rows, None),
            ExprKind::Call(name, args) => self.called(&name.value, args, None),
            ExprKind::List(all) if all.is_empty() => Phrase::of("nowhere"),
            ExprKind::List(all) if matches!(self.head(expr), Phrase::Say("kind" | "value", _)) => {
                Phrase::list("or", all.iter().map(|one| self.value(one)).collect())
            }
            ExprKind::List(all) => Phrase::list("and", all.iter().map(|one| self.value(one)).collect()),
            ExprKind::Those { name, set, cond } => {
                if let Some(said) = self.with_none_beside(&name.value, set, cond) {
                    return said;
                }
                let (within, _) = self.choosing(&name.value, set);
                say!("those", x = self.value(set), cond = within.condition(cond, true))
            }
            ExprKind::If(cond, then, otherwise) => self.either(cond, then, otherwise),
            ExprKind::Reach { span, from, path, to } => self.reached(*span, from, path, to.as_deref()),
            ExprKind::Lines { length: None, set } => Phrase::with("lines-in", self.value(set)),
            ExprKind::Lines { length: Some((exactly, length)), set } => {
                let key = if *exactly { "rows-of-exactly" } else { "rows-of" };
                Phrase::Say(key, vec![("n", self.value(length)), ("x", self.value(set))])
            }
            ExprKind::Some(_)
            | ExprKind::No(_)
            | ExprKind::Joins(..)
            | ExprKind::Repeated { .. }
            | ExprKind::Without { .. }
            | ExprKind::Played(_)
            | ExprKind::Can { .. } => self.condition(expr, true),
        }
    }

    fn operated(&self, expr: &'a Expr, operator: Operator, one: &'a Expr, other: &'a Expr) -> Phrase {
        let pair = |key| Phrase::Say(key, vec![("a", self.value(one)), ("b", self.value(other))]);
        match operator {
            Operator::OrElse => pair("or-else"),
            Operator::Or => {
                let mut parts = Vec::new();
                for part in [one, other] {
                    match self.value(part) {
                        Phrase::List("or", inner) => parts.extend(inner),
                        said => parts.push(said),
                    }
                }
                Phrase::list("or", parts)
            }
            Operator::In if self.is_word(other, "attacked") => Phrase::with("attacked-ones", self.value(one)),
            Operator::In if self.is_word(one, "empty") && self.ground(other).is_some() => {
                Phrase::with("free-ground", self.ground(other).unwrap_or(Phrase::Nothing))
            }
            Operator::In if self.is_pieces(other) && !self.is_pieces(one) && !self.is_word(one, "empty") => {
                say!("where-stands", x = self.value(one), y = self.value(other))
            }
            Operator::In if self.is_pieces(one) => say!("those-at", x = self.value(one), place = self.such(other)),
            Operator::In => say!("those-at", x = self.value(one), place = self.place(other, true)),
            Operator::NotIn => say!("those-at", x = self.value(one), place = self.place(other, false)),
            Operator::Except if self.lines_of(other) => {
                say!("except-line", a = self.value(one), b = nobodys(self.value(other)))
            }
            Operator::Except if self.is_word(other, "taken") => Phrase::with("not-taken-yet", self.value(one)),
            Operator::Except => pair("except"),
            Operator::Plus => pair("plus"),
            Operator::Minus => pair("minus"),
            Operator::Times => pair("times"),
            Operator::And
            | Operator::Is
            | Operator::IsNot
            | Operator::AtLeast
            | Operator::AtMost
            | Operator::LessThan
            | Operator::MoreThan => self.condition(expr, true),
        }
    }

    /// The value of a terrain that a set of cells has.
    pub(super) fn ground(&self, set: &'a Expr) -> Option<Phrase> {
        match &set.bare().value {
            ExprKind::Name(name) if self.bound(name).is_none() => match self.names.meaning(name) {
                Meaning::Ground(value) => Some(Phrase::Term(value.to_owned())),
                _ => None,
            },
            _ => None,
        }
    }

    fn either(&self, cond: &'a Expr, then: &'a Expr, otherwise: &'a Expr) -> Phrase {
        let cond = |wanted| self.condition(cond, wanted);
        if self.is_word(then, "nowhere") {
            return say!("only-if", a = self.value(otherwise), c = cond(false));
        }
        if self.is_word(otherwise, "nowhere") {
            return say!("only-if", a = self.value(then), c = cond(true));
        }
        say!("either", a = self.value(then), b = self.value(otherwise), c = cond(true))
    }

    fn reached(&self, span: bool, from: &'a Expr, path: &'a Path, to: Option<&'a Expr>) -> Phrase {
        let to = to.map_or(Phrase::Nothing, |to| Phrase::with("ending-at", self.destination(to)));
        let key = if span { "passed-on-way" } else { "reached-from" };
        Phrase::Say(key, vec![("x", self.value(from)), ("path", self.path(path)), ("to", to)])
    }

    /// A bare name.
    fn named(&self, name: &str) -> Phrase {
        match self.bound(name) {
            Some(Bound::Given(expr, giver)) => return giver.value(expr),
            Some(Bound::Who(whose)) => return self.player(whose),
            Some(Bound::Words(words)) => return words.clone(),
            None => {}
        }
        match self.names.meaning(name) {
            Meaning::Pieces(kind) => Phrase::Name(kind.name.value.clone()),
            Meaning::Kind(kind) => Phrase::with("a-kind", Phrase::Name(kind.name.value.clone())),
            Meaning::Player(player) => Phrase::Player(player.to_owned()),
            Meaning::Option(option) => Phrase::with("option-value", Phrase::Term(option.to_owned())),
            Meaning::Define(name) => self.defined(name, Vec::new()),
            Meaning::Variable(variable) => self.variable(variable),
            Meaning::Ground(value) => Phrase::with("ground", Phrase::Term(value.to_owned())),
            Meaning::Type(name) if self.names.number_type(name).is_some() => {
                let (low, high) = self.names.number_type(name).unwrap_or_default();
                say!("numbers", a = Phrase::Number(low), b = Phrase::Number(high))
            }
            Meaning::Value(value) | Meaning::Type(value) | Meaning::Table(value) | Meaning::Terrain(value) => {
                Phrase::Term(value.to_owned())
            }
            Meaning::PlayerSite(site) => worded(site),
            Meaning::Cell(cell) => self.cell(cell),
            Meaning::NamedSet(set) => named_set(set).unwrap_or_else(|| worded(set)),
            Meaning::Direction => self.direction_noun(name),
            Meaning::Word => self.word(name),
        }
    }

    /// A cell by its name, or a site by what the file calls it.
    pub(super) fn cell(&self, name: &str) -> Phrase {
        let is_site = self.rules().board.cells.iter().any(|cell| cell.site && cell.name == name);
        if is_site { worded(name) } else { Phrase::Text(name.to_owned()) }
    }

    fn variable(&self, variable: &crate::syntax::ast::RememberItem) -> Phrase {
        use crate::syntax::ast::Domain;
        let word = Phrase::Term(variable.name.value.clone());
        match (&variable.domain, variable.of_each.first().map(|name| name.value.as_str())) {
            (Domain::Truth, Some("cell")) => Phrase::with("noted-cells", word),
            (Domain::Truth, Some("player")) => Phrase::with("noted-players", word),
            (Domain::Truth, Some(_)) => Phrase::with("noted-ones", word),
            _ => Phrase::with("variable", word),
        }
    }

    /// A word of the language.
    fn word(&self, name: &str) -> Phrase {
        Phrase::of(match name {
            "mover" => "you",
            "next" => "next-player",
            "opponent" => "your-opponent",
            "living" => "living-player",
            "players" => "player",
            "everyone" => "everybody",
            "cells" | "grid" => "site",
            "nowhere" => "nowhere",
            "empty" => return Phrase::with("free", Phrase::of("site")),
            "pieces" | "occupied" => "piece",
            "mine" => return self.owned(&Whose::You, self.piece()),
            "enemies" => return self.owned(&Whose::Opponent, self.piece()),
            "unmoved" => return Phrase::with("unmoved-ones", self.piece()),
            "surrounded" => return Phrase::with("surrounded-ones", self.piece()),
            "attacked" => "attacked-cells",
            "stuck" => return self.stuck_word(),
            "turns" => "turns-so-far",
            "rounds" => "rounds-so-far",
            "player-count" => "player-count",
            "none" => "none",
            "origin" => "origin",
            "landing" => "landing",
            "way" => "this-direction",
            "passed" if self.names.passes_one() => "passed-one",
            "passed" => "passed",
            "jumped" => "jumped",
            "taken" => "taken",
            "starter" => "starter",
            "directions" | "any" => "direction",
            "here" => "here",
            "from" => "from-here",
            // What was chosen in a move is known in the turn.
            _ => match self.names.picks.get(name) {
                Some(from) => return say!("that", x = self.head(from)),
                None => return Phrase::Term(name.to_owned()),
            },
        })
    }

    fn stuck_word(&self) -> Phrase {
        Phrase::of("stuck-you")
    }

    /// `my X` and `enemy X`.
    fn owned_value(&self, owner: Owner, inner: &'a Expr) -> Phrase {
        let whose = match owner {
            Owner::My => self.me(),
            Owner::Enemy => Whose::Opponent,
        };
        match &inner.value {
            ExprKind::Group(inner) => self.owned_value(owner, inner),
            ExprKind::Rows { axis, rows } => self.rows(*axis, rows, Some(&whose)),
            ExprKind::Name(name) => self.property_of(name, &whose, Bound::Who(whose.clone())),
            ExprKind::Call(name, args) => self.called(&name.value, args, Some(whose)),
            _ => self.owned(&whose, self.value(inner)),
        }
    }

    /// A definition or a built-in function with arguments; the first is a player where `my f(b)` is written.
    fn called(&self, name: &str, args: &'a [Expr], whose: Option<Whose>) -> Phrase {
        if !self.names.cases(name).is_empty() {
            let given = args.iter().map(|arg| self.given(arg));
            return self.defined(name, whose.map(Bound::Who).into_iter().chain(given).collect());
        }
        let pair = |key| {
            let at = |index: usize| args.get(index).map_or(Phrase::Nothing, |arg| self.value(arg));
            Phrase::Say(key, vec![("a", at(0)), ("b", at(1))])
        };
        match name {
            "smaller" | "larger" => {
                let key = if name == "smaller" { "smaller" } else { "larger" };
                match args {
                    // The number that is written is the bound.
                    [bound, x] if matches!(bound.bare().value, ExprKind::Int(_)) => {
                        Phrase::Say(key, vec![("a", self.value(x)), ("b", self.value(bound))])
                    }
                    _ => pair(key),
                }
            }
            "distance" => pair("distance"),
            "enclosed" => pair("enclosed"),
            "in-hand" => pair("in-hand-of"),
            "tipped" => pair("tipped"),
            "turned" => match args.get(1).map(|quarters| self.value(quarters)) {
                Some(Phrase::Number(1)) => pair("turned-right"),
                Some(Phrase::Number(3)) => pair("turned-left"),
                _ => pair("turned"),
            },
            "total" => self.total(args),
            "odd" | "even" => {
                let key = if name == "odd" { "is-odd" } else { "is-even" };
                Phrase::with(key, args.first().map_or(Phrase::Nothing, |arg| self.value(arg)))
            }
            _ => Phrase::Term(name.to_owned()),
        }
    }

    fn total(&self, args: &'a [Expr]) -> Phrase {
        let [of, set] = args else { return Phrase::Nothing };
        let ExprKind::Name(name) = &of.bare().value else { return self.value(of) };
        say!("total-of", a = Phrase::Term(name.clone()), b = self.value(set))
    }

    /// Rows, columns and cells by number.
    fn rows(&self, axis: Axis, rows: &'a Rows, whose: Option<&Whose>) -> Phrase {
        let noun = Phrase::of(match axis {
            Axis::Row if self.names.is_path() => "site",
            Axis::Row => "row",
            Axis::Column => "column",
            Axis::Cell => "site",
        });
        let yours = match whose {
            None => Phrase::Nothing,
            Some(Whose::You) if self.names.is_path() => Phrase::of("seen-on-path"),
            Some(Whose::You) => Phrase::of("seen-by-you"),
            Some(other) => say!("seen-by", p = self.player(other)),
        };
        match (rows, whose) {
            (Rows::First, Some(Whose::You)) => Phrase::with("your-first", noun),
            (Rows::Last, Some(Whose::You)) => Phrase::with("your-last", noun),
            (Rows::First, Some(_)) => Phrase::with("enemy-first", noun),
            (Rows::Last, Some(_)) => Phrase::with("enemy-last", noun),
            (Rows::First, None) => Phrase::with("the-first", noun),
            (Rows::Last, None) => Phrase::with("the-last", noun),
            (Rows::One(number), None) if row_of_something(axis, number) => self.value(number),
            (Rows::One(number), _) => {
                let key = match (&number.bare().value, self.letter(axis, number)) {
                    (ExprKind::Int(_), _) | (_, Some(_)) => "row-number",
                    _ => "row-computed",
                };
                Phrase::Say(key, vec![("x", noun), ("n", self.row_name(axis, number)), ("whose", yours)])
            }
            (Rows::Range(low, high), _) => {
                let (a, b) = (self.row_name(axis, low), self.row_name(axis, high));
                let are_two = matches!((&a, &b), (Phrase::Number(a), Phrase::Number(b)) if a + 1 == *b);
                let span = if are_two { Phrase::list("and", vec![a, b]) } else { say!("from-to", a = a, b = b) };
                say!("row-range", x = noun, span = span, whose = yours)
            }
        }
    }

    /// The number of a row, or the letter of a column.
    fn row_name(&self, axis: Axis, row: &'a Expr) -> Phrase {
        self.letter(axis, row).map_or_else(|| self.value(row), |letter| Phrase::Text(letter.to_owned()))
    }

    /// The letter of a column, if it is named by it.
    fn letter(&self, axis: Axis, column: &'a Expr) -> Option<&'a str> {
        match &column.bare().value {
            ExprKind::Name(name) if matches!(axis, Axis::Column) && self.bound(name).is_none() => {
                matches!(self.names.meaning(name), Meaning::Word).then_some(name.as_str())
            }
            _ => None,
        }
    }

    /// `those c in S where no T in neighbours of c`: those with no T beside them.
    fn with_none_beside(&self, name: &str, set: &'a Expr, cond: &'a Expr) -> Option<Phrase> {
        let ExprKind::No(none) = &cond.bare().value else { return None };
        let ExprKind::Binary(Operator::In, what, place) = &none.bare().value else { return None };
        let (what, place) = match &place.bare().value {
            ExprKind::Binary(Operator::In, ground, rest) if self.is_word(what, "empty") => {
                (Phrase::with("free-ground", self.ground(ground)?), rest.bare())
            }
            _ => (self.value(what), place.bare()),
        };
        let is_it = |of: &Expr| matches!(&of.bare().value, ExprKind::Name(known) if known == name);
        let dirs = match &place.value {
            ExprKind::Of(near, of) if near.value == "neighbours" && is_it(of) => Phrase::Nothing,
            ExprKind::Of(way, of) if is_it(of) && matches!(self.names.meaning(&way.value), Meaning::Direction) => {
                self.direction(&way.value)
            }
            ExprKind::Along(ways, of) if is_it(of) => self.directions(ways),
            _ => return None,
        };
        Some(say!("those-without", x = self.value(set), y = what, dirs = dirs))
    }

    /// Whether an expression is a number by its form.
    pub(super) fn is_number(&self, expr: &'a Expr) -> bool {
        matches!(self.head(expr), Phrase::Say("number", _))
            || matches!(&expr.bare().value, ExprKind::Of(name, _) if matches!(name.value.as_str(), "height" | "row" | "column" | "rank" | "number" | "hand"))
    }
}

/// A name by the word that the file has for it, else in quotes.
pub(super) fn worded(name: &str) -> Phrase {
    Phrase::with("variable", Phrase::Term(name.to_owned()))
}

/// Whether a number of a row is that of the row of something, or of a column that of its column.
fn row_of_something(axis: Axis, number: &Expr) -> bool {
    let own = match axis {
        Axis::Row => "row",
        Axis::Column => "column",
        Axis::Cell => return false,
    };
    matches!(&number.bare().value, ExprKind::Of(name, _) if name.value == own)
}

/// The same of any player where the reader stands for one.
pub fn anybodys(phrase: Phrase) -> Phrase {
    match phrase {
        Phrase::Say("own", holes) => {
            Phrase::Say("of-one-player", holes.into_iter().map(|(hole, inner)| (hole, anybodys(inner))).collect())
        }
        Phrase::Say(key, holes) => {
            Phrase::Say(key, holes.into_iter().map(|(hole, inner)| (hole, anybodys(inner))).collect())
        }
        Phrase::List(word, all) => Phrase::List(word, all.into_iter().map(anybodys).collect()),
        other => other,
    }
}

/// The same without whose it is, where that is plain.
pub fn nobodys(phrase: Phrase) -> Phrase {
    match phrase {
        Phrase::Say("defined", mut holes) => {
            holes.retain(|(hole, _)| *hole != "key");
            Phrase::Say("defined", holes)
        }
        other => other,
    }
}

/// The members of a union, as they are counted: these and those.
fn together(set: Phrase) -> Phrase {
    match set {
        Phrase::List("or", all) => Phrase::List("and", all),
        other => other,
    }
}

/// The words for a set of cells that the board names.
fn named_set(name: &str) -> Option<Phrase> {
    Some(Phrase::of(match name {
        "light" => return Some(Phrase::with("light", Phrase::of("site"))),
        "dark" => return Some(Phrase::with("dark", Phrase::of("site"))),
        "corners" => "corners",
        "border" => "border",
        "north-side" => "north-side",
        "south-side" => "south-side",
        "east-side" => "east-side",
        "west-side" => "west-side",
        "north-east-side" => "north-east-side",
        "south-east-side" => "south-east-side",
        "south-west-side" => "south-west-side",
        "north-west-side" => "north-west-side",
        _ => return None,
    }))
}
