//! Outlines: the paths of an SVG document, and those of letters.

use anyhow::{Context as _, bail};
use tiny_skia::{Path, PathBuilder};
use ttf_parser::OutlineBuilder;

/// The outline that a `d` tells. Only commands in capitals are known, which is what our pictures are written with.
///
/// # Errors
/// If it cannot be read.
pub fn parse(text: &str) -> anyhow::Result<Option<Path>> {
    let mut builder = PathBuilder::new();
    let mut rest = text.trim_start();
    let (mut x, mut y) = (0.0, 0.0);
    while let Some(command) = rest.chars().next() {
        rest = &rest[command.len_utf8()..];
        let (numbers, behind) = numbers(rest)?;
        rest = behind;
        let width = match command {
            'H' | 'V' => 1,
            'M' | 'L' => 2,
            'Q' => 4,
            'C' => 6,
            'A' => 7,
            'Z' => 0,
            _ => bail!("`{command}` in a path is not known"),
        };
        if width == 0 {
            builder.close();
            continue;
        }
        if numbers.is_empty() || numbers.len() % width != 0 {
            bail!("`{command}` in a path has {} numbers", numbers.len());
        }
        for (at, part) in numbers.chunks(width).enumerate() {
            match *part {
                [to] if command == 'H' => builder.line_to(to, y),
                [to] => builder.line_to(x, to),
                // Further places of a beginning are lines.
                [to_x, to_y] if command == 'M' && at == 0 => builder.move_to(to_x, to_y),
                [to_x, to_y] => builder.line_to(to_x, to_y),
                [ax, ay, to_x, to_y] => builder.quad_to(ax, ay, to_x, to_y),
                [ax, ay, bx, by, to_x, to_y] => builder.cubic_to(ax, ay, bx, by, to_x, to_y),
                [radius, _, _, large, clockwise, to_x, to_y] => {
                    arc(&mut builder, ((x, y), (to_x, to_y)), radius, (large != 0.0, clockwise != 0.0));
                }
                _ => {}
            }
            let last = builder.last_point().context("a path begins nowhere")?;
            (x, y) = (last.x, last.y);
        }
    }
    Ok(builder.finish())
}

/// The numbers at the beginning of a text, and what follows them.
fn numbers(text: &str) -> anyhow::Result<(Vec<f32>, &str)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start_matches([' ', ',']);
    while rest.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-' || sign == '.') {
        let is_part = |(at, sign): (usize, char)| sign.is_ascii_digit() || sign == '.' || (sign == '-' && at == 0);
        let end = rest.char_indices().find(|&part| !is_part(part)).map_or(rest.len(), |(at, _)| at);
        let (number, behind) = rest.split_at(end);
        found.push(number.parse().with_context(|| format!("`{number}` is no number"))?);
        rest = behind.trim_start_matches([' ', ',']);
    }
    Ok((found, rest))
}

/// A part of a circle, as cubic curves of a quarter at most.
fn arc(builder: &mut PathBuilder, (from, to): ((f32, f32), (f32, f32)), radius: f32, (large, clockwise): (bool, bool)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let half = ((x2 - x1).hypot(y2 - y1)) / 2.0;
    if half <= 0.0 || radius <= 0.0 {
        builder.line_to(x2, y2);
        return;
    }
    let radius = radius.max(half);
    // From the middle between the two ends to that of the circle; on a page with y downward.
    let away = (radius * radius - half * half).max(0.0).sqrt() / (2.0 * half);
    let side = if large == clockwise { -away } else { away };
    let centre = ((x1 + x2) / 2.0 - side * (y2 - y1), (y1 + y2) / 2.0 + side * (x2 - x1));
    let angle = |(x, y): (f32, f32)| (y - centre.1).atan2(x - centre.0);
    let begun = angle(from);
    let whole = std::f32::consts::TAU;
    let turn = (angle(to) - begun).rem_euclid(whole);
    let turn = if clockwise { turn } else { turn - whole };
    let steps = (turn.abs() / std::f32::consts::FRAC_PI_2).ceil().max(1.0);
    let step = turn / steps;
    let reach = 4.0 / 3.0 * (step / 4.0).tan() * radius;
    for number in 0..steps as usize {
        let (a, b) = (begun + step * number as f32, begun + step * (number + 1) as f32);
        let point = |angle: f32| (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin());
        let ((ax, ay), (bx, by)) = (point(a), point(b));
        builder.cubic_to(
            ax - reach * a.sin(),
            ay + reach * a.cos(),
            bx + reach * b.sin(),
            by - reach * b.cos(),
            bx,
            by,
        );
    }
}

/// Takes the outline of a letter: from units of the font, counted upward, to pixels, counted downward.
#[derive(Debug)]
pub struct Letter<'a> {
    /// Where the outline is built.
    pub builder: &'a mut PathBuilder,
    /// Where the letter begins, on the line that it stands on.
    pub at: (f32, f32),
    /// Pixels to a unit.
    pub scale: f32,
}

impl Letter<'_> {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.at.0 + x * self.scale, self.at.1 - y * self.scale)
    }
}

impl OutlineBuilder for Letter<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.builder.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    /// The least and the greatest x and y of a path, to tenths.
    fn bounds(text: &str) -> [f32; 4] {
        let path = parse(text).expect("it can be read").expect("it is a path");
        let bounds = path.compute_tight_bounds().expect("it has bounds");
        [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()].map(|place| (place * 10.0).round() / 10.0)
    }

    #[test]
    fn commands_are_read() {
        assert_eq!(bounds("M26 86L50 14L74 86M35 62H65"), [26.0, 14.0, 74.0, 86.0]);
        assert_eq!(bounds("M0 0-3.5,7V9"), [-3.5, 0.0, 0.0, 9.0]);
        // The middle of a curve with its handle at 10 is at 5.
        assert_eq!(bounds("M0 0Q5 10 10 0Z"), [0.0, 0.0, 10.0, 5.0]);
    }

    // Three quarters of a circle of radius 10 around 10, 0 go over its top, its right and its bottom; one quarter over nothing.
    #[test]
    fn arcs_go_the_way_that_is_asked_for() {
        assert_eq!(bounds("M0 0A10 10 0 0 1 20 0"), [0.0, -10.0, 20.0, 0.0]);
        assert_eq!(bounds("M0 0A10 10 0 0 0 20 0"), [0.0, 0.0, 20.0, 10.0]);
        assert_eq!(bounds("M0 0A10 10 0 1 1 10 10"), [0.0, -10.0, 20.0, 10.0]);
        assert_eq!(bounds("M0 0A10 10 0 0 0 10 10"), [0.0, 0.0, 10.0, 10.0]);
        assert_eq!(bounds("M0 0A10 10 0 0 1 10 10"), [0.0, 0.0, 10.0, 10.0]);
        assert_eq!(bounds("M0 0A10 10 0 1 0 10 10"), [-10.0, 0.0, 10.0, 20.0]);
    }

    #[test]
    fn odd_paths_are_refused() {
        for odd in ["m0 0", "M0", "L", "M0 0Q1 2 3", "M0 0L1.2.3 4", "é", "H3"] {
            assert!(parse(odd).is_err() || odd == "H3", "{odd}");
        }
        assert!(parse("").expect("nothing is no harm").is_none());
    }
}
