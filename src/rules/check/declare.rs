//! The simple declarations: players, kinds, types, terrains, tiles, tables, definitions.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::board::{CellId, DirectionId};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, Seating, TypeItem};
use crate::syntax::spelling;

use super::super::look::{KindLook, PlayerLook, Words};
use super::super::types::{Domain, Set, Type, Value};
use super::{Captured, Checker, Choices, ExprKind, Kind, Player, Table, Terrain, Tile, TypeModel, cube};

/// The most players and the most kinds.
const MAX_PLAYERS: usize = 16;
const MAX_KINDS: usize = 64;

/// The default and the greatest number of decisions in a game.
const DEFAULT_LIMIT: u32 = 10_000;
const MAX_LIMIT: i64 = 1_000_000;

/// Some tiles of one name.
#[derive(Clone, Debug)]
pub(super) struct TileSet {
    pub name: String,
    pub terrain: usize,
    /// The numbers of its tiles.
    pub tiles: Vec<usize>,
    pub faces: usize,
}

impl<'a> Checker<'a> {
    pub(super) fn declare_types(&mut self) {
        for item in self.items {
            match &item.kind {
                ItemKind::Type { name, kind: TypeItem::Values(values) } => {
                    let values = self.distinct(values);
                    self.types.push(TypeModel { name: name.value.clone(), values, cube: None });
                }
                ItemKind::Type { name, kind: TypeItem::Range(low, high) } => {
                    if low.value < 0 || high.value > 1023 || low.value > high.value {
                        let span = low.span.to(high.span);
                        self.error(Code::OutOfRange, "a type of numbers lies between 0 and 1023", span, "");
                    }
                    self.types.push(TypeModel { name: name.value.clone(), values: Vec::new(), cube: None });
                }
                ItemKind::Terrain { name, values } => {
                    let values = self.distinct(values);
                    self.terrain_types.push(self.types.len());
                    self.types.push(TypeModel { name: name.value.clone(), values: values.clone(), cube: None });
                    self.terrains.push(Terrain { name: name.value.clone(), values });
                }
                _ => {}
            }
        }
        for item in self.items {
            if let ItemKind::Type { name, kind: TypeItem::Cubes(cubes) } = &item.kind {
                let model = cube::build(self, name, cubes);
                self.types.push(model);
            }
        }
    }

