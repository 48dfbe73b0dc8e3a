//! Proofs of small games, against published values and those of programs that were written from the rulebooks.

use std::convert::Infallible;
use std::sync::atomic::AtomicU32;

use merel::budget::{Budget, Limits, Used};
use merel::engine::Engine;
use merel::game::{Deadline, Game, Halt, Never};
use merel::reference::Reference;
use merel::rules::{Choices, Module, Rules};
use merel::solve::timeless::Unfit;
use merel::solve::{Bounds, Explorer, Extent, Solution, Timeless, Trouble, Values, Worth, solution};
use merel::source::SourceMap;

use crate::common;

fn rules(name: &str, options: &str) -> Rules {
    let options = options.split_whitespace().filter_map(|option| option.split_once('='));
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let (module, _) = common::load(name);
    module.rules(&Choices { options, players: None }).unwrap_or_else(|_| panic!("{name} has rules"))
}

fn proved<G: Game>(game: &G, timeless: &Timeless, positions: usize) -> Result<Solution, Trouble> {
    let start = game.initial();
    let mut explorer = Explorer::new(game, timeless, &start)?;
    let Ok(extent) = explorer.explore::<Infallible>(Bounds { positions }, &mut |_| Ok(()), &Never);
    assert_eq!(extent? == Extent::Whole, explorer.graph().is_whole());
    let graph = explorer.into_graph();
    Ok(solution((game, timeless, &start), &graph, &Values::of(&graph, &Never)))
}

fn solved(name: &str, options: &str) -> Solution {
    let (rules, timeless) = Timeless::of(&rules(name, options)).unwrap_or_else(|unfit| panic!("{name}: {unfit}"));
    let by_engine = proved(&Engine::new(rules), &timeless, usize::MAX);
    by_engine.unwrap_or_else(|trouble| panic!("{name}: {trouble}"))
}

/// What a proof comes to: the start, the positions, those that the first and the second player win, the longest win.
fn told(solved: &Solution) -> (Worth, usize, [usize; 2], u32) {
    assert_eq!(solved.drawn, Some(solved.positions - solved.wins[0] - solved.wins[1]));
    assert_eq!(solved.looked_at, solved.positions);
    (solved.worth, solved.positions, solved.wins, solved.longest)
}

#[test]
fn games_that_end_are_proved() {
    // 5478 positions and a draw are widely published.
    assert_eq!(told(&solved("tic-tac-toe", "")), (Worth::Drawn, 5478, [2936, 1474], 5));
    // Whoever begins wins at Hex (John Nash), and nobody draws; the numbers are those of a program of its own.
    assert_eq!(told(&solved("hex", "size=3")), (Worth::Won { by: 0, decisions: 5 }, 5514, [3410, 2104], 8));
}

#[test]
fn games_that_go_round_in_circles_are_proved() {
    let three = solved("three-mens-morris", "");
    assert_eq!(told(&three), (Worth::Won { by: 0, decisions: 9 }, 5390, [2038, 2144], 10));
    // Only the middle wins; beside it White loses, and at the corners nobody does.
    let worths: Vec<Worth> = three.options.iter().map(|choice| choice.worth).collect();
    let (middle, side) = (Worth::Won { by: 0, decisions: 9 }, Worth::Won { by: 1, decisions: 8 });
    let corner = Worth::Drawn;
    assert_eq!(worths, [corner, side, corner, side, middle, side, corner, side, corner]);
    assert_eq!(three.line.len(), 9);

    let nine = solved("nine-holes", "");
    assert_eq!(told(&nine), (Worth::Drawn, 5470, [1656, 1368], 3));
    assert!(nine.options.iter().all(|choice| choice.worth == Worth::Drawn));

    // 1180 positions, 208 won and 128 lost by who is to move, 844 drawn: https://en.wikipedia.org/wiki/M%C5%AB_t%C5%8Drere
    let torere = solved("mu-torere", "");
    assert_eq!(told(&torere), (Worth::Drawn, 1180, [168, 168], 5));
    assert_eq!(torere.drawn, Some(844));
}

/// The plain evaluator tells positions apart by a number of 128 bits, the engine by all of them.
#[test]
fn both_evaluators_prove_the_same() {
    for name in ["mu-torere", "nine-holes"] {
        let (rules, timeless) = Timeless::of(&rules(name, "")).expect("it can be proved");
        let plain = proved(&Reference::new(rules), &timeless, usize::MAX).expect("it is proved");
        let engine = solved(name, "");
        assert_eq!(Solution { bits: 0, ..plain }, Solution { bits: 0, ..engine }, "{name}");
    }
}

