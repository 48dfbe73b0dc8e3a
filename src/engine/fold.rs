//! Folding: what depends on nothing but the rules, or only on who `my` means, is worked out before play begins. The
//! machine itself works it out, so a folded node has no other meaning than the node.

use std::sync::Arc;

use crate::program::node::{Id, NOBODY, Node, Owners};
use crate::program::{Glance, Pool, Program, may_pile, shared};
use crate::rules::types::Set;

use super::bits::Bits;
use super::machine::Machine;
use super::pointwise;
use super::scratch::Scratch;
use super::state::State;

/// What a node depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Needs {
    /// The position, the turn, or a name that is bound elsewhere.
    play: bool,
    /// Who `my` means.
    me: bool,
    /// Temporary names, as bits; the last bit stands for all from there on.
    names: u64,
}

impl Needs {
    const NOTHING: Self = Self { play: false, me: false, names: 0 };
    const PLAY: Self = Self { play: true, me: false, names: 0 };

    fn and(self, other: Self) -> Self {
        Self { play: self.play || other.play, me: self.me || other.me, names: self.names | other.names }
    }

    fn without(self, name: u32) -> Self {
        Self { names: if name < 63 { self.names & !(1 << name) } else { self.names }, ..self }
    }
}

/// A program with everything folded that can be.
pub fn fold<const W: usize>(program: Program) -> Program {
    let machine = Machine::<W>::new(Arc::new(program));
    let mut sc = machine.scratch();
    let mut state = State::new(&machine.program);
    let mut folded = Program::clone(&machine.program);
    let mut needs: Vec<Needs> = Vec::with_capacity(folded.nodes.len());
    for id in 0..machine.program.nodes.len() {
        let node = &machine.program.nodes[id];
        let own = of(node, &needs);
        needs.push(own);
        let is_leaf = matches!(
            node,
            Node::Constant(_) | Node::ConstantSet(_) | Node::ConstantSetByMe(_) | Node::ConstantByMe(_) | Node::Me
        );
        if !own.play && own.names == 0 && !is_leaf {
            let value = machine.folded(&mut sc, &mut state, id as Id, own.me, &mut folded.pool);
            folded.nodes[id] = value;
        }
    }
    for id in 0..folded.nodes.len() {
        if let Node::Pieces(kinds, Owners::Of(players)) = &folded.nodes[id]
            && let Node::ConstantSet(players) = folded.nodes[*players as usize]
        {
            let players = folded.pool.set(players).iter().filter(|&player| player < 16).map(|player| 1 << player).sum();
            folded.nodes[id] = Node::Pieces(kinds.clone(), Owners::Fixed(players));
        }
    }
    folded.geometry.may_pile = may_pile(&folded);
    folded.shared = shared(&folded, |id| needs[id as usize].names == 0);
    glances::<W>(folded)
}

/// A program in which travels are seen at a glance where they can be.
fn glances<const W: usize>(program: Program) -> Program {
    let machine = Machine::<W>::new(Arc::new(program));
    let mut sc = machine.scratch();
    let mut state = State::new(&machine.program);
    let mut seen = Program::clone(&machine.program);
    for number in 0..seen.moves.len() {
        for index in 0..seen.moves[number].sentences.len() {
            let Some(travel) = &machine.program.moves[number].sentences[index].travel else { continue };
            let mut glance = pointwise::glance(&machine.program, travel);
            if let Some(Glance::Table(first)) = &mut glance {
                let mut sets = Vec::new();
                for who in 0..machine.n_players() {
                    state.turn.who = who;
                    let reached = machine.reached(&mut sc, &state, travel.path).into_iter();
                    sets.extend(reached.map(|bits| bits.iter().collect::<Set>()));
                }
                *first = seen.pool.add_all(sets);
            }
            let hops = pointwise::hops(&machine.program, travel);
            let target = pointwise::target(&machine.program, travel);
            if let Some(travel) = &mut seen.moves[number].sentences[index].travel {
                travel.hops = hops;
                travel.glance = glance;
                travel.target = target;
            }
        }
    }
    seen
}

