//! What the features of a position are worth.

use crate::game::rng::Rng;
use crate::game::{Changes, Contents, Occupant, PlayerId};

use super::features::{Features, Number, lateness};
use super::neighbours::Standing;
use super::reach::Courts;
use super::shape::{Shape, ShapeScales};

/// The scores of one part of a logit. A score of this much more makes a win *e* times as probable as before, measured
/// by the odds.
pub const UNIT: f64 = 1000.0;
/// No score that is not certain is greater.
pub const MOST: i32 = 500_000;
/// No weight that is written is greater, as a part of a logit.
pub const GREATEST: f64 = 1_000.0;

/// A weight as it is written: with so many places behind the point.
pub fn rounded(weight: f64) -> f64 {
    (weight * 10_000.0).round() / 10_000.0
}

/// The worth of each feature, as parts of a logit: their sum is the logarithm of the odds that the first player wins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights(pub Vec<f64>);

/// Weights ready for weighing by the thousand: whole numbers, and those of a piece on a cell in one place.
#[derive(Clone, Debug)]
pub struct Scales {
    n_cells: usize,
    n_kinds: usize,
    /// By player, then by kind, then by cell.
    pieces: Vec<Weight>,
    /// The same, what they are usually worth.
    usual: Vec<i32>,
    /// By player, then by kind.
    hands: Vec<Weight>,
    /// By number of the position.
    numbers: Vec<Weight>,
    features: Features,
    shape: ShapeScales,
    /// What pairs of neighbours are worth to who has the first of them; empty where none is worth anything.
    beside: Vec<i32>,
    /// By player, then by number of what a piece reaches as the first player sees it, worth to the first player; empty where
    /// none is worth anything.
    reach: [Vec<i32>; 2],
    /// By player, then by kind, then by cell, what a piece that has nobody in its way is worth to the first player; empty where that
    /// is worth nothing.
    free: Vec<i32>,
    /// By kind, for having two pieces or more; empty where that is worth nothing.
    second: Vec<i32>,
    tempo: i32,
    /// A change of the score by so much is worth a closer look.
    pub swing: i32,
    /// What it is worth to have *e* times as many options as the other player; zero where that does not count.
    pub options: i32,
    /// By kind, whether it is worth clearly more than the cheapest that is worth anything.
    heavy: Vec<bool>,
}

/// What something is worth to the first player, and a number that stands for it.
#[derive(Clone, Copy, Debug)]
struct Weight {
    worth: i32,
    /// How much more when there are few pieces: see [`Features::lateness`].
    late: i32,
    mark: u64,
}

/// Buffers for looking at positions.
#[derive(Clone, Debug, Default)]
pub struct Sights {
    shape: Shape,
    standing: Standing,
    courts: Courts,
}

/// What was found in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weighed {
    /// The score of the first player.
    pub score: i32,
    /// A sum of numbers that stand for what is there: the same change makes the same difference everywhere.
    pub mark: u64,
}

impl Scales {
    /// The scales for some weights of these features.
    pub fn new(features: &Features, weights: &Weights) -> Self {
        let worth = |feature: usize| (weights.0.get(feature).copied().unwrap_or(0.0) * UNIT).round() as i32;
        let sign = |player: usize| if player == 0 { 1 } else { -1 };
        let mut marks = Rng::stream(0, 0);
        let (mut pieces, mut hands) = (Vec::new(), Vec::new());
        for player in 0..2 {
            for kind in 0..features.n_kinds {
                let placed = |class: &u16| {
                    let parts = [features.material(kind), features.placed(kind, *class)];
                    let worth_of = |parts: [usize; 2]| sign(player) * parts.map(worth).iter().sum::<i32>();
                    let late = worth_of(parts.map(|part| features.late(part)));
                    Weight { worth: worth_of(parts), late, mark: marks.bits() }
                };
                pieces.extend(features.classes[player].iter().map(placed));
            }
        }
        for player in 0..2 {
            let kinds = 0..features.n_kinds;
            let in_hand = |kind| {
                let feature = features.in_hand(kind);
                let [worth, late] = [feature, features.late(feature)].map(|feature| sign(player) * worth(feature));
                Weight { worth, late, mark: marks.bits() }
            };
            hands.extend(kinds.map(in_hand));
        }
        let of_number = |number: &Number| {
            let worth = match *number {
                Number::Nothing => 0,
                Number::Of(owner, feature) => sign(owner.index()) * worth(feature),
                Number::OnCell([first, second]) => worth(first) - worth(second),
            };
            Weight { worth, late: 0, mark: marks.bits() }
        };
        let numbers = features.numbers.iter().map(of_number).collect();
        let in_row = |sort: usize| (1..=features.rows[sort].length).map(|own| worth(features.row(sort, own))).collect();
        let rows = (0..features.rows.len()).map(in_row).collect();
        let spread = features.spread.as_ref().map_or(0, |_| worth(features.spread_feature()));
        let unless_nothing = |all: Vec<i32>| if all.iter().all(|&worth| worth == 0) { Vec::new() } else { all };
        let beside = unless_nothing(features.neighbours.worths(|pair| worth(features.beside(pair))));
        let reach = [0, 1].map(|player| {
            let reached = |number| sign(player) * worth(features.reached(features.reach.seen_by(player, number)));
            unless_nothing((0..features.reach.len()).map(reached).collect())
        });
        let second = unless_nothing((0..features.n_kinds).map(|kind| worth(features.second(kind))).collect());
        let free = (0..2).flat_map(|player: usize| {
            let of_kind = move |kind| {
                features.classes[player].iter().map(move |&class| sign(player) * worth(features.free(kind, class)))
            };
            (0..features.n_kinds).flat_map(of_kind)
        });
        let free = if features.ahead.is_empty() { Vec::new() } else { unless_nothing(free.collect()) };
        let mut scales = Self {
            n_cells: features.n_cells,
            n_kinds: features.n_kinds,
            usual: pieces.iter().map(Weight::usual).collect(),
            pieces,
            hands,
            numbers,
            features: features.clone(),
            shape: ShapeScales { rows, spread },
            beside,
            reach,
            free,
            second,
            tempo: worth(features.tempo()),
            swing: i32::MAX,
            options: 0,
            heavy: Vec::new(),
        };
        scales.swing = scales.least_swing();
        let is_heavy = |kind| scales.mean(kind) > i64::from(scales.swing) * 3;
        scales.heavy = (0..scales.n_kinds).map(is_heavy).collect();
        scales
    }

