//! The editor service: what an editor asks about rule files while they are written, as the Language Server Protocol says it.
//!
//! The shell reads messages and gives them to a [`Service`], which answers at once; nothing here waits or prints. Texts are
//! checked when no further message is at hand, so that typing is never held up ([`Service::check_changed`]), and
//! scenarios and play are looked at when the editor is idle ([`Service::review_next`]).
//!
//! # Source
//! The Language Server Protocol, version 3.17, <https://microsoft.github.io/language-server-protocol>.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, PublishDiagnosticsParams,
    TextDocumentIdentifier, TextDocumentPositionParams, Uri,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::budget::Budget;
use crate::rules::loader::Loader;

mod abilities;
mod board;
mod checked;
mod complete;
mod documents;
mod hover;
mod lenses;
mod mend;
mod names;
mod outline;
mod pages;
mod questions;

pub use abilities::abilities;
pub use board::{BoardAnswer, BoardQuestion, METHOD as BOARD};
pub use questions::{COVER, CoverAnswer, WHY, WhyAnswer, WhyQuestion};

use checked::Checked;
use documents::{Document, Open};

/// What only the shell can do.
pub trait Files {
    /// What reads a file and those that it extends or uses.
    fn loader(&self, name: &str) -> Box<dyn Loader>;
    /// The other rule files in the folder of a file.
    fn beside(&self, name: &str) -> Vec<String>;
}

/// What was asked wrongly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is no such request.
    Unknown,
    /// The request is not what the protocol says.
    Malformed(String),
    /// It is understood, and cannot be done; the sentence is for people.
    Failed(String),
}

/// The editor service.
pub struct Service {
    files: Box<dyn Files>,
    documents: BTreeMap<String, Document>,
    /// What was found out about each open text.
    checked: BTreeMap<String, Checked>,
    /// Open texts that changed since they were checked.
    changed: BTreeSet<String>,
    /// What was found in texts that were checked because somebody asked about them, and is not told yet.
    untold: BTreeMap<String, PublishDiagnosticsParams>,
    /// Open texts whose scenarios and play were not looked at yet.
    unplayed: BTreeSet<String>,
}

impl std::fmt::Debug for Service {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Service").field("documents", &self.documents.keys()).finish_non_exhaustive()
    }
}

impl Service {
    /// A service with no open text.
    pub fn new(files: Box<dyn Files>) -> Self {
        Self {
            files,
            documents: BTreeMap::new(),
            checked: BTreeMap::new(),
            changed: BTreeSet::new(),
            untold: BTreeMap::new(),
            unplayed: BTreeSet::new(),
        }
    }

