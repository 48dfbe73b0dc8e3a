use super::*;
use crate::game::PlayerId;
use crate::rules::board::{BoardSpec, CellId, Shape};
use crate::rules::look::Parity;
use crate::view::fixture::{self, Fixture, list};

/// Reads tags as strictly as we write them, and checks that they balance. Gives back the names of the sites.
fn check(svg: &str) -> Vec<String> {
    let (mut open, mut sites) = (Vec::new(), Vec::new());
    let mut rest = svg;
    while let Some((text, tail)) = rest.split_once('<') {
        assert!(!text.contains('>'), "a stray bracket in `{text}`");
        let (tag, tail) = tail.split_once('>').expect("a tag ends");
        rest = tail;
        let name = tag.trim_end_matches('/').split_whitespace().next().unwrap_or_default();
        match tag.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed)),
            None if !tag.ends_with('/') => open.push(name),
            None => {}
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "odd quotes in `{tag}`");
        assert!(!tag.contains("NaN") && !tag.contains("inf\""), "a number that is none in `{tag}`");
        if tag.contains("class=\"site ") {
            let name = tag.split_once("data-site=\"").and_then(|(_, name)| name.split_once('"'));
            sites.push(name.expect("every site has its name").0.to_owned());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    sites
}

fn check_fixture(name: &str, fixture: &Fixture, last: &[&str], targets: &[&str]) {
    let picture = svg(&fixture.scene(last, targets), SvgOptions::default());
    let mut sites = check(&picture);
    let mut wanted: Vec<String> = fixture.board.cells.iter().map(|cell| cell.name.clone()).collect();
    sites.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(sites, wanted, "{name}");
    if let Ok(folder) = std::env::var("MEREL_PICTURES") {
        std::fs::write(format!("{folder}/{name}.svg"), picture).expect("the folder for pictures");
    }
}

fn stones(fixture: Fixture) -> Fixture {
    fixture.players(&["Red", "Blue"]).kind("S", "Stone", "")
}

// To look at the pictures: `MEREL_PICTURES=/tmp cargo test view::svg`.
#[test]
fn squares_and_rings() {
    check_fixture("squares", &fixture::army(), &["e2"], &["e3", "e4", "d7"]);
    check_fixture("colours", &fixture::colours(), &["a1"], &["a2", "b3"]);
    let rings = fixture::rings(3, false).put("a1", 0, Some(0), &[]).put("d1", 0, Some(1), &[]);
    check_fixture("rings", &rings, &["d1"], &["g1"]);
    check_fixture("diagonals", &fixture::rings(2, true), &[], &[]);
    let holes = BoardSpec { holes: list("light"), ..fixture::spec(Shape::Square { width: 8, height: 8 }) };
    check_fixture("holes", &stones(Fixture::built(&holes)), &[], &[]);
}

#[test]
fn hexes() {
    let shapes = [
        ("rhombus", Shape::Rhombus { width: 7, height: 7 }),
        ("hexagon", Shape::Hexagon(4)),
        ("triangle", Shape::Triangle(4)),
        ("star", Shape::Star(3)),
    ];
    for (name, shape) in shapes {
        let fixture = stones(Fixture::new(shape));
        let [one, two, three] = [2, 3, 4].map(|place| fixture.board.cells[place].name.clone());
        let fixture = fixture.put(&one, 0, Some(0), &[]).put(&two, 0, Some(1), &[]);
        check_fixture(name, &fixture, &[&two], &[&three]);
    }
}

#[test]
fn paths_and_graphs() {
    let ring = stones(Fixture::new(Shape::Loop(7))).put("3", 0, Some(0), &[]);
    check_fixture("odd-loop", &ring, &[], &["4"]);
    let pits = stones(Fixture::new(Shape::Loop(12)));
    let pits = (0..13).fold(pits, |fixture, seed| fixture.put(if seed < 4 { "3" } else { "9" }, 0, None, &[]));
    check_fixture("loop", &pits.put("5", 0, Some(0), &[]).put("5", 0, Some(1), &[]), &["3"], &["5"]);
    let track = BoardSpec { sites: list("bar off"), ..fixture::spec(Shape::Track(12)) };
    check_fixture("track", &stones(Fixture::built(&track)).put("bar", 0, Some(1), &[]), &[], &[]);
    let pair = |(from, to): (&str, &str)| (from.to_owned(), to.to_owned());
    let edges = [("hill", "wood"), ("wood", "mill"), ("mill", "ford"), ("ford", "hill"), ("wood", "ford")];
    let graph = BoardSpec { edges: edges.map(pair).to_vec(), ..fixture::spec(Shape::Graph) };
    check_fixture("graph", &stones(Fixture::built(&graph)).put("mill", 0, Some(1), &[]), &[], &["ford"]);
}

#[test]
fn players_and_hands() {
    let names = ["Red", "Orange", "Yellow", "Green", "Blue", "Violet"];
    let mut fixture = Fixture::new(Shape::Hexagon(4)).players(&names).kind("F", "Fighter", "").kind("B", "Body", "");
    fixture.look.kinds[1].neutral = true;
    fixture.snapshot.hands = vec![vec![2, 1]; 6];
    fixture.snapshot.mover = Some(PlayerId(3));
    fixture.snapshot.variables = vec![("life of Red".into(), "7".into()), ("stance of Red".into(), "on-guard".into())];
    for (player, cell) in ["a1", "a4", "d7", "g7", "g4", "d1"].into_iter().enumerate() {
        fixture = fixture.put(cell, 0, Some(player as u8), &[]);
    }
    check_fixture("players", &fixture.put("d4", 1, None, &[]), &[], &[]);
}

