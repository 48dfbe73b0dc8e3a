//! Where the names of a text are declared, bound and used.
//!
//! A name has one meaning in a whole file, so its letters and its name space tell which it is; no rule need be understood
//! for it. Texts that do not follow the grammar are looked through as far as they do.

use std::ops::Range;
use std::sync::Arc;

use pest::Parser as _;
use pest::iterators::{Pair, Pairs};

use super::{Grammar, Rule, check_limits};
use crate::source::SourceId;

/// What names are told apart by, beside their letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    /// Players, kinds, values, definitions, variables and all others.
    Thing,
    /// Moves.
    Move,
    /// Actions.
    Action,
    /// Movements.
    Movement,
    /// Turns that have a name.
    Phase,
    /// Clauses of ends.
    End,
    /// Scenarios.
    Scenario,
    /// The keys of words for people: things, moves and ends.
    Any,
}

impl Space {
    /// The word that declares names of this space; none for things, which many words declare.
    pub fn declared_by(self) -> Option<&'static str> {
        match self {
            Space::Thing | Space::Any => None,
            Space::Move => Some("move"),
            Space::Action => Some("action"),
            Space::Movement => Some("movement"),
            Space::Phase => Some("turn"),
            Space::End => Some("end"),
            Space::Scenario => Some("test"),
        }
    }

    /// Whether a name of this space may stand for one of the other.
    pub fn fits(self, other: Space) -> bool {
        let keyed = |space| matches!(space, Space::Thing | Space::Move | Space::End | Space::Any);
        self == other || (self == Space::Any && keyed(other)) || (other == Space::Any && keyed(self))
    }
}

/// What is declared under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named by the word that declares it")]
pub enum Declared {
    Option,
    Player,
    Direction,
    Site,
    Terrain,
    Tiles,
    Tile,
    Type,
    Value,
    Kind,
    Plural,
    Movement,
    Variable,
    Definition,
    Table,
    Action,
    Move,
    Phase,
    End,
    Scenario,
}

/// What a name does where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The file declares it here.
    Declares(Declared),
    /// A statement, a parameter or `those` gives a meaning to it here.
    Binds,
    /// It stands for what is declared, bound or built in elsewhere.
    Uses,
}

/// A name in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention<'a> {
    /// The name; of texts in quotes what stands between these.
    pub name: &'a str,
    /// Where it begins, in bytes.
    pub start: usize,
    /// Its name space.
    pub space: Space,
    /// What it does here.
    pub role: Role,
    /// The number of the declaration that it stands in.
    pub item: usize,
}

impl Mention<'_> {
    /// Where it ends, in bytes; this byte is behind it.
    pub fn end(&self) -> usize {
        self.start + self.name.len()
    }
}

/// All names of a text, in order; none of a text that is too long or nests too deep.
pub fn mentions(text: &str) -> Vec<Mention<'_>> {
    read(text).0
}

/// All names of a text, and its declarations as stretches of bytes; those that do not follow the grammar are left out.
fn read(text: &str) -> (Vec<Mention<'_>>, Vec<Range<usize>>) {
    let (mut found, mut declarations) = (Vec::new(), Vec::new());
    if check_limits(SourceId::default(), text).is_err() {
        return (found, declarations);
    }
    let items = Grammar::parse(Rule::file, text).into_iter().flatten().flat_map(Pair::into_inner);
    for (item, pair) in items.filter(|pair| pair.as_rule() == Rule::item).enumerate() {
        declarations.push(pair.as_span().start()..pair.as_span().end());
        Walk { item, found: &mut found }.inside(pair);
    }
    (found, declarations)
}

/// The names and declarations of a text, kept beside it for whoever asks several times.
#[derive(Clone, Debug)]
pub struct Outline {
    text: Arc<str>,
    /// The names by what [`Mention`] says of each, with their length in place of the letters.
    names: Vec<(usize, usize, Space, Role, usize)>,
    declarations: Vec<Range<usize>>,
}

impl Outline {
    /// That of a text.
    pub fn of(text: &Arc<str>) -> Self {
        let (mentions, declarations) = read(text);
        let kept = |name: Mention<'_>| (name.start, name.name.len(), name.space, name.role, name.item);
        let names = mentions.into_iter().map(kept).collect();
        Self { text: text.clone(), names, declarations }
    }

