//! Travels: what is asked where and when, in both evaluators. The expected options are worked out by hand.

use merel::diagnostic::Code;
use merel::engine::Engine;
use merel::game::rng::Rng;
use merel::game::{Actor, Game};
use merel::play::chance;
use merel::reference::Reference;
use merel::rules::{Choices, Module};
use merel::source::SourceMap;
use rayon::prelude::*;

use crate::common;

const HEAD: &str = "language 1 game \"Example\" players White, Black ";

fn module(text: &str) -> Module {
    let mut sources = SourceMap::default();
    let (module, diagnostics) = Module::from_text(&common::Library, "example", text, &mut sources);
    assert!(diagnostics.is_empty(), "{}", common::told(&sources, &diagnostics));
    module.expect("a text gives a module")
}

/// All that the checker tells of a text, warnings included.
fn codes(text: &str) -> Vec<Code> {
    module(&format!("{HEAD}{text}")).check().iter().map(|diagnostic| diagnostic.code).collect()
}

/// Both evaluators of some rules.
fn evaluators(module: &Module) -> (Reference, Engine) {
    let rules = || module.rules(&Choices::default()).unwrap_or_else(|found| panic!("{found:?}"));
    (Reference::new(rules()), Engine::new(rules()))
}

/// The options after some moves, which both evaluators tell alike.
fn options(text: &str, moves: &str) -> String {
    let (reference, engine) = evaluators(&module(&format!("{HEAD}{text}")));
    let (mut expected, mut found) = (reference.initial(), engine.initial());
    for text in moves.split_whitespace() {
        let option = reference.parse(&expected, text).unwrap_or_else(|error| panic!("{error}"));
        reference.apply(&mut expected, option);
        engine.apply(&mut found, option);
    }
    let options = reference.notations(&expected);
    assert_eq!(engine.notations(&found), options);
    options.join(" ")
}

/// Random games of both evaluators.
fn agree(module: &Module) {
    let (reference, engine) = evaluators(module);
    for seed in 0..6 {
        let mut rng = Rng::stream(seed, 0);
        let (mut expected, mut found) = (reference.initial(), engine.initial());
        for _ in 0..40 {
            let texts = reference.notations(&expected);
            assert_eq!(engine.notations(&found), texts);
            assert_eq!(engine.outcome(&found), reference.outcome(&expected));
            let option = match reference.actor(&expected) {
                None => break,
                Some(Actor::Player(_)) => rng.index(texts.len()),
                Some(Actor::Chance) => chance::draw(&reference, &expected, &mut rng),
            };
            reference.apply(&mut expected, option);
            engine.apply(&mut found, option);
        }
    }
}

#[test]
fn both_evaluators_agree_on_the_samples() {
    common::samples().into_par_iter().for_each(|sample| agree(&common::load(&sample).0));
}

const BOARD: &str = "board square 3 by 3 piece Man (Men), King (Kings) \
    remember tired of each Man or King: yes or no  remember facing of each Man or King: direction = north ";

#[test]
fn what_the_piece_is_and_remembers_is_told_while_it_travels() {
    let with = |ways: &str| {
        let setup =
            "setup { put Man of White on a1 with facing east  put King of White on c3 with facing south, tired yes }";
        options(&format!("{BOARD} {setup} define ways = {ways} move go {{ any piece steps ways }}"), "")
    };
    assert_eq!(with("facing of origin"), "a1-b1 c3-c2");
    assert_eq!(with("if kind of origin is King then west else north"), "a1-a2 c3-b3");
    assert_eq!(with("if origin in tired then west else north"), "a1-a2 c3-b3");
    assert_eq!(with("if owner of origin is mover then [west north] else []"), "a1-a2 c3-b3");
    assert_eq!(with("if origin in unmoved then [west north] else []"), "a1-a2 c3-b3");
    // The cell itself holds nobody: what stands there is empty, and no set of pieces has it; only its height counts it.
    assert_eq!(with("if origin in empty and count of Men is 0 then north else south"), "a1-a2 c3-c2");
    assert_eq!(with("if count of pieces is 1 and height of origin is 1 then directions else []").split(' ').count(), 6);
}

#[test]
fn the_piece_is_told_of_where_each_leg_begins() {
    let go = |path: &str| {
        options(&format!("{BOARD} setup {{ put Man of White on a1 with facing east }} move go {{ Man {path} }}"), "")
    };
    assert_eq!(go("steps north then steps (facing of origin)"), "a1-b2");
    assert_eq!(go("steps (facing of origin) repeating"), "a1-b1 a1-c1");
    // `origin` is the cell of the leg: from a2 on it is no longer in row 1.
    assert_eq!(go("steps (if origin in row 1 then north else east) repeating"), "a1-a2 a1-b2 a1-c2");
    assert_eq!(go("steps north then slides east up to (row of origin)"), "a1-b2 a1-c2");
    assert_eq!(go("steps north then slides east up to (3 - row of origin)"), "a1-b2");
}

