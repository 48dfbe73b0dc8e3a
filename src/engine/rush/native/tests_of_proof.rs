//! Native code is proven before it is used; what tells no cell is told so with and without it.

use cranelift_codegen::settings::ProbestackStrategy;

use crate::engine::rush::code::{Choice, Code, Script, SlideFrom};
use crate::engine::rush::lane::Lane;
use crate::game::rng::Rng;
use crate::program::node::{NOBODY, NONE, NOTHING};
use crate::rules::model::Comparison;

use super::tests::{CELLS, FREE, program, run, run_from};
use super::*;
use crate::engine::machine::Machine;

/// How many tables stretches of instructions have.
pub const TABLES: u8 = 2;
/// Numbers that tell no cell of any board for which there is native code.
pub const NO_CELLS: [i64; 8] = [NOTHING, -1, -65, 1 << 10, 1 << 16, (1 << 16) + 5, i64::MAX, -(1 << 16) + 5];

/// Any instruction with tables, places and cells for which there is native code.
pub fn more(rng: &mut Rng, last: u64) -> Code {
    let mut below = |n: u64| rng.below(n);
    let [to, a, b] = std::array::from_fn(|_| FREE + below(8) as u8);
    let [cell, other] = [CELLS + below(4) as u8, CELLS + below(4) as u8];
    let (table, place) = (below(TABLES.into()) as u8, below(last) as u16);
    match below(20) {
        0 => Code::Keep(table, cell, a),
        1 => Code::Keep(table, a, b),
        2 => Code::Kept(to, table, cell),
        3 => Code::Kept(to, table, a),
        4 => Code::Behind(to, cell, a, below(8) as u8),
        5 => Code::IfIsNot(a, 5, place),
        6 => Code::IfDifferent(a, cell, place),
        7 => Code::Wide(to, 0),
        8 => Code::Carry(1, 0, cell, other, false),
        9 => Code::Toggle(NOBODY, 1, cell),
        10 if below(2) == 0 => Code::CarryOneOf(0, 0, cell, other, below(2) == 0),
        10 => Code::CarryAny(0, cell, other),
        11 => Code::Change(a, CELLS + below(4) as u8),
        12 => Code::Change(a, FREE + below(8) as u8),
        13 => Code::OfPlayer(to, a),
        14 => Code::Where(to, FREE, 12, Comparison::AtLeast, a),
        15 => Code::WhereSame(to, FREE, 12, cell),
        16 => Code::Lines(to, a),
        17 => Code::Quarters(to, a),
        18 => Code::LookForTwo(to, a, cell, 2, 0),
        _ => Code::Put(NOBODY, 1, a),
    }
}

/// A rush of a game of two players with two kinds of pieces, with a script of our own.
fn rush_of<const W: usize>(machine: &Machine<W>, code: Vec<Code>) -> Rush<W> {
    let mut rush = Rush::<W>::new(&machine.program).expect("the game is rushed");
    let range = (1, i64::from(u16::MAX));
    rush.script = Script {
        code,
        slides: vec![
            SlideFrom { ways: vec![0], range, span: false },
            SlideFrom { ways: vec![200], range, span: false },
        ],
        lists: vec![vec![5, 6, 7], Vec::new()],
        kinds: vec![0b11, 0b100],
        choices: vec![Choice::default()],
        n_tables: TABLES,
        entries: vec![((0, 0), 0)],
        used: rush.script.used,
        ..Script::default()
    };
    rush
}

