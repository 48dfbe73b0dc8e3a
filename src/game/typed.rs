//! What people type: the option that a text means.

use std::collections::BTreeSet;
use std::fmt;

use crate::diagnostic::nearest::nearest;
use crate::rules::board::CellId;
use crate::rules::look::{KindLook, Look};

use super::{Game, Snapshot};

/// The signs of the notation, which a typed text may leave out or confuse; `x` stands between two cells like `-`.
const SIGNS: &str = "-x@:/=#().,";
/// So many options are named of those that a text may mean.
const NAMED: usize = 6;
/// So many options are named where a text means none.
const LISTED: usize = 40;

/// A text that is none of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnOption {
    /// The text.
    pub text: String,
    /// The options that it may mean: it is written like them but for signs and capitals, or like their beginning.
    pub meant: Vec<String>,
    /// The option that it was probably meant to be.
    pub nearest: Option<String>,
    /// The options that there are.
    pub options: Vec<String>,
}

impl fmt::Display for NotAnOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.meant.len() > 1 {
            let named: Vec<String> = self.meant.iter().take(NAMED).map(|option| format!("`{option}`")).collect();
            write!(f, "`{}` could be {}", self.text, named.join(" or "))?;
            return match self.meant.len().saturating_sub(NAMED) {
                0 => Ok(()),
                more => write!(f, " or {more} more"),
            };
        }
        write!(f, "`{}` is not an option here", self.text)?;
        if let Some(meant) = self.meant.first().or(self.nearest.as_ref()) {
            write!(f, "; did you mean `{meant}`?")?;
        }
        match self.options.len() {
            0 => write!(f, " (the game is over)"),
            n if n <= LISTED => write!(f, " (options: {})", self.options.join(" ")),
            n => write!(f, " (options: {} … and {} more)", self.options[..LISTED].join(" "), n - LISTED),
        }
    }
}

impl std::error::Error for NotAnOption {}

/// The option that a text means among the texts of all options: exactly its text, or else the only one that differs
/// from it in capitals and in signs alone. Of several such, a text that has signs means the one that has the same.
///
/// # Errors
/// If no option is meant, or several may be.
pub fn find_option(text: &str, options: &[String]) -> Result<usize, NotAnOption> {
    let text = text.trim();
    if let Some(option) = options.iter().position(|option| option == text) {
        return Ok(option);
    }
    let lower = text.to_lowercase();
    let wanted = bare(&lower);
    let written = |is_so: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..options.len()).filter(|&option| is_so(&options[option].to_lowercase())).collect()
    };
    let mut meant = Vec::new();
    if !wanted.is_empty() {
        meant = written(&|option| bare(option) == wanted);
        if meant.len() > 1 && wanted != lower {
            let same = written(&|option| option == lower);
            meant = if same.len() == 1 { same } else { meant };
        }
        if let [option] = meant[..] {
            return Ok(option);
        }
        if meant.is_empty() {
            meant = written(&|option| bare(option).starts_with(&wanted));
        }
    }
    let nearest = nearest(text, options.iter().map(String::as_str)).map(str::to_owned);
    let meant = meant.into_iter().map(|option| options[option].clone()).collect();
    Err(NotAnOption { text: text.to_owned(), meant, nearest, options: options.to_vec() })
}

/// How the options are shown to who types.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told<'a> {
    /// The options as they are shown, if they are shown in other words.
    pub options: &'a [String],
    /// The code of the language in which the pieces are called; in none they are called as in the rule file.
    pub language: &'a str,
}

