//! Words for drawings: `text board` and `text show`.

use crate::diagnostic::{Code, Diagnostic, nearest::nearest};
use crate::syntax::ast::{Name, TextEntry};

use super::super::board::CellId;
use super::super::look::{Bodies, CellsLook, Parity, ShownLook};
use super::super::model::Holder;
use super::super::types::{Domain, Type};
use super::Checker;

/// What `text board` may say.
const KEYS: [&str; 11] =
    ["cells", "pieces", "signs", "aslant", "crossed", "river", "blocks", "stores", "marked", "hexes", "narrow"];

impl Checker<'_> {
    /// The words of a `text` block stand in quotes, unless the block is one about drawings.
    pub(super) fn quoted(&mut self, language: &str, entry: &TextEntry) {
        if let Some(word) = entry.bare.first() {
            let message = format!("a word of `text {language}` without quotes");
            let help = format!("`\"{}\"`; only `text board` and `text show` have words without quotes", word.value);
            self.report(Diagnostic::new(Code::Drawing, message, word.span, "here").help(help));
        }
    }

    /// How variables are shown of which the file says nothing.
    pub(super) fn look_of_variables(&mut self) {
        for variable in &self.variables {
            let way = match (variable.holder, variable.ty) {
                _ if !variable.compared => ShownLook::Hidden,
                (Holder::Each(Domain::Cell), _) => ShownLook::OnCells,
                (Holder::Piece, Type::One(Domain::Direction)) => ShownLook::Turned,
                _ => ShownLook::Beside,
            };
            self.look.shown.insert(variable.name.clone(), way);
        }
        self.look.variables = self.variables.iter().map(|variable| variable.name.clone()).collect();
        self.look.moves = self.moves.iter().map(|known| known.name.clone()).collect();
    }

    /// An entry of `text board`.
    pub(super) fn drawn_board(&mut self, entry: &TextEntry) {
        let (key, words) = (&entry.key, entry.words.as_slice());
        let Some(first) = words.first() else { return };
        match key.value.as_str() {
            "cells" => self.look.board.cells = self.chosen(&CellsLook::WORDS, words),
            "pieces" => self.look.board.pieces = self.chosen(&Bodies::WORDS, words),
            "signs" => {
                let letters = self.chosen(&[("glyphs", false), ("letters", true)], words);
                self.look.board.letters = letters.unwrap_or_default();
            }
            "hexes" => {
                let flat = self.chosen(&[("upright", false), ("flat", true)], words);
                self.look.board.flat = flat.unwrap_or_default();
            }
            "narrow" => self.look.board.narrow = self.chosen(&Parity::WORDS, words),
            "aslant" => self.look.board.aslant = self.cells_of(words),
            "stores" => self.look.board.stores = self.cells_of(words),
            "marked" => self.look.board.marked = Some(self.marked_of(words)),
            "crossed" => self.crossed(key, words),
            "river" => {
                let rows: Vec<u16> = words.iter().filter_map(|word| self.small(word)).collect();
                match rows.as_slice() {
                    &[low, high] => self.look.board.river = Some((low.min(high), low.max(high))),
                    _ => self.misdrawn("a river lies between two rows", key, "`river: 5 6`"),
                }
            }
            "blocks" => self.look.board.blocks = self.small(first).filter(|&size| size > 0),
            _ => self.side(key, words),
        }
    }

    /// An entry of `text show`.
    pub(super) fn drawn_variable(&mut self, entry: &TextEntry) {
        let key = &entry.key;
        if !self.variables.iter().any(|variable| variable.name == key.value) {
            let names = self.variables.iter().map(|variable| variable.name.clone()).collect();
            self.stray_text(key, names);
            return;
        }
        if let Some(shown) = self.chosen(&ShownLook::WORDS, &entry.words) {
            self.look.shown.insert(key.value.clone(), shown);
        }
    }

    /// The cells at whose outer sides the colour of a player stands.
    fn side(&mut self, key: &Name, words: &[Name]) {
        let cells = self.cells_of(words);
        match self.players.iter().position(|player| player.name == key.value) {
            Some(player) => self.look.board.sides.push((player, cells)),
            None if self.all_player_names().contains(&key.value) => {}
            None => {
                let known = KEYS.iter().map(|&word| word.to_owned()).chain(self.all_player_names()).collect();
                self.stray_text(key, known);
            }
        }
    }

    fn crossed(&mut self, key: &Name, words: &[Name]) {
        let cells = self.cells_of(words);
        match cells.chunks_exact(2) {
            pairs if pairs.remainder().is_empty() => {
                self.look.board.crossed = pairs.map(|pair| (pair[0], pair[1])).collect();
            }
            _ => self.misdrawn("a corner without the one across", key, "`crossed: d1 f3`"),
        }
    }

    /// What the words mean together.
    fn chosen<T: Copy>(&mut self, known: &[(&str, T)], words: &[Name]) -> Option<T> {
        let said: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
        let said = said.join(" ");
        if let Some((_, found)) = known.iter().find(|(word, _)| *word == said) {
            return Some(*found);
        }
        let first = words.first()?;
        let near = nearest(&said, known.iter().map(|(word, _)| *word));
        let all: Vec<String> = known.iter().map(|(word, _)| format!("`{word}`")).collect();
        let help = near.map_or_else(|| format!("one of {}", all.join(", ")), |near| format!("did you mean `{near}`?"));
        let span = words.last().map_or(first.span, |last| first.span.to(last.span));
        let message = format!("nothing is drawn as `{said}`");
        self.report(Diagnostic::new(Code::Drawing, message, span, "not known").help(help));
        None
    }

    /// Cells by their names, or sets of cells that the board has.
    pub(super) fn cells_of(&mut self, words: &[Name]) -> Vec<CellId> {
        let mut cells = Vec::new();
        for word in words {
            match (self.board.cell(&word.value), self.board.named_sets.get(&word.value)) {
                (Some(cell), _) => cells.push(cell),
                (None, Some(set)) => cells.extend(set.iter().copied()),
                (None, None) => {
                    let message = format!("the board has no cell `{}`", word.value);
                    let help = "cells by their names, or sets such as `corners`, `dark` and `north-side`";
                    self.report(Diagnostic::new(Code::Drawing, message, word.span, "not known").help(help));
                }
            }
        }
        cells
    }

    fn small(&mut self, word: &Name) -> Option<u16> {
        let number = word.value.parse().ok().filter(|number| *number <= 1000);
        if number.is_none() {
            self.misdrawn("a number is missing", word, "a whole number up to 1000");
        }
        number
    }

    pub(super) fn misdrawn(&mut self, message: &str, at: &Name, help: &str) {
        self.report(Diagnostic::new(Code::Drawing, message, at.span, "here").help(help));
    }
}
