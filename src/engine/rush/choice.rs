//! The choices of a rush: what is drawn from.

use super::code::{L, N, S};

/// Options as sets of landings.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The rows.
    pub rows: Vec<Row>,
    /// Where to go if there is no option.
    pub none: L,
    /// Whether options may fail, so that the position is saved before one is taken.
    pub may_fail: bool,
    /// Whether an option is sought before the turn begins, and put back.
    pub sought: bool,
    /// What tells options in a count that need not be tried.
    pub shield: Option<Shield>,
    /// Where its rows are narrowed down once options failed, if they may fail since a royal piece is attacked already.
    pub evasion: Option<L>,
    /// What is guessed before an option is drawn.
    pub guess: Option<Guess>,
}

/// A number that is drawn before an option: which member of a set that is worked out on the way is picked. If there is none with
/// that number another option is drawn, with another number, so that all have the same probability.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    /// The register of the number.
    pub number: N,
    /// It is below that.
    pub bound: u32,
    /// If cells to which slides lead from the landing are picked from, how one of them is shot at. The register tells the shot then, by
    /// landing and number.
    pub aim: Option<Aim>,
}

/// What tells before an option is carried out that a shot from its landing will hit nothing.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// The shots, by their directions.
    pub shots: u8,
    /// The register with all pieces one of which leaves its cell: others surely stand in the way.
    pub leaving: S,
}

impl Choice {
    /// The numbers of the rows with options that must be tried whatever is exposed.
    pub fn bare_rows(&self) -> Vec<usize> {
        let is_bare = |row: &Row| matches!(row.shelter, None | Some(Shelter::Mixed(_)));
        let rows = self.rows.iter().enumerate();
        rows.filter(|(_, row)| is_bare(row)).map(|(number, _)| number).collect()
    }
}

/// Landings of one sort.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The set of them.
    pub landings: S,
    /// From each of these cells to each landing, if the landings do not tell where the piece comes from.
    pub origins: Option<S>,
    /// The table of landings by the cell left, if they differ.
    pub table: Option<u8>,
    /// Where an option is carried out.
    pub take: L,
    /// Where play goes on afterwards.
    pub after: L,
    /// In a count: which options need not be tried if there is a shield.
    pub shelter: Option<Shelter>,
    /// Where the piece comes from, if nothing else becomes of an option than that it goes to the landing and takes what stands
    /// there.
    pub whence: Option<Whence>,
    /// Whether an option drops a piece on its landing, and nothing else is chosen, whatever else becomes of it.
    pub drops: bool,
}

impl Row {
    /// Landings carried out at one place, after which play goes on at another; nothing else is known of them.
    pub fn plain(landings: S, take: L, after: L) -> Self {
        Self { landings, origins: None, table: None, take, after, shelter: None, whence: None, drops: false }
    }
}

/// Where a piece comes from that goes to a landing.
#[derive(Clone, Copy, Debug)]
pub enum Whence {
    /// It is dropped: its kind.
    Hand(u8),
    /// From so many cell numbers further.
    Offset(i16),
    /// From what a list tells at the landing.
    Listed(u16),
    /// From the nearest of these cells against a direction.
    Against(S, u16),
    /// The option tells.
    Told,
}

/// Tells what might lay a royal piece open to attack.
#[derive(Clone, Copy, Debug)]
pub struct Shield {
    /// Where it is worked out.
    pub code: L,
    /// The register with the pieces that must not leave their cells.
    pub exposed: S,
    /// The register with the cells that nothing must come to.
    pub touchy: S,
    /// The register with the royal piece.
    pub royal: S,
}

/// Where the pieces of a row come from whose options lay a royal piece open only if that piece is exposed, or lands where nothing
/// must come to.
#[derive(Clone, Copy, Debug)]
pub enum Shelter {
    /// From the hand.
    Hand,
    /// From so many cell numbers further.
    Offset(i16),
    /// The same, and some of them may be royal.
    Mixed(i16),
    /// From the nearest of these cells against a direction.
    Against(S, u8),
    /// From one of these cells.
    Among(S),
}
