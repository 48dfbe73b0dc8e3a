//! What cells hold beside pieces: seeds, numbers, and the marks of what is remembered.

use crate::rules::look::CellsLook;
use crate::view::scene::{Scene, Site};
use crate::view::theme::{self, Rgb};

use super::draw::{self, Anchor, Disc};
use super::frame::Frame;
use super::signs::{self, Stand};
use super::write::Writer;

/// The most seeds that are drawn in a house; the number beside them tells them all.
const SEEDS: usize = 48;

/// Draws the layer `values`.
pub(super) fn draw(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    if scene.counts.is_empty() && scene.noted.is_empty() {
        return;
    }
    writer.open("g", &[("class", "values"), ("pointer-events", "none")]);
    for (line, count) in scene.counts.iter().enumerate() {
        for site in &scene.sites {
            if let Some(Some(value)) = count.values.get(site.id.index()) {
                match value.parse::<usize>() {
                    Ok(seeds) if scene.style() == CellsLook::Houses && line == 0 => {
                        draw_seeds(writer, scene, frame, (site, seeds));
                    }
                    Ok(0) => {}
                    _ => draw_value(writer, frame, (site, line), value),
                }
            }
        }
    }
    for (number, (_, cells)) in scene.noted.iter().enumerate() {
        for site in cells.iter().filter_map(|&cell| scene.site(cell)) {
            let (x, y) = frame.place(site.centre);
            let place = (x + (0.36 - 0.2 * number as f64) * frame.cell, y - 0.36 * frame.cell);
            draw_note(writer, place, 0.1 * frame.cell, number);
        }
    }
    writer.close();
}

/// The mark of a variable that names cells, by its number: a small disc in a colour of its own.
pub(super) fn draw_note(writer: &mut Writer, centre: (f64, f64), radius: f64, number: usize) {
    Disc { centre, radius, colour: theme::player(2 + number % 6) }.draw(writer);
}

/// Seeds in a house like those of a sunflower, and their number at its upper left.
fn draw_seeds(writer: &mut Writer, scene: &Scene, frame: &Frame, (site, seeds): (&Site, usize)) {
    let (x, y) = frame.place(site.centre);
    writer.open("g", &[("class", "seeds"), ("data-site", &site.name), ("data-count", &seeds.to_string())]);
    let store = scene.geometry.stores.contains(&site.id);
    let (wide, high) = if store { (0.42, 0.7) } else { (0.32, 0.32) };
    let shown = seeds.min(SEEDS);
    let room = (shown.max(6)) as f64;
    let radius = (0.62 / room.sqrt()).min(0.1) * if store { 1.1 } else { 0.9 } * frame.cell;
    for seed in 0..shown {
        let (turn, out) = (seed as f64 * 2.399_963, ((seed as f64 + 0.5) / room).sqrt());
        let centre = (x + wide * out * turn.cos() * frame.cell, y + high * out * turn.sin() * frame.cell);
        let colour = if seed % 3 == 0 { Rgb(0x6b, 0x53, 0x3b) } else { Rgb(0x8a, 0x6d, 0x4a) };
        draw::dot(writer, centre, radius * 1.15, theme::INK.mixed(colour, 0.3));
        draw::dot(writer, centre, radius, colour);
        draw::dot(
            writer,
            (centre.0 - radius * 0.3, centre.1 - radius * 0.35),
            radius * 0.32,
            theme::PAPER.mixed(colour, 0.35),
        );
    }
    let badge = match store {
        true => (x, y - 0.86 * frame.cell),
        false => (x - 0.36 * frame.cell, y - 0.36 * frame.cell),
    };
    draw::count(writer, badge, 0.16 * frame.cell, seeds);
    writer.close();
}

/// A value in words or numbers, in the lower left corner of its cell; further variables above.
fn draw_value(writer: &mut Writer, frame: &Frame, (site, line): (&Site, usize), value: &str) {
    let (x, y) = frame.place(site.centre);
    let centre = (x - 0.25 * frame.cell, y + (0.36 - 0.24 * line as f64) * frame.cell);
    let stand = Stand { centre, size: 0.24 * frame.cell, turned: 0.0 };
    if !signs::word(writer, stand, 1.6, (theme::INK, 12.0), value) {
        draw::text(writer, centre, 0.2 * frame.cell, (theme::INK, Anchor::Middle), value);
    }
}
