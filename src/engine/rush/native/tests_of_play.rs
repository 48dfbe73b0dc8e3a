//! Stretches of instructions that draw, take options and pass the turn: native code plays them as the runner does, from the
//! same numbers.

use crate::engine::bits::Bits;
use crate::engine::machine::Machine;
use crate::engine::position::Position;
use crate::engine::rush::ahead::Ahead;
use crate::engine::rush::code::{Aim, Choice, Code, Guess, REGISTERS, Row, Script, SlideFrom};
use crate::engine::rush::lane::Lane;
use crate::engine::rush::native::Native;
use crate::engine::rush::run::{Runner, Stop};
use crate::engine::rush::shots::Shots;
use crate::engine::rush::slow::Slow;
use crate::engine::rush::warmth::Purpose;
use crate::engine::rush::{Rush, registers::Registers};
use crate::engine::state::Turn;
use crate::game::Never;
use crate::game::rng::Rng;
use crate::program::Program;
use crate::program::node::NOTHING;
use crate::program::passes::Pass;

use super::tests::{CELLS, FREE, LENGTH, STRETCHES, any, lane_of, program};
use super::tests_of_proof::TABLES;

/// What is compared after a stretch, beside the registers.
#[derive(Debug, PartialEq)]
struct After {
    stop: Stop,
    turn: Turn,
    decisions: u64,
    draws: (u64, u32),
    clears_all: bool,
    noted: bool,
    backward: u32,
    /// Choice, row, landing, origin and number of options of the latest draw from options that may fail.
    drawn: Option<(u16, usize, u16, u16, u32)>,
    /// The generator, which tells how many numbers were drawn.
    rng: Ahead,
}

/// A row with options on any sets, carried out after a place.
fn row(rng: &mut Rng, place: u64) -> Row {
    let mut below = |n: u64| rng.below(n);
    let origins = (below(5) == 0).then(|| FREE + below(8) as u8);
    let take = (place + 1 + below(LENGTH - place)) as u16;
    let table = origins.and_then(|_| (below(2) == 0).then(|| below(TABLES.into()) as u8));
    // Some choices have a row that goes on elsewhere than the others.
    let after = LENGTH + u64::from(below(20) == 0);
    Row { origins, table, ..Row::plain(FREE + below(8) as u8, take, after as u16) }
}

/// Any instruction of play at a place; choices are added.
fn playing(rng: &mut Rng, place: u64, (choices, seeks): (&mut Vec<Choice>, bool)) -> Code {
    let next = (place + 1 + rng.below(LENGTH - place)) as u16;
    let mut below = |n: u64| rng.below(n);
    let (set, mover, number) = (FREE + below(8) as u8, below(2) as u8, below(3) as u16);
    match below(if seeks { 18 } else { 16 }) {
        0..=2 | 16 => {
            // Some in several stretches; all with as many, so that each has the row that was drawn from whichever it was.
            let own = if rng.below(4) == 0 { 9 + rng.below(20) } else { 1 + rng.below(5) };
            let n_rows = choices.first().map_or(own, |first| first.rows.len() as u64);
            let rows = (0..n_rows).map(|_| row(rng, place)).collect();
            choices.push(Choice {
                rows,
                none: next,
                may_fail: seeks,
                sought: seeks,
                shield: None,
                evasion: None,
                guess: None,
            });
            Code::Draw(choices.len() as u16 - 1)
        }
        3 => Code::DrawOne(set, next, 0),
        4 => Code::Drop(set, mover, below(2) as u8, number, next),
        5 => Code::Commit(number),
        6 => Code::Enter(mover),
        7 => Code::Pass(mover, 1 - mover),
        8 => Code::Turn(mover, 1 - mover, 7),
        9 => Code::Due(5),
        10 => [Code::Round, Code::Again, Code::Close, Code::At(3), Code::Phase(2)][below(5) as usize],
        11 => [Code::Turns(CELLS + 6), Code::Rounds(CELLS + 7), Code::Played(CELLS + 6, number)][below(3) as usize],
        12 => Code::IfSameRound(mover, below(2) as u8, next),
        13 => Code::IfOnce(next),
        14 => Code::IfStale(next),
        15 if !choices.is_empty() => Code::IfNone(below(choices.len() as u64) as u16, next),
        17 if below(3) == 0 && !choices.is_empty() => Code::After,
        _ if seeks => Code::Exchange,
        _ => Code::Due(4),
    }
}

