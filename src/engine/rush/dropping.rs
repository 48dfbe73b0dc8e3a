//! Turns in which nothing is done but to put a piece on a free cell, played in one loop.

use crate::engine::bits::Bits;

use super::ahead::Ahead;
use super::circle::{Board, Circle, End, Going};
use super::drops::{DropTurn, Drops, Test};
use super::lane::{Lane, number, set};
use super::run::{Runner, Stop};
use super::supply::{Asks, Supply};

/// The registers as a board.
struct Registered<'a, 'b, const W: usize> {
    runner: &'a mut Runner<'b, W>,
    lane: &'a mut Lane<W>,
    supply: &'a Supply<W>,
}

impl<const W: usize> Board for Registered<'_, '_, W> {
    #[inline(always)]
    fn put(&mut self, asks: &Asks, cell: u16) {
        let lane = &mut *self.lane;
        set!(lane, asks.set).insert_in_place(cell);
        if let Some(kind) = asks.kind {
            set!(lane, kind).insert_in_place(cell);
        }
    }

    #[inline(always)]
    fn holds(&mut self, turn: &DropTurn, test: Test, cell: u16) -> bool {
        let Self { runner, lane, supply } = self;
        let rush = runner.rush;
        let constant = |number: u16| rush.constants[usize::from(number)];
        let of = |lane: &Lane<W>, player: u8| set!(lane, rush.registers.owners + player);
        match test {
            Test::Row(row, player, _) => rush.is_on_row(row.into(), cell, &of(lane, player)),
            Test::Line(player) => runner.is_on_line(cell, of(lane, player)),
            Test::Covers(all) => (constant(all) - supply.occupied(lane, rush)).is_empty(),
            Test::Joins(player, from, end, place) if !rush.is_mutual || !supply.is_steady(place) => {
                runner.joins(lane, (of(lane, player), constant(from), constant(end)), place.into())
            }
            Test::Joins(player, _, end, place) => {
                supply.joins_now(rush, &mut lane.joins, (player, end, place), (turn, cell))
            }
            Test::Touches(player, sides, _) if !rush.is_mutual => {
                let group = rush.joined(of(lane, player), Bits::of(cell));
                sides.all().iter().all(|&side| !(group & constant(side)).is_empty())
            }
            Test::Touches(player, sides, place) => {
                if !supply.is_steady(place) {
                    let others = of(lane, player) - Bits::of(cell);
                    let touching = &supply.touching[usize::from(place)];
                    let touches = |cell: u16| touching[usize::from(cell)];
                    lane.joins[usize::from(place)].follow(&rush.beside, others, touches);
                }
                supply.touches_now(rush, &mut lane.joins, (sides, place), cell)
            }
        }
    }
}

impl<const W: usize> Runner<'_, W> {
    /// Plays turns in which nothing is done but to put a piece; where the code goes on.
    #[inline(always)]
    pub(super) fn drops_by(&mut self, lane: &mut Lane<W>, drops: &Drops, supply: &Supply<W>) -> Result<u32, Stop> {
        let registers = &self.rush.registers;
        let most = self.stop_at.saturating_sub(self.decisions).max(1) as usize;
        let circle = Circle::new((self.rush, drops, supply), set!(lane, registers.occupied), most);
        let lines = std::mem::take(&mut lane.lines);
        let going = circle.begun(lines, self.rng.source().clone(), &lane.sets[usize::from(registers.owners)..]);
        if supply.follows_groups() {
            let owners = &lane.sets[usize::from(registers.owners)..];
            supply.follow_groups((self.rush, drops), &mut lane.joins, owners);
        }
        // A loop that asks no more than it must is a short one.
        let (end, turns, landing) = match (supply.asks_more, supply.waits()) {
            (false, false) => self.drop_all::<false, false>(lane, &circle, supply, going),
            (false, true) => self.drop_all::<false, true>(lane, &circle, supply, going),
            (true, false) => self.drop_all::<true, false>(lane, &circle, supply, going),
            (true, true) => self.drop_all::<true, true>(lane, &circle, supply, going),
        };
        self.pass_turns(drops, turns);
        let last = match end {
            End::Due(_) => turns - 1,
            End::None | End::Asked(_) => turns,
        };
        let turn = &drops.turns[last % drops.turns.len()];
        self.finish_drops(lane, (drops, turn), (end, landing), turns > 0)
    }

    /// The loop: how it came to an end, how many turns did before, and the landing that a question was asked about.
    #[inline(always)]
    fn drop_all<const MORE: bool, const WAITS: bool>(
        &mut self,
        lane: &mut Lane<W>,
        circle: &Circle<'_, W>,
        supply: &Supply<W>,
        mut going: Going<W>,
    ) -> (End, usize, i64) {
        let mut board = Registered { runner: self, lane, supply };
        let (end, landing) = loop {
            if let Some(end) = circle.turn::<MORE, WAITS, true>(&mut going, &mut board) {
                break end;
            }
        };
        let turns = circle.n_turns(&going);
        let Going { lines, rng, .. } = going;
        self.rng = Ahead::of(rng);
        lane.lines = lines;
        set!(lane, self.rush.registers.occupied) = supply.occupied(lane, self.rush);
        (end, turns, landing)
    }

    /// Counts the turns that came to their end, with an option each, and the rounds that ended with them.
    fn pass_turns(&mut self, drops: &Drops, turns: usize) {
        let ends_round = |turn: &DropTurn| u32::from(self.ends_round(turn.turn.0, turn.turn.1));
        let rounds = |turns: usize| drops.turns[..turns].iter().map(ends_round).sum::<u32>();
        let (all, n) = (turns as u32, drops.turns.len());
        let rounds = all / n as u32 * rounds(n) + rounds(turns % n);
        let state = &mut self.slow.state.turn;
        state.turns += all;
        state.rounds += rounds;
        self.decisions += u64::from(all);
    }

    /// Puts everything where the code after a turn looks for it.
    fn finish_drops(
        &mut self,
        lane: &mut Lane<W>,
        (drops, turn): (&Drops, &DropTurn),
        (end, landing): (End, i64),
        has_entered: bool,
    ) -> Result<u32, Stop> {
        let player = match end {
            End::None | End::Asked(_) => turn.turn.0,
            End::Due(_) => turn.turn.1,
        };
        if has_entered {
            (self.slow.state.turn.silent, self.slow.state.turn.noted) = (0, false);
            self.backward = 0;
            self.enter(lane, player);
        }
        match end {
            End::Due(at) => Err(self.stop(at)),
            End::Asked(place) => {
                let asked = &turn.tests[place];
                number!(lane, self.landing_register) = landing;
                for &(set, number) in &turn.constants[..asked.n_constants] {
                    set!(lane, set) = self.rush.constants[number as usize];
                }
                self.commit(turn.number);
                Ok(asked.to)
            }
            End::None => {
                let (free, waiting) = drops.free.parted(self.rush, set!(lane, self.rush.registers.occupied));
                set!(lane, drops.free.set) = free;
                if let Some((next, rest, ..)) = drops.free.hidden {
                    (set!(lane, next), set!(lane, rest)) = (waiting, free - waiting);
                }
                Ok(turn.none)
            }
        }
    }

    /// Does only what the first instruction of a turn does.
    pub(super) fn write_free(&self, lane: &mut Lane<W>, drops: &Drops) {
        set!(lane, drops.free.set) = drops.free.parted(self.rush, set!(lane, self.rush.registers.occupied)).0;
    }
}
