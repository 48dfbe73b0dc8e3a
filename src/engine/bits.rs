//! Sets of cells and other members as a fixed number of words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// So many words are all written where one bit changes; of more only the one with the bit.
const FEW: usize = 4;

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// The set that these words hold.
    #[inline]
    pub fn load(words: &[u64]) -> Self {
        let mut bits = [0; W];
        bits.copy_from_slice(&words[..W]);
        Self(bits)
    }

    /// Writes the set into words.
    #[inline]
    pub fn store(self, words: &mut [u64]) {
        words[..W].copy_from_slice(&self.0);
    }

    /// The set of one member; the empty set if there is no place for it.
    #[inline]
    pub fn of(member: u16) -> Self {
        if W > FEW {
            let mut one = Self::EMPTY;
            one.insert(member);
            return one;
        }
        // Word by word: a set that is written in one place and read as a whole makes the processor wait.
        let (place, bit) = (usize::from(member / 64), 1 << (member % 64));
        let mut words = [0; W];
        for (index, word) in words.iter_mut().enumerate() {
            *word = if index == place { bit } else { 0 };
        }
        Self(words)
    }

    /// Whether a member is in the set.
    #[inline]
    pub fn contains(&self, member: u16) -> bool {
        self.0.get(member as usize / 64).is_some_and(|word| word >> (member % 64) & 1 == 1)
    }

    /// Puts a member into the set.
    #[inline]
    pub fn insert(&mut self, member: u16) {
        if W <= FEW {
            *self |= Self::of(member);
        } else {
            self.insert_in_place(member);
        }
    }

    /// The same where the set lies in memory and is not read as a whole soon: only the word with the member is written.
    #[inline(always)]
    pub fn insert_in_place(&mut self, member: u16) {
        if let Some(word) = self.0.get_mut(usize::from(member / 64)) {
            *word |= 1 << (member % 64);
        }
    }

    /// Takes a member out.
    #[inline]
    pub fn remove(&mut self, member: u16) {
        if W <= FEW {
            *self -= Self::of(member);
        } else if let Some(word) = self.0.get_mut(usize::from(member / 64)) {
            *word &= !(1 << (member % 64));
        }
    }

    /// Takes the smallest member out.
    #[inline]
    pub fn pop(&mut self) -> Option<u16> {
        for (index, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as u16;
                *word &= *word - 1;
                return Some((index * 64) as u16 + bit);
            }
        }
        None
    }

    /// The least member alone, without a branch; the empty set if there is none.
    #[inline]
    pub fn lowest(&self) -> Self {
        let mut before = 0;
        Self(self.0.map(|word| {
            let none_before = u64::from(before == 0).wrapping_neg();
            before |= word;
            word & word.wrapping_neg() & none_before
        }))
    }

    /// The least member, without a branch; the number of cells that a set has room for if there is none.
    #[inline]
    pub fn least(&self) -> u16 {
        let words = self.0.iter().enumerate().rev();
        words.fold(W as u16 * 64, |least, (index, word)| {
            let here = (index * 64) as u16 + word.trailing_zeros() as u16;
            if *word == 0 { least } else { here }
        })
    }

    /// The set itself or the empty one, without a branch.
    #[inline]
    pub fn only_if(&self, holds: bool) -> Self {
        let all = u64::from(holds).wrapping_neg();
        Self(self.0.map(|word| word & all))
    }

    /// Whether there is no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many members there are.
    #[inline]
    pub fn count(&self) -> usize {
        let mut count = 0;
        for word in self.0 {
            count += word.count_ones() as usize;
        }
        count
    }

    /// The smallest member.
    #[inline]
    pub fn first(&self) -> Option<u16> {
        let index = self.0.iter().position(|&word| word != 0)?;
        Some((index * 64) as u16 + self.0[index].trailing_zeros() as u16)
    }

    /// The greatest member.
    #[inline]
    pub fn last(&self) -> Option<u16> {
        let index = self.0.iter().rposition(|&word| word != 0)?;
        Some((index * 64) as u16 + 63 - self.0[index].leading_zeros() as u16)
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(self) -> Members<W> {
        Members { rest: self, index: 0 }
    }

    /// The member with so many smaller ones.
    #[inline]
    pub fn nth(&self, n: usize) -> Option<u16> {
        let n = n as u32;
        // Without branches: which word it is in depends on chance.
        let (mut sum, mut before, mut index) = (0, 0, 0);
        for word in self.0 {
            sum += word.count_ones();
            let is_past = n >= sum;
            index += usize::from(is_past);
            before = if is_past { sum } else { before };
        }
        let word = *self.0.get(index)?;
        Some((index * 64) as u16 + select(word, n - before) as u16)
    }

    /// Every member moved by so many places, without branches where there are few words. What is moved beyond the
    /// last place of one word may come back at the first, or the other way round: whoever asks lets no member go there, or takes it
    /// out.
    #[inline]
    pub fn moved(self, by: i32) -> Self {
        let mut words = self.0;
        match words.as_mut_slice() {
            [word] => *word = word.rotate_left(by as u32 & 63),
            [low, high] => {
                let both = u128::from(*high) << 64 | u128::from(*low);
                let by_bits = by.unsigned_abs();
                let both = if by >= 0 { both.checked_shl(by_bits) } else { both.checked_shr(by_bits) }.unwrap_or(0);
                (*low, *high) = (both as u64, (both >> 64) as u64);
            }
            _ => return self.shifted(by),
        }
        Self(words)
    }

    /// Every member moved by so many places.
    #[inline]
    pub fn shifted(self, by: i32) -> Self {
        if W == 1 {
            let word = self.0[0];
            let by_bits = by.unsigned_abs();
            let moved = if by_bits > 63 {
                0
            } else if by >= 0 {
                word << by_bits
            } else {
                word >> by_bits
            };
            let mut bits = Self::EMPTY;
            bits.0[0] = moved;
            return bits;
        }
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        let mut moved = [0; W];
        if words == 0 {
            // Most boards: what leaves one word comes to the next.
            for (index, place) in moved.iter_mut().enumerate() {
                *place = if by >= 0 {
                    let carry = if index > 0 { self.0[index - 1] >> 1 >> (63 - bits) } else { 0 };
                    self.0[index] << bits | carry
                } else {
                    let carry = if index + 1 < W { self.0[index + 1] << 1 << (63 - bits) } else { 0 };
                    self.0[index] >> bits | carry
                };
            }
            return Self(moved);
        }
        for (index, place) in moved.iter_mut().enumerate() {
            let at = |index: usize| self.0.get(index).copied().unwrap_or(0);
            *place = if by >= 0 {
                let low = index.checked_sub(words).map_or(0, at);
                let carry = index.checked_sub(words + 1).map_or(0, at);
                if bits == 0 { low } else { low << bits | carry >> (64 - bits) }
            } else {
                let (low, carry) = (at(index + words), at(index + words + 1));
                if bits == 0 { low } else { low >> bits | carry << (64 - bits) }
            };
        }
        Self(moved)
    }
}

