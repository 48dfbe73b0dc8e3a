//! What pieces can go to from where they stand, as far as it is seen from their paths: how many empty cells, which own
//! pieces and which of the other's, and how many of these cells lie beside a royal piece of the other.
//!
//! ```text
//!    . . k .      The rook R goes to four empty cells (e) and to the pawn p of the other player; two of them (E) lie beside
//!    e . E .      the king k. Where a path asks for a cell that it only passes, such as the step of a horse that may be
//!    R e E p      blocked, that cell must be empty.
//!    P . . .
//! ```
//!
//! What a rule asks for besides (a guard, a piece that has not moved) is left out, and so are paths that begin with a hop.

use super::neighbours::{Standing, as_seen_by, n_standing, visit_cells};
use super::stretches::{Ray, Stretches};
use crate::game::PlayerId;
use crate::rules::Rules;
use crate::rules::board::{Board, CellId, DirectionId};
use crate::rules::model::{Dirs, Expr, ExprKind, Leg, Path, Travel, Verb};
use crate::rules::types::Value;

/// On boards with more cells than this nobody looks.
const MOST_CELLS: usize = 400;
/// Where there would be more features than this neither.
const MOST_FEATURES: usize = 6_000;

/// Where pieces can go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    n_kinds: usize,
    n_cells: usize,
    /// By player, then by kind, then by cell.
    ways: Stretches,
    /// By player, then by kind, then by cell, a bit for each cell on which it may land if all others are empty.
    landings: Vec<u64>,
    /// By cell, a bit for itself and for each cell beside it.
    beside: Vec<u64>,
    /// The royal kinds.
    royal: Vec<usize>,
}

/// By player, a bit for each cell with a royal piece of the other, or beside one.
#[derive(Clone, Debug, Default)]
pub struct Courts([Vec<u64>; 2]);

impl Reach {
    /// Where the pieces of some rules can go; nowhere where there would be too many features.
    pub fn of(rules: &Rules) -> Self {
        let (board, n_kinds) = (&rules.board, rules.kinds.len());
        let mut reach = Self { n_kinds, n_cells: board.n_cells(), ..Self::default() };
        if reach.n_cells > MOST_CELLS || reach.features() > MOST_FEATURES || rules.players.len() != 2 {
            return Self::default();
        }
        let n_words = reach.n_words();
        for player in 0..2 {
            for kind in 0..n_kinds as u16 {
                for cell in (0..reach.n_cells as u16).map(CellId) {
                    let rays = rays(rules, player, kind, cell);
                    reach.ways.add_place(&rays, n_words);
                    let landings = rays.iter().flatten().filter(|(_, lands)| lands[0]).map(|(cell, _)| cell.0);
                    reach.landings.extend(bits(landings, n_words));
                }
            }
        }
        if reach.ways.is_empty() {
            return Self::default();
        }
        let ways = board.neighbour_ways();
        let beside = |cell: u16| {
            let next = ways.iter().filter_map(move |&way| board.step(CellId(cell), way)).map(|next| next.0);
            bits(next.chain([cell]), n_words)
        };
        reach.beside = (0..reach.n_cells as u16).flat_map(beside).collect();
        reach.royal = (0..n_kinds).filter(|&kind| rules.kinds[kind].royal).collect();
        reach
    }

    /// The empty cells to which a piece of a player may go from a cell if all others are empty, a bit for each.
    pub fn landings(&self, player: usize, (kind, from): (usize, usize)) -> &[u64] {
        let n_words = self.n_words();
        &self.landings[self.place(player, (kind, from)) * n_words..][..n_words]
    }

    /// How many words have a bit for each cell.
    pub fn n_words(&self) -> usize {
        self.n_cells.div_ceil(64)
    }

    /// Where a piece of a player on a cell stands in what is listed by player, kind and cell.
    #[inline]
    fn place(&self, player: usize, (kind, cell): (usize, usize)) -> usize {
        (player * self.n_kinds + kind) * self.n_cells + cell
    }

    fn features(&self) -> usize {
        self.n_kinds * 2 * n_standing(self.n_kinds)
    }

    /// How many cells the board has, and how many kinds of pieces there are.
    pub fn size(&self) -> (usize, usize) {
        (self.n_cells, self.n_kinds)
    }

