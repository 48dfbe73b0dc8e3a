//! Sentences that say something, but hardly what their author meant: found when all is checked.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::board::Shape;
use crate::rules::walk;
use crate::source::Span;
use crate::syntax::ast::{BoardEdit, ItemKind, Name, Params, Rows};

use super::never::alike;
use super::{Checker, Expr, ExprKind, Statement, StatementKind};

/// A row of the board, named by its end where a player acts.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndRow {
    span: Span,
    is_last: bool,
    number: u16,
}

impl Checker<'_> {
    /// Tells of texts that say less or more than they seem to.
    pub(super) fn meant(&mut self) {
        self.idle_parameters();
        self.neutral_pieces_that_walk();
        self.sets_asked_anew();
        self.lines_without_use();
    }

    /// Notes `first row` or `last row` of the board; `my` rows are others.
    pub(super) fn note_end_row(&mut self, rows: &Rows, last: u16, span: Span) {
        let (is_last, number) = match rows {
            Rows::First => (false, 1),
            Rows::Last => (true, last),
            Rows::One(_) | Rows::Range(..) => return,
        };
        if self.has_me && !self.trying && !self.uses.end_rows.iter().any(|known| known.span == span) {
            self.uses.end_rows.push(EndRow { span, is_last, number });
        }
    }

    /// Refuses the `last row` of the board where a player acts for whom another one is the last.
    pub(super) fn end_rows(&mut self) {
        let mut rows = std::mem::take(&mut self.uses.end_rows);
        rows.sort_by_key(|row| row.span);
        let facing = self.players.first().map(|player| player.facing);
        if self.players.iter().all(|player| Some(player.facing) == facing) {
            return;
        }
        for (index, row) in rows.iter().enumerate() {
            let beside = |other: &EndRow| other.is_last != row.is_last && self.joined_by_or(other.span, row.span);
            let both = index.checked_sub(1).and_then(|before| rows.get(before)).is_some_and(beside)
                || rows.get(index + 1).is_some_and(beside);
            // `first row or last row` is the same for everybody.
            if !both {
                self.report(whose_row(row));
            }
        }
    }

    /// Whether nothing but `or` stands between two places.
    fn joined_by_or(&self, a: Span, b: Span) -> bool {
        let (first, second) = if a < b { (a, b) } else { (b, a) };
        let between = Span { start: first.end, end: second.start, ..first };
        first.source == second.source && self.text_of(between).is_some_and(|text| text.trim() == "or")
    }

    /// A parameter that a definition never asks for: every argument gives the same.
    fn idle_parameters(&mut self) {
        let defined = self.each_item(|kind| match kind {
            ItemKind::Define { name, params, body } => Some((name, params, body)),
            _ => None,
        });
        for (name, params, body) in defined {
            let params: Vec<&Name> = match params {
                Params::List(names) => names.iter().collect(),
                Params::Of(name) => vec![name],
                Params::None => Vec::new(),
            };
            let Some(definition) = self.definitions.get(&name.value) else { continue };
            // A general case stands for all members that have none of their own.
            let is_plain = definition.cases.is_empty() && definition.used && definition.span == name.span;
            if !is_plain || name.span.source != self.start.source || definition.params.len() != params.len() {
                continue;
            }
            for (index, param) in params.into_iter().enumerate() {
                if !self.uses.parameters.contains(&(name.value.clone(), index)) {
                    self.report(idle_parameter(&name.value, param, body.span));
                }
            }
        }
    }

    /// `any piece` is every kind: a stone that belongs to nobody then goes as the others do.
    fn neutral_pieces_that_walk(&mut self) {
        let owned: Vec<&str> = self.kinds.iter().filter(|kind| !kind.neutral).map(|kind| kind.name.as_str()).collect();
        if owned.is_empty() {
            return;
        }
        let mut found = Vec::new();
        for sentence in self.moves.iter().flat_map(|item| &item.sentences) {
            let Some(travel) = sentence.travel.as_ref().filter(|travel| !travel.drops && travel.on.is_none()) else {
                continue;
            };
            let walks = |&index: &u16| {
                let kind = &self.kinds[usize::from(index)];
                kind.neutral && !self.uses.is_subject(&kind.name) && self.uses.comes(usize::from(index))
            };
            let Some(kind) = travel.kinds.iter().find(walks) else { continue };
            let name = &self.kinds[usize::from(kind)].name;
            let message = format!("`any piece` is the neutral `{name}` too, and everybody may move it");
            let mut diagnostic = Diagnostic::new(Code::Unmeant, message, sentence.span, format!("moves `{name}` too"));
            let place = self.text_of(sentence.span).and_then(|text| text.find("any piece"));
            if let Some(at) = place {
                let start = sentence.span.start + at as u32;
                let subject = Span { start, end: start + "any piece".len() as u32, ..sentence.span };
                diagnostic = diagnostic
                    .suggest_choice("only the players' own pieces go", subject, owned.join(" or "))
                    .suggest_choice(
                        format!("`{name}` goes as well"),
                        subject,
                        format!("{} or {name}", owned.join(" or ")),
                    );
            }
            found.push(diagnostic);
        }
        found.into_iter().for_each(|diagnostic| self.report(diagnostic));
    }

    /// A definition is asked anew wherever it stands: behind `take` it no longer finds what was taken.
    fn sets_asked_anew(&mut self) {
        let mut found = Vec::new();
        for item in &self.moves {
            let blocks = item.sentences.iter().map(|sentence| &sentence.block).chain([&item.afterwards]);
            blocks.for_each(|block| asked_anew(block, &mut found));
        }
        for (taken, again) in found {
            let name = self.text_of(again).unwrap_or_default();
            let message = format!("`{name}` is asked anew here, when what it found has been taken");
            let diagnostic = Diagnostic::new(Code::Unmeant, message, again, "asked after the pieces are gone")
                .label(taken, "taken here")
                .help("`taken` are the cells from which pieces were taken in this move")
                .help(format!("or keep the set: `let gone be {name}`, then `take gone`, and ask for `gone`"));
            self.report(diagnostic);
        }
    }

    /// Lines between cells that are neighbours anyway, where nobody asks for lines.
    fn lines_without_use(&mut self) {
        let Some(board) = self.each_item(|kind| if let ItemKind::Board(item) = kind { Some(item) } else { None }).pop()
        else {
            return;
        };
        let drawn = |edit: &&BoardEdit| matches!(edit, BoardEdit::Line(_) | BoardEdit::Edge(_));
        let Some(place) = board.edits.iter().filter(drawn).find_map(first_and_last) else { return };
        let adds_ways = self.board.direction_sets.contains_key("ways");
        if adds_ways || self.uses.lines || matches!(self.board.shape, Shape::Graph) || place.source != self.start.source
        {
            return;
        }
        let shape = &board.shape.value;
        let message = format!("these lines add nothing to the `{shape}`: their cells are neighbours already");
        let diagnostic = Diagnostic::new(Code::Unmeant, message, place, "no way more, and no way less")
            .help("a line makes its cells neighbours; it takes no way from others")
            .help("where pieces go along drawn lines only, say `board graph { line … }`: cells called `a1`, `b2` are drawn as on a square");
        self.report(diagnostic);
    }
}

