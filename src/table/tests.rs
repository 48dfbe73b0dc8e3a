#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use std::time::{Duration, Instant};

use super::*;
use crate::budget::{Budget, Limits, Used};
use crate::library;
use crate::rules::loader::{Found, LoadError};

/// Files in memory beside the built-in ones.
#[derive(Clone, Default)]
struct Drawer(Arc<Mutex<BTreeMap<String, String>>>);

impl Drawer {
    fn put(&self, name: &str, text: &str) {
        self.0.lock().unwrap().insert(name.to_owned(), text.to_owned());
    }
}

/// What reads a drawer, with a budget.
struct Reader(Drawer, Budget);

impl Loader for Reader {
    fn read(&self, from: Option<&str>, path: &str) -> Result<Found, LoadError> {
        if let Some(text) = self.0.0.lock().unwrap().get(path) {
            return Ok((path.to_owned(), text.as_str().into()));
        }
        library::read(from.or(Some("")), path)
    }

    fn budget(&self) -> Budget {
        self.1.clone()
    }
}

fn kernel_of(drawer: &Drawer, time: Option<Duration>) -> Kernel {
    let drawer = drawer.clone();
    let shelf: Shelf = Arc::new(move |_: &str| {
        let begun = Instant::now();
        let meter = move || Used { time: begun.elapsed(), memory: 0 };
        Box::new(Reader(drawer.clone(), Budget::new(Limits { time, ..Limits::default() }, meter)))
    });
    let begun = Instant::now();
    Kernel::new(shelf, Arc::new(move || begun.elapsed()))
}

fn kernel() -> Kernel {
    kernel_of(&Drawer::default(), None)
}

fn table(game: &str, moves: &[&str]) -> Table {
    Table { game: game.to_owned(), moves: moves.iter().map(|&text| text.to_owned()).collect(), ..Table::default() }
}

fn ask(kernel: &Kernel, question: Value) -> Result<Value, Refused> {
    kernel.answer(&serde_json::from_value(question).expect("a question"))
}

