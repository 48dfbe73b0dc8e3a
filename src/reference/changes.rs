//! What lies between two positions, in words.

use crate::game::PlayerId;
use crate::rules::model::Holder;
use crate::rules::types::{Domain, Type, Value};

use super::state::{Piece, State, decode};
use super::world::World;

/// So many changes of one step are told; there may be one for each cell of the board.
const TOLD: usize = 24;

impl World<'_> {
    /// What is different after a step: pieces, hands, variables, terrain.
    pub(super) fn changes(&self, before: &State, after: &State) -> Vec<String> {
        let mut changes = self.piece_changes(before, after);
        changes.extend(self.hand_changes(before, after));
        changes.extend(self.variable_changes(before, after));
        changes.extend(self.terrain_changes(before, after));
        if before.starter != after.starter {
            changes.push(format!("the starter is {}", self.player_text(after.starter)));
        }
        let more = changes.len().saturating_sub(TOLD);
        changes.truncate(TOLD);
        changes.extend((more > 0).then(|| format!("{more} more changes")));
        changes
    }

    fn player_text(&self, player: PlayerId) -> String {
        self.name_of(Domain::Player, u16::from(player.0))
    }

    /// For instance "Man of White".
    pub(super) fn piece_text(&self, piece: &Piece) -> String {
        let kind = self.name_of(Domain::Kind, piece.kind);
        piece.owner.map_or_else(|| kind.clone(), |owner| format!("{kind} of {}", self.player_text(owner)))
    }

    /// Pieces that came, went, moved and changed.
    fn piece_changes(&self, before: &State, after: &State) -> Vec<String> {
        let cell_text = |cell: usize| self.name_of(Domain::Cell, cell as u16);
        let (mut left, mut come, mut changes) = (Vec::new(), Vec::new(), Vec::new());
        for cell in 0..before.stacks.len() {
            let (old, new) = (&before.stacks[cell], &after.stacks[cell]);
            if let ([one], [other]) = (&old[..], &new[..])
                && one != other
                && self.is_same_piece(before, after, cell)
            {
                changes.extend(self.altered(&cell_text(cell), one, other));
                continue;
            }
            let shared = old.iter().zip(new).take_while(|(one, other)| is_alike(one, other)).count();
            left.extend(old[shared..].iter().map(|piece| (cell, piece.clone())));
            come.extend(new[shared..].iter().map(|piece| (cell, piece.clone())));
        }
        for (to, piece) in come {
            let from = left.iter().position(|(_, gone)| is_alike(gone, &piece));
            let text = self.piece_text(&piece);
            changes.push(match from.map(|at| left.remove(at)) {
                Some((from, _)) if from == to => continue,
                Some((from, _)) => format!("{text} goes from {} to {}", cell_text(from), cell_text(to)),
                None => format!("{text} comes to {}", cell_text(to)),
            });
        }
        let taken = after.taken();
        let is_taken = |cell: usize| taken.contains(cell as u16) && !before.taken().contains(cell as u16);
        changes.extend(left.iter().map(|(cell, piece)| {
            let verb = if is_taken(*cell) { "is taken on" } else { "leaves" };
            format!("{} {verb} {}", self.piece_text(piece), cell_text(*cell))
        }));
        changes
    }

    /// Whether the piece on a cell has changed, and was not taken and replaced by another.
    fn is_same_piece(&self, before: &State, after: &State, cell: usize) -> bool {
        after.taken() == before.taken() && {
            let n_pieces = |state: &State| state.stacks.iter().map(|stack| stack.len()).sum::<usize>();
            n_pieces(before) == n_pieces(after)
                && (0..before.stacks.len())
                    .all(|other| other == cell || before.stacks[other].len() == after.stacks[other].len())
        }
    }

    fn altered(&self, cell: &str, one: &Piece, other: &Piece) -> Vec<String> {
        let mut changes = Vec::new();
        if !is_alike(one, other) {
            changes.push(format!("{cell}: {} becomes {}", self.piece_text(one), self.piece_text(other)));
        }
        for variable in self.rules.variables.iter().filter(|variable| variable.holder == Holder::Piece) {
            let value = |piece: &Piece| {
                let is_its_own = variable.kinds.contains(piece.kind);
                piece.attributes.get(variable.offset).filter(|_| is_its_own).map(|value| decode(*value, variable.ty))
            };
            let (Some(old), Some(new)) = (value(one), value(other)) else { continue };
            if old != new {
                let (old, new) = (self.told_value(&old, variable.ty), self.told_value(&new, variable.ty));
                changes.push(format!("{} of {cell}: {old}, now {new}", variable.name));
            }
        }
        changes
    }

    fn hand_changes(&self, before: &State, after: &State) -> Vec<String> {
        let n_kinds = self.rules.kinds.len().max(1);
        let pairs = before.hands.iter().zip(after.hands.iter()).enumerate().filter(|(_, (old, new))| old != new);
        let told = |(index, (old, new)): (usize, (&u32, &u32))| {
            let player = self.player_text(PlayerId((index / n_kinds) as u8));
            let kind = self.name_of(Domain::Kind, (index % n_kinds) as u16);
            format!("{kind} in the hand of {player}: {old}, now {new}")
        };
        pairs.map(told).collect()
    }

    fn variable_changes(&self, before: &State, after: &State) -> Vec<String> {
        let mut changes = Vec::new();
        for variable in self.rules.variables.iter().filter(|variable| variable.holder != Holder::Piece) {
            for member in 0..variable.count {
                let at = variable.offset + member;
                let (old, new) = (&before.variables[at], &after.variables[at]);
                if old == new {
                    continue;
                }
                let holder = match variable.holder {
                    Holder::Each(domain) => format!(" of {}", self.name_of(domain, member as u16)),
                    _ => String::new(),
                };
                let (old, new) = (self.told_value(old, variable.ty), self.told_value(new, variable.ty));
                changes.push(format!("{}{holder}: {old}, now {new}", variable.name));
            }
        }
        changes
    }

    fn terrain_changes(&self, before: &State, after: &State) -> Vec<String> {
        let mut changes = Vec::new();
        for (terrain, model) in self.rules.terrains.iter().enumerate() {
            let cells = before.terrain[terrain].iter().zip(&after.terrain[terrain]).enumerate();
            for (cell, (_, new)) in cells.filter(|(_, (old, new))| old != new) {
                let value = new.and_then(|value| model.values.get(value as usize)).map_or("nothing", String::as_str);
                changes.push(format!("{} of {}: now {value}", model.name, self.name_of(Domain::Cell, cell as u16)));
            }
        }
        changes
    }

    /// A value in words; `nothing` for a set without members.
    pub(super) fn told_value(&self, value: &Value, ty: Type) -> String {
        match value {
            Value::Set(set) if set.is_empty() => "nothing".into(),
            value => super::told::value_text(self.rules, value, ty),
        }
    }
}

/// Whether two pieces are of one kind and one player.
fn is_alike(one: &Piece, other: &Piece) -> bool {
    one.kind == other.kind && one.owner == other.owner
}
