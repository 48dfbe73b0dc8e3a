//! What a text that is no option could mean, what an option does, and what the ends of the game ask.

use crate::game::{Actor, PlayerId};
use crate::rules::model::{Choose, EndResult, Expr, Instruction};
use crate::rules::types::{Domain, Set};
use crate::source::Span;

use super::inquiry::{Inquiry, Moment, Story, Wanted, bare};
use super::obstacle::{Obstacle, Obstruction};
use super::options::Ran;
use super::position::Pending;
use super::run::{Choice, Run};
use super::state::State;
use super::world::World;
use super::{Position, Reference};

/// What people call a move that is a `pass`, whatever its name.
const PASS: &str = "pass";
/// How much further a reading is whose text has other signs.
const SIGNS: u32 = 3;

/// How much a text is like that of a run, the most like first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// It is the same but for signs and capitals.
    Same,
    /// It names the same cells in the same order.
    Order,
    /// It is the beginning of it.
    Begins,
    /// It goes on where the run ends.
    GoesOn,
    /// It names the same cells in another order, or within other words.
    Cells,
}

/// What a text could mean: a run of a move, and what it fails at.
#[derive(Clone, Debug)]
pub struct Reading {
    /// How much the text is like that of the run.
    pub likeness: Likeness,
    /// Whether it is the same with its signs.
    pub exact: bool,
    /// The text of the run.
    pub text: String,
    /// The number of the move in [`crate::rules::Rules::moves`].
    pub number: usize,
    /// The sentences that it follows.
    pub sentences: Vec<Span>,
    /// What it fails at, in the order in which it is asked; nothing if it is an option.
    pub obstacles: Vec<Obstacle>,
}

impl Reading {
    /// How far the reading is from being what was meant and an option: the nearest has least.
    pub fn distance(&self) -> (Likeness, u32) {
        let signs = if self.exact { 0 } else { SIGNS };
        (self.likeness, signs + self.obstacles.iter().map(|obstacle| obstacle.what.weight()).sum::<u32>())
    }
}

/// An end of the game as it is asked in a position.
#[derive(Clone, Debug)]
pub struct EndTested {
    /// Its number in [`crate::rules::Rules::ends`].
    pub clause: usize,
    /// For whom it is asked (for each player where it says so), whether its condition holds, and when it was asked.
    pub asked: Vec<(Option<PlayerId>, bool, Moment)>,
}

impl Reference {
    /// What a text could mean where a player decides, the nearest first; nothing where nobody does.
    pub fn readings(&self, position: &Position, text: &str) -> Vec<Reading> {
        let Some((chooser, choose)) = self.due(position) else { return Vec::new() };
        let inquiry = Inquiry::after(text, &self.rules);
        let mut readings = self.inquire(Some(&inquiry), |world| {
            let ran = world.readings(&position.state, chooser, choose);
            ran.into_iter().filter_map(|ran| world.reading(ran)).collect::<Vec<Reading>>()
        });
        readings.sort_by_key(Reading::distance);
        readings
    }

    /// Who chooses, and between what.
    fn due(&self, position: &Position) -> Option<(PlayerId, &Choose)> {
        let Pending::Decision { actor: Actor::Player(_), .. } = position.pending else { return None };
        let chooser = position.state.me.or(position.state.mover)?;
        match self.rules.code.get(position.state.pc)? {
            Instruction::Choose(choose) => Some((chooser, choose)),
            _ => None,
        }
    }

    /// For each option of a player's decision, in order: the number of its move, and the sentences that it follows.
    /// Nothing where no player decides.
    pub fn offered(&self, position: &Position) -> Vec<(Option<usize>, Vec<Span>)> {
        let Some((chooser, choose)) = self.due(position) else { return Vec::new() };
        let inquiry = Inquiry::default();
        let offers = self.inquire(Some(&inquiry), |world| world.offers(&position.state, chooser, choose));
        let told = |offer: super::position::Offer| {
            let sentences = offer.trail.map_or_else(Vec::new, |trail| trail.sentences);
            let sentences = sentences.into_iter().map(|(_, sentence)| sentence).collect();
            (offer.played.and_then(|played| played.number), sentences)
        };
        offers.into_iter().map(told).collect()
    }

    /// What an option does.
    ///
    /// # Panics
    /// If the decision has no such option.
    pub fn story(&self, position: &Position, option: usize) -> Story {
        let inquiry = Inquiry::default();
        let known = &position.offers()[option];
        let traced = self.due(position).and_then(|(chooser, choose)| {
            let offers = self.inquire(Some(&inquiry), |world| world.offers(&position.state, chooser, choose));
            offers.into_iter().find(|offer| offer.text == known.text)
        });
        // If the budget is spent meanwhile not all is offered again.
        let offer = traced.unwrap_or_else(|| known.clone());
        let trail = offer.trail.clone().unwrap_or_default();
        self.inquire(Some(&inquiry), |world| world.advance(world.taken(&offer)));
        Story {
            number: offer.played.and_then(|played| played.number),
            sentences: trail.sentences.into_iter().map(|(_, sentence)| sentence).collect(),
            steps: trail.steps,
            after: inquiry.told(),
        }
    }

