//! Draws the screen.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use crate::phrases::breaks::words;
use crate::source::unseen;
use crate::view::text::{self, Sheet, Spot};
use crate::view::theme::Rgb;

use super::super::panel::Panel;
use super::shown::{Seated, Shown};
use super::sixteen;
use super::state::{Menu, Page, Ui};

/// From so many columns on the board has a panel beside it.
const WIDE: u16 = 60;
/// The columns of the panel.
const PANEL: u16 = 26;
/// The columns that it has at least where the board needs the others.
const NARROW_PANEL: u16 = 22;
/// The lines that the list of moves has at least, with what stands above it.
const MOVES: usize = 6;
/// The most lines of messages.
const MESSAGES: u16 = 5;

/// How many colours there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// None.
    #[default]
    None,
    /// The sixteen of every terminal.
    Sixteen,
    /// Some hundreds.
    Many,
}

impl Depth {
    fn colour(self, rgb: Rgb, known: &[(Rgb, Color)]) -> Option<Color> {
        match self {
            Depth::None => None,
            Depth::Many => Some(Color::Indexed(rgb.ansi())),
            Depth::Sixteen => Some(sixteen::of(rgb, known)),
        }
    }
}

/// Draws all.
pub fn draw(frame: &mut Frame<'_>, shown: &Shown, ui: &mut Ui, depth: Depth) {
    let area = frame.area();
    if area.is_empty() {
        return;
    }
    let below = bottom_lines(area, shown, ui);
    let (upper, lower) = split_below(area, below);
    let wide = upper.width >= WIDE;
    let (left, panel) = match wide {
        true => split_right(upper, panel_columns(shown, upper.width)),
        false => {
            let lines = u16::try_from(narrow_panel(shown, upper.width).len()).unwrap_or(u16::MAX);
            split_below(upper, lines.min(upper.height / 3))
        }
    };
    draw_board(frame.buffer_mut(), left, shown, ui, depth);
    match wide {
        true => draw_panel(frame.buffer_mut(), panel, shown, ui),
        false => lines_at(frame.buffer_mut(), panel, &narrow_panel(shown, panel.width), Style::default()),
    }
    draw_bottom(frame, lower, shown, ui);
    if let Some(menu) = &ui.menu {
        draw_menu(frame.buffer_mut(), area, menu, &shown.words.word("screen-choose"));
    }
    if let Some(page) = &ui.page {
        draw_page(frame.buffer_mut(), upper, page, &shown.words.word("screen-close"));
    }
}

/// How many of so many columns the panel has: fewer than usual where the board is seen whole by that.
fn panel_columns(shown: &Shown, width: u16) -> u16 {
    let usual = PANEL.max(width / 4);
    let room = usize::from(width - usual.min(width));
    let sheet = text::sheet(&shown.scene, text::TextOptions { width: Some(room.max(1)), ..shown.options });
    let lacking = columns(&sheet).saturating_sub(room);
    let narrow = u16::try_from(lacking).ok().and_then(|lacking| usual.checked_sub(lacking));
    narrow.filter(|narrow| *narrow >= NARROW_PANEL).unwrap_or(usual)
}

/// How many columns a board has.
fn columns(sheet: &Sheet) -> usize {
    sheet.lines.iter().map(Vec::len).max().unwrap_or(0)
}

/// How many lines the messages and the input need.
fn bottom_lines(area: Rect, shown: &Shown, ui: &Ui) -> u16 {
    let width = usize::from(area.width.max(1));
    let lines: usize = said(shown, ui).iter().map(|line| wrapped(line, width).len().max(1)).sum();
    let messages = u16::try_from(lines).unwrap_or(MESSAGES).clamp(1, MESSAGES);
    (messages + 1).min(area.height.saturating_sub(1)).max(u16::from(area.height > 0))
}

