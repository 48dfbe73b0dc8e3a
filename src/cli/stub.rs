//! A stand-in for the library until its evaluator is there: a heap of stones, three of them at most for each turn.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Actor, Game, NotAnOption, Outcome, PlayerId, Probability, Snapshot};
use crate::rules::Rules;
use crate::rules::board::CellId;
use crate::source::Span;

pub mod library {
    pub const FILES: &[(&str, &str)] = &[
        ("adix.gdl", include_str!("../../games/adix.gdl")),
        ("arena.gdl", include_str!("../../games/arena.gdl")),
        ("arene.gdl", include_str!("../../games/arene.gdl")),
        ("breakthrough.gdl", include_str!("../../games/breakthrough.gdl")),
        ("katarenga.gdl", include_str!("../../games/katarenga.gdl")),
        ("marelle-ceylan.gdl", include_str!("../../games/marelle-ceylan.gdl")),
        ("marelle-mixte.gdl", include_str!("../../games/marelle-mixte.gdl")),
        ("marelle.gdl", include_str!("../../games/marelle.gdl")),
    ];
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
    pub fn run(_: &crate::rules::Module, _: &crate::syntax::ast::TestItem) -> Vec<super::Failure> {
        Vec::new()
    }
}
