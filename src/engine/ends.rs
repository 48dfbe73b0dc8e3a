//! The end clauses and the places that they give.

use smallvec::SmallVec;

use crate::game::Outcome;
use crate::rules::model::EndResult;
use crate::syntax::ast::{Point, VerdictItem};

use super::machine::Machine;
use super::scratch::{Asking, Scratch};
use super::state::State;

/// The most players.
pub const PLAYERS: usize = 16;

/// Groups of players that share a place, the best first; a bit for each player.
type Ranking = SmallVec<[u16; 8]>;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The place of each player.
    places: [u8; PLAYERS],
    /// Whether everybody lost.
    nobody: bool,
    /// The clause that decided; none if a limit of the language did.
    clause: Option<u16>,
    /// The limit, if one did.
    limit: &'static str,
}

/// A mark tells the places of so many players.
const MARKED: usize = 8;

impl Ended {
    /// A number for it, if there are so many players: other ends of the same game have another; none if it does not tell all places, or
    /// no clause decided.
    #[inline]
    fn mark(&self, n_players: u8) -> Option<u128> {
        let [places @ .., _, _, _, _, _, _, _, _] = self.places;
        let places: [u8; MARKED] = places;
        let clause = self.clause.filter(|_| usize::from(n_players) <= MARKED)?;
        let rest = u64::from(clause) << 1 | u64::from(self.nobody);
        Some(u128::from(rest) << 64 | u128::from(u64::from_le_bytes(places)))
    }
}

impl<const W: usize> Machine<W> {
    /// Tests the clauses of a point in their order. The first that holds ends the game; those that put players out
    /// do so and end it only when nobody is left. Nobody asks then any more what was taken.
    pub fn test(&self, sc: &mut Scratch<W>, st: &mut State, point: Point) -> Option<Ended> {
        let who = st.turn.who;
        let numbers = &self.program.ends_at[point as usize];
        let ended = numbers.iter().find_map(|&number| {
            st.turn.who = st.turn.mover;
            sc.place = self.program.rules.ends[number as usize].span;
            let out = self.counts_ends(sc).then(|| self.out_words(st));
            let ranking = self.judge(sc, st, number as usize);
            if let (Some(out), Some(tally)) = (out, &mut sc.tally)
                && (ranking.is_some() || self.out_words(st) != out)
            {
                tally.note_end(number as usize);
            }
            ranking.map(|ranking| self.ranked(st, number, &ranking))
        });
        st.turn.who = who;
        if ended.is_some() {
            self.forget_taken(st);
        }
        ended
    }

    /// Whether ends that hold are counted; not in questions about what would be.
    fn counts_ends(&self, sc: &Scratch<W>) -> bool {
        sc.tally.is_some() && sc.asking == Asking::default()
    }

    /// The ranking that a clause gives; an empty one when all lose. None if the game goes on.
    fn judge(&self, sc: &mut Scratch<W>, st: &mut State, number: usize) -> Option<Ranking> {
        let end = &self.program.ends[number];
        if let EndResult::EachPlayer(verdict) = &self.program.rules.ends[number].result {
            let mut concerned = 0;
            for player in self.living(st) {
                st.turn.who = player;
                concerned |= u16::from(self.holds(sc, st, end.when)) << player;
            }
            return self.decide(st, concerned, *verdict);
        }
        if !self.holds(sc, st, end.when) {
            return None;
        }
        match &self.program.rules.ends[number].result {
            EndResult::Draw => Some(SmallVec::from_slice(&[self.living_bits(st)])),
            EndResult::EveryoneLoses => Some(Ranking::new()),
            EndResult::EachPlayer(_) => None,
            EndResult::Someone(_, verdict) => {
                let players = end.about.map(|(players, _)| self.set(sc, st, players))?;
                let concerned = players.0[0] as u16 & self.living_bits(st);
                self.decide(st, concerned, *verdict)
            }
            EndResult::ByScore(highest, ..) => Some(self.by_score(sc, st, *highest, end.about?)),
        }
    }

    fn by_score(&self, sc: &mut Scratch<W>, st: &State, highest: bool, (score, name): (u32, u32)) -> Ranking {
        let mut scores: SmallVec<[(i64, u8); 8]> = SmallVec::new();
        for player in self.living(st) {
            sc.scalars[name as usize] = i64::from(player);
            let score = self.number(sc, st, score);
            scores.push((if highest { score.saturating_neg() } else { score }, player));
        }
        scores.sort_by_key(|(score, _)| *score);
        let places = scores.chunk_by(|one, other| one.0 == other.0);
        places.map(|place| place.iter().map(|(_, player)| 1 << player).sum()).collect()
    }

