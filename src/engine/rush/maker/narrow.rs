//! Rows that are narrowed down to the options that surely do what their text asks, by the kinds of the pieces that go.
//!
//! ```text
//!   a pawn P and a gold G step ahead into the last row, where a pawn must be promoted and a gold cannot be
//!
//!   . . .      the row of those that stay what they are:   the landing of G alone
//!   G . P      the row of those that are promoted:         the landing of P alone
//! ```
//!
//! What a text asks is told here of each kind, cell left and landing. Where all of that can be told, no option fails but for
//! laying a royal piece open.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::program::node::{Id, Leg, Node, Op, Verb};
use crate::rules::model::journey;
use crate::rules::types::Set;

use super::super::code::{Code, S};
use super::blocks::Picks;
use super::maybe::{Seen, left};
use super::options::{Back, How};
use super::variants::{Outcome, Variant};
use super::{Made, Maker};

/// So many groups of kinds are told apart at most.
const GROUPS: usize = 4;

/// What the text of an option does: it lets a member of a set be picked under conditions, and the piece changes into that.
#[derive(Clone, Debug, Default)]
struct Text {
    conditions: Vec<Id>,
    from: Option<Id>,
    /// By cell, the first that is in the same of all sets that are asked for.
    alike: Vec<u16>,
    /// By kind and number of what is picked, the travels of which it was asked what comes of them.
    known: RefCell<HashMap<(u8, usize), Vec<Answer>>>,
}

/// The cell left and the landing of a travel, each the first of cells that are alike.
type Gone = (Option<u16>, u16);

/// A travel, and what comes of it if that can be told.
type Answer = (Gone, Option<Fate>);

/// What comes of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Something does not hold that must.
    Fails,
    /// It succeeds, and the piece stays what it is.
    Stays,
    /// It succeeds, and the piece changes.
    Changes,
}

/// Kinds of whose pieces the same options succeed.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    /// The kinds, as bits.
    kinds: u64,
    /// The landings where they succeed wherever they come from.
    landings: Set,
    /// The cells from which they succeed wherever they land, beside those.
    origins: Set,
}

/// The kinds of a row, and all landings to which any of its pieces may come.
#[derive(Clone, Debug, Default)]
struct Groups {
    all: Vec<Group>,
    landings: Set,
    /// Whether all pieces stay what they are.
    stay: bool,
}

/// Sets of pieces that were made for rows before: among which, their kinds, on which cells, the register.
#[derive(Debug, Default)]
struct Pieces(Vec<(Option<S>, u64, Option<Set>, S)>);

