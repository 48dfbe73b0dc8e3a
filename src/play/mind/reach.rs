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

use super::neighbours::Standing;
use crate::game::{Contents, PlayerId};
use crate::rules::Rules;
use crate::rules::board::{Board, CellId, DirectionId};
use crate::rules::model::{Dirs, Expr, ExprKind, Leg, Path, Travel, Verb};
use crate::rules::types::Value;

/// On boards with more cells than this nobody looks.
const MOST_CELLS: usize = 400;
/// Where there would be more features than this neither.
const MOST_FEATURES: usize = 6_000;
/// What stands somewhere: an own piece, the other's, or nobody's.
pub const RELATIONS: usize = 3;

/// Where pieces can go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    n_kinds: usize,
    n_cells: usize,
    /// By player, then by kind, then by cell, where its steps begin; last where those of all end.
    first: Vec<u32>,
    steps: Vec<Step>,
    /// By player, then by kind, then by cell, a bit for each cell on which it may land if all others are empty.
    landings: Vec<u64>,
    /// By cell, the cells beside it.
    beside: Vec<Vec<u16>>,
    /// By kind, whether it is royal.
    royal: Vec<bool>,
}

/// A cell on the way of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    cell: u16,
    /// Whether it may land there if the cell is empty, and if it is not.
    lands: [bool; 2],
    /// Which step comes next if the way is blocked here.
    blocked: u32,
}

/// By player, which cells lie beside a royal piece of the other.
#[derive(Clone, Debug, Default)]
pub struct Courts([Vec<u8>; 2]);

/// A way from a cell: cells one after the other, each with where it may land.
type Ray = Vec<(CellId, [bool; 2])>;

impl Reach {
    /// Where the pieces of some rules can go; nowhere where there would be too many features.
    pub fn of(rules: &Rules) -> Self {
        let (board, n_kinds) = (&rules.board, rules.kinds.len());
        let mut reach = Self { n_kinds, n_cells: board.n_cells(), ..Self::default() };
        if reach.n_cells > MOST_CELLS || reach.features() > MOST_FEATURES || rules.players.len() != 2 {
            return Self::default();
        }
        for player in 0..2 {
            for kind in 0..n_kinds as u16 {
                for cell in (0..reach.n_cells as u16).map(CellId) {
                    let begun = reach.steps.len();
                    reach.first.push(begun as u32);
                    rays(rules, player, kind, cell).into_iter().for_each(|ray| reach.add(&ray));
                    reach.add_landings(begun);
                }
            }
        }
        if reach.steps.is_empty() {
            return Self::default();
        }
        reach.first.push(reach.steps.len() as u32);
        let ways = board.neighbour_ways();
        let beside =
            |cell: u16| ways.iter().filter_map(|&way| board.step(CellId(cell), way)).map(|next| next.0).collect();
        reach.beside = (0..reach.n_cells as u16).map(beside).collect();
        reach.royal = rules.kinds.iter().map(|kind| kind.royal).collect();
        reach
    }

    fn add(&mut self, ray: &Ray) {
        let end = (self.steps.len() + ray.len()) as u32;
        self.steps.extend(ray.iter().map(|&(cell, lands)| Step { cell: cell.0, lands, blocked: end }));
    }

    /// Adds the landings of steps from a place on.
    fn add_landings(&mut self, begun: usize) {
        let mut landings = vec![0; self.n_words()];
        for step in self.steps[begun..].iter().filter(|step| step.lands[0]) {
            landings[usize::from(step.cell) / 64] |= 1 << (step.cell % 64);
        }
        self.landings.extend(landings);
    }

    /// The empty cells to which a piece of a player may go from a cell if all others are empty, a bit for each.
    pub fn landings(&self, player: usize, (kind, from): (usize, u16)) -> &[u64] {
        let n_words = self.n_words();
        &self.landings[self.place(player, (kind, from)) * n_words..][..n_words]
    }

