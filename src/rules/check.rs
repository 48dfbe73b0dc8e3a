//! From declarations to a checked model: names resolved, types inferred, options and players chosen.
//!
//! One `Checker` makes one [`Rules`] for one choice of options and players. [`Module::check`] makes them
//! for every option value and player count, so that nothing in a file stays unchecked.

use std::collections::{BTreeMap, BTreeSet};

use crate::budget::{Budget, Halt};
use crate::diagnostic::{Code, Diagnostic, Severity, keep_first, spent::spent};
use crate::source::{SourceMap, Span};
use crate::syntax::ast::{self, ItemKind, TestItem};
use crate::syntax::spelling;

use super::board::Board;
use super::look::Look;
use super::model::*;
use super::module::Module;
use super::types::{Domain, Type, Value};
use super::written::Format;

mod actions;
mod alike;
mod beside;
mod boards;
mod cases;
mod coerce;
mod cube;
mod declare;
mod drawn;
mod endless;
mod ends;
mod exprs;
mod facts;
pub(super) mod fingerprint;
mod functions;
mod jumps;
mod lints;
mod marked;
mod meant;
mod moves;
mod names;
mod never;
mod numbered;
mod operators;
mod options;
mod owned;
mod paths;
mod pictures;
mod piles;
mod properties;
mod ranges;
mod reading;
mod scenario;
mod several;
mod shadows;
mod singles;
mod slips;
mod statements;
mod strangers;
mod takings;
mod templates;
mod text;
mod travels;
mod turns;
mod twofold;
mod uses;
mod variables;
mod written;
mod written_rows;

pub use names::{RELATIVE, is_built_in};
pub use options::{Choices, OptionDeclaration};
pub use paths::betza_paths;
pub use scenario::{Line, Setting};

/// What is worth telling only if it is so for every option and every number of players.
const IN_EVERY_CHOICE: [Code; 5] = [Code::Unused, Code::OneSided, Code::IdleKind, Code::Impossible, Code::Unmeant];

/// The glances at the budget between two looks.
const GLANCES: u32 = 64;

/// A name that a statement or a parameter binds.
#[derive(Clone, Debug)]
struct Binding {
    name: String,
    place: ExprKind,
    ty: Type,
}

/// A definition as it is declared.
#[derive(Clone, Debug)]
struct Definition<'a> {
    params: Vec<String>,
    body: &'a ast::Expr,
    /// For definitions by case: the body of each member that has one of its own.
    cases: Vec<(usize, &'a ast::Expr)>,
    /// What the cases are members of: players, kinds or values; none if there are no cases.
    by: Option<Domain>,
    /// Whether `body` is meant for everything that has no body of its own.
    general: bool,
    span: Span,
    used: bool,
}

/// Where a statement stands: what it may do there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scene {
    /// Set-up: Chance may decide.
    Setup,
    /// A turn: the mover and Chance decide.
    Turn,
    /// A move: `pick` and `ensure`.
    Move,
}

/// What a [`Checker`] works for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// To tell all that there is to say; the rules are looked at and not played.
    Tell,
    /// To have rules that can be played: what is only probably not meant is not looked for.
    Play,
}

