//! The editor service over pipes, spoken to by a scripted editor.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::support::command;

/// An editor that starts the service.
struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Editor {
    fn start() -> Self {
        Self::with(&["lsp", "--stdio"])
    }

    fn with(arguments: &[&str]) -> Self {
        let mut command = command(arguments);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("a pipe"));
        Self { child, input, output: BufReader::new(output) }
    }

    fn begun() -> Self {
        Self::start().greeted()
    }

    fn greeted(mut self) -> Self {
        let answer = self.ask(1, "initialize", json!({"processId": null, "rootUri": null, "capabilities": {}}));
        assert_eq!(answer["result"]["serverInfo"]["name"], "merel");
        self.tell("initialized", json!({}));
        self
    }

    fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the pipe is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the service listens");
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn request(&mut self, id: u32, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    /// The next message of the service.
    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("the service speaks");
            match line.trim().split_once(": ") {
                Some(("Content-Length", n)) => length = n.parse().expect("a number"),
                _ => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("a whole message");
        serde_json::from_slice(&body).expect("JSON")
    }

    /// The next message that fits.
    fn wait_for(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        std::iter::repeat_with(|| self.receive()).take(1000).find(|message| fits(message)).expect("it comes")
    }

    fn ask(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.request(id, method, params);
        self.wait_for(|message| message["id"] == id)
    }

    /// Ends the conversation and gives the exit code.
    fn end(mut self, politely: bool) -> i32 {
        if politely {
            assert!(self.ask(999, "shutdown", Value::Null)["error"].is_null());
            self.tell("exit", Value::Null);
        }
        drop(self.input.take());
        let (code, errors) = self.ended();
        assert!(!errors.contains("panicked"), "{errors}");
        code
    }

    /// The exit code of a service that ends, and what it says to that.
    fn ended(mut self) -> (i32, String) {
        let mut errors = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        (self.child.wait().expect("it ends").code().unwrap_or(-1), errors)
    }
}

const GAME: &str = "language 1\ngame \"Tiny\"\nplayers White, Black\nboard square 3\npiece Man (Men)\n\
    setup for each player { put Man on my first row }\nmove step { Man stepps forward to empty }\n\
    end before each turn { \"stuck\": mover loses when stuck }\n";

fn open(text: &str) -> Value {
    json!({"textDocument": {"uri": "file:///nowhere/tiny.gdl", "languageId": "merel", "version": 7, "text": text}})
}

#[test]
fn an_editor_is_served_from_beginning_to_end() {
    let mut editor = Editor::begun();
    editor.tell("textDocument/didOpen", open(GAME));
    let is_told = |message: &Value| message["method"] == "textDocument/publishDiagnostics";
    let told = editor.wait_for(is_told);
    assert_eq!(told["params"]["version"], 7);
    assert_eq!(told["params"]["diagnostics"][0]["range"]["start"], json!({"line": 6, "character": 16}), "{told}");
    let place = json!({"textDocument": {"uri": "file:///nowhere/tiny.gdl"}, "position": {"line": 6, "character": 13}});
    let hover = editor.ask(2, "textDocument/hover", place);
    assert!(
        hover["result"]["contents"]["value"].as_str().is_some_and(|text| text.contains("piece Man (Men)")),
        "{hover}"
    );
    let change = json!({
        "textDocument": {"uri": "file:///nowhere/tiny.gdl", "version": 8},
        "contentChanges": [{"text": GAME.replace("stepps", "steps")}],
    });
    editor.tell("textDocument/didChange", change);
    let told = editor.wait_for(|message| is_told(message) && message["params"]["version"] == 8);
    assert_eq!(told["params"]["diagnostics"], json!([]));
    assert_eq!(editor.end(true), 0);
}

#[test]
fn what_is_malformed_is_told_and_what_follows_is_heard() {
    let mut editor = Editor::begun();
    editor.raw(b"Content-Length: 5\r\n\r\n{oops");
    let told = editor.receive();
    assert_eq!(told["error"]["code"], -32700, "{told}");
    let answer = editor.ask(3, "textDocument/unheardOf", json!({}));
    assert_eq!(answer["error"]["code"], -32601);
    let answer = editor.ask(4, "textDocument/hover", json!({"position": "here"}));
    assert_eq!(answer["error"]["code"], -32602);
    editor.tell("textDocument/didOpen", json!({"nothing": 1}));
    editor.tell("$/cancelRequest", json!({"id": 12345}));
    assert_eq!(editor.end(true), 0);
}

