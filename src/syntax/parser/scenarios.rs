//! Scenarios and situations.

use super::Rule;
use super::builder::{Builder, Kids, Pair};
use crate::{
    source::Spanned,
    syntax::ast::{Picture, Situation, TestItem, TestLine, TestLineKind},
};

impl Builder {
    pub(super) fn test(&mut self, pair: Pair<'_>) -> TestItem {
        let mut kids = self.kids(pair);
        let name = self.name(&mut kids);
        TestItem { name, lines: kids.filter_map(|pair| self.test_line(pair)).collect() }
    }

    fn test_line(&mut self, pair: Pair<'_>) -> Option<TestLine> {
        let pair = self.inner(pair)?;
        self.line(pair)
    }

    /// A line of a scenario, or of a position as text.
    pub(super) fn line(&mut self, pair: Pair<'_>) -> Option<TestLine> {
        let pair = if pair.as_rule() == Rule::check_line { self.inner(pair)? } else { pair };
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::situation {
            let situation = self.situation(pair)?;
            return Some(Spanned::new(TestLineKind::Situation(situation.value), span));
        }
        let mut kids = self.kids(pair);
        let kind = match rule {
            Rule::expect => self.expect(kids)?,
            Rule::play => TestLineKind::Play(self.names(kids)),
            Rule::legal => TestLineKind::Legal(self.names(kids)),
            Rule::illegal => TestLineKind::Illegal(self.names(kids)),
            Rule::only => TestLineKind::Only(self.names(kids)),
            Rule::with_option => TestLineKind::With { option: self.name(&mut kids), value: self.name(&mut kids) },
            Rule::with_players => TestLineKind::Players(self.number(&mut kids).value),
            Rule::n_options => TestLineKind::Options(self.number(&mut kids).value),
            Rule::perft => {
                TestLineKind::Perft { depth: self.number(&mut kids).value, nodes: self.number(&mut kids).value }
            }
            Rule::likely => TestLineKind::Probability {
                option: self.name(&mut kids),
                numerator: self.number(&mut kids).value,
                denominator: self.number(&mut kids).value,
            },
            _ => {
                self.lost(span);
                return None;
            }
        };
        Some(Spanned::new(kind, span))
    }

    fn expect(&mut self, mut kids: Kids<'_>) -> Option<TestLineKind> {
        let pair = kids.next()?;
        Some(match pair.as_rule() {
            Rule::expect_play => {
                let mut kids = self.kids(pair);
                TestLineKind::ExpectToPlay(self.name(&mut kids))
            }
            Rule::expect_none => TestLineKind::ExpectNoResult,
            Rule::expect_result => self.expect_result(pair)?,
            _ => TestLineKind::Expect(self.expr(pair)),
        })
    }

    fn expect_result(&mut self, pair: Pair<'_>) -> Option<TestLineKind> {
        let mut kids = self.kids(pair);
        let who = kids.next()?;
        kids.flag(Rule::wins);
        let by = kids.next_of(Rule::string).map(|pair| self.word(&pair));
        Some(match who.as_rule() {
            Rule::draw => TestLineKind::ExpectDraw { by },
            Rule::everyone_loses => TestLineKind::ExpectEveryoneLoses { by },
            _ => TestLineKind::ExpectWin { player: self.word(&who), by },
        })
    }

    fn situation(&mut self, pair: Pair<'_>) -> Option<Spanned<Situation>> {
        let pair = self.inner(pair)?;
        let span = self.span(&pair);
        let situation = match pair.as_rule() {
            Rule::drawn => self.drawn(pair)?,
            Rule::to_play => {
                let mut kids = self.kids(pair);
                Situation::ToPlay(self.name(&mut kids))
            }
            Rule::in_phase => {
                let mut kids = self.kids(pair);
                Situation::Phase(self.name(&mut kids))
            }
            Rule::completed => {
                let mut kids = self.kids(pair);
                let rounds = kids.next().is_some_and(|pair| pair.as_rule() == Rule::of_rounds);
                Situation::Completed(rounds, self.number(&mut kids))
            }
            Rule::counted => {
                let mut kids = self.kids(pair);
                let n = self.number(&mut kids);
                let (turns, taking, moves) = self.events(&mut kids);
                Situation::Counted { n, turns, taking, moves }
            }
            Rule::gone => {
                let kids = self.kids(pair);
                Situation::Out(self.names(kids))
            }
            Rule::have_moved => {
                let mut kids = self.kids(pair);
                Situation::Moved(self.next_expr(&mut kids))
            }
            _ => Situation::Do(self.statement(pair)?),
        };
        Some(Spanned::new(situation, span))
    }

    /// A picture, a text whose rows are parted by `/`, or a text with blanks: a position in one line.
    fn drawn(&mut self, pair: Pair<'_>) -> Option<Situation> {
        let mut kids = self.kids(pair);
        let span = kids.span;
        let pair = kids.next()?;
        if pair.as_rule() == Rule::picture {
            return Some(Situation::Drawn(self.picture(pair)));
        }
        let text = self.word(&pair);
        if text.value.contains(char::is_whitespace) && kids.peek().is_none() {
            return Some(Situation::Written(text));
        }
        let mut start = pair.as_span().start() + 1;
        let mut rows = Vec::new();
        for row in text.value.split('/') {
            rows.push(self.row(row, start));
            start += row.len() + 1;
        }
        Some(Situation::Drawn(Picture { rows, legend: self.legend(&mut kids), span }))
    }
}
