//! Conditions: clauses that may stand behind `if`.

use super::{Bound, Meaning, Phrase, Say, Whose, say};
use crate::syntax::ast::{Expr, ExprKind, Name, Operator, Whose as Owner};

impl<'a> Say<'a> {
    /// A condition, or its contrary.
    pub fn condition(&self, asked: &'a Expr, wanted: bool) -> Phrase {
        match &asked.value {
            ExprKind::Group(inner) => self.condition(inner, wanted),
            ExprKind::Truth(truth) => Phrase::of(if *truth == wanted { "always" } else { "never" }),
            ExprKind::Name(name) => self.named_condition(asked, name, wanted),
            ExprKind::Binary(Operator::And, one, other) => self.both(one, other, wanted, wanted),
            ExprKind::Binary(Operator::Or, one, other) => self.both(one, other, !wanted, wanted),
            ExprKind::Binary(Operator::In, member, set) => self.is_inside(member, set, wanted),
            ExprKind::Binary(Operator::NotIn, member, set) => self.is_inside(member, set, !wanted),
            ExprKind::Binary(
                how @ (Operator::Is
                | Operator::IsNot
                | Operator::AtLeast
                | Operator::AtMost
                | Operator::LessThan
                | Operator::MoreThan),
                one,
                other,
            ) => self.compared(*how, one, other, wanted),
            ExprKind::Not(inner) => self.condition(inner, !wanted),
            ExprKind::Some(set) => self.exists(set, wanted),
            ExprKind::No(set) => self.exists(set, !wanted),
            ExprKind::If(cond, then, otherwise) => say!(
                "either-condition",
                c = self.condition(cond, true),
                a = self.condition(then, wanted),
                b = self.condition(otherwise, wanted)
            ),
            ExprKind::Joins(set, from, to) => {
                let key = if wanted { "joins" } else { "joins-not" };
                Phrase::Say(key, vec![("x", self.value(set)), ("a", self.value(from)), ("b", self.value(to))])
            }
            ExprKind::Repeated { board, times, within } => {
                self.repeated(*board, times.unwrap_or(2), within.as_deref(), wanted)
            }
            ExprKind::Without { n, turns, taking, moves } => self.without(*n, *turns, *taking, moves, wanted),
            ExprKind::Played(name) => {
                Phrase::with(if wanted { "played" } else { "played-not" }, Phrase::Term(name.value.clone()))
            }
            ExprKind::Can { player, of_move } => self.can(player.as_deref(), of_move, wanted),
            ExprKind::Of(name, of) => self.property_holds(asked, &name.value, self.given(of), of, wanted),
            ExprKind::Owned(owner, inner) => self.owned_holds(asked, *owner, inner, wanted),
            ExprKind::Call(name, args) => match (name.value.as_str(), &args[..]) {
                ("odd" | "even", [number]) => {
                    let key = if (name.value == "odd") == wanted { "is-odd" } else { "is-even" };
                    Phrase::with(key, self.value(number))
                }
                _ if !self.names.cases(&name.value).is_empty() => {
                    self.defined_truth(&name.value, args.iter().map(|arg| self.given(arg)).collect(), wanted)
                }
                _ => self.holds(asked, wanted),
            },
            ExprKind::Int(_)
            | ExprKind::Text(_)
            | ExprKind::Binary(
                Operator::OrElse | Operator::Plus | Operator::Minus | Operator::Times | Operator::Except,
                ..,
            )
            | ExprKind::Count(_)
            | ExprKind::Along(..)
            | ExprKind::AnyHeight(_)
            | ExprKind::Rows { .. }
            | ExprKind::List(_)
            | ExprKind::Those { .. }
            | ExprKind::Reach { .. }
            | ExprKind::Lines { .. } => self.holds(asked, wanted),
        }
    }

    /// Anything that holds, by its value.
    fn holds(&self, asked: &'a Expr, wanted: bool) -> Phrase {
        Phrase::with(if wanted { "is-so" } else { "is-not-so" }, self.value(asked))
    }

