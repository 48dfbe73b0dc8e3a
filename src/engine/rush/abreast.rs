//! Games in which nothing is done but to drop pieces, played several at once.
//!
//! ```text
//!   a game    number ─► cell ─► lines ─► question ─► number ─► cell ─► …
//!   another     number ─► cell ─► lines ─► question ─► number ─► …
//! ```
//!
//! What a turn does waits for what the turn before has done. Turns of other games do not, so the processor has work meanwhile. Only how
//! a game ended is told and where its pieces came, so they need not be kept as sets.

use crate::engine::ends::Ended;
use crate::engine::machine::Machine;
use crate::engine::state::State;
use crate::game::rng::Rng;
use crate::game::{Halt, Occupant, PlayerId};
use crate::program::node::NOBODY;

use super::Rush;
use super::circle::{Board, Circle, End, Going};
use super::drops::{Asked, DropTurn, Test};
use super::joins::Reached;
use super::lane::{Lane, set};
use super::lines::Grown;
use super::supply::{Asks, Supply};

/// So many games are played at once.
pub const ABREAST: usize = 4;
/// After so many games it is asked whether play shall halt.
const HEEDED: u32 = 16;

/// Games that may be played at once.
pub struct Abreast<'a, const W: usize> {
    rush: &'a Rush<W>,
    supply: &'a Supply<W>,
    circle: Circle<'a, W>,
    /// A game that begins, and what is known of its groups.
    home: Going<W>,
    reached: Vec<Reached<W>>,
    /// By turn of the circle and question, how games end where the answer is yes.
    ends: Vec<Vec<Ended>>,
}

/// Who is told of games.
pub trait Listener {
    /// So many options were taken in a game, so it ended, and these pieces came to the board.
    fn told(&mut self, decisions: u64, ended: &Ended, dropped: &Dropped<'_>);

    /// The game with these numbers does not end while pieces are dropped, and is still to be played.
    fn left(&mut self, rng: Rng);
}

/// The pieces that came to the board in a game.
pub struct Dropped<'a> {
    /// Their cells, the latest first.
    cells: &'a [u16],
    /// By whose turn of the circle they came, the first one's first.
    turns: &'a [DropTurn],
}

impl Dropped<'_> {
    /// Each of them where it stands.
    pub fn pieces(&self) -> impl Iterator<Item = Occupant> + '_ {
        self.cells.iter().rev().zip(self.turns.iter().cycle()).map(|(&cell, turn)| Occupant {
            cell,
            kind: turn.kind.into(),
            owner: (turn.owner != NOBODY).then_some(PlayerId(turn.owner)),
        })
    }
}

/// A game that is going on.
struct Game<'a, const W: usize> {
    going: Going<W>,
    followed: Followed<'a, W>,
    /// The numbers with which it began.
    first: Rng,
    /// Whether it is over and no other takes its place.
    is_over: bool,
}

/// What came to the board and what hangs together there.
struct Followed<'a, const W: usize> {
    rush: &'a Rush<W>,
    supply: &'a Supply<W>,
    reached: Vec<Reached<W>>,
}

impl<const W: usize> Board for Followed<'_, W> {
    #[inline(always)]
    fn put(&mut self, _: &Asks, _: u16) {
        // The deck knows what was drawn, and in which order.
    }

    #[inline(always)]
    fn holds(&mut self, turn: &DropTurn, test: Test, cell: u16) -> bool {
        let Self { rush, supply, reached } = self;
        match test {
            Test::Joins(player, _, end, place) => supply.joins_now(rush, reached, (player, end, place), (turn, cell)),
            Test::Touches(_, sides, place) => supply.touches_now(rush, reached, (sides, place), cell),
            Test::Row(..) | Test::Line(_) | Test::Covers(_) => unreachable!("games abreast are not asked that"),
        }
    }
}

impl<const W: usize> Game<'_, W> {
    /// Begins anew, from a game that begins and with other numbers.
    #[inline(always)]
    fn begin(&mut self, home: &Going<W>, reached: &[Reached<W>], rng: Rng) {
        let Going { deck, lines, now, rest, .. } = &mut self.going;
        deck.clone_from(&home.deck);
        lines.become_again(&home.lines);
        (*now, *rest) = (home.now, home.rest);
        self.followed.reached.clone_from_slice(reached);
        self.going.rng.clone_from(&rng);
        self.first = rng;
    }
}

