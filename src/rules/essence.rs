//! What rules come to when it is left out where things were written, and how they are called.

use std::fmt::Write as _;

use super::board::Board;
use super::check::fingerprint::{Fnv, without_places};
use super::look::Look;
use super::{Module, Rules};

/// A number by which rules are compared that may come from different files. Places, words for people and what was
/// chosen do not count; names that are seen in play count if `named`.
///
/// Equal numbers mean that the rules play alike. Rules with different numbers may play alike all the same.
pub fn digest(mut rules: Rules, named: bool) -> u128 {
    rules.options.clear();
    rules.fingerprint.clear();
    rules.parents.clear();
    rules.formats.clear();
    rules.laws.clear();
    rules.budget = crate::budget::Budget::default();
    let letters = letters(&std::mem::take(&mut rules.look));
    if !named {
        forget_names(&mut rules);
    }
    let mut hash = Fnv::new();
    // Writing to a hash does not fail.
    let _ = write!(hash, "{}", without_places(&format!("{rules:?}")));
    if named {
        let _ = write!(hash, "{letters:?}");
    }
    hash.0
}

/// How pieces and values are written in options.
fn letters(look: &Look) -> Vec<String> {
    let kinds = look.kinds.iter().map(|kind| kind.notation.clone());
    let values = look.types.iter().chain(&look.terrains).flat_map(|ty| &ty.values).map(|value| value.letter.clone());
    let directions = look.letters.iter().map(|(name, letter)| format!("{name}={letter}"));
    kinds.chain(values).chain(directions).collect()
}

/// Takes out what something is called.
fn forget_names(rules: &mut Rules) {
    forget_cells(&mut rules.board);
    rules.players.iter_mut().for_each(|player| player.name.clear());
    for kind in &mut rules.kinds {
        kind.name.clear();
        kind.plural.clear();
    }
    for ty in &mut rules.types {
        ty.name.clear();
        ty.values.iter_mut().for_each(String::clear);
        // By name there, and by number in the rules.
        ty.cube.iter_mut().flat_map(|cube| &mut cube.starts).for_each(|start| start.0 = None);
    }
    for terrain in &mut rules.terrains {
        terrain.name.clear();
        terrain.values.iter_mut().for_each(String::clear);
    }
    rules.variables.iter_mut().for_each(|variable| variable.name.clear());
    rules.tables.iter_mut().for_each(|table| table.name.clear());
    rules.tiles.iter_mut().for_each(|tile| tile.name.clear());
    for each in &mut rules.moves {
        each.name.clear();
        each.notation = None;
        each.sentences.iter_mut().flat_map(|sentence| &mut sentence.picks).for_each(|pick| pick.name.clear());
    }
    rules.phases.iter_mut().for_each(|phase| phase.name.clear());
    rules.ends.iter_mut().for_each(|end| end.name = "".into());
}

fn forget_cells(board: &mut Board) {
    board.cells.iter_mut().for_each(|cell| cell.name.clear());
}

impl Module {
    /// What the declarations say that play depends on, for comparing: where their order means nothing they are sorted.
    /// Modules that are equal here play alike with the same options and players.
    pub fn said(&self) -> Vec<String> {
        let mut all: Vec<_> = self.declarations().into_iter().filter(|one| !one.is_words).collect();
        // A declaration with others of its part keeps its place among them, if that means something.
        all.sort_by(|a, b| {
            let says = |one: &super::module::Declaration| if one.is_ordered { String::new() } else { one.says.clone() };
            a.part.cmp(b.part).then_with(|| says(a).cmp(&says(b)))
        });
        all.into_iter().map(|one| one.says).collect()
    }
}
