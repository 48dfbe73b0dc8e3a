//! Beside the board: the players with their hands and what they lost, whose turn it is, variables, legends.

use crate::game::PlayerId;
use crate::view::scene::{Held, Player, Scene};

use super::bodies::{Body, Face};
use super::draw::{Anchor, Disc, dot, leaf, text};
use super::frame::Frame;
use super::write::{self, Writer};
use super::{board, cells};

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
/// The most lines shown.
const LINES: usize = 48;
/// The most characters of a line.
const WIDE: usize = 30;

/// A line below the players.
#[derive(Debug)]
enum Told {
    /// In words.
    Words(String),
    /// What a mark on cells means: the number of the mark, and the word.
    Note(usize, String),
    /// What the mark of their own means that cells have.
    Marked(String),
    /// What a colour of cells means: terrain, value, and the word.
    Ground(usize, usize, String),
}

impl Told {
    fn words(&self) -> &str {
        match self {
            Told::Words(words) | Told::Marked(words) | Told::Note(_, words) | Told::Ground(_, _, words) => words,
        }
    }
}

/// The lines of a scene: how it stands, what is remembered, what marks and colours mean.
fn lines(scene: &Scene) -> Vec<Told> {
    let mut lines: Vec<Told> = Vec::new();
    if scene.mover.is_some() || scene.result.is_some() || scene.chance {
        lines.extend(scene.status().iter().flat_map(|line| wrapped(line)).map(Told::Words));
    }
    let pair = |name: &str, value: &str| scene.words.say("pair", &[("a", &name), ("b", &value)]);
    let variables = scene.variables.iter().flat_map(|(name, value)| wrapped(&pair(name, value)));
    lines.extend(variables.map(Told::Words));
    let counts = scene.counts.iter().map(|count| Told::Words(pair(&scene.words.word("on-cells"), &count.name)));
    lines.extend(counts.take(4));
    lines.extend(scene.noted.iter().enumerate().map(|(number, (name, _))| Told::Note(number, name.clone())));
    lines.extend(scene.marked.iter().map(|(name, _)| Told::Marked(name.clone())));
    for (number, terrain) in scene.terrains.iter().enumerate() {
        let stands = |value: usize| scene.grid().any(|site| site.terrain.get(number) == Some(&Some(value)));
        let values = terrain.values.iter().enumerate().filter(|(value, _)| stands(*value));
        lines.extend(
            values.map(|(value, known)| Told::Ground(number, value, format!("{} {}", known.letter, known.name))),
        );
    }
    if lines.len() > LINES {
        let more = lines.len() - LINES;
        lines.truncate(LINES);
        lines.push(Told::Words(format!("… {}", scene.words.counted("more-n", more))));
    }
    lines
}

/// A text in lines that are not too wide, broken between words.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.chars().count() + word.chars().count() < WIDE) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The width and height that the panel needs, in pixels; nothing where there is nothing to say.
pub(super) fn size(scene: &Scene, cell: f64) -> (f64, f64) {
    let lines = lines(scene);
    if scene.players.is_empty() && lines.is_empty() {
        return (0.0, 0.0);
    }
    let rows: usize = (0..scene.players.len()).map(|player| rows(scene, player)).sum();
    (width(scene, &lines) * cell, (rows as f64 * ROW + lines.len() as f64 * LINE + 0.8) * cell)
}

/// The width in cells, by an estimate of how wide letters are.
fn width(scene: &Scene, lines: &[Told]) -> f64 {
    let letters = |text: &str, size: f64| text.chars().count() as f64 * 0.62 * size;
    let names = scene.players.iter().map(|player| 1.1 + letters(&player.name, NAME));
    let hands = scene.hands.iter().chain(&scene.gone).map(|hand| 0.75 + hand.len().min(PER_ROW) as f64 * HELD);
    let told = lines.iter().map(|line| 0.9 + letters(line.words(), SMALL));
    let widest = names.chain(hands).chain(told).fold(0.0, f64::max);
    widest.clamp(*WIDTH.start(), *WIDTH.end())
}

/// Draws the layer `panel`: of two players each on the own side of the board; of more all from the top. What else is to
/// be said comes last, or between the two.
pub(super) fn draw(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    let lines = lines(scene);
    if scene.players.is_empty() && lines.is_empty() {
        return;
    }
    writer.open("g", &[("class", "panel")]);
    let margin = 0.3 * frame.cell;
    let height = |player: usize| rows(scene, player) as f64 * ROW * frame.cell;
    let mut top = margin;
    if scene.players.len() == 2 {
        let (upper, lower) = if scene.players[0].above { (0, 1) } else { (1, 0) };
        draw_player(writer, scene, frame, (lower, frame.height - margin - height(lower)));
        draw_player(writer, scene, frame, (upper, top));
        top += height(upper);
    } else {
        for player in 0..scene.players.len() {
            draw_player(writer, scene, frame, (player, top));
            top += height(player);
        }
    }
    draw_lines(writer, scene, frame, (top + 0.2 * frame.cell, &lines));
    writer.close();
}

