//! Coverage: counts that were worked out by hand, and what must hold of all.

use crate::common;

use std::sync::Arc;

use merel::cover::{self, Coverage, Item, Plan, Sort, cover};
use merel::engine::Engine;
use merel::game::rng::Rng;
use merel::game::{Actor, Game, Never, chance};
use merel::reference::{Reference, Used, Watch};
use merel::rules::{Choices, Module, Rules};
use merel::source::SourceMap;

const WALK: &str = r#"language 1
game "Walk"
option pace = slow, fast
players White, Black
board square 4 by 4
piece Man (Men), Queen
remember paces: 0 to 3
setup { put Man of White on a1  put Man of Black on d4 }
move step {
  Man steps forward { if landing in my last row { set paces to 3 } otherwise { set paces to smaller(3, paces + 1) } }
  Queen steps forward
  Man steps sideways when turns more than 9
}
move fly { Man goes }
turn { choose step or else fly }
end after each turn {
  "there": mover wins when landing in my last row
  "far": mover wins when landing in row 4
  "late": draw when pace is fast and turns is 3
}
test "a step" { play "a1-a2" }
test "wrong" { play "a1-a2" options 7 }
"#;

fn covered(text: &str, plan: &Plan) -> Coverage {
    let mut texts = SourceMap::default();
    let (module, _) = Module::from_text(&common::Library, "walk.gdl", text, &mut texts);
    cover(&module.expect("the text is a module"), &texts, plan, &Never).expect("the rules are sound")
}

fn item<'a>(coverage: &'a Coverage, sort: Sort, name: &str) -> &'a Item {
    let mut found = coverage.items.iter().filter(|item| item.sort == sort && item.name == name);
    found.next().unwrap_or_else(|| panic!("no {sort:?} {name} in {:#?}", coverage.items))
}

/// How often something was used at random, in search and in scenarios.
fn used_of(coverage: &Coverage, sort: Sort, name: &str) -> [u64; 3] {
    let used = item(coverage, sort, name).used;
    [used.random, used.search, used.scenarios]
}

#[test]
fn counts_are_those_worked_out_by_hand() {
    // Slow: White, Black, White, Black, White, and White is there. Fast: a draw after the third turn.
    let plan = Plan { games: 2, searched: 1, playouts: 1, more: 0, ..Plan::default() };
    let all = covered(WALK, &plan);
    let told = |sort, name| used_of(&all, sort, name);
    assert_eq!((all.games.random, all.games.search, all.games.scenarios), (4, 2, 2));
    assert_eq!((all.decisions.random, all.decisions.search, all.decisions.scenarios), (16, 8, 2));
    assert_eq!(told(Sort::Move, "step"), [16, 8, 2]);
    assert_eq!(told(Sort::Move, "fly"), [0, 0, 0]);
    assert_eq!(told(Sort::Sentence, "Man steps forward"), [16, 8, 2]);
    assert_eq!(told(Sort::Branch, "landing in my last row (holds)"), [2, 1, 0]);
    assert_eq!(told(Sort::Branch, "landing in my last row (does not hold)"), [14, 7, 2]);
    assert_eq!(told(Sort::Statement, "set paces to 3"), [2, 1, 0]);
    assert_eq!(told(Sort::Statement, "set paces to smaller(3, paces + 1)"), [14, 7, 2]);
    assert_eq!(told(Sort::Guard, "turns more than 9 (holds)"), [0, 0, 0]);
    // Each scenario asks for the options of White and, after the move, of Black.
    assert_eq!(told(Sort::Guard, "turns more than 9 (does not hold)"), [16, 8, 4]);
    assert_eq!(told(Sort::End, "\"there\""), [2, 1, 0]);
    assert_eq!(told(Sort::End, "\"late\""), [2, 1, 0]);
    assert_eq!(told(Sort::Option, "pace = slow"), [2, 1, 2]);
    assert_eq!(told(Sort::Option, "pace = fast"), [2, 1, 0]);
    // Positions after each option, and the first.
    assert_eq!(told(Sort::Kind, "Man"), [20, 10, 4]);
    assert_eq!(told(Sort::Kind, "Queen"), [0, 0, 0]);
    assert_eq!(told(Sort::Value, "paces = 0"), [4, 2, 2]);
    assert_eq!(told(Sort::Value, "paces = 1"), [4, 2, 2]);
    assert_eq!(told(Sort::Value, "paces = 3"), [8, 4, 0]);
    assert_eq!(told(Sort::Cell, "b2"), [0, 0, 0]);
    assert_eq!(all.failed, ["wrong"]);
}

