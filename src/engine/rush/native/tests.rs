//! Stretches of instructions that nobody wrote: native code leaves the registers as the instructions do.

use crate::engine::bits::Bits;
use crate::engine::machine::Machine;
use crate::engine::rush::code::{Code, REGISTERS, Script, SlideFrom};
use crate::engine::rush::lane::Lane;
use crate::engine::rush::run::{Runner, Stop};
use crate::engine::rush::slow::Slow;
use crate::engine::rush::warmth::Purpose;
use crate::engine::rush::{Rush, native::Native};
use crate::engine::state::State;
use crate::game::Never;
use crate::game::rng::Rng;
use crate::program::Program;
use crate::program::node::NOTHING;
use crate::rules::model::{Arithmetic, Comparison};
use crate::rules::sample::rules;

use super::known::is_native;
use super::tests_of_proof::{NO_CELLS, TABLES, more};

/// Registers from here on hold anything; those below hold the position.
pub(super) const FREE: u8 = 40;
/// These hold the numbers of cells, and some that tell none.
pub(super) const CELLS: u8 = 50;
/// These hold numbers that are counted up and down.
const COUNTERS: u8 = 54;
/// Instructions of one stretch.
pub(super) const LENGTH: u64 = 60;
/// Stretches for boards of each width.
pub(super) const STRETCHES: u64 = 60;

pub(super) fn program(size: u8) -> Program {
    let text = format!(
        "language 1\ngame \"Test\"\nplayers White, Black\nboard square {size} by {size}\npiece Man (Men), King\n\
         setup {{ put Man of White on a1 put King of Black on b2 }}\n\
         move go {{ Man steps King slides diagonal }}\nturn {{ choose go }}\n\
         end before each turn {{ \"stuck\": mover loses when stuck }}\n"
    );
    Program::new(rules(&text))
}

/// Any instruction for which there is native code, on few registers, so that one reads what another wrote.
pub(super) fn any(rng: &mut Rng, n_constants: u64, last: u64) -> Code {
    let mut below = |n: u64| rng.below(n);
    let [to, a, b, c] = std::array::from_fn(|_| FREE + below(8) as u8);
    let [cell, other, counter] = [CELLS + below(4) as u8, CELLS + below(4) as u8, COUNTERS + below(2) as u8];
    let (constant, way) = (below(n_constants) as u16, below(8) as u8);
    let place = below(last) as u16;
    let by = [1, -1, 8, -9, 7, 63, -64, 17][below(8) as usize];
    let how = [Comparison::Less, Comparison::AtMost, Comparison::AtLeast, Comparison::More][below(4) as usize];
    let calculate = [Arithmetic::Plus, Arithmetic::Minus, Arithmetic::Smaller, Arithmetic::Larger][below(4) as usize];
    match below(53) {
        0 => Code::Constant(to, constant),
        1 | 2 => Code::Empty(to),
        3 => Code::Copy(to, a),
        4 => Code::And(to, a, b),
        5 => Code::Or(to, a, b),
        6 => Code::Minus(to, a, b),
        7 => Code::AndConstant(to, a, constant),
        8 => Code::ConstantMinus(to, constant, a),
        9 => Code::Shift(to, a, constant, by),
        10 => Code::ShiftInto(to, a, constant, by),
        11 => Code::Step(to, a, way),
        12 => Code::StepTo(to, a, b, way),
        13 => Code::FillTo(to, a, b, c, way),
        14 => Code::Fill(to, a, b, way),
        15 => Code::Inside(to, a, b, way),
        16 => Code::Member(to, a),
        17 => Code::Insert(to, a),
        18 => Code::Remove(to, a),
        19 => Code::Slide(to, cell, b, c, below(2) as u16),
        20 => Code::Number(to, by.into()),
        21 => Code::Nothing(to),
        22 => Code::CopyNumber(to, counter),
        23 => Code::Count(to, a),
        24 => Code::First(to, a),
        25 => Code::Calculate(to, calculate, a, b),
        26 => Code::Add(counter, by.into()),
        27 => Code::Odd(to, a),
        28 => Code::KindAt(to, a),
        29 => Code::OwnerAt(to, a),
        30 => Code::Look(to, a, 0),
        31 => Code::Put(0, 0, a),
        32 => Code::Lift(a),
        33 => Code::Give(a, 1),
        34 => Code::Take(a),
        35 => Code::Place(1, 1, cell, below(2) == 0),
        36 => Code::Toggle(0, 1, cell),
        37 => Code::Carry(0, 0, cell, other, true),
        38 => Code::Next(to, a, place),
        39 => Code::IfIs(a, by.into(), place),
        40 => Code::IfSame(a, b, place),
        41 => Code::IfCompare(how, a, b, place),
        42 => Code::IfNotCompare(how, a, b, place),
        43 => Code::IfEmpty(a, place),
        44 => Code::IfSome(a, place),
        45 => Code::IfHas(a, b, place),
        46 => Code::IfHasNot(a, b, place),
        47 => Code::IfCovers(constant, a, place),
        48 => Code::IfUnequal(a, b, place),
        49 => Code::SlideBy(to, a, b, c, c, way),
        50 => Code::Parts(to, a, constant, 1),
        51 => Code::Meeting(to, a, constant / 2, u8::from(n_constants > 1)),
        _ => Code::IfEqual(a, b, place),
    }
}

