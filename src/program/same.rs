//! Nodes that ask the same: definitions are put in where they are used, so one expression has many nodes.

use std::collections::HashMap;

use super::Program;
use super::node::{Id, Leg, Node};

/// What is known of nodes and paths so far.
struct Same<'a> {
    program: &'a Program,
    /// By node, the first that asks the same; none if that is not known yet.
    nodes: Vec<Option<Id>>,
    /// By path, the first that leads the same ways.
    paths: Vec<Option<u32>>,
    by_node: HashMap<Node, Id>,
    by_path: HashMap<Vec<Leg>, u32>,
}

/// By node, the first that asks the same.
pub fn same(program: &Program) -> Vec<Id> {
    let mut same = Same {
        program,
        nodes: vec![None; program.nodes.len()],
        paths: vec![None; program.paths.len()],
        by_node: HashMap::new(),
        by_path: HashMap::new(),
    };
    (0..program.nodes.len() as Id).map(|id| same.node(id)).collect()
}

impl Same<'_> {
    fn node(&mut self, id: Id) -> Id {
        if let Some(known) = self.nodes[id as usize] {
            return known;
        }
        let mut node = self.program.nodes[id as usize].clone();
        node.children_mut(&mut |child| *child = self.node(*child));
        if let Node::Reach { path, .. } = &mut node {
            *path = self.path(*path);
        }
        let first = *self.by_node.entry(node).or_insert(id);
        self.nodes[id as usize] = Some(first);
        first
    }

    fn path(&mut self, number: u32) -> u32 {
        if let Some(known) = self.paths[number as usize] {
            return known;
        }
        let mut legs = self.program.paths[number as usize].clone();
        for leg in &mut legs {
            let mut inner = Vec::new();
            leg.children_mut(&mut |child| *child = self.node(*child), &mut |path| inner.push(*path));
            let mut same: Vec<u32> = inner.into_iter().map(|path| self.path(path)).rev().collect();
            leg.children_mut(&mut |_| {}, &mut |path| *path = same.pop().unwrap_or(*path));
        }
        let first = *self.by_path.entry(legs).or_insert(number);
        self.paths[number as usize] = Some(first);
        first
    }
}
