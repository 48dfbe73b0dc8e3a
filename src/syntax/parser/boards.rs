//! Boards, and the tiles that are laid on them.

use super::Rule;
use super::builder::{Builder, Kids, Pair};
use crate::syntax::ast::{BoardEdit, BoardItem, ItemKind, Name, Tile};

impl Builder {
    pub(super) fn board(&mut self, pair: Pair<'_>) -> Option<BoardItem> {
        let mut kids = self.kids(pair);
        let mut shape = self.kids(kids.next_of(Rule::shape)?);
        let mut item = BoardItem {
            shape: self.name(&mut shape),
            sizes: Vec::new(),
            diagonals: None,
            stacks: kids.flag(Rule::with_stacks),
            edits: Vec::new(),
        };
        while let Some(pair) = shape.next_of(Rule::sum) {
            item.sizes.push(self.expr(pair));
        }
        item.diagonals = shape.next_of(Rule::diagonals).map(|pair| self.span(&pair));
        for pair in kids {
            let edit = self.inner(pair).map(|pair| self.board_edit(pair));
            item.edits.extend(edit);
        }
        Some(item)
    }

    fn board_edit(&mut self, pair: Pair<'_>) -> BoardEdit {
        let rule = pair.as_rule();
        let mut kids = self.kids(pair);
        match rule {
            Rule::hole => BoardEdit::Hole(self.names(kids)),
            Rule::edge => BoardEdit::Edge(pairs_of(self.names(kids))),
            Rule::line => BoardEdit::Line(kids.map(|pair| self.places(pair)).collect()),
            Rule::direction => {
                let name = self.name(&mut kids);
                let chains: Vec<Vec<Name>> = kids.map(|pair| self.places(pair)).collect();
                let steps = |chain: &Vec<Name>| -> Vec<(Name, Name)> {
                    chain.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
                };
                BoardEdit::Direction(name, chains.iter().flat_map(steps).collect())
            }
            Rule::bend => {
                let places = self.names(kids);
                BoardEdit::Bend(
                    places.chunks_exact(4).filter_map(|four| <[Name; 4]>::try_from(four.to_vec()).ok()).collect(),
                )
            }
            _ => BoardEdit::Names(kids.next().map(|pair| self.places(pair)).unwrap_or_default()),
        }
    }

    pub(super) fn places(&mut self, pair: Pair<'_>) -> Vec<Name> {
        let kids = self.kids(pair);
        self.names(kids)
    }

    pub(super) fn tiles(&mut self, kids: &mut Kids<'_>) -> ItemKind {
        let name = self.name(kids);
        let terrain = self.name(kids);
        ItemKind::Tiles { name, terrain, tiles: kids.map(|pair| self.tile(pair)).collect() }
    }

    fn tile(&mut self, pair: Pair<'_>) -> Tile {
        let mut kids = self.kids(pair);
        let name = self.name(&mut kids);
        let mut faces: Vec<Vec<String>> = Vec::new();
        for pair in kids {
            let line = pair.as_str().trim_start_matches('|');
            for (face, part) in line.split('/').enumerate() {
                let row = part.chars().filter(|c| !c.is_whitespace()).collect();
                match faces.get_mut(face) {
                    Some(rows) => rows.push(row),
                    None => faces.push(vec![row]),
                }
            }
        }
        Tile { name, faces }
    }
}

fn pairs_of(names: Vec<Name>) -> Vec<(Name, Name)> {
    let mut names = names.into_iter();
    std::iter::from_fn(|| Some((names.next()?, names.next()?))).collect()
}
