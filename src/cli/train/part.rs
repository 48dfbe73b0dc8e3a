//! The games of a training, kept in a file, so that they can be played in parts.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::budget::{Budget, Halt as _};
use crate::game::Game as _;
use crate::play::train::{Course, Lesson, Outcome, Piece, Shelf};

use super::super::ending::Stop;
use super::super::load::Evaluator;
use super::super::matchfile::player_names;
use super::super::parts::{Head, Kept, Line};
use super::TrainArgs;

/// Between two looks whether the games of other parts are there.
const PAUSE: Duration = Duration::from_millis(100);

/// A game of a training.
#[derive(Debug, Serialize, Deserialize)]
pub struct PieceLine {
    /// Its number: first the games to learn from, then those of both tests.
    game: u64,
    #[serde(flatten)]
    came: Came,
}

/// What came of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Came {
    Lesson(Lesson),
    Trial { result: f64 },
}

impl Line for PieceLine {
    const COMMAND: &'static str = "train";
    const PIECES: &'static str = "games";

    fn piece(&self, head: &Head) -> Option<u64> {
        let is_so = match &self.came {
            Came::Lesson(_) => self.game < head.games,
            Came::Trial { result } => self.game >= head.games && (0.0..=1.0).contains(result),
        };
        (is_so && self.game < head.pieces).then_some(self.game)
    }
}

/// The games of this part and of those beside it.
#[derive(Debug)]
pub(super) struct OfParts<'a> {
    /// Where the games of this part are kept.
    pub kept: Kept<PieceLine>,
    /// The games of each test.
    trials: u64,
    /// How long to wait for games of others.
    wait: Duration,
    /// Since when there was nothing new.
    since: Mutex<Instant>,
    halt: &'a Budget,
}

impl<'a> OfParts<'a> {
    /// Opens the file of a part in a folder, and looks what is beside it.
    ///
    /// # Errors
    /// If it holds the games of another training, or cannot be read or written.
    pub fn open(
        args: &TrainArgs,
        folder: &str,
        course: Course,
        game: &Evaluator,
        halt: &'a Budget,
    ) -> Result<Self, Stop> {
        let (rules, trials) = (game.rules(), course.trials());
        let asked = (course.seed, course.games);
        let head = Head {
            players: player_names(rules).into_iter().map(str::to_owned).collect(),
            how: [("tests".to_owned(), course.tests.to_string())].into(),
            ..Head::new::<PieceLine>(args.shard, vec![rules.fingerprint.clone()], asked, course.games + 2 * trials)
        };
        let (kept, wait) = (Kept::open(folder, head)?, Duration::from_secs(args.wait));
        if args.shard.is_some() {
            kept.look_beside()?;
        }
        Ok(Self { kept, trials, wait, since: Mutex::new(Instant::now()), halt })
    }

    fn number(&self, piece: Piece) -> u64 {
        match piece {
            Piece::Lesson(number) => number,
            Piece::Trial(test, number) => self.kept.head.games + u64::from(test) * self.trials + number,
        }
    }
}

impl Shelf for OfParts<'_> {
    fn known(&self, piece: Piece) -> Option<Outcome> {
        self.kept.take(self.number(piece)).map(|line| match line.came {
            Came::Lesson(lesson) => Outcome::Lesson(lesson),
            Came::Trial { result } => Outcome::Trial(result),
        })
    }

    fn wants(&self, piece: Piece) -> bool {
        self.kept.head.has(self.number(piece))
    }

    fn keep(&self, piece: Piece, outcome: &Outcome) -> bool {
        let came = match outcome {
            Outcome::Lesson(lesson) => Came::Lesson(lesson.clone()),
            Outcome::Trial(result) => Came::Trial { result: *result },
        };
        self.kept.keep(&PieceLine { game: self.number(piece), came })
    }

    fn wait(&self) -> bool {
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        match self.kept.look_beside() {
            Err(stop) => {
                self.kept.fail(stop);
                return false;
            }
            Ok(0) => {}
            Ok(_) => {
                *since = Instant::now();
                return true;
            }
        }
        if since.elapsed() >= self.wait || self.halt.is_called() {
            return false;
        }
        // To wait is no work.
        self.halt.wait(|| thread::sleep(PAUSE));
        true
    }
}
