//! How an author writes moves: texts with holes.

use crate::diagnostic::{Code, Diagnostic, nearest::nearest};
use crate::source::Span;
use crate::syntax::ast::{ItemKind, Name, TextEntry};

use super::super::model::{Statement, StatementKind};
use super::super::types::{Domain, Type};
use super::exprs::made;
use super::{Checker, ExprKind, Scene, Template, TemplatePart, journey};

impl<'a> Checker<'a> {
    /// Reads `text notation { move: "…" "…" }`.
    pub(super) fn notations(&mut self) {
        let blocks = self.each_item(|kind| match kind {
            ItemKind::Text { language, entries } if language.value == "notation" => Some(entries),
            _ => None,
        });
        for entry in blocks.into_iter().flatten() {
            let Some(index) = self.move_names.iter().position(|name| *name == entry.key.value) else {
                let known = self.move_names.clone();
                self.stray_text(&entry.key, known);
                continue;
            };
            self.notation(index, entry);
        }
        (0..self.moves.len()).for_each(|index| self.hidden_choice(index));
    }

    fn notation(&mut self, index: usize, entry: &'a TextEntry) {
        let quiet = entry.words.first();
        let taking = entry.words.get(1).or(quiet);
        if let (Some(quiet), Some(taking)) = (quiet, taking) {
            let quiet = self.template(index, quiet);
            let taking = self.template(index, taking);
            self.moves[index].notation = Some((quiet, taking));
        }
    }

    fn template(&mut self, index: usize, text: &Name) -> Template {
        let mut parts = Vec::new();
        let mut rest = text.value.as_str();
        if outside_holes(rest).contains(char::is_whitespace) {
            let diagnostic = Diagnostic::new(Code::SameNotation, "the notation of a move has no blanks", text.span, "")
                .help("moves are separated by blanks; join the words with `-`");
            self.report(diagnostic);
        }
        while let Some((before, after)) = rest.split_once('{') {
            let Some((hole, behind)) = after.split_once('}') else { break };
            parts.push(TemplatePart::Text(before.to_string()));
            parts.extend(self.hole(index, hole.trim(), text.span));
            rest = behind;
        }
        parts.push(TemplatePart::Text(rest.to_string()));
        parts.retain(|part| !matches!(part, TemplatePart::Text(text) if text.is_empty()));
        parts
    }

    /// A hole: a name that the move binds, or a property of the piece that moves or is taken.
    fn hole(&mut self, index: usize, hole: &str, span: Span) -> Option<TemplatePart> {
        if let Some(name) = hole.strip_prefix("each ") {
            return self.each_hole(index, name.trim(), span);
        }
        let (place, word) = match hole.strip_prefix("taken ") {
            Some(word) => (journey::LANDING, word.trim()),
            None => (journey::ORIGIN, hole),
        };
        let picked =
            self.moves[index].sentences.iter().flat_map(|sentence| &sentence.picks).find(|pick| pick.name == word);
        if let Some(pick) = picked {
            let ty = match pick.from.ty {
                Type::Set(domain) => self.member_type(domain),
                other => other,
            };
            return Some(TemplatePart::Value(made(ExprKind::Kept(pick.slot), ty, span)));
        }
        let before = (self.scene, self.has_me);
        (self.scene, self.has_me) = (Scene::Turn, true);
        let here = made(ExprKind::Kept(place), Type::One(Domain::Cell), span);
        let value = match word {
            "kind" => made(ExprKind::KindAt(Box::new(here)), Type::One(Domain::Kind), span),
            "origin" | "landing" | "way" => self.name(word, span, None),
            word if self.move_bindings.iter().any(|binding| binding.name == word) => self.name(word, span, None),
            word => self.property_of(&Name::new(word.to_string(), span), here, span, None),
        };
        (self.scene, self.has_me) = before;
        Some(TemplatePart::Value(value))
    }

