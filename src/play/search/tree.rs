//! The tree of a search: which positions were reached, how often, and what came of it.

use super::{
    Config,
    drops::{self, Drops, NOWHERE},
    foresight::Foresight,
    gains::Gains,
    node::{self, Edge, Node, Proof, options_of},
    stages::{Begun, parted},
};
use crate::{
    game::{Actor, Contents, Game, Halt, PlayerId, rng::Rng},
    play::chance,
};

/// The node where the search starts.
pub const ROOT: usize = 0;

/// The tree under one position.
pub struct Tree<'a, G: Game> {
    pub game: &'a G,
    /// The position under which it searches, its options found as those of all positions of the tree.
    pub root: G::Position,
    pub config: &'a Config,
    nodes: Vec<Node>,
    /// The bytes of options and drops that nodes hold besides.
    bytes: usize,
    /// The nodes of the playout under way, from the root.
    path: Vec<usize>,
    /// The position of the last playout, whose memory the next one takes.
    spare: Option<G::Position>,
    /// What leads from there back to the root, where many options would be copied to begin anew.
    way_back: Option<G::Undo>,
    /// Whether it is at the root already.
    is_back: bool,
    /// The same of playouts that spare cells.
    pub spared: Option<G::Position>,
    /// Who wins, as far as it is foreseen without playing on to the end.
    pub foresight: Option<Foresight>,
    /// What the last playout ended with.
    contents: Contents,
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
enum Step {
    /// Along an edge: the option, or none if one is only begun; and the node.
    Known(Option<usize>, usize),
    /// Along an option, or a part, that was not tried yet.
    New(usize),
}

