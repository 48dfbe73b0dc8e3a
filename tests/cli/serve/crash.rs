//! Nothing that was acknowledged is lost: the program killed, the disk full, the server stopped, rules that ask too much.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};

use super::linked::{Client, Made, act, for_two, make, moved, serve, state};
use super::server::Server;
use super::{folder, path};
use crate::support::{merel, merel_reading};

fn journals(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|ending| ending == "journal")).collect()
}

/// Kills a server while it works, and begins another with the same tables.
fn kill(mut server: Server, tables: &Path) -> Server {
    server.child.kill().expect("it is killed");
    server.child.wait().expect("it ends");
    drop(server);
    Server::new(&["--tables", path(tables)])
}

#[test]
fn a_killed_server_has_forgotten_nothing_that_it_acknowledged() {
    let (tables, mut server) = serve();
    let made = make(
        &server,
        &json!({
            "table": { "game": "tic-tac-toe" }, "seats": ["human", "human"], "clock": "9m+1s"
        }),
    );
    let settled = for_two(&server, "tic-tac-toe");
    assert_eq!(act(&server, &settled, Some(1), json!({ "do": "resign" })).status, 200);
    let mut acknowledged: Vec<String> = Vec::new();
    for (at, text) in ["b2", "a1", "c3", "a3"].into_iter().enumerate() {
        let mut client = Client::new(&server, &made, Some(at % 2));
        assert_eq!(client.moves, acknowledged);
        client.play(text);
        acknowledged.push(text.to_owned());
        server = kill(server, tables.path());
    }
    let stands = state(&server, &made);
    assert_eq!(stands["moves"], json!(acknowledged));
    assert_eq!(stands["by"], json!([0, 1, 0, 1]));
    // What was taken back is so, too.
    let mut one = Client::new(&server, &made, Some(0));
    assert_eq!(one.act(json!({ "do": "undo", "ply": 4 }))["is"], "done");
    assert_eq!(act(&server, &made, Some(1), json!({ "do": "agree" })).status, 200);
    let clocks = state(&server, &made)["clocks"]["left"].clone();
    // People can read the journal, and play on from a copy.
    let copy = tables.path().join("copy");
    fs::copy(tables.path().join(format!("{}.journal", made.id)), &copy).expect("a copy");
    let played = merel_reading(b"quit\n", &["play", "--resume", path(&copy)]);
    assert_eq!(played.code, 0, "{played:?}");
    let server = kill(server, tables.path());
    assert_eq!(state(&server, &made)["moves"], json!(["b2", "a1"]));
    assert!(clocks[1].as_u64() > Some(530_000), "{clocks}");
    assert_eq!(state(&server, &settled)["settled"], json!({ "how": "resigned", "player": 1 }));
    let answer = moved(&server, &made, 0, ("c1", 2));
    assert_eq!(answer.status, 200, "{answer:?}");
}

/// What is asked of the others, and who has agreed, is there again.
#[test]
fn a_killed_server_remembers_what_was_asked() {
    let (tables, server) = serve();
    let made = for_two(&server, "tic-tac-toe");
    assert_eq!(moved(&server, &made, 0, ("b2", 0)).status, 200);
    assert_eq!(act(&server, &made, Some(1), json!({ "do": "draw", "ply": 1 })).status, 200);
    let before = state(&server, &made);
    assert_eq!(before["asked"], json!({ "by": 1, "wish": "draw", "to": null, "agreed": [] }));
    let server = kill(server, tables.path());
    let now = state(&server, &made);
    assert_eq!((&now["asked"], &now["revision"]), (&before["asked"], &before["revision"]));
    // Whoever had seen it before asks nothing anew; the other may answer.
    assert_eq!(act(&server, &made, Some(1), json!({ "do": "undo", "ply": 1 })).status, 409);
    assert_eq!(act(&server, &made, Some(0), json!({ "do": "decline" })).status, 200);
    let server = kill(server, tables.path());
    assert_eq!(state(&server, &made)["asked"], json!(null));
    assert_eq!(act(&server, &made, Some(0), json!({ "do": "agree" })).status, 409, "nothing is asked any more");
    assert_eq!(act(&server, &made, Some(0), json!({ "do": "undo", "ply": 1 })).status, 200);
    let server = kill(server, tables.path());
    assert_eq!(state(&server, &made)["asked"], json!({ "by": 0, "wish": "undo", "to": 0, "agreed": [] }));
    assert_eq!(act(&server, &made, Some(1), json!({ "do": "agree" })).status, 200);
    let server = kill(server, tables.path());
    let last = state(&server, &made);
    assert_eq!((&last["moves"], &last["asked"]), (&json!([]), &json!(null)));
}

