//! What follows from the rules alone: worked out once, before anything is played.

use std::sync::{Arc, OnceLock};

use crate::rules::Rules;
use crate::rules::board::{CellId, DirectionId};
use crate::rules::model::{Holder, Player};
use crate::rules::types::{Set, Value};
use crate::rules::unmoved::unmoved_kinds;

use super::aims::Aims;
use super::state::{Attributes, encode, first_value};

/// What follows from the rules alone.
#[derive(Debug)]
pub struct Facts {
    /// By player, the rank of each cell.
    pub ranks: Vec<Vec<Option<u16>>>,
    /// The cells joined to each cell, for groups and connections: orthogonally, if the board knows that word.
    pub neighbours: Vec<Set>,
    /// One of each two opposite directions in which rows run.
    pub straight: Vec<DirectionId>,
    /// The first attributes of a piece of each kind.
    pub attributes: Vec<Attributes>,
    /// The first values of the variables that do not belong to pieces.
    pub first_values: Arc<Vec<Value>>,
    /// The kinds that must not be left attacked.
    pub royal: Set,
    /// The kinds of which a rule asks whether they have moved.
    pub unmoved: Set,
    /// Whether a drop must say its kind.
    pub several_dropped: bool,
    /// From where sentences could reach a cell, once somebody asks what is attacked.
    pub aims: OnceLock<Aims>,
}

impl Facts {
    /// The facts of some rules.
    pub fn new(rules: &Rules) -> Self {
        let royal = |kind: &u16| rules.kinds[*kind as usize].royal;
        Self {
            ranks: rules.players.iter().map(|player| ranks(rules, player)).collect(),
            neighbours: (0..rules.board.n_cells()).map(|cell| neighbours(rules, cell)).collect(),
            straight: rules.board.straight_ways(),
            attributes: (0..rules.kinds.len()).map(|kind| attributes(rules, kind)).collect(),
            first_values: Arc::new(first_values(rules)),
            unmoved: unmoved_kinds(rules),
            royal: (0..rules.kinds.len() as u16).filter(royal).collect(),
            several_dropped: dropped(rules).len() > 1,
            aims: OnceLock::new(),
        }
    }

    /// The last rank that a player sees.
    pub fn last_rank(&self, player: usize) -> u16 {
        self.ranks.get(player).into_iter().flatten().flatten().max().copied().unwrap_or(0)
    }

    /// The rank of a cell seen by a player.
    pub fn rank(&self, player: usize, cell: usize) -> Option<u16> {
        *self.ranks.get(player)?.get(cell)?
    }
}

fn ranks(rules: &Rules, player: &Player) -> Vec<Option<u16>> {
    player.facing.map_or_else(Vec::new, |facing| rules.board.ranks(facing))
}

fn neighbours(rules: &Rules, cell: usize) -> Set {
    let board = &rules.board;
    let joining = board.joining_ways();
    joining.iter().filter_map(|&way| board.step(CellId(cell as u16), way)).map(|next| next.0).collect()
}

fn attributes(rules: &Rules, kind: usize) -> Attributes {
    let mut attributes = Attributes::new();
    for variable in &rules.variables {
        if variable.holder == Holder::Piece && variable.kinds.contains(kind as u16) {
            if attributes.len() <= variable.offset {
                attributes.resize(variable.offset + 1, -1);
            }
            attributes[variable.offset] = encode(&first_value(variable, kind));
        }
    }
    attributes
}

fn first_values(rules: &Rules) -> Vec<Value> {
    let held = || rules.variables.iter().filter(|variable| variable.holder != Holder::Piece);
    let end = held().map(|variable| variable.offset + variable.count).max().unwrap_or(0);
    let mut values = vec![Value::NONE; end];
    for variable in held() {
        for number in 0..variable.count {
            values[variable.offset + number] = first_value(variable, number);
        }
    }
    values
}

fn dropped(rules: &Rules) -> Set {
    let travels = rules.moves.iter().flat_map(|each| &each.sentences).filter_map(|sentence| sentence.travel.as_ref());
    travels.filter(|travel| travel.drops).fold(Set::default(), |kinds, travel| kinds.union(&travel.kinds))
}
