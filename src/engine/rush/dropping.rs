//! Turns in which nothing is done but to put a piece on a free cell, played in one loop.

use crate::engine::bits::Bits;
use crate::program::node::NOTHING;

use super::deck::Deck;
use super::drops::{Asked, DropTurn, Drops, Test};
use super::joins::BOTH;
use super::lane::{Lane, number, set};
use super::run::{Runner, Stop};
use super::supply::Supply;

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
    /// Plays turns in which nothing is done but to put a piece; where the code goes on.
    #[inline(always)]
    pub(super) fn drops_by(&mut self, lane: &mut Lane<W>, drops: &Drops, supply: &Supply<W>) -> Result<u32, Stop> {
        let rush = self.rush;
        let occupied = set!(lane, rush.registers.occupied);
        let (mut deck, mut lines) = (std::mem::take(&mut lane.deck), std::mem::take(&mut lane.lines));
        let (free, waiting) = drops.free.parted(rush, occupied);
        supply.deal(&mut deck, free - waiting);
        if let Some(all) = rush.lines.as_ref().filter(|_| supply.asks_rows) {
            all.fill(&mut lines, &lane.sets[usize::from(rush.registers.owners)..]);
        }
        if supply.follows_groups() {
            self.follow_groups(lane, drops, supply);
        }
        // A loop that asks no more than it must is a short one.
        let (end, turns, landing) = match (supply.asks_more, supply.waits()) {
            (false, false) => self.drop_all::<false, false>(lane, drops, supply, (&mut deck, &mut lines)),
            (false, true) => self.drop_all::<false, true>(lane, drops, supply, (&mut deck, &mut lines)),
            (true, false) => self.drop_all::<true, false>(lane, drops, supply, (&mut deck, &mut lines)),
            (true, true) => self.drop_all::<true, true>(lane, drops, supply, (&mut deck, &mut lines)),
        };
        (lane.deck, lane.lines) = (deck, lines);
        self.pass_turns(drops, turns);
        let last = match end {
            End::Due(_) => turns - 1,
            End::None | End::Asked(_) => turns,
        };
        let turn = &drops.turns[last % drops.turns.len()];
        self.finish_drops(lane, (drops, turn), (end, landing), turns > 0)
    }

    /// The loop: how it came to an end, how many turns did before, and the landing that a question was asked about. Whether anything
    /// is asked but for rows of the player's own and whether the board is full, and whether cells wait for others, is known.
    #[inline(always)]
    fn drop_all<const MORE: bool, const WAITS: bool>(
        &mut self,
        lane: &mut Lane<W>,
        drops: &Drops,
        supply: &Supply<W>,
        (cells, lines): (&mut [u16], &mut [u64]),
    ) -> (End, usize, i64) {
        let rush = self.rush;
        let all_lines = rush.lines.as_ref().filter(|_| supply.asks_rows);
        let occupied = usize::from(rush.registers.occupied);
        let n_free = drops.free.parted(rush, lane.sets[occupied]).0.count();
        let most = self.stop_at.saturating_sub(self.decisions).max(1) as usize;
        let mut deck = Deck::new(cells);
        // Numbers that lie in registers are drawn faster.
        let mut rng = self.rng.clone();
        let (mut now, mut turns) = (0, 0);
        let end = 'game: loop {
            let asks = &supply.asks[now];
            if deck.is_empty() {
                break (End::None, NOTHING);
            }
            let place = rng.below(deck.len() as u64) as usize;
            let cell = match WAITS {
                true => supply.draw(&mut deck, place, &lane.sets[occupied]),
                false => deck.draw(place),
            };
            set!(lane, asks.set).insert_in_place(cell);
            if let Some(kind) = asks.kind {
                set!(lane, kind).insert_in_place(cell);
            }
            let lengths = match (all_lines, asks.lines) {
                (Some(all), Some(first)) => all.grow(&mut lines[first..], cell),
                _ => 0,
            };
            turns += 1;
            if lengths & asks.rows != 0 || turns == n_free && asks.covers || MORE && asks.more {
                let turn = &drops.turns[now];
                for asked in &turn.tests {
                    let holds = match asked.test {
                        Test::Row(_, player, wanted) if asks.rows != 0 && player == turn.owner => lengths & wanted != 0,
                        Test::Covers(_) if !MORE => turns == n_free,
                        _ if !MORE => false,
                        _ => self.holds(lane, (turn, asked.test), cell, supply),
                    };
                    if holds {
                        turns -= 1;
                        break 'game (End::Asked(*asked), i64::from(cell));
                    }
                }
            }
            if turns >= most {
                break (End::Due(drops.turns[now].turn.2), NOTHING);
            }
            now = if now + 1 == supply.asks.len() { 0 } else { now + 1 };
        };
        *self.rng = rng;
        lane.sets[occupied] = supply.occupied(lane, rush);
        (end.0, turns, end.1)
    }

    /// Whether the answer to a question is yes, after a piece was put on a cell.
    #[inline(always)]
    fn holds(&mut self, lane: &mut Lane<W>, (turn, test): (&DropTurn, Test), cell: u16, supply: &Supply<W>) -> bool {
        let rush = self.rush;
        let constant = |number: u16| rush.constants[usize::from(number)];
        let touches = |place: u8| supply.touching[usize::from(place)][usize::from(cell)];
        let of = |lane: &Lane<W>, player: u8| set!(lane, rush.registers.owners + player);
        match test {
            Test::Row(row, player, _) => rush.is_on_row(row.into(), cell, &of(lane, player)),
            Test::Line(player) => self.is_on_line(cell, of(lane, player)),
            Test::Covers(all) => (constant(all) - supply.occupied(lane, rush)).is_empty(),
            Test::Joins(player, from, end, place) if !rush.is_mutual || !supply.is_steady(place) => {
                self.joins(lane, (of(lane, player), constant(from), constant(end)), place.into())
            }
            Test::Joins(player, _, _, place) => {
                let groups = &mut lane.joins[usize::from(place)];
                let joins = groups.joined || player == turn.owner && groups.grow(rush, cell, touches(place)) == BOTH;
                if joins {
                    groups.clear();
                }
                joins
            }
            Test::Touches(player, sides, _) if !rush.is_mutual => {
                let group = rush.joined(of(lane, player), Bits::of(cell));
                sides.all().iter().all(|&side| !(group & constant(side)).is_empty())
            }
            Test::Touches(player, sides, place) => {
                if !supply.is_steady(place) {
                    let others = of(lane, player) - Bits::of(cell);
                    let touching = &supply.touching[usize::from(place)];
                    lane.joins[usize::from(place)].catch_up(rush, others, |cell| touching[usize::from(cell)]);
                }
                lane.joins[usize::from(place)].grow(rush, cell, touches(place)) == sides.every()
            }
        }
    }

    /// Brings what is known of groups up to the position before the first turn.
    fn follow_groups(&mut self, lane: &mut Lane<W>, drops: &Drops, supply: &Supply<W>) {
        let rush = self.rush;
        let constant = |number: u16| rush.constants[usize::from(number)];
        if !rush.is_mutual {
            return;
        }
        for asked in drops.turns.iter().flat_map(|turn| &turn.tests) {
            match asked.test {
                Test::Joins(player, from, end, place) => {
                    let of = set!(lane, rush.registers.owners + player);
                    let joined = self.joins(lane, (of, constant(from), constant(end)), place.into());
                    lane.joins[usize::from(place)].joined = joined;
                }
                Test::Touches(player, _, place) => {
                    let of = set!(lane, rush.registers.owners + player);
                    let touching = &supply.touching[usize::from(place)];
                    lane.joins[usize::from(place)].catch_up(rush, of, |cell| touching[usize::from(cell)]);
                }
                Test::Row(..) | Test::Line(_) | Test::Covers(_) => {}
            }
        }
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
            self.clears_all |= drops.clears;
            self.enter(lane, player);
        } else if drops.clears && matches!(end, End::Asked(_)) {
            self.clear_names(lane);
        }
        match end {
            End::Due(at) => Err(self.stop(at)),
            End::Asked(asked) => {
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
