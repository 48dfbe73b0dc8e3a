//! What happens is written down for whoever runs the server. No token and no name of a table is in it, and nothing that
//! others wrote.

use std::io;

use tracing::Level;

/// How it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Log {
    /// A line each, for people
    Text,
    /// An object of JSON each, for programs
    Json,
    /// As `json`, with every deed at a table
    All,
}

/// Writes to the error output from now on.
pub fn begin(how: Log) {
    let level = if how == Log::All { Level::DEBUG } else { Level::INFO };
    let lines = tracing_subscriber::fmt().with_writer(io::stderr).with_target(false).with_max_level(level);
    // A second call in one process finds the first in place.
    let _ = match how {
        Log::Text => lines.with_ansi(false).try_init(),
        Log::Json | Log::All => lines.json().flatten_event(true).try_init(),
    };
}
