//! `X of Y` and `X(Y, Z)`: definitions, variables, tables, directions and the words of the language.

use crate::diagnostic::{Code, Diagnostic, nearest::nearest};
use crate::rules::model::Holder;
use crate::source::Span;
use crate::syntax::ast::{self, Name};

use super::super::types::{Domain, Type, Value};
use super::exprs::{MANY, made};
use super::operators::arithmetic;
use super::singles::first_of;
use super::strangers::property_here;
use super::{Arithmetic, Checker, Expr, ExprKind, Owner, cube};

/// The properties and functions that the language gives.
pub(super) const BUILT_IN: [&str; 32] = [
    "hand",
    "kind",
    "owner",
    "height",
    "row",
    "column",
    "rank",
    "number",
    "seat",
    "group",
    "liberties",
    "neighbours",
    "enemies",
    "attacked",
    "stuck",
    "first",
    "opposite",
    "top",
    "bottom",
    "tipped",
    "turned",
    "smaller",
    "larger",
    "odd",
    "even",
    "distance",
    "enclosed",
    "total",
    "in-hand",
    "any",
    "next",
    "north",
];

impl Checker<'_> {
    pub(super) fn property(&mut self, name: &Name, of: &ast::Expr, span: Span, want: Option<Domain>) -> Expr {
        let hint = self.holder_domain(&name.value);
        let of = self.expr(of, hint);
        self.property_of(name, of, span, want)
    }

    /// What the argument of a property is a member of, where the name tells it.
    fn holder_domain(&self, name: &str) -> Option<Domain> {
        if let Some(definition) = self.definitions.get(name) {
            return definition.by;
        }
        if let Some(variable) = self.variables.iter().find(|variable| variable.name == name) {
            return Some(match variable.holder {
                Holder::Each(domain) => domain,
                _ => Domain::Cell,
            });
        }
        if let Some(index) = self.tables.iter().position(|table| table.name == name) {
            return self.table_types.get(index).map(|(domain, _)| *domain);
        }
        None
    }

    pub(super) fn property_of(&mut self, name: &Name, of: Expr, span: Span, want: Option<Domain>) -> Expr {
        let around = self.singles.ask_property(&name.value, span);
        let property = self.the_property(name, of, span, want);
        self.singles.asked_property(around);
        property
    }

    fn the_property(&mut self, name: &Name, of: Expr, span: Span, want: Option<Domain>) -> Expr {
        let word = name.value.as_str();
        if let Some(definition) = self.definitions.get(word) {
            let is_bare = definition.params.is_empty() && definition.by.is_none();
            let ways = is_bare.then(|| self.use_definition(word, Vec::new(), span));
            return match ways.filter(|ways| ways.ty.domain() == Some(Domain::Direction)) {
                Some(ways) => self.shifted(ways, of, span),
                None => self.use_definition(word, vec![of], span),
            };
        }
        if let Some(index) = self.variables.iter().position(|variable| variable.name == word) {
            self.uses.note_read(index);
            return self.variable_of(index, of, span);
        }
        if let Some(index) = self.tables.iter().position(|table| table.name == word) {
            self.uses.note("table", word);
            return self.table_of(index, of, span);
        }
        if let Some(kinds) = self.kinds_named(word) {
            let players = self.as_set(of, Some(Domain::Player));
            return self.pieces(kinds, Owner::Of(Box::new(players)), span);
        }
        if let Some(sites) = self.player_sites.get(word) {
            let sites = sites.clone();
            self.uses.note("site", word);
            return self.site_of(&sites, of, span);
        }
        if let Some(terrain) = self.terrains.iter().position(|terrain| terrain.name == word) {
            self.uses.note("terrain", word);
            let cell = Box::new(self.as_one(of, Domain::Cell));
            let ty = Type::One(Domain::Type(self.terrain_types[terrain]));
            return made(ExprKind::TerrainAt(terrain, cell), ty, span);
        }
        if let Some(side) = cube::SIDES.iter().position(|side| *side == word)
            && let Type::One(Domain::Type(index)) = of.ty
            && let Some(faces) = self.types.get(index).and_then(|model| model.cube.as_ref()).map(|cube| cube.faces)
        {
            return made(ExprKind::Shows(index, side, Box::new(of)), Type::One(Domain::Type(faces)), span);
        }
        if let Some(direction) = self.shift(name, span) {
            return self.shifted(direction, of, span);
        }
        self.built_in_property(name, of, span, want)
    }

    fn variable_of(&mut self, index: usize, of: Expr, span: Span) -> Expr {
        let variable = &self.variables[index];
        let (ty, holder) = (variable.ty, variable.holder);
        let domain = match holder {
            Holder::Each(domain) => domain,
            Holder::Piece => Domain::Cell,
            Holder::Game if ty.domain() == Some(Domain::Direction) => {
                let ways = made(ExprKind::Variable(index, None), ty, span);
                return self.shifted(ways, of, span);
            }
            Holder::Game => {
                let message = format!("there is only one `{}`", self.variables[index].name);
                self.error(Code::WrongType, message, span, "it belongs to nobody");
                return self.unknown(span);
            }
        };
        let of = self.as_one(of, domain);
        made(ExprKind::Variable(index, Some(Box::new(of))), ty, span)
    }

    fn table_of(&mut self, index: usize, of: Expr, span: Span) -> Expr {
        let (domain, ty) = self.table_types[index];
        let of = match domain {
            Domain::Number => self.fit(of, Type::Number(0, MANY)),
            _ => self.as_one(of, domain),
        };
        if let ExprKind::Constant(key) = &of.kind {
            let table = &self.tables[index];
            let key =
                usize::try_from(if domain == Domain::Number { key.number() } else { key.one().map_or(-1, i64::from) });
            let value = table.at(key.ok()).clone();
            let ty = if let Value::Number(number) = value { Type::Number(number, number) } else { ty };
            return self.constant(value, ty, span);
        }
        made(ExprKind::Table(index, Box::new(of)), ty, span)
    }

    fn site_of(&mut self, sites: &[u16], of: Expr, span: Span) -> Expr {
        let player = self.as_one(of, Domain::Player);
        let mut all = self.constant(Value::NONE, Type::One(Domain::Cell), span);
        for (index, &site) in sites.iter().enumerate().rev() {
            let this = self.constant(Value::One(Some(index as u16)), Type::One(Domain::Player), span);
            let here = self.constant(Value::One(Some(site)), Type::One(Domain::Cell), span);
            let same = made(ExprKind::Same(Box::new(player.clone()), Box::new(this)), Type::Truth, span);
            all = made(ExprKind::If(Box::new(same), Box::new(here), Box::new(all)), Type::One(Domain::Cell), span);
        }
        all
    }

    /// The neighbours of cells in some directions.
    fn shifted(&mut self, ways: Expr, of: Expr, span: Span) -> Expr {
        let ways = self.as_set(ways, Some(Domain::Direction));
        let cells = self.as_set(of, Some(Domain::Cell));
        made(ExprKind::Shift(Box::new(ways), Box::new(cells)), Type::Set(Domain::Cell), span)
    }

    /// A direction used as a shift of cells.
    fn shift(&mut self, name: &Name, span: Span) -> Option<Expr> {
        let bound = self.scope.iter().any(|binding| {
            binding.name == name.value
                && matches!(binding.ty, Type::One(Domain::Direction) | Type::Set(Domain::Direction))
        });
        let direction = match name.value.as_str() {
            "way" => Some(self.name("way", span, None)),
            "neighbours" | "any" => Some(self.name("directions", span, None)),
            word if bound => Some(self.name(word, span, Some(Domain::Direction))),
            word => self.direction_name(word, span),
        };
        direction.map(|direction| self.as_set(direction, Some(Domain::Direction)))
    }

    fn built_in_property(&mut self, name: &Name, of: Expr, span: Span, want: Option<Domain>) -> Expr {
        let cell = |checker: &mut Self, of| Box::new(checker.as_one(of, Domain::Cell));
        let player = |checker: &mut Self, of| Box::new(checker.as_one(of, Domain::Player));
        let last = |columns: bool, checker: &Self| {
            let lines = checker.board.cells.iter().filter_map(|cell| if columns { cell.column } else { cell.row });
            i64::from(lines.max().unwrap_or(0))
        };
        match name.value.as_str() {
            "hand" => {
                let player = player(self, of);
                made(ExprKind::Hand(player, None), Type::Number(0, 1024), span)
            }
            "kind" => made(ExprKind::KindAt(cell(self, of)), Type::One(Domain::Kind), span),
            "owner" => made(ExprKind::OwnerAt(cell(self, of)), Type::One(Domain::Player), span),
            "height" => made(ExprKind::Height(cell(self, of)), Type::Number(0, 1024), span),
            "number" if self.counts(&of, span) => self.unknown(span),
            "number" => {
                let cell = self.as_one(of, Domain::Cell);
                self.number_of_cell(cell, span)
            }
            "row" | "column" if !self.board.has_rows() => self.no_coordinate(name, span),
            "row" => made(ExprKind::Coordinate(false, cell(self, of)), Type::Number(0, last(false, self)), span),
            "column" => made(ExprKind::Coordinate(true, cell(self, of)), Type::Number(0, last(true, self)), span),
            "rank" => {
                let me = Box::new(self.me(span));
                made(ExprKind::RankOf(cell(self, of), me), Type::Number(0, 1024), span)
            }
            "seat" => made(ExprKind::Seat(player(self, of)), Type::Set(Domain::Cell), span),
            "enemies" => {
                let player = self.as_one(of, Domain::Player);
                let enemies = self.enemies_of(player, span);
                match want {
                    Some(Domain::Player) => enemies,
                    _ => self.pieces(self.all_kinds(), Owner::Of(Box::new(enemies)), span),
                }
            }
            "attacked" => {
                let player = player(self, of);
                let all = crate::rules::types::Set::below(self.board.n_cells());
                let all = self.constant(Value::Set(all), Type::Set(Domain::Cell), span);
                made(ExprKind::Attacked(player, Box::new(all)), Type::Set(Domain::Cell), span)
            }
            "stuck" => made(ExprKind::Stuck(player(self, of)), Type::Truth, span),
            "first" => {
                let set = self.as_set(of, None);
                match set.ty.domain() {
                    Some(domain) => first_of(set, domain, span),
                    None => self.unknown(span),
                }
            }
            "group" => {
                let cells = self.as_set(of, Some(Domain::Cell));
                let owner = made(
                    ExprKind::OwnerAt(Box::new(first_of(cells.clone(), Domain::Cell, span))),
                    Type::One(Domain::Player),
                    span,
                );
                let owner = self.as_set(owner, Some(Domain::Player));
                let same = self.pieces(self.all_kinds(), Owner::Of(Box::new(owner)), span);
                made(ExprKind::Group(Box::new(same), Box::new(cells)), Type::Set(Domain::Cell), span)
            }
            "opposite" => {
                let ways = Box::new(self.as_set(of, Some(Domain::Direction)));
                made(ExprKind::Opposite(ways), Type::Set(Domain::Direction), span)
            }
            "liberties" => self.liberties(of, span),
            _ => self.no_property(name, span),
        }
    }

    /// The empty cells beside some cells.
    fn liberties(&mut self, of: Expr, span: Span) -> Expr {
        let directions = self.board.joining_ways();
        let directions = self.fixed_directions(&directions, span);
        let cells = self.as_set(of, Some(Domain::Cell));
        let shift = made(ExprKind::Shift(Box::new(directions), Box::new(cells)), Type::Set(Domain::Cell), span);
        let empty = made(ExprKind::Empty, Type::Set(Domain::Cell), span);
        made(ExprKind::Intersection(Box::new(shift), Box::new(empty)), Type::Set(Domain::Cell), span)
    }

    fn no_property(&mut self, name: &Name, span: Span) -> Expr {
        let mut known: Vec<String> = BUILT_IN.iter().map(|word| word.to_string()).collect();
        known.extend(self.definitions.keys().cloned());
        known.extend(self.variables.iter().map(|variable| variable.name.clone()));
        known.extend(self.tables.iter().map(|table| table.name.clone()).filter(|name| !name.contains(' ')));
        known.extend(self.kinds.iter().map(|kind| kind.plural.clone()));
        known.extend(self.board.direction_sets.keys().cloned());
        known.extend(self.board.directions.iter().map(|direction| direction.name.clone()));
        let message = format!("there is no property `{}`", name.value);
        let mut diagnostic = Diagnostic::new(Code::UnknownName, message, name.span, "not declared");
        if let Some(ours) = property_here(&name.value) {
            diagnostic = diagnostic.help(ours);
        } else if let Some(near) = nearest(&name.value, known.iter().map(String::as_str)) {
            diagnostic = diagnostic.suggest("a property with a similar name exists", name.span, near);
        }
        self.report(diagnostic);
        self.unknown(span)
    }

    pub(super) fn call(&mut self, name: &Name, args: &[ast::Expr], span: Span, want: Option<Domain>) -> Expr {
        let word = name.value.as_str();
        if self.definitions.contains_key(word) {
            let args = args.iter().map(|arg| self.expr(arg, None)).collect();
            return self.use_definition(word, args, span);
        }
        match (word, args) {
            ("smaller", [a, b]) => self.arithmetic(Arithmetic::Smaller, a, b, span),
            ("larger", [a, b]) => self.arithmetic(Arithmetic::Larger, a, b, span),
            ("odd" | "even", [number]) => {
                let number = self.number(number);
                let odd = made(ExprKind::Odd(Box::new(number)), Type::Truth, span);
                if word == "odd" { odd } else { made(ExprKind::Not(Box::new(odd)), Type::Truth, span) }
            }
            ("distance", [a, b]) => {
                let (a, b) = (Box::new(self.one(a, Domain::Cell)), Box::new(self.one(b, Domain::Cell)));
                made(ExprKind::Distance(a, b), Type::Number(0, 1024), span)
            }
            ("enclosed", [a, b]) => {
                let (a, b) = (Box::new(self.set(a, Domain::Cell)), Box::new(self.set(b, Domain::Cell)));
                made(ExprKind::Enclosed(a, b), Type::Set(Domain::Cell), span)
            }
            ("in-hand", [kind, player]) => {
                let kind = Box::new(self.one(kind, Domain::Kind));
                let player = Box::new(self.one(player, Domain::Player));
                made(ExprKind::Hand(player, Some(kind)), Type::Number(0, 1024), span)
            }
            ("total", [of, set]) => self.total(of, set, span),
            ("tipped", [pose, direction]) => {
                let pose = self.expr(pose, None);
                let direction = Box::new(self.one(direction, Domain::Direction));
                self.pose_function(pose, span, |index, pose| ExprKind::Tipped(index, pose, direction))
            }
            ("turned", [pose, quarters]) => {
                let pose = self.expr(pose, None);
                let quarters = Box::new(self.number(quarters));
                self.pose_function(pose, span, |index, pose| ExprKind::Turned(index, pose, quarters))
            }
            _ if wanted_arguments(word).is_some() => {
                let wanted = wanted_arguments(word).unwrap_or_default();
                let message = format!("`{word}` wants {wanted} arguments, not {}", args.len());
                self.error(Code::Arguments, message, span, "");
                self.unknown(span)
            }
            (_, [only]) => self.property(name, only, span, want),
            _ => {
                self.unknown_name("definition", name, BUILT_IN);
                self.unknown(span)
            }
        }
    }

    /// The sum of a property over a set.
    fn total(&mut self, of: &ast::Expr, set: &ast::Expr, span: Span) -> Expr {
        let ast::ExprKind::Name(property) = &of.bare().value else {
            self.error(Code::WrongType, "`total` wants the name of a property first", of.span, "");
            return self.unknown(span);
        };
        let set = self.expr(set, self.holder_domain(property));
        let set = self.as_set(set, None);
        if set.ty.domain().is_none() {
            return self.unknown(span);
        }
        let depth = self.scope.len();
        let (member, most) = (self.member_of(&set), self.most_members(&set));
        let slot = self.temporary(" each", member);
        let each = made(ExprKind::Temporary(slot), member, span);
        let before = std::mem::take(&mut self.work);
        let value = self.property_of(&Name::new(property.clone(), of.span), each, span, None);
        let each = std::mem::replace(&mut self.work, before);
        self.add_work(each, most as u64, span);
        let value = self.fit(value, Type::Number(0, 0));
        self.scope.truncate(depth);
        let (low, high) = match value.ty {
            Type::Number(low, high) => (low.min(0).saturating_mul(most as i64), high.saturating_mul(most as i64)),
            _ => (0, MANY),
        };
        made(ExprKind::Total(slot, Box::new(set), Box::new(value)), Type::Number(low, high), span)
    }

    fn pose_function(&mut self, pose: Expr, span: Span, make: impl FnOnce(usize, Box<Expr>) -> ExprKind) -> Expr {
        match pose.ty {
            Type::One(Domain::Type(index)) if self.types.get(index).is_some_and(|model| model.cube.is_some()) => {
                let ty = pose.ty;
                made(make(index, Box::new(pose)), ty, span)
            }
            _ => self.wrong(pose, "the pose of a cube"),
        }
    }

    /// `amount` added to or taken from a place, with the texts of both: the sum as an expression.
    pub(super) fn changed(
        &mut self,
        how: Arithmetic,
        place: (&ast::Expr, Expr),
        amount: (&ast::Expr, Expr),
        span: Span,
    ) -> Expr {
        let sum = arithmetic(how, place.1, amount.1, span);
        if how == Arithmetic::Minus { self.parted(place.0, amount.0, sum) } else { sum }
    }
}

/// How many arguments a function of the language wants.
fn wanted_arguments(word: &str) -> Option<usize> {
    match word {
        "odd" | "even" => Some(1),
        "smaller" | "larger" | "distance" | "enclosed" | "in-hand" | "total" | "tipped" | "turned" => Some(2),
        _ => None,
    }
}
