//! The law of messages, so that all of them sound alike.

/// Words that belong to this program's inside, not to a rule file.
const INSIDE_WORDS: [&str; 16] = [
    "String", "Vec", "Option", "Some", "None", "Ok", "Err", "Box", "Arc", "usize", "isize", "u8", "u16", "u32", "u64",
    "i64",
];

/// Why a message breaks the law, or nothing if it keeps it.
///
/// A message is one line. It begins with a lower-case letter or with the author's words in backticks, ends without
/// a full stop, and names none of this program's types. What stands in backticks is the author's and is not judged.
///
/// # Examples
/// ```
/// use merel::diagnostic::law::breaks_the_law;
/// assert_eq!(breaks_the_law("unknown direction `Forwrad`"), None);
/// assert_eq!(breaks_the_law("Unknown direction"), Some("a message begins with a lower-case letter"));
/// ```
pub fn breaks_the_law(message: &str) -> Option<&'static str> {
    if message.trim() != message || message.is_empty() {
        return Some("a message is not empty and has no white space around it");
    }
    if message.contains(['\n', '\r']) {
        return Some("a message is one line");
    }
    if message.starts_with(char::is_uppercase) {
        return Some("a message begins with a lower-case letter");
    }
    if message.ends_with('.') {
        return Some("a message ends without a full stop");
    }
    names_the_inside(message).then_some("a message does not name types of the program")
}

/// Whether the text outside backticks holds a word or a sign that only programmers of this program know.
fn names_the_inside(message: &str) -> bool {
    message.split('`').step_by(2).any(|ours| {
        ours.contains("::")
            || ours.split(|letter: char| !letter.is_alphanumeric()).any(|word| INSIDE_WORDS.contains(&word))
    })
}

#[cfg(test)]
mod tests {
    use super::breaks_the_law;

    #[test]
    fn good_messages_keep_the_law() {
        for message in [
            "unknown direction `Forwrad`",
            "`Man` is declared twice",
            "expected `.`",
            "3 players are too many",
            "unknown kind `String`",
            "option `size` may not be 10",
        ] {
            assert_eq!(breaks_the_law(message), None, "{message}");
        }
    }

    #[test]
    fn bad_messages_are_told_why() {
        for (message, reason) in [
            ("", "empty"),
            (" unknown name", "white space"),
            ("Unknown name", "lower-case"),
            ("Été comme hiver", "lower-case"),
            ("unknown name.", "full stop"),
            ("unknown\nname", "one line"),
            ("expected Option<Kind>", "types"),
            ("the index is not a u32", "types"),
            ("bad ast::Expr", "types"),
        ] {
            assert!(breaks_the_law(message).is_some_and(|why| why.contains(reason)), "{message}");
        }
    }
}
