//! A name exchanged everywhere: where it is declared, where it is used, in the files that extend the file, and in the
//! moves that scenarios write.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::budget::Budget;
use crate::diagnostic::Severity;
use crate::diagnostic::nearest::nearest;
use crate::rules::Module;
use crate::rules::check::{Choices, is_built_in};
use crate::rules::loader::{Found, LoadError, Loader};
use crate::scenario::{self, Manner, Verification};
use crate::source::{SourceId, SourceMap};
use crate::syntax::ast::{ItemKind, TestItem, TestLineKind};
use crate::syntax::parser::mentions::{Mention, Role, Space, mentions};
use crate::syntax::parser::{is_name, parse};

/// A `perft` of a scenario that counts more than this is not counted to see whether the scenario still holds.
const COUNTED: u128 = 2000;

/// What to do where a name has a meaning.
const OTHER_NAME: &str = "choose a name that stands nowhere yet";
/// Words that declare things, which share one name space.
const THINGS: [&str; 10] =
    ["option", "players", "site", "terrain", "tiles", "type", "piece", "remember", "define", "table"];

/// A replacement in one text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// The first byte that is replaced.
    pub start: usize,
    /// Behind the last one.
    pub end: usize,
    /// What comes there.
    pub text: String,
}

/// A file that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The file, as its loader names it.
    pub name: String,
    /// Its text before.
    pub before: String,
    /// Its text with the edits.
    pub after: String,
    /// The edits, in order; none overlaps another.
    pub edits: Vec<Edit>,
}

/// Why a name cannot be exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// One sentence, lower case.
    pub message: String,
    /// What to try; may be empty.
    pub help: String,
}

impl Refusal {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

/// Exchanges a name in a file and in those of `others` that extend or use it.
///
/// `old` is the name, or the word that declares it and the name where two things share it (`move jump`).
///
/// # Errors
/// If the file does not declare the name, if the new name is none or has a meaning already, or if a file would then have
/// errors or a scenario fail. Nothing should be written then.
pub fn rename(
    loader: &dyn Loader,
    file: &str,
    others: &[String],
    (old, new): (&str, &str),
) -> Result<Vec<Changed>, Refusal> {
    let texts = Texts::read(loader, file, others)?;
    let (space, old) = texts.meant(file, old)?;
    allowed(space, new)?;
    let pairs = texts.pairs(file, space, old, new);
    for (_, new) in &pairs {
        texts.free(space, new)?;
    }
    if space == Space::Thing {
        pairs.iter().try_for_each(|(_, new)| given_by_no_one(loader, file, new))?;
    }
    let mut changed = Vec::new();
    for (name, text) in texts.own() {
        let edits = edits_of(text, space, &pairs);
        if !edits.is_empty() {
            changed.push(Changed { name: name.clone(), before: text.clone(), after: applied(text, &edits), edits });
        }
    }
    proven(loader, &changed)?;
    Ok(changed)
}

/// The files of `others` that extend or use the file and have errors: names are not exchanged in them, for what they say is
/// not known.
pub fn left_alone(loader: &dyn Loader, file: &str, others: &[String]) -> Vec<String> {
    let is_left = |other: &&String| {
        let mut sources = SourceMap::default();
        let (_, found) = Module::load(loader, other, &mut sources);
        found.iter().any(|found| found.severity() == Severity::Error)
            && sources.files().iter().any(|used| used.name == file)
            && !loader.budget().look()
    };
    others.iter().filter(|other| *other != file).filter(is_left).cloned().collect()
}

/// The texts that a name may stand in.
struct Texts {
    /// The file, and those that extend or use it.
    changing: BTreeMap<String, String>,
    /// What these extend or use, but the file itself.
    fixed: BTreeMap<String, String>,
}

impl Texts {
    fn read(loader: &dyn Loader, file: &str, others: &[String]) -> Result<Self, Refusal> {
        let mut texts = Self { changing: BTreeMap::new(), fixed: BTreeMap::new() };
        let main = files_of(loader, file).map_err(|reason| Refusal::new(reason, "`merel check` says more"))?;
        texts.add(file, main, |name, main| name == main);
        for other in others {
            if loader.budget().look() {
                return Err(Refusal::new("the files beside it are too much to read", ""));
            }
            // A file beside it that has errors of its own is left alone: what it says is not known.
            let Ok(files) = files_of(loader, other) else { continue };
            if files.contains_key(file) {
                texts.add(file, files, |name, main| name == main || name == other.as_str());
            }
        }
        Ok(texts)
    }

