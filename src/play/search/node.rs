//! What the tree of a search knows of positions.

use super::drops::{self, Drops};
use super::gains::Gains;
use super::stages::{self, Begun};
use crate::game::{Actor, PlayerId};

/// About so many bytes are a position in the tree, with the edge that leads to it and room for more.
pub const BYTES: usize = 300;

/// A position of the tree, or an option that is begun there. Positions are not stored: the options that lead to them are.
#[derive(Clone, Debug)]
pub struct Node {
    pub actor: Option<Actor>,
    pub visits: u32,
    /// The sum over all visits.
    pub gains: Gains,
    pub proof: Option<Box<Proof>>,
    pub edges: Vec<Edge>,
    /// None until the node is passed for the first time.
    pub n_options: Option<u32>,
    /// Options of a player that have no edge yet; or, where they are chosen cell by cell, numbers of parts.
    pub untried: Vec<Untried>,
    /// The options that begin as was chosen on the way from the position to here; none at the position itself.
    pub begun: Option<Box<Begun>>,
    /// The parts from which the next cell chooses one; none where options are chosen.
    pub parts: Box<[Begun]>,
    /// Whether options are chosen cell by cell here.
    pub is_parted: bool,
    /// The only edge that playouts take from now on, once one was settled on.
    pub settled: Option<u32>,
    /// What drops were worth in the playouts that passed here, whenever they were made.
    pub drops: Option<Box<Drops>>,
    /// By option, how probable it looks that it is the one to take, if that was asked.
    pub looks: Option<Box<[f32]>>,
    /// Its place among the edges of the node above.
    pub place: u32,
}

/// An option that was not tried yet.
#[derive(Clone, Copy, Debug)]
pub struct Untried {
    /// The option, or the number of the part.
    pub option: u32,
    /// The cell on which it drops a piece, if it does; only where that is asked for.
    pub cell: u16,
}

/// An option that was tried.
#[derive(Clone, Debug)]
pub struct Edge {
    option: u32,
    node: u32,
    /// Whether it only begins an option.
    pub begins: bool,
    /// The cell on which it drops a piece, if it does; only where that is asked for.
    pub cell: u16,
    /// One for options of players.
    pub probability: f64,
    /// What is known of its node.
    pub seen: Seen,
}

impl Edge {
    /// An edge along an option that drops a piece on a cell, or on [`drops::NOWHERE`]; to no node yet.
    pub fn along(option: usize, cell: u16, probability: f64) -> Self {
        let seen = Seen { visits: 0, value: 0.0, is_proven: false };
        Self { option: option as u32, node: u32::MAX, begins: false, cell, probability, seen }
    }

    /// The same along a part of options.
    pub fn begin(part: usize) -> Self {
        Self { begins: true, ..Self::along(part, drops::NOWHERE, 1.0) }
    }

    /// The same to a node, of which that is known.
    pub fn to(self, node: usize, seen: Seen) -> Self {
        Self { node: node as u32, seen, ..self }
    }

    /// The option, or the number of the part.
    pub fn option(&self) -> usize {
        self.option as usize
    }

    /// The number of the node to which it leads.
    pub fn node(&self) -> usize {
        self.node as usize
    }
}

/// What is known of a node to who decides above it. It is in the edge, too, so that all edges are compared without a look at
/// as many nodes, which lie far apart.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub visits: u32,
    pub value: f64,
    pub is_proven: bool,
}

/// How play from a node certainly ends, when all play for their own gain.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    pub gains: Gains,
    /// Decisions until the end.
    pub plies: u32,
}

impl Node {
    /// A node that no playout has passed yet.
    pub fn new(actor: Option<Actor>) -> Self {
        Self {
            actor,
            visits: 0,
            gains: Gains::default(),
            proof: None,
            edges: Vec::new(),
            n_options: None,
            untried: Vec::new(),
            begun: None,
            parts: Box::default(),
            is_parted: false,
            settled: None,
            drops: None,
            looks: None,
            place: 0,
        }
    }

    /// What is known of it to who decides above it.
    pub fn seen_by(&self, above: Option<Actor>) -> Seen {
        let value = match above {
            Some(Actor::Player(player)) => self.value(player),
            _ => 0.0,
        };
        Seen { visits: self.visits, value, is_proven: self.proof.is_some() }
    }

    /// About how many bytes it holds besides, on a board of so many cells.
    pub fn held(&self, n_cells: usize) -> usize {
        let drops = if self.drops.is_some() { drops::bytes(n_cells) } else { 0 };
        let looks = self.looks.as_ref().map_or(0, |looks| size_of_val(&**looks));
        self.untried.len() * size_of::<Untried>() + drops + looks
    }

    /// Whether every option of a player was tried.
    pub fn is_exhausted(&self) -> bool {
        self.n_options.is_some() && self.untried.is_empty()
    }

    /// Whether it is better to play out here than to find options, where finding them takes long.
    pub fn is_young(&self) -> bool {
        self.n_options.is_none() && self.begun.is_none() && self.visits < stages::YOUNG
    }

    /// Whether as many options as its visits bear were tried where options are chosen cell by cell.
    pub fn is_wide(&self) -> bool {
        self.is_parted && self.edges.len() as f64 >= stages::WIDTH * f64::from(self.visits.max(1)).sqrt()
    }

    /// The value for a player: the proven one, or the mean of the visits.
    pub fn value(&self, player: PlayerId) -> f64 {
        match &self.proof {
            Some(proof) => proof.gains.value(player),
            None => self.gains.mean_value(player, self.visits),
        }
    }
}

/// The options of a position that were tried, however they were chosen.
pub fn options_of(nodes: &[Node], node: usize) -> Vec<&Edge> {
    let mut options = Vec::new();
    for edge in &nodes[node].edges {
        match edge.begins {
            true => options.extend(options_of(nodes, edge.node())),
            false => options.push(edge),
        }
    }
    options
}

/// The nodes of a tree from one of them on, which becomes the root.
pub fn below(nodes: Vec<Node>, top: usize) -> Vec<Node> {
    let mut nodes: Vec<Option<Node>> = nodes.into_iter().map(Some).collect();
    let mut taken: Vec<Node> = nodes.get_mut(top).and_then(Option::take).into_iter().collect();
    let mut at = 0;
    while at < taken.len() {
        let mut edges = std::mem::take(&mut taken[at].edges);
        for edge in &mut edges {
            // Each node has one way to it.
            if let Some(child) = nodes[edge.node()].take() {
                edge.node = taken.len() as u32;
                taken.push(child);
            }
        }
        taken[at].edges = edges;
        // What was settled on was so for one decision.
        taken[at].settled = None;
        at += 1;
    }
    taken
}

impl Proof {
    /// Whether a player prefers this end to the other: more gain, then a quicker win or a later loss.
    pub fn is_better(&self, other: &Proof, player: PlayerId) -> bool {
        let (own, theirs) = (self.gains.value(player), other.gains.value(player));
        let quicker = if own > 0.5 { self.plies < other.plies } else { self.plies > other.plies };
        own > theirs || (own == theirs && quicker)
    }

    /// The same seen from the decision before.
    pub fn one_ply_earlier(&self) -> Proof {
        Proof { gains: self.gains.clone(), plies: self.plies + 1 }
    }
}
