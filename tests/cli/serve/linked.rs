//! Tables that people share by a link: who may move, what all are told, and what is refused.

use std::io::Write as _;
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::protocol::CloseFrame;
use tungstenite::{Error, Message, WebSocket};

use super::server::{Answer, Server};
use super::{folder, path};
use crate::support::text;

/// A table that was made: its name, and what each person must know.
#[derive(Clone, Debug)]
pub struct Made {
    pub id: String,
    pub tokens: Vec<Option<String>>,
}

impl Made {
    pub fn token(&self, seat: usize) -> Option<&str> {
        self.tokens[seat].as_deref()
    }
}

/// Makes a table.
#[track_caller]
pub fn make(server: &Server, wanted: &Value) -> Made {
    let answer = server.post("/api/tables", wanted);
    assert_eq!(answer.status, 200, "{answer:?}");
    let made = answer.json();
    let tokens = made["seats"].as_array().expect("seats").iter().map(|token| token.as_str().map(str::to_owned));
    Made { id: text(&made["id"]).to_owned(), tokens: tokens.collect() }
}

/// A table of a built-in game for two people.
pub fn for_two(server: &Server, game: &str) -> Made {
    make(server, &json!({ "table": { "game": game }, "seats": ["human", "human"] }))
}

/// Does something without a socket.
pub fn act(server: &Server, made: &Made, seat: Option<usize>, deed: Value) -> Answer {
    let mut deed = deed;
    deed["token"] = json!(seat.and_then(|seat| made.token(seat)));
    server.post(&format!("/api/tables/{}/do", made.id), &deed)
}

/// Moves without a socket, having seen so many moves.
pub fn moved(server: &Server, made: &Made, seat: usize, (text, ply): (&str, usize)) -> Answer {
    act(server, made, Some(seat), json!({ "do": "move", "text": text, "ply": ply }))
}

/// What stands, without a socket.
pub fn state(server: &Server, made: &Made) -> Value {
    server.post(&format!("/api/tables/{}/state", made.id), &json!({})).json()
}

/// Somebody at a table.
pub struct Client {
    pub socket: WebSocket<TcpStream>,
    /// What was told last, and the moves that are known by it.
    pub state: Value,
    pub moves: Vec<String>,
    next: u64,
}

impl Client {
    /// Connects and says who it is.
    pub fn new(server: &Server, made: &Made, seat: Option<usize>) -> Self {
        let token = seat.and_then(|seat| made.token(seat));
        let mut client = Self::hello(server, &made.id, &json!({ "token": token }));
        client.read();
        client
    }

    pub fn hello(server: &Server, id: &str, hello: &Value) -> Self {
        let address = format!("ws://127.0.0.1:{}/api/tables/{id}/socket", server.port);
        let (mut socket, _) = tungstenite::client(address, server.connect()).expect("a socket");
        socket.send(Message::text(hello.to_string())).expect("it is sent");
        Self { socket, state: Value::Null, moves: Vec::new(), next: 1 }
    }

    /// The next message; what stands is taken over.
    #[track_caller]
    pub fn read(&mut self) -> Value {
        let message = self.message().expect("a message");
        let Message::Text(text) = message else { panic!("no text: {message:?}") };
        let value: Value = serde_json::from_str(&text).expect("JSON");
        if value["is"] == "state" {
            self.moves.truncate(value["from"].as_u64().expect("a number") as usize);
            let new = value["moves"].as_array().expect("moves").iter();
            self.moves.extend(new.map(|text| text.as_str().expect("a move").to_owned()));
            assert_eq!(value["ply"], self.moves.len(), "{value}");
            self.state = value.clone();
        }
        value
    }

    fn message(&mut self) -> Result<Message, Error> {
        loop {
            match self.socket.read()? {
                Message::Ping(_) | Message::Pong(_) => {}
                message => return Ok(message),
            }
        }
    }

    /// Why the server closed.
    #[track_caller]
    pub fn closed(&mut self) -> Option<CloseFrame> {
        loop {
            match self.message() {
                Ok(Message::Close(frame)) => return frame,
                Ok(_) => {}
                Err(error) => panic!("no word of parting: {error}"),
            }
        }
    }

    /// Reads until what stands is so.
    #[track_caller]
    pub fn until(&mut self, is_so: impl Fn(&Self) -> bool) {
        while !is_so(self) {
            self.read();
        }
    }

    /// Does something, and gives the answer.
    #[track_caller]
    pub fn act(&mut self, deed: Value) -> Value {
        let mut deed = deed;
        deed["id"] = json!(self.next);
        self.next += 1;
        self.socket.send(Message::text(deed.to_string())).expect("it is sent");
        loop {
            let answer = self.read();
            if answer["id"] == deed["id"] {
                return answer;
            }
        }
    }

