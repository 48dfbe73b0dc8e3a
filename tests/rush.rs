//! Random games that are rushed go as the engine's decisions go: every option is drawn with the same probability, and
//! leads where it leads.

use std::collections::HashMap;
use std::sync::Arc;

use merel::engine::{Engine, Position};
use merel::game::rng::Rng;
use merel::game::{Actor, Game, Never};
use merel::play::chance;
use merel::program::Program;
use merel::program::passes::Pass;
use merel::rules::{Choices, Module, Rules};
use merel::source::SourceMap;
use rayon::prelude::*;

use crate::common;

/// Decisions of one game that are looked at.
const DECISIONS: usize = 30;
/// Two decisions at once are rushed at every so manieth decision, and draws are counted.
const STRIDE: usize = 15;
/// The most positions two decisions ahead that are looked at.
const AHEAD: usize = 900;
/// How often each option is drawn on the average where draws are counted.
const DRAWS: u64 = 12;
/// The most options of a decision whose draws are counted.
const COUNTED: usize = 80;

/// An engine whose rushes run on native code from the first decision on.
fn warm(rules: impl Into<Arc<Rules>>) -> Engine {
    warm_without("nothing", rules)
}

/// The same without what has this name, if anything has.
fn warm_without(name: &str, rules: impl Into<Arc<Rules>>) -> Engine {
    let mut program = Program::new(rules);
    program.native_after = Some(0);
    program.switch_off(name);
    Engine::of(program)
}

/// The name of a game as a test tells it, its engine.
fn every_game(look: impl Fn(&str, &Engine) + Sync) {
    let names = common::games();
    let all = names.iter().flat_map(|name| {
        let (module, _) = common::load(name);
        module.every_choice().into_iter().map(move |choices| (name, choices))
    });
    let engine = |module: &Module, choices: &Choices| match module.rules(choices) {
        Ok(rules) => warm(rules),
        Err(_) => panic!("the game has no rules"),
    };
    all.collect::<Vec<(&String, Choices)>>().into_par_iter().for_each(|(name, choices)| {
        let (module, _) = common::load(name);
        look(&format!("{name} {choices:?}"), &engine(&module, &choices));
    });
}

/// The positions after each option of a decision.
fn successors(engine: &Engine, position: &Position) -> Vec<Position> {
    let mut all = Vec::new();
    after_each(engine, &mut position.clone(), &mut |next| all.push(next.clone()));
    all
}

/// Shows the position after each option of a decision, in the place of the position.
fn after_each(engine: &Engine, position: &mut Position, look: &mut dyn FnMut(&mut Position)) {
    for option in 0..engine.n_options(position) {
        let undo = engine.apply(position, option);
        look(position);
        engine.undo(position, undo);
    }
}

/// Shows the positions after all that chance may draw before anybody decides.
fn after_draws(engine: &Engine, position: &mut Position, look: &mut dyn FnMut(&mut Position)) {
    match engine.actor(position) {
        Some(Actor::Chance) => after_each(engine, position, &mut |next| after_draws(engine, next, look)),
        _ => look(position),
    }
}

/// Draws for chance until somebody decides.
fn draw_all(engine: &Engine, position: &mut Position, rng: &mut Rng) {
    while engine.actor(position) == Some(Actor::Chance) {
        let option = chance::draw(engine, position, rng);
        engine.apply(position, option);
    }
}

/// Whether two positions are the same to the last counter.
fn are_same(engine: &Engine, one: &Position, other: &Position) -> bool {
    one == other
        && engine.outcome(one) == engine.outcome(other)
        && engine.actor(one) == engine.actor(other)
        && engine.arrangement(one) == engine.arrangement(other)
}

