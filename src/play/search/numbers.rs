//! The numbers of options that others know, for options that are found as those of all positions of the tree.
//!
//! Two options are the same if they lead to the same position.

use std::collections::BTreeMap;

use super::Judgement;
use super::tree::{Tree, find};
use crate::game::{Actor, Game, Halt};
use crate::play::alphabeta::mark;

/// For so many of the best options replies are told.
const TOLD: usize = 8;
/// So many of the best options are told.
const MOST: usize = 200;

impl<G: Game> Tree<'_, G> {
    /// Gives options of the root, and the replies to the best of them, the numbers that others know. `whole` is the root as
    /// others know it.
    pub fn number(&mut self, whole: &G::Position, options: Vec<Judgement>, halt: &dyn Halt) -> Vec<Judgement> {
        if !self.renumbers {
            return options;
        }
        let mut own = self.root.clone();
        let known = marks(self.game, &mut whole.clone());
        let mut numbered: Vec<Judgement> = Vec::new();
        find(self.game, &mut own);
        for option in options.into_iter().take(MOST) {
            let mark = marked(self.game, &mut own, option.option);
            let Some(&number) = mark.and_then(|mark| known.get(&mark)) else { continue };
            // Two options may lead to the same position.
            if numbered.iter().any(|other| other.option == number) {
                continue;
            }
            self.numbers.push((option.option, number));
            let replies = option.line.get(1..).unwrap_or_default().to_vec();
            let line = match numbered.len() < TOLD && !halt.is_called() {
                true => self.line(whole, number, option.option, &replies),
                false => vec![number],
            };
            numbered.push(Judgement { option: number, line, ..option });
        }
        numbered
    }

    /// The number in the tree of an option of the root that others know by this number.
    pub fn own_number(&self, number: usize) -> Option<usize> {
        if !self.renumbers {
            return Some(number);
        }
        self.numbers.iter().find(|(_, known)| *known == number).map(|&(own, _)| own)
    }

    /// An option of the root and replies, by the numbers that others know, as far as they are known.
    fn line(&self, whole: &G::Position, number: usize, option: usize, replies: &[usize]) -> Vec<usize> {
        let (mut whole, mut own) = (whole.clone(), self.root.clone());
        let mut line = vec![number];
        find(self.game, &mut own);
        if !self.game.play_likely(&mut own, option) {
            return line;
        }
        self.game.play(&mut whole, number);
        for &reply in replies {
            let Some(Actor::Player(_)) = self.game.actor(&own) else { break };
            find(self.game, &mut own);
            if !self.game.play_likely(&mut own, reply) {
                break;
            }
            let wanted = mark(&own);
            let n_options = self.game.n_options(&whole);
            let leads_there = |&option: &usize| {
                let mark = marked(self.game, &mut whole, option);
                mark == Some(wanted)
            };
            let Some(number) = (0..n_options).find(leads_there) else { break };
            line.push(number);
            self.game.play(&mut whole, number);
        }
        line
    }
}

/// The options of a position by what marks the positions that they lead to.
fn marks<G: Game>(game: &G, position: &mut G::Position) -> BTreeMap<u64, usize> {
    let n_options = game.n_options(position);
    (0..n_options).filter_map(|option| Some((marked(game, position, option)?, option))).collect()
}

/// What marks the position that an option leads to; none if it turns out to be none.
fn marked<G: Game>(game: &G, position: &mut G::Position, option: usize) -> Option<u64> {
    let undo = game.try_glance(position, option)?;
    let mark = mark(position);
    game.undo(position, undo);
    Some(mark)
}