    /// For each option of a player the sentences that it follows and the statements that it runs; nothing where no player
    /// decides.
    pub fn followed(&self, position: &Position) -> Vec<Vec<Span>> {
        let Some((chooser, choose)) = self.due(position) else { return Vec::new() };
        let inquiry = Inquiry::default();
        let offers = self.inquire(Some(&inquiry), |world| world.offers(&position.state, chooser, choose));
        let trails = offers.into_iter().map(|offer| offer.trail.unwrap_or_default());
        let spans = trails.map(|trail| {
            let sentences = trail.sentences.into_iter().map(|(_, sentence)| sentence);
            sentences.chain(trail.steps.into_iter().map(|step| step.span)).collect()
        });
        spans.collect()
    }

    /// The conditions on the way to a move in the code of this turn and in the phases that do not hold now, in the order
    /// of the file.
    pub fn not_asked_because<'a>(&'a self, position: &Position, number: usize) -> Vec<(&'a Expr, Moment)> {
        let state = &position.state;
        let me = state.me.or(state.mover);
        let moment = || Moment { state: state.as_ref().clone(), me };
        let asks = |instruction: &Instruction| matches!(instruction, Instruction::Choose(choose) if choose.groups.iter().flatten().any(|&other| other == number));
        let places: Vec<usize> = (0..self.rules.code.len()).filter(|&at| asks(&self.rules.code[at])).collect();
        let mut conditions = Vec::new();
        for (at, instruction) in self.rules.code.iter().enumerate() {
            if let Instruction::Unless(condition, target) = instruction
                && places.iter().any(|place| at < *place && place < target)
                && !self.holds_then(&moment(), condition)
            {
                conditions.push((condition, moment()));
            }
        }
        let phase_of = |place: usize| self.rules.phases.iter().rposition(|phase| phase.entry <= place);
        let later = places.iter().filter_map(|&place| phase_of(place)).filter(|&phase| phase > state.phase).min();
        let until = later.and_then(|_| self.rules.phases.get(state.phase)?.until.as_ref());
        conditions.extend(until.map(|until| (until, moment())));
        conditions
    }

    /// All ends of the game, in the order of the file, as they are asked in a position.
    pub fn ends(&self, position: &Position) -> Vec<EndTested> {
        let state = position.state.as_ref();
        let asked = |player: Option<PlayerId>, when: Option<&Expr>| {
            let holds = self.ask(|world| world.scope(state, player).holds(when));
            (player, holds, Moment { state: state.clone(), me: player })
        };
        let tested = |(clause, end): (usize, &crate::rules::model::End)| {
            let asked = match end.result {
                EndResult::EachPlayer(_) => {
                    state.living().map(|player| asked(Some(player), end.when.as_ref())).collect()
                }
                _ => vec![asked(state.mover, end.when.as_ref())],
            };
            EndTested { clause, asked }
        };
        self.rules.ends.iter().enumerate().map(tested).collect()
    }

    /// Whose piece stands on a cell, and what it is, in words; none if it is empty.
    pub fn piece_told(&self, position: &Position, cell: u16) -> Option<String> {
        let piece = position.state.top(cell)?;
        Some(self.ask(|world| world.piece_text(piece)))
    }

    /// The name of a member of a domain.
    pub fn name_told(&self, domain: Domain, member: u16) -> String {
        self.ask(|world| world.name_of(domain, member))
    }

    /// Whether a condition holds in a moment.
    pub fn holds_then(&self, moment: &Moment, condition: &Expr) -> bool {
        self.ask(|world| world.value_then(moment, condition).truth())
    }

    /// The value of an expression in a moment, as a rule file writes it; `nothing` for a set without members.
    pub fn value_then(&self, moment: &Moment, expr: &Expr) -> String {
        self.ask(|world| world.told_value(&world.value_then(moment, expr), expr.ty))
    }

    /// How many moves or turns a counter has counted in a moment.
    pub fn counted_then(&self, moment: &Moment, counter: usize) -> i32 {
        moment.state.counters.get(counter).copied().unwrap_or(0)
    }

    /// The moment that a position is.
    pub fn moment(&self, position: &Position) -> Moment {
        Moment { state: position.state.as_ref().clone(), me: position.state.mover }
    }
}

