//! What a position remembers: as numbers on cells, as dice, as marks, or in words beside the board.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{Snapshot, Source};
use crate::phrases::Phrases;
use crate::rules::board::{Board, CellId};
use crate::rules::look::{Bodies, CellsLook, KindLook, Look, PlayerLook, ShownLook, ValueLook};
use crate::view::theme::{self, Rgb};

use super::say;

/// The most dice that are shown of one number.
const DICE: usize = 12;

/// A variable of cells that is shown on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Its name.
    pub name: String,
    /// The value on each site, by number; none where there is nothing to show.
    pub values: Vec<Option<String>>,
}

/// What is told of a position beside its pieces.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// Variables in words.
    pub variables: Vec<(String, String)>,
    /// Variables on cells.
    pub counts: Vec<Count>,
    /// Cells that variables name.
    pub noted: Vec<(String, BTreeSet<CellId>)>,
    /// Dice.
    pub dice: Vec<u32>,
    /// Moves that may be chosen.
    pub due: Vec<String>,
}

impl Told {
    /// What a snapshot tells.
    pub fn new(board: &Board, look: &Look, snapshot: &Snapshot, language: &str) -> Told {
        let mut told = Told::default();
        let unknown = Source { variable: usize::MAX, ..Source::default() };
        let sources = snapshot.sources.iter().chain(std::iter::repeat(&unknown));
        for (variable, source) in snapshot.variables.iter().zip(sources) {
            let on_cells = snapshot.by_cell.iter().any(|(number, _)| *number == source.variable);
            told.add(look, variable, (source, on_cells), language);
        }
        for (variable, values) in &snapshot.by_cell {
            if way_of(look, *variable) == ShownLook::OnCells {
                let word = |value: &String| {
                    Some(value).filter(|value| !is_nothing(value)).map(|value| valued(look, language, value))
                };
                let values = values.iter().take(board.n_cells()).map(word).collect();
                told.counts.push(Count { name: say(look, language, name_of(look, *variable)), values });
            }
        }
        if look.moves.len() > 1 {
            let names = snapshot.due.iter().filter_map(|&number| look.moves.get(number));
            told.due = names.map(|name| say(look, language, name)).collect();
        }
        told
    }

    fn add(
        &mut self,
        look: &Look,
        (name, value): &(String, String),
        (source, on_cells): (&Source, bool),
        language: &str,
    ) {
        let in_words = || (named(look, language, name), valued(look, language, value));
        match way_of(look, source.variable) {
            ShownLook::Hidden => {}
            ShownLook::OnCells if on_cells => {}
            ShownLook::OnCells if !source.cells.is_empty() => {
                self.noted.push((in_words().0, source.cells.iter().copied().collect()));
            }
            ShownLook::OnCells | ShownLook::Beside if is_nothing(value) => {}
            ShownLook::Dice if self.add_dice(name, value) => {}
            _ => self.variables.push(in_words()),
        }
    }

    /// Adds so many dice that show the number that `name` ends in; whether it could.
    fn add_dice(&mut self, name: &str, value: &str) -> bool {
        let shown = name.rsplit(' ').next().and_then(|last| last.parse::<u32>().ok());
        let (Some(shown), Ok(count)) = (shown, value.parse::<usize>()) else { return false };
        self.dice.extend(std::iter::repeat_n(shown, count.min(DICE)));
        true
    }
}

/// Whether a value says that there is nothing, or that something is not so: nobody misses that.
pub(super) fn is_nothing(value: &str) -> bool {
    matches!(value, "no" | "none")
}

fn name_of(look: &Look, variable: usize) -> &str {
    look.variables.get(variable).map_or("", String::as_str)
}

fn way_of(look: &Look, variable: usize) -> ShownLook {
    look.shown.get(name_of(look, variable)).copied().unwrap_or(ShownLook::Beside)
}

/// A text in a language: whole, or with the parts around ` of ` each.
fn named(look: &Look, language: &str, text: &str) -> String {
    match text.split_once(" of ") {
        Some((name, owner)) if say(look, language, text) == text => {
            let (name, owner) = (say(look, language, name), say(look, language, owner));
            Phrases::of(language).say("of", &[("a", &name), ("b", &owner)])
        }
        _ => say(look, language, text),
    }
}

/// A value in a language. What the file has no word for may be one of the values that the language of rules has of itself.
pub(super) fn valued(look: &Look, language: &str, value: &str) -> String {
    let said = named(look, language, value);
    let own = if said == value { Phrases::of(language).own_value(value) } else { None };
    own.unwrap_or(said)
}

/// The cells with a mark of their own that are called something.
pub(super) fn marked(look: &Look, language: &str) -> Vec<(String, BTreeSet<CellId>)> {
    let named = look.board.marked.iter().flatten().filter_map(|marked| Some((marked.name.as_ref()?, &marked.cells)));
    named.map(|(name, cells)| (say(look, language, name), cells.iter().copied().collect())).collect()
}

/// The colours of the players: those that the file gives, else what their names say, else others that nobody has yet.
pub(super) fn colours(look: &Look) -> Vec<Rgb> {
    let said = |player: &PlayerLook| {
        let given = player.colour.as_deref().and_then(Rgb::parse);
        let mut names = std::iter::once(&player.name.plain).chain(player.name.translated.values());
        given.or_else(|| names.find_map(|name| theme::of_name(name)))
    };
    let mut colours: Vec<Option<Rgb>> = look.players.iter().map(said).collect();
    for place in 0..colours.len() {
        if colours[place].is_none() {
            let own = theme::player(place);
            let mut others = std::iter::once(own).chain((0..8).map(theme::player));
            let free = others.find(|colour| !colours.contains(&Some(*colour)));
            colours[place] = Some(free.unwrap_or(own));
        }
    }
    colours.into_iter().flatten().collect()
}

/// Signs for the values of types: those that the file gives, else their letters, else how they begin.
pub(super) fn signs(look: &Look, language: &str) -> BTreeMap<String, String> {
    let values = look.types.iter().flat_map(|kind| &kind.values);
    let sign = |value: &ValueLook| {
        let name = value.name.in_language(language);
        let begin = || name.chars().take(1).flat_map(char::to_uppercase).collect();
        let letter = || Some(value.letter.clone()).filter(|letter| !letter.is_empty());
        (name.to_owned(), value.glyph.clone().or_else(letter).unwrap_or_else(begin))
    };
    values.map(sign).collect()
}

/// What pieces are made of where the file does not say it: figures where all have the sign of one, stones where a single
/// kind stands on points, else discs.
pub(super) fn usual_bodies(look: &Look, style: CellsLook) -> Bodies {
    let mut owned = look.kinds.iter().filter(|kind| !kind.neutral);
    let is_figure = |kind: &KindLook| {
        !kind.glyphs.is_empty() && kind.glyphs.iter().all(|glyph| glyph.starts_with(|sign| ('♔'..='♟').contains(&sign)))
    };
    match () {
        () if look.kinds.iter().any(|kind| !kind.neutral) && owned.clone().all(is_figure) => Bodies::Figures,
        () if style == CellsLook::Points && owned.nth(1).is_none() => Bodies::Stones,
        () => Bodies::Discs,
    }
}
