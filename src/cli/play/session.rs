//! One match under way: what is shown, what is typed, what comes of it.

use std::io::{self, BufRead};
use std::time::Duration;

use crate::budget::Halt;
use crate::cli::atomic;
use crate::cli::budget;
use crate::game::{Game, Outcome, PlayerId};
use crate::play::matches::{Match, Next};
use crate::record::saved;

use super::super::load::Evaluator;
use super::super::matchfile;
use super::super::outcome;
use super::super::picture::Picture;
use super::super::screen::Paint;
use super::input::{self, Misunderstood, Request};
use super::listing;

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

/// A match with its players at the screen.
#[derive(Debug)]
pub struct Session<'a, R, W> {
    current: Match<Evaluator>,
    origin: Origin,
    picture: Picture,
    input: R,
    out: &'a mut W,
    /// How long a machine may think for each option because somebody asked for it, beyond the usual time.
    thinking: Duration,
    /// How many moves had been made when the board was last shown.
    shown: Option<usize>,
}

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Off,
}

impl<'a, R: BufRead, W: Paint> Session<'a, R, W> {
    /// A session that reads from `input` and writes to `out`.
    pub fn new(current: Match<Evaluator>, origin: Origin, picture: Picture, input: R, out: &'a mut W) -> Self {
        Self { current, origin, picture, input, out, thinking: Duration::ZERO, shown: None }
    }

    /// The same; for each option of a machine there is so much time beyond the usual, since somebody asked for it.
    pub fn thinking(self, thinking: Duration) -> Self {
        Self { thinking, ..self }
    }

