//! What operations do to variables and terrains, and what carries many things a little way.

use crate::program::node::{NOBODY, NONE};
use crate::program::{Place, Variable};
use crate::rules::model::journey;

use super::bits::Bits;
use super::machine::Machine;
use super::pieces::Piece;
use super::scalars::number;
use super::scratch::Scratch;
use super::state::State;

impl<const W: usize> Machine<W> {
    /// Sets a variable of the game, of members, or of the pieces on cells; the value is worked out once.
    pub(super) fn set_variable(
        &self,
        sc: &mut Scratch<W>,
        run: &mut State,
        number: u16,
        holder: Option<u32>,
        value: u32,
    ) {
        let variable = &self.program.variables[number as usize];
        if let Place::Sets(at) = variable.place {
            let value = self.set(sc, run, value);
            let holders = holder.map_or(Bits::of(0), |holder| self.set(sc, run, holder));
            for member in holders.iter().map(usize::from).filter(|&member| member < variable.count) {
                run.put_bits(at as usize + member * W, value);
            }
        } else {
            let value = variable.fit(self.scalar(sc, run, value));
            let holders = holder.map_or(Bits::of(0), |holder| self.set(sc, run, holder));
            holders.iter().for_each(|member| self.write(run, variable, member, value));
        }
        self.note_written(run, number);
    }

    /// Sets the variable of a member or of the piece on a cell.
    pub fn write(&self, run: &mut State, variable: &Variable, holder: u16, value: i64) {
        let Place::Scalars(at, width) = variable.place else { return };
        let is_there = match variable.attribute {
            Some(_) => self.kind_at(run, holder).is_some_and(|kind| variable.kinds >> kind & 1 == 1),
            None => (holder as usize) < variable.count,
        };
        if is_there {
            run.store(at, width, holder as usize, value);
        }
    }

    pub(super) fn paint(&self, run: &mut State, terrain: u16, cell: u16, value: u16) {
        let first = self.program.layout.terrains[terrain as usize] as usize;
        if let Some(old) = self.terrain_at(run, terrain, cell) {
            run.flip(first + old as usize * W, cell);
        }
        run.flip(first + value as usize * W, cell);
    }

    pub(super) fn lay(
        &self,
        run: &mut State,
        (terrain, corner): (u16, u16),
        tile: Option<u16>,
        (face, quarters): (i64, i64),
    ) {
        let rules = &self.program.rules;
        let tile = tile.and_then(|tile| rules.tiles.get(tile as usize));
        let rows = tile.and_then(|tile| tile.faces.get(usize::try_from(face).ok()?));
        let Some(rows) = rows else { return };
        let rows = (0..quarters.rem_euclid(4)).fold(rows.clone(), |rows, _| turned_clockwise(&rows));
        let coordinates = &self.program.geometry.coordinates;
        let (low, left) = coordinates[corner as usize];
        if low == 0 {
            return;
        }
        for (cell, &(row, column)) in (0_u16..).zip(coordinates).filter(|(_, (row, _))| *row > 0) {
            let (Some(x), Some(y)) = (column.checked_sub(left), row.checked_sub(low)) else {
                continue;
            };
            if let Some(&value) = rows.iter().rev().nth(y as usize).and_then(|row| row.get(x as usize)) {
                self.paint(run, terrain, cell, value);
            }
        }
    }

    /// Gives variables their first values.
    pub fn expire(&self, st: &mut State, variables: &[u16]) {
        for &number in variables {
            let variable = &self.program.variables[number as usize];
            match (variable.place, variable.attribute) {
                (Place::Scalars(at, width), Some(attribute)) => {
                    let occupied: Bits<W> = st.bits(self.program.layout.occupied);
                    for cell in occupied.iter() {
                        let kind = self.kind_at(st, cell).unwrap_or_default();
                        let first = self.program.new_attributes[kind as usize][attribute as usize];
                        if variable.kinds >> kind & 1 == 1 {
                            st.store(at, width, cell as usize, first);
                        }
                    }
                    self.expire_buried(st, variable, attribute);
                }
                (Place::Scalars(at, width), None) => {
                    for index in 0..variable.count {
                        let first = self.first(variable.place, index);
                        st.store(at, width, index, first);
                    }
                }
                (Place::Sets(at), _) => {
                    let range = at as usize..at as usize + variable.count * W;
                    st.words[range.clone()].copy_from_slice(&self.program.blank[range]);
                }
            }
        }
    }

