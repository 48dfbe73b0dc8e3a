//! The journal of a match: what is decided is written down at once, line by line, so that nothing is lost however the
//! program ends.
//!
//! The first line says which match it is, every other what was done then. A line that was cut off at the end counts for
//! nothing. The journal of a match file lies beside it; that of a match without a file lies in the user's own folder for
//! such things. Tables that people share (`merel serve`) are kept in journals, too: there nothing counts before it is on
//! the disk.

use std::env;
use std::fs::{self, File};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::record::saved;

use super::atomic;
use super::ending::Stop;
use super::files::{self, ReadError};
use super::phrases::{self, complaint, quoted};

/// The version of the format.
const FORMAT: u32 = 1;
/// How journals end that lie beside a match file.
const ENDING: &str = ".journal";
/// So many journals of matches without a file are kept.
const KEPT: usize = 40;

/// The first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Head {
    #[serde(rename = "merel-journal")]
    format: u32,
    /// The match as a file says it, when the journal was begun.
    pub base: String,
    /// The folder from which the game was named; only in the user's own folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// What a table has beside its match, if people share it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shared: Option<Shared>,
}

/// What a table that people share has beside its match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shared {
    /// What whoever sits at a seat must know; none where a machine sits.
    pub tokens: Vec<Option<String>>,
    /// The plain names of the players.
    pub names: Vec<String>,
    /// The text of the rule file, unless the game is built in.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rules: Option<String>,
    /// The network from which it was made, as far as tables are counted by networks; none if it was this machine.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from: Option<IpAddr>,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Entry {
    /// An option was taken.
    Play {
        /// Its text.
        text: String,
        /// What each player has left on the clock, in milliseconds.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        left: Option<Vec<u64>>,
        /// The player who took it, from zero, where several people share the match; none for Chance.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        by: Option<u8>,
    },
    /// The match went back to where so many moves had been made.
    Back {
        /// So many.
        moves: usize,
    },
    /// The line with this number was taken up again.
    Branch {
        /// Its number, from zero.
        number: usize,
    },
    /// The players ended it.
    Settle {
        /// How, as a match file says it.
        how: String,
    },
    /// A machine plays for whoever resigned, one of several.
    Seat {
        /// The player, from zero.
        player: usize,
        /// Who sits there now.
        seat: String,
    },
    /// Something is remarked on the latest move.
    Note {
        /// What; empty if nothing is any more.
        text: String,
    },
    /// Something is asked of the others at a table that people share, or some of them have agreed; or nothing is asked
    /// any more.
    Ask {
        /// What; none if nothing is.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        asked: Option<Asked>,
    },
}

/// What is asked of the others at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The player who asks, from zero.
    pub by: u8,
    /// To go back to where so many moves had been made; none is a draw.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub back: Option<usize>,
    /// Who has agreed.
    pub agreed: Vec<u8>,
}

/// A journal that was found.
#[derive(Debug)]
pub struct Kept {
    /// Its first line.
    pub head: Head,
    /// What was done since.
    pub entries: Vec<Entry>,
    /// The journal, to go on with.
    pub journal: Journal,
}

/// Where what is done is written down.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Option<File>,
    /// What is not written yet.
    pending: Vec<u8>,
    /// So many bytes are whole lines.
    good: u64,
    /// Whether it was said that it cannot be written.
    failing: bool,
}

/// What came of writing.
#[derive(Debug)]
pub enum Written {
    /// All is written, as before.
    Fine,
    /// It cannot be written, for the first time.
    Failed(io::Error),
    /// It could not be written, and now it is.
    Again,
}

impl Journal {
    /// The journal of a match file.
    pub fn beside(file: &str) -> Self {
        Self::at(PathBuf::from(format!("{file}{ENDING}")))
    }

