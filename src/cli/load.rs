//! From what the user typed to a game that can be played. The only file of the command line that knows how
//! rules are loaded and evaluated.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use clap::builder::PossibleValuesParser;

use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::engine::Engine;
use crate::game::{Game, NotAnOption};
use crate::library;
use crate::program::Program;
use crate::reference::Reference;
use crate::rules::Rules;
use crate::scenario::{self, Told};
use crate::source::{SourceMap, Span};
use crate::split::{Split, SplitPosition};

use super::budget;
use super::ending::Stop;
use super::evaluator;
use super::files::ReadError;
use super::loader::FileLoader;
use super::phrases::{complaint, quoted};
use super::standing::Stood;
pub use crate::rules::Module;
use crate::rules::check::{Choices, OptionDeclaration};
use crate::why::LeftOut;

/// The evaluator that plays.
pub type Evaluator = Split<evaluator::Evaluator>;
/// Its positions.
pub type Position = <Evaluator as Game>::Position;

/// Is told of each option that is played, and of the position before it.
pub type Watch<'a> = &'a mut dyn FnMut(&Evaluator, &Position, usize);

/// A game with the plain evaluator, a position, the texts of its files, and what was left out of them.
pub type PlainGame = (Reference, <Reference as Game>::Position, SourceMap, Vec<LeftOut>);

/// Which game, and how it is played.
#[derive(Clone, Debug, clap::Args)]
pub struct GameArgs {
    /// A rule file, or the name of a built-in game
    pub game: String,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    /// Offer one choice at a time instead of whole moves: a move and then its arrow, each jump of a chain
    #[arg(long)]
    pub split: bool,
}

/// What is chosen when a game starts.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ChoiceArgs {
    /// Choose an option of the game; rows of a picture are joined with `/`
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// How many play
    #[arg(long, value_name = "N")]
    pub players: Option<usize>,
    /// Play with the plain evaluator, which says what rules mean, and not with the engine
    #[arg(long)]
    pub reference: bool,
    /// Switch off what the engine gains by: classes of moves, so that their options are found one after the other (sets,
    /// tried), what is written for random games (rush), native code for it (native), or one of the passes over it
    #[arg(long, value_name = "CLASS", value_parser = PossibleValuesParser::new(Program::switches()))]
    pub without: Vec<String>,
}

/// Where to start from.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct StartArgs {
    /// Start from this position instead of the set-up
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Play these options first, in notation, with blanks between them; outcomes of chance are options too
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub after: Option<String>,
}

/// A position as text.
#[derive(Clone, Copy, Debug)]
pub struct PositionText<'a> {
    /// Where it was written, for messages.
    pub origin: &'a str,
    /// The lines that set it up.
    pub text: &'a str,
}

/// A game file that could be read, with all that it extends and uses.
#[derive(Clone, Debug)]
pub struct LoadedModule {
    /// What the file says.
    pub module: Module,
    /// The texts.
    pub sources: SourceMap,
}

impl GameArgs {
    /// Whether the game is built in.
    pub fn is_built_in(&self) -> bool {
        is_built_in(&self.game)
    }

    /// The game, and the position to start from.
    ///
    /// # Errors
    /// If there is no such game, an option is not to be had, the rules have errors, or the position or a
    /// move of `start` is none.
    pub fn start(&self, start: &StartArgs) -> Result<(Evaluator, Position), Stop> {
        self.start_watched(start, &mut |_, _, _| ())
    }

    /// The same; each option that is played on the way is told with the position in which it is chosen.
    ///
    /// # Errors
    /// As [`GameArgs::start`].
    pub fn start_watched(&self, start: &StartArgs, seen: Watch<'_>) -> Result<(Evaluator, Position), Stop> {
        self.begin(load(&self.game)?, start, self.choices.reference, seen)
    }

    /// The engine of the game.
    ///
    /// # Errors
    /// If there is no such game, an option is not to be had, or the rules have errors.
    pub fn engine(&self) -> Result<Engine, Stop> {
        Ok(self.choices.engine(self.rules()?))
    }

    fn rules(&self) -> Result<Arc<Rules>, Stop> {
        let loaded = load(&self.game)?;
        let choices = self.choices.choices(&loaded.module)?;
        let rules = loaded.module.rules(&choices).map_err(|diagnostics| Stop::rules(diagnostics, loaded.sources))?;
        Ok(rules.into())
    }

    /// The same, whose random games run on native code, where there is any, from their first decision on.
    ///
    /// # Errors
    /// As [`GameArgs::engine`].
    pub fn native_engine(&self) -> Result<Engine, Stop> {
        let mut program = self.choices.program(self.rules()?);
        program.native_after = program.native_after.map(|_| 0);
        Ok(Engine::of(program))
    }

