//! Which register holds what of a position.

use crate::engine::planes::{bits_of, raw};
use crate::program::{Layout, Name, Place, Program, Variable, Width};

use super::code::{N, REGISTERS, S};

/// The most values of one variable that are held in registers.
pub const VALUES: usize = 32;

/// How many bits tell how many pieces lie under another: a pile that is told has sixteen pieces or fewer.
pub const DEEP: u8 = 4;

/// A part of a position that a register holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slot {
    /// A set from a word on.
    Set(S, u32),
    /// A scalar in a word of its own.
    Name(N, u32),
    /// A scalar among others.
    Scalar(N, u32, Width, u16),
    /// How many pieces of a kind a player has in hand.
    Hand(N, u8, u8),
    /// A counter.
    Counter(N, u32),
    /// The bits of scalars of a byte: so many planes from a register on, so many words from a word on.
    Bits(S, u8, u32, u32),
    /// How many pieces lie under the one that is seen: a plane for each bit of [`DEEP`] from a register on.
    Piles(S),
}

/// Parts of a position that lie one after the other, in registers and in words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Run {
    /// So many sets, from a register and a word on.
    Sets(S, u32, u16),
    /// So many scalars in words of their own, from a register and a word on.
    Names(N, u32, u16),
    /// One part of another sort.
    One(Slot),
}

impl Run {
    /// The parts, those together that lie together; sets have so many words.
    fn of(slots: &[Slot], width: u32) -> Vec<Self> {
        let mut runs: Vec<Self> = Vec::new();
        for &slot in slots {
            match (runs.last_mut(), slot) {
                (Some(Self::Sets(first, at, n)), Slot::Set(set, word))
                    if u16::from(set) == u16::from(*first) + *n && word == *at + u32::from(*n) * width =>
                {
                    *n += 1;
                }
                (Some(Self::Names(first, at, n)), Slot::Name(name, word))
                    if u16::from(name) == u16::from(*first) + *n && word == *at + u32::from(*n) =>
                {
                    *n += 1;
                }
                (_, Slot::Set(set, word)) => runs.push(Self::Sets(set, word, 1)),
                (_, Slot::Name(name, word)) => runs.push(Self::Names(name, word, 1)),
                (_, other) => runs.push(Self::One(other)),
            }
        }
        runs
    }
}

/// Where the values of a variable are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Sets, from this register on.
    Sets(S),
    /// Scalars, from this register on.
    Numbers(N),
    /// One set with the members for which it is yes.
    Yes(S),
    /// A plane for each bit of what lies in a byte, so many from this register on.
    Bits(S, u8),
    /// Not in registers.
    Away,
}

/// A variable of pieces that is yes or no, or a bit of one with more values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The register with the cells of the pieces for which it is yes.
    pub cells: S,
    /// The kinds whose new pieces begin with yes, as bits.
    pub begins: u64,
}

/// The registers of a position.
#[derive(Clone, Debug)]
pub struct Registers {
    /// What is held.
    pub slots: Vec<Slot>,
    /// The same, what lies together taken together.
    pub runs: Vec<Run>,
    /// The cells with a piece.
    pub occupied: S,
    /// The cells of the first player's pieces; the other players' follow.
    pub owners: S,
    /// How many players there are.
    n_players: u8,
    /// By kind, the cells of its pieces.
    pub kinds: Vec<S>,
    /// The cells whose piece has moved.
    pub moved: Option<S>,
    /// What pieces remember by yes and no.
    pub marks: Vec<Mark>,
    /// The planes of the bits of how many pieces lie under others, where pieces pile up that remember nothing.
    pub buried: Option<S>,
    /// By terrain, the cells of its first value; the others follow.
    pub terrains: Vec<S>,
    /// By variable.
    pub variables: Vec<Held>,
    /// By kept name that holds a set.
    pub set_names: Vec<Option<S>>,
    /// By kept name that holds a scalar.
    pub number_names: Vec<Option<N>>,
    /// The registers of the kept names: sets, scalars.
    pub names: ((S, S), (N, N)),
    /// The hand of the first player.
    pub hands: Option<N>,
    /// The first counter.
    pub counters: N,
    /// By variable that lasts two turns, when it was last set.
    pub written: Vec<Option<N>>,
    /// How many registers hold sets, and how many scalars.
    pub used: (usize, usize),
}