    fn expire_buried(&self, st: &mut State, variable: &Variable, attribute: u16) {
        for words in st.buried.chunks_mut(1 + self.program.layout.attributes.len()) {
            let kind = (words[0] >> 16) as u8;
            if variable.kinds >> kind & 1 == 1 {
                let first = self.program.new_attributes[kind as usize][attribute as usize];
                words[1 + attribute as usize] = first as u64;
            }
        }
    }

    /// The first value of a variable by the place of its values.
    pub fn first(&self, place: Place, index: usize) -> i64 {
        super::state::load(&self.program.blank, place, index)
    }

    /// Notes when a variable was set that lasts two turns. One that has its first values has nothing to forget.
    pub fn note_written(&self, run: &mut State, number: u16) {
        let Some(written) = self.program.layout.written[number as usize] else { return };
        let variable = &self.program.variables[number as usize];
        let is_first = variable.attribute.is_none()
            && (0..variable.count).all(|index| match variable.place {
                Place::Sets(at) => {
                    let range = at as usize + index * W..at as usize + (index + 1) * W;
                    run.words[range.clone()] == self.program.blank[range]
                }
                place => run.value(place, index) == self.first(place, index),
            });
        // The set-up is the turn before the first.
        let now = u64::from(run.turn.turns) + u64::from(run.turn.mover != NOBODY);
        run.words[written as usize] = if is_first { 0 } else { now };
    }

    /// Moves the top pieces of cells one cell in a direction, all at once. What has no cell to go to is captured.
    pub(super) fn push_all(&self, run: &mut State, cells: Bits<W>, way: u16) {
        let lifted: Vec<(u16, Piece)> =
            cells.iter().filter_map(|cell| self.pop(run, cell).map(|piece| (cell, piece))).collect();
        for (cell, mut piece) in lifted {
            piece.moved = self.program.layout.moved.is_some();
            match self.program.geometry.step(cell, way) {
                NONE => {
                    self.note_taken(run, cell);
                    self.capture(run, piece);
                }
                next => self.place(run, next, &piece),
            }
        }
    }

    /// Empties a cell and adds one to each cell further on, but not to those left out, as long as there is something
    /// left. Then the travel is that of the last seed.
    pub(super) fn sow(
        &self,
        sc: &mut Scratch<W>,
        run: &mut State,
        variable: u16,
        (from, way, except): (u16, u16, Bits<W>),
    ) {
        let about = &self.program.variables[variable as usize];
        let held = |run: &State, cell: u16| number(run.value(about.place, cell as usize));
        let seeds = held(run, from);
        self.write(run, about, from, about.fit(0));
        let mut last = from;
        for _ in 0..seeds {
            let Some(next) = self.further(last, way, &except).filter(|_| sc.spend(1)) else {
                break;
            };
            last = next;
            let more = about.fit(held(run, last) + 1);
            self.write(run, about, last, more);
        }
        self.note_written(run, variable);
        let layout = &self.program.layout;
        run.keep(layout, journey::ORIGIN, i64::from(from));
        run.keep(layout, journey::LANDING, i64::from(last));
        run.keep(layout, journey::WAY, i64::from(way));
    }

    /// The next cell in a direction that is not left out.
    pub fn further(&self, from: u16, way: u16, except: &Bits<W>) -> Option<u16> {
        let mut here = from;
        for _ in 0..self.program.geometry.n_cells {
            here = Some(self.program.geometry.step(here, way)).filter(|&next| next != NONE)?;
            if !except.contains(here) {
                return Some(here);
            }
        }
        None
    }
}

/// The rows of a tile after a quarter turn clockwise.
fn turned_clockwise(rows: &[Vec<u16>]) -> Vec<Vec<u16>> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    (0..width).map(|column| rows.iter().rev().filter_map(|row| row.get(column).copied()).collect()).collect()
}
