//! Reports on games: figures that were worked out by hand or by another program, and what must hold of all.

use crate::common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use merel::engine::Engine;
use merel::game::{Game, Never};
use merel::library;
use merel::quality::{Amount, Finding, Judgement, Level, LevelReport, NoShelf, Plan, Rate, Report, compare, report};
use merel::rules::{Choices, Module};
use merel::source::SourceMap;

/// Two men meet: White and Black step, White takes.
const DUEL: &str = r#"language 1
game "Duel"
players White, Black
board square 1 by 4
piece Man (Men)
setup { put Man of White on a1  put Man of Black on a4 }
move advance { Man steps forward to empty or enemies }
end after each turn { "taken": mover wins when no enemy Men  "far": mover wins when landing in my last row }
"#;

/// White wins on two cells of four.
const COIN: &str = r#"language 1
game "Coin"
players White, Black
board square 2 by 2
piece Stone
move place { Stone drops }
end after each turn { "heads": White wins when some Stones in row 1  "tails": Black wins when some Stones in row 2 }
"#;

/// Eight men against one: White is slower, for his men stand in the way.
const CROOKED: &str = r#"language 1
game "Crooked"
players White, Black
board square 4 by 5
piece Man (Men)
setup { put Man of White on rows 1 to 2  put Man of Black on a5 }
move advance {
  Man steps forward
  Man steps forward-diagonal to empty or enemies
}
end after each turn {
  "far row": mover wins when landing in my last row
  "all taken": mover wins when no enemy Men
}
end before each turn { "stuck": mover loses when stuck }
"#;

fn engine(text: &str) -> Engine {
    let (module, found) = Module::from_text(&common::Library, "small.gdl", text, &mut SourceMap::default());
    let module = module.unwrap_or_else(|| panic!("{found:?}"));
    Engine::new(Arc::new(module.rules(&Choices::default()).unwrap_or_else(|found| panic!("{found:?}"))))
}

fn squares() -> Engine {
    engine(library::find("tic-tac-toe.gdl").expect("a small game of the library").text)
}

fn plan(levels: &[&str], amount: Amount) -> Plan {
    let levels = levels.iter().map(|level| level.parse::<Level>().expect("a level")).collect();
    Plan { levels, amount, seed: 5, decisions: 1000 }
}

fn reported(game: &Engine, plan: &Plan) -> Report {
    report(game, &game.initial(), plan, None, &NoShelf, &|_| {}, &Never)
}

fn finding<'a>(report: &'a Report, about: &str) -> &'a Finding {
    report.verdict.iter().find(|found| found.about == about).unwrap_or_else(|| panic!("{about}: {report}"))
}

#[track_caller]
fn judged(report: &Report, about: &str, judgement: Judgement, words: &str) {
    let found = finding(report, about);
    assert!(found.judgement == judgement && found.words.contains(words), "{found:?}");
}

#[track_caller]
fn holds(rate: &Rate, share: f64) {
    assert!(rate.interval.holds(share), "{rate:?} does not hold {share}");
}

fn json(report: &Report) -> String {
    serde_json::to_string(report).expect("a report can be written")
}

#[test]
fn a_game_with_one_course_is_told_to_the_last_figure() {
    // a1-a2, a4-a3, a2xa3: three decisions of one option each, one capture.
    let game = engine(DUEL);
    let report = reported(&game, &plan(&["random", "mcts:1"], Amount::Rounds(2)));
    assert_eq!((report.games, report.rounds), (2 * (20 + 1 + 1), 2));
    for (level, games) in report.levels.iter().zip([40, 2]) {
        assert_eq!((level.games, level.seats[0].won.sum, level.seats[1].won.sum), (games, games as f64, 0.0));
        let length = &level.length;
        assert_eq!((length.mean, length.sd, length.median, length.least, length.most), (3.0, 0.0, 3, 3, 3));
        assert_eq!((level.branching, level.forced, level.captures, level.capturing_games), (1.0, 1.0, 1.0, 1.0));
        assert_eq!(level.branching_by_decision, [(games, 1.0); 3]);
        let ends: Vec<(&str, u64)> = level.ends.iter().map(|end| (end.name.as_str(), end.games)).collect();
        assert_eq!(ends, [("taken", games), ("far", 0)], "ends that never held are told too");
        assert_eq!(level.openings.len(), 1);
        // Before the three decisions stand a1 a4, a2 a4, a2 a3; they choose a1 a2, a4 a3, a2 a3.
        let thirds = |cell: f64| cell / 3.0;
        let expected = [("a1", 1.0, 1.0, 0.0), ("a2", 2.0, 2.0, 0.0), ("a3", 1.0, 2.0, 1.0), ("a4", 2.0, 1.0, 0.0)];
        for (cell, (name, stood, chosen, taken)) in level.cells.0.iter().zip(expected) {
            assert_eq!(cell.cell, name);
            assert_eq!((cell.stood, cell.chosen, cell.taken), (thirds(stood), thirds(chosen), taken), "{cell:?}");
        }
        let kept = level.shortest.as_ref().expect("games came to an end");
        assert_eq!((kept.decisions, kept.number, kept.result.as_str()), (3, 1, "White wins: taken"));
        assert_eq!(kept.moves.len(), 3);
    }
    judged(&report, "choice, mcts:1", Judgement::Bad, "100.0 % of the decisions have one");
    judged(&report, "balance, random", Judgement::Bad, "unbalanced, White is too strong: White gets 100.0 %");
    judged(&report, "length, mcts:1", Judgement::Told, "short: 3.0 decisions");
    assert!(json(&report).contains("\"course\""), "those who search see a course");
}

