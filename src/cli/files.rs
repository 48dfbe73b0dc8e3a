//! Reading text from files, whatever they turn out to be. Nothing else in the program opens files for reading.
//!
//! A file is opened once, without waiting for anybody, and what was opened is then examined: between a look at a name
//! and its opening another file may take the place of the first.

use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cap_std::fs::Dir;

use crate::phrases::{ENGLISH, Phrases};

use super::ending::Stop;
use super::phrases;

/// No rule file may have more bytes.
pub const MAX_BYTES: u64 = 1 << 20;

/// Why a file cannot be read as text.
#[derive(Debug)]
pub enum ReadError {
    /// There is none.
    Missing,
    /// It is a folder.
    Folder,
    /// It is a device, a pipe or the like.
    NotAFile,
    /// The path leads out of the folder that was opened.
    Outside,
    /// It has more bytes than this.
    TooLong(u64),
    /// It is not UTF-8 from this byte on.
    NotUtf8(usize),
    /// Somebody wrote into it meanwhile.
    Changed,
    /// Anything else that the system says.
    Other(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Phrases::of(ENGLISH)))
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::Missing,
            io::ErrorKind::IsADirectory => Self::Folder,
            // What the system forbids has a number; an opened folder refuses ways out without one.
            io::ErrorKind::PermissionDenied if error.raw_os_error().is_none() => Self::Outside,
            _ => Self::Other(error),
        }
    }
}

impl ReadError {
    /// The same in the words of a language.
    pub fn told(&self, words: Phrases) -> String {
        match self {
            Self::Missing => words.word("read-missing"),
            Self::Folder => words.word("read-folder"),
            Self::NotAFile => words.word("read-not-a-file"),
            Self::Outside => words.word("read-outside"),
            Self::TooLong(limit) => words.say("read-too-long", &[("n", limit)]),
            Self::NotUtf8(offset) => words.say("read-not-utf8", &[("n", offset)]),
            Self::Changed => words.word("read-changed"),
            // The system says more than we do, but in English.
            Self::Other(error) if words.code() == ENGLISH => error.to_string(),
            Self::Other(error) => phrases::reason(words, error),
        }
    }

    /// That a file of this name cannot be read, and why.
    pub fn of(&self, path: &str) -> String {
        let words = phrases::complaints();
        words.say("not-read", &[("file", &words.quoted(path)), ("why", &self.told(words))])
    }

    /// What to tell about a file that was named on the command line.
    pub fn about(&self, path: &str) -> Stop {
        let message = self.of(path);
        match self {
            Self::TooLong(_) | Self::NotUtf8(_) => Stop::fault(message),
            _ => Stop::usage(message),
        }
    }
}

/// The text of a rule file.
///
/// # Errors
/// If there is no such file, if it is none, too long, or not UTF-8.
pub fn read_text(path: &Path) -> Result<String, ReadError> {
    read_text_up_to(path, MAX_BYTES)
}

/// The text of an ordinary file with at most so many bytes.
///
/// # Errors
/// If there is no such file, if it is none, too long, not UTF-8, or changes meanwhile.
pub fn read_text_up_to(path: &Path, limit: u64) -> Result<String, ReadError> {
    // Some devices do something when they are opened. A name that is one now is not opened at all.
    ordinary(&fs::metadata(path)?)?;
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, without_waiting());
    read_opened(options.open(path)?, limit)
}

/// The text of a rule file inside an opened folder or below. No path and no symbolic link leads out of it, also not one
/// that is put there meanwhile.
///
/// # Errors
/// As [`read_text_up_to`], and if the path leads outside.
pub fn read_text_in(folder: &Dir, path: &Path) -> Result<String, ReadError> {
    let kind = folder.metadata(path)?;
    if kind.is_dir() {
        return Err(ReadError::Folder);
    }
    if !kind.is_file() {
        return Err(ReadError::NotAFile);
    }
    let mut options = cap_std::fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    cap_std::fs::OpenOptionsExt::custom_flags(&mut options, without_waiting());
    read_opened(folder.open_with(path, &options)?.into_std(), MAX_BYTES)
}

