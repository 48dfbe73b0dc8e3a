//! The walls of the house, as `docs/architecture.md` tells them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use merel::diagnostic::Code;
use merel::library;

/// Each room with the rooms that it may use, from the ground up. The shell may use all of them.
const ROOMS: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("intervals", &[]),
    ("budget", &["source"]),
    ("diagnostic", &["source", "budget"]),
    ("syntax", &["source", "diagnostic"]),
    ("rules", &["source", "budget", "diagnostic", "syntax"]),
    ("library", &["budget", "rules"]),
    ("import", &["source", "diagnostic", "syntax"]),
    ("game", &["budget", "diagnostic", "rules"]),
    ("split", &["rules", "game"]),
    ("reference", &["source", "budget", "diagnostic", "syntax", "rules", "game"]),
    ("program", &["source", "rules", "syntax"]),
    ("engine", &["source", "budget", "diagnostic", "syntax", "rules", "game", "program", "reference"]),
    ("play", &["intervals", "rules", "game"]),
    ("record", &["source", "diagnostic", "rules", "game", "play"]),
    ("referee", &["game", "play", "record"]),
    ("contest", &["intervals", "game", "play"]),
    ("dialect", &["rules", "game"]),
    ("phrases", &["rules", "game"]),
    ("view", &["source", "rules", "game", "phrases"]),
    ("analysis", &["rules", "game", "play", "record"]),
    ("cover", &["source", "diagnostic", "rules", "game", "program", "play", "reference", "engine", "why", "scenario"]),
    ("quality", &["source", "intervals", "rules", "game", "play", "record", "view", "analysis", "cover"]),
    ("solve", &["rules", "game"]),
    ("lesson", &["source", "game", "play", "view", "quality"]),
    (
        "rulebook",
        &["source", "diagnostic", "syntax", "rules", "game", "play", "reference", "engine", "phrases", "view"],
    ),
    ("editing", &["source", "budget", "diagnostic", "syntax", "rules", "game", "reference", "scenario"]),
    ("diff", &["source", "diagnostic", "syntax", "rules", "game", "play", "reference", "engine", "view", "why"]),
    ("why", &["source", "diagnostic", "syntax", "rules", "game", "phrases", "reference"]),
    (
        "scenario",
        &["source", "budget", "diagnostic", "syntax", "rules", "game", "reference", "analysis", "view", "why"],
    ),
    (
        "service",
        &[
            "source",
            "budget",
            "diagnostic",
            "syntax",
            "rules",
            "game",
            "phrases",
            "reference",
            "view",
            "why",
            "scenario",
            "review",
            "cover",
            "editing",
        ],
    ),
    (
        "table",
        &[
            "source",
            "library",
            "budget",
            "diagnostic",
            "syntax",
            "rules",
            "game",
            "reference",
            "engine",
            "play",
            "record",
            "phrases",
            "rulebook",
            "view",
            "why",
            "scenario",
            "editing",
            "service",
        ],
    ),
    ("wasm", &["budget", "library", "table"]),
    (
        "review",
        &[
            "source",
            "intervals",
            "budget",
            "diagnostic",
            "syntax",
            "rules",
            "game",
            "play",
            "reference",
            "engine",
            "scenario",
        ],
    ),
];

/// The room that may use everything, and touch files, clocks, the environment and the screen.
const SHELL: &str = "cli";

/// What only the shell may touch.
const WORLD: &[&str] = &[
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "Instant::now",
    "SystemTime",
    "println!",
    "print!",
    "dbg!",
    "stdout()",
    "stdin()",
];

/// The most lines of a file, and the files that may be longer.
const LINES: usize = 500;
const LONG: &[(&str, &str)] = &[
    ("src/rules/model.rs", "one list of types with a line of explanation each; parted it would be harder to look up"),
    ("src/syntax/ast.rs", "the same, for the tree"),
];

