//! A match is saved, and put away at the end.

use crate::cli::atomic;
use crate::cli::journal::Journal;
use crate::cli::matchfile;
use crate::play::clock::Clocks;
use crate::play::seat::Seat;
use crate::record::saved;
use crate::source::unseen::is_unseen;

use super::Desk;

impl Desk {
    pub(super) fn to_saved(&self) -> saved::Saved {
        let mut saved = matchfile::to_saved(&self.origin.game, self.origin.start.as_deref(), &self.current);
        saved.settled = self.settled.map(|settled| settled.text(&self.look().plain_names()));
        saved.clock = self.control.as_ref().map(|(text, _)| text.clone());
        saved.left = self.clocks.as_ref().map(Clocks::all).unwrap_or_default();
        // What was taken back stands last, so that it can be made again.
        let later = (!self.later.is_empty()).then(|| self.whole_line());
        let lines: Vec<Vec<String>> = self.branches.iter().cloned().chain(later).collect();
        saved.variations = saved::variations(&lines, &saved.moves);
        saved.with_notes_of(&self.told)
    }

    /// The same with what its file tells beside the moves, these written as the game writes them.
    pub fn with_told(mut self, told: saved::Saved) -> Self {
        self.take_lines(&told);
        self.told = told;
        self
    }

    /// Takes over the lines of play of a match file. If the last of them goes on from the latest move, it was taken back.
    fn take_lines(&mut self, saved: &saved::Saved) {
        let is_later = |one: &&saved::Variation| one.after == saved.moves.len();
        self.later = match saved.variations.last().filter(is_later) {
            Some(last) => last.moves.iter().rev().cloned().collect(),
            None => Vec::new(),
        };
        let n_branches = saved.variations.len() - usize::from(!self.later.is_empty());
        let branches = saved.variations.iter().take(n_branches);
        self.branches = branches.map(|one| one.line(&saved.moves).cloned().collect()).collect();
    }

    /// Saves the match in a file, from now on its file.
    ///
    /// # Errors
    /// If it cannot be written; the old content of the file is whole then.
    pub fn save(&mut self, file: &str) -> anyhow::Result<()> {
        if file.contains(is_unseen) {
            anyhow::bail!("`{}`", file.escape_debug());
        }
        let saved = self.to_saved();
        let text = saved::to_text(&saved);
        atomic::save(file, text.as_bytes())?;
        // The journal that follows is read after the file, so what is known must be what the file says.
        self.take_lines(&saved);
        self.told = saved;
        self.base = text;
        self.journal.remove();
        self.journal = Journal::beside(file);
        self.origin.file = Some(file.to_owned());
        self.changed = false;
        Ok(())
    }

    /// Ends the session: what was done goes into the match file, if there is one. What is to be told.
    pub fn close(&mut self) -> Option<String> {
        let words = self.words();
        if let Some(file) = self.origin.file.clone() {
            if !self.changed {
                return None;
            }
            return Some(match self.save(&file) {
                Ok(()) => words.say("saved", &[("file", &file)]),
                Err(error) => {
                    let path = self.journal.path().display().to_string();
                    let error = super::super::reason_of(words, &error);
                    words.say("kept-beside", &[("error", &error), ("path", &path), ("file", &file)])
                }
            });
        }
        // Also where all was taken back: it can be made again, and branches are lines of play too.
        let played = self.current.seats().contains(&Seat::Human) && self.journal.is_begun();
        if !played {
            self.journal.remove();
            return None;
        }
        self.journal.sync();
        let path = self.journal.path().display().to_string();
        let key = if self.journal.is_whole() { "kept" } else { "not-kept" };
        self.changed.then(|| words.say(key, &[("path", &path)]))
    }
}
