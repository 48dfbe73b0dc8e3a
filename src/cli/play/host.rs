//! Whoever does at the desk what is asked for, whether it comes line by line or from a screen.

use std::path::Path;
use std::time::Duration;

use crate::game::{Actor, Game, PlayerId};
use crate::phrases::language;
use crate::play::matches::Move;
use crate::play::search::Report;
use crate::play::seat::Seat;
use crate::record::settled::Settled;
use crate::view::Scene;

use super::super::budget;
use super::super::ending::Stop;
use super::super::load::Position;
use super::super::outcome::{self, player_name};
use super::super::phrases::Phrases;
use super::super::picture::Picture;
use super::desk::{Desk, Stage};
use super::input::{Misunderstood, Request};
use super::judge::Judge;
use super::replies;

/// A machine takes a draw if its opponent is worth so much at least.
const FAIR: f64 = 0.5;

/// A match, and what is needed to answer what is asked about it.
#[derive(Debug)]
pub struct Host {
    /// The match.
    pub desk: Desk,
    /// Who tells why.
    pub judge: Judge,
    /// How the board is shown.
    pub picture: Picture,
    /// How long a machine may think for each option because somebody asked for it, beyond the usual time.
    pub thinking: Duration,
    /// Whether the clocks stand until something is typed.
    pub paused: bool,
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Did {
    /// Nothing changed on the board; this is to be told.
    Told(Vec<String>),
    /// The same in paragraphs, which are as wide as whoever tells them has room.
    Prose(Vec<String>),
    /// The board may have changed; this is to be told.
    Changed(Vec<String>),
    /// A search is to tell something.
    Search(Purpose),
    /// Another match is to be taken up.
    Load(String),
    /// The end.
    Quit,
}

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    On,
    /// It is over.
    Off,
}

impl Flow {
    /// It goes on if so.
    pub fn on_if(goes_on: bool) -> Self {
        if goes_on { Self::On } else { Self::Off }
    }
}

/// What a search is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A hint.
    Hint,
    /// Whether machines take a draw that this player offers.
    Draw(PlayerId),
}

impl Host {
    fn words(&self) -> Phrases {
        self.desk.words()
    }

    /// The name of a player.
    pub fn name(&self, player: PlayerId) -> String {
        player_name(self.desk.look(), player, &self.desk.language)
    }

    /// How the match stands where nobody is to decide any more, in a sentence.
    pub fn over(&self) -> Option<String> {
        let words = self.words();
        let how = match self.desk.stage() {
            Stage::Over(outcome) => outcome::sentence(self.desk.look(), &outcome, &self.desk.language),
            Stage::Settled(settled) => outcome::settled(self.desk.look(), settled, &self.desk.language),
            _ => return None,
        };
        Some(words.say("game-over", &[("how", &how)]))
    }

    /// Does what is asked for.
    pub fn obey(&mut self, request: Request) -> Did {
        self.paused = request == Request::Pause;
        let words = self.words();
        if self.desk.offered.is_some() && !matches!(request, Request::Yes | Request::No | Request::Nothing) {
            self.desk.offered = None;
        }
        match request {
            Request::Nothing if self.desk.offered.is_some() => Did::Told(Vec::new()),
            Request::Nothing | Request::Go => self.go(),
            Request::Play(_) if self.desk.settled().is_some() => Did::Told(vec![words.word("settled-already")]),
            Request::Play(option) => {
                self.desk.play(option);
                Did::Changed(Vec::new())
            }
            Request::Undo => {
                let undone = self.desk.undo();
                self.changed(undone, "took-back", "nothing-to-undo")
            }
            Request::Redo => {
                let redone = self.desk.redo();
                self.changed(redone, "made-again", "nothing-to-redo")
            }
            Request::Back(moves) => self.back(moves),
            Request::Branch(None) => Did::Told(self.branches()),
            Request::Branch(Some(number)) => match self.desk.branch(number) {
                true => Did::Changed(vec![words.counted("now-after", self.desk.current.moves().len())]),
                false => Did::Told(vec![words.counted("no-branch", number + 1)]),
            },
            Request::Resign => self.resign(),
            Request::Draw => self.offer(),
            Request::Yes | Request::No => self.answer(request == Request::Yes),
            Request::Pause => self.pause(),
            Request::Hint => Did::Search(Purpose::Hint),
            Request::Moves(part) => Did::Told(replies::moves(&self.desk, part.as_deref())),
            Request::Why(question) => Did::Told(replies::why(&self.desk, &mut self.judge, question.as_deref())),
            Request::Rules => Did::Prose(replies::rules(&self.desk, &self.judge)),
            Request::Note(text) => self.note(text.as_deref()),
            Request::Save(file) => Did::Told(vec![self.save(file)]),
            Request::Load(None) => Did::Told(vec![words.word("name-a-file")]),
            Request::Load(Some(file)) => Did::Load(file),
            Request::Lang(code) => self.speak(code),
            Request::Flip => {
                self.picture.flipped = !self.picture.flipped;
                Did::Changed(Vec::new())
            }
            Request::Show => Did::Changed(Vec::new()),
            Request::Help => Did::Told(words.word("help").trim_end().lines().map(str::to_owned).collect()),
            Request::Quit => Did::Quit,
        }
    }

