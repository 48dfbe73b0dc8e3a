//! What becomes of pieces that reach the end.

use std::collections::BTreeMap;

use super::Draft;
use crate::import::cells::{Cell, Cells};
use crate::import::kinds::{Kind, Origin, are_split};
use crate::import::table::Slot;
use crate::import::variant::SIDES;
use crate::syntax::betza::{Gait, Mode, Way};

/// How a kind may promote.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Promotion {
    /// Which kinds.
    who: Vec<String>,
    /// What they may become, in the words of a set.
    targets: String,
    /// How many those are, if that is the same for both sides.
    count: usize,
    /// Where they may not stay what they are.
    dead: [Cells; 2],
}

impl Draft<'_> {
    pub(super) fn promotions(&mut self) {
        self.pawns_promote();
        self.pieces_promote();
    }

    fn zone(&self) -> [Cells; 2] {
        SIDES.map(|side| self.variant.cells("promotionRegion", side))
    }

    /// Whether pieces of this slot promote like pawns.
    fn is_pawn(&self, slot: Slot) -> bool {
        SIDES.iter().any(|side| self.variant.kinds("promotionPawns", *side).has(slot))
    }

    /// The kind that something becomes.
    fn kind_of(&self, slot: Slot, origin: Origin) -> Option<&Kind> {
        let origin = are_split(self.variant).then_some(origin);
        self.kinds.iter().find(|kind| kind.state == (slot, origin))
    }

    /// What a pawn of a side may become, the strongest first.
    fn targets(&self, slot: Slot, side: usize) -> Vec<String> {
        let own = self.variant.promoted(slot).and_then(|target| self.kind_of(target, Origin::Of(slot)));
        let mut targets: Vec<&Kind> = Vec::new();
        if self.variant.kinds("promotionPawns", side).has(slot) {
            let kinds = self.variant.present("promotionKinds", side);
            targets.extend(kinds.into_iter().filter_map(|kind| self.kind_of(kind, Origin::Pawn)));
        }
        targets.extend(own.filter(|_| slot == Slot::PAWN));
        let order = |kind: &&Kind| self.kinds.iter().position(|other| other.state == kind.state);
        targets.sort_by_key(order);
        targets.into_iter().map(|kind| kind.name.clone()).collect()
    }

    fn pawns_promote(&mut self) {
        let zone = self.zone();
        let pawns: Vec<&Kind> = self
            .kinds
            .iter()
            .filter(|kind| self.is_pawn(kind.slot()) && (kind.state.1.is_none() || !are_split(self.variant)))
            .collect();
        if pawns.is_empty() || zone.iter().all(|cells| cells.is_empty()) {
            return;
        }
        let mut groups: Vec<Promotion> = Vec::new();
        for kind in &pawns {
            let [white, black] = SIDES.map(|side| self.targets(kind.slot(), side));
            let (targets, count) = self.target_words(&white, &black);
            let promotion = Promotion { who: vec![kind.plural.clone()], targets, count, dead: self.dead(kind) };
            match groups.iter_mut().find(|group| group.targets == promotion.targets && group.dead == promotion.dead) {
                Some(group) => group.who.extend(promotion.who),
                None => groups.push(promotion),
            }
        }
        let zone = self.region("promotion-zone", zone);
        for group in groups {
            let block = self.pawn_block(&group, &zone.closed());
            self.put_promotion(&group, block);
        }
    }

    /// The set of targets in words; with a definition if the sides differ.
    fn target_words(&mut self, white: &[String], black: &[String]) -> (String, usize) {
        let set = |names: &[String]| format!("[{}]", names.join(" "));
        if white == black || black.is_empty() {
            return (set(white), white.len());
        }
        if white.is_empty() {
            return (set(black), black.len());
        }
        self.define(format!("promotions of White = {}", set(white)));
        self.define(format!("promotions of Black = {}", set(black)));
        ("my promotions".to_owned(), white.len().max(black.len()))
    }

    fn pawn_block(&mut self, group: &Promotion, zone: &str) -> String {
        let whole = self.zone().iter().all(|cells| *cells == self.size().all());
        let alone = self.moves_alone(group);
        let who = match group.who.as_slice() {
            [one] => one.clone(),
            several => format!("({})", several.join(" or ")),
        };
        let landing = match (alone, whole) {
            (true, _) => format!("landing in {zone}"),
            (false, true) => format!("landing in {who}"),
            (false, false) => format!("landing in {who} in {zone}"),
        };
        let must = self.variant.yes("pawnsMustPromote");
        if group.targets == "[]" {
            return if must { format!("ensure not ({landing})") } else { String::new() };
        }
        let limits = self.limits();
        let when = if limits {
            "\n    when most of rank is 0 or count of (those c in mine where kind of c is rank) less than most of rank"
        } else {
            ""
        };
        let change = match (group.targets.trim_matches(['[', ']']), must) {
            (only, true) if group.count == 1 && !limits && group.targets.starts_with('[') => {
                format!("change landing into {only}")
            }
            _ => {
                let set = self.choice(group, must);
                format!("pick rank from {set}{when}\n  change landing into rank")
            }
        };
        let change = match group.who.iter().any(|who| self.of_slot(Slot::PAWN).iter().any(|pawn| pawn.plural == *who))
            && self.promotes_by_long_step()
        {
            true if must => format!("{change}\n  set skipped to {}", self.nothing_skipped()),
            true => format!("{change}\n  if landing not in {who} {{ set skipped to {} }}", self.nothing_skipped()),
            false => change,
        };
        match change.lines().count() {
            1 => format!("if {landing} {{ {change} }}"),
            _ => format!("if {landing} {{\n  {change}\n}}"),
        }
    }

    /// What a pawn may be from now on: what it becomes, and what it is if it need not.
    fn choice(&mut self, group: &Promotion, must: bool) -> String {
        let targets = group.targets.clone();
        if must {
            return targets;
        }
        let stay = match targets.strip_suffix(']') {
            Some(open) => format!("{open} kind of landing]").replace("[ ", "["),
            None => format!("({targets} or kind of landing)"),
        };
        let stay = if stay.starts_with('[') {
            stay.replace(' ', ", ").replace("kind, of, landing", "kind of landing")
        } else {
            stay
        };
        if group.dead.iter().all(|cells| cells.is_empty()) {
            return stay;
        }
        let dead = self.region("dead-end", group.dead).closed();
        format!("if landing in {dead} then {targets}\n    else {stay}")
    }

    /// Whether the pieces are the only ones of their move.
    fn moves_alone(&self, group: &Promotion) -> bool {
        let names: Vec<&str> =
            self.kinds.iter().filter(|kind| group.who.contains(&kind.plural)).map(|kind| kind.name.as_str()).collect();
        let theirs = |who: &str| {
            let who = who.split(" on ").next().unwrap_or(who);
            who.split(" or ").all(|name| names.contains(&name))
        };
        let mut with = self.moves.iter().filter(|draft| draft.sentences.iter().any(|sentence| theirs(&sentence.who)));
        with.all(|draft| draft.sentences.iter().all(|sentence| theirs(&sentence.who)))
    }

    fn put_promotion(&mut self, group: &Promotion, block: String) {
        if block.is_empty() {
            return;
        }
        let names: Vec<String> =
            self.kinds.iter().filter(|kind| group.who.contains(&kind.plural)).map(|kind| kind.name.clone()).collect();
        self.in_moves_of(&names, &block);
    }

    /// Puts a block behind every move that has one of the kinds.
    fn in_moves_of(&mut self, names: &[String], block: &str) {
        let theirs = |who: &str| {
            let who = who.split(" on ").next().unwrap_or(who);
            who.split(" or ").any(|name| names.iter().any(|other| other == name))
        };
        for draft in &mut self.moves {
            let concerned = draft.sentences.iter().any(|sentence| theirs(&sentence.who));
            if concerned && !draft.afterwards.iter().any(|other| other == block) {
                draft.afterwards.push(block.to_owned());
            }
        }
    }

    /// Whether promotions are limited in number; says by a table how.
    fn limits(&mut self) -> bool {
        let mut rows = Vec::new();
        let mut shared = false;
        for kind in self.kinds {
            let limit = self.variant.limit(kind.slot());
            if limit > 0 {
                rows.push(format!("{}: {limit}", kind.name));
                shared |= self.of_slot(kind.slot()).len() > 1;
            }
        }
        if rows.is_empty() {
            return false;
        }
        if shared {
            self.unsaid("promotionLimit", "a limit for pieces and promoted pieces together");
        }
        let table = format!("table most of kind {{ {} }}", rows.join("  "));
        if !self.tables.contains(&table) {
            self.tables.push(table);
        }
        true
    }

    /// Cells from which a piece could never move on, where that is forbidden.
    pub(super) fn dead(&self, kind: &Kind) -> [Cells; 2] {
        if !self.variant.yes("immobilityIllegal") {
            return [Cells::default(); 2];
        }
        let size = self.size();
        let goes = |cell: Cell, way: &Way, turn: i8| {
            let mode = !way.first && way.mode != Mode::Take;
            mode && way.vectors.iter().any(|(rows, columns)| {
                let steps = if way.gait == Gait::Grasshop { 2 } else { 1 };
                cell.offset(rows * turn * steps, columns * turn * steps, size).is_some()
            })
        };
        let dead = |turn: i8| size.cells().filter(|cell| !kind.ways.iter().any(|way| goes(*cell, way, turn))).collect();
        [dead(1), dead(-1)]
    }

    /// Promotions that depend on the piece, as in the games with promotion zones.
    fn pieces_promote(&mut self) {
        let mut rows: BTreeMap<usize, String> = BTreeMap::new();
        let mut movers: Vec<String> = Vec::new();
        let mut dead: Vec<(String, [Cells; 2])> = Vec::new();
        for (index, kind) in self.kinds.iter().enumerate().filter(|(_, kind)| kind.slot() != Slot::PAWN) {
            let target =
                self.variant.promoted(kind.slot()).and_then(|target| self.kind_of(target, Origin::Of(kind.slot())));
            let back = match kind.state.1 {
                Some(Origin::Of(of)) if self.variant.yes("demotion") => {
                    self.kinds.iter().find(|other| other.state == (of, None))
                }
                _ => None,
            };
            let no_way_on = self.dead(kind);
            match back.or(target) {
                Some(target) => {
                    rows.insert(index, format!("{}: {}", kind.name, target.name));
                    movers.push(kind.name.clone());
                    if !no_way_on.iter().all(|cells| cells.is_empty()) {
                        dead.push((kind.name.clone(), no_way_on));
                    }
                }
                None => self.never_there(kind, no_way_on),
            }
        }
        if rows.is_empty() {
            return;
        }
        let rows: Vec<String> = rows.into_values().collect();
        self.tables.push(format!("table promoted of kind {{ {} }}", rows.join("  ")));
        let block = self.piece_block(&dead);
        self.in_moves_of(&movers, &block);
    }

    /// A kind that does not promote may not end where it could not move on.
    fn never_there(&mut self, kind: &Kind, dead: [Cells; 2]) {
        let pawn =
            self.is_pawn(kind.slot()) && self.zone().iter().zip(dead).all(|(zone, dead)| dead.except(*zone).is_empty());
        if pawn || dead.iter().all(|cells| cells.is_empty()) || kind.ways.is_empty() {
            return;
        }
        let name = format!("dead-end-of-{}", kind.name.to_lowercase());
        let words = self.region(&name, dead).closed();
        let (names, block) = ([kind.name.clone()], format!("ensure landing not in {} in {words}", kind.plural));
        self.in_moves_of(&names, &block);
    }

    fn piece_block(&mut self, dead: &[(String, [Cells; 2])]) -> String {
        let zone = self.zone();
        let mut conditions = vec!["promoted of kind of landing is not none".to_owned()];
        if self.variant.yes("promotionByTaking") {
            conditions.push("some taken".to_owned());
        }
        if !zone.iter().all(|cells| *cells == self.size().all()) {
            let zone = self.region("promotion-zone", zone).closed();
            conditions.push(format!("some (origin or landing) in {zone}"));
        }
        if self.limits() {
            let number = "count of (those c in mine where kind of c is promoted of kind of landing)";
            let most = "most of promoted of kind of landing";
            conditions.push(format!("({most} is 0 or {number} less than {most})"));
        }
        let condition = conditions.join(" and ");
        let target = "promoted of kind of landing";
        let condition = if condition.chars().count() > 90 { condition.replace(" and ", "\n  and ") } else { condition };
        let body = if self.variant.yes("piecesMustPromote") {
            format!("change landing into {target}")
        } else if dead.is_empty() {
            format!("pick rank from [kind of landing, {target}]\n  change landing into rank")
        } else {
            let dead_end = self.dead_ends(dead);
            format!(
                "pick rank from if {dead_end} then [{target}]\n                  else [kind of landing, {target}]\n  change landing into rank"
            )
        };
        format!("if {condition} {{\n  {body}\n}}")
    }

    /// Whether the piece on the landing could never move again.
    fn dead_ends(&mut self, dead: &[(String, [Cells; 2])]) -> String {
        let mut groups: Vec<(Vec<String>, [Cells; 2])> = Vec::new();
        for (name, cells) in dead {
            match groups.iter_mut().find(|(_, other)| other == cells) {
                Some((names, _)) => names.push(name.clone()),
                None => groups.push((vec![name.clone()], *cells)),
            }
        }
        let mut text = String::new();
        for (names, cells) in groups {
            // Those who share it are told in the definition that uses it.
            let name = format!("dead-end-of-{}", names.first().map_or("", String::as_str).to_lowercase());
            let words = self.region(&name, cells);
            let who = match names.as_slice() {
                [one] => format!("k is {one}"),
                several => format!("k in [{}]", several.join(" ")),
            };
            text.push_str(&format!("if {who} then {} else ", words.closed()));
        }
        self.define(format!("dead-end(k) = {text}nowhere"));
        "landing in dead-end(kind of landing)".to_owned()
    }
}
