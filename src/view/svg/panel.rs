//! Beside the board or below it: the players with their hands and what they lost, whose turn it is, variables, legends.

use crate::game::PlayerId;
use crate::phrases::breaks::words;
use crate::view::scene::{Held, Player, Scene};

use super::bodies::{Body, Face};
use super::draw::{Anchor, Disc, dot, leaf, text};
use super::frame::{Area, Frame};
use super::write::{self, Writer};
use super::{board, cells};

/// The width of the panel, in units, which beside the board are cells: no less, whatever is in it.
const LEAST: f64 = 1.6;
/// No more than that, unless the board above it is wider.
pub(super) const MOST: f64 = 6.0;
/// The height of a player's name, and of a row of pieces in hand, in units.
const ROW: f64 = 0.72;
/// The size of players' names, in units.
const NAME: f64 = 0.34;
/// The size of variables, in units.
const SMALL: f64 = 0.24;
/// The width of a kind in hand with its count, in units.
const HELD: f64 = 1.05;
/// The height of a variable, in units.
const LINE: f64 = 0.4;
/// Kinds in hand to a row.
const PER_ROW: usize = 4;
/// The most lines shown.
const LINES: usize = 48;
/// The most characters of a line, for each unit that the panel may be wide.
const LETTERS: f64 = 5.7;

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

