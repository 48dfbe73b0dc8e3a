//! What options do: where pieces go, what they take and what wins, seen in positions of random games.

use std::collections::BTreeSet;

use crate::game::{Actor, Contents, Game, Halt, Occupant, PlayerId};

use super::features::Features;

/// In a position with more options than this, as many are looked at, evenly spread.
const MOST_OPTIONS: usize = 160;

/// What was counted. A *place* is a kind of pieces on a class of cells: [`Survey::place`].
#[derive(Clone, Debug)]
pub struct Survey {
    n_classes: usize,
    /// By place, the pieces of who decides.
    pub present: Vec<f64>,
    /// By place, the options by which one piece leaves it.
    pub options: Vec<f64>,
    /// By place, the options by which a piece comes there.
    pub arrivals: Vec<f64>,
    /// By place, those of them that win the game.
    pub wins: Vec<f64>,
    /// From place to place, the ways that one piece went.
    pub steps: BTreeSet<(usize, usize)>,
    /// Positions that were looked at.
    pub positions: u64,
    /// Options that were looked at.
    pub seen: u64,
    /// So many options there were in all these positions.
    pub all: u64,
    /// Options after which the other player has fewer pieces.
    pub takings: u64,
    /// Those of them by which a piece comes where such a piece stood.
    pub landings: u64,
    before: Contents,
    after: Contents,
}

/// The piece that an option moved: as it stood, and as it stands.
type Went = (Option<Occupant>, Option<Occupant>);

impl Survey {
    /// Nothing counted yet.
    pub fn new(features: &Features) -> Self {
        let none = || vec![0.0; features.n_kinds * features.n_classes];
        Self {
            n_classes: features.n_classes,
            present: none(),
            options: none(),
            arrivals: none(),
            wins: none(),
            steps: BTreeSet::new(),
            positions: 0,
            seen: 0,
            all: 0,
            takings: 0,
            landings: 0,
            before: Contents::default(),
            after: Contents::default(),
        }
    }

    /// The number of a place.
    pub fn place(&self, kind: usize, class: u16) -> usize {
        kind * self.n_classes + usize::from(class)
    }

    /// The places of a kind.
    pub fn places(&self, kind: usize) -> std::ops::Range<usize> {
        kind * self.n_classes..(kind + 1) * self.n_classes
    }

    /// The kind of a place.
    pub fn kind_of(&self, place: usize) -> usize {
        place / self.n_classes.max(1)
    }

    /// Looks at the options of a position, which is only good for looking ahead afterwards. What was counted when it is called
    /// to halt counts.
    pub fn count<G: Game>(&mut self, game: &G, features: &Features, position: &mut G::Position, halt: &dyn Halt) {
        let Some(Actor::Player(mover @ PlayerId(0..2))) = game.actor(position) else { return };
        if !game.contents(position, &mut self.before) {
            return;
        }
        let classes = &features.classes[mover.index()];
        let place =
            |survey: &Self, piece: &Occupant| survey.place(usize::from(piece.kind), classes[usize::from(piece.cell)]);
        let others: Vec<Occupant> =
            self.before.pieces.iter().filter(|piece| piece.owner != Some(mover)).copied().collect();
        self.before.pieces.retain(|piece| piece.owner == Some(mover));
        let n_options = game.find_likely_options(position);
        let stride = n_options.div_ceil(MOST_OPTIONS).max(1);
        let (mut seen, mut takings) = (0, 0);
        for option in (0..n_options).step_by(stride) {
            if halt.is_called() {
                return;
            }
            // What turns out to be no option does nothing.
            let Some(undo) = game.try_likely(position, option) else { continue };
            let has_won = game.outcome(position).is_some_and(|outcome| outcome.value(mover) >= 1.0);
            let is_told = game.contents(position, &mut self.after);
            game.undo(position, undo);
            if !is_told {
                return;
            }
            let all = self.after.pieces.len();
            self.after.pieces.retain(|piece| piece.owner == Some(mover));
            seen += 1;
            let (left, came) = self.went();
            if all - self.after.pieces.len() < others.len() {
                takings += 1;
                let lands = |came: Occupant| others.iter().any(|other| other.cell == came.cell);
                self.landings += u64::from(came.is_some_and(lands));
            }
            if let Some(left) = left {
                let from = place(self, &left);
                self.options[from] += stride as f64;
                if let Some(came) = came {
                    let to = place(self, &came);
                    self.steps.insert((from, to));
                }
            }
            if let Some(came) = came {
                let to = place(self, &came);
                self.arrivals[to] += 1.0;
                self.wins[to] += f64::from(u8::from(has_won));
            }
        }
        for index in 0..self.before.pieces.len() {
            let at = place(self, &self.before.pieces[index]);
            self.present[at] += 1.0;
        }
        self.positions += 1;
        self.seen += seen;
        self.all += n_options as u64;
        self.takings += takings;
    }

    /// The one piece that is no longer where it was, and the one that is where none was; none where there are several.
    fn went(&self) -> Went {
        let only = |pieces: &[Occupant], others: &[Occupant]| {
            let mut new = pieces.iter().filter(|piece| !others.contains(piece));
            let first = new.next().copied();
            if new.next().is_none() { first } else { None }
        };
        (only(&self.before.pieces, &self.after.pieces), only(&self.after.pieces, &self.before.pieces))
    }
}
