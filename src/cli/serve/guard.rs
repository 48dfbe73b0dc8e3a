//! Who may ask: the page that this server gave out, and nobody else.

use std::fmt::Write as _;
use std::net::SocketAddr;

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};

use crate::cli::ending::Stop;

/// The header with the token.
pub const TOKEN: &str = "x-merel-token";

/// Where the tables are that people share.
pub const TABLES: &str = "/api/tables/";

/// What every answer says to the browser: nothing from elsewhere, no script but ours, no frame around it.
pub const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

/// Knows from where requests may come.
#[derive(Clone, Debug)]
pub struct Guard {
    address: SocketAddr,
    /// What requests must know where others than this machine can ask.
    token: Option<String>,
}

impl Guard {
    /// The guard of a server at an address. At one that others reach a token is drawn.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    pub fn new(address: SocketAddr) -> Result<Self, Stop> {
        let drawn = || token().map_err(|error| Stop::fault(format!("cannot draw a token: {error}")));
        let token = if address.ip().is_loopback() { None } else { Some(drawn()?) };
        Ok(Self { address, token })
    }

    /// The port at which it listens.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Where the page is.
    pub fn link(&self) -> String {
        match &self.token {
            None => format!("http://{}/", self.address),
            Some(token) => format!("http://{}/#token={token}", self.address),
        }
    }

    /// Lets a request pass, or says why not. What is under `/api/` needs the token, if there is one; but for a table
    /// that people share it is enough to know its name, which nobody guesses.
    ///
    /// # Errors
    /// The status and a sentence for the person at the page.
    pub fn check(&self, method: &Method, path: &str, headers: &HeaderMap) -> Result<(), (StatusCode, &'static str)> {
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let Some(host) = text("host") else { return Err((StatusCode::BAD_REQUEST, "the request names no host")) };
        if self.token.is_none() && !self.is_here(host) {
            // A name that somebody made point to this machine.
            return Err((StatusCode::FORBIDDEN, "the request is for another host"));
        }
        let is_own = |origin: &str| origin.split_once("://").is_some_and(|(_, rest)| rest == host);
        if text("origin").is_some_and(|origin| !is_own(origin)) {
            return Err((StatusCode::FORBIDDEN, "the request comes from another page"));
        }
        if text("sec-fetch-site").is_some_and(|site| matches!(site, "cross-site" | "same-site")) && path != "/" {
            return Err((StatusCode::FORBIDDEN, "the request comes from another page"));
        }
        // A form of another page can send texts, but not of this kind.
        let is_json = |kind: &str| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json");
        if *method != Method::GET && *method != Method::HEAD && !text("content-type").is_some_and(is_json) {
            return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "what is sent is not JSON"));
        }
        let token = self.token.as_deref().filter(|_| path.starts_with("/api/") && !path.starts_with(TABLES));
        if token.is_some_and(|token| !text(TOKEN).is_some_and(|given| same(given, token))) {
            return Err((
                StatusCode::UNAUTHORIZED,
                "the token is missing or wrong; open the link that `merel serve` wrote",
            ));
        }
        Ok(())
    }

    fn is_here(&self, host: &str) -> bool {
        let port = self.address.port();
        let (name, given) = match host.rsplit_once(':') {
            Some((name, given)) if !given.ends_with(']') => (name, given.parse().ok()),
            _ => (host, Some(80)),
        };
        given == Some(port)
            && (matches!(name, "127.0.0.1" | "localhost" | "[::1]") || name == self.address.ip().to_string())
    }
}

/// Sets what every answer says.
pub fn mark(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(header::HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}

/// Compares in a time that does not tell where the first difference is.
pub fn same(given: &str, token: &str) -> bool {
    let differences = given.bytes().zip(token.bytes()).fold(0, |all, (one, other)| all | (one ^ other));
    given.len() == token.len() && differences == 0
}

/// 128 random bits as text.
///
/// # Errors
/// If the system gives no random numbers.
pub fn token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        Guard::new(address.parse().expect("an address")).expect("a guard")
    }

    fn status(guard: &Guard, method: Method, path: &str, headers: &[(&'static str, &str)]) -> u16 {
        let mut all = HeaderMap::new();
        for (name, value) in headers {
            all.insert(*name, HeaderValue::from_str(value).expect("a value"));
        }
        guard.check(&method, path, &all).map_or_else(|(status, _)| status.as_u16(), |()| 200)
    }

    #[test]
    fn only_names_of_this_machine_pass() {
        let guard = guard("127.0.0.1:7300");
        for (host, wanted) in [
            ("127.0.0.1:7300", 200),
            ("localhost:7300", 200),
            ("[::1]:7300", 200),
            ("127.0.0.1:7301", 403),
            ("localhost", 403),
            ("evil.example:7300", 403),
            ("127.0.0.1.evil.example:7300", 403),
        ] {
            assert_eq!(status(&guard, Method::GET, "/", &[("host", host)]), wanted, "{host}");
        }
        assert_eq!(status(&guard, Method::GET, "/", &[]), 400);
    }

    #[test]
    fn other_pages_are_refused() {
        let guard = guard("127.0.0.1:7300");
        let ask = |headers: &[(&'static str, &str)]| {
            let all = [&[("host", "127.0.0.1:7300"), ("content-type", "application/json")], headers].concat();
            status(&guard, Method::POST, "/api/ask", &all)
        };
        assert_eq!(ask(&[]), 200);
        assert_eq!(ask(&[("origin", "http://127.0.0.1:7300")]), 200);
        assert_eq!(ask(&[("origin", "http://evil.example")]), 403);
        assert_eq!(ask(&[("origin", "null")]), 403);
        assert_eq!(ask(&[("origin", "http://localhost:7300")]), 403, "another origin than the host");
        assert_eq!(ask(&[("sec-fetch-site", "cross-site")]), 403);
        assert_eq!(ask(&[("content-type", "text/plain")]), 415);
    }

    #[test]
    fn strangers_need_the_token() {
        let guard = guard("192.0.2.1:80");
        let link = guard.link();
        let token = link.split_once("#token=").expect("a token").1;
        assert_eq!(token.len(), 32);
        let ask = |given: &[(&'static str, &str)]| {
            status(&guard, Method::GET, "/api/files", &[&[("host", "table.example")], given].concat())
        };
        assert_eq!(ask(&[]), 401);
        assert_eq!(ask(&[(TOKEN, "00000000000000000000000000000000")]), 401);
        assert_eq!(ask(&[(TOKEN, &token[..31])]), 401);
        assert_eq!(ask(&[(TOKEN, token)]), 200);
        assert_eq!(status(&guard, Method::GET, "/", &[("host", "table.example")]), 200, "the page itself is no secret");
    }
}
