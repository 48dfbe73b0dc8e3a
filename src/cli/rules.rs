//! `merel rules`: the rulebook of a game, written from its rules.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::budget::Deadline;
use crate::phrases::language;
use crate::rulebook::{self, Fact, Plan};
use crate::why::LeftOut;

use super::atomic;
use super::budget;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::load::{ChoiceArgs, LoadedModule, is_built_in};
use super::screen::{FormatArgs, Screen};
use super::spoken::not_spoken;
use super::standing::Stood;

/// What is built for development is slower.
const SLOWNESS: u32 = if cfg!(debug_assertions) { 20 } else { 1 };
/// The time that the play for diagrams and for the example may well take, of built-in games and of others, whose time does
/// not grow with what they ask for: as good as they could be found until then.
const PLAY: Duration = Duration::from_secs(120);
const PLAY_OF_OTHERS: Duration = Duration::from_secs(5).saturating_mul(SLOWNESS);

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
    // What is wrong in a file is left out, and the book says so.
    let Stood { loaded: LoadedModule { module, sources }, left_out, choices } =
        args.choices.standing(&args.game, false)?;
    let plan = Plan { language, choices, seed: args.seed, unicode: screen.abilities.unicode };
    // Games are played for the diagrams and for the example.
    let most = if is_built_in(&args.game) { PLAY } else { PLAY_OF_OTHERS };
    if is_built_in(&args.game) {
        budget::allow(PLAY);
    }
    let (begun, stop) = (Instant::now(), interrupt::heed_with_reader_unless(args.html.is_some()));
    let halt = Deadline { or: &stop, is_over: &|| begun.elapsed() >= most };
    let mut book = match rulebook::rulebook(&module, &plan, &halt) {
        Ok(book) => book,
        Err(diagnostics) => return Err(Stop::rules(diagnostics, sources)),
    };
    book.left_out = left_out.iter().map(told).collect();
    if let Some(file) = &args.html {
        atomic::save(file, book.html().as_bytes()).map_err(|error| Stop::fault(format!("{error:#}")))?;
    }
    if args.format.is_json() {
        screen.json(&book)?;
    } else if args.html.is_none() {
        write!(screen, "{book}")?;
    }
    if stop.is_called_off() {
        if !args.format.is_json() {
            writeln!(screen, "interrupted: diagrams and the example game are as good as they were until then")?;
        }
        return Ok(Ending::Interrupted);
    }
    Ok(Ending::fine_if(left_out.is_empty()))
}

/// A part that was left out, and why.
fn told(part: &LeftOut) -> Fact {
    let label = part.place.as_ref().map_or_else(String::new, |place| format!("{place}  {}", place.text));
    Fact { label, text: format!("{} ({})", part.message, part.code) }
}

fn no_such_language(code: &str) -> Stop {
    not_spoken(format!("there is no book in the language `{code}`"), code)
}
