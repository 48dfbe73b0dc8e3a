//! Remarks on moves: read, and written on the latest one.

use crate::cli::journal::Entry;
use crate::record::saved;
use crate::source::unseen::is_unseen;

use super::Desk;

impl Desk {
    /// The remarks on the moves so far, each with the number of its move, counted from one, and the move as it is shown.
    pub fn remarks(&self) -> Vec<(usize, String, String)> {
        let texts = self.texts();
        let comments = self.told.told().along(texts.iter(), 0).comments;
        let told = (1..).zip(texts.iter().zip(comments)).filter(|(_, (_, comment))| !comment.is_empty());
        told.map(|(number, (text, comment))| (number, self.shown(text), comment)).collect()
    }

    /// The remark on the latest move; none if there is none.
    pub fn remark(&self) -> Option<String> {
        let latest = self.current.moves().len();
        self.remarks().pop().filter(|(number, ..)| *number == latest).map(|(.., comment)| comment)
    }

    /// Writes a remark on the latest move, in place of what is remarked on it; an empty one takes that away. What is too
    /// long or cannot be seen is left out. Whether there is such a move.
    pub fn note(&mut self, text: &str) -> bool {
        let text = plain(text);
        let noted = self.noted(&text).is_some();
        if noted {
            self.write(&Entry::Note { text });
        }
        noted
    }

    /// A remark is on the latest move from now on.
    pub(super) fn noted(&mut self, text: &str) -> Option<()> {
        let latest = self.current.moves().len().checked_sub(1)?;
        // Told of all lines that are known now, this one first: so the move stands among those of which something is told.
        let mut told = self.to_saved();
        if told.comments.len() <= latest {
            told.comments.resize(latest + 1, String::new());
        }
        text.clone_into(told.comments.get_mut(latest)?);
        self.told = told;
        Some(())
    }
}

/// A text as it can stand in a match file.
fn plain(text: &str) -> String {
    let seen = |sign: char| if sign.is_whitespace() { Some(' ') } else { (!is_unseen(sign)).then_some(sign) };
    let mut text: String = text.chars().filter_map(seen).collect();
    while text.len() > saved::MAX_FIELD {
        text.pop();
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_can_stand_in_match_files() {
        assert_eq!(plain(" a\tgood\u{1b}[31m\u{202e} move "), "a good[31m move");
        let long = plain(&"é".repeat(saved::MAX_FIELD));
        assert!(long.len() <= saved::MAX_FIELD && long.len() > saved::MAX_FIELD - 2, "{}", long.len());
    }
}
