//! Finds all positions that can be reached.

use std::fmt;
use std::hash::Hash;
use std::time::Duration;

use crate::game::{Actor, Contents, Game, Halt, Outcome, PlayerId, Verdict};

use super::graph::{Graph, MOST, Mark};
use super::packing::Words;
use super::timeless::Timeless;

/// The time that looking at a position may well take.
const POSITION: Duration = Duration::from_millis(1);

/// When positions are looked for no longer.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// When so many were found.
    pub positions: usize,
}

/// How much was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All.
    Whole,
    /// As many as were allowed.
    Full,
    /// It was called to halt before.
    Halted,
}

/// Why a game cannot be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Chance decides something.
    Chance {
        /// The options after which it does.
        after: Vec<String>,
    },
    /// A limit ended the game, not its rules.
    Unfinished {
        /// Which one.
        by: String,
        /// The options after which it did.
        after: Vec<String>,
    },
    /// What was kept of an earlier run does not fit the game.
    Misfit {
        /// The position that does not.
        position: usize,
    },
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let behind = |after: &[String]| match after {
            [] => "at the beginning".to_owned(),
            after => format!("after `{}`", after.join(" ")),
        };
        match self {
            Self::Chance { after } => {
                write!(f, "Chance decides {}; only what players decide can be proved", behind(after))
            }
            Self::Unfinished { by, after } => write!(f, "a limit ends the game {}: {by}", behind(after)),
            Self::Misfit { position } => write!(f, "position {position} does not come of this game"),
        }
    }
}

/// Where the options of a position lead, as it was found out.
#[derive(Clone, Copy, Debug)]
pub struct Expanded<'a> {
    /// The number of the position.
    pub position: usize,
    /// The positions that its options lead to.
    pub next: &'a [u32],
}

/// A position of the game that goes from one position of the graph to the other.
pub(super) struct Walker<'a, G: Game> {
    game: &'a G,
    timeless: &'a Timeless,
    position: G::Position,
    /// The numbers of the positions on the way from the start, with what leads back.
    way: Vec<(u32, G::Undo)>,
    contents: Contents,
    words: Words,
}

impl<'a, G: Game> Walker<'a, G> {
    pub fn new(game: &'a G, timeless: &'a Timeless, start: &G::Position) -> Self {
        let (contents, words) = (Contents::default(), Words::default());
        Self { game, timeless, position: start.clone(), way: Vec::new(), contents, words }
    }

    /// Goes to a position by the way by which it was found first; none once it is called to halt, as games have no options
    /// any more then.
    pub fn go_to(&mut self, graph: &Graph, position: usize) -> Option<&G::Position> {
        let mut numbers = Vec::new();
        let mut number = position as u32;
        while number != 0 {
            numbers.push(number);
            number = graph.parents[number as usize];
        }
        let same = self.way.iter().zip(numbers.iter().rev()).take_while(|((one, _), other)| one == *other).count();
        for (_, undo) in self.way.drain(same..).rev() {
            self.game.undo(&mut self.position, undo);
        }
        for &number in numbers.iter().rev().skip(same) {
            let before = graph.parents[number as usize] as usize;
            let option = graph.next(before).iter().position(|&next| next == number);
            let option = option.expect("a position is found by an option of the one before");
            let undo = self.apply(option)?;
            self.way.push((number, undo));
        }
        Some(&self.position)
    }

    /// Takes an option; none once it is called to halt.
    fn apply(&mut self, option: usize) -> Option<G::Undo> {
        let is_there = option < self.game.n_options(&self.position);
        is_there.then(|| self.game.apply(&mut self.position, option))
    }

