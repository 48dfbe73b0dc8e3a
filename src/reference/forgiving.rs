//! Runs that fail and are followed all the same, because somebody asks why they fail: pieces that are not there, paths
//! that lead elsewhere, landings that are not wanted.

use crate::game::PlayerId;
use crate::rules::model::{Sentence, Travel, Verb};
use crate::rules::types::Set;

use super::hindrance::Hindrance;
use super::inquiry::bare;
use super::moves::{Place, bind, lifted};
use super::obstacle::Obstruction;
use super::path::Journey;
use super::run::Run;
use super::state::{Piece, State};
use super::world::{Asking, World};

impl World<'_> {
    /// The pieces that a text names and that may not travel by a sentence, each with the run that says why.
    pub(super) fn unready(&self, run: &Run, sentence: &Sentence, only: Option<u16>) -> Vec<(Place, Run)> {
        let (Some(wanted), Some(travel)) = (self.wanted(), &sentence.travel) else { return Vec::new() };
        if travel.drops {
            let missing = travel.kinds.iter().filter(|&kind| !self.is_at_hand(run, kind));
            return missing.filter_map(|kind| self.without_hand(run, sentence, kind)).collect();
        }
        let movers = self.movers(run, travel);
        let cells = wanted.cells.iter().filter(|&cell| only.is_none_or(|only| only == cell) && !movers.contains(cell));
        cells.filter_map(|cell| self.not_ready(run, sentence, (travel, cell))).collect()
    }

    fn without_hand(&self, run: &Run, sentence: &Sentence, kind: u16) -> Option<(Place, Run)> {
        let mut run = run.clone();
        let goes_on = self.forgives(&mut run, Obstruction::NotInHand { kind }, sentence.span);
        goes_on.then_some((Place::Hand(kind), run))
    }

    /// Why the piece on a cell may not travel.
    fn not_ready(&self, run: &Run, sentence: &Sentence, (travel, cell): (&Travel, u16)) -> Option<(Place, Run)> {
        let mut run = run.clone();
        let (what, span) = match run.state.top(cell) {
            None => (Obstruction::NoPiece { cell }, sentence.span),
            Some(piece) if !self.may_move(&run, piece) => {
                (Obstruction::NotYours { cell, owner: piece.owner }, sentence.span)
            }
            Some(piece) if !travel.kinds.contains(piece.kind) => {
                (Obstruction::OtherKind { cell, kind: piece.kind }, sentence.span)
            }
            Some(_) => (Obstruction::NotOn { cell }, travel.on.as_ref().map_or(sentence.span, |on| on.span)),
        };
        let is_strange = matches!(what, Obstruction::NotYours { .. });
        let kind =
            run.state.top(cell).map(|piece| piece.kind).filter(|kind| is_strange && !travel.kinds.contains(*kind));
        let mut goes_on = self.forgives(&mut run, what, span);
        if let Some(kind) = kind {
            goes_on &= self.forgives(&mut run, Obstruction::OtherKind { cell, kind }, sentence.span);
        }
        goes_on.then_some((Place::Cell(cell), run))
    }

    /// Runs in which the piece on a cell travels where the text wants it, though it may not; and of the journeys that it
    /// may make only those are kept that the text could mean.
    pub(super) fn astray(&self, run: &Run, travel: &Travel, origin: u16, journeys: &mut Vec<Journey>) -> Vec<Run> {
        let Some(wanted) = self.wanted().filter(|wanted| run.trail.is_some() && !wanted.cells.is_empty()) else {
            return Vec::new();
        };
        journeys.retain(|journey| wanted.cells.contains(journey.landing));
        let lifted = lifted(run, origin);
        let mut scope = self.scope(&lifted, run.me);
        let (plan, to) = (scope.plan(&travel.path, true), scope.set(&travel.to));
        let all = plan.journeys(&scope, origin, |_| true);
        let mut hindered = plan.forgiving().extend(&scope, Journey::start(origin));
        hindered.sort_by_key(|journey| journey.hindered.len());
        let is_named = wanted.cells.contains(origin) || wanted.cells.len() == 1;
        let landings = wanted.cells.iter().filter(|&landing| journeys.iter().all(|journey| journey.landing != landing));
        landings
            .filter_map(|landing| {
                let at = |journey: &&Journey| journey.landing == landing;
                let found = all.iter().find(at).or_else(|| hindered.iter().find(at)).cloned();
                let there = found.unwrap_or_else(|| Journey::start(origin).to(landing, None));
                let is_known = all.contains(&there) || !there.hindered.is_empty();
                let strays = !is_known && (!is_named || landing == origin);
                let mut run = (!strays).then(|| bind(run.clone(), Some(origin), &there))?;
                let no_way = (Obstruction::NotThatWay { origin, landing }, travel.path[0].span);
                let mut faults: Vec<_> = Some(no_way).filter(|_| !is_known).into_iter().collect();
                if !to.contains(landing) && !there.settled || is_known && landing == origin {
                    let ever = !goes(travel) || self.could_land(&lifted, run.me, travel, landing);
                    faults.push((Obstruction::NotTo { landing, ever }, travel.to.span));
                }
                let goes_on = self.forgives_hindrances(&mut run, &there.hindered);
                (goes_on && faults.into_iter().all(|(what, span)| self.forgives(&mut run, what, span))).then_some(run)
            })
            .collect()
    }

    /// Whether a landing would be one that the sentence wants if nothing stood there, or another piece.
    fn could_land(&self, lifted: &State, me: Option<PlayerId>, travel: &Travel, landing: u16) -> bool {
        let piece = lifted.lifted.as_ref().map(|(_, piece)| piece.clone());
        let players = (0..self.rules.players.len()).map(|player| Some(PlayerId(player as u8)));
        let others = players.filter_map(|owner| piece.clone().map(|piece| Piece { owner, ..piece }));
        let stood_on: Vec<Option<Piece>> = std::iter::once(None).chain(others.map(Some)).collect();
        stood_on.into_iter().any(|piece| {
            let mut there = lifted.clone();
            while there.pop(landing).is_some() {}
            there.stack_mut(landing).extend(piece);
            self.scope(&there, me).set(&travel.to).contains(landing)
        })
    }

    /// Notes what stands in the way: the first thing is what the run fails at, the rest comes with it.
    fn forgives_hindrances(&self, run: &mut Run, hindered: &[Hindrance]) -> bool {
        let [first, further @ ..] = hindered else { return true };
        let goes_on = self.forgives(run, Obstruction::Hindered(*first), first.span());
        if let Some(obstacle) = run.trail.as_mut().and_then(|trail| trail.obstacles.last_mut()) {
            obstacle.further = further.iter().filter(|other| *other != first).copied().collect();
            obstacle.further.dedup();
        }
        goes_on
    }

    /// Runs in which a piece is dropped where the text wants it, though it may not; of the other landings only those are
    /// kept that the text could mean.
    pub(super) fn dropped_astray(&self, run: &Run, travel: &Travel, landings: &mut Vec<u16>) -> Vec<Run> {
        let Some(wanted) = self.wanted().filter(|wanted| run.trail.is_some() && !wanted.cells.is_empty()) else {
            return Vec::new();
        };
        landings.retain(|&landing| wanted.cells.contains(landing));
        let others = wanted.cells.iter().filter(|cell| !landings.contains(cell));
        let dropped = |landing: u16| {
            let mut run = bind(run.clone(), None, &Journey::start(landing));
            self.forgives(&mut run, Obstruction::NotTo { landing, ever: true }, travel.to.span).then_some(run)
        };
        others.filter_map(dropped).collect()
    }

    /// Whether a chain has come to something else than the text that is looked for, or a beginning of it.
    pub(super) fn is_astray(&self, number: usize, link: &Run) -> bool {
        let Some(wanted) = self.wanted().filter(|_| link.n_obstacles() > 0) else { return false };
        self.rules.moves[number].notation.is_none() && !wanted.text.starts_with(&bare(&self.text(number, link)))
    }

    /// Whether a chain can go on at all, wherever the text that is looked for leads.
    pub(super) fn could_go_on(&self, link: &Run, number: usize, seen: &[u128]) -> bool {
        let plain = World { inquiry: None, ..*self };
        let link = Run { trail: None, ..link.clone() };
        let before = &seen[..seen.len().saturating_sub(1)];
        let n_choices = link.choices.len();
        plain.chains(link, number, before).iter().any(|chain| chain.choices.len() > n_choices)
    }

    /// Notes that what must hold when the turn is over could not hold any more.
    pub(super) fn forgives_turn(&self, run: &mut Run, number: usize) -> bool {
        match &self.rules.turn_ensures[..] {
            [only] => self.forgives_condition(run, Obstruction::TurnEnsure, only),
            more => {
                let span = more.first().map_or(self.rules.moves[number].span, |ensure| ensure.span);
                self.forgives(run, Obstruction::TurnEnsure, span)
            }
        }
    }

    /// Notes that royal pieces of the player would stand attacked.
    pub(super) fn forgives_attack(&self, run: &mut Run, me: PlayerId) -> bool {
        if self.wanted().is_none() {
            return false;
        }
        let royal = &self.facts.royal;
        let royals = run.state.cells_with(|piece| royal.contains(piece.kind) && piece.owner == Some(me));
        let cells = self.attacked(&run.state, me, &royals);
        let kind = cells.first().and_then(|cell| run.state.top(cell)).map(|piece| piece.kind);
        let span = kind.map_or_else(Default::default, |kind| self.rules.kinds[kind as usize].span);
        let attackers = self.attackers(&run.state, me, &cells);
        self.forgives(run, Obstruction::Royal { cells, attackers }, span)
    }

    /// The pieces of others that attack some cells of a player, each for itself: the rest belong to nobody meanwhile.
    fn attackers(&self, state: &State, player: PlayerId, cells: &Set) -> Set {
        let asking = Asking { attacked: false, ..self.asking };
        let world = World { asking, inquiry: None, ..*self };
        let others = state.cells_with(|piece| piece.owner.is_some() && piece.owner != Some(player));
        let attacks = |own: &u16| {
            let mut alone = state.clone();
            for cell in others.iter().filter(|cell| cell != own) {
                if let Some(piece) = alone.top_mut(cell) {
                    piece.owner = None;
                }
            }
            !world.attacked(&alone, player, cells).is_empty()
        };
        others.iter().filter(attacks).collect()
    }
}

/// Whether a piece may go to any cell, so that its `to` alone says where the sentence leads.
fn goes(travel: &Travel) -> bool {
    matches!(&travel.path[..], [leg] if matches!(leg.verb, Verb::Goes))
}