    /// Two conditions, joined by `and` or by `or`.
    fn both(&self, one: &'a Expr, other: &'a Expr, and: bool, wanted: bool) -> Phrase {
        let mut parts = Vec::new();
        for part in [one, other] {
            match self.condition(part, wanted) {
                Phrase::List(word, inner) if (word == "and") == and => parts.extend(inner),
                said => parts.push(said),
            }
        }
        self.option_refused(&parts).unwrap_or_else(|| Phrase::list(if and { "and" } else { "or" }, parts))
    }

    fn named_condition(&self, asked: &'a Expr, name: &str, wanted: bool) -> Phrase {
        match self.bound(name) {
            Some(Bound::Given(expr, giver)) => return giver.condition(expr, wanted),
            Some(Bound::Who(_) | Bound::Words(_)) => return self.holds(asked, wanted),
            None => {}
        }
        let key = |yes, no| if wanted { yes } else { no };
        match self.names.meaning(name) {
            Meaning::Option(option) => Phrase::with(key("option-on", "option-off"), Phrase::Term(option.to_owned())),
            Meaning::Define(name) => self.defined_truth(name, Vec::new(), wanted),
            Meaning::Variable(variable) => {
                Phrase::with(key("noted", "noted-not"), Phrase::Term(variable.name.value.clone()))
            }
            Meaning::Word if name == "stuck" => self.stuck(&Whose::You, wanted),
            Meaning::Word
            | Meaning::Kind(_)
            | Meaning::Pieces(_)
            | Meaning::Player(_)
            | Meaning::Table(_)
            | Meaning::Terrain(_)
            | Meaning::Ground(_)
            | Meaning::Type(_)
            | Meaning::Value(_)
            | Meaning::PlayerSite(_)
            | Meaning::Cell(_)
            | Meaning::NamedSet(_)
            | Meaning::Direction => self.holds(asked, wanted),
        }
    }

    fn stuck(&self, whose: &Whose, wanted: bool) -> Phrase {
        let (you, they) = if wanted { ("stuck-you", "stuck-they") } else { ("not-stuck-you", "not-stuck-they") };
        self.does(whose, you, they, Vec::new())
    }

    fn can(&self, player: Option<&'a Expr>, of_move: &Name, wanted: bool) -> Phrase {
        let whose = player.map_or(Whose::You, |player| self.who(player));
        let (you, they) = if wanted { ("can-you", "can-they") } else { ("cannot-you", "cannot-they") };
        self.does(&whose, you, they, vec![("x", Phrase::Term(of_move.value.clone()))])
    }

    fn repeated(&self, board: bool, times: i64, within: Option<&'a Expr>, wanted: bool) -> Phrase {
        let key = match (board, wanted) {
            (false, true) => "repeated",
            (false, false) => "repeated-not",
            (true, true) => "repeated-board",
            (true, false) => "repeated-board-not",
        };
        let within = within.map_or(Phrase::Nothing, |turns| {
            let is_written = matches!(turns.bare().value, ExprKind::Int(_));
            let key = if is_written { "within-turns" } else { "within-as-many-turns" };
            Phrase::Say(key, vec![("n", self.value(turns))])
        });
        let nth = match times {
            2 => Phrase::of("second-time"),
            3 => Phrase::of("third-time"),
            n => say!("nth-time", n = Phrase::Number(n)),
        };
        Phrase::Say(key, vec![("nth", nth), ("within", within)])
    }

    fn without(&self, n: i64, turns: bool, taking: bool, moves: &[Name], wanted: bool) -> Phrase {
        let is_none = !turns && wanted;
        let taking = taking.then(|| Phrase::of(if is_none { "one-capture" } else { "capture" }));
        let moves = moves.iter().map(|name| match Phrase::Term(name.value.clone()) {
            name if is_none => name,
            name => Phrase::with("the-move", name),
        });
        let events = taking.into_iter().chain(moves).collect();
        let key = match (turns, wanted) {
            (false, true) => "moves-without",
            (false, false) => "moves-without-not",
            (true, true) => "turns-without",
            (true, false) => "turns-without-not",
        };
        let or = if is_none { "or" } else { "without-or" };
        Phrase::Say(key, vec![("n", Phrase::Number(n)), ("x", Phrase::list(or, events))])
    }

