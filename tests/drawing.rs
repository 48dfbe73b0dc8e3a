//! Pictures tell positions apart, their colours are told apart, and their pieces need no font.

use crate::common;

use std::collections::HashMap;

use merel::engine::Engine;
use merel::game::rng::Rng;
use merel::game::{Actor, Game};
use merel::play::chance;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::rules::look::ShownLook;
use merel::rules::{Choices, Module};
use merel::source::SourceMap;
use merel::view::theme::{self, Theme};
use merel::view::{self, Scene, SvgOptions, TextOptions};

/// How many decisions are looked at of each game.
const DECISIONS: usize = 40;

/// Variables that are not shown on purpose, by game: nobody needs them to choose.
const HIDDEN: &[(&str, &[&str])] =
    &[("adix", &["pivots"]), ("backgammon", &["walked"]), ("shogi", &["streak"]), ("xiangqi", &["streak"])];

fn engine(name: &str) -> Engine {
    let rules = common::game(name, "", None);
    Engine::new(rules.rules().clone())
}

/// The positions of a random game, its start first.
fn positions(engine: &Engine, seed: u64) -> Vec<<Engine as Game>::Position> {
    let mut rng = Rng::stream(seed, 7);
    let mut position = engine.initial();
    let mut all = vec![position.clone()];
    while all.len() < DECISIONS {
        let option = match engine.actor(&position) {
            None => break,
            Some(Actor::Chance) => chance::draw(engine, &position, &mut rng),
            Some(Actor::Player(_)) => rng.index(engine.n_options(&position)),
        };
        engine.play(&mut position, option);
        all.push(position.clone());
    }
    all
}

fn text_of(scene: &Scene) -> String {
    view::text(scene, TextOptions { unicode: true, ..TextOptions::default() })
}

/// Whether two positions differ in nothing but what is hidden on purpose: their snapshots without it are alike.
fn alike_but_hidden(
    engine: &Engine,
    name: &str,
    one: &<Engine as Game>::Position,
    other: &<Engine as Game>::Position,
) -> bool {
    let hidden = HIDDEN.iter().find(|(game, _)| *game == name).map_or(&[][..], |(_, names)| names);
    let seen = |position: &<Engine as Game>::Position| {
        let mut snapshot = engine.snapshot(position);
        let is_hidden =
            |name: &str| hidden.iter().any(|known| name == *known || name.starts_with(&format!("{known} of ")));
        for piece in snapshot.cells.iter_mut().flatten() {
            piece.attributes.retain(|(name, _)| !is_hidden(name));
        }
        let kept: Vec<bool> = snapshot.variables.iter().map(|(name, _)| !is_hidden(name)).collect();
        let mut keep = kept.iter();
        snapshot.variables.retain(|_| *keep.next().expect("one for each"));
        snapshot.sources.clear();
        snapshot
    };
    !hidden.is_empty() && seen(one) == seen(other)
}

/// Positions that differ look different, in text and in SVG. What is not shown is listed in [`HIDDEN`], and what pictures
/// leave out beside: the names that a turn keeps between two choices, told by what may be chosen then.
#[test]
fn positions_that_differ_look_different() {
    for name in common::games() {
        let engine = engine(&name);
        let mut seen: HashMap<String, (usize, String)> = HashMap::new();
        let all = positions(&engine, 1);
        for (number, position) in all.iter().enumerate() {
            let scene = Scene::of(&engine, position, "");
            let (text, svg) = (text_of(&scene), view::svg(&scene, SvgOptions::default()));
            if let Some((before, svg_before)) = seen.get(&text) {
                let other = &all[*before];
                let same = other == position || alike_but_hidden(&engine, &name, other, position);
                assert!(same, "{name}: {before} and {number} are drawn alike\n{text}");
                assert_eq!(*svg_before, svg, "{name}: {before} and {number} differ as SVG alone");
                continue;
            }
            let twin = seen.values().find(|(_, known)| *known == svg);
            assert!(twin.is_none(), "{name}: {number} and {:?} are alike as SVG\n{text}", twin.map(|twin| twin.0));
            seen.insert(text, (number, svg));
        }
        assert!(seen.len() > 4, "{name}: too few positions to tell");
    }
}

/// No text stands in the layer of the pieces: their signs are paths.
#[test]
fn pieces_need_no_font() {
    for name in common::games() {
        let engine = engine(&name);
        for position in positions(&engine, 2).iter().step_by(13) {
            let svg = view::svg(&Scene::of(&engine, position, ""), SvgOptions::default());
            let pieces = svg.split("<g class=\"pieces\"").nth(1).expect("there is a layer of pieces");
            let layer = pieces.split("\n </g>").next().expect("the layer ends");
            assert!(!layer.contains("<text"), "{name}: {layer}");
        }
    }
}

