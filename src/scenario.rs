//! Scenarios: the tests that stand in rule files, and positions given as text.

use std::sync::Arc;

use crate::analysis::perft;
use crate::diagnostic::{Diagnostic, nearest::nearest, spent::spent};
use crate::game::{Actor, Game, Outcome, PlayerId, Probability, Verdict};
use crate::reference::{Position, Reference, Unlawful, Watch};
use crate::rules::Module;
use crate::rules::check::{Line, Setting};
use crate::rules::model::Expr;
use crate::source::{SourceMap, Span};
use crate::syntax::ast::{Name, TestItem, TestLine, TestLineKind};
use crate::view::{self, Scene, TextOptions};
use crate::why::Asked;

mod position;
mod reached;
mod told;

pub use position::{position, start};
pub use reached::{Reached, reached};
pub use told::{Told, told};

use position::drawn;

/// A line of a scenario that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line, or the word in it.
    pub span: Span,
    /// What is the case instead.
    pub message: String,
    /// What helps to find out why.
    pub help: Option<String>,
    /// What stands on the board then, as a picture of several lines.
    pub picture: Option<String>,
}

/// What became of a scenario.
#[derive(Clone, Debug)]
pub enum Verification {
    /// Every line holds.
    Passed,
    /// A line does not hold; later lines were not tried.
    Failed(Failure),
    /// The rules or the scenario cannot be understood.
    Broken(Vec<Diagnostic>),
}

/// How a scenario is run.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// Is told what happens.
    pub watch: Option<Arc<Watch>>,
    /// A `perft` that would count more sequences than this is taken for right; without it all is counted.
    pub counted: Option<u128>,
}

/// Runs one scenario from top to bottom.
pub fn run(module: &Module, test: &TestItem) -> Verification {
    run_in(module, test, Manner::default())
}

/// The same, in a manner.
pub fn run_in(module: &Module, test: &TestItem, manner: Manner) -> Verification {
    let setting = match module.setting(&module.choices_of(test), &test.lines) {
        Ok(setting) => setting,
        Err(diagnostics) => return Verification::Broken(diagnostics),
    };
    let Setting { rules, lines } = setting;
    let game = Reference::new(Arc::new(rules));
    let game = match manner.watch {
        Some(watch) => game.watched(watch),
        None => game,
    };
    let start = game.initial();
    let cut = || spent(&module.budget).map(|spent| Verification::Broken(vec![spent]));
    let mut running = Running { counted: manner.counted, ..Running::new(module, game, start) };
    for (written, line) in test.lines.iter().zip(lines) {
        let goes_on = matches!(written.value, TestLineKind::Situation(_));
        let obeyed = if goes_on { Ok(()) } else { running.obey(&test.lines) };
        let held = obeyed.and_then(|()| running.line(written, line));
        // What is found when the budget is spent means nothing.
        if let Some(cut) = cut() {
            return cut;
        }
        if let Err(failure) = held {
            return Verification::Failed(failure);
        }
    }
    Verification::Passed
}

/// A scenario that is being run.
struct Running {
    game: Reference,
    position: Position,
    /// What is quoted when a line does not hold.
    texts: SourceMap,
    /// The lines that set the position up, as far as they were read.
    set_up: Vec<Line>,
    /// Whether the position was set up and not yet looked at.
    is_new: bool,
    /// See [`Manner`].
    counted: Option<u128>,
}

impl Running {
    fn new(module: &Module, game: Reference, position: Position) -> Self {
        Self { game, position, texts: module.texts.clone(), set_up: Vec::new(), is_new: false, counted: None }
    }

    /// Looks whether the position that was set up obeys the laws.
    fn obey(&mut self, lines: &[TestLine]) -> Result<(), Failure> {
        let is_new = std::mem::take(&mut self.is_new);
        match self.game.unlawful(&self.position).filter(|_| is_new) {
            Some(Unlawful { message, .. }) => Err(Failure { span: drawn(lines), message, help: None, picture: None }),
            None => Ok(()),
        }
    }

