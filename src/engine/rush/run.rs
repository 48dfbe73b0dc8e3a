//! How the code of a rush runs.

use crate::engine::bits::Bits;
use crate::engine::position::Due;
use crate::game::Halt;
use crate::game::rng::Rng;
use crate::program::node::{NOBODY, NONE, NOTHING};

use super::Rush;
use super::code::Code;
use super::instructions::Instructions;
use super::lane::{Lane, number, set};
use super::native::Native;
use super::planes::look_for_two;
use super::rolls::{is_sure, throw};
use super::slow::Slow;
use super::values::{members, members_where};

/// How often a turn may go back without a decision.
const ENDLESS: u32 = 50_000;
/// How often a turn goes back between two questions whether play shall halt.
const HEEDED: u32 = 64;

/// How a rush came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The game is over; what is due is known.
    Over,
    /// Play would go on with this instruction of the turn.
    At(u32),
    /// In a count: a choice at this place of the code.
    Choice(u32),
    /// In a count: so many options.
    Counted(u64),
    /// In a count: the option succeeds.
    Succeeds,
    /// In a count: the option fails.
    Fails,
    /// In a count: that cannot be counted.
    Unknown,
}

/// A rush that is running.
pub(super) struct Runner<'a, const W: usize> {
    pub(super) rush: &'a Rush<W>,
    pub(super) slow: Slow<'a, W>,
    /// Whence random numbers come.
    pub(super) rng: &'a mut Rng,
    /// Options taken.
    pub(super) decisions: u64,
    /// How often chance has drawn, and how often since the last option was taken.
    pub(super) draws: (u64, u32),
    /// How many options may still be taken in this game, draws of chance counted.
    pub(super) rest: u64,
    /// How many may be.
    pub(super) stop_at: u64,
    /// Who may call it to halt before.
    pub(super) halt: &'a dyn Halt,
    /// How often the turn went back.
    pub(super) backward: u32,
    /// The choice that was drawn from, its place in the code, the row and the landing.
    pub(super) choice: u16,
    pub(super) draw: u32,
    pub(super) row: usize,
    pub(super) landing: u16,
    /// The cell left, where the row has several.
    pub(super) origin: u16,
    /// How many options the choice has.
    pub(super) total: u32,
    /// Whether the processor counts and finds bits by one instruction.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "elsewhere nothing is compiled twice"))]
    pub(super) instructions: Option<Instructions>,
    /// Native code for what it can be written for.
    pub(super) native: Option<&'a Native<W>>,
    /// So many decisions are made before an option or a turn is left to the runner again.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "there is no native code"))]
    pub(super) quiet_until: u64,
    /// Whether this is a count, in which nothing is drawn.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "only native code asks"))]
    pub(super) is_counting: bool,
    /// In a count: whether the options of the next choice are counted.
    pub(super) is_counted: bool,
    /// In a count: whether an option is only tried.
    pub(super) is_tried: bool,
    /// Whether the next turn begins with every kept name empty, not only with those that the code binds: no turn has begun
    /// yet, or the machine may have bound others.
    pub(super) clears_all: bool,
    /// Whether the saved position is the latest in the history.
    pub(super) noted: bool,
    /// What is counted of the option that was put aside.
    pub(super) done: Vec<u16>,
    /// Whether the position that was saved is still to be counted, if the option is taken.
    pub(super) unseen: bool,
    pub(super) landing_register: usize,
    pub(super) origin_register: usize,
}

