//! Edges and lines that a file adds: neighbours without a compass.
//!
//! Such neighbours are reached by the directions `way-1`, `way-2`, …, each a partial function: a step takes the
//! first way that is still free at its cell. The steps of a line that are new take the same way from one end to
//! the other, so that who goes on in one way goes on along the line. Cells that are neighbours already get no
//! second way.

use std::collections::BTreeSet;

use super::{
    Board, BoardError, CellId, DirectionId,
    edit::{add_direction, find},
};

/// The set of directions that hold the ways.
const WAYS: &str = "ways";

/// Adds a line; its neighbours become neighbours on the board.
pub(super) fn add_line(board: &mut Board, names: &[String]) -> Result<(), BoardError> {
    if names.len() < 2 {
        return Err(BoardError::Other("a line needs two cells or more".into()));
    }
    let line: Vec<CellId> = names.iter().map(|name| find(board, name)).collect::<Result<_, _>>()?;
    let mut seen = BTreeSet::new();
    if let Some((_, name)) = line.iter().zip(names).find(|(cell, _)| !seen.insert(**cell)) {
        return Err(BoardError::Other(format!("`{name}` stands twice on one line")));
    }
    join(board, &line)?;
    board.lines.push(line);
    Ok(())
}

/// Makes two cells neighbours of each other.
pub(super) fn add_edge(board: &mut Board, one: &str, other: &str) -> Result<(), BoardError> {
    let cells = [find(board, one)?, find(board, other)?];
    if cells[0] == cells[1] {
        return Err(BoardError::Other(format!("`{one}` cannot be its own neighbour")));
    }
    join(board, &cells)
}

/// Joins each cell of the chain with the next, both ways.
fn join(board: &mut Board, chain: &[CellId]) -> Result<(), BoardError> {
    let steps: Vec<_> = chain.windows(2).map(|pair| (pair[0], pair[1])).collect();
    for &(one, other) in &steps {
        draw(board, one, other);
    }
    lay_way(board, &steps)?;
    let back: Vec<_> = steps.iter().rev().map(|&(from, to)| (to, from)).collect();
    lay_way(board, &back)
}

/// Draws a line between the two, unless they are fields that touch. Lines drawn twice are sorted out at the end.
fn draw(board: &mut Board, one: CellId, other: CellId) {
    let edge = (one.min(other), one.max(other));
    let points = board.cells[one.index()].outline.is_empty();
    let touching = are_neighbours(board, one, other) || are_neighbours(board, other, one);
    if points || !touching {
        board.edges.push(edge);
    }
}

/// Enters those steps that are new into the first way in which they all fit.
fn lay_way(board: &mut Board, steps: &[(CellId, CellId)]) -> Result<(), BoardError> {
    let new: Vec<_> = steps.iter().filter(|(from, to)| !are_neighbours(board, *from, *to)).collect();
    if new.is_empty() {
        return Ok(());
    }
    let ways = board.direction_sets.get(WAYS).cloned().unwrap_or_default();
    let fits = |way: &DirectionId| new.iter().all(|(from, _)| board.step(*from, *way).is_none());
    let way = match ways.iter().copied().find(fits) {
        Some(way) => way,
        None => add_way(board, ways.len())?,
    };
    for (from, to) in new {
        board.directions[way.index()].to[from.index()] = Some(*to);
    }
    Ok(())
}

/// One way more than the `known` ones, under the first name that no direction of the file has taken.
fn add_way(board: &mut Board, known: usize) -> Result<DirectionId, BoardError> {
    let names = (known + 1..=known + 1 + board.directions.len()).map(|number| format!("way-{number}"));
    let name = names.into_iter().find(|name| board.direction(name).is_none()).unwrap_or_default();
    let way = add_direction(board, &name)?;
    board.direction_sets.entry(WAYS.into()).or_default().push(way);
    Ok(way)
}

/// Whether some direction leads from the one to the other.
fn are_neighbours(board: &Board, from: CellId, to: CellId) -> bool {
    board.directions.iter().any(|direction| direction.to[from.index()] == Some(to))
}
