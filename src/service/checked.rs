//! What was found out about an open text.

use std::sync::{Arc, OnceLock};

use lsp_types::{
    Diagnostic as Told, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString,
    PublishDiagnosticsParams, Range,
};

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::review::{self, Measure};
use crate::rules::{Choices, Module, Rules};
use crate::source::{SourceId, SourceMap, Span};
use crate::syntax::ast::ItemKind;
use crate::syntax::parser::parse;

use super::documents::{Document, Lines, Open, uri_of};

/// The source of the text itself: it is read first.
pub const OWN: SourceId = SourceId(0);

/// What was found out about an open text, and all that it was read with.
#[derive(Debug)]
pub struct Checked {
    /// The texts of it and of what it extends and uses.
    pub sources: SourceMap,
    /// What it says, if it can be understood.
    pub module: Option<Module>,
    /// What is to be told of it.
    pub found: Vec<Diagnostic>,
    /// The rules with nothing chosen, once somebody has asked for them.
    rules: OnceLock<Option<Arc<Rules>>>,
}

impl Checked {
    /// Checks a text as far as that needs no play.
    pub fn new(document: &Document, loader: &Open<'_>) -> Self {
        let mut sources = SourceMap::default();
        let (module, mut found) = Module::from_text(loader, &document.name, &document.text, &mut sources);
        let is_sound = found.iter().all(|diagnostic| diagnostic.severity() < Severity::Error);
        let module = module.filter(|_| is_sound);
        if let Some(module) = &module {
            found.extend(review::check_within(module, &sources, None));
        }
        Self { sources, module, found, rules: OnceLock::new() }
    }

    /// The rules with nothing chosen; none if they cannot be had. They are made once for each version of the text.
    pub fn rules(&self) -> Option<&Arc<Rules>> {
        let made = || self.module.as_ref()?.rules(&Choices::default()).ok().map(Arc::new);
        self.rules.get_or_init(made).as_ref()
    }

    /// Looks at scenarios and play too.
    pub fn review(&mut self, halts: &dyn Fn() -> bool) {
        let Some(module) = &self.module else { return };
        let measure = Measure { time_is_up: halts, ..Measure::default() };
        self.found = review::check_within(module, &self.sources, Some(measure));
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
        let place = if own { diagnostic.primary.span } else { taken_over(document) };
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
        let lines = Lines::of(text);
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
