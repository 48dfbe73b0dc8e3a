//! The scene of a position of a game: what a snapshot does not tell is asked of the game.

use crate::game::{Actor, Game, Outcome, PlayerId, Snapshot};
use crate::phrases::form::capital;
use crate::phrases::{Phrases, translated};
use crate::rules::look::Look;

use super::{Held, Scene};

impl Scene {
    /// The picture of a position of a game. Names are in `language` where the file translates them.
    pub fn of<G: Game>(game: &G, position: &G::Position, language: &str) -> Scene {
        let rules = game.rules();
        let now = game.snapshot(position);
        let mut scene = Scene::new(&rules.board, &rules.look, &now, language);
        scene.chance = game.actor(position) == Some(Actor::Chance);
        scene.result = game.outcome(position).map(|outcome| result(&rules.look, &outcome, language));
        let start = game.snapshot(&game.initial());
        scene.gone = gone(&start, &now, rules.look.players.len());
        // Who sits where is settled at the start: nobody changes sides because pieces come and go.
        let seated = Scene::new(&rules.board, &rules.look, &start, language);
        let above = seated.players.iter().map(|player| player.above);
        scene.players.iter_mut().zip(above).for_each(|(player, above)| player.above = above);
        scene
    }

    /// Finds the sides at which two players sit: where their pieces stand, if those stand apart; on an empty board where
    /// they look from.
    pub(super) fn seat(&mut self) {
        if self.players.len() != 2 {
            return;
        }
        let mean = |owner: u8| {
            let own = self.pieces.iter().filter(|piece| piece.owner == Some(PlayerId(owner)));
            let rows: Vec<f64> = own.filter_map(|piece| self.site(piece.site)).map(|site| site.centre.1).collect();
            (!rows.is_empty()).then(|| rows.iter().sum::<f64>() / rows.len() as f64)
        };
        let looks_down = |player: usize| self.players[player].facing.to_radians().cos() < -0.5;
        let is_first_above = match (mean(0), mean(1)) {
            (Some(first), Some(second)) => first > second + 0.5,
            (None, None) => looks_down(0) && !looks_down(1),
            _ => false,
        };
        if is_first_above {
            self.players[0].above = true;
            self.players[1].above = false;
        }
    }
}

/// What stood on the board or lay in hand at the start and is nowhere now, by player.
fn gone(start: &Snapshot, now: &Snapshot, players: usize) -> Vec<Vec<Held>> {
    let count = |snapshot: &Snapshot, player: usize, kind: usize| {
        let owner = Some(PlayerId(player as u8));
        let board = snapshot.cells.iter().flatten().filter(|piece| piece.owner == owner && piece.kind == kind).count();
        board as u32 + snapshot.hands.get(player).and_then(|hand| hand.get(kind)).copied().unwrap_or(0)
    };
    let kinds = start.cells.iter().flatten().map(|piece| piece.kind + 1).max().unwrap_or(0);
    let of = |player: usize| {
        let lost = |kind: usize| count(start, player, kind).saturating_sub(count(now, player, kind));
        (0..kinds).map(|kind| Held { kind, count: lost(kind) }).filter(|held| held.count > 0).collect()
    };
    (0..players).map(of).collect()
}

/// How a game ended, for instance `White wins by checkmate`.
fn result(look: &Look, outcome: &Outcome, language: &str) -> String {
    let said = Phrases::of(language).outcome(look, outcome, language, translated(look, &outcome.by, language));
    capital(&said)
}
