//! The tree of a search: which positions were reached, how often, and what came of it.

use super::{
    Config,
    drops::{self, Drops, NOWHERE},
    finish::Ends,
    foresight::Foresight,
    gains::Gains,
    node::{self, Edge, Node, Proof, Untried, options_of},
    pace::Pace,
    stages::{Begun, parted},
    stations::{self, Stations},
};
use crate::{
    game::{Actor, Game, Halt, PlayerId, rng::Rng},
    play::chance,
};

/// The node where the search starts.
pub const ROOT: usize = 0;
/// So many times a position must have been come to before its options are found, by how many quarters of the room are used.
const SPARING: [u32; 4] = [0, 0, 4, 16];

/// The tree under one position.
pub struct Tree<'a, G: Game> {
    pub game: &'a G,
    /// The position under which it searches, its options found as those of all positions of the tree.
    pub root: G::Position,
    pub config: &'a Config,
    pub(super) nodes: Vec<Node>,
    /// The bytes of options and drops that nodes hold besides, and of kept positions.
    pub(super) bytes: usize,
    /// The nodes of the playout under way, from the root.
    pub(super) path: Vec<usize>,
    /// The position of the last playout, whose memory the next one takes.
    spare: Option<G::Position>,
    /// What leads from there back to the root, where many options would be copied to begin anew.
    way_back: Option<G::Undo>,
    /// Whether it is at the root already.
    is_back: bool,
    /// Positions that are kept.
    stations: Stations<G::Position>,
    /// Whether the position at hand is that of the node to which the way down has led; no while nodes whose positions are kept
    /// tell the way.
    is_at: bool,
    /// Another position, for playouts from where the way down has led, to which they come back.
    pub beside: Option<G::Position>,
    /// Who wins, as far as it is foreseen without playing on to the end.
    pub foresight: Option<Foresight>,
    /// How many playouts a new position is worth.
    pub(super) pace: Pace<'a>,
    /// What the last playouts ended with.
    pub ends: Ends,
    /// Whether it goes on with nodes of another tree, whose positions may have had another past: what a rule asks of that
    /// may forbid an option now.
    is_grown: bool,
    /// Whether one of them was found to have had one.
    pub strayed: bool,
    /// Whether options do nothing but drop a piece, as far as somebody has asked.
    drops_only: Option<bool>,
    /// Whether options have other numbers in the tree than others know them by.
    pub renumbers: bool,
    /// The numbers in the tree and those of others of options of the root, as far as somebody has asked.
    pub numbers: Vec<(usize, usize)>,
}

/// The next position of a playout.
pub enum Step {
    /// Along an edge: the option, or none if one is only begun; and the node.
    Known(Option<usize>, usize),
    /// Along an option, or a part, that was not tried yet.
    New(usize),
}

impl Edge {
    pub fn step(&self) -> Step {
        Step::Known(Some(self.option()).filter(|_| !self.begins), self.node())
    }
}

impl<'a, G: Game> Tree<'a, G> {
    /// A tree with nothing but its root.
    pub fn new(game: &'a G, root: &G::Position, config: &'a Config) -> Self {
        let (nodes, path, is_grown) = (Vec::new(), Vec::new(), false);
        let mut root = root.clone();
        let renumbers = game.find_likely_anew(&mut root).is_some();
        let mut tree = Self {
            game,
            root,
            config,
            nodes,
            bytes: 0,
            path,
            spare: None,
            way_back: None,
            is_back: false,
            stations: Stations::default(),
            is_at: false,
            beside: None,
            foresight: config.reach.clone().map(Foresight::new),
            pace: Pace::by(None, 1),
            ends: Ends::new(config.drops.then(|| game.rules().board.n_cells())),
            is_grown,
            strayed: false,
            drops_only: None,
            renumbers,
            numbers: Vec::new(),
        };
        tree.nodes.push(Node::new(game.actor(&tree.root)));
        tree
    }

