//! One match under way, line by line: for pipes, for terminals that can do no more, and for whoever has lines read out.

use std::io::{self, BufRead};

use crate::budget::Halt;
use crate::cli::budget;
use crate::game::PlayerId;
use crate::phrases::breaks::words;
use crate::play::clock;
use crate::view::text::boards_alone;

use super::super::ending::Stop;
use super::super::outcome;
use super::super::screen::{self, Paint};
use super::desk::Stage;
use super::host::{Did, Flow, Host};
use super::input;
use super::panel::{self, Panel};
use super::replies;
use super::signals::Signals;

/// How many letters a line of prose has at most.
const PROSE: usize = 80;

/// What opens another match: the file, and the language that is spoken.
pub type Opener<'a> = &'a dyn Fn(&str, &str) -> Result<Host, Stop>;

/// A match with its players before lines of text.
pub struct Session<'a, R, W> {
    host: Host,
    signals: &'a Signals,
    open: Opener<'a>,
    input: &'a mut R,
    out: &'a mut W,
    /// Whether positions are told in words, for whoever has them read out.
    in_words: bool,
    /// How many moves had been made when the board was last shown; none if it is to be shown again.
    shown: Option<usize>,
}

impl<'a, R: BufRead, W: Paint> Session<'a, R, W> {
    /// A session that reads from `input` and writes to `out`.
    pub fn new(
        host: Host,
        signals: &'a Signals,
        open: Opener<'a>,
        (input, out): (&'a mut R, &'a mut W),
        in_words: bool,
    ) -> Self {
        Self { host, signals, open, input, out, in_words, shown: None }
    }

