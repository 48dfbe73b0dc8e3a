//! A position in one line, as the format writes it.

use super::Draft;
use crate::import::cells::column_name;
use crate::import::kinds;
use crate::import::variant::SIDES;

impl Draft<'_> {
    /// The fields of a FEN.
    pub(super) fn positions(&mut self) {
        let board = self.board_field();
        let remembered = |name: &str| self.remembers.iter().any(|line| line.starts_with(&format!("remember {name}")));
        let mut fields = vec![board, "mover White \"w\" Black \"b\"".to_owned()];
        fields.push(if remembered("rights") { self.rights_by_sign() } else { "\"-\"".to_owned() });
        fields.push(if remembered("skipped") { "skipped".to_owned() } else { "\"-\"".to_owned() });
        if remembered("checks") {
            let most = self.position.checks.iter().max().copied().unwrap_or(1).max(1);
            fields.push(format!("{most} - checks of White \"+\" {most} - checks of Black"));
        }
        let events = if self.has_move("pawn") { "taking or pawn" } else { "taking" };
        fields.push(format!("moves without {events}"));
        fields.push("rounds from 1".to_owned());
        self.line = fields;
    }

    /// Whether pieces are ever in hand.
    pub(super) fn has_hands(&self) -> bool {
        self.variant.yes("drops")
            && !self.variant.yes("supply")
            && (self.variant.yes("toHand") || !self.droppable().is_empty())
    }

    /// The rows, with `*` for walls; promoted pieces may also be written with the letter that they had before.
    fn board_field(&self) -> String {
        let mut words = vec![if self.has_hands() { "board with hands" } else { "board" }.to_owned()];
        if self.holes() {
            words.push("hole \"*\"".to_owned());
        }
        for kind in self.kinds.iter().filter(|kind| kind.state.1.is_none()) {
            for from in kinds::promoted_into(self.variant, kind.slot()) {
                let Some(piece) = self.variant.pieces.get(&from) else { continue };
                let sign = format!("+{}", piece.letter);
                if self.kinds.iter().all(|kind| kind.letter != sign) {
                    words.push(format!("{} \"{sign}\"", kind.name));
                }
            }
        }
        words.join(" ")
    }

    /// `K` and `Q` for the rooks of White, `k` and `q` for those of Black, and their columns, which are read too; they
    /// are written where pieces may be set up otherwise.
    fn rights_by_sign(&self) -> String {
        let (mut flanks, mut columns) = (Vec::new(), Vec::new());
        for side in SIDES {
            let king = self.position.kings.get(side).copied().flatten();
            let Some((king, rooks)) = king.zip(self.position.rooks.get(side)) else { continue };
            for rook in rooks.iter().rev() {
                let sign = if rook.column > king.column { "K" } else { "Q" };
                let column = column_name(rook.column).to_string().to_uppercase();
                let signs = [sign.to_owned(), column].map(|sign| if side == 0 { sign } else { sign.to_lowercase() });
                let [flank, column] = signs.map(|sign| format!("{} \"{sign}\"", rook.name()));
                flanks.push(flank);
                columns.push(column);
            }
        }
        // The eleventh column is called like a flank.
        columns.retain(|sign| !sign.to_lowercase().ends_with("\"k\""));
        let signs = if self.variant.yes("anySetup") { [columns, flanks] } else { [flanks, columns] };
        format!("rights {}", signs.concat().join(" "))
    }
}
