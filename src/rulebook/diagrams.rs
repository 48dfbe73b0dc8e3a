//! Diagrams of moves: where each piece may go, asked of the game itself.
//!
//! A piece is set alone on the board, pieces of two kinds are left where they begin, and games are played at random. Of
//! each move and kind so many positions are kept that every sentence of the move is seen where it can be.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::rng::Rng;
use crate::game::{Actor, Arrangement, Game, Halt, PieceView, PlayerId, Snapshot, Standing};
use crate::play::chance;
use crate::reference::{Position, Reference};
use crate::rules::board::CellId;
use crate::rules::model::Sentence;

/// So many positions of games are looked at.
const POSITIONS: usize = 80;
/// So many games are played for them.
const GAMES: u64 = 4;
/// A game is left after so many decisions.
const DECISIONS: usize = 120;
/// More options than this are too many to show.
const OPTIONS: usize = 400;

/// What a diagram shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    /// A piece alone on the board.
    Alone,
    /// A piece with a few others where they begin.
    Few,
    /// A piece among others.
    Among,
    /// Where something may be put.
    Drop,
    /// What may be chosen.
    Pick,
}

/// A diagram of a move.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The number of the move.
    pub number: usize,
    /// The kind of piece that moves; none if none does, or several could.
    pub kind: Option<usize>,
    /// What it shows.
    pub showing: Showing,
    /// The cell of the piece.
    pub origin: Option<CellId>,
    /// The cells that it may go to.
    pub targets: BTreeSet<CellId>,
    /// The cells of pieces that it may capture.
    pub taken: BTreeSet<CellId>,
    /// The position.
    pub snapshot: Snapshot,
    /// One of its options, as it is written.
    pub written: String,
    score: usize,
}

/// The options of one piece in a position.
#[derive(Debug, Default)]
struct Group {
    options: Vec<(usize, Vec<CellId>)>,
    targets: BTreeSet<CellId>,
    sentences: BTreeSet<usize>,
}

/// A move, a kind, and the cell of the piece.
type Key = (usize, Option<usize>, Option<CellId>);

/// What a diagram is kept for: a move, a kind, what shows it, and which sentences of the move are seen.
type Slot = (usize, Option<usize>, Origin, BTreeSet<usize>);

/// Where a position comes from; the first is the easiest to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    /// A piece alone.
    Alone,
    /// A few pieces of the set-up.
    Few,
    /// A game.
    Played,
}

/// Looks for diagrams.
struct Looking<'a> {
    game: &'a Reference,
    halt: &'a dyn Halt,
    best: BTreeMap<Slot, Diagram>,
}

/// The diagrams of all moves, by move and kind.
pub fn diagrams(game: &Reference, seed: u64, halt: &dyn Halt) -> Vec<Diagram> {
    let mut looking = Looking { game, halt, best: BTreeMap::new() };
    let mut rng = Rng::stream(seed, 0);
    let start = begun(game, &mut rng);
    looking.played(seed);
    looking.alone(&start);
    looking.few(&start);
    chosen(looking.best)
}

/// Of all diagrams of a move and a kind those that are needed to see every sentence of it once, the easiest first, and one
/// that captures.
fn chosen(best: BTreeMap<Slot, Diagram>) -> Vec<Diagram> {
    type OfKind = (usize, Option<usize>);
    let mut groups: BTreeMap<OfKind, Vec<(Slot, Diagram)>> = BTreeMap::new();
    for (slot, diagram) in best {
        groups.entry((slot.0, slot.1)).or_default().push((slot, diagram));
    }
    let mut all = Vec::new();
    for mut group in groups.into_values() {
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        let mut captures = false;
        for origin in [Origin::Alone, Origin::Few, Origin::Played] {
            loop {
                let new = |(slot, diagram): &(Slot, Diagram)| {
                    let new = slot.3.difference(&seen).count();
                    let first_capture = origin == Origin::Played && !captures && !diagram.taken.is_empty();
                    (slot.2 == origin && (new > 0 || first_capture)).then_some((first_capture, new, diagram.score))
                };
                let found = (0..group.len()).filter_map(|at| Some((new(&group[at])?, at))).max();
                let Some((_, at)) = found else { break };
                let (slot, diagram) = group.swap_remove(at);
                seen.extend(&slot.3);
                captures |= !diagram.taken.is_empty();
                all.push(diagram);
            }
        }
    }
    all
}

/// The first position in which a player decides; what Chance decides before is drawn.
pub fn begun(game: &Reference, rng: &mut Rng) -> Position {
    let mut position = game.initial();
    for _ in 0..200 {
        if game.actor(&position) != Some(Actor::Chance) {
            break;
        }
        let option = chance::draw(game, &position, rng);
        game.play(&mut position, option);
    }
    position
}

