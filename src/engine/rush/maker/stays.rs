//! Pieces that stay where they are while something else is picked: castling of a king with a rook, the exchange of two
//! pieces, a shot at a target.

use crate::program::node::{Id, Leg, Node, Verb};
use crate::program::{Move, Part, Sentence, Template, Travel};
use crate::rules::model::journey;
use crate::rules::types::Domain;

use super::super::code::{Code, S};
use super::options::{How, Plan};
use super::{Made, Maker};

impl Maker<'_> {
    /// The name and the set of what a sentence picks before a piece stays where it is, if that is all.
    fn picked_by_staying(&self, sentence: &Sentence) -> Option<(u32, Id)> {
        let travel = sentence.travel.as_ref()?;
        match sentence.picks.as_slice() {
            [(name, from, Domain::Cell)] if self.stays(travel) => Some((*name, *from)),
            _ => None,
        }
    }

    /// Whether a piece stays on its cell and takes nothing.
    pub(super) fn stays(&self, travel: &Travel) -> bool {
        let path = self.legs(travel.path);
        travel.taking.is_none() && !travel.drops && matches!(path, [Leg { verb: Verb::Stays, .. }])
    }

    /// Whether each option of a move whose texts the file tells has a text of its own: a piece stays where it is, something
    /// is picked, and the text is the cell of the piece, a sign that is in no name of a cell, and what was picked.
    pub(super) fn tells_all(&self, each: &Move) -> bool {
        let (Some((quiet, taking)), [only]) = (&each.notation, each.sentences.as_slice()) else { return false };
        let Some((name, _)) = self.picked_by_staying(only) else { return false };
        let cells = &self.program.rules.board.cells;
        let is_sign = |text: &str| {
            !text.is_empty()
                // Texts of drops and of sentences without travel have these.
                && !text.contains(['@', '(', ')', '#', ':', '='])
                && !cells.iter().any(|cell| cell.name.contains(|letter: char| text.contains(letter)))
        };
        let shows = |id: Id, name: u32| *self.node(id) == Node::Kept(name);
        let is_plain = |template: &Template| match template.as_slice() {
            [Part::Scalar(origin, _), Part::Text(text), Part::Scalar(picked, _)] => {
                shows(*origin, journey::ORIGIN as u32) && is_sign(text) && shows(*picked, name)
            }
            _ => false,
        };
        is_plain(quiet) && is_plain(taking)
    }

    /// A row of what is picked by the cell of the piece that stays; none if the sentence is not of this sort.
    pub(super) fn staying(&mut self, sentence: &Sentence) -> Made<Option<Vec<(S, How)>>> {
        let (Some((name, picked)), Some(travel)) = (self.picked_by_staying(sentence), &sentence.travel) else {
            return Ok(None);
        };
        let member = self.regs.number_names[name as usize].ok_or("a picked set")?;
        let (table, origin, landing) = (self.new_table()?, self.name(journey::ORIGIN)?, self.name(journey::LANDING)?);
        let picked = self.set(picked)?;
        let from = self.new_set()?;
        let end = self.label();
        self.put(Code::Empty(from));
        self.put(Code::IfEmpty(picked, end));
        self.aside(|maker| {
            let all = maker.set(travel.from)?;
            maker.put(Code::Copy(from, all));
            maker.for_each(from, origin, |maker, _| {
                maker.put(Code::CopyNumber(landing, origin));
                let mut allowed = picked;
                if let Some(when) = sentence.when {
                    allowed = maker.filter(picked, member, |maker, no| maker.branch(when, false, no))?;
                }
                maker.put(Code::Keep(table, origin, allowed));
                Ok(())
            })?;
            [origin, landing, member].into_iter().for_each(|name| maker.put(Code::Nothing(name)));
            Ok(())
        })?;
        self.here(end);
        self.forget();
        Ok(Some(vec![(from, How::Stay { from, table, name, picked })]))
    }

    /// Sees to it that a piece that stays and picks a cell and another that goes there are not both options, as these may
    /// read alike: then the machine takes over. No if neither of two rows is of this sort.
    pub(super) fn part_staying(&mut self, one: &Plan, other: &Plan) -> Made<bool> {
        let (picked, goes) = match (&one.how, &other.how) {
            (How::Stay { picked, .. }, How::Step { .. } | How::Slide { .. } | How::Far { .. }) => (*picked, other),
            (How::Step { .. } | How::Slide { .. } | How::Far { .. }, How::Stay { picked, .. }) => (*picked, one),
            _ => return Ok(false),
        };
        let both = self.join(Code::And, picked, goes.landings)?;
        self.leave_if_some(both, "two rows that may hold the same option")?;
        Ok(true)
    }
}
