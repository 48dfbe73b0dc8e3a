//! Rushes: random games played to their end without stopping at each decision.
//!
//! Whoever only wants to know how a random game ends need not see the decisions on its way. So all that happens in
//! the turns of a game is written as one piece of code, once for each player whose turn it is, with what depends on
//! that player worked out. The position lies in registers; options are counted and drawn as sets. What the code does
//! not tell is asked of the machine, on the same state.

use std::fmt::Write as _;

use crate::program::node::{NOBODY, NONE};
use crate::program::{Pool, Program};

use super::bits::Bits;
use super::machine::Machine;
use super::state::State;

mod abreast;
mod ahead;
mod begin;
mod chains;
mod choice;
mod circle;
mod code;
mod count;
mod deck;
mod draw;
mod dropping;
mod drops;
mod effects;
mod endings;
mod execute;
mod explore;
mod forest;
mod groups;
mod hoppers;
mod instructions;
mod joins;
mod keyed;
mod lane;
mod leaps;
mod liberties;
mod lines;
mod maker;
#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(target_family = "wasm")]
#[path = "rush/no_native.rs"]
mod native;
#[cfg(all(test, not(target_family = "wasm")))]
mod no_native;
mod pieces;
mod piles;
mod planes;
mod regions;
mod registers;
mod rings;
mod rolls;
mod rows;
mod run;
mod script;
mod shots;
mod slow;
mod supply;
mod taken;
mod tallies;
#[cfg(all(test, not(target_family = "wasm")))]
mod tests_of_passes;
mod tracks;
mod turns;
mod urgent;
mod values;
mod walk;
mod warmth;

pub use lane::Lane;
pub use urgent::Latest;
pub use walk::reached::Reached;

use code::{Choice, N, S, Script};
use registers::Registers;
use warmth::Warmth;

/// The code of a rush with its constants.
#[derive(Debug)]
pub struct Rush<const W: usize> {
    script: Script,
    registers: Registers,
    constants: Vec<Bits<W>>,
    /// By pair of opposite directions and cell, the neighbours in both.
    pairs: Vec<Vec<(u16, u16)>>,
    /// By direction, the cells that it leads from and by how many cell numbers.
    shifts: Vec<Vec<(Bits<W>, i32)>>,
    /// By direction, the cells that it leads to, and how often a way is doubled until it is as long as any.
    lengths: Vec<(Bits<W>, u32)>,
    /// The same as the shifts for all directions by which groups hang together.
    joining: Vec<(Bits<W>, i32)>,
    /// Whether a direction ever leads back to where it began.
    circles: bool,
    /// All cells.
    all: Bits<W>,
    /// By cell, its neighbours by which groups hang together.
    beside: Vec<Bits<W>>,
    /// Which neighbours of a new cell tell the groups that it joins, if cells have few neighbours.
    nearby: Option<forest::Nearby>,
    /// Whether the whole board hangs together.
    is_whole: bool,
    /// Whether every cell is a neighbour of its neighbours by which groups hang together.
    is_mutual: bool,
    /// By cell, its neighbours in all directions.
    around: Vec<Bits<W>>,
    /// By directions, each neighbour of a cell with the cell behind it.
    hops: Vec<leaps::Leaps<W>>,
    /// By chain and part, its hops.
    leaps: Vec<Vec<leaps::Leaps<W>>>,
    /// What can be hit from where a piece has landed.
    shots: Vec<shots::Shots<W>>,
    /// By slide round bends and cell, the cells of each way it may go, and whether it may land there.
    tracks: Vec<Vec<tracks::Ways>>,
    /// By slide round bends, the rings in which it goes.
    rings: Vec<Option<rings::Rings>>,
    /// The straight lines of the board, if each fits into a word.
    lines: Option<lines::Lines>,
    /// By sort of rows, what has to be known of them.
    rows: Vec<rows::Rows<W>>,
    /// By circle of turns that only drop pieces, what they look up.
    supplies: Vec<supply::Supply<W>>,
    /// What repetition compares, if keys of positions are told from registers.
    words: Option<keyed::Words>,
    /// The same where it compares what lies on the board.
    board: Option<keyed::BoardPlanes>,
    /// Whether positions are walked in registers by who looks ahead.
    is_walkable: bool,
    /// Whether the text of some option lets the player pick what is worked out on the way.
    lets_pick: bool,
    /// By player, where his turn passes to the next one.
    passes: Vec<Option<u32>>,
    /// The names that nothing in the code touches.
    untouched: (Vec<S>, Vec<N>),
    /// By choice, where play goes on once an option that was sought is put aside.
    asides: Vec<Option<u32>>,
    /// By choice, the rows whose options are tried in a count even where no piece is exposed.
    bare_rows: Vec<Vec<usize>>,
    /// Native code, once it is worth writing.
    warmth: Warmth<W>,
}

