//! The passes over the code of random games: each makes it shorter or faster. What it means stays as it is, and so do the games of a seed.
//!
//! ```text
//!   rules ─► program ─ members ─ shields ─► instructions ─ jumps ─ threads ─► instructions ─ alike ─ counts ─ stores ─► native code
//! ```

/// A pass that can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// What is asked of the members of a set is asked of all of them at once.
    Members,
    /// Where options are counted, those that surely leave no royal piece attacked are not tried.
    Shields,
    /// Jumps to what comes next anyway are dropped.
    Jumps,
    /// Where an answer is known play goes on behind the question.
    Threads,
    /// Rows of options that are carried out alike are one.
    Alike,
    /// Rows of options that may fail are counted where they are written.
    Counts,
    /// What is read only where it is at hand is written nowhere.
    Stores,
}

impl Pass {
    /// All of them, in the order in which they are done.
    pub const ALL: [Self; 7] =
        [Self::Members, Self::Shields, Self::Jumps, Self::Threads, Self::Alike, Self::Counts, Self::Stores];

    /// The name by which it is switched off.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Members => "members",
            Self::Shields => "shields",
            Self::Jumps => "jumps",
            Self::Threads => "threads",
            Self::Alike => "alike",
            Self::Counts => "counts",
            Self::Stores => "stores",
        }
    }
}

/// The passes that are done, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passes(u8);

impl Passes {
    /// All of them.
    pub const ALL: Self = Self(u8::MAX);

    /// Whether a pass is done.
    pub fn has(self, pass: Pass) -> bool {
        self.0 >> pass as u8 & 1 == 1
    }

    /// Without the pass of a name, if one has it.
    pub fn without(self, name: &str) -> Self {
        let is_named = |pass: &Pass| pass.name() == name;
        Pass::ALL.into_iter().filter(is_named).fold(self, |Self(passes), pass| Self(passes & !(1 << pass as u8)))
    }

    /// Those that are done there too.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_is_switched_off_by_its_name_alone() {
        for pass in Pass::ALL {
            let left = Passes::ALL.without(pass.name());
            assert!(Pass::ALL.into_iter().all(|other| left.has(other) == (other != pass)), "{}", pass.name());
            assert_eq!(left.and(Passes::ALL), left);
        }
        assert_eq!(Passes::ALL.without("native"), Passes::ALL);
    }
}
