//! A rule file with all that it extends and uses: one list of declarations.

use crate::budget::Budget;
use crate::diagnostic::{Code, Diagnostic, keep_first, nearest::nearest};
use crate::source::{SourceMap, Span};
use crate::syntax::ast::{Clause, File, Item, ItemKind, Mode, Name, Point, TestItem};
use crate::syntax::parser;

use super::loader::{LoadError, Loader, MAX_ALL_BYTES, MAX_BYTES, MAX_CHAIN, MAX_LIBRARIES};

mod declared;
mod key;
mod standing;
mod words;

pub use declared::Declaration;
pub use standing::{LeftOut, Standing};

use key::{Cases, Key, case_key, is_of, keys, names_of, part_name};

/// The most declarations of a rule file and all files that it needs.
const MAX_ITEMS: usize = 2000;

/// The version of the language.
const LANGUAGE: i64 = 1;

/// A rule file with all that it extends and uses.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The declarations in order, overrides done; scenarios left out.
    pub items: Vec<Item>,
    /// The titles of the games that the file extends, the nearest first.
    pub parents: Vec<String>,
    /// The scenarios of the file itself.
    pub tests: Vec<TestItem>,
    /// The stretches of all these files that became no declaration.
    pub unread: Vec<Span>,
    /// A place to point at when something is missing.
    pub start: Span,
    /// The texts of all these files.
    pub texts: SourceMap,
    /// What reading, checking and playing the file may take.
    pub budget: Budget,
}

impl Module {
    /// Loads a file and everything that it needs, under the budget of the loader. The module carries it on: its rules,
    /// and every game that is played by them, live under it too. If it is spent the diagnostics tell so.
    ///
    /// The module is none only if the file itself cannot be read; mistakes in it are told beside it.
    ///
    /// # Examples
    /// A server gives each file of a stranger a budget of its own:
    /// ```
    /// use std::time::{Duration, Instant};
    /// use merel::budget::{Budget, Limits, Used};
    /// # use merel::rules::{Module, loader::{Found, LoadError, Loader}};
    /// # use merel::source::SourceMap;
    /// struct Files(Budget);
    ///
    /// impl Loader for Files {
    ///     fn budget(&self) -> Budget {
    ///         self.0.clone()
    ///     }
    ///     // …
    /// #     fn read(&self, _: Option<&str>, path: &str) -> Result<Found, LoadError> {
    /// #         Ok((path.to_owned(), "language 1\ngame \"One\"\nplayers White, Black\n".into()))
    /// #     }
    /// }
    ///
    /// let begun = Instant::now();
    /// let meter = move || Used { time: begun.elapsed(), memory: 0 };
    /// let budget = Budget::new(Limits { time: Some(Duration::from_secs(5)), ..Limits::default() }, meter);
    /// let mut sources = SourceMap::default();
    /// let (module, _) = Module::load(&Files(budget.clone()), "stranger.gdl", &mut sources);
    /// let found = module.map(|module| module.check());
    /// assert!(found.is_some() && budget.spent().is_none());
    /// ```
    pub fn load(loader: &dyn Loader, name: &str, sources: &mut SourceMap) -> (Option<Module>, Vec<Diagnostic>) {
        let mut loading = Loading::new(loader, sources);
        let module = loading.file(None, name, None, false);
        loading.finished(module)
    }

    /// Loads a file from its text alone; whatever it needs comes from `loader`.
    pub fn from_text(
        loader: &dyn Loader,
        name: &str,
        text: &str,
        sources: &mut SourceMap,
    ) -> (Option<Module>, Vec<Diagnostic>) {
        let mut loading = Loading::new(loader, sources);
        let module = loading.text(name.to_string(), text.into(), false);
        loading.finished(Some(module))
    }
}

/// What is being loaded, and what went wrong so far.
struct Loading<'a> {
    loader: &'a dyn Loader,
    sources: &'a mut SourceMap,
    diagnostics: Vec<Diagnostic>,
    /// What became no declaration.
    unread: Vec<Span>,
    chain: Vec<String>,
    libraries: Vec<String>,
    budget: Budget,
    /// The bytes of all texts so far.
    bytes: usize,
    /// Whether too much was to be read, which is told once.
    is_full: bool,
}

