//! What is needed while something is worked out, kept so that nothing is allocated twice.

use crate::budget::{Budget, Halt};
use crate::game::Occupant;
use crate::rules::board::MAX_PIECES;
use crate::source::Span;

use super::bits::Bits;
use super::course::Note;
use super::history::History;
use super::listed::Listed;
use super::path::{Alternative, Journey, Planned};
use super::pieces::Piece;
use super::state::State;
use super::tally::Tally;
use super::undo::Undo;

/// The effort that one decision may take: members looked at and steps walked, with each run of a move counted as
/// [`RUN`].
pub const EFFORT: u64 = 200_000_000;
/// The effort of one run of a move.
pub const RUN: u64 = 1000;
/// The effort of one step of a walk, and of one round of a block.
pub const STRIDE: u64 = 20;
/// The bytes that the positions of one decision may take together.
pub const ROOM: u64 = 64 << 20;
/// The bytes that states which nobody uses may take between decisions: enough for the options of any usual one.
const SPARE: usize = 4 << 20;
/// The bytes that each piece counts that is put on the board, beside the word that it is of a state that is kept.
const PUT: usize = 120;
/// So many words are copied or moved in the effort of one step.
const WORDS: u64 = 16;
/// The effort between two looks at the budget.
const LOOKS: u64 = 1 << 16;
/// The most choices within each other.
pub const DEEP: usize = 600;

/// The questions that are being answered. Inside its own answer each of them is answered by no.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asking {
    /// Whether a player is stuck.
    pub stuck: bool,
    /// Whether a cell is attacked.
    pub attacked: bool,
    /// Whether a position is repeated.
    pub repeated: bool,
    /// Whether turns can end, this many within each other.
    pub ahead: u16,
    /// Whether moves can be made, one bit for each.
    pub can: u128,
    /// Whether a turn can end behind a move that can be made.
    pub beyond: bool,
}

/// What a guard that is being asked has found out already, so that it need not be worked out again.
#[derive(Debug)]
pub struct FoundOut<const W: usize> {
    /// Which state the guard is asked of, by its address; none outside guards. Within a guard that state does not change,
    /// and what is asked of another one is not remembered.
    pub state: usize,
    /// Which guard it is, counted up.
    pub guard: u64,
    /// By number of a shared node, in which guard it was last worked out and what came of it.
    pub sets: Vec<(u64, Bits<W>)>,
}

impl<const W: usize> Default for FoundOut<W> {
    fn default() -> Self {
        Self { state: 0, guard: 0, sets: Vec::new() }
    }
}

/// Buffers, and what holds only while a question is answered.
#[derive(Debug)]
pub struct Scratch<const W: usize> {
    /// Temporary names that hold scalars.
    pub scalars: Vec<i64>,
    /// Temporary names that hold sets.
    pub sets: Vec<Bits<W>>,
    /// What may not be asked again.
    pub asking: Asking,
    /// The effort that is left for the present decision.
    pub effort: u64,
    /// The effort that was spent for the decisions before.
    spent: u64,
    /// The budget is looked at when less effort than this is left.
    next_look: u64,
    /// The bytes that the positions of its options may still take.
    pub room: u64,
    /// What is being worked out.
    pub place: Span,
    /// What all decisions share.
    pub budget: Budget,
    /// The piece that travels, while its path is worked out, and the cell where it is told of; no cell holds it.
    pub lifted: Option<(u16, Piece)>,
    /// How many choices lie within each other now.
    pub depth: usize,
    /// States that nobody uses.
    pub spare: Vec<State>,
    /// What was taken back, or never will be.
    pub undone: Vec<Undo<W>>,
    /// Journeys, as a stack.
    pub journeys: Vec<Journey<W>>,
    /// Legs with their sets worked out, as a stack.
    pub planned: Vec<Planned<W>>,
    /// Paths within legs, as a stack.
    pub alternatives: Vec<Alternative<W>>,
    /// The ranges of slides by direction, as a stack.
    pub ranges: Vec<(i64, i64)>,
    /// What was chosen in the run.
    pub choices: Vec<u32>,
    /// What is written of the run.
    pub notes: Vec<Note>,
    /// Whether one run is enough, and then whether there was one.
    pub only_whether: bool,
    /// Whether a run was found.
    pub found: bool,
    /// The runs found.
    pub listed: Listed,
    /// Whether options are listed without texts and in any order.
    pub is_bare: bool,
    /// Whether it is not asked if there are options, and they are not found yet.
    pub is_at_horizon: bool,
    /// Whether it is asked if there are options, but they are not found yet.
    pub is_glance: bool,
    /// Hashes of texts.
    pub hashes: Vec<u64>,
    /// By cell, the piece on top, where it was looked up.
    pub standing: Vec<Option<Occupant>>,
    /// The registers of rushes.
    pub lane: Option<Box<super::rush::Lane<W>>>,
    /// What careful play remembers.
    pub latest: super::rush::Latest<W>,
    /// Choices that nobody walks from.
    pub reached: Vec<super::rush::Reached<W>>,
    /// What a guard that is being asked has found out already.
    pub found_out: FoundOut<W>,
    /// Keys of position and board at the start of every turn, where a rule asks for repetition.
    pub history: History,
    /// What is counted, where anything is.
    pub tally: Option<Box<Tally<W>>>,
}

