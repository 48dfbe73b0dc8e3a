//! What may help a royal piece that is attacked already: once options failed, others are drawn from those alone that may end the attack.
//!
//! ```text
//!   K . . r      another piece must land on one of the two empty cells, or take r; whatever else it does, r takes K
//! ```
//!
//! # Proof
//! Of one opponent's piece it is found that it could take the royal piece: by a table, whatever stands elsewhere, or along a ray through
//! empty cells. An option of a sheltered row changes nothing but what stands on the cell left and on the landing (`shields.rs`). If it
//! moves another piece, takes not that one, and comes not between the two, that one can still take the royal piece: the option fails.

use crate::engine::pointwise::is_pointwise;
use crate::program::node::{Leg, Node, Verb};
use crate::program::{Sentence, Travel};

use super::super::code::{Code, L, N, Roles, S, Shelter};
use super::attacks::Back;
use super::{Made, Maker};

/// The royal piece, alone in a set, and its cell; the landings that may help; a register for what is needed for a moment.
#[derive(Clone, Copy, Debug)]
struct Check {
    royal: S,
    cell: N,
    helping: S,
    spare: S,
}

impl Maker<'_> {
    /// Gives a choice the place where its rows are narrowed down, if that can be told of some of them. Three registers are filled there.
    pub(super) fn give_evasion(&mut self, choice: u16, registers: [S; 3]) {
        let about = &self.script.choices[usize::from(choice)];
        if about.guess.is_none() && about.rows.iter().any(|row| row.shelter.is_some()) {
            let code = self.attempt(|maker| maker.evasion(choice, registers)).ok();
            self.script.choices[usize::from(choice)].evasion = code;
        }
    }

    /// Narrows the rows of a choice down, and draws again; the place where that begins is given.
    fn evasion(&mut self, choice: u16, [royal, helping, spare]: [S; 3]) -> Made<L> {
        let me = self.roles.me;
        let (code, narrow, again) = (self.label(), self.label(), self.label());
        self.forget();
        self.here(code);
        let kind = self.royal_kind()?;
        let check = Check { royal, cell: self.new_number()?, helping, spare };
        self.put(Code::And(check.royal, kind, self.of_player(me)));
        // Of several royal pieces it is not told which may go where.
        let count = self.new_number()?;
        self.put(Code::Count(count, check.royal));
        self.put(Code::IfIsNot(count, 1, again));
        self.put(Code::First(check.cell, check.royal));
        for opponent in (0..self.n_players()).filter(|&opponent| opponent != me) {
            for sentence in self.program.moves.iter().flat_map(|each| &each.sentences) {
                let Some(travel) = sentence.travel.as_ref().filter(|travel| !travel.drops) else { continue };
                let (roles, mark) = (Roles { me: opponent, mover: opponent }, self.next);
                self.acting(roles, |maker| maker.check_by((sentence, travel), check, narrow))?;
                self.next = mark;
            }
        }
        self.put(Code::Jump(again));
        self.here(narrow);
        let landing = self.new_number()?;
        for row in self.script.choices[usize::from(choice)].rows.clone() {
            let helping = match row.shelter {
                None => continue,
                Some(Shelter::Mixed(by)) => {
                    // The royal piece itself may go wherever it goes.
                    self.put(Code::CopyNumber(landing, check.cell));
                    self.put(Code::Add(landing, -i32::from(by)));
                    self.put(Code::Member(spare, landing));
                    self.put(Code::Or(spare, spare, helping));
                    spare
                }
                Some(_) => helping,
            };
            self.put(Code::And(row.landings, row.landings, helping));
        }
        self.here(again);
        self.put(Code::Redraw(choice));
        self.forget();
        Ok(code)
    }

    /// Goes on at the label with the landings that may help, if a piece of the present player could take the royal piece by a sentence, as
    /// far as that is told by a table or by rays.
    fn check_by(&mut self, (sentence, travel): (&Sentence, &Travel), check: Check, narrow: L) -> Made<()> {
        let program = self.program;
        let is_bare = travel.taking.is_none() && sentence.when.is_none() && sentence.picks.is_empty();
        let is_told = is_pointwise(program, travel.from) && self.covers_others(travel.to) && !self.stays(travel);
        let past = self.label();
        match (self.way_to_take(travel).filter(|_| is_bare && is_told), self.legs(travel.path)) {
            (Some(Back::Table(first)), _) => self.aside(|maker| {
                let (from, table) = (maker.set(travel.from)?, maker.reversed(first)?);
                let attackers = maker.near((table, check.cell), from, past)?;
                let attacker = maker.new_number()?;
                maker.put(Code::First(attacker, attackers));
                maker.put(Code::Member(check.helping, attacker));
                maker.put(Code::Jump(narrow));
                Ok(())
            })?,
            (Some(Back::Rays), [leg @ Leg { verb: Verb::Slides { stopping: None, .. }, .. }])
                if *self.node(self.resolved(leg.through)) == Node::Empty =>
            {
                self.aside(|maker| maker.check_on_rays(leg, travel, check, (narrow, past)))?;
            }
            _ => {}
        }
        self.here(past);
        Ok(())
    }

    fn check_on_rays(&mut self, leg: &Leg, travel: &Travel, check: Check, (narrow, past): (L, L)) -> Made<()> {
        let (from, through) = (self.set(travel.from)?, self.set(leg.through)?);
        let back = self.back(&self.ways(leg)?)?;
        let rays = self.rays(&back)?;
        self.near((rays, check.cell), from, past)?;
        let open = self.join(Code::Or, through, from)?;
        for way in back.iter() {
            self.put(Code::FillTo(check.helping, check.royal, through, open, way as u8));
            self.put(Code::And(check.spare, check.helping, from));
            self.put(Code::IfSome(check.spare, narrow));
        }
        Ok(())
    }
}
