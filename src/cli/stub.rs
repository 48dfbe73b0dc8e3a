//! A stand-in for the library until its evaluator is there: a heap of stones, three of them at most for each turn.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Actor, Game, NotAnOption, Outcome, PlayerId, Probability, Snapshot};
use crate::rules::Rules;
use crate::rules::board::{Board, CellId, Shape};
use crate::rules::look::{Look, PlayerLook, Words};
use crate::source::{SourceMap, Span};

use crate::rules::check::{Choices, OptionDeclaration};
use crate::rules::loader::Loader;

pub mod library {
    pub const FILES: &[(&str, &str)] = &[("stones.gdl", "game \"Stones\"\n"), ("lib/heap.gdl", "")];
}

#[derive(Debug)]
pub struct Test {
    pub name: crate::syntax::ast::Name,
}

#[derive(Debug)]
pub struct Module {
    options: Vec<OptionDeclaration>,
    title: Words,
    pub tests: Vec<Test>,
    bad: Vec<Diagnostic>,
}

impl Module {
    pub fn load(loader: &dyn Loader, name: &str, sources: &mut SourceMap) -> (Option<Module>, Vec<Diagnostic>) {
        let Ok((name, text)) = loader.read(None, name) else {
            return (None, vec![Diagnostic::new(Code::Unreadable, "unreadable", Span::default(), "")]);
        };
        let id = sources.add(name, text.clone());
        let bad = |(start, word): (usize, &str)| {
            let span = Span::new(id, start, start + word.len());
            Diagnostic::new(Code::UnknownName, format!("unknown name `{word}`"), span, "not declared")
        };
        let values = ["7", "12"].map(str::to_owned).to_vec();
        let roll = ["off", "on"].map(str::to_owned).to_vec();
        let module = Module {
            options: vec![
                OptionDeclaration { name: "heap".to_owned(), values, picture: false },
                OptionDeclaration { name: "roll".to_owned(), values: roll, picture: false },
            ],
            title: Words { plain: "Stones".to_owned(), ..Words::default() },
            tests: vec![Test { name: crate::source::Spanned::new("the last stone wins".to_owned(), Span::default()) }],
            bad: text.match_indices("bad").map(bad).collect(),
        };
        let diagnostics = module.bad.clone();
        ((!text.is_empty()).then_some(module), diagnostics)
    }

    pub fn options(&self) -> Vec<OptionDeclaration> {
        self.options.clone()
    }

    pub fn players(&self) -> (usize, usize) {
        (2, 3)
    }

    pub fn title(&self) -> Option<&str> {
        Some(&self.title.plain)
    }

    pub fn check(&self) -> Vec<Diagnostic> {
        Vec::new()
    }

    pub fn rules(&self, choices: &Choices) -> Result<Rules, Vec<Diagnostic>> {
        if !self.bad.is_empty() {
            return Err(self.bad.clone());
        }
        let names = ["White", "Black", "Red"];
        let player =
            |name: &&str| PlayerLook { name: Words { plain: (*name).to_owned(), ..Words::default() }, colour: None };
        let n = choices.players.unwrap_or(2);
        let chosen = |option: &OptionDeclaration| {
            let value = choices.options.get(&option.name).or(option.values.first()).cloned();
            (option.name.clone(), value.unwrap_or_default())
        };
        let look =
            Look { title: self.title.clone(), players: names.iter().take(n).map(player).collect(), ..Look::default() };
        let options = self.options.iter().map(chosen).collect();
        Ok(Rules {
            board: board(),
            look,
            fingerprint: "0123456789abcdef".to_owned(),
            options,
            players: Vec::new(),
            kinds: Vec::new(),
            types: Vec::new(),
            terrains: Vec::new(),
            variables: Vec::new(),
            tables: Vec::new(),
            tiles: Vec::new(),
            functions: Vec::new(),
            moves: Vec::new(),
            code: Vec::new(),
            phases: Vec::new(),
            ends: Vec::new(),
            afterwards: Vec::new(),
            ensures: Vec::new(),
            counters: Vec::new(),
            n_kept: 0,
            n_temporary: 0,
            captured: crate::rules::model::Captured::Away,
            asks_repetition: false,
            asks_unmoved: false,
            limit: 1000,
        })
    }
}

