//! Betza notation as sugar: `fmWfcF` becomes paths of the language.
//!
//! Source: Ralph Betza, "Betza notation"; the subset is atoms `W F D A N H L C Z G K Q R B`, a doubled or
//! numbered atom for riders (`WW`, `W3`), and the modifiers `f b l r v s m c` before an atom.

use crate::source::{Span, Spanned};
use crate::syntax::ast::{Distance, Expr, ExprKind, Jump, Leg, Name, Operator, Path, Verb};

/// The paths of a piece, each with what it may land on.
pub(super) fn paths(text: &str, span: Span) -> Result<Vec<(Path, Option<Expr>)>, String> {
    let letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return Err("it is empty".into());
    }
    let mut all = Vec::new();
    let mut index = 0;
    while index < letters.len() {
        let start = index;
        while letters.get(index).is_some_and(|letter| letter.is_ascii_lowercase()) {
            index += 1;
        }
        let modifiers: String = letters[start..index].iter().collect();
        let Some(&atom) = letters.get(index) else { return Err("it ends in a modifier".into()) };
        index += 1;
        let mut reach = 1;
        if letters.get(index) == Some(&atom) {
            (reach, index) = (usize::MAX, index + 1);
        } else if let Some(digit) = letters.get(index).and_then(|letter| letter.to_digit(10)) {
            (reach, index) = (if digit == 0 { usize::MAX } else { digit as usize }, index + 1);
        }
        for (atom, reach) in expanded(atom, reach)? {
            all.push(atom_path(atom, reach, &modifiers, span)?);
        }
    }
    Ok(all)
}

/// Compound atoms in terms of simple ones.
fn expanded(atom: char, reach: usize) -> Result<Vec<(char, usize)>, String> {
    Ok(match atom {
        'K' => vec![('W', reach), ('F', reach)],
        'Q' => vec![('W', far(reach)), ('F', far(reach))],
        'R' => vec![('W', far(reach))],
        'B' => vec![('F', far(reach))],
        'W' | 'F' | 'D' | 'A' | 'N' | 'H' | 'L' | 'C' | 'Z' | 'G' => vec![(atom, reach)],
        other => return Err(format!("there is no atom `{other}`")),
    })
}

fn far(reach: usize) -> usize {
    if reach == 1 { usize::MAX } else { reach }
}

fn atom_path(atom: char, reach: usize, modifiers: &str, span: Span) -> Result<(Path, Option<Expr>), String> {
    let diagonal = matches!(atom, 'F' | 'A' | 'G');
    let (mut toward, mut quiet, mut taking) = (String::new(), true, true);
    for modifier in modifiers.chars() {
        match modifier {
            'm' => taking = false,
            'c' => quiet = false,
            'f' | 'b' | 'l' | 'r' | 'v' | 's' => toward.push(modifier),
            other => return Err(format!("there is no modifier `{other}`")),
        }
    }
    let dirs = directions(&toward, diagonal)?;
    let straight = |n: i64| Jump::Straight(Spanned::new(ExprKind::Int(n), span));
    let offsets = |a, b| if reach == 1 { Verb::Leaps(Jump::Offsets(a, b)) } else { Verb::Rides(Jump::Offsets(a, b)) };
    let verb = match atom {
        'W' | 'F' if reach == 1 => Verb::Steps,
        'W' | 'F' => Verb::Slides { range: limit(reach, span), stopping: None, bends: None },
        'D' | 'A' if reach == 1 => Verb::Leaps(straight(2)),
        'D' | 'A' => Verb::Rides(straight(2)),
        'H' | 'G' if reach == 1 => Verb::Leaps(straight(3)),
        'H' | 'G' => Verb::Rides(straight(3)),
        'N' => offsets(1, 2),
        'L' | 'C' => offsets(1, 3),
        _ => offsets(2, 3),
    };
    let oblique = matches!(atom, 'N' | 'L' | 'C' | 'Z');
    let words = match (oblique, toward.as_str()) {
        (true, "") => None,
        (true, "f") => Some(vec!["forward"]),
        (true, "b") => Some(vec!["backward"]),
        (true, "v") => Some(vec!["forward", "backward"]),
        (true, "s") => Some(vec!["left", "right"]),
        (true, other) => return Err(format!("the modifiers `{other}` of an oblique leap")),
        (false, _) => Some(dirs),
    };
    let name = |word: &str| Name::new(word.to_string(), span);
    let dirs = words.map(|words| words.into_iter().map(name).collect());
    let leg = Leg { verb, dirs, through: None, repeating: false, span };
    Ok((vec![leg], target(quiet, taking, span)))
}

fn limit(reach: usize, span: Span) -> Option<Distance> {
    (reach != usize::MAX).then(|| Distance::UpTo(Spanned::new(ExprKind::Int(reach as i64), span)))
}

fn directions(toward: &str, diagonal: bool) -> Result<Vec<&'static str>, String> {
    let mut all = Vec::new();
    if toward.is_empty() {
        return Ok(vec![if diagonal { "diagonal" } else { "orthogonal" }]);
    }
    let mut letters: Vec<char> = toward.chars().collect();
    if diagonal && letters.len() == 2 && "fb".contains(letters[0]) && "lr".contains(letters[1]) {
        let side = if letters[1] == 'l' { "left" } else { "right" };
        return Ok(vec![match (letters[0], side) {
            ('f', "left") => "forward-left",
            ('f', _) => "forward-right",
            (_, "left") => "backward-left",
            _ => "backward-right",
        }]);
    }
    letters.sort_unstable();
    letters.dedup();
    for letter in letters {
        all.extend(match (letter, diagonal) {
            ('f', false) => vec!["forward"],
            ('b', false) => vec!["backward"],
            ('l', false) => vec!["left"],
            ('r', false) => vec!["right"],
            ('v', false) => vec!["forward", "backward"],
            ('s', false) => vec!["left", "right"],
            ('f', true) => vec!["forward-left", "forward-right"],
            ('b', true) => vec!["backward-left", "backward-right"],
            ('l', true) => vec!["forward-left", "backward-left"],
            ('r', true) => vec!["forward-right", "backward-right"],
            (other, _) => return Err(format!("the modifier `{other}` here")),
        });
    }
    Ok(all)
}

/// What the path may land on.
fn target(quiet: bool, taking: bool, span: Span) -> Option<Expr> {
    let name = |word: &str| Spanned::new(ExprKind::Name(word.to_string()), span);
    Some(match (quiet, taking) {
        (true, false) => name("empty"),
        (false, _) => name("enemies"),
        (true, true) => {
            Spanned::new(ExprKind::Binary(Operator::Or, Box::new(name("empty")), Box::new(name("enemies"))), span)
        }
    })
}
