//! A match: one game between seats, with everything that was decided so far.

use std::{fmt, sync::Arc};

use crate::{
    game::{Actor, Game, Halt, NotAnOption, Outcome, PlayerId, rng::Rng},
    play::{
        chance,
        course::Course,
        mind::Mind,
        player::{Clock, Player},
        seat::{Means, Seat},
    },
};

pub use crate::play::course::Move;

/// What a match waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A person decides for this player.
    Human(PlayerId),
    /// A machine decides for this player.
    Machine(PlayerId),
    /// Chance decides.
    Chance,
    /// Nothing: the game is over.
    Over(Outcome),
}

/// One game under way.
///
/// Chance is drawn from the seed and the number of decisions so far: the same seed and the same choices
/// give the same game, whether or not something was undone in between.
pub struct Match<G: Game> {
    game: Arc<G>,
    seats: Vec<Seat>,
    players: Vec<Option<Box<dyn Player<G>>>>,
    /// What sits at a place that no [`Seat`] tells of.
    guests: Vec<Option<String>>,
    seed: u64,
    start: G::Position,
    means: Means,
    position: G::Position,
    moves: Vec<Move>,
    undos: Vec<G::Undo>,
}

impl<G: Game> Match<G> {
    /// A match from the start of the game. Players beyond the last seat are played by people.
    pub fn new(game: Arc<G>, seats: Vec<Seat>, seed: u64, clock: &Clock) -> Self {
        let start = game.initial();
        Self::from_position(game, start, seats, seed, clock)
    }

    /// A match from any position.
    pub fn from_position(game: Arc<G>, start: G::Position, seats: Vec<Seat>, seed: u64, clock: &Clock) -> Self {
        // Decisions use the streams from zero up, players those from the top down.
        let streams = (0..=u64::MAX).rev();
        let players = seats.iter().zip(streams).map(|(seat, stream)| seat.player(Rng::stream(seed, stream), clock));
        let players = players.collect();
        let guests = vec![None; seats.len()];
        let position = start.clone();
        Self {
            game,
            seats,
            players,
            guests,
            seed,
            means: Means::default(),
            start,
            position,
            moves: Vec::new(),
            undos: Vec::new(),
        }
    }

    /// What the machines have at hand.
    pub fn means(&self) -> &Means {
        &self.means
    }

    /// The game that is played.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// Who sits where, by player.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Puts somebody else on the seat of a player.
    pub fn seat_anew(&mut self, player: PlayerId, seat: Seat, clock: &Clock) {
        self.seat_with(player, seat, &self.means.clone(), clock);
    }

    /// Tells the machine on the seat of one player what is known of the game.
    pub fn teach_one(&mut self, player: PlayerId, mind: Arc<Mind>, clock: &Clock) {
        if let Some(&seat) = self.seats.get(player.index()) {
            self.seat_with(player, seat, &Means { mind: Some(mind), ..self.means.clone() }, clock);
        }
    }

    fn seat_with(&mut self, player: PlayerId, seat: Seat, means: &Means, clock: &Clock) {
        let machine = seat.player_with(Rng::stream(self.seed, u64::MAX - player.index() as u64), clock, means);
        if let (Some(old), Some(place)) = (self.seats.get_mut(player.index()), self.players.get_mut(player.index())) {
            (*old, *place) = (seat, machine);
            self.guests[player.index()] = None;
        }
    }

    /// Tells all machines that search what is known of the game, also those that come to sit here later.
    pub fn teach(&mut self, mind: Mind, clock: &Clock) {
        self.equip(Means { mind: Some(Arc::new(mind)), ..self.means.clone() }, clock);
    }

    /// Gives all machines that search these means, also those that come to sit here later.
    pub fn equip(&mut self, means: Means, clock: &Clock) {
        self.means = means;
        for (player, seat) in (0..).zip(self.seats.clone()) {
            self.seat_anew(PlayerId(player), seat, clock);
        }
    }

