//! Options that are taken at the end of what is looked at.

use std::sync::Arc;
use std::time::Duration;

use merel::game::rng::Rng;
use merel::game::{Actor, Contents, Game, Never};
use merel::play::alphabeta::{Bounds, Memory, search};
use merel::play::mind::shipped;
use merel::play::search::{Config, SearchPlayer, Thinking, Way};

use super::mind::engine;

/// At the horizon the same stands as elsewhere, the same is attacked, and who asks finds the same options; only whether there
/// are any is not seen.
#[test]
fn what_is_taken_at_the_horizon_is_taken() {
    for name in ["chess", "crazyhouse", "xiangqi", "shogi", "breakthrough", "english-draughts", "lines-of-action"] {
        let engine = engine(name);
        let (mut rng, mut position) = (Rng::stream(12, 0), engine.initial());
        let (mut there, mut here) = <(Contents, Contents)>::default();
        for _ in 0..40 {
            let Some(Actor::Player(_)) = engine.actor(&position) else { break };
            let before = position.clone();
            for option in (0..engine.n_options(&position)).take(40) {
                let undo = engine.try_likely(&mut position, option).expect("it is an option");
                let (actor, ended) = (engine.actor(&position), engine.outcome(&position));
                let is_attacked = ended.is_none() && engine.is_royal_attacked(&mut position);
                engine.contents(&position, &mut there);
                let n_likely = engine.find_likely_options(&mut position);
                let n_landings = engine.find_likely_landings(&mut position);
                engine.undo(&mut position, undo);
                let undo = engine.try_at_horizon(&mut position, option).expect("it is an option");
                engine.contents(&position, &mut here);
                assert_eq!(here, there, "{name}");
                if ended.is_none() {
                    assert_eq!(engine.actor(&position), actor, "{name}");
                    assert_eq!(engine.is_royal_attacked(&mut position), is_attacked, "{name}");
                    // Here nobody has tried yet whether the first is an option.
                    assert!(engine.find_likely_options(&mut position) >= n_likely, "{name}");
                    assert!(engine.find_likely_landings(&mut position) >= n_landings, "{name}");
                }
                engine.undo(&mut position, undo);
                assert_eq!(position, before, "{name}");
            }
            let option = rng.index(engine.n_options(&position));
            engine.play(&mut position, option);
        }
    }
}

/// A mate is no option that is left out: at the horizon there is none to be found.
#[test]
fn who_is_mated_at_the_horizon_has_no_option() {
    let chess = engine("chess");
    let mut position = chess.initial();
    for text in ["f2-f3", "e7-e5", "g2-g4"] {
        let option = chess.parse(&position, text).expect("a legal move");
        chess.play(&mut position, option);
    }
    let mate = chess.parse(&position, "d8-h4").expect("a legal move");
    let undo = chess.try_option(&mut position, mate);
    assert!(chess.outcome(&position).is_some());
    chess.undo(&mut position, undo);
    let undo = chess.try_at_horizon(&mut position, mate).expect("a legal move");
    assert!(chess.outcome(&position).is_none() && chess.is_royal_attacked(&mut position));
    let n_likely = chess.find_likely_options(&mut position);
    assert_eq!((0..n_likely).filter(|&option| chess.try_likely(&mut position, option).is_some()).count(), 0);
    chess.undo(&mut position, undo);
}

/// Where pieces can be taken, what comes of that is found out once: whoever looks again, no deeper, sees fewer positions and finds
/// the same.
#[test]
fn what_was_found_beyond_the_horizon_is_known() {
    let chess = engine("chess");
    let mut position = chess.initial();
    for text in "e2-e4 d7-d5 b1-c3 g8-f6 d2-d4 c7-c5 g1-f3 c8-g4".split(' ') {
        let option = chess.parse(&position, text).expect("a legal move");
        chess.play(&mut position, option);
    }
    let mind = shipped::mind(chess.rules()).expect("weights of chess are built in");
    let bounds = Bounds { positions: u64::MAX, is_over: &|| false, depth: 1, lines: 1, replies: false, threads: 1 };
    let mut memory = Memory::of(1 << 20);
    let [first, again] = [(); 2].map(|()| search(&chess, &position, Some(&mind), &mut memory, bounds, &Never));
    assert_eq!(again.lines[0].options, first.lines[0].options);
    assert_eq!(again.lines[0].score, first.lines[0].score);
    assert!(again.positions < first.positions, "{} and then {}", first.positions, again.positions);
}

/// What seems best may turn out to be no option, as with the knight here that shields its king. Whoever is stopped before anything
/// was looked at takes another one.
#[test]
fn who_has_hardly_looked_takes_an_option_all_the_same() {
    let chess = engine("chess");
    let mut position = chess.initial();
    let played =
        "b1-c3 b8-c6 g1-h3 e7-e6 e2-e4 d7-d5 d2-d4 f8-b4 h3-g5 g8-f6 e4xd5 e6xd5 d1-e2 d8-e7 c1-e3 h7-h6 g5-f3 c8-g4";
    for text in played.split(' ') {
        let option = chess.parse(&position, text).expect("a legal move");
        chess.play(&mut position, option);
    }
    for (positions, slips) in (1..120).flat_map(|positions| [(positions, 0), (positions, 100)]) {
        let (rng, clock) = (Rng::stream(1, 0), Arc::new(|| Duration::ZERO));
        let player = SearchPlayer::new(Thinking::Playouts(1), Config::default(), rng, clock);
        let mut player = player.by(Way::AlphaBeta).slipping(slips);
        player.think(Thinking::Playouts(positions), Rng::stream(1, 0));
        let decided = player.decide(&chess, &position, &Never);
        assert!(decided.is_some_and(|(option, _)| option < chess.n_options(&position)), "{positions} {slips}");
    }
}
