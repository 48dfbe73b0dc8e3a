//! `merel merge`: puts the parts of long work together that were done on several machines.

use std::path::{Path, PathBuf};

use super::contest;
use super::ending::{Ending, Stop};
use super::files;
use super::parts::{self, Whole};
use super::playouts;
use super::quality;
use super::screen::{FormatArgs, Screen};
use super::train;

/// Put the parts of `playouts`, `match`, `report` or `train` with `--shard` together: what comes of it is what one machine would have made
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/merge.txt"))]
pub struct MergeArgs {
    /// The folders of the parts, in any order
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Where the games of a match, a report or a training are written to: a folder that holds none
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// What was done in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Match,
    Playouts,
    Report,
    Train,
}

impl Sort {
    /// What a file of a folder belongs to, by its name.
    fn of(name: &str) -> Option<Self> {
        match name {
            contest::MANIFEST => Some(Self::Match),
            _ if parts::is_part::<playouts::Block>(name) => Some(Self::Playouts),
            _ if parts::is_part::<quality::GameLine>(name) => Some(Self::Report),
            _ if parts::is_part::<train::PieceLine>(name) => Some(Self::Train),
            _ => None,
        }
    }

    /// What it is called among others.
    fn name(self) -> &'static str {
        match self {
            Self::Match => "a match",
            Self::Playouts => "random games",
            Self::Report => "a report",
            Self::Train => "a training",
        }
    }
}

/// Runs the command.
///
/// # Errors
/// If the folders do not hold all parts of one whole, or something cannot be read or written.
pub fn run(args: &MergeArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let mut all: Vec<(Sort, PathBuf)> = Vec::new();
    for folder in &args.folders {
        let found = files::of_folder(folder);
        let found = found.map_err(|error| Stop::usage(format!("cannot read `{}`: {error}", folder.display())))?;
        all.extend(found.into_iter().filter_map(|path| Some((Sort::of(&name(&path))?, path))));
    }
    let Some(&(sort, _)) = all.first() else {
        return Err(Stop::usage(
            "these folders hold no parts of `playouts`, `match`, `report` or `train` with `--shard`",
        ));
    };
    if let Some((other, _)) = all.iter().find(|(other, _)| *other != sort) {
        return Err(Stop::usage(format!("these folders hold parts of {} and parts of {}", sort.name(), other.name())));
    }
    let files: Vec<PathBuf> = all.into_iter().map(|(_, path)| path).collect();
    let out = args.out.as_deref();
    let kept =
        || out.ok_or_else(|| Stop::usage(format!("say with `--out` where the games of {} shall be kept", sort.name())));
    match sort {
        Sort::Playouts if out.is_some() => {
            return Err(Stop::usage("random games are counted, not kept; leave `--out` out"));
        }
        Sort::Playouts => return playouts::merge(&files, args.format, screen),
        Sort::Match => {
            let folders: Vec<PathBuf> = files.iter().filter_map(|file| Some(file.parent()?.to_owned())).collect();
            return contest::merge(&folders, kept()?, args.format, screen);
        }
        Sort::Report => Whole::of::<quality::GameLine>(&files)?.write(kept()?, args.format, screen)?,
        Sort::Train => Whole::of::<train::PieceLine>(&files)?.write(kept()?, args.format, screen)?,
    }
    Ok(Ending::Fine)
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