/// Code that goes forward only and comes to its end.
fn stretch(rng: &mut Rng, n_constants: u64) -> Vec<Code> {
    let one = |rng: &mut Rng| match rng.below(4) {
        0 => more(rng, LENGTH),
        _ => any(rng, n_constants, LENGTH),
    };
    let mut code: Vec<Code> = (0..LENGTH).map(|_| one(rng)).collect();
    for (place, now) in code.iter_mut().enumerate() {
        if let Some(target) = now.target() {
            *target = (*target).max(place as u16 + 1);
        }
    }
    code.push(Code::Shielded(true));
    code
}

/// The registers after a stretch.
pub(super) fn run<const W: usize>(
    machine: &Machine<W>,
    rush: &Rush<W>,
    native: Option<&Native<W>>,
    seed: u64,
) -> Box<Lane<W>> {
    let mut position = machine.initial().for_counting();
    let mut lane = lane_of(machine, rush, &position.state, seed);
    let crate::engine::position::Position { state, due, scratch, .. } = &mut position;
    let slow = Slow { machine, registers: &rush.registers, state, scratch, due };
    let rng = Rng::stream(seed, 2);
    let mut runner = Runner::new((rush, Purpose::Count), slow, &lane, rng, (u64::MAX, &Never), 0);
    runner.native = native;
    let stop = runner.run::<true>(&mut lane, 0);
    assert_eq!(stop, Stop::Succeeds);
    lane
}

/// Where native code goes on from a place, and the registers then.
pub(super) fn run_from<const W: usize>(
    machine: &Machine<W>,
    rush: &Rush<W>,
    native: &Native<W>,
    place: usize,
) -> (usize, Box<Lane<W>>) {
    let mut position = machine.initial().for_counting();
    let mut lane = rush.lane();
    lane.load(&rush.registers, &machine.program.layout, &position.state);
    let crate::engine::position::Position { state, due, scratch, .. } = &mut position;
    let slow = Slow { machine, registers: &rush.registers, state, scratch, due };
    let rng = Rng::stream(0, 0);
    let mut runner = Runner::new((rush, Purpose::Play), slow, &lane, rng, (u64::MAX, &Never), 0);
    let next = native.run(place, &mut runner, &mut lane);
    (next, lane)
}

/// Registers with a position, and with anything in those that hold none.
pub(super) fn lane_of<const W: usize>(machine: &Machine<W>, rush: &Rush<W>, state: &State, seed: u64) -> Box<Lane<W>> {
    let mut rng = Rng::stream(seed, 1);
    assert!(rush.registers.used.0 <= FREE.into() && rush.registers.used.1 <= FREE.into());
    let mut lane = rush.lane();
    lane.load(&rush.registers, &machine.program.layout, state);
    let n_cells = machine.program.geometry.n_cells as u64;
    for register in FREE.into()..REGISTERS {
        let words = std::array::from_fn(|_| rng.below(u64::MAX) & rng.below(u64::MAX));
        lane.sets[register] = Bits(words) & machine.cells();
        lane.numbers[register] = match rng.below(8) {
            0 => NO_CELLS[rng.index(NO_CELLS.len())],
            _ => rng.below(n_cells) as i64,
        };
    }
    lane.tables.iter_mut().for_each(|set| *set = Bits(std::array::from_fn(|_| rng.below(u64::MAX))) & machine.cells());
    lane
}

