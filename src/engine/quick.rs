//! The options of moves whose class lets them be found as sets of landings, without running their text.
//!
//! What the class does not prove is looked at here: if two options might read alike, the moves are run after all.

use crate::budget::Halt as _;
use crate::program::node::NONE;
use crate::program::{Class, Sentence};
use crate::rules::types::Domain;

use super::bits::Bits;
use super::course::{Note, STOP, cell_choice};
use super::machine::Machine;
use super::scratch::Scratch;
use super::state::State;
use super::turn::Taken;

/// The landings of one piece, one drop, or one sentence without travel.
#[derive(Clone, Copy, Debug)]
pub struct Row<const W: usize> {
    /// The move.
    pub number: u16,
    /// The sentence.
    pub sentence: u16,
    /// The cell left; [`NONE`] if the sentence drops or has no travel.
    pub origin: u16,
    /// The landings; for a sentence without travel a set of one.
    pub landings: Bits<W>,
}

/// Options as sets, in canonical order.
#[derive(Debug, Default)]
pub struct Quick<const W: usize> {
    /// The landings: by move, then by the cell left.
    pub rows: Vec<Row<W>>,
    /// How many options there are, stopping included.
    pub total: usize,
    /// Whether the player may stop.
    pub may_stop: bool,
    /// Who chooses.
    pub chooser: u8,
    /// Whether options of the class that is tried have not been tried yet, so that some of them may be none.
    pub is_lazy: bool,
    /// Whether only what one is drawn from is there: options in any order, some of which are written as the file says.
    pub is_bare: bool,
}

/// An option as it is found among the sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The row and the landing.
    At(usize, u16),
    /// The player stops.
    Stop,
}

impl<const W: usize> Clone for Quick<W> {
    fn clone(&self) -> Self {
        Self { rows: self.rows.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.rows.clone_from(&other.rows);
        let rows = std::mem::take(&mut self.rows);
        *self = Self { rows, ..*other };
    }
}

impl<const W: usize> Quick<W> {
    /// The option with a number.
    pub fn find(&self, option: usize) -> Found {
        let mut rest = option;
        let mut first = 0;
        while first < self.rows.len() {
            let row = &self.rows[first];
            let alike = self.rows[first..].iter().take_while(|other| other.is_beside(row)).count();
            let all = match alike {
                1 => row.landings,
                _ => self.rows[first..first + alike].iter().fold(Bits::EMPTY, |all, row| all | row.landings),
            };
            let count = all.count();
            if rest < count {
                let landing = all.nth(rest).unwrap_or_default();
                let rows = self.rows[first..first + alike].iter();
                let offset = rows.take_while(|row| !row.landings.contains(landing)).count();
                return Found::At(first + offset, landing);
            }
            rest -= count;
            first += alike;
        }
        Found::Stop
    }
}

impl<const W: usize> Row<W> {
    /// Whether the options of two rows lie among each other.
    fn is_beside(&self, other: &Self) -> bool {
        (self.number, self.origin) == (other.number, other.origin)
    }
}

impl<const W: usize> Machine<W> {
    /// The options of a group of moves as sets; no if they have to be listed.
    pub fn quick(&self, sc: &mut Scratch<W>, st: &mut State, chooser: u8, group: &[u16], quick: &mut Quick<W>) -> bool {
        quick.rows.clear();
        quick.chooser = chooser;
        let moves = || group.iter().map(|&number| &self.program.moves[number as usize]);
        let are_sets = moves().all(|each| !matches!(each.class, Class::Listed(_)));
        quick.is_bare = !are_sets;
        if !(are_sets || sc.is_lazy && !sc.lists && moves().all(|each| each.drawn)) {
            return false;
        }
        let is_sound = if self.is_at_beginning(st, chooser) {
            // Nothing is bound and nothing begins anew, so nothing has to be put back but names of travels.
            let is_sound = self.quick_moves(sc, st, chooser, group, quick);
            self.forget_travel(st);
            is_sound
        } else {
            let mut start = sc.copy(st);
            let is_sound = self.quick_moves(sc, &mut start, chooser, group, quick);
            sc.give(start);
            is_sound
        };
        quick.total = quick.rows.iter().map(|row| row.landings.count()).sum();
        quick.is_lazy = sc.is_lazy && is_sound && quick.rows.iter().any(|row| self.is_untried(row.number));
        if quick.is_lazy && !sc.is_at_horizon {
            self.keep_from_first_success(sc, st, quick);
        }
        is_sound
    }