/// Instructions on a board of 64 cells that refer to what is not there.
fn unfounded(n_constants: u16) -> Vec<Code> {
    vec![
        Code::Constant(FREE, n_constants),
        Code::AndConstant(FREE, FREE, n_constants),
        Code::ConstantMinus(FREE, u16::MAX, FREE),
        Code::Shift(FREE, FREE, n_constants, 1),
        Code::ShiftInto(FREE, FREE, n_constants, 1),
        Code::IfCovers(n_constants, FREE, 0),
        Code::Wide(FREE, 0),
        Code::Look(FREE, FREE, 1),
        Code::Look(FREE, FREE, 2),
        Code::LookForTwo(FREE, FREE, FREE, 2, 0),
        Code::LookForTwo(FREE, FREE, FREE, 1, 1),
        Code::LookForTwo(FREE, FREE, FREE, 0, 0),
        Code::LookForTwo(FREE, FREE, FREE, 1, 2),
        Code::Table(FREE, FREE, u16::MAX),
        Code::Parts(FREE, FREE, u16::MAX, 1),
        Code::Parts(FREE, FREE, 0, u8::MAX),
        Code::Keep(TABLES, FREE, FREE),
        Code::Kept(FREE, TABLES, FREE),
        Code::Step(FREE, FREE, 200),
        Code::StepTo(FREE, FREE, FREE, 200),
        Code::FillTo(FREE, FREE, FREE, FREE, 200),
        Code::Fill(FREE, FREE, FREE, 200),
        Code::Inside(FREE, FREE, FREE, 200),
        Code::SlideBy(FREE, FREE, FREE, FREE, FREE, 200),
        Code::Slide(FREE, FREE, FREE, FREE, 1),
        Code::Slide(FREE, FREE, FREE, FREE, 2),
        Code::Behind(FREE, FREE, FREE, 200),
        Code::Toggle(2, 0, FREE),
        Code::Toggle(0, 2, FREE),
        Code::Carry(2, 0, FREE, FREE, false),
        Code::Carry(0, 2, FREE, FREE, false),
        Code::CarryOneOf(2, 0, FREE, FREE, false),
        Code::CarryOneOf(0, 1, FREE, FREE, false),
        Code::CarryOneOf(0, 2, FREE, FREE, false),
        Code::Place(2, 0, FREE, true),
        Code::Place(0, 2, FREE, false),
        Code::Put(2, 0, FREE),
        Code::Put(0, 2, FREE),
        Code::Give(FREE, 2),
        Code::Give(FREE, NOBODY),
        Code::Jump(2),
        Code::IfEmpty(FREE, 2),
        Code::Next(FREE, FREE, u16::MAX),
        Code::DrawOne(FREE, 2, 0),
        Code::Drop(FREE, 2, 0, 0, 0),
        Code::Drop(FREE, 0, 2, 0, 0),
        Code::Drop(FREE, 0, 0, 0, 2),
        Code::Draw(1),
        Code::IfNone(1, 0),
        Code::IfNone(0, 2),
        Code::Enter(2),
        Code::Pass(0, 2),
        Code::Turn(2, 0, 0),
        Code::IfSameRound(0, 2, 0),
        Code::IfStale(2),
        Code::IfOnce(2),
        Code::Written(0),
        Code::Fit(FREE, 0),
        Code::SetValues(FREE, FREE, FREE, 0),
        Code::IfRepeated(false, 2, 0, 2),
    ]
}

#[test]
fn what_refers_to_what_is_not_there_is_left_to_the_runner() {
    let machine = Machine::<1>::of(program(8));
    let n_constants = Rush::<1>::new(&machine.program).expect("the game is rushed").constants.len();
    for code in unfounded(n_constants as u16) {
        let rush = rush_of(&machine, vec![code, Code::Shielded(true)]);
        assert_eq!(proof::of(&rush, &machine.program, &code), proof::Proof::Fails, "{code:?}");
        assert_eq!(known::way_of(&rush, &machine.program, &code), known::Way::Left, "{code:?}");
        if let Some(native) = Native::of(&rush, &machine.program, Purpose::Play) {
            assert_eq!(run_from(&machine, &rush, &native, 0).0, 0, "{code:?}");
        }
    }
}

