//! Writes SVG: elements that are closed, attributes and texts that are escaped.

/// An SVG text in the making.
#[derive(Debug, Default)]
pub(super) struct Writer {
    out: String,
    open: Vec<&'static str>,
}

impl Writer {
    /// Opens an element; what follows is inside until [`Writer::close`].
    pub fn open(&mut self, tag: &'static str, attributes: &[(&str, &str)]) {
        self.start(tag, attributes);
        self.out.push_str(">\n");
        self.open.push(tag);
    }

    /// Closes the element opened last.
    pub fn close(&mut self) {
        if let Some(tag) = self.open.pop() {
            self.indent();
            self.end(tag);
        }
    }

    /// An element without content.
    pub fn leaf(&mut self, tag: &'static str, attributes: &[(&str, &str)]) {
        self.start(tag, attributes);
        self.out.push_str("/>\n");
    }

    /// An element with a text inside.
    pub fn text(&mut self, tag: &'static str, attributes: &[(&str, &str)], text: &str) {
        self.start(tag, attributes);
        self.out.push('>');
        escape(&mut self.out, text);
        self.end(tag);
    }

    /// A whole document inside this one.
    pub fn whole(&mut self, document: &str) {
        self.out.push_str(document);
    }

    /// The whole text, with all elements closed.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    fn start(&mut self, tag: &str, attributes: &[(&str, &str)]) {
        self.indent();
        self.out.push('<');
        self.out.push_str(tag);
        for (name, value) in attributes {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            escape(&mut self.out, value);
            self.out.push('"');
        }
    }

    fn end(&mut self, tag: &str) {
        self.out.push_str("</");
        self.out.push_str(tag);
        self.out.push_str(">\n");
    }

    fn indent(&mut self) {
        self.out.extend(self.open.iter().map(|_| ' '));
    }
}

/// Writes a text so that XML reads it back; characters that XML forbids are dropped.
fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if character.is_control() => out.push(' '),
            _ => out.push(character),
        }
    }
}

/// A number with at most two decimals, as short as it can be written.
pub(super) fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Adding zero makes a negative zero positive.
    if rounded.is_finite() { format!("{}", rounded + 0.0) } else { "0".to_owned() }
}

/// The `points` of a polygon.
pub(super) fn points(corners: impl Iterator<Item = (f64, f64)>) -> String {
    corners.map(|(x, y)| format!("{},{}", number(x), number(y))).collect::<Vec<_>>().join(" ")
}
