//! What is known of a game.

use std::fmt;
use std::sync::Arc;

use crate::rules::Rules;
use crate::rules::model::{Choose, Instruction};

use super::features::Features;
use super::net::Assessor;
use super::policy::Policy;
use super::weights::{Scales, UNIT, Weights};

/// What is known of a game.
#[derive(Clone, Debug)]
pub struct Mind {
    /// Which rules it is about: their fingerprint.
    pub rules: String,
    /// How positions are weighed; none if nothing was learnt that helps.
    pub scales: Option<Arc<Scales>>,
    /// The weights of those scales; empty if there are none.
    pub weights: Weights,
    /// How much of the results of games was foreseen, from 0 to 1, less what chance would do.
    pub foreseen: f64,
    /// What it is worth to have *e* times as many options as the other player, as a part of a logit.
    pub options: f64,
    /// Whether some moves go before others, so that somebody may be forced to take.
    pub forces: bool,
    /// Whether what takes mostly lands on what it takes.
    pub takes_by_landing: bool,
    /// Whether pieces only come to the board, and mostly stay.
    pub drops: bool,
    /// Whether who is careful, as [`crate::game::Game::play_carefully`] says, clearly beats who leaves all to chance.
    pub is_careful: bool,
    /// Whether alpha-beta is the better search here.
    pub looks_ahead: bool,
    /// What was learnt of a game with Chance by many games, if it was.
    pub assessor: Option<Arc<Assessor>>,
    /// Which drops are worth a look, if that was learnt.
    pub policy: Option<Arc<Policy>>,
}

impl Mind {
    /// Nothing known.
    pub fn blank(rules: &Rules) -> Self {
        Self {
            rules: rules.fingerprint.clone(),
            scales: None,
            weights: Weights::default(),
            foreseen: 0.0,
            options: 0.0,
            forces: true,
            takes_by_landing: false,
            drops: false,
            is_careful: false,
            looks_ahead: false,
            assessor: None,
            policy: None,
        }
    }

    /// The same with these weights.
    pub fn weighing(&self, features: &Features, weights: &Weights) -> Self {
        let mut scales = Scales::new(features, weights);
        if self.options != 0.0 {
            // Where pieces say nothing no change of them is worth a closer look.
            (scales.options, scales.swing) = ((self.options * UNIT).round() as i32, i32::MAX);
        }
        Self { scales: Some(Arc::new(scales)), weights: weights.clone(), ..self.clone() }
    }
}

impl fmt::Display for Mind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let search = if self.looks_ahead { "alpha-beta" } else { "Monte Carlo" };
        write!(f, "{search}, {:.0} % of results foreseen", 100.0 * self.foreseen)
    }
}

/// Whether alpha-beta can play these rules: two players, no chance once the set-up is done, and nobody gains by the
/// other's loss of everything.
pub fn is_for_two(rules: &Rules) -> bool {
    let turns = rules.phases.iter().map(|phase| phase.entry).min().unwrap_or(0);
    let rolls = |instruction: &Instruction| matches!(instruction, Instruction::Roll(..));
    rules.players.len() == 2 && !rules.code.iter().skip(turns).any(rolls)
}

/// Whether there are decisions in which some moves, or the options with most of something, go before others.
pub fn forces(rules: &Rules) -> bool {
    let forces = |choose: &Choose| choose.groups.len() > 1 || !choose.most.is_empty();
    rules.code.iter().any(|instruction| matches!(instruction, Instruction::Choose(choose) if forces(choose)))
}