impl<'a, const W: usize> Abreast<'a, W> {
    /// The games from a place in the code and a position in the registers, of so many options at most; none if more is done in
    /// them than to drop pieces until the end.
    pub fn of(
        machine: &Machine<W>,
        rush: &'a Rush<W>,
        entry: u32,
        (lane, state): (&Lane<W>, &State),
        limit: u64,
    ) -> Option<Self> {
        let number = rush.script.drops_at(entry)?;
        let (drops, supply) = (&rush.script.drops[number], &rush.supplies[number]);
        let circle = Circle::new((rush, drops, supply), set!(lane, rush.registers.occupied), usize::MAX);
        let owners = &lane.sets[usize::from(rush.registers.owners)..];
        let is_known = |test: &Test, turn: &DropTurn| match *test {
            Test::Row(_, player, _) => rush.lines.is_some() && player == turn.owner,
            Test::Covers(_) => drops.free.is_covered(rush, test),
            Test::Joins(.., place) | Test::Touches(.., place) => rush.is_mutual && supply.is_steady(place),
            Test::Line(_) => false,
        };
        let are_known = |turn: &DropTurn| turn.tests.iter().all(|asked| is_known(&asked.test, turn));
        let turns = || drops.turns.iter();
        if circle.n_free() as u64 > limit || !turns().all(are_known) {
            return None;
        }
        let ended = |asked: &Asked| asked.over.map(|(clause, players)| machine.ended(state, clause, players));
        let ends = turns().map(|turn| turn.tests.iter().map(ended).collect()).collect::<Option<_>>()?;
        let home = circle.begun(Grown::default(), Rng::stream(0, 0), owners);
        let mut reached = vec![Reached::NONE; supply.touching.len()];
        supply.follow_groups((rush, drops), &mut reached, owners);
        Some(Self { rush, supply, circle, home, reached, ends })
    }

    /// Plays games, each with numbers of its own, until there are no more or it is called to halt; those that were begun are played
    /// to their end.
    #[inline(always)]
    pub(super) fn play_all(
        &self,
        numbers: &mut dyn Iterator<Item = Rng>,
        halt: &dyn Halt,
        listener: &mut impl Listener,
    ) {
        // A loop that asks no more than it must is a short one.
        match (self.supply.asks_more, self.supply.waits()) {
            (false, false) => self.play_each::<false, false>(numbers, halt, listener),
            (false, true) => self.play_each::<false, true>(numbers, halt, listener),
            (true, false) => self.play_each::<true, false>(numbers, halt, listener),
            (true, true) => self.play_each::<true, true>(numbers, halt, listener),
        }
    }

    #[inline(always)]
    fn play_each<const MORE: bool, const WAITS: bool>(
        &self,
        numbers: &mut dyn Iterator<Item = Rng>,
        halt: &dyn Halt,
        listener: &mut impl Listener,
    ) {
        let begun = |first: Rng| {
            let reached = self.reached.clone();
            let going = Going { rng: first.clone(), ..self.home.clone() };
            Game { going, followed: Followed { rush: self.rush, supply: self.supply, reached }, first, is_over: false }
        };
        let mut games: Vec<Game<'a, W>> = numbers.take(ABREAST).map(begun).collect();
        let (mut n, mut is_called) = (0_u32, false);
        while !games.is_empty() {
            self.play_until_over::<MORE, WAITS>(&mut games, |game, end| {
                match self.ended(game.going.now, end) {
                    Some(ended) => {
                        let cells = game.going.deck.drawn(self.circle.n_turns(&game.going) + 1);
                        listener.told(cells.len() as u64, ended, &Dropped { cells, turns: self.circle.turns() });
                    }
                    None => listener.left(game.first.clone()),
                }
                n += 1;
                is_called |= n.is_multiple_of(HEEDED) && halt.is_called();
                match if is_called { None } else { numbers.next() } {
                    Some(first) => game.begin(&self.home, &self.reached, first),
                    None => game.is_over = true,
                }
                game.is_over
            });
            games.retain(|game| !game.is_over);
        }
    }

