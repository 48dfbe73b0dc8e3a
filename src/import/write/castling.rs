//! Castling.

use super::{Draft, Sentence};
use crate::import::cells::{Cell, column_name};
use crate::import::table::Slot;
use crate::import::variant::SIDES;

/// How a side castles to one flank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Castle {
    /// So many columns the king goes, to the right if more than 0.
    distance: i8,
}

impl Draft<'_> {
    pub(super) fn castling(&mut self) {
        let rooks: Vec<Cell> = self.position.rooks.iter().flatten().copied().collect();
        if !self.variant.yes("castling") || rooks.is_empty() {
            return;
        }
        let Some(flanks) = self.flanks() else {
            return self.unsaid("position", "castling in which the king passes its rook, or stays");
        };
        let kings = self.castling_kings();
        let (king, king_set) = (self.names(&kings), self.standing(&kings));
        let mut rook_kinds: Vec<Slot> =
            SIDES.iter().flat_map(|side| self.variant.present("castlingRooks", *side)).collect();
        rook_kinds.sort();
        rook_kinds.dedup();
        rook_kinds.retain(|slot| !self.of_slot(*slot).is_empty());
        let rook_set = self.owned("my", &rook_kinds);
        let names: Vec<String> = rooks.iter().map(|cell| cell.name()).collect();
        let comment = "// the rooks that may still castle";
        self.remembers.push(format!("remember rights: some cells = [{}]    {comment}", names.join(" ")));
        let rook_set = if rook_set.contains(" in ") { format!("({rook_set})") } else { rook_set };
        self.define(format!("castling-rook = reach of landing by slides way to {rook_set} in rights"));
        let guarded = kings.iter().any(|slot| self.is_royal(*slot) || self.is_pseudo_royal(*slot));
        let home = self.king_home();
        let who = match home {
            Some(column) => format!("{king} on column {} in {}", column_name(column), self.home_row()),
            None => king,
        };
        for sentence in self.castling_sentences(&flanks, &who, guarded) {
            self.say("castle", sentence);
        }
        self.lose_rights(&king_set, home);
    }

    fn names(&self, slots: &[Slot]) -> String {
        let names: Vec<&str> =
            slots.iter().flat_map(|slot| self.of_slot(*slot)).map(|kind| kind.name.as_str()).collect();
        names.join(" or ")
    }

    /// The kinds that castle with a rook.
    fn castling_kings(&self) -> Vec<Slot> {
        let mut kings: Vec<Slot> = SIDES
            .iter()
            .filter(|side| self.position.rooks.get(**side).is_some_and(|rooks| !rooks.is_empty()))
            .filter_map(|side| self.variant.kind("castlingKing", *side))
            .collect();
        kings.dedup();
        kings
    }

    /// The column of the king, where others of its kind may stand about.
    fn king_home(&self) -> Option<u8> {
        let king = self.position.kings.iter().flatten().next()?;
        let royal = self
            .castling_kings()
            .iter()
            .all(|slot| self.is_royal(*slot) && SIDES.iter().all(|side| self.position.count(*slot, *side) <= 1));
        (!royal).then_some(king.column)
    }

    fn home_row(&self) -> String {
        match self.variant.line("castlingRank") {
            0 => "my first row".to_owned(),
            row => format!("my row {}", row + 1),
        }
    }

    /// The distances that the king goes, to both flanks, if both sides have the same.
    fn flanks(&self) -> Option<Vec<Castle>> {
        let mut all: Option<Vec<Castle>> = None;
        for side in SIDES {
            let Some(king) = self.position.kings.get(side).copied().flatten() else { continue };
            let mut castles = Vec::new();
            for rook in self.position.rooks.get(side)? {
                let right = rook.column > king.column;
                let target = self.variant.line(if right { "kingsideFile" } else { "queensideFile" });
                let distance = i8::try_from(target).ok()? - i8::try_from(king.column).ok()?;
                let room = i8::try_from(rook.column).ok()? - i8::try_from(king.column).ok()?;
                let fits = if right { distance > 0 && distance < room } else { distance < 0 && distance > room };
                if !fits {
                    return None;
                }
                castles.push(Castle { distance });
            }
            castles.sort_by_key(|castle| castle.distance);
            castles.dedup();
            all = match all {
                None => Some(castles),
                Some(other) if castles.iter().all(|castle| other.contains(castle)) => Some(other),
                Some(other) if other.iter().all(|castle| castles.contains(castle)) => Some(castles),
                Some(_) => return None,
            };
        }
        all
    }

    fn castling_sentences(&self, flanks: &[Castle], who: &str, guarded: bool) -> Vec<Sentence> {
        let safe = if guarded { " and no (origin or passed) in attacked" } else { "" };
        let alike = match flanks {
            [one, other] => one.distance == -other.distance,
            _ => false,
        };
        let told: Vec<(&str, i8, &str)> = if alike {
            flanks.iter().take(1).map(|castle| ("sideways", castle.distance.abs(), "")).collect()
        } else {
            flanks
                .iter()
                .map(|castle| {
                    if castle.distance > 0 {
                        ("east", castle.distance, "west")
                    } else {
                        ("west", -castle.distance, "east")
                    }
                })
                .collect()
        };
        told.into_iter()
            .map(|(direction, distance, back)| {
                let beside = match (back, distance) {
                    (_, 2) => "passed".to_owned(),
                    (_, 1) => "origin".to_owned(),
                    ("", _) => "first of (passed in neighbours of landing)".to_owned(),
                    (back, _) => format!("{back} of landing"),
                };
                let rest = format!("when some castling-rook{safe} {{\n  move first of castling-rook to {beside}\n}}");
                Sentence { who: who.to_owned(), path: format!("slides {direction} exactly {distance}"), rest }
            })
            .collect()
    }

    /// Rights go with the king, with a rook that leaves its cell, and with one that is taken there.
    fn lose_rights(&mut self, king_set: &str, home: Option<u8>) {
        let row = self.home_row();
        let gone = if self.variant.yes("blast") { "(origin or landing or taken)" } else { "(origin or landing)" };
        self.afterwards.push(format!("set rights to rights except {gone}"));
        let whole = format!("set rights to rights except {row}");
        match home {
            None => self.afterwards.push(format!("if landing in my {king_set} {{ {whole} }}")),
            Some(column) => {
                let column = column_name(column);
                self.afterwards.push(format!("if origin in column {column} in {row} {{ {whole} }}"));
                self.afterwards.push(self.enemy_home(column));
            }
        }
    }

    /// A king that may be taken leaves the right to nobody.
    fn enemy_home(&self, column: char) -> String {
        let row = self.variant.line("castlingRank") + 1;
        let far = self.size().rows + 1 - row;
        format!(
            "if {column}{row} in landing or {column}{row} in taken {{ set rights to rights except row {row} }}\n\
             if {column}{far} in landing or {column}{far} in taken {{ set rights to rights except row {far} }}"
        )
    }
}
