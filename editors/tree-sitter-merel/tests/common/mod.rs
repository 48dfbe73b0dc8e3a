//! The rule files that the tests read, and what pest sees in them.

#![allow(dead_code, reason = "not every test uses all of it")]

use std::fs;
use std::path::{Path, PathBuf};

use pest::Parser as _;
use pest::iterators::Pair;

pub use merel_grammar::{Grammar, Rule};

/// The folder of the whole project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts of all rule files and of the examples in the pages that pest reads whole, with where they are from.
pub fn texts() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in ["games", "tests/samples", "editors/tree-sitter-merel/test"] {
        for path in files(&root().join(folder), "gdl") {
            found.push((path.display().to_string(), fs::read_to_string(&path).expect("the file can be read")));
            assert!(is_whole(&found[found.len() - 1].1), "pest reads {}", path.display());
        }
    }
    assert!(found.len() > 50, "the library is there");
    for folder in ["docs", "docs/language", "docs/codes"] {
        for path in files(&root().join(folder), "md") {
            let page = fs::read_to_string(&path).expect("the page can be read");
            for (number, block) in page.split("```").skip(1).step_by(2).enumerate() {
                let text = block.split_once('\n').map_or("", |(_, text)| text);
                if is_whole(text) {
                    found.push((format!("{} block {number}", path.display()), text.to_owned()));
                }
            }
        }
    }
    found
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == ending));
    paths.sort();
    paths
}

/// Whether pest finds declarations only: nothing it skips, nothing it misses.
fn is_whole(text: &str) -> bool {
    let Ok(file) = Grammar::parse(Rule::file, text) else { return false };
    let all: Vec<Rule> = file.flat_map(|file| file.into_inner().flat_map(flat)).map(|pair| pair.as_rule()).collect();
    all.contains(&Rule::item) && !all.iter().any(|rule| matches!(rule, Rule::junk | Rule::gap))
}

fn flat(pair: Pair<'_, Rule>) -> impl Iterator<Item = Pair<'_, Rule>> {
    let inner: Vec<_> = pair.clone().into_inner().flat_map(|inner| flat(inner).collect::<Vec<_>>()).collect();
    std::iter::once(pair).chain(inner)
}

/// A tree to compare: a node with its name and its parts, or a token with its text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Tree {
    Node { name: String, parts: Vec<Tree> },
    Token { kind: &'static str, start: usize, text: String },
}

/// The kinds of tokens: words and marks stand for themselves.
pub const TOKENS: [&str; 6] = ["name", "word", "lang", "place", "int", "string"];

impl Tree {
    /// A node, but for one that only wraps another.
    pub fn node(name: &str, mut parts: Vec<Tree>) -> Tree {
        // The path of a `reach` without brackets is a list of words here.
        if name == "bare_path" {
            let parts = parts.into_iter().flat_map(Tree::leaves).collect();
            return Tree::Node { name: name.to_owned(), parts };
        }
        match parts.as_slice() {
            [Tree::Node { .. }] => parts.remove(0),
            [Tree::Token { kind, .. }] if *kind != "" => parts.remove(0),
            _ => Tree::Node { name: name.to_owned(), parts },
        }
    }

    /// The tokens of the tree in their order.
    pub fn leaves(self) -> Vec<Tree> {
        match self {
            Tree::Node { parts, .. } => parts.into_iter().flat_map(Tree::leaves).collect(),
            token => vec![token],
        }
    }

    /// The tree as lines, indented by depth.
    pub fn lines(&self, depth: usize, lines: &mut Vec<String>) {
        let indent = "  ".repeat(depth);
        match self {
            Tree::Node { name, parts } => {
                lines.push(format!("{indent}{name}"));
                parts.iter().for_each(|part| part.lines(depth + 1, lines));
            }
            Tree::Token { kind, start, text } => lines.push(format!("{indent}{kind} {start} {text:?}")),
        }
    }
}

/// What pest sees.
pub fn pest_tree(text: &str) -> Tree {
    let mut file = Grammar::parse(Rule::file, text).expect("pest reads every text");
    let file = file.next().expect("a file");
    Tree::Node { name: "file".to_owned(), parts: file.into_inner().filter_map(of_pair).collect() }
}

fn of_pair(pair: Pair<'_, Rule>) -> Option<Tree> {
    let name = format!("{:?}", pair.as_rule());
    let (start, text) = (pair.as_span().start(), pair.as_str().to_owned());
    if name == "EOI" {
        return None;
    }
    if let Some(kind) = TOKENS.iter().chain(&["row_line"]).find(|token| **token == name) {
        return Some(Tree::Token { kind, start, text });
    }
    let parts: Vec<Tree> = pair.into_inner().filter_map(of_pair).collect();
    // A word or a mark.
    if parts.is_empty() {
        return Some(Tree::Token { kind: "", start, text });
    }
    Some(Tree::node(&name, parts))
}
