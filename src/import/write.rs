//! A variant as a rule file: the parts are drafted one by one and then laid out.

use super::cells::{self, Cells, Size, Words};
use super::kinds::Kind;
use super::position::Position;
use super::table::{Slot, Standing, TABLES};
use super::value::Value;
use super::variant::{Remark, SIDES, Variant};

mod castling;
mod drops;
mod effects;
mod ends;
mod frame;
mod layout;
mod line;
mod lines;
mod moves;
mod promotion;
mod royal;
mod turn;

/// A sentence of a move, in parts that are set below each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sentence {
    /// Who moves, where from.
    pub who: String,
    /// How.
    pub path: String,
    /// Where to and what else.
    pub rest: String,
}

/// A move as it is drafted.
#[derive(Clone, Debug, Default)]
pub(super) struct Move {
    pub name: &'static str,
    pub sentences: Vec<Sentence>,
    pub afterwards: Vec<String>,
    pub ensures: Vec<String>,
}

/// The parts of the rule file.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    pub variant: &'a Variant,
    pub position: &'a Position,
    pub kinds: &'a [Kind],
    pub remembers: Vec<String>,
    pub tables: Vec<String>,
    pub defines: Vec<String>,
    pub moves: Vec<Move>,
    pub afterwards: Vec<String>,
    pub ensures: Vec<String>,
    pub turn: Option<String>,
    pub after_turns: Vec<(String, String)>,
    pub before_turns: Vec<(String, String)>,
    pub walls: bool,
    /// The fields of a position in one line.
    pub line: Vec<String>,
    pub unsaid: Vec<Remark>,
}

/// The text of a variant and what it does not say; none if nobody could ever move in it.
pub fn game(
    variant: &Variant,
    position: &Position,
    kinds: &[Kind],
    (title, from): (&str, &str),
) -> Option<(String, Vec<Remark>)> {
    let mut draft = Draft {
        variant,
        position,
        kinds,
        remembers: Vec::new(),
        tables: Vec::new(),
        defines: Vec::new(),
        moves: Vec::new(),
        afterwards: Vec::new(),
        ensures: Vec::new(),
        turn: None,
        after_turns: Vec::new(),
        before_turns: Vec::new(),
        walls: false,
        line: Vec::new(),
        unsaid: Vec::new(),
    };
    draft.beyond_words();
    draft.pieces_in_motion();
    draft.promotions();
    draft.castling();
    draft.drops();
    draft.passing();
    draft.effects();
    draft.royalty();
    draft.turns();
    draft.ends();
    draft.positions();
    draft.unsaid.sort_by_key(|remark| (remark.span.source, remark.span.start));
    draft.unsaid.dedup_by(|one, other| one.span == other.span && one.key == other.key);
    let has_moves = draft.moves.iter().any(|drafted| !drafted.sentences.is_empty());
    has_moves.then(|| (draft.laid_out(title, from), draft.unsaid))
}