/// What stands above the line that is typed: a question, what was told last, how the match ended, or the keys.
fn said(shown: &Shown, ui: &Ui) -> Vec<String> {
    if ui.quits {
        return vec![shown.words.word("screen-quit")];
    }
    match &shown.over {
        _ if !ui.messages.is_empty() => ui.messages.clone(),
        Some(over) => vec![over.clone()],
        None => vec![shown.words.word("screen-keys")],
    }
}

fn split_below(area: Rect, lines: u16) -> (Rect, Rect) {
    let lines = lines.min(area.height);
    let upper = Rect { height: area.height - lines, ..area };
    (upper, Rect { y: area.y + upper.height, height: lines, ..area })
}

fn split_right(area: Rect, columns: u16) -> (Rect, Rect) {
    let columns = columns.min(area.width);
    let left = Rect { width: area.width - columns, ..area };
    (left, Rect { x: area.x + left.width, width: columns, ..area })
}

/// Writes a line, cut where the area ends; how many columns it took.
fn line_at(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) {
    if row < area.height && area.width > 0 {
        buffer.set_stringn(area.x, area.y + row, text, usize::from(area.width), style);
    }
}

fn lines_at(buffer: &mut Buffer, area: Rect, lines: &[String], style: Style) {
    for (row, line) in lines.iter().enumerate().take(usize::from(area.height)) {
        line_at(buffer, area, row as u16, line, style);
    }
}

fn draw_board(buffer: &mut Buffer, area: Rect, shown: &Shown, ui: &mut Ui, depth: Depth) {
    let mut scene = shown.scene.clone();
    scene.marks.targets = ui.targets(shown);
    let options = text::TextOptions { width: Some(usize::from(area.width.max(1))), ..shown.options };
    let sheet = text::sheet(&scene, options);
    let size = (columns(&sheet), sheet.lines.len());
    let cursor = ui.cursor.and_then(|cell| sheet.spots.get(&cell)).copied();
    let corner = ui.corner.unwrap_or_else(|| following(area, size, cursor, ui.places.corner));
    // Where there is room, the board stands in the middle.
    let middle = |room: u16, needed: usize| (room.saturating_sub(u16::try_from(needed).unwrap_or(u16::MAX))) / 2;
    let (across, down) = (middle(area.width, size.0), middle(area.height, size.1));
    let board = Rect { x: area.x + across, y: area.y + down, width: area.width - across, height: area.height - down };
    let known = if depth == Depth::Sixteen { sixteen::told_apart(&scene) } else { Vec::new() };
    put_sheet(buffer, board, (&sheet, corner), (depth, &known));
    for cell in &ui.picked {
        if let Some(spot) = sheet.spots.get(cell) {
            mark(buffer, board, corner, *spot, Modifier::BOLD | Modifier::UNDERLINED);
        }
    }
    if let Some(spot) = cursor {
        mark(buffer, board, corner, spot, Modifier::REVERSED);
    }
    draw_edges(buffer, board, size, corner);
    ui.places = super::state::Places { board, corner, spots: sheet.spots, size };
}

/// The corner of the board with which the mark can be seen, as near to the last one as can be.
fn following(area: Rect, size: (usize, usize), cursor: Option<Spot>, last: (usize, usize)) -> (usize, usize) {
    let along = |room: u16, size: usize, last: usize, from: usize, to: usize| {
        let room = usize::from(room);
        let most = size.saturating_sub(room);
        let needed = to.saturating_sub(room);
        last.clamp(needed.min(from), from.max(needed.min(from))).min(most)
    };
    match cursor {
        None => (
            last.0.min(size.0.saturating_sub(area.width.into())),
            last.1.min(size.1.saturating_sub(area.height.into())),
        ),
        Some(spot) => (
            along(area.width, size.0, last.0, spot.column, spot.column + spot.columns),
            along(area.height, size.1, last.1, spot.line, spot.line + 1),
        ),
    }
}