    fn line(&mut self, written: &TestLine, line: Line) -> Result<(), Failure> {
        let span = written.span;
        match (&written.value, line) {
            (TestLineKind::Situation(_), line) => {
                self.set_up.push(line);
                self.is_new = true;
                self.position = self.game.situation(&self.set_up);
                Ok(())
            }
            (TestLineKind::Play(texts), _) => words(texts).try_for_each(|(text, span)| self.play(text, span).map(drop)),
            (TestLineKind::Legal(texts), _) => {
                words(texts).try_for_each(|(text, span)| self.legal(text, span).map(drop))
            }
            (TestLineKind::Illegal(texts), _) => words(texts).try_for_each(|(text, span)| self.illegal(text, span)),
            (TestLineKind::Only(texts), _) => self.only(texts, span),
            (TestLineKind::Options(n), _) => {
                let found = self.game.n_options(&self.position);
                self.check(found as i64 == *n, span, || format!("there are {found} options, not {n}"))
            }
            (TestLineKind::Perft { depth, nodes }, _) => self.perft(*depth, *nodes, span),
            (TestLineKind::Probability { option, numerator, denominator }, _) => {
                self.probability(option, *numerator, *denominator)
            }
            (TestLineKind::ExpectToPlay(name), _) => {
                let actor = self.actor_name();
                self.check(actor == name.value, span, || format!("{actor} is to play, not {}", name.value))
            }
            (TestLineKind::Expect(_), Line::Expect(condition)) => self.expect(&condition, span),
            (kind, _) => self.result(kind, span),
        }
    }

    fn check(&self, holds: bool, span: Span, message: impl FnOnce() -> String) -> Result<(), Failure> {
        match holds {
            true => Ok(()),
            false => {
                let (help, picture) = (Some(self.options_text()), Some(self.picture()));
                Err(Failure { span, message: message(), help, picture })
            }
        }
    }

    /// A condition that must hold; if it does not, the part that is at fault.
    fn expect(&self, condition: &Expr, line: Span) -> Result<(), Failure> {
        let (game, position) = (&self.game, &self.position);
        if game.holds(position, condition) {
            return Ok(());
        }
        let why = Asked { game, moment: &game.moment(position), texts: &self.texts }.why(condition, line);
        self.check(false, why.span, || why.message)
    }

    /// What stands, as monospaced text.
    fn picture(&self) -> String {
        let rules = self.game.rules();
        let scene = Scene::new(&rules.board, &rules.look, &self.game.snapshot(&self.position), "en");
        format!("what stands then:\n{}", view::text(&scene, TextOptions::default()))
    }

    fn options_text(&self) -> String {
        match self.game.outcome(&self.position) {
            Some(outcome) => format!("the game is over by \"{}\"", outcome.by),
            None => {
                let mut options = self.game.notations(&self.position);
                let more = options.len().saturating_sub(30);
                options.truncate(30);
                let tail = if more > 0 { format!(" … and {more} more") } else { String::new() };
                format!("the options of {} are {}{tail}", self.actor_name(), options.join(" "))
            }
        }
    }

    fn actor_name(&self) -> String {
        match self.game.actor(&self.position) {
            Some(Actor::Player(player)) => self.player_name(player),
            Some(Actor::Chance) => "Chance".into(),
            None => "nobody".into(),
        }
    }

    fn player_name(&self, player: PlayerId) -> String {
        self.game.rules().players.get(player.index()).map_or(String::new(), |player| player.name.clone())
    }

    /// The option that is written so: in a file the text is exact.
    fn find(&self, text: &str) -> Option<usize> {
        self.game.notations(&self.position).iter().position(|option| option == text)
    }

    /// Takes an option and gives its number.
    fn play(&mut self, text: &str, span: Span) -> Result<usize, Failure> {
        let option = self.legal(text, span)?;
        self.game.apply(&mut self.position, option);
        Ok(option)
    }

    fn legal(&self, text: &str, span: Span) -> Result<usize, Failure> {
        let found = self.find(text);
        self.check(found.is_some(), span, || {
            let options = self.game.notations(&self.position);
            match nearest(text, options.iter().map(String::as_str)) {
                Some(near) => format!("`{text}` is not legal here; did you mean `{near}`?"),
                None => format!("`{text}` is not legal here"),
            }
        })?;
        Ok(found.unwrap_or_default())
    }

    fn illegal(&self, text: &str, span: Span) -> Result<(), Failure> {
        self.check(self.find(text).is_none(), span, || format!("`{text}` is legal here"))
    }

