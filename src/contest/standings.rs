//! What the games of a tournament come to.

use std::collections::BTreeMap;

use super::game::Kind;
use super::rating::{Rating, Scores};
use super::schedule::Schedule;
use super::sprt::{Counts, Found, Sprt};

/// What came of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// How it ended.
    pub kind: Kind,
    /// By place at the board, what it was worth, from 0 to 1.
    pub values: Vec<f64>,
    /// The place whose machine could not go on.
    pub forfeited: Option<usize>,
}

/// How one contestant stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// His games; one at which he sits at several places is one.
    pub games: u64,
    /// Games that he won.
    pub won: u64,
    /// Games in which he shared the best place, or that nobody decided.
    pub drawn: u64,
    /// The others.
    pub lost: u64,
    /// Those of the drawn that a limit ended.
    pub unfinished: u64,
    /// Those of the lost in which his machine could not go on.
    pub forfeited: u64,
    /// The sum of what the games were worth to him; the mean of his places where there are several.
    pub points: f64,
    /// The scores of his sets that are whole, or of his games as long as none is.
    pub scores: Scores,
}

impl Standing {
    /// What the scores say of his strength against the others; none before the first game.
    pub fn rating(&self) -> Option<Rating> {
        Rating::of(&self.scores)
    }
}

/// The table of a tournament, and whether its test is done.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// By contestant.
    pub standings: Vec<Standing>,
    /// How many games count.
    pub games: u64,
    /// How many sets are whole.
    pub sets: u64,
    /// What the test says so far, if there is one.
    pub test: Option<Tested>,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested {
    /// The logarithm of the ratio of the likelihoods.
    pub ratio: f64,
    /// What was found, once it is.
    pub found: Option<Found>,
    /// How many sets it has looked at: those from the first on without a gap, as far as it needed.
    pub sets: u64,
}

/// The results of a tournament, by number of the game.
#[derive(Clone, Debug)]
pub struct Results {
    schedule: Schedule,
    contestants: usize,
    games: BTreeMap<u64, Score>,
    test: Option<Sprt>,
    tested: Tested,
    /// The first player's units that the test has looked at, by score.
    counts: Counts<5>,
}

impl Results {
    /// No results yet. A test looks at the first of two contestants.
    ///
    /// # Panics
    /// If there is a test and there are more contestants than two.
    pub fn new(schedule: Schedule, contestants: usize, test: Option<Sprt>) -> Self {
        assert!(test.is_none() || contestants == 2, "a test compares two");
        let tested = Tested { ratio: 0.0, found: None, sets: 0 };
        Self { schedule, contestants, games: BTreeMap::new(), test, tested, counts: [0; 5] }
    }

    /// Adds the result of a game, unless there is one of that number; whether there was none.
    pub fn add(&mut self, game: u64, score: Score) -> bool {
        let is_new = !self.has(game);
        if is_new {
            self.games.insert(game, score);
            self.look();
        }
        is_new
    }

    /// Whether the result of a game is known.
    pub fn has(&self, game: u64) -> bool {
        self.games.contains_key(&game)
    }

    /// How many results there are.
    pub fn len(&self) -> u64 {
        self.games.len() as u64
    }

    /// Whether there is no result.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Whether the test is done. It looks at sets in the order of their numbers, so that it does not depend on the order
    /// in which games end.
    pub fn is_decided(&self) -> bool {
        self.tested.found.is_some()
    }

    /// What each contestant got of a game.
    fn shares(&self, game: u64, score: &Score) -> Vec<Option<f64>> {
        let places = self.schedule.fixture(game).places;
        let mean = |who: usize| {
            let own = places.iter().zip(&score.values).filter(|(sits, _)| **sits == who).map(|(_, value)| *value);
            let (n, sum) = own.fold((0, 0.0), |(n, sum), value| (n + 1, sum + value));
            (n > 0).then(|| sum / f64::from(n))
        };
        (0..self.contestants).map(mean).collect()
    }

    /// What each contestant got of a set, on the average; none as long as it is not whole.
    fn set(&self, set: u64) -> Option<Vec<Option<f64>>> {
        let turns = self.schedule.games_of_set() as u64;
        let mut sums = vec![None; self.contestants];
        for game in set * turns..(set + 1) * turns {
            let shares = self.shares(game, self.games.get(&game)?);
            for (sum, share) in sums.iter_mut().zip(shares).filter(|(_, share)| share.is_some()) {
                *sum = Some(sum.unwrap_or(0.0) + share.unwrap_or(0.0) / turns as f64);
            }
        }
        Some(sums)
    }

    /// Looks at the sets that are whole now and follow the last that was looked at.
    fn look(&mut self) {
        let Some(test) = self.test else { return };
        while self.tested.found.is_none() {
            let Some(shares) = self.set(self.tested.sets) else { return };
            let share = shares.first().copied().flatten().unwrap_or(0.5);
            self.counts[(share * 4.0).round() as usize] += 1;
            self.tested.sets += 1;
            self.tested.ratio = match self.schedule.games_of_set() {
                1 => test.ratio(&[self.counts[0], self.counts[2], self.counts[4]]),
                _ => test.ratio(&self.counts),
            };
            self.tested.found = test.found(self.tested.ratio);
        }
    }

    /// How everybody stands.
    pub fn table(&self) -> Table {
        let mut standings = vec![Standing::default(); self.contestants];
        for (&game, score) in &self.games {
            let places = self.schedule.fixture(game).places;
            for (who, share) in self.shares(game, score).into_iter().enumerate() {
                if let Some(share) = share {
                    standings[who].count(share, score, &places, who);
                }
            }
        }
        let sets = self.count_sets(&mut standings);
        let test = self.test.map(|_| self.tested);
        Table { standings, games: self.len(), sets, test }
    }