    /// The same with the plain evaluator, and the position as text.
    ///
    /// # Errors
    /// As [`GameArgs::start`].
    pub fn told(&self, start: &StartArgs) -> Result<(Evaluator, Position, Told), Stop> {
        let loaded = load(&self.game)?;
        let module = loaded.module.clone();
        let (game, position) = self.begin(loaded, start, true, &mut |_, _, _| ())?;
        let mut told = game.whole().told(&module, &self.choices.choices(&module)?, position.whole());
        if !position.is_whole() {
            told.leave_out(format!("what was chosen of the next option: {}", position.chosen().join(" ")));
        }
        Ok((game, position, told))
    }

    fn begin(
        &self,
        loaded: LoadedModule,
        start: &StartArgs,
        plain: bool,
        seen: Watch<'_>,
    ) -> Result<(Evaluator, Position), Stop> {
        // Only the plain evaluator tells what is chosen one by one.
        let choices = ChoiceArgs { reference: plain || self.split, ..self.choices.clone() };
        let (game, mut position) = choices.begin(loaded, start.position_text())?;
        let game = game.splitting(self.split);
        start.play(|text| {
            let option = game.parse(&position, text)?;
            seen(&game, &position, option);
            game.apply(&mut position, option);
            Ok(())
        })?;
        budget::go_on()?;
        Ok((game, position))
    }
}

/// Reads a rule file or a built-in game.
///
/// # Errors
/// If there is no such game or its text cannot be understood at all.
pub fn load(game: &str) -> Result<LoadedModule, Stop> {
    let (loader, name) = find(game)?;
    load_opened(&loader, &name)
}

/// Loads a rule file that is opened.
///
/// # Errors
/// If its text cannot be understood at all.
pub fn load_opened(loader: &FileLoader, name: &str) -> Result<LoadedModule, Stop> {
    let mut sources = SourceMap::default();
    let (module, diagnostics) = Module::load(loader, name, &mut sources);
    match module {
        Some(module) if !has_errors(&diagnostics) => Ok(LoadedModule { module, sources }),
        _ => Err(Stop::rules(diagnostics, sources)),
    }
}

/// Reads a rule file or a built-in game, and says what is to be said of its text.
///
/// # Errors
/// If there is no such game.
pub fn load_into(game: &str, sources: &mut SourceMap) -> Result<(Option<Module>, Vec<Diagnostic>), Stop> {
    let (loader, name) = find(game)?;
    Ok(Module::load(&loader, &name, sources))
}

/// As [`load_into`], but a file that is not there is told like any other mistake.
pub fn load_or_tell(file: &str, sources: &mut SourceMap) -> Examined {
    match load_into(file, sources) {
        Ok((module, diagnostics)) => {
            Examined { module: module.filter(|_| !has_errors(&diagnostics)), diagnostics, found: true }
        }
        Err(stop) => {
            let complaint = stop.complaint().cloned().unwrap_or_default();
            let place = Span::new(sources.add(file, ""), 0, 0);
            let start = Diagnostic::new(Code::Unreadable, complaint.message, place, "");
            let diagnostic = complaint.help.into_iter().fold(start, Diagnostic::help);
            Examined { module: None, diagnostics: vec![diagnostic], found: false }
        }
    }
}

/// As [`load_or_tell`] for a text that stands for a file of that name.
pub fn load_text(name: &str, text: &str, sources: &mut SourceMap) -> Examined {
    let (module, diagnostics) = Module::from_text(&FileLoader::beside(Path::new(name)), name, text, sources);
    Examined { module: module.filter(|_| !has_errors(&diagnostics)), diagnostics, found: true }
}

/// One of several files.
#[derive(Debug)]
pub struct Examined {
    /// What it says, if it can be understood.
    pub module: Option<Module>,
    /// What is to be said of its text.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether there is such a file.
    pub found: bool,
}

/// Whether there is an error among them.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
}

/// The names of the built-in games, without their ending.
pub fn built_in_games() -> impl Iterator<Item = &'static str> {
    library::games().map(|game| game.name())
}

/// Whether a name is that of a built-in game, and so no stranger's.
pub fn is_built_in(game: &str) -> bool {
    built_in_games().any(|name| name == game)
}

/// What loads a game, and the name to load.
fn find(game: &str) -> Result<(FileLoader, String), Stop> {
    if is_built_in(game) {
        return Ok((FileLoader::built_in(), library::address(game)));
    }
    let loader = FileLoader::open(game).map_err(|error| not_found(game, &error))?;
    Ok((loader, game.to_owned()))
}

