//! The shortest play that shows a difference, as far as it can be found by looking at all plays.
//!
//! Depth by depth all plays are walked, each position once in a depth. Positions are not kept, only their hashes, so
//! that memory stays small.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::game::{Game, Halt};

use super::pair::{Pair, State};

/// How far all plays were looked at.
#[derive(Debug, Default)]
pub(super) struct Breadth {
    /// The depths that are done: so many decisions were walked in all ways.
    pub(super) depths: u32,
    /// The different positions that were compared, by their hashes.
    compared: HashSet<u64>,
    /// Whether there is no play that is longer.
    pub(super) all: bool,
}

/// What came of walking a depth.
enum Walk {
    /// A difference, after these options.
    Found(Vec<(usize, usize)>),
    /// It was too much.
    Cut,
    /// There is none; whether longer plays go on from there.
    Through(bool),
}

/// What a walk may take, and what it saw.
struct Walker<'a, 'b, G: Game> {
    pair: &'a Pair<'b, G>,
    halt: &'a dyn Halt,
    /// The number of decisions left when a position was met.
    met: HashMap<u64, u32>,
    path: Vec<(usize, usize)>,
    effort: u64,
    compared: &'a mut HashSet<u64>,
    most_positions: u64,
    goes_on: bool,
}

impl Breadth {
    /// How many different positions were compared.
    pub(super) fn positions(&self) -> u64 {
        self.compared.len() as u64
    }

    /// Walks further, as long as the effort lasts and not more than so many positions are looked at; a play that shows
    /// a difference, if there is one.
    pub(super) fn go_on<G: Game>(
        &mut self,
        pair: &Pair<'_, G>,
        from: &State<G::Position>,
        (effort, positions, depths): (u64, u64, u32),
        halt: &dyn Halt,
    ) -> Option<Vec<(usize, usize)>> {
        let mut left = effort;
        while !self.all && self.depths < depths && self.positions() < positions {
            let mut walker = Walker {
                pair,
                halt,
                met: HashMap::new(),
                path: Vec::new(),
                effort: left,
                compared: &mut self.compared,
                most_positions: positions,
                goes_on: false,
            };
            let mut state = from.clone();
            let walked = walker.walk(&mut state, self.depths);
            left = walker.effort;
            match walked {
                Walk::Found(path) => return Some(path),
                Walk::Cut => return None,
                Walk::Through(goes_on) => {
                    self.depths += 1;
                    self.all = !goes_on;
                }
            }
        }
        None
    }
}

impl<G: Game> Walker<'_, '_, G> {
    /// Looks at all positions that are exactly so many decisions away.
    fn walk(&mut self, state: &mut State<G::Position>, depth: u32) -> Walk {
        let n = self.pair.one.n_options(&state.one) as u64;
        let Some(left) = self.effort.checked_sub(n + 4).filter(|_| !self.halt.is_called()) else { return Walk::Cut };
        self.effort = left;
        if depth == 0 {
            return self.look(state, n);
        }
        // Nothing differed here when the depth before was walked.
        let Ok(partners) = self.pair.partners(state) else { return Walk::Found(self.path.clone()) };
        for (one, other) in partners {
            let undo = (self.pair.one.apply(&mut state.one, one), self.pair.other.apply(&mut state.other, other));
            self.path.push((one, other));
            let walked = match self.is_new(state, depth - 1) {
                true => self.walk(state, depth - 1),
                false => Walk::Through(false),
            };
            self.path.pop();
            self.pair.one.undo(&mut state.one, undo.0);
            self.pair.other.undo(&mut state.other, undo.1);
            match walked {
                Walk::Through(_) => {}
                ended => return ended,
            }
        }
        Walk::Through(self.goes_on)
    }

    fn look(&mut self, state: &State<G::Position>, n_options: u64) -> Walk {
        self.goes_on |= n_options > 0;
        if self.compared.len() as u64 >= self.most_positions {
            return Walk::Cut;
        }
        if !self.compared.insert(hash_of(state)) {
            return Walk::Through(self.goes_on);
        }
        match self.pair.differs(state).filter(|_| !self.halt.is_called()) {
            Some(_) => Walk::Found(self.path.clone()),
            None => Walk::Through(self.goes_on),
        }
    }

    /// Whether the position was not met with as many decisions left.
    fn is_new(&mut self, state: &State<G::Position>, left: u32) -> bool {
        let most = self.met.entry(hash_of(state)).or_insert(0);
        // Kept with one more, so that nothing is new only once.
        let is_new = *most < left + 1;
        *most = (*most).max(left + 1);
        is_new
    }
}

fn hash_of<P: Hash>(state: &State<P>) -> u64 {
    let mut hash = DefaultHasher::new();
    (&state.one, &state.other).hash(&mut hash);
    hash.finish()
}
