//! What people see of a game: names in several languages, letters, glyphs and colours. No rule reads it.

use std::collections::BTreeMap;

use super::board::DirectionId;

pub mod drawn;

pub use drawn::{BoardLook, Bodies, CellsLook, Marked, Parity, ShownLook};

/// A name with its translations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The name in the rule file, used wherever a text must parse back.
    pub plain: String,
    /// The name by language code, for instance `fr`.
    pub translated: BTreeMap<String, String>,
}

impl Words {
    /// The name in a language, or the plain one.
    pub fn in_language(&self, language: &str) -> &str {
        self.translated.get(language).unwrap_or(&self.plain)
    }
}

/// A player as people see them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerLook {
    /// The name.
    pub name: Words,
    /// A CSS colour, where the file gives one.
    pub colour: Option<String>,
    /// The direction that is forward.
    pub facing: Option<DirectionId>,
}

/// A kind of piece as people see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindLook {
    /// The name.
    pub name: Words,
    /// The name of several in the rule file.
    pub plural: String,
    /// The letter of diagrams, upper case: the first player's; the second player's is in lower case.
    pub letter: String,
    /// The letter of move notation, which may be empty.
    pub notation: String,
    /// Pictures by player, where the file gives them; with fewer than players the last serves the rest.
    pub glyphs: Vec<String>,
    /// Whether pieces of this kind belong to nobody.
    pub neutral: bool,
}

/// A value of a terrain or of a type as people see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueLook {
    /// The name.
    pub name: Words,
    /// The letter of diagrams and of move notation.
    pub letter: String,
    /// The sign on the face of a cube, where the file gives one.
    pub glyph: Option<String>,
    /// A CSS colour, where the file gives one.
    pub colour: Option<String>,
}

/// A terrain or a type with its values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerrainLook {
    /// The name.
    pub name: Words,
    /// The values in the order of the file.
    pub values: Vec<ValueLook>,
}

/// All that people see of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The title.
    pub title: Words,
    /// Further lines about the game: `author`, `year`, `source`, in the order of the file.
    pub info: Vec<(String, String)>,
    /// The rules in prose, by language code.
    pub prose: BTreeMap<String, String>,
    /// The players that take part, in seating order.
    pub players: Vec<PlayerLook>,
    /// The kinds of pieces.
    pub kinds: Vec<KindLook>,
    /// The terrains.
    pub terrains: Vec<TerrainLook>,
    /// The types, in the order of the rules' types.
    pub types: Vec<TerrainLook>,
    /// The letters of directions, by name.
    pub letters: BTreeMap<String, String>,
    /// Names of moves, ends and values in other languages: by language code, then by plain name.
    pub words: BTreeMap<String, BTreeMap<String, String>>,
    /// All that the file gives for a name, by language code, then by plain name: the word itself, its plural, its gender
    /// (of a definition that is a truth: the words for it, and those for its contrary).
    pub forms: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// The plain names of the variables, in the order of the rules.
    pub variables: Vec<String>,
    /// The plain names of the moves, in the order of the rules.
    pub moves: Vec<String>,
    /// How the board is drawn.
    pub board: BoardLook,
    /// The round in which an end stops the game, where one does.
    pub rounds: Option<u32>,
    /// How variables are shown, by plain name, where the file says it.
    pub shown: BTreeMap<String, ShownLook>,
}

impl Look {
    /// Whether the file has texts in a language.
    pub fn speaks(&self, language: &str) -> bool {
        self.title.translated.contains_key(language)
            || self.words.contains_key(language)
            || self.forms.contains_key(language)
    }

    /// The plain names of the players, in seating order.
    pub fn plain_names(&self) -> Vec<&str> {
        self.players.iter().map(|player| player.name.plain.as_str()).collect()
    }
}
