//! What was good and bad in a match that was played.

use serde::Serialize;

use crate::game::{Actor, Game, Halt, PlayerId};
use crate::play::search::Report;

/// So much worse than the best a move must be to be a mistake, from 0 to 1: a quarter of the way from lost to won.
const MISTAKE: f64 = 0.25;
/// The same for one that is only doubtful.
const DOUBTFUL: f64 = 0.12;
/// A proven value of so much is a win.
const WIN: f64 = 1.0;
/// What we write begins so, to be known when a match is looked at again.
const SIGN: &str = "merel: ";

/// Who thinks about a position: what the options of the decision are worth, best first.
pub type Thinker<'a, G> = dyn FnMut(&G, &<G as Game>::Position) -> Option<Report> + 'a;

/// What is said of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Nothing is wrong with it.
    Fine,
    /// There was something better.
    Doubtful,
    /// There was something much better.
    Mistake,
    /// It lets a proven win go.
    MissedWin,
    /// It loses for certain, and another move did not.
    Loses,
}

/// What is thought of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Note {
    /// Its number, from one.
    pub number: usize,
    /// Who made it; none for Chance.
    pub player: Option<u8>,
    /// Its text.
    pub played: String,
    /// What it was worth to whoever made it, from 0 to 1; none for Chance, and where there was no choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The best move, if it is another one, and what it was worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<(String, f64)>,
    /// Within how many decisions the best move wins for certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_in: Option<u32>,
    /// What is said of it.
    pub mark: Mark,
}

impl Note {
    /// In words; empty where there is nothing to say.
    pub fn words(&self) -> String {
        let Some((best, worth)) = &self.best else { return String::new() };
        let value = self.value.unwrap_or(0.0);
        let better = format!("{:.2} instead of {worth:.2} with {best}", value);
        match (self.mark, self.win_in) {
            (Mark::Fine, _) => String::new(),
            (Mark::MissedWin, Some(1)) => format!("missed win: {best} wins at once"),
            (Mark::MissedWin, n) => format!("missed win: {best} wins in {} decisions", n.unwrap_or_default()),
            (Mark::Loses, _) => format!("this loses: {better}"),
            (Mark::Mistake, _) => format!("mistake: {better}"),
            (Mark::Doubtful, _) => format!("doubtful: {better}"),
        }
    }
}

/// What is thought of each of the moves from a position, given by their options; as far as it came when it was called to
/// halt. A move is compared with the best one of the same decision, both as the thinker sees them.
pub fn annotate<G: Game>(
    game: &G,
    start: &G::Position,
    options: &[usize],
    think: &mut Thinker<'_, G>,
    progress: &dyn Fn(usize),
    halt: &dyn Halt,
) -> Vec<Note> {
    let mut position = start.clone();
    let mut notes = Vec::with_capacity(options.len());
    for (&option, number) in options.iter().zip(1..) {
        if halt.is_called() {
            break;
        }
        let Some(note) = note(game, &position, (number, option), think) else { break };
        notes.push(note);
        progress(number);
        game.play(&mut position, option);
    }
    notes
}

fn note<G: Game>(
    game: &G,
    position: &G::Position,
    (number, option): (usize, usize),
    think: &mut Thinker<'_, G>,
) -> Option<Note> {
    let played = game.notation(position, option);
    let player = match game.actor(position)? {
        Actor::Player(player) => Some(player),
        Actor::Chance => None,
    };
    let mut note = Note {
        number,
        player: player.map(|player| player.0),
        played,
        value: None,
        best: None,
        win_in: None,
        mark: Mark::Fine,
    };
    let Some(player) = player.filter(|_| game.n_options(position) > 1) else { return Some(note) };
    let report = think(game, position)?;
    let best = report.options.first()?;
    let (worth, is_proven) = worth(game, position, (player, option), &report, think)?;
    note.value = Some(worth);
    if best.option == option {
        return Some(note);
    }
    note.best = Some((game.notation(position, best.option), best.value));
    let is_win = |value: f64, proven: bool| proven && value >= WIN;
    let loss = best.value - worth;
    note.mark = match () {
        () if is_win(best.value, best.proven.is_some()) && !is_win(worth, is_proven) => {
            note.win_in = best.proven;
            Mark::MissedWin
        }
        () if is_proven && worth <= 0.0 && best.value > 0.0 => Mark::Loses,
        () if loss >= MISTAKE => Mark::Mistake,
        () if loss >= DOUBTFUL => Mark::Doubtful,
        () => Mark::Fine,
    };
    Some(note)
}

/// What an option is worth to whoever decides, and whether that is proven: by what came of it in the search, or where the
/// search hardly looked at it, by thinking about the position after it.
fn worth<G: Game>(
    game: &G,
    position: &G::Position,
    (player, option): (PlayerId, usize),
    report: &Report,
    think: &mut Thinker<'_, G>,
) -> Option<(f64, bool)> {
    let judged = report.options.iter().find(|judged| judged.option == option);
    if let Some(judged) = judged.filter(|judged| judged.proven.is_some()) {
        return Some((judged.value, true));
    }
    let mut after = position.clone();
    game.play(&mut after, option);
    if let Some(outcome) = game.outcome(&after) {
        return Some((outcome.value(player), true));
    }
    match game.actor(&after)? {
        Actor::Player(next) if next == player || game.rules().players.len() == 2 => {
            let reply = think(game, &after)?;
            let best = reply.options.first()?;
            let value = if next == player { best.value } else { 1.0 - best.value };
            Some((value, best.proven.is_some()))
        }
        // Among more players, and before Chance decides, only the search itself can tell.
        _ => Some(judged.map_or((0.5, false), |judged| (judged.value, false))),
    }
}

/// Remarks with what is said of each move behind them, and without what was said so before.
pub fn with_notes(remarks: &[String], notes: &[Note]) -> Vec<String> {
    let remark = |number: usize| {
        let own = remarks.get(number).map_or("", |remark| remark.split(SIGN).next().unwrap_or_default());
        let own = own.trim_end_matches([' ', ';']);
        let words = notes.get(number).map(Note::words).unwrap_or_default();
        match (own.is_empty(), words.is_empty()) {
            (_, true) => own.to_owned(),
            (true, false) => format!("{SIGN}{words}"),
            (false, false) => format!("{own}; {SIGN}{words}"),
        }
    };
    let mut all: Vec<String> = (0..remarks.len().max(notes.len())).map(remark).collect();
    while all.last().is_some_and(String::is_empty) {
        all.pop();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(mark: Mark, win_in: Option<u32>) -> Note {
        let best = Some(("c3".to_owned(), 0.9));
        Note { number: 1, player: Some(0), played: "a1".to_owned(), value: Some(0.4), best, win_in, mark }
    }

    #[test]
    fn remarks_of_people_stay_and_ours_are_written_once() {
        let mistake = [note(Mark::Fine, None), note(Mark::Mistake, None), note(Mark::MissedWin, Some(3))];
        let remarks = ["good try".to_owned(), "hm".to_owned()];
        let once = with_notes(&remarks, &mistake);
        assert_eq!(
            once,
            [
                "good try",
                "hm; merel: mistake: 0.40 instead of 0.90 with c3",
                "merel: missed win: c3 wins in 3 decisions"
            ]
        );
        assert_eq!(with_notes(&once, &mistake), once);
        assert_eq!(with_notes(&once, &[]), ["good try", "hm"]);
    }
}
