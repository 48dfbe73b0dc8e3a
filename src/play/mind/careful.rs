//! Whether it is better to be careful: two who play at random compete, and one of them drops no piece on a cell that own pieces enclose,
//! and looks first at what is urgent.

use crate::game::rng::Rng;
use crate::game::{Actor, Contents, Game, Halt, Occupant, PlayerId};
use crate::rules::board::CellId;

use super::fit::gained;

/// So many games are played, each side as often.
const GAMES: u32 = 100;
/// Who is careful must get so much of it. Where it makes no difference that happens once in a hundred times.
const CLEARLY: f64 = 62.0;
/// After so many decisions a game is a draw.
const MOST_DECISIONS: u32 = 2_000;

/// Whether who is careful clearly wins; none if it was called to halt before that was known.
pub fn is_better<G: Game>(game: &G, halt: &dyn Halt) -> Option<bool> {
    let mut rng = Rng::stream(0, 3);
    let mut points = 0.0;
    for number in 0..GAMES {
        let careful = PlayerId((number % 2) as u8);
        let Some(result) = compete(game, careful, &mut rng, halt) else { return (!halt.is_called()).then_some(false) };
        points += if careful.0 == 0 { result } else { 1.0 - result };
        if points + f64::from(GAMES - 1 - number) < CLEARLY {
            return Some(false);
        }
    }
    Some(points >= CLEARLY)
}

/// What the first player gets in a game in which one of the players is careful; none where that cannot be done, and if it was called to
/// halt.
fn compete<G: Game>(game: &G, careful: PlayerId, rng: &mut Rng, halt: &dyn Halt) -> Option<f64> {
    let mut position = game.initial();
    // Positions that were played on by one way of playing are played on by it again, each in a memory of its own.
    let mut free = [vec![position.clone(); 2], vec![position.clone(); 2]];
    let (mut manner, mut dropped) = (0, None);
    for _ in 0..MOST_DECISIONS {
        let Some(Actor::Player(player)) = game.actor(&position) else { break };
        let is_careful = usize::from(player == careful);
        let mut next = free[is_careful].pop()?;
        match is_careful {
            1 => game.play_carefully(&mut next, (&position, dropped), rng, 1, halt)?,
            _ => game.play_from(&mut next, &position, rng, 1, halt),
        };
        dropped = come(game, &position, &next);
        free[manner].push(std::mem::replace(&mut position, next));
        manner = is_careful;
        if halt.is_called() {
            return None;
        }
    }
    Some(game.outcome(&position).map_or(0.5, |outcome| gained(&outcome)))
}

/// The cell to which a piece has come between two positions.
fn come<G: Game>(game: &G, before: &G::Position, after: &G::Position) -> Option<CellId> {
    let pieces = |position: &G::Position| -> Vec<Occupant> {
        let mut contents = Contents::default();
        game.contents(position, &mut contents);
        contents.pieces
    };
    let before = pieces(before);
    pieces(after).iter().find(|piece| !before.contains(piece)).map(|piece| CellId(piece.cell))
}
