//! A disk that is full, and texts that are too long: what was there stays as it was, and it is told.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::serve::server::Server;
use crate::support::{Run, command, merel_in};

/// The program where no file can grow beyond so many blocks of 512 bytes.
fn on_full_disk(folder: &Path, blocks: u32, arguments: &[&str]) -> Command {
    let program = command(arguments);
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
    limited.arg(program.get_program()).args(program.get_args()).current_dir(folder);
    limited.env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C").env("XDG_STATE_HOME", folder.join("state"));
    limited.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    limited
}

/// All files of a folder, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    entries.filter(|path| path.is_file()).map(|path| (name(&path), fs::read(&path).expect("a file"))).collect()
}

const MATCH: &str = "format = 1\ngame = \"tic-tac-toe\"\nplayers = 2\nmoves = [\"a1\", \"b2\"]\n";

/// What is written replaces a file whole or not at all, and leaves nothing beside it.
#[test]
fn what_cannot_be_written_leaves_the_old_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it is written");
    put("match.toml", MATCH);
    put("rules.gdl", "language 1\ngame \"Mine\" extends \"tic-tac-toe.gdl\"\n\n\n\n");
    for name in ["old.svg", "old.png", "old.toml", "old.html", "old.json"] {
        put(name, "old");
    }
    let before = files(folder.path());
    let writes: &[(&[&str], &str)] = &[
        (&["show", "tic-tac-toe", "--svg", "old.svg"], "old.svg"),
        (&["show", "tic-tac-toe", "--svg", "new.svg"], "new.svg"),
        (&["show", "tic-tac-toe", "--png", "old.png"], "old.png"),
        (&["replay", "match.toml", "--svg", "old.svg"], "old.svg"),
        (&["fmt", "rules.gdl"], "rules.gdl"),
        (&["annotate", "match.toml", "--seat", "search:5", "--most", "1", "--to", "old.toml"], "old.toml"),
        (&["new", "fresh.gdl"], "fresh.gdl"),
    ];
    for (arguments, name) in writes {
        let run: Run = on_full_disk(folder.path(), 0, arguments).output().expect("it runs").into();
        run.exits(1).says(&[name]);
        assert_eq!(files(folder.path()), before, "{arguments:?}");
    }
    // Where there is room the same is written.
    for (arguments, name) in writes {
        merel_in(folder.path(), arguments).exits(0);
        assert_ne!(files(folder.path()).get(*name), before.get(*name), "{arguments:?}");
    }
}

/// The match of a game that is being played is saved another time.
#[test]
fn a_match_that_cannot_be_saved_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("old.toml"), MATCH).expect("it is written");
    let people = ["play", "tic-tac-toe", "--seat", "1=human", "--seat", "2=human"];
    let mut limited = on_full_disk(folder.path(), 0, &people);
    let mut child = limited.stdin(Stdio::piped()).spawn().expect("it starts");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), b"b2\nsave old.toml\na1\nsave new.toml\n")
        .expect("it reads");
    let run: Run = child.wait_with_output().expect("it ends").into();
    let run = run.exits(0);
    assert!(run.out.contains("old.toml") && run.out.contains("The input ended after 2 moves"), "{run:?}");
    assert_eq!(run.out.matches("there is no room left").count(), 3, "the journal and two files: {run:?}");
    let expected = BTreeMap::from([("old.toml".to_owned(), MATCH.as_bytes().to_vec())]);
    assert_eq!(files(folder.path()), expected);
}

/// The page is told that a file was not saved, and the file is whole.
#[test]
fn a_page_is_told_that_nothing_was_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = "language 1\ngame \"Mine\" extends \"tic-tac-toe.gdl\"\n";
    fs::write(folder.path().join("mine.gdl"), old).expect("it is written");
    let tables = tempfile::tempdir().expect("a folder");
    let tables = tables.path().to_str().expect("a path in UTF-8");
    // A table's journal still finds its place, a long rule file does not.
    let mut limited = on_full_disk(folder.path(), 16, &["serve", ".", "--port", "0", "--tables", tables]);
    let server = Server::of(limited.stderr(Stdio::inherit()).spawn().expect("it starts"));
    let read = server.get("/api/files/mine.gdl").json();
    let save = |text: &str, base: &Value| server.put("/api/files/mine.gdl", &json!({ "text": text, "base": base }));
    let before = files(folder.path());
    let full = save(&format!("{old}{}", "// more\n".repeat(5000)), &read["fingerprint"]);
    assert_eq!((full.status, &full.json()["error"]["kind"]), (500, &json!("file")), "{full:?}");
    assert_eq!(files(folder.path()), before);
    // A new file is not begun either.
    let new = json!({ "text": "// more\n".repeat(5000), "base": null });
    assert_eq!(server.put("/api/files/new.gdl", &new).status, 500);
    assert_eq!(files(folder.path()), before);
    assert_eq!(save(&format!("{old}// more\n"), &read["fingerprint"]).status, 200);
}

/// Ten megabytes of rules are refused at once, wherever they come from.
#[test]
fn ten_megabytes_of_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = "move go { Man steps }\n".repeat((10 << 20) / 22);
    fs::write(folder.path().join("long.gdl"), &long).expect("it is written");
    fs::write(folder.path().join("mine.gdl"), "language 1\ngame \"Mine\" extends \"long.gdl\"\n")
        .expect("it is written");
    let begun = Instant::now();
    for command in ["check", "fmt", "play", "rules", "test", "moves", "show"] {
        merel_in(folder.path(), &[command, "long.gdl"]).exits(1).says(&["`long.gdl`", "1048576 bytes"]);
    }
    merel_in(folder.path(), &["check", "mine.gdl"]).exits(1).says(&["`long.gdl`", "1048576 bytes"]);
    let server = Server::new(&[folder.path().to_str().expect("a path in UTF-8")]);
    let shown = server.post("/api/ask", &json!({ "ask": "position", "table": { "game": "long.gdl" } }));
    assert_eq!(shown.status, 422, "{shown:?}");
    assert_eq!(server.get("/api/files/long.gdl").status, 403);
    // What a body may hold is more than a file may.
    let text = &long[..2 << 20];
    let checked = server.post("/api/ask", &json!({ "ask": "check", "draft": { "name": "a.gdl", "text": text } }));
    assert!(checked.body.contains("1048576"), "{checked:?}");
    let saved = server.put("/api/files/a.gdl", &json!({ "text": text, "base": null }));
    assert_eq!(saved.status, 413, "{saved:?}");
    let all = server.put("/api/files/a.gdl", &json!({ "text": long, "base": null }));
    assert_eq!(all.status, 413, "{all:?}");
    assert!(!folder.path().join("a.gdl").exists());
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}
