//! `merel check --watch`: check again on saving.
//!
//! The files are looked at a few times a second. That needs no service of the system, sees folders of other machines
//! too, and finds a file again that an editor has put in the place of the old one.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::cli::budget;
use crate::cli::interrupt;
use crate::cli::load::built_in_games;
use crate::cli::loader::BUILT_IN;

use super::{CheckArgs, CheckFormat, Checked, Ending, Screen, Stop, check_all, tell};

/// Between two looks. What is not the same at both is still being written.
const PAUSE: Duration = Duration::from_millis(150);

/// How a file or folder looks from outside; none if it is not there.
type Stamp = Option<(u64, Option<SystemTime>)>;

/// Runs the command until Ctrl-C.
///
/// # Errors
/// If there is nothing to watch, or the output cannot be written.
pub(super) fn run(args: &CheckArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    if args.files.iter().any(|file| file == "-") {
        return Err(Stop::usage("`--watch` looks at files, and the standard input is none"));
    }
    if args.files.iter().all(|file| built_in_games().any(|name| name == file)) {
        return Err(Stop::usage("`--watch` looks at files, and built-in games do not change"));
    }
    let stop = interrupt::heed();
    let mut known = places(&Checked::default(), args);
    let mut seen = stamps(&known);
    let mut checked = check_all(args, "");
    show(&checked, args, screen)?;
    while !stop.is_called_off() {
        budget::current().wait(|| sleep(PAUSE));
        let places = places(&checked, args);
        let now = stamps(&places);
        if now == seen && places == known {
            continue;
        }
        budget::current().wait(|| sleep(PAUSE));
        if stamps(&places) != now {
            continue;
        }
        // These were taken before the check, so that what is saved during it is seen the next time.
        (known, seen) = (places, now);
        let next = check_all(args, "");
        // A folder changes when any file in it comes or goes, and files that are new here were not looked at before.
        if !same_texts(&checked, &next) {
            show(&next, args, screen)?;
        }
        checked = next;
    }
    Ok(Ending::Interrupted)
}

fn show(checked: &Checked, args: &CheckArgs, screen: &mut Screen) -> Result<(), Stop> {
    tell(checked, args, screen)?;
    if args.format == CheckFormat::Text {
        writeln!(screen, "-- watching; save to check again, Ctrl-C to end")?;
    }
    screen.flush()?;
    Ok(())
}

/// The files that were read, and the folders of those that were named: a file that is missing may come.
fn places(checked: &Checked, args: &CheckArgs) -> BTreeSet<PathBuf> {
    let named = args.files.iter().filter(|file| !built_in_games().any(|name| name == *file)).map(Path::new);
    let folder = |path: &Path| path.parent().filter(|folder| !folder.as_os_str().is_empty()).map(Path::to_owned);
    let folders = named.clone().map(|path| folder(path).unwrap_or_else(|| PathBuf::from(".")));
    let read = checked.sources.files().iter().map(|file| file.name.as_str());
    let read = read.filter(|name| !name.starts_with(BUILT_IN)).map(PathBuf::from);
    folders.chain(named.map(Path::to_owned)).chain(read).collect()
}

fn stamps(places: &BTreeSet<PathBuf>) -> Vec<Stamp> {
    let stamp = |path: &PathBuf| fs::metadata(path).ok().map(|data| (data.len(), data.modified().ok()));
    places.iter().map(stamp).collect()
}

fn same_texts(one: &Checked, other: &Checked) -> bool {
    let texts = |checked: &Checked| {
        let files = checked.sources.files().iter();
        files.map(|file| (file.name.clone(), file.text.clone())).collect::<Vec<_>>()
    };
    one.verdicts == other.verdicts && texts(one) == texts(other)
}
