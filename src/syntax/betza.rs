//! Betza notation: a piece is the ways in which it may go.
//!
//! A way is a set of vectors, (rows forward, columns to the right), with how it goes along them and whether it may
//! take. Source: Ralph Betza, "Betza notation"; where descriptions differ, as Fairy-Stockfish reads it.

use std::collections::{BTreeMap, BTreeSet};

/// Rows forward and columns to the right.
pub type Vector = (i8, i8);

/// How a piece goes along a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gait {
    /// Once, whatever lies between.
    Leap,
    /// Once, if nothing lies on the way.
    Lame,
    /// Again and again over empty cells, at most so many times.
    Slide(Option<u8>),
    /// Over one piece and on, at most so many times after it.
    Hop(Option<u8>),
    /// To the cell right behind the first piece.
    Grasshop,
}

/// What a piece may do on the cell where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Enter an empty cell.
    Quiet,
    /// Take an enemy.
    Take,
    /// Either.
    Both,
}

/// A way in which a piece may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// How it goes.
    pub gait: Gait,
    /// Along which vectors; all have the same two lengths, or are the eight neighbours.
    pub vectors: BTreeSet<Vector>,
    /// What it may do at the end.
    pub mode: Mode,
    /// Whether only as a first move.
    pub first: bool,
}

const ATOMS: [(char, &[(i8, i8)]); 15] = [
    ('W', &[(1, 0)]),
    ('F', &[(1, 1)]),
    ('D', &[(2, 0)]),
    ('N', &[(2, 1)]),
    ('A', &[(2, 2)]),
    ('H', &[(3, 0)]),
    ('L', &[(3, 1)]),
    ('C', &[(3, 1)]),
    ('J', &[(3, 2)]),
    ('Z', &[(3, 2)]),
    ('G', &[(3, 3)]),
    ('K', &[(1, 0), (1, 1)]),
    ('R', &[(1, 0)]),
    ('B', &[(1, 1)]),
    ('Q', &[(1, 0), (1, 1)]),
];

/// The eight images of an atom `(a, b)`, and the pairs of direction letters that choose each.
const IMAGES: [([i8; 4], &[&str]); 8] = [
    ([1, 0, 0, 1], &["ff", "vv", "rf", "rv", "fh", "rh", "hr"]),
    ([-1, 0, 0, -1], &["bb", "vv", "lb", "lv", "bh", "lh", "hr"]),
    ([0, -1, 1, 0], &["rr", "ss", "br", "bs", "bh", "rh", "hr"]),
    ([0, 1, -1, 0], &["ll", "ss", "fl", "fs", "fh", "lh", "hr"]),
    ([0, 1, 1, 0], &["rr", "ss", "fr", "fs", "fh", "rh", "hl"]),
    ([0, -1, -1, 0], &["ll", "ss", "bl", "bs", "bh", "lh", "hl"]),
    ([-1, 0, 0, 1], &["bb", "vv", "rb", "rv", "bh", "rh", "hl"]),
    ([1, 0, 0, -1], &["ff", "vv", "lf", "lv", "fh", "lh", "hl"]),
];

/// What stands before an atom.
#[derive(Clone, Debug, Default)]
struct Modifiers {
    quiet: bool,
    take: bool,
    hop: bool,
    grasshop: bool,
    lame: bool,
    first: bool,
    directions: Vec<String>,
}

/// The ways of a piece, or why they cannot be told.
///
/// # Errors
/// If the text is not in the notation, or uses more of it than is played.
pub fn ways(text: &str) -> Result<Vec<Way>, String> {
    let letters: Vec<char> = text.chars().collect();
    let mut found: BTreeMap<(bool, Gait, [i8; 2], Vector), [bool; 2]> = BTreeMap::new();
    let mut modifiers = Modifiers::default();
    let mut index = 0;
    let mut open = false;
    while let Some(&letter) = letters.get(index) {
        index += 1;
        let next = letters.get(index).copied();
        open = !letter.is_ascii_uppercase();
        match letter {
            'm' => modifiers.quiet = true,
            'c' => modifiers.take = true,
            'p' => modifiers.hop = true,
            'g' => (modifiers.hop, modifiers.grasshop) = (true, true),
            'n' => modifiers.lame = true,
            'i' => modifiers.first = true,
            // En passant is a rule of its own, with the pieces that may do it.
            'e' => {}
            'f' | 'b' | 'v' | 'r' | 'l' | 's' | 'h' => match next.filter(|next| combine(letter, *next)) {
                Some(next) => {
                    modifiers.directions.push(format!("{letter}{next}"));
                    index += 1;
                }
                None => modifiers.directions.push(format!("{letter}{letter}")),
            },
            atom => {
                let Some((_, shapes)) = ATOMS.iter().find(|(name, _)| *name == atom) else {
                    let what = if atom.is_lowercase() { "modifier" } else { "atom" };
                    return Err(format!("there is no {what} `{atom}`"));
                };
                let mut reach = None;
                if let Some(next) = next.filter(|next| next.is_ascii_digit() || *next == atom) {
                    reach =
                        Some(next.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).filter(|digit| *digit > 0));
                    index += 1;
                }
                let gait = gait(atom, reach, &modifiers, shapes)?;
                record(&mut found, gait, shapes, &modifiers);
                modifiers = Modifiers::default();
            }
        }
    }
    if open {
        return Err("it ends in a modifier".to_owned());
    }
    Ok(grouped(found))
}