    fn add(&mut self, main: &str, files: BTreeMap<String, String>, changes: impl Fn(&str, &str) -> bool) {
        for (name, text) in files {
            if changes(&name, main) {
                self.fixed.remove(&name);
                self.changing.insert(name, text);
            } else if !self.changing.contains_key(&name) {
                self.fixed.insert(name, text);
            }
        }
    }

    fn own(&self) -> impl Iterator<Item = (&String, &String)> {
        self.changing.iter()
    }

    /// The name space of the name that the file declares.
    fn meant<'a>(&self, file: &str, old: &'a str) -> Result<(Space, &'a str), Refusal> {
        let text = self.changing.get(file).map_or("", String::as_str);
        let all = mentions(text);
        let (word, name) = match old.split_once(' ') {
            Some((word, name)) if space_called(word).is_some() => (space_called(word), name.trim().trim_matches('"')),
            _ => (None, old),
        };
        let spaces: BTreeSet<Space> = all
            .iter()
            .filter(|mention| mention.name == name && mention.role != Role::Uses)
            .map(|mention| mention.space)
            .filter(|space| word.is_none_or(|word| word == *space))
            .collect();
        let mut spaces = spaces.into_iter();
        match (spaces.next(), spaces.next()) {
            (Some(space), None) => match self.declared_below(space, name) {
                Some(below) => Err(below),
                None => Ok((space, name)),
            },
            (Some(one), Some(other)) => Err(Refusal::new(
                format!("`{name}` is the name of {} and of {}", called(one), called(other)),
                format!("say which: `\"{} {name}\"`", one.declared_by().or(other.declared_by()).unwrap_or_default()),
            )),
            (None, _) => Err(self.undeclared(name, &all)),
        }
    }

    /// The refusal of a name that a file declares which this one extends or uses.
    fn declared_below(&self, space: Space, name: &str) -> Option<Refusal> {
        let declares = |mention: &Mention<'_>| {
            mention.name == name && mention.space == space && matches!(mention.role, Role::Declares(_))
        };
        let (file, _) = self.fixed.iter().find(|(_, text)| mentions(text).iter().any(declares))?;
        Some(Refusal::new(format!("`{file}` declares `{name}`"), "exchange it there"))
    }

    fn undeclared(&self, name: &str, all: &[Mention<'_>]) -> Refusal {
        let message = format!("the file declares no `{name}`");
        let spaces = [Space::Thing, Space::Move, Space::Action, Space::Movement, Space::Phase, Space::End];
        if let Some(below) = spaces.into_iter().find_map(|space| self.declared_below(space, name)) {
            return below;
        }
        let known = all.iter().filter(|mention| mention.role != Role::Uses).map(|mention| mention.name);
        let help = nearest(name, known).map_or(String::new(), |near| format!("did you mean `{near}`?"));
        match all.iter().any(|mention| mention.name == name) && help.is_empty() {
            true => Refusal::new(message, "it is a word of the language"),
            false => Refusal::new(message, help),
        }
    }

    /// The name, and the one for its pieces where that is made from it.
    fn pairs(&self, file: &str, space: Space, old: &str, new: &str) -> Vec<(String, String)> {
        let mut pairs = vec![(old.to_owned(), new.to_owned())];
        let text = self.changing.get(file).map_or("", String::as_str);
        if space == Space::Thing && kind(text, old).is_some_and(|kind| kind.plural.is_none()) {
            pairs.push((format!("{old}s"), format!("{new}s")));
        }
        pairs
    }

    /// Refuses a name that stands for something already.
    fn free(&self, space: Space, new: &str) -> Result<(), Refusal> {
        for (file, text) in self.changing.iter().chain(&self.fixed) {
            if let Some(there) = mentions(text).iter().find(|mention| mention.name == new && mention.space.fits(space))
            {
                let line = text[..there.start].matches('\n').count() + 1;
                let message = format!("`{new}` has a meaning already ({file}:{line})");
                return Err(Refusal::new(message, OTHER_NAME));
            }
        }
        Ok(())
    }
}