fn board() -> Board {
    Board {
        shape: Shape::Graph,
        cells: Vec::new(),
        n_grid: 0,
        directions: Vec::new(),
        compass: 0,
        direction_sets: BTreeMap::new(),
        lines: Vec::new(),
        edges: Vec::new(),
        rows: Vec::new(),
        named_sets: BTreeMap::new(),
        bends: BTreeMap::new(),
        stacks: false,
    }
}

#[derive(Debug)]
pub struct Reference {
    rules: Arc<Rules>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    heap: u32,
    mover: u8,
    roll: bool,
}

impl Reference {
    pub fn new(rules: Arc<Rules>) -> Self {
        Self { rules }
    }

    pub fn position(&self, text: &str) -> Result<Position, Vec<Diagnostic>> {
        let span = Span { end: text.len() as u32, ..Span::default() };
        let wrong = |_| vec![Diagnostic::new(Code::Syntax, "expected a number of stones", span, "not a number")];
        text.trim().parse().map(|heap| Position { heap, mover: 0, roll: false }).map_err(wrong)
    }

    fn option(&self, name: &str) -> &str {
        self.rules.options.iter().find(|option| option.0 == name).map_or("", |option| &option.1)
    }
}

impl Game for Reference {
    type Position = Position;
    type Undo = Position;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn initial(&self) -> Position {
        Position { heap: self.option("heap").parse().unwrap_or(7), mover: 0, roll: self.option("roll") == "on" }
    }

    fn actor(&self, position: &Position) -> Option<Actor> {
        match (position.roll, position.heap) {
            (true, _) => Some(Actor::Chance),
            (false, 0) => None,
            _ => Some(Actor::Player(PlayerId(position.mover))),
        }
    }

    fn n_options(&self, position: &Position) -> usize {
        if position.roll { 2 } else { position.heap.min(3) as usize }
    }

    fn probability(&self, position: &Position, option: usize) -> Option<Probability> {
        position.roll.then(|| Probability::new(2 + 2 * option as u64, 6))
    }

    fn notation(&self, position: &Position, option: usize) -> String {
        if position.roll { (20 + option).to_string() } else { format!("-{}", option + 1) }
    }

    fn parse(&self, position: &Position, text: &str) -> Result<usize, NotAnOption> {
        let options = self.notations(position);
        let found = options.iter().position(|option| option == text);
        found.ok_or_else(|| NotAnOption { text: text.to_owned(), nearest: None, options })
    }

    fn apply(&self, position: &mut Position, option: usize) -> Position {
        let before = position.clone();
        if position.roll {
            position.heap = 20 + option as u32;
            position.roll = false;
        } else {
            position.heap -= option as u32 + 1;
            position.mover = (position.mover + 1) % self.rules.look.players.len() as u8;
        }
        before
    }

    fn undo(&self, position: &mut Position, undo: Position) {
        *position = undo;
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let n = self.rules.look.players.len() as u8;
        let winner = (position.mover + n - 1) % n;
        let places = (0..n).map(|player| if player == winner { 1 } else { 2 }).collect();
        let over = !position.roll && position.heap == 0;
        over.then(|| Outcome { places, nobody: false, by: "last stone".to_owned(), clause: Some(0) })
    }

    fn snapshot(&self, position: &Position) -> Snapshot {
        Snapshot {
            cells: Vec::new(),
            terrain: Vec::new(),
            hands: Vec::new(),
            variables: vec![("heap".to_owned(), position.heap.to_string())],
            mover: Some(PlayerId(position.mover)),
            turns: 0,
        }
    }

    fn cells_of(&self, _: &Position, _: usize) -> Vec<CellId> {
        Vec::new()
    }
}

#[derive(Debug)]
pub struct Failure {
    pub span: Span,
    pub message: String,
}

pub mod scenario {
    pub fn run(_: &super::Module, _: &super::Test) -> Vec<super::Failure> {
        Vec::new()
    }
}
