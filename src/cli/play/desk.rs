//! A match as people at a terminal have it before them: it can be taken back and gone on with, has branches, clocks and
//! an end that the players agree on, and everything done is written down at once.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::game::{Actor, Game, NotAnOption, Outcome, PlayerId};
use crate::phrases::{meant_in, told_options};
use crate::play::clock::{Clocks, Control};
use crate::play::matches::{Match, Move, Next};
use crate::play::player::Clock;
use crate::play::seat::Seat;
use crate::record::saved;
use crate::record::settled::Settled;
use crate::rules::board::CellId;
use crate::rules::look::Look;

use super::super::journal::{Entry, Journal, Written};
use super::super::load::{Evaluator, Position};
use super::super::phrases::{self, Phrases, localized};

mod noting;
mod saving;

/// Where a match came from, for saving it.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The game as it was named.
    pub game: String,
    /// The text of the position from which play started, unless it was the usual one.
    pub start: Option<String>,
    /// The file in which the match is saved.
    pub file: Option<String>,
}

/// What a match waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A person decides for this player.
    Human(PlayerId),
    /// A machine decides for this player.
    Machine(PlayerId),
    /// The machine of this player was stopped: a person says how to go on.
    Stopped(PlayerId),
    /// Chance decides.
    Chance,
    /// Nothing: the game is over.
    Over(Outcome),
    /// Nothing: the players ended it.
    Settled(Settled),
}

/// A match with all that surrounds it.
#[derive(Debug)]
pub struct Desk {
    /// The match.
    pub current: Match<Evaluator>,
    /// Where it came from.
    pub origin: Origin,
    /// The language of names.
    pub language: String,
    /// The clocks, if there are any, and what was asked for.
    pub clocks: Option<Clocks>,
    /// What clocks were asked for.
    pub control: Option<(String, Control)>,
    /// Whether a machine waits until it is told to go on.
    pub stopped: bool,
    /// Who offers a draw.
    pub offered: Option<PlayerId>,
    /// The cells that the latest move touched.
    pub last: BTreeSet<CellId>,
    /// What is to be told of saving, and was not yet.
    pub notes: Vec<String>,
    journal: Journal,
    /// The match as its file says it, or as it was begun.
    base: String,
    /// What that tells beside the moves.
    told: saved::Saved,
    /// What was taken back, the next move last.
    later: Vec<String>,
    /// Lines of play that were left, each from the start.
    branches: Vec<Vec<String>>,
    settled: Option<Settled>,
    /// Whether anything was done since the match was saved in its file.
    changed: bool,
    time: Time,
}

/// The clock of the match.
#[derive(Clone)]
struct Time(Clock);

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Time")
    }
}

impl Desk {
    /// A match at its start, or where a file has it.
    pub fn new(current: Match<Evaluator>, origin: Origin, language: String, time: Clock) -> Self {
        let journal = match &origin.file {
            Some(file) => Journal::beside(file),
            None => Journal::own(&origin.game),
        };
        Self {
            current,
            origin,
            language,
            clocks: None,
            control: None,
            stopped: false,
            offered: None,
            last: BTreeSet::new(),
            notes: Vec::new(),
            journal,
            base: String::new(),
            told: saved::Saved::default(),
            later: Vec::new(),
            branches: Vec::new(),
            settled: None,
            changed: false,
            time: Time(time),
        }
    }

    /// The same with clocks.
    pub fn with_clocks(mut self, asked: Option<(String, Control)>, left: &[u64]) -> Self {
        if let Some((_, control)) = &asked {
            let players = self.look().players.len();
            let mut clocks = Clocks::new(*control, players, self.time.0.clone());
            clocks.set(left);
            self.clocks = Some(clocks);
        }
        self.control = asked;
        self
    }

    /// The same, ended as a file says.
    pub fn with_settled(mut self, text: Option<&str>) -> Self {
        self.settled = text.and_then(|text| Settled::read(text, &self.look().plain_names()));
        self
    }

    /// The same, ready to be played; `base` is the text of its match file, if it has one.
    pub fn begun(mut self, base: Option<String>) -> Self {
        self.base = base.unwrap_or_else(|| saved::to_text(&self.to_saved()));
        self
    }

    /// Takes up a journal: does again what was done in it, and goes on with it.
    ///
    /// # Errors
    /// The number of the first entry that is none here, counted from one.
    pub fn take_up(&mut self, entries: &[Entry], journal: Journal) -> Result<(), usize> {
        for (index, entry) in entries.iter().enumerate() {
            self.again(entry).ok_or(index + 1)?;
        }
        self.journal = journal;
        self.changed = !entries.is_empty();
        Ok(())
    }