    /// `my lost at least 2`, `stuck of p`, `tired of c`: a property that is a truth.
    fn property_holds(&self, asked: &'a Expr, name: &str, given: Bound<'a>, of: &'a Expr, wanted: bool) -> Phrase {
        match self.names.meaning(name) {
            Meaning::Define(name) => self.defined_truth(name, vec![given], wanted),
            Meaning::Variable(variable) => {
                let word = Phrase::Term(variable.name.value.clone());
                let key = if wanted { "noted-of" } else { "noted-not-of" };
                Phrase::Say(key, vec![("x", word), ("of", self.value(of))])
            }
            _ if name == "stuck" => self.stuck(&self.who(of), wanted),
            _ => self.holds(asked, wanted),
        }
    }

    fn owned_holds(&self, asked: &'a Expr, owner: Owner, inner: &'a Expr, wanted: bool) -> Phrase {
        let whose = match owner {
            Owner::My => self.me(),
            Owner::Enemy => Whose::Opponent,
        };
        match &inner.value {
            ExprKind::Name(name) if name == "stuck" => self.stuck(&whose, wanted),
            ExprKind::Name(name) => match self.names.meaning(name) {
                Meaning::Define(name) => self.defined_truth(name, vec![Bound::Who(whose)], wanted),
                Meaning::Variable(variable) => {
                    let (you, they) =
                        if wanted { ("noted-you", "noted-they") } else { ("noted-not-you", "noted-not-they") };
                    self.does(&whose, you, they, vec![("x", Phrase::Term(variable.name.value.clone()))])
                }
                _ => self.holds(asked, wanted),
            },
            ExprKind::Call(name, args) if !self.names.cases(&name.value).is_empty() => {
                let given = args.iter().map(|arg| self.given(arg));
                let all = std::iter::once(Bound::Who(whose)).chain(given).collect();
                self.defined_truth(&name.value, all, wanted)
            }
            _ => self.holds(asked, wanted),
        }
    }

    /// Who `my` is.
    pub(super) fn me(&self) -> Whose {
        Whose::You
    }

    /// Whether there are members of a set.
    pub(super) fn exists(&self, set: &'a Expr, wanted: bool) -> Phrase {
        match &set.bare().value {
            ExprKind::Binary(Operator::Or, one, other) => {
                let parts = vec![self.exists(one, wanted), self.exists(other, wanted)];
                return Phrase::list(if wanted { "or" } else { "and" }, parts);
            }
            ExprKind::Binary(Operator::In, one, other) if self.is_under_attack(one, other) => {
                return self.some_attacked(one, wanted);
            }
            ExprKind::Binary(Operator::In, one, other) if wanted && self.are_single(one) => {
                return say!("is-at", x = self.value(one), place = self.place(other, true));
            }
            ExprKind::Binary(Operator::In, one, other) => {
                if let Some(group) = self.group(one) {
                    let quant = if wanted { "quant-some" } else { "quant-none" };
                    return self.group_has(group, Phrase::with(quant, self.piece()), self.place(other, true));
                }
                if let Some(whose) = self.holder(one) {
                    let place = self.place(other, true);
                    return self.has(&whose, one, if wanted { "quant-some" } else { "quant-none" }, None, place);
                }
                let key = if wanted { "there-is" } else { "there-is-none" };
                // Free cells of a kind are told in one breath.
                let (what, place) = match &other.bare().value {
                    ExprKind::Binary(Operator::In, ground, rest) if self.is_word(one, "empty") => {
                        match self.ground(ground) {
                            Some(ground) => (Phrase::with("free-ground", ground), &**rest),
                            None => (self.value(one), &**other),
                        }
                    }
                    _ => (self.value(one), &**other),
                };
                return Phrase::Say(key, vec![("x", what), ("place", self.place(place, true))]);
            }
            _ => {}
        }
        if let Some(whose) = self.holder(set) {
            let quant = if wanted { "quant-some" } else { "quant-none" };
            return self.has(&whose, set, quant, None, Phrase::Nothing);
        }
        let key = if wanted { "there-is" } else { "there-is-none" };
        Phrase::Say(key, vec![("x", self.value(set)), ("place", Phrase::Nothing)])
    }

    /// The group of something, as one that has stones here and there.
    pub(super) fn group(&self, set: &'a Expr) -> Option<Phrase> {
        matches!(&set.bare().value, ExprKind::Of(name, _) if name.value == "group").then(|| self.value(set))
    }

