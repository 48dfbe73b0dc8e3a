//! The dice that lie below the board.

use crate::view::scene::Scene;
use crate::view::theme;

use super::draw::{self, dot, leaf};
use super::frame::Frame;
use super::signs::{self, Stand};
use super::write::{Writer, number};

/// The height of the band in which dice lie, in cells.
pub(super) const BAND: f64 = 0.95;
/// Where the pips of a die lie, as parts of a third of its side from its middle, by the number shown.
const PIPS: [&[(f64, f64)]; 6] = [
    &[(0.0, 0.0)],
    &[(-1.0, -1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)],
    &[(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (0.0, 0.0)],
    &[(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0)],
];

/// Draws the layer `dice`, in the middle below the board.
pub(super) fn draw(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    if scene.dice.is_empty() {
        return;
    }
    writer.open("g", &[("class", "dice")]);
    let apart = 0.82 * frame.cell;
    let middle = frame.place(((frame.grid.low.0 + frame.grid.high.0) / 2.0, frame.floor + BAND / 2.0));
    let first = middle.0 - apart * (scene.dice.len() - 1) as f64 / 2.0;
    for (place, &shown) in scene.dice.iter().enumerate() {
        let (x, y) = (first + apart * place as f64, middle.1);
        let side = 0.62 * frame.cell;
        let mut body = draw::rect((x - side / 2.0, y - side / 2.0), (side, side));
        body.extend([("rx", number(0.16 * side)), ("fill", theme::PAPER.hex())]);
        body.extend(draw::line(theme::INK, 0.05 * side));
        leaf(writer, "rect", &body);
        match PIPS.get((shown as usize).wrapping_sub(1)) {
            Some(pips) => pips.iter().for_each(|&(dx, dy)| {
                dot(writer, (x + dx * 0.26 * side, y + dy * 0.26 * side), 0.1 * side, theme::INK);
            }),
            None => {
                let stand = Stand { centre: (x, y), size: 0.7 * side, turned: 0.0 };
                signs::word(writer, stand, 1.2, (theme::INK, 11.0), &shown.to_string());
            }
        }
    }
    writer.close();
}
