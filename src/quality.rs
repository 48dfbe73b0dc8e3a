//! Whether a game is any good: it is played at random and at several levels of strength, and what comes of it is told in
//! figures with their intervals, in words with their thresholds, and as a page.
//!
//! The same plan with the same number of games gives the same report, to the last byte, on any number of threads.

use crate::cover::Coverage;
use crate::game::{Game, Halt};

mod compare;
mod course;
mod csv;
mod finding;
mod games;
mod heat;
mod html;
mod levels;
mod plots;
mod report;
mod run;
mod tally;
mod text;
mod verdict;
mod written;

pub use compare::{Comparison, compare};
pub use csv::Sheet;
pub use finding::{Finding, Judgement};
pub use games::Played;
pub use html::begun;
pub use levels::{Level, NotALevel, USUAL};
pub use report::{KeptGame, LevelReport, Rate, Report};
pub use run::{NoShelf, Progress, Shelf, play_part, round_length};

/// How much is played, and by whom.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The levels, from the weakest up; one at least.
    pub levels: Vec<Level>,
    /// How many games.
    pub amount: Amount,
    /// The seed.
    pub seed: u64,
    /// A game is given up after so many decisions of players.
    pub decisions: u64,
}

/// How many games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// So many at each level and of each against the one below, and twenty times as many at random.
    Rounds(u64),
    /// As many as it takes until the points of whoever sits first are known to so many of a hundred at each level.
    Certain(f64),
    /// Until it is called to halt.
    Open,
}

/// Plays a game from a position as a plan says, and reports on it. `used` is what is known of how much of its rules is
/// used. What is on the shelf is not played again.
///
/// # Panics
/// If the plan has no level.
pub fn report<G: Game>(
    game: &G,
    start: &G::Position,
    plan: &Plan,
    used: Option<&Coverage>,
    shelf: &dyn Shelf,
    progress: &(dyn Fn(Progress) + Sync),
    halt: &dyn Halt,
) -> Report {
    assert!(!plan.levels.is_empty(), "somebody plays");
    let games = run::play(game, start, plan, shelf, progress, halt);
    let mut report = report::report(game, start, plan, &games, used);
    report.verdict = verdict::verdict(&report);
    report
}