/// Code that goes forward only and comes to its end.
fn stretch(rng: &mut Rng, n_constants: u64, seeks: bool) -> (Vec<Code>, Vec<Choice>) {
    let mut choices = Vec::new();
    let mut one = |place: u64| match rng.below(2) {
        0 => playing(rng, place, (&mut choices, seeks)),
        _ => {
            let mut code = any(rng, n_constants, LENGTH);
            if let Some(target) = code.target() {
                *target = (*target).max(place as u16 + 1);
            }
            code
        }
    };
    let mut code: Vec<Code> = (0..LENGTH).map(&mut one).collect();
    code.extend([Code::Quit(9), Code::Quit(9)]);
    (code, choices)
}

/// Registers and all else after a stretch.
fn play<const W: usize>(
    machine: &Machine<W>,
    (rush, native): (&Rush<W>, Option<&Native<W>>),
    (seed, seeks): (u64, bool),
) -> (Box<Lane<W>>, After) {
    let mut position = machine.initial().for_counting();
    let mut lane = lane_of(machine, rush, &position.state, seed);
    let mut rng = Rng::stream(seed, 3);
    let Position { state, due, scratch, .. } = &mut position;
    let slow = Slow { machine, registers: &rush.registers, state, scratch, due };
    // Near the decision at which it is asked whether play shall halt, and sometimes near the last one.
    let (before, limit) = (60 + rng.below(4), if rng.below(3) == 0 { 64 } else { u64::MAX });
    let mut runner = Runner::new((rush, Purpose::Play), slow, &lane, rng, (limit, &Never), 0);
    (runner.native, runner.decisions, runner.clears_all) = (native, before, seed % 5 == 0);
    let stop = runner.run::<false>(&mut lane, 0);
    let drawn = (runner.choice, runner.row, runner.landing, runner.origin, runner.total);
    let after = After {
        stop,
        turn: runner.slow.state.turn,
        decisions: runner.decisions,
        draws: runner.draws,
        clears_all: runner.clears_all,
        noted: runner.noted,
        backward: runner.backward,
        drawn: seeks.then_some(drawn),
        rng: runner.rng.clone(),
    };
    (lane, after)
}

/// Native code for a rush, which is written, proven and verified where there is any for the processor.
fn written<const W: usize>(machine: &Machine<W>, rush: &Rush<W>) -> Option<Native<W>> {
    let native = Native::of(rush, &machine.program, Purpose::Play);
    assert!(native.is_some() || !cfg!(target_arch = "x86_64"), "it is written, proven and verified");
    native
}

/// What there is after a stretch, which native code and the runner play alike.
fn play_alike<const W: usize>(
    machine: &Machine<W>,
    (rush, native): (&Rush<W>, &Native<W>),
    (seed, seeks): (u64, bool),
) -> After {
    let (lane, after) = play(machine, (rush, Some(native)), (seed, seeks));
    let (expected, plain) = play(machine, (rush, None), (seed, seeks));
    assert_eq!(after, plain, "{seed}: {:?}", rush.script.code);
    assert_eq!((lane.sets, lane.numbers), (expected.sets, expected.numbers), "{seed}: {:?}", rush.script.code);
    after
}

/// The rush of a game of two players with a script of our own.
pub(super) fn rush_of<const W: usize>(machine: &Machine<W>, (code, choices): (Vec<Code>, Vec<Choice>)) -> Rush<W> {
    let mut rush = Rush::<W>::new(&machine.program).expect("the game is rushed");
    let n_cells = machine.program.geometry.n_cells as u16;
    let by_cell = |number: u16| [3, 7, 11].into_iter().map(|by| (number * by + by) % n_cells).collect::<Bits<W>>();
    rush.constants.extend((0..n_cells + 16).map(by_cell));
    let range = (1, i64::from(u16::MAX));
    let Registers { names: ((first_set, _), (first_number, end_number)), .. } = rush.registers;
    rush.script = Script {
        code,
        choices,
        slides: vec![
            SlideFrom { ways: (0..8).collect(), range, span: false },
            SlideFrom { ways: (0..8).collect(), range: (2, range.1), span: true },
        ],
        lists: vec![vec![5, 6, 7, NOTHING]],
        n_tables: TABLES,
        entries: vec![((0, 0), 0)],
        touched: (vec![first_set], (first_number..end_number).collect()),
        used: rush.script.used,
        ..Script::default()
    };
    rush
}

