//! What is compiled a second time for processors that count and find bits by one instruction.

use crate::engine::bits::Bits;

use super::code::{REGISTERS, Row};
use super::drops::Drops;
use super::lane::Lane;
use super::run::{Runner, Stop};
use super::supply::Supply;

/// The sign that this processor has the instructions.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "there it is never made"))]
pub struct Instructions(());

impl Instructions {
    /// The sign, if this processor has them.
    #[cfg(target_arch = "x86_64")]
    pub fn of_this_processor() -> Option<Self> {
        let has_all = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt");
        has_all.then_some(Self(()))
    }

    /// None: for other sorts of processors nothing is compiled twice.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn of_this_processor() -> Option<Self> {
        None
    }
}

impl<const W: usize> Runner<'_, W> {
    /// Plays turns in which nothing is done but to put a piece; where the code goes on.
    pub(super) fn drops(&mut self, lane: &mut Lane<W>, number: u16) -> Result<u32, Stop> {
        let rush = self.rush;
        let (drops, supply) = (&rush.script.drops[usize::from(number)], &rush.supplies[usize::from(number)]);
        #[cfg(target_arch = "x86_64")]
        if self.instructions.is_some() {
            // SAFETY: the sign is made only where the processor has all that the function may use.
            #[expect(unsafe_code, reason = "it makes games of drops faster by a third")]
            return unsafe { self.drops_by_instruction(lane, drops, supply) };
        }
        self.drops_by(lane, drops, supply)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn drops_by_instruction(&mut self, lane: &mut Lane<W>, drops: &Drops, supply: &Supply<W>) -> Result<u32, Stop> {
        self.drops_by(lane, drops, supply)
    }

    /// Counts the options of rows, and keeps how many each has; how many there are in all.
    #[inline]
    pub(super) fn count_rows(&self, lane: &mut Lane<W>, rows: &[Row]) -> u32 {
        #[cfg(target_arch = "x86_64")]
        if self.instructions.is_some() {
            // SAFETY: as above.
            #[expect(unsafe_code, reason = "it makes games with many rows faster by a tenth")]
            return unsafe { self.count_rows_by_instruction(lane, rows) };
        }
        self.count_all(lane, rows)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn count_rows_by_instruction(&self, lane: &mut Lane<W>, rows: &[Row]) -> u32 {
        self.count_all(lane, rows)
    }

    #[inline(always)]
    fn count_all(&self, lane: &mut Lane<W>, rows: &[Row]) -> u32 {
        let mut total = 0;
        for (index, row) in rows.iter().enumerate().take(REGISTERS) {
            let count = match row.origins {
                None => Bits::count(&lane.sets[row.landings as usize]) as u32,
                Some(_) => self.count(lane, row),
            };
            lane.counts[index] = count;
            total += count;
        }
        total
    }
}
