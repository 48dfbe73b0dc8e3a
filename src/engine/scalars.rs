//! The meaning of the nodes that give scalars. Everything is total: a question about nothing is answered by nothing.

use crate::program::Table;
use crate::program::node::{Id, NOBODY, NOTHING, Node};

use super::machine::Machine;
use super::scratch::Scratch;
use super::state::State;

/// A scalar as a number: none is zero.
#[inline]
pub fn number(value: i64) -> i64 {
    if value == NOTHING { 0 } else { value }
}

/// A scalar as a member.
#[inline]
pub fn member(value: i64) -> Option<u16> {
    u16::try_from(value).ok()
}

impl<const W: usize> Machine<W> {
    /// Whether a node holds.
    #[inline]
    pub fn truth(&self, sc: &mut Scratch<W>, st: &State, id: Id) -> bool {
        self.scalar(sc, st, id) == 1
    }

    /// Whether a condition holds; one that was not written does.
    #[inline]
    pub fn holds(&self, sc: &mut Scratch<W>, st: &State, condition: Option<Id>) -> bool {
        condition.is_none_or(|condition| self.truth(sc, st, condition))
    }

    /// The number that a node gives.
    #[inline]
    pub fn number(&self, sc: &mut Scratch<W>, st: &State, id: Id) -> i64 {
        number(self.scalar(sc, st, id))
    }

    /// The member that a node gives.
    #[inline]
    pub fn one(&self, sc: &mut Scratch<W>, st: &State, id: Id) -> Option<u16> {
        member(self.scalar(sc, st, id))
    }

    /// The player that a node gives, or [`NOBODY`].
    #[inline]
    pub fn player(&self, sc: &mut Scratch<W>, st: &State, id: Id) -> u8 {
        match self.one(sc, st, id) {
            Some(player) if player < u16::from(self.n_players()) => player as u8,
            _ => NOBODY,
        }
    }

    /// The scalar that a node gives.
    pub fn scalar(&self, sc: &mut Scratch<W>, st: &State, id: Id) -> i64 {
        let someone = |player: u8| if player == NOBODY { NOTHING } else { i64::from(player) };
        match &self.program.nodes[id as usize] {
            Node::Constant(value) => *value,
            Node::ConstantByMe(values) => values[(st.turn.who as usize).min(values.len() - 1)],
            Node::Kept(name) => st.name(&self.program.layout, *name as usize),
            Node::Temporary(name) => sc.scalars[*name as usize],
            Node::Me => someone(st.turn.who),
            Node::Mover => someone(st.turn.mover),
            Node::Next if st.turn.mover == NOBODY => NOTHING,
            Node::Next => someone(self.after_player(st, st.turn.mover)),
            Node::Starter => i64::from(st.turn.starter),
            Node::And(a, b) => i64::from(self.truth(sc, st, *a) && self.truth(sc, st, *b)),
            Node::Or(a, b) => i64::from(self.truth(sc, st, *a) || self.truth(sc, st, *b)),
            Node::Not(a) => i64::from(!self.truth(sc, st, *a)),
            Node::Same(a, b) => i64::from(self.scalar(sc, st, *a) == self.scalar(sc, st, *b)),
            Node::SameSets(a, b) => i64::from(self.set(sc, st, *a) == self.set(sc, st, *b)),
            Node::Compare(how, a, b) => i64::from(how.holds(self.number(sc, st, *a), self.number(sc, st, *b))),
            Node::Arithmetic(how, a, b) => how.of(self.number(sc, st, *a), self.number(sc, st, *b)),
            Node::Odd(a) => i64::from(self.number(sc, st, *a) % 2 != 0),
            Node::Contains(one, set) => {
                let one = self.one(sc, st, *one);
                i64::from(one.is_some_and(|one| self.set(sc, st, *set).contains(one)))
            }
            Node::SomeSet(set) => i64::from(self.is_some(sc, st, *set)),
            Node::SomeScalar(one) => i64::from(self.scalar(sc, st, *one) != NOTHING),
            Node::Count(set) => self.set(sc, st, *set).count() as i64,
            Node::FirstOf(set) => self.set(sc, st, *set).first().map_or(NOTHING, i64::from),
            Node::If(condition, then, otherwise) => {
                let holds = self.truth(sc, st, *condition);
                self.scalar(sc, st, if holds { *then } else { *otherwise })
            }
            Node::OrElse(a, b) => match self.scalar(sc, st, *a) {
                NOTHING => self.scalar(sc, st, *b),
                value => value,
            },
            Node::LetScalar(name, value, body) => {
                sc.scalars[*name as usize] = self.scalar(sc, st, *value);
                self.scalar(sc, st, *body)
            }
            Node::LetSet(name, value, body) => {
                sc.sets[*name as usize] = self.set(sc, st, *value);
                self.scalar(sc, st, *body)
            }
            Node::Variable(number, holder) => self.variable(sc, st, *number, *holder),
            Node::Turns => i64::from(st.turn.turns),
            Node::Rounds => i64::from(st.turn.rounds),
            Node::Played(number) => i64::from(st.turn.played == *number),
            node => self.seldom_scalar(sc, st, id, node),
        }
    }