fn compare<const W: usize>(size: u8) {
    let machine = Machine::<W>::of(program(size));
    let mut rng = Rng::stream(size.into(), 9);
    let (mut n_decisions, mut n_whole) = (0, 0);
    for seed in 0..STRETCHES {
        let seeks = seed % 2 == 0;
        let n_constants = Rush::<W>::new(&machine.program).expect("the game is rushed").constants.len() as u64;
        let rush = rush_of(&machine, stretch(&mut rng, n_constants, seeks));
        let left = rush.script.code[..LENGTH as usize]
            .iter()
            .find(|code| !super::known::is_native(&rush, &machine.program, code));
        assert_eq!(left, None, "is written");
        let Some(native) = written(&machine, &rush) else { return };
        for game in 0..8 {
            let (lane, after) = play(&machine, (&rush, Some(&native)), (seed * 8 + game, seeks));
            let (plain, expected) = play(&machine, (&rush, None), (seed * 8 + game, seeks));
            n_decisions += after.decisions - 60;
            assert_eq!(after, expected, "{:?}", rush.script.code);
            // Where play stops before the end nobody reads other sets than those of the position again.
            let is_whole = after.stop == Stop::At(9);
            n_whole += u64::from(is_whole);
            let told = if is_whole { REGISTERS } else { rush.registers.used.0 };
            assert_eq!(lane.sets[..told], plain.sets[..told], "{:?}", rush.script.code);
            assert_eq!(lane.numbers, plain.numbers, "{:?}", rush.script.code);
            assert_eq!(lane.saved_sets, plain.saved_sets, "{:?}", rush.script.code);
            assert_eq!(lane.saved_numbers, plain.saved_numbers, "{:?}", rush.script.code);
            assert_eq!(lane.tables, plain.tables, "{:?}", rush.script.code);
        }
    }
    assert!(n_decisions > 8 * STRETCHES, "options are taken: {n_decisions}");
    assert!(n_whole > 4 * STRETCHES, "most come to their end: {n_whole}");
}

#[test]
fn native_code_plays_on_small_boards_as_the_runner_does() {
    compare::<1>(8);
}

#[test]
fn native_code_plays_on_larger_boards_as_the_runner_does() {
    compare::<2>(9);
}

/// Options that fail are struck one after the other, whoever drew them, until there is none.
fn fail_all(is_native: bool) -> (Vec<i64>, After) {
    let machine = Machine::<1>::of(program(8));
    let plain = |landings, take| Row::plain(landings, take, 5);
    let choice = Choice {
        rows: vec![plain(FREE, 1), plain(FREE + 1, 3)],
        none: 5,
        may_fail: true,
        sought: false,
        shield: None,
        evasion: None,
        guess: None,
    };
    let code = vec![
        Code::Draw(0),
        Code::Insert(FREE + 2, 1),
        Code::Reject,
        Code::Insert(FREE + 3, 1),
        Code::Reject,
        Code::Quit(5),
    ];
    let rush = rush_of(&machine, (code, vec![choice]));
    let native = Native::of(&rush, &machine.program, Purpose::Play).filter(|_| is_native);
    let (lane, after) = play(&machine, (&rush, native.as_ref()), (1, true));
    let counts = lane.counts[..2].iter().map(|&count| i64::from(count));
    assert_eq!(rush.registers.number_names[crate::rules::model::journey::LANDING], Some(1), "as the code has it");
    let left = [FREE, FREE + 1].map(|set| lane.sets[usize::from(set)].count() as i64);
    (counts.chain(left).collect(), after)
}

#[test]
fn options_that_fail_are_struck_until_there_is_none() {
    let (native, plain) = (fail_all(true), fail_all(false));
    assert_eq!(native.0, [0; 4]);
    assert_eq!(native, plain);
    assert_eq!(native.1.stop, Stop::At(5));
}