impl<'a> Loading<'a> {
    fn new(loader: &'a dyn Loader, sources: &'a mut SourceMap) -> Self {
        let (diagnostics, unread, chain, libraries) = Default::default();
        let budget = loader.budget();
        Self { loader, sources, diagnostics, unread, chain, libraries, budget, bytes: 0, is_full: false }
    }

    fn finished(mut self, module: Option<Module>) -> (Option<Module>, Vec<Diagnostic>) {
        keep_first(&mut self.diagnostics);
        let (texts, budget, unread) = (self.sources.clone(), self.budget, self.unread);
        budget.read_from(&texts);
        (module.map(|module| Module { texts, budget, unread, ..module }), self.diagnostics)
    }

    fn file(&mut self, from: Option<&str>, path: &str, place: Option<Span>, library: bool) -> Option<Module> {
        let (name, text) = match self.loader.read(from, path) {
            Ok(found) => found,
            Err(error) => {
                self.unreadable(path, place, &error);
                return None;
            }
        };
        if self.chain.contains(&name) || self.chain.len() >= MAX_CHAIN {
            self.circle(&name, place);
            return None;
        }
        if library {
            if self.libraries.contains(&name) {
                return Some(Module::default());
            }
            self.libraries.push(name.clone());
        }
        if text.len() > MAX_BYTES {
            self.unreadable(path, place, &LoadError::TooLong);
            return None;
        }
        self.bytes += text.len();
        if self.is_full || place.is_some_and(|place| self.budget.look_at(place)) {
            return None;
        }
        if self.bytes > MAX_ALL_BYTES || self.libraries.len() > MAX_LIBRARIES {
            self.is_full = true;
            let message = match self.bytes > MAX_ALL_BYTES {
                true => format!("this file and all that it needs have more than {MAX_ALL_BYTES} bytes"),
                false => format!("more than {MAX_LIBRARIES} libraries are used"),
            };
            self.diagnostics.push(Diagnostic::new(Code::Limit, message, place.unwrap_or_default(), "one too many"));
            return None;
        }
        Some(self.text(name, text, library))
    }

    fn text(&mut self, name: String, text: std::sync::Arc<str>, library: bool) -> Module {
        let source = self.sources.add(name.clone(), text.clone());
        let parsed = parser::parse(source, &text);
        self.diagnostics.extend(parsed.diagnostics);
        self.unread.extend(parsed.unread);
        self.chain.push(name.clone());
        let module = self.merged(&name, parsed.file, Span::new(source, 0, 0), library);
        self.chain.pop();
        module
    }

    fn unreadable(&mut self, path: &str, place: Option<Span>, error: &LoadError) {
        let code = match error {
            LoadError::NotFound(_) | LoadError::NotRules | LoadError::Other(_) => Code::Unreadable,
            LoadError::OutsideFolder => Code::OutsideFolder,
            LoadError::NotUtf8(_) => Code::NotUtf8,
            LoadError::TooLong => Code::TooLong,
        };
        let span = place.unwrap_or_else(|| Span::new(self.sources.add(path, ""), 0, 0));
        self.diagnostics.push(Diagnostic::new(code, format!("`{path}` cannot be read: {error}"), span, ""));
    }

    fn circle(&mut self, name: &str, place: Option<Span>) {
        let span = place.unwrap_or_default();
        let message = match self.chain.contains(&name.to_string()) {
            true => format!("the files need each other in a circle: {} → {name}", self.chain.join(" → ")),
            false => format!("more than {MAX_CHAIN} files extend one another"),
        };
        self.diagnostics.push(Diagnostic::new(Code::ExtendsCycle, message, span, "this closes the circle"));
    }