#[test]
fn drawn_lines_are_those_of_the_cell_where_a_leg_begins() {
    let text = "board square 3 by 3 piece Man (Men) setup { put Man of White on a2 } \
        define drawn = if origin in dark then directions else orthogonal ";
    let all = "a2-a1 a2-b1 a2-c1 a2-b2 a2-c2 a2-a3 a2-b3 a2-c3";
    assert_eq!(options(&format!("{text} move go {{ Man steps drawn then steps drawn }}"), ""), all);
    assert_eq!(options(&format!("{text} move go {{ Man steps drawn }}"), ""), "a2-a1 a2-b2 a2-a3");
    // The same in `reach`: from c1, which is dark.
    let reach = "move go { Man goes to reach of c1 by steps drawn }";
    assert_eq!(options(&format!("{text} {reach}"), ""), "a2-b1 a2-b2 a2-c2");
}

#[test]
fn a_declaration_is_no_direction_of_the_path_before_it() {
    let text = "board square 3 by 3 piece Man (Men) setup { put Man of White on b2 } ";
    let go = |path: &str| format!("{text} define near = reach of a1 by {path}\ndefine far = cells except near\n");
    for path in ["steps", "slides", "leaps 1 by 2", "rides 1 by 2"] {
        assert_eq!(codes(&format!("{}move go {{ Man goes to near or far }}", go(path))), [], "{path}");
    }
    // From a1, a leap of 1 by 2 comes to b3 and c2.
    assert_eq!(options(&format!("{} move go {{ Man goes to near }}", go("leaps 1 by 2")), ""), "b2-c2 b2-b3");
}

#[test]
fn steps_are_taken_while_their_condition_holds() {
    let text =
        "board square 5 by 5 piece Man (Men), Rock (Rocks) neutral setup { put Man of White on a1 put Rock on c1 } ";
    let go = |path: &str| options(&format!("{text} move go {{ Man {path} }}"), "");
    assert_eq!(go("slides north where row of here at most 3"), "a1-a2 a1-a3");
    assert_eq!(go("slides where way is north and here is not a3"), "a1-a2");
    assert_eq!(go("slides north through cells where distance(from, origin) at most 1"), "a1-a2 a1-a3");
    assert_eq!(go("leaps 1 by 2 where column of here more than column of from + 1"), "a1-c2");
    assert_eq!(go("leaps orthogonal 2 where here not in Rocks"), "a1-a3");
    assert_eq!(go("rides north 1 where row of here at most row of origin + 2"), "a1-a2 a1-a3");
    assert_eq!(go("rides 1 by 1 where column of here less than 4"), "a1-b2 a1-c3");
    assert_eq!(go("hops east over cells where from is a1 and here is c1 to Rocks"), "a1xc1");
    assert_eq!(go("hops east over Rocks at any distance where here is not e1"), "a1-d1");
    assert_eq!(go("hops east over Rocks at any distance where here is not b1"), "");
    assert_eq!(go("walks orthogonal exactly 2 where way is not east"), "a1-a3");
    assert_eq!(go("steps north then steps (east or north) where from is a2 and way is east"), "a1-b2");
    assert_eq!(go("steps east repeating where count of Rocks in neighbours of here is 0"), "");
    // In `reach` a path with a condition stands in brackets; another `where` belongs to `those`.
    let reach = |set: &str| options(&format!("{text} move go {{ Man goes to {set} }}"), "");
    assert_eq!(reach("reach of a1 by (slides north where row of here at most 3)"), "a1-a2 a1-a3");
    assert_eq!(reach("those c in reach of a1 by slides north where row of c at most 3"), "a1-a2 a1-a3");
    assert_eq!(reach("span of a1 by (slides north where row of here at most 4)"), "a1-a2 a1-a3");
}

#[test]
fn a_condition_counts_for_attack() {
    let text = "board square 3 by 1 piece King royal, Rook setup { put King of White on a1 put Rook of Black on c1 } \
        move go { King stays  Rook slides through cells";
    // White cannot stay attacked, so Black moves.
    assert_eq!(options(&format!("{text} to enemies }}"), ""), "c1xa1");
    assert_eq!(options(&format!("{text} where here not in row 1 to enemies }}"), ""), "go(a1)");
}

