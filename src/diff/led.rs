//! How options are chosen in games that look for a difference: at random, or led to where rules are used that random
//! play hardly uses.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::game::rng::Rng;
use crate::game::{Actor, Game, Halt, PlayerId};
use crate::play::chance;
use crate::play::search::{Config, Limit, search};

/// Where one move is looked ahead, of many options so many are looked at.
const LOOKED_AT: usize = 32;
/// Playouts of a player who searches.
const PLAYOUTS: u32 = 24;
/// Decisions of such a playout.
const DECISIONS: u64 = 120;
/// One option of so many is chosen at random, whatever leads.
const STRAY: u64 = 6;

/// What leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    /// Nothing, and both games are compared at every decision.
    Careful,
    /// Nothing.
    Even,
    /// Options that are written as others seldom are: castlings, promotions, long captures.
    Seldom,
    /// The mover's pieces stand again as they stood before: repetition, and counts of moves without something.
    Back,
    /// The next player has few options: no move is left, something is attacked.
    Tight,
    /// Few pieces are left.
    Few,
    /// Many pieces are left: long games, full boards.
    Many,
    /// All players search for a win.
    Search,
    /// One player searches for a win, the others play at random.
    OneSearches,
}

impl Lead {
    pub(super) const ALL: [Self; 9] = [
        Self::Careful,
        Self::Even,
        Self::Seldom,
        Self::Back,
        Self::Tight,
        Self::Few,
        Self::Many,
        Self::Search,
        Self::OneSearches,
    ];
}

/// What is known of options that were chosen.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// How often options of each form were chosen, in all games.
    forms: HashMap<String, u64>,
    /// How pieces of a player stood in this game.
    stood: HashSet<u64>,
    /// Who searches in this game, if one does.
    searcher: u8,
}

impl Memory {
    /// Forgets the game, not what all games come to.
    pub(super) fn begin(&mut self, rng: &mut Rng, n_players: usize) {
        self.stood.clear();
        self.searcher = rng.index(n_players.max(1)) as u8;
    }

    /// Chooses an option, and what it took to choose it.
    pub(super) fn choose<G: Game>(
        &mut self,
        game: &G,
        position: &mut G::Position,
        lead: Lead,
        rng: &mut Rng,
        halt: &dyn Halt,
    ) -> (usize, u64) {
        let n = game.n_options(position);
        let player = match game.actor(position) {
            Some(Actor::Player(player)) => player,
            _ => return (chance::draw(game, position, rng), 1),
        };
        if n < 2 || !matches!(lead, Lead::Search) && rng.below(STRAY) == 0 {
            return (rng.index(n), 1);
        }
        match lead {
            Lead::Careful | Lead::Even => (rng.index(n), 1),
            Lead::Seldom => (self.seldom(game, position, rng), 1 + n as u64),
            Lead::OneSearches if self.searcher != player.0 => (rng.index(n), 1),
            Lead::Search | Lead::OneSearches => {
                let config = Config { max_decisions: DECISIONS, max_nodes: 2_000, ..Config::default() };
                let report = search(game, position, Limit::Playouts(PLAYOUTS), &config, rng, halt);
                let best = report.and_then(|report| report.options.first().map(|best| best.option));
                (best.unwrap_or(0), u64::from(PLAYOUTS) * 40)
            }
            Lead::Back | Lead::Tight | Lead::Few | Lead::Many => self.ahead(game, position, (lead, player), rng),
        }
    }

    /// An option of a form that was seldom chosen so far.
    fn seldom<G: Game>(&mut self, game: &G, position: &G::Position, rng: &mut Rng) -> usize {
        let forms: Vec<String> = game.notations(position).iter().map(|text| form(text)).collect();
        let weight = |form: &String| 1_000_000 / (1 + self.forms.get(form).copied().unwrap_or(0));
        let weights: Vec<u64> = forms.iter().map(weight).collect();
        let mut drawn = rng.below(weights.iter().sum::<u64>().max(1));
        let option = weights.iter().position(|&weight| match drawn.checked_sub(weight) {
            Some(rest) => {
                drawn = rest;
                false
            }
            None => true,
        });
        let option = option.unwrap_or(0);
        if let Some(form) = forms.into_iter().nth(option) {
            *self.forms.entry(form).or_default() += 1;
        }
        option
    }

    /// The option after which the position is as the lead wants it, of equal ones any.
    fn ahead<G: Game>(
        &mut self,
        game: &G,
        position: &mut G::Position,
        (lead, player): (Lead, PlayerId),
        rng: &mut Rng,
    ) -> (usize, u64) {
        let n = game.n_options(position);
        let first = if n > LOOKED_AT { rng.index(n) } else { 0 };
        let mut best: Option<(i64, usize)> = None;
        let (mut equal, mut standing) = (0, 0);
        for option in (0..n.min(LOOKED_AT)).map(|number| (first + number) % n) {
            let undo = game.apply(position, option);
            let (worth, own) = worth(game, position, lead, player, &self.stood);
            game.undo(position, undo);
            let is_better = best.is_none_or(|(most, _)| worth > most);
            equal = if is_better { 1 } else { equal + u64::from(best.is_some_and(|(most, _)| worth == most)) };
            let is_equal = best.is_some_and(|(most, _)| worth == most) && rng.below(equal) == 0;
            if is_better || is_equal {
                best = Some((worth, option));
                standing = own;
            }
        }
        self.stood.insert(standing);
        (best.map_or(0, |(_, option)| option), 6 * n.min(LOOKED_AT) as u64)
    }
}

/// What a position is worth to a lead, and how the player's pieces stand in it.
fn worth<G: Game>(game: &G, position: &G::Position, lead: Lead, player: PlayerId, stood: &HashSet<u64>) -> (i64, u64) {
    if lead == Lead::Tight {
        return (-(game.n_options(position) as i64), 0);
    }
    let shown = game.snapshot(position);
    let n_pieces = shown.cells.iter().map(Vec::len).sum::<usize>() as i64;
    match lead {
        Lead::Few => (-n_pieces, 0),
        Lead::Many => (n_pieces, 0),
        _ => {
            let mut hash = DefaultHasher::new();
            for (cell, stack) in shown.cells.iter().enumerate() {
                let own = stack.iter().filter(|piece| piece.owner == Some(player));
                own.for_each(|piece| (cell, piece.kind).hash(&mut hash));
            }
            let own = hash.finish();
            (i64::from(stood.contains(&own)), own)
        }
    }
}

/// An option without the cells in it: `Nb1xc3` is `Ncxc`.
fn form(text: &str) -> String {
    let mut form = String::new();
    let mut is_cell = false;
    for sign in text.chars() {
        let is_part = sign.is_ascii_lowercase() && sign != 'x' || sign.is_ascii_digit();
        if !is_part {
            form.push(sign);
        } else if !is_cell {
            form.push('c');
        }
        is_cell = is_part;
    }
    form
}

#[cfg(test)]
mod tests {
    use super::form;

    #[test]
    fn forms_leave_cells_out() {
        assert_eq!(
            ["Nb1xc3", "e2-e4", "a7xb8=Q", "31x22x13", "O-O"].map(form),
            ["Ncxc", "c-c", "cxc=Q", "cxcxc", "O-O"]
        );
    }
}