impl Edge {
    fn step(&self) -> Step {
        Step::Known(Some(self.option).filter(|_| !self.begins), self.node)
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
            spared: None,
            foresight: config.reach.clone().map(Foresight::new),
            contents: Contents::default(),
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
        let is_of_root = nodes
            .first()
            .is_some_and(|node| node.actor == game.actor(&tree.root) && node.n_options.is_none_or(|n| n == n_options));
        if is_of_root {
            let n_cells = if config.drops { game.rules().board.n_cells() } else { 0 };
            tree.bytes = nodes.iter().map(|node| node.held(n_cells)).sum();
            (tree.nodes, tree.is_grown) = (nodes, true);
        }
        tree
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

    /// Makes a child of the root proven; the root may become proven by it.
    pub fn prove(&mut self, node: usize, proof: Proof) {
        self.nodes[node].proof = Some(proof);
        self.settle_all(ROOT);
    }

    /// Proves a position by its options, however they are chosen.
    fn settle_all(&mut self, node: usize) {
        let begun: Vec<usize> =
            self.nodes[node].edges.iter().filter(|edge| edge.begins).map(|edge| edge.node).collect();
        begun.into_iter().for_each(|child| self.settle_all(child));
        self.settle(node);
    }

    /// Makes one playout; false if it was called to halt before its end, or the budget of the game was spent.
    pub fn playout(&mut self, rng: &mut Rng, halt: &dyn Halt) -> bool {
        self.path.clear();
        self.path.push(ROOT);
        // One position serves all playouts, so that nothing is allocated for each.
        let mut position = self.spare.take().unwrap_or_else(|| self.root.clone());
        if !std::mem::take(&mut self.is_back) {
            self.game.restart(&mut position, &self.root);
        }
        let gains = self.descend(&mut position, rng, halt);
        if let Some(undo) = self.way_back.take() {
            self.game.undo(&mut position, undo);
            self.is_back = true;
        }
        self.spare = Some(position);
        let Some(gains) = gains else { return false };
        for &node in &self.path {
            self.nodes[node].visits += 1;
            self.nodes[node].gains.add(&gains, 1.0);
        }
        if self.config.drops {
            self.count_drops(&gains);
        }
        true
    }

    /// Counts for the nodes that the playout passed where pieces stood in the end.
    fn count_drops(&mut self, gains: &Gains) {
        let n_cells = self.game.rules().board.n_cells();
        for &node in &self.path {
            let node = &mut self.nodes[node];
            if node.visits >= drops::LEAST && !node.edges.is_empty() {
                self.bytes += if node.drops.is_none() { drops::bytes(n_cells) } else { 0 };
                node.drops.get_or_insert_with(|| Box::new(Drops::new(n_cells))).count(&self.contents, gains);
            }
        }
    }

    /// Goes down to a new position, or a proven one, and tells what comes of it.
    fn descend(&mut self, position: &mut G::Position, rng: &mut Rng, halt: &dyn Halt) -> Option<Gains> {
        let mut node = ROOT;
        // The nearest position above of which much is known tells what drops are worth here.
        let mut known = ROOT;
        loop {
            if self.game.actor(position) != self.nodes[node].actor {
                // What it may use up is spent meanwhile: this is no position of the tree.
                return self.stray();
            }
            if let Some(proof) = &self.nodes[node].proof {
                let gains = proof.gains.clone();
                self.see(position);
                return Some(gains);
            }
            if self.nodes[node].visits >= drops::KNOWN && self.nodes[node].drops.is_some() {
                known = node;
            }
            if self.nodes[ROOT].is_parted && self.nodes[node].is_young() {
                return self.play_out(position, rng, halt);
            }
            let n_options = find(self.game, position);
            match self.step((node, known), (position, n_options), rng) {
                Some(Step::Known(Some(option), child)) => {
                    if self.is_grown && option >= n_options || !self.take(node, position, option) {
                        return self.stray();
                    }
                    node = child;
                }
                Some(Step::Known(None, child)) => node = child,
                Some(Step::New(part)) if !self.nodes[node].parts.is_empty() => {
                    let child = self.add(position);
                    self.nodes[child].begun = Some(Box::new(self.nodes[node].parts[part].clone()));
                    let edge = Edge { option: part, node: child, begins: true, cell: NOWHERE, probability: 1.0 };
                    self.nodes[node].edges.push(edge);
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
                    let child = self.add(position);
                    self.nodes[node].edges.push(Edge { option, node: child, begins: false, cell, probability });
                    self.path.push(child);
                    return self.first_visit(child, position, rng, halt);
                }
                None => return self.play_out(position, rng, halt),
            }
            self.path.push(node);
        }
    }

    /// Nothing comes of a playout that has come to no position of the tree.
    fn stray(&mut self) -> Option<Gains> {
        self.strayed = self.is_grown;
        None
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

    /// Where the playout goes on; none when it leaves the tree because that is full.
    fn step(
        &mut self,
        (node, known): (usize, usize),
        (position, n_options): (&mut G::Position, usize),
        rng: &mut Rng,
    ) -> Option<Step> {
        self.open(node, position, n_options);
        if let Some(edge) = self.nodes[node].settled {
            return Some(self.nodes[node].edges[edge].step());
        }
        let full = self.nodes.len() + self.bytes / node::BYTES >= self.config.max_nodes.max(2);
        let option = match self.nodes[node].actor {
            Some(Actor::Player(player)) if self.nodes[node].untried.is_empty() || self.nodes[node].is_wide() => {
                return Some(self.most_promising((node, known), player)?.step());
            }
            _ if full => return None,
            Some(Actor::Player(player)) if self.nodes[known].drops.is_some() => {
                return Some(self.by_drops((node, known), position, player, rng));
            }
            Some(Actor::Player(_)) => {
                let untried = &mut self.nodes[node].untried;
                untried.swap_remove(rng.index(untried.len())) as usize
            }
            _ => chance::draw(self.game, position, rng),
        };
        let known = self.nodes[node].edges.iter().find(|edge| edge.option == option);
        Some(known.map_or(Step::New(option), Edge::step))
    }

    /// Looks up the options of a node that is passed for the first time.
    fn open(&mut self, number: usize, position: &mut G::Position, n: usize) {
        let node = &mut self.nodes[number];
        if node.n_options.is_some() {
            return;
        }
        node.n_options = Some(n);
        if !matches!(node.actor, Some(Actor::Player(_))) {
            return;
        }
        let begun = node.begun.take().unwrap_or_else(|| Box::new(Begun::all(n)));
        node.is_parted = begun.cells > 0;
        self.bytes += begun.options.len() * size_of::<u32>();
        let parts = if self.only_drops(&begun, position) { None } else { parted(self.game, position, &begun) };
        let node = &mut self.nodes[number];
        match parts {
            Some(parts) => {
                node.untried = (0..parts.len() as u32).collect();
                node.parts = parts;
                node.is_parted = true;
            }
            None => node.untried = begun.options,
        }
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
            node = self.nodes[node].edges[edge].node;
        }
        let is_open = |edge: &&Edge| {
            let proof = self.nodes[edge.node].proof.as_ref();
            proof.is_none_or(|proof| proof.gains.value(mover) > 0.0)
        };
        match self.options_of(node) {
            some if some.iter().any(is_open) => some,
            _ => self.options_of(ROOT),
        }
    }

    /// The part that most playouts go on with, if options are chosen cell by cell here.
    fn most_tried(&self, node: usize) -> Option<usize> {
        let edges = self.nodes[node].edges.iter().enumerate().filter(|(_, edge)| edge.begins);
        edges.max_by_key(|(_, edge)| self.nodes[edge.node].visits).map(|(index, _)| index)
    }

    /// Settles on the next cell of the options of the root: all further playouts begin with it.
    pub fn settle_cell(&mut self) {
        let mut node = ROOT;
        while let Some(edge) = self.nodes[node].settled {
            node = self.nodes[node].edges[edge].node;
        }
        self.nodes[node].settled = self.most_tried(node);
    }

    /// The edge with the highest upper bound of confidence for the player (UCT).
    fn most_promising(&self, (node, known): (usize, usize), player: PlayerId) -> Option<&Edge> {
        let drops = self.nodes[known].drops.as_deref();
        let node = &self.nodes[node];
        let scale = f64::from(node.visits.max(1)).ln();
        let mut bounds = node.edges.iter().map(|edge| (self.promise(edge, scale, drops, player), edge));
        let first = bounds.next()?;
        Some(bounds.fold(first, |best, next| if next.0 > best.0 { next } else { best }).1)
    }

    /// What an option promises that was tried.
    fn promise(&self, edge: &Edge, scale: f64, drops: Option<&Drops>, player: PlayerId) -> f64 {
        let child = &self.nodes[edge.node];
        let value = child.value(player);
        if child.proof.is_some() {
            // What is certain needs no trying out.
            return value;
        }
        let doubt = (scale / f64::from(child.visits.max(1))).sqrt();
        match drops.and_then(|drops| drops.mixed(edge.cell, player, (value, child.visits))) {
            Some(mixed) => mixed + drops::EXPLORATION * doubt,
            None => value + self.config.exploration * doubt,
        }
    }

    /// The next step where some options were not tried yet, but it is known what drops are worth.
    fn by_drops(
        &mut self,
        (node, known): (usize, usize),
        position: &G::Position,
        player: PlayerId,
        rng: &mut Rng,
    ) -> Step {
        let n_untried = self.nodes[node].untried.len();
        // Equal promises are chosen from at random.
        let first = rng.index(n_untried);
        let mut best = (f64::NEG_INFINITY, 0);
        for place in (first..n_untried).chain(0..first) {
            let cell = self.cell_of(position, self.nodes[node].untried[place] as usize);
            let drops = self.nodes[known].drops.as_deref();
            // What is never seen dropped is tried at once.
            let promise = drops.and_then(|drops| drops.mixed(cell, player, (0.0, 0))).unwrap_or(f64::INFINITY);
            if promise > best.0 {
                best = (promise, place);
            }
        }
        let scale = f64::from(self.nodes[node].visits.max(1)).ln();
        let drops = self.nodes[known].drops.as_deref();
        let better = self.most_promising((node, known), player);
        let better = better.filter(|edge| self.promise(edge, scale, drops, player) >= best.0);
        match better.map(Edge::step) {
            Some(step) => step,
            None => Step::New(self.nodes[node].untried.swap_remove(best.1) as usize),
        }
    }

    /// The cell on which an option drops a piece, where that is asked for.
    fn cell_of(&self, position: &G::Position, option: usize) -> u16 {
        match self.config.drops {
            true => self.game.dropped_at(position, option).map_or(NOWHERE, |cell| cell.0),
            false => NOWHERE,
        }
    }

    fn add(&mut self, position: &G::Position) -> usize {
        self.nodes.push(Node::new(self.game.actor(position)));
        self.nodes.len() - 1
    }

    fn first_visit(
        &mut self,
        node: usize,
        position: &mut G::Position,
        rng: &mut Rng,
        halt: &dyn Halt,
    ) -> Option<Gains> {
        if self.nodes[node].actor.is_some() {
            return self.play_out(position, rng, halt);
        }
        let gains = Gains::of(self.game.outcome(position).as_ref());
        self.see(position);
        self.nodes[node].proof = Some(Proof { gains: gains.clone(), plies: 0 });
        for above in (0..self.path.len() - 1).rev() {
            if !self.settle(self.path[above]) {
                break;
            }
        }
        Some(gains)
    }

    /// Looks at what stands at the end of a playout, where drops are counted.
    pub fn see(&mut self, position: &G::Position) {
        if self.config.drops {
            self.game.contents(position, &mut self.contents);
        }
    }

    /// Proves a node by its children, if they suffice.
    fn settle(&mut self, node: usize) -> bool {
        let proof = match self.nodes[node].actor {
            Some(Actor::Player(player)) => self.best_proof(node, player),
            _ => self.expected_proof(node),
        };
        self.nodes[node].proof = proof;
        self.is_proven(node)
    }

    /// What a player makes of the proofs: the quickest win, or the best when there is nothing else.
    fn best_proof(&self, node: usize, player: PlayerId) -> Option<Proof> {
        let node = &self.nodes[node];
        let mut best: Option<&Proof> = None;
        let mut open = !node.is_exhausted();
        for edge in &node.edges {
            match &self.nodes[edge.node].proof {
                Some(proof) if best.is_none_or(|best| proof.is_better(best, player)) => best = Some(proof),
                Some(_) => {}
                None => open = true,
            }
        }
        let is_begun = node.edges.first().is_some_and(|edge| edge.begins);
        let earlier = |best: &Proof| if is_begun { best.clone() } else { best.one_ply_earlier() };
        best.filter(|best| !open || best.gains.value(player) >= 1.0).map(earlier)
    }

    /// The mean of the proofs, when every option of Chance is proven.
    fn expected_proof(&self, node: usize) -> Option<Proof> {
        let node = &self.nodes[node];
        if node.n_options != Some(node.edges.len()) {
            return None;
        }
        let mut expected = Proof { gains: Gains::default(), plies: 0 };
        for edge in &node.edges {
            let proof = self.nodes[edge.node].proof.as_ref()?;
            expected.gains.add(&proof.gains, edge.probability);
            expected.plies = expected.plies.max(proof.plies);
        }
        Some(expected.one_ply_earlier())
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
