use crate::engine::machine::Machine;
use crate::game::rng::Rng;
use crate::game::{Changes, Never};
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