impl Draft<'_> {
    /// Notes every rule in effect for which the language has no words.
    fn beyond_words(&mut self) {
        for key in &TABLES.keys {
            let Standing::Unsaid(why) = key.standing else { continue };
            for (field, _) in &key.targets {
                if SIDES.iter().any(|side| self.is_in_effect(field, *side)) {
                    self.unsaid(field, why);
                }
            }
        }
    }

    fn is_in_effect(&self, field: &str, side: usize) -> bool {
        let needs = match field {
            "perpetualCheck" | "moveRepetition" | "chasing" => self.variant.number("foldRule") > 0,
            "castlingDropped" => self.variant.yes("castling"),
            _ => true,
        };
        let said = self.variant.setting(field, side).is_some_and(|setting| match &setting.value {
            Value::Truth(truth) => *truth,
            Value::Word(word) => word != "none",
            Value::Cells(cells) => !cells.is_empty(),
            Value::Kinds(kinds) => !kinds.is_empty(),
            Value::Number(number) => *number > 0,
            Value::Any(text) => text.chars().any(char::is_alphabetic),
            _ => true,
        });
        needs && said
    }

    /// Notes that a rule is not said, with the line that set it.
    fn unsaid(&mut self, field: &str, why: &str) {
        let setting = self.variant.setting(field, 0).or_else(|| self.variant.setting(field, 1));
        let remark = match setting {
            Some(setting) => Remark {
                key: setting.key.clone(),
                value: setting.text.clone(),
                span: setting.span,
                why: why.to_owned(),
            },
            None => Remark {
                key: field.to_owned(),
                value: String::new(),
                span: self.variant.name.span,
                why: why.to_owned(),
            },
        };
        self.unsaid.push(remark);
    }

    fn size(&self) -> Size {
        self.variant.size()
    }

    /// Words for what is a set of squares for each side; defines a name if the sides cannot be told alike.
    fn region(&mut self, name: &str, sides: [Cells; 2]) -> Words {
        let size = self.size();
        let [white, black] = sides.map(|cells| cells.and(size.all()));
        if white == black {
            return self.named_if_long(name, cells::words(white, size, false));
        }
        let relative = cells::words(white, size, true);
        let apart = [white, black].map(|cells| cells::words(cells, size, false).text.len()).iter().sum::<usize>();
        // Scattered cells are told sooner by their names, once for each side.
        let is_short = relative.text.len() <= apart.max(60);
        if white.flipped(size) == black && is_short {
            return self.named_if_long(name, relative);
        }
        if black.is_empty() || white.is_empty() {
            // The other side has nothing there: no piece of it can be meant by the words of the first.
            let (player, cells) = if black.is_empty() { ("White", white) } else { ("Black", black) };
            self.define(format!("{name} of {player} = {}", cells::words(cells, size, false).text));
            let other = if black.is_empty() { "Black" } else { "White" };
            self.define(format!("{name} of {other} = nowhere"));
        } else {
            self.define(format!("{name} of White = {}", cells::words(white, size, false).text));
            self.define(format!("{name} of Black = {}", cells::words(black, size, false).text));
        }
        Words { text: format!("my {name}"), loose: false }
    }

    /// A long set gets a name.
    fn named_if_long(&mut self, name: &str, words: Words) -> Words {
        if words.text.len() <= 30 && !words.text.contains('[') {
            return words;
        }
        self.define(format!("{name} = {}", words.text));
        Words { text: name.to_owned(), loose: false }
    }

    /// The name, with a number behind it if another definition has it.
    fn fresh(&self, name: &str) -> String {
        let has = |name: &str| self.defines.iter().any(|define| define.split([' ', '(']).next() == Some(name));
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        std::iter::once(name.to_owned()).chain(numbered).find(|name| !has(name)).unwrap_or_default()
    }

    /// Adds a definition once.
    fn define(&mut self, text: String) {
        if !self.defines.contains(&text) {
            self.defines.push(text);
        }
    }

    /// The kinds that move like one of the format.
    fn of_slot(&self, slot: Slot) -> Vec<&Kind> {
        self.kinds.iter().filter(|kind| slot == Slot::ALL || kind.slot() == slot).collect()
    }

    /// The cells of kinds, without an owner: `Kings`, `(Kings or Queens)`.
    fn standing(&self, slots: &[Slot]) -> String {
        if slots.contains(&Slot::ALL) {
            return "pieces".to_owned();
        }
        let names: Vec<&str> =
            slots.iter().flat_map(|slot| self.of_slot(*slot)).map(|kind| kind.plural.as_str()).collect();
        match names.as_slice() {
            [] => "nowhere".to_owned(),
            [one] => (*one).to_owned(),
            several => format!("({})", several.join(" or ")),
        }
    }

    /// The pieces of somebody of these kinds; `whose` is `my` or `enemy`.
    fn owned(&self, whose: &str, slots: &[Slot]) -> String {
        let all = if whose == "my" { "mine" } else { "enemies" };
        match self.standing(slots).as_str() {
            "pieces" => all.to_owned(),
            set if set.starts_with('(') => format!("{all} in {set}"),
            set => format!("{whose} {set}"),
        }
    }

    /// Adds a sentence to a move, which is made if it is not there.
    fn say(&mut self, name: &'static str, sentence: Sentence) {
        match self.moves.iter_mut().find(|draft| draft.name == name) {
            Some(draft) => draft.sentences.push(sentence),
            None => self.moves.push(Move { name, sentences: vec![sentence], ..Move::default() }),
        }
    }

    fn has_move(&self, name: &str) -> bool {
        self.moves.iter().any(|draft| draft.name == name)
    }
}
