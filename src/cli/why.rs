//! `merel why`: why a move is legal and what it does, why another is not, and what the ends still lack.

use std::io::Write;

use crate::why;

use super::ending::{Ending, Stop};
use super::load::{ChoiceArgs, StartArgs};
use super::screen::{FormatArgs, Screen};

/// Why a move is legal and what it does, or the reason for which it is not; without a move, what the ends lack
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/why.txt"))]
pub struct WhyArgs {
    /// A rule file, or the name of a built-in game
    game: String,
    /// The move, as it is typed in a game; without it the ends of the game are told of
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    question: Option<String>,
    #[command(flatten)]
    choices: ChoiceArgs,
    #[command(flatten)]
    start: StartArgs,
    /// Tell of every rule where it fails
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Runs the command.
///
/// # Errors
/// If the position cannot be had or the output cannot be written.
pub fn run(args: &WhyArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let (game, position, texts, left_out) = args.choices.plain(&args.game, &args.start)?;
    let mut answer = match &args.question {
        Some(question) => why::why(&game, &position, &texts, question, args.all),
        None => why::ends(&game, &position, &texts),
    };
    answer.left_out = left_out;
    if args.format.is_json() {
        screen.json(&answer)?;
    } else {
        write!(screen, "{answer}")?;
    }
    Ok(Ending::fine_if(answer.left_out.is_empty()))
}
