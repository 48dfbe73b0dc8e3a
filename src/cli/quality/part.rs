//! The games of a report, kept in a file, so that they can be played in parts.

use serde::{Deserialize, Serialize};

use crate::game::Game as _;
use crate::quality::{Played, Shelf, round_length};

use super::super::ending::Stop;
use super::super::matchfile::player_names;
use super::super::parts::{Head, Kept, Line};
use super::{Opened, ReportArgs};

/// A game of a report.
#[derive(Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Which of two files that are compared, from zero.
    #[serde(default, skip_serializing_if = "is_zero")]
    file: u64,
    /// The number of the game.
    game: u64,
    #[serde(flatten)]
    played: Played,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Line for GameLine {
    const COMMAND: &'static str = "report";
    const PIECES: &'static str = "games";

    fn piece(&self, head: &Head) -> Option<u64> {
        let is_known = self.game < head.games && self.file < head.rules.len() as u64;
        (is_known && self.played.is_of(head.players.len())).then(|| self.file * head.games + self.game)
    }
}

/// The file in which the games are kept.
///
/// # Errors
/// If it holds the games of another report, or cannot be read or written.
pub(super) fn open(args: &ReportArgs, folder: &str, opened: &[Opened]) -> Result<Kept<GameLine>, Stop> {
    let levels = args.levels();
    let round = round_length(&levels);
    let games = args.n.unwrap_or(0) * round;
    let rules = opened.iter().map(|one| one.game.rules().fingerprint.clone()).collect();
    let names = opened.first().map(|one| player_names(one.game.rules())).unwrap_or_default();
    if opened.iter().any(|one| one.game.rules().players.len() != names.len()) {
        return Err(Stop::usage("games for other numbers of players are not kept together; leave `--against` out"));
    }
    let told = levels.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let head = Head {
        players: names.into_iter().map(str::to_owned).collect(),
        set: round,
        how: [("levels".to_owned(), told)].into(),
        ..Head::new::<GameLine>(args.shard, rules, (args.seed, games), games * opened.len() as u64)
    };
    Kept::open(folder, head)
}

/// The games of one of the files.
pub(super) struct OfFile<'a> {
    /// Where they are kept.
    pub kept: &'a Kept<GameLine>,
    /// Which of the files.
    pub file: u64,
}

impl OfFile<'_> {
    fn piece(&self, number: u64) -> u64 {
        self.file * self.kept.head.games + number
    }
}

impl Shelf for OfFile<'_> {
    fn known(&self, number: u64) -> Option<Played> {
        self.kept.take(self.piece(number)).map(|line| line.played)
    }

    fn keep(&self, number: u64, played: &Played) -> bool {
        let played = played.clone();
        self.kept.keep(&GameLine { file: self.file, game: number, played })
    }

    fn wants(&self, number: u64) -> bool {
        let piece = self.piece(number);
        // What a part has is asked for by whoever puts the parts together.
        self.kept.head.shard.is_none() || self.kept.head.has(piece) && !self.kept.has(piece)
    }
}
