//! How a game went up and down, from what the players thought of it while it was played.
//!
//! # Source
//! Browne, "Automatic Generation and Evaluation of Recombination Games", thesis, Queensland University of Technology
//! (2008), and Browne and Maire, "Evolutionary Game Design", IEEE Transactions on Computational Intelligence and AI in
//! Games 2 (2010): lead change, drama, killer moves, and decisiveness as the part of a game that is left once it is
//! decided. There a fixed evaluation tells who leads; here it is the value that the searching player found.

use serde::{Deserialize, Serialize};

use super::written;
use crate::game::PlayerId;

/// So much more than the next a player's position must be worth to lead.
pub const LEAD: f64 = 0.1;
/// From such a value on that is kept to the end a game is decided.
pub const DECIDED: f64 = 0.9;

/// What a player thought of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The number of the decision, from zero.
    pub decision: u32,
    /// Who decided.
    pub player: PlayerId,
    /// What the position was worth to him, from 0 to 1.
    pub value: f64,
}

/// How a game went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// How often another player came to lead than the one who led last.
    pub lead_changes: u32,
    /// The share of the decisions after which the winner's value was at least [`DECIDED`] and stayed so; one if only the
    /// end decided. None without a single winner.
    #[serde(with = "written::perhaps")]
    pub decided: Option<f64>,
    /// How badly the winner stood while behind: the mean, over the thoughts at which another stood better, of the root
    /// of the difference. None without a single winner.
    #[serde(with = "written::perhaps")]
    pub drama: Option<f64>,
    /// Whether the winner was behind by [`LEAD`] at least once. False without a single winner.
    pub turned: bool,
    /// The most that the value of a player rose from one thought to the next: how much the strongest move brought.
    #[serde(with = "written::number")]
    pub killer: f64,
}

/// How a game between so many players went that took so many decisions. Thoughts come in the order of play. Each player
/// speaks for himself, as he thought last: that all think too well of themselves makes no lead.
pub fn course(thoughts: &[Thought], players: usize, decisions: u32, winner: Option<PlayerId>) -> Course {
    let mut course = Course::default();
    let mut worth: Vec<Option<f64>> = vec![None; players];
    let mut leader = None;
    let mut decided = None;
    let mut behind = (0u32, 0.0);
    for thought in thoughts {
        let before = worth.clone();
        if let Some(own) = worth.get_mut(thought.player.index()) {
            *own = Some(thought.value);
        }
        let rises = worth.iter().zip(&before).filter_map(|(now, then)| Some((*now)? - (*then)?));
        course.killer = rises.fold(course.killer, f64::max);
        if let Some(now) = leading(&worth) {
            course.lead_changes += u32::from(leader.is_some_and(|last| last != now));
            leader = Some(now);
        }
        let Some(winner) = winner else { continue };
        let Some(own) = worth.get(winner.index()).copied().flatten() else { continue };
        match own >= DECIDED {
            true => decided = decided.or(Some(thought.decision)),
            false => decided = None,
        }
        let others = worth.iter().enumerate().filter(|(player, _)| *player != winner.index());
        let best = others.filter_map(|(_, value)| *value).fold(0.0, f64::max);
        if best > own {
            behind = (behind.0 + 1, behind.1 + (best - own).sqrt());
            course.turned |= best - own >= LEAD;
        }
    }
    if winner.is_some() {
        let share = |decision| f64::from(decision) / f64::from(decisions.max(1));
        course.decided = Some(decided.map_or(1.0, share));
        course.drama = Some(if behind.0 == 0 { 0.0 } else { behind.1 / f64::from(behind.0) });
    }
    course
}

/// Who leads by enough, once all have said what they think.
fn leading(worth: &[Option<f64>]) -> Option<usize> {
    let mut ranked: Vec<(f64, usize)> =
        worth.iter().enumerate().map(|(player, value)| value.map(|value| (value, player))).collect::<Option<_>>()?;
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    match ranked.as_slice() {
        [first, second, ..] if first.0 - second.0 >= LEAD => Some(first.1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thoughts(values: &[(u8, f64)]) -> Vec<Thought> {
        let thought = |(decision, &(player, value)): (usize, &(u8, f64))| Thought {
            decision: decision as u32,
            player: PlayerId(player),
            value,
        };
        values.iter().enumerate().map(thought).collect()
    }

    #[test]
    fn a_game_that_turns() {
        // White .6, Black .4: White leads. Then .2 to .4: Black does. Then .2 to .05: White again, two changes. White is
        // behind once, by .2. He stands at .9 after four decisions, but falls back; from the eighth on he stays above.
        let said = [(0, 0.6), (1, 0.4), (0, 0.2), (1, 0.05), (0, 0.9), (1, 0.3), (0, 0.7), (1, 0.05), (0, 0.95)];
        let found = course(&thoughts(&said), 2, 10, Some(PlayerId(0)));
        assert_eq!((found.lead_changes, found.decided, found.turned), (2, Some(0.8), true));
        assert!((found.drama.unwrap() - 0.2f64.sqrt()).abs() < 1e-12);
        // The greatest rise is from .2 to .9.
        assert!((found.killer - 0.7).abs() < 1e-12);
    }

    #[test]
    fn what_is_nearly_even_is_no_lead() {
        // .04 and .08 are too little, .11 is enough; back to even and ahead again changes nothing.
        let said = thoughts(&[(0, 0.52), (1, 0.48), (0, 0.56), (1, 0.45), (0, 0.5), (1, 0.3)]);
        let found = course(&said, 2, 6, None);
        assert_eq!((found.lead_changes, found.decided, found.drama, found.turned), (0, None, None, false));
    }

    #[test]
    fn all_who_think_too_well_of_themselves_lead_nobody() {
        let found = course(&thoughts(&[(0, 0.8), (1, 0.8), (0, 0.78), (1, 0.82), (0, 0.8)]), 2, 5, Some(PlayerId(0)));
        assert_eq!((found.lead_changes, found.turned), (0, false));
    }

    #[test]
    fn a_game_that_nobody_saw_coming_is_decided_by_its_end() {
        let found = course(&thoughts(&[(0, 0.5), (1, 0.5)]), 2, 3, Some(PlayerId(1)));
        assert_eq!((found.decided, found.drama, found.killer), (Some(1.0), Some(0.0), 0.0));
        assert_eq!(course(&[], 2, 3, Some(PlayerId(1))).decided, Some(1.0));
    }

    #[test]
    fn among_three_each_speaks_for_himself() {
        // Nobody leads before all three have spoken; then the third does, then the first.
        let said = thoughts(&[(0, 0.5), (1, 0.3), (2, 0.7), (0, 0.95)]);
        let found = course(&said, 3, 8, Some(PlayerId(0)));
        assert_eq!((found.lead_changes, found.decided, found.turned), (1, Some(3.0 / 8.0), true));
        assert!((found.killer - 0.45).abs() < 1e-12);
        assert!((found.drama.unwrap() - 0.2f64.sqrt()).abs() < 1e-12);
    }
}
