//! The generator of all random draws: named, seeded and the same on every machine.

use std::mem::offset_of;

/// The name of the generator, as match files give it.
pub const GENERATOR: &str = "xoshiro256++";

/// A source of random numbers. Native code draws from it too, so where its words lie is known.
///
/// # Source
/// Blackman and Vigna, "Scrambled linear pseudorandom number generators", <https://prng.di.unimi.it>.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    words: [u64; 4],
}

impl Rng {
    /// The stream with this number among those of a seed. Streams of one seed all start elsewhere.
    pub fn stream(seed: u64, index: u64) -> Self {
        Streams::of(seed).stream(index)
    }

    /// Where its four words lie, as so many bytes from where it begins.
    pub const WORDS: usize = offset_of!(Self, words);

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.words;
        let (crossed, turned) = (c ^ a, d ^ b);
        self.words = [a ^ turned, b ^ crossed, crossed ^ b << 17, turned.rotate_left(45)];
        a.wrapping_add(d).rotate_left(23).wrapping_add(a)
    }

    /// A number below `n`, exactly uniform.
    ///
    /// # Panics
    /// If `n` is zero.
    ///
    /// # Source
    /// Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "there is no number below zero");
        let mut product = u128::from(self.bits()) * u128::from(n);
        if (product as u64) < n {
            let rejected = n.wrapping_neg() % n;
            while (product as u64) < rejected {
                product = u128::from(self.bits()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// An index below `n`, exactly uniform.
    ///
    /// # Panics
    /// If `n` is zero.
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// Puts members in any order, each as probable (Fisher and Yates).
    pub fn shuffle<T>(&mut self, members: &mut [T]) {
        for last in (1..members.len()).rev() {
            members.swap(last, self.index(last + 1));
        }
    }
}

/// The streams of a seed, for whoever needs many of them.
#[derive(Clone, Copy, Debug)]
pub struct Streams {
    mixed: u64,
}

impl Streams {
    /// Those of a seed.
    pub fn of(seed: u64) -> Self {
        Self { mixed: SplitMix64(seed).bits() }
    }

    /// The one with a number, as [`Rng::stream`] gives it.
    #[inline]
    pub fn stream(self, index: u64) -> Rng {
        // Each step is a bijection of 64 bits, so different numbers give different starts.
        let mut mixer = SplitMix64(SplitMix64(self.mixed ^ index).bits());
        Rng { words: std::array::from_fn(|_| mixer.bits()) }
    }
}

/// A generator by which numbers that lie near to each other are spread, in this state.
///
/// # Source
/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; the constants are those of
/// <https://prng.di.unimi.it/splitmix64.c>.
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand_core::{Rng as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// The first number that SplitMix64 gives from this state.
    fn mixed(state: u64) -> u64 {
        SplitMix64(state).bits()
    }

    #[test]
    fn generator_gives_the_published_numbers() {
        // Source: state 1, 2, 3, 4 in https://prng.di.unimi.it/xoshiro256plusplus.c.
        let mut rng = Rng { words: [1, 2, 3, 4] };
        let expected =
            [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162];
        assert_eq!(expected.map(|_| rng.bits()), expected);
    }

    #[test]
    fn seeding_gives_the_published_numbers() {
        // Source: state 1477776061723855037 in https://prng.di.unimi.it/splitmix64.c.
        let expected = [1985237415132408290, 2979275885539914483, 13511426838097143398, 8488337342461049707];
        let mut mixer = SplitMix64(1477776061723855037);
        assert_eq!(expected.map(|_| mixer.bits()), expected);
        assert_eq!(mixed(1477776061723855037), expected[0]);
    }

    #[test]
    fn streams_are_pinned_for_ever() {
        // Saved matches draw chance from these streams: a change here is a change of the match format.
        let mut rng = Rng::stream(2026, 7);
        // Worked out by a second program, written from the published definitions.
        assert_eq!([rng.bits(), rng.bits()], [16129960565230344602, 1457060722997859452]);
        assert_eq!(Rng::stream(2026, 7), Rng::stream(2026, 7));
    }

    #[test]
    fn streams_go_on_as_those_of_another_program() {
        for index in 0..20 {
            let mut other = Xoshiro256PlusPlus::seed_from_u64(mixed(mixed(5) ^ index));
            let mut rng = Rng::stream(5, index);
            assert!((0..1000).all(|_| rng.bits() == other.next_u64()));
        }
    }

    #[test]
    fn streams_differ() {
        let starts: BTreeSet<_> =
            (0..20).flat_map(|seed| (0..20).map(move |index| Rng::stream(seed, index).bits())).collect();
        assert_eq!(starts.len(), 400);
    }

    #[test]
    fn below_covers_evenly() {
        let mut rng = Rng::stream(1, 0);
        let mut counts = [0; 7];
        (0..70_000).for_each(|_| counts[rng.index(7)] += 1);
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        assert_eq!(rng.below(1), 0);
    }

    #[test]
    fn below_rejects_what_would_be_uneven() {
        // Just above half of all numbers: nearly every second draw is rejected, and the halves stay even.
        let n = (1 << 63) + 1;
        let mut rng = Rng::stream(3, 0);
        let low = (0..10_000).filter(|_| rng.below(n) < n / 2).count();
        assert!((4_800..5_200).contains(&low), "{low}");
    }
}
