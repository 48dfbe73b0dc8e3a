//! More than one word where one thing stands: `count of not used` and `steps not [north]`.

use super::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::lexer::{Token, TokenKind};

/// Words behind which directions stand.
const GOING: [&str; 3] = ["steps", "slides", "walks"];

/// Words that end a part of a sentence.
const PARTS: [&str; 11] =
    ["to", "taking", "when", "then", "stopping", "through", "round", "repeating", "where", "up", "exactly"];

/// Words and signs that end an operand.
const OPERATORS: [&str; 16] =
    ["is", "at", "less", "more", "in", "not", "except", "and", "or", "else", "+", "-", "*", "joins", "taking", "when"];

impl Place<'_> {
    /// The same text in brackets.
    pub(super) fn wants_brackets(&self) -> Option<Diagnostic> {
        let behind = self.behind(self.end());
        if self.token.text == "not" {
            return match self.previous(0)?.text {
                word if GOING.contains(&word) => self.around(self.at, until(&behind, &PARTS)?, word),
                "of" => self.around(self.at, until(&behind, &OPERATORS)?, "of"),
                _ => None,
            };
        }
        // `to not gone` was read as the beginning of `not in`.
        let not = self.previous(0).filter(|token| token.text == "not")?;
        let word = self.previous(1).filter(|token| matches!(token.text, "to" | "through" | "over"))?;
        let rest = self.behind(self.at);
        self.around(not.start, until(&rest, &PARTS)?, word.text)
    }

    fn around(&self, start: usize, end: usize, word: &str) -> Option<Diagnostic> {
        let inside = self.text.get(start..end)?;
        let told = self.told(format!("what stands behind `{word}` is put in brackets"), start, end);
        Some(told.suggest("write it so", self.span(start, end), format!("({inside})")))
    }
}

/// Where what stands there ends, before a word of some kinds, a brace, a comma or a bracket that was opened before.
fn until(tokens: &[Token<'_>], words: &[&str]) -> Option<usize> {
    let mut open = 0;
    let inside = |token: &&Token<'_>| {
        match token.text {
            "(" | "[" => open += 1,
            ")" | "]" => open -= 1,
            _ => {}
        }
        let is_number = token.kind == TokenKind::Number && open == 0;
        open >= 0 && (open > 0 || !is_number && !matches!(token.text, "{" | "}" | ",") && !words.contains(&token.text))
    };
    tokens.iter().take_while(inside).last().map(Token::end)
}