    /// The declarations of a file on top of those that it takes over.
    fn merged(&mut self, name: &str, file: File, start: Span, library: bool) -> Module {
        self.diagnostics.extend(words::twice(&file));
        let mut module = Module { start, ..Module::default() };
        if let Some(base) = file.items.iter().find_map(|item| match &item.kind {
            ItemKind::Game { extends: Some(path), .. } => Some(path.clone()),
            _ => None,
        }) && let Some(taken_over) = self.file(Some(name), &base.value, Some(base.span), false)
        {
            let title = taken_over.items.iter().find_map(|item| match &item.kind {
                ItemKind::Game { title, .. } => Some(title.value.clone()),
                _ => None,
            });
            module.parents = title.into_iter().chain(taken_over.parents).collect();
            module.items = taken_over.items;
        }
        module.items.retain(|item| !matches!(item.kind, ItemKind::Language(_)));
        let cases = key::cases(module.items.iter().chain(&file.items));
        let mut merge = Merge { inherited: module.items.len(), items: module.items, cases, loading: self };
        for item in file.items {
            match item.kind {
                ItemKind::Use(ref path) => {
                    if let Some(used) = merge.loading.file(Some(name), &path.value, Some(path.span), true) {
                        merge.cases.extend(key::cases(&used.items));
                        used.items.into_iter().for_each(|item| merge.add(item));
                    }
                }
                ItemKind::Language(number) if number.value != LANGUAGE => {
                    let message = format!("language {} is not known", number.value);
                    let diagnostic = Diagnostic::new(Code::Language, message, number.span, "not a version that exists")
                        .help(format!("this program reads `language {LANGUAGE}`; a newer file needs a newer program"));
                    merge.loading.diagnostics.push(diagnostic);
                }
                ItemKind::Test(test) => module.tests.push(test),
                ItemKind::Game { ref title, .. } if library => merge.loading.diagnostics.push(Diagnostic::new(
                    Code::Misplaced,
                    "a library is not a game",
                    title.span,
                    "a library has no `game` line",
                )),
                _ => merge.item(item),
            }
        }
        module.items = merge.items;
        module
    }
}

/// Declarations being laid over inherited ones.
struct Merge<'a, 'b> {
    items: Vec<Item>,
    /// How many of the first items come from the file that is extended.
    inherited: usize,
    /// What is a case behind `of` in a definition.
    cases: Cases,
    loading: &'a mut Loading<'b>,
}

impl Merge<'_, '_> {
    fn item(&mut self, item: Item) {
        match (&item.kind, item.mode) {
            (ItemKind::Remove { part, name, of }, _) => self.remove(part, name.as_ref(), of.as_ref()),
            (ItemKind::End { point, clauses }, Mode::Replace) => {
                let (point, clauses) = (*point, clauses.clone());
                clauses.into_iter().for_each(|clause| self.replace_clause(point, clause));
            }
            (_, Mode::Replace) => self.replace(item),
            (_, Mode::Add) => self.add(item),
        }
    }

    fn add(&mut self, item: Item) {
        if self.items.len() >= MAX_ITEMS {
            if !std::mem::replace(&mut self.loading.is_full, true) {
                let message = format!("more than {MAX_ITEMS} declarations");
                self.loading.diagnostics.push(Diagnostic::new(Code::Limit, message, item.span.span, "one too many"));
            }
            return;
        }
        if let ItemKind::Game { .. }
        | ItemKind::Language(_)
        | ItemKind::Titles(_)
        | ItemKind::Prose(_)
        | ItemKind::Fact { .. } = item.kind
        {
            self.drop_inherited_words(&item);
        }
        let names = keys(&item.kind, &self.cases);
        for (key, name) in &names {
            if let Some(other) = self.find(key) {
                self.declared_twice(key, name, other);
                return;
            }
        }
        self.items.push(item);
    }