/// The only files with `unsafe`; the first one tells the C library a number, and the last one only names what a page calls.
/// `tests/rush.rs` plays with the others, and the address sanitizer passes that test: `fuzz/run rush`.
const UNSAFE: [&str; 4] =
    ["src/cli/room.rs", "src/engine/rush/instructions.rs", "src/engine/rush/native.rs", "src/wasm.rs"];

/// A file of the library's code: its path, its room, and its text without comments and unit tests.
#[derive(Debug)]
struct File {
    path: String,
    room: String,
    text: String,
    lines: usize,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn paths(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            paths(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The files of `src` but for unit tests and what only they use.
fn files() -> Vec<File> {
    let mut found = Vec::new();
    paths(&root().join("src"), &mut found);
    found.sort();
    let is_test = |path: &str| {
        path.contains("/tests")
            || path.contains("src/testing")
            || path.ends_with("/fixture.rs")
            || path.ends_with("lib.rs")
    };
    let file = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
        let room = name.trim_start_matches("src/").split(['/', '.']).next().unwrap_or("").to_owned();
        let text = fs::read_to_string(&path).expect("the file can be read");
        let (lines, text) = (text.lines().count(), code_only(&text));
        File { path: name, room, text, lines }
    };
    found.into_iter().map(file).filter(|file| !is_test(&file.path)).collect()
}

/// The text up to its unit tests, without comments.
fn code_only(text: &str) -> String {
    let text = text.split("\nmod tests {").next().unwrap_or("");
    let code = |line: &str| {
        let comment = line.find("//").filter(|&at| !line[..at].contains('"'));
        line[..comment.unwrap_or(line.len())].to_owned()
    };
    text.lines().map(code).collect::<Vec<_>>().join("\n")
}

/// The rooms that a text names behind `crate::`, also in braces.
fn used(text: &str) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        if let Some(inside) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut part = String::new();
            for letter in inside.chars() {
                match letter {
                    '}' if depth == 0 => break,
                    ',' if depth == 0 => rooms.extend(room_named(&std::mem::take(&mut part))),
                    _ => part.push(letter),
                }
                depth += i32::from(letter == '{') - i32::from(letter == '}');
            }
            rooms.extend(room_named(&part));
        } else {
            rooms.extend(room_named(rest));
        }
    }
    rooms
}

fn room_named(text: &str) -> Option<String> {
    let word: String = text.trim_start().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let is_room = word.starts_with(|letter: char| letter.is_ascii_lowercase());
    is_room.then_some(word)
}

fn complain(complaints: &[String]) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn rooms_know_only_the_rooms_below() {
    let mut complaints = Vec::new();
    for file in files().iter().filter(|file| file.room != SHELL && file.room != "main") {
        let Some((room, allowed)) = ROOMS.iter().find(|(room, _)| *room == file.room) else {
            complaints.push(format!("{} is in no room that docs/architecture.md knows", file.path));
            continue;
        };
        for other in used(&file.text).iter().filter(|other| *other != room && !allowed.contains(&other.as_str())) {
            complaints.push(format!("{}: `{room}` may not use `{other}`", file.path));
        }
    }
    complain(&complaints);
}

#[test]
fn every_room_is_told_of() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("the page can be read");
    let rooms = ROOMS.iter().map(|(room, _)| *room).chain([SHELL]);
    let untold = rooms.filter(|room| !page.contains(&format!("| `{room}` |")));
    complain(&untold.map(|room| format!("docs/architecture.md has no row for `{room}`")).collect::<Vec<_>>());
}

#[test]
fn only_the_shell_touches_the_world() {
    let mut complaints = Vec::new();
    for file in files().iter().filter(|file| file.room != SHELL && file.room != "main") {
        let touched = WORLD.iter().filter(|word| file.text.contains(**word));
        complaints.extend(touched.map(|word| format!("{}: `{word}`", file.path)));
    }
    complain(&complaints);
}

/// What prints, and the only file that may; bars that show progress write numbers alone.
const DOOR_OUT: &str = "src/cli/screen.rs";
const PRINTS: &[&str] = &["print!", "println!", "dbg!", "stdout()", "stderr()", ".print()", ".exit()", "/dev/tty"];
const NUMBERS_ALONE: (&str, &str) = ("src/cli/progress.rs", "ProgressDrawTarget::stderr()");