#[test]
fn what_is_never_used_has_its_reason() {
    let all = covered(WALK, &Plan { games: 1, searched: 0, more: 0, ..Plan::default() });
    let reason = |sort, name| item(&all, sort, name).reason.clone().unwrap_or_default();
    assert_eq!(
        reason(Sort::Sentence, "Queen steps forward"),
        "there was never a piece ready for it, or anything to pick"
    );
    let guarded = reason(Sort::Sentence, "Man steps sideways when turns more than 9");
    assert_eq!(guarded, "`when` never held: asked 12 times");
    assert_eq!(reason(Sort::Sentence, "Man goes"), "its move was never asked for");
    assert_eq!(reason(Sort::Guard, "turns more than 9 (holds)"), "asked 12 times, it never held");
    assert!(reason(Sort::End, "\"far\"").starts_with("an end before it won: `\"there\""));
    let never: Vec<&str> = all.never().filter(|item| item.sort == Sort::Kind).map(|item| item.name.as_str()).collect();
    assert_eq!(never, ["Queen"]);
    assert!(all.percent > 0.0 && all.percent < 100.0);
}

#[test]
fn one_choice_is_played_alone() {
    let options = [("pace".to_owned(), "fast".to_owned())].into();
    let only = Some(Choices { options, players: None });
    let all = covered(WALK, &Plan { games: 3, searched: 0, only, more: 0, ..Plan::default() });
    assert_eq!(all.games.random, 3);
    assert_eq!(used_of(&all, Sort::End, "\"late\""), [3, 0, 0]);
    assert!(all.items.iter().all(|item| item.name != "pace = slow"));
}

#[test]
fn the_same_seed_gives_the_same_counts_and_the_counts_agree() {
    for name in ["tic-tac-toe", "breakthrough", "oware", "clobber", "marelle", "backgammon"] {
        let (module, texts) = common::load(name);
        let plan = Plan { games: 1, searched: 1, playouts: 2, decisions: 12, seed: 5, more: 0, ..Plan::default() };
        let one = cover(&module, &texts, &plan, &Never).expect("the rules are sound");
        let other = cover(&module, &texts, &plan, &Never).expect("the rules are sound");
        assert_eq!(one.items, other.items, "{name}");
        // Where no piece goes on, each option follows one sentence of its move.
        let sum = |sort| one.items.iter().filter(|item| item.sort == sort).map(|item| item.used.total()).sum::<u64>();
        assert_eq!(sum(Sort::Move), sum(Sort::Sentence), "{name}");
        assert!(one.failed.is_empty(), "{name}: {:?}", one.failed);
    }
}

#[test]
fn games_on_the_engine_are_counted_with_the_others() {
    let plan = Plan { games: 1, more: 40, searched: 0, ..Plan::default() };
    let all = covered(WALK, &plan);
    let told = |sort, name| used_of(&all, sort, name)[0];
    // With each pace, one game is followed and forty are counted; a slow game has five options, a fast one three.
    assert_eq!((all.games.random, all.decisions.random), (82, 41 * 8));
    assert_eq!((all.followed.games, all.followed.decisions), (2, 8));
    assert_eq!(told(Sort::Move, "step"), 41 * 8);
    assert_eq!(told(Sort::Sentence, "Man steps forward"), 41 * 8);
    assert_eq!(told(Sort::Branch, "landing in my last row (holds)"), 41);
    assert_eq!(told(Sort::Branch, "landing in my last row (does not hold)"), 41 * 7);
    assert_eq!(told(Sort::Statement, "put Man of White on a1"), 82);
    assert_eq!(told(Sort::Statement, "set paces to smaller(3, paces + 1)"), 41 * 7);
    assert_eq!((told(Sort::End, "\"there\""), told(Sort::End, "\"late\"")), (41, 41));
    assert_eq!((told(Sort::Option, "pace = slow"), told(Sort::Option, "pace = fast")), (41, 41));
    assert_eq!(told(Sort::Kind, "Man"), 41 * 10);
    // Slow: 0 1 2 3 3 3. Fast: 0 1 2 3.
    assert_eq!((told(Sort::Value, "paces = 0"), told(Sort::Value, "paces = 3")), (82, 41 * 4));
    // Only where games are followed it is seen that it does not hold.
    assert_eq!(told(Sort::Guard, "turns more than 9 (does not hold)"), 8);
    assert!(all.summary().contains("of the random games 2 were followed, 8 decisions"));
}

