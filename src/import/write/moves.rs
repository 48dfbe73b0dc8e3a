//! The moves of the pieces.

use std::collections::BTreeSet;

use super::{Draft, Sentence};
use crate::import::cells::{Cell, Cells};
use crate::import::kinds::Kind;
use crate::import::table::Slot;
use crate::import::travel;
use crate::import::variant::SIDES;
use crate::syntax::betza::{Gait, Mode, Vector, Way};

impl Draft<'_> {
    /// The sentences of all kinds.
    pub(super) fn pieces_in_motion(&mut self) {
        self.defines.push("open = empty or enemies".to_owned());
        let kinds = self.kinds;
        // Kinds that move alike share their sentences.
        let mut done: Vec<Slot> = Vec::new();
        for kind in kinds {
            if done.contains(&kind.slot()) {
                continue;
            }
            done.push(kind.slot());
            let who: Vec<&str> = self.of_slot(kind.slot()).iter().map(|kind| kind.name.as_str()).collect();
            let who = who.join(" or ");
            for way in &kind.ways {
                self.way(kind, &who, way);
            }
            if kind.slot() == Slot::KING && self.variant.yes("facing") {
                let sentence = Sentence {
                    who: who.clone(),
                    path: "slides orthogonal".to_owned(),
                    rest: "to enemy Kings    // they must not face each other".replace("Kings", &kind.plural),
                };
                self.say("play", sentence);
            }
            if kind.slot() == Slot::PAWN {
                self.long_steps(&who, kind);
            }
        }
        if self.en_passant() {
            self.en_passant_takers();
        }
        let is_used = |draft: &super::Move| draft.sentences.iter().any(|sentence| sentence.rest.contains("open"));
        if !self.moves.iter().any(is_used) {
            self.defines.retain(|define| !define.starts_with("open ="));
        }
    }

    /// Adds the sentences of one way, parted where only some of its directions are for good.
    fn way(&mut self, kind: &Kind, who: &str, way: &Way) {
        let on = if way.first { self.first_region() } else { None };
        if way.first && on.is_none() {
            return;
        }
        let soldier = self.is_soldier(kind);
        let (sideways, ahead): (BTreeSet<Vector>, BTreeSet<Vector>) =
            way.vectors.iter().partition(|(rows, _)| soldier && *rows == 0);
        for (vectors, from) in [(ahead, on), (sideways, self.beyond_the_river(soldier))] {
            if vectors.is_empty() {
                continue;
            }
            let (for_good, reversible): (BTreeSet<Vector>, BTreeSet<Vector>) =
                vectors.into_iter().partition(|vector| self.is_progress(kind, way, *vector));
            for (vectors, name) in [(for_good, "pawn"), (reversible, "play")] {
                if !vectors.is_empty() {
                    let part = Way { vectors, ..way.clone() };
                    self.sentences(name, kind, who, &part, from.as_deref());
                }
            }
        }
    }

    fn sentences(&mut self, name: &'static str, kind: &Kind, who: &str, way: &Way, on: Option<&str>) {
        let mut paths = match travel::paths(way) {
            Ok(paths) => paths,
            Err(why) => return self.unsaid_of(kind, &why),
        };
        let mut to = self.landing(kind, way.mode);
        if self.spares_its_like(kind) {
            let own = self.standing(&[kind.slot()]);
            for path in &mut paths {
                path.text = path.text.replace("over pieces", &format!("over pieces except {own}"));
            }
            to = to.map(|to| to.replacen("to open", &format!("to (open except {own})"), 1));
        }
        let marks = way.first && self.en_passant() && way.gait != Gait::Leap;
        for path in paths {
            let when = path.when.map(|when| format!("when {when}"));
            let block = marks.then(|| format!("{{ {} }}", self.mark("(passed or landing)")));
            let rest: Vec<String> = [to.clone(), when, block].into_iter().flatten().collect();
            let who = on.map_or(who.to_owned(), |on| format!("{who} on {on}"));
            self.say(name, Sentence { who, path: path.text, rest: rest.join(" ") });
        }
    }

    /// Where a kind may land, behind `to`.
    fn landing(&mut self, kind: &Kind, mode: Mode) -> Option<String> {
        let slot = kind.slot();
        let standing = SIDES.map(|side| self.variant.standing(slot, side));
        let within = standing.iter().any(Option::is_some).then(|| {
            let all = self.size().all();
            let name = format!("range-of-{}", kind.name.to_lowercase());
            self.region(&name, standing.map(|cells| cells.unwrap_or(all))).closed()
        });
        let spared = (mode != Mode::Quiet && self.variant.kinds("mutuallyImmune", 0).has(slot))
            .then(|| self.owned("enemy", &[slot]));
        let what = match (mode, &spared) {
            (Mode::Both, None) => "open".to_owned(),
            (Mode::Take, None) => "enemies".to_owned(),
            (Mode::Quiet, _) => "empty".to_owned(),
            (Mode::Both, Some(spared)) => format!("(open except {spared})"),
            (Mode::Take, Some(spared)) => format!("(enemies except {spared})"),
        };
        match (within, mode) {
            (Some(within), _) => Some(format!("to {what} in {within}")),
            (None, Mode::Quiet) => None,
            (None, _) => Some(format!("to {what}")),
        }
    }

    /// The cannons of Janggi neither hop over one another nor take one another.
    fn spares_its_like(&self, kind: &Kind) -> bool {
        crate::import::table::TABLES.pieces.get(&kind.slot()).is_some_and(|named| named.key == "janggiCannon")
    }

    fn is_soldier(&self, kind: &Kind) -> bool {
        let key = crate::import::table::TABLES.pieces.get(&kind.slot()).map(|named| named.key.as_str());
        key == Some("soldier") && self.variant.line("soldierRank") > 0
    }

    /// Where soldiers may also go to the side.
    fn beyond_the_river(&self, soldier: bool) -> Option<String> {
        let from = self.variant.line("soldierRank") + 1;
        soldier.then(|| format!("my rows {from} to {}", self.size().rows))
    }

    /// Where pieces make first moves, for words behind `on`.
    fn first_region(&mut self) -> Option<String> {
        let sides = SIDES.map(|side| self.variant.cells("doubleStepRegion", side));
        let all = self.size().all();
        match sides.iter().all(|cells| cells.is_empty()) {
            true => None,
            false if sides.iter().all(|cells| *cells == all) => Some("grid".to_owned()),
            false => Some(self.region("double-step", sides).closed()),
        }
    }

    /// Whether a counted piece can never undo this: such moves begin the counting anew.
    fn is_progress(&self, kind: &Kind, way: &Way, vector: Vector) -> bool {
        let counted = SIDES.iter().any(|side| self.variant.kinds("counted", *side).has(kind.slot()));
        let back = (-vector.0, -vector.1);
        let undone = |other: &Way| {
            !other.first && other.mode != Mode::Take && other.vectors.contains(&back) && reaches(other, way)
        };
        self.variant.number("moveRule") > 0 && counted && !kind.ways.iter().any(undone)
    }

    /// The double and triple steps of pawns.
    fn long_steps(&mut self, who: &str, kind: &Kind) {
        for (field, length) in [("doubleStepRegion", 2), ("tripleStepRegion", 3)] {
            let sides = SIDES.map(|side| self.variant.cells(field, side));
            if sides.iter().all(|cells| cells.is_empty()) {
                continue;
            }
            let all = sides.iter().all(|cells| *cells == self.size().all());
            let name = if length == 2 { "double-step" } else { "triple-step" };
            let on = if all { String::new() } else { format!(" on {}", self.region(name, sides).closed()) };
            let mut rest: Vec<String> = self.landing(kind, Mode::Quiet).into_iter().collect();
            if self.en_passant() {
                rest.push(self.marking(kind));
            }
            let name = if self.variant.number("moveRule") > 0 && self.counts(kind) { "pawn" } else { "play" };
            let path = format!("slides forward exactly {length}");
            let sentence = Sentence { who: format!("{who}{on}"), path, rest: rest.join(" ") };
            self.say(name, sentence);
        }
    }

    pub(super) fn counts(&self, kind: &Kind) -> bool {
        SIDES.iter().any(|side| self.variant.kinds("counted", *side).has(kind.slot()))
    }

    /// The block that remembers the passed cells, if an enemy pawn stands ready to take.
    fn marking(&self, kind: &Kind) -> String {
        let others = SIDES.iter().any(|side| self.takers(*side).iter().any(|slot| *slot != Slot::PAWN));
        let mark = self.mark("passed");
        if others {
            return format!("{{ {mark} }}");
        }
        if self.has_triple_steps() {
            let seen = format!("those c in passed where some (forward-diagonal of c) in enemy {}", kind.plural);
            return format!("{{ {} }}", self.mark(&format!("({seen})")));
        }
        format!("{{\n  if some (sideways of landing) in enemy {} {{ {mark} }}\n}}", kind.plural)
    }

    /// The statements that remember passed cells.
    fn mark(&self, passed: &str) -> String {
        let all = self.size().all();
        let open = SIDES.map(|side| self.variant.cells("enPassantRegion", side));
        let passed = if open.iter().all(|cells| *cells == all) {
            passed.trim_matches(['(', ')']).to_owned()
        } else {
            format!("{passed} in en-passant-cells of opponent")
        };
        format!("set skipped to {passed}")
    }

    fn has_triple_steps(&self) -> bool {
        SIDES.iter().any(|side| !self.variant.cells("tripleStepRegion", *side).is_empty())
    }

    /// The kinds of a side that may take in passing.
    fn takers(&self, side: usize) -> Vec<Slot> {
        let mut takers: Vec<Slot> = self
            .variant
            .kinds("enPassantTakers", side)
            .slots()
            .filter(|slot| !self.of_slot(*slot).is_empty())
            .collect();
        // The pawn of the format always may.
        if !takers.contains(&Slot::PAWN) && !self.of_slot(Slot::PAWN).is_empty() {
            takers.push(Slot::PAWN);
        }
        takers
    }

    /// Whether anybody can pass and anybody can take for it.
    fn en_passant(&self) -> bool {
        let goes_first = |kind: &Kind| kind.ways.iter().any(|way| way.first && way.gait != Gait::Leap);
        let region = |field: &str| SIDES.iter().any(|side| !self.variant.cells(field, *side).is_empty());
        let pawns = !self.of_slot(Slot::PAWN).is_empty() && (region("doubleStepRegion") || region("tripleStepRegion"));
        let passes = pawns || (region("doubleStepRegion") && self.kinds.iter().any(goes_first));
        passes && region("enPassantRegion") && SIDES.iter().any(|side| !self.takers(*side).is_empty())
    }

    /// Whether pieces that are not pawns can pass: then the cell on which they land is remembered with those that they
    /// have passed, as the format does it, and tells who is taken.
    fn others_pass(&self) -> bool {
        self.kinds.iter().any(|kind| kind.ways.iter().any(|way| way.first && way.gait != Gait::Leap))
    }

    /// Whom a piece takes that lands where somebody has passed.
    fn taken_in_passing(&self) -> String {
        let behind = match self.has_triple_steps() {
            true => "reach of landing by slides backward to enemies",
            false => "backward of landing",
        };
        match (self.others_pass(), self.of_slot(Slot::PAWN).is_empty()) {
            (false, _) => behind.to_owned(),
            (true, true) => "(skipped in enemies)".to_owned(),
            (true, false) => format!("((skipped in enemies) or else {behind})"),
        }
    }

    fn en_passant_takers(&mut self) {
        let all = self.size().all();
        let sides = SIDES.map(|side| self.variant.cells("enPassantRegion", side));
        let range = if self.may_skip_several() { "some cells" } else { "cell or none" };
        let comment = match self.others_pass() {
            true => "// where a piece may be taken that has just passed, and where it stands",
            false => "// where a pawn may be taken that has just passed",
        };
        self.remembers.push(format!("remember skipped lasting two turns: {range}    {comment}"));
        if sides.iter().any(|cells| *cells != all) {
            self.en_passant_region(sides);
        }
        let mut takers: Vec<Slot> = SIDES.iter().flat_map(|side| self.takers(*side)).collect();
        takers.sort();
        takers.dedup();
        let taken = self.taken_in_passing();
        let skipped = self.skipped_by_others();
        for slot in takers {
            let Some(kind) = self.kinds.iter().find(|kind| kind.slot() == slot) else { continue };
            let who = self.of_slot(slot).iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>().join(" or ");
            let name = if self.counts(kind) && self.variant.number("moveRule") > 0 { "pawn" } else { "play" };
            for way in kind.ways.iter().filter(|way| way.mode == Mode::Take) {
                for path in travel::paths(way).unwrap_or_default() {
                    // What stands along a line is asked when the taker has arrived.
                    let rest = match taken.starts_with("reach of") {
                        true => format!("to {skipped} {{ take {taken} }}"),
                        false => format!("to {skipped} taking {taken}"),
                    };
                    let sentence = Sentence { who: who.clone(), path: path.text, rest };
                    self.say(name, sentence);
                }
            }
        }
    }

    /// Cells that the other side may have passed over. What one's own piece has passed is remembered during the reply,
    /// when nobody may be held in check by a piece that seems to take there.
    fn skipped_by_others(&mut self) -> String {
        let all = self.size().all();
        let [white, black] = SIDES.map(|side| self.passed_over(side));
        let free = if self.others_pass() { "empty in " } else { "" };
        if white == all && black == all {
            return format!("{free}skipped");
        }
        format!("{free}{} in skipped", self.region("passed-over", [black, white]).closed())
    }

    /// All cells that pieces of a side may pass over in a first move.
    fn passed_over(&self, side: usize) -> Cells {
        let size = self.size();
        let ahead: i8 = if side == 0 { 1 } else { -1 };
        let behind = |field: &str, (rows, columns): Vector, steps: std::ops::Range<i8>| -> Cells {
            let from = self.variant.cells(field, side).on(size);
            let passed = |cell: &Cell| {
                let cell = *cell;
                steps.clone().map_while(move |step| cell.offset(rows * ahead * step, columns * step, size))
            };
            from.iter().flat_map(passed).collect()
        };
        let mut cells = Cells::default();
        if !self.of_slot(Slot::PAWN).is_empty() {
            cells = behind("doubleStepRegion", (1, 0), 1..2).or(behind("tripleStepRegion", (1, 0), 1..3));
        }
        let firsts = self.kinds.iter().flat_map(|kind| &kind.ways).filter(|way| way.first && way.gait != Gait::Leap);
        for way in firsts {
            for &(rows, columns) in &way.vectors {
                let long = rows.abs().max(columns.abs()).max(1);
                if rows % long != 0 || columns % long != 0 {
                    return size.all();
                }
                let steps = match way.gait {
                    Gait::Lame => long,
                    Gait::Slide(Some(most)) => i8::try_from(most).unwrap_or(i8::MAX),
                    _ => i8::MAX,
                };
                cells = cells.or(behind("doubleStepRegion", (rows / long, columns / long), 1..steps.min(16)));
            }
        }
        cells
    }

    /// Whether a pawn may promote by a long step: then it is no pawn that could be taken in passing.
    pub(super) fn promotes_by_long_step(&self) -> bool {
        let size = self.size();
        let promotes = |side: usize, field: &str, rows: i8| {
            let zone = self.variant.cells("promotionRegion", side);
            let ahead: i8 = if side == 0 { rows } else { -rows };
            let from = self.variant.cells(field, side).on(size);
            from.iter().filter_map(|cell| cell.offset(ahead, 0, size)).any(|cell| zone.has(cell))
        };
        let long = |side| promotes(side, "doubleStepRegion", 2) || promotes(side, "tripleStepRegion", 3);
        self.en_passant() && SIDES.iter().any(|side| long(*side))
    }

    /// The value of `skipped` when nobody can be taken in passing.
    pub(super) fn nothing_skipped(&self) -> &'static str {
        if self.may_skip_several() { "nowhere" } else { "none" }
    }

    /// Each side takes in its own cells only.
    fn en_passant_region(&mut self, sides: [Cells; 2]) {
        let size = self.size();
        for (player, cells) in ["White", "Black"].into_iter().zip(sides) {
            let words = crate::import::cells::words(cells, size, false);
            self.define(format!("en-passant-cells of {player} = {}", words.text));
        }
    }

    /// Whether `skipped` is a set of cells.
    fn may_skip_several(&self) -> bool {
        let all = self.size().all();
        let parted = SIDES.iter().any(|side| self.variant.cells("enPassantRegion", *side) != all);
        self.has_triple_steps() || parted || self.others_pass()
    }

    /// Notes that a way of a piece has no words.
    pub(super) fn unsaid_of(&mut self, kind: &Kind, why: &str) {
        let piece = self.variant.pieces.get(&kind.slot());
        let named = crate::import::table::TABLES.pieces.get(&kind.slot());
        if let (Some(piece), Some(named)) = (piece, named) {
            let value = format!("{}:{}", piece.letter.to_ascii_lowercase(), piece.betza);
            let remark =
                crate::import::variant::Remark { key: named.key.clone(), value, span: piece.span, why: why.to_owned() };
            self.unsaid.push(remark);
        }
    }
}

/// Whether a way goes as far back as the other went.
fn reaches(back: &Way, way: &Way) -> bool {
    match (back.gait, way.gait) {
        (Gait::Slide(None), _) => true,
        (Gait::Slide(Some(back)), Gait::Slide(Some(there))) => back >= there,
        (Gait::Slide(Some(_)), Gait::Slide(None)) => false,
        _ => true,
    }
}
