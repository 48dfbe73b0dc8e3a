//! The root of the search: deeper and deeper, and which lines of play come of it.
//!
//! Options are found as they are behind the root, where that is faster than finding those that others know by their
//! numbers. What is told at the end has the numbers that others know.

use super::node::{Seen, Window};
use super::order::{Child, sort};
use super::{Actor, CERTAIN, DEEPEST, ENDLESS, Found, Game, Line, PlayerId, Search, WON};

/// From this depth on the score is expected near to the last one.
const AIMED: u32 = 3;

impl<G: Game> Search<'_, G> {
    /// Looks ever deeper, first so many decisions ahead, until the bounds are reached or the end is certain.
    pub fn deepen(&mut self, root: &G::Position, first: u32) -> Found {
        let mut position = root.clone();
        let seen = self.see(&position);
        let Some(Actor::Player(player)) = seen.met.actor else { return Found::default() };
        let n_options = self.game.n_options(&position);
        self.note_options(0, n_options);
        self.worths[0] = seen.weighed.score;
        let mut children = Vec::new();
        let n_found = self.find_options(&mut position);
        self.look_at_options(&mut position, seen, player, n_found, &mut children);
        let known = self.table.get(seen.met.key).map(|entry| entry.change);
        self.order.rank(&mut children, known, self.swing(), self.place(player, 0));
        sort(&mut children);
        let mut found = Found::default();
        let most = self.bounds.depth.min(DEEPEST as u32);
        for depth in first..=most {
            self.depth = depth;
            let guesses = self.guesses;
            let last = found.lines.first().map(|line| line.score);
            let lines = self.deep(&mut position, (seen, player), &mut children, last);
            let is_whole = !self.is_stopped;
            if is_whole || found.lines.is_empty() || self.bounds.lines <= 1 && !lines.is_empty() {
                found.lines = lines;
            }
            found.positions = self.positions;
            if !is_whole {
                break;
            }
            found.depth = depth;
            if is_settled(&found.lines, depth) || n_options == 1 || self.guesses == guesses {
                break;
            }
        }
        if found.depth == 0 {
            self.add_guesses(&mut position, (seen, player), &children, &mut found.lines);
        }
        let mut whole = root.clone();
        let lines = std::mem::take(&mut found.lines).into_iter();
        let number = |line: Line| {
            let child = children.iter().find(|child| child.option as usize == line.options[0])?;
            self.numbered(&mut whole, &mut position, (seen, player), (line, child.change))
        };
        found.lines = lines.filter_map(number).collect();
        if self.bounds.replies {
            found.lines.iter_mut().for_each(|line| self.follow(&mut whole, line));
        }
        found
    }

    /// The line with the number that others know of its first option, which leads to the same position; none if that turns
    /// out to be no option. `whole` is the root as others know it.
    fn numbered(
        &mut self,
        whole: &mut G::Position,
        position: &mut G::Position,
        (seen, player): (Seen, PlayerId),
        (line, change): (Line, u64),
    ) -> Option<Line> {
        let first = line.options[0];
        let undo = self.game.try_likely(position, first)?;
        let wanted = self.meet(position).key;
        self.game.undo(position, undo);
        let n_options = self.n_options[0];
        let mut option = Some(first).filter(|&first| first < n_options && self.leads_to(whole, first, wanted));
        if option.is_none() {
            let mut others = Vec::new();
            self.look_at_options(whole, seen, player, n_options, &mut others);
            others.sort_by_key(|other| other.change != change);
            option =
                others.iter().map(|other| other.option as usize).find(|&other| self.leads_to(whole, other, wanted));
        }
        option.map(|option| Line { options: vec![option], ..line })
    }

    /// Whether an option leads to the position with this key.
    fn leads_to(&mut self, position: &mut G::Position, option: usize, key: u64) -> bool {
        let undo = self.game.try_option(position, option);
        let found = self.meet(position).key;
        self.game.undo(position, undo);
        found == key
    }

    /// Adds options that were not looked at, each worth what it changes, as many as are asked for, one at least. What turns out to
    /// be no option is none.
    fn add_guesses(
        &mut self,
        position: &mut G::Position,
        (seen, player): (Seen, PlayerId),
        children: &[Child],
        lines: &mut Vec<Line>,
    ) {
        let least = lines.last().map_or(ENDLESS, |line| line.score);
        for child in children {
            if lines.len() >= self.bounds.lines.max(1) {
                break;
            }
            let option = child.option as usize;
            if lines.iter().any(|line| line.options[0] == option) {
                continue;
            }
            let Some(undo) = self.game.try_likely(position, option) else { continue };
            self.game.undo(position, undo);
            let score = seen.worth(player).saturating_add(child.gain).min(least);
            lines.push(Line { options: vec![option], score, positions: 0 });
        }
    }

    /// Looks so deep at the options of the root, of which the best had the score `last` when it was looked at less deep:
    /// the best lines, the best first. Where it was stopped, those that were found before.
    fn deep(
        &mut self,
        position: &mut G::Position,
        (seen, player): (Seen, PlayerId),
        children: &mut [Child],
        last: Option<i32>,
    ) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        self.path.push(seen.met.key);
        let wanted = self.bounds.lines.clamp(1, children.len());
        for first in 0..wanted {
            let last = last.filter(|_| wanted == 1);
            let Some((at, line)) = self.aimed(position, player, &mut children[first..], last) else { break };
            // The best comes first; the others keep their order.
            children[first..=first + at].rotate_right(1);
            lines.push(line);
            if self.is_stopped {
                break;
            }
        }
        self.path.pop();
        lines
    }

    /// The best of these options and its place among them; none if not even the first was looked at. First only scores
    /// near to the last one are told apart, then what is needed.
    fn aimed(
        &mut self,
        position: &mut G::Position,
        player: PlayerId,
        children: &mut [Child],
        last: Option<i32>,
    ) -> Option<(usize, Line)> {
        let (swing, mut open) = (self.swing(), Window { least: -ENDLESS, most: ENDLESS });
        if let Some(last) = last.filter(|last| self.depth >= AIMED && swing < i32::MAX && last.abs() < CERTAIN) {
            open = Window { least: last.saturating_sub(swing), most: last.saturating_add(swing) };
        }
        loop {
            let found = self.best_option(position, player, children, open);
            let score = found.as_ref().map(|(_, line)| line.score);
            match score {
                // Nothing is known of the best yet but that it is worse than was thought.
                Some(score) if score <= open.least && open.least > -ENDLESS => {
                    if self.is_stopped {
                        return None;
                    }
                    open.least = -ENDLESS;
                }
                Some(score) if score >= open.most && open.most < ENDLESS && !self.is_stopped => {
                    open.most = ENDLESS;
                    if let Some((at, _)) = found {
                        children[..=at].rotate_right(1);
                    }
                }
                _ => return found,
            }
        }
    }

    /// The best of these options and its place among them, as far as the window tells scores apart.
    fn best_option(
        &mut self,
        position: &mut G::Position,
        player: PlayerId,
        children: &[Child],
        mut open: Window,
    ) -> Option<(usize, Line)> {
        let mut best: Option<(usize, Line)> = None;
        for (place, child) in children.iter().enumerate() {
            let before = self.positions;
            let Some(score) = self.option(position, child, (player, self.depth as i32), (open, place), 0) else {
                continue;
            };
            if self.is_stopped && (place > 0 || self.depth > 1) {
                break;
            }
            if best.as_ref().is_none_or(|(_, line)| score > line.score) {
                let line = Line { options: vec![child.option as usize], score, positions: self.positions - before };
                best = Some((place, line));
            }
            open.least = open.least.max(score);
            if self.is_stopped || open.least >= open.most {
                break;
            }
        }
        best
    }

    /// Follows what the table knows of the replies, in the canonical numbers of options.
    fn follow(&mut self, whole: &mut G::Position, line: &mut Line) {
        let root = whole.clone();
        let mut keys = Vec::new();
        let Some(&first) = line.options.first() else { return };
        self.game.apply(whole, first);
        while line.options.len() < self.depth as usize {
            let met = self.meet(whole);
            let Some(Actor::Player(player)) = met.actor else { break };
            let Some(known) = self.table.get(met.key) else { break };
            if keys.contains(&met.key) {
                break;
            }
            keys.push(met.key);
            let (seen, n_options) = (self.seen(whole, met), self.game.n_options(whole));
            let mut children = Vec::new();
            self.look_at_options(whole, seen, player, n_options, &mut children);
            let Some(child) = children.iter().find(|child| child.change == known.change) else { break };
            line.options.push(child.option as usize);
            self.game.apply(whole, child.option as usize);
        }
        *whole = root;
    }
}

/// Whether no deeper look would change anything: the best ends for certain, no later than was looked.
fn is_settled(lines: &[Line], depth: u32) -> bool {
    let is_certain = |line: &Line| line.score.abs() >= CERTAIN && WON - line.score.abs() <= depth as i32;
    !lines.is_empty() && lines.iter().all(is_certain)
}
