//! Declarations.

use super::Rule;
use super::builder::{Builder, Kids, Pair, only_kid};
use crate::{
    source::{Span, Spanned},
    syntax::ast::{
        Clause, CubeItem, Domain, Expr, Item, ItemKind, Lifetime, Mode, Name, OptionChoice, Params, PieceItem,
        PlayerItem, Point, RememberItem, ResultItem, Seating, TextEntry, TypeItem, VerdictItem,
    },
};

impl Builder {
    /// One declaration; `piece a, b` makes two items of it.
    pub(super) fn items(&mut self, pair: Pair<'_>, items: &mut Vec<Item>) {
        let span = self.span(&pair);
        let Some(pair) = self.inner(pair) else { return };
        match pair.as_rule() {
            Rule::remove_item => {
                let mut kids = self.kids(pair);
                let part = self.name(&mut kids);
                let [name, of] = [kids.next(), kids.next()].map(|pair| pair.map(|pair| self.word(&pair)));
                let kind = ItemKind::Remove { part, name, of };
                items.push(item(Mode::Add, kind, span));
            }
            Rule::replace_item => {
                if let Some(inner) = self.inner(pair) {
                    self.plain_item(Mode::Replace, inner, span, items);
                }
            }
            _ => self.plain_item(Mode::Add, pair, span, items),
        }
    }

    fn plain_item(&mut self, mode: Mode, pair: Pair<'_>, span: Span, items: &mut Vec<Item>) {
        if pair.as_rule() != Rule::piece {
            if let Some(kind) = self.item_kind(pair) {
                items.push(item(mode, kind, span));
            }
            return;
        }
        for pair in self.kids(pair) {
            let span = self.span(&pair);
            items.push(item(mode, ItemKind::Piece(self.piece(pair)), span));
        }
    }

    fn item_kind(&mut self, pair: Pair<'_>) -> Option<ItemKind> {
        let rule = pair.as_rule();
        match rule {
            Rule::info => return self.info(pair),
            Rule::board => return self.board(pair).map(ItemKind::Board),
            Rule::remember => return Some(ItemKind::Remember(self.remember(pair))),
            Rule::move_decl => return Some(ItemKind::Move(self.move_item(pair))),
            Rule::test => return Some(ItemKind::Test(self.test(pair))),
            Rule::afterwards => return Some(ItemKind::Afterwards(self.block_in(pair))),
            _ => {}
        }
        let mut kids = self.kids(pair);
        let kids = &mut kids;
        Some(match rule {
            Rule::language => ItemKind::Language(self.number(kids)),
            Rule::game => ItemKind::Game { title: self.name(kids), extends: kids.next().map(|pair| self.word(&pair)) },
            Rule::library => ItemKind::Use(self.name(kids)),
            Rule::option => self.option(kids),
            Rule::players => self.players(kids),
            Rule::seats => ItemKind::Seats(kids.map(|pair| self.seating(pair)).collect()),
            Rule::site => {
                ItemKind::Site { names: self.names_of(Rule::name, kids), per_player: kids.flag(Rule::for_player) }
            }
            Rule::terrain => ItemKind::Terrain { name: self.name(kids), values: self.names_of(Rule::name, kids) },
            Rule::tiles => self.tiles(kids),
            Rule::type_decl => self.type_decl(kids)?,
            Rule::captured => self.captured(kids),
            Rule::movement => {
                ItemKind::Movement { name: self.name(kids), paths: kids.map(|pair| self.path_line(pair)).collect() }
            }
            Rule::define => self.define(kids),
            Rule::table => self.table(kids),
            Rule::action => {
                let name = self.name(kids);
                ItemKind::Action { name, params: self.params(kids), block: self.next_block(kids) }
            }
            Rule::setup => ItemKind::Setup {
                per_player: kids.flag(Rule::for_player),
                when: self.expr_before_block(kids),
                block: self.next_block(kids),
            },
            Rule::ensure_turn => ItemKind::EnsureTurn(self.next_expr(kids)),
            Rule::ensure => ItemKind::Ensure(self.next_expr(kids)),
            Rule::turn => ItemKind::Turn {
                name: kids.next_of(Rule::name).map(|pair| self.word(&pair)),
                until: self.expr_before_block(kids),
                block: self.next_block(kids),
            },
            Rule::end => self.end(kids),
            Rule::limit => ItemKind::Limit(self.number(kids)),
            Rule::always => ItemKind::Always(kids.map(|pair| self.law(pair)).collect()),
            Rule::text => match kids.next_of(Rule::position_format) {
                Some(pair) => self.position_format(pair),
                None => ItemKind::Text {
                    language: self.name(kids),
                    entries: kids.map(|pair| self.text_entry(pair)).collect(),
                },
            },
            _ => {
                self.lost(kids.span);
                return None;
            }
        })
    }

    fn law(&mut self, pair: Pair<'_>) -> (Name, Expr) {
        let mut kids = self.kids(pair);
        (self.name(&mut kids), self.next_expr(&mut kids))
    }

