//! What a proof says of the start: what it is worth, each option, and a line of best play.

use serde::Serialize;

use crate::game::{Game, PlayerId};

use super::explore::Walker;
use super::graph::{Graph, Mark};
use super::timeless::Timeless;
use super::value::Values;

/// So many options of a line are told where nobody wins.
const LINE: usize = 40;

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Worth {
    /// Somebody wins.
    Won {
        /// Who, from zero.
        by: u8,
        /// In how many decisions, those of both players, if the other holds out as long as he can.
        decisions: u32,
    },
    /// Neither can win.
    Drawn,
    /// That is not known.
    Open,
}

impl Worth {
    /// How much that is to a player: a win the sooner the better, a loss the later.
    fn to(self, player: u8) -> i64 {
        match self {
            Self::Won { by, decisions } if by == player => i64::from(u32::MAX - decisions),
            Self::Won { decisions, .. } => i64::from(decisions) - i64::from(u32::MAX),
            Self::Drawn | Self::Open => 0,
        }
    }
}

/// An option at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// Its text.
    pub option: String,
    /// What it leads to, its own decision counted.
    pub worth: Worth,
}

/// What was proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// What the start is worth.
    pub worth: Worth,
    /// Who decides there, from zero; none if the game is over.
    pub player: Option<u8>,
    /// The options there, in their order.
    pub options: Vec<Choice>,
    /// A line of best play from there; of one that nobody wins the first options, up to a position that stood before.
    pub line: Vec<String>,
    /// How many positions were found.
    pub positions: usize,
    /// How many of them were looked at.
    pub looked_at: usize,
    /// How many options were followed.
    pub followed: usize,
    /// How many decisions it takes to come to the position that is farthest away.
    pub farthest: usize,
    /// By player, how many positions he wins.
    pub wins: [usize; 2],
    /// How many positions are drawn; none if that is not known.
    pub drawn: Option<usize>,
    /// The most decisions that a win takes.
    pub longest: u32,
    /// The numbers of bits by which positions are told apart.
    pub bits: u32,
}

/// What values say of the position from which a graph was made.
pub fn solution<G: Game>(
    (game, timeless, start): (&G, &Timeless, &G::Position),
    graph: &Graph,
    values: &Values,
) -> Solution {
    let wins = values.wins();
    let n_won = wins[0].0 + wins[1].0;
    let texts = game.notations(start);
    let choice = |(option, &next): (String, &u32)| Choice { option, worth: behind(values, next as usize) };
    Solution {
        worth: worth(values, 0),
        player: match graph.marks[0] {
            Mark::Decides(player) => Some(player),
            Mark::Won(_) | Mark::Drawn => None,
        },
        options: texts.into_iter().zip(graph.next(0)).map(choice).collect(),
        line: line((game, timeless, start), graph, values),
        positions: graph.len(),
        looked_at: graph.expanded(),
        followed: graph.options(),
        farthest: depth(graph, graph.len() - 1),
        wins: wins.map(|(n, _)| n),
        drawn: values.is_whole().then(|| graph.len() - n_won),
        longest: wins[0].1.max(wins[1].1),
        bits: graph.bits(),
    }
}

fn worth(values: &Values, position: usize) -> Worth {
    match values.won(position) {
        Some((PlayerId(by), decisions)) => Worth::Won { by, decisions },
        None if values.is_whole() => Worth::Drawn,
        None => Worth::Open,
    }
}

/// What an option is worth that leads to a position.
fn behind(values: &Values, position: usize) -> Worth {
    match worth(values, position) {
        Worth::Won { by, decisions } => Worth::Won { by, decisions: decisions + 1 },
        other => other,
    }
}

/// How many decisions it takes to come to a position.
fn depth(graph: &Graph, mut position: usize) -> usize {
    let mut depth = 0;
    while position != 0 {
        position = graph.parents[position] as usize;
        depth += 1;
    }
    depth
}

