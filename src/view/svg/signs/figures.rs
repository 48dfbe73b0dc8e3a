//! Figures and marks by the characters for them.

use super::Sign;

const KING: Sign = Sign::Figure(
    "M47 6H53V12H59V18H53V27C60 28 61 35 58 43C65 31 86 34 81 53C79 61 70 65 70 71L74 79V86H26V79L30 71C30 65 21 61 19 53C14 34 35 31 42 43C39 35 40 28 47 27V18H41V12H47Z",
    "M30 71C42 67 58 67 70 71M50 42V63M27 79H73",
);
const QUEEN: Sign = Sign::Figure(
    "M21 29A4.5 4.5 0 1 1 25 31L35 56L36 24A4.5 4.5 0 1 1 41 24L47 54L48 19A4.5 4.5 0 1 1 52 19L53 54L59 24A4.5 4.5 0 1 1 64 24L65 56L75 31A4.5 4.5 0 1 1 79 29L70 69L74 79V86H26V79L30 69Z",
    "M30 69C42 65 58 65 70 69M27 79H73",
);
const ROOK: Sign = Sign::Figure(
    "M26 86V77L34 71L37 43L30 36V17H40V25H45V17H55V25H60V17H70V36L63 43L66 71L74 77V86Z",
    "M37 43H63M34 71H66M30 36H70",
);
const BISHOP: Sign = Sign::Figure(
    "M46 18A5.5 5.5 0 1 1 54 18C68 32 69 46 60 59L63 68L73 78V86H27V78L37 68L40 59C31 46 32 32 46 18Z",
    "M50 31V49M42 39H58M40 59H60M37 68H63",
);
const KNIGHT: Sign = Sign::Figure(
    "M34 86C33 67 53 62 52 47C46 55 37 52 33 61C29 62 24 60 23 56C22 50 31 42 34 32C36 24 41 21 46 20L48 11L55 19C73 23 79 47 76 86Z",
    "M41 33A1.5 1.5 0 1 1 41 32.9M28 55L30 52M58 26C67 34 69 52 68 76",
);
const PAWN: Sign = Sign::Figure(
    "M41 44A14 14 0 1 1 59 44C64 46 63 50 58 52C60 61 66 68 72 73V86H28V73C34 68 40 61 42 52C37 50 36 46 41 44Z",
    "M42 52H58",
);
const CROWN: &str = "M22 70L16 34L36 50L50 26L64 50L84 34L78 70Z";
const STAR: &str = "M50 12L61 38L89 40L67 58L74 86L50 70L26 86L33 58L11 40L39 38Z";
const HOUSE: &str = "M50 14L88 50H76V84H24V50H12Z";
const STONE: &str = "M30 24L66 18L88 46L76 78L36 84L12 54Z";
const SHEET: &str = "M26 12H62L76 26V88H26ZM36 40H66M36 54H66M36 68H66";
const SCISSORS: &str =
    "M34 12L64 66M66 12L36 66M36 66A11 11 0 1 1 26 66A11 11 0 0 1 36 66M74 66A11 11 0 1 1 64 66A11 11 0 0 1 74 66";
const CROSS: &str = "M24 24L76 76M76 24L24 76";
const RING: &str = "M20 50A30 30 0 1 1 80 50A30 30 0 1 1 20 50";
const SHIELD: &str = "M50 12C62 20 74 22 84 22C84 54 74 76 50 90C26 76 16 54 16 22C26 22 38 20 50 12Z";
const ARROW: &str = "M50 12L76 40H60V88H40V40H24Z";

/// The sign for a character.
pub(super) fn of(sign: char) -> Option<Sign> {
    Some(match sign {
        '♔' | '♚' => KING,
        '♕' | '♛' => QUEEN,
        '♖' | '♜' => ROOK,
        '♗' | '♝' => BISHOP,
        '♘' | '♞' => KNIGHT,
        '♙' | '♟' => PAWN,
        '●' | '○' | '⛀' | '⛂' | '■' | '□' | '·' => Sign::Plain,
        '⛁' | '⛃' => Sign::Solid(CROWN),
        '▲' | '△' => Sign::Solid("M50 16L86 80H14Z"),
        '▼' | '▽' => Sign::Solid("M50 84L14 20H86Z"),
        '◆' | '◇' => Sign::Solid("M50 12L88 50L50 88L12 50Z"),
        '◼' | '◻' => Sign::Solid("M20 20H80V80H20Z"),
        '⬤' | '◯' => Sign::Solid("M18 50A32 32 0 1 1 82 50A32 32 0 1 1 18 50Z"),
        '★' | '☆' => Sign::Solid(STAR),
        '⌂' => Sign::Solid(HOUSE),
        '⬢' | '⬡' => Sign::Solid(STONE),
        '⛨' => Sign::Solid(SHIELD),
        '↑' | '⬆' => Sign::Solid(ARROW),
        '▤' => Sign::Lines(SHEET),
        '✂' => Sign::Lines(SCISSORS),
        '✖' | '×' | 'X' => Sign::Lines(CROSS),
        'O' => Sign::Lines(RING),
        '─' => Sign::Lines("M8 50H92"),
        _ => return None,
    })
}

/// The paths of all signs.
#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    let known = "♔♕♖♗♘♙⛁▲▼◆◼⬤★⌂⬢⛨↑▤✂×O─";
    known.chars().filter_map(of).flat_map(|sign| match sign {
        Sign::Figure(outline, lines) => vec![outline, lines],
        Sign::Solid(path) | Sign::Lines(path) => vec![path],
        Sign::Plain => Vec::new(),
    })
}
