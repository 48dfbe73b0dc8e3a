//! What drops were worth in all playouts that passed a position, whenever they were made: known much sooner than what
//! each is worth if it is made next.
//!
//! Where pieces only come to the board and stay, who stands on a cell in the end has come there. So the last position of a playout
//! tells all drops of it. Where they may be taken, careful play tells who was the first on each cell.
//!
//! # Source
//! S. Gelly, D. Silver, "Combining Online and Offline Knowledge in UCT", ICML 2007 (all moves as first); T. Cazenave,
//! "Generalized Rapid Action Value Estimation", IJCAI 2015 (the counts of the nearest position above that has many).

use super::gains::Gains;
use crate::game::{Contents, PlayerId};

/// An option that is no drop.
pub const NOWHERE: u16 = u16::MAX;
/// From so many visits on a position counts drops.
pub const LEAST: u32 = 16;
/// From so many visits on its counts are used below it.
pub const KNOWN: u32 = 64;
/// The weight of trying out beside what drops tell.
pub const EXPLORATION: f64 = 0.12;
/// How soon what an option is worth counts more than what its drop was worth at any time.
const BIAS: f64 = 0.0003;

/// By player and cell, how often he dropped a piece there, and the sum of what he got then.
#[derive(Clone, Debug)]
pub struct Drops {
    n_cells: usize,
    counts: Vec<(u32, f32)>,
}

/// About so many bytes the drops on a board of so many cells have.
pub fn bytes(n_cells: usize) -> usize {
    2 * n_cells * size_of::<(u32, f32)>()
}

impl Drops {
    /// Nothing counted yet; for the first two players.
    pub fn new(n_cells: usize) -> Self {
        Self { n_cells, counts: vec![(0, 0.0); 2 * n_cells] }
    }

    /// Counts what stands where so many playouts end.
    pub fn count(&mut self, contents: &Contents, gains: &Gains, playouts: u32) {
        let values = [0, 1].map(|player| gains.value(PlayerId(player)) as f32 * playouts as f32);
        for piece in &contents.pieces {
            if let Some(PlayerId(owner @ 0..2)) = piece.owner {
                let owner = usize::from(owner);
                let (n, sum) = &mut self.counts[owner * self.n_cells + usize::from(piece.cell)];
                *n += playouts;
                *sum += values[owner];
            }
        }
    }

    /// A player dropped a piece on a cell before all that was counted in so many playouts, with these gains in all: nobody else was the
    /// first there.
    pub fn begin_with(&mut self, cell: u16, player: PlayerId, (gains, playouts): (&Gains, u32)) {
        if cell == NOWHERE || player.0 > 1 {
            return;
        }
        let [his, others] = [player.0, 1 - player.0].map(|of| usize::from(of) * self.n_cells + usize::from(cell));
        let sum = gains.mean_value(player, playouts) * f64::from(playouts);
        self.counts[his] = (playouts, sum as f32);
        self.counts[others] = (0, 0.0);
    }

    /// Counts as well what others have counted.
    pub fn add(&mut self, other: &Self) {
        for ((n, sum), (more, gained)) in self.counts.iter_mut().zip(&other.counts) {
            *n += more;
            *sum += gained;
        }
    }

    /// Forgets what was counted.
    pub fn clear(&mut self) {
        self.counts.fill((0, 0.0));
    }

    /// What a drop of a player is worth; none if it was never seen.
    pub fn worth(&self, cell: u16, player: PlayerId) -> Option<f64> {
        let (n, sum) = self.seen(cell, player)?;
        Some(sum / n)
    }

    /// What a drop of a player is worth, mixed with the mean of the visits of its option; none if it was never seen.
    pub fn mixed(&self, cell: u16, player: PlayerId, (value, visits): (f64, u32)) -> Option<f64> {
        let ((n, sum), visits) = (self.seen(cell, player)?, f64::from(visits));
        let share = n / (n + visits + BIAS * n * visits);
        Some(share * sum / n + (1.0 - share) * value)
    }

    /// How often a drop of a player was seen, once at least, and the sum of what he got then. What is no drop counts as the mean of his
    /// drops: else nothing but its own visits would say what it is worth, and where drops are worth more than what was seen of
    /// them it would be what is tried most.
    fn seen(&self, cell: u16, player: PlayerId) -> Option<(f64, f64)> {
        let own = self.counts.chunks_exact(self.n_cells).nth(player.index())?;
        let drops = if cell == NOWHERE { own } else { std::slice::from_ref(own.get(usize::from(cell))?) };
        let seen = drops.iter().filter(|(n, _)| *n > 0);
        let (cells, n, sum) = seen.fold((0, 0.0, 0.0), |(cells, n, sum), &(more, gained)| {
            (cells + 1, n + f64::from(more), sum + f64::from(gained))
        });
        let cells = f64::from(cells);
        (cells > 0.0).then(|| (n / cells, sum / cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Occupant, Outcome};

    #[test]
    fn drops_are_worth_what_came_of_them() {
        let standing = |cell, owner| Occupant { cell, kind: 0, owner: Some(PlayerId(owner)) };
        let ended = |places: [u8; 2]| {
            Gains::of(Some(&Outcome {
                places: places.as_slice().into(),
                nobody: false,
                by: "test".into(),
                clause: Some(0),
            }))
        };
        let mut drops = Drops::new(4);
        let stands = |pieces| Contents { pieces, ..Contents::default() };
        let (one, other) = (stands(vec![standing(0, 0), standing(1, 1)]), stands(vec![standing(0, 0), standing(2, 1)]));
        drops.count(&one, &ended([1, 2]), 1);
        drops.count(&one, &ended([1, 2]), 1);
        drops.count(&other, &ended([2, 1]), 1);
        let worth = |cell, player| {
            let worth = drops.worth(cell, PlayerId(player));
            assert_eq!(worth, drops.mixed(cell, PlayerId(player), (0.0, 0)));
            worth.map(|worth| (worth * 12.0).round())
        };
        // The first won two of three games with his piece on the first cell, the second none of two and one of one.
        assert_eq!([worth(0, 0), worth(1, 1), worth(2, 1)], [Some(8.0), Some(0.0), Some(12.0)]);
        assert_eq!([worth(3, 0), worth(0, 1), worth(0, 2)], [None; 3]);
        // What is no drop is worth what his drops are: two won of three, and one won and none lost of three.
        assert_eq!([worth(NOWHERE, 0), worth(NOWHERE, 1), worth(NOWHERE, 2)], [Some(8.0), Some(4.0), None]);
        // Who comes first to a cell is the only one who counts there.
        let mut begun = drops.clone();
        let mut gains = Gains::default();
        [ended([1, 2]), ended([1, 2]), ended([2, 1])].iter().for_each(|ended| gains.add(ended, 1.0));
        begun.begin_with(1, PlayerId(0), (&gains, 3));
        begun.begin_with(NOWHERE, PlayerId(1), (&gains, 3));
        let worth = |cell, player| begun.worth(cell, PlayerId(player)).map(|worth| (worth * 12.0).round());
        assert_eq!([worth(1, 0), worth(1, 1), worth(0, 0), worth(2, 1)], [Some(8.0), None, Some(8.0), Some(12.0)]);
        // With many visits of its own an option is worth what they say.
        let much = drops.mixed(0, PlayerId(0), (0.25, 1_000_000)).unwrap_or_default();
        assert!((much - 0.25).abs() < 0.01, "{much}");
    }
}
