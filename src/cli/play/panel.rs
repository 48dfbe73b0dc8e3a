//! What stands beside the board, in the words of a language: whose turn it is, hands, what the rules remember, what
//! letters mean.

use std::fmt::Display;

use crate::game::PlayerId;
use crate::rules::look::CellsLook;
use crate::view::scene::{Attribute, Count, Held, Kind, Scene};
use crate::view::text::{self, TextOptions};

use super::super::phrases::Phrases;

/// What stands beside the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panel {
    /// Whose turn it is.
    pub turn: Option<String>,
    /// What each player holds, by player; empty where nothing is held.
    pub hands: Vec<String>,
    /// The dice that lie on the table, and what the rules remember: name and value.
    pub values: Vec<String>,
    /// Which round it is of how many, and what each player has no more.
    pub notes: Vec<String>,
    /// What is remarked on the latest move.
    pub remark: Option<String>,
    /// What letters and signs mean.
    pub key: Vec<String>,
}

impl Panel {
    /// What stands beside a picture.
    pub fn of(scene: &Scene, options: TextOptions, words: Phrases) -> Self {
        let named = |player: PlayerId| scene.player(player).map(|player| player.name.clone());
        let mover = scene.mover.and_then(named);
        let turn = mover.map(|who| words.say("turn", &[("n", &scene.turns.saturating_add(1)), ("who", &who)]));
        let held = |held: &Held| {
            let forms = scene.kinds.get(held.kind).map_or(&[][..], |kind| kind.forms.as_slice());
            words.several(held.count, forms)
        };
        let all = |hand: &Vec<Held>| hand.iter().map(held).collect::<Vec<_>>().join(", ");
        let pair = |name: &dyn Display, value: &dyn Display| words.say("pair", &[("a", name), ("b", value)]);
        let dice: Vec<String> = scene.dice.iter().map(|shown| format!("[{shown}]")).collect();
        let dice = (!dice.is_empty()).then(|| pair(&words.word("dice"), &dice.join(" ")));
        let values = dice.into_iter().chain(scene.variables.iter().map(|(name, value)| pair(name, value)));
        let gone = scene.players.iter().zip(&scene.gone).filter(|(_, gone)| !gone.is_empty());
        let gone: Vec<String> = gone.map(|(player, gone)| format!("{} {}", player.name, all(gone))).collect();
        let gone = (!gone.is_empty()).then(|| pair(&words.word("gone"), &gone.join("   ")));
        Self {
            turn,
            hands: scene.hands.iter().map(all).collect(),
            values: values.collect(),
            notes: scene.round_told().into_iter().chain(gone).collect(),
            remark: None,
            key: key(scene, options, words),
        }
    }

    /// As lines below a board.
    pub fn lines(&self, scene: &Scene, words: Phrases) -> Vec<String> {
        let mut lines: Vec<String> = self.turn.iter().cloned().collect();
        let held = scene.players.iter().zip(&self.hands).filter(|(_, hand)| !hand.is_empty());
        let held: Vec<String> = held.map(|(player, hand)| format!("{} {hand}", player.name)).collect();
        if !held.is_empty() {
            lines.push(words.say("pair", &[("a", &words.word("hand")), ("b", &held.join("   "))]));
        }
        lines.extend((!self.values.is_empty()).then(|| self.values.join("   ")));
        lines.extend(self.notes.iter().chain(&self.remark).cloned());
        if !self.key.is_empty() {
            lines.push(String::new());
            lines.extend(self.key.iter().cloned());
        }
        lines
    }
}

fn key(scene: &Scene, options: TextOptions, words: Phrases) -> Vec<String> {
    let glyphs = text::uses_glyphs(scene, options);
    let mut lines = Vec::new();
    let listed = |name: &str, items: Vec<String>| listed(words, name, items);
    if !glyphs && scene.kinds.iter().any(|kind| !kind.neutral) {
        let hint = |(index, player): (usize, &crate::view::scene::Player)| match (player.mark.as_str(), index) {
            ("", 0) => words.say("upper-case", &[("who", &player.name)]),
            ("", 1) => words.say("lower-case", &[("who", &player.name)]),
            ("", _) => player.name.clone(),
            (mark, _) => format!("{mark} {}", player.name),
        };
        lines.extend(listed(&words.word("players"), scene.players.iter().enumerate().map(hint).collect()));
    }
    lines.extend(letters(scene, glyphs, words));
    lines.extend(listed(&words.word("marks"), text::marks(scene)));
    for terrain in &scene.terrains {
        let values = terrain.values.iter().map(|value| format!("{} {}", value.letter, value.name));
        lines.extend(listed(&terrain.name, values.collect()));
    }
    lines
}

