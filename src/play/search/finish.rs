//! How a playout goes on from where the tree ends.

use super::drops::Drops;
use super::foresight;
use super::gains::Gains;
use super::tree::Tree;
use crate::game::rng::{Rng, Streams};
use crate::game::{Contents, Ending, Endings, Game, Halt};
use crate::play::playout::{self, Stretch};
use crate::rules::board::CellId;

/// What came of the playouts from one place in the tree.
pub struct Ends {
    /// How many there were.
    pub playouts: u32,
    /// What came of all of them together.
    pub gains: Gains,
    /// Who stood where at the ends, where drops are counted.
    pub drops: Option<Drops>,
    /// Room for what stands at one of them.
    stands: Contents,
}

impl Ends {
    /// Nothing was played yet; drops are counted on so many cells, if they are.
    pub fn new(n_cells: Option<usize>) -> Self {
        let (gains, stands) = (Gains::default(), Contents::default());
        Self { playouts: 0, gains, drops: n_cells.map(Drops::new), stands }
    }

    /// Forgets what was played.
    fn clear(&mut self) {
        self.playouts = 0;
        self.gains = Gains::default();
        self.drops.iter_mut().for_each(Drops::clear);
    }

    /// Adds so many playouts that all come to the same, wherever pieces stand.
    fn add(&mut self, gains: &Gains, playouts: u32) {
        self.playouts += playouts;
        self.gains.add(gains, f64::from(playouts));
    }

    /// Adds so many playouts that all come to the same end, and counts what stands there, if that is told.
    fn count(&mut self, gains: &Gains, playouts: u32, stands: impl FnOnce(&mut Contents) -> bool) {
        self.add(gains, playouts);
        if let Some(drops) = &mut self.drops
            && stands(&mut self.stands)
        {
            drops.count(&self.stands, gains, playouts);
        }
    }
}

impl<G: Game> Tree<'_, G> {
    /// Begins a way down, of which nothing has come yet.
    pub fn set_out(&mut self) {
        self.ends.clear();
        self.pace.begin();
    }

    /// A way down has come to a position of which it is certain what comes: as if it were played out as often as others.
    pub fn end_certainly(&mut self, position: &G::Position, gains: Gains) {
        self.pace.arrive();
        self.ends.count(&gains, self.pace.playouts(), |stands| self.game.contents(position, stands));
    }

    /// Plays on from where the tree ends, as often as that is worth; no if it was called to halt before anything came of it.
    pub fn play_out(&mut self, position: &mut G::Position, rng: &mut Rng, halt: &dyn Halt) -> bool {
        self.pace.arrive();
        let is_done = self.play_out_carefully(position, rng, halt) || self.play_until_foreseen(position, rng, halt);
        match self.pace.playouts() {
            _ if is_done || halt.is_called() => {}
            1 => self.play_out_once(position, rng, halt),
            playouts => self.play_out_often(position, playouts, rng, halt),
        }
        self.ends.playouts > 0
    }

    /// Plays on in the position at hand.
    fn play_out_once(&mut self, position: &mut G::Position, rng: &mut Rng, halt: &dyn Halt) {
        let playout = playout::run(self.game, position, rng, self.config.max_decisions, halt);
        if !playout.halted {
            let gains = Gains::of(playout.outcome.as_ref());
            self.ends.count(&gains, 1, |stands| self.game.contents(position, stands));
        }
    }

    /// Plays on so often.
    fn play_out_often(&mut self, start: &G::Position, playouts: u32, rng: &mut Rng, halt: &dyn Halt) {
        let mut position = self.beside.take().unwrap_or_else(|| start.clone());
        let streams = Streams::of(rng.bits());
        let mut numbers = (0..playouts.into()).map(|number| streams.stream(number));
        let ends = &mut self.ends;
        let mut known: Endings<Gains> = Endings::default();
        let told = &mut |stretch: Stretch, ending: &dyn Ending| {
            if stretch.halted {
                return;
            }
            let mut count = |gains: &Gains| ends.count(gains, 1, |stands| ending.pieces(stands));
            if let Some(gains) = known.of(ending) {
                return count(gains);
            }
            let outcome = ending.outcome();
            let gains = Gains::of(outcome.as_ref());
            count(&gains);
            if let Some(outcome) = outcome {
                known.note(ending, outcome, gains);
            }
        };
        playout::run_each(self.game, (&mut position, start), &mut numbers, self.config.max_decisions, halt, told);
        self.beside = Some(position);
    }

    /// Plays some decisions, after which it may be foreseen who wins; no if it is not, and has to be played on, or when it was
    /// called to halt.
    fn play_until_foreseen(&mut self, position: &mut G::Position, rng: &mut Rng, halt: &dyn Halt) -> bool {
        let Some(foresight) = &mut self.foresight else { return false };
        self.game.play_glancing(position, rng, foresight::AHEAD, halt);
        if halt.is_called() {
            return false;
        }
        let actor = self.game.actor(position);
        let gains = foresight.look(actor, |contents| self.game.contents(position, contents));
        gains.iter().for_each(|gains| self.ends.add(gains, 1));
        gains.is_some()
    }

    /// Plays out by who is careful; no where that cannot be done, or when it was called to halt.
    fn play_out_carefully(&mut self, start: &G::Position, rng: &mut Rng, halt: &dyn Halt) -> bool {
        if !self.config.is_careful {
            return false;
        }
        let mut position = self.beside.take().unwrap_or_else(|| self.game.initial());
        let [dropped, ..] = self.last_drops().map(|cell| cell.map(CellId));
        let (game, most) = (self.game, self.config.max_decisions);
        let played = game.play_carefully(&mut position, (start, dropped), rng, most, halt);
        let is_told = played.is_some() && !halt.is_called();
        if is_told {
            let gains = Gains::of(game.outcome(&position).as_ref());
            let count = |into: &mut Contents| game.first_drops(&position, into) || game.contents(&position, into);
            self.ends.count(&gains, 1, count);
        }
        self.beside = Some(position);
        is_told
    }
}