    /// A tree that goes on with these nodes, if they can be of its root.
    pub fn grown(game: &'a G, root: &G::Position, config: &'a Config, nodes: Vec<Node>) -> Self {
        let mut tree = Self::new(game, root, config);
        let n_options = find(game, &mut tree.root);
        let is_of_root = nodes.first().is_some_and(|node| {
            node.actor == game.actor(&tree.root) && node.n_options.is_none_or(|n| n as usize == n_options)
        });
        if is_of_root {
            let n_cells = if config.drops { game.rules().board.n_cells() } else { 0 };
            tree.bytes = nodes.iter().map(|node| node.held(n_cells)).sum();
            (tree.nodes, tree.is_grown) = (nodes, true);
            for above in 0..tree.nodes.len() {
                let below: Vec<usize> = tree.nodes[above].edges.iter().map(Edge::node).collect();
                below.into_iter().for_each(|node| tree.tell_above(above, node));
            }
        }
        tree
    }

    /// The same, its playouts at such a pace.
    pub fn paced(mut self, pace: Pace<'a>) -> Self {
        self.pace = pace;
        self
    }

    /// Its nodes, the root first.
    pub fn into_nodes(self) -> Vec<Node> {
        self.nodes
    }

    /// The node with this number.
    pub fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    /// Whether the end is certain.
    pub fn is_proven(&self, node: usize) -> bool {
        self.nodes[node].proof.is_some()
    }

    /// Goes down to a new position and makes the playouts that it is worth: how many; none if it was called to halt before
    /// the end of one, or the budget of the game was spent.
    pub fn playout(&mut self, rng: &mut Rng, halt: &dyn Halt) -> u32 {
        self.set_out();
        self.path.clear();
        self.path.push(ROOT);
        // One position serves all playouts, so that nothing is allocated for each.
        let mut position = self.spare.take().unwrap_or_else(|| self.root.clone());
        self.is_at = std::mem::take(&mut self.is_back);
        let is_told = self.descend(&mut position, rng, halt);
        if let Some(undo) = self.way_back.take() {
            self.game.undo(&mut position, undo);
            self.is_back = true;
        }
        self.spare = Some(position);
        if !is_told {
            return 0;
        }
        for &node in &self.path {
            self.nodes[node].visits += self.ends.playouts;
            self.nodes[node].gains.add(&self.ends.gains, 1.0);
        }
        (1..self.path.len()).for_each(|step| self.tell_above(self.path[step - 1], self.path[step]));
        self.count_drops();
        self.pace.end(self.ends.playouts);
        self.ends.playouts
    }

    /// Tells a node what is known of one behind it.
    fn tell_above(&mut self, above: usize, node: usize) {
        let (place, seen) = (self.nodes[node].place, self.nodes[node].seen_by(self.nodes[above].actor));
        self.nodes[above].edges[place as usize].seen = seen;
    }

    /// Counts for the nodes that the playouts passed what was dropped first behind them, on the way through the tree too.
    fn count_drops(&mut self) {
        let is_full = self.is_full();
        let Some(drops) = &mut self.ends.drops else { return };
        let n_cells = self.game.rules().board.n_cells();
        for step in (0..self.path.len()).rev() {
            let behind = self.path.get(step + 1).map(|&behind| self.nodes[behind].place as usize);
            let node = &mut self.nodes[self.path[step]];
            if let (Some(Actor::Player(mover)), Some(behind)) = (node.actor, behind) {
                drops.begin_with(node.edges[behind].cell, mover, (&self.ends.gains, self.ends.playouts));
            }
            if node.drops.is_some() || node.visits >= drops::LEAST && !node.edges.is_empty() && !is_full {
                self.bytes += if node.drops.is_none() { drops::bytes(n_cells) } else { 0 };
                node.drops.get_or_insert_with(|| Box::new(Drops::new(n_cells))).add(drops);
            }
        }
    }