/// Of three who play two must agree: the one who has is remembered.
#[test]
fn a_killed_server_remembers_who_agreed() {
    let (tables, server) = serve();
    let table = json!({ "game": "chinese-checkers", "players": 3 });
    let made = make(&server, &json!({ "table": table, "seats": ["human", "human", "human"] }));
    assert_eq!(act(&server, &made, Some(0), json!({ "do": "draw", "ply": 0 })).status, 200);
    assert_eq!(act(&server, &made, Some(2), json!({ "do": "agree" })).status, 200);
    let server = kill(server, tables.path());
    let now = state(&server, &made);
    assert_eq!((&now["asked"]["agreed"], &now["settled"]), (&json!([2]), &json!(null)));
    assert_eq!(act(&server, &made, Some(1), json!({ "do": "agree" })).status, 200);
    assert_eq!(state(&server, &made)["settled"], json!({ "how": "agreed" }));
}

/// Killed at any moment while moves come as fast as they can: what was answered is there.
#[test]
fn killed_in_the_middle_nothing_that_was_answered_is_gone() {
    let (tables, server) = serve();
    let made = for_two(&server, "gomoku");
    let mut clients = [Client::new(&server, &made, Some(0)), Client::new(&server, &made, Some(1))];
    let pid = server.child.id().to_string();
    let killer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(1500));
        std::process::Command::new("kill").args(["-KILL", &pid]).status().expect("it is killed")
    });
    let mut answered = 0;
    let cells = (0..200).map(|at| format!("{}{}", char::from(b'a' + (at % 13) as u8), 1 + at / 13));
    for (ply, text) in cells.enumerate() {
        let deed = json!({ "do": "move", "text": text, "ply": ply, "id": ply }).to_string();
        let client = &mut clients[ply % 2];
        if client.socket.send(tungstenite::Message::text(deed)).is_err() {
            break;
        }
        let done = loop {
            match client.socket.read() {
                Ok(tungstenite::Message::Text(text)) => {
                    let told: Value = serde_json::from_str(&text).expect("JSON");
                    if told["id"] == ply && told["is"] != "state" {
                        break told["is"] == "done";
                    }
                }
                Ok(_) => {}
                Err(_) => break false,
            }
        };
        if !done {
            break;
        }
        answered = ply + 1;
    }
    assert!(killer.join().expect("a killer").success());
    drop(server);
    let server = Server::new(&["--tables", path(tables.path())]);
    let kept = state(&server, &made)["ply"].as_u64().expect("a number") as usize;
    assert!(answered > 0 && (answered..=answered + 1).contains(&kept), "{answered} answered, {kept} kept");
}

#[test]
fn half_a_line_counts_for_nothing_and_a_broken_table_hurts_no_other() {
    let (tables, server) = serve();
    let (made, broken) = (for_two(&server, "tic-tac-toe"), for_two(&server, "tic-tac-toe"));
    assert_eq!(moved(&server, &made, 0, ("b2", 0)).status, 200);
    drop(server);
    let file = |made: &Made| tables.path().join(format!("{}.journal", made.id));
    let whole = fs::read_to_string(file(&made)).expect("a journal");
    fs::write(file(&made), format!("{whole}{{\"do\":\"play\",\"te")).expect("it is written");
    fs::write(file(&broken), "nothing\n").expect("it is written");
    let server = Server::new(&["--tables", path(tables.path())]);
    assert_eq!(state(&server, &made)["moves"], json!(["b2"]));
    assert_eq!(server.post(&format!("/api/tables/{}/state", broken.id), &json!({})).status, 404);
    assert_eq!(moved(&server, &made, 1, ("a1", 1)).status, 200);
    assert!(file(&broken).exists(), "what cannot be read is not removed");
    drop(server);
    let after = fs::read_to_string(file(&made)).expect("a journal");
    assert!(after.starts_with(&whole) && after.lines().count() == 3, "{after}");
}

