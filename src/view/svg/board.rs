//! The board itself: ground, fields, terrain, lines between points, and what marks some of its places.

use crate::rules::look::CellsLook;
use crate::view::scene::geometry::SPIKE;
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
    draw_lines(writer, scene, frame);
    draw_sides(writer, scene, frame);
}

fn has_points(scene: &Scene) -> bool {
    scene.grid().any(|site| site.form == Form::Point)
}

/// What lies behind: the wood of boards of points, houses and spikes; the light squares of boards that only have dark ones.
fn draw_ground(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    let all = |shade: Shade| scene.grid().count() > 0 && scene.grid().all(|site| site.shade == Some(shade));
    let colours = &frame.palette;
    let (colour, rim) = match scene.style() {
        _ if has_points(scene) => (colours.field, 0.2),
        CellsLook::Houses => (colours.field, 0.5),
        CellsLook::Spikes => (colours.field, 0.1),
        _ if all(Shade::Dark) => (colours.light, 0.0),
        _ if all(Shade::Light) => (colours.dark, 0.0),
        _ => return,
    };
    let (left, top) = frame.place((frame.grid.low.0, frame.grid.high.1));
    let (right, bottom) = frame.place((frame.grid.high.0, frame.grid.low.1));
    let mut attributes = draw::rect((left, top), (right - left, bottom - top));
    attributes.push(("rx", number(rim * frame.cell)));
    attributes.extend(outlined(frame, colour, 0.03));
    leaf(writer, "rect", &attributes);
}

fn draw_field(writer: &mut Writer, scene: &Scene, frame: &Frame, site: &Site) {
    let colours = &frame.palette;
    let shade = match site.shade {
        Some(Shade::Light) => colours.light,
        Some(Shade::Dark) => colours.dark,
        None => colours.field,
    };
    let colour = scene.terrain_at(site, 0).map_or(shade, |value| value.colour);
    match scene.style() {
        CellsLook::Houses => return draw_house(writer, scene, frame, site),
        CellsLook::Spikes => draw_spike(writer, frame, site),
        _ => {}
    }
    let corners = points(site.outline.iter().map(|&corner| frame.place(corner)));
    let mut attributes = named(site, if is_narrow(scene, site) { "site field narrow" } else { "site field" });
    attributes.extend(called(scene, site));
    attributes.push(("points", corners));
    match scene.style() {
        CellsLook::Spikes => attributes.extend([("fill", colour.hex()), ("fill-opacity", "0".to_owned())]),
        // Between dots nothing is drawn yet: what shows where it will be does not look like it.
        _ => attributes.extend(outlined(frame, colour, if scene.geometry.narrow.is_some() { 0.006 } else { 0.025 })),
    }
    leaf(writer, "polygon", &attributes);
    if scene.geometry.marked.contains(&site.id) {
        draw_mark(writer, frame, site, colour);
    }
    if scene.style() == CellsLook::Hollows {
        let mut hollow = draw::circle(frame.place(site.centre), 0.41 * frame.cell);
        hollow.push(("pointer-events", "none".to_owned()));
        hollow.extend(outlined(frame, colours.hollow, 0.02));
        leaf(writer, "circle", &hollow);
    }
}

/// Whether a field is narrow one way and not the other: hard to hit for a finger.
fn is_narrow(scene: &Scene, site: &Site) -> bool {
    let (wide, high) = site.reach();
    scene.geometry.narrow.is_some() && (wide - high).abs() > 0.01
}

/// A hollow for seeds; the large ones are oval.
fn draw_house(writer: &mut Writer, scene: &Scene, frame: &Frame, site: &Site) {
    let (x, y) = frame.place(site.centre);
    let (wide, high) = if scene.geometry.stores.contains(&site.id) { (0.55, 0.85) } else { (0.44, 0.44) };
    let mut attributes = named(site, "site field house");
    let (rx, ry) = (wide * frame.cell, high * frame.cell);
    attributes.extend([("cx", number(x)), ("cy", number(y)), ("rx", number(rx)), ("ry", number(ry))]);
    attributes.extend(outlined(frame, frame.palette.hollow, 0.035));
    leaf(writer, "ellipse", &attributes);
}

