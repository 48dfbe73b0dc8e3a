//! `merel explain-program`: what the engine makes of a rule file.

use std::io::Write;

use serde::Serialize;

use super::ending::{Ending, Stop};
use super::load::GameArgs;
use super::screen::{FormatArgs, Screen};

/// The compiled program, with the class of each move and why it was given
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/explain-program.txt"))]
pub struct ExplainProgramArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The code too: nodes, paths, operations, turns
    #[arg(long)]
    code: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Serialize)]
struct ProgramJson {
    words: usize,
    compared: usize,
    nodes: usize,
    moves: Vec<MoveJson>,
}

#[derive(Debug, Serialize)]
struct MoveJson {
    name: String,
    class: &'static str,
    why: String,
}

/// Runs the command.
///
/// # Errors
/// If the game cannot be had or the output cannot be written.
pub fn run(args: &ExplainProgramArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let engine = args.game.engine()?;
    let program = engine.program();
    if args.format.is_json() {
        let of = |(each, model): (&crate::program::Move, &crate::rules::model::Move)| MoveJson {
            name: model.name.clone(),
            class: each.class.name(),
            why: each.class.to_string(),
        };
        screen.json(&ProgramJson {
            words: program.layout.len,
            compared: program.layout.key_end,
            nodes: program.nodes.len(),
            moves: program.moves.iter().zip(&program.rules.moves).map(of).collect(),
        })?;
    } else {
        write!(screen, "{}{}", program.dump(args.code), engine.rush_in_words(args.code))?;
    }
    Ok(Ending::Fine)
}
