//! Moves: a move's options are the runs of its text that succeed.

use crate::game::PlayerId;
use crate::rules::board::DirectionId;
use crate::rules::model::{Expr, ExprKind, Move, Owner, Pick, Sentence, Travel, journey};
use crate::rules::types::{Domain, Set, Value};
use crate::source::Span;
use crate::syntax::ast::{Lifetime, Repeats};

use super::obstacle::Obstruction;
use super::path::Journey;
use super::run::{Choice, Note, Run};
use super::state::{Piece, State, member_of};
use super::world::World;

/// A sentence of a move with its beginning chosen.
struct Departure<'a> {
    number: usize,
    sentence: &'a Sentence,
    run: Run,
    place: Place,
}

/// What travels.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// Nothing.
    Nowhere,
    /// The top piece of a cell.
    Cell(u16),
    /// A piece of a kind, from the hand or the supply.
    Hand(u16),
}

impl<'a> World<'a> {
    /// Every successful run of a move, in the order of its text.
    pub fn runs(&self, state: &State, mover: PlayerId, number: usize) -> Vec<Run> {
        let start = self.begin(state.clone(), mover);
        let departures = self.departures(&start, number, None).into_iter();
        departures.flat_map(|departure| self.complete(&start, &departure).collect::<Vec<Run>>()).collect()
    }

    /// Whether a move has a successful run.
    pub fn has_run(&self, state: &State, mover: PlayerId, number: usize) -> bool {
        let start = self.begin(state.clone(), mover);
        let mut departures = self.departures(&start, number, None).into_iter();
        departures.any(|departure| self.complete(&start, &departure).next().is_some())
    }

    /// A run at its beginning: names of travels and variables of the move have their first values.
    pub fn begin(&self, mut state: State, mover: PlayerId) -> Run {
        state.keep_no_journey();
        state.expire(self.rules, self.facts, |_, _, lifetime| lifetime == Lifetime::Move);
        Run { trail: self.trail(), ..Run::new(state, Some(mover)) }
    }

