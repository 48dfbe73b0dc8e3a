//! What a single name means: what the file declares comes before what the language gives.

use crate::diagnostic::{Code, Diagnostic, nearest::nearest};
use crate::rules::board::DirectionId;
use crate::source::Span;
use crate::syntax::ast::{self, Name};

use super::super::types::{Domain, Set, Type, Value};
use super::exprs::{MANY, made, union, union_of};
use super::singles::first_of;
use super::strangers::{board_reaches, bound_behind, called_here};
use super::{Checker, Expr, ExprKind, Owner, journey};
use crate::rules::model::Holder;

/// The words for cells, players and numbers that every game has.
const BUILT_IN: [&str; 30] = [
    "mover",
    "next",
    "living",
    "opponent",
    "everyone",
    "cells",
    "grid",
    "nowhere",
    "empty",
    "occupied",
    "pieces",
    "mine",
    "enemies",
    "unmoved",
    "surrounded",
    "attacked",
    "stuck",
    "turns",
    "rounds",
    "player-count",
    "none",
    "origin",
    "landing",
    "way",
    "passed",
    "jumped",
    "taken",
    "starter",
    "directions",
    "players",
];

/// Whether a name means something in every game: a cell set, a player, a number or a property that the language gives.
pub fn is_built_in(name: &str) -> bool {
    BUILT_IN.contains(&name) || RELATIVE.contains(&name) || super::properties::BUILT_IN.contains(&name)
}

