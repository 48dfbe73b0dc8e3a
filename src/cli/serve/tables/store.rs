//! The folder in which tables are kept, a journal each.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// How the journals end.
const ENDING: &str = "journal";
/// The file that a server holds whose tables these are.
const LOCK: &str = "lock";

/// A folder of journals.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// Held as long as the server runs.
    lock: Mutex<Option<File>>,
}

impl Store {
    /// A folder, which may not be there yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, lock: Mutex::default() }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the journal of a table lies.
    pub fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.{ENDING}"))
    }

    /// Takes the folder if there is one.
    ///
    /// # Errors
    /// If another server has it.
    pub fn take_up(&self) -> io::Result<()> {
        if self.folder.exists() { self.make() } else { Ok(()) }
    }

    /// Makes the folder if there is none, and takes it.
    ///
    /// # Errors
    /// If another server has it, or it cannot be made.
    pub fn make(&self) -> io::Result<()> {
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if lock.is_some() {
            return Ok(());
        }
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&self.folder)?;
        let file = File::options().write(true).create(true).truncate(false).open(self.folder.join(LOCK))?;
        let is_had = |_| io::Error::new(io::ErrorKind::ResourceBusy, "another server keeps its tables there");
        file.try_lock().map_err(is_had)?;
        *lock = Some(file);
        Ok(())
    }

    /// The journals, by the names of their tables.
    pub fn all(&self) -> Vec<(String, PathBuf)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let files =
            entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file())).map(|entry| entry.path());
        let named = files.filter(|path| path.extension().is_some_and(|ending| ending == ENDING)).filter_map(|path| {
            let id = path.file_stem()?.to_str()?.to_owned();
            let is_ours = id.len() == 32 && id.bytes().all(|digit| digit.is_ascii_hexdigit());
            is_ours.then_some((id, path))
        });
        named.collect()
    }

    /// Removes the journals that nobody has written to for so long and that may go; gives their names.
    pub fn sweep(&self, kept: Duration, may_go: impl Fn(&str) -> bool) -> Vec<String> {
        let now = SystemTime::now();
        let is_old = |path: &Path| {
            let changed = fs::symlink_metadata(path).and_then(|data| data.modified());
            changed.is_ok_and(|changed| now.duration_since(changed).is_ok_and(|age| age > kept))
        };
        let old = self.all().into_iter().filter(|(id, path)| is_old(path) && may_go(id));
        old.filter(|(_, path)| fs::remove_file(path).is_ok()).map(|(id, _)| id).collect()
    }
}
