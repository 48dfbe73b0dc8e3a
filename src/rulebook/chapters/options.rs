//! The options of a file: values, what the file says of them, and what each changes.

use super::{Block, Chapter, ItemKind, Node, Phrase, Writer, say};
use crate::rulebook::names::Define;
use crate::source::Span;
use crate::syntax::ast::OptionChoice;

impl<'a> Writer<'a> {
    pub(super) fn options(&self) -> Option<Chapter> {
        let mut chapter = self.chapter("title-options", vec![self.paragraph(&Phrase::of("options-before"))]);
        for item in &self.module.items {
            let ItemKind::Option { name, choices } = &item.kind else { continue };
            let mut blocks = vec![self.values(&name.value, choices)];
            self.told.borrow_mut().clear();
            let note = self.teller.note(&name.value);
            if let Some(note) = note.or_else(|| choices.last().and_then(|last| self.note_of_option(span_of(last)))) {
                blocks.push(Block::Text { text: note });
            }
            let changes = self.changes(&name.value);
            match changes.is_empty() {
                true => blocks.push(self.paragraph(&Phrase::of("option-unasked"))),
                false => {
                    blocks.push(self.paragraph(&Phrase::of("option-changes")));
                    blocks.extend(self.list(&changes, false));
                }
            }
            let title = self.teller.heading(&name.value);
            chapter.parts.push(Chapter { number: String::new(), title, blocks, parts: Vec::new() });
        }
        (!chapter.parts.is_empty()).then_some(chapter)
    }

    /// The values with what the file says of each; the first is the usual one.
    fn values(&self, option: &str, choices: &'a [OptionChoice]) -> Block {
        // What stands behind values is in the language of the file; a note on the option tells it in this one.
        let has_note = self.teller.note(option).is_some();
        let mut rows = Vec::new();
        for (number, choice) in choices.iter().enumerate() {
            let value = match choice {
                OptionChoice::Word(word) => match word.value.as_str() {
                    "yes" => self.tell(&Phrase::of("yes")),
                    "no" => self.tell(&Phrase::of("no")),
                    word => self.teller.name(word),
                },
                OptionChoice::Picture(terrain) => {
                    self.tell(&Phrase::with("any-picture", Phrase::with("plain", Phrase::Term(terrain.value.clone()))))
                }
            };
            let usual = if number == 0 { self.tell(&Phrase::of("usual")) } else { String::new() };
            let gloss = self.gloss(span_of(choice), 0).filter(|_| !has_note);
            rows.push(vec![value, usual, gloss.unwrap_or_default()]);
        }
        let mut head = ["head-value", "head-usual", "head-meaning"].map(|key| self.tell(&Phrase::of(key))).to_vec();
        // A column in which nothing stands is none.
        for column in (1..3).rev() {
            if rows.iter().all(|row| row[column].is_empty()) {
                head.remove(column);
                rows.iter_mut().for_each(|row| drop(row.remove(column)));
            }
        }
        Block::Table { head, rows }
    }

    /// What the file says of the option as a whole, behind what it says of the last value.
    fn note_of_option(&self, last: Span) -> Option<String> {
        self.gloss(last, 1)
    }

    /// The text in quotes behind a value, or the second one.
    fn gloss(&self, value: Span, which: usize) -> Option<String> {
        let file = self.module.texts.files().get(usize::from(value.source.0))?;
        let mut rest = file.text.get(value.end as usize..)?;
        for number in 0..=which {
            rest = rest.trim_start().strip_prefix('"')?;
            let (text, behind) = rest.split_once('"')?;
            if number == which {
                return Some(text.to_owned());
            }
            rest = behind;
        }
        None
    }

    /// Whether the size of the board asks for an option.
    pub(super) fn sizes_ask(&self, option: &str) -> bool {
        let sizes = self.module.items.iter().flat_map(|item| self.expressions(&item.kind));
        sizes.into_iter().any(|size| asks(&self.say.value(size), option))
    }

    /// The sentences that ask for an option.
    fn changes(&self, option: &str) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut noted = Vec::new();
        for item in &self.module.items {
            match &item.kind {
                ItemKind::Setup { when, block, .. } => {
                    let under = self.say.block(block);
                    match when.as_ref().map(|when| self.say.condition(when, true)) {
                        Some(c) if asks(&c, option) => {
                            nodes.push(Node { says: say!("in-setup-if", c = c), under });
                        }
                        _ => nodes.extend(under),
                    }
                }
                ItemKind::Move(item) => nodes.extend(self.nodes_of(item)),
                ItemKind::Turn { block, .. } | ItemKind::Afterwards(block) => nodes.extend(self.say.block(block)),
                ItemKind::Define { name, params, body } => {
                    let said = self.definition(&Define { name: &name.value, params, body });
                    match self.teller.note(&name.value).filter(|_| asks(&said, option)) {
                        Some(note) => noted.push(Node::leaf(super::words::word_noted(&name.value, note))),
                        None => nodes.push(Node::leaf(said)),
                    }
                }
                ItemKind::End { clauses, .. } => {
                    for clause in clauses {
                        if let Some(when) = &clause.when {
                            let name = Phrase::Text(self.teller.heading(&clause.name.value));
                            nodes.push(Node::leaf(say!(
                                "end-clause-if",
                                name = name,
                                c = self.say.condition(when, true)
                            )));
                        }
                    }
                }
                ItemKind::Board(_) if self.sizes_ask(option) => {
                    nodes.push(Node::leaf(Phrase::with("option-sizes", Phrase::Term(option.to_owned()))));
                }
                _ => {}
            }
        }
        nodes.retain(|node| node_asks(node, option));
        nodes.extend(noted);
        nodes.dedup();
        nodes
    }
}

fn span_of(choice: &OptionChoice) -> Span {
    match choice {
        OptionChoice::Word(name) | OptionChoice::Picture(name) => name.span,
    }
}

/// Whether a phrase asks for this option, not one within it.
fn asks_itself(phrase: &Phrase, option: &str) -> bool {
    let Phrase::Say(key, holes) = phrase else { return false };
    let is_asked = matches!(
        *key,
        "option-is"
            | "option-is-not"
            | "option-is-none"
            | "option-drawn"
            | "option-on"
            | "option-off"
            | "option-value"
            | "paint-option"
            | "option-sizes"
    );
    // A definition that the file has a word for is told of by itself.
    let names = |(hole, inner): &(&str, Phrase)| {
        (*hole != "y" || *key == "paint-option") && *inner == Phrase::Term(option.to_owned())
    };
    is_asked && holes.iter().any(names)
}

/// Whether a phrase names an option.
fn asks(phrase: &Phrase, option: &str) -> bool {
    phrase.has(&|phrase| asks_itself(phrase, option))
}

/// Whether a sentence, or one under it, names an option.
pub(super) fn node_asks(node: &Node, option: &str) -> bool {
    node.has(&|phrase| asks_itself(phrase, option))
}
