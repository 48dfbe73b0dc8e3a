//! Turns: what happens between two decisions, written out for each player.

use crate::program::node::TurnOp;
use crate::rules::Rules;
use crate::rules::model::{EndResult, Expr, ExprKind};
use crate::rules::walk;
use crate::syntax::ast::{Point, VerdictItem};

use super::super::code::{Code, L, Roles};
use super::{Made, Maker};

impl Maker<'_> {
    /// The code of all turns.
    pub(super) fn turns(&mut self) -> Made<()> {
        self.check()?;
        self.script.puts_out = self.program.rules.ends.iter().any(|end| puts_out(&end.result));
        let n_players = self.n_players();
        let n_phases = self.program.rules.phases.len();
        let n_starts = usize::from(n_players) * n_phases;
        self.starts = (0..n_starts).map(|_| self.label()).collect();
        self.entered = (0..n_starts).map(|_| self.label()).collect();
        self.begun = (0..n_starts).map(|_| self.label()).collect();
        for player in 0..n_players {
            self.roles = Roles { me: player, mover: player };
            for phase in 0..n_phases {
                self.begin_turn(player, phase)?;
                while let Some((player, pc)) = self.due.pop() {
                    self.instructions(player, pc)?;
                }
            }
        }
        // Every choice of a turn can be where a rush begins.
        for player in 0..n_players {
            self.roles = Roles { me: player, mover: player };
            for pc in 0..self.program.turn.len() as u32 {
                let is_entered = self.script.entries.iter().any(|(place, _)| *place == (player, pc));
                if matches!(self.program.turn[pc as usize], TurnOp::Choose(_)) && self.is_in_turn(pc) && !is_entered {
                    let label = self.turn_label(player, pc);
                    self.script.entries.push(((player, pc), label));
                }
            }
            while let Some((player, pc)) = self.due.pop() {
                self.instructions(player, pc)?;
            }
        }
        Ok(())
    }

    /// Whether an instruction belongs to a turn and not to the set-up.
    pub(super) fn is_in_turn(&self, pc: u32) -> bool {
        self.program.rules.phases.first().is_some_and(|phase| pc as usize >= phase.entry)
    }

    /// Whether play may be looked at between two decisions of one turn, so that all names have to be bound.
    pub(super) fn keeps_names(&self) -> bool {
        let turn = (0_u32..).zip(&self.program.turn).filter(|(pc, _)| self.is_in_turn(*pc));
        let choices = turn.clone().filter(|(_, op)| matches!(op, TurnOp::Choose(_))).count();
        let goes_back = turn.clone().any(|(pc, op)| match op {
            TurnOp::Jump(target) | TurnOp::Unless(_, target) => *target <= pc,
            _ => false,
        });
        choices > 1 || goes_back
    }

    fn check(&self) -> Made<()> {
        let (program, rules) = (self.program, &self.program.rules);
        if rules.phases.is_empty() {
            return Err("no turns");
        }
        if program.geometry.may_pile && self.regs.buried.is_none() {
            return Err("pieces that pile up");
        }
        if !self.regs.hold_what_pieces_remember(program) {
            return Err("pieces that remember much");
        }
        if !program.turn_ensures.is_empty() {
            return Err("what must hold when a turn is over");
        }
        if asks_of_the_next_turn(rules) {
            return Err("repetition that is asked within a turn");
        }
        let turn = (0_u32..).zip(&program.turn).filter(|(pc, _)| self.is_in_turn(*pc));
        if turn.clone().any(|(_, op)| matches!(op, TurnOp::As(_))) {
            return Err("players who act in other players' turns");
        }
        let is_open = turn.clone().any(|(_, op)| matches!(op, TurnOp::Roll(_)));
        if program.sites.is_some() && (is_open || rules.ends.iter().any(|end| puts_out(&end.result))) {
            return Err("chance, or players who go out, where it is counted what happens");
        }
        Ok(())
    }

    fn base(&mut self) {
        self.is_clear = false;
        self.clash = None;
        self.next = self.regs.used;
        self.forget();
        self.sought = None;
    }

    pub(super) fn turn_label(&mut self, player: u8, pc: u32) -> L {
        if let Some(&known) = self.turn_labels.get(&(player, pc)) {
            return known;
        }
        let label = self.label();
        self.turn_labels.insert((player, pc), label);
        self.due.push((player, pc));
        label
    }

    /// The beginning of a player's turn in a phase, up to and with its first choice.
    fn begin_turn(&mut self, player: u8, phase: usize) -> Made<()> {
        let entry = self.program.rules.phases[phase].entry as u32;
        let number = self.turn_number(player, phase);
        self.base();
        let (start, entered) = (self.starts[number], self.entered[number]);
        self.here(start);
        self.put(Code::Enter(player));
        self.here(entered);
        self.leave_phase(player, phase)?;
        if self.program.rules.asks_repetition {
            self.put(Code::Note(player));
        }
        let choose = match self.program.turn.get(entry as usize) {
            Some(TurnOp::Choose(choose)) => Some(*choose),
            _ => None,
        };
        if let Some(choose) = choose {
            self.is_clear = true;
            let (leave, seeking) = (self.label(), self.label());
            self.here(seeking);
            let sought = match self.asks_stuck(choose) {
                true => self.sought_first(choose, leave),
                false => None,
            };
            self.aside.push((leave, vec![Code::Leave(entry)]));
            self.ends_before(player, entry)?;
            let due = self.label();
            self.here(due);
            if self.begins_with_only_choice() {
                let place = match &sought {
                    None => Some(due),
                    Some(sought) => sought.is_sure().then_some(seeking),
                };
                self.script.entries.extend(place.map(|place| ((player, entry), place)));
            }
            self.put(Code::Due(entry));
            let begun = self.begun[number];
            self.here(begun);
            match sought {
                Some(sought) => self.take_sought(player, (entry, choose), &sought)?,
                None => {
                    self.forget();
                    self.choice(player, entry, choose, true)?;
                }
            }
        } else {
            self.ends_before(player, entry)?;
            let label = self.turn_label(player, entry);
            self.put(Code::Jump(label));
        }
        Ok(())
    }

    /// Whether the first choice of a turn is its only one, so that names are bound to nothing and clauses were asked wherever play
    /// goes on there from a position: it may go on where turns begin.
    fn begins_with_only_choice(&self) -> bool {
        !self.keeps_names() && !self.script.puts_out && self.program.sites.is_none()
    }

    /// The first instruction of a turn, if it is a choice and nothing is asked before.
    fn plain_beginning(&self, phase: usize) -> Option<u32> {
        let entry = self.program.rules.phases[phase].entry as u32;
        let chooses = matches!(self.program.turn.get(entry as usize), Some(TurnOp::Choose(_)));
        let is_plain =
            !self.program.rules.asks_repetition && self.program.ends_at[Point::BeforeTurn as usize].is_empty();
        let stays = phase + 1 == self.program.rules.phases.len() || self.program.until[phase].is_none();
        (chooses && is_plain && stays).then_some(entry)
    }

    /// A choice of a turn, and what comes after it.
    fn choice(&mut self, player: u8, pc: u32, choose: u32, is_first: bool) -> Made<()> {
        let program = self.program;
        let number = u16::try_from(choose).map_err(|_| "too many choices")?;
        let choose = &program.choices[choose as usize];
        let next = self.turn_label(player, pc + 1);
        let tests_between = !is_first && self.tests_between();
        for (index, moves) in (0..).zip(&choose.groups) {
            let none = self.label();
            let mark = self.next;
            let (clash, past_clash) = (self.label(), self.label());
            self.clash = Some(clash);
            self.is_clear = is_first || !self.keeps_names();
            let written = self.attempt(|maker| {
                for pass in maker.passes(choose).into_iter().filter(|pass| pass.group == usize::from(index)) {
                    maker.reuse(pass, mark);
                    let group = maker.quiet_group(choose, pass, is_first)?;
                    let past = maker.label();
                    if tests_between {
                        maker.ends_between(&group, (past, (player, pc)))?;
                    }
                    if choose.may {
                        let n_rows = maker.script.choices[group.choice as usize].rows.len();
                        maker.if_only_stopping(group.choice, n_rows, past)?;
                    }
                    maker.draw(&group, past, None, next)?;
                    maker.here(past);
                    maker.forget();
                }
                Ok(())
            });
            if let Err(why) = written {
                if tests_between {
                    self.script.left.push((pc, index, why));
                    self.put(Code::Quit(pc));
                    self.aside.push((clash, vec![Code::Quit(pc)]));
                    self.here(past_clash);
                    self.here(none);
                    continue;
                }
                if self.attempt(|maker| maker.chains_or_on(choose, moves, (none, next))).is_ok() {
                    self.here(past_clash);
                    self.here(none);
                    self.forget();
                    self.next = mark;
                    continue;
                }
                let left = self.label();
                if let Ok(explored) = self.attempt(|maker| maker.explore(choose, moves, (none, left))) {
                    if self.regs.buried.is_some() {
                        self.aside.push((left, vec![Code::Quit(pc)]));
                    }
                    self.take_explored(explored, next)?;
                    self.aside
                        .push((clash, vec![Code::Engine(number, index, index + 1, past_clash), Code::Jump(next)]));
                    self.here(past_clash);
                    self.here(none);
                    self.forget();
                    self.next = mark;
                    continue;
                }
                self.script.left.push((pc, index, why));
                let some = self.label();
                if self.attempt(|maker| maker.if_linked(moves, some)).is_ok() {
                    self.put(Code::Jump(none));
                    self.here(some);
                }
                self.put(Code::Engine(number, index, index + 1, none));
                self.put(Code::Jump(next));
            }
            let taking_over = match tests_between {
                true => vec![Code::Quit(pc)],
                false => vec![Code::Engine(number, index, index + 1, past_clash), Code::Jump(next)],
            };
            self.aside.push((clash, taking_over));
            self.here(past_clash);
            self.here(none);
            self.forget();
            self.next = mark;
        }
        self.put(Code::Jump(next));
        Ok(())
    }

    /// Goes on at the label if there is nothing but stopping.
    fn if_only_stopping(&mut self, choice: u16, n_rows: usize, none: L) -> Made<()> {
        let rows = self.script.choices[choice as usize].rows[..n_rows - 1].to_vec();
        let some = self.label();
        for row in rows {
            if row.origins.is_some() {
                return Err("pairs of cells beside stopping");
            }
            self.put(Code::IfSome(row.landings, some));
        }
        self.put(Code::Jump(none));
        self.here(some);
        Ok(())
    }

    /// The instructions of a turn from a place on.
    fn instructions(&mut self, player: u8, pc: u32) -> Made<()> {
        self.base();
        let label = self.turn_labels[&(player, pc)];
        self.here(label);
        match self.program.turn.get(pc as usize) {
            Some(TurnOp::Choose(choose)) => {
                self.put(Code::Due(pc));
                self.choice(player, pc, *choose, false)?;
            }
            Some(TurnOp::Do(block)) => {
                let next = self.turn_label(player, pc + 1);
                self.block(Some(*block), super::blocks::Picks::None, next)?;
                if self.program.sites.is_some() {
                    self.put(Code::Told);
                }
                self.put(Code::Jump(next));
            }
            Some(TurnOp::Unless(condition, target)) => {
                let (next, target) = (self.turn_label(player, pc + 1), (self.turn_label(player, *target), *target));
                let no = self.label();
                let asked = self.program.sites.as_ref().and_then(|sites| sites.asked[pc as usize]);
                self.branch(*condition, false, no)?;
                self.tell(asked, true);
                self.put(Code::Jump(next));
                self.here(no);
                self.tell(asked, false);
                self.put(if target.1 <= pc { Code::Back(target.0) } else { Code::Jump(target.0) });
            }
            Some(TurnOp::Jump(target)) => {
                let label = self.turn_label(player, *target);
                self.put(if *target <= pc { Code::Back(label) } else { Code::Jump(label) });
            }
            Some(TurnOp::Again) => {
                let next = self.turn_label(player, pc + 1);
                self.put(Code::Again);
                self.put(Code::Jump(next));
            }
            Some(TurnOp::End) | None => self.end_turn(player, pc)?,
            Some(TurnOp::Roll(draw)) => self.roll((player, pc), *draw)?,
            Some(TurnOp::As(_)) => return Err("players who act in other players' turns"),
        }
        Ok(())
    }

    /// Counts which way a condition of the turn went, where that is counted.
    fn tell(&mut self, asked: Option<[u16; 2]>, holds: bool) {
        if let Some(ways) = asked {
            self.put(Code::Tell(ways[usize::from(holds)]));
        }
    }

    fn end_turn(&mut self, player: u8, pc: u32) -> Made<()> {
        self.ends_after_move(pc)?;
        self.ends(Point::AfterTurn, pc)?;
        let next = (player + 1) % self.n_players();
        let phase = self.phase_of(pc);
        let (own, others) = (self.turn_number(player, phase), self.turn_number(next, phase));
        self.expire()?;
        self.forget();
        if self.script.puts_out {
            return self.pass_to_the_living((player, phase), pc);
        }
        if self.program.ends_at[Point::AfterRound as usize].is_empty() && !self.program.turn.contains(&TurnOp::Again) {
            if let Some(entry) = self.plain_beginning(phase) {
                self.put(Code::Turn(player, next, entry));
                self.put(Code::Jump(self.begun[others]));
            } else {
                self.put(Code::Pass(player, next));
                self.put(Code::Jump(self.starts[others]));
            }
            return Ok(());
        }
        self.put(Code::Close);
        if self.program.turn.contains(&TurnOp::Again) {
            let once = self.label();
            self.put(Code::IfOnce(once));
            self.put(Code::Jump(self.starts[own]));
            self.here(once);
        }
        let same = self.label();
        self.put(Code::IfSameRound(player, next, same));
        self.put(Code::Round);
        self.aside(|maker| maker.ends(Point::AfterRound, pc))?;
        self.here(same);
        self.put(Code::Jump(self.starts[others]));
        Ok(())
    }
}

/// Whether a clause puts players out of the game, which goes on without them.
fn puts_out(result: &EndResult) -> bool {
    matches!(result, EndResult::EachPlayer(VerdictItem::IsOut) | EndResult::Someone(_, VerdictItem::IsOut))
}

/// Whether repetition of whole positions may be asked elsewhere than before a turn.
fn asks_of_the_next_turn(rules: &Rules) -> bool {
    let count = |expr: &Expr, n: &mut usize| *n += usize::from(matches!(expr.kind, ExprKind::Repeated(false, ..)));
    let (mut everywhere, mut before) = (0, 0);
    walk::expressions(rules, &mut |expr| count(expr, &mut everywhere));
    for end in rules.ends.iter().filter(|end| end.point == Point::BeforeTurn) {
        end.when.iter().for_each(|when| walk::expression(when, &mut |expr| count(expr, &mut before)));
    }
    everywhere > before
}
