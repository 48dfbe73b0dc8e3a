use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use super::*;
use crate::{
    game::{Never, PlayerId},
    play::player::{Clock, Player},
    testing::{Heap, Squares, SquaresPosition, position_after},
};

fn think<G: Game>(game: &G, position: &G::Position, playouts: u32, seed: u64) -> Report {
    let mut rng = Rng::stream(seed, 0);
    let go_on = AtomicBool::new(false);
    search(game, position, Limit::Playouts(playouts), &Config::default(), &mut rng, &go_on).expect("a player decides")
}

fn best<G: Game>(game: &G, position: &G::Position, playouts: u32) -> String {
    game.notation(position, think(game, position, playouts, 1).options[0].option)
}

/// Every position of the squares in which a player decides.
fn all_positions() -> BTreeSet<[u16; 2]> {
    let mut found = BTreeSet::new();
    let mut open = vec![Squares.initial()];
    while let Some(position) = open.pop() {
        if Squares.actor(&position).is_some() && found.insert(position.taken) {
            open.extend((0..Squares.n_options(&position)).map(|option| after(&position, option)));
        }
    }
    found
}

fn after(position: &SquaresPosition, option: usize) -> SquaresPosition {
    let mut position = *position;
    Squares.apply(&mut position, option);
    position
}

fn winning_option(position: &SquaresPosition) -> Option<usize> {
    let Some(Actor::Player(mover)) = Squares.actor(position) else { return None };
    immediate::win(&Squares, position, mover, &AtomicBool::new(false))
}

#[test]
fn takes_every_win_and_avoids_every_loss_in_one() {
    let (mut wins, mut threats) = (0, 0);
    for taken in all_positions() {
        let position = SquaresPosition { taken };
        let chosen = think(&Squares, &position, 20, 3).options[0].option;
        let safe = |option| winning_option(&after(&position, option)).is_none();
        if winning_option(&position).is_some() {
            wins += 1;
            assert!(Squares.actor(&after(&position, chosen)).is_none(), "{taken:?} takes the win");
        } else if (0..Squares.n_options(&position)).any(safe) {
            threats += 1;
            assert!(safe(chosen), "{taken:?} avoids the loss");
        }
    }
    assert!(wins > 1_000 && threats > 1_000, "{wins} {threats}");
}

#[test]
fn avoids_a_loss_in_one_even_after_one_round_of_options() {
    let position = position_after(&Squares, &["a1", "b2", "a2"]);
    for seed in 0..20 {
        let report = think(&Squares, &position, 6, seed);
        assert_eq!(Squares.notation(&position, report.options[0].option), "a3", "seed {seed}");
    }
}

#[test]
fn proves_the_end_of_small_games() {
    // Whoever leaves a multiple of four wins.
    let game = Heap::of(7);
    let report = think(&game, &game.initial(), 100_000, 1);
    assert!(report.playouts < 100_000, "the search ends with the proof");
    let best = &report.options[0];
    assert_eq!((best.option, best.value, best.proven), (2, 1.0, Some(3)));

    let lost = think(&Heap::of(8), &Heap::of(8).initial(), 100_000, 1);
    assert!(lost.options.iter().all(|option| option.value == 0.0 && option.proven.is_some()), "{lost:?}");
    assert_eq!(lost.options[0].proven, Some(4), "the longest resistance comes first");
}

#[test]
fn proves_a_draw() {
    let position = position_after(&Squares, &["b2", "a1", "c1", "a3"]);
    let report = think(&Squares, &position, 100_000, 1);
    assert_eq!(Squares.notation(&position, report.options[0].option), "a2");
    assert_eq!((report.options[0].value, report.options[0].proven), (0.5, Some(5)));
}

#[test]
fn plays_for_itself_among_three() {
    // Two at most may be taken. Whoever leaves three lets the player after next win; whoever leaves four
    // leaves the choice to the next, who cannot win and may let the first do so.
    let game = Heap { players: 3, most: 2, ..Heap::of(5) };
    assert_eq!(best(&game, &game.initial(), 2_000), "take 1");
    let game = Heap { players: 3, most: 3, ..Heap::of(3) };
    assert_eq!(best(&game, &game.initial(), 1), "take 3");
}

