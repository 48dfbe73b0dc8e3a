//! Files that are written whole or not at all.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context as _;
use tempfile::NamedTempFile;

/// From now on a file that would grow beyond what the system allows is an error of the one who writes it, as a full disk
/// is, and not the end of the program without a word.
pub fn mind_limits() {
    // Where the signal cannot be caught, it ends the program as before.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Writes a file so that at every moment either the old content or the new one is there, whole.
///
/// The bytes go to a temporary file in the same folder, which nobody else may read. It then takes the place of the old
/// one with its owner and its permissions. Where the path is a symbolic link, the file behind it is replaced. What an
/// earlier writer left there that was killed is swept away.
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

/// What becomes of a path that is a symbolic link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// The file behind it is replaced: the user named it.
    Followed,
    /// It is not written: its name was made up, and whoever put the link there chose where it leads.
    Refused,
}

/// Writes several files, or none of them if one cannot be written: none is given its name before all are on the disk.
///
/// # Errors
/// The file that cannot be written; the folder is as it was then.
pub fn write_all(files: &[(PathBuf, &[u8])], links: Links) -> Result<(), (PathBuf, io::Error)> {
    let mut made = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        let ready = target(path, links).and_then(|path| ready(path, |file| file.write_all(bytes)));
        let ready = ready.map_err(|error| (path.clone(), error))?;
        made.push(ready);
    }
    let mut named: Vec<(PathBuf, Option<Old>)> = Vec::with_capacity(made.len());
    for (path, file) in made {
        let replaced = old(&path).and_then(|old| file.persist(&path).map(|_| old).map_err(|error| error.error));
        match replaced {
            Ok(old) => named.push((path, old)),
            Err(error) => {
                // What stood there before comes back; nothing more can be done about a disk that refuses that too.
                for (path, old) in named {
                    let _ = old.map_or_else(|| fs::remove_file(&path), |old| fs::rename(old.path(), &path));
                }
                return Err((path, error));
            }
        }
    }
    let folders: BTreeSet<&Path> = named.iter().map(|(path, _)| folder_of(path)).collect();
    folders.into_iter().try_for_each(|folder| sync_folder(folder).map_err(|error| (folder.to_owned(), error)))
}

fn write_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let (path, file) = ready(target(path, Links::Followed)?, fill)?;
    file.persist(&path).map_err(|error| error.error)?;
    sync_folder(folder_of(&path))
}

/// The file that is meant, and what is to take its place: filled, on the disk, with the right permissions.
fn ready(path: PathBuf, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<(PathBuf, NamedTempFile)> {
    let folder = folder_of(&path);
    sweep(folder);
    let mut file = temporary().tempfile_in(folder)?;
    // Whoever sweeps sees by the lock that the writer lives. Where files cannot be locked, nobody sweeps.
    let _ = file.as_file().try_lock();
    fill(file.as_file_mut())?;
    file.as_file().sync_all()?;
    match fs::metadata(&path) {
        Ok(old) => take_over(file.as_file(), &old)?,
        Err(_) => open_up(file.as_file())?,
    }
    Ok((path, file))
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that is meant. What takes a name takes that of a link too, and does not go behind it: a link that is put there
/// meanwhile leads nowhere.
fn target(path: &Path, links: Links) -> io::Result<PathBuf> {
    if links == Links::Refused {
        return match fs::symlink_metadata(path) {
            Ok(there) if there.is_symlink() => {
                Err(io::Error::new(io::ErrorKind::InvalidInput, "the path is a link, which may lead anywhere"))
            }
            Ok(there) if !there.is_file() => Err(io::Error::new(io::ErrorKind::InvalidInput, "the path is not a file")),
            _ => Ok(path.to_owned()),
        };
    }
    match fs::canonicalize(path) {
        Ok(path) if path.is_file() => Ok(path),
        Ok(_) => Err(io::Error::new(io::ErrorKind::InvalidInput, "the path is not a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(path.to_owned()),
        Err(error) => Err(error),
    }
}

/// How the names of temporary files begin and end; six letters or digits stand between.
const NAME: (&str, &str) = (".merel-", ".new");

/// A file of this age without a writer was left behind. A younger one may be about to be locked.
const LEFT_BEHIND: Duration = Duration::from_secs(60);

/// No more names of a folder are looked at for what was left behind.
const MOST_ENTRIES: usize = 10_000;

/// Temporary files that only their owner may open, removed again unless they are kept.
fn temporary() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(NAME.0).suffix(NAME.1).rand_bytes(6);
    builder
}

/// A second name of a file, locked like those of writers that live, and removed again.
type Old = NamedTempFile<Option<File>>;

/// The old content under a second name, should it have to come back; none if there is no file.
fn old(path: &Path) -> io::Result<Option<Old>> {
    if !path.exists() {
        return Ok(None);
    }
    let old = temporary().make_in(folder_of(path), |second| {
        match fs::hard_link(path, second) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
            // Not every disk can give a file a second name.
            Err(_) => fs::copy(path, second).map(drop)?,
            Ok(()) => {}
        }
        Ok(File::open(second).ok())
    })?;
    let _ = old.as_file().as_ref().map(File::try_lock_shared);
    Ok(Some(old))
}

/// Gives a new file the permissions and the owner of the one that it replaces.
fn take_over(file: &File, old: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
        let new = file.metadata()?;
        let mut mode = old.mode() & 0o777;
        if (new.uid(), new.gid()) != (old.uid(), old.gid())
            && fchown(file, Some(old.uid()), Some(old.gid())).is_err()
            && fchown(file, None, Some(old.gid())).is_err()
        {
            // What the old group might do is not for the new one.
            mode &= !0o070 | (mode & 0o007) << 3;
        }
        file.set_permissions(fs::Permissions::from_mode(mode))
    }
    #[cfg(not(unix))]
    file.set_permissions(old.permissions())
}

/// Gives a new file the permissions that any new file has.
fn open_up(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::{fs::Mode, process::umask};
        use std::os::unix::fs::PermissionsExt;
        // The user's mask can only be read by setting it. Files of other threads are private meanwhile.
        let mask = umask(Mode::RWXG | Mode::RWXO);
        umask(mask);
        file.set_permissions(fs::Permissions::from_mode(0o666 & !mask.bits()))?;
    }
    let _ = file;
    Ok(())
}

