//! The ways of slides that may go round bends. They are the same in every position, but for where they are blocked.

use crate::program::Program;
use crate::program::node::NONE;
use crate::rules::board::{CellId, DirectionId};

use super::code::Track;

/// The cells of each way from a cell, and whether a slide may land there.
pub type Ways = Vec<Vec<(u16, bool)>>;

/// By cell, the cells of each way from there, and whether enough steps and bends were made to land.
pub fn of(program: &Program, track: &Track) -> Vec<Ways> {
    let cells = 0..program.geometry.n_cells as u16;
    cells.map(|cell| track.ways.iter().map(|&way| line(program, track, cell, way)).collect()).collect()
}

/// One way to its end, or until it comes to a cell in the same direction again.
fn line(program: &Program, track: &Track, cell: u16, way: u16) -> Vec<(u16, bool)> {
    let mut line = Vec::new();
    let mut seen = Vec::new();
    let (mut here, mut heading, mut bends) = (cell, way, 0_u8);
    for step in 1..=track.range.1 {
        let Some((next, onward)) = next(program, (here, heading)) else { break };
        if seen.contains(&(next, onward)) {
            break;
        }
        seen.push((next, onward));
        bends = bends.saturating_add(u8::from(onward != heading));
        (here, heading) = (next, onward);
        line.push((here, step >= track.range.0 && bends >= track.bends));
    }
    line
}

/// The cell that a direction leads to from a cell, round a bend perhaps, and the direction then.
pub fn next(program: &Program, (cell, heading): (u16, u16)) -> Option<(u16, u16)> {
    let straight = program.geometry.step(cell, heading);
    if straight != NONE {
        return Some((straight, heading));
    }
    let (next, onward) = program.rules.board.bends.get(&(CellId(cell), DirectionId(heading as u8)))?;
    Some((next.0, u16::from(onward.0)))
}
