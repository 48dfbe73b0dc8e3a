//! The editor service, asked as an editor asks.

use std::collections::BTreeMap;

use merel::library;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::service::{BoardAnswer, Files, Refused, Service};
use serde_json::{Value, json};

#[path = "service/strangers.rs"]
mod strangers;

/// Files by name.
#[derive(Clone, Debug, Default)]
struct Shelf(BTreeMap<String, String>);

impl Loader for Shelf {
    fn read(&self, _: Option<&str>, path: &str) -> Result<Found, LoadError> {
        let name = if path.starts_with('/') { path.to_owned() } else { format!("/games/{path}") };
        let text = self.0.get(&name).ok_or(LoadError::NotFound(None))?;
        Ok((name, text.as_str().into()))
    }
}

impl Files for Shelf {
    fn loader(&self, _: &str) -> Box<dyn Loader> {
        Box::new(self.clone())
    }

    fn beside(&self, name: &str) -> Vec<String> {
        self.0.keys().filter(|other| *other != name).cloned().collect()
    }
}

/// An editor with a service.
struct Editor {
    service: Service,
    texts: BTreeMap<String, String>,
}

fn uri(name: &str) -> String {
    format!("file:///games/{name}")
}

impl Editor {
    fn with(files: &[(&str, &str)]) -> Self {
        let shelf = files.iter().map(|(name, text)| (format!("/games/{name}"), (*text).to_owned())).collect();
        let mut editor = Self { service: Service::new(Box::new(Shelf(shelf))), texts: BTreeMap::new() };
        files.iter().for_each(|(name, text)| editor.open(name, text));
        editor
    }

    fn open(&mut self, name: &str, text: &str) {
        let document = json!({"uri": uri(name), "languageId": "merel", "version": 1, "text": text});
        self.service.notify("textDocument/didOpen", json!({"textDocument": document})).expect("it is a message");
        self.texts.insert(name.to_owned(), text.to_owned());
    }

    /// The place before a piece of the text.
    fn place(&self, name: &str, mark: &str) -> Value {
        let text = &self.texts[name];
        let at = text.find(mark).unwrap_or_else(|| panic!("`{mark}` stands in it"));
        let line = text[..at].matches('\n').count();
        let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
        json!({"line": line, "character": text[start..at].encode_utf16().count()})
    }

    fn ask(&mut self, method: &str, name: &str, mark: &str) -> Value {
        let place = self.place(name, mark);
        let params = json!({"textDocument": {"uri": uri(name)}, "position": place});
        self.service.answer(method, params).unwrap_or_else(|refused| panic!("{method}: {refused:?}"))
    }

    fn whole(&mut self, method: &str, name: &str) -> Value {
        self.service.answer(method, json!({"textDocument": {"uri": uri(name)}})).expect("it is answered")
    }

    fn labels(&mut self, name: &str, mark: &str) -> Vec<String> {
        let list = self.ask("textDocument/completion", name, mark);
        let items = list["items"].as_array().cloned().unwrap_or_default();
        items.iter().map(|item| item["label"].as_str().unwrap_or("").to_owned()).collect()
    }
}

