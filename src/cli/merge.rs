//! `merel merge`: puts the parts of long work together that were done on several machines.

use std::path::{Path, PathBuf};

use super::contest;
use super::ending::{Ending, Stop};
use super::files;
use super::playouts;
use super::screen::{FormatArgs, Screen};

/// Put the parts of `playouts --shard` or `match --shard` together: what comes of it is what one machine would have made
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/merge.txt"))]
pub struct MergeArgs {
    /// The folders of the parts, in any order
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Where the games of a match are written to: a folder without a match
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Runs the command.
///
/// # Errors
/// If the folders do not hold all parts of one whole, or something cannot be read or written.
pub fn run(args: &MergeArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let (mut matches, mut parts) = (Vec::new(), Vec::new());
    for folder in &args.folders {
        let found = files::of_folder(folder);
        let found = found.map_err(|error| Stop::usage(format!("cannot read `{}`: {error}", folder.display())))?;
        if found.iter().any(|path| name(path) == contest::MANIFEST) {
            matches.push(folder.clone());
        }
        parts.extend(found.into_iter().filter(|path| playouts::is_part(&name(path))));
    }
    match (matches.as_slice(), parts.as_slice(), &args.out) {
        ([], [], _) => Err(Stop::usage("these folders hold no parts of `playouts --shard` or `match --shard`")),
        ([], parts, None) => playouts::merge(parts, args.format, screen),
        ([], _, Some(_)) => Err(Stop::usage("random games are counted, not kept; leave `--out` out")),
        (matches, [], Some(out)) => contest::merge(matches, out, args.format, screen),
        (_, [], None) => Err(Stop::usage("say with `--out` where the games of the match shall be kept")),
        _ => Err(Stop::usage("these folders hold parts of a match and parts of random games")),
    }
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