/// One rushed decision leads where one of the options leads.
fn rush_one(name: &str, engine: &Engine, position: &Position, rng: &mut Rng) {
    let mut rushed = position.clone();
    let decisions = engine.play_on(&mut rushed, rng, 1, &Never);
    assert_eq!(decisions, 1, "{name}");
    let mut found = false;
    after_each(engine, &mut position.clone(), &mut |next| found |= are_same(engine, next, &rushed));
    assert!(found, "{name}: from\n{}to\n{}", engine.situation_text(position), engine.situation_text(&rushed));
    assert_eq!(engine.notations(&rushed).len(), engine.n_options(&rushed), "{name}");
}

/// Two rushed decisions lead where two options lead, one after the other.
fn rush_two(name: &str, engine: &Engine, position: &Position, rng: &mut Rng) {
    let plays_on = |next: &Position| matches!(engine.actor(next), Some(Actor::Player(_)));
    let (mut before, mut n_ahead) = (position.clone(), 0);
    let after_first = |before: &mut Position, look: &mut dyn FnMut(&mut Position)| {
        after_each(engine, before, &mut |next| after_draws(engine, next, look));
    };
    after_first(&mut before, &mut |next| n_ahead += if plays_on(next) { engine.n_options(next) } else { 0 });
    if n_ahead > AHEAD {
        return;
    }
    let mut rush = || {
        let mut rushed = position.clone();
        let decisions = engine.play_on(&mut rushed, rng, 2, &Never);
        draw_all(engine, &mut rushed, rng);
        (decisions, rushed, false)
    };
    let mut rushes: Vec<(u64, Position, bool)> = (0..4).map(|_| rush()).collect();
    let mut compare = |next: &Position, taken: u64| {
        let those = rushes.iter_mut().filter(|(decisions, ..)| *decisions == taken);
        those.for_each(|(_, rushed, found)| *found |= are_same(engine, next, rushed));
    };
    after_first(&mut before, &mut |next| {
        compare(next, 1);
        if plays_on(next) {
            after_first(next, &mut |next| compare(next, 2));
        }
    });
    for (_, rushed, found) in &rushes {
        assert!(found, "{name}: from\n{}to\n{}", engine.situation_text(position), engine.situation_text(rushed));
    }
}

/// Sequences of two and of three decisions that are counted without playing them are as many as there are.
fn count_ahead(name: &str, engine: &Engine, position: &Position) {
    let text = || engine.situation_text(position);
    let (mut before, mut two) = (position.clone(), 0);
    after_each(engine, &mut before, &mut |next| two += engine.n_options(next));
    if let Some(n) = engine.ahead(position, 2, &Never) {
        assert_eq!(n, two as u64, "{name}: two decisions from\n{}", text());
    }
    if two <= COUNTED
        && let Some(n) = engine.ahead(position, 3, &Never)
    {
        let mut three = 0;
        after_each(engine, &mut before, &mut |next| {
            after_each(engine, next, &mut |next| three += engine.n_options(next));
        });
        assert_eq!(n, three as u64, "{name}: three decisions from\n{}", text());
    }
}

/// Every option is drawn as often as every other, as far as chance allows.
fn count_draws(name: &str, engine: &Engine, position: &Position, rng: &mut Rng) {
    let options = successors(engine, position);
    if options.len() > COUNTED {
        return;
    }
    #[allow(clippy::mutable_key_type, reason = "what changes in a position is its budget, and no key looks at that")]
    let mut classes: HashMap<&Position, (u64, u64)> = HashMap::new();
    options.iter().for_each(|next| classes.entry(next).or_default().0 += 1);
    let draws = DRAWS * options.len() as u64;
    let mut rushed = position.clone();
    for _ in 0..draws {
        engine.restart(&mut rushed, position);
        engine.play_on(&mut rushed, rng, 1, &Never);
        match classes.get_mut(&rushed) {
            Some((_, drawn)) => *drawn += 1,
            None => panic!("{name}: no option leads to\n{}", engine.situation_text(&rushed)),
        }
    }
    let expected = |options: u64| (DRAWS * options) as f64;
    let spread: f64 = classes.values().map(|&(n, drawn)| (drawn as f64 - expected(n)).powi(2) / expected(n)).sum();
    let freedom = classes.len() as f64 - 1.0;
    // Six times the standard deviation and some more for few classes: never by chance with fixed seeds.
    assert!(spread <= freedom + 6.0 * (2.0 * freedom).sqrt() + 8.0, "{name}: {spread} of {freedom}");
}

