//! Expressions as nodes.

use crate::rules::model::{Expr, ExprKind, Owner};
use crate::rules::types::{Set, Type, Value};

use super::super::layout::Name;
use super::super::node::{Id, Kinds, NOTHING, Node, Owners};
use super::{Lowering, scalar_of};

/// Whether an expression gives a set.
pub(super) fn is_set(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Set(_))
}

/// Whether a kind of expression gives a set, whatever its type says.
fn makes_set(kind: &ExprKind) -> Option<bool> {
    use ExprKind as E;
    match kind {
        E::Constant(value) => Some(matches!(value, Value::Set(_))),
        E::Kept(_) | E::Temporary(_) | E::OrElse(..) | E::If(..) | E::Variable(..) | E::Table(..) | E::Call(..) => None,
        E::Enemies(_)
        | E::Living
        | E::ToSet(_)
        | E::Union(..)
        | E::Intersection(..)
        | E::Difference(..)
        | E::Those(..)
        | E::Pieces(..)
        | E::AnyHeight(..)
        | E::Empty
        | E::Unmoved
        | E::OnTerrain(..)
        | E::WhereYes(_)
        | E::Shift(..)
        | E::Relative(..)
        | E::Opposite(_)
        | E::Ranks(..)
        | E::Rows(..)
        | E::Reach { .. }
        | E::Lines(..)
        | E::Group(..)
        | E::Surrounded
        | E::Urgent
        | E::Enclosed(..)
        | E::Attacked(..)
        | E::Seat(_) => Some(true),
        E::Me
        | E::Mover
        | E::Next
        | E::Starter
        | E::ToOne(_)
        | E::And(..)
        | E::Or(..)
        | E::Not(_)
        | E::Same(..)
        | E::Compare(..)
        | E::Arithmetic(..)
        | E::Odd(_)
        | E::Contains(..)
        | E::Some(_)
        | E::Count(_)
        | E::Total(..)
        | E::TerrainAt(..)
        | E::Hand(..)
        | E::KindAt(_)
        | E::OwnerAt(_)
        | E::Height(_)
        | E::RankOf(..)
        | E::Coordinate(..)
        | E::Joins(..)
        | E::Distance(..)
        | E::Stuck(_)
        | E::Repeated(..)
        | E::Without(..)
        | E::Played(_)
        | E::Can(..)
        | E::Turns
        | E::Rounds
        | E::Shows(..)
        | E::Tipped(..)
        | E::Turned(..) => Some(false),
    }
}

impl Lowering {
    /// Adds a node.
    pub(super) fn node(&mut self, node: Node) -> Id {
        self.program.nodes.push(node);
        self.program.nodes.len() as Id - 1
    }

    /// Adds a node without children, unless there is one.
    fn leaf(&mut self, node: Node) -> Id {
        if let Some((_, known)) = self.leaves.iter().find(|(leaf, _)| *leaf == node) {
            return *known;
        }
        let id = self.node(node.clone());
        self.leaves.push((node, id));
        id
    }

    /// Whether a kept name holds a set.
    pub(super) fn is_set_name(&self, name: usize) -> bool {
        matches!(self.program.layout.names.get(name), Some(Name::Set(_)))
    }

    /// An expression as a scalar.
    pub(super) fn scalar(&mut self, expr: &Expr) -> Id {
        if makes_set(&expr.kind).unwrap_or_else(|| is_set(expr)) {
            let set = self.set(expr);
            return self.node(Node::FirstOf(set));
        }
        let node = match &expr.kind {
            ExprKind::Constant(value) => return self.constant(scalar_of(value)),
            ExprKind::Kept(name) if self.is_set_name(*name) => {
                let set = self.leaf(Node::KeptSet(*name as u32));
                Node::FirstOf(set)
            }
            ExprKind::Kept(name) => return self.leaf(Node::Kept(*name as u32)),
            ExprKind::Temporary(name) => {
                return match self.arguments.get(name) {
                    Some(&argument) => argument,
                    None => self.leaf(Node::Temporary(*name as u32)),
                };
            }
            ExprKind::Call(function, arguments) => return self.call(*function, arguments, false),
            ExprKind::Me => return self.leaf(Node::Me),
            ExprKind::Mover => return self.leaf(Node::Mover),
            ExprKind::If(condition, then, otherwise) => {
                Node::If(self.scalar(condition), self.scalar(then), self.scalar(otherwise))
            }
            ExprKind::OrElse(a, b) => Node::OrElse(self.scalar(a), self.scalar(b)),
            ExprKind::Variable(number, holder) => {
                Node::Variable(*number as u16, holder.as_ref().map(|holder| self.scalar(holder)))
            }
            ExprKind::Table(number, key) => Node::Table(*number as u16, self.scalar(key)),
            _ => self.plain_scalar(expr),
        };
        self.node(node)
    }

