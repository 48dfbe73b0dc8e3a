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
    pub const RNG: usize = std::mem::offset_of!(Self, rng);
    /// Where its next bits lie.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "there is no native code"))]
    pub const BITS: usize = std::mem::offset_of!(Self, bits);

    /// The numbers of a source.
    pub fn of(rng: Rng) -> Self {
        let bits = rng.clone().bits();
        Self { rng, bits }
    }

    /// The source, as if nothing were worked out ahead.
    pub fn rng(&self) -> &Rng {
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