impl Looking<'_> {
    /// Each kind alone on the board, in the middle and on each row.
    fn alone(&mut self, start: &Position) {
        let arrangement = self.game.arrangement(start);
        let rules = self.game.rules();
        let cells = places(self.game);
        for kind in 0..rules.kinds.len() {
            for phase in 0..rules.phases.len().max(1) {
                for &cell in &cells {
                    if self.halt.is_called() {
                        return;
                    }
                    for others in [0, 2] {
                        // Some moves want a few pieces more on the board.
                        if others > 0 && self.shows_all() {
                            break;
                        }
                        let cells: Vec<CellId> =
                            cells.iter().copied().filter(|other| *other != cell).take(others).chain([cell]).collect();
                        let alone = with_some(&arrangement, kind, rules.kinds[kind].neutral, &cells, phase);
                        self.look(&self.game.begun_from(&alone), Some(cell), Origin::Alone);
                    }
                }
            }
        }
    }

    /// Whether there is a diagram of every move.
    fn shows_all(&self) -> bool {
        (0..self.game.rules().moves.len()).all(|number| self.best.keys().any(|slot| slot.0 == number))
    }

    /// The set-up with the pieces of the first player only, and of them those of one kind or two.
    fn few(&mut self, start: &Position) {
        let arrangement = self.game.arrangement(start);
        let n = self.game.rules().kinds.len();
        for one in 0..n.min(8) {
            for other in one..n.min(8) {
                if self.halt.is_called() {
                    return;
                }
                let mut few = arrangement.clone();
                let is_left =
                    |piece: &Standing| piece.owner == Some(PlayerId(0)) && (piece.kind == one || piece.kind == other);
                few.cells.iter_mut().for_each(|stack| stack.retain(is_left));
                few.hands.iter_mut().for_each(|hand| hand.fill(0));
                (few.mover, few.turns, few.rounds) = (Some(PlayerId(0)), 4, 2);
                if few.cells.iter().any(|stack| !stack.is_empty()) {
                    self.look(&self.game.begun_from(&few), None, Origin::Few);
                }
            }
        }
    }

    /// Positions of games at random.
    fn played(&mut self, seed: u64) {
        let mut seen = 0;
        for number in 0..GAMES {
            let mut rng = Rng::stream(seed, number + 1);
            let mut position = begun(self.game, &mut rng);
            for _ in 0..DECISIONS {
                if self.halt.is_called() || seen >= POSITIONS {
                    return;
                }
                let option = match self.game.actor(&position) {
                    None => break,
                    Some(Actor::Chance) => chance::draw(self.game, &position, &mut rng),
                    Some(Actor::Player(_)) => {
                        self.look(&position, None, Origin::Played);
                        seen += 1;
                        rng.index(self.game.n_options(&position))
                    }
                };
                self.game.play(&mut position, option);
            }
        }
    }

    /// What the options of a position show; of the piece on one cell only, if one is given.
    fn look(&mut self, position: &Position, only: Option<CellId>, from: Origin) {
        let n = self.game.n_options(position);
        if !matches!(self.game.actor(position), Some(Actor::Player(_))) || n == 0 || n > OPTIONS {
            return;
        }
        let snapshot = self.game.snapshot(position);
        let mut groups: BTreeMap<Key, Group> = BTreeMap::new();
        for (option, (number, sentences)) in self.game.offered(position).into_iter().enumerate().take(n) {
            let Some(number) = number else { continue };
            let cells = self.game.cells_of(position, option);
            let all = &self.game.rules().moves[number].sentences;
            let place = sentences.first().and_then(|span| all.iter().position(|sentence| sentence.span == *span));
            let Some((place, ((kind, origin), targets))) =
                place.and_then(|place| Some((place, shown(&all[place], &cells, &snapshot)?)))
            else {
                continue;
            };
            if (only.is_some() && origin != only) || (from == Origin::Few && origin.is_none()) {
                continue;
            }
            let group = groups.entry((number, kind, origin)).or_default();
            group.targets.extend(targets);
            group.sentences.insert(place);
            group.options.push((option, cells));
        }
        for (key, group) in groups {
            self.keep(position, &snapshot, key, &group, from);
        }
    }

    /// Keeps what shows more than what is known so far.
    fn keep(&mut self, position: &Position, snapshot: &Snapshot, key: Key, group: &Group, from: Origin) {
        let (number, kind, origin) = key;
        let mover = snapshot.mover;
        let is_enemy = |cell: &&CellId| {
            let top = snapshot.cells.get(cell.index()).and_then(|stack| stack.last());
            top.is_some_and(|piece: &PieceView| piece.owner.is_some() && piece.owner != mover)
        };
        let hits = group.targets.iter().filter(is_enemy).count();
        let jumps = group.options.iter().filter(|(_, cells)| cells.len() > 2).count();
        let score = 2 * group.targets.len() + 6 * hits.min(3) + 5 * jumps.min(2);
        let slot = (number, kind, from, group.sentences.clone());
        if self.best.get(&slot).is_some_and(|known| known.score >= score) {
            return;
        }
        let taken = self.taken(position, snapshot, group, origin);
        let showing = match (from, origin, kind) {
            (Origin::Alone, ..) => Showing::Alone,
            (Origin::Few, Some(_), _) => Showing::Few,
            (Origin::Played, Some(_), _) => Showing::Among,
            (_, None, Some(_)) => Showing::Drop,
            (_, None, None) if self.drops(number) => Showing::Drop,
            (_, None, None) => Showing::Pick,
        };
        let score = score + 8 * usize::from(!taken.is_empty());
        if self.best.get(&slot).is_some_and(|known| known.score >= score) {
            return;
        }
        let written =
            group.options.first().map_or_else(String::new, |(option, _)| self.game.notation(position, *option));
        let (targets, snapshot) = (group.targets.clone(), snapshot.clone());
        self.best.insert(slot, Diagram { number, kind, showing, origin, targets, taken, snapshot, written, score });
    }

    fn drops(&self, number: usize) -> bool {
        let sentences = &self.game.rules().moves[number].sentences;
        sentences.iter().any(|sentence| sentence.travel.as_ref().is_some_and(|travel| travel.drops))
    }

    /// The cells from which pieces of others vanish when these options are taken.
    fn taken(&self, position: &Position, before: &Snapshot, group: &Group, origin: Option<CellId>) -> BTreeSet<CellId> {
        let mut taken = BTreeSet::new();
        for (option, _) in group.options.iter().take(40) {
            let mut next = position.clone();
            self.game.play(&mut next, *option);
            let after = self.game.snapshot(&next);
            let lost = |(stack, now): &(&Vec<PieceView>, &Vec<PieceView>)| {
                let others = |stack: &[PieceView]| stack.iter().filter(|piece| piece.owner != before.mover).count();
                others(stack) > others(now)
            };
            let pairs = before.cells.iter().zip(&after.cells).enumerate();
            let cells = pairs.filter(|(_, pair)| lost(pair)).map(|(cell, _)| CellId(cell as u16));
            taken.extend(
                cells.filter(|cell| Some(*cell) != origin && !self.game.rules().board.cells[cell.index()].site),
            );
        }
        taken
    }
}

