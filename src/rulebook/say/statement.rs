//! Statements, as what the reader does: `Take that man`.

use super::{Bound, Meaning, Phrase, Say, Whose, say};
use crate::rulebook::phrase::Node;
use crate::syntax::ast::{
    Block, Choose, Expr, ExprKind, Name, Operator, PaintWith, Pile, Range, Roll, Statement, StatementKind,
};

impl<'a> Say<'a> {
    /// A block, statement by statement.
    pub fn block(&self, block: &'a Block) -> Vec<Node> {
        let mut within = self.clone();
        let mut nodes = Vec::new();
        for statement in block {
            within = within.statement(statement, &mut nodes);
        }
        in_a_row(nodes)
    }

    /// A statement, and whoever knows what it binds.
    fn statement(&self, statement: &'a Statement, nodes: &mut Vec<Node>) -> Self {
        let mut tell = |says: Phrase| nodes.push(Node::leaf(says));
        match &statement.value {
            StatementKind::If { cond, then, otherwise } => self.branches(cond, then, otherwise.as_ref(), nodes),
            StatementKind::Repeat { bound, cond, block } => {
                self.repeated_block(bound.as_ref(), cond.as_ref(), block, nodes)
            }
            StatementKind::Each { name, range, block } => {
                let (within, _) = self.choosing(&name.value, &range.from);
                nodes.push(Node { says: Phrase::with("for-each", self.range_of(range)), under: within.block(block) });
            }
            StatementKind::Choose(choose) => self.choose(choose, nodes),
            StatementKind::Pick { pick, when } => {
                let (within, said) = self.pick(pick, when.as_ref());
                tell(said);
                return within;
            }
            StatementKind::Roll { name, from } => return self.roll(name, from, nodes),
            StatementKind::Take { pile, what, at_end } => {
                let said = Phrase::with("take", self.pile(pile.as_ref(), what));
                tell(if *at_end { Phrase::with("at-the-end", said) } else { said });
            }
            StatementKind::Remove { pile, what } => tell(Phrase::with("remove", self.pile(pile.as_ref(), what))),
            StatementKind::Put { number, kind, owner, on, with } => {
                tell(self.put(number.as_ref(), kind, owner.as_ref(), on.as_ref()));
                for (name, value) in with {
                    tell(say!("set", x = Phrase::Term(name.value.clone()), y = self.value(value)));
                }
            }
            StatementKind::Move { pile, from, under, to } => {
                let key = if *under { "move-under" } else { "move" };
                tell(Phrase::Say(key, vec![("x", self.pile(pile.as_ref(), from)), ("to", self.value(to))]));
            }
            StatementKind::Push { what, way } => {
                tell(say!("push", x = self.value(what), dirs = self.directions(way)));
            }
            StatementKind::Sow { what: _, from, way, except } => {
                let except =
                    except.as_ref().map_or(Phrase::Nothing, |cells| Phrase::with("sow-except", self.value(cells)));
                tell(say!("sow", x = self.value(from), dirs = self.directions(way), but = except));
            }
            StatementKind::Swap(one, other) => tell(say!("swap", a = self.value(one), b = self.value(other))),
            StatementKind::Change { what, into } => {
                tell(say!("change", x = self.standing_at(what), y = self.value(into)));
            }
            StatementKind::Give { what, to } => {
                let (x, whose) = (self.standing_at(what), self.who(to));
                tell(match whose {
                    Whose::You => Phrase::with("give-you", x),
                    other => say!("give", x = x, p = self.player(&other)),
                });
            }
            StatementKind::Set { place, value } => match &value.bare().value {
                ExprKind::If(cond, then, otherwise) => {
                    let x = self.kept(place, self.set(place, then));
                    tell(say!("if-then", c = self.condition(cond, true), x = x));
                    tell(Phrase::with("otherwise-then", self.kept(place, self.set(place, otherwise))));
                }
                _ => tell(self.kept(place, self.set(place, value))),
            },
            StatementKind::Add { amount, place } => {
                tell(self.kept(place, say!("add", n = self.value(amount), x = self.value(place))));
            }
            StatementKind::Subtract { amount, place } => {
                tell(self.kept(place, say!("subtract", n = self.value(amount), x = self.value(place))));
            }
            StatementKind::Let { name, value } => {
                // Short things are told where they are used.
                if super::define::size(value) <= 6 {
                    let mut within = self.clone();
                    within.scope.push((name.value.clone(), self.given(value)));
                    return within;
                }
                let (within, _) = self.choosing(&name.value, value);
                let letter = char::from(b'A' + (within.scope.len() % 26) as u8).to_string();
                let called = say!("lettered", x = self.head(value), letter = Phrase::Text(letter));
                tell(say!("let", x = called.clone(), y = self.value(value)));
                return self.knowing(&name.value, called);
            }
            StatementKind::Do { name, args } => self.done(name, args, nodes),
            StatementKind::Paint { terrain, picture } => {
                let terrain = Phrase::Term(terrain.value.clone());
                tell(match picture {
                    PaintWith::Picture(_) => Phrase::with("paint", terrain),
                    PaintWith::Option(option) => {
                        say!("paint-option", x = terrain, y = Phrase::Term(option.value.clone()))
                    }
                });
            }
            StatementKind::Lay { tiles, on, shuffled, turned, flipped } => {
                let on = Phrase::list("and", on.iter().map(|cell| self.value(cell)).collect());
                let shuffled = if *shuffled { Phrase::of("lay-shuffled") } else { Phrase::Nothing };
                tell(say!(
                    "lay",
                    x = Phrase::with("plain", Phrase::Term(tiles.value.clone())),
                    on = on,
                    how = shuffled
                ));
                if *flipped {
                    tell(Phrase::of("lay-flipped"));
                }
                if *turned {
                    tell(Phrase::of("lay-turned"));
                }
            }
            StatementKind::Ensure(cond) => tell(Phrase::with("ensure", self.condition(cond, true))),
            StatementKind::Again => tell(Phrase::of("again")),
            StatementKind::EndTurn => tell(Phrase::of("end-turn")),
            StatementKind::Draw(_) => tell(Phrase::of("draw-picture")),
        }
        self.clone()
    }

