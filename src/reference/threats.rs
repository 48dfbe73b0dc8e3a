//! Attack: the cells on which a player could take.
//!
//! Only the sentences and pieces that could take on a cell asked for are looked at: [`aims`](super::aims) tells which
//! pieces stand where they could reach it, and a target that leaves the cell out rules the whole sentence out.

use crate::game::PlayerId;
use crate::rules::model::{Sentence, Travel};
use crate::rules::types::Set;

use super::moves::{asks_of_travel, bind};
use super::run::Run;
use super::state::State;
use super::world::{Asking, World};

/// The effort of looking at one travel, of which no position is kept.
const LOOK: u64 = 20;

/// A sentence by which a piece travels.
struct Threat<'a> {
    number: usize,
    place: usize,
    sentence: &'a Sentence,
    travel: &'a Travel,
}

impl<'a> World<'a> {
    /// Those of the cells on which an opponent of the player could take. Inside its own answer nothing is attacked.
    pub fn attacked(&self, state: &State, player: PlayerId, cells: &Set) -> Set {
        if self.asking.attacked {
            return Set::default();
        }
        let inside = World { asking: Asking { attacked: true, ..self.asking }, ..*self };
        let held = state.cells_with(|piece| piece.owner == Some(player)).intersection(cells);
        let mut attacked = inside.threatened(state, player, &held);
        for cell in cells.iter().filter(|&cell| !held.contains(cell)) {
            let mut held = state.clone();
            let royal = self.new_piece(self.facts.royal.first().unwrap_or(0), Some(player));
            *held.stack_mut(cell) = std::iter::once(royal).collect();
            attacked = attacked.union(&inside.threatened(&held, player, &std::iter::once(cell).collect()));
        }
        attacked
    }

    /// Those of the cells, all held by the player, on which an opponent could take.
    fn threatened(&self, state: &State, player: PlayerId, cells: &Set) -> Set {
        let mut open = cells.clone();
        for opponent in state.living().filter(|&opponent| opponent != player) {
            let start = self.begin(State { mover: Some(opponent), ..state.clone() }, opponent);
            for threat in self.sentences() {
                if open.is_empty() {
                    break;
                }
                open = open.clone().difference(&self.taken_by(&start, &threat, &open));
            }
        }
        cells.clone().difference(&open)
    }

    fn sentences(&self) -> impl Iterator<Item = Threat<'a>> + use<'a> {
        let numbered = self.rules.moves.iter().enumerate();
        let all = numbered.flat_map(|(number, text)| text.sentences.iter().enumerate().map(move |each| (number, each)));
        all.filter_map(|(number, (place, sentence))| {
            let travel = sentence.travel.as_ref().filter(|travel| !travel.drops)?;
            Some(Threat { number, place, sentence, travel })
        })
    }

    /// The cells on which a piece could land by a sentence, or that it would take.
    fn taken_by(&self, start: &Run, threat: &Threat, cells: &Set) -> Set {
        let Threat { sentence, travel, .. } = threat;
        let early = sentence.when.as_ref().filter(|when| !asks_of_travel(when));
        let mut taken = Set::default();
        for run in self.first_picks(start.clone(), &sentence.picks) {
            let targets = self.targets(&run, travel, cells);
            if targets.is_empty() || !self.allows(&run, early) {
                continue;
            }
            for origin in self.threatening(&run, threat, &targets).iter() {
                let mut journeys = self.journeys(&run, travel, origin);
                journeys.retain(|journey| targets.contains(journey.landing));
                if !self.spend(LOOK * (1 + journeys.len() as u64)) {
                    return taken;
                }
                for journey in journeys {
                    let run = bind(run.clone(), Some(origin), &journey);
                    if self.allows(&run, sentence.when.as_ref()) {
                        let more = travel.taking.as_ref().map(|taking| self.scope(&run.state, run.me).set(taking));
                        taken = taken.union(&more.unwrap_or_default());
                        taken.insert(journey.landing);
                    }
                }
            }
        }
        taken
    }

    /// Where the sentence must land to matter: on a cell asked for, or anywhere if it takes elsewhere as well.
    fn targets(&self, run: &Run, travel: &Travel, cells: &Set) -> Set {
        let here = match travel.taking {
            Some(_) => Set::below(self.rules.board.n_cells()),
            None => cells.clone(),
        };
        if self.is_local(&travel.to) {
            here.intersection(&self.scope(&run.state, run.me).set(&travel.to))
        } else {
            here
        }
    }

    /// The pieces that may move by the sentence and stand where they could reach one of the targets.
    fn threatening(&self, run: &Run, threat: &Threat, targets: &Set) -> Set {
        let movers = self.movers(run, threat.travel);
        let aims = self.facts.aims.get_or_init(|| self.aims());
        match run.me.and_then(|me| aims.get(&(me, threat.number, threat.place))) {
            Some(aims) => {
                let near = targets.iter().map(|target| &aims[target as usize]);
                movers.intersection(&near.fold(Set::default(), Set::union))
            }
            None => movers,
        }
    }
}
