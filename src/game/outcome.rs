//! How games end.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{Contents, PlayerId};

/// The places of players in seating order; those of a few players lie in place.
pub type Places = SmallVec<[u8; 8]>;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The place of each player, 1 the best; equal places are shared.
    pub places: Places,
    /// Everybody lost: nobody has place 1.
    pub nobody: bool,
    /// The name of the end clause that decided, for instance `far row`.
    pub by: Arc<str>,
    /// The number of that clause in [`Rules::ends`](crate::rules::Rules::ends); none when a limit of the language ended the game.
    pub clause: Option<usize>,
}

/// What an outcome comes to, for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This player alone won.
    Won(PlayerId),
    /// Several share the best place.
    Draw,
    /// All lost.
    Nobody,
    /// A limit ended the game, not its rules.
    Unfinished,
}

impl Outcome {
    /// What it comes to.
    pub fn verdict(&self) -> Verdict {
        if self.clause.is_none() {
            return Verdict::Unfinished;
        }
        if self.nobody {
            return Verdict::Nobody;
        }
        let mut best = (0..self.places.len()).filter(|&player| self.places[player] == 1);
        match (best.next(), best.next()) {
            (Some(player), None) => Verdict::Won(PlayerId(player as u8)),
            _ => Verdict::Draw,
        }
    }

    /// What the outcome is worth to a player, from 0 (last, or all lost) to 1 (won alone); shared places
    /// share the mean of what they cover.
    pub fn value(&self, player: PlayerId) -> f64 {
        let n = self.places.len();
        if self.nobody || n < 2 {
            return 0.0;
        }
        let own = self.places[player.index()];
        let better = self.places.iter().filter(|&&place| place < own).count() as f64;
        let worse = self.places.iter().filter(|&&place| place > own).count() as f64;
        (worse + (n as f64 - 1.0 - better - worse) / 2.0) / (n as f64 - 1.0)
    }
}

/// How a game ended whose position is not told.
pub trait Ending {
    /// Whether it ended so.
    fn is(&self, outcome: &Outcome) -> bool;

    /// A number for how it ended: of two games from one start that have one, both ended alike if these are the same, and not alike if
    /// they are not.
    fn mark(&self) -> Option<u128> {
        None
    }

    /// How it ended; none if it is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Fills a buffer with the pieces that stand there in the end; what else is in it means nothing. No if the evaluator does
    /// not tell.
    fn pieces(&self, into: &mut Contents) -> bool;
}

/// The ways in which games from one start ended, each with something that is known of it: most end in one of a few.
#[derive(Debug)]
pub struct Endings<T> {
    known: Vec<(Option<u128>, Outcome, T)>,
    /// By some bits of a mark, where the last one with these was noted.
    places: [u8; PLACES],
}

/// So many marks are mostly told apart by a few bits of them.
const PLACES: usize = 64;

/// Where it is looked up where a mark was noted.
#[inline]
fn looked_up(mark: u128) -> usize {
    let folded = mark as u64 ^ (mark >> 64) as u64;
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PLACES.ilog2())) as usize
}

impl<T> Default for Endings<T> {
    fn default() -> Self {
        Self { known: Vec::new(), places: [0; PLACES] }
    }
}

impl<T> Endings<T> {
    /// What is known of how a game ended, if one ended so before.
    #[inline]
    pub fn of(&mut self, ending: &dyn Ending) -> Option<&mut T> {
        let mark = ending.mark();
        let place = match mark {
            Some(number) => {
                // Who wins cannot be foreseen: it is cheaper to look it up than to guess where to stop.
                let place = usize::from(self.places[looked_up(number)]);
                match self.known.get(place) {
                    Some((known, ..)) if *known == mark => place,
                    _ => self.known.iter().position(|(known, ..)| *known == mark)?,
                }
            }
            None => self.known.iter().position(|(_, outcome, _)| ending.is(outcome))?,
        };
        self.known.get_mut(place).map(|(.., with)| with)
    }

    /// A game ended as none did before, with what is known of that.
    pub fn note(&mut self, ending: &dyn Ending, outcome: Outcome, with: T) {
        let mark = ending.mark();
        if let Some(mark) = mark {
            // What is not found there is looked for among all.
            self.places[looked_up(mark)] = self.known.len() as u8;
        }
        self.known.push((mark, outcome, with));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no game has ended yet.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Takes all of them out.
    pub fn drain(&mut self) -> impl Iterator<Item = (Outcome, T)> + '_ {
        self.known.drain(..).map(|(_, outcome, with)| (outcome, with))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An end with a mark, or none.
    struct Ended(Option<u128>, Outcome);

    impl Ending for Ended {
        fn is(&self, outcome: &Outcome) -> bool {
            self.1 == *outcome
        }

        fn mark(&self) -> Option<u128> {
            self.0
        }

        fn outcome(&self) -> Option<Outcome> {
            Some(self.1.clone())
        }

        fn pieces(&self, _: &mut Contents) -> bool {
            false
        }
    }

    #[test]
    fn ends_are_known_again_by_their_marks_or_by_what_they_are() {
        let outcome = |places: [u8; 2]| Outcome {
            places: places.as_slice().into(),
            nobody: false,
            by: "row".into(),
            clause: Some(0),
        };
        let [won, lost] = [outcome([1, 2]), outcome([2, 1])];
        let mut endings = Endings::default();
        let ends = [Ended(Some(7), won.clone()), Ended(Some(8), lost.clone()), Ended(None, won.clone())];
        let mut count = |ended: &Ended| match endings.of(ended) {
            Some(n) => *n += 1,
            None => endings.note(ended, ended.1.clone(), 1),
        };
        ends.iter().chain(&ends).for_each(&mut count);
        assert_eq!(endings.len(), 2);
        assert_eq!(endings.drain().collect::<Vec<_>>(), [(won, 4), (lost, 2)]);
        assert!(endings.is_empty());
    }

    #[test]
    fn marks_that_are_looked_up_at_one_place_are_told_apart() {
        let mut endings = Endings::default();
        let ends: Vec<Ended> = (0..4 * PLACES)
            .map(|number| {
                let by = number.to_string().as_str().into();
                Ended(
                    Some(number as u128),
                    Outcome { places: [1, 2].as_slice().into(), nobody: false, by, clause: None },
                )
            })
            .collect();
        for (number, ended) in ends.iter().enumerate() {
            assert!(endings.of(ended).is_none());
            endings.note(ended, ended.1.clone(), number);
        }
        for (number, ended) in ends.iter().enumerate() {
            assert_eq!(endings.of(ended), Some(&mut { number }));
        }
    }
}
