//! How far a long run has come: a bar on the standard error output, hidden unless that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::source::unseen::shown;

use super::screen::Abilities;

/// A bar for so many games.
pub fn bar(n: u64) -> ProgressBar {
    styled(n, "{wide_bar} {human_pos}/{human_len} games, {eta} left")
}

/// The same with lines above it, which [`tell`] sets.
pub fn bar_with_lines(n: u64) -> ProgressBar {
    styled(n, "{msg}\n{wide_bar} {human_pos}/{human_len} games, {eta} left")
}

/// A bar of so many steps with the words that [`tell`] sets behind it.
pub fn bar_with_words(n: u64) -> ProgressBar {
    styled(n, "{wide_bar} {msg}")
}

/// Sets the words of a bar.
pub fn tell(bar: &ProgressBar, lines: &str) {
    bar.set_message(shown(lines).into_owned());
}

fn styled(n: u64, template: &str) -> ProgressBar {
    let target =
        if Abilities::of_stderr().terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(n), target);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