/// What to tell about a game that is neither built in nor a file.
pub fn no_such_game(game: &str) -> Stop {
    not_found(game, &ReadError::Missing)
}

fn not_found(game: &str, error: &ReadError) -> Stop {
    let stem = game.strip_suffix(".gdl").unwrap_or(game);
    let bare = !game.contains(['/', '\\']);
    let stop = match error {
        ReadError::Missing if bare && stem == game => Stop::usage(complaint("no-game", &[("name", &quoted(game))])),
        _ => Stop::usage(error.of(game)).code(Code::Unreadable),
    };
    let near = bare.then(|| built_in_games().find(|&name| name == stem).or_else(|| nearest(stem, built_in_games())));
    stop.did_you_mean(near.flatten()).help(complaint("list-games", &[]))
}

impl ChoiceArgs {
    /// The game with these options and players, and the position before the first move: the usual one, or the
    /// one that a text sets up.
    ///
    /// # Errors
    /// If an option is not to be had, or the rules or the text have errors.
    pub fn begin(
        &self,
        loaded: LoadedModule,
        position: Option<PositionText<'_>>,
    ) -> Result<(Evaluator, Position), Stop> {
        self.begin_altered(loaded, position, &mut Ok)
    }

    /// The same, but the evaluator plays by what `alter` makes of the rules.
    ///
    /// # Errors
    /// As [`ChoiceArgs::begin`], and what `alter` says.
    pub fn begin_altered(
        &self,
        loaded: LoadedModule,
        position: Option<PositionText<'_>>,
        alter: &mut dyn FnMut(Arc<Rules>) -> Result<Arc<Rules>, Stop>,
    ) -> Result<(Evaluator, Position), Stop> {
        let LoadedModule { module, mut sources } = loaded;
        let choices = self.choices(&module)?;
        let found = match position {
            None => module.rules(&choices).map(|rules| (rules.into(), None)),
            Some(PositionText { origin, text }) => {
                let start = scenario::start(&module, &choices, sources.add(origin, text), text);
                start.map(|(plain, start)| (plain.shared_rules(), Some(start)))
            }
        };
        let begun = match found {
            Ok((rules, start)) => {
                let game = self.evaluator(alter(rules)?);
                let position = start.map_or_else(|| game.initial(), |start| game.started(&start));
                Ok((game, position))
            }
            Err(diagnostics) => Err(diagnostics),
        };
        if begun.is_ok() {
            budget::go_on()?;
        }
        let begun = begun.map(|(game, position)| (Split::new(game, false), SplitPosition::new(position)));
        begun.map_err(|diagnostics| self.refused(&module, &choices, diagnostics, sources))
    }

    /// The game with the plain evaluator as far as the file stands, the position to start from, the texts of its files,
    /// and what was left out.
    ///
    /// # Errors
    /// As [`GameArgs::start`], but for what can be left out.
    pub fn plain(&self, game: &str, start: &StartArgs) -> Result<PlainGame, Stop> {
        let Stood { loaded: LoadedModule { module, mut sources }, left_out, choices } = self.standing(game, false)?;
        let begun = match start.position_text() {
            None => module.rules(&choices).map(|rules| {
                let game = Reference::new(rules);
                let position = game.initial();
                (game, position)
            }),
            Some(PositionText { origin, text }) => {
                scenario::position(&module, &choices, sources.add(origin, text), text)
            }
        };
        let (game, mut position) = match begun {
            Ok(begun) => begun,
            Err(diagnostics) => return Err(self.refused(&module, &choices, diagnostics, sources)),
        };
        start.play(|text| {
            let option = game.parse(&position, text)?;
            game.apply(&mut position, option);
            Ok(())
        })?;
        Ok((game, position, sources, left_out))
    }

    /// Whether rules cannot be had because of what was chosen, not of what the file says.
    pub(super) fn is_about_choices(&self, module: &Module, choices: &Choices, found: &[Diagnostic]) -> bool {
        is_about_choices(found) || is_about_picture(module, choices, found)
    }

    /// Why rules or a position cannot be had: because of what was chosen, or of what the file says.
    pub(super) fn refused(
        &self,
        module: &Module,
        choices: &Choices,
        found: Vec<Diagnostic>,
        sources: SourceMap,
    ) -> Stop {
        match self.is_about_choices(module, choices, &found) {
            true => usage(&found),
            false => Stop::rules(found, sources),
        }
    }

