//! The folder of rule files that is open: what is in it, and saving.

use std::fmt::Display;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::budget::Budget;
use crate::cli::atomic;
use crate::cli::ending::Stop;
use crate::cli::files;
use crate::cli::loader::{BUILT_IN, ENDING, FileLoader};
use crate::cli::phrases::{complaint, complaints, quoted, reason};
use crate::rules::loader::{Found, LoadError, Loader};

/// A folder of rule files, or none. Clones are the same folder.
#[derive(Clone, Debug)]
pub struct RuleFolder {
    loader: FileLoader,
    root: Option<Arc<PathBuf>>,
    /// Held while a file is saved, so that nobody comes between the look and the writing.
    saving: Arc<Mutex<()>>,
}

/// A request that cannot be met: the status and what the page is told.
pub type Refusal = (StatusCode, Value);

fn refusal(status: StatusCode, message: impl Into<String>) -> Refusal {
    (status, json!({ "error": { "kind": "file", "message": message.into() } }))
}

impl RuleFolder {
    /// Opens a folder.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn open(dir: Option<&Path>) -> Result<Self, Stop> {
        let Some(dir) = dir else {
            return Ok(Self { loader: FileLoader::built_in(), root: None, saving: Arc::default() });
        };
        let wrong = |error: &dyn Display| {
            Stop::usage(complaint("served-not-opened", &[("folder", &quoted(dir.display())), ("error", error)]))
        };
        let root = dir.canonicalize().map_err(|error| wrong(&reason(complaints(), &error)))?;
        if !root.is_dir() {
            return Err(wrong(&complaint("error-no-folder", &[])));
        }
        let loader = FileLoader::of_folder(&root).map_err(|error| wrong(&error))?;
        Ok(Self { loader, root: Some(Arc::new(root)), saving: Arc::default() })
    }

    /// What reads its files and the built-in ones, with a budget.
    pub fn loader(&self, budget: Budget) -> Box<dyn Loader> {
        Box::new(Budgeted { loader: self.loader.clone(), budget })
    }

    /// The names of its files.
    pub fn list(&self) -> Value {
        json!({ "open": self.root.is_some(), "files": self.loader.others() })
    }

    /// The text of a file, with what it is known by until it is saved.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn read(&self, name: &str) -> Result<Value, Refusal> {
        match self.text(name)? {
            Some(text) => Ok(json!({ "name": name, "text": &*text, "fingerprint": fingerprint(&text) })),
            None => Err(refusal(StatusCode::NOT_FOUND, format!("there is no file `{name}`"))),
        }
    }

    /// Saves a file. `base` is the fingerprint of what the page had; none if it takes the file to be new.
    ///
    /// # Errors
    /// If the file is not what the page had, with what it is now; or if it cannot be written.
    pub fn save(&self, name: &str, text: &str, base: Option<&str>) -> Result<Value, Refusal> {
        let _held = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        let stands = self.text(name)?;
        let Some(root) = &self.root else { return Err(closed()) };
        if text.len() as u64 > files::MAX_BYTES {
            let message = format!("a rule file has at most {} bytes", files::MAX_BYTES);
            return Err(refusal(StatusCode::PAYLOAD_TOO_LARGE, message));
        }
        let path = root.join(name);
        if fs::symlink_metadata(&path).is_ok_and(|kind| kind.file_type().is_symlink()) {
            return Err(refusal(StatusCode::FORBIDDEN, format!("`{name}` is a link; only files are saved")));
        }
        let is_same = stands.as_deref() == Some(text);
        if !is_same && stands.as_deref().map(fingerprint).as_deref() != base {
            let message = match &stands {
                Some(_) => format!("`{name}` was changed on the disk meanwhile"),
                None => format!("`{name}` is not on the disk any more"),
            };
            let found = stands.as_deref().map(fingerprint);
            let error = json!({ "kind": "changed", "message": message, "disk": stands.as_deref(), "yours": text, "fingerprint": found });
            return Err((StatusCode::CONFLICT, json!({ "error": error })));
        }
        if !is_same {
            atomic::write(&path, text.as_bytes()).map_err(|error| {
                refusal(StatusCode::INTERNAL_SERVER_ERROR, format!("`{name}` cannot be written: {error}"))
            })?;
        }
        Ok(json!({ "name": name, "fingerprint": fingerprint(text) }))
    }

    /// The text of a file, if there is one.
    fn text(&self, name: &str) -> Result<Option<Arc<str>>, Refusal> {
        if self.root.is_none() {
            return Err(closed());
        }
        if !fits(name) {
            let message =
                format!("`{name}` is no name of a rule file: letters, digits, `-` and `_`, and `.{ENDING}` at the end");
            return Err(refusal(StatusCode::BAD_REQUEST, message));
        }
        match self.loader.read(None, name) {
            Ok((_, text)) => Ok(Some(text)),
            Err(LoadError::NotFound(_)) => Ok(None),
            Err(error) => Err(refusal(StatusCode::FORBIDDEN, format!("`{name}` cannot be read: {error}"))),
        }
    }
}

fn closed() -> Refusal {
    refusal(StatusCode::NOT_FOUND, "no folder is open; `merel serve DIR` opens one")
}

/// Whether a name is one of a rule file in the folder itself.
fn fits(name: &str) -> bool {
    let fits = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_' | ' ');
    let stem = name.strip_suffix(ENDING).and_then(|stem| stem.strip_suffix('.'));
    stem.is_some_and(|stem| !stem.trim().is_empty() && stem.len() <= 200 && stem.chars().all(fits))
}

/// What tells two texts apart while the server runs.
fn fingerprint(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}-{}", hasher.finish(), text.len())
}

/// The files of a folder with a budget of their own.
struct Budgeted {
    loader: FileLoader,
    budget: Budget,
}

impl Loader for Budgeted {
    fn read(&self, from: Option<&str>, path: &str) -> Result<Found, LoadError> {
        // What the user names on the command line may be called anything, but nobody asks a page for other files.
        let is_rules = path.starts_with(BUILT_IN) || Path::new(path).extension().is_some_and(|ending| ending == ENDING);
        if from.is_none() && !is_rules {
            return Err(LoadError::NotRules);
        }
        self.loader.read(from, path)
    }

    fn budget(&self) -> Budget {
        self.budget.clone()
    }
}