    /// The scalars that are asked for less often.
    fn seldom_scalar(&self, sc: &mut Scratch<W>, st: &State, id: Id, node: &Node) -> i64 {
        let or_nothing = |value: Option<u16>| value.map_or(NOTHING, i64::from);
        match node {
            Node::Total(name, set, number) => self.total(sc, st, *name, *set, *number),
            Node::TerrainAt(terrain, cell) => {
                let cell = self.one(sc, st, *cell);
                or_nothing(cell.and_then(|cell| self.terrain_at(st, *terrain, cell)))
            }
            Node::Hand(player, kinds) => self.hand(sc, st, *player, *kinds),
            Node::KindAt(cell) => {
                let cell = self.one(sc, st, *cell);
                let kind = cell.and_then(|cell| match sc.lifted_at(cell) {
                    Some(piece) => Some(piece.kind),
                    None => self.kind_at(st, cell),
                });
                or_nothing(kind.map(u16::from))
            }
            Node::OwnerAt(cell) => {
                let cell = self.one(sc, st, *cell);
                let owner = cell.and_then(|cell| match sc.lifted_at(cell) {
                    Some(piece) => Some(piece.owner).filter(|&owner| owner != NOBODY),
                    None => self.owner_at(st, cell),
                });
                or_nothing(owner.map(u16::from))
            }
            Node::Height(cell) => self.one(sc, st, *cell).map_or(0, |cell| {
                // The piece that travels is told of where it is, and counts there.
                self.height(st, cell) as i64 + i64::from(sc.lifted_at(cell).is_some())
            }),
            Node::Table(table, key) => {
                let key = self.one(sc, st, *key);
                match &self.program.tables[*table as usize] {
                    Table::Scalars(values, missing) => *key.and_then(|key| values.get(key as usize)).unwrap_or(missing),
                    Table::Sets(..) => NOTHING,
                }
            }
            Node::RankOf(cell, player) => {
                let (cell, player) = (self.one(sc, st, *cell), self.player(sc, st, *player));
                let ranks = self.program.geometry.ranks.get(player as usize);
                cell.and_then(|cell| ranks?.get(cell as usize)).map_or(0, |&rank| i64::from(rank))
            }
            Node::Coordinate(column, cell) => {
                let cell = self.one(sc, st, *cell);
                let place = cell.and_then(|cell| self.program.geometry.coordinates.get(cell as usize));
                place.map_or(0, |&(row, along)| i64::from(if *column { along } else { row }))
            }
            Node::Joins(set, from, to) => {
                let (set, from) = (self.set(sc, st, *set), self.set(sc, st, *from));
                let to = self.set(sc, st, *to);
                i64::from(self.joins(set, from, to))
            }
            Node::Distance(from, to) => {
                let pair = self.one(sc, st, *from).zip(self.one(sc, st, *to));
                pair.map_or(0, |(from, to)| i64::from(self.program.geometry.distance(from, to)))
            }
            Node::Stuck(player) => {
                let player = self.player(sc, st, *player);
                i64::from(player != NOBODY && self.is_stuck(sc, st, player))
            }
            Node::Repeated(board, times, within) => {
                let turns = within.map_or(i64::MAX, |turns| self.number(sc, st, turns));
                i64::from(self.repeated(sc, st, *board, *times, turns))
            }
            Node::Without(counter, n) => {
                let count = st.words[self.program.layout.counters + *counter as usize] as i64;
                i64::from(count >= i64::from(*n))
            }
            Node::Can(player, number) => {
                let player = self.player(sc, st, *player);
                i64::from(player != NOBODY && self.can(sc, st, player, *number))
            }
            Node::Shows(ty, side, pose) => {
                let pose = self.one(sc, st, *pose);
                let cube = self.program.rules.types[*ty as usize].cube.as_ref();
                or_nothing(pose.and_then(|pose| cube?.shows.get(pose as usize)?.get(*side as usize).copied()))
            }
            Node::Tipped(ty, pose, way) => {
                let (pose, way) = (self.one(sc, st, *pose), self.one(sc, st, *way));
                or_nothing(pose.map(|pose| self.program.tipped(*ty, pose, way)))
            }
            Node::Turned(ty, pose, quarters) => {
                let (pose, quarters) = (self.one(sc, st, *pose), self.number(sc, st, *quarters).rem_euclid(4));
                let cube = self.program.rules.types[*ty as usize].cube.as_ref();
                let turned = |pose: u16| cube?.turned.get(pose as usize).copied();
                or_nothing(pose.and_then(|pose| (0..quarters).try_fold(pose, |pose, _| turned(pose))))
            }
            Node::OnRow(exactly, n, cell, set) => {
                let (n, cell) = (self.number(sc, st, *n), self.one(sc, st, *cell));
                let set = self.set(sc, st, *set);
                i64::from(cell.is_some_and(|cell| self.is_on_row(*exactly, n, cell, &set)))
            }
            // What is left are sets: where one member is wanted it is the first.
            _ => self.set(sc, st, id).first().map_or(NOTHING, i64::from),
        }
    }

