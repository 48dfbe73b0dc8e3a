//! Sentences of `docs/language/` that its examples do not show.

use merel::diagnostic::{Code, Severity};
use merel::engine::Engine;
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

fn module(text: &str) -> Module {
    let mut sources = SourceMap::default();
    let (module, diagnostics) = Module::from_text(&Nothing, "example", &format!("{HEAD}{text}"), &mut sources);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    module.expect("a text gives a module")
}

/// All that the checker tells of a text, warnings included.
/// Warnings left out: of these texts much is not used.
fn errors(text: &str) -> Vec<Code> {
    codes(text).into_iter().filter(|code| code.severity() == Severity::Error).collect()
}

fn codes(text: &str) -> Vec<Code> {
    module(text).check().iter().map(|diagnostic| diagnostic.code).collect()
}

fn game(text: &str) -> Reference {
    let rules = module(text).rules(&Choices::default());
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

/// The options after some moves, in order, which both evaluators tell alike.
fn options(text: &str, moves: &str) -> String {
    let game = game(text);
    let options = game.notations(&play(&game, moves));
    let engine = Engine::new(game.shared_rules());
    let mut position = engine.initial();
    for text in moves.split_whitespace() {
        let option = engine.parse(&position, text).unwrap_or_else(|error| panic!("{error}"));
        engine.apply(&mut position, option);
    }
    assert_eq!(engine.notations(&position), options);
    options.join(" ")
}

fn by(text: &str, moves: &str) -> String {
    let game = game(text);
    game.outcome(&play(&game, moves)).map_or("goes on".into(), |outcome| outcome.by.to_string())
}

#[test]
fn sites_are_entered_by_name_only() {
    let board = "board square 2 by 1 site bar piece Man (Men) ";
    assert_eq!(options(&format!("{board} move enter {{ Man drops }}"), ""), "a1 b1");
    assert_eq!(options(&format!("{board} move enter {{ Man drops to empty }}"), ""), "a1 b1 bar");
    assert_eq!(
        options(&format!("{board} setup {{ put Man of White on bar }} move go {{ Man goes }}"), ""),
        "bar-a1 bar-b1"
    );
}

#[test]
fn a_hyphen_may_stand_before_a_digit_of_a_name() {
    let text = "board star 1 piece Man (Men) setup { put Man of White on point-1 } move go { Man steps to empty when 3-1 is 2 }";
    assert_eq!(options(text, "").split(' ').count(), 2);
}

#[test]
fn ends_after_a_move_are_tested_after_what_chance_decided_too() {
    let text = "board square 2 by 1 piece Man (Men) remember life of each player: 0 to 1 = 1 \
        move hit { pass } \
        turn { choose hit roll blow from 1 to 2 if blow is 1 { set enemy life to 0 } } \
        end after each move { \"dead\": each player loses when my life is 0 }";
    assert_eq!(by(text, "hit 2 hit 1"), "dead");
}

#[test]
fn dice_that_cannot_be_counted_are_refused() {
    let text = |dice: &str| {
        format!(
            "board square 1 piece Man move hit {{ Man drops }} turn {{ roll blow as {dice} if odd(blow) {{ choose hit }} }}"
        )
    };
    assert_eq!(codes(&text("20 dice")), []);
    assert_eq!(codes(&text("20 dice of 100")), [Code::Limit]);
}

#[test]
fn only_moves_repeat_as_often_as_the_player_likes() {
    let text = "board square 2 piece Man (Men) move place { Man drops } turn { may repeat 2 times { choose place } }";
    assert_eq!(codes(text), [Code::BadStatement]);
    let text = "board square 3 by 1 piece Stone move place { pass { repeat up to 3 times { pick c from empty put Stone of White on c } } }";
    assert_eq!(options(text, "").split(' ').count(), 6);
    let text = text.replace("repeat up to", "may repeat up to");
    assert_eq!(options(&text, "").split(' ').next(), Some("place."));
}

#[test]
fn who_has_the_first_turn_can_be_asked() {
    let text = "board square 2 piece Man (Men) setup { set starter to Black } move place { Man drops } \
        end before each turn { \"begun\": draw when starter is Black and mover is White }";
    assert_eq!(by(text, "a1"), "begun");
}

#[test]
fn landing_takes_whatever_stands_there() {
    let text = "board square 2 by 1 piece Man (Men) setup { put Man of White on cells } \
        move go { Man steps to mine } end after each turn { \"one\": draw when count of pieces is 1 }";
    assert_eq!(by(text, "a1xb1"), "one");
}

#[test]
fn the_cell_between_two_legs_is_one_that_the_first_could_run_through() {
    let board = "board square 3 by 1 piece Man (Men) setup { put Man of White on a1 put Man of Black on b1 } ";
    assert_eq!(options(&format!("{board} move go {{ Man steps then steps onward }} move skip {{ pass }}"), ""), "skip");
    let through = "move go { Man steps through enemies then steps onward }";
    assert_eq!(options(&format!("{board} {through}"), ""), "a1-c1");
}

#[test]
fn a_far_hop_ends_before_or_on_what_stands_behind() {
    let text = "board square 6 by 1 piece Man (Men) setup { put Man of White on a1 put Man of Black on [b1 e1] } \
        move go { Man hops over enemies at any distance to empty or enemies }";
    assert_eq!(options(text, ""), "a1-c1 a1-d1 a1xe1");
}

#[test]
fn a_slide_may_enter_a_cell_that_it_may_not_pass() {
    let text = "board square 5 by 1 terrain ground: red, green piece Man (Men) \
        setup { paint ground as | GGRGG
        put Man of White on a1 } move go { Man slides stopping at red }";
    assert_eq!(options(text, ""), "a1-b1 a1-c1");
}

