//! Questions about a match: what stands, a move, the machine, why.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use crate::game::rng::{GENERATOR, Rng};
use crate::game::{Actor, Deadline, Game, NotAnOption};
use crate::phrases::{Phrases, language, localized, meant_in};
use crate::play::chance;
use crate::play::player::{Clock, Player};
use crate::play::seat::Seat;
use crate::record::replay::{self, ReplayError};
use crate::record::result;
use crate::record::saved::{self, Saved};
use crate::rulebook;
use crate::scenario;
use crate::view::{self, SvgOptions};
use crate::why;

use super::made::{Made, Reached};
use super::notes::Notes;
use super::{Refused, Table, written};

/// The longest time that a machine may think for one answer.
const LONGEST: Duration = Duration::from_secs(10);
/// How long a game may be played for the diagrams of its book.
const DIAGRAMS: Duration = Duration::from_secs(4);
/// The most playouts for one answer.
const MOST_PLAYOUTS: u32 = 20_000;
/// The most moves of a match that are drawn.
const FRAMES: usize = 200;
/// So many options are told as a hint.
const HINTS: usize = 3;
/// So many options of a line are told.
const LINE: usize = 6;

impl Made {
    /// What stands after the moves of a table.
    pub fn position(&mut self, table: &Table) -> Result<Value, Refused> {
        let reached = self.play(table)?;
        written(self.shown(&reached, &table.language))
    }

    /// What stands after a further move.
    pub fn moved(&mut self, table: &Table, text: &str) -> Result<Value, Refused> {
        let mut reached = self.play(table)?;
        self.step_meant(&mut reached, text, &table.language)?;
        self.told(reached, table)
    }

    /// Plays one move as people type it who read the moves in a language.
    pub fn step_meant(&self, reached: &mut Reached, text: &str, language: &str) -> Result<(), Refused> {
        let refused =
            |error: NotAnOption| Refused::Move { number: reached.moves.len() + 1, message: error.to_string() };
        let option = meant_in(&self.engine, &reached.position, text, language).map_err(refused)?;
        self.take(reached, option);
        Ok(())
    }

    /// What stands after a decision of Chance or of a machine.
    pub fn advanced(&mut self, table: &Table, seat: Option<Seat>, clock: &Clock) -> Result<Value, Refused> {
        let mut reached = self.play(table)?;
        self.advance(&mut reached, table, seat, clock)?;
        self.told(reached, table)
    }

    /// Takes what Chance or a machine decides.
    pub fn advance(
        &mut self,
        reached: &mut Reached,
        table: &Table,
        seat: Option<Seat>,
        clock: &Clock,
    ) -> Result<(), Refused> {
        let option = match (self.engine.actor(&reached.position), seat) {
            (None, _) => return Err(Refused::choice("the game is over")),
            (Some(Actor::Chance), _) => {
                let mut rng = Rng::stream(table.seed, reached.moves.len() as u64);
                chance::draw(&self.engine, &reached.position, &mut rng)
            }
            (Some(Actor::Player(_)), None) => return Err(Refused::choice("a player decides")),
            (Some(Actor::Player(_)), Some(seat)) => self.chosen(reached, table, seat, clock)?,
        };
        self.take(reached, option);
        Ok(())
    }

    /// What a machine chooses.
    fn chosen(&mut self, reached: &Reached, table: &Table, seat: Seat, clock: &Clock) -> Result<usize, Refused> {
        let seat = bounded(seat);
        self.module.budget.earn(seat.time().unwrap_or_default().min(LONGEST));
        // Machines draw from other streams than Chance.
        let rng = Rng::stream(table.seed, u64::MAX - reached.moves.len() as u64);
        let chosen = match self.searcher(seat, rng.clone(), clock) {
            Some(mut machine) => {
                let chosen = machine.choose(&self.engine, &reached.position, &self.module.budget);
                self.keep_mind(seat, &machine);
                chosen
            }
            None => {
                let machine = seat.player(rng, clock);
                machine.and_then(|mut machine| machine.choose(&self.engine, &reached.position, &self.module.budget))
            }
        };
        chosen.ok_or_else(|| Refused::Spent { message: "the machine found nothing in its time".to_owned() })
    }

