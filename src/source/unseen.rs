//! Signs that nobody sees but that steer a terminal or the direction of writing, or hide in a name.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a sign is not seen where it stands: a control character but for the tab and the line break, a mark that
/// turns the direction of writing, a space without width, a line separator that editors do not show, a tag, a hyphen
/// that is mostly not shown, a letter that fills a place and is blank.
///
/// The joiners U+200C and U+200D and the selectors of variants are not among them: Persian words and pictures need them.
/// In names selectors are no use ([`is_selector`]).
///
/// # Source
/// Unicode Technical Report 36, Boucher and Anderson, "Trojan Source", <https://trojansource.codes>, and what the Unicode
/// database calls `Default_Ignorable_Code_Point`.
pub fn is_unseen(sign: char) -> bool {
    match sign {
        '\n' | '\t' => false,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{61c}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' => true,
        '\u{ad}' | '\u{34f}' | '\u{180e}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' => true,
        // What fills the place of a letter in Hangul and Khmer.
        '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}' | '\u{ffa0}' => true,
        '\u{e0000}'..='\u{e0fff}' => !is_selector(sign),
        _ => sign.is_control(),
    }
}

/// Whether a sign only says how the one before it is drawn. Most of them change nothing that is seen, so two names could
/// differ by one.
pub fn is_selector(sign: char) -> bool {
    matches!(sign, '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// The text as a terminal may have it: what is not seen is written out, for instance `\u{1b}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    written_out(text, |sign, out| {
        let _ = write!(out, "{}", sign.escape_unicode());
    })
}

/// A JSON text with what is not seen written out as JSON writes it, for instance `\u009b`.
pub fn shown_in_json(text: &str) -> Cow<'_, str> {
    written_out(text, |sign, out| {
        for unit in sign.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

/// The text as a terminal may have it, with the colours (`ESC [ numbers m`) that this program itself gives it.
pub fn shown_with_colours(text: &str) -> Cow<'_, str> {
    if !text.contains('\x1b') {
        return shown(text);
    }
    let mut parts = text.split('\x1b');
    let mut out = shown(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        match colour_at(part) {
            Some(end) => {
                let (colour, rest) = part.split_at(end);
                out.push('\x1b');
                out.push_str(colour);
                out.push_str(&shown(rest));
            }
            None => {
                out.push_str(&shown("\x1b"));
                out.push_str(&shown(part));
            }
        }
    }
    Cow::Owned(out)
}

/// Where a colour ends that stands behind an escape; none if something else does.
fn colour_at(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix('[')?;
    let end = numbers.find(|sign: char| !sign.is_ascii_digit() && sign != ';')?;
    numbers[end..].starts_with('m').then_some(end + 2)
}

fn written_out(text: &str, write: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for sign in text.chars() {
        match is_unseen(sign) {
            true => write(sign, &mut out),
            false => out.push(sign),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_written_out() {
        assert_eq!(shown("a\u{1b}[2Jb\u{9b}c\u{202e}d\u{200b}\r"), r"a\u{1b}[2Jb\u{9b}c\u{202e}d\u{200b}\u{d}");
        assert_eq!(shown("déchaînée 将\n\t"), "déchaînée 将\n\t");
        assert_eq!(shown("می\u{200c}خواهم 👩\u{200d}🚀"), "می\u{200c}خواهم 👩\u{200d}🚀");
        assert_eq!(shown_in_json("\u{9b}\u{e0001}"), r"\u009b\udb40\udc01");
        assert_eq!(shown("a\u{ad}b\u{3164}c\u{34f}d\u{e01f0}"), r"a\u{ad}b\u{3164}c\u{34f}d\u{e01f0}");
        assert_eq!(shown("\u{2764}\u{fe0f} \u{845b}\u{e0100}"), "\u{2764}\u{fe0f} \u{845b}\u{e0100}");
    }

    #[test]
    fn colours_of_ours_are_left() {
        assert_eq!(shown_with_colours("\u{1b}[1m\u{1b}[38;5;2mx\u{1b}[0m"), "\u{1b}[1m\u{1b}[38;5;2mx\u{1b}[0m");
        assert_eq!(shown_with_colours("\u{1b}[2Jx\u{1b}]0;t\u{7}"), r"\u{1b}[2Jx\u{1b}]0;t\u{7}");
        assert_eq!(shown_with_colours("x\u{1b}"), r"x\u{1b}");
    }
}