#[test]
fn what_repetition_does_is_heeded() {
    let left_out = |name: &str| Timeless::of(&rules(name, "")).map(|(_, timeless)| timeless.left_out);
    assert_eq!(left_out("mu-torere"), Ok(vec!["repetition".to_owned()]));
    assert_eq!(left_out("tic-tac-toe"), Ok(Vec::new()));
    // No position may be brought back: what is legal depends on those before.
    assert_eq!(left_out("go"), Err(Unfit::Repetition));
    // Who gives check for ever loses.
    assert_eq!(left_out("xiangqi"), Err(Unfit::Repetition));
}

/// A counter that a rule asks for is a part of the position: with four moves without taking as a draw, a man who walks up
/// and down stands on each of its three cells once for each number.
#[test]
fn counters_are_parts_of_positions() {
    let text = "language 1\ngame \"Walk\"\nplayers White, Black\nboard square 1 by 3\npiece Man\n\
        setup { put Man of White on a1 }\nmove go { Man steps }\nmove stay { pass when no mine }\nturn { choose go or else stay }\n\
        end before each turn { \"long\": draw when 4 moves without taking }\n";
    let mut sources = SourceMap::default();
    let (module, _) = Module::from_text(&common::Library, "walk.gdl", text, &mut sources);
    let rules = module.expect("it is a module").rules(&Choices::default()).expect("it has rules");
    let (rules, timeless) = Timeless::of(&rules).expect("it can be proved");
    let walk = proved(&Engine::new(rules), &timeless, usize::MAX).expect("it is proved");
    // From a1: a1 before the first move; a2 after one and two; a1 or a3 after three and four, of which four is the end.
    assert_eq!((walk.worth, walk.positions, walk.farthest), (Worth::Drawn, 7, 4));
}

#[test]
fn what_cannot_be_proved_is_told() {
    let unfit = |name: &str, players: usize| {
        let (module, _) = common::load(name);
        let rules = module.rules(&Choices { players: Some(players), ..Choices::default() }).expect("it has rules");
        Timeless::of(&rules).map(drop).unwrap_err().to_string()
    };
    assert_eq!(unfit("chinese-checkers", 3), "only games of two players can be proved, and 3 play this one");
    let (rules, timeless) = Timeless::of(&rules("backgammon", "")).expect("its rules ask for nothing that was before");
    let trouble = proved(&Engine::new(rules), &timeless, usize::MAX).unwrap_err();
    assert!(matches!(trouble, Trouble::Chance { .. }), "{trouble}");
}

/// Once its budget is spent a game is over wherever it is played on, also on the way to a position that is known.
#[test]
fn what_is_cut_on_the_way_to_a_position_is_not_looked_at() {
    let text = std::fs::read_to_string(common::folder().join("tic-tac-toe.gdl")).expect("it can be read");
    for asked in [1, 2, 3, 41, 42, 2001] {
        let budget = Budget::new(Limits::default(), Used::default);
        let loader = common::Bounded(budget.clone());
        let (module, _) = Module::from_text(&loader, "mine.gdl", &text, &mut SourceMap::default());
        let rules = module.expect("it is a module").rules(&Choices::default()).expect("it has rules");
        let (game, timeless) = (Engine::new(rules), Timeless::default());
        let (start, calls_off) = (game.initial(), common::CallsOff(budget.clone(), AtomicU32::new(asked)));
        // That it was called off is seen the next time alone: it is asked first.
        let halt = Deadline { or: &budget, is_over: &|| calls_off.is_called() };
        let mut explorer = Explorer::new(&game, &timeless, &start).expect("it can be proved");
        let bounds = Bounds { positions: usize::MAX };
        let Ok(extent) = explorer.explore::<Infallible>(bounds, &mut |_| Ok(()), &halt);
        assert_eq!(extent, Ok(Extent::Halted), "{asked}");
        let graph = explorer.into_graph();
        // It is asked before and after each.
        assert_eq!(graph.expanded(), asked as usize / 2, "{asked}");
        let told = solution((&game, &timeless, &start), &graph, &Values::of(&graph, &Never));
        assert_eq!(told.looked_at, graph.expanded(), "{asked}");
    }
}
