//! A table as its journal tells it.

use std::collections::BTreeMap;

use crate::cli::journal::{Entry, Journal, Kept, Shared};
use crate::game::PlayerId;
use crate::play::clock::{Clocks, Control};
use crate::play::player::Clock;
use crate::play::seat::Seat;
use crate::record::saved;
use crate::record::settled::Settled;
use crate::referee::{Asked, Referee, Wish};
use crate::table::Table;

/// A table that is begun, or taken up again.
#[derive(Debug)]
pub struct Begun {
    /// The game, without the moves. Its seed is known to nobody else.
    pub game: Table,
    pub title: String,
    /// The fingerprint of its rules.
    pub fingerprint: String,
    pub head: Shared,
    pub referee: Referee,
    pub journal: Journal,
}

impl Begun {
    /// A table that begins with what a match file says.
    ///
    /// # Errors
    /// What is wrong with the file, as a sentence.
    pub fn new(base: &str, head: Shared, journal: Journal, clock: &Clock) -> Result<Self, String> {
        let saved = saved::parse(base).map_err(|error| error.to_string())?;
        let seats: Result<Vec<Seat>, _> = saved.seats.iter().map(|seat| seat.parse()).collect();
        let seats = seats.map_err(|error| error.to_string())?;
        let control = saved.clock.as_deref().map(str::parse::<Control>).transpose();
        let control = control.map_err(|error| error.to_string())?;
        let clocks = control.map(|control| Clocks::new(control, seats.len(), clock.clone()));
        let game = Table {
            game: saved.game,
            text: head.rules.clone(),
            options: saved.options.into_iter().collect::<BTreeMap<_, _>>(),
            players: Some(usize::from(saved.players)),
            start: saved.start,
            moves: Vec::new(),
            seed: saved.seed,
            language: String::new(),
        };
        let referee = Referee::new(seats, saved.moves, clocks);
        Ok(Self { game, title: saved.title, fingerprint: saved.rules, head, referee, journal })
    }

    /// A table with all that was done at it.
    ///
    /// # Errors
    /// What is wrong with the journal, as a sentence.
    pub fn from_journal(kept: Kept, clock: &Clock) -> Result<Self, String> {
        let Kept { head, entries, mut journal } = kept;
        journal.rest();
        let shared = head.shared.ok_or_else(|| "it is the journal of no table".to_owned())?;
        let mut begun = Self::new(&head.base, shared, journal, clock)?;
        for entry in entries {
            begun.again(entry)?;
        }
        Ok(begun)
    }

    fn again(&mut self, entry: Entry) -> Result<(), String> {
        let referee = &mut self.referee;
        match entry {
            Entry::Play { text, left, by } => {
                referee.moved(text, by.map(PlayerId), None, None);
                referee.set_clocks(&left.unwrap_or_default());
            }
            Entry::Back { moves } => referee.went_back(moves, None),
            Entry::Settle { how } => {
                let names: Vec<&str> = self.head.names.iter().map(String::as_str).collect();
                referee.settle(Settled::read(&how, &names).ok_or_else(|| format!("`{how}` is no end that is known"))?);
            }
            Entry::Seat { player, seat } => {
                referee.seat(PlayerId(player as u8), seat.parse().map_err(|_| format!("`{seat}` is no seat"))?);
            }
            Entry::Ask { asked } => referee.asks(asked.map(|asked| Asked {
                by: PlayerId(asked.by),
                wish: asked.back.map_or(Wish::Draw, Wish::Undo),
                agreed: asked.agreed.into_iter().map(PlayerId).collect(),
            })),
            Entry::Branch { .. } => return Err("a table has no branches".to_owned()),
            Entry::Note { .. } => return Err("a table has no remarks".to_owned()),
        }
        Ok(())
    }
}