/// `/dev/full` takes no byte.
#[cfg(target_os = "linux")]
#[test]
fn what_the_disk_does_not_take_is_not_done() {
    let (tables, server) = serve();
    let made = for_two(&server, "tic-tac-toe");
    let moved = |seat, text, ply| moved(&server, &made, seat, (text, ply));
    assert_eq!(moved(0, "b2", 0).status, 200);
    let file = tables.path().join(format!("{}.journal", made.id));
    let aside = tables.path().join("aside");
    fs::rename(&file, &aside).expect("it is put aside");
    std::os::unix::fs::symlink("/dev/full", &file).expect("a link");
    let full = moved(1, "a1", 1);
    assert_eq!((full.status, &full.json()["error"]["kind"]), (507, &json!("disk")), "{full:?}");
    assert_eq!(state(&server, &made)["moves"], json!(["b2"]), "it is not done");
    fs::rename(&aside, &file).expect("there is room again");
    assert_eq!(moved(1, "a1", 1).status, 200);
    let server = kill(server, tables.path());
    assert_eq!(state(&server, &made)["moves"], json!(["b2", "a1"]));
}

#[test]
fn old_tables_are_swept_and_journals_are_private() {
    let (tables, server) = serve();
    let (old, new) = (for_two(&server, "tic-tac-toe"), for_two(&server, "tic-tac-toe"));
    let file = tables.path().join(format!("{}.journal", old.id));
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&file).expect("a journal").permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
    let then = SystemTime::now() - Duration::from_secs(31 * 24 * 60 * 60);
    fs::File::options().write(true).open(&file).and_then(|file| file.set_modified(then)).expect("it is older");
    let server = kill(server, tables.path());
    assert_eq!(journals(tables.path()).len(), 1);
    assert_eq!(server.post(&format!("/api/tables/{}/state", old.id), &json!({})).status, 404);
    assert_eq!(state(&server, &new)["ply"], 0);
}

#[test]
fn a_folder_of_tables_belongs_to_one_server() {
    let (tables, server) = serve();
    for_two(&server, "tic-tac-toe");
    merel(&["serve", "--port", "0", "--tables", path(tables.path())])
        .exits(1)
        .says(&["another server keeps its tables there", "--tables DIR"]);
}

/// Each of eight texts takes 64 MiB for the options of its first decision; none keeps it.
#[cfg(target_os = "linux")]
#[test]
fn what_a_decision_took_is_given_back() {
    let tables = folder();
    let server = Server::new(&["--tables", path(tables.path())]);
    for number in 0..8 {
        let text = format!(
            "language 1\ngame \"Greedy {number}\"\nplayers White, Black\nboard square 32 by 32 with stacks\npiece Man\n\
             setup {{ put Man of White on a1 }}\nmove go {{ pick a from empty, b from empty, c from empty {{ let d be a }} }}\n\
             turn {{ choose go }}\nend before each turn {{ \"stuck\": mover loses when stuck }}\n"
        );
        let asked = json!({ "ask": "position", "table": { "game": "greedy.gdl", "text": text } });
        let answer = server.post("/api/ask", &asked);
        assert_eq!(answer.json()["ended"]["by"], "too much to work out", "{answer:?}");
    }
    let kept = server.memory();
    // What the C library cannot give back for what lies behind it is half of what was kept once.
    assert!(kept < 300 << 20, "{kept} bytes are kept");
}

