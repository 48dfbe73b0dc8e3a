//! What of a file with errors can stand without the rest: the declarations, sentences and statements in which something
//! is wrong are taken out, then those that need what is gone, and so on.
//!
//! ```text
//!  define pads = [b3 c3 d9]        out: there is no `d9`
//!  move walk { Frog steps }
//!  end after each turn {
//!    "pads": … in pads …           out: there is no `pads`
//!    "few": …
//!  }
//! ```
//!
//! Only whole parts go: a sentence of a move, never half of what it does. What every rule rests on (the players, the
//! board, when a turn ends) cannot go: then nothing stands.

use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::rules::check::Choices;
use crate::source::Span;
use crate::syntax::ast::{Block, Item, ItemKind, MoveItem, StatementKind, TextEntry};
use crate::syntax::lexer::{self, Token, TokenKind};
use crate::syntax::parser::words_of_declarations;

use super::Module;

/// How often parts that need others are looked for.
const ROUNDS: usize = 50;

/// The words that begin what cannot be left out, and what it is.
const NEEDED: [(&str, &str); 6] = [
    ("language", "`language`"),
    ("game", "the line `game`, which says what the file extends"),
    ("players", "the players"),
    ("seats", "the seats"),
    ("board", "the board"),
    ("turn", "the turn"),
];

/// A part of a file that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The part.
    pub span: Span,
    /// What is wrong in it.
    pub because: Diagnostic,
}

/// What stands of a file.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The file without what is wrong in it.
    pub module: Module,
    /// What is not in it, in the order of the text; nothing if nothing is wrong.
    pub left_out: Vec<LeftOut>,
}

impl Module {
    /// What is left out already because it could not be read. `found` is what was found when the file was loaded.
    ///
    /// # Errors
    /// With what keeps the file from being read at all, for instance that the file is missing which it extends.
    pub fn unread_parts(&self, found: &[Diagnostic]) -> Result<Vec<LeftOut>, Box<Diagnostic>> {
        let mut left_out = Vec::new();
        for &span in &self.unread {
            let within = |found: &&Diagnostic| is_error(found) && holds(span, found.primary.span);
            // What goes on from a fault is not told again: it is because of that.
            let place = |found: &Diagnostic| (found.primary.span.source, found.primary.span.start);
            let before =
                |found: &&Diagnostic| is_error(found) && place(found).0 == span.source && place(found).1 <= span.start;
            let because = found.iter().find(within).or_else(|| found.iter().rfind(before)).cloned();
            let unread = || Diagnostic::new(Code::Syntax, "this cannot be read", span, "");
            left_out.push(LeftOut { span, because: because.unwrap_or_else(unread) });
        }
        for found in found.iter().filter(|found| is_error(found)) {
            let place = found.primary.span;
            match found.code {
                _ if self.unread.iter().any(|span| holds(*span, place)) => {}
                // A second declaration of a name, or one that replaces nothing, or a library: it was passed over.
                Code::Duplicate | Code::OverrideNothing => {
                    left_out.push(LeftOut { span: place, because: found.clone() })
                }
                Code::Unreadable if !self.is_extended_at(place) => {
                    left_out.push(LeftOut { span: place, because: found.clone() });
                }
                Code::Syntax => {}
                _ => return Err(Box::new(found.clone())),
            }
        }
        Ok(left_out)
    }

    /// Whether a place is the name of the file that this or another one extends, or no place within any.
    fn is_extended_at(&self, place: Span) -> bool {
        let extends =
            |item: &Item| matches!(&item.kind, ItemKind::Game { extends: Some(path), .. } if path.span == place);
        place.start == place.end || self.items.iter().any(extends)
    }

