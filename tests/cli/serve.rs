//! `merel serve` over real sockets: what it answers, and what it refuses.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Run, command, merel, text};

mod crash;
mod linked;
mod seats;
pub mod server;

use server::Server;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn path(folder: &Path) -> &str {
    folder.to_str().expect("a path in UTF-8")
}

#[test]
fn the_page_is_given_out_with_its_policy() {
    let server = Server::new(&[]);
    for (path, kind) in [
        ("/", "text/html"),
        ("/app.js", "text/javascript"),
        ("/editor.js", "text/javascript"),
        ("/app.css", "text/css"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.head.contains(&format!("content-type: {kind}")), "{}", answer.head);
        for head in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(answer.head.contains(head), "{path}: {head}");
        }
        assert!(!answer.head.contains("unsafe"), "{}", answer.head);
    }
    assert_eq!(server.get("/health").json()["status"], "ok");
    for path in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/app.js/.."] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn questions_are_answered() {
    let server = Server::new(&[]);
    let shown = server.post("/api/ask", &json!({ "ask": "move", "table": { "game": "tic-tac-toe" }, "text": "b2" }));
    assert_eq!(shown.status, 200);
    assert_eq!(shown.json()["moves"], json!(["b2"]));
    let wrong = server.post("/api/ask", &json!({ "ask": "move", "table": { "game": "tic-tac-toe" }, "text": "d4" }));
    assert_eq!((wrong.status, &wrong.json()["error"]["kind"]), (422, &json!("move")));
    let none = server.post("/api/ask", &json!({ "ask": "conquer" }));
    assert_eq!(none.status, 400);
    assert!(text(&none.json()["error"]["message"]).contains("conquer"));
    let other = server.request("POST", "/api/ask", &["Content-Type: application/json"], "{\"ask\":");
    assert_eq!(other.status, 400);
    assert_eq!(server.get("/api/ask").status, 405);
}

#[test]
fn only_its_own_page_may_ask() {
    let server = Server::new(&[]);
    let library = json!({ "ask": "library" }).to_string();
    let ask = |heads: &[&str]| server.request("POST", "/api/ask", heads, &library).status;
    let json = "Content-Type: application/json";
    assert_eq!(ask(&[json, &format!("Origin: http://127.0.0.1:{}", server.port)]), 200);
    assert_eq!(ask(&[json, "Origin: http://evil.example"]), 403);
    assert_eq!(ask(&[json, "Origin: null"]), 403);
    assert_eq!(ask(&[json, "Sec-Fetch-Site: cross-site"]), 403);
    assert_eq!(ask(&[json, "Host: evil.example"]), 403, "a name that points to this machine");
    assert_eq!(ask(&["Content-Type: text/plain"]), 415, "what a form can send");
    let blocked = server.request("GET", "/", &["Host: evil.example"], "");
    assert_eq!(blocked.status, 403);
    assert!(blocked.head.contains("content-security-policy"));
}

#[test]
fn too_much_is_refused() {
    let server = Server::new(&[]);
    let body = format!("{{\"ask\":\"card\",\"table\":{{\"game\":\"x\",\"text\":\"{}\"}}}}", "a".repeat(10 << 20));
    let answer = server.request("POST", "/api/ask", &["Content-Type: application/json"], &body);
    assert_eq!(answer.status, 413);
    assert!(text(&answer.json()["error"]["message"]).contains("bytes"));
    let head = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX: {}\r\n\r\n", server.port, "a".repeat(1 << 20));
    assert_eq!(server.send(head.as_bytes()).status, 431);
    assert_eq!(server.get("/health").status, 200, "it goes on");
}

/// Who opens connections and says nothing keeps nobody from playing.
#[test]
fn silence_hurts_nobody() {
    let server = Server::new(&[]);
    let mut silent: Vec<TcpStream> = (0..100).map(|_| server.connect()).collect();
    for stream in &mut silent[..50] {
        stream.write_all(b"POST /api/ask HTTP/1.1\r\nHost: 127.").expect("it is sent");
    }
    assert_eq!(server.get("/health").status, 200);
    let begun = Instant::now();
    let mut rest = String::new();
    let _ = silent[0].read_to_string(&mut rest);
    assert!(begun.elapsed() < Duration::from_secs(60), "the server closes what does not come");
}

