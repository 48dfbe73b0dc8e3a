//! A program that was started: lines to it and from it, and its end.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{self, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::budget::Halt;
use crate::cli::budget;

/// The longest line that is read, in bytes.
const LONGEST: u64 = 64 << 10;
/// So many lines wait for us to read them; then the program waits.
const WAITING: usize = 256;
/// More lines than this while one answer is waited for are a flood.
const FLOOD: u64 = 1_000_000;
/// Between two looks whether somebody calls to halt.
const PAUSE: Duration = Duration::from_millis(5);
/// How long a program may take to end when it is asked to.
const FAREWELL: Duration = Duration::from_millis(200);

/// The programs that live, so that none stays behind when we have to leave in a hurry.
static LIVING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// We were called to halt.
    Halted,
    /// It took too long.
    Late,
    /// It is the program's fault: why, in a sentence without a full stop.
    Fault(String),
}

/// What comes from a program.
#[derive(Debug)]
enum Heard {
    Line(String),
    TooLong,
}

/// A program.
#[derive(Debug)]
pub struct Child {
    process: process::Child,
    input: Option<Sender<String>>,
    lines: Receiver<Heard>,
}

impl Child {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// If it cannot be started: why, in a sentence without a full stop.
    pub fn start(words: &[String]) -> Result<Self, String> {
        let [program, arguments @ ..] = words else { return Err("no program is named".to_owned()) };
        let cannot = |error| format!("`{program}` cannot be started: {error}");
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own: Ctrl-C is for us, and what it starts itself ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().map_err(cannot)?;
        living(|all| {
            all.insert(process.id());
        });
        let (input, typed) = mpsc::channel();
        let (heard, lines) = mpsc::sync_channel(WAITING);
        // Neither a program that does not read nor one that does not write keeps us waiting.
        let threads = process.stdin.take().zip(process.stdout.take()).map(|(stdin, stdout)| {
            let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
                thread::Builder::new().name(name.to_owned()).stack_size(256 << 10).spawn(work).map(drop)
            };
            spawn("to a program", Box::new(move || write(stdin, &typed)))
                .and_then(|()| spawn("from a program", Box::new(move || read(stdout, &heard))))
        });
        let child = Self { process, input: Some(input), lines };
        match threads {
            Some(Ok(())) => Ok(child),
            Some(Err(error)) => Err(cannot(error)),
            None => Err(format!("`{program}` has no pipes")),
        }
    }

    /// Writes a line to the program, without waiting for it.
    pub fn say(&self, line: &str) {
        if let Some(input) = &self.input {
            // A program that has ended is told when its answer is waited for.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The first line of the program for which `wanted` says something, within some time.
    ///
    /// # Errors
    /// If there is none.
    pub fn hear<T>(
        &self,
        time: Duration,
        halt: &dyn Halt,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Silence> {
        // Waiting for another program is no work of ours.
        budget::current().wait(|| {
            let until = Instant::now() + time;
            for _ in 0..FLOOD {
                loop {
                    let left = until.saturating_duration_since(Instant::now());
                    match self.lines.recv_timeout(left.min(PAUSE)) {
                        Ok(Heard::Line(line)) => match wanted(line.trim()) {
                            Some(found) => return Ok(found),
                            None => break,
                        },
                        Ok(Heard::TooLong) => {
                            return Err(Silence::Fault(format!("it writes a line of more than {} KiB", LONGEST >> 10)));
                        }
                        Err(RecvTimeoutError::Disconnected) => {
                            return Err(Silence::Fault("it has ended".to_owned()));
                        }
                        Err(RecvTimeoutError::Timeout) if halt.is_called() => return Err(Silence::Halted),
                        Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                        Err(RecvTimeoutError::Timeout) => {}
                    }
                }
                if halt.is_called() {
                    return Err(Silence::Halted);
                }
                if Instant::now() >= until {
                    return Err(Silence::Late);
                }
            }
            Err(Silence::Fault("it writes without end".to_owned()))
        })
    }
}

impl Drop for Child {
    /// Asks the program to end, and ends it if it does not.
    fn drop(&mut self) {
        self.say("quit");
        self.input = None;
        let until = Instant::now() + FAREWELL;
        // Lines that it still writes must not make it wait.
        while let Ok(None) = self.process.try_wait() {
            while self.lines.try_recv().is_ok() {}
            if Instant::now() >= until {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        kill(self.process.id());
        let _ = self.process.kill();
        let _ = self.process.wait();
        living(|all| {
            all.remove(&self.process.id());
        });
    }
}

fn living(change: impl FnOnce(&mut BTreeSet<u32>)) {
    change(&mut LIVING.lock().unwrap_or_else(PoisonError::into_inner));
}

/// Ends all programs at once, because this one is about to end.
pub fn end_all() {
    if let Ok(living) = LIVING.try_lock() {
        living.iter().for_each(|&id| kill(id));
    }
}

/// Ends a program and what it has started.
fn kill(id: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = id;
}

fn write(mut stdin: ChildStdin, typed: &Receiver<String>) {
    for line in typed {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read(stdout: ChildStdout, heard: &SyncSender<Heard>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = (&mut reader).take(LONGEST).read_until(b'\n', &mut line);
        let is_cut = line.len() as u64 >= LONGEST && line.last() != Some(&b'\n');
        let said = match read {
            Ok(0) | Err(_) => return,
            Ok(_) if is_cut => Heard::TooLong,
            Ok(_) => Heard::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        if heard.send(said).is_err() || is_cut {
            return;
        }
    }
}
