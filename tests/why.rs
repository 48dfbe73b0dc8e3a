//! Why moves are illegal: cases whose cause was written down beforehand, and what must hold of every reason.

use crate::common;
#[path = "why/mended.rs"]
mod mended;
#[path = "why/standing.rs"]
mod standing;

use merel::budget::{Budget, Limits, Used};
use merel::game::Game;
use merel::reference::{Position, Reference};
use merel::rules::{Choices, Module};
use merel::scenario;
use merel::source::SourceMap;
use merel::why::{self, Answer, Status};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Debug, Deserialize)]
struct Case {
    game: String,
    players: Option<usize>,
    position: Option<String>,
    #[serde(default)]
    after: String,
    #[serde(rename = "move")]
    question: String,
    kind: String,
    #[serde(default)]
    at: String,
    says: String,
}

/// A game, a position of it, and the texts of its rules.
struct Asked {
    game: Reference,
    position: Position,
    texts: SourceMap,
}

impl Asked {
    fn new(name: &str, players: Option<usize>, position: Option<&str>, after: &str) -> Self {
        let (module, sources) = common::load(name);
        Self::of(&module, sources, players, position, after)
    }

    fn of(module: &Module, mut texts: SourceMap, players: Option<usize>, position: Option<&str>, after: &str) -> Self {
        let choices = Choices { players, ..Choices::default() };
        let (game, mut position) = match position {
            None => {
                let game = Reference::new(module.rules(&choices).expect("the rules are sound"));
                let position = game.initial();
                (game, position)
            }
            Some(text) => scenario::position(module, &choices, texts.add("position", text), text)
                .unwrap_or_else(|wrong| panic!("{wrong:?}")),
        };
        for text in after.split_whitespace() {
            let option = game.parse(&position, text).unwrap_or_else(|error| panic!("{error}"));
            game.apply(&mut position, option);
        }
        Self { game, position, texts }
    }

    fn why(&self, question: &str) -> Answer {
        why::why(&self.game, &self.position, &self.texts, question, false)
    }
}

/// Asks all questions over the games of a folder.
///
/// # Panics
/// With all that are answered otherwise.
fn held(cases: &Cases, folder: &str) {
    let wrong: Vec<String> = cases.case.iter().filter_map(|case| answered_otherwise(case, folder)).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.case.len(), wrong.join("\n"));
}

/// The answer to a question, if it is not the one that was written down.
fn answered_otherwise(case: &Case, folder: &str) -> Option<String> {
    let game = format!("{folder}{}", case.game);
    let answer = Asked::new(&game, case.players, case.position.as_deref(), &case.after).why(&case.question);
    let (kind, says, place) = match &answer.reason {
        Some(reason) => (reason.kind, reason.message.clone(), reason.place.as_ref().map(|place| place.text.clone())),
        None if answer.status == Status::Legal => ("legal", answer.to_string(), None),
        None if answer.status == Status::Over => ("over", answer.to_string(), None),
        None => ("", answer.to_string(), None),
    };
    let is_so = kind == case.kind && says.contains(&case.says) && place.unwrap_or_default().starts_with(&case.at);
    (!is_so).then(|| format!("{case:#?}\n{kind} {answer}"))
}

#[test]
fn games_that_are_in_no_library_are_explained_too() {
    let cases: Cases = toml::from_str(include_str!("why/strangers.toml")).expect("the cases can be read");
    held(&cases, "../tests/why/games/");
    let games: std::collections::BTreeSet<&str> = cases.case.iter().map(|case| case.game.as_str()).collect();
    assert!(cases.case.len() >= 60 && games.len() == 5);
}

#[test]
fn all_that_stands_in_the_way_is_told_where_all_is_asked_for() {
    let asked = Asked::new("../tests/why/games/towers", None, None, "");
    let answer = why::why(&asked.game, &asked.position, &asked.texts, "d1-d6", true);
    let ram = answer.all.iter().find(|rule| rule.name == "ram").expect("the rule is told of");
    let told: Vec<&str> = ram.fails.iter().map(|reason| reason.message.as_str()).collect();
    // On d6 stands a Tower of Black, which may be taken.
    let blocked = ["the way is blocked at d2 by Scout of White", "the way is blocked at d5 by Scout of Black"];
    assert_eq!(told, blocked);
}

#[test]
fn the_reasons_are_those_of_a_referee() {
    let cases: Cases = toml::from_str(include_str!("why/cases.toml")).expect("the cases can be read");
    held(&cases, "");
    let mut games: Vec<&str> = cases.case.iter().map(|case| case.game.as_str()).collect();
    games.dedup();
    assert!(cases.case.len() >= 60 && games.len() >= 12);
}

