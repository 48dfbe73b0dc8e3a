//! One rule file of a tournament, and one game by it.

use std::sync::Arc;

use crate::budget::{Halt, Paid};
use crate::contest::game::{self, End, Kind};
use crate::contest::schedule::Schedule;
use crate::game::rng::Rng;
use crate::game::{Actor, Game, PlayerId};
use crate::play::matches::Match;
use crate::play::player::Clock;
use crate::play::seat::Seat;
use crate::record::saved::Evaluation;
use crate::record::settled::Settled;

use super::super::ending::Stop;
use super::super::load::{Evaluator, Position, load};
use super::super::matchfile;
use super::contestant::Machine;
use super::line::{GameLine, Seed};
use super::{MatchArgs, Plan};

/// A rule file that is played.
#[derive(Debug)]
pub struct Event {
    /// As it was named.
    pub file: String,
    /// The game.
    pub game: Arc<Evaluator>,
    /// The text of the position from which play starts, unless it is the usual one.
    pub start_text: Option<String>,
    /// Who meets whom.
    pub schedule: Schedule,
    start: Position,
    /// What is played before the opening is drawn.
    after: Vec<usize>,
}

impl Event {
    /// The game of a rule file, and where its games begin.
    ///
    /// # Errors
    /// If it cannot be had, if a player would be alone, or if no opening of the length that is asked for leaves anything
    /// to play.
    pub fn open(file: &str, args: &MatchArgs, contestants: usize) -> Result<Self, Stop> {
        let (game, start) = args.choices.begin(load(file)?, args.start.position_text())?;
        let places = game.rules().look.players.len();
        if places < 2 {
            return Err(Stop::usage(format!("`{file}` is for one player, and a match for two or more")));
        }
        let mut position = start.clone();
        let mut after = Vec::new();
        args.start.play(|text| {
            let option = game.parse(&position, text)?;
            game.apply(&mut position, option);
            after.push(option);
            Ok(())
        })?;
        let schedule = Schedule::new(contestants, places, !args.no_swap);
        let start_text = args.start.position.clone();
        let event = Self { file: file.to_owned(), game: Arc::new(game), start_text, schedule, start, after };
        event.opening(args.seed, 0, args.opening)?;
        Ok(event)
    }

    /// How many places the board has.
    pub fn places(&self) -> usize {
        self.game.rules().look.players.len()
    }

    /// The options of an opening, those before it included.
    fn opening(&self, seed: u64, number: u64, plies: u32) -> Result<Vec<usize>, Stop> {
        let mut position = self.start.clone();
        self.after.iter().for_each(|&option| self.game.play(&mut position, option));
        // Openings have the odd streams of the seed, games the even ones.
        let mut rng = Rng::stream(seed, 2 * number + 1);
        let drawn = game::opening(&*self.game, &position, plies, &mut rng);
        let told = || {
            let message =
                format!("`{}`: {plies} decisions at random end the game; ask for a shorter `--opening`", self.file);
            Stop::usage(message)
        };
        Ok([self.after.clone(), drawn.ok_or_else(told)?].concat())
    }

    /// Plays a game; none if it is called to halt before its end.
    ///
    /// # Errors
    /// If no opening can be found.
    pub fn play(
        &self,
        plan: &Plan,
        (event, number): (usize, u64),
        clock: &Clock,
        halt: &Paid<'_>,
    ) -> Result<Option<GameLine>, Stop> {
        let fixture = self.schedule.fixture(number);
        let seed = Seed::new(Rng::stream(plan.seed, 2 * number).bits());
        let opening = self.opening(plan.seed, fixture.opening, plan.opening)?;
        let contestants: Vec<_> = fixture.places.iter().filter_map(|&who| plan.contestants.get(who)).collect();
        let seats = contestants.iter().map(|one| match &one.machine {
            Machine::Own(seat, _) => *seat,
            Machine::Guest(_) => Seat::Random,
        });
        let mut current = Match::from_position(self.game.clone(), self.start.clone(), seats.collect(), seed.0, clock);
        for (place, one) in contestants.iter().enumerate() {
            let player = PlayerId(place as u8);
            match &one.machine {
                Machine::Guest(guest) => {
                    let machine = guest.player(player, self.start_text.as_deref());
                    current.seat_guest(player, Box::new(machine), guest.to_string());
                }
                Machine::Own(_, Some(taught)) => current.teach_one(player, taught.mind(self.game.rules())?, clock),
                Machine::Own(_, None) => {}
            }
        }
        let begins = |player: PlayerId| {
            let time = contestants.get(player.index()).map(|one| one.machine.time());
            halt.is_done(time.unwrap_or_default());
        };
        let most = plan.most.unwrap_or(u64::MAX);
        let played = game::play(&mut current, &opening, most, clock, &begins, halt);
        let seats = contestants.iter().map(|one| one.name.clone()).collect();
        Ok(played.map(|played| self.line((event, number), seats, seed, &current, &played)))
    }

    fn line(
        &self,
        (event, game): (usize, u64),
        seats: Vec<String>,
        seed: Seed,
        current: &Match<Evaluator>,
        played: &game::Played,
    ) -> GameLine {
        let rules = self.game.rules();
        let places = self.places();
        let by = |actor: Actor| match actor {
            Actor::Player(player) => Some(player.0),
            Actor::Chance => None,
        };
        let names = matchfile::player_names(rules);
        let (result, settled, why) = match &played.end {
            End::Over(outcome) => (Some(matchfile::result_text(rules, outcome)), None, None),
            End::Forfeited { player, why } => (None, Some(Settled::Forfeited(*player).text(&names)), Some(why.clone())),
            End::TooLong => (None, None, None),
        };
        GameLine {
            event,
            game,
            seats,
            seed,
            opening: played.opening,
            moves: current.moves().iter().map(|made| made.notation.clone()).collect(),
            by: current.moves().iter().map(|made| by(made.actor)).collect(),
            ending: match played.end.kind(places) {
                Kind::Won(player) => format!("won {}", player.0),
                Kind::Drawn => "drawn".to_owned(),
                Kind::Nobody => "nobody".to_owned(),
                Kind::Unfinished => "unfinished".to_owned(),
            },
            values: played.end.values(places),
            forfeited: match &played.end {
                End::Forfeited { player, .. } => Some(player.0),
                _ => None,
            },
            result,
            settled,
            why,
            evaluations: played
                .thoughts
                .iter()
                .map(|thought| thought.value.map(|value| Evaluation::new(value).value()))
                .collect(),
            times: played.thoughts.iter().map(|thought| thought.time.as_millis() as u64).collect(),
        }
    }
}
