//! Playing on at random, from decision to decision or in rushes.

use crate::game::rng::Rng;
use crate::game::{Actor, Contents, Ending, Halt, Occupant, PlayerId, chance};
use crate::rules::board::CellId;

use super::machine::Machine;
use super::position::{Due, Options, Position};

/// So many draws of Chance follow each other at most before play stops there.
const DRAWS: u32 = 1000;

impl<const W: usize> Machine<W> {
    /// Plays on at random until the game is over, so many options have been taken, or the call to halt is heard; how
    /// many options were taken.
    pub fn play_on(&self, position: &mut Position<W>, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        self.play_further(position, rng, (0, most), halt)
    }

    /// The same, but options are not found where it stops: it is only seen whether there are any.
    pub fn play_glancing(&self, position: &mut Position<W>, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        position.scratch.is_glance = true;
        let taken = self.play_on(position, rng, most, halt);
        position.scratch.is_glance = false;
        taken
    }

    /// The same from a start, whatever was played before.
    pub fn play_from(
        &self,
        position: &mut Position<W>,
        start: &Position<W>,
        rng: &mut Rng,
        most: u64,
        halt: &dyn Halt,
    ) -> u64 {
        let entry = self.rush_entry(start).filter(|_| most > 0 && !halt.is_called());
        let Some(entry) = entry else {
            position.clone_from(start);
            return self.play_on(position, rng, most, halt);
        };
        position.return_to(start);
        let rushed = self.rush_at(entry, position, rng, most, halt);
        let taken = self.one_at_least(rushed, position, rng, halt);
        self.play_further(position, rng, (taken, most), halt)
    }

    /// Plays games from a start one after the other, and tells of those that are over how many options were taken and how they
    /// ended; the first that is not over by then is left where it stands.
    pub fn play_games(
        &self,
        position: &mut Position<W>,
        start: &Position<W>,
        numbers: &mut dyn Iterator<Item = Rng>,
        most: u64,
        halt: &dyn Halt,
        told: &mut dyn FnMut(u64, &dyn Ending),
    ) -> Option<(Rng, u64)> {
        let entry = self.rush_entry(start).filter(|_| most > 0 && !halt.is_called());
        let Some(entry) = entry else {
            let mut rng = numbers.next()?;
            let taken = self.play_from(position, start, &mut rng, most, halt);
            return Some((rng, taken));
        };
        let (mut rng, rushed) = self.rush_games(entry, (position, start), numbers, most, halt, told)?;
        let taken = self.one_at_least(rushed, position, &mut rng, halt);
        let taken = self.play_further(position, &mut rng, (taken, most), halt);
        Some((rng, taken))
    }

    /// As [`Self::play_from`] by who is careful, where a piece has been dropped on a cell at last, if that is known; none where nothing
    /// is dropped.
    pub fn play_carefully(
        &self,
        position: &mut Position<W>,
        (start, dropped): (&Position<W>, Option<CellId>),
        rng: &mut Rng,
        most: u64,
        halt: &dyn Halt,
    ) -> Option<u64> {
        position.scratch.latest.begin(dropped.map(|cell| cell.0));
        Some(self.careful()?.play_from(position, start, rng, most, halt))
    }

    /// Fills a buffer with the first pieces that were dropped on cells in the careful play that has led here, if they are known.
    pub fn first_drops(&self, position: &Position<W>, into: &mut Contents) -> bool {
        into.clear();
        let first = position.scratch.latest.first();
        for (owner, cells) in (0..).zip(first) {
            let piece = |cell| Occupant { cell, kind: 0, owner: Some(PlayerId(owner)) };
            into.pieces.extend(cells.iter().map(piece));
        }
        !first.is_empty()
    }

    /// Plays on where some options of so many have been taken; how many were taken then.
    fn play_further(
        &self,
        position: &mut Position<W>,
        rng: &mut Rng,
        (mut taken, most): (u64, u64),
        halt: &dyn Halt,
    ) -> u64 {
        let mut draws = 0;
        while taken < most && draws < DRAWS && !halt.is_called() {
            match self.actor(position) {
                None => break,
                Some(Actor::Chance) => {
                    draws += 1;
                    self.draw_chance(position, rng);
                }
                Some(Actor::Player(_)) => {
                    draws = 0;
                    let rushed = self.rush(position, rng, most - taken, halt);
                    taken += self.one_at_least(rushed, position, rng, halt);
                }
            }
        }
        self.find_fully(position);
        taken
    }

    /// Takes an option where a rush took none; how many were taken.
    #[inline]
    fn one_at_least(&self, rushed: u64, position: &mut Position<W>, rng: &mut Rng, halt: &dyn Halt) -> u64 {
        if rushed == 0 && matches!(self.actor(position), Some(Actor::Player(_))) && !halt.is_called() {
            self.play_drawn(position, rng);
            return 1;
        }
        rushed
    }

    /// Takes an option drawn at random, each with the same probability.
    fn play_drawn(&self, position: &mut Position<W>, rng: &mut Rng) {
        if matches!(position.due, Due::Decision { options: Options::Unlisted, .. }) {
            self.offer_barely(position);
        }
        let option = rng.below(position.due.n_known() as u64) as usize;
        position.barely(|position| self.play(position, option));
    }

    /// Draws for Chance, where Chance has to.
    fn draw_chance(&self, position: &mut Position<W>, rng: &mut Rng) {
        if let Due::Decision { options: Options::Drawn { draws, .. }, .. } = &position.due {
            let option = chance::drawn(draws.len(), |option| draws[option].probability, &mut |n| rng.below(n));
            let is_glance = position.scratch.is_glance;
            // A rush that goes on from there finds the options itself.
            (position.scratch.is_bare, position.scratch.is_glance) = (true, is_glance || self.rush.is_ok());
            self.play(position, option);
            (position.scratch.is_bare, position.scratch.is_glance) = (false, is_glance);
        }
    }

    /// Finds the options of a decision of which only so much is there as one is drawn from.
    fn find_fully(&self, position: &mut Position<W>) {
        let is_bare = match &position.due {
            Due::Decision { options: Options::Listed(listed), .. } => listed.is_bare,
            Due::Decision { options: Options::Unlisted, .. } => true,
            _ => false,
        };
        if is_bare && !position.scratch.is_glance {
            self.offer_again(position);
        }
    }
}
