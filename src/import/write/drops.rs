//! Drops from the hand, and passing.

use super::{Draft, Move, Sentence};
use crate::import::cells::{Cell, Cells};
use crate::import::kinds::{Kind, Origin};
use crate::import::table::Slot;
use crate::import::variant::SIDES;

impl Draft<'_> {
    pub(super) fn drops(&mut self) {
        if !self.variant.yes("drops") {
            return;
        }
        let enclosing = self.variant.word("enclosingDrop").to_owned();
        let droppable: Vec<Kind> = self.droppable().into_iter().cloned().collect();
        let mut groups: Vec<(Vec<Kind>, [Cells; 2])> = Vec::new();
        for kind in droppable {
            let cells = self.drop_region(&kind);
            if cells.iter().all(|cells| cells.is_empty()) {
                continue;
            }
            let alone = self.is_not_doubled(&kind) || self.promoted_drop(&kind).is_some();
            match groups.iter_mut().find(|(kinds, other)| {
                *other == cells
                    && !alone
                    && !kinds.iter().any(|kind| self.is_not_doubled(kind) || self.promoted_drop(kind).is_some())
            }) {
                Some((kinds, _)) => kinds.push(kind),
                None => groups.push((vec![kind], cells)),
            }
        }
        for (kinds, cells) in groups {
            let sentence = self.drop_sentence(&kinds, cells, &enclosing);
            let pawn = kinds.iter().all(|kind| self.is_mating_pawn(kind));
            self.say(if pawn { "drop-pawn" } else { "drop" }, sentence);
        }
        if !self.variant.yes("dropChecks") && self.kinds.iter().any(|kind| kind.slot() == Slot::KING) {
            let kings = self.owned("enemy", &[Slot::KING]);
            for draft in self.moves.iter_mut().filter(|draft| draft.name.starts_with("drop")) {
                draft.ensures.push(format!("no {kings} in attacked of opponent"));
            }
        }
    }

    /// Whether mate by dropping it is a rule of its own.
    fn is_mating_pawn(&self, kind: &Kind) -> bool {
        let key = crate::import::table::TABLES.pieces.get(&kind.slot()).map(|named| named.key.as_str());
        self.variant.yes("pawnDropMate") && key == Some("shogiPawn")
    }

    fn is_not_doubled(&self, kind: &Kind) -> bool {
        self.variant.kind("noDoubled", 0) == Some(kind.slot())
    }

    /// Where each side may drop a kind.
    fn drop_region(&self, kind: &Kind) -> [Cells; 2] {
        let size = self.size();
        let dead = self.dead(kind);
        SIDES.map(|side| {
            let first: Cells = {
                let row = Cells::row(0).and(size.all());
                if side == 0 { row } else { row.flipped(size) }
            };
            let mut cells = self.variant.cells("dropRegion", side);
            if let Some(standing) = self.variant.standing(kind.slot(), side) {
                cells = cells.and(standing);
            }
            if kind.slot() == Slot::PAWN && !self.variant.yes("promotionZoneDrops") {
                cells = cells.except(self.variant.cells("promotionRegion", side));
            }
            if kind.slot() == Slot::PAWN && !self.variant.yes("firstRowDrops") {
                cells = cells.except(first);
            }
            if kind.slot() == Slot::ROOK && self.variant.yes("rookDropFirstRow") {
                cells = cells.and(first);
            }
            if self.is_not_doubled(kind) && self.variant.number("noDoubledCount") == 0 {
                return Cells::default();
            }
            cells.except(dead.get(side).copied().unwrap_or_default())
        })
    }

    /// What a kind may be dropped as besides.
    fn promoted_drop(&self, kind: &Kind) -> Option<String> {
        let target = self.variant.promoted(kind.slot()).filter(|_| self.variant.yes("dropPromoted"))?;
        let state = (target, Some(Origin::Of(kind.slot())));
        self.kinds.iter().find(|kind| kind.state == state).map(|kind| kind.name.clone())
    }

    fn drop_sentence(&mut self, kinds: &[Kind], cells: [Cells; 2], enclosing: &str) -> Sentence {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
        let mut rest = Vec::new();
        let all = self.size().all();
        let region = (!cells.iter().all(|cells| *cells == all)).then(|| {
            let name = match names.as_slice() {
                [only] => format!("drop-zone-of-{}", only.to_lowercase()),
                _ => self.fresh("drop-zone"),
            };
            self.region(&name, cells).closed()
        });
        let beside = self.enclosed_region(enclosing);
        match (region, beside) {
            (None, None) => {}
            (Some(region), None) => rest.push(format!("to empty in {region}")),
            (None, Some(beside)) => rest.push(format!("to empty in ({beside})")),
            (Some(region), Some(beside)) => rest.push(format!("to empty in ({beside}) in {region}")),
        }
        let mut conditions: Vec<String> = self.flips_wanted(enclosing).into_iter().collect();
        if let [only] = kinds
            && self.is_not_doubled(only)
        {
            let column = format!("those c in my {} where column of c is column of landing", only.plural);
            conditions.push(match self.variant.number("noDoubledCount") {
                1 => format!("no {column}"),
                most => format!("count of ({column}) less than {most}"),
            });
        }
        if !conditions.is_empty() {
            rest.push(format!("when {}", conditions.join(" and ")));
        }
        if let [only] = kinds
            && let Some(promoted) = self.promoted_drop(only)
        {
            rest.push(format!("{{\n  pick face from [{} {promoted}]\n  change landing into face\n}}", only.name));
        }
        Sentence { who: names.join(" or "), path: "drops".to_owned(), rest: rest.join(" ") }
    }

    /// Cells that the rule of enclosing leaves, in words.
    fn enclosed_region(&mut self, rule: &str) -> Option<String> {
        match rule {
            "top" => Some("row 1 or north of pieces".to_owned()),
            "apart" => Some("empty except orthogonal of enemies".to_owned()),
            "touch" | "quadwrangle" => Some("neighbours of mine".to_owned()),
            "sides" => {
                self.unsaid("enclosingDrop", "drops that are pushed in from the sides");
                None
            }
            _ => None,
        }
    }

    /// What a drop must turn over, and where that is not asked.
    fn flips_wanted(&mut self, rule: &str) -> Option<String> {
        if rule != "flank" {
            return None;
        }
        if !self.position.walls.is_empty() {
            self.unsaid("enclosingDrop", "rows that are enclosed across a wall");
        }
        self.define("flips(c) = span of c by slides 2 or more through enemies to mine".to_owned());
        let start = self.variant.cells("enclosingStart", 0);
        if start.is_empty() {
            return Some("some flips(landing)".to_owned());
        }
        let words = crate::import::cells::words(start, self.size(), false);
        let taken = start.on(self.size()).into_iter().all(|cell: Cell| self.position.pieces.contains_key(&cell));
        if taken {
            return Some("some flips(landing)".to_owned());
        }
        self.define(format!("middle = {}", words.text));
        Some("(if some empty in middle then landing in middle else some flips(landing))".to_owned())
    }

    /// Passing, freely or when nothing else can be done.
    pub(super) fn passing(&mut self) {
        let may = SIDES.map(|side| self.variant.yes_of("pass", side));
        let must = SIDES.map(|side| self.variant.yes_of("passWhenStuck", side));
        if !may.iter().chain(&must).any(|pass| *pass) {
            return;
        }
        let one_side = |sides: [bool; 2]| match sides {
            [true, false] => Some("mover is White"),
            [false, true] => Some("mover is Black"),
            _ => None,
        };
        // Whoever has no piece on the board cannot pass either.
        let stands = self.of_slot(Slot::KING).is_empty().then_some("some mine");
        let side = one_side(if may.iter().any(|pass| *pass) { may } else { must });
        let conditions: Vec<&str> = side.into_iter().chain(stands).collect();
        let when = if conditions.is_empty() { String::new() } else { format!(" when {}", conditions.join(" and ")) };
        let sentence = Sentence { who: format!("pass{when}"), ..Sentence::default() };
        let skip = Move { name: "skip", sentences: vec![sentence], ..Move::default() };
        self.moves.push(skip);
    }
}