/// By byte and rank, the place of the bit of the byte that has so many set bits below it.
const PLACES: [u8; 2048] = {
    let mut places = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut rank, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[rank << 8 | byte] = place as u8;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// The place of the bit of a word that has so many set bits below it; there is such a bit.
///
/// # Source
/// Without branches: Vigna, "Broadword implementation of rank/select queries" (2008).
#[inline]
pub fn select(word: u64, n: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    // Each byte holds how many bits are set in it and the bytes below.
    let sums = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    let rank = u64::from(n);
    let past = ((rank.wrapping_mul(ONES) | TOPS) - sums) & TOPS;
    let place = (past >> 7).wrapping_mul(ONES) >> 53 & 56;
    let below = sums << 8 >> place & 0xff;
    let byte = word >> place & 0xff;
    place as u32 + u32::from(PLACES[(rank.wrapping_sub(below) << 8 | byte) as usize & 2047])
}

/// The members of a set, ascending.
#[derive(Clone, Debug)]
pub struct Members<const W: usize> {
    rest: Bits<W>,
    index: usize,
}

impl<const W: usize> Iterator for Members<W> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        if W <= FEW {
            return self.rest.pop();
        }
        while self.index < W {
            let word = &mut self.rest.0[self.index];
            if *word != 0 {
                let bit = word.trailing_zeros() as u16;
                *word &= *word - 1;
                return Some((self.index * 64) as u16 + bit);
            }
            self.index += 1;
        }
        None
    }
}

