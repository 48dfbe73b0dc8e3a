//! Draws the elements of a document.

use std::collections::BTreeSet;

use anyhow::{Context as _, bail};
use roxmltree::Node;
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};
use ttf_parser::Face;

use super::outline::{self, Letter};

/// How deep groups lie in each other at most.
const DEEPEST: usize = 64;
/// How wide a letter that the font lacks is, as a part of its height.
const LACKING: f32 = 0.6;

/// How what follows is drawn: what an element says holds for those inside it.
#[derive(Clone, Debug)]
pub struct Style {
    /// From places of the document to pixels.
    place: Transform,
    fill: Option<Color>,
    fill_opacity: f32,
    line: Option<Color>,
    line_opacity: f32,
    width: f32,
    cap: LineCap,
    join: LineJoin,
    depth: usize,
}

impl Style {
    /// As SVG begins, where places become pixels like this.
    pub fn placed(place: Transform) -> Self {
        Self {
            place,
            fill: Some(Color::BLACK),
            fill_opacity: 1.0,
            line: None,
            line_opacity: 1.0,
            width: 1.0,
            cap: LineCap::Butt,
            join: LineJoin::Miter,
            depth: 0,
        }
    }
}

/// Draws on pixels.
#[derive(Debug)]
pub struct Pen<'a> {
    pixels: Pixmap,
    face: Option<Face<'a>>,
    left_out: BTreeSet<char>,
}

impl<'a> Pen<'a> {
    /// Draws on these pixels, and writes with this font.
    pub fn new(pixels: Pixmap, face: Option<Face<'a>>) -> Self {
        Self { pixels, face, left_out: BTreeSet::new() }
    }

    /// The pixels, and the characters that the font does not have.
    pub fn finish(self) -> (Pixmap, BTreeSet<char>) {
        (self.pixels, self.left_out)
    }

    /// Draws an element and all inside it.
    ///
    /// # Errors
    /// If it is none that our pictures are made of.
    pub fn draw(&mut self, node: Node<'_, '_>, outer: &Style) -> anyhow::Result<()> {
        if node.attribute("visibility") == Some("hidden") {
            return Ok(());
        }
        let style = &outer.inside(node)?;
        let path = match node.tag_name().name() {
            "g" | "svg" => {
                return node.children().filter(Node::is_element).try_for_each(|child| self.draw(child, style));
            }
            // What is told, and what moves.
            "title" | "animate" => return Ok(()),
            "text" => self.text(node)?,
            "path" => outline::parse(node.attribute("d").unwrap_or_default())?,
            "circle" => ellipse(node, ("r", "r"))?,
            "ellipse" => ellipse(node, ("rx", "ry"))?,
            "rect" => rectangle(node)?,
            "line" => {
                let mut builder = PathBuilder::new();
                builder.move_to(number(node, "x1")?, number(node, "y1")?);
                builder.line_to(number(node, "x2")?, number(node, "y2")?);
                builder.finish()
            }
            "polygon" => polygon(node)?,
            other => bail!("`{other}` is not known"),
        };
        if let Some(path) = path {
            self.path(&path, style);
        }
        Ok(())
    }

    fn path(&mut self, path: &Path, style: &Style) {
        let paint = |colour: Color, opacity: f32| {
            let mut colour = colour;
            colour.apply_opacity(opacity);
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            paint.set_color(colour);
            paint
        };
        if let Some(fill) = style.fill {
            let paint = paint(fill, style.fill_opacity);
            self.pixels.fill_path(path, &paint, FillRule::Winding, style.place, None);
        }
        if let Some(line) = style.line {
            let stroke = Stroke { width: style.width, line_cap: style.cap, line_join: style.join, ..Stroke::default() };
            self.pixels.stroke_path(path, &paint(line, style.line_opacity), &stroke, style.place, None);
        }
    }

    /// The outlines of a line of text.
    fn text(&mut self, node: Node<'_, '_>) -> anyhow::Result<Option<Path>> {
        let Some(face) = &self.face else { return Ok(None) };
        let text = node.text().unwrap_or_default();
        let size = number(node, "font-size")?;
        let scale = size / f32::from(face.units_per_em());
        let advance = |sign: char| match face.glyph_index(sign) {
            Some(glyph) => f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale,
            None => LACKING * size,
        };
        let mut x = number(node, "x")?;
        let y = number(node, "y")?;
        if node.attribute("text-anchor") == Some("middle") {
            x -= text.chars().map(advance).sum::<f32>() / 2.0;
        }
        let mut builder = PathBuilder::new();
        for sign in text.chars() {
            match face.glyph_index(sign) {
                Some(glyph) => {
                    // Blanks have no outline.
                    face.outline_glyph(glyph, &mut Letter { builder: &mut builder, at: (x, y), scale });
                }
                None => {
                    self.left_out.insert(sign);
                }
            }
            x += advance(sign);
        }
        Ok(builder.finish())
    }
}

