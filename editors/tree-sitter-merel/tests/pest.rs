//! The parser sees in every rule file what pest sees.

mod common;

use common::{TOKENS, Tree, pest_tree, texts};
use tree_sitter::{Node, Parser};

/// Steps of an expression, which pest gives as a list and this parser as pairs.
const JOINED: [&str; 7] = ["expr", "either", "both", "compare", "sum", "product", "inset"];

/// What this parser sees, and whether it found an error.
fn tree(text: &str) -> (bool, Tree) {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_merel::LANGUAGE.into()).expect("the version of the tables is known");
    let tree = parser.parse(text, None).expect("a tree");
    let mut parts = Vec::new();
    let mut cursor = tree.root_node().walk();
    parts.extend(tree.root_node().children(&mut cursor).filter_map(|node| of_node(node, text)));
    (tree.root_node().has_error(), Tree::Node { name: "file".to_owned(), parts })
}

fn of_node(node: Node<'_>, text: &str) -> Option<Tree> {
    let (kind, start) = (node.kind(), node.start_byte());
    if kind == "comment" {
        return None;
    }
    let found = || text[node.byte_range()].to_owned();
    if let Some(kind) = TOKENS.iter().chain(&["row_line"]).find(|token| **token == kind) {
        return Some(Tree::Token { kind, start, text: found() });
    }
    if node.child_count() == 0 {
        return Some(Tree::Token { kind: "", start, text: found() });
    }
    let mut cursor = node.walk();
    let mut parts: Vec<Tree> = node.children(&mut cursor).filter_map(|node| of_node(node, text)).collect();
    if JOINED.contains(&kind) {
        let first = match &parts[0] {
            Tree::Node { name, parts } if name == kind => Some(parts.clone()),
            _ => None,
        };
        if let Some(first) = first {
            parts.splice(0..1, first);
        }
    }
    Some(Tree::node(kind, parts))
}

#[test]
fn every_text_has_the_tree_of_pest() {
    let mut wrong = Vec::new();
    let all = texts();
    for (path, text) in &all {
        let (has_error, found) = tree(text);
        let (mut expected_lines, mut lines) = (Vec::new(), Vec::new());
        pest_tree(text).lines(0, &mut expected_lines);
        found.lines(0, &mut lines);
        if let Some(at) = (0..expected_lines.len().max(lines.len())).find(|&at| expected_lines.get(at) != lines.get(at))
        {
            let near =
                |lines: &[String]| lines[at.saturating_sub(3).min(lines.len())..(at + 6).min(lines.len())].join("\n");
            wrong.push(format!("{path}:\n-- pest\n{}\n-- here\n{}", near(&expected_lines), near(&lines)));
        } else if has_error {
            wrong.push(format!("{path}: an error"));
        }
    }
    eprintln!("{} texts, {} of them wrong", all.len(), wrong.len());
    assert!(wrong.is_empty(), "{} of {} texts are read otherwise\n{}", wrong.len(), all.len(), wrong.join("\n\n"));
}
