//! The kinds of pieces of the game that is written.
//!
//! Where a taken piece goes to the hand as what it was before its promotion, or a piece is turned back, a promoted
//! piece is a kind of its own beside the piece that it moves like.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::betza::{self, Gait, Way};

use super::position::{Position, Standing};
use super::table::{Slot, TABLES};
use super::variant::{SIDES, Variant};

/// What a piece was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// This kind, which it promoted from.
    Of(Slot),
    /// A pawn, which chose.
    Pawn,
}

/// A kind as the format sees it: how it moves, and what it was.
pub type State = (Slot, Option<Origin>);

/// A kind of pieces.
#[derive(Clone, Debug)]
pub struct Kind {
    /// What it is in the format.
    pub state: State,
    /// What we call it.
    pub name: String,
    /// Several of it.
    pub plural: String,
    /// Its letter in pictures and positions: `Q`, `+P` for a promoted `P`, `Q~` for a pawn that has become a `Q`.
    pub letter: String,
    /// How it moves.
    pub ways: Vec<Way>,
}

impl Kind {
    /// How the format calls what it moves like.
    pub fn slot(&self) -> Slot {
        self.state.0
    }
}

impl Kind {
    /// In moves a pawn becomes a `Q`, not a `Q~`.
    pub fn chosen_letter(&self) -> Option<String> {
        let letter = self.letter.strip_suffix('~')?;
        Some(format!("{}: \"{letter}\"", self.name))
    }
}

/// How positions in the format write a kind.
fn sign(variant: &Variant, (slot, origin): State) -> String {
    let letter = |slot: Slot| variant.pieces.get(&slot).map_or('?', |piece| piece.letter);
    match origin {
        None => letter(slot).to_string(),
        Some(Origin::Of(of)) => format!("+{}", letter(of)),
        Some(Origin::Pawn) => format!("{}~", letter(slot)),
    }
}

/// Whether promoted pieces are kinds of their own.
pub fn are_split(variant: &Variant) -> bool {
    (variant.yes("toHand") && !variant.yes("dropLoop")) || variant.yes("demotion") || variant.yes("dropPromoted")
}

/// The kinds that can ever be on the board or in a hand, kings first and pawns last; or why a movement cannot be told.
///
/// # Errors
/// The slot of the piece, and the reason.
pub fn kinds(variant: &Variant, position: &Position) -> Result<Vec<Kind>, (Slot, String)> {
    let states = reachable(variant, position);
    let mut kinds = Vec::new();
    let mut names = Names { variant, states: &states, taken: BTreeSet::new() };
    let mut ordered: Vec<State> = states.iter().copied().collect();
    ordered.sort_by_key(|state| rank(variant, *state));
    let mut plain_names = BTreeMap::new();
    for state in ordered {
        let Some(piece) = variant.pieces.get(&state.0) else { continue };
        let ways = betza::ways(&piece.betza).and_then(played).map_err(|why| (state.0, why))?;
        let name = names.name(state, &mut plain_names);
        let letter = sign(variant, only_by_promotion(variant, position, state));
        kinds.push(Kind { state, plural: plural(&name), name, letter, ways });
    }
    Ok(kinds)
}

/// The state with what it was before, also where that makes no kind of its own but all of the kind were the same.
fn only_by_promotion(variant: &Variant, position: &Position, (slot, origin): State) -> State {
    let chosen = SIDES.iter().any(|side| {
        variant.kinds("promotionKinds", *side).has(slot) && !variant.present("promotionPawns", *side).is_empty()
    });
    let plain = |standing: &Standing| standing.slot == slot && standing.from.is_none();
    let in_hand = position.hands.iter().any(|hand| hand.contains_key(&slot));
    let given = in_hand || position.pieces.values().any(plain) || variant.yes("supply") || variant.yes("toHand");
    match promoted_into(variant, slot).as_slice() {
        [only] if origin.is_none() && !chosen && !given => (slot, Some(Origin::Of(*only))),
        _ => (slot, origin),
    }
}

