//! Why: what offers a move and what it does, the reason for which another is illegal, and what the ends of the game
//! still lack.
//!
//! The plain evaluator tells all this of itself while it evaluates ([`Reference::readings`], [`Reference::story`]);
//! here it is put in words.

use serde::Serialize;

use crate::game::{Actor, Game, PlayerId, Told, Verdict, find_meant};
use crate::reference::{Likeness, Position, Reading, Reference, Story};
use crate::rules::look::Look;
use crate::source::{SourceMap, Span};

mod condition;
mod ends;
mod left_out;
mod short;
mod text;
mod told;
mod unread;
mod words;

pub use condition::{Asked, Fault};
pub use ends::EndTold;
pub use left_out::LeftOut;

use words::Words;

/// A reading at this distance is that of another piece, or another way, than was meant.
const STRANGE: u32 = 10;

/// A place in a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// The line, counted from one.
    pub line: usize,
    /// The column of its first character, counted from one.
    pub column: usize,
    /// What is written there, in one line.
    pub text: String,
    /// The place for whoever has the texts.
    #[serde(skip)]
    pub span: Span,
}

impl Place {
    /// The place that a span is in some texts; none for what no file says.
    pub fn of(texts: &SourceMap, span: Span) -> Option<Self> {
        let file = texts.files().get(usize::from(span.source.0)).filter(|_| span.end > span.start)?;
        let (line, column) = texts.line_column(span);
        Some(Self { file: file.name.clone(), line, column, text: texts.quoted(span), span })
    }
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The move is an option.
    Legal,
    /// It is none.
    Illegal,
    /// Several options may be meant.
    Unclear,
    /// The game is over.
    Over,
    /// Nothing was asked but what the ends lack.
    Open,
}

/// Why a rule does not offer what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// What it is, in a word for programs, for instance `blocked`.
    pub kind: &'static str,
    /// What a referee would say.
    pub message: String,
    /// The cells that it is about.
    pub cells: Vec<String>,
    /// The rule that is not met.
    pub place: Option<Place>,
    /// Other rules that fail in the same way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Place>,
}

/// A rule, and whether it offers what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleTried {
    /// The name of its move.
    pub name: String,
    /// The sentence.
    pub place: Place,
    /// The text of the run that comes nearest to the question.
    pub read_as: Option<String>,
    /// Where that fails, in the order in which it is asked; nothing if the rule offers the move, or if it could not
    /// mean it at all (`read_as` is none then).
    pub fails: Vec<Reason>,
}

/// Something that an option does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepTold {
    /// The sentence, the statement, or the condition of an `if`.
    pub place: Place,
    /// Whether the condition holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
    /// What it changes, in words.
    pub changes: Vec<String>,
}

/// What an option does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Doing {
    /// The option, as it is written.
    pub option: String,
    /// The name of its move; none for `stop` and for what Chance decides.
    pub name: Option<String>,
    /// How probable it is, where Chance decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<String>,
    /// The sentences that offer it.
    pub by: Vec<Place>,
    /// What happens in it.
    pub does: Vec<StepTold>,
    /// What the turn does then, until somebody decides again or the game is over.
    pub then: Vec<StepTold>,
    /// What comes of it: who is to play, or how the game ended.
    pub result: String,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The text that was asked for; none if only the ends were asked for.
    pub question: Option<String>,
    /// What became of it.
    pub status: Status,
    /// Who decides; none when the game is over.
    pub to_move: Option<String>,
    /// How the game ended, if it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// What the option does, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Doing>,
    /// The reason, if it is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The options that may be meant, if several are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meant: Vec<String>,
    /// Every rule, and where it fails, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub all: Vec<RuleTried>,
    /// The ends of the game, if they were asked for or the game is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<EndTold>,
    /// What of the file is not taken into account, for something is wrong there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// Answers why a text is an option in a position or why it is none; `all` asks for every rule and where it fails.
pub fn why(game: &Reference, position: &Position, texts: &SourceMap, question: &str, all: bool) -> Answer {
    let teller = Teller { game, position, texts };
    let mut answer = teller.blank(Some(question.trim()));
    if game.actor(position).is_none() {
        answer.status = Status::Over;
        answer.ends = teller.ends();
        return answer;
    }
    let exact = game.parse(position, question);
    let readings = match (&exact, all) {
        (Ok(_), false) => Vec::new(),
        _ => game.readings(position, question),
    };
    let exact = exact.or_else(|error| teller.otherwise_written(&readings, question).ok_or(error));
    // A text that is short for an option, or the beginning of some, may be a whole move that is none.
    let is_whole =
        |nearest: &Reading| nearest.likeness == Likeness::Same && (1..STRANGE).contains(&nearest.distance().1);
    let is_whole = exact.is_err() && readings.first().is_some_and(is_whole);
    match exact.or_else(|_| find_meant(game, position, question, Told::default())) {
        Ok(option) if !is_whole => {
            answer.status = Status::Legal;
            answer.legal = Some(teller.doing(option));
        }
        Err(error) if !is_whole && !error.meant.is_empty() => {
            (answer.status, answer.meant) = (Status::Unclear, error.meant);
        }
        _ => {
            answer.status = Status::Illegal;
            let short = teller.short(&readings, question);
            answer.reason = Some(short.unwrap_or_else(|| teller.reason(&readings, question)));
        }
    }
    if all {
        answer.all = teller.all(&readings);
    }
    answer
}