    /// Puts a machine from elsewhere on the seat of a player; the text says which. For whoever asks for a [`Seat`] it is
    /// one of the machines.
    pub fn seat_guest(&mut self, player: PlayerId, machine: Box<dyn Player<G>>, text: String) {
        let index = player.index();
        if let (Some(seat), Some(place)) = (self.seats.get_mut(index), self.players.get_mut(index)) {
            (*seat, *place) = (Seat::Random, Some(machine));
            self.guests[index] = Some(text);
        }
    }

    /// Who sits where, by player, as it is written.
    pub fn seat_texts(&self) -> Vec<String> {
        let texts = self.seats.iter().zip(&self.guests);
        texts.map(|(seat, guest)| guest.clone().unwrap_or_else(|| seat.to_string())).collect()
    }

    /// What a machine thought of the option that it chose last, as [`Player::opinion`] says.
    pub fn opinion(&self, player: PlayerId) -> Option<f64> {
        self.players.get(player.index())?.as_ref()?.opinion()
    }

    /// Why a machine cannot go on; none as long as it can.
    pub fn fault(&self, player: PlayerId) -> Option<String> {
        self.players.get(player.index())?.as_ref()?.fault()
    }

    /// The seed of chance and of the machines.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Where play stands.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// What was decided so far, chance included.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What the match waits for.
    ///
    /// # Panics
    /// If the game breaks its contract: nobody decides, yet there is no outcome.
    pub fn next(&self) -> Next {
        match self.game.actor(&self.position) {
            Some(Actor::Chance) => Next::Chance,
            Some(Actor::Player(player)) if self.is_human(player) => Next::Human(player),
            Some(Actor::Player(player)) => Next::Machine(player),
            None => Next::Over(self.game.outcome(&self.position).expect("a game without a decision has an outcome")),
        }
    }

    /// Takes an option of the decision, whoever decides.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn play(&mut self, option: usize) -> &Move {
        let actor = self.game.actor(&self.position).expect("the game goes on");
        let notation = self.game.notation(&self.position, option);
        self.undos.push(self.game.apply(&mut self.position, option));
        self.moves.push(Move { actor, option, notation });
        &self.moves[self.moves.len() - 1]
    }

    /// Takes the option that a text means.
    ///
    /// # Errors
    /// If no option is meant.
    pub fn play_text(&mut self, text: &str) -> Result<&Move, NotAnOption> {
        let option = self.game.parse(&self.position, text)?;
        Ok(self.play(option))
    }

    /// Lets Chance or the machine decide. None when a person must, when the game is over, when the machine was called to
    /// halt before it had chosen, and when it cannot go on ([`Match::fault`]).
    pub fn advance(&mut self, halt: &dyn Halt) -> Option<&Move> {
        let option = match self.game.actor(&self.position)? {
            Actor::Chance => {
                let mut rng = Rng::stream(self.seed, self.moves.len() as u64);
                chance::draw(&*self.game, &self.position, &mut rng)
            }
            Actor::Player(player) => {
                let machine = self.players.get_mut(player.index())?.as_mut()?;
                let course = Course { start: &self.start, moves: &self.moves, position: &self.position };
                machine.choose_in(&self.game, &course, halt)?
            }
        };
        Some(self.play(option))
    }

    /// Takes the latest move back, whoever made it; none at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let undo = self.undos.pop()?;
        self.game.undo(&mut self.position, undo);
        self.moves.pop()
    }

    /// Goes back to the last decision that a person took, so that it can be taken again; tells how many
    /// moves went. When no person has decided anything, nothing is undone.
    pub fn undo_to_human(&mut self) -> usize {
        let by_human = |made: &Move| matches!(made.actor, Actor::Player(player) if self.is_human(player));
        let kept = self.moves.iter().rposition(by_human).unwrap_or(self.moves.len());
        let undone = self.moves.len() - kept;
        for _ in 0..undone {
            self.undo();
        }
        undone
    }

    fn is_human(&self, player: PlayerId) -> bool {
        self.players.get(player.index()).is_none_or(Option::is_none)
    }
}