/// A spike from its base to its tip, in one of two colours by turns.
fn draw_spike(writer: &mut Writer, frame: &Frame, site: &Site) {
    let Some((_, step)) = site.grows else { return };
    let up = if step > 0.0 { 1.0 } else { -1.0 };
    let (x, y) = site.centre;
    let base = y - up * 0.5;
    let corners = [(x - 0.48, base), (x + 0.48, base), (x, base + up * (SPIKE - 0.15))];
    let parity = usize::from(site.id.0 % 2);
    let mut attributes = vec![("points", points(corners.into_iter().map(|corner| frame.place(corner))))];
    attributes.extend(outlined(frame, frame.palette.spikes[parity], 0.02));
    leaf(writer, "polygon", &attributes);
}

/// A cell with a mark: a smaller square or hex inside it.
fn draw_mark(writer: &mut Writer, frame: &Frame, site: &Site, colour: Rgb) {
    let (x, y) = site.centre;
    let inner = site.outline.iter().map(|&(cx, cy)| frame.place((x + (cx - x) * 0.74, y + (cy - y) * 0.74)));
    let mut attributes = vec![("points", points(inner)), ("pointer-events", "none".to_owned())];
    attributes.extend(outlined(frame, marked(frame, colour), 0.04));
    leaf(writer, "polygon", &attributes);
}

/// The colour inside a mark on a field of some colour.
fn marked(frame: &Frame, field: Rgb) -> Rgb {
    field.mixed(frame.palette.line, 0.3)
}

/// What a legend shows for cells with a mark of their own, so wide and high.
pub(super) fn draw_sample(writer: &mut Writer, scene: &Scene, frame: &Frame, (x, y): (f64, f64), size: f64) {
    if has_points(scene) {
        return draw::dot(writer, (x, y), size / 2.0, frame.palette.line);
    }
    let field = frame.palette.light;
    for (share, colour) in [(1.0, field), (0.6, marked(frame, field))] {
        let side = size * share;
        let mut attributes = draw::rect((x - side / 2.0, y - side / 2.0), (side, side)).to_vec();
        attributes.extend(outlined(frame, colour, 0.025));
        leaf(writer, "rect", &attributes);
    }
}

/// A rounded square for a site beside the board; whoever points at it hears its name.
fn draw_extra(writer: &mut Writer, frame: &Frame, site: &Site) {
    let (x, y) = frame.place(site.centre);
    let size = 0.92 * frame.cell;
    let mut attributes = named(site, "site extra");
    attributes.extend(draw::rect((x - size / 2.0, y - size / 2.0), (size, size)));
    attributes.push(("rx", number(0.16 * frame.cell)));
    attributes.extend(outlined(frame, frame.palette.field.mixed(theme::PAPER, 0.4), 0.03));
    let attributes: Vec<(&str, &str)> = attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
    writer.open("rect", &attributes);
    writer.text("title", &[], &site.told);
    writer.close();
}

fn named(site: &Site, class: &str) -> Vec<(&'static str, String)> {
    vec![("class", class.to_owned()), ("data-site", site.name.clone())]
}

/// What a marked cell is called, for those who hear it.
fn called(scene: &Scene, site: &Site) -> Option<(&'static str, String)> {
    let names = scene.marked.iter().filter(|(_, cells)| cells.contains(&site.id)).map(|(name, _)| name.as_str());
    let names: Vec<&str> = names.collect();
    (!names.is_empty()).then(|| ("data-mark", names.join(", ")))
}

/// A filling with a line around it; its width in cells.
fn outlined(frame: &Frame, fill: Rgb, width: f64) -> Vec<(&'static str, String)> {
    let mut attributes = vec![("fill", fill.hex())];
    attributes.extend(draw::line(frame.palette.line, width * frame.cell));
    attributes
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
            draw::text(
                writer,
                place,
                (0.8 * frame.letter).min(0.24) * frame.cell,
                (ink, Anchor::Middle),
                &value.letter,
            );
        }
    }
    writer.close();
}

