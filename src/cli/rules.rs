//! `merel rules`: the rulebook of a game, written from its rules.

use std::io::Write;

use crate::diagnostic::nearest::nearest;
use crate::rulebook::{self, Plan, language};

use super::atomic;
use super::budget;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::load::{ChoiceArgs, LoadedModule, load};
use super::screen::{FormatArgs, Screen};

/// The time that the play for diagrams and for the example may well take.
const PLAY: std::time::Duration = std::time::Duration::from_secs(120);

/// Write the rulebook of a game from its rules: material, set-up, every move with diagrams, captures, ends, an example
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/rules.txt"))]
pub struct RulesArgs {
    /// A rule file, or the name of a built-in game
    game: String,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// The language of the book: `de`, `en`, `es` or `fr`
    #[arg(long, value_name = "CODE", default_value = "en")]
    lang: String,
    /// Write a page for screen and paper to this file
    #[arg(long, value_name = "OUT")]
    html: Option<String>,
    /// The seed of the diagrams and of the example game
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Runs the command.
///
/// # Errors
/// If there is no such language, the rules cannot be had or an output cannot be written.
pub fn run(args: &RulesArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let language = language::language(&args.lang).ok_or_else(|| no_such_language(&args.lang))?;
    let LoadedModule { module, sources } = load(&args.game)?;
    let choices = args.choices.choices(&module)?;
    let plan = Plan { language, choices, seed: args.seed, unicode: screen.abilities.unicode };
    // Games are played for the diagrams and for the example.
    budget::allow(PLAY);
    let halt = interrupt::heed();
    let book = match rulebook::rulebook(&module, &plan, &halt) {
        Ok(book) => book,
        Err(diagnostics) => return Err(Stop::rules(diagnostics, sources)),
    };
    if let Some(file) = &args.html {
        atomic::save(file, book.html().as_bytes()).map_err(|error| Stop::fault(format!("{error:#}")))?;
    }
    if args.format.is_json() {
        screen.json(&book)?;
    } else if args.html.is_none() {
        write!(screen, "{book}")?;
    }
    Ok(Ending::Fine)
}

fn no_such_language(code: &str) -> Stop {
    let known = || language::languages().iter();
    let list: Vec<String> = known().map(|language| format!("`{}` ({})", language.code, language.name)).collect();
    let stop = Stop::usage(format!("there is no book in the language `{code}`"));
    let near = nearest(code, known().map(|language| language.code.as_str()));
    stop.did_you_mean(near).help(format!("there are {}", list.join(", ")))
}
