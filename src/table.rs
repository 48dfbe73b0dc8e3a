//! The table: what a page asks that plays and edits games. Nothing is kept between two questions but rules that were
//! made and may be asked for again: a question says the rules, what is chosen, and the moves so far.
//!
//! Nothing here reads a file or a clock, and no thread is started: rule files come from the loaders that the shell
//! gives, and each loader brings the [`Budget`](crate::budget::Budget) that the work on its files has.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::json::{Report, to_json};
use crate::diagnostic::spent::spent;
use crate::play::player::Clock;
use crate::play::seat::Seat;
use crate::rules::Module;
use crate::rules::loader::Loader;
use crate::service::COVER;
use crate::source::SourceMap;

mod card;
mod editor;
mod made;
mod notes;
mod played;
mod ruled;
mod shown;

pub use card::{Card, Choice, Entry};
pub use notes::Notes;
pub use ruled::{Ruled, Standing, Step};
pub use shown::{Decider, Ended, Held, Offer, Seated, Shown};

use made::Made;

/// So many rules are kept that were made.
const KEPT: usize = 24;
/// The longest text of a move or of an option's value, in bytes.
const MOST_TEXT: usize = 4096;
/// The most moves of a match.
const MOST_MOVES: usize = 100_000;

/// Opens the folder of a rule file: gives what reads it and the files beside it.
pub type Shelf = Arc<dyn Fn(&str) -> Box<dyn Loader> + Send + Sync>;

/// Which game, how it is played, and what was played so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Table {
    /// The name of a built-in game, or of a rule file.
    pub game: String,
    /// The text of the rule file; none: as it is kept.
    pub text: Option<String>,
    /// What is chosen of the options of the game, by name.
    pub options: BTreeMap<String, String>,
    /// How many play; none: as many as is usual.
    pub players: Option<usize>,
    /// The position to start from, as text; none: the usual one.
    pub start: Option<String>,
    /// The moves so far, what Chance decided included.
    pub moves: Vec<String>,
    /// What chance is drawn from.
    pub seed: u64,
    /// The language of names, for instance `fr`.
    pub language: String,
}

/// A text that is being written, and its name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Draft {
    /// The name of the file, by which it finds those beside it.
    pub name: String,
    /// The text.
    pub text: String,
}

/// What can be asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Question {
    /// Which games are built in.
    Library,
    /// What a game is: its title, its players, its options, a picture.
    Card {
        /// The game; its moves mean nothing.
        table: Table,
    },
    /// What stands, and what can be decided.
    Position {
        /// The game and its moves.
        table: Table,
    },
    /// The same after a further move.
    Move {
        /// The game and its moves.
        table: Table,
        /// The move as it is typed.
        text: String,
    },
    /// The same after a decision of Chance or of the machine.
    Advance {
        /// The game and its moves.
        table: Table,
        /// How much the machine thinks, as a seat is written: `random`, `search:500ms`; none: only Chance decides.
        #[serde(default)]
        level: Option<String>,
    },
    /// What the machine thinks of the options.
    Hint {
        /// The game and its moves.
        table: Table,
        /// As for [`Question::Advance`].
        level: String,
    },
    /// Why a move is legal or not.
    Why {
        /// The game and its moves.
        table: Table,
        /// The move as it is typed.
        text: String,
    },
    /// The position as a picture that stands for itself.
    Picture {
        /// The game and its moves.
        table: Table,
    },
    /// All positions of a match as one picture in which they follow each other.
    Film {
        /// The game and its moves.
        table: Table,
    },
    /// The position as text, from which a match can begin.
    Situation {
        /// The game and its moves.
        table: Table,
    },
    /// The rulebook of a game.
    Rulebook {
        /// The game; its moves mean nothing.
        table: Table,
    },
    /// The match as a file.
    Match {
        /// The game and its moves.
        table: Table,
        /// Who sits where.
        #[serde(default)]
        seats: Vec<String>,
        /// What was told of the match by the file that it was opened from, and is told by whoever plays it.
        #[serde(default)]
        notes: Option<Box<Notes>>,
        /// Lines of play beside the moves, each from the start; the latest last.
        #[serde(default)]
        others: Vec<Vec<String>>,
    },
    /// What a match file says, as a table and as notes.
    Open {
        /// The match file.
        text: String,
    },
    /// What is wrong with a text, and how it can be mended.
    Check {
        /// The text.
        draft: Draft,
        /// Whether its scenarios are run and it is played a little, too.
        #[serde(default)]
        play: bool,
    },
    /// A request of the Language Server Protocol about a text; its `textDocument` may be left out.
    Edit {
        /// The text.
        draft: Draft,
        /// The method.
        method: String,
        /// Its parameters.
        params: Value,
    },
    /// What became of the scenarios of a text.
    Scenarios {
        /// The text.
        draft: Draft,
    },
    /// The text of a variant of a game.
    Variant {
        /// The game; its moves mean nothing.
        table: Table,
        /// The title of the variant.
        title: String,
    },
    /// The text of the rules.
    Text {
        /// The game; its moves mean nothing.
        table: Table,
    },
}

