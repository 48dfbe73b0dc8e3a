//! What a position consists of.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::game::PlayerId;
use crate::rules::Rules;
use crate::rules::model::{Holder, Variable, journey};
use crate::rules::types::{Domain, Set, Type, Value};
use crate::syntax::ast::Lifetime;

use super::facts::Facts;
use super::stacks::Stacks;

/// The piece variables of one piece by [`Variable::offset`]: none is -1, no and yes are 0 and 1.
pub type Attributes = SmallVec<[i16; 4]>;
/// The pieces on one cell, bottom first.
pub type Stack = SmallVec<[Piece; 1]>;

/// One piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its kind.
    pub kind: u16,
    /// Whose it is; none if it is neutral.
    pub owner: Option<PlayerId>,
    /// Whether it has moved in this game.
    pub moved: bool,
    /// Its variables.
    pub attributes: Attributes,
}

/// The bytes of a great set.
const SET: usize = 128;
/// The bytes of what is written of an option.
const TEXTS: usize = 256;

/// Everything that can change while a game is played.
///
/// What a decision seldom changes is shared until it changes.
#[derive(Clone, Debug)]
pub struct State {
    /// The pieces on each cell.
    pub stacks: Stacks,
    /// Pieces in hand: by player, then by kind.
    pub hands: Arc<Vec<u32>>,
    /// The values of the variables that do not belong to pieces.
    pub variables: Arc<Vec<Value>>,
    /// By variable, the turn in which it was last set, counted from one; zero for never.
    pub written: SmallVec<[u32; 2]>,
    /// By terrain, the value of each cell.
    pub terrain: Arc<Vec<Vec<Option<u16>>>>,
    /// The kept names.
    pub kept: Vec<Value>,
    /// The piece that travels, while its path is worked out, and the cell where it is told of; no cell holds it.
    pub lifted: Option<(u16, Piece)>,
    /// The next instruction.
    pub pc: usize,
    /// The present phase.
    pub phase: usize,
    /// Whose turn it is; none in the set-up.
    pub mover: Option<PlayerId>,
    /// The player that `my` means; none for the mover.
    pub me: Option<PlayerId>,
    /// Who has the first turn of each round.
    pub starter: PlayerId,
    /// Completed turns.
    pub turns: u32,
    /// Completed rounds.
    pub rounds: u32,
    /// By player: zero while in the game, else when it went out, counted from one.
    pub out: SmallVec<[u8; 8]>,
    /// The move of the latest choice of this turn.
    pub played: Option<usize>,
    /// By [`Rules::counters`]; a count of turns that begins anew at the end of this turn is -1.
    pub counters: SmallVec<[i32; 4]>,
    /// Keys of position and board at the start of every turn, where a rule asks for repetition.
    pub history: Arc<Vec<(u128, u128)>>,
    /// Whether the latest entry of the history is this very position.
    pub noted: bool,
    /// Whether there was a decision in this turn since the ends after a move were last tested.
    pub fresh: bool,
    /// Whether the mover has another turn.
    pub again: bool,
    /// How many decisions there were.
    pub decisions: u32,
    /// How many turns in a row began without a decision since.
    pub silent: u32,
    /// What stood when the running turn began; none in the set-up.
    pub begun: Option<Arc<State>>,
    /// The options taken since then.
    pub since: Arc<Vec<String>>,
}

impl State {
    /// The empty board before the set-up.
    pub fn new(rules: &Rules, facts: &Facts) -> Self {
        let n_players = rules.players.len();
        Self {
            stacks: Stacks::empty(rules.board.n_cells()),
            hands: Arc::new(vec![0; n_players * rules.kinds.len()]),
            variables: facts.first_values.clone(),
            written: SmallVec::from_elem(0, rules.variables.len()),
            terrain: Arc::new(vec![vec![None; rules.board.n_cells()]; rules.terrains.len()]),
            kept: vec![Value::NONE; rules.n_kept.max(journey::COUNT)],
            lifted: None,
            pc: 0,
            phase: 0,
            mover: None,
            me: None,
            starter: PlayerId(0),
            turns: 0,
            rounds: 0,
            out: SmallVec::from_elem(0, n_players),
            played: None,
            counters: SmallVec::from_elem(0, rules.counters.len()),
            history: Arc::default(),
            noted: false,
            fresh: false,
            again: false,
            decisions: 0,
            silent: 0,
            begun: None,
            since: Arc::default(),
        }
    }

