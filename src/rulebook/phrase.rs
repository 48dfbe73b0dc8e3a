//! What a book says, before it is said in a language: trees of phrases.

/// A phrase: what is said, not how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// Nothing.
    Nothing,
    /// The phrase of that key, with what stands in its holes.
    Say(&'static str, Vec<(&'static str, Phrase)>),
    /// A name of the rule file: a kind, a move, a value.
    Name(String),
    /// A player, by name.
    Player(String),
    /// A name of the rule file that is quoted, for instance that of a variable.
    Term(String),
    /// A text as it stands.
    Text(String),
    /// A number.
    Number(i64),
    /// Several, joined by the word of that key.
    List(&'static str, Vec<Phrase>),
}

impl Phrase {
    /// A phrase without holes.
    pub fn of(key: &'static str) -> Self {
        Phrase::Say(key, Vec::new())
    }

    /// A phrase with one hole, `x`.
    pub fn with(key: &'static str, x: Phrase) -> Self {
        Phrase::Say(key, vec![("x", x)])
    }

    /// A list, or its only member.
    pub fn list(word: &'static str, mut all: Vec<Phrase>) -> Self {
        match all.len() {
            0 => Phrase::Nothing,
            1 => all.remove(0),
            _ => Phrase::List(word, all),
        }
    }

    /// Whether it is such a phrase, or one within it is.
    pub fn has(&self, such: &dyn Fn(&Phrase) -> bool) -> bool {
        such(self)
            || match self {
                Phrase::Say(_, holes) => holes.iter().any(|(_, inner)| inner.has(such)),
                Phrase::List(_, all) => all.iter().any(|one| one.has(such)),
                Phrase::Nothing
                | Phrase::Name(_)
                | Phrase::Player(_)
                | Phrase::Term(_)
                | Phrase::Text(_)
                | Phrase::Number(_) => false,
            }
    }

    /// Whether it says nothing.
    pub fn is_nothing(&self) -> bool {
        *self == Phrase::Nothing
    }
}

/// A phrase from its key and what stands in its holes: `say!("take", x = victim)`.
macro_rules! say {
    ($key:expr $(, $hole:ident = $value:expr)* $(,)?) => {
        $crate::rulebook::phrase::Phrase::Say($key, vec![$((stringify!($hole), $value)),*])
    };
}
pub(super) use say;

/// A sentence with those that belong under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The sentence.
    pub says: Phrase,
    /// What belongs under it.
    pub under: Vec<Node>,
}

impl Node {
    /// A sentence with nothing under it.
    pub fn leaf(says: Phrase) -> Self {
        Self { says, under: Vec::new() }
    }

    /// Whether such a phrase is anywhere in the sentence, or under it.
    pub fn has(&self, such: &dyn Fn(&Phrase) -> bool) -> bool {
        self.says.has(such) || self.under.iter().any(|under| under.has(such))
    }
}