impl Question {
    /// The game that it is about, if whoever only looks at that may ask it: nothing is decided, and no machine thinks.
    pub fn looked_at(&mut self) -> Option<&mut Table> {
        match self {
            Self::Card { table }
            | Self::Position { table }
            | Self::Why { table, .. }
            | Self::Picture { table }
            | Self::Situation { table }
            | Self::Rulebook { table }
            | Self::Match { table, .. }
            | Self::Text { table } => Some(table),
            _ => None,
        }
    }

    /// Whether the answer takes as long as it is allowed, not as long as it needs: a machine thinks, or a text is
    /// played.
    pub fn is_long(&self) -> bool {
        matches!(
            self,
            Self::Advance { level: Some(_), .. }
                | Self::Hint { .. }
                | Self::Film { .. }
                | Self::Rulebook { .. }
                | Self::Check { play: true, .. }
                | Self::Scenarios { .. }
        ) || matches!(self, Self::Edit { method, .. } if method == COVER)
    }

    /// The rule file that it is about, if that is none of the built-in ones as they are.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Library | Self::Open { .. } => None,
            Self::Check { draft, .. } | Self::Edit { draft, .. } | Self::Scenarios { draft } => Some(&draft.name),
            Self::Card { table }
            | Self::Position { table }
            | Self::Move { table, .. }
            | Self::Advance { table, .. }
            | Self::Hint { table, .. }
            | Self::Why { table, .. }
            | Self::Picture { table }
            | Self::Film { table }
            | Self::Situation { table }
            | Self::Rulebook { table }
            | Self::Match { table, .. }
            | Self::Variant { table, .. }
            | Self::Text { table } => table.own_file(),
        }
    }
}

impl Table {
    /// The rule file that is played, if that is none of the built-in ones as they are.
    pub fn own_file(&self) -> Option<&str> {
        let is_own = self.text.is_some() || !card::is_built_in(&self.game);
        is_own.then_some(self.game.as_str())
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Refused {
    /// The question is none.
    Question {
        /// What is wrong with it.
        message: String,
    },
    /// There is no such game, player or option.
    Choice {
        /// What there is not.
        message: String,
    },
    /// The rules cannot be played.
    Rules {
        /// What is wrong first.
        message: String,
        /// All that is wrong.
        report: Box<Report>,
    },
    /// A move is no option where it stands.
    Move {
        /// The number of the move, counted from one.
        number: usize,
        /// What is wrong.
        message: String,
    },
    /// The game asks too much.
    Spent {
        /// What was spent.
        message: String,
    },
}

impl Refused {
    /// The same for people.
    pub fn message(&self) -> &str {
        match self {
            Self::Question { message }
            | Self::Choice { message }
            | Self::Rules { message, .. }
            | Self::Move { message, .. }
            | Self::Spent { message } => message,
        }
    }

    fn choice(message: impl Into<String>) -> Self {
        Self::Choice { message: message.into() }
    }

    fn rules(found: &[Diagnostic], texts: &SourceMap) -> Self {
        let first = found.first().map_or_else(|| "the rules cannot be read".to_owned(), |one| one.message.clone());
        Self::Rules { message: first, report: Box::new(to_json(found, texts)) }
    }
}

/// Answers questions.
pub struct Kernel {
    shelf: Shelf,
    clock: Clock,
    /// Rules that were made, the latest last. Whoever needs some takes them out.
    made: Mutex<Vec<Made>>,
    /// The built-in games as they are shown in the library, by name and language.
    cards: Mutex<BTreeMap<(String, String), Value>>,
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel").finish_non_exhaustive()
    }
}

impl Kernel {
    /// A kernel that reads rule files from `shelf` and has `clock` for machines that think so and so long.
    pub fn new(shelf: Shelf, clock: Clock) -> Self {
        Self { shelf, clock, made: Mutex::default(), cards: Mutex::default() }
    }

