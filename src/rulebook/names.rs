//! What the names of a rule file stand for, as far as a book must know it.

use std::collections::BTreeMap;

use crate::rules::board::{Board, Shape};
use crate::rules::check::{RELATIVE, betza_paths};
use crate::rules::{Module, Rules};
use crate::syntax::ast::{
    Block, Distance, Expr, ExprKind, ItemKind, MoveItem, OptionChoice, Params, Path, PieceItem, RememberItem, TypeItem,
    Verb,
};

/// A definition, or one case of it.
#[derive(Clone, Copy, Debug)]
pub struct Define<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its parameters.
    pub params: &'a Params,
    /// What it is.
    pub body: &'a Expr,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub enum Meaning<'a> {
    /// A kind of pieces.
    Kind(&'a PieceItem),
    /// The cells of a kind.
    Pieces(&'a PieceItem),
    /// A player.
    Player(&'a str),
    /// An option of the file.
    Option(&'a str),
    /// A definition without parameters, or with cases.
    Define(&'a str),
    /// Something remembered.
    Variable(&'a RememberItem),
    /// A table.
    Table(&'a str),
    /// A terrain.
    Terrain(&'a str),
    /// A value of a terrain: its cells.
    Ground(&'a str),
    /// A type, as all its values.
    Type(&'a str),
    /// A value of a type.
    Value(&'a str),
    /// A site for each player.
    PlayerSite(&'a str),
    /// A cell, or a site.
    Cell(&'a str),
    /// A named set of cells of the board.
    NamedSet(&'a str),
    /// A direction, or a set of directions.
    Direction,
    /// A word of the language, or a bound name.
    Word,
}

/// An action with its parameters.
type Action<'a> = (&'a [crate::syntax::ast::Name], &'a Block);

/// The names of a file.
#[derive(Debug)]
pub struct Names<'a> {
    /// The rules, with their options chosen.
    pub rules: &'a Rules,
    /// The kinds.
    pub kinds: Vec<&'a PieceItem>,
    /// The moves.
    pub moves: Vec<&'a MoveItem>,
    /// The definitions.
    pub defines: Vec<Define<'a>>,
    /// What is remembered.
    pub variables: Vec<&'a RememberItem>,
    /// The alternatives of each `movement`.
    pub movements: BTreeMap<&'a str, &'a [(Path, Option<Expr>)]>,
    /// What is chosen in moves, each from what.
    pub picks: BTreeMap<&'a str, &'a Expr>,
    /// The actions.
    pub actions: BTreeMap<&'a str, Action<'a>>,
    /// What Betza notation says in the words of the language.
    pub betza: BTreeMap<&'a str, Vec<(Path, Option<Expr>)>>,
    options: BTreeMap<&'a str, Vec<&'a str>>,
    players: Vec<&'a str>,
    tables: BTreeMap<&'a str, &'a [(Expr, Expr)]>,
    terrains: Vec<&'a str>,
    grounds: Vec<&'a str>,
    types: Vec<&'a str>,
    values: Vec<&'a str>,
    ranges: BTreeMap<&'a str, (i64, i64)>,
    sites: Vec<&'a str>,
}

impl<'a> Names<'a> {
    /// The names of a file.
    pub fn of(module: &'a Module, rules: &'a Rules) -> Self {
        let mut names = Self {
            rules,
            kinds: Vec::new(),
            moves: Vec::new(),
            defines: Vec::new(),
            variables: Vec::new(),
            movements: BTreeMap::new(),
            picks: BTreeMap::new(),
            actions: BTreeMap::new(),
            betza: BTreeMap::new(),
            options: BTreeMap::new(),
            players: Vec::new(),
            tables: BTreeMap::new(),
            terrains: Vec::new(),
            grounds: Vec::new(),
            types: Vec::new(),
            values: Vec::new(),
            ranges: BTreeMap::new(),
            sites: Vec::new(),
        };
        module.items.iter().for_each(|item| names.learn(&item.kind));
        names
    }

    fn learn(&mut self, item: &'a ItemKind) {
        match item {
            ItemKind::Piece(piece) => self.kinds.push(piece),
            ItemKind::Move(item) => {
                let travels = item.sentences.iter().filter_map(|sentence| sentence.travel.as_ref());
                travels.for_each(|travel| self.learn_path(&travel.path));
                let picks = item.sentences.iter().flat_map(|sentence| &sentence.picks);
                self.picks.extend(picks.map(|pick| (pick.name.value.as_str(), &pick.from.from)));
                self.moves.push(item);
            }
            ItemKind::Define { name, params, body } => self.defines.push(Define { name: &name.value, params, body }),
            ItemKind::Remember(variable) => self.variables.push(variable),
            ItemKind::Movement { name, paths } => {
                paths.iter().for_each(|(path, _)| self.learn_path(path));
                self.movements.insert(&name.value, paths);
            }
            ItemKind::Action { name, params, block } => drop(self.actions.insert(&name.value, (params, block))),
            ItemKind::Option { name, choices } => {
                let words = choices.iter().filter_map(|choice| match choice {
                    OptionChoice::Word(word) => Some(word.value.as_str()),
                    OptionChoice::Picture(_) => None,
                });
                self.options.insert(&name.value, words.collect());
            }
            ItemKind::Players { players, .. } => {
                self.players.extend(players.iter().map(|player| player.name.value.as_str()));
            }
            ItemKind::Table { name, rows, .. } => drop(self.tables.insert(&name.value, rows)),
            ItemKind::Terrain { name, values } => {
                self.terrains.push(&name.value);
                self.grounds.extend(values.iter().map(|value| value.value.as_str()));
            }
            ItemKind::Type { name, kind } => {
                self.types.push(&name.value);
                match kind {
                    TypeItem::Values(values) => self.values.extend(values.iter().map(|value| value.value.as_str())),
                    TypeItem::Range(low, high) => drop(self.ranges.insert(&name.value, (low.value, high.value))),
                    TypeItem::Cubes(_) => {}
                }
            }
            ItemKind::Site { names, per_player: true } => {
                self.sites.extend(names.iter().map(|name| name.value.as_str()));
            }
            ItemKind::Site { .. }
            | ItemKind::Language(_)
            | ItemKind::Game { .. }
            | ItemKind::Titles(_)
            | ItemKind::Prose(_)
            | ItemKind::Fact { .. }
            | ItemKind::Use(_)
            | ItemKind::Seats(_)
            | ItemKind::Board(_)
            | ItemKind::Tiles { .. }
            | ItemKind::Captured { .. }
            | ItemKind::Setup { .. }
            | ItemKind::Afterwards(_)
            | ItemKind::Ensure(_)
            | ItemKind::EnsureTurn(_)
            | ItemKind::Turn { .. }
            | ItemKind::End { .. }
            | ItemKind::Limit(_)
            | ItemKind::Always(_)
            | ItemKind::Text { .. }
            | ItemKind::PositionFormat { .. }
            | ItemKind::Test(_)
            | ItemKind::Remove { .. } => {}
        }
    }

    /// Writes out what stands in Betza notation.
    fn learn_path(&mut self, path: &'a Path) {
        for leg in path {
            if let Verb::Betza(notation) = &leg.verb {
                self.betza.insert(&notation.value, betza_paths(&notation.value, notation.span).unwrap_or_default());
            }
        }
    }

    /// Whether all slides of so many cells pass one cell only.
    pub fn passes_one(&self) -> bool {
        let two = |leg: &crate::syntax::ast::Leg| match &leg.verb {
            Verb::Slides { range: Some(Distance::Exactly(n)), .. } => matches!(n.bare().value, ExprKind::Int(2)),
            _ => false,
        };
        let sentences = self.moves.iter().flat_map(|item| &item.sentences);
        let paths = sentences.filter_map(|sentence| sentence.travel.as_ref()).map(|travel| &travel.path);
        paths.flatten().any(two)
    }

    /// Whether the board is one row of places, run through from the first to the last.
    pub fn is_path(&self) -> bool {
        matches!(self.board().shape, Shape::Track(_) | Shape::Loop(_))
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        &self.rules.board
    }

    /// What a place of the board is called, by the key of its noun.
    pub fn site(&self) -> &'static str {
        let points = self.board().cells.iter().filter(|cell| !cell.site).all(|cell| cell.outline.len() < 3);
        match self.board().shape {
            Shape::Square { .. } => "square",
            Shape::Track(_) | Shape::Loop(_) => "place",
            _ if points => "point",
            _ => "cell",
        }
    }

    /// What a name stands for.
    pub fn meaning(&self, name: &str) -> Meaning<'a> {
        let find = |all: &[&'a str]| all.iter().copied().find(|known| *known == name);
        if let Some((option, _)) = self.options.get_key_value(name) {
            return Meaning::Option(option);
        }
        if let Some(define) = self.defines.iter().find(|define| define.name == name) {
            return Meaning::Define(define.name);
        }
        if let Some(variable) = self.variables.iter().find(|variable| variable.name.value == name) {
            return Meaning::Variable(variable);
        }
        if let Some(player) = find(&self.players) {
            return Meaning::Player(player);
        }
        if let Some(kind) = self.kinds.iter().find(|kind| plural(kind) == name) {
            return Meaning::Pieces(kind);
        }
        if let Some(kind) = self.kinds.iter().find(|kind| kind.name.value == name) {
            return Meaning::Kind(kind);
        }
        find(&self.grounds)
            .map(Meaning::Ground)
            .or_else(|| find(&self.values).map(Meaning::Value))
            .or_else(|| find(&self.terrains).map(Meaning::Terrain))
            .or_else(|| find(&self.types).map(Meaning::Type))
            .or_else(|| self.tables.get_key_value(name).map(|(table, _)| Meaning::Table(table)))
            .or_else(|| find(&self.sites).map(Meaning::PlayerSite))
            .unwrap_or_else(|| self.on_board(name))
    }

    fn on_board(&self, name: &str) -> Meaning<'a> {
        let board = self.board();
        if let Some(cell) = board.cells.iter().find(|cell| cell.name == name) {
            return Meaning::Cell(&cell.name);
        }
        if let Some((set, _)) = board.named_sets.get_key_value(name) {
            return Meaning::NamedSet(set);
        }
        let is_way =
            board.direction_sets.contains_key(name) || board.direction(name).is_some() || RELATIVE.contains(&name);
        if is_way { Meaning::Direction } else { Meaning::Word }
    }

    /// The cases of a definition.
    pub fn cases(&self, name: &str) -> Vec<Define<'a>> {
        self.defines.iter().filter(|define| define.name == name).copied().collect()
    }

    /// The least and the greatest number of a type of numbers.
    pub fn number_type(&self, name: &str) -> Option<(i64, i64)> {
        self.ranges.get(name).copied()
    }

    /// Whether the values of a table are kinds of pieces.
    pub fn is_table_of_kinds(&self, table: &str) -> bool {
        let rows = self.tables.get(table).copied().unwrap_or_default();
        let is_kind = |value: &Expr| matches!(&value.bare().value, ExprKind::Name(name) if matches!(self.meaning(name), Meaning::Kind(_)));
        rows.iter().any(|(_, value)| is_kind(value))
    }

    /// The values of an option that are words: where it has none of them, a board is drawn.
    pub fn words_of_option(&self, option: &str) -> &[&'a str] {
        self.options.get(option).map_or(&[], |values| values)
    }

    /// Whether a word is a value of an option.
    pub fn is_value_of(&self, option: &str, value: &str) -> bool {
        self.options.get(option).is_some_and(|values| values.contains(&value))
    }
}

/// The name of the set of a kind's cells.
pub fn plural(kind: &PieceItem) -> String {
    kind.plural.as_ref().map_or_else(|| format!("{}s", kind.name.value), |plural| plural.value.clone())
}
