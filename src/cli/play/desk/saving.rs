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
        saved.with_notes_of(saved::parse(&self.base).unwrap_or_default())
    }

    /// Saves the match in a file, from now on its file.
    ///
    /// # Errors
    /// If it cannot be written; the old content of the file is whole then.
    pub fn save(&mut self, file: &str) -> anyhow::Result<()> {
        if file.contains(is_unseen) {
            anyhow::bail!("`{}`", file.escape_debug());
        }
        let text = saved::to_text(&self.to_saved());
        atomic::save(file, text.as_bytes())?;
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
