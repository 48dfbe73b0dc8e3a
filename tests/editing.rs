//! What changes rule files as text says the same as before.

use std::collections::BTreeMap;

use merel::editing::begin::{Goal, Plan, Shape, variant};
use merel::editing::expand::expand;
use merel::editing::rename::{Changed, Refusal, left_alone, rename};
use merel::library;
use merel::rules::Module;
use merel::rules::loader::{Found, LoadError, Loader};
use merel::source::SourceMap;
use merel::syntax::ast::ItemKind;
use merel::syntax::format::format;

/// Files by name; any of them may extend any other.
#[derive(Debug, Default)]
struct Files(BTreeMap<String, String>);

impl Files {
    fn library() -> Self {
        Self(library::FILES.iter().map(|file| (file.file.to_owned(), file.text.to_owned())).collect())
    }

    fn of(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect())
    }

    fn module(&self, name: &str) -> Module {
        let (module, diagnostics) = Module::load(self, name, &mut SourceMap::default());
        assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
        module.unwrap_or_else(|| panic!("{name} is there"))
    }

    fn others(&self, name: &str) -> Vec<String> {
        self.0.keys().filter(|other| *other != name).cloned().collect()
    }
}

impl Loader for Files {
    fn read(&self, _: Option<&str>, path: &str) -> Result<Found, LoadError> {
        let text = self.0.get(path).ok_or(LoadError::NotFound(None))?;
        Ok((path.to_owned(), text.as_str().into()))
    }
}

#[test]
fn every_file_of_the_library_expands_to_one_that_says_the_same() {
    let files = Files::library();
    for game in library::games() {
        let module = files.module(game.file);
        let expanded = expand(&module, &[]).unwrap_or_else(|found| panic!("{}: {found:?}", game.file));
        let again = Files::of(&[("whole.gdl", &expanded.text)]).module("whole.gdl");
        let bare = |module: &Module| -> Vec<String> {
            let kinds = module.items.iter().map(|item| without_extends(item.kind.clone()));
            // What tells about the game goes first, in its order.
            let (mut about, others): (Vec<_>, Vec<_>) = kinds.filter(|kind| !is_empty(kind)).partition(is_about);
            about.extend(others);
            let is_words = |kind: &&ItemKind| !matches!(kind, ItemKind::Text { .. });
            about.iter().filter(is_words).map(|kind| without_places(&format!("{kind:?}"))).collect()
        };
        let (written, meant) = (bare(&again), bare(&module));
        let differs = written.iter().zip(&meant).position(|(one, other)| one != other);
        assert!((differs, written.len()) == (None, meant.len()), "{}: {differs:?}\n{}", game.file, expanded.text);
        assert_eq!(words_for_people(&again), words_for_people(&module), "{}", game.file);
        let tests = |module: &Module| without_places(&format!("{:?}", module.tests));
        assert!(tests(&again) == tests(&module), "the scenarios of {}", game.file);
        assert_eq!(format(&expanded.text).as_deref(), Ok(expanded.text.as_str()), "{}", game.file);
        assert_eq!(expanded.lines.len(), expanded.text.lines().count());
    }
}

/// What each key of a `text` block stands for, the later of two.
fn words_for_people(module: &Module) -> BTreeMap<(String, String), Vec<String>> {
    let mut all = BTreeMap::new();
    for item in &module.items {
        if let ItemKind::Text { language, entries } = &item.kind {
            for entry in entries {
                let words = entry.words.iter().map(|word| word.value.clone()).collect();
                all.insert((language.value.clone(), entry.key.value.clone()), words);
            }
        }
    }
    all
}

/// A debug text without its places.
fn without_places(text: &str) -> String {
    let mut parts = text.split("Span { ");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |out, part| out + part.split_once('}').map_or("", |(_, behind)| behind))
}

fn without_extends(kind: ItemKind) -> ItemKind {
    match kind {
        ItemKind::Game { title, .. } => ItemKind::Game { title, extends: None },
        kind => kind,
    }
}

fn is_about(kind: &ItemKind) -> bool {
    use ItemKind::{Fact, Game, Language, Prose, Titles};
    matches!(kind, Language(_) | Game { .. } | Titles(_) | Prose(_) | Fact { .. })
}

/// Whether all its clauses were removed.
fn is_empty(kind: &ItemKind) -> bool {
    matches!(kind, ItemKind::End { clauses, .. } if clauses.is_empty())
}