fn compare<const W: usize>(size: u8) {
    let mut rng = Rng::stream(size.into(), 0);
    compare_each::<W>(size, STRETCHES, |n_constants| stretch(&mut rng, n_constants));
}

/// Compares what native code and the instructions leave of so many stretches, each of which is made where there are so many constants.
fn compare_each<const W: usize>(size: u8, n_stretches: u64, mut made: impl FnMut(u64) -> Vec<Code>) {
    let program = program(size);
    let machine = Machine::<W>::of(program);
    for seed in 0..n_stretches {
        let mut rush = Rush::<W>::new(&machine.program).expect("the game is rushed");
        let range = (1, i64::from(u16::MAX));
        rush.script = Script {
            code: made(rush.constants.len() as u64),
            slides: vec![
                SlideFrom { ways: (0..8).collect(), range, span: false },
                SlideFrom { ways: (0..8).collect(), range: (2, range.1), span: true },
            ],
            lists: vec![vec![5, 6, 7, NOTHING]],
            kinds: vec![0b11],
            wide: vec![1 << 40],
            n_tables: TABLES,
            entries: vec![((0, 0), 0)],
            used: rush.script.used,
            ..Script::default()
        };
        // What is not proven would only be slower: here it is told.
        let left = rush
            .script
            .code
            .iter()
            .filter(|code| **code != Code::Shielded(true))
            .find(|code| !is_native(&rush, &machine.program, code));
        assert_eq!(left, None, "is written");
        let Some(native) = Native::of(&rush, &machine.program, Purpose::Count) else {
            // Where there is no writer there is nothing to compare.
            let has_writer = cfg!(target_arch = "x86_64");
            assert!(!has_writer, "it is written, proven and verified");
            return;
        };
        let may_leave = matches!(rush.script.code[0], Code::CarryAny(..));
        assert!(may_leave || run_from(&machine, &rush, &native, 0).0 > 0, "native code is entered");
        let (one, other) = (run(&machine, &rush, Some(&native), seed), run(&machine, &rush, None, seed));
        assert_eq!(one.sets, other.sets, "{:?}", rush.script.code);
        assert_eq!(one.numbers, other.numbers, "{:?}", rush.script.code);
        assert_eq!(one.tables, other.tables, "{:?}", rush.script.code);
    }
}

/// Steps and slides of two sets of pieces in one direction: some share what they go through, and some ask for the same.
fn goings(way: u8) -> Vec<Code> {
    let [from, other, through, to] = [FREE, FREE + 1, FREE + 2, FREE + 3];
    let [inside, hurdles, landings, next] = [FREE + 4, FREE + 5, FREE + 6, FREE + 7];
    vec![
        Code::FillTo(inside, from, through, through, way),
        Code::FillTo(hurdles, from, through, to, way),
        Code::FillTo(landings, hurdles, through, to, way),
        Code::StepTo(next, from, through, way),
        Code::IfEmpty(next, 7),
        Code::Fill(next, other, through, way),
        Code::Inside(other, from, through, way),
        Code::StepTo(next, from, through, way),
        Code::Copy(through, to),
        Code::FillTo(to, from, through, inside, way),
        Code::Fill(from, other, through, way),
        Code::Shielded(true),
    ]
}

#[test]
fn what_was_worked_out_for_one_slide_is_right_for_others() {
    let mut ways = (0..8).cycle();
    compare_each::<1>(8, 32, |_| goings(ways.next().unwrap_or(0)));
    compare_each::<2>(9, 32, |_| goings(ways.next().unwrap_or(0)));
    compare_each::<6>(19, 16, |_| goings(ways.next().unwrap_or(0)));
}

#[test]
fn native_code_leaves_the_registers_of_small_boards_as_the_instructions_do() {
    compare::<1>(8);
}

#[test]
fn native_code_leaves_the_registers_of_larger_boards_as_the_instructions_do() {
    compare::<2>(9);
}

#[test]
fn native_code_leaves_the_registers_of_large_boards_as_the_instructions_do() {
    compare::<4>(15);
    compare::<6>(19);
}
