//! The moves, each with its diagrams, and what captures.

use super::{Block, Chapter, Diagram, ItemKind, Node, Phrase, Writer, say};
use crate::rulebook::diagrams::Showing;
use crate::rulebook::names::Define;
use crate::syntax::ast::{MoveItem, Repeats, StatementKind};

/// The keys of phrases by which something is captured.
const CAPTURES: [&str; 8] = [
    "free-or-taking",
    "site-taking",
    "taking",
    "taking-jumped",
    "taking-it",
    "taking-it-later",
    "take",
    "taking-at-end",
];

impl<'a> Writer<'a> {
    pub(super) fn moves(&self, diagrams: &[Diagram]) -> Option<Chapter> {
        self.told.borrow_mut().clear();
        let mut chapter = self.chapter("title-moves", Vec::new());
        for (number, item) in self.names.moves.iter().enumerate() {
            let own: Vec<&Diagram> = diagrams.iter().filter(|diagram| diagram.number == number).collect();
            chapter.parts.push(self.one_move(item, &own));
        }
        let mut nodes = Vec::new();
        for item in &self.module.items {
            match &item.kind {
                ItemKind::Afterwards(block) => nodes.extend(self.say.block(block)),
                ItemKind::Ensure(cond) => {
                    nodes.push(Node::leaf(Phrase::with("ensure", self.say.condition(cond, true))));
                }
                _ => {}
            }
        }
        if let Some(list) = self.list(&nodes, true) {
            chapter.parts.push(self.chapter("title-after-moves", vec![list]));
        }
        Some(chapter)
    }

    /// What a move says, sentence by sentence.
    pub(super) fn nodes_of(&self, item: &'a MoveItem) -> Vec<Node> {
        let say = self.say.moving(item);
        let told = item.sentences.iter().map(|sentence| say.sentence(sentence));
        // What only says that something is to be done needs no heading.
        let told = told.flat_map(|node| match node.says {
            Phrase::Say("as-follows", _) => node.under,
            _ => vec![node],
        });
        let mut nodes: Vec<Node> = told.collect();
        nodes.extend(self.say.repeats(item.repeats).map(Node::leaf));
        let after = say.block(&item.afterwards);
        match &after[..] {
            [] => {}
            [only] if only.under.is_empty() => {
                nodes.push(Node::leaf(Phrase::with("afterwards-one", only.says.clone())));
            }
            _ => nodes.push(Node { says: Phrase::of("afterwards"), under: after }),
        }
        for cond in &item.ensures {
            nodes.push(Node::leaf(Phrase::with("ensure", say.condition(cond, true))));
        }
        nodes
    }

    fn one_move(&self, item: &'a MoveItem, diagrams: &[&Diagram]) -> Chapter {
        let nodes = self.nodes_of(item);
        let note = self.teller.note(&item.name.value);
        let mut blocks: Vec<Block> = note.into_iter().map(|text| Block::Text { text }).collect();
        match &nodes[..] {
            [only] if only.under.is_empty() => blocks.push(self.paragraph(&only.says)),
            _ => blocks.extend(self.list(&nodes, false)),
        }
        if let Some(diagram) = diagrams.iter().find(|diagram| !diagram.written.is_empty()) {
            blocks.push(self.paragraph(&Phrase::with("written", Phrase::Text(diagram.written.clone()))));
        }
        for diagram in diagrams {
            blocks.push(self.pictures.diagram(diagram, self.caption(diagram)));
        }
        let title = self.teller.heading(&item.name.value);
        Chapter { number: String::new(), title, blocks, parts: Vec::new() }
    }

    fn caption(&self, diagram: &Diagram) -> String {
        let kind = diagram.kind.map(|kind| Phrase::Name(self.rules().kinds[kind].name.clone()));
        let piece = kind.clone().unwrap_or_else(|| Phrase::of("piece"));
        let cell = diagram
            .origin
            .map_or(Phrase::Nothing, |cell| Phrase::Text(self.rules().board.cells[cell.index()].name.clone()));
        let taken = if diagram.taken.is_empty() { Phrase::Nothing } else { Phrase::of("caption-taken") };
        let said = match diagram.showing {
            Showing::Alone if diagram.snapshot.cells.iter().filter(|stack| !stack.is_empty()).count() > 1 => {
                say!("caption-few", x = piece, cell = cell)
            }
            Showing::Alone => say!("caption-alone", x = piece, cell = cell),
            Showing::Few => say!("caption-few", x = piece, cell = cell),
            Showing::Among => say!("caption-among", x = piece, cell = cell),
            Showing::Drop => say!("caption-drop", x = piece),
            Showing::Pick => Phrase::of("caption-pick"),
        };
        let said = self.teller.sentence(&said);
        match taken {
            Phrase::Nothing => said,
            taken => format!("{said} {}", self.teller.sentence(&taken)),
        }
    }

