//! How drops look before any is tried: what lies around the cell, how near the last drops are, and what a drop takes or saves.
//!
//! ```text
//!    . . .      as the pattern of a drop in the middle: nothing (.), own pieces (X), the other's (O) and what lies off the
//!    X ? O      board on the cells beside it. Patterns that are the same when turned or seen in a mirror count as one.
//!    X O .
//! ```

use std::collections::BTreeMap;

use super::cells::classes;
use crate::game::{Actor, Changes, Contents, Game, PlayerId};
use crate::rules::Rules;
use crate::rules::board::{Board, CellId, DirectionId};

/// More cells beside a cell than this are not looked at.
const MOST_WAYS: usize = 8;
/// Steps to an earlier drop are counted up to this.
const FARTHEST: usize = 6;
/// So many earlier drops are looked at.
pub const EARLIER: usize = 2;
/// So many pieces taken or saved count as more than that.
const MANY: usize = 4;
/// No cell.
const NONE: u16 = u16::MAX;

/// What drops look like on the board of some rules: each trait has a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Traits {
    /// By cell, what lies beside it in the order of the ways; [`NONE`] for nothing.
    beside: Vec<Vec<u16>>,
    /// By code of what lies beside a cell, the number of its pattern.
    patterns: Vec<u16>,
    n_patterns: usize,
    /// By pair of cells, the steps between them, [`FARTHEST`] at most.
    steps: Vec<u8>,
    /// By player and cell, its class.
    classes: [Vec<u16>; 2],
    n_classes: usize,
}

/// What an option looks like: the numbers of its traits.
pub type Look = Vec<u32>;

impl Traits {
    /// The traits of drops under some rules; none unless two play.
    pub fn of(rules: &Rules) -> Option<Self> {
        if rules.players.len() != 2 {
            return None;
        }
        let board = &rules.board;
        let ways = board.neighbour_ways();
        let ways = if ways.len() > MOST_WAYS { &[][..] } else { &ways[..] };
        let cells = 0..board.n_cells() as u16;
        let next = |cell, way: &DirectionId| board.step(CellId(cell), *way).map_or(NONE, |next| next.0);
        let beside = cells.clone().map(|cell| ways.iter().map(|way| next(cell, way)).collect()).collect();
        let (patterns, n_patterns) = patterns(board, ways);
        let near = |steps: Option<u16>| steps.map_or(FARTHEST, |steps| usize::from(steps).min(FARTHEST)) as u8;
        let steps = cells.flat_map(|cell| board.distances(CellId(cell)).into_iter().map(near)).collect();
        let (classes, n_classes) = classes(rules);
        Some(Self { beside, patterns, n_patterns, steps, classes, n_classes })
    }

    /// How many traits there are.
    pub fn n_traits(&self) -> usize {
        self.n_patterns + self.n_classes + EARLIER * (FARTHEST + 1) + 2 * (MANY + 1)
    }

    fn class(&self, class: u16) -> usize {
        self.n_patterns + usize::from(class)
    }

    fn near(&self, which: usize, steps: u8) -> usize {
        self.class(self.n_classes as u16) + which * (FARTHEST + 1) + usize::from(steps)
    }

    /// That a drop takes so many pieces of the other, or saves so many of the mover.
    pub fn taking(&self, saves: bool, pieces: usize) -> usize {
        self.near(EARLIER, 0) + usize::from(saves) * (MANY + 1) + pieces.min(MANY)
    }

    /// How each option of the position looks to the player who decides there, the last drops before it being known as far as they
    /// are. What is no drop has no traits. The options are those that [`Game::find_likely_options`] finds.
    pub fn look<G: Game>(&self, game: &G, position: &mut G::Position, earlier: [Option<u16>; EARLIER]) -> Vec<Look> {
        let Some(Actor::Player(mover)) = game.actor(position) else { return Vec::new() };
        let mut contents = Contents::default();
        if mover.index() > 1 || !game.contents(position, &mut contents) {
            return Vec::new();
        }
        let mut stands = vec![0; self.beside.len()];
        for piece in &contents.pieces {
            stands[usize::from(piece.cell)] = if piece.owner == Some(mover) { 1 } else { 2 };
        }
        let saved = self.saved(game, position, mover);
        let n_options = game.find_likely_options(position);
        let taken = taken(game, position, n_options, mover);
        let look = |option: usize| {
            let Some(CellId(cell)) = game.dropped_at(position, option) else { return Look::new() };
            let at = usize::from(cell);
            let mut look = Look::new();
            let mut see = |feature: usize| look.push(feature as u32);
            see(self.pattern(at, &stands));
            see(self.class(self.classes[mover.index()][at]));
            for (which, earlier) in earlier.iter().enumerate() {
                if let Some(earlier) = earlier {
                    see(self.near(which, self.steps[usize::from(*earlier) * stands.len() + at]));
                }
            }
            see(self.taking(false, taken[option]));
            see(self.taking(true, saved[at]));
            look
        };
        (0..n_options).map(look).collect()
    }

