//! Slides round bends from all pieces at once. On an empty board such a way comes back to where it began, so its cells
//! are a ring; each ring is a word, written twice one after the other, so that it may be read on beyond its end.
//!
//! ```text
//!   the corner of a board     the ring:  1 2 3 | 4 5 6      a wall, which stands on no cell, between straight parts
//!                                        m . . | . e .      from m round the bend to e: something stands at e, and the
//!     . 4 .                                                  next below it is a piece that goes
//!   1 2 3 )                   e - m:     . x x x x . .       m borrows from e, so e is left without its bit; what m does
//!     . 5                                                    not reach keeps it
//!     . 6                     with the wall as something that stands there, only the wall would be reached
//! ```

use crate::engine::bits::Bits;
use crate::program::Program;

use super::Rush;
use super::code::Track;
use super::lane::Lane;
use super::tracks::next;

/// The most places of a ring: twice as many fit into a word.
const MOST: usize = 32;

/// So many rings are read together.
const TOGETHER: usize = 4;

/// All rings of a track.
#[derive(Clone, Debug)]
pub struct Rings {
    rings: Vec<Ring>,
    /// By rings that are read together, their places.
    places: Vec<Places>,
}

/// By eight cells and which of them are in a set, their places in rings that are read together.
type Places = Vec<[[u32; TOGETHER]; 256]>;

/// A way that comes back to where it began; a wall stands between two steps of different directions.
#[derive(Clone, Debug)]
struct Ring {
    /// How many places.
    n: u32,
    /// By place, the cell; [`WALL`] for a wall. The places of the second time round follow.
    cells: Vec<u16>,
    /// By place of the first and second time, how many places further a slide from there may land.
    least: Vec<u32>,
    /// The walls, twice.
    walls: u64,
    /// The places of cells that the ring passes once, twice.
    single: u64,
}

/// In the place of a cell, a wall.
const WALL: u16 = u16::MAX;

impl Rings {
    /// The rings of a track; none if some of its ways end, or are too long.
    pub fn of(program: &Program, track: &Track) -> Option<Self> {
        let n_cells = program.geometry.n_cells as u16;
        if track.bends == 0 || track.range.0 > 1 || track.range.1 < i64::from(n_cells) * 4 {
            return None;
        }
        let mut seen = Vec::new();
        let mut rings = Vec::new();
        for start in (0..n_cells).flat_map(|cell| track.ways.iter().map(move |&way| (cell, way))) {
            if seen.contains(&start) {
                continue;
            }
            let mut ring = vec![start];
            let is_closed = loop {
                match next(program, ring[ring.len() - 1]) {
                    Some(next) if next == start => break true,
                    Some(next) if !ring.contains(&next) && ring.len() < MOST => ring.push(next),
                    _ => break false,
                }
            };
            let turns = ring.iter().any(|state| next(program, *state).is_some_and(|next| next.1 != state.1));
            match (is_closed, turns) {
                (true, true) if ring.iter().all(|(_, way)| track.ways.contains(way)) => {
                    rings.push(Ring::of(&ring, track.bends)?);
                }
                (_, true) => return None,
                // A way that never turns lands nowhere.
                (_, false) => {}
            }
            seen.extend(ring);
        }
        let n_bytes = usize::from(n_cells).div_ceil(8);
        let places = rings.chunks(TOGETHER).map(|rings| places_of(rings, n_bytes)).collect();
        Some(Self { rings, places })
    }
}

/// The places of so many times eight cells.
fn places_of(rings: &[Ring], n_bytes: usize) -> Places {
    let mut all = vec![[[0; TOGETHER]; 256]; n_bytes];
    for (ring, own) in rings.iter().zip(0..) {
        for (&cell, place) in ring.cells[..ring.n as usize].iter().zip(0..).filter(|(cell, _)| **cell != WALL) {
            let holds = |byte: &usize| byte >> (cell % 8) & 1 == 1;
            let places: &mut [[u32; TOGETHER]; 256] = &mut all[usize::from(cell / 8)];
            (0..256).filter(holds).for_each(|byte| places[byte][own] |= 1 << place);
        }
    }
    all
}

