//! The turn.

use crate::rulebook::say::moves_said;
use crate::syntax::ast::{Block as Statements, StatementKind};

use super::{Block, Chapter, ItemKind, Node, Phrase, Writer, say};

impl<'a> Writer<'a> {
    pub(super) fn turn(&self) -> Option<Chapter> {
        self.told.borrow_mut().clear();
        let players = self.rules().players.iter().map(|player| Phrase::Player(player.name.clone())).collect();
        let mut blocks = vec![self.paragraph(&Phrase::with("by-turns", Phrase::list("and", players)))];
        let turns: Vec<_> = self
            .module
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                ItemKind::Turn { name, until, block } => Some((name, until, block)),
                _ => None,
            })
            .collect();
        if turns.is_empty() {
            blocks.push(self.paragraph(&self.usual_turn()));
        }
        if turns.len() > 1 {
            blocks.push(self.paragraph(&Phrase::with("phases", Phrase::Number(turns.len() as i64))));
        }
        let mut parts = 0;
        for (name, until, block) in turns {
            parts = parts.max(block.len());
            if let Some(name) = name {
                let until = until
                    .as_ref()
                    .map_or(Phrase::Nothing, |until| Phrase::with("until", self.say.condition(until, true)));
                blocks.push(self.paragraph(&say!("phase", x = Phrase::Term(name.value.clone()), until = until)));
            }
            let nodes = self.say.block(block);
            match &nodes[..] {
                [only] if only.under.is_empty() => {
                    blocks.extend(self.item(only).map(|item| Block::Text { text: item.text }));
                }
                _ => blocks.extend(self.list(&nodes, true)),
            }
        }
        let mut notes = Vec::new();
        for item in &self.module.items {
            if let ItemKind::EnsureTurn(cond) = &item.kind {
                notes.push(Node::leaf(Phrase::with("ensure-turn", self.say.condition(cond, true))));
            }
        }
        if self.names.kinds.iter().any(|kind| kind.royal) {
            let royal = self.names.kinds.iter().filter(|kind| kind.royal);
            let royal = royal.map(|kind| Phrase::Name(kind.name.value.clone())).collect();
            notes.push(Node::leaf(Phrase::with("royal", Phrase::list("or", royal))));
        }
        notes.push(Node::leaf(Phrase::of(match () {
            () if self.lets_pass() => "pass-allowed",
            () if parts > 1 => "must-move-parts",
            () if self.ends_stuck() => "must-move",
            () => "must-move-or-miss",
        })));
        blocks.extend(self.list(&notes, false));
        Some(self.chapter("title-turn", blocks))
    }

    /// The turn of a file that tells of none: any of its moves.
    fn usual_turn(&self) -> Phrase {
        let moves = self.names.moves.iter();
        Phrase::with("choose", moves_said(moves.map(|item| item.name.value.as_str())))
    }

    /// Whether there is an end for whoever cannot move.
    fn ends_stuck(&self) -> bool {
        let clauses = self.module.items.iter().filter_map(|item| match &item.kind {
            ItemKind::End { clauses, .. } => Some(clauses),
            _ => None,
        });
        let asked = clauses.flatten().filter_map(|clause| clause.when.as_ref());
        asked.into_iter().any(|when| {
            super::moves::says_any(&Node::leaf(self.say.condition(when, true)), &["stuck-you", "stuck-they"])
        })
    }

    fn lets_pass(&self) -> bool {
        let pass = |item: &&crate::syntax::ast::MoveItem| {
            item.sentences.iter().any(|sentence| {
                sentence.travel.is_none()
                    && sentence.picks.is_empty()
                    && sentence.when.is_none()
                    && sentence.block.is_empty()
            })
        };
        let passes: Vec<&str> =
            self.names.moves.iter().copied().filter(pass).map(|item| item.name.value.as_str()).collect();
        let mut turns = self.module.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Turn { block, .. } => Some(block),
            _ => None,
        });
        // It has to be among what any turn may begin with.
        let lets = |block: &Statements| {
            block.iter().any(|statement| match &statement.value {
                StatementKind::Choose(choose) => {
                    let names = choose.groups.iter().flatten().map(|name| name.value.as_str());
                    choose.groups.is_empty() || names.into_iter().any(|name| passes.contains(&name))
                }
                _ => false,
            })
        };
        !passes.is_empty() && turns.all(lets)
    }
}
