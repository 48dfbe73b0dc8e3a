use super::*;
use crate::rules::board::BoardSpec;
use crate::view::fixture::{Fixture, list, spec};

/// The scene of an empty board that is drawn that way.
fn drawn(spec: &BoardSpec, look: impl FnOnce(&Board) -> BoardLook) -> crate::view::Scene {
    let mut fixture = Fixture::built(spec);
    fixture.look.board = look(&fixture.board);
    fixture.scene(&[], &[])
}

fn cells(board: &Board, names: &str) -> Vec<CellId> {
    names.split(' ').map(|name| board.cell(name).expect("a cell")).collect()
}

fn centre(scene: &crate::view::Scene, name: &str) -> Place {
    scene.sites.iter().find(|site| site.name == name).expect("a site").centre
}

#[test]
fn a_loop_at_a_corner_is_three_quarters_of_a_circle() {
    let bend = ("b1".to_owned(), "south".to_owned(), "a2".to_owned(), "east".to_owned());
    let scene = drawn(&BoardSpec { bends: vec![bend], ..spec(Shape::Square { width: 3, height: 3 }) }, |_| {
        BoardLook::default()
    });
    let [arc] = scene.geometry.arcs.as_slice() else { panic!("one loop: {:?}", scene.geometry.arcs) };
    // From b1 at (1, 0) to the south, round the corner a1 at (0, 0), and in at a2 at (0, 1) from the west.
    assert_eq!((arc.from, arc.to), ((1.0, 0.0), (0.0, 1.0)));
    assert!(arc.centre.0.abs() < 1e-9 && arc.centre.1.abs() < 1e-9 && (arc.radius() - 1.0).abs() < 1e-9);
    assert!(arc.clockwise && arc.large);
    assert_eq!(scene.style(), CellsLook::Points);
}

#[test]
fn lines_of_points() {
    let square = spec(Shape::Square { width: 3, height: 3 });
    let points = || BoardLook { cells: Some(CellsLook::Points), ..BoardLook::default() };
    // Twelve along rows and columns.
    assert_eq!(drawn(&square, |_| points()).geometry.lines.len(), 12);
    // Aslant from the corners and the middle: four more.
    let aslant = drawn(&square, |board| BoardLook { aslant: board.named_sets["dark"].clone(), ..points() });
    assert_eq!(aslant.geometry.lines.len(), 16);
    // Between two rows a river takes the line of the inner column away.
    let river = drawn(&square, |_| BoardLook { river: Some((1, 2)), ..points() });
    assert_eq!(river.geometry.lines.len(), 11);
    assert!(!river.geometry.lines.contains(&((1.0, 0.0), (1.0, 1.0))));
    let crossed = drawn(&square, |board| {
        let corners = cells(board, "a1 c3");
        BoardLook { crossed: vec![(corners[0], corners[1])], ..points() }
    });
    assert!(crossed.geometry.lines.contains(&((0.0, 0.0), (2.0, 2.0))));
    assert!(crossed.geometry.lines.contains(&((0.0, 2.0), (2.0, 0.0))));
}

#[test]
fn stars_stand_on_the_third_or_fourth_line() {
    assert_eq!(
        dots(Shape::Square { width: 9, height: 9 }),
        [(2.0, 2.0), (2.0, 6.0), (4.0, 4.0), (6.0, 2.0), (6.0, 6.0)]
    );
    assert_eq!(dots(Shape::Square { width: 19, height: 19 }).len(), 9);
    assert_eq!(dots(Shape::Square { width: 19, height: 19 })[1], (3.0, 9.0));
    assert_eq!(dots(Shape::Square { width: 10, height: 10 }), []);
}

#[test]
fn houses_run_back_above_and_stores_stand_at_the_ends() {
    let names = crate::rules::board::Names::List(list("A B south a b north"));
    let spec = BoardSpec { names: Some(names), ..spec(Shape::Loop(6)) };
    let scene = drawn(&spec, |board| BoardLook {
        cells: Some(CellsLook::Houses),
        stores: cells(board, "south north"),
        ..BoardLook::default()
    });
    let at = |name| centre(&scene, name);
    assert_eq!((at("A"), at("B"), at("a"), at("b")), ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)));
    assert!(at("south").0 > 1.5 && at("north").0 < -0.5);
    assert_eq!((at("south").1, at("north").1), (0.5, 0.5));
}

#[test]
fn spikes_begin_at_the_lower_right_and_leave_a_gap() {
    let spec = BoardSpec { sites: list("bar off"), ..spec(Shape::Track(24)) };
    let scene = drawn(&spec, |_| BoardLook { cells: Some(CellsLook::Spikes), ..BoardLook::default() });
    let x = |name| centre(&scene, name).0;
    // Twelve columns and a gap: 1 at the right end, 6 beside the gap, 12 at the left end, 13 above it, 24 above 1.
    assert_eq!([x("1"), x("6"), x("bar"), x("7"), x("12")], [12.0, 7.0, 6.0, 5.0, 0.0]);
    assert_eq!([x("13"), x("18"), x("19"), x("24")], [0.0, 5.0, 7.0, 12.0]);
    assert!(centre(&scene, "13").1 > centre(&scene, "12").1);
    assert!(x("off") > 12.5);
    let grows = |name: &str| scene.sites.iter().find(|site| site.name == name).and_then(|site| site.grows);
    assert!(grows("1").is_some_and(|(_, up)| up > 0.0) && grows("24").is_some_and(|(_, up)| up < 0.0));
}

#[test]
fn sides_are_the_outer_edges_of_their_cells() {
    let square = spec(Shape::Square { width: 3, height: 2 });
    let scene = drawn(&square, |board| BoardLook {
        sides: vec![(1, board.named_sets["north-side"].clone())],
        ..BoardLook::default()
    });
    let tops: BTreeSet<i64> = scene.geometry.sides.iter().map(|(_, line)| (line.0.1 * 10.0).round() as i64).collect();
    // Three edges, all at the top, at height 1.5.
    assert_eq!((scene.geometry.sides.len(), tops), (3, BTreeSet::from([15])));
    assert!(scene.geometry.sides.iter().all(|(player, _)| *player == 1));
    let rhombus = spec(Shape::Rhombus { width: 3, height: 3 });
    let scene = drawn(&rhombus, |board| BoardLook {
        sides: vec![(0, board.named_sets["north-side"].clone()), (1, board.named_sets["east-side"].clone())],
        ..BoardLook::default()
    });
    let of = |player: usize| scene.geometry.sides.iter().filter(|(owner, _)| *owner == player).count();
    // Two edges of each of three hexes look to the side.
    assert_eq!((of(0), of(1)), (6, 6));
}

#[test]
fn thick_lines_part_blocks() {
    let square = spec(Shape::Square { width: 8, height: 8 });
    let scene = drawn(&square, |_| BoardLook { blocks: Some(4), ..BoardLook::default() });
    assert_eq!(scene.geometry.thick, [((3.5, -0.5), (3.5, 7.5)), ((-0.5, 3.5), (7.5, 3.5))]);
}

#[test]
fn hexes_that_stand_on_a_side_have_a_level_edge() {
    let hexes = spec(Shape::Hexagon(2));
    let scene = drawn(&hexes, |_| BoardLook { flat: true, ..BoardLook::default() });
    let turned = turned(&scene);
    let level = |scene: &crate::view::Scene| {
        let outline = &scene.sites[0].outline;
        edges(outline).any(|(a, b)| (a.1 - b.1).abs() < 1e-6)
    };
    assert!(!level(&scene) && level(&turned));
}
