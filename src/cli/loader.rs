//! Where rule files come from: one folder of the disk, and the built-in library.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::budget::Budget;
use crate::diagnostic::nearest::nearest;
use crate::library;
use crate::rules::loader::{Found, LoadError, Loader, normal};

use super::budget;
use super::files::{self, ReadError};

pub use crate::library::BUILT_IN;

/// What rule files are called. Others are not opened because some file names them.
pub const ENDING: &str = "gdl";

/// How many files of a folder are looked at for a similar name.
const MOST_ENTRIES: usize = 1000;

/// Reads rule files of one folder and below, and built-in ones.
#[derive(Clone, Debug, Default)]
pub struct FileLoader {
    /// None if only built-in files are wanted.
    folder: Option<Folder>,
    /// The file that was opened first, with its name: what the user named may lie anywhere.
    main: Option<(String, Result<Arc<str>, LoadError>)>,
    /// None for the budget of the process.
    budget: Option<Budget>,
}

/// A folder that was opened, so that it stays the same one whatever becomes of its name.
#[derive(Clone, Debug)]
struct Folder {
    /// As the user wrote it, before the names of its files.
    name: PathBuf,
    /// None if there is no such folder.
    dir: Option<Arc<Dir>>,
}

impl Folder {
    fn open(name: &Path) -> Self {
        let dir = Dir::open_ambient_dir(or_here(name), ambient_authority());
        Self { name: name.to_owned(), dir: dir.ok().map(Arc::new) }
    }

    /// The text of a file inside.
    fn read(&self, inside: &Path) -> Result<Arc<str>, ReadError> {
        Ok(files::read_text_in(self.dir.as_ref().ok_or(ReadError::Missing)?, inside)?.into())
    }

    /// A folder inside, opened in its turn.
    fn inner(&self, inside: &Path) -> Result<Self, ReadError> {
        let dir = self.dir.as_ref().ok_or(ReadError::Missing)?.open_dir(or_here(inside))?;
        Ok(Self { name: self.name.join(inside), dir: Some(Arc::new(dir)) })
    }

    /// The names of the rule files in a folder inside, in order.
    fn rule_files(&self, inside: &Path) -> Vec<String> {
        let entries = self.dir.as_ref().and_then(|dir| dir.read_dir(or_here(inside)).ok());
        let files = entries.into_iter().flatten().take(MOST_ENTRIES).flatten();
        let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| is_rule_file(Path::new(name))).collect();
        names.sort_unstable();
        names
    }
}

impl FileLoader {
    /// A loader for a text that stands for a file of the disk, with the files of its folder.
    pub fn beside(main: &Path) -> Self {
        Self { folder: Some(Folder::open(main.parent().unwrap_or(Path::new("")))), ..Self::default() }
    }

    /// A loader for the files of a folder, which are named as seen from it.
    ///
    /// # Errors
    /// If there is no such folder, or it cannot be opened.
    pub fn of_folder(folder: &Path) -> Result<Self, ReadError> {
        let Folder { dir: Some(dir), .. } = Folder::open(folder) else { return Err(ReadError::Missing) };
        Ok(Self { folder: Some(Folder { name: PathBuf::new(), dir: Some(dir) }), ..Self::default() })
    }

    /// A loader for the built-in library alone.
    pub fn built_in() -> Self {
        Self::default()
    }

    /// Opens a rule file that the user named, wherever it lies, with the files of its folder. What is wrong with its
    /// text is told when it is loaded.
    ///
    /// # Errors
    /// If there is no such file, or if it is none.
    pub fn open(main: &str) -> Result<Self, ReadError> {
        let loader = Self::beside(Path::new(main));
        let text = files::read_text(Path::new(main)).map(Arc::from);
        loader.with_main(main.to_owned(), text)
    }

    /// Opens a rule file that a stranger's file names: it must lie in this folder or below.
    ///
    /// # Errors
    /// If there is no such file, if it is none, lies elsewhere or is not called like rule files.
    pub fn open_below(folder: &Path, name: &str) -> Result<Self, LoadError> {
        let name = Path::new(name);
        let inside = if name.is_absolute() { below(folder, name) } else { normal(Path::new(""), name) };
        let inside = inside.ok_or(LoadError::OutsideFolder)?;
        if !is_rule_file(&inside) {
            return Err(LoadError::NotRules);
        }
        let outer = Folder::open(folder);
        let text = outer.read(&inside);
        let inner = outer.inner(inside.parent().unwrap_or(Path::new("")))?;
        let loader = Self { folder: Some(inner), ..Self::default() };
        Ok(loader.with_main(folder.join(inside).to_string_lossy().into_owned(), text)?)
    }

