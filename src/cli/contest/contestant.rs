//! Who takes part in a tournament: `--seat search:200`, `--seat strong=search:2000/weights=FILE`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::play::mind::{Mind, Weighing, text::MAX_BYTES};
use crate::play::seat::Seat;
use crate::rules::Rules;

use super::super::ending::Stop;
use super::super::files;
use super::super::guest::Guest;

/// What stands between a seat and the file of weights that its machine knows.
const WEIGHTS: &str = "/weights=";

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
    /// One of ours, with the weights that it knows if it is not those that are built in.
    Own(Seat, Option<Box<Taught>>),
    /// Another program.
    Guest(Guest),
}

/// A file of weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Taught {
    file: String,
    weighing: Weighing,
}

impl Taught {
    /// Reads a file of weights.
    fn open(file: &str) -> Result<Self, Stop> {
        let text = files::read_text_up_to(Path::new(file), MAX_BYTES).map_err(|error| error.about(file))?;
        let weighing = Weighing::parse(&text).map_err(|error| Stop::fault(format!("`{file}`: {error}")))?;
        Ok(Self { file: file.to_owned(), weighing })
    }

    /// What is known of some rules.
    ///
    /// # Errors
    /// If the weights are of other rules.
    pub fn mind(&self, rules: &Rules) -> Result<Arc<Mind>, Stop> {
        let mind = self.weighing.mind(rules).map_err(|error| Stop::fault(format!("`{}`: {error}", self.file)))?;
        Ok(Arc::new(mind))
    }
}

impl Machine {
    /// As it is written.
    pub fn text(&self) -> String {
        match self {
            Self::Own(seat, None) => seat.to_string(),
            Self::Own(seat, Some(taught)) => format!("{seat}{WEIGHTS}{}", taught.file),
            Self::Guest(guest) => guest.to_string(),
        }
    }

    /// The weights that it knows, if it is not those that are built in.
    pub fn taught(&self) -> Option<&Taught> {
        match self {
            Self::Own(_, taught) => taught.as_deref(),
            Self::Guest(_) => None,
        }
    }

    /// How long it may well think about one option.
    pub fn time(&self) -> Duration {
        match self {
            Self::Own(seat, _) => seat.time().unwrap_or_default(),
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
            Machine::Own(..) => Ok(()),
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
        Err(None) => own(what)?,
    };
    if matches!(machine, Machine::Own(Seat::Human, _)) {
        return Err(Stop::usage("people do not play in a match of machines").help("`merel play` is for people"));
    }
    let name = name.map_or_else(|| machine.text(), str::to_owned);
    Ok(Contestant { name, machine })
}

/// One of our machines.
fn own(what: &str) -> Result<Machine, Stop> {
    let (seat, file) = what.split_once(WEIGHTS).map_or((what, None), |(seat, file)| (seat, Some(file)));
    let seat: Seat = seat.parse().map_err(|error| {
        Stop::usage(format!("{error}"))
            .help("another program is `engine:COMMAND`; a name may stand in front: `mine=search:2000`")
    })?;
    if file.is_some() && seat.thinking().is_none() {
        return Err(Stop::usage(format!("`{what}`: who does not search knows no weights")));
    }
    Ok(Machine::Own(seat, file.map(Taught::open).transpose()?.map(Box::new)))
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
        assert_eq!(wrong("random/weights=x.toml"), "`random/weights=x.toml`: who does not search knows no weights");
        assert!(wrong("mine=search:9/weights=no-such.toml").contains("no-such.toml"));
    }
}
