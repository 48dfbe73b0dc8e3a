//! Signs and letters that are not what they seem: those that cannot be seen, one name in two spellings, two names that
//! look alike.
//!
//! # Source
//! Unicode Standard Annex 15 (normal forms) and Unicode Technical Standard 39 (confusable and mixed-script names).

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::{UnicodeNormalization, is_nfc};
use unicode_security::{MixedScript, skeleton};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::unseen::{is_selector, is_unseen};
use crate::source::{SourceId, Span};

use super::lexer::{Token, TokenKind, lex};

/// So many words with a wrong spelling are told.
const MOST_TOLD: usize = 100;

/// The first sign that cannot be seen, if there is one. The mark of byte order may stand first, and a carriage return
/// before a line break.
pub fn unseen(source: SourceId, text: &str) -> Option<Diagnostic> {
    let is_usual = |at: usize, sign: char| match sign {
        '\u{FEFF}' => at == 0,
        '\r' => text[at..].starts_with("\r\n"),
        _ => false,
    };
    let (at, sign) = text.char_indices().find(|&(at, sign)| is_unseen(sign) && !is_usual(at, sign))?;
    let place = Span::new(source, at, at + sign.len_utf8());
    let told = Diagnostic::new(Code::Unseen, format!("the sign U+{:04X} cannot be seen", u32::from(sign)), place, "");
    Some(match sign {
        // Files of old systems end their lines so. Taken away, it would join two lines.
        '\r' => told.suggest("end the line as others do", place, "\n"),
        _ => told.suggest("take it away", place, ""),
    })
}

/// The first sign in a name that says how the letter before it is drawn, if there is one: nobody sees it, and another name
/// may be the same without it. In texts it may stand.
pub fn unseen_in_names(source: SourceId, text: &str) -> Option<Diagnostic> {
    if !text.contains(is_selector) {
        return None;
    }
    let words = lex(text).filter(|token| token.kind == TokenKind::Word);
    let mut found = words.filter_map(|word| Some((word.start + word.text.find(is_selector)?, word)));
    let (at, word) = found.next()?;
    let sign = text.get(at..)?.chars().next()?;
    let place = Span::new(source, at, at + sign.len_utf8());
    let plain: String = word.text.chars().filter(|sign| !is_selector(*sign)).collect();
    let message = format!("the sign U+{:04X} cannot be seen in a name", u32::from(sign));
    let whole = Span::new(source, word.start, word.end());
    Some(Diagnostic::new(Code::Unseen, message, place, "").suggest("take it away", whole, plain))
}

/// Whether two different signs or names look alike; what is ASCII throughout is as everybody knows it.
pub fn look_alike(one: &str, other: &str) -> bool {
    one != other && !(one.is_ascii() && other.is_ascii()) && skeleton(one).eq(skeleton(other))
}

/// The words, texts and pictures that are not in Unicode's normal form C; comments may be as they are.
pub fn decomposed(source: SourceId, text: &str) -> Vec<Diagnostic> {
    if text.is_ascii() || is_nfc(text) {
        return Vec::new();
    }
    let wrong = lex(text).filter(|token| token.kind != TokenKind::Comment && !is_nfc(token.text));
    wrong.take(MOST_TOLD).map(|token| in_pieces(source, &token)).collect()
}

fn in_pieces(source: SourceId, token: &Token<'_>) -> Diagnostic {
    let place = Span::new(source, token.start, token.end());
    let what = if token.kind == TokenKind::Word { "name" } else { "text" };
    let message = format!("this {what} writes a letter in pieces: it is not in Unicode's normal form C");
    Diagnostic::new(Code::Decomposed, message, place, "")
        .help("a letter and its mark are one sign there; else one name could be written in two ways that look alike")
        .suggest_safe("write it so", place, token.text.nfc().collect::<String>())
}

/// The names of these texts that are written in letters of several scripts, and those that look like another.
pub fn lookalikes<'a>(texts: impl IntoIterator<Item = (SourceId, &'a str)>) -> Vec<Diagnostic> {
    let texts: Vec<(SourceId, &str)> = texts.into_iter().collect();
    if texts.iter().all(|(_, text)| text.is_ascii()) {
        return Vec::new();
    }
    lookalikes_among(texts.iter().flat_map(|&(source, text)| {
        let words = lex(text).filter(|token| token.kind == TokenKind::Word);
        words.map(move |token| (token.text, Span::new(source, token.start, token.end())))
    }))
}

