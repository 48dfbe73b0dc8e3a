//! Where the cells of a board lie in a picture, and what is drawn of the board beside them.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::board::{Board, CellId, DirectionId, Shape};
use crate::rules::look::{BoardLook, CellsLook, Parity};

use super::{Form, Site};

/// A place, in cells, y upward.
pub type Place = (f64, f64);
/// A line from one place to another.
pub type Line = (Place, Place);

/// How far spikes reach from their base, in cells.
pub const SPIKE: f64 = 5.0;
/// How far apart the pieces on a spike lie, in cells.
const APART: f64 = 0.84;
/// How wide narrow rows and columns are, in cells.
pub const NARROW: f64 = 0.24;

/// What is drawn of a board beside its cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// How the cells look.
    pub style: CellsLook,
    /// Lines on which pieces stand.
    pub lines: Vec<Line>,
    /// Loops that lead from the board and back to it.
    pub arcs: Vec<Arc>,
    /// Thick lines between blocks.
    pub thick: Vec<Line>,
    /// Outer sides in the colour of a player, by number.
    pub sides: Vec<(usize, Line)>,
    /// Small dots by which one counts points.
    pub dots: Vec<Place>,
    /// Cells that are large houses.
    pub stores: BTreeSet<CellId>,
    /// Cells with a mark of their own.
    pub marked: BTreeSet<CellId>,
    /// Whether hexes stand on a side.
    pub flat: bool,
    /// The rows and columns that are drawn narrow.
    pub narrow: Option<Parity>,
}

/// A loop: from a place in a direction, on a circle, to another place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// Where it begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
    /// The middle of the circle.
    pub centre: Place,
    /// Whether it runs clockwise, seen on a page.
    pub clockwise: bool,
    /// Whether it is more than half of the circle.
    pub large: bool,
}

/// Lays the sites out, and gives what is drawn beside them.
pub(super) fn arrange(board: &Board, look: &BoardLook, sites: &mut [Site]) -> Geometry {
    let style = look.cells.unwrap_or_else(|| usual(board));
    match style {
        CellsLook::Houses => houses(board, look, sites),
        CellsLook::Spikes => spikes(board, sites),
        CellsLook::Points => sites.iter_mut().filter(|site| site.form == Form::Field).for_each(|site| {
            site.form = Form::Point;
            site.outline.clear();
        }),
        _ => {}
    }
    if style != CellsLook::Chequered {
        sites.iter_mut().for_each(|site| site.shade = None);
    }
    Geometry {
        style,
        lines: lines(board, look, sites, style),
        arcs: arcs(board),
        thick: look.blocks.map_or_else(Vec::new, |size| thick(board, f64::from(size))),
        sides: look.sides.iter().flat_map(|(player, cells)| sides(board, *player, cells)).collect(),
        dots: if style == CellsLook::Points { dots(board.shape) } else { Vec::new() },
        stores: look.stores.iter().copied().collect(),
        marked: look.marked.iter().flatten().flat_map(|marked| &marked.cells).copied().collect(),
        flat: look.flat,
        narrow: look.narrow.filter(|_| matches!(board.shape, Shape::Square { .. })),
    }
}

/// How the cells of a board look of which the file says nothing.
fn usual(board: &Board) -> CellsLook {
    let bare = board.cells.iter().take(board.n_grid).any(|cell| cell.outline.len() < 3);
    match board.shape {
        _ if bare || !board.bends.is_empty() => CellsLook::Points,
        Shape::Square { .. } => CellsLook::Chequered,
        _ => CellsLook::Plain,
    }
}

/// The direction in degrees clockwise from the top of the page; none if it leads nowhere.
pub fn angle(board: &Board, direction: DirectionId) -> Option<f64> {
    let (dx, dy) = vector(board, direction)?;
    Some(dx.atan2(dy).to_degrees())
}