    /// Makes a move that is legal.
    #[track_caller]
    pub fn play(&mut self, text: &str) {
        let ply = self.moves.len();
        let answer = self.act(json!({ "do": "move", "text": text, "ply": ply }));
        assert_eq!(answer["is"], "done", "{answer}");
        self.until(|client| client.moves.len() > ply);
    }

    /// Tries a move.
    #[track_caller]
    pub fn refused(&mut self, text: &str, ply: usize) -> Value {
        let answer = self.act(json!({ "do": "move", "text": text, "ply": ply }));
        assert_eq!(answer["is"], "refused", "{answer}");
        answer
    }
}

pub fn serve() -> (tempfile::TempDir, Server) {
    let tables = folder();
    let server = Server::new(&["--tables", path(tables.path())]);
    (tables, server)
}

#[test]
fn two_people_play_to_the_end_and_others_look_on() {
    let (_tables, server) = serve();
    let made = for_two(&server, "tic-tac-toe");
    let (mut one, mut other) = (Client::new(&server, &made, Some(0)), Client::new(&server, &made, Some(1)));
    let mut guest = Client::new(&server, &made, None);
    assert_eq!((&one.state["you"], &other.state["you"], &guest.state["you"]), (&json!(0), &json!(1), &Value::Null));
    one.until(|one| one.state["present"] == json!([true, true]));
    assert_eq!(server.get("/health").json()["sockets"], 3);
    assert_eq!(server.get("/health").json()["tables"], 1);
    for (at, text) in ["a1", "a2", "b1", "b2", "c1"].into_iter().enumerate() {
        let (mover, waiting) = if at % 2 == 0 { (&mut one, &mut other) } else { (&mut other, &mut one) };
        assert_eq!(mover.state["decider"], json!({ "player": at % 2 }));
        mover.play(text);
        waiting.until(|waiting| waiting.moves.len() == at + 1);
    }
    guest.until(|guest| guest.moves.len() == 5);
    assert_eq!(guest.moves, ["a1", "a2", "b1", "b2", "c1"]);
    assert_eq!((&guest.state["decider"], &guest.state["over"]), (&Value::Null, &json!(true)));
    assert_eq!(other.refused("c2", 5)["kind"], "over");
    // Whoever has but the link sees the board.
    let question = json!({ "ask": "position", "table": { "moves": guest.moves } });
    let shown = server.post(&format!("/api/tables/{}/ask", made.id), &question).json();
    assert_eq!((&shown["ended"]["verdict"], &shown["ended"]["winner"]), (&json!("won"), &json!(0)));
}

#[test]
fn only_whose_turn_it_is_moves_and_only_legally() {
    let (_tables, server) = serve();
    let made = for_two(&server, "tic-tac-toe");
    let (mut one, mut other) = (Client::new(&server, &made, Some(0)), Client::new(&server, &made, Some(1)));
    let mut guest = Client::new(&server, &made, None);
    assert_eq!(other.refused("b2", 0)["kind"], "turn");
    assert_eq!(guest.refused("b2", 0)["kind"], "spectator");
    assert_eq!(guest.act(json!({ "do": "resign" }))["kind"], "spectator");
    one.play("b2");
    assert_eq!(one.refused("a1", 0)["kind"], "stale", "a tab that has not seen the move");
    assert_eq!(one.refused("a1", 1)["kind"], "turn");
    other.until(|other| other.moves.len() == 1);
    let illegal = other.refused("b2", 1);
    assert_eq!(illegal["kind"], "illegal");
    assert_eq!(illegal["why"]["status"], "illegal", "{illegal}");
    assert!(!text(&illegal["why"]["reason"]["message"]).is_empty(), "{illegal}");
    assert_eq!(other.refused(&"a".repeat(2000), 1)["kind"], "unfit");
    other.play("a1");
    assert_eq!(state(&server, &made)["moves"], json!(["b2", "a1"]));
}

