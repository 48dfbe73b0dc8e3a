//! What an instruction does that neither draws from rows of options nor stops: it makes a set or a number, moves pieces, or tells where
//! play goes on.

use crate::engine::bits::Bits;
use crate::program::node::{NOBODY, NONE, NOTHING};

use super::code::{Code, L};
use super::lane::{Lane, cell_of, member, number, place, set, someone, value};
use super::planes::look_for_two;
use super::rolls::{is_sure, throw};
use super::run::Runner;
use super::values::{members, members_where};

impl<const W: usize> Runner<'_, W> {
    /// Carries out an instruction that neither draws an option nor stops; where play goes on if that is not the next instruction.
    ///
    /// # Panics
    /// If it is another one.
    #[inline(always)]
    pub(super) fn execute(&mut self, lane: &mut Lane<W>, now: Code) -> Option<L> {
        let rush = self.rush;
        let constant = |number: u16| rush.constants[number as usize];
        match now {
            Code::Constant(to, number) => set!(lane, to) = constant(number),
            Code::Empty(to) => set!(lane, to) = Bits::EMPTY,
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
            Code::Parts(to, of, first, n) => {
                let of = set!(lane, of);
                let parts = rush.constants[first as usize..][..usize::from(n)].iter();
                set!(lane, to) =
                    parts.filter(|&&part| !(part & of).is_empty()).fold(Bits::EMPTY, |all, &part| all | part);
            }
            Code::Meeting(to, of, first, n) => {
                let of = set!(lane, of);
                let pairs = rush.constants[first as usize..][..2 * usize::from(n)].chunks_exact(2);
                let met = pairs.filter(|pair| !(pair[0] & of).is_empty());
                set!(lane, to) = met.fold(Bits::EMPTY, |all, pair| all | pair[1]);
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
            Code::HopsOfAll(table, from, over, through, to, hopping, origins) => {
                let hopping = rush.script.hoppings[usize::from(hopping)];
                let hops = (set!(lane, over), set!(lane, through), set!(lane, to));
                set!(lane, origins) = self.hops_of_all(lane, (table, hopping), set!(lane, from), hops);
            }
            Code::Show => self.slow.show(lane),
            Code::Toggle(owner, kind, n) => {
                self.toggle(lane, (owner, kind as usize), Bits::of(place(number!(lane, n))));
            }
            Code::Spread(to, of, from, place) => {
                set!(lane, to) = self.spread(lane, (set!(lane, of), set!(lane, from)), place as usize);
            }
            Code::Urgent(to, me) => set!(lane, to) = self.urgent(lane, me),
            Code::Surrounded(to) => set!(lane, to) = self.surrounded(lane),
            Code::Enclosed(to, of, border, place) => {
                set!(lane, to) = self.enclosed(lane, (set!(lane, of), set!(lane, border)), place as usize);
            }
            Code::Lines(to, of) => {
                let machine = self.slow.machine;
                let of = set!(lane, of);
                let lines = machine.program.geometry.lines.iter().map(|&line| machine.constant(line));
                set!(lane, to) = lines.filter(|line| (*line - of).is_empty()).fold(Bits::EMPTY, |all, line| all | line);
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
            Code::Quarters(to, a) => number!(lane, to) = value(number!(lane, a)).rem_euclid(4),
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
            Code::Sow(first, from, way, except, variable) => self.sow(lane, (first, from, way, except, variable)),
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
            Code::Living(to) => {
                set!(lane, to) = self.slow.machine.living(self.slow.state).map(u16::from).collect();
            }
            Code::NextPlayer(to, player) => {
                number!(lane, to) = someone(self.slow.machine.after_player(self.slow.state, player));
            }
            Code::NextLiving(n) => {
                let player = u8::try_from(number!(lane, n)).unwrap_or(NOBODY);
                if player < self.slow.machine.n_players() && self.slow.machine.is_out(self.slow.state, player) {
                    number!(lane, n) = someone(self.slow.machine.after_player(self.slow.state, player));
                }
            }
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
            Code::CarryOneOf(owner, kinds, origin, landing, meets) => {
                let (from, to) = (place(number!(lane, origin)), place(number!(lane, landing)));
                if meets && set!(lane, rush.registers.occupied).contains(to) {
                    self.capture(lane, to, owner);
                }
                self.carry_one_of(lane, (owner, rush.script.kinds[usize::from(kinds)]), from, to);
            }
            Code::CarryAny(me, origin, landing) => {
                self.carry_any(lane, me, place(number!(lane, origin)), place(number!(lane, landing)));
            }
            Code::Place(owner, kind, landing, meets) => {
                let to = place(number!(lane, landing));
                if meets && set!(lane, rush.registers.occupied).contains(to) {
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
            Code::Written(variable) => {
                let written = self.written(lane, variable);
                if let Some(register) = rush.registers.written[variable as usize] {
                    number!(lane, register) = written;
                }
            }
            Code::Round => self.slow.state.turn.rounds += 1,
            Code::Phase(phase) => self.slow.state.turn.phase = phase,
            Code::Note(_) => self.is_new = self.slow.note(lane, rush.compared()),
            Code::Again => self.slow.state.turn.again = true,
            Code::IfIs(n, wanted, to) => return given(number!(lane, n) == i64::from(wanted), to),
            Code::IfIsNot(n, wanted, to) => return given(number!(lane, n) != i64::from(wanted), to),
            Code::IfSame(a, b, to) => return given(number!(lane, a) == number!(lane, b), to),
            Code::IfDifferent(a, b, to) => return given(number!(lane, a) != number!(lane, b), to),
            Code::IfCompare(how, a, b, to) => {
                return given(how.holds(value(number!(lane, a)), value(number!(lane, b))), to);
            }
            Code::IfNotCompare(how, a, b, to) => {
                return given(!how.holds(value(number!(lane, a)), value(number!(lane, b))), to);
            }
            Code::IfEmpty(a, to) => return given(set!(lane, a).is_empty(), to),
            Code::IfSome(a, to) => return given(!set!(lane, a).is_empty(), to),
            Code::IfHas(a, n, to) => {
                return given(member(number!(lane, n)).is_some_and(|member| set!(lane, a).contains(member)), to);
            }
            Code::IfHasNot(a, n, to) => {
                return given(!member(number!(lane, n)).is_some_and(|member| set!(lane, a).contains(member)), to);
            }
            Code::IfCovers(number, a, to) => return given((constant(number) - set!(lane, a)).is_empty(), to),
            Code::IfEqual(a, b, to) => return given(set!(lane, a) == set!(lane, b), to),
            Code::IfUnequal(a, b, to) => return given(set!(lane, a) != set!(lane, b), to),
            Code::IfOnRow(row, cell, of, to) => {
                return given(
                    member(number!(lane, cell)).is_some_and(|cell| rush.is_on_row(row as usize, cell, &set!(lane, of))),
                    to,
                );
            }
            Code::IfOnLine(cell, of, to) => {
                let cell = cell_of(number!(lane, cell), rush.beside.len());
                return given(cell.is_some_and(|cell| self.is_on_line(cell, set!(lane, of))), to);
            }
            Code::IfJoins(of, from, end, place, to) => {
                return given(
                    self.joins(lane, (set!(lane, of), set!(lane, from), set!(lane, end)), place as usize),
                    to,
                );
            }
            Code::IfSameRound(mover, next, to) => return given(!self.ends_round(mover, next), to),
            Code::IfSameRoundBy(mover, next, to) => {
                return given(!u8::try_from(number!(lane, next)).is_ok_and(|next| self.ends_round(mover, next)), to);
            }
            Code::IfOut(player, to) => return given(self.slow.machine.is_out(self.slow.state, player), to),
            Code::IfWalks(from, through, n, is_any, to) => {
                return given(
                    self.can_walk(set!(lane, from), set!(lane, through), (value(number!(lane, n)), is_any)),
                    to,
                );
            }
            Code::IfSure(count, sides, to) => {
                return given(is_sure(value(number!(lane, count)), value(number!(lane, sides))), to);
            }
            Code::IfStale(to) => return given(!std::mem::take(&mut self.slow.state.turn.fresh), to),
            Code::IfOnce(to) => return given(!self.slow.state.turn.again, to),
            Code::IfRepeated(board, times, mover, to) => {
                let is_repeated = self.slow.is_repeated(lane, rush.board.as_ref(), (board, times), mover);
                return given(is_repeated, to);
            }
            Code::IfUnsafe(to) => return given(self.slow.is_unsafe(lane), to),
            Code::IfNone(choice, to) => {
                let mut rows = rush.script.choices[choice as usize].rows.iter();
                return given(rows.all(|row| self.has_none(lane, row)), to);
            }
            Code::Next(n, rest, to) => {
                let Some(member) = set!(lane, rest).pop() else { return Some(to) };
                number!(lane, n) = i64::from(member);
            }
            Code::Follow(to, n, number, sentence, clash) => {
                let landings = match cell_of(number!(lane, n), rush.beside.len()) {
                    None => Some(Bits::EMPTY),
                    Some(cell) => self.slow.follow(cell, number, sentence),
                };
                match landings {
                    Some(landings) => set!(lane, to) = landings,
                    None => return Some(clash),
                }
            }
            Code::Height(to, n) => {
                let cell = cell_of(number!(lane, n), rush.beside.len());
                number!(lane, to) = cell.map_or(0, |cell| self.height(lane, cell));
            }
            Code::TakeTops(cells, to) => return given(!self.take_tops(lane, set!(lane, cells)), to),
            Code::Stack(from, onto, to) => {
                let cell = |n: u8| cell_of(number!(lane, n), rush.beside.len());
                let cells = cell(from).zip(cell(onto));
                return given(cells.is_some_and(|(from, onto)| !self.stack(lane, from, onto)), to);
            }
            Code::Perform(block, to) => {
                self.clears_all = true;
                return given(!self.slow.perform(lane, block), to);
            }
            Code::Chains(number, to) => return given(!self.take_chain(lane, number), to),
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
            other => unreachable!("{other:?} is for the runner alone"),
        }
        None
    }

    /// The same as a function of its own, for whoever carries out few instructions.
    ///
    /// # Panics
    /// As [`Self::execute`].
    #[inline(never)]
    pub(super) fn execute_apart(&mut self, lane: &mut Lane<W>, now: Code) -> Option<L> {
        self.execute(lane, now)
    }
}

/// A place to go to if something is so.
#[inline]
fn given(is_so: bool, to: L) -> Option<L> {
    is_so.then_some(to)
}
