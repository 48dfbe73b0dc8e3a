//! Where a line of text may be broken.

/// The words of a text, between which a line may be broken. What French sets apart, as it does a colon, stays with the word
/// to which it belongs.
pub fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut end = 0;
    for word in text.split(' ') {
        let begin = end;
        end += word.len() + 1;
        if word.is_empty() {
            continue;
        }
        let closes = word.chars().all(|sign| ":;!?»%.,)".contains(sign));
        match words.last_mut().filter(|(first, last)| closes || text.get(*first..*last) == Some("«")) {
            Some((_, last)) => *last = begin + word.len(),
            None => words.push((begin, begin + word.len())),
        }
    }
    words.into_iter().filter_map(|(begin, end)| text.get(begin..end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_french_sets_apart_is_not_torn_off() {
        assert_eq!(words("graines prises (Sud) : 4"), ["graines", "prises", "(Sud) :", "4"]);
        assert_eq!(words("vaut 52 %, vu"), ["vaut", "52 %,", "vu"]);
        assert_eq!(words("  fin par « trois alignés »"), ["fin", "par", "« trois", "alignés »"]);
        assert_eq!(words(""), [""; 0]);
    }
}
