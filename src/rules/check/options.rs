//! Options: what a file allows, and what was chosen.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic, nearest::nearest};
use crate::source::Span;
use crate::syntax::ast::{Item, ItemKind, OptionChoice, TestItem, TestLine, TestLineKind};

use super::{Checker, Module, TypeModel};

/// What the user chose when the game starts; whatever is left out is the file's default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Option values by name.
    pub options: BTreeMap<String, String>,
    /// The number of players.
    pub players: Option<usize>,
}

/// The most values of all options together: each of them makes a game of its own, which is checked.
const MAX_VALUES: usize = 256;

/// An option as people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// The name.
    pub name: String,
    /// The allowed values, the default first.
    pub values: Vec<String>,
    /// Whether a diagram may be given in their place, as rows joined with `/`.
    pub picture: bool,
}

/// An option with its value.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub name: String,
    pub text: String,
    /// The type whose values are its words.
    pub ty: usize,
    /// The diagram and its terrain, if one was given.
    pub picture: Option<(Vec<String>, String)>,
    pub span: Span,
}

fn declared(item: &Item) -> Option<(&crate::syntax::ast::Name, &[OptionChoice])> {
    match &item.kind {
        ItemKind::Option { name, choices } => Some((name, choices)),
        _ => None,
    }
}

impl Module {
    /// The options of the file.
    pub fn options(&self) -> Vec<OptionDeclaration> {
        self.items
            .iter()
            .filter_map(declared)
            .map(|(name, choices)| OptionDeclaration {
                name: name.value.clone(),
                values: words(choices),
                picture: choices.iter().any(|choice| matches!(choice, OptionChoice::Picture(_))),
            })
            .collect()
    }

    /// How many can play, in ascending order.
    pub fn players(&self) -> Vec<usize> {
        let declared = self.items.iter().find_map(|item| match &item.kind {
            ItemKind::Players { numbers, players, .. } => Some((numbers, players.len())),
            _ => None,
        });
        let Some((numbers, all)) = declared else { return Vec::new() };
        if numbers.is_empty() {
            return vec![all];
        }
        let mut counts: Vec<usize> =
            numbers.iter().flat_map(|&(low, high)| low.clamp(1, 64) as usize..=high.clamp(1, 64) as usize).collect();
        counts.sort_unstable();
        counts.dedup();
        counts
    }

    /// The same, those that follow each other as the least and the most of them.
    pub fn runs_of_players(&self) -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for count in self.players() {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == count => *last = count,
                _ => runs.push((count, count)),
            }
        }
        runs
    }

    /// The same in words, for instance `2 to 4, 6`.
    pub fn players_in_words(&self) -> String {
        let words = |(low, high)| if low == high { format!("{low}") } else { format!("{low} to {high}") };
        self.runs_of_players().into_iter().map(words).collect::<Vec<_>>().join(", ")
    }

    /// The title in the rule file.
    pub fn title(&self) -> Option<&str> {
        self.items.iter().find_map(|item| match &item.kind {
            ItemKind::Game { title, .. } => Some(title.value.as_str()),
            _ => None,
        })
    }

    /// Every option value once, the other options at their defaults; and every number of players.
    pub fn every_choice(&self) -> Vec<Choices> {
        let mut all = vec![Choices::default()];
        for option in self.options() {
            for value in option.values.iter().skip(1) {
                let options = BTreeMap::from([(option.name.clone(), value.clone())]);
                all.push(Choices { options, players: None });
            }
        }
        if all.len() > MAX_VALUES {
            all.truncate(1);
        }
        all.extend(self.players().into_iter().skip(1).map(|n| Choices { players: Some(n), ..Choices::default() }));
        all
    }
}

fn words(choices: &[OptionChoice]) -> Vec<String> {
    choices
        .iter()
        .filter_map(|choice| match choice {
            OptionChoice::Word(word) => Some(word.value.clone()),
            OptionChoice::Picture(_) => None,
        })
        .collect()
}