/// The lines of a scene in a panel of at most that width: how it stands, what is remembered, what marks and colours mean.
fn lines(scene: &Scene, most: f64) -> Vec<Told> {
    let mut lines: Vec<Told> = Vec::new();
    let wrapped = |text: &str| wrapped(text, (most * LETTERS) as usize);
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
    for number in 0..scene.terrains.len() {
        let values = scene.ground(number);
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

/// A text in lines of so many characters at most, broken between words.
fn wrapped(text: &str, wide: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words(text) {
        match lines.last_mut().filter(|line| line.chars().count() + word.chars().count() < wide) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The width and height that the panel needs, in pixels, if its unit has so many and it may have so many units; none where
/// there is nothing to say.
pub(super) fn size(scene: &Scene, unit: f64, most: f64) -> Option<(f64, f64)> {
    let lines = lines(scene, most);
    if scene.players.is_empty() && lines.is_empty() {
        return None;
    }
    let rows: usize = (0..scene.players.len()).map(|player| rows(scene, player)).sum();
    let width = width(scene, &lines).clamp(LEAST, most);
    Some((width * unit, (rows as f64 * ROW + lines.len() as f64 * LINE + 0.8) * unit))
}

/// The width in units, by an estimate of how wide letters are.
fn width(scene: &Scene, lines: &[Told]) -> f64 {
    let letters = |text: &str, size: f64| text.chars().count() as f64 * 0.62 * size;
    let names = scene.players.iter().map(|player| 1.1 + letters(&player.name, NAME));
    let hands = scene.hands.iter().chain(&scene.gone).map(|hand| 0.75 + hand.len().min(PER_ROW) as f64 * HELD);
    let told = lines.iter().map(|line| 0.9 + letters(line.words(), SMALL));
    names.chain(hands).chain(told).fold(0.0, f64::max)
}

/// Draws the layer `panel`: of two players each on the own side of the board; of more all from the top. What else is to
/// be said comes last, or between the two.
pub(super) fn draw(writer: &mut Writer, scene: &Scene, frame: &Frame) {
    let Some(area) = frame.panel else { return };
    let sheet = Sheet { scene, frame, area };
    writer.open("g", &[("class", "panel")]);
    let margin = 0.3 * area.unit;
    let height = |player: usize| rows(scene, player) as f64 * ROW * area.unit;
    let mut top = area.top + margin;
    if scene.players.len() == 2 {
        let (upper, lower) = if scene.players[0].above { (0, 1) } else { (1, 0) };
        sheet.draw_player(writer, lower, area.top + area.height - margin - height(lower));
        sheet.draw_player(writer, upper, top);
        top += height(upper);
    } else {
        for player in 0..scene.players.len() {
            sheet.draw_player(writer, player, top);
            top += height(player);
        }
    }
    sheet.draw_lines(writer, top + 0.2 * area.unit, &lines(scene, area.most));
    writer.close();
}

/// Where a panel is drawn, and what it tells.
#[derive(Clone, Copy)]
struct Sheet<'a> {
    scene: &'a Scene,
    frame: &'a Frame,
    area: Area,
}

impl Sheet<'_> {
    fn draw_lines(&self, writer: &mut Writer, top: f64, lines: &[Told]) {
        let Sheet { scene, frame, area: Area { unit, most, .. } } = *self;
        let style = (frame.palette.text, Anchor::Start);
        for (index, line) in lines.iter().enumerate() {
            let (x, y) = (self.left(), top + index as f64 * LINE * unit);
            let mark = (x + 0.1 * unit, y);
            let indent = match line {
                Told::Words(_) => 0.0,
                Told::Note(number, _) => {
                    cells::draw_note(writer, mark, 0.1 * unit, *number);
                    0.3
                }
                Told::Marked(_) => {
                    board::draw_sample(writer, scene, frame, mark, 0.24 * unit);
                    0.3
                }
                Told::Ground(terrain, value, _) => {
                    let known = scene.terrains.get(*terrain).and_then(|terrain| terrain.values.get(*value));
                    known.into_iter().for_each(|value| dot(writer, mark, 0.12 * unit, value.colour));
                    0.3
                }
            };
            let size = SMALL.min(1.5 * most / line.words().chars().count().max(1) as f64);
            text(writer, (x + indent * unit, y), size * unit, style, line.words());
        }
    }

    /// A player's name, with an arrow for the one to move, the hand below, and what was lost.
    fn draw_player(&self, writer: &mut Writer, index: usize, top: f64) {
        let Sheet { scene, area: Area { unit, .. }, .. } = *self;
        let id = PlayerId(index as u8);
        let Some(player) = scene.player(id) else { return };
        let (left, mid) = (self.left(), top + ROW / 2.0 * unit);
        self.draw_name(writer, (left, mid), player);
        if scene.mover == Some(id) {
            let tip = left - 0.06 * unit;
            let corners = [(tip - 0.16 * unit, mid - 0.13 * unit), (tip, mid), (tip - 0.16 * unit, mid + 0.13 * unit)];
            let points = write::points(corners.into_iter());
            let fill = crate::view::theme::TARGET.hex();
            leaf(writer, "polygon", &[("class", "mover".to_owned()), ("points", points), ("fill", fill)]);
        }
        let hand_rows = hand(scene, index).len().div_ceil(PER_ROW);
        for (held, first_row, lost) in [(hand(scene, index), 1, false), (lost(scene, index), 1 + hand_rows, true)] {
            for (place, held) in held.iter().enumerate() {
                let x = left + (0.28 + (place % PER_ROW) as f64 * HELD) * unit;
                let y = mid + (first_row + place / PER_ROW) as f64 * ROW * unit;
                self.draw_held(writer, (x, y), id, (*held, lost));
            }
        }
    }

    fn draw_name(&self, writer: &mut Writer, (left, mid): (f64, f64), player: &Player) {
        let Sheet { frame, area: Area { unit, .. }, .. } = *self;
        if player.colour.contrast(frame.palette.page) < 2.0 {
            dot(writer, (left + 0.2 * unit, mid), 0.23 * unit, frame.palette.faint);
        }
        Disc { centre: (left + 0.2 * unit, mid), radius: 0.2 * unit, colour: player.colour }.draw(writer);
        let size = (7.9 / player.name.chars().count().max(1) as f64).min(NAME);
        text(writer, (left + 0.56 * unit, mid), size * unit, (frame.palette.text, Anchor::Start), &player.name);
    }

    /// So many pieces of a kind in hand, or lost: those with a minus.
    fn draw_held(&self, writer: &mut Writer, centre: (f64, f64), owner: PlayerId, (held, lost): (Held, bool)) {
        let Sheet { scene, frame, area: Area { unit, .. } } = *self;
        let neutral = scene.kinds.get(held.kind).is_some_and(|kind| kind.neutral);
        let owner = (!neutral).then_some(owner);
        let face = Face { kind: held.kind, owner, glyph: scene.glyph(held.kind, owner) };
        let radius = if lost { 0.19 } else { 0.27 } * unit;
        Body { scene, centre, radius, facing: 0.0, face, piece: None }.draw(writer, true);
        let place = (centre.0 + 0.33 * unit, centre.1 + 0.12 * unit);
        let sign = if lost { '−' } else { '×' };
        text(writer, place, 0.25 * unit, (frame.palette.text, Anchor::Start), &format!("{sign}{}", held.count));
    }

    /// Where names and lines begin.
    fn left(&self) -> f64 {
        self.area.left + 0.35 * self.area.unit
    }
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