/// Refuses a name that the language or the board of the file gives a meaning to.
fn given_by_no_one(loader: &dyn Loader, file: &str, new: &str) -> Result<(), Refusal> {
    let refused = |what: String| Err(Refusal::new(format!("`{new}` has a meaning already: {what}"), OTHER_NAME));
    if is_built_in(new) {
        return refused("it is a word of the language".to_owned());
    }
    let rules = loaded(loader, file).and_then(|module| module.rules(&Choices::default()).ok());
    let Some(board) = rules.as_ref().map(|rules| &rules.board) else { return Ok(()) };
    if board.cells.iter().any(|cell| cell.name == new) {
        return refused("it is a cell of the board".to_owned());
    }
    let is_direction = board.directions.iter().any(|direction| direction.name == new);
    match is_direction || board.direction_sets.contains_key(new) || board.named_sets.contains_key(new) {
        true => refused("the board gives it".to_owned()),
        false => Ok(()),
    }
}

/// A file and all that it extends or uses, by name.
fn files_of(loader: &dyn Loader, file: &str) -> Result<BTreeMap<String, String>, String> {
    let mut sources = SourceMap::default();
    let (module, diagnostics) = Module::load(loader, file, &mut sources);
    let error = diagnostics.iter().find(|found| found.severity() == Severity::Error);
    match (module, error) {
        (Some(_), None) => {
            Ok(sources.files().iter().map(|file| (file.name.clone(), file.text.as_ref().to_owned())).collect())
        }
        (_, Some(error)) => Err(format!("`{file}` has errors: {}", error.message)),
        (None, None) => Err(format!("`{file}` cannot be read")),
    }
}

/// Refuses what is no name in that space.
fn allowed(space: Space, new: &str) -> Result<(), Refusal> {
    let fits = match space {
        Space::End | Space::Scenario => !new.is_empty() && !new.contains(['"', '\n', '\r']),
        _ => is_name(new),
    };
    match fits {
        true => Ok(()),
        false => Err(Refusal::new(
            format!("`{new}` cannot be a name"),
            "a name is a letter, then letters, digits, `_` and hyphens, and no reserved word",
        )),
    }
}

/// The edits of one text: names, keys of words for people, moves in scenarios, and letters that must stay.
fn edits_of(text: &str, space: Space, pairs: &[(String, String)]) -> Vec<Edit> {
    let new_of = |name: &str| pairs.iter().find(|(old, _)| old == name).map(|(_, new)| new.clone());
    let mut edits: Vec<Edit> = Vec::new();
    for mention in mentions(text) {
        if mention.space.fits(space)
            && let Some(new) = new_of(mention.name)
        {
            edits.push(Edit { start: mention.start, end: mention.end(), text: new });
        }
    }
    if matches!(space, Space::Thing | Space::Move) {
        edits.extend(in_scenarios(text, pairs));
    }
    if space == Space::Thing {
        edits.extend(pairs.iter().filter_map(|(old, new)| kept_letter(text, old, new)));
    }
    edits.sort();
    edits.dedup();
    edits
}

/// The names in the moves that scenarios write.
fn in_scenarios(text: &str, pairs: &[(String, String)]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let parsed = parse(SourceId::default(), text);
    let tests = parsed.file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Test(test) => Some(test),
        _ => None,
    });
    for words in tests.flat_map(moves_written) {
        for (old, new) in pairs {
            let whole = &text[words.clone()];
            for (at, _) in whole.match_indices(old.as_str()) {
                let touches =
                    |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
                if !touches(whole[..at].chars().next_back()) && !touches(whole[at + old.len()..].chars().next()) {
                    let start = words.start + at;
                    edits.push(Edit { start, end: start + old.len(), text: new.clone() });
                }
            }
        }
    }
    edits
}

/// Where a scenario writes moves.
fn moves_written(test: &TestItem) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    for line in &test.lines {
        match &line.value {
            TestLineKind::Play(words)
            | TestLineKind::Legal(words)
            | TestLineKind::Illegal(words)
            | TestLineKind::Only(words) => places.extend(words.iter().map(|word| word.span.range())),
            TestLineKind::Probability { option, .. } => places.push(option.span.range()),
            _ => {}
        }
    }
    places
}

/// A kind of pieces that a text declares.
struct DeclaredKind {
    /// Its name in the plural, if it is written.
    plural: Option<String>,
    /// Whether its letter is written.
    has_letter: bool,
    /// Behind its names.
    behind: usize,
}

