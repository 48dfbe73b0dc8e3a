//! Edits that a file makes to a shape: holes, named directions, bends.

use super::{
    Board, BoardError, Cell, CellId, Direction, DirectionId,
    lattice::{ids, picture_rows},
};

/// Takes the holes out and numbers the remaining cells without gaps.
///
/// The sides, the border and the corners stay those of the whole shape; lines through a hole are dropped.
pub(super) fn cut_holes(board: &mut Board, holes: &[String]) -> Result<(), BoardError> {
    if holes.is_empty() {
        return Ok(());
    }
    let mut gone = vec![false; board.n_cells()];
    for hole in holes {
        let shade = ["light", "dark"].contains(&hole.as_str()).then(|| board.named_sets.get(hole)).flatten();
        match shade {
            Some(cells) => cells.iter().for_each(|cell| gone[cell.index()] = true),
            None => gone[find(board, hole)?.index()] = true,
        }
    }
    let mut kept = 0;
    let renumbered: Vec<_> = gone
        .iter()
        .map(|gone| {
            let id = CellId(kept);
            kept += u16::from(!gone);
            (!gone).then_some(id)
        })
        .collect();
    renumber(board, &renumbered);
    if board.n_grid == 0 { Err(BoardError::Size { cells: 0 }) } else { Ok(()) }
}

/// Gives every cell its new number and drops those that have none.
fn renumber(board: &mut Board, new: &[Option<CellId>]) {
    let keep = |cell: &CellId| new[cell.index()];
    let old: Vec<Cell> = std::mem::take(&mut board.cells);
    board.cells = old.into_iter().zip(new).filter_map(|(cell, id)| id.map(|_| cell)).collect();
    board.n_grid = board.cells.len();
    for direction in &mut board.directions {
        let kept = direction.to.iter().zip(new).filter(|(_, id)| id.is_some());
        direction.to = kept.map(|(to, _)| to.as_ref().and_then(keep)).collect();
    }
    board.lines = board.lines.iter().filter_map(|line| line.iter().map(keep).collect()).collect();
    board.edges = board.edges.iter().filter_map(|(one, other)| Some((keep(one)?, keep(other)?))).collect();
    for set in board.named_sets.values_mut() {
        *set = set.iter().filter_map(keep).collect();
    }
    board.rows = picture_rows(&board.cells);
    for cell in board.frame.iter_mut().flatten() {
        *cell = cell.as_ref().and_then(keep);
    }
}

/// Adds pairs to a direction, which is new if the board has none of that name.
pub(super) fn extend_direction(board: &mut Board, name: &str, pairs: &[(String, String)]) -> Result<(), BoardError> {
    let direction = match board.direction(name) {
        Some(direction) => direction,
        None => add_direction(board, name)?,
    };
    for (from, to) in pairs {
        let (from_cell, to_cell) = (find(board, from)?, find(board, to)?);
        let slot = &mut board.directions[direction.index()].to[from_cell.index()];
        if slot.is_some_and(|there| there != to_cell) {
            let words = format!("the direction `{name}` leads from `{from}` to two different cells");
            return Err(BoardError::Other(words));
        }
        *slot = Some(to_cell);
    }
    Ok(())
}

/// A new direction that leads nowhere yet.
pub(super) fn add_direction(board: &mut Board, name: &str) -> Result<DirectionId, BoardError> {
    let id = u8::try_from(board.directions.len())
        .map_err(|_| BoardError::Other("the board has more than 256 directions".into()))?;
    let to = vec![None; board.n_cells()];
    board.directions.push(Direction { name: name.into(), opposite: None, far: false, to });
    Ok(DirectionId(id))
}

/// Adds a bend, both ways.
pub(super) fn add_bend(board: &mut Board, bend: &(String, String, String, String)) -> Result<(), BoardError> {
    let (from, leaving, to, heading) = bend;
    let start = (find(board, from)?, find_direction(board, leaving)?);
    let end = (find(board, to)?, find_direction(board, heading)?);
    let back = (end.0, way_back(board, end.1)?);
    let home = (start.0, way_back(board, start.1)?);
    enter_bend(board, start, end)?;
    enter_bend(board, back, home)
}

/// Notes one way of a bend. A bend must begin where the board ends, else there would be two ways on.
fn enter_bend(board: &mut Board, from: (CellId, DirectionId), to: (CellId, DirectionId)) -> Result<(), BoardError> {
    let words = |problem: &str| {
        let (cell, direction) = (&board.cells[from.0.index()].name, &board.directions[from.1.index()].name);
        Err(BoardError::Other(format!("{problem} from `{cell}` in the direction `{direction}`")))
    };
    if board.step(from.0, from.1).is_some() {
        return words("a bend stands in the way of the step");
    }
    if board.bends.get(&from).is_some_and(|known| *known != to) {
        return words("two bends lead on");
    }
    board.bends.insert(from, to);
    Ok(())
}

/// The direction back: half a turn of the compass, or the inverse of a direction that is not on it.
fn way_back(board: &Board, direction: DirectionId) -> Result<DirectionId, BoardError> {
    let back = board.turned(direction, board.compass as i32 / 2);
    back.or(board.directions[direction.index()].opposite).ok_or_else(|| {
        let name = &board.directions[direction.index()].name;
        BoardError::Other(format!("a bend runs both ways, but the direction `{name}` has no opposite"))
    })
}

/// Finds the opposite of every direction: on the compass half a turn, elsewhere any direction that undoes it,
/// in each case only if it is the exact inverse on all cells.
pub(super) fn settle_opposites(board: &mut Board) {
    let count = board.directions.len();
    let opposites: Vec<_> = (0..count)
        .map(|index| {
            let id = DirectionId(index as u8);
            let half = board.turned(id, board.compass as i32 / 2);
            let used = board.directions[index].to.iter().any(Option::is_some);
            let others = (0..count).filter(|_| half.is_none() && used).map(|other| DirectionId(other as u8));
            half.into_iter().chain(others).find(|other| is_inverse(board, id, *other))
        })
        .collect();
    for (direction, opposite) in board.directions.iter_mut().zip(opposites) {
        direction.opposite = opposite;
    }
}

/// Whether each of the two directions undoes the other wherever either leads somewhere.
fn is_inverse(board: &Board, one: DirectionId, other: DirectionId) -> bool {
    let undone = |there: DirectionId, back: DirectionId| {
        ids(board.n_cells()).all(|cell| board.step(cell, there).is_none_or(|to| board.step(to, back) == Some(cell)))
    };
    undone(one, other) && undone(other, one)
}

/// The cell of that name, or the error that there is none.
pub(super) fn find(board: &Board, name: &str) -> Result<CellId, BoardError> {
    board.cell(name).ok_or_else(|| BoardError::UnknownCell(name.into()))
}

/// The direction of that name, or the error that there is none.
fn find_direction(board: &Board, name: &str) -> Result<DirectionId, BoardError> {
    board.direction(name).ok_or_else(|| BoardError::UnknownDirection(name.into()))
}
