//! What is asked of the piece on `origin` while it travels, and after it has gone.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::model::{End, Instruction, Sentence, Statement, StatementKind};
use crate::rules::walk;
use crate::source::Span;
use crate::syntax::ast::Point;

use super::super::{Checker, Expr, ExprKind, Move, Path, Travel, Verb, journey};
use super::Seen;

impl Checker<'_> {
    /// What stands behind the sentences of a move comes after each of them.
    pub(super) fn check_behind_sentences(&mut self, each: &Move) {
        if !self.is_surely_left(std::slice::from_ref(each)) {
            return;
        }
        let mut left = Left { may_be_held: false, named: Vec::new() };
        self.check_block(&each.afterwards, &mut left);
        each.ensures.iter().for_each(|ensure| self.check_left(ensure, &left));
    }

    /// The same of what follows every move: of the file, in turns and in ends.
    pub(in super::super) fn check_after_moves(
        &mut self,
        (afterwards, ensures): (&[Statement], &[Expr]),
        (ends, turn_ensures): (&[End], &[Expr]),
        turns: usize,
    ) {
        let moves = std::mem::take(&mut self.moves);
        let is_left = self.is_surely_left(&moves) && !moves.iter().any(|each| puts(&each.afterwards));
        self.moves = moves;
        if !is_left {
            return;
        }
        let mut left = Left { may_be_held: false, named: Vec::new() };
        self.check_block(afterwards, &mut left);
        ensures.iter().for_each(|ensure| self.check_left(ensure, &left));
        let code = std::mem::take(&mut self.code);
        let turns = code.get(turns..).unwrap_or(&[]);
        left.may_be_held |=
            turns.iter().any(|each| matches!(each, Instruction::Do(done) if puts(std::slice::from_ref(done))));
        for each in turns {
            walk::of_instruction(each, &mut |expr| self.check_left(expr, &left));
        }
        self.code = code;
        let after = ends.iter().filter(|end| end.point != Point::BeforeTurn);
        let asked: Vec<&Expr> = after.filter_map(|end| end.when.as_ref()).chain(turn_ensures).collect();
        asked.into_iter().for_each(|asked| self.check_left(asked, &left));
    }

    /// Whether every travel of these moves leaves nothing on the cell where it began.
    fn is_surely_left(&self, moves: &[Move]) -> bool {
        let piles = self.board.stacks || self.board.n_grid < self.board.n_cells();
        let all = || moves.iter().flat_map(|each| &each.sentences);
        let is_left = |sentence: &Sentence| !path_of(sentence).is_some_and(stays) && !puts(&sentence.block);
        !piles && all().any(|sentence| path_of(sentence).is_some()) && all().all(is_left)
    }

    fn check_left(&mut self, expr: &Expr, left: &Left) {
        let place = self.asks_of_left(expr, left);
        self.report_left(place);
    }

    /// `origin in Kings` while the piece travels: no cell holds it then.
    pub(super) fn check_lifted(&mut self, travel: &Travel) {
        let mut parts = vec![&travel.to];
        parts_of(&travel.path, &mut parts);
        for part in parts {
            let Some(span) = self.asks_at_origin(part, &[], &mut Seen::new(), true) else { continue };
            let message = "while a piece travels no cell holds it, so `origin` is in no set of pieces";
            let diagnostic = Diagnostic::new(Code::Moment, message, span, "never holds")
                .help("ask for the piece that travels with `kind of origin` or `owner of origin`, or name it in front")
                .help("ask for others with the cells around it, or with a variable");
            self.report(diagnostic);
        }
    }

    /// What a block asks of the piece on `origin`, which has gone.
    pub(super) fn check_block(&mut self, block: &[Statement], left: &mut Left) {
        for statement in block {
            let mut wrong = None;
            walk::of_statement(statement, &mut |expr| wrong = wrong.or_else(|| self.asks_of_left(expr, left)));
            let changed = match &statement.kind {
                StatementKind::Set(number, Some(cell), _) if self.is_of_pieces(*number) => Some(cell),
                StatementKind::Change(cell, _) | StatementKind::Give(cell, _) => Some(cell),
                _ => None,
            };
            let is_left = |cell: &&Expr| !left.may_be_held && is_origin(cell, &left.named);
            self.report_left(wrong.or(changed.filter(is_left).map(|cell| cell.span)));
            match &statement.kind {
                StatementKind::If(_, then, otherwise) => {
                    let mut other = Left { named: left.named.clone(), ..*left };
                    self.check_block(then, left);
                    self.check_block(otherwise, &mut other);
                    left.may_be_held |= other.may_be_held;
                }
                StatementKind::Repeat(_, _, _, inner)
                | StatementKind::Each(_, _, inner)
                | StatementKind::ForEachPlayer(inner)
                | StatementKind::For(_, inner) => {
                    left.may_be_held |= puts(inner);
                    self.check_block(inner, left);
                }
                StatementKind::Let(name, value) if is_origin(value, &left.named) => left.named.push(*name),
                _ => left.may_be_held |= puts(std::slice::from_ref(statement)),
            }
        }
    }

    fn asks_of_left(&self, expr: &Expr, left: &Left) -> Option<Span> {
        self.asks_at_origin(expr, &left.named, &mut Seen::new(), false).filter(|_| !left.may_be_held)
    }

    fn report_left(&mut self, place: Option<Span>) {
        let Some(span) = place else { return };
        let message = "the piece has left `origin`, which holds nothing now";
        let diagnostic = Diagnostic::new(Code::Moment, message, span, "asks for a piece that is not there")
            .help("the piece that moved stands on `landing`: ask for that")
            .help("what is to be asked of it before it goes stands in `when`");
        self.report(diagnostic);
    }

    /// Where an expression asks what the piece on `origin` is or remembers, or (`only_sets`) whether a set of pieces
    /// holds `origin`; `named` stands for `origin` too.
    fn asks_at_origin(&self, expr: &Expr, named: &[usize], seen: &mut Seen, only_sets: bool) -> Option<Span> {
        let at = |cell: &Expr| is_origin(cell, named);
        let asks = match &expr.kind {
            ExprKind::KindAt(cell) | ExprKind::OwnerAt(cell) => !only_sets && at(cell),
            ExprKind::Variable(number, Some(cell)) => !only_sets && self.is_of_pieces(*number) && at(cell),
            ExprKind::Contains(cell, set) => at(cell) && self.holds_pieces(set, only_sets),
            ExprKind::Call(function, arguments) => {
                let model = &self.functions[*function];
                let is_told = |(name, argument): (&usize, &Expr)| at(argument).then_some(*name + TEMPORARY);
                let told: Vec<usize> = model.parameters.iter().zip(arguments).filter_map(is_told).collect();
                seen.insert((*function, told.clone()))
                    && self.asks_at_origin(&model.body, &told, seen, only_sets).is_some()
            }
            _ => false,
        };
        if asks {
            return Some(expr.span);
        }
        // In the legs of a `reach` it is where those begin.
        walk::children(expr).into_iter().find_map(|child| self.asks_at_origin(child, named, seen, only_sets))
    }

    /// Whether a set is one of cells of pieces.
    pub(super) fn holds_pieces(&self, set: &Expr, only_sets: bool) -> bool {
        let either = |a: &Expr, b: &Expr| self.holds_pieces(a, only_sets) || self.holds_pieces(b, only_sets);
        match &set.kind {
            ExprKind::Pieces(..) => true,
            ExprKind::Unmoved => !only_sets,
            ExprKind::WhereYes(number) => !only_sets && self.is_of_pieces(*number),
            ExprKind::Union(a, b) => self.holds_pieces(a, only_sets) && self.holds_pieces(b, only_sets),
            ExprKind::Intersection(a, b) => either(a, b),
            ExprKind::Difference(a, _) => self.holds_pieces(a, only_sets),
            ExprKind::Call(function, _) => self.holds_pieces(&self.functions[*function].body, only_sets),
            _ => false,
        }
    }
}

