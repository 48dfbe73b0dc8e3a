//! One game, with all that is counted of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::rng::Rng;
use crate::game::{Actor, Contents, Game, Halt, Outcome, PlayerId, Verdict};
use crate::play::chance;
use crate::play::playout::MOST_DRAWS_IN_A_ROW;

use super::course::{Course, Thought, course};
use super::levels::Level;
use super::written;

/// How a game was played. Written and read again it is the same to the last bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// How it ended; none when it was given up.
    #[serde(with = "written::outcome")]
    pub(super) outcome: Option<Outcome>,
    /// How many options each decision of a player had.
    pub(super) options: Vec<u32>,
    /// The options taken, by players and by Chance.
    pub(super) taken: Vec<u32>,
    /// The first option that a player took, and who it was, if the game came to that.
    #[serde(with = "written::opening")]
    pub(super) opening: Option<(PlayerId, String)>,
    /// Decisions of players after which others had fewer pieces on the board.
    pub(super) captures: u32,
    /// By number of the cell; cells that were not used are left out.
    #[serde(with = "written::heat")]
    pub(super) heat: BTreeMap<usize, Heat>,
    /// How it went up and down; none where nobody looked.
    pub(super) course: Option<Course>,
}

/// What happened on a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heat {
    /// Decisions of players before which something stood there.
    pub stood: u64,
    /// Options taken by players that chose it.
    pub chosen: u64,
    /// Decisions of players that captured there.
    pub taken: u64,
}

impl Heat {
    pub(super) fn add(&mut self, other: Heat) {
        self.stood += other.stood;
        self.chosen += other.chosen;
        self.taken += other.taken;
    }
}

impl Played {
    /// Whether a game of so many players can have gone so. What was written elsewhere may say anything.
    pub fn is_of(&self, players: usize) -> bool {
        let is_player = |player: PlayerId| player.index() < players;
        self.outcome.as_ref().is_none_or(|outcome| outcome.places.len() == players)
            && self.opening.as_ref().is_none_or(|(player, _)| is_player(*player))
            && self.taken.len() >= self.options.len()
            && self.opening.is_some() != self.options.is_empty()
            && self.heat.keys().all(|cell| *cell <= usize::from(u16::MAX))
    }

    /// Who won alone.
    pub fn winner(&self) -> Option<PlayerId> {
        match self.outcome.as_ref()?.verdict() {
            Verdict::Won(player) => Some(player),
            _ => None,
        }
    }
}

/// One game under way.
struct Underway<'a, G: Game> {
    game: &'a G,
    position: G::Position,
    played: Played,
    thoughts: Vec<Thought>,
    looks: bool,
    contents: Contents,
}

/// Plays a game: the level of each player, the streams of random numbers of Chance and of each, and the decisions after
/// which it is given up. None when it was called to halt before its end.
pub(super) fn play<G: Game>(
    game: &G,
    start: &G::Position,
    levels: &[Level],
    stream: &dyn Fn(u64) -> Rng,
    most: u64,
    halt: &dyn Halt,
) -> Option<Played> {
    let mut dice = stream(0);
    let mut machines: Vec<_> = levels.iter().zip(1..).map(|(level, number)| level.machine(stream(number))).collect();
    let looks = levels.iter().any(|level| !level.is_random());
    let mut course = Underway {
        game,
        position: start.clone(),
        played: Played::new(),
        thoughts: Vec::new(),
        looks,
        contents: Contents::default(),
    };
    let mut draws = 0;
    while let Some(actor) = game.actor(&course.position) {
        if halt.is_called() {
            return None;
        }
        match actor {
            Actor::Chance if draws == MOST_DRAWS_IN_A_ROW => break,
            Actor::Chance => {
                draws += 1;
                let option = chance::draw(game, &course.position, &mut dice);
                course.played.taken.push(option as u32);
                game.play(&mut course.position, option);
            }
            Actor::Player(_) if course.played.options.len() as u64 >= most => break,
            Actor::Player(player) => {
                draws = 0;
                let decision = machines.get_mut(player.index())?.decide(game, &course.position, halt)?;
                course.decide(player, decision.option, decision.value);
                halt.is_done(levels.get(player.index())?.worth());
            }
        }
    }
    // What became of a game in the midst of which it was called to halt means nothing.
    (!halt.is_called()).then(|| course.finish(levels.len()))
}

impl Played {
    fn new() -> Self {
        Self {
            outcome: None,
            options: Vec::new(),
            taken: Vec::new(),
            opening: None,
            captures: 0,
            heat: BTreeMap::new(),
            course: None,
        }
    }
}

impl<G: Game> Underway<'_, G> {
    /// A player takes an option.
    fn decide(&mut self, player: PlayerId, option: usize, value: Option<f64>) {
        let (game, played) = (self.game, &mut self.played);
        if played.options.is_empty() {
            played.opening = Some((player, game.notation(&self.position, option)));
        }
        if let Some(value) = value {
            let decision = played.options.len() as u32;
            self.thoughts.push(Thought { decision, player, value });
        }
        played.options.push(game.n_options(&self.position) as u32);
        played.taken.push(option as u32);
        for cell in game.cells_of(&self.position, option) {
            played.heat.entry(cell.index()).or_default().chosen += 1;
        }
        let before = standing(game, &self.position, player, &mut self.contents);
        game.play(&mut self.position, option);
        let after = standing(game, &self.position, player, &mut self.contents);
        for &cell in before.keys() {
            played.heat.entry(cell).or_default().stood += 1;
        }
        let sum = |others: &BTreeMap<usize, u32>| others.values().sum::<u32>();
        if sum(&after) < sum(&before) {
            played.captures += 1;
            let fewer = before.iter().filter(|(cell, others)| after.get(cell).copied().unwrap_or(0) < **others);
            for (&cell, _) in fewer {
                played.heat.entry(cell).or_default().taken += 1;
            }
        }
    }

    fn finish(mut self, players: usize) -> Played {
        self.played.outcome = self.game.outcome(&self.position);
        let decisions = self.played.options.len() as u32;
        let winner = self.played.winner();
        self.played.course = self.looks.then(|| course(&self.thoughts, players, decisions, winner));
        self.played
    }
}

/// By cell on which something stands, how many pieces there are of others than a player, and of nobody.
fn standing<G: Game>(
    game: &G,
    position: &G::Position,
    player: PlayerId,
    contents: &mut Contents,
) -> BTreeMap<usize, u32> {
    contents.clear();
    game.contents(position, contents);
    let mut others = BTreeMap::new();
    for piece in &contents.pieces {
        *others.entry(usize::from(piece.cell)).or_default() += u32::from(piece.owner != Some(player));
    }
    others
}
