//! Two games side by side: what a player would see differ in two positions, and which option of one is which of the other.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::game::{Actor, Game, Outcome, PieceView, Snapshot};
use crate::rules::Rules;

/// Probabilities that differ by less than this are the same.
const CLOSE: f64 = 1e-9;

/// A position of both games.
#[derive(Clone, Debug)]
pub(super) struct State<P> {
    pub(super) one: P,
    pub(super) other: P,
}

/// What differs in a position, gravest first.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    /// Whether the game is over, and how it ended.
    Outcome,
    /// What lies on the board or in a hand, or a variable.
    Shown,
    /// Who decides.
    Actor,
    /// Options that only one of them has.
    Options { only_one: Vec<usize>, only_other: Vec<usize> },
    /// How probable an option of Chance is.
    Probability(usize, usize),
}

/// Two games, and how their positions are compared.
#[derive(Debug)]
pub(super) struct Pair<'a, G> {
    pub(super) one: &'a G,
    pub(super) other: &'a G,
    pub(super) by_result: bool,
    /// The kind of the first game that each kind of the second is.
    kinds: Vec<usize>,
    /// Whether types and terrains have the same names and values.
    same_values: bool,
    /// The names of the variables that both have, and that hold the same number of values.
    shared: Vec<String>,
}

impl<'a, G: Game> Pair<'a, G> {
    pub(super) fn new(one: &'a G, other: &'a G, by_result: bool) -> Self {
        let (first, second) = (one.rules(), other.rules());
        let types = |rules: &Rules| -> Vec<(String, Vec<String>)> {
            let types = rules.types.iter().map(|ty| (ty.name.clone(), ty.values.clone()));
            types.chain(rules.terrains.iter().map(|ty| (ty.name.clone(), ty.values.clone()))).collect()
        };
        let shared = first.variables.iter().filter(|variable| {
            second.variables.iter().any(|other| other.name == variable.name && other.count == variable.count)
        });
        Self {
            one,
            other,
            by_result,
            kinds: kinds(first, second, by_result),
            same_values: types(first) == types(second),
            shared: shared.map(|variable| variable.name.clone()).collect(),
        }
    }

    pub(super) fn initial(&self) -> State<G::Position> {
        State { one: self.one.initial(), other: self.other.initial() }
    }

    /// What differs that can be told without listing what is shown: who decides, how many options there are, the end.
    pub(super) fn differs_at_a_glance(&self, state: &State<G::Position>) -> bool {
        let actor = self.one.actor(&state.one);
        actor != self.other.actor(&state.other)
            || match actor {
                None => !self.same_outcome(state),
                Some(_) => !self.by_result && self.one.n_options(&state.one) != self.other.n_options(&state.other),
            }
    }

    fn same_outcome(&self, state: &State<G::Position>) -> bool {
        let essence = |outcome: Option<Outcome>| {
            outcome.map(|outcome| {
                let by = (!self.by_result).then(|| outcome.by.clone());
                (outcome.places, outcome.nobody, outcome.clause.is_some(), by)
            })
        };
        essence(self.one.outcome(&state.one)) == essence(self.other.outcome(&state.other))
    }

    /// What differs.
    pub(super) fn differs(&self, state: &State<G::Position>) -> Option<What> {
        self.alike(state).err()
    }

    fn differs_but_for_options(&self, state: &State<G::Position>) -> Option<What> {
        if !self.same_outcome(state) {
            return Some(What::Outcome);
        }
        let (one, other) = (self.one.snapshot(&state.one), self.other.snapshot(&state.other));
        if !self.same_shown(&one, &other) {
            return Some(What::Shown);
        }
        if self.one.actor(&state.one) != self.other.actor(&state.other) {
            return Some(What::Actor);
        }
        None
    }

    /// The partners of all options, where nothing differs.
    ///
    /// # Errors
    /// If something differs.
    pub(super) fn alike(&self, state: &State<G::Position>) -> Result<Vec<(usize, usize)>, What> {
        match self.differs_but_for_options(state) {
            Some(what) => Err(what),
            None => self.partners(state),
        }
    }

    /// Whether what is shown of two positions is the same.
    fn same_shown(&self, one: &Snapshot, other: &Snapshot) -> bool {
        one.mover == other.mover
            && self.same_board(one, other)
            && (self.by_result || one.turns == other.turns && self.variables(one).eq(self.variables(other)))
    }

    /// Whether the same lies on the board and in the hands.
    pub(super) fn same_board(&self, one: &Snapshot, other: &Snapshot) -> bool {
        let same_hand = |(one, other): (&Vec<u32>, &Vec<u32>)| {
            let of_one = |kind: usize| one.get(kind).copied().unwrap_or(0);
            let held = other.iter().enumerate().map(|(kind, &count)| (self.kinds[kind], count));
            held.clone().all(|(kind, count)| of_one(kind) == count)
                && one.iter().sum::<u32>() == held.map(|(_, count)| count).sum::<u32>()
        };
        self.same_cells(one, other)
            && one.hands.iter().zip(&other.hands).all(same_hand)
            && (self.by_result && !self.same_values || one.terrain == other.terrain)
    }

