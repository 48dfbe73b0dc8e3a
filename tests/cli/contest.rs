//! `merel match`: tournaments, what they keep, and what becomes of programs that misbehave.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Run, merel, merel_in, merel_reading_in};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A small match with some options more.
fn small(folder: &Path, more: &[&str]) -> Run {
    let usual = ["match", "tic-tac-toe", "--seat", "search:30", "--seat", "random", "--format", "json"];
    merel_in(folder, &[&usual[..], more].concat())
}

fn standing<'a>(run: &'a Value, name: &str) -> &'a Value {
    let standings = run["matches"][0]["standings"].as_array().expect("standings");
    standings.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name}: {run}"))
}

/// The games of a folder, by number, without what depends on the clock.
fn games(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("the games");
    let mut games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a game")).collect();
    games.sort_by_key(|game| (game["event"].as_u64(), game["game"].as_u64()));
    for game in &mut games {
        game.as_object_mut().expect("an object").remove("times");
    }
    games
}

#[test]
fn the_stronger_player_is_found_and_named() {
    let run = merel(&["match", "tic-tac-toe", "--seat", "good=search:60", "--seat", "bad=random", "-n", "12"]).exits(0);
    assert!(run.out.contains("Tic-tac-toe: 12 games, 6 sets from every place"), "{run:?}");
    assert!(run.out.contains("good is stronger than bad: of 100 points good may expect "), "{run:?}");
    let rows: Vec<&str> = run.out.lines().collect();
    assert!(rows[2].trim_start().starts_with("1 good ") && rows[3].trim_start().starts_with("2 bad "), "{run:?}");
}

#[test]
fn a_game_depends_on_its_number_alone() {
    let folder = folder();
    let played = |out: &str, threads: &str| {
        small(folder.path(), &["-n", "6", "--opening", "2", "--threads", threads, "--out", out]).exits(0).json()
    };
    let (one, three) = (played("one", "1"), played("three", "3"));
    assert_eq!(one["matches"], three["matches"]);
    let kept = games(&folder.path().join("one"));
    assert_eq!(kept, games(&folder.path().join("three")));
    assert_eq!(kept.len(), 6);
    // Both games of a pair have the same opening and changed seats; pairs differ.
    for pair in kept.chunks(2) {
        assert_eq!(pair[0]["moves"].as_array().unwrap()[..2], pair[1]["moves"].as_array().unwrap()[..2]);
        assert_eq!((&pair[0]["seats"][0], &pair[0]["seats"][1]), (&pair[1]["seats"][1], &pair[1]["seats"][0]));
        assert_ne!(pair[0]["seed"], pair[1]["seed"]);
    }
    let other = small(folder.path(), &["-n", "6", "--opening", "2", "--seed", "1", "--out", "other"]).exits(0);
    assert_ne!(games(&folder.path().join("other"))[0]["seed"], kept[0]["seed"], "{other:?}");
}

