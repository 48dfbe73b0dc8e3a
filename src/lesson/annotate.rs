//! What a searching player thinks of a match that was played: what each move was worth, mistakes, missed wins.

use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use crate::game::rng::Rng;
use crate::game::{Actor, Game, Halt, PlayerId};
use crate::play::mind::Mind;
use crate::play::player::Clock;
use crate::play::search::{Judgement, Report, SearchPlayer};
use crate::play::seat::Seat;

use super::seen::{error, is_seen};

/// So many of the best options are looked at closely in each position.
const LINES: usize = 3;
/// So many options of a line are told.
const LINE: usize = 6;
/// What chance does is exceeded by a loss of so many standard errors.
const ERRORS: f64 = 2.0;
/// The least loss of an inaccuracy, a mistake and a blunder, of what a win is worth.
///
/// # Source
/// The same shares as lichess has: 0.1, 0.2 and 0.3 where a sure loss is -1 and a sure win 1
/// (`Advice.scala` in <https://github.com/lichess-org/lila>).
const LOSSES: [(f64, Kind); 3] = [(0.15, Kind::Blunder), (0.1, Kind::Mistake), (0.05, Kind::Inaccuracy)];

/// Who looks at a match, and at how much of it.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// A machine that searches.
    pub seat: Seat,
    /// The seed of its search.
    pub seed: u64,
    /// No more positions are looked at, the first ones of the match.
    pub most: usize,
}

/// What is to be said of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A win was proven, and after the move it was not there any more.
    MissedWin,
    /// It gave away at least 0.15.
    Blunder,
    /// It gave away at least 0.1.
    Mistake,
    /// It gave away at least 0.05.
    Inaccuracy,
    /// Too little was seen of the move or of the best one to compare them.
    Unseen,
}

/// An option with what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// What it is worth to who decides, from 0 (lost) to 1 (won).
    pub value: f64,
    /// When that is certain: the decisions until the end, that one included.
    pub proven: Option<u32>,
    /// The option and the replies that are thought best, as far as they are known.
    pub line: Vec<String>,
    /// How far the value may be off by chance.
    #[serde(skip)]
    error: f64,
}

/// What is thought of one decision of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Remark {
    /// The number of the move in the match, from one.
    pub number: usize,
    /// Who decided.
    #[serde(skip)]
    pub player: PlayerId,
    /// The option that was taken.
    pub option: String,
    /// What it was worth; none if too little was seen of it.
    pub played: Option<Worth>,
    /// What the best option was worth; none if too little was seen of it, or there was no other.
    pub best: Option<Worth>,
    /// What is to be said of it.
    pub kind: Option<Kind>,
}

impl Remark {
    /// What the move gave away; none if that is not known.
    pub fn loss(&self) -> Option<f64> {
        match (&self.played, &self.best) {
            (Some(played), Some(best)) if self.kind != Some(Kind::Unseen) => Some((best.value - played.value).max(0.0)),
            _ => None,
        }
    }
}

/// What is thought of the decisions of players in a match, in their order; those that were not looked at are missing.
///
/// A position is looked at by a search that draws from a stream of its own, so where playouts or positions are counted the
/// result does not depend on the number of threads. What a move is worth is told by the search before it or, if that did
/// not look at the move closely, by the search after it.
pub fn remarks<G: Game>(
    game: &G,
    start: &G::Position,
    options: &[usize],
    study: &Study,
    clock: &Clock,
    progress: &(dyn Fn(usize) + Sync),
    halt: &dyn Halt,
) -> Vec<Remark> {
    let mut positions = vec![start.clone()];
    for &option in options.iter().take(study.most) {
        let mut next = positions[positions.len() - 1].clone();
        game.play(&mut next, option);
        positions.push(next);
    }
    let reports = judged(game, &positions, study, clock, progress, halt);
    let moves = options.iter().zip(positions.windows(2)).enumerate();
    let remark = |(index, (&option, around)): (usize, (&usize, &[G::Position]))| {
        let Some(Actor::Player(player)) = game.actor(&around[0]) else { return None };
        let before = Seen { game, position: &around[0], report: reports[index].as_ref()? };
        let after = Seen { game, position: &around[1], report: reports[index + 1].as_ref().unwrap_or(&NOTHING) };
        Some(compared(&before, &after, (index + 1, player, option)))
    };
    moves.filter_map(remark).collect()
}

