//! Whether whoever looks ahead sees what there is: a search finds options by a way of its own.
//!
//! ```text
//!   a position ──► options ─────────► each is taken ──► what stands there ─┐
//!              │                                                           ├─ the same
//!              └─► likely options ──► each is tried ──► what stands there ─┘
//!                        └─► what it is told to change ─── what stands there before play goes on
//! ```

use crate::game::{Actor, Changes, Contents, Game};

/// What is not alike, as who plays sees it and as who looks ahead does.
pub type Mistake = (&'static str, String, String);

/// What whoever looks ahead from a position sees otherwise than who plays; none where he sees the same, where no player decides, or
/// where the evaluator has no way of its own.
pub fn mistake<G: Game>(game: &G, position: &G::Position, tried: usize) -> Option<Mistake> {
    if !matches!(game.actor(position), Some(Actor::Player(_))) {
        return None;
    }
    tried_option(game, position, tried).or_else(|| likely_options(game, position))
}

/// The same of one option that is tried: who decides then, and between how many options.
fn tried_option<G: Game>(game: &G, position: &G::Position, option: usize) -> Option<Mistake> {
    let (mut played, mut tried) = (position.clone(), position.clone());
    game.play(&mut played, option);
    let _ = game.try_option(&mut tried, option);
    let n = game.n_options(&played);
    let is_open = matches!(game.actor(&tried), Some(Actor::Player(_)));
    let n_found = if is_open { game.find_options(&mut tried) } else { n };
    let shown = |position, n: usize| format!("{n}, {:?}", game.actor(position));
    let [one, other] = [shown(&played, n), shown(&tried, n_found)];
    (one != other).then_some(("how many options there are behind one that was tried, and whose", one, other))
}

/// The same of all likely options.
fn likely_options<G: Game>(game: &G, position: &G::Position) -> Option<Mistake> {
    let mut before = Contents::default();
    let mut ahead = position.clone();
    let n_likely = game.find_likely_anew(&mut ahead).filter(|_| game.contents(position, &mut before))?;
    let (mut changes, mut after) = (Changes::default(), Contents::default());
    let mut seen = Vec::new();
    for option in 0..n_likely {
        let are_told = game.changes_after(&mut ahead, option, &mut changes);
        game.contents_after(&mut ahead, option, &mut after);
        let Some(undo) = game.try_likely(&mut ahead, option) else { continue };
        seen.push(standing(game, &ahead));
        game.undo(&mut ahead, undo);
        let [there, told] = [placed(&after), placed(&changed(&before, &changes))];
        if are_told && there != told {
            return Some(("what an option changes", there, told));
        }
    }
    let mut next = position.clone();
    let mut led: Vec<String> = (0..game.n_options(position))
        .map(|option| {
            let undo = game.apply(&mut next, option);
            let standing = standing(game, &next);
            game.undo(&mut next, undo);
            standing
        })
        .collect();
    led.sort_unstable();
    seen.sort_unstable();
    if led == seen {
        return None;
    }
    let first = |of: &[String], but: &[String]| {
        let only = of.iter().find(|one| !but.contains(one));
        format!("{}, {}", of.len(), only.map_or("nothing else", String::as_str))
    };
    Some(("where options lead, how many and to what else", first(&led, &seen), first(&seen, &led)))
}

/// What matters of a position: of a game that is over how it ended and what stands there.
fn standing<G: Game>(game: &G, position: &G::Position) -> String {
    let mut contents = Contents::default();
    game.contents(position, &mut contents);
    contents.pieces.sort_unstable();
    match game.outcome(position) {
        Some(outcome) => format!("{outcome:?} {:?}", contents.pieces),
        None => format!("{:?} {contents:?}", game.actor(position)),
    }
}

/// What holds that changes tell.
fn placed(contents: &Contents) -> String {
    let mut pieces = contents.pieces.clone();
    pieces.sort_unstable();
    format!("{pieces:?} {:?} {:?}", contents.hands, contents.numbers)
}

/// What some changes make of what a position holds.
fn changed(before: &Contents, changes: &Changes) -> Contents {
    let mut after = before.clone();
    after.pieces.retain(|piece| !changes.gone.contains(piece));
    after.pieces.extend(&changes.come);
    for &(place, more) in &changes.hands {
        let count = &mut after.hands[usize::from(place)];
        *count = count.wrapping_add_signed(more);
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, Position};
    use crate::game::{NotAnOption, Outcome, Probability, Snapshot};
    use crate::rules::Rules;
    use crate::rules::board::CellId;
    use crate::rules::sample::rules;

    /// How somebody is misled.
    #[derive(Clone, Copy, PartialEq)]
    enum Fault {
        None,
        /// The last of the likely options is not found.
        Misses,
        /// Nothing is told to come.
        Hides,
        /// One option too many is found behind one that was tried.
        Adds,
    }

    /// An engine that misleads whoever looks ahead.
    struct Misleading(Engine, Fault);

    impl Game for Misleading {
        type Position = Position;
        type Undo = <Engine as Game>::Undo;

        fn rules(&self) -> &Rules {
            self.0.rules()
        }

        fn initial(&self) -> Position {
            self.0.initial()
        }

        fn actor(&self, position: &Position) -> Option<Actor> {
            self.0.actor(position)
        }

        fn n_options(&self, position: &Position) -> usize {
            self.0.n_options(position)
        }

        fn probability(&self, position: &Position, option: usize) -> Option<Probability> {
            self.0.probability(position, option)
        }

        fn notation(&self, position: &Position, option: usize) -> String {
            self.0.notation(position, option)
        }

        fn parse(&self, position: &Position, text: &str) -> Result<usize, NotAnOption> {
            self.0.parse(position, text)
        }

        fn apply(&self, position: &mut Position, option: usize) -> Self::Undo {
            self.0.apply(position, option)
        }

        fn undo(&self, position: &mut Position, undo: Self::Undo) {
            self.0.undo(position, undo);
        }

        fn outcome(&self, position: &Position) -> Option<Outcome> {
            self.0.outcome(position)
        }

        fn snapshot(&self, position: &Position) -> Snapshot {
            self.0.snapshot(position)
        }

        fn cells_of(&self, position: &Position, option: usize) -> Vec<CellId> {
            self.0.cells_of(position, option)
        }

        fn contents(&self, position: &Position, into: &mut Contents) -> bool {
            self.0.contents(position, into)
        }

        fn contents_after(&self, position: &mut Position, option: usize, into: &mut Contents) -> bool {
            self.0.contents_after(position, option, into)
        }

        fn changes_after(&self, position: &mut Position, option: usize, into: &mut Changes) -> bool {
            let are_told = self.0.changes_after(position, option, into);
            if self.1 == Fault::Hides {
                into.come.clear();
            }
            are_told
        }

        fn find_options(&self, position: &mut Position) -> usize {
            self.0.find_options(position) + usize::from(self.1 == Fault::Adds)
        }

        fn find_likely_anew(&self, position: &mut Position) -> Option<usize> {
            self.0.find_likely_anew(position).map(|n| n - usize::from(self.1 == Fault::Misses))
        }

        fn try_likely(&self, position: &mut Position, option: usize) -> Option<Self::Undo> {
            self.0.try_likely(position, option)
        }
    }

    #[test]
    fn whoever_looks_ahead_is_not_misled() {
        let text = "language 1\ngame \"Frogs\"\nplayers White, Black\nboard square 4 by 4\npiece Frog\n\
                    setup { put Frog of White on [a1 b1]  put Frog of Black on [c4 d4] }\nmove walk { Frog steps }\n";
        let about = |fault| {
            let game = Misleading(Engine::new(rules(text)), fault);
            mistake(&game, &game.initial(), 0).map(|(about, ..)| about)
        };
        assert_eq!(about(Fault::None), None);
        assert_eq!(about(Fault::Misses), Some("where options lead, how many and to what else"));
        assert_eq!(about(Fault::Hides), Some("what an option changes"));
        assert_eq!(about(Fault::Adds), Some("how many options there are behind one that was tried, and whose"));
    }

    /// A step aslant counts two; where the next move begins nothing is counted, so a plain step changes that as well.
    #[test]
    fn what_lasts_a_move_is_told_as_it_is_when_the_next_one_begins() {
        let text = "language 1\ngame \"Frogs\"\nplayers White, Black\nboard square 4 by 4\npiece Frog\n\
                    remember effort lasting a move: 0 to 3\n\
                    setup { put Frog of White on [a1 b1]  put Frog of Black on [c4 d4] }\n\
                    move run { Frog steps diagonal { set effort to 2 } }\nmove walk { Frog steps orthogonal }\n\
                    turn { choose run or walk }\n";
        let game = Engine::new(rules(text));
        let mut position = game.initial();
        let run = game.parse(&position, "a1-b2").expect("a frog steps aslant");
        game.play(&mut position, run);
        let mut contents = Contents::default();
        assert!(game.contents(&position, &mut contents));
        assert_eq!((contents.numbers, mistake(&game, &position, 0)), (vec![2], None));
    }
}
