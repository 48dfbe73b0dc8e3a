//! Which ways lead to each place of native code.
//!
//! ```text
//!   Draw ──┬──► take of one row ───────────────────────────► Jump ──► then
//!          └──► rows that are alike are taken where they are drawn ──►─┘
//! ```
//!
//! What was at hand on all ways to a place is at hand there, if all of them are written before it; where none leads, nothing is written.

use std::rc::Rc;

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, L};
use crate::engine::rush::warmth::Purpose;

use super::NO_ENTRY;
use super::alike::{Part, are_one};
use super::facts::{Choices, Facts};
use super::known::Way;
use super::latest::Latest;

/// Whence a way leads to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// From the runner, which enters there.
    Runner,
    /// From an instruction at a place.
    Place(usize),
}

/// The ways that lead to the places of a script.
#[derive(Debug)]
pub struct Routes {
    /// By place, whence ways lead there beside that from the place before.
    from: Vec<Vec<Origin>>,
}

impl Routes {
    /// Those of a script with the parts of its choices, of which something is known at each place.
    pub fn new<const W: usize>(
        rush: &Rush<W>,
        parts: &[Rc<[Part]>],
        (entries, ways, facts): (&[u32], &[Way], &[Facts]),
        (latest, purpose): (&Latest, Purpose),
    ) -> Self {
        let code = &rush.script.code;
        let mut is_reached = vec![false; code.len()];
        let mut routes = Self { from: vec![Vec::new(); code.len()] };
        let mut open: Vec<usize> = (0..code.len()).filter(|place| entries[*place] != NO_ENTRY).collect();
        open.iter().for_each(|place| routes.from[*place].push(Origin::Runner));
        while let Some(place) = open.pop() {
            if place == code.len() || std::mem::replace(&mut is_reached[place], true) || ways[place] == Way::Left {
                continue;
            }
            for to in jumps((rush, parts), code[place], &facts[place], purpose) {
                let to = latest.beyond(code, place, to);
                routes.from[usize::from(to)].push(Origin::Place(place));
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
        !self.from[place].is_empty()
    }

    /// Whether all ways that lead to a place, beside that from the place before, come from some places.
    pub fn are_from(&self, place: usize, places: &[usize]) -> bool {
        self.from[place].iter().all(|from| matches!(from, Origin::Place(from) if places.contains(from)))
    }
}

/// The places to which native code goes from an instruction, each as often as it may.
fn jumps<const W: usize>(
    (rush, parts): (&Rush<W>, &[Rc<[Part]>]),
    code: Code,
    facts: &Facts,
    purpose: Purpose,
) -> Vec<L> {
    let number = match code {
        Code::Draw(number) => number,
        Code::Redraw(number) => return vec![rush.script.choices[usize::from(number)].none],
        _ => return rush.script.leads_elsewhere(code).collect(),
    };
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