    /// What a picture of the match shows now.
    pub fn scene(&mut self) -> Scene {
        self.picture.last.clone_from(&self.desk.last);
        self.picture.scene(&*self.desk.game(), self.desk.position())
    }

    /// Chance or a machine is about to decide: its clock runs, and it has its time. Gives what stands before.
    pub fn begin_thinking(&mut self) -> Position {
        let before = self.desk.position().clone();
        if let (Stage::Machine(player), Some(clocks)) = (self.desk.stage(), &mut self.desk.clocks) {
            clocks.run(player);
        }
        budget::allow(self.thinking);
        before
    }

    /// Takes over what Chance or a machine decided where `before` stood, and announces it. None if nothing was decided:
    /// the machine finds an option unless it is stopped or the budget is spent before.
    pub fn decided(&mut self, before: &Position, made: Option<Move>, stopped: bool) -> Option<String> {
        if let (None, false, Stage::Machine(player)) = (&made, stopped, self.desk.stage())
            && let Some(why) = self.desk.current.fault(player)
        {
            self.desk.settle(Settled::Forfeited(player));
            return Some(format!("{}: {why}.", self.name(player)));
        }
        let made = self.minded(made, stopped)?;
        let cells = self.desk.game().cells_of(before, made.option).into_iter().collect();
        self.desk.advanced(&made, cells);
        Some(replies::announcement(&self.desk, before, &made))
    }

    /// What the match itself played, unless a machine was stopped: what it had found until then is taken back.
    fn minded(&mut self, made: Option<Move>, stopped: bool) -> Option<Move> {
        if !stopped {
            return made;
        }
        match made {
            Some(made) if made.actor == Actor::Chance => return Some(made),
            Some(_) => drop(self.desk.current.undo()),
            None => {}
        }
        self.desk.stopped = true;
        None
    }

    fn changed(&self, n: usize, key: &str, nothing: &str) -> Did {
        match n {
            0 => Did::Told(vec![self.words().word(nothing)]),
            n => Did::Changed(vec![self.words().counted(key, n)]),
        }
    }

    fn go(&mut self) -> Did {
        match self.desk.stopped {
            true => {
                self.desk.stopped = false;
                Did::Changed(Vec::new())
            }
            false => Did::Told(Vec::new()),
        }
    }

    fn back(&mut self, moves: usize) -> Did {
        self.desk.back(moves);
        let now = self.desk.current.moves().len();
        match now == moves {
            true => Did::Changed(vec![self.words().counted("now-after", now)]),
            false => Did::Changed(vec![self.words().counted("only-moves", now)]),
        }
    }

    fn branches(&self) -> Vec<String> {
        let words = self.words();
        let branches = self.desk.branches();
        if branches.is_empty() {
            return vec![words.word("no-branches")];
        }
        let told = |(number, (after, moves)): (usize, &(usize, Vec<String>))| {
            let mut shown: Vec<&str> = moves.iter().take(8).map(String::as_str).collect();
            shown.extend((moves.len() > 8).then_some("…"));
            format!("  {number} {}", words.say("branch-after", &[("n", after), ("moves", &shown.join(" "))]))
        };
        (1..).zip(&branches).map(told).collect()
    }

    /// The player who decides, if that is a person's place; else the first person.
    fn person(&self) -> Option<PlayerId> {
        let seats = self.desk.current.seats();
        let is_human = |player: PlayerId| seats.get(player.index()).is_none_or(|seat| *seat == Seat::Human);
        let decides = match self.desk.game().actor(self.desk.position()) {
            Some(Actor::Player(player)) if is_human(player) => Some(player),
            _ => None,
        };
        decides.or_else(|| (0..seats.len()).map(|player| PlayerId(player as u8)).find(|player| is_human(*player)))
    }

    fn resign(&mut self) -> Did {
        let words = self.words();
        let Some(player) = self.person().filter(|_| self.over().is_none()) else {
            return Did::Told(vec![words.word("nobody-resigns")]);
        };
        if self.desk.look().players.len() <= 2 {
            self.desk.settle(Settled::Resigned(player));
            return Did::Changed(Vec::new());
        }
        self.desk.seat(player, "search".parse().unwrap_or(Seat::Random));
        Did::Changed(vec![words.say("resigned-seat", &[("who", &self.name(player))])])
    }

