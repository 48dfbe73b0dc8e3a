//! What Chance can draw, and how probable each outcome is.

use smallvec::SmallVec;

use crate::game::Probability;
use crate::rules::model::{Draw, Expr};
use crate::rules::types::{Domain, Value};

use super::options::number_alike;
use super::position::Offer;
use super::run::Choice;
use super::state::{State, member_of};
use super::world::World;

/// The most dice, and the most sides of one.
const DICE: i64 = 20;
const SIDES: i64 = 1000;

/// One thing that can be drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// What the name is bound to.
    pub value: Value,
    /// How it is written.
    pub text: String,
    /// The choice that it is.
    pub choice: Choice,
    /// How probable it is.
    pub probability: Probability,
}

impl World<'_> {
    /// All that can be drawn, in ascending order.
    pub fn draws(&self, state: &State, draw: &Draw) -> Vec<Drawn> {
        match draw {
            Draw::Dice(count, sides) => self.dice(state, count, sides),
            Draw::From(set, weight) => self.members(state, set, weight.as_ref()),
            Draw::Face => evenly([(0, "front".to_owned()), (1, "back".to_owned())], Domain::Number),
            Draw::Quarters => evenly((0..4).map(|quarters| (quarters, quarters.to_string())), Domain::Number),
            Draw::Tile(bag) => {
                let tiles = state.kept.get(*bag).cloned().unwrap_or(Value::NONE).set();
                let known = tiles.iter().filter_map(|tile| Some((tile, self.rules.tiles.get(tile as usize)?)));
                // Tiles are no domain of their own; a tile is known by its number.
                evenly(known.map(|(tile, model)| (tile, model.name.clone())).collect::<Vec<_>>(), Domain::Type(0))
            }
        }
    }

    /// Goes on past a draw with at most one outcome.
    pub fn settle_roll(&self, state: &mut State, name: usize, draw: &Draw) {
        let only = self.draws(state, draw).into_iter().next();
        state.keep(name, only.map_or(Value::NONE, |only| only.value));
        state.pc += 1;
    }

    /// The options of a decision of Chance.
    pub fn chance_offers(&self, state: &State, name: usize, draws: Vec<Drawn>) -> Vec<Offer> {
        let mut texts: Vec<String> = draws.iter().map(|drawn| drawn.text.replace(' ', "-")).collect();
        number_alike(&mut texts);
        let offer = |(drawn, text): (Drawn, String)| {
            let mut state = state.clone();
            state.keep(name, drawn.value);
            let choices = std::iter::once(drawn.choice).collect();
            Offer {
                text,
                choices,
                notes: SmallVec::new(),
                state,
                played: None,
                probability: Some(drawn.probability),
                trail: None,
            }
        };
        draws.into_iter().zip(texts).map(offer).collect()
    }

    fn dice(&self, state: &State, count: &Expr, sides: &Expr) -> Vec<Drawn> {
        let mut scope = self.scope(state, state.me.or(state.mover));
        let (count, sides) = (scope.number(count).clamp(0, DICE), scope.number(sides).clamp(1, SIDES) as u64);
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
            .map(|(total, ways)| drawn(Domain::Number, total, total.to_string(), Probability::new(ways, all)))
            .collect()
    }

    fn members(&self, state: &State, set: &Expr, weight: Option<&(usize, Expr)>) -> Vec<Drawn> {
        let mut scope = self.scope(state, state.me.or(state.mover));
        let domain = set.ty.domain().unwrap_or(Domain::Cell);
        let mut weighted: Vec<(u16, u64)> = Vec::new();
        for member in scope.set(set).iter() {
            let heavy = weight.map_or(1, |(name, weight)| {
                scope.bind_member(*name, set, member);
                scope.number(weight).clamp(0, i64::from(u32::MAX))
            });
            weighted.push((member, heavy as u64));
        }
        weighted.retain(|(_, heavy)| *heavy > 0);
        let total = weighted.iter().map(|(_, heavy)| heavy).sum();
        let text = |member| self.name_of(domain, member);
        let draw = |(member, heavy)| drawn(domain, member, text(member), Probability::new(heavy, total));
        weighted.into_iter().map(draw).collect()
    }
}

fn drawn(domain: Domain, member: u16, text: String, probability: Probability) -> Drawn {
    Drawn { value: member_of(domain, member), text, choice: Choice::of(domain, member), probability }
}

/// The ways to throw each total with one die more.
fn one_die_more(ways: &[u64], sides: usize) -> Vec<u64> {
    let mut more = vec![0; ways.len() + sides];
    for (total, &ways) in ways.iter().enumerate() {
        more[total + 1..=total + sides].iter_mut().for_each(|sum| *sum += ways);
    }
    more
}

fn evenly(members: impl IntoIterator<Item = (u16, String)>, domain: Domain) -> Vec<Drawn> {
    let members: Vec<(u16, String)> = members.into_iter().collect();
    let probability = Probability::new(1, members.len().max(1) as u64);
    members.into_iter().map(|(member, text)| drawn(domain, member, text, probability)).collect()
}
