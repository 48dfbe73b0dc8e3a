//! Words for people: titles, translations, letters, glyphs and colours.

use crate::diagnostic::{Code, Diagnostic, nearest::nearest};
use crate::syntax::ast::{ItemKind, Name};

use super::super::look::{TerrainLook, ValueLook, Words};
use super::Checker;

impl<'a> Checker<'a> {
    /// Gathers all words, once every name is known.
    pub(super) fn words(&mut self) {
        self.look_of_types();
        self.look_of_variables();
        for (look, player) in self.look.players.iter_mut().zip(&self.players) {
            look.facing = player.facing;
        }
        for item in self.items {
            match &item.kind {
                ItemKind::Game { title, .. } => self.look.title.plain = title.value.clone(),
                ItemKind::Titles(titles) => {
                    let titles = titles.iter().map(|(language, title)| (language.value.clone(), title.value.clone()));
                    self.look.title.translated.extend(titles);
                }
                ItemKind::Prose(prose) => {
                    let prose = prose.iter().map(|(language, text)| (language.value.clone(), text.value.clone()));
                    self.look.prose.extend(prose);
                }
                ItemKind::Fact { word, text } => self.look.info.push((word.value.clone(), text.clone())),
                ItemKind::Text { language, entries } => {
                    for entry in entries {
                        match language.value.as_str() {
                            "board" => self.drawn_board(entry),
                            "show" => self.drawn_variable(entry),
                            language => {
                                self.quoted(language, entry);
                                self.entry(language, &entry.key, &entry.words);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn look_of_types(&mut self) {
        let value = |name: &String| ValueLook {
            name: Words { plain: name.clone(), ..Words::default() },
            letter: String::new(),
            ..ValueLook::default()
        };
        let look = |name: &String, values: &[String]| TerrainLook {
            name: Words { plain: name.clone(), ..Words::default() },
            values: values.iter().map(value).collect(),
        };
        self.look.types = self.types.iter().map(|model| look(&model.name, &model.values)).collect();
        self.look.terrains = self.terrains.iter().map(|terrain| look(&terrain.name, &terrain.values)).collect();
        for terrain in &mut self.look.terrains {
            for value in &mut terrain.values {
                value.letter = value.name.plain.chars().take(1).flat_map(char::to_uppercase).collect();
            }
        }
    }

    fn entry(&mut self, language: &str, key: &Name, words: &[Name]) {
        let all: Vec<String> = words.iter().map(|word| word.value.clone()).collect();
        let first = all.first().cloned().unwrap_or_default();
        let known = match language {
            "notation" => true,
            "letters" => self.letter(&key.value, &first),
            "glyphs" => match self.look.kinds.iter_mut().find(|kind| kind.name.plain == key.value) {
                Some(kind) => {
                    kind.glyphs = all;
                    true
                }
                None => self.glyph_of_value(&key.value, &first),
            },
            "colours" => self.colour(&key.value, &first),
            _ => {
                self.look.forms.entry(language.to_string()).or_default().insert(key.value.clone(), all);
                self.translate(language, &key.value, &first)
            }
        };
        if !known {
            let names = self.words_that_have_text();
            self.stray_text(key, names);
        }
    }

    fn letter(&mut self, key: &str, letter: &str) -> bool {
        let mut known = false;
        for kind in self.look.kinds.iter_mut().filter(|kind| kind.name.plain == key) {
            kind.notation = letter.to_string();
            known = true;
        }
        let looks = self.look.types.iter_mut().chain(&mut self.look.terrains);
        for value in looks.flat_map(|look| &mut look.values).filter(|value| value.name.plain == key) {
            value.letter = letter.to_string();
            known = true;
        }
        if !known && self.board.directions.iter().any(|direction| direction.name == key) {
            self.look.letters.insert(key.to_string(), letter.to_string());
            known = true;
        }
        known
    }

    fn glyph_of_value(&mut self, key: &str, glyph: &str) -> bool {
        let values = self.look.types.iter_mut().flat_map(|look| &mut look.values);
        let mut known = false;
        for value in values.filter(|value| value.name.plain == key) {
            value.glyph = Some(glyph.to_owned());
            known = true;
        }
        known
    }

    fn colour(&mut self, key: &str, colour: &str) -> bool {
        let mut known = false;
        for player in self.look.players.iter_mut().filter(|player| player.name.plain == key) {
            player.colour = Some(colour.to_string());
            known = true;
        }
        let looks = self.look.types.iter_mut().chain(&mut self.look.terrains);
        for value in looks.flat_map(|look| &mut look.values).filter(|value| value.name.plain == key) {
            value.colour = Some(colour.to_string());
            known = true;
        }
        // Players that do not take part this time have colours too.
        known || self.all_player_names().contains(&key.to_string())
    }

    fn translate(&mut self, language: &str, key: &str, word: &str) -> bool {
        let known = self.words_that_have_text().iter().any(|name| name == key);
        let kinds = self.look.kinds.iter_mut().map(|kind| &mut kind.name);
        let players = self.look.players.iter_mut().map(|player| &mut player.name);
        let looks = self.look.types.iter_mut().chain(&mut self.look.terrains);
        let looks = looks.flat_map(|look| {
            let values = look.values.iter_mut().map(|value| &mut value.name);
            std::iter::once(&mut look.name).chain(values)
        });
        for name in kinds.chain(players).chain(looks).filter(|name| name.plain == key) {
            name.translated.insert(language.to_string(), word.to_string());
        }
        self.look.words.entry(language.to_string()).or_default().insert(key.to_string(), word.to_string());
        known
    }

    pub(super) fn all_player_names(&self) -> Vec<String> {
        let players =
            self.each_item(|kind| if let ItemKind::Players { players, .. } = kind { Some(players) } else { None });
        players.into_iter().flatten().map(|player| player.name.value.clone()).collect()
    }

    /// Every name that a `text` block may translate.
    fn words_that_have_text(&self) -> Vec<String> {
        // What a place of the board is called, and what is known of the game.
        let mut names = vec!["cell".to_owned()];
        names.extend(self.each_item(|kind| match kind {
            ItemKind::Fact { text, .. } => Some(text.clone()),
            _ => None,
        }));
        names.extend(self.kinds.iter().map(|kind| kind.name.clone()));
        names.extend(self.all_player_names());
        names.extend(self.types.iter().flat_map(|model| model.values.iter().cloned().chain([model.name.clone()])));
        names.extend(self.move_names.iter().cloned());
        names.extend(self.variables.iter().map(|variable| variable.name.clone()));
        names.extend(self.options.iter().map(|option| option.name.clone()));
        let ends = self.each_item(|kind| if let ItemKind::End { clauses, .. } = kind { Some(clauses) } else { None });
        names.extend(ends.into_iter().flatten().map(|clause| clause.name.value.clone()));
        names.extend(self.board.cells.iter().filter(|cell| cell.site).map(|cell| cell.name.clone()));
        names.extend(self.definitions.keys().cloned());
        names.extend(self.terrains.iter().map(|terrain| terrain.name.clone()));
        names.extend(self.each_item(|kind| match kind {
            ItemKind::Table { name, .. } | ItemKind::Turn { name: Some(name), .. } | ItemKind::Tiles { name, .. } => {
                Some(name.value.clone())
            }
            _ => None,
        }));
        names.extend(
            self.each_item(|kind| match kind {
                ItemKind::Site { names, .. } => Some(names.iter().map(|name| name.value.clone()).collect::<Vec<_>>()),
                _ => None,
            })
            .into_iter()
            .flatten(),
        );
        names
    }

    pub(super) fn stray_text(&mut self, key: &Name, known: Vec<String>) {
        // A variant may take away what the other file gives words to.
        if key.span.source != self.start.source {
            return;
        }
        let message = format!("there is nothing called `{}` to give words to", key.value);
        let mut diagnostic = Diagnostic::new(Code::StrayText, message, key.span, "not declared");
        if let Some(near) = nearest(&key.value, known.iter().map(String::as_str)) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.report(diagnostic);
    }
}
