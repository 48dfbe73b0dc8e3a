//! A position in one line, as the format writes it.

use super::Draft;
use crate::import::variant::SIDES;

impl Draft<'_> {
    /// The fields of a FEN.
    pub(super) fn positions(&mut self) {
        let board = if self.has_hands() { "board with hands" } else { "board" };
        let remembered = |name: &str| self.remembers.iter().any(|line| line.starts_with(&format!("remember {name}")));
        let mut fields = vec![board.to_owned(), "mover White \"w\" Black \"b\"".to_owned()];
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

    /// `K` and `Q` for the rooks of White, `k` and `q` for those of Black.
    fn rights_by_sign(&self) -> String {
        let mut words = vec!["rights".to_owned()];
        for side in SIDES {
            let king = self.position.kings.get(side).copied().flatten();
            let Some((king, rooks)) = king.zip(self.position.rooks.get(side)) else { continue };
            for rook in rooks.iter().rev() {
                let sign = if rook.column > king.column { "K" } else { "Q" };
                let sign = if side == 0 { sign.to_owned() } else { sign.to_lowercase() };
                words.push(format!("{} \"{sign}\"", rook.name()));
            }
        }
        words.join(" ")
    }
}