/// The option that a person means who types a text: the one that [`Game::parse`] finds, or the only one that begins so
/// or is written so for short: by its landing (`e4`), with the letter of the piece in front (`Nf3`), with what tells it
/// from another (`Nbd2`, `R1e2`). The letter is that of the file, or the initial of what the piece is called in the
/// language (`Cf3`, a *cavalier*), if no two kinds begin alike.
///
/// # Errors
/// If no option is meant, or several may be; the error tells which.
pub fn find_meant<G: Game>(game: &G, position: &G::Position, text: &str, told: Told<'_>) -> Result<usize, NotAnOption> {
    let error = match game.parse(position, text) {
        Ok(option) => return Ok(option),
        Err(error) => error,
    };
    // A text in other signs that fits several options is no beginning of another.
    let same = |option: &&String| bare(&option.to_lowercase()) == bare(&text.trim().to_lowercase());
    if error.meant.iter().any(|option| same(&option)) {
        return Err(error);
    }
    if let Ok(option) = find_option(text, told.options) {
        return Ok(option);
    }
    let begun = |options: &[String]| -> Vec<usize> {
        let wanted = bare(&text.trim().to_lowercase());
        let begins = |option: &String| !wanted.is_empty() && bare(&option.to_lowercase()).starts_with(&wanted);
        (0..options.len()).filter(|&option| begins(&options[option])).collect()
    };
    let mut meant = begun(&error.options);
    meant.extend(begun(told.options));
    meant.extend(written_short(game, position, text, &error.options, told.language));
    meant.sort_unstable();
    meant.dedup();
    match meant[..] {
        [option] => Ok(option),
        _ => {
            let shown = if told.options.len() == error.options.len() { told.options } else { &error.options };
            if meant.is_empty() {
                meant = touching(game, position, text, error.options.len());
            }
            let nearest = nearest(text, shown.iter().map(String::as_str)).map(str::to_owned);
            let meant = meant.into_iter().filter_map(|option| shown.get(option).cloned()).collect();
            Err(NotAnOption { text: error.text, meant, nearest, options: shown.to_vec() })
        }
    }
}

/// The options that touch a cell, where that is all that was typed and there are several: one alone was not asked for.
fn touching<G: Game>(game: &G, position: &G::Position, text: &str, n_options: usize) -> Vec<usize> {
    let Some(cell) = game.rules().board.cell(text.trim()) else { return Vec::new() };
    let touching: Vec<usize> =
        (0..n_options).filter(|&option| game.cells_of(position, option).contains(&cell)).collect();
    if touching.len() > 1 { touching } else { Vec::new() }
}

/// The options that a text may be short for. Where capitals tell a piece from a cell, they count.
fn written_short<G: Game>(
    game: &G,
    position: &G::Position,
    text: &str,
    options: &[String],
    language: &str,
) -> Vec<usize> {
    let typed = text.trim().trim_end_matches(['+', '!', '?']);
    let typed = bare(typed);
    if typed.is_empty() {
        return Vec::new();
    }
    let snapshot = game.snapshot(position);
    let initials = initials(&game.rules().look, language);
    let is = |short: &str| short.to_lowercase() == typed.to_lowercase();
    let found = options.iter().enumerate().filter_map(|(option, notation)| {
        let shorts: Vec<String> = shorts(game, position, &snapshot, &initials, (option, notation));
        let fits: Vec<&String> = shorts.iter().filter(|short| is(short)).collect();
        (!fits.is_empty()).then(|| (option, fits.iter().any(|short| **short == typed)))
    });
    let found: Vec<(usize, bool)> = found.collect();
    let exact: Vec<usize> = found.iter().filter(|(_, exact)| *exact).map(|(option, _)| *option).collect();
    if exact.is_empty() { found.into_iter().map(|(option, _)| option).collect() } else { exact }
}