#[test]
fn requests_that_wait_can_be_cancelled() {
    let mut editor = Editor::begun();
    editor.tell("textDocument/didOpen", open(GAME));
    // All in one piece, so that the request still waits when it is cancelled.
    let place = json!({"textDocument": {"uri": "file:///nowhere/tiny.gdl"}, "position": {"line": 6, "character": 13}});
    let mut bytes = Vec::new();
    let mut add = |message: Value| {
        let body = message.to_string();
        bytes.extend(format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes());
    };
    for id in 10..200 {
        add(json!({"jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": place}));
    }
    add(json!({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 199}}));
    editor.raw(&bytes);
    let mut answers = 0;
    let cancelled = loop {
        let message = editor.receive();
        if message["id"] == 199 {
            break message;
        }
        answers += u32::from(message["id"].is_u64());
    };
    // It was either still waiting, and struck, or already answered as the last one.
    let code = cancelled["error"]["code"].as_i64();
    assert!(code == Some(-32800) || (code.is_none() && answers == 189), "{cancelled}");
    assert_eq!(editor.end(true), 0);
}

#[test]
fn an_editor_that_behaves_badly_gets_an_exit_code() {
    let mut early = Editor::start();
    let answer = early.ask(1, "textDocument/hover", json!({}));
    assert_eq!(answer["error"]["code"], -32002, "{answer}");
    assert_eq!(early.end(false), 1, "gone without a word");
    let mut rude = Editor::begun();
    rude.tell("exit", Value::Null);
    assert_eq!(rude.end(false), 1, "no shutdown before");
    let mut vast = Editor::begun();
    vast.raw(b"Content-Length: 99999999999\r\n\r\n");
    assert_eq!(vast.end(false), 1);
    let mut noise = Editor::begun();
    noise.raw(b"hello there\r\n\r\n");
    assert_eq!(noise.end(false), 1);
}

/// A text that takes for ever has its budget for all that is asked in a row, and another text is served meanwhile.
#[test]
fn a_hostile_text_keeps_no_other_waiting() {
    let hostile = "language 1\ngame \"Hostile\"\nplayers White, Black\nboard square 32\npiece Man (Men)\n\
        setup { put Man of White on a1 put Man of Black on b2 }\nmove go { Man walks exactly 32 to empty }\n\
        turn { choose go }\n";
    let mut editor = Editor::with(&["lsp", "--budget", "3s"]).greeted();
    let at = |file: &str, line: u32| json!({"textDocument": {"uri": format!("file:///nowhere/{file}.gdl")}, "position": {"line": line, "character": 8}});
    let document = json!({"uri": "file:///nowhere/hostile.gdl", "languageId": "merel", "version": 1, "text": hostile});
    editor.tell("textDocument/didOpen", open(GAME));
    editor.tell("textDocument/didOpen", json!({"textDocument": document}));
    let begun = Instant::now();
    // All at once, as an editor asks when a text has changed.
    for id in 10..40 {
        editor.request(id, "textDocument/hover", at("hostile", 4));
        editor.request(id + 100, "merel/board", at("hostile", 4));
    }
    let fine = editor.ask(200, "textDocument/hover", at("tiny", 4));
    assert!(fine["result"]["contents"]["value"].as_str().is_some_and(|text| text.contains("piece Man")), "{fine}");
    // Sixty answers have three seconds together; the rest is for a machine that has much else to do.
    assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
    let board = editor.ask(201, "merel/board", at("hostile", 4));
    let message = board["result"]["message"].as_str().unwrap_or_default();
    assert_eq!(message, "the budget is spent: 3s of time, most of it on line 7", "{board}");
    // When nobody has asked for a while it is played, which ends when somebody does.
    let told = editor.wait_for(|message| message["params"]["uri"] == "file:///nowhere/hostile.gdl");
    assert_eq!(told["method"], "textDocument/publishDiagnostics");
    std::thread::sleep(Duration::from_millis(600));
    let begun = Instant::now();
    let fine = editor.ask(202, "textDocument/hover", at("tiny", 4));
    assert!(fine["result"]["contents"].is_object() && begun.elapsed() < Duration::from_secs(20), "{fine}");
    assert_eq!(editor.end(true), 0);
}

/// What no budget of an answer holds runs against the wall: the process ends before it takes what the machine has.
#[cfg(target_os = "linux")]
#[test]
fn a_message_that_swells_ends_the_service() {
    let mut editor = Editor::begun();
    // Sixteen million bytes, which are four million lists when they are read, of some 160 bytes each.
    let lists = "[0],".repeat(4_000_000);
    let body = format!("{{\"jsonrpc\": \"2.0\", \"method\": \"x\", \"params\": [{lists}0]}}");
    editor.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    let (code, errors) = editor.ended();
    assert_eq!(code, 1, "{errors}");
    assert!(errors.contains("error[M0410]: the budget is spent: 288MiB of memory"), "{errors}");
}
