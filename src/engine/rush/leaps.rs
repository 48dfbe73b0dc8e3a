//! The hops that a board allows, known before it is known what stands where: cells, what is jumped over, and the landing.
//!
//! ```text
//!   a b c      Hop { hurdle: b, landing: c } from a. Of all cells from which b and c are as far off as that, those from
//!   d e f      which a hop leads now are told by two shifts: of the hurdles back to a, and of the empty cells back to a
//! ```

use crate::engine::bits::Bits;
use crate::program::Geometry;
use crate::program::node::NONE;

use super::instructions::{gathered, gathers_bits};

/// If more sorts of hops than these have to be told apart, it is quicker to look at the cells.
const FEW: usize = 16;

/// A hop from a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The cell that is jumped over.
    pub hurdle: u16,
    /// Where it lands.
    pub landing: u16,
    /// The direction.
    pub way: u16,
}

/// Cells from which hops lead equally far.
#[derive(Clone, Copy, Debug)]
struct Alike<const W: usize> {
    from: Bits<W>,
    /// By how many cell numbers to get back from the hurdle, and from the landing.
    back: (i32, i32),
}

impl<const W: usize> Alike<W> {
    /// The cells from which a hop leads over one cell to another, whoever stands there.
    #[inline]
    fn leads(&self, over: Bits<W>, empty: Bits<W>) -> Bits<W> {
        // A cell that is alike has both, so nothing that comes round from the other end of a word is counted.
        over.moved(self.back.0) & empty.moved(self.back.1) & self.from
    }
}

/// Hops by cell left.
#[derive(Clone, Debug)]
pub struct Leaps<const W: usize> {
    hops: Vec<Vec<Hop>>,
    /// The same: what is jumped over, and the landing as a set.
    landings: Vec<Vec<(u16, Bits<W>)>>,
    /// The same where bits are gathered by one instruction.
    packed: Option<Packed<W>>,
    alike: Vec<Alike<W>>,
    /// By cell, all cells in its directions, if a piece may come from afar.
    rays: Vec<Bits<W>>,
}

impl<const W: usize> Leaps<W> {
    /// The hops in some directions by cell, from afar perhaps.
    pub fn new<'a>(geometry: &Geometry, ways: impl Iterator<Item = &'a [u16]> + Clone, far: bool) -> Self {
        let hops = hops(geometry, ways.clone());
        let alike = alike(&hops);
        let ahead =
            |cell: u16, ways: &[u16]| ways.iter().flat_map(|&way| geometry.ahead(cell, way)).collect::<Bits<W>>();
        let rays = (0..).zip(ways).map(|(cell, ways)| ahead(cell, ways));
        let rays = if far { rays.collect() } else { Vec::new() };
        let landing = |hop: &Hop| (hop.hurdle, Bits::of(hop.landing));
        let landings: Vec<Vec<_>> = hops.iter().map(|hops| hops.iter().map(landing).collect()).collect();
        let packed = if gathers_bits() { Packed::new(&landings) } else { None };
        Self { alike, hops, landings, packed, rays }
    }

    /// The hops from a cell, whatever stands where.
    #[inline]
    pub fn of(&self, cell: u16) -> &[Hop] {
        self.hops.get(usize::from(cell)).map_or(&[], Vec::as_slice)
    }

    /// Where hops from a cell over some cells land, without a branch on what stands where.
    #[inline(always)]
    pub fn landings(&self, cell: u16, over: Bits<W>) -> Bits<W> {
        if let Some(packed) = &self.packed {
            return packed.landings(cell, over);
        }
        let mut landings = Bits::EMPTY;
        for (hurdle, landing) in self.landings.get(usize::from(cell)).map_or(&[][..], Vec::as_slice) {
            let leads = u64::from(over.contains(*hurdle)).wrapping_neg();
            for index in 0..W {
                landings.0[index] |= landing.0[index] & leads;
            }
        }
        landings
    }

    /// The cells from which a hop may lead over one cell to another. None is left out; where pieces come from afar there
    /// may be some from which none leads.
    #[inline]
    pub fn starts(&self, from: Bits<W>, over: Bits<W>, empty: Bits<W>) -> Bits<W> {
        if !self.rays.is_empty() {
            let meets = |&cell: &u16| self.rays.get(usize::from(cell)).is_some_and(|ray| !(*ray & over).is_empty());
            return from.iter().filter(meets).collect();
        }
        if self.alike.len() > FEW {
            return from;
        }
        self.alike.iter().fold(Bits::EMPTY, |starts, alike| starts | alike.leads(over, empty)) & from
    }
}

