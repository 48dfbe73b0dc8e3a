//! The meaning of every expression. Everything is total: a question about nothing is answered by nothing.

use crate::game::PlayerId;
use crate::rules::model::{Expr, ExprKind};
use crate::rules::types::{Domain, Set, Value};

use super::state::{State, member_of, nothing};
use super::world::World;

/// A position with a meaning for `my` and for the names that live inside expressions.
#[derive(Debug)]
pub struct Scope<'a> {
    /// The rules.
    pub world: World<'a>,
    /// The position.
    pub state: &'a State,
    /// The player that `my` means.
    pub me: Option<PlayerId>,
    names: Vec<Value>,
}

impl<'a> Scope<'a> {
    /// A scope without any names.
    pub fn new(world: World<'a>, state: &'a State, me: Option<PlayerId>) -> Self {
        Self { world, state, me, names: Vec::new() }
    }

    /// The same names with another position.
    pub fn beside<'b>(&self, state: &'b State) -> Scope<'b>
    where
        'a: 'b,
    {
        Scope { world: self.world, state, me: self.me, names: self.names.clone() }
    }

    /// Binds a temporary name.
    pub fn bind(&mut self, name: usize, value: Value) {
        if self.names.len() <= name {
            self.names.resize(self.world.rules.n_temporary.max(name + 1), Value::NONE);
        }
        self.names[name] = value;
    }

    /// The truth of an expression.
    pub fn truth(&mut self, expr: &Expr) -> bool {
        self.value(expr).truth()
    }

    /// Whether a condition holds; one that was not written does.
    pub fn holds(&mut self, condition: Option<&Expr>) -> bool {
        condition.is_none_or(|condition| self.truth(condition))
    }

    /// The number that an expression gives.
    pub fn number(&mut self, expr: &Expr) -> i64 {
        self.value(expr).number()
    }

    /// The member that an expression gives, if any.
    pub fn one(&mut self, expr: &Expr) -> Option<u16> {
        self.value(expr).one()
    }

    /// The set that an expression gives.
    pub fn set(&mut self, expr: &Expr) -> Set {
        self.value(expr).set()
    }

    /// The player that an expression gives, if any.
    pub fn player(&mut self, expr: &Expr) -> Option<PlayerId> {
        let number = self.one(expr)?;
        (usize::from(number) < self.world.rules.players.len()).then_some(PlayerId(number as u8))
    }

    /// What an expression gives.
    pub fn value(&mut self, expr: &Expr) -> Value {
        self.world.purse.note(expr.span);
        if !self.world.spend(1) {
            return Value::NONE;
        }
        match &expr.kind {
            ExprKind::Constant(value) => value.clone(),
            ExprKind::Kept(name) => self.state.kept.get(*name).cloned().unwrap_or(Value::NONE),
            ExprKind::Temporary(name) => self.names.get(*name).cloned().unwrap_or(Value::NONE),
            ExprKind::Me => World::player_value(self.me),
            ExprKind::Mover => World::player_value(self.state.mover),
            ExprKind::Next => World::player_value(self.state.mover.and_then(|mover| self.state.after(mover))),
            ExprKind::Starter => World::player_value(Some(self.state.starter)),
            ExprKind::Enemies(player) => Value::Set(self.enemies(player)),
            ExprKind::Living => Value::Set(self.state.living().map(|player| u16::from(player.0)).collect()),
            ExprKind::ToSet(member) => Value::Set(self.set(member)),
            ExprKind::ToOne(set) => self.first_of(set),
            ExprKind::And(a, b) => Value::Truth(self.truth(a) && self.truth(b)),
            ExprKind::Or(a, b) => Value::Truth(self.truth(a) || self.truth(b)),
            ExprKind::Not(a) => Value::Truth(!self.truth(a)),
            ExprKind::Union(a, b) => Value::Set(self.set(a).union(&self.set(b))),
            ExprKind::Intersection(a, b) => Value::Set(self.set(a).intersection(&self.set(b))),
            ExprKind::Difference(a, b) => Value::Set(self.set(a).difference(&self.set(b))),
            ExprKind::OrElse(a, b) => self.or_else(a, b),
            ExprKind::Same(a, b) => Value::Truth(same(self.value(a), self.value(b))),
            ExprKind::Compare(how, a, b) => Value::Truth(how.holds(self.number(a), self.number(b))),
            ExprKind::Arithmetic(how, a, b) => Value::Number(how.of(self.number(a), self.number(b))),
            ExprKind::Odd(number) => Value::Truth(self.number(number) % 2 != 0),
            ExprKind::Contains(member, set) => Value::Truth(self.contains(member, set)),
            ExprKind::Some(set) => Value::Truth(!is_nothing(&self.value(set))),
            ExprKind::Count(set) => Value::Number(self.set(set).len() as i64),
            ExprKind::If(condition, then, otherwise) => {
                let holds = self.truth(condition);
                self.value(if holds { then } else { otherwise })
            }
            ExprKind::Those(name, set, condition) => Value::Set(self.those(*name, set, condition)),
            ExprKind::Total(name, set, number) => Value::Number(self.total(*name, set, number)),
            ExprKind::Pieces(kinds, owner) => Value::Set(self.pieces(kinds, owner)),
            ExprKind::Empty => Value::Set(self.state.empty()),
            ExprKind::AnyHeight(kinds, owner) => Value::Set(self.at_any_height(kinds, owner)),
            ExprKind::Unmoved => Value::Set(self.unmoved()),
            ExprKind::OnTerrain(terrain, value) => Value::Set(self.on_terrain(*terrain, value)),
            ExprKind::TerrainAt(terrain, cell) => Value::One(self.terrain_at(*terrain, cell)),
            ExprKind::Variable(number, holder) => self.variable(*number, holder.as_deref()),
            ExprKind::WhereYes(number) => Value::Set(self.where_yes(*number)),
            ExprKind::Hand(player, kind) => Value::Number(self.hand(player, kind.as_deref())),
            ExprKind::KindAt(cell) => Value::One(self.told(cell).map(|piece| piece.kind)),
            ExprKind::OwnerAt(cell) => World::player_value(self.told(cell).and_then(|piece| piece.owner)),
            ExprKind::Height(cell) => Value::Number(self.height(cell)),
            ExprKind::Table(number, key) => self.table(*number, key),
            ExprKind::Call(function, arguments) => self.call(*function, arguments),
            ExprKind::Shift(ways, cells) => Value::Set(self.shift(ways, cells)),
            ExprKind::Relative(player, notches) => Value::Set(self.relative(player, notches)),
            ExprKind::Opposite(ways) => Value::Set(self.opposite(ways)),
            ExprKind::Ranks(player, from, to) => Value::Set(self.ranks(player, from.as_deref(), to.as_deref())),
            ExprKind::RankOf(cell, player) => Value::Number(self.rank_of(cell, player)),
            ExprKind::Coordinate(column, cell) => Value::Number(self.coordinate(*column, cell)),
            ExprKind::Rows(column, from, to) => Value::Set(self.rows(*column, from, to)),
            ExprKind::Reach { span, from, path, to } => Value::Set(self.reach(*span, from, path, to.as_deref())),
            ExprKind::Lines(None, set) => Value::Set(self.declared_lines(set)),
            ExprKind::Lines(Some((exactly, n)), set) => Value::Set(self.straight_lines(*exactly, n, set)),
            ExprKind::Joins(set, from, to) => Value::Truth(self.joins(set, from, to)),
            ExprKind::Group(set, cells) => Value::Set(self.group(set, cells)),
            ExprKind::Surrounded => Value::Set(self.surrounded()),
            ExprKind::Urgent => Value::Set(Set::default()),
            ExprKind::Enclosed(set, border) => Value::Set(self.enclosed(set, border)),
            ExprKind::Distance(from, to) => Value::Number(self.distance(from, to)),
            ExprKind::Attacked(player, cells) => Value::Set(self.attacked(player, cells)),
            ExprKind::Stuck(player) => Value::Truth(self.stuck(player)),
            ExprKind::Repeated(board, times, within) => Value::Truth(self.repeated(*board, *times, within.as_deref())),
            ExprKind::Without(counter, n) => Value::Truth(self.without(*counter, *n)),
            ExprKind::Played(number) => Value::Truth(self.state.played == Some(*number)),
            ExprKind::Can(player, number) => Value::Truth(self.can(player, *number)),
            ExprKind::Turns => Value::Number(i64::from(self.state.turns)),
            ExprKind::Rounds => Value::Number(i64::from(self.state.rounds)),
            ExprKind::Seat(player) => Value::Set(self.seat(player)),
            ExprKind::Shows(of, side, pose) => Value::One(self.shows(*of, *side, pose)),
            ExprKind::Tipped(of, pose, way) => Value::One(self.tipped(*of, pose, way)),
            ExprKind::Turned(of, pose, quarters) => Value::One(self.turned(*of, pose, quarters)),
        }
    }

    fn first_of(&mut self, set: &Expr) -> Value {
        let domain = set.ty.domain();
        match self.one(set) {
            Some(member) => domain.map_or(Value::One(Some(member)), |domain| member_of(domain, member)),
            None => Value::NONE,
        }
    }

    fn or_else(&mut self, first: &Expr, second: &Expr) -> Value {
        let value = self.value(first);
        if is_nothing(&value) { self.value(second) } else { value }
    }

    fn contains(&mut self, member: &Expr, set: &Expr) -> bool {
        self.one(member).is_some_and(|member| self.set(set).contains(member))
    }

    fn those(&mut self, name: usize, set: &Expr, condition: &Expr) -> Set {
        let mut those = Set::default();
        for member in self.set(set).iter() {
            self.bind_member(name, set, member);
            if self.truth(condition) {
                those.insert(member);
            }
        }
        those
    }

    fn total(&mut self, name: usize, set: &Expr, number: &Expr) -> i64 {
        let mut total = 0_i64;
        for member in self.set(set).iter() {
            self.bind_member(name, set, member);
            total = total.saturating_add(self.number(number));
        }
        total
    }

    /// Binds a temporary name to a member of a set.
    pub fn bind_member(&mut self, name: usize, set: &Expr, member: u16) {
        self.bind(name, member_of(set.ty.domain().unwrap_or(Domain::Cell), member));
    }

    fn table(&mut self, number: usize, key: &Expr) -> Value {
        let key = self.one(key).map(usize::from);
        self.world.rules.tables[number].at(key).clone()
    }

    fn call(&mut self, number: usize, arguments: &[Expr]) -> Value {
        let function = &self.world.rules.functions[number];
        let values: Vec<Value> = arguments.iter().map(|argument| self.value(argument)).collect();
        for (&name, value) in function.parameters.iter().zip(values) {
            self.bind(name, value);
        }
        self.value(&function.body)
    }

    /// The variable of a member, of the piece on a cell, or of the game.
    fn variable(&mut self, number: usize, holder: Option<&Expr>) -> Value {
        let variable = &self.world.rules.variables[number];
        let member = match holder {
            Some(holder) => self.one(holder),
            None => Some(0),
        };
        let value = member.and_then(|member| self.state.variable(variable, member));
        value.unwrap_or_else(|| nothing(variable.ty))
    }
}

/// Whether a value is the empty set or none.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::One(one) => one.is_none(),
        Value::Set(set) => set.is_empty(),
        Value::Truth(_) | Value::Number(_) => false,
    }
}

/// Whether two values are the same; a member and the set of it are, a member and its number too.
fn same(a: Value, b: Value) -> bool {
    match (a, b) {
        (a @ Value::Set(_), b) | (a, b @ Value::Set(_)) => a.set() == b.set(),
        (Value::One(None), b) => b == Value::NONE,
        (a, Value::One(None)) => a == Value::NONE,
        (Value::Number(a), b) | (b, Value::Number(a)) => a == b.number(),
        (a, b) => a == b,
    }
}