impl Maker<'_> {
    /// Narrows rows, where their options are told by the kinds of pieces; the others stay as they are. Rows of which no option ever
    /// succeeds are left out.
    pub(super) fn narrow_all(&mut self, options: Vec<Variant>) -> Vec<Variant> {
        let (mut pieces, mut all) = (Pieces::default(), Vec::new());
        let mut texts: HashMap<u16, Option<Text>> = HashMap::new();
        for mut option in options {
            let number = option.plan.number;
            let text = texts.entry(number).or_insert_with(|| self.text(number));
            let Some(groups) = text.as_ref().and_then(|text| self.groups(&option, text)) else {
                all.push(option);
                continue;
            };
            if groups.all.iter().all(|group| group.landings.is_empty() && group.origins.is_empty()) {
                continue;
            }
            match self.attempt(|maker| maker.narrow(&option, &groups, &mut pieces)) {
                Ok(landings) => {
                    option.plan.landings = landings;
                    option.outcome = match option.picks {
                        // What does not come to the choice counts as its first one.
                        Picks::Nth(1..) => Outcome::Changed,
                        _ if groups.stay => Outcome::Unchanged,
                        _ => Outcome::Sure,
                    };
                }
                // What was made on the way is not there any more.
                Err(_) => pieces = Pieces::default(),
            }
            all.push(option);
        }
        all
    }

    /// The kinds of a row by where their options succeed, if all of that can be told.
    fn groups(&self, option: &Variant, text: &Text) -> Option<Groups> {
        let plan = &option.plan;
        let index = match option.picks {
            Picks::None if !self.program.ensures.is_empty() => 0,
            Picks::Nth(index) => usize::from(index),
            _ => return None,
        };
        let pairs = self.pairs(&plan.how)?;
        let (mut groups, mut stay): (Vec<Group>, bool) = (Vec::new(), true);
        for kind in (0..self.regs.kinds.len() as u8).filter(|kind| plan.kinds >> kind & 1 == 1) {
            let (landings, origins, kind_stays) = self.successes(&pairs, (kind, index), text)?;
            stay &= kind_stays;
            match groups.iter_mut().find(|group| group.landings == landings && group.origins == origins) {
                Some(group) => group.kinds |= 1 << kind,
                None => groups.push(Group { kinds: 1 << kind, landings, origins }),
            }
        }
        let landings = pairs.into_iter().map(|(_, landing)| landing).collect();
        (groups.len() <= GROUPS).then_some(Groups { all: groups, landings, stay })
    }

    /// What the text of a move does, if it does nothing, or lets the piece that has come change into what is picked.
    fn text(&self, number: u16) -> Option<Text> {
        let (program, each) = (self.program, &self.program.moves[usize::from(number)]);
        let is_bare = |sentence: &crate::program::Sentence| {
            sentence.block.is_none() && sentence.travel.as_ref().is_some_and(|travel| travel.taking.is_none())
        };
        if !each.ensures.is_empty() || program.afterwards.is_some() || !each.sentences.iter().all(is_bare) {
            return None;
        }
        let mut text = Text::default();
        if let Some(block) = each.afterwards {
            let ops: Vec<&Op> = program.ops[block as usize..].iter().take_while(|op| **op != Op::Done).collect();
            let [asked @ .., Op::Pick { name, from, condition: None, .. }, Op::Change(cells, into)] = ops.as_slice()
            else {
                return None;
            };
            let end = block + ops.len() as u32;
            let condition = |op: &&Op| match op {
                Op::Unless(condition, exit) if *exit == end => Some(*condition),
                _ => None,
            };
            text.conditions = asked.iter().map(condition).collect::<Option<Vec<Id>>>()?;
            text.from = Some(*from);
            let is_picked = matches!(self.node(*into), Node::Kept(picked) if picked == name);
            if !is_picked || !self.is_landing(*cells) {
                return None;
            }
        }
        text.alike = self.alike_cells(text.conditions.iter().chain(&text.from).chain(&program.ensures))?;
        Some(text)
    }

    /// By cell, the first that is in the same of all sets that some nodes ask for, if they ask of cells for nothing but whether
    /// they are in such sets.
    fn alike_cells<'n>(&self, asking: impl Iterator<Item = &'n Id>) -> Option<Vec<u16>> {
        let is_cell = |id: Id| matches!(self.node(id), Node::Kept(name) if [journey::ORIGIN, journey::LANDING].contains(&(*name as usize)));
        let has_cell =
            |set: Id| self.program.any_node(set, &mut |node| matches!(node, Node::ToSet(one) if is_cell(*one)));
        let mut sets = Vec::new();
        let mut is_other = |node: &Node| match node {
            Node::Contains(_, set) => has_cell(*set),
            Node::Intersection(one, other) => has_cell(*one) && has_cell(*other),
            Node::Same(one, other) => is_cell(*one) || is_cell(*other),
            Node::ConstantSet(set) => {
                sets.push(self.members(*set));
                false
            }
            Node::ConstantSetByMe(set) => {
                sets.push(self.members(set + u32::from(self.roles.me)));
                false
            }
            Node::Constant(_)
            | Node::ConstantByMe(_)
            | Node::Kept(_)
            | Node::Temporary(_)
            | Node::KindAt(_)
            | Node::Table(..)
            | Node::SomeScalar(_)
            | Node::SomeSet(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Not(_)
            | Node::If(..)
            | Node::LetScalar(..)
            | Node::ToSet(_)
            | Node::Union(..) => false,
            _ => true,
        };
        for &id in asking {
            if self.program.any_node(id, &mut is_other) {
                return None;
            }
        }
        let mut first: HashMap<Vec<bool>, u16> = HashMap::new();
        let mut alike = |cell: u16| *first.entry(sets.iter().map(|set| set.contains(cell)).collect()).or_insert(cell);
        Some((0..self.n_cells()).map(&mut alike).collect())
    }

    /// What comes of an option with a picked number, if that can be told.
    fn fate(&self, seen: Seen, (kind, index): (u8, usize), text: &Text) -> Option<Fate> {
        let before = Seen { kind: Some(kind), ..seen };
        let mut asks = text.from.is_some();
        for &condition in &text.conditions {
            asks &= self.truth(condition, before)?;
        }
        let after = match text.from.filter(|_| asks) {
            Some(from) => self.cells_seen(from, before)?.iter().nth(index),
            None => Some(u16::from(kind)).filter(|_| index == 0),
        };
        let Some(after) = after else { return Some(Fate::Fails) };
        let stays = after == u16::from(kind);
        let is_royal = |kind: u16| self.program.royal.checked_shr(kind.into()).unwrap_or(0) & 1 == 1;
        if is_royal(kind.into()) != is_royal(after) {
            return None;
        }
        let after = Seen { kind: Some(u8::try_from(after).ok()?), ..seen };
        let mut holds = true;
        for &ensure in &self.program.ensures {
            holds &= self.truth(ensure, after)?;
        }
        Some(match (holds, stays) {
            (false, _) => Fate::Fails,
            (true, true) => Fate::Stays,
            (true, false) => Fate::Changes,
        })
    }

    /// The cells left and the landings of a row, whatever stands on the board; a piece that is dropped leaves none.
    fn pairs(&self, how: &How) -> Option<Vec<(Option<u16>, u16)>> {
        let cells = 0..self.n_cells();
        match how {
            How::Drop(_) => Some(cells.map(|landing| (None, landing)).collect()),
            How::Step { back: Back::Offset(_), .. } => {
                let pair =
                    |landing: u16| Some((Some(left(how, landing).filter(|&cell| cell < self.n_cells())?), landing));
                Some(cells.filter_map(pair).collect())
            }
            How::Slide { .. } => {
                let mut pairs = Vec::new();
                for origin in cells {
                    pairs.extend(self.landings_from(how, origin).iter().map(|to| (Some(origin), to)));
                }
                Some(pairs)
            }
            _ => None,
        }
    }

    /// The landings where options of a kind succeed, and the cells from which they do beside that; whether all of its pieces stay
    /// what they are.
    fn successes(&self, pairs: &[(Option<u16>, u16)], option: (u8, usize), text: &Text) -> Option<(Set, Set, bool)> {
        let (mut succeeding, mut failing, mut stay) = (Set::default(), Set::default(), true);
        let mut told = Vec::new();
        // Most pairs are alike, in this row and in those before.
        let alike = |cell: u16| text.alike.get(usize::from(cell)).copied().unwrap_or(cell);
        let mut asked = text.known.borrow_mut();
        let known = asked.entry(option).or_default();
        for &(origin, landing) in pairs {
            let gone = (origin.map(alike), alike(landing));
            let fate = match known.iter().find(|(known, _)| *known == gone) {
                Some((_, fate)) => *fate,
                None => {
                    let (origin, landing) = gone;
                    let fate = self.fate(Seen { origin, landing, kind: None, named: None }, option, text);
                    known.push((gone, fate));
                    fate
                }
            }?;
            let holds = fate != Fate::Fails;
            stay &= fate != Fate::Changes;
            if holds {
                succeeding.insert(landing)
            } else {
                failing.insert(landing)
            }
            told.push((origin, landing, holds));
        }
        let landings = succeeding.difference(&failing);
        let rest: Vec<_> = told.into_iter().filter(|(_, landing, _)| !landings.contains(*landing)).collect();
        let from = |wanted: bool| -> Set {
            rest.iter().filter(|(.., holds)| *holds == wanted).filter_map(|(from, ..)| *from).collect()
        };
        let origins = from(true);
        // Else it would take both cells to tell.
        origins.clone().intersection(&from(false)).is_empty().then_some((landings, origins, stay))
    }

    /// The landings of a row that succeed.
    fn narrow(&mut self, option: &Variant, groups: &Groups, pieces: &mut Pieces) -> Made<S> {
        let landings = option.plan.landings;
        if groups.all.iter().all(|group| group.landings == groups.landings) {
            return Ok(landings);
        }
        match (groups.all.as_slice(), &option.plan.how) {
            ([only], _) if only.origins.is_empty() => self.on_cells(landings, &only.landings),
            (_, &How::Step { back: Back::Offset(by), .. }) => {
                self.narrow_steps(landings, i32::from(by), groups, pieces)
            }
            (_, &How::Slide { from, way }) => {
                let sentence = usize::from(option.plan.sentence);
                let sentence = self.program.moves[usize::from(option.plan.number)].sentences.get(sentence);
                let path = sentence.and_then(|sentence| sentence.travel.as_ref()).map(|travel| travel.path);
                let leg = match path.map(|path| self.legs(path)) {
                    Some([leg]) if matches!(leg.verb, Verb::Slides { stopping: None, .. }) => leg,
                    _ => return Err("a slide of another sort"),
                };
                self.narrow_slides((landings, leg), (from, way as u8), &groups.all, pieces)
            }
            _ => Err("a row that is not told by kinds"),
        }
    }

    fn on_cells(&mut self, set: S, cells: &Set) -> Made<S> {
        let (constant, within) = (self.constant(cells)?, self.new_set()?);
        self.put(Code::AndConstant(within, set, constant));
        Ok(within)
    }

    /// By groups that succeed somewhere, or without those that fail somewhere: whichever are fewer.
    fn narrow_steps(&mut self, landings: S, by: i32, groups: &Groups, pieces: &mut Pieces) -> Made<S> {
        let failing = groups.all.iter().filter(|group| group.landings != groups.landings);
        let succeeding = groups.all.iter().filter(|group| !group.landings.is_empty());
        let without = failing.clone().count() < succeeding.clone().count();
        let mut arrivals = Vec::new();
        for group in if without { failing.collect::<Vec<_>>() } else { succeeding.collect() } {
            let here = match without {
                true => groups.landings.clone().difference(&group.landings),
                false => group.landings.clone(),
            };
            let from = here.iter().filter_map(|landing| u16::try_from(i32::from(landing) + by).ok()).collect();
            arrivals.push((self.pieces_of(None, group.kinds, None, pieces)?, self.constant(&from)?));
        }
        let shift = i16::try_from(-by).map_err(|_| "a step that is too far")?;
        let (narrowed, arrived) = (self.new_set()?, self.new_set()?);
        for (index, (pieces, from)) in arrivals.into_iter().enumerate() {
            self.put(match index {
                0 => Code::Shift(arrived, pieces, from, shift),
                _ => Code::ShiftInto(arrived, pieces, from, shift),
            });
        }
        self.put(match without {
            true => Code::Minus(narrowed, landings, arrived),
            false => Code::And(narrowed, landings, arrived),
        });
        self.next.0 = usize::from(arrived);
        Ok(narrowed)
    }

    /// ```text
    ///   rooks R and dragons D slide ahead; rooks may be promoted from the zone on and into it
    ///
    ///   the landings in the zone, but those of dragons if there are any, and all of rooks in the zone if there are any
    /// ```
    fn narrow_slides(
        &mut self,
        (landings, leg): (S, &Leg),
        (from, way): (S, u8),
        groups: &[Group],
        pieces: &mut Pieces,
    ) -> Made<S> {
        let all_kinds = groups.iter().fold(0, |all, group| all | group.kinds);
        let through = self.set(leg.through)?;
        let mut parts = Vec::new();
        for group in groups.iter().filter(|group| !group.landings.is_empty() || !group.origins.is_empty()) {
            let others = match all_kinds & !group.kinds {
                0 => None,
                kinds => Some(self.pieces_of(Some(from), kinds, None, pieces)?),
            };
            let these = match group.origins.is_empty() {
                true => None,
                false => Some(self.pieces_of(Some(from), group.kinds, Some(&group.origins), pieces)?),
            };
            parts.push((self.constant(&group.landings)?, others, these));
        }
        let (narrowed, own, reached) = (self.new_set()?, self.new_set()?, self.new_set()?);
        for (index, (constant, others, these)) in parts.into_iter().enumerate() {
            let own = if index == 0 { narrowed } else { own };
            self.put(Code::AndConstant(own, landings, constant));
            if let Some(others) = others {
                let past = self.label();
                self.put(Code::IfEmpty(others, past));
                self.put(Code::Fill(reached, others, through, way));
                self.put(Code::Minus(own, own, reached));
                self.here(past);
            }
            if let Some(these) = these {
                let past = self.label();
                self.put(Code::IfEmpty(these, past));
                self.put(Code::Fill(reached, these, through, way));
                self.put(Code::And(reached, reached, landings));
                self.put(Code::Or(own, own, reached));
                self.here(past);
            }
            if own != narrowed {
                self.put(Code::Or(narrowed, narrowed, own));
            }
        }
        self.next.0 = usize::from(own);
        Ok(narrowed)
    }

    /// The player's pieces of some kinds, among some pieces and on some cells if any are given.
    fn pieces_of(&mut self, among: Option<S>, kinds: u64, on: Option<&Set>, made: &mut Pieces) -> Made<S> {
        let mut known = made.0.iter();
        if let Some((.., set)) = known.find(|(from, of, cells, _)| (*from, *of, cells.as_ref()) == (among, kinds, on)) {
            return Ok(*set);
        }
        let own = among.unwrap_or_else(|| self.of_player(self.roles.me));
        let mut planes =
            (0..self.regs.kinds.len()).filter(|kind| kinds >> kind & 1 == 1).map(|kind| self.regs.kinds[kind]);
        let first = planes.next().ok_or("no kinds")?;
        let planes: Vec<S> = planes.collect();
        let mut all = first;
        for plane in planes {
            all = self.join(Code::Or, all, plane)?;
        }
        let mut set = self.join(Code::And, all, own)?;
        if let Some(on) = on {
            set = self.on_cells(set, on)?;
        }
        made.0.push((among, kinds, on.cloned(), set));
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::fold::fold;
    use crate::engine::rush::code::Script;
    use crate::program::Program;
    use crate::rules::sample::rules;

    fn script(ensure: &str) -> Script {
        let text = format!(
            "language 1\ngame \"Zones\"\nplayers White, Black\nboard square 5 by 5\n\
             piece King (Kings) royal letter \"K\", Pawn letter \"P\", Rook letter \"R\", Gold letter \"G\"\n\
             setup for each player {{ put King on e1  put Pawn on row 2 }}\ndefine open = empty or enemies\n\
             table promoted of kind {{ Pawn: Gold }}\n\
             move play {{ King steps to open  Gold steps orthogonal to open  Rook slides orthogonal to open\n\
             Pawn steps forward to open\n\
             afterwards {{ if promoted of kind of landing is not none and some (origin or landing) in my rows 4 to 5 {{\n\
             pick rank from [kind of landing, promoted of kind of landing] change landing into rank }} }} }}\n\
             ensure {ensure}\n\
             end before each turn {{ \"mate\": mover loses when stuck }}\n"
        );
        let (script, ..) = Maker::script(&fold::<1>(Program::new(rules(&text)))).expect("all of it is written");
        script
    }

    /// How many rows there are, and how many of them fail at most for the king's sake.
    fn sheltered(script: &Script) -> (usize, usize) {
        let rows = script.choices.iter().flat_map(|choice| &choice.rows);
        (rows.clone().count(), rows.filter(|row| row.shelter.is_some()).count())
    }

    #[test]
    fn where_kinds_tell_what_a_text_asks_no_row_fails_for_it() {
        let (all, sheltered) =
            sheltered(&script("landing not in (if kind of landing is Pawn then my row 5 else nowhere)"));
        assert_eq!(all, sheltered);
        assert!(all > 0, "there are rows");
    }

    #[test]
    fn pieces_that_surely_stay_what_they_are_are_not_asked_for_their_kind() {
        let asking = |ensure: &str| script(ensure).code.iter().filter(|code| matches!(code, Code::KindAt(..))).count();
        // Of each player it is asked into what a piece is promoted, where an option is sought and where one is drawn, and no more.
        assert_eq!(asking("landing not in (if kind of landing is Pawn then my row 5 else nowhere)"), 4);
        assert!(asking("count of my Pawns at most 5") > 4);
    }

    #[test]
    fn what_asks_for_more_is_tried() {
        let (_, sheltered) = sheltered(&script("count of my Pawns at most 5"));
        assert_eq!(sheltered, 0);
    }
}