    /// Heeds a notification. What is not known is passed over, as the protocol asks.
    ///
    /// # Errors
    /// If it is not what the protocol says.
    pub fn notify(&mut self, method: &str, params: Value) -> Result<(), Refused> {
        match method {
            notification::DidOpenTextDocument::METHOD => {
                let DidOpenTextDocumentParams { text_document: text } = read(params)?;
                let document = Document::new(text.uri, text.version, text.text);
                self.touch(&document.name.clone());
                self.documents.insert(document.name.clone(), document);
            }
            notification::DidChangeTextDocument::METHOD => {
                let DidChangeTextDocumentParams { text_document: text, content_changes } = read(params)?;
                let name = documents::name_of(&text.uri);
                if let Some(document) = self.documents.get_mut(&name) {
                    document.change(text.version, content_changes);
                    self.touch(&name);
                }
            }
            notification::DidCloseTextDocument::METHOD => {
                let DidCloseTextDocumentParams { text_document } = read(params)?;
                let name = documents::name_of(&text_document.uri);
                self.touch(&name);
                self.documents.remove(&name);
                self.checked.remove(&name);
                self.changed.remove(&name);
                self.untold.remove(&name);
                self.unplayed.remove(&name);
            }
            notification::DidSaveTextDocument::METHOD => {
                let all: Vec<String> = self.documents.keys().cloned().collect();
                all.iter().for_each(|name| self.touch(name));
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes that a text is not what it was: it, and those that extend or use it, are checked again.
    fn touch(&mut self, name: &str) {
        let on_it = self.checked.iter().filter(|(_, checked)| checked.reads(name)).map(|(other, _)| other.clone());
        let all: BTreeSet<String> = on_it.chain([name.to_owned()]).collect();
        for name in all {
            self.untold.remove(&name);
            self.changed.insert(name.clone());
            self.unplayed.insert(name);
        }
    }

    /// Whether something is left to be looked at.
    pub fn is_busy(&self) -> bool {
        !self.changed.is_empty() || !self.untold.is_empty() || !self.unplayed.is_empty()
    }

    /// Checks the texts that changed, without playing, and tells what is wrong with them.
    pub fn check_changed(&mut self) -> Vec<PublishDiagnosticsParams> {
        std::iter::from_fn(|| self.check_next()).collect()
    }

    /// Checks one text that changed, and tells what is wrong with it; nothing if there is none. So whoever asks meanwhile
    /// waits for one text at most.
    pub fn check_next(&mut self) -> Option<PublishDiagnosticsParams> {
        if let Some((_, told)) = self.untold.pop_first() {
            return Some(told);
        }
        while let Some(name) = self.changed.pop_first() {
            let told = self.check(&name);
            if told.is_some() {
                return told;
            }
        }
        None
    }

    /// Gives every text the budget anew that all answers about it have together: nobody asks anything for now. Until
    /// then one text takes no more than that, so that it keeps nobody from asking about others for long.
    pub fn refill(&self) {
        self.checked.values().for_each(Checked::refill);
    }

    /// Lets go of what was found out about all texts, for instance because memory is scarce: it is found out again
    /// when somebody asks.
    pub fn forget(&mut self) {
        self.checked.clear();
    }

    fn check(&mut self, name: &str) -> Option<PublishDiagnosticsParams> {
        let document = self.documents.get(name)?;
        let loader = self.files.loader(name);
        let checked = Checked::new(document, &Open { disk: &*loader, documents: &self.documents });
        let told = checked.published(document);
        checked.rest();
        self.checked.insert(name.to_owned(), checked);
        Some(told)
    }

    /// Runs the scenarios of one text that was not played yet, plays it a little while `time_is_up` says no, and tells
    /// all that is wrong with it; nothing where `halts` says yes before it is done: it is taken up again later. All of it
    /// has the budget that is given, which can be called off; without one that of the text.
    pub fn review_next(
        &mut self,
        halts: &dyn Fn() -> bool,
        time_is_up: &dyn Fn() -> bool,
        budget: Option<&Budget>,
    ) -> Option<PublishDiagnosticsParams> {
        let name = self.unplayed.iter().find(|name| !self.changed.contains(*name))?.clone();
        if !self.checked.contains_key(&name) {
            self.check(&name);
        }
        let (document, checked) = (self.documents.get(&name)?, self.checked.get_mut(&name)?);
        checked.go_on();
        let found = checked.review(&|| halts() || time_is_up(), budget);
        checked.rest();
        if halts() {
            return None;
        }
        checked.found = found;
        self.unplayed.remove(&name);
        Some(checked.published(document))
    }

    /// The text and what is known of it, checked at once if it has changed.
    fn seen(&mut self, uri: &Uri) -> Result<(&Document, &Checked), Refused> {
        let name = documents::name_of(uri);
        if self.changed.remove(&name) || !self.checked.contains_key(&name) {
            // The editor is told of it in its turn.
            let told = self.check(&name);
            self.untold.extend(told.map(|told| (name.clone(), told)));
        }
        match (self.documents.get(&name), self.checked.get(&name)) {
            (Some(document), Some(checked)) => {
                checked.go_on();
                Ok((document, checked))
            }
            _ => Err(Refused::Failed(format!("`{name}` is not open"))),
        }
    }

    /// Answers a request.
    ///
    /// # Errors
    /// If there is no such request, if it is malformed, or if it cannot be done.
    pub fn answer(&mut self, method: &str, params: Value) -> Result<Value, Refused> {
        let answer = self.answered(method, params);
        self.checked.values().for_each(Checked::rest);
        answer
    }

    fn answered(&mut self, method: &str, params: Value) -> Result<Value, Refused> {
        match method {
            request::HoverRequest::METHOD => self.at(params, hover::hover),
            request::Completion::METHOD => self.at(params, complete::complete),
            request::GotoDefinition::METHOD => self.at(params, names::definition),
            request::References::METHOD => self.at(params, names::references),
            request::DocumentHighlightRequest::METHOD => self.at(params, names::highlights),
            request::PrepareRenameRequest::METHOD => self.at(params, names::rename_place),
            request::DocumentSymbolRequest::METHOD => self.whole(params, outline::symbols),
            request::FoldingRangeRequest::METHOD => self.whole(params, outline::folds),
            request::SemanticTokensFullRequest::METHOD => self.whole(params, outline::tokens),
            request::Formatting::METHOD => self.whole(params, mend::formatted),
            request::InlayHintRequest::METHOD => self.whole(params, hover::hints),
            request::CodeLensRequest::METHOD => self.whole(params, lenses::lenses),
            request::CodeActionRequest::METHOD => self.actions(params),
            request::Rename::METHOD => self.rename(params),
            request::ExecuteCommand::METHOD => self.command(params),
            BOARD => self.board(params),
            WHY => self.why(params),
            COVER => self.cover(params),
            _ => Err(Refused::Unknown),
        }
    }
}

impl Service {
    /// Answers what is asked of a place.
    fn at<T: Serialize>(
        &mut self,
        params: Value,
        ask: impl Fn(&Document, &Checked, usize) -> Option<T>,
    ) -> Result<Value, Refused> {
        let TextDocumentPositionParams { text_document, position } = read(params)?;
        let (document, checked) = self.seen(&text_document.uri)?;
        // Nothing is worked out any more until the texts that are asked about have their budgets anew.
        written(if checked.is_spent() { None } else { ask(document, checked, document.offset(position)) })
    }

    /// Answers what is asked of a whole text.
    fn whole<T: Serialize>(
        &mut self,
        params: Value,
        ask: impl Fn(&Document, &Checked) -> Option<T>,
    ) -> Result<Value, Refused> {
        let WholeText { text_document } = read(params)?;
        let (document, checked) = self.seen(&text_document.uri)?;
        written(if checked.is_spent() { None } else { ask(document, checked) })
    }
}

/// What all questions about a whole text have in common.
#[derive(Debug, Deserialize)]
struct WholeText {
    #[serde(rename = "textDocument")]
    text_document: TextDocumentIdentifier,
}

/// A value as the protocol says it.
///
/// # Errors
/// If it is another.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refused> {
    serde_json::from_value(params).map_err(|error| Refused::Malformed(error.to_string()))
}

/// A value for the editor.
fn written(value: impl Serialize) -> Result<Value, Refused> {
    serde_json::to_value(value).map_err(|error| Refused::Failed(error.to_string()))
}