    /// What the machine thinks of the options, the best first.
    pub fn hint(&mut self, table: &Table, seat: Seat, clock: &Clock) -> Result<Value, Refused> {
        let reached = self.play(table)?;
        let seat = bounded(seat);
        let rng = Rng::stream(table.seed, 0);
        let Some(player) = self.searcher(seat, rng, clock) else {
            return Err(Refused::choice("only a machine that searches has a hint"));
        };
        let budget = &self.module.budget;
        budget.earn(seat.time().unwrap_or_default().min(LONGEST));
        let mut player = player.telling(HINTS);
        let report = player.judge(&self.engine, &reached.position, budget);
        self.keep_mind(seat, &player);
        let report = report.ok_or_else(|| Refused::choice("no player decides"))?;
        let hints = report.options.iter().take(HINTS).map(|judged| {
            let cells = self.engine.cells_of(&reached.position, judged.option);
            json!({
                "text": self.engine.notation(&reached.position, judged.option),
                "cells": cells.iter().map(|cell| cell.0).collect::<Vec<_>>(),
                "value": judged.value,
                "proven": judged.proven,
                "line": self.line_of(&reached, &judged.line),
            })
        });
        Ok(json!({ "hints": hints.collect::<Vec<_>>(), "playouts": report.playouts }))
    }

    /// The texts of options that follow each other from a position on, the first few of them.
    fn line_of(&self, reached: &Reached, line: &[usize]) -> Vec<String> {
        let mut position = reached.position.clone();
        let text = |&option: &usize| {
            let text = self.engine.notation(&position, option);
            self.engine.play(&mut position, option);
            text
        };
        line.iter().take(LINE).map(text).collect()
    }

    /// Why a move is legal or not.
    pub fn why(&mut self, table: &Table, text: &str) -> Result<Value, Refused> {
        let (game, position, texts) = self.plain(table)?;
        let mut answer = why::why(&game, &position, &texts, text, false);
        let words = Phrases::of(&table.language);
        if let Some(reason) = &mut answer.reason {
            reason.message = reason.told(words);
        }
        written(answer)
    }

    /// The position as a picture that stands for itself.
    pub fn picture(&mut self, table: &Table) -> Result<Value, Refused> {
        let reached = self.play(table)?;
        let scene = self.scene(&reached, &table.language);
        Ok(json!({ "svg": view::svg(&scene, SvgOptions::default()) }))
    }

    /// All positions of a match as one picture in which they follow each other; of long ones the first positions.
    pub fn film(&mut self, table: &Table) -> Result<Value, Refused> {
        let mut reached = self.start(table)?;
        let mut frames = vec![(String::new(), self.scene(&reached, &table.language))];
        for (number, text) in (1..).zip(table.moves.iter().take(FRAMES)) {
            self.step(&mut reached, text)?;
            let look = &self.rules().look;
            let text = reached.moves.last().map_or_else(String::new, |text| localized(look, text, &table.language));
            frames.push((format!("{number}. {text}"), self.scene(&reached, &table.language)));
        }
        Ok(json!({ "svg": view::film(&frames, SvgOptions { titles: false, ..SvgOptions::default() }) }))
    }

    /// The position as text, and what the text leaves out.
    pub fn situation(&mut self, table: &Table) -> Result<Value, Refused> {
        let (game, position, _) = self.plain(table)?;
        let told = scenario::told(&self.module, &self.choices, &game, &position);
        Ok(json!({ "text": told.text, "leftOut": told.left_out }))
    }

    /// The rulebook, in the language of the table or else in English.
    pub fn rulebook(&mut self, table: &Table, clock: &Clock) -> Result<Value, Refused> {
        let english = language::language("en").ok_or_else(|| Refused::choice("there is no book in English"))?;
        let language = language::language(&table.language).unwrap_or(english);
        let plan = rulebook::Plan { language, choices: self.choices.clone(), seed: 0, unicode: true };
        let begun = clock();
        // Diagrams and the example are left out rather than the book.
        let is_over = || clock().saturating_sub(begun) > DIAGRAMS;
        let halt = Deadline { or: &self.module.budget, is_over: &is_over };
        let book = rulebook::rulebook(&self.module, &plan, &halt);
        written(book.map_err(|found| Refused::rules(&found, &self.module.texts))?)
    }

