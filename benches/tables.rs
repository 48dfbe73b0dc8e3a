//! Many tables at once: `cargo bench --bench tables [-- TABLES SECONDS PAUSE_MS]`, usually 500 tables with two sockets each,
//! for 30 seconds, with a pause of two seconds between two moves of a table.
//!
//! Tells how long it takes from a move until it is acknowledged, and until the other player sees it, and what memory the
//! server has. Exits with 1 if the 99th percentile is above 50 ms.

use std::env;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use merel::library::Library;
use merel::rules::loader::Loader;
use merel::table::{Kernel, Question, Table};
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// Games without chance, of several kinds.
const GAMES: [&str; 5] = ["chess", "reversi", "breakthrough", "connect-four", "hex"];
/// The aim, for the 99th percentile.
const AIM: Duration = Duration::from_millis(50);

/// The moves of a random match.
fn moves(game: &str) -> Vec<String> {
    let begun = Instant::now();
    let kernel = Kernel::new(
        Arc::new(|_: &str| Box::<Library>::default() as Box<dyn Loader>),
        Arc::new(move || begun.elapsed()),
    );
    let mut table = Table { game: game.to_owned(), seed: 7, ..Table::default() };
    loop {
        let question = Question::Advance { table: table.clone(), level: Some("random".to_owned()) };
        match kernel.answer(&question) {
            Ok(shown) if table.moves.len() < 400 => {
                table.moves = serde_json::from_value(shown["moves"].clone()).expect("moves");
            }
            _ => return table.moves,
        }
    }
}

fn post(port: u16, path: &str, value: &Value) -> Value {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    let (method, body) = if value.is_null() { ("GET", String::new()) } else { ("POST", value.to_string()) };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("it is sent");
    let mut all = String::new();
    stream.read_to_string(&mut all).expect("an answer");
    let body = all.split_once("\r\n\r\n").expect("a head").1;
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {all}"))
}

type Socket = WebSocket<TcpStream>;

fn read(socket: &mut Socket) -> Value {
    loop {
        if let Message::Text(text) = socket.read().expect("a message") {
            return serde_json::from_str(&text).expect("JSON");
        }
    }
}

fn connect(port: u16, id: &str, token: &str) -> Socket {
    let stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    stream.set_nodelay(true).expect("an option");
    let (mut socket, _) =
        tungstenite::client(format!("ws://127.0.0.1:{port}/api/tables/{id}/socket"), stream).expect("a socket");
    socket.send(Message::text(json!({ "token": token }).to_string())).expect("it is sent");
    read(&mut socket);
    socket
}

/// Plays at one table until the time is over: how long each move took to be acknowledged, and to be seen.
fn play(port: u16, nth: usize, moves: &[String], until: Instant, pause: Duration) -> Vec<[Duration; 2]> {
    let wanted = json!({ "table": { "game": GAMES[nth % GAMES.len()] }, "seats": ["human", "human"] });
    // All come at once, and the server takes so many at a time.
    let made = loop {
        let made = post(port, "/api/tables", &wanted);
        if made["id"].is_string() {
            break made;
        }
        assert_eq!(made["error"]["kind"], "busy", "{made}");
        thread::sleep(Duration::from_millis(100));
    };
    let id = made["id"].as_str().expect("a name");
    let mut seats: Vec<Socket> =
        (0..2).map(|seat| connect(port, id, made["seats"][seat].as_str().expect("a token"))).collect();
    // Who is to move first is known from the state; these games begin with the first seat and take turns or pass.
    let mut times = Vec::new();
    thread::sleep(pause.mul_f64(nth as f64 % 97.0 / 97.0));
    let mut decider = 0;
    for (ply, text) in moves.iter().enumerate() {
        if Instant::now() > until {
            break;
        }
        let begun = Instant::now();
        let deed = json!({ "do": "move", "text": text, "ply": ply, "id": ply + 1 });
        seats[decider].send(Message::text(deed.to_string())).expect("it is sent");
        let answer = loop {
            let told = read(&mut seats[decider]);
            if told["id"] == ply + 1 {
                break told;
            }
        };
        assert_eq!(answer["is"], "done", "{answer}");
        let acknowledged = begun.elapsed();
        let state = loop {
            let told = read(&mut seats[1 - decider]);
            if told["ply"] == ply + 1 {
                break told;
            }
        };
        times.push([acknowledged, begun.elapsed()]);
        match state["decider"]["player"].as_u64() {
            Some(next) => decider = next as usize,
            None => break,
        }
        thread::sleep(pause);
    }
    times
}

fn percentile(sorted: &[Duration], share: f64) -> Duration {
    sorted[((sorted.len() - 1) as f64 * share) as usize]
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = env::args().filter_map(|word| word.parse().ok()).collect();
    let number = |at: usize, usual: u64| numbers.get(at).copied().unwrap_or(usual);
    let (tables, seconds, pause) = (number(0, 500) as usize, number(1, 30), Duration::from_millis(number(2, 2000)));
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Command::new(env!("CARGO_BIN_EXE_merel"))
        .args(["serve", "--port", "0", "--tables"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut lines = BufReader::new(server.stdout.take().expect("a pipe")).lines();
    let first = lines.next().expect("a line").expect("a line");
    let port: u16 = first.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
    let matches: Vec<Vec<String>> = GAMES.iter().map(|game| moves(game)).collect();
    let until = Instant::now() + Duration::from_secs(seconds);
    let (mut all, health) = thread::scope(|scope| {
        let playing: Vec<_> = (0..tables)
            .map(|nth| {
                let moves = &matches[nth % GAMES.len()];
                let thread = thread::Builder::new().stack_size(256 << 10);
                thread.spawn_scoped(scope, move || play(port, nth, moves, until, pause)).expect("a thread")
            })
            .collect();
        thread::sleep(Duration::from_secs(seconds).mul_f64(0.8));
        let health = post(port, "/health", &Value::Null);
        let times: Vec<[Duration; 2]> = playing.into_iter().flat_map(|one| one.join().expect("times")).collect();
        (times, health)
    });
    let _ = server.kill();
    let _ = server.wait();
    all.sort();
    let acknowledged: Vec<Duration> = all.iter().map(|times| times[0]).collect();
    let mut seen: Vec<Duration> = all.iter().map(|times| times[1]).collect();
    seen.sort();
    println!("{} tables, {} sockets, {} moves in {seconds} s", health["tables"], health["sockets"], all.len());
    for (what, times) in [("acknowledged", &acknowledged), ("seen by the other", &seen)] {
        let [half, most, nearly] = [0.5, 0.99, 0.999].map(|share| percentile(times, share));
        println!("{what}: p50 {half:.1?}, p99 {most:.1?}, p99.9 {nearly:.1?}");
    }
    println!("memory of the server: {} MiB", health["memory"].as_u64().unwrap_or_default() >> 20);
    if percentile(&acknowledged, 0.99) > AIM { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
