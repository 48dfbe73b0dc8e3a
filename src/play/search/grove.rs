//! Several threads that search the same position, each with a tree of its own; in the end their counts are added.
//!
//! # Source
//! Root parallelization: G. Chaslot, M. Winands, H. J. van den Herik, "Parallel Monte-Carlo Tree Search", Computers and
//! Games 2008.

use std::collections::BTreeMap;
use std::thread;

use super::node::Node;
use super::tree::Tree;
use super::{Config, Judgement, Limit, Report, ranking};
use crate::game::rng::Rng;
use crate::game::{Game, Halt};
use crate::play::beside;

/// Searches as [`super::search`] does with as many threads as there are things known of the position, one for each, which
/// share playouts; and the trees of all.
pub fn search<'a, G: Game>(
    game: &'a G,
    position: &'a G::Position,
    limit: Limit<'a>,
    (config, known): (&'a Config, Vec<Option<Vec<Node>>>),
    rng: &mut Rng,
    halt: &dyn Halt,
) -> (Option<Report>, Vec<Option<Tree<'a, G>>>) {
    let threads = known.len();
    let share = |number: usize| match limit {
        Limit::Playouts(n) => Limit::Playouts(n / threads as u32 + u32::from((number as u32) < n % threads as u32)),
        Limit::Time(elapsed) => Limit::Time(elapsed),
    };
    let seeds: Vec<u64> = (1..threads).map(|_| rng.bits()).collect();
    let mut known = known.into_iter();
    let first = known.next().flatten();
    let found: Vec<_> = thread::scope(|scope| {
        let others: Vec<_> = (1..)
            .zip(seeds.into_iter().zip(known))
            .filter_map(|(number, (seed, known))| {
                let limit = share(number);
                let work = move || {
                    let mut rng = Rng::stream(seed, number as u64);
                    super::search_on(game, position, limit, config, known, &mut rng, halt)
                };
                beside::spawn(scope, work)
            })
            .collect();
        let own = super::search_on(game, position, share(0), config, first, rng, halt);
        let all = others.into_iter().filter_map(|other| other.join().ok());
        std::iter::once(own).chain(all).collect()
    });
    let (reports, trees): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    (added(reports.into_iter().flatten().collect()), trees)
}

/// What several reports of one position say together; none if there is none.
fn added(reports: Vec<Report>) -> Option<Report> {
    let playouts = reports.iter().map(|report| report.playouts).sum();
    let mut by_option: BTreeMap<usize, Judgement> = BTreeMap::new();
    for judgement in reports.into_iter().flat_map(|report| report.options) {
        match by_option.get_mut(&judgement.option) {
            None => drop(by_option.insert(judgement.option, judgement)),
            Some(known) => known.add(judgement),
        }
    }
    let options = ranking::in_order(by_option.into_values().collect());
    (!options.is_empty()).then_some(Report { playouts, depth: None, options })
}

impl Judgement {
    /// Adds what another tree says of the same option. What is proven stays so.
    fn add(&mut self, other: Self) {
        let visits = self.visits.saturating_add(other.visits);
        let (own, theirs) = (f64::from(self.visits), f64::from(other.visits));
        match (self.proven, other.proven) {
            (Some(_), _) => {}
            (None, Some(_)) => {
                (self.value, self.proven) = (other.value, other.proven);
                self.line = other.line;
            }
            (None, None) => {
                if own + theirs > 0.0 {
                    self.value = (self.value * own + other.value * theirs) / (own + theirs);
                }
                if theirs > own {
                    self.line = other.line;
                }
            }
        }
        self.visits = visits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Never;
    use crate::testing::{Squares, position_after};

    fn judged(option: usize, visits: u32, value: f64, proven: Option<u32>) -> Judgement {
        Judgement { option, visits, value, proven, line: vec![option] }
    }

    #[test]
    fn counts_are_added_and_proofs_stay() {
        let report = |options: Vec<Judgement>| Report { playouts: 40, depth: None, options };
        let one = report(vec![judged(0, 30, 0.5, None), judged(1, 10, 0.2, None)]);
        let other = report(vec![judged(1, 10, 0.4, None), judged(2, 30, 1.0, Some(3)), judged(0, 10, 0.1, None)]);
        let all = added(vec![one, other]).unwrap();
        assert_eq!(all.playouts, 80);
        // The win comes first; then what was tried most: (30 * 0.5 + 10 * 0.1) / 40 = 0.4.
        let told: Vec<(usize, u32, f64)> =
            all.options.iter().map(|one| (one.option, one.visits, (one.value * 100.0).round())).collect();
        assert_eq!(told, [(2, 30, 100.0), (0, 40, 40.0), (1, 20, 30.0)]);
        assert_eq!(added(Vec::new()), None);
    }

    #[test]
    fn threads_find_what_one_finds() {
        // a1 b2 a2: the row is to be stopped at a3; whoever does not loses.
        let position = position_after(&Squares, &["a1", "b2", "a2"]);
        let (config, known) = (Config::default(), vec![None; 3]);
        let mut rng = Rng::stream(1, 0);
        let (report, trees) = search(&Squares, &position, Limit::Playouts(901), (&config, known), &mut rng, &Never);
        assert_eq!(trees.len(), 3);
        let report = report.unwrap();
        assert!(report.playouts <= 901, "{report:?}");
        assert_eq!(Squares.notation(&position, report.options[0].option), "a3");
    }
}
