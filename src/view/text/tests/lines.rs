//! Boards of points and lines, paths, numbered cells.

use insta::assert_snapshot;

use super::{PLAIN, UNICODE, plain, text};
use crate::rules::board::{BoardSpec, Names, Shape};
use crate::view::fixture::{self, Fixture, list};

#[test]
fn rings() {
    assert_snapshot!(plain(&fixture::rings(3, false).put("a1", 0, Some(0), &[]).put("d1", 0, Some(1), &[])), @"
    Test

    7 +-----------+-----------+
      |           |           |
    6 |   +-------+-------+   |
      |   |       |       |   |
    5 |   |   +---+---+   |   |
      |   |   |       |   |   |
    4 +---+---+       +---+---+
      |   |   |       |   |   |
    3 |   |   +---+---+   |   |
      |   |       |       |   |
    2 |   +-------+-------+   |
      |           |           |
    1 M-----------m-----------+
      a   b   c   d   e   f   g

    Turn 1: White to move
    In hand: White 7 Man   Black 8 Man

    Players: White in upper case   Black in lower case
    Pieces: M Man
    ");
    assert_snapshot!(text(&fixture::rings(3, true).put("a1", 0, Some(0), &[]).scene(&["a1"], &["g1"]), UNICODE), @"
    Test

    7 ·───────────·───────────·
      │ ╲         │         ╱ │
    6 │   ·───────·───────·   │
      │   │ ╲     │     ╱ │   │
    5 │   │   ·───·───·   │   │
      │   │   │       │   │   │
    4 ·───·───·       ·───·───·
      │   │   │       │   │   │
    3 │   │   ·───·───·   │   │
      │   │ ╱     │     ╲ │   │
    2 │   ·───────·───────·   │
      │ ╱         │         ╲ │
    1[M]──────────·──────────(·)
      a   b   c   d   e   f   g

    Turn 1: White to move
    In hand: White 7 Man   Black 8 Man

    Players: White in upper case   Black in lower case
    Pieces: M Man
    ");
    assert_snapshot!(plain(&fixture::rings(2, false)), @"
    Test

    5 +-------+-------+
      |       |       |
    4 |   +---+---+   |
      |   |       |   |
    3 +---+       +---+
      |   |       |   |
    2 |   +---+---+   |
      |       |       |
    1 +-------+-------+
      a   b   c   d   e

    Turn 1: White to move
    In hand: White 7 Man   Black 8 Man

    Players: White in upper case   Black in lower case
    Pieces: M Man
    ");
}

#[test]
fn paths() {
    let names = list("A B C D E F a b c d e f");
    let spec = BoardSpec { names: Some(Names::List(names.clone())), ..fixture::spec(Shape::Loop(12)) };
    let seeds = Fixture::built(&spec).players(&["South", "North"]).kind("S", "Seed", "");
    let sow = |fixture, name: &String| (0..4).fold(fixture, |fixture: Fixture, _| fixture.put(name, 0, None, &[]));
    assert_snapshot!(plain(&names.iter().fold(seeds, sow)), @"
    Test

     S4  S4  S4  S4  S4  S4
     f   e   d   c   b   a

     S4  S4  S4  S4  S4  S4
     A   B   C   D   E   F

    Turn 1: South to move

    Players: South in upper case   North in lower case
    Pieces: S Seed
    ");
    let spec = BoardSpec { sites: list("bar off"), ..fixture::spec(Shape::Track(24)) };
    let points = Fixture::built(&spec).players(&["White", "Black"]).kind("P", "Piece", "");
    let points = (0..12).fold(points, |fixture, _| fixture.put("24", 0, Some(1), &[]));
    let points = points.put("1", 0, Some(0), &[]).put("bar", 0, Some(0), &[]);
    assert_snapshot!(plain(&points), @"
    Test

     p12   .    .    .    .    .    .    .    .    .    .    .
     24   23   22   21   20   19   18   17   16   15   14   13

      P    .    .    .    .    .    .    .    .    .    .    .
      1    2    3    4    5    6    7    8    9   10   11   12

    bar: P   off: .

    Turn 1: White to move

    Players: White in upper case   Black in lower case
    Pieces: P Piece
    ");
}

fn graph(edges: &str) -> Fixture {
    let pair = |edge: &String| edge.split_once('-').map(|(from, to)| (from.to_owned(), to.to_owned()));
    let edges = list(edges).iter().filter_map(pair).collect();
    Fixture::built(&BoardSpec { edges, ..fixture::spec(Shape::Graph) }).players(&["A", "B"]).kind("將", "General", "")
}

#[test]
fn graphs() {
    let list = graph("top-left top-right left-centre right-centre centre-top");
    let list = list.put("left", 0, Some(0), &[]).put("right", 0, Some(1), &[]);
    assert_snapshot!(text(&list.scene(&["left"], &[]), PLAIN), @"
    Test

    top:    .     left:  [將a]  right:  將b   centre: .

    Turn 1: A to move

    Players: a A   b B
    Pieces: 將 General
    ");
    let drawn = graph("a1-c1 c1-c3 c3-a3 a3-a1 a1-b2 b2-c3 b2-a3").put("b2", 0, Some(1), &[]);
    assert_snapshot!(plain(&drawn), @r"
    Test

    3  +-----------+
       |  \     /  |
    2  |    將b    |
       |  /        |
    1  +-----------+
       a     b     c

    Turn 1: A to move

    Players: a A   b B
    Pieces: 將 General
    ");
}

#[test]
fn holes_and_numbers() {
    let spec = fixture::spec(Shape::Square { width: 6, height: 4 });
    let spec = BoardSpec { holes: list("light"), names: Some(Names::Numbered), ..spec };
    let numbered = Fixture::built(&spec).players(&["White", "Black"]).kind("m", "Man", "");
    assert_snapshot!(plain(&numbered.put("1", 0, Some(1), &[])), @"
    Test

     1    m     .     . 3
     4 .     .     .    6
     7    .     .     . 9
    10 .     .     .    12

    Turn 1: White to move

    Players: White in upper case   Black in lower case
    Pieces: M Man
    ");
}