/// Whether code is proven if so many constants and tabled sets are there.
fn is_proven(lengths: [usize; 2]) -> bool {
    let machine = Machine::<1>::of(program(8));
    let code = vec![
        Code::Look(FREE, FREE, 0),
        Code::Slide(FREE, FREE, FREE, FREE, 0),
        Code::Keep(1, FREE, FREE),
        Code::Shielded(true),
    ];
    let rush = rush_of(&machine, code);
    let isa = isa(true, false).expect("this processor is known");
    let mut context = Context::new();
    context.func = Function::with_name_signature(UserFuncName::user(0, 0), signature(&isa));
    let mut parts = FunctionBuilderContext::new();
    let mut builder = Writer::new(FunctionBuilder::new(&mut context.func, &mut parts));
    let plan = Plan::of((&rush, &machine.program), Purpose::Play, &mut || builder.declare_var(types::I64));
    Emitter::new(builder, (&rush, &machine.program), plan, Purpose::Play, lengths)
        .emit_all(isa.frontend_config())
        .is_some()
}

#[test]
#[cfg(target_arch = "x86_64")]
fn code_is_thrown_away_if_a_place_may_lie_beyond_its_table() {
    let machine = Machine::<1>::of(program(8));
    let rush = Rush::<1>::new(&machine.program).expect("the game is rushed");
    // The constants of the rush, eight rays from each cell, and the list of three numbers; two tables.
    let (n_constants, n_tabled) = (rush.constants.len() + 8 * 64 + 3, 2 * 64);
    assert!(is_proven([n_constants, n_tabled]));
    assert!(!is_proven([n_constants - 1, n_tabled]));
    assert!(!is_proven([n_constants, n_tabled - 1]));
}

#[test]
fn what_the_verifier_finds_fault_with_is_not_compiled() {
    let Some(isa) = isa(true, false) else { return };
    for is_sound in [true, false] {
        let mut context = Context::new();
        context.func = Function::with_name_signature(UserFuncName::user(0, 0), signature(&isa));
        let mut parts = FunctionBuilderContext::new();
        let mut builder = Writer::new(FunctionBuilder::new(&mut context.func, &mut parts));
        let first = builder.create_block();
        builder.append_block_params_for_function_params(first);
        builder.switch_to_block(first);
        let told = builder.iconst(if is_sound { types::I32 } else { types::I64 }, 0);
        builder.return_(&[told]);
        builder.seal_all_blocks();
        builder.finalize(isa.frontend_config());
        assert_eq!(compiled(&mut context, isa.as_ref()).is_some(), is_sound, "it returns what it says");
    }
}

#[test]
fn the_stack_is_probed() {
    let Some(isa) = isa(true, false) else { return };
    assert!(isa.flags().enable_probestack());
    assert_eq!(isa.flags().probestack_strategy(), ProbestackStrategy::Inline);
}

/// The rights to each stretch of memory of this process, by its first and last place.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn rights() -> Vec<(std::ops::Range<usize>, String)> {
    let maps = std::fs::read_to_string("/proc/self/maps").expect("the kernel tells");
    let stretch = |line: &str| {
        let mut words = line.split_whitespace();
        let (first, last) = words.next()?.split_once('-')?;
        let place = |text| usize::from_str_radix(text, 16).ok();
        Some((place(first)?..place(last)?, words.next()?.to_owned()))
    };
    maps.lines().map(|line| stretch(line).expect("a line tells a stretch and its rights")).collect()
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn memory_that_code_runs_from_cannot_be_written() {
    let machine = Machine::<1>::of(program(8));
    let rush = rush_of(&machine, vec![Code::Number(FREE, 7), Code::Shielded(true)]);
    let native = Native::of(&rush, &machine.program, Purpose::Count).expect("it is written");
    let (next, lane) = run_from(&machine, &rush, &native, 0);
    assert_eq!((next, lane.numbers[usize::from(FREE)]), (1, 7));
    let (place, all) = (native.0.code.as_ptr() as usize, rights());
    let here = all.iter().find(|(stretch, _)| stretch.contains(&place));
    assert_eq!(here.map(|(_, rights)| rights.as_str()), Some("r-xp"));
    let both = all.iter().filter(|(_, rights)| rights.contains('w') && rights.contains('x'));
    assert_eq!(both.count(), 0);
}

