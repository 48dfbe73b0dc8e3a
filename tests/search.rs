//! The search player takes a win in one and stops a loss in one, at a fixed number of playouts.
//!
//! The positions are those of random games in which somebody can win at once, or can be stopped from it; what wins
//! and what loses is found by trying.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::time::Duration;

use merel::budget::{Budget, Limits, Used};
use merel::diagnostic::render::{Style, render_all};
use merel::engine::{Engine, Position};
use merel::game::rng::Rng;
use merel::game::{Actor, Game, Never, PlayerId, Verdict};
use merel::play::mind::{Schooling, learn};
use merel::play::player::Clock;
use merel::play::search::{Config, Limit, SearchPlayer, Thinking, Way, search};
use merel::program::Program;
use merel::reference::{self, Reference};
use merel::rules::{Choices, Module};
use merel::scenario;
use merel::source::SourceMap;

#[path = "search/careful.rs"]
mod careful;
mod common;
#[path = "search/horizon.rs"]
mod horizon;
#[path = "search/learnt.rs"]
mod learnt;
#[path = "search/mind.rs"]
mod mind;
#[path = "search/playouts.rs"]
mod playouts;
#[path = "search/policy.rs"]
mod policy;
#[path = "search/reach.rs"]
mod reach;

/// How many playouts the player has.
const PLAYOUTS: u32 = 60;
/// How many positions of each sort are tried.
const POSITIONS: usize = 2;
/// How many random games are looked through at most.
const GAMES: u64 = 200;

fn after(game: &Engine, position: &Position, option: usize) -> Position {
    let mut next = position.clone();
    game.apply(&mut next, option);
    next
}

fn has_won(game: &Engine, position: &Position, player: PlayerId) -> bool {
    game.outcome(position).is_some_and(|outcome| outcome.verdict() == Verdict::Won(player))
}

/// Whether the player, being to move, can win within the turn, in so many decisions.
fn can_win(game: &Engine, position: &Position, player: PlayerId, decisions: u32) -> bool {
    decisions > 0
        && game.actor(position) == Some(Actor::Player(player))
        && (0..game.n_options(position)).any(|option| {
            let next = after(game, position, option);
            has_won(game, &next, player) || can_win(game, &next, player, decisions - 1)
        })
}

/// The options after which the opponent can win within his turn.
fn losing(game: &Engine, position: &Position, opponent: PlayerId) -> Vec<usize> {
    let loses = |&option: &usize| {
        let next = after(game, position, option);
        has_won(game, &next, opponent) || can_win(game, &next, opponent, 2)
    };
    (0..game.n_options(position)).filter(loses).collect()
}

fn chosen<G: Game>(game: &G, position: &G::Position) -> usize {
    let stop = AtomicBool::new(false);
    let mut rng = Rng::stream(1, 0);
    let report = search(game, position, Limit::Playouts(PLAYOUTS), &Config::default(), &mut rng, &stop);
    report.and_then(|report| report.options.first().map(|best| best.option)).expect("an option is chosen")
}

/// Goes through random games until enough wins and losses in one were met.
fn wins_are_taken_and_losses_stopped(name: &str) {
    let game = Engine::new(common::game(name, "", None).shared_rules());
    let (mut wins, mut saves) = (0, 0);
    for seed in 0..GAMES {
        let mut rng = Rng::stream(seed, 7);
        let mut position = game.initial();
        let mut plies = 0;
        while let Some(Actor::Player(player)) = game.actor(&position) {
            let n = game.n_options(&position);
            let opponent = PlayerId(1 - player.0);
            if wins < POSITIONS && (0..n).any(|option| has_won(&game, &after(&game, &position, option), player)) {
                let option = chosen(&game, &position);
                let text = game.notation(&position, option);
                assert!(
                    has_won(&game, &after(&game, &position, option), player),
                    "{name}: {text} does not win at once"
                );
                wins += 1;
            } else if saves < POSITIONS && plies % 5 == 0 && !can_win(&game, &position, player, 2) {
                let losing = losing(&game, &position, opponent);
                if !losing.is_empty() && losing.len() < n {
                    let option = chosen(&game, &position);
                    let text = game.notation(&position, option);
                    assert!(
                        !losing.contains(&option),
                        "{name}: {text} loses at once\n{}",
                        game.situation_text(&position)
                    );
                    saves += 1;
                }
            }
            if wins == POSITIONS && saves == POSITIONS {
                return;
            }
            let option = rng.index(n);
            game.apply(&mut position, option);
            plies += 1;
        }
    }
    panic!("{name}: only {wins} wins and {saves} losses in one were met");
}

#[test]
fn in_marelle() {
    wins_are_taken_and_losses_stopped("marelle");
}

#[test]
fn in_katarenga() {
    wins_are_taken_and_losses_stopped("katarenga");
}

#[test]
fn in_adix() {
    wins_are_taken_and_losses_stopped("adix");
}

#[test]
fn in_arene() {
    wins_are_taken_and_losses_stopped("arene");
}

/// The position of Arena that some lines set up, two fighters playing.
fn arena(lines: &str) -> (Reference, reference::Position) {
    let (module, mut sources) = common::load("arena");
    let source = sources.add("position", lines);
    scenario::position(&module, &Choices::default(), source, lines)
        .unwrap_or_else(|found| panic!("{}", render_all(&found, &sources, Style::default())))
}