    fn expr_before_block(&mut self, kids: &mut Kids<'_>) -> Option<Expr> {
        kids.next_of(Rule::expr).map(|pair| self.expr(pair))
    }

    fn info(&mut self, pair: Pair<'_>) -> Option<ItemKind> {
        let pair = self.inner(pair)?;
        let rule = pair.as_rule();
        let mut kids = self.kids(pair);
        if rule == Rule::fact {
            let word = self.name(&mut kids);
            return Some(ItemKind::Fact { word, text: self.name(&mut kids).value });
        }
        let mut entries = Vec::new();
        while kids.peek().is_some() {
            entries.push((self.name(&mut kids), self.name(&mut kids)));
        }
        Some(if rule == Rule::titles { ItemKind::Titles(entries) } else { ItemKind::Prose(entries) })
    }

    fn option(&mut self, kids: &mut Kids<'_>) -> ItemKind {
        let name = self.name(kids);
        let mut choices = Vec::new();
        while let Some(choice) = kids.next_of(Rule::choice) {
            let Some(pair) = self.kids(choice).next() else { continue };
            choices.push(match pair.as_rule() {
                Rule::picture_choice => {
                    let mut kids = self.kids(pair);
                    OptionChoice::Picture(self.name(&mut kids))
                }
                _ => OptionChoice::Word(self.word(&pair)),
            });
        }
        ItemKind::Option { name, choices }
    }

    fn players(&mut self, kids: &mut Kids<'_>) -> ItemKind {
        let span = kids.span;
        let mut numbers = Vec::new();
        while let Some(pair) = kids.next_of(Rule::numbers) {
            let mut kids = self.kids(pair);
            let least = self.number(&mut kids).value;
            let most = if kids.peek().is_some() { self.number(&mut kids).value } else { least };
            numbers.push((least, most));
        }
        let player = |builder: &mut Self, pair| {
            let mut kids = builder.kids(pair);
            PlayerItem { name: builder.name(&mut kids), facing: kids.next().map(|pair| builder.word(&pair)) }
        };
        ItemKind::Players { numbers, players: kids.map(|pair| player(self, pair)).collect(), span }
    }

    fn seating(&mut self, pair: Pair<'_>) -> Seating {
        let mut kids = self.kids(pair);
        let players = self.number(&mut kids);
        let seat = |builder: &mut Self, pair| {
            let mut kids = builder.kids(pair);
            let player = kids.next_of(Rule::name).map(|pair| builder.word(&pair));
            (player, builder.next_expr(&mut kids))
        };
        Seating { players, seats: kids.map(|pair| seat(self, pair)).collect() }
    }

    fn type_decl(&mut self, kids: &mut Kids<'_>) -> Option<ItemKind> {
        let name = self.name(kids);
        let kind = match kids.peek()? {
            Rule::int => TypeItem::Range(self.number(kids), self.number(kids)),
            Rule::cube => TypeItem::Cubes(kids.map(|pair| self.cube(pair)).collect()),
            _ => TypeItem::Values(self.names_of(Rule::name, kids)),
        };
        Some(ItemKind::Type { name, kind })
    }

    fn cube(&mut self, pair: Pair<'_>) -> CubeItem {
        let mut kids = self.kids(pair);
        let kind = kids.next_of(Rule::cube_kind).map(|pair| {
            let mut kids = self.kids(pair);
            self.name(&mut kids)
        });
        let face = |builder: &mut Self, pair| {
            let mut kids = builder.kids(pair);
            (builder.name(&mut kids), builder.name(&mut kids))
        };
        (kind, kids.map(|pair| face(self, pair)).collect())
    }

    fn piece(&mut self, pair: Pair<'_>) -> PieceItem {
        let mut kids = self.kids(pair);
        let name = self.name(&mut kids);
        let plural = kids.next_of(Rule::name).map(|pair| self.word(&pair));
        let mut item = PieceItem { name, plural, neutral: false, royal: false, letter: None, captured_as: None };
        for pair in kids {
            let Some(word) = self.inner(pair) else { continue };
            match word.as_rule() {
                Rule::royal => item.royal = true,
                Rule::neutral => item.neutral = true,
                Rule::letter_word => item.letter = self.inner(word).map(|pair| self.word(&pair)),
                _ => item.captured_as = self.inner(word).map(|pair| self.word(&pair)),
            }
        }
        item
    }

    fn captured(&mut self, kids: &mut Kids<'_>) -> ItemKind {
        let span = kids.span;
        ItemKind::Captured { to: kids.next_of(Rule::name).map(|pair| self.word(&pair)), span }
    }

    fn path_line(&mut self, pair: Pair<'_>) -> (crate::syntax::ast::Path, Option<Expr>) {
        let mut kids = self.kids(pair);
        (self.path(&mut kids), self.expr_in(Rule::target, &mut kids))
    }