    /// The texts of the options on the way to where it stands.
    fn texts(&self, graph: &Graph, start: &G::Position, last: Option<usize>) -> Vec<String> {
        let mut position = start.clone();
        let mut before = 0;
        let mut texts = Vec::new();
        let mut take = |option: usize| {
            // Whoever is called to halt meanwhile finds no options any more; what is told then is not used.
            if option < self.game.n_options(&position) {
                texts.push(self.game.notation(&position, option));
                self.game.play(&mut position, option);
            }
        };
        for (number, _) in &self.way {
            graph.next(before).iter().position(|next| next == number).into_iter().for_each(&mut take);
            before = *number as usize;
        }
        last.into_iter().for_each(&mut take);
        texts
    }

    /// All that the position is told apart by. Where the game is over that is who has won, the pieces, the hands and the
    /// numbers, and not the way that led there.
    fn words(&mut self, mark: Mark) -> &[u64] {
        let words = &mut self.words.0;
        words.clear();
        // How many there are, so that lists that end earlier differ from those that go on with zeros.
        words.push(0);
        let decides = matches!(mark, Mark::Decides(_));
        let asks = !decides || self.timeless.asks_counts();
        let has_contents = asks && self.game.contents(&self.position, &mut self.contents);
        if decides && has_contents {
            self.timeless.counts(&self.contents, words);
        }
        if decides || !has_contents {
            self.position.hash(&mut self.words);
        } else {
            let cells = self.game.rules().board.cells.len();
            words.extend(over(&self.contents, mark, cells));
        }
        self.words.0[0] = self.words.0.len() as u64;
        &self.words.0
    }

    /// What is known of the position before its options are looked at.
    fn mark(&self) -> Result<Mark, Unfit> {
        match self.game.actor(&self.position) {
            Some(Actor::Player(player)) => Ok(Mark::Decides(player.0)),
            Some(Actor::Chance) => Err(Unfit::Chance),
            None => match self.game.outcome(&self.position) {
                Some(outcome) if outcome.verdict() == Verdict::Unfinished => {
                    Err(Unfit::Unfinished(outcome.by.to_string()))
                }
                outcome => Ok(outcome.as_ref().map_or(Mark::Drawn, ended)),
            },
        }
    }
}

/// What an end of the game is told apart by.
fn over(contents: &Contents, mark: Mark, cells: usize) -> Vec<u64> {
    let mut words = vec![0u64; cells];
    for piece in &contents.pieces {
        let owner = piece.owner.map_or(0, |owner| u64::from(owner.0) + 1);
        if let Some(word) = words.get_mut(usize::from(piece.cell)) {
            *word = word.rotate_left(16) ^ ((u64::from(piece.kind) + 1) << 2 | owner);
        }
    }
    words.push(match mark {
        Mark::Won(player) => u64::from(player),
        Mark::Drawn | Mark::Decides(_) => 2,
    });
    words.extend(contents.hands.iter().map(|&count| u64::from(count)));
    words.extend(contents.numbers.iter().map(|&number| number as u64));
    words
}

/// Why a position has no mark.
enum Unfit {
    Chance,
    Unfinished(String),
}

impl Unfit {
    fn after(self, after: Vec<String>) -> Trouble {
        match self {
            Self::Chance => Trouble::Chance { after },
            Self::Unfinished(by) => Trouble::Unfinished { by, after },
        }
    }
}

/// Who has gained more.
fn ended(outcome: &Outcome) -> Mark {
    let value = |player| outcome.value(PlayerId(player));
    match value(0).total_cmp(&value(1)) {
        std::cmp::Ordering::Greater => Mark::Won(0),
        std::cmp::Ordering::Less => Mark::Won(1),
        std::cmp::Ordering::Equal => Mark::Drawn,
    }
}

/// The positions behind one, as they are found, before they have numbers.
#[derive(Default)]
struct Found {
    /// What they are told apart by, one behind the other.
    words: Vec<u64>,
    /// Where the words of each end, and its mark.
    ends: Vec<(usize, Mark)>,
}

/// Looks at one position after the other.
pub struct Explorer<'a, G: Game> {
    start: &'a G::Position,
    walker: Walker<'a, G>,
    found: Found,
    next: Vec<u32>,
    graph: Graph,
}

