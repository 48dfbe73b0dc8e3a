//! Types and values: truths, numbers with their range, and members and sets of finite domains.

use std::fmt;

use smallvec::SmallVec;

/// What the members of a set are; members are numbered from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// Cells and sites of the board.
    Cell,
    /// Directions of the board.
    Direction,
    /// Players.
    Player,
    /// Kinds of pieces.
    Kind,
    /// Whole numbers, not negative.
    Number,
    /// Values of the type with this number in [`super::model::Rules::types`].
    Type(usize),
}

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Yes or no.
    Truth,
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// One member of a domain, or none.
    One(Domain),
    /// A set of members of a domain.
    Set(Domain),
    /// Only the word `none`, which fits every domain.
    Nothing,
    /// What an error left; it fits everywhere, so that one mistake is reported once.
    Unknown,
}

impl Type {
    /// The domain of a member or a set.
    pub fn domain(self) -> Option<Domain> {
        match self {
            Type::One(domain) | Type::Set(domain) => Some(domain),
            Type::Number(..) => Some(Domain::Number),
            _ => None,
        }
    }
}

/// A value. Which domain its members are of is known from the [`Type`] of the expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Yes or no.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// One member, or none.
    One(Option<u16>),
    /// A set of members.
    Set(Set),
}

impl Value {
    /// The empty or first value that stands for "not set".
    pub const NONE: Value = Value::One(None);

    /// The truth; anything else is no.
    pub fn truth(&self) -> bool {
        matches!(self, Value::Truth(true))
    }

    /// The number; a member counts as its number, anything else as zero.
    pub fn number(&self) -> i64 {
        match self {
            Value::Number(number) => *number,
            Value::One(Some(member)) => i64::from(*member),
            Value::Truth(truth) => i64::from(*truth),
            _ => 0,
        }
    }

    /// The member; the first one of a set.
    pub fn one(&self) -> Option<u16> {
        match self {
            Value::One(one) => *one,
            Value::Set(set) => set.first(),
            Value::Number(number) => u16::try_from(*number).ok(),
            Value::Truth(_) => None,
        }
    }

    /// The set; a member stands for the set of it.
    pub fn set(self) -> Set {
        match self {
            Value::Set(set) => set,
            other => other.one().into_iter().collect(),
        }
    }
}

/// A set of small numbers, as bits. Words beyond the last member are never stored, so that equal sets are
/// equal bit by bit.
#[derive(Default, PartialEq, Eq, Hash)]
pub struct Set {
    words: SmallVec<[u64; 2]>,
}

impl Clone for Set {
    fn clone(&self) -> Self {
        Self { words: SmallVec::from_slice(&self.words) }
    }
}

impl Set {
    /// The set of all numbers below `n`.
    pub fn below(n: usize) -> Self {
        let mut words: SmallVec<[u64; 2]> = SmallVec::from_elem(u64::MAX, n / 64);
        if !n.is_multiple_of(64) {
            words.push((1 << (n % 64)) - 1);
        }
        Self { words }
    }

    /// The set with the bits of these words.
    pub fn of_words(words: &[u64]) -> Self {
        let mut set = Self { words: SmallVec::from_slice(words) };
        set.trim();
        set
    }

    /// Its words, as far as there are members.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether `member` is in the set.
    pub fn contains(&self, member: u16) -> bool {
        self.words.get(member as usize / 64).is_some_and(|word| word >> (member % 64) & 1 == 1)
    }

    /// Puts `member` into the set.
    pub fn insert(&mut self, member: u16) {
        self.join(member as usize / 64, 1 << (member % 64));
    }

    /// Puts the members of a word into the set.
    fn join(&mut self, index: usize, word: u64) {
        if word != 0 && self.words.len() <= index {
            self.words.resize(index + 1, 0);
        }
        if let Some(own) = self.words.get_mut(index) {
            *own |= word;
        }
    }

    /// Takes `member` out of the set.
    pub fn remove(&mut self, member: u16) {
        if let Some(word) = self.words.get_mut(member as usize / 64) {
            *word &= !(1 << (member % 64));
        }
        self.trim();
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The smallest member.
    pub fn first(&self) -> Option<u16> {
        self.iter().next()
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    (index * 64 + bit) as u16
                })
            })
        })
    }

    /// What is in either.
    pub fn union(mut self, other: &Set) -> Set {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
        self
    }

    /// What is in both.
    pub fn intersection(mut self, other: &Set) -> Set {
        self.words.truncate(other.words.len());
        for (word, &keep) in self.words.iter_mut().zip(&other.words) {
            *word &= keep;
        }
        self.trim();
        self
    }

    /// What is in the first only.
    pub fn difference(mut self, other: &Set) -> Set {
        for (word, &less) in self.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
        self.trim();
        self
    }

    /// Whether any member is in `other`.
    pub fn meets(&self, other: &Set) -> bool {
        self.words.iter().zip(&other.words).any(|(one, other)| one & other != 0)
    }

    /// Whether every member is in `other`.
    pub fn is_subset(&self, other: &Set) -> bool {
        self.words.len() <= other.words.len() && self.words.iter().zip(&other.words).all(|(own, more)| own & !more == 0)
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

impl FromIterator<u16> for Set {
    fn from_iter<I: IntoIterator<Item = u16>>(members: I) -> Self {
        let mut set = Set::default();
        // Members mostly come in ascending order: those of one word are put in together.
        let (mut index, mut word) = (0, 0_u64);
        for member in members {
            if member as usize / 64 != index {
                set.join(index, word);
                (index, word) = (member as usize / 64, 0);
            }
            word |= 1 << (member % 64);
        }
        set.join(index, word);
        set
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Set;

    #[test]
    fn sets_are_equal_whatever_made_them() {
        let mut set: Set = [3, 200].into_iter().collect();
        set.remove(200);
        assert_eq!(set, [3].into_iter().collect());
        assert_eq!(Set::below(65).difference(&Set::below(64)), [64].into_iter().collect());
        assert_eq!(Set::below(70).intersection(&Set::below(3)).len(), 3);
        assert_eq!(Set::below(128).iter().count(), 128);
    }
}