#[test]
fn everything_printed_goes_through_one_door() {
    let mut complaints = Vec::new();
    for file in files().iter().filter(|file| file.path != DOOR_OUT) {
        let text = file.text.replace("Abilities::of_stderr()", "").replace("Abilities::of_stdout()", "");
        let text = if file.path == NUMBERS_ALONE.0 { text.replace(NUMBERS_ALONE.1, "") } else { text };
        let prints = PRINTS.iter().filter(|word| text.contains(**word));
        complaints.extend(prints.map(|word| format!("{}: `{word}` goes round {DOOR_OUT}", file.path)));
    }
    complain(&complaints);
    let door = files().into_iter().find(|file| file.path == DOOR_OUT).expect("the door is there");
    // Pictures in pixels go out as they are, but never to a terminal.
    let as_it_is = "if self.abilities.terminal {\n            return Err(";
    assert_eq!(door.text.matches(as_it_is).count(), 1);
    let ways = door.text.matches("self.buffer().write").count();
    assert_eq!(ways, 3, "both ways to the screen for texts show what is not seen");
}

/// What opens files, and the only files that may: one reads, one knows the folders, one writes; two keep what is played in
/// the user's own folder, one what a tournament plays. One starts the programs that are named as players.
const DOORS_IN: [&str; 7] = [
    "src/cli/files.rs",
    "src/cli/guest/child.rs",
    "src/cli/loader.rs",
    "src/cli/atomic.rs",
    "src/cli/journal.rs",
    "src/cli/ledger.rs",
    "src/cli/serve/tables/store.rs",
];
const OPENS: &[&str] = &[
    "File::open",
    "File::create",
    "File::options",
    "OpenOptions",
    "open_ambient",
    "fs::read",
    "fs::write",
    "fs::copy",
    "fs::rename",
    "fs::remove",
    "read_dir",
    "process::Command",
];

#[test]
fn files_are_opened_in_one_place() {
    let mut complaints = Vec::new();
    for file in files().iter().filter(|file| !DOORS_IN.contains(&file.path.as_str())) {
        let opens = OPENS.iter().filter(|word| file.text.contains(**word));
        complaints.extend(opens.map(|word| format!("{}: `{word}`; files are opened in {DOORS_IN:?}", file.path)));
    }
    complain(&complaints);
}

#[test]
fn only_the_parser_knows_pest() {
    let knows = |file: &&File| file.text.contains("pest") && !file.path.starts_with("src/syntax/parser");
    complain(&files().iter().filter(knows).map(|file| file.path.clone()).collect::<Vec<_>>());
}

#[test]
fn no_game_is_named_in_the_code() {
    let names: Vec<String> = library::games().map(|game| game.name().replace('-', " ")).collect();
    let mut complaints = Vec::new();
    for file in files() {
        // A constant of the C library means the places where memory is.
        let text = file.text.replace("M_ARENA_MAX", "").to_lowercase();
        let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
        let text = format!(" {} ", words.join(" "));
        // The shortest names are common words too, and one is a module of the standard library.
        let names = names.iter().filter(|name| name.len() > 3 && *name != "atomic");
        let found = names.filter(|name| text.contains(&format!(" {name} ")));
        complaints.extend(found.map(|name| format!("{} names the game `{name}`", file.path)));
    }
    complain(&complaints);
}

#[test]
fn files_are_short() {
    let is_long = |file: &&File| file.lines > LINES && !LONG.iter().any(|(path, _)| *path == file.path);
    let long: Vec<String> =
        files().iter().filter(is_long).map(|file| format!("{} has {} lines", file.path, file.lines)).collect();
    complain(&long);
    for (path, reason) in LONG {
        assert!(files().iter().any(|file| file.path == *path && file.lines > LINES), "{path} is short now ({reason})");
    }
}

