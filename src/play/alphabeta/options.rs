//! The options of a position, each with what it changes.

use super::memory::Entry;
use super::node::Seen;
use super::order::{Child, KNOWN, NOWHERE, Place, bring};
use super::{Game, PlayerId, Search, Weighed};

impl<G: Game> Search<'_, G> {
    /// Finds the options of a position; how many there are. Some may turn out to be none, unless somebody may be forced
    /// to take, or the number of options counts.
    pub fn find_options(&self, position: &mut G::Position) -> usize {
        let counts = !self.is_calm || self.scales.is_some_and(|scales| scales.options != 0);
        if counts { self.game.find_options(position) } else { self.game.find_likely_options(position) }
    }

    /// The option that the table knows to be the best, if it is still there.
    pub fn known(
        &mut self,
        position: &mut G::Position,
        seen: Seen,
        player: PlayerId,
        n_options: usize,
        entry: Entry,
    ) -> Option<Child> {
        let option = entry.option as usize;
        let mut child = (option < n_options).then(|| self.look_at(position, seen, player, option))?;
        child.rank = KNOWN;
        (child.change == entry.change).then_some(child)
    }

    /// All options with their ranks; what is to be tried first comes first, and [`bring`] says what comes next.
    pub fn list(
        &mut self,
        position: &mut G::Position,
        seen: Seen,
        player: PlayerId,
        (n_options, ply): (usize, usize),
        known: Option<Entry>,
        children: &mut Vec<Child>,
    ) {
        children.clear();
        self.look_at_options(position, seen, player, n_options, children);
        self.order.rank(children, known.map(|entry| entry.change), self.swing(), self.place(player, ply));
        bring(children, 0);
    }

    /// Where options are put in order.
    pub fn place(&self, player: PlayerId, ply: usize) -> Place {
        Place { player, ply, before: ply.checked_sub(1).map_or(0, |before| self.played[before]) }
    }

    /// Remembers how many options there are at a ply.
    pub fn note_options(&mut self, ply: usize, n_options: usize) {
        if self.n_options.len() <= ply {
            self.n_options.resize(ply + 1, 0);
        }
        self.n_options[ply] = n_options;
    }

    /// What is worth a closer look.
    pub fn swing(&self) -> i32 {
        self.scales.map_or(i32::MAX, |scales| scales.swing)
    }

    /// The list of the options of a ply, empty; to be put back.
    pub fn children_at(&mut self, ply: usize) -> Vec<Child> {
        if self.children.len() <= ply {
            self.children.resize_with(ply + 1, Vec::new);
        }
        let mut children = std::mem::take(&mut self.children[ply]);
        children.clear();
        children
    }

    /// Sees what each option changes.
    pub fn look_at_options(
        &mut self,
        position: &mut G::Position,
        seen: Seen,
        player: PlayerId,
        n_options: usize,
        children: &mut Vec<Child>,
    ) {
        children.extend((0..n_options).map(|option| self.look_at(position, seen, player, option)));
    }

    /// Sees what an option changes.
    fn look_at(&mut self, position: &mut G::Position, seen: Seen, player: PlayerId, option: usize) -> Child {
        let mut child = Child { option: option as u32, change: 0, gain: 0, stake: 0, cell: NOWHERE, rank: 0 };
        if let Some(scales) = self.scales {
            let sign = if player.0 == 0 { 1 } else { -1 };
            let are_told = self.game.changes_after(position, option, &mut self.changes);
            let more = are_told.then(|| scales.difference(&self.changes)).flatten();
            if let ([came], true) = (self.changes.come.as_slice(), are_told) {
                (child.stake, child.cell) = (scales.stake(came), came.cell);
            }
            let more = more.unwrap_or_else(|| {
                self.game.contents_after(position, option, &mut self.contents);
                let after = scales.weigh(&self.contents, Some(player), &mut self.sights);
                let mark = after.mark.wrapping_sub(seen.weighed.mark);
                Weighed { score: after.score - seen.weighed.score, mark }
            });
            (child.change, child.gain) = (more.mark, sign * more.score);
        }
        if child.change == 0 {
            // What changes nothing on the board is told apart by its number.
            child.change = (option as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        child
    }
}
