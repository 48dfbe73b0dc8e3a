//! A match on the whole screen of a terminal: the board to point at, and a line to type in.

use std::env;
use std::io;
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

use crate::budget::Halt;
use crate::cli::budget;

use super::super::screen::{Screen, WholeScreen};
use super::desk::Stage;
use super::host::{Did, Flow, Host};
use super::input;
use super::replies;
use super::session::Opener;
use super::signals::{Interrupt, Signals};

mod draw;
mod shown;
mod sixteen;
mod state;

#[cfg(test)]
mod tests;

use draw::Depth;
use shown::Shown;
use state::{Act, Ui};

/// Between two looks at the keys while a machine thinks.
const LOOK: Duration = Duration::from_millis(40);
/// Between two looks at the clocks.
const TICK: Duration = Duration::from_millis(200);
/// As long as nothing else happens.
const LONG: Duration = Duration::from_secs(3600);
/// The stack of a thread that thinks, in bytes.
const STACK: usize = 16 << 20;

/// A match with its players before the screen.
pub struct Tui<'a> {
    host: Host,
    signals: &'a Signals,
    open: Opener<'a>,
    ui: Ui,
    depth: Depth,
}

impl<'a> Tui<'a> {
    /// A session on the screen.
    pub fn new(host: Host, signals: &'a Signals, open: Opener<'a>) -> Self {
        let depth = depth(host.picture.abilities.colour);
        Self { host, signals, open, ui: Ui::default(), depth }
    }

    /// Plays until the user quits.
    ///
    /// # Errors
    /// If the terminal cannot be read or written.
    pub fn run(mut self, screen: &mut Screen) -> io::Result<()> {
        let mut whole = WholeScreen::enter(screen)?;
        self.signals.set_raw(true);
        let played = self.play_on(&mut whole);
        drop(whole);
        self.signals.set_raw(false);
        let told = self.host.desk.close();
        for line in std::mem::take(&mut self.host.desk.notes).into_iter().chain(told) {
            io::Write::write_fmt(screen, format_args!("{line}\n"))?;
        }
        played
    }

    fn play_on(&mut self, whole: &mut WholeScreen) -> io::Result<()> {
        self.greet();
        let mut shown = self.shown();
        self.ui.begin_anew(&shown);
        loop {
            // What was cut is no position to play on from.
            if budget::current().is_called() {
                return Ok(());
            }
            let notes = std::mem::take(&mut self.host.desk.notes);
            self.ui.tell(notes);
            let before = self.host.desk.current.moves().len();
            let flow = match self.host.desk.stage() {
                Stage::Chance | Stage::Machine(_) => self.advance(whole, &shown)?,
                stage => self.wait(whole, &shown, &stage)?,
            };
            if flow == Flow::Off {
                return Ok(());
            }
            let picked = (before == self.host.desk.current.moves().len()).then(|| self.ui.clone());
            shown = self.shown();
            match picked {
                Some(ui) => self.ui = ui,
                None => self.ui.begin_anew(&shown),
            }
        }
    }

    fn greet(&mut self) {
        let words = self.host.desk.words();
        let path = self.host.desk.journal().path().display().to_string();
        self.ui.tell(vec![words.say("journal", &[("path", &path)]), words.word("screen-keys")]);
    }

    fn shown(&mut self) -> Shown {
        Shown::of(&mut self.host)
    }

    fn draw(&mut self, whole: &mut WholeScreen, shown: &Shown) -> io::Result<()> {
        let (ui, depth) = (&mut self.ui, self.depth);
        whole.draw(|frame| draw::draw(frame, shown, ui, depth))
    }

    /// Lets Chance or a machine decide.
    fn advance(&mut self, whole: &mut WholeScreen, shown: &Shown) -> io::Result<Flow> {
        let before = self.host.begin_thinking();
        let (ui, depth, signals) = (&mut self.ui, self.depth, self.signals);
        let current = &mut self.host.desk.current;
        let made = while_busy(whole, shown, (ui, depth), signals, |halt| current.advance(halt).cloned())?;
        let stopped = self.signals.take();
        let Some(line) = self.host.decided(&before, made, stopped) else { return Ok(Flow::on_if(stopped)) };
        self.ui.tell(vec![line]);
        Ok(Flow::On)
    }

    /// Waits for somebody.
    fn wait(&mut self, whole: &mut WholeScreen, shown: &Shown, stage: &Stage) -> io::Result<Flow> {
        if let (Stage::Human(player), false, Some(clocks)) = (stage, self.host.paused, &mut self.host.desk.clocks) {
            clocks.run(*player);
        }
        self.host.desk.sync();
        self.draw(whole, shown)?;
        if let Some(line) = self.ui.ahead.pop_front() {
            budget::begin_another();
            return self.act(whole, shown, Act::Line(line));
        }
        let pause = if self.host.desk.clocks.is_some() { TICK } else { LONG };
        let happened =
            budget::current().wait(|| event::poll(pause).and_then(|come| come.then(event::read).transpose()))?;
        budget::begin_another();
        let act = match happened {
            Some(Event::Key(key)) => self.ui.key(key, shown),
            Some(Event::Mouse(mouse)) => self.ui.mouse(mouse, shown),
            _ => Act::Draw,
        };
        self.act(whole, shown, act)
    }