/// What the letters of kinds and of what pieces have mean: they stand in moves, too.
pub fn letters(scene: &Scene, glyphs: bool, words: Phrases) -> Vec<String> {
    let kinds = scene.kinds.iter().enumerate().map(|(index, kind)| face(scene, index, kind, glyphs));
    let attributes = scene.pieces.iter().flat_map(|piece| &piece.attributes);
    let mut with: Vec<String> = attributes.map(Attribute::key).collect();
    with.sort_unstable();
    with.dedup();
    let kinds = listed(words, &words.word("pieces"), kinds.collect());
    kinds.into_iter().chain(listed(words, &words.word("with"), with)).collect()
}

/// A line that lists things, if there are any.
fn listed(words: Phrases, name: &str, items: Vec<String>) -> Option<String> {
    (!items.is_empty()).then(|| words.say("pair", &[("a", &name), ("b", &items.join("   "))]))
}

fn face(scene: &Scene, index: usize, kind: &Kind, glyphs: bool) -> String {
    if !glyphs {
        return format!("{} {}", kind.letter, kind.name);
    }
    let owners = if kind.neutral { 1 } else { scene.players.len() };
    let sign = |owner: usize| {
        let owner = (!kind.neutral).then_some(PlayerId(owner as u8));
        scene.glyph(index, owner).unwrap_or_default()
    };
    let mut signs: Vec<&str> = (0..owners).map(sign).collect();
    signs.dedup();
    format!("{} {}", signs.concat(), kind.name)
}

/// The position in words, for whoever has it read out: by player and kind, where the pieces stand; then what cells hold
/// and what they are.
pub fn told(scene: &Scene, words: Phrases) -> Vec<String> {
    let mut owners: Vec<(String, Option<PlayerId>)> = Vec::new();
    owners.extend(scene.players.iter().enumerate().map(|(index, one)| (one.name.clone(), Some(PlayerId(index as u8)))));
    owners.push((words.word("nobody"), None));
    let mut lines = Vec::new();
    for (name, owner) in owners {
        let kinds = scene.kinds.iter().enumerate().filter_map(|(index, kind)| {
            let own = scene.pieces.iter().filter(|piece| piece.owner == owner && piece.kind == index);
            let at: Vec<String> = own.filter_map(|piece| place(scene, piece, words)).collect();
            (!at.is_empty()).then(|| format!("{} {}", kind.name, at.join(" ")))
        });
        let kinds: Vec<String> = kinds.collect();
        if !kinds.is_empty() {
            lines.push(words.say("pair", &[("a", &name), ("b", &kinds.join(", "))]));
        }
    }
    if lines.is_empty() && !scene.kinds.is_empty() {
        lines.push(words.word("no-pieces"));
    }
    for (name, cells) in scene.noted.iter().chain(&scene.marked) {
        lines.push(words.say("pair", &[("a", name), ("b", &scene.names_of(cells))]));
    }
    let mut listed = |name: &str, items: Vec<String>| {
        if !items.is_empty() {
            lines.push(words.say("pair", &[("a", &name), ("b", &items.join(", "))]));
        }
    };
    scene.counts.iter().for_each(|count| listed(&count.name, counted(scene, count)));
    for (number, terrain) in scene.terrains.iter().enumerate() {
        let cells_of = |value: usize| {
            let sites = scene.sites.iter().filter(|site| site.terrain.get(number) == Some(&Some(value)));
            sites.map(|site| site.told.as_str()).collect::<Vec<_>>()
        };
        let values = terrain.values.iter().enumerate().map(|(value, one)| (one, cells_of(value)));
        let values = values.filter(|(_, cells)| !cells.is_empty());
        listed(&terrain.name, values.map(|(value, cells)| format!("{} {}", value.name, cells.join(" "))).collect());
    }
    lines
}

/// What a variable has on each cell that it says something of; a number of seeds says something even if it is zero.
fn counted(scene: &Scene, count: &Count) -> Vec<String> {
    let houses = scene.style() == CellsLook::Houses;
    let sites = scene.sites.iter().zip(&count.values);
    let values = sites.filter_map(|(site, value)| Some((site, value.as_ref()?)));
    values.filter(|(_, value)| houses || *value != "0").map(|(site, value)| format!("{} {value}", site.told)).collect()
}

/// Where a piece stands, with what is shown of it; in a stack its height is told.
fn place(scene: &Scene, piece: &crate::view::scene::Piece, words: Phrases) -> Option<String> {
    let name = scene.site(piece.site)?.told.clone();
    let level = if scene.stack(piece.site).len() > 1 { format!("/{}", piece.level + 1) } else { String::new() };
    let with = piece.attributes.iter().map(|attribute| &attribute.value);
    // Of a cube one side to the north and one to the east tell how it lies.
    let lies = match piece.sides.as_slice() {
        [_, north, _, east, _] => Some(words.say("cube-lies", &[("north", north), ("east", east)])),
        _ => None,
    };
    let with: Vec<String> = with.cloned().chain(lies).collect();
    let with = if with.is_empty() { String::new() } else { format!(" ({})", with.join(", ")) };
    Some(format!("{name}{level}{with}"))
}
