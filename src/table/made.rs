//! Rules that were made from a text, and a match by them as far as it was asked for.

use std::sync::Arc;

use crate::diagnostic::nearest::nearest;
use crate::diagnostic::spent::spent;
use crate::engine::{self, Engine};
use crate::game::Game;
use crate::game::rng::Rng;
use crate::library;
use crate::play::mind::Mind;
use crate::play::player::Clock;
use crate::play::search::SearchPlayer;
use crate::play::seat::Seat;
use crate::reference::Reference;
use crate::rules::board::CellId;
use crate::rules::check::Choices;
use crate::rules::loader::Loader;
use crate::rules::{Module, Rules};
use crate::scenario;
use crate::source::SourceMap;

use super::{Refused, Table, module_of};

/// Rules with what they were made from.
#[derive(Debug)]
pub(super) struct Made {
    name: String,
    text: Arc<str>,
    pub choices: Choices,
    pub module: Module,
    pub engine: Engine,
    reached: Option<Reached>,
    /// What machines know of the game that have no more to learn, by their seats.
    minds: Vec<(Seat, Arc<Mind>)>,
}

/// So many machines that know the game are kept.
const MINDS: usize = 16;

/// A position, and how it was reached.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    start: Option<String>,
    /// The moves as the game writes them.
    pub moves: Vec<String>,
    pub position: engine::Position,
    /// The cells that the latest move touched.
    pub last: Vec<CellId>,
}

impl Reached {
    /// Whether it is what stands at a table.
    pub fn is_of(&self, table: &Table) -> bool {
        self.start == table.start && self.moves == table.moves
    }
}

/// The name by which a game is loaded, and its text.
pub(super) fn text_of(loader: &dyn Loader, table: &Table) -> Result<(String, Arc<str>), Refused> {
    if let Some(text) = &table.text {
        return Ok((table.game.clone(), text.as_str().into()));
    }
    let is_built_in = library::games().any(|game| game.name() == table.game);
    let name = if is_built_in { library::address(&table.game) } else { table.game.clone() };
    loader.read(None, &name).map_err(|error| {
        let near = nearest(&table.game, library::games().map(library::BuiltIn::name));
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        Refused::choice(format!("there is no game `{}`: {error}{near}", table.game))
    })
}

impl Made {
    /// Makes rules from a text.
    pub fn new(loader: &dyn Loader, table: &Table, name: &str, text: Arc<str>) -> Result<Self, Refused> {
        let (module, found, texts) = module_of(loader, name, &text);
        let module = match module {
            Some(module) if found.iter().all(|one| one.severity() < crate::diagnostic::Severity::Error) => module,
            _ => return Err(Refused::rules(&found, &texts)),
        };
        let choices = Choices { options: table.options.clone(), players: table.players };
        may_choose(&module, &choices)?;
        let rules = module.rules(&choices);
        if let Some(cut) = spent(&module.budget) {
            return Err(Refused::Spent { message: cut.message });
        }
        let rules: Arc<Rules> = rules.map_err(|found| Refused::rules(&found, &texts))?.into();
        let engine = Engine::new(rules);
        Ok(Self { name: name.to_owned(), text, choices, module, engine, reached: None, minds: Vec::new() })
    }

    /// Whether they are those of a table, as far as its own text tells.
    pub fn is_of(&self, table: &Table, name: &str, text: &str) -> bool {
        self.name == name
            && *self.text == *text
            && self.choices.options == table.options
            && self.choices.players == table.players
    }

    /// Whether all other files that they were made from are what they were.
    pub fn is_fresh(&self, loader: &dyn Loader) -> bool {
        let others = self.module.texts.files().iter().skip(1);
        let mut others = others.filter(|file| !file.name.starts_with(library::BUILT_IN));
        others.all(|file| loader.read(None, &file.name).is_ok_and(|(_, text)| *text == *file.text))
    }

    /// The same with nothing spent.
    pub fn begun_anew(self) -> Self {
        self.module.budget.begin_anew();
        self
    }

    pub fn rules(&self) -> &Rules {
        self.engine.rules()
    }

    /// The name of the game for match files: that of a built-in game, or of its file.
    pub fn name(&self) -> &str {
        self.name.strip_prefix(library::BUILT_IN).map_or(&self.name, |name| name.trim_end_matches(".gdl"))
    }

    /// How other files name the file.
    pub fn file(&self) -> &str {
        self.name.strip_prefix(library::BUILT_IN).unwrap_or(&self.name)
    }