    fn constant(&mut self, value: i64) -> Id {
        self.leaf(Node::Constant(value))
    }

    fn plain_scalar(&mut self, expr: &Expr) -> Node {
        match &expr.kind {
            ExprKind::Next => Node::Next,
            ExprKind::Starter => Node::Starter,
            ExprKind::ToOne(set) => Node::FirstOf(self.set(set)),
            ExprKind::And(a, b) => Node::And(self.scalar(a), self.scalar(b)),
            ExprKind::Or(a, b) => Node::Or(self.scalar(a), self.scalar(b)),
            ExprKind::Not(a) => Node::Not(self.scalar(a)),
            ExprKind::Same(a, b) if is_set(a) || is_set(b) => Node::SameSets(self.set(a), self.set(b)),
            ExprKind::Same(a, b) => Node::Same(self.scalar(a), self.scalar(b)),
            ExprKind::Compare(how, a, b) => Node::Compare(*how, self.scalar(a), self.scalar(b)),
            ExprKind::Arithmetic(how, a, b) => Node::Arithmetic(*how, self.scalar(a), self.scalar(b)),
            ExprKind::Odd(a) => Node::Odd(self.scalar(a)),
            ExprKind::Contains(member, set) => self.contains(member, set),
            ExprKind::Some(set) if is_set(set) => Node::SomeSet(self.set(set)),
            ExprKind::Some(one) => Node::SomeScalar(self.scalar(one)),
            ExprKind::Count(set) => Node::Count(self.set(set)),
            ExprKind::Total(name, set, number) => Node::Total(*name as u32, self.set(set), self.scalar(number)),
            ExprKind::TerrainAt(terrain, cell) => Node::TerrainAt(*terrain as u16, self.scalar(cell)),
            ExprKind::Hand(player, kinds) => {
                Node::Hand(self.scalar(player), kinds.as_ref().map(|kinds| self.set(kinds)))
            }
            ExprKind::KindAt(cell) => Node::KindAt(self.scalar(cell)),
            ExprKind::OwnerAt(cell) => Node::OwnerAt(self.scalar(cell)),
            ExprKind::Height(cell) => Node::Height(self.scalar(cell)),
            ExprKind::RankOf(cell, player) => Node::RankOf(self.scalar(cell), self.scalar(player)),
            ExprKind::Coordinate(column, cell) => Node::Coordinate(*column, self.scalar(cell)),
            ExprKind::Joins(set, from, to) => Node::Joins(self.set(set), self.set(from), self.set(to)),
            ExprKind::Distance(from, to) => {
                let rules = self.rules.clone();
                self.program.geometry.measure(&rules);
                Node::Distance(self.scalar(from), self.scalar(to))
            }
            ExprKind::Stuck(player) => Node::Stuck(self.scalar(player)),
            ExprKind::Repeated(board, times, within) => {
                let within = within.as_ref().map(|turns| self.scalar(turns));
                Node::Repeated(*board, *times, within)
            }
            ExprKind::Without(counter, n) => Node::Without(*counter as u16, *n),
            ExprKind::Played(number) => Node::Played(*number as u16),
            ExprKind::Can(player, number) => Node::Can(self.scalar(player), *number as u16),
            ExprKind::Turns => Node::Turns,
            ExprKind::Rounds => Node::Rounds,
            ExprKind::Shows(ty, side, pose) => Node::Shows(*ty as u16, *side as u8, self.scalar(pose)),
            ExprKind::Tipped(ty, pose, way) => Node::Tipped(*ty as u16, self.scalar(pose), self.scalar(way)),
            ExprKind::Turned(ty, pose, n) => Node::Turned(*ty as u16, self.scalar(pose), self.scalar(n)),
            _ => Node::Constant(NOTHING),
        }
    }

    /// Whether a cell is in a set; rows through the cell alone are looked for where rows are asked for.
    fn contains(&mut self, member: &Expr, set: &Expr) -> Node {
        if let ExprKind::Lines(Some((exactly, n)), inside) = &set.kind {
            return Node::OnRow(*exactly, self.scalar(n), self.scalar(member), self.set(inside));
        }
        Node::Contains(self.scalar(member), self.set(set))
    }

