//! The lines around a board: title, sites beside it, whose turn it is, hands, variables, what letters mean.

use crate::game::PlayerId;
use crate::view::scene::{Attribute, Held, Kind, Player, Scene, Site, Terrain};

use super::TextOptions;
use super::canvas::{self, Canvas, Spot, Style};
use super::content::{self, Content};

/// Columns between things that stand side by side.
pub(super) const GAP: usize = 4;

/// A piece of text that is not broken: spans of text with their styles.
type Item = Vec<(String, Style)>;

/// The title of the game.
pub(super) fn title(scene: &Scene) -> Canvas {
    let mut canvas = Canvas::default();
    canvas.put(0, 0, &scene.title, Style { bold: true, ..Style::default() });
    canvas
}

/// The sites beside the board, with what stands on them.
pub(super) fn extras(scene: &Scene, contents: &[Content], options: TextOptions) -> Canvas {
    list(scene.extras(), contents, options)
}

/// Sites as a list in columns: `name: content`.
pub(super) fn list<'a>(sites: impl Iterator<Item = &'a Site>, contents: &[Content], options: TextOptions) -> Canvas {
    let sites: Vec<&Site> = sites.collect();
    let name_width = sites.iter().map(|site| canvas::width(&site.told)).max().unwrap_or(0);
    let item = |site: &&Site| {
        let mut item: Item = vec![plain(format!("{}:", site.told))];
        item.push(plain(" ".repeat(name_width - canvas::width(&site.told))));
        if let Some(content) = contents.get(site.id.index()) {
            let (open, close) = content.brackets.unwrap_or((" ", " "));
            let ground = content.style.ground.or(content.ground);
            let text = (content.text.clone(), Style { ground, ..content.style });
            item.extend([plain(open), text, plain(close)]);
        }
        item
    };
    let items: Vec<Item> = sites.iter().map(item).collect();
    let widths: Vec<usize> = items.iter().map(item_width).collect();
    let (mut canvas, places) = columns(items, options);
    for ((site, width), (column, line)) in sites.iter().zip(widths).zip(places) {
        let before = (name_width + 1).min(width.saturating_sub(1));
        canvas.note(site.id, Spot { column: column + before, line, columns: width - before });
    }
    canvas
}

/// Whose turn it is, hands and variables.
pub(super) fn state(scene: &Scene, options: TextOptions) -> Canvas {
    let mut canvas = Canvas::default();
    canvas.below(flow("", turn(scene), options));
    let hands = scene.hands.iter().enumerate().filter(|(_, hand)| !hand.is_empty());
    let hand = |(index, hand): (usize, &Vec<Held>)| {
        let owner = PlayerId(index as u8);
        let held: Vec<String> = hand.iter().map(|held| held_text(scene, *held)).collect();
        let name =
            scene.player(owner).map_or_else(|| plain(format!("{}", index + 1)), |known| player(scene, (owner, known)));
        vec![name, plain(format!(" {}", held.join(", ")))]
    };
    canvas.below(flow(&scene.words.word("hand"), hands.map(hand).collect(), options));
    let variable = |(name, value): &(String, String)| vec![plain(format!("{name}: {value}"))];
    canvas.below(flow("", scene.variables.iter().map(variable).collect(), options));
    let lost = scene.gone.iter().enumerate().filter(|(_, lost)| !lost.is_empty());
    canvas.below(flow(&scene.words.word("gone"), lost.map(hand).collect(), options));
    let dice = scene.dice.iter().map(|shown| vec![plain(format!("[{shown}]"))]);
    canvas.below(flow(&scene.words.word("dice"), dice.collect(), options));
    let counts = scene.counts.iter().map(|count| vec![plain(count.name.clone())]);
    canvas.below(flow(&scene.words.word("on-cells"), counts.collect(), options));
    let marks = marks(scene).into_iter().map(|mark| vec![plain(mark)]);
    canvas.below(flow(&scene.words.word("marks"), marks.collect(), options));
    canvas
}

/// What the marks of cells mean: of what is remembered, and of the cells that have one of their own.
pub(super) fn marks(scene: &Scene) -> Vec<String> {
    let noted = scene.noted.iter().enumerate().map(|(number, (name, _))| format!("{} {name}", content::note(number)));
    let (open, close) = content::MARKED;
    let named: Vec<&str> = scene.marked.iter().map(|(name, _)| name.as_str()).collect();
    let named = (!named.is_empty()).then(|| format!("{open} {close} {}", named.join(", ")));
    noted.chain(named).collect()
}

/// Whose turn it is and what may be done, or how the game ended; the round, the latest move.
fn turn(scene: &Scene) -> Vec<Item> {
    let mover = scene.mover.and_then(|mover| Some((mover, scene.player(mover)?)));
    match mover.filter(|_| scene.result.is_none()) {
        None => scene.status().into_iter().map(|line| vec![plain(line)]).collect(),
        Some(mover) => {
            let (before, behind) = scene.around_mover();
            let turn = vec![plain(before), player(scene, mover), plain(behind)];
            let others = scene.status().into_iter().skip(1).map(|line| vec![plain(line)]);
            [turn].into_iter().chain(others).collect()
        }
    }
}

