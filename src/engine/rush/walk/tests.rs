use crate::engine::machine::Machine;
use crate::game::rng::Rng;
use crate::game::{Actor, Changes, Never, PlayerId};
use crate::program::Program;
use crate::rules::sample::rules;

/// Who begins anew from one position again and again needs no more memory than for one time.
#[test]
fn what_was_reached_is_taken_back() {
    let text = "language 1\ngame \"Frogs\"\nplayers White, Black\nboard square 4 by 4\npiece Frog\n\
                setup { put Frog of White on [a1 b1]  put Frog of Black on [c4 d4] }\nmove walk { Frog steps }\n";
    let machine = Machine::<1>::of(Program::new(rules(text)));
    let mut start = machine.initial();
    assert!(machine.find_likely_anew(&mut start).is_some_and(|n| n > 2));
    let mut position = start.clone();
    let mut held = Vec::new();
    for number in 0..20 {
        position.clone_from(&start);
        for _ in 0..3 {
            machine.find_likely_options(&mut position);
            assert!(machine.play_likely(&mut position, number % 2));
        }
        machine.play_on(&mut position, &mut Rng::stream(1, number as u64), 10, &Never);
        let scratch = &position.scratch;
        held.push(scratch.reached.len() + scratch.spare.len() + scratch.undone.len());
    }
    assert!(held[19] <= held[4], "{held:?}");
}

/// Who drops a piece is known whatever else becomes of the option: on a1, b1, c1 or a2, and another piece comes to c3.
#[test]
fn drops_are_known_whatever_else_they_do() {
    let text = "language 1\ngame \"Marks\"\nplayers White, Black\nboard square 3 by 3\npiece Stone, Mark\n\
                move place { Stone drops to empty in [a1 b1 c1 a2] { put Mark on empty in [c3] } }\n\
                turn { choose place }\n";
    let machine = Machine::<1>::of(Program::new(rules(text)));
    let mut start = machine.initial();
    assert_eq!(machine.find_likely_anew(&mut start), Some(4));
    let dropped: Vec<_> = (0..4).map(|option| machine.dropped_at(&start, option)).collect();
    assert_eq!(dropped, [0, 1, 2, 3].map(Some));
}

/// A long step puts a stone behind it. A short one of the same move changes nothing but the man that goes.
#[test]
fn each_sentence_says_by_itself_whether_its_cells_tell_all() {
    let text = "language 1\ngame \"Steps\"\nplayers White facing north, Black facing south\nboard square 4 by 4\n\
                piece Man, Stone\nsetup { put Man of White on [a1 b1]  put Man of Black on [c4 d4] }\n\
                move go { Man steps to empty\n Man slides forward exactly 2 { put Stone on passed } }\n\
                turn { choose go }\n";
    let program = Program::new(rules(text));
    let told: Vec<bool> = program.moves[0].sentences.iter().map(|sentence| sentence.by_cells).collect();
    assert_eq!(told, [true, false]);
    let machine = Machine::<1>::of(program);
    let mut start = machine.initial();
    let n = machine.find_likely_anew(&mut start).expect("White decides");
    let mut changed = vec![(0, 0); n];
    machine.visit_changes(&mut start, 0..n, &mut Changes::default(), &mut |option, changes| {
        let changes = changes.expect("what the text does to pieces is told");
        changed[option] = (changes.come.len(), changes.gone.len());
    });
    changed.sort_unstable();
    // From a1 to a2 or b2, from b1 to a2, b2 or c2, and along the row to c1; then two steps from each.
    assert_eq!(changed, [[(1, 1)].repeat(6), [(2, 1)].repeat(2)].concat());
}

