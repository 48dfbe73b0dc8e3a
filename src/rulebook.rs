//! The rulebook of a game, written from its rules: what is in the box, the set-up, every move with diagrams, captures,
//! ends, options, words, an example game and an index.
//!
//! Rules become trees of phrases without a language (`say`), and a table of `phrases/` says them ([`crate::phrases::language`]). A
//! new language is a new file there. Diagrams and the example come from the game itself.

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::engine::Engine;
use crate::game::Halt;
use crate::phrases::language::Language;
use crate::reference::Reference;
use crate::rules::{Choices, Module};

mod chapters;
mod diagrams;
mod example;
mod html;
mod index;
mod names;
mod phrase;
mod pictures;
mod say;
mod teller;
mod text;

pub use index::Entry;
pub use text::Columns;

/// How a book is written.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The language.
    pub language: &'static Language,
    /// The options and the number of players that pictures show.
    pub choices: Choices,
    /// The seed of diagrams and of the example.
    pub seed: u64,
    /// Whether boards as text may use more signs than ASCII has.
    pub unicode: bool,
}

/// A rulebook.
#[derive(Clone, Debug, Serialize)]
pub struct Book {
    /// The code of its language.
    pub language: &'static str,
    /// What stands between a word and what is told of it, for instance `: `.
    pub colon: &'static str,
    /// The title of the game.
    pub title: String,
    /// What is known of the game: who made it, when, where the rules come from.
    pub facts: Vec<Fact>,
    /// What of a file with errors is not in the book: what stands there, and what is wrong with it. The book is about
    /// the rest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Fact>,
    /// The rules in short, in the words of the file; nothing if it has none in this language.
    pub summary: Vec<String>,
    /// The chapters.
    pub chapters: Vec<Chapter>,
    /// The title of the index.
    pub index_title: String,
    /// The words of the book, with where they stand.
    pub index: Vec<Entry>,
    /// The title of the contents.
    pub contents_title: String,
    /// The title of the summary.
    pub summary_title: String,
    /// What stands before what is left out.
    pub left_out_title: String,
}

/// Something known of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// What it is.
    pub label: String,
    /// It.
    pub text: String,
}

/// A chapter, or a part of one.
#[derive(Clone, Debug, Serialize)]
pub struct Chapter {
    /// Its number, for instance `4` or `4.2`.
    pub number: String,
    /// Its title.
    pub title: String,
    /// What it says.
    pub blocks: Vec<Block>,
    /// Its parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Chapter>,
}

/// What stands in a chapter.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "block", rename_all = "lowercase")]
pub enum Block {
    /// A paragraph.
    Text {
        /// Its text.
        text: String,
    },
    /// A list.
    List {
        /// Whether its order counts.
        ordered: bool,
        /// What it lists.
        items: Vec<Item>,
    },
    /// A table.
    Table {
        /// The heads of its columns.
        head: Vec<String>,
        /// Its rows.
        rows: Vec<Vec<String>>,
    },
    /// A board.
    Board {
        /// What it shows.
        caption: String,
        /// The picture, an SVG document.
        svg: String,
        /// The same as text.
        text: String,
    },
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// Its text.
    pub text: String,
    /// What belongs under it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Item>,
}

/// Writes the rulebook of a sound rule file.
///
/// It is called to halt where time is short: then diagrams and the example are as good as they could be found until then.
///
/// # Errors
/// With all that is wrong if the rules cannot be had with these choices.
pub fn rulebook(module: &Module, plan: &Plan, halt: &dyn Halt) -> Result<Book, Vec<Diagnostic>> {
    let rules = std::sync::Arc::new(module.rules(&plan.choices)?);
    let game = Reference::new(rules.clone());
    let engine = Engine::new(rules.clone());
    let names = names::Names::of(module, &rules);
    let writer = chapters::Writer::new(module, &names, plan, &game);
    let diagrams = diagrams::diagrams(&game, plan.seed, halt);
    let example = example::example(&engine, plan.seed, halt);
    Ok(writer.book(&diagrams, example.as_ref()))
}

impl Chapter {
    /// The texts of the chapter alone, without its parts.
    pub fn texts(&self) -> Vec<&str> {
        fn items<'a>(all: &'a [Item], texts: &mut Vec<&'a str>) {
            for item in all {
                texts.push(&item.text);
                items(&item.items, texts);
            }
        }
        let mut texts = vec![self.title.as_str()];
        for block in &self.blocks {
            match block {
                Block::Text { text } => texts.push(text),
                Block::List { items: all, .. } => items(all, &mut texts),
                Block::Table { head, rows } => {
                    texts.extend(head.iter().chain(rows.iter().flatten()).map(String::as_str));
                }
                Block::Board { caption, .. } => texts.push(caption),
            }
        }
        texts
    }
}
