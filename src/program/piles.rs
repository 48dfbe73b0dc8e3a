//! Whether pieces ever come to lie on others.

use crate::rules::model::Captured;

use super::node::{Id, Node, Op, Verb};
use super::{Program, Travel};

/// Whether a turn may bring a piece onto another: only then is there more to a cell than what stands on it.
///
/// # Proof
/// A piece comes onto another only on a cell that holds piles. There it comes by a travel, or by a statement that puts,
/// moves or pushes pieces. None of them does if it brings pieces to empty cells alone, one to each, or never to such a
/// cell.
pub fn may_pile(program: &Program) -> bool {
    let geometry = &program.geometry;
    geometry.has_piles
        && (matches!(program.rules.captured, Captured::Sites(_))
            || program.travels().any(|travel| may_land_on_another(program, travel))
            || program.ops.iter().any(|op| may_lay_on_another(program, op)))
}

/// Whether pieces may pile up on every cell, sites included.
pub fn pile_everywhere(program: &Program) -> bool {
    let piles = program.pool.set(program.geometry.piles);
    (0..program.geometry.n_cells as u16).all(|cell| piles.contains(cell))
}

fn may_land_on_another(program: &Program, travel: &Travel) -> bool {
    let is_free = is_within_empty(program, travel.to) || is_beside_piles(program, travel.to);
    !is_free && (travel.drops || may_come_to_piles(program, travel.path))
}

fn may_lay_on_another(program: &Program, op: &Op) -> bool {
    match op {
        Op::Put { number, on: Some(on), .. } => {
            let is_one = program.nodes[*number as usize] == Node::Constant(1);
            !(is_beside_piles(program, *on) || is_one && is_within_empty(program, *on))
        }
        Op::Move(_, to) => !is_within_empty(program, *to) && !is_beside_piles(program, *to),
        Op::MovePile { .. } => true,
        Op::Push(..) => steps_come_to_piles(program),
        _ => false,
    }
}

/// Whether a set surely holds nothing but empty cells.
fn is_within_empty(program: &Program, id: Id) -> bool {
    match &program.nodes[id as usize] {
        Node::Empty => true,
        Node::Intersection(a, b) => is_within_empty(program, *a) || is_within_empty(program, *b),
        Node::Union(a, b) => is_within_empty(program, *a) && is_within_empty(program, *b),
        Node::Difference(a, _) => is_within_empty(program, *a),
        _ => false,
    }
}

/// Whether a set surely holds no cell with piles.
fn is_beside_piles(program: &Program, id: Id) -> bool {
    let is_apart = |set: u32| {
        let piles = program.pool.set(program.geometry.piles);
        program.pool.set(set).iter().all(|cell| !piles.contains(cell))
    };
    match &program.nodes[id as usize] {
        Node::ConstantSet(set) => is_apart(*set),
        Node::ConstantSetByMe(first) => (0..=program.rules.players.len() as u32).all(|player| is_apart(first + player)),
        Node::Intersection(a, b) => is_beside_piles(program, *a) || is_beside_piles(program, *b),
        Node::Union(a, b) => is_beside_piles(program, *a) && is_beside_piles(program, *b),
        Node::Difference(a, _) => is_beside_piles(program, *a),
        _ => false,
    }
}

/// Whether a path may lead to a cell with piles that is not the one where it begins.
fn may_come_to_piles(program: &Program, path: u32) -> bool {
    program.paths[path as usize].iter().any(|leg| match &leg.verb {
        Verb::Stays => false,
        Verb::Goes => true,
        Verb::Leaps(table) | Verb::Rides(table) => {
            let piles = program.pool.set(program.geometry.piles);
            let table = &program.geometry.leaps[*table as usize];
            let toward = table.toward.iter().flatten();
            table.all.iter().chain(toward).flatten().any(|&landing| piles.contains(landing))
        }
        Verb::OneOf(paths) => paths.iter().any(|&(path, _)| may_come_to_piles(program, path)),
        Verb::Steps
        | Verb::Slides { .. }
        | Verb::LeapsStraight(_)
        | Verb::RidesStraight(_)
        | Verb::Hops { .. }
        | Verb::Walks(..) => steps_come_to_piles(program),
    })
}

/// Whether a direction or a bend leads to a cell with piles.
fn steps_come_to_piles(program: &Program) -> bool {
    let piles = program.pool.set(program.geometry.piles);
    let bends = program.rules.board.bends.values().map(|(cell, _)| cell.0);
    program.geometry.to.iter().copied().chain(bends).any(|cell| piles.contains(cell))
}