/// The font sizes in a layer of a picture.
fn sizes(svg: &str, layer: &str) -> Vec<f64> {
    let begun = svg.split(&format!("<g class=\"{layer}\"")).nth(1).unwrap_or_default();
    let texts = begun.split("\n </g>").next().unwrap_or_default().split("font-size=\"").skip(1);
    texts.map(|rest| rest.split('"').next().unwrap_or_default().parse().expect("a size")).collect()
}

/// How high the texts of a layer are, in pixels, where the picture is 320 pixels wide.
fn on_a_phone(svg: &str, layer: &str) -> Vec<f64> {
    let width = svg.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a width");
    let width: f64 = width.parse().expect("a number");
    sizes(svg, layer).into_iter().map(|size| size * 320.0 / width).collect()
}

/// On a phone, where a board is 320 pixels wide, names of cells and letters of terrains, and what is told below the board, are
/// at least seven pixels high.
#[test]
fn words_can_be_read_on_a_phone() {
    for name in common::games() {
        let engine = engine(&name);
        let scene = Scene::of(&engine, &engine.initial(), "");
        let drawn = |panel| view::svg(&scene, SvgOptions { panel, ..SvgOptions::default() });
        let (board, told) = (drawn(view::Panel::Absent), on_a_phone(&drawn(view::Panel::Below), "panel"));
        let coordinates = on_a_phone(&board, "coordinates");
        assert!(!coordinates.is_empty() && !told.is_empty(), "{name}");
        for size in coordinates.into_iter().chain(on_a_phone(&board, "terrain")).chain(told) {
            assert!(size >= 7.0, "{name}: a name is {size:.1} pixels high");
        }
    }
}

/// Nobody changes sides because pieces come and go.
#[test]
fn names_keep_their_places() {
    for name in common::games() {
        let engine = engine(&name);
        let mut sides = positions(&engine, 3).into_iter().map(|position| {
            let scene = Scene::of(&engine, &position, "");
            scene.players.iter().map(|player| player.above).collect::<Vec<bool>>()
        });
        let first = sides.next().expect("a start");
        assert!(sides.all(|sides| sides == first), "{name}");
    }
}

/// What stands below a board has the width of the board, and no line of it begins with a colon.
#[test]
fn what_is_told_below_a_board_uses_its_width() {
    let engine = engine("arena");
    let mut position = engine.initial();
    engine.play(&mut position, 0);
    let scene = Scene::of(&engine, &position, "en");
    let svg = view::svg(&scene, SvgOptions { panel: view::Panel::Below, ..SvgOptions::default() });
    assert!(svg.contains(">number of life points of Yellow: 7<"), "{svg}");
    let scene = Scene::of(&engine, &position, "fr");
    let svg = view::svg(&scene, SvgOptions { panel: view::Panel::Below, ..SvgOptions::default() });
    assert!(svg.contains(">points de vie (Jaune) : 7<") && !svg.contains(">:"), "{svg}");
}

/// The numbers at the feet of spikes stand on the page, so they have the colour of what is written there.
#[test]
fn numbers_beside_a_board_can_be_read_on_a_dark_page() {
    let engine = engine("backgammon");
    let scene = Scene::of(&engine, &engine.initial(), "");
    let palette = theme::Palette::of(Theme::Dark);
    let svg = view::svg(&scene, SvgOptions { theme: Theme::Dark, ..SvgOptions::default() });
    let outside = svg.split("class=\"outside\"").nth(1).and_then(|rest| rest.split("</g>").next()).expect("numbers");
    assert_eq!(outside.matches("<text").count(), outside.matches(&format!("fill=\"{}\"", palette.faint.hex())).count());
    assert_eq!(outside.matches("<text").count(), 24);
}

/// Whoever is called black is darker than whoever is called white, and any two players can be told apart, in grey or by hue.
#[test]
fn colours_say_what_names_say() {
    for name in common::games() {
        let engine = engine(&name);
        let scene = Scene::of(&engine, &engine.initial(), "");
        let colour =
            |wanted: &str| scene.players.iter().find(|player| player.name == wanted).map(|player| player.colour);
        if let (Some(black), Some(white)) = (colour("Black"), colour("White")) {
            assert!(black.luminance() + 0.5 < white.luminance(), "{name}");
        }
        for (place, one) in scene.players.iter().enumerate() {
            for other in &scene.players[..place] {
                let (a, b) = (one.colour, other.colour);
                assert!(seen_without_red(a, b) > 40.0, "{name}: {} and {}", one.name, other.name);
            }
        }
    }
}

