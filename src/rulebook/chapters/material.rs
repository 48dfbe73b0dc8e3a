//! What is in the box.

use super::{Block, Chapter, ItemKind, Node, Phrase, Writer, say};
use crate::rules::board::Shape;
use crate::syntax::ast::{BoardEdit, ExprKind, Roll, StatementKind};

impl<'a> Writer<'a> {
    pub(super) fn material(&self) -> Option<Chapter> {
        let mut nodes = vec![Node::leaf(self.board())];
        nodes.extend(self.grounds());
        nodes.extend(self.sites());
        nodes.extend(self.dice());
        let mut blocks: Vec<Block> = self.list(&nodes, false).into_iter().collect();
        blocks.push(self.pieces());
        let supply: Vec<Node> = self.later().into_iter().collect();
        blocks.extend(self.list(&supply, false));
        blocks.push(self.pictures.empty(&self.start, self.teller.sentence(&Phrase::of("caption-board"))));
        blocks.push(self.paragraph(&self.cell_names()));
        Some(self.chapter("title-box", blocks))
    }

    fn board(&self) -> Phrase {
        let board = &self.rules().board;
        let n = |number: usize| Phrase::Number(number as i64);
        let all = n(board.n_grid);
        let said = match board.shape {
            Shape::Square { width, height } => {
                let key = if width * height == board.n_grid { "board-square" } else { "board-square-holes" };
                Phrase::Say(key, vec![("a", n(width)), ("b", n(height)), ("n", all)])
            }
            Shape::Hexagon(side) => say!("board-hexagon", a = n(side), n = all),
            Shape::Rhombus { width, height } => say!("board-rhombus", a = n(width), b = n(height), n = all),
            Shape::Triangle(side) => say!("board-triangle", a = n(side), n = all),
            Shape::Star(side) => say!("board-star", a = n(side), n = all),
            Shape::Morris { rings, .. } => say!("board-morris", a = n(rings), n = all),
            Shape::Track(_) => say!("board-track", n = all),
            Shape::Loop(_) => say!("board-loop", n = all),
            Shape::Graph => say!("board-graph", n = all),
        };
        let items = self.module.items.iter();
        let stacks = items.clone().any(|item| matches!(&item.kind, ItemKind::Board(board) if board.stacks));
        let lines = items.clone().any(|item| {
            matches!(&item.kind, ItemKind::Board(board) if board.edits.iter().any(|edit| matches!(edit, BoardEdit::Line(_))))
        });
        let stacks = if stacks { Phrase::of("board-stacks") } else { Phrase::Nothing };
        let lines = if lines { Phrase::of("board-lines") } else { Phrase::Nothing };
        Phrase::list("then-sentence", vec![said, lines, stacks].into_iter().filter(|said| !said.is_nothing()).collect())
    }

    /// The values of terrains that the board has now, and how often.
    fn grounds(&self) -> Vec<Node> {
        let mut nodes = Vec::new();
        for (number, terrain) in self.rules().terrains.iter().enumerate() {
            let painted = self.start.terrain.get(number);
            let count = |value: usize| painted.into_iter().flatten().filter(|cell| **cell == Some(value)).count();
            let some = |(value, name): (usize, &String)| {
                let n = count(value);
                (n > 0).then(|| {
                    say!(
                        "ground-count",
                        n = Phrase::Number(n as i64),
                        x = Phrase::with("plain", Phrase::Term(name.clone()))
                    )
                })
            };
            let values: Vec<Phrase> = terrain.values.iter().enumerate().filter_map(some).collect();
            if !values.is_empty() {
                let values = Phrase::list("and", values);
                let terrain = Phrase::with("plain", Phrase::Term(terrain.name.clone()));
                nodes.push(Node::leaf(say!("grounds", x = terrain, all = values)));
            }
        }
        nodes
    }

    fn sites(&self) -> Option<Node> {
        let sites = self.rules().board.cells.iter().filter(|cell| cell.site);
        // Pictures and records call them by the names of the file.
        let told = |name: &String| {
            let id = if self.teller.has_word(name) { Phrase::Text(name.clone()) } else { Phrase::Nothing };
            let id = if id.is_nothing() { id } else { Phrase::with("in-brackets", id) };
            say!("extra-site", x = Phrase::with("variable", Phrase::Term(name.clone())), id = id)
        };
        let sites: Vec<Phrase> = sites.map(|cell| told(&cell.name)).collect();
        (!sites.is_empty()).then(|| Node::leaf(Phrase::with("extra-sites", Phrase::list("and", sites))))
    }