    /// The bytes of memory that a position takes which an option leads to from this one, as far as it shares nothing.
    pub fn own_bytes(&self) -> u64 {
        let sets = |values: &[Value]| values.iter().filter(|value| matches!(value, Value::Set(_))).count() * SET;
        let values = |values: &[Value]| size_of_val(values) + sets(values);
        let terrain: usize = self.terrain.iter().map(|cells| size_of_val(cells.as_slice())).sum();
        let counted = size_of::<Self>() + values(&self.kept) + values(&self.variables) + terrain;
        (counted + self.stacks.own_bytes() + size_of_val(self.hands.as_slice()) + TEXTS) as u64
    }

    /// The top piece of a cell.
    pub fn top(&self, cell: u16) -> Option<&Piece> {
        self.stacks.get(cell as usize)?.last()
    }

    /// The piece that is told of where a cell is asked what its piece is or remembers: the one that travels where it
    /// is, elsewhere the top piece.
    pub fn told(&self, cell: u16) -> Option<&Piece> {
        match &self.lifted {
            Some((own, piece)) if *own == cell => Some(piece),
            _ => self.top(cell),
        }
    }

    /// The position in which a leg begins on a cell; the piece that travels has come there if the leg is its own.
    pub fn leg_at(&self, cell: u16, is_own: bool) -> Self {
        let mut state = self.clone();
        state.keep(journey::ORIGIN, Value::One(Some(cell)));
        if let Some((own, _)) = state.lifted.as_mut().filter(|_| is_own) {
            *own = cell;
        }
        state
    }

    /// The pieces on a cell, to be changed.
    pub fn stack_mut(&mut self, cell: u16) -> &mut Stack {
        self.stacks.change(cell as usize)
    }

    /// The top piece of a cell, to be changed.
    pub fn top_mut(&mut self, cell: u16) -> Option<&mut Piece> {
        self.top(cell)?;
        self.stack_mut(cell).last_mut()
    }

    /// Takes the top piece of a cell away.
    pub fn pop(&mut self, cell: u16) -> Option<Piece> {
        self.top(cell)?;
        self.stack_mut(cell).pop()
    }

    /// The cells whose top piece is so.
    pub fn cells_with(&self, is_so: impl Fn(&Piece) -> bool) -> Set {
        let has = |stack: &Stack| stack.last().is_some_and(&is_so);
        (0..).zip(self.stacks.iter()).filter(|(_, stack)| has(stack)).map(|(cell, _)| cell).collect()
    }

    /// The cells without a piece.
    pub fn empty(&self) -> Set {
        (0..).zip(self.stacks.iter()).filter(|(_, stack)| stack.is_empty()).map(|(cell, _)| cell).collect()
    }

    /// Whether a player takes part no more.
    pub fn is_out(&self, player: PlayerId) -> bool {
        self.out.get(player.index()).is_some_and(|&order| order != 0)
    }

