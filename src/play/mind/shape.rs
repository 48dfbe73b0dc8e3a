//! What pieces are worth by how they stand together: rows that one player fills alone, and how far pieces stand apart. What an
//! option changes of that is told without looking at all pieces again.
//!
//! ```text
//!    . x .      Who goes from a to b adds the row of b to what his pieces are worth, and takes that of a from it; of how far
//!    a x .      apart they stand only the distances from a and to b differ.
//!    . . b
//! ```

use smallvec::SmallVec;

use super::features::Features;
use super::rows::Owners;
use super::spread::Apart;
use crate::game::{Changes, Contents};

/// What rows and distances are worth.
#[derive(Clone, Debug, Default)]
pub struct ShapeScales {
    /// By sort of rows, then by how many cells a player has less one, to who has them.
    pub rows: Vec<Vec<i32>>,
    /// For each step that pieces stand apart, to their owner.
    pub spread: i32,
}

/// How the pieces of a position stand together.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    owners: Owners,
    apart: Apart,
    /// What the distances are worth.
    spread: i64,
}

impl ShapeScales {
    /// Whether nothing of this is worth anything.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.spread == 0
    }

    /// Sees how pieces stand together; what that is worth to the first player.
    pub fn see(&self, features: &Features, contents: &Contents, shape: &mut Shape) -> i64 {
        if !self.rows.is_empty() {
            shape.owners.read(contents, features.n_cells);
        }
        let spread = features.spread.as_ref().filter(|_| self.spread != 0);
        let sums = spread.map_or([0; 2], |spread| {
            spread.read(contents, &mut shape.apart);
            shape.apart.measure()
        });
        shape.spread = self.of_sums(sums);
        let mut worth = shape.spread;
        for (rows, worths) in features.rows.iter().zip(&self.rows) {
            rows.one_sided(&shape.owners, |player, own| worth += of_row(worths, (player, own)));
        }
        worth
    }

    /// How much more it is worth to the first player after some changes.
    pub fn difference(&self, features: &Features, changes: &Changes, shape: &mut Shape) -> i64 {
        let mut worth = 0;
        for (rows, worths) in features.rows.iter().zip(&self.rows) {
            let mut through = SmallVec::new();
            let changed = changes.gone.iter().chain(&changes.come);
            changed.for_each(|piece| rows.add_through(piece.cell, &mut through));
            let sum = |owners: &Owners| -> i64 {
                through.iter().filter_map(|&row| rows.filled(row, owners)).map(|filled| of_row(worths, filled)).sum()
            };
            worth -= sum(&shape.owners);
            shape.owners.change(&changes.gone, &changes.come);
            worth += sum(&shape.owners);
            shape.owners.change(&changes.come, &changes.gone);
        }
        if let Some(spread) = features.spread.as_ref().filter(|_| self.spread != 0) {
            worth += self.of_sums(spread.after(&shape.apart, changes)) - shape.spread;
        }
        worth
    }

    fn of_sums(&self, [one, other]: [u32; 2]) -> i64 {
        i64::from(self.spread) * (i64::from(one) - i64::from(other))
    }
}

/// What a row is worth to the first player of which one player alone has so many cells.
fn of_row(worths: &[i32], (player, own): (usize, usize)) -> i64 {
    i64::from(if player == 0 { worths[own - 1] } else { -worths[own - 1] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::Rng;
    use crate::game::{Occupant, PlayerId};
    use crate::library::{self, Library};
    use crate::rules::{Choices, Module};
    use crate::source::SourceMap;

    /// What changes tell is what is seen when all is looked at again.
    #[test]
    fn changes_tell_what_another_look_sees() {
        for (name, has_rows) in [("lines-of-action", false), ("marelle", true)] {
            let mut sources = SourceMap::default();
            let (module, _) = Module::load(&Library::default(), &library::address(name), &mut sources);
            let rules = module.unwrap().rules(&Choices::default()).unwrap();
            let features = Features::of(&rules).unwrap();
            let rows = features.rows.iter().map(|rows| (1..=rows.length as i32).map(|own| own * own + 1).collect());
            let scales = ShapeScales { rows: rows.collect(), spread: -7 };
            assert_eq!((features.spread.is_some(), scales.rows.is_empty()), (!has_rows, !has_rows), "{name}");
            let (mut shape, mut again, mut rng) = (Shape::default(), Shape::default(), Rng::stream(5, 0));
            let piece_on = |cell: u16, rng: &mut Rng| {
                let owner = [Some(PlayerId(0)), Some(PlayerId(1)), None][rng.index(3)];
                Occupant { cell, kind: 0, owner }
            };
            let mut differs = 0;
            for _ in 0..300 {
                let mut before = Contents::default();
                for cell in (0..features.n_cells as u16).filter(|_| rng.index(4) == 0).collect::<Vec<_>>() {
                    before.pieces.push(piece_on(cell, &mut rng));
                }
                let (mut after, mut changes) = (before.clone(), Changes::default());
                for _ in 0..1 + rng.index(3) {
                    let cell = rng.index(features.n_cells) as u16;
                    if changes.gone.iter().chain(&changes.come).any(|piece| piece.cell == cell) {
                        continue;
                    }
                    changes.gone.extend(before.pieces.iter().filter(|piece| piece.cell == cell));
                    after.pieces.retain(|piece| piece.cell != cell);
                    if rng.index(2) == 0 {
                        changes.come.push(piece_on(cell, &mut rng));
                        after.pieces.extend(changes.come.last());
                    }
                }
                let worth = scales.see(&features, &before, &mut shape);
                let more = scales.difference(&features, &changes, &mut shape);
                assert_eq!(worth + more, scales.see(&features, &after, &mut again), "{name}: {before:?} {changes:?}");
                assert_eq!(more, scales.difference(&features, &changes, &mut shape), "nothing is left changed");
                differs += usize::from(more != 0);
            }
            assert!(differs > 50, "{name}: {differs}");
        }
    }
}
