//! Facts about boards that are known from outside, edits, and laws that hold for every shape.

use std::collections::BTreeSet;

use super::{Board, BoardError, BoardSpec, CellId, DirectionId, MAX_CELLS, Names, Shape, build::build};

fn spec(shape: Shape) -> BoardSpec {
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

fn square(width: usize, height: usize) -> BoardSpec {
    spec(Shape::Square { width, height })
}

fn built(spec: &BoardSpec) -> Board {
    build(spec).unwrap_or_else(|error| panic!("{error:?}"))
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}

fn pairs(text: &str) -> Vec<(String, String)> {
    words(text).chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}

fn bend(text: &str) -> (String, String, String, String) {
    let parts = words(text);
    (parts[0].clone(), parts[1].clone(), parts[2].clone(), parts[3].clone())
}

fn names(board: &Board, cells: &[CellId]) -> String {
    cells.iter().map(|cell| board.cells[cell.index()].name.as_str()).collect::<Vec<_>>().join(" ")
}

fn cell(board: &Board, name: &str) -> CellId {
    board.cell(name).unwrap_or_else(|| panic!("no cell {name}"))
}

fn direction(board: &Board, name: &str) -> DirectionId {
    board.direction(name).unwrap_or_else(|| panic!("no direction {name}"))
}

fn step(board: &Board, from: &str, by: &str) -> Option<String> {
    let to = board.step(cell(board, from), direction(board, by))?;
    Some(board.cells[to.index()].name.clone())
}

fn all_shapes() -> Vec<BoardSpec> {
    let mut specs: Vec<_> = (1..=6)
        .flat_map(|size| {
            let mut shapes = vec![
                Shape::Square { width: size, height: 3 },
                Shape::Rhombus { width: 2, height: size },
                Shape::Hexagon(size),
                Shape::Triangle(size),
                Shape::Star(size),
                Shape::Track(size),
                Shape::Loop(size),
            ];
            shapes.extend([false, true].map(|diagonals| Shape::Morris { rings: size, diagonals }));
            shapes.into_iter().map(spec).collect::<Vec<_>>()
        })
        .collect();
    specs.push(BoardSpec { edges: pairs("x y y z z x z q"), ..spec(Shape::Graph) });
    specs.push(BoardSpec { lines: vec![words("a1 b1 c1"), words("a1 b2 c3")], ..spec(Shape::Graph) });
    specs.push(BoardSpec { holes: words("light"), names: Some(Names::Numbered), ..square(10, 10) });
    specs.push(BoardSpec { sites: words("bar off camp"), edges: pairs("a1 c3"), ..square(4, 4) });
    specs
}

#[test]
fn laws_of_every_board() {
    for spec in all_shapes() {
        let board = built(&spec);
        let shape = board.shape;
        let unique: BTreeSet<_> = board.cells.iter().map(|cell| &cell.name).collect();
        assert_eq!(unique.len(), board.n_cells(), "{shape:?}");
        let mut in_rows: Vec<_> = board.rows.iter().flatten().map(|cell| cell.index()).collect();
        in_rows.sort_unstable();
        assert_eq!(in_rows, (0..board.n_grid).collect::<Vec<_>>(), "{shape:?}");
        for (index, direction) in board.directions.iter().enumerate() {
            assert_eq!(direction.to.len(), board.n_cells());
            assert!(index >= board.compass || direction.opposite.is_some(), "{shape:?} {}", direction.name);
            let Some(opposite) = direction.opposite else { continue };
            assert_eq!(board.directions[opposite.index()].opposite, Some(DirectionId(index as u8)), "{shape:?}");
            for (from, to) in direction.to.iter().enumerate() {
                let back = to.and_then(|to| board.step(to, opposite));
                assert!(to.is_none() || back == Some(CellId(from as u16)), "{shape:?}");
            }
        }
        for set in board.named_sets.values().chain(&board.lines) {
            assert_eq!(set.iter().collect::<BTreeSet<_>>().len(), set.len(), "{shape:?}");
        }
        for (one, other) in &board.edges {
            assert!(one < other && board.distance(*one, *other) == Some(1), "{shape:?}");
        }
        let numbers: Vec<_> = board.cells.iter().map(|cell| cell.centre).collect();
        for (index, (x, y)) in numbers.iter().enumerate() {
            let apart = |other: &(f64, f64)| (x - other.0).hypot(y - other.1) > 0.9;
            assert!(numbers[..index].iter().all(apart), "{shape:?}");
        }
    }
}

#[test]
fn directions_point_where_they_say() {
    for spec in all_shapes().into_iter().filter(|spec| spec.edges.is_empty() && spec.lines.is_empty()) {
        let board = built(&spec);
        if board.compass < 4 {
            continue;
        }
        for direction in &board.directions {
            for (from, to) in direction.to.iter().enumerate().filter_map(|(from, to)| Some((from, (*to)?))) {
                let (start, end) = (board.cells[from].centre, board.cells[to.index()].centre);
                let (dx, dy) = (end.0 - start.0, end.1 - start.1);
                let name = direction.name.as_str();
                assert_eq!(dy > 1e-9, name.contains("north"), "{:?} {name}", board.shape);
                assert_eq!(dy < -1e-9, name.contains("south"), "{:?} {name}", board.shape);
                assert_eq!(dx > 1e-9, name.contains("east"), "{:?} {name}", board.shape);
                assert_eq!(dx < -1e-9, name.contains("west"), "{:?} {name}", board.shape);
            }
        }
    }
}

#[test]
fn chessboard() {
    let board = built(&square(8, 8));
    assert_eq!(names(&board, &board.named_sets["corners"]), "a8 h8 h1 a1");
    assert!(board.named_sets["dark"].contains(&cell(&board, "a1")));
    assert!(board.named_sets["light"].contains(&cell(&board, "h1")));
    assert_eq!(board.named_sets["border"].len(), 28);
    assert_eq!(names(&board, &board.named_sets["north-side"]), "a8 b8 c8 d8 e8 f8 g8 h8");
    assert_eq!(step(&board, "e4", "north-east").as_deref(), Some("f5"));
    assert_eq!(board.direction_sets["diagonal"], [1, 3, 5, 7].map(DirectionId));
    assert_eq!(names(&board, &board.rows[0]), names(&board, &board.named_sets["north-side"]));
    assert_eq!(board.cells[9].name, "b2");
}

// Source: each row and column of 8 holds 4 rows of 5, and each kind of diagonal 4 by 4: 32 + 32 + 16 + 16.
// Gomoku on 15 by 15 has 572 rows of five.
#[test]
fn straight_rows() {
    let board = built(&square(8, 8));
    assert_eq!(board.straight_lines(5).len(), 96);
    assert_eq!(built(&square(3, 3)).straight_lines(3).len(), 8);
    assert_eq!(built(&square(15, 15)).straight_lines(5).len(), 572);
    assert_eq!(board.straight_lines(1).len(), 64);
    assert_eq!((board.straight_lines(0).len(), board.straight_lines(9).len()), (0, 0));
    let morris = built(&spec(Shape::Morris { rings: 3, diagonals: false }));
    let sorted = |mut line: Vec<CellId>| {
        line.sort_unstable();
        line
    };
    let straight: BTreeSet<_> = morris.straight_lines(3).into_iter().map(sorted).collect();
    assert_eq!(straight, morris.lines.iter().cloned().map(sorted).collect());
    // Three directions through each row of the hexagon: rows of 3, 4, 5, 4 and 3 cells.
    assert_eq!(built(&spec(Shape::Hexagon(3))).straight_lines(3).len(), 3 * (1 + 2 + 3 + 2 + 1));
    assert_eq!(built(&spec(Shape::Loop(6))).straight_lines(6).len(), 1);
    assert_eq!(built(&spec(Shape::Loop(6))).straight_lines(2).len(), 6);
}

#[test]
fn leaps() {
    let board = built(&square(8, 8));
    let from = |name: &str, a, b| names(&board, &board.leaps(cell(&board, name), a, b));
    assert_eq!(from("a1", 1, 2), "c2 b3");
    assert_eq!(from("d4", 2, 1), "c2 e2 b3 f3 b5 f5 c6 e6");
    assert_eq!(from("d4", 0, 2), "d2 b4 f4 d6");
    assert_eq!(from("d4", 0, 0), "");
    // Source: 336 moves of a knight on the empty chessboard.
    assert_eq!((0..64).map(|cell| board.leaps(CellId(cell), 1, 2).len()).sum::<usize>(), 336);
    let toward = |by: &str| names(&board, &board.leaps_toward(cell(&board, "d4"), 1, 2, direction(&board, by)));
    assert_eq!(["north", "east", "south", "west", "north-east"].map(toward), ["c6 e6", "f3 f5", "c2 e2", "b3 b5", ""]);
    let hexagon = built(&spec(Shape::Hexagon(4)));
    assert!(board.has_leaps() && !hexagon.has_leaps());
    assert!(hexagon.leaps(CellId(0), 1, 2).is_empty());
}

#[test]
fn distances() {
    let board = built(&BoardSpec { sites: words("bar"), ..square(8, 8) });
    let distance = |one: &str, other: &str| board.distance(cell(&board, one), cell(&board, other));
    assert_eq!([distance("a1", "h8"), distance("a1", "a1"), distance("a1", "bar")], [Some(7), Some(0), None]);
    let hexagon = built(&spec(Shape::Hexagon(4)));
    assert_eq!(hexagon.distance(cell(&hexagon, "a1"), cell(&hexagon, "g7")), Some(6));
    assert_eq!(hexagon.distance(cell(&hexagon, "g4"), cell(&hexagon, "a4")), Some(6));
}

#[test]
fn ranks_from_the_own_side() {
    let board = built(&BoardSpec { sites: words("bar"), ..square(5, 8) });
    let rank = |name: &str, by: &str| board.rank(cell(&board, name), direction(&board, by));
    assert_eq!([rank("c2", "north"), rank("c2", "south"), rank("c2", "east")], [Some(2), Some(7), Some(3)]);
    assert_eq!([rank("c2", "north-east"), rank("bar", "north")], [Some(4), None]);
    assert_eq!(board.n_ranks(direction(&board, "north")), 8);
    assert_eq!(board.n_ranks(direction(&board, "south-west")), 12);

    let track = built(&spec(Shape::Track(24)));
    let ranks = |index| [0, 1].map(|by| track.rank(CellId(index), DirectionId(by)));
    assert_eq!((ranks(0), ranks(23)), ([Some(1), Some(24)], [Some(24), Some(1)]));

    let hexagon = built(&spec(Shape::Hexagon(4)));
    let facing = direction(&hexagon, "north-east");
    // Facing a corner of the hexagon, the rows of centres are half a cell apart.
    assert_eq!((hexagon.rank(cell(&hexagon, "a1"), facing), hexagon.n_ranks(facing)), (Some(1), 13));
    assert_eq!(hexagon.rank(cell(&hexagon, "d4"), facing), Some(7));

    let star = built(&spec(Shape::Star(4)));
    assert_eq!(star.n_ranks(direction(&star, "east")), 25);
    let graph = built(&BoardSpec { edges: pairs("x y"), ..spec(Shape::Graph) });
    assert_eq!((graph.rank(CellId(0), DirectionId(0)), graph.n_ranks(DirectionId(0))), (None, 0));
}

// Source: international draughts: 50 dark squares, 1 at the top left, 50 at the bottom right, 46 is a1.
#[test]
fn draughts() {
    let board = built(&BoardSpec { holes: words("light"), names: Some(Names::Numbered), ..square(10, 10) });
    assert_eq!(board.n_cells(), 50);
    assert_eq!(names(&board, &board.rows[0]), "1 2 3 4 5");
    assert_eq!(board.cells[0].name, "46");
    assert_eq!(step(&board, "28", "north-west").as_deref(), Some("22"));
    assert_eq!(step(&board, "28", "north"), None);
    assert_eq!(names(&board, &board.named_sets["corners"]), "5 46");
    assert!(board.named_sets["light"].is_empty());
}

#[test]
fn surakarta_bends() {
    let board = built(&BoardSpec {
        bends: ["b1 south a2 east", "c1 south a3 east", "e6 north f5 west"].map(bend).into(),
        ..square(6, 6)
    });
    let after = |name: &str, by: &str| {
        let (to, heading) = board.bends[&(cell(&board, name), direction(&board, by))];
        format!("{} {}", board.cells[to.index()].name, board.directions[heading.index()].name)
    };
    assert_eq!(after("b1", "south"), "a2 east");
    assert_eq!(after("a2", "west"), "b1 north");
    assert_eq!(after("a3", "west"), "c1 north");
    assert_eq!(after("f5", "east"), "e6 south");
    assert_eq!(board.bends.len(), 6);
}

#[test]
fn cylinder() {
    let ring: Vec<_> = (1..=3).map(|row| (format!("d{row}"), format!("a{row}"))).collect();
    let back = ring.iter().map(|(one, other)| (other.clone(), one.clone())).collect();
    let board = built(&BoardSpec {
        directions: vec![("east".into(), ring), ("west".into(), back), ("up".into(), pairs("a1 b3"))],
        ..square(4, 3)
    });
    assert_eq!(step(&board, "d2", "east").as_deref(), Some("a2"));
    assert_eq!(step(&board, "a1", "up").as_deref(), Some("b3"));
    assert_eq!((board.compass, board.directions.len()), (8, 9));
    let east = direction(&board, "east");
    assert_eq!(board.directions[east.index()].opposite, board.direction("west"));
    assert_eq!(board.directions[8].opposite, None);
    // Each of the three rings is one row of four cells.
    let level = |line: &Vec<CellId>| board.cells[line[0].index()].row == board.cells[line[1].index()].row;
    assert_eq!(board.straight_lines(4).iter().filter(|line| level(line)).count(), 3);
}

#[test]
fn graph_of_edges_and_lines() {
    let board =
        built(&BoardSpec { edges: pairs("y x"), lines: vec![words("x m z"), words("y m w")], ..spec(Shape::Graph) });
    assert_eq!(names(&board, &[0, 1, 2, 3, 4].map(CellId)), "y x m z w");
    assert_eq!((board.compass, board.edges.len(), board.lines.len()), (0, 5, 2));
    assert_eq!(board.directions[0].name, "way-1");
    // Who goes on in the same way goes along the line.
    let way = board.directions.iter().find(|way| way.to[1] == Some(CellId(2)));
    assert_eq!(way.and_then(|way| way.to[2]), Some(CellId(3)));
    let neighbours = board.directions.iter().filter(|way| way.to[2].is_some()).count();
    assert_eq!(neighbours, 4);
    assert_eq!(board.rows.len(), 1);
    let drawn = built(&BoardSpec { lines: vec![words("a1 d1 g1"), words("a1 a4 a7")], ..spec(Shape::Graph) });
    assert_eq!((drawn.rows.len(), drawn.cells[2].centre), (3, (6.0, 0.0)));
}

#[test]
fn added_edges() {
    let board = built(&BoardSpec { edges: pairs("a1 c3 a1 b1"), sites: words("x"), ..square(3, 3) });
    assert_eq!(step(&board, "a1", "way-1").as_deref(), Some("c3"));
    assert_eq!(step(&board, "c3", "way-2").as_deref(), Some("a1"));
    assert_eq!((board.directions.len(), board.edges.len()), (10, 1));
}

#[test]
fn no_way_leads_from_one_line_into_another() {
    // Two lines of one row, a ring of edges, and a line that shares no cell with the first.
    let lines = vec![words("a1 b3 c5"), words("c5 e6 g7"), words("b1 d1")];
    let board = built(&BoardSpec { lines, edges: pairs("x y y z z x"), ..spec(Shape::Graph) });
    for way in 0..board.directions.len() {
        for start in 0..board.n_cells() {
            let Some(one) = board.directions[way].to[start] else { continue };
            let on = board.directions[way].to[one.index()].map(|two| names(&board, &[CellId(start as u16), one, two]));
            assert!(
                on.as_ref().is_none_or(|on| ["a1 b3 c5", "c5 b3 a1", "c5 e6 g7", "g7 e6 c5"].contains(&on.as_str())),
                "{on:?}"
            );
        }
    }
    assert_eq!(step(&board, "a1", "way-1"), step(&board, "c5", "way-2"), "b3 lies on the first line");
    assert_eq!(step(&board, "b1", "way-1").as_deref(), Some("d1"), "lines without a common cell share their ways");
    assert_eq!(board.directions.len(), 6, "three pairs: for the first and third line and an edge, and for the others");
    assert!(board.directions.iter().all(|way| way.opposite.is_some()));
}

#[test]
fn sites_lie_beside_the_grid() {
    let camps = built(&BoardSpec { sites: words("nw ne sw se"), ..square(8, 8) });
    let centre = |name: &str| camps.cells[cell(&camps, name).index()].centre;
    assert_eq!(["nw", "ne", "sw", "se"].map(centre), [(-1.0, 8.0), (8.0, 8.0), (-1.0, -1.0), (8.0, -1.0)]);
    assert_eq!((camps.n_grid, camps.n_cells()), (64, 68));
    let bars = built(&BoardSpec { sites: words("one two three"), stacks: true, ..square(2, 2) });
    assert_eq!(
        bars.cells[4..].iter().map(|site| site.centre).collect::<Vec<_>>(),
        [(2.5, 1.0), (2.5, 0.0), (3.5, 1.0)]
    );
    assert!(bars.stacks && bars.cells[4..].iter().all(|site| site.site && site.row.is_none()));
}

#[test]
fn names_from_a_list() {
    let board = built(&BoardSpec { names: Some(Names::List(words("A B C c b a"))), ..spec(Shape::Loop(6)) });
    assert_eq!(step(&board, "a", "onward").as_deref(), Some("A"));
}

#[test]
fn sizes_are_refused_at_once() {
    let huge = usize::MAX;
    let billion = 1_000_000_000;
    let size = |shape| match build(&spec(shape)) {
        Err(BoardError::Size { cells }) => cells,
        other => panic!("{shape:?}: {other:?}"),
    };
    assert_eq!(size(Shape::Square { width: billion, height: billion }), 1_000_000_000_000_000_000);
    for shape in [
        Shape::Square { width: huge, height: huge },
        Shape::Rhombus { width: huge, height: 1 },
        Shape::Hexagon(huge),
        Shape::Triangle(huge),
        Shape::Star(huge),
        Shape::Morris { rings: huge, diagonals: true },
        Shape::Track(huge),
        Shape::Loop(MAX_CELLS + 1),
    ] {
        assert!(size(shape) > MAX_CELLS as u128, "{shape:?}");
    }
    for shape in [
        Shape::Square { width: 0, height: huge },
        Shape::Hexagon(0),
        Shape::Star(0),
        Shape::Triangle(0),
        Shape::Morris { rings: 0, diagonals: false },
        Shape::Track(0),
        Shape::Loop(0),
        Shape::Graph,
    ] {
        assert_eq!(size(shape), 0, "{shape:?}");
    }
    assert_eq!(built(&square(32, 32)).n_cells(), MAX_CELLS);
    let full = build(&BoardSpec { sites: words("bar"), ..square(32, 32) });
    assert_eq!(full, Err(BoardError::Size { cells: 1025 }));
    let empty = build(&BoardSpec { holes: words("light dark"), ..square(3, 3) });
    assert_eq!(empty, Err(BoardError::Size { cells: 0 }));
}

#[test]
fn errors_name_the_culprit() {
    let unknown = |name: &str| Err(BoardError::UnknownCell(name.into()));
    let three = || square(3, 3);
    assert_eq!(build(&BoardSpec { holes: words("a1 d1"), ..three() }), unknown("d1"));
    assert_eq!(build(&BoardSpec { holes: words("light"), ..spec(Shape::Hexagon(2)) }), unknown("light"));
    assert_eq!(build(&BoardSpec { edges: pairs("a1 z9"), ..three() }), unknown("z9"));
    assert_eq!(build(&BoardSpec { holes: words("a1"), edges: pairs("b1 a1"), ..three() }), unknown("a1"));
    assert_eq!(build(&BoardSpec { lines: vec![words("a1 b1 q")], ..three() }), unknown("q"));
    assert_eq!(build(&BoardSpec { directions: vec![("up".into(), pairs("a1 w"))], ..three() }), unknown("w"));
    assert_eq!(build(&BoardSpec { bends: vec![bend("a1 south v north")], ..three() }), unknown("v"));
    let bent = build(&BoardSpec { bends: vec![bend("a1 down a3 north")], ..three() });
    assert_eq!(bent, Err(BoardError::UnknownDirection("down".into())));
    let twice = build(&BoardSpec { sites: words("bar a1"), ..three() });
    assert_eq!(twice, Err(BoardError::DuplicateCell("a1".into())));
    let listed = |names: &str| BoardSpec { names: Some(Names::List(words(names))), ..spec(Shape::Track(3)) };
    assert_eq!(build(&listed("x y x")), Err(BoardError::DuplicateCell("x".into())));
    assert_eq!(build(&listed("x y")), Err(BoardError::NameCount { wanted: 3, given: 2 }));
    for wrong in [
        BoardSpec { edges: pairs("a1 a1"), ..three() },
        BoardSpec { lines: vec![words("a1")], ..three() },
        BoardSpec { lines: vec![words("a1 b1 a1")], ..three() },
        BoardSpec { directions: vec![("north".into(), pairs("a1 c3"))], ..three() },
        BoardSpec { bends: vec![bend("b2 south a2 west")], ..three() },
        BoardSpec { bends: vec![bend("a1 south b1 north"), bend("a1 south c1 north")], ..three() },
        BoardSpec { edges: pairs("x y"), holes: words("x"), ..spec(Shape::Graph) },
    ] {
        assert!(matches!(build(&wrong), Err(BoardError::Other(_))), "{wrong:?}");
    }
}