/// A random game, each decision of which is compared.
fn follow(name: &str, engine: &Engine, seed: u64) {
    let mut rng = Rng::stream(seed, 0);
    let mut position = engine.initial();
    for decision in 0..DECISIONS {
        match engine.actor(&position) {
            None => return,
            Some(Actor::Chance) => {
                let option = chance::draw(engine, &position, &mut rng);
                engine.apply(&mut position, option);
                continue;
            }
            Some(Actor::Player(_)) => {}
        }
        if engine.n_options(&position) <= 4 * AHEAD {
            rush_one(name, engine, &position, &mut rng);
            if decision % STRIDE == 7 {
                rush_two(name, engine, &position, &mut rng);
                count_draws(name, engine, &position, &mut rng);
                count_ahead(name, engine, &position);
            }
        }
        engine.play_on(&mut position, &mut rng, 1, &Never);
    }
}

#[test]
fn rushed_games_go_as_decisions_go() {
    every_game(|name, engine| follow(name, engine, 3));
}

#[test]
fn the_same_rules_have_the_same_code() {
    for name in common::games() {
        let (module, _) = common::load(&name);
        let code = || module.rules(&Choices::default()).map(|rules| Engine::new(rules).rush_in_words(true));
        assert_eq!(code().ok(), code().ok(), "{name}");
    }
}

