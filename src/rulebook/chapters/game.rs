//! The example game.

use super::{Block, Chapter, Example, Phrase, Writer, say};
use crate::game::{PlayerId, Verdict};

impl<'a> Writer<'a> {
    pub(super) fn example(&self, example: &Example) -> Chapter {
        let mut blocks = vec![self.paragraph(&Phrase::of("example-before"))];
        blocks.push(self.plays(example));
        blocks.push(self.paragraph(&self.outcome(example)));
        let caption = self.teller.sentence(&Phrase::of("caption-last"));
        blocks.push(self.pictures.position(&example.last, &example.touched, caption));
        self.chapter("title-example", blocks)
    }

    /// The plays, round by round: what one player does in a turn stands in one field.
    fn plays(&self, example: &Example) -> Block {
        let players = &self.rules().players;
        let mut turns: Vec<(Option<PlayerId>, Vec<&str>)> = Vec::new();
        for (who, text) in &example.plays {
            match turns.last_mut().filter(|(last, _)| last == who) {
                Some((_, texts)) => texts.push(text),
                None => turns.push((*who, vec![text])),
            }
        }
        let mut head = vec![String::new()];
        head.extend(players.iter().map(|player| self.teller.heading(&player.name)));
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut next = players.len();
        let mut chance = String::new();
        for (who, texts) in turns {
            let Some(who) = who else {
                chance = format!("({}) ", texts.join(" "));
                continue;
            };
            if who.index() < next || rows.is_empty() {
                let number = rows.len() + 1;
                rows.push(std::iter::once(number.to_string()).chain(players.iter().map(|_| String::new())).collect());
            }
            next = who.index() + 1;
            if let Some(field) = rows.last_mut().and_then(|row| row.get_mut(next)) {
                *field = std::mem::take(&mut chance) + &texts.join(" ");
            }
        }
        Block::Table { head, rows }
    }

    fn outcome(&self, example: &Example) -> Phrase {
        let by = Phrase::Text(self.teller.name(&example.outcome.by));
        match example.outcome.verdict() {
            Verdict::Won(player) => {
                let name =
                    self.rules().players.get(player.index()).map_or_else(String::new, |player| player.name.clone());
                say!("example-won", p = Phrase::Player(name), by = by)
            }
            Verdict::Draw => say!("example-draw", by = by),
            Verdict::Nobody => say!("example-nobody", by = by),
            Verdict::Unfinished => Phrase::of("example-unfinished"),
        }
    }
}