    /// Whether the beginning of a move of a player would change nothing.
    pub(super) fn is_at_beginning(&self, st: &State, mover: u8) -> bool {
        let layout = &self.program.layout;
        st.turn.who == mover
            && self.program.lasting.a_move.is_empty()
            && self.taken(st).is_empty()
            && self.pending(st).is_empty()
            && st.words[layout.travel_start..layout.key_end].iter().all(|&word| word == 0)
    }

    pub(super) fn forget_travel(&self, st: &mut State) {
        let layout = &self.program.layout;
        st.words[layout.travel_start..layout.key_end].fill(0);
    }

    pub(super) fn quick_moves(
        &self,
        sc: &mut Scratch<W>,
        start: &mut State,
        chooser: u8,
        group: &[u16],
        quick: &mut Quick<W>,
    ) -> bool {
        for &number in group {
            self.begin(start, chooser);
            if let Some(sentence) = self.program.rules.moves[number as usize].sentences.first() {
                sc.place = sentence.span;
            }
            let first = quick.rows.len();
            let is_sound = match self.are_glances(start, number) {
                true => self.quick_glances(sc, start, number, &mut quick.rows),
                false => self.quick_move(sc, start, number, &mut quick.rows),
            };
            if !is_sound || !self.is_apart(&quick.rows, first) {
                quick.rows.clear();
                return false;
            }
        }
        true
    }

    /// Whether no option of the rows from a number on might read like another. Rows of one move go by the cell left.
    pub(super) fn is_apart(&self, rows: &[Row<W>], first: usize) -> bool {
        (first..rows.len()).all(|index| {
            let row = &rows[index];
            let clashes = |other: &Row<W>| {
                other.origin == row.origin
                    && !(other.landings & row.landings).is_empty()
                    && self.is_written_by_cells(other)
                    && self.is_written_by_cells(row)
                    && !self.program.moves[row.number as usize].told_apart.contains(&other.number)
            };
            let own = rows[first..index].iter().rev().take_while(|other| other.origin == row.origin);
            !own.into_iter().any(clashes) && !rows[..first].iter().any(clashes)
        })
    }

    pub(super) fn sentence_of(&self, row: &Row<W>) -> &Sentence {
        &self.program.moves[row.number as usize].sentences[row.sentence as usize]
    }

    /// Whether the text tells cells; a sentence without travel is written by the name of its move.
    pub(super) fn is_written_by_cells(&self, row: &Row<W>) -> bool {
        let sentence = self.sentence_of(row);
        sentence.travel.is_some() || !sentence.picks.is_empty()
    }

    /// Takes the option with a number on the state in which it was found.
    pub fn take_quick(&self, sc: &mut Scratch<W>, st: &mut State, quick: &Quick<W>, option: usize) -> Taken {
        match quick.find(option) {
            Found::Stop => Taken { number: NONE, took: false },
            Found::At(row, landing) => {
                let row = &quick.rows[row];
                self.begin(st, quick.chooser);
                self.complete(sc, st, row, (landing, None));
                Taken { number: row.number, took: !self.taken(st).is_empty() }
            }
        }
    }

    /// The text of an option and what is chosen in it; nothing once the budget is spent.
    pub fn quick_text(&self, sc: &mut Scratch<W>, st: &State, quick: &Quick<W>, option: usize) -> (String, Vec<u32>) {
        if sc.budget.is_called() {
            return (String::new(), Vec::new());
        }
        let Found::At(row, landing) = quick.find(option) else {
            return ("stop".to_owned(), vec![STOP]);
        };
        let row = &quick.rows[row];
        let mut run = sc.copy(st);
        self.begin(&mut run, quick.chooser);
        let (took, _) = self.complete(sc, &mut run, row, (landing, None));
        let (notes, choices) = match &self.sentence_of(row).travel {
            None if !self.sentence_of(row).picks.is_empty() => {
                (vec![Note::First(Domain::Cell, landing)], vec![cell_choice(landing)])
            }
            None => (Vec::new(), Vec::new()),
            Some(travel) if travel.drops => (vec![Note::Drop(travel.kinds[0], landing)], vec![cell_choice(landing)]),
            Some(_) if row.origin == landing => {
                (vec![Note::Stay(landing)], vec![cell_choice(landing), cell_choice(landing)])
            }
            Some(_) => (
                vec![Note::Travel { origin: row.origin, landing, took }],
                vec![cell_choice(row.origin), cell_choice(landing)],
            ),
        };
        let mut text = String::new();
        self.plain_text(row.number, &notes, &run, &mut text);
        sc.give(run);
        (super::text::in_one_word(text), choices)
    }
}