#[test]
fn what_an_option_does_is_told_statement_by_statement() {
    let answer = Asked::new("chess", None, None, "").why("e2-e4");
    let doing = answer.legal.expect("it is legal");
    assert_eq!(doing.name.as_deref(), Some("pawn"));
    assert_eq!(doing.by[0].text, "Pawn on my row 2 slides forward exactly 2");
    let told: Vec<(&str, String)> =
        doing.does.iter().map(|step| (step.place.text.as_str(), step.changes.join("; "))).collect();
    let wanted = [
        ("Pawn on my row 2 slides forward exactly 2", "Pawn of White goes from e2 to e4"),
        ("set skipped to passed", "skipped: none, now e3"),
        ("not can of opponent en-passant", ""),
        ("set skipped to none", "skipped: e3, now none"),
        ("landing in my last row", ""),
        ("set rights to rights except (origin or taken)", ""),
    ];
    assert_eq!(told, wanted.map(|(place, change)| (place, change.to_owned())));
    assert_eq!(doing.result, "Black to play");
}

#[test]
fn a_chain_is_told_link_by_link() {
    let position = "position \"..../..../..M./..m./..../.m../..../....\"\nBlack to play";
    let doing = Asked::new("english-draughts", None, Some(position), "").why("11x18x25").legal.expect("it is legal");
    let changes: Vec<String> = doing.does.iter().flat_map(|step| step.changes.clone()).collect();
    let wanted = [
        "Man of Black goes from 11 to 18",
        "Man of White is taken on 15",
        "Man of Black goes from 18 to 25",
        "Man of White is taken on 22",
    ];
    assert_eq!(changes, wanted);
    assert_eq!(doing.by.len(), 2);
}

#[test]
fn a_seed_falls_where_it_is_sown() {
    let position = "set seeds of cells to 0\nset seeds of [A F] to 1\nSouth to play";
    let doing = Asked::new("oware", None, Some(position), "").why("F").legal.expect("it is legal");
    assert_eq!(doing.does[0].changes, ["seeds of F: 1, now 0", "seeds of a: 0, now 1"]);
}

#[test]
fn the_ends_tell_what_they_lack_and_what_they_found() {
    let asked = Asked::new("marelle", None, None, "a1 d1");
    let open = why::ends(&asked.game, &asked.position, &asked.texts);
    let told = |name: &str| open.ends.iter().find(|end| end.name == name).expect("there is such an end");
    let few = &told("too few men").asked;
    assert_eq!(few.len(), 2);
    assert_eq!(few[1].player.as_deref(), Some("Black"));
    assert_eq!(few[1].because, "`my hand + count of my Men` is 9, not less than 3");
    assert!(told("hundred moves").asked[0].because.ends_with("there were 0 of 100"));

    let position =
        "position \"......../M......./......../......../......../......../......../.......m\"\nWhite to play";
    let asked = Asked::new("breakthrough", None, Some(position), "a7-a8");
    let over = why::ends(&asked.game, &asked.position, &asked.texts);
    assert_eq!((over.status, over.ends.len()), (Status::Over, 1));
    assert_eq!((over.ends[0].name.as_str(), over.ends[0].decided), ("far row", true));
    assert_eq!(over.result.as_deref(), Some("the game is over: White wins by \"far row\""));
    assert!(over.ends[0].asked[0].because.contains("`landing` is a8"), "{over}");
    assert_eq!(asked.why("a1-a2").status, Status::Over);
}

#[test]
fn several_options_that_may_be_meant_are_named() {
    let asked = Asked::new("chess", None, Some("8/P3k3/8/8/8/8/8/4K3 w - - 0 1"), "");
    let answer = asked.why("a7-a8");
    assert_eq!((answer.status, answer.meant.len()), (Status::Unclear, 4));
}

/// What was an option may be none any more when the budget is spent in the midst of an answer.
#[test]
fn an_answer_that_is_cut_is_an_answer() {
    let text = "language 1\ngame \"Tiny\"\nplayers White, Black\nboard square 3\npiece Man (Men)\n\
        setup { put Man of White on a1 put Man of Black on c3 }\nmove go { Man steps to empty }\n\
        turn { choose go }\nend after each turn { \"late\": draw when turns at least 50 }\n";
    let budget = Budget::new(Limits::default(), Used::default);
    let mut texts = SourceMap::default();
    let loader = common::Bounded(budget.clone());
    let (module, found) = Module::from_text(&loader, "tiny.gdl", text, &mut texts);
    assert!(found.is_empty(), "{found:?}");
    let game = Reference::new(module.expect("a module").rules(&Choices::default()).expect("the rules are sound"));
    let position = game.initial();
    assert_eq!(game.n_options(&position), 3);
    let whole = game.story(&position, 2);
    assert!(!whole.sentences.is_empty());
    budget.call_off();
    for option in 0..3 {
        assert!(game.story(&position, option).sentences.is_empty(), "nothing is traced any more");
    }
    let answer = why::why(&game, &position, &texts, "a1-b2", true);
    assert_eq!(answer.status, Status::Legal);
}
