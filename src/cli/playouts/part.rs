//! A part of many random games, kept in a file, and all parts together.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::analysis::playouts::{self, Summary, Tally};
use crate::budget::{Budget, Halt as _};
use crate::game::Game as _;
use crate::play::rng::GENERATOR;

use super::super::VERSION;
use super::super::budget;
use super::super::ending::{Ending, Stop};
use super::super::ledger::{self, Ledger};
use super::super::load::{Evaluator, Position};
use super::super::matchfile::player_names;
use super::super::progress;
use super::super::screen::{FormatArgs, Screen};
use super::super::shard::{Shard, all_there};
use super::super::threads;
use super::{PlayoutsArgs, limit, tell};

/// The version of the format.
const FORMAT: u32 = 1;
/// So many games are one line.
const BLOCK: u64 = 4096;
/// How the files are called.
const NAME: (&str, &str) = ("playouts-", ".jsonl");

/// The first line: what is played, and which part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    #[serde(rename = "merel-playouts")]
    format: u32,
    shard: Shard,
    version: String,
    generator: String,
    /// The fingerprint of the rules with their options.
    rules: String,
    players: Vec<String>,
    /// Whether options are offered choice by choice, and by the plain evaluator.
    split: bool,
    plain: bool,
    start: Option<String>,
    after: Option<String>,
    seed: u64,
    games: u64,
}

impl Head {
    fn of(args: &PlayoutsArgs, shard: Shard, games: u64, game: &Evaluator) -> Self {
        Self {
            format: FORMAT,
            shard,
            version: VERSION.to_owned(),
            generator: GENERATOR.to_owned(),
            rules: game.rules().fingerprint.clone(),
            players: player_names(game.rules()).into_iter().map(str::to_owned).collect(),
            split: args.game.split,
            plain: game.whole().is_plain(),
            start: args.start.position.clone(),
            after: args.start.after.clone(),
            seed: args.seed,
            games,
        }
    }

    /// What differs from another part of the same whole; nothing if nothing does.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        let pairs = [
            (self.format != other.format, "format"),
            (self.version != other.version || self.generator != other.generator, "version of the program"),
            (self.rules != other.rules, "rules or options"),
            (self.seed != other.seed, "seed"),
            (self.games != other.games, "number of games"),
            (self != &Self { shard: self.shard, ..other.clone() }, "start or way of playing"),
        ];
        pairs.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }

    fn blocks(&self) -> u64 {
        self.games.div_ceil(BLOCK)
    }

    fn games_of(&self, block: u64) -> std::ops::Range<u64> {
        block * BLOCK..self.games.min((block + 1) * BLOCK)
    }
}

/// What came of the games of a block.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    block: u64,
    tally: Tally,
}

/// What a file holds.
#[derive(Debug, Default)]
struct Part {
    head: Option<Head>,
    blocks: BTreeMap<u64, Tally>,
}

impl Part {
    /// Takes a line over.
    fn take(&mut self, text: &str) -> Result<(), String> {
        let Some(head) = &self.head else {
            let head = serde_json::from_str(text).map_err(|_| "it is no part of `merel playouts`".to_owned())?;
            self.head = Some(head);
            return Ok(());
        };
        let line: Line = serde_json::from_str(text).map_err(|error| format!("it counts no games: {error}"))?;
        let games = head.games_of(line.block);
        let is_own = line.block < head.blocks() && head.shard.n > 0 && head.shard.has(line.block);
        if !is_own || line.tally.games() != games.end - games.start {
            return Err("it counts other games than those of this part".to_owned());
        }
        match self.blocks.insert(line.block, line.tally) {
            None => Ok(()),
            Some(_) => Err(format!("block {} stands there twice", line.block)),
        }
    }
}