/// What an option shows: the piece that moves, with its cell, and where it may go.
type Shown = ((Option<usize>, Option<CellId>), Vec<CellId>);

fn shown(sentence: &Sentence, cells: &[CellId], snapshot: &Snapshot) -> Option<Shown> {
    let first = *cells.first()?;
    match &sentence.travel {
        Some(travel) if travel.drops && sentence.picks.is_empty() => {
            let mut kinds = travel.kinds.iter();
            let only = kinds.next().filter(|_| kinds.next().is_none());
            Some(((only.map(usize::from), None), vec![first]))
        }
        Some(_) if sentence.picks.is_empty() => {
            let kind = snapshot.cells.get(first.index())?.last()?.kind;
            let targets: Vec<CellId> = cells[1..].iter().copied().filter(|cell| *cell != first).collect();
            (!targets.is_empty()).then_some(((Some(kind), Some(first)), targets))
        }
        Some(_) => None,
        None => Some(((None, None), vec![first])),
    }
}

/// The position with pieces of the first player alone on the board.
fn with_some(start: &Arrangement, kind: usize, neutral: bool, cells: &[CellId], phase: usize) -> Arrangement {
    let mut alone = start.clone();
    alone.cells.iter_mut().for_each(Vec::clear);
    alone.hands.iter_mut().for_each(|hand| hand.fill(0));
    let owner = (!neutral).then_some(PlayerId(0));
    for cell in cells {
        alone.cells[cell.index()].push(Standing { kind, owner, moved: false, variables: Vec::new() });
    }
    // Neither the first turn nor the second: those may have rules of their own.
    (alone.mover, alone.phase, alone.turns, alone.rounds) = (Some(PlayerId(0)), phase, 4, 2);
    alone
}

/// The cell nearest to the middle, and of each row the cell nearest to its middle.
fn places(game: &Reference) -> Vec<CellId> {
    let board = &game.rules().board;
    let grid = || board.cells.iter().enumerate().filter(|(_, cell)| !cell.site);
    let n = grid().count().max(1) as f64;
    let middle = grid().fold((0.0, 0.0), |sum, (_, cell)| (sum.0 + cell.centre.0 / n, sum.1 + cell.centre.1 / n));
    let far = |cell: &crate::rules::board::Cell| (cell.centre.0 - middle.0).hypot(cell.centre.1 - middle.1);
    let mut cells: Vec<(f64, CellId, Option<u16>)> =
        grid().map(|(number, cell)| (far(cell), CellId(number as u16), cell.row)).collect();
    cells.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut rows = BTreeSet::new();
    let mut chosen: Vec<CellId> =
        cells.iter().filter(|(_, _, row)| rows.insert(*row)).map(|(_, cell, _)| *cell).collect();
    chosen.truncate(8);
    chosen
}
