//! How positions are written in one line: `text position { board, mover White "w" Black "b", … }`.

use super::Rule;
use super::builder::{Builder, Kids, Pair};
use crate::{
    source::Spanned,
    syntax::ast::{BoardPart, Expr, Field, FieldPart, ItemKind, Name, VariablePart},
};

impl Builder {
    pub(super) fn position_format(&mut self, pair: Pair<'_>) -> ItemKind {
        let kids = self.kids(pair);
        let span = kids.span;
        ItemKind::PositionFormat { fields: kids.map(|pair| self.field(pair)).collect(), span }
    }

    fn field(&mut self, pair: Pair<'_>) -> Field {
        self.kids(pair).filter_map(|pair| self.field_part(pair)).collect()
    }

    fn field_part(&mut self, pair: Pair<'_>) -> Option<Spanned<FieldPart>> {
        let pair = self.inner(pair)?;
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::string {
            return Some(Spanned::new(FieldPart::Text(self.word(&pair).value), span));
        }
        let mut kids = self.kids(pair);
        let part = match rule {
            Rule::field_board => self.field_board(&mut kids),
            Rule::field_hands => FieldPart::Hands,
            Rule::field_mover => FieldPart::Mover(self.signs(&mut kids)),
            Rule::field_ordinal => {
                let rounds = kids.next().is_some_and(|pair| pair.as_rule() == Rule::of_rounds);
                FieldPart::Ordinal(rounds, self.number(&mut kids).value)
            }
            Rule::field_without => {
                let (turns, taking, moves) = self.events(&mut kids);
                FieldPart::Without(turns, taking, moves)
            }
            _ => self.field_variable(&mut kids),
        };
        Some(Spanned::new(part, span))
    }

    fn field_board(&mut self, kids: &mut Kids<'_>) -> FieldPart {
        let with_hands = kids.flag(Rule::with_hands);
        let hole = kids.next_of(Rule::hole_sign).map(|pair| {
            let mut kids = self.kids(pair);
            self.name(&mut kids)
        });
        let sign = |builder: &mut Self, pair| {
            let mut kids = builder.kids(pair);
            (builder.name(&mut kids), builder.name(&mut kids))
        };
        let signs = std::iter::from_fn(|| kids.next_of(Rule::kind_sign)).map(|pair| sign(self, pair)).collect();
        FieldPart::Board(BoardPart { with_hands, hole, signs })
    }

    fn field_variable(&mut self, kids: &mut Kids<'_>) -> FieldPart {
        let from = kids.next_of(Rule::int).map(|pair| self.int(&pair).value);
        kids.flag(Rule::minus);
        let name = self.name(kids);
        let is_sign = matches!(kids.peek(), None | Some(Rule::field_sign));
        let of = if is_sign { None } else { Some(self.next_expr(kids)) };
        FieldPart::Variable(VariablePart { from, name, of, signs: self.signs(kids) })
    }

    fn signs(&mut self, kids: &mut Kids<'_>) -> Vec<(Expr, Name)> {
        let sign = |builder: &mut Self, pair| {
            let mut kids = builder.kids(pair);
            (builder.next_expr(&mut kids), builder.name(&mut kids))
        };
        std::iter::from_fn(|| kids.next_of(Rule::field_sign)).map(|pair| sign(self, pair)).collect()
    }
}
