//! The one door to the world: how rule files are fetched. Nothing here touches a disk.

use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::budget::Budget;

/// The longest chain of files that extend or use one another.
pub const MAX_CHAIN: usize = 16;

/// The longest rule file, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// The most bytes of a rule file and all files that it needs together.
pub const MAX_ALL_BYTES: usize = 4 << 20;

/// The most libraries that a rule file may use, those that they use in turn included.
pub const MAX_LIBRARIES: usize = 100;

/// A file that was found: its canonical name and its text.
pub type Found = (String, Arc<str>);

/// Why a file cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// There is no such file; a similar name that exists.
    NotFound(Option<String>),
    /// The path leads out of the folder of the file that was asked for first.
    OutsideFolder,
    /// The name does not end as those of rule files do.
    NotRules,
    /// The file is not UTF-8 text; the offset of the first bad byte.
    NotUtf8(usize),
    /// The file is longer than [`MAX_BYTES`].
    TooLong,
    /// Anything else, in words.
    Other(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NotFound(Some(near)) => write!(f, "there is no such file; did you mean `{near}`?"),
            LoadError::NotFound(None) => write!(f, "there is no such file"),
            LoadError::OutsideFolder => write!(f, "the path leads out of the folder of the rule file"),
            LoadError::NotRules => write!(f, "the names of rule files end in `.gdl`"),
            LoadError::NotUtf8(at) => write!(f, "the file is not text in UTF-8 (byte {at})"),
            LoadError::TooLong => write!(f, "the file is longer than the limit of {MAX_BYTES} bytes"),
            LoadError::Other(reason) => write!(f, "{reason}"),
        }
    }
}

impl std::error::Error for LoadError {}

/// Fetches rule files by the names that people and other files use for them.
pub trait Loader {
    /// The file `path`, as named by the user (`from` is none) or by the file with the canonical name `from`.
    ///
    /// # Errors
    /// If it cannot be had.
    fn read(&self, from: Option<&str>, path: &str) -> Result<Found, LoadError>;

    /// What reading, checking and playing these files may take. Usually as much as they like.
    fn budget(&self) -> Budget {
        Budget::default()
    }
}

/// `path` seen from `folder`, without detours; none if it leads outside.
pub fn normal(folder: &Path, path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for part in folder.components().chain(path.components()) {
        match part {
            Component::Normal(name) => normal.push(name),
            Component::CurDir => {}
            Component::ParentDir => normal.pop().then_some(())?,
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(normal)
}