/// What the searches say of the positions; none where nobody searched.
fn judged<G: Game>(
    game: &G,
    positions: &[G::Position],
    study: &Study,
    clock: &Clock,
    progress: &(dyn Fn(usize) + Sync),
    halt: &dyn Halt,
) -> Vec<Option<Report>> {
    let searcher = |index: usize, mind: &Option<Arc<Mind>>| {
        let player = study.seat.searcher(Rng::stream(study.seed, index as u64), clock)?.telling(LINES);
        Some(mind.iter().fold(player, |player, mind| player.knowing(mind.clone())))
    };
    let decides = |index: &usize| matches!(game.actor(&positions[*index]), Some(Actor::Player(_)));
    let decisions: Vec<usize> = (0..positions.len()).filter(decides).collect();
    let judge = |player: &mut SearchPlayer, index: usize| {
        halt.is_done(study.seat.time().unwrap_or_default());
        let report = player.judge(game, &positions[index], halt).filter(|_| !halt.is_called());
        progress(index);
        report
    };
    let mut reports = vec![None; positions.len()];
    // The first search learns the game for all.
    let Some((&first, rest)) = decisions.split_first() else { return reports };
    let Some(mut player) = searcher(first, &None) else { return reports };
    reports[first] = judge(&mut player, first);
    let mind = player.mind().cloned().map(Arc::new);
    let found: Vec<(usize, Option<Report>)> = rest
        .par_iter()
        .map(|&index| (index, searcher(index, &mind).and_then(|mut player| judge(&mut player, index))))
        .collect();
    found.into_iter().for_each(|(index, report)| reports[index] = report);
    reports
}

/// Nothing was looked at.
static NOTHING: Report = Report { playouts: 0, depth: None, options: Vec::new() };

/// A position with what a search says of it.
struct Seen<'a, G: Game> {
    game: &'a G,
    position: &'a G::Position,
    report: &'a Report,
}

impl<G: Game> Seen<'_, G> {
    /// What an option is worth that enough was seen of.
    fn worth(&self, judgement: &Judgement) -> Option<Worth> {
        is_seen(self.report, judgement).then(|| Worth {
            value: judgement.value,
            proven: judgement.proven,
            line: texts(self.game, self.position, &judgement.line),
            error: error(self.report, judgement),
        })
    }

    fn best(&self) -> Option<Worth> {
        self.report.options.first().and_then(|best| self.worth(best))
    }
}

/// The texts of the first options of a line.
fn texts<G: Game>(game: &G, position: &G::Position, line: &[usize]) -> Vec<String> {
    let mut position = position.clone();
    let text = |&option: &usize| {
        let text = game.notation(&position, option);
        game.play(&mut position, option);
        text
    };
    line.iter().take(LINE).map(text).collect()
}

/// What is to be said of a move, by what was seen before and after it.
fn compared<G: Game>(
    before: &Seen<'_, G>,
    after: &Seen<'_, G>,
    (number, player, option): (usize, PlayerId, usize),
) -> Remark {
    let game = before.game;
    let text = game.notation(before.position, option);
    let played = worth_played(before, after, player, option, &text);
    let is_forced = game.n_options(before.position) == 1;
    let best = if is_forced { None } else { before.best() };
    let kind = if is_forced { None } else { kind(best.as_ref(), played.as_ref()) };
    Remark { number, player, option: text, played, best, kind }
}

/// What the option is worth that was taken.
fn worth_played<G: Game>(
    before: &Seen<'_, G>,
    after: &Seen<'_, G>,
    player: PlayerId,
    option: usize,
    text: &str,
) -> Option<Worth> {
    let game = before.game;
    if let Some(outcome) = game.outcome(after.position) {
        let certain = Worth { value: outcome.value(player), proven: Some(1), line: vec![text.to_owned()], error: 0.0 };
        return outcome.clause.is_some().then_some(certain);
    }
    let closely = before.report.options.iter().find(|judgement| judgement.option == option);
    if let Some(worth) = closely.and_then(|judgement| before.worth(judgement)) {
        return Some(worth);
    }
    let reply = after.best()?;
    let value = match game.actor(after.position) {
        Some(Actor::Player(next)) if next == player => reply.value,
        // What one of two gains the other loses.
        Some(Actor::Player(_)) if game.rules().players.len() == 2 => 1.0 - reply.value,
        _ => return None,
    };
    let line = std::iter::once(text.to_owned()).chain(reply.line).take(LINE).collect();
    Some(Worth { value, proven: reply.proven.map(|end| end + 1), line, error: reply.error })
}

