//! How a playout goes on from where the tree ends.

use super::foresight;
use super::gains::Gains;
use super::tree::Tree;
use crate::game::{Contents, Ending, Game, Halt, rng::Rng};
use crate::play::playout::{self, Stretch};

/// What came of the playouts from one place in the tree.
#[derive(Default)]
pub struct Ends {
    /// How many there were.
    pub playouts: u32,
    /// What came of all of them together.
    pub gains: Gains,
    /// What stood at the ends, and what came of them, where drops are counted; there may be more, of earlier playouts.
    stands: Vec<(Contents, Gains)>,
    n_stands: usize,
}

impl Ends {
    /// Nothing was played yet.
    fn clear(&mut self) {
        (self.playouts, self.n_stands) = (0, 0);
        self.gains = Gains::default();
    }

    /// Adds so many playouts that all come to the same.
    fn add(&mut self, gains: &Gains, playouts: u32) {
        self.playouts += playouts;
        self.gains.add(gains, f64::from(playouts));
    }

    /// What stood at the ends, and what came of them.
    pub fn stands(&self) -> &[(Contents, Gains)] {
        &self.stands[..self.n_stands]
    }

    /// Room for what stands at one more end of which that came.
    fn stand(&mut self, gains: Gains) -> &mut Contents {
        if self.n_stands == self.stands.len() {
            self.stands.push(Default::default());
        }
        self.n_stands += 1;
        let stand = &mut self.stands[self.n_stands - 1];
        stand.1 = gains;
        &mut stand.0
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
        self.ends.add(&gains, self.pace.playouts());
        self.see(position, gains);
    }

    /// Plays on from where the tree ends, as often as that is worth; no if it was called to halt before anything came of it.
    pub fn play_out(&mut self, position: &mut G::Position, rng: &mut Rng, halt: &dyn Halt) -> bool {
        self.pace.arrive();
        let gains = match self.play_out_sparingly(position, rng, halt) {
            None => self.play_until_foreseen(position, rng, halt),
            sparingly => sparingly,
        };
        match gains {
            Some(gains) => self.ends.add(&gains, 1),
            None if halt.is_called() => {}
            None if self.pace.playouts() == 1 => {
                let playout = playout::run(self.game, position, rng, self.config.max_decisions, halt);
                if !playout.halted {
                    let gains = Gains::of(playout.outcome.as_ref());
                    self.ends.add(&gains, 1);
                    self.see(position, gains);
                }
            }
            None => self.play_out_often(position, rng, halt),
        }
        self.ends.playouts > 0
    }

    /// Plays on as often as that is worth.
    fn play_out_often(&mut self, start: &G::Position, rng: &mut Rng, halt: &dyn Halt) {
        let (game, most) = (self.game, self.config.max_decisions);
        let mut position = self.beside.take().unwrap_or_else(|| start.clone());
        let seed = rng.bits();
        let mut numbers = (0..self.pace.playouts().into()).map(|number| Rng::stream(seed, number));
        if self.config.drops {
            for mut rng in numbers {
                let stretch = playout::run_from(game, (&mut position, start), &mut rng, most, halt);
                if stretch.halted {
                    break;
                }
                let gains = Gains::of(game.outcome(&position).as_ref());
                self.ends.add(&gains, 1);
                self.see(&position, gains);
            }
        } else {
            let ends = &mut self.ends;
            let told = &mut |stretch: Stretch, ending: &dyn Ending| {
                if !stretch.halted {
                    ends.add(&Gains::of(ending.outcome().as_ref()), 1);
                }
            };
            playout::run_each(game, (&mut position, start), &mut numbers, most, halt, told);
        }
        self.beside = Some(position);
    }

    /// Looks at what stands at an end, and keeps what came of it, where drops are counted.
    fn see(&mut self, position: &G::Position, gains: Gains) {
        if self.config.drops {
            self.game.contents(position, self.ends.stand(gains));
        }
    }

    /// Plays some decisions, after which it may be foreseen who wins; none if it is not, and has to be played on.
    fn play_until_foreseen(&mut self, position: &mut G::Position, rng: &mut Rng, halt: &dyn Halt) -> Option<Gains> {
        let foresight = self.foresight.as_mut()?;
        self.game.play_glancing(position, rng, foresight::AHEAD, halt);
        if halt.is_called() {
            return None;
        }
        let actor = self.game.actor(position);
        foresight.look(actor, |contents| self.game.contents(position, contents))
    }

    /// Plays out by who spares the cells that own pieces enclose; none where that cannot be done, or when it was called to
    /// halt.
    fn play_out_sparingly(&mut self, start: &G::Position, rng: &mut Rng, halt: &dyn Halt) -> Option<Gains> {
        if !self.config.spares {
            return None;
        }
        let mut position = self.beside.take().unwrap_or_else(|| self.game.initial());
        let played = self.game.play_sparingly(&mut position, start, rng, self.config.max_decisions, halt);
        let gains = Gains::of(self.game.outcome(&position).as_ref());
        if played.is_some() {
            self.see(&position, gains.clone());
        }
        self.beside = Some(position);
        played.filter(|_| !halt.is_called()).map(|_| gains)
    }
}
