//! Small boards and positions for the tests of pictures, with the builder of boards.

use std::collections::BTreeMap;

use crate::game::{PieceView, PlayerId, Snapshot};
use crate::rules::board::{Board, BoardSpec, Shape, build};
use crate::rules::look::{KindLook, Look, PlayerLook, TerrainLook, ValueLook, Words};

use super::Scene;

/// A game to draw.
pub(super) struct Fixture {
    pub board: Board,
    pub look: Look,
    pub snapshot: Snapshot,
}

/// A shape without edits.
pub(super) fn spec(shape: Shape) -> BoardSpec {
    BoardSpec {
        shape,
        names: None,
        holes: Vec::new(),
        edges: Vec::new(),
        lines: Vec::new(),
        directions: Vec::new(),
        bends: Vec::new(),
        sites: Vec::new(),
        stacks: false,
    }
}

/// Words as the file lists them.
pub(super) fn list(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

impl Fixture {
    /// An empty board of that shape.
    pub fn new(shape: Shape) -> Self {
        Self::built(&spec(shape))
    }

    /// An empty board.
    pub fn built(spec: &BoardSpec) -> Self {
        let board = build::build(spec).expect("a board");
        let snapshot = Snapshot {
            cells: vec![Vec::new(); board.n_cells()],
            terrain: Vec::new(),
            hands: vec![Vec::new(), Vec::new()],
            mover: Some(PlayerId(0)),
            ..Snapshot::default()
        };
        let look = Look { title: words("Test"), ..Look::default() };
        Self { board, look, snapshot }
    }

    /// Names the players.
    pub fn players(mut self, names: &[&str]) -> Self {
        self.look.players =
            names.iter().map(|name| PlayerLook { name: words(name), ..PlayerLook::default() }).collect();
        self
    }

    /// Adds a kind of piece; glyphs by player, with a space between them.
    pub fn kind(mut self, letter: &str, name: &str, glyphs: &str) -> Self {
        let glyphs = glyphs.split_whitespace().map(str::to_owned).collect();
        self.look.kinds.push(KindLook { name: words(name), letter: letter.to_owned(), glyphs, ..KindLook::default() });
        self
    }

    /// Adds a terrain: its values by letter and name with perhaps a colour, and rows of letters from the top.
    pub fn terrain(mut self, name: &str, values: &[(&str, &str, Option<&str>)], rows: &[&str]) -> Self {
        let value = |&(letter, name, colour): &(&str, &str, Option<&str>)| ValueLook {
            name: words(name),
            letter: letter.to_owned(),
            colour: colour.map(str::to_owned),
            ..ValueLook::default()
        };
        let at = |letter: char| values.iter().position(|value| value.0.starts_with(letter));
        self.snapshot.terrain.push(rows.iter().rev().flat_map(|row| row.chars()).map(at).collect());
        let values = values.iter().map(value).collect();
        self.look.terrains.push(TerrainLook { name: words(name), values });
        self
    }

    /// Puts a piece on a cell, on top of what is there.
    pub fn put(mut self, cell: &str, kind: usize, owner: Option<u8>, attributes: &[(&str, &str)]) -> Self {
        let cell = self.board.cell(cell).expect("a cell of the fixture").index();
        let attributes = attributes.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        self.snapshot.cells[cell].push(PieceView {
            kind,
            owner: owner.map(PlayerId),
            attributes,
            ..PieceView::default()
        });
        self
    }

    /// Sets pieces up from rows of letters, the top row first: upper case for the first player.
    pub fn setup(mut self, rows: &[&str]) -> Self {
        let letters = rows.iter().rev().flat_map(|row| row.chars());
        for (cell, letter) in letters.enumerate() {
            let kind = |kind: &KindLook| kind.letter.eq_ignore_ascii_case(&letter.to_string());
            if let Some(kind) = self.look.kinds.iter().position(kind) {
                let owner = Some(PlayerId(u8::from(letter.is_lowercase())));
                self.snapshot.cells[cell].push(PieceView { kind, owner, ..PieceView::default() });
            }
        }
        self
    }

    /// The picture, with cells marked by name: the latest move, then targets.
    pub fn scene(&self, last: &[&str], targets: &[&str]) -> Scene {
        let mut scene = Scene::new(&self.board, &self.look, &self.snapshot, "en");
        scene.marks.last = last.iter().filter_map(|name| self.board.cell(name)).collect();
        scene.marks.targets = targets.iter().filter_map(|name| self.board.cell(name)).collect();
        scene
    }
}

fn words(plain: &str) -> Words {
    Words { plain: plain.to_owned(), translated: BTreeMap::new() }
}

/// Two armies of many kinds, with glyphs.
pub(super) fn army() -> Fixture {
    Fixture::new(Shape::Square { width: 8, height: 8 })
        .players(&["White", "Black"])
        .kind("K", "King", "♔ ♚")
        .kind("Q", "Queen", "♕ ♛")
        .kind("R", "Rook", "♖ ♜")
        .kind("B", "Bishop", "♗ ♝")
        .kind("N", "Knight", "♘ ♞")
        .kind("P", "Pawn", "♙ ♟")
        .setup(&["rnbqkbnr", "pppppppp", "........", "........", "........", "........", "PPPPPPPP", "RNBQKBNR"])
}

/// Four colours on 64 squares, and places beside them.
pub(super) fn colours() -> Fixture {
    let rows = ["gbyrgryb", "bgrgbgrg", "rbyyrbyy", "yrgbybgr", "ybgryrgb", "rgyybbry", "grbbgygr", "byrgrybg"];
    let values = [
        ("r", "red", Some("#d1605e")),
        ("y", "yellow", Some("#edc949")),
        ("g", "green", Some("#6aa56e")),
        ("b", "blue", Some("#5b8fc0")),
    ];
    let camps = list("camp-nw camp-ne camp-sw camp-se");
    let with_camps = BoardSpec { sites: camps, ..spec(Shape::Square { width: 8, height: 8 }) };
    Fixture::built(&with_camps)
        .players(&["White", "Black"])
        .kind("P", "Pawn", "")
        .terrain("colour", &values, &rows)
        .setup(&["pppppppp", "........", "........", "........", "........", "........", "........", "PPPPPPPP"])
        .put("camp-se", 0, Some(1), &[])
}

/// Rings of points in mid-game.
pub(super) fn rings(rings: usize, diagonals: bool) -> Fixture {
    let mut fixture =
        Fixture::new(Shape::Morris { rings, diagonals }).players(&["White", "Black"]).kind("M", "Man", "");
    fixture.snapshot.hands = vec![vec![7], vec![8]];
    fixture
}
