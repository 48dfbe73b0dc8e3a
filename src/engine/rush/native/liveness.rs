//! Liveness: which registers are read from a place on before they are written anew.
//!
//! ```text
//!   ‥                           50 is not live: it is written before it is read
//!   And(50, men, mine)
//!   ‥                           50 is live
//!   Count(3, 50)
//! ```

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, L};

use super::latest::Latest;
use super::reads::Registers;

/// Where each instruction of a script leads.
pub struct Flow<'a> {
    code: &'a [Code],
    /// By place, where it may lead beside the next one.
    leads: Vec<Vec<L>>,
}

impl<'a> Flow<'a> {
    /// That of a script.
    pub fn of<const W: usize>(rush: &'a Rush<W>, latest: &Latest) -> Self {
        let code = rush.script.code.as_slice();
        Self { code, leads: (0..code.len()).map(|place| latest.leads(rush, place)).collect() }
    }

    /// By place, the registers that may be read from there on before they are written, if an instruction writes such a one, so many are
    /// read at each place, and so many beyond the code.
    pub fn live(
        &self,
        written: impl Fn(&Code) -> Option<u8>,
        read: impl Fn(usize) -> Registers,
        beyond: Registers,
    ) -> Vec<Registers> {
        let read: Vec<Registers> = (0..self.code.len()).map(read).collect();
        let mut live = vec![Registers::EMPTY; self.code.len()];
        loop {
            let mut is_settled = true;
            for (place, now) in self.code.iter().enumerate().rev() {
                let next = now.goes_on().then_some(place + 1);
                let to = self.leads[place].iter().map(|&to| usize::from(to)).chain(next);
                let mut before = to.fold(Registers::EMPTY, |all, to| all | live.get(to).copied().unwrap_or(beyond));
                if let Some(register) = written(now) {
                    before.remove(register.into());
                }
                before |= read[place];
                is_settled &= before == live[place];
                live[place] = before;
            }
            if is_settled {
                return live;
            }
        }
    }
}
