//! The words and signs of the grammar, as fuzz targets are given them.

/// What stands above the words.
const HEAD: &str = "\
# The words and signs of grammar/gdl.pest, for the fuzz targets. `UPDATE_PAGES=1 cargo test --test all book::` writes it.
";

/// The literals of a grammar, one a line, in the form of libFuzzer.
pub fn dictionary(grammar: &str) -> String {
    let mut words: Vec<&str> = literals(grammar).into_iter().filter(|word| !word.contains('\\')).collect();
    words.sort_unstable();
    words.dedup();
    let lines: String = words.into_iter().map(|word| format!("\"{word}\"\n")).collect();
    format!("{HEAD}{lines}")
}

/// What stands in quotes, as it is written there, but for comments.
fn literals(grammar: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in grammar.lines() {
        let mut rest = line;
        while let Some(at) = rest.find(['"', '/']) {
            if rest[at..].starts_with("//") {
                break;
            }
            let is_quote = rest[at..].starts_with('"');
            rest = &rest[at + 1..];
            if is_quote {
                let end = end_of(rest);
                found.extend((end > 0).then_some(&rest[..end]));
                rest = rest.get(end + 1..).unwrap_or_default();
            }
        }
    }
    found
}

/// Where the quote that closes a literal stands.
fn end_of(text: &str) -> usize {
    let mut is_escaped = false;
    let closes = |letter: char| {
        let closes = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        closes
    };
    text.find(closes).unwrap_or(text.len())
}

#[test]
fn words_are_found_outside_of_comments() {
    let grammar =
        "a = { \"y\" ~ \"//\" ~ \"\\\"\" ~ \"x\" } // not \"this\"\n// nor \"that\"\nb = { \"y\" | ^\"z z\" }\n";
    assert_eq!(dictionary(grammar), format!("{HEAD}\"//\"\n\"x\"\n\"y\"\n\"z z\"\n"));
}