/// What a man becomes on the last row is chosen, so its row does not tell it: the kinds that come to a4, and the man on b3.
#[test]
fn what_is_chosen_on_the_way_is_told_with_its_option() {
    let last = ("if landing in my last row", vec![0, 1, 2]);
    // Whether it comes to the choice is not told by the cell that it lands on alone.
    let zone = ("if some (origin or landing) in my rows 3 to 4", vec![1, 1, 2, 2]);
    for (condition, expected) in [last, zone] {
        let text = format!(
            "language 1\ngame \"Ranks\"\nplayers White facing north, Black facing south\nboard square 4 by 4\n\
             piece Man, Queen, Rook\nsetup {{ put Man of White on [a3 b2]  put Man of Black on d4 }}\n\
             move go {{ Man steps forward to empty\n afterwards {{ {condition} {{ pick rank from [Queen Rook]\n change landing into rank }} }} }}\n\
             turn {{ choose go }}\n"
        );
        let machine = Machine::<1>::of(Program::new(rules(&text)));
        let mut start = machine.initial();
        let n = machine.find_likely_anew(&mut start).expect("White decides");
        let mut come = Vec::new();
        machine.visit_changes(&mut start, 0..n, &mut Changes::default(), &mut |_, changes| {
            come.extend(changes.expect("what becomes of pieces is told").come.iter().map(|piece| piece.kind));
        });
        come.sort_unstable();
        assert_eq!(come, expected, "{condition}");
    }
}

/// Both a man and a king can jump: who finds out that the man can has not asked about kings.
///
/// ```text
///   5 . . .      K over b4 to c5, or over b2 to c1
///   4 . m .      M over b2 to c3
///   3 K . .
///   2 . m .
///   1 M . .
///     a b c
/// ```
#[test]
fn chains_of_all_kinds_of_pieces_are_found() {
    let text = "language 1\ngame \"Jumps\"\nplayers White facing north, Black facing south\nboard square 5 by 5\n\
                piece Man (Men), King\n\
                setup { put Man of White on a1  put King of White on a3  put Man of Black on [b2 b4] }\n\
                move jump repeats { Man hops forward-diagonal over enemies taking jumped\n\
                King hops diagonal over enemies taking jumped }\n\
                move walk { Man steps forward-diagonal\n King steps diagonal }\n\
                turn { choose jump or else walk }\n\
                end before each turn { \"no move\": mover loses when stuck }\n";
    let machine = Machine::<1>::of(Program::new(rules(text)));
    assert_eq!(machine.find_likely_anew(&mut machine.initial()), Some(3));
}

/// Behind an option Chance decides, and behind that the other player has the options that the position says.
#[test]
fn what_chance_decides_lies_between_choices_that_are_walked() {
    let text = "language 1\ngame \"Lots\"\nplayers White, Black\nboard square 4 by 4\npiece Frog\n\
                remember shut of each cell lasting a turn: 0 to 1\n\
                setup { put Frog of White on [a1 b1]  put Frog of Black on d4 }\n\
                move walk { Frog steps to those c in empty where shut of c is 0 }\n\
                turn { roll lot from [c4 c3 a3]  set shut of lot to 1  choose walk }\n";
    let machine = Machine::<1>::of(Program::new(rules(text)));
    assert!(machine.rush.as_ref().is_ok_and(|rush| rush.is_walkable));
    let mut position = machine.initial();
    let n_black = |position: &mut _| {
        // From d4 to c4, c3 and d3, but not to what is shut.
        let mut n = Vec::new();
        for lot in 0..3 {
            let drawn = machine.try_glance(position, lot).expect("Chance can draw it");
            assert_eq!(machine.actor(position), Some(Actor::Player(PlayerId(1))));
            n.push(machine.find_likely_options(position));
            machine.undo(position, drawn);
        }
        n.sort_unstable();
        n
    };
    assert_eq!(machine.actor(&position), Some(Actor::Chance));
    let drawn = machine.try_glance(&mut position, 0).expect("Chance can draw it");
    let n = machine.find_likely_options(&mut position);
    for option in 0..n {
        let taken = machine.try_glance(&mut position, option).expect("nothing fails");
        assert_eq!(machine.actor(&position), Some(Actor::Chance), "option {option}");
        assert_eq!(n_black(&mut position), [2, 2, 3]);
        machine.undo(&mut position, taken);
    }
    machine.undo(&mut position, drawn);
    assert_eq!(machine.actor(&position), Some(Actor::Chance));
}
