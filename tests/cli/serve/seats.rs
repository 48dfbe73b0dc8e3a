//! What people at a table agree on, clocks, machines and Chance.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::linked::{Client, for_two, make, serve};

#[test]
fn moves_are_taken_back_if_the_other_agrees() {
    let (_tables, server) = serve();
    let made = for_two(&server, "tic-tac-toe");
    let (mut one, mut other) = (Client::new(&server, &made, Some(0)), Client::new(&server, &made, Some(1)));
    assert_eq!(one.act(json!({ "do": "undo", "ply": 0 }))["kind"], "nothing-to-undo");
    one.play("b2");
    other.until(|other| other.moves.len() == 1);
    other.play("a1");
    one.until(|one| one.moves.len() == 2);
    assert_eq!(one.act(json!({ "do": "undo", "ply": 2 }))["is"], "done");
    other.until(|other| !other.state["asked"].is_null());
    assert_eq!(other.state["asked"], json!({ "by": 0, "wish": "undo", "to": 0, "agreed": [] }));
    assert_eq!(one.act(json!({ "do": "agree" }))["kind"], "nothing-asked", "nobody agrees with himself");
    assert_eq!(other.act(json!({ "do": "decline" }))["is"], "done");
    one.until(|one| one.state["asked"].is_null());
    assert_eq!(one.moves, ["b2", "a1"]);
    assert_eq!(one.act(json!({ "do": "undo", "ply": 2 }))["is"], "done");
    assert_eq!(other.act(json!({ "do": "agree" }))["is"], "done");
    one.until(|one| one.moves.is_empty());
    assert_eq!(one.state["decider"], json!({ "player": 0 }));
    one.play("c3");
    other.until(|other| other.moves == ["c3"]);
}

#[test]
fn draws_are_agreed_and_people_give_up() {
    let (_tables, server) = serve();
    let made = for_two(&server, "tic-tac-toe");
    let (mut one, mut other) = (Client::new(&server, &made, Some(0)), Client::new(&server, &made, Some(1)));
    assert_eq!(one.act(json!({ "do": "draw", "ply": 0 }))["is"], "done");
    assert_eq!(other.act(json!({ "do": "agree" }))["is"], "done");
    one.until(|one| !one.state["settled"].is_null());
    assert_eq!((&one.state["settled"], &one.state["decider"]), (&json!({ "how": "agreed" }), &Value::Null));
    let made = for_two(&server, "tic-tac-toe");
    let mut other = Client::new(&server, &made, Some(1));
    assert_eq!(other.act(json!({ "do": "resign" }))["is"], "done");
    other.until(|other| other.state["settled"] == json!({ "how": "resigned", "player": 1 }));
    assert_eq!(other.act(json!({ "do": "resign" }))["kind"], "over");
}

#[test]
fn whose_time_runs_out_loses_while_nobody_does_anything() {
    let (_tables, server) = serve();
    let table = json!({ "game": "tic-tac-toe" });
    let made = make(&server, &json!({ "table": table, "seats": ["human", "human"], "clock": "2s+1s" }));
    let (mut one, mut other) = (Client::new(&server, &made, Some(0)), Client::new(&server, &made, Some(1)));
    assert_eq!(one.state["clocks"], json!({ "left": [2000, 2000], "running": null }));
    one.play("b2");
    assert_eq!(one.state["clocks"]["left"], json!([3000, 2000]), "a second more for a decision");
    other.until(|other| other.moves.len() == 1);
    other.play("a1");
    assert_eq!(other.state["clocks"]["running"], 0, "from the second decision on it runs");
    let begun = Instant::now();
    other.until(|other| !other.state["settled"].is_null());
    assert_eq!(other.state["settled"], json!({ "how": "late", "player": 0 }));
    let time = begun.elapsed();
    assert!(time > Duration::from_millis(2500) && time < Duration::from_secs(20), "{time:?}");
    assert_eq!(other.state["clocks"], json!({ "left": [0, 3000], "running": null }));
    assert_eq!(one.refused("c3", 2)["kind"], "over");
}

#[test]
fn machines_play_their_seats() {
    let (_tables, server) = serve();
    let made = make(&server, &json!({ "table": { "game": "tic-tac-toe" }, "seats": ["random", "human"] }));
    assert!(made.tokens[0].is_none(), "nobody can sit where a machine sits");
    let mut person = Client::new(&server, &made, Some(1));
    person.until(|person| person.moves.len() == 1);
    assert_eq!(person.state["by"], json!([0]));
    let free = ["a1", "b1", "c1"].into_iter().find(|cell| person.moves[0] != *cell).expect("a free cell");
    person.play(free);
    person.until(|person| person.moves.len() == 3);
    assert_eq!(person.act(json!({ "do": "draw", "ply": 3 }))["kind"], "machines");
    // A machine agrees to going back, and decides anew when it is its turn.
    assert_eq!(person.act(json!({ "do": "undo", "ply": 3 }))["is"], "done");
    person.until(|person| person.moves.len() == 1);
    assert_eq!(person.state["decider"], json!({ "player": 1 }));
}

#[test]
fn of_more_than_two_a_machine_goes_on_for_who_gives_up() {
    let (_tables, server) = serve();
    let table = json!({ "game": "chinese-checkers", "players": 3 });
    let made = make(&server, &json!({ "table": table, "seats": ["human", "human", "human"] }));
    let mut other = Client::new(&server, &made, Some(1));
    assert_eq!(other.act(json!({ "do": "resign" }))["is"], "done");
    other.until(|other| other.state["seats"] == json!(["human", "search:1s", "human"]));
    assert_eq!(other.state["settled"], Value::Null);
    assert_eq!(other.act(json!({ "do": "resign" }))["kind"], "spectator", "the seat is a machine's now");
}

#[test]
fn chance_is_drawn_by_the_server_alone() {
    let (_tables, server) = serve();
    let table = json!({ "game": "backgammon", "seed": 1 });
    let wanted = json!({ "table": table, "seats": ["human", "human"] });
    let firsts = (0..6).map(|_| {
        let made = make(&server, &wanted);
        let mut client = Client::new(&server, &made, Some(0));
        client.until(|client| client.state["decider"].is_object());
        assert!(!client.moves.is_empty() && client.state["by"].as_array().expect("who")[0].is_null());
        assert!(!client.state.to_string().contains("seed"));
        client.moves.clone()
    });
    // Who starts and two dice: six tables agree once in 800 million times.
    let firsts: std::collections::BTreeSet<Vec<String>> = firsts.collect();
    assert!(firsts.iter().all(|drawn| drawn.len() == 3), "{firsts:?}");
    assert!(firsts.len() > 1, "the seed that a page names counts for nothing: {firsts:?}");
}
