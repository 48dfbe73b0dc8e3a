//! `merel solve`: what a small game comes to if nobody errs.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::budget::{Budget, Deadline, Never};
use crate::game::Game;
use crate::rules::Rules;
use crate::solve::{self, Bounds, Choice, Explorer, Extent, Solution, Timeless, Trouble, Values, Worth};

use super::budget;
use super::dearest;
use super::ending::{Ending, Stop};
use super::interrupt;
use super::load::{ChoiceArgs, Evaluator, Position, StartArgs, is_built_in, load};
use super::matchfile::player_names;
use super::progress;
use super::screen::{FormatArgs, Screen};

mod store;

use store::Store;

/// How long values are sought when the budget is spent.
const LAST: Duration = Duration::from_millis(200);

/// Prove what a small game of two players comes to: what is won, drawn or lost, and in how many decisions
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/solve.txt"))]
pub struct SolveArgs {
    /// A rule file, or the name of a built-in game
    game: String,
    #[command(flatten)]
    choices: ChoiceArgs,
    #[command(flatten)]
    start: StartArgs,
    /// Look for so many positions at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    most: Option<u32>,
    /// Keep what is found in this file, and go on from what is in it
    #[arg(long, value_name = "FILE")]
    store: Option<String>,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Serialize)]
struct SolveJson<'a> {
    game: &'a str,
    title: &'a str,
    players: &'a [&'a str],
    #[serde(flatten)]
    solution: &'a Solution,
    left_out: &'a [String],
    /// How many positions had been looked at by earlier runs.
    looked_at_before: usize,
    interrupted: bool,
}

/// What came of a run.
struct Run {
    game: Evaluator,
    timeless: Timeless,
    solution: Solution,
    extent: Extent,
    /// How many positions had been looked at before.
    before: usize,
}

/// Runs the command.
///
/// # Errors
/// If the game cannot be had or is none that can be proved, or a file cannot be read or written.
pub fn run(args: &SolveArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let stop = interrupt::heed_with_reader_unless(args.store.is_some());
    let run = prove(args, &stop)?;
    let rules = run.game.rules();
    dearest::find(rules);
    let names = player_names(rules);
    if args.format.is_json() {
        screen.json(&SolveJson {
            game: &args.game,
            title: &rules.look.title.plain,
            players: &names,
            solution: &run.solution,
            left_out: &run.timeless.left_out,
            looked_at_before: run.before,
            interrupted: run.extent == Extent::Halted && stop.is_called_off(),
        })?;
    } else {
        print(&run, &names, screen)?;
        if run.extent == Extent::Halted {
            let kept = if args.store.is_some() { "; the same command goes on from there" } else { "" };
            writeln!(screen, "{}: {} positions were looked at{kept}", budget::cut_word(&stop), run.solution.looked_at)?;
        }
    }
    Ok(match run.extent {
        Extent::Halted => budget::ending(&stop, Ending::Fine),
        Extent::Whole | Extent::Full => Ending::fine_if(run.solution.worth != Worth::Open),
    })
}

