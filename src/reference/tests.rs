//! Small rule files, one for each thing that the evaluator does. Whole games are tested from outside.

use crate::game::{Actor, Game, PlayerId, Verdict};
use crate::rules::sample::rules;

use super::{Position, Reference};

fn game(text: &str) -> Reference {
    Reference::new(rules(&format!("language 1\ngame \"Test\"\n{text}")))
}

fn after(game: &Reference, texts: &[&str]) -> Position {
    let mut position = game.initial();
    for text in texts {
        let option = game.parse(&position, text).unwrap_or_else(|error| panic!("{error}"));
        game.apply(&mut position, option);
    }
    position
}

fn options(game: &Reference, texts: &[&str]) -> String {
    game.notations(&after(game, texts)).join(" ")
}

fn verdict(game: &Reference, texts: &[&str]) -> Option<(Verdict, String)> {
    game.outcome(&after(game, texts)).map(|outcome| (outcome.verdict(), outcome.by.to_string()))
}

const ROW: &str = r#"
    players One, Two
    board square 3 by 3
    piece Token
    move place { Token drops }
    end after each move { "row": mover wins when some lines of 3 in my Tokens }
    end before each turn { "full": draw when stuck }
"#;

const DICE: &str = r#"
    players One, Two, Three
    board track 3
    piece Token
    remember thrown of each player: 0 to 4
    move rest { pass }
    turn {
      roll n as 2 dice of 2
      set my thrown to n
      choose rest
      roll m as 2 dice of 2
      set my thrown to m
    }
    end after each move { "four": each player is out when my thrown is 4 }
    end after each round { "two rounds": everyone loses when rounds is 2 }
"#;

const JUMPS: &str = r#"
    players One, Two
    board square 5 by 5
    piece Jumper
    setup {
      | . . . . .
      | . j . j .
      | . . . . .
      | . j . . .
      | J . . j .
    }
    move jump repeats { Jumper hops any over (enemies except taken) taking jumped at end }
    move step { Jumper steps }
    turn { choose jump or else step with the most count of taken }
"#;

const ROYAL: &str = r#"
    players One, Two
    board square 5 by 5
    piece Chief royal, Tower
    setup {
      | . . . . c
      | . t . . .
      | . . . . .
      | . . . . .
      | C . . . .
    }
    move go {
      Chief steps             to empty or enemies
      Tower slides orthogonal to empty or enemies
    }
    end before each turn { "mate": mover loses when stuck and some my Chiefs in attacked }
"#;

#[test]
fn a_drop_is_written_as_its_cell_and_a_row_wins() {
    let game = game(ROW);
    assert_eq!(options(&game, &[]), "a1 b1 c1 a2 b2 c2 a3 b3 c3");
    assert_eq!(options(&game, &["a1", "b2"]), "b1 c1 a2 c2 a3 b3 c3");
    let won = verdict(&game, &["a1", "a2", "b1", "b2", "c1"]);
    assert_eq!(won, Some((Verdict::Won(PlayerId(0)), "row".to_owned())));
    let full = verdict(&game, &["a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"]);
    assert_eq!(full, Some((Verdict::Draw, "full".to_owned())));
}

#[test]
fn positions_are_equal_however_they_came_about_and_undo_is_exact() {
    let game = game(ROW);
    let one = after(&game, &["a1", "b2", "c3"]);
    let other = after(&game, &["c3", "b2", "a1"]);
    assert_ne!(one, after(&game, &["a1", "b2", "c1"]));
    // The name of the latest landing differs, but it is forgotten when the turn ends.
    assert_eq!(one, other);
    let mut position = one.clone();
    let undo = game.apply(&mut position, 0);
    game.undo(&mut position, undo);
    assert_eq!(position, one);
    assert_eq!(game.snapshot(&position), game.snapshot(&one));
}

#[test]
fn a_text_is_read_without_case_and_punctuation_and_a_slip_is_helped() {
    let game = game(JUMPS);
    let position = game.initial();
    assert!(game.parse(&position, "A1C3").is_err());
    assert_eq!(game.parse(&position, "A1xC3xE5"), Ok(1));
    let slip = game.parse(&position, "a1xc3xe4").unwrap_err();
    assert_eq!(slip.nearest.as_deref(), Some("a1xc3xe5"));
}

#[test]
fn a_chain_goes_on_and_the_most_must_be_taken() {
    let game = game(JUMPS);
    assert_eq!(options(&game, &[]), "a1xc3xa5 a1xc3xe5");
    let taken = game.snapshot(&after(&game, &["a1xc3xe5"]));
    assert_eq!(taken.cells.iter().flatten().count(), 3);
}

#[test]
fn a_royal_piece_is_not_left_attacked() {
    let game = game(ROYAL);
    assert_eq!(options(&game, &[]), "a1-a2");
    assert_eq!(game.actor(&after(&game, &["a1-a2"])), Some(Actor::Player(PlayerId(1))));
}

#[test]
fn chance_decides_with_exact_probabilities() {
    let game = game(DICE);
    let start = game.initial();
    assert_eq!(game.actor(&start), Some(Actor::Chance));
    let probabilities = (0..3).filter_map(|option| game.probability(&start, option));
    assert_eq!(probabilities.map(|one| one.to_string()).collect::<Vec<_>>(), ["1/4", "1/2", "1/4"]);
    assert_eq!(options(&game, &["2"]), "rest");
}

#[test]
fn ends_after_a_move_see_what_chance_makes_of_it() {
    let game = game(DICE);
    let turn = ["2", "rest", "4"];
    assert_eq!(game.snapshot(&after(&game, &turn)).mover, Some(PlayerId(1)));
    let round = ["2", "rest", "4", "2", "rest", "3", "2", "rest", "3"];
    assert_eq!(game.snapshot(&after(&game, &round)).mover, Some(PlayerId(1)), "who is out is passed over");
    assert_eq!(game.snapshot(&after(&game, &["4"])).mover, Some(PlayerId(1)), "who is out stops");
    assert_eq!(verdict(&game, &["4", "4", "4"]), Some((Verdict::Nobody, "four".to_owned())));
}