/// How the cell that a piece comes from is told, by row: by a difference of numbers, by a list, as the nearest against a direction; after a
/// number, and before cells that it and the landing tell.
const TOLD: [fn(u8) -> Vec<Code>; 5] = [
    |row| vec![Code::CopyNumber(0, 1), Code::Add(0, [-8, -9, 7, 3, 1][usize::from(row)])],
    |row| vec![Code::Look(0, 1, 1 + u16::from(row))],
    |row| vec![Code::Behind(0, 1, FREE + 6, [0, 3, 5, 4, 6][usize::from(row)])],
    |row| vec![Code::Number(CELLS + 1, row.into()), Code::CopyNumber(0, 1), Code::Add(0, 5 - i32::from(row))],
    |row| {
        let [set, other] = [FREE + 8, FREE + 9];
        let (by_left, by_landing) = (Code::Table(set, 0, row.into()), Code::Table(other, 1, (2 * row).into()));
        vec![Code::CopyNumber(0, 1), Code::Add(0, 3 - i32::from(row)), by_left, by_landing, Code::And(set, set, other)]
    },
];

/// Lists by cell, one for each of five rows; of every third cell they tell nothing.
fn lists_by_cell(program: &Program) -> Vec<Vec<i64>> {
    let n = program.geometry.n_cells as i64;
    let told = |row: i64, cell: i64| if cell % 3 == 0 { NOTHING } else { (cell * 5 + row * 11) % n };
    (0..5).map(|row| (0..=n).map(|cell| told(row, cell)).collect()).collect()
}

/// Rows that are carried out alike are one part, and what is drawn from it is what the runner draws: one row that tells a number
/// more and one that goes elsewhere are parts of their own.
fn compare_alike<const W: usize>(size: u8, origin: fn(u8) -> Vec<Code>) {
    let machine = Machine::<W>::of(program(size));
    let mut parts = Vec::new();
    for may_fail in [false, true] {
        // Nothing stands where the first row lands.
        let mut code = vec![
            Code::Minus(FREE, FREE, Registers::new(&machine.program).expect("there are few").occupied),
            Code::Draw(0),
        ];
        let length = origin(0).len() as u16;
        let committed = 2 + 4 * length + 7;
        let mut rows = Vec::new();
        for row in 0..5 {
            rows.push(Row::plain(FREE + row, code.len() as u16, committed));
            code.extend(origin(row));
            if row == 3 {
                code.push(Code::Number(CELLS, 4));
            }
            code.push(Code::Carry(u8::from(row == 4), 0, 0, 1, row > 0));
            match row {
                0 | 1 => code.push(Code::Jump(committed)),
                3 => code.push(Code::Commit(0)),
                _ => {}
            }
        }
        assert_eq!(code[usize::from(committed)], Code::Commit(0));
        code.extend([Code::Commit(1), Code::Quit(9)]);
        let none = code.len() as u16 - 1;
        let choice = Choice { rows, none, may_fail, sought: may_fail, shield: None, evasion: None, guess: None };
        let mut rush = rush_of(&machine, (code, vec![choice]));
        rush.script.lists.extend(lists_by_cell(&machine.program));
        let Some(native) = written(&machine, &rush) else { return };
        let ranges: Vec<_> = super::alike::parts(&rush, &machine.program, &rush.script.choices[0].rows)
            .into_iter()
            .map(|part| part.rows)
            .collect();
        assert_eq!(ranges, [0..2, 2..3, 3..4, 4..5], "those that go on at the same place are carried out as one");
        let mut apart = program(size);
        apart.switch_off(Pass::Alike.name());
        assert_eq!(super::alike::parts(&rush, &apart, &rush.script.choices[0].rows).len(), 5, "each by itself");
        for seed in 0..200 {
            let after = play_alike(&machine, (&rush, &native), (seed, may_fail));
            parts.push(after.drawn.map(|drawn| drawn.1));
        }
    }
    assert!((0..5).all(|row| parts.contains(&Some(row))), "every row is drawn from");
}

#[test]
fn rows_that_are_alike_are_drawn_from_as_the_runner_does() {
    for origin in TOLD {
        compare_alike::<1>(8, origin);
        compare_alike::<2>(9, origin);
    }
}

/// A pass that nothing is left of could be switched off as well.
#[test]
fn each_pass_over_native_code_finds_something_to_do() {
    let lengths = |without: &str| {
        let mut program = program(8);
        program.switch_off(without);
        let machine = Machine::<1>::of(program);
        let n_constants = Rush::<1>::new(&machine.program).expect("the game is rushed").constants.len() as u64;
        let mut rng = Rng::stream(1, 9);
        let rushes = (0..8).map(|_| rush_of(&machine, stretch(&mut rng, n_constants, true)));
        rushes.map(|rush| written(&machine, &rush).map(|native| native.0.code.len())).collect::<Option<Vec<usize>>>()
    };
    let Some(all) = lengths("nothing") else { return };
    for pass in [Pass::Counts, Pass::Stores] {
        assert_ne!(lengths(pass.name()), Some(all.clone()), "{}", pass.name());
    }
}

