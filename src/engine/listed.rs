//! The options of a player's choice as a list: runs in canonical order, each with a text of its own.

use std::collections::HashSet;

use crate::program::node::NONE;

use super::course::{Course, Note, STOP};
use super::key::Keyed;
use super::machine::Machine;
use super::position::{Due, Options};
use super::scratch::Scratch;
use super::state::State;

/// One option.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The state that it leads to, before play goes on.
    pub state: State,
    /// Its move; [`NONE`] if it stops.
    pub number: u16,
    /// Whether something was taken.
    pub took: bool,
    /// The cell on which it drops a piece first of all, if it does.
    pub dropped: Option<u16>,
    /// What is chosen, in the list of all choices.
    pub choices: (u32, u32),
    /// How it is written, in the text of all options.
    pub text: (u32, u32),
}

/// Options in order.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// The options.
    pub entries: Vec<Entry>,
    /// The choices of all of them.
    pub choices: Vec<u32>,
    /// The texts of all of them.
    pub text: String,
    /// Whether only what one is drawn from is there: in any order, without texts and choices.
    pub is_bare: bool,
}

impl Listed {
    /// Whether there is no option.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What is chosen in an option.
    pub fn choices_of(&self, option: usize) -> &[u32] {
        let (start, end) = self.entries[option].choices;
        &self.choices[start as usize..end as usize]
    }

    /// How an option is written.
    pub fn text_of(&self, option: usize) -> &str {
        let (start, end) = self.entries[option].text;
        &self.text[start as usize..end as usize]
    }

    /// Gives back to the system what it has room for beyond so many bytes, once it is empty.
    pub fn trim(&mut self, bytes: usize) {
        self.entries.shrink_to(bytes / size_of::<Entry>());
        self.choices.shrink_to(bytes / size_of::<u32>());
        self.text.shrink_to(bytes);
    }

    fn set_text(&mut self, option: usize, text: &str) {
        let start = self.text.len() as u32;
        self.text += text;
        self.entries[option].text = (start, self.text.len() as u32);
    }
}

impl<const W: usize> Scratch<W> {
    /// Takes a list of options back.
    pub fn retire_listed(&mut self, mut listed: Listed) {
        self.spare.extend(listed.entries.drain(..).map(|entry| entry.state));
        listed.choices.clear();
        listed.text.clear();
        listed.is_bare = false;
        self.listed = listed;
        self.trim();
    }

    /// Takes back what a decision held.
    pub fn retire(&mut self, due: &mut Due<W>) {
        match std::mem::replace(due, Due::Nothing) {
            Due::Decision { options: Options::Listed(listed), .. } => self.retire_listed(listed),
            Due::Decision { options: Options::Reached(reached), .. } => self.reached.push(reached),
            Due::Decision { options: Options::Unlisted | Options::Drawn { .. }, .. } | Due::Nothing | Due::Over(_) => {}
        }
    }
}

impl<const W: usize> Machine<W> {
    /// Lists a run that succeeds; where one is only drawn, without its text.
    pub fn list(&self, sc: &mut Scratch<W>, course: &Course, run: State, took: bool) {
        let dropped = match sc.notes.get(course.base.1) {
            Some(&Note::Drop(_, landing)) => Some(landing),
            _ => None,
        };
        if sc.is_bare {
            let (number, took) = (course.number, !self.taken(&run).is_empty());
            sc.listed.entries.push(Entry { state: run, number, took, dropped, choices: (0, 0), text: (0, 0) });
            return;
        }
        let mut listed = std::mem::take(&mut sc.listed);
        let choices = listed.choices.len() as u32;
        listed.choices.extend_from_slice(&sc.choices[course.base.0..]);
        let text = listed.text.len() as u32;
        self.write_text(sc, course, &run, took, &mut listed.text);
        let took = !self.taken(&run).is_empty();
        listed.entries.push(Entry {
            state: run,
            number: course.number,
            took,
            dropped,
            choices: (choices, listed.choices.len() as u32),
            text: (text, listed.text.len() as u32),
        });
        sc.listed = listed;
    }

    /// Finds the options of a choice; none if no move can be made.
    pub fn offers(&self, sc: &mut Scratch<W>, st: &mut State, chooser: u8, choose: u32) -> Option<Options<W>> {
        let n_groups = self.program.choices[choose as usize].groups.len();
        self.offers_of(sc, st, chooser, choose, 0..n_groups)
    }

    /// Finds the options of a choice in some of its groups; none if no move of them can be made.
    pub fn offers_of(
        &self,
        sc: &mut Scratch<W>,
        st: &mut State,
        chooser: u8,
        number: u32,
        groups: std::ops::Range<usize>,
    ) -> Option<Options<W>> {
        let choose = &self.program.choices[number as usize];
        for group in &choose.groups[groups.clone()] {
            for &number in group {
                let first = sc.listed.entries.len();
                self.runs(sc, st, chooser, number, choose.distinct);
                if sc.is_bare {
                    continue;
                }
                let Listed { entries, choices, .. } = &mut sc.listed;
                let chosen = |entry: &Entry| &choices[entry.choices.0 as usize..entry.choices.1 as usize];
                // Mostly the text is in order already.
                if !entries[first..].is_sorted_by(|one, other| chosen(one) <= chosen(other)) {
                    entries[first..].sort_by(|one, other| chosen(one).cmp(chosen(other)));
                }
            }
            if !sc.listed.is_empty() {
                break;
            }
        }
        if sc.listed.is_empty() {
            return None;
        }
        for &(greatest, number) in &choose.most {
            self.keep_most(sc, greatest, number);
        }
        if choose.distinct {
            self.keep_distinct(sc);
        }
        if !sc.is_bare {
            self.make_unique(sc);
        } else if !choose.distinct && !self.are_different(sc) {
            // Which of the runs to one position read alike is told by their texts alone.
            let listed = std::mem::take(&mut sc.listed);
            sc.retire_listed(listed);
            sc.is_bare = false;
            let options = self.offers_of(sc, st, chooser, number, groups);
            sc.is_bare = true;
            return options;
        }
        if choose.may && self.may_go_on(sc, st, NONE) {
            self.list_stop(sc, st);
        }
        sc.listed.is_bare = sc.is_bare;
        Some(Options::Listed(std::mem::take(&mut sc.listed)))
    }

