//! The hops that a board allows, known before it is known what stands where: cells, what is jumped over, and the landing.
//!
//! ```text
//!   a b c      Hop { hurdle: b, landing: c } from a. Of all cells from which b and c are as far off as that, those from
//!   d e f      which a hop leads now are told by two shifts: of the hurdles back to a, and of the empty cells back to a
//! ```

use crate::engine::bits::Bits;
use crate::program::Geometry;
use crate::program::node::NONE;

use super::instructions::{gathered, gathers_bits, scattered};

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
    /// The same where bits are gathered and scattered by one instruction each.
    around: Option<Vec<Around<W>>>,
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
        let around = if gathers_bits() { Around::all(&landings) } else { None };
        Self { alike, hops, landings, around, rays }
    }

    /// The hops from a cell, whatever stands where.
    #[inline]
    pub fn of(&self, cell: u16) -> &[Hop] {
        self.hops.get(usize::from(cell)).map_or(&[], Vec::as_slice)
    }

    /// Where hops from a cell over some cells land, without a branch on what stands where.
    #[inline(always)]
    pub fn landings(&self, cell: u16, over: Bits<W>) -> Bits<W> {
        if let Some(around) = &self.around {
            return around.get(usize::from(cell)).map_or(Bits::EMPTY, |around| around.landings(over));
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

/// The hops from a cell where bits are gathered and scattered by one instruction each: from the first hurdle in the order of the cells
/// to the first landing, and so on.
///
/// ```text
///   . x . . . x x .      cells, with what may be jumped over
///   . ^ .   . ^ . ^      hurdles around the one in the midst, gathered: 1 1 0
///   ^ . . . ^ . ^ .      landings. Scattered among them, 1 1 0 is the first and the second
/// ```
#[derive(Clone, Copy, Debug)]
struct Around<const W: usize> {
    hurdles: Bits<W>,
    landings: Bits<W>,
}

impl<const W: usize> Around<W> {
    /// Hops by cell: what is jumped over, and the landing. The cell of a set that has none is one too, so that nobody has to foresee
    /// which it is. None if the order of landings is another one somewhere, or if there are more than a word has bits.
    fn all(hops: &[Vec<(u16, Bits<W>)>]) -> Option<Vec<Self>> {
        let cells = hops.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
        cells.take(64 * W + 1).map(Self::of).collect()
    }

    fn of(hops: &[(u16, Bits<W>)]) -> Option<Self> {
        let mut hops: Vec<(u16, u16)> = hops.iter().map(|(hurdle, landing)| (*hurdle, landing.least())).collect();
        hops.sort_unstable();
        let is_told = hops.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1) && hops.len() < 64;
        let (hurdles, landings) = hops.into_iter().unzip::<_, _, Vec<u16>, Vec<u16>>();
        is_told.then(|| Self { hurdles: hurdles.into_iter().collect(), landings: landings.into_iter().collect() })
    }

    #[inline(always)]
    fn landings(&self, over: Bits<W>) -> Bits<W> {
        let (mut there, mut n) = (0, 0);
        for (word, hurdles) in over.0.iter().zip(self.hurdles.0) {
            there |= gathered(*word, hurdles) << n;
            n += hurdles.count_ones();
        }
        Bits(self.landings.0.map(|landings| {
            let here = scattered(there, landings);
            there >>= landings.count_ones();
            here
        }))
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

/// Whether no piece that hops again and again ever comes to hop over the cell that it left first.
pub fn never_over_origin(hops: &[Vec<Hop>]) -> bool {
    let of = |cell: u16| hops.get(usize::from(cell)).map_or(&[][..], Vec::as_slice);
    (0..hops.len() as u16).all(|origin| {
        let (mut reached, mut latest) = (vec![false; hops.len()], vec![origin]);
        while let Some(here) = latest.pop() {
            for hop in of(here) {
                if hop.hurdle == origin {
                    return false;
                }
                let is_known = reached.get_mut(usize::from(hop.landing));
                if is_known.is_some_and(|is_known| !std::mem::replace(is_known, true)) {
                    latest.push(hop.landing);
                }
            }
        }
        true
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
                let bare = Leaps { around: None, ..leaps.clone() };
                assert_eq!(bare.landings(cell, over), leaps.landings(cell, over), "{board}");
                let over_some = leaps.of(cell).iter().filter(|hop| over.contains(hop.hurdle));
                assert_eq!(leaps.landings(cell, over), over_some.map(|hop| hop.landing).collect(), "{board}");
            }
        }
    }

    /// The hops on so many cells in a circle.
    fn circle(n: u16) -> Vec<Vec<Hop>> {
        let hop = |cell: u16, way: u16, by: u16| Hop { hurdle: (cell + by) % n, landing: (cell + 2 * by) % n, way };
        (0..n).map(|cell| vec![hop(cell, 0, 1), hop(cell, 1, n - 1)]).collect()
    }

    #[test]
    fn a_piece_comes_to_its_own_cell_where_a_circle_has_an_odd_number_of_cells() {
        for n in 3..10 {
            assert_eq!(never_over_origin(&circle(n)), n % 2 == 0, "{n} cells in a circle");
        }
    }

    #[test]
    fn landings_are_scattered_where_they_have_the_order_of_the_hurdles() {
        let around = |n: u16| {
            let landings = |hops: &Vec<Hop>| hops.iter().map(|hop| (hop.hurdle, Bits::of(hop.landing))).collect();
            let hops: Vec<Vec<(u16, Bits<1>)>> = circle(n).iter().map(landings).collect();
            hops.iter().map(|hops| Around::of(hops).is_some()).collect::<Vec<bool>>()
        };
        // From the next to last cell of five one lands on the first one over the last, and on the second over the third.
        assert_eq!(around(5), [true, false, true, false, true]);
    }
}