#[test]
fn a_guard_that_held_is_known_of_each_option() {
    let text = r#"language 1
game "Guarded"
players White, Black
board square 3 by 3
piece Man
setup { put Man of White on a1  put Man of Black on c3 }
move step {
  Man steps forward when turns less than 2 { ensure turns less than 9 }
  ensure turns less than 8
}
turn { choose step }
end before each turn { "stuck": mover loses when stuck }
"#;
    // White and Black step once, then White is stuck.
    let all = covered(text, &Plan { games: 0, more: 3, searched: 0, ..Plan::default() });
    let told = |name| used_of(&all, Sort::Guard, name)[0];
    assert_eq!(all.decisions.random, 6);
    assert_eq!((told("turns less than 2 (holds)"), told("turns less than 9 (holds)")), (6, 6));
    assert_eq!(told("turns less than 8 (holds)"), 6);
    assert_eq!(used_of(&all, Sort::End, "\"stuck\"")[0], 3);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let (module, texts) = common::load("kalah");
    let plan = Plan { games: 0, more: 70, searched: 0, decisions: 20, seed: 9, ..Plan::default() };
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("there are threads");
        pool.install(|| cover(&module, &texts, &plan, &Never)).expect("the rules are sound").items
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn kinds_cells_and_values_have_their_reasons() {
    let text = r#"language 1
game "Idle"
players White, Black
board square 3 by 3
piece Man, Ghost, Spare, Late
remember mood: 0 to 4
setup { put Man of White on a1  put Man of Black on c3  put 2 Spare of White in hand }
move step {
  Man steps forward {
    if turns more than 90 { change landing into Late  set mood to 2 } otherwise { set mood to 1 }
    set mood to larger(mood, 1)
  }
}
move rest { Late steps forward { set mood to 3 } }
turn { choose step or else rest }
end before each turn { "stuck": mover loses when stuck }
"#;
    let all = covered(text, &Plan { games: 1, more: 0, searched: 0, ..Plan::default() });
    let reason = |sort, name| item(&all, sort, name).reason.clone().unwrap_or_default();
    assert_eq!(reason(Sort::Kind, "Ghost"), "nothing makes a piece of this kind");
    assert_eq!(reason(Sort::Kind, "Spare"), "no piece of this kind ever left the hand");
    assert_eq!(reason(Sort::Kind, "Late"), "what makes one was never done: `change landing into Late`");
    assert_eq!(reason(Sort::Statement, "set mood to 2"), "its `if` never held");
    assert_eq!(reason(Sort::Statement, "set mood to 3"), "its sentence was never followed");
    // Who is stuck is asked, and then `rest` too.
    assert_eq!(reason(Sort::Move, "rest"), "none of its sentences ever led to an option");
    assert_eq!(reason(Sort::Cell, "b2"), "no option led there in 4 decisions that were followed");
}

#[test]
fn each_file_of_a_variant_has_its_listing() {
    let mut texts = SourceMap::default();
    let text = "language 1\ngame \"Mine\" extends \"tic-tac-toe.gdl\"\n";
    let (module, _) = Module::from_text(&common::Library, "mine.gdl", text, &mut texts);
    let plan = Plan { games: 1, more: 0, searched: 0, ..Plan::default() };
    let all = cover(&module.expect("the text is a module"), &texts, &plan, &Never).expect("the rules are sound");
    let page = all.html();
    let lines = |name: &str| {
        texts.files().iter().find(|file| file.name.ends_with(name)).map_or(0, |file| file.text.lines().count())
    };
    assert_eq!(page.matches("<tr id=\"line").count(), lines("mine.gdl"));
    assert!(page.matches("-line").count() >= lines("tic-tac-toe.gdl"), "{page}");
    assert!(page.contains("<h2>tic-tac-toe.gdl</h2>"), "{page}");
}

#[test]
fn the_page_needs_nothing_else() {
    let all = covered(WALK, &Plan { games: 1, searched: 0, more: 0, ..Plan::default() });
    let page = all.html();
    assert!(page.starts_with("<!doctype html>") && page.contains("prefers-color-scheme: dark"));
    assert!(!page.contains("http") && !page.contains("src=") && !page.contains("<script") && !page.contains("@import"));
    assert_eq!(page.matches("<tr id=\"line").count(), WALK.lines().count());
    assert!(page.contains("&quot;there&quot;: mover wins"));
    let text = all.annotated();
    assert_eq!(text.lines().count(), WALK.lines().count() + 1);
    assert!(text.contains("!|   Queen steps forward"), "{text}");
}

/// What both evaluators count: not that guards do not hold, nor what is asked without coming to anything.
fn in_common(mut used: Used, rules: &Rules) -> Used {
    used.chosen.clear();
    used.offered.clear();
    used.guards.clear();
    // What is taken at the end of a move is told as a step of it.
    used.done.retain(|place, _| rules.moves.iter().all(|each| each.span != *place));
    used.ends.values_mut().for_each(|ways| ways[0] = 0);
    used.ends.retain(|_, ways| ways[1] > 0);
    let few = |name: &String| {
        let variable = rules.variables.iter().find(|variable| variable.name == *name);
        variable.is_some_and(|variable| merel::engine::values(rules, variable.ty).is_some())
    };
    used.values.retain(|name, _| few(name));
    used.values.values_mut().for_each(|values| values.retain(|value, _| value != "none"));
    used.values.retain(|_, values| !values.is_empty());
    used
}

/// Plays a game with both evaluators, each decision drawn by the engine as it draws in random play, or listed; what
/// they count of it must be the same.
fn count_alike(rules: &Arc<Rules>, name: &str, decisions: u64, rushes: bool, seed: u64) {
    let watch = Arc::new(Watch::following());
    let plain = Reference::new(rules.clone()).watched(watch.clone());
    let (engine, other) = (Engine::counting(rules.clone()), Engine::new(rules.clone()));
    let (mut here, mut there) = (plain.initial(), engine.initial());
    let mut beside = other.initial();
    let mut rng = Rng::stream(seed, 0);
    let (mut played, mut total) = (Vec::new(), engine.take_counted(&mut there));
    for _ in 0..decisions {
        let Some(actor) = engine.actor(&there) else { break };
        let option = match actor {
            // Where there are many it takes too long to see which it was.
            Actor::Player(_) if rushes && other.n_options(&beside) > 120 => break,
            Actor::Player(_) if rushes => {
                let rest = there.clone();
                let taken = engine.play_on(&mut there, &mut rng, 1, &Never);
                assert_eq!(taken, 1, "{name}");
                let leads_there = |option: &usize| {
                    let mut next = beside.clone();
                    other.play(&mut next, *option);
                    next == there && other.arrangement(&next) == engine.arrangement(&there)
                };
                let found: Vec<usize> = (0..other.n_options(&beside)).filter(leads_there).collect();
                let [option] = found[..] else {
                    assert!(!found.is_empty(), "{name}: no option leads there from {rest:?}");
                    // Which of them it was cannot be seen.
                    there = engine.counted_from(&rest);
                    break;
                };
                option
            }
            actor => {
                let option = match actor {
                    Actor::Chance => chance::drawn(
                        engine.n_options(&there),
                        |option| engine.probability(&there, option).expect("Chance decides"),
                        &mut |n| rng.below(n),
                    ),
                    Actor::Player(_) => rng.index(engine.n_options(&there)),
                };
                engine.play(&mut there, option);
                option
            }
        };
        total.add(&engine.take_counted(&mut there), 1);
        played.push(plain.notation(&here, option));
        plain.play(&mut here, option);
        other.play(&mut beside, option);
    }
    engine.count_standing(&mut there);
    total.add(&engine.take_counted(&mut there), 1);
    let counted = cover::used(&engine, &total);
    let (counted, followed) = (in_common(counted, rules), in_common(watch.seen().used, rules));
    assert_eq!(counted.done, followed.done, "{name}, {rushes}: statements after {played:?}");
    assert_eq!(counted, followed, "{name}, {rushes}: after {played:?}");
}

#[test]
fn the_engine_counts_what_the_plain_evaluator_counts() {
    for name in common::games() {
        let (module, _) = common::load(&name);
        let rules = Arc::new(module.rules(&Choices::default()).expect("the rules are sound"));
        for (rushes, seed) in [(false, 1), (true, 2), (true, 3)] {
            count_alike(&rules, &name, 10, rushes, seed);
        }
    }
}
