//! What was found out about an open text.

use std::sync::{Arc, OnceLock};

use lsp_types::{
    Diagnostic as Told, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString,
    PublishDiagnosticsParams, Range,
};

use crate::budget::Budget;
use crate::diagnostic::spent::spent;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::review::{self, Measure};
use crate::rules::module::Standing;
use crate::rules::{Choices, Module, Rules};
use crate::source::{SourceId, SourceMap, Span};
use crate::syntax::ast::{Item, ItemKind, TestItem};
use crate::syntax::parser::mentions::Outline;
use crate::syntax::parser::parse;
use crate::why::LeftOut;

use super::documents::{Document, Lines, Open, uri_of};

/// The source of the text itself: it is read first.
pub const OWN: SourceId = SourceId(0);

/// What was found out about an open text, and all that it was read with.
#[derive(Debug)]
pub struct Checked {
    /// The texts of it and of what it extends and uses.
    pub sources: SourceMap,
    /// What it says, as far as it can be read.
    module: Module,
    /// Whether all of it can be read.
    is_read: bool,
    /// What is to be told of it.
    pub found: Vec<Diagnostic>,
    /// The names and declarations of each text, once somebody has asked for them.
    outlines: Vec<OnceLock<Outline>>,
    /// What stands of it with nothing chosen, once somebody has asked for it, or why nothing does.
    standing: OnceLock<Result<Standing, String>>,
    /// The rules with nothing chosen, once somebody has asked for them.
    rules: OnceLock<Option<Arc<Rules>>>,
    /// What reading it and all answers about it may take.
    budget: Budget,
    /// Where the lines of the files begin, once somebody has asked.
    lines: OnceLock<Vec<Lines>>,
    /// Where the text names the file that it extends or uses, once somebody has asked.
    taken_over: OnceLock<Span>,
}

impl Checked {
    /// Checks a text as far as that needs no play.
    pub fn new(document: &Document, loader: &Open<'_>) -> Self {
        let mut sources = SourceMap::default();
        let (module, mut found) = Module::from_text(loader, &document.name, &document.text, &mut sources);
        let module = module.unwrap_or_default();
        let budget = module.budget.clone();
        let is_read = found.iter().all(|diagnostic| diagnostic.severity() < Severity::Error);
        if is_read {
            found.extend(review::check_within(&module, &sources, None));
        }
        let outlines = sources.files().iter().map(|_| OnceLock::new()).collect();
        let (standing, rules, lines, taken_over) = Default::default();
        Self { sources, module, is_read, found, outlines, standing, rules, budget, lines, taken_over }
    }

    /// What stands of it with nothing chosen. It is worked out once for each version of the text.
    ///
    /// # Errors
    /// With the reason for which nothing stands, in words.
    pub fn standing(&self) -> Result<&Standing, String> {
        let worked_out = || {
            if self.is_whole() {
                return Ok(Standing { module: self.module.clone(), left_out: Vec::new() });
            }
            // What was found by checking is found again: only what could not be read is not.
            let unread = if self.is_read { &[][..] } else { &self.found };
            let why = |found: Box<Diagnostic>| [vec![found.message], found.help].concat().join("\n");
            self.module.standing(unread, &[Choices::default()]).map_err(why)
        };
        if self.standing.get().is_none() {
            let worked_out = worked_out();
            // What was cut is worked out again, when there is a budget again.
            if let Some(spent) = self.spent() {
                return Err(spent);
            }
            let _ = self.standing.set(worked_out);
        }
        let none = || Err(String::new());
        self.standing.get().map_or_else(none, |standing| standing.as_ref().map_err(String::clone))
    }

    /// What was left out of what stands, as text for people; empty if nothing was.
    pub fn left_out(&self) -> String {
        self.standing().map_or_else(
            |_| String::new(),
            |standing| LeftOut::text(&LeftOut::all(&standing.left_out, &self.sources), ""),
        )
    }

    /// Whether all of it stands.
    pub fn is_whole(&self) -> bool {
        self.is_read
            && self.found.iter().all(|found| found.severity() < Severity::Error || found.code == Code::Scenario)
    }

    /// The names and declarations of the text itself.
    pub fn own(&self) -> &Outline {
        self.outline(0)
    }

    /// Those of all texts, the text itself first.
    pub fn outlines(&self) -> impl Iterator<Item = (SourceId, &str, &Outline)> {
        let files = self.sources.files().iter().enumerate();
        files.map(|(index, file)| (SourceId(index as u16), file.name.as_str(), self.outline(index)))
    }

    fn outline(&self, index: usize) -> &Outline {
        self.outlines[index].get_or_init(|| Outline::of(&self.sources.files()[index].text))
    }

