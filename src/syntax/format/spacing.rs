//! The blanks between two words of a line.

use crate::syntax::{
    lexer::{Token, TokenKind},
    parser::Layout,
};

/// The blanks between a word and the next one. Two set apart what stands on one line but reads as two.
pub(super) fn between(left: &Token<'_>, right: &Token<'_>, layout: &Layout) -> &'static str {
    let opens = left.is_mark("(") || left.is_mark("[");
    let closes = [",", ":", ")", "]"].iter().any(|mark| right.is_mark(mark));
    if right.kind == TokenKind::Comment {
        "  "
    } else if opens || closes || layout.is_call(right.start) {
        ""
    } else if layout.is_entry(right.start) && !left.is_mark("{") {
        "  "
    } else {
        " "
    }
}