    /// The names, each only once.
    fn distinct(&mut self, names: &[ast::Name]) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for name in names {
            if values.contains(&name.value) {
                self.error(Code::Duplicate, format!("`{}` stands here twice", name.value), name.span, "again");
            } else {
                values.push(name.value.clone());
            }
        }
        values
    }

    /// The numbers of a type `type die = 1 to 6`.
    pub(super) fn number_type(&self, name: &str) -> Option<(i64, i64)> {
        self.items.iter().find_map(|item| match &item.kind {
            ItemKind::Type { name: own, kind: TypeItem::Range(low, high) } if own.value == name => {
                Some((low.value.clamp(0, 1023), high.value.clamp(0, 1023)))
            }
            _ => None,
        })
    }

    /// The names of the types of numbers.
    pub(super) fn number_types(&self) -> Vec<String> {
        self.each_item(|kind| match kind {
            ItemKind::Type { name, kind: TypeItem::Range(..) } => Some(name.value.clone()),
            _ => None,
        })
    }

    pub(super) fn declare_players(&mut self, choices: &Choices) {
        let declared = self.each_item(|kind| match kind {
            ItemKind::Players { numbers, players, span } => Some((numbers, players, *span)),
            _ => None,
        });
        let Some((numbers, players, span)) = declared.into_iter().next() else {
            let start = self.start;
            self.report(
                Diagnostic::new(Code::Missing, "the game has no players", start, "")
                    .help("name them in seating order, for instance `players White, Black`"),
            );
            return;
        };
        let all = players.len();
        let whole = [(all as i64, all as i64)];
        let numbers = if numbers.is_empty() { &whole } else { numbers.as_slice() };
        for &(low, high) in numbers {
            if low < 1 || high < low || high as usize > all || all > MAX_PLAYERS {
                let message =
                    format!("{low} to {high} players cannot be seated: {all} are named, at most {MAX_PLAYERS}");
                self.error(Code::PlayerCount, message, span, "");
            }
        }
        let fewest = numbers.iter().map(|(low, _)| *low).min().unwrap_or(1);
        let number = choices.players.unwrap_or(fewest.max(1) as usize);
        if !numbers.iter().any(|(low, high)| (*low..=*high).contains(&(number as i64))) {
            let message = format!("the game is for {} players, not {number}", in_words(numbers));
            self.error(Code::PlayerCount, message, span, "declared here");
        }
        let seated = self.named_seats(number);
        for index in 0..number.min(all) {
            let name = seated.get(index).cloned().flatten().unwrap_or_else(|| players[index].name.clone());
            if !players.iter().any(|player| player.name == name) {
                self.error(Code::UnknownName, format!("there is no player `{}`", name.value), name.span, "");
            }
            if self.players.iter().any(|player| player.name == name.value) {
                self.error(Code::Duplicate, format!("`{}` sits twice", name.value), name.span, "");
            }
            self.players.push(Player { name: name.value.clone(), facing: None, seat: Set::default() });
            let name = Words { plain: name.value, ..Words::default() };
            self.look.players.push(PlayerLook { name, ..PlayerLook::default() });
        }
    }

    fn seating(&self, number: usize) -> Option<&'a Seating> {
        let seatings = self.each_item(|kind| if let ItemKind::Seats(seats) = kind { Some(seats) } else { None });
        seatings.into_iter().flatten().find(|seating| seating.players.value == number as i64)
    }

    /// The players that the seating names, by seat.
    fn named_seats(&self, number: usize) -> Vec<Option<ast::Name>> {
        self.seating(number).map_or(Vec::new(), |seating| seating.seats.iter().map(|(name, _)| name.clone()).collect())
    }

    /// Gives every player a forward direction and a place, once the board is known.
    pub(super) fn seat_players(&mut self) {
        let number = self.players.len();
        let compass = self.board.compass;
        for index in 0..number {
            self.players[index].facing = (compass > 0).then(|| DirectionId((index * compass / number) as u8));
        }
        let declared = self.each_item(|kind| match kind {
            ItemKind::Players { players, .. } => Some(players),
            _ => None,
        });
        for player in declared.into_iter().flatten() {
            let Some(facing) = &player.facing else { continue };
            match (self.board.direction(&facing.value), self.players.iter().position(|p| p.name == player.name.value)) {
                (Some(direction), Some(index)) => self.players[index].facing = Some(direction),
                (None, _) => self.no_direction(&facing.value, facing.span),
                _ => {}
            }
        }
        let any_seats = self.each_item(|kind| if let ItemKind::Seats(seats) = kind { seats.first() } else { None });
        match self.seating(number) {
            Some(seating) => self.take_seats(seating),
            None if any_seats.is_empty() => {}
            None => {
                let span = any_seats.first().map_or(self.start, |seating| seating.players.span);
                let message = format!("the seats do not say where {number} players sit");
                self.error(Code::PlayerCount, message, span, "only these numbers are seated");
            }
        }
    }

    fn take_seats(&mut self, seating: &'a Seating) {
        if seating.seats.len() != self.players.len() {
            let message = format!("{} seats for {} players", seating.seats.len(), self.players.len());
            self.error(Code::PlayerCount, message, seating.players.span, "");
        }
        for (index, (_, place)) in seating.seats.iter().enumerate() {
            let place = self.set(place, Domain::Cell);
            match place.kind {
                ExprKind::Constant(value) if index < self.players.len() => self.players[index].seat = value.set(),
                ExprKind::Constant(_) => {}
                _ => self.error(Code::WrongType, "a seat is a fixed set of cells", place.span, ""),
            }
        }
    }

    pub(super) fn declare_kinds(&mut self) {
        let pieces = self.each_item(|kind| if let ItemKind::Piece(piece) = kind { Some(piece) } else { None });
        if pieces.len() > MAX_KINDS {
            let span = pieces[MAX_KINDS].name.span;
            self.error(Code::Limit, format!("more than {MAX_KINDS} kinds of pieces"), span, "");
        }
        for piece in &pieces {
            let name = piece.name.value.clone();
            let plural = piece.plural.as_ref().map_or_else(|| format!("{name}s"), |plural| plural.value.clone());
            let first = name.chars().next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
            let letter = piece.letter.as_ref().map_or(first, |letter| letter.value.to_uppercase());
            if !is_letter(&letter) {
                let span = piece.letter.as_ref().map_or(piece.name.span, |letter| letter.span);
                let message = "the letter of diagrams is one letter, with `+` before it or `~` behind it if need be";
                self.error(Code::BadPicture, message, span, "");
            }
            if let Some(other) = self.look.kinds.iter().find(|other| other.letter == letter) {
                let message = format!("`{name}` and `{}` have the letter `{letter}` in diagrams", other.name.plain);
                let diagnostic = Diagnostic::new(Code::Duplicate, message, piece.name.span, "")
                    .help(format!("give one of them another, for instance `piece {name} letter \"X\"`"));
                self.report(diagnostic);
            }
            self.warn_of_letters_alike(&letter, &piece.name);
            let captured_as = piece.captured_as.as_ref().and_then(|other| {
                let found = pieces.iter().position(|piece| piece.name == *other);
                if found.is_none() {
                    self.error(Code::UnknownName, format!("there is no kind `{}`", other.value), other.span, "");
                }
                found
            });
            self.look.kinds.push(KindLook {
                name: Words { plain: name.clone(), ..Words::default() },
                plural: plural.clone(),
                notation: letter.clone(),
                letter,
                glyphs: Vec::new(),
                neutral: piece.neutral,
            });
            let (neutral, royal) = (piece.neutral, piece.royal);
            let span = piece.name.span;
            self.kinds.push(Kind { name, plural, neutral, royal, captured_as, from_hand: false, span });
        }
        self.find_handed_kinds();
    }

    /// Letters of two kinds that nobody can tell apart on a board.
    fn warn_of_letters_alike(&mut self, letter: &str, name: &ast::Name) {
        let Some(other) = self.look.kinds.iter().find(|other| spelling::look_alike(&other.letter, letter)) else {
            return;
        };
        let codes = |letter: &str| {
            letter.chars().map(|sign| format!("U+{:04X}", u32::from(sign))).collect::<Vec<_>>().join(" ")
        };
        let (other, own) = ((&other.name.plain, codes(&other.letter)), codes(letter));
        let message =
            format!("the letters of `{}` ({own}) and `{}` ({}) in diagrams look alike", name.value, other.0, other.1);
        let diagnostic = Diagnostic::new(Code::Lookalike, message, name.span, "")
            .help(format!("give one of them another, for instance `piece {} letter \"X\"`", name.value));
        self.report(diagnostic);
    }

    /// Kinds that are ever put in hand come from the hand.
    fn find_handed_kinds(&mut self) {
        let all = matches!(self.captured(), Captured::Hand);
        for kind in &mut self.kinds {
            let word = &kind.name;
            let put = |block: &[ast::Statement]| super::statements::puts_in_hand(block, word);
            let handed = self.items.iter().any(|item| match &item.kind {
                ItemKind::Setup { block, .. } | ItemKind::Action { block, .. } | ItemKind::Turn { block, .. } => {
                    put(block)
                }
                ItemKind::Move(item) => put(&item.afterwards) || item.sentences.iter().any(|s| put(&s.block)),
                _ => false,
            });
            let captured = all && !kind.neutral;
            kind.from_hand = handed || captured;
        }
    }

    /// Where taken pieces go.
    pub(super) fn captured(&self) -> Captured {
        let declared = self.each_item(|kind| if let ItemKind::Captured { to, .. } = kind { Some(to) } else { None });
        match declared.first() {
            None => Captured::Away,
            Some(None) => Captured::Hand,
            Some(Some(site)) => {
                self.player_sites.get(&site.value).map_or(Captured::Away, |cells| Captured::Sites(cells.clone()))
            }
        }
    }

    pub(super) fn declare_rest(&mut self) {
        let declared =
            self.each_item(|kind| if let ItemKind::Captured { to: Some(to), .. } = kind { Some(to) } else { None });
        for site in declared {
            self.uses.note("site", &site.value);
            if !self.player_sites.contains_key(&site.value) {
                let message = format!("`{}` is not a site of each player", site.value);
                self.error(Code::UnknownName, message, site.span, "");
            }
        }
        self.declare_tiles();
        self.declare_definitions();
        self.declare_variables();
        self.declare_tables();
        for item in self.items {
            match &item.kind {
                ItemKind::Action { name, params, block } => {
                    self.actions.insert(name.value.clone(), (params, block));
                }
                ItemKind::Movement { name, paths } => {
                    self.movements.insert(name.value.clone(), paths);
                }
                ItemKind::Move(item) => self.move_names.push(item.name.value.clone()),
                _ => {}
            }
        }
    }

    fn declare_tiles(&mut self) {
        for item in self.items {
            let ItemKind::Tiles { name, terrain, tiles } = &item.kind else { continue };
            let Some(index) = self.terrains.iter().position(|known| known.name == terrain.value) else {
                self.error(Code::UnknownName, format!("there is no terrain `{}`", terrain.value), terrain.span, "");
                continue;
            };
            let first = self.tiles.len();
            let faces = tiles.first().map_or(0, |tile| tile.faces.len());
            for tile in tiles {
                if tile.faces.len() != faces || faces > 2 {
                    self.error(Code::BadPicture, "tiles have the same number of faces, one or two", tile.name.span, "");
                }
                let rows = tile.faces.iter().map(|face| self.terrain_rows(index, face, tile.name.span)).collect();
                self.tiles.push(Tile { name: tile.name.value.clone(), faces: rows });
            }
            let tiles = (first..self.tiles.len()).collect();
            self.tile_sets.push(TileSet { name: name.value.clone(), terrain: index, tiles, faces });
        }
    }

    pub(super) fn player_named(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player.name == name)
    }

    fn declare_tables(&mut self) {
        for item in self.items {
            let ItemKind::Table { name, of, rows } = &item.kind else { continue };
            let Some(domain) = self.domain_named(&of.value) else {
                self.error(Code::UnknownName, format!("there is no type `{}`", of.value), of.span, "");
                continue;
            };
            let mut values: Vec<Option<Value>> = vec![None; self.size(domain).min(1024)];
            let mut ty = Type::Nothing;
            for (key, value) in rows {
                let key = self.member(key, domain);
                let value = self.expr(value, ty.domain());
                ty = self.joined(ty, value.ty, value.span);
                match (key.kind, value.kind) {
                    (ExprKind::Constant(key), ExprKind::Constant(value)) => {
                        if let Some(place) = key.one().and_then(|key| values.get_mut(key as usize)) {
                            *place = Some(value);
                        }
                    }
                    _ => self.error(Code::WrongType, "a table holds fixed values", value.span, ""),
                }
            }
            let missing = match ty {
                Type::Number(..) => Value::Number(0),
                Type::Truth => Value::Truth(false),
                Type::Set(_) => Value::Set(Set::default()),
                _ => Value::NONE,
            };
            if values.iter().any(Option::is_none) {
                ty = if let Type::Number(low, high) = ty { Type::Number(low.min(0), high.max(0)) } else { ty };
            }
            let as_set = matches!(ty, Type::Set(_));
            let values = values
                .into_iter()
                .map(|value| match value {
                    Some(value) if as_set => Value::Set(value.set()),
                    Some(value) => value,
                    None => missing.clone(),
                })
                .collect();
            self.tables.push(Table { name: name.value.clone(), values, missing });
            self.table_types.push((domain, ty));
        }
    }

    /// The domain that a word names: `cell`, `player`, `number`, a type, …
    pub(super) fn domain_named(&self, word: &str) -> Option<Domain> {
        Some(match word {
            "cell" | "cells" => Domain::Cell,
            "direction" | "directions" => Domain::Direction,
            "player" | "players" => Domain::Player,
            "kind" | "kinds" => Domain::Kind,
            "number" | "numbers" => Domain::Number,
            _ if self.number_type(word).is_some() => Domain::Number,
            _ => Domain::Type(self.types.iter().position(|model| model.name == word)?),
        })
    }

    pub(super) fn cell_named(&self, word: &str) -> Option<CellId> {
        self.board.cell(word)
    }

    /// How many decisions a game may have.
    pub(super) fn limit(&mut self) -> u32 {
        let declared = self.each_item(|kind| if let ItemKind::Limit(limit) = kind { Some(limit) } else { None });
        let Some(limit) = declared.first() else { return DEFAULT_LIMIT };
        if !(1..=MAX_LIMIT).contains(&limit.value) {
            let span: Span = limit.span;
            self.error(Code::Limit, format!("the limit lies between 1 and {MAX_LIMIT} moves"), span, "");
        }
        limit.value.clamp(1, MAX_LIMIT) as u32
    }
}

/// Whether a kind may be drawn so.
fn is_letter(sign: &str) -> bool {
    let mut bare =
        sign.strip_prefix('+').or(sign.strip_suffix('~')).filter(|bare| !bare.is_empty()).unwrap_or(sign).chars();
    bare.next().is_some_and(|letter| letter != '.' && !letter.is_whitespace()) && bare.next().is_none()
}

/// `2 to 4, 6`
fn in_words(numbers: &[(i64, i64)]) -> String {
    let part = |&(low, high): &(i64, i64)| if low == high { format!("{low}") } else { format!("{low} to {high}") };
    numbers.iter().map(part).collect::<Vec<_>>().join(", ")
}
