//! How the game ends.

use super::{Block, Chapter, Item, ItemKind, Phrase, Writer, say};
use crate::rulebook::say::Whose;
use crate::syntax::ast::{Clause, Point, ResultItem, VerdictItem};

impl<'a> Writer<'a> {
    pub(super) fn ends(&self) -> Option<Chapter> {
        let mut blocks = vec![self.paragraph(&Phrase::of("ends-order"))];
        for point in [Point::AfterMove, Point::AfterTurn, Point::AfterRound, Point::BeforeTurn] {
            let clauses = self.module.items.iter().filter_map(|item| match &item.kind {
                ItemKind::End { point: at, clauses } if *at == point => Some(clauses),
                _ => None,
            });
            let items: Vec<Item> = clauses.flatten().map(|clause| self.told_clause(clause)).collect();
            if items.is_empty() {
                continue;
            }
            blocks.push(self.paragraph(&Phrase::of(match point {
                Point::AfterMove => "ends-after-move",
                Point::AfterTurn => "ends-after-turn",
                Point::AfterRound => "ends-after-round",
                Point::BeforeTurn => "ends-before-turn",
            })));
            blocks.push(Block::List { ordered: false, items });
        }
        for item in &self.module.items {
            if let ItemKind::Limit(n) = &item.kind {
                blocks.push(self.paragraph(&say!("limit", n = Phrase::Number(n.value))));
            }
        }
        Some(self.chapter("title-ends", blocks))
    }

    /// An end, with the note that the file has on it.
    fn told_clause(&self, clause: &'a Clause) -> Item {
        let said = self.teller.sentence(&self.clause(clause));
        let text = match self.teller.note(&clause.name.value) {
            None => said,
            Some(note) => format!("{said} {note}"),
        };
        Item { text, items: Vec::new() }
    }

    fn clause(&self, clause: &'a Clause) -> Phrase {
        let name = Phrase::Text(self.teller.heading(&clause.name.value));
        let result = self.result(&clause.result);
        if let (ResultItem::EachPlayer(_), Phrase::Say(key, _)) = (&clause.result, &result) {
            let c = clause.when.as_ref().map_or_else(|| Phrase::of("always"), |when| self.say.condition(when, true));
            return say!("end-clause", name = name, x = Phrase::Say(key, vec![("c", c)]));
        }
        let result = match &clause.when {
            None => result,
            Some(when) if matches!(clause.result, ResultItem::ByScore { .. }) => {
                say!("if-then", c = self.say.condition(when, true), x = result)
            }
            Some(when) => say!("when", x = result, c = self.say.condition(when, true)),
        };
        say!("end-clause", name = name, x = result)
    }

    fn result(&self, result: &'a ResultItem) -> Phrase {
        match result {
            ResultItem::Draw => Phrase::of("end-draw"),
            ResultItem::EveryoneLoses => Phrase::of("end-nobody"),
            ResultItem::EachPlayer(verdict) => Phrase::of(match (verdict, self.rules().players.len()) {
                (VerdictItem::Wins, 2) => "end-both-win",
                (VerdictItem::Loses, 2) => "end-both-lose",
                (VerdictItem::Wins, _) => "end-each-wins",
                (VerdictItem::Loses, _) => "end-each-loses",
                (VerdictItem::IsOut, _) => "end-each-out",
            }),
            ResultItem::ByScore { highest, score } => {
                let key = if *highest { "end-highest" } else { "end-lowest" };
                Phrase::with(key, self.score(&score.value))
            }
            ResultItem::Someone(player, verdict) => {
                let whose = self.say.who(player);
                let (you, they) = match verdict {
                    VerdictItem::Wins => ("end-you-win", "end-they-win"),
                    VerdictItem::Loses => ("end-you-lose", "end-they-lose"),
                    VerdictItem::IsOut => ("end-you-out", "end-they-out"),
                };
                match whose {
                    Whose::You => Phrase::of(you),
                    other => Phrase::with(they, self.say.player(&other)),
                }
            }
        }
    }

    /// What is counted in the end.
    fn score(&self, name: &str) -> Phrase {
        crate::rulebook::say::nobodys(self.say.score(name))
    }
}
