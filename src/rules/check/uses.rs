//! What the rules use of what the file declares: noted where a name gets its meaning, told when all is checked.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{ItemKind, Name};

use super::super::types::Set;
use super::Checker;
use super::meant::EndRow;

/// What has been used so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    /// Declared things by their keyword and name.
    named: BTreeSet<(&'static str, String)>,
    /// Variables whose value is asked for.
    pub(super) read: BTreeSet<usize>,
    /// Variables that get a value.
    set: BTreeSet<usize>,
    /// Kinds that are named as kinds, not as the cells where they stand: they may come on the board.
    as_kinds: BTreeSet<usize>,
    /// Kinds whose cells are asked for.
    as_cells: BTreeSet<usize>,
    /// Temporary names that are asked for, and the parameters of definitions that are, by their number.
    pub(super) temporaries: BTreeSet<usize>,
    pub(super) parameters: BTreeSet<(String, usize)>,
    /// Whether somebody asks for the drawn lines of the board.
    pub(super) lines: bool,
    /// Where a player acts and a row of the board is named by its end.
    pub(super) end_rows: Vec<EndRow>,
}

impl Uses {
    /// Notes the use of what a keyword declares.
    pub(super) fn note(&mut self, part: &'static str, name: &str) {
        if !self.has(part, name) {
            self.named.insert((part, name.to_string()));
        }
    }

    fn has(&self, part: &'static str, name: &str) -> bool {
        self.named.contains(&(part, name.to_string()))
    }

    /// Notes that a variable gets a value.
    pub(super) fn note_set(&mut self, variable: usize) {
        self.set.insert(variable);
    }

    /// Notes that the value of a variable is asked for.
    pub(super) fn note_read(&mut self, variable: usize) {
        self.read.insert(variable);
    }

    /// Notes that a kind is named as such.
    pub(super) fn note_kind(&mut self, kind: usize) {
        self.as_kinds.insert(kind);
    }

    /// Whether a sentence names the kind as that which goes.
    pub(super) fn is_subject(&self, kind: &str) -> bool {
        self.has("subject", kind)
    }

    /// Whether a kind is named as such, so that one may come on the board.
    pub(super) fn comes(&self, kind: usize) -> bool {
        self.as_kinds.contains(&kind)
    }

    /// Notes that the cells of a kind are asked for.
    pub(super) fn note_cells(&mut self, kind: usize) {
        self.as_cells.insert(kind);
    }
}