/// A step in the direction, of length one.
fn vector(board: &Board, direction: DirectionId) -> Option<Place> {
    let steps = board.directions.get(direction.index())?.to.iter().enumerate();
    let (from, to) = steps.filter_map(|(from, to)| Some((from, (*to)?))).next()?;
    let ((x, y), (to_x, to_y)) = (board.cells.get(from)?.centre, board.cells.get(to.index())?.centre);
    let length = (to_x - x).hypot(to_y - y);
    (length > 0.0).then_some(((to_x - x) / length, (to_y - y) / length))
}

/// Two rows of houses, the path running back in the upper one, and the stores at the ends where the path passes them.
fn houses(board: &Board, look: &BoardLook, sites: &mut [Site]) {
    let is_store = |site: &Site| look.stores.contains(&site.id);
    let count = sites.iter().take(board.n_grid).filter(|site| !is_store(site)).count();
    if !matches!(board.shape, Shape::Loop(_) | Shape::Track(_)) || count == 0 {
        return;
    }
    let half = count.div_ceil(2);
    let mut passed = 0;
    for site in sites.iter_mut().take(board.n_grid) {
        let centre = match is_store(site) {
            true if passed == 0 || passed == count => (-1.35, 0.5),
            true => (half as f64 + 0.35, 0.5),
            false => {
                passed += 1;
                let place = passed - 1;
                if place < half { (place as f64, 0.0) } else { ((count - 1 - place) as f64, 1.0) }
            }
        };
        site.centre = centre;
        let (wide, high) = if is_store(site) { (0.65, 1.0) } else { (0.5, 0.5) };
        let (x, y) = centre;
        site.outline = vec![(x - wide, y + high), (x + wide, y + high), (x + wide, y - high), (x - wide, y - high)];
        site.form = Form::Field;
    }
}

/// A path in two rows of spikes, from the lower right; a gap in the middle, where the first sites beside the board lie.
fn spikes(board: &Board, sites: &mut [Site]) {
    let count = board.n_grid;
    let half = count.div_ceil(2);
    let quarter = half.div_ceil(2);
    let top = 2.0 * SPIKE;
    for (place, site) in sites.iter_mut().take(count).enumerate() {
        let upper = place >= half;
        let column = if upper { place - half } else { half - 1 - place };
        let x = column as f64 + if column >= half - quarter { 1.0 } else { 0.0 };
        let base = if upper { top + 0.5 } else { -0.5 };
        let tip = if upper { base - SPIKE } else { base + SPIKE };
        site.centre = (x, if upper { top } else { 0.0 });
        site.outline = vec![(x - 0.5, base), (x + 0.5, base), (x + 0.5, tip), (x - 0.5, tip)];
        site.grows = Some((0.0, if upper { -APART } else { APART }));
        site.form = Form::Field;
    }
    let extras = sites.len() - count;
    let gap = (half - quarter) as f64;
    for (place, site) in sites.iter_mut().skip(count).enumerate() {
        let first = place < extras.div_ceil(2);
        let (index, of) = if first { (place, extras.div_ceil(2)) } else { (place - extras.div_ceil(2), extras / 2) };
        let share = if of > 1 { index as f64 / (of - 1) as f64 } else { 0.5 };
        site.centre = match first {
            true => (gap, top * 0.25 + share * top * 0.5),
            false => (half as f64 + 1.6, share * top),
        };
    }
}

fn lines(board: &Board, look: &BoardLook, sites: &[Site], style: CellsLook) -> Vec<Line> {
    let place = |cell: CellId| sites.get(cell.index()).map(|site| site.centre);
    let mut pairs: BTreeSet<(CellId, CellId)> = board.edges.iter().copied().collect();
    if style == CellsLook::Points && matches!(board.shape, Shape::Square { .. } | Shape::Star(_)) {
        pairs.extend(neighbours(board, look));
    }
    let joined = pairs.into_iter().filter_map(|(from, to)| Some((place(from)?, place(to)?)));
    let across = look.crossed.iter().filter_map(|&(one, other)| Some((place(one)?, place(other)?)));
    let across = across.flat_map(|((x, y), (to_x, to_y))| [((x, y), (to_x, to_y)), ((x, to_y), (to_x, y))]);
    joined.chain(across).collect()
}

