//! Edges and lines that a file adds: neighbours without a compass.
//!
//! Such neighbours are reached by the directions `way-1`, `way-2`, …, which come in pairs: there and back. All steps
//! of a line take the same pair from one end to the other, so that who goes on in one way goes on along the line.
//! Several lines and edges share a pair only if they have no cell in common: no way leads from one line on into
//! another, nor from one edge into the next. A line that joins nobody who is no neighbour already gets no ways.

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
    let back: Vec<_> = steps.iter().map(|&(from, to)| (to, from)).collect();
    // One new step is enough: else nobody could go on from the others into it.
    let has_new = |steps: &Vec<_>| steps.iter().any(|&(from, to)| !are_neighbours(board, from, to));
    let [there, back] = [steps, back].map(|steps| if has_new(&steps) { steps } else { Vec::new() });
    if there.is_empty() && back.is_empty() {
        return Ok(());
    }
    let pair = free_pair(board, &[&there[..], &back[..]].concat())?;
    for (way, steps) in pair.into_iter().zip([there, back]) {
        for (from, to) in steps {
            board.directions[way.index()].to[from.index()] = Some(to);
        }
    }
    Ok(())
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

/// The first pair of ways that touches none of the cells of these steps, or a new pair.
fn free_pair(board: &mut Board, steps: &[(CellId, CellId)]) -> Result<[DirectionId; 2], BoardError> {
    let ways = board.direction_sets.get(WAYS).cloned().unwrap_or_default();
    let mut touched = vec![false; board.n_cells()];
    steps.iter().for_each(|(from, to)| (touched[from.index()], touched[to.index()]) = (true, true));
    let leads_by = |way: &DirectionId| {
        let steps = board.directions[way.index()].to.iter().zip(&touched);
        steps.filter_map(|(to, from)| to.map(|to| *from || touched[to.index()])).any(|met| met)
    };
    let pairs = ways.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
    match pairs.into_iter().find(|pair| !pair.iter().any(leads_by)) {
        Some(pair) => Ok(pair),
        None => Ok([add_way(board, ways.len())?, add_way(board, ways.len() + 1)?]),
    }
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
    board.directions.iter().any(|direction| !direction.far && direction.to[from.index()] == Some(to))
}