/// Makes one [`Rules`].
struct Checker<'a> {
    purpose: Purpose,
    items: &'a [ast::Item],
    parents: &'a [String],
    start: Span,
    /// The texts, for patches that move their words.
    texts: &'a SourceMap,
    budget: &'a Budget,
    /// How often it was glanced at.
    glances: u32,
    /// How many diagnostics there were when it was spent.
    cut: Option<usize>,
    diagnostics: Vec<Diagnostic>,
    options: Vec<options::Chosen>,
    board: Board,
    look: Look,
    players: Vec<Player>,
    kinds: Vec<Kind>,
    types: Vec<TypeModel>,
    terrains: Vec<Terrain>,
    /// The type that holds the values of each terrain.
    terrain_types: Vec<usize>,
    variables: Vec<Variable>,
    tables: Vec<Table>,
    table_types: Vec<(Domain, Type)>,
    tiles: Vec<Tile>,
    tile_sets: Vec<declare::TileSet>,
    player_sites: BTreeMap<String, Vec<u16>>,
    definitions: BTreeMap<String, Definition<'a>>,
    actions: BTreeMap<String, (&'a [ast::Name], &'a [ast::Statement])>,
    movements: BTreeMap<String, &'a [(ast::Path, Option<ast::Expr>)]>,
    functions: Vec<Function>,
    instances: Vec<functions::Instance>,
    /// How many steps each definition takes, and the expression that is being checked.
    weights: Vec<u64>,
    work: u64,
    /// How many statements there are so far, those of an action counted wherever it is done.
    n_statements: usize,
    /// The same for the legs of paths and movements.
    n_legs: usize,
    in_progress: Vec<String>,
    moves: Vec<Move>,
    move_names: Vec<String>,
    chosen_moves: BTreeSet<usize>,
    counters: Vec<Counter>,
    formats: Vec<Format>,
    code: Vec<Instruction>,
    scope: Vec<Binding>,
    /// Names that moves bind, which the turn may ask afterwards.
    move_bindings: Vec<Binding>,
    n_kept: usize,
    n_temporary: usize,
    facts: Vec<facts::Fact>,
    singles: singles::Singles,
    /// Whether `my` means anybody here.
    has_me: bool,
    /// Whether each player is meant by `my` in turn, in a condition of an end.
    each_player: bool,
    /// Whether nobody has the turn yet.
    in_setup: bool,
    /// Whether an expression is only tried, so that nothing is asked about its readings.
    trying: bool,
    /// The chain of operators that was looked at last.
    chain: Option<(Span, twofold::Level)>,
    scene: Scene,
    asks_repetition: bool,
    asks_unmoved: bool,
    asks_count: bool,
    /// Whether `turns` was asked since this was set to no.
    asks_turns: bool,
    /// Whether the question is asked where a turn has just ended.
    turn_is_over: bool,
    attributes: usize,
    values: usize,
    uses: uses::Uses,
    /// What is rolled, by the kept name that holds it.
    rolled: Vec<(usize, ast::Name)>,
}

impl Module {
    /// The rules for one choice of options and players.
    ///
    /// # Errors
    /// With all that is wrong, warnings included, if any of it is an error.
    pub fn rules(&self, choices: &Choices) -> Result<Rules, Vec<Diagnostic>> {
        let mut checker = Checker::new(self, Purpose::Play);
        let rules = checker.rules(choices, |_| ());
        let (rules, diagnostics) = checker.finished(rules);
        rules.ok_or(diagnostics)
    }

    /// The rules, if they and the scenarios with these choices are sound, and all that there is to say about both.
    fn examined(&self, choices: &Choices, tests: &[&TestItem]) -> (Option<Rules>, Vec<Diagnostic>) {
        let mut checker = Checker::new(self, Purpose::Tell);
        let rules = checker.rules(choices, |checker| checker.scenarios(tests));
        if let Some(rules) = &rules {
            checker.unasked_rolls(rules);
        }
        checker.finished(rules)
    }

    /// All that there is to say about the file, over every value of every option and every number of players.
    pub fn check(&self) -> Vec<Diagnostic> {
        let mut all = Vec::new();
        let mut unused: Option<Vec<Diagnostic>> = None;
        let (mut digests, compares) = (Vec::new(), self.has_few_values());
        let mut scenarios = self.scenarios_by_choice(&mut all);
        for choices in self.every_choice().into_iter().take_while(|_| !self.budget.look()) {
            let tests = scenarios.iter().position(|(own, _)| *own == choices).map(|at| scenarios.swap_remove(at).1);
            let (rules, diagnostics) = self.examined(&choices, &tests.unwrap_or_default());
            if let Some(mut rules) = rules.filter(|_| compares) {
                digests.push((choices, alike::digest(&mut rules)));
            }
            let (warnings, rest): (Vec<_>, Vec<_>) =
                diagnostics.into_iter().partition(|diagnostic| IN_EVERY_CHOICE.contains(&diagnostic.code));
            // A name is unused if no choice uses it.
            unused = Some(match unused {
                None => warnings,
                Some(before) => before.into_iter().filter(|warning| warnings.contains(warning)).collect(),
            });
            all.extend(rest);
            tidy(&mut all);
        }
        let sound = all.iter().all(|found| found.severity() < Severity::Error);
        if sound && unused.as_ref().is_some_and(|unused| unused.iter().all(|found| found.code != Code::Unused)) {
            all.extend(self.values_alike(&digests));
        }
        all.extend(unused.unwrap_or_default());
        for (choices, tests) in scenarios.into_iter().take_while(|_| !self.budget.is_called()) {
            all.extend(self.faults_of_scenarios(&choices, &tests));
        }
        all.extend(self.lookalikes());
        all.extend(spent(&self.budget));
        tidy(&mut all);
        all
    }

