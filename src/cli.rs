//! The shell: the only room that touches files, clocks, the environment and the screen.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

pub mod atomic;

mod annotate;
mod bench;
mod budget;
mod check;
mod completions;
mod contest;
mod cover;
mod dearest;
mod diff;
mod ending;
mod evaluator;
mod expand;
mod explain;
mod explain_program;
mod files;
mod fmt;
mod guest;
mod import;
mod interrupt;
mod journal;
mod ledger;
mod list;
mod load;
mod loader;
mod lsp;
mod man;
mod matchfile;
mod merge;
mod moves;
mod new;
mod outcome;
mod parts;
mod perft;
mod phrases;
mod picture;
mod play;
mod playouts;
mod png;
mod progress;
mod puzzles;
mod quality;
mod rename;
mod replay;
mod report;
mod room;
mod rules;
mod screen;
mod serve;
mod shard;
mod show;
mod solve;
mod spoken;
mod standing;
mod test;
mod thinking;
mod threads;
mod train;
mod ugi;
mod verify;
mod why;

use ending::{Ending, Stop};
use screen::{FormatArgs, Screen, When};

/// The version of the program, and of the language that it reads.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (language 1)");

/// Plays board games from rules written as text.
#[derive(Debug, Parser)]
#[command(name = "merel", version = VERSION, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = include_str!("../docs/examples/merel.txt"))]
struct Args {
    /// When to write colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    color: When,
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    budget: budget::BudgetArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::ListArgs),
    Check(check::CheckArgs),
    Explain(explain::ExplainArgs),
    Show(show::ShowArgs),
    Moves(moves::MovesArgs),
    Perft(perft::PerftArgs),
    Solve(solve::SolveArgs),
    Playouts(playouts::PlayoutsArgs),
    Play(play::PlayArgs),
    Match(contest::MatchArgs),
    Merge(merge::MergeArgs),
    Ugi(ugi::UgiArgs),
    Test(test::TestArgs),
    Fmt(fmt::FmtArgs),
    Replay(replay::ReplayArgs),
    Bench(bench::BenchArgs),
    Verify(verify::VerifyArgs),
    ExplainProgram(explain_program::ExplainProgramArgs),
    Import(import::ImportArgs),
    New(new::NewArgs),
    Expand(expand::ExpandArgs),
    Rename(rename::RenameArgs),
    Why(why::WhyArgs),
    Lsp(lsp::LspArgs),
    Serve(serve::ServeArgs),
    Cover(cover::CoverArgs),
    Report(quality::ReportArgs),
    Annotate(annotate::AnnotateArgs),
    Puzzles(puzzles::PuzzlesArgs),
    Rules(rules::RulesArgs),
    Train(train::TrainArgs),
    Diff(diff::DiffArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    screen::mind_panics();
    atomic::mind_limits();
    let Args { color, command, budget } = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return unparsed(&error),
    };
    screen::set_colours(color);
    let mut screen = Screen::new();
    let budget = match &command {
        Command::Lsp(_) => {
            // The thread that watches the budget begins below.
            room::share_heaps();
            budget.for_each_message()
        }
        Command::Ugi(_) => budget.for_each_message(),
        Command::Serve(_) => budget.for_each_answer(),
        Command::Match(args) => args.budget(budget),
        Command::Train(_) => budget.for_what_is_kept(),
        _ => budget,
    };
    let trouble = command.trouble();
    budget::begin(&budget, command.format().is_some_and(FormatArgs::is_json), screen.out(), trouble);
    let ended = command.run(&mut screen).and_then(|ending| {
        screen.flush()?;
        Ok(ending)
    });
    match ended {
        _ if budget::is_left_by_reader() => Stop::Closed.exit_code(trouble),
        // Whatever it ended with, part of it is missing; a difference that was found is one all the same.
        Ok(ending) if budget::tell() && !(ending == Ending::Fault && trouble != Ending::Fault) => trouble.code(),
        Ok(ending) => ending.code(),
        Err(stop) => stopped(&stop, &mut screen, command.format(), trouble),
    }
}

