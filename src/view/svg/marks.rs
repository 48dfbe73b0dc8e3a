//! What is written on and around the board: coordinates, names, marks.

use std::collections::BTreeSet;

use crate::rules::board::CellId;
use crate::rules::look::CellsLook;
use crate::view::scene::{Form, Scene, Site};
use crate::view::theme;

use super::draw::{self, Anchor, leaf, text};
use super::frame::Frame;
use super::write::{Writer, number, points};

/// Draws the layer `coordinates`: outside where names are coordinates, else inside every cell.
pub(super) fn draw_coordinates(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    writer.open("g", &[("class", "coordinates"), ("pointer-events", "none")]);
    let style = (frame.palette.faint, Anchor::Middle);
    let on_board = (frame.palette.line, Anchor::Middle);
    for (place, label) in frame.around.iter().flat_map(|around| &around.labels) {
        text(writer, frame.place(*place), frame.letter * frame.cell, style, label);
    }
    let inside = scene.sites.iter().filter(|site| site.form == Form::Extra || frame.around.is_none());
    // Names of spikes stand at the feet of these, beyond the edge of the board, where the ground is that of the page.
    let is_outside = scene.style() == CellsLook::Spikes;
    if is_outside {
        writer.open("g", &[("class", "outside")]);
    }
    for site in inside {
        let (x, y) = frame.place(site.centre);
        let ((dx, dy), size) = name_place(scene, frame, site);
        let fits = 1.7 / site.told.chars().count().max(1) as f64;
        // A name beside the board that could not be read on a phone is told to those who point at the site.
        if site.form == Form::Extra && fits < 0.85 * frame.letter {
            continue;
        }
        let size = size.min(fits);
        text(
            writer,
            (x + dx * frame.cell, y + dy * frame.cell),
            size * frame.cell,
            if is_outside || site.form == Form::Extra { style } else { on_board },
            &site.told,
        );
    }
    if is_outside {
        writer.close();
    }
    writer.close();
}

/// Where a name stands, in cells from the centre of its site with y downward, and how large it may be: under the
/// piece of a hex or point, in the upper left corner of a square, below a store or a site beside the board, at the lower
/// right of a house.
fn name_place(scene: &Scene, frame: &Frame, site: &Site) -> ((f64, f64), f64) {
    let small = (0.9 * frame.letter).min(0.26);
    match (site.form, site.outline.len()) {
        (Form::Field, _) if scene.geometry.stores.contains(&site.id) => ((0.0, 1.02), 0.24),
        (Form::Field, _) if scene.style() == CellsLook::Houses => ((0.42, 0.43), 0.24),
        (Form::Field, _) if scene.style() == CellsLook::Spikes => {
            let up = site.grows.is_some_and(|(_, step)| step > 0.0);
            ((0.0, if up { 0.83 } else { -0.83 }), frame.letter.min(0.42))
        }
        (Form::Field, 4) => ((-0.33, -0.36), small),
        (Form::Field, _) => ((0.0, 0.43), small),
        (Form::Point, _) => ((0.0, 0.5), small),
        (Form::Extra, _) => ((0.0, 0.59), frame.letter.min(0.26)),
    }
}

/// Draws the layers `heat`, `last` and `targets`: discs for how much happened, outlines around the cells of the latest move, and rings on those that can be
/// chosen.
pub(super) fn draw_marks(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    if !scene.marks.heat.is_empty() {
        writer.open("g", &[("class", "heat"), ("pointer-events", "none")]);
        let heat = scene.marks.heat.iter().filter_map(|(&cell, percent)| Some((scene.site(cell)?, *percent)));
        heat.for_each(|(site, percent)| draw_heat(writer, frame, site, percent));
        writer.close();
    }
    let mut layer = |class: &str, cells: &BTreeSet<CellId>, draw: &dyn Fn(&mut Writer, &Site)| {
        if !cells.is_empty() {
            writer.open("g", &[("class", class), ("fill", "none"), ("pointer-events", "none")]);
            cells.iter().filter_map(|&cell| scene.site(cell)).for_each(|site| draw(writer, site));
            writer.close();
        }
    };
    layer("last", &scene.marks.last, &|writer, site| draw_last(writer, frame, site));
    layer("targets", &scene.marks.targets, &|writer, site| draw_target(writer, scene, frame, site));
}

