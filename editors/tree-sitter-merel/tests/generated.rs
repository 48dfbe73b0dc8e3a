//! What is generated is what the grammar says today. `cargo run --example generate` writes it anew.

use std::fs;
use std::path::Path;

use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

#[test]
fn the_parser_is_what_the_grammar_says() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let mut notes = Vec::new();
    let out = Some(folder.path());
    generate_parser_in_directory(here, out, None::<&Path>, 15, None, Some("node"), true, OptLevel::all(), &mut notes)
        .unwrap_or_else(|error| panic!("{error}"));
    for name in ["grammar.json", "node-types.json", "parser.c"] {
        let read = |path: &Path| fs::read_to_string(path.join(name)).expect("the file is there");
        let is_same = read(folder.path()) == read(&here.join("src"));
        assert!(is_same, "src/{name} is not what grammar.js and grammar/gdl.pest say: cargo run --example generate");
    }
}
