//! A part of many random games, kept in a file, and all parts together.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::analysis::playouts::{self, Summary, Tally};
use crate::budget::{Budget, Halt as _};
use crate::game::Game as _;

use super::super::budget;
use super::super::ending::{Ending, Stop};
use super::super::load::{Evaluator, Position};
use super::super::matchfile::player_names;
use super::super::parts::{Head, Kept, Line, Whole};
use super::super::progress;
use super::super::screen::{FormatArgs, Screen};
use super::super::shard::Shard;
use super::super::threads;
use super::{PlayoutsArgs, limit, tell};

/// So many games are one line.
const BLOCK: u64 = 4096;

/// What came of the games of a block.
#[derive(Debug, Serialize, Deserialize)]
pub struct Block {
    block: u64,
    tally: Tally,
}

impl Line for Block {
    const COMMAND: &'static str = "playouts";
    const PIECES: &'static str = "blocks of 4096 games";

    fn piece(&self, head: &Head) -> Option<u64> {
        let is_known = self.block < head.games.div_ceil(BLOCK);
        let games = is_known.then(|| games_of(self.block, head.games))?;
        (self.tally.games() == games.end - games.start).then_some(self.block)
    }
}

/// The games of a block, of so many in all.
fn games_of(block: u64, games: u64) -> std::ops::Range<u64> {
    block * BLOCK..games.min((block + 1) * BLOCK)
}

fn head(args: &PlayoutsArgs, shard: Shard, games: u64, game: &Evaluator) -> Head {
    let rules = game.rules();
    let (start, pieces) = (&args.start, games.div_ceil(BLOCK));
    let how = [
        ("split", args.game.split.then(String::new)),
        ("plain", game.whole().is_plain().then(String::new)),
        ("start", start.position.clone()),
        ("after", start.after.clone()),
    ];
    let how = how.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?)));
    Head {
        players: player_names(rules).into_iter().map(str::to_owned).collect(),
        how: how.collect::<BTreeMap<_, _>>(),
        ..Head::new::<Block>(Some(shard), vec![rules.fingerprint.clone()], (args.seed, games), pieces)
    }
}

/// Plays the games of a part that are not played yet.
///
/// # Errors
/// If the file is of other games, or cannot be read or written.
pub fn run(
    args: &PlayoutsArgs,
    (shard, folder): (Shard, &str),
    games: u64,
    (game, start): (&Evaluator, &Position),
    stop: &Budget,
    screen: &mut Screen,
) -> Result<Ending, Stop> {
    let kept = Kept::<Block>::open(folder, head(args, shard, games, game))?;
    let own = (0..kept.head.pieces).filter(|&block| kept.head.has(block));
    let missing: Vec<u64> = own.filter(|&block| !kept.has(block)).collect();
    let paid = args.paid(stop);
    let pool = threads::pool(args.threads)?;
    let bar =
        progress::bar(missing.iter().map(|&block| games_of(block, games)).map(|games| games.end - games.start).sum());
    for block in missing {
        let games = games_of(block, games);
        let wanted = games.end - games.start;
        let tally = pool.install(|| playouts::tally(game, start, games, args.seed, limit(game), &|_| (), &paid));
        // What was cut off is played again.
        if tally.games() < wanted || !kept.keep(&Block { block, tally }) {
            break;
        }
        bar.inc(wanted);
    }
    bar.finish_and_clear();
    kept.finish()?;
    let is_cut = kept.done() < kept.head.own();
    kept.tell(is_cut.then(|| budget::cut_word(stop)), Some(args.format), screen)?;
    Ok(if is_cut && stop.is_called() { budget::ending(stop, Ending::Fine) } else { Ending::Fine })
}

/// Puts all parts together, and tells what one run of all games would tell.
///
/// # Errors
/// If they are not all parts of one whole, or one is not finished.
pub fn merge(files: &[PathBuf], format: FormatArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let whole = Whole::of::<Block>(files)?;
    let mut sum = Tally::default();
    whole.lines::<Block>().for_each(|block| sum.add(block.tally));
    tell(Summary::new(&sum, &whole.head.players), false, format, screen)?;
    Ok(Ending::Fine)
}
