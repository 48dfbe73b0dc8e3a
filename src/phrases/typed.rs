//! What people type in their language: the option that it means.

use std::collections::HashMap;

use crate::game::{Game, NotAnOption, Told, find_meant};

use super::{folded, localized};

/// The options of a position as they are shown: in the words of a language where these tell them apart.
pub fn told_options<G: Game>(game: &G, position: &G::Position, language: &str) -> Vec<String> {
    let plain = game.notations(position);
    let told: Vec<String> = plain.iter().map(|notation| localized(&game.rules().look, notation, language)).collect();
    if told == plain {
        return plain;
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    told.iter().for_each(|text| *counts.entry(text).or_default() += 1);
    let distinct = |(told, plain): (&String, String)| if counts[told.as_str()] > 1 { plain } else { told.clone() };
    told.iter().zip(plain).map(distinct).collect()
}

/// The option that a person means who reads the options in a language; accents may be left out.
///
/// # Errors
/// If none is meant, or several may be.
pub fn meant_in<G: Game>(game: &G, position: &G::Position, text: &str, language: &str) -> Result<usize, NotAnOption> {
    // Mostly the text is that of an option: then the others need not be told.
    if let Ok(option) = game.parse(position, text) {
        return Ok(option);
    }
    let options = told_options(game, position, language);
    let error = match find_meant(game, position, text, Told { options: &options, language }) {
        Ok(option) => return Ok(option),
        Err(error) => error,
    };
    let wanted = folded(text);
    let plain: Vec<String> = options.iter().map(|option| folded(option)).collect();
    if plain == options && wanted == text {
        return Err(error);
    }
    find_meant(game, position, &wanted, Told { options: &plain, language }).map_err(|_| error)
}