    /// The same, but what is done with the files has a budget of its own.
    pub fn under(self, budget: Budget) -> Self {
        Self { budget: Some(budget), ..self }
    }

    fn with_main(self, name: String, text: Result<Arc<str>, ReadError>) -> Result<Self, ReadError> {
        let text = match text {
            Err(error @ (ReadError::NotUtf8(_) | ReadError::TooLong(_))) => Err(error.into()),
            Err(error) => return Err(error),
            Ok(text) => Ok(text),
        };
        Ok(Self { main: Some((name, text)), ..self })
    }

    /// The name of the file that was opened first, as it is to be loaded.
    pub fn main(&self) -> Option<&str> {
        self.main.as_ref().map(|(name, _)| name.as_str())
    }

    /// The other rule files of the folder, as they are to be loaded, in order. Of a large folder some are left out.
    pub fn others(&self) -> Vec<String> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let names = folder.rule_files(Path::new("")).into_iter();
        let names = names.map(|name| folder.name.join(name).to_string_lossy().into_owned());
        names.filter(|name| self.main() != Some(name)).collect()
    }

    /// The file of that name inside the folder; none if there is none.
    fn read_disk(&self, inside: &Path) -> Option<Result<Found, LoadError>> {
        let folder = self.folder.as_ref()?;
        match folder.read(inside) {
            Err(ReadError::Missing) => None,
            Err(error) => Some(Err(error.into())),
            Ok(text) => Some(Ok((folder.name.join(inside).to_string_lossy().into_owned(), text))),
        }
    }

    /// A file with a similar name, in the folder of the one that is sought or in the library.
    fn similar(&self, inside: &Path) -> Option<String> {
        let names = self.folder.as_ref()?.rule_files(inside.parent()?);
        let wanted = inside.file_name()?.to_string_lossy();
        let known = names.iter().map(String::as_str).chain(library::FILES.iter().map(|built_in| built_in.file));
        nearest(&wanted, known).map(str::to_owned)
    }

    /// The path of the file that is named, without its last part, seen from the folder.
    fn folder_of(&self, from: &str) -> PathBuf {
        let folder = self.folder.as_ref().map_or(Path::new(""), |folder| &folder.name);
        let inside = Path::new(from).strip_prefix(folder).unwrap_or(Path::new(from));
        inside.parent().unwrap_or(Path::new("")).to_owned()
    }
}

impl Loader for FileLoader {
    fn budget(&self) -> Budget {
        self.budget.clone().unwrap_or_else(budget::current)
    }

    fn read(&self, from: Option<&str>, path: &str) -> Result<Found, LoadError> {
        if path.starts_with(BUILT_IN) || from.is_some_and(|from| from.starts_with(BUILT_IN)) {
            return library::read(from, path);
        }
        let Some(from) = from else {
            if let Some((name, text)) = self.main.as_ref().filter(|(name, _)| name == path) {
                return text.clone().map(|text| (name.clone(), text));
            }
            let inside = Path::new(path).strip_prefix(&self.folder.as_ref().ok_or(LoadError::NotFound(None))?.name);
            let inside =
                inside.ok().and_then(|inside| normal(Path::new(""), inside)).ok_or(LoadError::OutsideFolder)?;
            return self.read_disk(&inside).unwrap_or(Err(LoadError::NotFound(None)));
        };
        let inside = normal(&self.folder_of(from), Path::new(path)).ok_or(LoadError::OutsideFolder)?;
        if !is_rule_file(&inside) {
            return Err(LoadError::NotRules);
        }
        let found = self.read_disk(&inside).unwrap_or_else(|| library::read(Some(from), path));
        found.map_err(|error| match error {
            LoadError::NotFound(_) => LoadError::NotFound(self.similar(&inside)),
            error => error,
        })
    }
}

/// Whether a file is called as rule files are.
fn is_rule_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == ENDING)
}

/// The folder, which is the current one if it has no name.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// What is behind the folder in an absolute path; none if that leads elsewhere.
fn below(folder: &Path, path: &Path) -> Option<PathBuf> {
    let folder = or_here(folder);
    let folders = [std::path::absolute(folder).ok(), folder.canonicalize().ok()];
    let inside = folders.iter().flatten().find_map(|folder| path.strip_prefix(folder).ok())?;
    normal(Path::new(""), inside)
}