/// A member is picked by a number that was guessed before the option was drawn, seen to be wrong before or after it is carried out.
fn compare_guesses<const W: usize>(size: u8) {
    let machine = Machine::<W>::of(program(size));
    let plain = |landings, take| Row::plain(landings, take, 5);
    let mut picked = Vec::new();
    for aims in [false, true] {
        // What is not hit is nothing, of which no set has a member.
        let hit = if aims { Code::Hit(CELLS + 2, CELLS + 3, FREE + 6, 1, 5) } else { Code::Jump(4) };
        let guessed = if aims { CELLS + 2 } else { CELLS + 3 };
        let code = vec![
            Code::Draw(0),
            Code::Insert(FREE + 2, 1),
            Code::Copy(FREE + 3, FREE + 4),
            hit,
            Code::DrawWithin(CELLS + 2, FREE + 3, guessed),
            Code::Commit(0),
            Code::Quit(9),
        ];
        let mut rush = rush_of(&machine, (code, Vec::new()));
        // Of two the second are shot.
        rush.shots = [vec![0], vec![1, 4, 6]].map(|ways| Shots::new(&machine.program.geometry, &ways)).into();
        let bound = if aims { rush.shots[1].most() as u32 } else { 40 };
        rush.script.choices.push(Choice {
            rows: vec![plain(FREE, 1), plain(FREE + 1, 2), plain(FREE + 5, 3)],
            none: 6,
            may_fail: true,
            guess: Some(Guess { number: CELLS + 3, bound, aim: aims.then_some(Aim { shots: 1, leaving: FREE + 7 }) }),
            ..Choice::default()
        });
        let Some(native) = written(&machine, &rush) else { return };
        for seed in 0..300 {
            let after = play_alike(&machine, (&rush, &native), (seed, true));
            picked.extend((after.decisions > 60).then_some((aims, after.drawn.map(|drawn| drawn.1))));
        }
    }
    let all = [false, true].into_iter().flat_map(|aims| (0..3).map(move |row| (aims, Some(row))));
    assert!(all.into_iter().all(|way| picked.contains(&way)), "every row is drawn from");
}

#[test]
fn what_is_guessed_is_picked_as_the_runner_does() {
    compare_guesses::<1>(8);
    compare_guesses::<2>(9);
}

/// The same where the rows are alike, so that what is drawn is carried out where the guess is made.
fn compare_guesses_alike<const W: usize>(size: u8, origin: fn(u8) -> Vec<Code>) {
    let machine = Machine::<W>::of(program(size));
    let mut code = vec![Code::Draw(0)];
    let (mut rows, picked) = (Vec::new(), 1 + 3 * (origin(0).len() as u16 + 2));
    for row in 0..3 {
        rows.push(Row::plain(FREE + row, code.len() as u16, picked));
        code.extend(origin(row));
        code.extend([Code::Carry(0, 0, 0, 1, true), Code::Jump(picked)]);
    }
    code.extend([Code::DrawWithin(CELLS + 2, FREE + 3, CELLS + 3), Code::Commit(0), Code::Quit(9)]);
    let guess = Some(Guess { number: CELLS + 3, bound: 40, aim: None });
    let choice = Choice { rows, none: picked + 2, may_fail: true, guess, ..Choice::default() };
    let mut rush = rush_of(&machine, (code, vec![choice]));
    rush.script.lists.extend(lists_by_cell(&machine.program));
    let Some(native) = written(&machine, &rush) else { return };
    let mut drawn = Vec::new();
    for seed in 0..300 {
        let after = play_alike(&machine, (&rush, &native), (seed, true));
        drawn.extend((after.decisions > 60).then_some(after.drawn.map(|drawn| drawn.1)));
    }
    assert!((0..3).all(|row| drawn.contains(&Some(row))), "every row is drawn from");
}

#[test]
fn what_is_guessed_is_picked_where_rows_are_alike() {
    for origin in TOLD {
        compare_guesses_alike::<1>(8, origin);
        compare_guesses_alike::<2>(9, origin);
    }
}