    /// How many features there are.
    pub fn len(&self) -> usize {
        if self.is_empty() { 0 } else { self.features() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }

    /// The feature of a kind that reaches a cell away from a royal piece of the other (no) or beside it (yes), on which
    /// stands nothing, or a piece of a kind in a relation: own, the other's or nobody's.
    pub fn feature(&self, kind: usize, is_near: bool, stands: Option<(usize, usize)>) -> usize {
        let stands = stands.map_or(0, |(relation, other)| 1 + relation * self.n_kinds + other);
        (kind * 2 + usize::from(is_near)) * n_standing(self.n_kinds) + stands
    }

    /// The features of a kind: what it reaches away from a royal piece of the other and beside it, by what stands there.
    pub fn of_kind(&self, kind: usize) -> std::ops::Range<usize> {
        let each = self.len() / self.n_kinds.max(1);
        kind * each..(kind + 1) * each
    }

    /// Shows what the pieces of a kind of a player reach: the feature as the first player would see it, and how many cells. For
    /// the other, [`seen_by`](Self::seen_by) tells it. Several of a kind on a cell count once.
    #[inline]
    pub fn visit(
        &self,
        (owner, kind): (usize, usize),
        (standing, courts): (&Standing, &Courts),
        mut see: impl FnMut(usize, u32),
    ) {
        let n_standing = n_standing(self.n_kinds);
        let (stands, court) = (standing.seen(), courts.0[owner].as_slice());
        let (far, near) = (kind * 2 * n_standing, (kind * 2 + 1) * n_standing);
        let first = self.place(owner, (kind, 0));
        visit_cells(standing.plane(owner, kind), |cell| {
            self.ways.look(first + cell, standing.occupied(), |reached| {
                let court = court[reached.word];
                for (beside, cells) in [(far, reached.empty & !court), (near, reached.empty & court)] {
                    if cells != 0 {
                        see(beside, cells.count_ones());
                    }
                }
                let mut rest = reached.taken;
                while rest != 0 {
                    let bit = rest.trailing_zeros();
                    let stands = usize::from(stands[reached.word * 64 + bit as usize]);
                    see(if court >> bit & 1 == 1 { near } else { far } + stands, 1);
                    rest &= rest - 1;
                }
            });
        });
    }

    /// Marks what lies beside royal pieces.
    pub fn mark(&self, standing: &Standing, courts: &mut Courts) {
        let n_words = self.n_words();
        for (player, court) in courts.0.iter_mut().enumerate() {
            court.clear();
            court.resize(n_words, 0);
            for &kind in &self.royal {
                visit_cells(standing.plane(1 - player, kind), |cell| {
                    let beside = &self.beside[cell * n_words..];
                    court.iter_mut().zip(beside).for_each(|(court, beside)| *court |= beside);
                });
            }
        }
    }

    /// The feature that is one of a player, if it were the first player's.
    pub fn seen_by(&self, player: usize, number: usize) -> usize {
        let (part, stands) = (number / n_standing(self.n_kinds), number % n_standing(self.n_kinds));
        part * n_standing(self.n_kinds) + as_seen_by(player, stands, self.n_kinds)
    }

    /// Shows the empty cells to which a piece of a player goes from a cell, if these cells have pieces: a word of bits and its
    /// number, and again what is reached by several ways.
    #[inline]
    pub fn visit_empty(
        &self,
        player: usize,
        (kind, from): (usize, usize),
        occupied: &[u64],
        mut see: impl FnMut(usize, u64),
    ) {
        self.ways.look(self.place(player, (kind, from)), occupied, |reached| see(reached.word, reached.empty));
    }
}

/// These cells as bits of so many words.
fn bits(cells: impl Iterator<Item = u16>, n_words: usize) -> Vec<u64> {
    let mut words = vec![0; n_words];
    cells.for_each(|cell| words[usize::from(cell) / 64] |= 1 << (cell % 64));
    words
}

/// The ways of a piece of a kind from a cell.
fn rays(rules: &Rules, player: u8, kind: u16, cell: CellId) -> Vec<Ray> {
    let mut rays = Vec::new();
    let travels = rules.moves.iter().flat_map(|each| &each.sentences).filter_map(|sentence| sentence.travel.as_ref());
    for travel in travels.filter(|travel| is_plain(travel) && travel.kinds.contains(kind)) {
        let lands = lands_on(rules, &travel.to);
        add_rays(rules, PlayerId(player), (&travel.path, lands), cell, &mut rays);
    }
    rays
}

/// Whether a travel is one of a piece on the board that takes what it lands on, if anything.
fn is_plain(travel: &Travel) -> bool {
    !travel.drops && travel.on.is_none() && travel.taking.is_none()
}

/// Adds the ways of a path from a cell.
fn add_rays(rules: &Rules, player: PlayerId, (path, lands): (&Path, [bool; 2]), cell: CellId, rays: &mut Vec<Ray>) {
    let board = &rules.board;
    let [leg] = path.as_slice() else {
        return add_steps(rules, player, (path, lands), (cell, None), &mut Vec::new(), rays);
    };
    let ways = ways(rules, player, leg, None);
    match &leg.verb {
        _ if leg.repeating || leg.condition.is_some() => {}
        Verb::Steps => rays.extend(ways.iter().filter_map(|&way| Some(vec![(board.step(cell, way)?, lands)]))),
        Verb::Slides { range: None, bends: None, .. } => {
            let line = |&way: &DirectionId| {
                let next = |here: &CellId| board.step(*here, way).filter(|next| *next != cell);
                let cells = std::iter::successors(next(&cell), next).take(board.n_cells());
                cells.map(|cell| (cell, lands)).collect::<Ray>()
            };
            rays.extend(ways.iter().map(line).filter(|ray| !ray.is_empty()));
        }
        Verb::Leaps(a, b) => {
            let landings = match leg.dirs {
                None => board.leaps(cell, *a, *b),
                Some(_) => ways.iter().flat_map(|&way| board.leaps_toward(cell, *a, *b, way)).collect(),
            };
            rays.extend(landings.into_iter().map(|landing| vec![(landing, lands)]));
        }
        Verb::OneOf(paths) => {
            for (path, to) in paths {
                let lands = to.as_ref().map_or(lands, |to| lands_on(rules, to));
                add_rays(rules, player, (path, lands), cell, rays);
            }
        }
        _ => {}
    }
}

/// Adds the ways of several steps one after the other, of which only the last one lands.
fn add_steps(
    rules: &Rules,
    player: PlayerId,
    (path, lands): (&[Leg], [bool; 2]),
    (cell, before): (CellId, Option<DirectionId>),
    passed: &mut Ray,
    rays: &mut Vec<Ray>,
) {
    let Some((leg, rest)) = path.split_first() else { return };
    if !matches!(leg.verb, Verb::Steps) || leg.repeating || leg.condition.is_some() {
        return;
    }
    for way in ways(rules, player, leg, before) {
        let Some(next) = rules.board.step(cell, way) else { continue };
        passed.push((next, if rest.is_empty() { lands } else { [false; 2] }));
        match rest.is_empty() {
            true => rays.push(passed.clone()),
            false => add_steps(rules, player, (rest, lands), (next, Some(way)), passed, rays),
        }
        passed.pop();
    }
}

/// The directions of a leg for a player, after a step in one; none where they cannot be told from the rules alone.
fn ways(rules: &Rules, player: PlayerId, leg: &Leg, before: Option<DirectionId>) -> Vec<DirectionId> {
    let board = &rules.board;
    match &leg.dirs {
        None => board.neighbour_ways(),
        Some(Dirs::Onward(notches)) => {
            before.map_or_else(Vec::new, |way| notches.iter().filter_map(|&by| board.turned(way, by)).collect())
        }
        Some(Dirs::Set(set)) => {
            let facing = rules.players.get(player.index()).and_then(|player| player.facing);
            directions(rules, set, facing).unwrap_or_default()
        }
    }
}

fn directions(rules: &Rules, set: &Expr, facing: Option<DirectionId>) -> Option<Vec<DirectionId>> {
    let of = |expr: &Expr| directions(rules, expr, facing);
    let board: &Board = &rules.board;
    match &set.kind {
        ExprKind::Constant(Value::Set(members)) => Some(members.iter().map(|way| DirectionId(way as u8)).collect()),
        ExprKind::Constant(Value::One(Some(way))) => Some(vec![DirectionId(*way as u8)]),
        ExprKind::Relative(_, notches) => Some(notches.iter().filter_map(|&by| board.turned(facing?, by)).collect()),
        ExprKind::ToSet(one) => of(one),
        ExprKind::Union(one, other) => Some([of(one)?, of(other)?].concat()),
        ExprKind::Difference(one, other) => {
            let less = of(other)?;
            Some(of(one)?.into_iter().filter(|way| !less.contains(way)).collect())
        }
        ExprKind::Call(function, arguments) if arguments.is_empty() => of(&rules.functions[*function].body),
        _ => None,
    }
}

/// Whether a target may be empty, and whether a piece may stand there.
fn lands_on(rules: &Rules, to: &Expr) -> [bool; 2] {
    let both = |one: &Expr, other: &Expr, join: fn(bool, bool) -> bool| {
        let (one, other) = (lands_on(rules, one), lands_on(rules, other));
        [join(one[0], other[0]), join(one[1], other[1])]
    };
    match &to.kind {
        ExprKind::Empty => [true, false],
        ExprKind::Pieces(..) | ExprKind::AnyHeight(..) => [false, true],
        ExprKind::Union(one, other) => both(one, other, |one, other| one || other),
        ExprKind::Intersection(one, other) => both(one, other, |one, other| one && other),
        ExprKind::Difference(one, _) => lands_on(rules, one),
        ExprKind::Call(function, _) => lands_on(rules, &rules.functions[*function].body),
        _ => [true; 2],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::game::rng::Rng;
    use crate::game::{Contents, Occupant};
    use crate::rules::sample;

    /// How often the pieces of the first player and of the other reach each feature, walked cell by cell.
    fn walked(rules: &Rules, reach: &Reach, pieces: &[Occupant]) -> [BTreeMap<usize, u32>; 2] {
        let mut counts = [BTreeMap::new(), BTreeMap::new()];
        let on = |cell: CellId| pieces.iter().find(|piece| piece.cell == cell.0);
        for piece in pieces {
            let Some(owner) = piece.owner else { continue };
            let is_near = |cell: CellId| {
                let ways = rules.board.neighbour_ways();
                let near = ways.into_iter().filter_map(|way| rules.board.step(cell, way)).chain([cell]);
                let is_royal = |piece: &Occupant| rules.kinds[usize::from(piece.kind)].royal;
                near.filter_map(on).any(|other| {
                    is_royal(other) && other.owner.is_some_and(|other| other != owner && other.index() < 2)
                })
            };
            for ray in rays(rules, owner.0, piece.kind, CellId(piece.cell)) {
                for (cell, lands) in ray {
                    let stands = on(cell).map(|other| {
                        let relation = other.owner.map_or(2, |other| usize::from(other != owner));
                        (relation, usize::from(other.kind))
                    });
                    if lands[usize::from(stands.is_some())] {
                        let feature = reach.feature(usize::from(piece.kind), is_near(cell), stands);
                        *counts[owner.index()].entry(feature).or_insert(0) += 1;
                    }
                    if stands.is_some() {
                        break;
                    }
                }
            }
        }
        counts
    }

    #[test]
    fn what_is_reached_is_what_is_walked_to() {
        let moves = "move go {\n Queen slides to empty or enemies\n Horse leaps 1 by 2 to empty or enemies or mine\n \
                     King steps to empty or enemies\n Ox steps forward to empty\n Ox steps forward-diagonal to enemies\n \
                     Ox steps orthogonal then steps onward-diagonal to empty }\n";
        for (board, n_cells) in [("square 8 by 8", 64), ("square 9 by 10", 90), ("square 15 by 13", 195)] {
            let rules = sample::rules(&format!(
                "language 1\ngame \"Ways\"\nplayers White, Black\nboard {board}\npiece Queen\n\
                 piece Horse\npiece King royal\npiece Ox\nsetup {{ put Queen of White on a1  put Horse of Black on b1 }}\n\
                 {moves}turn {{ choose go }}\nend before each turn {{ \"stuck\": mover loses when stuck  \
                 \"repetition\": draw when repeated 3 times }}\n"
            ));
            let reach = Reach::of(&rules);
            let (mut standing, mut courts, mut rng) = (Standing::default(), Courts::default(), Rng::stream(3, 0));
            let mut n_near = 0;
            for _ in 0..100 {
                let mut contents = Contents::default();
                for _ in 0..1 + rng.index(n_cells / 2) {
                    let (cell, kind) = (rng.index(n_cells) as u16, rng.index(4) as u16);
                    let owner = [Some(PlayerId(0)), Some(PlayerId(1)), None][rng.index(3)];
                    if contents.pieces.iter().all(|piece| piece.cell != cell) {
                        contents.pieces.push(Occupant { cell, kind, owner });
                    }
                }
                standing.read(&contents, n_cells, 4);
                let mut counts = [BTreeMap::new(), BTreeMap::new()];
                reach.mark(&standing, &mut courts);
                for (owner, kind) in (0..2).flat_map(|owner| (0..4).map(move |kind| (owner, kind))) {
                    reach.visit((owner, kind), (&standing, &courts), |number, times| {
                        *counts[owner].entry(reach.seen_by(owner, number)).or_insert(0) += times;
                    });
                }
                assert_eq!(counts, walked(&rules, &reach, &contents.pieces), "{board}: {contents:?}");
                let near = 0..4;
                n_near += near.filter(|&kind| counts[0].contains_key(&reach.feature(kind, true, None))).count();
            }
            assert!(n_near > 100, "{n_near}");
        }
    }
}