/// Gives out registers.
#[derive(Debug, Default)]
struct Free {
    sets: usize,
    numbers: usize,
    slots: Vec<Slot>,
}

impl Free {
    fn set(&mut self, word: usize) -> S {
        self.slots.push(Slot::Set(self.sets as S, word as u32));
        self.sets += 1;
        (self.sets - 1) as S
    }

    /// Planes of the bits of bytes that lie in so many words from a word on.
    fn planes(&mut self, bits: u8, at: u32, n_words: u32) -> S {
        let first = self.sets as S;
        self.slots.push(Slot::Bits(first, bits, at, n_words));
        self.sets += usize::from(bits);
        first
    }

    /// Planes of the bits of how many pieces lie under others.
    fn piles(&mut self) -> S {
        let first = self.sets as S;
        self.slots.push(Slot::Piles(first));
        self.sets += usize::from(DEEP);
        first
    }

    fn number(&mut self, slot: impl Fn(N) -> Slot) -> N {
        self.slots.push(slot(self.numbers as N));
        self.numbers += 1;
        (self.numbers - 1) as N
    }
}

impl Registers {
    /// All players.
    pub fn players(&self) -> std::ops::Range<u8> {
        0..self.n_players
    }

    /// The planes that tell the pieces on the board: occupied cells, owners, and kinds where there are several.
    pub fn board_planes(&self) -> impl Iterator<Item = S> {
        let owners = self.players().map(|player| self.owners + player);
        let kinds = self.kinds.iter().copied().filter(|_| self.kinds.len() > 1);
        std::iter::once(self.occupied).chain(owners).chain(kinds)
    }

    /// The same, and those that tell what pieces remember: all that a cell loses with its piece.
    pub fn piece_planes(&self) -> impl Iterator<Item = S> {
        self.board_planes().chain(self.moved).chain(self.marks.iter().map(|mark| mark.cells))
    }

    /// The registers of the hands, by player and then by kind.
    pub fn hands(&self) -> std::ops::Range<usize> {
        let first = self.hands.map_or(0, usize::from);
        first..first + self.hands.map_or(0, |_| usize::from(self.n_players) * self.kinds.len())
    }

    /// Whether all of a position is in registers that an option may change.
    pub fn are_complete(&self) -> bool {
        !self.variables.contains(&Held::Away)
    }

    /// Whether what pieces remember is in registers and lasts for ever or for a turn.
    pub fn hold_what_pieces_remember(&self, program: &Program) -> bool {
        program
            .layout
            .attributes
            .iter()
            .map(|&number| usize::from(number))
            .all(|number| self.variables[number] != Held::Away && program.layout.written[number].is_none())
    }

    /// Whether what lies one after the other lies within the registers, and half of them hold a position.
    #[cfg(not(target_family = "wasm"))]
    pub fn are_within(&self, program: &Program) -> bool {
        let end = usize::from(self.counters) + program.rules.counters.len();
        let is_told = |&variable: &u16| usize::from(variable) < self.written.len();
        let half = REGISTERS / 2;
        self.used.0 <= half && self.used.1 <= half && end <= REGISTERS && program.lasting.two_turns.iter().all(is_told)
    }