/// Plays the games of a part that are not played yet.
///
/// # Errors
/// If the file is of other games, or cannot be read or written.
pub fn run(
    args: &PlayoutsArgs,
    (shard, folder): (Shard, &str),
    games: u64,
    (game, start): (&Evaluator, &Position),
    stop: &Budget,
    screen: &mut Screen,
) -> Result<Ending, Stop> {
    let head = Head::of(args, shard, games, game);
    let path = Path::new(folder).join(format!("{}{}-of-{}{}", NAME.0, shard.k, shard.n, NAME.1));
    let mut part = Part::default();
    let mut ledger = Ledger::open(&path, &mut |text| part.take(text))?;
    let cannot = |error: std::io::Error| Stop::fault(format!("cannot write `{}`: {error}", path.display()));
    match part.head.as_ref().map(|found| found.difference(&head)) {
        None => ledger.add(&head).map_err(cannot)?,
        Some(None) => {}
        Some(Some(what)) => {
            let told = format!("`{}` holds a part of other games: the {what} differs", path.display());
            return Err(Stop::usage(told).help("name another folder with `--out`"));
        }
    }
    let before = part.blocks.len();
    let own: Vec<u64> = (0..head.blocks()).filter(|&block| shard.has(block)).collect();
    let paid = args.paid(stop);
    let pool = threads::pool(args.threads)?;
    let bar = progress::bar(own.iter().map(|&block| head.games_of(block)).map(|games| games.end - games.start).sum());
    for &block in own.iter().filter(|block| !part.blocks.contains_key(block)).collect::<Vec<_>>() {
        let games = head.games_of(block);
        let wanted = games.end - games.start;
        let tally = pool.install(|| playouts::tally(game, start, games, args.seed, limit(game), &|_| (), &paid));
        // What was cut off is played again.
        if tally.games() < wanted {
            break;
        }
        bar.inc(wanted);
        ledger.add(&Line { block, tally: tally.clone() }).map_err(cannot)?;
        part.blocks.insert(block, tally);
    }
    bar.finish_and_clear();
    ledger.sync().map_err(cannot)?;
    let (done, of, file) = (part.blocks.len(), own.len(), path.display().to_string());
    let is_cut = done < of;
    if args.format.is_json() {
        let told = json!({ "shard": shard, "blocks": done, "of": of, "found": before, "file": file });
        screen.json(&told)?;
    } else {
        let why = if is_cut { format!("{}, ", budget::cut_word(stop)) } else { String::new() };
        writeln!(
            screen,
            "part {shard}: {why}{done} of {of} blocks of {BLOCK} games, {before} of them played before, in {file}"
        )?;
    }
    Ok(if is_cut && stop.is_called() { budget::ending(stop, Ending::Fine) } else { Ending::Fine })
}

/// Whether a file of a folder is such a part, by its name.
pub fn is_part(name: &str) -> bool {
    name.starts_with(NAME.0) && name.ends_with(NAME.1)
}

/// Puts all parts together, and tells what one run of all games would tell.
///
/// # Errors
/// If they are not all parts of one whole, or one is not finished.
pub fn merge(files: &[PathBuf], format: FormatArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let mut parts: Vec<(PathBuf, Head, BTreeMap<u64, Tally>)> = Vec::new();
    for path in files {
        let mut part = Part::default();
        ledger::read(path, &mut |text| part.take(text))?;
        let told = path.display();
        let head = part.head.ok_or_else(|| Stop::fault(format!("{told}: it does not say which part it is")))?;
        if let Some((other, first, _)) = parts.first()
            && let Some(what) = head.difference(first)
        {
            return Err(Stop::fault(format!(
                "`{told}` and `{}` are parts of other games: the {what} differs",
                other.display()
            )));
        }
        parts.push((path.clone(), head, part.blocks));
    }
    let shards: Vec<Shard> = parts.iter().map(|(_, head, _)| head.shard).collect();
    all_there(&shards).map_err(Stop::fault)?;
    if shards.iter().collect::<BTreeSet<_>>().len() < shards.len() {
        return Err(Stop::fault("the same part was named twice"));
    }
    let mut sum = Tally::default();
    for (path, head, blocks) in &parts {
        let missing = (0..head.blocks()).filter(|block| head.shard.has(*block) && !blocks.contains_key(block)).count();
        if missing > 0 {
            let told = format!("`{}` is not finished: {missing} blocks of {BLOCK} games are missing", path.display());
            return Err(Stop::fault(told).help(format!("`--shard {}` goes on with it", head.shard)));
        }
        blocks.values().for_each(|tally| sum.add(tally.clone()));
    }
    let names = parts.first().map(|(_, head, _)| head.players.clone()).unwrap_or_default();
    tell(Summary::new(&sum, &names), false, format, screen)?;
    Ok(Ending::Fine)
}