    /// What stands of the file without all that is wrong in it with these choices of options and players. `found` is
    /// what was found when the file was loaded. Scenarios are left as they are.
    ///
    /// # Errors
    /// With what keeps anything from standing, and a word about why.
    pub fn standing(&self, found: &[Diagnostic], choices: &[Choices]) -> Result<Standing, Box<Diagnostic>> {
        let mut left_out = self.unread_parts(found)?;
        let mut module = self.clone();
        for part in left_out.clone() {
            let needed = self.needed(part.span).map_or_else(|| module.take_broken_off(part.span), Err);
            let before = needed.map_err(|needed| nothing(&part.because, needed))?;
            left_out.extend(before.map(|span| LeftOut { span, because: part.because.clone() }));
        }
        // What could be read with an error in it is taken out like all else that is wrong.
        let mut wrong: Vec<Diagnostic> = found.iter().filter(|found| is_error(found)).cloned().collect();
        wrong.retain(|found| left_out.iter().all(|part| !holds(part.span, found.primary.span)));
        let asked: Vec<bool> = module.items.iter().filter_map(asks).collect();
        for _ in 0..ROUNDS {
            for found in std::mem::take(&mut wrong) {
                let is_out = left_out.iter().any(|part| holds(part.span, found.primary.span));
                if is_out {
                    continue;
                }
                match module.take_out(found.primary.span) {
                    Ok(Some(span)) => left_out.push(LeftOut { span, because: found }),
                    // What is missing now was there before something was left out: that is what is wrong.
                    Ok(None) => return Err(nothing(left_out.first().map_or(&found, |part| &part.because), "it")),
                    Err(needed) => return Err(nothing(&found, needed)),
                }
            }
            if self.budget.look() {
                break;
            }
            wrong = choices.iter().flat_map(|choices| module.wrong(choices)).collect();
            if wrong.is_empty() {
                break;
            }
            // Two moves may read alike because a word for one of them is wrong: the words go first.
            if wrong.iter().any(|found| module.is_in_words(found.primary.span)) {
                wrong.retain(|found| module.is_in_words(found.primary.span));
            }
        }
        if let Some(found) = wrong.first() {
            return Err(nothing(found, "all that needs what is wrong"));
        }
        let lost = left_out.first().map(|part| &part.because);
        if let Some(because) = lost {
            if !module.items.iter().any(|item| matches!(item.kind, ItemKind::Move(_))) {
                return Err(nothing(because, "a move that can be read"));
            }
            if module.items.iter().filter_map(asks).zip(asked).any(|(now, before)| before && !now) {
                return Err(nothing(because, "what a turn asks for"));
            }
        }
        left_out.sort_by_key(|part| part.span);
        left_out.dedup_by_key(|part| part.span);
        Ok(Standing { module, left_out })
    }

    /// What is wrong with these choices.
    fn wrong(&self, choices: &Choices) -> Vec<Diagnostic> {
        let mut found = self.rules(choices).err().unwrap_or_default();
        found.retain(is_error);
        found
    }

    /// What a stretch that cannot be read begins, if nothing stands without it.
    fn needed(&self, stretch: Span) -> Option<&'static str> {
        let text = self.texts.slice(stretch);
        let needed = |word: &str| NEEDED.iter().find(|(needed, _)| *needed == word).map(|(_, told)| *told);
        let words = || lexer::lex(text).filter(|token| token.kind == TokenKind::Word);
        let first = words().find(|word| word.text != "replace");
        let meant =
            first.filter(|_| self.is_at_margin(stretch)).and_then(|word| nearest(word.text, words_of_declarations()));
        let at_margin = |word: &Token<'_>| text.get(..word.start).is_some_and(|before| before.ends_with('\n'));
        meant.and_then(needed).or_else(|| words().filter(at_margin).find_map(|word| needed(word.text)))
    }

    fn is_at_margin(&self, place: Span) -> bool {
        let file = self.texts.files().get(usize::from(place.source.0));
        let before = file.and_then(|file| file.text.get(..place.start as usize)).unwrap_or("");
        before.is_empty() || before.ends_with('\n')
    }

    /// A stretch that begins within a line, or with a sign, goes on with the declaration before it: that says only half
    /// of what it is to say, and is taken out.
    ///
    /// # Errors
    /// With what it is, if it cannot be left out.
    fn take_broken_off(&mut self, stretch: Span) -> Result<Option<Span>, &'static str> {
        let first = lexer::lex(self.texts.slice(stretch)).next();
        let is_word = first.is_some_and(|token| token.kind == TokenKind::Word);
        let is_before = |item: &&Item| {
            let span = item.span.span;
            span.source == stretch.source && span.end <= stretch.start
        };
        let before = self.items.iter().filter(is_before).map(|item| item.span.span).max_by_key(|span| span.end);
        match before.filter(|_| !(is_word && self.is_at_margin(stretch)) && self.unread.contains(&stretch)) {
            Some(before) => self.take_out(before),
            None => Ok(None),
        }
    }

    /// Whether a place is in words for people or in how moves are written.
    fn is_in_words(&self, place: Span) -> bool {
        let is_it = |item: &Item| matches!(item.kind, ItemKind::Text { .. }) && holds(item.span.span, place);
        self.items.iter().any(is_it)
    }

    /// Takes the smallest part out that a place is in, and says which; nothing if no declaration holds the place.
    ///
    /// # Errors
    /// With what the place is in, if that cannot be left out.
    fn take_out(&mut self, place: Span) -> Result<Option<Span>, &'static str> {
        // What is missing is told at the beginning of the file, and is in nothing.
        if place == self.start {
            return Ok(None);
        }
        for (index, item) in self.items.iter_mut().enumerate() {
            let whole = item.span.span;
            if !holds(whole, place) && !matches!(item.kind, ItemKind::End { .. }) {
                continue;
            }
            let part = match &mut item.kind {
                ItemKind::Language(_) => return Err(NEEDED[0].1),
                ItemKind::Game { .. } => return Err(NEEDED[1].1),
                ItemKind::Players { .. } => return Err(NEEDED[2].1),
                ItemKind::Seats(_) => return Err(NEEDED[3].1),
                ItemKind::Board(_) => return Err(NEEDED[4].1),
                // The clauses of one moment may come from several files.
                ItemKind::End { clauses, .. } => {
                    let at = clauses.iter().position(|clause| holds(clause.span.span, place));
                    match at {
                        // Without clauses it says nothing, and does no harm.
                        Some(at) => Some(clauses.remove(at).span.span),
                        None if holds(whole, place) => None,
                        None => continue,
                    }
                }
                ItemKind::Move(item) => sentence_out(item, place),
                ItemKind::Setup { block, .. } => statement_out(block, place),
                ItemKind::Turn { block, .. } => match statement_out(block, place) {
                    None => return Err(NEEDED[5].1),
                    part => part,
                },
                ItemKind::Text { entries, .. } => entry_out(entries, place),
                _ => None,
            };
            if part.is_none() {
                self.items.remove(index);
            }
            return Ok(Some(part.unwrap_or(whole)));
        }
        Ok(None)
    }
}

