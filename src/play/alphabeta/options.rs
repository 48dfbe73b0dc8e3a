//! The options of a position, each with what it changes.

use super::memory::Entry;
use super::node::Seen;
use super::order::{Child, KNOWN, NOWHERE, Place, bring};
use super::{Changes, Game, PlayerId, Scales, Search, Sights, Weighed};

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
        let Some(scales) = self.scales else {
            return children.extend((0..n_options).map(|option| Child::told(option, Weighed::default(), player)));
        };
        self.prepare(position);
        let (mut changes, sights) = (std::mem::take(&mut self.changes), &mut self.sights);
        let mut untold = Vec::new();
        self.game.visit_changes(position, 0..n_options, &mut changes, &mut |option, changes| {
            let (child, is_told) = Child::of(scales, option, changes, player, sights);
            if !is_told {
                untold.push(children.len());
            }
            children.push(child);
        });
        self.changes = changes;
        untold.into_iter().for_each(|at| self.look_behind(position, seen, player, &mut children[at]));
    }

    /// Sees what an option changes.
    fn look_at(&mut self, position: &mut G::Position, seen: Seen, player: PlayerId, option: usize) -> Child {
        let Some(scales) = self.scales else { return Child::told(option, Weighed::default(), player) };
        self.prepare(position);
        let are_told = self.game.changes_after(position, option, &mut self.changes);
        let changes = are_told.then_some(&self.changes);
        let (mut child, is_told) = Child::of(scales, option, changes, player, &mut self.sights);
        if !is_told {
            self.look_behind(position, seen, player, &mut child);
        }
        child
    }

    /// Gets ready to tell what changes of a position are worth.
    fn prepare(&mut self, position: &G::Position) {
        if let Some(scales) = self.scales.filter(|scales| scales.heeds_shape())
            && self.game.contents(position, &mut self.contents)
        {
            scales.prepare(&self.contents, &mut self.sights);
        }
    }

    /// Sees what an option changes by what stands behind it, where what changes does not tell that.
    fn look_behind(&mut self, position: &mut G::Position, seen: Seen, player: PlayerId, child: &mut Child) {
        let Some(scales) = self.scales else { return };
        let option = child.option as usize;
        self.game.contents_after(position, option, &mut self.contents);
        let after = scales.weigh(&self.contents, Some(player), &mut self.sights);
        let mark = after.mark.wrapping_sub(seen.weighed.mark);
        let Child { stake, cell, .. } = *child;
        let told = Child::told(option, Weighed { score: after.score - seen.weighed.score, mark }, player);
        *child = Child { stake, cell, ..told };
    }
}

impl Child {
    /// An option by which a position is worth so much more to the first player, before anything else is known of it.
    fn told(option: usize, more: Weighed, player: PlayerId) -> Self {
        let change = match more.mark {
            // What changes nothing on the board is told apart by its number.
            0 => (option as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            mark => mark,
        };
        let gain = if player.0 == 0 { more.score } else { -more.score };
        Self { option: option as u32, change, gain, stake: 0, cell: NOWHERE, rank: 0 }
    }

    /// An option that changes this, if that is known; and whether it tells how much more the position is worth.
    #[inline]
    fn of(
        scales: &Scales,
        option: usize,
        changes: Option<&Changes>,
        player: PlayerId,
        sights: &mut Sights,
    ) -> (Self, bool) {
        let more = changes.map(|changes| scales.difference(changes, sights));
        let mut child = Self::told(option, more.unwrap_or_default(), player);
        if let Some([came]) = changes.map(|changes| changes.come.as_slice()) {
            (child.stake, child.cell) = (scales.stake(came), came.cell);
        }
        (child, more.is_some())
    }
}