impl<G: Game> fmt::Debug for Explorer<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explorer").field("graph", &self.graph).finish_non_exhaustive()
    }
}

impl<'a, G: Game> Explorer<'a, G> {
    /// Begins with a position.
    ///
    /// # Errors
    /// If there is nothing to prove because Chance decides, or a limit has ended the game.
    pub fn new(game: &'a G, timeless: &'a Timeless, start: &'a G::Position) -> Result<Self, Trouble> {
        let mut walker = Walker::new(game, timeless, start);
        let mut graph = Graph::default();
        let mark = walker.mark().map_err(|unfit| unfit.after(Vec::new()))?;
        graph.number(walker.words(mark), mark, 0);
        Ok(Self { start, walker, found: Found::default(), next: Vec::new(), graph })
    }

    /// What was found.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// What was found, and nothing else.
    pub fn into_graph(self) -> Graph {
        self.graph
    }

    /// Looks at positions that were not looked at, those that take fewest decisions first, and tells of each where its
    /// options lead.
    ///
    /// # Errors
    /// What `each` says; or, inside, why the game cannot be proved.
    pub fn explore<E>(
        &mut self,
        bounds: Bounds,
        each: &mut dyn FnMut(Expanded<'_>) -> Result<(), E>,
        halt: &dyn Halt,
    ) -> Result<Result<Extent, Trouble>, E> {
        while !self.graph.is_whole() {
            if halt.is_called() {
                return Ok(Ok(Extent::Halted));
            }
            let is_full = self.graph.len() >= bounds.positions.min(MOST) || self.graph.options() >= MOST / 2;
            if is_full {
                return Ok(Ok(Extent::Full));
            }
            let position = self.graph.expanded();
            let looked = self.look(position);
            // What was found while it was called to halt may not be so.
            if halt.is_called() {
                return Ok(Ok(Extent::Halted));
            }
            if let Err(trouble) = looked {
                return Ok(Err(trouble));
            }
            self.take(position);
            halt.is_done(POSITION);
            each(Expanded { position, next: &self.next })?;
        }
        Ok(Ok(Extent::Whole))
    }

    /// Takes over where the options of the next position lead, as an earlier run found out. New positions are looked at
    /// again, so that they are told apart as before.
    ///
    /// # Errors
    /// If they cannot lead there.
    pub fn again(&mut self, next: &[u32]) -> Result<(), Trouble> {
        let position = self.graph.expanded();
        let misfit = Err(Trouble::Misfit { position });
        let Some(mark) = self.graph.marks.get(position) else { return misfit };
        let decides = matches!(mark, Mark::Decides(_));
        if decides == next.is_empty() {
            return misfit;
        }
        let known = self.graph.len();
        if next.iter().any(|&number| number as usize >= known) {
            self.look(position)?;
            self.take(position);
            return if self.next == next { Ok(()) } else { misfit };
        }
        self.graph.expand(next);
        Ok(())
    }

    /// Finds the positions behind one.
    fn look(&mut self, position: usize) -> Result<(), Trouble> {
        let Self { walker, found, graph, start, .. } = self;
        found.words.clear();
        found.ends.clear();
        if !matches!(graph.marks[position], Mark::Decides(_)) {
            return Ok(());
        }
        if walker.go_to(graph, position).is_none() {
            return Ok(());
        }
        for option in 0..walker.game.n_options(&walker.position) {
            // What can be done there is asked for when it is looked at itself.
            let undo = walker.game.try_glance(&mut walker.position, option).expect("what is listed is an option");
            let mark = walker.mark();
            if let Ok(mark) = mark {
                found.words.extend_from_slice(walker.words(mark));
            }
            walker.game.undo(&mut walker.position, undo);
            let mark = mark.map_err(|unfit| unfit.after(walker.texts(graph, start, Some(option))))?;
            found.ends.push((found.words.len(), mark));
        }
        Ok(())
    }

    /// Gives numbers to what was found behind a position.
    fn take(&mut self, position: usize) {
        self.next.clear();
        let mut begin = 0;
        for &(end, mark) in &self.found.ends {
            let words = &self.found.words[begin..end];
            self.next.push(self.graph.number(words, mark, position as u32));
            begin = end;
        }
        self.graph.expand(&self.next);
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::game::Never;
    use crate::testing::{Heap, Squares};

    fn explored<G: Game>(game: &G, positions: usize) -> (Graph, Extent, Vec<Vec<u32>>) {
        let (timeless, start) = (Timeless::default(), game.initial());
        let mut explorer = Explorer::new(game, &timeless, &start).unwrap();
        let mut lines = Vec::new();
        let mut each = |expanded: Expanded<'_>| {
            assert_eq!(expanded.position, lines.len());
            lines.push(expanded.next.to_vec());
            Ok::<(), Infallible>(())
        };
        let Ok(extent) = explorer.explore(Bounds { positions }, &mut each, &Never);
        (explorer.into_graph(), extent.unwrap(), lines)
    }

    #[test]
    fn all_positions_of_nine_squares() {
        // 5478 is widely published; 16167 options were counted by another program.
        let (graph, extent, _) = explored(&Squares, usize::MAX);
        assert_eq!((graph.len(), graph.options(), extent), (5478, 16167, Extent::Whole));
        // Nine squares of each player.
        assert_eq!(graph.bits(), 18);
    }

    #[test]
    fn a_heap_has_a_position_for_each_number_of_counters_and_each_player() {
        let (graph, ..) = explored(&Heap::of(5), usize::MAX);
        // 5 for the first; 4, 3, 2 for the second; 3, 2, 1, 0 for the first; 2, 1, 0, and so on: all but 5 and 4 of the
        // others.
        assert_eq!(graph.len(), 10);
    }

    #[test]
    fn what_was_found_before_need_not_be_found_again() {
        let (whole, _, lines) = explored(&Squares, usize::MAX);
        let (timeless, start) = (Timeless::default(), Squares.initial());
        for cut in [0, 1, 100, 3000, lines.len()] {
            let mut explorer = Explorer::new(&Squares, &timeless, &start).unwrap();
            lines[..cut].iter().for_each(|next| explorer.again(next).unwrap());
            let Ok(extent) = explorer.explore::<Infallible>(Bounds { positions: usize::MAX }, &mut |_| Ok(()), &Never);
            assert_eq!(extent, Ok(Extent::Whole));
            let graph = explorer.into_graph();
            assert!(
                graph.len() == whole.len() && (0..whole.len()).all(|one| graph.next(one) == whole.next(one)),
                "{cut}"
            );
        }
        let mut explorer = Explorer::new(&Squares, &timeless, &start).unwrap();
        assert_eq!(explorer.again(&[1, 2]), Err(Trouble::Misfit { position: 0 }));
        assert_eq!(
            Explorer::new(&Squares, &timeless, &start).unwrap().again(&[]),
            Err(Trouble::Misfit { position: 0 })
        );
    }

    #[test]
    fn bounds_and_chance_end_it() {
        let (graph, extent, lines) = explored(&Squares, 50);
        assert_eq!(extent, Extent::Full);
        assert!(graph.len() >= 50 && graph.expanded() == lines.len() && !graph.is_whole());
        let dice = Heap { die: Some(2), ..Heap::of(3) };
        let (timeless, start) = (Timeless::default(), dice.initial());
        let trouble = Explorer::new(&dice, &timeless, &start).map(drop).unwrap_err();
        assert_eq!(trouble, Trouble::Chance { after: Vec::new() });
        assert_eq!(trouble.to_string(), "Chance decides at the beginning; only what players decide can be proved");
    }
}
