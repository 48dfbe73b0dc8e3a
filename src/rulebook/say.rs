//! Rules put in phrases: what a rule file says, still without a language.
//!
//! The reader is `you`, wherever the file says `my`. Every form of the language has its phrase: the matches name all
//! variants, so that a new one does not compile before it is said here.

use std::rc::Rc;

use crate::rules::Rules;
use crate::syntax::ast::{Expr, ExprKind, MoveItem, Operator, Params, Whose as Owner};

use super::names::{Define, Meaning, Names};
use super::phrase::{Phrase, say};

mod bound;
mod compared;
mod condition;
mod define;
mod direction;
mod movement;
mod place;
mod properties;
mod sentence;
mod statement;
mod value;

use define::of_parts;
pub use define::{LONGEST, size};
pub use statement::moves_said;
use value::worded;
pub use value::{anybodys, nobodys};

/// Who is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The reader.
    You,
    /// The other player, or all others.
    Opponent,
    /// A player, by name.
    Player(String),
    /// Somebody else, in words.
    Other(Phrase),
}

/// What a name stands for within an expression.
#[derive(Clone, Debug)]
enum Bound<'a> {
    /// An expression, in the words of whoever gave it.
    Given(&'a Expr, Rc<Say<'a>>),
    /// A player.
    Who(Whose),
    /// Words.
    Words(Phrase),
}

/// Puts rules in phrases.
#[derive(Clone, Debug)]
pub struct Say<'a> {
    /// The names of the file.
    pub names: &'a Names<'a>,
    scope: Vec<(String, Bound<'a>)>,
    depth: usize,
    /// The kind that makes the move that is told of, if it is one only.
    mover: Option<&'a str>,
}

impl<'a> Say<'a> {
    /// With no name bound.
    pub fn new(names: &'a Names<'a>) -> Self {
        Self { names, scope: Vec::new(), depth: 0, mover: None }
    }

    /// The same for what a move says.
    pub fn moving(&self, item: &'a MoveItem) -> Self {
        let travels = item.sentences.iter().map(|sentence| sentence.travel.as_ref());
        let kinds: Option<Vec<&'a str>> = travels
            .map(|travel| match travel.map(|travel| &travel.kinds[..]) {
                Some([kind]) => Some(kind.value.as_str()),
                _ => None,
            })
            .collect();
        let mover = kinds.and_then(|kinds| {
            let first = kinds.first().copied()?;
            kinds.iter().all(|kind| *kind == first).then_some(first)
        });
        Self { mover, ..self.clone() }
    }

    /// The noun of the piece that has moved.
    fn moved(&self) -> Phrase {
        self.mover.map_or_else(|| self.piece(), |kind| Phrase::Name(kind.to_owned()))
    }

    /// The piece that has moved.
    fn moved_piece(&self) -> Phrase {
        say!("moved-piece", piece = self.moved())
    }

