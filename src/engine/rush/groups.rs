//! Where things lie: neighbours, slides, hops, groups.

use std::ops::RangeInclusive;

use crate::engine::bits::Bits;
use crate::program::Geometry;
use crate::program::node::{NONE, NOTHING};

use super::Rush;
use super::run::Runner;

/// So many shifts are made whatever cells there are.
const FEW: usize = 4;

impl<const W: usize> Rush<W> {
    /// The neighbours of cells in a direction.
    #[inline]
    pub(super) fn shift(&self, way: u8, cells: Bits<W>) -> Bits<W> {
        let mut shifted = Bits::EMPTY;
        for &(from, by) in &self.shifts[way as usize] {
            shifted |= (cells & from).moved(by);
        }
        shifted
    }

    /// The cells through which a direction leads from cells without a break.
    #[inline]
    pub(super) fn inside(&self, way: u8, from: Bits<W>, through: Bits<W>) -> Bits<W> {
        if let ([(_, by)], true) = (self.shifts[way as usize].as_slice(), W <= 2) {
            // Twice as far in each round: no branch depends on what stands where. A cell that is open in a round is reached
            // from the board by so many steps, so nothing comes to it from beyond.
            let (into, rounds) = self.lengths[way as usize];
            let mut open = through & into;
            let mut reached = from.moved(*by) & open;
            let mut by = *by;
            for _ in 0..rounds {
                reached |= reached.moved(by) & open;
                open &= open.moved(by);
                by *= 2;
            }
            return reached;
        }
        let mut latest = self.shift(way, from) & through;
        let mut reached = latest;
        while !latest.is_empty() {
            latest = (self.shift(way, latest) & through) - reached;
            reached |= latest;
        }
        reached
    }

    /// The neighbours of cells in a direction that few shifts do not tell: cell by cell where there are few cells.
    #[inline]
    pub(super) fn step(&self, geometry: &Geometry, way: u8, cells: Bits<W>) -> Bits<W> {
        let Some(shifts) = self.shifts.get(way as usize) else { return Bits::EMPTY };
        if shifts.len() <= FEW || cells.count() >= shifts.len() {
            return self.shift(way, cells);
        }
        let next = cells.iter().map(|cell| geometry.step(cell, u16::from(way)));
        next.filter(|&next| next != NONE).collect()
    }

    /// Where a slide from a cell through others leads in a direction, with so many steps.
    pub(super) fn slide_by(
        &self,
        geometry: &Geometry,
        cell: u16,
        way: u16,
        (range, through): (RangeInclusive<i64>, Bits<W>),
    ) -> Bits<W> {
        let mut reached = Bits::EMPTY;
        let mut here = cell;
        for steps in 1..=(*range.end()).min(geometry.n_cells as i64) {
            here = geometry.step(here, way);
            if here == NONE {
                break;
            }
            if steps >= *range.start() {
                reached.insert(here);
            }
            if !through.contains(here) {
                break;
            }
        }
        reached
    }

    /// Where steps from cells through others lead, one time and more.
    pub(super) fn flood(&self, geometry: &Geometry, ways: usize, from: Bits<W>, through: Bits<W>) -> Bits<W> {
        let ways = &self.script.floods[ways];
        let (mut reached, mut seen, mut latest) = (Bits::EMPTY, Bits::EMPTY, from);
        while !latest.is_empty() {
            let next = ways.iter().fold(Bits::EMPTY, |next, &way| next | self.step(geometry, way as u8, latest));
            reached |= next;
            latest = (next & through) - seen;
            seen |= latest;
        }
        reached
    }

    /// Where hops lead from a cell over some cells, again and again through others.
    pub(super) fn hops(&self, ways: usize, cell: u16, over: Bits<W>, through: Bits<W>) -> Bits<W> {
        let leaps = &self.hops[ways];
        let (mut reached, mut latest): (Bits<W>, Bits<W>) = (Bits::EMPTY, Bits::of(cell));
        let mut seen = latest;
        while let Some(here) = latest.pop() {
            let next = leaps.landings(here, over);
            reached |= next;
            latest |= (next & through) - seen;
            seen |= next & through;
        }
        reached
    }

    /// Where slides from a cell through others lead that may go round bends.
    pub(super) fn tracks(&self, track: usize, cell: u16, through: Bits<W>) -> Bits<W> {
        let mut reached = Bits::EMPTY;
        for line in &self.tracks[track][cell as usize] {
            for &(cell, counts) in line {
                if counts {
                    reached.insert(cell);
                }
                if !through.contains(cell) {
                    break;
                }
            }
        }
        reached
    }

    /// The neighbours of cells by which groups hang together.
    #[inline]
    pub(super) fn grown(&self, cells: Bits<W>) -> Bits<W> {
        let mut around = Bits::EMPTY;
        for &(from, by) in &self.joining {
            around |= (cells & from).moved(by);
        }
        around
    }

    /// The cells of a set that are joined, inside it, to some of these cells of it.
    pub(super) fn spread(&self, set: Bits<W>, from: Bits<W>) -> Bits<W> {
        let mut reached = from & set;
        let mut latest = reached;
        while !latest.is_empty() {
            latest = (self.grown(latest) & set) - reached;
            reached |= latest;
        }
        reached
    }

    /// The same, from one cell of the set or none cell by cell.
    pub(super) fn joined(&self, set: Bits<W>, from: Bits<W>) -> Bits<W> {
        let from = from & set;
        match (from.first(), from.count()) {
            (None, _) => Bits::EMPTY,
            (Some(cell), 1) if (cell as usize) < self.beside.len() => self.group(set, cell),
            _ => self.spread(set, from),
        }
    }

    /// The cells of a set that are joined to one cell of it, cell by cell until something holds, and whether it did: of all neighbours of a
    /// cell, and of those that are new in the group. Then they are a part of the group.
    #[inline(always)]
    pub(super) fn group_until(
        &self,
        set: Bits<W>,
        cell: u16,
        mut holds: impl FnMut(Bits<W>, Bits<W>) -> bool,
    ) -> (Bits<W>, bool) {
        let mut reached = Bits::of(cell);
        let mut latest = reached;
        while let Some(here) = latest.pop() {
            let Some(&near) = self.beside.get(usize::from(here)) else { return (reached, true) };
            let more = (near & set) - reached;
            reached |= more;
            if holds(near, more) {
                return (reached, true);
            }
            latest |= more;
        }
        (reached, false)
    }

    /// The cells of a set that are joined to one cell of it, cell by cell.
    pub(super) fn group(&self, set: Bits<W>, cell: u16) -> Bits<W> {
        let mut latest = self.beside[cell as usize] & set;
        let mut reached = Bits::of(cell) | latest;
        while let Some(next) = latest.pop() {
            let more = (self.beside[next as usize] & set) - reached;
            reached |= more;
            latest |= more;
        }
        reached
    }
}

impl<const W: usize> Runner<'_, W> {
    /// The direction in which one cell lies straight from another; nothing if it does not.
    pub(super) fn heading(&self, from: i64, to: i64) -> i64 {
        let machine = self.slow.machine;
        let cell = |number: i64| u16::try_from(number).ok().filter(|&cell| usize::from(cell) < self.rush.beside.len());
        let (Some(from), Some(to)) = (cell(from), cell(to)) else { return NOTHING };
        let is_on = |ray: &Option<(u32, bool)>| {
            ray.is_some_and(|(first, _)| machine.constant(first + u32::from(from)).contains(to))
        };
        machine.program.geometry.rays.iter().position(is_on).map_or(NOTHING, |way| way as i64)
    }
}
