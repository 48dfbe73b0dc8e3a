//! Wins that nobody can hinder, found by looking at every reply.

use crate::game::{Actor, Game, Halt, PlayerId};

/// Looks for forced wins of one player, as long as there are positions left that may be looked at.
pub(super) struct Solver<'a, G: Game> {
    game: &'a G,
    player: PlayerId,
    /// How many more positions may be looked at.
    left: u64,
    halt: &'a dyn Halt,
}

impl<'a, G: Game> Solver<'a, G> {
    /// Looks at so many positions at most.
    pub fn new(game: &'a G, player: PlayerId, positions: u64, halt: &'a dyn Halt) -> Self {
        Self { game, player, left: positions, halt }
    }

    /// The options of a decision of the player after which he wins alone within so many decisions, that one included,
    /// whatever others choose and however Chance falls. None if there was too much to look at.
    pub fn winning(&mut self, position: &G::Position, decisions: u32) -> Option<Vec<usize>> {
        let mut position = position.clone();
        let mut winning = Vec::new();
        for option in 0..self.game.n_options(&position) {
            if self.wins_by(&mut position, option, decisions)? {
                winning.push(option);
            }
        }
        Some(winning)
    }

    /// A line of play in which the player wins within so many decisions and the others hold out as long as they can.
    pub fn line(&mut self, position: &G::Position, decisions: u32) -> Option<Vec<usize>> {
        let mut position = position.clone();
        let mut line = Vec::new();
        let mut left = decisions;
        while self.game.outcome(&position).is_none() {
            let n = self.game.n_options(&position);
            let option = match self.game.actor(&position)? {
                Actor::Player(player) if player == self.player => {
                    // The quickest win, so that no move is wasted.
                    (1..=left).find_map(|within| {
                        (0..n).find(|&option| self.wins_by(&mut position, option, within) == Some(true))
                    })?
                }
                _ => {
                    let mut longest = (0, 0);
                    for option in 0..n {
                        let undo = self.game.apply(&mut position, option);
                        let lasts = (0..left).find(|&within| self.wins(&mut position, within) == Some(true));
                        self.game.undo(&mut position, undo);
                        longest = longest.max((lasts? + 1, n - option));
                    }
                    n - longest.1
                }
            };
            line.push(option);
            self.game.play(&mut position, option);
            left = left.checked_sub(1)?;
        }
        Some(line)
    }

    fn wins_by(&mut self, position: &mut G::Position, option: usize, decisions: u32) -> Option<bool> {
        let undo = self.game.apply(position, option);
        let wins = self.wins(position, decisions.saturating_sub(1));
        self.game.undo(position, undo);
        wins
    }

    /// Whether the player wins within so many more decisions; none if there is too much to look at.
    fn wins(&mut self, position: &mut G::Position, decisions: u32) -> Option<bool> {
        if let Some(outcome) = self.game.outcome(position) {
            return Some(outcome.clause.is_some() && outcome.value(self.player) >= 1.0);
        }
        if decisions == 0 {
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        if self.halt.is_called() {
            return None;
        }
        let is_own = self.game.actor(position) == Some(Actor::Player(self.player));
        for option in 0..self.game.n_options(position) {
            // One of his own will do; of the others' every one must.
            if self.wins_by(position, option, decisions)? == is_own {
                return Some(is_own);
            }
        }
        Some(!is_own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Never;
    use crate::testing::{Heap, Squares, position_after};

    fn winning<G: Game>(game: &G, position: &G::Position, player: u8, decisions: u32) -> Vec<String> {
        let mut solver = Solver::new(game, PlayerId(player), 1_000_000, &Never);
        let found = solver.winning(position, decisions).expect("it is little to look at");
        found.into_iter().map(|option| game.notation(position, option)).collect()
    }

    #[test]
    fn a_row_and_a_fork_are_found() {
        let row = position_after(&Squares, &["a1", "a2", "b1", "b2"]);
        assert_eq!(winning(&Squares, &row, 0, 1), ["c1"]);
        // Against a1 and b1 three replies make two threats in the end; another program went through all of them.
        let open = position_after(&Squares, &["a1", "b1"]);
        assert!(winning(&Squares, &open, 0, 1).is_empty());
        assert_eq!(winning(&Squares, &open, 0, 5), ["a2", "b2", "a3"]);
        let line = Solver::new(&Squares, PlayerId(0), 1_000_000, &Never).line(&open, 5).expect("it is a win");
        assert_eq!(line.len(), 5);
    }

    #[test]
    fn who_leaves_four_counters_wins() {
        // One to three are taken, the last wins: of seven only three leave four.
        let heap = Heap::of(7);
        assert_eq!(winning(&heap, &heap.initial(), 0, 3), ["take 3"]);
        assert!(winning(&heap, &heap.initial(), 0, 2).is_empty());
        let four = Heap::of(4);
        assert!(winning(&four, &four.initial(), 0, 9).is_empty());
        // A win that asks for luck is none.
        let dice = Heap { die: Some(3), ..Heap::of(2) };
        let mut solver = Solver::new(&dice, PlayerId(0), 1000, &Never);
        assert_eq!(solver.wins(&mut dice.initial(), 2), Some(false));
    }

    #[test]
    fn what_is_too_much_is_not_told() {
        assert_eq!(Solver::new(&Squares, PlayerId(0), 10, &Never).winning(&Squares.initial(), 9), None);
    }
}
