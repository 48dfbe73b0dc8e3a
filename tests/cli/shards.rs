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
        ("report tic-tac-toe --out c", 2, "--rounds"),
        ("report tic-tac-toe --seconds 1 --out c", 2, "cannot be used with"),
        ("report tic-tac-toe -n 2 --shard 1/2", 2, "--out"),
        ("report tic-tac-toe -n 2 --shard 1/2 --out c --html page.html", 2, "cannot be used with"),
        ("train tic-tac-toe --minutes 1 --out c", 2, "cannot be used with"),
        ("train tic-tac-toe --shard 1/2", 2, "--out"),
        ("train tic-tac-toe --shard 1/2 --out c --to w.toml", 2, "cannot be used with"),
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

/// The text of a file in a folder.
fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

const REPORT: &str = "report tic-tac-toe -n 3 --levels random,mcts:3 --seed 4";

#[test]
fn a_report_in_parts_is_that_of_one_machine() {
    let folder = folder();
    let at = folder.path();
    for k in [2, 3, 1] {
        let told = run(at, &format!("{REPORT} --shard {k}/3 --out part{k}")).exits(0).out;
        // A round is twenty games at random, one at the level above, and one of both; each part has one round.
        assert!(told.starts_with(&format!("part {k}/3: 22 of 22 games, 0 of them played before")), "{told}");
    }
    let again = run(at, &format!("{REPORT} --shard 2/3 --out part2")).exits(0);
    assert!(again.out.contains("22 of them played before"), "{again:?}");
    // A line that was cut off is played again, to the same bytes.
    let file = "part2/report-2-of-3.jsonl";
    let kept = text(at, file);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    fs::write(at.join(file), &kept[..kept.len() - 7]).expect("the part is cut");
    run(at, "merge part1 part2 part3 --out whole").exits(1).says(&["is not finished: 1 games", "`--shard 2/3`"]);
    run(at, &format!("{REPORT} --shard 2/3 --out part2")).exits(0);
    assert_eq!(sorted(&text(at, file)), sorted(&kept));
    run(at, "merge part1 part2 part3").exits(2).says(&["say with `--out` where the games of a report"]);
    run(at, "merge part3 part1 part2 --out whole").exits(0).tells(&["66 games of 3 parts"]);
    run(at, "merge part1 part2 part3 --out whole").exits(2).says(&["is there already"]);
    run(at, "merge part1 part2 part3 --out other").exits(0);
    assert_eq!(
        text(at, "whole/report.jsonl"),
        text(at, "other/report.jsonl"),
        "the order of parts makes no difference"
    );
    // What comes of the parts is what one machine makes of it.
    let pages = |more: &str, name: &str| {
        let told = run(at, &format!("{REPORT} --format json --html {name}.html --csv {name}{more}")).exits(0);
        (told.out, text(at, &format!("{name}.html")), text(at, &format!("{name}/levels.csv")))
    };
    assert_eq!(pages(" --out whole", "merged"), pages("", "one"));
    // All games were there: nothing was added.
    assert_eq!(text(at, "whole/report.jsonl"), text(at, "other/report.jsonl"));
    let other = "report tic-tac-toe -n 3 --levels random --seed 4 --out whole";
    run(at, other).exits(2).says(&["holds a part of other games: the number of games differs"]);
    run(at, &format!("{REPORT} --shard 1/2 --out half")).exits(0);
    run(at, "merge part1 half --out odd").exits(1).says(&["are parts of different wholes"]);
    // What says something else is told with its line, and what cannot have been played is no game.
    for (harm, why) in
        [("{}\n", "line 2: it counts no games"), (&kept[kept.find('\n').map_or(0, |end| end + 1)..], "line 2")]
    {
        let first = text(at, "part1/report-1-of-3.jsonl");
        fs::create_dir_all(at.join("harmed")).expect("a folder");
        let head = first.lines().next().expect("a line");
        fs::write(at.join("harmed/report-1-of-3.jsonl"), format!("{head}\n{harm}")).expect("written");
        run(at, "merge harmed part2 part3 --out never").exits(1).says(&[why]);
    }
}

