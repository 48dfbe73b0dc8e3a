//! Pushing, sowing, ranges by direction, chains that come to the same, lists of player numbers.

use merel::diagnostic::Code;
use merel::game::Game;
use merel::reference::{Position, Reference};
use merel::rules::loader::{Found, LoadError, Loader};
use merel::rules::{Choices, Module};
use merel::source::SourceMap;

struct Nothing;

impl Loader for Nothing {
    fn read(&self, _: Option<&str>, _: &str) -> Result<Found, LoadError> {
        Err(LoadError::NotFound(None))
    }
}

const HEAD: &str = "language 1 game \"Example\" players White, Black ";

fn whole(text: &str) -> Module {
    let (module, diagnostics) = Module::from_text(&Nothing, "example", text, &mut SourceMap::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    module.expect("a text gives a module")
}

/// All that the checker tells of a text, warnings included.
fn codes(text: &str) -> Vec<Code> {
    whole(&format!("{HEAD}{text}")).check().iter().map(|diagnostic| diagnostic.code).collect()
}

fn game(text: &str) -> Reference {
    let rules = whole(&format!("{HEAD}{text}")).rules(&Choices::default());
    Reference::new(rules.unwrap_or_else(|diagnostics| panic!("{diagnostics:?}")))
}

fn play(game: &Reference, moves: &str) -> Position {
    let mut position = game.initial();
    for text in moves.split_whitespace() {
        let option = game.parse(&position, text).unwrap_or_else(|error| panic!("{error}"));
        game.apply(&mut position, option);
    }
    position
}

/// The options after some moves, in order.
fn options(text: &str, moves: &str) -> String {
    let game = game(text);
    game.notations(&play(&game, moves)).join(" ")
}

/// The cells with the letters of what stands there (a capital is White's), and the pieces in hand.
fn board(text: &str, moves: &str) -> String {
    let game = game(text);
    let snapshot = game.snapshot(&play(&game, moves));
    let cells = game.rules().board.cells.iter().zip(&snapshot.cells);
    let stands = cells.filter(|(_, stack)| !stack.is_empty()).map(|(cell, stack)| {
        let letters = stack.iter().map(|piece| if piece.owner.is_some_and(|owner| owner.0 == 1) { 'm' } else { 'M' });
        format!("{}{}", cell.name, letters.collect::<String>())
    });
    let hands: u32 = snapshot.hands.iter().flatten().sum();
    format!("{} hand {hands}", stands.collect::<Vec<_>>().join(" "))
}

fn variables(text: &str, moves: &str) -> String {
    let game = game(text);
    let all = game.snapshot(&play(&game, moves)).variables;
    all.into_iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn what_is_pushed_moves_at_once_and_falls_off_the_board() {
    let text = "board square 4 by 1 piece Man (Men) captured pieces go to hand \
        setup { put Man of White on [a1 b1] put Man of Black on [c1 d1] } \
        move shove { pass { push pieces east } } move nudge { pass { push a1 east } } move lean { pass { push [a1 d1] west } }";
    assert_eq!(board(text, "shove"), "b1M c1M d1m hand 1");
    assert_eq!(board(text, "nudge"), "b1M c1m d1m hand 0", "what stood there is removed, not captured");
    assert_eq!(board(text, "lean"), "b1M c1m hand 0", "one's own men go to no hand");
}

#[test]
fn of_a_stack_the_top_is_pushed_and_lies_down_on_top() {
    let text = "board square 3 by 1 with stacks piece Man (Men) \
        setup { put 2 Man of White on a1 put Man of Black on b1 } move shove { pass { push [a1 b1] east } }";
    assert_eq!(board(text, "shove"), "a1M b1M c1m hand 0");
}

#[test]
fn what_was_pushed_off_was_taken() {
    let text = "board square 2 by 1 piece Man (Men) setup { put Man of Black on cells } \
        move shove { pick heading from directions { push cells heading ensure some taken } }";
    assert_eq!(options(text, ""), "north north-east east south-east south south-west west north-west");
    assert_eq!(board(text, "east"), "b1m hand 0");
}

#[test]
fn seeds_are_sown_until_none_is_left() {
    let text = |what: &str| {
        format!(
            "board loop 4 {{ names A B C D }} piece Man remember seeds of each cell: 0 to 9 = 1 \
             setup {{ set seeds of A to 6 }} \
             move go {{ pass {{ sow seeds from A onward {what} ensure landing is B or landing is C or landing is D }} }} \
             move rest {{ pass }}"
        )
    };
    let seeds = |what| {
        let text = text(what);
        variables(&text, "go").replace("seeds of ", "")
    };
    // What is as at first, 1 here, is not listed.
    assert_eq!(seeds(""), "B 3, C 3, D 2");
    assert_eq!(seeds("except A"), "A 0, B 3, C 3, D 3");
    assert_eq!(seeds("except [A C]"), "A 0, B 4, D 4");
    assert_eq!(options(&text("except cells"), ""), "rest", "with nowhere to sow, the last cell is the first");
}

#[test]
fn sowing_stops_at_the_end_of_a_track_and_at_the_end_of_the_range() {
    let text = "board track 3 { names A B C } piece Man remember seeds of each cell: 0 to 3 = 3 \
        move go { pick pit from cells { sow seeds from pit onward } }";
    assert_eq!(variables(text, "A"), "seeds of A 0", "the others hold three, as at first and at most");
    let text = text.replace("0 to 3 = 3", "0 to 9 = 3");
    assert_eq!(variables(&text, "A"), "seeds of A 0, seeds of B 4, seeds of C 4", "one seed is lost");
}

#[test]
fn only_numbers_of_cells_are_sown() {
    let text = |what: &str| {
        format!("board loop 4 piece Man {what} move go {{ Man drops {{ sow seeds from cell 1 onward }} }}")
    };
    assert_eq!(codes(&text("remember seeds of each cell: 0 to 9")), []);
    assert_eq!(codes(&text("remember seeds of each player: 0 to 9")), [Code::WrongType]);
    assert_eq!(codes(&text("remember seeds of each cell: yes or no")), [Code::WrongType]);
    assert_eq!(codes(&text("")), [Code::WrongType]);
}

#[test]
fn a_range_may_ask_for_the_direction() {
    let text = "board square 4 piece Man (Men) setup { put Man of White on [a1 b1 c1 a4] } \
        define ahead = count of pieces in reach of origin by slides way through cells \
        move go { Man slides orthogonal exactly ahead through cells to empty }";
    assert_eq!(options(text, ""), "a1-a2 a4-a3", "two men east of a1 are too many, none above b1 too few");
}

#[test]
fn opposites_undo_each_other() {
    let text = "board square 3 piece Man (Men) setup { put Man of White on b2 } \
        move go { Man steps orthogonal { let behind be opposite of way put Man of White on behind of origin } }";
    assert_eq!(board(text, "b2-b3"), "b1M b3M hand 0");
    assert_eq!(board(text, "b2-a2"), "a2M c2M hand 0");
    let text = "board graph { edge a b, b c direction down: a c } piece Man (Men) setup { put Man of White on a } \
        move go { Man steps down { ensure some opposite of way } } move rest { pass }";
    assert_eq!(options(text, ""), "rest", "nothing leads back up");
}

#[test]
fn chains_that_come_to_the_same_are_one_where_results_are_distinct() {
    let text = |rest: &str| {
        format!(
            "board square 5 piece Man (Men) \
             setup {{ put Man of White on c1 put Man of Black on [b2 d2 b4 d4] }} {rest}"
        )
    };
    let jump = "remember heading lasting a move: direction or none \
        move jump repeats { Man hops diagonal over enemies taking jumped { set heading to way } }";
    let both = "c1xa3xc5xe3xc1 c1xe3xc5xa3xc1";
    assert_eq!(options(&text(jump), ""), both);
    let distinct = format!("{jump} turn {{ choose jump with distinct results }}");
    assert_eq!(options(&text(&distinct), ""), "c1xa3xc5xe3xc1", "what lasts a move does not tell them apart");
    assert_eq!(options(&text(&distinct.replace(" lasting a move", "")), ""), both, "what is kept does");
}

#[test]
fn a_chain_that_ends_elsewhere_or_takes_others_is_another() {
    let text = "board square 5 piece Man (Men) \
        setup { put Man of White on a1 put Man of Black on [b2 b4 d4 d2] } \
        move jump may repeat { Man hops diagonal over enemies taking jumped }";
    assert_eq!(options(text, ""), "a1xc3 a1xc3xe1 a1xc3xa5 a1xc3xe5", "c3 is left in three ways");
}

#[test]
fn the_numbers_of_players_may_be_listed() {
    let text = "language 1 game \"Example\" players 2 to 3, 5: A, B, C, D, E board square 2 piece Man move place { Man drops }";
    let module = whole(text);
    assert_eq!(module.players(), [2, 3, 5]);
    assert_eq!(module.players_in_words(), "2 to 3, 5");
    let play = |n| module.rules(&Choices { players: Some(n), ..Choices::default() }).map(|rules| rules.players.len());
    assert_eq!(play(5).ok(), Some(5));
    assert!(play(4).is_err_and(|found| found.iter().any(|found| found.code == Code::PlayerCount)));
    assert_eq!(module.every_choice().len(), 3);
    let wrong = whole(&text.replace("2 to 3, 5", "2, 9"));
    assert!(wrong.check().iter().any(|found| found.code == Code::PlayerCount));
}