    /// Names of the file, or of what it takes over, that are not what they seem.
    fn lookalikes(&self) -> Vec<Diagnostic> {
        let items = self.items.iter().map(|item| item.span.span.source);
        let files: BTreeSet<_> = items.chain([self.start.source]).collect();
        let texts =
            files.into_iter().filter_map(|file| Some((file, &*self.texts.files().get(usize::from(file.0))?.text)));
        spelling::lookalikes(texts)
    }
}

/// Sorts by place and leaves one of each, and no more than anybody reads.
fn tidy(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by_key(|diagnostic| (diagnostic.primary.span, diagnostic.code));
    diagnostics.dedup_by(|a, b| a.code == b.code && a.primary.span == b.primary.span && a.message == b.message);
    keep_first(diagnostics);
}

impl<'a> Checker<'a> {
    fn new(module: &'a Module, purpose: Purpose) -> Self {
        Checker {
            purpose,
            items: &module.items,
            parents: &module.parents,
            start: module.start,
            texts: &module.texts,
            budget: &module.budget,
            glances: 0,
            cut: None,
            diagnostics: Vec::new(),
            options: Vec::new(),
            board: boards::nothing(),
            look: Look::default(),
            players: Vec::new(),
            kinds: Vec::new(),
            types: Vec::new(),
            terrains: Vec::new(),
            terrain_types: Vec::new(),
            variables: Vec::new(),
            tables: Vec::new(),
            table_types: Vec::new(),
            tiles: Vec::new(),
            tile_sets: Vec::new(),
            player_sites: BTreeMap::new(),
            definitions: BTreeMap::new(),
            actions: BTreeMap::new(),
            movements: BTreeMap::new(),
            functions: Vec::new(),
            instances: Vec::new(),
            weights: Vec::new(),
            work: 0,
            n_statements: 0,
            n_legs: 0,
            in_progress: Vec::new(),
            moves: Vec::new(),
            move_names: Vec::new(),
            chosen_moves: BTreeSet::new(),
            counters: Vec::new(),
            formats: Vec::new(),
            code: Vec::new(),
            scope: Vec::new(),
            move_bindings: Vec::new(),
            n_kept: journey::COUNT,
            n_temporary: 0,
            facts: Vec::new(),
            singles: singles::Singles::default(),
            has_me: false,
            each_player: false,
            in_setup: false,
            trying: false,
            chain: None,
            scene: Scene::Setup,
            asks_repetition: false,
            asks_unmoved: false,
            asks_count: false,
            asks_turns: false,
            turn_is_over: false,
            attributes: 0,
            values: 0,
            uses: uses::Uses::default(),
            rolled: Vec::new(),
        }
    }

    /// The model; the order matters, because each step needs the names of those before. `lines` may check
    /// more while all names are known.
    fn rules(&mut self, choices: &Choices, lines: impl FnOnce(&mut Self)) -> Option<Rules> {
        self.declare_options(choices);
        self.declare_types();
        self.declare_players(choices);
        self.declare_board()?;
        self.declare_kinds();
        self.declare_rest();
        self.seat_players();
        self.first_values();
        let afterwards = self.file_afterwards();
        let ensures = self.file_ensures();
        self.declare_moves();
        self.check_travels();
        self.compile_setup();
        let first_turn = self.code.len();
        let phases = self.compile_turns();
        let ends = self.ends();
        self.look.rounds = ends::last_round(&ends);
        self.words();
        self.look.board.marked.get_or_insert_with(|| marked::asked_for(&ends, &self.functions, &self.board));
        self.notations();
        let turn_ensures = self.turn_ensures();
        self.check_after_moves((&afterwards, &ensures), (&ends, &turn_ensures), first_turn);
        self.check_taken_after((&afterwards, &ensures), &ends, first_turn);
        self.check_forgotten(&ends, &phases, first_turn);
        let laws = self.laws();
        self.formats = self.formats();
        self.end_rows();
        self.lint(&ends, &afterwards, &phases);
        // What scenarios ask for is not used by the rules, and lies behind all that was looked for.
        lines(self);
        let captured = self.captured();
        Some(Rules {
            fingerprint: if self.purpose == Purpose::Play { self.fingerprint() } else { String::new() },
            parents: self.parents.to_vec(),
            options: self.options.iter().map(|option| (option.name.clone(), option.text.clone())).collect(),
            board: std::mem::replace(&mut self.board, boards::nothing()),
            look: std::mem::take(&mut self.look),
            players: std::mem::take(&mut self.players),
            kinds: std::mem::take(&mut self.kinds),
            types: std::mem::take(&mut self.types),
            terrains: std::mem::take(&mut self.terrains),
            variables: std::mem::take(&mut self.variables),
            tables: std::mem::take(&mut self.tables),
            tiles: std::mem::take(&mut self.tiles),
            functions: std::mem::take(&mut self.functions),
            moves: std::mem::take(&mut self.moves),
            code: std::mem::take(&mut self.code),
            phases,
            ends,
            afterwards,
            ensures,
            turn_ensures,
            counters: std::mem::take(&mut self.counters),
            formats: std::mem::take(&mut self.formats),
            laws,
            n_kept: self.n_kept,
            n_temporary: self.n_temporary,
            captured,
            asks_repetition: self.asks_repetition,
            asks_unmoved: self.asks_unmoved,
            limit: self.limit(),
            budget: self.budget.clone(),
        })
    }