    /// Goes down to a new position, or a proven one, and finds out what comes of it; no if nothing does.
    fn descend(&mut self, position: &mut G::Position, rng: &mut Rng, halt: &dyn Halt) -> bool {
        let mut node = ROOT;
        // The nearest position above of which much is known tells what drops are worth here.
        let mut known = ROOT;
        loop {
            if self.nodes[node].n_options.is_none() || self.nodes[ROOT].is_parted {
                self.come_to(node, position);
            }
            if self.is_at && self.game.actor(position) != self.nodes[node].actor {
                // What it may use up is spent meanwhile: this is no position of the tree.
                return self.stray();
            }
            if let Some(proof) = &self.nodes[node].proof {
                let gains = proof.gains.clone();
                self.come_to(node, position);
                self.end_certainly(position, gains);
                return true;
            }
            if self.nodes[node].visits >= drops::KNOWN && self.nodes[node].drops.is_some() {
                known = node;
            }
            if self.nodes[ROOT].is_parted && self.nodes[node].is_young() {
                return self.play_out(position, rng, halt);
            }
            let n_options = self.find_options(node, position);
            self.look_at_options(node, position);
            let step = self.step((node, known), (position, n_options), rng);
            if let Some(Step::Known(Some(_), child)) = step
                && self.stations.of(child).is_some()
            {
                (node, self.is_at) = (child, false);
                self.path.push(node);
                continue;
            }
            self.come_to(node, position);
            match step {
                Some(Step::Known(Some(option), child)) => {
                    if self.is_grown && option >= n_options || !self.take(node, position, option) {
                        return self.stray();
                    }
                    node = child;
                }
                Some(Step::Known(None, child)) => node = child,
                Some(Step::New(part)) if !self.nodes[node].parts.is_empty() => {
                    let begun = Box::new(self.nodes[node].parts[part].clone());
                    let child = self.add(position, node, Edge::begin(part));
                    self.nodes[child].begun = Some(begun);
                    node = child;
                }
                // Behind another past an option may be none.
                Some(Step::New(option)) if self.is_grown && option >= n_options => return self.stray(),
                Some(Step::New(option)) => {
                    let cell = self.cell_of(position, option);
                    let probability = self.game.probability(position, option).map_or(1.0, |p| p.as_f64());
                    if !self.take(node, position, option) {
                        continue;
                    }
                    let child = self.add(position, node, Edge::along(option, cell, probability));
                    self.path.push(child);
                    return self.first_visit(child, position, rng, halt);
                }
                None => return self.play_out(position, rng, halt),
            }
            self.path.push(node);
        }
    }

    /// Goes to the position of a node, where that is kept and only nodes have led there.
    pub(super) fn come_to(&mut self, node: usize, position: &mut G::Position) {
        if !self.is_at {
            self.game.restart(position, self.station(node).unwrap_or(&self.root));
            self.is_at = true;
        }
    }

    /// The position of a node to which the way down has led: the one at hand, or the one that is kept.
    fn here<'b>(&'b self, node: usize, position: &'b G::Position) -> &'b G::Position {
        if self.is_at { position } else { self.station(node).unwrap_or(position) }
    }

    /// The position of a node, if it is kept.
    fn station(&self, node: usize) -> Option<&G::Position> {
        if node == ROOT { Some(&self.root) } else { self.stations.of(node) }
    }

    /// Finds the options of the position of a node, which is kept from then on if it is passed often; how many there are.
    fn find_options(&mut self, node: usize, position: &mut G::Position) -> usize {
        if let Some(n_options) = self.nodes[node].n_options.filter(|_| !self.is_at) {
            return n_options as usize;
        }
        let n_options = find(self.game, position);
        let is_kept = self.nodes[ROOT].is_parted || self.station(node).is_some();
        if !is_kept && self.nodes[node].visits >= stations::VISITS && n_options <= stations::OPTIONS {
            self.keep(node, position);
        }
        n_options
    }

