//! What of rules depends on more than the position, and how a proof heeds that.
//!
//! - **Repetition that ends the game as a draw** changes nothing and is left out: who can win without it can win by positions
//!   that take fewer and fewer decisions to the end, so none of them stands twice; and who cannot win without it cannot win
//!   with it. It must be positions that are compared, all of them by everything, and the clause must say nothing else.
//! - **Counters** (`100 moves without taking`) and the numbers of turns and rounds are parts of the position where a rule asks
//!   for them. Beyond what is asked for a counter does not matter.
//! - Everything else that asks for what was before makes a game none that is proved here.

use std::fmt;

use crate::game::Contents;
use crate::rules::Rules;
use crate::rules::model::{EndResult, Expr, ExprKind, StatementKind};
use crate::rules::types::Value;
use crate::rules::walk;

/// What a position is told apart by, beside itself.
#[derive(Clone, Debug, Default)]
pub struct Timeless {
    /// By counter of the rules, the greatest number that is asked for.
    counters: Vec<Option<i64>>,
    turns: bool,
    rounds: bool,
    /// The ends that are left out.
    pub left_out: Vec<String>,
}

/// Why rules are none that are proved here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// Another number of players than two.
    Players(usize),
    /// What is legal, or who wins, depends on repetition.
    Repetition,
    /// What comes of a position depends on which move was made last in the turn.
    Played,
    /// Who has the first turn of each round may change.
    Starter,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(n) => write!(f, "only games of two players can be proved, and {n} play this one"),
            Self::Repetition => write!(
                f,
                "repetition does more than to end this game as a draw, so what a position comes to depends on those before it"
            ),
            Self::Played => write!(f, "a rule asks which move was made before in the same turn"),
            Self::Starter => write!(f, "who begins a round may change in the midst of this game"),
        }
    }
}

impl Timeless {
    /// The rules without repetition that ends the game as a draw, and what positions are told apart by.
    ///
    /// # Errors
    /// If what comes of a position depends on other things that were before it.
    pub fn of(rules: &Rules) -> Result<(Rules, Self), Unfit> {
        if rules.players.len() != 2 {
            return Err(Unfit::Players(rules.players.len()));
        }
        let mut new = rules.clone();
        let mut left_out = Vec::new();
        let is_compared_whole = rules.variables.iter().all(|variable| variable.compared) && !rules.asks_unmoved;
        for end in &mut new.ends {
            let is_draw = matches!(end.result, EndResult::Draw);
            if let Some(when) = end.when.as_mut().filter(|when| is_draw && is_compared_whole && asks_repetition(when)) {
                when.kind = ExprKind::Constant(Value::Truth(false));
                left_out.push(end.name.to_string());
            }
        }
        let mut found = Self { counters: vec![None; rules.counters.len()], left_out, ..Self::default() };
        let mut unfit = None;
        walk::expressions(&new, &mut |expr| match expr.kind {
            ExprKind::Repeated(..) => unfit = Some(Unfit::Repetition),
            ExprKind::Played(_) => unfit = Some(Unfit::Played),
            ExprKind::Turns => found.turns = true,
            ExprKind::Rounds => found.rounds = true,
            ExprKind::Without(counter, number) => {
                if let Some(most) = found.counters.get_mut(counter) {
                    *most = Some(most.map_or(i64::from(number), |most| most.max(i64::from(number))));
                }
            }
            _ => {}
        });
        // What the set-up does is done before the start.
        let turns = new.phases.iter().map(|phase| phase.entry).min().unwrap_or(0);
        let played = Rules { code: new.code.iter().skip(turns).cloned().collect(), ..new.clone() };
        walk::statements(&played, &mut |statement| {
            if matches!(statement.kind, StatementKind::SetStarter(_)) {
                unfit = Some(Unfit::Starter);
            }
        });
        unfit.map_or(Ok((new, found)), Err)
    }

    /// Whether anything is told apart by but the position itself.
    pub(super) fn asks_counts(&self) -> bool {
        self.turns || self.rounds || self.counters.iter().any(Option::is_some)
    }

    /// Adds what positions are told apart by beside themselves.
    pub(super) fn counts(&self, contents: &Contents, words: &mut Vec<u64>) {
        for (count, most) in contents.counters.iter().zip(&self.counters) {
            words.extend(most.map(|most| (*count).min(most) as u64));
        }
        words.extend(self.turns.then_some(u64::from(contents.turns)));
        words.extend(self.rounds.then_some(u64::from(contents.rounds)));
    }
}

/// Whether a condition can only hold where the whole position stood before.
fn asks_repetition(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Repeated(board, times, _) => !board && *times >= 2,
        ExprKind::And(a, b) => asks_repetition(a) || asks_repetition(b),
        ExprKind::Or(a, b) => asks_repetition(a) && asks_repetition(b),
        _ => false,
    }
}