#[test]
fn a_chain_that_ends_comes_before_one_that_goes_on() {
    let text = "board square 5 by 1 piece Man (Men) setup { put Man of White on a1 put Man of Black on [b1 d1] } \
        move hop may repeat { Man hops over enemies except taken taking jumped }";
    assert_eq!(options(text, ""), "a1xc1 a1xc1xe1");
    assert_eq!(options(&text.replace("may repeat", "repeats"), ""), "a1xc1xe1");
}

#[test]
fn options_are_in_order() {
    let text = "board square 2 by 2 piece Stone move skip { pass } move place { Stone drops } \
        move name-it { pick n from 1 to 2, c from [a1 b2] } \
        turn { may choose name-it or place or skip }";
    assert_eq!(options(text, ""), "1,a1 1,b2 2,a1 2,b2 a1 b1 a2 b2 skip stop");
}

#[test]
fn what_lasts_two_turns_is_forgotten_after_the_next_players_turn() {
    let text = "board square 3 by 1 piece Stone remember last lasting two turns: cell or none \
        move place { Stone drops { set last to landing } } move skip { pass } \
        end before each turn { \"gone\": draw when turns more than 0 and no last }";
    assert_eq!(by(text, "a1 skip"), "gone");
    assert_eq!(by(text, "a1 b1 c1"), "goes on");
}

#[test]
fn what_the_set_up_sets_for_two_turns_lasts_the_first_turn() {
    let text = "board square 3 by 1 piece Stone remember last lasting two turns: cell or none setup { set last to c1 } \
        move place { Stone drops } end before each turn { \"gone\": draw when no last }";
    assert_eq!(by(text, ""), "goes on");
    assert_eq!(by(text, "a1"), "gone");
}

#[test]
fn extra_turns_belong_to_the_same_round() {
    let text = "board square 5 by 1 piece Stone remember extra: yes or no move place { Stone drops } \
        turn { choose place if not extra { set extra to yes again } } \
        end after each round { \"round\": draw when turns is 3 }";
    assert_eq!(by(text, "a1 b1"), "goes on");
    assert_eq!(by(text, "a1 b1 c1"), "round");
}