const GAME: &str = "language 1
game \"Crossing\"
players White, Black
board square 4
piece Man (Men)
define homes of p = grid except Men of p
define crowd = count of my Men
setup for each player { put Man on my first row }
move advance { Man steps forward or forward-diagonal to homes of mover }
turn { choose advance }
end after each turn { \"home\": mover wins when landing in my last row and crowd more than 0 }
end before each turn { \"stuck\": mover loses when stuck }
test \"four\" {
  play \"a1-a2\"
  play \"b4-b3 c1-c2\"
  expect crowd is 4
}
";

#[test]
fn what_is_wrong_is_told_as_the_text_changes() {
    let mut editor = Editor::with(&[("a.gdl", GAME)]);
    let told = editor.service.check_changed();
    assert_eq!((told.len(), told[0].diagnostics.len(), told[0].version), (1, 0, Some(1)), "{told:?}");
    let place = editor.place("a.gdl", "steps");
    let end = json!({"line": place["line"], "character": place["character"].as_u64().expect("a number") + 5});
    let change = json!({"range": {"start": place, "end": end}, "text": "stepps"});
    let document = json!({"uri": uri("a.gdl"), "version": 2});
    let params = json!({"textDocument": document, "contentChanges": [change]});
    editor.service.notify("textDocument/didChange", params).expect("it is a message");
    let told = editor.service.check_changed();
    assert_eq!(told[0].version, Some(2));
    assert_eq!(told[0].diagnostics[0].range.start.line, 8, "{told:?}");
    // And the fix is offered where it is.
    let range = json!({"start": {"line": 8, "character": 0}, "end": {"line": 8, "character": 60}});
    let params = json!({"textDocument": {"uri": uri("a.gdl")}, "range": range, "context": {"diagnostics": []}});
    let actions = editor.service.answer("textDocument/codeAction", params).expect("an answer");
    let edit = &actions[0]["edit"]["changes"][uri("a.gdl")][0];
    assert_eq!(edit["newText"], "steps", "{actions}");
}

#[test]
fn a_file_is_checked_again_when_what_it_extends_changes() {
    let variant = "language 1\ngame \"More\" extends \"a.gdl\"\nreplace move advance { Man steps forward to empty }\n";
    let mut editor = Editor::with(&[("a.gdl", GAME), ("b.gdl", variant)]);
    assert!(editor.service.check_changed().iter().all(|told| told.diagnostics.is_empty()));
    let text = GAME.replace("move advance", "move march").replace("choose advance", "choose march");
    let params = json!({"textDocument": {"uri": uri("a.gdl"), "version": 2}, "contentChanges": [{"text": text}]});
    editor.service.notify("textDocument/didChange", params).expect("it is a message");
    let told = editor.service.check_changed();
    let of = |name: &str| told.iter().find(|told| told.uri.as_str() == uri(name)).expect("it is told");
    assert!(of("a.gdl").diagnostics.is_empty());
    assert!(of("b.gdl").diagnostics[0].message.contains("there is no move `advance` to override"), "{told:?}");
}

#[test]
fn scenarios_are_run_when_there_is_time_and_halt_when_there_is_none() {
    let text = GAME.replace("crowd is 4", "crowd is 5");
    let mut editor = Editor::with(&[("a.gdl", &text)]);
    assert!(editor.service.check_changed()[0].diagnostics.is_empty());
    assert!(editor.service.review_next(&|| true, &|| false, None).is_none(), "something was typed");
    assert!(editor.service.is_busy());
    let told = editor.service.review_next(&|| false, &|| false, None).expect("it is told");
    assert!(told.diagnostics[0].message.contains("`crowd` is 4, not 5"), "{told:?}");
    assert!(!editor.service.is_busy());
    let lenses = editor.whole("textDocument/codeLens", "a.gdl").to_string();
    assert!(lenses.contains("✗ run: ") && lenses.contains("▶ play"), "{lenses}");
    let command = json!({"command": "merel.runScenario", "arguments": [uri("a.gdl"), "four"]});
    let ran = editor.service.answer("workspace/executeCommand", command).expect("it is run");
    assert_eq!(ran["holds"], false);
}

#[test]
fn names_are_found_where_they_are_declared() {
    let variant = "language 1\ngame \"More\" extends \"a.gdl\"\nmove retreat { Man steps backward to homes of mover }\nreplace turn { choose advance or retreat }\n";
    let mut editor = Editor::with(&[("a.gdl", GAME), ("b.gdl", variant)]);
    let line = |found: &Value| {
        (found[0]["uri"].as_str().unwrap_or("").to_owned(), found[0]["range"]["start"]["line"].as_u64())
    };
    let found = editor.ask("textDocument/definition", "b.gdl", "homes of mover");
    assert_eq!(line(&found), (uri("a.gdl"), Some(5)));
    let found = editor.ask("textDocument/definition", "b.gdl", "advance or");
    assert_eq!(line(&found), (uri("a.gdl"), Some(8)));
    let found = editor.ask("textDocument/definition", "b.gdl", "a.gdl\"");
    assert_eq!(found["uri"], uri("a.gdl"));
    let found = editor.ask("textDocument/references", "b.gdl", "Man steps");
    assert_eq!(found.as_array().map(Vec::len), Some(4), "two declare and put, one moves, one here: {found}");
    let found = editor.ask("textDocument/documentHighlight", "a.gdl", "crowd =");
    assert_eq!(found.as_array().map(Vec::len), Some(3));
    let found = editor.ask("textDocument/definition", "a.gdl", "p\ndefine crowd");
    assert_eq!(found[0]["range"]["start"], json!({"line": 5, "character": 16}), "the parameter");
}

#[test]
fn a_name_is_exchanged_in_all_files() {
    let variant = "language 1\ngame \"More\" extends \"a.gdl\"\nreplace move advance { Man steps forward to empty }\n";
    let mut editor = Editor::with(&[("a.gdl", GAME), ("b.gdl", variant)]);
    assert_eq!(editor.ask("textDocument/prepareRename", "b.gdl", "advance {")["start"]["character"], 13);
    assert!(editor.ask("textDocument/prepareRename", "b.gdl", "empty }").is_null());
    let place = editor.place("b.gdl", "advance");
    let params = json!({"textDocument": {"uri": uri("b.gdl")}, "position": place, "newName": "march"});
    let edit = editor.service.answer("textDocument/rename", params).expect("it can be");
    assert_eq!(edit["changes"][uri("a.gdl")].as_array().map(Vec::len), Some(2), "{edit}");
    assert_eq!(edit["changes"][uri("b.gdl")][0]["range"]["start"], json!({"line": 2, "character": 13}));
    let params = json!({"textDocument": {"uri": uri("b.gdl")}, "position": place, "newName": "to"});
    let refused = editor.service.answer("textDocument/rename", params).expect_err("it cannot be");
    assert!(matches!(refused, Refused::Failed(why) if why.contains("cannot be a name")));
}

#[test]
fn words_and_names_tell_what_they_mean() {
    let mut editor = Editor::with(&[("a.gdl", GAME)]);
    let told = |editor: &mut Editor, mark: &str| {
        editor.ask("textDocument/hover", "a.gdl", mark)["contents"]["value"].as_str().unwrap_or("").to_owned()
    };
    assert!(told(&mut editor, "crowd is").contains("At the start: `4`"));
    let man = told(&mut editor, "Man steps");
    assert!(man.contains("piece Man (Men)") && man.contains("Where it goes alone on the board"), "{man}");
    assert!(told(&mut editor, "choose").contains("choose"), "a word of the language");
    assert!(told(&mut editor, "landing").contains("landing"));
    assert!(told(&mut editor, "{ put").is_empty(), "a brace means nothing");
}

#[test]
fn what_may_stand_is_offered() {
    let mut editor = Editor::with(&[("a.gdl", GAME)]);
    let labels = editor.labels("a.gdl", "advance }\nend");
    assert!(labels.contains(&"advance".to_owned()) && !labels.contains(&"crowd".to_owned()), "moves only: {labels:?}");
    let labels = editor.labels("a.gdl", "homes of mover");
    assert!(
        ["empty", "crowd", "Men", "landing"].iter().all(|name| labels.iter().any(|label| label == name)),
        "{labels:?}"
    );
    let labels = editor.labels("a.gdl", "a1-a2");
    assert_eq!(labels.len(), 10, "the ten first moves: {labels:?}");
    let labels = editor.labels("a.gdl", "c1-c2");
    assert!(labels.contains(&"c1-c2".to_owned()) && !labels.contains(&"a1-a2".to_owned()), "{labels:?}");
    editor.open("b.gdl", "language 1\ngame \"Half\"\nmove go { Man ");
    assert!(editor.labels("b.gdl", "Man ").is_empty() || !editor.labels("b.gdl", "Man ").contains(&"board".to_owned()));
}

#[test]
fn the_board_follows_the_cursor() {
    let mut editor = Editor::with(&[("a.gdl", GAME)]);
    let board = |editor: &mut Editor, mark: &str| -> BoardAnswer {
        serde_json::from_value(editor.ask("merel/board", "a.gdl", mark)).expect("a board")
    };
    let start = board(&mut editor, "players");
    assert_eq!((start.scenario, start.message.as_str(), start.options.len()), (None, "White to play", 10));
    let first = board(&mut editor, "\"a1-a2\"");
    assert_eq!((first.scenario.as_deref(), first.message.as_str()), (Some("four"), "Black to play"));
    let second = board(&mut editor, "\"b4-b3");
    assert_eq!(second.message, "Black to play");
    assert!(second.svg.starts_with("<svg") && second.text != first.text);
    let wrong = GAME.replace("b4-b3 c1-c2", "b4-b2");
    editor.open("a.gdl", &wrong);
    let answer = editor.ask("merel/board", "a.gdl", "expect");
    assert!(answer["message"].as_str().is_some_and(|text| text.contains("`b4-b2` is not legal here")), "{answer}");
    editor.open("b.gdl", "no rules");
    let answer = editor.ask("merel/board", "b.gdl", "rules");
    assert_eq!(answer["svg"], "");
    assert!(
        answer["message"].as_str().is_some_and(|text| text.contains("nothing can be told of the game")),
        "{answer}"
    );
}

/// What is missing because it cannot be read is not told as missing.
#[test]
fn the_only_move_that_cannot_be_read_is_what_is_wrong() {
    let broken = WALK.replace("Man steps forward", "Man stepz forward");
    let mut editor = Editor::with(&[("walk.gdl", &broken)]);
    let answer = editor.ask("merel/board", "walk.gdl", "players");
    let message = answer["message"].as_str().unwrap_or_default();
    assert!(message.contains("stepz") && !message.contains("the game has no moves"), "{message}");
}

const WALK: &str = r#"// A game without choice.
language 1
game "Walk"
players White, Black
board square 4 by 4
piece Man
setup { put Man of White on a1  put Man of Black on d4 }
move step { Man steps forward }
turn { choose step }
end after each turn { "there": mover wins when landing in my last row }
test "walk" { play "a1-a2" illegal "d4-d2" legal "d4-d3" }
"#;

#[test]
fn it_is_told_why_a_move_is_legal_or_not() {
    let mut editor = Editor::with(&[("walk.gdl", WALK)]);
    let place = editor.place("walk.gdl", "d4-d2");
    let params = |asked: &str, place: &Value| json!({"textDocument": {"uri": uri("walk.gdl")}, "position": place, "move": asked});
    let answer = editor.service.answer("merel/why", params("d4-d2", &place)).expect("it is answered");
    // The rule that it does not meet stands on the eighth line.
    assert_eq!(answer["place"]["range"]["start"]["line"], 7, "{answer}");
    assert_eq!(answer["place"]["uri"], uri("walk.gdl"));
    let legal = editor.service.answer("merel/why", params("d4-d3", &place)).expect("it is answered");
    assert_eq!(legal["place"], Value::Null, "{legal}");
    assert!(legal["message"].as_str().is_some_and(|text| text.contains("Man steps forward")), "{legal}");
    // At the start of the game it is White's turn; the ends lack what they lack.
    let start = editor.place("walk.gdl", "language");
    let ends = editor.service.answer("merel/why", params("", &start)).expect("it is answered");
    assert!(ends["message"].as_str().is_some_and(|text| text.contains("there")), "{ends}");
    // The same is offered where the move stands, and done as a command.
    let range = json!({"start": place, "end": place});
    let asked = json!({"textDocument": {"uri": uri("walk.gdl")}, "range": range, "context": {"diagnostics": []}});
    let actions = editor.service.answer("textDocument/codeAction", asked).expect("it is answered");
    let action = actions.as_array().and_then(|all| all.first()).cloned().unwrap_or_default();
    assert_eq!((&action["title"], &action["command"]), (&json!("Why `d4-d2`?"), &json!("merel.why")));
    let done = json!({"command": action["command"], "arguments": action["arguments"]});
    assert_eq!(editor.service.answer("workspace/executeCommand", done).expect("it is done"), answer);
    let wrong = json!({"command": "merel.why", "arguments": [uri("walk.gdl")]});
    assert!(matches!(editor.service.answer("workspace/executeCommand", wrong), Err(Refused::Failed(_))));
}

#[test]
fn what_is_used_is_told_line_by_line() {
    let mut editor = Editor::with(&[("walk.gdl", WALK), ("broken.gdl", "language 1 game")]);
    let answer = editor.whole("merel/cover", "walk.gdl");
    let line = |number: usize| {
        let lines = answer["lines"].as_array().cloned().unwrap_or_default();
        lines.into_iter().find(|line| line["line"] == number).unwrap_or_default()
    };
    // Each of 202 games has five options; the scenario takes one.
    assert_eq!(line(8)["used"], json!({"random": 1010, "search": 0, "scenarios": 1}), "{answer}");
    assert_eq!(line(10)["used"]["random"], 202);
    assert_eq!(line(8)["never"], false);
    assert_eq!(line(5), Value::Null);
    assert!(answer["summary"].as_str().is_some_and(|text| text.contains("202 random games")), "{answer}");
    let broken = editor.whole("merel/cover", "broken.gdl");
    assert_eq!(broken["lines"], json!([]));
    assert!(
        broken["summary"].as_str().is_some_and(|text| text.contains("nothing can be told of the game")),
        "{broken}"
    );
}

#[test]
fn of_a_broken_file_the_part_is_told_of_that_stands() {
    // The move can be read, the end cannot be understood, and behind it somebody is typing.
    let broken = WALK.replace("landing in my last row", "landing in lsat") + "move jump { Man lea\n";
    let mut editor = Editor::with(&[("walk.gdl", &broken)]);
    let board: BoardAnswer = serde_json::from_value(editor.ask("merel/board", "walk.gdl", "players")).expect("a board");
    assert!(board.svg.starts_with("<svg"), "{board:?}");
    assert_eq!(board.options, ["a1-a2"]);
    let told: Vec<&str> = board.message.lines().collect();
    assert_eq!(told[..2], ["White to play", "left out, for something is wrong there:"]);
    assert!(told[2].ends_with("\"there\": mover wins when landing in lsat"), "{told:?}");
    assert!(told[4].ends_with("move jump"), "{told:?}");
    let place = editor.place("walk.gdl", "d4-d2");
    let params = json!({"textDocument": {"uri": uri("walk.gdl")}, "position": place, "move": "d4-d2"});
    let why = editor.service.answer("merel/why", params).expect("it is answered");
    assert!(why["message"].as_str().is_some_and(|text| text.contains("`d4-d2` is not legal")), "{why}");
    assert_eq!(why["place"]["range"]["start"]["line"], 7);
    let cover = editor.whole("merel/cover", "walk.gdl");
    assert!(
        cover["summary"].as_str().is_some_and(|text| text.starts_with("left out") && text.contains("202 random games")),
        "{cover}"
    );
    // The file as a whole is not played; its scenarios are run, and the board is shown.
    let lenses = editor.whole("textDocument/codeLens", "walk.gdl");
    let commands: Vec<_> =
        lenses.as_array().into_iter().flatten().filter_map(|lens| lens["command"]["command"].as_str()).collect();
    assert_eq!(commands, ["merel.showBoard", "merel.showCoverage", "merel.runScenario"]);
}

#[test]
fn lenses_of_the_game_stand_over_its_declaration() {
    let mut editor = Editor::with(&[("walk.gdl", WALK)]);
    let lenses = editor.whole("textDocument/codeLens", "walk.gdl");
    let lenses = lenses.as_array().cloned().unwrap_or_default();
    let of_game: Vec<&Value> = lenses.iter().filter(|lens| lens["range"]["start"]["line"] == 2).collect();
    let commands: Vec<&str> = of_game.iter().filter_map(|lens| lens["command"]["command"].as_str()).collect();
    assert_eq!(commands, ["merel.play", "merel.showBoard", "merel.showCoverage"]);
}

#[test]
fn the_shape_of_a_text_is_told() {
    let mut editor = Editor::with(&[("a.gdl", GAME)]);
    let symbols = editor.whole("textDocument/documentSymbol", "a.gdl");
    let names: Vec<&str> =
        symbols.as_array().expect("a list").iter().filter_map(|symbol| symbol["name"].as_str()).collect();
    assert!(names.contains(&"advance") && names.contains(&"crowd") && names.contains(&"four"), "{names:?}");
    let folds = editor.whole("textDocument/foldingRange", "a.gdl");
    assert_eq!(folds[0]["startLine"], 12, "the scenario: {folds}");
    let tokens = editor.whole("textDocument/semanticTokens/full", "a.gdl");
    assert_eq!(tokens["data"].as_array().expect("numbers").len() % 5, 0);
    let params = json!({"textDocument": {"uri": uri("a.gdl")}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}});
    let hints = editor.service.answer("textDocument/inlayHint", params).expect("an answer");
    assert_eq!(
        (&hints[0]["label"], &hints[0]["position"]),
        (&json!(": 0 to 16"), &json!({"line": 6, "character": 12}))
    );
    editor.open("b.gdl", "piece  Man( Men )\n");
    let options = json!({"textDocument": {"uri": uri("b.gdl")}, "options": {"tabSize": 2, "insertSpaces": true}});
    let edits = editor.service.answer("textDocument/formatting", options).expect("an answer");
    assert_eq!(edits[0]["newText"], "piece Man (Men)\n");
}

