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
            .or_else(|| self.place())
            .or_else(|| self.no_moves())
            .or_else(|| self.all_in())
    }

    /// The words up to `end` that make one operand, with the place where they begin; brackets belong together.
    fn operand_before(&self, end: usize) -> Option<(usize, &str)> {
        let before = self.before.get(..end)?;
        let (mut begin, mut open) = (end, 0usize);
        for (index, token) in before.iter().enumerate().rev() {
            match token.text {
                ")" | "]" => open += 1,
                "(" | "[" if open > 0 => open -= 1,
                text if open == 0 && BEGIN.contains(&text) => break,
                _ => {}
            }
            begin = index;
        }
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

    /// `landing on row 8`, `landing beside enemies`, `x next to y`.
    fn place(&self) -> Option<Diagnostic> {
        let behind = self.behind(self.at);
        let ours = |word: &str| match word {
            "on" | "inside" => Some("in"),
            "outside" => Some("not in"),
            "beside" | "touching" | "near" | "next" | "adjacent" => Some("in neighbours of"),
            _ => None,
        };
        // Behind a condition of a sentence the word was taken for a piece.
        let before = self.previous(0).filter(|word| word.text != "on" && ours(word.text).is_some());
        let (word, next) = match before {
            Some(word) => (word, behind.first()),
            None => (behind.first()?, behind.get(1)),
        };
        let operand = match before {
            Some(_) => self.previous(1).is_some_and(|token| !BEGIN.contains(&token.text)),
            None => self.after_operand() && words::after_expression(self.expected),
        };
        let end = next.filter(|next| next.text == "to").map_or(word.end(), |to| to.end());
        let theirs = self.text.get(word.start..end).filter(|_| operand)?;
        let ours = ours(word.text)?;
        let told = self.told(format!("`{theirs}` is written `{ours}`"), word.start, end);
        Some(told.suggest("in the words of this language", self.span(word.start, end), ours))
    }

    /// `all mine in red`; behind a condition of a sentence the set was taken for a piece.
    fn all_in(&self) -> Option<Diagnostic> {
        let behind = self.behind(self.at);
        let back = usize::from(self.token.text == "in");
        let all = self.previous(back).filter(|all| matches!(all.text, "all" | "every"))?;
        let (set, within) = match back {
            0 => (behind.first()?, behind.get(1)?),
            _ => (self.previous(0)?, behind.first()?),
        };
        let not = self.previous(back + 1).filter(|not| not.text == "not");
        let (start, some) = not.map_or((all.start, "no"), |not| (not.start, "some"));
        if within.text != "in" || set.kind != TokenKind::Word {
            return None;
        }
        let told = self.told("whether all are so is asked by whether none is not", start, within.end());
        let ours = format!("{some} {} not in", set.text);
        Some(told.suggest("write it so", self.span(start, within.end()), ours))
    }

    /// `no moves`, `no legal moves`.
    fn no_moves(&self) -> Option<Diagnostic> {
        let back = usize::from(self.previous(0)?.text == "legal");
        let no = self.previous(back).filter(|no| no.text == "no" && self.token.text == "moves")?;
        let told = self.told("a player without an option is `stuck`", no.start, self.end());
        Some(told.suggest("write it so", self.span(no.start, self.end()), "stuck"))
    }
}