    fn declared_twice(&mut self, key: &Key, name: &Name, other: usize) {
        let message = format!("`{}` is declared twice", name.value);
        let mut diagnostic = Diagnostic::new(Code::Duplicate, message, name.span, "declared again here");
        let before = keys(&self.items[other].kind, &self.cases);
        if let Some((_, first)) = before.into_iter().find(|(known, _)| known == key) {
            diagnostic = diagnostic.label(first.span, "first declared here");
        }
        if other < self.inherited && !is_of(&self.items[other], name.span) {
            diagnostic = diagnostic.help("write `replace` in front of it to override the inherited one");
        }
        self.loading.diagnostics.push(diagnostic);
    }

    /// A file's own title and facts stand in the place of the inherited ones.
    fn drop_inherited_words(&mut self, item: &Item) {
        let mut index = 0;
        let mut inherited = self.inherited;
        self.items.retain(|other| {
            let old = index < inherited;
            index += 1;
            let same = match (&other.kind, &item.kind) {
                (ItemKind::Game { .. }, ItemKind::Game { .. }) => true,
                (ItemKind::Titles(_), ItemKind::Game { .. } | ItemKind::Titles(_)) => true,
                (ItemKind::Prose(_), ItemKind::Prose(_)) => true,
                (ItemKind::Fact { word: a, .. }, ItemKind::Fact { word: b, .. }) => a == b,
                _ => false,
            };
            !(old && same)
        });
        inherited -= inherited.min(index - self.items.len());
        self.inherited = inherited;
    }

    fn find(&self, key: &Key) -> Option<usize> {
        self.items.iter().position(|item| keys(&item.kind, &self.cases).iter().any(|(other, _)| other == key))
    }

    fn replace(&mut self, item: Item) {
        if let ItemKind::Setup { .. }
        | ItemKind::Afterwards(_)
        | ItemKind::Ensure(_)
        | ItemKind::EnsureTurn(_)
        | ItemKind::Always(_)
        | ItemKind::PositionFormat { .. }
        | ItemKind::Text { .. } = item.kind
        {
            return self.replace_all(item);
        }
        let names = keys(&item.kind, &self.cases);
        let mut found = None;
        for (key, name) in &names {
            match self.find(key) {
                Some(index) if is_of(&self.items[index], name.span) => return self.declared_twice(key, name, index),
                Some(index) => found = Some(index),
                None => {
                    let (part, text) = (key.part, name.value.clone());
                    self.nothing(part, &text, name.span);
                    return;
                }
            }
        }
        match found {
            Some(index) if names.len() == 1 || keys(&self.items[index].kind, &self.cases).len() == names.len() => {
                self.items[index] = Item { mode: Mode::Add, ..item };
            }
            _ => self.replace_some_pieces(item),
        }
    }

    /// `replace piece King …` where the inherited line declares several kinds.
    fn replace_some_pieces(&mut self, item: Item) {
        let (start, end) = (item.span.span, item.span.span);
        self.loading.diagnostics.push(Diagnostic::new(
            Code::OverrideNothing,
            "a declaration of several names is replaced as a whole or name by name",
            start.to(end),
            "replace one name at a time",
        ));
    }

    fn replace_all(&mut self, item: Item) {
        let same = |other: &Item| match (&other.kind, &item.kind) {
            _ if is_of(other, item.span.span) => false,
            (ItemKind::Text { language: a, .. }, ItemKind::Text { language: b, .. }) => a == b,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        };
        let Some(first) = self.items[..self.inherited].iter().position(same) else {
            return self.nothing(part_name(&item.kind), "", item.span.span);
        };
        let mut index = 0;
        let inherited = self.inherited;
        self.items.retain(|other| {
            index += 1;
            index > inherited || !same(other)
        });
        // The new one stands among the inherited ones, so that those behind it are still known as such.
        self.inherited -= index - self.items.len() - 1;
        self.items.insert(first, Item { mode: Mode::Add, ..item });
    }

    fn replace_clause(&mut self, point: Point, clause: Clause) {
        let place = self.items.iter_mut().find_map(|item| match &mut item.kind {
            ItemKind::End { point: other, clauses } if *other == point => {
                let inherited = |other: &&mut Clause| other.name.span.source != clause.name.span.source;
                clauses.iter_mut().filter(inherited).find(|other| other.name == clause.name)
            }
            _ => None,
        });
        match place {
            Some(place) => *place = clause,
            None => self.nothing("end clause", &clause.name.value, clause.name.span),
        }
    }