    /// The match as a file, with other lines of play, and with what is told of their moves.
    pub fn record(
        &mut self,
        table: &Table,
        seats: &[String],
        notes: Option<&Notes>,
        others: &[Vec<String>],
    ) -> Result<Value, Refused> {
        let reached = self.play(table)?;
        let rules = self.rules();
        let outcome = self.engine.outcome(&reached.position);
        let variations = self.variations(table, &reached.moves, others)?;
        let saved = Saved {
            game: self.name().to_owned(),
            title: rules.look.title.plain.clone(),
            rules: rules.fingerprint.clone(),
            options: rules.options.iter().cloned().collect(),
            players: u8::try_from(rules.look.players.len()).unwrap_or(u8::MAX),
            seats: self.seats(seats)?,
            seed: table.seed,
            generator: GENERATOR.to_owned(),
            start: table.start.clone(),
            moves: reached.moves,
            result: outcome.map(|outcome| result::text(&outcome, &rules.look.plain_names())),
            variations,
            ..Saved::default()
        };
        let text = saved::to_text(&notes.map_or(saved.clone(), |notes| notes.kept_in(saved)));
        // What a page gives back may be anything.
        saved::parse(&text).map_err(|error| Refused::Question { message: error.to_string() })?;
        Ok(json!({ "text": text }))
    }

    /// Who sits where, as match files say it.
    fn seats(&self, seats: &[String]) -> Result<Vec<String>, Refused> {
        let seat = |seat: &String| match seat.parse::<Seat>() {
            Ok(seat) => Ok(seat.to_string()),
            Err(error) => Err(Refused::choice(error.to_string())),
        };
        let n_players = self.rules().look.players.len();
        match seats.len() {
            n if n == 0 || n == n_players => seats.iter().map(seat).collect(),
            n => Err(Refused::choice(format!("there are {n} seats for {n_players} players"))),
        }
    }

    /// Lines of play beside the moves of a table, as the game writes them.
    fn variations(
        &self,
        table: &Table,
        moves: &[String],
        others: &[Vec<String>],
    ) -> Result<Vec<saved::Variation>, Refused> {
        let variations = saved::variations(others, moves);
        if variations.is_empty() {
            return Ok(variations);
        }
        let start = self.start(table)?.position;
        let wrong = |number: usize, cause: &dyn fmt::Display| Refused::Move { number, message: cause.to_string() };
        let replayed = replay::moves(&self.engine, start.clone(), moves);
        let written = replayed.and_then(|played| replay::variations(&self.engine, start, &played.options, &variations));
        let written = written.map_err(|error| match error {
            ReplayError::Move { number, cause } | ReplayError::Variation { number, cause, .. } => wrong(number, &cause),
            error => wrong(moves.len(), &error),
        })?;
        // As the game writes them they may part elsewhere, or not at all.
        let lines = variations.into_iter().zip(written).map(|(one, own)| saved::Variation { moves: own, ..one });
        let lines: Vec<Vec<String>> = lines.map(|one| one.line(moves).cloned().collect()).collect();
        Ok(saved::variations(&lines, moves))
    }

    /// Keeps what was reached, and shows it.
    fn told(&mut self, reached: Reached, table: &Table) -> Result<Value, Refused> {
        let shown = written(self.shown(&reached, &table.language));
        self.keep(reached);
        shown
    }
}

/// What a match file says, as a table and as notes.
pub(super) fn open(text: &str) -> Result<Value, Refused> {
    let saved = saved::parse(text).map_err(|error| Refused::Question { message: error.to_string() })?;
    let notes = written(Notes::of(&saved))?;
    let others: Vec<Vec<String>> =
        saved.variations.iter().map(|one| one.line(&saved.moves).cloned().collect()).collect();
    let table = Table {
        game: saved.game,
        options: saved.options,
        players: Some(usize::from(saved.players)),
        start: saved.start,
        moves: saved.moves,
        seed: saved.seed,
        ..Table::default()
    };
    Ok(json!({
        "table": written(table)?,
        "seats": saved.seats,
        "title": saved.title,
        "fingerprint": saved.rules,
        "notes": notes,
        "others": others,
    }))
}

/// A machine that thinks no longer than a page may ask for.
fn bounded(seat: Seat) -> Seat {
    seat.bounded(LONGEST, MOST_PLAYOUTS)
}