    /// The rules, if no error was found, and what was found in order. What was found after the budget was spent means
    /// nothing.
    fn finished(mut self, rules: Option<Rules>) -> (Option<Rules>, Vec<Diagnostic>) {
        if let Some(before) = self.cut.or_else(|| self.budget.look().then_some(self.diagnostics.len())) {
            self.diagnostics.truncate(before);
            self.diagnostics.extend(spent(self.budget));
            tidy(&mut self.diagnostics);
            return (None, self.diagnostics);
        }
        tidy(&mut self.diagnostics);
        let sound = self.diagnostics.iter().all(|diagnostic| diagnostic.severity() < Severity::Error);
        (rules.filter(|_| sound), self.diagnostics)
    }

    /// Whether the budget is spent, so that nothing is worked out any more. A glance, and now and then a look.
    fn is_cut(&mut self, place: Span) -> bool {
        self.glances = self.glances.wrapping_add(1);
        let is_cut =
            if self.glances.is_multiple_of(GLANCES) { self.budget.look_at(place) } else { self.budget.is_called() };
        if is_cut && self.cut.is_none() {
            self.cut = Some(self.diagnostics.len());
        }
        is_cut
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, code: Code, message: impl Into<String>, span: Span, label: impl Into<String>) {
        self.report(Diagnostic::new(code, message, span, label));
    }

    /// A new name kept in the position.
    fn keep(&mut self, name: &str, ty: Type) -> usize {
        let slot = self.n_kept;
        self.n_kept += 1;
        self.scope.push(Binding { name: name.to_string(), place: ExprKind::Kept(slot), ty });
        slot
    }

    /// A new name that lives inside an expression.
    fn temporary(&mut self, name: &str, ty: Type) -> usize {
        let slot = self.n_temporary;
        self.n_temporary += 1;
        self.scope.push(Binding { name: name.to_string(), place: ExprKind::Temporary(slot), ty });
        slot
    }

    /// The number of members of a domain.
    fn size(&self, domain: Domain) -> usize {
        match domain {
            Domain::Cell => self.board.n_cells(),
            Domain::Direction => self.board.directions.len(),
            Domain::Player => self.players.len(),
            Domain::Kind => self.kinds.len(),
            Domain::Number => 1024,
            Domain::Type(index) => self.types.get(index).map_or(0, |model| model.values.len()),
        }
    }

    /// A constant.
    fn constant(&self, value: Value, ty: Type, span: Span) -> Expr {
        Expr { kind: ExprKind::Constant(value), ty, span }
    }

    /// What stands for an expression that was reported as wrong.
    fn unknown(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::Constant(Value::NONE), ty: Type::Unknown, span }
    }

    /// The declarations of one kind.
    fn each_item<T: 'a>(&self, select: impl Fn(&'a ItemKind) -> Option<T>) -> Vec<T> {
        let items: &'a [ast::Item] = self.items;
        items.iter().filter_map(|item| select(&item.kind)).collect()
    }
}