fn draw_lines(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    let geometry = &scene.geometry;
    let drawn = geometry.lines.len() + geometry.arcs.len() + geometry.thick.len();
    if drawn == 0 && !has_points(scene) {
        return;
    }
    let thin = if scene.grid().count() > 60 { 0.03 } else { 0.05 };
    let (colour, width) = (frame.palette.line.hex(), number(thin * frame.cell));
    let attributes = [("class", "edges"), ("stroke", &colour), ("stroke-width", &width), ("stroke-linecap", "round")];
    writer.open("g", &attributes);
    for &(from, to) in &geometry.lines {
        draw_line(writer, frame, (from, to), None);
    }
    for line in &geometry.thick {
        draw_line(writer, frame, *line, Some(number(0.09 * frame.cell)));
    }
    for arc in &geometry.arcs {
        let ((x1, y1), (x2, y2)) = (frame.place(arc.from), frame.place(arc.to));
        let radius = number(arc.radius() * frame.cell);
        let (large, sweep) = (u8::from(arc.large), u8::from(arc.clockwise));
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
        let path = format!("M{x1} {y1}A{radius} {radius} 0 {large} {sweep} {x2} {y2}");
        leaf(writer, "path", &[("d", path), ("fill", "none".to_owned())]);
    }
    for &dot in &geometry.dots {
        draw::dot(writer, frame.place(dot), 0.1 * frame.cell, frame.palette.line);
    }
    for site in scene.grid().filter(|site| site.form == Form::Point) {
        draw_point(writer, scene, frame, site);
    }
    writer.close();
}

fn draw_line(writer: &mut Writer, frame: &Frame, (from, to): ((f64, f64), (f64, f64)), width: Option<String>) {
    let ((x1, y1), (x2, y2)) = (frame.place(from), frame.place(to));
    let mut attributes = vec![("x1", number(x1)), ("y1", number(y1)), ("x2", number(x2)), ("y2", number(y2))];
    attributes.extend(width.map(|width| ("stroke-width", width)));
    leaf(writer, "line", &attributes);
}

/// A point: a dot to see where lines alone do not show it, and around it a disc to click.
fn draw_point(writer: &mut Writer, scene: &Scene, frame: &Frame, site: &Site) {
    let centre = frame.place(site.centre);
    let terrain = scene.terrain_at(site, 0);
    let colour = terrain.map_or(frame.palette.line, |value| value.colour);
    if scene.geometry.marked.contains(&site.id) {
        draw::dot(writer, centre, 0.16 * frame.cell, frame.palette.line);
    }
    if scene.grid().count() <= 60 || terrain.is_some() {
        draw::dot(writer, centre, 0.1 * frame.cell, colour);
    }
    let mut attributes = named(site, "site point");
    attributes.extend(called(scene, site));
    attributes.extend(draw::circle(centre, 0.42 * frame.cell));
    attributes.extend([("fill-opacity", "0".to_owned()), ("stroke", "none".to_owned())]);
    leaf(writer, "circle", &attributes);
}

/// Outer sides in the colours of the players whose goal they are.
fn draw_sides(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    if scene.geometry.sides.is_empty() {
        return;
    }
    writer.open("g", &[("class", "sides"), ("stroke-linecap", "round"), ("pointer-events", "none")]);
    for (dark, width) in [(true, 0.2), (false, 0.14)] {
        for &(player, line) in &scene.geometry.sides {
            let colour = scene.players.get(player).map_or(theme::NEUTRAL, |player| player.colour);
            let colour = if dark { colour.mixed(theme::INK, 0.6) } else { colour };
            let ((x1, y1), (x2, y2)) = (frame.place(line.0), frame.place(line.1));
            let mut attributes = vec![("x1", number(x1)), ("y1", number(y1)), ("x2", number(x2)), ("y2", number(y2))];
            attributes.extend(draw::line(colour, width * frame.cell));
            leaf(writer, "line", &attributes);
        }
    }
    writer.close();
}
