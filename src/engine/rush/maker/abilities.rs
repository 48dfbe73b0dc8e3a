//! Questions about what players could do: stuck, can.

use crate::program::node::{Id, TurnOp};

use super::super::code::{Code, L, Roles};
use super::options::{How, Plan};
use super::{Made, Maker};

/// So many conditions within each other come before the first choice of a turn.
const DEEP: usize = 6;

impl Maker<'_> {
    /// Goes on at the label if a move has a run, or if it has none.
    pub(super) fn can(&mut self, player: Id, number: u16, id: Id, wanted: bool, to: L) -> Made<()> {
        let player = self.fixed_number(player).and_then(|player| u8::try_from(player).ok());
        let Some(player) = player.filter(|&player| player < self.n_players()) else {
            return self.slowly(id, wanted, to);
        };
        if let Some((available, Some(only))) = self.sought
            && only == number
            && player == self.roles.mover
        {
            self.if_is(available, 0, !wanted, to);
            return Ok(());
        }
        let roles = Roles { me: player, mover: player };
        let is_sure = self.acting(roles, |maker| Ok(maker.is_sure(number)))?;
        let found = self.attempt(|maker| {
            let (past, some) = (maker.label(), maker.label());
            maker.acting(roles, |maker| {
                if !maker.is_clear && maker.move_asks_of_travel(number) {
                    return Err("a later move that asks about the travel before");
                }
                let rows = maker.rows_of_move(number)?;
                rows.iter().try_for_each(|row| maker.if_any(row, some))?;
                maker.put(Code::Jump(if wanted { past } else { to }));
                Ok(())
            })?;
            maker.here(some);
            match is_sure {
                true if wanted => maker.put(Code::Jump(to)),
                true => {}
                // What lands somewhere may yet fail.
                false => maker.aside(|maker| maker.slowly(id, wanted, to))?,
            }
            maker.here(past);
            Ok(())
        });
        match found {
            Ok(()) => Ok(()),
            Err(_) => self.slowly(id, wanted, to),
        }
    }

    /// Whether every option of a move succeeds and asks for nothing else.
    pub(super) fn is_sure(&self, number: u16) -> bool {
        let program = self.program;
        let each = &program.moves[number as usize];
        let own = each.sentences.iter().map(|sentence| sentence.block);
        let blocks = own.chain([each.afterwards, program.afterwards]).flatten();
        each.ensures.is_empty()
            && program.ensures.is_empty()
            && program.royal == 0
            && blocks.into_iter().all(|block| !self.may_fail(block, super::blocks::Picks::None))
    }

    pub(super) fn slowly(&mut self, id: Id, wanted: bool, to: L) -> Made<()> {
        let truth = self.slow_number(id)?;
        self.if_is(truth, 1, wanted, to);
        Ok(())
    }

    /// Goes on at the label if a row has an option.
    fn if_any(&mut self, row: &Plan, some: L) -> Made<()> {
        match row.how {
            How::Go { from } => {
                let past = self.label();
                self.put(Code::IfEmpty(from, past));
                self.put(Code::IfSome(row.landings, some));
                self.here(past);
            }
            How::Each { .. } | How::Stay { .. } => return Err("landings that differ by the cell left"),
            How::Picked(_) if self.has_guard(row) => return Err("a guard that is asked of what was drawn"),
            _ => self.put(Code::IfSome(row.landings, some)),
        }
        Ok(())
    }

    fn has_guard(&self, row: &Plan) -> bool {
        let sentences = &self.program.moves[row.number as usize].sentences;
        sentences.get(usize::from(row.sentence)).is_none_or(|sentence| sentence.when.is_some())
    }

    /// Goes on at the label if a player is stuck, or if it is not.
    pub(super) fn stuck(&mut self, player: Id, id: Id, wanted: bool, to: L) -> Made<()> {
        let is_mover = self.fixed_number(player) == Some(i64::from(self.roles.mover));
        if let Some((available, _)) = self.sought.filter(|_| is_mover) {
            self.if_is(available, 0, wanted, to);
            return Ok(());
        }
        if is_mover && let Some(entry) = self.beginning.take() {
            let mark = self.next;
            let told = self.attempt(|maker| maker.meets_no_option(entry, wanted, to));
            (self.next, self.beginning) = (mark, Some(entry));
            if told.is_ok() {
                return Ok(());
            }
        }
        self.slowly(id, wanted, to)
    }

    /// Goes on at the label if the first choice of a turn that begins now has no option, or if it has one or there is no
    /// choice.
    fn meets_no_option(&mut self, entry: u32, wanted: bool, to: L) -> Made<()> {
        let (stuck, free, past) = (self.label(), self.label(), self.label());
        self.aside(|maker| maker.first_choice(entry, (stuck, free), DEEP))?;
        self.here(stuck);
        self.put(Code::Jump(if wanted { to } else { past }));
        self.here(free);
        self.put(Code::Jump(if wanted { past } else { to }));
        self.here(past);
        Ok(())
    }

    /// Follows a turn from an instruction to its first choice: goes on at the first label if that has no option, else at
    /// the second.
    fn first_choice(&mut self, pc: u32, (stuck, free): (L, L), deep: usize) -> Made<()> {
        let deep = deep.checked_sub(1).ok_or("a turn of many conditions")?;
        match self.program.turn.get(pc as usize) {
            Some(TurnOp::Choose(number)) => {
                let choose = &self.program.choices[*number as usize];
                if choose.may {
                    return self.first_choice(pc + 1, (stuck, free), deep);
                }
                for &number in choose.groups.iter().flatten() {
                    if !self.is_sure(number) {
                        return Err("a move that may fail");
                    }
                    let rows = self.rows_of_move(number)?;
                    rows.iter().try_for_each(|row| self.if_any(row, free))?;
                }
                self.put(Code::Jump(stuck));
                Ok(())
            }
            Some(TurnOp::Unless(condition, target)) if *target > pc => {
                let no = self.label();
                self.branch(*condition, false, no)?;
                self.aside(|maker| maker.first_choice(pc + 1, (stuck, free), deep))?;
                self.here(no);
                self.first_choice(*target, (stuck, free), deep)
            }
            Some(TurnOp::Jump(target)) if *target > pc => self.first_choice(*target, (stuck, free), deep),
            Some(TurnOp::Again) => self.first_choice(pc + 1, (stuck, free), deep),
            Some(TurnOp::End) | None => {
                self.put(Code::Jump(free));
                Ok(())
            }
            Some(_) => Err("something else before the first choice"),
        }
    }
}