    /// A group with stones at a place.
    pub(super) fn group_has(&self, group: Phrase, quant: Phrase, place: Phrase) -> Phrase {
        say!("has-they", p = group, quant = quant, place = place)
    }

    /// Whether a set is of places of which each is but one: `origin or landing`.
    fn are_single(&self, set: &'a Expr) -> bool {
        match &set.bare().value {
            ExprKind::Binary(Operator::Or, one, other) => self.are_single(one) && self.are_single(other),
            _ => {
                let is_one = ["origin", "landing"].iter().any(|word| self.is_word(set, word));
                is_one || (self.is_word(set, "passed") && self.names.passes_one())
            }
        }
    }

    /// Whether what is asked of some is that they are under attack.
    fn is_under_attack(&self, some: &'a Expr, place: &'a Expr) -> bool {
        match &place.bare().value {
            ExprKind::Of(name, of) if name.value == "attacked" => self.holder(some) == Some(self.who(of)),
            _ => self.is_word(place, "attacked"),
        }
    }

    /// Whether all of a set are of a kind that may not stand attacked.
    fn is_royal(&self, set: &'a Expr) -> bool {
        match self.head(set) {
            Phrase::Name(name) => self.names.kinds.iter().any(|kind| kind.royal && kind.name.value == name),
            _ => false,
        }
    }

    /// Whether one of a set is attacked.
    fn some_attacked(&self, set: &'a Expr, wanted: bool) -> Phrase {
        match &set.bare().value {
            ExprKind::Binary(Operator::Or, one, other) if !wanted && self.are_single(one) && self.are_single(other) => {
                say!("neither-attacked", a = self.value(one), b = self.value(other))
            }
            ExprKind::Binary(Operator::Or, one, other) => {
                let parts = vec![self.some_attacked(one, wanted), self.some_attacked(other, wanted)];
                Phrase::list(if wanted { "or" } else { "and" }, parts)
            }
            _ if self.is_royal(set) => {
                Phrase::with(if wanted { "some-in-check" } else { "none-in-check" }, self.value(set))
            }
            _ if self.is_pieces(set) => {
                Phrase::with(if wanted { "some-attacked" } else { "none-attacked" }, self.value(set))
            }
            _ => Phrase::with(if wanted { "is-attacked" } else { "is-not-attacked" }, self.value(set)),
        }
    }

    /// Whose pieces these are, if they are of a kind and a player that can be told.
    pub(super) fn holder(&self, set: &'a Expr) -> Option<Whose> {
        let is_pieces = |name: &str| name == "pieces" || matches!(self.names.meaning(name), Meaning::Pieces(_));
        match &set.bare().value {
            ExprKind::Owned(owner, inner) => match &inner.bare().value {
                ExprKind::Name(name) if is_pieces(name) => Some(match owner {
                    Owner::My => self.me(),
                    Owner::Enemy => Whose::Opponent,
                }),
                _ => None,
            },
            ExprKind::Of(name, of) if is_pieces(&name.value) => Some(self.who(of)),
            ExprKind::Name(name) if name == "enemies" && self.bound(name).is_none() => Some(Whose::Opponent),
            ExprKind::Name(name) if name == "mine" && self.bound(name).is_none() => Some(self.me()),
            _ => None,
        }
    }

    /// `You have fewer than 2 men in your last row`.
    pub(super) fn has(
        &self,
        whose: &Whose,
        set: &'a Expr,
        quant: &'static str,
        n: Option<&'a Expr>,
        place: Phrase,
    ) -> Phrase {
        let what = match &set.bare().value {
            ExprKind::Owned(_, inner) => self.value(inner),
            ExprKind::Of(name, _) => match self.names.meaning(&name.value) {
                Meaning::Pieces(kind) => Phrase::Name(kind.name.value.clone()),
                _ => self.piece(),
            },
            _ => self.piece(),
        };
        if quant == "quant-none" {
            return self.does(whose, "has-none-you", "has-none-they", vec![("x", what), ("place", place)]);
        }
        let mut holes = vec![("x", what)];
        holes.extend(n.map(|n| ("n", self.value(n))));
        let quant = Phrase::Say(quant, holes);
        self.does(whose, "has-you", "has-they", vec![("quant", quant), ("place", place)])
    }