    /// Every way to begin a sentence of a move; with the piece on one cell only, if that is given.
    fn departures(&self, start: &Run, number: usize, only: Option<u16>) -> Vec<Departure<'a>> {
        let mut departures = Vec::new();
        for sentence in &self.rules.moves[number].sentences {
            if only.is_some() && sentence.travel.as_ref().is_none_or(|travel| travel.drops) {
                continue;
            }
            let early = sentence.when.as_ref().filter(|when| !asks_of_travel(when));
            self.tell_sentence(sentence.span, |seen| seen.looks += 1);
            let mut start = start.clone();
            start.tell_sentence(number, sentence.span);
            for mut run in self.first_picks(start, &sentence.picks) {
                if !self.allows(&run, early) {
                    self.follow(|used| early.iter().for_each(|when| used.guard(when.span, false)));
                    self.tell_sentence(sentence.span, |seen| seen.guards += 1);
                    if !early.is_some_and(|when| self.forgives_condition(&mut run, Obstruction::When, when)) {
                        continue;
                    }
                }
                let places = self.places(&run, sentence.travel.as_ref(), only);
                self.tell_sentence(sentence.span, |seen| seen.departures += places.len() as u64);
                let depart = |place| Departure { number, sentence, run: run.clone(), place };
                departures.extend(places.into_iter().map(depart));
                let unready = self.unready(&run, sentence, only).into_iter();
                departures.extend(unready.map(|(place, run)| Departure { number, sentence, run, place }));
            }
        }
        departures
    }

    pub fn first_picks(&self, start: Run, picks: &[Pick]) -> Vec<Run> {
        picks.iter().fold(vec![start], |runs, pick| {
            let picked = |run: Run| self.pick(&run, pick, Note::First);
            runs.into_iter().flat_map(picked).collect()
        })
    }

    /// One run for each member of a set, in the place of the run without it.
    pub fn pick(&self, run: &Run, pick: &Pick, note: impl Fn(Domain, u16) -> Note) -> Vec<Run> {
        let domain = pick.from.ty.domain().unwrap_or(Domain::Cell);
        let members = self.scope(&run.state, run.me).set(&pick.from);
        let (members, others) = self.wanted_members(run, domain, members);
        if !self.spend_runs_instead(&run.state, members.len()) {
            return Vec::new();
        }
        let choose = |member| {
            let mut run = run.clone();
            run.state.keep(pick.slot, member_of(domain, member));
            run.choices.push(Choice::of(domain, member));
            run.notes.push(note(domain, member));
            run
        };
        let mut runs: Vec<Run> = members.iter().map(choose).collect();
        for member in others.iter() {
            let mut run = choose(member);
            self.forgives(&mut run, Obstruction::NotPicked { domain, member, name: pick.slot }, pick.from.span);
            runs.push(run);
        }
        runs
    }

    /// The pieces that may travel.
    fn places(&self, run: &Run, travel: Option<&Travel>, only: Option<u16>) -> Vec<Place> {
        let Some(travel) = travel else {
            return vec![Place::Nowhere];
        };
        if travel.drops {
            return travel.kinds.iter().filter(|&kind| self.is_at_hand(run, kind)).map(Place::Hand).collect();
        }
        let movers = self.movers(run, travel);
        movers.iter().filter(|cell| only.is_none_or(|only| only == *cell)).map(Place::Cell).collect()
    }

    /// The cells whose piece a sentence may move.
    pub fn movers(&self, run: &Run, travel: &Travel) -> Set {
        let own = run.state.cells_with(|piece| travel.kinds.contains(piece.kind) && self.may_move(run, piece));
        match &travel.on {
            Some(on) if !own.is_empty() => own.intersection(&self.scope(&run.state, run.me).set(on)),
            _ => own,
        }
    }

    pub(super) fn is_at_hand(&self, run: &Run, kind: u16) -> bool {
        let hand = run.me.map_or(&[][..], |me| run.state.hand(me));
        !self.rules.kinds[kind as usize].from_hand || hand.get(kind as usize).is_some_and(|&count| count > 0)
    }

    pub(super) fn may_move(&self, run: &Run, piece: &Piece) -> bool {
        self.rules.kinds[piece.kind as usize].neutral || piece.owner == run.me
    }

    /// The journeys of the piece on a cell that land where the sentence wants it. While it travels its cell does not
    /// hold it.
    pub fn journeys(&self, run: &Run, travel: &Travel, origin: u16) -> Vec<Journey> {
        let lifted = lifted(run, origin);
        let mut scope = self.scope(&lifted, run.me);
        let (plan, to) = (scope.plan(&travel.path, true), scope.set(&travel.to));
        let mut journeys = plan.journeys(&scope, origin, |journey| to.contains(journey.landing));
        journeys.retain(|journey| journey.landing != origin || !journey.moved);
        journeys
    }

    /// The runs that go on from a departure to the end of its block.
    fn links<'s>(&'s self, departure: &'s Departure) -> Box<dyn Iterator<Item = Run> + 's> {
        let Departure { number, sentence, run, place } = departure;
        let when = sentence.when.as_ref();
        let allowed = move |mut run: Run| {
            let holds = self.allows(&run, when);
            self.follow(|used| when.iter().for_each(|when| used.guard(when.span, holds)));
            self.tell_sentence(sentence.span, |seen| {
                seen.guards += 1;
                seen.held += u64::from(holds);
            });
            let goes_on = holds || when.is_some_and(|when| self.forgives_condition(&mut run, Obstruction::When, when));
            goes_on.then_some(run)
        };
        let blocks = |run: Run| self.exec(&sentence.block, run);
        match (place, &sentence.travel) {
            (Place::Cell(origin), Some(travel)) => {
                let mut journeys = self.journeys(run, travel, *origin);
                self.purse.note(sentence.span);
                if !self.spend_runs(&run.state, journeys.len()) {
                    journeys.clear();
                }
                let astray = self.astray(run, travel, *origin, &mut journeys);
                let runs = journeys.into_iter().map(|journey| bind(run.clone(), Some(*origin), &journey));
                let runs = runs.chain(astray).filter_map(allowed);
                Box::new(runs.flat_map(|run| self.travel(run, *number, sentence, travel)))
            }
            (Place::Hand(kind), Some(travel)) => {
                let mut landings: Vec<u16> = self.scope(&run.state, run.me).set(&travel.to).iter().collect();
                self.purse.note(sentence.span);
                if !self.spend_runs(&run.state, landings.len()) {
                    landings.clear();
                }
                let astray = self.dropped_astray(run, travel, &mut landings);
                let runs = landings.into_iter().map(|cell| bind(run.clone(), None, &Journey::start(cell)));
                let runs = runs
                    .chain(astray)
                    .filter_map(allowed)
                    .map(|run| self.drop_piece(run, *number, (sentence.span, travel), *kind));
                Box::new(runs.flat_map(blocks))
            }
            _ => {
                let mut start = Some(run.clone()).and_then(allowed);
                start.iter_mut().for_each(|run| run.begin_change(self.rules, *number));
                Box::new(start.into_iter().flat_map(blocks))
            }
        }
    }

    pub fn allows(&self, run: &Run, when: Option<&Expr>) -> bool {
        self.scope(&run.state, run.me).holds(when)
    }

    /// Moves the piece, takes what stands in its way, and runs the block.
    fn travel(&self, mut run: Run, number: usize, sentence: &Sentence, travel: &Travel) -> Vec<Run> {
        let before = run.trail.is_some().then(|| run.state.clone());
        run.begin_change(self.rules, number);
        let taken_before = run.state.taken().len();
        let name = |run: &Run, name: usize| run.state.kept[name].one().unwrap_or_default();
        let (origin, landing) = (name(&run, journey::ORIGIN), name(&run, journey::LANDING));
        let taking = travel.taking.as_ref().map(|taking| self.scope(&run.state, run.me).set(taking));
        if let Some(mut piece) = run.state.pop(origin) {
            piece.moved |= origin != landing;
            run.note_own(landing, travel, self.holds_stacks(landing));
            self.take_way(&mut run, landing, &piece);
            self.take_all(&mut run, &taking.unwrap_or_default(), travel.at_end);
            run.state.stack_mut(landing).push(piece);
        }
        run.choices.extend([Choice::Cell(origin), Choice::Cell(landing)]);
        let note = run.notes.len();
        run.notes.push(match origin == landing {
            true => Note::Stay(origin),
            false => Note::Travel { origin, landing, took: false },
        });
        self.tell_travel(&mut run, before.as_ref(), sentence.span);
        let mut runs = self.exec(&sentence.block, run);
        for run in &mut runs {
            let took_some = run.state.taken().len() > taken_before;
            if let Some(Note::Travel { took, .. }) = run.notes.get_mut(note) {
                *took = took_some;
            }
        }
        runs
    }

    /// Puts a piece from the hand or the supply on the landing.
    fn drop_piece(&self, mut run: Run, number: usize, (sentence, travel): (Span, &Travel), kind: u16) -> Run {
        let before = run.trail.is_some().then(|| run.state.clone());
        run.begin_change(self.rules, number);
        let landing = run.state.kept[journey::LANDING].one().unwrap_or_default();
        let taking = travel.taking.as_ref().map(|taking| self.scope(&run.state, run.me).set(taking));
        let piece = self.new_piece(kind, run.me);
        if self.rules.kinds[kind as usize].from_hand
            && let Some(count) = run.me.and_then(|me| run.state.hand_mut(me, kind))
        {
            *count = count.saturating_sub(1);
        }
        run.note_own(landing, travel, self.holds_stacks(landing));
        self.take_way(&mut run, landing, &piece);
        self.take_all(&mut run, &taking.unwrap_or_default(), travel.at_end);
        run.state.stack_mut(landing).push(piece);
        run.choices.push(Choice::Cell(landing));
        run.notes.push(Note::Drop(kind, landing));
        self.tell_travel(&mut run, before.as_ref(), sentence);
        run
    }

    /// The whole moves that begin with a departure.
    fn complete<'s>(&'s self, start: &Run, departure: &'s Departure) -> Box<dyn Iterator<Item = Run> + 's> {
        let number = departure.number;
        let links = self.links(departure);
        let span = departure.sentence.span;
        let told = move |_: &Run| self.tell_sentence(span, |seen| seen.options += 1);
        let seen = match self.rules.moves[number].repeats {
            Repeats::No => return Box::new(links.flat_map(move |run| self.finish(run, number)).inspect(told)),
            Repeats::May | Repeats::Must => vec![start.state.chain_key(self.rules)],
        };
        let chains = links.flat_map(move |link| self.chains(link, departure.number, &seen));
        Box::new(chains.flat_map(move |run| self.finish(run, number)).inspect(told))
    }

    /// A travel and all ways to go on after it with the same piece, but never back to a position of this chain.
    pub(super) fn chains(&self, mut link: Run, number: usize, seen: &[u128]) -> Vec<Run> {
        let key = link.state.chain_key(self.rules);
        let span = self.rules.moves[number].span;
        if seen.contains(&key) {
            return if self.forgives(&mut link, Obstruction::Circle, span) { vec![link] } else { Vec::new() };
        }
        if self.is_astray(number, &link) {
            return vec![link];
        }
        let seen = [seen, &[key]].concat();
        let mut chains = Vec::new();
        if let Some(landing) = link.state.kept[journey::LANDING].one() {
            let departures = self.departures(&link, number, Some(landing)).into_iter();
            let told = |sentence: Span| self.tell_sentence(sentence, |seen| seen.options += 1);
            let next = departures.flat_map(|departure| {
                let links = self.links(&departure).inspect(|_| told(departure.sentence.span));
                links.collect::<Vec<Run>>()
            });
            chains.extend(next.flat_map(|next| self.chains(next, number, &seen)));
        }
        let goes_on = match self.wanted() {
            None => !chains.is_empty(),
            Some(_) => self.could_go_on(&link, number, &seen),
        };
        let may_stop = self.rules.moves[number].repeats == Repeats::May || !goes_on;
        if may_stop || self.forgives(&mut link, Obstruction::MustGoOn, span) {
            chains.push(link);
        }
        chains
    }

    /// The end of a move: what was to leave leaves, what comes after every move happens, and what must hold is asked.
    fn finish(&self, mut run: Run, number: usize) -> Vec<Run> {
        let text = &self.rules.moves[number];
        run.took = !run.state.taken().is_empty();
        let pending = std::mem::take(&mut run.pending);
        let before = (run.trail.is_some() && !pending.is_empty()).then(|| run.state.clone());
        self.take_all(&mut run, &pending, false);
        self.tell_travel(&mut run, before.as_ref(), text.span);
        let after = self.exec(&text.afterwards, run).into_iter();
        let mut runs: Vec<Run> = after.flat_map(|run| self.exec(&self.rules.afterwards, run)).collect();
        runs.retain_mut(|run| {
            self.is_lawful(run, text) && (self.may_go_on(&run.state, Some(number)) || self.forgives_turn(run, number))
        });
        for own in runs.iter().filter_map(|run| run.took_own) {
            self.tell(|seen| *seen.own_taken.entry(own).or_default() += 1);
        }
        runs
    }

    fn is_lawful(&self, run: &mut Run, text: &Move) -> bool {
        let mut ensures = text.ensures.iter().chain(&self.rules.ensures);
        ensures.all(|ensure| self.holds_or_forgives(run, Obstruction::Ensure, ensure)) && self.royals_are_safe(run)
    }

    fn royals_are_safe(&self, run: &mut Run) -> bool {
        let attacked = run.me.filter(|&me| self.is_royal_attacked(&run.state, me));
        attacked.is_none_or(|me| self.forgives_attack(run, me))
    }

    /// Whether a royal piece of the player is attacked.
    pub fn is_royal_attacked(&self, state: &State, player: PlayerId) -> bool {
        let royal = &self.facts.royal;
        let royals = || state.cells_with(|piece| royal.contains(piece.kind) && piece.owner == Some(player));
        !royal.is_empty() && !self.attacked(state, player, &royals()).is_empty()
    }
}

