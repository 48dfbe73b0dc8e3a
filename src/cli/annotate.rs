//! `merel annotate`: what a searching player thinks of a saved match.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::budget::Halt;
use crate::game::{Game, PlayerId};
use crate::lesson::{self, Kind, Remark, Study, Worth};
use crate::play::search::Thinking;
use crate::play::seat::{Seat, SeatError};
use crate::record::replay;
use crate::record::saved::{self, Evaluation, Saved};
use serde::Serialize;

use super::atomic;
use super::budget;
use super::dearest;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::matchfile::{self, Opened, OtherRules};
use super::progress;
use super::screen::{FormatArgs, Screen};
use super::threads;

/// What stands before our remark in a comment; what others wrote stands in front of it.
const MARK: &str = "annotated: ";
/// The name of the tag that says who looked.
const TAG: &str = "annotator";

/// Look at a saved match with a searching player: what each move was worth, mistakes, missed wins
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/annotate.txt"))]
pub struct AnnotateArgs {
    /// The match file
    #[arg(value_name = "MATCH.toml")]
    file: String,
    /// Use this rule file or built-in game instead of the recorded one
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Go on even if the rules have changed since
    #[arg(long)]
    anyway: bool,
    /// Who looks, and how long at each position: `search:1s`, or `search:2000` for the same remarks each time
    #[arg(long, value_name = "SEAT", default_value = "search:1s", value_parser = searcher)]
    seat: Seat,
    /// The seed of the search
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Look at so many positions at most, from the first
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// Write the match with the remarks as comments to this file, which may be the same
    #[arg(long, value_name = "OUT")]
    to: Option<String>,
    /// How many threads; usually one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// A seat of a machine that searches.
fn searcher(text: &str) -> Result<Seat, String> {
    let seat: Seat = text.parse().map_err(|error: SeatError| error.to_string())?;
    seat.thinking().map(|_: Thinking| seat).ok_or_else(|| format!("`{text}` does not search"))
}

#[derive(Debug, Serialize)]
struct AnnotateJson<'a> {
    game: &'a str,
    title: &'a str,
    annotator: &'a str,
    moves: Vec<MoveJson<'a>>,
    players: &'a [Count],
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<&'a str>,
    interrupted: bool,
}

#[derive(Debug, Serialize)]
struct MoveJson<'a> {
    player: &'a str,
    #[serde(flatten)]
    remark: &'a Remark,
    loss: Option<f64>,
}

/// What a player did, in numbers.
#[derive(Clone, Debug, Default, Serialize)]
struct Count {
    player: String,
    decisions: usize,
    mean_loss: Option<f64>,
    missed_wins: usize,
    blunders: usize,
    mistakes: usize,
    inaccuracies: usize,
    unseen: usize,
}

/// Runs the command.
///
/// # Errors
/// If the match cannot be had or played again, or an output cannot be written.
pub fn run(args: &AnnotateArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let other = if args.anyway { OtherRules::Allowed } else { OtherRules::Refused };
    let opened = matchfile::open(&args.file, args.game.as_deref(), other)?;
    let wrong = |error: replay::ReplayError| Stop::fault(format!("{}: {error}", args.file));
    let replayed = replay::moves(&*opened.game, opened.start.clone(), &opened.saved.moves).map_err(wrong)?;
    matchfile::check_result(&opened, &replayed).map_err(wrong)?;
    if replayed.options.is_empty() {
        return Err(Stop::fault(format!("{}: no moves were made in this match", args.file)));
    }
    let stop = interrupt::heed_with_reader_unless(args.to.is_some());
    let remarks = studied(args, &opened, &replayed.options, &stop)?;
    dearest::find(opened.game.rules());
    let annotator = format!("{}, merel {}", args.seat, env!("CARGO_PKG_VERSION"));
    let is_cut = stop.is_called();
    // A file is written whole or not at all: what was cut is only told.
    let written = args.to.as_deref().filter(|_| !is_cut);
    if let Some(file) = written {
        let text = saved::to_text(&annotated(&opened.saved, &remarks, &annotator));
        atomic::save(file, text.as_bytes()).map_err(|error| Stop::fault(format!("{error:#}")))?;
    }
    let counts = counts(&opened, &remarks);
    if args.format.is_json() {
        let names = matchfile::player_names(opened.game.rules());
        screen.json(&AnnotateJson {
            game: &opened.saved.game,
            title: &opened.game.rules().look.title.plain,
            annotator: &annotator,
            moves: remarks.iter().map(|remark| move_json(remark, &names)).collect(),
            players: &counts,
            written,
            interrupted: stop.is_called_off(),
        })?;
    } else {
        print(&opened, &remarks, &counts, &annotator, screen)?;
        if is_cut {
            writeln!(screen, "{}: the rest was not looked at, and nothing was written", budget::cut_word(&stop))?;
        }
        tell_variations(opened.saved.variations.len(), screen)?;
        written.map_or(Ok(()), |file| writeln!(screen, "written to {file}"))?;
    }
    Ok(budget::ending(&stop, Ending::Fine))
}

