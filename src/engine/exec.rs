//! What each operation does. A choice tries every member on a copy of the position; all else goes on with one.

use crate::program::node::{MANY, NOBODY, Op};

use super::bits::Bits;
use super::course::{After, Course, Note, STOP, choice_of};
use super::machine::Machine;
use super::scratch::{DEEP, RUN, STRIDE, Scratch};
use super::state::State;

/// How a block came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Performed {
    /// All of it was done.
    Done,
    /// A condition failed.
    Failed,
    /// A choice stands in it.
    Asks,
}

/// Where to go on.
enum Next {
    /// At this place.
    At(u32),
    /// Nowhere: the run has failed.
    Fails,
    /// The operation asks for a choice.
    Choice,
}

impl<const W: usize> Machine<W> {
    /// Runs a block to its end and goes on with what comes after. Whether the search is over.
    pub fn exec(
        &self,
        sc: &mut Scratch<W>,
        course: &mut Course,
        mut run: State,
        block: Option<u32>,
        after: After,
    ) -> bool {
        let Some(mut place) = block else {
            return self.after(sc, course, run, after);
        };
        // The effort of a run is spent before it, that of all members of a choice at once.
        sc.glance(RUN);
        let (choices, notes) = (sc.choices.len(), sc.notes.len());
        let over = loop {
            let op = &self.program.ops[place as usize];
            if *op == Op::Done {
                break self.after(sc, course, run, after);
            }
            sc.place = self.program.places[place as usize];
            if let Op::RepeatRound { exit, .. } = op
                && let Some(rounds) = &mut course.rounds
                && !rounds.insert(self.round_key(&run, place..*exit, after))
            {
                sc.give(run);
                break sc.is_exhausted();
            }
            match self.step_op(sc, &mut run, op, place) {
                Next::At(next) => place = next,
                Next::Fails => {
                    sc.give(run);
                    break sc.is_exhausted();
                }
                Next::Choice => match self.choose(sc, course, run, (op, place), after) {
                    Ok((single, next)) => (run, place) = (single, next),
                    Err(over) => break over,
                },
            }
        };
        sc.choices.truncate(choices);
        sc.notes.truncate(notes);
        over
    }

    /// Runs a block in place, as far as it asks nobody.
    pub fn perform(&self, sc: &mut Scratch<W>, run: &mut State, block: u32) -> Performed {
        let mut place = block;
        loop {
            let op = &self.program.ops[place as usize];
            if *op == Op::Done {
                return Performed::Done;
            }
            sc.place = self.program.places[place as usize];
            match self.step_op(sc, run, op, place) {
                Next::At(next) => place = next,
                Next::Fails => return Performed::Failed,
                Next::Choice => return Performed::Asks,
            }
        }
    }

    /// Goes on with every choice; with the only one it goes on in the same run, which is given back.
    fn choose(
        &self,
        sc: &mut Scratch<W>,
        course: &mut Course,
        mut run: State,
        (op, place): (&Op, u32),
        after: After,
    ) -> Result<(State, u32), bool> {
        match op {
            Op::Pick { name, from, domain, condition } => {
                let members = self.set(sc, &run, *from);
                let n = members.count();
                if !sc.spend(RUN * n as u64) || sc.depth > DEEP {
                    sc.effort = 0;
                    sc.give(run);
                    return Err(true);
                }
                let (choices, notes) = (sc.choices.len(), sc.notes.len());
                for (index, member) in members.iter().enumerate() {
                    let is_last = index + 1 == n;
                    let mut next = if is_last { std::mem::replace(&mut run, State::empty()) } else { sc.copy(&run) };
                    next.keep(&self.program.layout, *name as usize, i64::from(member));
                    if !self.holds(sc, &next, *condition) {
                        sc.give(next);
                        continue;
                    }
                    sc.choices.push(choice_of(*domain, member));
                    sc.notes.push(Note::Later(*domain, member, *name as usize));
                    if is_last {
                        return Ok((next, place + 1));
                    }
                    sc.depth += 1;
                    let over = self.exec(sc, course, next, Some(place + 1), after);
                    sc.depth -= 1;
                    sc.choices.truncate(choices);
                    sc.notes.truncate(notes);
                    if over {
                        sc.give(run);
                        return Err(true);
                    }
                }
                if n == 0 {
                    sc.give(run);
                }
                Err(false)
            }
            Op::RepeatRound { register, exit, .. } => {
                if sc.depth > DEEP || !sc.spend(RUN) {
                    sc.effort = 0;
                    sc.give(run);
                    return Err(true);
                }
                let stopped = sc.copy(&run);
                sc.choices.push(STOP);
                sc.notes.push(Note::Stop);
                sc.depth += 1;
                let over = self.exec(sc, course, stopped, Some(*exit), after);
                sc.depth -= 1;
                sc.choices.pop();
                sc.notes.pop();
                if over {
                    sc.give(run);
                    return Err(true);
                }
                run.registers[*register as usize] -= 1;
                Ok((run, place + 1))
            }
            _ => Ok((run, place + 1)),
        }
    }