/// What letters mean.
pub(super) fn key(scene: &Scene, options: TextOptions) -> Canvas {
    let glyphs = content::uses_glyphs(scene, options);
    let mut canvas = Canvas::default();
    if scene.kinds.is_empty() && scene.terrains.is_empty() {
        return canvas;
    }
    if !glyphs {
        let players = scene.players.iter().enumerate();
        let owned = scene.kinds.iter().any(|kind| !kind.neutral);
        let item = |(index, known): (usize, &Player)| {
            let (before, after) = if owned { owner_hint(scene, index, known) } else { Default::default() };
            vec![plain(before), player(scene, (PlayerId(index as u8), known)), plain(after)]
        };
        canvas.below(flow(&scene.words.word("players"), players.map(item).collect(), options));
    }
    let kinds = scene.kinds.iter().enumerate().map(|(index, kind)| kind_item(scene, index, kind, glyphs));
    canvas.below(flow(&scene.words.word("pieces"), kinds.collect(), options));
    canvas.below(flow(&scene.words.word("with"), attribute_items(scene), options));
    for (index, terrain) in scene.terrains.iter().enumerate() {
        canvas.below(terrain_key(terrain, options.colour && index == 0, options));
    }
    canvas
}

/// What stands before and behind a player's name to tell the letters of his pieces.
fn owner_hint(scene: &Scene, index: usize, player: &Player) -> (String, String) {
    match (player.mark.as_str(), index) {
        ("", 0) => scene.words.around_who("upper-case", &[]),
        ("", 1) => scene.words.around_who("lower-case", &[]),
        ("", _) => (String::new(), String::new()),
        (mark, _) => (format!("{mark} "), String::new()),
    }
}

fn kind_item(scene: &Scene, index: usize, kind: &Kind, glyphs: bool) -> Item {
    if !glyphs {
        return vec![plain(format!("{} {}", kind.letter, kind.name))];
    }
    let n_owners = if kind.neutral { 1 } else { scene.players.len() };
    let chip = |owner: usize| {
        let owner = (!kind.neutral).then_some(PlayerId(owner as u8));
        (scene.glyph(index, owner).unwrap_or_default().to_owned(), content::chip(scene, owner))
    };
    (0..n_owners).map(chip).chain([plain(format!(" {}", kind.name))]).collect()
}

fn attribute_items(scene: &Scene) -> Vec<Item> {
    let attributes = scene.pieces.iter().flat_map(|piece| &piece.attributes);
    let mut lines: Vec<String> = attributes.map(Attribute::key).collect();
    lines.sort_unstable();
    lines.dedup();
    lines.into_iter().map(|line| vec![plain(line)]).collect()
}

fn terrain_key(terrain: &Terrain, coloured: bool, options: TextOptions) -> Canvas {
    let style = |colour: crate::view::theme::Rgb| match coloured {
        true => Style { ink: Some(colour.ink()), ground: Some(colour), bold: false },
        false => Style::default(),
    };
    let item = |value: &crate::view::scene::TerrainValue| match coloured {
        true => vec![(format!(" {} ", value.name), style(value.colour))],
        false => vec![plain(format!("{} {}", value.letter, value.name))],
    };
    flow(&terrain.name, terrain.values.iter().map(item).collect(), options)
}

fn held_text(scene: &Scene, held: Held) -> String {
    let name = scene.kinds.get(held.kind).map_or("?", |kind| kind.name.as_str());
    format!("{} {name}", held.count)
}

fn player(scene: &Scene, (id, player): (PlayerId, &Player)) -> (String, Style) {
    (player.name.clone(), content::chip(scene, Some(id)))
}

fn plain(text: impl Into<String>) -> (String, Style) {
    (text.into(), Style::default())
}

fn item_width(item: &Item) -> usize {
    item.iter().map(|(text, _)| canvas::width(text)).sum()
}

fn put_item(canvas: &mut Canvas, mut column: usize, line: usize, item: &Item) {
    for (text, style) in item {
        canvas.put(column, line, text, *style);
        column += canvas::width(text);
    }
}

/// Items one after the other after a label, on as many lines as they need; nothing without items.
fn flow(label: &str, items: Vec<Item>, options: TextOptions) -> Canvas {
    let mut canvas = Canvas::default();
    if items.is_empty() {
        return canvas;
    }
    let label = if label.is_empty() { String::new() } else { format!("{label}: ") };
    let indent = canvas::width(&label);
    canvas.put(0, 0, &label, Style::default());
    let (mut column, mut line) = (indent, 0);
    for item in &items {
        if column > indent && column + item_width(item) > options.columns() {
            (column, line) = (indent, line + 1);
        }
        put_item(&mut canvas, column, line, item);
        column += item_width(item) + 3;
    }
    canvas
}

/// Items in columns of equal width, row by row, and where each begins.
fn columns(items: Vec<Item>, options: TextOptions) -> (Canvas, Vec<(usize, usize)>) {
    let mut canvas = Canvas::default();
    let mut places = Vec::with_capacity(items.len());
    let pitch = items.iter().map(item_width).max().unwrap_or(0) + 2;
    let room = ((options.columns() + 2) / pitch).max(1);
    let per_row = items.len().div_ceil(items.len().div_ceil(room).max(1)).max(1);
    for (index, item) in items.iter().enumerate() {
        let (column, line) = (index % per_row * pitch, index / per_row);
        put_item(&mut canvas, column, line, item);
        places.push((column, line));
    }
    (canvas, places)
}