fn studied(
    args: &AnnotateArgs,
    opened: &Opened,
    options: &[usize],
    stop: &crate::budget::Budget,
) -> Result<Vec<Remark>, Stop> {
    let most = args.most as usize;
    let study = Study { seat: args.seat, seed: args.seed, most };
    let bar = progress::bar_with_words(options.len().min(most) as u64 + 1);
    let done = AtomicU64::new(0);
    let show = |_: usize| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        bar.set_position(done);
        progress::tell(&bar, &format!("{done} positions"));
    };
    // The time for each position was asked for.
    let paid = stop.paid(true);
    let pool = threads::pool(args.threads)?;
    let remarks = pool
        .install(|| lesson::remarks(&*opened.game, &opened.start, options, &study, &threads::clock(), &show, &paid));
    bar.finish_and_clear();
    Ok(remarks)
}

fn move_json<'a>(remark: &'a Remark, names: &[&'a str]) -> MoveJson<'a> {
    MoveJson { player: name(names, remark.player), remark, loss: remark.loss() }
}

fn name<'a>(names: &[&'a str], player: PlayerId) -> &'a str {
    names.get(player.index()).copied().unwrap_or_default()
}

/// What each player did, in numbers.
fn counts(opened: &Opened, remarks: &[Remark]) -> Vec<Count> {
    let names = matchfile::player_names(opened.game.rules());
    let of = |(player, name): (usize, &&str)| {
        let own: Vec<&Remark> = remarks.iter().filter(|remark| remark.player.index() == player).collect();
        let losses: Vec<f64> = own.iter().filter_map(|remark| remark.loss()).collect();
        let many = |kind: Kind| own.iter().filter(|remark| remark.kind == Some(kind)).count();
        Count {
            player: (*name).to_owned(),
            decisions: own.len(),
            mean_loss: (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64),
            missed_wins: many(Kind::MissedWin),
            blunders: many(Kind::Blunder),
            mistakes: many(Kind::Mistake),
            inaccuracies: many(Kind::Inaccuracy),
            unseen: many(Kind::Unseen),
        }
    };
    names.iter().enumerate().map(of).collect()
}

/// The match with the remarks. What the file says else stays, but for remarks and evaluations of an earlier annotator.
fn annotated(saved: &Saved, remarks: &[Remark], annotator: &str) -> Saved {
    let mut new = saved.clone();
    new.comments.resize(saved.moves.len(), String::new());
    new.comments.iter_mut().for_each(|comment| *comment = own_part(comment).to_owned());
    new.evaluations = vec![None; saved.moves.len()];
    for remark in remarks {
        let index = remark.number - 1;
        if let (Some(evaluation), Some(played)) = (new.evaluations.get_mut(index), &remark.played) {
            *evaluation = Some(Evaluation::new(played.value));
        }
        if let (Some(comment), Some(text)) = (new.comments.get_mut(index), sentence(remark)) {
            let gap = if comment.is_empty() { "" } else { " " };
            let whole = format!("{comment}{gap}{MARK}{text}");
            if whole.len() <= saved::MAX_FIELD {
                *comment = whole;
            }
        }
    }
    if new.comments.iter().all(String::is_empty) {
        new.comments.clear();
    }
    new.tags.insert(TAG.to_owned(), annotator.to_owned());
    new
}

