//! Names of cells: letters for files, and coordinates read back from names.

use std::collections::BTreeSet;

use super::{Board, BoardError, Names};

/// The letters of a file: `a` to `z`, then `aa`, `ab`, and so on; counted from zero.
pub fn letters(index: usize) -> String {
    let mut rest = index + 1;
    let mut reversed = Vec::new();
    while rest > 0 {
        rest -= 1;
        reversed.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    reversed.iter().rev().collect()
}

/// The column and the row, from one, of a name such as `d7`; none if the name is no coordinate.
pub fn coordinates(name: &str) -> Option<(u16, u16)> {
    let digits = name.find(|character: char| !character.is_ascii_lowercase())?;
    let (file, rank) = name.split_at(digits);
    let plain = (1..=2).contains(&file.len()) && (1..=2).contains(&rank.len());
    if !plain || !rank.bytes().all(|byte| byte.is_ascii_digit()) || rank.starts_with('0') {
        return None;
    }
    let column = file.bytes().fold(0, |sum, byte| sum * 26 + u16::from(byte - b'a') + 1);
    Some((column, rank.parse().ok()?))
}

/// Gives the grid its names, if the file asks for other names than the usual coordinates.
pub(super) fn rename(board: &mut Board, names: &Option<Names>) -> Result<(), BoardError> {
    match names {
        None => {}
        Some(Names::Numbered) => {
            let order: Vec<_> = board.rows.iter().flatten().copied().collect();
            for (index, cell) in order.into_iter().enumerate() {
                board.cells[cell.index()].name = (index + 1).to_string();
            }
        }
        Some(Names::List(list)) => {
            if list.len() != board.n_grid {
                return Err(BoardError::NameCount { wanted: board.n_grid, given: list.len() });
            }
            for (cell, name) in board.cells.iter_mut().zip(list) {
                cell.name.clone_from(name);
            }
        }
    }
    check_unique(board)
}

/// Refuses two cells with one name.
pub(super) fn check_unique(board: &Board) -> Result<(), BoardError> {
    let mut seen = BTreeSet::new();
    match board.cells.iter().find(|cell| !seen.insert(cell.name.as_str())) {
        Some(cell) => Err(BoardError::DuplicateCell(cell.name.clone())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_on_after_z() {
        let names: Vec<_> = [0, 25, 26, 27, 51, 52, 701, 702].into_iter().map(letters).collect();
        assert_eq!(names, ["a", "z", "aa", "ab", "az", "ba", "zz", "aaa"]);
    }

    #[test]
    fn coordinates_are_read_back() {
        assert_eq!(coordinates("d7"), Some((4, 7)));
        assert_eq!(coordinates("aa10"), Some((27, 10)));
        for name in ["", "d", "7", "d0", "d07", "D7", "hand", "d7x", "abc1", "a100"] {
            assert_eq!(coordinates(name), None, "{name}");
        }
    }
}
