//! What a player does in a turn.

use super::Draft;
use crate::import::table::Slot;
use crate::import::variant::SIDES;

impl Draft<'_> {
    pub(super) fn turns(&mut self) {
        self.moves.retain(|draft| !draft.sentences.is_empty());
        let must_capture = self.variant.yes("mustCapture");
        let must_drop = self.variant.yes("mustDrop") && self.has_move("drop");
        let skips = self.has_move("skip") && !SIDES.iter().any(|side| self.variant.yes_of("pass", *side));
        if must_drop && self.variant.kind("mustDropKind", 0) != Some(Slot::ALL) {
            return self.unsaid("mustDropKind", "a kind of piece that must be dropped before all others");
        }
        if must_drop && must_capture {
            return self.unsaid("mustDrop", "drops and captures that are both compulsory");
        }
        let others = |left_out: &[&str]| {
            let names = self.moves.iter().map(|draft| draft.name).filter(|name| !left_out.contains(name));
            names.collect::<Vec<_>>().join(" or ")
        };
        let drops: Vec<&str> = ["drop", "drop-pawn"].into_iter().filter(|name| self.has_move(name)).collect();
        let rest = others(&["skip", "drop", "drop-pawn"]);
        let choice = match (must_drop, skips) {
            (false, false) if must_capture => "any move".to_owned(),
            (false, false) => return,
            (true, _) if rest.is_empty() => return,
            (true, false) => format!("{} or else {rest}", drops.join(" or ")),
            (true, true) => format!("{} or else {rest} or else skip", drops.join(" or ")),
            (false, true) => format!("{} or else skip", others(&["skip"])),
        };
        let most = if must_capture { " with the most smaller(1, count of taken)" } else { "" };
        self.turn = Some(format!("choose {choice}{most}"));
    }
}
