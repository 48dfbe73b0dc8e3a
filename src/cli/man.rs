//! `merel man`: the pages of the manual.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap_mangen::Man;

use super::atomic;
use super::ending::{Ending, Stop};
use super::screen::Screen;

/// Write the pages of the manual: the first one to the standard output, or all into a folder
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/man.txt"))]
pub struct ManArgs {
    /// Write `merel.1` and a page for each command into this folder
    #[arg(long, value_name = "DIR")]
    to: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// If the output or a page cannot be written.
pub fn run(args: &ManArgs, program: &clap::Command, screen: &mut Screen) -> Result<Ending, Stop> {
    let Some(folder) = &args.to else {
        screen.write_all(&page(program.clone(), "merel")?)?;
        return Ok(Ending::Fine);
    };
    let folder = Path::new(folder);
    let mut pages = vec![(folder.join("merel.1"), page(program.clone(), "merel")?)];
    for command in program.get_subcommands() {
        let name = format!("merel-{}", command.get_name());
        pages.push((folder.join(format!("{name}.1")), page(command.clone(), &name)?));
    }
    let files: Vec<(PathBuf, &[u8])> = pages.iter().map(|(path, text)| (path.clone(), text.as_slice())).collect();
    atomic::write_all(&files, atomic::Links::Refused)
        .map_err(|(path, error)| Stop::fault(format!("cannot write `{}`: {error}", path.display())))?;
    writeln!(screen, "{} pages in `{}`", files.len(), folder.display())?;
    Ok(Ending::Fine)
}

fn page(command: clap::Command, title: &str) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    Man::new(command).title(title).render(&mut text)?;
    Ok(text)
}
