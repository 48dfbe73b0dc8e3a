//! Rulebooks: every game in every language, tables of phrases that fit together, diagrams and examples worked out by hand.

use crate::common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use merel::game::Never;
use merel::library;
use merel::phrases::language::{language, languages};
use merel::rulebook::{Block, Book, Chapter, Fact, Plan, rulebook};
use merel::rules::{Choices, Module};
use merel::source::SourceMap;

/// The games whose books are kept and were read beside their rulebooks.
const READ: [&str; 7] = ["marelle", "katarenga", "arene", "breakthrough", "chess", "go", "backgammon"];

fn plan(code: &str) -> Plan {
    let language = language(code).unwrap_or_else(|| panic!("there is a table for {code}"));
    Plan { language, choices: Choices::default(), seed: 0, unicode: false }
}

fn module(name: &str, text: &str) -> Module {
    let (module, diagnostics) = Module::from_text(&common::Library, name, text, &mut SourceMap::default());
    assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
    module.unwrap_or_else(|| panic!("{name} is a module"))
}

/// The book of a text, with diagrams and an example.
fn book(text: &str, code: &str) -> Book {
    rulebook(&module("own.gdl", text), &plan(code), &Never).unwrap_or_else(|found| panic!("{found:?}"))
}

/// The book of a game of the library without any play, which takes long.
fn words_of(game: &str, code: &str) -> Book {
    let file = library::find(game).unwrap_or_else(|| panic!("{game} is built in"));
    let halted = AtomicBool::new(true);
    rulebook(&module(file.file, file.text), &plan(code), &halted).unwrap_or_else(|found| panic!("{found:?}"))
}

fn chapters(book: &Book) -> Vec<&Chapter> {
    book.chapters.iter().flat_map(|chapter| std::iter::once(chapter).chain(&chapter.parts)).collect()
}

fn texts(book: &Book) -> Vec<&str> {
    chapters(book).into_iter().flat_map(Chapter::texts).collect()
}

fn boards<'a>(book: &'a Book, title: &str) -> Vec<(&'a str, &'a str, &'a str)> {
    let chapter = chapters(book).into_iter().find(|chapter| chapter.title == title);
    let blocks = chapter.unwrap_or_else(|| panic!("no {title} in {book}")).blocks.iter();
    let board = |block: &'a Block| match block {
        Block::Board { caption, svg, text } => Some((caption.as_str(), svg.as_str(), text.as_str())),
        Block::Text { .. } | Block::List { .. } | Block::Table { .. } => None,
    };
    blocks.filter_map(board).collect()
}

#[test]
fn every_game_has_a_book_in_every_language() {
    for game in library::games() {
        for language in languages() {
            let book = words_of(game.name(), &language.code);
            for text in texts(&book) {
                let place = format!("{} in {}: {text}", game.name(), language.code);
                assert!(!text.contains(['{', '}']) && !text.contains("  "), "{place}");
                // No key of a phrase stands there in the place of the phrase.
                let is_key = |word: &str| word.contains('-') && language.keys().any(|key| key == word);
                let mut words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '-');
                let known = ["en-passant", "north-west", "north-east", "south-west", "south-east"];
                assert!(!words.any(|word| is_key(word) && !known.contains(&word)), "{place}");
            }
            assert!(!book.index.is_empty() && book.chapters.len() >= 6, "{}", game.name());
        }
    }
}

#[test]
fn a_french_book_has_no_english_words() {
    let english = [
        "the", "of", "and", "is", "your", "you", "with", "if", "not", "must", "to", "men", "board", "square", "open",
        "goals", "yes", "rules",
    ];
    for game in READ {
        let book = words_of(game, "fr");
        for chapter in chapters(&book) {
            for block in &chapter.blocks {
                // What stands behind values of options is in the words of the file.
                if matches!(block, Block::Table { .. }) {
                    continue;
                }
                let one = Chapter { blocks: vec![block.clone()], parts: Vec::new(), ..chapter.clone() };
                for text in one.texts() {
                    let mut words = text.split(|sign: char| !sign.is_alphabetic());
                    assert!(!words.any(|word| english.contains(&word.to_lowercase().as_str())), "{game}: {text}");
                }
            }
        }
    }
}

#[test]
fn french_signs_stand_with_their_words() {
    for game in READ {
        let book = words_of(game, "fr");
        let facts = book.facts.iter().map(|fact| fact.text.as_str());
        let all = texts(&book).into_iter().chain(book.summary.iter().map(String::as_str)).chain(facts);
        for text in all {
            for apart in [" :", " ;", " ?", " !", "« ", " »"] {
                assert!(!text.contains(apart), "{game}: a line may end in `{apart}`: {text}");
            }
            for close in [':', ';', '»'] {
                for (at, _) in text.match_indices(close) {
                    assert!(text[..at].ends_with('\u{a0}'), "{game}: no blank before `{close}`: {text}");
                }
            }
        }
    }
}

