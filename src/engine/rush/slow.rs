//! What a rush leaves to the machine. The position goes from the registers to the state and, if it may have changed,
//! back.

use crate::engine::bits::Bits;
use crate::engine::exec::Performed;
use crate::engine::machine::Machine;
use crate::engine::position::{Due, Options};
use crate::engine::scratch::Scratch;
use crate::engine::state::State;
use crate::engine::turn::Taken;
use crate::game::rng::Rng;
use crate::rules::model::{Captured, journey};
use crate::syntax::ast::Point;

use super::code::Roles;
use super::keyed::{BoardPlanes, Words};
use super::lane::Lane;
use super::registers::Registers;

/// The machine on the state of a rush.
pub struct Slow<'a, const W: usize> {
    /// The machine.
    pub machine: &'a Machine<W>,
    /// Which register holds what.
    pub registers: &'a Registers,
    /// The state.
    pub state: &'a mut State,
    /// Its buffers.
    pub scratch: &'a mut Scratch<W>,
    /// What is due.
    pub due: &'a mut Due<W>,
}

impl<const W: usize> Slow<'_, W> {
    fn store(&mut self, lane: &Lane<W>) {
        lane.store(self.registers, &self.machine.program.layout, self.state);
    }

    fn load(&self, lane: &mut Lane<W>) {
        lane.load(self.registers, &self.machine.program.layout, self.state);
    }

    /// Asks something with other roles.
    fn acting<T>(&mut self, roles: Roles, ask: impl FnOnce(&Machine<W>, &mut Scratch<W>, &State) -> T) -> T {
        let before = (self.state.turn.who, self.state.turn.mover);
        (self.state.turn.who, self.state.turn.mover) = (roles.me, roles.mover);
        let answer = ask(self.machine, self.scratch, self.state);
        (self.state.turn.who, self.state.turn.mover) = before;
        answer
    }

    /// Lets the machine see the position.
    pub fn show(&mut self, lane: &Lane<W>) {
        self.store(lane);
    }

    /// The landings of the piece on a cell by a sentence of a move, in a position that the machine sees; none if one
    /// of them is reached in several ways.
    pub fn follow(&mut self, origin: u16, number: u16, sentence: u8) -> Option<Bits<W>> {
        let travel = self.machine.program.moves[number as usize].sentences[sentence as usize].travel.as_ref()?;
        let first = self.machine.journeys_from(self.scratch, self.state, travel, origin);
        let mut landings = Bits::EMPTY;
        let mut is_sound = true;
        for journey in &self.scratch.journeys[first..] {
            if journey.landing != origin || !journey.moved {
                is_sound &= !landings.contains(journey.landing);
                landings.insert(journey.landing);
            }
        }
        self.scratch.journeys.truncate(first);
        is_sound.then_some(landings)
    }

    /// The set that a node gives.
    pub fn set(&mut self, lane: &Lane<W>, id: u32, roles: Roles) -> Bits<W> {
        self.store(lane);
        self.acting(roles, |machine, scratch, state| machine.set(scratch, state, id))
    }

    /// The scalar that a node gives.
    pub fn number(&mut self, lane: &Lane<W>, id: u32, roles: Roles) -> i64 {
        self.store(lane);
        self.acting(roles, |machine, scratch, state| machine.scalar(scratch, state, id))
    }

    /// Whether the position, or its pieces (yes), stands so many times.
    pub fn is_repeated(
        &mut self,
        lane: &Lane<W>,
        planes: Option<&BoardPlanes>,
        (board, times): (bool, u8),
        mover: u8,
    ) -> bool {
        if let Some(planes) = planes.filter(|_| board) {
            let noted = self.scratch.history.last().filter(|_| self.state.turn.noted);
            let now = noted.map_or_else(|| self.board_key(lane, planes), |(_, pieces)| pieces);
            return self.machine.has_stood(self.scratch, self.state, (board, now), times.into(), i64::MAX);
        }
        // What is in the history already need not be looked at again.
        if !self.state.turn.noted {
            self.store(lane);
        }
        let ask = |machine: &Machine<W>, scratch: &mut Scratch<W>, state: &State| {
            machine.repeated(scratch, state, board, times.into(), i64::MAX)
        };
        self.acting(Roles { me: mover, mover }, ask)
    }

    /// Whether the position is noted, and never stood before.
    pub fn is_only_now(&self) -> bool {
        let history = &self.scratch.history;
        let now = history.last().filter(|_| self.state.turn.noted);
        now.is_some_and(|(key, _)| !history.has(false, key, usize::MAX, 2))
    }

    /// Whether an opponent could take a royal piece of the mover.
    pub fn is_unsafe(&mut self, lane: &Lane<W>) -> bool {
        self.store(lane);
        !self.machine.royals_are_safe(self.scratch, self.state)
    }

    /// Runs a block; no if it fails.
    pub fn perform(&mut self, lane: &mut Lane<W>, block: u32) -> bool {
        self.store(lane);
        self.state.turn.noted = false;
        let performed = self.machine.perform(self.scratch, self.state, block);
        self.load(lane);
        performed == Performed::Done
    }

    /// Draws one of the options of some groups of a choice and takes it; no if there is none.
    pub fn choose(&mut self, lane: &mut Lane<W>, choice: u16, groups: (u8, u8), rng: &mut Rng) -> bool {
        self.store(lane);
        let who = self.state.turn.mover;
        let groups = usize::from(groups.0)..usize::from(groups.1);
        let offers = self.machine.offers_of(self.scratch, self.state, who, u32::from(choice), groups);
        let taken = match offers {
            None => {
                self.load(lane);
                return false;
            }
            Some(Options::Listed(mut listed)) => {
                self.machine.tally_position(self.scratch, self.state);
                let option = rng.below(listed.entries.len() as u64) as usize;
                let entry = &mut listed.entries[option];
                std::mem::swap(self.state, &mut entry.state);
                let taken = Taken { number: entry.number, took: entry.took };
                self.scratch.retire_listed(listed);
                taken
            }
            Some(Options::Reached(_) | Options::Unlisted | Options::Drawn { .. }) => return false,
        };
        self.machine.tally_option(self.scratch, Some(taken));
        self.machine.tally_done(self.scratch, self.state);
        self.machine.take(self.state, Some(taken));
        if self.registers.set_names[journey::TAKEN].is_none() {
            // Nobody asks for it, so nobody would forget it.
            self.machine.forget_taken(self.state);
        }
        self.load(lane);
        true
    }

    /// Gives a variable its first values.
    pub fn expire(&mut self, lane: &mut Lane<W>, variable: u16) {
        self.store(lane);
        self.machine.expire(self.state, &[variable]);
        self.load(lane);
    }

    /// The position enters the history. Yes if it is known that it has never stood before.
    pub fn note(&mut self, lane: &Lane<W>, (words, board): (Option<&Words>, Option<&BoardPlanes>)) -> bool {
        self.begin_phase();
        match (words, board) {
            (Some(words), _) => {
                let key = self.repetition_key(lane, words);
                self.note_key(lane, key)
            }
            (None, Some(board)) => {
                let key = self.board_key(lane, board);
                self.note_board(key);
                false
            }
            (None, None) => {
                self.store(lane);
                self.machine.note(self.scratch, self.state);
                false
            }
        }
    }

    /// The same at the beginning of the phase, where the part of the key is known that registers and names tell.
    #[cfg(not(target_family = "wasm"))]
    #[inline]
    pub fn note_told(&mut self, lane: &Lane<W>, words: &Words, told: u64) -> bool {
        let key = self.completed_key(lane, words, told);
        self.note_key(lane, key)
    }

    /// Play stands at the beginning of the phase.
    fn begin_phase(&mut self) {
        let phase = self.machine.program.rules.phases.get(usize::from(self.state.turn.phase));
        self.state.turn.pc = phase.map_or(0, |phase| phase.entry) as u32;
    }

    /// The position enters the history with a key.
    #[inline]
    pub fn note_key(&mut self, lane: &Lane<W>, key: u64) -> bool {
        if cfg!(debug_assertions) {
            self.check_key(lane, key);
        }
        self.state.turn.noted = true;
        self.scratch.history.push((key, 0))
    }

    /// The position enters the history with the key of what lies on its board.
    #[inline]
    pub fn note_board(&mut self, key: u64) {
        self.state.turn.noted = true;
        self.scratch.history.push((0, key));
    }

    /// Looks whether a key is that of the position.
    ///
    /// # Panics
    /// If it is not.
    pub fn check_key(&mut self, lane: &Lane<W>, key: u64) {
        self.store(lane);
        assert_eq!(key, self.machine.repetition_key(self.state), "registers and words tell one key");
    }

    /// Whether the game is over; then that is due.
    pub fn is_over(&mut self, lane: &Lane<W>, point: Point) -> bool {
        self.store(lane);
        let outcome = self.machine.test(self.scratch, self.state, point);
        let is_over = outcome.is_some();
        if let Some(outcome) = outcome {
            *self.due = Due::Over(outcome);
        }
        is_over
    }

    /// Whether pieces that are taken come to the hand.
    #[inline]
    pub fn takes_to_hand(&self) -> bool {
        self.machine.program.rules.captured == Captured::Hand
    }

    /// As which kind a taken piece comes to the hand.
    pub fn kind_in_hand(&self, kind: usize) -> usize {
        self.machine.program.rules.kinds[kind].captured_as.unwrap_or(kind)
    }
}