impl From<ReadError> for LoadError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Missing => Self::NotFound(None),
            ReadError::Outside => Self::OutsideFolder,
            ReadError::TooLong(_) => Self::TooLong,
            ReadError::NotUtf8(offset) => Self::NotUtf8(offset),
            other => Self::Other(other.to_string()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use std::fs;

    use super::*;

    fn name(result: Result<Found, LoadError>) -> String {
        match result {
            Ok((name, _)) => name,
            Err(LoadError::NotFound(_)) => "missing".to_owned(),
            Err(LoadError::OutsideFolder) => "outside".to_owned(),
            Err(_) => "other".to_owned(),
        }
    }

    #[test]
    fn paths_stay_in_their_folder() {
        let folder = |path| normal(Path::new("sub"), Path::new(path));
        assert_eq!(folder("a.gdl"), Some(PathBuf::from("sub/a.gdl")));
        assert_eq!(folder("../a.gdl"), Some(PathBuf::from("a.gdl")));
        assert_eq!(folder("./x/../a.gdl"), Some(PathBuf::from("sub/a.gdl")));
        assert_eq!(folder("../../a.gdl"), None);
        assert_eq!(folder("/etc/passwd"), None);
    }

    #[test]
    fn files_are_found_beside_the_file_that_names_them() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        fs::create_dir_all(folder.path().join("inner/sub"))?;
        fs::write(path("outer.gdl"), "")?;
        fs::write(path("inner/main.gdl"), "")?;
        fs::write(path("inner/sub/part.gdl"), "")?;
        let loader = FileLoader::open(&path("inner/main.gdl")).expect("the file is there");
        let main = name(loader.read(None, &path("inner/main.gdl")));
        assert_eq!(main, path("inner/main.gdl"));
        let part = name(loader.read(Some(&main), "sub/part.gdl"));
        assert_eq!(part, path("inner/sub/part.gdl"));
        assert_eq!(name(loader.read(Some(&part), "../main.gdl")), main);
        assert_eq!(name(loader.read(Some(&part), "../../outer.gdl")), "outside");
        assert_eq!(name(loader.read(Some(&main), &path("outer.gdl"))), "outside");
        assert_eq!(name(loader.read(Some(&main), "nothing.gdl")), "missing");
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_folder_are_refused() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        fs::create_dir(folder.path().join("inner"))?;
        fs::write(folder.path().join("outer.gdl"), "")?;
        std::os::unix::fs::symlink("../outer.gdl", folder.path().join("inner/link.gdl"))?;
        let main = folder.path().join("inner/main.gdl");
        let loader = FileLoader::beside(&main);
        assert_eq!(name(loader.read(Some(&main.to_string_lossy()), "link.gdl")), "outside");
        Ok(())
    }

    /// Somebody puts a link out of the folder in the place of a file, again and again, while it is read.
    #[cfg(unix)]
    #[test]
    fn no_link_is_quick_enough() -> std::io::Result<()> {
        use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
        use std::time::{Duration, Instant};
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("inner"))?;
        fs::write(path("secret.gdl"), "secret")?;
        fs::write(path("inner/fine.gdl"), "fine")?;
        std::os::unix::fs::symlink("fine.gdl", path("inner/link.gdl"))?;
        let loader = FileLoader::beside(&path("inner/main.gdl"));
        let main = path("inner/main.gdl").to_string_lossy().into_owned();
        let (stop, swaps) = (AtomicBool::new(false), AtomicUsize::new(0));
        let began = Instant::now();
        // On a busy machine it takes a while before the first link is exchanged, and before it is exchanged again.
        let goes_on = |read: usize, texts: usize| {
            let is_enough = read >= 5000 && texts > 0 && swaps.load(Ordering::Relaxed) >= 100;
            !is_enough && began.elapsed() < Duration::from_secs(20)
        };
        let texts = std::thread::scope(|scope| {
            scope.spawn(|| {
                for target in ["../secret.gdl", "fine.gdl"].iter().cycle() {
                    let swapped = std::os::unix::fs::symlink(target, path("inner/new"));
                    if swapped.and_then(|()| fs::rename(path("inner/new"), path("inner/link.gdl"))).is_err()
                        || stop.load(Ordering::Relaxed)
                    {
                        return;
                    }
                    swaps.fetch_add(1, Ordering::Relaxed);
                }
            });
            let (mut read, mut texts) = (0, Vec::new());
            while goes_on(read, texts.len()) {
                read += 1;
                texts.extend(loader.read(Some(&main), "link.gdl").ok());
            }
            stop.store(true, Ordering::Relaxed);
            texts
        });
        assert!(swaps.into_inner() > 0, "the link was never exchanged");
        assert!(!texts.is_empty(), "the file was never there");
        assert!(texts.iter().all(|(_, text)| &**text == "fine"));
        Ok(())
    }
}