    /// How many words have a bit for each cell.
    pub fn n_words(&self) -> usize {
        self.n_cells.div_ceil(64)
    }

    /// Where a piece of a player on a cell stands in what is listed by player, kind and cell.
    #[inline]
    fn place(&self, player: usize, (kind, cell): (usize, u16)) -> usize {
        (player * self.n_kinds + kind) * self.n_cells + usize::from(cell)
    }

    /// What may stand on a cell: nothing, or a kind in one of the relations.
    fn n_standing(&self) -> usize {
        1 + RELATIONS * self.n_kinds
    }

    fn features(&self) -> usize {
        self.n_kinds * 2 * self.n_standing()
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
        self.steps.is_empty()
    }

    /// The feature of a kind that reaches a cell away from a royal piece of the other (no) or beside it (yes), on which
    /// stands nothing, or a piece of a kind in a relation: own, the other's or nobody's.
    pub fn feature(&self, kind: usize, is_near: bool, stands: Option<(usize, usize)>) -> usize {
        let stands = stands.map_or(0, |(relation, other)| 1 + relation * self.n_kinds + other);
        (kind * 2 + usize::from(is_near)) * self.n_standing() + stands
    }

    /// The features of a kind: what it reaches away from a royal piece of the other and beside it, by what stands there.
    pub fn of_kind(&self, kind: usize) -> std::ops::Range<usize> {
        let each = self.len() / self.n_kinds.max(1);
        kind * each..(kind + 1) * each
    }

    /// Shows every cell that a piece of one of the players reaches: which of them, and the feature.
    #[inline]
    pub fn visit(
        &self,
        contents: &Contents,
        standing: &Standing,
        courts: &mut Courts,
        mut see: impl FnMut(usize, usize),
    ) {
        self.read(contents, courts);
        let n_standing = self.n_standing();
        for piece in &contents.pieces {
            let Some(owner) = piece.owner.map(|owner| owner.index()).filter(|owner| *owner < 2) else { continue };
            let kind = usize::from(piece.kind);
            let place = self.place(owner, (kind, piece.cell));
            let (mut at, end) = (self.first[place] as usize, self.first[place + 1] as usize);
            let (stands, court) = (standing.seen_by(owner), &courts.0[owner]);
            while at < end {
                let step = self.steps[at];
                let cell = usize::from(step.cell);
                let stands = usize::from(stands[cell]);
                if step.lands[usize::from(stands != 0)] {
                    see(owner, (kind * 2 + usize::from(court[cell])) * n_standing + stands);
                }
                at = if stands == 0 { at + 1 } else { step.blocked as usize };
            }
        }
    }

    /// Shows every empty cell to which a piece of a player goes from a cell, by what stands where.
    #[inline]
    pub fn visit_empty(&self, player: usize, (kind, from): (usize, u16), stands: &[u16], mut see: impl FnMut(u16)) {
        let place = self.place(player, (kind, from));
        let (mut at, end) = (self.first[place] as usize, self.first[place + 1] as usize);
        while at < end {
            let step = self.steps[at];
            let is_empty = stands[usize::from(step.cell)] == 0;
            if is_empty && step.lands[0] {
                see(step.cell);
            }
            at = if is_empty { at + 1 } else { step.blocked as usize };
        }
    }

    /// Marks what lies beside royal pieces.
    fn read(&self, contents: &Contents, courts: &mut Courts) {
        for court in &mut courts.0 {
            court.clear();
            court.resize(self.n_cells, 0);
        }
        for piece in contents.pieces.iter().filter(|piece| self.royal[usize::from(piece.kind)]) {
            let Some(owner) = piece.owner.map(|owner| owner.index()).filter(|owner| *owner < 2) else { continue };
            let court = &mut courts.0[1 - owner];
            court[usize::from(piece.cell)] = 1;
            self.beside[usize::from(piece.cell)].iter().for_each(|&cell| court[usize::from(cell)] = 1);
        }
    }
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