fn draw_lines(writer: &mut Writer, scene: &Scene, frame: &Frame, (top, lines): (f64, &[Told])) {
    let style = (frame.palette.text, Anchor::Start);
    let cell = frame.cell;
    for (index, line) in lines.iter().enumerate() {
        let (x, y) = (left(frame), top + index as f64 * LINE * cell);
        let mark = (x + 0.1 * cell, y);
        let indent = match line {
            Told::Words(_) => 0.0,
            Told::Note(number, _) => {
                cells::draw_note(writer, mark, 0.1 * cell, *number);
                0.3
            }
            Told::Marked(_) => {
                board::draw_sample(writer, scene, frame, mark, 0.24 * cell);
                0.3
            }
            Told::Ground(terrain, value, _) => {
                let known = scene.terrains.get(*terrain).and_then(|terrain| terrain.values.get(*value));
                known.into_iter().for_each(|value| dot(writer, mark, 0.12 * cell, value.colour));
                0.3
            }
        };
        let size = SMALL.min(9.0 / line.words().chars().count().max(1) as f64);
        text(writer, (x + indent * cell, y), size * cell, style, line.words());
    }
}

/// A player's name, with an arrow for the one to move, the hand below, and what was lost.
fn draw_player(writer: &mut Writer, scene: &Scene, frame: &Frame, (index, top): (usize, f64)) {
    let id = PlayerId(index as u8);
    let Some(player) = scene.player(id) else { return };
    let (cell, left, mid) = (frame.cell, left(frame), top + ROW / 2.0 * frame.cell);
    draw_name(writer, frame, (left, mid), player);
    if scene.mover == Some(id) {
        let tip = left - 0.06 * cell;
        let corners = [(tip - 0.16 * cell, mid - 0.13 * cell), (tip, mid), (tip - 0.16 * cell, mid + 0.13 * cell)];
        let points = write::points(corners.into_iter());
        let fill = crate::view::theme::TARGET.hex();
        leaf(writer, "polygon", &[("class", "mover".to_owned()), ("points", points), ("fill", fill)]);
    }
    let hand_rows = hand(scene, index).len().div_ceil(PER_ROW);
    for (held, first_row, lost) in [(hand(scene, index), 1, false), (lost(scene, index), 1 + hand_rows, true)] {
        for (place, held) in held.iter().enumerate() {
            let x = left + (0.28 + (place % PER_ROW) as f64 * HELD) * cell;
            let y = mid + (first_row + place / PER_ROW) as f64 * ROW * cell;
            draw_held(writer, scene, frame, ((x, y), id, *held, lost));
        }
    }
}

fn draw_name(writer: &mut Writer, frame: &Frame, (left, mid): (f64, f64), player: &Player) {
    let cell = frame.cell;
    if player.colour.contrast(frame.palette.page) < 2.0 {
        dot(writer, (left + 0.2 * cell, mid), 0.23 * cell, frame.palette.faint);
    }
    Disc { centre: (left + 0.2 * cell, mid), radius: 0.2 * cell, colour: player.colour }.draw(writer);
    let size = (7.9 / player.name.chars().count().max(1) as f64).min(NAME);
    text(writer, (left + 0.56 * cell, mid), size * cell, (frame.palette.text, Anchor::Start), &player.name);
}

/// So many pieces of a kind in hand, or lost: those with a minus.
fn draw_held(
    writer: &mut Writer,
    scene: &Scene,
    frame: &Frame,
    (centre, owner, held, lost): ((f64, f64), PlayerId, Held, bool),
) {
    let cell = frame.cell;
    let neutral = scene.kinds.get(held.kind).is_some_and(|kind| kind.neutral);
    let owner = (!neutral).then_some(owner);
    let face = Face { kind: held.kind, owner, glyph: scene.glyph(held.kind, owner) };
    let radius = if lost { 0.19 } else { 0.27 } * cell;
    Body { scene, centre, radius, facing: 0.0, face, piece: None }.draw(writer, true);
    let place = (centre.0 + 0.33 * cell, centre.1 + 0.12 * cell);
    let sign = if lost { '−' } else { '×' };
    text(writer, place, 0.25 * cell, (frame.palette.text, Anchor::Start), &format!("{sign}{}", held.count));
}

fn left(frame: &Frame) -> f64 {
    frame.panel_left + 0.35 * frame.cell
}

fn hand(scene: &Scene, player: usize) -> &[Held] {
    scene.hands.get(player).map(Vec::as_slice).unwrap_or_default()
}

fn lost(scene: &Scene, player: usize) -> &[Held] {
    scene.gone.get(player).map(Vec::as_slice).unwrap_or_default()
}

/// The rows that a player takes: one for the name, the others for the hand and for what was lost.
fn rows(scene: &Scene, player: usize) -> usize {
    1 + hand(scene, player).len().div_ceil(PER_ROW) + lost(scene, player).len().div_ceil(PER_ROW)
}