    /// Keeps the position of a node, if it is passed often enough for what it takes and there is room.
    fn keep(&mut self, node: usize, position: &G::Position) {
        let bytes = self.game.kept_bytes(position);
        if self.nodes[node].visits as usize >= bytes / stations::WORTH && !self.is_full() {
            self.bytes += bytes;
            self.stations.keep(node, position.clone());
        }
    }

    /// Nothing comes of a playout that has come to no position of the tree.
    fn stray(&mut self) -> bool {
        self.strayed = self.is_grown;
        false
    }

    /// Takes an option of a node; no if it turns out to be none.
    fn take(&mut self, node: usize, position: &mut G::Position, option: usize) -> bool {
        if self.nodes[ROOT].is_parted && self.way_back.is_none() {
            self.way_back = self.game.try_glance(position, option);
            return self.way_back.is_some();
        }
        if let Some(Actor::Player(_)) = self.nodes[node].actor {
            return self.game.play_likely(position, option);
        }
        self.game.play(position, option);
        true
    }

    /// Where the playout goes on; none when it leaves the tree, because that is full.
    fn step(
        &mut self,
        (node, known): (usize, usize),
        (position, n_options): (&mut G::Position, usize),
        rng: &mut Rng,
    ) -> Option<Step> {
        let is_full = self.is_full();
        if self.nodes[node].n_options.is_none() && (is_full || !self.is_worth_room(node)) {
            return None;
        }
        self.open(node, position, n_options);
        if let Some(edge) = self.nodes[node].settled {
            return Some(self.nodes[node].edges[edge as usize].step());
        }
        let is_tried = self.nodes[node].untried.is_empty();
        let is_known = self.nodes[known].drops.is_some() || self.nodes[node].looks.is_some();
        let option = match self.nodes[node].actor {
            Some(Actor::Player(player)) if is_tried || is_full || self.nodes[node].is_wide() => {
                return Some(self.most_promising((node, known), player)?.step());
            }
            Some(Actor::Player(player)) if is_known => return Some(self.by_what_is_known((node, known), player, rng)),
            Some(Actor::Player(_)) => {
                let untried = &mut self.nodes[node].untried;
                untried.swap_remove(rng.index(untried.len())).option as usize
            }
            _ => chance::draw(self.game, self.here(node, position), rng),
        };
        match self.nodes[node].edges.iter().find(|edge| edge.option() == option) {
            Some(edge) => Some(edge.step()),
            None => (!is_full).then_some(Step::New(option)),
        }
    }

