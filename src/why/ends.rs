//! The ends of the game: which has ended it and with what values, or what each still lacks.

use serde::Serialize;

use crate::game::Game;
use crate::reference::EndTested;
use crate::syntax::ast::Point;

use super::{Asked, Place, Teller};

/// An end of the game in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndTold {
    /// Its name.
    pub name: String,
    /// When it is tested, for instance `before each turn`.
    pub tested: &'static str,
    /// Where it was written.
    pub place: Option<Place>,
    /// Whether it is the end that has ended the game.
    pub decided: bool,
    /// For whom its condition is asked, and what comes of it.
    pub asked: Vec<AskedTold>,
}

/// The condition of an end for a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AskedTold {
    /// The player; none if it is asked for nobody.
    pub player: Option<String>,
    /// Whether it holds now.
    pub holds: bool,
    /// With what values it holds, or what it lacks.
    pub because: String,
}

impl Teller<'_> {
    /// All ends of the game; only the one that decided if it is over, and nothing if a limit has ended it.
    pub(super) fn ends(&self) -> Vec<EndTold> {
        let outcome = self.game.outcome(self.position);
        let decided = |clause: usize| outcome.as_ref().is_some_and(|outcome| outcome.clause == Some(clause));
        let ends = self.game.ends(self.position).into_iter();
        let ends = ends.filter(|end| outcome.is_none() || decided(end.clause));
        ends.map(|end| self.end(&end, decided(end.clause))).collect()
    }

    fn end(&self, tested: &EndTested, decided: bool) -> EndTold {
        let end = &self.game.rules().ends[tested.clause];
        let asked = tested.asked.iter().map(|(player, holds, moment)| {
            let asked = Asked { game: self.game, moment, texts: self.texts };
            let because = match &end.when {
                None => "it has no condition".to_owned(),
                Some(when) if *holds => asked.values(when),
                Some(when) => asked.why(when, when.span).message,
            };
            AskedTold { player: player.map(|player| self.player(player)), holds: *holds, because }
        });
        let asked: Vec<AskedTold> = asked.collect();
        let asked = match decided && asked.iter().any(|asked| asked.holds) {
            true => asked.into_iter().filter(|asked| asked.holds).collect(),
            false => asked,
        };
        EndTold {
            name: end.name.to_string(),
            tested: tested_at(end.point),
            place: self.place(end.span),
            decided,
            asked,
        }
    }
}

fn tested_at(point: Point) -> &'static str {
    match point {
        Point::BeforeTurn => "before each turn",
        Point::AfterMove => "after each move",
        Point::AfterTurn => "after each turn",
        Point::AfterRound => "after each round",
    }
}
