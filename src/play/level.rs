//! Ten players from weak to strong, each with a name. They count what they think and read no clock, so they are the same
//! on any machine.

use std::fmt;

use super::search::Thinking;

/// A level, from 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What a level is.
struct Strength {
    name: &'static str,
    /// Playouts for each decision.
    playouts: u32,
    /// Positions, where it looks ahead instead: twice as many are worth about as much as half as many playouts more.
    positions: u64,
    /// In so many of a hundred decisions the second best option is taken.
    slips: u64,
}

const fn strength(name: &'static str, playouts: u32, positions: u64, slips: u64) -> Strength {
    Strength { name, playouts, positions, slips }
}

/// All levels.
const LEVELS: [Strength; 10] = [
    strength("newcomer", 2, 20, 50),
    strength("beginner", 5, 33, 43),
    strength("learner", 10, 58, 36),
    strength("casual", 20, 102, 29),
    strength("regular", 38, 180, 22),
    strength("keen", 62, 295, 17),
    strength("skilled", 95, 500, 12),
    strength("strong", 140, 850, 8),
    strength("expert", 210, 1_500, 5),
    strength("master", 310, 2_700, 2),
];

impl Level {
    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=LEVELS.len() as u8).map(Self)
    }

    /// The level with a number from 1 to 10.
    pub fn of(number: u32) -> Option<Self> {
        Self::all().find(|level| u32::from(level.0) == number)
    }

    /// The level with a number or a name.
    pub fn named(text: &str) -> Option<Self> {
        let by_name = || Self::all().find(|level| level.name() == text);
        text.parse().ok().and_then(Self::of).or_else(by_name)
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    fn strength(self) -> &'static Strength {
        &LEVELS[usize::from(self.0) - 1]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.strength().name
    }

    /// How much it thinks.
    pub fn thinking(self) -> Thinking {
        Thinking::Playouts(self.strength().playouts)
    }

    /// How many positions it looks at where it looks ahead.
    pub fn positions(self) -> u64 {
        self.strength().positions
    }

    /// In so many of a hundred decisions it takes the second best option.
    pub fn slips(self) -> u64 {
        self.strength().slips
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_thinks_more_and_slips_less() {
        let playouts = |level: Level| match level.thinking() {
            Thinking::Playouts(n) => n,
            Thinking::Time(_) => 0,
        };
        let all: Vec<Level> = Level::all().collect();
        assert_eq!(all.len(), 10);
        assert!(all.windows(2).all(|two| playouts(two[0]) < playouts(two[1]) && two[0].slips() > two[1].slips()));
        assert!(all.windows(2).all(|two| two[0].positions() < two[1].positions()));
    }

    #[test]
    fn levels_have_numbers_and_names() {
        for level in Level::all() {
            assert_eq!(Level::named(&level.to_string()), Some(level));
            assert_eq!(Level::named(level.name()), Some(level));
        }
        for wrong in ["0", "11", "", "-1", "grandmaster"] {
            assert_eq!(Level::named(wrong), None, "{wrong}");
        }
    }
}
