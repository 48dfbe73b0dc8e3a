//! Turns in which nothing is done but to put a piece on a free cell, played in one loop.

use smallvec::SmallVec;

use crate::program::node::{NOBODY, NOTHING};

use super::drops::{Asked, DropTurn, Drops, Test};
use super::lane::{Lane, number, set};
use super::run::{Runner, Stop};

/// How a loop over turns came to an end.
enum End {
    /// There is no free cell.
    None,
    /// The answer to a question is yes.
    Asked(Asked),
    /// Play stops before this instruction of a turn.
    Due(u32),
}

impl<const W: usize> Runner<'_, W> {
    /// Plays turns in which nothing is done but to put a piece; where the code goes on. How the place of a bit is found
    /// by its number is given.
    #[inline(always)]
    pub(super) fn drops_by(
        &mut self,
        lane: &mut Lane<W>,
        drops: &Drops,
        select: impl Fn(u64, u32) -> u32,
    ) -> Result<u32, Stop> {
        let rush = self.rush;
        let registers = &rush.registers;
        let constant = |number: u16| rush.constants[number as usize];
        let mut occupied = set!(lane, registers.occupied);
        let mut lines = std::mem::take(&mut lane.lines);
        if let Some(all) = rush.lines.as_ref().filter(|_| drops.turns.iter().any(|turn| turn.asks_rows)) {
            all.fill(&mut lines, &lane.sets[usize::from(registers.owners)..]);
        }
        let (mut turns, mut rounds, mut decisions) = (0, 0, self.decisions);
        let ends_round = |turn: &DropTurn| u32::from(self.ends_round(turn.turn.0, turn.turn.1));
        let round_ends: SmallVec<[u32; 4]> = drops.turns.iter().map(ends_round).collect();
        let mut landing = NOTHING;
        let mut now = 0;
        let (end, turn) = 'game: loop {
            let turn = &drops.turns[now];
            let free = constant(turn.free.1) - occupied;
            let row = match turn.hidden {
                None => free,
                Some((_, _, from, by)) => free - (free & constant(from)).moved(i32::from(by)),
            };
            let n = row.count() as u64;
            if n == 0 {
                break (End::None, turn);
            }
            let cell = row.nth_by(self.rng.below(n) as usize, &select).unwrap_or_default();
            decisions += 1;
            landing = i64::from(cell);
            occupied.insert(cell);
            if turn.owner != NOBODY {
                set!(lane, registers.owners + turn.owner).insert(cell);
            }
            if registers.kinds.len() > 1 {
                set!(lane, registers.kinds[turn.kind as usize]).insert(cell);
            }
            let lengths = match &rush.lines {
                Some(all) if turn.asks_rows => all.grow(&mut lines, turn.owner, cell),
                _ => 0,
            };
            for asked in &turn.tests {
                let holds = match asked.test {
                    Test::Row(_, player, wanted) if lengths != 0 && player == turn.owner => lengths & wanted != 0,
                    Test::Row(row, player, _) => {
                        rush.is_on_row(row as usize, cell, &set!(lane, registers.owners + player))
                    }
                    Test::Line(player) => self.is_on_line(cell, set!(lane, registers.owners + player)),
                    Test::Covers(all) => (constant(all) - occupied).is_empty(),
                    Test::Joins(player, from, end, place) => {
                        let of = set!(lane, registers.owners + player);
                        self.joins(lane, (of, constant(from), constant(end)), place as usize)
                    }
                    Test::Touches(player, sides, place) => {
                        self.touches(lane, (cell, set!(lane, registers.owners + player)), sides.all(), place as usize)
                    }
                };
                if holds {
                    break 'game (End::Asked(*asked), turn);
                }
            }
            turns += 1;
            rounds += round_ends[now];
            landing = NOTHING;
            if decisions >= self.stop_at {
                break (End::Due(turn.turn.2), turn);
            }
            now += 1;
            if now == drops.turns.len() {
                now = 0;
            }
        };
        set!(lane, registers.occupied) = occupied;
        self.decisions = decisions;
        lane.lines = lines;
        let state = &mut self.slow.state.turn;
        state.turns += turns;
        state.rounds += rounds;
        self.finish_drops(lane, turn, (end, landing), turns > 0)
    }

    /// Puts everything where the code after a turn looks for it.
    fn finish_drops(
        &mut self,
        lane: &mut Lane<W>,
        turn: &DropTurn,
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
            End::Asked(asked) => {
                number!(lane, self.landing_register) = landing;
                for &(set, number) in &turn.constants[..asked.n_constants] {
                    set!(lane, set) = self.rush.constants[number as usize];
                }
                self.decisions -= 1;
                self.commit(turn.number);
                Ok(asked.to)
            }
            End::None => {
                let free = self.rush.constants[turn.free.1 as usize] - set!(lane, self.rush.registers.occupied);
                set!(lane, turn.free.0) = free;
                if let Some((next, rest, from, by)) = turn.hidden {
                    let moved = (free & self.rush.constants[from as usize]).moved(i32::from(by));
                    (set!(lane, next), set!(lane, rest)) = (moved, free - moved);
                }
                Ok(turn.none)
            }
        }
    }

    /// In a count: does only what the first instruction of a turn does.
    pub(super) fn first_of_drops(&self, lane: &mut Lane<W>, drops: &Drops) {
        let (free, cells) = drops.turns[0].free;
        set!(lane, free) = self.rush.constants[cells as usize] - set!(lane, self.rush.registers.occupied);
    }
}