    /// The text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// As [`mentions`].
    pub fn mentions(&self) -> impl DoubleEndedIterator<Item = Mention<'_>> + Clone {
        self.names.iter().filter_map(|&(start, length, space, role, item)| {
            let name = self.text.get(start..start + length)?;
            Some(Mention { name, start, space, role, item })
        })
    }

    /// The declarations, as stretches of bytes; those that do not follow the grammar are left out.
    pub fn declarations(&self) -> &[Range<usize>] {
        &self.declarations
    }

    /// The declaration that a place is in.
    pub fn declaration_at(&self, offset: usize) -> Option<Range<usize>> {
        self.declarations.iter().find(|place| place.contains(&offset)).cloned()
    }
}

struct Walk<'a, 'b> {
    item: usize,
    found: &'b mut Vec<Mention<'a>>,
}

/// A part of the tree whose inner parts are being looked at.
struct Part<'a> {
    rule: Rule,
    inner: Pairs<'a, Rule>,
    /// What a name in `remove` is.
    removed: Option<Space>,
    in_notation: bool,
    /// So many names were met.
    index: usize,
}

impl<'a> Part<'a> {
    fn new(pair: Pair<'a, Rule>, in_notation: bool) -> Self {
        let rule = pair.as_rule();
        let removed = (rule == Rule::remove_item).then(|| space_of_part(&pair));
        let inner = pair.into_inner();
        let in_notation = in_notation
            || rule == Rule::text
                && inner.clone().any(|word| word.as_rule() == Rule::word && word.as_str() == "notation");
        Self { rule, inner, removed, in_notation, index: 0 }
    }
}

impl<'a> Walk<'a, '_> {
    /// Gathers the names below a place of the tree. A text may nest as deep as it is long, so the parts that are open stand
    /// in a list.
    fn inside(&mut self, pair: Pair<'a, Rule>) {
        let mut open = vec![Part::new(pair, false)];
        while let Some(part) = open.last_mut() {
            let Some(pair) = part.inner.next() else {
                open.pop();
                continue;
            };
            if matches!(part.rule, Rule::one_row | Rule::row_range) && self.is_line(pair.as_str().trim()) {
                continue;
            }
            if !matches!(pair.as_rule(), Rule::name | Rule::place | Rule::string | Rule::word) {
                let inner = Part::new(pair, part.in_notation);
                open.push(inner);
                continue;
            }
            let &mut Part { rule, removed, in_notation, index, .. } = part;
            part.index += 1;
            let meaning = Place { rule, index, in_notation }.meaning(pair.as_rule());
            self.note(&pair, removed.map(|space| (space, Role::Uses)).or(meaning));
            if in_notation && rule == Rule::text_entry && index > 0 {
                self.holes(&pair);
            }
        }
    }

    /// Whether the text behind `column` or `row` is the letter of one and not a name that was bound before.
    fn is_line(&self, text: &str) -> bool {
        let is_letter = (1..=2).contains(&text.len()) && text.bytes().all(|letter| letter.is_ascii_lowercase());
        let binds = |mention: &Mention<'_>| mention.item == self.item && mention.role == Role::Binds;
        is_letter && !self.found.iter().any(|mention| binds(mention) && mention.name == text)
    }

    fn note(&mut self, pair: &Pair<'a, Rule>, meaning: Option<(Space, Role)>) {
        let Some((space, role)) = meaning else { return };
        let (whole, start) = (pair.as_str(), pair.as_span().start());
        let (name, start) = match whole.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inside) => (inside, start + 1),
            None => (whole, start),
        };
        self.found.push(Mention { name, start, space, role, item: self.item });
    }

    /// The names in the holes of a template: `{taken kind}`, `{each left}`.
    fn holes(&mut self, pair: &Pair<'a, Rule>) {
        let (text, first) = (pair.as_str(), pair.as_span().start());
        for (open, _) in text.match_indices('{') {
            let hole = text[open + 1..].split('}').next().unwrap_or("");
            let name = hole.split_whitespace().find(|word| !matches!(*word, "each" | "taken"));
            let Some((name, at)) = name.and_then(|name| Some((name, hole.find(name)?))) else { continue };
            let start = first + open + 1 + at;
            self.found.push(Mention { name, start, space: Space::Thing, role: Role::Uses, item: self.item });
        }
    }
}

