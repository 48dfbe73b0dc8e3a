//! The queries fit the grammar, and colour every word of it.

mod common;

use std::collections::BTreeSet;

use common::{Tree, pest_tree, root, texts};
use tree_sitter::{Language, Parser, Query, QueryCursor, StreamingIterator as _};

fn language() -> Language {
    tree_sitter_merel::LANGUAGE.into()
}

/// The words that `grammar/gdl.pest` fixes: those of its `kw_` rules and those it reserves.
fn words() -> BTreeSet<String> {
    let grammar = std::fs::read_to_string(root().join("grammar/gdl.pest")).expect("the grammar is there");
    let fixed = grammar.lines().filter(|line| line.starts_with("kw_")).filter_map(|line| line.split('"').nth(1));
    let start = grammar.find("\nreserved =").expect("reserved words");
    let list = &grammar[start..start + grammar[start..].find('}').expect("their end")];
    let words: BTreeSet<String> = fixed.chain(list.split('"').skip(1).step_by(2)).map(str::to_owned).collect();
    assert!(words.len() > 150, "{words:?}");
    words
}

/// The last colour that each token of a text gets, by its first byte.
fn colours(query: &Query, text: &str) -> Vec<Option<String>> {
    let mut parser = Parser::new();
    parser.set_language(&language()).expect("the version of the tables is known");
    let tree = parser.parse(text, None).expect("a tree");
    let mut found = vec![None; text.len()];
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(query, tree.root_node(), text.as_bytes());
    let mut all: Vec<(usize, usize, String)> = Vec::new();
    while let Some(one) = matches.next() {
        for capture in one.captures() {
            let name = query.capture_names()[capture.index as usize].to_owned();
            all.push((one.pattern_index, capture.node.start_byte(), name));
        }
    }
    all.sort_by_key(|(pattern, ..)| *pattern);
    for (_, start, name) in all {
        found[start] = Some(name);
    }
    found
}

#[test]
fn every_query_fits_the_grammar() {
    use tree_sitter_merel::{FOLDS_QUERY, HIGHLIGHTS_QUERY, INDENTS_QUERY, LOCALS_QUERY, TAGS_QUERY};
    for query in [HIGHLIGHTS_QUERY, FOLDS_QUERY, INDENTS_QUERY, LOCALS_QUERY, TAGS_QUERY] {
        let query = Query::new(&language(), query).unwrap_or_else(|error| panic!("{error}\n{query}"));
        assert!(query.pattern_count() > 0);
    }
}

#[test]
fn every_word_is_coloured_wherever_it_stands() {
    let query = Query::new(&language(), tree_sitter_merel::HIGHLIGHTS_QUERY).expect("the query fits");
    let is_word = |colour: &str| colour.starts_with("keyword") || colour == "constant.builtin";
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for (path, text) in texts() {
        let found = colours(&query, &text);
        for leaf in pest_tree(&text).leaves() {
            let Tree::Token { kind, start, text: token } = leaf else { continue };
            let colour = found[start].as_deref().unwrap_or("");
            let fits = match kind {
                "" if token.starts_with(|sign: char| sign.is_ascii_lowercase()) => {
                    seen.insert(token.clone());
                    is_word(colour)
                }
                "" => colour.starts_with("punctuation") || colour == "operator",
                "int" => colour == "number",
                "string" => matches!(colour, "string" | "markup.heading"),
                "name" => !colour.starts_with("keyword") && !colour.is_empty(),
                _ => !colour.is_empty(),
            };
            if !fits {
                wrong.push(format!("{path}: {kind} {token} at {start} is {colour:?}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} tokens have a wrong colour:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(30)].join("\n")
    );
    let missing: Vec<String> = words().into_iter().filter(|word| !seen.contains(word)).collect();
    assert!(missing.is_empty(), "words that no rule file of the test uses: {missing:?}");
}
