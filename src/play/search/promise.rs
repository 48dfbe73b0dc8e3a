//! Which option a playout goes on with: the one that promises most, of what was tried or of what its drop was worth elsewhere.
//!
//! # Source
//! P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", Machine Learning 47 (2002);
//! L. Kocsis, C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006.

use super::drops::{self, Drops};
use super::looks;
use super::node::{Edge, Seen};
use super::tree::{Step, Tree};
use crate::game::{Game, PlayerId, rng::Rng};

impl<G: Game> Tree<'_, G> {
    /// The edge with the highest upper bound of confidence for the player (UCT).
    pub fn most_promising(&self, (node, known): (usize, usize), player: PlayerId) -> Option<&Edge> {
        let drops = self.nodes[known].drops.as_deref();
        let node = &self.nodes[node];
        let scale = f64::from(node.visits.max(1)).ln();
        let looks = node.looks.as_deref();
        let mut bounds = node.edges.iter().map(|edge| (self.promise(edge, scale, (drops, looks), player), edge));
        let first = bounds.next()?;
        Some(bounds.fold(first, |best, next| if next.0 > best.0 { next } else { best }).1)
    }

    /// What an option promises that was tried.
    fn promise(
        &self,
        edge: &Edge,
        scale: f64,
        (drops, looks): (Option<&Drops>, Option<&[f32]>),
        player: PlayerId,
    ) -> f64 {
        let Seen { visits, value, is_proven } = edge.seen;
        if is_proven {
            // What is certain needs no trying out.
            return value;
        }
        let doubt = (scale / f64::from(visits.max(1))).sqrt();
        let mixed = drops.and_then(|drops| drops.mixed(edge.cell, player, (value, visits)));
        let weight = if mixed.is_some() { drops::EXPLORATION } else { self.config.exploration };
        mixed.unwrap_or(value) + weight * doubt + looks::favour(looks, edge.option, visits)
    }

    /// The next step where some options were not tried yet, but it is known what drops are worth.
    pub fn by_drops(&mut self, (node, known): (usize, usize), player: PlayerId, rng: &mut Rng) -> Step {
        let (untried, drops) = (&self.nodes[node].untried, self.nodes[known].drops.as_deref());
        let looks = self.nodes[node].looks.as_deref();
        // Equal promises are chosen from at random.
        let first = rng.index(untried.len());
        let mut best = (f64::NEG_INFINITY, 0);
        for place in (first..untried.len()).chain(0..first) {
            let worth = drops.and_then(|drops| drops.worth(untried[place].cell, player));
            // What is never seen dropped is tried at once.
            let favour = looks::favour(looks, untried[place].option as usize, 0);
            let promise = worth.map_or(f64::INFINITY, |worth| worth + favour);
            if promise > best.0 {
                best = (promise, place);
            }
        }
        let scale = f64::from(self.nodes[node].visits.max(1)).ln();
        let better = self.most_promising((node, known), player);
        let better = better.filter(|edge| self.promise(edge, scale, (drops, looks), player) >= best.0);
        match better.map(Edge::step) {
            Some(step) => step,
            None => Step::New(self.nodes[node].untried.swap_remove(best.1).option as usize),
        }
    }
}