    fn again(&mut self, entry: &Entry) -> Option<()> {
        match entry {
            Entry::Play { text, left, .. } => {
                let option = self.game().parse(self.position(), text).ok()?;
                self.took(option);
                if let (Some(clocks), Some(left)) = (&mut self.clocks, left) {
                    clocks.set(left);
                }
            }
            Entry::Back { moves } => self.went_back(*moves),
            Entry::Branch { number } => self.branched(*number)?,
            Entry::Settle { how } => self.settled = Some(Settled::read(how, &self.look().plain_names())?),
            Entry::Seat { player, seat } => {
                let player = PlayerId(u8::try_from(*player).ok()?);
                self.current.seat_anew(player, seat.parse().ok()?, &self.time.0.clone());
            }
            Entry::Note { text } => self.noted(text)?,
            // Nobody else is here who could agree.
            Entry::Ask { .. } => {}
        }
        Some(())
    }

    /// The game.
    pub fn game(&self) -> Arc<Evaluator> {
        self.current.game().clone()
    }

    /// Where play stands.
    pub fn position(&self) -> &Position {
        self.current.position()
    }

    /// What people see of the game.
    pub fn look(&self) -> &Look {
        &self.current.game().rules().look
    }

    /// What is said, in the language of whoever plays.
    pub fn words(&self) -> Phrases {
        Phrases::of(&self.language)
    }

    /// Where what is done is written down.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// What the match waits for.
    pub fn stage(&self) -> Stage {
        if let Some(settled) = self.settled {
            return Stage::Settled(settled);
        }
        match self.current.next() {
            Next::Machine(player) if self.stopped => Stage::Stopped(player),
            Next::Machine(player) => Stage::Machine(player),
            Next::Human(player) => Stage::Human(player),
            Next::Chance => Stage::Chance,
            Next::Over(outcome) => Stage::Over(outcome),
        }
    }

    /// How the players ended it, if they did.
    pub fn settled(&self) -> Option<Settled> {
        self.settled
    }

    /// The text of an option or a move as it is shown.
    pub fn shown(&self, notation: &str) -> String {
        localized(self.look(), notation, &self.language)
    }

    /// All options as they are shown: in the words of the language where these tell them apart.
    pub fn options(&self) -> Vec<String> {
        told_options(&*self.game(), self.position(), &self.language)
    }

    /// The option that a person means.
    ///
    /// # Errors
    /// If none is meant, or several may be.
    pub fn meant(&self, text: &str) -> Result<usize, NotAnOption> {
        meant_in(&*self.game(), self.position(), text, &self.language)
    }

    /// Takes an option, whoever decides; not if the player has no time left.
    pub fn play(&mut self, option: usize) {
        let decider = match self.game().actor(self.position()) {
            Some(Actor::Player(player)) => Some(player),
            _ => None,
        };
        if let (Some(clocks), Some(player)) = (&mut self.clocks, decider) {
            if clocks.left(player).is_zero() {
                self.settle(Settled::Late(player));
                return;
            }
            clocks.decided(player);
        }
        self.took(option);
        self.wrote_move();
    }

    /// Takes over what the match itself played, and gives it back: a machine or Chance has decided.
    pub fn advanced(&mut self, made: &Move, cells: BTreeSet<CellId>) {
        self.last = cells;
        self.passed(&made.notation);
        if let (Some(clocks), Actor::Player(player)) = (&mut self.clocks, made.actor) {
            if clocks.left(player).is_zero() {
                self.current.undo();
                self.settle(Settled::Late(player));
                return;
            }
            clocks.decided(player);
        }
        self.wrote_move();
    }

    fn wrote_move(&mut self) {
        let text = self.current.moves().last().map(|made| made.notation.clone()).unwrap_or_default();
        let left = self.clocks.as_ref().map(Clocks::all);
        self.write(&Entry::Play { text, left, by: None });
    }

    fn took(&mut self, option: usize) {
        self.last = self.game().cells_of(self.position(), option).into_iter().collect();
        let notation = self.current.play(option).notation.clone();
        self.passed(&notation);
    }

    /// A move was made: what had been taken back is either this one, or a branch of its own from now on.
    fn passed(&mut self, notation: &str) {
        (self.stopped, self.offered, self.settled) = (false, None, None);
        if self.later.last().is_some_and(|next| next == notation) {
            self.later.pop();
        } else if !self.later.is_empty() {
            let before = self.current.moves().len().saturating_sub(1);
            let mut line: Vec<String> = self.texts().into_iter().take(before).collect();
            line.extend(self.later.drain(..).rev());
            self.keep(line);
        }
    }

    /// Keeps a line of play, unless it is the beginning of one that is kept.
    fn keep(&mut self, line: Vec<String>) {
        self.branches.retain(|kept| !line.starts_with(kept));
        if !line.is_empty() && !self.branches.iter().any(|kept| kept.starts_with(&line)) {
            self.branches.push(line);
        }
    }

