use crate::engine::machine::Machine;
use crate::game::Never;
use crate::game::rng::Rng;
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
        held.push(position.scratch.reached.len() + position.scratch.spare.len());
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