    fn act(&mut self, whole: &mut WholeScreen, shown: &Shown, act: Act) -> io::Result<Flow> {
        match act {
            // Whether to quit is asked by the drawing.
            Act::Draw | Act::Stop => Ok(Flow::On),
            Act::Quit => Ok(Flow::Off),
            Act::Suspend => whole.suspend().map(|()| Flow::On),
            Act::Play(option) => {
                let did = self.host.obey(input::Request::Play(option));
                self.done(whole, shown, did)
            }
            Act::Line(line) => match input::understand(&self.host.desk, &line) {
                Ok(request) => {
                    let did = self.host.obey(request);
                    self.done(whole, shown, did)
                }
                Err(error) => {
                    // Whatever was typed after it was meant for another position.
                    self.ui.ahead.clear();
                    let told = self.host.explain(&error);
                    self.ui.tell(told);
                    Ok(Flow::On)
                }
            },
        }
    }

    fn done(&mut self, whole: &mut WholeScreen, shown: &Shown, did: Did) -> io::Result<Flow> {
        match did {
            Did::Told(lines) | Did::Prose(lines) => self.ui.tell(lines),
            Did::Changed(lines) => {
                self.ui.picked.clear();
                self.ui.messages.clear();
                self.ui.tell(lines);
            }
            Did::Search(purpose) => {
                let (game, position) = (self.host.desk.game(), self.host.desk.position().clone());
                let seed = self.host.desk.current.seed();
                budget::allow(replies::HINT_TIME);
                let found = while_busy(whole, shown, (&mut self.ui, self.depth), self.signals, |halt| {
                    replies::judged(&game, &position, seed, halt)
                })?;
                self.signals.take();
                let did = self.host.found(purpose, found.as_ref());
                return self.done(whole, shown, did);
            }
            Did::Load(file) => match (self.open)(&file, &self.host.desk.language) {
                Ok(host) => {
                    let told = self.host.desk.close();
                    self.host = host;
                    self.greet();
                    self.ui.tell(told.into_iter().collect());
                }
                Err(stop) => self.ui.tell(vec![self.host.not_loaded(&file, &stop)]),
            },
            Did::Quit => return Ok(Flow::Off),
        }
        Ok(Flow::On)
    }
}

/// Does work on a thread of its own while keys are looked at: Ctrl-C calls it to halt.
fn while_busy<T: Send>(
    whole: &mut WholeScreen,
    shown: &Shown,
    (ui, depth): (&mut Ui, Depth),
    signals: &Signals,
    work: impl FnOnce(&Interrupt<'_>) -> T + Send,
) -> io::Result<T> {
    // Begun before its thread, which may be late: a key that comes meanwhile is heard.
    let halt = signals.thinking(budget::current());
    thread::scope(|scope| {
        let thinker = thread::Builder::new().name("machine".to_owned()).stack_size(STACK);
        let thinker = thinker.spawn_scoped(scope, || work(&halt))?;
        let looked = loop {
            if thinker.is_finished() {
                break Ok(());
            }
            if let Err(error) = look(whole, shown, (&mut *ui, depth), signals) {
                signals.call();
                break Err(error);
            }
        };
        let done = thinker.join().map_err(|_| io::Error::other("the machine came to harm"));
        looked.and(done)
    })
}

fn look(whole: &mut WholeScreen, shown: &Shown, (ui, depth): (&mut Ui, Depth), signals: &Signals) -> io::Result<()> {
    whole.draw(|frame| draw::draw(frame, shown, ui, depth))?;
    if !event::poll(LOOK)? {
        return Ok(());
    }
    let act = match event::read()? {
        Event::Key(key) => ui.key(key, shown),
        Event::Mouse(mouse) => ui.mouse(mouse, shown),
        _ => Act::Draw,
    };
    match act {
        Act::Stop | Act::Quit => {
            ui.quits = false;
            ui.ahead.clear();
            signals.call();
        }
        Act::Suspend => whole.suspend()?,
        // What is typed meanwhile waits until it can be obeyed.
        Act::Line(line) => ui.ahead.push_back(line),
        Act::Draw | Act::Play(_) => {}
    }
    Ok(())
}

/// How many colours the terminal has, as it says.
fn depth(colour: bool) -> Depth {
    let says = |name: &str, what: &str| env::var(name).is_ok_and(|value| value.contains(what));
    let many = says("TERM", "256")
        || says("TERM", "direct")
        || env::var_os("COLORTERM").is_some_and(|value| !value.is_empty());
    match (colour, many) {
        (false, _) => Depth::None,
        (true, true) => Depth::Many,
        (true, false) => Depth::Sixteen,
    }
}