    fn rules(&self) -> &'a Rules {
        self.names.rules
    }

    fn bound(&self, name: &str) -> Option<&Bound<'a>> {
        self.scope.iter().rev().find(|(known, _)| known == name).map(|(_, bound)| bound)
    }

    /// The same with a name bound to words.
    fn knowing(&self, name: &str, words: Phrase) -> Self {
        let mut next = self.clone();
        next.scope.push((name.to_owned(), Bound::Words(words)));
        next
    }

    /// Who a player is.
    pub fn who(&self, player: &'a Expr) -> Whose {
        match &player.bare().value {
            ExprKind::Name(name) => match (self.bound(name), self.names.meaning(name)) {
                (Some(Bound::Given(expr, giver)), _) => giver.who(expr),
                (Some(Bound::Who(whose)), _) => whose.clone(),
                (Some(Bound::Words(words)), _) => Whose::Other(words.clone()),
                (None, Meaning::Player(player)) => Whose::Player(player.to_owned()),
                (None, _) if name == "mover" => Whose::You,
                (None, _) if name == "opponent" => Whose::Opponent,
                (None, _) => Whose::Other(self.value(player)),
            },
            ExprKind::Owned(Owner::Enemy, inner) if matches!(&inner.value, ExprKind::Name(name) if name == "pieces") => {
                Whose::Opponent
            }
            ExprKind::Of(name, of) if name.value == "enemies" && self.who(of) == Whose::You => Whose::Opponent,
            _ => Whose::Other(self.value(player)),
        }
    }

    /// A player as the one who does something: `you`, `your opponent`.
    pub fn player(&self, whose: &Whose) -> Phrase {
        match whose {
            Whose::You => Phrase::of("you"),
            Whose::Opponent => Phrase::of("your-opponent"),
            Whose::Player(name) => Phrase::Player(name.clone()),
            Whose::Other(words) => words.clone(),
        }
    }

    /// A player with a verb: `key-you` for the reader, `key-they` with the hole `p` for everybody else.
    fn does(
        &self,
        whose: &Whose,
        you: &'static str,
        they: &'static str,
        mut holes: Vec<(&'static str, Phrase)>,
    ) -> Phrase {
        match whose {
            Whose::You => Phrase::Say(you, holes),
            Whose::Opponent | Whose::Player(_) | Whose::Other(_) => {
                holes.push(("p", self.player(whose)));
                Phrase::Say(they, holes)
            }
        }
    }

    /// Something that belongs to somebody.
    fn owned(&self, whose: &Whose, what: Phrase) -> Phrase {
        match whose {
            Whose::You => say!("own", x = what),
            Whose::Opponent => say!("enemy-own", x = what),
            Whose::Player(name) => say!("of-player", x = what, p = Phrase::Player(name.clone())),
            Whose::Other(words) => say!("of-player", x = what, p = words.clone()),
        }
    }

    /// Whoever says the body of a definition by itself: its parameters are called what they are.
    pub fn defining(&self, define: &Define<'a>) -> Self {
        let is_case = self.names.cases(define.name).len() > 1;
        let args = match define.params {
            Params::None => Vec::new(),
            // The reader stands for the player whose property it is.
            Params::Of(_) if is_case => vec![Bound::Words(Phrase::Nothing)],
            Params::Of(name) => {
                let of_player = self.is_player_parameter(define, &name.value);
                vec![if of_player { Bound::Who(Whose::You) } else { Bound::Words(self.lettered(0)) }]
            }
            Params::List(names) => (0..names.len()).map(|at| Bound::Words(self.lettered(at))).collect(),
        };
        let mut within = self.within(define, args);
        if is_case {
            within.scope.clear();
        }
        within
    }

    fn lettered(&self, at: usize) -> Phrase {
        Phrase::Text(char::from(b'A' + (at % 26) as u8).to_string())
    }

    /// Whether a parameter is a player: pieces of it are asked for, or what is remembered of players.
    fn is_player_parameter(&self, define: &Define<'a>, parameter: &str) -> bool {
        let is_player = |name: &str, of: &Expr| {
            let is_it = matches!(&of.bare().value, ExprKind::Name(known) if known == parameter);
            is_it && (self.is_of_player(name) || self.names.cases(name).iter().any(|inner| inner.name != define.name))
        };
        of_parts(define.body, &|name, of| is_player(name, of))
    }

    /// A case of a definition: a player, a kind or a value.
    pub fn case_name(&self, name: &str) -> Phrase {
        match self.names.meaning(name) {
            Meaning::Player(player) => Phrase::Player(player.to_owned()),
            Meaning::Kind(kind) | Meaning::Pieces(kind) => Phrase::Name(kind.name.value.clone()),
            _ => Phrase::Term(name.to_owned()),
        }
    }

    /// Whether an expression is a truth by its form.
    pub fn is_truth(&self, expr: &'a Expr) -> bool {
        match &expr.bare().value {
            ExprKind::Truth(_)
            | ExprKind::Not(_)
            | ExprKind::Some(_)
            | ExprKind::No(_)
            | ExprKind::Joins(..)
            | ExprKind::Repeated { .. }
            | ExprKind::Without { .. }
            | ExprKind::Played(_)
            | ExprKind::Can { .. } => true,
            ExprKind::Binary(operator, one, other) => match operator {
                Operator::And
                | Operator::Is
                | Operator::IsNot
                | Operator::AtLeast
                | Operator::AtMost
                | Operator::LessThan
                | Operator::MoreThan => true,
                Operator::Or => self.is_truth(one) || self.is_truth(other),
                Operator::OrElse
                | Operator::Plus
                | Operator::Minus
                | Operator::Times
                | Operator::In
                | Operator::NotIn
                | Operator::Except => false,
            },
            ExprKind::If(_, then, otherwise) => self.is_truth(then) || self.is_truth(otherwise),
            ExprKind::Call(name, _) => {
                matches!(name.value.as_str(), "odd" | "even")
                    || self
                        .names
                        .cases(&name.value)
                        .first()
                        .is_some_and(|define| self.depth < 6 && self.within(define, Vec::new()).is_truth(define.body))
            }
            ExprKind::Name(name) if self.bound(name).is_none() => {
                name == "stuck"
                    || self
                        .names
                        .cases(name)
                        .first()
                        .is_some_and(|define| self.depth < 6 && self.within(define, Vec::new()).is_truth(define.body))
            }
            _ => false,
        }
    }

    /// What is counted by a name in the end: of the reader.
    pub fn score(&self, name: &str) -> Phrase {
        self.property_of(name, &Whose::You, Bound::Who(Whose::You))
    }

    /// The noun of a piece of whatever kind.
    fn piece(&self) -> Phrase {
        Phrase::of("piece")
    }
}
