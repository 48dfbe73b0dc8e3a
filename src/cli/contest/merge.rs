//! The parts of a match put together.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::contest::schedule::Schedule;

use super::super::atomic;
use super::super::ending::{Ending, Stop};
use super::super::files;
use super::super::ledger;
use super::super::screen::{self, FormatArgs, Screen};
use super::super::shard::{Shard, all_there};
use super::line::GameLine;
use super::store::{GAMES, LONGEST, MANIFEST, Manifest};

/// Writes the games of all parts of a match into a folder, in their order, as one machine would have played them.
///
/// # Errors
/// If they are not all parts of one match, if one is not finished, or if something cannot be read or written.
pub fn merge(folders: &[PathBuf], out: &Path, format: FormatArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    if out.join(GAMES).exists() {
        let told = format!("`{}` holds games already", out.display());
        return Err(Stop::usage(told).help("name another folder with `--out`"));
    }
    let mut whole: Option<Manifest> = None;
    let mut shards = Vec::new();
    let mut games = BTreeMap::new();
    for folder in folders {
        let found = manifest(folder)?;
        let told = folder.display();
        let Some(shard) = found.fixed.shard else {
            return Err(Stop::fault(format!("`{told}` holds a whole match, and no part of one")));
        };
        shards.push(shard);
        take(folder, &found, shard, &mut games)?;
        match &mut whole {
            None => whole = Some(found),
            Some(whole) => {
                let mut fixed = found.fixed;
                fixed.shard = whole.fixed.shard;
                let differs =
                    if whole.games == found.games { whole.fixed.difference(&fixed) } else { Some("number of games") };
                if let Some(what) = differs {
                    return Err(Stop::fault(format!("`{told}` holds a part of another match: its {what} differ")));
                }
                whole.commands.extend(found.commands);
            }
        }
    }
    all_there(&shards).map_err(Stop::fault)?;
    if shards.iter().collect::<BTreeSet<_>>().len() < shards.len() {
        return Err(Stop::fault("the same part was named twice"));
    }
    let Some(mut whole) = whole else { return Err(Stop::usage("there are no parts")) };
    let missing = (whole.games * whole.fixed.events.len() as u64).saturating_sub(games.len() as u64);
    if missing > 0 {
        let stop = Stop::fault(format!("{missing} games are not played yet"));
        return Err(stop.help("the same commands go on with their parts"));
    }
    whole.fixed.shard = None;
    let files = write(&whole, &games, out)?;
    if format.is_json() {
        screen.json(&json!({ "games": games.len(), "parts": shards.len(), "files": files }))?;
    } else {
        writeln!(screen, "{} games of {} parts, kept in {}", games.len(), shards.len(), files.join(", "))?;
        writeln!(
            screen,
            "`merel match` with the words of its parts and `--out {}` says what they come to",
            out.display()
        )?;
    }
    Ok(Ending::Fine)
}

fn manifest(folder: &Path) -> Result<Manifest, Stop> {
    let path = folder.join(MANIFEST);
    let told = path.display();
    let text = files::read_text_up_to(&path, LONGEST);
    let text = text.map_err(|error| Stop::fault(format!("cannot read `{told}`: {error}")))?;
    let found: Manifest = serde_json::from_str(&text)
        .map_err(|error| Stop::fault(format!("`{told}` is no manifest of a match: {error}")))?;
    found.refuse_other_formats(&told.to_string())?;
    Ok(found)
}

/// Takes the games of a part over, by rule file and number.
fn take(folder: &Path, found: &Manifest, shard: Shard, games: &mut BTreeMap<(usize, u64), String>) -> Result<(), Stop> {
    let fixed = &found.fixed;
    if fixed.seats.len() < 2 || fixed.events.iter().any(|event| event.players < 2) || shard.n == 0 {
        return Err(Stop::fault(format!("`{}` is no manifest of a match", folder.join(MANIFEST).display())));
    }
    let schedule = |event: usize| {
        let event = fixed.events.get(event)?;
        Some(Schedule::new(fixed.seats.len(), event.players, fixed.swapped))
    };
    ledger::read(&folder.join(GAMES), &mut |text| {
        let line: GameLine = serde_json::from_str(text).map_err(|error| format!("it is no game: {error}"))?;
        let set = schedule(line.event).map(|schedule| schedule.fixture(line.game).set);
        if line.game >= found.games || !set.is_some_and(|set| shard.has(set)) {
            return Err("it is no game of this part".to_owned());
        }
        match games.insert((line.event, line.game), text.to_owned()) {
            None => Ok(()),
            Some(_) => Err(format!("game {} stands there twice", line.game + 1)),
        }
    })
}

/// Writes both files of a match, or none. Their names.
fn write(whole: &Manifest, games: &BTreeMap<(usize, u64), String>, out: &Path) -> Result<Vec<String>, Stop> {
    let cannot =
        |path: &Path, error: std::io::Error| Stop::fault(format!("cannot write `{}`: {error}", path.display()));
    std::fs::create_dir_all(out).map_err(|error| cannot(out, error))?;
    let lines: String = games.values().flat_map(|line| [line.as_str(), "\n"]).collect();
    let manifest = screen::json(whole).map_err(|error| cannot(out, error))? + "\n";
    let files = [(out.join(MANIFEST), manifest.as_bytes()), (out.join(GAMES), lines.as_bytes())];
    atomic::write_all(&files, atomic::Links::Refused).map_err(|(path, error)| cannot(&path, error))?;
    Ok(files.iter().map(|(path, _)| path.display().to_string()).collect())
}
