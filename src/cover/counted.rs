//! Random play on the engine, which counts everything but guards that do not hold: many more decisions than the plain
//! evaluator can follow.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;

use crate::engine::{Counted, Engine, values};
use crate::game::rng::Rng;
use crate::game::{Game, Halt};
use crate::play::playout;
use crate::program::sites::What;
use crate::reference::Used;
use crate::rules::Rules;

/// The games that a core plays at a time.
const SHARE: u64 = 32;
/// The time that a game may well take.
const GAME: Duration = Duration::from_millis(20);

/// What was used in games on the engine, and how many there were; fewer than wanted if it was called to halt.
pub(super) struct Rushed {
    pub(super) used: Used,
    pub(super) games: u64,
}

/// Plays `n` games at random on the engine, game `i` with stream `first + i` of the seed; the result does not depend
/// on the number of threads.
pub(super) fn rush(
    rules: &Arc<Rules>,
    (n, decisions): (u64, u64),
    (seed, stream): (u64, impl Fn(u64) -> u64 + Sync),
    halt: &dyn Halt,
) -> Rushed {
    let engine = Engine::counting(rules.clone());
    let mut start = engine.initial();
    let set_up = engine.take_counted(&mut start);
    let play = |position: &mut <Engine as Game>::Position, share: u64| {
        let mut games = 0;
        for index in share * SHARE..n.min((share + 1) * SHARE) {
            let rng = &mut Rng::stream(seed, stream(index));
            let playout = playout::run_from(&engine, (position, &start), rng, decisions, halt);
            if playout.halted {
                break;
            }
            engine.count_standing(position);
            games += 1;
            halt.is_done(GAME);
        }
        (games, engine.take_counted(position))
    };
    let shares = (0..n.div_ceil(SHARE)).into_par_iter();
    // They are added up as they come: there may be more than there is room for.
    let (games, mut counted) = shares
        .take_any_while(|_| !halt.is_called())
        .map_init(|| engine.counted_from(&start), play)
        .reduce(Default::default, |(games, mut counted): (u64, Counted), (more, share)| {
            counted.add(&share, 1);
            (games + more, counted)
        });
    counted.add(&set_up, games);
    Rushed { used: used(&engine, &counted), games }
}

/// What an engine counted, as it is told of the plain evaluator. That a guard held is known of the options that were
/// taken, that one did not is not.
///
/// # Panics
/// If the engine does not count.
pub fn used(engine: &Engine, counted: &Counted) -> Used {
    let program = engine.program();
    let rules = &program.rules;
    let sites = &program.sites.as_ref().expect("the engine counts").all;
    let mut used = Used { decisions: counted.decisions, ..Used::default() };
    for (site, &count) in sites.iter().zip(&counted.done).filter(|(_, count)| **count > 0) {
        match site.what {
            What::Done => *used.done.entry(site.span).or_default() += count,
            What::Branch(way) => used.branches.entry(site.span).or_default()[usize::from(way)] += count,
            What::Guard => used.guards.entry(site.span).or_default()[1] += count,
        }
    }
    for (each, &count) in rules.moves.iter().zip(&counted.moves).filter(|(_, count)| **count > 0) {
        *used.moves.entry(each.span).or_default() += count;
        for ensure in each.ensures.iter().chain(&rules.ensures) {
            used.guards.entry(ensure.span).or_default()[1] += count;
        }
    }
    let sentences = |each: &crate::program::Move| each.sentences.iter().map(|one| one.site).collect::<Vec<_>>();
    for (each, lowered) in rules.moves.iter().zip(&program.moves) {
        for (sentence, site) in each.sentences.iter().zip(sentences(lowered)) {
            let count = site.and_then(|site| counted.done.get(usize::from(site))).copied().unwrap_or(0);
            if let Some(when) = sentence.when.as_ref().filter(|_| count > 0) {
                used.guards.entry(when.span).or_default()[1] += count;
            }
        }
    }
    for (end, &count) in rules.ends.iter().zip(&counted.ends).filter(|(_, count)| **count > 0) {
        used.ends.entry(end.span).or_default()[1] += count;
    }
    named(&mut used.kinds, rules.kinds.iter().map(|kind| &kind.name), &counted.kinds);
    named(&mut used.cells, rules.board.cells.iter().map(|cell| &cell.name), &counted.cells);
    for (variable, counts) in rules.variables.iter().zip(&counted.values) {
        if let Some(names) = values(rules, variable.ty) {
            named(used.values.entry(variable.name.clone()).or_default(), names.iter(), counts);
        }
    }
    used
}

fn named<'a>(sums: &mut HashMap<String, u64>, names: impl Iterator<Item = &'a String>, counts: &[u64]) {
    for (name, &count) in names.zip(counts).filter(|(_, count)| **count > 0) {
        *sums.entry(name.clone()).or_default() += count;
    }
}