    fn total(&self, sc: &mut Scratch<W>, st: &State, name: u32, set: Id, each: Id) -> i64 {
        let mut total = 0_i64;
        for member in self.set(sc, st, set).iter() {
            sc.scalars[name as usize] = i64::from(member);
            total = total.saturating_add(self.number(sc, st, each));
            sc.spend(1);
        }
        total
    }

    fn variable(&self, sc: &mut Scratch<W>, st: &State, number: u16, holder: Option<Id>) -> i64 {
        let variable = &self.program.variables[number as usize];
        let member = match holder {
            Some(holder) => match self.one(sc, st, holder) {
                Some(member) => member as usize,
                None => return variable.seen(if variable.is_truth() { 0 } else { NOTHING }),
            },
            None => 0,
        };
        let count = if variable.attribute.is_some() { self.program.geometry.n_cells } else { variable.count };
        let lifted = variable.attribute.zip(u16::try_from(member).ok().and_then(|cell| sc.lifted_at(cell)));
        let value = match lifted {
            Some((attribute, piece)) => piece.attributes.get(attribute as usize).copied().unwrap_or(NOTHING),
            None if member < count => st.value(variable.place, member),
            None => NOTHING,
        };
        variable.seen(value)
    }

    fn hand(&self, sc: &mut Scratch<W>, st: &State, player: Id, kinds: Option<Id>) -> i64 {
        let player = self.player(sc, st, player);
        if player == NOBODY {
            return 0;
        }
        let kinds = kinds.map(|kinds| self.set(sc, st, kinds));
        let layout = &self.program.layout;
        let asked = |kind: &usize| kinds.is_none_or(|kinds| kinds.contains(*kind as u16));
        (0..layout.kinds.len()).filter(asked).map(|kind| i64::from(st.hand(layout, player, kind))).sum()
    }
}
