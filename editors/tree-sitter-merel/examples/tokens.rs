//! Prints the words and names that pest sees in every rule file of the library and the pages, as JSON, one text a line:
//! `{"path": …, "text": …, "words": [[start, end], …], "names": [[start, end], …]}`. Places are counted in UTF-16 units.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Tree, pest_tree, texts};
use serde_json::json;

/// Enough for pest, which calls itself for all that nests.
const STACK: usize = 64 << 20;

fn main() {
    let all = std::thread::Builder::new().stack_size(STACK).spawn(print_all).expect("a thread");
    all.join().expect("every text is read");
}

fn print_all() {
    for (path, text) in texts() {
        let (mut words, mut names) = (Vec::new(), Vec::new());
        for leaf in pest_tree(&text).leaves() {
            let Tree::Token { kind, start, text: token } = leaf else { continue };
            let begin = text[..start].encode_utf16().count();
            let place = [begin, begin + token.encode_utf16().count()];
            let is_word = token.starts_with(|sign: char| sign.is_ascii_lowercase());
            match kind {
                "" if is_word => words.push(place),
                "name" => names.push(place),
                _ => {}
            }
        }
        println!("{}", json!({ "path": path, "text": text, "words": words, "names": names }));
    }
}
