//! Comparisons of which English leaves a half out, and sums in words.

use super::super::words;
use super::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::lexer::{Token, TokenKind};

/// Words before which no operand of a comparison goes on backwards.
const BEGIN: &[&str] = &[
    "when", "if", "and", "or", "not", "(", "{", "}", "=", "while", "until", "where", "then", "else", "ensure", ":",
    "be", "to", "draw", "expect",
];
/// Words behind which a set does not go on.
const END: &[&str] = &["and", "or", "{", "}", ")", ",", "then", "else", "is", "when"];

impl Place<'_> {
    /// A comparison that is not whole.
    pub(super) fn half(&self) -> Option<Diagnostic> {
        self.second_half()
            .or_else(|| self.between())
            .or_else(|| self.number_of())
            .or_else(|| self.sum_in_words())
            .or_else(|| self.second_property())
    }

    /// The words from the last that begins something up to `end`, as an index into the words before.
    fn operand_before(&self, end: usize) -> Option<(usize, &str)> {
        let before = self.before.get(..end)?;
        let begin = before.iter().rposition(|token| BEGIN.contains(&token.text)).map_or(0, |at| at + 1);
        let (first, last) = (before.get(begin)?, before.last()?);
        Some((first.start, self.text.get(first.start..last.end())?))
    }

    /// `n at least 3 and at most 5`, `x in s or in t`, `x in s and not in t`.
    fn second_half(&self) -> Option<Diagnostic> {
        if !["at", "less", "more", "is", "in"].contains(&self.token.text) {
            return None;
        }
        let negated = self.previous(0)?.text == "not";
        let joint = self.before.len().checked_sub(1 + usize::from(negated))?;
        let word = self.before.get(joint).filter(|token| matches!(token.text, "and" | "or"))?.text;
        let compares = |token: &Token<'_>| ["at", "less", "more", "is", "in"].contains(&token.text);
        let comparison = self.before.get(..joint)?.iter().rposition(compares)?;
        let is_not =
            comparison.checked_sub(1).and_then(|at| self.before.get(at)).is_some_and(|token| token.text == "not");
        let (_, operand) = self.operand_before(comparison - usize::from(is_not))?;
        let at = if negated { self.previous(0)?.start } else { self.at };
        let told = self.told(format!("on each side of `{word}` stands what is compared"), at, self.end());
        Some(told.suggest("say it again", self.span(at, at), format!("{operand} ")))
    }

    /// `n between 1 and 3` and `n in 1 to 3`.
    fn between(&self) -> Option<Diagnostic> {
        let behind = self.behind(self.at);
        // Behind a condition of a sentence `between` was taken for a piece.
        if self.previous(0).is_some_and(|token| token.text == "between") {
            let [low, and, high, ..] = behind.as_slice() else { return None };
            return self.bounded(self.before.len().checked_sub(1)?, low.text, high).filter(|_| and.text == "and");
        }
        let (end, low, high) = match behind.as_slice() {
            [between, low, and, high, ..] if between.text == "between" && and.text == "and" => {
                (self.before.len(), low.text, high)
            }
            [to, high, ..] if to.text == "to" && self.previous(1)?.text == "in" => {
                let low = self.previous(0).filter(|token| token.kind == TokenKind::Number)?;
                (self.before.len().checked_sub(2)?, low.text, high)
            }
            _ => return None,
        };
        self.bounded(end, low, high)
    }

    fn bounded(&self, end: usize, low: &str, high: &Token<'_>) -> Option<Diagnostic> {
        let (start, operand) = self.operand_before(end)?;
        let ours = format!("{operand} at least {low} and {operand} at most {}", high.text);
        let told = self.told("a number lies between two others by two comparisons", start, high.end());
        Some(told.suggest("write both", self.span(start, high.end()), ours))
    }

    /// `at most 2 of S`: a number of members is told with `count of`.
    fn number_of(&self) -> Option<Diagnostic> {
        let behind = self.behind(self.at);
        let [first, second, number, rest @ ..] = behind.as_slice() else { return None };
        let asks = matches!((first.text, second.text), ("at", "least" | "most") | ("more" | "less", "than"));
        if !asks || self.after_operand() || number.kind != TokenKind::Number {
            return None;
        }
        let rest = if rest.first().is_some_and(|token| token.text == "of") { rest.get(1..)? } else { rest };
        let last = rest.iter().take_while(|token| !END.contains(&token.text)).last()?;
        let set = self.text.get(rest.first()?.start..last.end())?;
        let ours = format!("count of {set} {} {} {}", first.text, second.text, number.text);
        let told = self.told("how many there are is asked with `count of`", self.at, number.end());
        Some(told.suggest("write it so", self.span(self.at, last.end()), ours))
    }

    /// `n plus 1`.
    fn sum_in_words(&self) -> Option<Diagnostic> {
        let sign = |word: &str| match word {
            "plus" => Some("+"),
            "minus" => Some("-"),
            "times" => Some("*"),
            _ => None,
        };
        if let Some(ours) = sign(self.token.text).filter(|_| words::after_expression(self.expected)) {
            return self.after_operand().then(|| self.written(self.at, self.end(), ours));
        }
        // Behind a condition of a sentence the word was taken for a piece.
        let word = self.previous(0).filter(|word| word.text != "times")?;
        let operand = self.previous(1).is_some_and(|token| !BEGIN.contains(&token.text));
        sign(word.text).filter(|_| operand).map(|ours| self.written(word.start, word.end(), ours))
    }

    /// `neighbours of x or of c`.
    fn second_property(&self) -> Option<Diagnostic> {
        if self.token.text != "of" || !matches!(self.previous(0)?.text, "or" | "and") {
            return None;
        }
        let of = self.before.iter().rposition(|token| token.text == "of")?;
        let name = self.before.get(of.checked_sub(1)?)?.text;
        let told = self.told(format!("what is asked for stands before each `of`: `{name} of …`"), self.at, self.end());
        Some(told.suggest("say it again", self.span(self.at, self.at), format!("{name} ")))
    }
}
