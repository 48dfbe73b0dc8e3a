//! The games that are played and the scenarios that are run, and what was seen in them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::engine::Engine;
use crate::game::rng::Rng;
use crate::game::{Actor, Game, Halt};
use crate::play::chance;
use crate::play::search::{Config, Limit, search};
use crate::reference::{Reference, Seen, Watch};
use crate::rules::{Choices, Module, Rules};
use crate::scenario::{self, Manner, Verification};
use crate::source::Span;

use super::counted::rush;
use super::{Counts, Plan};

/// A `perft` of a scenario that would count more than this is not counted.
const COUNTED: u128 = 2000;
/// So many draws of Chance in a row are taken for endless.
const DRAWS: u64 = 10_000;

/// All that was played.
#[derive(Debug, Default)]
pub(super) struct Played {
    /// The rules with each choice.
    pub(super) rules: Vec<Arc<Rules>>,
    /// What was seen at random, in search, and in scenarios.
    pub(super) seen: [Seen; 3],
    pub(super) games: Counts,
    /// By name of an option and value: games.
    pub(super) options: HashMap<(String, String), Counts>,
    /// By clause that did not decide: the one that did, while its own condition held.
    pub(super) shadowed: HashMap<Span, Span>,
    pub(super) failed: Vec<String>,
    pub(super) interrupted: bool,
    /// Random games on the engine, and the decisions in them.
    pub(super) more: (u64, u64),
}

/// Plays all that a plan says.
pub(super) fn play(module: &Module, plan: &Plan, halt: &dyn Halt) -> Result<Played, Vec<Diagnostic>> {
    let mut played = Played::default();
    let watches: [Arc<Watch>; 3] = std::array::from_fn(|_| Arc::new(Watch::following()));
    let all = plan.only.clone().map_or_else(|| module.every_choice(), |only| vec![only]);
    for (number, choices) in all.iter().enumerate() {
        let rules = match module.rules(choices) {
            Ok(rules) => Arc::new(rules),
            // Nothing is wrong with what was not looked at to its end.
            Err(_) if halt.is_called() && number > 0 => {
                played.interrupted = true;
                break;
            }
            Err(wrong) => return Err(wrong),
        };
        played.rules.push(rules.clone());
        for (source, games) in [(0, plan.games), (1, plan.searched)] {
            let game = Reference::new(rules.clone()).watched(watches[source].clone());
            let engine = (source == 1 && games > 0).then(|| Engine::new(rules.clone()));
            for index in 0..games {
                if halt.is_called() {
                    played.interrupted = true;
                    break;
                }
                let stream = (number as u64) << 32 | index << 1 | source as u64;
                one(&game, engine.as_ref(), &mut Rng::stream(plan.seed, stream), plan, halt, &mut played.shadowed);
                played.count_games(&rules, choices, (source, 1));
            }
        }
    }
    run_scenarios(module, plan, &watches[2], halt, &mut played);
    played.seen = watches.map(|watch| watch.seen());
    for (number, (choices, rules)) in all.iter().zip(played.rules.clone()).enumerate() {
        let stream = |index: u64| (number as u64) << 32 | (plan.games + index) << 1;
        let rushed = rush(&rules, (plan.more, plan.decisions), (plan.seed, stream), halt);
        played.interrupted |= rushed.games < plan.more;
        played.more = (played.more.0 + rushed.games, played.more.1 + rushed.used.decisions);
        played.seen[0].used.add(&rushed.used);
        played.count_games(&rules, choices, (0, rushed.games));
    }
    Ok(played)
}

impl Played {
    /// Whether a sentence or a statement was ever done.
    pub(super) fn was_done(&self, span: Span) -> bool {
        self.seen.iter().any(|seen| seen.used.done.contains_key(&span))
    }

    /// Counts games with their options and their number of players.
    fn count_games(&mut self, rules: &Rules, choices: &Choices, (source, games): (usize, u64)) {
        if games == 0 {
            return;
        }
        let add = |counts: &mut Counts| match source {
            0 => counts.random += games,
            1 => counts.search += games,
            _ => counts.scenarios += games,
        };
        add(&mut self.games);
        let mut values = rules.options.clone();
        for (name, value) in &choices.options {
            if let Some(known) = values.iter_mut().find(|(known, _)| known == name) {
                known.1.clone_from(value);
            }
        }
        values.push(("players".to_owned(), rules.players.len().to_string()));
        values.into_iter().for_each(|value| add(self.options.entry(value).or_default()));
    }
}

/// One game: each option with the same probability, or as a search on the engine likes best.
fn one(
    game: &Reference,
    engine: Option<&Engine>,
    rng: &mut Rng,
    plan: &Plan,
    halt: &dyn Halt,
    shadowed: &mut HashMap<Span, Span>,
) {
    let mut position = game.initial();
    let mut beside = engine.map(|engine| (engine, engine.initial()));
    let (mut decisions, mut draws) = (0, 0);
    while let Some(actor) = game.actor(&position) {
        if decisions >= plan.decisions || draws >= DRAWS || halt.is_called() {
            return;
        }
        let option = match actor {
            Actor::Chance => {
                draws += 1;
                chance::draw(game, &position, rng)
            }
            Actor::Player(_) => {
                (decisions, draws) = (decisions + 1, 0);
                let limit = Limit::Playouts(plan.playouts);
                let best = beside
                    .as_ref()
                    .and_then(|(engine, position)| search(*engine, position, limit, &Config::default(), rng, halt));
                best.map_or_else(|| rng.index(game.n_options(&position)), |report| report.options[0].option)
            }
        };
        game.play(&mut position, option);
        if let Some((engine, position)) = &mut beside {
            engine.play(position, option);
        }
    }
    note_shadowed(game, &position, shadowed);
}

/// Notes which ends would have held too when another ended the game.
fn note_shadowed(game: &Reference, position: &crate::reference::Position, shadowed: &mut HashMap<Span, Span>) {
    let Some(clause) = game.outcome(position).and_then(|outcome| outcome.clause) else { return };
    let ends = &game.rules().ends;
    for tested in game.ends(position) {
        if tested.clause != clause && tested.asked.iter().any(|(_, holds, _)| *holds) {
            shadowed.entry(ends[tested.clause].span).or_insert(ends[clause].span);
        }
    }
}

fn run_scenarios(module: &Module, plan: &Plan, watch: &Arc<Watch>, halt: &dyn Halt, played: &mut Played) {
    for test in &module.tests {
        let choices = module.choices_of(test);
        if halt.is_called() || plan.only.as_ref().is_some_and(|only| *only != choices) {
            continue;
        }
        let manner = Manner { watch: Some(watch.clone()), counted: Some(COUNTED) };
        if !matches!(scenario::run_in(module, test, manner), Verification::Passed) {
            played.failed.push(test.name.value.clone());
        }
        if let Ok(rules) = module.rules(&choices) {
            played.count_games(&rules, &choices, (2, 1));
        }
    }
}
