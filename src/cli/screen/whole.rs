//! The whole screen of a terminal: entered, drawn on, and left as it was, however the program ends.
//!
//! What is drawn goes through the same door as all else: signs that steer a terminal are taken out of the cells before
//! they are written, and what is written counts as output.

use std::io::{self, Write};
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};

use crate::source::unseen::is_unseen;

use super::super::budget;
use super::{Out, Screen};

/// Whether the terminal is ours now.
static IS_OURS: AtomicBool = AtomicBool::new(false);

/// Where the screen is written to.
#[derive(Debug)]
struct Door(Out);

impl Write for Door {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A panic or a signal has given the terminal back on another thread: nothing is drawn over what it told.
        if !IS_OURS.load(Ordering::Relaxed) {
            return Ok(bytes.len());
        }
        if !budget::current().print(bytes.len()) {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).flush()
    }
}

/// The whole screen of the terminal, until this is dropped.
pub struct WholeScreen {
    terminal: Terminal<CrosstermBackend<Door>>,
    out: Out,
    size: (u16, u16),
}

impl std::fmt::Debug for WholeScreen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WholeScreen").finish_non_exhaustive()
    }
}

impl WholeScreen {
    /// Takes the whole screen.
    ///
    /// # Errors
    /// If the terminal does not let itself be taken.
    pub fn enter(screen: &mut Screen) -> io::Result<Self> {
        screen.flush()?;
        // Whether there are colours was decided from `--color` and `NO_COLOR` for all outputs alike.
        ratatui::crossterm::style::force_color_output(true);
        let (out, size) = (screen.out(), terminal::size()?);
        let mut whole = Self { terminal: blank(&out, size)?, out, size };
        whole.take()?;
        Ok(whole)
    }

    fn take(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        IS_OURS.store(true, Ordering::Relaxed);
        execute!(self.terminal.backend_mut(), EnterAlternateScreen, EnableMouseCapture)?;
        self.clear()
    }

    /// Begins with an empty screen of the size that it has now.
    ///
    /// The terminal is asked nothing: not every one answers, and what it says comes among the keys.
    fn clear(&mut self) -> io::Result<()> {
        self.size = terminal::size()?;
        self.terminal = blank(&self.out, self.size)?;
        execute!(self.terminal.backend_mut(), Clear(ClearType::All))
    }

    /// Draws anew what has changed.
    ///
    /// # Errors
    /// If the terminal cannot be written to.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        if terminal::size()? != self.size {
            self.clear()?;
        }
        self.terminal.draw(|frame| {
            draw(frame);
            clean(frame.buffer_mut());
        })?;
        Ok(())
    }

    /// Gives the terminal back to the shell until it calls again.
    ///
    /// # Errors
    /// If the terminal cannot be written to.
    pub fn suspend(&mut self) -> io::Result<()> {
        leave();
        #[cfg(unix)]
        {
            use rustix::process::{Signal, getpid, kill_process};
            let _ = kill_process(getpid(), Signal::TSTP);
        }
        self.take()
    }
}

/// A screen on which nothing was drawn.
fn blank(out: &Out, (width, height): (u16, u16)) -> io::Result<Terminal<CrosstermBackend<Door>>> {
    let viewport = Viewport::Fixed(Rect::new(0, 0, width, height));
    Terminal::with_options(CrosstermBackend::new(Door(out.clone())), TerminalOptions { viewport })
}

impl Drop for WholeScreen {
    fn drop(&mut self) {
        leave();
    }
}

/// Leaves the terminal as it was; nothing if it is not ours. Also for the way out of a panic or a signal, so what is in
/// the buffer is not waited for.
pub fn leave() {
    if IS_OURS.swap(false, Ordering::Relaxed) {
        let mut out = super::bare();
        // There is nothing more that could be done about a terminal that refuses this.
        let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
        let _ = disable_raw_mode();
    }
}

/// Shows what would steer the terminal as a sign for it.
pub fn clean(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if cell.symbol().contains(is_unseen) {
            cell.set_symbol("?");
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    #[test]
    fn nothing_drawn_steers_a_terminal() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 1));
        for (cell, symbol) in buffer.content.iter_mut().zip(["\u{1b}[2J", "\u{202e}", "a"]) {
            cell.set_symbol(symbol);
        }
        clean(&mut buffer);
        let symbols: Vec<&str> = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert_eq!(symbols, ["?", "?", "a"]);
    }
}
