//! Who sits where: `--seat White=human`.

use std::fmt::Display;

use crate::diagnostic::nearest::nearest;
use crate::game::PlayerId;
use crate::play::seat::{Seat, SeatError};
use crate::rules::look::{Look, PlayerLook};

use super::super::ending::Stop;
use super::super::guest::Guest;
use super::super::outcome::player_name;
use super::super::phrases::{complaint, complaints, quoted};

/// The seat of every player: those given, the rest as they were.
///
/// # Errors
/// If a text is no seat, or names no player, or names one twice.
pub fn seats(look: &Look, mut seats: Vec<Seat>, given: &[String]) -> Result<Vec<Seat>, Stop> {
    let mut taken = Vec::new();
    for text in given {
        let (player, seat) = named(look, text)?;
        if taken.contains(&player) {
            let who = player_name(look, player, complaints().code());
            return Err(Stop::usage(complaint("seat-twice", &[("who", &who)])));
        }
        taken.push(player);
        let seat = match seat.parse::<Guest>() {
            // It takes its seat when there is a match.
            Ok(_) => Seat::Random,
            Err(Some(wrong)) => return Err(no_seat("no-guest", seat, &wrong)),
            Err(None) => seat.parse().map_err(|error: SeatError| no_seat("no-seat", seat, &error))?,
        };
        if let Some(place) = seats.get_mut(player.index()) {
            *place = seat;
        }
    }
    Ok(seats)
}

fn no_seat(key: &str, seat: &str, error: &dyn Display) -> Stop {
    Stop::usage(complaint(key, &[("text", &quoted(seat)), ("error", error)]))
}

/// Whose seat a text gives, and to whom.
fn named<'a>(look: &Look, text: &'a str) -> Result<(PlayerId, &'a str), Stop> {
    let (name, seat) = text.split_once('=').ok_or_else(|| Stop::usage(complaint("seat-lacks", &[("text", &text)])))?;
    Ok((player(look, name.trim())?, seat))
}

/// The other programs among those given, and where they sit.
///
/// # Errors
/// If a text names no player.
pub fn guests(look: &Look, given: &[String]) -> Result<Vec<(PlayerId, Guest)>, Stop> {
    let guest = |text: &String| named(look, text).map(|(player, seat)| Some((player, seat.parse().ok()?)));
    given.iter().filter_map(|text| guest(text).transpose()).collect()
}

/// The player of that name in any language, whatever the letter case, or of that number from one.
fn player(look: &Look, text: &str) -> Result<PlayerId, Stop> {
    let number = text.parse().ok().filter(|&number: &usize| number <= look.players.len());
    let found = look.players.iter().position(|player| names(player).any(|name| same(name, text)));
    if let Some(index) = found.or_else(|| number?.checked_sub(1)) {
        return Ok(PlayerId(index as u8));
    }
    let language = complaints().code();
    let known: Vec<&str> = look.players.iter().map(|player| player.name.in_language(language)).collect();
    let stop = Stop::usage(complaint("no-player", &[("name", &quoted(text))]));
    let near = nearest(text, look.players.iter().flat_map(names));
    Err(stop.did_you_mean(near).help(complaint("players-are", &[("names", &known.join(", "))])))
}

fn names(player: &PlayerLook) -> impl Iterator<Item = &str> {
    std::iter::once(&player.name.plain).chain(player.name.translated.values()).map(String::as_str)
}

fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::look::Words;

    fn check(given: &[&str]) -> String {
        let player = |name: &str, french: &str| PlayerLook {
            name: Words { plain: name.to_owned(), translated: [("fr".to_owned(), french.to_owned())].into() },
            ..PlayerLook::default()
        };
        let look = Look { players: vec![player("White", "Blancs"), player("Black", "Noirs")], ..Look::default() };
        let given: Vec<String> = given.iter().map(|&text| text.to_owned()).collect();
        match seats(&look, vec![Seat::Human, Seat::Random], &given) {
            Ok(seats) => seats.iter().map(Seat::to_string).collect::<Vec<_>>().join(" "),
            Err(Stop::Usage(complaint)) => complaint.message,
            Err(_) => "another error".to_owned(),
        }
    }

    #[test]
    fn seats_are_given_by_name_or_number() {
        assert_eq!(check(&[]), "human random");
        assert_eq!(check(&["black=search:2s"]), "human search:2s");
        assert_eq!(check(&["blancs=random", "2=human"]), "random human");
    }

    #[test]
    fn wrong_seats_are_told() {
        assert_eq!(check(&["White"]), "`--seat White` lacks a player; write `--seat PLAYER=human`");
        assert_eq!(check(&["Wite=human"]), "there is no player `Wite`");
        assert_eq!(check(&["0=human"]), "there is no player `0`");
        assert_eq!(check(&["1=human", "White=random"]), "two seats for White");
        assert!(check(&["1=alien"]).starts_with("`alien` is not a seat"));
        assert_eq!(check(&["1=uci:"]), "`uci:` names no program; write `uci:COMMAND`");
    }
}