impl<const W: usize> FromIterator<u16> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = u16>>(members: I) -> Self {
        let mut bits = Self::EMPTY;
        members.into_iter().for_each(|member| bits.insert(member));
        bits
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const W: usize> std::ops::BitXorAssign for Bits<W> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        for index in 0..W {
            self.0[index] ^= other.0[index];
        }
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        for index in 0..W {
            self.0[index] &= other.0[index];
        }
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for index in 0..W {
            self.0[index] |= other.0[index];
        }
    }
}

impl<const W: usize> Sub for Bits<W> {
    type Output = Self;
    #[inline]
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const W: usize> SubAssign for Bits<W> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        for index in 0..W {
            self.0[index] &= !other.0[index];
        }
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_moved_stays_in_order() {
        for by in [0, 1, 7, 13, -1, -7, -13] {
            let one: Bits<1> = [20, 33, 47].into_iter().collect();
            let two: Bits<2> = [20, 63, 64, 100].into_iter().collect();
            let four: Bits<4> = [20, 63, 64, 200].into_iter().collect();
            assert_eq!(
                (one.moved(by), two.moved(by), four.moved(by)),
                (one.shifted(by), two.shifted(by), four.shifted(by))
            );
        }
    }

    #[test]
    fn bits_are_found_by_their_number_in_any_word() {
        let words = std::iter::successors(Some(0x9e37_79b9_7f4a_7c15_u64), |word| Some(word.wrapping_mul(*word | 5)));
        for word in words.take(200).chain([1, 1 << 63, u64::MAX]) {
            let places = (0..64).filter(|place| word >> place & 1 == 1);
            assert!((0..).zip(places).all(|(n, place)| select(word, n) == place), "{word:x}");
        }
    }

    #[test]
    fn members_are_found_by_their_number() {
        let members = [0, 1, 5, 31, 32, 63, 64, 100, 127];
        let bits: Bits<2> = members.into_iter().collect();
        for (n, member) in members.into_iter().enumerate() {
            assert_eq!(bits.nth(n), Some(member));
        }
        assert_eq!(bits.nth(members.len()), None);
        assert_eq!(bits.iter().collect::<Vec<u16>>(), members);
    }

    #[test]
    fn the_least_member_is_found_in_any_word() {
        for members in [&[][..], &[0], &[63, 64], &[64, 100, 127], &[127], &[5, 70]] {
            let bits: Bits<2> = members.iter().copied().collect();
            assert_eq!(bits.least(), members.first().copied().unwrap_or(128));
            assert_eq!(bits.lowest(), members.iter().copied().take(1).collect());
            assert_eq!((bits.only_if(true), bits.only_if(false)), (bits, Bits::EMPTY));
        }
    }

    #[test]
    fn shifts_cross_words() {
        let bits: Bits<4> = [0, 63, 64, 130, 255].into_iter().collect();
        for by in [-200, -65, -64, -1, 0, 1, 63, 64, 65, 128] {
            let moved = bits.iter().map(|member| i32::from(member) + by).filter(|place| (0..256).contains(place));
            assert_eq!(bits.shifted(by), moved.map(|place| place as u16).collect(), "{by}");
        }
    }
}
