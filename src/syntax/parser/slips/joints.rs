//! What stands between two things of one sort: `and` and `or`, brackets that are missing, words that join nothing.

use super::super::{Rule, words};
use super::Place;
use crate::diagnostic::Diagnostic;
use crate::syntax::lexer::{Token, TokenKind};

fn is_verb(token: &Token<'_>) -> bool {
    words::VERBS.contains(&token.text)
}

impl Place<'_> {
    /// Two things joined as they are not in this language.
    pub(super) fn joint(&self) -> Option<Diagnostic> {
        self.chosen_together()
            .or_else(|| self.and_of_names())
            .or_else(|| self.winners())
            .or_else(|| self.standing())
            .or_else(|| self.second_verb())
            .or_else(|| self.verb_behind_then())
            .or_else(|| self.set_beside_set())
            .or_else(|| self.length_of_lines())
            .or_else(|| self.one_of_kinds())
            .or_else(|| self.mine_of_several())
    }

    /// The words before from the last of these on, without it.
    fn since(&self, wanted: &[&str]) -> Option<&[Token<'_>]> {
        let at = self.before.iter().rposition(|token| wanted.contains(&token.text))?;
        self.before.get(at + 1..)
    }

    fn expects_verb(&self) -> bool {
        [Rule::path, Rule::leg, Rule::any_leg, Rule::steps, Rule::kw_steps].into_iter().any(|rule| self.expects(rule))
    }

    /// `choose a and b`, `choose a then b`.
    fn chosen_together(&self) -> Option<Diagnostic> {
        if !matches!(self.token.text, "and" | "then") || !self.expects(Rule::kw_or) {
            return None;
        }
        self.since(&["choose"]).filter(|since| since.iter().all(|token| token.text != "{" && token.text != "}"))?;
        let message = format!("`{}` joins no moves", self.token.text);
        let told = self.told(message, self.at, self.end());
        let told = told.suggest_choice("one after the other", self.span(self.at, self.end()), "choose");
        Some(told.suggest_choice("one of them", self.span(self.at, self.end()), "or"))
    }

    /// `steps forward and left`, `Man and King steps`.
    fn and_of_names(&self) -> Option<Diagnostic> {
        let joins = self.token.text == "and" && self.expects(Rule::kw_or) && !words::after_expression(self.expected);
        let told = || self.told("`and` between these is written `or`", self.at, self.end());
        joins.then(|| told().suggest("write it so", self.span(self.at, self.end()), "or"))
    }

    /// `White or Black wins`.
    fn winners(&self) -> Option<Diagnostic> {
        let behind = self.behind(self.end());
        let ends = matches!(behind.get(1)?.text, "wins" | "loses" | "is" | "win" | "lose");
        let (first, second) = (self.previous(0)?, behind.first()?);
        if !ends || !self.expects(Rule::verdict) || !matches!(self.token.text, "or" | "and") {
            return None;
        }
        let told = self.told("several who win or lose stand in brackets", first.start, second.end());
        let ours = format!("({} or {})", first.text, second.text);
        Some(told.suggest("write it so", self.span(first.start, second.end()), ours))
    }

    /// `Man on a or b steps`.
    fn standing(&self) -> Option<Diagnostic> {
        let since = self.since(&["on"]).filter(|_| self.token.text == "or" && self.expects_verb())?;
        let begin = since.first()?.start;
        let behind = self.behind(self.end());
        let verb = behind.iter().position(is_verb)?;
        let last = behind.get(verb.checked_sub(1)?)?;
        let told = self.told("several sets behind `on` stand in brackets", self.at, self.end());
        let inside = self.text.get(begin..last.end())?;
        Some(told.suggest_safe("write them in brackets", self.span(begin, last.end()), format!("({inside})")))
    }

    /// `Man steps forward or slides left`, `reach of x by steps or slides`.
    fn second_verb(&self) -> Option<Diagnostic> {
        let or = self.previous(0).filter(|or| or.text == "or" && is_verb(&self.token))?;
        if self.before.iter().any(|token| matches!(token.text, "reach" | "span")) {
            let told = self.told("one path stands behind `by`", self.at, self.end());
            return Some(told.help("join what two paths reach: `(reach of x by steps) or reach of x by slides`"));
        }
        let told = self.told("another way to go is a sentence of its own", or.start, self.end());
        let since = self.since(&["{", "}"])?;
        let verb = since.iter().position(is_verb)?;
        let (first, last) = (since.first()?, since.get(verb.checked_sub(1)?)?);
        let plain = since.iter().take(verb).all(|token| token.kind == TokenKind::Word && token.text != "pick");
        let subject = self.text.get(first.start..last.end()).filter(|_| plain)?;
        Some(told.suggest("begin one", self.span(or.start, or.end()), subject))
    }

    /// `steps forward then left`, `drops on red`.
    fn verb_behind_then(&self) -> Option<Diagnostic> {
        let verb = self.before.iter().rev().find(|token| is_verb(token))?;
        if matches!(self.token.text, "on" | "onto") && (self.expects(Rule::target) || self.expects(Rule::kw_to)) {
            return Some(
                self.told(
                    format!("where a piece lands is told with `to`, not with `{}`", self.token.text),
                    self.at,
                    self.end(),
                )
                .suggest("write it so", self.span(self.at, self.end()), "to"),
            );
        }
        let names = self.token.kind == TokenKind::Word && self.previous(0)?.text == "then" && !is_verb(&self.token);
        let told = || self.told("behind `then` stands a verb", self.at, self.end());
        (names && self.expects_verb())
            .then(|| told().suggest("say it again", self.span(self.at, self.at), format!("{} ", verb.text)))
    }

    /// `enemies but not Kings`, `pieces not mine`, `empty neighbours of x`.
    fn set_beside_set(&self) -> Option<Diagnostic> {
        let before = self.previous(0)?;
        if before.text == "but" {
            let end = if self.token.text == "not" { self.end() } else { before.end() };
            let told = self.told("what is left out is told with `except`", before.start, end);
            return Some(told.suggest("write it so", self.span(before.start, end), "except"));
        }
        let is_word = self.token.kind == TokenKind::Word;
        if before.text == "not" && is_word && self.expects(Rule::kw_in) {
            let told = self.told("`not` behind a set is written `not in`", before.start, before.end());
            return Some(told.suggest("write it so", self.span(self.at, self.at), "in "));
        }
        let set = self.previous(1)?;
        let is_name = |token: &Token<'_>| token.kind == TokenKind::Word && !words::RESERVED.contains(&token.text);
        if self.token.text == "of" && self.expects_verb() && is_name(before) && is_name(set) {
            let told = self.told("of two sets those in both are told with `in`", set.start, before.end());
            return Some(told.suggest("write it so", self.span(before.start, before.start), "in "));
        }
        None
    }

    /// `those a in s or t where …`, `each a in s where …`.
    pub(super) fn where_behind(&self) -> Option<Diagnostic> {
        let at = self.before.iter().rposition(|token| matches!(token.text, "those" | "each" | "where"))?;
        let [begun, name, _, set @ ..] = self.before.get(at..).filter(|_| self.token.text == "where")? else {
            return None;
        };
        let (first, last) = (set.first()?, set.last()?);
        let joined = set.iter().any(|token| matches!(token.text, "or" | "and"));
        match begun.text {
            "each" if set.iter().all(|token| token.text != "{") => {
                let told = self.told("`where` stands behind `those`", self.at, self.end());
                let place = self.span(first.start, first.start);
                Some(told.suggest("write it so", place, format!("those {} in ", name.text)))
            }
            "those" if joined => {
                let told = self.told("several sets behind `those … in` stand in brackets", first.start, last.end());
                let (inside, place) = (self.text.get(first.start..last.end())?, self.span(first.start, last.end()));
                Some(told.suggest_safe("write them in brackets", place, format!("({inside})")))
            }
            _ => None,
        }
    }

    /// `lines of n + 1 in s`, `lines of 3 or 4 in s`.
    fn length_of_lines(&self) -> Option<Diagnostic> {
        let (length, of) = (self.previous(0)?, self.previous(1)?);
        let next = *self.behind(self.end()).first()?;
        if of.text != "of" || self.previous(2)?.text != "lines" {
            return None;
        }
        if self.token.text == "or" {
            let told = self.told("`lines of 3` have three cells or more", self.at, next.end());
            return Some(told.suggest("leave it out", self.span(length.end(), next.end()), ""));
        }
        let sum = self.text.get(length.start..next.end()).filter(|_| matches!(self.token.text, "+" | "-" | "*"))?;
        let told = self.told("a length that is worked out stands in brackets", length.start, next.end());
        Some(told.suggest_safe("write it so", self.span(length.start, next.end()), format!("({sum})")))
    }

    /// `change x into King or Queen`.
    fn one_of_kinds(&self) -> Option<Diagnostic> {
        let (kind, into) = (self.previous(0)?, self.previous(1)?);
        if self.token.text != "or" || into.text != "into" {
            return None;
        }
        let other = *self.behind(self.end()).first()?;
        let told = self.told("a piece becomes one kind", kind.start, other.end());
        Some(told.help(format!("let the player pick it: `pick k from [{} {}]`, then `into k`", kind.text, other.text)))
    }

    /// `my (Men or Kings)`.
    fn mine_of_several(&self) -> Option<Diagnostic> {
        let whose = self.previous(0).filter(|token| self.token.text == "(" && matches!(token.text, "my" | "enemy"))?;
        let behind = self.behind(self.end());
        let close = behind.iter().position(|token| token.text == ")")?;
        let inside = behind.get(..close)?;
        let message = format!("`{}` stands before each name", whose.text);
        let told = self.told(message, whose.start, behind.get(close)?.end());
        if inside.iter().any(|token| token.kind != TokenKind::Word) {
            return Some(told.help(format!("say it of each: `{} Men or {} Kings`", whose.text, whose.text)));
        }
        let each = inside.iter().map(|token| match words::RESERVED.contains(&token.text) {
            true => token.text.to_string(),
            false => format!("{} {}", whose.text, token.text),
        });
        let ours = format!("({})", each.collect::<Vec<_>>().join(" "));
        Some(told.suggest("write it so", self.span(whose.start, behind.get(close)?.end()), ours))
    }
}
