//! Options that are sought before a turn begins: where a clause asks whether the mover is stuck.

use crate::program::Choose;
use crate::program::node::Node;
use crate::syntax::ast::Point;

use super::super::code::{Code, L, N, Roles};
use super::choices::Ready;
use super::options::Plan;
use super::takings::Pass;
use super::{Known, Made, Maker};

/// Where play goes on once an option is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// There, with the option put aside, as long as it is not known whether the game goes on.
    pub aside: L,
    /// There, if that is known: if the number is one.
    pub kept: Option<(N, L)>,
}

/// Options of a group that were sought.
#[derive(Debug)]
pub(super) enum Options {
    /// Rows, to be drawn from.
    Rows(Ready),
    /// Rows whose options may fail: one is found already. Play goes on at the label if it was not put aside.
    Tried(Ready, L),
    /// Those of an exploration.
    Explored(u8),
    /// It is known that there are some.
    Listed,
}

/// Rows of a group, whatever their options take, and what was known once they were laid.
struct Laid {
    rows: Vec<Plan>,
    known: Known,
    next: (usize, usize),
}

/// Options that were sought before the turn began.
pub(super) struct Sought {
    /// By pass, the group and its options.
    passes: Vec<(usize, Options)>,
}

impl Sought {
    /// Whether it is seen of rows that they have options, so that none is found by trying, or left to the machine.
    pub(super) fn is_sure(&self) -> bool {
        self.passes.iter().all(|(_, options)| matches!(options, Options::Rows(_)))
    }
}

