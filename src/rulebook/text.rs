//! A book as plain text.

use std::fmt::{self, Display, Formatter};

use super::{Block, Book, Chapter, Item};

/// How many columns the lines of a book have.
const WIDTH: usize = 80;

/// A book with the number of columns that its lines may have.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a>(pub &'a Book, pub usize);

impl Display for Book {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Columns(self, WIDTH))
    }
}

impl Display for Columns<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Columns(book, width) = *self;
        underlined(f, &book.title, '=')?;
        for fact in &book.facts {
            paragraph(f, &format!("{}{}{}", fact.label, book.colon, fact.text), width, 0, 2)?;
        }
        if !book.left_out.is_empty() {
            writeln!(f)?;
            paragraph(f, &book.left_out_title, width, 0, 0)?;
            for part in &book.left_out {
                paragraph(f, &part.label, width, 2, 6)?;
                paragraph(f, &part.text, width, 6, 6)?;
            }
        }
        if !book.summary.is_empty() {
            writeln!(f)?;
            underlined(f, &book.summary_title, '-')?;
            book.summary.iter().try_for_each(|text| paragraph(f, text, width, 0, 0))?;
        }
        book.chapters.iter().try_for_each(|chapter| told(f, chapter, '-', width))?;
        writeln!(f)?;
        underlined(f, &book.index_title, '-')?;
        book.index.iter().try_for_each(|entry| writeln!(f, "{}{}{}", entry.word, book.colon, entry.chapters.join(", ")))
    }
}

fn underlined(f: &mut Formatter<'_>, title: &str, line: char) -> fmt::Result {
    writeln!(f, "{title}\n{}\n", line.to_string().repeat(title.chars().count()))
}

fn told(f: &mut Formatter<'_>, chapter: &Chapter, line: char, width: usize) -> fmt::Result {
    writeln!(f)?;
    underlined(f, &format!("{} {}", chapter.number, chapter.title), line)?;
    for (number, block) in chapter.blocks.iter().enumerate() {
        if number > 0 {
            writeln!(f)?;
        }
        match block {
            Block::Text { text } => paragraph(f, text, width, 0, 0)?,
            Block::List { ordered, items: all } => items(f, all, *ordered, 0, width)?,
            Block::Table { head, rows } => table(f, head, rows)?,
            Block::Board { caption, text, .. } => {
                text.lines().try_for_each(|line| writeln!(f, "  {}", line.trim_end()))?;
                paragraph(f, caption, width, 2, 2)?;
            }
        }
    }
    chapter.parts.iter().try_for_each(|part| told(f, part, '~', width))
}

fn items(f: &mut Formatter<'_>, all: &[Item], ordered: bool, depth: usize, width: usize) -> fmt::Result {
    for (number, item) in (1..).zip(all) {
        let mark = if ordered { format!("{number}.") } else { "-".to_owned() };
        let indent = 3 * depth;
        paragraph(f, &format!("{mark} {}", item.text), width, indent, indent + mark.chars().count() + 1)?;
        items(f, &item.items, false, depth + 1, width)?;
    }
    Ok(())
}

/// A paragraph, its lines broken at blanks.
fn paragraph(f: &mut Formatter<'_>, text: &str, width: usize, first: usize, other: usize) -> fmt::Result {
    let mut line = " ".repeat(first);
    let mut used = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if used > 0 && line.chars().count() + 1 + word.chars().count() > width {
            writeln!(f, "{line}")?;
            (line, used) = (" ".repeat(other), 0);
        }
        if used > 0 {
            line.push(' ');
        }
        line += word;
        used += 1;
    }
    writeln!(f, "{line}")
}

fn table(f: &mut Formatter<'_>, head: &[String], rows: &[Vec<String>]) -> fmt::Result {
    let lines: Vec<&[String]> =
        (!head.is_empty()).then_some(head).into_iter().chain(rows.iter().map(Vec::as_slice)).collect();
    let columns = lines.iter().map(|line| line.len()).max().unwrap_or(0);
    let width = |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|text| text.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    for line in lines {
        let fields = line.iter().zip(&widths).map(|(text, width)| format!("{text:<width$}"));
        writeln!(f, "  {}", fields.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
