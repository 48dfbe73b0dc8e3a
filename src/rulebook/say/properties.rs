//! Properties: `NAME of x`, and the same with `my` and `enemy`.

use super::direction::in_direction;
use super::{Bound, Meaning, Phrase, Say, Whose, say, worded};
use crate::syntax::ast::{Expr, ExprKind};

impl<'a> Say<'a> {
    /// `NAME of x`.
    pub(super) fn property(&self, name: &str, given: Bound<'a>, of: &'a Expr) -> Phrase {
        if self.is_of_player(name) {
            return self.property_of(name, &self.who(of), given);
        }
        match self.names.meaning(name) {
            Meaning::Define(name) => return self.defined(name, vec![given]),
            Meaning::Variable(variable) => {
                let of_piece = variable.of_each.first().is_some_and(|holder| holder.value == "piece");
                let of = if of_piece { self.standing_at(of) } else { self.value(of) };
                return say!("value-of", x = worded(&variable.name.value), of = of);
            }
            Meaning::Table(word) | Meaning::Terrain(word) => {
                // What is looked up for the kind of a piece is told of the piece.
                let of = match &of.bare().value {
                    ExprKind::Of(kind, piece) if kind.value == "kind" => self.standing_at(piece),
                    _ => self.value(of),
                };
                return say!("value-of", x = worded(word), of = of);
            }
            Meaning::Direction if name == "forward" => return Phrase::with("before", self.value(of)),
            Meaning::Direction if name == "backward" => return Phrase::with("behind", self.value(of)),
            Meaning::Direction => return say!("next-to", x = self.value(of), dirs = self.direction(name)),
            Meaning::Kind(_)
            | Meaning::Pieces(_)
            | Meaning::Player(_)
            | Meaning::Option(_)
            | Meaning::Ground(_)
            | Meaning::Type(_)
            | Meaning::Value(_)
            | Meaning::PlayerSite(_)
            | Meaning::Cell(_)
            | Meaning::NamedSet(_)
            | Meaning::Word => {}
        }
        let key = match name {
            "kind" if self.is_word(of, "landing") => return Phrase::with("kind-of-piece", self.moved_piece()),
            "kind" => "kind-of",
            "owner" if self.is_pieces(of) => "owner-of-piece",
            "owner" => "owner-of",
            "height" => "height-of",
            "row" => "row-of",
            "column" => "column-of",
            "rank" => "rank-of",
            "number" => "cell-number-of",
            "neighbours" => "neighbours-of",
            "group" => "group-of",
            "liberties" => "liberties-of",
            // Of what a definition tells there is one that is meant.
            "first" if matches!(&of.bare().value, ExprKind::Name(name) if matches!(self.names.meaning(name), Meaning::Define(_))) => {
                "first-defined"
            }
            "first" => "first-of",
            "opposite" => "opposite-of",
            "top" => "top-of",
            "bottom" => "bottom-of",
            "way" => return say!("next-to", x = self.value(of), dirs = Phrase::of("dir-same")),
            "north" => "north-of",
            "south" => "south-of",
            "east" => "east-of",
            "west" => "west-of",
            _ => return self.bound_property(name, of),
        };
        Phrase::with(key, self.value(of))
    }

    /// A name bound to directions, read as a property: `d of c`.
    fn bound_property(&self, name: &str, of: &'a Expr) -> Phrase {
        match self.bound(name) {
            Some(Bound::Given(expr, giver)) => say!("next-to", x = self.value(of), dirs = giver.directions(expr)),
            Some(Bound::Words(words)) => {
                say!("next-to", x = self.value(of), dirs = in_direction(words))
            }
            Some(Bound::Who(_)) | None => say!("value-of", x = Phrase::Term(name.to_owned()), of = self.value(of)),
        }
    }

    /// Whether a property is one of players.
    pub(super) fn is_of_player(&self, name: &str) -> bool {
        match self.names.meaning(name) {
            Meaning::Pieces(_) | Meaning::Kind(_) | Meaning::PlayerSite(_) => true,
            Meaning::Variable(variable) => variable.of_each.iter().any(|holder| holder.value == "player"),
            Meaning::Word => matches!(name, "hand" | "seat" | "enemies" | "pieces" | "attacked" | "stuck" | "next"),
            Meaning::Define(_)
            | Meaning::Player(_)
            | Meaning::Option(_)
            | Meaning::Table(_)
            | Meaning::Terrain(_)
            | Meaning::Ground(_)
            | Meaning::Type(_)
            | Meaning::Value(_)
            | Meaning::Cell(_)
            | Meaning::NamedSet(_)
            | Meaning::Direction => false,
        }
    }

    /// A property of a player.
    pub(super) fn property_of(&self, name: &str, whose: &Whose, given: Bound<'a>) -> Phrase {
        match self.names.meaning(name) {
            Meaning::Pieces(kind) | Meaning::Kind(kind) => self.owned(whose, Phrase::Name(kind.name.value.clone())),
            Meaning::Define(name) => self.defined(name, vec![given]),
            Meaning::Variable(variable) => {
                let word = Phrase::Term(variable.name.value.clone());
                match whose {
                    Whose::You => Phrase::with("your-value", word),
                    _ => say!("value-of", x = Phrase::with("variable", word), of = self.player(whose)),
                }
            }
            Meaning::PlayerSite(site) => {
                let word = Phrase::Term(site.to_owned());
                match whose {
                    Whose::You => Phrase::with("your-site", word),
                    _ => say!("value-of", x = Phrase::with("variable", word), of = self.player(whose)),
                }
            }
            Meaning::Direction => self.direction_noun(name),
            Meaning::Player(_)
            | Meaning::Option(_)
            | Meaning::Table(_)
            | Meaning::Terrain(_)
            | Meaning::Ground(_)
            | Meaning::Type(_)
            | Meaning::Value(_)
            | Meaning::Cell(_)
            | Meaning::NamedSet(_)
            | Meaning::Word => self.word_of(name, whose),
        }
    }

    /// A word of the language that is a property of players.
    fn word_of(&self, name: &str, whose: &Whose) -> Phrase {
        match (name, whose) {
            ("pieces", _) => self.owned(whose, self.piece()),
            ("enemies", Whose::You) => self.owned(&Whose::Opponent, self.piece()),
            ("enemies", Whose::Opponent) => self.owned(&Whose::You, self.piece()),
            ("enemies", _) => say!("enemies-of", p = self.player(whose)),
            ("hand", Whose::You) => Phrase::of("your-hand-count"),
            ("hand", _) => say!("hand-count-of", p = self.player(whose)),
            ("seat", Whose::You) => Phrase::of("your-seat"),
            ("seat", _) => say!("seat-of", p = self.player(whose)),
            ("attacked", Whose::You) => Phrase::of("attacked-cells"),
            ("attacked", _) => say!("attacked-of", p = self.player(whose)),
            ("next", _) => Phrase::of("next-player"),
            ("stuck", _) => self.does(whose, "stuck-you", "stuck-they", Vec::new()),
            (_, Whose::You) => Phrase::with("your-value", Phrase::Term(name.to_owned())),
            _ => say!("value-of", x = Phrase::Term(name.to_owned()), of = self.player(whose)),
        }
    }
}