fn is_error(found: &Diagnostic) -> bool {
    found.severity() == Severity::Error
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end && outer.start < outer.end
}

/// An error, and why nothing stands without what it is in.
fn nothing(found: &Diagnostic, needed: &str) -> Box<Diagnostic> {
    Box::new(found.clone().help(format!("nothing can be told of the game without {needed}")))
}

/// Whether a turn asks anybody for anything; nothing for what is no turn.
fn asks(item: &Item) -> Option<bool> {
    match &item.kind {
        ItemKind::Turn { block, .. } => Some(asks_within(block)),
        _ => None,
    }
}

fn asks_within(block: &Block) -> bool {
    block.iter().any(|statement| match &statement.value {
        StatementKind::Choose(_) | StatementKind::Do { .. } => true,
        StatementKind::If { then, otherwise, .. } => asks_within(then) || otherwise.as_ref().is_some_and(asks_within),
        StatementKind::Repeat { block, .. } | StatementKind::Each { block, .. } => asks_within(block),
        _ => false,
    })
}

/// Takes a sentence out, if others are left. What stands behind all of them belongs to each.
fn sentence_out(item: &mut MoveItem, place: Span) -> Option<Span> {
    let at = item.sentences.iter().position(|sentence| holds(sentence.span, place))?;
    (item.sentences.len() > 1).then(|| item.sentences.remove(at).span)
}

/// Takes the innermost statement out that holds a place; of a choice only the name of the move there.
fn statement_out(block: &mut Block, place: Span) -> Option<Span> {
    let at = block.iter().position(|statement| holds(statement.span, place))?;
    let statement = &mut block[at];
    let inner = match &mut statement.value {
        StatementKind::If { then, otherwise, .. } => statement_out(then, place)
            .or_else(|| otherwise.as_mut().and_then(|otherwise| statement_out(otherwise, place))),
        StatementKind::Repeat { block, .. } | StatementKind::Each { block, .. } => statement_out(block, place),
        StatementKind::Choose(choose) => {
            let name = choose.groups.iter().flatten().find(|name| holds(name.span, place)).map(|name| name.span);
            if name.is_some() {
                choose.groups.iter_mut().for_each(|group| group.retain(|name| !holds(name.span, place)));
                // A group without names would be one of all moves.
                choose.groups.retain(|group| !group.is_empty());
            }
            name.filter(|_| !choose.groups.is_empty())
        }
        _ => None,
    };
    inner.or_else(|| Some(block.remove(at).span))
}

fn entry_out(entries: &mut Vec<TextEntry>, place: Span) -> Option<Span> {
    let whole = |entry: &TextEntry| entry.words.last().map_or(entry.key.span, |word| entry.key.span.to(word.span));
    let at = entries.iter().position(|entry| holds(whole(entry), place))?;
    (entries.len() > 1).then(|| whole(&entries.remove(at)))
}
