//! Rows that are worked out only where it is told sooner that they may have options.

use crate::program::node::{Id, Node, Verb};
use crate::program::{Sentence, Travel};

use super::super::code::{Code, L, S};
use super::options::How;
use super::{Made, Maker};

/// From so many directions on it is asked first whether there is a piece that may go.
pub(super) const MANY: usize = 4;

impl Maker<'_> {
    /// Rows of pieces that travel, which are worked out only if there are such pieces where that is seldom.
    pub(super) fn unless_seldom(
        &mut self,
        travel: &Travel,
        rows: impl FnOnce(&mut Self) -> Made<Vec<(S, How)>>,
    ) -> Made<Vec<(S, How)>> {
        match self.seldom(travel)? {
            None => rows(self),
            Some(from) => self.rows_unless_empty(vec![from], rows),
        }
    }

    /// Sets without which no travel of a sentence comes about, whichever piece travels: those that its guard needs some cell of.
    ///
    /// ```text
    ///   when some (reach of landing by slides way to ROOKS) and …      ROOKS, if they are told without the travel
    /// ```
    pub(super) fn needed(&mut self, sentence: &Sentence) -> Vec<S> {
        let mut needed = Vec::new();
        let goes = sentence.travel.as_ref().is_some_and(|travel| !travel.drops);
        if let Some(when) = sentence.when.filter(|_| goes && sentence.picks.is_empty()) {
            self.needed_to_hold(when, &mut needed);
        }
        needed.into_iter().filter_map(|set| self.attempt(|maker| maker.set_by_code(set)).ok()).collect()
    }

    /// A set, if the machine need not work it out.
    fn set_by_code(&mut self, id: Id) -> Made<S> {
        let place = self.script.code.len();
        let set = self.set(id)?;
        let is_slow = |code: &Code| matches!(code, Code::SlowSet(..) | Code::SlowNumber(..));
        if self.script.code[place..].iter().any(is_slow) { Err("a set that the machine works out") } else { Ok(set) }
    }

    /// Rows that are worked out only if none of some sets is empty.
    pub(super) fn rows_unless_empty(
        &mut self,
        sets: Vec<S>,
        rows: impl FnOnce(&mut Self) -> Made<Vec<(S, How)>>,
    ) -> Made<Vec<(S, How)>> {
        let ask = |maker: &mut Self, none: L| {
            sets.into_iter().for_each(|set| maker.put(Code::IfEmpty(set, none)));
            Ok(())
        };
        self.rows_if(ask, rows)
    }

    fn needed_to_hold(&self, condition: Id, needed: &mut Vec<Id>) {
        match *self.node(self.resolved(condition)) {
            Node::And(a, b) => [a, b].into_iter().for_each(|both| self.needed_to_hold(both, needed)),
            Node::SomeSet(set) => self.needed_for_some(set, needed),
            _ => {}
        }
    }

    fn needed_for_some(&self, set: Id, needed: &mut Vec<Id>) {
        let is_bound =
            |node: &Node| matches!(node, Node::Kept(_) | Node::KeptSet(_) | Node::Temporary(_) | Node::TemporarySet(_));
        match *self.node(self.resolved(set)) {
            _ if !self.program.any_node(set, &mut |node| is_bound(node)) => needed.push(set),
            Node::Reach { span: false, to: Some(to), .. } => self.needed_for_some(to, needed),
            Node::Intersection(a, b) => [a, b].into_iter().for_each(|both| self.needed_for_some(both, needed)),
            Node::Difference(set, _) => self.needed_for_some(set, needed),
            _ => {}
        }
    }

    /// Rows that are worked out only if what is asked first does not go to the label that it is given; there they are empty.
    pub(super) fn rows_if(
        &mut self,
        ask: impl FnOnce(&mut Self, L) -> Made<()>,
        rows: impl FnOnce(&mut Self) -> Made<Vec<(S, How)>>,
    ) -> Made<Vec<(S, How)>> {
        let (skip, end) = (self.label(), self.label());
        ask(self, skip)?;
        let rows = self.aside(|maker| {
            let first = maker.next.0;
            let mut rows = rows(maker)?;
            for (landings, _) in rows.iter_mut().filter(|(landings, _)| usize::from(*landings) < first) {
                let own = maker.new_set()?;
                maker.put(Code::Copy(own, *landings));
                *landings = own;
            }
            Ok(rows)
        })?;
        self.put(Code::Jump(end));
        self.here(skip);
        rows.iter().for_each(|(landings, _)| self.put(Code::Empty(*landings)));
        self.here(end);
        Ok(rows)
    }

    /// The cells of the pieces that travel, if there may often be none and there are many rows of what they do; what
    /// is asked for by others too is worked out before.
    pub(super) fn seldom(&mut self, travel: &Travel) -> Made<Option<S>> {
        let is_some_kind = travel.kinds.len() < self.program.rules.kinds.len();
        let [leg] = self.legs(travel.path) else { return Ok(None) };
        let n_ways = self.ways(leg).map_or(0, |ways| ways.len());
        if travel.drops || !is_some_kind || n_ways < MANY {
            return Ok(None);
        }
        self.set(travel.to)?;
        if matches!(leg.verb, Verb::Slides { .. }) {
            self.set(leg.through)?;
        }
        self.set(travel.from).map(Some)
    }
}