impl<const W: usize> Runner<'_, W> {
    /// Runs the code from a place on. In a count nothing is played: choices are counted.
    pub(super) fn run<const COUNT: bool>(&mut self, lane: &mut Lane<W>, entry: u32) -> Stop {
        let rush = self.rush;
        let code = rush.script.code.as_slice();
        let constant = |number: u16| rush.constants[number as usize];
        let mut pc = entry as usize;
        self.is_counting = COUNT;
        loop {
            if let Some(native) = self.native {
                pc = native.run(pc, self, lane);
            }
            let now = code[pc];
            pc += 1;
            match now {
                Code::Constant(to, number) => set!(lane, to) = constant(number),
                Code::Empty(to) => set!(lane, to) = Bits::EMPTY,
                Code::EmptyAll(first, n) => {
                    lane.sets[usize::from(first)..usize::from(first) + usize::from(n)].fill(Bits::EMPTY);
                }
                Code::Copy(to, from) => set!(lane, to) = set!(lane, from),
                Code::And(to, a, b) => set!(lane, to) = set!(lane, a) & set!(lane, b),
                Code::Or(to, a, b) => set!(lane, to) = set!(lane, a) | set!(lane, b),
                Code::Minus(to, a, b) => set!(lane, to) = set!(lane, a) - set!(lane, b),
                Code::AndConstant(to, a, number) => set!(lane, to) = set!(lane, a) & constant(number),
                Code::ConstantMinus(to, number, a) => set!(lane, to) = constant(number) - set!(lane, a),
                Code::Shift(to, a, number, by) => {
                    set!(lane, to) = (set!(lane, a) & constant(number)).moved(i32::from(by));
                }
                Code::ShiftInto(to, a, number, by) => {
                    let moved = (set!(lane, a) & constant(number)).moved(i32::from(by));
                    set!(lane, to) |= moved;
                }
                Code::Step(to, a, way) => {
                    set!(lane, to) = rush.step(&self.slow.machine.program.geometry, way, set!(lane, a));
                }
                Code::StepTo(to, from, target, way) => {
                    set!(lane, to) =
                        rush.step(&self.slow.machine.program.geometry, way, set!(lane, from)) & set!(lane, target);
                }
                Code::FillTo(to, from, through, target, way) => {
                    let from = set!(lane, from);
                    let reached = rush.shift(way, from | rush.inside(way, from, set!(lane, through)));
                    set!(lane, to) = reached & set!(lane, target);
                }
                Code::Fill(to, from, through, way) => {
                    let from = set!(lane, from);
                    set!(lane, to) = rush.shift(way, from | rush.inside(way, from, set!(lane, through)));
                }
                Code::Inside(to, from, through, way) => {
                    set!(lane, to) = rush.inside(way, set!(lane, from), set!(lane, through));
                }
                Code::OfPlayer(to, n) => {
                    let player = u8::try_from(number!(lane, n)).unwrap_or(NOBODY);
                    set!(lane, to) = match player < self.slow.machine.n_players() {
                        true => set!(lane, rush.registers.owners + player),
                        false => Bits::EMPTY,
                    };
                }
                Code::Member(to, n) => set!(lane, to) = member(number!(lane, n)).map_or(Bits::EMPTY, Bits::of),
                Code::Insert(to, n) => {
                    if let Some(member) = member(number!(lane, n)) {
                        set!(lane, to).insert(member);
                    }
                }
                Code::Remove(to, n) => {
                    if let Some(member) = member(number!(lane, n)) {
                        set!(lane, to).remove(member);
                    }
                }
                Code::Table(to, n, first) => {
                    let n_cells = self.slow.machine.program.geometry.n_cells as u64;
                    let cell = number!(lane, n) as u64;
                    set!(lane, to) =
                        if cell < n_cells { rush.constants[first as usize + cell as usize] } else { Bits::EMPTY };
                }
                Code::Slide(to, n, target, through, slide) => {
                    let slide = &rush.script.slides[slide as usize];
                    let (target, through) = (set!(lane, target), set!(lane, through));
                    set!(lane, to) = match cell_of(number!(lane, n), self.slow.machine.program.geometry.n_cells) {
                        Some(cell) => {
                            let machine = self.slow.machine;
                            machine.slides((&slide.ways, slide.range), cell, (target, through), slide.span)
                        }
                        None => Bits::EMPTY,
                    };
                }
                Code::SlideBy(to, n, through, least, most, way) => {
                    let (through, geometry) = (set!(lane, through), &self.slow.machine.program.geometry);
                    let range = value(number!(lane, least))..=value(number!(lane, most));
                    set!(lane, to) = match cell_of(number!(lane, n), geometry.n_cells) {
                        Some(cell) => rush.slide_by(geometry, cell, u16::from(way), (range, through)),
                        None => Bits::EMPTY,
                    };
                }
                Code::Flood(to, from, through, ways) => {
                    let geometry = &self.slow.machine.program.geometry;
                    set!(lane, to) = rush.flood(geometry, ways as usize, set!(lane, from), set!(lane, through));
                }
                Code::Heading(to, from, end) => {
                    number!(lane, to) = self.heading(number!(lane, from), number!(lane, end));
                }
                Code::Hops(to, n, over, through, ways) => {
                    let (over, through) = (set!(lane, over), set!(lane, through));
                    set!(lane, to) = match cell_of(number!(lane, n), rush.beside.len()) {
                        Some(cell) => rush.hops(ways as usize, cell, over, through),
                        None => Bits::EMPTY,
                    };
                }
                Code::Keep(table, n, a) => {
                    if let Some(cell) = cell_of(number!(lane, n), rush.beside.len()) {
                        lane.tables[table as usize * rush.beside.len() + usize::from(cell)] = set!(lane, a);
                    }
                }
                Code::Kept(to, table, n) => {
                    set!(lane, to) = match cell_of(number!(lane, n), rush.beside.len()) {
                        Some(cell) => lane.tables[table as usize * rush.beside.len() + usize::from(cell)],
                        None => Bits::EMPTY,
                    };
                }
                Code::Follow(to, n, number, sentence, clash) => match cell_of(number!(lane, n), rush.beside.len()) {
                    None => set!(lane, to) = Bits::EMPTY,
                    Some(cell) => match self.slow.follow(cell, number, sentence) {
                        Some(landings) => set!(lane, to) = landings,
                        None => pc = clash as usize,
                    },
                },
                Code::Track(to, n, through, track) => {
                    let through = set!(lane, through);
                    set!(lane, to) = match cell_of(number!(lane, n), rush.beside.len()) {
                        Some(cell) => rush.tracks(track as usize, cell, through),
                        None => Bits::EMPTY,
                    };
                }
                Code::Tracks(table, from, to, through, track, origins) => {
                    let sets = (set!(lane, from), set!(lane, to), set!(lane, through));
                    set!(lane, origins) = rush.tracks_of_all(lane, (table, track as usize), sets);
                }
                Code::HopsOfAll(table, from, over, through, to, ways, origins) => {
                    let hops = (set!(lane, over), set!(lane, through), set!(lane, to));
                    set!(lane, origins) = rush.hops_of_all(lane, (table, ways as usize), set!(lane, from), hops);
                }
                Code::Show => self.slow.show(lane),
                Code::Toggle(owner, kind, n) => {
                    self.toggle(lane, (owner, kind as usize), Bits::of(place(number!(lane, n))));
                }
                Code::Spread(to, of, from, place) => {
                    set!(lane, to) = self.spread(lane, (set!(lane, of), set!(lane, from)), place as usize);
                }
                Code::Surrounded(to) => set!(lane, to) = self.surrounded(lane),
                Code::Enclosed(to, of, border, place) => {
                    set!(lane, to) = self.enclosed(lane, (set!(lane, of), set!(lane, border)), place as usize);
                }
                Code::Lines(to, of) => {
                    let machine = self.slow.machine;
                    let of = set!(lane, of);
                    let lines = machine.program.geometry.lines.iter().map(|&line| machine.constant(line));
                    set!(lane, to) =
                        lines.filter(|line| (*line - of).is_empty()).fold(Bits::EMPTY, |all, line| all | line);
                }
                Code::SlowSet(to, id, roles) => set!(lane, to) = self.slow.set(lane, id, roles),

                Code::Number(to, value) => number!(lane, to) = i64::from(value),
                Code::Nothing(to) => number!(lane, to) = NOTHING,
                Code::Wide(to, place) => number!(lane, to) = rush.script.wide[place as usize],
                Code::CopyNumber(to, from) => number!(lane, to) = number!(lane, from),
                Code::Count(to, a) => number!(lane, to) = set!(lane, a).count() as i64,
                Code::First(to, a) => number!(lane, to) = set!(lane, a).first().map_or(NOTHING, i64::from),
                Code::Calculate(to, how, a, b) => {
                    number!(lane, to) = how.of(value(number!(lane, a)), value(number!(lane, b)));
                }
                Code::Add(to, by) => number!(lane, to) = number!(lane, to).wrapping_add(i64::from(by)),
                Code::Fit(to, variable) => {
                    let about = &self.slow.machine.program.variables[variable as usize];
                    number!(lane, to) = about.fit(number!(lane, to));
                }
                Code::Odd(to, a) => number!(lane, to) = i64::from(value(number!(lane, a)) % 2 != 0),
                Code::Look(to, n, list) => {
                    let list = &rush.script.lists[list as usize];
                    let last = list.len() - 1;
                    let place = usize::try_from(number!(lane, n)).map_or(last, |place| place.min(last));
                    number!(lane, to) = list[place];
                }
                Code::KindAt(to, n) => {
                    number!(lane, to) = match member(number!(lane, n)) {
                        Some(cell) if set!(lane, rush.registers.occupied).contains(cell) => {
                            self.kind_at(lane, cell).map_or(NOTHING, |kind| kind as i64)
                        }
                        _ => NOTHING,
                    }
                }
                Code::OwnerAt(to, n) => {
                    let owner = member(number!(lane, n)).and_then(|cell| self.owner_at(lane, cell));
                    number!(lane, to) = owner.map_or(NOTHING, i64::from);
                }
                Code::Played(to, played) => {
                    number!(lane, to) = i64::from(self.slow.state.turn.played == played);
                }
                Code::Turns(to) => number!(lane, to) = i64::from(self.slow.state.turn.turns),
                Code::Rounds(to) => number!(lane, to) = i64::from(self.slow.state.turn.rounds),
                Code::SlowNumber(to, id, roles) => number!(lane, to) = self.slow.number(lane, id, roles),
                Code::Value(to, first, holder, variable) => {
                    number!(lane, to) = self.value_of(lane, first, number!(lane, holder), variable);
                }
                Code::SetValues(first, holders, n, variable) => {
                    self.set_values(lane, first, set!(lane, holders), (number!(lane, n), variable));
                }
                Code::Where(to, first, count, how, n) => {
                    let other = value(number!(lane, n));
                    set!(lane, to) = members_where(lane, (first, count), how, other);
                }
                Code::WhereSame(to, first, count, n) => {
                    let other = number!(lane, n);
                    set!(lane, to) = members(lane, (first, count), |value| value == other);
                }
                Code::Sow(first, from, way, except, variable) => {
                    if let Some(from) = cell_of(number!(lane, from), rush.beside.len()) {
                        self.sow(lane, usize::from(first), (from, way, set!(lane, except)), variable);
                    }
                }
                Code::Recall(to, cell, variable) => {
                    number!(lane, to) = self.recalled(lane, number!(lane, cell), variable);
                }
                Code::Remember(cells, n, variable) => {
                    self.remember_value(lane, set!(lane, cells), (number!(lane, n), variable));
                }
                Code::LookForTwo(to, one, other, width, list) => {
                    let two = (number!(lane, one), number!(lane, other));
                    number!(lane, to) = look_for_two(&rush.script.lists[list as usize], two, i64::from(width));
                }
                Code::BindNumber(name, n) => self.slow.scratch.scalars[name as usize] = number!(lane, n),
                Code::BindSet(name, a) => self.slow.scratch.sets[name as usize] = set!(lane, a),

                Code::Jump(to) => pc = to as usize,
                Code::Back(to) => {
                    self.backward += 1;
                    // What came of a game that was called to halt means nothing.
                    let is_called = self.backward.is_multiple_of(HEEDED) && self.halt.is_called();
                    if is_called || self.backward > ENDLESS {
                        return self.unfinished("endless turn");
                    }
                    pc = to as usize;
                }
                Code::IfIs(n, wanted, to) => {
                    if number!(lane, n) == i64::from(wanted) {
                        pc = to as usize;
                    }
                }
                Code::IfIsNot(n, wanted, to) => {
                    if number!(lane, n) != i64::from(wanted) {
                        pc = to as usize;
                    }
                }
                Code::IfSame(a, b, to) => {
                    if number!(lane, a) == number!(lane, b) {
                        pc = to as usize;
                    }
                }
                Code::IfDifferent(a, b, to) => {
                    if number!(lane, a) != number!(lane, b) {
                        pc = to as usize;
                    }
                }
                Code::IfCompare(how, a, b, to) => {
                    if how.holds(value(number!(lane, a)), value(number!(lane, b))) {
                        pc = to as usize;
                    }
                }
                Code::IfNotCompare(how, a, b, to) => {
                    if !how.holds(value(number!(lane, a)), value(number!(lane, b))) {
                        pc = to as usize;
                    }
                }
                Code::IfEmpty(a, to) => {
                    if set!(lane, a).is_empty() {
                        pc = to as usize;
                    }
                }
                Code::IfSome(a, to) => {
                    if !set!(lane, a).is_empty() {
                        pc = to as usize;
                    }
                }
                Code::IfHas(a, n, to) => {
                    if member(number!(lane, n)).is_some_and(|member| set!(lane, a).contains(member)) {
                        pc = to as usize;
                    }
                }
                Code::IfHasNot(a, n, to) => {
                    if !member(number!(lane, n)).is_some_and(|member| set!(lane, a).contains(member)) {
                        pc = to as usize;
                    }
                }
                Code::IfCovers(number, a, to) => {
                    if (constant(number) - set!(lane, a)).is_empty() {
                        pc = to as usize;
                    }
                }
                Code::IfEqual(a, b, to) => {
                    if set!(lane, a) == set!(lane, b) {
                        pc = to as usize;
                    }
                }
                Code::IfUnequal(a, b, to) => {
                    if set!(lane, a) != set!(lane, b) {
                        pc = to as usize;
                    }
                }
                Code::IfOnRow(row, cell, of, to) => {
                    if member(number!(lane, cell))
                        .is_some_and(|cell| rush.is_on_row(row as usize, cell, &set!(lane, of)))
                    {
                        pc = to as usize;
                    }
                }
                Code::IfOnLine(cell, of, to) => {
                    let cell = cell_of(number!(lane, cell), rush.beside.len());
                    if cell.is_some_and(|cell| self.is_on_line(cell, set!(lane, of))) {
                        pc = to as usize;
                    }
                }
                Code::IfJoins(of, from, end, place, to) => {
                    if self.joins(lane, (set!(lane, of), set!(lane, from), set!(lane, end)), place as usize) {
                        pc = to as usize;
                    }
                }
                Code::IfSameRound(mover, next, to) => {
                    if !self.ends_round(mover, next) {
                        pc = to as usize;
                    }
                }
                Code::IfSameRoundBy(mover, next, to) => {
                    if !u8::try_from(number!(lane, next)).is_ok_and(|next| self.ends_round(mover, next)) {
                        pc = to as usize;
                    }
                }
                Code::IfOut(player, to) => {
                    if self.slow.machine.is_out(self.slow.state, player) {
                        pc = to as usize;
                    }
                }
                Code::IfWalks(from, through, n, is_any, to) => {
                    if self.can_walk(set!(lane, from), set!(lane, through), (value(number!(lane, n)), is_any)) {
                        pc = to as usize;
                    }
                }
                Code::IfSure(count, sides, to) => {
                    if is_sure(value(number!(lane, count)), value(number!(lane, sides))) {
                        pc = to as usize;
                    }
                }
                Code::IfStale(to) => {
                    if !std::mem::take(&mut self.slow.state.turn.fresh) {
                        pc = to as usize;
                    }
                }
                Code::IfOnce(to) => {
                    if !self.slow.state.turn.again {
                        pc = to as usize;
                    }
                }
                Code::IfRepeated(board, times, mover, to) => {
                    if self.slow.is_repeated(lane, (board, times), mover) {
                        pc = to as usize;
                    }
                }
                Code::IfUnsafe(to) => {
                    if self.slow.is_unsafe(lane) {
                        pc = to as usize;
                    }
                }
                Code::Next(n, rest, to) => match set!(lane, rest).first() {
                    Some(member) => {
                        set!(lane, rest).remove(member);
                        number!(lane, n) = i64::from(member);
                    }
                    None => pc = to as usize,
                },

                Code::Draw(choice) => {
                    if COUNT && !rush.script.choices[choice as usize].sought {
                        match self.counted(lane, choice, pc as u32 - 1) {
                            Some(stop) => return stop,
                            None => {
                                pc = rush.script.choices[choice as usize].none as usize;
                                continue;
                            }
                        }
                    }
                    self.draw = pc as u32 - 1;
                    self.choice = choice;
                    let choice = &rush.script.choices[choice as usize];
                    pc = self.draw_from(lane, choice) as usize;
                    self.note_drawn(lane, choice.may_fail);
                }
                Code::DrawOne(row, to) => {
                    let landings = set!(lane, row);
                    let n = landings.count() as u64;
                    if COUNT && n > 0 {
                        return if self.is_counted { Stop::Counted(n) } else { Stop::Choice(pc as u32 - 1) };
                    }
                    if n == 0 {
                        pc = to as usize;
                    } else {
                        let landing = landings.nth(self.rng.below(n) as usize).unwrap_or_default();
                        lane.numbers[self.landing_register & 255] = i64::from(landing);
                        self.note_position(lane);
                    }
                }
                Code::Drop(row, owner, kind, number, to) => {
                    let landings = set!(lane, row);
                    let n = landings.count() as u64;
                    if COUNT && n > 0 {
                        return if self.is_counted { Stop::Counted(n) } else { Stop::Choice(pc as u32 - 1) };
                    }
                    if n == 0 {
                        pc = to as usize;
                    } else {
                        let landing = landings.nth(self.rng.below(n) as usize).unwrap_or_default();
                        lane.numbers[self.landing_register & 255] = i64::from(landing);
                        self.place(lane, (owner, kind as usize), Bits::of(landing));
                        self.commit(number);
                    }
                }
                Code::Drops(number) if COUNT => self.first_of_drops(lane, &rush.script.drops[number as usize]),
                Code::Drops(number) => match self.drops(lane, &rush.script.drops[number as usize]) {
                    Ok(to) => pc = to as usize,
                    Err(stop) => return stop,
                },
                Code::Chains(number, to) => {
                    if COUNT {
                        self.draw_chain(lane, number);
                        return match lane.endings.len() as u64 {
                            n if n > 0 && self.is_counted => Stop::Counted(n),
                            _ => Stop::Unknown,
                        };
                    }
                    match self.draw_chain(lane, number) {
                        true => self.note_position(lane),
                        false => pc = to as usize,
                    }
                }
                Code::Throw(..) | Code::DrawMember(..) if COUNT => return Stop::Unknown,
                Code::Throw(to, count, sides) => {
                    number!(lane, to) =
                        throw(value(number!(lane, count)), value(number!(lane, sides)), |n| self.rng.below(n));
                }
                Code::DrawMember(to, from) => {
                    let members = set!(lane, from);
                    number!(lane, to) = match members.count() {
                        0 | 1 => members.first(),
                        n => members.nth(self.rng.below(n as u64) as usize),
                    }
                    .map_or(NOTHING, i64::from);
                }
                Code::Drawn(at) => {
                    if !self.drawn() {
                        return Stop::At(at);
                    }
                }
                Code::Living(to) => {
                    set!(lane, to) = self.slow.machine.living(self.slow.state).map(u16::from).collect();
                }
                Code::NextPlayer(to, player) => {
                    number!(lane, to) = someone(self.slow.machine.after_player(self.slow.state, player));
                }
                Code::NextLiving(n) => {
                    let player = u8::try_from(number!(lane, n)).unwrap_or(NOBODY);
                    if player != NOBODY && self.slow.machine.is_out(self.slow.state, player) {
                        number!(lane, n) = someone(self.slow.machine.after_player(self.slow.state, player));
                    }
                }
                Code::Nobody => return self.unfinished("no players"),
                Code::Explore(number) => self.explore(lane, number),
                Code::Fork(place) => self.fork(lane, place),
                Code::Each(n, from) => pc = self.each(lane, (n, set!(lane, from)), pc as u32) as usize,
                Code::EachOfRows(choice) => {
                    pc = self.each_of_rows(lane, &rush.script.choices[choice as usize]) as usize;
                }
                Code::Fail => pc = self.back(lane) as usize,
                Code::Link => {
                    if !self.links(lane) {
                        pc = self.back(lane) as usize;
                    }
                }
                Code::Most(n) => {
                    if !self.counts_most(lane, number!(lane, n)) {
                        pc = self.back(lane) as usize;
                    }
                }
                Code::Found(number) => {
                    if let Some(place) = self.find(lane, number) {
                        pc = place as usize;
                    }
                }
                Code::DrawFound(_) if COUNT => {
                    let n = lane.search.n_found() as u64;
                    return if self.is_counted { Stop::Counted(n) } else { Stop::Unknown };
                }
                Code::DrawFound(number) => pc = self.draw_found(lane, number) as usize,
                Code::IfNone(choice, to) => {
                    let mut rows = rush.script.choices[choice as usize].rows.iter();
                    if rows.all(|row| self.has_none(lane, row)) {
                        pc = to as usize;
                    }
                }
                Code::DrawWithin(n, from, bound) => {
                    let members = set!(lane, from);
                    if COUNT {
                        let is_last = rush.script.picks_are_last && self.is_tried;
                        return if is_last { Stop::Counted(members.count() as u64) } else { Stop::Unknown };
                    }
                    let drawn = self.rng.below(u64::from(bound)) as usize;
                    match members.nth(drawn) {
                        Some(member) => number!(lane, n) = i64::from(member),
                        None if members.is_empty() => pc = self.reject(lane) as usize,
                        None => {
                            self.put_back(lane);
                            let choice = &rush.script.choices[self.choice as usize];
                            pc = self.draw_again(lane, choice) as usize;
                        }
                    }
                }
                Code::Nth(n, from, index) => match set!(lane, from).nth(usize::from(index)) {
                    Some(member) => number!(lane, n) = i64::from(member),
                    None if COUNT && !self.is_seeking() => return Stop::Fails,
                    None => pc = self.reject(lane) as usize,
                },
                Code::Reject => {
                    if COUNT && !self.is_seeking() {
                        return Stop::Fails;
                    }
                    pc = self.reject(lane) as usize;
                }
                Code::Shielded(helps) => return if helps { Stop::Succeeds } else { Stop::Fails },
                Code::Leave(_) | Code::Quit(_) if COUNT => return Stop::Unknown,
                Code::Quit(at) => return self.stop(at),
                Code::Leave(at) => {
                    return match self.slow.is_over(lane, crate::syntax::ast::Point::BeforeTurn) {
                        true => Stop::Over,
                        false => Stop::At(at),
                    };
                }
                Code::Exchange if COUNT && self.is_tried => return Stop::Succeeds,
                Code::Exchange => {
                    lane.exchange();
                    std::mem::swap(&mut self.slow.state.turn.noted, &mut self.noted);
                    std::mem::swap(&mut self.slow.state.done, &mut self.done);
                }
                Code::After if COUNT => {
                    // What was sought is put back; all options are counted.
                    lane.exchange();
                    std::mem::swap(&mut self.slow.state.turn.noted, &mut self.noted);
                    return match self.counted(lane, self.choice, self.draw) {
                        Some(stop) => stop,
                        None => Stop::Unknown,
                    };
                }
                Code::After => pc = rush.script.choices[self.choice as usize].rows[self.row].after as usize,
                Code::Behind(to, landing, from, way) => {
                    let geometry = &self.slow.machine.program.geometry;
                    let back = geometry.opposite[way as usize];
                    let from = set!(lane, from);
                    let mut here = cell_of(number!(lane, landing), geometry.n_cells).unwrap_or(NONE);
                    for _ in 0..geometry.n_cells {
                        here = if back == NONE || here == NONE { NONE } else { geometry.step(here, back) };
                        if here == NONE || from.contains(here) {
                            break;
                        }
                    }
                    number!(lane, to) = i64::from(here);
                }
                Code::Between(to, origin, landing, way) => {
                    let geometry = &self.slow.machine.program.geometry;
                    let mut here = cell_of(number!(lane, origin), geometry.n_cells).unwrap_or(NONE);
                    let end = place(number!(lane, landing));
                    let mut between = Bits::EMPTY;
                    for _ in 0..geometry.n_cells {
                        here = if here == NONE { NONE } else { geometry.step(here, u16::from(way)) };
                        if here == NONE || here == end {
                            break;
                        }
                        between.insert(here);
                    }
                    set!(lane, to) = between;
                }

                Code::Carry(owner, kind, origin, landing, meets) => {
                    let (from, to) = (place(number!(lane, origin)), place(number!(lane, landing)));
                    if meets && set!(lane, rush.registers.occupied).contains(to) {
                        self.capture(lane, to, owner);
                    }
                    self.carry(lane, (owner, kind as usize), from, to);
                }
                Code::CarryAny(me, origin, landing) => {
                    self.carry_any(lane, me, place(number!(lane, origin)), place(number!(lane, landing)));
                }
                Code::Place(owner, kind, landing) => {
                    let to = place(number!(lane, landing));
                    if set!(lane, rush.registers.occupied).contains(to) {
                        self.capture(lane, to, self.slow.state.turn.who);
                    }
                    self.place(lane, (owner, kind as usize), Bits::of(to));
                }
                Code::Put(owner, kind, on) => {
                    let on = set!(lane, on);
                    self.lift(lane, on);
                    self.place(lane, (owner, kind as usize), on);
                }
                Code::Take(cells) => {
                    let cells = set!(lane, cells) & set!(lane, rush.registers.occupied);
                    self.take_all(lane, cells);
                }
                Code::Lift(cells) => {
                    let cells = set!(lane, cells);
                    self.lift(lane, cells);
                }
                Code::Push(cells, way) => {
                    let cells = set!(lane, cells) & set!(lane, rush.registers.occupied);
                    self.push(lane, cells, way);
                }
                Code::Change(cells, into) => {
                    let cells = set!(lane, cells) & set!(lane, rush.registers.occupied);
                    if let Some(into) = member(number!(lane, into)) {
                        self.change(lane, cells, into as usize);
                    }
                }
                Code::Give(cells, to) => {
                    let cells = set!(lane, cells) & set!(lane, rush.registers.occupied);
                    for player in 0..self.slow.machine.n_players() {
                        set!(lane, rush.registers.owners + player) -= cells;
                    }
                    set!(lane, rush.registers.owners + to) |= cells;
                }
                Code::Perform(block, to) => {
                    self.clears_all = true;
                    if !self.slow.perform(lane, block) {
                        pc = to as usize;
                    }
                }

                Code::Commit(_) if COUNT && self.is_tried => return Stop::Succeeds,
                Code::Commit(number) => {
                    self.note_taken(lane, number);
                    self.commit(number);
                }
                Code::Mark(_) | Code::Tell(_) | Code::Told if COUNT => {}
                Code::Mark(site) => self.slow.state.done.push(site),
                Code::Tell(site) => self.tell(site),
                Code::Told => self.slow.machine.tally_done(self.slow.scratch, self.slow.state),
                Code::Engine(..) if COUNT => return Stop::Unknown,
                Code::Engine(choice, first, end, to) => {
                    self.clears_all = true;
                    match self.slow.choose(lane, choice, (first, end), self.rng) {
                        true => self.decide(),
                        false => pc = to as usize,
                    }
                }
                Code::Written(variable) => {
                    let written = self.written(lane, variable);
                    if let Some(register) = rush.registers.written[variable as usize] {
                        number!(lane, register) = written;
                    }
                }
                Code::Close => self.close(lane),
                Code::Pass(mover, next) => {
                    self.close(lane);
                    let ends = self.ends_round(mover, next);
                    self.slow.state.turn.rounds += u32::from(ends);
                }
                Code::Round => self.slow.state.turn.rounds += 1,
                Code::Turn(mover, next, at) => {
                    self.close(lane);
                    let ends = self.ends_round(mover, next);
                    self.slow.state.turn.rounds += u32::from(ends);
                    if !self.enter(lane, next) {
                        return self.unfinished("no decision");
                    }
                    if self.decisions >= self.stop_at || self.slow.scratch.is_exhausted() {
                        return self.stop(at);
                    }
                }
                Code::Enter(player) => {
                    if !self.enter(lane, player) {
                        return self.unfinished("no decision");
                    }
                }
                Code::Phase(phase) => self.slow.state.turn.phase = phase,
                Code::Note => self.slow.note(lane, rush.words.as_ref()),
                Code::Again => self.slow.state.turn.again = true,
                Code::Test(point) => {
                    if self.slow.is_over(lane, point) {
                        return Stop::Over;
                    }
                }
                Code::At(at) => self.slow.state.turn.pc = at,
                Code::Over(clause, players) => {
                    self.note_end(clause);
                    let ended = self.slow.machine.ended(self.slow.state, clause, players);
                    *self.slow.due = Due::Over(ended);
                    return Stop::Over;
                }
                Code::Due(at) => {
                    if self.decisions >= self.stop_at || self.slow.scratch.is_exhausted() {
                        return self.stop(at);
                    }
                }
            }
        }
    }
}

/// A scalar as a number: none is zero.
#[inline]
pub(super) fn value(scalar: i64) -> i64 {
    if scalar == NOTHING { 0 } else { scalar }
}

/// A player as a scalar.
fn someone(player: u8) -> i64 {
    if player == NOBODY { NOTHING } else { i64::from(player) }
}

/// A scalar as a member.
#[inline]
fn member(scalar: i64) -> Option<u16> {
    u16::try_from(scalar).ok()
}

/// A scalar as a place of a set: one that is none is [`NONE`], for which no set has a place.
#[inline]
fn place(scalar: i64) -> u16 {
    member(scalar).unwrap_or(NONE)
}

fn cell_of(scalar: i64, n_cells: usize) -> Option<u16> {
    member(scalar).filter(|&cell| (cell as usize) < n_cells)
}
