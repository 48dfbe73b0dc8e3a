//! A sheet of styled characters, each in its column whatever its width.

use std::collections::BTreeMap;

use crate::rules::board::CellId;
use crate::source::unseen::is_unseen;
use crate::view::theme::Rgb;

/// The most columns and lines that a sheet has; what lies beyond is not drawn.
pub(super) const LIMIT: usize = 2000;

/// How a character looks where colours are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The colour of the character.
    pub ink: Option<Rgb>,
    /// The colour behind it.
    pub ground: Option<Rgb>,
    /// Whether it is bold.
    pub bold: bool,
}

/// One column of a line. An empty text is the second half of a wide character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The character, with what is combined with it.
    pub text: String,
    /// How it looks.
    pub style: Style,
}

/// Where the text of a cell stands on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its first column, counted from zero.
    pub column: usize,
    /// Its line, counted from zero.
    pub line: usize,
    /// How many columns it has.
    pub columns: usize,
}

/// A text picture, column by column, and where its cells stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The lines; nothing stands to the right of the end of a line.
    pub lines: Vec<Vec<Slot>>,
    /// The cells that can be seen.
    pub spots: BTreeMap<CellId, Spot>,
}

/// A sheet that grows as it is written on.
#[derive(Clone, Debug, Default)]
pub(super) struct Canvas {
    lines: Vec<Vec<Slot>>,
    spots: BTreeMap<CellId, Spot>,
}

impl Canvas {
    /// Writes a text from a place on, to the right. Characters that steer a terminal are dropped.
    pub fn put(&mut self, column: usize, line: usize, text: &str, style: Style) {
        let mut at = column;
        for character in text.chars().filter(|character| !is_unseen(*character)) {
            match char_width(character) {
                0 => self.combine(at, line, character),
                columns => {
                    self.set(at, line, character.to_string(), style);
                    (1..columns).for_each(|more| self.set(at + more, line, String::new(), style));
                    at += columns;
                }
            }
        }
    }

    /// Colours the ground of some columns; what is written there stays.
    pub fn fill(&mut self, column: usize, line: usize, columns: usize, ground: Rgb) {
        for at in column..column + columns {
            if let Some(slot) = self.slot(at, line) {
                slot.style.ground = Some(ground);
            }
        }
    }

    /// Notes where the text of a cell stands; where it was noted first counts.
    pub fn note(&mut self, cell: CellId, spot: Spot) {
        self.spots.entry(cell).or_insert(spot);
    }

    /// The sheet column by column.
    pub fn into_sheet(self) -> Sheet {
        Sheet { lines: self.lines, spots: self.spots }
    }

    /// How many columns the longest line has.
    pub fn width(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// How many lines there are.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// Puts another sheet to the right of this one, with a gap; their last lines stand level.
    pub fn beside(&mut self, other: &Canvas, gap: usize) {
        let left = self.width() + gap;
        for (line, slots) in other.lines.iter().enumerate() {
            for (column, slot) in slots.iter().enumerate() {
                self.set(left + column, line, slot.text.clone(), slot.style);
            }
        }
    }

    /// Puts another sheet below this one.
    pub fn below(&mut self, other: Canvas) {
        let above = self.height();
        for (cell, spot) in other.spots {
            self.note(cell, Spot { line: spot.line + above, ..spot });
        }
        self.lines.extend(other.lines);
    }

    /// Puts another sheet below this one, with an empty line between them if both have any.
    pub fn paragraph(&mut self, other: Canvas) {
        if self.height() > 0 && other.height() > 0 {
            self.lines.push(Vec::new());
        }
        self.below(other);
    }

    /// The sheet as text, without spaces at the ends of lines.
    pub fn render(&self, colour: bool) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let blank = |slot: &&Slot| slot.text == " " && (!colour || slot.style.ground.is_none());
            let end = line.len() - line.iter().rev().take_while(blank).count();
            let mut style = Style::default();
            for slot in line.iter().take(end) {
                if colour && slot.style != style {
                    style = slot.style;
                    text.push_str(&escape(style));
                }
                text.push_str(&slot.text);
            }
            if style != Style::default() {
                text.push_str(RESET);
            }
            text.push('\n');
        }
        text
    }

    fn set(&mut self, column: usize, line: usize, text: String, style: Style) {
        if let Some(slot) = self.slot(column, line) {
            let ground = style.ground.or(slot.style.ground);
            *slot = Slot { text, style: Style { ground, ..style } };
        }
    }

    fn combine(&mut self, column: usize, line: usize, character: char) {
        if let Some(slot) = column.checked_sub(1).and_then(|before| self.slot(before, line)) {
            slot.text.push(character);
        }
    }

    fn slot(&mut self, column: usize, line: usize) -> Option<&mut Slot> {
        if column >= LIMIT || line >= LIMIT {
            return None;
        }
        if self.lines.len() <= line {
            self.lines.resize_with(line + 1, Vec::new);
        }
        let slots = self.lines.get_mut(line)?;
        if slots.len() <= column {
            slots.resize_with(column + 1, || Slot { text: " ".to_owned(), style: Style::default() });
        }
        slots.get_mut(column)
    }
}

const RESET: &str = "\x1b[0m";

fn escape(style: Style) -> String {
    let mut escape = RESET.to_owned();
    if style.bold {
        escape.push_str("\x1b[1m");
    }
    if let Some(ink) = style.ink {
        escape.push_str(&format!("\x1b[38;5;{}m", ink.ansi()));
    }
    if let Some(ground) = style.ground {
        escape.push_str(&format!("\x1b[48;5;{}m", ground.ansi()));
    }
    escape
}

/// How many columns a text takes on a terminal.
pub(super) fn width(text: &str) -> usize {
    text.chars().filter(|character| !is_unseen(*character)).map(char_width).sum()
}

/// Columns of a character. Source: the wide and zero-width blocks of Unicode Standard Annex 11, coarsely.
fn char_width(character: char) -> usize {
    match u32::from(character) {
        0x300..=0x36f | 0x200b..=0x200f | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0xfe20..=0xfe2f => 0,
        0x1100..=0x115f | 0x2e80..=0x303e | 0x3041..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff => 2,
        0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1f64f | 0x1f680..=0x1faff => 2,
        0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        let mut canvas = Canvas::default();
        canvas.put(0, 0, "將é\u{301}x", Style::default());
        canvas.put(4, 0, "|", Style::default());
        assert_eq!(canvas.render(false), "將é\u{301}x|\n");
        assert_eq!(width("將é\u{301}x"), 4);
    }

    #[test]
    fn no_escape_reaches_a_terminal_from_a_file() {
        let mut canvas = Canvas::default();
        canvas.put(0, 0, "a\x1b[31mb\r\n", Style::default());
        assert!(!canvas.render(true).contains('\x1b'), "control characters are dropped");
    }

    #[test]
    fn colours_end_with_the_line() {
        let mut canvas = Canvas::default();
        canvas.put(1, 0, "P", Style { bold: true, ..Style::default() });
        assert_eq!(canvas.render(true), " \x1b[0m\x1b[1mP\x1b[0m\n");
        assert_eq!(canvas.render(false), " P\n");
    }
}
