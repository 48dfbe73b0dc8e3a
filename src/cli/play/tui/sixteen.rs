//! The colours of a terminal that has sixteen.

use ratatui::style::Color;

use crate::view::Scene;
use crate::view::theme::Rgb;

/// The sixteen, as most terminals show them.
const BASIC: [(Color, Rgb); 16] = [
    (Color::Black, Rgb(0, 0, 0)),
    (Color::Red, Rgb(170, 0, 0)),
    (Color::Green, Rgb(0, 170, 0)),
    (Color::Yellow, Rgb(170, 85, 0)),
    (Color::Blue, Rgb(0, 0, 170)),
    (Color::Magenta, Rgb(170, 0, 170)),
    (Color::Cyan, Rgb(0, 170, 170)),
    (Color::Gray, Rgb(170, 170, 170)),
    (Color::DarkGray, Rgb(85, 85, 85)),
    (Color::LightRed, Rgb(255, 85, 85)),
    (Color::LightGreen, Rgb(85, 255, 85)),
    (Color::LightYellow, Rgb(255, 255, 85)),
    (Color::LightBlue, Rgb(85, 85, 255)),
    (Color::LightMagenta, Rgb(255, 85, 255)),
    (Color::LightCyan, Rgb(85, 255, 255)),
    (Color::White, Rgb(255, 255, 255)),
];

/// Colours that mean something on a board, the players' and those of the cells, each with one of the sixteen that no other
/// has, as far as there are enough: the nearest pairs are made first.
pub(super) fn told_apart(scene: &Scene) -> Vec<(Rgb, Color)> {
    let cells = scene.terrains.first().into_iter().flat_map(|terrain| &terrain.values).map(|value| value.colour);
    let mut wanted: Vec<Rgb> = Vec::new();
    for colour in scene.players.iter().map(|player| player.colour).chain(cells) {
        if !wanted.contains(&colour) {
            wanted.push(colour);
        }
    }
    let pairs = wanted.iter().flat_map(|&rgb| BASIC.iter().map(move |&(colour, basic)| (far(rgb, basic), rgb, colour)));
    let mut pairs: Vec<(i32, Rgb, Color)> = pairs.collect();
    pairs.sort_by_key(|(far, ..)| *far);
    let mut known: Vec<(Rgb, Color)> = Vec::new();
    for (_, rgb, colour) in pairs {
        if known.iter().all(|(other, taken)| *other != rgb && *taken != colour) {
            known.push((rgb, colour));
        }
    }
    known
}

/// One of the sixteen for a colour: the one that it was given, or else the nearest.
pub(super) fn of(rgb: Rgb, known: &[(Rgb, Color)]) -> Color {
    let given = known.iter().find(|(other, _)| *other == rgb).map(|(_, colour)| *colour);
    let nearest = || BASIC.into_iter().min_by_key(|(_, basic)| far(rgb, *basic));
    given.or_else(|| nearest().map(|(colour, _)| colour)).unwrap_or(Color::Gray)
}

fn far(one: Rgb, other: Rgb) -> i32 {
    let square = |a: u8, b: u8| i32::from(a.abs_diff(b)).pow(2);
    square(one.0, other.0) + square(one.1, other.1) + square(one.2, other.2)
}
