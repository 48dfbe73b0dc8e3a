//! What may stand at a place of a text, for editors.

use pest::Parser as _;

use super::errors::expected_at;
use super::words;
use super::{Grammar, Rule, check_limits};
use crate::source::SourceId;

/// What may stand at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Words of the language, in the order of the alphabet.
    pub words: Vec<String>,
    /// Whether a name may stand there.
    pub name: bool,
}

/// What may stand at an offset of a text: what is before it counts, what is behind does not.
pub fn expected(text: &str, offset: usize) -> Expected {
    let Some(before) = text.get(..offset).filter(|before| check_limits(SourceId::default(), before).is_ok()) else {
        return Expected::default();
    };
    let start = last_item(before);
    let mut rules = expected_at(before, start);
    let ends_here = Grammar::parse(Rule::one_item, before.get(start..).unwrap_or("")).is_ok();
    if ends_here || start == before.len() || before.get(start..).is_none_or(|rest| rest.trim().is_empty()) {
        rules.push(Rule::item);
    }
    let mut found = Expected::default();
    for rule in rules {
        words::candidates(rule, &mut found.words);
        found.name |= words::may_be_name(rule);
    }
    found.words.sort();
    found.words.dedup();
    found
}

/// Where the declaration begins that a text ends in.
fn last_item(before: &str) -> usize {
    let items = Grammar::parse(Rule::file, before).into_iter().flatten().flat_map(|file| file.into_inner());
    let last = items.filter(|pair| matches!(pair.as_rule(), Rule::item | Rule::junk)).last();
    last.map_or(before.len(), |pair| pair.as_span().start())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Expected {
        expected(text, text.len())
    }

    #[test]
    fn what_may_stand_is_told() {
        let has = |text: &str, word: &str| words(text).words.iter().any(|other| other == word);
        assert!(has("", "players") && has("language 1\n", "board"));
        assert!(has("move go { Man steps forward ", "to") && has("move go { Man steps forward ", "when"));
        assert!(has("move go { Man ", "steps") && has("move go { Man ", "slides") && !has("move go { Man ", "board"));
        assert!(has("turn { ", "choose") && has("turn { choose any ", "move"));
        assert!(has("end after each ", "turn") && !has("end after each ", "choose"));
        assert!(words("move go { Man steps forward to ").name && has("move go { Man steps forward to ", "some"));
        assert!(has("test \"a\" { ", "legal") && has("test \"a\" { ", "play"));
    }
}
