//! Kings, and pieces that are as good as kings.

use super::Draft;
use crate::import::kinds::Kind;
use crate::import::table::Slot;
use crate::import::variant::SIDES;

impl Draft<'_> {
    /// Whether the kind is royal from the first move to the last.
    pub(super) fn is_royal(&self, slot: Slot) -> bool {
        slot == Slot::KING || (self.is_pseudo_royal(slot) && self.is_always_royal(slot))
    }

    /// Whether the last ones of the kind may not be lost.
    pub(super) fn is_pseudo_royal(&self, slot: Slot) -> bool {
        self.variant.yes("pseudoRoyal") && self.variant.kinds("extinctionKinds", 0).has(slot)
    }

    /// Whether there are never more of the kind than are royal.
    fn is_always_royal(&self, slot: Slot) -> bool {
        if self.variant.yes("blast") || self.variant.yes("dupleCheck") {
            return false;
        }
        let most = self.variant.number("extinctionCount") + 1;
        most > 40 || (SIDES.iter().all(|side| self.position.count(slot, *side) <= most) && !self.may_multiply(slot))
    }

    /// Whether there may be more of the kind than at the beginning.
    fn may_multiply(&self, slot: Slot) -> bool {
        let pawns = SIDES.iter().any(|side| {
            self.variant.kinds("promotionKinds", *side).has(slot)
                && !self.variant.present("promotionPawns", *side).is_empty()
        });
        // A royal piece that turns into another one is no second one.
        let others = self.variant.pieces.keys().any(|from| {
            self.variant.promoted(*from) == Some(slot)
                && !(self.is_pseudo_royal(*from) && SIDES.iter().all(|side| self.position.count(slot, *side) == 0))
        });
        let hands =
            SIDES.iter().any(|side| self.position.hands.get(*side).is_some_and(|hand| hand.contains_key(&slot)));
        pawns || others || hands
    }

    /// The kinds of which a royal piece can be.
    pub(super) fn royals(&self) -> Vec<Slot> {
        let royal = |kind: &&Kind| kind.slot() == Slot::KING || self.is_pseudo_royal(kind.slot());
        let mut slots: Vec<Slot> = self.kinds.iter().filter(royal).map(Kind::slot).collect();
        slots.dedup();
        slots
    }

    pub(super) fn royalty(&mut self) {
        let sometimes: Vec<Slot> = self.royals().into_iter().filter(|slot| !self.is_royal(*slot)).collect();
        let most = self.variant.number("extinctionCount") + 1;
        if self.variant.yes("blast") && !sometimes.is_empty() {
            self.royalty_under_blasts(&sometimes, most);
        } else {
            for slot in &sometimes {
                if self.variant.pieces.keys().any(|from| self.variant.promoted(*from) == Some(*slot)) {
                    self.unsaid("pseudoRoyal", "a king that is attacked while another one is made by promotion");
                }
                let own = self.owned("my", &[*slot]);
                let many = self.many(&own, most);
                self.ensures.push(format!("{many} or no {own} in attacked"));
            }
        }
        if self.variant.yes("dupleCheck") && !sometimes.is_empty() {
            let own = self.owned("my", &sometimes);
            self.ensures.push(format!("no {own} or some {own} not in attacked"));
        }
        if !self.variant.yes("checking") && self.kinds.iter().any(|kind| kind.slot() == Slot::KING) {
            let theirs = self.owned("enemy", &[Slot::KING]);
            self.ensures.push(format!("no {theirs} in attacked of opponent"));
        }
    }

    fn many(&self, own: &str, most: u32) -> String {
        format!("count of {own} more than {most}")
    }

    /// Kings may be blown up: the own one never, the other's one ends all questions, and kings side by side are safe.
    fn royalty_under_blasts(&mut self, slots: &[Slot], most: u32) {
        for slot in slots {
            let (own, theirs) = (self.owned("my", &[*slot]), self.owned("enemy", &[*slot]));
            let many = if self.may_multiply(*slot) || most > 1 {
                format!("{} or ", self.many(&own, most))
            } else {
                String::new()
            };
            self.ensures.push(format!("some {own}"));
            self.ensures.push(format!("{many}no {theirs} or no ({own} except neighbours of {theirs}) in attacked"));
        }
    }

    /// Whether a royal piece of the mover is attacked; nothing if there are none.
    pub(super) fn in_check(&self) -> Option<String> {
        let royals = self.royals();
        if royals.is_empty() {
            return None;
        }
        let own = self.owned("my", &royals);
        if self.variant.yes("blast") {
            let theirs = self.owned("enemy", &royals);
            return Some(format!("some ({own} except neighbours of {theirs}) in attacked"));
        }
        let own = if own.contains(" in ") { format!("({own})") } else { own };
        Some(format!("some {own} in attacked"))
    }
}
