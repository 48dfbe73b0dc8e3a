//! The meaning of the nodes that give sets.

use crate::program::node::{Id, Kinds, NOBODY, Node, Owners};
use crate::program::{Place, Table};

use super::bits::Bits;
use super::machine::Machine;
use super::pieces::Piece;
use super::scalars::number;
use super::scratch::Scratch;
use super::state::State;

impl<const W: usize> Machine<W> {
    /// A constant set.
    #[inline]
    pub fn constant(&self, number: u32) -> Bits<W> {
        Bits::load(&self.program.pool.words[number as usize * W..])
    }

    /// The set that a node gives.
    pub fn set(&self, sc: &mut Scratch<W>, st: &State, id: Id) -> Bits<W> {
        match &self.program.nodes[id as usize] {
            Node::ConstantSet(number) => self.constant(*number),
            Node::ConstantSetByMe(number) => self.constant(number + u32::from(st.turn.who.min(self.n_players()))),
            Node::KeptSet(name) => st.name_set(&self.program.layout, *name as usize),
            Node::TemporarySet(name) => sc.sets[*name as usize],
            Node::Union(a, b) => self.set(sc, st, *a) | self.set(sc, st, *b),
            // Whether a cell is attacked takes long to see, so no other cells are asked about.
            Node::Intersection(a, b) => match (&self.program.nodes[*a as usize], &self.program.nodes[*b as usize]) {
                (Node::Attacked(player, cells), _) => self.attacked_among(sc, st, (*player, *cells), *b),
                (_, Node::Attacked(player, cells)) => self.attacked_among(sc, st, (*player, *cells), *a),
                _ => self.set(sc, st, *a) & self.set(sc, st, *b),
            },
            Node::Difference(a, b) => self.set(sc, st, *a) - self.set(sc, st, *b),
            Node::Pieces(kinds, owners) => self.pieces(sc, st, kinds, owners),
            Node::Empty => self.cells() - st.bits(self.program.layout.occupied),
            Node::Plane(plane) => st.bits(*plane as usize),
            Node::ToSet(one) => self.one(sc, st, *one).map_or(Bits::EMPTY, Bits::of),
            Node::If(condition, then, otherwise) => {
                let holds = self.truth(sc, st, *condition);
                self.set(sc, st, if holds { *then } else { *otherwise })
            }
            Node::OrElse(a, b) => {
                let first = self.set(sc, st, *a);
                if first.is_empty() { self.set(sc, st, *b) } else { first }
            }
            Node::LetScalar(name, value, body) => {
                sc.scalars[*name as usize] = self.scalar(sc, st, *value);
                self.set(sc, st, *body)
            }
            Node::LetSet(name, value, body) => {
                sc.sets[*name as usize] = self.set(sc, st, *value);
                self.set(sc, st, *body)
            }
            Node::Shift(ways, cells) => {
                let (ways, cells) = (self.set(sc, st, *ways), self.set(sc, st, *cells));
                ways.iter().fold(Bits::EMPTY, |shifted, way| shifted | self.shift(way, cells))
            }
            node => self.seldom_set(sc, st, id, node),
        }
    }