/// Removes what writers left in a folder that were killed. Nothing is told: the folder may belong to somebody else.
fn sweep(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().take(MOST_ENTRIES).flatten();
    for entry in entries.filter(|entry| is_ours(&entry.file_name())) {
        let is_old = |data: fs::Metadata| {
            data.is_file() && data.modified().ok().and_then(|at| at.elapsed().ok()).is_some_and(|age| age > LEFT_BEHIND)
        };
        let path = entry.path();
        if fs::symlink_metadata(&path).is_ok_and(is_old) && File::open(&path).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Whether a file is called as ours are.
fn is_ours(name: &OsStr) -> bool {
    let between = name.to_str().and_then(|name| name.strip_prefix(NAME.0)?.strip_suffix(NAME.1));
    between.is_some_and(|letters| letters.len() == 6 && letters.bytes().all(|letter| letter.is_ascii_alphanumeric()))
}

/// Makes the new name last through a power cut, where the system can.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
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
        write_all(&[(path("a"), b"1"), (path("b"), b"2")], Links::Followed).unwrap();
        assert_eq!((fs::read(path("a")).unwrap(), fs::read(path("b")).unwrap()), (b"1".to_vec(), b"2".to_vec()));
        fs::create_dir(path("c")).unwrap();
        let (at_fault, _) =
            write_all(&[(path("a"), b"3"), (path("d"), b"4"), (path("c"), b"5")], Links::Followed).unwrap_err();
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
        let refused = write_all(&[(link.clone(), b"newer")], Links::Refused).unwrap_err();
        assert_eq!((refused.0, refused.1.kind()), (link, io::ErrorKind::InvalidInput));
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_private_until_it_is_whole() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder();
        write_with(&folder.path().join("match.toml"), |file| {
            file.write_all(b"x")?;
            assert_eq!(file.metadata()?.permissions().mode() & 0o777, 0o600);
            Ok(())
        })
        .unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn several_files_keep_their_permissions_too() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder();
        let (kept, new) = (folder.path().join("kept"), folder.path().join("new"));
        fs::write(&kept, b"old").unwrap();
        fs::set_permissions(&kept, fs::Permissions::from_mode(0o604)).unwrap();
        write_all(&[(kept.clone(), b"1"), (new.clone(), b"2")], Links::Followed).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let plain = folder.path().join("plain");
        fs::write(&plain, b"").unwrap();
        assert_eq!((mode(&kept), mode(&new)), (0o604, mode(&plain)));
        let mut names = names(folder.path());
        names.sort();
        assert_eq!(names, ["kept", "new", "plain"], "no second name is left");
    }

    #[test]
    fn what_a_killed_writer_left_is_swept_and_nothing_else() {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        let long_ago = std::time::SystemTime::now() - 2 * LEFT_BEHIND;
        let aged = |name: &str| {
            let file = File::create(path(name)).unwrap();
            file.set_modified(long_ago).unwrap();
            file
        };
        let kept = [".merel-notes", ".merel-abcde.new", ".merel-ab.def.new", "merel-abcdef.new", ".merel-abcdef.old"];
        kept.iter().for_each(|name| drop(aged(name)));
        drop(aged(".merel-abcdef.new"));
        let writing = aged(".merel-writes.new");
        let writing_two = aged(".merel-write2.new");
        writing_two.lock().unwrap();
        drop(writing);
        File::create(path(".merel-young1.new")).unwrap();
        write(path("match.toml"), b"x").unwrap();
        let mut left = names(folder.path());
        left.sort();
        let mut expected: Vec<&str> = kept.to_vec();
        expected.extend([".merel-write2.new", ".merel-young1.new", "match.toml"]);
        expected.sort_unstable();
        assert_eq!(left, expected);
    }
}