fn told(kernel: &Kernel, question: Value) -> Value {
    ask(kernel, question).unwrap_or_else(|refused| panic!("{refused:?}"))
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

#[test]
fn every_built_in_game_is_shown() {
    let kernel = kernel();
    let library = told(&kernel, json!({ "ask": "library" }));
    let names: Vec<&str> =
        library["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, library::games().map(|game| game.name()).collect::<Vec<_>>());
    for name in names {
        let card = told(&kernel, json!({ "ask": "card", "table": { "game": name } }));
        let n_players = card["seats"].as_array().unwrap().len();
        assert!(card["players"].as_array().unwrap().contains(&n_players.into()), "{name}: {}", card["players"]);
        for option in card["options"].as_array().unwrap() {
            assert!(option["chosen"] != "", "{name}: nothing is chosen of {}", option["name"]);
            assert_eq!(texts(&option["values"]).len(), texts(&option["titles"]).len(), "{name}");
        }
        let shown = told(&kernel, json!({ "ask": "position", "table": { "game": name } }));
        assert_eq!(shown["title"], card["title"]);
        let is_set_up = card["svg"].as_str().unwrap().contains("class=\"stack\"");
        assert!(is_set_up || shown["decider"] != "chance", "{name}: what chance sets up is in the picture");
        // Nine cells are filled soon; pieces of chess that move at random hardly ever mate.
        match name {
            CROSSES => assert_eq!(card["length"], "short"),
            "chess" => assert_eq!(card["length"], "long"),
            _ => assert!(["short", "middling", "long"].contains(&card["length"].as_str().unwrap()), "{name}"),
        }
        let offers = shown["options"].as_array().unwrap();
        assert!(!offers.is_empty() && shown["nOptions"] == offers.len(), "{name}");
        let cells = texts(&shown["cells"]);
        let touched = offers.iter().flat_map(|offer| offer["cells"].as_array().unwrap());
        assert!(touched.clone().all(|cell| (cell.as_u64().unwrap() as usize) < cells.len()), "{name}");
        let svg = shown["svg"].as_str().unwrap();
        for cell in touched {
            let site = format!("data-site=\"{}\"", cells[cell.as_u64().unwrap() as usize]);
            assert!(svg.contains(&site), "{name}: nobody can click {site}");
        }
    }
}

/// The options are those of the plain evaluator, in its order, with its texts.
#[test]
fn options_are_all_that_there_are() {
    use crate::game::Game as _;
    for (name, moves) in [("tic-tac-toe", vec!["b2"]), ("clobber", vec![]), ("marelle", vec!["a1", "d1"])] {
        let kernel = kernel();
        let table = table(name, &moves);
        let shown = told(&kernel, json!({ "ask": "position", "table": table }));
        let mut game = None;
        let plain = kernel.with(&table, |made| {
            game = Some(made.plain(&table)?);
            Ok(Value::Null)
        });
        assert!(plain.is_ok());
        let (game, position, _) = game.unwrap();
        let found: Vec<&str> =
            shown["options"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap()).collect();
        assert_eq!(found, game.notations(&position), "{name}");
    }
}

/// Of each option it is told which piece it takes from the hand, and what is in hand is drawn as on the board.
#[test]
fn drops_name_the_piece_that_they_take() {
    let kernel = kernel();
    let shown = told(&kernel, json!({ "ask": "position", "table": { "game": "marelle" } }));
    let hand = &shown["hands"][0][0];
    assert_eq!((&hand["number"], &hand["count"]), (&json!(0), &json!(9)));
    assert!(hand["svg"].as_str().unwrap().starts_with("<svg"));
    assert!(shown["options"].as_array().unwrap().iter().all(|offer| offer["held"] == 0));
    let crazy = json!({ "game": "crazyhouse", "moves": ["e2-e4", "d7-d5", "e4xd5", "d8xd5", "b1-c3", "a7-a6"] });
    let shown = told(&kernel, json!({ "ask": "position", "table": crazy }));
    let offers = shown["options"].as_array().unwrap();
    let dropped: Vec<&Value> = offers.iter().filter(|offer| !offer["held"].is_null()).collect();
    // White holds one pawn. Of the 48 cells of ranks 2 to 7, seven white pawns stand on rank 2, six black ones on rank 7,
    // and on c3, d5 and a6 a knight, a queen and a pawn.
    assert_eq!(shown["hands"][0].as_array().unwrap().len(), 1);
    let pawn = &shown["hands"][0][0]["number"];
    assert!(dropped.iter().all(|offer| offer["held"] == *pawn && offer["cells"].as_array().unwrap().len() == 1));
    assert_eq!(dropped.len(), 32);
    assert!(offers.len() > 32, "moves on the board take nothing from the hand");
}

#[test]
fn a_match_is_a_film() {
    let kernel = kernel();
    let table = json!({ "game": "marelle", "moves": ["a1", "d1"], "language": "fr" });
    let film = told(&kernel, json!({ "ask": "film", "table": table }))["svg"].clone();
    let film = film.as_str().unwrap();
    assert_eq!(film.matches("class=\"frame\"").count(), 3);
    assert!(film.contains(">1. a1</text>") && film.contains(">2. d1</text>"));
    let wrong = json!({ "game": "marelle", "moves": ["a1", "a1"] });
    assert!(matches!(ask(&kernel, json!({ "ask": "film", "table": wrong })), Err(Refused::Move { number: 2, .. })));
}

/// Tic-tac-toe is 3 by 3: `a1` to `c3`.
const CROSSES: &str = "tic-tac-toe";

#[test]
fn a_game_is_played_to_its_end() {
    let kernel = kernel();
    let mut moves: Vec<String> = Vec::new();
    for text in ["a1", "B1", "a2", "b2"] {
        let table = Table { moves: moves.clone(), ..table(CROSSES, &[]) };
        let shown = told(&kernel, json!({ "ask": "move", "table": table, "text": text }));
        moves = texts(&shown["moves"]).iter().map(|&text| text.to_owned()).collect();
        assert_eq!(shown["ended"], Value::Null);
    }
    assert_eq!(moves, ["a1", "b1", "a2", "b2"], "moves are written as the game writes them");
    let table = Table { moves, ..table(CROSSES, &[]) };
    let shown = told(&kernel, json!({ "ask": "move", "table": table, "text": "a3" }));
    assert_eq!((&shown["ended"]["verdict"], &shown["ended"]["winner"]), (&json!("won"), &json!(0)));
    assert_eq!(shown["decider"], Value::Null);
    assert_eq!(shown["options"], json!([]));
    assert_eq!(shown["cells"][shown["last"][0].as_u64().unwrap() as usize], "a3");
}

/// Chance and machines play small games to the end, each answer from the moves alone.
#[test]
fn machines_and_chance_play_to_the_end() {
    for (game, seed) in [(CROSSES, 1), ("connect-four", 2), ("kalah", 3)] {
        let kernel = kernel();
        let mut table = Table { seed, ..table(game, &[]) };
        let mut shown = told(&kernel, json!({ "ask": "position", "table": table }));
        while shown["ended"].is_null() {
            assert!(table.moves.len() < 500, "{game} goes on");
            shown = told(&kernel, json!({ "ask": "advance", "table": table, "level": "random" }));
            assert_eq!(texts(&shown["moves"]).len(), table.moves.len() + 1);
            table.moves = texts(&shown["moves"]).iter().map(|&text| text.to_owned()).collect();
        }
        let again = told(&kernel_of(&Drawer::default(), None), json!({ "ask": "position", "table": table }));
        assert_eq!(again, shown, "{game}: another kernel finds the same");
        let file = told(&kernel, json!({ "ask": "match", "table": table, "seats": ["random", "human"] }));
        let open = told(&kernel, json!({ "ask": "open", "text": file["text"] }));
        assert_eq!(open["table"]["moves"], json!(table.moves));
        assert_eq!((&open["table"]["game"], &open["table"]["seed"]), (&json!(game), &json!(seed)));
        assert_eq!(open["fingerprint"], shown["fingerprint"]);
    }
}

/// What a match file tells of the moves comes back with the file that is made of the match.
#[test]
fn notes_of_a_match_are_kept() {
    let kernel = kernel();
    let (head, tail) = ("format = 1\ngame = \"tic-tac-toe\"\nplayers = 2\n", "\n[tags]\nround = \"3\"\n");
    let notes = "settled = \"O resigns\"\nclock = \"5m+3s\"\nleft = [1000, 9223372036854775807]\n\
        comments = [\"\", \"the \\\"centre\\\"\"]\nevaluations = [500, -1, 1000]\ntimes = [10, 20]\n";
    let moves = "moves = [\"a1\", \"b2\", \"c3\"]\n";
    let open = told(&kernel, json!({ "ask": "open", "text": format!("{head}{notes}{moves}{tail}") }));
    let expected = json!({
        "moves": ["a1", "b2", "c3"], "comments": ["", "the \"centre\""], "evaluations": [0.5, null, 1.0],
        "times": [10, 20], "settled": "O resigns", "clock": "5m+3s", "left": [1000, MOST_IN_A_PAGE],
        "tags": { "round": "3" }, "lines": [],
    });
    assert_eq!(open["notes"], expected);
    let saved = |moves: &[&str], notes: &Value| {
        let question = json!({ "ask": "match", "table": table(CROSSES, moves), "notes": notes });
        ask(&kernel, question)
            .map(|file| told(&kernel, json!({ "ask": "open", "text": file["text"] }))["notes"].clone())
    };
    assert_eq!(saved(&["a1", "b2", "c3"], &open["notes"]).unwrap(), expected);
    // Of moves that both have, and nothing of how the match was left.
    let other = saved(&["a1", "b2", "a2", "c1"], &open["notes"]).unwrap();
    assert_eq!(other["comments"], expected["comments"]);
    assert_eq!((&other["evaluations"], &other["settled"]), (&json!([0.5, null]), &Value::Null));
    assert_eq!((&other["clock"], &other["left"]), (&Value::Null, &json!([])));
    // A match without notes has none, and what is no note is refused.
    let plain = told(&kernel, json!({ "ask": "open", "text": format!("{head}{moves}") }));
    assert_eq!(plain["notes"], Value::Null);
    let odd = json!({ "moves": ["a1"], "comments": ["a \u{1b}[2J"] });
    assert!(matches!(saved(&["a1"], &odd), Err(Refused::Question { .. })));
    let long = json!({ "moves": ["a1"], "comments": ["x".repeat(5000)] });
    assert!(matches!(saved(&["a1"], &long), Err(Refused::Question { .. })));
    let question = json!({ "ask": "match", "table": table(CROSSES, &[]), "notes": { "comment": [] } });
    assert!(serde_json::from_value::<Question>(question).is_err());
}

/// Lines of play beside the match are kept with what is told of their moves.
#[test]
fn other_lines_of_a_match_are_kept() {
    let kernel = kernel();
    let notes = json!({
        "moves": ["a1", "b2"], "comments": ["", "the middle"],
        "lines": [{ "moves": ["a1", "c3", "c1"], "comments": ["a corner", "", "another"] }],
    });
    let question = |moves: &[&str], others: Value, notes: &Value| {
        let table = table(CROSSES, moves);
        ask(&kernel, json!({ "ask": "match", "table": table, "others": others, "notes": notes }))
    };
    // Moves may be typed in several ways; the file has them as the game writes them.
    let others = json!([["a1", "B2"], ["A1", "c3", "C1", "b2"], ["a1", "b2", "a2", "a3"]]);
    let file = question(&["a1", "b2", "a2"], others.clone(), &notes).unwrap();
    let text = file["text"].as_str().unwrap();
    assert!(text.starts_with("format = 2\n"), "{text}");
    let open = told(&kernel, json!({ "ask": "open", "text": text }));
    assert_eq!(open["table"]["moves"], json!(["a1", "b2", "a2"]));
    assert_eq!(open["others"], json!([["a1", "c3", "c1", "b2"], ["a1", "b2", "a2", "a3"]]));
    let line = json!([{
        "moves": ["a1", "c3", "c1", "b2"], "comments": ["a corner", "", "another"], "evaluations": [], "times": []
    }]);
    assert_eq!((&open["notes"]["comments"], &open["notes"]["lines"]), (&json!(["a corner", "the middle"]), &line));
    // With another line as the match all of it stays.
    let turned = question(&["a1", "c3", "c1"], json!([["a1", "b2", "a2"]]), &open["notes"]).unwrap();
    let open = told(&kernel, json!({ "ask": "open", "text": turned["text"] }));
    assert_eq!(open["notes"]["comments"], json!(["a corner", "", "another"]));
    assert_eq!(open["notes"]["lines"][0]["comments"], json!(["a corner", "the middle"]));
    // What is no line of this game is refused.
    let wrong = question(&["a1"], json!([["a1", "b2", "b2"]]), &Value::Null);
    assert!(matches!(&wrong, Err(Refused::Move { number: 3, .. })), "{wrong:?}");
    let odd = question(&["a1"], json!([["a1", "\u{1b}[2J"]]), &Value::Null);
    assert!(matches!(&odd, Err(Refused::Move { number: 2, .. })), "{odd:?}");
}

/// The largest number that a page holds exactly.
const MOST_IN_A_PAGE: u64 = 9_007_199_254_740_992;

#[test]
fn dice_are_drawn_from_the_seed_and_by_nobody_else() {
    let kernel = kernel();
    let rolled = |seed: u64, level: Option<&str>| {
        let table = Table { seed, ..table("backgammon", &[]) };
        told(&kernel, json!({ "ask": "advance", "table": table, "level": level }))["moves"][0].clone()
    };
    assert_eq!(rolled(1, None), rolled(1, Some("random")), "a machine has no say in it");
    let others = (2..40).filter(|&seed| rolled(seed, None) != rolled(1, None)).count();
    assert!(others > 5, "{others}");
    let refused = ask(&kernel, json!({ "ask": "advance", "table": { "game": CROSSES } }));
    assert!(matches!(refused, Err(Refused::Choice { .. })), "nobody decides for a player");
}

#[test]
fn going_back_forgets_nothing() {
    let kernel = kernel();
    let shown = |moves: &[&str]| told(&kernel, json!({ "ask": "position", "table": table(CROSSES, moves) }));
    let (one, two) = (shown(&["a1"]), shown(&["a1", "b2"]));
    assert_ne!(one, two);
    assert_eq!(shown(&["a1"]), one);
    assert_eq!(shown(&["a1", "b2"]), two);
    assert_ne!(shown(&["a1", "b3"]), two);
}

#[test]
fn what_is_not_there_is_refused() {
    let kernel = kernel();
    let refused = |question: Value| match ask(&kernel, question) {
        Err(Refused::Choice { message }) => message,
        other => panic!("{other:?}"),
    };
    assert!(refused(json!({ "ask": "card", "table": { "game": "ches" } })).contains("did you mean `chess`?"));
    let players = refused(json!({ "ask": "card", "table": { "game": CROSSES, "players": 7 } }));
    assert_eq!(players, "the game is for 2 players, not for 7");
    let option = refused(json!({ "ask": "card", "table": { "game": CROSSES, "options": { "size": "9" } } }));
    assert_eq!(option, "the game has no option `size`");
    refused(json!({ "ask": "hint", "table": { "game": CROSSES }, "level": "random" }));
    refused(json!({ "ask": "advance", "table": { "game": CROSSES }, "level": "human" }));
    refused(json!({ "ask": "match", "table": { "game": CROSSES }, "seats": ["human"] }));
    let refused = ask(&kernel, json!({ "ask": "position", "table": table(CROSSES, &["a1", "a1"]) }));
    assert!(matches!(refused, Err(Refused::Move { number: 2, .. })), "{refused:?}");
    let refused =
        ask(&kernel, json!({ "ask": "position", "table": { "game": "x", "text": "language 1\ngame \"X\"\nboard" } }));
    assert!(matches!(&refused, Err(Refused::Rules { report, .. }) if report.errors > 0), "{refused:?}");
    let refused = ask(&kernel, json!({ "ask": "position", "table": table(CROSSES, &["x".repeat(5000).as_str()]) }));
    assert!(matches!(refused, Err(Refused::Question { .. })), "{refused:?}");
}

#[test]
fn an_illegal_move_has_a_reason() {
    let kernel = kernel();
    let why = told(&kernel, json!({ "ask": "why", "table": table("chess", &[]), "text": "a1-a3" }));
    assert_eq!(why["status"], "illegal");
    assert!(why["reason"]["cells"].as_array().unwrap().contains(&json!("a2")), "the pawn stands in the way: {why}");
    let why = told(&kernel, json!({ "ask": "why", "table": table("chess", &[]), "text": "e2-e4" }));
    assert_eq!(why["status"], "legal");
}

#[test]
fn moves_and_reasons_are_told_in_the_language() {
    let kernel = kernel();
    let of = |language: &str, moves: &[&str]| Table { language: language.to_owned(), ..table("arena", moves) };
    let first = told(&kernel, json!({ "ask": "position", "table": of("fr", &[]) }))["options"][0]["text"].clone();
    let shown = told(&kernel, json!({ "ask": "position", "table": of("fr", &[first.as_str().unwrap()]) }));
    let words: Vec<&str> = shown["told"].as_object().unwrap().values().map(|text| text.as_str().unwrap()).collect();
    assert!(words.iter().any(|text| text.contains("déchaînée")), "{words:?}");
    let english = told(&kernel, json!({ "ask": "position", "table": of("en", &[]) }));
    assert!(english.get("told").is_none(), "in English all is told as it is written");
    let french = Table { language: "fr".to_owned(), ..table("chess", &[]) };
    let why = told(&kernel, json!({ "ask": "why", "table": french, "text": "a1-a3" }));
    assert_eq!(why["reason"]["message"], "le chemin est barré en a2");
    // The values of options, too.
    let french = Table { language: "fr".to_owned(), ..table("katarenga", &[]) };
    let card = told(&kernel, json!({ "ask": "card", "table": french }));
    let titles: Vec<&Value> = card["options"].as_array().unwrap().iter().map(|option| &option["titles"]).collect();
    assert!(titles.contains(&&json!(["oui", "non"])), "{titles:?}");
}

#[test]
fn moves_are_typed_in_the_language() {
    let kernel = kernel();
    let typed = |game: &str, language: &str, text: &str| {
        let table = Table { language: language.to_owned(), ..table(game, &[]) };
        ask(&kernel, json!({ "ask": "move", "table": table, "text": text })).map(|shown| shown["moves"].clone())
    };
    for text in ["a1-nord-est", "A1-NORD-EST", "a1-north-east"] {
        assert_eq!(typed("abalone", "fr", text).ok(), Some(json!(["a1-north-east"])), "{text}");
    }
    assert_eq!(typed("chess", "fr", "Cf3").ok(), Some(json!(["g1-f3"])));
    assert!(typed("chess", "en", "Cf3").is_err() && typed("abalone", "en", "a1-nord-est").is_err());
}

#[test]
fn a_hint_is_a_win_where_there_is_one() {
    let kernel = kernel();
    let table = table(CROSSES, &["a1", "b1", "a2", "b2"]);
    let told = told(&kernel, json!({ "ask": "hint", "table": table, "level": "search:50" }));
    assert_eq!((&told["hints"][0]["text"], &told["hints"][0]["value"]), (&json!("a3"), &json!(1.0)));
}

/// A text with one wrong word, which the checker mends: `Stones` for `Stone`s that are called otherwise.
const DRAFT: &str = "language 1\ngame \"Small\"\nplayers White, Black\nboard square 3 by 3\npiece Stone\nmove place { Stone drops }\n\
    end after each turn { \"three\": mover wins when landing in lines of 3 in my Stones }\n\
    test \"a stone\" { play \"b2\" expect Black to play }\ntest \"wrong\" { play \"b2\" expect White to play }\n";

#[test]
fn a_text_is_checked_mended_and_tried() {
    let kernel = kernel();
    let wrong = DRAFT.replace("my Stones", "my Stonse");
    let draft = |text: &str| json!({ "name": "small.gdl", "text": text });
    let checked = told(&kernel, json!({ "ask": "check", "draft": draft(&wrong) }));
    assert_eq!(checked["diagnostics"][0]["range"]["start"]["line"], 6, "{checked}");
    let edit = &checked["actions"][0]["edit"]["changes"];
    assert_eq!(edit.as_object().unwrap().values().next().unwrap()[0]["newText"], "Stones", "{checked}");
    let checked = told(&kernel, json!({ "ask": "check", "draft": draft(DRAFT) }));
    let errors = checked["diagnostics"].as_array().unwrap().iter().filter(|one| one["severity"] == 1).count();
    assert_eq!(errors, 0, "{checked}");
    let played = told(&kernel, json!({ "ask": "check", "draft": draft(DRAFT), "play": true }));
    assert!(
        played["diagnostics"].as_array().unwrap().iter().any(|one| one["severity"] == 1),
        "a scenario fails: {played}"
    );
    let tried = told(&kernel, json!({ "ask": "scenarios", "draft": draft(DRAFT) }));
    let status: Vec<&str> =
        tried["scenarios"].as_array().unwrap().iter().map(|one| one["status"].as_str().unwrap()).collect();
    assert_eq!(status, ["passed", "failed"]);
    assert_eq!((&tried["scenarios"][1]["line"], &tried["scenarios"][1]["failedOn"]), (&json!(9), &json!(9)));
    let place = json!({ "position": { "line": 7, "character": 0 } });
    let edit = |method: &str| json!({ "ask": "edit", "draft": draft(DRAFT), "method": method, "params": place });
    let board = told(&kernel, edit("merel/board"));
    assert_eq!((&board["scenario"], &board["message"]), (&json!("a stone"), &json!("Black to play")));
    let french = json!({ "position": { "line": 7, "character": 0 }, "language": "fr" });
    let text = format!("{DRAFT}text fr {{ White: \"Blanc\"  Black: \"Noir\"  Stone: \"pierre\" }}\n");
    let french = json!({ "ask": "edit", "draft": draft(&text), "method": "merel/board", "params": french });
    let board = told(&kernel, french);
    assert_eq!(board["message"], "Tour 2 : à Noir de jouer", "{board}");
    let svg = board["svg"].as_str().unwrap();
    assert!(svg.contains("Blanc") && !svg.contains("White") && !svg.contains("Stone"), "{svg}");
    // Where something cannot be read its place is told, by the name that the file has for people.
    let broken = draft(&format!("{DRAFT}mov\n"));
    for (method, field) in [("merel/board", "message"), ("merel/cover", "summary")] {
        let edit = json!({ "ask": "edit", "draft": broken, "method": method, "params": place });
        let told = told(&kernel, edit)[field].to_string();
        assert!(told.contains("small.gdl:") && !told.contains("table:"), "{told}");
    }
    assert!(ask(&kernel, edit("workspace/executeCommand")).is_err(), "only what is known to be harmless is passed on");
    assert!(told(&kernel, edit("textDocument/completion"))["items"].as_array().is_some_and(|items| !items.is_empty()));
}

#[test]
fn a_draft_is_played_beside_the_files_of_its_folder() {
    let drawer = Drawer::default();
    drawer.put("small.gdl", DRAFT);
    let kernel = kernel_of(&drawer, None);
    let text = "language 1\ngame \"Larger\" extends \"small.gdl\"\nreplace board square 4 by 4\n";
    let table = Table { text: Some(text.to_owned()), ..table("larger.gdl", &[]) };
    let cells = |table: &Table| texts(&told(&kernel, json!({ "ask": "position", "table": table }))["cells"]).len();
    assert_eq!(cells(&table), 16);
    let other = Table { text: Some(text.replace("4 by 4", "5 by 5")), ..table.clone() };
    assert_eq!(cells(&other), 25, "another text, other rules");
    let plain = Table { text: Some("language 1\ngame \"As small\" extends \"small.gdl\"\n".to_owned()), ..table };
    assert_eq!(cells(&plain), 9);
    drawer.put("small.gdl", &DRAFT.replace("3 by 3", "6 by 6"));
    assert_eq!(cells(&plain), 36, "a change of the other file is seen");
    let begun = told(&kernel, json!({ "ask": "variant", "table": { "game": "small.gdl" }, "title": "Mine" }));
    assert!(begun["text"].as_str().unwrap().contains("game \"Mine\" extends \"small.gdl\""), "{begun}");
    assert!(ask(&kernel, json!({ "ask": "variant", "table": { "game": "small.gdl" }, "title": "a\"b" })).is_err());
}

#[test]
fn rules_that_are_kept_are_bounded() {
    let kernel = kernel();
    for n in 0..KEPT + 5 {
        let text = DRAFT.replace("\"Small\"", &format!("\"Small {n}\""));
        let table = Table { text: Some(text), ..table("small.gdl", &[]) };
        told(&kernel, json!({ "ask": "position", "table": table }));
    }
    assert_eq!(kernel.made.lock().unwrap().len(), KEPT);
    kernel.forget();
    assert_eq!(kernel.made.lock().unwrap().len(), 0);
}

/// A game that asks far too much is cut, and what comes after is not.
#[test]
fn a_hostile_text_is_cut() {
    let kernel = kernel_of(&Drawer::default(), Some(Duration::from_secs(2)));
    let hostile = "language 1\ngame \"Long\"\nplayers White, Black\nboard square 32 by 32\npiece Man\n\
        setup { put Man of White on a1 put Man of Black on d4 }\n\
        move go { Man walks exactly 32 to empty }\nturn { choose go }\n";
    let begun = Instant::now();
    let table = Table { text: Some(hostile.to_owned()), ..table("endless.gdl", &[]) };
    let answer = ask(&kernel, json!({ "ask": "position", "table": table }));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    assert!(matches!(answer, Err(Refused::Spent { .. })), "{answer:?}");
    let next = ask(&kernel, json!({ "ask": "move", "table": super::tests::table(CROSSES, &[]), "text": "a1" }));
    assert!(next.is_ok(), "{next:?}");
}

#[test]
fn a_position_and_a_rulebook_are_told() {
    let kernel = kernel();
    let after = table("tic-tac-toe", &["b2", "a1"]);
    let situation = told(&kernel, json!({ "ask": "situation", "table": after }));
    assert_eq!(situation["leftOut"], json!([]), "{situation}");
    // Whoever begins from that text stands where it was told.
    let begun = json!({ "game": "tic-tac-toe", "start": situation["text"] });
    let shown = told(&kernel, json!({ "ask": "position", "table": begun }));
    assert_eq!(shown["nOptions"], 7);
    let book = told(&kernel, json!({ "ask": "rulebook", "table": { "game": "tic-tac-toe", "language": "fr" } }));
    assert_eq!(book["language"], "fr");
    assert!(book["chapters"].as_array().unwrap().len() > 3);
    // There is no book in that language.
    let book = told(&kernel, json!({ "ask": "rulebook", "table": { "game": "tic-tac-toe", "language": "la" } }));
    assert_eq!(book["language"], "en");
}

#[test]
fn what_is_used_of_a_text_is_counted() {
    let text = library::FILES.iter().find(|file| file.file == "tic-tac-toe.gdl").unwrap().text;
    let draft = json!({ "name": "draft.gdl", "text": text });
    let question = json!({ "ask": "edit", "draft": draft, "method": "merel/cover", "params": {} });
    assert!(serde_json::from_value::<Question>(question.clone()).unwrap().is_long());
    let lines = told(&kernel(), question)["lines"].as_array().unwrap().clone();
    assert!(lines.iter().any(|line| line["used"]["random"].as_u64().unwrap() > 100), "{lines:?}");
}