/// Answers which end has ended the game, or what each still lacks.
pub fn ends(game: &Reference, position: &Position, texts: &SourceMap) -> Answer {
    let teller = Teller { game, position, texts };
    let mut answer = teller.blank(None);
    answer.status = if game.actor(position).is_none() { Status::Over } else { Status::Open };
    answer.ends = teller.ends();
    answer
}

/// Who puts answers in words.
#[derive(Clone, Copy, Debug)]
struct Teller<'a> {
    game: &'a Reference,
    position: &'a Position,
    texts: &'a SourceMap,
}

impl<'a> Teller<'a> {
    fn blank(&self, question: Option<&str>) -> Answer {
        Answer {
            question: question.map(str::to_owned),
            status: Status::Open,
            to_move: self.decider(self.position),
            result: self.game.outcome(self.position).map(|_| self.result(self.position)),
            legal: None,
            reason: None,
            meant: Vec::new(),
            all: Vec::new(),
            ends: Vec::new(),
            left_out: Vec::new(),
        }
    }

    fn look(&self) -> &'a Look {
        &self.game.rules().look
    }

    fn player(&self, player: PlayerId) -> String {
        self.look().players.get(player.index()).map_or_else(String::new, |look| look.name.plain.clone())
    }

    fn decider(&self, position: &Position) -> Option<String> {
        self.game.actor(position).map(|actor| match actor {
            Actor::Player(player) => self.player(player),
            Actor::Chance => "Chance".to_owned(),
        })
    }

    /// A place; none for what no file says.
    fn place(&self, span: Span) -> Option<Place> {
        Place::of(self.texts, span)
    }

    fn places(&self, spans: &[Span]) -> Vec<Place> {
        spans.iter().filter_map(|span| self.place(*span)).collect()
    }

    /// What an option does.
    fn doing(&self, option: usize) -> Doing {
        let Story { number, sentences, steps, after } = self.game.story(self.position, option);
        let steps_told = |steps: Vec<crate::reference::Step>| -> Vec<StepTold> {
            let told = |step: crate::reference::Step| {
                Some(StepTold { place: self.place(step.span)?, holds: step.branch, changes: step.changes })
            };
            steps.into_iter().filter_map(told).collect()
        };
        let mut next = self.position.clone();
        self.game.play(&mut next, option);
        Doing {
            option: self.game.notation(self.position, option),
            name: number.map(|number| self.game.rules().moves[number].name.clone()),
            probability: self.game.probability(self.position, option).map(|probability| probability.to_string()),
            by: self.places(&sentences),
            does: steps_told(steps),
            then: steps_told(after),
            result: self.result(&next),
        }
    }

    /// Who is to play, or how the game ended.
    fn result(&self, position: &Position) -> String {
        let Some(outcome) = self.game.outcome(position) else {
            return format!("{} to play", self.decider(position).unwrap_or_default());
        };
        let by = &outcome.by;
        match outcome.verdict() {
            Verdict::Won(player) => format!("the game is over: {} wins by \"{by}\"", self.player(player)),
            Verdict::Draw => format!("the game is over: a draw by \"{by}\""),
            Verdict::Nobody => format!("the game is over: everybody loses by \"{by}\""),
            Verdict::Unfinished => format!("the game is over, unfinished: {by}"),
        }
    }

    /// The reason that a referee would give: what the nearest reading fails at first.
    fn reason(&self, readings: &[Reading], question: &str) -> Reason {
        if self.game.actor(self.position) == Some(Actor::Chance) {
            return self.chance_decides(question);
        }
        // A reading that comes near leaves out a cell that is not there.
        let is_read = |nearest: &&Reading| nearest.likeness == Likeness::Same || self.missing_cell(question).is_none();
        let Some(nearest) = readings.first().filter(is_read) else { return self.unread(question) };
        let words = Words { teller: self, question };
        words.reason(nearest, readings)
    }

    /// Every sentence of every move, with the nearest reading of the question as one of its options.
    fn all(&self, readings: &[Reading]) -> Vec<RuleTried> {
        let words = Words { teller: self, question: "" };
        let mut all = Vec::new();
        for (number, item) in self.game.rules().moves.iter().enumerate() {
            for sentence in &item.sentences {
                let Some(place) = self.place(sentence.span) else { continue };
                let own =
                    |reading: &&Reading| reading.number == number && reading.sentences.last() == Some(&sentence.span);
                let nearest = readings.iter().find(own);
                let fails = nearest.map_or_else(Vec::new, |reading| words.all(reading));
                let read_as = nearest.map(|reading| reading.text.clone());
                all.push(RuleTried { name: item.name.clone(), place, read_as, fails });
            }
        }
        all
    }
}
