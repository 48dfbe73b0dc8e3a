//! Signs as paths: figures, marks, letters and digits. No font is needed for them.
//!
//! Every sign lies in a square of a hundred units, its middle at 50, 50, y downward. Files ask for a sign by its character.

mod characters;
mod figures;
mod letters;

use crate::view::theme::Rgb;

use super::draw::leaf;
use super::write::{Writer, number};

/// How a sign is inked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ink {
    /// What it is filled with; nothing for strokes alone.
    pub fill: Option<Rgb>,
    /// The colour of its lines.
    pub line: Rgb,
    /// How thick they are, in units of the sign.
    pub width: f64,
}

/// Where a sign stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stand {
    /// Its middle, in pixels.
    pub centre: (f64, f64),
    /// The side of its square, in pixels.
    pub size: f64,
    /// Degrees by which it is turned clockwise.
    pub turned: f64,
}

/// A sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// A figure that can stand alone: outline, and lines upon it.
    Figure(&'static str, &'static str),
    /// A mark that is filled.
    Solid(&'static str),
    /// A mark of lines.
    Lines(&'static str),
    /// The sign of a plain man, which is not drawn.
    Plain,
}

/// The sign for a text of one character, if it is one that we draw.
pub(super) fn of_text(text: &str) -> Option<Sign> {
    let mut characters = text.chars().filter(|character| *character != '\u{fe0e}');
    let sign = characters.next()?;
    characters.next().is_none().then(|| figures::of(sign).or_else(|| characters::of(sign).map(Sign::Lines))).flatten()
}

impl Sign {
    /// Draws it.
    pub fn draw(self, writer: &mut Writer, stand: Stand, ink: Ink) {
        let place = transform(stand);
        let line = [
            ("stroke", ink.line.hex()),
            ("stroke-width", number(ink.width)),
            ("stroke-linejoin", "round".to_owned()),
            ("stroke-linecap", "round".to_owned()),
        ];
        let path = |writer: &mut Writer, path: &str, fill: Option<Rgb>| {
            let fill = fill.map_or_else(|| "none".to_owned(), Rgb::hex);
            let mut attributes = vec![("transform", place.clone()), ("d", path.to_owned()), ("fill", fill)];
            attributes.extend(line.iter().cloned());
            leaf(writer, "path", &attributes);
        };
        match self {
            Sign::Figure(outline, lines) => {
                path(writer, outline, ink.fill);
                if !lines.is_empty() {
                    path(writer, lines, None);
                }
            }
            Sign::Solid(outline) => path(writer, outline, ink.fill.or(Some(ink.line))),
            Sign::Lines(lines) => path(writer, lines, None),
            Sign::Plain => {}
        }
    }
}

fn transform(stand: Stand) -> String {
    let scale = (stand.size * 10.0).round() / 1000.0;
    let (x, y) = (number(stand.centre.0), number(stand.centre.1));
    let turn = match number(stand.turned) {
        none if none == "0" => String::new(),
        degrees => format!(" rotate({degrees})"),
    };
    format!("translate({x} {y}){turn} scale({scale}) translate(-50 -50)")
}

/// Writes a word as paths, each letter so high; no more wide than `wide` times that, or it is made smaller. Whether every
/// letter is one that we draw; else nothing is written.
pub(super) fn word(writer: &mut Writer, stand: Stand, wide: f64, (ink, weight): (Rgb, f64), text: &str) -> bool {
    let letters: Option<Vec<&str>> = text.chars().map(letters::of).collect();
    let Some(letters) = letters.filter(|letters| !letters.is_empty()) else { return false };
    let count = letters.len() as f64;
    let shrunk = (wide / (0.72 * count)).min(1.0);
    let size = stand.size * shrunk;
    let (sin, cos) = stand.turned.to_radians().sin_cos();
    for (place, path) in letters.into_iter().enumerate() {
        let along = (place as f64 - (count - 1.0) / 2.0) * 0.72 * size;
        let centre = (stand.centre.0 + along * cos, stand.centre.1 + along * sin);
        let ink = Ink { fill: None, line: ink, width: weight };
        Sign::Lines(path).draw(writer, Stand { centre, size, turned: stand.turned }, ink);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_and_digit_is_drawn() {
        for sign in ('A'..='Z').chain('a'..='z').chain('0'..='9') {
            assert!(letters::of(sign).is_some(), "{sign}");
        }
        assert_eq!(letters::of('é'), None);
    }

    #[test]
    fn one_character_is_a_sign() {
        assert!(matches!(of_text("♞"), Some(Sign::Figure(..))));
        assert_eq!(of_text("○"), Some(Sign::Plain));
        assert_eq!(of_text("♞♞"), None);
        assert_eq!(of_text(""), None);
    }

    #[test]
    fn paths_stay_in_their_square() {
        let all = figures::all()
            .chain(characters::ALL.chars().filter_map(characters::of))
            .chain(('0'..='Z').filter_map(letters::of));
        for path in all {
            let numbers = path.split(|sign: char| !sign.is_ascii_digit() && sign != '.' && sign != '-');
            for number in numbers.filter(|text| !text.is_empty()) {
                let value: f64 = number.parse().unwrap_or_else(|_| panic!("`{number}` in {path}"));
                assert!((-60.0..=100.0).contains(&value), "{value} in {path}");
            }
        }
    }
}