#[test]
fn files_of_the_folder_are_read_and_saved() {
    let folder = folder();
    let rules = "language 1\ngame \"Mine\" extends \"tic-tac-toe.gdl\"\n";
    std::fs::write(folder.path().join("mine.gdl"), rules).expect("a file");
    std::fs::write(folder.path().join("secret.txt"), "secret").expect("a file");
    let server = Server::new(&[path(folder.path())]);
    assert_eq!(server.get("/api/files").json(), json!({ "open": true, "files": ["mine.gdl"] }));
    let shown = server.post("/api/ask", &json!({ "ask": "position", "table": { "game": "mine.gdl" } }));
    assert_eq!(shown.json()["title"], "Mine");
    let read = server.get("/api/files/mine.gdl").json();
    assert_eq!(read["text"], rules);
    let save = |name: &str, new: &str, base: &Value| {
        server.put(&format!("/api/files/{name}"), &json!({ "text": new, "base": base }))
    };
    let saved = save("mine.gdl", "new text", &read["fingerprint"]);
    assert_eq!(saved.status, 200);
    assert_eq!(std::fs::read_to_string(folder.path().join("mine.gdl")).expect("a file"), "new text");
    // Somebody else writes meanwhile.
    std::fs::write(folder.path().join("mine.gdl"), "theirs").expect("a file");
    let stale = save("mine.gdl", "mine", &saved.json()["fingerprint"]);
    assert_eq!(stale.status, 409);
    let error = &stale.json()["error"];
    assert_eq!((&error["disk"], &error["yours"]), (&json!("theirs"), &json!("mine")), "both texts");
    assert_eq!(std::fs::read_to_string(folder.path().join("mine.gdl")).expect("a file"), "theirs", "nothing is lost");
    assert_eq!(save("mine.gdl", "mine", &error["fingerprint"]).status, 200, "who has seen it may replace it");
    assert_eq!(save("mine.gdl", "x", &Value::Null).status, 409, "a new file does not take the place of another");
    assert_eq!(save("new-one.gdl", "fresh", &Value::Null).status, 200);
    assert_eq!(std::fs::read_to_string(folder.path().join("new-one.gdl")).expect("a file"), "fresh");
}

#[test]
fn nothing_outside_the_folder_is_touched() {
    let outer = folder();
    let inner = outer.path().join("inner");
    std::fs::create_dir(&inner).expect("a folder");
    std::fs::write(outer.path().join("outer.gdl"), "secret").expect("a file");
    std::fs::write(inner.join("note.txt"), "secret").expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink("../outer.gdl", inner.join("link.gdl")).expect("a link");
    let server = Server::new(&[path(&inner)]);
    for name in [
        "..%2Fouter.gdl",
        "%2e%2e%2fouter.gdl",
        "%2Fetc%2Fpasswd",
        "note.txt",
        ".gdl",
        "a%00b.gdl",
        "builtin:chess.gdl",
        "link.gdl",
        "%ff.gdl",
    ] {
        let read = server.get(&format!("/api/files/{name}"));
        assert!(matches!(read.status, 400 | 403 | 404), "{name}: {read:?}");
        assert!(!read.body.contains("secret"), "{name}: {read:?}");
        let saved = server.put(&format!("/api/files/{name}"), &json!({ "text": "mine", "base": null }));
        assert!(matches!(saved.status, 400 | 403 | 404), "{name}: {saved:?}");
    }
    for game in ["../outer.gdl", "/etc/passwd", "link.gdl", "note.txt"] {
        let shown = server.post("/api/ask", &json!({ "ask": "text", "table": { "game": game } }));
        assert_eq!(shown.status, 422, "{game}: {shown:?}");
        assert!(!shown.body.contains("\"secret\""), "{game}: {shown:?}");
        let rules = format!("language 1\ngame \"Nosy\" extends \"{game}\"\n");
        let draft = json!({ "name": "nosy.gdl", "text": rules });
        let checked = server.post("/api/ask", &json!({ "ask": "check", "draft": draft }));
        assert!(checked.body.contains("cannot be read"), "{game}: {checked:?}");
    }
    assert_eq!(std::fs::read_to_string(outer.path().join("outer.gdl")).expect("a file"), "secret");
    let closed = Server::new(&[]);
    assert_eq!(closed.get("/api/files").json()["open"], false);
    assert_eq!(closed.put("/api/files/a.gdl", &json!({ "text": "a", "base": null })).status, 404);
    assert!(!Path::new("a.gdl").exists());
}

