//! Long work kept as a file of lines: the first says what is done, each other one what came of a piece of it. What is there
//! is not done again, and what was done in parts is put together.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::game::rng::GENERATOR;

use super::VERSION;
use super::atomic;
use super::ending::Stop;
use super::files;
use super::ledger::{self, Ledger};
use super::screen::{self, FormatArgs, Screen};
use super::shard::{Shard, all_there};

/// The version of the format.
const FORMAT: u32 = 2;
/// How the files end.
const ENDING: &str = ".jsonl";

/// What came of a piece of some work.
pub trait Line: Serialize + DeserializeOwned {
    /// The command that does the work.
    const COMMAND: &'static str;
    /// What its pieces are called.
    const PIECES: &'static str;

    /// The number of its piece; none if it tells of no piece of this work.
    fn piece(&self, head: &Head) -> Option<u64>;
}

/// The first line: what is done, and which part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The command.
    #[serde(rename = "merel")]
    pub command: String,
    /// The version of the format.
    pub format: u32,
    /// Which part it is, if it is not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The version of the program.
    pub version: String,
    /// The generator of random numbers.
    pub generator: String,
    /// The fingerprints of the rules with their options.
    pub rules: Vec<String>,
    /// The names of the players.
    pub players: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// How many games are asked for.
    pub games: u64,
    /// How many pieces the whole work has, and how many in a row are done by the same part.
    pub pieces: u64,
    /// See there.
    pub set: u64,
    /// What else must be the same, by name.
    pub how: BTreeMap<String, String>,
}

impl Head {
    /// What is done: so many games from a seed, in so many pieces.
    pub fn new<L: Line>(shard: Option<Shard>, rules: Vec<String>, (seed, games): (u64, u64), pieces: u64) -> Self {
        Self {
            command: L::COMMAND.to_owned(),
            format: FORMAT,
            shard,
            version: VERSION.to_owned(),
            generator: GENERATOR.to_owned(),
            rules,
            players: Vec::new(),
            seed,
            games,
            pieces,
            set: 1,
            how: BTreeMap::new(),
        }
    }

    /// Whether a piece is to be done in this part.
    pub fn has(&self, piece: u64) -> bool {
        piece < self.pieces && self.shard.is_none_or(|shard| shard.has(piece / self.set.max(1)))
    }

