//! Grounds and lines of a page: by light, in the dark, and on paper.

use super::{DARK, FIELD, INK, LIGHT, LINE, PAPER, Rgb};

/// For what a picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// A light page.
    #[default]
    Light,
    /// A dark page.
    Dark,
    /// A printer that has only black.
    Print,
}

impl Theme {
    /// Every theme with the word for it.
    pub const WORDS: [(&'static str, Theme); 3] =
        [("light", Theme::Light), ("dark", Theme::Dark), ("print", Theme::Print)];

    /// The theme of that name.
    pub fn named(name: &str) -> Option<Theme> {
        Self::WORDS.iter().find(|(word, _)| *word == name).map(|(_, theme)| *theme)
    }
}

/// The colours of a page and of a board. Pieces have those of their players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The page.
    pub page: Rgb,
    /// What is written on the page.
    pub text: Rgb,
    /// Coordinates and small words on the page.
    pub faint: Rgb,
    /// Light squares.
    pub light: Rgb,
    /// Dark squares.
    pub dark: Rgb,
    /// Fields without a shade.
    pub field: Rgb,
    /// Hollows in a field.
    pub hollow: Rgb,
    /// Lines of the board.
    pub line: Rgb,
    /// The two colours of spikes.
    pub spikes: [Rgb; 2],
}

impl Palette {
    /// The colours of a theme.
    pub fn of(theme: Theme) -> Palette {
        let light = Palette {
            page: PAPER,
            text: LINE.mixed(INK, 0.75),
            faint: LINE.mixed(INK, 0.25),
            light: LIGHT,
            dark: DARK,
            field: FIELD,
            hollow: FIELD.mixed(LINE, 0.38),
            line: LINE,
            spikes: [Rgb(0xb5, 0x78, 0x4a), Rgb(0xf8, 0xec, 0xd2)],
        };
        match theme {
            Theme::Light => light,
            Theme::Dark => Palette {
                page: Rgb(0x1d, 0x1b, 0x19),
                text: Rgb(0xec, 0xe6, 0xdb),
                faint: Rgb(0xc2, 0xb4, 0x9c),
                light: Rgb(0xd9, 0xc4, 0x9c),
                dark: Rgb(0xa0, 0x7d, 0x52),
                field: Rgb(0xcf, 0xb5, 0x86),
                hollow: Rgb(0x96, 0x78, 0x52),
                line: Rgb(0x55, 0x3f, 0x26),
                ..light
            },
            Theme::Print => Palette {
                page: Rgb(255, 255, 255),
                text: Rgb(0, 0, 0),
                faint: Rgb(0x33, 0x33, 0x33),
                light: Rgb(255, 255, 255),
                dark: Rgb(0xd4, 0xd4, 0xd4),
                field: Rgb(255, 255, 255),
                hollow: Rgb(0xe6, 0xe6, 0xe6),
                line: Rgb(0x22, 0x22, 0x22),
                spikes: [Rgb(0xbb, 0xbb, 0xbb), Rgb(0xf4, 0xf4, 0xf4)],
            },
        }
    }
}