fn prove(args: &SolveArgs, stop: &Budget) -> Result<Run, Stop> {
    let (game, position, timeless) = begun(args)?;
    // How many positions there are is the file's to say, so only those of built-in games are paid for.
    let paid = stop.paid(is_built_in(&args.game));
    let trouble = |trouble: Trouble| Stop::fault(format!("{}: {trouble}", args.game));
    let mut explorer = Explorer::new(&game, &timeless, &position).map_err(trouble)?;
    let mut store = match &args.store {
        Some(file) => Some(Store::open(file, &game, &args.start, &mut explorer, &paid)?),
        None => None,
    };
    let before = explorer.graph().expanded();
    let bar = progress::bar_with_words(0);
    let begun = Instant::now();
    let mut shown = 0;
    let mut each = |expanded: solve::Expanded<'_>| {
        if expanded.position >= shown {
            shown = expanded.position + 1000;
            progress::tell(&bar, &format!("{} positions, {} s", expanded.position, begun.elapsed().as_secs()));
        }
        store.as_mut().map_or(Ok(()), |store| store.keep(expanded.next))
    };
    let bounds = Bounds { positions: args.most.map_or(usize::MAX, |most| most as usize) };
    let extent = explorer.explore(bounds, &mut each, &paid);
    bar.finish_and_clear();
    if let Some(store) = &mut store {
        store.finish()?;
    }
    let extent = extent?.map_err(trouble)?;
    let graph = explorer.into_graph();
    let ended = Instant::now();
    // Whoever stops the search for positions wants to know what was found so far.
    let is_over = || stop.spent().is_some() && ended.elapsed() >= LAST;
    let values = Values::of(&graph, &Deadline { or: &Never, is_over: &is_over });
    let solution = solve::solution((&game, &timeless, &position), &graph, &values);
    Ok(Run { game, timeless, solution, extent, before })
}

/// The game without what only ends it as a draw, the position to start from, and what positions are told apart by.
fn begun(args: &SolveArgs) -> Result<(Evaluator, Position, Timeless), Stop> {
    let mut found = Timeless::default();
    let mut alter = |rules: Arc<Rules>| {
        let (rules, timeless) = Timeless::of(&rules).map_err(|unfit| Stop::fault(format!("{}: {unfit}", args.game)))?;
        found = timeless;
        Ok(rules.into())
    };
    let (game, mut position) = args.choices.begin_altered(load(&args.game)?, args.start.position_text(), &mut alter)?;
    args.start.play(|text| {
        let option = game.parse(&position, text)?;
        game.play(&mut position, option);
        Ok(())
    })?;
    budget::go_on()?;
    Ok((game, position, found))
}

fn print(run: &Run, names: &[&str], screen: &mut Screen) -> io::Result<()> {
    let Solution { positions, looked_at, followed, farthest, wins, drawn, longest, bits, .. } = run.solution;
    let name = |player: u8| names.get(usize::from(player)).copied().unwrap_or_default();
    let told = |worth: Worth| match worth {
        Worth::Won { by, decisions: 0 } => format!("{} has won", name(by)),
        Worth::Won { by, decisions } => format!("{} wins in {decisions}", name(by)),
        Worth::Drawn => "drawn".to_owned(),
        Worth::Open => "not known".to_owned(),
    };
    writeln!(screen, "{}: {}", run.game.rules().look.title.plain, told(run.solution.worth))?;
    let seen = if looked_at == positions { "all looked at".to_owned() } else { format!("{looked_at} looked at") };
    writeln!(screen, "{positions} positions, {seen}, told apart by {bits} bits; {followed} options followed")?;
    writeln!(screen, "the last position found is {farthest} decisions away")?;
    let drawn = drawn.map_or_else(String::new, |drawn| format!(", {drawn} are drawn"));
    let wins = [0u8, 1].iter().zip(wins).map(|(&player, n)| format!("{} wins {n}", name(player)));
    let wins: Vec<String> = wins.collect();
    writeln!(screen, "{}{drawn}; the longest win takes {longest} decisions", wins.join(", "))?;
    if !run.timeless.left_out.is_empty() {
        let names: Vec<String> = run.timeless.left_out.iter().map(|name| format!("\"{name}\"")).collect();
        writeln!(screen, "not needed, because it only ends the game as a draw: {}", names.join(", "))?;
    }
    if run.before > 0 {
        writeln!(screen, "{} positions had been looked at before", run.before)?;
    }
    let width = run.solution.options.iter().map(|choice| choice.option.chars().count()).max().unwrap_or(0);
    for Choice { option, worth } in &run.solution.options {
        writeln!(screen, "  {option:width$}  {}", told(*worth))?;
    }
    if !run.solution.line.is_empty() {
        writeln!(screen, "best play: {}", run.solution.line.join(" "))?;
    }
    Ok(())
}