    fn branches(&self, cond: &'a Expr, then: &'a Block, otherwise: Option<&'a Block>, nodes: &mut Vec<Node>) {
        let under = self.block(then);
        let c = self.condition(cond, true);
        match &under[..] {
            [only] if only.under.is_empty() => nodes.push(Node::leaf(say!("if-then", c = c, x = only.says.clone()))),
            _ => nodes.push(Node { says: say!("if", c = c), under }),
        }
        let Some(otherwise) = otherwise else { return };
        let under = self.block(otherwise);
        match &under[..] {
            [] => {}
            [only] if only.under.is_empty() => {
                nodes.push(Node::leaf(Phrase::with("otherwise-then", only.says.clone())))
            }
            _ => nodes.push(Node { says: Phrase::of("otherwise"), under }),
        }
    }

    fn repeated_block(
        &self,
        bound: Option<&'a (bool, Expr)>,
        cond: Option<&'a Expr>,
        block: &'a Block,
        nodes: &mut Vec<Node>,
    ) {
        let times = bound.map_or(Phrase::Nothing, |(_, n)| self.value(n));
        let c = cond.map_or(Phrase::Nothing, |cond| Phrase::with("as-long-as", self.condition(cond, true)));
        let key = match bound {
            Some((true, _)) => "may-repeat-times",
            Some((false, _)) if cond.is_some() => "repeat-while",
            _ => "repeat-times",
        };
        nodes.push(Node { says: Phrase::Say(key, vec![("n", times), ("c", c)]), under: self.block(block) });
    }

    fn range_of(&self, range: &'a Range) -> Phrase {
        match &range.to {
            None => self.value(&range.from),
            Some(to) => say!("numbers", a = self.value(&range.from), b = self.value(to)),
        }
    }

    /// `choose a or b or else c with the most e`.
    fn choose(&self, choose: &'a Choose, nodes: &mut Vec<Node>) {
        let group = |group: &Vec<Name>| moves_said(group.iter().map(|name| name.value.as_str()));
        let mut groups = choose.groups.iter();
        let first = groups.next().map_or_else(|| moves_said(std::iter::empty()), group);
        nodes.push(Node::leaf(Phrase::with(if choose.may { "may-choose" } else { "choose" }, first)));
        for later in groups {
            nodes.push(Node::leaf(Phrase::with("or-else-choose", group(later))));
        }
        for (at, (most, what)) in choose.most.iter().enumerate() {
            let key = match (at, most) {
                (0, true) => "with-most",
                (0, false) => "with-least",
                (_, true) => "then-with-most",
                (_, false) => "then-with-least",
            };
            nodes.push(Node::leaf(Phrase::with(key, self.value(what))));
        }
    }