impl Checker<'_> {
    pub(super) fn name(&mut self, name: &str, span: Span, want: Option<Domain>) -> Expr {
        if let Some(binding) = self.scope.iter().rev().find(|binding| binding.name == name) {
            if let ExprKind::Temporary(slot) = binding.place {
                self.uses.temporaries.insert(slot);
            }
            return made(binding.place.clone(), binding.ty, span);
        }
        if let Some(expr) = self.declared_name(name, span, want) {
            return expr;
        }
        if let Some(expr) = self.built_in_name(name, span) {
            return expr;
        }
        if let Some(expr) = self.board_name(name, span) {
            return expr;
        }
        if let Some(binding) = self.move_bindings.iter().rev().find(|binding| binding.name == name)
            && self.scene == super::Scene::Turn
        {
            return made(binding.place.clone(), binding.ty, span);
        }
        self.no_such_name(name, span, want)
    }

    /// Whether the file itself declares the name.
    pub(super) fn is_declared(&mut self, name: &str) -> bool {
        // A definition is not worked out for this: its faults are told where it is used.
        if self.definitions.contains_key(name) {
            return true;
        }
        let before = self.diagnostics.len();
        let found = self.scope.iter().any(|binding| binding.name == name)
            || self.declared_name(name, Span::default(), None).is_some();
        self.diagnostics.truncate(before);
        found
    }

    fn declared_name(&mut self, name: &str, span: Span, want: Option<Domain>) -> Option<Expr> {
        if let Some(Domain::Type(index)) = want
            && let Some(expr) = self.value_of(index, name, span)
        {
            return Some(expr);
        }
        if let Some(option) = self.options.iter().find(|option| option.name == name) {
            let (ty, text) = (option.ty, option.text.clone());
            self.uses.note("option", name);
            return Some(self.option_value(ty, &text, span));
        }
        if self.definitions.contains_key(name) {
            return Some(self.use_definition(name, Vec::new(), span));
        }
        if let Some(index) = self.variables.iter().position(|variable| variable.name == name) {
            self.uses.note_read(index);
            return Some(self.bare_variable(index, span));
        }
        if let Some(index) = self.player_named(name) {
            return Some(self.constant(Value::One(Some(index as u16)), Type::One(Domain::Player), span));
        }
        if let Some(index) = self.kinds.iter().position(|kind| kind.plural == name && kind.name != name) {
            self.uses.note_cells(index);
            return Some(self.pieces([index as u16].into_iter().collect(), Owner::Any, span));
        }
        if let Some(index) = self.kinds.iter().position(|kind| kind.name == name) {
            self.uses.note_kind(index);
            let same = self.kinds[index].plural == name;
            return Some(match same && want != Some(Domain::Kind) {
                true => self.pieces([index as u16].into_iter().collect(), Owner::Any, span),
                false => self.constant(Value::One(Some(index as u16)), Type::One(Domain::Kind), span),
            });
        }
        self.declared_value(name, span)
    }

    /// A value of a terrain (its cells), of a type, or a type as the set of its values.
    fn declared_value(&mut self, name: &str, span: Span) -> Option<Expr> {
        for terrain in 0..self.terrains.len() {
            if self.terrains[terrain].values.iter().any(|value| value == name) {
                let of = self.terrains[terrain].name.clone();
                self.uses.note("terrain", &of);
                let value = self.value_of(self.terrain_types[terrain], name, span)?;
                let kind = ExprKind::OnTerrain(terrain, Box::new(value));
                return Some(made(kind, Type::Set(Domain::Cell), span));
            }
        }
        let options: Vec<usize> = self.options.iter().map(|option| option.ty).collect();
        for index in
            (0..self.types.len()).filter(|index| !options.contains(index) && !self.terrain_types.contains(index))
        {
            if let Some(value) = self.value_of(index, name, span) {
                return Some(value);
            }
        }
        if let Some((low, high)) = self.number_type(name) {
            let all: Set = (low..=high).map(|number| number as u16).collect();
            return Some(self.constant(Value::Set(all), Type::Set(Domain::Number), span));
        }
        let index = self.types.iter().position(|model| model.name == name)?;
        let all = Set::below(self.types[index].values.len());
        Some(self.constant(Value::Set(all), Type::Set(Domain::Type(index)), span))
    }

    fn value_of(&self, ty: usize, name: &str, span: Span) -> Option<Expr> {
        let value = self.types.get(ty)?.values.iter().position(|value| value == name)?;
        Some(self.constant(Value::One(Some(value as u16)), Type::One(Domain::Type(ty)), span))
    }

    fn option_value(&self, ty: usize, text: &str, span: Span) -> Expr {
        if let Ok(number) = text.parse::<i64>() {
            return self.constant(Value::Number(number), Type::Number(number, number), span);
        }
        match text {
            "yes" | "no" => self.constant(Value::Truth(text == "yes"), Type::Truth, span),
            _ => {
                let value = self.types[ty].values.iter().position(|value| value == text);
                self.constant(Value::One(value.map(|value| value as u16)), Type::One(Domain::Type(ty)), span)
            }
        }
    }

    fn bare_variable(&mut self, index: usize, span: Span) -> Expr {
        let variable = &self.variables[index];
        match (variable.holder, variable.ty) {
            (Holder::Game, ty) => made(ExprKind::Variable(index, None), ty, span),
            (Holder::Piece | Holder::Each(Domain::Cell), Type::Truth) => {
                made(ExprKind::WhereYes(index), Type::Set(Domain::Cell), span)
            }
            (Holder::Each(domain), Type::Truth) => made(ExprKind::WhereYes(index), Type::Set(domain), span),
            (holder, _) => {
                let name = variable.name.clone();
                let whose = if holder == Holder::Each(Domain::Player) {
                    format!("`my {name}` or `{name} of …`")
                } else {
                    format!("`{name} of …`")
                };
                let diagnostic = Diagnostic::new(Code::WrongType, format!("there are many `{name}`"), span, "whose?")
                    .help(format!("write {whose}"));
                self.report(diagnostic);
                self.unknown(span)
            }
        }
    }

    /// These directions of the board.
    pub(super) fn fixed_directions(&self, ways: &[DirectionId], span: Span) -> Expr {
        let set = ways.iter().map(|way| u16::from(way.0)).collect();
        self.constant(Value::Set(set), Type::Set(Domain::Direction), span)
    }

    /// The cells of pieces of some kinds and owners.
    pub(super) fn pieces(&self, kinds: Set, owner: Owner, span: Span) -> Expr {
        made(ExprKind::Pieces(kinds, owner), Type::Set(Domain::Cell), span)
    }

    pub(super) fn all_kinds(&self) -> Set {
        Set::below(self.kinds.len())
    }

    /// The opponents of a player, as a set.
    pub(super) fn enemies_of(&self, player: Expr, span: Span) -> Expr {
        made(ExprKind::Enemies(Box::new(player)), Type::Set(Domain::Player), span)
    }

    fn built_in_name(&mut self, name: &str, span: Span) -> Option<Expr> {
        let cells = Type::Set(Domain::Cell);
        let cell = Type::One(Domain::Cell);
        Some(match name {
            "mover" | "next" | "opponent" if self.in_setup => {
                let message = format!("nobody has the turn in the set-up, so there is no `{name}`");
                let diagnostic = Diagnostic::new(Code::Misplaced, message, span, "who?")
                    .help("name the player, or write `setup for each player { … }`, where `my` is each of them");
                self.report(diagnostic);
                self.unknown(span)
            }
            "mover" => self.mover(span),
            "next" => made(ExprKind::Next, Type::One(Domain::Player), span),
            "living" | "players" => made(ExprKind::Living, Type::Set(Domain::Player), span),
            "opponent" if self.each_player => {
                let message = "`opponent` is that of the player of the turn, and each player is asked here";
                let diagnostic = Diagnostic::new(Code::TwoReadings, message, span, "whose opponent?")
                    .help("of each player: `enemy Men`, `enemies`, or `enemies of p` in a `define`")
                    .help("of the player of the turn: `first of (players except mover)`");
                self.report(diagnostic);
                self.unknown(span)
            }
            "opponent" => {
                let mover = self.mover(span);
                let enemies = self.enemies_of(mover, span);
                first_of(enemies, Domain::Player, span)
            }
            "cells" => self.constant(Value::Set(Set::below(self.board.n_cells())), cells, span),
            "grid" => self.constant(Value::Set(Set::below(self.board.n_grid)), cells, span),
            "starter" => made(ExprKind::Starter, Type::One(Domain::Player), span),
            "directions" => self.fixed_directions(&self.board.neighbour_ways(), span),
            "nowhere" => self.constant(Value::Set(Set::default()), cells, span),
            "none" => self.constant(Value::NONE, Type::Nothing, span),
            "empty" => made(ExprKind::Empty, cells, span),
            "pieces" | "occupied" => self.pieces(self.all_kinds(), Owner::Any, span),
            "mine" => {
                let me = self.me(span);
                let me = self.as_set(me, Some(Domain::Player));
                self.pieces(self.all_kinds(), Owner::Of(Box::new(me)), span)
            }
            "enemies" => {
                let me = self.me(span);
                let enemies = self.enemies_of(me, span);
                self.pieces(self.all_kinds(), Owner::Of(Box::new(enemies)), span)
            }
            "unmoved" => {
                self.asks_unmoved = true;
                made(ExprKind::Unmoved, cells, span)
            }
            "surrounded" => made(ExprKind::Surrounded, cells, span),
            "attacked" => {
                let me = self.me(span);
                let all = self.constant(Value::Set(Set::below(self.board.n_cells())), cells, span);
                made(ExprKind::Attacked(Box::new(me), Box::new(all)), cells, span)
            }
            "stuck" => {
                let me = self.me(span);
                made(ExprKind::Stuck(Box::new(me)), Type::Truth, span)
            }
            "turns" => self.turns(span),
            "rounds" => {
                self.asks_count = true;
                made(ExprKind::Rounds, Type::Number(0, MANY), span)
            }
            "player-count" => {
                let n = self.players.len() as i64;
                self.constant(Value::Number(n), Type::Number(n, n), span)
            }
            "origin" => made(ExprKind::Kept(journey::ORIGIN), cell, span),
            "landing" => made(ExprKind::Kept(journey::LANDING), cell, span),
            "way" => made(ExprKind::Kept(journey::WAY), Type::One(Domain::Direction), span),
            "passed" => made(ExprKind::Kept(journey::PASSED), cells, span),
            "jumped" => made(ExprKind::Kept(journey::JUMPED), cells, span),
            "taken" => made(ExprKind::Kept(journey::TAKEN), cells, span),
            _ => return None,
        })
    }

    /// Cells, named sets of cells and directions.
    fn board_name(&mut self, name: &str, span: Span) -> Option<Expr> {
        if let Some(cell) = self.cell_named(name) {
            self.uses.note("site", name);
            return Some(self.constant(Value::One(Some(cell.0)), Type::One(Domain::Cell), span));
        }
        if let Some(cells) = self.board.named_sets.get(name) {
            let cells = cells.iter().map(|cell| cell.0).collect();
            return Some(self.constant(Value::Set(cells), Type::Set(Domain::Cell), span));
        }
        self.direction_name(name, span)
    }

    /// A direction, a named set of directions, or a direction relative to the player.
    pub(super) fn direction_name(&mut self, name: &str, span: Span) -> Option<Expr> {
        let directions = Type::Set(Domain::Direction);
        if let Some(direction) = self.board.direction(name) {
            return Some(self.constant(Value::One(Some(u16::from(direction.0))), Type::One(Domain::Direction), span));
        }
        if let Some(set) = self.board.direction_sets.get(name) {
            return Some(self.fixed_directions(set, span));
        }
        let notches = relative_notches(name, self.board.compass)?;
        let me = self.me(span);
        Some(made(ExprKind::Relative(Box::new(me), notches), directions, span))
    }

    /// Whether a word tells a direction as a player sees it.
    pub(super) fn is_relative(&self, word: &str) -> bool {
        relative_notches(word, self.board.compass).is_some()
    }

    pub(super) fn no_direction(&mut self, name: &str, span: Span) {
        let mut known: Vec<String> = self.board.directions.iter().map(|direction| direction.name.clone()).collect();
        known.extend(self.board.direction_sets.keys().cloned());
        known.extend(RELATIVE.iter().map(|word| word.to_string()));
        let message = format!("the board has no direction `{name}`");
        let mut diagnostic = Diagnostic::new(Code::NoDirection, message, span, "not a direction of this board");
        if let Some(near) = nearest(name, known.iter().map(String::as_str)) {
            diagnostic = diagnostic.suggest("a direction with a similar name exists", span, near);
        } else if !self.board.directions.is_empty() {
            let list: Vec<_> = self.board.directions.iter().map(|direction| direction.name.as_str()).collect();
            diagnostic = diagnostic.help(format!("its directions are `{}`", list.join("`, `")));
        }
        self.report(diagnostic);
    }

    fn no_such_name(&mut self, name: &str, span: Span, want: Option<Domain>) -> Expr {
        let known = self.all_names();
        if self.does_not_play(name, span) {
            return self.unknown(span);
        }
        let message = format!("there is nothing called `{name}`");
        let mut diagnostic = Diagnostic::new(Code::UnknownName, message, span, "not declared");
        if let Some(Domain::Type(index)) = want
            && let Some(model) = self.types.get(index)
        {
            let values: Vec<&str> = model.values.iter().map(String::as_str).collect();
            diagnostic = match nearest(name, values.iter().copied()) {
                Some(near) => diagnostic.suggest(format!("`{}` can be this", model.name), span, near),
                None => diagnostic.help(format!("`{}` can be `{}`", model.name, values.join("`, `"))),
            };
        } else if self.move_names.iter().any(|known| known == name) {
            diagnostic = diagnostic
                .suggest_choice("whether that was the choice", span, format!("played {name}"))
                .suggest_choice("whether there is an option of it", span, format!("can {name}"));
        } else if name == "here" {
            diagnostic = diagnostic
                .suggest_choice("the cell where the piece arrives", span, "landing")
                .suggest_choice("the cell where it begins", span, "origin")
                .help("`here` is known in the `where` of a path");
        } else if let Some(help) = bound_behind(name) {
            diagnostic = diagnostic.help(help);
        } else if let Some(ours) = called_here(name) {
            diagnostic = diagnostic.suggest(format!("it is called `{ours}` here"), span, ours);
        } else if let Some(reach) = board_reaches(&self.board, name) {
            diagnostic = diagnostic.help(reach);
        } else if let Some(near) = nearest(name, known.iter().map(String::as_str)) {
            diagnostic = diagnostic.suggest("something with a similar name exists", span, near);
        }
        self.report(diagnostic);
        self.unknown(span)
    }

    /// Reports a player of the list that has no seat at this number of players; whether it is one.
    pub(super) fn does_not_play(&mut self, name: &str, span: Span) -> bool {
        let all = self.all_player_names();
        if !all.iter().any(|player| player == name) {
            return false;
        }
        let number = self.players.len();
        let message = format!("{name} does not play when {number} play");
        let diagnostic = Diagnostic::new(Code::UnknownName, message, span, "has no seat").help(format!(
            "of {} the first so many play (or whom `seats` names); a scenario for more says `players {}`",
            all.join(", "),
            (number + 1).min(all.len())
        ));
        self.report(diagnostic);
        true
    }

    /// Every name that could stand in an expression.
    fn all_names(&self) -> Vec<String> {
        let mut names: Vec<String> = BUILT_IN.iter().map(|word| word.to_string()).collect();
        names.extend(self.scope.iter().map(|binding| binding.name.clone()));
        names.extend(self.options.iter().map(|option| option.name.clone()));
        names.extend(self.definitions.keys().cloned());
        names.extend(self.variables.iter().map(|variable| variable.name.clone()));
        // What the checker made for itself has a blank in its name.
        names.extend(self.tables.iter().map(|table| table.name.clone()).filter(|name| !name.contains(' ')));
        names.extend(self.players.iter().map(|player| player.name.clone()));
        names.extend(self.kinds.iter().flat_map(|kind| [kind.name.clone(), kind.plural.clone()]));
        names.extend(self.types.iter().flat_map(|model| model.values.clone()));
        names.extend(self.board.named_sets.keys().cloned());
        names.extend(self.board.directions.iter().map(|direction| direction.name.clone()));
        names.extend(self.board.direction_sets.keys().cloned());
        names.extend(RELATIVE.iter().map(|word| word.to_string()));
        names
    }

    /// Reports a second meaning of a name that stands for something already.
    pub(super) fn no_shadow(&mut self, name: &Name) {
        if self.scope.iter().any(|binding| binding.name == name.value) {
            self.error(Code::Duplicate, format!("`{}` means something here already", name.value), name.span, "again");
        }
    }

    /// Directions: by name, several with `or`, or whatever gives some.
    pub(super) fn directions(&mut self, ways: &ast::Expr) -> Expr {
        let domain = Domain::Direction;
        let ways = ways.bare();
        match &ways.value {
            ast::ExprKind::Binary(ast::Operator::Or, a, b) => {
                if self.refuses(ways, Some(domain)) {
                    return self.constant(Value::Set(Set::default()), Type::Set(domain), ways.span);
                }
                let (a, b) = (self.directions(a), self.directions(b));
                union(a, b, Type::Set(domain), ways.span)
            }
            ast::ExprKind::List(list) => {
                let all = list.iter().map(|way| self.directions(way)).collect();
                union_of(all, Type::Set(domain), ways.span)
                    .unwrap_or_else(|| self.constant(Value::Set(Set::default()), Type::Set(domain), ways.span))
            }
            ast::ExprKind::Name(word) => {
                let expr = match word.as_str() {
                    _ if self.is_declared(word) => Some(self.name(word, ways.span, Some(domain))),
                    "way" | "directions" => Some(self.name(word, ways.span, None)),
                    "any" => Some(self.name("directions", ways.span, None)),
                    _ => self.direction_name(word, ways.span),
                };
                let expr = expr.unwrap_or_else(|| {
                    self.no_direction(word, ways.span);
                    self.unknown(ways.span)
                });
                self.as_set(expr, Some(domain))
            }
            _ => self.set(ways, domain),
        }
    }
}