    /// Whether no two runs lead to the same position: then none of them is the same option as another.
    fn are_different(&self, sc: &mut Scratch<W>) -> bool {
        let mut keys = std::mem::take(&mut sc.hashes);
        keys.clear();
        keys.extend(sc.listed.entries.iter().map(|entry| self.chain_key(&entry.state)));
        keys.sort_unstable();
        let are_different = keys.windows(2).all(|pair| pair[0] != pair[1]);
        sc.hashes = keys;
        are_different
    }

    /// Keeps the runs after which a number is greatest or least.
    fn keep_most(&self, sc: &mut Scratch<W>, greatest: bool, number: u32) {
        let mut listed = std::mem::take(&mut sc.listed);
        let mut measures = Vec::with_capacity(listed.entries.len());
        for entry in &listed.entries {
            let number = self.number(sc, &entry.state, number);
            measures.push(if greatest { number } else { number.saturating_neg() });
        }
        let most = measures.iter().max().copied();
        let mut measures = measures.into_iter();
        let kept = listed.entries.extract_if(.., |_| measures.next() != most);
        sc.spare.extend(kept.map(|entry| entry.state));
        sc.listed = listed;
    }

    /// Keeps the first of the runs that lead to one position.
    fn keep_distinct(&self, sc: &mut Scratch<W>) {
        let mut seen: HashSet<u64, Keyed> = HashSet::default();
        let doubles = sc.listed.entries.extract_if(.., |entry| !seen.insert(self.result_key(&entry.state)));
        sc.spare.extend(doubles.map(|entry| entry.state));
    }

    /// Of runs that read alike and lead to the same position only the first is kept; if they lead to different ones
    /// each is written with the name of its move, and with a number if that is not enough.
    fn make_unique(&self, sc: &mut Scratch<W>) {
        let mut hashes = std::mem::take(&mut sc.hashes);
        hashes.clear();
        hashes.extend((0..sc.listed.entries.len()).map(|option| hash(sc.listed.text_of(option))));
        hashes.sort_unstable();
        let are_unique = hashes.windows(2).all(|pair| pair[0] != pair[1]);
        sc.hashes = hashes;
        if are_unique {
            return;
        }
        let listed = &mut sc.listed;
        let mut texts: Vec<String> =
            (0..listed.entries.len()).map(|option| listed.text_of(option).to_owned()).collect();
        let shared = repeated(&texts);
        let mut seen = HashSet::new();
        let mut number = 0;
        let doubles = listed.entries.extract_if(.., |entry| {
            let text = &texts[number];
            number += 1;
            shared.contains(text) && !seen.insert((text.clone(), self.chain_key(&entry.state)))
        });
        sc.spare.extend(doubles.map(|entry| entry.state));
        texts = (0..listed.entries.len()).map(|option| listed.text_of(option).to_owned()).collect();
        let still_shared = repeated(&texts);
        for (text, entry) in texts.iter_mut().zip(&listed.entries) {
            if still_shared.contains(text) {
                *text = format!("{}:{text}", self.program.rules.moves[entry.number as usize].name);
            }
        }
        number_alike(&mut texts);
        for (option, text) in texts.iter().enumerate() {
            listed.set_text(option, text);
        }
    }

    fn list_stop(&self, sc: &mut Scratch<W>, st: &State) {
        let state = sc.copy(st);
        let listed = &mut sc.listed;
        if sc.is_bare {
            listed.entries.push(Entry {
                state,
                number: NONE,
                took: false,
                dropped: None,
                choices: (0, 0),
                text: (0, 0),
            });
            return;
        }
        let mut texts: Vec<String> =
            (0..listed.entries.len()).map(|option| listed.text_of(option).to_owned()).collect();
        texts.push("stop".to_owned());
        number_alike(&mut texts);
        let choices = listed.choices.len() as u32;
        listed.choices.push(STOP);
        listed.entries.push(Entry {
            state,
            number: NONE,
            took: false,
            dropped: None,
            choices: (choices, choices + 1),
            text: (0, 0),
        });
        listed.set_text(texts.len() - 1, texts.last().map_or("stop", String::as_str));
    }
}

/// A number that equal texts share. Others may share it too; then the texts are compared.
fn hash(text: &str) -> u64 {
    let chunk = |sum: u64, bytes: &[u8]| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        (sum.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x517c_c1b7_2722_0a95)
    };
    text.as_bytes().chunks(8).fold(text.len() as u64, chunk)
}

/// The texts that occur more than once.
fn repeated(texts: &[String]) -> HashSet<String> {
    let mut sorted: Vec<&String> = texts.iter().collect();
    sorted.sort_unstable();
    sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone()).collect()
}

/// Adds `#2`, `#3` and so on to texts that occurred before.
pub fn number_alike(texts: &mut [String]) {
    let mut seen: HashSet<String> = HashSet::new();
    for text in texts {
        let numbered = (2..).map(|number| format!("{text}#{number}"));
        let free = std::iter::once(text.clone()).chain(numbered).find(|text| !seen.contains(text));
        *text = free.unwrap_or_default();
        seen.insert(text.clone());
    }
}
