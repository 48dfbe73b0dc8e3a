//! Names that nothing declares, and what people mean by them who come from other languages.

use super::super::board::Board;

/// What a name of another language is called here.
pub(super) fn called_here(name: &str) -> Option<&'static str> {
    Some(match name {
        "true" => "yes",
        "false" => "no",
        "null" | "nil" | "undefined" => "none",
        "nobody" => "none",
        "me" | "myself" => "mover",
        "captured" => "taken",
        "enemy" => "enemies",
        "friend" | "friends" | "own" => "mine",
        "from" => "origin",
        "board" | "squares" => "cells",
        _ => return None,
    })
}

/// What is said of a property that other languages have.
pub(super) fn property_here(name: &str) -> Option<&'static str> {
    Some(match name {
        "last" => "there is `first of …` alone, the first in the order of the board",
        "all" | "every" => "a set stands for all its members",
        "none" => "whether there are none asks `no …`",
        "distance" => "two cells stand in brackets: `distance(a, b)`",
        "odd" | "even" => "a number stands in brackets: `odd(n)`, `even(n)`",
        "size" | "length" | "amount" => "how many there are tells `count of …`",
        "type" => "what stands on a cell tells `kind of …`",
        "player" | "colour" | "color" | "side" => "whose piece stands on a cell tells `owner of …`",
        _ => return None,
    })
}

/// What is said of a word that tells a bound behind the number.
pub(super) fn bound_behind(name: &str) -> Option<&'static str> {
    Some(match name {
        "fewer" => "`is 3 or fewer` is written `at most 3`",
        "greater" => "`is 3 or greater` is written `at least 3`",
        "odd" | "even" => "a number is asked in brackets: `odd(n)`, `even(n)`",
        "hand" => "whose hand? `my hand`, `hand of p`",
        "between" => "between two numbers lies what is `at least` the one and `at most` the other",
        _ => return None,
    })
}

/// The type that is meant by a word of another language.
pub(super) fn type_here(name: &str) -> Option<&'static str> {
    Some(match name {
        "bool" | "boolean" => "yes or no",
        "int" | "integer" | "number" => "0 to 1000",
        _ => return None,
    })
}

/// How far the board reaches, for a name that looks like a cell: "the board has columns a to h and rows 1 to 8".
pub(super) fn board_reaches(board: &Board, name: &str) -> Option<String> {
    parted(name)?;
    let cells = board.cells.iter().filter(|cell| !cell.site);
    let names: Vec<(&str, u32)> = cells.map(|cell| parted(&cell.name)).collect::<Option<_>>()?;
    let column = |&(letters, _): &(&'_ str, u32)| (letters.len(), letters.to_owned());
    let (first, last) = (names.iter().map(column).min()?.1, names.iter().map(column).max()?.1);
    let (low, high) = (names.iter().map(|name| name.1).min()?, names.iter().map(|name| name.1).max()?);
    Some(format!("the board has columns {first} to {last} and rows {low} to {high}"))
}

/// Letters and a number behind them, as cells of a grid are called.
fn parted(name: &str) -> Option<(&str, u32)> {
    let (letters, number) = name.split_at_checked(name.find(|c: char| c.is_ascii_digit())?)?;
    let is_column = !letters.is_empty() && letters.len() <= 2 && letters.bytes().all(|byte| byte.is_ascii_lowercase());
    Some((letters, number.parse().ok()?)).filter(|_| is_column)
}
