//! Who meets whom: which contestant sits where in which game, and from which opening.

/// The most contestants of a tournament.
pub const MOST: usize = 20;

/// The games of a tournament without end, by number.
///
/// Games come in *sets*: the same contestants from the same opening, the seats passed on by one place from game to game,
/// so that each sits at each place once. With two players a set is a pair. A *round* lets all contestants meet: with more
/// of them than places every choice of them, in order; with fewer they sit several times, each as often as the others over
/// the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    lineups: Vec<Vec<usize>>,
    /// How many games a set has.
    turns: usize,
}

/// One game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number of its set.
    pub set: u64,
    /// The number of its opening, which is that of its round.
    pub opening: u64,
    /// By place at the board, the number of the contestant.
    pub places: Vec<usize>,
}

impl Schedule {
    /// The games of so many contestants, two to [`MOST`], at a board of so many places, two at least. Unless the seats
    /// are `swapped` everybody keeps his place and each game is a set.
    ///
    /// # Panics
    /// If there are fewer than two contestants or places.
    pub fn new(contestants: usize, places: usize, swapped: bool) -> Self {
        assert!(contestants >= 2 && places >= 2, "a game has two sides at least");
        let lineups = match contestants >= places {
            true => choices(contestants, places),
            false => (0..contestants).map(|first| (0..places).map(|at| (first + at) % contestants).collect()).collect(),
        };
        Self { lineups, turns: if swapped { places } else { 1 } }
    }

    /// How many games a set has.
    pub fn games_of_set(&self) -> usize {
        self.turns
    }

    /// How many games a round has.
    pub fn games_of_round(&self) -> usize {
        self.lineups.len() * self.turns
    }

    /// A game, by its number from zero.
    pub fn fixture(&self, game: u64) -> Fixture {
        let (set, turn) = (game / self.turns as u64, (game % self.turns as u64) as usize);
        let n = self.lineups.len() as u64;
        let mut places = self.lineups[(set % n) as usize].clone();
        places.rotate_right(turn);
        Fixture { set, opening: set / n, places }
    }
}

/// All ways to choose `k` of the first `n` numbers, each in order.
fn choices(n: usize, k: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut chosen: Vec<usize> = (0..k).collect();
    loop {
        all.push(chosen.clone());
        // The last that can still go up does, and those behind follow it.
        let Some(at) = (0..k).rev().find(|&at| chosen[at] < n - k + at) else { return all };
        chosen[at] += 1;
        (at + 1..k).for_each(|next| chosen[next] = chosen[next - 1] + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(schedule: &Schedule, n: u64) -> Vec<(u64, u64, Vec<usize>)> {
        (0..n)
            .map(|game| schedule.fixture(game))
            .map(|fixture| (fixture.set, fixture.opening, fixture.places))
            .collect()
    }

    #[test]
    fn two_change_places_after_each_game() {
        let schedule = Schedule::new(2, 2, true);
        let expected = [(0, 0, vec![0, 1]), (0, 0, vec![1, 0]), (1, 1, vec![0, 1]), (1, 1, vec![1, 0])];
        assert_eq!(games(&schedule, 4), expected);
        let kept = Schedule::new(2, 2, false);
        assert_eq!(games(&kept, 2), [(0, 0, vec![0, 1]), (1, 1, vec![0, 1])]);
    }

    #[test]
    fn everybody_meets_everybody_from_the_same_opening() {
        let schedule = Schedule::new(3, 2, true);
        assert_eq!((schedule.games_of_set(), schedule.games_of_round()), (2, 6));
        let meetings = games(&schedule, 8);
        let first: Vec<_> = meetings.iter().map(|(_, _, places)| places.clone()).collect();
        assert_eq!(first[..6], [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert!(meetings[..6].iter().all(|(_, opening, _)| *opening == 0));
        assert_eq!(meetings[6], (3, 1, vec![0, 1]));
        assert_eq!(Schedule::new(5, 3, true).games_of_round(), 30);
    }

    #[test]
    fn each_sits_everywhere_as_often_as_the_others() {
        for (contestants, places) in [(2, 2), (2, 3), (2, 4), (3, 4), (4, 4), (4, 3), (5, 2), (2, 6)] {
            let schedule = Schedule::new(contestants, places, true);
            let mut counts = vec![vec![0; places]; contestants];
            for game in 0..schedule.games_of_round() as u64 {
                let fixture = schedule.fixture(game);
                fixture.places.iter().enumerate().for_each(|(place, &who)| counts[who][place] += 1);
                assert!((0..contestants.min(places)).len() >= 2 && fixture.opening == 0);
            }
            let first = counts[0][0];
            assert!(counts.iter().flatten().all(|&count| count == first), "{contestants} at {places}: {counts:?}");
        }
    }
}
