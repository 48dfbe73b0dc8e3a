//! Statements, blocks and pictures.

use super::Rule;
use super::builder::{Builder, Kids, Pair, only_kid};
use crate::{
    source::Spanned,
    syntax::ast::{Block, Choose, Expr, Name, PaintWith, Picture, Pile, Roll, Statement, StatementKind},
};

impl Builder {
    pub(super) fn block(&mut self, pair: Pair<'_>) -> Block {
        self.kids(pair).filter_map(|pair| self.statement(pair)).collect()
    }

    /// The block within a pair.
    pub(super) fn block_in(&mut self, pair: Pair<'_>) -> Block {
        self.inner(pair).map(|pair| self.block(pair)).unwrap_or_default()
    }

    /// The next part as a block.
    pub(super) fn next_block(&mut self, kids: &mut Kids<'_>) -> Block {
        match kids.next_of(Rule::block) {
            Some(pair) => self.block(pair),
            None => {
                self.lost(kids.span);
                Block::new()
            }
        }
    }

    pub(super) fn statement(&mut self, pair: Pair<'_>) -> Option<Statement> {
        let pair = if pair.as_rule() == Rule::statement { self.inner(pair)? } else { pair };
        let span = self.span(&pair);
        if !self.enter(1, span) {
            return None;
        }
        let kind = self.statement_kind(pair);
        self.leave(1);
        Some(Spanned::new(kind?, span))
    }

    fn statement_kind(&mut self, pair: Pair<'_>) -> Option<StatementKind> {
        let rule = pair.as_rule();
        let mut owned_kids = self.kids(pair);
        let kids = &mut owned_kids;
        let kind = match rule {
            Rule::if_st => self.if_statement(kids),
            Rule::repeat_st => self.repeat_statement(kids),
            Rule::each_st => StatementKind::Each {
                name: self.name(kids),
                range: self.range(kids.next(), kids.span),
                block: self.next_block(kids),
            },
            Rule::choose_st => StatementKind::Choose(self.choose(kids)),
            Rule::pick_st => {
                let pair = kids.next()?;
                StatementKind::Pick { pick: self.pick(pair), when: self.optional_expr(kids) }
            }
            Rule::roll_st => StatementKind::Roll { name: self.name(kids), from: self.roll(kids) },
            Rule::put_st => self.put_statement(kids),
            Rule::push_st => StatementKind::Push { what: self.next_expr(kids), way: self.dir(kids) },
            Rule::sow_st => StatementKind::Sow {
                what: self.name(kids),
                from: self.next_expr(kids),
                way: self.dir(kids),
                except: self.optional_expr(kids),
            },
            Rule::do_st => StatementKind::Do { name: self.name(kids), args: self.args(kids.next()) },
            Rule::let_st => StatementKind::Let { name: self.name(kids), value: self.next_expr(kids) },
            Rule::paint_st => self.paint_statement(kids)?,
            Rule::lay_st => self.lay_statement(kids),
            Rule::again_st => StatementKind::Again,
            Rule::end_turn_st => StatementKind::EndTurn,
            Rule::draw_st => StatementKind::Draw(kids.next().map(|pair| self.picture(pair))?),
            _ => self.simple_statement(rule, kids)?,
        };
        Some(kind)
    }

    /// The statements that are a verb and one or two expressions.
    fn simple_statement(&mut self, rule: Rule, kids: &mut Kids<'_>) -> Option<StatementKind> {
        let pile = kids.next_of(Rule::pile).map(|pair| self.pile(pair));
        let first = self.next_expr(kids);
        let kind = match rule {
            Rule::take_st => StatementKind::Take { pile, what: first, at_end: kids.flag(Rule::at_end) },
            Rule::remove_st => StatementKind::Remove { pile, what: first },
            Rule::ensure_st => StatementKind::Ensure(first),
            Rule::move_st => {
                let under = kids.flag(Rule::beneath);
                StatementKind::Move { pile, from: first, under, to: self.next_expr(kids) }
            }
            Rule::swap_st => StatementKind::Swap(first, self.next_expr(kids)),
            Rule::change_st => StatementKind::Change { what: first, into: self.next_expr(kids) },
            Rule::give_st => StatementKind::Give { what: first, to: self.next_expr(kids) },
            Rule::set_st => StatementKind::Set { place: first, value: self.next_expr(kids) },
            Rule::add_st => StatementKind::Add { amount: first, place: self.next_expr(kids) },
            Rule::subtract_st => StatementKind::Subtract { amount: first, place: self.next_expr(kids) },
            _ => {
                self.lost(kids.span);
                return None;
            }
        };
        Some(kind)
    }

    fn pile(&mut self, pair: Pair<'_>) -> Pile {
        let mut kids = self.kids(pair);
        match kids.flag(Rule::whole_pile) {
            true => Pile::Whole,
            false => Pile::Top(self.next_expr(&mut kids)),
        }
    }

    fn if_statement(&mut self, kids: &mut Kids<'_>) -> StatementKind {
        let cond = self.next_expr(kids);
        let then = self.next_block(kids);
        let otherwise = kids.next().map(|pair| match pair.as_rule() {
            Rule::if_st => self.statement(pair).into_iter().collect(),
            _ => self.block(pair),
        });
        StatementKind::If { cond, then, otherwise }
    }

