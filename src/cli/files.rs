//! Reading text from files, whatever they turn out to be.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::ending::Stop;

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
    /// It has more bytes than this.
    TooLong(u64),
    /// It is not UTF-8 from this byte on.
    NotUtf8(usize),
    /// Anything else that the system says.
    Other(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => write!(f, "there is no such file"),
            Self::Folder => write!(f, "it is a folder"),
            Self::NotAFile => write!(f, "it is not an ordinary file"),
            Self::TooLong(limit) => write!(f, "it has more than {limit} bytes"),
            Self::NotUtf8(offset) => write!(f, "it is not UTF-8 text (first at byte {offset})"),
            Self::Other(error) => write!(f, "{error}"),
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::Missing,
            io::ErrorKind::IsADirectory => Self::Folder,
            _ => Self::Other(error),
        }
    }
}

impl ReadError {
    /// What to tell about a file that was named on the command line.
    pub fn about(&self, path: &str) -> Stop {
        let message = format!("cannot read `{path}`: {self}");
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
/// If there is no such file, if it is none, too long, or not UTF-8.
pub fn read_text_up_to(path: &Path, limit: u64) -> Result<String, ReadError> {
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        return Err(ReadError::Folder);
    }
    // Opening a pipe would wait for its other end.
    if !kind.is_file() {
        return Err(ReadError::NotAFile);
    }
    read_bounded(File::open(path)?, limit)
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
}
