//! What a session writes besides the board.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::game::{Actor, Game};
use crate::play::matches::Move;
use crate::play::player::Clock;
use crate::play::rng::Rng;
use crate::play::search::{Config, Judgement, Report, SearchPlayer, Thinking};
use crate::rules::Rules;

use super::super::budget;
use super::super::outcome::{player_name, translated};

/// The most options that are listed unasked.
const LISTED: usize = 60;
/// The width of lists, in letters.
const WIDTH: usize = 80;
/// How long a hint is sought.
const HINT_TIME: Duration = Duration::from_secs(1);
/// How many options a hint tells.
const HINTED: usize = 5;
/// So many playouts must have gone through the best option, or what they say of it may be off by more than 7 %.
const SEEN: u32 = 50;

/// Who took which option, for instance "Black plays d6-d7" or "Chance: 7 (1/6)".
pub fn announcement<G: Game>(game: &G, before: &G::Position, made: &Move, language: &str) -> String {
    match made.actor {
        Actor::Player(player) => {
            format!("{} plays {}", player_name(&game.rules().look, player, language), made.notation)
        }
        Actor::Chance => match game.probability(before, made.option) {
            Some(probability) => format!("Chance: {} ({probability})", made.notation),
            None => format!("Chance: {}", made.notation),
        },
    }
}

/// The options with their numbers, unless there are very many.
pub fn short<G: Game>(game: &G, position: &G::Position, out: &mut impl Write) -> io::Result<()> {
    match game.n_options(position) {
        n if n > LISTED => writeln!(out, "{n} options; type one, or `moves` to list them"),
        _ => all(game, position, out),
    }
}

/// All options with their numbers, in columns.
pub fn all<G: Game>(game: &G, position: &G::Position, out: &mut impl Write) -> io::Result<()> {
    let notations = game.notations(position);
    if notations.is_empty() {
        return writeln!(out, "The game is over.");
    }
    let digits = notations.len().to_string().len();
    let widest = notations.iter().map(|notation| notation.chars().count()).max().unwrap_or(0);
    let column = digits + 1 + widest + 2;
    let per_line = (WIDTH / column).max(1);
    let numbered: Vec<String> =
        (1..).zip(&notations).map(|(number, notation)| format!("{number:digits$} {notation:widest$}")).collect();
    for line in numbered.chunks(per_line) {
        writeln!(out, "{}", line.join("  ").trim_end())?;
    }
    Ok(())
}

/// The commands.
pub fn help(out: &mut impl Write) -> io::Result<()> {
    out.write_all(
        b"  a move or its number  plays it\n  \
          undo                  takes your latest decision back, and what came after it\n  \
          hint                  searches for good moves\n  \
          moves                 lists all moves\n  \
          show                  shows the board again\n  \
          rules                 tells the rules\n  \
          save FILE             saves the match\n  \
          quit                  stops\n",
    )
}

/// The rules in prose, or what is known of them by name.
pub fn rules(rules: &Rules, language: &str, out: &mut impl Write) -> io::Result<()> {
    let look = &rules.look;
    writeln!(out, "{}", look.title.in_language(language))?;
    for (word, text) in &look.info {
        writeln!(out, "{word}: {text}")?;
    }
    let prose = look.prose.get(language).or_else(|| look.prose.get("en")).or_else(|| look.prose.values().next());
    if let Some(prose) = prose {
        return writeln!(out, "\n{}", prose.trim());
    }
    let moves = rules.moves.iter().map(|rule| translated(look, &rule.name, language));
    let ends = rules.ends.iter().map(|rule| translated(look, &rule.name, language));
    writeln!(out, "moves: {}", moves.collect::<Vec<_>>().join(", "))?;
    writeln!(out, "ends: {}", ends.collect::<Vec<_>>().join(", "))
}

/// What a search thinks of the options.
pub fn hint<G: Game>(game: &G, position: &G::Position, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let start = Instant::now();
    let clock: Clock = Arc::new(move || start.elapsed());
    let mut search = SearchPlayer::new(Thinking::Time(HINT_TIME), Config::default(), Rng::stream(seed, 0), clock);
    budget::allow(HINT_TIME);
    match search.judge(game, position, &budget::current()) {
        Some(report) => judged(game, position, &report, out),
        None => writeln!(out, "The game is over."),
    }
}

fn judged<G: Game>(game: &G, position: &G::Position, report: &Report, out: &mut impl Write) -> io::Result<()> {
    let is_seen = |best: &Judgement| best.proven.is_some() || best.visits >= SEEN;
    if !report.options.first().is_some_and(is_seen) {
        let playouts = counted(report.playouts as usize, "playout");
        return writeln!(
            out,
            "Not enough seen: {playouts} say nothing about {}.",
            counted(game.n_options(position), "option")
        );
    }
    for judgement in report.options.iter().take(HINTED) {
        let notation = game.notation(position, judgement.option);
        let worth = 100.0 * judgement.value;
        let share = 100.0 * f64::from(judgement.visits) / f64::from(report.playouts.max(1));
        match judgement.proven {
            Some(end) => writeln!(
                out,
                "  {notation}: worth {worth:.0} % for certain, end in {}",
                counted(end as usize, "decision")
            )?,
            None => writeln!(
                out,
                "  {notation}: worth {worth:.0} %, tried in {share:.0} % of {} playouts",
                report.playouts
            )?,
        }
    }
    Ok(())
}

/// For instance "1 move" or "3 moves".
pub fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
