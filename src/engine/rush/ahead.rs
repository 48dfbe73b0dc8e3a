//! Random numbers, worked out before they are asked for.
//!
//! ```text
//!   count the options ──► their number ──┐
//!                                        ├──► times ──► which is drawn
//!   counter ──► mixed ──► bits ──────────┘
//!                 └── while the option drawn before was carried out
//! ```
//!
//! Who draws an option often has come there by a way that the processor did not foresee, and has nothing else to do: then all that is
//! worked out between the counter and the option is waited for.

use std::mem::offset_of;

use crate::game::rng::Rng;

/// A source of random numbers, and what it gives next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    rng: Rng,
    /// The next bits of the source.
    bits: u64,
}

impl Ahead {
    /// Where the source lies. Native code draws from it too.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "there is no native code"))]
    pub const RNG: usize = offset_of!(Self, rng);
    /// Where its next bits lie.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "there is no native code"))]
    pub const BITS: usize = offset_of!(Self, bits);

    /// The numbers of a source.
    pub fn of(rng: Rng) -> Self {
        let bits = rng.clone().bits();
        Self { rng, bits }
    }

    /// The source, as if nothing were worked out ahead.
    pub fn source(&self) -> &Rng {
        &self.rng
    }

    /// Lets somebody draw from the source.
    #[inline]
    pub fn draw<T>(&mut self, by: impl FnOnce(&mut Rng) -> T) -> T {
        let drawn = by(&mut self.rng);
        self.bits = self.rng.clone().bits();
        drawn
    }

    /// As [`Rng::below`].
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        self.draw(|rng| rng.below(n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_source_and_the_next_one_is_known() {
        let mut rng = Rng::stream(3, 0);
        let mut ahead = Ahead::of(rng.clone());
        for n in 1..100 {
            assert_eq!(ahead.bits, rng.clone().bits());
            assert_eq!(ahead.below(n), rng.below(n));
            assert_eq!(ahead.draw(|rng| rng.index(7)), rng.index(7));
            assert_eq!(ahead.source(), &rng);
        }
    }
}
