//! The parts put one below the other.

use super::{Draft, Move, Sentence};
use crate::import::kinds::Kind;

impl Draft<'_> {
    /// The whole text.
    pub(super) fn laid_out(&self, title: &str, from: &str) -> String {
        let mut text = String::new();
        self.head(title, from, &mut text);
        self.frame(&mut text);
        paragraph(&self.remembers, &mut text);
        self.setup(&mut text);
        paragraph(&self.tables, &mut text);
        let defines: Vec<String> = self.defines.iter().map(|define| format!("define {define}")).collect();
        paragraph(&defines, &mut text);
        for draft in self.moves.iter().filter(|draft| !draft.sentences.is_empty()) {
            text.push('\n');
            text.push_str(&shown(draft));
        }
        if !self.afterwards.is_empty() {
            text.push_str("\nafterwards {\n");
            self.afterwards.iter().for_each(|line| text.push_str(&indented(line, 2)));
            text.push_str("}\n");
        }
        if !self.ensures.is_empty() {
            text.push('\n');
        }
        self.ensures.iter().for_each(|line| text.push_str(&format!("ensure {line}\n")));
        if let Some(turn) = &self.turn {
            text.push_str(&format!("\nturn {{ {turn} }}\n"));
        }
        for (moment, clauses) in [("after", &self.after_turns), ("before", &self.before_turns)] {
            ends(moment, clauses, &mut text);
        }
        let line = self.line.join(", ");
        let letters: Vec<String> = self.kinds.iter().filter_map(Kind::chosen_letter).collect();
        if !letters.is_empty() {
            text.push_str(&format!("\ntext letters {{ {} }}\n", letters.join("  ")));
        }
        text.push_str(&match line.chars().count() > 95 {
            true => format!("\ntext position {{\n  {}\n}}\n", super::frame::wrapped_parts(&self.line).join("\n  ")),
            false => format!("\ntext position {{ {line} }}\n"),
        });
        text
    }
}

/// Lines with an empty one before them.
fn paragraph(lines: &[String], text: &mut String) {
    if !lines.is_empty() {
        text.push('\n');
        lines.iter().for_each(|line| text.push_str(&format!("{line}\n")));
    }
}

/// The lines of a statement, moved to the right.
fn indented(statement: &str, by: usize) -> String {
    statement.lines().map(|line| format!("{:by$}{line}\n", "")).collect()
}

fn shown(draft: &Move) -> String {
    let mut text = format!("move {} {{\n", draft.name);
    aligned(&draft.sentences).iter().for_each(|line| text.push_str(&indented(line, 2)));
    if !draft.afterwards.is_empty() {
        text.push_str("  afterwards {\n");
        draft.afterwards.iter().for_each(|line| text.push_str(&indented(line, 4)));
        text.push_str("  }\n");
    }
    draft.ensures.iter().for_each(|line| text.push_str(&format!("  ensure {line}\n")));
    text.push_str("}\n");
    match draft.sentences.as_slice() {
        [only] if only.who == "pass" => format!("move {} {{ pass }}\n", draft.name),
        _ => text,
    }
}

/// Who, how and where to, in columns where the lines are alike.
fn aligned(sentences: &[Sentence]) -> Vec<String> {
    let width = |part: fn(&Sentence) -> &String, most: usize| {
        let lengths = sentences.iter().map(|sentence| part(sentence).chars().count());
        lengths.filter(|length| *length <= most).max().unwrap_or(0)
    };
    let (who, path) = (width(|sentence| &sentence.who, 12), width(|sentence| &sentence.path, 20));
    sentences
        .iter()
        .map(|sentence| {
            let short = sentence.who.chars().count() <= who;
            let path = if short { path } else { 0 };
            let who = if short { who } else { 0 };
            format!("{:who$} {:path$} {}", sentence.who, sentence.path, sentence.rest).trim_end().to_owned()
        })
        .collect()
}

fn ends(moment: &str, clauses: &[(String, String)], text: &mut String) {
    let width = clauses.iter().map(|(name, _)| name.chars().count() + 3).max().unwrap_or(0);
    match clauses {
        [] => {}
        [(name, clause)] => text.push_str(&format!("\nend {moment} each turn {{ \"{name}\": {clause} }}\n")),
        several => {
            text.push_str(&format!("\nend {moment} each turn {{\n"));
            for (name, clause) in several {
                let name = format!("\"{name}\":");
                text.push_str(&format!("  {name:width$} {clause}\n"));
            }
            text.push_str("}\n");
        }
    }
}
