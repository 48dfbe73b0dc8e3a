//! What pieces remember with more values than yes and no, and how cubes lie.

use crate::engine::planes::{raw, value_of_raw};
use crate::program::node::{Id, NOTHING, Node};
use crate::rules::model::Cube;
use crate::rules::types::Set;

use super::super::code::{Code, N, S};
use super::super::lane::value;
use super::super::registers::Held;
use super::lift::Asked;
use super::{Made, Maker, numbered};

/// Cells that are told by planes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// None.
    None,
    /// All.
    All,
    /// Those in a register.
    Is(S),
}

/// A variable of pieces that has a value for the cell that is asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recalled {
    variable: u16,
    asked: Asked,
    value: i64,
}

impl Maker<'_> {
    /// The value that a variable of pieces is taken to have, if a node asks for it.
    pub(super) fn recalled(&self, variable: u16, holder: Id) -> Option<i64> {
        let recalled = self.fixed_recall.get()?;
        (recalled.variable == variable && recalled.asked.is(self.node(holder))).then_some(recalled.value)
    }

    /// All cells for which a condition holds that asks for nothing but what the piece there remembers.
    pub(super) fn lift_recalled(&mut self, id: Id, asked: Asked) -> Made<S> {
        let (variable, mask) = self.mask_of(id, asked).ok_or("a condition that asks for more than pieces remember")?;
        if let Some(&known) = self.known.recalled.get(&(variable, mask)) {
            return Ok(known);
        }
        let Held::Bits(first, bits) = self.regs.variables[variable as usize] else { return Err("no planes") };
        let set = self.new_set()?;
        match self.masked((mask, bits), first)? {
            Part::None => self.put(Code::Empty(set)),
            Part::All => {
                let cells = self.cells();
                let cells = self.constant(&cells)?;
                self.put(Code::Constant(set, cells));
            }
            Part::Is(part) => self.put(Code::Copy(set, part)),
        }
        // What was worked out on the way is asked for by nobody else.
        self.next.0 = usize::from(set) + 1;
        self.known.recalled.insert((variable, mask), set);
        Ok(set)
    }

    /// The cells where so many bits, in planes from a register on, are a number that is told by a bit of a mask.
    ///
    /// ```text
    ///   mask 1 1 0 1  of numbers 3 to 0: the last plane tells 3 and 2 from 1 and 0
    ///        `-' `-'  where it has a cell both will do, elsewhere 0 alone: the cells without the first plane
    /// ```
    pub(super) fn masked(&mut self, (mask, bits): (u64, u8), first: S) -> Made<Part> {
        let Some(last) = bits.checked_sub(1) else { return Ok(if mask & 1 == 1 { Part::All } else { Part::None }) };
        let half = 1_u32 << last;
        let low = mask & ((1_u64 << half) - 1);
        let high = mask >> half & ((1_u64 << half) - 1);
        if low == high {
            return self.masked((low, last), first);
        }
        let (low, high) = (self.masked((low, last), first)?, self.masked((high, last), first)?);
        let plane = first + last;
        Ok(match (low, high) {
            (Part::None, Part::All) => Part::Is(plane),
            (Part::None, Part::Is(high)) => Part::Is(self.join(Code::And, high, plane)?),
            (Part::All, Part::None) => Part::Is(self.all_but(plane)?),
            (Part::All, Part::Is(high)) => {
                let others = self.all_but(plane)?;
                Part::Is(self.join(Code::Or, others, high)?)
            }
            (Part::Is(low), Part::None) => Part::Is(self.join(Code::Minus, low, plane)?),
            (Part::Is(low), Part::All) => Part::Is(self.join(Code::Or, low, plane)?),
            (Part::Is(low), Part::Is(high)) => {
                let (low, high) = (self.join(Code::Minus, low, plane)?, self.join(Code::And, high, plane)?);
                Part::Is(self.join(Code::Or, low, high)?)
            }
            (same, _) => same,
        })
    }

    /// Lets the pieces on cells remember a value.
    pub(super) fn remember(&mut self, variable: u16, cells: S, value: Id) -> Made<()> {
        let about = &self.program.variables[variable as usize];
        let Some(known) = self.fixed_number(value) else {
            let value = self.number(value)?;
            self.put(Code::Remember(cells, value, variable));
            return Ok(());
        };
        let Held::Bits(first, bits) = self.regs.variables[variable as usize] else { return Err("no planes") };
        let mut owning = self.fixed(&Set::default())?;
        for kind in (0..self.regs.kinds.len()).filter(|kind| about.kinds >> kind & 1 == 1) {
            owning = self.join(Code::Or, owning, self.regs.kinds[kind])?;
        }
        let on_board = self.join(Code::And, owning, self.regs.occupied)?;
        let cells = self.join(Code::And, cells, on_board)?;
        let held = raw(about, about.fit(known));
        for bit in 0..bits {
            let plane = first + bit;
            self.put(if held >> bit & 1 == 1 {
                Code::Or(plane, plane, cells)
            } else {
                Code::Minus(plane, plane, cells)
            });
        }
        Ok(())
    }

    /// The variable of pieces that a condition about a cell asks for, and for which of its values it holds: each value is a
    /// bit, at the place that tells how it lies.
    fn mask_of(&self, id: Id, asked: Asked) -> Option<(u16, u64)> {
        let mut found = None;
        self.program.any_node(id, &mut |node| match node {
            Node::Variable(variable, Some(holder)) if asked.is(self.node(*holder)) => {
                found = Some(*variable);
                true
            }
            _ => false,
        });
        let variable = found?;
        let Held::Bits(_, bits) = self.regs.variables[variable as usize] else { return None };
        let about = &self.program.variables[variable as usize];
        let mut mask = 0;
        for raw in 0..1_u64 << bits {
            let value = about.seen(value_of_raw(about, raw));
            self.fixed_recall.set(Some(Recalled { variable, asked, value }));
            let holds = self.fixed_number(id);
            self.fixed_recall.set(None);
            mask |= u64::from(holds? == 1) << raw;
        }
        Some((variable, mask))
    }

    /// Whether two conditions about members of those names never hold for the same one, by what pieces remember.
    pub(super) fn exclude_each_other(&self, (one, a): (u32, Id), (other, b): (u32, Id)) -> bool {
        let masks = self.mask_of(a, Asked::Temporary(one)).zip(self.mask_of(b, Asked::Temporary(other)));
        masks.is_some_and(|((variable, mask), (same, others))| variable == same && mask & others == 0)
    }

    /// What the piece on a cell remembers.
    pub(super) fn recall(&mut self, variable: u16, holder: Id) -> Made<N> {
        let cell = self.number(holder)?;
        self.simple(|n| Code::Recall(n, cell, variable))
    }

    fn cube(&self, ty: u16) -> Option<&Cube> {
        self.program.rules.types.get(usize::from(ty))?.cube.as_ref()
    }

    /// What a cube shows on a side, if it is known how it lies.
    pub(super) fn shown(&self, (ty, side): (u16, u8), pose: Id) -> Option<i64> {
        let pose = self.fixed_number(pose)?;
        let shows = usize::try_from(pose).ok().and_then(|pose| self.cube(ty)?.shows.get(pose));
        Some(shows.and_then(|shows| shows.get(usize::from(side))).map_or(NOTHING, |&face| i64::from(face)))
    }

    /// What a cube shows on a side.
    pub(super) fn shows(&mut self, (ty, side): (u16, u8), pose: Id, id: Id) -> Made<N> {
        let Some(cube) = self.cube(ty) else { return self.slow_number(id) };
        let faces =
            cube.shows.iter().map(|shows| shows.get(usize::from(side)).map_or(NOTHING, |&face| i64::from(face)));
        let faces = faces.chain([NOTHING]).collect();
        self.look(pose, faces)
    }

    /// How a cube lies when it has been tipped in a direction.
    pub(super) fn tipped(&mut self, ty: u16, (pose, way): (Id, Id), id: Id) -> Made<N> {
        let Some(cube) = self.cube(ty) else { return self.slow_number(id) };
        // The last is for no direction.
        let width = self.program.geometry.n_directions + 1;
        let tipped = |pose: usize, way: usize| {
            self.program.tipped(ty, pose as u16, Some(way as u16).filter(|_| way + 1 < width))
        };
        let all = (0..cube.tipped.len()).flat_map(|pose| (0..width).map(move |way| (pose, way)));
        let list: Vec<i64> = all.map(|(pose, way)| i64::from(tipped(pose, way))).collect();
        let width = u8::try_from(width).map_err(|_| "many directions")?;
        let place = numbered(&mut self.script.lists, list) as u16;
        let (pose, way) = (self.number(pose)?, self.number(way)?);
        self.simple(|n| Code::LookForTwo(n, pose, way, width, place))
    }

    /// How a cube lies after so many quarter turns.
    pub(super) fn turned_cube(&mut self, ty: u16, (pose, quarters): (Id, Id), id: Id) -> Made<N> {
        let Some(cube) = self.cube(ty) else { return self.slow_number(id) };
        let once =
            |pose: i64| usize::try_from(pose).ok().and_then(|pose| cube.turned.get(pose)).map(|&pose| i64::from(pose));
        let after = |pose: i64, n: i64| (0..n).try_fold(pose, |pose, _| once(pose)).unwrap_or(NOTHING);
        let poses = 0..cube.turned.len() as i64;
        let list: Vec<i64> =
            poses.flat_map(|pose| (0..4).map(move |n| (pose, n))).map(|(pose, n)| after(pose, n)).collect();
        let place = numbered(&mut self.script.lists, list) as u16;
        let pose = self.number(pose)?;
        let quarters = match self.fixed_number(quarters) {
            Some(quarters) => self.fixed_scalar(value(quarters).rem_euclid(4))?,
            None => {
                let turns = self.number(quarters)?;
                self.simple(|n| Code::Quarters(n, turns))?
            }
        };
        self.simple(|n| Code::LookForTwo(n, pose, quarters, 4, place))
    }
}
