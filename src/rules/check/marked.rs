//! Cells that are marked on the board: those that the file names in `text board`, or else those that its ends ask for.

use std::collections::BTreeSet;

use crate::rules::walk;
use crate::syntax::ast::Name;

use super::super::board::{Board, CellId};
use super::super::look::Marked;
use super::super::types::{Domain, Type, Value};
use super::{Checker, End, Expr, ExprKind, Function};

/// Of so many cells of a board at most one is marked because an end asks for it: of more, the mark tells nothing.
const SHARE: usize = 4;

impl Checker<'_> {
    /// The cells of `marked`: by their names, by sets that the board has, and by definitions, which give the cells a name.
    pub(super) fn marked_of(&mut self, words: &[Name]) -> Vec<Marked> {
        let (defined, plain): (Vec<&Name>, Vec<&Name>) = words.iter().partition(|word| self.is_defined(&word.value));
        let mut marked = Vec::new();
        for word in defined {
            let cells = self.use_definition(&word.value, Vec::new(), word.span);
            match (constant_cells(&cells), cells.ty) {
                (Some(cells), _) => marked.push(Marked { name: Some(word.value.clone()), cells }),
                // What is wrong with it was told.
                (None, Type::Unknown) => {}
                (None, _) => self.misdrawn(
                    "these are no cells that stay the same during the whole game",
                    word,
                    "a definition that names cells, for instance `define hill = [d4 e4 d5 e5]`",
                ),
            }
        }
        let plain: Vec<Name> = plain.into_iter().filter(|word| word.value != "none").cloned().collect();
        let cells = self.cells_of(&plain);
        marked.extend((!cells.is_empty()).then_some(Marked { name: None, cells }));
        marked
    }

    /// Whether a word means a definition here: what the board calls so goes before it.
    fn is_defined(&self, word: &str) -> bool {
        let is_of_board = self.board.cell(word).is_some() || self.board.named_sets.contains_key(word);
        !is_of_board && self.definitions.contains_key(word)
    }
}

/// The cells that ends ask for by name, and the ends: hills, goals, thrones. What is the same for every board of the shape
/// (its sides, its corners), what is much of the board, and what lies beside it are not among them.
pub(super) fn asked_for(ends: &[End], functions: &[Function], board: &Board) -> Vec<Marked> {
    let known: BTreeSet<BTreeSet<CellId>> =
        board.named_sets.values().map(|set| set.iter().copied().collect()).collect();
    let mut marked: Vec<Marked> = Vec::new();
    for end in ends {
        let mut cells = BTreeSet::new();
        named_in(end, functions, &mut |set| {
            let set: BTreeSet<CellId> = set.into_iter().collect();
            let lies_there = set.iter().all(|cell| cell.index() < board.n_grid);
            if lies_there && (set.len() == 1 || !known.contains(&set)) && set.len() * SHARE <= board.n_grid {
                cells.extend(set);
            }
        });
        let cells: Vec<CellId> = cells.into_iter().collect();
        let is_new = !cells.is_empty() && marked.iter().all(|before| before.cells != cells);
        if is_new && cells.len() * SHARE <= board.n_grid {
            marked.push(Marked { name: Some(end.name.to_string()), cells });
        }
    }
    marked
}

/// Shows all sets of cells that stand in the condition of an end and in the definitions that it uses.
fn named_in(end: &End, functions: &[Function], see: &mut impl FnMut(Vec<CellId>)) {
    let mut left: Vec<&Expr> = end.when.iter().collect();
    let mut called = BTreeSet::new();
    while let Some(expr) = left.pop() {
        walk::expression(expr, &mut |inner| {
            if let Some(cells) = constant_cells(inner) {
                see(cells);
            }
            // Each definition is looked at once.
            if let ExprKind::Call(index, _) = inner.kind
                && called.insert(index)
            {
                left.extend(functions.get(index).map(|function| &function.body));
            }
        });
    }
}

/// The cells of an expression that is the same in every position; nothing for other expressions, and for no cells.
fn constant_cells(expr: &Expr) -> Option<Vec<CellId>> {
    let cells: Vec<CellId> = match (&expr.kind, expr.ty) {
        (ExprKind::Constant(Value::Set(set)), Type::Set(Domain::Cell)) => set.iter().map(CellId).collect(),
        (ExprKind::Constant(Value::One(Some(cell))), Type::One(Domain::Cell)) => vec![CellId(*cell)],
        (ExprKind::ToSet(inner), _) => return constant_cells(inner),
        _ => return None,
    };
    (!cells.is_empty()).then_some(cells)
}