#[test]
fn faces() {
    let faces = Fixture::new(Shape::Square { width: 5, height: 5 }).players(&["White", "Black"]);
    let faces = faces.kind("M", "Mate", "").kind("C", "Captain", "");
    let words = ["rock", "paper", "scissors", "shelter", "on the guard of all"];
    let faces = words.iter().zip(["a1", "b1", "c1", "d1", "e1"]).fold(faces, |fixture, (word, cell)| {
        let above = cell.replace('1', "5");
        fixture.put(cell, 0, Some(0), &[("face", word)]).put(&above, 1, Some(1), &[("face", word), ("n", "2")])
    });
    check_fixture("faces", &faces, &[], &[]);
}

#[test]
fn everything_from_files_is_escaped() {
    let nasty = "<b>&\"'\u{0}]]>";
    let mut fixture = Fixture::new(Shape::Track(2)).players(&[nasty, nasty]).kind(nasty, nasty, nasty);
    fixture = fixture.terrain(nasty, &[(nasty, nasty, Some("url(\"javascript:x\")"))], &["<<"]);
    fixture.board.cells[0].name = nasty.to_owned();
    fixture.look.title.plain = nasty.to_owned();
    fixture.look.players[0].colour = Some("red\" onload=\"x".to_owned());
    fixture.snapshot.hands = vec![vec![3], vec![4]];
    fixture.snapshot.variables = vec![(nasty.to_owned(), nasty.to_owned())];
    let picture = svg(&fixture.put(nasty, 0, Some(0), &[(nasty, nasty)]).scene(&[nasty], &[]), SvgOptions::default());
    assert_eq!(check(&picture).len(), 2);
    assert!(!picture.contains("<b>") && !picture.contains("onload") && !picture.contains("javascript"));
    assert!(picture.contains("&lt;b&gt;&amp;&quot;&#39; ]]&gt;"));
}

#[test]
fn odd_data_do_no_harm() {
    let mut odd = Fixture::new(Shape::Square { width: 2, height: 1 });
    odd = odd.kind("", "", "").put("a1", 7, Some(9), &[("", "")]).put("b1", 0, None, &[]);
    odd.board.cells[1].centre = (f64::NAN, f64::INFINITY);
    odd.board.cells[0].outline.truncate(1);
    odd.board.edges = vec![(CellId(0), CellId(99))];
    odd.snapshot.hands = vec![vec![1, 2, 3]; 5];
    odd.snapshot.variables = vec![("a".to_owned(), "b".to_owned()); 99];
    odd.snapshot.cells.resize(9, Vec::new());
    let mut scene = odd.scene(&["a1"], &["b1"]);
    scene.marks.targets.insert(CellId(77));
    for cell in [f64::NAN, -3.0, 0.0, 1e300] {
        check(&svg(
            &scene,
            SvgOptions { cell, coordinates: false, panel: Panel::Beside, titles: true, ..SvgOptions::default() },
        ));
    }
    scene.sites.clear();
    assert_eq!(check(&svg(&scene, SvgOptions::default())), Vec::<String>::new());
}

#[test]
fn layers_are_in_order() {
    let mut scene = fixture::colours().scene(&["a1"], &["b3"]);
    scene.marks.options = vec![vec![CellId(0), CellId(8)]];
    let picture = svg(&scene, SvgOptions::default());
    let layers = ["board", "terrain", "last", "targets", "coordinates", "pieces", "options", "panel"];
    let places = layers.map(|layer| picture.find(&format!("<g class=\"{layer}\"")).expect("the layer is there"));
    assert!(places.is_sorted());
    assert!(picture.contains("<title>Test – Turn 1: White to move</title>"));
    assert_eq!(picture.matches("class=\"stack\" data-site=\"camp-se\"").count(), 1);
}

#[test]
fn the_size_is_that_of_the_document() {
    // Of seven columns none are narrow, four, or three.
    let mut scene = Fixture::new(Shape::Square { width: 7, height: 7 }).scene(&[], &[]);
    let mut width_of = |narrow| {
        scene.geometry.narrow = narrow;
        let (width, height) = size(&scene, SvgOptions::default());
        let told = format!("width=\"{}\" height=\"{}\"", number(width), number(height));
        assert!(svg(&scene, SvgOptions::default()).contains(&told), "{narrow:?}: {told}");
        width
    };
    let (plain, odd, even) = (width_of(None), width_of(Some(Parity::Odd)), width_of(Some(Parity::Even)));
    assert!(odd < even && even < plain, "{odd} {even} {plain}");
    assert!(((plain - odd) * 3.0 - (plain - even) * 4.0).abs() < 1e-6, "{odd} {even} {plain}");
}

#[test]
fn what_lies_beside_a_narrow_board_keeps_its_distance() {
    let mut scene = fixture::colours().scene(&[], &[]);
    let wide = size(&scene, SvgOptions::default());
    scene.geometry.narrow = Some(Parity::Odd);
    let narrow = size(&scene, SvgOptions::default());
    // Four columns and four rows are narrow.
    let saved = 4.0 * (1.0 - geometry::NARROW) * SvgOptions::default().cell;
    assert!((wide.0 - narrow.0 - saved).abs() < 1e-6, "{wide:?} {narrow:?}");
    assert!((wide.1 - narrow.1 - saved).abs() < 1e-6, "{wide:?} {narrow:?}");
}
