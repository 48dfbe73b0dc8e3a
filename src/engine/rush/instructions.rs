//! What is compiled a second time for processors that count and find bits by one instruction.

use crate::engine::bits::Bits;
use crate::game::Halt;
use crate::game::rng::Rng;

#[cfg(doc)]
use super::Rush;
use super::abreast::{Abreast, Listener};
use super::code::{Hopping, REGISTERS, Row};
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

/// Whether this processor gathers bits by one instruction.
pub fn gathers_bits() -> bool {
    Instructions::of_this_processor().is_some()
}

/// The bits of a word at the places of another one, side by side from the lowest on.
///
/// # Panics
/// Where no processor [gathers bits](gathers_bits).
#[inline(always)]
pub fn gathered(word: u64, places: u64) -> u64 {
    debug_assert!(gathers_bits(), "it was asked before");
    #[cfg(target_arch = "x86_64")]
    // SAFETY: nobody gathers bits but lines that were made where the processor has the instruction.
    #[expect(unsafe_code, reason = "it makes games of rows on small boards faster by a third")]
    return unsafe { std::arch::x86_64::_pext_u64(word, places) };
    #[cfg(not(target_arch = "x86_64"))]
    unreachable!("{word} at {places}: it was asked before");
}

/// The lowest bits of a word, put at the places of another one from the lowest on: [`gathered`] turned round.
///
/// # Panics
/// Where no processor [gathers bits](gathers_bits).
#[inline(always)]
pub fn scattered(word: u64, places: u64) -> u64 {
    debug_assert!(gathers_bits(), "it was asked before");
    #[cfg(target_arch = "x86_64")]
    // SAFETY: nobody scatters bits but hops that were made where the processor has the instruction.
    #[expect(unsafe_code, reason = "it makes games of many hops faster by a fifth")]
    return unsafe { std::arch::x86_64::_pdep_u64(word, places) };
    #[cfg(not(target_arch = "x86_64"))]
    unreachable!("{word} at {places}: it was asked before");
}

impl<const W: usize> Abreast<'_, W> {
    /// As [`Self::play_all`].
    pub fn play(&self, numbers: &mut dyn Iterator<Item = Rng>, halt: &dyn Halt, listener: &mut impl Listener) {
        #[cfg(target_arch = "x86_64")]
        if Instructions::of_this_processor().is_some() {
            // SAFETY: the sign is made only where the processor has all that the function may use.
            #[expect(unsafe_code, reason = "it makes games of drops faster by a third")]
            return unsafe { self.play_by_instruction(numbers, halt, listener) };
        }
        self.play_all(numbers, halt, listener);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn play_by_instruction(
        &self,
        numbers: &mut dyn Iterator<Item = Rng>,
        halt: &dyn Halt,
        listener: &mut impl Listener,
    ) {
        self.play_all(numbers, halt, listener);
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

    /// As [`Rush::hops_of_all`].
    pub(super) fn hops_of_all(
        &self,
        lane: &mut Lane<W>,
        by: (u8, Hopping),
        from: Bits<W>,
        hops: (Bits<W>, Bits<W>, Bits<W>),
    ) -> Bits<W> {
        #[cfg(target_arch = "x86_64")]
        if self.instructions.is_some() {
            // SAFETY: as above.
            #[expect(unsafe_code, reason = "it makes games of many hops half as fast again")]
            return unsafe { self.hops_by_instruction(lane, by, from, hops) };
        }
        self.rush.hops_of_all(lane, by, from, hops)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn hops_by_instruction(
        &self,
        lane: &mut Lane<W>,
        by: (u8, Hopping),
        from: Bits<W>,
        hops: (Bits<W>, Bits<W>, Bits<W>),
    ) -> Bits<W> {
        self.rush.hops_of_all(lane, by, from, hops)
    }

    /// As [`Self::surrounded_by`].
    pub(super) fn surrounded(&self, lane: &mut Lane<W>) -> Bits<W> {
        #[cfg(target_arch = "x86_64")]
        if self.instructions.is_some() {
            // SAFETY: as above.
            #[expect(unsafe_code, reason = "it makes games in which what has no room is taken faster by a tenth")]
            return unsafe { self.surrounded_by_instruction(lane) };
        }
        self.surrounded_by(lane)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn surrounded_by_instruction(&self, lane: &mut Lane<W>) -> Bits<W> {
        self.surrounded_by(lane)
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
        // Only native code knows the stretches.
        lane.ends.fill(u64::MAX);
        total
    }
}
