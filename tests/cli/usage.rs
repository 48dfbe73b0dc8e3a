//! Wrong usage ends with exit code 2 and says what to do.

use crate::support::{any_game, merel};

#[test]
fn no_command_shows_the_help() {
    merel(&[]).exits(2).says(&["Usage: merel", "moves", "replay"]);
    merel(&["mvoes"]).exits(2).says(&["unrecognized subcommand"]);
}

#[test]
fn an_unknown_game_is_told_with_a_similar_one() {
    let game = any_game();
    let wrong = format!("{game}x");
    for command in ["moves", "show", "playouts", "play", "check", "test"] {
        merel(&[command, &wrong]).exits(2).says(&["there is no game", &format!("did you mean `{game}`")]);
    }
    merel(&["moves", &format!("{game}.gdl")]).exits(2).says(&[&format!("did you mean `{game}`")]);
    merel(&["perft", &wrong, "1"]).exits(2);
}

#[test]
fn options_that_cannot_be_chosen_are_told() {
    let game = any_game();
    merel(&["moves", &game, "--set", "no-such-option=1"]).exits(2).says(&["no option `no-such-option`"]);
    merel(&["moves", &game, "--set", "nothing"]).exits(2).says(&["name=value"]);
    merel(&["moves", &game, "--players", "99"]).exits(2).says(&["not for 99"]);
    merel(&["moves", &game, "--players", "many"]).exits(2).says(&["invalid value"]);
    merel(&["moves", &game, "--format", "xml"]).exits(2).says(&["invalid value"]);
}

#[test]
fn seats_that_cannot_be_taken_are_told() {
    let game = any_game();
    merel(&["play", &game, "--seat", "Nobody=human"]).exits(2).says(&["there is no player `Nobody`"]);
    merel(&["play", &game, "--seat", "1=alien"]).exits(2).says(&["`alien` is not a seat"]);
    merel(&["play"]).exits(2);
    merel(&["play", "--resume", "no-such-file.toml"]).exits(2).says(&["no-such-file.toml"]);
    merel(&["replay", "no-such-file.toml"]).exits(2).says(&["no-such-file.toml"]);
}

#[test]
fn numbers_out_of_range_are_told() {
    let game = any_game();
    for arguments in [["perft", &game, "-1"], ["perft", &game, "0"], ["perft", &game, "99999999999"]] {
        merel(&arguments).exits(2);
    }
    merel(&["playouts", &game, "--threads", "0"]).exits(2);
}

#[test]
fn an_unknown_code_is_told_with_a_similar_one() {
    merel(&["explain", "M0210"]).exits(2).says(&["there is no code `M0210`", "did you mean `M02"]);
    merel(&["explain", "nonsense"]).exits(2).says(&["`merel explain` lists all codes"]);
}

#[test]
fn pictures_that_do_not_fit_are_told() {
    let board = |rows: &str| merel(&["show", "katarenga", "--set", &format!("board={rows}")]);
    board(&["rygbrygb"; 8].join("/")).exits(0);
    board(&["rygbrygb"; 7].join("/")).exits(2).says(&["7 rows"]);
    board(&["rygbrygx"; 8].join("/")).exits(2);
    board("randon").exits(2).says(&["random"]);
}