/// How far two colours lie apart for people who do not see red.
///
/// Source: the projection of Viénot, Brettel and Mollon, "Digital video colourmaps for checking the legibility of displays by
/// dichromats" (1999), for protanopes, on linear light, the result as a distance of sRGB values.
fn seen_without_red(a: theme::Rgb, b: theme::Rgb) -> f64 {
    let linear = |value: u8| (f64::from(value) / 255.0).powf(2.2);
    let back = |value: f64| value.max(0.0).powf(1.0 / 2.2) * 255.0;
    let seen = |colour: theme::Rgb| {
        let (r, g, b) = (linear(colour.0), linear(colour.1), linear(colour.2));
        let yellow = 0.11238 * r + 0.88762 * g;
        [back(yellow), back(0.00401 * r - 0.00401 * g + b)]
    };
    let (a, b) = (seen(a), seen(b));
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// What is written on a page and on pieces can be read: WCAG asks for 4.5 of small texts and for 3 of large signs.
#[test]
fn what_is_written_can_be_read() {
    for (word, theme) in Theme::WORDS {
        let palette = theme::Palette::of(theme);
        assert!(palette.text.contrast(palette.page) >= 4.5, "{word}");
        assert!(palette.faint.contrast(palette.page) >= 4.5, "{word}");
        assert!(palette.line.contrast(palette.field) >= 3.0, "{word}");
    }
    for name in common::games() {
        let engine = engine(&name);
        for player in Scene::of(&engine, &engine.initial(), "").players {
            assert!(player.colour.ink().contrast(player.colour) >= 4.5, "{name}: {}", player.name);
        }
    }
}

/// What pictures say in English beside names, and nowhere else.
const ENGLISH: [&str; 13] = [
    "Turn ",
    "to move",
    "Chance decides",
    "Round ",
    "wins by",
    "a draw by",
    "everybody loses",
    "unfinished",
    "In hand",
    "Off the board",
    "On the cells",
    "upper case",
    "latest move",
];

/// In another language no English word stands in a picture but what a file does not translate.
#[test]
fn pictures_speak_the_language_that_was_chosen() {
    for name in common::games() {
        let engine = engine(&name);
        let all = positions(&engine, 3);
        for position in all.iter().step_by(19).chain(all.last()) {
            let english = Scene::of(&engine, position, "en");
            let (text, svg) = (text_of(&english), view::svg(&english, SvgOptions::default()));
            assert!(ENGLISH.iter().any(|word| text.contains(word)) && ENGLISH.iter().any(|word| svg.contains(word)));
            for language in ["fr", "de", "es"] {
                let mut scene = Scene::of(&engine, position, language);
                scene.latest = Some("x".to_owned());
                let own = |value: &str| matches!(value, "yes" | "none") || (value == "no" && language != "es");
                let english = scene.variables.iter().find(|(_, value)| own(value));
                assert!(english.is_none(), "{name} in {language}: {english:?}");
                for picture in [text_of(&scene), view::svg(&scene, SvgOptions::default())] {
                    let found: Vec<&&str> = ENGLISH.iter().filter(|word| picture.contains(**word)).collect();
                    assert!(found.is_empty(), "{name} in {language}: {found:?} in {picture}");
                }
            }
        }
    }
}

/// The cells with a mark of their own, by name.
fn marked(scene: &Scene) -> String {
    scene.names_of(&scene.geometry.marked)
}

/// Of the built-in games two have cells to mark: a hill that an end asks for, and a castle that the file names.
#[test]
fn cells_that_matter_are_marked() {
    for name in common::games() {
        let engine = engine(&name);
        let scene = Scene::of(&engine, &engine.initial(), "fr");
        let (cells, word) = match name.as_str() {
            "king-of-the-hill" => ("d4 d5 e4 e5", "colline"),
            "tablut" => ("e5", "château"),
            _ => ("", ""),
        };
        let mut found: Vec<String> = marked(&scene).split(' ').map(str::to_owned).collect();
        found.sort();
        assert_eq!(found.join(" "), cells, "{name}");
        assert_eq!(scene.marked.iter().map(|(name, _)| name.as_str()).collect::<String>(), word, "{name}");
        if !word.is_empty() {
            let (text, svg) = (text_of(&scene), view::svg(&scene, SvgOptions::default()));
            assert!(text.contains(&format!("Marques: < > {word}")), "{name}: {text}");
            // Each marked cell says it, and the legend does.
            assert_eq!(svg.matches(&format!("data-mark=\"{word}\"")).count(), cells.split(' ').count(), "{name}");
            assert!(svg.contains(&format!(">{word}</text>")), "{name}: {svg}");
        }
    }
    let chess = engine("king-of-the-hill");
    let text = text_of(&Scene::of(&chess, &chess.initial(), "en"));
    assert!(text.contains("5 ·  ·  · <·><·> ·  ·  · 5") && text.contains("Marks: < > hill"), "{text}");
}

/// No other file is needed.
struct Alone;

impl Loader for Alone {
    fn read(&self, _: Option<&str>, _: &str) -> Result<Found, LoadError> {
        Err(LoadError::NotFound(None))
    }
}

/// A game on five by five cells whose end asks for some, with more lines; the names of the marked cells, and what they
/// are called.
fn marked_in(when: &str, more: &str) -> (String, Vec<String>) {
    let text = format!(
        "language 1\ngame \"Marks\"\nplayers White, Black\nboard square 5 by 5\npiece Man (Men)\n\
         define hill = [b2 c2]\ndefine climbed(c) = some my Men in c\nmove place {{ Man drops }}\n\
         end after each turn {{ \"top\": mover wins when ({when}) or climbed(hill) }}\n{more}\n"
    );
    let mut sources = SourceMap::default();
    let (module, found) = Module::from_text(&Alone, "marks.gdl", &text, &mut sources);
    let faults: Vec<_> = found.iter().map(|fault| fault.message.clone()).collect();
    let module = module.unwrap_or_else(|| panic!("{faults:?}"));
    let rules = module.rules(&Choices::default()).unwrap_or_else(|found| panic!("{found:?}"));
    let engine = Engine::new(rules);
    let scene = Scene::of(&engine, &engine.initial(), "");
    let mut names: Vec<String> = marked(&scene).split_whitespace().map(str::to_owned).collect();
    names.sort();
    (names.join(" "), scene.marked.into_iter().map(|(name, _)| name).collect())
}

#[test]
fn what_is_marked_can_be_told() {
    let called = |name: &str| vec![name.to_owned()];
    // The hill is asked for through a definition; the sides and the corners are there on every board of the shape.
    let usual = marked_in("some my Men in north-side or some my Men in corners", "");
    assert_eq!(usual, ("b2 c2".to_owned(), called("top")));
    assert_eq!(marked_in("some my Men in [a1 e5]", "").0, "a1 b2 c2 e5");
    // More than a quarter of the 25 cells: they tell nothing.
    assert_eq!(marked_in("some my Men in [a1 a2 a3 a4 a5 c1 c3]", "").0, "b2 c2");
    // The same cells as a side, named one by one.
    assert_eq!(marked_in("some my Men in [a1 a2 a3 a4 a5]", "").0, "b2 c2");
    assert_eq!(marked_in("stuck", "text board { marked: none }"), (String::new(), Vec::new()));
    assert_eq!(marked_in("stuck", "text board { marked: hill }"), ("b2 c2".to_owned(), called("hill")));
    assert_eq!(marked_in("stuck", "text board { marked: d4 corners }"), ("a1 a5 d4 e1 e5".to_owned(), Vec::new()));
    assert_eq!(marked_in("stuck", "text board { marked: d4 hill }"), ("b2 c2 d4".to_owned(), called("hill")));
}

/// Every name of a built-in game that players see has its word in French, German and Spanish: players, pieces, moves, ends,
/// values, and what is shown beside the board; options and their values, too.
#[test]
fn every_word_of_a_game_is_there_in_every_language() {
    let mut missing = Vec::new();
    for name in common::games() {
        let (module, _) = common::load(&name);
        for choices in module.every_choice() {
            let Ok(rules) = module.rules(&choices) else { panic!("{name}: {choices:?}") };
            let look = &rules.look;
            let shown = |name: &&String| look.shown.get(*name) != Some(&ShownLook::Hidden);
            let values = look.types.iter().chain(&look.terrains).flat_map(|known| &known.values);
            let mut words: Vec<&str> = look.plain_names();
            words.extend(look.kinds.iter().map(|kind| kind.name.plain.as_str()));
            words.extend(look.moves.iter().map(String::as_str));
            words.extend(rules.ends.iter().map(|end| &*end.name));
            words.extend(look.variables.iter().filter(shown).map(String::as_str));
            words.extend(values.map(|value| value.name.plain.as_str()));
            words.extend(look.terrains.iter().map(|terrain| terrain.name.plain.as_str()));
            words.extend(rules.options.iter().map(|(name, _)| name.as_str()));
            // Numbers are numbers, the program has its own words for yes and no, and cubes are told by their sides.
            for language in ["fr", "de", "es"] {
                let told = look.words.get(language).cloned().unwrap_or_default();
                let has =
                    |word: &str| word.parse::<i64>().is_ok() || matches!(word, "yes" | "no") || told.contains_key(word);
                let lacks = words.iter().filter(|word| !has(word) && !word.split('-').all(has));
                missing.extend(lacks.map(|word| format!("{name}, {language}: {word}")));
            }
        }
    }
    missing.sort();
    missing.dedup();
    assert_eq!(missing, [""; 0]);
}
