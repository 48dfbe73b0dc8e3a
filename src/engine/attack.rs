//! Questions about what players could do: attacked, stuck, can.

use crate::program::node::{NOBODY, NONE, TurnOp};
use crate::program::{Target, Travel};

use super::bits::Bits;
use super::machine::Machine;
use super::scratch::Scratch;
use super::state::State;
use super::turn::{ENDLESS, Step};

impl<const W: usize> Machine<W> {
    /// Those of the cells on which an opponent of the player could take by landing. Inside its own answer nothing is
    /// attacked.
    pub fn attacked(&self, sc: &mut Scratch<W>, st: &State, player: u8, cells: Bits<W>) -> Bits<W> {
        if sc.asking.attacked || cells.is_empty() {
            return Bits::EMPTY;
        }
        sc.asking.attacked = true;
        let outside = sc.lifted.take();
        let mut state = sc.copy(st);
        let held = self.of_player(st, player) & cells;
        let mut attacked = Bits::EMPTY;
        if !held.is_empty() {
            attacked = self.landings_of_opponents(sc, &mut state, player, held);
        }
        for cell in (cells - held).iter() {
            state.clone_from(st);
            self.clear_cell(&mut state, cell);
            let royal = self.new_piece(self.royal_kind(), player);
            self.push(&mut state, cell, &royal);
            attacked |= self.landings_of_opponents(sc, &mut state, player, Bits::of(cell));
        }
        sc.give(state);
        sc.lifted = outside;
        sc.asking.attacked = false;
        attacked
    }

    /// The first royal kind, or the first of all.
    fn royal_kind(&self) -> u8 {
        if self.program.royal == 0 { 0 } else { self.program.royal.trailing_zeros() as u8 }
    }

    /// Those of the cells on which opponents could land.
    fn landings_of_opponents(&self, sc: &mut Scratch<W>, st: &mut State, player: u8, wanted: Bits<W>) -> Bits<W> {
        let (mover, who) = (st.turn.mover, st.turn.who);
        let mut landings = Bits::EMPTY;
        for opponent in self.living(st).filter(|&opponent| opponent != player) {
            st.turn.mover = opponent;
            for number in 0..self.program.moves.len() as u16 {
                self.landings(sc, st, opponent, number, (wanted, &mut landings));
            }
        }
        (st.turn.mover, st.turn.who) = (mover, who);
        landings
    }

    /// Adds the wanted cells on which a piece of the mover could come to land by a travel of a move, and that its
    /// target and its guard allow; what would happen then is not looked at.
    fn landings(
        &self,
        sc: &mut Scratch<W>,
        st: &mut State,
        mover: u8,
        number: u16,
        (wanted, landings): (Bits<W>, &mut Bits<W>),
    ) {
        let sentences = &self.program.moves[number as usize].sentences;
        if sentences.iter().all(|sentence| sentence.travel.as_ref().is_none_or(|travel| travel.drops)) {
            return;
        }
        self.begin(st, mover);
        for sentence in sentences.iter().filter(|each| each.travel.as_ref().is_some_and(|travel| !travel.drops)) {
            self.landings_of(sc, st, sentence, 0, (wanted, landings));
        }
        self.begin(st, mover);
    }

    fn landings_of(
        &self,
        sc: &mut Scratch<W>,
        st: &mut State,
        sentence: &crate::program::Sentence,
        number: usize,
        (wanted, landings): (Bits<W>, &mut Bits<W>),
    ) {
        if let Some(&(name, from, _)) = sentence.picks.get(number) {
            let before = st.name(&self.program.layout, name as usize);
            for member in self.set(sc, st, from).iter() {
                st.keep(&self.program.layout, name as usize, i64::from(member));
                self.landings_of(sc, st, sentence, number + 1, (wanted, landings));
            }
            st.keep(&self.program.layout, name as usize, before);
            return;
        }
        let Some(travel) = &sentence.travel else { return };
        if sentence.early && !self.holds(sc, st, sentence.when) {
            return;
        }
        let is_seen = st.buried.is_empty() && travel.taking.is_none() && (sentence.early || sentence.when.is_none());
        if let Some(glance) = travel.glance.filter(|_| is_seen) {
            let to = self.set(sc, st, travel.to) & (wanted - *landings);
            if !to.is_empty() {
                let leg = self.only_leg(sc, st, travel);
                for origin in self.set(sc, st, travel.from).iter() {
                    *landings |= self.landings_at(glance, &leg, to, origin, st.turn.who);
                }
            }
            return;
        }
        if self.lands_on_none(sc, st, travel, wanted - *landings) {
            return;
        }
        for origin in self.set(sc, st, travel.from).iter() {
            let first = self.journeys_from(sc, st, travel, origin);
            for index in first..sc.journeys.len() {
                let journey = sc.journeys[index];
                let is_new = wanted.contains(journey.landing) && !landings.contains(journey.landing);
                let is_asked = is_new || travel.taking.is_some();
                if !is_asked || journey.landing == origin && journey.moved {
                    continue;
                }
                let asks = !sentence.early && sentence.when.is_some();
                if asks || travel.taking.is_some() {
                    self.bind(st, Some(origin), &journey);
                }
                if asks && !self.holds(sc, st, sentence.when) {
                    continue;
                }
                let besides = travel.taking.map_or(Bits::EMPTY, |taking| self.set(sc, st, taking));
                *landings |= (besides | Bits::of(journey.landing)) & wanted;
            }
            sc.journeys.truncate(first);
        }
    }