    fn repeat_statement(&mut self, kids: &mut Kids<'_>) -> StatementKind {
        let may = kids.flag(Rule::may);
        let bound = kids.next_of(Rule::bound).map(|pair| {
            let mut kids = self.kids(pair);
            // `up to` says nothing that the number does not say.
            kids.flag(Rule::at_most_times);
            (may, self.next_expr(&mut kids))
        });
        let cond = if kids.peek() == Some(Rule::expr) { self.optional_expr(kids) } else { None };
        StatementKind::Repeat { bound, cond, block: self.next_block(kids) }
    }

    fn choose(&mut self, kids: &mut Kids<'_>) -> Choose {
        let mut choose = Choose { may: kids.flag(Rule::may), groups: Vec::new(), most: Vec::new(), distinct: false };
        while let Some(pair) = kids.next_of(Rule::ways) {
            let mut kids = self.kids(pair);
            choose.groups.push(self.names_of(Rule::name, &mut kids));
        }
        if let Some(pair) = kids.next_of(Rule::most) {
            choose.most = self.kids(pair).map(|pair| self.the_most(pair)).collect();
        }
        choose.distinct = kids.flag(Rule::distinct);
        choose
    }

    fn the_most(&mut self, pair: Pair<'_>) -> (bool, Expr) {
        let mut kids = self.kids(pair);
        let most = kids.next().is_some_and(|pair| pair.as_rule() == Rule::most_word);
        (most, self.next_expr(&mut kids))
    }

    fn roll(&mut self, kids: &mut Kids<'_>) -> Roll {
        if let Some(pair) = kids.next_of(Rule::dice) {
            let mut kids = self.kids(pair);
            return Roll::Dice(self.next_expr(&mut kids), self.optional_expr(&mut kids));
        }
        let range = self.range(kids.next(), kids.span);
        let weights = kids.next_of(Rule::weighted).map(|pair| {
            let mut kids = self.kids(pair);
            self.name(&mut kids)
        });
        Roll::From(range, weights)
    }

    fn put_statement(&mut self, kids: &mut Kids<'_>) -> StatementKind {
        let number = kids.next_of(Rule::number).map(|pair| self.expr(pair));
        let kind = self.name(kids);
        let owner = kids.next_of(Rule::prim).map(|pair| self.expr(pair));
        let on = if kids.flag(Rule::in_hand) { None } else { Some(self.next_expr(kids)) };
        let with = match kids.next_of(Rule::attributes) {
            Some(pair) => self.kids(pair).map(|pair| self.attribute(pair)).collect(),
            None => Vec::new(),
        };
        StatementKind::Put { number, kind, owner, on, with }
    }

    fn attribute(&mut self, pair: Pair<'_>) -> (Name, Expr) {
        let mut kids = self.kids(pair);
        (self.name(&mut kids), self.next_expr(&mut kids))
    }

    fn paint_statement(&mut self, kids: &mut Kids<'_>) -> Option<StatementKind> {
        let terrain = self.name(kids);
        let pair = kids.next()?;
        let picture = match pair.as_rule() {
            Rule::picture => PaintWith::Picture(self.picture(pair)),
            _ => PaintWith::Option(self.word(&pair)),
        };
        Some(StatementKind::Paint { terrain, picture })
    }

    fn lay_statement(&mut self, kids: &mut Kids<'_>) -> StatementKind {
        let tiles = self.name(kids);
        let on = self.args(kids.next());
        let words: Vec<_> = kids.filter_map(|pair| only_kid(&pair)).collect();
        let has = |rule| words.contains(&rule);
        StatementKind::Lay {
            tiles,
            on,
            shuffled: has(Rule::shuffled),
            turned: has(Rule::rotated),
            flipped: has(Rule::flipped),
        }
    }

    pub(super) fn picture(&mut self, pair: Pair<'_>) -> Picture {
        let mut kids = self.kids(pair);
        let span = kids.span;
        let mut rows = Vec::new();
        while let Some(pair) = kids.next_of(Rule::row_line) {
            rows.push(self.row(pair.as_str(), pair.as_span().start()));
        }
        Picture { rows, legend: self.legend(&mut kids), span }
    }

    /// A row without its bar and its blanks, and the place of what is left.
    pub(super) fn row(&self, text: &str, start: usize) -> Name {
        let inner = text.strip_prefix('|').unwrap_or(text);
        let shown = inner.trim();
        let from = start + text.len() - inner.trim_start().len();
        let row = shown.chars().filter(|c| !c.is_whitespace()).collect();
        Spanned::new(row, self.place(from, from + shown.len()))
    }

    pub(super) fn legend(&mut self, kids: &mut Kids<'_>) -> Vec<(Name, Name, Option<Expr>)> {
        let Some(pair) = kids.next_of(Rule::legend) else { return Vec::new() };
        self.kids(pair)
            .map(|pair| {
                let mut kids = self.kids(pair);
                (self.name(&mut kids), self.name(&mut kids), self.optional_expr(&mut kids))
            })
            .collect()
    }
}