#[test]
fn a_match_goes_on_where_it_was_cut_off() {
    let folder = folder();
    let whole = small(folder.path(), &["-n", "6", "--out", "whole"]).exits(0).json();
    let kept = games(&folder.path().join("whole"));
    let text = fs::read_to_string(folder.path().join("whole/games.jsonl")).expect("the games");
    // Cut anywhere: after whole lines, and in the midst of one.
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    for (number, at) in [0, lines[0], lines[2] + 20, lines[4] - 1, lines[5]].into_iter().enumerate() {
        let name = format!("cut-{number}");
        let cut = folder.path().join(&name);
        fs::create_dir(&cut).expect("a folder");
        fs::copy(folder.path().join("whole/manifest.json"), cut.join("manifest.json")).expect("a copy");
        fs::write(cut.join("games.jsonl"), &text[..at]).expect("a part");
        let run = small(folder.path(), &["-n", "6", "--out", &name]).exits(0).json();
        assert_eq!(run["matches"], whole["matches"], "{name}");
        assert_eq!(
            run["played_before"].as_u64(),
            Some(lines.iter().filter(|end| **end <= at).count() as u64),
            "{name}"
        );
        assert_eq!(games(&cut), kept, "{name}");
    }
    // More games of the same match may follow.
    let more = small(folder.path(), &["-n", "8", "--out", "whole"]).exits(0).json();
    assert_eq!((&more["played_before"], &more["matches"][0]["games"]), (&6.into(), &8.into()));
    let manifest = fs::read_to_string(folder.path().join("whole/manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["commands"].as_array().map(Vec::len), Some(2));
    assert!(manifest["events"][0]["rules"].as_str().is_some_and(|rules| !rules.is_empty()), "{manifest}");
}

#[test]
fn another_match_is_not_mixed_in() {
    let folder = folder();
    small(folder.path(), &["-n", "2", "--out", "kept"]).exits(0);
    let before = fs::read(folder.path().join("kept/games.jsonl")).expect("the games");
    small(folder.path(), &["-n", "2", "--out", "kept", "--seed", "3"]).exits(2).says(&["another match", "seed"]);
    small(folder.path(), &["-n", "2", "--out", "kept", "--opening", "1"]).exits(2).says(&["openings"]);
    let other = ["match", "tic-tac-toe", "--seat", "random", "--seat", "random", "--out", "kept"];
    merel_in(folder.path(), &other).exits(2).says(&["machines"]);
    let other = ["match", "breakthrough", "--seat", "search:30", "--seat", "random", "--out", "kept", "-n", "2"];
    merel_in(folder.path(), &other).exits(2).says(&["rules"]);
    assert_eq!(fs::read(folder.path().join("kept/games.jsonl")).expect("the games"), before);
    // What was written by somebody else is told with its line, and stays.
    fs::write(folder.path().join("kept/games.jsonl"), "{}\n").expect("written");
    small(folder.path(), &["-n", "2", "--out", "kept"]).exits(1).says(&["games.jsonl: line 1: it is no game"]);
    assert_eq!(fs::read(folder.path().join("kept/games.jsonl")).expect("the games"), b"{}\n");
    fs::write(folder.path().join("kept/games.jsonl"), [&before[..], &before[..]].concat()).expect("written");
    small(folder.path(), &["-n", "2", "--out", "kept"]).exits(1).says(&["line 3: game ", " stands there twice"]);
}

#[test]
fn records_are_read_by_others() {
    let folder = folder();
    small(folder.path(), &["-n", "2", "--out", "kept", "--opening", "1", "--matches"]).exits(0);
    for game in ["1-1", "1-2"] {
        let path = format!("kept/matches/{game}.toml");
        let told = merel_in(folder.path(), &["replay", &path, "--format", "json"]).exits(0).json();
        assert_eq!((&told["error"], &told["same_rules"]), (&Value::Null, &true.into()));
        let text = fs::read_to_string(folder.path().join(&path)).expect("a match file");
        assert!(
            text.contains("[tags]") && text.contains("evaluations = [") && text.contains("the opening ends here"),
            "{text}"
        );
    }
    let pgn = fs::read_to_string(folder.path().join("kept/games.pgn")).expect("the games");
    assert_eq!(pgn.matches("[White \"search:30\"]").count(), 1, "{pgn}");
    assert_eq!(pgn.matches("[Result \"").count(), 2, "{pgn}");
    assert!(pgn.contains("[Variant \"Tic-tac-toe\"]") && pgn.contains("\n1. "), "{pgn}");
}

#[test]
fn several_players_sit_everywhere() {
    let arguments = [
        "match",
        "chinese-checkers",
        "--players",
        "3",
        "--seat",
        "a=random",
        "--seat",
        "b=random",
        "--seat",
        "c=random",
    ];
    let run = merel(&[&arguments[..], &["-n", "3", "--most", "12", "--format", "json"]].concat()).exits(0).json();
    assert_eq!(run["matches"][0]["sets"], 1, "{run}");
    let points: f64 = ["a", "b", "c"].iter().filter_map(|name| standing(&run, name)["points"].as_f64()).sum();
    assert!((points - 4.5).abs() < 1e-9, "three games of 1½ points: {run}");
}

#[test]
fn a_test_ends_a_match_early() {
    let folder = folder();
    let arguments =
        ["match", "tic-tac-toe", "--seat", "search:40", "--seat", "random", "-n", "400", "--sprt", "0,300,0.2,0.2"];
    let run =
        merel_in(folder.path(), &[&arguments[..], &["--threads", "2", "--format", "json"]].concat()).exits(0).json();
    let test = &run["matches"][0]["test"];
    assert_eq!(test["found"], "elo1", "{run}");
    assert!(run["matches"][0]["games"].as_u64().is_some_and(|games| games < 200), "{run}");
    assert!(test["llr"].as_f64() >= test["bounds"][1].as_f64());
}

#[test]
fn what_is_no_match_is_told() {
    let seats = ["--seat", "random", "--seat", "random"];
    let with = |more: &[&str]| merel(&[&["match", "tic-tac-toe"][..], more].concat()).exits(2);
    with(&[]).says(&["nobody plays", "--seat"]);
    with(&["--seat", "random"]).says(&["one machine alone is no match"]);
    with(&[&seats[..], &["-n", "0"]].concat()).says(&["no game is to be played"]);
    with(&["--seat", "human", "--seat", "random"]).says(&["people do not play"]);
    with(&["--seat", "robot", "--seat", "random"]).says(&["`robot` is not a seat"]);
    with(&[&seats[..], &["--opening", "9"]].concat()).says(&["end the game", "--opening"]);
    with(&[&seats[..], &["--sprt", "5,0"]].concat()).says(&["`5,0` is no test"]);
    with(&[&seats[..], &["--seat", "random", "--sprt", "0,5"]].concat()).says(&["compares two machines, and 3 play"]);
    with(&[&seats[..], &["--matches"]].concat()).says(&["--out"]);
    merel(&[&["match", "no-such-game"][..], &seats].concat()).exits(2).says(&["there is no game"]);
}

#[test]
fn games_that_never_end_are_given_up() {
    let arguments =
        ["match", "chess", "--seat", "random", "--seat", "random", "-n", "2", "--most", "10", "--format", "json"];
    let run = merel(&arguments).exits(0).json();
    let one = standing(&run, "random");
    assert_eq!((&one["games"], &one["unfinished"], &one["points"]), (&2.into(), &2.into(), &1.0.into()), "{run}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = folder();
    small(folder.path(), &["-n", "2", "--out", "kept"]).exits(0);
    let before = fs::read(folder.path().join("kept/games.jsonl")).expect("the games");
    // No file may grow beyond its first kilobytes; the signal for it is ignored, so that writing fails.
    let blocks = before.len().div_ceil(1024).max(1) + 3;
    let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let arguments = ["match", "tic-tac-toe", "--seat", "search:30", "--seat", "random", "--out", "kept", "-n", "40"];
    let mut command = std::process::Command::new("bash");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_merel")]).args(arguments).current_dir(folder.path());
    let run: Run = command.output().expect("bash starts").into();
    let run = run.exits(1).says(&["cannot write", "games.jsonl", "all games up to this one are kept"]);
    assert!(run.out.contains("Tic-tac-toe: "), "{run:?}");
    let kept = games(&folder.path().join("kept"));
    assert!(kept.len() >= 2 && kept.len() < 40, "{}", kept.len());
    let run = small(folder.path(), &["-n", "40", "--out", "kept"]).exits(0).json();
    assert_eq!(run["matches"][0]["games"], 40);
    assert_eq!(run["played_before"], kept.len());
}

/// Programs written in a few words, as a player against chance; what is told of them.
#[cfg(unix)]
fn against(script: &str, more: &[&str]) -> (Value, String) {
    let folder = folder();
    fs::write(folder.path().join("program.sh"), script).expect("a script");
    let seat = "odd=ugi/50ms/patience=1s:sh program.sh";
    let arguments = ["match", "tic-tac-toe", "--seat", seat, "--seat", "random", "-n", "2", "--format", "json"];
    let run = merel_in(folder.path(), &[&arguments[..], more].concat()).exits(0);
    (run.json(), run.err)
}

#[cfg(unix)]
#[test]
fn programs_that_misbehave_lose() {
    let greeted = "echo ugiok; while read line; do case $line in isready) echo readyok;; go*) ";
    let done = ";; quit) exit;; esac; done\n";
    for (answer, why) in [
        ("sleep 60", "it does not answer in time"),
        ("exit", "it has ended"),
        ("echo bestmove z9", "`z9` is not legal"),
        ("echo bestmove", "it finds no move"),
        ("echo bestmove resign", "it resigns"),
        ("while :; do echo info string flood; done", "it does not answer in time"),
        ("head -c 100000 /dev/zero", "it writes a line of more than 64 KiB"),
        ("printf 'bestmove \\033[2J\\n'", "is not legal"),
    ] {
        let (run, told) = against(&format!("{greeted}{answer}{done}"), &[]);
        let odd = standing(&run, "odd");
        assert_eq!((&odd["lost"], &odd["forfeited"]), (&2.into(), &2.into()), "{answer}: {run} {told}");
        assert!(told.contains("odd loses game ") && told.contains(why), "{answer}: {told}");
        assert!(!told.contains('\u{1b}'), "{told}");
    }
    for (script, why) in [
        ("exit 3\n", "it has ended"),
        ("sleep 60\n", "it does not answer in time"),
        ("echo hello; cat >/dev/null\n", "in time"),
    ] {
        let (run, told) = against(script, &[]);
        assert_eq!(standing(&run, "odd")["forfeited"], 2, "{script}: {told}");
        assert!(told.contains(why), "{script}: {told}");
    }
    let arguments = ["match", "tic-tac-toe", "--seat", "ugi:/no/such/program", "--seat", "random", "-n", "2"];
    merel(&arguments).exits(2).says(&["`/no/such/program` cannot be started"]);
}

/// Programs do not stay behind, however they behave.
#[cfg(target_os = "linux")]
#[test]
fn no_program_stays_behind() {
    let folder = folder();
    let mark = folder.path().join("a-program-of-this-test.sh");
    let script = "trap '' TERM INT; sleep 300 & echo ugiok; while read line; do case $line in isready) echo readyok;; esac; done; sleep 300\n";
    fs::write(&mark, script).expect("a script");
    let seat = format!("ugi/10ms/patience=1s:sh {}", mark.display());
    let arguments = ["match", "tic-tac-toe", "--seat", &seat, "--seat", "random", "-n", "2"];
    merel(&arguments).exits(0);
    let name = mark.display().to_string();
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let living: Vec<Vec<u8>> = lines.filter(|line| String::from_utf8_lossy(line).contains(&name)).collect();
    assert!(living.is_empty(), "{living:?}");
}

/// A match that is interrupted while it is played; how it ended. `kept` is its folder.
#[cfg(unix)]
fn interrupted(folder: &Path, line: &[&str], kept: &str, after: usize) -> Run {
    use std::process::Stdio;
    use std::time::Duration;
    let mut command = crate::support::command(line);
    let child = command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let games = || fs::read_to_string(folder.join(kept).join("games.jsonl")).map_or(0, |text| text.lines().count());
    while games() < after {
        std::thread::sleep(Duration::from_millis(20));
    }
    if after == 0 {
        // Until a program was asked.
        std::thread::sleep(Duration::from_millis(1500));
    }
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it lives");
    child.wait_with_output().expect("it ends").into()
}

#[cfg(unix)]
#[test]
fn a_match_that_is_interrupted_tells_and_keeps_what_there_is() {
    let folder = folder();
    let line = ["match", "tic-tac-toe", "--seat", "search:30", "--seat", "random", "--opening", "1", "--out", "kept"];
    let long = [&line[..], &["-n", "100000", "--threads", "2"]].concat();
    let run = interrupted(folder.path(), &long, "kept", 5).exits(130);
    let kept = games(&folder.path().join("kept"));
    assert!(kept.len() >= 5, "{run:?}");
    assert!(run.out.contains(&format!("Tic-tac-toe: {} games", kept.len())), "{run:?}");
    assert!(run.out.contains("interrupted: these are the games that were played to their ends"), "{run:?}");
    let pgn = fs::read_to_string(folder.path().join("kept/games.pgn")).expect("the games");
    assert_eq!(pgn.matches("[Result \"").count(), kept.len());
    // In JSON it says so, too, and goes on with what there was.
    let json = [&long[..], &["--format", "json"]].concat();
    let run = interrupted(folder.path(), &json, "kept", kept.len() + 3).exits(130).json();
    assert_eq!((&run["interrupted"], &run["played_before"]), (&true.into(), &kept.len().into()), "{run}");
    // It goes on, and what comes of it is what a match without a pause comes to.
    let now = games(&folder.path().join("kept"));
    let n = (now.len() + 20).to_string();
    let shorter = |out: &'static str| [&line[..9], &[out, "-n", &n, "--format", "json"]].concat();
    let went_on = merel_in(folder.path(), &shorter("kept")).exits(0).json();
    let whole = merel_in(folder.path(), &shorter("whole")).exits(0).json();
    assert_eq!(went_on["matches"], whole["matches"]);
    assert_eq!(games(&folder.path().join("kept")), games(&folder.path().join("whole")));
}

/// Ctrl-C does not wait for a program that thinks, and leaves none behind.
#[cfg(target_os = "linux")]
#[test]
fn a_match_is_interrupted_while_a_program_thinks() {
    let folder = folder();
    let mark = folder.path().join("a-program-that-thinks.sh");
    let script = "echo ugiok; while read line; do case $line in isready) echo readyok;; esac; done\n";
    fs::write(&mark, script).expect("a script");
    let seat = format!("ugi/300s:sh {}", mark.display());
    let line = ["match", "tic-tac-toe", "--seat", &seat, "--seat", "random", "-n", "2", "--out", "kept"];
    let begun = std::time::Instant::now();
    let run = interrupted(folder.path(), &line, "kept", 0).exits(130);
    assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{run:?}");
    assert!(run.out.contains("Tic-tac-toe: 0 games") && run.out.contains("interrupted"), "{run:?}");
    let name = mark.display().to_string();
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    assert!(!lines.into_iter().any(|line| String::from_utf8_lossy(&line).contains(&name)));
}

/// Our own program as somebody else's, in three protocols: it plays whole games, and legal ones.
#[test]
fn programs_play_whole_games() {
    let binary = env!("CARGO_BIN_EXE_merel");
    for (game, seats) in [("tic-tac-toe", ["ugi/20", "engine/20"]), ("breakthrough", ["uci/2", "ugi/2"])] {
        let seat = |way: &str| format!("{way}:'{binary}' ugi {game}");
        let (one, other) = (seat(seats[0]), seat(seats[1]));
        let arguments = [
            "match",
            game,
            "--seat",
            &one,
            "--seat",
            &other,
            "-n",
            "2",
            "--most",
            "30",
            "--opening",
            "1",
            "--format",
            "json",
        ];
        let run = merel(&arguments).exits(0);
        assert_eq!(run.err, "", "{run:?}");
        let json = run.json();
        for one in json["matches"][0]["standings"].as_array().expect("standings") {
            assert_eq!((&one["games"], &one["forfeited"]), (&2.into(), &0.into()), "{run:?}");
        }
    }
}

/// In `merel play` another program sits like any machine; a match file names it and does not start it.
#[cfg(unix)]
#[test]
fn a_program_plays_with_people() {
    let folder = folder();
    let seat = format!("2=ugi/20:'{}' ugi tic-tac-toe", env!("CARGO_BIN_EXE_merel"));
    let typed = b"b2\nsave m.toml\nquit\n";
    let arguments = ["play", "tic-tac-toe", "--seat", "1=human", "--seat", &seat];
    merel_reading_in(folder.path(), typed, &arguments).exits(0);
    let text = fs::read_to_string(folder.path().join("m.toml")).expect("a match file");
    let saved: toml::Table = text.parse().expect("TOML");
    assert_eq!(saved["moves"].as_array().map(Vec::len), Some(2), "{text}");
    assert!(saved["seats"][1].as_str().is_some_and(|seat| seat.starts_with("ugi/20:")), "{text}");
    let run = merel_reading_in(folder.path(), b"quit\n", &["play", "--resume", "m.toml"]).exits(0);
    assert!(run.err.contains("is not started by the match file"), "{run:?}");
    let gone = ["play", "tic-tac-toe", "--seat", "1=human", "--seat", "2=ugi/patience=1s:true"];
    let run = merel_reading_in(folder.path(), b"b2\nquit\n", &gone).exits(0);
    assert!(run.out.contains("O: it has ended.") && run.out.contains("cannot go on and forfeits"), "{run:?}");
    let missing = ["play", "tic-tac-toe", "--seat", "2=ugi:/no/such/program"];
    merel_reading_in(folder.path(), b"", &missing).exits(2).says(&["cannot be started"]);
}
