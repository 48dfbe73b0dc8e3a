//! Texts that no rule of the game could mean.

use crate::diagnostic::nearest::nearest;
use crate::game::Game;
use crate::rules::look::KindLook;
use crate::rules::types::Domain;

use super::{Reason, Teller};

/// What stands between two cells for a move that goes from one to the other.
const TAKES: [&str; 4] = ["x", "to", "takes", "pass"];
/// So many options are named as examples.
const EXAMPLES: usize = 3;

impl Teller<'_> {
    /// Why a text is no move at all: the word that means nothing here, or that moves are written otherwise.
    pub(super) fn unread(&self, question: &str) -> Reason {
        let options = self.game.notations(self.position);
        let examples: Vec<String> = options.iter().take(EXAMPLES).map(|option| format!("`{option}`")).collect();
        let written = match examples.is_empty() {
            true => String::new(),
            false => format!("; options are written like {}", examples.join(", ")),
        };
        let message = match words(question).find(|word| self.is_strange(word)) {
            Some(_) if let Some(word) = self.missing_cell(question) => {
                let cells = self.names(Domain::Cell);
                let near = nearest(word, cells.iter().map(String::as_str));
                let near = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
                format!("there is no cell {word} on this board{near}")
            }
            Some(word) => format!("`{word}` is the name of nothing that a move could name{written}"),
            None if question.is_empty() => format!("nothing was asked{written}"),
            None => format!("no rule of this game has moves that are written like `{question}`{written}"),
        };
        Reason { kind: "unread", message, cells: Vec::new(), place: None, also: Vec::new() }
    }

    /// Chance decides, and not so.
    pub(super) fn chance_decides(&self, question: &str) -> Reason {
        let options = self.game.notations(self.position).join(" ");
        let message = format!("Chance decides here, and `{question}` is none of what it may decide: {options}");
        Reason { kind: "chance", message, cells: Vec::new(), place: None, also: Vec::new() }
    }

    fn names(&self, domain: Domain) -> Vec<String> {
        let rules = self.game.rules();
        let n = match domain {
            Domain::Cell => rules.board.n_cells(),
            Domain::Direction => rules.board.directions.len(),
            Domain::Player => rules.players.len(),
            Domain::Kind => rules.kinds.len(),
            Domain::Type(number) => rules.types[number].values.len(),
            Domain::Number => 0,
        };
        (0..n as u16).map(|member| self.game.name_told(domain, member)).collect()
    }

    /// The first word of a question that is written like a cell and is none of this board.
    pub(super) fn missing_cell<'a>(&self, question: &'a str) -> Option<&'a str> {
        let cells = &self.game.rules().board.cells;
        let are_numbers = cells.iter().all(|cell| cell.name.parse::<u32>().is_ok());
        let is_lettered = |word: &str| {
            let letters = word.trim_end_matches(|sign: char| sign.is_ascii_digit());
            self.is_strange(letters)
        };
        let is_cell_like = self.has_such_cells();
        let is_missing = |word: &&str| match are_numbers {
            true => looks_like_cell(word) && is_lettered(word),
            false => is_cell_like && looks_like_cell(word) && self.is_strange(word),
        };
        words(question).find(is_missing)
    }

    /// Whether no name of the game is in a word, nor the word in one.
    pub(super) fn is_strange(&self, word: &str) -> bool {
        let rules = self.game.rules();
        let word = word.to_lowercase();
        let is_letter = |kind: &KindLook| [&kind.letter, &kind.notation].iter().any(|sign| sign.to_lowercase() == word);
        if rules.look.kinds.iter().any(is_letter) || TAKES.contains(&word.as_str()) {
            return false;
        }
        let mut domains = vec![Domain::Cell, Domain::Direction, Domain::Player, Domain::Kind];
        domains.extend((0..rules.types.len()).map(Domain::Type));
        let names = domains.into_iter().flat_map(|domain| self.names(domain));
        let names = names.chain(rules.moves.iter().map(|item| item.name.clone()));
        let is_known = |name: String| {
            let name = name.to_lowercase();
            name == word || name.len() > 1 && word.contains(&name)
        };
        !names.into_iter().any(is_known) && word.parse::<u32>().is_err()
    }

    fn has_such_cells(&self) -> bool {
        self.game.rules().board.cells.first().is_some_and(|cell| looks_like_cell(&cell.name))
    }
}

/// The words of a question.
pub(super) fn words(question: &str) -> impl Iterator<Item = &str> {
    question.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether a word is letters and then digits.
fn looks_like_cell(word: &str) -> bool {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    !digits.is_empty() && digits.len() < word.len() && digits.chars().all(|digit| digit.is_ascii_digit())
}