/// The pieces that promote to a kind.
pub fn promoted_into(variant: &Variant, slot: Slot) -> Vec<Slot> {
    variant.pieces.keys().copied().filter(|from| variant.promoted(*from) == Some(slot)).collect()
}

/// The ways, if the format plays them all: it knows no riders but those of one step and of the knight.
fn played(ways: Vec<Way>) -> Result<Vec<Way>, String> {
    let far = |way: &&Way| {
        matches!(way.gait, Gait::Slide(_))
            && way.vectors.iter().any(|(a, b)| a.abs().max(b.abs()) > 1 && a.abs() + b.abs() != 3)
    };
    match ways.iter().find(far) {
        Some(_) => Err("Fairy-Stockfish plays no such rider".to_owned()),
        None => Ok(ways),
    }
}

/// Kings, then the strong, then the weak, then pawns; promoted ones behind the others.
fn rank(variant: &Variant, (slot, origin): State) -> (u8, bool, std::cmp::Reverse<u32>, Slot) {
    let is_pawn = SIDES.iter().any(|side| variant.kinds("promotionPawns", *side).has(slot));
    let place = match slot {
        Slot::KING => 0,
        _ if variant.kind("castlingKing", 0) == Some(slot) => 1,
        _ if is_pawn => 3,
        _ => 2,
    };
    (place + 10 * u8::from(origin.is_some()), false, std::cmp::Reverse(strength(variant, slot)), slot)
}

/// So many cells a piece attacks on an empty board, roughly.
fn strength(variant: &Variant, slot: Slot) -> u32 {
    let ways = variant.pieces.get(&slot).and_then(|piece| betza::ways(&piece.betza).ok()).unwrap_or_default();
    let weight = |way: &Way| match way.gait {
        betza::Gait::Slide(None) => 4,
        betza::Gait::Slide(Some(most)) => u32::from(most).min(4),
        betza::Gait::Hop(_) => 2,
        _ => 1,
    };
    ways.iter().map(|way| weight(way) * u32::try_from(way.vectors.len()).unwrap_or(0)).sum()
}

/// Everything that can come to be.
fn reachable(variant: &Variant, position: &Position) -> BTreeSet<State> {
    let split = are_split(variant);
    let origin = |origin: Origin| split.then_some(origin);
    let on_board = position
        .pieces
        .values()
        .map(|standing| (standing.slot, standing.from.and_then(|from| origin(Origin::Of(from)))));
    let in_hand = position.hands.iter().flat_map(|hand| hand.keys().map(|slot| (*slot, None)));
    let supplied = variant.pieces.keys().filter(|_| variant.yes("drops") && variant.yes("supply"));
    let mut open: Vec<State> = on_board.chain(in_hand).chain(supplied.map(|slot| (*slot, None))).collect();
    let mut found = BTreeSet::new();
    while let Some(state) = open.pop() {
        if !variant.has(state.0) || !found.insert(state) {
            continue;
        }
        let (slot, from) = state;
        if let Some(target) = variant.promoted(slot) {
            open.push((target, origin(Origin::Of(slot))));
        }
        for side in SIDES.into_iter().filter(|side| variant.kinds("promotionPawns", *side).has(slot)) {
            open.extend(variant.present("promotionKinds", side).into_iter().map(|kind| (kind, origin(Origin::Pawn))));
        }
        if let Some(before) = before(variant, state).filter(|_| variant.yes("demotion") || variant.yes("toHand")) {
            open.push((before, None));
        }
        if from.is_some()
            && variant.yes("demotion")
            && let Some(Origin::Of(of)) = from
        {
            open.push((of, None));
        }
    }
    found
}

/// What a piece is in a hand if it is another.
pub fn before(variant: &Variant, state: State) -> Option<Slot> {
    match state.1? {
        Origin::Of(slot) => Some(slot),
        Origin::Pawn => variant.kind("mainPawn", 0).or_else(|| variant.kinds("mainPawn", 0).slots().last()),
    }
}

/// The finding of names and letters.
#[derive(Debug)]
struct Names<'a> {
    variant: &'a Variant,
    states: &'a BTreeSet<State>,
    taken: BTreeSet<String>,
}

