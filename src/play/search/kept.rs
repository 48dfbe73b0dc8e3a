//! What a tree has found out, for the next decision of the same player: it goes on with that where the position is the
//! same, or one behind the option that was taken.

use super::node::{Node, below, options_of};
use super::tree::{ROOT, Tree, find};
use crate::game::{Actor, Game, PlayerId};
use crate::play::alphabeta::mark;

/// A position is known again if so many playouts went through each position on the way to it.
const LEAST: u32 = 8;

/// A tree without its position.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Whether drops were counted.
    pub drops: bool,
    /// The most nodes that a tree goes on with, so that there is room for more.
    most: usize,
    nodes: Vec<Node>,
    /// The positions in which the player decides, now and next: what marks them, and their nodes.
    decisions: Vec<(u64, usize)>,
}

impl Kept {
    /// A tree in which a player takes an option at the root.
    pub fn of<G: Game>(tree: Tree<'_, G>, option: usize, player: PlayerId) -> Self {
        let chosen = tree.own_number(option);
        let edge = tree
            .options_of(ROOT)
            .into_iter()
            .find(|edge| Some(edge.option()) == chosen)
            .map(|edge| (edge.option(), edge.node()));
        let (game, drops, most) = (tree.game, tree.config.drops, tree.config.max_nodes / 2);
        let mut position = tree.root.clone();
        let decisions = vec![(mark(&position), ROOT)];
        let mut kept = Self { drops, most, nodes: tree.into_nodes(), decisions };
        find(game, &mut position);
        if let Some((_, node)) = edge.filter(|(option, _)| game.play_likely(&mut position, *option)) {
            kept.find(game, &mut position, node, player);
        }
        kept
    }

    /// Finds the next decisions of a player from a node on.
    fn find<G: Game>(&mut self, game: &G, position: &mut G::Position, node: usize, player: PlayerId) {
        // What a budget cut off is no position of the tree.
        if game.actor(position) != self.nodes[node].actor || self.nodes[node].visits < LEAST {
            return;
        }
        match self.nodes[node].actor {
            None => {}
            Some(Actor::Player(decides)) if decides == player => self.decisions.push((mark(position), node)),
            Some(actor) => {
                find(game, position);
                let edges: Vec<(usize, usize)> =
                    options_of(&self.nodes, node).into_iter().map(|edge| (edge.option(), edge.node())).collect();
                for (option, child) in edges {
                    if self.nodes[child].visits >= LEAST {
                        let mut after = position.clone();
                        let is_there = match actor {
                            Actor::Player(_) => game.play_likely(&mut after, option),
                            Actor::Chance => {
                                game.play(&mut after, option);
                                true
                            }
                        };
                        if is_there {
                            self.find(game, &mut after, child, player);
                        }
                    }
                }
            }
        }
    }

    /// The tree of a position, if it is one of those that are known.
    pub fn grown<G: Game>(self, position: &G::Position) -> Option<Vec<Node>> {
        let mark = mark(position);
        let (_, node) = *self.decisions.iter().find(|(known, _)| *known == mark)?;
        Some(below(self.nodes, node)).filter(|nodes| nodes.len() <= self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Config, Limit, Report, drops::NOWHERE, node::Untried, search_on};
    use super::*;
    use crate::game::Never;
    use crate::game::rng::Rng;
    use crate::testing::Squares;

    /// The tree of a search from the start with room for so many nodes, and what the search says.
    fn searched(max_nodes: usize) -> (Kept, Report) {
        let (position, config) = (Squares.initial(), Config { max_nodes, ..Config::default() });
        let mut rng = Rng::stream(3, 0);
        let (report, tree) = search_on(&Squares, &position, Limit::Playouts(400), &config, None, &mut rng, &Never);
        let (report, tree) = (report.expect("there is a choice"), tree.expect("no win at once"));
        (Kept::of(tree, report.options[0].option, PlayerId(0)), report)
    }

    #[test]
    fn a_position_that_follows_is_known() {
        let (kept, report) = searched(10_000);
        let mut position = Squares.initial();
        let whole = kept.clone().grown::<Squares>(&position).expect("the same position is known");
        assert_eq!((whole.len(), whole[ROOT].visits), (kept.nodes.len(), 400));
        Squares.play(&mut position, report.options[0].option);
        // Replies that were tried often are known with all their playouts; together they are no more than those of the option.
        let mut sum = 0;
        for reply in 0..Squares.n_options(&position) {
            let mut after = position;
            Squares.play(&mut after, reply);
            if let Some(nodes) = kept.clone().grown::<Squares>(&after) {
                assert_eq!(nodes[ROOT].actor, Squares.actor(&after));
                let children: u32 = nodes[ROOT].edges.iter().map(|edge| nodes[edge.node()].visits).sum();
                // The first visit of a node is that of its own playout.
                assert!(nodes[ROOT].visits >= LEAST && children < nodes[ROOT].visits, "{children}");
                sum += nodes[ROOT].visits;
            }
        }
        assert!(sum > 0 && sum < report.options[0].visits, "{sum}");
        // The decision of the other player in between is not his.
        assert!(kept.grown::<Squares>(&position).is_none());
    }

    #[test]
    fn what_was_known_of_another_past_is_given_up() {
        let (kept, report) = searched(10_000);
        let position = Squares.initial();
        let mut nodes = kept.grown::<Squares>(&position).expect("the same position is known");
        // There were more options then.
        nodes.iter_mut().skip(1).for_each(|node| node.untried.push(Untried { option: 1000, cell: NOWHERE }));
        let (config, mut rng) = (Config::default(), Rng::stream(4, 0));
        let limit = Limit::Playouts(report.playouts);
        let (again, tree) = search_on(&Squares, &position, limit, &config, Some(nodes), &mut rng, &Never);
        let again = again.expect("there is a choice");
        assert_eq!(again.options.len(), report.options.len());
        let visits: u32 = again.options.iter().map(|option| option.visits).sum();
        assert!(
            visits <= report.playouts && visits > report.playouts / 2,
            "what was given up is not counted: {visits}"
        );
        assert!(!tree.expect("no win at once").strayed);
    }

    #[test]
    fn no_more_is_gone_on_with_than_leaves_room() {
        let start = Squares.initial();
        let n = searched(10_000).0.nodes.len();
        assert!(n > 100, "{n}");
        // A tree that may have so many is full, and does not go on with itself.
        assert!(searched(n).0.grown::<Squares>(&start).is_none());
        assert!(searched(2 * n).0.grown::<Squares>(&start).is_some());
    }
}
