//! Reasons in the words of a language.

use crate::phrases::{ENGLISH, Phrases};

use super::Reason;

impl Reason {
    /// The reason in the words of a language: in English what a referee would say, who quotes the rule; in others what kind of
    /// reason it is, for rules are written in English.
    pub fn told(&self, words: Phrases) -> String {
        if words.code() == ENGLISH {
            return self.message.clone();
        }
        let cell = |at: usize| self.cells.get(at).cloned().unwrap_or_default();
        let key = match (self.kind, self.cells.len()) {
            ("royal", 0) | ("blocked" | "step" | "not-that-way", 0) => "why-rule".to_owned(),
            (kind, _) => format!("why-{kind}"),
        };
        let said = words.say(&key, &[("a", &cell(0)), ("b", &cell(1)), ("cells", &self.cells.join(", "))]);
        if said == key { words.word("why-rule") } else { said }
    }
}
