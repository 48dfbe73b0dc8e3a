//! Where rule files come from: one folder of the disk, and the built-in library.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::diagnostic::nearest::nearest;
use crate::library;
use crate::rules::loader::{Found, LoadError, Loader};

use super::files::{self, ReadError};

/// Before the names of built-in files, so that nobody takes them for files of the disk.
pub const BUILT_IN: &str = "builtin:";

/// How many files of a folder are looked at for a similar name.
const MOST_ENTRIES: usize = 1000;

/// Reads rule files of one folder and below, and built-in ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLoader {
    /// The folder as the user wrote it, before the names of its files; none if only built-in files are wanted.
    folder: Option<PathBuf>,
}

impl FileLoader {
    /// A loader for a rule file of the disk, with the files of its folder.
    pub fn beside(main: &Path) -> Self {
        Self { folder: Some(main.parent().unwrap_or(Path::new("")).to_owned()) }
    }

    /// A loader for the built-in library alone.
    pub fn built_in() -> Self {
        Self { folder: None }
    }

    /// The file of that name inside the folder; none if there is none.
    fn read_disk(&self, inside: &Path) -> Option<Result<Found, LoadError>> {
        let folder = self.folder.as_ref()?;
        let path = folder.join(inside);
        match confined(folder, &path).and_then(|()| files::read_text(&path).map_err(LoadError::from)) {
            Err(LoadError::NotFound(_)) => None,
            Err(error) => Some(Err(error)),
            Ok(text) => Some(Ok((path.to_string_lossy().into_owned(), text.into()))),
        }
    }

    /// A file with a similar name, in the folder of the one that is sought or in the library.
    fn similar(&self, inside: &Path) -> Option<String> {
        let near = self.folder.as_ref()?.join(inside);
        let files = fs::read_dir(or_here(near.parent()?)).into_iter().flatten().take(MOST_ENTRIES).flatten();
        let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".gdl")).collect();
        names.sort_unstable();
        let wanted = inside.file_name()?.to_string_lossy();
        let known = names.iter().map(String::as_str).chain(library::FILES.iter().map(|built_in| built_in.file));
        nearest(&wanted, known).map(str::to_owned)
    }

    /// The path of the file that is named, without its last part, seen from the folder.
    fn folder_of(&self, from: &str) -> PathBuf {
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        let inside = Path::new(from).strip_prefix(folder).unwrap_or(Path::new(from));
        inside.parent().unwrap_or(Path::new("")).to_owned()
    }
}

impl Loader for FileLoader {
    fn read(&self, from: Option<&str>, path: &str) -> Result<Found, LoadError> {
        if let Some(name) = path.strip_prefix(BUILT_IN) {
            return built_in(name).ok_or(LoadError::NotFound(None));
        }
        let Some(from) = from else {
            // What the user names may lie anywhere.
            return Ok((path.to_owned(), files::read_text(Path::new(path))?.into()));
        };
        if let Some(from) = from.strip_prefix(BUILT_IN) {
            let folder = Path::new(from).parent().unwrap_or(Path::new(""));
            return read_built_in(folder, Path::new(path));
        }
        let inside = normal(&self.folder_of(from), Path::new(path)).ok_or(LoadError::OutsideFolder)?;
        let found = self.read_disk(&inside).unwrap_or_else(|| read_built_in(Path::new(""), Path::new(path)));
        found.map_err(|error| match error {
            LoadError::NotFound(_) => LoadError::NotFound(self.similar(&inside)),
            error => error,
        })
    }
}

/// A built-in file, sought in a folder of the library first and then in the library itself.
fn read_built_in(folder: &Path, path: &Path) -> Result<Found, LoadError> {
    let near = normal(folder, path).ok_or(LoadError::OutsideFolder)?;
    let found = built_in(&near.to_string_lossy()).or_else(|| built_in(&normal(Path::new(""), path)?.to_string_lossy()));
    found.ok_or(LoadError::NotFound(None))
}

fn built_in(name: &str) -> Option<Found> {
    let found = library::FILES.iter().find(|built_in| built_in.file == name)?;
    Some((format!("{BUILT_IN}{name}"), found.text.into()))
}

/// `path` seen from `folder`, without detours; none if it leads outside.
fn normal(folder: &Path, path: &Path) -> Option<PathBuf> {
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

/// The folder, which is the current one if it has no name.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Refuses what lies outside the folder once symbolic links are followed.
///
/// # Errors
/// If it does, or if there is no such file.
pub fn confined(folder: &Path, path: &Path) -> Result<(), LoadError> {
    let real = |path: &Path| path.canonicalize().map_err(|error| LoadError::from(ReadError::from(error)));
    if real(path)?.starts_with(real(or_here(folder))?) { Ok(()) } else { Err(LoadError::OutsideFolder) }
}

impl From<ReadError> for LoadError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Missing => Self::NotFound(None),
            ReadError::TooLong(_) => Self::TooLong,
            ReadError::NotUtf8(offset) => Self::NotUtf8(offset),
            other => Self::Other(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
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
        let loader = FileLoader::beside(Path::new(&path("inner/main.gdl")));
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
}
