//! The end clauses and the places that they give.

use crate::game::Outcome;
use crate::rules::model::EndResult;
use crate::syntax::ast::{Point, VerdictItem};

use super::machine::Machine;
use super::scratch::Scratch;
use super::state::State;

/// Groups of players that share a place, the best first.
type Ranking = Vec<Vec<u8>>;

impl<const W: usize> Machine<W> {
    /// Tests the clauses of a point in their order. The first that holds ends the game; those that put players out
    /// do so and end it only when nobody is left.
    pub fn test(&self, sc: &mut Scratch<W>, st: &mut State, point: Point) -> Option<Outcome> {
        let who = st.turn.who;
        let numbers = &self.program.ends_at[point as usize];
        let ended = numbers.iter().find_map(|&number| {
            st.turn.who = st.turn.mover;
            self.judge(sc, st, number as usize).map(|ranking| self.ranked(st, number as usize, ranking))
        });
        st.turn.who = who;
        ended
    }

    /// The ranking that a clause gives; an empty one when all lose. None if the game goes on.
    fn judge(&self, sc: &mut Scratch<W>, st: &mut State, number: usize) -> Option<Ranking> {
        let end = &self.program.ends[number];
        if let EndResult::EachPlayer(verdict) = &self.program.rules.ends[number].result {
            let mut concerned = Vec::new();
            for player in self.living(st) {
                st.turn.who = player;
                if self.holds(sc, st, end.when) {
                    concerned.push(player);
                }
            }
            return self.decide(st, concerned, *verdict);
        }
        if !self.holds(sc, st, end.when) {
            return None;
        }
        match &self.program.rules.ends[number].result {
            EndResult::Draw => Some(vec![self.living(st).collect()]),
            EndResult::EveryoneLoses => Some(Vec::new()),
            EndResult::EachPlayer(_) => None,
            EndResult::Someone(_, verdict) => {
                let players = end.about.map(|(players, _)| self.set(sc, st, players))?;
                let concerned = self.living(st).filter(|&player| players.contains(u16::from(player))).collect();
                self.decide(st, concerned, *verdict)
            }
            EndResult::ByScore(highest, ..) => Some(self.by_score(sc, st, *highest, end.about?)),
        }
    }

    fn by_score(&self, sc: &mut Scratch<W>, st: &State, highest: bool, (score, name): (u32, u32)) -> Ranking {
        let mut scores: Vec<(i64, u8)> = Vec::new();
        for player in self.living(st) {
            sc.scalars[name as usize] = i64::from(player);
            let score = self.number(sc, st, score);
            scores.push((if highest { score.saturating_neg() } else { score }, player));
        }
        scores.sort_by_key(|(score, _)| *score);
        let places = scores.chunk_by(|one, other| one.0 == other.0);
        places.map(|place| place.iter().map(|(_, player)| *player).collect()).collect()
    }

    /// What a verdict on some living players makes of the game.
    fn decide(&self, st: &mut State, concerned: Vec<u8>, verdict: VerdictItem) -> Option<Ranking> {
        if concerned.is_empty() {
            return None;
        }
        let others: Vec<u8> = self.living(st).filter(|player| !concerned.contains(player)).collect();
        match verdict {
            VerdictItem::Wins => Some(vec![concerned, others]),
            VerdictItem::Loses => Some(vec![others, concerned]),
            VerdictItem::IsOut => {
                let order = self.latest_out(st).saturating_add(1);
                concerned.iter().for_each(|&player| st.put_out(&self.program.layout, player, order));
                others.is_empty().then(Vec::new)
            }
        }
    }

    fn latest_out(&self, st: &State) -> u8 {
        (0..self.n_players()).map(|player| st.out(&self.program.layout, player)).max().unwrap_or(0)
    }

    /// The places of a ranking; players that went out follow, the later the better.
    fn ranked(&self, st: &State, clause: usize, mut ranking: Ranking) -> Outcome {
        let n = self.n_players();
        let by = self.program.rules.ends[clause].name.clone();
        if ranking.is_empty() {
            return Outcome { places: vec![n; n as usize], nobody: true, by, clause: Some(clause) };
        }
        for order in (1..=self.latest_out(st)).rev() {
            ranking.push((0..n).filter(|&player| st.out(&self.program.layout, player) == order).collect());
        }
        ranking.retain(|group| !group.is_empty());
        let mut places = vec![0; n as usize];
        for (place, group) in (1..).zip(&ranking) {
            group.iter().for_each(|&player| places[player as usize] = place);
        }
        Outcome { places, nobody: false, by, clause: Some(clause) }
    }

    /// The outcome of a game that a limit of the language ended.
    pub fn unfinished(&self, by: &str) -> Outcome {
        Outcome { places: vec![1; self.n_players() as usize], nobody: false, by: by.to_owned(), clause: None }
    }
}
