//! The words of a text, without its grammar: for spans, for the layout and for counting.

/// What a [`Token`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A name or a word of the language, also one that begins with a digit, such as `4a`.
    Word,
    /// Digits.
    Number,
    /// Anything between quotes; the second quote may be missing at the end of the text.
    Text,
    /// A row of a picture, from its bar to the end of the line or to a comment.
    Row,
    /// `// …` to the end of the line.
    Comment,
    /// Any other character.
    Mark,
}

/// A word of the text and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind,
    /// How it is written.
    pub text: &'a str,
    /// Offset of its first byte.
    pub start: usize,
}

impl Token<'_> {
    /// Offset after its last byte.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether it is this mark.
    pub fn is_mark(&self, mark: &str) -> bool {
        self.kind == TokenKind::Mark && self.text == mark
    }
}

/// The words of a text in order. Never fails: what is no word is a mark.
pub fn lex(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(is_blank);
        let (kind, len) = first(rest)?;
        let start = text.len() - rest.len();
        let (token, after) = rest.split_at_checked(len).unwrap_or((rest, ""));
        rest = after;
        Some(Token { kind, text: token, start })
    })
}

/// What the grammar skips.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{FEFF}')
}

/// The kind and the length of the first word.
fn first(rest: &str) -> Option<(TokenKind, usize)> {
    let c = rest.chars().next()?;
    let found = if rest.starts_with("//") {
        (TokenKind::Comment, line_end(rest))
    } else if c == '|' {
        let line = rest.get(..line_end(rest)).unwrap_or(rest);
        let row = line.find("//").map_or(line, |at| line.get(..at).unwrap_or(line));
        (TokenKind::Row, row.trim_end_matches(is_blank).len())
    } else if c == '"' {
        (TokenKind::Text, rest.get(1..).and_then(|inner| inner.find('"')).map_or(rest.len(), |at| at + 2))
    } else if in_word(c) {
        let len = word_len(rest);
        let digits = rest.bytes().take(len).all(|byte| byte.is_ascii_digit());
        (if digits { TokenKind::Number } else { TokenKind::Word }, len)
    } else {
        (TokenKind::Mark, c.len_utf8())
    };
    Some(found)
}

fn line_end(rest: &str) -> usize {
    let line = rest.find('\n').map_or(rest, |at| rest.get(..at).unwrap_or(rest));
    line.trim_end_matches('\r').len()
}

/// Letters, digits, `_`, and all beyond ASCII: the grammar refuses what of it is no letter.
fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || (!c.is_ascii() && c != '\u{FEFF}')
}

/// The length of a word; a hyphen belongs to it when a letter follows, and in a name when a digit does.
fn word_len(rest: &str) -> usize {
    let mut chars = rest.char_indices().peekable();
    let mut digits = true;
    while let Some((at, c)) = chars.next() {
        let joins = |next: char| in_word(next) && !(digits && next.is_ascii_digit());
        let joined = c == '-' && chars.peek().is_some_and(|&(_, next)| joins(next));
        digits &= c.is_ascii_digit();
        if !in_word(c) && !joined {
            return at;
        }
    }
    rest.len()
}
