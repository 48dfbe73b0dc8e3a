//! What the server answers to which request.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody as _};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::cli::budget;
use crate::table::{Question, Refused};

use super::folder::{Refusal, RuleFolder};
use super::guard::{self, Guard};
use super::page;
use super::tables::{Tables, doors};
use super::work::{NoAnswer, Work};

/// The most bytes of a request: a rule file with room for escapes.
const MOST_BYTES: usize = 3 << 20;
/// So much of a longer one is read, and forgotten.
const MOST_READ: usize = 64 << 20;
/// How long a body may take to come.
const BODY: Duration = Duration::from_secs(20);

/// All that answers need.
#[derive(Debug)]
pub struct House {
    pub guard: Guard,
    pub folder: RuleFolder,
    pub work: Work,
    pub tables: Arc<Tables>,
}

type Shared = State<Arc<House>>;

/// The answers of the server.
pub fn router(house: House) -> Router {
    let house = Arc::new(house);
    Router::new()
        .route("/health", get(health))
        .route("/api/ask", post(ask))
        .route("/api/files", get(files))
        .route("/api/files/{name}", get(read).put(save))
        .merge(doors::router())
        .fallback(file_of_the_page)
        .layer(middleware::from_fn_with_state(house.clone(), guarded))
        .with_state(house)
}

/// Looks at each request first, and marks each answer.
async fn guarded(State(house): Shared, request: Request, next: Next) -> Response {
    let checked = house.guard.check(request.method(), request.uri().path(), request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err((status, message)) => told(status, message),
    };
    guard::mark(response.headers_mut());
    response
}

async fn health(State(house): Shared) -> Response {
    let health = json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
        "tables": house.tables.count(),
        "sockets": house.tables.peers.count(),
        "memory": budget::look_at_memory(),
    });
    answer(StatusCode::OK, &health)
}

async fn file_of_the_page(request: Request) -> Response {
    match page::find(request.uri().path()) {
        Some((kind, bytes)) => ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], bytes).into_response(),
        None => told(StatusCode::NOT_FOUND, "there is nothing here"),
    }
}

async fn ask(State(house): Shared, body: Body) -> Response {
    let bytes = match whole(body).await {
        Ok(bytes) => bytes,
        Err(response) => return response,
    };
    let question: Question = match serde_json::from_slice(&bytes) {
        Ok(question) => question,
        Err(error) => return told(StatusCode::BAD_REQUEST, &format!("the question is none: {error}")),
    };
    match house.work.answer(question).await {
        Ok(value) => answer(StatusCode::OK, &value),
        Err(NoAnswer::Refused(refused)) => {
            let status = match refused {
                Refused::Question { .. } => StatusCode::BAD_REQUEST,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            };
            answer(status, &json!({ "error": refused }))
        }
        Err(error @ (NoAnswer::Busy | NoAnswer::Late)) => told(StatusCode::SERVICE_UNAVAILABLE, &error.to_string()),
        Err(error @ NoAnswer::Broken) => told(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    }
}

async fn files(State(house): Shared) -> Response {
    on_disk(move || Ok(house.folder.list())).await
}

async fn read(State(house): Shared, Path(name): Path<String>) -> Response {
    on_disk(move || house.folder.read(&name)).await
}

/// A file to be saved.
#[derive(Debug, Deserialize)]
struct Saved {
    text: String,
    base: Option<String>,
}

async fn save(State(house): Shared, Path(name): Path<String>, body: Body) -> Response {
    let bytes = match whole(body).await {
        Ok(bytes) => bytes,
        Err(response) => return response,
    };
    match serde_json::from_slice::<Saved>(&bytes) {
        Ok(saved) => on_disk(move || house.folder.save(&name, &saved.text, saved.base.as_deref())).await,
        Err(error) => told(StatusCode::BAD_REQUEST, &format!("what is to be saved is none: {error}")),
    }
}

/// Does something with files, away from the threads that listen.
async fn on_disk(work: impl FnOnce() -> Result<Value, Refusal> + Send + 'static) -> Response {
    match spawn_blocking(work).await {
        Ok(Ok(value)) => answer(StatusCode::OK, &value),
        Ok(Err((status, value))) => answer(status, &value),
        Err(_) => told(StatusCode::INTERNAL_SERVER_ERROR, "the program has a mistake"),
    }
}

/// The body, if it is short and comes in time.
pub async fn whole(body: Body) -> Result<Vec<u8>, Response> {
    match timeout(BODY, gathered(body)).await {
        Ok(Ok(Some(bytes))) => Ok(bytes),
        Ok(Ok(None)) => {
            let message = format!("what is sent has more than {MOST_BYTES} bytes");
            Err(closing(told(StatusCode::PAYLOAD_TOO_LARGE, &message)))
        }
        Ok(Err(_)) => Err(closing(told(StatusCode::BAD_REQUEST, "what is sent was cut off"))),
        Err(_) => Err(closing(told(StatusCode::REQUEST_TIMEOUT, "what is sent does not come"))),
    }
}

/// The bytes of a body; none if there are too many. A body that is not much too long is read to its end, for whoever
/// sends it hears nothing before that.
async fn gathered(mut body: Body) -> Result<Option<Vec<u8>>, axum::Error> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(data) = frame?.into_data() else { continue };
        length += data.len();
        if length <= MOST_BYTES {
            bytes.extend_from_slice(&data);
        } else if length > MOST_READ {
            return Ok(None);
        }
    }
    Ok((length <= MOST_BYTES).then_some(bytes))
}

/// The rest of the body is not read, so nothing more can come over this connection.
fn closing(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

pub fn told(status: StatusCode, message: &str) -> Response {
    answer(status, &json!({ "error": { "kind": "request", "message": message } }))
}

pub fn answer(status: StatusCode, value: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], value.to_string()).into_response()
}
