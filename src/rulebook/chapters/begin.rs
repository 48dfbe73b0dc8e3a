//! The set-up.

use super::{Chapter, ItemKind, Node, Phrase, Writer, say};
use crate::syntax::ast::StatementKind;

impl<'a> Writer<'a> {
    pub(super) fn beginning(&self) -> Option<Chapter> {
        self.told.borrow_mut().clear();
        let mut nodes = Vec::new();
        let mut drawn = false;
        for item in &self.module.items {
            let ItemKind::Setup { per_player, when, block } = &item.kind else { continue };
            drawn |= block.iter().any(
                |statement| matches!(statement.value, StatementKind::Roll { ref name, .. } if name.value == "starter"),
            );
            let under = self.say.block(block);
            let mut all = match per_player {
                true => group("each-player-does", under),
                false => under,
            };
            if let Some(when) = when {
                let c = self.say.condition(when, true);
                all = match &all[..] {
                    [only] if only.under.is_empty() => vec![Node::leaf(say!("if-then", c = c, x = only.says.clone()))],
                    _ => vec![Node { says: say!("if", c = c), under: all }],
                };
            }
            nodes.extend(all);
        }
        if nodes.is_empty() {
            nodes.push(Node::leaf(Phrase::of("board-is-empty")));
        }
        if !drawn && let Some(first) = self.rules().players.first() {
            nodes.push(Node::leaf(Phrase::with("begins", Phrase::Player(first.name.clone()))));
        }
        let mut blocks: Vec<_> = self.list(&nodes, false).into_iter().collect();
        if self.start.cells.iter().any(|stack| !stack.is_empty()) {
            // Only what the picture depends on is told with it.
            let chosen = self.rules().options.iter().filter(|(name, _)| {
                nodes.iter().any(|node| super::options::node_asks(node, name)) || self.sizes_ask(name)
            });
            let chosen = chosen.map(|(name, value)| {
                say!("option-chosen", x = Phrase::Term(name.clone()), y = Phrase::Term(value.clone()))
            });
            let chosen = Phrase::list("and", chosen.collect());
            let caption = self.teller.sentence(&say!(
                "caption-setup",
                with = if chosen.is_nothing() { chosen } else { Phrase::with("in-brackets", chosen) }
            ));
            blocks.push(self.pictures.position(&self.start, &[], caption));
        }
        Some(self.chapter("title-setup", blocks))
    }
}

fn group(key: &'static str, under: Vec<Node>) -> Vec<Node> {
    match &under[..] {
        [] => under,
        [only] if only.under.is_empty() => {
            vec![Node::leaf(Phrase::Say("each-player-one", vec![("x", only.says.clone())]))]
        }
        _ => vec![Node { says: Phrase::of(key), under }],
    }
}
