//! Playing in a pipe, saving, going on, replaying.

use std::fs;

use crate::support::{Run, any_game, merel, merel_in, merel_reading, merel_reading_in, options};

/// Plays with these lines typed, both seats human.
fn play(lines: &[&str]) -> Run {
    let game = any_game();
    merel_reading(
        lines.join("\n").as_bytes(),
        &["play", &game, "--seat", "1=human", "--seat", "2=human", "--seed", "1"],
    )
}

fn first_option() -> String {
    options(&merel(&["moves", &any_game(), "--format", "json"]).exits(0).json()).remove(0)
}

#[test]
fn the_end_of_the_input_reports_the_position() {
    let run = play(&[]).exits(0);
    assert!(run.out.contains("The input ended after 0 moves"), "{run:?}");
}

#[test]
fn moves_are_typed_by_text_or_number_and_taken_back() {
    let option = first_option();
    let run = play(&[&option, "undo", "1"]).exits(0);
    assert!(run.out.contains("Took back 1 move."), "{run:?}");
    assert!(run.out.contains("The input ended after 1 move,"), "{run:?}");
}

#[test]
fn what_is_typed_wrongly_is_told_and_play_goes_on() {
    let run = play(&["no-such-move", "99999", "undo", "", "\u{fffd}\0", &"x".repeat(100_000), "1"]).exits(0);
    assert!(run.out.contains("`no-such-move` is not an option here"), "{run:?}");
    assert!(run.out.contains("there is no option 99999"), "{run:?}");
    assert!(run.out.contains("no decision of yours to take back"), "{run:?}");
    assert!(run.out.contains("The input ended after 1 move,"), "{run:?}");
}

#[test]
fn every_command_works() {
    let run = play(&["help", "moves", "show", "rules", "hint", "quit", "never read"]).exits(0);
    assert!(run.out.contains("takes your latest decision back"), "{run:?}");
    // A slow machine sees too little in that time, and says so.
    assert!(run.out.contains("worth") || run.out.contains("Not enough seen"), "{run:?}");
    assert!(!run.out.contains("never read"), "{run:?}");
}

#[test]
fn machines_play_to_the_end() {
    for game in ["arene", "arena"] {
        let run = merel(&["play", game, "--seat", "1=random", "--seat", "2=search:5", "--seed", "7"]).exits(0);
        assert!(run.out.contains("The game is over: "), "{run:?}");
    }
}

/// Weights are written, played with, and refused where they do not belong.
#[test]
fn weights_are_for_the_rules_they_were_learnt_from() {
    let folder = tempfile::tempdir().unwrap();
    let train = ["train", "tic-tac-toe", "--games", "8", "--tests", "2", "--to", "weights.toml"];
    let run = merel_in(folder.path(), &train).exits(0);
    assert!(run.out.contains("learnt from 8 games") && run.out.contains("against playouts"), "{run:?}");
    let first = fs::read(folder.path().join("weights.toml")).unwrap();
    merel_in(folder.path(), &train).exits(0);
    assert_eq!(fs::read(folder.path().join("weights.toml")).unwrap(), first, "the same seed gives the same bytes");
    let with = |game: &str, weights: &str| {
        let seats = ["--seat", "1=level:2", "--seat", "2=alphabeta:50", "--seed", "1"];
        merel_in(folder.path(), &[&["play", game, "--weights", weights], &seats[..]].concat())
    };
    assert!(with("tic-tac-toe", "weights.toml").exits(0).out.contains("The game is over: "));
    let refused = with("breakthrough", "weights.toml").exits(1);
    assert!(refused.err.contains("the weights are of other rules: those of `Tic-tac-toe`"), "{refused:?}");
    with("tic-tac-toe", "no-such.toml").exits(2);
    fs::write(folder.path().join("broken.toml"), "format = ").unwrap();
    assert!(with("tic-tac-toe", "broken.toml").exits(1).err.contains("these are no weights"));
    let refused = merel(&["train", "chinese-checkers", "--players", "3", "--games", "2"]).exits(1);
    assert!(refused.err.contains("only games of two players have weights"), "{refused:?}");
    merel(&["train", "tic-tac-toe", "--games", "0"]).exits(2);
}

#[test]
fn matches_are_saved_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let game = any_game();
    let seats = ["play", &game, "--seat", "1=human", "--seat", "2=human"];
    let path = folder.path().join("a match.toml");
    let save = format!("1\nsave {}\nsave /no/such/folder/x.toml\n", path.display());
    let run = merel_reading(save.as_bytes(), &seats).exits(0);
    assert!(run.out.contains("Saved to ") && run.out.contains("cannot write"), "{run:?}");
    merel_in(folder.path(), &["replay", "a match.toml"]).exits(0);
    let run = merel_in(folder.path(), &["play", "--resume", "a match.toml"]).exits(0);
    assert!(run.out.contains("after 1 move,"), "{run:?}");
    let json = merel_in(folder.path(), &["replay", "a match.toml", "--format", "json"]).exits(0).json();
    assert_eq!((&json["moves"], &json["same_rules"], &json["error"]), (&1.into(), &true.into(), &().into()));
    let text = fs::read_to_string(&path).unwrap();
    spoiled_matches_are_refused(folder.path(), &text);
}

fn spoiled_matches_are_refused(folder: &std::path::Path, text: &str) {
    let spoil = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        fs::write(folder.join("spoiled.toml"), text.replacen(from, to, 1)).unwrap();
    };
    spoil("rules = \"", "rules = \"0");
    merel_in(folder, &["replay", "spoiled.toml"]).exits(1).says(&["other rules", "--anyway"]);
    merel_in(folder, &["play", "--resume", "spoiled.toml"]).exits(1).says(&["other rules"]);
    let run = merel_in(folder, &["replay", "spoiled.toml", "--anyway"]).exits(0);
    assert!(run.out.contains("the rules have changed"), "{run:?}");
    spoil("moves = [\n    \"", "moves = [\n    \"no-");
    merel_in(folder, &["replay", "spoiled.toml"]).exits(1).says(&["move 1: `no-"]);
    spoil("moves = [", "result = \"White wins: nothing\"\nmoves = [");
    merel_in(folder, &["replay", "spoiled.toml"]).exits(1).says(&["the recorded result"]);
}

/// Bytes that nobody would type, the same every time.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    const PIECES: [&[u8]; 12] =
        [b"\n", b" ", b"a1", b"-", b"undo\n", b"hint", b"save", b"\xff", b"\0", b"1\n", b"\x1b[2J", "é".as_bytes()];
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    (0..length).flat_map(|_| if next() % 8 == 0 { vec![next() as u8] } else { PIECES[next() % 12].to_vec() }).collect()
}

#[test]
fn any_bytes_may_be_typed() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..12 {
        let game = ["play", "arene", "--seat", "1=human", "--seat", "2=human", "--seed", "1"];
        merel_reading_in(folder.path(), &noise(seed, 200), &game).exits(0);
    }
}

#[test]
fn any_text_may_stand_after_after() {
    for seed in 0..12 {
        let text = String::from_utf8_lossy(&noise(seed, 50)).replace('\0', "");
        let run = merel(&["moves", "arene", &format!("--after={text}")]);
        assert!([0, 1].contains(&run.code), "{run:?}");
    }
}