/// Draws the layer `taken`, over the pieces: a cross on each that can be captured.
pub(super) fn draw_taken(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    if scene.marks.taken.is_empty() {
        return;
    }
    writer.open("g", &[("class", "taken"), ("stroke-linecap", "round"), ("pointer-events", "none")]);
    for site in scene.marks.taken.iter().filter_map(|&cell| scene.site(cell)) {
        let (x, y) = frame.place(site.centre);
        let arm = 0.26 * frame.cell;
        for (colour, width) in [(theme::PAPER, 0.15), (theme::TAKEN, 0.08)] {
            for slope in [1.0, -1.0] {
                let ends = [("x1", x - arm), ("y1", y - slope * arm), ("x2", x + arm), ("y2", y + slope * arm)];
                let mut attributes: Vec<(&str, String)> = ends.map(|(name, at)| (name, number(at))).to_vec();
                attributes.extend([("stroke", colour.hex()), ("stroke-width", number(width * frame.cell))]);
                leaf(writer, "line", &attributes);
            }
        }
    }
    writer.close();
}

/// A disc whose size and depth of colour tell how much: also without colours the greater is seen.
fn draw_heat(writer: &mut Writer, frame: &Frame, site: &Site, percent: u8) {
    let share = f64::from(percent.min(100)) / 100.0;
    let mut attributes = vec![("class", "mark heat".to_owned())];
    attributes.extend(draw::circle(frame.place(site.centre), (0.12 + 0.32 * share.sqrt()) * frame.cell));
    attributes.extend([("fill", theme::TAKEN.hex()), ("fill-opacity", number(0.25 + 0.65 * share))]);
    attributes.extend(draw::line(theme::PAPER, 0.03 * frame.cell));
    leaf(writer, "circle", &attributes);
}

/// A band of colour between dark lines, so that it is seen on any ground, with a tint inside.
fn draw_last(writer: &mut Writer, frame: &Frame, site: &Site) {
    let (x, y) = frame.place(site.centre);
    let inner = |&corner: &(f64, f64)| {
        let (cx, cy) = frame.place(corner);
        (x + (cx - x) * 0.91, y + (cy - y) * 0.91)
    };
    let (tag, shape) = match site.form {
        Form::Field => ("polygon", vec![("points", points(site.outline.iter().map(inner)))]),
        _ => ("circle", draw::circle((x, y), 0.46 * frame.cell)),
    };
    let dark = [("stroke", theme::INK.hex()), ("stroke-width", number(0.1 * frame.cell))];
    leaf(writer, tag, &[&shape[..], &dark[..], &[("stroke-opacity", "0.5".to_owned())]].concat());
    let band = [
        ("class", "mark last".to_owned()),
        ("stroke", theme::LAST.hex()),
        ("stroke-width", number(0.07 * frame.cell)),
        ("fill", theme::LAST.hex()),
        ("fill-opacity", if site.form == Form::Field { "0.3" } else { "0" }.to_owned()),
    ];
    leaf(writer, tag, &[&shape[..], &band[..]].concat());
}

/// A dot on an empty site, a ring around a piece.
fn draw_target(writer: &mut Writer, scene: &Scene, frame: &Frame, site: &Site) {
    let centre = frame.place(site.centre);
    let mut attributes = vec![("class", "mark target".to_owned())];
    if scene.stack(site.id).is_empty() {
        attributes.extend(draw::circle(centre, 0.15 * frame.cell));
        attributes.extend([("fill", theme::TARGET.hex()), ("stroke", theme::PAPER.hex())]);
        attributes.push(("stroke-width", number(0.035 * frame.cell)));
    } else {
        attributes.extend(draw::circle(centre, 0.44 * frame.cell));
        attributes.extend([("stroke", theme::TARGET.hex()), ("stroke-width", number(0.08 * frame.cell))]);
    }
    leaf(writer, "circle", &attributes);
}