const BASE: &str = "language 1
game \"Crossing\"
players White, Black
board square 4
// Everybody has these.
piece Man (Men), Flag  // two kinds
site camp, well for each player
setup for each player { put Man on my first row }
move advance { Man steps forward or forward-diagonal to empty }
end after each turn {
  \"home\": mover wins when landing in my last row
  \"long\": draw when turns is 60  // an hour
}
end before each turn { \"stuck\": mover loses when stuck }
";

const VARIANT: &str = "language 1
game \"Retreat\" extends \"base.gdl\"
remove site well
remove end \"stuck\"
replace end after each turn { \"long\": draw when turns is 80 }
replace move advance { Man steps forward to empty }
test \"four\" { options 4  legal \"a1-a2\" }
";

#[test]
fn a_variant_is_written_out_with_where_its_lines_come_from() {
    let files = Files::of(&[("base.gdl", BASE), ("mine.gdl", VARIANT)]);
    let expanded = expand(&files.module("mine.gdl"), &[]).expect("it fits");
    let wanted = "// mine.gdl:1
language 1
// mine.gdl:2
game \"Retreat\"
// base.gdl:3
players White, Black
// base.gdl:4
board square 4
// base.gdl:6
// Everybody has these.
piece Man (Men), Flag  // two kinds
// base.gdl:7
site camp for each player
// base.gdl:8
setup for each player { put Man on my first row }
// mine.gdl:6
move advance { Man steps forward to empty }
// base.gdl:10
end after each turn {
  // base.gdl:11
  \"home\": mover wins when landing in my last row
  // mine.gdl:5
  \"long\": draw when turns is 80
}
// mine.gdl:7
test \"four\" { options 4  legal \"a1-a2\" }
";
    assert_eq!(without_empty_lines(&expanded.text), wanted);
    let line = |text: &str| {
        let index = expanded.text.lines().position(|line| line.contains(text)).expect("it is there");
        expanded.lines[index].clone().map(|origin| format!("{}:{}", origin.file, origin.line))
    };
    assert_eq!(line("\"home\": mover").as_deref(), Some("base.gdl:11"));
    assert_eq!(line("turns is 80").as_deref(), Some("mine.gdl:5"));
    assert_eq!(line("Everybody").as_deref(), Some("base.gdl:5"));
}

fn without_empty_lines(text: &str) -> String {
    text.lines().filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

fn renamed(files: &Files, file: &str, old: &str, new: &str) -> Result<BTreeMap<String, String>, Refusal> {
    let changed = rename(files, file, &files.others(file), (old, new))?;
    Ok(changed.into_iter().map(|Changed { name, after, .. }| (name, after)).collect())
}

#[test]
fn a_name_is_exchanged_in_the_file_and_in_those_that_extend_it() {
    let files = Files::of(&[("base.gdl", BASE), ("mine.gdl", VARIANT)]);
    let changed = renamed(&files, "base.gdl", "advance", "march").expect("it can be");
    assert_eq!(changed["base.gdl"], BASE.replace("move advance", "move march"));
    assert_eq!(changed["mine.gdl"], VARIANT.replace("move advance", "move march"));
    let changed = renamed(&files, "base.gdl", "long", "an hour").expect("it can be");
    assert_eq!(changed["mine.gdl"], VARIANT.replace("\"long\"", "\"an hour\""));
}

#[test]
fn a_kind_keeps_its_letter_and_takes_its_plural_with_it() {
    let text = BASE.replace("piece Man (Men), Flag", "piece Man, Flag").replace(
        "stuck }\n",
        "stuck }\ntest \"men\" {\n  position\n    | m . . .\n    | . . . .\n    | . . . .\n    | . . . M\n  expect count of Mans is 2\n}\n",
    );
    let files = Files::of(&[("base.gdl", &text)]);
    let changed = renamed(&files, "base.gdl", "Man", "Pawn").expect("it can be");
    let after = &changed["base.gdl"];
    assert!(after.contains("piece Pawn letter \"M\", Flag"), "{after}");
    assert!(after.contains("count of Pawns is 2") && after.contains("put Pawn on") && after.contains("Pawn steps"));
    let files = Files::of(&[("base.gdl", BASE)]);
    let changed = renamed(&files, "base.gdl", "Men", "Folk").expect("it can be");
    assert_eq!(changed["base.gdl"], BASE.replace("(Men)", "(Folk)"));
}

#[test]
fn moves_that_scenarios_write_change_too() {
    let text = "language 1
game \"Turning\"
players White, Black
board square 3
type pose = upright, side
piece Die (Dice)
remember lies of each Die: pose
setup for each player { put Die on my first row }
move turn-over { pick to-come from pose then Die stays { set lies of landing to to-come } }
text fr { upright: \"droit\" turn-over: \"tourner\" }
test \"turning\" {
  legal \"upright:turn-over(a1)\" \"side:turn-over(a1)\"
  play \"side:turn-over(a1)\"
  illegal \"sideways:turn-over(a3)\"
}
end before each turn { \"stuck\": mover loses when stuck }
";
    let files = Files::of(&[("dice.gdl", text)]);
    let after = renamed(&files, "dice.gdl", "side", "flat").expect("it can be").remove("dice.gdl").expect("changed");
    assert!(after.contains("type pose = upright, flat") && after.contains("play \"flat:turn-over(a1)\""), "{after}");
    assert!(after.contains("\"sideways:"), "part of a longer word is left: {after}");
    let after =
        renamed(&files, "dice.gdl", "turn-over", "tip").expect("it can be").remove("dice.gdl").expect("changed");
    assert!(
        after.contains("legal \"upright:tip(a1)\" \"side:tip(a1)\"") && after.contains("tip: \"tourner\""),
        "{after}"
    );
}

#[test]
fn what_cannot_be_exchanged_is_told() {
    let files = Files::of(&[("base.gdl", BASE), ("mine.gdl", VARIANT)]);
    let refusal = |file: &str, old: &str, new: &str| renamed(&files, file, old, new).expect_err("it cannot be");
    assert_eq!(refusal("mine.gdl", "advance", "march").message, "`base.gdl` declares `advance`");
    assert_eq!(refusal("mine.gdl", "Man", "Pawn").message, "`base.gdl` declares `Man`");
    assert_eq!(refusal("base.gdl", "Mann", "Pawn").help, "did you mean `Man`?");
    assert_eq!(refusal("base.gdl", "empty", "free").help, "it is a word of the language");
    for (new, message) in [
        ("Flag", "`Flag` has a meaning already (base.gdl:6)"),
        ("landing", "`landing` has a meaning already (base.gdl:11)"),
        ("move", "`move` cannot be a name"),
        ("1st", "`1st` cannot be a name"),
        ("two words", "`two words` cannot be a name"),
        ("", "`` cannot be a name"),
    ] {
        assert_eq!(refusal("base.gdl", "Man", new).message, message);
    }
    assert_eq!(refusal("base.gdl", "long", "a \" b").message, "`a \" b` cannot be a name");
}

#[test]
fn one_name_of_two_things_is_told_apart_by_its_word() {
    let text = BASE.replace("\"home\"", "\"advance\"");
    let files = Files::of(&[("base.gdl", &text)]);
    let refusal = renamed(&files, "base.gdl", "advance", "march").expect_err("which?");
    assert_eq!(refusal.help, "say which: `\"move advance\"`");
    let changed = renamed(&files, "base.gdl", "end advance", "there").expect("it can be");
    assert_eq!(changed["base.gdl"], text.replace("\"advance\"", "\"there\""));
}

/// Every name that a file of the library declares can be exchanged for a new one, and back.
#[test]
fn every_name_of_some_games_can_be_exchanged_and_back() {
    use merel::syntax::parser::mentions::{Role, Space, mentions};
    for name in ["breakthrough.gdl", "tic-tac-toe.gdl", "kalah.gdl"] {
        let files = Files::library();
        let text = files.0[name].clone();
        let mut done = std::collections::BTreeSet::new();
        for mention in mentions(&text) {
            let declared = matches!(mention.role, Role::Declares(_)) && mention.space != Space::Any;
            if !declared || !done.insert((mention.space, mention.name.to_owned())) {
                continue;
            }
            let word = match mention.space {
                Space::Move => "move ",
                Space::End => "end ",
                Space::Scenario => "test ",
                Space::Action => "action ",
                _ => "",
            };
            let old = format!("{word}{}", mention.name);
            let changed =
                rename(&files, name, &[], (&old, "quite-new")).unwrap_or_else(|no| panic!("{name} {old}: {no:?}"));
            let after = changed.into_iter().next().expect("it changes").after;
            assert_ne!(after, text);
            let there = Files(files.0.clone().into_iter().chain([(name.to_owned(), after)]).collect());
            let back = rename(&there, name, &[], (&format!("{word}quite-new"), mention.name)).expect("and back");
            let back = back.into_iter().next().expect("it changes").after;
            assert_eq!(without_letters(&back), without_letters(&text), "{name} {old}");
        }
    }
}

/// Without the letters that kinds keep.
fn without_letters(text: &str) -> String {
    let mut out = text.to_owned();
    while let Some(at) = out.find(" letter \"") {
        out.replace_range(at..at + " letter \"X\"".len(), "");
    }
    out
}

/// Whatever can be wished for checks without a word, with play and scenarios.
#[test]
fn every_new_file_is_fine() {
    let plans = [
        (Goal::Line(4), Shape::Square(5, 5), 2),
        (Goal::Line(3), Shape::Hexagon(3), 3),
        (Goal::Line(3), Shape::Rhombus(4), 6),
        (Goal::Reach, Shape::Square(4, 5), 2),
        (Goal::Capture, Shape::Square(4, 4), 2),
        (Goal::Block, Shape::Square(4, 3), 2),
        (Goal::Block, Shape::Hexagon(3), 2),
        (Goal::Connect, Shape::Rhombus(4), 2),
    ];
    for (goal, shape, players) in plans {
        let plan = Plan { title: "Mine".to_owned(), shape, players, goal };
        let text = plan.text().unwrap_or_else(|why| panic!("{plan:?}: {why}"));
        assert!(text.contains("// ") && text.contains("test \""), "{text}");
        checks(&Files::of(&[("mine.gdl", &text)]), "mine.gdl", &text);
    }
}

/// Asserts that there is nothing to say of a file.
fn checks(files: &Files, name: &str, text: &str) {
    let mut sources = SourceMap::default();
    let (module, found) = Module::load(files, name, &mut sources);
    assert!(found.is_empty(), "{found:?}\n{text}");
    let found = merel::review::check(&module.expect("it is there"), &sources, true);
    assert!(found.is_empty(), "{found:?}\n{text}");
}

#[test]
fn what_does_not_go_together_is_told() {
    let why =
        |goal, shape, players| Plan { title: "Mine".to_owned(), shape, players, goal }.text().expect_err("it does not");
    assert_eq!(why(Goal::Reach, Shape::Square(6, 6), 3), "with this goal 2 to 2 may play");
    assert_eq!(why(Goal::Reach, Shape::Hexagon(4), 2), "with this goal the board is square");
    assert_eq!(why(Goal::Connect, Shape::Square(4, 4), 2), "with this goal the board is a rhombus");
    assert_eq!(why(Goal::Line(9), Shape::Square(4, 8), 2), "a line has 3 to 4 stones");
    assert_eq!(why(Goal::Block, Shape::Square(2, 99), 2), "a side has 3 to 26 cells");
    let quoted = Plan { title: "a \" b".to_owned(), shape: Shape::Square(4, 4), players: 2, goal: Goal::Reach };
    assert!(quoted.text().is_err());
}

#[test]
fn a_variant_of_every_game_is_begun_and_says_what_can_be_replaced() {
    let files = Files::library();
    for game in library::games().filter(|game| ["chess.gdl", "marelle-mixte.gdl", "oware.gdl"].contains(&game.file)) {
        let text = variant("Mine", game.file, &files.module(game.file)).expect("it can be played");
        let all = Files(files.0.clone().into_iter().chain([("mine.gdl".to_owned(), text.clone())]).collect());
        checks(&all, "mine.gdl", &text);
        assert!(text.contains("// replace board ") && text.contains("// replace move "), "{text}");
    }
    let text = variant("Mine", "chess.gdl", &files.module("chess.gdl")).expect("it can be played");
    let line = library::FILES
        .iter()
        .find(|file| file.file == "chess.gdl")
        .map(|file| file.text.lines().position(|line| line.starts_with("board ")).expect("chess has a board") + 1);
    assert!(text.contains(&format!("// chess.gdl:{}", line.expect("chess is there"))), "{text}");
}

#[test]
fn a_letter_of_a_column_is_no_name() {
    let text = BASE.replace("put Man on my first row", "put Man on my first row in column c");
    let text = text + "define near(c) = neighbours of c in empty\ndefine ahead(c) = row 2 in column c\n";
    let files = Files::of(&[("base.gdl", &text)]);
    let changed = rename(&files, "base.gdl", &[], ("c", "spot")).expect("it is bound there");
    let after = &changed[0].after;
    assert!(after.contains("my first row in column c }"), "{after}");
    assert!(after.contains("define near(spot) = neighbours of spot in empty"), "{after}");
}

#[test]
fn what_the_language_or_the_board_gives_is_no_new_name() {
    let text = format!("{BASE}define goal = my last row\n");
    let files = Files::of(&[("base.gdl", &text)]);
    for (new, why) in [("mine", "word"), ("row", "word"), ("b3", "cell"), ("north", "word"), ("corners", "board")] {
        let refused = rename(&files, "base.gdl", &[], ("goal", new)).expect_err("it is refused");
        assert!(refused.message.contains(why), "{new}: {refused:?}");
    }
    // Moves have a name space of their own.
    assert_eq!(rename(&files, "base.gdl", &[], ("advance", "mine")).map(|changed| changed.len()), Ok(1));
    assert_eq!(rename(&files, "base.gdl", &[], ("define goal", "target")).map(|changed| changed.len()), Ok(1));
}

#[test]
fn files_with_errors_are_left_alone_and_told() {
    let broken = "language 1\ngame \"Broken\" extends \"base.gdl\"\nreplace move advance { Man stps forward }\n";
    let other = BASE.replace("Crossing", "Other").replace("camp, well", "camp well");
    let files = Files::of(&[("base.gdl", BASE), ("broken.gdl", broken), ("mine.gdl", VARIANT), ("other.gdl", &other)]);
    assert_eq!(left_alone(&files, "base.gdl", &files.others("base.gdl")), ["broken.gdl"]);
}