    /// Whether it is seen without looking at ways that a travel takes nothing on the wanted cells.
    ///
    /// # Proof
    /// A piece that travels does not stand on a wanted cell, and its own cell is the only one of which a target that asks
    /// for no more than what stands on each cell may say something else while it travels. What a travel takes besides its
    /// landing needs a landing.
    fn lands_on_none(&self, sc: &mut Scratch<W>, st: &State, travel: &Travel, wanted: Bits<W>) -> bool {
        if !st.buried.is_empty() {
            return false;
        }
        match travel.target {
            Target::Any => false,
            Target::Cells => travel.taking.is_none() && (self.set(sc, st, travel.to) & wanted).is_empty(),
            Target::Nothing => {
                let to = self.set(sc, st, travel.to);
                (if travel.taking.is_none() { to & wanted } else { to }).is_empty()
            }
        }
    }

    /// Whether the first choice of a turn of the player, beginning now, would have no option. Inside its own answer
    /// nobody is stuck.
    pub fn is_stuck(&self, sc: &mut Scratch<W>, st: &State, player: u8) -> bool {
        if sc.asking.stuck {
            return false;
        }
        sc.asking.stuck = true;
        let outside = sc.lifted.take();
        let stuck = match self.first_choice(st, player) {
            Some(groups) => !groups.iter().flatten().any(|&number| self.has_run(sc, st, player, number)),
            None => {
                let mut state = sc.copy(st);
                self.enter_turn(sc, &mut state, player);
                let stuck = self.meets_no_option(sc, &mut state, player);
                sc.give(state);
                stuck
            }
        };
        sc.lifted = outside;
        sc.asking.stuck = false;
        stuck
    }

    /// The groups of the first choice of a turn of the player, if that turn begins right now with that choice.
    pub(super) fn first_choice(&self, st: &State, player: u8) -> Option<&Vec<Vec<u16>>> {
        let (turn, layout) = (&st.turn, &self.program.layout);
        let phase = turn.phase as usize;
        let begins = turn.mover == player
            && turn.who == player
            && turn.me == NOBODY
            && turn.played == NONE
            && self.program.until.get(phase).is_some_and(Option::is_none)
            && self.program.rules.phases[phase].entry == turn.pc as usize
            && st.words[layout.names_start..layout.key_end].iter().all(|&word| word == 0);
        match self.program.turn.get(turn.pc as usize).filter(|_| begins) {
            Some(TurnOp::Choose(choose)) => {
                let choose = &self.program.choices[*choose as usize];
                (!choose.may).then_some(&choose.groups)
            }
            _ => None,
        }
    }

    fn meets_no_option(&self, sc: &mut Scratch<W>, state: &mut State, player: u8) -> bool {
        for _ in 0..ENDLESS {
            match self.step(sc, state) {
                Step::Went => {}
                Step::Choose(choose) if self.program.choices[choose as usize].may => state.turn.pc += 1,
                Step::Choose(choose) => {
                    let groups = &self.program.choices[choose as usize].groups;
                    return !groups.iter().flatten().any(|&number| self.has_run(sc, state, player, number));
                }
                Step::Roll(draw) => {
                    let draws = self.draws(sc, state, draw);
                    if draws.len() > 1 {
                        return false;
                    }
                    self.settle(state, draw, draws.first());
                }
                Step::End => return false,
            }
        }
        false
    }

    /// Whether a move has a run for the player, one that `ensure after each turn` leaves to him. Inside its own answer it
    /// has none.
    pub fn can(&self, sc: &mut Scratch<W>, st: &State, player: u8, number: u16) -> bool {
        let bit = 1 << (number % 128);
        if sc.asking.can & bit != 0 || player == NOBODY {
            return false;
        }
        sc.asking.can |= bit;
        let outside = sc.lifted.take();
        let mut state = sc.copy(st);
        self.go_to_choice(&mut state, player, number);
        let can = self.has_run(sc, &state, player, number);
        sc.give(state);
        sc.lifted = outside;
        sc.asking.can &= !bit;
        can
    }

    /// Goes to where a player would choose a move: in his own turn where that goes on, else in a turn that begins.
    fn go_to_choice(&self, state: &mut State, player: u8, number: u16) {
        let is_running = state.turn.mover == player;
        state.turn.mover = player;
        // Without such conditions nobody looks at what comes behind the move.
        if self.program.turn_ensures.is_empty() {
            return;
        }
        let turn = &mut state.turn;
        let pc = is_running.then_some(turn.pc as usize);
        turn.pc = self.program.rules.place_of_choice(number as usize, turn.phase as usize, pc) as u32;
        if !is_running {
            (turn.me, turn.again) = (NOBODY, false);
            state.forget_names(&self.program.layout);
        }
    }
}