#[test]
fn weighs_chance_by_its_probabilities() {
    // Two may be taken; a die of two sides is cast before every further turn.
    let judge = |counters, playouts| {
        let game = Heap { die: Some(2), ..Heap::of(counters) };
        let mut position = game.initial();
        game.apply(&mut position, 1);
        let report = think(&game, &position, playouts, 1);
        report.options.into_iter().map(move |judgement| {
            let expected = 1.0 - value_before_roll(counters - 1 - judgement.option as u32);
            (expected, judgement)
        })
    };
    for (expected, judgement) in judge(3, 1_000) {
        assert!((judgement.value - expected).abs() < 1e-12, "{judgement:?} {expected}");
        assert!(judgement.proven.is_some());
    }
    let (expected, best) = judge(7, 20_000).next().unwrap();
    assert!((best.value - expected).abs() < 0.02, "{best:?} {expected}");
}

/// The winning probability of the player who is about to roll: side one has two thirds.
fn value_before_roll(counters: u32) -> f64 {
    let after_take = |taken: u32| if taken >= counters { 1.0 } else { 1.0 - value_before_roll(counters - taken) };
    let (one, two) = (after_take(1), after_take(1).max(after_take(2.min(counters))));
    2.0 / 3.0 * one + 1.0 / 3.0 * two
}

#[test]
fn depends_on_seed_and_playouts_alone() {
    let start = Squares.initial();
    assert_eq!(think(&Squares, &start, 300, 9), think(&Squares, &start, 300, 9));
    assert_ne!(think(&Squares, &start, 300, 9), think(&Squares, &start, 300, 10));
    let report = think(&Squares, &start, 300, 9);
    assert_eq!(report.playouts, 300);
    assert_eq!(report.options.iter().map(|option| option.visits).sum::<u32>(), 300);
}

#[test]
fn a_full_tree_still_searches() {
    let config = Config { max_nodes: 5, ..Config::default() };
    let go_on = AtomicBool::new(false);
    let mut rng = Rng::stream(1, 0);
    let report = search(&Squares, &Squares.initial(), Limit::Playouts(50), &config, &mut rng, &go_on).unwrap();
    assert_eq!((report.playouts, report.options.len()), (50, 4));
    assert_eq!(report.options.iter().map(|option| option.visits).sum::<u32>(), 50, "all say something of an option");

    let config = Config { max_nodes: 0, ..config };
    let report = search(&Squares, &Squares.initial(), Limit::Playouts(0), &config, &mut rng, &go_on).unwrap();
    assert_eq!((report.playouts, report.options.len()), (1, 1), "there is something to choose from");
}

#[test]
fn a_full_tree_holds_no_more() {
    let (root, config) = (Squares.initial(), Config { max_nodes: 300, ..Config::default() });
    let (mut tree, mut rng) = (Tree::new(&Squares, &root, &config), Rng::stream(1, 0));
    let mut held = |playouts: u32| {
        (0..playouts).for_each(|_| assert_eq!(tree.playout(&mut rng, &Never), 1));
        tree.used()
    };
    let (young, old) = (held(100), held(20_000));
    let one_more = 1 + Squares.kept_bytes(&root) / node::BYTES;
    assert!(young < 300 && (300..=300 + one_more).contains(&old), "{young} {old}");
}

