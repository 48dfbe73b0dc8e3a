//! What a word of the language means, from the pages of the specification.

/// The pages of the specification, by name.
const PAGES: [(&str, &str); 16] = [
    ("board.md", include_str!("../../docs/language/board.md")),
    ("ends.md", include_str!("../../docs/language/ends.md")),
    ("expressions.md", include_str!("../../docs/language/expressions.md")),
    ("file.md", include_str!("../../docs/language/file.md")),
    ("limits.md", include_str!("../../docs/language/limits.md")),
    ("movement.md", include_str!("../../docs/language/movement.md")),
    ("moves.md", include_str!("../../docs/language/moves.md")),
    ("options.md", include_str!("../../docs/language/options.md")),
    ("pieces.md", include_str!("../../docs/language/pieces.md")),
    ("pitfalls.md", include_str!("../../docs/language/pitfalls.md")),
    ("run.md", include_str!("../../docs/language/run.md")),
    ("scenarios.md", include_str!("../../docs/language/scenarios.md")),
    ("stacks.md", include_str!("../../docs/language/stacks.md")),
    ("tracks.md", include_str!("../../docs/language/tracks.md")),
    ("turn.md", include_str!("../../docs/language/turn.md")),
    ("variants.md", include_str!("../../docs/language/variants.md")),
];

/// The index: each word with the sections that say what it means.
const INDEX: &str = include_str!("../../docs/language/words.md");

/// The words of the language.
pub fn words() -> impl Iterator<Item = &'static str> {
    INDEX.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next())
}

/// What the specification says of a word, in Markdown: the row or the paragraph of the first section that tells of it.
pub fn meaning(word: &str) -> Option<String> {
    let row =
        INDEX.lines().find(|line| line.strip_prefix("| `").is_some_and(|rest| rest.split('`').next() == Some(word)))?;
    let mut said = row.split("](").skip(1).filter_map(|link| {
        let (page, anchor) = link.split(')').next()?.split_once('#').unwrap_or((link.split(')').next()?, ""));
        let section = section(page, anchor)?;
        let title = section.lines().next().unwrap_or("").trim_start_matches('#').trim();
        let (_, whole) = PAGES.iter().find(|(name, _)| *name == page)?;
        let text = row_of(section, word)
            .or_else(|| paragraph_of(section, word))
            .or_else(|| row_of(whole, word))
            .or_else(|| first_paragraph(section))?;
        Some(format!("{text}\n\n*{title}*"))
    });
    said.next()
}

/// A section of a page: from its heading to the next that is not below it.
fn section(page: &str, anchor: &str) -> Option<&'static str> {
    let (_, text) = PAGES.iter().find(|(name, _)| *name == page)?;
    let level = |line: &str| line.chars().take_while(|sign| *sign == '#').count();
    let mut start: Option<(usize, usize)> = None;
    let (mut at, mut in_code) = (0, false);
    for line in text.split_inclusive('\n') {
        in_code ^= line.starts_with("```");
        let depth = if in_code { 0 } else { level(line) };
        match start {
            Some((begin, above)) if depth > 0 && depth <= above => return text.get(begin..at),
            None if depth > 0 && (anchor.is_empty() || slug(line) == anchor) => start = Some((at, depth)),
            _ => {}
        }
        at += line.len();
    }
    start.and_then(|(begin, _)| text.get(begin..))
}

/// The address of a heading, as sites that show Markdown make it.
fn slug(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = words.chars().filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_'));
    kept.map(|sign| if sign == ' ' { '-' } else { sign }).collect()
}

/// The row of a table whose first cell names the word.
fn row_of(section: &str, word: &str) -> Option<String> {
    let names = |line: &&str| {
        let first = line.trim_start().strip_prefix('|').and_then(|rest| rest.split(" | ").next());
        first.is_some_and(|cell| in_code(cell, word))
    };
    let row = section.lines().find(names)?;
    Some(row.trim().trim_matches('|').trim().replace(" | ", " — "))
}

/// The paragraph that names the word first.
fn paragraph_of(section: &str, word: &str) -> Option<String> {
    let mut parts = section.split("\n\n").filter(|part| !part.starts_with(['#', '|']) && !part.starts_with("```"));
    parts.find(|part| in_code(part, word)).map(|part| part.trim().to_owned())
}

/// What a section begins with, for words that only its examples show.
fn first_paragraph(section: &str) -> Option<String> {
    let mut parts = section.split("\n\n").map(str::trim).filter(|part| !part.starts_with(['#', '|', '`', '>']));
    parts.find(|part| !part.is_empty()).map(str::to_owned)
}

/// Whether a word stands in the code of a text.
fn in_code(text: &str, word: &str) -> bool {
    let codes = text.split('`').skip(1).step_by(2);
    let is_word = |code: &str| {
        code.split(|sign: char| !(sign.is_alphanumeric() || matches!(sign, '-' | '_'))).any(|part| part == word)
    };
    codes.into_iter().any(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_index_has_a_meaning() {
        let silent: Vec<&str> = words().filter(|word| meaning(word).is_none()).collect();
        assert!(words().count() > 150);
        assert_eq!(silent, Vec::<&str>::new());
    }

    #[test]
    fn headings_have_the_addresses_that_sites_give_them() {
        assert_eq!(slug("## 2. Letters, words, numbers\n"), "2-letters-words-numbers");
    }
}