    /// The texts of the moves so far.
    pub fn texts(&self) -> Vec<String> {
        self.current.moves().iter().map(|made| made.notation.clone()).collect()
    }

    /// The texts of the moves so far, and of those that were taken back.
    fn whole_line(&self) -> Vec<String> {
        self.texts().into_iter().chain(self.later.iter().rev().cloned()).collect()
    }

    /// How many moves remain if the last decision of a person is taken back; none if no person has decided.
    fn before_last_human(&self) -> Option<usize> {
        let seats = self.current.seats();
        let is_human = |player: PlayerId| seats.get(player.index()).is_none_or(|seat| *seat == Seat::Human);
        let by_human = |made: &Move| matches!(made.actor, Actor::Player(player) if is_human(player));
        self.current.moves().iter().rposition(by_human)
    }

    /// Goes back to the last decision of a person; how many moves went.
    pub fn undo(&mut self) -> usize {
        let Some(kept) = self.before_last_human() else { return 0 };
        self.back(kept)
    }

    /// Goes back to where so many moves had been made, or on to there among those that were taken back; how many moves
    /// went or came back.
    pub fn back(&mut self, moves: usize) -> usize {
        let before = self.current.moves().len();
        if moves < before || self.settled.is_some() {
            let to = moves.min(before);
            self.went_back(to);
            self.write(&Entry::Back { moves: to });
        }
        while self.current.moves().len() < moves && self.step_on() {}
        self.stopped = true;
        before.abs_diff(self.current.moves().len())
    }

    fn went_back(&mut self, moves: usize) {
        (self.settled, self.offered) = (None, None);
        self.last.clear();
        while self.current.moves().len() > moves {
            let Some(undone) = self.current.undo() else { break };
            self.later.push(undone.notation);
        }
        self.stopped = true;
    }

    /// Makes moves again that were taken back, as far as the next decision of a person; how many.
    pub fn redo(&mut self) -> usize {
        let before = self.current.moves().len();
        while self.step_on() && !matches!(self.current.next(), Next::Human(_)) {}
        self.stopped = true;
        self.current.moves().len() - before
    }

    fn step_on(&mut self) -> bool {
        let Some(next) = self.later.last().cloned() else { return false };
        let Ok(option) = self.game().parse(self.position(), &next) else { return false };
        self.took(option);
        self.wrote_move();
        true
    }

    /// The lines of play that were left: after how many moves each parts from this one, and what it goes on with.
    pub fn branches(&self) -> Vec<(usize, Vec<String>)> {
        let now = self.texts();
        let told = |line: &Vec<String>| {
            let common = line.iter().zip(&now).take_while(|(a, b)| a == b).count();
            (common, line.iter().skip(common).map(|text| self.shown(text)).collect())
        };
        self.branches.iter().map(told).collect()
    }

    /// Takes a line up again that was left; whether there is one with that number, counted from zero.
    pub fn branch(&mut self, number: usize) -> bool {
        let found = self.branched(number).is_some();
        if found {
            self.write(&Entry::Branch { number });
        }
        found
    }

    fn branched(&mut self, number: usize) -> Option<()> {
        if number >= self.branches.len() {
            return None;
        }
        let line = self.branches.remove(number);
        let now = self.whole_line();
        let made = self.current.moves().len();
        let common = line.iter().zip(now.iter().take(made)).take_while(|(a, b)| a == b).count();
        self.went_back(common);
        self.later.clear();
        for text in line.iter().skip(common) {
            let option = self.game().parse(self.position(), text).ok()?;
            self.took(option);
        }
        self.keep(now);
        self.stopped = true;
        Some(())
    }

    /// Ends the match as the players wish.
    pub fn settle(&mut self, how: Settled) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
        self.settled = Some(how);
        let how = how.text(&self.look().plain_names());
        self.write(&Entry::Settle { how });
    }

    /// Lets a machine play for a player from now on.
    pub fn seat(&mut self, player: PlayerId, seat: Seat) {
        let time = self.time.0.clone();
        self.current.seat_anew(player, seat, &time);
        self.write(&Entry::Seat { player: player.index(), seat: seat.to_string() });
    }

    fn write(&mut self, entry: &Entry) {
        if !self.journal.is_begun() {
            let folder = self.origin.file.is_none().then(|| std::env::current_dir().ok()).flatten();
            self.journal.begin(self.base.clone(), folder);
        }
        self.changed = true;
        let words = self.words();
        let path = self.journal.path().display().to_string();
        match self.journal.write(entry) {
            Written::Fine => {}
            Written::Failed(error) => {
                let error = phrases::reason(words, &error);
                self.notes.push(words.say("unsaved", &[("path", &path), ("error", &error)]));
            }
            Written::Again => self.notes.push(words.say("saved-again", &[("path", &path)])),
        }
    }

    /// Waits until all that was done is on the disk.
    pub fn sync(&self) {
        self.journal.sync();
    }
}
