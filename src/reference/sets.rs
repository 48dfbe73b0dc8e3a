//! Expressions about what stands where: pieces, hands, terrain, variables, players, cubes.

use crate::game::PlayerId;
use crate::rules::board::DirectionId;
use crate::rules::model::{Expr, Holder, Owner, Variable};
use crate::rules::types::{Set, Value};

use super::expression::Scope;
use super::state::{Piece, State, decode};

impl Scope<'_> {
    pub(super) fn enemies(&mut self, player: &Expr) -> Set {
        let n_players = self.world.rules.players.len() as u16;
        self.one(player).map_or_else(Set::default, |own| (0..n_players).filter(|&other| other != own).collect())
    }

    pub(super) fn pieces(&mut self, kinds: &Set, owner: &Owner) -> Set {
        let owners = match owner {
            Owner::Any => return self.state.cells_with(|piece| kinds.contains(piece.kind)),
            Owner::Of(players) => self.set(players),
        };
        let is_theirs = |owner: Option<PlayerId>| owner.is_some_and(|owner| owners.contains(u16::from(owner.0)));
        self.state.cells_with(|piece| kinds.contains(piece.kind) && is_theirs(piece.owner))
    }

    pub(super) fn told(&mut self, cell: &Expr) -> Option<&Piece> {
        let cell = self.one(cell)?;
        self.state.told(cell)
    }

    /// The cells whose piece has not moved; the piece that travels is told of where it is.
    pub(super) fn unmoved(&mut self) -> Set {
        let cells = 0..self.state.stacks.len() as u16;
        cells.filter(|&cell| self.state.told(cell).is_some_and(|piece| !piece.moved)).collect()
    }

    pub(super) fn height(&mut self, cell: &Expr) -> i64 {
        let Some(cell) = self.one(cell) else { return 0 };
        let standing = self.state.stacks.get(cell as usize).map_or(0, |stack| stack.len() as i64);
        // The piece that travels is told of where it is, and counts there.
        let travels = self.state.lifted.as_ref().is_some_and(|(own, _)| *own == cell);
        standing + i64::from(travels)
    }

    pub(super) fn on_terrain(&mut self, terrain: usize, value: &Expr) -> Set {
        let values = self.set(value);
        let cells = self.state.terrain.get(terrain).into_iter().flatten();
        let is_so = |value: &Option<u16>| value.is_some_and(|value| values.contains(value));
        (0..).zip(cells).filter(|(_, value)| is_so(value)).map(|(cell, _)| cell).collect()
    }

    pub(super) fn terrain_at(&mut self, terrain: usize, cell: &Expr) -> Option<u16> {
        let cell = self.one(cell)?;
        *self.state.terrain.get(terrain)?.get(cell as usize)?
    }

    pub(super) fn where_yes(&mut self, number: usize) -> Set {
        let variable = &self.world.rules.variables[number];
        let is_yes = |member: &u16| self.state.variable(variable, *member).is_some_and(|value| value.truth());
        let n_members = match variable.holder {
            Holder::Piece => self.state.stacks.len(),
            Holder::Game | Holder::Each(_) => variable.count,
        };
        (0..n_members as u16).filter(is_yes).collect()
    }

    pub(super) fn hand(&mut self, player: &Expr, kind: Option<&Expr>) -> i64 {
        let Some(player) = self.player(player) else {
            return 0;
        };
        let kinds = kind.map(|kind| self.set(kind));
        let is_asked = |kind: u16| kinds.as_ref().is_none_or(|kinds| kinds.contains(kind));
        let hand = (0..).zip(self.state.hand(player)).filter(|(kind, _)| is_asked(*kind));
        hand.map(|(_, &count)| i64::from(count)).sum()
    }

    pub(super) fn seat(&mut self, player: &Expr) -> Set {
        let player = self.player(player);
        player.map_or_else(Set::default, |player| self.world.rules.players[player.index()].seat.clone())
    }

    pub(super) fn shows(&mut self, of: usize, side: usize, pose: &Expr) -> Option<u16> {
        let pose = self.one(pose)?;
        let cube = self.world.rules.types[of].cube.as_ref()?;
        cube.shows.get(pose as usize)?.get(side).copied()
    }

    /// The pose after tipping; the pose itself for directions in which nothing tips.
    pub(super) fn tipped(&mut self, of: usize, pose: &Expr, way: &Expr) -> Option<u16> {
        let pose = self.one(pose)?;
        let board = &self.world.rules.board;
        let quarter = self.one(way).and_then(|way| quarter(DirectionId(way as u8), board.compass));
        let tipped = self.world.rules.types[of].cube.as_ref().and_then(|cube| cube.tipped.get(pose as usize));
        Some(quarter.zip(tipped).map_or(pose, |(quarter, tipped)| tipped[quarter]))
    }

    pub(super) fn turned(&mut self, of: usize, pose: &Expr, quarters: &Expr) -> Option<u16> {
        let pose = self.one(pose)?;
        let quarters = self.number(quarters).rem_euclid(4);
        let cube = self.world.rules.types[of].cube.as_ref()?;
        (0..quarters).try_fold(pose, |pose, _| cube.turned.get(pose as usize).copied())
    }
}

impl State {
    /// The value of a variable: of a member, or of the piece on a cell.
    pub(super) fn variable(&self, variable: &Variable, member: u16) -> Option<Value> {
        if variable.holder != Holder::Piece {
            let is_one = (member as usize) < variable.count;
            return is_one.then(|| self.variables[variable.offset + member as usize].clone());
        }
        let piece = self.told(member).filter(|piece| variable.kinds.contains(piece.kind))?;
        Some(decode(*piece.attributes.get(variable.offset)?, variable.ty))
    }
}

/// Which of north, east, south and west a direction is.
fn quarter(way: DirectionId, compass: usize) -> Option<usize> {
    let quarters = way.index() * 4;
    (way.index() < compass && quarters.is_multiple_of(compass)).then(|| quarters / compass)
}
