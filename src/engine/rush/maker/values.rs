//! Variables with a value for each of several members, such as the seeds of cells.

use crate::program::node::{Id, Node};
use crate::rules::model::{Comparison, Holder, journey};
use crate::rules::types::{Domain, Type};
use crate::syntax::ast::Lifetime;

use super::super::code::{Code, N, S};
use super::super::registers::Held;
use super::lift::Asked;
use super::{Made, Maker};

impl Maker<'_> {
    /// The registers of a variable with a number for each of several members.
    fn values(&self, variable: u16) -> Made<N> {
        let about = &self.program.variables[variable as usize];
        match self.regs.variables[variable as usize] {
            Held::Numbers(first) if about.count > 1 && matches!(about.ty, Type::Number(..)) => Ok(first),
            _ => Err("a variable without registers"),
        }
    }

    /// The registers of a variable with a number, or a member of something, for each of several members.
    fn values_of_any_sort(&self, variable: u16) -> Made<N> {
        let about = &self.program.variables[variable as usize];
        match self.regs.variables[variable as usize] {
            Held::Numbers(first) if about.count > 1 && !about.is_truth() => Ok(first),
            _ => Err("a variable without registers"),
        }
    }

    /// The value that a variable has for a member who is worked out.
    pub(super) fn value_of(&mut self, variable: u16, holder: Id) -> Made<N> {
        let first = self.values_of_any_sort(variable)?;
        let holder = self.number(holder)?;
        self.simple(|n| Code::Value(n, first, holder, variable))
    }

    /// The sum of a number over the members of a set.
    pub(super) fn total(&mut self, (name, set, each): (u32, Id, Id), id: Id) -> Made<N> {
        if self.bound_numbers.contains_key(&name) {
            return self.slow_number(id);
        }
        let set = self.set(set)?;
        let (sum, member) = (self.new_number()?, self.new_number()?);
        self.put(Code::Number(sum, 0));
        let each = |maker: &mut Self| {
            let value = maker.number(each)?;
            maker.put(Code::Calculate(sum, crate::rules::model::Arithmetic::Plus, sum, value));
            Ok(())
        };
        self.for_each(set, member, |maker, _| maker.binding_number(name, member, each))?;
        Ok(sum)
    }

    /// The members whose value compares so with a number that is the same for all.
    pub(super) fn lift_values(&mut self, how: Option<Comparison>, (a, b): (Id, Id), asked: Asked) -> Made<S> {
        let (variable, how, other) = match (self.asked_variable(a, asked), self.asked_variable(b, asked)) {
            (Some(variable), None) => (variable, how, b),
            (None, Some(variable)) => (variable, how.map(turned), a),
            _ => return Err("a comparison that is made member by member"),
        };
        let about = &self.program.rules.variables[variable as usize];
        if about.holder == Holder::Each(Domain::Number) || self.asks(other, asked) {
            return Err("numbers that may have no value, or a number for each member");
        }
        let first = self.values(variable)?;
        let other = self.number(other)?;
        let count = self.program.variables[variable as usize].count as u8;
        let set = self.new_set()?;
        self.put(match how {
            Some(how) => Code::Where(set, first, count, how, other),
            None => Code::WhereSame(set, first, count, other),
        });
        Ok(set)
    }

    /// The variable that a node gives for the member that is asked about.
    fn asked_variable(&self, id: Id, asked: Asked) -> Option<u16> {
        match self.node(id) {
            Node::Variable(variable, Some(holder)) if asked.is(self.node(*holder)) => Some(*variable),
            _ => None,
        }
    }

    /// Sets a variable of members who are worked out.
    pub(super) fn set_values(&mut self, variable: u16, holders: Id, value: Id) -> Made<()> {
        let first = self.values_of_any_sort(variable)?;
        let (value, holders) = (self.number(value)?, self.set(holders)?);
        self.put(Code::SetValues(first, holders, value, variable));
        self.note_written(variable);
        Ok(())
    }

    /// Sows what a variable holds for a cell in a direction.
    pub(super) fn sow(&mut self, variable: u16, (from, way): (Id, Id), except: Option<Id>) -> Made<()> {
        let first = self.values(variable)?;
        if self.program.variables[variable as usize].count < self.n_cells().into() {
            return Err("seeds of other things than cells");
        }
        let way = self.fixed_number(way).and_then(|way| u8::try_from(way).ok());
        let way = way.filter(|&way| usize::from(way) < self.program.geometry.n_directions);
        let way = way.ok_or("a direction that is worked out")?;
        let from = self.number(from)?;
        let except = match except {
            Some(except) => self.set(except)?,
            None => {
                let nothing = self.new_set()?;
                self.put(Code::Empty(nothing));
                nothing
            }
        };
        self.put(Code::Sow(first, from, way, except, variable));
        self.note_written(variable);
        Ok(())
    }

    /// Notes when a variable was set, if it lasts two turns.
    pub(super) fn note_written(&mut self, variable: u16) {
        if self.program.rules.variables[variable as usize].lifetime == Lifetime::TwoTurns {
            self.put(Code::Written(variable));
        }
    }

    /// The registers of the names that sowing binds.
    pub(super) fn names_of_sowing(&self) -> impl Iterator<Item = N> {
        let names = [journey::ORIGIN, journey::LANDING, journey::WAY];
        names.into_iter().filter_map(|name| self.regs.number_names[name])
    }
}

/// The comparison of two numbers in the other order.
pub(super) fn turned(how: Comparison) -> Comparison {
    match how {
        Comparison::Less => Comparison::More,
        Comparison::AtMost => Comparison::AtLeast,
        Comparison::AtLeast => Comparison::AtMost,
        Comparison::More => Comparison::Less,
    }
}