    pub(super) fn captures(&self, diagrams: &[Diagram]) -> Option<Chapter> {
        let mut nodes = Vec::new();
        let shows =
            |number: usize| diagrams.iter().any(|diagram| diagram.number == number && !diagram.taken.is_empty());
        let capturing =
            self.names.moves.iter().enumerate().filter(|(number, item)| {
                shows(*number) || self.nodes_of(item).iter().any(|node| self.captures_here(node))
            });
        let capturing: Vec<Phrase> = capturing.map(|(_, item)| Phrase::Term(item.name.value.clone())).collect();
        let after = self.module.items.iter().any(|item| {
            matches!(&item.kind, ItemKind::Afterwards(block) if self.say.block(block).iter().any(|node| self.captures_here(node)))
        });
        let turn = self.module.items.iter().any(|item| {
            matches!(&item.kind, ItemKind::Turn { block, .. } if self.say.block(block).iter().any(|node| self.captures_here(node)))
        });
        if capturing.is_empty() && !after && !turn {
            let nothing = self.paragraph(&Phrase::of("no-captures"));
            return Some(self.chapter("title-captures", vec![nothing]));
        }
        if !capturing.is_empty() {
            let (key, capturing) = match capturing.len() {
                1 => ("captures-by-one", capturing),
                _ => ("captures-by", capturing.into_iter().map(|name| Phrase::with("plain", name)).collect()),
            };
            nodes.push(Node::leaf(Phrase::with(key, Phrase::list("and", capturing))));
        }
        if after {
            nodes.push(Node::leaf(Phrase::of("captures-after")));
        }
        if !after && !turn && self.is_free_to_capture() {
            nodes.push(Node::leaf(Phrase::of("capture-free")));
        }
        nodes.push(Node::leaf(self.where_taken()));
        for kind in &self.names.kinds {
            if let Some(other) = &kind.captured_as {
                let (x, y) = (Phrase::Name(kind.name.value.clone()), Phrase::Name(other.value.clone()));
                nodes.push(Node::leaf(say!("captured-as", x = x, y = y)));
            }
        }
        Some(self.chapter("title-captures", self.list(&nodes, false).into_iter().collect()))
    }

    /// Whether a sentence says that something is captured: itself, or by a definition of where one may go.
    fn captures_here(&self, node: &Node) -> bool {
        let is_goal = |define: &Define<'a>| {
            let within = self.say.defining(define);
            let goal = || Node::leaf(within.destination(define.body));
            says_term(node, define.name) && within.is_goal(define.body) && says_any(&goal(), &CAPTURES)
        };
        says_any(node, &CAPTURES) || self.names.defines.iter().any(is_goal)
    }

    /// Whether one may always do something else than capture: a piece captures where it goes, no move comes before
    /// another, and some capture nothing.
    fn is_free_to_capture(&self) -> bool {
        let moves = &self.names.moves;
        let is_plain = |item: &&MoveItem| {
            item.repeats != Repeats::Must
                && item.ensures.is_empty()
                && item.sentences.iter().all(|sentence| sentence.travel.is_some())
                && !says_any(&Node { says: Phrase::Nothing, under: self.nodes_of(item) }, &["take"])
        };
        let goes_without = |item: &&MoveItem| {
            let nodes = item.sentences.iter().map(|sentence| self.say.sentence(sentence));
            nodes.into_iter().any(|node| !says_any(&node, &CAPTURES[1..]))
        };
        let all = || self.module.items.iter();
        let is_first_choice = all().all(|item| match &item.kind {
            ItemKind::Turn { block, .. } => block.iter().all(|statement| match &statement.value {
                StatementKind::Choose(choose) => choose.groups.len() == 1 && choose.most.is_empty(),
                _ => false,
            }),
            ItemKind::Ensure(_) | ItemKind::EnsureTurn(_) => false,
            _ => true,
        });
        is_first_choice && moves.iter().all(is_plain) && moves.iter().any(goes_without)
    }

    fn where_taken(&self) -> Phrase {
        let to = self.module.items.iter().find_map(|item| match &item.kind {
            ItemKind::Captured { to, .. } => Some(to.as_ref()),
            _ => None,
        });
        match to {
            None => Phrase::of("captured-away"),
            Some(None) => Phrase::of("captured-to-hand"),
            Some(Some(site)) => {
                Phrase::with("captured-to-site", Phrase::with("variable", Phrase::Term(site.value.clone())))
            }
        }
    }
}

/// Whether one of these phrases is said anywhere in a sentence, or under it.
pub(super) fn says_any(node: &Node, keys: &[&str]) -> bool {
    node.has(&|phrase| matches!(phrase, Phrase::Say(key, _) if keys.contains(key)))
}

/// Whether a name of the file is said anywhere in a sentence, or under it.
fn says_term(node: &Node, name: &str) -> bool {
    node.has(&|phrase| matches!(phrase, Phrase::Term(known) if known == name))
}
