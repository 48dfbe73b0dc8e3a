//! How many words a set has: enough for the cells, and for the members of every other domain of which the rules form
//! sets. Of numbers there are many, so for sets of numbers it is worked out how large those get that they hold.

use crate::rules::Rules;
use crate::rules::model::{Draw, Expr, ExprKind, Holder, Instruction, StatementKind};
use crate::rules::types::{Domain, Type, Value};
use crate::rules::walk;

use super::layout::size;

/// The largest number that a set can hold.
const LARGEST: usize = 1023;

/// The words of a set.
pub(super) fn width(rules: &Rules) -> usize {
    let mut members = rules.board.n_cells().max(rules.tiles.len());
    let mut need = |n: usize| members = members.max(n);
    for variable in &rules.variables {
        if let Type::Set(domain) = variable.ty {
            need(size(rules, domain));
        }
        if variable.ty == Type::Truth && variable.holder != Holder::Piece {
            need(variable.count);
        }
    }
    rules.tables.iter().flat_map(|table| &table.values).for_each(|value| need(room(value)));
    let numbers = Numbers::of(rules);
    walk::expressions(rules, &mut |expr| match (&expr.kind, expr.ty) {
        (ExprKind::Constant(value), _) => need(room(value)),
        (ExprKind::ToSet(_), Type::Set(Domain::Number)) => need(numbers.largest(expr) + 1),
        (_, Type::Set(Domain::Number)) => {}
        (_, Type::Set(domain)) => need(size(rules, domain)),
        _ => {}
    });
    match members.div_ceil(64) {
        0 | 1 => 1,
        2 => 2,
        3 | 4 => 4,
        5 | 6 => 6,
        _ => 16,
    }
}

/// How many members the smallest domain has of which a constant may be a set.
fn room(value: &Value) -> usize {
    match value {
        Value::Set(set) => set.iter().max().map_or(0, |member| usize::from(member) + 1),
        _ => 0,
    }
}

/// The largest number that each kept name may stand for or hold.
struct Numbers<'a> {
    rules: &'a Rules,
    kept: Vec<usize>,
}

impl<'a> Numbers<'a> {
    /// Begins with nothing and goes round until no name needs more.
    fn of(rules: &'a Rules) -> Self {
        let mut numbers = Self { rules, kept: vec![0; rules.n_kept] };
        loop {
            let before = numbers.kept.clone();
            for (name, largest) in numbers.bindings() {
                numbers.kept[name] = numbers.kept[name].max(largest);
            }
            if numbers.kept == before {
                return numbers;
            }
        }
    }

    /// Every place that binds a kept name, with the largest number that it may bind.
    fn bindings(&self) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        let picks = self.rules.moves.iter().flat_map(|each| &each.sentences).flat_map(|sentence| &sentence.picks);
        all.extend(picks.map(|pick| (pick.slot, self.largest(&pick.from))));
        walk::statements(self.rules, &mut |statement| match &statement.kind {
            StatementKind::Each(name, value, _) | StatementKind::Let(name, value) => {
                all.push((*name, self.largest(value)));
            }
            StatementKind::Pick(pick, _) => all.push((pick.slot, self.largest(&pick.from))),
            _ => {}
        });
        for instruction in &self.rules.code {
            if let Instruction::Roll(name, draw) = instruction {
                all.push((*name, self.largest_drawn(draw)));
            }
        }
        all
    }

    fn largest_drawn(&self, draw: &Draw) -> usize {
        match draw {
            Draw::From(set, _) => self.largest(set),
            Draw::Dice(count, sides) => self.largest(count).saturating_mul(self.largest(sides)).min(LARGEST),
            Draw::Face => 1,
            Draw::Quarters => 3,
            Draw::Tile(bag) => self.kept[*bag],
        }
    }

    /// The largest number that an expression may be, or that it may hold as a set.
    fn largest(&self, expr: &Expr) -> usize {
        use ExprKind as E;
        let least = |a: &Expr, b: &Expr| self.largest(a).min(self.largest(b));
        let most = |a: &Expr, b: &Expr| self.largest(a).max(self.largest(b));
        let by_type = match expr.ty {
            Type::Number(_, high) => usize::try_from(high).unwrap_or(0).min(LARGEST),
            _ => LARGEST,
        };
        by_type.min(match &expr.kind {
            E::Constant(Value::Number(number)) => usize::try_from(*number).unwrap_or(0),
            E::Constant(Value::One(one)) => one.map_or(0, usize::from),
            E::Constant(Value::Set(set)) => set.iter().max().map_or(0, usize::from),
            E::Kept(name) => self.kept[*name],
            E::ToSet(inner) | E::ToOne(inner) | E::Difference(inner, _) | E::Those(_, inner, _) => self.largest(inner),
            E::Union(a, b) | E::OrElse(a, b) | E::If(_, a, b) => most(a, b),
            E::Intersection(a, b) => least(a, b),
            E::Call(function, _) => self.largest(&self.rules.functions[*function].body),
            _ => LARGEST,
        })
    }
}