/// Opening a pipe would wait for its other end, and a terminal would become ours.
#[cfg(unix)]
pub fn without_waiting() -> i32 {
    use rustix::fs::OFlags;
    (OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed()
}

fn ordinary(kind: &Metadata) -> Result<(), ReadError> {
    match kind {
        kind if kind.is_dir() => Err(ReadError::Folder),
        kind if !kind.is_file() => Err(ReadError::NotAFile),
        _ => Ok(()),
    }
}

/// The text of what was opened, if it is an ordinary file and stays as it is.
fn read_opened(file: File, limit: u64) -> Result<String, ReadError> {
    let kind = file.metadata()?;
    ordinary(&kind)?;
    if kind.len() > limit {
        return Err(ReadError::TooLong(limit));
    }
    unchanged(&file, || read_bounded(&file, limit))
}

/// What is read of a file, unless somebody writes into it meanwhile. Files that are replaced, as editors do, stay whole.
fn unchanged(file: &File, read: impl FnOnce() -> Result<String, ReadError>) -> Result<String, ReadError> {
    let stamp = || file.metadata().map(|data| (data.len(), data.modified().ok()));
    let before = stamp()?;
    let text = read();
    if stamp()? == before { text } else { Err(ReadError::Changed) }
}

/// The text of a stream, as far as the limit.
///
/// # Errors
/// If it is too long or not UTF-8.
pub fn read_bounded(stream: impl Read, limit: u64) -> Result<String, ReadError> {
    let mut bytes = Vec::new();
    stream.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(ReadError::TooLong(limit));
    }
    String::from_utf8(bytes).map_err(|error| ReadError::NotUtf8(error.utf8_error().valid_up_to()))
}

/// The most entries of a folder that are looked at.
const MOST_ENTRIES: usize = 1_000_000;

/// What is in a folder, in alphabetical order.
///
/// # Errors
/// If it cannot be read.
pub fn of_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder)?.take(MOST_ENTRIES).flatten().map(|entry| entry.path()).collect();
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> String {
        read_text(Path::new(path)).map_or_else(|error| error.to_string(), |_| "text".to_owned())
    }

    #[test]
    fn what_is_no_file_is_told() {
        assert_eq!(read("/no/such/file"), "there is no such file");
        assert_eq!(read("/"), "it is a folder");
        assert_eq!(read("/dev/zero"), "it is not an ordinary file");
        assert_eq!(read("src/main.rs"), "text");
    }

    #[test]
    fn streams_are_bounded() {
        assert!(matches!(read_bounded(io::repeat(b'a'), 10), Err(ReadError::TooLong(10))));
        assert!(matches!(read_bounded(&b"ab\xff"[..], 10), Err(ReadError::NotUtf8(2))));
    }

    /// As if something else had taken the place of a file after the first look at its name.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_was_opened_is_examined() -> io::Result<()> {
        use rustix::fs::{CWD, Mode, mkfifoat};
        let folder = tempfile::tempdir()?;
        let pipe = folder.path().join("pipe.gdl");
        mkfifoat(CWD, &pipe, Mode::RUSR)?;
        let mut options = File::options();
        std::os::unix::fs::OpenOptionsExt::custom_flags(options.read(true), without_waiting());
        for path in [pipe.as_path(), Path::new("/dev/zero"), Path::new("/dev/tty0")] {
            let Ok(opened) = options.open(path) else { continue };
            assert!(matches!(read_opened(opened, 10), Err(ReadError::NotAFile)), "{}", path.display());
        }
        assert!(matches!(read_opened(File::open("/")?, 10), Err(ReadError::Folder)));
        assert!(matches!(read_text(&pipe), Err(ReadError::NotAFile)));
        Ok(())
    }

    #[test]
    fn a_file_that_changes_is_not_half_read() -> io::Result<()> {
        use std::io::Write;
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(b"half")?;
        let opened = File::open(file.path())?;
        let read = unchanged(&opened, || read_bounded(&opened, 10));
        assert_eq!(read.ok().as_deref(), Some("half"));
        let read = unchanged(&opened, || {
            file.write_all(b" and half")?;
            Ok("half".to_owned())
        });
        assert!(matches!(read, Err(ReadError::Changed)));
        Ok(())
    }
}