    fn remove(&mut self, part: &Name, name: Option<&Name>, of: Option<&Name>) {
        let before = self.items.len();
        let parts_before = self.n_parts();
        let wanted = |item: &Item| match (&item.kind, name) {
            _ if is_of(item, part.span) => false,
            (ItemKind::Site { names, .. }, Some(_)) if names.len() > 1 => false,
            (ItemKind::Setup { .. }, None) => part.value == "setup",
            (ItemKind::Afterwards(_), None) => part.value == "afterwards",
            (ItemKind::Ensure(_) | ItemKind::EnsureTurn(_), None) => part.value == "ensure",
            (ItemKind::Always(_), None) => part.value == "always",
            (ItemKind::PositionFormat { .. }, Some(name)) => part.value == "text" && name.value == "position",
            (ItemKind::End { .. }, None) => part.value == "end",
            (ItemKind::Turn { .. }, None) => part.value == "turn",
            (ItemKind::Text { language, .. }, Some(name)) => part.value == "text" && language == name,
            (kind, name) => keys(kind, &self.cases).iter().any(|(key, own)| {
                let named = name.is_none_or(|name| name == own);
                let case = of.is_none_or(|of| key.name == case_key(&own.value, &of.value));
                key.part == part.value && named && case
            }),
        };
        let gone: Vec<bool> = self.items.iter().map(wanted).collect();
        let mut gone = gone.into_iter();
        self.items.retain(|_| !gone.next().unwrap_or(false));
        // Of several in one declaration the others stay.
        for item in self.items.iter_mut().filter(|item| !is_of(item, part.span)) {
            match (&mut item.kind, name) {
                (ItemKind::End { clauses, .. }, Some(name)) if part.value == "end" => {
                    clauses.retain(|clause| clause.name != *name);
                }
                (ItemKind::Site { names, .. }, Some(name)) if part.value == "site" => {
                    names.retain(|site| site != name);
                }
                _ => {}
            }
        }
        self.inherited = self.inherited.saturating_sub(before - self.items.len());
        if before == self.items.len() && parts_before == self.n_parts() {
            let span = name.map_or(part.span, |name| of.map_or(name.span, |of| name.span.to(of.span)));
            let name = name.map_or("", |name| &name.value);
            self.nothing(&part.value, &of.map_or_else(|| name.to_string(), |of| case_key(name, &of.value)), span);
        }
    }

    /// How many clauses and sites there are.
    fn n_parts(&self) -> usize {
        let parts = self.items.iter().map(|item| match &item.kind {
            ItemKind::End { clauses, .. } => clauses.len(),
            ItemKind::Site { names, .. } => names.len(),
            _ => 0,
        });
        parts.sum()
    }

    /// Reports an override of nothing.
    fn nothing(&mut self, part: &str, name: &str, span: Span) {
        let shown = if name.is_empty() { format!("no {part}") } else { format!("no {part} `{name}`") };
        let mut diagnostic = Diagnostic::new(
            Code::OverrideNothing,
            format!("there is {shown} to override"),
            span,
            "not declared in the file that this one extends",
        );
        let (own, inherited): (Vec<&Item>, Vec<&Item>) = self.items.iter().partition(|item| is_of(item, span));
        let names = |items: &[&Item]| -> Vec<String> {
            items.iter().flat_map(|item| names_of(&item.kind, part, &self.cases)).collect()
        };
        let known = names(&inherited);
        if part != "text" && own.iter().any(|item| part_name(&item.kind) == part)
            || names(&own).iter().any(|own| own == name)
        {
            diagnostic = diagnostic.help("this file declares it itself: change it there");
        } else if let Some(near) = nearest(name, known.iter().map(String::as_str)) {
            diagnostic = diagnostic.help(format!("a {part} with a similar name exists: `{near}`"));
        }
        self.loading.diagnostics.push(diagnostic);
    }
}
