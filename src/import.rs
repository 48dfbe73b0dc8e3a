//! Variant files of Fairy-Stockfish as rule files.
//!
//! The format and what its keys do by default are facts taken from Fairy-Stockfish 14.0.1 (its documentation and its
//! behaviour); the variants that other files take over from stand, in the same format, in `import/builtin.ini`.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use unicode_normalization::UnicodeNormalization as _;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{SourceId, SourceMap};
use crate::syntax::spelling;

mod apply;
mod cells;
mod inherit;
mod ini;
mod kinds;
mod position;
mod sound;
mod table;
mod travel;
mod value;
mod variant;
mod write;

pub use variant::Remark;

use variant::Variant;

/// What a variant file says: its variants in order, or the name of one that is wrong.
#[derive(Debug)]
pub struct VariantFile {
    variants: Vec<Result<Variant, String>>,
}

/// A variant as a rule file.
#[derive(Clone, Debug)]
pub struct Imported {
    /// What the variant is called in its file.
    pub name: String,
    /// What we call the game.
    pub title: String,
    /// The rule file.
    pub text: String,
    /// The kinds of pieces, and how positions in the format write each: `Q`, `+P` for a promoted `P`, `Q~` for a pawn that has become a `Q`.
    pub kinds: Vec<(String, String)>,
    /// The rules that it does not say, line by line.
    pub unsaid: Vec<Remark>,
    /// Lines that have no meaning for the rules.
    pub idle: Vec<Remark>,
}

/// So many mistakes are told; a file that holds more is probably of another kind.
const MOST_TOLD: usize = 100;

/// A file may hold so many variants.
const MOST_VARIANTS: usize = 1000;

/// The variants that files may take over from.
const KNOWN: &str = include_str!("import/builtin.ini");
const KNOWN_NAME: &str = "variants of Fairy-Stockfish";

/// Reads a file that is in the map; also what is wrong with it. There is no file if a line of it is of no kind; a variant
/// that is wrong is left out, the others are not.
pub fn read(source: SourceId, sources: &mut SourceMap) -> (Option<VariantFile>, Vec<Diagnostic>) {
    let text = sources.get(source).text.clone();
    if let Some(unseen) = spelling::unseen(source, &text) {
        return (None, vec![unseen]);
    }
    let (sections, mut diagnostics) = ini::parse(source, &text);
    if let Some(section) = sections.get(MOST_VARIANTS) {
        let message = format!("the file holds {} variants, more than {MOST_VARIANTS}", sections.len());
        let diagnostic = Diagnostic::new(Code::Limit, message, section.name.span, "from here on it is too much");
        return (None, vec![diagnostic.help("part the file")]);
    }
    let is_sound = diagnostics.iter().all(|diagnostic| diagnostic.severity() < Severity::Error);
    let known = sources.add(KNOWN_NAME, KNOWN);
    let (known, broken) = ini::parse(known, KNOWN);
    diagnostics.extend(broken);
    let (variants, wrong) = inherit::resolve(&sections, &known);
    diagnostics.extend(wrong);
    let names = sections.iter().map(|section| (section.name.value.as_str(), section.name.span));
    diagnostics.extend(spelling::lookalikes_among(names).into_iter().take(MOST_TOLD / 2));
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span.start);
    let more = diagnostics.len().saturating_sub(MOST_TOLD);
    diagnostics.truncate(MOST_TOLD);
    if let Some(last) = diagnostics.last_mut().filter(|_| more > 0) {
        last.help.push(format!("there are {more} more; mend these first"));
    }
    (is_sound.then_some(VariantFile { variants }), diagnostics)
}

impl VariantFile {
    /// The names of its variants, in the order of the file.
    pub fn names(&self) -> Vec<&str> {
        self.variants
            .iter()
            .map(|one| one.as_ref().map_or_else(|name| name, |variant| &variant.name.value).as_str())
            .collect()
    }

    /// A variant as a rule file, unless it is wrong or contradicts itself; `from` names the file for the reader.
    pub fn import(&self, name: &str, from: &str) -> (Option<Imported>, Vec<Diagnostic>) {
        let Some(variant) = self.variants.iter().flatten().find(|variant| variant.name.value == name) else {
            return (None, Vec::new());
        };
        let (examined, mut diagnostics) = sound::examine(variant);
        let is_sound = diagnostics.iter().all(|diagnostic| diagnostic.severity() < Severity::Error);
        let Some((position, kinds)) = examined.filter(|_| is_sound) else { return (None, diagnostics) };
        let title = title(variant);
        let Some((text, unsaid)) = write::game(variant, &position, &kinds, (&title, from)) else {
            diagnostics.push(sound::no_moves(variant));
            return (None, diagnostics);
        };
        // Comments and the names of files may be in letters that rule files write otherwise.
        let text = text.nfc().collect();
        let imported = Imported {
            name: variant.name.value.clone(),
            title,
            text,
            kinds: kinds.iter().map(|kind| (kind.name.clone(), kind.letter.clone())).collect(),
            unsaid,
            idle: variant.idle.clone(),
        };
        (Some(imported), diagnostics)
    }
}

/// The first comment if it is the name in other words, else the name with blanks and a capital.
fn title(variant: &Variant) -> String {
    let letters = |text: &str| -> String {
        text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let name = variant.name.value.as_str();
    let spoken = variant.comments.first().filter(|comment| {
        comment.chars().count() < 50 && !comment.contains('.') && letters(comment).starts_with(&letters(name))
    });
    match spoken {
        Some(comment) => comment.clone(),
        None => table::capitalised(&name.replace(['-', '_'], " ")),
    }
}
