//! The referee of a match at a table that people share: who may do what and when, what they agree on, and the clocks.
//!
//! It knows neither rules nor sockets nor files. Whoever holds it asks [`Referee::judge`] first, finds out what the rules
//! make of it, writes it down, and then says that it was done.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;
use std::time::Duration;

use crate::game::{Actor, PlayerId};
use crate::play::clock::Clocks;
use crate::play::search::Thinking;
use crate::play::seat::Seat;
use crate::record::settled::Settled;

/// How long a machine thinks that takes the seat of somebody who gave up.
const SUBSTITUTE: Duration = Duration::from_secs(1);

/// What somebody at the table wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// To move, having seen so many moves.
    Move {
        /// So many.
        ply: usize,
    },
    /// To take back his last decision, having seen so many moves.
    Undo {
        /// So many.
        ply: usize,
    },
    /// A draw, having seen so many moves.
    Draw {
        /// So many.
        ply: usize,
    },
    /// What another asked for.
    Agree,
    /// Not what another asked for; or no more what he asked for himself.
    Decline,
    /// To give up.
    Resign,
}

/// What is to be done about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player may move, if the rules allow it.
    Move(PlayerId),
    /// The match goes back to where so many moves had been made.
    Back(usize),
    /// It ends.
    Settle(Settled),
    /// A machine takes the seat.
    Seat(PlayerId, Seat),
    /// Nothing: the others are asked, or nobody is any more.
    Told,
}

/// Why somebody may not do what he wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// He only looks on.
    Spectator,
    /// Another is to decide.
    Turn,
    /// He has not seen the latest moves.
    Stale,
    /// The match is over.
    Over,
    /// Nothing was asked of him.
    NothingAsked,
    /// Something was asked that is not answered yet.
    Waiting,
    /// He has decided nothing yet.
    NothingToUndo,
    /// Nobody is there who could agree.
    Machines,
}

impl Denied {
    /// A word for programs.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Spectator => "spectator",
            Self::Turn => "turn",
            Self::Stale => "stale",
            Self::Over => "over",
            Self::NothingAsked => "nothing-asked",
            Self::Waiting => "waiting",
            Self::NothingToUndo => "nothing-to-undo",
            Self::Machines => "machines",
        }
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spectator => "only those who have a seat may do that",
            Self::Turn => "it is not your turn",
            Self::Stale => "the match has gone on meanwhile",
            Self::Over => "the match is over",
            Self::NothingAsked => "nothing was asked of you",
            Self::Waiting => "what was asked before is not answered yet",
            Self::NothingToUndo => "you have decided nothing yet",
            Self::Machines => "there is nobody who could agree",
        })
    }
}

/// What all others are asked to agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A draw.
    Draw,
    /// To go back to where so many moves had been made.
    Undo(usize),
}

/// Something that is asked of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Who asks.
    pub by: PlayerId,
    /// For what.
    pub wish: Wish,
    /// Who has agreed.
    pub agreed: Vec<PlayerId>,
}

/// What goes on without anybody's doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Chance decides.
    Chance,
    /// A machine decides.
    Machine(Seat),
    /// A person decides, within so long.
    Person(Option<Duration>),
    /// It is over.
    Nothing,
}

/// The referee of one match.
#[derive(Clone, Debug)]
pub struct Referee {
    seats: Vec<Seat>,
    moves: Vec<String>,
    /// Who made each move; none for Chance, and where it is not known.
    by: Vec<Option<PlayerId>>,
    decider: Option<Actor>,
    settled: Option<Settled>,
    clocks: Option<Clocks>,
    asked: Option<Asked>,
    /// So often something was done.
    revision: u64,
}

impl Referee {
    /// For a match after some moves, of which is not known who made them. Who decides is told by [`Referee::stands`].
    pub fn new(seats: Vec<Seat>, moves: Vec<String>, clocks: Option<Clocks>) -> Self {
        let by = vec![None; moves.len()];
        Self { seats, moves, by, decider: None, settled: None, clocks, asked: None, revision: 0 }
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The moves so far.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Who made them.
    pub fn by(&self) -> &[Option<PlayerId>] {
        &self.by
    }

    /// Who decides; none when the match is over.
    pub fn decider(&self) -> Option<Actor> {
        self.decider.filter(|_| self.settled.is_none())
    }

    /// How the players ended it.
    pub fn settled(&self) -> Option<Settled> {
        self.settled
    }

    /// What is asked of the others.
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref()
    }

    /// So often something was done.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What each player has left on his clock, in milliseconds, and whose clock runs.
    pub fn clocks(&self) -> Option<(Vec<u64>, Option<PlayerId>)> {
        self.clocks.as_ref().map(|clocks| (clocks.all(), self.timed()))
    }

    /// Judges what somebody wants; none is a spectator. What is asked of others is noted at once; all else is to be
    /// done by whoever asks, with [`Referee::moved`], [`Referee::went_back`], [`Referee::settle`], [`Referee::seat`],
    /// and [`Referee::asks`] says that the others were told.
    ///
    /// # Errors
    /// Why he may not.
    pub fn judge(&mut self, who: Option<PlayerId>, request: Request) -> Result<Verdict, Denied> {
        let who = who.filter(|&who| self.is_person(who)).ok_or(Denied::Spectator)?;
        if self.decider().is_none() {
            return Err(Denied::Over);
        }
        let seen = match request {
            Request::Move { ply } | Request::Undo { ply } | Request::Draw { ply } => ply,
            _ => self.moves.len(),
        };
        if seen != self.moves.len() {
            return Err(Denied::Stale);
        }
        match request {
            Request::Move { .. } if self.decider() == Some(Actor::Player(who)) => Ok(Verdict::Move(who)),
            Request::Move { .. } => Err(Denied::Turn),
            Request::Undo { .. } => {
                let last = self.by.iter().rposition(|by| *by == Some(who)).ok_or(Denied::NothingToUndo)?;
                self.ask(who, Wish::Undo(last))
            }
            Request::Draw { .. } if self.others(who).next().is_none() => Err(Denied::Machines),
            Request::Draw { .. } => self.ask(who, Wish::Draw),
            Request::Agree => self.agree(who),
            Request::Decline => self.asked.take().map(|_| Verdict::Told).ok_or(Denied::NothingAsked),
            Request::Resign if self.seats.len() > 2 => Ok(Verdict::Seat(who, Seat::Search(Thinking::Time(SUBSTITUTE)))),
            Request::Resign => Ok(Verdict::Settle(Settled::Resigned(who))),
        }
    }

