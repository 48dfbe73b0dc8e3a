//! What games have shown of set-ups, landings, ends and seats.

use crate::diagnostic::{Code, Diagnostic};
use crate::intervals::{Interval, wilson};
use crate::rules::Rules;
use crate::rules::model::{End, Expr, ExprKind};
use crate::source::Span;

use super::games::Played;
use super::{PlayedWith, Reviewed};

/// So many games must have ended before an end is said never to be reached.
const ENDED: u64 = 300;
/// So many games are enough to judge how they go.
const SOME: u64 = 20;
/// So many games are enough to compare seats.
const MANY: u64 = 200;
/// A seat that surely wins a greater share than this wins nearly all games.
const NEARLY_ALL: f64 = 0.97;

impl Reviewed {
    /// All of them.
    pub(super) fn findings(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        self.set_ups(&mut found);
        self.own_taken(&mut found);
        let Some(PlayedWith { rules, played, .. }) = self.games.first() else { return found };
        let before = found.len();
        no_result(rules, played, &mut found);
        if !self.complete {
            return found;
        }
        if found.len() == before {
            no_end(rules, played, &mut found);
        }
        hasty(rules, played, &mut found);
        if found.len() == before {
            one_seat(rules, played, &mut found);
            self.unreached_ends(&mut found);
        }
        found
    }

    fn set_ups(&self, found: &mut Vec<Diagnostic>) {
        for PlayedWith { rules, played, .. } in &self.games {
            for (&span, &cell) in &played.seen.overwritten {
                let name = &rules.board.cells[usize::from(cell)].name;
                let message = format!("the set-up puts a piece on `{name}`, where one stands already");
                let diagnostic = Diagnostic::new(Code::SetupClash, message, span, "the piece before is gone")
                    .help("leave the cell out of one of the two, for instance with `except`");
                found.push(diagnostic);
            }
        }
        let mut all: std::collections::BTreeMap<Span, [u64; 2]> = std::collections::BTreeMap::new();
        for (&span, counts) in self.games.iter().flat_map(|game| &game.played.seen.put) {
            let sum = all.entry(span).or_default();
            *sum = [sum[0] + counts[0], sum[1] + counts[1]];
        }
        for (span, _) in all.into_iter().filter(|(_, [some, none])| self.complete && *some == 0 && *none > 0) {
            let diagnostic =
                Diagnostic::new(Code::SetupClash, "the set-up puts pieces nowhere", span, "on no cell at all")
                    .help("the set of cells is empty whenever this is done: look at its rows and columns");
            found.push(diagnostic);
        }
    }

    fn own_taken(&self, found: &mut Vec<Diagnostic>) {
        let mut all: Vec<(Span, u64)> = Vec::new();
        for (&span, &count) in self.games.iter().flat_map(|game| &game.played.seen.own_taken) {
            match all.iter_mut().find(|(other, _)| *other == span) {
                Some((_, sum)) => *sum += count,
                None => all.push((span, count)),
            }
        }
        for (span, count) in all.into_iter().filter(|(span, _)| !self.shown.own_taken.contains_key(span)) {
            let message =
                format!("a piece may land on one of its own side and take it, as {count} options in play did");
            let diagnostic = Diagnostic::new(Code::OwnTaken, message, span, "allows such a landing")
                .help("landing takes whatever stands there, whoever owns it: say `empty or enemies`, or add `except mine`")
                .help("if it is meant so, a scenario that plays it ends this warning");
            found.push(diagnostic);
        }
    }

    fn unreached_ends(&self, found: &mut Vec<Diagnostic>) {
        let ended: u64 = self.games.iter().map(|game| game.played.ended).sum();
        if ended < ENDED {
            return;
        }
        let mut ends: Vec<(&End, bool)> = Vec::new();
        for PlayedWith { rules, played, .. } in &self.games {
            for (end, &count) in rules.ends.iter().zip(&played.by) {
                let reached = count > 0
                    || played.seen.ends.contains_key(&end.span)
                    || self.shown.ends.contains_key(&end.span)
                    || end.when.as_ref().is_some_and(|when| takes_long(rules, when));
                match ends.iter_mut().find(|(other, _)| other.span == end.span) {
                    Some((_, sum)) => *sum |= reached,
                    None => ends.push((end, reached)),
                }
            }
        }
        for (end, _) in ends.into_iter().filter(|(_, reached)| !reached) {
            let message = format!("none of {ended} random games ended by \"{}\"", end.name);
            let diagnostic = Diagnostic::new(Code::NeverReached, message, end.span, "never so in play")
                .help("look at whose pieces, which side of the board and which moment are meant")
                .help("if it is only rare, a scenario that reaches it ends this warning");
            found.push(diagnostic);
        }
    }
}

