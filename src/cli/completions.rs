//! `merel completions`: what a shell completes.

use std::io::Write as _;

use clap_complete::Shell;

use super::ending::{Ending, Stop};
use super::screen::Screen;

/// Write what makes a shell complete commands and options
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/completions.txt"))]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &CompletionsArgs, program: &mut clap::Command, screen: &mut Screen) -> Result<Ending, Stop> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, program, "merel", &mut script);
    screen.write_all(&script)?;
    Ok(Ending::Fine)
}
