//! `merel explain-program`: what the engine makes of a rule file.

use std::io::Write;

use serde::Serialize;

use crate::engine::Engine;
use crate::program::{Class, Program};

use super::ending::{Ending, Stop};
use super::load::{GameArgs, load};
use super::screen::{FormatArgs, Screen};

/// The compiled program, with the class of each move and why it was given
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/explain-program.txt"))]
pub struct ExplainProgramArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    without: WithoutArgs,
    /// The code too: nodes, paths, operations, turns
    #[arg(long)]
    code: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Classes that are switched off.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct WithoutArgs {
    /// Switch a class of moves off, so that its moves are run like all others: sets, tried; or rushes: rush; or native
    /// code for these: native
    #[arg(long, value_name = "CLASS")]
    without: Vec<String>,
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

impl WithoutArgs {
    /// The engine of a game without those classes.
    ///
    /// # Errors
    /// If the game cannot be had or there is no such class.
    pub fn engine(&self, args: &GameArgs) -> Result<Engine, Stop> {
        let loaded = load(&args.game)?;
        let choices = args.choices.choices(&loaded.module)?;
        let rules = loaded.module.rules(&choices).map_err(|diagnostics| Stop::rules(diagnostics, loaded.sources))?;
        let mut program = Program::new(rules);
        self.switch_off(&mut program)?;
        Ok(Engine::of(program))
    }

    /// Switches the classes off.
    ///
    /// # Errors
    /// If there is no such class.
    pub fn switch_off(&self, program: &mut Program) -> Result<(), Stop> {
        for name in &self.without {
            if !Class::NAMES.contains(&name.as_str()) {
                return Err(Stop::usage(format!("there is no class `{name}`"))
                    .help(format!("the classes are {}", Class::NAMES.join(", "))));
            }
            program.switch_off(name);
        }
        Ok(())
    }
}

/// Runs the command.
///
/// # Errors
/// If the game cannot be had or the output cannot be written.
pub fn run(args: &ExplainProgramArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let engine = args.without.engine(&args.game)?;
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