    /// Does one operation.
    fn step_op(&self, sc: &mut Scratch<W>, run: &mut State, op: &Op, place: u32) -> Next {
        match op {
            Op::Done => return Next::Fails,
            Op::Jump(target) => return Next::At(*target),
            Op::Unless(condition, target) => {
                return Next::At(if self.truth(sc, run, *condition) { place + 1 } else { *target });
            }
            Op::RepeatStart(register, times) => {
                let times = self.number(sc, run, *times).clamp(0, MANY);
                run.registers[*register as usize] = times as u64;
            }
            Op::RepeatRound { register, condition, may_stop, exit } => {
                if run.registers[*register as usize] == 0 || !self.holds(sc, run, *condition) {
                    return Next::At(*exit);
                }
                if *may_stop {
                    return Next::Choice;
                }
                run.registers[*register as usize] -= 1;
                if !sc.spend(STRIDE) {
                    return Next::Fails;
                }
            }
            Op::EachStart(register, set) => {
                let set = self.set(sc, run, *set);
                let at = self.set_register(*register);
                set.store(&mut run.registers[at..]);
            }
            Op::EachNext { register, name, exit } => {
                let at = self.set_register(*register);
                let mut rest: Bits<W> = Bits::load(&run.registers[at..]);
                let Some(member) = rest.pop() else { return Next::At(*exit) };
                rest.store(&mut run.registers[at..]);
                run.keep(&self.program.layout, *name as usize, i64::from(member));
                if !sc.spend(STRIDE) {
                    return Next::Fails;
                }
            }
            Op::PlayersStart(register, players) => {
                let players = match players {
                    Some(players) => self.set(sc, run, *players),
                    None => self.living(run).map(u16::from).collect(),
                };
                run.registers[*register as usize] = players.0[0] & 0xffff;
                run.registers[*register as usize + 1] = u64::from(run.turn.who);
            }
            Op::PlayersNext { register, exit } => {
                let rest = &mut run.registers[*register as usize];
                let player = rest.trailing_zeros();
                *rest &= rest.wrapping_sub(1);
                if player > 15 {
                    run.turn.who = run.registers[*register as usize + 1] as u8;
                    return Next::At(*exit);
                }
                run.turn.who = player as u8;
            }
            Op::Pick { .. } => return Next::Choice,
            Op::Count(site) => run.done.push(*site),
            Op::Ensure(condition) => {
                if !self.truth(sc, run, *condition) {
                    return Next::Fails;
                }
            }
            _ => self.effect(sc, run, op),
        }
        Next::At(place + 1)
    }

    fn set_register(&self, register: u32) -> usize {
        self.program.n_registers + register as usize * W
    }

