//! What must hold of an instruction so that native code is written for it: all that it refers to is there.
//!
//! Registers are numbered with a byte, and there are as many as bytes: each is there. All else is looked up here, also
//! what the maker of the code never does wrong. An instruction that is not told of here has no native code: a function
//! carries it out, which looks everything up itself.

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Aim, Choice, Code, Guess, REGISTERS, Row};
use crate::engine::rush::pieces::of_bits;
use crate::program::node::NOBODY;
use crate::program::{Program, Variable};

const _: () = assert!(REGISTERS == u8::MAX as usize + 1);

/// The most times that a way is doubled: no board is longer.
const DOUBLED: u32 = 16;

/// Whether all that an instruction refers to is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is.
    Holds,
    /// It is not.
    Fails,
    /// That is not known: there is no native code for such an instruction.
    Unknown,
}

/// Whether all that an instruction refers to is there: places, constants, tables, lists, directions, players and kinds.
pub fn of<const W: usize>(rush: &Rush<W>, program: &Program, code: &Code) -> Proof {
    use Code as C;
    let (script, geometry) = (&rush.script, &program.geometry);
    let n_cells = geometry.n_cells;
    let is_place = |place: u16| usize::from(place) < script.code.len();
    let has_place = |code: Code| script.leads_elsewhere(code).all(is_place);
    let n_players = program.rules.players.len();
    let is_player = |player: u8| usize::from(player) < n_players;
    let is_constant = |number: u16| usize::from(number) < rush.constants.len();
    let is_way = |way: u16| usize::from(way) < geometry.rays.len();
    let is_shift = |way: u8| usize::from(way) < rush.shifts.len();
    let is_long = |way: u8| rush.lengths.get(usize::from(way)).is_some_and(|(_, rounds)| *rounds <= DOUBLED);
    let holds = match *code {
        C::Constant(_, number)
        | C::AndConstant(_, _, number)
        | C::ConstantMinus(_, number, _)
        | C::Shift(_, _, number, _)
        | C::ShiftInto(_, _, number, _)
        | C::IfCovers(number, ..) => is_constant(number),
        C::Where(_, first, n, ..) | C::WhereSame(_, first, n, _) => {
            usize::from(first) + usize::from(n) <= REGISTERS && n <= 64
        }
        C::Wide(_, place) => usize::from(place) < script.wide.len(),
        C::LookForTwo(.., width, list) => {
            let is_whole = |list: &Vec<i64>| !list.is_empty() && list.len().is_multiple_of(usize::from(width));
            width > 0 && script.lists.get(usize::from(list)).is_some_and(is_whole)
        }
        C::Look(_, _, list) => script.lists.get(usize::from(list)).is_some_and(|list| !list.is_empty()),
        C::Table(_, _, first) => usize::from(first) + n_cells <= rush.constants.len(),
        C::Parts(_, _, first, n) => usize::from(first) + usize::from(n) <= rush.constants.len(),
        C::Meeting(_, _, first, n) => usize::from(first) + 2 * usize::from(n) <= rush.constants.len(),
        C::Keep(table, ..) | C::Kept(_, table, _) => table < script.n_tables,
        C::Step(_, _, way) | C::StepTo(_, _, _, way) => is_shift(way),
        C::FillTo(.., way) | C::Fill(.., way) | C::Inside(.., way) => is_shift(way) && is_long(way),
        C::SlideBy(.., way) => is_way(way.into()) && is_shift(way),
        C::Slide(.., slide) => {
            script.slides.get(usize::from(slide)).is_some_and(|slide| slide.ways.iter().all(|&way| is_way(way)))
        }
        C::Behind(.., way) => geometry.opposite.get(usize::from(way)).is_some_and(|&back| is_way(back)),
        C::Drop(_, owner, kind, ..)
        | C::Toggle(owner, kind, _)
        | C::Carry(owner, kind, ..)
        | C::Place(owner, kind, ..)
        | C::Put(owner, kind, _) => {
            let is_owner = owner == NOBODY || is_player(owner);
            is_owner && usize::from(kind) < rush.registers.kinds.len()
        }
        C::CarryOneOf(owner, kinds, ..) => {
            let n_kinds = rush.registers.kinds.len();
            let kinds = script.kinds.get(usize::from(kinds));
            is_player(owner) && kinds.is_some_and(|&kinds| of_bits(kinds).all(|kind| kind < n_kinds))
        }
        C::Give(_, to) => is_player(to),
        C::IfOnRow(row, ..) => usize::from(row) < rush.rows.len(),
        C::Drops(number) => {
            let drops = script.drops.get(usize::from(number));
            drops.is_some_and(|drops| is_constant(drops.free.cells))
        }
        C::Written(variable) => {
            let variable = usize::from(variable);
            variable < rush.registers.written.len() && variable < program.variables.len()
        }
        C::Value(_, first, _, variable) => {
            let held = |variable: &Variable| usize::from(first) + variable.count;
            program.variables.get(usize::from(variable)).is_some_and(|variable| held(variable) <= REGISTERS)
        }
        C::SetValues(first, _, _, variable) => {
            let is_held = |variable: &Variable| {
                (1..=64).contains(&variable.count) && usize::from(first) + variable.count <= REGISTERS
            };
            program.variables.get(usize::from(variable)).is_some_and(is_held)
        }
        C::Recall(_, _, variable) | C::Remember(_, _, variable) | C::Fit(_, variable) => {
            usize::from(variable) < program.variables.len()
        }
        C::Draw(choice) | C::Redraw(choice) | C::IfNone(choice, _) => {
            let has_table = |row: &Row| row.table.is_none_or(|table| table < script.n_tables);
            let is_whole = |choice: &Choice| choice.rows.len() <= REGISTERS && choice.rows.iter().all(has_table);
            let shots = |aim: Aim| rush.shots.get(usize::from(aim.shots));
            let is_known = |choice: &Choice, guess: Guess| {
                let tell_where = choice.rows.iter().all(|row| row.origins.is_none());
                let is_aimed = |aim| tell_where && shots(aim).is_some_and(|all| all.most() == guess.bound as usize);
                guess.bound > 0 && guess.aim.is_none_or(is_aimed)
            };
            let is_right =
                |choice: &Choice| is_whole(choice) && choice.guess.is_none_or(|guess| is_known(choice, guess));
            script.choices.get(usize::from(choice)).is_some_and(is_right) && rush.registers.are_within(program)
        }
        C::IfOut(player, _) | C::NextPlayer(_, player) => is_player(player),
        C::Turn(mover, next, _) | C::Pass(mover, next) | C::IfSameRound(mover, next, _) => {
            is_player(mover) && is_player(next) && rush.registers.are_within(program)
        }
        C::DrawWithin(..) => rush.registers.are_within(program),
        C::Hit(.., shots, _) => usize::from(shots) < rush.shots.len(),
        C::Enter(player) => is_player(player) && rush.registers.are_within(program),
        C::Close | C::Exchange | C::Reject => rush.registers.are_within(program),

        C::Calculate(..)
        | C::OfPlayer(..)
        | C::Lines(..)
        | C::IfOnLine(..)
        | C::Empty(_)
        | C::Copy(..)
        | C::And(..)
        | C::Or(..)
        | C::Minus(..)
        | C::Member(..)
        | C::Insert(..)
        | C::Remove(..)
        | C::Number(..)
        | C::Nothing(_)
        | C::CopyNumber(..)
        | C::Count(..)
        | C::First(..)
        | C::Each(..)
        | C::Add(..)
        | C::Odd(..)
        | C::Quarters(..)
        | C::KindAt(..)
        | C::OwnerAt(..)
        | C::Take(_)
        | C::Lift(_)
        | C::Jump(_)
        | C::IfIs(..)
        | C::IfIsNot(..)
        | C::IfSame(..)
        | C::IfDifferent(..)
        | C::IfCompare(..)
        | C::IfNotCompare(..)
        | C::IfEmpty(..)
        | C::IfSome(..)
        | C::IfHas(..)
        | C::IfHasNot(..)
        | C::IfEqual(..)
        | C::IfUnequal(..)
        | C::Next(..)
        | C::DrawOne(..)
        | C::Commit(_)
        | C::Round
        | C::Due(_)
        | C::At(_)
        | C::Again
        | C::Living(_)
        | C::NextLiving(_)
        | C::Phase(_)
        | C::Turns(_)
        | C::Rounds(_)
        | C::Played(..)
        | C::IfOnce(_)
        | C::IfCounted(_)
        | C::IfKept(..)
        | C::IfStale(_)
        | C::After
        | C::Note(_)
        | C::IfRepeated(..)
        | C::Change(..)
        | C::CarryAny(..)
        | C::Stack(..)
        | C::Mark(_)
        | C::Tell(_)
        | C::Told => true,
        _ => return if has_place(*code) { Proof::Unknown } else { Proof::Fails },
    };
    match holds && has_place(*code) && is_laid_out(rush, program) {
        true => Proof::Holds,
        false => Proof::Fails,
    }
}

/// Whether the planes of the pieces of all players have registers, and cells a place in a set.
fn is_laid_out<const W: usize>(rush: &Rush<W>, program: &Program) -> bool {
    let end = usize::from(rush.registers.owners) + program.rules.players.len();
    end <= REGISTERS && (1..=64 * W).contains(&program.geometry.n_cells)
}