/// The name space of what is removed.
fn space_of_part(pair: &Pair<'_, Rule>) -> Space {
    let part = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::part);
    match part.map_or("", |part| part.as_str()) {
        "move" => Space::Move,
        "action" => Space::Action,
        "movement" => Space::Movement,
        "turn" => Space::Phase,
        "end" => Space::End,
        _ => Space::Thing,
    }
}

/// The place of a name in the tree.
#[derive(Clone, Copy)]
struct Place {
    /// The rule that it is a part of.
    rule: Rule,
    /// How many names and texts stand before it in that rule.
    index: usize,
    /// Whether it stands in `text notation`.
    in_notation: bool,
}

impl Place {
    /// What a name means here; nothing for texts that are no names and for words of the language.
    fn meaning(self, leaf: Rule) -> Option<(Space, Role)> {
        match leaf {
            Rule::string => self.of_text(),
            Rule::word => self.of_word(),
            _ => self.declared().or_else(|| self.of_name()),
        }
    }

    fn of_text(self) -> Option<(Space, Role)> {
        match (self.rule, self.index) {
            (Rule::clause, 0) => Some((Space::End, Role::Declares(Declared::End))),
            (Rule::test, 0) => Some((Space::Scenario, Role::Declares(Declared::Scenario))),
            (Rule::expect_result, _) => Some((Space::End, Role::Uses)),
            (Rule::text_entry, 0) => Some((self.key_space(), Role::Uses)),
            _ => None,
        }
    }

    fn of_word(self) -> Option<(Space, Role)> {
        (self.rule == Rule::text_entry && self.index == 0).then(|| (self.key_space(), Role::Uses))
    }

    fn key_space(self) -> Space {
        if self.in_notation { Space::Move } else { Space::Any }
    }

    fn declared(self) -> Option<(Space, Role)> {
        let declared = match (self.rule, self.index) {
            (Rule::option, 0) => Declared::Option,
            (Rule::choice, _) | (Rule::terrain, 1..) | (Rule::type_decl, 1..) => Declared::Value,
            (Rule::player, 0) => Declared::Player,
            (Rule::direction, 0) => Declared::Direction,
            (Rule::site, _) => Declared::Site,
            (Rule::terrain, 0) => Declared::Terrain,
            (Rule::tiles, 0) => Declared::Tiles,
            (Rule::tile, 0) => Declared::Tile,
            (Rule::type_decl, 0) => Declared::Type,
            (Rule::piece_kind, 0) => Declared::Kind,
            (Rule::piece_kind, 1) => Declared::Plural,
            (Rule::movement, 0) => Declared::Movement,
            (Rule::remember, 0) => Declared::Variable,
            (Rule::define, 0) => Declared::Definition,
            (Rule::table, 0) => Declared::Table,
            (Rule::action, 0) => Declared::Action,
            (Rule::move_decl, 0) => Declared::Move,
            (Rule::turn, 0) => Declared::Phase,
            _ => return None,
        };
        let space = match declared {
            Declared::Movement => Space::Movement,
            Declared::Action => Space::Action,
            Declared::Move => Space::Move,
            Declared::Phase => Space::Phase,
            _ => Space::Thing,
        };
        Some((space, Role::Declares(declared)))
    }

    fn of_name(self) -> Option<(Space, Role)> {
        Some(match (self.rule, self.index) {
            (Rule::params, _) | (Rule::pick | Rule::each_st | Rule::roll_st | Rule::let_st | Rule::those, 0) => {
                (Space::Thing, Role::Binds)
            }
            // `define goal of White`, `define room of c`.
            (Rule::define, 1) => (Space::Thing, Role::Binds),
            (Rule::ways | Rule::played | Rule::event | Rule::can, _) => (Space::Move, Role::Uses),
            (Rule::as_movement, _) => (Space::Movement, Role::Uses),
            (Rule::do_st, 0) => (Space::Action, Role::Uses),
            (Rule::in_phase, _) => (Space::Phase, Role::Uses),
            // `square`, `hexagon`: words of the language.
            (Rule::shape, _) | (Rule::face, 0) => return None,
            _ => (Space::Thing, Role::Uses),
        })
    }
}
