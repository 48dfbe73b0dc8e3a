use proptest::prelude::*;

use super::*;

const SMALL: &str = "format = 1\ngame = \"heap\"\nplayers = 2\nmoves = [\"take 1\", \"take 3\"]\n";

fn error(text: &str) -> String {
    parse(text).expect_err("the text is wrong").to_string()
}

/// The error after one replacement in a file that is right.
fn error_with(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from));
    error(&SMALL.replace(from, to))
}

fn full() -> Saved {
    Saved {
        game: "games/heap.gdl".into(),
        title: "The \"great\" heap".into(),
        rules: "0123abcd".into(),
        options: [("size".into(), "9".into()), ("first move".into(), "drawn".into())].into(),
        players: 2,
        seats: vec!["human".into(), "search:1s".into()],
        seed: u64::MAX,
        generator: "xoshiro256++".into(),
        start: Some("a text\nof two lines".into()),
        moves: (0..30).map(|number| format!("take {}", number % 4)).collect(),
        result: Some("White wins: last counter".into()),
        settled: Some("White resigns".into()),
        clock: Some("5m+3s".into()),
        left: vec![300_000, 0],
        comments: vec![String::new(), "an old opening".into()],
        evaluations: vec![None, Some(Evaluation::new(0.5)), Some(Evaluation::new(1.0))],
        times: vec![12, 3400],
        tags: [("event".into(), "the first".into())].into(),
        variations: Vec::new(),
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// The same with two lines of play beside it.
fn varied() -> Saved {
    let one = Variation {
        after: 1,
        moves: texts(&["take 9", "take 8"]),
        comments: texts(&["", "\"so\" it's = better"]),
        evaluations: vec![Some(Evaluation::new(0.25))],
        times: vec![7],
    };
    let other = Variation { after: 30, moves: texts(&["take 7"]), ..Variation::default() };
    Saved { variations: vec![one, other], ..full() }
}

#[test]
fn a_small_file_is_enough() {
    let saved = parse(SMALL).unwrap();
    assert_eq!((saved.game.as_str(), saved.players, saved.seed), ("heap", 2, 0));
    assert_eq!(saved.moves, ["take 1", "take 3"]);
    assert_eq!((saved.start, saved.result), (None, None));
}

#[test]
fn a_full_file_reads_well() {
    let text = to_text(&full());
    assert_eq!(parse(&text), Ok(full()));
    assert_eq!(
        text,
        r#"format = 1
game = "games/heap.gdl"
title = 'The "great" heap'
rules = "0123abcd"
players = 2
seats = ["human", "search:1s"]
seed = "18446744073709551615"
generator = "xoshiro256++"
start = """
a text
of two lines"""
result = "White wins: last counter"
settled = "White resigns"
clock = "5m+3s"
left = [300000, 0]
moves = [
    "take 0", "take 1", "take 2", "take 3", "take 0", "take 1", "take 2",
    "take 3", "take 0", "take 1", "take 2", "take 3", "take 0", "take 1",
    "take 2", "take 3", "take 0", "take 1", "take 2", "take 3", "take 0",
    "take 1", "take 2", "take 3", "take 0", "take 1", "take 2", "take 3",
    "take 0", "take 1",
]
comments = [
    "", "an old opening",
]
evaluations = [
    -1, 500, 1000,
]
times = [
    12, 3400,
]

[options]
"first move" = "drawn"
size = "9"

[tags]
event = "the first"
"#
    );
}

#[test]
fn variations_stand_below_and_tell_of_their_own_moves() {
    let text = to_text(&varied());
    assert_eq!(parse(&text), Ok(varied()));
    // Who does not know variations does not know the format.
    assert!(text.starts_with("format = 2\n"));
    let below = text.split_once("event = \"the first\"\n").unwrap().1;
    let expected = r#"
[[variations]]
after = 1
moves = [
    "take 9", "take 8",
]
comments = [
    "", """"so" it's = better""",
]
evaluations = [
    250,
]
times = [
    7,
]

[[variations]]
after = 30
moves = [
    "take 7",
]
"#;
    assert_eq!(below, expected);
}

#[test]
fn the_example_of_the_page_can_be_read() {
    let page = include_str!("../../../docs/play.md");
    let example = page.split("```toml\n").nth(1).and_then(|part| part.split("```").next()).expect("an example");
    let saved = parse(example).unwrap();
    assert_eq!((saved.variations[0].after, &saved.variations[0].moves), (2, &texts(&["a3", "c1"])));
}

#[test]
fn variations_that_make_no_sense_are_refused() {
    let small = SMALL.replace("format = 1", "format = 2");
    let wrong = |variation: &str| error(&format!("{small}[[variations]]\n{variation}"));
    let one = "[[variations]]\nafter = 1\nmoves = ['x']\n";
    assert_eq!(parse(&format!("{small}{one}")).unwrap().variations[0].moves, ["x"]);
    assert_eq!(error(&format!("{SMALL}{one}")), "line 1, column 10: only files of format 2 have variations");
    assert_eq!(wrong("after = 3\nmoves = ['x']"), "line 6, column 9: the variation goes on after 3 of 2 moves");
    assert_eq!(wrong("after = 0\nmoves = []"), "line 7, column 9: a variation has at least one move");
    assert_eq!(
        wrong("after = 0\nmoves = ['x']\ncomments = ['', '']"),
        "line 8, column 12: there are 2 comments for 1 moves"
    );
    assert!(wrong("after = -1\nmoves = ['x']").starts_with("line 6, column 9: "));
    assert!(wrong("moves = ['x']").contains("missing field `after`"));
    assert!(wrong("after = 0\nmoves = ['x']\nvariations = []").contains("unknown field `variations`"));
    for odd in ["moves = [\"a\\u001B\"]", "moves = ['x']\ncomments = [\"a\\nb\"]"] {
        assert!(wrong(&format!("after = 0\n{odd}")).ends_with("holds a sign that cannot be seen"), "{odd}");
    }
    assert_eq!(error(&format!("{small}{}", one.repeat(101))), "line 306, column 9: there are more than 100 variations");
    // Each is short in the file, but not from the start of the match.
    let moves = format!("moves = [{}'x']", "'',".repeat(300_000));
    let long = small.replace("moves = [\"take 1\", \"take 3\"]", &moves);
    let later = one.replace("after = 1", "after = 300000").repeat(7);
    let told = error(&format!("{long}{later}"));
    assert_eq!(told, "line 24, column 9: the variations have more than 8 MiB, each from the start");
}

#[test]
fn lines_are_variations_from_where_they_part() {
    let moves = texts(&["a", "b", "c"]);
    let of = |line: &[&str]| Variation::of_line(&texts(line), &moves).map(|one| (one.after, one.moves.concat()));
    assert_eq!(of(&["a", "x", "y"]), Some((1, "xy".into())));
    assert_eq!(of(&["x"]), Some((0, "x".into())));
    assert_eq!(of(&["a", "b", "c", "d"]), Some((3, "d".into())));
    assert_eq!((of(&["a", "b"]), of(&[]), of(&["a", "b", "c"])), (None, None, None));
    // Of more than a file holds the latest stay, in their order.
    let many: Vec<Vec<String>> = (0..150).map(|number| texts(&["a", &format!("x{number}")])).collect();
    let kept = variations(&many, &moves);
    assert_eq!((kept.len(), kept[0].moves[0].as_str(), kept[99].moves[0].as_str()), (100, "x50", "x149"));
    let line: Vec<String> = kept[99].line(&moves).cloned().collect();
    assert_eq!(line, many[149]);
    let long = vec![vec!["x".repeat(4000); 1000]; 3];
    assert_eq!(variations(&long, &moves).len(), 2);
}

#[test]
fn notes_go_with_their_moves_to_whatever_line_is_shown() {
    // The variation is the match now, and the match a variation.
    let moves = texts(&["take 0", "take 9", "take 8", "take 1"]);
    let variations = variations(&[full().moves], &moves);
    let later = Saved { moves, variations, ..Saved::default() }.with_notes_of(&varied());
    assert_eq!(later.comments, ["", "", "\"so\" it's = better"]);
    assert_eq!(later.evaluations, [None, Some(Evaluation::new(0.25))]);
    assert_eq!(later.times, [12, 7]);
    let [line] = &later.variations[..] else { panic!("{later:?}") };
    assert_eq!((line.after, line.moves.len()), (1, 29));
    assert_eq!((&line.comments[..], &line.times[..]), (&texts(&["an old opening"])[..], &[3400][..]));
    assert_eq!(line.evaluations, [Some(Evaluation::new(0.5)), Some(Evaluation::new(1.0))]);
}

#[test]
fn options_and_seeds_may_be_written_as_numbers() {
    let text = format!("seed = 7\n{SMALL}[options]\nsize = 9\nflying = true\nname = \"x\"\n");
    let saved = parse(&text).unwrap();
    let options: Vec<_> = saved.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(options, [("flying", "true"), ("name", "x"), ("size", "9")]);
    assert_eq!(saved.seed, 7);
}

#[test]
fn errors_have_a_place() {
    assert_eq!(error_with("format = 1", "format = 3"), "line 1, column 10: format 3 is not known, only 1 and 2");
    assert_eq!(error_with("players = 2", "players = 0"), "line 3, column 11: a match has at least one player");
    assert_eq!(error(&format!("{SMALL}seats = [\"human\"]\n")), "line 5, column 9: there are 1 seats for 2 players");
    assert_eq!(
        error(&format!("{SMALL}seed = \"many\"\n")),
        "line 5, column 8: `many` is not a seed, a number below 2^64"
    );
    assert!(error_with("players", "plaiers").starts_with("line 3, column 1: unknown field `plaiers`"));
    assert!(error_with("\"take 3\"", "3").starts_with("line 4, column 20: invalid type"));
    assert!(error_with("\"heap\"", "\"heap").starts_with("line 2, column 13: "));
    assert!(error_with("players = 2\n", "").contains("missing field `players`"));
    assert!(error("").contains("missing field `format`"));
    let notes = |line: &str| error(&format!("{SMALL}{line}\n"));
    assert_eq!(notes("comments = ['', '', 'x']"), "line 5, column 12: there are 3 comments for 2 moves");
    assert_eq!(notes("times = [1, 2, 3]"), "line 5, column 9: there are 3 times for 2 moves");
    let wrong = "line 5, column 15: 1001 is no evaluation, a number from 0 to 1000, or -1 for none";
    assert_eq!(notes("evaluations = [1001]"), wrong);
    assert!(notes("comments = [\"a\\u001b\"]").ends_with("holds a sign that cannot be seen"));
    assert!(notes("tags = { a = \"\\u001b\" }").ends_with("holds a sign that cannot be seen"));
}

#[test]
fn what_is_too_large_is_refused() {
    assert_eq!(error(&" ".repeat(MAX_BYTES + 1)), "the file has more than 16 MiB");
    let moves = format!("moves = [{}]", "'',".repeat(MAX_MOVES + 1));
    let text = SMALL.replace("moves = [\"take 1\", \"take 3\"]", &moves);
    assert_eq!(error(&text), "line 4, column 9: there are more than 1000000 moves");
}

#[test]
fn what_steers_a_terminal_is_refused() {
    for sign in ["\\n", "\\r", "\\u001B", "\\u009B", "\\u202E", "\\u200B"] {
        let told = error_with("\"take 3\"", &format!("\"take{sign}3\""));
        assert!(
            told.starts_with("line 4, column 9: `take") && told.ends_with("holds a sign that cannot be seen"),
            "{told}"
        );
        assert!(error(&format!("{SMALL}title = \"{sign}\"\n")).contains("cannot be seen"));
    }
    assert!(error(&format!("{SMALL}title = \"{}\"\n", "x".repeat(5000))).contains("more than 4096 bytes"));
}

#[test]
fn notes_stay_with_the_moves_that_stay() {
    let earlier = full();
    let mut moves = earlier.moves.clone();
    moves.truncate(3);
    moves[1] = "take 9".into();
    let later = Saved { moves, comments: Vec::new(), tags: BTreeMap::new(), ..full() }.with_notes_of(&earlier);
    assert_eq!((later.comments, later.evaluations, later.times), (vec![String::new()], vec![None], vec![12]));
    assert_eq!(later.tags["event"], "the first");
}

#[test]
fn deep_nesting_is_an_error() {
    let text = format!("format = {}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(error(&text).starts_with("line 1, column "));
}

/// Whether a text of a match holds what cannot be seen.
fn has_unseen(saved: &Saved) -> bool {
    let Saved { game, title, rules, options, seats, generator, start, moves, result, settled, clock, .. } = saved;
    let options = options.iter().chain(&saved.tags).flat_map(|(name, value)| [name, value]);
    let all = [game, title, rules, generator].into_iter().chain(options).chain(seats).chain(moves);
    let lines = saved.variations.iter().flat_map(|one| one.moves.iter().chain(&one.comments));
    let all = all.chain(&saved.comments).chain(lines);
    all.chain(start).chain(result).chain(settled).chain(clock).any(|text| text.contains(is_unseen))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_match_reads_back(
        words in prop::collection::vec(any::<String>(), 4),
        options in prop::collection::btree_map(any::<String>(), any::<String>(), 0..4),
        seats in prop::collection::vec(any::<String>(), 1..5),
        seed in any::<u64>(),
        moves in prop::collection::vec("\\PC{0,12}|[\"'\\\\\t]{0,6}", 0..20),
        start in any::<Option<String>>(),
        result in any::<Option<String>>(),
        (settled, clock) in any::<(Option<String>, Option<String>)>(),
        left in prop::collection::vec(0..i64::MAX as u64, 0..4),
        (comments, tags) in (
            prop::collection::vec(any::<String>(), 0..3),
            prop::collection::btree_map(any::<String>(), any::<String>(), 0..3),
        ),
        evaluations in prop::collection::vec(prop::option::of(0.0..1.0f64), 0..20),
        times in prop::collection::vec(0..i64::MAX as u64, 0..20),
        lines in prop::collection::vec((any::<usize>(), prop::collection::vec(("\\PC{0,9}", any::<String>()), 1..5)), 0..4),
    ) {
        let [game, title, rules, generator] = words.try_into().unwrap();
        let players = seats.len() as u8;
        let evaluations = evaluations.into_iter().map(|value| value.map(Evaluation::new)).take(moves.len()).collect();
        let times = times.into_iter().take(moves.len()).collect();
        let comments = comments.into_iter().take(moves.len()).collect();
        let variation = |(after, told): (usize, Vec<(String, String)>)| {
            let (own, comments) = told.into_iter().unzip();
            Variation { after: after % (moves.len() + 1), moves: own, comments, ..Variation::default() }
        };
        let variations = lines.into_iter().map(variation).collect();
        let saved = Saved {
            game, title, rules, options, players, seats, seed, generator, start, moves, result, settled, clock, left,
            comments, evaluations, times, tags, variations
        };
        // Only what can be seen is read.
        let steers = has_unseen(&saved);
        prop_assert_eq!(parse(&to_text(&saved)).ok(), (!steers).then_some(saved));
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = parse(&text);
        let _ = parse(&format!("{SMALL}{text}"));
    }
}