/// Rules that ask too much hold up their own table, and nobody at another.
#[test]
fn a_hostile_table_hurts_no_other() {
    let tables = folder();
    let server = Server::new(&["--budget", "3s", "--tables", path(tables.path())]);
    let made = for_two(&server, "tic-tac-toe");
    // The first decision is quick, the second is not.
    let hostile = "language 1\ngame \"Long\"\nplayers White, Black\nboard square 32 by 32\npiece Man\npiece Stone\n\
        setup { put Man of White on a1 put Man of Black on d4 }\n\
        move go { Man walks exactly 32 to empty }\nmove drop { Stone drops }\n\
        turn { if mover is White { choose drop } otherwise { choose go } }\n";
    let wanted = json!({ "table": { "game": "long.gdl", "text": hostile }, "seats": ["human", "human"] });
    let answer = server.post("/api/tables", &wanted);
    let hostile: Vec<Made> = match answer.status {
        200 => vec![make(&server, &wanted), make(&server, &wanted), make(&server, &wanted)],
        _ => panic!("{answer:?}"),
    };
    std::thread::scope(|scope| {
        let begun: Vec<_> = hostile
            .iter()
            .map(|made| {
                let server = &server;
                scope.spawn(move || moved(server, made, 0, ("b2", 0)))
            })
            .collect();
        std::thread::sleep(Duration::from_millis(300));
        let (mut one, mut other) = (Client::new(&server, &made, Some(0)), Client::new(&server, &made, Some(1)));
        let begun_here = Instant::now();
        one.play("b2");
        other.until(|other| other.moves.len() == 1);
        other.play("a1");
        assert!(begun_here.elapsed() < Duration::from_secs(10), "{:?}", begun_here.elapsed());
        for (one, made) in begun.into_iter().zip(&hostile) {
            let mut answer = one.join().expect("an answer");
            if answer.status == 200 {
                answer = act(&server, made, Some(1), json!({ "do": "move", "text": "d4-d36", "ply": 1 }));
            }
            // It is cut by the budget, or the game ends because the decision asks too much.
            let kind = answer.json()["error"]["kind"].clone();
            assert!(kind == "spent" || kind == "over", "{answer:?}");
        }
    });
    assert_eq!(server.get("/health").status, 200);
}

#[cfg(unix)]
#[test]
fn a_server_that_stops_says_so() {
    let (_tables, server) = serve();
    let made = for_two(&server, "tic-tac-toe");
    let mut client = Client::new(&server, &made, Some(0));
    let stopped = std::thread::spawn(move || server.stop());
    client.until(|client| client.state.is_object());
    loop {
        if client.read()["is"] == "stopping" {
            break;
        }
    }
    assert_eq!(client.closed().map(|frame| u16::from(frame.code)), Some(1001));
    let (code, time, _) = stopped.join().expect("it stops");
    assert_eq!(code, Some(0));
    assert!(time < Duration::from_secs(10), "{time:?}");
}

/// What is logged tells neither tokens nor the names of tables.
#[test]
fn the_log_tells_no_secret() {
    let tables = folder();
    let mut child = crate::support::command(&["serve", "--port", "0", "--log", "all", "--tables", path(tables.path())])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut errors = child.stderr.take().expect("a pipe");
    let server = Server::of(child);
    let made = for_two(&server, "tic-tac-toe");
    let mut client = Client::new(&server, &made, Some(0));
    client.play("b2");
    client.refused("b2", 0);
    drop((client, server));
    let mut log = String::new();
    std::io::Read::read_to_string(&mut errors, &mut log).expect("a log");
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for said in ["the server begins", "a table is made", "somebody comes", "done", "refused"] {
        assert!(lines.iter().any(|line| line["message"] == said), "{said}: {log}");
    }
    assert!(!log.contains(&made.id) && made.tokens.iter().flatten().all(|token| !log.contains(token)), "{log}");
    assert!(log.contains(&made.id[..6]));
}