#[test]
fn books_that_were_read() {
    for game in READ {
        for code in ["en", "fr", "de", "es"] {
            insta::assert_snapshot!(format!("rules-{game}-{code}"), words_of(game, code).to_string());
        }
    }
}

/// The keys that the code names behind one of these calls.
fn named(folder: &Path, calls: &[&str], keys: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            named(&path, calls, keys);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        for call in calls {
            for (at, _) in text.match_indices(call) {
                let rest = text[at + call.len()..].trim_start();
                if let Some(key) = rest.strip_prefix('"').and_then(|rest| rest.split('"').next()) {
                    keys.insert(key.to_owned());
                }
            }
        }
    }
}

#[test]
fn tables_have_the_same_keys_and_holes_and_all_that_the_code_names() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(root.join("phrases")).expect("the tables are there").count();
    assert_eq!(languages().len(), files, "every table can be read");
    let english = language("en").expect("English is there");
    let keys =
        |language: &merel::phrases::language::Language| language.keys().map(str::to_owned).collect::<BTreeSet<_>>();
    let nouns = |language: &merel::phrases::language::Language| {
        language.noun_keys().map(str::to_owned).collect::<BTreeSet<_>>()
    };
    let adjectives = |language: &merel::phrases::language::Language| {
        language.adjective_keys().map(str::to_owned).collect::<BTreeSet<_>>()
    };
    for other in languages() {
        assert_eq!(keys(other), keys(english), "{}", other.code);
        assert_eq!(nouns(other), nouns(english), "{}", other.code);
        assert_eq!(adjectives(other), adjectives(english), "{}", other.code);
        for key in english.keys() {
            let (ours, theirs) = (english.holes(key), other.holes(key));
            assert_eq!(ours, theirs, "{key} in {}", other.code);
        }
    }
    let mut named_keys = BTreeSet::new();
    let calls = ["say!(", "Phrase::of(", "Phrase::with(", "Phrase::Say("];
    named(&root.join("src/rulebook"), &calls, &mut named_keys);
    assert!(named_keys.len() > 200, "{}", named_keys.len());
    let told_by_code = [
        "defined",
        "defined-of",
        "defined-truth",
        "defined-not",
        "variable",
        "plain",
        "being-so",
        "being-not-so",
        "free-worded",
        "if-worded",
    ];
    let known = |key: &String| {
        english.template(key).is_some() || english.noun(key).is_some() || told_by_code.contains(&key.as_str())
    };
    let missing: Vec<&String> = named_keys.iter().filter(|key| !known(key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // What is given one thing has no other hole.
    let mut with_one = BTreeSet::new();
    named(&root.join("src/rulebook"), &["Phrase::with("], &mut with_one);
    for key in &with_one {
        let holes = english.holes(key);
        assert!(holes.iter().all(|hole| hole == "x"), "{key}: {holes:?}");
    }
}

const LEAP: &str = r#"language 1
game "Leap"
players White, Black
board square 5 by 5
piece Horse
setup { put Horse of White on a1  put Horse of Black on b3 }
move go { Horse leaps 1 by 2 to empty or enemies }
end after each turn { "taken": mover wins when no enemy Horses }
end before each turn { "late": draw when turns is 60 }
"#;

#[test]
fn diagrams_show_where_the_game_lets_a_piece_go() {
    let book = book(LEAP, "en");
    let boards = boards(&book, "Go");
    // From the middle, c3, a horse reaches a2, a4, b1, b5, d1, d5, e2 and e4.
    let (caption, svg, text) = boards.iter().find(|(caption, ..)| caption.contains("alone")).expect("a piece alone");
    assert!(caption.starts_with("A horse on c3, alone"), "{caption}");
    assert_eq!(svg.matches("mark target").count(), 8);
    let rows: Vec<&str> = text.lines().take(5).collect();
    assert_eq!(rows[2].replace(' ', ""), "3..[H]..3", "{text}");
    assert_eq!(rows[0].replace(' ', ""), "5.(.).(.).5", "{text}");
    assert_eq!(text.matches("(.)").count(), 8);
    // From a1 White may take on b3.
    let (_, svg, text) = boards.iter().find(|(caption, ..)| caption.contains("captured")).expect("a capture");
    assert!(svg.contains("class=\"taken\"") && text.contains("{h}") | text.contains("{H}"), "{text}");
}

#[test]
fn the_example_is_a_finished_game() {
    let book = book(LEAP, "fr");
    let last = book.chapters.last().expect("chapters");
    assert_eq!(last.title, "Un exemple de partie");
    let texts = last.texts().join("\n");
    assert!(texts.contains("Victoire de") && texts.contains(": taken"), "{texts}");
    // One horse is left.
    let Some(Block::Board { text, .. }) = last.blocks.last() else { panic!("no last position") };
    assert_eq!(text.matches(['H', 'h']).count(), 1, "{text}");
}

#[test]
fn options_tell_their_values_and_what_they_change() {
    let text = LEAP
        .replace("players", "option far = yes, no \"for children\"\nplayers")
        .replace("move go {", "move run { Horse slides when far }\nmove go {");
    let book = book(&text, "en");
    let chapter = chapters(&book).into_iter().find(|chapter| chapter.title == "Far").expect("the option");
    let Some(Block::Table { rows, .. }) = chapter.blocks.first() else { panic!("no values") };
    assert_eq!(rows, &[["Yes", "Usual", ""], ["No", "", "for children"]]);
    let texts = chapter.texts().join("\n");
    assert!(
        texts.contains("A horse moves any distance in a straight line, over free squares only, to a free square if the option “far” is chosen."),
        "{texts}"
    );
}

#[test]
fn the_page_is_whole_and_harmless() {
    let text = LEAP.replace("\"Leap\"", "\"<script>alert(1)</script> & more\"");
    let page = book(&text, "en").html();
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;"));
    let links = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!links.contains("http") && !links.contains("@import") && !links.contains("src="));
    for target in page.match_indices("href=\"#").map(|(at, _)| page[at + 7..].split('"').next().unwrap_or_default()) {
        assert!(page.contains(&format!("id=\"{target}\"")), "{target}");
    }
    let tags: BTreeMap<&str, usize> = ["section", "figure", "table", "ul", "ol", "div"]
        .map(|tag| (tag, page.matches(&format!("<{tag}")).count()))
        .into_iter()
        .collect();
    for (tag, opened) in tags {
        assert_eq!(page.matches(&format!("</{tag}>")).count(), opened, "{tag}");
    }
}

