//! The few things that pictures are made of.

use crate::view::theme::{self, Rgb};

use super::write::{Writer, number};

/// An element without content.
pub(super) fn leaf(writer: &mut Writer, tag: &'static str, attributes: &[(&str, String)]) {
    let attributes: Vec<(&str, &str)> = attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
    writer.leaf(tag, &attributes);
}

/// The place and the size of a circle.
pub(super) fn circle((x, y): (f64, f64), radius: f64) -> Vec<(&'static str, String)> {
    vec![("cx", number(x)), ("cy", number(y)), ("r", number(radius))]
}

/// The place and the size of a rectangle.
pub(super) fn rect((left, top): (f64, f64), (width, height): (f64, f64)) -> Vec<(&'static str, String)> {
    vec![("x", number(left)), ("y", number(top)), ("width", number(width)), ("height", number(height))]
}

/// A dot.
pub(super) fn dot(writer: &mut Writer, centre: (f64, f64), radius: f64, colour: Rgb) {
    let mut attributes = circle(centre, radius);
    attributes.extend([("fill", colour.hex()), ("stroke", "none".to_owned())]);
    leaf(writer, "circle", &attributes);
}

/// Where a text stands on its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
}

/// A line of text, its height centred on the place.
pub(super) fn text(writer: &mut Writer, (x, y): (f64, f64), size: f64, (ink, anchor): (Rgb, Anchor), text: &str) {
    // The baseline of a centred capital lies a third of the size below the middle; not all viewers know of
    // other baselines.
    let (x, y, size, ink) = (number(x), number(y + 0.36 * size), number(size), ink.hex());
    let mut attributes = vec![("x", x.as_str()), ("y", &y), ("font-size", &size), ("fill", &ink)];
    if anchor == Anchor::Middle {
        attributes.push(("text-anchor", "middle"));
    }
    writer.text("text", &attributes, text);
}

/// A number in a small circle.
pub(super) fn count(writer: &mut Writer, centre: (f64, f64), radius: f64, count: usize) {
    let mut badge = circle(centre, radius);
    badge.extend([("fill", theme::PAPER.hex()), ("stroke", theme::INK.hex())]);
    badge.push(("stroke-width", number(0.1 * radius)));
    leaf(writer, "circle", &badge);
    text(writer, centre, 1.15 * radius, (theme::INK, Anchor::Middle), &count.to_string());
}

/// The round body of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    /// Its centre, in pixels.
    pub centre: (f64, f64),
    /// Its radius.
    pub radius: f64,
    /// Its colour.
    pub colour: Rgb,
}

impl Disc {
    /// A disc with a rim that can be seen on any ground, and a groove like a turned piece of wood.
    pub fn draw(&self, writer: &mut Writer) {
        let rim = self.colour.mixed(theme::INK, 0.75).hex();
        let mut body = circle(self.centre, self.radius);
        body.extend([("fill", self.colour.hex()), ("stroke", rim), ("stroke-width", number(0.07 * self.radius))]);
        leaf(writer, "circle", &body);
        let groove = self.colour.mixed(self.colour.ink(), 0.28).hex();
        let mut ring = circle(self.centre, 0.84 * self.radius);
        ring.extend([("fill", "none".to_owned()), ("stroke", groove), ("stroke-width", number(0.05 * self.radius))]);
        leaf(writer, "circle", &ring);
    }

    /// A letter or a glyph in the middle, moved down by a part of the radius.
    pub fn label(&self, writer: &mut Writer, label: &str, down: f64) {
        let narrow = 1.0 / (0.55 + 0.45 * label.chars().count().max(1) as f64);
        // Pictures fill their square less than letters do.
        let large = if label.is_ascii() { 1.15 } else { 1.45 };
        let place = (self.centre.0, self.centre.1 + down * self.radius);
        text(writer, place, large * self.radius * narrow, (self.colour.ink(), Anchor::Middle), label);
    }
}
