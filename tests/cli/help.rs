//! Every command explains itself, with an example.

use crate::support::{merel, merel_in, merel_reading_in};

const COMMANDS: &[&str] = &[
    "list",
    "check",
    "explain",
    "show",
    "moves",
    "perft",
    "solve",
    "playouts",
    "play",
    "match",
    "merge",
    "ugi",
    "test",
    "fmt",
    "replay",
    "bench",
    "verify",
    "explain-program",
    "why",
    "cover",
    "report",
    "annotate",
    "puzzles",
    "rules",
    "train",
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
        // What an example needs may be made by another command before it.
        assert!(examples(&help).last().is_some_and(|example| example.starts_with(command)), "{help}");
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
    let save = b"1\nundo\n2\nsave match.toml\n";
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

/// What the help of a command says of its exit codes is what they are.
#[test]
fn exit_codes_are_told_and_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("the file is written");
    let fine = "language 1\ngame \"Mine\" extends \"tic-tac-toe.gdl\"\n";
    write("fine.gdl", fine);
    write("warned.gdl", &format!("{fine}define spare = row 1\n"));
    write("untidy.gdl", &format!("{fine}test   \"first\" {{ options 9 }}\n"));
    write("failing.gdl", &format!("{fine}test \"first\" {{ options 8 }}\n"));
    write("broken.gdl", &format!("{fine}replace move play {{ Mark drps }}\n"));
    write("half.gdl", &format!("{fine}end after each turn {{ \"far\": draw when landing in lsat }}\n"));
    let cases = [
        ("check --no-play fine.gdl", 0),
        ("check --no-play warned.gdl", 0),
        ("check --no-play --strict warned.gdl", 1),
        ("check --no-play broken.gdl", 1),
        ("check --no-play nowhere.gdl", 2),
        ("test untidy.gdl", 0),
        ("test failing.gdl", 1),
        ("test broken.gdl", 1),
        ("test nowhere.gdl", 2),
        ("fmt --check fine.gdl", 0),
        ("fmt --check untidy.gdl", 1),
        ("fmt --check broken.gdl", 1),
        ("fmt --check nowhere.gdl", 2),
        ("cover fine.gdl --games 1 --more 0 --searched 0 --summary", 0),
        ("cover fine.gdl --games 1 --more 0 --searched 0 --summary --fail-under 100", 1),
        ("cover half.gdl --games 1 --more 0 --searched 0 --summary", 1),
        ("cover nowhere.gdl", 2),
        ("verify fine.gdl --games 1", 0),
        ("verify broken.gdl", 1),
        ("verify nowhere.gdl", 2),
        ("why fine.gdl a1", 0),
        ("why fine.gdl a9", 0),
        ("why half.gdl a1", 1),
        ("why nowhere.gdl a1", 2),
        ("expand fine.gdl", 0),
        ("expand broken.gdl", 1),
        ("expand nowhere.gdl", 2),
        ("rename warned.gdl spare rest --dry-run", 0),
        ("rename warned.gdl spare mine --dry-run", 1),
        ("rename nowhere.gdl spare rest", 2),
    ];
    for (line, code) in cases {
        let words: Vec<&str> = line.split(' ').collect();
        let run = merel_in(folder.path(), &words);
        assert_eq!(run.code, code, "{line}: {run:?}");
        let help = merel(&[words[0], "--help"]).out;
        assert!(help.contains("Exit codes: 0 "), "{help}");
    }
}
