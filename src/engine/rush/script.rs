//! The code of a rush with all that its instructions refer to.

use super::choice::Choice;
use super::code::{Code, L, N, S};
use super::drops::Drops;
use super::explore::Exploration;
use super::rows::RowOf;

/// What a slide from one cell asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct SlideFrom {
    /// The directions.
    pub ways: Vec<u16>,
    /// The fewest and the most steps.
    pub range: (i64, i64),
    /// Whether the cells passed are wanted.
    pub span: bool,
}

/// Slides round bends.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The directions.
    pub ways: Vec<u16>,
    /// The fewest and the most steps.
    pub range: (i64, i64),
    /// The fewest bends.
    pub bends: u8,
}

/// Chains of hops by a move.
#[derive(Clone, Debug)]
pub struct Chain {
    /// By sentence.
    pub parts: Vec<ChainPart>,
    /// Whether what is taken stands in the way until the end.
    pub at_end: bool,
    /// Whether a piece goes on as long as it can.
    pub must: bool,
    /// Whether only chains that take most are options.
    pub most: bool,
    /// Whether of chains that come to the same position only one is.
    pub distinct: bool,
    /// The register for the cell left first.
    pub first: N,
    /// The register for the cells of what is taken.
    pub taken: S,
}

/// Chains of the pieces of some cells.
#[derive(Clone, Debug)]
pub struct ChainPart {
    /// The cells of the pieces.
    pub from: S,
    /// The cells that may be jumped over.
    pub over: S,
    /// By cell, the directions.
    pub ways: Vec<Vec<u16>>,
    /// Whether a piece may come from afar and land afar.
    pub far: bool,
    /// The site of the sentence, where it is counted how often it is followed.
    pub site: Option<u16>,
}

/// Hops again and again of all pieces of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hopping {
    /// The number of their directions.
    pub ways: u8,
    /// Where they do not land, by the cell left, if it is told: the first of as many constants as there are cells.
    pub spared: Option<u16>,
}

/// Code with all that it refers to.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The instructions.
    pub code: Vec<Code>,
    /// The choices.
    pub choices: Vec<Choice>,
    /// Numbers that do not fit into an instruction.
    pub wide: Vec<i64>,
    /// Lists of numbers by cell, the one for no cell last.
    pub lists: Vec<Vec<i64>>,
    /// Kinds of which a piece may be that is carried, as bits.
    pub kinds: Vec<u64>,
    /// Slides from one cell.
    pub slides: Vec<SlideFrom>,
    /// By player and instruction of the turn, where a choice begins.
    pub entries: Vec<((u8, u32), L)>,
    /// Chains of hops.
    pub chains: Vec<Chain>,
    /// Searches for options.
    pub explorations: Vec<Exploration>,
    /// Lists of registers, by which ways of a search are the same.
    pub visits: Vec<(Vec<S>, Vec<N>)>,
    /// The directions of shots from where a piece has landed.
    pub shots: Vec<Vec<u16>>,
    /// Slides round bends.
    pub tracks: Vec<Track>,
    /// The directions of hops.
    pub hops: Vec<Vec<u16>>,
    /// Hops of all pieces of a set.
    pub hoppings: Vec<Hopping>,
    /// The directions of steps that are repeated.
    pub floods: Vec<Vec<u16>>,
    /// How many tables there are.
    pub n_tables: u8,
    /// Whether players may go out.
    pub puts_out: bool,
    /// Whether nothing can fail after something is picked.
    pub picks_are_last: bool,
    /// How many registers for sets and for numbers the code uses.
    pub used: (usize, usize),
    /// The sorts of rows.
    pub rows: Vec<RowOf>,
    /// How many joins are remembered.
    pub n_joins: usize,
    /// How many sets are remembered with their groups, and how many with what another encloses of them.
    pub n_regions: (usize, usize),
    /// The circles of turns that do nothing but drop pieces.
    pub drops: Vec<Drops>,
    /// The kept names that the code may bind by itself: sets and scalars.
    pub touched: (Vec<S>, Vec<N>),
    /// The groups of choices that are left to the machine: instruction of the turn, group, why.
    pub left: Vec<(u32, u8, &'static str)>,
}

