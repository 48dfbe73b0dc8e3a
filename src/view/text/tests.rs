use insta::assert_snapshot;

use super::*;
use crate::game::PlayerId;
use crate::rules::board::CellId;
use crate::view::fixture::{self, Fixture};

mod lines;

const PLAIN: TextOptions = TextOptions { colour: false, unicode: false, width: None };
const UNICODE: TextOptions = TextOptions { colour: false, unicode: true, width: None };
const COLOUR: TextOptions = TextOptions { colour: true, unicode: false, width: None };

fn plain(fixture: &Fixture) -> String {
    text(&fixture.scene(&[], &[]), PLAIN)
}

#[test]
fn squares() {
    let scene = fixture::army().scene(&["e2", "d2"], &["e4", "e3"]);
    assert_snapshot!(text(&scene, PLAIN), @"
    Test

    8 r  n  b  q  k  b  n  r 8
    7 p  p  p  p  p  p  p  p 7
    6 .  .  .  .  .  .  .  . 6
    5 .  .  .  .  .  .  .  . 5
    4 .  .  .  . (.) .  .  . 4
    3 .  .  .  . (.) .  .  . 3
    2 P  P  P [P][P] P  P  P 2
    1 R  N  B  Q  K  B  N  R 1
      a  b  c  d  e  f  g  h

    Turn 1: White to move

    Players: White in upper case   Black in lower case
    Pieces: K King   Q Queen   R Rook   B Bishop   N Knight   P Pawn
    ");
    assert_snapshot!(text(&scene, UNICODE), @"
    Test

    8 ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ 8
    7 ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟ 7
    6 ·  ·  ·  ·  ·  ·  ·  · 6
    5 ·  ·  ·  ·  ·  ·  ·  · 5
    4 ·  ·  ·  · (·) ·  ·  · 4
    3 ·  ·  ·  · (·) ·  ·  · 3
    2 ♙  ♙  ♙ [♙][♙] ♙  ♙  ♙ 2
    1 ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖ 1
      a  b  c  d  e  f  g  h

    Turn 1: White to move

    Pieces: ♔♚ King   ♕♛ Queen   ♖♜ Rook   ♗♝ Bishop   ♘♞ Knight   ♙♟ Pawn
    ");
}

#[test]
fn terrain_without_colour_is_a_grid_beside() {
    assert_snapshot!(plain(&fixture::colours()), @"
    Test

    8 p  p  p  p  p  p  p  p 8    8 g  b  y  r  g  r  y  b 8
    7 .  .  .  .  .  .  .  . 7    7 b  g  r  g  b  g  r  g 7
    6 .  .  .  .  .  .  .  . 6    6 r  b  y  y  r  b  y  y 6
    5 .  .  .  .  .  .  .  . 5    5 y  r  g  b  y  b  g  r 5
    4 .  .  .  .  .  .  .  . 4    4 y  b  g  r  y  r  g  b 4
    3 .  .  .  .  .  .  .  . 3    3 r  g  y  y  b  b  r  y 3
    2 .  .  .  .  .  .  .  . 2    2 g  r  b  b  g  y  g  r 2
    1 P  P  P  P  P  P  P  P 1    1 b  y  r  g  r  y  b  g 1
      a  b  c  d  e  f  g  h        a  b  c  d  e  f  g  h

    camp-nw: .   camp-ne: .   camp-sw: .   camp-se: p

    Turn 1: White to move

    Players: White in upper case   Black in lower case
    Pieces: P Pawn
    colour: r red   y yellow   g green   b blue
    ");
    let narrow = TextOptions { width: Some(50), ..PLAIN };
    let text = text(&fixture::colours().scene(&[], &[]), narrow);
    assert!(text.lines().all(|line| line.len() <= 50), "{text}");
}

#[test]
fn terrain_in_colour() {
    let text = text(&fixture::colours().scene(&["a1"], &[]), COLOUR);
    let eighth = text.lines().nth(2).unwrap_or_default().replace('\x1b', "^");
    assert_snapshot!(eighth, @"8^[0m^[48;5;71m ^[0m^[1m^[38;5;231m^[48;5;236mp^[0m^[48;5;71m ^[0m^[48;5;67m ^[0m^[1m^[38;5;231m^[48;5;236mp^[0m^[48;5;67m ^[0m^[48;5;221m ^[0m^[1m^[38;5;231m^[48;5;236mp^[0m^[48;5;221m ^[0m^[48;5;167m ^[0m^[1m^[38;5;231m^[48;5;236mp^[0m^[48;5;167m ^[0m^[48;5;71m ^[0m^[1m^[38;5;231m^[48;5;236mp^[0m^[48;5;71m ^[0m^[48;5;167m ^[0m^[1m^[38;5;231m^[48;5;236mp^[0m^[48;5;167m ^[0m^[48;5;221m ^[0m^[1m^[38;5;231m^[48;5;236mp^[0m^[48;5;221m ^[0m^[48;5;67m ^[0m^[1m^[38;5;231m^[48;5;236mp^[0m^[48;5;67m ^[0m8");
}

#[test]
fn attributes_take_their_beginnings() {
    let fixture = Fixture::new(Shape::Square { width: 5, height: 2 })
        .players(&["White", "Black"])
        .kind("*", "Captain", "")
        .kind("M", "Mate", "")
        .put("a1", 1, Some(0), &[("face", "rock")])
        .put("b1", 0, Some(0), &[("face", "paper")])
        .put("d2", 1, Some(1), &[("face", "scissors")])
        .put("e2", 1, Some(1), &[("face", "shelter")]);
    assert_snapshot!(plain(&fixture), @"
    Test

    2  .     .     .    Mbsc  Mbsh 2
    1 Mwr   *wp    .     .     .   1
       a     b     c     d     e

    Turn 1: White to move

    Players: w White   b Black
    Pieces: * Captain   M Mate
    With: p face paper   r face rock   sc face scissors   sh face shelter
    ");
}

#[test]
fn more_than_two_players_and_stacks() {
    let mut fixture = Fixture::new(Shape::Hexagon(3))
        .players(&["Red", "Orange", "Yellow"])
        .kind("F", "Fighter", "")
        .kind("B", "Body", "")
        .put("a1", 0, Some(0), &[])
        .put("c5", 0, Some(1), &[])
        .put("e5", 0, Some(2), &[])
        .put("c3", 1, None, &[])
        .put("c3", 1, None, &[])
        .put("c3", 0, Some(0), &[]);
    fixture.look.kinds[1].neutral = true;
    fixture.snapshot.variables = vec![("life of Red".into(), "7".into()), ("stance of Red".into(), "on-guard".into())];
    fixture.snapshot.mover = Some(PlayerId(2));
    fixture.snapshot.turns = 11;
    assert_snapshot!(plain(&fixture), @"
    Test

    e3        .     .     Fy        e5
    d2     .     .     .     .      d5
    c1  .     .    B2Fr   .     Fo  c5
    b1     .     .     .     .      b4
    a1        Fr    .     .         a3

    Turn 12: Yellow to move
    life of Red: 7   stance of Red: on-guard

    Players: r Red   o Orange   y Yellow
    Pieces: F Fighter   B Body
    ");
}

#[test]
fn players_with_like_initials_are_numbered() {
    let fixture = Fixture::new(Shape::Track(3)).players(&["Blue", "Black", "White"]).kind("P", "Pawn", "");
    assert_snapshot!(plain(&fixture.put("2", 0, Some(1), &[])), @"
    Test

     .   P2  .
     1   2   3

    Turn 1: Blue to move

    Players: 1 Blue   2 Black   3 White
    Pieces: P Pawn
    ");
}

#[test]
fn hexes() {
    let stones = |fixture: Fixture| fixture.players(&["Red", "Blue"]).kind("S", "Stone", "");
    let rhombus = stones(Fixture::new(Shape::Rhombus { width: 5, height: 5 }));
    let rhombus = rhombus.put("c3", 0, Some(0), &[]).put("b4", 0, Some(1), &[]);
    assert_snapshot!(text(&rhombus.scene(&["b4"], &["c4"]), PLAIN), @"
    Test

    a5         .   .   .   .   . e5
    a4       .  [s] (.)  .   .   e4
    a3     .   .   S   .   .     e3
    a2   .   .   .   .   .       e2
    a1 .   .   .   .   .         e1

    Turn 1: Red to move

    Players: Red in upper case   Blue in lower case
    Pieces: S Stone
    ");
    let triangle = stones(Fixture::new(Shape::Triangle(4))).put("d1", 0, Some(1), &[]);
    assert_snapshot!(plain(&triangle), @"
    Test

    a4       .       a4
    a3     .   .     b3
    a2   .   .   .   c2
    a1 .   .   .   s d1

    Turn 1: Red to move

    Players: Red in upper case   Blue in lower case
    Pieces: S Stone
    ");
    let star = stones(Fixture::new(Shape::Star(2))).put("c5", 0, Some(0), &[]);
    assert_snapshot!(plain(&star), @"
    Test

    i7             .             i7
    h6           .   .           h7
    g3 .   .   .   .   .   .   . g9
    f3   .   .   .   .   .   .   f8
    e3     .   .   .   .   .     e7
    d2   .   .   .   .   .   .   d7
    c1 .   .   .   .   S   .   . c7
    b3           .   .           b4
    a3             .             a3

    Turn 1: Red to move

    Players: Red in upper case   Blue in lower case
    Pieces: S Stone
    ");
}

fn empty_board() -> String {
    let mut fixture = Fixture::new(Shape::Track(1));
    fixture.board.cells.clear();
    plain(&fixture)
}

#[test]
fn odd_data_do_no_harm() {
    assert_snapshot!(empty_board(), @"Test");
    let mut odd = Fixture::new(Shape::Square { width: 2, height: 1 })
        .kind("", "", "")
        .put("a1", 7, Some(9), &[("", "")])
        .put("b1", 0, None, &[]);
    odd.board.cells[1].centre = (f64::NAN, f64::INFINITY);
    odd.board.cells[0].name.clear();
    odd.board.edges = vec![(CellId(0), CellId(99))];
    odd.snapshot.hands = vec![vec![1, 2, 3]; 5];
    odd.snapshot.terrain = vec![vec![Some(4)]];
    odd.snapshot.mover = Some(PlayerId(200));
    odd.snapshot.cells.resize(9, Vec::new());
    for shape in [Shape::Graph, Shape::Loop(1), Shape::Star(0), Shape::Morris { rings: 0, diagonals: true }] {
        odd.board.shape = shape;
        for width in [None, Some(0), Some(usize::MAX)] {
            let options = TextOptions { colour: true, unicode: true, width };
            assert!(text(&odd.scene(&["a1"], &["b1"]), options).contains("Test"));
        }
    }
}

#[test]
fn every_cell_of_every_shape_is_shown() {
    let shapes = [
        Shape::Square { width: 19, height: 1 },
        Shape::Square { width: 30, height: 30 },
        Shape::Hexagon(9),
        Shape::Rhombus { width: 3, height: 8 },
        Shape::Triangle(7),
        Shape::Star(4),
        Shape::Morris { rings: 5, diagonals: true },
        Shape::Track(50),
        Shape::Loop(17),
        Shape::Loop(1),
    ];
    for fixture in shapes.map(Fixture::new) {
        for width in [None, Some(20), Some(500)] {
            let text = text(&fixture.scene(&[], &[]), TextOptions { width, ..PLAIN });
            let board = text.rsplit_once("\n\nTurn").map_or(text.as_str(), |(board, _)| board);
            let shown = board.chars().filter(|cell| ['.', '+'].contains(cell)).count();
            assert_eq!(shown, fixture.board.n_grid, "{:?}\n{text}", fixture.board.shape);
        }
    }
}
