//! The search by playouts: what it finds out of options has their numbers, and many options are chosen cell by cell.

use merel::engine::{Engine, Position};
use merel::game::rng::Rng;
use merel::game::{Actor, Contents, Game, Never};
use merel::play::search::{Config, Limit, Report, search};
use merel::rules::board::CellId;

use super::mind::engine;

fn searched(engine: &Engine, position: &Position, playouts: u32) -> Report {
    let config = Config::default();
    search(engine, position, Limit::Playouts(playouts), &config, &mut Rng::stream(5, 0), &Never)
        .expect("a player decides")
}

/// The position after so many random decisions.
fn random_position(engine: &Engine, seed: u64, decisions: u64) -> Position {
    let mut position = engine.initial();
    engine.play_on(&mut position, &mut Rng::stream(seed, 0), decisions, &Never);
    position
}

/// What a position is worth to its first player when both play as well as can be: 1, 1/2 or 0.
fn exact(engine: &Engine, position: &Position) -> f64 {
    if let Some(outcome) = engine.outcome(position) {
        return outcome.value(merel::game::PlayerId(0));
    }
    let Some(Actor::Player(player)) = engine.actor(position) else { panic!("players decide") };
    let after = |option: usize| {
        let mut next = position.clone();
        engine.play(&mut next, option);
        exact(engine, &next)
    };
    let all = (0..engine.n_options(position)).map(after);
    if player.0 == 0 { all.fold(0.0, f64::max) } else { all.fold(1.0, f64::min) }
}

/// The tree has numbers of its own for options, which are found faster; those that are told are those that all know.
#[test]
fn what_is_proven_is_so_for_the_option_of_that_number() {
    let engine = engine("tic-tac-toe");
    let mut n_proven = 0;
    for seed in 0..12 {
        let position = random_position(&engine, seed, 4);
        let Some(Actor::Player(player)) = engine.actor(&position) else { continue };
        for option in searched(&engine, &position, 3_000).options.iter().filter(|option| option.proven.is_some()) {
            let mut after = position.clone();
            engine.play(&mut after, option.option);
            let worth = exact(&engine, &after);
            let worth = if player.0 == 0 { worth } else { 1.0 - worth };
            assert_eq!((option.value, option.option), (worth, option.option), "seed {seed}");
            n_proven += 1;
        }
    }
    assert!(n_proven > 7, "{n_proven}");
}

/// In every game of two or more the options that are told are options, none twice, and replies can be played.
#[test]
fn options_and_replies_can_be_played() {
    for name in
        ["go", "chess", "reversi", "shogi", "oware", "marelle", "connect-four", "clobber", "hex", "arena", "amazons"]
    {
        let engine = engine(name);
        for seed in 0..2 {
            let position = random_position(&engine, seed, 7);
            let report = searched(&engine, &position, 80);
            let mut numbers: Vec<usize> = report.options.iter().map(|option| option.option).collect();
            assert!(
                !numbers.is_empty() && report.options.iter().all(|option| option.line[0] == option.option),
                "{name}"
            );
            numbers.sort_unstable();
            assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{name}");
            assert!(numbers.iter().all(|&option| option < engine.n_options(&position)), "{name}");
            for line in report.options.iter().map(|option| &option.line) {
                let mut position = position.clone();
                for &option in line {
                    assert!(option < engine.n_options(&position), "{name}: {line:?}");
                    engine.play(&mut position, option);
                }
            }
        }
    }
}

/// A queen, where it goes, where its arrow goes: with fewer playouts than options some options are tried again and again.
#[test]
fn many_options_are_chosen_cell_by_cell() {
    let engine = engine("amazons");
    let report = searched(&engine, &engine.initial(), 400);
    let cells: std::collections::BTreeSet<_> =
        report.options.iter().map(|option| engine.cells_of(&engine.initial(), option.option)[..2].to_vec()).collect();
    assert_eq!(cells.len(), 1, "only arrows are left to choose from: {cells:?}");
    assert!(report.options[0].visits >= 5 && report.options.len() < 50, "{:?}", report.options);
}