#[test]
fn any_expression_is_a_direction() {
    let text = "board square 3 by 3 piece Man (Men) remember road of each player: some direction \
        remember wind: direction = west  setup { put Man of White on b2  each p in players { set road of p to [north east] } } \
        define bent = if my road is orthogonal then north else my road  define f(d) = opposite of d ";
    let go = |path: &str| options(&format!("{text} move go {{ {path} }}"), "");
    assert_eq!(go("Man steps my road"), "b2-c2 b2-b3");
    assert_eq!(go("Man slides bent 1 or more"), "b2-c2 b2-b3");
    assert_eq!(go("Man steps (if odd(turns) then forward else left)"), "b2-a2");
    assert_eq!(go("Man steps north or opposite of wind"), "b2-c2 b2-b3");
    assert_eq!(go("Man steps (opposite of wind) or north"), "b2-c2 b2-b3");
    assert_eq!(go("Man steps (f(wind)) or (those d in directions where d is south)"), "b2-b1 b2-c2");
    assert_eq!(go("Man steps [north south]"), "b2-b1 b2-b3");
    assert_eq!(go("Man slides (my road) (0 + 1) to 2"), "b2-c2 b2-b3");
    assert_eq!(go("Man slides wind (0 + 1) or more"), "b2-a2");
    assert_eq!(go("Man slides (1 + 0) or more to row 3"), "b2-a3 b2-b3 b2-c3");
    assert_eq!(go("Man slides (1 + 0) to 2 to row 3"), "b2-a3 b2-b3 b2-c3");
    assert_eq!(go("Man walks (my road) (0 + 2) to (0 + 2)"), "b2-c3");
    assert_eq!(go("Man leaps (f(wind)) (0 + 1)"), "b2-c2");
    assert_eq!(go("pick d from my road then Man steps d"), "north:b2-b3 east:b2-c2");
    assert_eq!(go("pick d from my road then Man steps opposite of d"), "north:b2-b1 east:b2-a2");
    assert_eq!(go("Man goes to (opposite of wind) of origin"), "b2-c2");
    assert_eq!(go("Man goes to wind of origin or bent of origin"), "b2-a2 b2-c2 b2-b3");
    let push = "Man stays { push landing opposite of wind }";
    assert_eq!(
        options(&format!("{text} move go {{ {push} }} move look {{ pick c from Men except b2 }}"), "go(b2)"),
        "c2"
    );
}

#[test]
fn what_stands_as_a_direction_is_checked() {
    let with = |define: &str| {
        let text = "board square 3 by 3 piece Man (Men) setup { put Man of White on b2 } ";
        codes(&format!("{text} define ways = {define} move go {{ Man steps ways }}"))
    };
    assert_eq!(with("those d in directions where nonsense of d is 3"), [Code::UnknownName]);
    assert_eq!(with("if turns more than 2 then nonsense else north"), [Code::UnknownName]);
    assert_eq!(with("if turns then north else south"), [Code::WrongType]);
    assert_eq!(with("Men"), [Code::WrongType]);
    assert_eq!(with("if odd(turns) then north else south"), []);
    let text = "board square 3 by 3 piece Man (Men) setup { put Man of White on b2 } move go";
    assert_eq!(codes(&format!("{text} {{ Man steps (count of Men) }}")), [Code::WrongType]);
    assert_eq!(codes(&format!("{text} {{ Man steps {}left }}", "forward or ".repeat(20_000))), []);
    let two = "pick d from directions then Man steps opposite of d or d";
    assert_eq!(codes(&format!("{text} {{ {two} }}")), [Code::TwoReadings]);
    assert_eq!(codes(&format!("{text} {{ Man steps my nonsense }}")), [Code::UnknownName]);
    assert_eq!(codes(&format!("{text} {{ Man goes where here is a1 }}")), [Code::Misplaced]);
    assert_eq!(codes(&format!("{text} {{ Man steps where from is there }}")), [Code::UnknownName]);
    assert_eq!(codes(&format!("{text} {{ Man steps when from is a1 }}")), [Code::UnknownName]);
    assert_eq!(
        codes(&format!("remember here of each cell: 0 to 1 {text} {{ Man steps where here is a1 }}")),
        [Code::Duplicate]
    );
}

