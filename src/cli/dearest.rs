//! What costs most, where a run that was cut has found no place at work: native code tells of none.

use std::time::{Duration, Instant};

use crate::budget::{Budget, Limits, Part, Used};
use crate::game::Game;
use crate::game::rng::Rng;
use crate::play::playout;
use crate::reference::Reference;
use crate::rules::Rules;

use super::budget;

/// So long the plain evaluator plays to find it: shorter than the wall waits.
const TIME: Duration = Duration::from_millis(150);

/// If the time of this process is spent and no place is known, plays a little by the plain evaluator, which tells what
/// it works at.
pub fn find(rules: &Rules) {
    let current = budget::current();
    if current.spent().is_none_or(|spent| spent.part != Part::Time) || current.dearest().is_some() {
        return;
    }
    let begun = Instant::now();
    let limits = Limits { time: Some(TIME), ..Limits::default() };
    let short = Budget::new(limits, move || Used { time: begun.elapsed(), memory: 0 });
    let game = Reference::new(Rules { budget: short.clone(), ..rules.clone() });
    let mut rng = Rng::stream(0, 0);
    while !short.look() {
        playout::run(&game, &mut game.initial(), &mut rng, u64::from(rules.limit), &short);
    }
    current.learn_places(&short);
}