    /// The sets that are asked for less often.
    fn seldom_set(&self, sc: &mut Scratch<W>, st: &State, id: Id, node: &Node) -> Bits<W> {
        match node {
            Node::Those(name, set, condition) => {
                let mut those = Bits::EMPTY;
                for member in self.set(sc, st, *set).iter() {
                    sc.scalars[*name as usize] = i64::from(member);
                    if sc.spend(1) && self.truth(sc, st, *condition) {
                        those.insert(member);
                    }
                }
                those
            }
            Node::Enemies(player) => match self.one(sc, st, *player) {
                Some(own) => (0..u16::from(self.n_players())).filter(|&other| other != own).collect(),
                None => Bits::EMPTY,
            },
            Node::AnyHeight(kinds, owners) => self.at_any_height(sc, st, *kinds, *owners),
            Node::Living => self.living(st).map(u16::from).collect(),
            Node::Unmoved => {
                let occupied = st.bits(self.program.layout.occupied);
                let unmoved = self.program.layout.moved.map_or(occupied, |moved| occupied - st.bits(moved));
                told(sc, unmoved, |piece| !piece.moved)
            }
            Node::OnTerrain(terrain, values) => {
                let first = self.program.layout.terrains[*terrain as usize] as usize;
                let n_values = self.program.rules.terrains[*terrain as usize].values.len() as u16;
                let values = self.set(sc, st, *values).iter().filter(|&value| value < n_values);
                values.fold(Bits::EMPTY, |cells, value| cells | st.bits(first + value as usize * W))
            }
            Node::VariableSet(number, holder) => self.variable_set(sc, st, *number, *holder),
            Node::WhereYes(number) => match self.program.variables[*number as usize].place {
                Place::Scalars(at, _) => match self.program.variables[*number as usize].attribute {
                    None => st.bits(at as usize),
                    Some(attribute) => {
                        told(sc, st.bits(at as usize), |piece| piece.attributes.get(attribute as usize) == Some(&1))
                    }
                },
                Place::Sets(_) => Bits::EMPTY,
            },
            Node::TableSet(table, key) => {
                let key = self.one(sc, st, *key).map(usize::from);
                match &self.program.tables[*table as usize] {
                    Table::Sets(first, n) => self.constant(first + key.filter(|key| key < n).unwrap_or(*n) as u32),
                    Table::Scalars(..) => self.scalar(sc, st, id).try_into().map_or(Bits::EMPTY, Bits::of),
                }
            }
            Node::Relative(player, notches) => {
                let player = self.player(sc, st, *player);
                self.relative(player, notches)
            }
            Node::Opposite(ways) => {
                let opposite = &self.program.geometry.opposite;
                let ways = self.set(sc, st, *ways).iter();
                let back = ways.filter_map(|way| opposite.get(way as usize).copied());
                back.filter(|&way| way != crate::program::node::NONE).collect()
            }
            Node::Ranks(player, from, to) => self.ranks(sc, st, *player, *from, *to),
            Node::Rows(column, from, to) => {
                let range = self.number(sc, st, *from)..=self.number(sc, st, *to);
                let place = |&(row, along): &(u16, u16)| if *column { along } else { row };
                let places = (0..).zip(self.program.geometry.coordinates.iter().map(place));
                places
                    .filter(|(_, place)| *place > 0 && range.contains(&i64::from(*place)))
                    .map(|(cell, _)| cell)
                    .collect()
            }
            Node::Reach { span, from, path, to } => {
                self.remembered(sc, st, id, |sc| self.reach(sc, st, *span, *from, *path, *to))
            }
            Node::Lines(set) => {
                let set = self.set(sc, st, *set);
                let lines = self.program.geometry.lines.iter().map(|&line| self.constant(line));
                lines.filter(|line| (*line - set).is_empty()).fold(Bits::EMPTY, |all, line| all | line)
            }
            Node::StraightLines(exactly, n, set) => {
                let (n, set) = (self.number(sc, st, *n), self.set(sc, st, *set));
                set.iter().filter(|&cell| self.is_on_row(*exactly, n, cell, &set)).collect()
            }
            Node::Group(set, cells) => {
                let (set, cells) = (self.set(sc, st, *set), self.set(sc, st, *cells));
                self.spread(set, cells)
            }
            Node::Surrounded => self.surrounded(st),
            Node::Urgent => Bits::EMPTY,
            Node::Enclosed(set, border) => {
                let (set, border) = (self.set(sc, st, *set), self.set(sc, st, *border));
                self.enclosed(set, border)
            }
            Node::Attacked(player, cells) => self.attacked_among(sc, st, (*player, *cells), *cells),
            Node::Seat(player) => {
                let player = self.player(sc, st, *player);
                let player = self.program.rules.players.get(player as usize);
                player.map_or(Bits::EMPTY, |player| player.seat.iter().collect())
            }
            // What is left are scalars: the set of the one member.
            _ => super::scalars::member(self.scalar(sc, st, id)).map_or(Bits::EMPTY, Bits::of),
        }
    }

    /// Those of some cells that are asked about, and of others, on which an opponent of a player could take.
    fn attacked_among(&self, sc: &mut Scratch<W>, st: &State, (player, cells): (Id, Id), among: Id) -> Bits<W> {
        let (player, asked) = (self.player(sc, st, player), self.set(sc, st, cells));
        let cells = if among == cells { asked } else { asked & self.set(sc, st, among) };
        if player == NOBODY { Bits::EMPTY } else { self.attacked(sc, st, player, cells) }
    }

    /// A set that the guard which is being asked of a state may have worked out already.
    fn remembered(
        &self,
        sc: &mut Scratch<W>,
        st: &State,
        id: Id,
        work_out: impl FnOnce(&mut Scratch<W>) -> Bits<W>,
    ) -> Bits<W> {
        let is_asked = sc.found_out.state == std::ptr::from_ref(st).addr();
        let shared = self.program.shared.get(id as usize).copied().flatten();
        let Some(number) = shared.map(usize::from).filter(|_| is_asked) else { return work_out(sc) };
        let guard = sc.found_out.guard;
        if let Some(&(known, set)) = sc.found_out.sets.get(number)
            && known == guard
        {
            return set;
        }
        let set = work_out(sc);
        if sc.found_out.sets.len() <= number {
            sc.found_out.sets.resize(number + 1, (0, Bits::EMPTY));
        }
        sc.found_out.sets[number] = (guard, set);
        set
    }

