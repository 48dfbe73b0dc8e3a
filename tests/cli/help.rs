//! Every command explains itself, with an example.

use crate::support::{merel, merel_reading_in};

const COMMANDS: &[&str] = &[
    "list",
    "check",
    "explain",
    "show",
    "moves",
    "perft",
    "playouts",
    "play",
    "test",
    "fmt",
    "replay",
    "bench",
    "verify",
    "explain-program",
    "why",
    "cover",
    "rules",
    "diff",
    "import",
    "expand",
    "rename",
    "lsp",
    "serve",
    "new",
    "completions",
    "man",
];

/// The examples of a help page, each as its arguments.
fn examples(help: &str) -> Vec<String> {
    help.lines().filter_map(|line| line.trim().strip_prefix("$ merel ")).map(str::to_owned).collect()
}

#[test]
fn every_help_page_has_an_example() {
    for &command in COMMANDS {
        let help = merel(&[command, "--help"]).exits(0).out;
        assert!(!examples(&help).is_empty(), "{help}");
        assert!(examples(&help).iter().all(|example| example.starts_with(command)), "{help}");
    }
}

#[test]
fn all_commands_are_listed() {
    let help = merel(&["--help"]).exits(0).out;
    assert!(COMMANDS.iter().all(|command| help.contains(command)), "{help}");
    let version = merel(&["--version"]).exits(0).out;
    assert!(version.starts_with("merel ") && version.ends_with(" (language 1)\n"), "{version}");
    assert!(help.contains("Exit codes: 0"), "{help}");
}

/// The files that the examples name.
fn workshop() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = concat!(
        "language 1\ngame \"Mine\" extends \"marelle.gdl\"\ndefine corners = [a1 a7 g1 g7]\n",
        "end after each turn { \"long\": draw when turns is 400 and some my Men in corners }\n",
    );
    std::fs::write(folder.path().join("my-game.gdl"), rules).expect("a rule file");
    let variants = "[half-crazy:crazyhouse]\nmustCapture = true\n\n[two-boards:bughouse]\n";
    std::fs::write(folder.path().join("variants.ini"), variants).expect("a variant file");
    std::fs::create_dir(folder.path().join("games")).expect("a folder");
    let save = b"1\nsave match.toml\n";
    merel_reading_in(folder.path(), save, &["play", "marelle", "--seat", "Black=random", "--seed", "1"]).exits(0);
    folder
}

#[test]
fn every_example_works() {
    let folder = workshop();
    for &command in COMMANDS {
        for example in examples(&merel(&[command, "--help"]).out) {
            let arguments = words(&example);
            let input = if arguments.iter().any(|word| word == "-") {
                "language 1\ngame \"Mine\" extends \"marelle.gdl\"\n"
            } else {
                ""
            };
            let arguments: Vec<&str> =
                arguments.iter().map(String::as_str).filter(|word| !word.starts_with('<')).collect();
            let run = merel_reading_in(folder.path(), input.as_bytes(), &arguments);
            // It ends with one where games differ.
            let is_fine = run.code == 0 || command == "diff" && run.code == 1;
            assert!(is_fine, "{example}: {run:?}");
        }
    }
}

/// Splits a line like a shell: at blanks, except between double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.iter_mut().last().into_iter().for_each(|word| word.push(letter)),
        }
    }
    words
}