/// A text that asks too much is cut, and others are answered meanwhile.
#[test]
fn a_hostile_text_slows_nobody() {
    let server = Server::new(&["--budget", "3s"]);
    let hostile = "language 1\ngame \"Long\"\nplayers White, Black\nboard square 32 by 32\npiece Man\n\
        setup { put Man of White on a1 put Man of Black on d4 }\n\
        move go { Man walks exactly 32 to empty }\nturn { choose go }\n";
    let question = json!({ "ask": "position", "table": { "game": "long.gdl", "text": hostile } });
    let ended = AtomicUsize::new(0);
    let asked = || {
        let (begun, answer) = (Instant::now(), server.post("/api/ask", &question));
        ended.fetch_add(1, Ordering::Relaxed);
        (begun, answer, Instant::now())
    };
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..8).map(|_| scope.spawn(asked)).collect();
        let begun = Instant::now();
        std::thread::sleep(Duration::from_millis(500));
        // Two of the eight are worked on; who asks about another game does not wait for the others.
        let other = server.post("/api/ask", &json!({ "ask": "position", "table": { "game": "tic-tac-toe" } }));
        assert_eq!((other.status, ended.load(Ordering::Relaxed) < 5), (200, true), "{other:?}");
        assert_eq!(server.get("/health").status, 200);
        assert!(begun.elapsed() < Duration::from_secs(10));
        // Machines that think have places of their own.
        let table = json!({ "game": "tic-tac-toe" });
        let moved = server.post("/api/ask", &json!({ "ask": "advance", "table": table, "level": "search:10" }));
        assert_eq!(moved.status, 200, "{moved:?}");
        for one in asked {
            let (begun, answer, ended) = one.join().expect("an answer");
            assert!(ended - begun < Duration::from_secs(60), "{:?}", ended - begun);
            assert_eq!((answer.status, &answer.json()["error"]["kind"]), (422, &json!("spent")), "{answer:?}");
        }
    });
    let next = server.post("/api/ask", &json!({ "ask": "position", "table": { "game": "tic-tac-toe" } }));
    assert_eq!(next.status, 200, "{next:?}");
}

#[test]
fn what_cannot_be_had_is_told() {
    let server = Server::new(&[]);
    let port = server.port.to_string();
    merel(&["serve", "--port", &port]).exits(1).says(&["is in use", "--port 0"]);
    let french = command(&["serve", "--port", &port]).env("LANG", "fr_FR.UTF-8").output();
    Run::from(french.expect("it runs")).exits(1).says(&["erreur", "est pris", "--port 0"]);
    merel(&["serve", "no-such-folder"]).exits(2).says(&["cannot open the folder"]);
    merel(&["serve", "Cargo.toml"]).exits(2).says(&["cannot open the folder", "it is no folder"]);
    let french = command(&["serve", "no-such-folder"]).env("LANG", "fr_FR.UTF-8").output();
    Run::from(french.expect("it runs"))
        .exits(2)
        .says(&["le dossier « no-such-folder » : ce fichier ou ce dossier n'existe pas"]);
    merel(&["serve", "--bind", "table.example"]).exits(2);
    merel(&["serve", "--port", "65536"]).exits(2);
}

/// Where others than this machine can ask they need the token of the link.
#[test]
fn strangers_need_the_link() {
    let tables = folder();
    let mut child = command(&["serve", "--port", "0", "--bind", "0.0.0.0", "--tables", path(tables.path())])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let first = lines.next().expect("a line").expect("a line");
    let (address, token) = first.split_once("/#token=").expect("a token");
    let port = address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
    let server = Server { child, port, lines };
    let ask = |heads: &[&str]| server.request("GET", "/api/files", heads, "").status;
    assert_eq!(ask(&[]), 401);
    assert_eq!(ask(&["X-Merel-Token: 00000000000000000000000000000000"]), 401);
    assert_eq!(ask(&[&format!("X-Merel-Token: {token}")]), 200);
    assert_eq!(ask(&[&format!("X-Merel-Token: {token}"), "Origin: http://evil.example"]), 403);
    assert_eq!(server.get("/").status, 200, "the page is no secret");
    // Who makes a table needs the link, who is at one only that to the table.
    let wanted = json!({ "table": { "game": "tic-tac-toe" }, "seats": ["human", "human"] });
    assert_eq!(server.post("/api/tables", &wanted).status, 401);
    let heads = ["Content-Type: application/json".to_owned(), format!("X-Merel-Token: {token}")];
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let made = server.request("POST", "/api/tables", &heads, &wanted.to_string());
    assert_eq!(made.status, 200, "{made:?}");
    let table = format!("/api/tables/{}", text(&made.json()["id"]));
    let question = json!({ "ask": "position", "table": {} });
    assert_eq!(server.post(&format!("{table}/ask"), &question).status, 200);
    assert_eq!(server.post("/api/ask", &question).status, 401);
    assert_eq!(server.post(&format!("{table}/state"), &json!({})).json()["ply"], 0);
    assert_eq!(server.post(&format!("{table}/../../files"), &json!({})).status, 404);
}

#[cfg(unix)]
#[test]
fn it_stops_when_it_is_told_to() {
    let server = Server::new(&[]);
    let _open = server.connect();
    assert_eq!(server.get("/health").status, 200);
    let (code, time, last) = server.stop();
    assert_eq!((code, last.as_str()), (Some(0), "stopped"));
    assert!(time < Duration::from_secs(10), "{time:?}");
}