#[test]
fn noughts_and_crosses_at_random_come_out_as_calculated() {
    // Worked out by another program that went through all positions: X wins 0.58492, O 0.28810, drawn 0.12698; 7.62619
    // decisions a game, 42.52619 options in all of them; first moves in the middle, a corner, at a side are worth 0.75,
    // 0.67143 and 0.6 to X.
    let report = reported(&squares(), &plan(&["random"], Amount::Rounds(1500)));
    let level = &report.levels[0];
    assert_eq!(level.games, 1500);
    holds(&level.seats[0].won, 0.58492);
    holds(&level.seats[1].won, 0.28810);
    holds(&level.draws, 0.12698);
    holds(&level.first_mover, 0.64841);
    let error = 4.0 * level.length.sd / (1500f64).sqrt();
    assert!((level.length.mean - 7.62619).abs() < error, "{:?}", level.length);
    assert!((level.branching - 42.52619 / 7.62619).abs() < 0.1, "{}", level.branching);
    assert_eq!((level.length.least, level.length.most), (5, 9));
    assert_eq!(level.openings.len(), 9);
    for opening in &level.openings {
        let share = match opening.text.as_str() {
            "b2" => 0.75,
            "a1" | "a3" | "c1" | "c3" => 0.67143,
            _ => 0.6,
        };
        // Nine intervals of 95 % each: twice the width holds them all.
        let half = opening.points.interval.half();
        assert!((opening.points.share - share).abs() < 2.0 * half, "{opening:?}");
    }
    judged(&report, "balance, random", Judgement::Bad, "unbalanced, X is too strong: X gets 6");
    judged(&report, "first move, random", Judgement::Told, "moving first is an advantage of +1");
    judged(&report, "draws, random", Judgement::Good, "decisive: 1");
    assert!(finding(&report, "draws, random").words.ends_with("are drawn, by `full board`"));
    assert_eq!(level.captures, 0.0);
}

#[test]
fn a_fair_game_is_told_as_fair_and_searching_shows_that_it_is_not() {
    // At random each side of the coin is as probable; who looks takes the right one. One of two has nothing to learn.
    let report = reported(&engine(COIN), &plan(&["random", "mcts:4"], Amount::Rounds(60)));
    judged(&report, "balance, random", Judgement::Good, "balanced: ");
    judged(&report, "balance, mcts:4", Judgement::Bad, "unbalanced, White is too strong: White gets 100.0 %");
    holds(&report.levels[0].first_mover, 0.5);
    assert!(!report.verdict.iter().any(|found| found.about == "first move, random"), "{report}");
    // White searches in half of the games and wins them; in the other half White plays at random, and Black never moves.
    holds(&report.steps[0].points, 0.75);
    judged(&report, "depth", Judgement::Good, "there is something to learn at every level: mcts:4 gets ");
}

#[test]
fn a_crooked_game_is_told_as_such() {
    // White wins 0.35578 of random games, in 7.22371 decisions: worked out by another program over all positions.
    let report = reported(&engine(CROOKED), &plan(&["random"], Amount::Rounds(2000)));
    let level = &report.levels[0];
    holds(&level.seats[0].won, 0.35578);
    assert!((level.length.mean - 7.22371).abs() < 4.0 * level.length.sd / (2000f64).sqrt(), "{:?}", level.length);
    judged(&report, "balance, random", Judgement::Bad, "unbalanced, White is too weak: White gets 3");
    judged(&report, "first move, random", Judgement::Told, "moving first is a disadvantage of -1");
}

#[test]
fn few_games_leave_it_open() {
    let report = reported(&engine(COIN), &plan(&["random"], Amount::Rounds(8)));
    judged(&report, "balance, random", Judgement::Open, "games would tell");
    assert!(report.verdict.iter().all(|found| found.judgement != Judgement::Good || found.about != "balance, random"));
}