    /// Plays until the user quits or the input ends.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn run(mut self) -> io::Result<()> {
        self.greet()?;
        let played = self.play_on();
        self.close()?;
        self.out.flush()?;
        played
    }

    fn close(&mut self) -> io::Result<()> {
        let told = self.host.desk.close();
        self.tell_notes()?;
        told.map_or(Ok(()), |told| writeln!(self.out, "{told}"))
    }

    fn play_on(&mut self) -> io::Result<()> {
        loop {
            // What was cut is no position to play on from.
            if budget::current().is_called() {
                return Ok(());
            }
            let flow = match self.host.desk.stage() {
                Stage::Chance | Stage::Machine(_) => self.advance()?,
                Stage::Human(player) => self.decide(player)?,
                Stage::Stopped(player) => self.stopped(player)?,
                Stage::Over(_) | Stage::Settled(_) => self.over()?,
            };
            self.tell_notes()?;
            if flow == Flow::Off {
                return Ok(());
            }
        }
    }

    fn greet(&mut self) -> io::Result<()> {
        let (desk, words) = (&self.host.desk, self.host.desk.words());
        let seats = desk.current.seats().iter().enumerate();
        let seats = seats.map(|(index, seat)| {
            let who = self.host.name(PlayerId(index as u8));
            format!("{who} = {}", seat_name(words, &seat.to_string()))
        });
        let title = desk.look().title.in_language(&desk.language);
        let seats = seats.collect::<Vec<String>>().join(", ");
        let told = words.say("greeting", &[("title", &title), ("seats", &seats), ("seed", &desk.current.seed())]);
        writeln!(self.out, "{told}")?;
        let path = desk.journal().path().display().to_string();
        writeln!(self.out, "{}", words.say("journal", &[("path", &path)]))?;
        writeln!(self.out, "{}", words.word("how-to-type"))
    }

    fn tell(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }

    fn tell_notes(&mut self) -> io::Result<()> {
        let notes = std::mem::take(&mut self.host.desk.notes);
        self.tell(&notes)
    }

    /// Lets Chance or a machine decide.
    fn advance(&mut self) -> io::Result<Flow> {
        self.out.flush()?;
        let before = self.host.begin_thinking();
        let current = &mut self.host.desk.current;
        let made = current.advance(&self.signals.thinking(budget::current())).cloned();
        let stopped = self.signals.take();
        let Some(line) = self.host.decided(&before, made, stopped) else { return Ok(Flow::on_if(stopped)) };
        writeln!(self.out, "{line}")?;
        Ok(Flow::On)
    }

    /// Shows a decision of a person and obeys what is typed.
    fn decide(&mut self, player: PlayerId) -> io::Result<Flow> {
        if self.shown != Some(self.host.desk.current.moves().len()) {
            self.show()?;
            let options = replies::short(&self.host.desk);
            self.tell(&options)?;
            self.tell_clocks()?;
        }
        let prompt = match self.host.desk.offered {
            Some(_) => self.host.desk.words().word("prompt-draw"),
            None => self.host.name(player),
        };
        if let Some(clocks) = self.host.desk.clocks.as_mut().filter(|_| !self.host.paused) {
            clocks.run(player);
        }
        self.ask(&prompt)
    }

    /// A machine waits: somebody says how to go on.
    fn stopped(&mut self, player: PlayerId) -> io::Result<Flow> {
        if let Some(clocks) = &mut self.host.desk.clocks {
            clocks.stop();
        }
        if self.shown != Some(self.host.desk.current.moves().len()) {
            self.show()?;
        }
        let words = self.host.desk.words();
        let who = self.host.name(player);
        let told = words.say("stopped", &[("who", &who)]);
        writeln!(self.out, "{told}")?;
        self.ask(&words.say("prompt-stopped", &[("who", &who)]))
    }

    /// Tells the end, and lets it be undone or saved.
    fn over(&mut self) -> io::Result<Flow> {
        if self.shown != Some(self.host.desk.current.moves().len()) {
            self.show()?;
            let sentence = self.host.over().unwrap_or_default();
            writeln!(self.out, "{sentence}")?;
        }
        let prompt = self.host.desk.words().word("prompt-over");
        self.ask(&prompt)
    }

    fn tell_clocks(&mut self) -> io::Result<()> {
        let Some(clocks) = &self.host.desk.clocks else { return Ok(()) };
        let players = (0..self.host.desk.look().players.len()).map(|player| PlayerId(player as u8));
        let told = players.map(|player| format!("{} {}", self.host.name(player), clock::shown(clocks.left(player))));
        let told = told.collect::<Vec<String>>().join("   ");
        let words = self.host.desk.words();
        writeln!(self.out, "{}", words.say("pair", &[("a", &words.word("clock")), ("b", &told)]))
    }

    fn show(&mut self) -> io::Result<()> {
        let scene = self.host.scene();
        let (desk, options) = (&self.host.desk, self.host.picture.text_options());
        self.shown = Some(desk.current.moves().len());
        let words = desk.words();
        let mut panel = Panel { remark: replies::remark(desk), ..Panel::of(&scene, options, words) };
        if self.in_words {
            panel.key = panel::letters(&scene, false, words);
        }
        let panel = panel.lines(&scene, words);
        writeln!(self.out, "\n{}\n", scene.title)?;
        if self.in_words {
            self.tell(&panel::told(&scene, words))?;
        } else {
            self.out.paint(&boards_alone(&scene, options))?;
        }
        writeln!(self.out)?;
        self.tell(&panel)?;
        writeln!(self.out)
    }

    fn ask(&mut self, prompt: &str) -> io::Result<Flow> {
        write!(self.out, "{prompt}> ")?;
        self.out.flush()?;
        self.host.desk.sync();
        let line = match budget::current().wait(|| input::next_line(self.input)) {
            Ok(Some(line)) => {
                budget::begin_another();
                line
            }
            Ok(None) => return self.end_of_input(),
            Err(error) => {
                let told = self.host.desk.words().say("no-input", &[("error", &error)]);
                writeln!(self.out, "{told}")?;
                return self.end_of_input();
            }
        };
        // Somebody who types has made up his mind.
        self.signals.take();
        if !self.host.picture.abilities.typed {
            writeln!(self.out, "{line}")?;
        }
        match input::understand(&self.host.desk, &line) {
            Ok(request) => {
                let did = self.host.obey(request);
                self.done(did)
            }
            Err(error) => {
                let told = self.host.explain(&error);
                self.tell(&told)?;
                Ok(Flow::On)
            }
        }
    }

    fn done(&mut self, did: Did) -> io::Result<Flow> {
        match did {
            Did::Told(lines) => self.tell(&lines)?,
            Did::Prose(lines) => {
                let fitted = |line: &String| match line.chars().count() > PROSE {
                    true => screen::wrapped(words(line), PROSE),
                    false => line.clone(),
                };
                self.tell(&lines.iter().map(fitted).collect::<Vec<String>>())?;
            }
            Did::Changed(lines) => {
                self.shown = None;
                self.tell(&lines)?;
            }
            Did::Search(purpose) => {
                self.out.flush()?;
                let (game, position) = (self.host.desk.game(), self.host.desk.position().clone());
                let seed = self.host.desk.current.seed();
                budget::allow(replies::HINT_TIME);
                let report = replies::judged(&game, &position, seed, &self.signals.thinking(budget::current()));
                self.signals.take();
                let found = self.host.found(purpose, report.as_ref());
                return self.done(found);
            }
            Did::Load(file) => self.load(&file)?,
            Did::Quit => return Ok(Flow::Off),
        }
        Ok(Flow::On)
    }

    /// Takes up another match; the one that was played stays as it is kept.
    fn load(&mut self, file: &str) -> io::Result<()> {
        match (self.open)(file, &self.host.desk.language) {
            Ok(host) => {
                self.close()?;
                (self.host, self.shown) = (host, None);
                self.greet()
            }
            Err(stop) => {
                let told = self.host.not_loaded(file, &stop);
                writeln!(self.out, "{told}")
            }
        }
    }

    fn end_of_input(&mut self) -> io::Result<Flow> {
        writeln!(self.out)?;
        let desk = &self.host.desk;
        if let Some(who) = outcome::actor_name(&*desk.game(), desk.position(), &desk.language) {
            let moves = desk.words().counted("moves-n", desk.current.moves().len());
            let told = desk.words().say("input-ended", &[("moves", &moves), ("who", &who)]);
            self.show()?;
            writeln!(self.out, "{told}")?;
        }
        Ok(Flow::Off)
    }
}

/// Who sits at a place, in the words of the language.
pub fn seat_name(words: super::super::phrases::Phrases, seat: &str) -> String {
    let (kind, amount) = seat.split_once(':').map_or((seat, ""), |(kind, amount)| (kind, amount));
    let kind = words.word(match kind {
        "human" => "seat-human",
        "random" => "seat-random",
        _ => "seat-search",
    });
    if amount.is_empty() { kind } else { format!("{kind}:{amount}") }
}