    /// An expression as a set.
    pub(super) fn set(&mut self, expr: &Expr) -> Id {
        if !makes_set(&expr.kind).unwrap_or_else(|| is_set(expr)) {
            if let ExprKind::Constant(value) = &expr.kind {
                return self.constant_set(&value.clone().set());
            }
            let one = self.scalar(expr);
            return self.node(Node::ToSet(one));
        }
        let node = match &expr.kind {
            ExprKind::Constant(value) => return self.constant_set(&value.clone().set()),
            ExprKind::Kept(name) if self.is_set_name(*name) => return self.leaf(Node::KeptSet(*name as u32)),
            ExprKind::Kept(name) => {
                let one = self.leaf(Node::Kept(*name as u32));
                Node::ToSet(one)
            }
            ExprKind::Temporary(name) => {
                return match self.arguments.get(name) {
                    Some(&argument) => argument,
                    None => self.leaf(Node::TemporarySet(*name as u32)),
                };
            }
            ExprKind::Call(function, arguments) => return self.call(*function, arguments, true),
            ExprKind::If(condition, then, otherwise) => {
                Node::If(self.scalar(condition), self.set(then), self.set(otherwise))
            }
            ExprKind::OrElse(a, b) => Node::OrElse(self.set(a), self.set(b)),
            ExprKind::Variable(number, holder) => {
                Node::VariableSet(*number as u16, holder.as_ref().map(|holder| self.scalar(holder)))
            }
            ExprKind::Table(number, key) => Node::TableSet(*number as u16, self.scalar(key)),
            ExprKind::Empty => return self.leaf(Node::Empty),
            _ => self.plain_set(expr),
        };
        self.node(node)
    }

    fn constant_set(&mut self, set: &Set) -> Id {
        let number = self.program.pool.add(set.iter().collect());
        self.leaf(Node::ConstantSet(number))
    }

    fn plain_set(&mut self, expr: &Expr) -> Node {
        match &expr.kind {
            ExprKind::ToSet(inner) if is_set(inner) => {
                let set = self.set(inner);
                Node::Union(set, set)
            }
            ExprKind::ToSet(one) => Node::ToSet(self.scalar(one)),
            ExprKind::Enemies(player) => Node::Enemies(self.scalar(player)),
            ExprKind::Living => Node::Living,
            ExprKind::Union(a, b) => Node::Union(self.set(a), self.set(b)),
            ExprKind::Intersection(a, b) => Node::Intersection(self.set(a), self.set(b)),
            ExprKind::Difference(a, b) => Node::Difference(self.set(a), self.set(b)),
            ExprKind::Those(name, set, condition) => {
                let (set, condition) = (self.set(set), self.scalar(condition));
                self.those(*name as u32, set, condition)
            }
            ExprKind::Pieces(kinds, owner) => self.pieces(kinds, owner),
            ExprKind::AnyHeight(kinds, owner) => {
                let owner = match owner {
                    Owner::Any => None,
                    Owner::Of(players) => Some(self.set(players)),
                };
                Node::AnyHeight(kinds.iter().fold(0, |bits, kind| bits | 1 << kind), owner)
            }
            ExprKind::Empty => Node::Empty,
            ExprKind::Unmoved => Node::Unmoved,
            ExprKind::OnTerrain(terrain, value) => self.on_terrain(*terrain, value),
            ExprKind::WhereYes(number) => Node::WhereYes(*number as u16),
            ExprKind::Shift(ways, cells) => Node::Shift(self.set(ways), self.set(cells)),
            ExprKind::Opposite(ways) => Node::Opposite(self.set(ways)),
            ExprKind::Relative(player, notches) => Node::Relative(self.scalar(player), notches.clone().into()),
            ExprKind::Ranks(player, from, to) => {
                let mut end = |end: &Option<Box<Expr>>| end.as_ref().map(|end| self.scalar(end));
                let (from, to) = (end(from), end(to));
                Node::Ranks(self.scalar(player), from, to)
            }
            ExprKind::Rows(column, from, to) => Node::Rows(*column, self.scalar(from), self.scalar(to)),
            ExprKind::Reach { span, from, path, to } => Node::Reach {
                span: *span,
                from: self.set(from),
                path: self.path(path),
                to: to.as_ref().map(|to| self.set(to)),
            },
            ExprKind::Lines(None, set) => Node::Lines(self.set(set)),
            ExprKind::Lines(Some((exactly, n)), set) => Node::StraightLines(*exactly, self.scalar(n), self.set(set)),
            ExprKind::Group(set, cells) => Node::Group(self.set(set), self.set(cells)),
            ExprKind::Surrounded => Node::Surrounded,
            ExprKind::Urgent => Node::Urgent,
            ExprKind::Enclosed(set, border) => Node::Enclosed(self.set(set), self.set(border)),
            ExprKind::Attacked(player, cells) => Node::Attacked(self.scalar(player), self.set(cells)),
            ExprKind::Seat(player) => Node::Seat(self.scalar(player)),
            _ => {
                let nothing = self.program.pool.add(Vec::new());
                Node::ConstantSet(nothing)
            }
        }
    }

