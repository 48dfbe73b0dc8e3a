//! Head, players, board, pieces, set-up.

use super::Draft;
use crate::import::kinds::{self, Kind};
use crate::import::table::Slot;
use crate::import::variant::SIDES;
use crate::source::unseen::is_unseen;

const PLAYERS: [&str; 2] = ["White", "Black"];

/// Lines are broken before this column.
const WIDTH: usize = 110;

impl Draft<'_> {
    pub(super) fn head(&self, title: &str, from: &str, text: &mut String) {
        text.push_str(&format!("language 1\ngame \"{}\"\n", quotable(title)));
        text.push_str(&format!("source \"{}, [{}]\"\n", quotable(from), quotable(&self.variant.name.value)));
        for comment in &self.variant.comments {
            if same(comment, title) {
                continue;
            }
            for line in wrapped(comment, WIDTH) {
                text.push_str(&format!("// {line}\n"));
            }
        }
    }

    pub(super) fn frame(&self, text: &mut String) {
        let size = self.size();
        let holes = if self.holes() { self.position.walls.on(size) } else { Vec::new() };
        let holes: Vec<String> = holes.into_iter().map(|cell| cell.name()).collect();
        let edits = if holes.is_empty() { String::new() } else { format!(" {{ hole {} }}", holes.join(", ")) };
        text.push_str(&format!("\nplayers White, Black\nboard square {} by {}{edits}\n", size.columns, size.rows));
        let mut pieces: Vec<String> = self.kinds.iter().map(|kind| self.declared(kind)).collect();
        if self.walls {
            pieces.push("Wall neutral letter \"*\"".to_owned());
        }
        text.push_str(&format!("piece {}\n", wrapped_list(&pieces)));
        if self.variant.yes("toHand") {
            text.push_str("captured pieces go to hand\n");
        }
    }

    /// Walls that never move are no cells at all, unless pieces hop over them.
    pub(super) fn holes(&self) -> bool {
        !self.walls && !self.position.walls.is_empty()
    }

    fn declared(&self, kind: &Kind) -> String {
        let mut words = vec![kind.name.clone()];
        if kind.plural != format!("{}s", kind.name) {
            words.push(format!("({})", kind.plural));
        }
        if self.is_royal(kind.slot()) {
            words.push("royal".to_owned());
        }
        words.push(format!("letter \"{}\"", kind.letter));
        if self.variant.yes("toHand")
            && let Some(before) = kinds::before(self.variant, kind.state)
            && let Some(before) = self.kinds.iter().find(|kind| kind.state == (before, None))
        {
            words.push(format!("captured as {}", before.name));
        }
        words.join(" ")
    }

    pub(super) fn setup(&self, text: &mut String) {
        let size = self.size();
        text.push_str("\nsetup {\n");
        for row in (0..size.rows).rev() {
            let line: Vec<String> = size.cells().filter(|cell| cell.row == row).map(|cell| self.sign(cell)).collect();
            text.push_str(&format!("  | {}\n", line.join(" ")).replace(" \n", "\n"));
        }
        for side in SIDES {
            self.in_hand(side, text);
        }
        text.push_str("}\n");
        if self.position.black_begins {
            text.push_str("setup { set starter to Black }\n");
        }
    }

    fn sign(&self, cell: crate::import::cells::Cell) -> String {
        if self.position.walls.has(cell) {
            return if self.holes() { " " } else { "*" }.to_owned();
        }
        let Some(standing) = self.position.pieces.get(&cell) else { return ".".to_owned() };
        let split = kinds::are_split(self.variant);
        let origin = standing.from.filter(|_| split).map(kinds::Origin::Of);
        let kind = self.kinds.iter().find(|kind| kind.state == (standing.slot, origin));
        match kind {
            Some(kind) if standing.side == 1 => kind.letter.to_lowercase(),
            Some(kind) => kind.letter.clone(),
            None => "?".to_owned(),
        }
    }

    fn in_hand(&self, side: usize, text: &mut String) {
        let (Some(hand), Some(player)) = (self.position.hands.get(side), PLAYERS.get(side)) else { return };
        let puts: Vec<String> = self
            .kinds
            .iter()
            .filter_map(|kind| {
                let count = hand.get(&kind.slot()).filter(|_| kind.state.1.is_none())?;
                let count = if *count == 1 { String::new() } else { format!("{count} ") };
                Some(format!("put {count}{} of {player} in hand", kind.name))
            })
            .collect();
        let mut line = String::new();
        for put in puts {
            if !line.is_empty() && line.chars().count() + put.chars().count() > WIDTH {
                text.push_str(&format!("  {}\n", std::mem::take(&mut line)));
            }
            line = if line.is_empty() { put } else { format!("{line}  {put}") };
        }
        if !line.is_empty() {
            text.push_str(&format!("  {line}\n"));
        }
    }

    /// The kinds that can be in a hand: those of the set-up, or all that can be taken.
    pub(super) fn droppable(&self) -> Vec<&Kind> {
        let to_hand = self.variant.yes("toHand");
        let given = |kind: &&Kind| {
            SIDES.iter().any(|side| self.position.hands.get(*side).is_some_and(|hand| hand.contains_key(&kind.slot())))
        };
        let takeable = |kind: &&Kind| to_hand && kind.slot() != Slot::KING && !self.is_royal(kind.slot());
        let supply = self.variant.yes("supply");
        let plain = self.kinds.iter().filter(|kind| kind.state.1.is_none());
        plain.filter(|kind| supply || given(kind) || takeable(kind)).collect()
    }
}

/// The text without what a quoted text may not hold.
fn quotable(text: &str) -> String {
    text.chars().filter(|letter| *letter != '"' && !letter.is_control() && !is_unseen(*letter)).collect()
}

/// Whether two texts differ only in capitals and signs.
fn same(one: &str, other: &str) -> bool {
    let letters = |text: &str| {
        text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    letters(one) == letters(other)
}

/// The words in lines.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Fields with commas between, in lines.
pub(super) fn wrapped_parts(parts: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let part = if index + 1 < parts.len() { format!("{part},") } else { part.clone() };
        match lines.last_mut() {
            Some(line) if line.chars().count() + part.chars().count() < WIDTH => *line = format!("{line} {part}"),
            _ => lines.push(part),
        }
    }
    lines
}

/// Parts with commas between, in lines.
fn wrapped_list(parts: &[String]) -> String {
    let mut text = String::new();
    let mut length = "piece ".len();
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            text.push(',');
            if length + part.chars().count() + 2 > WIDTH {
                text.push_str("\n ");
                length = 1;
            }
            text.push(' ');
            length += 2;
        }
        text.push_str(part);
        length += part.chars().count();
    }
    text
}