impl<G: Game> fmt::Debug for Match<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, position, moves, .. } = self;
        let mut text = f.debug_struct("Match");
        text.field("seats", &self.seat_texts()).field("seed", seed).field("position", position).field("moves", moves);
        text.finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use crate::game::Never;
    use std::time::Duration;

    use super::*;
    use crate::{
        play::search::Thinking,
        testing::{Heap, Squares},
    };

    const SEARCH: Seat = Seat::Search(Thinking::Playouts(30));

    fn started<G: Game>(game: G, seats: &[Seat], seed: u64) -> Match<G> {
        let clock: Clock = Arc::new(|| Duration::ZERO);
        Match::new(Arc::new(game), seats.to_vec(), seed, &clock)
    }

    fn dice() -> Heap {
        Heap { die: Some(3), ..Heap::of(30) }
    }

    /// Lets all machines play until a person must decide or the game is over.
    fn go_on<G: Game>(game: &mut Match<G>) -> Next {
        while game.advance(&Never).is_some() {}
        game.next()
    }

    fn texts<G: Game>(game: &Match<G>) -> Vec<String> {
        game.moves().iter().map(|made| made.notation.clone()).collect()
    }

    #[test]
    fn machines_play_to_the_end() {
        let mut game = started(dice(), &[Seat::Random, SEARCH], 1);
        assert!(matches!(go_on(&mut game), Next::Over(_)));
        assert_eq!(game.advance(&Never), None);
        assert_eq!(game.moves()[0].actor, Actor::Chance);
    }

    #[test]
    fn the_seed_gives_the_game() {
        let play = |seed| {
            let mut game = started(dice(), &[Seat::Random, SEARCH], seed);
            go_on(&mut game);
            texts(&game)
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }

    #[test]
    fn undo_and_the_same_choices_give_the_same_chance() {
        let mut game = started(dice(), &[Seat::Human, Seat::Human], 7);
        for _ in 0..6 {
            assert!(matches!(go_on(&mut game), Next::Human(_)));
            game.play(0);
        }
        let (before, position) = (texts(&game), game.position().clone());
        assert_eq!((0..4).filter_map(|_| game.undo()).count(), 4);
        while game.moves().len() < before.len() {
            if game.advance(&Never).is_none() {
                game.play(0);
            }
        }
        assert_eq!(texts(&game), before);
        assert_eq!(game.position(), &position);
    }

    #[test]
    fn undo_goes_back_to_the_last_decision_of_a_person() {
        let mut game = started(dice(), &[Seat::Human, Seat::Random], 7);
        assert_eq!(go_on(&mut game), Next::Human(PlayerId(0)));
        assert_eq!(game.undo_to_human(), 0, "nobody has decided yet");
        let position = game.position().clone();
        game.play(0);
        assert_eq!(go_on(&mut game), Next::Human(PlayerId(0)));
        assert_eq!(game.undo_to_human(), 4, "own move, roll, move of the machine, roll");
        assert_eq!(game.position(), &position);
        assert_eq!(game.moves().len(), 1);
    }

    #[test]
    fn undo_ends_at_the_start() {
        let mut game = started(Squares, &[], 0);
        game.play(4);
        assert_eq!(game.undo().map(|made| made.notation), Some("b2".into()));
        assert_eq!(game.undo(), None);
        assert_eq!(game.position(), &Squares.initial());
    }

    #[test]
    fn texts_are_played_or_refused() {
        let mut game = started(Squares, &[Seat::Human], 0);
        assert_eq!(game.next(), Next::Human(PlayerId(0)));
        assert_eq!(game.play_text("B2").map(|made| made.option), Ok(4));
        assert_eq!(game.next(), Next::Human(PlayerId(1)), "a player without a seat is a person");
        assert_eq!(game.play_text("b2").unwrap_err().text, "b2");
        assert_eq!(texts(&game), ["b2"]);
    }

    #[test]
    fn a_raised_flag_stops_the_machine() {
        let mut game = started(Squares, &[SEARCH, SEARCH], 0);
        assert_eq!(game.next(), Next::Machine(PlayerId(0)));
        assert_eq!(game.advance(&AtomicBool::new(true)), None);
        assert_eq!(game.moves(), []);
    }
}