/// The engine for the text of a file without fault.
fn engine_of(text: &str) -> Engine {
    let (module, diagnostics) = Module::from_text(&common::Library, "sample", text, &mut SourceMap::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    warm(module.and_then(|module| module.rules(&Choices::default()).ok()).expect("the file has no fault"))
}

/// Games that come to what the library seldom comes to: options that read alike, hops from afar to empty cells, choices
/// that some options come to, phases with pieces that remember, options that may take two where most must be taken, pieces of several kinds that go alike in directions of their own, conditions for the steps
/// of a path, paths that ask what the piece is that travels.
#[test]
fn games_of_no_library_are_rushed_as_decisions_go() {
    for text in [
        include_str!("samples/changing-places.gdl"),
        include_str!("samples/far-jumps.gdl"),
        include_str!("samples/two-phases.gdl"),
        include_str!("samples/taken-beside.gdl"),
        include_str!("samples/going-alike.gdl"),
        include_str!("samples/climbs.gdl"),
        include_str!("samples/gates.gdl"),
        include_str!("samples/pointers.gdl"),
    ] {
        let engine = engine_of(text);
        assert!(!engine.rush_in_words(false).contains("decision by decision"), "{text}");
        (0..20).for_each(|seed| follow(text, &engine, seed));
    }
}

/// Two sentences drop the same kind: where both may drop it onto one cell, the machine takes over.
#[test]
fn drops_that_may_meet_are_rushed_as_decisions_go() {
    let text = "language 1\ngame \"Meeting\"\nplayers White, Black\nboard square 4 by 4\npiece Disc\n\
        setup { put Disc of White on b2  put Disc of Black on c3 }\n\
        define near = (neighbours of landing) in enemies\n\
        move place { Disc drops when some near { give near to mover }  Disc drops to empty in corners }\n\
        end before each turn { \"full\": draw when stuck }\n";
    let engine = engine_of(text);
    let words = engine.rush_in_words(false);
    assert!(!words.contains("listed") && !words.contains("decision by decision"), "{words}");
    (0..20).for_each(|seed| follow("meeting", &engine, seed));
}

/// Options that are nothing but picks are rows: none of them is listed.
#[test]
fn picks_are_rushed_as_decisions_go() {
    let engine = engine_of(include_str!("samples/shoving.gdl"));
    let words = engine.rush_in_words(false);
    assert!(!words.contains("listed") && !words.contains("decision by decision"), "{words}");
    (0..20).for_each(|seed| follow("shoving", &engine, seed));
}

/// Options that are found one after the other: texts that pick, and pieces that go on; where all count, and where those do
/// that take most.
#[test]
fn options_that_are_explored_are_rushed_as_decisions_go() {
    let text = include_str!("samples/ways.gdl");
    for how in ["", " with the most count of taken"] {
        let text = text.replace("or else rest }", &format!("or else rest{how} }}"));
        let engine = engine_of(&text);
        let words = engine.rush_in_words(false);
        assert!(!words.contains("listed") && !words.contains("decision by decision"), "{words}");
        (0..12).for_each(|seed| follow(&format!("ways{how}"), &engine, seed));
    }
}

/// A search for options that takes more than there is for a decision leaves the game unfinished, with native code and without it.
#[test]
fn searches_that_take_too_much_end_natively_as_they_do_otherwise() {
    let text = "language 1\ngame \"Wandering\"\nplayers White, Black\nboard square 6 by 6\npiece Stone\n\
        setup { put Stone of White on a1  put Stone of Black on f6  put Stone of White on c3  put Stone of Black on d5 }\n\
        type pips = 1 to 6\nremember luck: 0 to 6\nremember visited lasting a move: some cells\n\
        move go may repeat {\n\
        Stone steps to empty except visited when luck is 1 or no visited { set visited to visited or origin } }\n\
        turn { roll a from pips  set luck to a  choose go with distinct results }\n\
        end before each turn { \"long\": draw when rounds is 5 }\n";
    let engine = engine_of(text);
    let words = engine.rush_in_words(false);
    assert!(!words.contains("listed") && !words.contains("decision by decision"), "{words}");
    let mut program = Program::new(engine.program().rules.clone());
    program.switch_off("native");
    let plain = Engine::of(program);
    let play = |engine: &Engine, seed| {
        let (mut position, mut rng) = (engine.initial(), Rng::stream(seed, 0));
        draw_all(engine, &mut position, &mut rng);
        let decisions = engine.play_on(&mut position, &mut rng, 100, &Never);
        (decisions, engine.outcome(&position), engine.snapshot(&position))
    };
    let games: Vec<_> = (0..16).map(|seed| (play(&engine, seed), play(&plain, seed))).collect();
    for (native, other) in &games {
        assert_eq!(native, other);
    }
    let n_cut = games.iter().filter(|(native, _)| native.0 < 10).count();
    assert!((1..16).contains(&n_cut), "{n_cut} games are cut short");
}

/// Chance draws within turns, players go out, in their own turns too.
#[test]
fn draws_of_chance_and_players_who_go_out_are_rushed_as_decisions_go() {
    let engine = engine_of(include_str!("samples/duels.gdl"));
    let words = engine.rush_in_words(false);
    assert!(!words.contains("listed") && !words.contains("decision by decision"), "{words}");
    (0..60).for_each(|seed| follow("duels", &engine, seed));
}

/// Numbers of a set may be greater than those of cells: what holds of all of them holds of these too.
#[test]
fn numbers_beyond_the_cells_are_rushed_as_decisions_go() {
    let text = "language 1\ngame \"Numbers\"\nplayers White, Black\nboard square 3 by 3\npiece Man (Men)\n\
        type digits = 1 to 20\nremember sum: 0 to 900\n\
        setup { put Man of White on a1  put Man of Black on c3 }\n\
        define many = those d in digits where (count of my Men is 1 or d in [2 3])\n\
        define few = those d in digits where not d in [2 3]\n\
        move step { Man steps to empty { set sum to smaller(900, sum + count of many + count of few) } }\n\
        end before each turn { \"done\": mover wins when sum is 152  \"stuck\": draw when stuck  \"long\": draw when turns is 40 }\n";
    let engine = engine_of(text);
    assert!(!engine.rush_in_words(false).contains("decision by decision"));
    (0..4).for_each(|seed| follow("numbers", &engine, seed));
}

/// What pieces remember with more values than yes and no is held as planes.
#[test]
fn what_pieces_remember_is_rushed_as_decisions_go() {
    let engine = engine_of(include_str!("samples/moods.gdl"));
    let words = engine.rush_in_words(false);
    assert!(!words.contains("listed") && !words.contains("decision by decision"), "{words}");
    (0..20).for_each(|seed| follow("moods", &engine, seed));
}

/// Slides go around a ring, to where they began if nothing stands in their way; distances are looked up. Nothing is left to
/// the machine.
#[test]
fn slides_around_a_ring_are_rushed_as_decisions_go() {
    let engine = engine_of(include_str!("samples/ring.gdl"));
    let words = engine.rush_in_words(true);
    assert!(!words.contains("SlowSet") && !words.contains("SlowNumber"), "{words}");
    (0..20).for_each(|seed| follow("ring", &engine, seed));
}

/// What is jumped from a cell is seen by steps there and back; whoever is caught between two is found so.
#[test]
fn what_is_jumped_is_not_left_to_the_machine() {
    let (module, _) = common::load("tablut");
    let rules = module.rules(&Choices::default()).expect("the game has rules");
    let words = warm(rules).rush_in_words(true);
    assert!(words.contains("StepTo") && !words.contains("SlowSet"), "{words}");
}

/// Hops of which none is followed by another are drawn as rows are, but for hops from afar; where one may be followed all chains are
/// looked for, and where hops come back by another way, always.
#[test]
fn single_hops_are_rushed_as_decisions_go() {
    let rules = |board: &str, jump: &str, how: &str| {
        format!(
            "language 1\ngame \"Hopping\"\nplayers White, Black\n{board}\npiece Man (Men), King\n\
             move jump {jump}\nmove go {{ Man steps to empty  King steps to empty }}\n\
             afterwards {{ if landing in my Men in corners {{ change landing into King }} }}\n\
             turn {{ choose jump or else go{how} }}\n\
             end before each turn {{ \"still\": mover loses when stuck  \"long\": draw when rounds is 30 }}\n"
        )
    };
    let square = "board square 5 by 6\nsetup for each player { put Man on my rows 1 to 2 }";
    let most = " with the most count of taken with distinct results";
    let late = "hops diagonal over enemies except taken taking jumped at end";
    for (jump, how) in [
        (
            "repeats { Man hops over enemies taking jumped  King hops diagonal over enemies taking jumped }".to_owned(),
            "",
        ),
        (
            "may repeat { Man hops forward over enemies taking jumped  King hops over enemies taking jumped }"
                .to_owned(),
            "",
        ),
        (format!("repeats {{ Man {late}  King {} }}", late.replace("taking", "at any distance taking")), most),
        (format!("repeats {{ Man {late}  King {late} }}"), most),
    ] {
        let engine = engine_of(&rules(square, &jump, how));
        let words = engine.rush_in_words(true);
        assert!(words.contains("Chains(") && words.contains("Draw(") && !words.contains("listed"), "{words}");
        assert!(jumps_by_rows(&words), "{jump}: {words}");
        (0..12).for_each(|seed| follow(&format!("{jump}{how}"), &engine, seed));
    }
    let ways_back = "board graph { edge a b, b c, c d, d a, a e, e f direction forth: a b, b c direction back: c d, d a }\n\
        setup { put Man of White on a  put Man of Black on [b d] }";
    let engine =
        engine_of(&rules(ways_back, "repeats { Man hops over enemies taking jumped }", "").replace("corners", "[e f]"));
    let words = engine.rush_in_words(true);
    assert!(words.contains("Chains(") && !jumps_by_rows(&words), "{words}");
    (0..4).for_each(|seed| follow("ways back", &engine, seed));
}

/// Whether something that is jumped over is taken after an option was drawn from rows.
fn jumps_by_rows(words: &str) -> bool {
    let mut after_draw = words.split("Draw(").skip(1).map(|part| part.split("Chains(").next().unwrap_or_default());
    after_draw.any(|part| part.contains("Take("))
}

/// Where options fail because a royal piece is attacked, others are drawn from those alone that may help: all that succeed are drawn, each
/// as often as every other. Where few options are left the royal piece mostly is.
#[test]
fn what_helps_a_royal_piece_is_drawn_as_often_as_all_else_that_helps() {
    let of_library = |name: &'static str| {
        let (module, _) = common::load(name);
        (name, warm(module.rules(&Choices::default()).expect("the game has rules")))
    };
    let two_kings = "language 1\ngame \"Two kings\"\nplayers White, Black\nboard square 6\npiece King royal, Guard, Rook\n\
        setup { put King of White on [b1 e1]  put King of Black on [b6 e6]  put Guard of White on [c1 d1]\n\
        put Guard of Black on [c6 d6]  put Rook of White on [a1 f1]  put Rook of Black on [a6 f6] }\n\
        move go { King steps to empty or enemies  Guard steps to empty or enemies  Rook slides orthogonal to empty or enemies }\n\
        end before each turn { \"stuck\": mover loses when stuck  \"long\": draw when rounds is 60 }\n";
    let mut all: Vec<_> = ["chess", "crazyhouse", "shogi", "xiangqi"].map(of_library).into();
    all.push(("two kings", engine_of(two_kings)));
    all.into_par_iter().for_each(|(name, engine)| {
        assert!(engine.rush_in_words(true).contains("Redraw("), "{name}");
        let (mut rng, mut looked_at) = (Rng::stream(29, 0), 0);
        while looked_at < 30 {
            let mut position = engine.initial();
            for _ in 0..200 {
                let n = if engine.actor(&position).is_some() { engine.n_options(&position) } else { break };
                if n < 7 {
                    rush_one(name, &engine, &position, &mut rng);
                    count_draws(name, &engine, &position, &mut rng);
                    looked_at += 1;
                }
                engine.play_on(&mut position, &mut rng, 1, &Never);
            }
        }
    });
}

