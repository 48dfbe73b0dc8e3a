//! Plays that show a difference: replayed, and made shorter.

use crate::game::{Game, Halt};

use super::breadth::Breadth;
use super::games::Games;
use super::pair::{Pair, State};

/// An option of the play, as each game writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ply {
    pub(super) one: String,
    pub(super) other: String,
}

/// What came of playing some options again.
pub(super) enum Replayed<P> {
    /// After so many of them there is a difference.
    Differs(Vec<Ply>),
    /// There is none, and this is where they lead.
    Alike(State<P>),
    /// One of them is no option.
    Illegal,
}

/// What making plays shorter may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// So many decisions are compared at most.
    pub(super) decisions: u64,
}

impl<G: Game> Pair<'_, G> {
    /// The texts of options that are given by number, as far as the games do not differ.
    pub(super) fn texts(&self, from: &State<G::Position>, play: &[(usize, usize)]) -> Vec<Ply> {
        let mut state = from.clone();
        let ply = |&(one, other): &(usize, usize)| {
            let texts = (self.one.notations(&state.one), self.other.notations(&state.other));
            let ply = Ply { one: texts.0.get(one)?.clone(), other: texts.1.get(other)?.clone() };
            self.play(&mut state, (one, other));
            Some(ply)
        };
        play.iter().map_while(ply).collect()
    }

    /// Plays options again, given as the first game writes them, and looks for a difference before each and at the end.
    /// Those that are no options there are left out if `leaves_out`.
    pub(super) fn replay(&self, play: &[Ply], leaves_out: bool, left: &mut u64) -> Replayed<G::Position> {
        let mut state = self.initial();
        let mut done: Vec<Ply> = Vec::new();
        let mut plies = play.iter();
        loop {
            *left = left.saturating_sub(1);
            let Ok(partners) = self.alike(&state) else { return Replayed::Differs(done) };
            let texts = self.one.notations(&state.one);
            let number = |ply: &Ply| texts.iter().position(|text| *text == ply.one);
            let next = match leaves_out {
                true => plies.by_ref().find_map(|ply| number(ply).map(|one| (ply, Some(one)))),
                false => plies.next().map(|ply| (ply, number(ply))),
            };
            let Some((ply, one)) = next else { return Replayed::Alike(state) };
            let partner = one.and_then(|one| partners.into_iter().find(|pair| pair.0 == one));
            let Some((one, other)) = partner else { return Replayed::Illegal };
            let written = match self.by_result {
                true => self.other.notation(&state.other, other),
                false => ply.one.clone(),
            };
            done.push(Ply { one: ply.one.clone(), other: written });
            self.play(&mut state, (one, other));
        }
    }

    /// A play that shows a difference and is as short as can be found from this one: by other games, without some of its
    /// options, with another end, and by all plays that are shorter as far as the effort goes.
    pub(super) fn shorter(
        &self,
        play: Vec<Ply>,
        (breadth, games): (&mut Breadth, &mut Games),
        effort: Effort,
        halt: &dyn Halt,
    ) -> Vec<Ply> {
        let mut left = effort.decisions;
        let mut best = self.dropped(play, &mut left, halt);
        while best.len() > 1 && !halt.is_called() {
            games.give_up_after(best.len() - 1);
            let Some(found) = games.go_on(self, (effort.decisions * 20, u64::MAX), halt) else { break };
            best = found;
        }
        best = self.dropped(best, &mut left, halt);
        best = self.other_end(best, effort.decisions * 10, halt);
        best = self.dropped(best, &mut left, halt);
        let limits = (effort.decisions * 20, u64::MAX, best.len() as u32);
        match breadth.go_on(self, &self.initial(), limits, halt) {
            Some(found) if found.len() < best.len() => self.texts(&self.initial(), &found),
            _ => best,
        }
    }

    /// Leaves options out, many at once and then few, as long as what is left shows a difference.
    fn dropped(&self, mut best: Vec<Ply>, left: &mut u64, halt: &dyn Halt) -> Vec<Ply> {
        let mut size = (best.len() / 2).max(1);
        loop {
            let before = best.len();
            let mut at = best.len().saturating_sub(size);
            loop {
                if *left == 0 || halt.is_called() {
                    return best;
                }
                let end = (at + size).min(best.len());
                let without: Vec<Ply> = best.get(..at).into_iter().chain(best.get(end..)).flatten().cloned().collect();
                if let Replayed::Differs(shorter) = self.replay(&without, true, left)
                    && shorter.len() < best.len()
                {
                    best = shorter;
                }
                match at {
                    0 => break,
                    _ => at = at.saturating_sub(size).min(best.len()),
                }
            }
            match (size, before > best.len()) {
                (1, false) => return best,
                // What could not be left out before may be now.
                (_, true) => size = size.min(best.len() / 2).max(1),
                _ => size = (size / 2).max(1),
            }
        }
    }

    /// Looks in all ways for an earlier difference from the positions on the way, the last ones first.
    fn other_end(&self, mut best: Vec<Ply>, effort: u64, halt: &dyn Halt) -> Vec<Ply> {
        let mut back = 2;
        while back <= best.len() && back <= 12 && !halt.is_called() {
            let at = best.len() - back;
            let begun = best.get(..at).unwrap_or_default();
            if let Replayed::Alike(state) = self.replay(begun, false, &mut u64::MAX.clone()) {
                let limits = (effort / 8, u64::MAX, back as u32);
                if let Some(found) = Breadth::default().go_on(self, &state, limits, halt) {
                    let end = self.texts(&state, &found);
                    best = begun.iter().cloned().chain(end).collect();
                    back = 1;
                }
            }
            back += 1;
        }
        best
    }
}