fn kind(best: Option<&Worth>, played: Option<&Worth>) -> Option<Kind> {
    let (Some(best), Some(played)) = (best, played) else { return Some(Kind::Unseen) };
    let loss = best.value - played.value;
    let (_, kind) = LOSSES.into_iter().find(|(least, _)| loss >= *least)?;
    let is_won = |worth: &Worth| worth.proven.is_some() && worth.value >= 1.0;
    if loss < ERRORS * best.error.hypot(played.error) {
        return Some(Kind::Unseen);
    }
    Some(if is_won(best) { Kind::MissedWin } else { kind })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::game::Never;
    use crate::play::search::Thinking;

    fn worth(value: f64, proven: Option<u32>, error: f64) -> Worth {
        Worth { value, proven, line: Vec::new(), error }
    }

    #[test]
    fn kinds_go_by_what_was_given_away() {
        let told = |best, played| kind(Some(&worth(best, None, 0.0)), Some(&worth(played, None, 0.0)));
        assert_eq!(told(0.5, 0.46), None);
        assert_eq!(told(0.5, 0.44), Some(Kind::Inaccuracy));
        assert_eq!(told(0.5, 0.39), Some(Kind::Mistake));
        assert_eq!(told(0.5, 0.3), Some(Kind::Blunder));
        assert_eq!(told(0.3, 0.5), None, "better than the best is no mistake");
        let won = worth(1.0, Some(3), 0.0);
        assert_eq!(kind(Some(&won), Some(&worth(0.7, None, 0.0))), Some(Kind::MissedWin));
        assert_eq!(kind(Some(&won), Some(&worth(1.0, Some(7), 0.0))), None, "a longer win is a win");
    }

    #[test]
    fn what_may_be_chance_is_not_told() {
        let told = |error| kind(Some(&worth(0.6, None, error)), Some(&worth(0.4, None, error)));
        // The difference of two has √2 times the error: 0.2 is twice that up to 0.0707.
        assert_eq!(told(0.07), Some(Kind::Blunder));
        assert_eq!(told(0.072), Some(Kind::Unseen));
        assert_eq!(kind(None, Some(&worth(0.5, None, 0.0))), Some(Kind::Unseen));
        assert_eq!(kind(Some(&worth(0.5, None, 0.0)), None), Some(Kind::Unseen));
    }

    #[test]
    fn a_win_that_is_let_go_is_found() {
        use crate::engine::Engine;
        use crate::library::{Library, address};
        use crate::rules::{Choices, Module};
        use crate::source::SourceMap;

        let (module, _) = Module::load(&Library::default(), &address("tic-tac-toe"), &mut SourceMap::default());
        let game = Engine::new(module.unwrap().rules(&Choices::default()).unwrap());
        // a1 a2 b1 b2, and c1 would win: X takes c3 instead, and O has c2.
        let mut position = game.initial();
        let options = ["a1", "a2", "b1", "b2", "c3", "c2"].map(|text| {
            let option = game.parse(&position, text).unwrap();
            game.play(&mut position, option);
            option
        });
        let studied = |most: usize| {
            let clock: Clock = Arc::new(|| Duration::ZERO);
            let study = Study { seat: Seat::MonteCarlo(Thinking::Playouts(600)), seed: 1, most };
            remarks(&game, &game.initial(), &options, &study, &clock, &|_| (), &Never)
        };
        let found = studied(100);
        assert_eq!(found.len(), 6);
        assert_eq!((found[4].number, found[4].kind), (5, Some(Kind::MissedWin)), "{:?}", found[4]);
        let best = found[4].best.as_ref().unwrap();
        assert_eq!((best.line.as_slice(), best.proven), (["c1".to_owned()].as_slice(), Some(1)));
        // With b2 O lets X win at once.
        assert_eq!(found[3].played.as_ref().map(|played| (played.value, played.proven)), Some((0.0, Some(2))));
        // The row that ends the game is certain, and a win is no mistake.
        assert_eq!(found[5].played.as_ref().map(|played| (played.value, played.proven)), Some((1.0, Some(1))));
        assert_eq!(found[5].kind, None);
        assert_eq!(studied(2).len(), 2, "no more is looked at");
    }
}
