//! The board of a file, with its sizes computed.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic, nearest::nearest};
use crate::rules::board::{Board, BoardError, BoardSpec, MAX_CELLS, Names, Shape, build};
use crate::source::Span;
use crate::syntax::ast::{BoardEdit, BoardItem, ItemKind, Name};

use super::super::types::{Type, Value};
use super::strangers::board_reaches;
use super::{Checker, ExprKind};

/// The words for shapes.
const SHAPES: [&str; 9] = ["square", "hexagon", "rhombus", "triangle", "star", "morris", "track", "loop", "graph"];

/// What is said of a graph without cells, and without a cell that something else names.
const CELLS_OF_A_GRAPH: &str = "the cells of a graph are those that `edge` and `line` name: `line a b c`, `edge a b, b c`; \
                                `direction` only names ways between cells that are there";

/// A board without cells, to stand in until the real one is built.
pub(super) fn nothing() -> Board {
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
        frame: Vec::new(),
        named_sets: BTreeMap::new(),
        bends: BTreeMap::new(),
        stacks: false,
    }
}

impl Checker<'_> {
    /// Builds the board; none if there is none to go on with.
    pub(super) fn declare_board(&mut self) -> Option<()> {
        let Some(item) =
            self.each_item(|kind| if let ItemKind::Board(board) = kind { Some(board) } else { None }).pop()
        else {
            let span = self.start;
            self.report(
                Diagnostic::new(Code::Missing, "the game has no board", span, "")
                    .help("say what is played on, for instance `board square 8 by 8`"),
            );
            return None;
        };
        let shape = self.shape(item)?;
        let spec = self.board_spec(item, shape);
        match build::build(&spec) {
            Ok(board) => {
                self.board = board;
                self.name_player_sites();
                Some(())
            }
            Err(error) => {
                self.bad_board(item, &spec, &error);
                None
            }
        }
    }

    fn shape(&mut self, item: &BoardItem) -> Option<Shape> {
        let word = item.shape.value.as_str();
        let wanted: &[usize] = match word {
            "square" | "rhombus" => &[1, 2],
            "graph" => &[0],
            _ => &[1],
        };
        if !SHAPES.contains(&word) {
            let mut diagnostic = Diagnostic::new(
                Code::BadBoard,
                format!("there is no board shape `{word}`"),
                item.shape.span,
                "not a shape",
            )
            .help(format!("shapes are `{}`", SHAPES.join("`, `")));
            if let Some(near) = nearest(word, SHAPES) {
                diagnostic = diagnostic.suggest("a shape with a similar name exists", item.shape.span, near);
            }
            self.report(diagnostic);
            return None;
        }
        if !wanted.contains(&item.sizes.len()) {
            let label = if word == "graph" { "a graph has no size" } else { "the size is missing" };
            self.error(Code::BadBoard, format!("a `{word}` board needs another size"), item.shape.span, label);
            return None;
        }
        self.needless_diagonals(item);
        let sizes: Vec<usize> =
            item.sizes.iter().map(|size| self.constant_number(size, None)).collect::<Option<_>>()?;
        let (first, second) = (sizes.first().copied().unwrap_or(0), sizes.last().copied().unwrap_or(0));
        Some(match word {
            "square" => Shape::Square { width: first, height: second },
            "hexagon" => Shape::Hexagon(first),
            "rhombus" => Shape::Rhombus { width: first, height: second },
            "triangle" => Shape::Triangle(first),
            "star" => Shape::Star(first),
            "morris" => Shape::Morris { rings: first, diagonals: item.diagonals.is_some() },
            "track" => Shape::Track(first),
            "loop" => Shape::Loop(first),
            _ => Shape::Graph,
        })
    }

    /// Only the corners of a morris board may be joined or not.
    fn needless_diagonals(&mut self, item: &BoardItem) {
        let (Some(diagonals), word) = (item.diagonals, item.shape.value.as_str()) else { return };
        if word == "morris" {
            return;
        }
        let before = item.sizes.last().map_or(item.shape.span.end, |size| size.span.end);
        let message = format!("a `{word}` board is not built `with diagonals`");
        let diagnostic =
            Diagnostic::new(Code::BadBoard, message, diagonals, "only `morris` boards may have them or not");
        let diagnostic = match word {
            "square" => diagnostic
                .help("squares have their diagonals: `steps` goes to all eight neighbours, `steps orthogonal` to four"),
            "hexagon" | "rhombus" | "triangle" | "star" => diagonal_of_hexes(diagnostic),
            _ => diagnostic.help("other ways between cells are made with `line` and `edge` in the braces of the board"),
        };
        self.report(diagnostic.suggest("leave it out", Span { start: before, ..diagonals }, ""));
    }

    /// A number that is known when the game is loaded.
    pub(super) fn constant_number(&mut self, size: &crate::syntax::ast::Expr, help: Option<&str>) -> Option<usize> {
        let expr = self.number(size);
        match (&expr.kind, expr.ty) {
            (ExprKind::Constant(Value::Number(number)), _) => Some(usize::try_from(*number).unwrap_or(0)),
            (_, Type::Unknown) => None,
            (_, Type::Number(low, high)) if low == high => Some(usize::try_from(low).unwrap_or(0)),
            _ => {
                let message = "this number must be known when the game is loaded";
                let diagnostic = Diagnostic::new(Code::WrongType, message, size.span, "");
                self.report(help.into_iter().fold(diagnostic, Diagnostic::help));
                None
            }
        }
    }

    fn board_spec(&mut self, item: &BoardItem, shape: Shape) -> BoardSpec {
        let mut spec = BoardSpec {
            shape,
            names: None,
            holes: Vec::new(),
            edges: Vec::new(),
            lines: Vec::new(),
            directions: Vec::new(),
            bends: Vec::new(),
            sites: self.sites(),
            stacks: item.stacks,
        };
        let text = |name: &Name| name.value.clone();
        for edit in &item.edits {
            match edit {
                BoardEdit::Hole(cells) => spec.holes.extend(cells.iter().map(text)),
                BoardEdit::Edge(pairs) => spec.edges.extend(pairs.iter().map(|(a, b)| (text(a), text(b)))),
                BoardEdit::Line(lines) => spec.lines.extend(lines.iter().map(|line| line.iter().map(text).collect())),
                BoardEdit::Direction(name, pairs) => {
                    spec.directions.push((text(name), pairs.iter().map(|(a, b)| (text(a), text(b))).collect()));
                }
                BoardEdit::Bend(bends) => {
                    spec.bends.extend(bends.iter().map(|[a, b, c, d]| (text(a), text(b), text(c), text(d))))
                }
                BoardEdit::Names(names) if spec.names.is_some() => {
                    let again = names.first().map_or(item.shape.span, |name| name.span);
                    self.error(Code::Duplicate, "the cells of a board are named once", again, "other names");
                }
                BoardEdit::Names(names) => {
                    spec.names = Some(match names.as_slice() {
                        [only] if only.value == "numbered" => Names::Numbered,
                        list => Names::List(list.iter().map(text).collect()),
                    });
                }
            }
        }
        spec
    }

    /// The names of all extra sites; a site of each player is called after both, `bar-white`.
    fn sites(&mut self) -> Vec<String> {
        let declared = self.each_item(|kind| match kind {
            ItemKind::Site { names, per_player } => Some((names, *per_player)),
            _ => None,
        });
        let mut sites = Vec::new();
        for (names, per_player) in declared {
            for name in names {
                match per_player {
                    true => sites.extend(self.players.iter().map(|player| player_site(&name.value, &player.name))),
                    false => sites.push(name.value.clone()),
                }
            }
        }
        sites
    }

    fn name_player_sites(&mut self) {
        let declared = self.each_item(|kind| match kind {
            ItemKind::Site { names, per_player: true } => Some(names),
            _ => None,
        });
        for name in declared.into_iter().flatten() {
            let cells =
                self.players.iter().filter_map(|player| self.board.cell(&player_site(&name.value, &player.name)));
            let cells: Vec<u16> = cells.map(|cell| cell.0).collect();
            self.player_sites.insert(name.value.clone(), cells);
        }
    }

    fn bad_board(&mut self, item: &BoardItem, spec: &BoardSpec, error: &BoardError) {
        let place = |word: &str| place_of(item, word).unwrap_or(item.shape.span);
        let of_graph = || (item.shape.value == "graph").then(|| CELLS_OF_A_GRAPH.to_string());
        let (code, message, span, help) = match error {
            BoardError::Size { cells: 0 } => {
                (Code::BadBoard, "the board has no cells".into(), item.shape.span, of_graph())
            }
            BoardError::Size { cells } => (
                Code::Limit,
                format!("a board of {cells} cells is too large"),
                item.shape.span,
                Some(format!("the limit is {MAX_CELLS} cells, extra sites included")),
            ),
            BoardError::UnknownCell(name) => (
                Code::UnknownName,
                format!("the board has no cell `{name}`"),
                place(name),
                missing_cell(spec, name).or_else(of_graph),
            ),
            BoardError::UnknownDirection(name) => {
                (Code::NoDirection, format!("the board has no direction `{name}`"), place(name), None)
            }
            BoardError::DuplicateCell(name) => {
                (Code::Duplicate, format!("two cells are called `{name}`"), place(name), None)
            }
            BoardError::NameCount { wanted, given } => {
                let names = item.edits.iter().find_map(|edit| match edit {
                    BoardEdit::Names(names) => names.first(),
                    _ => None,
                });
                let span = names.map_or(item.shape.span, |name| name.span);
                let help = (!spec.holes.is_empty()).then(|| "holes are cut first, and need no names".into());
                (Code::BadBoard, format!("the board has {wanted} cells but {given} names"), span, help)
            }
            BoardError::Other(reason) => (Code::BadBoard, reason.clone(), item.shape.span, None),
        };
        let mut diagnostic = Diagnostic::new(code, message, span, "");
        diagnostic.help.extend(help);
        self.report(diagnostic);
    }
}