    /// Answers a question.
    ///
    /// # Errors
    /// If it cannot be answered: what it asks for is not there, the rules have mistakes, a move is none, or the work
    /// takes more than its budget.
    pub fn answer(&self, question: &Question) -> Result<Value, Refused> {
        match question {
            Question::Library => Ok(json!({ "games": card::entries() })),
            Question::Card { table } => self.card(table),
            Question::Position { table } => self.with(table, |made| made.position(table)),
            Question::Move { table, text } => self.with(table, |made| made.moved(table, text)),
            Question::Advance { table, level } => {
                let seat = level.as_deref().map(seat_of).transpose()?;
                self.with(table, |made| made.advanced(table, seat, &self.clock))
            }
            Question::Hint { table, level } => {
                let seat = seat_of(level)?;
                self.with(table, |made| made.hint(table, seat, &self.clock))
            }
            Question::Why { table, text } => self.with(table, |made| made.why(table, text)),
            Question::Picture { table } => self.with(table, |made| made.picture(table)),
            Question::Film { table } => self.with(table, |made| made.film(table)),
            Question::Situation { table } => self.with(table, |made| made.situation(table)),
            Question::Rulebook { table } => self.with(table, |made| made.rulebook(table, &self.clock)),
            Question::Match { table, seats, notes, others } => {
                self.with(table, |made| made.record(table, seats, notes.as_deref(), others))
            }
            Question::Open { text } => played::open(text),
            Question::Check { draft, play } => editor::check(&self.shelf, &self.clock, draft, *play),
            Question::Edit { draft, method, params } => editor::edit(&self.shelf, draft, method, params),
            Question::Scenarios { draft } => editor::scenarios(&self.shelf, draft),
            Question::Variant { table, title } => self.variant(table, title),
            Question::Text { table } => made::text_of(&*(self.shelf)(&table.game), table)
                .map(|(name, text)| json!({ "name": name, "text": &*text })),
        }
    }

    /// Lets go of all rules that are kept, for instance because memory is scarce.
    pub fn forget(&self) {
        self.made.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Does something with the rules of a table, and keeps them.
    fn with<T>(&self, table: &Table, ask: impl FnOnce(&mut Made) -> Result<T, Refused>) -> Result<T, Refused> {
        sane(table)?;
        let loader = (self.shelf)(&table.game);
        let (name, text) = made::text_of(&*loader, table)?;
        let kept = {
            let mut all = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            let at = all.iter().rposition(|made| made.is_of(table, &name, &text));
            at.map(|at| all.remove(at))
        };
        let kept = kept.filter(|made| made.is_fresh(&*loader));
        let mut made = match kept {
            Some(made) => made.begun_anew(),
            None => Made::new(&*loader, table, &name, text)?,
        };
        let answer = ask(&mut made);
        if let Some(cut) = spent(&made.module.budget) {
            // What was found meanwhile means nothing.
            return Err(Refused::Spent { message: cut.message });
        }
        let mut all = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= KEPT {
            all.remove(0);
        }
        all.push(made);
        answer
    }

    fn card(&self, table: &Table) -> Result<Value, Refused> {
        let key = (table.game.clone(), table.language.clone());
        // Only what cannot change, and what nobody else can make many of.
        let is_plain = table.text.is_none() && table.options.is_empty() && table.players.is_none();
        let is_kept = is_plain && card::is_built_in(&table.game) && matches!(table.language.as_str(), "" | "en" | "fr");
        if is_kept && let Some(card) = self.cards.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(card.clone());
        }
        let card = self.with(table, |made| made.card(table))?;
        if is_kept {
            self.cards.lock().unwrap_or_else(PoisonError::into_inner).insert(key, card.clone());
        }
        Ok(card)
    }

    fn variant(&self, table: &Table, title: &str) -> Result<Value, Refused> {
        let fits = |sign: char| !sign.is_control() && !matches!(sign, '"' | '\\');
        if title.trim().is_empty() || title.len() > 200 || !title.chars().all(fits) {
            return Err(Refused::choice("a variant needs a title, without quotes"));
        }
        self.with(table, |made| made.variant(title.trim()))
    }
}

/// A text with what reads it; its budget is that of the loader.
fn module_of(loader: &dyn Loader, name: &str, text: &str) -> (Option<Module>, Vec<Diagnostic>, SourceMap) {
    let mut texts = SourceMap::default();
    let (module, found) = Module::from_text(loader, name, text, &mut texts);
    (module, found, texts)
}

/// A value as it is sent.
fn written(value: impl Serialize) -> Result<Value, Refused> {
    serde_json::to_value(value).map_err(|error| Refused::Question { message: error.to_string() })
}

/// The machine that is meant.
fn seat_of(text: &str) -> Result<Seat, Refused> {
    match text.parse::<Seat>() {
        Ok(Seat::Human) => Err(Refused::choice("a person decides alone")),
        Ok(seat) => Ok(seat),
        Err(error) => Err(Refused::choice(error.to_string())),
    }
}

/// Refuses what is longer than anything that makes sense.
fn sane(table: &Table) -> Result<(), Refused> {
    let long = |text: &String| text.len() > MOST_TEXT;
    let question = |message: &str| Err(Refused::Question { message: message.to_owned() });
    if table.moves.len() > MOST_MOVES {
        return question("there are too many moves");
    }
    let names = [&table.game, &table.language].into_iter();
    let options = table.options.iter().flat_map(|(name, value)| [name, value]);
    if names.chain(options).chain(&table.moves).any(long) {
        return question("a text is too long");
    }
    Ok(())
}

#[cfg(test)]
mod tests;