#[test]
fn threads_do_not_matter() {
    let game = squares();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let plan = plan(&["random", "mcts:3", "mcts:6"], Amount::Rounds(2));
        let report = pool.install(|| reported(&game, &plan));
        (json(&report), report.html(None), report.sheets(), report.to_string())
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn certainty_ends_play_at_the_first_look_that_shows_it() {
    let game = engine(COIN);
    let certain = reported(&game, &plan(&["random"], Amount::Certain(5.0)));
    let half = |report: &Report| report.levels[0].seats[0].points.interval.half();
    // By hand: half the interval of a half is 0.05 at 381 games.
    assert!((300..=390).contains(&certain.rounds) && certain.rounds.is_multiple_of(10), "{}", certain.rounds);
    assert!(half(&certain) <= 0.05 && !certain.interrupted);
    let before = reported(&game, &plan(&["random"], Amount::Rounds(certain.rounds - 10)));
    assert!(half(&before) > 0.05);
    let again = reported(&game, &plan(&["random"], Amount::Rounds(certain.rounds)));
    assert_eq!(json(&again), json(&certain));
}

#[test]
fn what_is_called_to_halt_is_a_shorter_run() {
    let game = squares();
    let stop = AtomicBool::new(false);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let cut = pool.install(|| {
        let raise = |progress: merel::quality::Progress| {
            stop.fetch_or(progress.games >= 25, Ordering::Relaxed);
        };
        report(&game, &game.initial(), &plan(&["random"], Amount::Rounds(5000)), None, &NoShelf, &raise, &stop)
    });
    // How many games are under way when it is called, and end, is for the machine to say.
    assert!(cut.interrupted && (25..5000).contains(&cut.games), "{}", cut.games);
    let mut whole = reported(&game, &plan(&["random"], Amount::Rounds(cut.games)));
    assert!(!whole.interrupted);
    whole.interrupted = true;
    assert_eq!(json(&cut), json(&whole));
    // Nothing at all is something too.
    let none = report(
        &game,
        &game.initial(),
        &plan(&["random"], Amount::Open),
        None,
        &NoShelf,
        &|_| {},
        &AtomicBool::new(true),
    );
    assert_eq!((none.games, none.verdict[0].judgement), (0, Judgement::Open));
    assert!(none.html(None).contains("no game came to its end"));
}

#[test]
fn two_games_are_told_apart_and_one_is_not_told_from_itself() {
    let fair = reported(&engine(COIN), &plan(&["random"], Amount::Rounds(400)));
    let crooked = reported(&engine(CROOKED), &plan(&["random"], Amount::Rounds(400)));
    let told = compare(&fair, &crooked);
    let of = |about: &str| told.differences.iter().find(|each| each.about == about).expect("it is compared");
    let won = of("games won by the first seat");
    assert!(won.is_sure && won.by_chance.is_some_and(|p| p < 0.01) && won.words.contains("they differ"), "{won:?}");
    assert!(won.interval.holds(0.5 - 0.35578), "{won:?}");
    assert!(of("decisions a game").is_sure && !of("drawn games").is_sure);
    let same = compare(&fair, &fair);
    assert!(same.differences.iter().all(|each| !each.is_sure), "{same}");
    assert!(same.differences.iter().all(|each| each.by_chance.is_none_or(|p| p > 0.99)));
}

/// What a page must hold, and what it must not.
#[track_caller]
fn whole(page: &str) {
    for tag in ["table", "section", "svg", "details", "figure", "ul"] {
        let (open, closed) = (page.matches(&format!("<{tag}")).count(), page.matches(&format!("</{tag}>")).count());
        assert_eq!(open, closed, "{tag}");
    }
    for outside in ["http://", "https://", "src=", "<link", "@import", "url("] {
        let found = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(outside), "{outside}");
    }
    assert!(!page.contains("NaN") && !page.contains(">inf"));
}

#[test]
fn pages_need_nothing_else_and_steer_nothing() {
    let text = COIN.replace("\"Coin\"", "\"<b>Coin & 'more'\"").replace("\"heads\"", "\"<script>alert(1)</script>\"");
    let report = reported(&engine(&text), &plan(&["random", "mcts:2"], Amount::Rounds(3)));
    let page = report.html(Some(&compare(&report, &report)));
    whole(&page);
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>alert"));
    assert!(page.contains("&lt;b&gt;Coin &amp; 'more'") && page.contains("prefers-color-scheme: dark"));
    assert_eq!(page.matches("<script>").count(), 1);
}

#[test]
fn three_players_and_more_are_reported() {
    let text = COIN.replace("White, Black", "White, Black, Red").replace("2 by 2", "3 by 3");
    let game = engine(&text);
    let report = reported(&game, &plan(&["random", "mcts:2"], Amount::Rounds(6)));
    let level: &LevelReport = &report.levels[1];
    assert_eq!(level.seats.len(), 3);
    let points: f64 = level.seats.iter().map(|seat| seat.points.sum).sum();
    // In each game the players share as many points as there are players, halved.
    assert!((points - 1.5 * level.games as f64).abs() < 1e-9, "{points}");
    whole(&report.html(None));
}