    /// Dice, if any are thrown: as many as in the turn that throws most.
    fn dice(&self) -> Option<Node> {
        fn thrown(block: &[crate::syntax::ast::Statement]) -> i64 {
            let dice = block.iter().map(|statement| match &statement.value {
                StatementKind::Roll { from: Roll::Dice(n, _), .. } => match n.bare().value {
                    ExprKind::Int(n) => n,
                    _ => 1,
                },
                StatementKind::Roll { name, .. } => i64::from(name.value != "starter"),
                StatementKind::If { then, otherwise, .. } => {
                    thrown(then).max(otherwise.as_ref().map_or(0, |block| thrown(block)))
                }
                StatementKind::Repeat { block, .. } | StatementKind::Each { block, .. } => thrown(block),
                _ => 0,
            });
            dice.sum()
        }
        let items = self.module.items.iter();
        let blocks = items.filter_map(|item| match &item.kind {
            ItemKind::Turn { block, .. } | ItemKind::Setup { block, .. } => Some(block),
            _ => None,
        });
        let n = blocks.map(|block| thrown(block)).max().unwrap_or(0);
        (n > 0).then(|| Node::leaf(say!("dice", n = Phrase::Number(n))))
    }

    /// The pieces of each player: kind, sign, how many on the board and in hand at the start.
    fn pieces(&self) -> Block {
        let look = &self.rules().look;
        let mut head = vec![self.tell(&Phrase::of("head-kind")), self.tell(&Phrase::of("head-sign"))];
        head.extend(look.players.iter().map(|player| self.teller.heading(&player.name.plain)));
        let mut rows = Vec::new();
        for (number, kind) in look.kinds.iter().enumerate() {
            let sign = if kind.glyphs.is_empty() { kind.letter.clone() } else { kind.glyphs.join(" ") };
            let mut row = vec![self.teller.heading(&kind.name.plain), sign];
            row.extend((0..look.players.len()).map(|player| self.counted(number, player)));
            rows.push(row);
        }
        Block::Table { head, rows }
    }

    /// How many of a kind a player has at the start.
    fn counted(&self, kind: usize, player: usize) -> String {
        let is_own = |piece: &&crate::game::PieceView| {
            piece.kind == kind && piece.owner.is_none_or(|owner| owner.index() == player)
        };
        let placed = self.start.cells.iter().flatten().filter(is_own).count();
        let held = self.start.hands.get(player).and_then(|hand| hand.get(kind)).copied().unwrap_or(0);
        let n = |n: usize| Phrase::Number(n as i64);
        let said = match (placed, held as usize) {
            (0, 0) => Phrase::of("count-none"),
            (placed, 0) => n(placed),
            (0, held) => say!("count-held", n = n(held)),
            (placed, held) => say!("count-both", a = n(placed), b = n(held)),
        };
        self.teller.text(&said)
    }

    /// The kinds of which there is no end, or that come later.
    fn later(&self) -> Option<Node> {
        let is_absent = |kind: &usize| {
            let placed = self.start.cells.iter().flatten().any(|piece| piece.kind == *kind);
            let held = self.start.hands.iter().any(|hand| hand.get(*kind).is_some_and(|n| *n > 0));
            !placed && !held
        };
        let kinds = (0..self.rules().kinds.len()).filter(is_absent);
        let kinds: Vec<Phrase> = kinds.map(|kind| Phrase::Name(self.rules().kinds[kind].name.clone())).collect();
        (!kinds.is_empty()).then(|| Node::leaf(Phrase::with("as-many-as-needed", Phrase::list("and", kinds))))
    }

    /// How the places of the board are called.
    fn cell_names(&self) -> Phrase {
        let cells = || self.rules().board.cells.iter().filter(|cell| !cell.site);
        let is_number = |name: &str| name.bytes().all(|sign| sign.is_ascii_digit());
        let is_coordinate = |name: &str| {
            let digits = name.trim_start_matches(|sign: char| sign.is_ascii_lowercase());
            !digits.is_empty() && digits.len() < name.len() && is_number(digits)
        };
        let key = match () {
            () if cells().all(|cell| is_number(&cell.name)) => "board-names-numbers",
            () if cells().all(|cell| is_coordinate(&cell.name)) => "board-names-grid",
            () => "board-names",
        };
        Phrase::Say(key, vec![("a", self.example_cell(0)), ("b", self.example_cell(1))])
    }

    /// A cell to explain the names by: the first one, and the last.
    fn example_cell(&self, which: usize) -> Phrase {
        let board = &self.rules().board;
        let numbers: Option<Vec<i64>> =
            board.cells.iter().filter(|cell| !cell.site).map(|cell| cell.name.parse().ok()).collect();
        if let Some(numbers) = numbers {
            let found = if which == 0 { numbers.iter().min() } else { numbers.iter().max() };
            return found.map_or(Phrase::Nothing, |number| Phrase::Number(*number));
        }
        let at = if which == 0 { 0 } else { board.n_grid.saturating_sub(1) };
        Phrase::Text(board.cells.get(at).map_or_else(String::new, |cell| cell.name.clone()))
    }
}