impl Maker<'_> {
    /// Whether a clause before a turn asks whether the mover is stuck.
    pub(super) fn asks_stuck(&self, choose: u32) -> bool {
        let clauses = self.program.ends_at[Point::BeforeTurn as usize].iter();
        clauses.filter_map(|&number| self.program.ends[number as usize].when).any(|when| {
            self.program.any_node(when, &mut |node| match node {
                Node::Stuck(player) => self.fixed_number(*player) == Some(i64::from(self.roles.mover)),
                Node::Can(player, number) => {
                    self.fixed_number(*player) == Some(i64::from(self.roles.mover))
                        && self.only_move(choose) == Some(*number)
                }
                _ => false,
            })
        })
    }

    /// The only move of a choice, if it has but one.
    fn only_move(&self, choose: u32) -> Option<u16> {
        match self.program.choices[choose as usize].groups.as_slice() {
            [group] if group.len() == 1 => group.first().copied(),
            _ => None,
        }
    }

    /// Seeks an option of the first choice of a turn, if that can be done. The clauses are asked beforehand if options may fail: any
    /// other is drawn only when the turn comes to it.
    pub(super) fn sought_first(&mut self, choose: u32, leave: L) -> Option<Sought> {
        let tries = |sought: &Sought| sought.passes.iter().any(|(_, options)| matches!(options, Options::Tried(..)));
        let beforehand = self.attempt(|maker| {
            let sought = maker.seek(choose, leave, true)?;
            if tries(&sought) { Ok(sought) } else { Err("options that do not fail") }
        });
        beforehand.or_else(|_| self.attempt(|maker| maker.seek(choose, leave, false))).ok()
    }

    /// Seeks an option, and asks the clauses before that or not.
    fn seek(&mut self, choose: u32, leave: L, asks: bool) -> Made<Sought> {
        let only = self.only_move(choose);
        let choose = &self.program.choices[choose as usize];
        if choose.may {
            return Err("a choice that need not be made");
        }
        let (available, ready) = (self.new_number()?, self.label());
        let is_quiet = match asks {
            true => self.attempt(|maker| maker.ask_beforehand(only)).unwrap_or(None),
            false => None,
        };
        let mut passes = Vec::new();
        self.clash = Some(leave);
        let (mut laid, mut most) = (None, self.next);
        for (index, pass) in self.passes(choose).into_iter().enumerate() {
            let (none, found) = (self.label(), self.label());
            let ready_group = match self.group_of_pass(choose, pass, &mut laid) {
                Ok(group) if group.may_fail => {
                    let (next, kept) = (self.label(), self.label());
                    self.script.choices[group.choice as usize].sought = true;
                    let kept_if = is_quiet.map(|is_quiet| (is_quiet, kept));
                    self.draw(&group, none, Some(Found { aside: found, kept: kept_if }), next)?;
                    self.seeking.push((group.choice, next));
                    Options::Tried(group, kept)
                }
                Ok(group) => {
                    self.put(Code::IfNone(group.choice, none));
                    Options::Rows(group)
                }
                Err(why) if pass.takes.is_some() => return Err(why),
                Err(_) => match self.attempt(|maker| maker.if_linked(pass.moves, found)) {
                    Ok(()) => {
                        self.put(Code::Jump(none));
                        Options::Listed
                    }
                    Err(_) => Options::Explored(self.explore(choose, pass.moves, (none, leave))?),
                },
            };
            self.here(found);
            self.put(Code::Number(available, index as i32 + 1));
            self.put(Code::Jump(ready));
            self.here(none);
            passes.push((pass.group, ready_group));
            // An option is drawn once all passes are written, so no register of theirs is free until then.
            most = (most.0.max(self.next.0), most.1.max(self.next.1));
        }
        self.next = most;
        self.put(Code::Number(available, 0));
        self.here(ready);
        self.forget();
        self.sought = Some((available, only));
        Ok(Sought { passes })
    }

    /// Asks the clauses before a turn what they ask beside whether the mover is stuck, so that an option that is found need not be
    /// put aside for that. The number that is given is one if no clause holds once there is an option.
    ///
    /// ```text
    ///   asked beforehand:   the clauses, none holds ──► an option is found ──► it is taken
    ///                                   some holds ──► an option is found ──► put aside ──► the clauses ──► taken up
    /// ```
    fn ask_beforehand(&mut self, only: Option<u16>) -> Made<Option<N>> {
        let numbers = self.program.ends_at[Point::BeforeTurn as usize].clone();
        let whens: Vec<_> = numbers.iter().filter_map(|&number| self.program.ends[number as usize].when).collect();
        if self.script.puts_out || whens.len() < numbers.len() {
            return Ok(None);
        }
        let (is_quiet, some, yes) = (self.new_number()?, self.label(), self.fixed_scalar(1)?);
        let known = self.known.clone();
        let sought = self.sought.replace((yes, only));
        self.put(Code::IfCounted(some));
        self.put(Code::Number(is_quiet, 0));
        for (number, when) in numbers.into_iter().zip(whens) {
            for me in self.players_asked(number) {
                let roles = Roles { me, mover: self.roles.mover };
                self.acting(roles, |maker| maker.branch(when, true, some))?;
            }
        }
        self.put(Code::Number(is_quiet, 1));
        self.here(some);
        (self.known, self.sought) = (known, sought);
        Ok(Some(is_quiet))
    }

    /// The rows of a pass. Those of options that take nothing, which come after those that take, are what is left of the same rows.
    fn group_of_pass(&mut self, choose: &Choose, pass: Pass, laid: &mut Option<Laid>) -> Made<Ready> {
        match (pass.takes, laid.take()) {
            (Some(true), _) => self.attempt(|maker| {
                let rows = maker.rows_of_group(pass)?;
                *laid = Some(Laid { rows: rows.clone(), known: maker.known.clone(), next: maker.next });
                maker.group_of_rows(rows, pass.takes, (choose.may, true))
            }),
            (Some(false), Some(Laid { rows, known, next })) => {
                (self.known, self.next) = (known, next);
                self.attempt(|maker| maker.group_of_rows(rows, pass.takes, (choose.may, true)))
            }
            _ => self.quiet_group(choose, pass, true),
        }
    }

    /// The rows of a group of a choice, if it does not matter which options take most or come to one position.
    pub(super) fn quiet_group(&mut self, choose: &Choose, pass: Pass, is_first: bool) -> Made<Ready> {
        let matters = choose.distinct || !choose.most.is_empty() && pass.takes.is_none();
        if matters && !self.is_quiet(pass.moves, &choose.most) {
            return Err("a choice of the most");
        }
        self.attempt(|maker| maker.group(pass, choose.may, is_first))
    }

    /// Takes an option that was sought before the turn began.
    pub(super) fn take_sought(&mut self, player: u8, (entry, choose): (u32, u32), sought: &Sought) -> Made<()> {
        let (available, _) = self.sought.ok_or("nothing sought")?;
        let next = self.turn_label(player, entry + 1);
        self.put(Code::IfIs(available, 0, next));
        let mark = self.next;
        for (index, (number, group)) in sought.passes.iter().enumerate() {
            let other = self.label();
            if index + 1 < sought.passes.len() {
                self.put(Code::IfIsNot(available, index as i32 + 1, other));
            }
            match group {
                Options::Listed => {
                    let about = &self.program.choices[choose as usize];
                    let moves = &about.groups[*number];
                    self.forget();
                    if self.attempt(|maker| maker.chains(about, moves, next)).is_err() {
                        let group = *number as u8;
                        self.put(Code::Engine(choose as u16, group, group + 1, next));
                        self.put(Code::Jump(next));
                    }
                }
                Options::Explored(number) => self.take_explored(*number, next)?,
                Options::Tried(group, kept) => {
                    self.put(Code::Exchange);
                    self.here(*kept);
                    self.put(Code::After);
                    for (_, label) in self.seeking.clone().into_iter().filter(|(choice, _)| *choice == group.choice) {
                        self.here(label);
                        self.put(Code::Jump(next));
                    }
                }
                Options::Rows(group) => self.draw(group, next, None, next)?,
            }
            self.here(other);
            self.next = mark;
        }
        Ok(())
    }
}
