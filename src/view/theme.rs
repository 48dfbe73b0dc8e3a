//! Colours: palettes for what a file leaves open, and arithmetic to keep letters readable.

mod css;
mod names;
pub mod palette;

pub use names::of_name;
pub use palette::{Palette, Theme};

/// A colour of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// Dark ink on light ground.
pub const INK: Rgb = Rgb(0x24, 0x1f, 0x1a);
/// Light ink on dark ground.
pub const PAPER: Rgb = Rgb(0xfb, 0xf8, 0xf1);
/// Pieces that belong to nobody.
pub const NEUTRAL: Rgb = Rgb(0x9b, 0x97, 0x90);
/// Light squares.
pub const LIGHT: Rgb = Rgb(0xf1, 0xdf, 0xba);
/// Dark squares.
pub const DARK: Rgb = Rgb(0xcf, 0xae, 0x7b);
/// Fields without a shade, and the ground of boards of points.
pub const FIELD: Rgb = Rgb(0xee, 0xd8, 0xac);
/// The wood of wedges and of tokens.
pub const WOOD: Rgb = Rgb(0xf0, 0xd9, 0xa6);
/// Lines of the board.
pub const LINE: Rgb = Rgb(0x7a, 0x5c, 0x37);
/// Cells of the latest move.
pub const LAST: Rgb = Rgb(0xe0, 0xb4, 0x00);
/// Cells that can be chosen.
pub const TARGET: Rgb = Rgb(0x1b, 0x7f, 0x6b);
/// A cross on a piece that can be captured.
pub const TAKEN: Rgb = Rgb(0xb3, 0x26, 0x1e);

/// Players without a colour: light, dark, then hues that colour-blind people tell apart.
///
/// Source: the hues are those of Okabe and Ito, "Color Universal Design" (2008).
const PLAYERS: [Rgb; 8] = [
    Rgb(0xfa, 0xf6, 0xec),
    Rgb(0x33, 0x2e, 0x2b),
    Rgb(0xd5, 0x5e, 0x00),
    Rgb(0x00, 0x72, 0xb2),
    Rgb(0x00, 0x9e, 0x73),
    Rgb(0xf0, 0xe4, 0x42),
    Rgb(0xcc, 0x79, 0xa7),
    Rgb(0x56, 0xb4, 0xe9),
];

/// Terrains without a colour: pale hues for dark letters, safe for colour-blind people.
///
/// Source: the "light" scheme of Paul Tol, "Colour Schemes", SRON/EPS/TN/09-002.
const TERRAINS: [Rgb; 9] = [
    Rgb(0x77, 0xaa, 0xdd),
    Rgb(0xee, 0x88, 0x66),
    Rgb(0xee, 0xdd, 0x88),
    Rgb(0xff, 0xaa, 0xbb),
    Rgb(0x44, 0xbb, 0x99),
    Rgb(0xbb, 0xcc, 0x33),
    Rgb(0x99, 0xdd, 0xff),
    Rgb(0xaa, 0xaa, 0x00),
    Rgb(0xdd, 0xdd, 0xdd),
];

/// The default colour of a player, counted from zero.
pub fn player(index: usize) -> Rgb {
    PLAYERS[index % PLAYERS.len()]
}

/// The default colour of a terrain's value, counted from zero.
pub fn terrain(index: usize) -> Rgb {
    TERRAINS[index % TERRAINS.len()]
}