/// What stands, what is kept, and what is answered for a number that tells no cell.
fn for_no_cell<const W: usize>(size: u8, is_native: bool) {
    let machine = Machine::<W>::of(program(size));
    let (kept, landings, table) = (FREE, FREE + 1, FREE + 2);
    let code = |number: i64, wide: &mut Vec<i64>| {
        wide.push(number);
        vec![
            Code::Wide(CELLS, 0),
            Code::Keep(1, CELLS, FREE + 5),
            Code::Kept(kept, 1, CELLS),
            Code::Slide(landings, CELLS, FREE + 5, FREE + 5, 0),
            Code::Table(table, CELLS, 0),
            Code::Toggle(0, 1, CELLS),
            Code::Carry(0, 1, CELLS, CELLS, false),
            Code::Carry(1, 0, CELLS, CELLS, true),
            Code::CarryOneOf(1, 0, CELLS, CELLS, true),
            Code::Place(0, 1, CELLS, false),
            Code::Place(1, 0, CELLS, true),
            Code::Member(FREE + 3, CELLS),
            Code::KindAt(FREE, CELLS),
            Code::OwnerAt(FREE + 1, CELLS),
            Code::Behind(FREE + 2, CELLS, FREE + 5, 0),
            Code::Look(FREE + 3, CELLS, 0),
            Code::Shielded(true),
        ]
    };
    for number in NO_CELLS {
        let mut rush = rush_of(&machine, Vec::new());
        let mut wide = Vec::new();
        rush.script.code = code(number, &mut wide);
        rush.script.wide = wide;
        // `Table` has native code only where there is a constant for each cell.
        rush.constants.resize(rush.constants.len() + machine.program.geometry.n_cells, !Bits::EMPTY);
        let before = run(&machine, &rush_of(&machine, vec![Code::Shielded(true)]), None, 3);
        let native = Native::of(&rush, &machine.program, Purpose::Count).filter(|_| is_native);
        assert_eq!(native.is_some(), is_native);
        let after: Box<Lane<W>> = run(&machine, &rush, native.as_ref(), 3);
        for set in [kept, landings, table, FREE + 3] {
            assert_eq!(after.sets[usize::from(set)], Bits::EMPTY, "{number}: set {set}");
        }
        let answers = [NOTHING, NOTHING, i64::from(NONE), 7];
        assert_eq!(after.numbers[usize::from(FREE)..][..4], answers, "{number}");
        assert_eq!(after.tables, before.tables, "{number}");
        let n_position = rush.registers.used.0;
        assert_eq!(after.sets[..n_position], before.sets[..n_position], "{number}");
    }
}

/// Where slides of more steps than there are cells lead from a corner.
fn far_slides(is_native: bool) {
    let machine = Machine::<1>::of(program(8));
    // Eight times the first of these is eight in 64 bits: one row further.
    for steps in [(1 << 61) + 1, (1 << 62) + 2, i64::MAX, 64, 0, -1, NOTHING] {
        let mut code = vec![Code::Wide(FREE, 0), Code::Number(CELLS, 0)];
        code.extend((0..8).map(|way| Code::SlideBy(FREE + way, CELLS, FREE + 20, FREE, FREE, way)));
        code.push(Code::Shielded(true));
        let mut rush = rush_of(&machine, code);
        rush.script.wide = vec![steps];
        let native = Native::of(&rush, &machine.program, Purpose::Count).filter(|_| is_native);
        let lane = run(&machine, &rush, native.as_ref(), 3);
        assert_eq!(lane.sets[usize::from(FREE)..][..8], [Bits::EMPTY; 8], "{steps} steps");
    }
}

#[test]
fn slides_of_too_many_steps_lead_nowhere() {
    far_slides(false);
    far_slides(true);
}

#[test]
fn what_tells_no_cell_is_no_cell_for_the_runner() {
    for_no_cell::<1>(8, false);
    for_no_cell::<2>(9, false);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn what_tells_no_cell_is_no_cell_for_native_code() {
    for_no_cell::<1>(8, true);
    for_no_cell::<2>(9, true);
}
