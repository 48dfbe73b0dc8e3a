//! A server for a test, and requests to it.

use std::io::{BufRead as _, BufReader, Lines, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::command;

/// A server, stopped when it is dropped.
pub struct Server {
    pub child: Child,
    pub port: u16,
    /// What it goes on to write, so that somebody reads it.
    pub lines: Lines<BufReader<ChildStdout>>,
}

/// An answer: the status, the head, the body.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Server {
    /// A server at a free port.
    pub fn new(arguments: &[&str]) -> Self {
        let mut command = command(&[&["serve", "--port", "0"], arguments].concat());
        Self::of(command.stdout(Stdio::piped()).spawn().expect("the program starts"))
    }

    /// The server that a process is, whose output is a pipe.
    pub fn of(mut child: Child) -> Self {
        let mut lines = BufReader::new(child.stdout.take().expect("the output is a pipe")).lines();
        let first = lines.next().expect("a line").expect("a line");
        let port = first.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no port in `{first}`"));
        Self { child, port, lines }
    }

    /// The bytes of memory that it has now.
    #[cfg(target_os = "linux")]
    pub fn memory(&self) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("the process is there");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("the memory is told");
        line.split_whitespace().next().and_then(|kib| kib.parse::<u64>().ok()).expect("a number") * 1024
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a time");
        stream
    }

    /// Sends a request as it is, and reads until the server closes.
    pub fn send(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may refuse what is too long before it has read it all.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let all = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = all.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head in {all:?}"));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// A request with these heads beside the usual ones.
    pub fn request(&self, method: &str, path: &str, heads: &[&str], body: &str) -> Answer {
        let host = if heads.iter().any(|head| head.starts_with("Host:")) {
            String::new()
        } else {
            format!("Host: 127.0.0.1:{}\r\n", self.port)
        };
        let more: String = heads.iter().map(|head| format!("{head}\r\n")).collect();
        let length = body.len();
        self.send(
            format!(
                "{method} {path} HTTP/1.1\r\n{host}{more}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"
            )
            .as_bytes(),
        )
    }

    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], "")
    }

    pub fn post(&self, path: &str, value: &Value) -> Answer {
        self.request("POST", path, &["Content-Type: application/json"], &value.to_string())
    }

    pub fn put(&self, path: &str, value: &Value) -> Answer {
        self.request("PUT", path, &["Content-Type: application/json"], &value.to_string())
    }

    #[cfg(unix)]
    pub fn stop(mut self) -> (Option<i32>, Duration, String) {
        let begun = Instant::now();
        let asked = std::process::Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(asked.expect("the signal is sent").success());
        let status = self.child.wait().expect("the program ends");
        let last = self.lines.by_ref().map_while(Result::ok).last();
        (status.code(), begun.elapsed(), last.unwrap_or_default())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
