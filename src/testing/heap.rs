//! One heap of counters; the players take some in turn.

use crate::{
    game::{Actor, Game, NotAnOption, Outcome, PlayerId, Probability, Snapshot},
    rules::{Rules, board::CellId},
};

/// The rules of the heap: who takes the last counter wins and all others share the second place.
#[derive(Clone, Debug)]
pub struct Heap {
    /// Counters at the start.
    pub counters: u32,
    /// Number of players.
    pub players: u8,
    /// The most that may be taken at once.
    pub most: u32,
    /// Whether taking none is allowed.
    pub pass: bool,
    /// A die of so many sides says before each turn how many may be taken at most; its first side is
    /// twice as probable as any other.
    pub die: Option<u32>,
}

/// Where play stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapPosition {
    /// Counters left.
    pub counters: u32,
    /// Who is to take.
    pub mover: u8,
    /// The most that may be taken now; none before the die is cast.
    pub most: Option<u32>,
}

impl Heap {
    /// A heap for two players who take one to three, without a die.
    pub fn of(counters: u32) -> Self {
        Self { counters, players: 2, most: 3, pass: false, die: None }
    }

    fn most_at_start(&self) -> Option<u32> {
        self.die.is_none().then_some(self.most)
    }
}

impl Game for Heap {
    type Position = HeapPosition;
    type Undo = HeapPosition;

    fn rules(&self) -> &Rules {
        unreachable!("the tests ask for no rules")
    }

    fn initial(&self) -> HeapPosition {
        HeapPosition { counters: self.counters, mover: 0, most: self.most_at_start() }
    }

    fn actor(&self, position: &HeapPosition) -> Option<Actor> {
        match (position.counters, position.most) {
            (0, _) => None,
            (_, None) => Some(Actor::Chance),
            (_, Some(_)) => Some(Actor::Player(PlayerId(position.mover))),
        }
    }

    fn n_options(&self, position: &HeapPosition) -> usize {
        match (position.counters, position.most) {
            (0, _) => 0,
            (_, None) => self.die.unwrap_or(1) as usize,
            (counters, Some(most)) => counters.min(most) as usize + usize::from(self.pass),
        }
    }

    fn probability(&self, position: &HeapPosition, option: usize) -> Option<Probability> {
        let sides = u64::from(self.die?);
        let weight = if option == 0 { 2 } else { 1 };
        position.most.is_none().then(|| Probability::new(weight, sides + 1))
    }

    fn notation(&self, position: &HeapPosition, option: usize) -> String {
        match position.most {
            None => format!("roll {}", option + 1),
            Some(_) => format!("take {}", option + usize::from(!self.pass)),
        }
    }

    fn parse(&self, position: &HeapPosition, text: &str) -> Result<usize, NotAnOption> {
        super::parse(self, position, text)
    }

    fn apply(&self, position: &mut HeapPosition, option: usize) -> HeapPosition {
        assert!(option < self.n_options(position), "the option exists");
        let before = position.clone();
        match position.most {
            None => position.most = Some(option as u32 + 1),
            Some(_) => {
                position.counters -= option as u32 + u32::from(!self.pass);
                position.mover = (position.mover + 1) % self.players;
                position.most = self.most_at_start();
            }
        }
        before
    }

    fn undo(&self, position: &mut HeapPosition, undo: HeapPosition) {
        *position = undo;
    }

    fn outcome(&self, position: &HeapPosition) -> Option<Outcome> {
        let last = (position.mover + self.players - 1) % self.players;
        (position.counters == 0).then(|| Outcome {
            places: (0..self.players).map(|player| if player == last { 1 } else { 2 }).collect(),
            nobody: false,
            by: "last counter".into(),
            clause: Some(0),
        })
    }

    fn snapshot(&self, _: &HeapPosition) -> Snapshot {
        Snapshot::default()
    }

    fn cells_of(&self, _: &HeapPosition, _: usize) -> Vec<CellId> {
        Vec::new()
    }
}
