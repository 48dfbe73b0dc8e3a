//! The few things that pictures are made of.

use crate::view::theme::{self, Rgb};

use super::signs::{self, Stand};
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

/// The colour and the width of a line.
pub(super) fn line(colour: Rgb, width: f64) -> [(&'static str, String); 2] {
    [("stroke", colour.hex()), ("stroke-width", number(width))]
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
    let stand = Stand { centre, size: 1.3 * radius, turned: 0.0 };
    signs::word(writer, stand, 1.15, (theme::INK, 12.0), &count.to_string());
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

    /// A smooth stone: no groove, but a gleam.
    pub fn stone(&self, writer: &mut Writer) {
        let rim = self.colour.mixed(theme::INK, 0.75);
        let mut body = circle(self.centre, 1.1 * self.radius);
        body.push(("fill", self.colour.hex()));
        body.extend(line(rim, 0.06 * self.radius));
        leaf(writer, "circle", &body);
        let (x, y) = self.centre;
        for (size, share) in [(0.5, 0.14), (0.26, 0.3)] {
            let centre = (x - 0.3 * self.radius, y - 0.34 * self.radius);
            dot(writer, centre, size * self.radius, self.colour.mixed(Rgb(255, 255, 255), share));
        }
    }

    /// A flat disc with two rings in an ink.
    pub fn token(&self, writer: &mut Writer, ink: Rgb) {
        let mut body = circle(self.centre, 1.08 * self.radius);
        body.push(("fill", self.colour.hex()));
        body.extend(line(self.colour.mixed(theme::INK, 0.7), 0.07 * self.radius));
        leaf(writer, "circle", &body);
        let mut ring = circle(self.centre, 0.88 * self.radius);
        ring.push(("fill", "none".to_owned()));
        ring.extend(line(ink, 0.07 * self.radius));
        leaf(writer, "circle", &ring);
    }
}