/// Neighbours on the lines of a board of points: along rows and columns (on hexes in all directions), aslant where the
/// file says so, and not over the river but at its ends.
fn neighbours(board: &Board, look: &BoardLook) -> Vec<(CellId, CellId)> {
    let straight = board.direction_sets.get("orthogonal");
    let is_straight = |number: usize| straight.is_none_or(|set| set.contains(&DirectionId(number as u8)));
    let width = board.cells.iter().filter_map(|cell| cell.column).max().unwrap_or(0);
    let over_river = |from: CellId, to: CellId| {
        let row = |cell: CellId| board.cells[cell.index()].row.unwrap_or(0);
        let inner = board.cells[from.index()].column.is_some_and(|column| column > 1 && column < width);
        look.river.is_some_and(|(low, high)| inner && row(from).min(row(to)) == low && row(from).max(row(to)) == high)
    };
    let mut found = Vec::new();
    for (number, direction) in board.directions.iter().enumerate().take(board.compass) {
        for (from, to) in direction.to.iter().enumerate().filter_map(|(from, to)| Some((CellId(from as u16), (*to)?))) {
            let slants = look.aslant.contains(&from) && look.aslant.contains(&to);
            if !direction.far && from < to && (is_straight(number) || slants) && !over_river(from, to) {
                found.push((from, to));
            }
        }
    }
    found
}

/// The loops of a board, each once.
fn arcs(board: &Board) -> Vec<Arc> {
    let centre_of = |cell: CellId| board.cells.get(cell.index()).map(|cell| cell.centre);
    let arc = |(&(from, out), &(to, heading)): (&(CellId, DirectionId), &(CellId, DirectionId))| {
        if from > to {
            return None;
        }
        let (from, to) = (centre_of(from)?, centre_of(to)?);
        let (out, into) = (vector(board, out)?, vector(board, heading)?);
        // The middle lies on the normals of both ends.
        let turn = out.0 * into.1 - out.1 * into.0;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        if turn.abs() < 1e-6 {
            return None;
        }
        let along = (dx * into.0 + dy * into.1) / turn;
        let centre = (from.0 - out.1 * along, from.1 + out.0 * along);
        // Counted with y upward, the middle lies to the right of who goes clockwise.
        let clockwise = along < 0.0;
        let start = (from.1 - centre.1).atan2(from.0 - centre.0);
        let end = (to.1 - centre.1).atan2(to.0 - centre.0);
        let swept = if clockwise { start - end } else { end - start };
        let large = swept.rem_euclid(std::f64::consts::TAU) > std::f64::consts::PI;
        Some(Arc { from, to, centre, clockwise, large })
    };
    board.bends.iter().filter_map(arc).collect()
}

impl Arc {
    /// The radius of the circle.
    pub fn radius(&self) -> f64 {
        (self.from.0 - self.centre.0).hypot(self.from.1 - self.centre.1)
    }
}

fn thick(board: &Board, size: f64) -> Vec<Line> {
    let Shape::Square { width, height } = board.shape else { return Vec::new() };
    let (width, height) = (width as f64, height as f64);
    let cuts = |length: f64| (1..).map(move |part| f64::from(part) * size).take_while(move |at| *at < length);
    let upright = cuts(width).map(|x| ((x - 0.5, -0.5), (x - 0.5, height - 0.5)));
    let level = cuts(height).map(|y| ((-0.5, y - 0.5), (width - 0.5, y - 0.5)));
    upright.chain(level).collect()
}

