//! Boards listed by hand: the cells are those that edges and lines mention, in that order.
//!
//! If all names are coordinates such as `d7`, the points are drawn there; otherwise on a circle, clockwise from the
//! top, and pictures have a single row.

use std::collections::BTreeSet;

use super::{Board, BoardError, BoardSpec, Cell, MAX_CELLS, Shape, lattice, naming, path};

/// The points of the graph, not joined yet.
pub(super) fn graph(spec: &BoardSpec) -> Result<Board, BoardError> {
    let names = mentioned(spec);
    if names.is_empty() || names.len() > MAX_CELLS {
        return Err(BoardError::Size { cells: names.len() as u128 });
    }
    if !spec.holes.is_empty() {
        return Err(BoardError::Other("a graph has no holes, as its cells are those of its edges and lines".into()));
    }
    if spec.names.is_some() {
        return Err(BoardError::Other("a graph takes its names from its edges and lines".into()));
    }
    let places = drawn_places(&names);
    let cells = names.iter().enumerate().map(|(index, name)| {
        let (column, row) = places.as_ref().map_or((index as u16 + 1, 1), |places| places[index]);
        let centre = match places {
            Some(_) => (f64::from(column - 1), f64::from(row - 1)),
            None => path::ring_place(index, names.len()),
        };
        Cell { name: (*name).into(), centre, outline: Vec::new(), row: Some(row), column: Some(column), site: false }
    });
    Ok(lattice::bare(Shape::Graph, cells.collect()))
}

/// The names in edges, then in lines, each once.
fn mentioned(spec: &BoardSpec) -> Vec<&str> {
    let in_edges = spec.edges.iter().flat_map(|(one, other)| [one, other]);
    let all = in_edges.chain(spec.lines.iter().flatten());
    let mut seen = BTreeSet::new();
    all.map(String::as_str).filter(|name| seen.insert(*name)).collect()
}

/// The coordinates that the names speak of, if all of them do and they do not lie in a single row or column.
fn drawn_places(names: &[&str]) -> Option<Vec<(u16, u16)>> {
    let places: Vec<_> = names.iter().map(|name| naming::coordinates(name)).collect::<Option<_>>()?;
    let first = places.first()?;
    let flat = places.iter().all(|place| place.0 == first.0) || places.iter().all(|place| place.1 == first.1);
    (!flat).then_some(places)
}
