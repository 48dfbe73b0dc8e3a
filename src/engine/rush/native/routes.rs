//! How many ways lead to each place of native code.
//!
//! ```text
//!   Draw ──┬──► take of one row ───────────────────────────► Jump ──► then
//!          └──► rows that are alike are taken where they are drawn ──►─┘
//! ```
//!
//! Where one way alone leads to a place, what was at hand on that way is at hand there; where none does, nothing is written.

use std::rc::Rc;

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, L};
use crate::engine::rush::warmth::Purpose;

use super::NO_ENTRY;
use super::alike::{Part, are_one};
use super::facts::{Choices, Facts};
use super::known::Way;

/// The ways that lead to the places of a script.
#[derive(Debug)]
pub struct Routes {
    /// By place, how many ways lead there beside that from the place before.
    n_jumps: Vec<u32>,
}

impl Routes {
    /// Those of a script with the parts of its choices, of which something is known at each place.
    pub fn new<const W: usize>(
        rush: &Rush<W>,
        parts: &[Rc<[Part]>],
        (entries, ways, facts): (&[u32], &[Way], &[Facts]),
        purpose: Purpose,
    ) -> Self {
        let code = &rush.script.code;
        let mut is_reached = vec![false; code.len()];
        let mut routes = Self { n_jumps: vec![0; code.len()] };
        let mut open: Vec<usize> = (0..code.len()).filter(|place| entries[*place] != NO_ENTRY).collect();
        open.iter().for_each(|place| routes.n_jumps[*place] += 1);
        while let Some(place) = open.pop() {
            if place == code.len() || std::mem::replace(&mut is_reached[place], true) || ways[place] == Way::Left {
                continue;
            }
            for to in jumps((rush, parts), code[place], &facts[place], purpose) {
                routes.n_jumps[usize::from(to)] += 1;
                open.push(usize::from(to));
            }
            if code[place].goes_on() {
                open.push(place + 1);
            }
        }
        routes
    }

    /// Whether any way leads to a place beside that from the place before.
    pub fn lead_to(&self, place: usize) -> bool {
        self.n_jumps[place] > 0
    }

    /// Whether no more than one way leads to a place beside that from the place before.
    pub fn are_one(&self, place: usize) -> bool {
        self.n_jumps[place] == 1
    }
}

/// The places to which native code goes from an instruction, each as often as it may.
fn jumps<const W: usize>(
    (rush, parts): (&Rush<W>, &[Rc<[Part]>]),
    code: Code,
    facts: &Facts,
    purpose: Purpose,
) -> Vec<L> {
    let Code::Draw(number) = code else { return rush.script.leads_elsewhere(code).collect() };
    let choice = &rush.script.choices[usize::from(number)];
    if purpose == Purpose::Count {
        return vec![choice.none];
    }
    let none = Some(choice.none).filter(|_| facts.with_options != Choices::One(number));
    let thens = parts[usize::from(number)].iter().map(|part| part.then);
    let mut to: Vec<L> = thens.chain(none).collect();
    if choice.may_fail || choice.guess.is_some() && !are_one(&parts[usize::from(number)]) {
        // Options are drawn again, and a guess goes to each row by itself where they are not alike.
        to.extend(to.clone());
        to.extend(choice.rows.iter().map(|row| row.take));
    }
    to
}