#[test]
fn a_hostile_text_is_harmless_in_every_field() {
    let bad = "</title></style><img src=x onerror='a'><b>&";
    let text = LEAP
        .replace("game \"Leap\"", &format!("game \"{bad}\"\nauthor \"{bad}\"\nsource \"{bad}\"\nrules en \"{bad}\""))
        .replace("players White", &format!("option far = yes \"{bad}\", no \"{bad}\"\nplayers White"))
        .replace("to empty or enemies", "to empty or enemies when far")
        .replace("\"taken\"", &format!("\"{bad}\""))
        + &format!(
            "text en {{ White: \"{bad}w\"  Horse: \"{bad}h\" \"{bad}hs\"  go: \"{bad}g\" \"{bad} a note.\"  far: \"{bad}f\"  late: \"{bad}l\" }}\n"
        )
        + "text letters { Horse: \"<\" }\ntext glyphs { Horse: \"<\" \"&\" }\n";
    let mut book = book(&text, "en");
    book.left_out.push(Fact { label: bad.to_owned(), text: bad.to_owned() });
    let page = book.html();
    assert_eq!(page.matches("</title>").count(), 1);
    assert_eq!(page.matches("</style>").count(), 1);
    assert!(!page.contains("<img") && !page.contains("<b>"), "{page}");
    assert!(page.matches("&lt;img src=x").count() > 12, "it is told everywhere");
    // Every `&` begins what stands for a sign.
    for (at, _) in page.match_indices('&') {
        let name = page[at + 1..].split(';').next().unwrap_or_default();
        assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "{}", &page[at..(at + 20).min(page.len())]);
    }
}

#[test]
fn six_players_with_dice_have_a_book() {
    let file = library::find("arena").expect("it is built in");
    let halted = AtomicBool::new(true);
    for language in languages() {
        let mut plan = plan(&language.code);
        plan.choices.players = Some(6);
        let book = rulebook(&module(file.file, file.text), &plan, &halted).expect("there is a book");
        let Some(Block::Table { head, .. }) =
            book.chapters[0].blocks.iter().find(|block| matches!(block, Block::Table { .. }))
        else {
            panic!("no pieces in {book}")
        };
        assert_eq!(head.len(), 2 + 6, "{head:?}");
    }
}

