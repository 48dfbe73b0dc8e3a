//! Did you mean: the nearest of the known names.

/// The longest words that are compared, in bytes.
const LONGEST: usize = 256;

/// The candidate closest to `word`, if it is close enough to be a slip: at most one letter of three in the longer
/// word differs (inserted, left out, replaced or exchanged with a neighbour), and in a word of two letters nothing
/// but their order.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        // Of huge words nothing is worked out: that takes the square of their length.
        .filter(|candidate| word.len() <= LONGEST && candidate.len() <= LONGEST)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= most(word, candidate))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The candidates from the one closest to `word` on, at most so many, however far they are from it.
pub fn ranked<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    let comparable = |candidate: &&str| word.len() <= LONGEST && candidate.len() <= LONGEST;
    let mut found: Vec<(usize, &str)> =
        candidates.into_iter().filter(comparable).map(|candidate| (distance(word, candidate), candidate)).collect();
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().take(most).map(|(_, candidate)| candidate).collect()
}

/// How many letters of two words may differ.
fn most(word: &str, candidate: &str) -> usize {
    let longer = word.chars().count().max(candidate.chars().count());
    let turned = longer == 2 && word.to_lowercase().chars().rev().eq(candidate.to_lowercase().chars());
    if turned { 1 } else { longer / 3 }
}

/// Optimal string alignment distance, letters compared without case.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::{nearest, ranked};

    #[test]
    fn candidates_are_ranked_by_their_distance() {
        assert_eq!(ranked("b2-b5", ["a1-a2", "b2-b3", "b2-c5", "zzz"], 3), ["b2-b3", "b2-c5", "a1-a2"]);
        assert!(ranked(&"x".repeat(1000), ["a"], 3).is_empty());
    }

    #[test]
    fn a_slip_is_found_and_a_stranger_is_not() {
        let names = ["forward", "forward-left", "backward"];
        assert_eq!(nearest("forwrad", names), Some("forward"));
        assert_eq!(nearest("Backwards", names), Some("backward"));
        assert_eq!(nearest("queen", names), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("fo", ["of", "or", "if"]), Some("of"));
        assert_eq!(nearest("on", ["or", "in"]), None);
        assert_eq!(nearest("wiht", ["with"]), Some("with"));
        assert_eq!(nearest("off", ["of"]), Some("of"));
        let endless = "o".repeat(1 << 20);
        assert_eq!(nearest(&endless, [endless.as_str(), "of"]), None);
    }

    #[test]
    fn half_of_the_letters_is_too_much() {
        assert_eq!(nearest("Toad", ["Lord"]), None);
        assert_eq!(nearest("mover", ["more"]), None);
        assert_eq!(nearest("are", ["more"]), None);
    }
}