#[test]
fn what_is_asked_wrongly_is_refused() {
    let mut editor = Editor::with(&[("a.gdl", GAME)]);
    assert_eq!(editor.service.answer("textDocument/unheardOf", json!({})), Err(Refused::Unknown));
    assert!(matches!(editor.service.answer("textDocument/hover", json!({"no": 1})), Err(Refused::Malformed(_))));
    assert!(editor.service.notify("textDocument/didChange", json!([])).is_err());
    assert!(editor.service.notify("$/whatever", json!(null)).is_ok());
    let params = json!({"textDocument": {"uri": uri("closed.gdl")}, "position": {"line": 0, "character": 0}});
    assert!(matches!(editor.service.answer("textDocument/hover", params), Err(Refused::Failed(_))));
    let far = json!({"textDocument": {"uri": uri("a.gdl")}, "position": {"line": 4_000_000_000u32, "character": 4_000_000_000u32}});
    assert!(editor.service.answer("textDocument/hover", far).is_ok());
}

/// Every question is answered at every place of every file of the library.
#[test]
fn every_file_of_the_library_is_served() {
    let files: Vec<(&str, &str)> = library::FILES.iter().map(|file| (file.file, file.text)).collect();
    let mut editor = Editor::with(&files);
    for told in editor.service.check_changed() {
        assert!(told.diagnostics.is_empty(), "{:?}: {:?}", told.uri, told.diagnostics);
    }
    let methods = ["documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"];
    for (name, text) in &files {
        for method in methods {
            editor.whole(&format!("textDocument/{method}"), name);
        }
        for line in (0..text.lines().count()).step_by(53) {
            let place = json!({"textDocument": {"uri": uri(name)}, "position": {"line": line, "character": 7}});
            for method in ["definition", "references", "documentHighlight", "prepareRename"] {
                editor.service.answer(&format!("textDocument/{method}"), place.clone()).expect("an answer");
            }
        }
    }
}

