//! Conditions, as jumps.

use crate::program::node::{Id, NOTHING, Node};
use crate::rules::model::Comparison;
use crate::rules::types::Set;

use super::super::code::{Code, L, N, S};
use super::super::rows::RowOf;
use super::numbers::is_truth;
use super::{Made, Maker, numbered};

impl Maker<'_> {
    /// Goes on at the label if the condition is as wanted.
    pub(super) fn branch(&mut self, id: Id, wanted: bool, to: L) -> Made<()> {
        let id = self.resolved(id);
        if let Some(value) = self.fixed_number(id) {
            if (value == 1) == wanted {
                self.put(Code::Jump(to));
            }
            return Ok(());
        }
        match self.node(id) {
            Node::Not(inner) => self.branch(*inner, !wanted, to),
            Node::And(a, b) => self.both(*a, *b, true, wanted, to),
            Node::Or(a, b) => self.both(*a, *b, false, wanted, to),
            Node::SomeSet(set) => self.some(*set, wanted, to),
            Node::Contains(one, set) => self.contains(*one, *set, wanted, to),
            Node::SameSets(a, b) => {
                let (a, b) = (self.set(*a)?, self.set(*b)?);
                self.put(if wanted { Code::IfEqual(a, b, to) } else { Code::IfUnequal(a, b, to) });
                Ok(())
            }
            Node::Same(a, b) => {
                let (fixed, other) = match (self.fixed_number(*a), self.fixed_number(*b)) {
                    (Some(fixed), _) => (Some(fixed), *b),
                    (None, fixed) => (fixed, *a),
                };
                if let Some(fixed) = fixed.and_then(|fixed| i32::try_from(fixed).ok()) {
                    let other = self.number(other)?;
                    self.if_is(other, fixed, wanted, to);
                    return Ok(());
                }
                let (a, b) = (self.number(*a)?, self.number(*b)?);
                self.put(if wanted { Code::IfSame(a, b, to) } else { Code::IfDifferent(a, b, to) });
                Ok(())
            }
            Node::Compare(how, a, b) => {
                let (a, b) = (self.number(*a)?, self.number(*b)?);
                self.compare(*how, a, b, wanted, to);
                Ok(())
            }
            Node::SomeScalar(one) => {
                let (one, nothing) = (self.number(*one)?, self.fixed_scalar(NOTHING)?);
                self.put(if wanted { Code::IfDifferent(one, nothing, to) } else { Code::IfSame(one, nothing, to) });
                Ok(())
            }
            Node::Without(counter, n) => {
                let count = self.regs.counters + *counter as u8;
                let n = self.fixed_scalar(i64::from(*n))?;
                self.compare(Comparison::AtLeast, count, n, wanted, to);
                Ok(())
            }
            Node::Joins(set, from, end) => {
                let (Some(one), Some(other)) = (self.fixed_set(*from), self.fixed_set(*end)) else {
                    return self.slowly(id, wanted, to);
                };
                let (set, from, end) = (self.set(*set)?, self.set(*from)?, self.set(*end)?);
                let place = self.place_of_joins(set, [one, other])?;
                self.jumping(wanted, to, |yes| Code::IfJoins(set, from, end, place, yes));
                Ok(())
            }
            Node::Repeated(board, times, None) if let Ok(times) = u8::try_from(*times) => {
                let mover = self.roles.mover;
                self.jumping(wanted, to, |yes| Code::IfRepeated(*board, times, mover, yes));
                Ok(())
            }
            Node::Repeated(board, times, Some(_)) if let Ok(times) = u8::try_from(*times) => {
                // What did not stand so often at all did not lately.
                let (may, past) = (self.label(), self.label());
                let mover = self.roles.mover;
                self.put(Code::IfRepeated(*board, times, mover, may));
                self.put(Code::Jump(if wanted { past } else { to }));
                self.here(may);
                self.aside(|maker| maker.slowly(id, wanted, to))?;
                self.here(past);
                Ok(())
            }
            Node::OnRow(exactly, n, cell, set) => self.on_row(*exactly, (*n, *cell, *set), wanted, to),
            Node::Stuck(player) => self.stuck(*player, id, wanted, to),
            Node::Can(player, number) => self.can(*player, *number, id, wanted, to),
            Node::LetScalar(name, value, body) => {
                self.naming_number(*name, *value, |maker| maker.branch(*body, wanted, to))
            }
            Node::LetSet(name, value, body) => self.naming_set(*name, *value, |maker| maker.branch(*body, wanted, to)),
            Node::If(condition, then, otherwise) => {
                let (no, end) = (self.label(), self.label());
                self.aside(|maker| maker.branch(*condition, false, no))?;
                self.aside(|maker| maker.branch(*then, wanted, to))?;
                self.put(Code::Jump(end));
                self.here(no);
                self.aside(|maker| maker.branch(*otherwise, wanted, to))?;
                self.here(end);
                Ok(())
            }
            node if is_truth(node) && !matches!(node, Node::Odd(_) | Node::Played(_)) => Err("a condition"),
            Node::Odd(number) => {
                let number = self.number(*number)?;
                let odd = self.simple(|n| Code::Odd(n, number))?;
                self.if_is(odd, 1, wanted, to);
                Ok(())
            }
            _ => {
                let number = match self.node(id) {
                    Node::Played(number) => self.simple(|n| Code::Played(n, *number))?,
                    _ => self.number(id)?,
                };
                self.if_is(number, 1, wanted, to);
                Ok(())
            }
        }
    }

    /// Where it is remembered what was found out of a set that may join two others. Whoever asks the same of the same
    /// player's cells remembers it there, so each cell that is added is looked at once.
    fn place_of_joins(&mut self, set: S, sides: [Set; 2]) -> Made<u8> {
        let is_lasting = (self.regs.owners..self.regs.owners + self.n_players()).contains(&set);
        let asked = (set, sides);
        if let Some(place) = self.joins.iter().position(|known| is_lasting && *known == asked) {
            return Ok(place as u8);
        }
        let place = u8::try_from(self.joins.len()).map_err(|_| "too many joins")?;
        self.joins.push(asked);
        self.script.n_joins = self.joins.len();
        Ok(place)
    }

    fn on_row(&mut self, exactly: bool, (n, cell, set): (Id, Id, Id), wanted: bool, to: L) -> Made<()> {
        let n = self.fixed_number(n).and_then(|n| u8::try_from(n).ok());
        let length = n.filter(|&n| n > 0).ok_or("rows of a length that is worked out")?;
        let (cell, set) = (self.number(cell)?, self.set(set)?);
        let row = RowOf { length, exactly };
        let number = numbered(&mut self.script.rows, row);
        let number = u8::try_from(number).map_err(|_| "too many sorts of rows")?;
        self.jumping(wanted, to, |yes| Code::IfOnRow(number, cell, set, yes));
        Ok(())
    }

    /// A jump that is there only for yes, made to serve for no.
    fn jumping(&mut self, wanted: bool, to: L, code: impl FnOnce(L) -> Code) {
        if wanted {
            self.put(code(to));
            return;
        }
        let yes = self.label();
        self.put(code(yes));
        self.put(Code::Jump(to));
        self.here(yes);
    }

    pub(super) fn if_is(&mut self, number: N, value: i32, wanted: bool, to: L) {
        self.put(if wanted { Code::IfIs(number, value, to) } else { Code::IfIsNot(number, value, to) });
    }

    fn compare(&mut self, how: Comparison, a: N, b: N, wanted: bool, to: L) {
        self.put(if wanted { Code::IfCompare(how, a, b, to) } else { Code::IfNotCompare(how, a, b, to) });
    }

    fn both(&mut self, a: Id, b: Id, and: bool, wanted: bool, to: L) -> Made<()> {
        if and == wanted {
            // Wanted when both are (or neither is): the first that is not goes past.
            let past = self.label();
            self.branch(a, !wanted, past)?;
            self.aside(|maker| maker.branch(b, wanted, to))?;
            self.here(past);
        } else {
            self.branch(a, wanted, to)?;
            self.aside(|maker| maker.branch(b, wanted, to))?;
        }
        Ok(())
    }

    fn some(&mut self, set: Id, wanted: bool, to: L) -> Made<()> {
        // Whether one cell is in a set is asked without making a set of it.
        if let Node::Intersection(a, b) = self.node(set) {
            for (one, other) in [(*a, *b), (*b, *a)] {
                if let Node::ToSet(cell) = self.node(one) {
                    return self.contains(*cell, other, wanted, to);
                }
            }
        }
        if let Some(((from, through, steps), is_any)) = self.walk_of(set) {
            let (from, through, steps) = (self.set(from)?, self.set(through)?, self.number(steps)?);
            self.jumping(wanted, to, |yes| Code::IfWalks(from, through, steps, is_any, yes));
            return Ok(());
        }
        if *self.node(self.resolved(set)) == Node::Empty {
            let cells = self.cells();
            let all = self.constant(&cells)?;
            let occupied = self.regs.occupied;
            self.jumping(!wanted, to, |yes| Code::IfCovers(all, occupied, yes));
            return Ok(());
        }
        let set = self.set(set)?;
        self.put(if wanted { Code::IfSome(set, to) } else { Code::IfEmpty(set, to) });
        Ok(())
    }

    fn contains(&mut self, one: Id, set: Id, wanted: bool, to: L) -> Made<()> {
        let set = self.resolved(set);
        if let Node::StraightLines(exactly, n, of) = self.node(set) {
            return self.on_row(*exactly, (*n, one, *of), wanted, to);
        }
        if let Node::Lines(of) = self.node(set) {
            let (cell, of) = (self.number(one)?, self.set(*of)?);
            self.jumping(wanted, to, |yes| Code::IfOnLine(cell, of, yes));
            return Ok(());
        }
        let (cell, set) = (self.number(one)?, self.set(set)?);
        self.put(if wanted { Code::IfHas(set, cell, to) } else { Code::IfHasNot(set, cell, to) });
        Ok(())
    }
}