    /// A new journal for a match without a file.
    pub fn own(game: &str) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let plain: String = game.chars().map(|sign| if sign.is_alphanumeric() { sign } else { '-' }).collect();
        let plain: String = plain.trim_matches('-').chars().take(40).collect();
        let name = format!("{}-{:03}-{}-{plain}{ENDING}", now.as_secs(), now.subsec_millis(), std::process::id());
        Self::at(own_folder().join(name))
    }

    fn at(path: PathBuf) -> Self {
        Self { path, file: None, pending: Vec::new(), good: 0, failing: false }
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether anything is in it.
    pub fn is_begun(&self) -> bool {
        self.file.is_some() || !self.pending.is_empty()
    }

    /// Writes the first line, with the first entry that follows.
    pub fn begin(&mut self, base: String, folder: Option<PathBuf>) {
        self.line(&Head { format: FORMAT, base, folder, shared: None });
    }

    /// Begins the journal of a table in a new file.
    ///
    /// # Errors
    /// If it cannot be written; then there is none.
    pub fn of_table(path: PathBuf, base: String, shared: Shared) -> io::Result<Self> {
        let mut journal = Self::at(path);
        journal.line(&Head { format: FORMAT, base, folder: None, shared: Some(shared) });
        let begun = journal.flush().and_then(|()| journal.onto_the_disk()).and_then(|()| match journal.path.parent() {
            // The name is on the disk as well.
            Some(folder) => atomic::sync_folder(folder),
            None => Ok(()),
        });
        if let Err(error) = begun {
            journal.remove();
            return Err(error);
        }
        Ok(journal)
    }

    /// Writes down what was done, and comes back when it is on the disk. The file is open only meanwhile, so that there
    /// may be many.
    ///
    /// # Errors
    /// If it cannot be written; then it counts as not done, and the journal ends with what was written before.
    pub fn commit(&mut self, entry: &Entry) -> io::Result<()> {
        self.pending.clear();
        let before = self.good;
        self.line(entry);
        let written = self.flush().and_then(|()| self.onto_the_disk());
        if written.is_err() {
            self.pending.clear();
            self.good = before;
            if let Some(file) = &self.file {
                let _ = file.set_len(before);
            }
        }
        self.file = None;
        written
    }

    fn onto_the_disk(&mut self) -> io::Result<()> {
        self.file.take().map_or(Ok(()), |file| {
            let written = file.sync_data();
            self.file = Some(file);
            written
        })
    }

    /// Lets go of the file until something is written.
    pub fn rest(&mut self) {
        self.file = None;
    }

    /// Writes down what was done. What cannot be written is tried again with the next entry.
    pub fn write(&mut self, entry: &Entry) -> Written {
        self.line(entry);
        match (self.flush(), self.failing) {
            (Ok(()), false) => Written::Fine,
            (Ok(()), true) => {
                self.failing = false;
                Written::Again
            }
            (Err(error), false) => {
                self.failing = true;
                Written::Failed(error)
            }
            (Err(_), true) => Written::Fine,
        }
    }

    fn line(&mut self, value: &impl Serialize) {
        // Plain texts and numbers can always be written.
        if let Ok(line) = serde_json::to_vec(value) {
            self.pending.extend(line);
            self.pending.push(b'\n');
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.file.is_none() {
            self.file = Some(match self.good {
                0 => created(&self.path)?,
                _ => File::options().write(true).open(&self.path)?,
            });
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let written = file.seek(SeekFrom::Start(self.good)).and_then(|_| file.write_all(&self.pending));
        if let Err(error) = written {
            // Half a line is none.
            let _ = file.set_len(self.good);
            return Err(error);
        }
        self.good += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    /// Whether all is written that was done.
    pub fn is_whole(&self) -> bool {
        self.pending.is_empty()
    }

    /// Waits until all is on the disk.
    pub fn sync(&self) {
        if let Some(file) = &self.file {
            // What the disk refuses is told when the next line is written.
            let _ = file.sync_data();
        }
    }

    /// Removes it: what was in it is saved elsewhere, or nobody needs it.
    pub fn remove(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.path);
        }
        self.pending.clear();
        self.good = 0;
    }
}

/// A new file that only its owner reads, held by this process.
fn created(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && *folder == own_folder()) {
        fs::create_dir_all(folder)?;
        sweep(folder);
    }
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    let _ = file.try_lock();
    Ok(file)
}

