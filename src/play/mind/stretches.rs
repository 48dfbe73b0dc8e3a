//! The ways of a piece from a cell, cut into stretches that are looked along at once, a bit for each cell.
//!
//! ```text
//!    . . . . . . . .     The rook R looks along four stretches, up and to the right towards higher cells. On the one to
//!    . . . . p . . .     the right, three cells are empty (e), and the way is blocked by p: of a stretch towards higher
//!    . R e e e p . .     cells what lies beyond the lowest piece is not reached, of one towards lower cells what lies
//!    . . . . . . . .     beyond the highest. Ways of one cell each, such as those of a knight, are one stretch together.
//! ```

use std::ops::Range;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    places: Vec<Place>,
    stretches: Vec<Stretch>,
}

/// The ways from one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    /// Where its stretches begin and end.
    begin: u32,
    end: u32,
    /// The word of all of them, if each is a way of its own and none counts again: then they are told together.
    only_word: Option<u16>,
}

impl Stretches {
    /// Adds the ways from one more place, on a board whose sets have so many words.
    pub fn add_place(&mut self, rays: &[Ray], n_words: usize) {
        let begin = self.stretches.len();
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
        let own = &mut self.stretches[begin..];
        let is_way = |(at, stretch): (usize, &Stretch)| stretch.blocked as usize == begin + at + 1 && !stretch.is_again;
        let word = own.first().map_or(0, |first| first.word);
        let is_plain = own.iter().enumerate().all(is_way) && own.iter().all(|stretch| stretch.word == word);
        if is_plain {
            // What follows alike is foreseen by the processor.
            own.sort_by_key(|stretch| stretch.course);
        }
        let [begin, end] = [begin, self.stretches.len()].map(|at| at as u32);
        self.places.push(Place { begin, end, only_word: is_plain.then_some(word) });
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
        let Place { begin, end, only_word } = self.places[place];
        let (begin, end) = (begin as usize, end as usize);
        let Some(word) = only_word.map(usize::from) else { return self.look_apart(begin..end, occupied, see) };
        let occupied = occupied[word];
        let mut reached = Reached { word, ..Reached::default() };
        for stretch in &self.stretches[begin..end] {
            stretch.look(occupied, &mut reached);
        }
        see(reached);
    }

    /// The same where ways have several stretches, or cells that count again.
    fn look_apart(&self, places: Range<usize>, occupied: &[u64], mut see: impl FnMut(Reached)) {
        let stretches = &self.stretches[..places.end];
        let (mut at, mut reached) = (places.start, Reached::default());
        loop {
            let next = stretches.get(at);
            // In one place, so that what sees it can stand in it.
            if next.is_none_or(|next| usize::from(next.word) != reached.word || next.is_again) {
                see(reached);
                reached = Reached::default();
            }
            let Some(stretch) = next else { break };
            reached.word = usize::from(stretch.word);
            let is_blocked = stretch.look(occupied[reached.word], &mut reached) && stretch.course != Course::Apart;
            at = if is_blocked { stretch.blocked as usize } else { at + 1 };
        }
    }
}

impl Stretch {
    /// Adds what is reached on it if these cells of its word have pieces; whether one of them is on it.
    #[inline]
    fn look(&self, occupied: u64, reached: &mut Reached) -> bool {
        let blocked = self.cells & occupied;
        let cells = match self.course {
            Course::Apart => self.cells,
            // Up to the lowest bit, and down to the highest.
            Course::Up => self.cells & (blocked ^ blocked.wrapping_sub(1)),
            Course::Down => self.cells & (!0 << (63 - (blocked | 1).leading_zeros())),
        };
        reached.empty |= cells & !blocked & self.lands[0];
        reached.taken |= cells & blocked & self.lands[1];
        blocked != 0
    }

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