fn whose_row(row: &EndRow) -> Diagnostic {
    let word = if row.is_last { "last row" } else { "first row" };
    let message = format!("`{word}` can be read in two ways: the mover's, or that of the board");
    Diagnostic::new(Code::TwoReadings, message, row.span, "whose?")
        .suggest_choice("seen by the player who moves", row.span, format!("my {word}"))
        .suggest_choice("the same row for everybody", row.span, format!("row {}", row.number))
}

fn idle_parameter(name: &str, param: &Name, body: Span) -> Diagnostic {
    let param_name = &param.value;
    let message = format!("the definition of `{name}` does not use `{param_name}`");
    Diagnostic::new(Code::Unused, message, param.span, "never asked for")
        .label(body, format!("the same for every `{param_name}`"))
        .help(format!(
            "`my` and `mine` are the mover's, whoever `{param_name}` is; of a player: `pieces of {param_name}`, `Men of {param_name}`"
        ))
}

/// Where a set is taken that a definition gives, and asked for again behind that.
fn asked_anew(block: &[Statement], found: &mut Vec<(Span, Span)>) {
    for (index, statement) in block.iter().enumerate() {
        match &statement.kind {
            StatementKind::Take(set, false) | StatementKind::Remove(set) => {
                let behind = block.get(index + 1..).unwrap_or_default();
                let untouched = behind.iter().take_while(|other| !moves_pieces(other));
                let again = untouched.filter_map(|other| place_of(set, other)).next();
                found.extend(again.map(|again| (set.span, again)));
            }
            StatementKind::If(_, then, otherwise) => {
                asked_anew(then, found);
                asked_anew(otherwise, found);
            }
            StatementKind::Repeat(_, _, _, inner) | StatementKind::Each(_, _, inner) => asked_anew(inner, found),
            _ => {}
        }
    }
}

/// Whether a statement changes what stands where, so that the set may be another one.
fn moves_pieces(statement: &Statement) -> bool {
    !matches!(
        statement.kind,
        StatementKind::Set(..) | StatementKind::Let(..) | StatementKind::If(..) | StatementKind::Ensure(_)
    )
}

/// Where a statement asks for the same use of a definition.
fn place_of(set: &Expr, statement: &Statement) -> Option<Span> {
    let ExprKind::Call(definition, arguments) = &set.kind else { return None };
    let mut place = None;
    walk::block(std::slice::from_ref(statement), &mut |inner| {
        walk::of_statement(inner, &mut |expr| {
            if let ExprKind::Call(other, others) = &expr.kind
                && definition == other
                && arguments.iter().zip(others).all(|(one, other)| alike(one, other))
            {
                place = place.or(Some(expr.span));
            }
        });
    });
    place
}

/// From the first to the last name of the first line or edge.
fn first_and_last(edit: &BoardEdit) -> Option<Span> {
    match edit {
        BoardEdit::Line(lines) => lines.first().and_then(|line| Some(line.first()?.span.to(line.last()?.span))),
        BoardEdit::Edge(pairs) => pairs.first().map(|(a, b)| a.span.to(b.span)),
        _ => None,
    }
}
