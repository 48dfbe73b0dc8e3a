//! Rule files that nobody wrote: those of the library with words exchanged, numbers changed, lines left out, and parts of
//! other files put in. `tests/mutations.rs` makes them from random numbers, the fuzz targets from the bytes of their input.

/// Words that stand for each other without the file ceasing to be one.
const EXCHANGES: &[(&str, &str)] = &[
    ("orthogonal", "diagonal"),
    ("diagonal", "orthogonal"),
    ("forward-diagonal", "forward"),
    (" forward", " backward"),
    ("steps", "slides"),
    ("slides", "steps"),
    ("to enemies", "to empty or enemies"),
    ("empty or enemies", "empty"),
    ("enemies", "pieces"),
    ("over enemies", "over mine"),
    ("wins", "loses"),
    ("loses", "wins"),
    ("after each turn", "before each turn"),
    ("before each turn", "after each turn"),
    ("repeats", ""),
    (" may repeat", ""),
    ("some ", "no "),
    ("no ", "some "),
    (" or else ", " or "),
    (" or ", " or else "),
    ("when ", "when not "),
    (" my ", " enemy "),
    (" enemy ", " my "),
    ("last row", "first row"),
    (" and ", " or "),
];

/// The rules of a file with one to three changes; scenarios and texts are left out. `below` tells any number below another.
pub fn mutant(text: &str, below: &mut dyn FnMut(usize) -> usize) -> String {
    let mut text = rules_of(text).to_owned();
    for _ in 0..=below(3) {
        text = changed(&text, below).unwrap_or(text);
    }
    text
}

/// The same with up to eight changes, which may put in parts of other files and words of the language.
pub fn mixture(text: &str, others: &[&str], words: &[&str], below: &mut dyn FnMut(usize) -> usize) -> String {
    let mut text = rules_of(text).to_owned();
    for _ in 0..below(9) {
        let other = rules_of(others[below(others.len())]);
        let after = match below(6) {
            0 => exchanged(&text, other, items, below),
            1 => exchanged(&text, other, lines, below),
            2 => exchanged(&text, other, tokens, below),
            3 => {
                let word = words[below(words.len())];
                exchanged(&text, word, tokens, below)
            }
            _ => changed(&text, below),
        };
        text = after.unwrap_or(text);
    }
    text
}

/// A text without its scenarios.
fn rules_of(text: &str) -> &str {
    text.split("\ntest ").next().unwrap_or_default()
}

/// One change; none if the text has no place for it.
fn changed(text: &str, below: &mut dyn FnMut(usize) -> usize) -> Option<String> {
    match below(4) {
        0 => {
            let lines: Vec<&str> = text.lines().collect();
            let left_out = if lines.is_empty() { return None } else { below(lines.len()) };
            let kept = lines.iter().enumerate().filter(|(number, _)| *number != left_out);
            Some(kept.map(|(_, line)| format!("{line}\n")).collect())
        }
        1 => {
            let digits: Vec<usize> =
                text.char_indices().filter(|(_, c)| ('1'..='8').contains(c)).map(|(at, _)| at).collect();
            let at = if digits.is_empty() { return None } else { digits[below(digits.len())] };
            let digit = char::from(text.as_bytes()[at] + 1);
            Some(format!("{}{digit}{}", &text[..at], &text[at + 1..]))
        }
        _ => {
            let (word, other) = EXCHANGES[below(EXCHANGES.len())];
            let places: Vec<usize> = text.match_indices(word).map(|(at, _)| at).collect();
            let at = if places.is_empty() { return None } else { places[below(places.len())] };
            Some(format!("{}{other}{}", &text[..at], &text[at + word.len()..]))
        }
    }
}

/// A text in which a part is exchanged for one of another text, or stands behind it or before it.
fn exchanged(
    text: &str,
    other: &str,
    parts: impl Fn(&str) -> Vec<&str>,
    below: &mut dyn FnMut(usize) -> usize,
) -> Option<String> {
    let (mut mine, theirs) = (parts(text), parts(other));
    if mine.is_empty() || theirs.is_empty() {
        return None;
    }
    let (at, from) = (below(mine.len()), theirs[below(theirs.len())]);
    match below(3) {
        0 => mine.insert(at, from),
        _ => mine[at] = from,
    }
    Some(mine.concat())
}

/// The declarations of a text: each begins with a word at the beginning of a line.
fn items(text: &str) -> Vec<&str> {
    let starts = text.match_indices('\n').map(|(at, _)| at + 1);
    parted(text, starts.filter(|&at| text[at..].starts_with(|letter: char| letter.is_ascii_lowercase())))
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// The words, numbers and signs of a text, each with the blanks behind it.
fn tokens(text: &str) -> Vec<&str> {
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    let begins = |pair: &[(usize, char)]| {
        let (before, (at, here)) = (pair[0].1, pair[1]);
        let splits = here.is_whitespace() || is_word(before) && is_word(here);
        (!splits).then_some(at)
    };
    let starts: Vec<usize> = letters.windows(2).filter_map(begins).collect();
    parted(text, starts.into_iter())
}

/// The parts of a text that begin at its beginning and at some places.
fn parted(text: &str, starts: impl Iterator<Item = usize>) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut first = 0;
    for start in starts.chain([text.len()]).filter(|&start| start > 0) {
        parts.push(&text[first..start]);
        first = start;
    }
    parts
}
