//! Which option is tried first: what was best before, what gains most, what was good elsewhere.

use std::cmp::Reverse;

use crate::game::PlayerId;

/// An option before it is tried.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// Its number.
    pub option: u32,
    /// A number that stands for what it changes.
    pub change: u64,
    /// How much more the position is worth to who decides.
    pub gain: i32,
    /// What the one piece is worth that came somewhere, if it is one.
    pub stake: i32,
    /// Where it came; [`NOWHERE`] if it is not one.
    pub cell: u16,
    /// The higher the sooner.
    pub rank: i32,
}

impl Child {
    /// The less the sooner. Equal ranks stay in the order of the options.
    fn turn(&self) -> (Reverse<i32>, u32) {
        (Reverse(self.rank), self.option)
    }
}

/// The cell of no piece.
pub const NOWHERE: u16 = u16::MAX;
/// So many options are picked one by one.
const PICKED: usize = 4;
/// So many counts are kept.
const COUNTS: usize = 1 << 13;
/// So many counts of replies are kept.
const REPLIES: usize = 1 << 16;
/// No count is greater.
pub const MOST: i32 = 1 << 16;
/// The rank of what was best before.
pub const KNOWN: i32 = 1 << 30;
/// The rank of a change that refuted another option of the same ply.
pub const KILLER: i32 = 1 << 20;
/// The rank of what gains much, less its gain.
const GAINING: i32 = 1 << 24;

/// Which changes were good.
#[derive(Clone, Debug)]
pub struct Order {
    /// By player and change, how often it refuted what went before, deep searches counting more.
    history: Vec<i32>,
    /// The same by the change before and this one.
    replies: Vec<i32>,
    /// By ply, the two changes that did so last.
    killers: Vec<[u64; 2]>,
}

impl Default for Order {
    fn default() -> Self {
        Self { history: vec![0; 2 * COUNTS], replies: vec![0; REPLIES], killers: Vec::new() }
    }
}

/// Where an order is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Who decides.
    pub player: PlayerId,
    /// How many decisions after the root.
    pub ply: usize,
    /// What the option changed that led there; 0 if none did.
    pub before: u64,
}

impl Place {
    fn count(self, change: u64) -> usize {
        usize::from(self.player.0 % 2) * COUNTS + (change >> 32) as usize % COUNTS
    }

    fn reply(self, change: u64) -> usize {
        let mixed = (self.before.rotate_left(17) ^ change).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 40) as usize % REPLIES
    }
}

impl Order {
    /// A new search: old counts matter less.
    pub fn fade(&mut self) {
        self.history.iter_mut().chain(&mut self.replies).for_each(|count| *count /= 4);
        self.killers.clear();
    }

    /// Gives the options of a position their ranks. A gain of `swing` counts as one.
    pub fn rank(&self, children: &mut [Child], known: Option<u64>, swing: i32, place: Place) {
        let killers = self.killers.get(place.ply).copied().unwrap_or([0; 2]);
        for child in children.iter_mut() {
            child.rank = match child {
                _ if known == Some(child.change) => KNOWN,
                // Of two that gain as much that one comes first which risks less.
                _ if child.gain >= swing => GAINING.saturating_add(child.gain).saturating_sub(child.stake / 16),
                _ if killers.contains(&child.change) => KILLER,
                _ => self.renown(child.change, place).saturating_add(child.gain.clamp(-MOST, MOST)),
            };
        }
    }

    /// How good a change was elsewhere, and after what went before; from minus two to two [`MOST`].
    pub fn renown(&self, change: u64, place: Place) -> i32 {
        self.history[place.count(change)] + self.replies[place.reply(change)]
    }

    /// A change refuted what went before, after others had been tried in vain.
    pub fn reward(&mut self, change: u64, failed: &[Child], depth: i32, place: Place) {
        if self.killers.len() <= place.ply {
            self.killers.resize(place.ply + 1, [0; 2]);
        }
        let killers = &mut self.killers[place.ply];
        if killers[0] != change {
            *killers = [change, killers[0]];
        }
        let bonus = (depth * depth * 16).clamp(1, 4096);
        self.count(change, bonus, place);
        failed.iter().for_each(|child| self.count(child.change, -bonus, place));
    }

    fn count(&mut self, change: u64, bonus: i32, place: Place) {
        add(&mut self.history[place.count(change)], bonus);
        add(&mut self.replies[place.reply(change)], bonus);
    }
}

/// Options with ranks in the order in which they are to be tried.
pub fn sort(children: &mut [Child]) {
    children.sort_unstable_by_key(Child::turn);
}

/// Brings to a place what is to be tried there, if what comes before is there already. Most often few are tried, so the
/// first ones are picked and only the rest is sorted.
pub fn bring(children: &mut [Child], place: usize) {
    let rest = &mut children[place..];
    match place {
        PICKED => sort(rest),
        _ if place < PICKED => {
            let next = (0..rest.len()).min_by_key(|&at| rest[at].turn());
            next.into_iter().for_each(|at| rest.swap(0, at));
        }
        _ => {}
    }
}

/// Moves a count towards a bonus; the nearer it is to the end the less.
fn add(count: &mut i32, bonus: i32) {
    *count += bonus - (i64::from(*count) * i64::from(bonus.abs()) / i64::from(MOST)) as i32;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(option: u32) -> u64 {
        u64::from(option + 1) << 32
    }

    fn child(option: u32, gain: i32) -> Child {
        Child { option, change: change(option), gain, stake: 0, cell: NOWHERE, rank: 0 }
    }

    #[test]
    fn known_then_gaining_then_killers_then_history() {
        let mut order = Order::default();
        let at = |ply| Place { player: PlayerId(0), ply, before: 0 };
        order.reward(change(3), &[], 2, at(5));
        order.reward(change(4), &[child(1, 0)], 2, at(6));
        let mut children: Vec<Child> =
            [0, 10, 200, 0, 0, 300, 0].into_iter().zip(0..).map(|(gain, n)| child(n, gain)).collect();
        order.rank(&mut children, Some(change(6)), 100, at(5));
        let mut brought = children.clone();
        (0..brought.len()).for_each(|place| bring(&mut brought, place));
        sort(&mut children);
        for children in [children, brought] {
            let sorted: Vec<u32> = children.iter().map(|child| child.option).collect();
            // 6 is known, 5 and 2 gain much, 3 is a killer of this ply, 4 was good elsewhere, 1 was in vain (10 - 64).
            assert_eq!(sorted, [6, 5, 2, 3, 4, 0, 1]);
        }
    }
}