    /// What a verdict on some living players makes of the game.
    fn decide(&self, st: &mut State, concerned: u16, verdict: VerdictItem) -> Option<Ranking> {
        if concerned == 0 {
            return None;
        }
        let others = self.living_bits(st) & !concerned;
        match verdict {
            VerdictItem::Wins => Some(SmallVec::from_slice(&[concerned, others])),
            VerdictItem::Loses => Some(SmallVec::from_slice(&[others, concerned])),
            VerdictItem::IsOut => {
                let order = self.latest_out(st).saturating_add(1);
                let players = (0..self.n_players()).filter(|player| concerned >> player & 1 == 1);
                players.for_each(|player| st.put_out(&self.program.layout, player, order));
                (others == 0).then(Ranking::new)
            }
        }
    }

    fn latest_out(&self, st: &State) -> u8 {
        if self.out_words(st) == [0, 0] {
            return 0;
        }
        (0..self.n_players()).map(|player| st.out(&self.program.layout, player)).max().unwrap_or(0)
    }

    /// The places of groups of players that share one, the best first; players that went out follow, the later the better.
    fn ranked(&self, st: &State, clause: u16, groups: &[u16]) -> Ended {
        let n = self.n_players();
        if groups.is_empty() {
            return Ended { places: [n; PLAYERS], nobody: true, clause: Some(clause), limit: "" };
        }
        let (mut places, mut place) = ([0; PLAYERS], 0);
        let mut rank = |group: u16| {
            place += u8::from(group != 0);
            let mut rest = group;
            while rest != 0 {
                places[rest.trailing_zeros() as usize] = place;
                rest &= rest - 1;
            }
        };
        groups.iter().for_each(|&group| rank(group));
        for order in (1..=self.latest_out(st)).rev() {
            let players = (0..n).filter(|&player| st.out(&self.program.layout, player) == order);
            rank(players.map(|player| 1 << player).sum());
        }
        Ended { places, nobody: false, clause: Some(clause), limit: "" }
    }

    /// The end by a clause whose players are known, as bits; all the living for a draw.
    pub fn ended(&self, st: &State, clause: u16, players: u16) -> Ended {
        let living = self.living_bits(st);
        let (concerned, others) = (players & living, living & !players);
        match &self.program.rules.ends[clause as usize].result {
            EndResult::Someone(_, VerdictItem::Wins) => self.ranked(st, clause, &[concerned, others]),
            EndResult::Someone(_, VerdictItem::Loses) => self.ranked(st, clause, &[others, concerned]),
            EndResult::Draw => self.ranked(st, clause, &[living]),
            _ => self.ranked(st, clause, &[]),
        }
    }

    /// The end of a game by a limit of the language.
    pub fn unfinished(&self, limit: &'static str) -> Ended {
        Ended { places: [1; PLAYERS], nobody: false, clause: None, limit }
    }

    /// How a game ended, in words.
    pub fn outcome_of(&self, ended: &Ended) -> Outcome {
        let by = match ended.clause {
            Some(clause) => self.program.rules.ends[clause as usize].name.clone(),
            None => ended.limit.into(),
        };
        Outcome {
            places: ended.places[..self.n_players() as usize].into(),
            nobody: ended.nobody,
            by,
            clause: ended.clause.map(usize::from),
        }
    }
    /// A number for how a game ended, as [`Ending::mark`] says.
    ///
    /// [`Ending::mark`]: crate::game::Ending::mark
    pub fn mark_of(&self, ended: &Ended) -> Option<u128> {
        ended.mark(self.n_players())
    }

    /// Whether a game ended so.
    pub fn is_outcome(&self, ended: &Ended, outcome: &Outcome) -> bool {
        let clause = ended.clause.map(usize::from);
        let places = ended.places[..usize::from(self.n_players())].iter();
        // They are too few for a call that compares them.
        (ended.nobody, clause) == (outcome.nobody, outcome.clause)
            && places.eq(outcome.places.iter())
            && (clause.is_some() || *ended.limit == *outcome.by)
    }
}
