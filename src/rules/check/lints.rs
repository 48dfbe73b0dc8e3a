//! Things that can be played but are probably not meant.

use crate::diagnostic::{Code, Diagnostic, Severity};

use super::super::types::Value;
use super::{Checker, Dirs, End, ExprKind, Sentence, StatementKind, Travel, Verb};

impl Checker<'_> {
    pub(super) fn lint(&mut self, ends: &[End]) {
        self.unchosen_moves();
        self.endless(ends);
        // What follows from a mistake is not told beside it.
        if self.diagnostics.iter().all(|diagnostic| diagnostic.severity() < Severity::Error) {
            self.unused();
            self.shadowed_ends();
            self.impossible_conditions(ends);
        }
    }

    /// A move that no turn chooses cannot be meant.
    fn unchosen_moves(&mut self) {
        // Whoever misspells a move in a turn did mean to choose it.
        let broken_turn = |diagnostic: &Diagnostic| {
            diagnostic.code == Code::NoBound || diagnostic.message.starts_with("there is no move")
        };
        if self.diagnostics.iter().any(broken_turn) {
            return;
        }
        for index in 0..self.moves.len() {
            if !self.chosen_moves.contains(&index) {
                let (name, span) = (self.moves[index].name.clone(), self.moves[index].span);
                let diagnostic = Diagnostic::new(
                    Code::UnusedMove,
                    format!("no turn chooses the move `{name}`"),
                    span,
                    "never played",
                )
                .help(format!("choose it in a turn (`choose {name}`), or take it away"));
                self.report(diagnostic);
            }
        }
    }

    /// A game in which pieces go back and forth needs an end by repetition or by count.
    fn endless(&mut self, ends: &[End]) {
        let back_and_forth = self
            .moves
            .iter()
            .flat_map(|item| &item.sentences)
            .filter(|sentence| !fills_the_board(sentence))
            .filter_map(|sentence| sentence.travel.as_ref())
            .any(|travel| !travel.drops && !only_forward(travel) && !always_takes(travel));
        if back_and_forth && !self.asks_count && !self.asks_repetition {
            let span = ends.first().map_or(self.start, |end| end.span);
            let limit = self.limit();
            let diagnostic =
                Diagnostic::new(Code::Endless, "play may never end", span, "no end counts or compares positions")
                    .help("add for instance `\"repetition\": draw when repeated 3 times` to `end before each turn`")
                    .help(format!("otherwise the limit of {limit} moves ends it"));
            self.report(diagnostic);
        }
    }
}

/// Whether every travel leaves another piece on the board.
fn fills_the_board(sentence: &Sentence) -> bool {
    sentence.block.iter().any(|statement| matches!(statement.kind, StatementKind::Put { on: Some(_), .. }))
}

/// Whether every landing is on a piece, which is taken: there are fewer pieces each time.
fn always_takes(travel: &Travel) -> bool {
    matches!(travel.to.kind, ExprKind::Pieces(..)) && !travel.path.iter().any(|leg| matches!(leg.verb, Verb::Stays))
}

/// Whether every leg goes forward, so that the piece never comes back.
fn only_forward(travel: &Travel) -> bool {
    !travel.path.is_empty()
        && travel.path.iter().all(|leg| match &leg.dirs {
            Some(Dirs::Set(set)) => forward(&set.kind),
            _ => false,
        })
}

fn forward(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Relative(_, notches) => notches.iter().all(|notch| matches!(notch, 0 | 1 | 7)),
        ExprKind::Union(a, b) => forward(&a.kind) && forward(&b.kind),
        ExprKind::ToSet(inner) => forward(&inner.kind),
        ExprKind::Constant(Value::Set(set)) => set.is_empty(),
        _ => false,
    }
}