    fn on_terrain(&mut self, terrain: usize, value: &Expr) -> Node {
        let fixed = match &value.kind {
            ExprKind::Constant(value) => value.clone().set(),
            _ => Set::default(),
        };
        match fixed.first() {
            Some(only) if fixed.len() == 1 => {
                let layout = &self.program.layout;
                Node::Plane(layout.terrains[terrain] + u32::from(only) * layout.set as u32)
            }
            _ => Node::OnTerrain(terrain as u16, self.set(value)),
        }
    }

    /// The kinds as the places of their planes.
    pub(super) fn kinds(&self, kinds: &Set) -> Kinds {
        let planes: Vec<u32> = kinds.iter().map(|kind| self.program.layout.kinds[kind as usize]).collect();
        match planes.as_slice() {
            _ if kinds.len() == self.rules.kinds.len() => Kinds::All,
            [only] => Kinds::One(*only),
            _ => Kinds::Some(planes.into()),
        }
    }

    fn pieces(&mut self, kinds: &Set, owner: &Owner) -> Node {
        let owners = match owner {
            Owner::Any => Owners::Any,
            Owner::Of(players) => self.owners(players),
        };
        // Where all kinds belong to somebody, all kinds of an owner are its plane.
        Node::Pieces(self.kinds(kinds), owners)
    }

    fn owners(&mut self, players: &Expr) -> Owners {
        let is_me = |expr: &Expr| matches!(expr.kind, ExprKind::Me);
        match &players.kind {
            ExprKind::ToSet(one) if is_me(one) => Owners::Mine,
            ExprKind::Enemies(one) if is_me(one) => Owners::Others,
            ExprKind::Constant(value) => Owners::Fixed(value.clone().set().iter().map(|player| 1 << player).sum()),
            _ => {
                let players = self.set(players);
                match self.program.nodes[players as usize] {
                    Node::ToSet(one) if self.program.nodes[one as usize] == Node::Me => Owners::Mine,
                    Node::Enemies(one) if self.program.nodes[one as usize] == Node::Me => Owners::Others,
                    _ => Owners::Of(players),
                }
            }
        }
    }

    /// The pieces of some kinds that the player of `my` may move: its own and those of neutral kinds.
    pub(super) fn movable(&mut self, kinds: &Set) -> Id {
        let is_neutral = |kind: &u16| self.rules.kinds[*kind as usize].neutral;
        let (neutral, owned): (Vec<u16>, Vec<u16>) = kinds.iter().partition(is_neutral);
        let owned: Set = owned.into_iter().collect();
        let own = Node::Pieces(self.kinds(&owned), Owners::Mine);
        let own = self.node(own);
        if neutral.is_empty() {
            return own;
        }
        let free = Node::Pieces(self.kinds(&neutral.into_iter().collect()), Owners::Any);
        let free = self.node(free);
        self.node(Node::Union(own, free))
    }

    /// A definition, its arguments put in where that costs nothing and bound to names elsewhere.
    fn call(&mut self, function: usize, arguments: &[Expr], wants_set: bool) -> Id {
        let rules = self.rules.clone();
        let model = &rules.functions[function];
        let mut bound: Vec<(u32, Id, bool)> = Vec::new();
        let mut key = vec![Id::from(wants_set)];
        for (&name, argument) in model.parameters.iter().zip(arguments) {
            let set = is_set(argument);
            let id = if set { self.set(argument) } else { self.scalar(argument) };
            let is_leaf = self.leaves.iter().any(|(_, leaf)| *leaf == id);
            let stands = if is_leaf {
                id
            } else {
                bound.push((name as u32, id, set));
                let name = name as u32;
                self.leaf(if set { Node::TemporarySet(name) } else { Node::Temporary(name) })
            };
            key.push(stands);
        }
        let known = self.calls.get(&(function, key.clone())).copied();
        let body = known.unwrap_or_else(|| {
            let before = self.arguments.clone();
            self.arguments = model.parameters.iter().copied().zip(key[1..].iter().copied()).collect();
            let body = if wants_set { self.set(&model.body) } else { self.scalar(&model.body) };
            self.arguments = before;
            self.calls.insert((function, key), body);
            body
        });
        bound.into_iter().rev().fold(body, |body, (name, value, set)| {
            self.node(if set { Node::LetSet(name, value, body) } else { Node::LetScalar(name, value, body) })
        })
    }
}