    /// Plays until the user quits or the input ends.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn run(&mut self) -> io::Result<()> {
        self.greet()?;
        loop {
            // What was cut is no position to play on from.
            if budget::current().is_called() {
                return Ok(());
            }
            let flow = match self.current.next() {
                Next::Chance | Next::Machine(_) => self.advance()?,
                Next::Human(player) => self.decide(player)?,
                Next::Over(outcome) => self.over(&outcome)?,
            };
            if flow == Flow::Off {
                return Ok(());
            }
        }
    }

    fn greet(&mut self) -> io::Result<()> {
        let rules = self.current.game().rules();
        let seats = self.current.seats().iter().enumerate().map(|(index, seat)| {
            let name = outcome::player_name(&rules.look, PlayerId(index as u8), &self.picture.language);
            format!("{name} = {seat}")
        });
        let seats: Vec<String> = seats.collect();
        writeln!(self.out, "{}: {}; seed {}", self.title(), seats.join(", "), self.current.seed())?;
        writeln!(self.out, "Type a move or its number; `help` lists the commands.")
    }

    fn title(&self) -> String {
        self.current.game().rules().look.title.in_language(&self.picture.language).to_owned()
    }

    /// Lets Chance or a machine decide.
    fn advance(&mut self) -> io::Result<Flow> {
        self.out.flush()?;
        let before = self.current.position().clone();
        budget::allow(self.thinking);
        let made = self.current.advance(&budget::current()).cloned();
        // The machine finds an option unless the budget is spent before.
        let Some(made) = made else { return Ok(Flow::Off) };
        self.picture.last = self.current.game().cells_of(&before, made.option).into_iter().collect();
        let line = listing::announcement(&**self.current.game(), &before, &made, &self.picture.language);
        writeln!(self.out, "{line}")?;
        Ok(Flow::On)
    }

    /// Shows a decision of a person and obeys what is typed.
    fn decide(&mut self, player: PlayerId) -> io::Result<Flow> {
        if self.shown != Some(self.current.moves().len()) {
            self.show()?;
            let game = self.current.game().clone();
            listing::short(&*game, self.current.position(), self.out)?;
        }
        let name = outcome::player_name(&self.current.game().rules().look, player, &self.picture.language);
        self.ask(&name)
    }

    /// Tells the end, and lets it be undone or saved.
    fn over(&mut self, outcome: &Outcome) -> io::Result<Flow> {
        if self.shown != Some(self.current.moves().len()) {
            self.show()?;
            let look = &self.current.game().rules().look;
            let sentence = outcome::sentence(look, outcome, &self.picture.language);
            writeln!(self.out, "The game is over: {sentence}.")?;
        }
        self.ask("over")
    }

    fn show(&mut self) -> io::Result<()> {
        self.shown = Some(self.current.moves().len());
        let text = self.picture.text(&**self.current.game(), self.current.position());
        self.out.paint(&format!("\n{text}\n"))
    }

    fn ask(&mut self, prompt: &str) -> io::Result<Flow> {
        write!(self.out, "{prompt}> ")?;
        self.out.flush()?;
        let line = match budget::current().wait(|| input::next_line(&mut self.input)) {
            Ok(Some(line)) => {
                budget::begin_another();
                line
            }
            Ok(None) => return self.end_of_input(),
            Err(error) => {
                writeln!(self.out, "cannot read the input: {error}")?;
                return self.end_of_input();
            }
        };
        if !self.picture.abilities.typed {
            writeln!(self.out, "{line}")?;
        }
        match input::understand(&**self.current.game(), self.current.position(), &line) {
            Ok(request) => self.obey(request),
            Err(error) => {
                self.explain(&error)?;
                Ok(Flow::On)
            }
        }
    }

    fn end_of_input(&mut self) -> io::Result<Flow> {
        writeln!(self.out)?;
        let game = self.current.game().clone();
        if let Some(who) = outcome::actor_name(&*game, self.current.position(), &self.picture.language) {
            self.show()?;
            writeln!(self.out, "The input ended after {} moves, {who} to move.", self.current.moves().len())?;
        }
        Ok(Flow::Off)
    }

    fn obey(&mut self, request: Request) -> io::Result<Flow> {
        match request {
            Request::Nothing => {}
            Request::Play(option) => self.play(option),
            Request::Undo => self.undo()?,
            Request::Hint => self.hint()?,
            Request::Moves => listing::all(&**self.current.game(), self.current.position(), self.out)?,
            Request::Rules => listing::rules(self.current.game().rules(), &self.picture.language, self.out)?,
            Request::Save(file) => self.save(file)?,
            Request::Show => self.show()?,
            Request::Help => listing::help(self.out)?,
            Request::Quit => return Ok(Flow::Off),
        }
        Ok(Flow::On)
    }

    fn play(&mut self, option: usize) {
        let position = self.current.position();
        self.picture.last = self.current.game().cells_of(position, option).into_iter().collect();
        self.current.play(option);
    }

    fn undo(&mut self) -> io::Result<()> {
        let undone = self.current.undo_to_human();
        self.picture.last.clear();
        match undone {
            0 => writeln!(self.out, "There is no decision of yours to take back."),
            _ => {
                self.shown = None;
                writeln!(self.out, "Took back {}.", listing::counted(undone, "move"))
            }
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        self.out.flush()?;
        listing::hint(&**self.current.game(), self.current.position(), self.current.seed(), self.out)
    }

    fn save(&mut self, file: Option<String>) -> io::Result<()> {
        let Some(file) = file.or_else(|| self.origin.file.clone()) else {
            return writeln!(self.out, "Write the name of a file after `save`.");
        };
        let saved = matchfile::to_saved(&self.origin.game, self.origin.start.as_deref(), &self.current);
        match atomic::save(&file, saved::to_text(&saved).as_bytes()) {
            Ok(()) => {
                writeln!(self.out, "Saved to {file}; go on with `merel play --resume {file}`.")?;
                self.origin.file = Some(file);
                Ok(())
            }
            Err(error) => writeln!(self.out, "{error:#}"),
        }
    }

    fn explain(&mut self, error: &Misunderstood) -> io::Result<()> {
        let n = self.current.game().n_options(self.current.position());
        match error {
            Misunderstood::NotAnOption(error) => writeln!(self.out, "{error}"),
            Misunderstood::NoSuchNumber(number) if n == 0 => writeln!(self.out, "`{number}`: the game is over"),
            Misunderstood::NoSuchNumber(number) => {
                writeln!(self.out, "there is no option {number}; the options are numbered from 1 to {n}")?;
                listing::short(&**self.current.game(), self.current.position(), self.out)
            }
        }
    }
}
