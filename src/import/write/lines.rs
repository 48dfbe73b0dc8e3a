//! Ends by lines, connections and full boards.

use super::Draft;
use crate::import::table::Slot;
use crate::import::value::Result3;
use crate::import::variant::SIDES;

impl Draft<'_> {
    /// Pieces in a row, in a square, or from side to side.
    pub(super) fn connection(&mut self) {
        let verdict = match self.variant.result("connectValue").unwrap_or(Result3::Win) {
            Result3::Win => "mover wins",
            Result3::Loss => "mover loses",
            Result3::Draw => "draw",
        };
        let kinds = self.variant.setting("connectKinds", 0).map(|_| self.variant.present("connectKinds", 0));
        let set = self.owned("my", &kinds.unwrap_or_else(|| vec![Slot::ALL]));
        let set = if set.contains(" in ") { format!("({set})") } else { set };
        let long = self.variant.number("connectCount");
        if long > 1
            && let Some(line) = self.line_of(long, &set)
        {
            self.after_turns.push((format!("{long} in a row"), format!("{verdict} when {line}")));
        }
        let side = self.variant.number("connectSquare");
        match side {
            0 | 1 => {}
            2 => {
                let square = format!(
                    "some those c in {set}\n    where some (east of c) in {set} and some (north of c) in {set} and some (north-east of c) in {set}"
                );
                self.after_turns.push(("a square".to_owned(), format!("{verdict} when {square}")));
            }
            _ => self.unsaid("connectSquare", "a square of so many pieces"),
        }
        if SIDES.iter().any(|side| !self.variant.cells("connectFrom", *side).is_empty()) {
            self.side_to_side(&set, verdict);
        }
    }

    /// A row of so many, along the lines that count.
    fn line_of(&mut self, long: u32, set: &str) -> Option<String> {
        let along = ["connectHorizontal", "connectVertical", "connectDiagonal"].map(|field| self.variant.yes(field));
        if along == [true; 3] {
            return Some(format!("some lines of {long} in {set}"));
        }
        let ways = [("east", along[0]), ("north", along[1]), ("north-east", along[2]), ("south-east", along[2])];
        let row = |way: &str| {
            format!(
                "count of (reach of c by slides {way} up to {} through {set} to {set}) at least {}",
                long - 1,
                long - 1
            )
        };
        let rows: Vec<String> = ways.iter().filter(|(_, counts)| *counts).map(|(way, _)| row(way)).collect();
        (!rows.is_empty()).then(|| format!("some those c in {set}\n    where ({})", rows.join("\n    or ")))
    }

    fn side_to_side(&mut self, set: &str, verdict: &str) {
        let from = SIDES.map(|side| self.variant.cells("connectFrom", side));
        let to = SIDES.map(|side| self.variant.cells("connectTo", side));
        let (from, to) = (self.region("near-side", from).closed(), self.region("far-side", to).closed());
        let [level, upright, aslant] =
            ["connectHorizontal", "connectVertical", "connectDiagonal"].map(|field| self.variant.yes(field));
        let ways = [("east", level), ("north", upright), ("north-east", aslant), ("south-east", aslant)];
        let ways: Vec<&str> = ways.iter().filter(|(_, counts)| *counts).map(|(way, _)| *way).collect();
        if ways.is_empty() {
            return;
        }
        // The format follows a chain from the near side, and never back.
        let steps = format!("steps {} through {set} repeating to {set}", ways.join(" or "));
        let clause = format!("some (reach of ({set} in {from}) by {steps}) in {to}");
        self.after_turns.push(("connected".to_owned(), format!("{verdict} when {clause}")));
    }

    /// A board without an empty cell, and two passes.
    pub(super) fn full_board(&mut self) {
        let verdict = |draft: &mut Self| match draft.variant.word("materialCounting") {
            "unweighted" => {
                draft.define("men of p = count of pieces of p".to_owned());
                "highest men wins"
            }
            "whitedrawodds" => "White wins",
            "blackdrawodds" => "Black wins",
            _ => "draw",
        };
        if self.variant.yes("fullBoard") {
            let verdict = verdict(self);
            self.before_turns.push(("full board".to_owned(), format!("{verdict} when no empty")));
        }
        if self.has_move("skip") {
            let verdict = verdict(self);
            let moves = self.moves.iter().map(|draft| draft.name).filter(|name| *name != "skip");
            let others: Vec<&str> = moves.collect();
            let clause = format!("{verdict} when 2 moves without {}", others.join(" or "));
            self.after_turns.push(("two passes".to_owned(), clause));
        }
    }
}
