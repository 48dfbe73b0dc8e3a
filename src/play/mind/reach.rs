//! How much the pieces of a kind can do: the values of kinds before anything was won.

use crate::game::{Actor, Contents, Game, PlayerId};

/// Counts how many options pieces of each kind have.
#[derive(Clone, Debug)]
pub struct Reach {
    options: Vec<f64>,
    present: Vec<f64>,
    before: Contents,
    after: Contents,
}

impl Reach {
    /// Nothing counted yet, for so many kinds.
    pub fn new(n_kinds: usize) -> Self {
        let none = || vec![0.0; n_kinds];
        Self { options: none(), present: none(), before: Contents::default(), after: Contents::default() }
    }

    /// Counts the options of a position by the kinds of the mover's pieces that leave their cell.
    pub fn count<G: Game>(&mut self, game: &G, position: &mut G::Position) {
        let Some(Actor::Player(mover)) = game.actor(position) else { return };
        if !game.contents(position, &mut self.before) {
            return;
        }
        let is_own = |owner: Option<PlayerId>| owner == Some(mover);
        self.before.pieces.retain(|piece| is_own(piece.owner));
        for piece in &self.before.pieces {
            self.present[usize::from(piece.kind)] += 1.0;
        }
        for option in 0..game.n_options(position) {
            game.contents_after(position, option, &mut self.after);
            let mut left = self.before.pieces.iter().filter(|piece| !self.after.pieces.contains(piece));
            if let (Some(piece), None) = (left.next(), left.next()) {
                self.options[usize::from(piece.kind)] += 1.0;
            }
        }
    }

    /// By kind, the mean number of options of one piece.
    pub fn values(&self) -> Vec<f64> {
        let value = |(&options, &present): (&f64, &f64)| if present > 0.0 { options / present } else { 0.0 };
        self.options.iter().zip(&self.present).map(value).collect()
    }
}