/// Who spares cells that own pieces enclose drops nothing there, plays options of the game all the same, and comes to its end.
#[test]
fn enclosed_cells_are_spared() {
    let engine = engine("go");
    let board = &engine.rules().board;
    let (mut position, mut buffer) = (engine.initial(), engine.initial());
    let (mut before, mut after) = (Contents::default(), Contents::default());
    let mut rng = Rng::stream(2, 0);
    let (mut n_drops, mut n_enclosed, mut n_parted) = (0, 0, 0);
    for _ in 0..400 {
        let Some(Actor::Player(mover)) = engine.actor(&position) else { break };
        assert!(engine.contents(&position, &mut before));
        let own: Vec<u16> =
            before.pieces.iter().filter(|piece| piece.owner == Some(mover)).map(|piece| piece.cell).collect();
        let is_others =
            |cell: CellId| before.pieces.iter().any(|piece| piece.cell == cell.0 && piece.owner != Some(mover));
        let mut is_enclosed = |cell: CellId| {
            let neighbours = board.joining_ways().into_iter().filter_map(|way| board.step(cell, way));
            let aslant = board.neighbour_ways().into_iter().filter(|way| !board.joining_ways().contains(way));
            let aslant: Vec<CellId> = aslant.filter_map(|way| board.step(cell, way)).collect();
            // Two of the other's aslant part what encloses a cell, at the edge one does.
            let least = if aslant.len() == 4 { 2 } else { 1 };
            let n_parting = aslant.into_iter().filter(|&next| is_others(next)).count();
            let all_own = neighbours.into_iter().all(|next| own.contains(&next.0));
            n_parted += usize::from(all_own && n_parting >= least);
            all_own && n_parting < least
        };
        let is_empty = |cell: &CellId| before.pieces.iter().all(|piece| piece.cell != cell.0);
        n_enclosed += (0..81).map(CellId).filter(is_empty).filter(|&cell| is_enclosed(cell)).count();
        assert_eq!(engine.play_carefully(&mut buffer, (&position, None), &mut rng, 1, &Never), Some(1));
        assert!(engine.contents(&buffer, &mut after));
        let came = after.pieces.iter().find(|piece| !before.pieces.contains(piece)).copied();
        let is_option = |option: usize| {
            let mut next = position.clone();
            engine.play(&mut next, option);
            next == buffer
        };
        let option = (0..engine.n_options(&position)).find(|&option| is_option(option)).expect("it is an option");
        if let Some(came) = came {
            assert!(!is_enclosed(CellId(came.cell)), "{came:?}");
            n_drops += 1;
        }
        engine.play(&mut position, option);
    }
    assert_eq!(engine.actor(&position), None, "the game is over");
    assert!(n_drops > 40 && n_enclosed > 20 && n_parted > 5, "{n_drops} {n_enclosed} {n_parted}");
}

/// To pass is no drop, and is tried out no more than drops are: else it would be what was tried most in the opening, and be taken.
#[test]
fn nobody_passes_while_there_is_much_to_gain() {
    let engine = engine("go");
    let config = Config { drops: true, is_careful: true, ..Config::default() };
    for line in ["g7 b6 b7 h7 h6 g6 f6 skip g5", "h3 d9 f4 c8 c4", "h1 b8 c1 c9 e5"] {
        let mut position = engine.initial();
        for text in line.split(' ') {
            let option = engine.parse(&position, text).expect("it is an option");
            engine.play(&mut position, option);
        }
        let report = search(&engine, &position, Limit::Playouts(1_000), &config, &mut Rng::stream(7, 0), &Never);
        let best = report.expect("there are options").options[0].option;
        assert_ne!(engine.notation(&position, best), "skip", "{line}");
    }
}

/// A copy of a position holds its past where rules ask for that, as in go: it is much more than what stands on the board.
#[test]
fn what_a_copy_takes_counts_its_past() {
    let [go, hex] = ["go", "hex"].map(|name| {
        let engine = engine(name);
        let mut position = random_position(&engine, 1, 20);
        engine.find_likely_options(&mut position);
        engine.kept_bytes(&position)
    });
    assert!(go > 20_000 && hex < 8_000, "{go} {hex}");
}
