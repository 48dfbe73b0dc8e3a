//! The end clauses and the places that they give.

use smallvec::smallvec;

use crate::game::{Outcome, Places, PlayerId};
use crate::rules::model::{End, EndResult, Expr};
use crate::syntax::ast::{Point, VerdictItem};

use super::state::State;
use super::world::World;

/// Groups of players that share a place, the best first.
type Ranking = Vec<Vec<PlayerId>>;

impl World<'_> {
    /// Tests the clauses of a point in their order. The first that holds ends the game; those that put players out
    /// do so and end it only when nobody is left.
    pub fn test(&self, point: Point, state: &mut State) -> Option<Outcome> {
        let ends = self.rules.ends.iter().enumerate().filter(|(_, end)| end.point == point);
        for (number, end) in ends {
            let out = state.out.clone();
            let ranking = self.judge(end, state);
            self.follow(|used| used.end(end.span, ranking.is_some() || out != state.out));
            if ranking.is_some() || out != state.out {
                self.tell(|seen| *seen.ends.entry(end.span).or_default() += 1);
            }
            if let Some(ranking) = ranking {
                return Some(self.outcome(state, number, ranking));
            }
        }
        None
    }

    /// The ranking that a clause gives; an empty one when all lose. None if the game goes on.
    fn judge(&self, end: &End, state: &mut State) -> Option<Ranking> {
        let holds = |player| self.scope(state, player).holds(end.when.as_ref());
        let living: Vec<PlayerId> = state.living().collect();
        match &end.result {
            EndResult::Draw => holds(state.mover).then(|| vec![living]),
            EndResult::EveryoneLoses => holds(state.mover).then(Vec::new),
            EndResult::EachPlayer(verdict) => {
                let concerned = living.into_iter().filter(|&player| holds(Some(player))).collect();
                decide(state, concerned, *verdict)
            }
            EndResult::Someone(players, verdict) => {
                if !holds(state.mover) {
                    return None;
                }
                let players = self.scope(state, state.mover).set(players);
                let concerned = living.into_iter().filter(|player| players.contains(u16::from(player.0))).collect();
                decide(state, concerned, *verdict)
            }
            EndResult::ByScore(highest, name, score) => {
                holds(state.mover).then(|| self.by_score(state, *highest, *name, score))
            }
        }
    }

    fn by_score(&self, state: &State, highest: bool, name: usize, score: &Expr) -> Ranking {
        let scored = |player: PlayerId| {
            let mut scope = self.scope(state, state.mover);
            scope.bind(name, World::player_value(Some(player)));
            let score = scope.number(score);
            (if highest { score.saturating_neg() } else { score }, player)
        };
        let mut scores: Vec<(i64, PlayerId)> = state.living().map(scored).collect();
        scores.sort_by_key(|(score, _)| *score);
        let places = scores.chunk_by(|one, other| one.0 == other.0);
        places.map(|place| place.iter().map(|(_, player)| *player).collect()).collect()
    }

    /// The places of a ranking; players that went out follow, the later the better.
    fn outcome(&self, state: &State, clause: usize, mut ranking: Ranking) -> Outcome {
        let n_players = state.out.len();
        let by = self.rules.ends[clause].name.clone();
        if ranking.is_empty() {
            return Outcome { places: smallvec![n_players as u8; n_players], nobody: true, by, clause: Some(clause) };
        }
        for order in (1..=state.out.iter().copied().max().unwrap_or(0)).rev() {
            ranking
                .push((0..n_players as u8).map(PlayerId).filter(|player| state.out[player.index()] == order).collect());
        }
        ranking.retain(|group| !group.is_empty());
        let mut places: Places = smallvec![0; n_players];
        for (place, group) in (1..).zip(&ranking) {
            group.iter().for_each(|player| places[player.index()] = place);
        }
        Outcome { places, nobody: false, by, clause: Some(clause) }
    }

    /// The outcome of a game that a limit of the language ended.
    pub fn unfinished(&self, by: &str) -> Outcome {
        Outcome { places: smallvec![1; self.rules.players.len()], nobody: false, by: by.into(), clause: None }
    }
}

/// What a verdict on some living players makes of the game.
fn decide(state: &mut State, concerned: Vec<PlayerId>, verdict: VerdictItem) -> Option<Ranking> {
    let others = state.living().filter(|player| !concerned.contains(player)).collect::<Vec<PlayerId>>();
    if concerned.is_empty() {
        return None;
    }
    match verdict {
        VerdictItem::Wins => Some(vec![concerned, others]),
        VerdictItem::Loses => Some(vec![others, concerned]),
        VerdictItem::IsOut => {
            let order = state.out.iter().copied().max().unwrap_or(0).saturating_add(1);
            concerned.iter().for_each(|player| state.out[player.index()] = order);
            others.is_empty().then(Vec::new)
        }
    }
}
