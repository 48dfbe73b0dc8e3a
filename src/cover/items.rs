//! All that can be used of a rule file, with its counts.

use std::collections::HashSet;

use crate::reference::{Seen, SentenceSeen};
use crate::rules::model::{Expr, ExprKind, Instruction, Move, Sentence, Statement, StatementKind};
use crate::rules::{Module, Rules};
use crate::source::{SourceMap, Span};

use super::games::Played;
use super::{Counts, Item, Sort, values};

/// Collects items; each place once for each sort and way.
struct Collector<'a> {
    texts: &'a SourceMap,
    played: &'a Played,
    known: HashSet<(Sort, Span, Option<bool>)>,
    items: Vec<Item>,
}

/// All items, those that are written somewhere in the order of the text.
pub(super) fn items(module: &Module, texts: &SourceMap, played: &Played) -> Vec<Item> {
    let mut collector = Collector { texts, played, known: HashSet::new(), items: Vec::new() };
    for rules in &played.rules {
        collector.of_rules(rules);
    }
    let mut items = collector.items;
    items.sort_by_key(|item| {
        (item.span.map(|span| (span.source != module.start.source, span.source, span.start)), item.sort)
    });
    items.extend(values::items(module, texts, played));
    items
}

impl Collector<'_> {
    fn of_rules(&mut self, rules: &Rules) {
        for item in &rules.moves {
            self.of_move(item);
        }
        self.block(&rules.afterwards, None);
        rules.ensures.iter().chain(&rules.turn_ensures).for_each(|ensure| self.condition(Sort::Guard, ensure));
        for instruction in &rules.code {
            match instruction {
                Instruction::Do(statement) => self.block(std::slice::from_ref(statement), None),
                Instruction::Unless(condition, _) => self.condition(Sort::Branch, condition),
                _ => {}
            }
        }
        for end in &rules.ends {
            let used = self.counts(|seen| seen.used.ends.get(&end.span).map_or(0, |ways| ways[1]));
            let reason = || self.why_no_end(end.span);
            let reason = if used.total() == 0 { Some(reason()) } else { None };
            self.add(Sort::End, format!("\"{}\"", end.name), (end.span, None), used, reason);
        }
    }

    fn of_move(&mut self, item: &Move) {
        let used = self.counts(|seen| seen.used.moves.get(&item.span).copied().unwrap_or(0));
        let never = (used.total() == 0).then(|| self.why_no_move(item));
        self.add(Sort::Move, item.name.clone(), (item.span, None), used, never.clone());
        for sentence in &item.sentences {
            let used = self.done(sentence.span);
            let reason = (used.total() == 0).then(|| self.why_never(sentence));
            let outside = reason.as_ref().map(|_| "its sentence was never followed");
            self.add(Sort::Sentence, self.texts.quoted(sentence.span), (sentence.span, None), used, reason);
            sentence.when.iter().for_each(|when| self.condition(Sort::Guard, when));
            self.block(&sentence.block, outside);
        }
        self.block(&item.afterwards, never.map(|_| "its move was never made"));
        item.ensures.iter().for_each(|ensure| self.condition(Sort::Guard, ensure));
    }

    /// The statements of a block, those inside others too; `outside` tells why none of them was ever come to, if that
    /// is known.
    fn block(&mut self, statements: &[Statement], outside: Option<&'static str>) {
        for statement in statements {
            match &statement.kind {
                StatementKind::If(condition, then, otherwise) => {
                    self.condition(Sort::Branch, condition);
                    let went = |way: bool| {
                        let ways = |seen: &Seen| seen.used.branches.get(&condition.span).copied().unwrap_or_default();
                        self.counts(|seen| ways(seen)[usize::from(way)]).total() > 0
                    };
                    let (held, failed) = (went(true), went(false));
                    let reason = |way: bool, other: bool, why| match (way, other) {
                        (false, true) => Some(why),
                        _ => outside,
                    };
                    self.block(then, reason(held, failed, "its `if` never held"));
                    self.block(otherwise, reason(failed, held, "its `if` always held"));
                }
                StatementKind::Ensure(condition) | StatementKind::Pick(_, Some(condition)) => {
                    self.condition(Sort::Guard, condition);
                }
                StatementKind::Repeat(_, _, _, inner)
                | StatementKind::Each(_, _, inner)
                | StatementKind::ForEachPlayer(inner)
                | StatementKind::For(_, inner) => self.block(inner, outside),
                _ => {
                    let used = self.done(statement.span);
                    let reason = outside.filter(|_| used.total() == 0).map(str::to_owned);
                    self.add(Sort::Statement, self.texts.quoted(statement.span), (statement.span, None), used, reason);
                }
            }
        }
    }

    /// A condition, both ways; one that the chosen options decide has only one.
    fn condition(&mut self, sort: Sort, condition: &Expr) {
        if matches!(condition.kind, ExprKind::Constant(_)) {
            return;
        }
        let span = condition.span;
        let both = |seen: &Seen| {
            let all = if sort == Sort::Guard { &seen.used.guards } else { &seen.used.branches };
            all.get(&span).copied().unwrap_or_default()
        };
        let ways = [false, true].map(|way| self.counts(|seen| both(seen)[usize::from(way)]));
        for (way, text) in [(true, "holds"), (false, "does not hold")] {
            let (used, other) = (ways[usize::from(way)], ways[usize::from(!way)]);
            let reason = (used.total() == 0).then(|| match other.total() {
                0 => "it was never asked".to_owned(),
                n if way => format!("asked {n} times, it never held"),
                n => format!("asked {n} times, it always held"),
            });
            self.add(sort, format!("{} ({text})", self.texts.quoted(span)), (span, Some(way)), used, reason);
        }
    }

    fn counts(&self, count: impl Fn(&Seen) -> u64) -> Counts {
        Counts::of(|source| count(&self.played.seen[source]))
    }

    fn done(&self, span: Span) -> Counts {
        self.counts(|seen| seen.used.done.get(&span).copied().unwrap_or(0))
    }

    fn add(
        &mut self,
        sort: Sort,
        name: String,
        (span, way): (Span, Option<bool>),
        used: Counts,
        reason: Option<String>,
    ) {
        if span.end <= span.start || !self.known.insert((sort, span, way)) {
            return;
        }
        let file = self.texts.files().get(usize::from(span.source.0)).map(|file| file.name.clone());
        let line = Some(self.texts.line_column(span).0);
        self.items.push(Item { sort, name, file, line, span: Some(span), used, reason });
    }

    /// Why a move was never made.
    fn why_no_move(&self, item: &Move) -> String {
        let sums: Vec<SentenceSeen> = item.sentences.iter().map(|sentence| self.seen(sentence)).collect();
        let offered: u64 = sums.iter().map(|sum| sum.options).sum();
        match offered {
            0 if sums.iter().all(|sum| sum.looks == 0) => {
                "no turn came to it, or what it is offered after always had an option".to_owned()
            }
            0 => "none of its sentences ever led to an option".to_owned(),
            n => format!("it was offered {n} times and never taken"),
        }
    }

    /// What became of a sentence in all that was followed.
    fn seen(&self, sentence: &Sentence) -> SentenceSeen {
        let mut sum = SentenceSeen::default();
        for seen in self.played.seen.iter().filter_map(|seen| seen.sentences.get(&sentence.span)) {
            sum.looks += seen.looks;
            sum.departures += seen.departures;
            sum.guards += seen.guards;
            sum.held += seen.held;
            sum.options += seen.options;
        }
        sum
    }

    /// How far a sentence came that was never followed.
    fn why_never(&self, sentence: &Sentence) -> String {
        let sum = self.seen(sentence);
        match sum {
            SentenceSeen { looks: 0, .. } => "its move was never asked for".to_owned(),
            SentenceSeen { options: 1.., .. } => format!("it was offered {} times and never taken", sum.options),
            SentenceSeen { guards: 1.., held: 0, .. } => format!("`when` never held: asked {} times", sum.guards),
            SentenceSeen { departures: 0, .. } => {
                "there was never a piece ready for it, or anything to pick".to_owned()
            }
            SentenceSeen { guards: 0, .. } => "a piece stood ready, but it never got anywhere".to_owned(),
            _ => "it was begun, but a `pick` had nothing to pick, or an `ensure` did not hold".to_owned(),
        }
    }

    /// Why an end never held.
    fn why_no_end(&self, end: Span) -> String {
        let asked = self.counts(|seen| seen.used.ends.get(&end).map_or(0, |both| both.iter().sum())).total();
        match self.played.shadowed.get(&end) {
            Some(other) => format!("an end before it won: `{}`", self.texts.quoted(*other)),
            None if asked == 0 => "it was never asked: the game was over before".to_owned(),
            None => format!("asked {asked} times, it never held"),
        }
    }
}
