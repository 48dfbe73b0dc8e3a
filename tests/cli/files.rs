//! Files that are no rule files, and rule files that are broken.

use std::fs;
use std::path::Path;

use crate::support::{any_game, merel, merel_in, merel_reading};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("the file is written");
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn what_is_no_file_is_told() {
    let folder = folder();
    let path = folder.path().to_str().unwrap();
    merel(&["check", path]).exits(2).says(&["it is a folder", "M0101"]);
    merel(&["check", "no/such/file.gdl"]).exits(2).says(&["there is no such file"]);
    #[cfg(unix)]
    merel(&["check", "/dev/zero"]).exits(2).says(&["it is not an ordinary file"]);
}

#[test]
fn what_is_no_text_is_told() {
    let folder = folder();
    let bytes = write(folder.path(), "bytes.gdl", b"game \"\xff\xfe\"");
    merel(&["check", &bytes]).exits(1).says(&["M0003"]);
    merel(&["moves", &bytes]).exits(1).says(&["M0003"]);
    merel(&["fmt", &bytes]).exits(1).says(&["not UTF-8"]);
    let long = write(folder.path(), "long.gdl", "x".repeat((1 << 20) + 1));
    merel(&["check", &long]).exits(1).says(&["M0004"]);
}

#[test]
fn match_files_that_make_no_sense_are_told() {
    let folder = folder();
    for text in ["", "format = 1", "format = 9\n", "[[[[", "game = \"\u{0}\""] {
        let path = write(folder.path(), "match.toml", text);
        merel(&["replay", &path]).exits(1).says(&["match.toml"]);
        merel(&["play", "--resume", &path]).exits(1).says(&["match.toml"]);
    }
    let text = "format = 1\ngame = \"no-such-game\"\nplayers = 2\nmoves = []\n";
    let path = write(folder.path(), "match.toml", text);
    merel(&["replay", &path]).exits(1).says(&["there is no game `no-such-game`"]);
}

#[test]
fn a_picture_is_written_to_a_file() {
    let folder = folder();
    merel_in(folder.path(), &["show", &any_game(), "--svg", "board.svg"]).exits(0);
    assert!(fs::read_to_string(folder.path().join("board.svg")).unwrap().starts_with("<svg"));
    merel_in(folder.path(), &["show", &any_game(), "--svg", "no/such/folder.svg"]).exits(1).says(&["cannot write"]);
}

#[test]
fn broken_files_are_not_formatted() {
    merel_reading(b"board board board {{{", &["fmt", "-"]).exits(1).says(&["M0001"]);
    merel(&["fmt", "no-such-file.gdl"]).exits(2);
}