    fn remember(&mut self, pair: Pair<'_>) -> RememberItem {
        let mut kids = self.kids(pair);
        let name = self.name(&mut kids);
        let of_each = match kids.next_of(Rule::of_each) {
            Some(pair) => self.places(pair),
            None => Vec::new(),
        };
        let lasting = kids.next_of(Rule::lasting).and_then(|pair| self.inner(pair));
        let lifetime = match lasting.and_then(|pair| only_kid(&pair)) {
            Some(Rule::one_move) => Lifetime::Move,
            Some(Rule::one_turn) => Lifetime::Turn,
            Some(Rule::two_turns) => Lifetime::TwoTurns,
            _ => Lifetime::Game,
        };
        let compared = kids.next_of(Rule::uncompared).is_none();
        let domain = kids.next().and_then(|pair| self.domain(pair)).unwrap_or(Domain::Truth);
        RememberItem { name, of_each, lifetime, compared, domain, first: self.optional_expr(&mut kids) }
    }

    fn domain(&mut self, pair: Pair<'_>) -> Option<Domain> {
        let pair = self.inner(pair)?;
        let rule = pair.as_rule();
        if rule == Rule::name {
            return Some(Domain::One(self.word(&pair)));
        }
        let mut kids = self.kids(pair);
        Some(match rule {
            Rule::some_of => Domain::SetOf(self.name(&mut kids)),
            Rule::optional => Domain::Optional(self.name(&mut kids)),
            Rule::bounds => Domain::Range(self.next_expr(&mut kids), self.next_expr(&mut kids)),
            _ => Domain::Truth,
        })
    }

    fn define(&mut self, kids: &mut Kids<'_>) -> ItemKind {
        let name = self.name(kids);
        let params = match kids.next_of(Rule::name) {
            Some(pair) => Params::Of(self.word(&pair)),
            None => match self.params(kids) {
                list if list.is_empty() => Params::None,
                list => Params::List(list),
            },
        };
        ItemKind::Define { name, params, body: self.next_expr(kids) }
    }

    fn params(&mut self, kids: &mut Kids<'_>) -> Vec<Name> {
        match kids.next_of(Rule::params) {
            Some(pair) => self.places(pair),
            None => Vec::new(),
        }
    }

    fn table(&mut self, kids: &mut Kids<'_>) -> ItemKind {
        let name = self.name(kids);
        let of = self.name(kids);
        let row = |builder: &mut Self, pair| {
            let mut kids = builder.kids(pair);
            (builder.next_expr(&mut kids), builder.next_expr(&mut kids))
        };
        ItemKind::Table { name, of, rows: kids.map(|pair| row(self, pair)).collect() }
    }

    fn end(&mut self, kids: &mut Kids<'_>) -> ItemKind {
        let point = match kids.next_of(Rule::point).and_then(|pair| only_kid(&pair)) {
            Some(Rule::after_turn) => Point::AfterTurn,
            Some(Rule::after_round) => Point::AfterRound,
            Some(Rule::before_turn) => Point::BeforeTurn,
            _ => Point::AfterMove,
        };
        ItemKind::End { point, clauses: kids.map(|pair| self.clause(pair)).collect() }
    }

    fn clause(&mut self, pair: Pair<'_>) -> Clause {
        let mut kids = self.kids(pair);
        let span = Spanned::new((), kids.span);
        let name = self.name(&mut kids);
        let result = kids.next().and_then(|pair| self.result(pair)).unwrap_or(ResultItem::Draw);
        Clause { name, result, when: self.expr_in(Rule::when, &mut kids), span }
    }

    fn result(&mut self, pair: Pair<'_>) -> Option<ResultItem> {
        let pair = self.inner(pair)?;
        let rule = pair.as_rule();
        let mut kids = self.kids(pair);
        Some(match rule {
            Rule::everyone_loses => ResultItem::EveryoneLoses,
            Rule::each_player => ResultItem::EachPlayer(verdict(kids.next())),
            Rule::by_score => {
                let highest = kids.next().and_then(|pair| only_kid(&pair)) == Some(Rule::highest);
                ResultItem::ByScore { highest, score: self.name(&mut kids) }
            }
            Rule::someone => ResultItem::Someone(self.next_expr(&mut kids), verdict(kids.next())),
            _ => ResultItem::Draw,
        })
    }

    fn text_entry(&mut self, pair: Pair<'_>) -> TextEntry {
        let mut kids = self.kids(pair);
        let key = self.name(&mut kids);
        let (mut words, mut bare) = (Vec::new(), Vec::new());
        for value in kids {
            let word = self.word(&value);
            if value.as_rule() != Rule::string {
                bare.push(word.clone());
            }
            words.push(word);
        }
        TextEntry { key, words, bare }
    }
}

fn item(mode: Mode, kind: ItemKind, span: Span) -> Item {
    Item { mode, kind, span: Spanned::new((), span) }
}

fn verdict(pair: Option<Pair<'_>>) -> VerdictItem {
    match pair.and_then(|pair| only_kid(&pair)) {
        Some(Rule::loses) => VerdictItem::Loses,
        Some(Rule::is_out) => VerdictItem::IsOut,
        _ => VerdictItem::Wins,
    }
}