    /// Plays the moves of a table, those that were played for an earlier question not again.
    pub fn play(&mut self, table: &Table) -> Result<Reached, Refused> {
        let goes_on = |reached: &Reached| reached.start == table.start && table.moves.starts_with(&reached.moves);
        let mut reached = match self.reached.take().filter(goes_on) {
            Some(reached) => reached,
            None => self.start(table)?,
        };
        for text in table.moves.get(reached.moves.len()..).unwrap_or_default() {
            self.step(&mut reached, text)?;
        }
        self.reached = Some(reached.clone());
        Ok(reached)
    }

    /// A machine that searches, which knows what another at its seat has learnt before.
    pub fn searcher(&self, seat: Seat, rng: Rng, clock: &Clock) -> Option<SearchPlayer> {
        let player = seat.searcher(rng, clock)?;
        Some(match self.minds.iter().find(|(one, _)| *one == seat) {
            Some((_, mind)) => player.knowing(mind.clone()),
            None => player,
        })
    }

    /// Keeps what a machine has learnt for the next question, unless it goes on learning.
    pub fn keep_mind(&mut self, seat: Seat, player: &SearchPlayer) {
        let is_new = self.minds.iter().all(|(one, _)| *one != seat);
        if let Some(mind) = player.learnt().filter(|_| is_new && self.minds.len() < MINDS) {
            self.minds.push((seat, mind.clone()));
        }
    }

    /// Keeps a position for the next question.
    pub fn keep(&mut self, reached: Reached) {
        self.reached = Some(reached);
    }

    /// Plays one move as it is typed.
    pub fn step(&self, reached: &mut Reached, text: &str) -> Result<(), Refused> {
        let number = reached.moves.len() + 1;
        let wrong = |message: String| Refused::Move { number, message };
        match self.engine.parse(&reached.position, text) {
            Ok(option) => self.take(reached, option),
            Err(error) => return Err(wrong(error.to_string())),
        }
        if let Some(cut) = spent(&self.module.budget) {
            return Err(Refused::Spent { message: cut.message });
        }
        Ok(())
    }

    /// Takes an option.
    pub fn take(&self, reached: &mut Reached, option: usize) {
        reached.last = self.engine.cells_of(&reached.position, option);
        reached.moves.push(self.engine.notation(&reached.position, option));
        self.engine.play(&mut reached.position, option);
    }

    /// What stands before the first move of a table.
    pub fn start(&self, table: &Table) -> Result<Reached, Refused> {
        let mut position = self.engine.initial();
        if let Some(text) = &table.start {
            let mut texts = self.module.texts.clone();
            let source = texts.add("start", text.as_str());
            let begun = scenario::start(&self.module, &self.choices, source, text);
            let (_, begun) = begun.map_err(|found| Refused::rules(&found, &texts))?;
            if let Some(arrangement) = &begun.arrangement {
                position = self.engine.arranged(arrangement);
            }
            begun.taken.iter().for_each(|&option| self.engine.play(&mut position, option));
        }
        Ok(Reached { start: table.start.clone(), moves: Vec::new(), position, last: Vec::new() })
    }

    /// The same match by the plain evaluator, and the texts that its answers quote.
    pub fn plain(&self, table: &Table) -> Result<(Reference, crate::reference::Position, SourceMap), Refused> {
        let mut texts = self.module.texts.clone();
        let (game, mut position) = match &table.start {
            None => {
                let game = Reference::new(self.engine.program().rules.clone());
                let position = game.initial();
                (game, position)
            }
            Some(text) => {
                let source = texts.add("start", text.as_str());
                let begun = scenario::position(&self.module, &self.choices, source, text);
                begun.map_err(|found| Refused::rules(&found, &texts))?
            }
        };
        for (at, text) in table.moves.iter().enumerate() {
            let option = game.parse(&position, text);
            let option = option.map_err(|error| Refused::Move { number: at + 1, message: error.to_string() })?;
            game.play(&mut position, option);
        }
        Ok((game, position, texts))
    }
}

/// Refuses options and players that the game does not have.
fn may_choose(module: &Module, choices: &Choices) -> Result<(), Refused> {
    if let Some(n) = choices.players.filter(|n| !module.players().contains(n)) {
        let wanted = module.players_in_words();
        return Err(Refused::choice(format!("the game is for {wanted} players, not for {n}")));
    }
    let options = module.options();
    for (name, value) in &choices.options {
        let Some(option) = options.iter().find(|option| option.name == *name) else {
            return Err(Refused::choice(format!("the game has no option `{name}`")));
        };
        if !option.picture && !option.values.contains(value) {
            return Err(Refused::choice(format!("the option `{name}` cannot be `{value}`")));
        }
    }
    Ok(())
}
