//! The generator of all random draws: named, seeded and the same on every machine.

/// The name of the generator, as match files give it.
pub const GENERATOR: &str = "wyrand";

/// A source of random numbers: a counter that goes on by [`Self::STEP`], and the product of what it says and the same crossed with
/// [`Self::KEY`], whose halves are crossed. Native code draws from it too.
///
/// # Source
/// Wang Yi, `wyrand` of wyhash, final version 4.2, <https://github.com/wangyi-fudan/wyhash>. It passes the tests of BigCrush and
/// PractRand (Lemire, <https://github.com/lemire/testingRNG>).
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Rng {
    /// What the counter says. Native code knows that there is nothing else.
    counter: u64,
}

impl Rng {
    /// By so much the counter goes on.
    pub const STEP: u64 = 0x2d35_8dcc_aa6c_78a5;

    /// What the counter is crossed with.
    pub const KEY: u64 = 0x8bb8_4b93_962e_acc9;

    /// The stream with this number among those of a seed. Streams of one seed all start elsewhere.
    pub fn stream(seed: u64, index: u64) -> Self {
        Streams::of(seed).stream(index)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(Self::STEP);
        let product = u128::from(self.counter) * u128::from(self.counter ^ Self::KEY);
        product as u64 ^ (product >> 64) as u64
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
///
/// They begin at different values of one counter, which has 2⁶⁴ of them. So a stretch of numbers may come up in two streams: among a
/// billion streams of a hundred numbers about five pairs are expected to share one, at other places of their games.
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
        // It is a bijection of 64 bits, so different numbers give different starts, spread over all that the counter may say.
        Rng { counter: SplitMix64(self.mixed ^ index).bits() }
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

    use super::*;

    /// The first number that SplitMix64 gives from this state.
    fn mixed(state: u64) -> u64 {
        SplitMix64(state).bits()
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
        assert_eq!([rng.bits(), rng.bits()], [17155353221112009928, 5044399767154230312]);
        assert_eq!(Rng::stream(2026, 7), Rng::stream(2026, 7));
    }

    #[test]
    fn streams_go_on_as_those_of_another_program() {
        for index in 0..20 {
            let mut other = fastrand::Rng::with_seed(mixed(mixed(5) ^ index));
            let mut rng = Rng::stream(5, index);
            assert!((0..1000).all(|_| rng.bits() == other.u64(..)));
            assert!((1..1000).all(|n| rng.below(n << 52 | 1) == other.u64(..n << 52 | 1)));
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