impl Ring {
    /// The ring through these cells in these directions; none if it is too long.
    fn of(states: &[(u16, u16)], bends: u8) -> Option<Self> {
        let mut cells = Vec::new();
        for (index, &(cell, way)) in states.iter().enumerate() {
            cells.push(cell);
            if states[(index + 1) % states.len()].1 != way {
                cells.push(WALL);
            }
        }
        let n = cells.len();
        if n > MOST {
            return None;
        }
        let cells = cells.repeat(2);
        let least = |place: usize| {
            let walls = (1..=n).scan(0_u8, |walls, by| {
                *walls = walls.saturating_add(u8::from(cells[(place + by) % n] == WALL));
                Some(*walls)
            });
            // A wall is no place to land, so whoever comes to it has not turned yet for the cell behind it.
            walls.take_while(|walls| *walls < bends).count() as u32 + 1
        };
        let places = |is_wanted: &dyn Fn(u16) -> bool| {
            (0_u32..).zip(&cells).filter(|(_, cell)| is_wanted(**cell)).map(|(place, _)| 1_u64 << place).sum()
        };
        let times = |cell: u16| cells[..n].iter().filter(|&&other| other == cell).count();
        Some(Self {
            n: n as u32,
            least: (0..2 * n).map(least).collect(),
            walls: places(&|cell| cell == WALL),
            single: places(&|cell| cell != WALL && times(cell) == 1),
            cells,
        })
    }

    /// Both times round.
    #[inline]
    fn twice(&self, places: u32) -> u64 {
        u64::from(places) | u64::from(places) << self.n
    }

    /// The places of targets to which a slide may go, on their second time: the next thing below is a piece that goes,
    /// behind a bend or on a cell that the ring passes again.
    #[inline]
    fn hits(&self, (blocked, from, to): (u64, u64, u64)) -> u64 {
        let reached = |things: u64, pieces: u64| things & !things.wrapping_sub(pieces);
        let all = reached(blocked & !from, from);
        let straight = reached(blocked & !(from & self.single) | self.walls, from & self.single);
        all & to & !straight & !((1 << self.n) - 1)
    }

    /// The cell from which a slide comes to a place that is hit, if it has turned often enough. A piece does not stand in its
    /// own way, so whether it passes its cell again does not matter.
    #[inline]
    fn origin(&self, blocked: u64, hit: u32) -> Option<u16> {
        let below = |place: u32| blocked & ((1 << place) - 1);
        let mut place = 63 - (below(hit) | 1).leading_zeros();
        let cell = self.cells[place as usize];
        loop {
            if hit - place >= self.least[place as usize] {
                return Some(cell);
            }
            let rest = below(place);
            place = 63_u32.checked_sub(rest.leading_zeros())?;
            if self.cells[place as usize] != cell || hit - place > self.n {
                return None;
            }
        }
    }
}

impl<const W: usize> Rush<W> {
    /// For each of the cells from which slides lead round bends to others, those others go into a table; all such cells.
    /// The targets stand in the way themselves, and so do the pieces.
    pub(super) fn slides_round_bends(
        &self,
        lane: &mut Lane<W>,
        (table, rings): (u8, &Rings),
        (from, to, through): (Bits<W>, Bits<W>, Bits<W>),
    ) -> Bits<W> {
        let first = usize::from(table) * self.beside.len();
        let blocked = self.all - through;
        let mut origins = Bits::EMPTY;
        for (rings, places) in rings.rings.chunks(TOGETHER).zip(&rings.places) {
            let [blocked, from, to] = gathered(places, [blocked, from, to]);
            let mut hits = [0; TOGETHER];
            for (index, ring) in rings.iter().enumerate() {
                hits[index] = ring.hits((ring.twice(blocked[index]), ring.twice(from[index]), ring.twice(to[index])));
            }
            for (index, ring) in rings.iter().enumerate() {
                let mut hits = hits[index];
                while hits != 0 {
                    let hit = hits.trailing_zeros();
                    hits &= hits - 1;
                    let Some(origin) = ring.origin(ring.twice(blocked[index]), hit) else { continue };
                    let landings = &mut lane.tables[first + usize::from(origin)];
                    if !origins.contains(origin) {
                        origins.insert(origin);
                        *landings = Bits::EMPTY;
                    }
                    landings.insert(ring.cells[hit as usize]);
                }
            }
        }
        origins
    }