fn put_sheet(
    buffer: &mut Buffer,
    area: Rect,
    (sheet, corner): (&Sheet, (usize, usize)),
    (depth, known): (Depth, &[(Rgb, Color)]),
) {
    let rows = sheet.lines.iter().skip(corner.1).take(usize::from(area.height));
    for (row, slots) in (area.y..).zip(rows) {
        for (column, slot) in (area.x..area.right()).zip(slots.iter().skip(corner.0)) {
            let Some(cell) = buffer.cell_mut(Position::new(column, row)) else { continue };
            let mut style = Style::default();
            (style.fg, style.bg) = (
                slot.style.ink.and_then(|ink| depth.colour(ink, known)),
                slot.style.ground.and_then(|ground| depth.colour(ground, known)),
            );
            if slot.style.bold {
                style = style.add_modifier(Modifier::BOLD);
            }
            // The second half of a wide sign is part of the first.
            cell.set_symbol(if slot.text.is_empty() { " " } else { &slot.text }).set_style(style);
        }
    }
}

fn mark(buffer: &mut Buffer, area: Rect, corner: (usize, usize), spot: Spot, how: Modifier) {
    let (Some(line), right) = (spot.line.checked_sub(corner.1), spot.column + spot.columns) else { return };
    for column in spot.column.max(corner.0)..right {
        let at = (column - corner.0, line);
        if at.0 < usize::from(area.width) && at.1 < usize::from(area.height) {
            let place = Position::new(area.x + at.0 as u16, area.y + at.1 as u16);
            if let Some(cell) = buffer.cell_mut(place) {
                cell.modifier.insert(how);
            }
        }
    }
}

/// Says at the edges that the board goes on there.
fn draw_edges(buffer: &mut Buffer, area: Rect, size: (usize, usize), corner: (usize, usize)) {
    if area.is_empty() {
        return;
    }
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    let more = [
        (corner.0 > 0, area.x, area.y + area.height / 2, "<"),
        (corner.0 + usize::from(area.width) < size.0, right, area.y + area.height / 2, ">"),
        (corner.1 > 0, area.x + area.width / 2, area.y, "^"),
        (corner.1 + usize::from(area.height) < size.1, area.x + area.width / 2, bottom, "v"),
    ];
    for (_, column, row, sign) in more.into_iter().filter(|(goes_on, ..)| *goes_on) {
        if let Some(cell) = buffer.cell_mut(Position::new(column, row)) {
            cell.set_symbol(sign).modifier.insert(Modifier::REVERSED);
        }
    }
}

fn seated_line(player: &Seated) -> String {
    let sign = if player.decides { ">" } else { " " };
    let left = player.left.as_ref().map_or(String::new(), |left| format!(" {left}"));
    format!("{sign}{}{left}", player.name)
}

/// What stands below the board where there is little room, in lines of so many columns; what matters most comes first.
fn narrow_panel(shown: &Shown, width: u16) -> Vec<String> {
    let players: Vec<String> = shown.players.iter().map(seated_line).collect();
    let mut lines = vec![players.join(" ")];
    let held = shown.players.iter().filter(|player| !player.hand.is_empty());
    let pair = |a: &str, b: &str| shown.words.say("pair", &[("a", &a), ("b", &b)]);
    lines.extend(held.map(|player| format!(" {}", pair(&player.name, &player.hand))));
    let last: Vec<&str> = shown.moves.iter().rev().take(6).rev().map(String::as_str).collect();
    lines.extend((!last.is_empty()).then(|| format!("{} {}", shown.moves.len() + 1 - last.len(), last.join(" "))));
    lines.extend(shown.panel.remark.clone());
    lines.extend((!shown.panel.values.is_empty()).then(|| shown.panel.values.join("  ")));
    lines.iter().flat_map(|line| folded(line, usize::from(width))).collect()
}