/// A line of best play, as far as it is known what is best.
fn line<G: Game>(
    (game, timeless, start): (&G, &Timeless, &G::Position),
    graph: &Graph,
    values: &Values,
) -> Vec<String> {
    let mut walker = Walker::new(game, timeless, start);
    let mut seen = vec![0];
    let mut texts = Vec::new();
    while let (here, Mark::Decides(player)) = (seen[seen.len() - 1], graph.marks[seen[seen.len() - 1]]) {
        let is_won = values.won(here).is_some();
        if !is_won && (!values.is_whole() || texts.len() >= LINE) {
            break;
        }
        let next = graph.next(here);
        // Of equal ones the first.
        let best = (0..next.len()).rev().max_by_key(|&option| behind(values, next[option] as usize).to(player));
        let Some(best) = best else { break };
        let Some(position) = walker.go_to(graph, here) else { break };
        texts.push(game.notation(position, best));
        let next = next[best] as usize;
        if seen.contains(&next) {
            break;
        }
        seen.push(next);
    }
    texts
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::game::{Halt, Never};
    use crate::solve::{Bounds, Explorer};
    use crate::testing::{Heap, Squares, position_after};

    fn solved<G: Game>(game: &G, start: &G::Position, positions: usize, halt: &dyn Halt) -> Solution {
        let timeless = Timeless::default();
        let mut explorer = Explorer::new(game, &timeless, start).unwrap();
        let Ok(extent) = explorer.explore::<Infallible>(Bounds { positions }, &mut |_| Ok(()), &Never);
        extent.unwrap();
        let graph = explorer.into_graph();
        solution((game, &timeless, start), &graph, &Values::of(&graph, halt))
    }

    #[test]
    fn nine_squares_are_a_draw() {
        let told = solved(&Squares, &Squares.initial(), usize::MAX, &Never);
        assert_eq!((told.worth, told.player, told.positions, told.farthest), (Worth::Drawn, Some(0), 5478, 9));
        assert!(told.options.len() == 9 && told.options.iter().all(|choice| choice.worth == Worth::Drawn));
        // Counted by another program: the first player wins 2936 of the positions, the second 1474.
        assert_eq!((told.wins, told.drawn), ([2936, 1474], Some(1068)));
        assert_eq!(told.line.len(), 9);
    }

    #[test]
    fn wins_are_told_with_their_length_and_the_best_line() {
        // X on a1 and b1, O on a2: c1 wins at once, and all else takes longer or is no win.
        let start = position_after(&Squares, &["a1", "a2", "b1", "c3"]);
        let told = solved(&Squares, &start, usize::MAX, &Never);
        assert_eq!((told.worth, told.line), (Worth::Won { by: 0, decisions: 1 }, vec!["c1".to_owned()]));
        assert_eq!(told.options[0], Choice { option: "c1".to_owned(), worth: Worth::Won { by: 0, decisions: 1 } });
        // Seven counters: three are taken, and four are lost, however many the other takes.
        let told = solved(&Heap::of(7), &Heap::of(7).initial(), usize::MAX, &Never);
        assert_eq!(told.worth, Worth::Won { by: 0, decisions: 3 });
        assert_eq!(told.options[2].worth, Worth::Won { by: 0, decisions: 3 });
        assert_eq!(told.options[0].worth, Worth::Won { by: 1, decisions: 4 });
        assert_eq!(told.line[0], "take 3");
        assert_eq!(told.line.len(), 3);
        // Four counters are lost; he who must lose holds out: take one, three remain, and they are taken.
        let told = solved(&Heap::of(4), &Heap::of(4).initial(), usize::MAX, &Never);
        assert_eq!(told.worth, Worth::Won { by: 1, decisions: 2 });
    }

    #[test]
    fn who_may_take_nothing_for_ever_does_not_lose() {
        // Whoever faces four passes, and the other passes as well: nobody must take first.
        let heap = Heap { pass: true, ..Heap::of(4) };
        let told = solved(&heap, &heap.initial(), usize::MAX, &Never);
        assert_eq!(told.worth, Worth::Drawn);
        assert_eq!(told.line, ["take 0", "take 0"], "the line ends where a position stands again");
        let three = Heap { pass: true, ..Heap::of(3) };
        assert_eq!(solved(&three, &three.initial(), usize::MAX, &Never).worth, Worth::Won { by: 0, decisions: 1 });
    }

    #[test]
    fn what_is_not_known_is_open() {
        let told = solved(&Squares, &Squares.initial(), 100, &Never);
        assert_eq!((told.worth, told.drawn, told.line.len()), (Worth::Open, None, 0));
        // One position of many was looked at, and it is won at once all the same.
        let start = position_after(&Squares, &["a1", "a2", "b1", "c3"]);
        let told = solved(&Squares, &start, 2, &Never);
        assert_eq!((told.worth, told.looked_at), (Worth::Won { by: 0, decisions: 1 }, 1));
        let halted = solved(&Squares, &Squares.initial(), usize::MAX, &std::sync::atomic::AtomicBool::new(true));
        assert_eq!(halted.worth, Worth::Open);
    }
}