    /// How many pieces this part has.
    pub fn own(&self) -> u64 {
        let Some(Shard { k, n }) = self.shard else { return self.pieces };
        let set = self.set.max(1);
        let (whole, rest) = (self.pieces / set, self.pieces % set);
        let sets = whole / n + u64::from(whole % n >= k);
        sets * set + if whole % n == k - 1 { rest } else { 0 }
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

    /// How the file is called.
    fn file(&self) -> String {
        match self.shard {
            Some(Shard { k, n }) => format!("{}-{k}-of-{n}{ENDING}", self.command),
            None => format!("{}{ENDING}", self.command),
        }
    }
}

/// Whether a file of a folder is a part of such work, by its name.
pub fn is_part<L: Line>(name: &str) -> bool {
    let numbers = name.strip_prefix(L::COMMAND).and_then(|rest| rest.strip_prefix('-'));
    numbers.and_then(|rest| rest.strip_suffix(ENDING)).is_some_and(|rest| rest.contains("-of-"))
}

/// What a file holds.
#[derive(Debug, Default)]
struct Part {
    head: Option<Head>,
    /// The texts of the lines by piece.
    lines: BTreeMap<u64, String>,
}

impl Part {
    /// Takes a line over.
    fn take<L: Line>(&mut self, text: &str) -> Result<(), String> {
        let Some(head) = &self.head else {
            let head: Option<Head> = serde_json::from_str(text).ok();
            let head = head.filter(|head| head.command == L::COMMAND && head.shard.is_none_or(|shard| shard.n > 0));
            self.head = Some(head.ok_or_else(|| format!("it is no part of `merel {}`", L::COMMAND))?);
            return Ok(());
        };
        let piece = piece::<L>(text, head)?;
        if !head.has(piece) {
            return Err("it counts other games than those of this part".to_owned());
        }
        match self.lines.insert(piece, text.to_owned()) {
            None => Ok(()),
            Some(_) => Err(format!("piece {piece} stands there twice")),
        }
    }
}

/// The number of the piece that a line tells of.
fn piece<L: Line>(text: &str, head: &Head) -> Result<u64, String> {
    let line: L = serde_json::from_str(text).map_err(|error| format!("it counts no games: {error}"))?;
    line.piece(head).ok_or_else(|| "it counts other games than those of this part".to_owned())
}

/// The file of a part, or of the whole work, while it grows.
#[derive(Debug)]
pub struct Kept<L> {
    /// What is done.
    pub head: Head,
    /// Where.
    pub path: PathBuf,
    /// How many pieces were there at first.
    pub found: u64,
    inner: Mutex<Inner>,
    line: std::marker::PhantomData<fn() -> L>,
}

#[derive(Debug)]
struct Inner {
    ledger: Ledger,
    /// What was found and not taken yet.
    lines: BTreeMap<u64, String>,
    done: BTreeSet<u64>,
    /// What was found in the files of other parts, and how long those were.
    seen: BTreeSet<u64>,
    beside: BTreeMap<PathBuf, u64>,
    /// Why nothing more can be written.
    fault: Option<Stop>,
}

impl<L: Line> Kept<L> {
    /// Opens the file in a folder, or makes it.
    ///
    /// # Errors
    /// If it is of other work, or cannot be read or written.
    pub fn open(folder: &str, head: Head) -> Result<Self, Stop> {
        let path = Path::new(folder).join(head.file());
        let mut part = Part::default();
        let mut ledger = Ledger::open(&path, &mut |text| part.take::<L>(text))?;
        match part.head.as_ref().map(|found| found.difference(&head)) {
            None => ledger.add(&head).map_err(|error| not_written(&path, &error))?,
            Some(None) => {}
            Some(Some(what)) => {
                let told = format!("`{}` holds a part of other games: the {what} differs", path.display());
                return Err(Stop::usage(told).help("name another folder with `--out`"));
            }
        }
        let done: BTreeSet<u64> = part.lines.keys().copied().collect();
        let found = done.len() as u64;
        let (lines, seen, beside) = (part.lines, BTreeSet::new(), BTreeMap::new());
        let inner = Mutex::new(Inner { ledger, lines, done, seen, beside, fault: None });
        Ok(Self { head, path, found, inner, line: std::marker::PhantomData })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a piece is done.
    pub fn has(&self, piece: u64) -> bool {
        self.inner().done.contains(&piece)
    }

    /// What was found of a piece; it is given once.
    pub fn take(&self, piece: u64) -> Option<L> {
        let text = self.inner().lines.remove(&piece)?;
        serde_json::from_str(&text).ok()
    }

    /// Keeps what came of a piece; false if it cannot be written, which [`Self::finish`] tells.
    pub fn keep(&self, line: &L) -> bool {
        let inner = &mut *self.inner();
        if inner.fault.is_some() {
            return false;
        }
        let Some(piece) = line.piece(&self.head) else { return true };
        match inner.ledger.add(line) {
            Ok(()) => drop(inner.done.insert(piece)),
            Err(error) => {
                let fault = not_written(&self.path, &error);
                inner.fault = Some(fault.help("all up to here is kept; the same command goes on from there"));
            }
        }
        inner.fault.is_none()
    }

    /// Looks into the files of the other parts in the same folder, and takes over what is new there; how many pieces.
    ///
    /// # Errors
    /// If a file is a part of other work, or cannot be read.
    pub fn look_beside(&self) -> Result<u64, Stop> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let cannot = |error| Stop::fault(format!("cannot read `{}`: {error}", folder.display()));
        let is_other = |path: &PathBuf| {
            let name = path.file_name().map(|name| name.to_string_lossy());
            *path != self.path && name.is_some_and(|name| is_part::<L>(&name))
        };
        let mut new = 0;
        for path in files::of_folder(folder).map_err(cannot)?.into_iter().filter(is_other) {
            let length = std::fs::metadata(&path).map_or(0, |data| data.len());
            if self.inner().beside.insert(path.clone(), length) == Some(length) {
                continue;
            }
            let mut part = Part::default();
            ledger::read(&path, &mut |text| part.take::<L>(text))?;
            // A file that was just made may be empty.
            let Some(head) = part.head else { continue };
            if let Some(what) = head.difference(&self.head) {
                return Err(other_games(&path, &self.path, what));
            }
            let inner = &mut *self.inner();
            for (piece, text) in part.lines {
                if !self.head.has(piece) && inner.seen.insert(piece) {
                    inner.lines.insert(piece, text);
                    new += 1;
                }
            }
        }
        Ok(new)
    }

