#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

use super::*;
use crate::cli::load::{GameArgs, StartArgs, built_in_games};
use crate::game::PlayerId;
use crate::rules::board::CellId;
use crate::view::scene::{Geometry, Piece, Scene};
use crate::view::{self, Panel, SvgOptions};

fn scene(name: &str, language: &str) -> Scene {
    let args = GameArgs { game: name.to_owned(), choices: Default::default(), split: false };
    let (game, position) = args.start(&StartArgs::default()).map_err(|stop| format!("{stop:?}")).unwrap();
    Scene::of(&game, &position, language)
}

/// How many pixels differ so that eyes see it.
fn differing(one: &Pixmap, other: &Pixmap) -> usize {
    assert_eq!((one.width(), one.height()), (other.width(), other.height()));
    let pairs = one.pixels().iter().zip(other.pixels());
    let far = |a: u8, b: u8| a.abs_diff(b) > 40;
    pairs.filter(|(a, b)| far(a.red(), b.red()) || far(a.green(), b.green()) || far(a.blue(), b.blue())).count()
}

/// A piece alone on the first cell of the board, and nothing else, drawn where no font is.
fn alone(scene: &Scene, piece: Option<Piece>) -> Pixmap {
    let mut site = scene.grid().next().unwrap().clone();
    site.id = CellId(0);
    let mut scene = Scene { pieces: piece.into_iter().collect(), sites: vec![site], ..scene.clone() };
    scene.geometry = Geometry {
        lines: Vec::new(),
        arcs: Vec::new(),
        thick: Vec::new(),
        sides: Vec::new(),
        dots: Vec::new(),
        stores: BTreeSet::new(),
        marked: BTreeSet::new(),
        ..scene.geometry
    };
    scene.counts.clear();
    scene.noted.clear();
    scene.dice.clear();
    let svg = view::svg(&scene, SvgOptions { coordinates: false, panel: Panel::Absent, ..SvgOptions::default() });
    drawn(&svg, None, None).unwrap().0
}

/// Every piece that a player can have, on the first cell.
fn pieces(scene: &Scene) -> Vec<(String, Piece)> {
    let owners = |kind: usize| match scene.kinds[kind].neutral {
        true => vec![None],
        false => (0..scene.players.len() as u8).map(|player| Some(PlayerId(player))).collect(),
    };
    let all = (0..scene.kinds.len()).flat_map(|kind| owners(kind).into_iter().map(move |owner| (kind, owner)));
    let piece = |(kind, owner): (usize, Option<PlayerId>)| {
        let piece = Piece {
            site: CellId(0),
            level: 0,
            kind,
            owner,
            letter: scene.letter(kind, owner),
            glyph: scene.glyph(kind, owner).map(str::to_owned),
            attributes: Vec::new(),
            sides: Vec::new(),
            heading: None,
        };
        (format!("{} of {owner:?}", scene.kinds[kind].name), piece)
    };
    all.map(piece).collect()
}

/// Where there is no font at all, every piece of every built-in game is seen, and differs from every other.
#[test]
fn pieces_are_told_apart_without_a_font() {
    let mut told = 0;
    for name in built_in_games() {
        let scene = scene(name, "");
        let nothing = alone(&scene, None);
        let mut seen: Vec<(String, Pixmap)> = Vec::new();
        for (what, piece) in pieces(&scene) {
            let pixels = alone(&scene, Some(piece));
            assert!(differing(&nothing, &pixels) > 60, "{name}: {what} is not seen");
            for (other, known) in &seen {
                assert!(differing(known, &pixels) > 12, "{name}: {what} looks like {other}");
            }
            seen.push((what, pixels));
        }
        told += seen.len();
    }
    // Games of seeds have no pieces.
    assert!(told > 150, "{told}");
}

#[test]
fn words_are_written_with_the_font_that_is_built_in() {
    for (name, language) in built_in_games().zip(["en", "fr", "de", "es"].into_iter().cycle()) {
        let svg = view::svg(&scene(name, language), SvgOptions::default());
        assert!(svg.contains("<text"), "{name}");
        let (written, left_out) = drawn(&svg, Some(300), Some(Face::parse(FONT, 0).unwrap())).unwrap();
        assert!(left_out.is_empty(), "{name} {language}: {left_out:?}");
        let (bare, _) = drawn(&svg, Some(300), None).unwrap();
        assert!(differing(&bare, &written) > 60, "{name}");
    }
}

/// The width and the height that a PNG says in its head.
fn size(png: &Png) -> (u32, u32) {
    let number =
        |at: usize| u32::from_be_bytes([png.bytes[at], png.bytes[at + 1], png.bytes[at + 2], png.bytes[at + 3]]);
    assert_eq!(&png.bytes[..8], b"\x89PNG\r\n\x1a\n");
    (number(16), number(20))
}

#[test]
fn sizes_and_odd_documents() {
    let square = |width: u32, height: u32| {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"/>"#
        )
    };
    assert_eq!(size(&png(&square(100, 50), None).unwrap()), (200, 100));
    assert_eq!(size(&png(&square(100, 50), Some(320)).unwrap()), (320, 160));
    assert_eq!(size(&png(&square(100_000, 50), None).unwrap()), (MOST, 2));
    assert_eq!(size(&png(&square(10, 100_000), Some(4096)).unwrap()), (1, MOST));
    assert!(png("<svg", None).is_err() && png("", None).is_err());
}

#[test]
fn characters_that_the_font_lacks_are_told() {
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><text x="1" y="15" font-size="12">a中é漢</text></svg>"#;
    let told = png(svg, None).unwrap().left_out;
    assert_eq!(told.into_iter().collect::<String>(), "中漢");
}
