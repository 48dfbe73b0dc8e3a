//! Where something stands, and where a piece may go.

use super::{Bound, Meaning, Phrase, Say, Whose, say};
use crate::syntax::ast::{Domain, Expr, ExprKind, Operator};

impl<'a> Say<'a> {
    /// A set of cells as a place: `in your last row`, `on a red square`; or the contrary.
    pub(super) fn place(&self, set: &'a Expr, wanted: bool) -> Phrase {
        let at = |x: Phrase| Phrase::with(if wanted { "at" } else { "not-at" }, x);
        let within = |x: Phrase| match self.names.is_path() {
            true => Phrase::with(if wanted { "at-cells" } else { "not-at-cells" }, x),
            false => Phrase::with(if wanted { "within" } else { "not-within" }, x),
        };
        match &set.value {
            ExprKind::Group(inner) => self.place(inner, wanted),
            ExprKind::Not(inner) => self.place(inner, !wanted),
            ExprKind::Binary(Operator::Or, one, other) => {
                let both = vec![self.place(one, wanted), self.place(other, wanted)];
                Phrase::list(if wanted { "or" } else { "and" }, both)
            }
            ExprKind::Binary(Operator::In, one, other) if wanted => {
                say!("place-and", a = self.place(one, true), b = self.place(other, true))
            }
            ExprKind::Binary(Operator::Except, one, other) if wanted => {
                let (a, b) = (self.place(one, true), self.place(other, false));
                let key = if matches!(b, Phrase::Say("being-not-so", _)) { "place-being" } else { "place-and" };
                Phrase::Say(key, vec![("a", a), ("b", b)])
            }
            ExprKind::Owned(_, inner) if matches!(inner.bare().value, ExprKind::Rows { .. }) => within(self.value(set)),
            ExprKind::Rows { .. } => within(self.value(set)),
            ExprKind::Name(name) => self.named_place(set, name, wanted),
            ExprKind::Of(name, of) if wanted && name.value == "neighbours" => {
                say!("beside", x = self.value(of), dirs = Phrase::Nothing)
            }
            ExprKind::Of(name, of) if wanted && matches!(self.names.meaning(&name.value), Meaning::Direction) => {
                say!("beside", x = self.value(of), dirs = self.direction(&name.value))
            }
            ExprKind::Along(ways, of) if wanted => say!("beside", x = self.value(of), dirs = self.directions(ways)),
            ExprKind::List(all) if all.len() > 1 => {
                let cells = Phrase::list("or", all.iter().map(|cell| self.value(cell)).collect());
                Phrase::with(if wanted { "at-cells" } else { "not-at-cells" }, cells)
            }
            ExprKind::List(_)
            | ExprKind::Int(_)
            | ExprKind::Text(_)
            | ExprKind::Truth(_)
            | ExprKind::Binary(..)
            | ExprKind::Count(_)
            | ExprKind::Some(_)
            | ExprKind::No(_)
            | ExprKind::Joins(..)
            | ExprKind::Of(..)
            | ExprKind::Along(..)
            | ExprKind::Owned(..)
            | ExprKind::AnyHeight(_)
            | ExprKind::Call(..)
            | ExprKind::Those { .. }
            | ExprKind::If(..)
            | ExprKind::Reach { .. }
            | ExprKind::Lines { .. }
            | ExprKind::Repeated { .. }
            | ExprKind::Without { .. }
            | ExprKind::Played(_)
            | ExprKind::Can { .. } => at(self.value(set)),
        }
    }

    fn named_place(&self, set: &'a Expr, name: &str, wanted: bool) -> Phrase {
        let key = |yes, no| if wanted { yes } else { no };
        if let Some(Bound::Given(expr, giver)) = self.bound(name) {
            return giver.place(expr, wanted);
        }
        match self.names.meaning(name) {
            // What the file has no word for is told at once.
            Meaning::Define(name) if self.bound(name).is_none() => {
                let worded = Phrase::with(key("at", "not-at"), self.value(set));
                match self.case(name, Vec::new()) {
                    Some((define, say)) => {
                        let apart = say.place(define.body, wanted);
                        say!("if-worded", word = Phrase::Term(name.to_owned()), worded = worded, apart = apart)
                    }
                    None => worded,
                }
            }
            Meaning::Ground(value) => Phrase::with(key("on-ground", "not-on-ground"), Phrase::Term(value.to_owned())),
            Meaning::Variable(variable) if self.bound(name).is_none() && variable.domain == Domain::Truth => {
                Phrase::with(key("being-so", "being-not-so"), Phrase::Term(variable.name.value.clone()))
            }
            Meaning::Variable(variable) if self.bound(name).is_none() => {
                Phrase::with(key("being-noted", "being-not-noted"), Phrase::Term(variable.name.value.clone()))
            }
            Meaning::Cell(_) => Phrase::with(key("at-cells", "not-at-cells"), self.value(set)),
            Meaning::Word if self.bound(name).is_none() => match name {
                "unmoved" => Phrase::of(key("being-unmoved", "being-moved")),
                "surrounded" => Phrase::of(key("being-surrounded", "being-not-surrounded")),
                "attacked" => Phrase::of(key("being-attacked", "being-not-attacked")),
                "empty" => Phrase::of(key("on-free", "not-on-free")),
                "grid" => Phrase::of(key("on-board", "not-on-board")),
                _ => Phrase::with(key("at", "not-at"), self.value(set)),
            },
            _ => Phrase::with(key("at", "not-at"), self.value(set)),
        }
    }

