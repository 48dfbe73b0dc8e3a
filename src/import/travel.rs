//! The words for how a piece goes.

use std::collections::BTreeSet;

use crate::syntax::betza::{self, Gait, Vector, Way};

/// A path, and what must be asked besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// For instance `slides orthogonal`.
    pub text: String,
    /// A condition behind `when`.
    pub when: Option<&'static str>,
}

/// Why there are no words for the lame leaps of three cells: a piece goes nowhere by them.
const NOT_PLAYED: &str = "a lame leap that Fairy-Stockfish reads but does not play, so that the piece has no such move";

/// The words for some directions; none for all eight.
pub fn directions(vectors: &BTreeSet<Vector>) -> Option<String> {
    betza::directions(vectors).map(|words| words.join(" or "))
}

fn along(verb: &str, vectors: &BTreeSet<Vector>, rest: &str) -> String {
    let mut words = vec![verb.to_owned()];
    words.extend(directions(vectors));
    words.extend((!rest.is_empty()).then(|| rest.to_owned()));
    words.join(" ")
}

/// The paths of a way, or why there are no words for it.
///
/// # Errors
/// If the language has no words for it.
pub fn paths(way: &Way) -> Result<Vec<Path>, String> {
    let Some(&(rows, columns)) = way.vectors.first() else { return Ok(Vec::new()) };
    let (long, short) = (rows.abs().max(columns.abs()), rows.abs().min(columns.abs()));
    let plain = |text: String| Ok(vec![Path { text, when: None }]);
    let straight = way.vectors.iter().all(|(a, b)| a.abs() == b.abs() || *a == 0 || *b == 0);
    if !straight {
        return oblique(way, long, short);
    }
    match way.gait {
        Gait::Leap if long == 1 => plain(along("steps", &way.vectors, "")),
        Gait::Leap => plain(leap_straight(&way.vectors, long)),
        Gait::Slide(None) if long > 1 => {
            plain(format!("rides{}", leap_straight(&way.vectors, long).trim_start_matches("leaps")))
        }
        Gait::Slide(Some(_)) if long > 1 => Err("a ride with a limit".to_owned()),
        Gait::Lame if long > 2 => Err(NOT_PLAYED.to_owned()),
        Gait::Lame => plain(along("slides", &way.vectors, &format!("exactly {long}"))),
        Gait::Slide(None) => plain(along("slides", &way.vectors, "")),
        Gait::Slide(Some(most)) => plain(along("slides", &way.vectors, &format!("up to {most}"))),
        Gait::Hop(None) => plain(along("hops", &way.vectors, "over pieces at any distance")),
        Gait::Hop(Some(_)) => Err("a hop that ends at most so many cells behind the piece hopped over".to_owned()),
        Gait::Grasshop => {
            let near = along("hops", &way.vectors, "over pieces");
            let far = along("slides", &way.vectors, "then hops onward over pieces");
            Ok([near, far].into_iter().map(|text| Path { text, when: None }).collect())
        }
    }
}

fn leap_straight(vectors: &BTreeSet<Vector>, length: i8) -> String {
    format!("leaps {} {length}", directions(vectors).unwrap_or_else(|| "any".to_owned()))
}

/// Leaps aslant: the longer leg goes along a direction of the board.
fn oblique(way: &Way, long: i8, short: i8) -> Result<Vec<Path>, String> {
    let mut whole = BTreeSet::new();
    let mut ahead = BTreeSet::new();
    let mut behind = BTreeSet::new();
    for axis in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
        let across = |side: i8| (axis.0 * long + axis.1 * short * side, axis.1 * long + axis.0 * short * side);
        match (way.vectors.contains(&across(1)), way.vectors.contains(&across(-1))) {
            (true, true) => drop(whole.insert(axis)),
            (false, false) => {}
            (first, _) if axis.0 == 0 => {
                // Of a leap to the side, one half goes forward and the other backward.
                let goes_ahead = across(if first { 1 } else { -1 }).0 > 0;
                if goes_ahead {
                    ahead.insert(axis)
                } else {
                    behind.insert(axis)
                };
            }
            _ => return Err("a leap to one side only".to_owned()),
        }
    }
    let mut all = Vec::new();
    if !whole.is_empty() {
        all.push(Path { text: oblique_words(way.gait, long, short, &whole)?, when: None });
    }
    for (axes, when) in
        [(ahead, "rank of landing more than rank of origin"), (behind, "rank of landing less than rank of origin")]
    {
        if !axes.is_empty() {
            all.push(Path { text: oblique_words(way.gait, long, short, &axes)?, when: Some(when) });
        }
    }
    Ok(all)
}

fn oblique_words(gait: Gait, long: i8, short: i8, axes: &BTreeSet<Vector>) -> Result<String, String> {
    let towards = |verb: &str| {
        let some = (axes.len() < 4).then(|| directions(axes)).flatten();
        format!("{verb} {short} by {long}{}", some.map(|words| format!(" {words}")).unwrap_or_default())
    };
    match gait {
        Gait::Leap => Ok(towards("leaps")),
        Gait::Slide(None) => Ok(towards("rides")),
        Gait::Lame => {
            if long - short > 1 {
                return Err(NOT_PLAYED.to_owned());
            }
            let second = if short == 2 { " then steps onward" } else { "" };
            Ok(format!("{} then steps onward-diagonal{second}", along("steps", axes, "")))
        }
        _ => Err("a ride aslant with a limit".to_owned()),
    }
}

#[cfg(test)]
#[allow(clippy::panic, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::syntax::betza::ways;

    fn told(text: &str) -> Vec<String> {
        let ways = ways(text).expect("Betza notation");
        ways.iter().flat_map(|way| paths(way).expect("words")).map(|path| path.text).collect()
    }

    #[test]
    fn standard_pieces_are_told_in_words() {
        assert_eq!(told("K"), ["steps"]);
        assert_eq!(told("Q"), ["slides"]);
        assert_eq!(told("R"), ["slides orthogonal"]);
        assert_eq!(told("BN"), ["slides diagonal", "leaps 1 by 2"]);
        assert_eq!(told("WfF"), ["steps forward-diagonal or orthogonal"]);
        assert_eq!(told("FfW"), ["steps forward or diagonal"]);
        assert_eq!(told("fsW"), ["steps forward or sideways"]);
        assert_eq!(told("fN"), ["leaps 1 by 2 forward"]);
        assert_eq!(told("nN"), ["steps orthogonal then steps onward-diagonal"]);
        assert_eq!(told("nZ"), ["steps orthogonal then steps onward-diagonal then steps onward"]);
        assert_eq!(told("nA"), ["slides diagonal exactly 2"]);
        assert_eq!(told("ADGH"), ["leaps any 2", "leaps any 3"]);
        assert_eq!(told("NN"), ["rides 1 by 2"]);
        assert_eq!(told("pR"), ["hops orthogonal over pieces at any distance"]);
        assert_eq!(told("fsN"), ["leaps 1 by 2 sideways"]);
        assert_eq!(told("R4"), ["slides orthogonal up to 4"]);
    }
}
