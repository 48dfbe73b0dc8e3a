//! A program as text, for people who want to know what became of their rules.

use std::fmt::Write as _;

use super::node::Op;
use super::{Glance, Program, Sentence};

impl Program {
    /// The program as text: the layout, each move with its class and the reason, and, if `nodes` are asked for, the
    /// code.
    pub fn dump(&self, nodes: bool) -> String {
        let mut out = String::new();
        self.dump_layout(&mut out);
        for (number, each) in self.moves.iter().enumerate() {
            let _ = writeln!(out, "move {}", self.rules.moves[number].name);
            let _ = writeln!(out, "  {}", each.class);
            for sentence in &each.sentences {
                let _ = writeln!(out, "  sentence: {}", self.sentence_in_words(sentence));
            }
        }
        if nodes {
            self.dump_code(&mut out);
        }
        out
    }

    fn dump_layout(&self, out: &mut String) {
        let layout = &self.layout;
        let _ = writeln!(
            out,
            "position: {} words, {} of them compared; a set has {}",
            layout.len, layout.key_end, layout.set
        );
        let _ = writeln!(
            out,
            "program: {} nodes, {} operations, {} paths, {} constant sets",
            self.nodes.len(),
            self.ops.len(),
            self.paths.len(),
            self.pool.words.len() / self.pool.width
        );
    }

    fn sentence_in_words(&self, sentence: &Sentence) -> String {
        let Some(travel) = &sentence.travel else { return "no travel".to_owned() };
        let how = match travel.glance {
            _ if travel.drops => "drops",
            Some(Glance::Table(_)) => "steps or leaps",
            Some(Glance::Rays) => "slides",
            Some(Glance::Anywhere) => "goes to any cell",
            None => "goes a way that is followed step by step",
        };
        let guard = match (sentence.when, sentence.early) {
            (None, _) => "",
            (Some(_), true) => ", the guard asked once",
            (Some(_), false) => ", the guard asked of each landing",
        };
        format!("{how}{guard}")
    }

    fn dump_code(&self, out: &mut String) {
        for (id, node) in self.nodes.iter().enumerate() {
            let _ = writeln!(out, "node {id}: {node:?}");
        }
        for (number, path) in self.paths.iter().enumerate() {
            let _ = writeln!(out, "path {number}: {path:?}");
        }
        for (place, op) in self.ops.iter().enumerate().filter(|(place, op)| *place > 0 || **op != Op::Done) {
            let _ = writeln!(out, "operation {place}: {op:?}");
        }
        for (place, op) in self.turn.iter().enumerate() {
            let _ = writeln!(out, "turn {place}: {op:?}");
        }
    }
}
