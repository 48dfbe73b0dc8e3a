//! Games that are led to the lines that differ: options are liked that follow a changed sentence, run a changed statement,
//! or follow what asks for something that was changed.

use std::collections::BTreeSet;

use crate::game::rng::Rng;
use crate::game::{Actor, Game, Halt};
use crate::play::chance;
use crate::reference::{Position, Reference};
use crate::rules::Module;
use crate::source::Span;
use crate::syntax::lexer::lex;

use super::pair::{Pair, State};
use super::texts::Change;

/// A game is given up after so many decisions.
const DECISIONS: usize = 160;
/// One option of so many is chosen at random.
const STRAY: u64 = 5;
/// The effort of a decision and of each of its options, in the measure of other games.
const COST: u64 = 150;
/// See [`COST`].
const COST_OF_OPTION: u64 = 25;
/// What a name of these parts stands for may change without a word of what asks for it.
const NAMED: [&str; 5] = ["define", "table", "action", "movement", "type"];

/// What was changed in a file.
#[derive(Debug)]
pub(super) struct Changed<'a> {
    module: &'a Module,
    /// The lines that differ.
    lines: Vec<Span>,
    /// What was changed, and what is made of it, by name.
    names: BTreeSet<String>,
}

impl<'a> Changed<'a> {
    /// What the changes come to in the first file (no) or the second (yes).
    pub(super) fn of(module: &'a Module, changes: &[Change], second: bool) -> Self {
        let declared = module.declarations();
        let is_own = |span: Span| {
            changes.iter().any(|change| {
                let place = if second { &change.other } else { &change.one };
                place.as_ref().is_some_and(|place| place.span == span)
            })
        };
        let named = |part: &str| NAMED.contains(&part);
        let first = declared.iter().filter(|one| named(one.part) && is_own(one.span));
        let mut names: BTreeSet<String> = first.map(|one| bare(&one.name).to_owned()).collect();
        // What is made of something changed is changed itself.
        loop {
            let before = names.len();
            for one in declared.iter().filter(|one| named(one.part)) {
                if asks_for(module.texts.slice(one.span), &names) {
                    names.insert(bare(&one.name).to_owned());
                }
            }
            if names.len() == before {
                break;
            }
        }
        let lines = changes.iter().flat_map(|change| &change.lines).filter(|line| line.added == second);
        Self { module, lines: lines.map(|line| line.span).collect(), names }
    }

    /// Whether anything that was changed can be followed.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.names.is_empty()
    }

    fn touches(&self, span: Span) -> bool {
        let overlaps = |line: &Span| line.source == span.source && line.start < span.end && span.start < line.end;
        self.lines.iter().any(overlaps) || asks_for(self.module.texts.slice(span), &self.names)
    }
}

/// The name of a definition without its case.
fn bare(name: &str) -> &str {
    name.split_once(" of ").map_or(name, |(name, _)| name)
}

fn asks_for(text: &str, names: &BTreeSet<String>) -> bool {
    !names.is_empty() && lex(text).any(|token| names.contains(token.text))
}

impl Pair<'_, Reference> {
    /// Plays games that are led to what was changed, as long as the effort lasts; a play that shows a difference, if there
    /// is one. Counts games and decisions.
    pub(super) fn changed_games(
        &self,
        changed: &[Changed<'_>; 2],
        (seed, effort): (u64, u64),
        counts: &mut (u64, u64),
        halt: &dyn Halt,
    ) -> Option<Vec<(usize, usize)>> {
        let mut left = effort;
        while left > 0 && !halt.is_called() {
            let mut rng = Rng::stream(!seed, counts.0);
            let (play, differs) = self.changed_game(changed, &mut rng, &mut left, halt);
            counts.0 += 1;
            counts.1 += play.len() as u64;
            if differs && !halt.is_called() {
                return Some(play);
            }
        }
        None
    }

    /// One game, and whether it ends where the games differ.
    fn changed_game(
        &self,
        changed: &[Changed<'_>; 2],
        rng: &mut Rng,
        left: &mut u64,
        halt: &dyn Halt,
    ) -> (Vec<(usize, usize)>, bool) {
        let (mut state, mut play) = (self.initial(), Vec::new());
        loop {
            let Ok(partners) = self.alike(&state) else { return (play, true) };
            *left = left.saturating_sub(COST + partners.len() as u64 * COST_OF_OPTION);
            if partners.is_empty() || play.len() >= DECISIONS || halt.is_called() {
                return (play, false);
            }
            let pair = match self.one.actor(&state.one) {
                Some(Actor::Player(_)) if rng.below(STRAY) > 0 => self.liked(&state, &partners, changed, rng),
                Some(Actor::Player(_)) => partners[rng.index(partners.len())],
                _ => {
                    let drawn = chance::draw(self.one, &state.one, rng);
                    partners.iter().copied().find(|pair| pair.0 == drawn).unwrap_or(partners[0])
                }
            };
            play.push(pair);
            self.play(&mut state, pair);
        }
    }

    /// An option that follows what was changed in one of the files, or any if there is none.
    fn liked(
        &self,
        state: &State<Position>,
        partners: &[(usize, usize)],
        changed: &[Changed<'_>; 2],
        rng: &mut Rng,
    ) -> (usize, usize) {
        let second = rng.below(2) == 0;
        let followed = match second {
            false => self.one.followed(&state.one),
            true => self.other.followed(&state.other),
        };
        let changed = &changed[usize::from(second)];
        let likes = |option: usize| followed.get(option).is_some_and(|it| it.iter().any(|span| changed.touches(*span)));
        let liked = partners.iter().filter(|pair| likes(if second { pair.1 } else { pair.0 }));
        let liked: Vec<&(usize, usize)> = liked.collect();
        match liked.len() {
            0 => partners[rng.index(partners.len())],
            n => *liked[rng.index(n)],
        }
    }
}
