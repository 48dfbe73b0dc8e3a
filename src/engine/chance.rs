//! What Chance can draw, and how probable each outcome is.

use crate::game::Probability;
use crate::program::node::{Draw, Id};
use crate::rules::types::Domain;

use super::machine::Machine;
use super::scratch::Scratch;
use super::state::State;

/// The most dice.
pub const DICE: i64 = 20;
/// The most sides of one.
pub const SIDES: i64 = 1000;

/// One thing that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The member that the name is bound to.
    pub member: u16,
    /// What it is a member of.
    pub domain: Domain,
    /// How probable it is.
    pub probability: Probability,
}

impl<const W: usize> Machine<W> {
    /// All that can be drawn, in ascending order.
    pub fn draws(&self, sc: &mut Scratch<W>, st: &mut State, draw: u32) -> Vec<Drawn> {
        let turn = &mut st.turn;
        turn.who = if turn.me == crate::program::node::NOBODY { turn.mover } else { turn.me };
        match &self.program.draws[draw as usize].1 {
            Draw::Dice(count, sides) => self.dice(sc, st, *count, *sides),
            Draw::From { set, domain, weight } => self.members(sc, st, (*set, *domain), *weight),
            Draw::Face => evenly(0..2, Domain::Number),
            Draw::Quarters => evenly(0..4, Domain::Number),
            Draw::Tile(bag) => {
                let n_tiles = self.program.rules.tiles.len();
                let tiles = st.name_set::<W>(&self.program.layout, *bag as usize).iter();
                evenly(tiles.filter(|&tile| (tile as usize) < n_tiles), Domain::Type(usize::MAX))
            }
        }
    }

    /// How a thing that can be drawn is written, but for what makes it unique.
    pub fn drawn_text(&self, draw: u32, drawn: &Drawn) -> String {
        let text = match &self.program.draws[draw as usize].1 {
            Draw::Face => if drawn.member == 0 { "front" } else { "back" }.to_owned(),
            Draw::Tile(_) => self.program.rules.tiles[drawn.member as usize].name.clone(),
            Draw::Dice(..) | Draw::From { .. } | Draw::Quarters => self.name_of(drawn.domain, drawn.member),
        };
        text.replace(' ', "-")
    }

    fn dice(&self, sc: &mut Scratch<W>, st: &State, count: Id, sides: Id) -> Vec<Drawn> {
        let count = self.number(sc, st, count).clamp(0, DICE);
        let sides = self.number(sc, st, sides).clamp(1, SIDES) as u64;
        // The ways to throw each total, as far as their number can be counted.
        let mut ways: Vec<u64> = vec![1];
        let mut all = 1_u64;
        for _ in 0..count {
            let Some(more) = all.checked_mul(sides) else {
                break;
            };
            all = more;
            ways = one_die_more(&ways, sides as usize);
        }
        let thrown = (0_u16..).zip(ways).filter(|(_, ways)| *ways > 0);
        thrown
            .map(|(member, ways)| Drawn { member, domain: Domain::Number, probability: Probability::new(ways, all) })
            .collect()
    }

    fn members(
        &self,
        sc: &mut Scratch<W>,
        st: &State,
        (set, domain): (Id, Domain),
        weight: Option<(u32, Id)>,
    ) -> Vec<Drawn> {
        let mut weighted: Vec<(u16, u64)> = Vec::new();
        for member in self.set(sc, st, set).iter() {
            let heavy = weight.map_or(1, |(name, weight)| {
                sc.scalars[name as usize] = i64::from(member);
                self.number(sc, st, weight).clamp(0, i64::from(u32::MAX))
            });
            weighted.push((member, heavy as u64));
        }
        weighted.retain(|(_, heavy)| *heavy > 0);
        let total = weighted.iter().map(|(_, heavy)| heavy).sum();
        let drawn = |(member, heavy)| Drawn { member, domain, probability: Probability::new(heavy, total) };
        weighted.into_iter().map(drawn).collect()
    }
}

/// The ways to throw each total with one die more.
fn one_die_more(ways: &[u64], sides: usize) -> Vec<u64> {
    let mut more = vec![0; ways.len() + sides];
    for (total, &ways) in ways.iter().enumerate() {
        more[total + 1..=total + sides].iter_mut().for_each(|sum| *sum += ways);
    }
    more
}

fn evenly(members: impl Iterator<Item = u16>, domain: Domain) -> Vec<Drawn> {
    let members: Vec<u16> = members.collect();
    let probability = Probability::new(1, members.len().max(1) as u64);
    members.into_iter().map(|member| Drawn { member, domain, probability }).collect()
}