impl<const W: usize> Machine<W> {
    /// A node that gives the same as another that needs nothing but who `my` means.
    fn folded(&self, sc: &mut Scratch<W>, state: &mut State, id: Id, by_me: bool, pool: &mut Pool) -> Node {
        let players: Vec<u8> = if by_me { (0..self.n_players()).chain([NOBODY]).collect() } else { vec![NOBODY] };
        let set_of = |bits: Bits<W>| bits.iter().collect::<Set>();
        if gives_set(&self.program.nodes, id) {
            let mut sets = Vec::new();
            for who in players {
                state.turn.who = who;
                sets.push(set_of(self.set(sc, state, id)));
            }
            if sets.windows(2).all(|pair| pair[0] == pair[1]) {
                return Node::ConstantSet(pool.add(sets[0].iter().collect()));
            }
            return Node::ConstantSetByMe(pool.add_all(sets));
        }
        let mut values = Vec::new();
        for who in players {
            state.turn.who = who;
            values.push(self.scalar(sc, state, id));
        }
        match values.windows(2).all(|pair| pair[0] == pair[1]) {
            true => Node::Constant(values[0]),
            false => Node::ConstantByMe(values.into()),
        }
    }
}

/// Whether a node gives a set.
fn gives_set(nodes: &[Node], id: Id) -> bool {
    match &nodes[id as usize] {
        Node::If(_, branch, _)
        | Node::OrElse(branch, _)
        | Node::LetScalar(_, _, branch)
        | Node::LetSet(_, _, branch) => gives_set(nodes, *branch),
        Node::ConstantSet(_)
        | Node::ConstantSetByMe(_)
        | Node::KeptSet(_)
        | Node::TemporarySet(_)
        | Node::ToSet(_)
        | Node::Enemies(_)
        | Node::Living
        | Node::Union(..)
        | Node::Intersection(..)
        | Node::Difference(..)
        | Node::Those(..)
        | Node::Pieces(..)
        | Node::AnyHeight(..)
        | Node::Empty
        | Node::Unmoved
        | Node::OnTerrain(..)
        | Node::Plane(_)
        | Node::VariableSet(..)
        | Node::WhereYes(_)
        | Node::TableSet(..)
        | Node::Shift(..)
        | Node::Relative(..)
        | Node::Opposite(_)
        | Node::Ranks(..)
        | Node::Rows(..)
        | Node::Reach { .. }
        | Node::Lines(_)
        | Node::StraightLines(..)
        | Node::Group(..)
        | Node::Surrounded
        | Node::Urgent
        | Node::Enclosed(..)
        | Node::Attacked(..)
        | Node::Seat(_) => true,
        _ => false,
    }
}

/// What a node depends on, from what those before it depend on.
fn of(node: &Node, known: &[Needs]) -> Needs {
    let get = |id: Id| known.get(id as usize).copied().unwrap_or(Needs::PLAY);
    match node {
        Node::Me | Node::ConstantByMe(_) | Node::ConstantSetByMe(_) => Needs { me: true, ..Needs::NOTHING },
        Node::Temporary(name) | Node::TemporarySet(name) => Needs { names: 1 << (*name).min(63), ..Needs::NOTHING },
        Node::Those(name, set, each) | Node::Total(name, set, each) => get(*set).and(get(*each).without(*name)),
        Node::LetScalar(name, value, body) | Node::LetSet(name, value, body) => {
            get(*value).and(get(*body).without(*name))
        }
        Node::Kept(_)
        | Node::KeptSet(_)
        | Node::Mover
        | Node::Next
        | Node::Starter
        | Node::Living
        | Node::TerrainAt(..)
        | Node::Variable(..)
        | Node::VariableSet(..)
        | Node::Hand(..)
        | Node::KindAt(_)
        | Node::OwnerAt(_)
        | Node::Height(_)
        | Node::Stuck(_)
        | Node::Repeated(..)
        | Node::Without(..)
        | Node::Played(_)
        | Node::Can(..)
        | Node::Turns
        | Node::Rounds
        | Node::Pieces(..)
        | Node::AnyHeight(..)
        | Node::Empty
        | Node::Unmoved
        | Node::OnTerrain(..)
        | Node::Plane(_)
        | Node::WhereYes(_)
        | Node::Reach { .. }
        | Node::Surrounded
        | Node::Urgent
        | Node::Attacked(..) => Needs::PLAY,
        node => {
            let mut needs = Needs::NOTHING;
            node.children(&mut |child| needs = needs.and(get(child)), &mut |_| {});
            needs
        }
    }
}
