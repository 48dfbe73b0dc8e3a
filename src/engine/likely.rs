//! For whoever looks ahead: options that are not tried before they are taken, what they change as far as their cells
//! tell it, and turns that are passed though no rule says so.

use crate::game::{Actor, Changes, Occupant, PlayerId};
use crate::program::node::{NOBODY, NONE};
use crate::rules::model::Captured;

use super::machine::Machine;
use super::position::{Due, Options, Position};
use super::undo::Undo;

impl<const W: usize> Machine<W> {
    /// Finds the options of a position that an option was tried to, and perhaps some that turn out to be none. How many
    /// there are.
    pub fn find_likely_options(&self, position: &mut Position<W>) -> usize {
        self.reach_choice(position);
        if let Some(n) = self.find_reached(position, false) {
            return n;
        }
        if matches!(&position.due, Due::Decision { options: Options::Unlisted, .. }) {
            self.offer_barely(position);
        }
        position.due.n_known()
    }

    /// The same of any position, with the same numbers; none if no player decides.
    pub fn find_likely_anew(&self, position: &mut Position<W>) -> Option<usize> {
        self.reach_choice(position);
        let Due::Decision { actor: Actor::Player(_), options } = &position.due else { return None };
        if matches!(options, Options::Listed(listed) if !listed.is_bare) {
            self.offer_barely(position);
        }
        Some(self.find_likely_options(position))
    }

    /// Of these only those by which a piece lands where an enemy of who chooses stands, if that is told by landings.
    pub fn find_likely_landings(&self, position: &mut Position<W>) -> usize {
        self.reach_choice(position);
        self.find_reached(position, true).unwrap_or_else(|| self.find_likely_options(position))
    }

    /// Takes an option that may turn out to be none, to look at what comes of it.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn try_likely(&self, position: &mut Position<W>, option: usize) -> Option<Undo<W>> {
        if matches!(position.due, Due::Decision { options: Options::Reached(_), .. }) {
            return self.take_reached(position, option);
        }
        Some(position.barely(|position| self.apply(position, option)))
    }

    /// The same for good, as at a glance; no if it turns out to be none.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn play_likely(&self, position: &mut Position<W>, option: usize) -> bool {
        let Some(undo) = self.try_glance(position, option) else { return false };
        self.forget(position, undo);
        true
    }

    /// The same, but whether there are options then is not asked, and they are found only when they are asked for.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn try_at_horizon(&self, position: &mut Position<W>, option: usize) -> Option<Undo<W>> {
        position.scratch.is_at_horizon = true;
        let undo = self.try_likely(position, option);
        position.scratch.is_at_horizon = false;
        undo
    }

    /// The same, but options are not found before they are asked for: it is only seen whether there are any.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn try_glance(&self, position: &mut Position<W>, option: usize) -> Option<Undo<W>> {
        position.scratch.is_glance = true;
        let undo = self.try_likely(position, option);
        position.scratch.is_glance = false;
        undo
    }

    /// Fills a buffer with what changes of the pieces that stand where the piece on a cell goes to a landing, or one of a kind is
    /// dropped there; no if more changes than that.
    pub(super) fn changes_of_travel(
        &self,
        chooser: u8,
        (from, landing, dropped): (Option<u16>, u16, Option<u8>),
        standing: impl Fn(u16) -> Option<Occupant>,
        into: &mut Changes,
    ) -> bool {
        into.clear();
        let rules = &self.program.rules;
        let in_hand = |kind: usize| (usize::from(chooser) * rules.kinds.len() + kind) as u16;
        let (piece, mover) = match (dropped, from) {
            (Some(kind), _) => {
                if rules.kinds[kind as usize].from_hand {
                    into.hands.push((in_hand(kind as usize), -1));
                }
                let owner = self.new_piece(kind, chooser).owner;
                let owner = (owner != NOBODY).then_some(PlayerId(owner));
                (Occupant { cell: landing, kind: u16::from(kind), owner }, None)
            }
            (None, Some(from)) => match standing(from) {
                Some(piece) => (Occupant { cell: landing, ..piece }, Some(piece)),
                None => return false,
            },
            (None, None) => return false,
        };
        if let Some(mover) = mover {
            into.gone.push(mover);
        }
        into.come.push(piece);
        let Some(taken) = standing(landing) else { return true };
        into.gone.push(taken);
        // As pieces are captured.
        match &rules.captured {
            Captured::Hand if taken.owner.is_some_and(|owner| owner.0 != chooser) => {
                let kind = usize::from(taken.kind);
                into.hands.push((in_hand(rules.kinds[kind].captured_as.unwrap_or(kind)), 1));
                into.hands.len() == 1
            }
            Captured::Away | Captured::Hand => true,
            Captured::Sites(_) => false,
        }
    }

    /// Ends the turn of who decides as if he could pass; none where a turn has not just begun, where a royal piece of his
    /// is attacked, and where nobody would decide then.
    pub fn try_pass(&self, position: &mut Position<W>) -> Option<Undo<W>> {
        let Position { state, due, .. } = &*position;
        let turn = &state.turn;
        let entry = self.program.rules.phases.get(turn.phase as usize).map(|phase| phase.entry);
        let begins = turn.mover != NOBODY
            && turn.mover == turn.who
            && turn.me == NOBODY
            && turn.played == NONE
            && entry == Some(turn.pc as usize)
            && matches!(due, Due::Decision { actor: Actor::Player(_), .. });
        if !begins || self.is_royal_attacked(position) {
            return None;
        }
        if let Some(undo) = self.pass_reached(position) {
            return self.if_somebody_decides(position, undo);
        }
        let Position { state, scratch, .. } = position;
        let (mover, history) = (state.turn.mover, scratch.history.len);
        let mut next = scratch.copy(state);
        let (player, _) = self.pass_turn(&mut next, mover);
        if player == mover || self.begin_turn(scratch, &mut next, player).is_some() {
            scratch.history.truncate(history);
            scratch.give(next);
            return None;
        }
        let undo = position.barely(|position| self.enter_begun(position, next, history));
        self.if_somebody_decides(position, undo)
    }

    /// Takes back what was done if no player decides then.
    fn if_somebody_decides(&self, position: &mut Position<W>, undo: Undo<W>) -> Option<Undo<W>> {
        match self.actor(position) {
            Some(Actor::Player(_)) => Some(undo),
            _ => {
                self.undo(position, undo);
                None
            }
        }
    }

    /// Whether a royal piece of who decides is attacked.
    pub fn is_royal_attacked(&self, position: &mut Position<W>) -> bool {
        self.program.royal != 0
            && !self.is_shielded(position)
            && !self.royals_are_safe(&mut position.scratch, &position.state)
    }

    /// Whether an option of who decides may land on a cell of another, where it is known how to look ahead.
    pub fn may_land(&self, position: &mut Position<W>, cell: u16) -> bool {
        self.reach_choice(position);
        match &position.due {
            Due::Decision { options: Options::Reached(reached), .. } => {
                self.rush.as_ref().is_ok_and(|rush| rush.may_reach(reached, cell))
            }
            _ => false,
        }
    }
}