impl Style {
    fn inside(&self, node: Node<'_, '_>) -> anyhow::Result<Self> {
        let mut style = Self { depth: self.depth + 1, ..self.clone() };
        if style.depth > DEEPEST {
            bail!("groups lie too deep in each other");
        }
        for attribute in node.attributes() {
            let value = attribute.value();
            match attribute.name() {
                "transform" => style.place = style.place.pre_concat(transform(value)?),
                "fill" => style.fill = colour(value)?,
                "stroke" => style.line = colour(value)?,
                "fill-opacity" => style.fill_opacity = parsed(value)?,
                "stroke-opacity" => style.line_opacity = parsed(value)?,
                "stroke-width" => style.width = parsed(value)?,
                "stroke-linecap" if value == "round" => style.cap = LineCap::Round,
                "stroke-linejoin" if value == "round" => style.join = LineJoin::Round,
                _ => {}
            }
        }
        Ok(style)
    }
}

fn parsed(text: &str) -> anyhow::Result<f32> {
    let number: f32 = text.parse().with_context(|| format!("`{text}` is no number"))?;
    if number.is_finite() { Ok(number) } else { bail!("`{text}` is no number") }
}

fn number(node: Node<'_, '_>, name: &str) -> anyhow::Result<f32> {
    parsed(node.attribute(name).with_context(|| format!("there is no `{name}`"))?)
}

/// `#rrggbb`, or nothing for `none`.
fn colour(text: &str) -> anyhow::Result<Option<Color>> {
    if text == "none" {
        return Ok(None);
    }
    let part = |at: usize| text.get(at..at + 2).and_then(|part| u8::from_str_radix(part, 16).ok());
    let known = text.strip_prefix('#').filter(|rest| rest.len() == 6);
    let parts = known.and_then(|_| Some((part(1)?, part(3)?, part(5)?)));
    let (red, green, blue) = parts.with_context(|| format!("`{text}` is no colour"))?;
    Ok(Some(Color::from_rgba8(red, green, blue, 255)))
}

/// Several moves, turns and scalings, the first of them the outermost.
fn transform(text: &str) -> anyhow::Result<Transform> {
    let mut whole = Transform::identity();
    for part in text.split(')').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, numbers) = part.split_once('(').with_context(|| format!("`{part}` is no transform"))?;
        let numbers = numbers.split([' ', ',']).filter(|number| !number.is_empty()).map(parsed);
        let numbers = numbers.collect::<anyhow::Result<Vec<f32>>>()?;
        let next = match (name, numbers.as_slice()) {
            ("translate", [x, y]) => Transform::from_translate(*x, *y),
            ("rotate", [degrees]) => Transform::from_rotate(*degrees),
            ("rotate", [degrees, x, y]) => Transform::from_rotate_at(*degrees, *x, *y),
            ("scale", [both]) => Transform::from_scale(*both, *both),
            _ => bail!("`{part}` is no transform that is known"),
        };
        whole = whole.pre_concat(next);
    }
    Ok(whole)
}

fn ellipse(node: Node<'_, '_>, (wide, high): (&str, &str)) -> anyhow::Result<Option<Path>> {
    let (x, y, rx, ry) = (number(node, "cx")?, number(node, "cy")?, number(node, wide)?, number(node, high)?);
    Ok(Rect::from_ltrb(x - rx, y - ry, x + rx, y + ry).and_then(PathBuilder::from_oval))
}

fn rectangle(node: Node<'_, '_>) -> anyhow::Result<Option<Path>> {
    let at = |name: &str| node.attribute(name).map_or(Ok(0.0), parsed);
    let (left, top, wide, high) = (at("x")?, at("y")?, number(node, "width")?, number(node, "height")?);
    let (right, bottom) = (left + wide, top + high);
    let round = at("rx")?.min(wide / 2.0).min(high / 2.0);
    let mut builder = PathBuilder::new();
    if round <= 0.0 {
        return Ok(Rect::from_ltrb(left, top, right, bottom).map(PathBuilder::from_rect));
    }
    // How far the handles of a quarter of a circle are from its corner.
    let handle = round * (1.0 - 0.552_285);
    builder.move_to(left + round, top);
    builder.line_to(right - round, top);
    builder.cubic_to(right - handle, top, right, top + handle, right, top + round);
    builder.line_to(right, bottom - round);
    builder.cubic_to(right, bottom - handle, right - handle, bottom, right - round, bottom);
    builder.line_to(left + round, bottom);
    builder.cubic_to(left + handle, bottom, left, bottom - handle, left, bottom - round);
    builder.line_to(left, top + round);
    builder.cubic_to(left, top + handle, left + handle, top, left + round, top);
    builder.close();
    Ok(builder.finish())
}

fn polygon(node: Node<'_, '_>) -> anyhow::Result<Option<Path>> {
    let text = node.attribute("points").unwrap_or_default();
    let numbers = text.split([' ', ',']).filter(|number| !number.is_empty()).map(parsed);
    let numbers = numbers.collect::<anyhow::Result<Vec<f32>>>()?;
    let mut builder = PathBuilder::new();
    for corner in numbers.chunks_exact(2) {
        match *corner {
            [x, y] if builder.is_empty() => builder.move_to(x, y),
            [x, y] => builder.line_to(x, y),
            _ => {}
        }
    }
    builder.close();
    Ok(builder.finish())
}