    /// For each piece of a set where slides round bends lead, into a table; those that may go anywhere.
    pub(super) fn tracks_of_all(
        &self,
        lane: &mut Lane<W>,
        (table, track): (u8, usize),
        (from, to, through): (Bits<W>, Bits<W>, Bits<W>),
    ) -> Bits<W> {
        if let Some(rings) = &self.rings[track]
            && ((from | to) & through).is_empty()
            && (from & to).is_empty()
        {
            return self.slides_round_bends(lane, (table, rings), (from, to, through));
        }
        let mut origins = Bits::EMPTY;
        for cell in from.iter() {
            let landings = (self.tracks(track, cell, through | Bits::of(cell)) & to) - Bits::of(cell);
            if !landings.is_empty() {
                origins.insert(cell);
                lane.tables[usize::from(table) * self.beside.len() + usize::from(cell)] = landings;
            }
        }
        origins
    }
}

/// The places of the cells of three sets in rings that are read together.
#[inline]
fn gathered<const W: usize>(places: &Places, sets: [Bits<W>; 3]) -> [[u32; TOGETHER]; 3] {
    let mut all = [[0; TOGETHER]; 3];
    for (index, places) in places.iter().enumerate() {
        for (all, set) in all.iter_mut().zip(&sets) {
            let word = set.0[(index / 8).min(W - 1)];
            let more = &places[usize::from((word >> (index % 8 * 8)) as u8)];
            for ring in 0..TOGETHER {
                all[ring] |= more[ring];
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::machine::Machine;
    use crate::rules::sample::rules;

    /// A game on a small board with loops, in which slides turn so often.
    fn machine(bends: &str) -> Machine<1> {
        let text = format!(
            "language 1\ngame \"Loops\"\nplayers White, Black\nboard square 4 by 4 {{\n\
             bend b1 south a2 east, c1 south d2 west, b4 north a3 east, c4 north d3 west\n}}\npiece Man (Men)\n\
             setup for each player {{ put Man on my rows 1 to 2 }}\nmove step {{ Man steps }}\n\
             move strike {{ Man slides orthogonal round {bends} to enemies }}\n\
             end before each turn {{ \"full\": draw when stuck }}\n"
        );
        Machine::of(Program::new(rules(&text)))
    }

    #[test]
    fn rings_tell_what_the_ways_tell() {
        let machine = machine("some bends");
        let rush = machine.rush.as_ref().expect("rushed");
        let rings = rush.rings[0].as_ref().expect("all ways come back");
        let mut lane = rush.lane();
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut told = 0;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Boards with many pieces and with few; some stand there that neither go nor are taken.
            let thinned = if state >> 60 & 1 == 0 { state >> 8 } else { u64::MAX };
            let [from, to, others] = [20, 36, 4].map(|by| Bits([state >> by & thinned]) & rush.all);
            let (to, others) = (to - from, others & Bits([state >> 11]));
            let through = rush.all - from - to - others;
            let origins = rush.slides_round_bends(&mut lane, (0, rings), (from, to, through));
            for cell in from.iter() {
                let plain = rush.tracks(0, cell, through | Bits::of(cell)) & to;
                let found = if origins.contains(cell) { lane.tables[usize::from(cell)] } else { Bits::EMPTY };
                assert_eq!(found, plain, "from {cell}: {from:?} to {to:?} through {through:?}");
                told += plain.count();
            }
            assert!((origins - from).is_empty());
        }
        assert!(told > 5_000, "{told}");
    }
}
