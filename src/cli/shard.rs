//! Parts of long work that are done on several machines.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The most parts.
const MOST: u64 = 1_000_000;

/// The k-th of n parts, from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// Which part.
    pub k: u64,
    /// How many there are.
    pub n: u64,
}

impl Shard {
    /// Whether a piece of the work, numbered from zero, is of this part.
    pub fn has(self, piece: u64) -> bool {
        piece % self.n == self.k - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<u64>().ok().filter(|_| text.bytes().all(|sign| sign.is_ascii_digit()));
        let parts = text.split_once('/').and_then(|(k, n)| Some((number(k)?, number(n)?)));
        match parts {
            Some((k, n)) if (1..=n).contains(&k) && n <= MOST => Ok(Self { k, n }),
            _ => Err(format!("`{text}` is no part; `2/10` is the second of ten")),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.k, self.n)
    }
}

/// What is missing of a whole, if anything is: the parts that were found must be all that there are.
///
/// # Errors
/// In words, which parts are missing, or are of another number of parts.
pub fn all_there(found: &[Shard]) -> Result<(), String> {
    let Some(first) = found.first() else { return Err("there are no parts".to_owned()) };
    if let Some(other) = found.iter().find(|shard| shard.n != first.n) {
        return Err(format!("{first} and {other} are parts of different wholes"));
    }
    // How many parts there shall be is what a file says: it may be any number.
    let parts: BTreeSet<_> = found.iter().map(|shard| shard.k).filter(|k| (1..=first.n).contains(k)).collect();
    let missing = first.n - parts.len() as u64;
    let k = (1..=first.n).find(|k| !parts.contains(k)).unwrap_or_default();
    let lacks = Shard { k, n: first.n };
    match missing {
        0 => Ok(()),
        1 => Err(format!("part {lacks} is missing")),
        _ => Err(format!("{missing} parts are missing, the first is {lacks}")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn parts_are_written_as_fractions() {
        assert_eq!("2/10".parse(), Ok(Shard { k: 2, n: 10 }));
        for wrong in ["", "2", "0/3", "4/3", "+1/3", "1/", "1/1000001", "1/3/5", "a/b"] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains("is no part"), "{wrong}");
        }
    }

    #[test]
    fn every_piece_is_of_one_part() {
        let of_three = [1, 2, 3].map(|k| Shard { k, n: 3 });
        let [first, second, _] = of_three;
        assert!((0..20).all(|piece| of_three.iter().filter(|part| part.has(piece)).count() == 1));
        assert_eq!(all_there(&of_three), Ok(()));
        assert_eq!(all_there(&[first, second]), Err("part 3/3 is missing".to_owned()));
        assert_eq!(all_there(&[first]), Err("2 parts are missing, the first is 2/3".to_owned()));
        // What files say may be anything.
        let told = all_there(&[Shard { k: 1, n: u64::MAX }]).unwrap_err();
        assert!(told.ends_with(&format!("parts are missing, the first is 2/{}", u64::MAX)), "{told}");
        assert_eq!(all_there(&[Shard { k: 7, n: 1 }]), Err("part 1/1 is missing".to_owned()));
        assert!(all_there(&[Shard { k: 1, n: 3 }, Shard { k: 1, n: 2 }]).unwrap_err().contains("different wholes"));
    }
}
