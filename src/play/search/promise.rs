//! Which option a playout goes on with: the one that promises most, of what was tried or of what its drop was worth elsewhere.
//!
//! # Source
//! P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", Machine Learning 47 (2002);
//! L. Kocsis, C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006.

use super::drops::{self, Drops};
use super::looks;
use super::node::{Edge, Seen, Untried};
use super::tree::{Step, Tree};
use crate::game::{Game, PlayerId, rng::Rng};

/// What is known where a player decides.
struct Decision<'a> {
    player: PlayerId,
    /// How often the position was passed.
    visits: u32,
    /// What it is worth to him.
    value: f64,
    /// The logarithm of that.
    scale: f64,
    /// What drops were worth in playouts that passed here, or above where little is known here.
    drops: Option<&'a Drops>,
    /// By option, how probable it looks.
    looks: Option<&'a [f32]>,
    /// The weights of trying out, without drops and with them.
    exploration: [f64; 2],
}

impl Decision<'_> {
    /// Of edges the one that promises most, and what it promises.
    fn best<'e>(&self, edges: &'e [Edge]) -> Option<(f64, &'e Edge)> {
        let mut promises = edges.iter().map(|edge| (self.promise(edge), edge));
        let first = promises.next()?;
        Some(promises.fold(first, |best, next| if next.0 > best.0 { next } else { best }))
    }

    /// What an option promises that was tried (UCT).
    fn promise(&self, edge: &Edge) -> f64 {
        let Seen { visits, value, is_proven } = edge.seen;
        if is_proven {
            // What is certain needs no trying out.
            return value;
        }
        let doubt = (self.scale / f64::from(visits.max(1))).sqrt();
        let mixed = self.drops.and_then(|drops| drops.mixed(edge.cell, self.player, (value, visits)));
        let weight = self.exploration[usize::from(mixed.is_some())];
        mixed.unwrap_or(value) + weight * doubt + self.favour(edge.option(), visits)
    }

    /// What an option promises that was not tried. What was never seen dropped is tried at once, unless it is known how it looks.
    fn promise_untried(&self, untried: &Untried) -> f64 {
        let seen = self.drops.and_then(|drops| drops.worth(untried.cell, self.player));
        let worth = seen.unwrap_or(if self.looks.is_some() { self.value } else { f64::INFINITY });
        worth + self.favour(untried.option as usize, 0)
    }

    fn favour(&self, option: usize, visits: u32) -> f64 {
        // Behind another past there may have been fewer options when that was asked.
        let probability = self.looks.and_then(|looks| looks.get(option)).copied().unwrap_or(0.0);
        looks::favour(probability, visits, self.visits)
    }
}

impl<G: Game> Tree<'_, G> {
    /// What is known of a node where a player decides, and of the nearest one above of which much is known.
    fn decision(&self, (node, known): (usize, usize), player: PlayerId) -> Decision<'_> {
        let (drops, node) = (self.nodes[known].drops.as_deref(), &self.nodes[node]);
        // How options look is enough to try out what drops say nothing good of.
        let exploration = match (&self.config.policy, &node.looks) {
            (_, Some(_)) => [0.0, 0.0],
            (Some(_), None) => [self.config.exploration, 0.0],
            (None, None) => [self.config.exploration, drops::EXPLORATION],
        };
        let (visits, value, scale) = (node.visits, node.value(player), f64::from(node.visits.max(1)).ln());
        Decision { player, visits, value, scale, drops, looks: node.looks.as_deref(), exploration }
    }

    /// The edge that promises most to the player.
    pub fn most_promising(&self, (node, known): (usize, usize), player: PlayerId) -> Option<&Edge> {
        Some(self.decision((node, known), player).best(&self.nodes[node].edges)?.1)
    }

    /// The next step where some options were not tried yet, but it is known what drops are worth, or how options look.
    pub fn by_what_is_known(&mut self, (node, known): (usize, usize), player: PlayerId, rng: &mut Rng) -> Step {
        let decision = self.decision((node, known), player);
        let untried = &self.nodes[node].untried;
        // Equal promises are chosen from at random.
        let first = rng.index(untried.len());
        let mut best = (f64::NEG_INFINITY, 0);
        for place in (first..untried.len()).chain(0..first) {
            let promise = decision.promise_untried(&untried[place]);
            if promise > best.0 {
                best = (promise, place);
            }
        }
        match decision.best(&self.nodes[node].edges).filter(|better| better.0 >= best.0) {
            Some((_, edge)) => edge.step(),
            None => Step::New(self.nodes[node].untried.swap_remove(best.1).option as usize),
        }
    }
}