impl Script {
    /// The places, or labels, where play may begin, or come to from anywhere: where options are carried out and what follows them,
    /// where there is none, and where searches go on.
    pub fn begins(&mut self) -> impl Iterator<Item = &mut L> {
        let of_choices = self.choices.iter_mut().flat_map(|choice| {
            let rows = choice.rows.iter_mut().flat_map(|row| [&mut row.take, &mut row.after]);
            let asides = choice.shield.as_mut().map(|shield| &mut shield.code).into_iter().chain(&mut choice.evasion);
            rows.chain([&mut choice.none]).chain(asides)
        });
        let of_searches = self.explorations.iter_mut().flat_map(Exploration::places);
        of_choices.chain(of_searches).chain(self.entries.iter_mut().map(|(_, label)| label))
    }

    /// The names, of which the registers are these, that nothing in the code touches.
    pub fn untouched(&self, ((first_set, end_set), (first, end)): ((S, S), (N, N))) -> (Vec<S>, Vec<N>) {
        let sets = (first_set..end_set).filter(|name| !self.touched.0.contains(name));
        let numbers = (first..end).filter(|name| !self.touched.1.contains(name));
        (sets.collect(), numbers.collect())
    }

    /// By choice from which an option is sought before a turn, where play goes on once one that does not fail is put aside; none
    /// where that is not told, or in several ways.
    pub fn asides(&self) -> Vec<Option<u32>> {
        let aside = |choice: &Choice| {
            let mut open: Vec<usize> = choice.rows.iter().map(|row| usize::from(row.take)).collect();
            let mut is_met = vec![false; self.code.len()];
            let mut aside = None;
            while let Some(place) = open.pop() {
                if std::mem::replace(is_met.get_mut(place)?, true) {
                    continue;
                }
                match self.code[place] {
                    Code::Exchange => {
                        let there = self.after_jumps(place + 1);
                        if *aside.get_or_insert(there) != there {
                            return None;
                        }
                    }
                    Code::Reject | Code::Fail => {}
                    // In a count every option is put aside.
                    Code::IfKept(..) => open.push(place + 1),
                    Code::Draw(_) | Code::DrawOne(..) | Code::Drop(..) | Code::Commit(_) | Code::After => return None,
                    _ => open.extend(self.leads_to(place)),
                }
            }
            aside.map(|place| place as u32)
        };
        self.choices.iter().map(|choice| aside(choice).filter(|_| choice.sought)).collect()
    }

    /// Where jumps from a place lead.
    fn after_jumps(&self, mut place: usize) -> usize {
        for _ in 0..self.code.len() {
            match self.code.get(place) {
                Some(&Code::Jump(to)) => place = to.into(),
                _ => break,
            }
        }
        place
    }
}

impl Script {
    /// The registers that an instruction of a search asks for their key; none if it asks none.
    pub fn keyed_by(&self, search: usize, code: Code) -> Option<&(Vec<S>, Vec<N>)> {
        match code {
            Code::Link => self.explorations.get(search).map(|search| &search.link),
            Code::Found(_) => self.explorations.get(search).map(|search| &search.result),
            Code::Revisit(number) => self.visits.get(usize::from(number)),
            _ => None,
        }
    }

    /// The places where the instruction at a place may lead.
    pub fn leads_to(&self, place: usize) -> impl Iterator<Item = usize> {
        let now = self.code[place];
        let next = now.goes_on().then_some(place + 1);
        self.leads_elsewhere(now).map(usize::from).chain(next)
    }

    /// The same without the next place.
    pub fn leads_elsewhere(&self, mut code: Code) -> impl Iterator<Item = L> {
        let target = code.target().map(|target| *target);
        self.led_to(&code).chain(target)
    }

    /// The places where an instruction leads that are told by the choice it draws from: where options are carried out, or
    /// where play goes on after they were; and where it goes if there is none.
    pub fn led_to(&self, code: &Code) -> Box<dyn Iterator<Item = L> + '_> {
        match *code {
            Code::Draw(number) | Code::Redraw(number) => match self.choices.get(usize::from(number)) {
                Some(choice) => Box::new(choice.rows.iter().map(|row| row.take).chain([choice.none])),
                None => Box::new(std::iter::empty()),
            },
            Code::After => {
                let sought = self.choices.iter().filter(|choice| choice.sought);
                Box::new(sought.flat_map(|choice| choice.rows.iter().map(|row| row.after)))
            }
            _ => Box::new(std::iter::empty()),
        }
    }
}