/// The outer edges of these cells that look the same way as the side on which the cells lie.
fn sides(board: &Board, player: usize, cells: &[CellId]) -> Vec<(usize, Line)> {
    let mut outer: BTreeMap<[(i64, i64); 2], (Line, usize)> = BTreeMap::new();
    let key = |(x, y): Place| ((x * 100.0).round() as i64, (y * 100.0).round() as i64);
    for cell in board.cells.iter().take(board.n_grid) {
        for edge in edges(&cell.outline) {
            let mut ends = [key(edge.0), key(edge.1)];
            ends.sort_unstable();
            outer.entry(ends).or_insert((edge, 0)).1 += 1;
        }
    }
    let lone = |edge: &Line| {
        let mut ends = [key(edge.0), key(edge.1)];
        ends.sort_unstable();
        outer.get(&ends).is_some_and(|(_, count)| *count == 1)
    };
    let groups = straight_groups(board, cells);
    let mut found = Vec::new();
    for (group, normal) in groups {
        for cell in group.iter().filter_map(|cell| board.cells.get(cell.index())) {
            let looks_out = |edge: &Line| {
                let (x, y) = ((edge.0.0 + edge.1.0) / 2.0 - cell.centre.0, (edge.0.1 + edge.1.1) / 2.0 - cell.centre.1);
                (x * normal.0 + y * normal.1) / x.hypot(y).max(1e-9) > 0.8
            };
            found.extend(edges(&cell.outline).filter(lone).filter(looks_out).map(|edge| (player, edge)));
        }
    }
    found
}

fn edges(outline: &[Place]) -> impl Iterator<Item = Line> {
    (0..outline.len()).map(|at| (outline[at], outline[(at + 1) % outline.len()]))
}

/// Cells in straight runs of neighbours, each with the direction that leads away from the middle of the board.
fn straight_groups(board: &Board, cells: &[CellId]) -> Vec<(Vec<CellId>, Place)> {
    let mut left: BTreeSet<CellId> = cells.iter().copied().filter(|cell| cell.index() < board.n_grid).collect();
    let mut groups = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut group = vec![first];
        let mut at = 0;
        while at < group.len() {
            let near = board.directions.iter().take(board.compass).filter(|direction| !direction.far);
            let next: Vec<CellId> = near.filter_map(|direction| direction.to[group[at].index()]).collect();
            group.extend(next.into_iter().filter(|cell| left.remove(cell)));
            at += 1;
        }
        if let Some(normal) = outward(board, &group) {
            groups.push((group, normal));
        }
    }
    groups
}

/// The normal of the line on which these cells lie, away from the middle of the board.
fn outward(board: &Board, group: &[CellId]) -> Option<Place> {
    let mean = |places: &[Place]| {
        let n = places.len().max(1) as f64;
        (places.iter().map(|place| place.0).sum::<f64>() / n, places.iter().map(|place| place.1).sum::<f64>() / n)
    };
    let all: Vec<Place> = board.cells.iter().take(board.n_grid).map(|cell| cell.centre).collect();
    let own: Vec<Place> = group.iter().filter_map(|cell| Some(board.cells.get(cell.index())?.centre)).collect();
    let (middle, own_middle) = (mean(&all), mean(&own));
    let out = (own_middle.0 - middle.0, own_middle.1 - middle.1);
    let first = own.first()?;
    let far = own.iter().max_by(|a, b| distance(**a, *first).total_cmp(&distance(**b, *first)))?;
    let (dx, dy) = (far.0 - first.0, far.1 - first.1);
    let length = dx.hypot(dy);
    let normal = if length < 1e-6 { out } else { (-dy / length, dx / length) };
    let sign = if normal.0 * out.0 + normal.1 * out.1 < 0.0 { -1.0 } else { 1.0 };
    let size = normal.0.hypot(normal.1).max(1e-9);
    Some((sign * normal.0 / size, sign * normal.1 / size))
}