    /// Half of what the cheapest kind is worth that is worth anything: a change by so much is no matter of places alone.
    fn least_swing(&self) -> i32 {
        let kinds: Vec<i64> = (0..self.n_kinds).map(|kind| self.mean(kind).abs()).collect();
        let dearest = kinds.iter().max().copied().unwrap_or(0);
        // What is hardly worth anything beside the rest is noise.
        let least_kind = kinds.into_iter().filter(|&worth| worth > 0 && worth * 20 >= dearest).min();
        let in_rows = self.shape.rows.iter().filter_map(|rows| rows.len().checked_sub(2).map(|at| rows[at].abs() / 2));
        let least =
            least_kind.map(|worth| worth as i32 / 2).into_iter().chain(in_rows).filter(|&worth| worth > 0).min();
        least.unwrap_or(i32::MAX)
    }

    /// What a piece of a kind is worth to its owner, wherever it stands.
    fn mean(&self, kind: usize) -> i64 {
        let own = &self.usual[kind * self.n_cells..(kind + 1) * self.n_cells];
        own.iter().map(|&worth| i64::from(worth)).sum::<i64>() / self.n_cells.max(1) as i64
    }

    /// How many pieces a player has on the board that are worth clearly more than the cheapest.
    pub fn n_heavy(&self, contents: &Contents, player: PlayerId) -> usize {
        let is_heavy = |piece: &Occupant| piece.owner == Some(player) && self.heavy[usize::from(piece.kind)];
        contents.pieces.iter().filter(|piece| is_heavy(piece)).count()
    }

    /// What a piece is worth to its owner; nothing if it is neutral.
    pub fn stake(&self, piece: &Occupant) -> i32 {
        let (at, _) = self.place(piece);
        match piece.owner {
            None => 0,
            Some(PlayerId(0)) => self.usual[at],
            Some(_) => -self.usual[at],
        }
    }

    /// Whether it matters how pieces stand together.
    pub fn heeds_shape(&self) -> bool {
        !self.shape.is_empty()
    }

    /// Sees how the pieces of a position stand together: before [`difference`](Self::difference) is asked of it, where that
    /// [matters](Self::heeds_shape).
    pub fn prepare(&self, contents: &Contents, sights: &mut Sights) {
        self.shape.see(&self.features, contents, &mut sights.shape);
    }

    /// About how much more a position that was [prepared](Self::prepare) is worth after these changes, whatever stands beside them
    /// and however many pieces there are; and the difference of the marks.
    #[inline]
    pub fn difference(&self, changes: &Changes, sights: &mut Sights) -> Weighed {
        let (mut score, mut mark) = (0_i64, 0_u64);
        for &(place, more) in &changes.hands {
            let Some(weight) = self.hands.get(usize::from(place)) else { continue };
            score += i64::from(weight.usual()) * i64::from(more);
            mark = mark.wrapping_add(weight.mark.wrapping_mul(i64::from(more) as u64));
        }
        for piece in &changes.come {
            let (worth, marks) = self.standing(piece);
            score += worth;
            mark = mark.wrapping_add(marks);
        }
        for piece in &changes.gone {
            let (worth, marks) = self.standing(piece);
            score -= worth;
            mark = mark.wrapping_sub(marks);
        }
        if !self.shape.is_empty() {
            score += self.shape.difference(&self.features, changes, &mut sights.shape);
        }
        let score = score.clamp(-i64::from(MOST), i64::from(MOST)) as i32;
        Weighed { score, mark }
    }