    fn is_person(&self, player: PlayerId) -> bool {
        self.seats.get(player.index()) == Some(&Seat::Human)
    }

    /// The other people.
    fn others(&self, who: PlayerId) -> impl Iterator<Item = PlayerId> + '_ {
        let all = (0..self.seats.len()).map(|player| PlayerId(player as u8));
        all.filter(move |&player| player != who && self.is_person(player))
    }

    fn ask(&mut self, by: PlayerId, wish: Wish) -> Result<Verdict, Denied> {
        match &self.asked {
            // Two who want the same agree.
            Some(asked) if asked.by != by && asked.wish == Wish::Draw && wish == Wish::Draw => self.agree(by),
            Some(_) => Err(Denied::Waiting),
            None => {
                self.asked = Some(Asked { by, wish, agreed: Vec::new() });
                Ok(self.granted())
            }
        }
    }

    fn agree(&mut self, who: PlayerId) -> Result<Verdict, Denied> {
        let asked = self.asked.as_mut().filter(|asked| asked.by != who).ok_or(Denied::NothingAsked)?;
        if !asked.agreed.contains(&who) {
            asked.agreed.push(who);
        }
        Ok(self.granted())
    }

    /// What is to be done once all have agreed.
    fn granted(&self) -> Verdict {
        let Some(asked) = &self.asked else { return Verdict::Told };
        if self.others(asked.by).any(|other| !asked.agreed.contains(&other)) {
            return Verdict::Told;
        }
        match asked.wish {
            Wish::Draw => Verdict::Settle(Settled::Agreed),
            Wish::Undo(to) => Verdict::Back(to),
        }
    }

    /// What the clocks show if this player decides now; none without clocks.
    pub fn clocks_after(&self, player: PlayerId) -> Option<Clocks> {
        let mut clocks = self.clocks.clone()?;
        clocks.decided(player);
        Some(clocks)
    }

    /// A move was made. `clocks` is what the clocks show after it.
    pub fn moved(&mut self, text: String, by: Option<PlayerId>, decider: Option<Actor>, clocks: Option<Clocks>) {
        self.moves.push(text);
        self.by.push(by);
        if clocks.is_some() {
            self.clocks = clocks;
        }
        self.stands(decider);
        self.done();
    }

    /// The match went back to where so many moves had been made.
    pub fn went_back(&mut self, moves: usize, decider: Option<Actor>) {
        self.moves.truncate(moves);
        self.by.truncate(moves);
        self.stands(decider);
        self.done();
    }

    /// This is asked of the others now, and counts as something that was done.
    pub fn asks(&mut self, asked: Option<Asked>) {
        self.asked = asked;
        self.revision += 1;
    }

    /// What was asked before stands, as if [`Referee::judge`] had not been asked: nothing could be done.
    pub fn takes_back(&mut self, asked: Option<Asked>) {
        self.asked = asked;
    }

    /// The match was ended.
    pub fn settle(&mut self, how: Settled) {
        self.settled = Some(how);
        self.stands(self.decider);
        self.done();
    }

    /// Somebody else sits at a seat now.
    pub fn seat(&mut self, player: PlayerId, seat: Seat) {
        if let Some(place) = self.seats.get_mut(player.index()) {
            *place = seat;
        }
        self.done();
    }

    /// Sets what all have left, in milliseconds.
    pub fn set_clocks(&mut self, left: &[u64]) {
        if let Some(clocks) = &mut self.clocks {
            clocks.set(left);
        }
    }

    /// Says who decides, and lets that clock run.
    pub fn stands(&mut self, decider: Option<Actor>) {
        self.decider = decider;
        let timed = self.timed();
        if let Some(clocks) = &mut self.clocks {
            match timed {
                Some(player) => clocks.run(player),
                None => clocks.stop(),
            }
        }
    }

    fn done(&mut self) {
        self.asked = None;
        self.revision += 1;
    }

    /// Whose clock runs. A player's first decision takes no time.
    fn timed(&self) -> Option<PlayerId> {
        match self.decider() {
            Some(Actor::Player(player)) if self.clocks.is_some() && self.by.contains(&Some(player)) => Some(player),
            _ => None,
        }
    }

    /// Whose time is over.
    pub fn late(&self) -> Option<PlayerId> {
        let player = self.timed()?;
        self.clocks.as_ref().filter(|clocks| clocks.left(player).is_zero()).map(|_| player)
    }

    /// What goes on without anybody's doing.
    pub fn next(&self) -> Next {
        match self.decider() {
            None => Next::Nothing,
            Some(Actor::Chance) => Next::Chance,
            Some(Actor::Player(player)) => match self.seats.get(player.index()) {
                Some(Seat::Human) | None => {
                    let left = self.timed().and_then(|player| Some(self.clocks.as_ref()?.left(player)));
                    Next::Person(left)
                }
                Some(&seat) => Next::Machine(seat),
            },
        }
    }
}

#[cfg(test)]
mod tests;