#[test]
fn the_less_room_is_left_the_oftener_a_position_is_passed_first() {
    let (game, config) = (Heap::of(100), Config { max_nodes: 4_000, ..Config::default() });
    let (mut tree, mut rng) = (Tree::new(&game, &game.initial(), &config), Rng::stream(1, 0));
    let (mut opened, mut seldom) = ([0; 4], [0; 4]);
    for _ in 0..100_000 {
        if tree.is_full() {
            break;
        }
        let quarter = 4 * tree.used() / 4_000;
        let before: Vec<bool> = tree.nodes.iter().map(|node| node.n_options.is_some()).collect();
        tree.playout(&mut rng, &Never);
        let anew = tree.nodes.iter().zip(before).filter(|(node, was)| node.n_options.is_some() && !was);
        for (node, _) in anew {
            opened[quarter] += 1;
            // With the playout that has opened it.
            seldom[quarter] += u32::from(node.visits < [0, 0, 5, 17][quarter]);
        }
    }
    assert!(opened.iter().all(|&opened| opened > 0), "{opened:?}");
    assert_eq!(seldom, [0; 4]);
}

#[test]
fn endless_playouts_end_in_equal_shares() {
    let game = Heap { most: 0, pass: true, ..Heap::of(3) };
    let config = Config { max_decisions: 20, ..Config::default() };
    let go_on = AtomicBool::new(false);
    let report = search(&game, &game.initial(), Limit::Playouts(10), &config, &mut Rng::stream(1, 0), &go_on).unwrap();
    assert_eq!(report.options[0].value, 0.5);
}

#[test]
fn stops_when_told() {
    let stopped = AtomicBool::new(true);
    let mut rng = Rng::stream(1, 0);
    let start = Squares.initial();
    assert_eq!(search(&Squares, &start, Limit::Playouts(9), &Config::default(), &mut rng, &stopped), None);

    // The clock stands still, and each look at it in turn is the last: with the next one no playout is lost, and at most one
    // is won.
    let mut made = 0;
    for last in 0..400 {
        let (stop, asked) = (AtomicBool::new(false), AtomicU64::new(0));
        let raise = || {
            stop.fetch_or(asked.fetch_add(1, Ordering::Relaxed) == last, Ordering::Relaxed);
            0.0
        };
        let mut rng = Rng::stream(1, 0);
        let report = search(&Squares, &start, Limit::Time(&raise), &Config::default(), &mut rng, &stop);
        let playouts = report.map_or(0, |report| report.playouts);
        assert!(playouts == made || playouts == made + 1, "what was found before the stop is kept: {made}, {playouts}");
        made = playouts;
    }
    assert!(made > 5, "{made}");
}

#[test]
fn a_position_is_played_out_often_where_the_way_to_it_is_long() {
    let asked = AtomicU64::new(0);
    // It is asked when a way begins, when it has come to a position, and when that was played out.
    let clock = || {
        let asked = asked.fetch_add(1, Ordering::Relaxed);
        (asked / 3 * 101 + [0, 100, 101][asked as usize % 3]) as f64
    };
    let config = Config::default();
    let mut tree = Tree::new(&Squares, &Squares.initial(), &config).paced(Pace::by(Some(&clock), 1));
    let mut rng = Rng::stream(3, 0);
    let made: Vec<u32> = (0..400).map(|_| tree.playout(&mut rng, &Never)).collect();
    assert_eq!((made[0], made[399]), (1, 64));
    assert_eq!(tree.node(ROOT).visits, made.iter().sum::<u32>());
    let behind: u32 = tree.options_of(ROOT).iter().map(|edge| tree.node(edge.node()).visits).sum();
    assert_eq!(behind, tree.node(ROOT).visits);
    // Who begins wins more often than he loses.
    assert!((0.5..0.9).contains(&tree.node(ROOT).value(PlayerId(0))), "{}", tree.node(ROOT).value(PlayerId(0)));
}

#[test]
fn decides_nothing_for_chance_or_after_the_end() {
    let game = Heap { die: Some(2), ..Heap::of(3) };
    let go_on = AtomicBool::new(false);
    let mut rng = Rng::stream(1, 0);
    assert_eq!(search(&game, &game.initial(), Limit::Playouts(9), &Config::default(), &mut rng, &go_on), None);
}

