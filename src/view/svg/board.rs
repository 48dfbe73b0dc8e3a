//! The board itself: fields, terrain, and lines between points.

use crate::view::scene::{Form, Scene, Shade, Site};
use crate::view::theme::{self, Rgb};

use super::draw::{self, Anchor, leaf};
use super::frame::Frame;
use super::write::{Writer, number, points};

/// Draws the layers `board`, `terrain` and `edges`.
pub(super) fn draw(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    writer.open("g", &[("class", "board")]);
    draw_ground(writer, scene, frame);
    for site in &scene.sites {
        match site.form {
            Form::Field => draw_field(writer, scene, frame, site),
            Form::Extra => draw_extra(writer, frame, site),
            Form::Point => {}
        }
    }
    writer.close();
    draw_terrain(writer, scene, frame);
    draw_edges(writer, scene, frame);
}

fn has_points(scene: &Scene) -> bool {
    scene.grid().any(|site| site.form == Form::Point)
}

/// What lies behind: the wood of boards of points, the light squares of boards that only have the dark ones.
fn draw_ground(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    let on_points = has_points(scene);
    let all = |shade: Shade| scene.grid().count() > 0 && scene.grid().all(|site| site.shade == Some(shade));
    let colour = match () {
        () if on_points => theme::FIELD,
        () if all(Shade::Dark) => theme::LIGHT,
        () if all(Shade::Light) => theme::DARK,
        () => return,
    };
    let (left, top) = frame.place((frame.grid.low.0, frame.grid.high.1));
    let (right, bottom) = frame.place((frame.grid.high.0, frame.grid.low.1));
    let mut attributes = draw::rect((left, top), (right - left, bottom - top));
    attributes.push(("rx", number(if on_points { 0.2 * frame.cell } else { 0.0 })));
    attributes.extend(fill_and_line(colour, 0.025 * frame.cell));
    leaf(writer, "rect", &attributes);
}

fn draw_field(writer: &mut Writer, scene: &Scene, frame: &Frame, site: &Site) {
    let shade = match site.shade {
        Some(Shade::Light) => theme::LIGHT,
        Some(Shade::Dark) => theme::DARK,
        None => theme::FIELD,
    };
    let colour = scene.terrain_at(site, 0).map_or(shade, |value| value.colour);
    let corners = points(site.outline.iter().map(|&corner| frame.place(corner)));
    let mut attributes = named(site, "site field");
    attributes.push(("points", corners));
    attributes.extend(fill_and_line(colour, 0.025 * frame.cell));
    leaf(writer, "polygon", &attributes);
}

/// A rounded square for a site beside the board.
fn draw_extra(writer: &mut Writer, frame: &Frame, site: &Site) {
    let (x, y) = frame.place(site.centre);
    let size = 0.92 * frame.cell;
    let mut attributes = named(site, "site extra");
    attributes.extend(draw::rect((x - size / 2.0, y - size / 2.0), (size, size)));
    attributes.push(("rx", number(0.16 * frame.cell)));
    attributes.extend(fill_and_line(theme::FIELD.mixed(theme::PAPER, 0.55), 0.03 * frame.cell));
    leaf(writer, "rect", &attributes);
}

fn named(site: &Site, class: &str) -> Vec<(&'static str, String)> {
    vec![("class", class.to_owned()), ("data-site", site.name.clone())]
}

fn fill_and_line(fill: Rgb, width: f64) -> [(&'static str, String); 3] {
    [("fill", fill.hex()), ("stroke", theme::LINE.hex()), ("stroke-width", number(width))]
}

/// A letter in the corner of every cell with terrain; terrains that are not the colour of the field also have a dot.
fn draw_terrain(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    if scene.terrains.is_empty() {
        return;
    }
    writer.open("g", &[("class", "terrain"), ("pointer-events", "none")]);
    for site in scene.grid() {
        let (x, y) = frame.place(site.centre);
        for terrain in 0..scene.terrains.len() {
            let Some(value) = scene.terrain_at(site, terrain) else { continue };
            let place = (x + (0.4 - 0.2 * terrain as f64) * frame.cell, y + 0.39 * frame.cell);
            if terrain > 0 || site.form == Form::Point {
                draw::dot(writer, place, 0.11 * frame.cell, value.colour);
            }
            let ink = value.colour.mixed(value.colour.ink(), 0.7);
            draw::text(writer, place, 0.17 * frame.cell, (ink, Anchor::Middle), &value.letter);
        }
    }
    writer.close();
}

fn draw_edges(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    if scene.edges.is_empty() && !has_points(scene) {
        return;
    }
    let (colour, width) = (theme::LINE.hex(), number(0.05 * frame.cell));
    let attributes = [("class", "edges"), ("stroke", &colour), ("stroke-width", &width), ("stroke-linecap", "round")];
    writer.open("g", &attributes);
    for &(from, to) in &scene.edges {
        let (Some(from), Some(to)) = (scene.site(from), scene.site(to)) else { continue };
        let ((x1, y1), (x2, y2)) = (frame.place(from.centre), frame.place(to.centre));
        leaf(writer, "line", &[("x1", number(x1)), ("y1", number(y1)), ("x2", number(x2)), ("y2", number(y2))]);
    }
    for site in scene.grid().filter(|site| site.form == Form::Point) {
        draw_point(writer, scene, frame, site);
    }
    writer.close();
}

/// A point: a dot to see, and around it a disc to click.
fn draw_point(writer: &mut Writer, scene: &Scene, frame: &Frame, site: &Site) {
    let centre = frame.place(site.centre);
    let colour = scene.terrain_at(site, 0).map_or(theme::LINE, |value| value.colour);
    draw::dot(writer, centre, 0.1 * frame.cell, colour);
    let mut attributes = named(site, "site point");
    attributes.extend(draw::circle(centre, 0.42 * frame.cell));
    attributes.extend([("fill-opacity", "0".to_owned()), ("stroke", "none".to_owned())]);
    leaf(writer, "circle", &attributes);
}