/// Games that stop without a result: nobody can move and no end says what then.
fn no_result(rules: &Rules, played: &Played, found: &mut Vec<Diagnostic>) {
    let count = |why: &str| played.stopped.iter().find(|(other, _)| other == why).map_or(0, |(_, count)| *count);
    let games = played.games;
    let span = whole(rules);
    for (why, words) in [("no decision", "nobody could move any more"), ("endless turn", "a turn did not end")] {
        if count(why) > 0 {
            let message = format!("{} of {games} random games stopped without a result: {words}", count(why));
            let diagnostic = Diagnostic::new(Code::NoResult, message, span, "no end says what then")
                .help("for instance `end before each turn { \"stuck\": mover loses when stuck }`");
            found.push(diagnostic);
        }
    }
}

/// Games that all go on to the limit.
fn no_end(rules: &Rules, played: &Played, found: &mut Vec<Diagnostic>) {
    if played.ended == 0 && played.games >= SOME {
        let message = format!("none of {} random games came to an end", played.games);
        let diagnostic = Diagnostic::new(Code::NoResult, message, whole(rules), "no end was reached")
            .help(format!("the limit of {} decisions stopped them", rules.limit));
        found.push(diagnostic);
    }
}

/// The place of what is said about a whole game: its first end, or else its first move.
pub(super) fn whole(rules: &Rules) -> Span {
    let place = rules.ends.first().map(|end| end.span).or(rules.moves.first().map(|item| item.span));
    place.unwrap_or_default()
}

/// Games that are over before everybody has moved.
fn hasty(rules: &Rules, played: &Played, found: &mut Vec<Diagnostic>) {
    if played.games == 0 || played.hasty < played.games || rules.players.len() < 2 {
        return;
    }
    let most = (0..played.by.len()).max_by_key(|&clause| played.by[clause]).filter(|&clause| played.by[clause] > 0);
    let Some(end) = most.map(|clause| &rules.ends[clause]) else { return };
    let message = format!("every game is over before everybody has moved, by \"{}\"", end.name);
    let diagnostic = Diagnostic::new(Code::TooShort, message, end.span, "holds at once")
        .help("does the set-up fulfil it already? Look at whose side and at which moment it is tested");
    found.push(diagnostic);
}

/// One seat that wins nearly all games.
fn one_seat(rules: &Rules, played: &Played, found: &mut Vec<Diagnostic>) {
    if played.ended < MANY || rules.players.len() < 2 {
        return;
    }
    for (player, &won) in rules.players.iter().zip(&played.won) {
        let Interval { low, high } = wilson(won as f64, played.ended);
        if low > NEARLY_ALL {
            let most = (0..played.by.len()).max_by_key(|&clause| played.by[clause]).unwrap_or(0);
            let message = format!(
                "{} won {won} of {} random games ({:.0} to {:.0} in a hundred)",
                player.name,
                played.ended,
                100.0 * low,
                100.0 * high
            );
            let diagnostic = Diagnostic::new(Code::OneSeat, message, rules.ends[most].span, "most games ended by this")
                .help("is it the right player that wins or loses by it, and does everybody's set-up stand where it should?");
            found.push(diagnostic);
        }
    }
}

/// Whether a condition counts moves, turns or repetitions, for which random games are seldom long enough, or asks
/// whether somebody is stuck.
fn takes_long(rules: &Rules, cond: &Expr) -> bool {
    match &cond.kind {
        ExprKind::Repeated(..) | ExprKind::Without(..) | ExprKind::Turns | ExprKind::Rounds => true,
        // Many files say what being stuck means, to be sure, though it hardly ever comes to it.
        ExprKind::Stuck(_) => true,
        ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Same(a, b) | ExprKind::Compare(_, a, b) => {
            takes_long(rules, a) || takes_long(rules, b)
        }
        ExprKind::Not(inner) => takes_long(rules, inner),
        ExprKind::Call(function, _) => {
            rules.functions.get(*function).is_some_and(|function| takes_long(rules, &function.body))
        }
        _ => false,
    }
}