#[test]
fn the_only_thing_that_can_be_drawn_is_not_asked_for() {
    let text = "board square 2 by 1 piece Stone move place { Stone drops } \
        turn { roll where-to from empty choose place }";
    assert_eq!(options(text, "a1 b1"), "a1");
}

#[test]
fn with_the_most_keeps_the_best_of_the_group_that_is_offered() {
    let text = "board square 3 by 1 piece Man (Men) setup { put Man of White on b1 put Man of Black on a1 } \
        move take-one { Man steps to enemies } move walk { Man steps } \
        turn { choose walk or take-one with the most count of taken }";
    assert_eq!(options(text, ""), "b1xa1");
}

#[test]
fn distinct_results_leave_the_first_way_to_each_position() {
    let text = |distinct| {
        format!(
            "board square 3 by 2 piece Man (Men) setup {{ put Man of White on a1 }} \
            move go {{ Man walks orthogonal exactly 2 }} turn {{ choose go {distinct} }}"
        )
    };
    // Two ways lead to b2: by a2 and by b1. The walk shows where it ends, so they read alike already.
    assert_eq!(options(&text(""), ""), "a1-c1 a1-b2");
    let two = |distinct| {
        format!(
            "board square 3 by 1 piece Stone move two {{ pick a from empty, b from empty except [a] {{ put Stone on [a b] }} }} \
            turn {{ choose two {distinct} }}"
        )
    };
    assert_eq!(options(&two(""), ""), "a1,b1 a1,c1 b1,a1 b1,c1 c1,a1 c1,b1");
    assert_eq!(options(&two("with distinct results"), ""), "a1,b1 a1,c1 b1,c1");
}

#[test]
fn what_lasts_a_turn_does_not_tell_results_apart() {
    let text = |lasting| {
        format!(
            "board square 2 by 1 piece Stone setup {{ put Stone of White on a1 }} remember said {lasting}: 0 to 3 \
            move say {{ pick n from 1 to 3 {{ set said to n }} }} turn {{ choose say with the most n with distinct results }}"
        )
    };
    let codes = codes(&text("lasting a turn").replace("the most n", "the most said"));
    assert_eq!(codes, []);
    assert_eq!(options(&text("lasting a turn").replace("with the most n ", ""), ""), "1");
    assert_eq!(options(&text("").replace("with the most n ", ""), ""), "1 2 3");
}

#[test]
fn where_joins_conditions_by_and() {
    let text = "board square 4 by 1 piece Stone \
        define inner = those c in cells where column of c more than 1 and column of c less than 4 \
        move place { Stone drops to (empty in inner) or d1 }";
    assert_eq!(options(text, ""), "b1 c1 d1");
}

#[test]
fn repetition_may_be_asked_within_the_latest_turns() {
    let text = |turns: u32| {
        format!(
            "board square 2 by 2 piece Man (Men) setup {{ put Man of White on a1 put Man of Black on a2 }} \
             move go {{ Man steps sideways }} \
             end before each turn {{ \"again\": draw when repeated 2 times within {turns} turns }}"
        )
    };
    // The start is back after four turns.
    assert_eq!(by(&text(3), "a1-b1 a2-b2 b1-a1 b2-a2"), "goes on");
    assert_eq!(by(&text(4), "a1-b1 a2-b2 b1-a1 b2-a2"), "again");
}

#[test]
fn what_could_be_taken_without_landing_on_it_is_attacked() {
    let text = "board square 4 by 1 piece King royal, Man (Men) setup { put King of White on b1 put Man of Black on c1 } \
        move go { King steps Man hops over enemies taking jumped }";
    // Over the king to a1, which is empty as long as the king stays on b1.
    assert_eq!(options(text, ""), "b1-a1");
    let text = text.replace("board square 4 by 1", "board square 4 by 2").replace("King steps", "King steps diagonal");
    assert_eq!(options(&text, ""), "b1-a2 b1-c2");
    let stays = text.replace("move go {", "move wait { pass } move go {");
    assert_eq!(options(&stays, ""), "b1-a2 b1-c2", "who waits leaves the king attacked");
}

