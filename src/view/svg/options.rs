//! What can be decided, on the board: arrows from the first cell of an option to its last, each with the numbers of the
//! options that go so.

use std::collections::BTreeMap;

use crate::rules::board::CellId;
use crate::view::scene::Scene;
use crate::view::theme;

use super::draw::{self, leaf};
use super::frame::Frame;
use super::signs::{self, Stand};
use super::write::{Writer, number, points};

/// Draws the layer `options`. Options that touch no cell have no place on a board, and are left out.
pub(super) fn draw(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    let ways = ways(&scene.marks.options);
    if ways.is_empty() {
        return;
    }
    writer.open("g", &[("class", "options"), ("pointer-events", "none")]);
    let place = |cell: CellId| scene.site(cell).map(|site| frame.place(site.centre));
    for &(from, to) in ways.keys() {
        if let (Some(from), Some(to)) = (place(from), place(to)) {
            arrow(writer, frame, from, to);
        }
    }
    for (&(from, to), numbers) in &ways {
        if let (Some(from), Some(to)) = (place(from), place(to)) {
            label(writer, frame, (from, to), &ranges(numbers));
        }
    }
    writer.close();
}

/// The numbers of the options that go from one cell to another, counted from one.
fn ways(options: &[Vec<CellId>]) -> BTreeMap<(CellId, CellId), Vec<usize>> {
    let mut ways: BTreeMap<(CellId, CellId), Vec<usize>> = BTreeMap::new();
    for (number, cells) in (1..).zip(options) {
        if let (Some(&from), Some(&to)) = (cells.first(), cells.last()) {
            ways.entry((from, to)).or_default().push(number);
        }
    }
    ways
}

/// Numbers in order, those that follow each other joined: `3-5.9`.
fn ranges(numbers: &[usize]) -> String {
    let run = |run: &[usize]| match run {
        [] => String::new(),
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
    };
    numbers.chunk_by(|one, next| one + 1 == *next).map(run).collect::<Vec<_>>().join(".")
}

/// An arrow that ends before the middle of its target; nothing where both are one.
fn arrow(writer: &mut Writer, frame: &Frame, from: (f64, f64), to: (f64, f64)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let (head, half) = (0.2 * frame.cell, 0.09 * frame.cell);
    let tip = (to.0 - ux * 0.12 * frame.cell, to.1 - uy * 0.12 * frame.cell);
    let neck = (tip.0 - ux * head, tip.1 - uy * head);
    for (colour, width) in [(theme::PAPER, 0.085), (theme::TARGET, 0.045)] {
        let ends = [("x1", from.0), ("y1", from.1), ("x2", neck.0), ("y2", neck.1)];
        let mut attributes: Vec<(&str, String)> = ends.map(|(name, at)| (name, number(at))).to_vec();
        attributes.extend(draw::line(colour, width * frame.cell));
        leaf(writer, "line", &attributes);
    }
    let corners = [tip, (neck.0 - uy * half, neck.1 + ux * half), (neck.0 + uy * half, neck.1 - ux * half)];
    let mut head = vec![("points", points(corners.into_iter())), ("fill", theme::TARGET.hex())];
    head.extend(draw::line(theme::PAPER, 0.02 * frame.cell));
    leaf(writer, "polygon", &head);
}

/// The numbers on a plate, before the tip of their arrow, so that those of several arrows to one cell lie apart.
fn label(writer: &mut Writer, frame: &Frame, (from, to): ((f64, f64), (f64, f64)), text: &str) {
    let length = (to.0 - from.0).hypot(to.1 - from.1);
    let back = if length < 1.0 { 0.0 } else { (0.36 * frame.cell / length).min(0.5) };
    let centre = (to.0 - (to.0 - from.0) * back, to.1 - (to.1 - from.1) * back);
    let size = 0.22 * frame.cell;
    let wide = (0.72 * size * text.chars().count() as f64 + 0.5 * size).min(0.95 * frame.cell);
    let high = 1.25 * size;
    let mut plate = draw::rect((centre.0 - wide / 2.0, centre.1 - high / 2.0), (wide, high));
    plate.extend([("rx", number(high / 2.0)), ("fill", theme::PAPER.hex())]);
    plate.extend(draw::line(theme::TARGET, 0.02 * frame.cell));
    leaf(writer, "rect", &plate);
    let room = (wide - 0.3 * size) / size;
    signs::word(writer, Stand { centre, size, turned: 0.0 }, room, (theme::INK, 13.0), text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_one_way_stand_together() {
        let cells = |numbers: &[u16]| numbers.iter().map(|&number| CellId(number)).collect::<Vec<_>>();
        let options = [cells(&[1, 2]), cells(&[]), cells(&[1, 5, 2]), cells(&[3]), cells(&[1, 2]), cells(&[1, 2])];
        let found = ways(&options);
        assert_eq!(found.len(), 2);
        assert_eq!(ranges(&found[&(CellId(1), CellId(2))]), "1.3.5-6");
        assert_eq!(ranges(&found[&(CellId(3), CellId(3))]), "4");
        assert_eq!(ranges(&[]), "");
    }
}