/// Piles of alike pieces are in registers; where one player's men come to lie on another's, the choice is left to the machine.
#[test]
fn piles_are_rushed_as_decisions_go() {
    let engine = engine_of(include_str!("samples/towers.gdl"));
    let words = engine.rush_in_words(false);
    assert!(!words.contains("listed") && !words.contains("decision by decision"), "{words}");
    (0..40).for_each(|seed| follow("towers", &engine, seed));
}

/// Where a travel may bring a piece onto another, there is more to a cell than registers hold.
#[test]
fn pieces_that_travel_onto_others_are_not_rushed() {
    let text = |target: &str| {
        format!(
            "language 1\ngame \"Home\"\nplayers White, Black\nboard square 3 by 3\nsite home\npiece Man (Men)\n\
             setup {{ put Man of White on row 1  put Man of Black on row 3 }}\n\
             move step {{ Man steps }}\nmove go {{ Man on row 2 goes to {target} [home] }}\n\
             turn {{ choose step or go }}\nend before each turn {{ \"long\": draw when turns is 12 }}\n"
        )
    };
    let (one, many) = (engine_of(&text("empty in")), engine_of(&text("")));
    assert!(!one.rush_in_words(false).contains("decision by decision"));
    assert!(many.rush_in_words(false).contains("pieces that pile up"));
    (0..8).for_each(|seed| follow("a home for one", &one, seed));
    (0..8).for_each(|seed| follow("a home for many", &many, seed));
}

