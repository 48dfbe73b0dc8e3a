//! A file of lines that only grows: what is in it is never written again, and a line that was cut off counts for nothing.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::ending::Stop;
use super::files::without_waiting;
use super::screen;

/// The longest line, in bytes.
const LONGEST: u64 = 16 << 20;
/// What was written is brought onto the disk at most so often.
const PAUSE: Duration = Duration::from_secs(1);

/// The file, held by this process alone.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    file: File,
    /// So many bytes are whole lines.
    good: u64,
    /// When it was last brought onto the disk.
    synced: Instant,
}

impl Ledger {
    /// Opens a file, or makes it with its folder, and gives each of its whole lines; what is cut off behind them goes.
    ///
    /// # Errors
    /// If it cannot be read or written, if another process holds it, or with the line that `each` refuses, and why.
    pub fn open(path: &Path, each: &mut dyn FnMut(&str) -> Result<(), String>) -> Result<Self, Stop> {
        let told = path.display();
        let cannot = |error: io::Error| Stop::fault(format!("cannot write `{told}`: {error}"));
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(cannot)?;
        }
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, without_waiting());
        let file = options.open(path).map_err(cannot)?;
        if !file.metadata().map_err(cannot)?.is_file() {
            return Err(Stop::fault(format!("cannot write `{told}`: it is not an ordinary file")));
        }
        if matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)) {
            return Err(Stop::fault(format!("`{told}` is being written by another program; end that first")));
        }
        let good = lines(&file, each).map_err(|(number, why)| Stop::fault(format!("{told}: line {number}: {why}")))?;
        file.set_len(good).map_err(cannot)?;
        Ok(Self { path: path.to_owned(), file, good, synced: Instant::now() })
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a value as a line of JSON.
    ///
    /// # Errors
    /// If it cannot be written; then the file is as it was.
    pub fn add(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = screen::json(value)?.into_bytes();
        line.push(b'\n');
        let written = self.file.seek(SeekFrom::Start(self.good)).and_then(|_| self.file.write_all(&line));
        if let Err(error) = written {
            // Half a line is none.
            let _ = self.file.set_len(self.good);
            return Err(error);
        }
        self.good += line.len() as u64;
        if self.synced.elapsed() >= PAUSE { self.sync() } else { Ok(()) }
    }

    /// Waits until all is on the disk.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn sync(&mut self) -> io::Result<()> {
        self.synced = Instant::now();
        self.file.sync_data()
    }

    /// Gives each line again.
    ///
    /// # Errors
    /// With the line that cannot be read or that `each` refuses, and why.
    pub fn again(&self, each: &mut dyn FnMut(&str) -> Result<(), String>) -> Result<(), Stop> {
        let wrong = |(number, why)| Stop::fault(format!("{}: line {number}: {why}", self.path.display()));
        lines(&self.file, each).map(drop).map_err(wrong)
    }
}

/// Gives each whole line of a file that is only read; what is cut off behind them counts for nothing.
///
/// # Errors
/// If it cannot be read, or with the line that `each` refuses, and why.
pub fn read(path: &Path, each: &mut dyn FnMut(&str) -> Result<(), String>) -> Result<(), Stop> {
    let told = path.display();
    let cannot = |error: io::Error| Stop::fault(format!("cannot read `{told}`: {error}"));
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, without_waiting());
    let file = options.open(path).map_err(cannot)?;
    if !file.metadata().map_err(cannot)?.is_file() {
        return Err(Stop::fault(format!("cannot read `{told}`: it is not an ordinary file")));
    }
    lines(&file, each).map(drop).map_err(|(number, why)| Stop::fault(format!("{told}: line {number}: {why}")))
}

/// Gives each whole line of a file from its start; how many bytes they are, or the number of a line and what is wrong.
fn lines(file: &File, each: &mut dyn FnMut(&str) -> Result<(), String>) -> Result<u64, (usize, String)> {
    let mut reader = BufReader::new(file);
    reader.rewind().map_err(|error| (1, error.to_string()))?;
    let mut good = 0;
    for number in 1.. {
        let mut line = Vec::new();
        let read = (&mut reader).take(LONGEST).read_until(b'\n', &mut line);
        let n = read.map_err(|error| (number, error.to_string()))?;
        match line.pop() {
            Some(b'\n') => {}
            Some(_) if n as u64 >= LONGEST => return Err((number, format!("it has more than {} MiB", LONGEST >> 20))),
            _ => return Ok(good),
        }
        let text = String::from_utf8(line).map_err(|_| (number, "it is not UTF-8".to_owned()))?;
        each(&text).map_err(|why| (number, why))?;
        good += n as u64;
    }
    Ok(good)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn opened(path: &Path) -> (Ledger, Vec<String>) {
        let mut found = Vec::new();
        let mut each = |line: &str| {
            found.push(line.to_owned());
            Ok(())
        };
        (Ledger::open(path, &mut each).unwrap(), found)
    }

    #[test]
    fn lines_stay_and_what_is_cut_off_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("lines.jsonl");
        let (mut ledger, found) = opened(&path);
        assert!(found.is_empty());
        ledger.add(&1).unwrap();
        ledger.add(&"zwei").unwrap();
        drop(ledger);
        let whole = fs::read_to_string(&path).unwrap();
        assert_eq!(whole, "1\n\"zwei\"\n");
        for cut in whole.len() - 7..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (mut ledger, found) = opened(&path);
            assert_eq!(found, ["1"], "{cut}");
            ledger.add(&2).unwrap();
            let mut again = Vec::new();
            ledger
                .again(&mut |line| {
                    again.push(line.to_owned());
                    Ok(())
                })
                .unwrap();
            assert_eq!(again, ["1", "2"]);
            drop(ledger);
            assert_eq!(fs::read_to_string(&path).unwrap(), "1\n2\n");
        }
    }

    #[test]
    fn one_process_writes_and_wrong_lines_have_a_number() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.jsonl");
        let (_held, _) = opened(&path);
        let message = |stop: Stop| stop.complaint().map(|told| told.message.clone()).unwrap_or_default();
        let other = Ledger::open(&path, &mut |_| Ok(())).map(drop).map_err(message);
        assert!(other.unwrap_err().ends_with("is being written by another program; end that first"));
        let wrong = folder.path().join("wrong.jsonl");
        fs::write(&wrong, b"1\n\xff\n").unwrap();
        let refused = Ledger::open(&wrong, &mut |_| Ok(())).map(drop).map_err(message);
        assert!(refused.unwrap_err().ends_with("wrong.jsonl: line 2: it is not UTF-8"));
        assert_eq!(fs::read(&wrong).unwrap(), b"1\n\xff\n", "nothing is lost");
    }
}
