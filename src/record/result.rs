//! The end of a match in one line.

use crate::game::{Outcome, Verdict};

/// How a game ended, for instance `White wins: far row`, `draw: repetition` or, among more than two,
/// `Red wins (Red 1, White 2, Blue 3): last counter`. Names are by player.
pub fn text<S: AsRef<str>>(outcome: &Outcome, names: &[S]) -> String {
    let name = |player: usize| match names.get(player) {
        Some(name) => name.as_ref().to_owned(),
        None => format!("player {}", player + 1),
    };
    let mut text = match outcome.verdict() {
        Verdict::Won(player) => format!("{} wins", name(player.index())),
        Verdict::Draw => "draw".to_owned(),
        Verdict::Nobody => "nobody wins".to_owned(),
        Verdict::Unfinished => "unfinished".to_owned(),
    };
    if outcome.places.len() > 2 && matches!(outcome.verdict(), Verdict::Won(_) | Verdict::Draw) {
        let mut players: Vec<_> = (0..outcome.places.len()).collect();
        players.sort_by_key(|&player| outcome.places[player]);
        let places = players.iter().map(|&player| format!("{} {}", name(player), outcome.places[player]));
        text += &format!(" ({})", places.collect::<Vec<_>>().join(", "));
    }
    match &*outcome.by {
        "" => text,
        by => format!("{text}: {by}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(places: &[u8], nobody: bool, clause: Option<usize>, expected: &str) {
        let outcome = Outcome { places: places.into(), nobody, by: "far row".into(), clause };
        assert_eq!(text(&outcome, &["White", "Black", "Red"]), expected);
    }

    #[test]
    fn results() {
        check(&[1, 2], false, Some(0), "White wins: far row");
        check(&[1, 1], false, Some(0), "draw: far row");
        check(&[2, 2], true, Some(0), "nobody wins: far row");
        check(&[1, 1], false, None, "unfinished: far row");
        check(&[3, 1, 2], false, Some(0), "Black wins (Black 1, Red 2, White 3): far row");
        check(&[3, 1, 1], false, Some(0), "draw (Black 1, Red 1, White 3): far row");
        check(&[2, 2, 2, 1], false, Some(0), "player 4 wins (player 4 1, White 2, Black 2, Red 2): far row");
    }
}
