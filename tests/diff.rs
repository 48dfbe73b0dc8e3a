//! Whether games play alike: planted errors are found, what only looks different is not, and variants differ from their
//! parents where the rulebook says.

use merel::diff::{Changed, Kind, Pace, Plan, Report, Side, Verdict, diff};
use merel::editing::expand::expand;
use merel::game::Never;
use merel::rules::{Choices, Module};
use merel::syntax::ast::ItemKind;
use merel::syntax::format::format;
use merel::syntax::lexer;

use crate::common;
#[path = "diff/planted.rs"]
mod planted;

use planted::{all, compared, module, spoilt};

/// A plan that takes little also where nothing differs.
fn small() -> Plan {
    Plan { positions: 300, games: 20, decisions: 200, ..Plan::default() }
}

#[test]
fn planted_errors_are_found() {
    let quick: Vec<_> = all().into_iter().filter(|error| error.quick).collect();
    assert!(quick.len() >= 20, "there are only {}", quick.len());
    for error in quick {
        let report = compared(&common::load(&error.game).0, &spoilt(&error), &small(), Pace::LEISURE);
        assert_eq!(report.verdict, Verdict::Differ, "{}: {}: {report}", error.game, error.what);
        assert!(!report.changes.is_empty(), "{}: {}: {report}", error.game, error.what);
    }
}

