//! `merel diff` from outside: exit codes, both forms of the output, wrong usage.

use std::fs;
use std::path::Path;

use crate::support::{merel, merel_in};

const WALK: &str = "language 1
game \"Walk\"
players White, Black
board square 3 by 4
piece Man (Men)
setup for each player { put Man on my row 1 }
move go { Man steps forward }
end after each turn { \"there\": mover wins when landing in my last row }
end before each turn { \"stuck\": mover loses when stuck }
";

/// A folder with a game, another one in which a move is changed, and one that is broken.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("the file is written");
    write("walk.gdl", WALK);
    write("aslant.gdl", &WALK.replace("steps forward", "steps forward-diagonal"));
    write("wide.gdl", &WALK.replace("3 by 4", "5 by 4"));
    write("broken.gdl", &WALK.replace("Man steps", "Woman steps"));
    folder
}

fn compare(folder: &Path, arguments: &[&str]) -> crate::support::Run {
    merel_in(folder, &[&["diff"], arguments].concat())
}

#[test]
fn exit_codes_are_those_of_diff() {
    let folder = folder();
    let run = |arguments: &[&str]| compare(folder.path(), arguments);
    assert!(run(&["walk.gdl", "walk.gdl"]).exits(0).out.contains("they play alike: the rules say the same"));
    assert!(run(&["walk.gdl", "aslant.gdl"]).exits(1).out.contains("A offers a1-a2, b1-b2, c1-c2, B does not"));
    run(&["walk.gdl", "broken.gdl"]).exits(2).says(&["broken.gdl", "Woman"]);
    run(&["broken.gdl", "walk.gdl"]).exits(2).says(&["broken.gdl", "Woman"]);
    run(&["walk.gdl", "nowhere.gdl"]).exits(2).says(&["nowhere.gdl"]);
    run(&["walk.gdl"]).exits(2).says(&["there is nothing to compare with", "--against"]);
    run(&["walk.gdl", "--with", "size=3"]).exits(2).says(&["no option `size`"]);
    run(&["walk.gdl", "walk.gdl", "--time", "0"]).exits(2);
    run(&["walk.gdl", "walk.gdl", "--players", "3"]).exits(2).says(&["for 2 players"]);
}

#[test]
fn games_on_other_boards_are_told_at_once() {
    let folder = folder();
    let run = compare(folder.path(), &["walk.gdl", "wide.gdl"]).exits(1);
    assert!(
        run.out.contains("the board of A is square 3 by 4 (12 cells), that of B square 5 by 4 (20 cells)"),
        "{run:?}"
    );
    assert!(run.out.contains("wide.gdl:4:1  board square 5 by 4"), "{run:?}");
}

#[test]
fn one_file_is_compared_with_another_value_of_an_option() {
    let run = merel(&["diff", "hex", "--set", "size=5", "--against", "swap=yes", "--format", "json"]).exits(1).json();
    assert_eq!(run["verdict"], "differ");
    assert_eq!(run["difference"]["kind"], "options");
    assert_eq!(run["difference"]["only_other"], serde_json::json!(["swap-sides"]));
    assert_eq!(run["difference"]["play"].as_array().map(Vec::len), Some(1));
    assert_eq!(run["sides"][1]["options"]["swap"], "yes");
    assert_eq!(run["changes"], serde_json::json!([]));
}

#[test]
fn nothing_found_is_said_with_how_much_was_looked_at() {
    let folder = folder();
    // Another end that no play comes to: nobody is on row 4 of a board when White is not there.
    let other = WALK.replace("end before", "end after each turn { \"never\": draw when no Men }\nend before");
    fs::write(folder.path().join("other.gdl"), other).expect("the file is written");
    let run = compare(folder.path(), &["walk.gdl", "other.gdl", "--positions", "20", "--games", "5"]).exits(0);
    assert!(run.out.contains("no difference found: none in 20 positions to a depth of"), "{run:?}");
    assert!(run.out.contains("nor in 5 games"), "{run:?}");
    let all = compare(folder.path(), &["walk.gdl", "other.gdl"]).exits(0);
    assert!(all.out.contains("they play alike: no difference in any of the"), "{all:?}");
    assert!(all.out.contains("only in B: end \"never\""), "{all:?}");
}

#[test]
fn a_spent_budget_is_trouble() {
    let folder = folder();
    let endless = "move go { Man steps { repeat 10000 times { repeat 10000 times { let m be 1 } } } }";
    let slow = WALK.replace("move go { Man steps forward }", endless);
    fs::write(folder.path().join("slow.gdl"), &slow).expect("the file is written");
    fs::write(folder.path().join("slower.gdl"), slow.replace("be 1", "be 2")).expect("the file is written");
    let run = compare(folder.path(), &["slow.gdl", "slower.gdl", "--budget", "1s"]);
    // Options that take too much end the game in both in the same way, or the time is spent before.
    assert!([0, 2].contains(&run.code), "{run:?}");
    let run = merel(&["diff", "chess", "king-of-the-hill", "--budget", "1ms"]).exits(2);
    assert!(run.err.contains("M0410"), "{run:?}");
}

#[test]
fn of_files_that_are_half_typed_the_rest_is_compared() {
    let folder = folder();
    let half = WALK
        .replace(
            "end before",
            "define far = lsat-row\nend after each turn { \"far\": draw when landing in far }\nend before",
        )
        .replace("steps forward", "steps sideways");
    fs::write(folder.path().join("half.gdl"), half).expect("the file is written");
    let run = compare(folder.path(), &["walk.gdl", "half.gdl"]).exits(2);
    for told in ["left out of B, for something is wrong there:", "half.gdl:9:1", "M0201", "they differ at the start"] {
        assert!(run.out.contains(told), "{told}: {run:?}");
    }
    // What is left of a file is never told to be the same as a whole one without a word about the rest.
    let whole = WALK.replace("Man steps forward", "Man steps sideways");
    fs::write(folder.path().join("whole.gdl"), whole).expect("the file is written");
    let run = compare(folder.path(), &["half.gdl", "whole.gdl"]).exits(2);
    for told in ["left out of A", "the rest compared:", "they play alike"] {
        assert!(run.out.contains(told), "{told}: {run:?}");
    }
    let json = compare(folder.path(), &["half.gdl", "whole.gdl", "--format", "json"]).exits(2);
    let value: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    assert_eq!(value["sides"][0]["left_out"][0]["code"], "M0201", "{value}");
    assert!(value["sides"][1].get("left_out").is_none(), "{value}");
}

/// Two dice games: what Chance may decide differs, and is told with how probable it is, in a picture of the moment.
#[test]
fn what_chance_decides_is_told() {
    let folder = folder();
    let rolled = |sides: u32| {
        let turn = format!("turn {{ roll speed from 1 to {sides} choose go }}\n");
        WALK.replace("White, Black", "White, Black, Red").replace("setup for", &format!("{turn}setup for"))
    };
    fs::write(folder.path().join("three.gdl"), rolled(3)).expect("the file is written");
    fs::write(folder.path().join("two.gdl"), rolled(2)).expect("the file is written");
    let run = compare(folder.path(), &["three.gdl", "two.gdl"]).exits(1);
    for told in
        ["A offers 3, B does not", "`3` in A: Chance decides so with probability 1/3", "Chance decides for White"]
    {
        assert!(run.out.contains(told), "{told}: {run:?}");
    }
}
