//! Variant files of our own beside counts of Fairy-Stockfish, and what is told about files that make no sense.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use insta::assert_snapshot;
use merel::analysis::perft;
use merel::diagnostic::render::{Style, render_all};
use merel::diagnostic::{Code, Severity};
use merel::engine::Engine;
use merel::game::{Game, Never};
use merel::import::{self, Imported};
use merel::program::Program;
use merel::reference::Reference;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::rules::{Choices, Module};
use merel::scenario;
use merel::source::SourceMap;

/// No files beside.
struct Alone;

impl Loader for Alone {
    fn read(&self, _: Option<&str>, _: &str) -> Result<Found, LoadError> {
        Err(LoadError::NotFound(None))
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import")
}

/// What is told about a text, in the words that people see.
fn told(text: &str) -> (Vec<Code>, String) {
    let mut sources = SourceMap::default();
    let source = sources.add("mine.ini", text);
    let (file, mut found) = import::read(source, &mut sources);
    if let Some(file) = file {
        for name in file.names() {
            found.extend(file.import(name, "mine.ini").1);
        }
    }
    (found.iter().map(|diagnostic| diagnostic.code).collect(), render_all(&found, &sources, Style::default()))
}

/// Every variant of a sound text.
fn imported(text: &str) -> Vec<Imported> {
    let mut sources = SourceMap::default();
    let source = sources.add("mine.ini", text);
    let (file, found) = import::read(source, &mut sources);
    let file = file.unwrap_or_else(|| panic!("{}", render_all(&found, &sources, Style::default())));
    let game = |name: &str| {
        let (game, found) = file.import(name, "mine.ini");
        game.unwrap_or_else(|| panic!("{name}: {}", render_all(&found, &sources, Style::default())))
    };
    file.names().into_iter().map(game).collect()
}

fn of_file(name: &str) -> Vec<Imported> {
    imported(&fs::read_to_string(folder().join(name)).expect("a variant file"))
}

/// The game of a rule file without errors and warnings.
fn game(imported: &Imported) -> Reference {
    let rules = module(imported).rules(&Choices::default()).expect("rules");
    Reference::new(Arc::new(rules))
}

fn module(imported: &Imported) -> Module {
    let mut sources = SourceMap::default();
    let (module, mut found) = Module::from_text(&Alone, "mine.gdl", &imported.text, &mut sources);
    if let Some(module) = &module {
        found.extend(module.check());
    }
    assert!(found.is_empty(), "{}\n{}", imported.text, render_all(&found, &sources, Style::default()));
    module.expect("a module")
}

#[test]
fn imported_games_have_the_counts_of_fairy_stockfish() {
    let table: toml::Table =
        fs::read_to_string(folder().join("perft.toml")).expect("the counts").parse().expect("they are TOML");
    for (file, variants) in table.iter().filter(|(name, _)| name.ends_with(".ini")) {
        let games = of_file(file);
        for (name, counts) in variants.as_table().expect("variants") {
            let imported = games.iter().find(|game| game.name == *name).expect("the variant");
            assert!(imported.unsaid.is_empty(), "{name}: {:?}", imported.unsaid);
            let game = game(imported);
            let counts: Vec<u128> = counts
                .as_array()
                .expect("counts")
                .iter()
                .map(|count| count.as_integer().unwrap_or(0) as u128)
                .collect();
            let depth = u32::try_from(counts.len()).expect("few");
            let ours = perft::run(&game, &game.initial(), depth, &AtomicBool::new(false));
            assert_eq!(ours[1..], counts, "{name}");
        }
    }
}

/// A game of many kinds may ask for more than the engine holds at hand; then it is played the longer way, not wrongly.
#[test]
fn games_that_need_much_at_once_are_counted_all_the_same() {
    let text = "[crazy-checks:crazyhouse]\ncheckCounting = true\n\
                startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 3+3 0 1\n";
    for imported in imported(text) {
        let game = game(&imported);
        let engine = Engine::of(Program::new(game.shared_rules()));
        let position = engine.initial();
        let counts = perft::run(&game, &game.initial(), 2, &AtomicBool::new(false));
        assert_eq!(counts[1..], [20, 400]);
        for (decisions, count) in [(2, 400), (3, 8902)] {
            assert!(engine.ahead(&position, decisions, &Never).is_none_or(|ahead| ahead == count), "{decisions}");
        }
        let start = perft::run(&engine, &position, 3, &AtomicBool::new(false));
        assert_eq!(start[1..], [20, 400, 8902]);
    }
}

/// With native code from the first decision, and without any, all imported games are counted alike.
#[test]
fn imported_games_are_counted_alike_with_and_without_native_code() {
    for file in ["courts.ini", "drops.ini", "edges.ini", "positions.ini", "river.ini", "small.ini", "stones.ini"] {
        for imported in of_file(file) {
            let rules = game(&imported).shared_rules();
            let engine = |native: Option<u64>| {
                let mut program = Program::new(rules.clone());
                program.native_after = native;
                Engine::of(program)
            };
            let (native, other) = (engine(Some(0)), engine(None));
            let counts = |engine: &Engine| {
                let position = engine.initial();
                let all = [2, 3].map(|decisions| engine.ahead(&position, decisions, &Never));
                (all, perft::run(engine, &position, 2, &AtomicBool::new(false)))
            };
            assert_eq!(counts(&native), counts(&other), "{} of {file}", imported.name);
        }
    }
}

#[test]
fn positions_are_read_and_written_as_servers_do() {
    let table: toml::Table =
        fs::read_to_string(folder().join("positions.toml")).expect("the positions").parse().expect("they are TOML");
    let games = of_file("positions.ini");
    for row in table["position"].as_array().expect("positions") {
        let words = |key: &str| row.get(key).and_then(|value| value.as_str());
        let (name, text) = (words("variant").expect("a variant"), words("text").expect("a text"));
        let imported = games.iter().find(|game| game.name == name).expect("the variant");
        assert!(imported.unsaid.is_empty(), "{name}: {:?}", imported.unsaid);
        let mut sources = SourceMap::default();
        let source = sources.add("position", text);
        let (game, position) = scenario::position(&module(imported), &Choices::default(), source, text)
            .unwrap_or_else(|found| panic!("{name}: {}", render_all(&found, &sources, Style::default())));
        assert_eq!(game.written(&position).as_deref(), Some(words("written").unwrap_or(text)), "{name}");
        assert_eq!(game.n_options(&position), row["moves"].as_integer().expect("a number") as usize, "{name} {text}");
    }
}

#[test]
fn imported_games_are_played_to_their_ends() {
    for file in ["courts.ini", "river.ini", "drops.ini", "stones.ini"] {
        for imported in of_file(file) {
            let game = game(&imported);
            let mut position = game.initial();
            // A cheap spread over the options: each decision takes the one that its number leads to.
            for turn in 0..60_usize {
                let n_options = game.n_options(&position);
                assert_eq!(n_options == 0, game.outcome(&position).is_some(), "{} after {turn}", imported.name);
                if n_options == 0 {
                    break;
                }
                game.apply(&mut position, turn * 7 % n_options);
            }
        }
    }
}

#[test]
fn imported_games_read_like_rules() {
    for file in ["courts.ini", "river.ini", "drops.ini", "stones.ini"] {
        for imported in of_file(file) {
            assert_snapshot!(format!("import_{}", imported.name), imported.text);
        }
    }
}

#[test]
fn the_variants_that_others_build_on_are_sound() {
    let known = include_str!("../src/import/builtin.ini");
    let all = imported(known);
    assert!(all.len() > 100);
    for imported in all {
        game(&imported);
    }
}

#[test]
fn what_is_not_expressed_is_told_line_by_line() {
    let text = "[mine:bughouse]\npocketSize = 3\n\n[theirs:crazyhouse]\nchasingRule = axf\ncountingRule = makruk\n";
    let mut sources = SourceMap::default();
    let source = sources.add("mine.ini", text);
    let file = import::read(source, &mut sources).0.expect("a sound file");
    let line = |remark: &import::Remark| {
        let (line, _) = sources.line_column(remark.span);
        format!("line {line}: {} = {}: {}", remark.key, remark.value, remark.why)
    };
    let mine = file.import("mine", "mine.ini").0.expect("a game");
    assert_eq!(mine.unsaid.iter().map(|remark| remark.key.as_str()).collect::<Vec<_>>(), ["twoBoards"]);
    assert_eq!(mine.idle.iter().map(line).collect::<Vec<_>>(), ["line 2: pocketSize = 3: "]);
    let theirs = file.import("theirs", "mine.ini").0.expect("a game");
    let unsaid: Vec<String> = theirs.unsaid.iter().map(line).collect();
    assert_snapshot!(unsaid.join("\n"));
}

/// A text with what it is reported for.
const BAD: [(&str, Code, &str); 21] = [
    ("", Code::Empty, "the file holds no variant"),
    ("# nothing but a comment\n", Code::Empty, "the file holds no variant"),
    ("[a:b]\n[b:a]\n", Code::VariantParent, "in a circle"),
    ("[a:a]\n", Code::VariantParent, "in a circle"),
    (
        "[a]\nmaxRank = 3\nmaxFile = 3\nimmobile = p\nstartFen = 3/PP1/P1p w\n",
        Code::VariantConflict,
        "nobody can move in `a`",
    ),
    ("[a:ches]\n", Code::VariantParent, "there is no variant `ches`"),
    ("[a:chess]\n[a:chess]\n", Code::VariantConflict, "two variants `a`"),
    ("[a:chess]\ncastle = true\n", Code::VariantKey, "there is no key `castle`"),
    ("[a:chess]\ncastling = maybe\n", Code::VariantValue, "`castling`"),
    ("[a:chess]\nrook = r\nbishop = r\n", Code::VariantConflict, "two pieces have the letter `R`"),
    ("[a:chess]\nmaxRank = 7\n", Code::VariantPosition, "has 8 rows, the board 7"),
    ("[a:chess]\nmaxFile = 10\n", Code::VariantPosition, "has 8 cells, the board 10 columns"),
    ("[a:chess]\nmaxRank = 99999999999999999999\n", Code::VariantValue, "`maxRank`"),
    ("[a:chess]\nnMoveRule = 99999999999999999999\n", Code::VariantValue, "`nMoveRule`"),
    ("[a:chess]\nstartFen = 99999999999999999999/8/8/8/8/8/8/8 w\n", Code::VariantPosition, "row 8"),
    ("[a:chess]\nstartFen = x7/8/8/8/8/8/8/8 w\n", Code::VariantPosition, "letter `x`"),
    ("[a:chess]\nstartFen = +k7/8/8/8/8/8/8/8 w\n", Code::VariantPosition, "does not promote"),
    ("[a:chess]\npromotionRegionWhite = *10\n", Code::VariantConflict, "not on the board"),
    ("[a:chess]\nflagRegion = a9\n", Code::VariantConflict, "not on the board"),
    ("[a:chess]\ncustomPiece1 = x:Y7\n", Code::VariantValue, "no atom"),
    ("[a:chess]\npromotionPieceTypes = xyz\n", Code::VariantValue, "`x`"),
];

#[test]
fn contradictions_are_told_with_their_place() {
    for (text, code, words) in BAD {
        let text =
            if words.contains("atom") { format!("{text}startFen = x6k/8/8/8/8/8/8/K7 w\n") } else { text.to_owned() };
        let (codes, shown) = told(&text);
        assert!(codes.contains(&code), "{text}\n{shown}");
        assert!(shown.contains(words), "{text}\n{shown}");
        assert!(shown.contains("mine.ini"), "{shown}");
    }
}

#[test]
fn a_file_is_read_in_no_time_whatever_it_holds() {
    let chain: String = (0..900).map(|n| format!("[v{n}:v{}]\n", (n + 1) % 900)).collect();
    let endless = format!("[a:chess]\ncustomPiece1 = x:{}\n", "W".repeat(500_000));
    let long_key = format!("[a:chess]\n{} = 1\n", "k".repeat(500_000));
    let brackets = "[".repeat(100_000);
    let many: String = (0..60_000).map(|n| format!("[v{n}:chess]\n")).collect();
    let slips: String = (0..900).map(|n| format!("[v{n}:w{n}]\nk{n} = 1\n")).collect();
    for text in [chain, many, slips, endless, long_key, brackets, "\0\u{feff}[\n=\n".repeat(1000)] {
        let (codes, shown) = told(&text);
        assert!(!codes.is_empty() || shown.is_empty());
    }
    let chain = |length: usize| {
        (0..length).map(|n| format!("[v{n}:{}]\n", if n == 0 { "chess".to_owned() } else { format!("v{}", n - 1) }))
    };
    assert_eq!(told(&chain(90).collect::<String>()).0, []);
    let backward: Vec<String> = chain(300).collect();
    let (codes, shown) = told(&backward.iter().rev().map(String::as_str).collect::<String>());
    assert!(codes.contains(&Code::VariantParent), "{shown}");
    assert!(shown.contains("more than 100 variants hang on one another"));
}

#[test]
fn what_is_said_twice_is_a_warning() {
    let (codes, shown) = told("[a:chess]\ncastling = false\ncastling = true\n");
    assert_eq!(codes, [Code::VariantTwice], "{shown}");
    assert!(codes.iter().all(|code| code.severity() == Severity::Warning));
}