impl<const W: usize> Scratch<W> {
    /// Buffers for a program with so many temporary names.
    pub fn new(n_temporary: usize, budget: Budget) -> Self {
        Self {
            scalars: vec![0; n_temporary],
            sets: vec![Bits::EMPTY; n_temporary],
            asking: Asking::default(),
            effort: EFFORT,
            spent: 0,
            next_look: EFFORT - LOOKS,
            room: ROOM,
            place: Span::default(),
            budget,
            lifted: None,
            depth: 0,
            spare: Vec::new(),
            undone: Vec::new(),
            journeys: Vec::new(),
            planned: Vec::new(),
            alternatives: Vec::new(),
            ranges: Vec::new(),
            choices: Vec::new(),
            notes: Vec::new(),
            only_whether: false,
            found: false,
            listed: Listed::default(),
            is_bare: false,
            is_at_horizon: false,
            is_glance: false,
            hashes: Vec::new(),
            standing: Vec::new(),
            lane: None,
            latest: super::rush::Latest::default(),
            reached: Vec::new(),
            found_out: FoundOut::default(),
            history: History::default(),
            tally: None,
        }
    }

    /// Spends effort; no if there is none left.
    #[inline]
    pub fn spend(&mut self, effort: u64) -> bool {
        self.effort = self.effort.saturating_sub(effort);
        if self.effort < self.next_look {
            self.look();
        }
        self.effort > 0
    }

    /// Looks at the budget as often as if so much effort were spent, where it was spent beforehand.
    #[inline]
    pub fn glance(&mut self, effort: u64) {
        self.next_look += effort;
        if self.effort < self.next_look {
            self.look();
        }
    }

    /// The same where all that lies under others is copied or moved.
    #[inline]
    pub fn glance_at_piles(&mut self, state: &State) {
        if !state.buried.is_empty() {
            self.glance(state.buried.len() as u64 / WORDS);
        }
    }

    #[cold]
    fn look(&mut self) {
        if self.budget.look_at(self.place) {
            self.effort = 0;
        }
        self.next_look = self.effort.saturating_sub(LOOKS);
    }

    /// Gives another decision what it may take; nothing once the budget is spent.
    pub fn refill(&mut self) {
        self.refill_unasked();
        if self.budget.is_called() {
            self.effort = 0;
        }
    }

    /// The same where somebody else asks whether to go on.
    #[inline]
    pub fn refill_unasked(&mut self) {
        // Decisions that are cheap each lead to a look together.
        self.next_look = EFFORT - self.effort.saturating_sub(self.next_look);
        self.spent += EFFORT - self.effort;
        (self.effort, self.room) = (EFFORT, ROOM);
    }

    /// The effort that was spent so far, for the present decision and for those before.
    pub fn effort_spent(&self) -> u64 {
        self.spent + (EFFORT - self.effort)
    }

    /// Spends the bytes of a position that is kept as an option; without enough of them the effort is spent too.
    pub fn keep(&mut self, bytes: usize) -> bool {
        match self.room.checked_sub(bytes as u64) {
            Some(rest) => self.room = rest,
            None => self.effort = 0,
        }
        self.effort > 0
    }

    /// Whether the stack of journeys, with as many again while it grows, has room; without it the effort is spent.
    /// Nothing is taken from the room, as the stack is empty again before the decision is there.
    pub fn has_room_for_journeys(&mut self) -> bool {
        let fits = (2 * self.journeys.len() * size_of::<Journey<W>>()) as u64 <= self.room;
        if !fits {
            self.effort = 0;
        }
        fits
    }

    /// Spends what so many pieces take that are put on a board with so many; no if there is not enough left, or no room for
    /// them.
    pub fn spend_pieces(&mut self, n: usize, standing: usize) -> bool {
        if standing.saturating_add(n) > MAX_PIECES {
            self.effort = 0;
        }
        self.spend(n as u64) && self.keep(PUT.saturating_mul(n))
    }

    /// Whether nothing was spent yet for this decision.
    #[inline]
    #[cfg(not(target_family = "wasm"))]
    pub fn is_fresh(&self) -> bool {
        self.effort == EFFORT && self.room == ROOM
    }

    /// Whether the effort for this decision is spent.
    #[inline]
    pub fn is_exhausted(&self) -> bool {
        self.effort == 0
    }

    /// The piece that travels, if it is told of on that cell.
    #[inline]
    pub fn lifted_at(&self, cell: u16) -> Option<&Piece> {
        self.lifted.as_ref().filter(|(own, _)| *own == cell).map(|(_, piece)| piece)
    }

    /// How far the stacks of paths have grown.
    pub fn mark(&self) -> (usize, usize, usize) {
        (self.planned.len(), self.alternatives.len(), self.ranges.len())
    }

    /// Takes the stacks of paths back to where they were.
    pub fn release(&mut self, (planned, alternatives, ranges): (usize, usize, usize)) {
        self.planned.truncate(planned);
        self.alternatives.truncate(alternatives);
        self.ranges.truncate(ranges);
    }

    /// A copy of a state, to be given back.
    #[inline]
    pub fn copy(&mut self, state: &State) -> State {
        self.glance_at_piles(state);
        match self.spare.pop() {
            Some(mut spare) => {
                spare.clone_from(state);
                spare
            }
            None => state.clone(),
        }
    }

    /// Takes a state back.
    #[inline]
    pub fn give(&mut self, state: State) {
        self.spare.push(state);
    }

    /// Gives back to the system what a decision with very many options left.
    pub fn trim(&mut self) {
        if let Some(state) = self.spare.last() {
            self.spare.truncate(SPARE / state.bytes());
        }
        self.listed.trim(SPARE);
    }
}