/// An unleashed fighter has no dice to defend with: whoever attacks him hits, and one point of life is one hit.
#[test]
fn in_arena() {
    let beside = "remove pieces put Fighter of Red on d4 put Fighter of Yellow on d5 set life of Yellow to 1";
    let (game, position) = arena(&format!("{beside} set stance of Yellow to unleashed Red to play"));
    // The posture comes first; the attack may come before the steps.
    let mut position = position;
    let option = game.parse(&position, "aggressive").expect("a posture");
    game.apply(&mut position, option);
    assert_eq!(game.notation(&position, chosen(&game, &position)), "xd5");
    // Yellow, with one point left beside Red, does not throw his guard away.
    let (game, position) = arena(&format!("{beside} set starter to Yellow Yellow to play"));
    assert_ne!(game.notation(&position, chosen(&game, &position)), "unleashed");
}

/// The engine and the position of a game that a text sets up.
fn set_up(name: &str, text: &str) -> (Engine, Position) {
    let (module, mut sources) = common::load(name);
    let source = sources.add("position", text);
    let (game, position) = scenario::position(&module, &Choices::default(), source, text)
        .unwrap_or_else(|found| panic!("{}", render_all(&found, &sources, Style::default())));
    let engine = Engine::new(game.rules().clone());
    let position = engine.arranged(&game.arrangement(&position));
    (engine, position)
}

/// What a player who looks at so many positions thinks best, and whether it is certain. He has learnt from 48 random
/// games.
fn ahead(engine: &Engine, position: &Position, positions: u32) -> (String, Option<u32>) {
    let clock: Clock = Arc::new(|| Duration::ZERO);
    let mind = learn(engine, Schooling { games: 48, seed: 1 }, &Never);
    let player = SearchPlayer::new(Thinking::Playouts(positions), Config::default(), Rng::stream(1, 0), clock);
    let report = player.by(Way::AlphaBeta).knowing(Arc::new(mind)).judge(engine, position, &Never);
    let report = report.expect("an option is chosen");
    assert!(report.depth.is_some() && report.playouts <= positions, "{report:?}");
    let best = &report.options[0];
    (engine.notation(position, best.option), best.proven)
}

#[test]
fn a_queen_that_nobody_guards_is_taken() {
    let (engine, position) =
        set_up("chess", "position \"rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3\"");
    assert_eq!(ahead(&engine, &position, 3_000).0, "c3xd5");
}

#[test]
fn what_took_a_piece_is_taken_back() {
    let (engine, position) =
        set_up("chess", "position \"r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4\"");
    let chosen = ahead(&engine, &position, 3_000).0;
    assert!(["b7xc6", "d7xc6"].contains(&chosen.as_str()), "{chosen}");
}

#[test]
fn a_mate_in_two_is_found() {
    // P. Morphy, 1856: the rook gives itself up, and the pawn or the rook mates.
    let (engine, position) = set_up("chess", "position \"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\"");
    assert_eq!(ahead(&engine, &position, 4_000), ("a1-a6".to_owned(), Some(3)));
}

/// Once its budget is spent a game is over wherever it is played on, also where the tree knows options.
#[test]
fn what_is_cut_in_the_middle_of_a_playout_is_not_looked_up_in_the_tree() {
    let text = "language 1\ngame \"Filling\"\nplayers White, Black\nboard square 3 by 3\npiece Stone\nmove drop { Stone drops }\n\
                turn { choose drop }\nend after each turn { \"full\": draw when no empty }\n";
    for (asked, drops) in (1..60).map(|times| 7 * times).flat_map(|asked| [(asked, false), (asked, true)]) {
        let budget = Budget::new(Limits::default(), Used::default);
        let (module, found) =
            Module::from_text(&common::Bounded(budget.clone()), "mine.gdl", text, &mut SourceMap::default());
        assert!(found.is_empty(), "{found:?}");
        let rules = module.expect("a module").rules(&Choices::default()).expect("rules");
        let game = Engine::of(Program::new(rules));
        let (position, halt) = (game.initial(), common::CallsOff(budget.clone(), AtomicU32::new(asked)));
        let config = Config { drops, ..Config::default() };
        let report = search(&game, &position, Limit::Playouts(10_000), &config, &mut Rng::stream(1, 0), &halt);
        assert!(budget.is_called_off(), "{asked}: it went on to its end");
        let tried = report.map_or(0, |report| report.playouts);
        assert!(tried < 10_000, "{asked}: {tried}");
    }
}

/// Which search is the better one is told by what pieces do, not by names.
#[test]
fn the_search_is_chosen_by_what_pieces_do() {
    let games = [("chess", true), ("marelle", true), ("oware", true), ("hex", false)];
    for (name, looks_ahead) in games {
        let engine = Engine::new(common::game(name, "", None).rules().clone());
        let clock: Clock = Arc::new(|| Duration::ZERO);
        let player = || SearchPlayer::new(Thinking::Playouts(20), Config::default(), Rng::stream(1, 0), clock.clone());
        let mut position = engine.initial();
        while engine.actor(&position) == Some(Actor::Chance) {
            engine.play(&mut position, 0);
        }
        let (mut one, mut other) = (player(), player());
        let report = one.judge(&engine, &position, &Never).expect("an option is chosen");
        assert_eq!(report.depth.is_some(), looks_ahead, "{name}: {:?}", one.mind().map(ToString::to_string));
        assert_eq!(other.judge(&engine, &position, &Never), Some(report), "{name}: the same count, the same choice");
    }
}
