//! What is known of numbers and sets before anything is played: values that may leave the range of what they are put
//! into, the numbers that a set may hold, and how many members it may have.

use crate::diagnostic::{Code, Diagnostic};

use crate::rules::board::{CellId, DirectionId};

use super::super::types::{Domain, Set, Type, Value};
use super::{Binding, Checker, Expr, ExprKind, journey};

/// The numbers that a set of numbers may hold at all.
const ALL: (i64, i64) = (0, 1023);

impl Checker<'_> {
    /// Reports a number that may lie outside the range of the variable it is put into.
    pub(super) fn check_range(&mut self, name: &str, wanted: Type, value: &Expr) {
        let (Type::Number(low, high), Some(Domain::Number)) = (wanted, value.ty.domain()) else { return };
        let Some((own_low, own_high)) = self.range_if_any(value) else { return };
        if own_low >= low && own_high <= high {
            return;
        }
        let what = if own_low == own_high { format!("{own_low}") } else { format!("from {own_low} to {own_high}") };
        let message = format!("`{name}` holds {low} to {high}, but this may be {what}");
        let mut diagnostic = Diagnostic::new(Code::OutOfRange, message, value.span, format!("may be {what}"));
        if own_high > high {
            diagnostic = diagnostic
                .help(format!("stop at the top with `smaller({high}, …)`, or ask first whether there is room"));
        }
        if own_low < low {
            diagnostic = diagnostic
                .help(format!("stop at the bottom with `larger({low}, …)`, or ask first whether there is enough"));
        }
        self.report(diagnostic);
    }

    /// Reports a number that leaves the range that a name was bound with: all that was read of the name before, in an
    /// earlier round too, was read with that range.
    pub(super) fn check_kept_range(&mut self, binding: &Binding, value: &Expr) {
        let (Type::Number(low, high), Type::Number(own_low, own_high)) = (binding.ty, value.ty) else { return };
        if own_low >= low && own_high <= high {
            return;
        }
        let words = |low: i64, high: i64| if low == high { format!("{low}") } else { format!("{low} to {high}") };
        let (name, was, may) = (&binding.name, words(low, high), words(own_low, own_high));
        let message = format!("`{name}` was given as {was}, but this may be {may}");
        let remember = format!("remember {name} lasting a move: {} to {}", low.min(own_low), high.max(own_high));
        let diagnostic = Diagnostic::new(Code::OutOfRange, message, value.span, format!("may be {may}"))
            .help(format!("a name keeps the range of its first value; a variable has its own: `{remember}`"));
        self.report(diagnostic);
    }

    /// The type of a member of a set: a number with the range that the text of the set tells.
    pub(super) fn member_of(&self, set: &Expr) -> Type {
        match set.ty {
            Type::Set(Domain::Number) => {
                let (low, high) = self.numbers_in(set).unwrap_or((0, 0));
                Type::Number(low, high)
            }
            Type::Set(domain) => self.member_type(domain),
            other => other,
        }
    }

    /// The range of a number that may be none.
    pub(super) fn range_of(&self, number: &Expr) -> (i64, i64) {
        self.range_if_any(number).unwrap_or((0, 0))
    }

    /// The range of a number that may be none; nothing if it always is.
    fn range_if_any(&self, number: &Expr) -> Option<(i64, i64)> {
        match (&number.kind, number.ty) {
            (_, Type::Number(low, high)) => Some((low, high)),
            (ExprKind::Constant(Value::One(one)), _) => one.map(|one| (one.into(), one.into())),
            (ExprKind::ToOne(set), _) => self.numbers_in(set),
            (ExprKind::Variable(index, _), _) => Some(self.numbers_of_value(*index).unwrap_or(ALL)),
            (ExprKind::If(_, a, b) | ExprKind::OrElse(a, b), _) => both(self.range_if_any(a), self.range_if_any(b)),
            _ => Some(ALL),
        }
    }

    /// What a variable may be given: of one that may be none the numbers of its type.
    pub(super) fn wanted_of(&self, index: usize) -> Type {
        match self.variables[index].ty {
            Type::One(Domain::Number) => {
                let (low, high) = self.numbers_of_value(index).unwrap_or(ALL);
                Type::Number(low, high)
            }
            ty => ty,
        }
    }

    /// The numbers of the type that the members of a set are said to be of; none where nothing says it.
    pub(super) fn numbers_meant(&self, set: &Expr) -> Option<(i64, i64)> {
        match &set.kind {
            ExprKind::WhereYes(index) => self.numbers_of_holder(*index),
            ExprKind::Variable(index, _) => match self.variables.get(*index)?.ty {
                Type::Number(low, high) => Some((low, high)),
                _ => self.numbers_of_value(*index),
            },
            ExprKind::Kept(slot) => {
                let is_it = |binding: &&Binding| matches!(binding.place, ExprKind::Kept(own) if own == *slot);
                match self.scope.iter().rev().find(is_it)?.ty {
                    Type::Number(low, high) => Some((low, high)),
                    _ => None,
                }
            }
            ExprKind::ToSet(inner) | ExprKind::ToOne(inner) => self.numbers_meant(inner),
            ExprKind::Those(_, set, _) => self.numbers_meant(set),
            ExprKind::Difference(set, less) => self.numbers_meant(set).or_else(|| self.numbers_meant(less)),
            ExprKind::Union(a, b) | ExprKind::OrElse(a, b) | ExprKind::Intersection(a, b) | ExprKind::If(_, a, b) => {
                both(self.numbers_meant(a), self.numbers_meant(b))
            }
            ExprKind::Call(index, _) => self.numbers_meant(&self.functions.get(*index)?.body),
            _ => None,
        }
    }

    /// The least and the greatest number that a set of numbers may hold; none if it is empty.
    pub(super) fn numbers_in(&self, set: &Expr) -> Option<(i64, i64)> {
        match &set.kind {
            ExprKind::Constant(value) => {
                let all = value.clone().set();
                Some((all.first()?.into(), all.iter().last()?.into()))
            }
            ExprKind::WhereYes(index) => Some(self.numbers_of_holder(*index).unwrap_or(ALL)),
            ExprKind::ToSet(one) => match one.ty {
                Type::Number(low, high) => Some((low.clamp(0, ALL.1), high.clamp(0, ALL.1))),
                _ => Some(ALL),
            },
            ExprKind::Union(a, b) | ExprKind::OrElse(a, b) | ExprKind::If(_, a, b) => {
                both(self.numbers_in(a), self.numbers_in(b))
            }
            ExprKind::Intersection(a, b) => {
                let ((low, high), (other_low, other_high)) = (self.numbers_in(a)?, self.numbers_in(b)?);
                let (low, high) = (low.max(other_low), high.min(other_high));
                (low <= high).then_some((low, high))
            }
            ExprKind::Difference(set, _) | ExprKind::Those(_, set, _) => self.numbers_in(set),
            ExprKind::Call(index, _) => self.numbers_in(&self.functions.get(*index)?.body),
            _ => Some(ALL),
        }
    }

    /// How many members a set may have at most.
    pub(super) fn most_members(&self, set: &Expr) -> usize {
        let whole = || set.ty.domain().map_or(ALL.1 as usize, |domain| self.size(domain));
        match &set.kind {
            ExprKind::Constant(value) => value.clone().set().len(),
            ExprKind::ToSet(_) => 1,
            place @ (ExprKind::Temporary(_) | ExprKind::Kept(_)) if self.singles.is_one(place) => 1,
            ExprKind::Kept(journey::PASSED) => self.singles.most_passed().map_or_else(whole, |most| most.min(whole())),
            ExprKind::Kept(journey::JUMPED) => self.singles.most_jumped().map_or_else(whole, |most| most.min(whole())),
            ExprKind::Enemies(_) => self.players.len().saturating_sub(1),
            ExprKind::Relative(_, notches) => notches.len(),
            ExprKind::Opposite(ways) => self.most_members(ways),
            ExprKind::Seat(_) => self.players.iter().map(|player| player.seat.len()).max().unwrap_or(0),
            ExprKind::Table(index, _) => self.tables.get(*index).map_or_else(whole, |table| {
                table.values.iter().map(|value| value.clone().set().len()).max().unwrap_or(0)
            }),
            ExprKind::Union(a, b) => (self.most_members(a) + self.most_members(b)).min(whole()),
            ExprKind::OrElse(a, b) | ExprKind::If(_, a, b) => self.most_members(a).max(self.most_members(b)),
            ExprKind::Intersection(a, b) => {
                let most = self.most_members(a).min(self.most_members(b));
                self.most_crossing(a, b).map_or(most, |crossing| crossing.min(most))
            }
            ExprKind::Rows(..) | ExprKind::Ranks(..) => {
                self.lines_of(set).map_or_else(whole, |lines| lines.iter().map(Set::len).max().unwrap_or(0))
            }
            ExprKind::Difference(set, less) => self.most_members(set).min(whole().saturating_sub(surely_there(less))),
            ExprKind::Those(_, set, _) => self.most_members(set),
            ExprKind::Call(index, _) => {
                self.functions.get(*index).map_or_else(whole, |function| self.most_members(&function.body))
            }
            ExprKind::Shift(ways, cells) => {
                let from = self.most_members(cells);
                let ways = match &ways.kind {
                    ExprKind::Constant(Value::Set(ways)) => self.degree(ways),
                    _ => self.most_members(ways),
                };
                from.saturating_mul(ways).min(whole())
            }
            _ if set.ty.domain() == Some(Domain::Number) => {
                self.numbers_in(set).map_or(0, |(low, high)| (high - low + 1).max(0) as usize)
            }
            _ => whole(),
        }
    }

    /// Of a row or column of the board, or a row of a player: all the sets that it may be.
    fn lines_of(&self, set: &Expr) -> Option<Vec<Set>> {
        let lines = |line: &dyn Fn(usize) -> Option<u16>| {
            let mut lines: std::collections::BTreeMap<u16, Set> = std::collections::BTreeMap::new();
            for cell in 0..self.board.n_cells() {
                if let Some(line) = line(cell) {
                    lines.entry(line).or_default().insert(cell as u16);
                }
            }
            lines.into_values()
        };
        match &set.kind {
            ExprKind::Constant(Value::Set(cells)) => Some(vec![cells.clone()]),
            // One row is written once, and stands for both ends.
            ExprKind::Rows(columns, from, to) if from.span == to.span => {
                let cells = &self.board.cells;
                Some(lines(&|cell| if *columns { cells[cell].column } else { cells[cell].row }).collect())
            }
            ExprKind::Ranks(_, from, to) if from.as_ref().map(|from| from.span) == to.as_ref().map(|to| to.span) => {
                let facing = self.players.iter().filter_map(|player| player.facing);
                let ranks = facing.map(|facing| self.board.ranks(facing));
                Some(ranks.flat_map(|ranks| lines(&|cell| ranks[cell])).collect())
            }
            _ => None,
        }
    }

    /// How many cells two lines of the board have in common at most.
    fn most_crossing(&self, a: &Expr, b: &Expr) -> Option<usize> {
        let (a, b) = (self.lines_of(a)?, self.lines_of(b)?);
        let both = |a: &Set| b.iter().map(|b| a.clone().intersection(b).len()).max().unwrap_or(0);
        Some(a.iter().map(both).max().unwrap_or(0))
    }

    /// The most neighbours that a cell of the board has in some directions.
    fn degree(&self, ways: &Set) -> usize {
        let next = |cell: usize| -> Set {
            let to = ways.iter().filter_map(|way| self.board.step(CellId(cell as u16), DirectionId(way as u8)));
            to.map(|cell| cell.0).collect()
        };
        (0..self.board.n_cells()).map(|cell| next(cell).len()).max().unwrap_or(0)
    }
}

/// How many members a set has at least, where that is plain.
fn surely_there(set: &Expr) -> usize {
    match &set.kind {
        ExprKind::Constant(Value::Set(set)) => set.len(),
        ExprKind::ToSet(one) => usize::from(matches!(one.kind, ExprKind::Me | ExprKind::Mover | ExprKind::Next)),
        _ => 0,
    }
}

/// The range that holds two.
fn both(a: Option<(i64, i64)>, b: Option<(i64, i64)>) -> Option<(i64, i64)> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    }
}