    /// The registers for a program; none if its positions need too many.
    pub fn new(program: &Program) -> Option<Self> {
        let (layout, rules) = (&program.layout, &program.rules);
        let width = layout.set;
        let n_planes = rules.players.len() + layout.kinds.len() + layout.names.len();
        let n_values: usize = rules.terrains.iter().map(|terrain| terrain.values.len()).sum();
        let n_hands = rules.players.len() * layout.kinds.len();
        if n_planes + n_values > REGISTERS / 4 || n_hands + layout.names.len() > REGISTERS / 4 {
            return None;
        }
        let mut free = Free::default();
        let occupied = free.set(layout.occupied);
        let owners = (0..rules.players.len()).map(|player| free.set(layout.owners + player * width)).min()?;
        let kinds = match layout.kinds.len() {
            1 => vec![occupied],
            _ => layout.kinds.iter().map(|&plane| free.set(plane as usize)).collect(),
        };
        let moved = layout.moved.map(|moved| free.set(moved));
        let terrains = rules.terrains.iter().zip(&layout.terrains).map(|(terrain, &first)| {
            let values = 0..terrain.values.len();
            values.map(|value| free.set(first as usize + value * width)).min().unwrap_or(0)
        });
        let terrains = terrains.collect();
        let variables: Vec<Held> = (0..rules.variables.len()).map(|number| held(program, number, &mut free)).collect();
        let marks =
            variables.iter().zip(&program.variables).flat_map(|(held, variable)| marks(program, *held, variable));
        let marks = marks.collect();
        let tells_piles =
            program.geometry.may_pile && layout.attributes.is_empty() && moved.is_none() && program.sites.is_none();
        let buried = tells_piles.then(|| free.piles());
        let hands = layout.hands.and_then(|_| {
            let n_kinds = layout.kinds.len();
            (0..n_hands)
                .map(|index| free.number(|n| Slot::Hand(n, (index / n_kinds) as u8, (index % n_kinds) as u8)))
                .min()
        });
        let counters = (0..rules.counters.len())
            .map(|number| free.number(|n| Slot::Counter(n, (layout.counters + number) as u32)))
            .min()
            .unwrap_or(0);
        let written = layout.written.iter().map(|at| at.map(|at| free.number(|n| Slot::Counter(n, at)))).collect();
        let (first_set, first_number) = (free.sets, free.numbers);
        let (set_names, number_names) = names(layout, &mut free);
        if free.sets > REGISTERS / 2 || free.numbers > REGISTERS / 2 {
            return None;
        }
        Some(Self {
            occupied,
            owners,
            n_players: rules.players.len() as u8,
            kinds,
            moved,
            marks,
            buried,
            terrains,
            variables,
            set_names,
            number_names,
            names: ((first_set as S, free.sets as S), (first_number as N, free.numbers as N)),
            hands,
            counters,
            written,
            used: (free.sets, free.numbers),
            runs: Run::of(&free.slots, width as u32),
            slots: free.slots,
        })
    }
}

fn names(layout: &Layout, free: &mut Free) -> (Vec<Option<S>>, Vec<Option<N>>) {
    let name = |name: &Name| match *name {
        Name::Set(at) => (Some(free.set(at as usize)), None),
        Name::Scalar(at) => (None, Some(free.number(|n| Slot::Name(n, at)))),
    };
    layout.names.iter().map(name).unzip()
}

/// The planes of a variable of pieces; none of any other.
fn marks(program: &Program, held: Held, variable: &Variable) -> Vec<Mark> {
    let Some(attribute) = variable.attribute else { return Vec::new() };
    let mark = |cells: S, begins: &dyn Fn(i64) -> bool| {
        let begins = |kind: &usize| begins(program.new_attributes[*kind][attribute as usize]);
        let kinds = (0..program.layout.kinds.len()).filter(begins).map(|kind| 1 << kind).sum::<u64>();
        Mark { cells, begins: kinds & variable.kinds }
    };
    match held {
        Held::Yes(cells) => vec![mark(cells, &|value| value == 1)],
        Held::Bits(first, n) => {
            (0..n).map(|bit| mark(first + bit, &|value| raw(variable, value) >> bit & 1 == 1)).collect()
        }
        _ => Vec::new(),
    }
}

/// Where the values of a variable go.
fn held(program: &Program, number: usize, free: &mut Free) -> Held {
    let variable = &program.variables[number];
    if variable.attribute.is_some() {
        return match variable.place {
            Place::Scalars(at, Width::Bit) => Held::Yes(free.set(at as usize)),
            Place::Scalars(at, Width::Byte(_)) => match bits_of(program, variable) {
                Some(bits) => Held::Bits(free.planes(bits, at, program.geometry.n_cells.div_ceil(8) as u32), bits),
                None => Held::Away,
            },
            _ => Held::Away,
        };
    }
    match variable.place {
        Place::Sets(at) if variable.count <= VALUES => {
            let sets = 0..variable.count.max(1);
            let first = sets.map(|index| free.set(at as usize + index * program.layout.set)).min();
            first.map_or(Held::Away, Held::Sets)
        }
        Place::Scalars(at, Width::Bit) if variable.count > 1 => Held::Yes(free.set(at as usize)),
        Place::Scalars(at, width) if (1..=VALUES).contains(&variable.count) => {
            let numbers = 0..variable.count;
            let first = numbers.map(|index| free.number(|n| Slot::Scalar(n, at, width, index as u16))).min();
            first.map_or(Held::Away, Held::Numbers)
        }
        _ => Held::Away,
    }
}