/// So many hurdles are looked up at once.
const TOGETHER: usize = 3;

/// The last number by which they are looked up.
const LAST: usize = (1 << TOGETHER) - 1;

/// Landings by which of the hurdles around a cell are there, looked up three at a time.
///
/// ```text
///   hurdles of a cell, by number     b d e f h      bits of them, gathered     1 0 1 | 0 1
///   landings                                        table[101] | table[01]
/// ```
#[derive(Clone, Debug)]
struct Packed<const W: usize> {
    /// By cell, all hurdles.
    hurdles: Vec<Bits<W>>,
    /// How often it is looked up for each cell.
    n_parts: usize,
    /// By cell, part, and which hurdles of it are there.
    landings: Vec<[Bits<W>; 1 << TOGETHER]>,
}

impl<const W: usize> Packed<W> {
    /// Hops by cell: what is jumped over, and the landing. None if cells have more hurdles than a word has bits.
    fn new(hops: &[Vec<(u16, Bits<W>)>]) -> Option<Self> {
        let hurdles: Vec<Bits<W>> = hops.iter().map(|hops| hops.iter().map(|&(hurdle, _)| hurdle).collect()).collect();
        let most = hurdles.iter().map(|hurdles| hurdles.count()).max().filter(|&most| most < 64)?;
        let n_parts = most.div_ceil(TOGETHER);
        let over = |hops: &[(u16, Bits<W>)], hurdle: u16| {
            let hops = hops.iter().filter(|(over, _)| *over == hurdle);
            hops.fold(Bits::EMPTY, |all, (_, landing)| all | *landing)
        };
        let landings = hops.iter().zip(&hurdles).flat_map(|(hops, hurdles)| {
            let by_hurdle: Vec<Bits<W>> = hurdles.iter().map(|hurdle| over(hops, hurdle)).collect();
            let part = move |part: usize| {
                let of_part = by_hurdle.iter().skip(part * TOGETHER).take(TOGETHER);
                std::array::from_fn(|which| {
                    let there = of_part.clone().enumerate().filter(|(place, _)| which >> place & 1 == 1);
                    there.fold(Bits::EMPTY, |all, (_, &landing)| all | landing)
                })
            };
            (0..n_parts).map(part).collect::<Vec<_>>()
        });
        Some(Self { landings: landings.collect(), hurdles, n_parts })
    }

    #[inline(always)]
    fn landings(&self, cell: u16, over: Bits<W>) -> Bits<W> {
        let Some(hurdles) = self.hurdles.get(usize::from(cell)) else { return Bits::EMPTY };
        let (mut there, mut n) = (0, 0);
        for (word, hurdles) in over.0.iter().zip(hurdles.0) {
            there |= gathered(*word, hurdles) << n;
            n += hurdles.count_ones();
        }
        let first = usize::from(cell) * self.n_parts;
        // Two, as where cells have six neighbours, are looked up without a loop.
        if let (2, Some([one, other])) = (self.n_parts, self.landings.get(first..first + 2)) {
            return one[there as usize & LAST] | other[there as usize >> TOGETHER & LAST];
        }
        let mut landings = Bits::EMPTY;
        for part in &self.landings[first..][..self.n_parts] {
            landings |= part[there as usize & LAST];
            there >>= TOGETHER;
        }
        landings
    }
}

