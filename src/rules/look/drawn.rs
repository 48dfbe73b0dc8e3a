//! What a file says of drawings: `text board` and `text show`.

use crate::rules::board::CellId;

/// How a board is drawn; what a file leaves open is deduced from its shape.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardLook {
    /// How the cells look.
    pub cells: Option<CellsLook>,
    /// What pieces are made of.
    pub pieces: Option<Bodies>,
    /// Whether letters stand on pieces whatever signs the file has.
    pub letters: bool,
    /// Points from which lines lead aslant, too.
    pub aslant: Vec<CellId>,
    /// Opposite corners, two by two, between which the diagonals are drawn.
    pub crossed: Vec<(CellId, CellId)>,
    /// Two rows, counted from one, between which no lines are drawn.
    pub river: Option<(u16, u16)>,
    /// After so many rows and columns follows a thick line.
    pub blocks: Option<u16>,
    /// The cells that are large houses beside the others.
    pub stores: Vec<CellId>,
    /// Cells with a mark of their own; none where the file says nothing of it.
    pub marked: Option<Vec<Marked>>,
    /// Players, by number, and the cells whose outer sides have their colour.
    pub sides: Vec<(usize, Vec<CellId>)>,
    /// Whether hexes stand on a side and not on a corner.
    pub flat: bool,
    /// The rows and columns that are narrow; none where all are as wide as the others.
    pub narrow: Option<Parity>,
}

/// Every second row and column, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// The first, the third and so on.
    Odd,
    /// The second, the fourth and so on.
    Even,
}

impl Parity {
    /// The words of rule files.
    pub const WORDS: [(&str, Parity); 2] = [("odd", Parity::Odd), ("even", Parity::Even)];
}

/// Cells that are marked on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// What they are called in the rule file, if they are called anything: a definition, or the end that asks for them.
    pub name: Option<String>,
    /// The cells.
    pub cells: Vec<CellId>,
}

/// How cells look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellsLook {
    /// Fields in two shades.
    Chequered,
    /// Fields in one shade.
    Plain,
    /// Points on which lines meet.
    Points,
    /// Hollows for seeds, in one piece of wood.
    Houses,
    /// Long spikes in two rows, half of the path in each.
    Spikes,
    /// Round hollows for marbles or discs.
    Hollows,
}

/// What pieces are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bodies {
    /// Turned discs.
    Discs,
    /// Smooth stones.
    Stones,
    /// Wedges that point away from their owner.
    Wedges,
    /// Flat discs of wood with a sign in the colour of the owner.
    Tokens,
    /// Figures that stand alone.
    Figures,
    /// Signs without a body, drawn with a pen.
    Lines,
}

/// How a variable is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownLook {
    /// Not at all.
    Hidden,
    /// In words beside the board.
    Beside,
    /// On the cells that it belongs to or that it tells.
    OnCells,
    /// As dice: so many of each number.
    Dice,
    /// A piece is turned that way.
    Turned,
}

impl CellsLook {
    /// Every look with the word for it.
    pub const WORDS: [(&'static str, CellsLook); 6] = [
        ("chequered", CellsLook::Chequered),
        ("plain", CellsLook::Plain),
        ("points", CellsLook::Points),
        ("houses", CellsLook::Houses),
        ("spikes", CellsLook::Spikes),
        ("hollows", CellsLook::Hollows),
    ];
}

impl Bodies {
    /// Everything that pieces are made of, with the word for it.
    pub const WORDS: [(&'static str, Bodies); 6] = [
        ("discs", Bodies::Discs),
        ("stones", Bodies::Stones),
        ("wedges", Bodies::Wedges),
        ("tokens", Bodies::Tokens),
        ("figures", Bodies::Figures),
        ("lines", Bodies::Lines),
    ];
}

impl ShownLook {
    /// Every way with the words for it.
    pub const WORDS: [(&'static str, ShownLook); 5] = [
        ("hidden", ShownLook::Hidden),
        ("beside", ShownLook::Beside),
        ("on cells", ShownLook::OnCells),
        ("dice", ShownLook::Dice),
        ("turned", ShownLook::Turned),
    ];
}
