//! Beside the board: the players with their hands, whose turn it is, variables.

use crate::game::PlayerId;
use crate::view::scene::{Held, Player, Scene};
use crate::view::theme;

use super::draw::{Anchor, Disc, leaf, text};
use super::frame::Frame;
use super::pieces;
use super::write::{self, Writer};

/// The width of the panel, in cells: no less and no more, whatever is in it.
const WIDTH: std::ops::RangeInclusive<f64> = 1.6..=6.0;
/// The height of a player's name, and of a row of pieces in hand, in cells.
const ROW: f64 = 0.72;
/// The size of players' names, in cells.
const NAME: f64 = 0.34;
/// The size of variables, in cells.
const SMALL: f64 = 0.24;
/// The width of a kind in hand with its count, in cells.
const HELD: f64 = 1.05;
/// The height of a variable, in cells.
const LINE: f64 = 0.4;
/// Kinds in hand to a row.
const PER_ROW: usize = 4;
/// The most variables shown.
const VARIABLES: usize = 40;

/// The width and height that the panel needs, in pixels; nothing where there is nothing to say.
pub(super) fn size(scene: &Scene, cell: f64) -> (f64, f64) {
    if scene.players.is_empty() && scene.variables.is_empty() {
        return (0.0, 0.0);
    }
    let rows: usize = (0..scene.players.len()).map(|player| rows(scene, player)).sum();
    let lines = scene.variables.len().min(VARIABLES + 1);
    (width(scene) * cell, (rows as f64 * ROW + lines as f64 * LINE + 0.8) * cell)
}

/// The width in cells, by an estimate of how wide letters are.
fn width(scene: &Scene) -> f64 {
    let letters = |text: &str, size: f64| text.chars().count() as f64 * 0.62 * size;
    let names = scene.players.iter().map(|player| 1.1 + letters(&player.name, NAME));
    let hands = scene.hands.iter().map(|hand| 0.55 + hand.len().min(PER_ROW) as f64 * HELD);
    let variables =
        scene.variables.iter().map(|(name, value)| 0.6 + letters(name, SMALL) + letters(value, SMALL) + 0.3);
    let widest = names.chain(hands).chain(variables).fold(0.0, f64::max);
    widest.clamp(*WIDTH.start(), *WIDTH.end())
}

/// Draws the layer `panel`: of two players the second on top and the first at the bottom, each on the own side of
/// the board; of more all from the top. Variables come last, or between the two.
pub(super) fn draw(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    if scene.players.is_empty() && scene.variables.is_empty() {
        return;
    }
    writer.open("g", &[("class", "panel")]);
    let margin = 0.3 * frame.cell;
    let height = |player: usize| rows(scene, player) as f64 * ROW * frame.cell;
    let mut top = margin;
    if scene.players.len() == 2 {
        draw_player(writer, scene, frame, (0, frame.height - margin - height(0)));
        draw_player(writer, scene, frame, (1, top));
        top += height(1);
    } else {
        for player in 0..scene.players.len() {
            draw_player(writer, scene, frame, (player, top));
            top += height(player);
        }
    }
    draw_variables(writer, scene, frame, top + 0.2 * frame.cell);
    writer.close();
}

fn draw_variables(writer: &mut Writer, scene: &Scene, frame: &Frame, top: f64) {
    let style = (theme::LINE.mixed(theme::INK, 0.4), Anchor::Start);
    let shown = scene.variables.iter().take(VARIABLES).map(|(name, value)| format!("{name}: {value}"));
    let more = scene.variables.len().saturating_sub(VARIABLES);
    let rest = (more > 0).then(|| format!("… and {more} more"));
    for (index, words) in shown.chain(rest).enumerate() {
        let place = (left(frame), top + index as f64 * LINE * frame.cell);
        let size = SMALL.min(9.0 / words.chars().count().max(1) as f64);
        text(writer, place, size * frame.cell, style, &words);
    }
}

/// A player's name, with an arrow for the one to move, and the hand below.
fn draw_player(writer: &mut Writer, scene: &Scene, frame: &Frame, (index, top): (usize, f64)) {
    let id = PlayerId(index as u8);
    let Some(player) = scene.player(id) else { return };
    let (cell, left, mid) = (frame.cell, left(frame), top + ROW / 2.0 * frame.cell);
    draw_name(writer, cell, (left, mid), player);
    if scene.mover == Some(id) {
        let tip = left - 0.06 * cell;
        let corners = [(tip - 0.16 * cell, mid - 0.13 * cell), (tip, mid), (tip - 0.16 * cell, mid + 0.13 * cell)];
        let points = write::points(corners.into_iter());
        leaf(writer, "polygon", &[("class", "mover".to_owned()), ("points", points), ("fill", theme::TARGET.hex())]);
    }
    for (place, held) in hand(scene, index).iter().enumerate() {
        let x = left + (0.28 + (place % PER_ROW) as f64 * HELD) * cell;
        let y = mid + (1 + place / PER_ROW) as f64 * ROW * cell;
        draw_held(writer, scene, cell, ((x, y), id, *held));
    }
}

fn draw_name(writer: &mut Writer, cell: f64, (left, mid): (f64, f64), player: &Player) {
    Disc { centre: (left + 0.2 * cell, mid), radius: 0.2 * cell, colour: player.colour }.draw(writer);
    let style = (theme::LINE.mixed(theme::INK, 0.7), Anchor::Start);
    let size = (7.9 / player.name.chars().count().max(1) as f64).min(NAME);
    text(writer, (left + 0.56 * cell, mid), size * cell, style, &player.name);
}

fn draw_held(writer: &mut Writer, scene: &Scene, cell: f64, (centre, owner, held): ((f64, f64), PlayerId, Held)) {
    let neutral = scene.kinds.get(held.kind).is_some_and(|kind| kind.neutral);
    let owner = (!neutral).then_some(owner);
    let disc = Disc { centre, radius: 0.27 * cell, colour: scene.colour_of(owner) };
    disc.draw(writer);
    if let Some(label) = pieces::label(scene, held.kind, scene.glyph(held.kind, owner)) {
        disc.label(writer, label, 0.0);
    }
    let place = (centre.0 + 0.33 * cell, centre.1 + 0.12 * cell);
    let style = (theme::LINE.mixed(theme::INK, 0.7), Anchor::Start);
    text(writer, place, 0.25 * cell, style, &format!("×{}", held.count));
}

fn left(frame: &Frame) -> f64 {
    frame.panel_left + 0.35 * frame.cell
}

fn hand(scene: &Scene, player: usize) -> &[Held] {
    scene.hands.get(player).map(Vec::as_slice).unwrap_or_default()
}

/// The rows that a player takes: one for the name, the others for the hand.
fn rows(scene: &Scene, player: usize) -> usize {
    1 + hand(scene, player).len().div_ceil(PER_ROW)
}
