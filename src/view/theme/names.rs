//! Colours that names of players say, in the languages that rule files speak.

use super::Rgb;

const WHITE: Rgb = Rgb(0xfa, 0xf6, 0xec);
const BLACK: Rgb = Rgb(0x33, 0x2e, 0x2b);
const RED: Rgb = Rgb(0xc8, 0x36, 0x2a);
const BLUE: Rgb = Rgb(0x1f, 0x62, 0xa8);
const GREEN: Rgb = Rgb(0x1e, 0x91, 0x5c);
const YELLOW: Rgb = Rgb(0xf2, 0xc9, 0x1d);
const ORANGE: Rgb = Rgb(0xe6, 0x8a, 0x00);
const PURPLE: Rgb = Rgb(0x8e, 0x4f, 0xa8);
const PINK: Rgb = Rgb(0xe0, 0x7b, 0xa8);
const BROWN: Rgb = Rgb(0x7d, 0x4e, 0x2d);
const GREY: Rgb = Rgb(0x8a, 0x8a, 0x8a);

/// Words in small letters: English, French, German, Spanish, with the forms that players are called by.
const NAMES: &[(&[&str], Rgb)] = &[
    (
        &["white", "blanc", "blancs", "blanche", "blanches", "weiß", "weiss", "blanco", "blancos", "blanca", "blancas"],
        WHITE,
    ),
    (&["black", "noir", "noirs", "noire", "noires", "schwarz", "negro", "negros", "negra", "negras"], BLACK),
    (&["red", "rouge", "rouges", "rot", "rojo", "rojos", "roja", "rojas"], RED),
    (&["blue", "bleu", "bleus", "bleue", "bleues", "blau", "azul", "azules"], BLUE),
    (&["green", "vert", "verts", "verte", "vertes", "grün", "verde", "verdes"], GREEN),
    (&["yellow", "jaune", "jaunes", "gelb", "amarillo", "amarillos", "amarilla", "amarillas"], YELLOW),
    (&["orange", "oranges", "naranja", "naranjas"], ORANGE),
    (
        &["purple", "violet", "violets", "violette", "violettes", "violett", "lila", "morado", "morada", "violeta"],
        PURPLE,
    ),
    (&["pink", "rose", "roses", "rosa", "rosado", "rosada"], PINK),
    (&["brown", "brun", "bruns", "brune", "marron", "braun", "marrón"], BROWN),
    (&["grey", "gray", "gris", "grau"], GREY),
];

/// The colour that a name says.
pub fn of_name(name: &str) -> Option<Rgb> {
    let name = name.to_lowercase();
    NAMES.iter().find(|(words, _)| words.contains(&name.as_str())).map(|(_, colour)| *colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_in_four_languages() {
        assert_eq!(of_name("Noirs"), Some(BLACK));
        assert_eq!(of_name("Weiß"), Some(WHITE));
        assert_eq!(of_name("ROJO"), Some(RED));
        assert_eq!(of_name("Muscovite"), None);
    }
}