    /// Gives everybody the scores of his sets, or of his games where no set is whole; how many sets are.
    fn count_sets(&self, standings: &mut [Standing]) -> u64 {
        let turns = self.schedule.games_of_set() as u64;
        let mut whole = 0;
        let begun: std::collections::BTreeSet<u64> = self.games.keys().map(|game| game / turns).collect();
        for shares in begun.into_iter().filter_map(|set| self.set(set)) {
            whole += 1;
            for (standing, share) in standings.iter_mut().zip(shares) {
                share.into_iter().for_each(|share| standing.scores.add(share));
            }
        }
        let is_without = |standing: &Standing| standing.scores.n() == 0;
        let without: Vec<bool> = standings.iter().map(is_without).collect();
        for (&game, score) in &self.games {
            for (who, share) in self.shares(game, score).into_iter().enumerate().filter(|(who, _)| without[*who]) {
                share.into_iter().for_each(|share| standings[who].scores.add(share));
            }
        }
        whole
    }
}

impl Standing {
    fn count(&mut self, share: f64, score: &Score, places: &[usize], who: usize) {
        self.games += 1;
        self.points += share;
        let sits = |place: usize| places.get(place) == Some(&who);
        let forfeits = score.forfeited.is_some_and(sits);
        match score.kind {
            Kind::Won(player) if sits(player.index()) => self.won += 1,
            // Who shares the best place is known by what it is worth: more than anybody else got.
            Kind::Drawn if !forfeits && self.is_best(score, places, who) => self.drawn += 1,
            Kind::Unfinished => {
                self.drawn += 1;
                self.unfinished += 1;
            }
            Kind::Won(_) | Kind::Drawn | Kind::Nobody => self.lost += 1,
        }
        self.forfeited += u64::from(forfeits);
    }

    fn is_best(&self, score: &Score, places: &[usize], who: usize) -> bool {
        let most = score.values.iter().copied().fold(0.0, f64::max);
        places.iter().zip(&score.values).any(|(sits, value)| *sits == who && *value == most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::PlayerId;

    fn won(place: u8) -> Score {
        let values = (0..2).map(|player| if player == place { 1.0 } else { 0.0 }).collect();
        Score { kind: Kind::Won(PlayerId(place)), values, forfeited: None }
    }

    fn drawn() -> Score {
        Score { kind: Kind::Drawn, values: vec![0.5; 2], forfeited: None }
    }

    fn results(test: Option<Sprt>) -> Results {
        Results::new(Schedule::new(2, 2, true), 2, test)
    }

    #[test]
    fn games_and_pairs_are_counted_by_contestant() {
        let mut results = results(None);
        // The first contestant wins at both places, then wins and draws, then a pair that is not whole.
        for (game, score) in [(0, won(0)), (1, won(1)), (2, won(0)), (3, drawn()), (4, won(1))] {
            assert!(results.add(game, score));
        }
        let table = results.table();
        let [first, second] = &table.standings[..] else { panic!("two") };
        assert_eq!((first.games, first.won, first.drawn, first.lost, first.points), (5, 3, 1, 1, 3.5));
        assert_eq!((second.games, second.won, second.drawn, second.lost, second.points), (5, 1, 1, 3, 1.5));
        assert_eq!((table.games, table.sets), (5, 2));
        let mut pairs = Scores::default();
        [1.0, 0.75].into_iter().for_each(|score| pairs.add(score));
        assert_eq!(first.scores, pairs);
        assert_eq!(second.rating().map(|rating| rating.score), Some(0.125));
    }

    #[test]
    fn a_game_counts_once_and_forfeits_are_told() {
        let mut results = results(None);
        assert!(results.add(0, Score { forfeited: Some(1), ..won(0) }));
        assert!(!results.add(0, won(0)));
        let table = results.table();
        assert_eq!((table.standings[1].lost, table.standings[1].forfeited), (1, 1));
        // No pair is whole: the game itself is looked at.
        assert_eq!(table.standings[0].rating().map(|rating| rating.score), Some(1.0));
    }

    #[test]
    fn the_test_does_not_depend_on_the_order_in_which_games_end() {
        let test: Sprt = "0,200".parse().unwrap();
        let scores: Vec<(u64, Score)> = (0..80).map(|game| (game, won((game % 2) as u8))).collect();
        let mut forwards = results(Some(test));
        let mut backwards = results(Some(test));
        for (game, score) in &scores {
            forwards.add(*game, score.clone());
        }
        for (game, score) in scores.iter().rev() {
            assert!(!backwards.is_decided());
            backwards.add(*game, score.clone());
        }
        let found = forwards.table().test.expect("there is a test");
        assert_eq!(found.found, Some(Found::Great));
        assert!(found.sets < 40, "it stops at the bound: {found:?}");
        assert_eq!(backwards.table().test, Some(found));
    }

    #[test]
    fn several_may_share_the_best_place_and_sit_twice() {
        let mut results = Results::new(Schedule::new(2, 3, true), 2, None);
        // Places 0 and 2 are the first contestant's; place 1 is the second's, who shares the best place with place 0.
        let score = Score { kind: Kind::Drawn, values: vec![0.75, 0.75, 0.0], forfeited: None };
        results.add(0, score);
        let table = results.table();
        assert_eq!((table.standings[0].drawn, table.standings[0].points), (1, 0.375));
        assert_eq!((table.standings[1].drawn, table.standings[1].points), (1, 0.75));
    }
}