/// A rush of a whole game ends with an outcome, and from the same numbers with the same.
#[test]
fn whole_games_are_rushed_to_their_end() {
    every_game(|name, engine| {
        let start = engine.initial();
        let play = |seed| {
            let (mut rng, mut position, mut decisions) = (Rng::stream(seed, 0), start.clone(), 0);
            while engine.actor(&position).is_some() && decisions < 400 {
                decisions += match engine.actor(&position) {
                    Some(Actor::Chance) => {
                        let option = chance::draw(engine, &position, &mut rng);
                        engine.play(&mut position, option);
                        0
                    }
                    _ => engine.play_on(&mut position, &mut rng, 400 - decisions, &Never),
                };
            }
            (engine.outcome(&position), engine.snapshot(&position), decisions)
        };
        for seed in 0..3 {
            let once = play(seed);
            assert!(once.0.is_some() || once.2 == 400, "{name}");
            assert_eq!(once, play(seed), "{name}");
        }
    });
}

/// From positions that others counted from, with pieces where a random game seldom brings them.
#[test]
fn published_positions_are_rushed_as_decisions_go() {
    common::counts_by_game().into_par_iter().for_each(|(name, mut counts)| {
        counts.retain(|count| count.position.is_some());
        let Some(count) = counts.first() else { return };
        let engine = warm(common::game(&name, &count.options, count.players).shared_rules());
        counts.par_iter().for_each(|count| {
            let (reference, position) = common::counted_from(&name, count);
            let position = engine.arranged(&reference.arrangement(&position));
            let mut rng = Rng::stream(13, 0);
            if matches!(engine.actor(&position), Some(Actor::Player(_))) {
                rush_one(&name, &engine, &position, &mut rng);
                count_draws(&name, &engine, &position, &mut rng);
                count_ahead(&name, &engine, &position);
            }
        });
    });
}