    /// By cell, how many pieces of the mover the other would take with a drop there.
    fn saved<G: Game>(&self, game: &G, position: &mut G::Position, mover: PlayerId) -> Vec<usize> {
        let mut saved = vec![0; self.beside.len()];
        let Some(undo) = game.try_pass(position) else { return saved };
        if let Some(Actor::Player(other)) = game.actor(position)
            && other != mover
        {
            let n_options = game.find_likely_options(position);
            for (option, taken) in taken(game, position, n_options, other).into_iter().enumerate() {
                if let Some(cell) = game.dropped_at(position, option).filter(|_| taken > 0) {
                    saved[cell.index()] = taken;
                }
            }
        }
        game.undo(position, undo);
        saved
    }

    fn pattern(&self, cell: usize, stands: &[u8]) -> usize {
        let beside = self.beside[cell].iter();
        let code =
            beside.fold(0, |code, &next| code << 2 | stands.get(usize::from(next)).map_or(3, |&stands| stands.into()));
        usize::from(self.patterns[code])
    }
}

/// By option, how many pieces it takes that are not the mover's.
fn taken<G: Game>(game: &G, position: &mut G::Position, n_options: usize, mover: PlayerId) -> Vec<usize> {
    let mut taken = vec![0; n_options];
    game.visit_changes(position, 0..n_options, &mut Changes::default(), &mut |option, changes| {
        let gone = changes.map_or(0, |changes| changes.gone.iter().filter(|piece| piece.owner != Some(mover)).count());
        taken[option] = gone;
    });
    taken
}

/// By code of what lies beside a cell in each of these ways, two bits each, the number of its pattern; and how many there are.
fn patterns(board: &Board, ways: &[DirectionId]) -> (Vec<u16>, usize) {
    let joins = board.joining_ways();
    let is_joining: Vec<bool> = ways.iter().map(|way| joins.contains(way)).collect();
    let n = ways.len();
    // Ways go round clockwise, so a turn moves all of them on by as many, and a mirror lets them go round the other way.
    let turned = |by: usize, is_mirrored: bool| -> Vec<usize> {
        (0..n).map(|way| if is_mirrored { (n + by - way) % n } else { (way + by) % n }).collect()
    };
    let all = (0..n).flat_map(|by| [turned(by, false), turned(by, true)]);
    let same: Vec<Vec<usize>> = all.filter(|to| (0..n).all(|way| is_joining[way] == is_joining[to[way]])).collect();
    let seen = |code: usize, to: &[usize]| to.iter().fold(0, |seen, &way| seen << 2 | code >> (2 * way) & 3);
    let mut numbers = BTreeMap::new();
    let number = |code: usize| {
        let least = same.iter().map(|to| seen(code, to)).min().unwrap_or(code);
        let next = numbers.len() as u16;
        *numbers.entry(least).or_insert(next)
    };
    let patterns: Vec<u16> = (0..1 << (2 * n)).map(number).collect();
    (patterns, numbers.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::sample;

    /// How many patterns there are on a board, which is as many as turns and mirrors leave of four things on each way (Burnside's
    /// lemma).
    fn n_patterns(board: &str) -> usize {
        let rules = sample::rules(&format!(
            "language 1\ngame \"Drops\"\nplayers White, Black\nboard {board}\npiece Stone\nmove drop {{ Stone drops }}\n\
             turn {{ choose drop }}\nend before each turn {{ \"full\": draw when stuck }}\n"
        ));
        Traits::of(&rules).expect("two play").n_patterns
    }

    #[test]
    fn patterns_that_are_the_same_when_turned_or_seen_in_a_mirror_are_one() {
        // Squares: (4⁸ + 2·4² + 4⁴ + 4·4⁵) / 8. Hexes: (4⁶ + 2·4 + 2·4² + 4³ + 3·4⁴ + 3·4³) / 12.
        assert_eq!([n_patterns("square 5 by 5"), n_patterns("hexagon 3")], [8_740, 430]);
    }
}