#[test]
fn wrong_links_are_refused() {
    let (_tables, server) = serve();
    let (made, another) = (for_two(&server, "tic-tac-toe"), for_two(&server, "tic-tac-toe"));
    for token in [json!("0".repeat(32)), json!(""), json!(another.token(0)), json!(made.id)] {
        let mut client = Client::hello(&server, &made.id, &json!({ "token": token }));
        assert_eq!(client.read()["kind"], "token");
        assert_eq!(client.closed().map(|frame| u16::from(frame.code)), Some(1008));
        let deed = json!({ "do": "move", "text": "b2", "ply": 0, "token": token });
        let answer = server.post(&format!("/api/tables/{}/do", made.id), &deed);
        assert_eq!((answer.status, &answer.json()["error"]["kind"]), (403, &json!("token")));
    }
    for id in ["0".repeat(32), "..%2Flock".to_owned(), "x".to_owned()] {
        let answer = server.post(&format!("/api/tables/{id}/state"), &json!({}));
        assert_eq!((answer.status, &answer.json()["error"]["kind"]), (404, &json!("no-table")));
    }
    // Nobody is told another's token.
    let told =
        Client::new(&server, &made, Some(1)).state.to_string() + &server.get(&format!("/api/tables/{}", made.id)).body;
    assert!(!told.contains(made.token(0).expect("a token")) && !told.contains("seed"), "{told}");
    // A link to a table opens no other game, and decides nothing.
    for question in [
        json!({ "ask": "advance", "table": { "game": "backgammon" } }),
        json!({ "ask": "library" }),
        json!({ "ask": "check", "draft": { "name": "a.gdl", "text": "" } }),
    ] {
        assert_eq!(server.post(&format!("/api/tables/{}/ask", made.id), &question).status, 403, "{question}");
    }
    let other = json!({ "ask": "position", "table": { "game": "chess", "text": "language 1" } });
    let shown = server.post(&format!("/api/tables/{}/ask", made.id), &other).json();
    assert_eq!(shown["cells"].as_array().map(Vec::len), Some(9), "it is the table's game: {shown}");
}

#[test]
fn of_two_moves_at_once_one_counts() {
    let (_tables, server) = serve();
    let made = for_two(&server, "tic-tac-toe");
    let answers: Vec<Value> = std::thread::scope(|scope| {
        let tries = ["a1", "b1", "c1", "a2", "b2", "c2"].map(|text| {
            let (server, made) = (&server, &made);
            scope.spawn(move || {
                let mut client = Client::new(server, made, Some(0));
                client.act(json!({ "do": "move", "text": text, "ply": 0 }))
            })
        });
        tries.map(|one| one.join().expect("an answer")).to_vec()
    });
    let done = answers.iter().filter(|answer| answer["is"] == "done").count();
    let stale = answers.iter().filter(|answer| answer["kind"] == "stale").count();
    assert_eq!((done, stale), (1, 5), "{answers:?}");
    assert_eq!(state(&server, &made)["ply"], 1);
}

#[test]
fn after_a_break_one_goes_on_where_one_was() {
    let (_tables, server) = serve();
    let made = for_two(&server, "tic-tac-toe");
    let (mut one, mut other) = (Client::new(&server, &made, Some(0)), Client::new(&server, &made, Some(1)));
    one.play("b2");
    let revision = one.state["revision"].clone();
    // A move is sent, and the connection breaks before the answer.
    other.until(|other| other.moves.len() == 1);
    let deed = json!({ "do": "move", "text": "a1", "ply": 1, "id": 7 });
    other.socket.send(Message::text(deed.to_string())).expect("it is sent");
    one.until(|one| one.moves.len() == 2);
    drop(other);
    one.until(|one| one.state["present"] == json!([true, false]));
    let mut again = Client::new(&server, &made, Some(1));
    assert_eq!((again.moves.len(), again.state["from"].as_u64()), (2, Some(0)));
    assert_eq!(again.refused("a1", 1)["kind"], "stale", "sent again it counts once");
    // Who knows what stands is told no moves again.
    one.until(|one| one.state["present"] == json!([true, true]));
    let now = one.state["revision"].clone();
    assert_ne!(now, revision);
    let hello = json!({ "token": made.token(0), "revision": now });
    let mut knows = Client::hello(&server, &made.id, &hello);
    knows.moves.clone_from(&one.moves);
    assert_eq!((&knows.read()["from"], &knows.state["moves"]), (&json!(2), &json!([])));
    let hello = json!({ "token": made.token(0), "revision": revision });
    let mut late = Client::hello(&server, &made.id, &hello);
    assert_eq!(late.read()["moves"], json!(["b2", "a1"]));
}

#[test]
fn without_a_socket_one_asks_again_and_again() {
    let (_tables, server) = serve();
    let made = for_two(&server, "tic-tac-toe");
    let moved = |seat, text, ply| moved(&server, &made, seat, (text, ply));
    assert_eq!(moved(0, "b2", 0).json()["is"], "done");
    let stale = moved(1, "a1", 0);
    assert_eq!((stale.status, &stale.json()["error"]["kind"]), (409, &json!("stale")));
    let illegal = moved(1, "b2", 1);
    assert_eq!((illegal.status, &illegal.json()["error"]["why"]["status"]), (422, &json!("illegal")));
    assert_eq!(act(&server, &made, None, json!({ "do": "resign" })).status, 403);
    assert_eq!(act(&server, &made, Some(0), json!({ "do": "conquer" })).status, 400);
    assert_eq!(state(&server, &made)["moves"], json!(["b2"]));
}