/// Native code does what the instructions do: from the same numbers the same games and counts come.
#[test]
fn native_code_goes_as_the_instructions_go() {
    every_game(|name, engine| {
        let plain = without("native", engine);
        (0..2).for_each(|seed| go_alike(name, (engine, &plain), (seed, 40)));
    });
}

/// Whatever is done to code leaves what it means.
#[test]
fn every_pass_can_be_switched_off() {
    common::games().into_par_iter().for_each(|name| {
        let engine = warm(common::game(&name, "", None).shared_rules());
        for pass in Pass::ALL.map(Pass::name) {
            go_alike(&format!("{name} without {pass}"), (&engine, &without(pass, &engine)), (5, 15));
        }
    });
}

/// A pass that nothing is left of could be switched off as well. Those over native code are looked at where that is written.
#[test]
fn every_pass_over_the_instructions_finds_something_to_do() {
    let engines: Vec<Engine> =
        common::games().iter().map(|name| warm(common::game(name, "", None).shared_rules())).collect();
    for pass in [Pass::Members, Pass::Shields, Pass::Jumps, Pass::Threads].map(Pass::name) {
        let is_changed = |engine: &Engine| engine.rush_in_words(true) != without(pass, engine).rush_in_words(true);
        assert!(engines.iter().any(is_changed), "{pass}");
    }
}

/// An engine for the rules of another one, without what has this name.
fn without(name: &str, engine: &Engine) -> Engine {
    warm_without(name, engine.program().rules.clone())
}

/// Engines play the same game from the same numbers, in so many stretches, each longer by a decision, and count the same behind each.
fn go_alike(name: &str, (one, other): (&Engine, &Engine), (seed, stretches): (u64, u64)) {
    let (mut at_one, mut at_other) = (one.initial(), other.initial());
    let (mut for_one, mut for_other) = (Rng::stream(seed, 1), Rng::stream(seed, 1));
    let mut for_chance = Rng::stream(seed, 2);
    for stretch in 1..stretches {
        match one.actor(&at_one) {
            None => break,
            Some(Actor::Chance) => {
                let option = chance::draw(one, &at_one, &mut for_chance);
                one.play(&mut at_one, option);
                other.play(&mut at_other, option);
            }
            Some(Actor::Player(_)) => {
                one.play_on(&mut at_one, &mut for_one, stretch, &Never);
                other.play_on(&mut at_other, &mut for_other, stretch, &Never);
            }
        }
        assert!(are_same(one, &at_one, &at_other), "{name}:\n{}", one.situation_text(&at_one));
        assert_eq!(one.ahead(&at_one, 2, &Never), other.ahead(&at_other, 2, &Never), "{name}");
    }
}