    fn roll(&self, name: &'a Name, from: &'a Roll, nodes: &mut Vec<Node>) -> Self {
        let (said, words) = match from {
            Roll::Dice(n, sides) => {
                let sides = sides.as_ref().map_or(Phrase::Number(6), |sides| self.value(sides));
                let is_second = self.scope.iter().any(|(_, bound)| is_throw(bound));
                let words = Phrase::of(if is_second { "second-roll" } else { "the-roll" });
                (say!("roll-dice", n = self.value(n), sides = sides), words)
            }
            Roll::From(..) if name.value == "starter" => (Phrase::of("roll-starter"), Phrase::of("starter")),
            Roll::From(range, weights) => {
                let (_, words) = self.choosing(&name.value, &range.from);
                let x = self.range_of(range);
                let key = if weights.is_some() { "draw-weighted" } else { "draw-lots" };
                let numbers = self.numbers(&range.from);
                let (said, words) = match numbers {
                    Some(sides) => {
                        let before = self.scope.iter().filter(|(_, bound)| is_roll(bound)).count();
                        let nth =
                            ["first-die", "second-die", "third-die"].get(before).copied().unwrap_or("another-die");
                        let said = say!("roll-die", x = Phrase::of(nth), n = Phrase::Number(sides));
                        (self.thrown_again(said, &range.from), Phrase::of(nth))
                    }
                    None => (Phrase::Say(key, vec![("x", x)]), words),
                };
                (said, words)
            }
        };
        nodes.push(Node::leaf(said));
        self.knowing(&name.value, words)
    }

    /// A throw that does not always count.
    fn thrown_again(&self, said: Phrase, from: &'a Expr) -> Phrase {
        match &from.bare().value {
            ExprKind::If(cond, then, _) => {
                let c = self.condition(cond, true);
                match &then.bare().value {
                    ExprKind::Binary(Operator::Except, _, gone) if self.are_rolls(gone) => {
                        say!("roll-unlike", x = said, c = c, y = self.value(gone))
                    }
                    _ => say!("roll-again", x = said, c = c, y = self.value(then)),
                }
            }
            _ => said,
        }
    }

    /// Whether a list holds what dice have shown, and nothing else.
    fn are_rolls(&self, list: &'a Expr) -> bool {
        let is_rolled = |one: &Expr| match &one.bare().value {
            ExprKind::Name(name) => self.bound(name).is_some_and(is_roll),
            _ => false,
        };
        matches!(&list.bare().value, ExprKind::List(all) if all.iter().all(is_rolled))
    }

    /// How many sides a die has that gives these numbers, if they begin with one.
    fn numbers(&self, from: &'a Expr) -> Option<i64> {
        let from = match &from.bare().value {
            // The first throw of a game may leave something out; it is a die all the same.
            ExprKind::If(_, _, otherwise) => otherwise.bare(),
            _ => from.bare(),
        };
        let ExprKind::Name(name) = &from.value else { return None };
        self.names.number_type(name).filter(|(low, _)| *low == 1).map(|(_, high)| high)
    }

    fn pile(&self, pile: Option<&'a Pile>, what: &'a Expr) -> Phrase {
        match pile {
            None => self.standing_at(what),
            Some(Pile::Whole) => Phrase::with("whole-pile", self.value(what)),
            Some(Pile::Top(n)) => say!("top-of-pile", n = self.value(n), x = self.value(what)),
        }
    }

    /// The pieces on cells.
    pub(super) fn standing_at(&self, cells: &'a Expr) -> Phrase {
        match self.value(cells) {
            _ if self.is_word(cells, "landing") => self.moved_piece(),
            _ if self.pieces_there(cells).is_some() => self.pieces_there(cells).unwrap_or(Phrase::Nothing),
            pieces if self.is_pieces(cells) => pieces,
            said @ Phrase::Say("jumped" | "taken" | "first-defined", _) => said,
            Phrase::Say("behind", holes) => Phrase::Say("what-stands-behind", holes),
            Phrase::Say("before", holes) => Phrase::Say("what-stands-before", holes),
            site => Phrase::with("what-stands-at", site),
        }
    }

