//! Questions about what players could do: stuck, can.

use crate::program::node::Id;

use super::super::code::{Code, L, Roles};
use super::{Made, Maker};

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
                if rows.iter().any(|row| row.how.has_origins()) {
                    return Err("a move that goes anywhere");
                }
                rows.iter().for_each(|row| maker.put(Code::IfSome(row.landings, some)));
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

    /// Goes on at the label if a player is stuck, or if it is not.
    pub(super) fn stuck(&mut self, player: Id, id: Id, wanted: bool, to: L) -> Made<()> {
        let is_mover = self.fixed_number(player) == Some(i64::from(self.roles.mover));
        match self.sought.filter(|_| is_mover) {
            Some((available, _)) => {
                self.if_is(available, 0, wanted, to);
                Ok(())
            }
            None => self.slowly(id, wanted, to),
        }
    }
}