impl Names<'_> {
    fn name(&mut self, (slot, origin): State, plain: &mut BTreeMap<Slot, String>) -> String {
        let alone = self.states.iter().filter(|(other, _)| *other == slot).count() == 1;
        let base = plain.entry(slot).or_insert_with(|| base(self.variant, slot, &self.taken)).clone();
        let name = match origin {
            Some(Origin::Of(of)) if !alone => {
                let of = plain.entry(of).or_insert_with(|| self::base(self.variant, of, &self.taken)).clone();
                format!("Promoted-{}", lower(&of))
            }
            Some(Origin::Pawn) if !alone => format!("Promoted-{}", lower(&base)),
            _ => base,
        };
        let letter = self.variant.pieces.get(&slot).map_or('X', |piece| piece.letter);
        let candidates = [name.clone(), format!("{name}-{letter}")].into_iter();
        let free = candidates
            .chain((2..).map(|number| format!("{name}-{number}")))
            .find(|name| self.taken.insert(name.clone()));
        free.unwrap_or(name)
    }
}

/// What a piece is called: as the format names it, as its movement is known, or by its letter.
fn base(variant: &Variant, slot: Slot, taken: &BTreeSet<String>) -> String {
    let named = TABLES.pieces.get(&slot);
    let piece = variant.pieces.get(&slot);
    let letter = piece.map_or('X', |piece| piece.letter);
    let usual = named.map(|named| named.kind.clone()).filter(|kind| !kind.is_empty());
    let known = piece.and_then(|piece| TABLES.names.get(&piece.betza).cloned());
    let by_letter = match letter {
        'P' => Some("Pawn"),
        'K' => Some("King"),
        'Q' => Some("Queen"),
        'R' => Some("Rook"),
        'B' => Some("Bishop"),
        'N' => Some("Knight"),
        _ => None,
    };
    let is_pawn = SIDES.iter().any(|side| variant.kinds("promotionPawns", *side).has(slot));
    let is_king = slot != Slot::KING && variant.kind("castlingKing", 0) == Some(slot) && letter == 'K';
    let spoken = named.map(|named| words_of(&named.key));
    let own = format!("Piece-{letter}");
    let candidates = [
        is_pawn.then(|| "Pawn".to_owned()),
        (is_king || letter == 'K').then(|| "King".to_owned()),
        usual,
        by_letter.filter(|_| slot.is_custom()).map(str::to_owned),
        known,
        spoken.filter(|_| !slot.is_custom()),
        Some(own.clone()),
    ];
    let mine = |name: &String| !taken.contains(name) && !wanted_by_another(variant, slot, name);
    candidates.into_iter().flatten().find(mine).unwrap_or(own)
}

/// Whether a named piece of the variant has a better claim to the name.
fn wanted_by_another(variant: &Variant, slot: Slot, name: &str) -> bool {
    let claims = |(other, piece): (&Slot, &super::variant::Piece)| {
        let named = TABLES.pieces.get(other).is_some_and(|named| named.kind == name);
        *other != slot && named && (piece.letter == name.chars().next().unwrap_or(' ') || slot.is_custom())
    };
    let own = variant.pieces.get(&slot).map(|piece| piece.letter) == name.chars().next();
    !own && variant.pieces.iter().any(claims)
}

/// A key such as `dragonHorse` as a name.
fn words_of(key: &str) -> String {
    let mut name = String::new();
    for letter in key.chars() {
        if letter.is_uppercase() {
            name.push('-');
        }
        name.extend(letter.to_lowercase());
    }
    super::table::capitalised(&name)
}

fn lower(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Several of a kind.
fn plural(name: &str) -> String {
    match name {
        "Man" => "Men".to_owned(),
        _ if ["s", "x", "z", "ch", "sh"].iter().any(|ending| name.ends_with(ending)) => format!("{name}es"),
        _ if name.ends_with('y') => format!("{}ies", name.trim_end_matches('y')),
        _ => format!("{name}s"),
    }
}