#[test]
fn a_definition_by_player_may_have_a_general_case() {
    let text = "board square 3 by 1 piece Stone move place { Stone drops to my goal } \
        define goal of White = a1 define goal of p = [b1 c1]";
    assert_eq!(options(text, ""), "a1");
    assert_eq!(options(text, "a1"), "b1 c1");
    let text = text.replace("define goal of p", "define other of p");
    assert_eq!(codes(&text), [Code::MissingCase, Code::Unused]);
}

/// A row of three cells, of which the middle one must be left when the turn is over.
const ROW: &str = "board square 3 by 1 piece Man (Men) setup { put Man of White on a1 } \
    move step { Man steps to empty } move rest { pass } ensure after each turn no mine in column b ";

#[test]
fn what_a_turn_may_not_end_with_cannot_be_done() {
    let once = "turn { if can step { choose step } otherwise { choose rest } }";
    assert_eq!(options(&format!("{ROW}{once}"), ""), "rest");
    // What follows in the same turn may mend it.
    let twice = "turn { repeat 2 times { if can step { choose step } otherwise { choose rest } } }";
    assert_eq!(options(&format!("{ROW}{twice}"), ""), "a1-b1");
    assert_eq!(options(&format!("{ROW}{twice}"), "a1-b1"), "b1-a1 b1-c1");
    let while_there_are = "turn { repeat 3 times while can step { choose step } choose rest }";
    assert_eq!(options(&format!("{ROW}{while_there_are}"), ""), "a1-b1");
    assert_eq!(options(&format!("{ROW}{while_there_are}"), "a1-b1 b1-c1"), "rest");
}

#[test]
fn what_cannot_be_done_is_asked_of_others_and_where_no_turn_offers_it() {
    let end = |what: &str| {
        let text = format!("{ROW} turn {{ choose step or rest }} end before each turn {{ \"no\": draw when {what} }}");
        by(&text, "")
    };
    assert_eq!(end("not can step"), "no");
    assert_eq!(end("not can rest"), "goes on");
    assert_eq!(end("turns is 1 and not can of White rest"), "goes on");
    let other = |turns: &str| {
        let text =
            format!("{ROW} {turns} end before each turn {{ \"no\": draw when turns is 1 and not can of White step }}");
        by(&text, "rest")
    };
    assert_eq!(other("turn { choose step or rest }"), "no");
    assert_eq!(other("turn { may choose rest may choose step may choose step }"), "goes on");
    assert_eq!(other("turn { choose rest }"), "no");
}

#[test]
fn who_may_not_end_a_turn_with_any_option_is_stuck() {
    let text = |turn: &str| format!("{ROW} {turn} end before each turn {{ \"stuck\": mover loses when stuck }}");
    assert_eq!(by(&text("turn { choose step choose rest }"), ""), "stuck");
    assert_eq!(by(&text("turn { choose step choose rest or step }"), ""), "goes on");
}

#[test]
fn whether_others_can_is_asked_without_end() {
    let text = |cells: u8, last: &str| {
        format!(
            "board square {cells} by 1 piece Man (Men) setup {{ put Man of White on a1 put Man of Black on {last} }} \
            move step {{ Man steps to empty }} move rest {{ pass }} ensure after each turn can of opponent step"
        )
    };
    assert_eq!(options(&text(4, "d1"), ""), "a1-b1 rest");
    // Black could step to b1 only, and would leave White no step.
    assert_eq!(options(&text(3, "c1"), ""), "");
}

#[test]
fn not_leaves_the_others_of_the_type_that_is_meant() {
    let text = "board square 2 type look = 2 to 4 piece Man (Men) \
        remember used of each look: yes or no remember given: look or none remember some-used: some look \
        move hand { pick token from OTHERS { set used of token to yes set given to token } }";
    let hand = |others: &str, moves: &str| options(&text.replace("OTHERS", others), moves);
    assert_eq!(hand("not used", ""), "2 3 4");
    assert_eq!(hand("not used", "3"), "2 4");
    assert_eq!(hand("not (used or [2])", "3"), "4");
    assert_eq!(hand("not given", "4"), "2 3");
    assert_eq!(hand("not some-used", ""), "2 3 4");
    assert_eq!(hand("look except [2 4]", ""), "3");
    assert_eq!(errors(&text.replace("OTHERS", "not [2 4]")), [Code::WrongType]);
    let hexes =
        "board hexagon 3 piece Man (Men) setup { put Man of White on c3 } move go { Man steps (not [north-east]) }";
    assert_eq!(options(hexes, "").split(' ').count(), 5);
}

