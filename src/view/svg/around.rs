//! Where coordinates stand around a board, and how large they are.

use std::collections::BTreeMap;

use crate::view::label;
use crate::view::scene::Scene;
use crate::view::scene::geometry::Place;

use super::frame::{Bounds, is_hexes};

/// The narrowest that a board is shown, in pixels, and how high its letters are then.
const NARROW: f64 = 320.0;
const LEGIBLE: f64 = 8.0;
/// How wide a letter is, as a part of its height.
const WIDE: f64 = 0.64;
/// How far the label of a row of hexes stands from the first of them.
const BESIDE: f64 = 0.95;

/// What is written around a board.
#[derive(Debug)]
pub(super) struct Around {
    /// Where the middle of each label is, in cells, and what it says.
    pub labels: Vec<(Place, String)>,
    /// How far they reach from their middles, in cells.
    pub reach: f64,
}

/// The height of coordinates, in cells, on a board of so many cells from left to right: they can be read on a phone.
pub(super) fn letter_size(cells: f64) -> f64 {
    (LEGIBLE / NARROW * cells).clamp(0.28, 0.5)
}

/// The labels around a board whose names are coordinates; none if they are not.
pub(super) fn around(scene: &Scene, grid: Bounds, size: f64) -> Option<Around> {
    match label::coordinates(scene) {
        Some(known) => {
            let longest = known.columns.values().chain(known.rows.values()).map(|label| label.chars().count()).max();
            let reach = reach(size, longest.unwrap_or(1));
            let away = (0.06 + reach).max(0.28);
            let columns = known.columns.into_iter().map(|(x, label)| ((x as f64 / 100.0, grid.low.1 - away), label));
            let rows = known.rows.into_iter().map(|(y, label)| ((grid.low.0 - away, y as f64 / 100.0), label));
            Some(Around { labels: columns.chain(rows).collect(), reach })
        }
        None if is_hexes(scene) => {
            let labels = along_lines(scene)?;
            let longest = labels.iter().map(|(_, label)| label.chars().count()).max()?;
            Some(Around { labels, reach: reach(size, longest) })
        }
        None => None,
    }
}

/// From the middle of a label of so many letters to where nothing of it is any more.
fn reach(size: f64, letters: usize) -> f64 {
    (WIDE * letters as f64).max(1.0) * size / 2.0 + 0.06
}

/// Each line of hexes with the same letters, and with the same digits, has its label at its lower or left end:
///
/// ```text
///    3 ⬡ ⬡ ⬡
///   2 ⬡ ⬡ ⬡
///  1 ⬡ ⬡ ⬡
///   a b c
/// ```
///
/// In the notches of a star two labels would stand on one another; there the lines from left to right have theirs at the
/// left edge of the board.
fn along_lines(scene: &Scene) -> Option<Vec<(Place, String)>> {
    let mut lines: [BTreeMap<&str, Vec<Place>>; 2] = Default::default();
    for site in scene.grid() {
        let (letters, digits) = label::letters_then_digits(&site.name)?;
        for (lines, label) in lines.iter_mut().zip([letters, digits]) {
            lines.entry(label).or_default().push(site.centre);
        }
    }
    let left = scene.grid().map(|site| site.centre.0).fold(f64::INFINITY, f64::min) - BESIDE;
    [None, Some(left)].into_iter().find_map(|left| {
        let mut labels = Vec::new();
        for lines in &mut lines {
            labels.extend(ends(lines, left)?);
        }
        are_free(scene, &labels).then_some(labels)
    })
}

/// Whether labels stand neither on cells nor on each other.
fn are_free(scene: &Scene, labels: &[(Place, String)]) -> bool {
    let far = |(x, y): Place, (ox, oy): Place, least: f64| (x - ox).hypot(y - oy) > least;
    labels.iter().enumerate().all(|(at, (place, _))| {
        scene.grid().all(|site| far(*place, site.centre, 0.7))
            && labels.iter().take(at).all(|(other, _)| far(*place, *other, 0.5))
    })
}

/// The labels at the ends of lines that all run the same way; none if they do not, or have gaps. If they run from left to
/// right, the labels may all stand at a place at the left.
fn ends(lines: &mut BTreeMap<&str, Vec<Place>>, left: Option<f64>) -> Option<Vec<(Place, String)>> {
    for line in lines.values_mut() {
        line.sort_by_key(|&(x, y)| (label::key(y), label::key(x)));
    }
    let pairs = || lines.values().flat_map(|line| line.windows(2));
    let mut steps = pairs().map(|pair| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
    let (dx, dy) = steps.next()?;
    if steps.any(|(x, y)| (x - dx).abs() > 0.01 || (y - dy).abs() > 0.01) {
        return None;
    }
    let left = left.filter(|_| dy.abs() < 0.01);
    let label = |(label, line): (&&str, &Vec<Place>)| {
        let (x, y) = *line.first()?;
        Some(((left.unwrap_or(x - BESIDE * dx), y - BESIDE * dy), (*label).to_owned()))
    };
    lines.iter().map(label).collect()
}