impl<const W: usize> Rush<W> {
    /// The code for a program.
    ///
    /// # Errors
    /// If the program does what no rush can; why.
    pub fn new(program: &Program) -> Result<Self, &'static str> {
        let (script, registers, pool): (Script, Registers, Pool) = maker::Maker::script(program)?;
        let constants = pool.words.chunks(W).map(Bits::load).collect();
        let geometry = &program.geometry;
        let cells = 0..geometry.n_cells as u16;
        let pair = |&way: &u16| {
            let back = geometry.opposite[way as usize];
            cells.clone().map(|cell| (geometry.step(cell, way), geometry.step(cell, back))).collect()
        };
        let pairs = geometry.straight.iter().map(pair).collect();
        let shift =
            |shift: &crate::program::Shift| (Bits::load(&program.pool.words[shift.from as usize * W..]), shift.by);
        let shifts: Vec<Vec<(Bits<W>, i32)>> =
            geometry.shifts.iter().map(|shifts| shifts.iter().map(shift).collect()).collect();
        let joining = geometry.around.iter().map(shift).collect();
        let length = |way: u16| {
            let next = |&cell: &u16| Some(geometry.step(cell, way)).filter(|&next| next != NONE);
            let steps = |cell: u16| std::iter::successors(next(&cell), next).take(geometry.n_cells).count();
            let into = cells.clone().filter_map(|cell| next(&cell)).collect();
            let most = cells.clone().map(steps).max().unwrap_or(0);
            (into, most.next_power_of_two().trailing_zeros())
        };
        let lengths = (0..geometry.n_directions as u16).map(length).collect();
        let near = |cell: u16| {
            let next = geometry.joining.iter().map(|&way| geometry.step(cell, way));
            next.filter(|&next| next != NONE).collect()
        };
        let beside: Vec<Bits<W>> = cells.clone().map(near).collect();
        let all_near = |cell: u16| {
            let next = (0..geometry.n_directions as u16).map(|way| geometry.step(cell, way));
            next.filter(|&next| next != NONE).collect()
        };
        let around = cells.clone().map(all_near).collect();
        let shots = script.shots.iter().map(|directions| shots::Shots::new(geometry, directions)).collect();
        let tracks = script.tracks.iter().map(|track| tracks::of(program, track)).collect();
        let rings = script.tracks.iter().map(|track| rings::Rings::of(program, track)).collect();
        let everywhere = |ways| cells.clone().map(move |_| ways);
        let hops =
            script.hops.iter().map(|ways| leaps::Leaps::new(geometry, everywhere(ways.as_slice()), false)).collect();
        let part = |part: &code::ChainPart| leaps::Leaps::new(geometry, part.ways.iter().map(Vec::as_slice), part.far);
        let leaps = script.chains.iter().map(|chain| chain.parts.iter().map(part).collect()).collect();
        let words = keyed::Words::new(program, &registers, script.puts_out);
        let board = keyed::BoardPlanes::new(program, &registers);
        let is_walkable = registers.are_complete() && script.tells_picks();
        let passes = script.passes(program.rules.players.len());
        let mut rush = Self {
            words,
            board,
            is_walkable,
            lets_pick: script.lets_pick(),
            passes,
            untouched: script.untouched(registers.names),
            asides: script.asides(),
            bare_rows: script.choices.iter().map(Choice::bare_rows).collect(),
            script,
            registers,
            constants,
            pairs,
            shifts,
            lengths,
            joining,
            all: cells.clone().collect(),
            nearby: forest::Nearby::new(&beside),
            beside,
            is_whole: false,
            around,
            circles: geometry.circles,
            hops,
            leaps,
            shots,
            tracks,
            rings,
            lines: None,
            rows: Vec::new(),
            supplies: Vec::new(),
            is_mutual: geometry.is_mutual,
            warmth: Warmth::new(program.native_after),
        };
        rush.is_whole = rush.group(rush.all, 0) == rush.all;
        rush.rows = rush.script.rows.iter().map(|&row| rush.rows_of(row)).collect();
        let far = rush.script.drops.iter().flat_map(|drops| &drops.turns).filter_map(drops::DropTurn::far).max();
        rush.lines = far.and_then(|far| {
            lines::Lines::new(&rush.pairs, program.rules.players.len(), far, instructions::gathers_bits())
        });
        rush.supplies = rush.script.drops.iter().map(|drops| supply::Supply::of(&rush, drops)).collect();
        Ok(rush)
    }
}