/// Ten thousand edits at random places, with questions between them: nothing breaks, and what is closed is forgotten.
#[test]
fn ten_thousand_edits_do_no_harm() {
    let mut editor = Editor::with(&[("a.gdl", GAME)]);
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |n: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % n
    };
    let pieces =
        ["", " ", "{", "}", "\"", "move", "Man", "steps", "\n", "//", "|", "é🂡", "to empty", "test \"t\" {", "9", "("];
    for edit in 0..10_000u32 {
        let (line, character) = (below(20), below(60));
        let length = below(6);
        let range = json!({
            "start": {"line": line, "character": character},
            "end": {"line": line, "character": character + length},
        });
        let text = if edit % 500 == 499 { GAME } else { pieces[below(pieces.len() as u64) as usize] };
        let change = if edit % 500 == 499 { json!({"text": text}) } else { json!({"range": range, "text": text}) };
        let params = json!({"textDocument": {"uri": uri("a.gdl"), "version": edit}, "contentChanges": [change]});
        editor.service.notify("textDocument/didChange", params).expect("it is a message");
        if edit % 100 == 0 {
            editor.service.check_changed();
            let place =
                json!({"textDocument": {"uri": uri("a.gdl")}, "position": {"line": line, "character": character}});
            for method in ["hover", "completion", "definition", "references", "semanticTokens/full", "formatting"] {
                editor.service.answer(&format!("textDocument/{method}"), place.clone()).expect("an answer");
            }
        }
    }
    editor
        .service
        .notify("textDocument/didClose", json!({"textDocument": {"uri": uri("a.gdl")}}))
        .expect("it is a message");
    assert!(editor.service.check_changed().is_empty() && !editor.service.is_busy());
}
