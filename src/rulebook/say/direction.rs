//! Directions: `straight forward`, `diagonally`, `to the north`.

use super::{Bound, Meaning, Phrase, Say};
use crate::rules::check::RELATIVE;
use crate::syntax::ast::{Expr, ExprKind, Operator};

/// The words for directions of boards.
const WAYS: [&str; 20] = [
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
    "east-north-east",
    "east-south-east",
    "west-south-west",
    "west-north-west",
    "onward",
    "back",
    "orthogonal",
    "diagonal",
    "ways",
    "any",
    "directions",
    "onward-diagonal",
];

/// The keys of their phrases.
const KEYS: [&str; 20] = [
    "dir-north",
    "dir-north-east",
    "dir-east",
    "dir-south-east",
    "dir-south",
    "dir-south-west",
    "dir-west",
    "dir-north-west",
    "dir-east-north-east",
    "dir-east-south-east",
    "dir-west-south-west",
    "dir-west-north-west",
    "dir-onward",
    "dir-back",
    "dir-orthogonal",
    "dir-diagonal",
    "dir-ways",
    "dir-any",
    "dir-any",
    "dir-onward-diagonal",
];

/// The keys of directions as a player sees them.
const SEEN_KEYS: [&str; 11] = [
    "dir-forward",
    "dir-forward-right",
    "dir-right",
    "dir-backward-right",
    "dir-backward",
    "dir-backward-left",
    "dir-left",
    "dir-forward-left",
    "dir-sideways",
    "dir-forward-diagonal",
    "dir-backward-diagonal",
];

/// In a direction that was chosen or named before: these words say that it is one.
pub(super) fn in_direction(words: &Phrase) -> Phrase {
    let key = match words {
        Phrase::Say("that" | "lettered", _) => "in-that",
        _ => "in-direction",
    };
    Phrase::with(key, words.clone())
}

impl<'a> Say<'a> {
    /// Directions as the manner of a travel.
    pub(super) fn directions(&self, ways: &'a Expr) -> Phrase {
        match &ways.value {
            ExprKind::Group(inner) => self.directions(inner),
            ExprKind::Binary(Operator::Or, one, other) => {
                let mut parts = Vec::new();
                for part in [one, other] {
                    match self.directions(part) {
                        Phrase::List("or", inner) => parts.extend(inner),
                        said => parts.push(said),
                    }
                }
                Phrase::list("or", parts)
            }
            ExprKind::List(all) => Phrase::list("or", all.iter().map(|way| self.directions(way)).collect()),
            ExprKind::Name(name) => match (self.bound(name), self.names.meaning(name)) {
                (Some(Bound::Given(expr, giver)), _) => giver.directions(expr),
                (Some(Bound::Words(words)), _) => in_direction(words),
                (Some(Bound::Who(_)), _) => Phrase::Nothing,
                (None, Meaning::Define(_)) => {
                    let inline = self.case(name, Vec::new()).map(|(define, say)| say.directions(define.body));
                    self.worded_direction(name, ways, inline)
                }
                (None, Meaning::Variable(_)) => self.worded_direction(name, ways, None),
                (None, _) => self.direction(name),
            },
            ExprKind::Owned(_, inner) => match &inner.bare().value {
                ExprKind::Name(name) if matches!(self.names.meaning(name), Meaning::Direction) => self.direction(name),
                _ => Phrase::with("in-direction", self.value(ways)),
            },
            ExprKind::If(cond, then, otherwise) => Phrase::Say(
                "either",
                vec![
                    ("a", self.directions(then)),
                    ("b", self.directions(otherwise)),
                    ("c", self.condition(cond, true)),
                ],
            ),
            _ => Phrase::with("in-direction", self.value(ways)),
        }
    }

    /// A direction that is defined or remembered: by the word that the file has for it, else by what it is.
    fn worded_direction(&self, name: &str, ways: &'a Expr, inline: Option<Phrase>) -> Phrase {
        let apart = inline.unwrap_or_else(|| Phrase::with("in-direction", self.value(ways)));
        let worded = Phrase::with("in-named", self.value(ways));
        Phrase::Say("if-worded", vec![("word", Phrase::Term(name.to_owned())), ("a", worded), ("b", apart)])
    }

    /// A direction by its name.
    pub(super) fn direction(&self, name: &str) -> Phrase {
        let board = self.names.board();
        let is_known = |words: &[&str]| words.iter().position(|word| *word == name);
        if let Some(at) = is_known(&RELATIVE) {
            return Phrase::of(SEEN_KEYS[at]);
        }
        match (is_known(&WAYS), name) {
            (Some(_), "orthogonal") if board.compass == 6 => Phrase::of("dir-any"),
            (Some(at), _) => Phrase::of(KEYS[at]),
            (None, "way") => Phrase::of("dir-same"),
            (None, _) => Phrase::with("in-direction", Phrase::Term(name.to_owned())),
        }
    }

    /// A direction as a noun.
    pub(super) fn direction_noun(&self, name: &str) -> Phrase {
        Phrase::with("direction-named", self.direction(name))
    }
}
