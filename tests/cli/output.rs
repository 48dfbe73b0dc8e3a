//! Outputs that are full or closed.

use std::fs::File;
use std::process::Stdio;

use crate::support::{Run, any_game, command};

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let game = any_game();
    let all: [&[&str]; 6] = [
        &["list"],
        &["explain", "M0001"],
        &["moves", &game, "--format", "json"],
        &["perft", &game, "1"],
        &["show", &game, "--svg", "-"],
        &["play", &game],
    ];
    for arguments in all {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(arguments).stdout(writer).stderr(Stdio::piped()).output().expect("the program starts");
        let run = Run::from(output);
        assert!([0, 141].contains(&run.code) && run.err.is_empty(), "{arguments:?}: {run:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = File::options().write(true).open("/dev/full").expect("the device");
    let output = command(&["list"]).stdout(full).stderr(Stdio::piped()).output().expect("the program starts");
    Run::from(output).exits(1).says(&["cannot write the output"]);
}