#[test]
fn every_planted_error_is_a_sound_file_that_says_something_else() {
    let all = all();
    assert!(all.len() >= 135, "there are only {}", all.len());
    let mut complaints = Vec::new();
    for error in &all {
        let module = spoilt(error);
        let what = format!("{}: {}", error.game, error.what);
        match module.rules(&Choices::default()) {
            Err(found) => complaints.push(format!("{what}: {}", common::told(&module.texts, &found))),
            Ok(_) if module.said() == common::load(&error.game).0.said() => {
                complaints.push(format!("{what}: the same"))
            }
            Ok(_) => {}
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let games: std::collections::BTreeSet<&str> = all.iter().map(|error| error.game.as_str()).collect();
    assert_eq!(games.len(), common::games().len(), "every game has its errors");
}

/// Without its scenarios, whose texts name moves.
fn without_tests(text: &str) -> &str {
    text.split("\ntest ").next().unwrap_or_default()
}

#[test]
fn expanded_and_formatted_files_say_the_same() {
    for game in common::games() {
        let (module_of_game, _) = common::load(&game);
        let expanded = expand(&module_of_game, &[]).unwrap_or_else(|found| panic!("{game}: {found:?}")).text;
        let narrow = without_tests(&expanded).replace(" {", "\n{").replace("  ", "    ");
        let formatted = format(&narrow).unwrap_or_else(|found| panic!("{game}: {found:?}"));
        for (what, text) in [("expanded", expanded.clone()), ("formatted", formatted)] {
            let report = compared(&module_of_game, &module("other.gdl", &text), &small(), Pace::LEISURE);
            assert_eq!((report.verdict, report.changes.len()), (Verdict::Same, 0), "{game} {what}: {report}");
        }
    }
}

/// The same rules with other names of pieces and moves. Letters of diagrams are made from the beginning of a name.
fn renamed(module_of_game: &Module, moves_too: bool) -> Module {
    let mut names: Vec<(String, String)> = Vec::new();
    for item in &module_of_game.items {
        match &item.kind {
            ItemKind::Piece(piece) => {
                let name = &piece.name.value;
                names.push((name.clone(), format!("{name}z")));
                // Where none is given it is made from the name.
                names.push(piece.plural.as_ref().map_or_else(
                    || (format!("{name}s"), format!("{name}zs")),
                    |plural| (plural.value.clone(), format!("{}z", plural.value)),
                ));
            }
            ItemKind::Move(item) if moves_too => names.push((item.name.value.clone(), format!("{}z", item.name.value))),
            _ => {}
        }
    }
    let expanded = expand(module_of_game, &[]).expect("it expands").text;
    let mut text = String::new();
    let mut end = 0;
    let all = without_tests(&expanded);
    for token in lexer::lex(all) {
        text += &all[end..token.start];
        text += names.iter().find(|name| name.0 == token.text).map_or(token.text, |name| &name.1);
        end = token.end();
    }
    module("renamed.gdl", &text)
}

#[test]
fn renamed_files_play_alike_by_result() {
    let by_result = Plan { by_result: true, ..small() };
    let mut with_moves = 0;
    for game in common::games() {
        let (module_of_game, _) = common::load(&game);
        // Some moves are called like words of the language, which are renamed too then.
        let is_sound = |other: &Module| other.rules(&Choices::default()).is_ok();
        let all = Some(renamed(&module_of_game, true)).filter(is_sound);
        with_moves += usize::from(all.is_some());
        let other = all.unwrap_or_else(|| renamed(&module_of_game, false));
        let report = compared(&module_of_game, &other, &by_result, Pace::LEISURE);
        assert_eq!(report.verdict, Verdict::Same, "{game}: {report}");
    }
    assert!(with_moves >= 25, "only {with_moves}");
    // Names of pieces are seen in play.
    let (game, _) = common::load("breakthrough");
    let report = compared(&game, &renamed(&game, true), &small(), Pace::LEISURE);
    let difference = report.difference.expect("the names differ");
    assert_eq!((difference.kind, difference.play.len()), (Kind::Shown, 0));
}

fn differing(one: (&str, &[(&str, &str)]), other: (&str, &[(&str, &str)]), plan: &Plan) -> Report {
    let choices = |options: &[(&str, &str)]| Choices {
        options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        players: None,
    };
    let (modules, chosen) = ([common::load(one.0).0, common::load(other.0).0], [choices(one.1), choices(other.1)]);
    let side = |number: usize, name| Side { module: &modules[number], choices: &chosen[number], name };
    diff([side(0, one.0), side(1, other.0)], plan, Pace::LEISURE, &Never).expect("both are sound")
}

/// Options by name and value.
type Options<'a> = &'a [(&'a str, &'a str)];
/// Two games with their options, what differs, after how many moves, and a sentence of it.
type Case<'a> = (&'a str, Options<'a>, &'a str, Options<'a>, Kind, usize, &'a str);

#[test]
fn variants_differ_from_their_parents_where_the_rulebook_says() {
    // Worked out by hand from the rulebooks: what differs, after how many moves at least, and a sentence of it.
    let cases: &[Case<'_>] = &[
        ("breakthrough", &[], "knightthrough", &[], Kind::Shown, 0, "a1: Man of White in A, Knight of White in B"),
        // Nobody castles.
        ("chess", &[], "antichess", &[], Kind::Shown, 0, "`rights`: a1 h1 a8 h8 in A, none in B"),
        ("chess", &[], "los-alamos", &[], Kind::Board, 0, "square 8 by 8 (64 cells)"),
        // After both have placed a man it may be moved at once.
        ("marelle", &[], "marelle-mixte", &[], Kind::Options, 2, "B offers"),
        // The second player may take the first stone over.
        ("hex", &[("size", "5")], "hex", &[("size", "5"), ("swap", "yes")], Kind::Options, 1, "B offers swap-sides"),
        ("hex", &[("size", "5")], "hex", &[("size", "7")], Kind::Board, 0, "rhombus 5 by 5 (25 cells)"),
        ("reversi", &[], "reversi", &[("start", "free")], Kind::Shown, 0, "d4: Disc of White in A, nothing in B"),
        ("kalah", &[], "kalah", &[("seeds-each", "3")], Kind::Shown, 0, "`seeds of A`: 4 in A, 3 in B"),
        ("tic-tac-toe", &[], "connect-four", &[], Kind::Players, 0, "X, O"),
    ];
    let plan = Plan { positions: 3_000, ..small() };
    for (one, of_one, other, of_other, kind, moves, sentence) in cases {
        let report = differing((one, of_one), (other, of_other), &plan);
        let told = report.to_string();
        let difference = report.difference.unwrap_or_else(|| panic!("{one} and {other}: {told}"));
        assert_eq!((difference.kind, difference.play.len()), (*kind, *moves), "{one} and {other}: {told}");
        assert!(told.contains(sentence), "{one} and {other}: {told}");
    }
}

const BASE: &str = "language 1
game \"Walk\"
players White, Black
board square 3 by 4
piece Man (Men)
setup for each player { put Man on my row 1 }
define goal = my last row
move go { Man steps forward }
end after each turn { \"there\": mover wins when landing in goal }
end before each turn { \"stuck\": mover loses when stuck }
";

fn base_and(changes: &[(&str, &str)]) -> [Module; 2] {
    let mut text = BASE.to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    [module("base.gdl", BASE), module("other.gdl", &text)]
}

fn report(changes: &[(&str, &str)], plan: &Plan) -> Report {
    let [one, other] = base_and(changes);
    compared(&one, &other, plan, Pace::LEISURE)
}

#[test]
fn what_means_nothing_makes_no_difference() {
    let moved = [
        ("define goal = my last row\n", ""),
        ("end before", "define goal =   my last row // behind what uses it\nend before"),
        ("\"Walk\"", "\"March\""),
    ];
    let report = report(&moved, &Plan::default());
    assert_eq!((report.verdict, report.changes), (Verdict::Same, Vec::new()));
}

#[test]
fn other_words_for_the_same_rules_are_walked_through() {
    // All plays of this game are short. `row 4` for White and `row 1` for Black are the last rows.
    let report = report(&[("goal = my last row", "goal = my row 4")], &Plan::default());
    assert_eq!(report.verdict, Verdict::Alike, "{report}");
    assert!(!report.searched.halted && report.searched.games <= 20_000, "{report}");
    assert_eq!(report.changes.len(), 1);
    assert_eq!((report.changes[0].changed, report.changes[0].what.as_str()), (Changed::Replaced, "define goal"));
    let lines: Vec<_> =
        report.changes[0].lines.iter().map(|line| (line.added, line.file.as_str(), line.line)).collect();
    assert_eq!(lines, [(false, "base.gdl", 7), (true, "other.gdl", 7)]);
}

#[test]
fn the_shortest_play_is_found() {
    // A man goes from row 1 to row 3 in two moves of White, with one of Black between: no play is shorter.
    let report = report(&[("goal = my last row", "goal = my rows 3 to 4")], &Plan::default());
    let told = report.to_string();
    let difference = report.difference.expect("they differ");
    assert_eq!((difference.kind, difference.play.len()), (Kind::Outcome, 3), "{told}");
    assert!(difference.sentences[0].contains("in A the game goes on"), "{told}");
    assert!(difference.sentences[1].contains("White wins by \"there\""), "{told}");
    assert!(difference.seen[1].ends[0].decided && !difference.seen[0].ends[0].decided, "{told}");
}

#[test]
fn a_refused_move_is_explained() {
    let report = report(&[("Man steps forward", "Man steps forward-diagonal")], &Plan::default());
    let told = report.to_string();
    let difference = report.difference.expect("they differ");
    assert_eq!((difference.kind, difference.play.len()), (Kind::Options, 0), "{told}");
    // Three men go straight ahead; aslant the middle one has two ways and the outer ones one.
    assert_eq!(difference.only_one, ["a1-a2", "b1-b2", "c1-c2"]);
    assert_eq!(difference.only_other, ["a1-b2", "b1-a2", "b1-c2", "c1-b2"]);
    let offer = &difference.offers[0];
    assert_eq!((offer.option.as_str(), offer.by_other, offer.by[0].line), ("a1-a2", false, 8));
    assert!(
        offer.refused.is_some() && offer.refused_by.as_ref().is_some_and(|place| place.file == "other.gdl"),
        "{told}"
    );
}

#[test]
fn what_is_only_remembered_by_one_is_no_difference() {
    let notes = ("define goal", "remember paces: 0 to 9\ndefine goal");
    let counts = ("Man steps forward }", "Man steps forward { set paces to smaller(9, paces + 1) } }");
    let report = report(&[notes, counts], &Plan::default());
    assert_eq!(report.verdict, Verdict::Alike, "{report}");
    assert_eq!(report.changes.len(), 2, "{report}");
}

#[test]
fn chance_and_its_probabilities_are_compared() {
    let game = |roll: &str| {
        let text = format!(
            "language 1\ngame \"Dice\"\nplayers One, Two, Three\nboard square 3\npiece Man (Men)\n\
             type pips = 1 to 6\ntype sums = 2 to 12\nremember last: 0 to 12\n\
             setup {{ put Man of One on a1 }}\nmove go {{ pass }}\n\
             turn {{ roll d {roll}  set last to d  choose go }}\n\
             end after each turn {{ \"six\": mover wins when last is 6 }}\n"
        );
        module("dice.gdl", &text)
    };
    let plan = small();
    let even = game("from pips");
    assert_eq!(compared(&even, &game("from pips"), &plan, Pace::LEISURE).verdict, Verdict::Same);
    let without = compared(&even, &game("from pips except [1]"), &plan, Pace::LEISURE);
    let difference = without.difference.expect("they differ");
    assert_eq!((difference.kind, difference.play.len(), difference.only_one.len()), (Kind::Options, 0, 1));
    // Two dice show 2 once in 36 times; of the numbers from 2 to 12 each is drawn once in 11 times.
    let weighed = compared(&game("as 2 dice"), &game("from sums"), &plan, Pace::LEISURE);
    let told = weighed.to_string();
    assert!(told.contains("Chance decides for 2 with probability 1/36 in A, 1/11 in B"), "{told}");
}

#[test]
fn the_same_seed_finds_the_same() {
    let plan = Plan { positions: 200, games: 40, ..Plan::default() };
    let run = || serde_json::to_string(&report(&[("my last row", "my rows 3 to 4")], &plan)).expect("it is JSON");
    assert_eq!(run(), run());
}

#[test]
fn rules_that_cannot_be_had_are_told_of() {
    let [one, other] = base_and(&[("Man steps", "Woman steps")]);
    let choices = Choices::default();
    let side = |module| Side { module, choices: &choices, name: "it" };
    let (second, found) = diff([side(&one), side(&other)], &small(), Pace::LEISURE, &Never).expect_err("one is broken");
    assert!(second && !found.is_empty());
    let (second, _) = diff([side(&other), side(&one)], &small(), Pace::LEISURE, &Never).expect_err("one is broken");
    assert!(!second);
}