fn combine(first: char, second: char) -> bool {
    let vertical = |letter| "fbvh".contains(letter);
    let horizontal = |letter| "rlsh".contains(letter);
    first == second || (vertical(first) && horizontal(second)) || (horizontal(first) && vertical(second))
}

fn gait(atom: char, reach: Option<Option<u8>>, modifiers: &Modifiers, shapes: &[(i8, i8)]) -> Result<Gait, String> {
    let slider = "RBQ".contains(atom);
    let near = shapes.iter().all(|(a, _)| *a == 1);
    let limit = reach.flatten();
    let unsupported = |what: &str| Err(format!("{what} `{atom}` is not played"));
    match (modifiers.hop, slider || reach.is_some(), modifiers.lame) {
        (true, _, _) if !near => unsupported("hopping by"),
        (true, _, _) if modifiers.grasshop => Ok(Gait::Grasshop),
        (true, _, _) if limit == Some(1) => Ok(Gait::Grasshop),
        (true, _, _) => Ok(Gait::Hop(limit)),
        (_, true, _) if limit == Some(1) => Ok(Gait::Leap),
        (_, true, _) => Ok(Gait::Slide(limit)),
        (_, _, true) if !matches!(atom, 'N' | 'A' | 'Z' | 'J' | 'D' | 'H' | 'G' | 'L' | 'C') => {
            unsupported("a lame leap by")
        }
        (_, _, true) => Ok(Gait::Lame),
        _ => Ok(Gait::Leap),
    }
}

fn record(
    found: &mut BTreeMap<(bool, Gait, [i8; 2], Vector), [bool; 2]>,
    gait: Gait,
    shapes: &[(i8, i8)],
    modifiers: &Modifiers,
) {
    let (quiet, take) = match (modifiers.quiet, modifiers.take) {
        (false, false) => (true, true),
        modes => modes,
    };
    // First moves never take.
    let take = take && !modifiers.first;
    for &(a, b) in shapes {
        let directions: Vec<String> =
            modifiers.directions.iter().flat_map(|pair| split(pair, shapes.len(), b)).collect();
        for (matrix, pairs) in &IMAGES {
            if directions.is_empty() || pairs.iter().any(|pair| directions.iter().any(|chosen| chosen == pair)) {
                let vector = (matrix[0] * a + matrix[1] * b, matrix[2] * a + matrix[3] * b);
                // The eight neighbours go together.
                let class = if a == 1 { [1, 1] } else { [a, b] };
                let modes = found.entry((modifiers.first, gait, class, vector)).or_default();
                *modes = [modes[0] || quiet, modes[1] || take];
            }
        }
    }
}

/// Two directions of an orthogonal atom mean each of them.
fn split(pair: &str, shapes: usize, b: i8) -> Vec<String> {
    let mut letters = pair.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if shapes == 1 && b == 0 && first != second => {
            vec![format!("{first}{first}"), format!("{second}{second}")]
        }
        _ => vec![pair.to_owned()],
    }
}

/// Vectors with the same gait, lengths and mode are one way.
fn grouped(found: BTreeMap<(bool, Gait, [i8; 2], Vector), [bool; 2]>) -> Vec<Way> {
    let mut ways: Vec<([i8; 2], Way)> = Vec::new();
    for ((first, gait, class, vector), [quiet, take]) in found {
        let mode = match (quiet, take) {
            (true, true) => Mode::Both,
            (true, false) => Mode::Quiet,
            (false, true) => Mode::Take,
            (false, false) => continue,
        };
        // Leaps of two and three cells straight on go with those aslant.
        let class = if class[0] == class[1] || class[1] == 0 { [class[0], class[0]] } else { class };
        let fits = |(other, way): &&mut ([i8; 2], Way)| {
            *other == class && way.gait == gait && way.mode == mode && way.first == first
        };
        match ways.iter_mut().find(fits) {
            Some((_, way)) => drop(way.vectors.insert(vector)),
            None => ways.push((class, Way { gait, vectors: [vector].into(), mode, first })),
        }
    }
    ways.sort_by_key(|(class, way)| (way.first, way.mode == Mode::Take, order(way.gait), *class));
    ways.into_iter().map(|(_, way)| way).collect()
}