fn diagonal_of_hexes(diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.help("hexes have their diagonals: who may go there says so, `steps diagonal`")
}

fn player_site(site: &str, player: &str) -> String {
    format!("{site}-{}", player.to_lowercase())
}

/// Why an edit may find no cell of that name.
fn missing_cell(spec: &BoardSpec, name: &str) -> Option<String> {
    let bare = BoardSpec { holes: Vec::new(), edges: Vec::new(), lines: Vec::new(), names: None, ..spec.clone() };
    let bare = build::build(&BoardSpec { directions: Vec::new(), bends: Vec::new(), ..bare }).ok()?;
    let is_hole = spec.holes.iter().any(|hole| hole == name);
    if is_hole && bare.named_sets.contains_key(name) {
        return Some("`hole` takes cells, and of the named sets `light` and `dark` alone".into());
    }
    if is_hole && bare.cell(name).is_some() {
        return Some("it was taken out: holes are cut first".into());
    }
    match spec.names {
        Some(_) => Some("`hole` goes by the usual names of cells, all other edits by those that `names` gives".into()),
        None => board_reaches(&bare, name),
    }
}

/// Where a name is written in the edits of a board.
fn place_of(item: &BoardItem, word: &str) -> Option<Span> {
    item.edits
        .iter()
        .flat_map(|edit| match edit {
            BoardEdit::Hole(names) | BoardEdit::Names(names) => names.iter().collect::<Vec<_>>(),
            BoardEdit::Edge(pairs) | BoardEdit::Direction(_, pairs) => pairs.iter().flat_map(|(a, b)| [a, b]).collect(),
            BoardEdit::Line(lines) => lines.iter().flatten().collect(),
            BoardEdit::Bend(bends) => bends.iter().flatten().collect(),
        })
        .find(|name| name.value == word)
        .map(|name| name.span)
}