fn draw_panel(buffer: &mut Buffer, area: Rect, shown: &Shown, ui: &Ui) {
    let area = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
    let width = usize::from(area.width);
    let mut lines: Vec<(String, Modifier)> = Vec::new();
    let mut told = |line: &str, how: Modifier| lines.extend(folded(line, width).into_iter().map(|line| (line, how)));
    told(&shown.scene.title, Modifier::BOLD);
    for player in &shown.players {
        let how = if player.decides { Modifier::BOLD } else { Modifier::empty() };
        told(&format!("{} ({})", seated_line(player), player.seat), how);
        if !player.hand.is_empty() {
            told(&format!("   {}", player.hand), Modifier::empty());
        }
    }
    shown.panel.turn.iter().for_each(|turn| told(turn, Modifier::empty()));
    let Panel { values, notes, remark, .. } = &shown.panel;
    let told = remark.iter().chain(values).chain(notes).flat_map(|line| wrapped(line, width));
    let mut told: Vec<String> = told.collect();
    // The moves are seen whatever is remembered.
    let room = usize::from(area.height).saturating_sub(lines.len() + MOVES);
    if told.len() > room {
        told.truncate(room.saturating_sub(1));
        told.push(if shown.options.unicode { "…" } else { "..." }.to_owned());
    }
    lines.extend(told.into_iter().map(|line| (line, Modifier::empty())));
    let key = shown.panel.key.iter().flat_map(|line| wrapped(line, width)).map(|line| (line, Modifier::DIM));
    let key: Vec<(String, Modifier)> = key.collect();
    if lines.len() + key.len() + MOVES < usize::from(area.height) {
        lines.push((String::new(), Modifier::empty()));
        lines.extend(key);
    }
    lines.push((String::new(), Modifier::empty()));
    lines.push((shown.words.word("screen-moves"), Modifier::UNDERLINED));
    for (row, (line, how)) in lines.iter().enumerate().take(usize::from(area.height)) {
        line_at(buffer, area, row as u16, line, Style::default().add_modifier(*how));
    }
    let (_, rest) = split_below(area, area.height.saturating_sub(lines.len() as u16));
    draw_moves(buffer, rest, shown, ui);
}

/// The end of the list of moves, or what was scrolled to.
fn draw_moves(buffer: &mut Buffer, area: Rect, shown: &Shown, ui: &Ui) {
    let room = usize::from(area.height);
    let below = ui.moves_below.min(shown.moves.len().saturating_sub(room));
    let end = shown.moves.len() - below;
    let start = end.saturating_sub(room);
    for (row, (number, made)) in (0..).zip((1..).zip(&shown.moves).take(end).skip(start)) {
        let how = if number == shown.moves.len() { Modifier::BOLD } else { Modifier::empty() };
        let line = shortened(&format!("{number:>3} {made}"), usize::from(area.width), shown.options.unicode);
        line_at(buffer, area, row, &line, Style::default().add_modifier(how));
    }
}

/// A line as it stands if it fits, else its beginning with a sign that it goes on.
fn shortened(line: &str, width: usize, unicode: bool) -> String {
    if text::width(line) <= width {
        return line.to_owned();
    }
    let mut begin = String::new();
    for sign in line.chars() {
        if text::width(&begin) + text::width(sign.encode_utf8(&mut [0; 4])) >= width {
            break;
        }
        begin.push(sign);
    }
    begin + if unicode { "…" } else { "~" }
}

/// A line in parts that are not wider than this; a word that is, is broken.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let words = words(line).into_iter().flat_map(|word| broken(word, width));
    let text = super::super::super::screen::wrapped(words, width);
    text.lines().map(str::to_owned).collect()
}

/// A word in parts that fit.
fn broken(word: &str, width: usize) -> Vec<&str> {
    let (mut parts, mut begin, mut columns) = (Vec::new(), 0, 0);
    for (at, sign) in word.char_indices() {
        let wide = text::width(sign.encode_utf8(&mut [0; 4]));
        if columns + wide > width && at > begin {
            parts.extend(word.get(begin..at));
            (begin, columns) = (at, 0);
        }
        columns += wide;
    }
    parts.extend(word.get(begin..));
    parts
}