    /// The declarations of the text itself that could be read.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.module.items.iter().filter(|item| item.span.span.source == OWN)
    }

    /// The scenarios of the text itself.
    pub fn scenarios(&self) -> &[TestItem] {
        &self.module.tests
    }

    /// Stops the clock: nobody asks about it for now.
    pub fn rest(&self) {
        self.budget.rest();
    }

    /// Lets the clock run again, for an answer.
    pub fn go_on(&self) {
        self.budget.go_on();
    }

    /// Gives it as much as at the beginning. What was cut before stays cut.
    pub fn refill(&self) {
        self.budget.begin_anew();
    }

    /// Whether its budget is spent.
    pub fn is_spent(&self) -> bool {
        self.budget.look()
    }

    /// What of its budget is spent, in words, with the line that cost most; nothing as long as nothing is.
    pub fn spent(&self) -> Option<String> {
        let spent = spent(&self.budget)?;
        let place = self.location(spent.primary.span).filter(|_| spent.primary.span != Span::default());
        let line = place.map(|place| format!(", most of it on line {}", place.range.start.line + 1));
        Some(format!("{}{}", spent.message, line.unwrap_or_default()))
    }

    /// The rules with nothing chosen; none if they cannot be had. They are made once for each version of the text.
    pub fn rules(&self) -> Option<&Arc<Rules>> {
        let made = || self.standing().ok()?.module.rules(&Choices::default()).ok().map(Arc::new);
        self.rules.get_or_init(made).as_ref()
    }

    /// Looks at scenarios and play too, under a budget of their own if there is one, and tells all that was found.
    pub fn review(&self, halts: &dyn Fn() -> bool, budget: Option<&Budget>) -> Vec<Diagnostic> {
        if !self.is_read {
            return self.found.clone();
        }
        let measure = Some(Measure { time_is_up: halts, ..Measure::default() });
        match budget {
            Some(budget) => review::check_within(&self.module.under(budget), &self.sources, measure),
            None => review::check_within(&self.module, &self.sources, measure),
        }
    }

    /// Whether it extends or uses a file.
    pub fn reads(&self, name: &str) -> bool {
        self.sources.files().iter().skip(1).any(|file| file.name == name)
    }

    /// The file of a place: its name and text.
    pub fn file(&self, source: SourceId) -> Option<(&str, &str)> {
        self.sources.files().get(usize::from(source.0)).map(|file| (file.name.as_str(), &*file.text))
    }

    /// What the editor is told.
    pub fn published(&self, document: &Document) -> PublishDiagnosticsParams {
        let told = self.found.iter().map(|diagnostic| self.told(document, diagnostic)).collect();
        PublishDiagnosticsParams::new(document.uri.clone(), told, Some(document.version))
    }

    /// A diagnostic for the editor. What is wrong in another file is told where this one takes it over.
    pub fn told(&self, document: &Document, diagnostic: &Diagnostic) -> Told {
        let own = diagnostic.primary.span.source == OWN;
        let taken_over = || *self.taken_over.get_or_init(|| taken_over(document));
        let place = if own { diagnostic.primary.span } else { taken_over() };
        let mut message = diagnostic.message.clone();
        if !own && let Some((file, _)) = self.file(diagnostic.primary.span.source) {
            message = format!("in `{file}`: {message}");
        }
        for help in &diagnostic.help {
            message.push_str("\nhelp: ");
            message.push_str(help);
        }
        let remarks: Vec<_> =
            diagnostic.labels.iter().filter_map(|label| self.remark(label.span, &label.text)).collect();
        Told {
            range: document.range(place.start as usize, place.end as usize),
            severity: Some(match diagnostic.severity() {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(diagnostic.code.as_str().to_owned())),
            code_description: None,
            source: Some("merel".to_owned()),
            message,
            related_information: (!remarks.is_empty()).then_some(remarks),
            tags: (diagnostic.code == Code::Unused).then(|| vec![DiagnosticTag::UNNECESSARY]),
            data: None,
        }
    }

    fn remark(&self, span: Span, text: &str) -> Option<DiagnosticRelatedInformation> {
        let location = self.location(span)?;
        let message = if text.is_empty() { "see here" } else { text };
        Some(DiagnosticRelatedInformation { location, message: message.to_owned() })
    }

    /// A place for the editor; none if its file has no address.
    pub fn location(&self, span: Span) -> Option<Location> {
        let (name, text) = self.file(span.source)?;
        let made = || self.sources.files().iter().map(|file| Lines::of(&file.text)).collect();
        let lines: &Lines = self.lines.get_or_init(made).get(usize::from(span.source.0))?;
        let at = |offset: u32| lines.position(text, offset as usize);
        Some(Location::new(uri_of(name)?, Range::new(at(span.start), at(span.end))))
    }
}

/// Where a text names the file that it extends or uses; its beginning if it does not.
fn taken_over(document: &Document) -> Span {
    let file = parse(OWN, &document.text).file;
    let named = file.items.iter().find_map(|item| match &item.kind {
        ItemKind::Game { extends: Some(path), .. } | ItemKind::Use(path) => Some(path.span),
        _ => None,
    });
    named.unwrap_or(Span::new(OWN, 0, 0))
}
