//! The ends of turns and of games.

use crate::program::Move;
use crate::program::node::Node;
use crate::rules::model::EndResult;
use crate::rules::types::Set;
use crate::syntax::ast::{Point, VerdictItem};

use super::super::code::{Code, Roles, S};
use super::super::registers::Held;
use super::{Made, Maker};

impl Maker<'_> {
    /// Variables that last a turn have their first values again.
    pub(super) fn expire(&mut self) -> Made<()> {
        self.renew(&self.program.lasting.a_turn)
    }

    /// Whether options of a move are found by variables that last a move, which have their first values then.
    pub(super) fn asks_of_the_move(&self, each: &Move) -> bool {
        let program = self.program;
        let asks = &mut |node: &Node| match node {
            Node::Variable(variable, _) | Node::VariableSet(variable, _) | Node::WhereYes(variable) => {
                program.lasting.a_move.contains(variable)
            }
            _ => false,
        };
        !program.lasting.a_move.is_empty()
            && each.sentences.iter().any(|sentence| {
                let picks = sentence.picks.iter().map(|pick| pick.1);
                let travel =
                    sentence.travel.iter().flat_map(|travel| [travel.from, travel.to].into_iter().chain(travel.taking));
                let mut nodes = picks.chain(travel).chain(sentence.when);
                nodes.any(|id| program.any_node(id, asks))
                    || sentence.travel.iter().any(|travel| program.any_node_of_path(travel.path, asks))
            })
    }

    /// Variables have their first values again.
    pub(super) fn renew(&mut self, variables: &[u16]) -> Made<()> {
        for &variable in variables {
            let rule = &self.program.rules.variables[variable as usize];
            let about = &self.program.variables[variable as usize];
            if let Held::Yes(set) = self.regs.variables[variable as usize] {
                self.expire_yes(variable, set)?;
                continue;
            }
            for index in 0..about.count.max(1) {
                let value = rule.first.get(index).or(rule.first.first()).cloned();
                match self.regs.variables[variable as usize] {
                    Held::Sets(first) => {
                        let members = value.map(|value| value.set()).unwrap_or_default();
                        let constant = self.constant(&members)?;
                        self.put(Code::Constant(first + index as u8, constant));
                    }
                    Held::Numbers(first) => {
                        let scalar = crate::program::first_scalar(rule, index);
                        let value = self.fixed_scalar(scalar)?;
                        self.put(Code::CopyNumber(first + index as u8, value));
                    }
                    Held::Yes(_) | Held::Bits(..) | Held::Away => {
                        return Err("a variable without register that does not last");
                    }
                }
            }
        }
        Ok(())
    }

    /// A variable of yes and no has its first values again.
    fn expire_yes(&mut self, variable: u16, set: S) -> Made<()> {
        let mark = self.regs.marks.iter().find(|mark| mark.cells == set).copied();
        let first = match mark {
            Some(mark) if mark.begins == 0 => Set::default(),
            Some(_) => return Err("pieces that remember yes at first"),
            None => {
                let rule = &self.program.rules.variables[variable as usize];
                let count = self.program.variables[variable as usize].count;
                let is_yes = |&index: &usize| crate::program::first_scalar(rule, index) == 1;
                (0..count).filter(is_yes).map(|index| index as u16).collect()
            }
        };
        let first = self.constant(&first)?;
        self.put(Code::Constant(set, first));
        Ok(())
    }

    /// Whether a clause of a point asks for the latest travel.
    pub(super) fn ends_ask_of_travel(&self, point: Point) -> bool {
        let ends = self.program.ends_at[point as usize].iter().map(|&number| &self.program.ends[number as usize]);
        ends.flat_map(|end| end.when.into_iter().chain(end.about.map(|(about, _)| about)))
            .any(|id| self.asks_of_travel(id))
    }

    /// Tests the clauses before a turn of a player that begins with an instruction.
    pub(super) fn ends_before(&mut self, player: u8, entry: u32) -> Made<()> {
        self.beginning = Some(entry);
        let tested = self.ends(Point::BeforeTurn, entry);
        self.beginning = None;
        tested?;
        let is_tested = !self.program.ends_at[Point::BeforeTurn as usize].is_empty();
        if is_tested && self.script.puts_out {
            let end = self.end_of_turn(player, entry);
            self.put(Code::IfOut(player, end));
        }
        Ok(())
    }

    /// Tests the clauses after a move, if an option was taken since they were tested.
    pub(super) fn ends_after_move(&mut self, pc: u32) -> Made<()> {
        if !self.program.ends_at[Point::AfterMove as usize].is_empty() {
            let stale = self.label();
            self.put(Code::IfStale(stale));
            self.ends(Point::AfterMove, pc)?;
            self.here(stale);
            self.forget();
        }
        Ok(())
    }

    /// Tests the clauses of a point.
    pub(super) fn ends(&mut self, point: Point, pc: u32) -> Made<()> {
        let numbers = self.program.ends_at[point as usize].clone();
        if numbers.is_empty() {
            return Ok(());
        }
        let (over, past) = (self.label(), self.label());
        let mover = self.roles.mover;
        let mut surely = Vec::new();
        for number in numbers {
            let when = self.program.ends[number as usize].when;
            let each = self.asks_each_player(number);
            // Those who are out are asked nothing, and it is not sure who is left.
            let puts_out = self.script.puts_out;
            let known = self.result(number).filter(|_| !puts_out);
            for me in self.players_asked(number) {
                let out = self.label();
                if each && puts_out {
                    self.put(Code::IfOut(me, out));
                }
                let roles = Roles { me, mover };
                let to = match known {
                    Some(bits) => {
                        let label = self.label();
                        surely.push((label, number, bits));
                        label
                    }
                    None => over,
                };
                match when {
                    None => self.put(Code::Jump(to)),
                    Some(when) if each && puts_out => {
                        self.aside(|maker| maker.acting(roles, |maker| maker.branch(when, true, to)))?;
                    }
                    Some(when) => self.acting(roles, |maker| maker.branch(when, true, to))?,
                }
                self.here(out);
            }
        }
        let sure =
            surely.into_iter().map(|(label, number, bits)| (label, vec![Code::At(pc), Code::Over(number, bits)]));
        self.aside.extend(sure);
        self.aside.push((over, vec![Code::At(pc), Code::Test(point), Code::Jump(past)]));
        self.here(past);
        Ok(())
    }

    /// For whom a clause is asked.
    pub(super) fn players_asked(&self, number: u16) -> Vec<u8> {
        if self.asks_each_player(number) { (0..self.n_players()).collect() } else { vec![self.roles.mover] }
    }

    fn asks_each_player(&self, number: u16) -> bool {
        matches!(self.program.rules.ends[number as usize].result, EndResult::EachPlayer(_))
    }

    /// The players that the result of a clause is about, as bits, if the result is sure once the clause holds.
    fn result(&self, number: u16) -> Option<u16> {
        match &self.program.rules.ends[number as usize].result {
            EndResult::Draw | EndResult::EveryoneLoses => Some(0),
            EndResult::Someone(_, VerdictItem::Wins | VerdictItem::Loses) => {
                let players = self.fixed_set(self.program.ends[number as usize].about?.0)?;
                let n_players = u16::from(self.n_players());
                let bits = players.iter().filter(|&player| player < n_players).map(|player| 1 << player).sum();
                (bits != 0).then_some(bits)
            }
            EndResult::Someone(..) | EndResult::EachPlayer(_) | EndResult::ByScore(..) => None,
        }
    }
}
