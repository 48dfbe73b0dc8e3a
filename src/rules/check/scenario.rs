//! Scenarios and positions as text: lines checked against the rules that they are about.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{Name, Situation, TestItem, TestLine, TestLineKind};

use super::super::types::Domain;
use super::super::written::Written;
use super::{Checker, Choices, Expr, Module, Purpose, Rules, Scene, Statement};

/// A line of a scenario that needs the rules to be understood.
#[derive(Debug)]
pub enum Line {
    /// Statements that set the position up.
    Do(Vec<Statement>),
    /// Who is to play, by seat.
    ToPlay(usize),
    /// The phase that the game is in.
    Phase(usize),
    /// A position in one line, or counts.
    Written(Box<Written>),
    /// Players that went out at the same time, by seat.
    Out(Vec<usize>),
    /// The cells whose top pieces have moved.
    Moved(Expr),
    /// A condition that must hold.
    Expect(Expr),
    /// A line that speaks of options and results only.
    Other,
}

/// Rules, and lines that were checked against them.
#[derive(Debug)]
pub struct Setting {
    /// The rules.
    pub rules: Rules,
    /// The lines, in order.
    pub lines: Vec<Line>,
}

impl Module {
    /// Checks lines against the rules for one choice of options and players.
    ///
    /// # Errors
    /// With all that is wrong in the rules or the lines.
    pub fn setting<'a>(&'a self, choices: &Choices, lines: &'a [TestLine]) -> Result<Setting, Vec<Diagnostic>> {
        let mut checker = Checker::new(self, Purpose::Play);
        let mut checked = Vec::new();
        let rules = checker.rules(choices, |checker| {
            checked = lines.iter().map(|line| checker.line(line)).collect();
        });
        let (rules, diagnostics) = checker.finished(rules);
        match rules {
            Some(rules) => Ok(Setting { rules, lines: checked }),
            None => Err(diagnostics),
        }
    }

    /// The options and players that a scenario asks for.
    pub fn choices_of(&self, test: &TestItem) -> Choices {
        let mut choices = Choices::default();
        for line in &test.lines {
            match &line.value {
                TestLineKind::With { option, value } => {
                    choices.options.insert(option.value.clone(), value.value.clone());
                }
                TestLineKind::Players(number) => choices.players = usize::try_from(*number).ok(),
                _ => {}
            }
        }
        choices
    }

    /// Choices without those that come to the same as none.
    fn without_usual(&self, mut choices: Choices) -> Choices {
        for option in self.options() {
            if choices.options.get(&option.name) == option.values.first() {
                choices.options.remove(&option.name);
            }
        }
        choices.players = choices.players.filter(|players| self.players().first() != Some(players));
        choices
    }

    /// The scenarios by the choices that they ask for, as they come in the file. What asks for what is not to be had is
    /// told and left out.
    pub(super) fn scenarios_by_choice(&self, all: &mut Vec<Diagnostic>) -> Vec<(Choices, Vec<&TestItem>)> {
        let mut groups: Vec<(Choices, Vec<&TestItem>)> = Vec::new();
        for test in &self.tests {
            let refused = self.refused_options(test);
            if !refused.is_empty() {
                all.extend(refused);
                continue;
            }
            let choices = self.without_usual(self.choices_of(test));
            match groups.iter_mut().find(|(own, _)| *own == choices) {
                Some((_, tests)) => tests.push(test),
                None => groups.push((choices, vec![test])),
            }
        }
        groups
    }

    /// All that is wrong in scenarios that ask for the same choices, if anything is.
    pub(super) fn faults_of_scenarios(&self, choices: &Choices, tests: &[&TestItem]) -> Vec<Diagnostic> {
        let mut checker = Checker::new(self, Purpose::Play);
        let rules = checker.rules(choices, |checker| checker.scenarios(tests));
        let (rules, diagnostics) = checker.finished(rules);
        if rules.is_some() { Vec::new() } else { diagnostics }
    }
}

impl<'a> Checker<'a> {
    /// Checks the lines of scenarios, each as if it stood alone.
    pub(super) fn scenarios(&mut self, tests: &[&'a TestItem]) {
        for test in tests {
            let (names, facts, work, legs) = (self.scope.len(), self.facts.len(), self.work, self.n_legs);
            let (functions, instances, statements) = (self.functions.len(), self.instances.len(), self.n_statements);
            for line in &test.lines {
                self.line(line);
            }
            self.scope.truncate(names);
            self.facts.truncate(facts);
            self.functions.truncate(functions);
            self.weights.truncate(functions);
            self.instances.truncate(instances);
            (self.work, self.n_statements, self.n_legs) = (work, statements, legs);
        }
    }

    fn line(&mut self, line: &'a TestLine) -> Line {
        (self.scene, self.has_me) = (Scene::Setup, false);
        match &line.value {
            TestLineKind::Situation(situation) => self.situation(situation),
            TestLineKind::ExpectToPlay(name) if name.value == "Chance" => Line::Other,
            TestLineKind::ExpectToPlay(name) | TestLineKind::ExpectWin { player: name, .. } => {
                self.seat(name);
                Line::Other
            }
            TestLineKind::Expect(cond) => {
                (self.scene, self.has_me) = (Scene::Turn, true);
                Line::Expect(self.truth(cond))
            }
            _ => Line::Other,
        }
    }

    /// A line that sets up a position.
    fn situation(&mut self, situation: &'a Situation) -> Line {
        match situation {
            Situation::Drawn(picture) => {
                let mut statements = vec![self.clear(picture.span)];
                statements.extend(self.draw(picture));
                Line::Do(statements)
            }
            Situation::Written(text) => Line::Written(Box::new(self.read_position(text))),
            Situation::Do(statement) => Line::Do(self.statement(statement)),
            Situation::ToPlay(name) => self.seat(name).map_or(Line::Other, Line::ToPlay),
            Situation::Completed(rounds, number) => {
                let number = u32::try_from(number.value).ok();
                let mut written = Written::default();
                *(if *rounds { &mut written.rounds } else { &mut written.turns }) = number;
                Line::Written(Box::new(written))
            }
            Situation::Counted { n, turns, taking, moves } => {
                let known = self.counters.len();
                let counter = self.counter(*turns, *taking, moves);
                if counter >= known {
                    self.counters.truncate(known);
                    self.error(Code::BadPosition, "no rule of this game asks for this count", n.span, "");
                }
                let count = i32::try_from(n.value).unwrap_or(i32::MAX);
                Line::Written(Box::new(Written { counters: vec![(counter, count)], ..Written::default() }))
            }
            Situation::Out(names) => Line::Out(names.iter().filter_map(|name| self.seat(name)).collect()),
            Situation::Moved(cells) => Line::Moved(self.set(cells, Domain::Cell)),
            Situation::Phase(name) => match self.phase_named(&name.value) {
                Some(phase) => Line::Phase(phase),
                None => {
                    self.error(Code::UnknownName, format!("there is no phase `{}`", name.value), name.span, "");
                    Line::Other
                }
            },
        }
    }

    /// The seat of a player, reported if there is none of that name.
    fn seat(&mut self, name: &Name) -> Option<usize> {
        let found = self.player_named(&name.value);
        if found.is_none() {
            let known: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
            self.unknown_name("player", name, known.iter().map(String::as_str));
        }
        found
    }

    fn phase_named(&self, name: &str) -> Option<usize> {
        let turns = self.each_item(|kind| match kind {
            crate::syntax::ast::ItemKind::Turn { name, .. } => Some(name.as_ref()),
            _ => None,
        });
        turns.into_iter().position(|turn| turn.is_some_and(|turn| turn.value == name))
    }
}