/// Slides are told first, then steps and leaps, then the rarer gaits.
fn order(gait: Gait) -> u8 {
    match gait {
        Gait::Slide(_) => 0,
        Gait::Leap => 1,
        Gait::Lame => 2,
        Gait::Hop(_) => 3,
        Gait::Grasshop => 4,
    }
}

/// Directions by vector, clockwise.
const NAMES: [(Vector, &str); 8] = [
    ((1, 0), "forward"),
    ((1, 1), "forward-right"),
    ((0, 1), "right"),
    ((-1, 1), "backward-right"),
    ((-1, 0), "backward"),
    ((-1, -1), "backward-left"),
    ((0, -1), "left"),
    ((1, -1), "forward-left"),
];

/// Words for several directions, the most first.
const GROUPS: [(&str, &[Vector]); 5] = [
    ("orthogonal", &[(1, 0), (0, 1), (-1, 0), (0, -1)]),
    ("diagonal", &[(1, 1), (-1, 1), (-1, -1), (1, -1)]),
    ("sideways", &[(0, 1), (0, -1)]),
    ("forward-diagonal", &[(1, 1), (1, -1)]),
    ("backward-diagonal", &[(-1, 1), (-1, -1)]),
];

/// The words of the language for the directions of some vectors straight on; none for all eight.
pub fn directions(vectors: &BTreeSet<Vector>) -> Option<Vec<&'static str>> {
    let mut rest: BTreeSet<Vector> = vectors.iter().map(|(a, b)| (a.signum(), b.signum())).collect();
    if rest.len() == 8 {
        return None;
    }
    let mut groups = Vec::new();
    for (word, group) in GROUPS {
        if group.iter().all(|vector| rest.contains(vector)) {
            rest.retain(|vector| !group.contains(vector));
            groups.push(word);
        }
    }
    let mut words: Vec<&str> =
        NAMES.iter().filter(|(vector, _)| rest.contains(vector)).map(|(_, name)| *name).collect();
    words.extend(groups);
    // Straight on comes first, as one would say it.
    words.sort_by_key(|word| (!word.starts_with("forward"), word.starts_with("backward")));
    Some(words)
}

/// The directions along which the longer leg of leaps aslant goes, if for each both sides of it are in the set.
pub fn long_legs(vectors: &BTreeSet<Vector>) -> Option<BTreeSet<Vector>> {
    let axis = |&(rows, columns): &Vector| {
        if rows.abs() > columns.abs() { (rows.signum(), 0) } else { (0, columns.signum()) }
    };
    let axes: BTreeSet<Vector> = vectors.iter().map(axis).collect();
    (vectors.len() == 2 * axes.len()).then_some(axes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors(text: &str) -> Vec<Vec<Vector>> {
        ways(text).expect("Betza notation").into_iter().map(|way| way.vectors.into_iter().collect()).collect()
    }

    #[test]
    fn directions_are_those_of_the_format() {
        assert_eq!(vectors("fW"), [[(1, 0)]]);
        assert_eq!(vectors("fsW"), [[(0, -1), (0, 1), (1, 0)]]);
        assert_eq!(vectors("fN"), [[(2, -1), (2, 1)]]);
        assert_eq!(vectors("fsN"), [[(1, -2), (1, 2)]]);
        assert_eq!(vectors("fhN"), [[(1, -2), (1, 2), (2, -1), (2, 1)]]);
        assert_eq!(vectors("flF"), [[(1, -1)]]);
        assert_eq!(vectors("sF"), [[(-1, -1), (-1, 1), (1, -1), (1, 1)]]);
        assert_eq!(ways("K").map(|ways| ways.len()), Ok(1));
    }

    #[test]
    fn gaits_and_modes_are_told() {
        let told = |text: &str| ways(text).map(|ways| ways.iter().map(|way| (way.gait, way.mode)).collect::<Vec<_>>());
        assert_eq!(told("mRcpR"), Ok(vec![(Gait::Slide(None), Mode::Quiet), (Gait::Hop(None), Mode::Take)]));
        assert_eq!(
            told("B2ND"),
            Ok(vec![(Gait::Slide(Some(2)), Mode::Both), (Gait::Leap, Mode::Both), (Gait::Leap, Mode::Both)])
        );
        assert_eq!(told("mNcN"), Ok(vec![(Gait::Leap, Mode::Both)]));
        assert_eq!(told("gQ"), Ok(vec![(Gait::Grasshop, Mode::Both)]));
        assert_eq!(told("pN"), Err("hopping by `N` is not played".to_owned()));
        assert_eq!(told("X"), Err("there is no atom `X`".to_owned()));
        assert_eq!(told("xW"), Err("there is no modifier `x`".to_owned()));
        assert_eq!(told("Wf"), Err("it ends in a modifier".to_owned()));
        assert!(ways("fmWfceFifmnD").is_ok_and(|ways| ways.iter().any(|way| way.first && way.gait == Gait::Lame)));
    }
}