fn distance(a: Place, b: Place) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The dots of a square board of points with a middle, by the size that such boards have them for.
fn dots(shape: Shape) -> Vec<Place> {
    let Shape::Square { width, height } = shape else { return Vec::new() };
    if width != height || width % 2 == 0 || width < 9 {
        return Vec::new();
    }
    let edge = if width < 13 { 2 } else { 3 };
    let all = [edge, width / 2, width - 1 - edge];
    let few = width < 19;
    let mut dots = Vec::new();
    for (i, &x) in all.iter().enumerate() {
        for (j, &y) in all.iter().enumerate() {
            if !few || (i == 1) == (j == 1) {
                dots.push((x as f64, y as f64));
            }
        }
    }
    dots
}

/// Turns hexes that stand on a corner so that they stand on a side.
pub fn turned(scene: &super::Scene) -> super::Scene {
    let mut scene = scene.clone();
    let (sin, cos) = 30.0_f64.to_radians().sin_cos();
    let turn = |place: &mut Place| *place = (place.0 * cos - place.1 * sin, place.0 * sin + place.1 * cos);
    moved(&mut scene, turn);
    scene.players.iter_mut().for_each(|player| player.facing -= 30.0);
    scene.pieces.iter_mut().filter_map(|piece| piece.heading.as_mut()).for_each(|heading| *heading -= 30.0);
    scene
}

/// Makes every second row and column narrow.
///
/// ```text
///   ┌─┬───┬─┐      the first and the third are narrow: dots where two of them meet,
///   ├─┼───┼─┤      lines between two dots, and boxes between four lines
///   │ │   │ │
///   ├─┼───┼─┤
///   └─┴───┴─┘
/// ```
pub fn narrowed(scene: &super::Scene, parity: Parity) -> super::Scene {
    let mut scene = scene.clone();
    let centres = || scene.grid().map(|site| site.centre);
    let low = centres().fold((f64::INFINITY, f64::INFINITY), |low, at| (low.0.min(at.0), low.1.min(at.1)));
    let high = centres().fold((f64::NEG_INFINITY, f64::NEG_INFINITY), |high, at| (high.0.max(at.0), high.1.max(at.1)));
    // How far along a place is where it was so many cells behind the outer side of the first of so many rows. What lies
    // beside the board keeps its distance from it.
    let along = |cells: f64, count: f64| {
        let inside = cells.clamp(0.0, count);
        let whole = inside.floor();
        let is_narrow = |number: f64| (number.rem_euclid(2.0) == 0.0) == (parity == Parity::Odd);
        let width = |number: f64| if is_narrow(number) { NARROW } else { 1.0 };
        let pairs = (whole / 2.0).floor();
        let before = pairs * (1.0 + NARROW) + if whole.rem_euclid(2.0) == 1.0 { width(0.0) } else { 0.0 };
        before + (inside - whole) * width(whole) + cells - inside
    };
    if !low.0.is_finite() {
        return scene;
    }
    let to =
        |(x, y): Place| (along(x - low.0 + 0.5, high.0 - low.0 + 1.0), along(y - low.1 + 0.5, high.1 - low.1 + 1.0));
    moved(&mut scene, |at: &mut Place| *at = to(*at));
    for beside in scene.sites.iter_mut().filter(|site| site.form == Form::Extra) {
        beside.centre = to(beside.centre);
    }
    scene
}

/// Moves all that lies on the board.
fn moved(scene: &mut super::Scene, by: impl Fn(&mut Place)) {
    let both = |line: &mut Line| {
        by(&mut line.0);
        by(&mut line.1);
    };
    for site in scene.sites.iter_mut().filter(|site| site.form != Form::Extra) {
        by(&mut site.centre);
        site.outline.iter_mut().for_each(&by);
    }
    scene.geometry.lines.iter_mut().chain(&mut scene.geometry.thick).for_each(both);
    scene.geometry.sides.iter_mut().for_each(|(_, line)| both(line));
    scene.geometry.dots.iter_mut().for_each(&by);
}

#[cfg(test)]
mod tests;