#[test]
fn a_number_that_may_be_none_is_one_where_it_is_not_none() {
    let text = "board square 2 type look = 0 to 3 piece Token neutral \
        remember look-of of each Token: look remember given: look or none \
        move place { pick spot from empty WHEN { put Token on spot with look-of NUMBER } } \
        move hand { pick t from look { set given to t } } turn { choose place or hand }";
    let with = |when: &str, number: &str| text.replace("WHEN", when).replace("NUMBER", number);
    assert_eq!(errors(&with("", "given")), [Code::WrongType]);
    assert_eq!(errors(&with("when given is none", "given")), [Code::WrongType]);
    assert_eq!(options(&with("when given is not none", "given"), ""), "0 1 2 3");
    assert_eq!(options(&with("when given is not none", "given"), "1"), "a1 b1 a2 b2 0 1 2 3");
    assert_eq!(errors(&with("", "if given is none then 0 else given")), []);
    assert_eq!(errors(&with("", "(given or else 3)")), []);
    assert_eq!(errors(&with("", "(given or else 4)")), [Code::OutOfRange]);
    assert_eq!(
        errors(&with("when given is not none", "given set given to none").replace("to t }", "to 4 }")),
        [Code::OutOfRange]
    );
}

#[test]
fn turns_count_the_one_that_just_ended() {
    let with = |ends: &str, moves: &str| {
        let go = "setup for each player { put Man on my first row } move go { Man steps }";
        by(&format!("board square 3 piece Man (Men) {go} define late = turns at least 2 {ends}"), moves)
    };
    let after = "end after each turn { \"after\": draw when CHECK }";
    let before = "end before each turn { \"before\": draw when CHECK }";
    for check in ["turns is 2", "late"] {
        let (after, before) = (after.replace("CHECK", check), before.replace("CHECK", check));
        assert_eq!(with(&after, "a1-a2"), "goes on");
        assert_eq!(with(&after, "a1-a2 c3-c2"), "after");
        assert_eq!(with(&before, "a1-a2"), "goes on");
        assert_eq!(with(&before, "a1-a2 c3-c2"), "before");
        assert_eq!(with(&format!("{after} {before}"), "a1-a2 c3-c2"), "after");
    }
    let both = "end after each round { \"rounds\": draw when rounds is 1 and turns is 2 }";
    assert_eq!(with(both, "a1-a2 c3-c2"), "rounds");
}

#[test]
fn what_was_compared_with_a_number_may_be_taken_from_it() {
    let text = "board square 2 piece Man (Men) remember heap of each cell: 0 to 9 = 5 remember left: 0 to 9 \
        move grab { pick c from cells, n from 1 to 7 when ASKED { subtract n from heap of c REST } }";
    let with = |asked: &str, rest: &str| errors(&text.replace("ASKED", asked).replace("REST", rest));
    assert_eq!(with("n at most heap of c", ""), []);
    assert_eq!(with("heap of c at least n", ""), []);
    assert_eq!(with("n less than heap of c", "set left to heap of c"), []);
    assert_eq!(with("n less than 8", ""), [Code::OutOfRange]);
    assert_eq!(with("n at least heap of c", ""), [Code::OutOfRange]);
    // Once it is taken, it is not known to be there again.
    assert_eq!(with("n at most heap of c", "subtract n from heap of c"), [Code::OutOfRange]);
    assert_eq!(with("not (n more than heap of c)", "set left to 5 - larger(n, 3)").len(), 1);
}