/// The directions that are relative to a player, as a player sees them.
pub const RELATIVE: [&str; 11] = [
    "forward",
    "forward-right",
    "right",
    "backward-right",
    "backward",
    "backward-left",
    "left",
    "forward-left",
    "sideways",
    "forward-diagonal",
    "backward-diagonal",
];

/// The notches clockwise from forward that a word means on a compass of so many directions.
pub(super) fn relative_notches(word: &str, compass: usize) -> Option<Vec<i32>> {
    let notches: &[i32] = match (compass, word) {
        (2.., "forward") => &[0],
        (8, "forward-right") => &[1],
        (8, "right") => &[2],
        (8, "backward-right") => &[3],
        (8, "backward") => &[4],
        (8, "backward-left") => &[5],
        (8, "left") => &[6],
        (8, "forward-left") => &[7],
        (8, "sideways") => &[2, 6],
        (8, "forward-diagonal") => &[1, 7],
        (8, "backward-diagonal") => &[3, 5],
        (6, "forward-right") => &[1],
        (6, "backward-right") => &[2],
        (6, "backward") => &[3],
        (6, "backward-left") => &[4],
        (6, "forward-left") => &[5],
        (4, "right") => &[1],
        (4, "backward") => &[2],
        (4, "left") => &[3],
        (4, "sideways") => &[1, 3],
        (2, "backward") => &[1],
        _ => return None,
    };
    Some(notches.to_vec())
}
