//! What a rush counts, if the program counts. Every position is counted once, when an option is taken in it.

use super::lane::Lane;
use super::run::Runner;

impl<const W: usize> Runner<'_, W> {
    /// Counts the position in the registers, in which an option will surely be taken.
    #[inline]
    pub(super) fn note_position(&mut self, lane: &Lane<W>) {
        if self.slow.scratch.tally.is_some() {
            self.slow.show(lane);
            self.slow.machine.tally_position(self.slow.scratch, self.slow.state);
        }
    }

    /// An option was drawn, if there is any: one that may fail is counted once it has not.
    #[inline]
    pub(super) fn note_drawn(&mut self, lane: &Lane<W>, may_fail: bool) {
        if self.slow.scratch.tally.is_some() && self.total > 0 {
            self.unseen = may_fail;
            if !may_fail {
                self.note_position(lane);
            }
        }
    }

    /// Counts an option of a move, which is taken, and what it did.
    #[inline]
    pub(super) fn note_taken(&mut self, lane: &mut Lane<W>, number: u16) {
        if self.slow.scratch.tally.is_none() {
            return;
        }
        if std::mem::take(&mut self.unseen) {
            lane.exchange();
            self.note_position(lane);
            lane.exchange();
        }
        if let Some(tally) = &mut self.slow.scratch.tally {
            tally.note_done(self.slow.state);
            tally.note_taken(number);
        }
    }

    /// Counts something that a turn did.
    pub(super) fn tell(&mut self, site: u16) {
        if let Some(tally) = &mut self.slow.scratch.tally {
            tally.note_site(site);
        }
    }

    /// Counts an end that holds.
    pub(super) fn note_end(&mut self, clause: u16) {
        if let Some(tally) = &mut self.slow.scratch.tally {
            tally.note_end(usize::from(clause));
        }
    }
}