/// The position while the piece on a cell travels: its cell does not hold it.
pub(super) fn lifted(run: &Run, origin: u16) -> State {
    let mut lifted = run.state.clone();
    lifted.lifted = lifted.pop(origin).map(|piece| (origin, piece));
    lifted.keep(journey::ORIGIN, Value::One(Some(origin)));
    lifted
}

/// Whether a guard may ask about the travel itself; one that surely does not is asked once, before any travel.
pub fn asks_of_travel(guard: &Expr) -> bool {
    match &guard.kind {
        ExprKind::Constant(_) | ExprKind::Me | ExprKind::Mover | ExprKind::Turns | ExprKind::Empty => false,
        ExprKind::Kept(name) => *name < journey::COUNT,
        ExprKind::Pieces(_, Owner::Any) => false,
        ExprKind::Pieces(_, Owner::Of(inner))
        | ExprKind::Not(inner)
        | ExprKind::Some(inner)
        | ExprKind::Count(inner)
        | ExprKind::ToSet(inner)
        | ExprKind::Enemies(inner) => asks_of_travel(inner),
        ExprKind::Hand(inner, kind) => asks_of_travel(inner) || kind.as_deref().is_some_and(asks_of_travel),
        ExprKind::Variable(_, holder) => holder.as_deref().is_some_and(asks_of_travel),
        ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Same(a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::Arithmetic(_, a, b) => asks_of_travel(a) || asks_of_travel(b),
        _ => true,
    }
}

/// Binds the names of a travel.
pub fn bind(mut run: Run, origin: Option<u16>, travelled: &Journey) -> Run {
    let way = travelled.way.map(|DirectionId(way)| u16::from(way));
    run.state.keep(journey::ORIGIN, Value::One(origin));
    run.state.keep(journey::LANDING, Value::One(Some(travelled.landing)));
    run.state.keep(journey::WAY, Value::One(way));
    run.state.keep(journey::PASSED, Value::Set(travelled.passed.clone()));
    run.state.keep(journey::JUMPED, Value::Set(travelled.jumped.clone()));
    run
}