/// How an option that travels may be written for short.
fn shorts<G: Game>(
    game: &G,
    position: &G::Position,
    snapshot: &Snapshot,
    initials: &[String],
    (option, notation): (usize, &str),
) -> Vec<String> {
    let rules = game.rules();
    let cells = game.cells_of(position, option);
    let name = |cell: CellId| rules.board.cells.get(cell.index()).map(|cell| cell.name.as_str());
    let (Some(origin), Some(landing)) = (cells.first(), cells.last()) else { return Vec::new() };
    let (Some(from), Some(to)) = (name(*origin), name(*landing)) else { return Vec::new() };
    let Some((_, tail)) = notation.rsplit_once(to).filter(|_| origin != landing) else { return Vec::new() };
    let mover = snapshot.cells.get(origin.index()).and_then(|stack| stack.last());
    let mut letters = vec![""];
    if let Some(kind) = mover.map(|piece| piece.kind) {
        let of_file = rules.look.kinds.get(kind).map(|kind| match kind.notation.trim() {
            "" => kind.letter.trim(),
            letter => letter,
        });
        letters.extend(of_file.filter(|letter| !letter.is_empty()));
        letters.extend(initials.get(kind).map(String::as_str));
    }
    let mut parts: Vec<&str> = vec!["", from];
    parts.extend(from.char_indices().skip(1).flat_map(|(at, _)| [&from[..at], &from[at..]]));
    let written = |letter: &str, part: &str| bare(&format!("{letter}{part}{to}{tail}"));
    letters.iter().flat_map(|letter| parts.iter().map(|part| written(letter, part))).collect()
}

/// The initials of the kinds of pieces in a language, in capitals; none if two are alike.
fn initials(look: &Look, language: &str) -> Vec<String> {
    let initial = |kind: &KindLook| {
        let first = kind.name.in_language(language).chars().next();
        first.map(|first| first.to_uppercase().to_string()).unwrap_or_default()
    };
    let initials: Vec<String> = look.kinds.iter().map(initial).collect();
    let distinct: BTreeSet<&String> = initials.iter().collect();
    if distinct.len() == initials.len() { initials } else { Vec::new() }
}

/// A text without the signs of the notation.
pub fn bare(text: &str) -> String {
    text.replace(|letter| SIGNS.contains(letter), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, options: &str) -> Result<String, String> {
        let options: Vec<String> = options.split(' ').map(str::to_owned).collect();
        find_option(text, &options).map(|option| options[option].clone()).map_err(|error| error.to_string())
    }

    #[test]
    fn signs_and_capitals_need_not_match() {
        assert_eq!(found("b3xc4", "b3-c4 b3-d4"), Ok("b3-c4".into()));
        assert_eq!(found("B2B3", "b2-b3 b2-b4"), Ok("b2-b3".into()));
        assert_eq!(found("a1b2cw", "a1/b2:cw a1/b2:ccw"), Ok("a1/b2:cw".into()));
        assert_eq!(found("nd5", "N@d5 P@d5"), Ok("N@d5".into()));
        assert_eq!(found("x1-x2", "x1-x2 1-2"), Ok("x1-x2".into()));
    }

    #[test]
    fn of_two_that_are_alike_the_signs_or_nobody_decides() {
        let both = "`b3c4` could be `b3-c4` or `b3xc4`";
        assert_eq!(found("b3c4", "b3-c4 b3xc4"), Err(both.into()));
        assert_eq!(found("b3:c4", "b3-c4 b3xc4"), Err(both.replace("b3c4", "b3:c4")));
        assert_eq!(found("B3XC4", "b3-c4 b3xc4"), Ok("b3xc4".into()));
        assert_eq!(found("bc4", "Bc4 bxc4"), Err("`bc4` could be `Bc4` or `bxc4`".into()));
        assert_eq!(found("bxc4", "Bxc4 bxc4"), Ok("bxc4".into()));
    }

    #[test]
    fn a_beginning_means_what_begins_so() {
        assert_eq!(found("b2", "b2-b3 b2-b4 c2-c3"), Err("`b2` could be `b2-b3` or `b2-b4`".into()));
        let one = "`c2` is not an option here; did you mean `c2-c3`? (options: b2-b3 c2-c3)";
        assert_eq!(found("c2", "b2-b3 c2-c3"), Err(one.into()));
        assert_eq!(found("-", ". a1"), Err("`-` is not an option here (options: . a1)".into()));
        assert_eq!(found("", "."), Err("`` is not an option here (options: .)".into()));
        let many = "a1-a2 a1-a3 a1-a4 a1-a5 a1-a6 a1-a7 a1-a8 a1-a9";
        assert!(found("a1", many).unwrap_err().ends_with("or `a1-a7` or 2 more"));
    }
}