#[test]
fn beside_the_direction_of_the_leg_before() {
    let go = |board: &str, at: &str, path: &str| {
        options(
            &format!("board {board} piece Man (Men) setup {{ put Man of White on {at} }} move go {{ Man {path} }}"),
            "",
        )
    };
    // From the middle of a hexagon of 3 one step and then one 60° beside it: the six cells behind two neighbours.
    let six = "c3-b1 c3-a2 c3-d2 c3-b4 c3-e4 c3-d5";
    let path = "steps then steps onward-diagonal";
    let sorted = |options: &str| {
        let mut all: Vec<String> = options.split(' ').map(str::to_owned).collect();
        all.sort();
        all
    };
    assert_eq!(sorted(&go("hexagon 3", "c3", path)), sorted(six));
    // North-east leads from c3 to d4; from there 60° to the right lies d5, to the left e4.
    assert_eq!(go("hexagon 3", "c3", "steps north-east then steps onward-diagonal"), "c3-d5 c3-e4");
    assert_eq!(go("hexagon 3", "c3", "steps north-east then steps onward"), "c3-e5");
    assert_eq!(go("square 5", "c3", "steps north then steps onward-diagonal"), "c3-b5 c3-d5");
    assert_eq!(go("square 5", "c3", "steps north then steps onward"), "c3-c5");
    let text = "piece Man (Men) setup { put Man of White on a } move go { Man steps then steps onward-diagonal }";
    assert_eq!(codes(&format!("board graph {{ line a b c d }} {text}")), [Code::NoDirection]);
    let text = "board square 3 piece Man (Men) setup { put Man of White on a1 } move go { Man steps onward }";
    assert_eq!(codes(text), [Code::NoDirection]);
}

#[test]
fn names_of_a_travel_are_asked_when_they_mean_something() {
    // All that the board declares is used.
    let rest = "setup { put Man of White on a1 put King of White on c3 with facing south, tired yes } \
        move rest { King steps facing of origin when origin in tired { set tired of landing to no } }";
    let with = |text: &str| codes(&format!("{BOARD} {rest} {text}"));
    let moment = [Code::Moment];
    // The piece has left `origin`.
    assert_eq!(with("move go { Man steps { if kind of origin is Man { take a1 } } }"), moment);
    assert_eq!(with("move go { Man steps { set tired of origin to yes } }"), moment);
    assert_eq!(
        with("define f(c) = facing of c move go { Man steps { let d be f(origin) if d is north { take a1 } } }"),
        moment
    );
    assert_eq!(with("action a(c) { if c in tired { take c } } move go { Man steps { do a(origin) } }"), moment);
    assert_eq!(with("move go { Man steps ensure kind of origin is Man }"), moment);
    assert_eq!(with("move go { Man steps { if kind of landing is Man { take a1 } } }"), []);
    assert_eq!(with("move go { Man steps when kind of origin is Man }"), []);
    assert_eq!(with("move go { Man steps { put King on origin if kind of origin is King { take a1 } } }"), []);
    assert_eq!(with("move go { Man stays { if kind of origin is Man { take a1 } } }"), []);
    // Nothing has gone yet.
    assert_eq!(with("move go { Man steps to empty except neighbours of landing }"), moment);
    assert_eq!(with("move go { Man slides way }"), moment);
    assert_eq!(with("move go { Man on neighbours of landing steps }"), moment);
    assert_eq!(with("define behind = opposite of way move go { Man steps behind }"), moment);
    assert_eq!(with("move go repeats { Man steps way }"), []);
    assert_eq!(with("move go { Man slides up to (count of reach of origin by slides way) }"), [Code::Endless]);
    // No set of pieces holds the piece that travels.
    assert_eq!(with("move go { Man steps (if origin in Kings then north else east) }"), moment);
    assert_eq!(with("define f(c) = c in my Men move go { Man steps (if f(origin) then north else east) }"), moment);
    // The cell of the leg, or of the travel?
    assert_eq!(with("move go { Man steps through (empty or origin) repeating }"), moment);
    assert_eq!(with("move go { Man steps { take reach of landing by slides through (empty or origin) } }"), moment);
    assert_eq!(with("move go { Man slides through (empty or origin) }"), [Code::Endless]);
}

#[test]
fn the_height_of_a_stack_counts_the_piece_that_travels() {
    let text = "board square 3 with stacks piece Man (Men) \
        setup { put 2 Man of White on a1  put 2 Man of White on b1  put Man of White on a2  put Man of Black on c3 } ";
    let pile = |at_most: &str| {
        let to = format!("those e in mine where height of e + height of origin at most {at_most}");
        options(&format!("{text} move pile {{ Man steps orthogonal to {to} }}"), "")
    };
    assert_eq!(pile("3"), "a1-a2 a2-a1");
    assert_eq!(pile("4"), "a1-b1 a1-a2 b1-a1 a2-a1");
    let named = "move go { pick start from mine then Man on start slides north exactly (height of start) to cells }";
    assert_eq!(options(&format!("{text} {named}"), ""), "b1:b1-b3 a2:a2-a3");
    let slide = "move go { Man slides north exactly (height of origin) to cells }";
    assert_eq!(options(&format!("{text} {slide}"), ""), "b1-b3 a2-a3");
}
