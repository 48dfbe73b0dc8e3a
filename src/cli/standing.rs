//! Rule files of which a part is wrong: what stands without it.

use crate::diagnostic::Diagnostic;
use crate::rules::Choices;
use crate::rules::module::Standing;
use crate::source::SourceMap;
use crate::why::LeftOut;

use super::ending::Stop;
use super::load::{ChoiceArgs, LoadedModule, Module, has_errors, load_into};

/// A game file as far as it stands.
#[derive(Debug)]
pub struct Stood {
    /// What stands, and the texts.
    pub loaded: LoadedModule,
    /// What was left out.
    pub left_out: Vec<LeftOut>,
    /// What was chosen.
    pub choices: Choices,
}

impl ChoiceArgs {
    /// Reads a rule file or a built-in game, and leaves out what is wrong in it with the options that are chosen; with
    /// all of them if `every` is set and none is chosen.
    ///
    /// # Errors
    /// If there is no such game, an option is not to be had, or nothing stands of the rules.
    pub fn standing(&self, game: &str, every: bool) -> Result<Stood, Stop> {
        let mut sources = SourceMap::default();
        let (module, found) = load_into(game, &mut sources)?;
        let Some(module) = module else { return Err(Stop::rules(found, sources)) };
        let choices = self.choices(&module)?;
        let all = match every && choices == Choices::default() {
            true => module.every_choice(),
            false => vec![choices.clone()],
        };
        let mut beyond = Vec::new();
        if !has_errors(&found) {
            match wrong(&module, &all) {
                None => {
                    return Ok(Stood { loaded: LoadedModule { module, sources }, left_out: Vec::new(), choices });
                }
                Some(wrong) if self.is_about_choices(&module, &choices, &wrong) => {
                    return Err(self.refused(&module, &choices, wrong, sources));
                }
                Some(wrong) => beyond = wrong,
            }
        }
        match module.standing(&found, &all) {
            Ok(Standing { module, left_out }) => {
                let left_out = LeftOut::all(&left_out, &sources);
                Ok(Stood { loaded: LoadedModule { module, sources }, left_out, choices })
            }
            Err(why) => {
                let mut told: Vec<Diagnostic> = found;
                told.extend(beyond);
                told.retain(|found| found.primary.span != why.primary.span || found.code != why.code);
                told.push(*why);
                Err(Stop::rules(told, sources))
            }
        }
    }
}

/// What is wrong with the first of these choices with which anything is.
fn wrong(module: &Module, all: &[Choices]) -> Option<Vec<Diagnostic>> {
    all.iter().find_map(|choices| module.rules(choices).err())
}
