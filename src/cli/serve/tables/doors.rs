//! What the server answers under `/api/tables`.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::cli::serve::http::{House, answer, told, whole};
use crate::table::Question;

use super::peers::From;
use super::refusal::Refusal;
use super::shared::Deed;
use super::{Wanted, socket};

type Shared = State<Arc<House>>;

/// The answers about tables.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/api/tables", post(make))
        .route("/api/tables/{id}", get(card))
        .route("/api/tables/{id}/socket", get(open))
        .route("/api/tables/{id}/state", post(state))
        .route("/api/tables/{id}/do", post(act))
        .route("/api/tables/{id}/ask", post(ask))
}

fn refused(refusal: &Refusal) -> Response {
    answer(refusal.status, &json!({ "error": refusal.told() }))
}

fn said(result: Result<Value, Refusal>) -> Response {
    match result {
        Ok(value) => answer(StatusCode::OK, &value),
        Err(refusal) => refused(&refusal),
    }
}

/// What is sent, as data.
async fn read<T: DeserializeOwned>(body: Body) -> Result<T, Response> {
    let bytes = whole(body).await?;
    serde_json::from_slice(&bytes)
        .map_err(|error| told(StatusCode::BAD_REQUEST, &format!("what is sent is not understood: {error}")))
}

async fn make(State(house): Shared, Extension(from): Extension<From>, body: Body) -> Response {
    match read::<Wanted>(body).await {
        Ok(wanted) => said(house.tables.make(wanted, from.0).await),
        Err(response) => response,
    }
}

/// What the table is about.
async fn card(State(house): Shared, Path(id): Path<String>) -> Response {
    let card = house.tables.find(&id).map(|table| {
        let game = table.seen_with(Vec::new(), String::new());
        json!({
            "title": table.title(),
            "game": game.game,
            "options": game.options,
            "players": game.players,
            "start": game.start,
            "own": game.text.is_some(),
        })
    });
    said(card)
}

async fn open(
    State(house): Shared,
    Extension(from): Extension<From>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let table = match house.tables.find(&id) {
        Ok(table) => table,
        Err(refusal) => return refused(&refusal),
    };
    let Some(peer) = house.tables.peers.enter(from) else {
        return told(StatusCode::SERVICE_UNAVAILABLE, "too many are connected");
    };
    table.wake_up();
    socket::upgraded(request, table, peer, house.tables.closing())
}

/// Somebody without a socket asks what stands.
#[derive(Debug, Deserialize)]
struct Look {
    token: Option<String>,
}

async fn state(State(house): Shared, Path(id): Path<String>, body: Body) -> Response {
    let look = match read::<Look>(body).await {
        Ok(look) => look,
        Err(response) => return response,
    };
    let looked = house.tables.find(&id).and_then(|table| {
        let you = table.seat_of(look.token.as_deref())?;
        table.wake_up();
        let state = table.watch().borrow().clone();
        Ok(state.told(you, 0, table.now()))
    });
    said(looked)
}

/// Somebody without a socket does something.
#[derive(Debug, Deserialize)]
struct Done {
    token: Option<String>,
    #[serde(flatten)]
    deed: Deed,
}

async fn act(State(house): Shared, Path(id): Path<String>, body: Body) -> Response {
    let done = match read::<Done>(body).await {
        Ok(done) => done,
        Err(response) => return response,
    };
    let acted = async {
        let table = house.tables.find(&id)?;
        let you = table.seat_of(done.token.as_deref())?;
        let revision = table.act(you, done.deed).await?;
        Ok(json!({ "is": "done", "revision": revision }))
    };
    said(acted.await)
}

/// Somebody at the table asks about its game: other games and files are not for whoever has only a link to a table.
async fn ask(State(house): Shared, Path(id): Path<String>, body: Body) -> Response {
    let mut question = match read::<Question>(body).await {
        Ok(question) => question,
        Err(response) => return response,
    };
    let asked = async {
        let table = house.tables.find(&id)?;
        let not_here = || Refusal::new(StatusCode::FORBIDDEN, "unfit", "that is not asked at a table");
        let about = question.looked_at().ok_or_else(not_here)?;
        *about = table.seen_with(std::mem::take(&mut about.moves), std::mem::take(&mut about.language));
        house.work.answer(question).await.map_err(Refusal::of_work)
    };
    said(asked.await)
}