#[test]
fn sockets_are_opened_by_the_own_page_only_and_say_little() {
    let (_tables, server) = serve();
    let made = for_two(&server, "tic-tac-toe");
    let address = format!("ws://127.0.0.1:{}/api/tables/{}/socket", server.port, made.id);
    let mut request = address.as_str().into_client_request().expect("a request");
    request.headers_mut().insert("origin", "http://evil.example".parse().expect("a header"));
    let Err(tungstenite::HandshakeError::Failure(Error::Http(refused))) =
        tungstenite::client(request, server.connect())
    else {
        panic!("another page opens a socket");
    };
    assert_eq!(refused.status(), 403);
    assert_eq!(server.get(&format!("/api/tables/{}/socket", made.id)).status, 426, "no WebSocket is asked for");
    // Too long, too many, not understood, too late: each ends the socket, and nobody else's.
    let mut fine = Client::new(&server, &made, Some(1));
    let mut long = Client::new(&server, &made, Some(0));
    long.socket.send(Message::text("a".repeat(20 << 10))).expect("it is sent");
    assert_eq!(long.closed().map(|frame| u16::from(frame.code)), Some(1009));
    let mut loud = Client::new(&server, &made, Some(0));
    for _ in 0..200 {
        if loud.socket.send(Message::text(json!({ "do": "agree" }).to_string())).is_err() {
            break;
        }
    }
    let parting = loud.closed().map(|frame| frame.reason.to_string());
    assert_eq!(parting.as_deref(), Some("too many messages"));
    let mut odd = Client::new(&server, &made, Some(0));
    odd.socket.send(Message::text("{\"do\":")).expect("it is sent");
    assert_eq!(odd.closed().map(|frame| u16::from(frame.code)), Some(1008));
    let mut binary = Client::new(&server, &made, Some(0));
    binary.socket.send(Message::binary(vec![1, 2])).expect("it is sent");
    assert_eq!(binary.closed().map(|frame| u16::from(frame.code)), Some(1003));
    fine.until(|fine| fine.state["present"] == json!([false, true]));
    assert_eq!(fine.act(json!({ "do": "agree" }))["kind"], "nothing-asked");
    // A socket that says nothing is closed.
    let mut silent = server.connect();
    silent.set_read_timeout(Some(Duration::from_secs(30))).expect("a time");
    let (mut socket, _) =
        tungstenite::client(address.as_str(), silent.try_clone().expect("a stream")).expect("a socket");
    assert!(matches!(socket.read(), Ok(Message::Close(Some(_)))), "it is not waited for");
    let _ = silent.write_all(b"x");
}

#[test]
fn tables_that_make_no_sense_are_not_made() {
    let (tables, server) = serve();
    let tic = json!({ "game": "tic-tac-toe" });
    for (wanted, word) in [
        (json!({ "table": tic, "seats": ["human"] }), "1 seats for 2 players"),
        (json!({ "table": tic, "seats": ["random", "random"] }), "nobody would play"),
        (json!({ "table": tic, "seats": ["human", "alien"] }), "is not a seat"),
        (json!({ "table": tic, "seats": ["human", "human"], "clock": "soon" }), "is no time"),
        (json!({ "table": { "game": "no-such-game" }, "seats": ["human", "human"] }), "there is no game"),
        (json!({ "table": { "game": "tic-tac-toe", "moves": ["z9"] }, "seats": ["human", "human"] }), "z9"),
        (
            json!({ "table": { "game": "tic-tac-toe", "moves": ["a1", "a2", "b1", "b2", "c1"] }, "seats": ["human", "human"] }),
            "over already",
        ),
    ] {
        let answer = server.post("/api/tables", &wanted);
        assert_eq!(answer.status, 422, "{answer:?}");
        assert!(answer.body.contains(word), "{answer:?}");
    }
    assert_eq!(server.post("/api/tables", &json!({ "seats": [] })).status, 400);
    let journals = std::fs::read_dir(tables.path()).map_or(0, |entries| {
        entries.flatten().filter(|entry| entry.path().extension().is_some_and(|ending| ending == "journal")).count()
    });
    assert_eq!((journals, &server.get("/health").json()["tables"]), (0, &json!(0)));
}