    fn offer(&mut self) -> Did {
        let words = self.words();
        let Some(player) = self.person().filter(|_| self.over().is_none()) else {
            return Did::Told(vec![words.word("nobody-offers")]);
        };
        let seats = self.desk.current.seats();
        let others = seats.iter().enumerate().filter(|(index, _)| *index != player.index());
        if others.clone().count() == 0 {
            return Did::Told(vec![words.word("nobody-offers")]);
        }
        let humans: Vec<String> = others
            .filter(|(_, seat)| **seat == Seat::Human)
            .map(|(index, _)| self.name(PlayerId(index as u8)))
            .collect();
        if humans.is_empty() {
            return Did::Search(Purpose::Draw(player));
        }
        self.desk.offered = Some(player);
        Did::Told(vec![words.say("offers", &[("who", &self.name(player)), ("others", &humans.join(", "))])])
    }

    fn answer(&mut self, yes: bool) -> Did {
        let words = self.words();
        match (self.desk.offered.take(), yes) {
            (None, _) => Did::Told(vec![words.word("nothing-asked")]),
            (Some(_), true) => {
                self.desk.settle(Settled::Agreed);
                Did::Changed(Vec::new())
            }
            (Some(_), false) => Did::Told(vec![words.word("draw-declined")]),
        }
    }

    fn pause(&mut self) -> Did {
        if let Some(clocks) = &mut self.desk.clocks {
            clocks.stop();
        }
        Did::Told(vec![self.words().word("paused")])
    }

    /// What a search found out.
    pub fn found(&mut self, purpose: Purpose, report: Option<&Report>) -> Did {
        let words = self.words();
        match purpose {
            Purpose::Hint => Did::Told(replies::hint(&self.desk, report)),
            Purpose::Draw(player) => {
                let decides = self.desk.game().actor(self.desk.position()) == Some(Actor::Player(player));
                let best = report.and_then(|report| report.options.first()).map(|best| best.value);
                match best.filter(|best| decides && *best >= FAIR) {
                    Some(_) => {
                        self.desk.settle(Settled::Agreed);
                        Did::Changed(Vec::new())
                    }
                    None => Did::Told(vec![words.word("draw-declined")]),
                }
            }
        }
    }

    /// Tells what is remarked, or writes a remark down; a dash takes it away.
    fn note(&mut self, text: Option<&str>) -> Did {
        let words = self.words();
        let Some(text) = text else { return Did::Told(replies::remarks(&self.desk)) };
        let is_gone = text == "-";
        if !self.desk.note(if is_gone { "" } else { text }) {
            return Did::Told(vec![words.word("no-move-yet")]);
        }
        let latest = self.desk.current.moves().last().map(|made| self.desk.shown(&made.notation)).unwrap_or_default();
        let key = if is_gone { "note-gone" } else { "noted" };
        Did::Told(vec![words.say(key, &[("move", &latest)])])
    }

    fn save(&mut self, file: Option<String>) -> String {
        let words = self.words();
        let Some(file) = file.or_else(|| self.desk.origin.file.clone()) else { return words.word("name-a-file") };
        match self.desk.save(&file) {
            Ok(()) => words.say("saved", &[("file", &file)]),
            Err(error) => words.say("not-saved", &[("file", &file), ("error", &super::reason_of(words, &error))]),
        }
    }

    /// Why another match cannot be taken up.
    pub fn not_loaded(&self, file: &str, stop: &Stop) -> String {
        let words = self.words();
        let missing = !Path::new(file).exists();
        let error = match stop.complaint() {
            _ if missing => words.word("error-missing"),
            Some(complaint) => complaint.message.clone(),
            None => words.word("rules-wrong"),
        };
        words.say("not-loaded", &[("file", &file), ("error", &error)])
    }

    fn speak(&mut self, code: Option<String>) -> Did {
        let known: Vec<String> =
            language::languages().iter().map(|table| format!("{} ({})", table.code, table.name)).collect();
        let code = code.map(|code| code.to_lowercase());
        let found = code.as_deref().and_then(language::language);
        match found {
            None => Did::Told(vec![self.words().say("languages", &[("list", &known.join(", "))])]),
            Some(table) => {
                self.desk.language.clone_from(&table.code);
                self.picture.language.clone_from(&table.code);
                Did::Changed(Vec::new())
            }
        }
    }

    /// Why a line cannot be obeyed, in at most three lines.
    pub fn explain(&mut self, error: &Misunderstood) -> Vec<String> {
        let words = self.words();
        match error {
            Misunderstood::NotAnOption(error) => replies::wrong(&self.desk, &mut self.judge, error),
            Misunderstood::NoSuchNumber(number) => match self.desk.game().n_options(self.desk.position()) {
                0 => vec![words.say("wrong-over", &[("text", &words.quoted(number))])],
                n => vec![words.say("no-number", &[("number", number), ("n", &n)])],
            },
        }
    }
}
