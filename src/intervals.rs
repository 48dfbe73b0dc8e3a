//! How sure counts are: intervals of shares, of differences of shares and of means, and a test of two counts.

use serde::Serialize;

/// The normal deviate of intervals that hold what is true in 95 of 100 cases.
pub const Z: f64 = 1.959_963_984_540_054;

/// From here to there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a number lies in it, its ends included.
    pub fn holds(self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// Whether all of it lies between two numbers.
    pub fn is_within(self, low: f64, high: f64) -> bool {
        low <= self.low && self.high <= high
    }

    /// Half its width.
    pub fn half(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The interval, at 95 %, of a share of which `sum` of `n` was seen; all from 0 to 1 where nothing was seen.
///
/// The sum may have fractions, for instance the points of games with half a point for a draw: such points spread less
/// than wins and losses of the same mean, so the interval is then too wide rather than too narrow.
///
/// # Source
/// Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927), without correction
/// for continuity; recommended in Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
/// Medicine 17 (1998), method 3.
pub fn wilson(sum: f64, n: u64) -> Interval {
    if n == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = n as f64;
    let share = sum / n;
    let shrink = 1.0 + Z * Z / n;
    let centre = (share + Z * Z / (2.0 * n)) / shrink;
    let half = Z / shrink * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).max(0.0).sqrt();
    // The ends are exact where nothing or everything was seen.
    let low = if sum <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if sum >= n { 1.0 } else { (centre + half).min(1.0) };
    Interval { low, high }
}

/// The interval, at 95 %, of the difference of two shares, each a sum and a number as in [`wilson`].
///
/// # Source
/// Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine 17 (1998),
/// method 10.
pub fn newcombe(one: (f64, u64), other: (f64, u64)) -> Interval {
    let (Some(first), Some(second)) = (share(one), share(other)) else { return Interval { low: -1.0, high: 1.0 } };
    let (a, b) = (wilson(one.0, one.1), wilson(other.0, other.1));
    let difference = first - second;
    let low = difference - (first - a.low).hypot(b.high - second);
    let high = difference + (a.high - first).hypot(second - b.low);
    Interval { low: low.max(-1.0), high: high.min(1.0) }
}

fn share((sum, n): (f64, u64)) -> Option<f64> {
    (n > 0).then(|| sum / n as f64)
}

/// The interval, at 95 %, of the difference of two means, each with standard deviation and number of values: normal
/// approximation with Welch's standard error. None where one of them has fewer than two values.
///
/// # Source
/// Welch, "The generalization of Student's problem", Biometrika 34 (1947).
pub fn means((mean, sd, n): (f64, f64, u64), (other, other_sd, m): (f64, f64, u64)) -> Option<Interval> {
    if n < 2 || m < 2 {
        return None;
    }
    let half = Z * (sd * sd / n as f64 + other_sd * other_sd / m as f64).sqrt();
    Some(Interval { low: mean - other - half, high: mean - other + half })
}

/// How probable it is that two counts, each `k` of `n`, differ at least so much by chance alone: Fisher's exact test,
/// both sides, the tables added up that are no more probable than the one found.
///
/// # Source
/// Fisher, "The Design of Experiments" (1935); both sides as in Agresti, "Categorical Data Analysis", section 3.5.
///
/// # Panics
/// If a count is more than its number.
pub fn fisher((k, n): (u64, u64), (l, m): (u64, u64)) -> f64 {
    assert!(k <= n && l <= m, "a part is no more than the whole");
    let all = (n + m) as usize;
    let mut logs = Vec::with_capacity(all + 1);
    logs.push(0.0f64);
    (1..=all).for_each(|number| logs.push(logs[number - 1] + (number as f64).ln()));
    let choose = |n: u64, k: u64| logs[n as usize] - logs[k as usize] - logs[(n - k) as usize];
    let (sum, whole) = (k + l, choose(n + m, k + l));
    let probability = |first: u64| (choose(n, first) + choose(m, sum - first) - whole).exp();
    // Tables of the same probability may come out a little apart.
    let found = probability(k) * (1.0 + 1e-7);
    let all = sum.saturating_sub(m)..=sum.min(n);
    all.map(probability).filter(|each| *each <= found).sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(found: Interval, low: f64, high: f64) {
        let rounded = [found.low, found.high].map(|end| format!("{end:.4}"));
        assert_eq!(rounded, [low, high].map(|end| format!("{end:.4}")));
    }

    #[test]
    fn shares_have_the_published_intervals() {
        // Source: Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
        is(wilson(81.0, 263), 0.2553, 0.3662);
        is(wilson(15.0, 148), 0.0624, 0.1605);
        is(wilson(0.0, 20), 0.0, 0.1611);
        is(wilson(1.0, 29), 0.0061, 0.1718);
        is(wilson(29.0, 29), 1.0 - 0.1170, 1.0);
        is(wilson(0.0, 0), 0.0, 1.0);
    }

    #[test]
    fn differences_have_the_published_intervals() {
        // Source: Newcombe 1998, "Interval estimation for the difference", table II, method 10.
        is(newcombe((56.0, 70), (48.0, 80)), 0.0524, 0.3339);
        is(newcombe((9.0, 10), (3.0, 10)), 0.1705, 0.8090);
        is(newcombe((10.0, 10), (0.0, 10)), 0.6075, 1.0);
        is(newcombe((1.0, 0), (3.0, 10)), -1.0, 1.0);
    }

    #[test]
    fn counts_are_told_apart_as_in_textbooks() {
        // The lady who tastes tea: 34/70 on both sides.
        assert!((fisher((3, 4), (1, 4)) - 34.0 / 70.0).abs() < 1e-9);
        // All right: 2/70.
        assert!((fisher((4, 4), (0, 4)) - 2.0 / 70.0).abs() < 1e-9);
        // 8 of 10 and 1 of 6. Of the C(16, 9) = 11440 tables C(10, k) · C(6, 9 − k) have k in the first row; those
        // that are no more than the 270 with 8 count.
        let ways = [(3, 120), (4, 1260), (5, 3780), (6, 4200), (7, 1800), (8, 270), (9, 10)];
        let rare: u64 = ways.iter().map(|(_, ways)| *ways).filter(|ways| *ways <= 270).sum();
        assert!((fisher((8, 10), (1, 6)) - rare as f64 / 11440.0).abs() < 1e-9);
        assert_eq!(fisher((0, 0), (3, 4)), 1.0);
        assert!(fisher((60_000, 100_000), (50_000, 100_000)) < 1e-100);
    }

    #[test]
    fn means_differ_with_their_spread() {
        // 10 ± 3 of 9 values and 8 ± 4 of 16: standard error √(1 + 1), so 2 ± 1.96 · √2.
        is(means((10.0, 3.0, 9), (8.0, 4.0, 16)).unwrap(), 2.0 - 2.7718, 2.0 + 2.7718);
        assert_eq!(means((10.0, 3.0, 1), (8.0, 4.0, 16)), None);
    }

    #[test]
    fn intervals_hold_what_is_true_as_often_as_they_say() {
        // Every outcome of 40 casts of a coin that falls to the right side in 3 of 10 cases, with its probability.
        let (n, share) = (40u64, 0.3f64);
        let mut chance = (1.0 - share).powi(40);
        let mut held = 0.0;
        for k in 0..=n {
            held += if wilson(k as f64, n).holds(share) { chance } else { 0.0 };
            chance *= (n - k) as f64 / (k + 1) as f64 * share / (1.0 - share);
        }
        assert!((0.93..0.97).contains(&held), "{held}");
    }
}
