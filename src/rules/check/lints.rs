//! Things that can be played but are probably not meant.

use crate::diagnostic::{Code, Diagnostic, Severity};

use super::{Checker, End, Phase, Purpose, Statement};

impl Checker<'_> {
    pub(super) fn lint(&mut self, ends: &[End], afterwards: &[Statement], phases: &[Phase]) {
        self.unchosen_moves();
        if self.purpose == Purpose::Play {
            return;
        }
        self.check_unused_definitions();
        // What follows from a mistake is not told beside it.
        if self.diagnostics.iter().all(|diagnostic| diagnostic.severity() < Severity::Error) {
            self.unused();
            self.shadowed_ends();
            self.impossible_conditions(ends, afterwards, phases);
            self.endless(ends);
            self.idle_jumps();
            self.meant();
            self.takings();
            self.own_jumped();
            self.taken_pieces_counted(ends);
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
}