    /// Nothing more is done, and [`Self::finish`] tells why.
    pub fn fail(&self, why: Stop) {
        self.inner().fault.get_or_insert(why);
    }

    /// How many pieces of this part are done.
    pub fn done(&self) -> u64 {
        self.inner().done.len() as u64
    }

    /// Waits until all is on the disk.
    ///
    /// # Errors
    /// If something could not be written.
    pub fn finish(&self) -> Result<(), Stop> {
        let inner = &mut *self.inner();
        match inner.fault.take() {
            Some(fault) => Err(fault),
            None => inner.ledger.sync().map_err(|error| not_written(&self.path, &error)),
        }
    }

    /// Says how much of the part is done; `why` it is cut, if it is.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn tell(&self, why: Option<&str>, format: Option<FormatArgs>, screen: &mut Screen) -> Result<(), Stop> {
        let (done, of, before, file) = (self.done(), self.head.own(), self.found, self.path.display().to_string());
        let shard = self.head.shard.unwrap_or(Shard { k: 1, n: 1 });
        if format.is_some_and(FormatArgs::is_json) {
            let told = json!({ "shard": shard, "pieces": done, "of": of, "found": before, "file": file });
            screen.json(&told)?;
            return Ok(());
        }
        let why = why.map(|why| format!("{why}, ")).unwrap_or_default();
        let pieces = L::PIECES;
        writeln!(screen, "part {shard}: {why}{done} of {of} {pieces}, {before} of them played before, in {file}")?;
        Ok(())
    }
}

fn not_written(path: &Path, error: &std::io::Error) -> Stop {
    Stop::fault(format!("cannot write `{}`: {error}", path.display()))
}

fn other_games(one: &Path, other: &Path, what: &str) -> Stop {
    let (one, other) = (one.display(), other.display());
    Stop::fault(format!("`{one}` and `{other}` are parts of other games: the {what} differs"))
}

/// All parts of some work together.
#[derive(Debug)]
pub struct Whole {
    /// What was done.
    pub head: Head,
    /// How many parts it had.
    pub parts: usize,
    /// The texts of the lines by piece.
    lines: BTreeMap<u64, String>,
}

impl Whole {
    /// Puts parts together.
    ///
    /// # Errors
    /// If they are not all parts of one whole, or one is not finished.
    pub fn of<L: Line>(files: &[PathBuf]) -> Result<Self, Stop> {
        let mut parts: Vec<(PathBuf, Head, BTreeMap<u64, String>)> = Vec::new();
        for path in files {
            let mut part = Part::default();
            ledger::read(path, &mut |text| part.take::<L>(text))?;
            let told = path.display();
            let head = part.head.ok_or_else(|| Stop::fault(format!("{told}: it does not say which part it is")))?;
            if let Some((other, first, _)) = parts.first()
                && let Some(what) = head.difference(first)
            {
                return Err(other_games(path, other, what));
            }
            parts.push((path.clone(), head, part.lines));
        }
        let shards: Vec<Shard> = parts.iter().map(|(_, head, _)| head.shard.unwrap_or(Shard { k: 1, n: 1 })).collect();
        all_there(&shards).map_err(Stop::fault)?;
        if shards.iter().collect::<BTreeSet<_>>().len() < shards.len() {
            return Err(Stop::fault("the same part was named twice"));
        }
        for ((path, head, lines), shard) in parts.iter().zip(&shards) {
            let missing = head.own().saturating_sub(lines.len() as u64);
            if missing > 0 {
                let told = format!("`{}` is not finished: {missing} {} are missing", path.display(), L::PIECES);
                return Err(Stop::fault(told).help(format!("`--shard {shard}` goes on with it")));
            }
        }
        let n = parts.len();
        let Some((_, head, _)) = parts.first() else { return Err(Stop::fault("there are no parts")) };
        let head = Head { shard: None, ..head.clone() };
        Ok(Self { head, parts: n, lines: parts.into_iter().flat_map(|(.., lines)| lines).collect() })
    }