    /// Where a piece may land: `a free square`, `a square with an enemy man, which it captures`.
    pub fn destination(&self, to: &'a Expr) -> Phrase {
        match &to.value {
            ExprKind::Group(inner) => self.destination(inner),
            ExprKind::Binary(Operator::Or, one, other) => {
                let mut parts = Vec::new();
                for part in [one, other] {
                    match self.destination(part) {
                        Phrase::List("or", inner) => parts.extend(inner),
                        said => parts.push(said),
                    }
                }
                match &parts[..] {
                    [Phrase::Say("free", site), Phrase::Say("site-taking", taken)] => {
                        let hole = |holes: &[(&str, Phrase)]| holes.first().map_or(Phrase::Nothing, |(_, x)| x.clone());
                        say!("free-or-taking", site = hole(site), x = hole(taken))
                    }
                    _ => Phrase::list("or", parts),
                }
            }
            ExprKind::Binary(Operator::In, one, place)
                if self.is_word(one, "empty") && self.grounds(place).is_some_and(|all| all.len() > 1) =>
            {
                let all = self.grounds(place).unwrap_or_default();
                Phrase::list("or", all.into_iter().map(|ground| Phrase::with("free-ground", ground)).collect())
            }
            ExprKind::Binary(Operator::In, one, place) if self.is_word(one, "empty") => match &place.bare().value {
                ExprKind::Name(_) => self.value(to),
                ExprKind::Owned(_, inner) if matches!(&inner.value, ExprKind::Name(name) if self.is_defined(name)) => {
                    let apart = say!("those-at", x = self.value(one), place = self.place(place, true));
                    say!("free-worded", x = super::nobodys(self.value(place)), apart = apart)
                }
                ExprKind::Reach { .. } => Phrase::with("free", self.value(place)),
                _ => say!("those-at", x = self.value(one), place = self.place(place, true)),
            },
            ExprKind::Binary(Operator::In, one, place) => {
                say!("goal-at", x = self.destination(one), place = self.place(place, true))
            }
            ExprKind::Binary(Operator::Except, one, other) => {
                say!("except", a = self.destination(one), b = self.value(other))
            }
            ExprKind::If(cond, then, otherwise) => {
                match (self.is_word(then, "nowhere"), self.is_word(otherwise, "nowhere")) {
                    (true, _) => say!("only-if", a = self.destination(otherwise), c = self.condition(cond, false)),
                    (_, true) => say!("only-if", a = self.destination(then), c = self.condition(cond, true)),
                    _ => {
                        let (a, b) = (self.destination(then), self.destination(otherwise));
                        say!("either", a = a, b = b, c = self.condition(cond, true))
                    }
                }
            }
            ExprKind::Name(name) => self.named_destination(to, name),
            _ => match self.is_pieces(to) {
                true => Phrase::with(if self.is_own(to) { "site-with" } else { "site-taking" }, self.value(to)),
                false => self.value(to),
            },
        }
    }

    fn named_destination(&self, to: &'a Expr, name: &str) -> Phrase {
        match self.bound(name) {
            Some(Bound::Given(expr, giver)) => return giver.destination(expr),
            Some(Bound::Words(words)) => return words.clone(),
            Some(Bound::Who(_)) | None => {}
        }
        // A definition of where one may go is told at once: the reader wants to know it here.
        if let Meaning::Define(name) = self.names.meaning(name)
            && let [define] = self.names.cases(name)[..]
            && super::define::size(define.body) <= 8
        {
            let said = self.within(&define, Vec::new()).destination(define.body);
            return say!("defined", word = Phrase::Term(name.to_owned()), inline = said);
        }
        match self.is_pieces(to) {
            true => Phrase::with(if self.is_own(to) { "site-with" } else { "site-taking" }, self.value(to)),
            false => self.value(to),
        }
    }

    /// The values of terrains whose cells a set has, if it has no others.
    fn grounds(&self, set: &'a Expr) -> Option<Vec<Phrase>> {
        match &set.bare().value {
            ExprKind::Binary(Operator::Or, one, other) => Some([self.grounds(one)?, self.grounds(other)?].concat()),
            _ => Some(vec![self.ground(set)?]),
        }
    }

    /// Whether a set is one of places to go to: free ones, and some more.
    pub fn is_goal(&self, set: &'a Expr) -> bool {
        match &set.bare().value {
            ExprKind::Binary(Operator::Or | Operator::Except, one, other) => self.is_goal(one) || self.is_goal(other),
            ExprKind::If(_, then, otherwise) => self.is_goal(then) || self.is_goal(otherwise),
            _ => self.is_word(set, "empty"),
        }
    }

    fn is_defined(&self, name: &str) -> bool {
        self.bound(name).is_none() && matches!(self.names.meaning(name), Meaning::Define(_))
    }

    /// All cells of a set as a place, of which several are counted together.
    pub(super) fn places(&self, set: &'a Expr) -> Phrase {
        match self.place(set, true) {
            Phrase::Say("at", holes) => Phrase::Say("at-any-of", holes),
            other => other,
        }
    }

    /// Whether a set is one of pieces.
    pub(super) fn is_pieces(&self, set: &'a Expr) -> bool {
        matches!(self.head(set), Phrase::Name(_) | Phrase::Say("piece", _))
    }

    /// Whether a set is one of the reader's pieces.
    fn is_own(&self, set: &'a Expr) -> bool {
        match &set.bare().value {
            ExprKind::Owned(crate::syntax::ast::Whose::My, _) => true,
            ExprKind::Of(_, of) => self.who(of) == Whose::You,
            _ => self.is_word(set, "mine"),
        }
    }
}