#[test]
fn a_file_of_which_a_part_is_wrong_has_a_book_of_the_rest() {
    let text = LEAP.replace("end after", "move fly { Dragon goes }\nend after");
    let (module, found) = Module::from_text(&common::Library, "own.gdl", &text, &mut SourceMap::default());
    let standing = module.expect("it can be read").standing(&found, &[Choices::default()]).expect("most stands");
    assert_eq!(standing.left_out.len(), 1, "the dragon");
    let book = rulebook(&standing.module, &plan("en"), &Never).expect("a book of the rest");
    let titles: Vec<&str> = chapters(&book).iter().map(|chapter| chapter.title.as_str()).collect();
    assert!(titles.contains(&"Go") && !titles.contains(&"Fly"), "{titles:?}");
}

#[test]
fn every_sentence_of_a_move_is_seen() {
    // From c3 in the middle a horse on dark ground reaches eight squares, on light ground, b3, all four beside it.
    let text = LEAP.replace(
        "Horse leaps 1 by 2 to empty or enemies",
        "Horse on dark leaps 1 by 2 to empty or enemies  Horse on light steps orthogonal",
    );
    let book = book(&text, "en");
    let alone: Vec<usize> = boards(&book, "Go")
        .iter()
        .filter(|(caption, ..)| caption.contains("alone"))
        .map(|(_, svg, _)| svg.matches("mark target").count())
        .collect();
    assert_eq!(alone.len(), 2, "{alone:?}");
    assert!(alone.contains(&8) && alone.iter().any(|n| *n < 5), "{alone:?}");
}

#[test]
fn few_others_are_not_called_nobody() {
    // A horse moves only if there are two of its own: nobody is ever alone.
    let text = LEAP
        .replace("to empty or enemies", "to empty or enemies when count of my Horses at least 2")
        .replace("put Horse of White on a1", "put Horse of White on [a1 e1]");
    let captions: Vec<String> =
        boards(&book(&text, "en"), "Go").iter().map(|(caption, ..)| (*caption).to_owned()).collect();
    assert!(!captions.is_empty() && captions.iter().all(|caption| !caption.contains("alone")), "{captions:?}");
    assert!(captions.iter().any(|caption| caption.contains("with few others on the board")), "{captions:?}");
}

#[test]
fn a_note_is_told_in_the_place_of_what_is_kept_in_mind() {
    let text = LEAP
        .replace("move go {", "remember last: cell or none\nmove go {")
        .replace("to empty or enemies", "to empty or enemies { set last to landing }")
        + "text en { last: \"square of the last leap\" \"Keep in mind where the last leap ended.\"  go: \"leap\" \"Horses are wild.\" }\n\
           text fr { last: \"case du dernier saut\" \"cases du dernier saut\" \"f\" }\n";
    let english = book(&text, "en");
    let leap = chapters(&english).into_iter().find(|chapter| chapter.title == "Leap").expect("the move").texts();
    assert!(leap.contains(&"Horses are wild."), "{leap:?}");
    assert!(leap.contains(&"Keep in mind where the last leap ended."), "{leap:?}");
    assert!(!leap.join(" ").contains("becomes"), "{leap:?}");
    let words = texts(&english).join("\n");
    assert!(words.contains("Square of the last leap: Keep in mind where the last leap ended."), "{words}");
    // Without a note it is said in so many words.
    let french = texts(&book(&text, "fr")).join("\n");
    assert!(french.contains("La case du dernier saut devient la case d'arrivée."), "{french}");
}

#[test]
fn facts_and_the_places_of_the_board_have_words() {
    let text = LEAP.replace("players", "source \"an old book\"\nplayers")
        + "text fr { cell: \"intersection\" \"intersections\" \"f\"  \"an old book\": \"un vieux livre\" }\n";
    let french = book(&text, "fr").to_string();
    assert!(french.contains("Source\u{a0}: un vieux livre"), "{french}");
    assert!(french.contains("On désigne chaque intersection"), "{french}");
}

#[test]
fn the_same_seed_writes_the_same_book() {
    assert_eq!(book(LEAP, "de").to_string(), book(LEAP, "de").to_string());
}

#[test]
fn a_file_with_errors_has_no_book() {
    let (module, _) = Module::from_text(
        &common::Library,
        "own.gdl",
        &LEAP.replace("leaps 1 by 2", "leaps uphill 2"),
        &mut SourceMap::default(),
    );
    let found = rulebook(&module.expect("it can be read"), &plan("en"), &Never).expect_err("no such direction");
    assert!(found.iter().any(|diagnostic| diagnostic.message.contains("uphill")), "{found:?}");
}
