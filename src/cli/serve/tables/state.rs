//! What those at a table are told of it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::game::{Actor, PlayerId};
use crate::record::settled::Settled;
use crate::referee::{Asked, Referee, Wish};

/// What stands at a table. It tells nobody's token, and not what Chance draws from.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub revision: u64,
    pub moves: Arc<Vec<String>>,
    by: Arc<Vec<Option<u8>>>,
    decider: Option<Actor>,
    settled: Option<Settled>,
    seats: Vec<String>,
    /// Who is there.
    pub present: Vec<bool>,
    /// What the clocks showed, whose runs, and when that was.
    clocks: Option<(Vec<u64>, Option<PlayerId>, Duration)>,
    asked: Option<Asked>,
    /// Whether nobody is to decide any more.
    over: bool,
    /// Why it does not go on by itself.
    trouble: Option<String>,
}

impl State {
    /// What stands now. Where it is not known yet who decides, the match is not over for that.
    pub fn of(
        referee: &Referee,
        present: Vec<bool>,
        (trouble, is_known): (Option<String>, bool),
        now: Duration,
    ) -> Self {
        Self {
            revision: referee.revision(),
            moves: Arc::new(referee.moves().to_vec()),
            by: Arc::new(referee.by().iter().map(|by| by.map(|player| player.0)).collect()),
            decider: referee.decider(),
            settled: referee.settled(),
            seats: referee.seats().iter().map(ToString::to_string).collect(),
            present,
            clocks: referee.clocks().map(|(left, running)| (left, running, now)),
            asked: referee.asked().cloned(),
            over: referee.settled().is_some() || (is_known && referee.decider().is_none()),
            trouble,
        }
    }

    /// The same when others are there.
    pub fn with(&self, present: Vec<bool>) -> Self {
        Self { present, ..self.clone() }
    }

    /// As it is sent to whoever sits at a seat, or only looks on, and knows the first `from` moves.
    pub fn told(&self, you: Option<PlayerId>, from: usize, now: Duration) -> Value {
        let decider = self.decider.map(|actor| match actor {
            Actor::Player(player) => json!({ "player": player.0 }),
            Actor::Chance => json!("chance"),
        });
        let settled = self.settled.map(|settled| match settled {
            Settled::Resigned(player) => json!({ "how": "resigned", "player": player.0 }),
            Settled::Late(player) => json!({ "how": "late", "player": player.0 }),
            Settled::Forfeited(player) => json!({ "how": "forfeited", "player": player.0 }),
            Settled::Agreed => json!({ "how": "agreed" }),
        });
        let asked = self.asked.as_ref().map(|asked| {
            let (wish, to) = match asked.wish {
                Wish::Draw => ("draw", None),
                Wish::Undo(to) => ("undo", Some(to)),
            };
            let agreed: Vec<u8> = asked.agreed.iter().map(|player| player.0).collect();
            json!({ "by": asked.by.0, "wish": wish, "to": to, "agreed": agreed })
        });
        json!({
            "is": "state",
            "revision": self.revision,
            "ply": self.moves.len(),
            "from": from,
            "moves": self.moves.get(from..).unwrap_or_default(),
            "by": self.by.get(from..).unwrap_or_default(),
            "decider": decider,
            "over": self.over,
            "settled": settled,
            "seats": self.seats,
            "present": self.present,
            "you": you.map(|player| player.0),
            "clocks": self.clocks_at(now),
            "asked": asked,
            "trouble": self.trouble,
        })
    }

    fn clocks_at(&self, now: Duration) -> Option<Value> {
        let (left, running, then) = self.clocks.as_ref()?;
        let passed = u64::try_from(now.saturating_sub(*then).as_millis()).unwrap_or(u64::MAX);
        let runs = |player: usize| running.is_some_and(|running| running.index() == player);
        let shown = left.iter().enumerate();
        let shown: Vec<u64> =
            shown.map(|(player, &left)| if runs(player) { left.saturating_sub(passed) } else { left }).collect();
        Some(json!({ "left": shown, "running": running.map(|player| player.0) }))
    }

    /// So many moves are the same in both.
    pub fn common(&self, moves: &[String]) -> usize {
        self.moves.iter().zip(moves).take_while(|(one, other)| one == other).count()
    }
}