impl<const W: usize> Rush<W> {
    /// Where the code goes on from a state in which a player chooses; none if it does not know that place in the turn.
    fn entry(&self, machine: &Machine<W>, state: &State) -> Option<u32> {
        let turn = (state.turn.mover, state.turn.pc);
        let (_, entry) = self.script.entries.iter().find(|(place, _)| *place == turn)?;
        (state.turn.me == NOBODY && piles::are_alike(machine, &self.registers, state)).then_some(u32::from(*entry))
    }

    /// What repetition compares, as far as registers tell it.
    fn compared(&self) -> (Option<&keyed::Words>, Option<&keyed::BoardPlanes>) {
        (self.words.as_ref(), self.board.as_ref())
    }

    /// Registers for this code.
    fn lane(&self) -> Box<Lane<W>> {
        Box::new(Lane::new(&self.registers, &self.script, self.beside.len()))
    }
}

/// How random games of a program are rushed, as text: the code if it is asked for, with what native code makes of it, and what is
/// left to the machine.
pub fn in_words<const W: usize>(machine: &Machine<W>, code: bool) -> String {
    let rush = match &machine.rush {
        Ok(rush) => rush,
        Err(why) => return format!("random games: decision by decision: {why}\n"),
    };
    let script = &rush.script;
    let mut out = format!("random games: {} instructions\n", script.code.len());
    out.push_str(match rush.is_walkable {
        true => "looking ahead: by the same instructions\n",
        false => "looking ahead: by the machine, since positions do not fit into registers or options may fail behind a pick\n",
    });
    let mut left: Vec<_> = script.left.clone();
    left.sort_unstable();
    left.dedup();
    for (pc, group, why) in left {
        let _ = writeln!(out, "  group {} of the choice at {pc} is listed: {why}", group + 1);
    }
    if code {
        let mut remarks = match machine.program.native_after {
            Some(_) => native::Native::remarks(rush, &machine.program).into_iter(),
            None => Vec::new().into_iter(),
        };
        for (place, code) in script.code.iter().enumerate() {
            let remark = remarks.next().filter(|remark| !remark.is_empty());
            let _ =
                writeln!(out, "{place}: {code:?}{}", remark.map_or_else(String::new, |remark| format!("  ; {remark}")));
        }
        for (number, choice) in script.choices.iter().enumerate() {
            let _ = writeln!(out, "choice {number}: {choice:?}");
        }
    }
    out
}