/// Help and version were asked for, or the arguments are wrong.
fn unparsed(error: &clap::Error) -> ExitCode {
    screen::usage(error);
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

fn stopped(stop: &Stop, screen: &mut Screen, format: Option<FormatArgs>, trouble: Ending) -> ExitCode {
    let json = format.is_some_and(FormatArgs::is_json);
    let told = report::stop(stop, screen, json).and_then(|()| screen.flush());
    budget::tell();
    match told {
        Ok(()) => stop.exit_code(trouble),
        Err(error) => Stop::from(error).exit_code(trouble),
    }
}

impl Command {
    fn run(&self, screen: &mut Screen) -> Result<Ending, Stop> {
        match self {
            Self::List(args) => list::run(args, screen),
            Self::Check(args) => check::run(args, screen),
            Self::Explain(args) => explain::run(args, screen),
            Self::Show(args) => show::run(args, screen),
            Self::Moves(args) => moves::run(args, screen),
            Self::Perft(args) => perft::run(args, screen),
            Self::Solve(args) => solve::run(args, screen),
            Self::Playouts(args) => playouts::run(args, screen),
            Self::Play(args) => play::run(args, screen),
            Self::Match(args) => contest::run(args, screen),
            Self::Merge(args) => merge::run(args, screen),
            Self::Ugi(args) => ugi::run(args, screen),
            Self::Test(args) => test::run(args, screen),
            Self::Fmt(args) => fmt::run(args, screen),
            Self::Replay(args) => replay::run(args, screen),
            Self::Bench(args) => bench::run(args, screen),
            Self::Verify(args) => verify::run(args, screen),
            Self::ExplainProgram(args) => explain_program::run(args, screen),
            Self::Import(args) => import::run(args, screen),
            Self::New(args) => new::run(args, screen),
            Self::Expand(args) => expand::run(args, screen),
            Self::Rename(args) => rename::run(args, screen),
            Self::Why(args) => why::run(args, screen),
            Self::Lsp(args) => lsp::run(args, screen),
            Self::Serve(args) => serve::run(args, screen),
            Self::Cover(args) => cover::run(args, screen),
            Self::Report(args) => quality::run(args, screen),
            Self::Annotate(args) => annotate::run(args, screen),
            Self::Puzzles(args) => puzzles::run(args, screen),
            Self::Rules(args) => rules::run(args, screen),
            Self::Train(args) => train::run(args, screen),
            Self::Diff(args) => diff::run(args, screen),
            Self::Completions(args) => completions::run(args, &mut Args::command(), screen),
            Self::Man(args) => man::run(args, &Args::command(), screen),
        }
    }

    /// How it ends if it cannot do its work because of rules, of play or of the machine.
    fn trouble(&self) -> Ending {
        match self {
            // Like the command of the same name: one is for things that differ.
            Self::Diff(_) => Ending::Usage,
            _ => Ending::Fault,
        }
    }

    /// How results are written; none for commands that write text only.
    fn format(&self) -> Option<FormatArgs> {
        match self {
            Self::List(args) => Some(args.format),
            Self::Check(args) => Some(args.format()),
            Self::Explain(args) => Some(args.format),
            Self::Show(args) => Some(args.format),
            Self::Moves(args) => Some(args.format),
            Self::Perft(args) => Some(args.format),
            Self::Solve(args) => Some(args.format),
            Self::Playouts(args) => Some(args.format),
            Self::Match(args) => Some(args.format),
            Self::Merge(args) => Some(args.format),
            Self::Test(args) => Some(args.format),
            Self::Replay(args) => Some(args.format),
            Self::Bench(args) => Some(args.format),
            Self::Verify(args) => Some(args.format),
            Self::ExplainProgram(args) => Some(args.format),
            Self::Import(args) => Some(args.format),
            Self::Expand(args) => Some(args.format),
            Self::Rename(args) => Some(args.format),
            Self::Why(args) => Some(args.format),
            Self::Cover(args) => Some(args.format),
            Self::Report(args) => Some(args.format),
            Self::Annotate(args) => Some(args.format),
            Self::Puzzles(args) => Some(args.format),
            Self::Rules(args) => Some(args.format),
            Self::Diff(args) => Some(args.format),
            Self::Play(_)
            | Self::Ugi(_)
            | Self::Fmt(_)
            | Self::Lsp(_)
            | Self::Serve(_)
            | Self::New(_)
            | Self::Train(_)
            | Self::Completions(_)
            | Self::Man(_) => None,
        }
    }
}