    /// `c in enemies`: the pieces that stand there.
    fn pieces_there(&self, cells: &'a Expr) -> Option<Phrase> {
        match &cells.bare().value {
            ExprKind::Binary(Operator::In, one, other) if self.is_pieces(other) && !self.is_pieces(one) => {
                Some(say!("pieces-at", x = self.value(other), y = self.value(one)))
            }
            _ => None,
        }
    }

    fn put(&self, number: Option<&'a Expr>, kind: &'a Name, owner: Option<&'a Expr>, on: Option<&'a Expr>) -> Phrase {
        let kind_said = match self.bound(&kind.value) {
            Some(Bound::Words(words)) => words.clone(),
            Some(Bound::Given(expr, giver)) => giver.value(expr),
            Some(Bound::Who(_)) => Phrase::Nothing,
            None => Phrase::Name(kind.value.clone()),
        };
        let whose = owner.map_or(Whose::You, |owner| self.who(owner));
        let neutral = self.rules().kinds.iter().any(|known| known.name == kind.value && known.neutral);
        let x = match (&whose, neutral) {
            (_, true) | (Whose::You, _) => kind_said,
            (other, _) => self.owned(other, kind_said),
        };
        let n = number.map_or(Phrase::Nothing, |n| self.value(n));
        match (on, number) {
            (None, _) => say!("put-in-hand", n = if n.is_nothing() { Phrase::Number(1) } else { n }, x = x),
            (Some(on), Some(_)) => say!("put-n", n = n, x = x, on = self.place_for(on)),
            (Some(on), None) => match self.is_one_place(on) {
                true => say!("put", x = x, on = self.place_for(on)),
                false => say!("put-each", x = x, on = self.places_for(on)),
            },
        }
    }

    fn is_one_place(&self, on: &'a Expr) -> bool {
        match &on.bare().value {
            ExprKind::List(all) => all.len() == 1,
            ExprKind::Name(name) => {
                self.bound(name).is_some()
                    || matches!(self.names.meaning(name), Meaning::Cell(_))
                    || matches!(name.as_str(), "landing" | "origin")
            }
            ExprKind::Of(name, _) => name.value == "first",
            _ => false,
        }
    }

    fn place_for(&self, on: &'a Expr) -> Phrase {
        self.place(on, true)
    }

    /// All cells of a set, as a place.
    fn places_for(&self, on: &'a Expr) -> Phrase {
        match &on.bare().value {
            ExprKind::List(all) => {
                Phrase::with("at-cells", Phrase::list("and", all.iter().map(|cell| self.value(cell)).collect()))
            }
            ExprKind::Rows { .. } | ExprKind::Owned(..) => Phrase::with("at-all", self.value(on)),
            ExprKind::Binary(Operator::Except, ..) => Phrase::with("at-each-of", self.value(on)),
            ExprKind::Binary(..) => match self.place(on, true) {
                said @ (Phrase::List(..) | Phrase::Say("place-and", _)) => Phrase::with("at-every-site", said),
                said => said,
            },
            ExprKind::Name(name) if matches!(self.names.meaning(name), Meaning::Ground(_)) => {
                Phrase::with("at-all-ground", Phrase::Term(name.clone()))
            }
            ExprKind::Name(name) if matches!(self.names.meaning(name), Meaning::NamedSet(_)) => {
                Phrase::with("at-each", self.value(on))
            }
            _ => Phrase::with("at-all", self.value(on)),
        }
    }

    fn set(&self, place: &'a Expr, value: &'a Expr) -> Phrase {
        if let ExprKind::Truth(truth) = &value.bare().value {
            let key = if *truth { "note" } else { "note-not" };
            if let ExprKind::Of(name, of) = &place.bare().value {
                let word = Phrase::Term(name.value.clone());
                let key = if *truth { "note-of" } else { "note-not-of" };
                let is_player = matches!(self.head(of), Phrase::Say("player", _));
                let of = if is_player { self.value(of) } else { self.standing_at(of) };
                return Phrase::Say(key, vec![("x", word), ("of", of)]);
            }
            return Phrase::with(key, self.value(place));
        }
        if self.is_truth(value) {
            return say!("set-truth", x = self.value(place), c = self.condition(value, true));
        }
        if self.is_word(place, "starter") {
            return Phrase::with("set-starter", self.player(&self.who(value)));
        }
        if self.is_word(value, "none") {
            return Phrase::with("set-none", self.value(place));
        }
        if let ExprKind::Binary(Operator::Except, kept, gone) = &value.bare().value
            && self.value(kept) == self.value(place)
        {
            return say!("set-without", x = self.value(place), y = self.value(gone));
        }
        if let Some(said) = self.counted_on(place, value) {
            return said;
        }
        say!("set", x = self.value(place), y = self.value(value))
    }

