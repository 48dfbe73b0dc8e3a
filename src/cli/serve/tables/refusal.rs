//! Why something is not done at a table.

use std::io;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::cli::serve::work::NoAnswer;
use crate::referee::Denied;
use crate::table::Refused;

/// Why something is not done: for people, for programs, and as a status.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub status: StatusCode,
    pub kind: &'static str,
    pub message: String,
    /// Why a move is none.
    pub why: Option<Value>,
}

impl Refusal {
    pub fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Self {
        Self { status, kind, message: message.into(), why: None }
    }

    /// What is wanted makes no sense.
    pub fn unfit(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "unfit", message)
    }

    /// The program has a mistake.
    pub fn broken() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "the program has a mistake; what was done is kept")
    }

    /// The disk does not take it.
    pub fn not_kept(error: &io::Error) -> Self {
        let message = format!("it cannot be written down, so it is not done: {error}");
        Self::new(StatusCode::INSUFFICIENT_STORAGE, "disk", message)
    }

    /// The rules have no answer.
    pub fn of_work(error: NoAnswer) -> Self {
        let kind = match &error {
            NoAnswer::Broken => return Self::broken(),
            NoAnswer::Busy | NoAnswer::Late => {
                return Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", error.to_string());
            }
            NoAnswer::Refused(Refused::Move { .. }) => "illegal",
            NoAnswer::Refused(Refused::Spent { .. }) => "spent",
            NoAnswer::Refused(Refused::Question { .. } | Refused::Choice { .. } | Refused::Rules { .. }) => "unfit",
        };
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, kind, error.to_string())
    }

    /// As it is sent.
    pub fn told(&self) -> Value {
        json!({ "kind": self.kind, "message": self.message, "why": self.why })
    }
}

impl From<Denied> for Refusal {
    fn from(denied: Denied) -> Self {
        let status = match denied {
            Denied::Spectator => StatusCode::FORBIDDEN,
            _ => StatusCode::CONFLICT,
        };
        Self::new(status, denied.kind(), denied.to_string())
    }
}