fn kind(text: &str, name: &str) -> Option<DeclaredKind> {
    let parsed = parse(SourceId::default(), text);
    parsed.file.items.iter().find_map(|item| match &item.kind {
        ItemKind::Piece(piece) if piece.name.value == name => {
            let behind = piece.plural.as_ref().map_or(piece.name.span.end as usize, |plural| {
                let bracket = text[plural.span.end as usize..].find(')').map_or(0, |at| at + 1);
                plural.span.end as usize + bracket
            });
            Some(DeclaredKind {
                plural: piece.plural.as_ref().map(|plural| plural.value.clone()),
                has_letter: piece.letter.is_some(),
                behind,
            })
        }
        _ => None,
    })
}

/// A kind is drawn by its first letter where the file gives none: that letter is written down if the name begins with
/// another now, so that diagrams and moves read as before.
fn kept_letter(text: &str, old: &str, new: &str) -> Option<Edit> {
    let first = |name: &str| name.chars().next().map(|letter| letter.to_uppercase().to_string());
    let kind = kind(text, old).filter(|kind| !kind.has_letter && first(old) != first(new))?;
    Some(Edit { start: kind.behind, end: kind.behind, text: format!(" letter \"{}\"", first(old)?) })
}

fn applied(text: &str, edits: &[Edit]) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for edit in edits {
        out.push_str(&text[at..edit.start]);
        out.push_str(&edit.text);
        at = edit.end;
    }
    out + &text[at..]
}

/// Looks whether the files still say the same.
fn proven(loader: &dyn Loader, changed: &[Changed]) -> Result<(), Refusal> {
    let over = Over { loader, changed };
    for file in changed {
        let before: Vec<_> = mentions(&file.before).iter().map(|mention| (mention.space, mention.role)).collect();
        let after: Vec<_> = mentions(&file.after).iter().map(|mention| (mention.space, mention.role)).collect();
        let unlike = || Refusal::new(format!("`{}` would be read differently", file.name), "choose another name");
        if before != after {
            return Err(unlike());
        }
        let [old, new] = [loaded(loader, &file.name), loaded(&over, &file.name)];
        let (Some(old), Some(new)) = (old, new) else { return Err(unlike()) };
        for (one, other) in old.tests.iter().zip(&new.tests) {
            if holds(&old, one) && !holds(&new, other) {
                let message = format!("the scenario \"{}\" of `{}` would fail", one.name.value, file.name);
                return Err(Refusal::new(message, "the name is part of what it writes; change the scenario first"));
            }
        }
    }
    Ok(())
}

fn loaded(loader: &dyn Loader, name: &str) -> Option<Module> {
    let (module, diagnostics) = Module::load(loader, name, &mut SourceMap::default());
    let module = module.filter(|_| diagnostics.iter().all(|found| found.severity() < Severity::Error))?;
    module.rules(&Choices::default()).is_ok().then_some(module)
}

fn holds(module: &Module, test: &TestItem) -> bool {
    let manner = Manner { counted: Some(COUNTED), ..Manner::default() };
    matches!(scenario::run_in(module, test, manner), Verification::Passed)
}

/// The files with what changes in them.
struct Over<'a> {
    loader: &'a dyn Loader,
    changed: &'a [Changed],
}

impl Loader for Over<'_> {
    fn read(&self, from: Option<&str>, path: &str) -> Result<Found, LoadError> {
        let (name, text) = self.loader.read(from, path)?;
        let changed = self.changed.iter().find(|file| file.name == name);
        let text = changed.map_or(text, |file| file.after.as_str().into());
        Ok((name, text))
    }

    fn budget(&self) -> Budget {
        self.loader.budget()
    }
}

fn space_called(word: &str) -> Option<Space> {
    if THINGS.contains(&word) {
        return Some(Space::Thing);
    }
    [Space::Move, Space::Action, Space::Movement, Space::Phase, Space::End, Space::Scenario]
        .into_iter()
        .find(|space| space.declared_by() == Some(word))
}

fn called(space: Space) -> &'static str {
    match space {
        Space::Thing | Space::Any => "a thing",
        Space::Move => "a move",
        Space::Action => "an action",
        Space::Movement => "a movement",
        Space::Phase => "a turn",
        Space::End => "an end",
        Space::Scenario => "a scenario",
    }
}
