//! The root of the search: deeper and deeper, and which lines of play come of it.

use super::node::{Seen, Window};
use super::order::Child;
use super::{Actor, CERTAIN, DEEPEST, ENDLESS, Found, Game, Line, PlayerId, Search, WON};

/// A table has room for so many positions at first where only the time is limited.
const USUAL: u64 = 1 << 20;

impl<G: Game> Search<'_, G> {
    /// Looks ever deeper, until the bounds are reached or the end is certain.
    pub fn deepen(&mut self, root: &G::Position) -> Found {
        let mut position = root.clone();
        let seen = self.see(&position);
        let Some(Actor::Player(player)) = seen.actor else { return Found::default() };
        self.table.make_room(self.bounds.positions.min(USUAL));
        let n_options = self.game.n_options(&position);
        self.note_options(0, n_options);
        let mut children = Vec::new();
        self.look_at_options(&mut position, seen, player, n_options, &mut children);
        let known = self.table.get(seen.key).map(|entry| entry.change);
        self.order.sort(&mut children, known, self.swing(), (player.0, 0));
        let mut found = Found::default();
        let most = self.bounds.depth.min(DEEPEST as u32);
        for depth in 1..=most {
            self.depth = depth;
            let guesses = self.guesses;
            let lines = self.deep(&mut position, seen, player, &mut children);
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
        let mut whole = root.clone();
        found.lines.iter_mut().for_each(|line| self.follow(&mut whole, line));
        found
    }

    /// Looks so deep at the options of the root: the best lines, the best first. Where it was stopped, those that were
    /// found before.
    fn deep(&mut self, position: &mut G::Position, seen: Seen, player: PlayerId, children: &mut [Child]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        self.path.push(seen.key);
        let wanted = self.bounds.lines.clamp(1, children.len());
        for first in 0..wanted {
            let Some((at, line)) = self.best_option(position, player, &children[first..]) else { break };
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

    /// The best of these options and its place among them; none if not even the first was looked at.
    fn best_option(
        &mut self,
        position: &mut G::Position,
        player: PlayerId,
        children: &[Child],
    ) -> Option<(usize, Line)> {
        let mut best: Option<(usize, Line)> = None;
        let mut open = Window { least: -ENDLESS, most: ENDLESS };
        for (place, child) in children.iter().enumerate() {
            let before = self.positions;
            let score = self.option(position, child, (player, self.depth as i32), (open, place), 0);
            if self.is_stopped && (place > 0 || self.depth > 1) {
                break;
            }
            if best.as_ref().is_none_or(|(_, line)| score > line.score) {
                let line = Line { options: vec![child.option as usize], score, positions: self.positions - before };
                best = Some((place, line));
            }
            open.least = open.least.max(score);
            if self.is_stopped {
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
            let seen = self.see(whole);
            let Some(Actor::Player(player)) = seen.actor else { break };
            let Some(known) = self.table.get(seen.key) else { break };
            if keys.contains(&seen.key) {
                break;
            }
            keys.push(seen.key);
            let n_options = self.game.n_options(whole);
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
