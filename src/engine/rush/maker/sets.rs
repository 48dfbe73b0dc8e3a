//! Expressions that give sets.

use crate::program::node::{Id, Kinds, Node, Owners};
use crate::rules::types::Set;

use super::super::code::{Code, N, Roles, S};
use super::super::registers::Held;
use super::{Known, Made, Maker};

/// The most shifts by which a direction is followed for all cells at once.
const SHIFTS: usize = 4;

impl Maker<'_> {
    /// The register with the set that a node gives. It must not be written to.
    pub(super) fn set(&mut self, id: Id) -> Made<S> {
        let id = self.resolved(id);
        let key = (id, self.roles.me, self.roles.mover);
        if let Some(&known) = self.known.sets.get(&key) {
            return Ok(known);
        }
        let set = self.make_set(id)?;
        self.known.sets.insert(key, set);
        Ok(set)
    }

    fn make_set(&mut self, id: Id) -> Made<S> {
        if let Some(fixed) = self.fixed_set(id) {
            return self.fixed(&fixed);
        }
        match self.node(id) {
            Node::KeptSet(name) => self.regs.set_names[*name as usize].ok_or("a name without register"),
            Node::TemporarySet(name) => self.bound_sets.get(name).copied().ok_or("a name that is not bound"),
            Node::Union(a, b) if a == b => self.set(*a),
            Node::Union(a, b) if self.leaves_own(*a, *b) || self.leaves_own(*b, *a) => {
                let cells = self.cells();
                self.fixed_without(&cells, self.of_player(self.roles.me))
            }
            Node::Union(a, b) => {
                let (a, b) = (self.set(*a)?, self.set(*b)?);
                self.join(Code::Or, a, b)
            }
            Node::Intersection(a, b) => self.intersection(*a, *b),
            Node::Difference(a, b) => {
                let minuend = self.fixed_set(*a);
                let b = match self.fixed_set(*b) {
                    Some(less) => {
                        let a = self.set(*a)?;
                        return self.without_members(a, &less);
                    }
                    None => self.set(*b)?,
                };
                match minuend {
                    Some(minuend) => self.fixed_without(&minuend, b),
                    None => {
                        let a = self.set(*a)?;
                        self.join(Code::Minus, a, b)
                    }
                }
            }
            Node::Pieces(kinds, owners) => self.pieces(kinds, owners, id),
            Node::Empty => {
                let cells = self.cells();
                self.fixed_without(&cells, self.regs.occupied)
            }
            Node::Plane(word) => self.plane(*word),
            Node::Unmoved => match self.regs.moved {
                None => Ok(self.regs.occupied),
                Some(moved) => self.join(Code::Minus, self.regs.occupied, moved),
            },
            Node::ToSet(one) => {
                let one = self.number(*one)?;
                let set = self.new_set()?;
                self.put(Code::Member(set, one));
                Ok(set)
            }
            Node::If(condition, then, otherwise) => self.either(*condition, *then, *otherwise),
            Node::OrElse(a, b) => {
                let (set, end) = (self.new_set()?, self.label());
                let first = self.set(*a)?;
                self.put(Code::Copy(set, first));
                self.put(Code::IfSome(set, end));
                self.aside(|maker| {
                    let second = maker.set(*b)?;
                    maker.put(Code::Copy(set, second));
                    Ok(())
                })?;
                self.here(end);
                Ok(set)
            }
            Node::LetScalar(name, value, body) => self.naming_number(*name, *value, |maker| maker.set(*body)),
            Node::LetSet(name, value, body) => self.naming_set(*name, *value, |maker| maker.set(*body)),
            Node::Shift(ways, cells) => self.shifted(*ways, *cells, id),
            Node::Those(name, of, condition) => self.those((*name, *of, *condition), id),
            Node::VariableSet(variable, holder) => self.variable_set(*variable, *holder, id),
            Node::WhereYes(variable) => match self.regs.variables[*variable as usize] {
                Held::Yes(set) => Ok(set),
                _ => self.slow_set(id),
            },
            Node::Group(set, cells) => {
                let (of, from) = (self.set(*set)?, self.set(*cells)?);
                let set = self.new_set()?;
                let place = u8::try_from(self.script.n_regions.0).map_err(|_| "too many groups")?;
                self.script.n_regions.0 += 1;
                self.put(Code::Spread(set, of, from, place));
                Ok(set)
            }
            Node::Living => {
                let set = self.new_set()?;
                self.put(Code::Living(set));
                Ok(set)
            }
            Node::Urgent => {
                let (set, me) = (self.new_set()?, self.roles.me);
                self.put(Code::Urgent(set, me));
                Ok(set)
            }
            Node::Surrounded => {
                let set = self.new_set()?;
                self.put(Code::Surrounded(set));
                Ok(set)
            }
            Node::Enclosed(of, border) => {
                let (of, border) = (self.set(*of)?, self.set(*border)?);
                let set = self.new_set()?;
                let place = u8::try_from(self.script.n_regions.1).map_err(|_| "too many enclosures")?;
                self.script.n_regions.1 += 1;
                self.put(Code::Enclosed(set, of, border, place));
                Ok(set)
            }
            Node::Lines(of) => {
                let of = self.set(*of)?;
                let set = self.new_set()?;
                self.put(Code::Lines(set, of));
                Ok(set)
            }
            Node::Ranks(player, from, to) => self.ranks_between(*player, (*from, *to), id),
            Node::Rows(column, from, to) => self.rows_between(*column, (*from, *to), id),
            Node::Reach { span, from, path, to } => self.reach((*span, *from, *path, *to), id),
            Node::Attacked(player, cells) => self.attacked(*player, *cells, None, id),
            _ => self.slow_set(id),
        }
    }

    /// Whether sets are the empty cells and those of all others, so that together they are all but the player's own.
    fn leaves_own(&self, empty: Id, others: Id) -> bool {
        let are_owned = self.program.rules.kinds.iter().all(|kind| !kind.neutral);
        let (empty, others) = (self.node(self.resolved(empty)), self.node(self.resolved(others)));
        are_owned && *empty == Node::Empty && matches!(others, Node::Pieces(Kinds::All, Owners::Others))
    }

    /// A register with fixed members.
    pub(super) fn fixed(&mut self, members: &Set) -> Made<S> {
        let constant = self.constant(members)?;
        let set = self.new_set()?;
        self.put(Code::Constant(set, constant));
        Ok(set)
    }

    /// Two sets made into one.
    pub(super) fn join(&mut self, how: impl Fn(S, S, S) -> Code, a: S, b: S) -> Made<S> {
        let set = self.new_set()?;
        self.put(how(set, a, b));
        Ok(set)
    }

    /// A register with fixed members but some.
    pub(super) fn fixed_without(&mut self, members: &Set, less: S) -> Made<S> {
        let constant = self.constant(members)?;
        let set = self.new_set()?;
        self.put(Code::ConstantMinus(set, constant, less));
        Ok(set)
    }

    /// A set without fixed members.
    fn without_members(&mut self, of: S, less: &Set) -> Made<S> {
        let rest: Set = (0..self.pool.width as u16 * 64).filter(|&member| !less.contains(member)).collect();
        let constant = self.constant(&rest)?;
        let set = self.new_set()?;
        self.put(Code::AndConstant(set, of, constant));
        Ok(set)
    }

    fn intersection(&mut self, a: Id, b: Id) -> Made<S> {
        for (fixed, other) in [(a, b), (b, a)] {
            if let Some(members) = self.fixed_set(fixed) {
                let other = self.set(other)?;
                let constant = self.constant(&members)?;
                let set = self.new_set()?;
                self.put(Code::AndConstant(set, other, constant));
                return Ok(set);
            }
        }
        for (asked, other) in [(a, b), (b, a)] {
            // Attack is looked for only where that matters.
            if let Node::Attacked(player, cells) = self.node(asked) {
                let among = self.set(other)?;
                let attacked = self.attacked(*player, *cells, Some(among), asked)?;
                return self.join(Code::And, attacked, among);
            }
        }
        let (a, b) = (self.set(a)?, self.set(b)?);
        self.join(Code::And, a, b)
    }

    /// The register of a plane of the position.
    fn plane(&self, word: u32) -> Made<S> {
        let find = |slot: &super::super::registers::Slot| match slot {
            super::super::registers::Slot::Set(set, at) if *at == word => Some(*set),
            _ => None,
        };
        self.regs.slots.iter().find_map(find).ok_or("a plane without register")
    }

    /// The cells of the pieces of a player.
    pub(super) fn of_player(&self, player: u8) -> S {
        self.regs.owners + player
    }

    fn pieces(&mut self, kinds: &Kinds, owners: &Owners, id: Id) -> Made<S> {
        let Roles { me, .. } = self.roles;
        let of = |players: Vec<u8>, maker: &mut Self| match players.as_slice() {
            [] => maker.fixed(&Set::default()),
            [only] => Ok(maker.of_player(*only)),
            [first, rest @ ..] => {
                let mut all = maker.of_player(*first);
                for &player in rest {
                    all = maker.join(Code::Or, all, maker.of_player(player))?;
                }
                Ok(all)
            }
        };
        let players = 0..self.n_players();
        let theirs = match owners {
            Owners::Any => self.regs.occupied,
            Owners::Mine => self.of_player(me),
            Owners::Others => of(players.filter(|&player| player != me).collect(), self)?,
            Owners::Fixed(bits) => of(players.filter(|player| bits >> player & 1 == 1).collect(), self)?,
            Owners::Of(set) => match self.fixed_set(*set) {
                Some(set) => of(players.filter(|&player| set.contains(u16::from(player))).collect(), self)?,
                None => match self.node(*set) {
                    Node::ToSet(one) => {
                        let one = self.number(*one)?;
                        let theirs = self.new_set()?;
                        self.put(Code::OfPlayer(theirs, one));
                        theirs
                    }
                    _ => return self.slow_set(id),
                },
            },
        };
        let plane = |word: u32, maker: &Self| maker.plane(word);
        match kinds {
            Kinds::All => Ok(theirs),
            Kinds::One(word) => {
                let kind = plane(*word, self)?;
                if theirs == self.regs.occupied || kind == self.regs.occupied {
                    return Ok(if kind == self.regs.occupied { theirs } else { kind });
                }
                self.join(Code::And, theirs, kind)
            }
            Kinds::Some(words) => {
                let mut all = None;
                for &word in words {
                    let kind = plane(word, self)?;
                    all = Some(match all {
                        None => kind,
                        Some(all) => self.join(Code::Or, all, kind)?,
                    });
                }
                match all {
                    None => self.fixed(&Set::default()),
                    Some(all) => self.join(Code::And, theirs, all),
                }
            }
        }
    }

    fn either(&mut self, condition: Id, then: Id, otherwise: Id) -> Made<S> {
        let set = self.new_set()?;
        let (no, end) = (self.label(), self.label());
        self.branch(condition, false, no)?;
        self.aside(|maker| {
            let then = maker.set(then)?;
            maker.put(Code::Copy(set, then));
            Ok(())
        })?;
        self.put(Code::Jump(end));
        self.here(no);
        self.aside(|maker| {
            let otherwise = maker.set(otherwise)?;
            maker.put(Code::Copy(set, otherwise));
            Ok(())
        })?;
        self.here(end);
        Ok(set)
    }

    /// Writes with a temporary name bound to the scalar that a node gives.
    pub(super) fn naming_number<T>(
        &mut self,
        name: u32,
        value: Id,
        write: impl FnOnce(&mut Self) -> Made<T>,
    ) -> Made<T> {
        let fixed = self.fixed_number(value);
        let value = self.number(value)?;
        let before = self.fixed_numbers.remove(&name);
        self.fixed_numbers.extend(fixed.map(|fixed| (name, fixed)));
        let made = self.binding_number(name, value, write);
        self.fixed_numbers.remove(&name);
        self.fixed_numbers.extend(before.map(|before| (name, before)));
        made
    }

    /// Writes with a temporary name bound to a register with a scalar.
    pub(super) fn binding_number<T>(
        &mut self,
        name: u32,
        value: N,
        write: impl FnOnce(&mut Self) -> Made<T>,
    ) -> Made<T> {
        let known = self.forget_name(name);
        let before = self.bound_numbers.insert(name, value);
        let made = write(self);
        self.known = known;
        match before {
            Some(before) => self.bound_numbers.insert(name, before),
            None => self.bound_numbers.remove(&name),
        };
        made
    }

    /// Forgets what was known of nodes that ask for a temporary name. All that was known is given, to be known again later.
    fn forget_name(&mut self, name: u32) -> Known {
        let program = self.program;
        let asks =
            &mut |node: &Node| matches!(node, Node::Temporary(asked) | Node::TemporarySet(asked) if *asked == name);
        let known = self.known.clone();
        self.known.sets.retain(|(id, ..), _| !program.any_node(*id, asks));
        self.known.numbers.retain(|(id, ..), _| !program.any_node(*id, asks));
        known
    }

    /// Writes with a temporary name bound to the set that a node gives.
    pub(super) fn naming_set<T>(&mut self, name: u32, value: Id, write: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        let fixed = self.fixed_set(value);
        let value = self.set(value)?;
        let known = self.forget_name(name);
        let before = self.bound_sets.insert(name, value);
        let fixed_before = self.fixed_sets.remove(&name);
        self.fixed_sets.extend(fixed.map(|fixed| (name, fixed)));
        let made = write(self);
        self.fixed_sets.remove(&name);
        self.fixed_sets.extend(fixed_before.map(|fixed| (name, fixed)));
        self.known = known;
        match before {
            Some(before) => self.bound_sets.insert(name, before),
            None => self.bound_sets.remove(&name),
        };
        made
    }

    fn shifted(&mut self, ways: Id, cells: Id, id: Id) -> Made<S> {
        let Some(ways) = self.fixed_set(ways) else { return self.slow_set(id) };
        if let Node::ToSet(one) = self.node(cells) {
            let one = self.number(*one)?;
            let table = self.neighbours(&ways)?;
            let set = self.new_set()?;
            self.put(Code::Table(set, one, table));
            return Ok(set);
        }
        let cells = self.set(cells)?;
        self.shift_ways(&ways, cells)
    }

    /// The neighbours of cells in several directions.
    pub(super) fn shift_ways(&mut self, ways: &Set, cells: S) -> Made<S> {
        let set = self.new_set()?;
        let mut is_first = true;
        for way in ways.iter() {
            self.shift(way, cells, set, !is_first)?;
            is_first = false;
        }
        if is_first {
            self.put(Code::Empty(set));
        }
        Ok(set)
    }

    /// The neighbours of cells in a direction, put or added into a register.
    pub(super) fn shift(&mut self, way: u16, cells: S, into: S, adds: bool) -> Made<()> {
        let shifts = self.program.geometry.shifts.get(way as usize).cloned().unwrap_or_default();
        if shifts.len() > SHIFTS || shifts.is_empty() {
            let set = if adds { self.new_set()? } else { into };
            self.put(Code::Step(set, cells, way as u8));
            if adds {
                self.put(Code::Or(into, into, set));
            }
            return Ok(());
        }
        let mut adds = adds;
        for shift in shifts {
            let from = self.constant(&self.members(shift.from))?;
            let by = shift.by as i16;
            self.put(if adds { Code::ShiftInto(into, cells, from, by) } else { Code::Shift(into, cells, from, by) });
            adds = true;
        }
        Ok(())
    }

    /// By cell, its neighbours in some directions: the first of as many constants.
    pub(super) fn neighbours(&mut self, ways: &Set) -> Made<u16> {
        let key: Vec<u16> = ways.iter().collect();
        if let Some(&known) = self.tables.get(&key) {
            return Ok(known);
        }
        let geometry = &self.program.geometry;
        let next = |cell: u16| {
            let steps = key.iter().filter(|&&way| (way as usize) < geometry.n_directions);
            steps.map(|&way| geometry.step(cell, way)).filter(|&next| next != crate::program::node::NONE).collect()
        };
        let first = self.constants((0..self.n_cells()).map(next).collect())?;
        self.tables.insert(key, first);
        Ok(first)
    }

    /// By cell, all cells that lie in some directions from it: the first of as many constants.
    pub(super) fn rays(&mut self, ways: &Set) -> Made<u16> {
        let key: Vec<u16> = ways.iter().collect();
        if let Some(&known) = self.rays.get(&key) {
            return Ok(known);
        }
        let geometry = &self.program.geometry;
        let all = |cell: u16| key.iter().flat_map(|&way| geometry.ahead(cell, way)).collect::<Set>();
        let first = self.constants((0..self.n_cells()).map(all).collect())?;
        self.rays.insert(key, first);
        Ok(first)
    }

    fn variable_set(&mut self, variable: u16, holder: Option<Id>, id: Id) -> Made<S> {
        let about = &self.program.variables[variable as usize];
        let index = match holder {
            None => Some(0),
            Some(holder) => self.fixed_number(holder),
        };
        let index = index.and_then(|index| usize::try_from(index).ok()).filter(|&index| index < about.count.max(1));
        match (self.regs.variables[variable as usize], index) {
            (Held::Sets(first), Some(index)) => Ok(first + index as u8),
            (Held::Numbers(first), Some(index)) if !about.is_truth() => {
                let set = self.new_set()?;
                self.put(Code::Member(set, first + index as u8));
                Ok(set)
            }
            _ => self.slow_set(id),
        }
    }

    /// What the plain machine makes of a node.
    pub(super) fn slow_set(&mut self, id: Id) -> Made<S> {
        self.tell_names();
        let set = self.new_set()?;
        self.put(Code::SlowSet(set, id, self.roles));
        Ok(set)
    }
}