#[test]
fn a_player_watches_the_clock_it_is_given() {
    let ticks = Arc::new(AtomicU64::new(0));
    let clock: Clock = {
        let ticks = ticks.clone();
        Arc::new(move || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed)))
    };
    let thinking = Thinking::Time(Duration::from_millis(50));
    let mut player = SearchPlayer::new(thinking, Config::default(), Rng::stream(1, 0), clock);
    let go_on = AtomicBool::new(false);
    let report = player.judge(&Squares, &Squares.initial(), &go_on).unwrap();
    assert!(report.playouts > 0);
    let asked = ticks.load(Ordering::Relaxed);
    assert!((45..=55).contains(&asked), "every look at the clock takes a tick, and soon after {asked} all is over");

    let forced = Heap { most: 1, ..Heap::of(9) };
    assert_eq!(player.choose(&forced, &forced.initial(), &go_on), Some(0));
    assert_eq!(ticks.load(Ordering::Relaxed), asked, "a forced option needs no thought");
}

#[test]
fn beats_random_play() {
    let go_on = AtomicBool::new(false);
    let mut rng = Rng::stream(4, 0);
    for seed in 0..20 {
        let mut position = Squares.initial();
        while let Some(Actor::Player(mover)) = Squares.actor(&position) {
            let option = match mover {
                PlayerId(0) => rng.index(Squares.n_options(&position)),
                _ => think(&Squares, &position, 300, seed).options[0].option,
            };
            Squares.apply(&mut position, option);
        }
        let outcome = Squares.outcome(&position).unwrap();
        assert!(outcome.value(PlayerId(1)) >= 0.5, "seed {seed} lost");
    }
    assert!(!go_on.load(Ordering::Relaxed));
}

/// A player who counts playouts, drawing from a fixed seed.
fn counting(playouts: u32) -> SearchPlayer {
    let clock: Clock = Arc::new(|| Duration::ZERO);
    SearchPlayer::new(Thinking::Playouts(playouts), Config::default(), Rng::stream(5, 0), clock)
}

#[test]
fn what_was_found_out_is_kept_for_the_next_decision() {
    let go_on = AtomicBool::new(false);
    let (mut keeps, mut forgets) = (counting(300).keeping(), counting(300));
    let mut position = Squares.initial();
    let first = keeps.judge(&Squares, &position, &go_on).unwrap();
    // Nothing is known before the first decision: the same seed and count give the same.
    assert_eq!(Some(&first), forgets.judge(&Squares, &position, &go_on).as_ref());
    Squares.play(&mut position, first.options[0].option);
    // The reply that was tried most.
    Squares.play(&mut position, first.options[0].line[1]);
    let visits = |report: &Report| report.options.iter().map(|option| option.visits).sum::<u32>();
    assert_eq!((visits(&first), first.playouts), (300, 300));
    let (more, fresh) =
        (keeps.judge(&Squares, &position, &go_on).unwrap(), forgets.judge(&Squares, &position, &go_on).unwrap());
    assert_eq!(visits(&fresh), fresh.playouts);
    assert!(more.playouts <= 300 && visits(&more) > more.playouts, "{more:?}");
    // A position that does not follow is looked at afresh, whatever is remembered.
    let other = position_after(&Squares, &["b2", "a1"]);
    let report = keeps.judge(&Squares, &other, &go_on).unwrap();
    assert_eq!(visits(&report), report.playouts);
    // So is another game.
    let heap = Heap::of(9);
    assert!(keeps.judge(&heap, &heap.initial(), &go_on).is_some());
}

#[test]
fn threads_keep_a_tree_each() {
    let go_on = AtomicBool::new(false);
    let mut keeps = counting(1_200).keeping().sharing(3);
    let mut position = Squares.initial();
    let first = keeps.judge(&Squares, &position, &go_on).unwrap();
    for &option in &first.options[0].line[..2] {
        Squares.play(&mut position, option);
    }
    let more = keeps.judge(&Squares, &position, &go_on).unwrap();
    let visits: u32 = more.options.iter().map(|option| option.visits).sum();
    assert!(visits > more.playouts, "{more:?}");
}