#[test]
fn few_files_have_what_the_compiler_cannot_check() {
    const WORDS: [&str; 3] = ["unsafe {", "[unsafe(", "unsafe extern"];
    let unsafe_files =
        files().into_iter().filter(|file| WORDS.iter().any(|word| file.text.contains(word))).map(|file| file.path);
    assert_eq!(unsafe_files.collect::<Vec<_>>(), UNSAFE);
}

#[test]
fn every_code_has_a_page() {
    let missing = Code::ALL.iter().filter(|code| !root().join(format!("docs/codes/{code}.md")).exists());
    complain(&missing.map(|code| format!("docs/codes/{code}.md is missing")).collect::<Vec<_>>());
}

#[test]
fn the_least_version_of_rust_is_told() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest can be read");
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
    let version = version.expect("the manifest tells the least version");
    let readme = fs::read_to_string(root().join("README.md")).expect("the page can be read");
    assert!(readme.contains(&format!("toolchain of Rust is needed, version {version} or later")), "{version}");
    // `.ci/run` compiles with this version or says that it does not; the lint holds the code to it.
    let runs = fs::read_to_string(root().join(".ci/run")).expect("the script can be read");
    assert!(runs.contains("rust-version") && runs.contains("clippy --all-targets -- -D warnings"));
}

/// The crates that the manifest names in tables of these names, for whichever target.
fn crates_in(tables: &[&str]) -> BTreeSet<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest can be read");
    let manifest: toml::Table = manifest.parse().expect("the manifest is TOML");
    let targets = manifest.get("target").and_then(toml::Value::as_table).into_iter().flat_map(|all| all.values());
    let holders = targets.filter_map(toml::Value::as_table).chain([&manifest]);
    let tables = holders.flat_map(|holder| tables.iter().filter_map(|table| holder.get(*table)?.as_table()));
    tables.flat_map(toml::Table::keys).cloned().collect()
}

#[test]
fn every_dependency_is_told_of() {
    let page = fs::read_to_string(root().join("docs/dependencies.md")).expect("the page can be read");
    let crates = crates_in(&["dependencies", "dev-dependencies", "build-dependencies"]);
    assert!(crates.contains("serde") && crates.contains("tokio"), "{crates:?}");
    let untold = crates.iter().filter(|name| !page.contains(&format!("| `{name}` |")));
    complain(&untold.map(|name| format!("docs/dependencies.md has no row for `{name}`")).collect::<Vec<_>>());
}

/// The fuzz targets are a package of their own, with a lock file of its own that no build of the house brings up to date.
#[test]
fn fuzz_targets_lock_the_crates_of_the_house() {
    let locked = fs::read_to_string(root().join("fuzz/Cargo.lock")).expect("the lock file can be read");
    let locked: toml::Table = locked.parse().expect("the lock file is TOML");
    let packages = locked["package"].as_array().expect("a lock file lists packages");
    let house = packages.iter().find(|package| package["name"].as_str() == Some("merel")).expect("the house is locked");
    let locked = house["dependencies"].as_array().expect("the house leans on crates").iter();
    let locked = locked.filter_map(toml::Value::as_str).filter_map(|named| named.split(' ').next());
    let locked = locked.map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(
        locked,
        crates_in(&["dependencies", "build-dependencies"]),
        "cargo update --workspace in fuzz/ mends it"
    );
}

#[test]
fn the_page_lists_the_reserved_words_of_the_grammar() {
    let grammar = fs::read_to_string(root().join("grammar/gdl.pest")).expect("the grammar can be read");
    let page = fs::read_to_string(root().join("docs/language/file.md")).expect("the page can be read");
    let rule = grammar.split("reserved = _{").nth(1).and_then(|rest| rest.split('}').next()).expect("there is a rule");
    let reserved: BTreeSet<&str> = rule.split('"').skip(1).step_by(2).collect();
    let list = page.split("may be called by them:").nth(1).and_then(|rest| rest.split("\n\nOther").next());
    let listed: BTreeSet<&str> =
        list.expect("there is a list").split_whitespace().filter(|word| *word != ">").collect();
    assert_eq!(listed, reserved);
}