    /// Whether there is room for nothing more. One option at least is tried.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() > 1 && self.used() >= self.config.max_nodes
    }

    /// How much room is used, in nodes.
    pub(super) fn used(&self) -> usize {
        self.nodes.len() + self.bytes / node::BYTES
    }

    /// Whether a position is passed often enough for its options to be found: the less room is left the oftener, so that a
    /// long search has room for what matters.
    fn is_worth_room(&self, node: usize) -> bool {
        let least = SPARING[(4 * self.used() / self.config.max_nodes.max(1)).min(3)];
        let node = &self.nodes[node];
        self.nodes.len() == 1 || node.begun.is_some() || node.visits >= least * self.pace.playouts()
    }

    /// Looks up the options of a node that is passed for the first time.
    fn open(&mut self, number: usize, position: &mut G::Position, n: usize) {
        let node = &mut self.nodes[number];
        if node.n_options.is_some() {
            return;
        }
        node.n_options = Some(n as u32);
        if !matches!(node.actor, Some(Actor::Player(_))) {
            return;
        }
        let begun = node.begun.take().unwrap_or_else(|| Box::new(Begun::all(n)));
        node.is_parted = begun.cells > 0;
        self.bytes += begun.options.len() * size_of::<Untried>();
        let parts = if self.only_drops(&begun, position) { None } else { parted(self.game, position, &begun) };
        let untried = match &parts {
            Some(parts) => (0..parts.len() as u32).map(|option| Untried { option, cell: NOWHERE }).collect(),
            None => {
                let cell = |option: u32| self.cell_of(position, option as usize);
                begun.options.iter().map(|&option| Untried { option, cell: cell(option) }).collect()
            }
        };
        let node = &mut self.nodes[number];
        node.untried = untried;
        node.is_parted |= parts.is_some();
        node.parts = parts.unwrap_or_default().into();
    }

    /// Whether there is no second cell by which to choose options; the first position with many of them tells.
    fn only_drops(&mut self, begun: &Begun, position: &G::Position) -> bool {
        let Self { game, config, drops_only, .. } = self;
        config.drops || begun.is_long() && *drops_only.get_or_insert_with(|| begun.only_drops(*game, position))
    }

    /// The options of a position that were tried.
    pub fn options_of(&self, node: usize) -> Vec<&Edge> {
        options_of(&self.nodes, node)
    }

    /// The options of the root among which the best is to be sought: where they are chosen cell by cell those that begin as
    /// most playouts do, unless all of these are known to be lost.
    pub fn choices(&self, mover: PlayerId) -> Vec<&Edge> {
        let mut node = ROOT;
        while let Some(edge) = self.nodes[node].settled.or_else(|| self.most_tried(node)) {
            node = self.nodes[node].edges[edge as usize].node();
        }
        let is_open = |edge: &&Edge| {
            let proof = self.nodes[edge.node()].proof.as_ref();
            proof.is_none_or(|proof| proof.gains.value(mover) > 0.0)
        };
        match self.options_of(node) {
            some if some.iter().any(is_open) => some,
            _ => self.options_of(ROOT),
        }
    }

    /// The part that most playouts go on with, if options are chosen cell by cell here.
    fn most_tried(&self, node: usize) -> Option<u32> {
        let edges = (0..).zip(&self.nodes[node].edges).filter(|(_, edge)| edge.begins);
        edges.max_by_key(|(_, edge)| self.nodes[edge.node()].visits).map(|(index, _)| index)
    }

    /// Settles on the next cell of the options of the root: all further playouts begin with it.
    pub fn settle_cell(&mut self) {
        let mut node = ROOT;
        while let Some(edge) = self.nodes[node].settled {
            node = self.nodes[node].edges[edge as usize].node();
        }
        self.nodes[node].settled = self.most_tried(node);
    }

    /// The cell on which an option drops a piece, where that is asked for.
    fn cell_of(&self, position: &G::Position, option: usize) -> u16 {
        match self.config.drops {
            true => self.game.dropped_at(position, option).map_or(NOWHERE, |cell| cell.0),
            false => NOWHERE,
        }
    }

    /// Adds a position behind another one; its number.
    fn add(&mut self, position: &G::Position, above: usize, edge: Edge) -> usize {
        let (number, above) = (self.nodes.len(), &mut self.nodes[above]);
        let node = Node { place: above.edges.len() as u32, ..Node::new(self.game.actor(position)) };
        above.edges.push(edge.to(number, node.seen_by(above.actor)));
        self.nodes.push(node);
        number
    }

    fn first_visit(&mut self, node: usize, position: &mut G::Position, rng: &mut Rng, halt: &dyn Halt) -> bool {
        if self.nodes[node].actor.is_some() {
            return self.play_out(position, rng, halt);
        }
        let gains = Gains::of(self.game.outcome(position).as_ref());
        self.nodes[node].proof = Some(Box::new(Proof { gains: gains.clone(), plies: 0 }));
        self.end_certainly(position, gains);
        for above in (0..self.path.len() - 1).rev() {
            if !self.settle(self.path[above]) {
                break;
            }
        }
        true
    }
}

/// Finds the options of a position behind the root; how many there are. Those of a player may turn out to be none.
pub fn find<G: Game>(game: &G, position: &mut G::Position) -> usize {
    match game.actor(position) {
        Some(Actor::Player(_)) => game.find_likely_options(position),
        Some(Actor::Chance) => game.n_options(position),
        None => 0,
    }
}