/// The hops over the next cell in some directions by cell.
pub fn hops<'a>(geometry: &Geometry, ways: impl Iterator<Item = &'a [u16]>) -> Vec<Vec<Hop>> {
    let step = |cell: u16, way: u16| Some(geometry.step(cell, way)).filter(|&next| next != NONE);
    let hop = |cell: u16, way: u16| {
        let hurdle = step(cell, way)?;
        Some(Hop { hurdle, landing: step(hurdle, way)?, way })
    };
    (0..).zip(ways).map(|(cell, ways)| ways.iter().filter_map(|&way| hop(cell, way)).collect()).collect()
}

/// Cells from which hops lead equally far, taken together.
fn alike<const W: usize>(hops: &[Vec<Hop>]) -> Vec<Alike<W>> {
    let mut all: Vec<Alike<W>> = Vec::new();
    for (cell, hop) in (0_u16..).zip(hops).flat_map(|(cell, hops)| hops.iter().map(move |hop| (cell, hop))) {
        let back = [hop.hurdle, hop.landing].map(|other| i32::from(cell) - i32::from(other));
        let back = (back[0], back[1]);
        match all.iter_mut().find(|alike| alike.back == back) {
            Some(alike) => alike.from.insert(cell),
            None => all.push(Alike { from: Bits::of(cell), back }),
        }
    }
    all
}

/// Whether of any two hops, one after the other, the second goes over what the first went over if and only if it leads back, and does
/// not come down there.
pub fn are_plain(hops: &[Vec<Hop>]) -> bool {
    (0_u16..).zip(hops).all(|(cell, firsts)| {
        firsts.iter().all(|first| {
            let seconds = hops.get(usize::from(first.landing)).map_or(&[][..], Vec::as_slice);
            let is_plain = |second: &Hop| {
                (second.hurdle == first.hurdle) == (second.landing == cell) && second.landing != first.hurdle
            };
            seconds.iter().all(is_plain)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rush::regions::tests::{machine, numbers};

    #[test]
    fn starts_and_landings_are_those_that_are_found_cell_by_cell() {
        for board in ["square 6 by 6", "hexagon 3"] {
            let machine = machine(board);
            let geometry = &machine.program.geometry;
            let ways: Vec<u16> = (0..geometry.n_directions as u16).collect();
            let leaps = Leaps::<1>::new(geometry, (0..geometry.n_cells).map(|_| ways.as_slice()), false);
            let afar = Leaps::<1>::new(geometry, (0..geometry.n_cells).map(|_| ways.as_slice()), true);
            let mut below = numbers();
            for _ in 0..2_000 {
                let mut set = || -> Bits<1> { (0..geometry.n_cells as u16).filter(|_| below(3) == 0).collect() };
                let (from, over, empty) = (set(), set(), set());
                let leads = |hop: &&Hop| over.contains(hop.hurdle) && empty.contains(hop.landing);
                let plain: Bits<1> = from.iter().filter(|&cell| leaps.of(cell).iter().any(|hop| leads(&hop))).collect();
                assert_eq!(
                    leaps.starts(from, over, empty),
                    if leaps.alike.len() > FEW { from } else { plain },
                    "{board}"
                );
                assert!((plain - afar.starts(from, over, empty)).is_empty(), "{board}");
                let cell = below(geometry.n_cells) as u16;
                let bare = Leaps { packed: None, ..leaps.clone() };
                assert_eq!(bare.landings(cell, over), leaps.landings(cell, over), "{board}");
                let over_some = leaps.of(cell).iter().filter(|hop| over.contains(hop.hurdle));
                assert_eq!(leaps.landings(cell, over), over_some.map(|hop| hop.landing).collect(), "{board}");
            }
        }
    }
}
