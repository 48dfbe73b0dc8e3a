//! Scenarios and positions as text: lines checked against the rules that they are about.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{Situation, TestItem, TestLine, TestLineKind};

use super::super::written::Written;
use super::{Checker, Choices, Expr, Module, Rules, Scene, Statement};

/// A line of a scenario that needs the rules to be understood.
#[derive(Debug)]
pub enum Line {
    /// Statements that set the position up.
    Do(Vec<Statement>),
    /// Who is to play, by seat.
    ToPlay(usize),
    /// The phase that the game is in.
    Phase(usize),
    /// A position in one line.
    Written(Box<Written>),
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
        let mut checker = Checker::new(self);
        let mut checked = Vec::new();
        let rules = checker.rules(choices, |checker| {
            checked = lines.iter().map(|line| checker.line(line)).collect();
        });
        let (rules, diagnostics) = super::finished(checker.diagnostics, rules);
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

    /// Everything wrong in the scenarios themselves.
    pub(super) fn check_scenarios(&self, all: &mut Vec<Diagnostic>) {
        for test in &self.tests {
            let refused = self.refused_options(test);
            if !refused.is_empty() {
                all.extend(refused);
            } else if let Err(diagnostics) = self.setting(&self.choices_of(test), &test.lines) {
                all.extend(diagnostics);
            }
        }
    }
}

impl<'a> Checker<'a> {
    fn line(&mut self, line: &'a TestLine) -> Line {
        (self.scene, self.has_me) = (Scene::Setup, false);
        match &line.value {
            TestLineKind::Situation(Situation::Drawn(picture)) => {
                let mut statements = vec![self.clear(picture.span)];
                statements.extend(self.draw(picture));
                Line::Do(statements)
            }
            TestLineKind::Situation(Situation::Written(text)) => Line::Written(Box::new(self.read_position(text))),
            TestLineKind::Situation(Situation::Do(statement)) => Line::Do(self.statement(statement)),
            TestLineKind::Situation(Situation::ToPlay(name)) | TestLineKind::ExpectToPlay(name) => {
                match (self.player_named(&name.value), &line.value) {
                    (Some(player), TestLineKind::Situation(_)) => Line::ToPlay(player),
                    (Some(_), _) => Line::Other,
                    (None, TestLineKind::ExpectToPlay(_)) if name.value == "Chance" => Line::Other,
                    (None, _) => {
                        let known: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
                        self.unknown_name("player", name, known.iter().map(String::as_str));
                        Line::Other
                    }
                }
            }
            TestLineKind::ExpectWin { player, .. } => {
                if self.player_named(&player.value).is_none() {
                    let known: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
                    self.unknown_name("player", player, known.iter().map(String::as_str));
                }
                Line::Other
            }
            TestLineKind::Situation(Situation::Completed(rounds, number)) => {
                let number = u32::try_from(number.value).ok();
                let mut written = Written::default();
                *(if *rounds { &mut written.rounds } else { &mut written.turns }) = number;
                Line::Written(Box::new(written))
            }
            TestLineKind::Situation(Situation::Phase(name)) => match self.phase_named(&name.value) {
                Some(phase) => Line::Phase(phase),
                None => {
                    self.error(Code::UnknownName, format!("there is no phase `{}`", name.value), name.span, "");
                    Line::Other
                }
            },
            TestLineKind::Expect(cond) => {
                (self.scene, self.has_me) = (Scene::Turn, true);
                Line::Expect(self.truth(cond))
            }
            _ => Line::Other,
        }
    }

    fn phase_named(&self, name: &str) -> Option<usize> {
        let turns = self.each_item(|kind| match kind {
            crate::syntax::ast::ItemKind::Turn { name, .. } => Some(name.as_ref()),
            _ => None,
        });
        turns.into_iter().position(|turn| turn.is_some_and(|turn| turn.value == name))
    }
}