    fn same_cells(&self, one: &Snapshot, other: &Snapshot) -> bool {
        one.cells.len() == other.cells.len()
            && one.cells.iter().zip(&other.cells).all(|(one, other)| {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| self.same_piece(one, other))
            })
    }

    pub(super) fn same_piece(&self, one: &PieceView, other: &PieceView) -> bool {
        let attributes =
            |piece: &PieceView| -> Vec<String> { piece.attributes.iter().map(|(_, value)| value.clone()).collect() };
        one.kind == self.kinds[other.kind]
            && one.owner == other.owner
            && match self.by_result {
                true => !self.same_values || attributes(one) == attributes(other),
                false => one.attributes == other.attributes,
            }
    }

    /// The variables that both games have. Others are no difference by themselves.
    pub(super) fn variables<'b>(&'b self, shown: &'b Snapshot) -> impl Iterator<Item = &'b (String, String)> {
        shown.variables.iter().filter(|(name, _)| {
            let bare = name.split_once(" of ").map_or(name.as_str(), |(bare, _)| bare);
            self.shared.iter().any(|shared| shared == bare)
        })
    }

    /// For each option of the first game the same one of the second, by number.
    ///
    /// # Errors
    /// If one of them has an option that the other has not, or with another probability.
    pub(super) fn partners(&self, state: &State<G::Position>) -> Result<Vec<(usize, usize)>, What> {
        let pairs = match self.by_result {
            true => matched(&self.results(state, true), &self.results(state, false))?,
            false => {
                let (one, other) = (self.one.notations(&state.one), self.other.notations(&state.other));
                match one == other {
                    true => (0..one.len()).map(|option| (option, option)).collect(),
                    false => matched(&one, &other)?,
                }
            }
        };
        match self.one.actor(&state.one) {
            Some(Actor::Chance) => self.same_chances(state, pairs),
            _ => Ok(pairs),
        }
    }

    fn same_chances(
        &self,
        state: &State<G::Position>,
        pairs: Vec<(usize, usize)>,
    ) -> Result<Vec<(usize, usize)>, What> {
        let unlike = pairs.iter().find(|&&(one, other)| {
            let one = self.one.probability(&state.one, one).map_or(0.0, |one| one.as_f64());
            let other = self.other.probability(&state.other, other).map_or(0.0, |other| other.as_f64());
            (one - other).abs() > CLOSE
        });
        match unlike {
            Some(&(one, other)) => Err(What::Probability(one, other)),
            None => Ok(pairs),
        }
    }

    /// What becomes of each option of the first game (yes) or the second.
    fn results(&self, state: &State<G::Position>, first: bool) -> Vec<u64> {
        let (game, mut position) = match first {
            true => (self.one, state.one.clone()),
            false => (self.other, state.other.clone()),
        };
        let n = game.n_options(&position);
        let result = |option| {
            let undo = game.apply(&mut position, option);
            let mut hash = DefaultHasher::new();
            game.actor(&position).hash(&mut hash);
            game.outcome(&position).map(|outcome| (outcome.places, outcome.nobody)).hash(&mut hash);
            self.hash_shown(&game.snapshot(&position), first, &mut hash);
            game.undo(&mut position, undo);
            hash.finish()
        };
        (0..n).map(result).collect()
    }

    fn hash_shown(&self, shown: &Snapshot, first: bool, hash: &mut DefaultHasher) {
        let kind = |kind: usize| if first { kind } else { self.kinds[kind] };
        for piece in shown.cells.iter().flat_map(|stack| stack.iter().map(Some).chain([None])) {
            piece.map(|piece| (kind(piece.kind), piece.owner)).hash(hash);
            if let Some(piece) = piece.filter(|_| self.same_values) {
                piece.attributes.iter().for_each(|(_, value)| value.hash(hash));
            }
        }
        for hand in &shown.hands {
            let mut held: Vec<(usize, u32)> = hand
                .iter()
                .enumerate()
                .filter(|(_, count)| **count > 0)
                .map(|(number, count)| (kind(number), *count))
                .collect();
            held.sort_unstable();
            held.hash(hash);
        }
        if self.same_values {
            shown.terrain.hash(hash);
        }
    }

    /// Takes an option in both games.
    pub(super) fn play(&self, state: &mut State<G::Position>, (one, other): (usize, usize)) {
        self.one.play(&mut state.one, one);
        self.other.play(&mut state.other, other);
    }
}

/// The kind of the first rules that each kind of the second is: the one of the same name. If names do not count it is
/// else the next in order that no name claims. A kind that is none of the first gets a number of its own.
fn kinds(one: &Rules, other: &Rules, by_result: bool) -> Vec<usize> {
    let named = |name: &str| one.kinds.iter().position(|kind| kind.name == name);
    let claimed: Vec<Option<usize>> = other.kinds.iter().map(|kind| named(&kind.name)).collect();
    let first = if by_result { 0 } else { one.kinds.len() };
    let mut free = (first..).filter(|kind| !claimed.contains(&Some(*kind)));
    claimed.iter().map(|kind| kind.or_else(|| free.next()).unwrap_or(usize::MAX)).collect()
}

/// Pairs what is equal, in order.
fn matched<T: Eq + Hash>(one: &[T], other: &[T]) -> Result<Vec<(usize, usize)>, What> {
    let mut places: HashMap<&T, Vec<usize>> = HashMap::new();
    for (number, text) in other.iter().enumerate().rev() {
        places.entry(text).or_default().push(number);
    }
    let (mut pairs, mut only_one) = (Vec::new(), Vec::new());
    for (number, text) in one.iter().enumerate() {
        match places.get_mut(text).and_then(Vec::pop) {
            Some(partner) => pairs.push((number, partner)),
            None => only_one.push(number),
        }
    }
    let mut only_other: Vec<usize> = places.into_values().flatten().collect();
    only_other.sort_unstable();
    match only_one.is_empty() && only_other.is_empty() {
        true => Ok(pairs),
        false => Err(What::Options { only_one, only_other }),
    }
}
