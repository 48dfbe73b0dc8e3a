//! `merel new`: the beginning of a rule file.

use std::io::{self, BufRead as _, Write as _};
use std::path::{Path, PathBuf};

use crate::editing::begin::{Goal, Plan, Shape, variant};

use super::atomic;
use super::ending::{Ending, Stop};
use super::load::{LoadedModule, built_in_games, load};
use super::screen::Screen;

/// Begin a rule file: a small game that can be played at once, or a variant of a game
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/new.txt"))]
pub struct NewArgs {
    /// What the file is called, without its ending; asked for on a terminal
    name: Option<String>,
    /// Begin a variant of this game: a file of the same folder, or the name of a built-in game
    #[arg(long, value_name = "GAME", conflicts_with_all = ["board", "players", "win"])]
    from: Option<String>,
    /// The board: `square 6`, `square 7 by 6`, `hexagon 5`, `rhombus 9`
    #[arg(long)]
    board: Option<String>,
    /// How many play
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// How one wins: `line 4`, `reach`, `capture`, `block` or `connect`
    #[arg(long)]
    win: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// If what is asked for does not go together, or the file is there already or cannot be written.
pub fn run(args: &NewArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let asks = screen.abilities.typed;
    if args.name.is_none() && !asks {
        return Err(Stop::usage("a new file needs a name").help("write `merel new my-game`"));
    }
    let path = wished(screen, asks, (args.name.as_deref(), "What is the file called?", "my-game"), free_file)?;
    let text = match &args.from {
        Some(game) => variant_of(game, &path)?,
        None => planned(args, &path, asks, screen)?,
    };
    let shown = path.display().to_string();
    atomic::save(&shown, text.as_bytes()).map_err(|error| Stop::fault(format!("{error:#}")))?;
    writeln!(
        screen,
        "{shown}: written; `merel play {shown}` plays it, `merel check {shown}` says what is wrong with it"
    )?;
    Ok(Ending::Fine)
}

/// The path of the file, where no file is yet.
fn free_file(name: &str) -> Result<PathBuf, Stop> {
    let path = file_of(name)?;
    match path.exists() {
        true => Err(Stop::fault(format!("`{}` is there already", path.display())).help("choose another name")),
        false => Ok(path),
    }
}

/// The path of the file; its name must make a title.
fn file_of(name: &str) -> Result<PathBuf, Stop> {
    let path = Path::new(name.strip_suffix(".gdl").unwrap_or(name));
    let stem = path.file_name().and_then(|stem| stem.to_str()).unwrap_or("");
    let fits = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_');
    if stem.is_empty() || !stem.chars().all(fits) {
        let stop = Stop::usage(format!("`{name}` cannot be the name of a rule file"));
        return Err(stop.help("use letters, digits, `-` and `_`"));
    }
    Ok(path.with_file_name(format!("{stem}.gdl")))
}

/// `my-game` as `My game`.
fn title_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().replace(['-', '_'], " ");
    let mut letters = stem.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn variant_of(game: &str, path: &Path) -> Result<String, Stop> {
    let LoadedModule { module, sources } = load(game)?;
    let is_built_in = built_in_games().any(|name| name == game);
    let beside = Path::new(game).parent() == path.parent();
    let named = match (is_built_in, Path::new(game).file_name()) {
        (true, _) => format!("{game}.gdl"),
        (false, Some(file)) if beside => file.to_string_lossy().into_owned(),
        _ => {
            let stop = Stop::usage(format!("a variant stands beside the file that it extends, and `{game}` does not"));
            return Err(stop.help("copy it into the folder of the variant"));
        }
    };
    variant(&title_of(path), &named, &module).map_err(|found| Stop::rules(found, sources))
}

/// The text of a game as it is wished. What was answered on a terminal and does not go together is asked for again.
fn planned(args: &NewArgs, path: &Path, asks: bool, screen: &mut Screen) -> Result<String, Stop> {
    let is_said = args.win.is_some() && args.board.is_some() && args.players.is_some();
    loop {
        let text = plan(args, path, asks, screen)?.text().map_err(Stop::usage);
        match text {
            Err(stop) if asks && !is_said => complain(screen, &stop)?,
            text => return text,
        }
    }
}

/// What is wished: by flags, or else asked for on a terminal, or else what is usual.
fn plan(args: &NewArgs, path: &Path, asks: bool, screen: &mut Screen) -> Result<Plan, Stop> {
    const WIN: &str = "How does one win: `line 4`, `reach`, `capture`, `block`, `connect`?";
    const BOARD: &str = "Which board: `square 7 by 6`, `hexagon 5`, `rhombus 9`?";
    let goal = wished(screen, asks, (args.win.as_deref(), WIN, "reach"), goal_of)?;
    let usual = if goal == Goal::Connect { "rhombus 7" } else { "square 6" };
    let shape = wished(screen, asks, (args.board.as_deref(), BOARD, usual), shape_of)?;
    let said = args.players.map(|n| n.to_string());
    let players = wished(screen, asks, (said.as_deref(), "How many play?", "2"), |players| {
        players.parse().map_err(|_| Stop::usage(format!("`{players}` is no number of players")))
    })?;
    Ok(Plan { title: title_of(path), shape, players, goal })
}

/// What a flag says, or else what is answered on a terminal, until it can be read, or else what is usual.
fn wished<T>(
    screen: &mut Screen,
    asks: bool,
    (said, question, usual): (Option<&str>, &str, &str),
    read: impl Fn(&str) -> Result<T, Stop>,
) -> Result<T, Stop> {
    if said.is_some() || !asks {
        return read(said.unwrap_or(usual));
    }
    loop {
        let answer = ask(screen, question, usual)?;
        match read(&answer) {
            Err(stop) => complain(screen, &stop)?,
            wish => return wish,
        }
    }
}

/// Says what is wrong with an answer, before it is asked for again.
fn complain(screen: &mut Screen, stop: &Stop) -> Result<(), Stop> {
    if let Stop::Usage(complaint) | Stop::Fault(complaint) = stop {
        writeln!(screen, "{}", complaint.message)?;
        complaint.help.iter().try_for_each(|help| writeln!(screen, "  {help}"))?;
    }
    Ok(())
}

fn goal_of(said: &str) -> Result<Goal, Stop> {
    match said.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["line"] => Ok(Goal::Line(4)),
        ["line", n] => n.parse().map(Goal::Line).map_err(|_| Stop::usage(format!("`{n}` is no number of stones"))),
        ["reach"] => Ok(Goal::Reach),
        ["capture"] => Ok(Goal::Capture),
        ["block"] => Ok(Goal::Block),
        ["connect"] => Ok(Goal::Connect),
        _ => Err(Stop::usage(format!("nobody wins by `{said}`"))
            .help("one wins by `line 4`, `reach`, `capture`, `block` or `connect`")),
    }
}

fn shape_of(said: &str) -> Result<Shape, Stop> {
    let wrong = || {
        let stop = Stop::usage(format!("`{said}` is no board"));
        stop.help("boards are `square 6`, `square 7 by 6`, `hexagon 5`, `rhombus 9`; the language has more")
    };
    let side = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    match said.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["square", n] => Ok(Shape::Square(side(n)?, side(n)?)),
        ["square", columns, "by" | "x", rows] => Ok(Shape::Square(side(columns)?, side(rows)?)),
        ["hexagon", n] => Ok(Shape::Hexagon(side(n)?)),
        ["rhombus", n] => Ok(Shape::Rhombus(side(n)?)),
        _ => Err(wrong()),
    }
}

/// Asks on the terminal; an empty line means what is usual.
fn ask(screen: &mut Screen, question: &str, usual: &str) -> Result<String, Stop> {
    write!(screen, "{question} [{usual}] ")?;
    screen.flush()?;
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line)? == 0 {
        return Err(Stop::usage("nobody answers").help("give flags: `merel new --help` tells them"));
    }
    let said = line.trim();
    Ok(if said.is_empty() { usual.to_owned() } else { said.to_owned() })
}
