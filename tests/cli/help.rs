//! Every command explains itself, with an example.

use crate::support::merel;

const COMMANDS: [&str; 11] =
    ["list", "check", "explain", "show", "moves", "perft", "playouts", "play", "test", "fmt", "replay"];

/// The examples of a help page, each as its arguments.
fn examples(help: &str) -> Vec<String> {
    help.lines().filter_map(|line| line.trim().strip_prefix("$ merel ")).map(str::to_owned).collect()
}

#[test]
fn every_help_page_has_an_example() {
    for command in COMMANDS {
        let help = merel(&[command, "--help"]).exits(0).out;
        assert!(!examples(&help).is_empty(), "{help}");
        assert!(examples(&help).iter().all(|example| example.starts_with(command)), "{help}");
    }
}

#[test]
fn all_commands_are_listed() {
    let help = merel(&["--help"]).exits(0).out;
    assert!(COMMANDS.iter().all(|command| help.contains(command)), "{help}");
    assert!(merel(&["--version"]).exits(0).out.starts_with("merel "));
}
