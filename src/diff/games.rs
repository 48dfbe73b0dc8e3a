//! Games that look for a difference beyond the plays that can all be walked.

use crate::game::rng::Rng;
use crate::game::{Game, Halt};

use super::led::{Lead, Memory};
use super::pair::{Pair, State};
use super::play::{Ply, Replayed};

/// In a game that is not compared at every decision, what is shown is compared at one of so many.
const SELDOM: u64 = 8;
/// Before so many games each lead had its turn.
const SHARES: [(Lead, u64); 9] = [
    (Lead::Careful, 3),
    (Lead::Even, 4),
    (Lead::Seldom, 3),
    (Lead::Back, 2),
    (Lead::Tight, 2),
    (Lead::Few, 2),
    (Lead::Many, 1),
    (Lead::Search, 2),
    (Lead::OneSearches, 2),
];

/// The games that were played so far.
#[derive(Debug)]
pub(super) struct Games {
    pub(super) games: u64,
    pub(super) decisions: u64,
    memory: Memory,
    /// What was spent on each lead.
    spent: [u64; Lead::ALL.len()],
    /// Whether options have had the same numbers in both games so far.
    same_order: bool,
    seed: u64,
    most: usize,
    openings: Vec<Vec<String>>,
}

/// What came of a game.
enum Played {
    /// This play may show a difference: the numbers of the options.
    Odd(Vec<(usize, usize)>),
    Alike,
}

impl Games {
    /// No game yet. Some begin with the openings, plays that are known to be of interest. A game is given up after
    /// `most` decisions.
    pub(super) fn new(seed: u64, most: usize, openings: Vec<Vec<String>>) -> Self {
        let (games, decisions, memory, spent) = Default::default();
        Self { games, decisions, memory, spent, same_order: true, seed, most, openings }
    }

    /// From now on games are given up after so many decisions.
    pub(super) fn give_up_after(&mut self, decisions: usize) {
        self.most = decisions;
    }

    /// Plays on, as long as the effort lasts and not more than so many games; a play that shows a difference, if there
    /// is one.
    pub(super) fn go_on<G: Game>(
        &mut self,
        pair: &Pair<'_, G>,
        (effort, games): (u64, u64),
        halt: &dyn Halt,
    ) -> Option<Vec<Ply>> {
        let until = self.spent.iter().sum::<u64>().saturating_add(effort);
        while self.games < games && self.spent.iter().sum::<u64>() < until && !halt.is_called() {
            let lead = self.next_lead();
            let found = self.game(pair, SHARES[lead].0, lead, halt);
            if halt.is_called() {
                return None;
            }
            self.games += 1;
            if let Some(found) = found {
                return Some(found);
            }
        }
        None
    }

    /// The lead that has had least of its share.
    fn next_lead(&self) -> usize {
        let had = |lead: &usize| self.spent[*lead] / SHARES[*lead].1;
        (0..SHARES.len()).min_by_key(had).unwrap_or(0)
    }

    fn game<G: Game>(&mut self, pair: &Pair<'_, G>, lead: Lead, number: usize, halt: &dyn Halt) -> Option<Vec<Ply>> {
        let mut rng = Rng::stream(self.seed, self.games);
        self.memory.begin(&mut rng, pair.one.rules().players.len());
        self.spent[number] += 20;
        let Played::Odd(play) = self.play(pair, lead, number, &mut rng, halt) else { return None };
        if halt.is_called() {
            return None;
        }
        let texts = pair.texts(&pair.initial(), &play);
        match pair.replay(&texts, false, &mut u64::MAX.clone()) {
            Replayed::Differs(play) => Some(play),
            // Options with the same number were not the same.
            _ => {
                self.same_order = false;
                None
            }
        }
    }

    fn play<G: Game>(
        &mut self,
        pair: &Pair<'_, G>,
        lead: Lead,
        number: usize,
        rng: &mut Rng,
        halt: &dyn Halt,
    ) -> Played {
        let mut state = pair.initial();
        let mut play = Vec::new();
        let mut opening = self.opening(rng);
        let follows_first = rng.below(2) == 0;
        loop {
            let looks = lead == Lead::Careful || rng.below(SELDOM) == 0;
            let odd = pair.differs_at_a_glance(&state) || looks && self.look(pair, &state, number);
            if odd {
                return Played::Odd(play);
            }
            if pair.one.actor(&state.one).is_none() || play.len() >= self.most || halt.is_called() {
                return if self.look(pair, &state, number) { Played::Odd(play) } else { Played::Alike };
            }
            let told = opening.next().and_then(|text| pair.one.parse(&state.one, &text).ok());
            let leads_one = follows_first || !self.same_order;
            let (option, effort) = match (told, leads_one) {
                (Some(option), _) => (option, 1),
                (None, true) => self.memory.choose(pair.one, &mut state.one, lead, rng, halt),
                (None, false) => self.memory.choose(pair.other, &mut state.other, lead, rng, halt),
            };
            self.spent[number] += effort + 2;
            let partner = match self.same_order {
                true if option < pair.one.n_options(&state.one) && option < pair.other.n_options(&state.other) => {
                    option
                }
                true => return Played::Odd(play),
                false => {
                    self.spent[number] += pair.one.n_options(&state.one) as u64;
                    let partners = pair.partners(&state).unwrap_or_default();
                    match partners.into_iter().find(|partner| partner.0 == option) {
                        Some((_, partner)) => partner,
                        None => return Played::Odd(play),
                    }
                }
            };
            play.push((option, partner));
            pair.play(&mut state, (option, partner));
            self.decisions += 1;
        }
    }

    /// Whether something differs at all.
    fn look<G: Game>(&mut self, pair: &Pair<'_, G>, state: &State<G::Position>, number: usize) -> bool {
        let per_option = if pair.by_result { 6 } else { 1 };
        self.spent[number] += 6 + per_option * pair.one.n_options(&state.one) as u64;
        pair.differs(state).is_some()
    }

    /// The first options of a game: for every second one nothing, else the beginning of an opening.
    fn opening(&self, rng: &mut Rng) -> std::vec::IntoIter<String> {
        if self.openings.is_empty() || rng.below(2) == 0 {
            return Vec::new().into_iter();
        }
        let opening = &self.openings[rng.index(self.openings.len())];
        let length = rng.index(opening.len() + 1);
        opening.get(..length).unwrap_or_default().to_vec().into_iter()
    }
}