    /// All that was picked for a name in the blocks of a move, in order.
    fn each_hole(&mut self, index: usize, name: &str, span: Span) -> Option<TemplatePart> {
        let picks = self.later_picks(index);
        let slots: Vec<usize> = picks.iter().filter(|pick| pick.name == name).map(|pick| pick.slot).collect();
        if !slots.is_empty() {
            return Some(TemplatePart::Each(slots));
        }
        let message = format!("no block of `{}` picks `{name}`", self.moves[index].name);
        let mut diagnostic = Diagnostic::new(Code::UnknownName, message, span, "");
        let leading = self.moves[index].sentences.iter().flat_map(|sentence| &sentence.picks);
        if leading.clone().any(|pick| pick.name == name) {
            diagnostic = diagnostic.help(format!("it is picked once, before the block: write `{{{name}}}`"));
        } else if let Some(near) = nearest(name, picks.iter().map(|pick| pick.name.as_str())) {
            diagnostic = diagnostic.help(format!("did you mean `{{each {near}}}`?"));
        }
        self.report(diagnostic);
        None
    }

    /// The picks in the blocks of a move.
    fn later_picks(&self, index: usize) -> Vec<Later> {
        let mut picks = Vec::new();
        for sentence in &self.moves[index].sentences {
            gather(&sentence.block, false, &mut picks);
        }
        gather(&self.moves[index].afterwards, false, &mut picks);
        picks
    }

    /// A text that does not show something that is chosen cannot tell the options apart.
    fn hidden_choice(&mut self, index: usize) {
        let Some((quiet, _)) = &self.moves[index].notation else { return };
        let shown: Vec<usize> = quiet.iter().filter_map(slot).collect();
        let listed: Vec<usize> = quiet
            .iter()
            .flat_map(|part| if let TemplatePart::Each(slots) = part { slots.as_slice() } else { &[] })
            .copied()
            .collect();
        let mut hidden = None;
        for sentence in &self.moves[index].sentences {
            let picked = sentence.picks.iter().find(|pick| !shown.contains(&pick.slot));
            hidden = hidden.or(picked.map(|pick| (pick.name.clone(), sentence.span)));
            let stays = |travel: &super::Travel| matches!(travel.path.as_slice(), [leg] if matches!(leg.verb, super::Verb::Stays));
            if let Some(travel) = &sentence.travel
                && !stays(travel)
                && !shown.contains(&journey::LANDING)
            {
                hidden = hidden.or(Some(("landing".to_string(), sentence.span)));
            }
        }
        let later = self.later_picks(index).into_iter();
        let is_hidden =
            |pick: &Later| !listed.contains(&pick.slot) && (pick.is_repeated || !shown.contains(&pick.slot));
        hidden =
            hidden.or_else(|| later.filter(is_hidden).map(|pick| (format!("each {}", pick.name), pick.span)).next());
        if let Some((name, span)) = hidden {
            let message = format!("the notation of `{}` does not show `{name}`", self.moves[index].name);
            let diagnostic = Diagnostic::new(Code::SameNotation, message, span, "chosen here")
                .help(format!("write `{{{name}}}` in it, or two options would read alike"));
            self.report(diagnostic);
        }
    }
}

/// The plain text of a template.
fn outside_holes(text: &str) -> String {
    let pieces = text.split('{').enumerate();
    pieces
        .map(|(index, piece)| if index == 0 { piece } else { piece.split_once('}').map_or("", |(_, behind)| behind) })
        .collect()
}

fn slot(part: &TemplatePart) -> Option<usize> {
    match part {
        TemplatePart::Value(expr) => match expr.kind {
            ExprKind::Kept(slot) => Some(slot),
            _ => None,
        },
        TemplatePart::Text(_) | TemplatePart::Each(_) => None,
    }
}

/// A pick in a block of a move.
struct Later {
    name: String,
    slot: usize,
    span: Span,
    /// Whether one option may pick it more than once.
    is_repeated: bool,
}

fn gather(block: &[Statement], is_repeated: bool, picks: &mut Vec<Later>) {
    for statement in block {
        match &statement.kind {
            StatementKind::Pick(pick, _) => {
                let (name, slot, span) = (pick.name.clone(), pick.slot, statement.span);
                picks.push(Later { name, slot, span, is_repeated });
            }
            StatementKind::If(_, then, otherwise) => {
                gather(then, is_repeated, picks);
                gather(otherwise, is_repeated, picks);
            }
            StatementKind::Repeat(_, _, _, inner)
            | StatementKind::Each(_, _, inner)
            | StatementKind::ForEachPlayer(inner)
            | StatementKind::For(_, inner) => gather(inner, true, picks),
            _ => {}
        }
    }
}