impl Checker<'_> {
    /// Says what nothing uses. What other files declare need not be used here.
    pub(super) fn unused(&mut self) {
        self.unused_names();
        self.one_sided_variables();
        self.idle_kinds();
    }

    /// Whether the file itself declares it.
    fn is_own(&self, name: &Name) -> bool {
        name.span.source == self.start.source
    }

    fn unused_names(&mut self) {
        let mut unused: Vec<(&str, &str, Span)> = Vec::new();
        for item in self.items {
            let (part, names): (&'static str, &[Name]) = match &item.kind {
                ItemKind::Option { name, .. } => ("option", std::slice::from_ref(name)),
                ItemKind::Terrain { name, .. } => ("terrain", std::slice::from_ref(name)),
                ItemKind::Table { name, .. } => ("table", std::slice::from_ref(name)),
                ItemKind::Action { name, .. } => ("action", std::slice::from_ref(name)),
                ItemKind::Movement { name, .. } => ("movement", std::slice::from_ref(name)),
                ItemKind::Site { names, .. } => ("site", names),
                _ => continue,
            };
            let is_unused = |name: &&Name| self.is_own(name) && !self.is_used(part, &name.value);
            unused.extend(names.iter().filter(is_unused).map(|name| (part, name.value.as_str(), name.span)));
        }
        for (part, name, span) in unused {
            let diagnostic =
                Diagnostic::new(Code::Unused, format!("nothing uses the {part} `{name}`"), span, "declared here")
                    .help("use it, or take the declaration away");
            self.report(diagnostic);
        }
    }

    /// Whether something uses a declaration; a site of each player also by its whole name.
    fn is_used(&self, part: &'static str, name: &str) -> bool {
        let whole = |player: &super::Player| format!("{name}-{}", player.name.to_lowercase());
        self.uses.has(part, name)
            || part == "site" && self.players.iter().any(|player| self.uses.has(part, &whole(player)))
    }

    /// A variable that is only set tells nobody anything; one that is only asked for never changes.
    fn one_sided_variables(&mut self) {
        let mut index = 0;
        let mut found = Vec::new();
        for item in self.items {
            let ItemKind::Remember(item) = &item.kind else { continue };
            let (is_read, is_set) = (self.uses.read.contains(&index), self.uses.set.contains(&index));
            index += 1;
            if !self.is_own(&item.name) || is_read && is_set {
                continue;
            }
            let (name, span) = (&item.name.value, item.name.span);
            found.push(match (is_read, is_set) {
                (false, false) => {
                    Diagnostic::new(Code::Unused, format!("nothing uses `{name}`"), span, "remembered here")
                        .help("use it, or take the declaration away")
                }
                (false, true) => Diagnostic::new(
                    Code::OneSided,
                    format!("`{name}` is set and never asked for"),
                    span,
                    "remembered here",
                )
                .help("no rule depends on it: was a condition forgotten?"),
                _ => Diagnostic::new(
                    Code::OneSided,
                    format!("`{name}` is asked for and never set"),
                    span,
                    "remembered here",
                )
                .help("it keeps its first value for ever: was a `set` or an `add` forgotten?")
                .help("what never changes is said with `define` or `table`"),
            });
        }
        found.into_iter().for_each(|diagnostic| self.report(diagnostic));
    }

    /// A kind that nothing names, that never comes on the board, or that stands there and takes no part.
    fn idle_kinds(&mut self) {
        let travels =
            || self.moves.iter().flat_map(|item| &item.sentences).filter_map(|sentence| sentence.travel.as_ref());
        let all_travel = self
            .moves
            .iter()
            .flat_map(|item| &item.sentences)
            .all(|sentence| sentence.travel.is_some() || sentence.picks.is_empty() && sentence.block.is_empty());
        let dropped: Set = travels().filter(|travel| travel.drops).flat_map(|travel| travel.kinds.iter()).collect();
        let moved: Set = travels().flat_map(|travel| travel.kinds.iter()).collect();
        let mut found = Vec::new();
        let items = self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Piece(piece) => Some(piece),
            _ => None,
        });
        for (index, piece) in items.enumerate() {
            let Some(kind) = self.kinds.get(index) else { continue };
            let captured = self.kinds.iter().any(|other| other.captured_as == Some(index));
            let comes = self.uses.as_kinds.contains(&index) || dropped.contains(index as u16) || captured;
            let is_asked = self.uses.as_cells.contains(&index) || self.uses.has("subject", &kind.name);
            let (name, span) = (&kind.name, piece.name.span);
            let told = match () {
                () if !self.is_own(&piece.name) => continue,
                () if !comes && !is_asked => {
                    Diagnostic::new(Code::Unused, format!("nothing uses the kind `{name}`"), span, "declared here")
                        .help("use it, or take the declaration away")
                }
                () if !comes => Diagnostic::new(
                    Code::IdleKind,
                    format!("no `{name}` ever comes on the board"),
                    span,
                    "declared here",
                )
                .help(format!("put it there in a set-up (`put {name} on …`), or let a move drop it")),
                () if !is_asked && !moved.contains(index as u16) && all_travel && !kind.neutral => Diagnostic::new(
                    Code::IdleKind,
                    format!("`{name}` takes no part: no move moves it and no rule asks for it"),
                    span,
                    "declared here",
                )
                .help(format!("say how it goes (`{name} steps …`); what only stands in the way may be `neutral`")),
                () => continue,
            };
            found.push(told);
        }
        found.into_iter().for_each(|diagnostic| self.report(diagnostic));
    }
}
