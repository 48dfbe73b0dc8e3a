//! Pictures in pixels: an SVG document of ours as PNG.
//!
//! Words are written with the font that is built in and no other, so that a picture is the same on every machine; pieces,
//! counts and dice need none. Only what our own pictures are made of is drawn: groups, plain shapes, paths and lines of text.

mod outline;
mod pen;

use std::collections::BTreeSet;

use anyhow::{Context as _, anyhow};
use roxmltree::Document;
use tiny_skia::{Pixmap, Transform};
use ttf_parser::Face;

use pen::{Pen, Style};

/// The widest and the highest that a picture may be, in pixels.
pub const MOST: u32 = 4096;
/// How many pixels a pixel of the SVG becomes, where no width is asked for.
const SHARP: f32 = 2.0;
/// Latin, Greek and Cyrillic letters, and some signs.
const FONT: &[u8] = include_bytes!("../../fonts/DejaVuSans.ttf");

/// A picture in pixels.
#[derive(Debug)]
pub struct Png {
    /// The file.
    pub bytes: Vec<u8>,
    /// Characters that the font does not have: they are left out.
    pub left_out: BTreeSet<char>,
}

/// A picture in pixels. Without a `width` it is twice as wide as the SVG; it is never wider or higher than [`MOST`].
///
/// # Errors
/// If the document is none of ours, or memory is short.
pub fn png(svg: &str, width: Option<u32>) -> anyhow::Result<Png> {
    let face = Face::parse(FONT, 0).context("the font cannot be read")?;
    let (pixels, left_out) = drawn(svg, width, Some(face))?;
    let bytes = pixels.encode_png().context("the picture cannot be written as PNG")?;
    Ok(Png { bytes, left_out })
}

/// The pixels of a document, and the characters that the font does not have; without a font no words are written.
fn drawn(svg: &str, width: Option<u32>, face: Option<Face<'_>>) -> anyhow::Result<(Pixmap, BTreeSet<char>)> {
    let document = Document::parse(svg).context("the picture cannot be drawn")?;
    let root = document.root_element();
    let length = |name: &str| {
        let length = root.attribute(name).and_then(|text| text.parse::<f32>().ok());
        length.filter(|length| length.is_finite() && *length > 0.0).ok_or_else(|| anyhow!("the picture has no {name}"))
    };
    let (wide, high) = (length("width")?, length("height")?);
    let wished = width.map_or(SHARP, |width| width as f32 / wide);
    let scale = wished.min(MOST as f32 / wide).min(MOST as f32 / high);
    let side = |length: f32| ((length * scale).round() as u32).clamp(1, MOST);
    let pixels = Pixmap::new(side(wide), side(high)).context("there is no room for so many pixels")?;
    let mut pen = Pen::new(pixels, face);
    let style = Style::placed(Transform::from_scale(scale, scale));
    for child in root.children().filter(roxmltree::Node::is_element) {
        pen.draw(child, &style).with_context(|| format!("<{}> cannot be drawn", child.tag_name().name()))?;
    }
    Ok(pen.finish())
}

#[cfg(test)]
mod tests;