fn draw_bottom(frame: &mut Frame<'_>, area: Rect, shown: &Shown, ui: &Ui) {
    let (upper, input) = split_below(area, 1);
    let how =
        if ui.messages.is_empty() && shown.over.is_none() && !ui.quits { Modifier::DIM } else { Modifier::empty() };
    let said: Vec<String> = said(shown, ui).iter().flat_map(|line| wrapped(line, usize::from(upper.width))).collect();
    lines_at(frame.buffer_mut(), upper, &said, Style::default().add_modifier(how));
    let typed = format!("{}> {}", shown.prompt, unseen::shown(&ui.input));
    // What is typed last can be seen.
    let hidden = text::width(&typed).saturating_sub(usize::from(input.width.saturating_sub(1)));
    let visible: String = typed.chars().skip(hidden).collect();
    line_at(frame.buffer_mut(), input, 0, &visible, Style::default().add_modifier(Modifier::BOLD));
    let column = input.x + u16::try_from(text::width(&visible)).unwrap_or(0);
    if input.height > 0 && column < input.right() && ui.menu.is_none() && ui.page.is_none() {
        frame.set_cursor_position(Position::new(column, input.y));
    }
}

/// A part of the screen for something over all else, emptied.
fn over(buffer: &mut Buffer, area: Rect, columns: usize, lines: usize) -> Rect {
    let width = u16::try_from(columns).unwrap_or(u16::MAX).min(area.width);
    let height = u16::try_from(lines).unwrap_or(u16::MAX).min(area.height);
    let part = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    for row in part.top()..part.bottom() {
        for column in part.left()..part.right() {
            if let Some(cell) = buffer.cell_mut(Position::new(column, row)) {
                cell.reset();
            }
        }
    }
    part
}

fn draw_menu(buffer: &mut Buffer, area: Rect, menu: &Menu, title: &str) {
    let widest = menu.items.iter().map(|(_, text)| text::width(text)).max().unwrap_or(0).max(text::width(title));
    let part = over(buffer, area, widest + 4, menu.items.len() + 1);
    line_at(buffer, part, 0, &format!(" {title}"), Style::default().add_modifier(Modifier::BOLD | Modifier::REVERSED));
    let room = usize::from(part.height.saturating_sub(1)).max(1);
    let start = (menu.at + 1).saturating_sub(room);
    for (row, (index, (_, text))) in (1..).zip(menu.items.iter().enumerate().skip(start).take(room)) {
        let here = index == menu.at;
        let how = if here { Modifier::REVERSED } else { Modifier::empty() };
        let sign = if here { ">" } else { " " };
        line_at(buffer, part, row, &format!("{sign} {text} "), Style::default().add_modifier(how));
    }
}

fn draw_page(buffer: &mut Buffer, area: Rect, page: &Page, foot: &str) {
    let width = usize::from(area.width);
    let lines: Vec<String> = page.lines.iter().skip(page.top).flat_map(|line| stacked(line, width)).collect();
    let part = over(buffer, area, width, lines.len() + 1);
    let (text, last) = split_below(part, 1);
    lines_at(buffer, text, &lines, Style::default());
    line_at(buffer, last, 0, foot, Style::default().add_modifier(Modifier::REVERSED));
}

/// A line as it stands if it fits, else in parts.
fn folded(line: &str, width: usize) -> Vec<String> {
    if text::width(line) <= width { vec![line.to_owned()] } else { wrapped(line, width) }
}

/// The same for a line of a page: what stands in columns, with two blanks between, comes one below the other.
fn stacked(line: &str, width: usize) -> Vec<String> {
    if text::width(line) <= width {
        return vec![line.to_owned()];
    }
    let columns = line.split("  ").map(str::trim).filter(|column| !column.is_empty());
    columns.flat_map(|column| wrapped(column, width)).collect()
}