    fn only(&self, texts: &[Name], span: Span) -> Result<(), Failure> {
        let wanted: Vec<(&str, Span)> = words(texts).collect();
        wanted.iter().try_for_each(|(text, span)| self.legal(text, *span).map(drop))?;
        let found = self.game.notations(&self.position);
        let listed: Vec<Option<usize>> = wanted.iter().map(|(text, _)| self.find(text)).collect();
        let extra = (0..found.len()).find(|option| !listed.contains(&Some(*option)));
        self.check(extra.is_none(), span, || {
            let extra = extra.and_then(|option| found.get(option)).map_or("", String::as_str);
            format!("`{extra}` is legal too: {} options, not {}", found.len(), wanted.len())
        })
    }

    fn perft(&self, depth: i64, nodes: i64, span: Span) -> Result<(), Failure> {
        let depth = u32::try_from(depth.clamp(0, 64)).unwrap_or(0);
        if self.is_too_much(depth) {
            return Ok(());
        }
        let counts = perft::run(&self.game, &self.position, depth, &self.game.rules().budget);
        let found = counts.last().copied().unwrap_or(0);
        self.check(i128::try_from(found) == Ok(i128::from(nodes)), span, || {
            format!("perft {depth} is {found}, not {nodes}")
        })
    }

    /// Whether a count would come to more sequences than is wished, each decision having as many options as the first.
    fn is_too_much(&self, depth: u32) -> bool {
        let options = self.game.n_options(&self.position) as u128;
        self.counted.is_some_and(|most| options.saturating_pow(depth) > most)
    }

    fn probability(&self, option: &Name, numerator: i64, denominator: i64) -> Result<(), Failure> {
        let number = self.legal(&option.value, option.span)?;
        let found = self.game.probability(&self.position, number);
        let numbers = (u64::try_from(numerator), u64::try_from(denominator.max(1)));
        let wanted = if let (Ok(a), Ok(b)) = numbers { Some(Probability::new(a, b)) } else { None };
        self.check(found == wanted, option.span, || match found {
            Some(found) => format!("the probability of `{}` is {found}", option.value),
            None => "this is no decision of Chance".into(),
        })
    }

    fn result(&self, expected: &TestLineKind, span: Span) -> Result<(), Failure> {
        let outcome = self.game.outcome(&self.position);
        let (holds, by) = match expected {
            TestLineKind::ExpectNoResult => (outcome.is_none(), None),
            TestLineKind::ExpectDraw { by } => (verdict(&outcome) == Some(Verdict::Draw), by.as_ref()),
            TestLineKind::ExpectEveryoneLoses { by } => (verdict(&outcome) == Some(Verdict::Nobody), by.as_ref()),
            TestLineKind::ExpectWin { player, by } => {
                let winner = match verdict(&outcome) {
                    Some(Verdict::Won(winner)) => Some(self.player_name(winner)),
                    _ => None,
                };
                (winner.as_ref() == Some(&player.value), by.as_ref())
            }
            _ => (true, None),
        };
        let by_holds = by.is_none_or(|by| outcome.as_ref().is_some_and(|outcome| *outcome.by == *by.value));
        self.check(holds && by_holds, span, || self.result_text(&outcome))
    }

    fn result_text(&self, outcome: &Option<Outcome>) -> String {
        let Some(outcome) = outcome else { return "the game goes on".into() };
        let result = match outcome.verdict() {
            Verdict::Won(player) => format!("{} won", self.player_name(player)),
            Verdict::Draw => "it is a draw".into(),
            Verdict::Nobody => "everyone lost".into(),
            Verdict::Unfinished => "a limit ended the game".into(),
        };
        format!("{result} by \"{}\"", outcome.by)
    }
}

fn verdict(outcome: &Option<Outcome>) -> Option<Verdict> {
    outcome.as_ref().map(Outcome::verdict)
}

/// The moves in some texts, which blanks part, each with its place.
pub fn words(texts: &[Name]) -> impl Iterator<Item = (&str, Span)> {
    texts.iter().flat_map(|text| {
        let first = text.span.start as usize + 1;
        text.value.split_whitespace().map(move |word| {
            let at = word.as_ptr() as usize - text.value.as_ptr() as usize;
            (word, Span::new(text.span.source, first + at, first + at + word.len()))
        })
    })
}
