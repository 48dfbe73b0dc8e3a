//! Sentences that never had an option, and how far they came.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::reference::{Seen, SentenceSeen};
use crate::rules::Rules;
use crate::rules::model::{Instruction, Move, Sentence};
use crate::source::Span;

use super::Reviewed;

/// So many games, and so many looks at a sentence, must have shown nothing before it is said never to have an option.
const GAMES: u64 = 20;
const LOOKS: u64 = 200;

impl Reviewed {
    /// The moves with all choices of options and players.
    fn moves(&self) -> impl Iterator<Item = (&Rules, &Move)> {
        self.games.iter().flat_map(|game| game.rules.moves.iter().map(|item| (&*game.rules, item)))
    }

    /// The sentences that had no option in any game, with any choice, nor in a scenario.
    pub(super) fn sentences(&self) -> Vec<Diagnostic> {
        let mut all = self.shown.sentences.clone();
        let mut own = HashMap::new();
        self.games.iter().for_each(|game| add(&mut all, &mut own, &game.played.seen));
        let games: u64 = self.games.iter().map(|game| game.played.watched.0).sum();
        let mut told: Vec<Span> = Vec::new();
        let mut found = Vec::new();
        for (rules, item) in self.moves() {
            let looked_at = |sentence: &Sentence| all.contains_key(&sentence.span);
            if self.complete && games >= GAMES && is_first_choice(rules, item) && !item.sentences.iter().any(looked_at)
            {
                found.push(never_asked(item, games));
                continue;
            }
            let dead = |sentence: &&Sentence| all.get(&sentence.span).is_some_and(|seen| seen.options == 0);
            let surely = |sentence: &&Sentence| own.get(&sentence.span).copied().unwrap_or(0) >= LOOKS;
            let whole = item.sentences.iter().all(|sentence| dead(&sentence));
            for sentence in item.sentences.iter().filter(dead).filter(surely) {
                let place = if whole { item.span } else { sentence.span };
                if self.complete && games >= GAMES && !told.contains(&place) {
                    told.push(place);
                    found.push(complaint(item, sentence, (place, whole), games, all[&sentence.span]));
                }
            }
        }
        found
    }
}

/// Adds what was seen, and counts looks in play apart.
fn add(all: &mut HashMap<Span, SentenceSeen>, looks: &mut HashMap<Span, u64>, seen: &Seen) {
    for (span, one) in &seen.sentences {
        let sum = all.entry(*span).or_default();
        sum.departures += one.departures;
        sum.guards += one.guards;
        sum.held += one.held;
        sum.options += one.options;
        *looks.entry(*span).or_default() += one.looks;
    }
}

/// Whether a turn offers a move at once; what is offered behind `or else` may hardly ever be needed.
fn is_first_choice(rules: &Rules, item: &Move) -> bool {
    let offers = |index: &usize| rules.moves.get(*index).is_some_and(|other| other.span == item.span);
    rules.code.iter().any(|instruction| match instruction {
        Instruction::Choose(choose) => choose.groups.first().is_some_and(|group| group.iter().any(offers)),
        _ => false,
    })
}

/// No turn came to a choice of the move.
fn never_asked(item: &Move, games: u64) -> Diagnostic {
    let message = format!("no turn of {games} random games came to the move `{}`", item.name);
    Diagnostic::new(Code::NeverPlayed, message, item.span, "never asked for")
        .help("look at the phase before it (`until`), and at the conditions of the turn")
        .help(PROOF)
}

fn complaint(
    item: &Move,
    sentence: &Sentence,
    (place, whole): (Span, bool),
    games: u64,
    seen: SentenceSeen,
) -> Diagnostic {
    let what = if whole { format!("the move `{}`", item.name) } else { format!("this sentence of `{}`", item.name) };
    let message = format!("{what} had no option in {games} random games");
    let reason = match (seen, &sentence.when) {
        (SentenceSeen { guards: 1.., held: 0, .. }, Some(when)) => {
            return Diagnostic::new(Code::NeverPlayed, message, place, "never an option")
                .label(when.span, format!("asked {} times, never so", seen.guards))
                .help(PROOF);
        }
        (SentenceSeen { departures: 0, .. }, _) => {
            "there was never a piece ready for it: look at the kind, `on`, and whose it is"
        }
        (SentenceSeen { guards: 0, .. }, _) => {
            "a piece stood ready, but it never got anywhere: look at the direction, at what stands in the way, and at `to`"
        }
        _ => "it was begun, but a `pick` had nothing to pick, or an `ensure` did not hold",
    };
    Diagnostic::new(Code::NeverPlayed, message, place, "never an option").help(reason).help(PROOF)
}

/// How an author shows that all is well.
const PROOF: &str = "if it is meant so, a scenario that plays it ends this warning";
