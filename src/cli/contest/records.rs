//! What is made from the games of a tournament: match files, and Portable Game Notation.

use std::collections::BTreeMap;
use std::path::Path;

use crate::game::Game;
use crate::game::rng::GENERATOR;
use crate::record::pgn::{self, Ending, Ply};
use crate::record::saved::{self, Evaluation, Saved};

use super::super::atomic;
use super::super::ending::Stop;
use super::super::ledger::Ledger;
use super::event::Event;
use super::line::GameLine;
use super::{MatchArgs, Plan, complain};

/// No more of Portable Game Notation is written, in bytes.
const MOST: usize = 64 << 20;
/// The file in Portable Game Notation.
const PGN: &str = "games.pgn";
/// The folder of match files.
const MATCHES: &str = "matches";

/// Writes what is asked for and can be written; the names of the files and folders.
///
/// # Errors
/// If something cannot be written.
pub fn write(plan: &Plan, args: &MatchArgs, folder: &Path, ledger: &Ledger) -> Result<Vec<String>, Stop> {
    let mut written = Vec::new();
    let mut text = String::new();
    let mut refused = None;
    let mut failed = None;
    let matches = folder.join(MATCHES);
    ledger.again(&mut |line| {
        let line: GameLine = serde_json::from_str(line).map_err(|error| format!("it is no game: {error}"))?;
        let Some(event) = plan.events.get(line.event) else { return Ok(()) };
        if args.matches && failed.is_none() {
            let path = matches.join(format!("{}-{}.toml", line.event + 1, line.game + 1));
            failed = write_match(plan, event, &line, &path).err();
        }
        match pgn(event, &line) {
            Ok(game) if text.len() + game.len() <= MOST => text += &game,
            Ok(_) => refused = Some(format!("the first {} MiB of the games", MOST >> 20)),
            Err(why) => refused = Some(format!("not the games of `{}`: {why}", event.file)),
        }
        Ok(())
    })?;
    if let Some(failed) = failed {
        return Err(failed);
    }
    if args.matches {
        written.push(matches.display().to_string());
    }
    if !text.is_empty() {
        let path = folder.join(PGN).display().to_string();
        save(Path::new(&path), &text)?;
        written.push(path);
    }
    if let Some(what) = refused {
        complain(&format!("`{PGN}` has {what}"));
    }
    Ok(written)
}

fn save(path: &Path, text: &str) -> Result<(), Stop> {
    atomic::save(&path.display().to_string(), text.as_bytes()).map_err(|error| Stop::fault(format!("{error:#}")))
}

/// Writes a game as a match file, unless it is there.
fn write_match(plan: &Plan, event: &Event, line: &GameLine, path: &Path) -> Result<(), Stop> {
    if path.exists() {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        let cannot = |error| Stop::fault(format!("cannot write `{}`: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(cannot)?;
    }
    save(path, &saved::to_text(&to_saved(plan, event, line)))
}

fn to_saved(plan: &Plan, event: &Event, line: &GameLine) -> Saved {
    let rules = event.game.rules();
    let fixture = event.schedule.fixture(line.game);
    let seat = |who: &usize| plan.contestants.get(*who).map(|one| one.machine.text()).unwrap_or_default();
    let mut comments = vec![String::new(); line.moves.len()];
    let mut remark = |at: Option<usize>, text: &str| {
        if let Some(comment) = at.and_then(|at| comments.get_mut(at)) {
            *comment = if comment.is_empty() { text.to_owned() } else { format!("{comment}; {text}") };
        }
    };
    remark(line.opening.checked_sub(1), "the opening ends here");
    let last = line.moves.len().checked_sub(1);
    if let Some(why) = &line.why {
        remark(last, &plain(why));
    } else if line.ending == "unfinished" && line.result.is_none() {
        remark(last, "given up: as many decisions as were allowed");
    }
    let mut tags: BTreeMap<String, String> = BTreeMap::new();
    tags.insert("event".to_owned(), "merel match".to_owned());
    tags.insert("round".to_owned(), (line.game + 1).to_string());
    let names = line.seats.join(" - ");
    tags.insert("names".to_owned(), plain(&names));
    Saved {
        game: event.file.clone(),
        title: rules.look.title.plain.clone(),
        rules: rules.fingerprint.clone(),
        options: rules.options.iter().cloned().collect(),
        players: u8::try_from(event.places()).unwrap_or(u8::MAX),
        seats: fixture.places.iter().map(seat).collect(),
        seed: line.seed.0,
        generator: GENERATOR.to_owned(),
        start: event.start_text.clone(),
        moves: line.moves.clone(),
        result: line.result.clone(),
        settled: line.settled.clone(),
        comments,
        evaluations: line.evaluations.iter().map(|value| value.map(Evaluation::new)).collect(),
        times: line.times.clone(),
        tags,
        ..Saved::default()
    }
}

/// A text of others as a match file takes it: in one line, with what cannot be seen written out, not too long.
fn plain(text: &str) -> String {
    let text = text.replace(['\n', '\t'], " ");
    crate::source::unseen::shown(&text).chars().take(500).collect()
}

/// A game in Portable Game Notation, or why there is none.
fn pgn(event: &Event, line: &GameLine) -> Result<String, &'static str> {
    if event.places() != 2 {
        return Err("more than two play");
    }
    let value = |at: usize| line.evaluations.get(at).copied().flatten();
    let comment = |at: usize| match (value(at), line.times.get(at)) {
        (Some(value), Some(time)) => format!("{value:.3} in {time} ms"),
        _ => String::new(),
    };
    let mut plies = Vec::with_capacity(line.moves.len());
    for (at, text) in line.moves.iter().enumerate() {
        let Some(by) = line.by.get(at).copied().flatten() else { return Err("Chance decides in it") };
        plies.push(Ply { is_second: by == 1, text: text.clone(), comment: comment(at) });
    }
    let ending = match line.ending.as_str() {
        "won 0" => Ending::First,
        "won 1" => Ending::Second,
        "drawn" => Ending::Draw,
        _ => Ending::Open,
    };
    let names = event.game.rules().look.plain_names();
    let round = (line.game + 1).to_string();
    let termination = match (&line.result, &line.settled) {
        (Some(result), _) => result.as_str(),
        (None, Some(settled)) => settled.as_str(),
        (None, None) => "unfinished",
    };
    let seat = |place: usize| line.seats.get(place).map(String::as_str).unwrap_or_default();
    let mut tags = vec![
        ("Event", "merel match"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", round.as_str()),
        ("White", seat(0)),
        ("Black", seat(1)),
        ("Result", ""),
        ("Variant", event.game.rules().look.title.plain.as_str()),
        ("FirstPlayer", names.first().copied().unwrap_or_default()),
        ("SecondPlayer", names.get(1).copied().unwrap_or_default()),
        ("Termination", termination),
    ];
    if let Some(start) = event.start_text.as_deref().filter(|start| !start.contains('\n')) {
        tags.extend([("SetUp", "1"), ("FEN", start)]);
    }
    let plain: Vec<(&str, String)> = tags.into_iter().map(|(name, value)| (name, plain(value))).collect();
    let tags: Vec<(&str, &str)> = plain.iter().map(|(name, value)| (*name, value.as_str())).collect();
    pgn::to_text(&tags, &plies, ending).ok_or("its moves are not words that this form takes")
}