#[test]
fn two_reports_in_parts_are_compared() {
    let folder = folder();
    let at = folder.path();
    let line = "report tic-tac-toe -n 2 --levels random,mcts:2 --against three-mens-morris";
    for k in [1, 2] {
        run(at, &format!("{line} --shard {k}/2 --out parts")).exits(0).tells(&["44 of 44 games"]);
    }
    run(at, "merge parts --out whole").exits(0);
    let one = run(at, &format!("{line} --format json")).exits(0).out;
    assert_eq!(run(at, &format!("{line} --format json --out whole")).exits(0).out, one);
}

#[cfg(unix)]
#[test]
fn a_report_that_is_interrupted_keeps_its_games() {
    let folder = folder();
    let at = folder.path();
    let line = "report breakthrough -n 400 --levels mcts:4 --out kept";
    let mut child = crate::support::command(&line.split(' ').collect::<Vec<_>>());
    let child = child.current_dir(at).stdout(std::process::Stdio::null()).spawn().expect("it starts");
    let kept = || fs::read_to_string(at.join("kept/report.jsonl")).map_or(0, |text| text.lines().count());
    while kept() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it lives");
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(130));
    assert!(kept() >= 3);
}

const TRAIN: &str = "train tic-tac-toe --games 60 --tests 3 --seed 4";

#[test]
fn a_training_in_parts_is_that_of_one_machine() {
    let folder = folder();
    let at = folder.path();
    let part = |k: u64| run(at, &format!("{TRAIN} --shard {k}/2 --out parts")).exits(0).out;
    // Of 48 games of the first term each part plays half; the next term needs those of both.
    assert!(part(2).starts_with("part 2/2: the games of other parts are missing, 24 of 34 games"));
    assert!(part(2).contains("24 of them played before"), "nothing more can be done");
    run(at, "merge parts --out early").exits(1).says(&["part 1/2 is missing"]);
    // The first part finds the others' games, and plays as far as it can without more of them.
    assert!(part(1).starts_with("part 1/2: the games of other parts are missing, 30 of 34 games"));
    // Twelve more games to learn from are six for each, and then four of eight tests.
    assert!(part(2).starts_with("part 2/2: 34 of 34 games, 24 of them played before"));
    run(at, "merge parts --out early").exits(1).says(&["is not finished: 4 games"]);
    assert!(part(1).starts_with("part 1/2: 34 of 34 games, 30 of them played before"));
    assert!(part(2).starts_with("part 2/2: 34 of 34 games, 34 of them played before"));
    run(at, "merge parts --out whole").exits(0).tells(&["68 games of 2 parts"]);
    run(at, &format!("{TRAIN} --out whole --to merged.toml")).exits(0);
    run(at, &format!("{TRAIN} --to one.toml")).exits(0);
    assert_eq!(text(at, "merged.toml"), text(at, "one.toml"));
    run(at, "train tic-tac-toe --games 60 --tests 3 --seed 5 --out whole").exits(2).says(&["the seed differs"]);
    run(at, "train tic-tac-toe --games 60 --tests 3 --seed 5 --shard 1/3 --out parts")
        .exits(1)
        .says(&["are parts of other games: the seed differs"]);
}

#[test]
fn parts_of_a_training_wait_for_each_other() {
    let folder = folder();
    let at = folder.path();
    let line = |k: u64| format!("{TRAIN} --shard {k}/2 --out parts --wait 100 --threads 1");
    std::thread::scope(|scope| {
        let other = scope.spawn(|| run(at, &line(2)).exits(0).out);
        let own = run(at, &line(1)).exits(0).out;
        let other = other.join().expect("it ends");
        assert!(own.contains("34 of 34 games") && other.contains("34 of 34 games"), "{own}{other}");
    });
    // A torn line of one part is played again by it.
    let path = at.join("parts/train-1-of-2.jsonl");
    let kept = fs::read_to_string(&path).expect("the part is there");
    fs::write(&path, &kept[..kept.len() - 3]).expect("the part is cut");
    run(at, "merge parts --out whole").exits(1).says(&["`--shard 1/2` goes on with it"]);
    run(at, &line(1)).exits(0).tells(&["33 of them played before"]);
    run(at, "merge parts --out whole").exits(0);
    let one = run(at, TRAIN).exits(0).out;
    assert_eq!(run(at, &format!("{TRAIN} --out whole")).exits(0).out, one);
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