    /// What came of each piece, in order.
    pub fn lines<L: Line>(&self) -> impl Iterator<Item = L> {
        self.lines.values().filter_map(|text| serde_json::from_str(text).ok())
    }

    /// Writes all of it into a folder, as one machine would have kept it.
    ///
    /// # Errors
    /// If there is such work already, or it cannot be written.
    pub fn write(&self, out: &Path, format: FormatArgs, screen: &mut Screen) -> Result<(), Stop> {
        let path = out.join(self.head.file());
        let file = path.display().to_string();
        if path.exists() {
            let told = format!("`{file}` is there already");
            return Err(Stop::usage(told).help("name another folder with `--out`"));
        }
        std::fs::create_dir_all(out).map_err(|error| not_written(out, &error))?;
        let mut text = screen::json(&self.head).map_err(|error| not_written(&path, &error))? + "\n";
        for line in self.lines.values() {
            text.push_str(line);
            text.push('\n');
        }
        atomic::write_all(&[(path, text.as_bytes())], atomic::Links::Refused)
            .map_err(|(path, error)| not_written(&path, &error))?;
        let (pieces, parts, command) = (self.lines.len(), self.parts, &self.head.command);
        if format.is_json() {
            screen.json(&json!({ "games": pieces, "parts": parts, "files": [file] }))?;
            return Ok(());
        }
        writeln!(screen, "{pieces} games of {parts} parts, kept in {file}")?;
        writeln!(
            screen,
            "`merel {command}` with the words of its parts and `--out {}` says what they come to",
            out.display()
        )?;
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Number {
        number: u64,
    }

    impl Line for Number {
        const COMMAND: &'static str = "count";
        const PIECES: &'static str = "numbers";

        fn piece(&self, _: &Head) -> Option<u64> {
            (self.number < 100).then_some(self.number)
        }
    }

    #[test]
    fn parts_have_all_pieces_among_them() {
        for (pieces, set, n) in [(10, 1, 3), (26, 13, 2), (27, 13, 2), (5, 2, 4), (0, 1, 2), (7, 10, 3)] {
            let heads = (1..=n)
                .map(|k| Head { set, ..Head::new::<Number>(Some(Shard { k, n }), Vec::new(), (0, pieces), pieces) });
            let heads: Vec<Head> = heads.collect();
            for head in &heads {
                let own = (0..pieces).filter(|&piece| head.has(piece)).count() as u64;
                assert_eq!(head.own(), own, "{head:?}");
            }
            assert_eq!(heads.iter().map(Head::own).sum::<u64>(), pieces);
            assert!(!heads.iter().any(|head| head.has(pieces)));
        }
    }

    #[test]
    fn what_is_kept_is_found_and_taken_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path().to_str().expect("a path");
        let head = || Head::new::<Number>(Some(Shard { k: 2, n: 2 }), vec!["r".to_owned()], (1, 6), 6);
        let kept = Kept::<Number>::open(at, head()).expect("it opens");
        assert!(kept.path.ends_with("count-2-of-2.jsonl") && is_part::<Number>("count-2-of-2.jsonl"));
        assert!(!is_part::<Number>("count.jsonl") && !is_part::<Number>("counts-1-of-1.jsonl"));
        assert!([1, 3].iter().all(|&number| kept.keep(&Number { number })));
        kept.finish().expect("it is written");
        drop(kept);
        let kept = Kept::<Number>::open(at, head()).expect("it opens again");
        assert_eq!((kept.found, kept.done(), kept.head.own()), (2, 2, 3));
        assert!(kept.has(1) && !kept.has(5) && !kept.has(0));
        assert_eq!(kept.take(3).map(|line| line.number), Some(3));
        assert!(kept.take(3).is_none() && kept.has(3));
        drop(kept);
        let other = Head { seed: 2, ..head() };
        let refused = Kept::<Number>::open(at, other).map(drop).expect_err("other work");
        assert!(refused.complaint().expect("a complaint").message.contains("the seed differs"));
        let unfinished = Whole::of::<Number>(&[folder.path().join("count-2-of-2.jsonl")]).map(drop);
        let told = unfinished.expect_err("a part is missing").complaint().map(|told| told.message.clone());
        assert_eq!(told.as_deref(), Some("part 1/2 is missing"));
    }
}
