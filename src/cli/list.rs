//! `merel list`: the built-in games.

use std::io::{self, Write};

use serde::Serialize;

use super::ending::{Ending, Stop};
use super::load::{LoadedModule, built_in_games, load};
use super::screen::{FormatArgs, Screen};

/// The built-in games, with their players and options
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../docs/examples/list.txt"))]
pub struct ListArgs {
    #[command(flatten)]
    pub format: FormatArgs,
}

/// A built-in game, for programs.
#[derive(Debug, Serialize)]
struct GameJson {
    name: &'static str,
    title: String,
    players: PlayersJson,
    options: Vec<OptionJson>,
}

#[derive(Debug, Serialize)]
struct PlayersJson {
    least: usize,
    most: usize,
    numbers: Vec<usize>,
    #[serde(skip)]
    words: String,
}

#[derive(Debug, Serialize)]
struct OptionJson {
    name: String,
    values: Vec<String>,
    picture: bool,
}

/// Runs the command.
///
/// # Errors
/// If a built-in game is broken or the output cannot be written.
pub fn run(args: &ListArgs, screen: &mut Screen) -> Result<Ending, Stop> {
    let games = built_in_games().map(|name| Ok(describe(name, &load(name)?))).collect::<Result<Vec<_>, Stop>>()?;
    if args.format.is_json() {
        screen.json(&serde_json::json!({ "games": games }))?;
    } else {
        print(&games, screen)?;
    }
    Ok(Ending::Fine)
}

fn describe(name: &'static str, loaded: &LoadedModule) -> GameJson {
    let module = &loaded.module;
    let numbers = module.players();
    let ends = (numbers.first().copied(), numbers.last().copied());
    let (least, most) = (ends.0.unwrap_or(0), ends.1.unwrap_or(0));
    let options = module.options().into_iter().map(|option| OptionJson {
        name: option.name,
        values: option.values,
        picture: option.picture,
    });
    let title = module.title().unwrap_or(name).to_owned();
    GameJson {
        name,
        title,
        players: PlayersJson { least, most, numbers, words: module.players_in_words() },
        options: options.collect(),
    }
}

fn print(games: &[GameJson], out: &mut impl Write) -> io::Result<()> {
    let row = |game: &GameJson| (game.name.to_owned(), game.title.clone(), game.players.words.clone());
    let head = ("name".to_owned(), "title".to_owned(), "players".to_owned());
    let rows: Vec<_> = std::iter::once(head).chain(games.iter().map(row)).collect();
    let width = |column: fn(&(String, String, String)) -> &String| {
        rows.iter().map(|row| column(row).chars().count()).max().unwrap_or(0)
    };
    let (first, second, third) = (width(|row| &row.0), width(|row| &row.1), width(|row| &row.2));
    let options = std::iter::once("options".to_owned()).chain(games.iter().map(options_in_words));
    for ((name, title, players), options) in rows.iter().zip(options) {
        let line = format!("{name:first$}  {title:second$}  {players:third$}  {options}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// For instance "size=9|13|19 start=classic|…".
fn options_in_words(game: &GameJson) -> String {
    let words = game.options.iter().map(|option| {
        let picture = option.picture.then(|| "PICTURE".to_owned());
        let values: Vec<String> = option.values.iter().cloned().chain(picture).collect();
        format!("{}={}", option.name, values.join("|"))
    });
    words.collect::<Vec<_>>().join(" ")
}