/// The same for names with their places.
pub fn lookalikes_among<'a>(names: impl IntoIterator<Item = (&'a str, Span)>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut seen: BTreeMap<String, (&str, Span)> = BTreeMap::new();
    for (word, place) in names {
        if !known.insert(word) {
            continue;
        }
        let other = *seen.entry(skeleton(word).collect()).or_insert((word, place));
        if mixes_scripts(word) {
            found.push(mixed(word, place));
        } else if other.0 != word && !(word.is_ascii() && other.0.is_ascii()) && !mixes_scripts(other.0) {
            // What is strange is the name with letters beyond ASCII, wherever it stands.
            let pair = if word.is_ascii() { (other, (word, place)) } else { ((word, place), other) };
            found.push(alike(pair.0, pair.1));
        }
    }
    found
}

/// Whether a part of the name, between hyphens, has letters of several scripts. Scripts that are written together, as
/// those of Japanese are, count as one.
fn mixes_scripts(word: &str) -> bool {
    !word.is_ascii() && word.split(['-', '_']).any(|part| !part.is_single_script())
}

fn mixed(word: &str, place: Span) -> Diagnostic {
    let strange: BTreeSet<char> = word.chars().filter(|letter| !letter.is_ascii()).collect();
    let strange: Vec<String> =
        strange.into_iter().take(5).map(|letter| format!("`{letter}` is U+{:04X}", u32::from(letter))).collect();
    Diagnostic::new(Code::Lookalike, format!("`{word}` mixes letters of several scripts"), place, "")
        .help(format!("{}; write the whole name in one script", strange.join(", ")))
}

fn alike((word, place): (&str, Span), (other, first): (&str, Span)) -> Diagnostic {
    let message = format!("`{word}` looks like `{other}`, which is another name");
    Diagnostic::new(Code::Lookalike, message, place, "").label(first, "this one")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(found: &[Diagnostic]) -> Vec<&str> {
        found.iter().map(|diagnostic| diagnostic.message.as_str()).collect()
    }

    fn lookalikes_of(text: &str) -> Vec<Diagnostic> {
        lookalikes([(SourceId(0), text)])
    }

    #[test]
    fn a_carriage_return_belongs_to_a_line_break() {
        assert!(unseen(SourceId(0), "\u{feff}a\r\nb\r\n").is_none());
        let alone = unseen(SourceId(0), "a\rb").expect("it is told");
        assert_eq!((alone.primary.span.start, alone.suggestions[0].replacement.as_str()), (1, "\n"));
        assert!(unseen(SourceId(0), "// a\0").is_some());
    }

    #[test]
    fn letters_in_pieces_are_told_but_for_comments() {
        assert!(decomposed(SourceId(0), "piece P\u{e9} // e\u{301}").is_empty());
        let found = decomposed(SourceId(0), "piece Pe\u{301} (\"e\u{301}\") // e\u{301}");
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].suggestions[0].replacement, "P\u{e9}");
        assert_eq!(found[0].primary.span.range(), 6..10);
    }

    #[test]
    fn names_have_no_selectors() {
        let found =
            unseen_in_names(SourceId(0), "note \"\u{2764}\u{fe0f}\" define a\u{fe0e}b = c").expect("it is told");
        assert_eq!(found.suggestions[0].replacement, "ab");
        // `note "` has 6 bytes, the heart and its selector 3 each, the quote and ` define a` 10.
        assert_eq!(found.primary.span.range(), 22..25);
        assert!(unseen_in_names(SourceId(0), "note \"\u{845b}\u{e0100}\"").is_none());
    }

    #[test]
    fn signs_that_look_alike() {
        // Latin and Cyrillic, Latin and Greek, two of ASCII, one and the same.
        assert!(look_alike("A", "\u{410}") && look_alike("O", "\u{39f}"));
        assert!(!look_alike("l", "I") && !look_alike("\u{410}", "\u{410}") && !look_alike("A", "\u{c4}"));
    }

    #[test]
    fn one_script_in_each_part_of_a_name() {
        // The capital is Cyrillic, U+041C.
        assert_eq!(told(&lookalikes_of("piece \u{41c}an")), ["`\u{41c}an` mixes letters of several scripts"]);
        for fine in ["piece Dame", "piece Kön", "piece Пешка", "piece 歩兵の駒", "piece Пешка-x2", "piece α-wolf"]
        {
            assert!(lookalikes_of(fine).is_empty(), "{fine}");
        }
    }

    #[test]
    fn names_that_look_alike_are_told_once() {
        // The first is Cyrillic throughout: U+0441, U+043E twice.
        let found = lookalikes_of("define \u{441}\u{43e}\u{43e} = coo\ndefine coo = \u{441}\u{43e}\u{43e}");
        assert_eq!(told(&found), ["`\u{441}\u{43e}\u{43e}` looks like `coo`, which is another name"]);
        assert_eq!(found[0].primary.span.range(), 7..13);
        assert!(lookalikes_of("define al = a1 // é").is_empty(), "digits are as everybody knows them");
    }
}