    /// Whether a guard allows a run; what it asks for more than once is worked out once.
    pub fn allows_run(&self, sc: &mut Scratch<W>, st: &State, when: Option<Id>) -> bool {
        let Some(when) = when else { return true };
        sc.found_out.guard += 1;
        let outside = std::mem::replace(&mut sc.found_out.state, std::ptr::from_ref(st).addr());
        let allows = self.truth(sc, st, when);
        // What was found out here is not for the guard within which this one was asked.
        sc.found_out.guard += 1;
        sc.found_out.state = outside;
        allows
    }

    /// The cells of the pieces of a player.
    #[inline]
    pub fn of_player(&self, st: &State, player: u8) -> Bits<W> {
        if player >= self.n_players() {
            return Bits::EMPTY;
        }
        st.bits(self.program.layout.owners + player as usize * W)
    }

    fn of_players(&self, st: &State, players: impl Iterator<Item = u8>) -> Bits<W> {
        players.fold(Bits::EMPTY, |cells, player| cells | self.of_player(st, player))
    }

    fn pieces(&self, sc: &mut Scratch<W>, st: &State, kinds: &Kinds, owners: &Owners) -> Bits<W> {
        let layout = &self.program.layout;
        let theirs = match owners {
            Owners::Any => st.bits(layout.occupied),
            Owners::Mine => self.of_player(st, st.turn.who),
            Owners::Others if st.turn.who == NOBODY => Bits::EMPTY,
            Owners::Others if self.n_players() == 2 => self.of_player(st, 1 - st.turn.who),
            Owners::Others => {
                let who = st.turn.who;
                self.of_players(st, (0..self.n_players()).filter(|&player| player != who))
            }
            Owners::Fixed(players) => {
                self.of_players(st, (0..self.n_players()).filter(|player| players >> player & 1 == 1))
            }
            Owners::Of(players) => {
                let players = self.set(sc, st, *players);
                self.of_players(st, players.iter().map(|player| player.min(255) as u8))
            }
        };
        match kinds {
            Kinds::All => theirs,
            Kinds::One(plane) => theirs & st.bits(*plane as usize),
            Kinds::Some(planes) => {
                theirs & planes.iter().fold(Bits::EMPTY, |cells, &plane| cells | st.bits(plane as usize))
            }
        }
    }

    fn variable_set(&self, sc: &mut Scratch<W>, st: &State, variable: u16, holder: Option<Id>) -> Bits<W> {
        let variable = &self.program.variables[variable as usize];
        let member = match holder {
            Some(holder) => self.one(sc, st, holder).map_or(usize::MAX, usize::from),
            None => 0,
        };
        match variable.place {
            Place::Sets(at) if member < variable.count => st.bits(at as usize + member * W),
            Place::Sets(_) => Bits::EMPTY,
            Place::Scalars(..) => {
                let value = if member < variable.count { st.value(variable.place, member) } else { 0 };
                super::scalars::member(variable.seen(value)).map_or(Bits::EMPTY, Bits::of)
            }
        }
    }

    fn relative(&self, player: u8, notches: &[i32]) -> Bits<W> {
        let board = &self.program.rules.board;
        let player = self.program.rules.players.get(player as usize);
        let Some(facing) = player.and_then(|player| player.facing) else {
            return Bits::EMPTY;
        };
        let ways = notches.iter().filter_map(|&notches| board.turned(facing, notches));
        ways.map(|way| u16::from(way.0)).collect()
    }

    fn ranks(&self, sc: &mut Scratch<W>, st: &State, player: Id, from: Option<Id>, to: Option<Id>) -> Bits<W> {
        let player = self.player(sc, st, player);
        let Some(ranked) = self.ranked.get(player as usize) else {
            return Bits::EMPTY;
        };
        let last = ranked.len() as i64;
        let mut end = |end: Option<Id>| end.map_or(last, |end| number(self.scalar(sc, st, end)));
        let (from, to) = (end(from).max(1), end(to).min(last));
        (from..=to).fold(Bits::EMPTY, |cells, rank| cells | ranked[rank as usize - 1])
    }
}

/// The cells whose piece is so, where the piece that travels is told of, too.
fn told<const W: usize>(sc: &Scratch<W>, mut cells: Bits<W>, is_so: impl Fn(&Piece) -> bool) -> Bits<W> {
    if let Some((cell, piece)) = &sc.lifted {
        cells.remove(*cell);
        if is_so(piece) {
            cells.insert(*cell);
        }
    }
    cells
}
