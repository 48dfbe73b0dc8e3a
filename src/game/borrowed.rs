//! A borrowed game is a game.

use super::rng::Rng;
use super::{Actor, Changes, Contents, Ending, Game, Halt, NotAnOption, Outcome, Probability, Rules, Snapshot};
use std::ops::Range;

use crate::rules::board::CellId;

impl<G: Game> Game for &G {
    type Position = G::Position;
    type Undo = G::Undo;

    fn rules(&self) -> &Rules {
        (**self).rules()
    }

    fn initial(&self) -> Self::Position {
        (**self).initial()
    }

    fn actor(&self, position: &Self::Position) -> Option<Actor> {
        (**self).actor(position)
    }

    fn n_options(&self, position: &Self::Position) -> usize {
        (**self).n_options(position)
    }

    fn effort(&self, position: &Self::Position) -> u64 {
        (**self).effort(position)
    }

    fn probability(&self, position: &Self::Position, option: usize) -> Option<Probability> {
        (**self).probability(position, option)
    }

    fn notation(&self, position: &Self::Position, option: usize) -> String {
        (**self).notation(position, option)
    }

    fn parse(&self, position: &Self::Position, text: &str) -> Result<usize, NotAnOption> {
        (**self).parse(position, text)
    }

    fn apply(&self, position: &mut Self::Position, option: usize) -> Self::Undo {
        (**self).apply(position, option)
    }

    fn play(&self, position: &mut Self::Position, option: usize) {
        (**self).play(position, option);
    }

    fn play_on(&self, position: &mut Self::Position, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        (**self).play_on(position, rng, most, halt)
    }

    fn play_glancing(&self, position: &mut Self::Position, rng: &mut Rng, most: u64, halt: &dyn Halt) -> u64 {
        (**self).play_glancing(position, rng, most, halt)
    }

    fn ahead(&self, position: &Self::Position, decisions: u32, halt: &dyn Halt) -> Option<u64> {
        (**self).ahead(position, decisions, halt)
    }

    fn restart(&self, position: &mut Self::Position, start: &Self::Position) {
        (**self).restart(position, start);
    }

    fn play_from(
        &self,
        position: &mut Self::Position,
        start: &Self::Position,
        rng: &mut Rng,
        most: u64,
        halt: &dyn Halt,
    ) -> u64 {
        (**self).play_from(position, start, rng, most, halt)
    }

    fn play_games(
        &self,
        position: &mut Self::Position,
        start: &Self::Position,
        numbers: &mut dyn Iterator<Item = Rng>,
        most: u64,
        halt: &dyn Halt,
        told: &mut dyn FnMut(u64, &dyn Ending),
    ) -> Option<(Rng, u64)> {
        (**self).play_games(position, start, numbers, most, halt, told)
    }

    fn kept_bytes(&self, position: &Self::Position) -> usize {
        (**self).kept_bytes(position)
    }

    fn n_abreast(&self, start: &Self::Position) -> u32 {
        (**self).n_abreast(start)
    }

    fn play_carefully(
        &self,
        position: &mut Self::Position,
        (start, dropped): (&Self::Position, Option<CellId>),
        rng: &mut Rng,
        most: u64,
        halt: &dyn Halt,
    ) -> Option<u64> {
        (**self).play_carefully(position, (start, dropped), rng, most, halt)
    }

    fn first_drops(&self, position: &Self::Position, into: &mut Contents) -> bool {
        (**self).first_drops(position, into)
    }

    fn ended_with(&self, position: &Self::Position, outcome: &Outcome) -> bool {
        (**self).ended_with(position, outcome)
    }

    fn undo(&self, position: &mut Self::Position, undo: Self::Undo) {
        (**self).undo(position, undo);
    }

    fn notations(&self, position: &Self::Position) -> Vec<String> {
        (**self).notations(position)
    }

    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        (**self).outcome(position)
    }

    fn snapshot(&self, position: &Self::Position) -> Snapshot {
        (**self).snapshot(position)
    }

    fn contents(&self, position: &Self::Position, into: &mut Contents) -> bool {
        (**self).contents(position, into)
    }

    fn counters(&self, position: &Self::Position, into: &mut Vec<i64>) -> bool {
        (**self).counters(position, into)
    }

    fn contents_after(&self, position: &mut Self::Position, option: usize, into: &mut Contents) -> bool {
        (**self).contents_after(position, option, into)
    }

    fn try_option(&self, position: &mut Self::Position, option: usize) -> Self::Undo {
        (**self).try_option(position, option)
    }

    fn find_options(&self, position: &mut Self::Position) -> usize {
        (**self).find_options(position)
    }

    fn changes_after(&self, position: &mut Self::Position, option: usize, into: &mut Changes) -> bool {
        (**self).changes_after(position, option, into)
    }

    fn visit_changes(
        &self,
        position: &mut Self::Position,
        options: Range<usize>,
        into: &mut Changes,
        see: &mut dyn FnMut(usize, Option<&Changes>),
    ) {
        (**self).visit_changes(position, options, into, see);
    }

    fn find_landings_on_enemies(&self, position: &mut Self::Position) -> usize {
        (**self).find_landings_on_enemies(position)
    }

    fn dropped_at(&self, position: &Self::Position, option: usize) -> Option<CellId> {
        (**self).dropped_at(position, option)
    }

    fn cells_of(&self, position: &Self::Position, option: usize) -> Vec<CellId> {
        (**self).cells_of(position, option)
    }

    fn steps(&self, position: &Self::Position, option: usize) -> Vec<String> {
        (**self).steps(position, option)
    }

    fn find_likely_options(&self, position: &mut Self::Position) -> usize {
        (**self).find_likely_options(position)
    }

    fn try_glance(&self, position: &mut Self::Position, option: usize) -> Option<Self::Undo> {
        (**self).try_glance(position, option)
    }

    fn find_likely_anew(&self, position: &mut Self::Position) -> Option<usize> {
        (**self).find_likely_anew(position)
    }

    fn play_likely(&self, position: &mut Self::Position, option: usize) -> bool {
        (**self).play_likely(position, option)
    }

    fn find_likely_landings(&self, position: &mut Self::Position) -> usize {
        (**self).find_likely_landings(position)
    }

    fn try_likely(&self, position: &mut Self::Position, option: usize) -> Option<Self::Undo> {
        (**self).try_likely(position, option)
    }

    fn try_at_horizon(&self, position: &mut Self::Position, option: usize) -> Option<Self::Undo> {
        (**self).try_at_horizon(position, option)
    }

    fn try_pass(&self, position: &mut Self::Position) -> Option<Self::Undo> {
        (**self).try_pass(position)
    }

    fn is_royal_attacked(&self, position: &mut Self::Position) -> bool {
        (**self).is_royal_attacked(position)
    }

    fn may_land(&self, position: &mut Self::Position, cell: u16) -> bool {
        (**self).may_land(position, cell)
    }
}