    /// `landing in my last row`, `c in enemies`.
    fn is_inside(&self, member: &'a Expr, set: &'a Expr, wanted: bool) -> Phrase {
        let subject = self.value(member);
        let pick = |yes, no| if wanted { yes } else { no };
        if self.is_word(set, "attacked") {
            return Phrase::with(pick("is-attacked", "is-not-attacked"), subject);
        }
        if self.is_word(set, "surrounded") {
            return Phrase::with(pick("is-surrounded", "is-not-surrounded"), subject);
        }
        if self.is_word(set, "empty") {
            return Phrase::with(pick("is-free", "is-not-free"), subject);
        }
        let is_landing = self.is_word(member, "landing");
        let moved = |key, x| Phrase::Say(key, vec![("piece", self.moved()), ("x", x)]);
        let lines = self.lines_of(set);
        match (is_landing, &set.bare().value) {
            (true, _) if self.is_rows(set) && wanted && self.mover.is_some() => moved("moved-reaches", self.value(set)),
            (true, _) if self.is_rows(set) => moved(pick("reaches", "reaches-not"), self.value(set)),
            // A piece of that kind gets there.
            (true, ExprKind::Binary(Operator::In, one, rows))
                if wanted && self.is_rows(rows) && self.holder(one) == Some(Whose::You) =>
            {
                Phrase::Say("reaches", vec![("piece", self.head(one)), ("x", self.value(rows))])
            }
            (true, _) if lines => moved(pick("lands-on-line", "lands-on-no-line"), super::nobodys(self.value(set))),
            (true, _) => moved(pick("lands", "lands-not"), self.place(set, true)),
            (false, _) => {
                let key = pick("is-at", "is-not-at");
                Phrase::Say(key, vec![("x", subject), ("place", self.place(set, true))])
            }
        }
    }

    /// That an option has none of several values, if all conditions say no more than that: a board is drawn where these
    /// are all the words.
    fn option_refused(&self, parts: &[Phrase]) -> Option<Phrase> {
        let mut values = Vec::new();
        let mut options = Vec::new();
        for part in parts {
            let Phrase::Say("option-is-not" | "option-is-none", holes) = part else { return None };
            options.push(&holes.first()?.1);
            match &holes.get(1)?.1 {
                Phrase::List(_, several) => values.extend(several.clone()),
                one => values.push(one.clone()),
            }
        }
        let option = (*options.first()?).clone();
        let is_one = parts.len() > 1 && options.iter().all(|of| **of == option);
        let Phrase::Term(name) = &option else { return None };
        let words = self.names.words_of_option(name);
        let is_drawn = words.iter().all(|word| values.contains(&Phrase::Term((*word).to_owned())));
        match is_drawn {
            _ if !is_one => None,
            true => Some(Phrase::with("option-drawn", option)),
            false => Some(say!("option-is-none", x = option, y = Phrase::list("nor", values))),
        }
    }

    fn is_rows(&self, set: &'a Expr) -> bool {
        match &set.bare().value {
            ExprKind::Owned(_, inner) => matches!(inner.bare().value, ExprKind::Rows { .. }),
            other => matches!(other, ExprKind::Rows { .. }),
        }
    }

    /// Whether a set is one of lines, perhaps by a definition.
    pub(super) fn lines_of(&self, set: &'a Expr) -> bool {
        let of_define = |name: &str| {
            self.names
                .cases(name)
                .first()
                .is_some_and(|define| matches!(define.body.bare().value, ExprKind::Lines { .. }))
        };
        match &set.bare().value {
            ExprKind::Lines { .. } => true,
            ExprKind::Name(name) => self.bound(name).is_none() && of_define(name),
            ExprKind::Of(name, _) => of_define(&name.value),
            ExprKind::Owned(_, inner) => self.lines_of(inner),
            _ => false,
        }
    }

    /// Whether an expression is this word of the language.
    pub(super) fn is_word(&self, expr: &'a Expr, word: &str) -> bool {
        match &expr.bare().value {
            ExprKind::Name(name) => match self.bound(name) {
                Some(Bound::Given(expr, giver)) => giver.is_word(expr, word),
                Some(Bound::Who(_) | Bound::Words(_)) => false,
                None => name == word && matches!(self.names.meaning(name), Meaning::Word),
            },
            _ => false,
        }
    }
}
