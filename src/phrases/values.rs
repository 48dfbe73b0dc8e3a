//! Values that the language of rules has of itself.

use super::Phrases;

/// The keys of the values that the language of rules has of itself.
const OWN_VALUES: [&str; 15] = [
    "value-yes",
    "value-no",
    "value-none",
    "value-north",
    "value-north-east",
    "value-east",
    "value-south-east",
    "value-south",
    "value-south-west",
    "value-west",
    "value-north-west",
    "value-east-north-east",
    "value-east-south-east",
    "value-west-south-west",
    "value-west-north-west",
];

impl Phrases {
    /// A value that the language of rules has of itself, for instance `yes` or a direction; none if it is another.
    pub fn own_value(&self, value: &str) -> Option<String> {
        self.named(&OWN_VALUES, value)
    }

    /// A direction that the language of rules has of itself; none if it is something else.
    pub fn direction(&self, word: &str) -> Option<String> {
        let [_, _, _, directions @ ..] = &OWN_VALUES;
        self.named(directions, word)
    }

    fn named(&self, keys: &[&str], value: &str) -> Option<String> {
        keys.iter().find(|key| key.strip_prefix("value-") == Some(value)).map(|key| self.word(key))
    }
}