    /// The operations that change the position.
    fn effect(&self, sc: &mut Scratch<W>, run: &mut State, op: &Op) {
        let layout = &self.program.layout;
        sc.glance_at_piles(run);
        match op {
            Op::Take(cells, at_end) => {
                let cells = self.set(sc, run, *cells);
                self.take_all(sc, run, cells, *at_end);
            }
            Op::Remove(cells) => {
                for cell in self.set(sc, run, *cells).iter() {
                    sc.glance_at_piles(run);
                    if sc.is_exhausted() {
                        return;
                    }
                    self.pop(run, cell);
                }
            }
            Op::Put { number, kind, owner, on, with } => {
                self.put(sc, run, (*number, *kind), (*owner, *on), with);
            }
            Op::Move(from, to) => {
                let pair = self.one(sc, run, *from).zip(self.one(sc, run, *to));
                if let Some((from, to)) = pair
                    && let Some(mut piece) = self.pop(run, from)
                {
                    piece.moved |= from != to && layout.moved.is_some();
                    self.place(run, to, &piece);
                }
            }
            Op::MovePile { number, from, to, under } => {
                let number = self.number(sc, run, *number);
                if let Some(cells) = self.one(sc, run, *from).zip(self.one(sc, run, *to)) {
                    let moved = self.move_pile(run, number, cells, *under);
                    sc.spend(moved as u64);
                }
            }
            Op::Push(cells, way) => {
                let cells = self.set(sc, run, *cells);
                if let Some(way) = self.one(sc, run, *way) {
                    self.push_all(run, cells, way);
                }
            }
            Op::Sow { variable, from, way, except } => {
                let except = except.map_or(Bits::EMPTY, |except| self.set(sc, run, except));
                if let Some((from, way)) = self.one(sc, run, *from).zip(self.one(sc, run, *way)) {
                    self.sow(sc, run, *variable, (from, way, except));
                }
            }
            Op::Swap(one, other) => {
                if let Some((one, other)) = self.one(sc, run, *one).zip(self.one(sc, run, *other)) {
                    self.swap(run, one, other);
                }
            }
            Op::Change(cells, into) => {
                let cells = self.set(sc, run, *cells);
                if let Some(kind) = self.one(sc, run, *into) {
                    cells.iter().for_each(|cell| self.change(run, cell, kind as u8));
                }
            }
            Op::Give(cells, to) => {
                let cells = self.set(sc, run, *cells);
                let to = self.player(sc, run, *to);
                if to != NOBODY {
                    cells.iter().for_each(|cell| self.give(run, cell, to));
                }
            }
            Op::Set { variable, holder, value } => self.set_variable(sc, run, *variable, *holder, *value),
            Op::LetScalar(name, value) => {
                let value = self.scalar(sc, run, *value);
                run.keep(layout, *name as usize, value);
            }
            Op::LetSet(name, value) => {
                let value = self.set(sc, run, *value);
                run.keep_set(layout, *name as usize, value);
            }
            Op::SetStarter(player) => {
                let player = self.player(sc, run, *player);
                if player != NOBODY {
                    run.turn.starter = player;
                }
            }
            Op::Paint(terrain, painting) => {
                for (cell, value) in self.program.paintings[*painting as usize].iter().enumerate() {
                    if let Some(value) = value {
                        self.paint(run, *terrain, cell as u16, *value);
                    }
                }
            }
            Op::Lay { terrain, corner, tile, face, quarters } => {
                let tile = self.one(sc, run, *tile);
                let (face, quarters) = (self.number(sc, run, *face), self.number(sc, run, *quarters));
                self.lay(run, (*terrain, *corner), tile, (face, quarters));
            }
            Op::Clear => {
                for cell in 0..self.program.geometry.n_cells as u16 {
                    self.clear_cell(run, cell);
                }
                for player in 0..self.n_players() {
                    (0..layout.kinds.len()).for_each(|kind| run.set_hand(layout, player, kind, 0));
                }
            }
            _ => {}
        }
    }

    fn put(
        &self,
        sc: &mut Scratch<W>,
        run: &mut State,
        (number, kind): (u32, u32),
        (owner, on): (Option<u32>, Option<u32>),
        with: &[(u16, u32)],
    ) {
        let number = self.number(sc, run, number).clamp(0, MANY);
        let Some(kind) = self.one(sc, run, kind).map(|kind| kind as u8) else { return };
        let owner = owner.map_or(run.turn.who, |owner| self.player(sc, run, owner));
        let cells = on.map(|on| self.set(sc, run, on));
        let mut piece = self.new_piece(kind, owner);
        for (variable, value) in with {
            let variable = &self.program.variables[*variable as usize];
            let value = variable.fit(self.scalar(sc, run, *value));
            if let Some(attribute) = variable.attribute.filter(|_| variable.kinds >> kind & 1 == 1) {
                piece.attributes[attribute as usize] = value;
            }
        }
        let layout = &self.program.layout;
        match cells {
            None if owner != NOBODY => {
                let count = run.hand(layout, owner, kind as usize).saturating_add(number as u32);
                run.set_hand(layout, owner, kind as usize, count);
            }
            None => {}
            Some(cells) => {
                if !sc.spend_pieces(number as usize * cells.count(), self.n_pieces(run)) {
                    return;
                }
                let pieces = vec![piece; number as usize];
                for cell in cells.iter() {
                    sc.glance_at_piles(run);
                    if sc.is_exhausted() {
                        return;
                    }
                    self.place_all(run, cell, &pieces);
                }
            }
        }
    }

    /// Changes the kind of the piece on a cell; variables that the new kind has too keep their values.
    fn change(&self, run: &mut State, cell: u16, kind: u8) {
        let Some(old) = self.top(run, cell) else { return };
        let owner = if old.owner == NOBODY { run.turn.who } else { old.owner };
        let mut new = self.new_piece(kind, owner);
        new.moved = old.moved;
        let both = 1 << kind | 1 << old.kind;
        for variable in &self.program.variables {
            if let Some(attribute) = variable.attribute.filter(|_| variable.kinds & both == both) {
                new.attributes[attribute as usize] = old.attributes[attribute as usize];
            }
        }
        self.replace_top(run, cell, &old, &new);
    }

    fn give(&self, run: &mut State, cell: u16, to: u8) {
        let Some(old) = self.top(run, cell) else { return };
        if !self.program.rules.kinds[old.kind as usize].neutral {
            let new = super::pieces::Piece { owner: to, ..old.clone() };
            self.replace_top(run, cell, &old, &new);
        }
    }
}