    /// The place of the weight of a piece where it stands, and how often that marks it. Neutral pieces are nobody's, but where they are
    /// makes a difference.
    #[inline]
    fn place(&self, piece: &Occupant) -> (usize, u64) {
        let (owner, times) = piece.owner.map_or((0, 3), |owner| (owner.index(), 1));
        ((owner * self.n_kinds + usize::from(piece.kind)) * self.n_cells + usize::from(piece.cell), times)
    }

    /// What a piece is usually worth to the first player where it stands, and what marks it.
    #[inline]
    fn standing(&self, piece: &Occupant) -> (i64, u64) {
        let (at, times) = self.place(piece);
        (i64::from(self.usual[at] * i32::from(piece.owner.is_some())), self.pieces[at].mark.wrapping_mul(times))
    }

    #[inline]
    fn add_piece(&self, sum: &mut Sum, piece: &Occupant) {
        match self.place(piece) {
            (at, 1) => sum.add_one(&self.pieces[at]),
            (at, times) => sum.add(&self.pieces[at], 0, times),
        }
    }

    /// Adds what pieces are worth where they stand, by themselves and by what stands around them.
    fn look_around(&self, contents: &Contents, sights: &mut Sights, sum: &mut Sum) {
        let Sights { standing, courts, .. } = sights;
        let (looks, goes, leads) = (!self.beside.is_empty(), !self.reach[0].is_empty(), !self.free.is_empty());
        contents.pieces.iter().for_each(|piece| self.add_piece(sum, piece));
        if !looks && !goes && !leads && self.second.is_empty() {
            return;
        }
        standing.read(contents, self.n_cells, self.n_kinds);
        if goes {
            self.features.reach.mark(standing, courts);
        }
        let mut worth = 0;
        for player in 0..2 {
            let reach = self.reach[player].as_slice();
            for kind in 0..self.n_kinds {
                if goes {
                    self.features.reach.visit((player, kind), (standing, courts), |number, times| {
                        worth += i64::from(reach[number]) * i64::from(times);
                    });
                }
                if leads {
                    let free = &self.free[(player * self.n_kinds + kind) * self.n_cells..];
                    let see = |cell: usize| worth += i64::from(free[cell]);
                    self.features.ahead.visit_free((player, kind), standing, see);
                }
            }
        }
        if looks {
            worth += self.features.neighbours.sum(standing, &self.beside);
        }
        worth += (0..).zip(&self.second).map(|(kind, &worth)| i64::from(worth) * standing.seconds(kind)).sum::<i64>();
        sum.worth += worth;
    }

    /// What a position is worth, and what marks it.
    pub fn weigh(&self, contents: &Contents, mover: Option<PlayerId>, sights: &mut Sights) -> Weighed {
        let mut sum = Sum::default();
        self.look_around(contents, sights, &mut sum);
        for (weight, &count) in self.hands.iter().zip(&contents.hands).filter(|(_, count)| **count != 0) {
            sum.add(weight, i64::from(count), u64::from(count));
        }
        for (weight, &value) in self.numbers.iter().zip(&contents.numbers).filter(|(_, value)| **value != 0) {
            sum.add(weight, value, value as u64);
        }
        if !self.shape.is_empty() {
            sum.worth += self.shape.see(&self.features, contents, &mut sights.shape);
        }
        let (few, cells) = lateness(contents.pieces.len(), self.n_cells);
        let tempo = match mover {
            Some(PlayerId(0)) => self.tempo,
            Some(_) => -self.tempo,
            None => 0,
        };
        let score = sum.worth.saturating_add(sum.late.saturating_mul(few) / cells).saturating_add(i64::from(tempo));
        Weighed { score: score.clamp(-i64::from(MOST), i64::from(MOST)) as i32, mark: sum.mark }
    }
}

/// What was added up of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    worth: i64,
    late: i64,
    mark: u64,
}

impl Sum {
    #[inline]
    fn add(&mut self, weight: &Weight, times: i64, marked: u64) {
        self.worth = self.worth.saturating_add(i64::from(weight.worth).saturating_mul(times));
        self.late = self.late.saturating_add(i64::from(weight.late).saturating_mul(times));
        self.mark = self.mark.wrapping_add(weight.mark.wrapping_mul(marked));
    }

    /// Adds a weight once. Fewer things than 2³² are added, so no sum overflows.
    #[inline]
    fn add_one(&mut self, weight: &Weight) {
        self.worth += i64::from(weight.worth);
        self.late += i64::from(weight.late);
        self.mark = self.mark.wrapping_add(weight.mark);
    }
}

impl Weight {
    /// What it is worth where a quarter of the cells has pieces.
    fn usual(&self) -> i32 {
        self.worth.saturating_add(self.late / 2)
    }
}
