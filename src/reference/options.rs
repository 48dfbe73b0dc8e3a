//! The options of a player's choice: runs in canonical order, each with a text of its own.

use std::collections::HashSet;

use smallvec::SmallVec;

use crate::game::PlayerId;
use crate::rules::model::{Choose, Expr};

use super::position::{Offer, Played};
use super::run::{Choice, Run};
use super::state::State;
use super::world::World;

/// A run, and the number of its move.
pub(super) type Ran = (usize, Run);

impl World<'_> {
    /// The options of a choice; none if no move can be made.
    pub fn offers(&self, state: &State, chooser: PlayerId, choose: &Choose) -> Vec<Offer> {
        let mut groups = choose.groups.iter().map(|group| self.group_runs(state, chooser, group));
        let Some(mut runs) = groups.find(|runs| !runs.is_empty()) else {
            return Vec::new();
        };
        for (greatest, number) in &choose.most {
            self.keep_most(&mut runs, *greatest, number);
        }
        if choose.distinct {
            let mut seen = HashSet::new();
            runs.retain(|(_, run)| seen.insert(run.state.result_key(self.rules)));
        }
        let mut offers = self.with_texts(runs);
        if choose.may && self.may_go_on(state, None) {
            offers.push(Offer {
                text: free_text("stop", &offers),
                choices: std::iter::once(Choice::Stop).collect(),
                notes: SmallVec::new(),
                state: state.clone(),
                played: Some(Played { number: None, took: false }),
                probability: None,
                trail: None,
            });
        }
        offers
    }

    /// The runs of some moves: by move, then by what is chosen, then in the order of the text.
    pub(super) fn group_runs(&self, state: &State, chooser: PlayerId, group: &[usize]) -> Vec<Ran> {
        let mut all = Vec::new();
        for &number in group {
            let mut runs = self.runs(state, chooser, number);
            runs.sort_by(|one, other| one.choices.cmp(&other.choices));
            all.extend(runs.into_iter().map(|run| (number, run)));
        }
        all
    }

    /// Keeps the runs after which a number is greatest or least.
    pub(super) fn keep_most(&self, runs: &mut Vec<Ran>, greatest: bool, number: &Expr) {
        let measure = |(_, run): &Ran| self.measure(run, greatest, number);
        let most = runs.iter().map(measure).max();
        runs.retain(|run| Some(measure(run)) == most);
    }

    /// The number after a run, the greater the better.
    pub(super) fn measure(&self, run: &Run, greatest: bool, number: &Expr) -> i64 {
        let number = self.scope(&run.state, run.me).number(number);
        if greatest { number } else { number.saturating_neg() }
    }

    /// The runs as options. Of runs that read alike and lead to the same position only the first is kept; if they
    /// lead to different ones each is written with the name of its move, and with a number if that is not enough.
    fn with_texts(&self, runs: Vec<Ran>) -> Vec<Offer> {
        let plain: Vec<String> = runs.iter().map(|(number, run)| self.text(*number, run)).collect();
        let shared = repeated(&plain);
        if shared.is_empty() {
            return plain.into_iter().zip(runs).map(|(text, (number, run))| offer(text, number, run)).collect();
        }
        let mut seen = HashSet::new();
        let mut unique: Vec<(String, Ran)> = Vec::new();
        for (text, ran) in plain.into_iter().zip(runs) {
            if !shared.contains(&text) || seen.insert((text.clone(), ran.1.state.chain_key(self.rules))) {
                unique.push((text, ran));
            }
        }
        let mut texts: Vec<String> = unique.iter().map(|(text, _)| text.clone()).collect();
        let still_shared = repeated(&texts);
        for (text, (_, (number, _))) in texts.iter_mut().zip(&unique) {
            if still_shared.contains(text) {
                *text = format!("{}:{text}", self.rules.moves[*number].name);
            }
        }
        number_alike(&mut texts);
        let offer = |(text, (_, (number, run)))| offer(text, number, run);
        texts.into_iter().zip(unique).map(offer).collect()
    }
}

fn offer(text: String, number: usize, run: Run) -> Offer {
    let took = !run.state.taken().is_empty();
    let played = Some(Played { number: Some(number), took });
    Offer {
        text,
        choices: run.choices,
        notes: run.notes,
        state: run.state,
        played,
        probability: None,
        trail: run.trail,
    }
}

/// The texts that occur more than once.
fn repeated(texts: &[String]) -> HashSet<String> {
    let mut sorted: Vec<&String> = texts.iter().collect();
    sorted.sort_unstable();
    sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone()).collect()
}

/// Adds `#2`, `#3` and so on to texts that occurred before.
pub(super) fn number_alike(texts: &mut [String]) {
    let mut seen: HashSet<String> = HashSet::new();
    for text in texts {
        let numbered = (2..).map(|number| format!("{text}#{number}"));
        let free = std::iter::once(text.clone()).chain(numbered).find(|text| !seen.contains(text));
        *text = free.unwrap_or_default();
        seen.insert(text.clone());
    }
}

/// The word, or the word with a number if an option has it already.
fn free_text(word: &str, offers: &[Offer]) -> String {
    let mut texts: Vec<String> = offers.iter().map(|offer| offer.text.clone()).collect();
    texts.push(word.to_owned());
    number_alike(&mut texts);
    texts.pop().unwrap_or_default()
}