impl Rgb {
    /// Reads a CSS colour: a name, `#rgb`, `#rrggbb` or `rgb(r, g, b)`.
    pub fn parse(text: &str) -> Option<Rgb> {
        let text = text.trim().to_ascii_lowercase();
        if let Some(digits) = text.strip_prefix('#') {
            return from_digits(digits);
        }
        if let Some(parts) = text.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')')) {
            return from_parts(parts);
        }
        css::named(&text)
    }

    /// The colour as `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// Dark or light ink, whichever can be read better on this ground.
    pub fn ink(self) -> Rgb {
        if INK.contrast(self) >= PAPER.contrast(self) { INK } else { PAPER }
    }

    /// Whether it is nearer to black than to white, as eyes see it.
    pub fn is_dark(self) -> bool {
        self.luminance() < 0.18
    }

    /// How well this colour is seen on a ground, from 1 to 21. Source: the contrast ratio of WCAG 2.2.
    pub fn contrast(self, ground: Rgb) -> f64 {
        let (one, other) = (self.luminance() + 0.05, ground.luminance() + 0.05);
        one.max(other) / one.min(other)
    }

    /// This colour, or a darker one that can be read on a light ground.
    pub fn readable_on(self, ground: Rgb) -> Rgb {
        let darker = (0..=10).map(|step| self.mixed(INK, f64::from(step) / 10.0));
        darker.into_iter().find(|colour| colour.contrast(ground) >= 4.5).unwrap_or(INK)
    }

    /// A mixture with another colour; `share` is the other's part, from 0 to 1.
    pub fn mixed(self, other: Rgb, share: f64) -> Rgb {
        let mix = |a: u8, b: u8| (f64::from(a) * (1.0 - share) + f64::from(b) * share).round() as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// The nearest number in the 256 colours of terminals (the cube and the greys of it).
    pub fn ansi(self) -> u8 {
        const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let nearest = |value: u8| (0..6_u8).min_by_key(|&step| STEPS[step as usize].abs_diff(value)).unwrap_or(0);
        let (r, g, b) = (nearest(self.0), nearest(self.1), nearest(self.2));
        let cube = Rgb(STEPS[r as usize], STEPS[g as usize], STEPS[b as usize]);
        let mean = (u16::from(self.0) + u16::from(self.1) + u16::from(self.2)) / 3;
        let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
        let level = 8 + 10 * grey;
        if self.distance(Rgb(level, level, level)) < self.distance(cube) {
            return 232 + grey;
        }
        16 + 36 * r + 6 * g + b
    }

    fn distance(self, other: Rgb) -> u32 {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(self.0, other.0) + square(self.1, other.1) + square(self.2, other.2)
    }

    /// Relative luminance. Source: WCAG 2.2, with the gamma rounded to 2.2.
    pub fn luminance(self) -> f64 {
        let linear = |value: u8| (f64::from(value) / 255.0).powf(2.2);
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

fn from_digits(digits: &str) -> Option<Rgb> {
    let value = u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
    let [_, r, g, b] = value.to_be_bytes();
    let short = |shift: u32| ((value >> shift & 0xf) * 17) as u8;
    match digits.len() {
        6 => Some(Rgb(r, g, b)),
        3 => Some(Rgb(short(8), short(4), short(0))),
        _ => None,
    }
}

fn from_parts(parts: &str) -> Option<Rgb> {
    let mut numbers = parts.split([',', ' ']).filter(|part| !part.is_empty()).map(|part| part.parse().ok());
    let rgb = Rgb(numbers.next()??, numbers.next()??, numbers.next()??);
    numbers.next().is_none().then_some(rgb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn css_colours() {
        assert_eq!(Rgb::parse("#fa0"), Some(Rgb(255, 170, 0)));
        assert_eq!(Rgb::parse(" #102030 "), Some(Rgb(16, 32, 48)));
        assert_eq!(Rgb::parse("RGB(1, 2, 3)"), Some(Rgb(1, 2, 3)));
        assert_eq!(Rgb::parse("RebeccaPurple"), Some(Rgb(102, 51, 153)));
        for nonsense in ["", "#", "#12", "#é12", "#+12", "rgb(1,2)", "rgb(1,2,3,4)", "url(x)", "blurple"] {
            assert_eq!(Rgb::parse(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn ink_is_readable() {
        assert_eq!(PLAYERS[0].ink(), INK);
        assert_eq!(PLAYERS[1].ink(), PAPER);
        assert!(TERRAINS.iter().all(|colour| colour.ink() == INK));
    }

    #[test]
    fn terminal_colours() {
        assert_eq!(Rgb(255, 0, 0).ansi(), 196);
        assert_eq!(Rgb(255, 255, 255).ansi(), 231);
        assert_eq!(Rgb(0, 0, 0).ansi(), 16);
        assert_eq!(Rgb(128, 128, 128).ansi(), 244);
    }
}