    /// Plays a turn of each game after the other, until one of them is over: that is told by what is done when the circle came to an
    /// end in it.
    #[inline(always)]
    fn play_until_over<const MORE: bool, const WAITS: bool>(
        &self,
        games: &mut [Game<'a, W>],
        mut is_over: impl FnMut(&mut Game<'a, W>, &End) -> bool,
    ) {
        let mut are_over = false;
        while !are_over {
            for game in &mut *games {
                if let Some((end, _)) = self.circle.turn::<MORE, WAITS, false>(&mut game.going, &mut game.followed) {
                    are_over |= is_over(game, &end);
                }
            }
        }
    }

    /// How a game ended in a turn of the circle, if it did.
    fn ended(&self, turn: usize, end: &End) -> Option<&Ended> {
        match *end {
            End::Asked(place) => Some(&self.ends[turn][place]),
            End::None | End::Due(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::position::Position;
    use crate::game::{Contents, Ending, Never, Outcome};
    use crate::program::Program;
    use crate::rules::sample::rules;

    /// What comes of games that are told.
    type Told = Vec<(u64, Option<Outcome>, Vec<Occupant>)>;

    const SEED: u64 = 5;

    fn game<const W: usize>(text: &str) -> Machine<W> {
        let text = format!("language 1\ngame \"Test\"\nplayers White, Black\npiece Man (Men)\n{text}\n");
        Machine::of(Program::new(rules(&text)))
    }

    /// So many games, told in the order of their decisions and ends: all by one call, and each by itself.
    fn both_ways<const W: usize>(machine: &Machine<W>, start: &Position<W>, n: u64) -> [Told; 2] {
        let streams = || (0..n).map(|number| Rng::stream(SEED, number));
        let (mut together, mut alone): (Told, Told) = (Vec::new(), Vec::new());
        let mut position = start.clone();
        let sorted = |mut stands: Contents| {
            stands.pieces.sort_unstable();
            stands.pieces
        };
        let mut tell = |decisions, ending: &dyn Ending| {
            let mut stands = Contents::default();
            assert!(ending.pieces(&mut stands), "it is told where pieces stand");
            together.push((decisions, ending.outcome(), sorted(stands)));
        };
        let left = machine.play_games(&mut position, start, &mut streams(), u64::MAX, &Never, &mut tell);
        assert_eq!(left, None, "each game comes to its end");
        for mut rng in streams() {
            let decisions = machine.play_from(&mut position, start, &mut rng, u64::MAX, &Never);
            let mut stands = Contents::default();
            machine.contents(&position.state, &mut stands);
            alone.push((decisions, machine.outcome(&position), sorted(stands)));
        }
        let order = |told: &(u64, Option<Outcome>, Vec<Occupant>)| format!("{told:?}");
        together.sort_by_key(order);
        alone.sort_by_key(order);
        [together, alone]
    }

    #[test]
    fn games_end_as_they_do_one_after_the_other() {
        let row = "\"row\": mover wins when landing in lines of 3 in my Men";
        let four = "\"four\": mover loses when landing in lines of 4 in my Men";
        let full = "\"full\": draw when no empty";
        let white = "\"one\": White wins when Men of White joins north-side to south-side";
        let black = "\"other\": Black wins when Men of Black joins west-side to east-side";
        let corner =
            "\"corner\": mover wins when some group of landing in north-side and some group of landing in east-side";
        let cases = [
            ("square 3 by 3", "", vec![row, full]),
            ("square 9 by 9", "", vec![row, full]),
            ("square 4 by 4", " to empty except north of empty", vec![row, full]),
            ("hexagon 3", "", vec![four, row, full]),
            // Cells may run out before the end.
            ("square 3 by 3", "", vec![row]),
            ("rhombus 4", "", vec![white, black]),
            ("square 4 by 3", "", vec![corner, full]),
        ];
        for (board, to, ends) in cases {
            let case =
                format!("board {board}\nmove drop {{ Man drops{to} }}\nend after each turn {{ {} }}", ends.join(" "));
            match board {
                "square 9 by 9" => check::<2>(&case),
                _ => check::<1>(&case),
            }
        }
    }

    #[test]
    fn ends_have_one_mark_if_they_are_one() {
        let ends = "\"row\": mover wins when landing in lines of 3 in my Men\n\"full\": draw when no empty";
        // Pieces that step are not played abreast.
        for (setup, text) in
            [("", "Man drops"), ("setup for each player { put Man on my row 1 }\n", "Man steps to empty")]
        {
            let case = format!("board square 3 by 3\n{setup}move go {{ {text} }}\nend after each turn {{ {ends} }}");
            let machine = game::<1>(&case);
            let start = machine.initial();
            let mut marks: Vec<(u128, Outcome)> = Vec::new();
            let mut tell = |_, ending: &dyn Ending| {
                let (mark, outcome) = (ending.mark().expect("two players"), ending.outcome().expect("it is over"));
                assert!(marks.iter().all(|known| (known.0 == mark) == (known.1 == outcome)));
                marks.push((mark, outcome));
            };
            let mut streams = (0..50).map(|number| Rng::stream(SEED, number));
            machine.play_games(&mut start.clone(), &start, &mut streams, u64::MAX, &Never, &mut tell);
            assert!(marks.iter().any(|(mark, _)| *mark != marks[0].0), "they end in several ways");
        }
    }

    fn check<const W: usize>(case: &str) {
        let machine = game::<W>(case);
        // From the start, and from positions in which pieces stand.
        for (seed, decisions) in [(0, 0), (1, 2), (2, 3), (3, 3), (4, 5), (5, 5)] {
            let mut start = machine.initial();
            machine.play_on(&mut start, &mut Rng::stream(seed, 0), decisions, &Never);
            if machine.outcome(&start).is_none() {
                assert_eq!(machine.n_abreast(&start), ABREAST as u32, "{case}: after {decisions}");
                let [together, alone] = both_ways(&machine, &start, 400);
                assert_eq!(together, alone, "{case}: after {decisions}");
            }
        }
    }

    #[test]
    fn games_in_which_more_happens_are_played_one_after_the_other() {
        let cases = [
            "move drop { Man drops { remove enemies in north of landing } }\nend after each turn { \"full\": draw when no empty }",
            "move drop { Man drops }\nend after each turn { \"full\": draw when count of empty is 4 }",
        ];
        for case in cases {
            let machine = game::<1>(&format!("board square 3 by 3\n{case}"));
            let start = machine.initial();
            assert_eq!(machine.n_abreast(&start), 1, "{case}");
            let [together, alone] = both_ways(&machine, &start, 40);
            assert_eq!(together, alone, "{case}");
        }
    }
}
