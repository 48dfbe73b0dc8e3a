//! The ways of a piece from a cell, cut into stretches that are looked along at once, a bit for each cell.
//!
//! ```text
//!    . . . . . . . .     The rook R looks along four stretches, up and to the right towards higher cells. On the one to
//!    . . . . p . . .     the right, three cells are empty (e), and the way is blocked by p: of a stretch towards higher
//!    . R e e e p . .     cells what lies beyond the lowest piece is not reached, of one towards lower cells what lies
//!    . . . . . . . .     beyond the highest. Ways of one cell each, such as those of a knight, are one stretch together.
//! ```

use crate::rules::board::CellId;

/// A way from a cell: cells one after the other, each with whether a piece may land there if the cell is empty, and if it is
/// not.
pub type Ray = Vec<(CellId, [bool; 2])>;

/// Cells on the way of a piece, in one word of sets of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    cells: u64,
    word: u16,
    course: Course,
    /// Whether some of these cells were on the way before, so that they count again.
    is_again: bool,
    /// All bits where a piece may land on an empty cell, and where on one that is not; no bit where it may not.
    lands: [u64; 2],
    /// Which stretch comes next if this one is blocked.
    blocked: u32,
}

/// How the cells of a stretch follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    /// Each is a way of its own.
    Apart,
    /// From lower to higher numbers.
    Up,
    /// From higher to lower numbers.
    Down,
}

/// What is reached in one word of sets of cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reached {
    /// The word.
    pub word: usize,
    /// The cells that are empty.
    pub empty: u64,
    /// The cells with pieces.
    pub taken: u64,
}

/// The ways from many places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretches {
    /// By place, where its stretches begin; last where those of all end.
    first: Vec<u32>,
    stretches: Vec<Stretch>,
}

impl Stretches {
    /// Adds the ways from one more place, on a board whose sets have so many words.
    pub fn add_place(&mut self, rays: &[Ray], n_words: usize) {
        if self.first.is_empty() {
            self.first.push(0);
        }
        let mut seen = vec![0; n_words];
        let (single, long): (Vec<_>, Vec<_>) = rays.iter().partition(|ray| ray.len() == 1);
        let mut crowds: Vec<Stretch> = Vec::new();
        for &(cell, lands) in single.into_iter().flatten().filter(|(_, lands)| *lands != [false; 2]) {
            let alone = Stretch::of(cell, lands);
            let fits = |crowd: &&mut Stretch| crowd.is_beside(&alone) && crowd.cells & alone.cells == 0;
            match crowds.iter_mut().find(fits) {
                Some(crowd) => crowd.cells |= alone.cells,
                None => crowds.push(Stretch { course: Course::Apart, ..alone }),
            }
        }
        crowds.sort_by_key(|crowd| crowd.word);
        crowds.into_iter().for_each(|crowd| self.add(vec![crowd], &mut seen));
        long.into_iter().for_each(|ray| self.add(cut(ray), &mut seen));
        self.first.push(self.stretches.len() as u32);
    }

    /// Adds the stretches of one way; in `seen` are the cells that may be told together with them.
    fn add(&mut self, way: Vec<Stretch>, seen: &mut [u64]) {
        let end = (self.stretches.len() + way.len()) as u32;
        // Whether a stretch is come to is not known, so all of a way counts as seen, or none.
        let mut own = vec![0; seen.len()];
        let mut is_again = false;
        for stretch in &way {
            let word = usize::from(stretch.word);
            is_again |= (seen[word] | own[word]) & stretch.cells != 0;
            own[word] |= stretch.cells;
        }
        if is_again {
            seen.fill(0);
        }
        seen.iter_mut().zip(own).for_each(|(seen, own)| *seen |= own);
        self.stretches.extend(way.into_iter().map(|stretch| Stretch { is_again, blocked: end, ..stretch }));
    }

    /// Whether there are no ways at all.
    pub fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    /// Shows what is reached from a place if these cells have pieces: word by word, and cells that are reached by several
    /// ways as often.
    #[inline]
    pub fn look(&self, place: usize, occupied: &[u64], mut see: impl FnMut(Reached)) {
        let (begun, end) = (self.first[place] as usize, self.first[place + 1] as usize);
        let stretches = &self.stretches[..end];
        let (mut at, mut reached) = (begun, Reached::default());
        loop {
            let next = stretches.get(at);
            // In one place, so that what sees it can stand in it.
            if next.is_none_or(|next| usize::from(next.word) != reached.word || next.is_again) {
                see(reached);
                reached = Reached::default();
            }
            let Some(stretch) = next else { break };
            let word = usize::from(stretch.word);
            reached.word = word;
            let blocked = stretch.cells & occupied[word];
            let cells = match stretch.course {
                Course::Apart => stretch.cells,
                // Up to the lowest bit, and down to the highest.
                Course::Up => stretch.cells & (blocked ^ blocked.wrapping_sub(1)),
                Course::Down => stretch.cells & (!0 << (63 - (blocked | 1).leading_zeros())),
            };
            reached.empty |= cells & !blocked & stretch.lands[0];
            reached.taken |= cells & blocked & stretch.lands[1];
            at = if blocked == 0 || stretch.course == Course::Apart { at + 1 } else { stretch.blocked as usize };
        }
    }
}

impl Stretch {
    fn of(cell: CellId, lands: [bool; 2]) -> Self {
        Self {
            cells: 1 << (cell.0 % 64),
            word: cell.0 / 64,
            course: Course::Up,
            is_again: false,
            lands: lands.map(|lands| if lands { !0 } else { 0 }),
            blocked: 0,
        }
    }

    /// Whether both are of one word and tell the same of landings.
    fn is_beside(&self, other: &Self) -> bool {
        (self.word, self.lands) == (other.word, other.lands)
    }

    /// Goes on by the next cell of a way, if that can be one stretch.
    fn go_on(&mut self, next: &Self) -> bool {
        let is_single = self.cells.count_ones() == 1;
        let goes_up = next.cells > self.cells;
        let course = if goes_up { Course::Up } else { Course::Down };
        let is_beyond = match course {
            Course::Up => next.cells > self.cells,
            _ => next.cells < self.cells & self.cells.wrapping_neg(),
        };
        let fits = self.is_beside(next) && is_beyond && (is_single || course == self.course);
        if fits {
            (self.cells, self.course) = (self.cells | next.cells, course);
        }
        fits
    }
}

/// Cuts a way into stretches.
fn cut(ray: &Ray) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for next in ray.iter().map(|&(cell, lands)| Stretch::of(cell, lands)) {
        if !stretches.last_mut().is_some_and(|last| last.go_on(&next)) {
            stretches.push(next);
        }
    }
    stretches
}
