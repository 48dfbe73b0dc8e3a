//! Long work in parts: what is put together is what one machine would have made.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Run, merel, merel_in};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[track_caller]
fn run(folder: &Path, line: &str) -> Run {
    merel_in(folder, &line.split(' ').collect::<Vec<_>>())
}

const PLAYOUTS: &str = "playouts tic-tac-toe -n 9000 --seed 5";

#[test]
fn random_games_in_parts_are_those_of_one_machine() {
    let folder = folder();
    let at = folder.path();
    for (k, place) in [(3, "c"), (1, "a"), (2, "b")] {
        let told = run(at, &format!("{PLAYOUTS} --shard {k}/3 --out {place}")).exits(0);
        assert!(
            told.out.contains(&format!("part {k}/3: 1 of 1 blocks of 4096 games, 0 of them played before")),
            "{told:?}"
        );
    }
    for format in ["text", "json"] {
        let whole = run(at, &format!("{PLAYOUTS} --format {format}")).exits(0);
        for order in ["a b c", "c a b", "b c a"] {
            assert_eq!(run(at, &format!("merge {order} --format {format}")).exits(0).out, whole.out, "{order}");
        }
    }
    // What is done is skipped, and a line that was cut off is played again, to the same bytes.
    let file = at.join("b/playouts-2-of-3.jsonl");
    let text = fs::read_to_string(&file).expect("the part is there");
    let again = run(at, &format!("{PLAYOUTS} --shard 2/3 --out b")).exits(0);
    assert!(again.out.contains("1 of them played before"), "{again:?}");
    fs::write(&file, &text[..text.len() - 9]).expect("the part is cut");
    run(at, "merge a b c").exits(1).says(&["is not finished: 1 blocks", "`--shard 2/3` goes on with it"]);
    run(at, &format!("{PLAYOUTS} --shard 2/3 --out b")).exits(0);
    assert_eq!(fs::read_to_string(&file).expect("the part is there"), text);
}

#[test]
fn what_is_no_whole_is_told() {
    let folder = folder();
    let at = folder.path();
    run(at, &format!("{PLAYOUTS} --shard 1/2 --out a")).exits(0);
    run(at, "playouts tic-tac-toe -n 9000 --seed 6 --shard 2/2 --out b").exits(0);
    fs::create_dir(at.join("empty")).expect("a folder");
    fs::create_dir(at.join("odd")).expect("a folder");
    fs::write(at.join("odd/playouts-1-of-1.jsonl"), "{}\n").expect("a file");
    for (line, code, says) in [
        ("merge a", 1, "part 2/2 is missing"),
        ("merge a a", 1, "part 2/2 is missing"),
        ("merge a b", 1, "are parts of other games: the seed differs"),
        ("merge empty", 2, "hold no parts"),
        ("merge nowhere", 2, "cannot read `nowhere`"),
        ("merge odd", 1, "line 1: it is no part of `merel playouts`"),
        ("merge a --out c", 2, "leave `--out` out"),
        ("playouts tic-tac-toe --shard 3/2 --out c", 2, "`3/2` is no part"),
        ("playouts tic-tac-toe --shard 1/2", 2, "--out"),
        (
            "playouts tic-tac-toe -n 9000 --seed 6 --shard 1/2 --out a",
            2,
            "holds a part of other games: the seed differs",
        ),
        ("match tic-tac-toe --seat random --seat random --shard 1/2", 2, "--out"),
        ("match tic-tac-toe --seat random --seat random --shard 1/2 --out m --sprt 0,5", 2, "cannot be used with"),
    ] {
        run(at, line).exits(code).says(&[says]);
    }
}

const MATCH: &str = "match tic-tac-toe --seat good=search:20 --seat bad=random -n 10 --seed 2 --opening 1 --threads 1";

/// The games of a folder without the time that they took.
fn games(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("the games are there");
    let game = |line: &str| {
        let mut game: Value = serde_json::from_str(line).expect("a game");
        game.as_object_mut().expect("an object").remove("times");
        game
    };
    text.lines().map(game).collect()
}

#[test]
fn a_match_in_parts_is_that_of_one_machine() {
    let folder = folder();
    let at = folder.path();
    for k in [2, 1] {
        run(at, &format!("{MATCH} --shard {k}/2 --out part{k}")).exits(0);
    }
    // Two games are a set, and sets stay together: of five sets the first part has three.
    assert_eq!((games(&at.join("part1")).len(), games(&at.join("part2")).len()), (6, 4));
    run(at, &format!("{MATCH} --shard 1/2 --out part2")).exits(2).says(&["holds another match: its part differ"]);
    run(at, "merge part1 part2").exits(2).says(&["say with `--out`"]);
    run(at, "merge part2 --out half").exits(1).says(&["part 1/2 is missing"]);
    run(at, "merge part2 part1 --out merged").exits(0);
    run(at, "merge part1 part2 --out merged").exits(2).says(&["holds games already"]);
    let whole = run(at, &format!("{MATCH} --out whole")).exits(0);
    assert_eq!(games(&at.join("merged")), games(&at.join("whole")));
    let merged = run(at, &format!("{MATCH} --out merged")).exits(0);
    let table = |run: &Run| {
        run.out
            .lines()
            .skip_while(|line| !line.starts_with("Tic-tac-toe"))
            .take(5)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert!(merged.out.starts_with("10 games were played before\n"), "{}", merged.out);
    assert_eq!(table(&merged), table(&whole));
    // A game that is missing is told.
    let cut = at.join("part1/games.jsonl");
    let text = fs::read_to_string(&cut).expect("the games are there");
    fs::write(&cut, &text[..text.len() - 5]).expect("the last game is cut");
    run(at, "merge part1 part2 --out other").exits(1).says(&["1 games are not played yet"]);
}

/// What the script of the page for Slurm does, with the variables that Slurm sets.
#[cfg(unix)]
#[test]
fn the_scripts_of_the_page_work() {
    let folder = folder();
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/sweeps.md")).expect("the page");
    let block = |name: &str| {
        let begin = format!("```{name}\n");
        let from = page.find(&begin).expect("the page has it") + begin.len();
        page[from..].split("```").next().expect("it ends").to_owned()
    };
    let script = block("sh slurm");
    fs::write(folder.path().join("sweep.sh"), &script).expect("a script");
    let binary = Path::new(env!("CARGO_BIN_EXE_merel")).parent().expect("a folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    for task in ["3", "1", "2", "1"] {
        let mut command = std::process::Command::new("sh");
        command.arg("sweep.sh").current_dir(folder.path()).env("PATH", &path);
        let run = command.env("SLURM_ARRAY_TASK_ID", task).env("SLURM_ARRAY_TASK_COUNT", "3").output();
        let run = run.expect("the shell starts");
        assert!(run.status.success(), "{run:?}");
    }
    let whole = merel(&["playouts", "tic-tac-toe", "-n", "10000", "--seed", "1"]).exits(0);
    assert_eq!(merel_in(folder.path(), &["merge", "parts"]).exits(0).out, whole.out);
    // The job of Kubernetes says the same of its parts: as many as its completions, counted from zero.
    let job = block("yaml kubernetes");
    for line in ["completionMode: Indexed", "completions: 3", "parallelism: 3", "$((JOB_COMPLETION_INDEX + 1))/3"] {
        assert!(job.contains(line), "{line}: {job}");
    }
}