/// The path of a sentence in which a piece leaves a cell.
fn path_of(sentence: &Sentence) -> Option<&Path> {
    sentence.travel.as_ref().filter(|travel| !travel.drops).map(|travel| &travel.path)
}

/// What is known of the cell that a piece has left.
pub(super) struct Left {
    /// Whether something may stand there.
    pub(super) may_be_held: bool,
    /// The kept names that stand for it.
    pub(super) named: Vec<usize>,
}

/// Temporary names are told from kept ones by this.
pub(super) const TEMPORARY: usize = 1 << (usize::BITS - 1);

fn is_origin(cell: &Expr, named: &[usize]) -> bool {
    match &cell.kind {
        ExprKind::Kept(name) => *name == journey::ORIGIN || named.contains(name),
        ExprKind::Temporary(name) => named.contains(&(*name + TEMPORARY)),
        ExprKind::ToSet(inner) | ExprKind::ToOne(inner) => is_origin(inner, named),
        _ => false,
    }
}

/// The expressions of the legs of a path, those of its alternatives too.
fn parts_of<'m>(path: &'m Path, parts: &mut Vec<&'m Expr>) {
    for leg in path {
        parts.extend(walk::parts(leg));
        if let Verb::OneOf(paths) = &leg.verb {
            paths.iter().for_each(|(path, _)| parts_of(path, parts));
        }
    }
}

/// Whether a piece may stay where it is.
pub(super) fn stays(path: &Path) -> bool {
    path.iter().any(|leg| match &leg.verb {
        Verb::Stays => true,
        Verb::OneOf(paths) => paths.iter().any(|(path, _)| stays(path)),
        _ => false,
    })
}

/// Whether a block may put a piece somewhere, or make `origin` another cell.
pub(super) fn puts(block: &[Statement]) -> bool {
    let mut puts = false;
    walk::block(block, &mut |statement| {
        puts |= matches!(
            statement.kind,
            StatementKind::Put { .. }
                | StatementKind::Move(..)
                | StatementKind::Swap(..)
                | StatementKind::Push(..)
                | StatementKind::Sow { .. }
        );
    });
    puts
}