impl World<'_> {
    /// The runs of all moves, and what they fail at.
    fn readings(&self, state: &State, chooser: PlayerId, choose: &Choose) -> Vec<Ran> {
        let plain = World { inquiry: None, ..*self };
        let firsts = choose.groups.iter().map(|group| plain.group_runs(state, chooser, group)).enumerate();
        let (first, legal) = firsts.into_iter().find(|(_, runs)| !runs.is_empty()).unwrap_or_default();
        let example = legal.first().map_or_else(String::new, |(number, run)| plain.text(*number, run));
        let mut found = Vec::new();
        for number in 0..self.rules.moves.len() {
            let mut runs = self.group_runs(state, chooser, &[number]);
            let span = self.rules.moves[number].span;
            match choose.groups.iter().position(|group| group.contains(&number)) {
                None => runs.retain_mut(|(_, run)| self.forgives(run, Obstruction::NotAsked, span)),
                Some(group) if group > first && !legal.is_empty() => {
                    runs.retain_mut(|(_, run)| self.forgives(run, Obstruction::Later { first: example.clone() }, span))
                }
                Some(_) => self.compare(choose, &mut runs, &mut legal.clone()),
            }
            found.extend(runs);
        }
        found
    }

    /// Notes which runs have less than there is to have, or lead to where others lead.
    fn compare(&self, choose: &Choose, runs: &mut Vec<Ran>, legal: &mut Vec<Ran>) {
        for (greatest, number) in &choose.most {
            let signed = |measure: i64| if *greatest { measure } else { measure.saturating_neg() };
            let best = legal.iter().map(|(_, run)| self.measure(run, *greatest, number)).max();
            self.keep_most(legal, *greatest, number);
            runs.retain_mut(|(_, run)| {
                let own = self.measure(run, *greatest, number);
                let Some(best) = best.filter(|best| own < *best) else { return true };
                let what = Obstruction::NotMost { greatest: *greatest, own: signed(own), best: signed(best) };
                self.forgives(run, what, number.span)
            });
        }
        if !choose.distinct {
            return;
        }
        runs.retain_mut(|(number, run)| {
            let key = run.state.result_key(self.rules);
            let same = legal.iter().find(|(_, other)| other.state.result_key(self.rules) == key);
            let Some((other_number, other)) = same.filter(|(_, other)| other.choices != run.choices) else {
                return true;
            };
            let what = Obstruction::Same { other: self.text(*other_number, other) };
            self.forgives(run, what, self.rules.moves[*number].span)
        });
    }

    /// Whether a run follows a sentence that is a `pass`.
    fn passes(&self, number: usize, run: &Run) -> bool {
        let last = run.trail.as_ref().and_then(|trail| trail.sentences.last());
        let sentences = self.rules.moves[number].sentences.iter();
        let mut followed = sentences.filter(|sentence| last.is_some_and(|(_, span)| *span == sentence.span));
        followed.any(|sentence| sentence.travel.is_none() && sentence.picks.is_empty())
    }

    /// A run as a reading of the text that is wanted; none if the text cannot mean it.
    fn reading(&self, (number, mut run): Ran) -> Option<Reading> {
        let wanted = self.wanted()?;
        let text = self.text(number, &run);
        let name = &self.rules.moves[number].name;
        let plain = self.plain_text(name, &run);
        let passes = self.passes(number, &run).then(|| PASS.to_owned());
        let texts = [text.clone(), format!("{name}:{text}"), plain].into_iter().chain(passes);
        let alike = texts.filter_map(|text| likeness(&bare(&text), &wanted.text));
        let likeness = alike.chain(likeness_of_cells(&cells_of(&run), wanted)).min()?;
        let trail = run.trail.take().unwrap_or_default();
        let sentences = trail.sentences.into_iter().map(|(_, sentence)| sentence).collect();
        let exact = text.to_lowercase() == wanted.lower;
        Some(Reading { likeness, exact, text, number, sentences, obstacles: trail.obstacles })
    }
}

/// How much the cells of a run are like those that a text names.
fn likeness_of_cells(cells: &[u16], wanted: &Wanted) -> Option<Likeness> {
    match () {
        () if cells.is_empty() => None,
        () if cells == wanted.order => Some(Likeness::Order),
        () if cells.iter().copied().collect::<Set>() == wanted.cells => Some(Likeness::Cells),
        () => None,
    }
}

/// How much a text is like another, both bare.
fn likeness(text: &str, wanted: &str) -> Option<Likeness> {
    match () {
        () if text == wanted => Some(Likeness::Same),
        () if text.is_empty() || wanted.is_empty() => None,
        () if text.starts_with(wanted) => Some(Likeness::Begins),
        () if wanted.starts_with(text) => Some(Likeness::GoesOn),
        () => None,
    }
}

/// The cells that a run has chosen, in order.
fn cells_of(run: &Run) -> Vec<u16> {
    let cell = |choice: &Choice| if let Choice::Cell(cell) = choice { Some(*cell) } else { None };
    let mut cells: Vec<u16> = run.choices.iter().filter_map(cell).collect();
    // A further link of a chain begins where the last one ended.
    cells.dedup();
    cells
}
