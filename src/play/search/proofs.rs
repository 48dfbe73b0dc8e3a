//! What is certain in the tree: ends, and what follows from them.

use super::gains::Gains;
use super::node::{Edge, Proof};
use super::tree::{ROOT, Tree};
use crate::game::{Actor, Game, PlayerId};

impl<G: Game> Tree<'_, G> {
    /// Makes a child of the root proven; the root may become proven by it.
    pub fn prove(&mut self, node: usize, proof: Proof) {
        self.nodes[node].proof = Some(Box::new(proof));
        self.settle_all(ROOT);
    }

    /// Proves a position by its options, however they are chosen.
    fn settle_all(&mut self, node: usize) {
        let begun: Vec<usize> = self.nodes[node].edges.iter().filter(|edge| edge.begins).map(Edge::node).collect();
        begun.into_iter().for_each(|child| self.settle_all(child));
        self.settle(node);
    }

    /// Proves a node by its children, if they suffice.
    pub fn settle(&mut self, node: usize) -> bool {
        let proof = match self.nodes[node].actor {
            Some(Actor::Player(player)) => self.best_proof(node, player),
            _ => self.expected_proof(node),
        };
        self.nodes[node].proof = proof.map(Box::new);
        self.is_proven(node)
    }

    /// What a player makes of the proofs: the quickest win, or the best when there is nothing else.
    fn best_proof(&self, node: usize, player: PlayerId) -> Option<Proof> {
        let node = &self.nodes[node];
        let mut best: Option<&Proof> = None;
        let mut open = !node.is_exhausted();
        for edge in &node.edges {
            match &self.nodes[edge.node()].proof {
                Some(proof) if best.is_none_or(|best| proof.is_better(best, player)) => best = Some(proof),
                Some(_) => {}
                None => open = true,
            }
        }
        let is_begun = node.edges.first().is_some_and(|edge| edge.begins);
        let earlier = |best: &Proof| if is_begun { best.clone() } else { best.one_ply_earlier() };
        best.filter(|best| !open || best.gains.value(player) >= 1.0).map(earlier)
    }

    /// The mean of the proofs, when every option of Chance is proven.
    fn expected_proof(&self, node: usize) -> Option<Proof> {
        let node = &self.nodes[node];
        if node.n_options != Some(node.edges.len() as u32) {
            return None;
        }
        let mut expected = Proof { gains: Gains::default(), plies: 0 };
        for edge in &node.edges {
            let proof = self.nodes[edge.node()].proof.as_ref()?;
            expected.gains.add(&proof.gains, edge.probability);
            expected.plies = expected.plies.max(proof.plies);
        }
        Some(expected.one_ply_earlier())
    }
}
