//! Careful play: what the latest drop has left with one free cell is taken or saved at once, and it is told who dropped first where.

use std::collections::{BTreeMap, BTreeSet};

use merel::engine::{Engine, Position};
use merel::game::rng::Rng;
use merel::game::{Actor, Contents, Game, Never, PlayerId};
use merel::program::Program;
use merel::rules::board::CellId;

use super::mind::engine;

/// Who stands on each cell.
type Board = BTreeMap<u16, PlayerId>;

fn board(engine: &Engine, position: &Position) -> Board {
    let mut contents = Contents::default();
    assert!(engine.contents(position, &mut contents));
    contents.pieces.iter().map(|piece| (piece.cell, piece.owner.expect("stones belong to players"))).collect()
}

fn beside(engine: &Engine, cell: u16) -> Vec<u16> {
    let board = &engine.rules().board;
    board.joining_ways().into_iter().filter_map(|way| board.step(CellId(cell), way)).map(|next| next.0).collect()
}

/// The group of a cell and the free cells beside it.
fn group(engine: &Engine, board: &Board, cell: u16) -> (BTreeSet<u16>, BTreeSet<u16>) {
    let (mut group, mut free, mut next) = (BTreeSet::from([cell]), BTreeSet::new(), vec![cell]);
    while let Some(here) = next.pop() {
        for near in beside(engine, here) {
            match board.get(&near) {
                None => _ = free.insert(near),
                owner if owner == board.get(&cell) && group.insert(near) => next.push(near),
                _ => {}
            }
        }
    }
    (group, free)
}

/// Where a player takes or saves something once the other has dropped a piece on a cell, whatever the rules forbid.
fn urgent(engine: &Engine, board: &Board, mover: PlayerId, dropped: u16) -> BTreeSet<u16> {
    let last = |cell: u16| Some(group(engine, board, cell).1).filter(|free| free.len() == 1);
    let mut urgent = last(dropped).unwrap_or_default();
    for own in beside(engine, dropped).into_iter().filter(|near| board.get(near) == Some(&mover)) {
        let Some(free) = last(own) else { continue };
        let others = group(engine, board, own).0.into_iter().flat_map(|cell| beside(engine, cell));
        let others = others.filter(|near| board.get(near).is_some_and(|owner| *owner != mover));
        urgent.extend(others.filter_map(last).flatten());
        for cell in free {
            let mut then = board.clone();
            then.insert(cell, mover);
            urgent.extend(Some(cell).filter(|&cell| group(engine, &then, cell).1.len() > 1));
        }
    }
    urgent
}

/// The cell on which a piece was dropped between two positions.
fn dropped(before: &Board, after: &Board) -> Option<u16> {
    after.iter().find(|(cell, owner)| before.get(cell) != Some(owner)).map(|(&cell, _)| cell)
}

/// Plays a game carefully, and tells of each decision the position before it and after it, and the latest drop before.
fn play(engine: &Engine, seed: u64, told: &mut dyn FnMut(&Position, &Position, Option<u16>)) {
    let (mut position, mut next) = (engine.initial(), engine.initial());
    let (mut latest, mut rng) = (None, Rng::stream(seed, 0));
    for _ in 0..400 {
        let Some(Actor::Player(_)) = engine.actor(&position) else { break };
        let start = (&position, latest.map(CellId));
        assert_eq!(engine.play_carefully(&mut next, start, &mut rng, 1, &Never), Some(1));
        told(&position, &next, latest);
        latest = dropped(&board(engine, &position), &board(engine, &next));
        // What was played on so is only good for being looked at, so the option is looked for.
        let mut tried = position.clone();
        let option = (0..engine.n_options(&position)).find(|&option| {
            tried.clone_from(&position);
            engine.play(&mut tried, option);
            tried == next
        });
        engine.play(&mut position, option.expect("it is an option"));
    }
}

