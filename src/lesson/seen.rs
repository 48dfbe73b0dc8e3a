//! When a search has seen enough for its opinion to be told.

use crate::play::search::{Judgement, Report};

/// So many playouts must have gone through an option, or what they say of it may be off by more than 7 %.
const SEEN: u32 = 50;
/// The fewest decisions that a search looked ahead for its scores to mean anything.
const SEEN_AHEAD: u32 = 2;

/// Whether what a search thinks of an option is more than noise: it is proven, or enough was looked at.
pub fn is_seen(report: &Report, judgement: &Judgement) -> bool {
    let is_enough = report.depth.map_or(judgement.visits >= SEEN, |depth| depth >= SEEN_AHEAD);
    judgement.proven.is_some() || is_enough
}

/// How far what a search thinks of an option may be off by chance: the standard error of the mean of its playouts, and
/// nothing where it is proven or the search looks ahead.
pub(super) fn error(report: &Report, judgement: &Judgement) -> f64 {
    if report.depth.is_some() || judgement.proven.is_some() {
        return 0.0;
    }
    // With one win and one loss more, so that a few equal ends are no certainty.
    let n = f64::from(judgement.visits) + 2.0;
    let share = (judgement.value * f64::from(judgement.visits) + 1.0) / n;
    (share * (1.0 - share) / n).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(visits: u32, proven: Option<u32>) -> Judgement {
        Judgement { option: 0, visits, value: 0.5, proven, line: vec![0] }
    }

    #[test]
    fn enough_is_fifty_playouts_two_decisions_or_a_proof() {
        let report = |depth| Report { playouts: 100, depth, options: Vec::new() };
        assert!(is_seen(&report(None), &judged(50, None)));
        assert!(!is_seen(&report(None), &judged(49, None)));
        assert!(is_seen(&report(None), &judged(0, Some(3))));
        assert!(is_seen(&report(Some(2)), &judged(1, None)));
        assert!(!is_seen(&report(Some(1)), &judged(1000, None)));
    }

    #[test]
    fn the_error_is_that_of_a_share() {
        let report = Report { playouts: 100, depth: None, options: Vec::new() };
        // √(½ · ½ / 100) is 0.05.
        assert!((error(&report, &judged(98, None)) - 0.05).abs() < 1e-9);
        assert!(error(&report, &judged(98, Some(4))).abs() < 1e-9);
    }
}
