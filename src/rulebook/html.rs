//! A book as one page that needs nothing else: no network, no script; for screens wide and narrow, and for paper.

use std::fmt::Write as _;

use crate::source::markup::escaped;

use super::{Block, Book, Chapter, Item};

const STYLE: &str = include_str!("book.css");

impl Book {
    /// The page.
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let mut page = format!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n",
            escaped(self.language)
        );
        self.facts_in(&mut page);
        page.push_str("</header>\n");
        self.left_out_in(&mut page);
        self.contents_in(&mut page);
        if !self.summary.is_empty() {
            let _ = writeln!(page, "<section class=\"summary\">\n<h2>{}</h2>", escaped(&self.summary_title));
            for text in &self.summary {
                let _ = writeln!(page, "<p>{}</p>", escaped(text));
            }
            page.push_str("</section>\n");
        }
        self.chapters.iter().for_each(|chapter| chapter_in(&mut page, chapter, 2));
        self.index_in(&mut page);
        page.push_str("</body>\n</html>\n");
        page
    }

    fn facts_in(&self, page: &mut String) {
        page.push_str("<dl>\n");
        for fact in &self.facts {
            let _ = writeln!(page, "<dt>{}</dt><dd>{}</dd>", escaped(&fact.label), escaped(&fact.text));
        }
        page.push_str("</dl>\n");
    }

    /// What of a file with errors the book does not tell.
    fn left_out_in(&self, page: &mut String) {
        if self.left_out.is_empty() {
            return;
        }
        let _ = writeln!(page, "<section class=\"missing\">\n<p>{}</p>\n<ul>", escaped(&self.left_out_title));
        for part in &self.left_out {
            let _ = writeln!(page, "<li><code>{}</code><br>{}</li>", escaped(&part.label), escaped(&part.text));
        }
        page.push_str("</ul>\n</section>\n");
    }

    fn contents_in(&self, page: &mut String) {
        let _ = writeln!(page, "<nav>\n<h2>{}</h2>\n<ul>", escaped(&self.contents_title));
        for chapter in &self.chapters {
            let _ = write!(page, "<li>{}", link(&chapter.number, &format!("{} {}", chapter.number, chapter.title)));
            if !chapter.parts.is_empty() {
                page.push_str("\n<ul>\n");
                for part in &chapter.parts {
                    let _ =
                        writeln!(page, "<li>{}</li>", link(&part.number, &format!("{} {}", part.number, part.title)));
                }
                page.push_str("</ul>");
            }
            page.push_str("</li>\n");
        }
        let _ = writeln!(page, "<li><a href=\"#index\">{}</a></li>\n</ul>\n</nav>", escaped(&self.index_title));
    }

    fn index_in(&self, page: &mut String) {
        let _ = writeln!(page, "<section class=\"index\" id=\"index\">\n<h2>{}</h2>\n<ul>", escaped(&self.index_title));
        for entry in &self.index {
            let chapters: Vec<String> = entry.chapters.iter().map(|number| link(number, number)).collect();
            let _ = writeln!(page, "<li>{} {}</li>", escaped(&entry.word), chapters.join(", "));
        }
        page.push_str("</ul>\n</section>\n");
    }
}

fn link(number: &str, text: &str) -> String {
    format!("<a href=\"#s{}\">{}</a>", escaped(number), escaped(text))
}

fn chapter_in(page: &mut String, chapter: &Chapter, level: u8) {
    let class = if level == 2 { "chapter" } else { "part" };
    let _ = writeln!(
        page,
        "<section class=\"{class}\" id=\"s{}\">\n<h{level}><span class=\"number\">{}</span> {}</h{level}>",
        escaped(&chapter.number),
        escaped(&chapter.number),
        escaped(&chapter.title)
    );
    let mut boards = false;
    for block in &chapter.blocks {
        let is_board = matches!(block, Block::Board { .. });
        if is_board != boards {
            page.push_str(if is_board { "<div class=\"boards\">\n" } else { "</div>\n" });
            boards = is_board;
        }
        block_in(page, block);
    }
    if boards {
        page.push_str("</div>\n");
    }
    chapter.parts.iter().for_each(|part| chapter_in(page, part, level + 1));
    page.push_str("</section>\n");
}

fn block_in(page: &mut String, block: &Block) {
    match block {
        Block::Text { text } => {
            let _ = writeln!(page, "<p>{}</p>", escaped(text));
        }
        Block::List { ordered, items } => list_in(page, items, if *ordered { "ol" } else { "ul" }),
        Block::Table { head, rows } => {
            page.push_str("<div class=\"wide\"><table>\n");
            if !head.is_empty() {
                let cells: String = head.iter().map(|text| format!("<th>{}</th>", escaped(text))).collect();
                let _ = writeln!(page, "<tr>{cells}</tr>");
            }
            for row in rows {
                let cells: String = row.iter().map(|text| format!("<td>{}</td>", escaped(text))).collect();
                let _ = writeln!(page, "<tr>{cells}</tr>");
            }
            page.push_str("</table></div>\n");
        }
        Block::Board { caption, svg, .. } => {
            let _ = writeln!(
                page,
                "<figure{}>\n{svg}\n<figcaption>{}</figcaption>\n</figure>",
                measures(svg),
                escaped(caption)
            );
        }
    }
}

/// How wide a picture is, and its width by its height, for paper: there neither may be more than the page has.
fn measures(svg: &str) -> String {
    let measure = |name: &str| {
        let (_, behind) = svg.split_once(name)?;
        behind.split('"').next()?.parse::<f64>().ok().filter(|size| *size > 0.0)
    };
    match (measure(" width=\""), measure(" height=\"")) {
        (Some(width), Some(height)) => format!(" style=\"--width: {width}px; --ratio: {:.3}\"", width / height),
        _ => String::new(),
    }
}

fn list_in(page: &mut String, items: &[Item], tag: &str) {
    let _ = writeln!(page, "<{tag}>");
    for item in items {
        let _ = write!(page, "<li>{}", escaped(&item.text));
        if !item.items.is_empty() {
            page.push('\n');
            list_in(page, &item.items, "ul");
        }
        page.push_str("</li>\n");
    }
    let _ = writeln!(page, "</{tag}>");
}