    /// The players that are not out, in seating order.
    pub fn living(&self) -> impl Iterator<Item = PlayerId> + '_ {
        (0..self.out.len() as u8).map(PlayerId).filter(|&player| !self.is_out(player))
    }

    /// The first player after `player` in seating order that is not out; the player itself comes last.
    pub fn after(&self, player: PlayerId) -> Option<PlayerId> {
        let n = self.out.len();
        (1..=n).map(|k| PlayerId(((player.index() + k) % n) as u8)).find(|&next| !self.is_out(next))
    }

    /// Binds a kept name.
    pub fn keep(&mut self, name: usize, value: Value) {
        if let Some(place) = self.kept.get_mut(name) {
            *place = value;
        }
    }

    /// The cells of all pieces taken in this move.
    pub fn taken(&self) -> Set {
        self.kept[journey::TAKEN].clone().set()
    }

    /// Adds a cell to those.
    pub fn note_taken(&mut self, cell: u16) {
        let mut taken = self.taken();
        taken.insert(cell);
        self.keep(journey::TAKEN, Value::Set(taken));
    }

    /// How many pieces of a kind a player has in hand, to be changed.
    pub fn hand_mut(&mut self, player: PlayerId, kind: u16) -> Option<&mut u32> {
        let n_kinds = self.hands.len() / self.out.len().max(1);
        Arc::make_mut(&mut self.hands).get_mut(player.index() * n_kinds + kind as usize)
    }

    /// The pieces that a player has in hand, by kind.
    pub fn hand(&self, player: PlayerId) -> &[u32] {
        let n_kinds = self.hands.len() / self.out.len().max(1);
        self.hands.get(player.index() * n_kinds..(player.index() + 1) * n_kinds).unwrap_or(&[])
    }

    /// Forgets the kept names.
    pub fn forget_names(&mut self) {
        self.kept.fill(Value::NONE);
        self.keep_no_journey();
    }

    /// Forgets the names of the latest travel.
    pub fn keep_no_journey(&mut self) {
        self.lifted = None;
        for name in [journey::ORIGIN, journey::LANDING, journey::WAY] {
            self.keep(name, Value::NONE);
        }
        for name in [journey::PASSED, journey::JUMPED, journey::TAKEN] {
            self.keep(name, Value::Set(Set::default()));
        }
    }

    /// Notes that a variable was set now. The set-up is the turn before the first.
    pub fn note_written(&mut self, number: usize) {
        self.written[number] = self.turns + u32::from(self.mover.is_some());
    }

    /// Gives variables of these lifetimes their first values.
    pub fn expire(&mut self, rules: &Rules, facts: &Facts, is_over: impl Fn(&Self, usize, Lifetime) -> bool) {
        for (number, variable) in rules.variables.iter().enumerate() {
            if !is_over(self, number, variable.lifetime) {
                continue;
            }
            if variable.holder == Holder::Piece {
                self.expire_of_pieces(variable);
            } else {
                let range = variable.offset..variable.offset + variable.count;
                Arc::make_mut(&mut self.variables)[range.clone()].clone_from_slice(&facts.first_values[range]);
            }
        }
    }

    fn expire_of_pieces(&mut self, variable: &Variable) {
        for piece in self.stacks.change_all().flatten() {
            if variable.kinds.contains(piece.kind) {
                piece.attributes[variable.offset] = encode(&first_value(variable, piece.kind as usize));
            }
        }
    }
}

/// The first value of the member (or the kind) with this number.
pub fn first_value(variable: &Variable, number: usize) -> Value {
    let first = variable.first.get(number).or(variable.first.first());
    first.cloned().map_or_else(|| nothing(variable.ty), |value| fit(value, variable.ty))
}

/// The value that a type has for nothing.
pub fn nothing(ty: Type) -> Value {
    match ty {
        Type::Truth => Value::Truth(false),
        Type::Number(..) => Value::Number(0),
        Type::Set(_) => Value::Set(Set::default()),
        _ => Value::NONE,
    }
}

/// The value as one of the type: numbers no further than the ends of its range.
pub fn fit(value: Value, ty: Type) -> Value {
    match ty {
        Type::Truth => Value::Truth(value.truth()),
        Type::Number(least, most) => Value::Number(value.number().min(most).max(least)),
        Type::Set(_) => Value::Set(value.set()),
        Type::One(domain) => value.one().map_or(Value::NONE, |member| member_of(domain, member)),
        Type::Nothing | Type::Unknown => value,
    }
}

/// A member of a domain as a value.
pub fn member_of(domain: Domain, member: u16) -> Value {
    match domain {
        Domain::Number => Value::Number(i64::from(member)),
        _ => Value::One(Some(member)),
    }
}

/// A value as the attribute of a piece.
pub fn encode(value: &Value) -> i16 {
    match value {
        Value::Truth(truth) => i16::from(*truth),
        Value::Number(number) => (*number).clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16,
        Value::One(Some(member)) => i16::try_from(*member).unwrap_or(-1),
        Value::One(None) | Value::Set(_) => -1,
    }
}

/// The attribute of a piece as a value.
pub fn decode(attribute: i16, ty: Type) -> Value {
    match ty {
        Type::Truth => Value::Truth(attribute == 1),
        Type::Number(..) => Value::Number(i64::from(attribute)),
        Type::One(domain) => u16::try_from(attribute).map_or(Value::NONE, |member| member_of(domain, member)),
        _ => nothing(ty),
    }
}
