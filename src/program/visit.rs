//! Walks over the nodes of an expression.

use super::Program;
use super::node::{Heading, Id, Leg, Node, Verb};

impl Node {
    /// Sees the nodes right below, and the numbers of the paths.
    pub fn children(&self, see: &mut dyn FnMut(Id), path: &mut dyn FnMut(u32)) {
        self.clone().children_mut(&mut |child| see(*child));
        if let Node::Reach { path: number, .. } = self {
            path(*number);
        }
    }

    /// Sees the nodes right below, which may be exchanged; not those of a path.
    pub fn children_mut(&mut self, see: &mut dyn FnMut(&mut Id)) {
        match self {
            Node::Constant(_)
            | Node::ConstantByMe(_)
            | Node::Kept(_)
            | Node::Temporary(_)
            | Node::Me
            | Node::Mover
            | Node::Next
            | Node::Starter
            | Node::Without(..)
            | Node::Played(_)
            | Node::Turns
            | Node::Rounds
            | Node::ConstantSet(_)
            | Node::ConstantSetByMe(_)
            | Node::KeptSet(_)
            | Node::TemporarySet(_)
            | Node::Living
            | Node::Empty
            | Node::Unmoved
            | Node::Plane(_)
            | Node::WhereYes(_)
            | Node::Surrounded
            | Node::Urgent => {}
            Node::Not(a)
            | Node::Odd(a)
            | Node::SomeSet(a)
            | Node::SomeScalar(a)
            | Node::Count(a)
            | Node::FirstOf(a)
            | Node::TerrainAt(_, a)
            | Node::KindAt(a)
            | Node::OwnerAt(a)
            | Node::Height(a)
            | Node::Table(_, a)
            | Node::Coordinate(_, a)
            | Node::Stuck(a)
            | Node::Can(a, _)
            | Node::Shows(_, _, a)
            | Node::ToSet(a)
            | Node::Enemies(a)
            | Node::OnTerrain(_, a)
            | Node::TableSet(_, a)
            | Node::Relative(a, _)
            | Node::Opposite(a)
            | Node::Lines(a)
            | Node::Seat(a) => see(a),
            Node::And(a, b)
            | Node::Or(a, b)
            | Node::Same(a, b)
            | Node::SameSets(a, b)
            | Node::Compare(_, a, b)
            | Node::Arithmetic(_, a, b)
            | Node::Contains(a, b)
            | Node::Total(_, a, b)
            | Node::RankOf(a, b)
            | Node::Distance(a, b)
            | Node::Tipped(_, a, b)
            | Node::Turned(_, a, b)
            | Node::OrElse(a, b)
            | Node::LetScalar(_, a, b)
            | Node::LetSet(_, a, b)
            | Node::Union(a, b)
            | Node::Intersection(a, b)
            | Node::Difference(a, b)
            | Node::Those(_, a, b)
            | Node::Shift(a, b)
            | Node::Rows(_, a, b)
            | Node::StraightLines(_, a, b)
            | Node::Group(a, b)
            | Node::Enclosed(a, b)
            | Node::Attacked(a, b) => [a, b].into_iter().for_each(see),
            Node::Joins(a, b, c) | Node::OnRow(_, a, b, c) | Node::If(a, b, c) => {
                [a, b, c].into_iter().for_each(see);
            }
            Node::Variable(_, a) | Node::VariableSet(_, a) | Node::Repeated(_, _, a) | Node::AnyHeight(_, a) => {
                a.iter_mut().for_each(see)
            }
            Node::Hand(a, b) => std::iter::once(a).chain(b).for_each(see),
            Node::Ranks(a, b, c) => std::iter::once(a).chain(b).chain(c).for_each(see),
            Node::Pieces(_, owners) => {
                if let super::node::Owners::Of(players) = owners {
                    see(players);
                }
            }
            Node::Reach { from, to, .. } => std::iter::once(from).chain(to).for_each(see),
        }
    }
}

impl Leg {
    /// Sees the nodes of a leg, and the numbers of the paths within it.
    fn children(&self, see: &mut dyn FnMut(Id), path: &mut dyn FnMut(u32)) {
        self.clone().children_mut(&mut |child| see(*child), &mut |number| path(*number));
    }

    /// The same, which may be exchanged.
    pub fn children_mut(&mut self, see: &mut dyn FnMut(&mut Id), path: &mut dyn FnMut(&mut u32)) {
        if let Heading::Ways(ways) = &mut self.heading {
            see(ways);
        }
        see(&mut self.through);
        if let Some((_, _, condition)) = &mut self.condition {
            see(condition);
        }
        match &mut self.verb {
            Verb::Slides { range, stopping, .. } => {
                if let Some((least, most)) = range {
                    std::iter::once(least).chain(most).for_each(&mut *see);
                }
                stopping.iter_mut().for_each(see);
            }
            Verb::LeapsStraight(n) | Verb::RidesStraight(n) => see(n),
            Verb::Hops { over, .. } => see(over),
            Verb::Walks(least, most) => [least, most].into_iter().for_each(see),
            Verb::OneOf(paths) => {
                for (number, to) in paths {
                    path(number);
                    to.iter_mut().for_each(&mut *see);
                }
            }
            Verb::Steps | Verb::Leaps(_) | Verb::Rides(_) | Verb::Goes | Verb::Stays => {}
        }
    }
}

impl Program {
    /// Whether anything asks how often a position stood, and how often its pieces did.
    pub fn asks_repetition(&self) -> (bool, bool) {
        let asks = |board: bool| self.nodes.iter().any(|node| matches!(node, Node::Repeated(of, ..) if *of == board));
        (asks(false), asks(true))
    }

    /// Whether something holds for a node or any below it, those of its paths included.
    pub fn any_node(&self, id: Id, holds: &mut dyn FnMut(&Node) -> bool) -> bool {
        let node = &self.nodes[id as usize];
        if holds(node) {
            return true;
        }
        let (mut below, mut paths) = (Vec::new(), Vec::new());
        node.children(&mut |child| below.push(child), &mut |path| paths.push(path));
        below.into_iter().any(|child| self.any_node(child, holds))
            || paths.into_iter().any(|path| self.any_node_of_path(path, holds))
    }

    /// Whether something holds for a leg of a path in a node or below it, those within its paths included.
    pub fn any_leg(&self, id: Id, holds: &mut dyn FnMut(&Leg) -> bool) -> bool {
        let mut paths = Vec::new();
        self.any_node(id, &mut |node| {
            if let Node::Reach { path, .. } = node {
                paths.push(*path);
            }
            false
        });
        paths.into_iter().any(|path| self.any_leg_of_path(path, holds))
    }

    fn any_leg_of_path(&self, path: u32, holds: &mut dyn FnMut(&Leg) -> bool) -> bool {
        self.paths[path as usize].iter().any(|leg| {
            let inner = if let Verb::OneOf(paths) = &leg.verb { paths.iter() } else { [].iter() };
            holds(leg) || inner.map(|(path, _)| *path).any(|path| self.any_leg_of_path(path, holds))
        })
    }

    /// Whether something holds for a node of a path.
    pub fn any_node_of_path(&self, path: u32, holds: &mut dyn FnMut(&Node) -> bool) -> bool {
        let (mut below, mut paths) = (Vec::new(), Vec::new());
        for leg in &self.paths[path as usize] {
            leg.children(&mut |child| below.push(child), &mut |path| paths.push(path));
        }
        below.into_iter().any(|child| self.any_node(child, holds))
            || paths.into_iter().any(|path| self.any_node_of_path(path, holds))
    }
}
