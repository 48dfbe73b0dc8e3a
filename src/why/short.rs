//! Questions that are not written as the file writes its moves: in the plain notation of travels, with other signs, or
//! for short, as people do of games with many pieces.

use crate::game::{Actor, Game, PlayerId};
use crate::reference::{Likeness, Reading};
use crate::rules::look::KindLook;

use super::unread::words;
use super::{Reason, Teller};

/// So many readings of a short text are named.
const NAMED: usize = 4;

impl Teller<'_> {
    /// The one option that a question means whose text is written otherwise: in plain notation, with the name of the move
    /// or of the piece in front, or with other signs between the same cells.
    pub(super) fn otherwise_written(&self, readings: &[Reading], question: &str) -> Option<usize> {
        let likeness = readings.first()?.likeness;
        let is_known = || words(question).all(|word| !self.is_strange(word));
        let is_meant = likeness == Likeness::Same || likeness == Likeness::Order && is_known();
        let alike = readings.iter().filter(|reading| reading.likeness == likeness && reading.obstacles.is_empty());
        let mut texts: Vec<&str> = alike.map(|reading| reading.text.as_str()).filter(|_| is_meant).collect();
        texts.dedup();
        let [text] = texts[..] else { return None };
        self.game.notations(self.position).iter().position(|option| option == text)
    }

    /// Why what a text is short for is no option: it ends with the landing and begins with the letter or the name of a
    /// kind, or with a part of the cell that is left, as in `Nf6`, `Rae1` or `Man e5`. None if nothing is meant so, or
    /// something else that is nearer.
    pub(super) fn short(&self, readings: &[Reading], question: &str) -> Option<Reason> {
        let Some(Actor::Player(player)) = self.game.actor(self.position) else { return None };
        let text: String = question.trim().trim_end_matches(['+', '!', '?', '#']).split_whitespace().collect();
        let (before, landing) = self.split(&text)?;
        let plain = readings.first().filter(|nearest| !self.drops_another(nearest, before));
        if plain.is_some_and(|nearest| nearest.likeness == Likeness::Same) {
            return None;
        }
        let mut found: Vec<(String, Vec<Reading>)> = Vec::new();
        for origin in self.origins(before, player) {
            let long = format!("{origin}-{landing}");
            let readings = self.game.readings(self.position, &long);
            if readings.first().is_some_and(|nearest| nearest.likeness == Likeness::Same) {
                found.push((long, readings));
            }
        }
        let weight = |readings: &[Reading]| readings.first().map(|nearest| nearest.distance().1);
        found.sort_by_key(|(_, readings)| weight(readings));
        let (nearest, own) = found.first()?;
        let is_plain = |plain: &Reading| {
            plain.likeness != Likeness::GoesOn && weight(own).is_some_and(|own| plain.distance().1 <= own)
        };
        if plain.is_some_and(is_plain) {
            return None;
        }
        let mut reason = self.reason(own, nearest);
        let is_as_near = |(_, other): &&(String, Vec<Reading>)| weight(other) == weight(own);
        let meant = found.iter().take_while(is_as_near).take(NAMED).map(|(long, _)| format!("`{long}`"));
        reason.message = format!("as {}: {}", meant.collect::<Vec<String>>().join(" or "), reason.message);
        Some(reason)
    }

    /// A text before the cell that it ends with, and that cell.
    fn split<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let at = |name: &str| text.len().checked_sub(name.len()).and_then(|at| text.split_at_checked(at));
        let names = self.game.rules().board.cells.iter().map(|cell| cell.name.as_str());
        let ends = names.filter_map(|name| at(name).filter(|(_, end)| end.to_lowercase() == name.to_lowercase()));
        let (before, landing) = ends.max_by_key(|(_, end)| end.len())?;
        Some((before.trim_end_matches(['-', 'x', ':', '@']), landing))
    }

    /// The cells of the pieces of a player that may be meant by what stands before a landing.
    fn origins(&self, before: &str, player: PlayerId) -> Vec<&str> {
        let rules = self.game.rules();
        let snapshot = self.game.snapshot(self.position);
        let own = snapshot.cells.iter().zip(&rules.board.cells).filter_map(|(stack, cell)| {
            let piece = stack.last().filter(|piece| piece.owner == Some(player))?;
            let (kind, name) = (rules.look.kinds.get(piece.kind)?, cell.name.as_str());
            let is_part =
                |part: &str| part.is_empty() || name != part && (name.starts_with(part) || name.ends_with(part));
            let fits = called(kind).chain([""]).any(|called| strip(before, called).is_some_and(is_part));
            fits.then_some(name)
        });
        own.collect()
    }

    /// Whether a reading is a drop, and the text names a kind that is not dropped.
    fn drops_another(&self, reading: &Reading, before: &str) -> bool {
        let rules = self.game.rules();
        let named = |kind: &KindLook| called(kind).any(|called| strip(before, called) == Some(""));
        let kinds = (0u16..).zip(&rules.look.kinds).filter(|(_, kind)| named(kind)).map(|(number, _)| number);
        let kinds: Vec<u16> = kinds.collect();
        let sentences = rules.moves[reading.number].sentences.iter();
        let mut followed = sentences.filter(|sentence| reading.sentences.last() == Some(&sentence.span));
        let drops = followed.find_map(|sentence| sentence.travel.as_ref().filter(|travel| travel.drops));
        !kinds.is_empty() && drops.is_some_and(|travel| kinds.iter().all(|kind| !travel.kinds.contains(*kind)))
    }
}

/// What a kind may be called in a text that is short: its letters, its name and its signs.
fn called(kind: &KindLook) -> impl Iterator<Item = &str> {
    let words = [&kind.letter, &kind.notation, &kind.name.plain].into_iter().chain(&kind.glyphs);
    words.map(String::as_str).filter(|word| !word.is_empty())
}

/// The rest of a text behind a word, whose first letter may be small or not.
fn strip<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.get(word.len()..)?;
    (text[..word.len()].to_lowercase() == word.to_lowercase()).then_some(rest)
}
