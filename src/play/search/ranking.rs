//! The options of the root, best first.

use std::cmp::Ordering;

use super::{
    Judgement,
    gains::Gains,
    immediate,
    node::{Edge, Proof},
    tree::{ROOT, Tree, find},
};
use crate::game::{Actor, Game, Halt, PlayerId};

/// The options that were tried, best first. When an opponent can answer the best with a win at once, that
/// is proven and the next one is looked at.
pub fn checked<G: Game>(tree: &mut Tree<'_, G>, mover: PlayerId, halt: &dyn Halt) -> Vec<Judgement> {
    let mut ranked = ranked(tree, mover);
    let mut checked = Vec::new();
    while let Some(best) = ranked.first().map(|judgement| judgement.option)
        && !checked.contains(&best)
        && !halt.is_called()
    {
        checked.push(best);
        refute(tree, mover, best, halt);
        ranked = self::ranked(tree, mover);
    }
    ranked
}

/// Proves an option of the root bad if an opponent can win within the next turn.
fn refute<G: Game>(tree: &mut Tree<'_, G>, mover: PlayerId, option: usize, halt: &dyn Halt) {
    let Some(node) = tree.options_of(ROOT).into_iter().find(|edge| edge.option() == option).map(Edge::node) else {
        return;
    };
    let child = tree.node(node);
    let Some(Actor::Player(opponent)) = child.actor else { return };
    if opponent == mover || child.proof.is_some() {
        return;
    }
    let mut position = tree.root.clone();
    find(tree.game, &mut position);
    if !tree.game.play_likely(&mut position, option) {
        return;
    }
    let mut plies = 0;
    while let Some(reply) = immediate::win(tree.game, &position, opponent, halt) {
        find(tree.game, &mut position);
        tree.game.play_likely(&mut position, reply);
        plies += 1;
    }
    if let Some(outcome) = tree.game.outcome(&position) {
        tree.prove(node, Proof { gains: Gains::of(Some(&outcome)), plies });
    }
}

fn ranked<G: Game>(tree: &Tree<'_, G>, mover: PlayerId) -> Vec<Judgement> {
    in_order(tree.choices(mover).into_iter().map(|edge| judgement(tree, edge, mover)).collect())
}

/// Judgements of different options, the best first.
pub fn in_order(mut ranked: Vec<Judgement>) -> Vec<Judgement> {
    let open = ranked.iter().filter(|judgement| judgement.proven.is_none());
    let hope = open.min_by(|a, b| by_visits(a, b)).map_or(0.0, |judgement| judgement.value);
    ranked.sort_by(|a, b| class(a, hope).cmp(&class(b, hope)).then_with(|| within_class(a, b)));
    ranked
}

fn judgement<G: Game>(tree: &Tree<'_, G>, edge: &Edge, mover: PlayerId) -> Judgement {
    let node = tree.node(edge.node());
    let proven = node.proof.as_ref().map(|proof| proof.plies + 1);
    Judgement { option: edge.option(), visits: node.visits, value: node.value(mover), proven, line: line(tree, edge) }
}

/// A reply is told that was tried so often.
const KNOWN: u32 = 8;

/// An option and the replies that were tried most.
fn line<G: Game>(tree: &Tree<'_, G>, edge: &Edge) -> Vec<usize> {
    let mut line = vec![edge.option()];
    let mut node = tree.node(edge.node());
    while let Some(next) = node.edges.iter().max_by_key(|edge| tree.node(edge.node()).visits)
        && matches!(node.actor, Some(Actor::Player(_)))
        && tree.node(next.node()).visits >= KNOWN
    {
        if !next.begins {
            line.push(next.option());
        }
        node = tree.node(next.node());
    }
    line
}

/// First what is certain and better than the hope in the rest, then what is open, then what is certain
/// and no better.
fn class(judgement: &Judgement, hope: f64) -> u8 {
    match judgement.proven {
        Some(_) if judgement.value > hope || judgement.value >= 1.0 => 0,
        None => 1,
        Some(_) => 2,
    }
}

fn within_class(a: &Judgement, b: &Judgement) -> Ordering {
    match (a.proven, b.proven) {
        (Some(plies), Some(other)) => {
            let sooner = if a.value > 0.5 { plies.cmp(&other) } else { other.cmp(&plies) };
            b.value.total_cmp(&a.value).then(sooner).then(a.option.cmp(&b.option))
        }
        _ => by_visits(a, b),
    }
}

/// Most visits first: the search goes where it finds value.
fn by_visits(a: &Judgement, b: &Judgement) -> Ordering {
    b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)).then(a.option.cmp(&b.option))
}
