//! The body of one piece: a disc, a stone, a wedge, a token, a cube, or a figure that stands alone.

use crate::game::PlayerId;
use crate::rules::look::Bodies;
use crate::view::scene::{Piece, Scene, Site};
use crate::view::theme::{self, Rgb};

use super::draw::{self, Anchor, Disc, leaf};
use super::pieces;
use super::signs::{self, Ink, Sign, Stand};
use super::write::{Writer, points};

/// The most characters of a word that is written on a piece.
const WORD: usize = 9;

/// What is on a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face<'a> {
    /// The kind, a number in [`Scene::kinds`].
    pub kind: usize,
    /// The owner.
    pub owner: Option<PlayerId>,
    /// The sign that the file gives.
    pub glyph: Option<&'a str>,
}

/// A piece, on the board or in hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<'a> {
    /// The picture that it is part of.
    pub scene: &'a Scene,
    /// Its middle, in pixels.
    pub centre: (f64, f64),
    /// Its radius.
    pub radius: f64,
    /// Where its owner's forward is, in degrees clockwise from the top.
    pub facing: f64,
    /// What is on it.
    pub face: Face<'a>,
    /// The piece with its attributes; none of a piece in hand.
    pub piece: Option<&'a Piece>,
}

impl Body<'_> {
    /// Draws the piece; only the top one of a stack shows its face.
    pub fn draw(&self, writer: &mut Writer, with_face: bool) {
        if self.scene.letters && self.face.glyph.is_some() {
            let face = Face { glyph: None, ..self.face };
            return Body { face, ..*self }.draw(writer, with_face);
        }
        let colour = self.scene.colour_of(self.face.owner);
        let sign = self.face.glyph.and_then(signs::of_text);
        match (self.scene.bodies, sign) {
            _ if self.piece.is_some_and(|piece| piece.sides.len() == 5) => self.cube(writer, colour, sign, with_face),
            (Bodies::Figures, Some(figure @ Sign::Figure(..))) => self.figure(writer, colour, figure),
            (Bodies::Wedges, _) if self.face.owner.is_some() => self.wedge(writer, colour, with_face),
            (Bodies::Tokens, _) if self.face.owner.is_some() => self.token(writer, colour, with_face),
            (Bodies::Lines, Some(sign @ (Sign::Lines(_) | Sign::Plain))) => self.penned(writer, colour, sign),
            (Bodies::Stones, _) => {
                self.disc(colour).stone(writer);
                self.on_disc(writer, colour, sign, with_face);
            }
            _ => {
                self.disc(colour).draw(writer);
                self.on_disc(writer, colour, sign, with_face);
            }
        }
        if let Some(heading) = self.piece.and_then(|piece| piece.heading) {
            self.pointer(writer, colour, heading);
        }
    }

    fn disc(&self, colour: Rgb) -> Disc {
        Disc { centre: self.centre, radius: self.radius, colour }
    }

    fn stand(&self, size: f64) -> Stand {
        Stand { centre: self.centre, size, turned: 0.0 }
    }

    /// A figure in the colour of its owner, with a line that can be seen on any ground.
    fn figure(&self, writer: &mut Writer, colour: Rgb, figure: Sign) {
        let line = if colour.is_dark() { theme::PAPER } else { theme::INK };
        let size = 2.45 * self.radius;
        // A rim outside the outline keeps dark figures apart from dark cells, and light ones from light cells.
        let rim =
            Ink { fill: Some(colour), line: colour.mixed(line, if colour.is_dark() { 0.55 } else { 0.0 }), width: 9.0 };
        if let Sign::Figure(outline, _) = figure {
            Sign::Solid(outline).draw(writer, self.stand(size), rim);
        }
        let width = if colour.is_dark() { 2.6 } else { 4.2 };
        figure.draw(writer, self.stand(size), Ink { fill: Some(colour), line, width });
        if self.is_twin() {
            let centre = (self.centre.0 + 0.62 * self.radius, self.centre.1 + 0.66 * self.radius);
            let badge = Disc { centre, radius: 0.3 * self.radius, colour: theme::LAST };
            badge.draw(writer);
        }
    }

    /// A sign of lines as a pen draws it; of a plain man a dot, of a square the whole cell, and in a narrow row or column
    /// a line that fills it.
    fn penned(&self, writer: &mut Writer, colour: Rgb, sign: Sign) {
        let line = colour.mixed(theme::INK, 0.15);
        let (wide, high) = self.room();
        match (sign, self.face.glyph.unwrap_or_default()) {
            (Sign::Plain, "■" | "□") => {
                let square = self.filling((wide, high), 0.9);
                let fill = ("fill", colour.mixed(theme::PAPER, 0.25).hex());
                leaf(writer, "rect", &[square, vec![fill], draw::line(line, 0.08 * self.radius).to_vec()].concat());
            }
            (Sign::Plain, _) => draw::dot(writer, self.centre, (0.34 * self.radius).min(0.7 * wide), theme::INK),
            _ if wide != high => {
                leaf(writer, "rect", &[self.filling((wide, high), 0.85), vec![("fill", line.hex())]].concat());
            }
            _ => sign.draw(writer, self.stand(2.4 * self.radius), Ink { fill: None, line, width: 13.0 }),
        }
    }

    /// Half the width and the height of the field under the piece, in pixels: usually of a square around it.
    fn room(&self) -> (f64, f64) {
        let usual = 0.5 / 0.39 * self.radius;
        let site = self.piece.and_then(|piece| self.scene.site(piece.site)).filter(|site| site.outline.len() > 2);
        let Some((wide, high)) = site.map(Site::reach) else { return (usual, usual) };
        (wide.min(0.5) * 2.0 * usual, high.min(0.5) * 2.0 * usual)
    }

    /// A rectangle around the middle that fills so much of the room on both sides.
    fn filling(&self, (wide, high): (f64, f64), share: f64) -> Vec<(&'static str, String)> {
        draw::rect(
            (self.centre.0 - share * wide, self.centre.1 - share * high),
            (2.0 * share * wide, 2.0 * share * high),
        )
    }

    /// Whether an earlier kind has the same sign.
    fn is_twin(&self) -> bool {
        let own = self.scene.glyph(self.face.kind, self.face.owner);
        (0..self.face.kind).any(|kind| own.is_some() && self.scene.glyph(kind, self.face.owner) == own)
    }

    /// What stands on a disc: sign or letter, and the words of attributes below it.
    fn on_disc(&self, writer: &mut Writer, colour: Rgb, sign: Option<Sign>, with_face: bool) {
        if !with_face {
            return;
        }
        let ink = colour.ink();
        let words = self.piece.map(words).unwrap_or_default();
        let up = if words.is_empty() { 0.0 } else { 0.26 };
        let centre = (self.centre.0, self.centre.1 - up * self.radius);
        let size = if words.is_empty() { 1.35 } else { 0.95 } * self.radius;
        match sign {
            Some(sign) => {
                let fill = Some(if matches!(sign, Sign::Figure(..)) { colour.mixed(ink, 0.82) } else { ink });
                let (line, width) = if matches!(sign, Sign::Figure(..)) { (colour, 3.5) } else { (ink, 9.0) };
                sign.draw(writer, Stand { centre, size, turned: 0.0 }, Ink { fill, line, width });
            }
            None => self.letters(writer, Stand { centre, size: size * 0.92, turned: 0.0 }, ink),
        }
        if self.is_twin() && sign != Some(Sign::Plain) {
            let centre = (self.centre.0 + 0.6 * self.radius, self.centre.1 - 0.6 * self.radius);
            Disc { centre, radius: 0.26 * self.radius, colour: theme::LAST }.draw(writer);
        }
        if !words.is_empty() {
            let place = (self.centre.0, self.centre.1 + 0.45 * self.radius);
            let stand = Stand { centre: place, size: 0.5 * self.radius, turned: 0.0 };
            self.text(writer, stand, 3.0, (ink, 10.0), &words);
        }
    }

    /// The file's own sign as text, or the letter of the kind as a path.
    fn letters(&self, writer: &mut Writer, stand: Stand, ink: Rgb) {
        let letter = || pieces::letter(self.scene, self.face.kind);
        if let Some(label) = self.face.glyph.or_else(letter) {
            self.text(writer, stand, 1.25, (ink, 11.0), label);
        }
    }

    /// The file's own sign if it is one that we draw, else the letter of the kind.
    fn drawn_letters(&self, writer: &mut Writer, stand: Stand, ink: Rgb) {
        let letter = self.scene.kinds.get(self.face.kind).map_or("?", |kind| kind.letter.as_str());
        match self.face.glyph.and_then(signs::of_text) {
            Some(sign) => sign.draw(writer, stand, Ink { fill: Some(ink), line: ink, width: 7.0 }),
            None => self.text(writer, stand, 1.15, (ink, 11.0), letter),
        }
    }

    /// A text as paths, or with a font where it has letters that we do not draw.
    fn text(&self, writer: &mut Writer, stand: Stand, wide: f64, (ink, weight): (Rgb, f64), label: &str) {
        if !signs::word(writer, stand, wide, (ink, weight), label) {
            let narrow = (wide / (0.62 * label.chars().count().max(1) as f64)).min(1.25);
            draw::text(writer, stand.centre, stand.size * narrow, (ink, Anchor::Middle), label);
        }
    }

    /// A wedge of wood that points forward, with its sign, which its owner can read.
    fn wedge(&self, writer: &mut Writer, colour: Rgb, with_face: bool) {
        let wood = theme::WOOD.mixed(colour, 0.12);
        let corners = [(0.0, -1.12), (0.74, -0.78), (0.98, 1.08), (-0.98, 1.08), (-0.74, -0.78)];
        let (sin, cos) = self.facing.to_radians().sin_cos();
        let turned = |(x, y): (f64, f64)| {
            let (x, y) = (x * self.radius, y * self.radius);
            (self.centre.0 + x * cos - y * sin, self.centre.1 + x * sin + y * cos)
        };
        let mut attributes = vec![("points", points(corners.into_iter().map(turned))), ("fill", wood.hex())];
        attributes.extend(draw::line(wood.mixed(theme::INK, 0.7), 0.08 * self.radius));
        attributes.push(("stroke-linejoin", "round".to_owned()));
        leaf(writer, "polygon", &attributes);
        if with_face {
            let made = self.scene.kinds.get(self.face.kind).is_some_and(|kind| kind.letter.chars().count() > 1);
            let ink = if made { theme::TAKEN } else { theme::INK };
            let centre = turned((0.0, 0.16));
            let stand = Stand { centre, size: 1.3 * self.radius, turned: self.facing };
            self.drawn_letters(writer, stand, ink);
        }
    }

    /// A flat disc of wood with a sign in the colour of its owner.
    fn token(&self, writer: &mut Writer, colour: Rgb, with_face: bool) {
        let ink = colour.readable_on(theme::WOOD);
        Disc { centre: self.centre, radius: self.radius, colour: theme::WOOD }.token(writer, ink);
        if with_face {
            let stand = self.stand(1.15 * self.radius);
            self.drawn_letters(writer, stand, ink);
        }
    }

    /// A cube from above: its top, and around it what its sides show, each where it lies.
    fn cube(&self, writer: &mut Writer, colour: Rgb, kind_sign: Option<Sign>, with_face: bool) {
        let Some(piece) = self.piece else { return };
        let (outer, inner) = (1.2 * self.radius, 0.62 * self.radius);
        let corner = |(x, y): (f64, f64), by: f64| (self.centre.0 + x * by, self.centre.1 + y * by);
        let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        // North, east, south and west, as the side faces are numbered: north, south, east, west after the bottom.
        for (side, shade, face) in [(0, 0.1, 1), (1, 0.26, 3), (2, 0.34, 2), (3, 0.2, 4)] {
            let (a, b) = (square[side], square[(side + 1) % 4]);
            let corners = [corner(a, outer), corner(b, outer), corner(b, inner), corner(a, inner)];
            let ground = colour.mixed(if colour.is_dark() { theme::PAPER } else { theme::INK }, shade);
            let mut attributes = vec![("points", points(corners.into_iter())), ("fill", ground.hex())];
            attributes.extend(draw::line(colour.mixed(theme::INK, 0.75), 0.05 * self.radius));
            leaf(writer, "polygon", &attributes);
            let (x, y) = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
            let middle = (self.centre.0 + x * (outer + inner) / 2.0, self.centre.1 + y * (outer + inner) / 2.0);
            if let Some(name) = piece.sides.get(face).filter(|_| with_face) {
                self.value(writer, Stand { centre: middle, size: 0.56 * self.radius, turned: 0.0 }, ground.ink(), name);
            }
        }
        let size = 2.0 * inner;
        let mut top = draw::rect(corner((-1.0, -1.0), inner), (size, size));
        top.push(("fill", colour.hex()));
        top.extend(draw::line(colour.mixed(theme::INK, 0.75), 0.07 * self.radius));
        leaf(writer, "rect", &top);
        if let Some(face) = piece.attributes.first().filter(|_| with_face) {
            self.value(writer, self.stand(1.0 * self.radius), colour.ink(), &face.value);
        }
        if let Some(sign) = kind_sign.filter(|sign| with_face && *sign != Sign::Plain) {
            let centre = (self.centre.0 + outer * 0.8, self.centre.1 - outer * 0.8);
            let ink = Ink { fill: Some(theme::LAST), line: theme::INK, width: 8.0 };
            sign.draw(writer, Stand { centre, size: 0.72 * self.radius, turned: 0.0 }, ink);
        }
    }

    /// A value on the face of a cube: its sign, else its letter.
    fn value(&self, writer: &mut Writer, stand: Stand, ink: Rgb, name: &str) {
        let sign = self.scene.signs.get(name);
        match sign.and_then(|sign| signs::of_text(sign)) {
            Some(sign) => sign.draw(writer, stand, Ink { fill: None, line: ink, width: 9.0 }),
            None => self.text(writer, stand, 1.1, (ink, 11.0), sign.map_or(name, String::as_str)),
        }
    }

    /// A small arrow on the rim, where the piece looks.
    fn pointer(&self, writer: &mut Writer, colour: Rgb, heading: f64) {
        let (sin, cos) = heading.to_radians().sin_cos();
        let at = |along: f64, aside: f64| {
            let (x, y) = (sin * along - cos * aside, -cos * along - sin * aside);
            (self.centre.0 + x * self.radius, self.centre.1 + y * self.radius)
        };
        let corners = [at(1.3, 0.0), at(0.86, 0.34), at(0.86, -0.34)];
        let mut attributes = vec![("class", "heading".to_owned()), ("points", points(corners.into_iter()))];
        attributes.push(("fill", colour.hex()));
        attributes.extend(draw::line(colour.mixed(theme::INK, 0.75), 0.06 * self.radius));
        leaf(writer, "polygon", &attributes);
    }
}

/// The values of a piece's attributes: a single one as a word, cut if need be; of several their beginnings.
fn words(piece: &Piece) -> String {
    match piece.attributes.as_slice() {
        [only] if only.is_flag() => only.short.clone(),
        [only] if only.value.chars().count() <= WORD => only.value.clone(),
        [only] => only.value.chars().take(WORD - 1).chain(['…']).collect(),
        several => several.iter().map(|attribute| attribute.short.as_str()).collect::<Vec<_>>().join("·"),
    }
}
