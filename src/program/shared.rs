//! What a guard asks for more than once: it is worked out once for each time that the guard is asked.

use super::Program;
use super::node::{Id, Node};

/// By node, a number if some guard comes to it on several ways and it takes long: where a path leads. `is_closed` tells
/// whether a node needs no temporary name.
pub fn shared(program: &Program, is_closed: impl Fn(Id) -> bool) -> Vec<Option<u16>> {
    let mut visits = vec![0_u8; program.nodes.len()];
    let mut shared = vec![None; program.nodes.len()];
    let mut n = 0;
    let sentences = program.moves.iter().flat_map(|each| &each.sentences);
    for guard in sentences.filter_map(|sentence| sentence.when) {
        visits.fill(0);
        visit(program, guard, &mut visits);
        for (id, _) in visits.iter().enumerate().filter(|(_, visits)| **visits > 1) {
            if shared[id].is_none() && matches!(program.nodes[id], Node::Reach { .. }) && is_closed(id as Id) {
                shared[id] = Some(n);
                n += 1;
            }
        }
    }
    shared
}

/// Counts how often a node is come to, no further than twice.
fn visit(program: &Program, id: Id, visits: &mut [u8]) {
    if visits[id as usize] > 1 {
        return;
    }
    visits[id as usize] += 1;
    let mut below = Vec::new();
    program.nodes[id as usize].children(&mut |child| below.push(child), &mut |_| {});
    below.into_iter().for_each(|child| visit(program, child, visits));
}