/// The folder for journals of matches without a file.
pub fn own_folder() -> PathBuf {
    let known = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = known("XDG_STATE_HOME").or_else(|| known("HOME").map(|home| home.join(".local").join("state")));
    state.map_or_else(|| env::temp_dir().join("merel-state"), |state| state.join("merel"))
}

/// The journals in the user's own folder, the latest last.
fn journals(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_journal = |path: &PathBuf| path.to_string_lossy().ends_with(ENDING);
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file())).map(|entry| entry.path());
    let dated = |path: PathBuf| {
        let changed = fs::symlink_metadata(&path).and_then(|data| data.modified()).unwrap_or(UNIX_EPOCH);
        (changed, path)
    };
    let mut found: Vec<(SystemTime, PathBuf)> = files.filter(is_journal).map(dated).collect();
    found.sort();
    found.into_iter().map(|(_, path)| path).collect()
}

/// Removes the oldest journals where there are many, but for those of matches that are played now.
fn sweep(folder: &Path) {
    let found = journals(folder);
    let many = found.len().saturating_sub(KEPT);
    for path in found.into_iter().take(many) {
        if File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(&path);
        }
    }
}

/// The latest match without a file that nobody plays now.
pub fn latest() -> Option<PathBuf> {
    let is_free = |path: &PathBuf| File::open(path).is_ok_and(|file| file.try_lock().is_ok());
    journals(&own_folder()).into_iter().rev().find(is_free)
}

/// Whether a text is a journal, and no match file.
pub fn is_journal(text: &str) -> bool {
    text.starts_with("{\"merel-journal\"")
}

/// The journal beside a match file whose text is `base`; none if there is none, or if it is about another text: then it
/// is put aside.
///
/// # Errors
/// If it cannot be read or understood, or the match is played by somebody else now.
pub fn found_beside(file: &str, base: &str) -> Result<Option<Kept>, Stop> {
    let path = format!("{file}{ENDING}");
    let text = match files::read_text_up_to(Path::new(&path), saved::MAX_BYTES as u64) {
        Ok(text) => text,
        Err(ReadError::Missing) => return Ok(None),
        Err(error) => return Err(error.about(&path)),
    };
    let kept = opened(&path, &text)?;
    if kept.head.base == base {
        return Ok(Some(kept));
    }
    let aside = format!("{path}.old");
    let wrong = |error| Stop::fault(complaint("journal-aside", &[("file", &quoted(&path)), ("error", &error)]));
    fs::rename(&path, &aside).map_err(wrong)?;
    Ok(None)
}

/// What is wrong with a line of a journal.
pub fn wrong_line(path: &str, number: usize, what: &str) -> Stop {
    Stop::fault(complaint("journal-line", &[("file", &path), ("n", &number), ("error", &what)]))
}

/// Opens a journal to go on with.
///
/// # Errors
/// If a line in it cannot be understood, or the match is played by somebody else now.
pub fn opened(path: &str, text: &str) -> Result<Kept, Stop> {
    let wrong = |number: usize, what: &str| wrong_line(path, number, what);
    let good = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text.get(..good).unwrap_or_default().lines();
    let head: Head = lines
        .next()
        .and_then(|line| serde_json::from_str(line).ok())
        .ok_or_else(|| wrong(1, "it does not say which match it is"))?;
    if head.format != FORMAT {
        return Err(wrong(1, &format!("format {} is not known, only format {FORMAT}", head.format)));
    }
    let entry = |(index, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| wrong(index + 2, &format!("it says nothing that is known: {error}")))
    };
    let entries = lines.enumerate().map(entry).collect::<Result<Vec<Entry>, Stop>>()?;
    let file = File::options().write(true).open(path);
    let not_written = |error: io::Error| {
        let why = phrases::reason(phrases::complaints(), &error);
        Stop::fault(complaint("not-saved", &[("file", &path), ("error", &why)]))
    };
    let file = file.map_err(not_written)?;
    if file.try_lock().is_err() {
        return Err(Stop::fault(complaint("journal-busy", &[("file", &quoted(path))])));
    }
    file.set_len(good as u64).map_err(not_written)?;
    let mut journal = Journal::at(PathBuf::from(path));
    (journal.file, journal.good) = (Some(file), good as u64);
    Ok(Kept { head, entries, journal })
}
