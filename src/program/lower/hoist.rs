//! Sets that do not depend on the member that is looked at are worked out once, before the members are.

use std::collections::{HashMap, HashSet};

use super::super::node::{Id, Node};
use super::Lowering;

impl Lowering {
    /// The members of a set for which a condition holds.
    pub(super) fn those(&mut self, name: u32, set: Id, condition: Id) -> Node {
        let mut bound = self.bound_in(condition);
        bound.insert(name);
        let mut fixed = Vec::new();
        self.find_fixed(condition, &bound, &mut fixed);
        let mut exchange = HashMap::new();
        let mut names = Vec::new();
        for id in fixed {
            let name = self.program.n_temporary as u32;
            self.program.n_temporary += 1;
            exchange.insert(id, self.node(Node::TemporarySet(name)));
            names.push((name, id));
        }
        let condition = self.exchanged(condition, &mut exchange);
        names.into_iter().fold(Node::Those(name, set, condition), |node, (name, value)| {
            let body = self.node(node);
            Node::LetSet(name, value, body)
        })
    }

    /// The temporary names that are bound in a node or below it.
    fn bound_in(&self, id: Id) -> HashSet<u32> {
        let mut bound = HashSet::new();
        self.program.any_node(id, &mut |node| {
            if let Node::Those(name, ..) | Node::Total(name, ..) | Node::LetScalar(name, ..) | Node::LetSet(name, ..) =
                node
            {
                bound.insert(*name);
            }
            false
        });
        // The names of the steps of a path are bound for each step.
        self.program.any_leg(id, &mut |leg| {
            bound.extend(leg.condition.iter().flat_map(|(from, here, _)| [*from, *here]));
            false
        });
        bound
    }

    /// The largest parts of a node that are worth keeping and need none of the names.
    fn find_fixed(&self, id: Id, names: &HashSet<u32>, fixed: &mut Vec<Id>) {
        if fixed.contains(&id) {
            return;
        }
        if self.is_fixed(id, names) {
            fixed.push(id);
            return;
        }
        self.program.nodes[id as usize].children(&mut |child| self.find_fixed(child, names, fixed), &mut |_| ());
    }

    /// Whether a node gives a set that takes long to work out, needs none of the names, and asks for no options.
    fn is_fixed(&self, id: Id, names: &HashSet<u32>) -> bool {
        let node = &self.program.nodes[id as usize];
        let is_set = matches!(
            node,
            Node::Those(..) | Node::Union(..) | Node::Intersection(..) | Node::Difference(..) | Node::Reach { .. }
        );
        let takes_long = |node: &Node| matches!(node, Node::Those(..) | Node::Total(..));
        if !is_set || !self.program.any_node(id, &mut { takes_long }) {
            return false;
        }
        let own = self.bound_in(id);
        let stands_in_way = |node: &Node| match node {
            Node::Temporary(name) | Node::TemporarySet(name) => names.contains(name) && !own.contains(name),
            Node::Stuck(_) | Node::Can(..) | Node::Attacked(..) => true,
            _ => false,
        };
        !self.program.any_node(id, &mut { stands_in_way })
    }

    /// A node with some of the nodes below it exchanged.
    fn exchanged(&mut self, id: Id, exchange: &mut HashMap<Id, Id>) -> Id {
        if exchange.is_empty() {
            return id;
        }
        if let Some(&other) = exchange.get(&id) {
            return other;
        }
        let old = self.program.nodes[id as usize].clone();
        let mut new = old.clone();
        new.children_mut(&mut |child| *child = self.exchanged(*child, exchange));
        let other = if new == old { id } else { self.node(new) };
        exchange.insert(id, other);
        other
    }
}