    /// The evaluator that plays some rules.
    fn evaluator(&self, rules: Arc<Rules>) -> evaluator::Evaluator {
        match self.reference {
            true => evaluator::Evaluator::Plain(Reference::new(rules)),
            false => evaluator::Evaluator::Engine(self.engine(rules)),
        }
    }

    /// The engine for some rules, without what is switched off.
    fn engine(&self, rules: Arc<Rules>) -> Engine {
        Engine::of(self.program(rules))
    }

    fn program(&self, rules: Arc<Rules>) -> Program {
        let mut program = Program::new(rules);
        self.without.iter().for_each(|class| program.switch_off(class));
        program
    }

    /// What was chosen, if the game lets it be chosen.
    ///
    /// # Errors
    /// If an option is not to be had.
    pub fn choices(&self, module: &Module) -> Result<Choices, Stop> {
        let mut options = BTreeMap::new();
        for setting in &self.set {
            let (name, value) =
                setting.split_once('=').ok_or_else(|| Stop::usage(complaint("set-lacks", &[("text", setting)])))?;
            let (name, value) = (name.trim(), value.trim());
            check_option(&module.options(), name, value)?;
            if options.insert(name.to_owned(), value.to_owned()).is_some() {
                return Err(Stop::usage(complaint("set-twice", &[("name", &quoted(name))])));
            }
        }
        match self.players {
            Some(n) if !module.players().contains(&n) => {
                let run = |(low, high)| match low == high {
                    true => format!("{low}"),
                    false => complaint("n-to-m", &[("a", &low), ("b", &high)]),
                };
                let wanted = module.runs_of_players().into_iter().map(run).collect::<Vec<String>>().join(", ");
                Err(Stop::usage(complaint("for-players", &[("players", &wanted), ("n", &n)])))
            }
            players => Ok(Choices { options, players }),
        }
    }
}

fn check_option(options: &[OptionDeclaration], name: &str, value: &str) -> Result<(), Stop> {
    let Some(option) = options.iter().find(|option| option.name == name) else {
        let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
        let stop =
            Stop::usage(complaint("no-option", &[("name", &quoted(name))])).did_you_mean(nearest(name, names.clone()));
        return Err(match names.as_slice() {
            [] => stop.help(complaint("no-options", &[])),
            names => stop.help(complaint("options-are", &[("names", &names.join(", "))])),
        });
    };
    if option.picture || option.values.iter().any(|allowed| allowed == value) {
        return Ok(());
    }
    Err(Stop::usage(complaint("option-cannot", &[("name", &quoted(name)), ("value", &quoted(value))]))
        .did_you_mean(nearest(value, option.values.iter().map(String::as_str)))
        .help(complaint("option-can", &[("values", &option.values.join(", "))])))
}

/// Whether all that is wrong is what the user chose, not what the file says.
fn is_about_choices(diagnostics: &[Diagnostic]) -> bool {
    let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error).peekable();
    errors.peek().is_some() && errors.all(|error| matches!(error.code, Code::OptionValue | Code::PlayerCount))
}

/// Whether a picture is at fault that the user gave: without it the rules are sound.
fn is_about_picture(module: &Module, choices: &Choices, diagnostics: &[Diagnostic]) -> bool {
    let pictures: Vec<String> =
        module.options().into_iter().filter(|option| option.picture).map(|option| option.name).collect();
    let mut others = choices.clone();
    others.options.retain(|name, _| !pictures.contains(name));
    let wrong_picture = diagnostics.iter().any(|diagnostic| diagnostic.code == Code::BadPicture);
    wrong_picture && others != *choices && module.rules(&others).is_ok()
}

fn usage(diagnostics: &[Diagnostic]) -> Stop {
    let messages: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    let help = diagnostics.iter().flat_map(|diagnostic| &diagnostic.help);
    help.fold(Stop::usage(messages.join("; ")), Stop::help)
}

impl StartArgs {
    /// The text of `--position`.
    pub fn position_text(&self) -> Option<PositionText<'_>> {
        self.position.as_deref().map(|text| PositionText { origin: "--position", text })
    }

    /// Plays the moves of `--after`, one by one.
    ///
    /// # Errors
    /// If one of them is no option.
    pub fn play(&self, mut play: impl FnMut(&str) -> Result<(), NotAnOption>) -> Result<(), Stop> {
        let moves = self.after.iter().flat_map(|moves| moves.split_whitespace());
        for (index, text) in moves.enumerate() {
            let wrong = |error| {
                let number = index + 1;
                Stop::fault(complaint(
                    "after-wrong",
                    &[("number", &number), ("text", &quoted(text)), ("error", &error)],
                ))
            };
            play(text).map_err(wrong)?;
        }
        Ok(())
    }
}