#[test]
fn what_has_one_free_cell_left_is_taken_or_saved_at_once() {
    let engine = engine("go");
    let (mut n_urgent, mut n_forbidden, mut n_calm, mut n_idle) = (0, 0, 0, 0);
    for seed in 0..30 {
        play(&engine, seed, &mut |before, after, latest| {
            let Some(Actor::Player(mover)) = engine.actor(before) else { return };
            let stands = board(&engine, before);
            let urgent = latest.map(|latest| urgent(&engine, &stands, mover, latest)).unwrap_or_default();
            let is_allowed = |cell: &u16| {
                let mut options = 0..engine.n_options(before);
                options.any(|option| engine.dropped_at(before, option) == Some(CellId(*cell)))
            };
            let allowed: BTreeSet<u16> = urgent.iter().copied().filter(is_allowed).collect();
            n_forbidden += usize::from(allowed.len() < urgent.len());
            match dropped(&stands, &board(&engine, after)) {
                Some(cell) if !allowed.is_empty() => {
                    assert!(
                        allowed.contains(&cell),
                        "{cell} and not one of {allowed:?} after {latest:?} in {stands:?}"
                    );
                    n_urgent += 1;
                }
                Some(_) => {
                    assert!(allowed.is_empty(), "{allowed:?} after {latest:?} in {stands:?}");
                    n_calm += 1;
                }
                None => {
                    // Nobody passes who could drop a piece on a cell that own pieces do not enclose.
                    let drops = (0..engine.n_options(before)).filter_map(|option| engine.dropped_at(before, option));
                    let is_enclosed = |CellId(cell): CellId| {
                        beside(&engine, cell).iter().all(|near| stands.get(near) == Some(&mover))
                    };
                    assert!(allowed.is_empty() && drops.clone().all(is_enclosed), "{mover:?} passes in {stands:?}");
                    n_idle += usize::from(drops.count() > 0);
                }
            }
        });
    }
    assert!(n_urgent > 100 && n_forbidden > 2 && n_calm > 500, "{n_urgent} {n_forbidden} {n_calm}");
    assert!(n_idle > 12, "{n_idle}");
}

/// A game in one go is the game decision by decision, if what was dropped last is known at each.
#[test]
fn what_is_remembered_in_a_game_is_what_is_told_of_it() {
    let engine = engine("go");
    let mut first: BTreeMap<u16, PlayerId> = BTreeMap::new();
    let (mut decisions, mut n_again) = (0, 0);
    let start = engine.initial();
    let mut position = engine.initial();
    play(&engine, 5, &mut |before, after, _| {
        decisions += 1;
        let Some(Actor::Player(mover)) = engine.actor(before) else { return };
        if let Some(cell) = dropped(&board(&engine, before), &board(&engine, after)) {
            n_again += usize::from(first.contains_key(&cell));
            first.entry(cell).or_insert(mover);
        }
        let mut rng = Rng::stream(5, 0);
        let played = engine.play_carefully(&mut position, (&start, None), &mut rng, decisions, &Never);
        assert_eq!(played, Some(decisions));
        assert_eq!(board(&engine, &position), board(&engine, after));
    });
    let mut told = Contents::default();
    assert!(decisions > 80 && n_again > 3, "{decisions} {n_again}");
    assert!(engine.first_drops(&position, &mut told));
    let told: BTreeMap<u16, PlayerId> =
        told.pieces.iter().map(|piece| (piece.cell, piece.owner.expect("a player dropped it"))).collect();
    assert_eq!(told, first);
}

/// The same numbers make the same games with native code from the first decision on, and without it.
#[test]
fn careful_games_are_the_same_with_native_code_and_without() {
    let ended = |native_after: Option<u64>| {
        let mut program = Program::new(engine("go").rules().clone());
        program.native_after = native_after;
        let engine = Engine::of(program);
        let (start, mut position, mut told) = (engine.initial(), engine.initial(), Contents::default());
        let mut game = |seed: u64| {
            let played = engine.play_carefully(&mut position, (&start, None), &mut Rng::stream(seed, 0), 2_000, &Never);
            assert!(engine.actor(&position).is_none() && engine.first_drops(&position, &mut told));
            (played, board(&engine, &position), told.pieces.len())
        };
        (0..20).map(&mut game).collect::<Vec<_>>()
    };
    assert_eq!(ended(Some(0)), ended(None));
}
