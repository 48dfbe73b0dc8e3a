//! Who takes part in a tournament: `--seat search:200`, `--seat strong=search:2000`.

use std::time::Duration;

use crate::play::seat::Seat;

use super::super::ending::Stop;
use super::super::guest::Guest;

/// A machine that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    /// What it is called in tables.
    pub name: String,
    /// What it is.
    pub machine: Machine,
}

/// One of ours, or another program.
#[derive(Clone, Debug, PartialEq)]
pub enum Machine {
    /// One of ours.
    Own(Seat),
    /// Another program.
    Guest(Guest),
}

impl Machine {
    /// As it is written.
    pub fn text(&self) -> String {
        match self {
            Self::Own(seat) => seat.to_string(),
            Self::Guest(guest) => guest.to_string(),
        }
    }

    /// How long it may well think about one option.
    pub fn time(&self) -> Duration {
        match self {
            Self::Own(seat) => seat.time().unwrap_or_default(),
            Self::Guest(guest) => guest.longest(),
        }
    }
}

impl Contestant {
    /// Whether it can play at all: whether its program can be started.
    ///
    /// # Errors
    /// If it cannot.
    pub fn try_out(&self) -> Result<(), Stop> {
        match &self.machine {
            Machine::Own(_) => Ok(()),
            Machine::Guest(guest) => guest.try_out().map_err(Stop::usage),
        }
    }
}

/// All who take part, each with a name of its own.
///
/// # Errors
/// If a text says nobody, or a person.
pub fn all(texts: &[String]) -> Result<Vec<Contestant>, Stop> {
    let mut all: Vec<Contestant> = Vec::new();
    for text in texts {
        let mut one = one(text)?;
        let same = |name: &str| all.iter().filter(|other| other.name == name).count();
        let plain = one.name.clone();
        let mut number = 1;
        while same(&one.name) > 0 {
            number += 1;
            one.name = format!("{plain} ({number})");
        }
        all.push(one);
    }
    Ok(all)
}

fn one(text: &str) -> Result<Contestant, Stop> {
    let (name, what) = match text.split_once('=') {
        Some((name, what)) if is_name(name) => (Some(name.trim()), what),
        _ => (None, text),
    };
    let machine = match what.parse::<Guest>() {
        Ok(guest) => Machine::Guest(guest),
        Err(Some(wrong)) => return Err(Stop::usage(wrong)),
        Err(None) => Machine::Own(what.parse().map_err(|error| {
            Stop::usage(format!("{error}"))
                .help("another program is `engine:COMMAND`; a name may stand in front: `mine=search:2000`")
        })?),
    };
    if machine == Machine::Own(Seat::Human) {
        return Err(Stop::usage("people do not play in a match of machines").help("`merel play` is for people"));
    }
    let name = name.map_or_else(|| machine.text(), str::to_owned);
    Ok(Contestant { name, machine })
}

/// Whether a text in front of `=` is a name, and not the beginning of a command.
fn is_name(text: &str) -> bool {
    let is_sign = |sign: char| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_' | '.' | '+' | '(' | ')');
    !text.trim().is_empty() && text.chars().count() <= 60 && text.chars().all(is_sign)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]
mod tests {
    use super::*;

    fn names(texts: &[&str]) -> Vec<(String, String)> {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        all(&texts).unwrap().into_iter().map(|one| (one.name, one.machine.text())).collect()
    }

    fn wrong(text: &str) -> String {
        let stop = all(&[text.to_owned()]).unwrap_err();
        stop.complaint().map(|told| told.message.clone()).unwrap_or_default()
    }

    #[test]
    fn machines_have_names_of_their_own() {
        let found = names(&["random", "strong one=search:2000", "random", "random"]);
        let found: Vec<(&str, &str)> = found.iter().map(|(name, what)| (name.as_str(), what.as_str())).collect();
        let strong = ("strong one", "search:2000");
        assert_eq!(found, [("random", "random"), strong, ("random (2)", "random"), ("random (3)", "random")]);
        let found = names(&["uci/100ms/Hash=16:fish --set a=b", "f=ugi:fish"]);
        assert_eq!(found[0].0, "uci/100ms/Hash=16:fish --set a=b");
        assert_eq!(found[1], ("f".to_owned(), "ugi/1s:fish".to_owned()));
    }

    #[test]
    fn people_and_nobody_are_told() {
        assert_eq!(wrong("human"), "people do not play in a match of machines");
        assert!(wrong("x=robot").starts_with("`robot` is not a seat"));
        assert!(wrong("uci:").starts_with("`uci:` names no program"));
    }
}
