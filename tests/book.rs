//! The book of the language (`docs/language/`) holds together: its grammar is that of the parser, its index knows every
//! word, and its links lead somewhere.

mod dictionary;
mod grammar;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The pages of `docs/`, by path from the root.
fn pages() -> Vec<String> {
    let folders = ["docs", "docs/language", "docs/codes"];
    let in_folder = |folder: &&str| fs::read_dir(root().join(folder)).expect("the folder can be read");
    let paths = folders.iter().flat_map(in_folder).flatten().map(|file| file.path());
    let pages = paths.filter(|path: &PathBuf| path.extension().is_some_and(|ending| ending == "md"));
    let name = |path: PathBuf| path.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
    let mut pages: Vec<String> = pages.map(name).chain(["README.md".to_owned()]).collect();
    pages.sort();
    pages
}

/// The lines of a page that are not in fences.
fn prose(page: &str) -> Vec<String> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for line in text(page).lines() {
        fenced ^= line.starts_with("```");
        if !fenced && !line.starts_with("```") {
            lines.push(line.to_owned());
        }
    }
    lines
}

/// The anchor that a heading makes, as GitHub writes it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.chars().filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_'));
    kept.map(|sign| if sign == ' ' { '-' } else { sign }).collect()
}

fn anchors(page: &str) -> BTreeSet<String> {
    prose(page).iter().filter(|line| line.starts_with('#')).map(|line| anchor(line)).collect()
}

/// The targets of the links of a line.
fn links(line: &str) -> Vec<&str> {
    line.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

#[test]
fn the_words_for_the_fuzz_targets_are_those_of_the_grammar() {
    let made = dictionary::dictionary(&text("grammar/gdl.pest"));
    if text("fuzz/dictionary.txt") == made {
        return;
    }
    if std::env::var_os("UPDATE_PAGES").is_some() {
        fs::write(root().join("fuzz/dictionary.txt"), &made).expect("the file can be written");
    }
    panic!(
        "fuzz/dictionary.txt is not the words of the grammar; UPDATE_PAGES=1 cargo test --test all book:: writes it"
    );
}

#[test]
fn the_grammar_of_the_book_is_that_of_the_parser() {
    let page = text("docs/language/grammar.md");
    let made = grammar::appendix(&text("grammar/gdl.pest"));
    let (intro, shown) = page.split_at(page.find("\n## ").expect("the page has sections"));
    if shown == made {
        return;
    }
    if std::env::var_os("UPDATE_PAGES").is_some() {
        fs::write(root().join("docs/language/grammar.md"), format!("{intro}{made}")).expect("the page can be written");
    }
    panic!(
        "docs/language/grammar.md is not the grammar; UPDATE_PAGES=1 cargo test --test all book:: writes it:\n{made}"
    );
}

#[test]
fn the_index_knows_every_word() {
    let index = prose("docs/language/words.md");
    let is_listed = |word: &&String| index.iter().any(|line| line.starts_with(&format!("| `{word}` |")));
    let words = grammar::fixed_words(&text("grammar/gdl.pest"));
    let missing: Vec<&String> = words.iter().filter(|word| !is_listed(word)).collect();
    assert!(missing.is_empty(), "docs/language/words.md has no row for {missing:?}");
    let gone: Vec<&String> = index.iter().filter(|line| line.starts_with("| `") && links(line).is_empty()).collect();
    assert!(gone.is_empty(), "words of the index that lead nowhere: {gone:?}");
}

#[test]
fn links_lead_somewhere() {
    let known: BTreeMap<String, BTreeSet<String>> =
        pages().into_iter().map(|page| (page.clone(), anchors(&page))).collect();
    let mut broken = Vec::new();
    for page in known.keys() {
        let folder = Path::new(page).parent().expect("a page is in a folder");
        for line in prose(page) {
            for link in links(&line).into_iter().filter(|link| !link.contains("://")) {
                let (file, at) = link.split_once('#').unwrap_or((link, ""));
                let target = if file.is_empty() { PathBuf::from(page) } else { plain(&folder.join(file)) };
                let there = match known.get(&*target.to_string_lossy()) {
                    Some(anchors) => at.is_empty() || anchors.contains(at),
                    None => at.is_empty() && root().join(&target).exists(),
                };
                if !there {
                    broken.push(format!("{page}: {link}"));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts
}
