//! The search player takes a win in one and stops a loss in one, at a fixed number of playouts.
//!
//! The positions are those of random games in which somebody can win at once, or can be stopped from it; what wins
//! and what loses is found by trying.

use std::sync::atomic::AtomicBool;

use merel::diagnostic::render::{Style, render_all};
use merel::engine::{Engine, Position};
use merel::game::{Actor, Game, PlayerId, Verdict};
use merel::play::rng::Rng;
use merel::play::search::{Config, Limit, search};
use merel::reference::{self, Reference};
use merel::rules::Choices;
use merel::scenario;

mod common;

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
