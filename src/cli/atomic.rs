//! Files that are written whole or not at all.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::Context as _;

/// Writes a file so that at every moment either the old content or the new one is there, whole.
///
/// The bytes go to a temporary file in the same folder, which then takes the place of the old one with
/// its permissions. Where the path is a symbolic link, the file behind it is replaced.
///
/// # Errors
/// If the folder or the file cannot be written, or the path is something else than a file; the old
/// content is untouched then.
pub fn write(path: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
    write_with(path.as_ref(), |file| file.write_all(bytes))
}

/// The same for a file that the user named: the error names it.
///
/// # Errors
/// If the file cannot be written; the old one is whole then.
pub fn save(path: &str, bytes: &[u8]) -> anyhow::Result<()> {
    write(path, bytes).with_context(|| format!("cannot write `{path}`"))
}

/// Writes several files, or none of them if one cannot be written: none is given its name before all are on the disk.
///
/// # Errors
/// The file that cannot be written; the folder is as it was then.
pub fn write_all(files: &[(PathBuf, &[u8])]) -> Result<(), (PathBuf, io::Error)> {
    let mut made = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        let fill = || {
            let target = target(path)?;
            let mut file = new_file(folder_of(&target))?;
            file.write_all(bytes)?;
            file.as_file().sync_all()?;
            Ok((target, file))
        };
        made.push(fill().map_err(|error| (path.clone(), error))?);
    }
    let mut named: Vec<(PathBuf, Option<Vec<u8>>)> = Vec::with_capacity(made.len());
    for (path, file) in made {
        let before = fs::read(&path).ok();
        if let Err(error) = file.persist(&path) {
            // What stood there before comes back; nothing more can be done about a disk that refuses that too.
            for (path, before) in named {
                let _ = before.map_or_else(|| fs::remove_file(&path), |bytes| write(&path, &bytes));
            }
            return Err((path, error.error));
        }
        named.push((path, before));
    }
    Ok(())
}

fn write_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let path = target(path)?;
    let folder = folder_of(&path);
    let mut file = new_file(folder)?;
    fill(file.as_file_mut())?;
    if let Ok(old) = fs::metadata(&path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    sync_folder(folder)
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that is meant, behind any symbolic link.
fn target(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(path) if path.is_file() => Ok(path),
        Ok(_) => Err(io::Error::new(io::ErrorKind::InvalidInput, "the path is not a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(path.to_owned()),
        Err(error) => Err(error),
    }
}

/// A temporary file with the permissions of any new file, removed again unless it is kept.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".merel-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The system takes away what the user's mask forbids.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Makes the new name last through a power cut, where the system can.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("there is room for a temporary folder")
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn writes_new_files_and_replaces_old_ones() {
        let folder = folder();
        let path = folder.path().join("match.toml");
        write(&path, b"first").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        write(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(names(folder.path()), ["match.toml"]);
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_whole() {
        let folder = folder();
        let path = folder.path().join("match.toml");
        write(&path, b"old").unwrap();
        let error = write_with(&path, |file| {
            file.write_all(b"half of the ne")?;
            Err(io::Error::new(io::ErrorKind::StorageFull, "no room"))
        });
        assert_eq!(error.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["match.toml"], "the temporary file is gone");
    }

    #[test]
    fn several_files_are_written_or_none() {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        write_all(&[(path("a"), b"1"), (path("b"), b"2")]).unwrap();
        assert_eq!((fs::read(path("a")).unwrap(), fs::read(path("b")).unwrap()), (b"1".to_vec(), b"2".to_vec()));
        fs::create_dir(path("c")).unwrap();
        let (at_fault, _) = write_all(&[(path("a"), b"3"), (path("d"), b"4"), (path("c"), b"5")]).unwrap_err();
        assert_eq!(at_fault, path("c"));
        assert_eq!(fs::read(path("a")).unwrap(), b"1");
        assert!(!path("d").exists(), "{:?}", names(folder.path()));
    }

    #[test]
    fn what_is_no_file_is_left_alone() {
        let folder = folder();
        assert_eq!(write(folder.path(), b"x").unwrap_err().kind(), io::ErrorKind::InvalidInput);
        let missing = folder.path().join("nowhere").join("match.toml");
        assert_eq!(write(missing, b"x").unwrap_err().kind(), io::ErrorKind::NotFound);
        assert!(names(folder.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder();
        let (path, link) = (folder.path().join("match.toml"), folder.path().join("link"));
        write(&path, b"old").unwrap();
        let plain = folder.path().join("plain");
        fs::write(&plain, b"").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), mode(&plain), "a new file is like any other");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("match.toml", &link).unwrap();
        write(&link, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(mode(&path), 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