    /// `set n to n + 1`, also with a bound: add 1.
    fn counted_on(&self, place: &'a Expr, value: &'a Expr) -> Option<Phrase> {
        let (bound, sum) = match &value.bare().value {
            ExprKind::Call(name, args) if self.names.cases(&name.value).is_empty() => {
                match (&name.value[..], &args[..]) {
                    ("smaller" | "larger", [a, b]) if matches!(a.bare().value, ExprKind::Int(_)) => (Some(a), b),
                    ("smaller" | "larger", [a, b]) => (Some(b), a),
                    _ => return None,
                }
            }
            _ => (None, value),
        };
        let ExprKind::Binary(operator, one, n) = &sum.bare().value else { return None };
        let key = match (operator, bound) {
            (Operator::Plus, None) => "add",
            (Operator::Plus, Some(_)) => "add-up-to",
            (Operator::Minus, None) => "subtract",
            (Operator::Minus, Some(_)) => "subtract-down-to",
            _ => return None,
        };
        let x = self.value(place);
        let is_same = self.value(one) == x;
        let mut holes = vec![("n", self.value(n)), ("x", x)];
        holes.extend(bound.map(|bound| ("b", self.value(bound))));
        is_same.then_some(Phrase::Say(key, holes))
    }

    /// What is done to something remembered: the file may have a note that tells what comes of it.
    fn kept(&self, place: &'a Expr, said: Phrase) -> Phrase {
        let name = match &place.bare().value {
            ExprKind::Name(name) => name,
            ExprKind::Of(name, _) => &name.value,
            ExprKind::Owned(_, inner) => match &inner.bare().value {
                ExprKind::Name(name) => name,
                _ => return said,
            },
            _ => return said,
        };
        say!("kept", word = Phrase::Term(name.clone()), x = said)
    }

    /// The statements of an action, with what it is given.
    fn done(&self, name: &'a Name, args: &'a [Expr], nodes: &mut Vec<Node>) {
        let Some((params, block)) = self.names.actions.get(name.value.as_str()).copied() else { return };
        let given = params.iter().zip(args).map(|(param, arg)| (param.value.clone(), self.given(arg)));
        let within = Say { names: self.names, scope: given.collect(), depth: self.depth + 1, mover: self.mover };
        // Actions do not do themselves, so this ends; so deep nobody reads.
        if within.depth < 12 {
            nodes.extend(within.block(block));
        }
    }
}

/// The same with what is done several times in a row told once.
fn in_a_row(nodes: Vec<Node>) -> Vec<Node> {
    let mut told: Vec<(Node, i64)> = Vec::new();
    for node in nodes {
        match told.last_mut().filter(|(last, _)| *last == node && matches!(node.says, Phrase::Say("choose", _))) {
            Some((_, times)) => *times += 1,
            None => told.push((node, 1)),
        }
    }
    let several = |(node, times): (Node, i64)| match times {
        1 => node,
        n => Node { says: say!("so-often", x = node.says, n = Phrase::Number(n)), under: node.under },
    };
    told.into_iter().map(several).collect()
}

/// `the move x`, `one of the moves x, y or z`, `any move`.
pub fn moves_said<'b>(names: impl Iterator<Item = &'b str>) -> Phrase {
    let mut names: Vec<Phrase> = names.map(|name| Phrase::Term(name.to_owned())).collect();
    match names.len() {
        0 => Phrase::of("any-move"),
        1 => Phrase::with("the-move", names.remove(0)),
        _ => {
            let names = names.into_iter().map(|name| Phrase::with("plain", name)).collect();
            Phrase::with("one-of-moves", Phrase::list("or", names))
        }
    }
}

fn is_throw(bound: &Bound<'_>) -> bool {
    matches!(bound, Bound::Words(Phrase::Say("the-roll", _)))
}

fn is_roll(bound: &Bound<'_>) -> bool {
    matches!(bound, Bound::Words(Phrase::Say("first-die" | "second-die" | "third-die" | "another-die", _)))
}