/// A comment without what an annotator added.
fn own_part(comment: &str) -> &str {
    comment.find(MARK).map_or(comment, |at| comment.get(..at).unwrap_or_default().trim_end())
}

/// What is to be said of a move; none if there is nothing.
fn sentence(remark: &Remark) -> Option<String> {
    let kind = remark.kind?;
    let (Some(best), Some(played)) = (&remark.best, &remark.played) else { return Some(word(kind).to_owned()) };
    Some(match kind {
        Kind::Unseen => word(kind).to_owned(),
        _ => format!("{}: {}; best {}", word(kind), told(played), told(best)),
    })
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::MissedWin => "missed win",
        Kind::Blunder => "blunder",
        Kind::Mistake => "mistake",
        Kind::Inaccuracy => "inaccuracy",
        Kind::Unseen => "not enough seen",
    }
}

/// An option with what comes of it, for instance `c1 wins in 1` or `b2 worth 0.350 (b2 c3 a1)`.
fn told(worth: &Worth) -> String {
    let first = worth.line.first().map(String::as_str).unwrap_or_default();
    let line = if worth.line.len() > 1 { format!(" ({})", worth.line.join(" ")) } else { String::new() };
    let end = worth.proven.map(|end| match worth.value {
        value if value >= 1.0 => format!("wins in {end}"),
        value if value <= 0.0 => format!("loses in {end}"),
        value => format!("comes to {value:.3} in {end}"),
    });
    format!("{first} {}{line}", end.unwrap_or_else(|| format!("worth {:.3}", worth.value)))
}

fn print(
    opened: &Opened,
    remarks: &[Remark],
    counts: &[Count],
    annotator: &str,
    screen: &mut Screen,
) -> io::Result<()> {
    let names = matchfile::player_names(opened.game.rules());
    let moves = opened.saved.moves.len();
    writeln!(screen, "{}: {moves} moves, looked at by {annotator}", opened.game.rules().look.title.plain)?;
    for remark in remarks {
        if let Some(text) = sentence(remark) {
            writeln!(screen, "{:4} {} {}: {text}", remark.number, name(&names, remark.player), remark.option)?;
        }
    }
    for count in counts {
        writeln!(screen, "{}", summary(count))?;
    }
    Ok(())
}

/// That lines of play beside the match were not looked at.
fn tell_variations(n: usize, screen: &mut Screen) -> io::Result<()> {
    match n {
        0 => Ok(()),
        1 => writeln!(screen, "its variation was not looked at, and stays as it is"),
        n => writeln!(screen, "its {n} variations were not looked at, and stay as they are"),
    }
}

fn summary(count: &Count) -> String {
    let Count { player, decisions, mean_loss, missed_wins, blunders, mistakes, inaccuracies, unseen } = count;
    let many = |n: usize, one: &str, more: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {more}")),
    };
    let parts = [
        many(*missed_wins, "missed win", "missed wins"),
        many(*blunders, "blunder", "blunders"),
        many(*mistakes, "mistake", "mistakes"),
        many(*inaccuracies, "inaccuracy", "inaccuracies"),
        mean_loss.map(|loss| format!("mean loss {loss:.3}")),
        many(*unseen, "of which not enough was seen", "of which not enough was seen"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let told = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    format!("{player}, {}{told}", many(*decisions, "decision", "decisions").unwrap_or_else(|| "no decision".to_owned()))
}
