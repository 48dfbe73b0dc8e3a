//! Texts made to be slow or to overflow: they get one clear answer, soon.

use std::time::{Duration, Instant};

use super::*;

/// What the parser tells, which must not take long.
fn codes(text: &str) -> Vec<Code> {
    let start = Instant::now();
    let codes = parsed(text).diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert!(start.elapsed() < Duration::from_secs(20), "{:?} for {:.60}", start.elapsed(), text);
    codes
}

fn nested(before: &str, times: usize, after: &str) -> String {
    format!("define a = {}b{}\n", before.repeat(times), after.repeat(times))
}

#[test]
fn brackets_may_nest_so_deep_and_no_deeper() {
    for (open, close) in [("(", ")"), ("[", "]"), ("f(", ")"), ("1 + (", ")"), ("not (c or [", "])")] {
        let per_level = open.matches(['(', '[']).count();
        let deepest = MAX_BRACKETS / per_level;
        assert_eq!(codes(&nested(open, deepest, close)), [], "{open}");
        assert_eq!(codes(&nested(open, deepest + 1, close)), [Code::TooDeep], "{open}");
        assert_eq!(codes(&nested(open, 50_000, close)), [Code::TooDeep], "{open}");
    }
    assert_eq!(codes(&format!("setup {}{}", "{ if a ".repeat(63), "{ ".repeat(60))), [Code::TooDeep]);
}

#[test]
fn the_bracket_that_is_one_too_many_is_shown() {
    let told = parsed(&nested("(", 65, ")")).diagnostics;
    assert_eq!(told[0].primary.span.start, 11 + 64);
}

#[test]
fn trees_may_be_so_deep_and_no_deeper() {
    for word in ["not ", "c of ", "c or ", "1 + ", "c in ", "c or else ", "if c then d else ", "lines in "] {
        assert_eq!(codes(&nested(word, 50, "")), [], "{word}");
        assert_eq!(codes(&nested(word, 250, "")), [Code::TooDeep], "{word}");
        assert_eq!(codes(&nested(word, 60_000, "")), [Code::TooDeep], "{word}");
    }
    let otherwise = |times| format!("setup {{ {}{{ }} }}", "if a { } otherwise ".repeat(times));
    assert_eq!(codes(&otherwise(50)), []);
    assert_eq!(codes(&otherwise(250)), [Code::TooDeep]);
}

/// An editor asks for the names of a text that is refused, too: of every one that the grammar can be laid on.
#[test]
fn names_in_deep_nests_are_found() {
    for word in ["not ", "c of ", "c or else ", "if c then d else "] {
        let can_be_read = |levels: &usize| Grammar::parse(Rule::file, &nested(word, *levels, "")).is_ok();
        let deepest = (1..100).map(|hundreds| hundreds * 100).take_while(can_be_read).last().unwrap();
        let text = nested(word, deepest, "");
        let found = mentions::mentions(&text);
        assert_eq!(found.last().map(|mention| mention.name), Some("b"), "{word}, {deepest} levels");
    }
}

#[test]
fn mistakes_at_the_end_of_deep_nests_are_found_in_time() {
    for word in [
        "(",
        "f(",
        "[c ",
        "rows (",
        "row (",
        "c joins (",
        "reach of c by slides (",
        "reach of c by steps to (c joins ",
        "[reach of c by slides ",
        "those p in (",
        "if (",
        "can of (",
        "(reach of c by steps Man on ",
    ] {
        let text = nested(word, 60, "") + "$";
        assert!(codes(&text).contains(&Code::Syntax), "{word}");
    }
}

#[test]
fn mistakes_at_the_end_of_long_chains_are_found_in_time() {
    for word in [
        "if c then c else c joins ",
        "if c then c else c or ",
        "reach of c by steps through ",
        "those p in q where ",
        "reach of c by steps through reach of c by steps to ",
        "a of ",
        "reach of c by slides through c then steps through ",
        "reach of c by slides through reach of c by slides stopping at ",
        "not ",
        "those p in ",
        "row ",
        "if ",
    ] {
        let text = nested(word, 5000, "") + "$";
        assert!(!codes(&text).is_empty(), "{word}");
    }
}

#[test]
fn long_flat_texts_are_read_in_time() {
    let long = [
        format!("move m {{ Man steps {}b }}", "a or ".repeat(20_000)),
        format!("move m {{ {}King steps }}", "Man or ".repeat(20_000)),
        format!("move m {{ {} }}", "Man steps ".repeat(20_000)),
        format!("setup {{ {} }}", "put (1 + 2) Man of b on c ".repeat(5_000)),
        format!("players a{}", ", a".repeat(20_000)),
        "define a = b\n".repeat(10_000),
    ];
    for text in long {
        assert_eq!(codes(&text), [], "{text:.60}");
    }
    for text in ["x x\n", "define\n", "}\n", "\"", "|", "define a = (b\n}", "a-", "move {\n}"] {
        assert!(!codes(&text.repeat(20_000)).is_empty(), "{text}");
    }
}

#[test]
fn a_file_may_be_so_long_and_no_longer() {
    let longest = format!("limit 5 moves{}", " ".repeat(MAX_BYTES - 13));
    assert_eq!(codes(&longest), []);
    assert_eq!(codes(&(longest + " ")), [Code::TooLong]);
}
