//! Statements that carry many things a little way: pieces that are pushed, seeds that are sown.

use crate::rules::board::{CellId, DirectionId};
use crate::rules::model::{Expr, journey};
use crate::rules::types::{Set, Value};

use super::run::Run;
use super::state::{Piece, fit};
use super::world::World;

impl World<'_> {
    /// Moves the top pieces of cells one cell in a direction, all at once. What has no cell to go to is captured.
    pub(super) fn push(&self, run: &mut Run, cells: &Expr, way: &Expr) {
        let mut scope = self.scope(&run.state, run.me);
        let (cells, Some(way)) = (scope.set(cells), scope.one(way)) else {
            return;
        };
        let lifted: Vec<(u16, Piece)> =
            cells.iter().filter_map(|cell| run.state.pop(cell).map(|piece| (cell, piece))).collect();
        for (cell, mut piece) in lifted {
            piece.moved = true;
            match self.beside(cell, way) {
                Some(next) => self.place(&mut run.state, next, piece),
                None => {
                    run.state.note_taken(cell);
                    self.capture(run, piece);
                }
            }
        }
    }

    /// Empties a cell and adds one to each cell further on, but not to those left out, as long as there is something
    /// left. Then the travel is that of the last seed.
    pub(super) fn sow(&self, run: &mut Run, number: usize, (from, way, except): (&Expr, &Expr, Option<&Expr>)) {
        let variable = &self.rules.variables[number];
        let mut scope = self.scope(&run.state, run.me);
        let except = except.map_or_else(Set::default, |except| scope.set(except));
        let (Some(from), Some(way)) = (scope.one(from), scope.one(way)) else {
            return;
        };
        let held = |run: &Run, cell: u16| run.state.variables[variable.offset + cell as usize].number();
        let seeds = held(run, from);
        run.state.write(variable, from, &fit(Value::Number(0), variable.ty));
        let mut last = from;
        for _ in 0..seeds {
            let Some(next) = self.further(last, way, &except).filter(|_| self.spend(1)) else {
                break;
            };
            last = next;
            let more = Value::Number(held(run, last) + 1);
            run.state.write(variable, last, &fit(more, variable.ty));
        }
        run.state.note_written(number);
        run.state.keep(journey::ORIGIN, Value::One(Some(from)));
        run.state.keep(journey::LANDING, Value::One(Some(last)));
        run.state.keep(journey::WAY, Value::One(Some(way)));
    }

    fn beside(&self, cell: u16, way: u16) -> Option<u16> {
        self.rules.board.step(CellId(cell), DirectionId(way as u8)).map(|next| next.0)
    }

    /// The next cell in a direction that is not left out.
    fn further(&self, from: u16, way: u16, except: &Set) -> Option<u16> {
        let mut here = from;
        for _ in 0..self.rules.board.n_cells() {
            here = self.beside(here, way)?;
            if !except.contains(here) {
                return Some(here);
            }
        }
        None
    }
}