impl Checker<'_> {
    /// Chooses the value of every option.
    pub(super) fn declare_options(&mut self, choices: &Choices) {
        let items = self.items;
        let mut n_values = 0;
        for (name, allowed) in items.iter().filter_map(declared) {
            let before = n_values;
            n_values += allowed.len();
            if before <= MAX_VALUES && n_values > MAX_VALUES {
                let message = format!("the options have more than {MAX_VALUES} values together");
                self.error(Code::Limit, message, name.span, "too many");
            }
            let words = words(allowed.get(..MAX_VALUES).unwrap_or(allowed));
            let default = words.first().cloned().unwrap_or_default();
            let text = choices.options.get(&name.value).cloned().unwrap_or(default);
            let terrain = allowed.iter().find_map(|choice| match choice {
                OptionChoice::Picture(terrain) => Some(terrain.value.clone()),
                OptionChoice::Word(_) => None,
            });
            let picture = match (&terrain, words.contains(&text)) {
                (Some(terrain), false) if looks_drawn(&text) => {
                    Some((text.split(['/', '\n']).map(str::to_string).collect(), terrain.clone()))
                }
                (_, false) => {
                    self.bad_value(&name.value, &text, &words, terrain.is_some(), name.span);
                    None
                }
                _ => None,
            };
            let ty = self.types.len();
            self.types.push(TypeModel { name: name.value.clone(), values: words, cube: None });
            self.options.push(Chosen { name: name.value.clone(), text, ty, picture, span: name.span });
        }
        for given in choices.options.keys() {
            if !self.options.iter().any(|option| option.name == *given) {
                self.no_such_option(given);
            }
        }
    }

    fn bad_value(&mut self, name: &str, text: &str, words: &[String], picture: bool, span: Span) {
        let diagnostic = Diagnostic::new(Code::OptionValue, cannot_be(name, text), span, "declared here");
        self.report(with_values(diagnostic, text, words, picture));
    }

    fn no_such_option(&mut self, given: &str) {
        let names: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
        let diagnostic = no_option(given, &names, self.start);
        self.report(diagnostic);
    }
}

impl Module {
    /// The options that a scenario asks for and that are not to be had, at their places.
    pub(super) fn refused_options(&self, test: &TestItem) -> Vec<Diagnostic> {
        let options = self.options();
        let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
        let refused = |line: &TestLine| {
            let TestLineKind::With { option: name, value } = &line.value else { return None };
            let Some(option) = options.iter().find(|option| option.name == name.value) else {
                return Some(no_option(&name.value, &names, name.span));
            };
            if option.values.contains(&value.value) || (option.picture && looks_drawn(&value.value)) {
                return None;
            }
            let message = cannot_be(&name.value, &value.value);
            let diagnostic = Diagnostic::new(Code::OptionValue, message, value.span, "");
            Some(with_values(diagnostic, &value.value, &option.values, option.picture))
        };
        test.lines.iter().filter_map(refused).collect()
    }
}

fn cannot_be(name: &str, text: &str) -> String {
    format!("option `{name}` cannot be `{text}`")
}

/// Lists the values that an option may have, and the one that was perhaps meant.
fn with_values(diagnostic: Diagnostic, text: &str, words: &[String], picture: bool) -> Diagnostic {
    let rows = if picture { ", or rows joined with `/`" } else { "" };
    let diagnostic = diagnostic.help(format!("it can be `{}`{rows}", words.join("`, `")));
    match nearest(text, words.iter().map(String::as_str)) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic,
    }
}

fn no_option(given: &str, names: &[&str], place: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::OptionValue, format!("the game has no option `{given}`"), place, "");
    match nearest(given, names.iter().copied()) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None if names.is_empty() => diagnostic.help("it has no options at all"),
        None => diagnostic.help(format!("its options are `{}`", names.join("`, `"))),
    }
}

fn looks_drawn(text: &str) -> bool {
    text.contains('/') || text.contains('\n') || text.chars().count() > 24
}
