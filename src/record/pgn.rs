//! Games of two players in Portable Game Notation: tags, and moves with their numbers.
//!
//! The form serves any game of two players without chance whose moves are written in one word each. The player who sits
//! first is `White` in it, whatever the rules call him: readers know these two names alone. The names of the rules stand
//! in the tags `FirstPlayer` and `SecondPlayer`.
//!
//! # Source
//! Steven J. Edwards, "Standard: Portable Game Notation Specification and Implementation Guide", 1994, sections 8 and 17.

use std::fmt::Write as _;

/// The longest line of moves, as the standard wants it.
const WIDTH: usize = 79;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The player who sits first won.
    First,
    /// The player who sits second won.
    Second,
    /// A draw.
    Draw,
    /// Neither won, or it was not played to its end.
    Open,
}

impl Ending {
    fn text(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Whether the player who sits second makes it.
    pub is_second: bool,
    /// Its text, one word.
    pub text: String,
    /// What is remarked, or nothing.
    pub comment: String,
}

/// A game as text, with an empty line behind it. The tag `Result` gets its value where it stands, or at the end. None if a
/// move cannot be written in this form.
pub fn to_text(tags: &[(&str, &str)], plies: &[Ply], ending: Ending) -> Option<String> {
    if !plies.iter().all(|ply| is_word(&ply.text)) {
        return None;
    }
    let mut text = String::new();
    let result = ("Result", ending.text());
    let is_missing = !tags.iter().any(|(name, _)| *name == result.0);
    for (name, value) in tags.iter().chain(is_missing.then_some(&result)) {
        let value = if *name == result.0 { result.1 } else { value };
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    }
    text.push('\n');
    let mut column = 0;
    for word in words(plies).iter().chain([&ending.text().to_owned()]) {
        let width = word.chars().count();
        if column > 0 {
            let breaks = column + 1 + width > WIDTH;
            text.push(if breaks { '\n' } else { ' ' });
            column = if breaks { 0 } else { column + 1 };
        }
        text += word;
        column += width;
    }
    text += "\n\n";
    Some(text)
}

/// What stands between blanks: numbers, moves, the words of comments.
fn words(plies: &[Ply]) -> Vec<String> {
    let mut words = Vec::new();
    let mut number = 0;
    // Whether the number must be told: at the start, after a comment, and where the same player moves again.
    let (mut is_due, mut was_second) = (true, true);
    for ply in plies {
        number += usize::from(!ply.is_second || was_second);
        if !ply.is_second {
            words.push(format!("{number}."));
        } else if is_due || was_second {
            words.push(format!("{number}..."));
        }
        words.push(ply.text.clone());
        is_due = !ply.comment.is_empty();
        if is_due {
            let clean = ply.comment.replace(['{', '}'], "|");
            let mut comment: Vec<String> = clean.split_whitespace().map(str::to_owned).collect();
            if let Some(first) = comment.first_mut() {
                first.insert(0, '{');
            }
            if let Some(last) = comment.last_mut() {
                last.push('}');
            }
            words.append(&mut comment);
        }
        was_second = ply.is_second;
    }
    words
}

/// Whether a text is read as a move: one word without a sign that means something else, and no number alone.
fn is_word(text: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_graphic() && !"{}()[]<>;\"$%*!?".contains(sign);
    let is_number = text.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit());
    let begins = text.starts_with(|sign: char| sign.is_ascii_alphanumeric());
    let is_result = matches!(text, "1-0" | "0-1" | "1/2-1/2");
    begins && !is_number && !is_result && text.len() <= 255 && text.chars().all(is_sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plies(texts: &[(&str, &str)]) -> Vec<Ply> {
        let ply = |(index, (text, comment)): (usize, &(&str, &str))| Ply {
            is_second: index % 2 == 1,
            text: (*text).to_owned(),
            comment: (*comment).to_owned(),
        };
        texts.iter().enumerate().map(ply).collect()
    }

    #[test]
    fn a_game_with_tags_numbers_and_comments() {
        let plies = plies(&[("e2e4", "0.52 in 0.1s"), ("e7e5", ""), ("g1f3", "")]);
        let text = to_text(&[("Event", "a \"great\" \\ one"), ("White", "A")], &plies, Ending::First).unwrap();
        let expected = concat!(
            "[Event \"a \\\"great\\\" \\\\ one\"]\n[White \"A\"]\n[Result \"1-0\"]\n\n",
            "1. e2e4 {0.52 in 0.1s} 1... e7e5 2. g1f3 1-0\n\n",
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn a_player_may_move_twice_or_second() {
        let ply = |is_second, text: &str| Ply { is_second, text: text.to_owned(), comment: String::new() };
        let twice = [ply(false, "a1"), ply(false, "a2"), ply(true, "b1"), ply(true, "b2"), ply(false, "a3")];
        let text = to_text(&[], &twice, Ending::Open).unwrap();
        assert_eq!(text, "[Result \"*\"]\n\n1. a1 2. a2 b1 3... b2 4. a3 *\n\n");
        let second = to_text(&[], &[ply(true, "b1"), ply(false, "a1")], Ending::Draw).unwrap();
        assert_eq!(second, "[Result \"1/2-1/2\"]\n\n1... b1 2. a1 1/2-1/2\n\n");
    }

    #[test]
    fn lines_are_short_and_comments_cannot_end_early() {
        let long: Vec<(&str, &str)> = (0..60).map(|_| ("a1b2", "a } remark { with braces")).collect();
        let text = to_text(&[], &plies(&long), Ending::Open).unwrap();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        assert_eq!(text.matches('{').count(), 60);
        assert_eq!(text.matches('}').count(), 60);
    }

    #[test]
    fn what_is_no_word_is_refused() {
        for text in ["", "a b", "12", "7.", "a{1", "(a1)", "1-0", "é4", "-a1", "a;b", "e4!"] {
            assert_eq!(to_text(&[], &plies(&[(text, "")]), Ending::Open), None, "{text}");
        }
        for text in ["9-13", "a7-a8=Q", "P@e4", "j4-e9/e5", "a1xb2,c3", "g1-g2:cw", "0000"] {
            assert_eq!(to_text(&[], &plies(&[(text, "")]), Ending::Open).is_some(), text != "0000", "{text}");
        }
    }
}
