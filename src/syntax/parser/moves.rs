//! Moves, sentences and paths.

use super::Rule;
use super::builder::{Builder, Kids, Pair};
use crate::{
    source::Spanned,
    syntax::ast::{
        Distance, Expr, ExprKind, Jump, Leg, MoveItem, Name, Operator, Path, Pick, Repeats, Sentence, Travel, Verb,
    },
};

/// The most directions with `or` between that are a tree like every other `or`; more are a list, which is not deep.
const DIRECTIONS: usize = 64;

impl Builder {
    pub(super) fn move_item(&mut self, pair: Pair<'_>) -> MoveItem {
        let mut kids = self.kids(pair);
        let name = self.name(&mut kids);
        let repeats = match kids.next_of(Rule::repeats).and_then(|pair| self.inner(pair)) {
            None => Repeats::No,
            Some(pair) if pair.as_rule() == Rule::may_repeat => Repeats::May,
            Some(_) => Repeats::Must,
        };
        let mut item = MoveItem { name, repeats, sentences: Vec::new(), afterwards: Vec::new(), ensures: Vec::new() };
        for pair in kids {
            match pair.as_rule() {
                Rule::sentence => item.sentences.push(self.sentence(pair)),
                Rule::afterwards => item.afterwards = self.block_in(pair),
                _ => {
                    let mut kids = self.kids(pair);
                    item.ensures.push(self.next_expr(&mut kids));
                }
            }
        }
        item
    }

    fn sentence(&mut self, pair: Pair<'_>) -> Sentence {
        let span = self.span(&pair);
        let mut sentence = Sentence { picks: Vec::new(), travel: None, when: None, block: Vec::new(), span };
        let Some(pair) = self.inner(pair) else { return sentence };
        let mut kids = self.kids(pair);
        while let Some(pair) = kids.next_of(Rule::pick) {
            let pick = self.pick(pair);
            sentence.picks.push(pick);
        }
        match kids.next_of(Rule::piece_sentence) {
            Some(pair) => {
                let kids = self.kids(pair);
                self.rest_of_sentence(kids, &mut sentence);
            }
            None => self.rest_of_sentence(kids, &mut sentence),
        }
        sentence
    }

    fn rest_of_sentence(&mut self, mut kids: Kids<'_>, sentence: &mut Sentence) {
        if kids.peek() == Some(Rule::subject) {
            sentence.travel = Some(self.travel(&mut kids));
        }
        sentence.when = self.expr_in(Rule::when, &mut kids);
        sentence.block = kids.next_of(Rule::block).map(|pair| self.block(pair)).unwrap_or_default();
    }

    pub(super) fn pick(&mut self, pair: Pair<'_>) -> Pick {
        let mut kids = self.kids(pair);
        Pick { name: self.name(&mut kids), from: self.range(kids.next(), kids.span) }
    }

    fn travel(&mut self, kids: &mut Kids<'_>) -> Travel {
        let (kinds, on) = self.subject(kids);
        let path = self.path(kids);
        let to = self.expr_in(Rule::target, kids);
        let mut travel = Travel { kinds, on, path, to, taking: None, at_end: false };
        if let Some(pair) = kids.next_of(Rule::taking) {
            let mut kids = self.kids(pair);
            travel.taking = self.optional_expr(&mut kids);
            travel.at_end = kids.flag(Rule::at_end);
        }
        travel
    }

    fn subject(&mut self, kids: &mut Kids<'_>) -> (Vec<Name>, Option<Expr>) {
        let Some(pair) = kids.next_of(Rule::subject) else { return (Vec::new(), None) };
        let mut kids = self.kids(pair);
        let kinds = match kids.next() {
            Some(pair) if pair.as_rule() == Rule::kinds => {
                let kids = self.kids(pair);
                self.names(kids)
            }
            _ => Vec::new(),
        };
        let on = kids.next_of(Rule::standing).map(|pair| {
            let mut kids = self.kids(pair);
            let negated = kids.flag(Rule::not_on);
            let on = self.next_expr(&mut kids);
            if negated { Spanned::new(ExprKind::Not(Box::new(on)), kids.span) } else { on }
        });
        (kinds, on)
    }

    /// The legs of the next part.
    pub(super) fn path(&mut self, kids: &mut Kids<'_>) -> Path {
        match kids.next_of(Rule::path).or_else(|| kids.next_of(Rule::bare_path)) {
            Some(pair) => self.kids(pair).map(|leg| self.leg(leg)).collect(),
            None => {
                self.lost(kids.span);
                Path::new()
            }
        }
    }

    fn leg(&mut self, pair: Pair<'_>) -> Leg {
        let mut kids = self.kids(pair);
        let (verb, span) = (Verb::Steps, kids.span);
        let mut leg = Leg { verb, dirs: None, through: None, repeating: false, condition: None, span };
        match kids.next() {
            Some(pair) => self.verb(pair, &mut leg),
            None => self.lost(kids.span),
        }
        leg.repeating = kids.flag(Rule::repeating);
        leg.condition = self.expr_in(Rule::step_where, &mut kids);
        leg
    }

    fn verb(&mut self, pair: Pair<'_>, leg: &mut Leg) {
        let rule = pair.as_rule();
        let mut kids = self.kids(pair);
        let offsets = kids.next_of(Rule::offsets).map(|pair| {
            let mut kids = self.kids(pair);
            let jump = Jump::Offsets(self.number(&mut kids).value, self.number(&mut kids).value);
            leg.dirs = self.dirs(&mut kids);
            jump
        });
        let mut range = None;
        match kids.next_of(Rule::slid_group).or_else(|| kids.next_of(Rule::walked_group)) {
            Some(pair) => range = self.group_first(pair, leg),
            None if offsets.is_none() => leg.dirs = self.dirs(&mut kids),
            None => {}
        }
        let range = range.or_else(|| kids.next_of(Rule::range).map(|pair| self.distance(pair)));
        leg.verb = match rule {
            Rule::slides => {
                leg.through = self.expr_in(Rule::through, &mut kids);
                let stopping = self.expr_in(Rule::stopping, &mut kids);
                let bends = kids.next_of(Rule::bends).map(|pair| u8::from(self.kids(pair).flag(Rule::some_bends)));
                Verb::Slides { range, stopping, bends }
            }
            Rule::leaps => Verb::Leaps(offsets.unwrap_or_else(|| Jump::Straight(self.next_expr(&mut kids)))),
            Rule::rides => Verb::Rides(offsets.unwrap_or_else(|| Jump::Straight(self.next_expr(&mut kids)))),
            Rule::hops => Verb::Hops { over: self.next_expr(&mut kids), any_distance: kids.flag(Rule::distance) },
            Rule::walks => range.map_or(Verb::Steps, Verb::Walks),
            Rule::as_movement => Verb::As(self.name(&mut kids)),
            Rule::betza => Verb::Betza(self.name(&mut kids)),
            Rule::goes => Verb::Goes,
            Rule::drops => Verb::Drops,
            Rule::stays => Verb::Stays,
            _ => Verb::Steps,
        };
        if let Some(through) = self.expr_in(Rule::through, &mut kids) {
            leg.through = Some(through);
        }
    }

    /// The directions; none for `any` and for none.
    fn dirs(&mut self, kids: &mut Kids<'_>) -> Option<Expr> {
        let pair = kids.next_of(Rule::dirs)?;
        let mut kids = self.kids(pair);
        self.ways(&mut kids, None)
    }

    /// Directions and those that follow with `or` between; none for `any` alone.
    fn ways(&mut self, kids: &mut Kids<'_>, first: Option<Expr>) -> Option<Expr> {
        let mut all: Vec<Expr> = first.into_iter().collect();
        while kids.peek() == Some(Rule::dir) {
            all.push(self.dir(kids));
        }
        let any = matches!(all.as_slice(), [only] if only.value == ExprKind::Name("any".into()));
        let ways = if all.len() > DIRECTIONS {
            let span = all.first()?.span.to(all.last()?.span);
            Spanned::new(ExprKind::List(all), span)
        } else {
            let either = |a: Expr, b: Expr| {
                let span = a.span.to(b.span);
                Spanned::new(ExprKind::Binary(Operator::Or, Box::new(a), Box::new(b)), span)
            };
            all.into_iter().reduce(either)?
        };
        Some(ways).filter(|_| !any)
    }

    /// The next part as directions; `any` is a name.
    pub(super) fn dir(&mut self, kids: &mut Kids<'_>) -> Expr {
        match kids.next_of(Rule::dir).and_then(|dir| self.inner(dir)) {
            Some(pair) if pair.as_rule() == Rule::any_dir => {
                // What stands behind the word, comments too, was passed to see that it is not `piece`.
                let word = self.word(&pair.clone().into_inner().next().unwrap_or(pair));
                Spanned::new(ExprKind::Name(word.value), word.span)
            }
            Some(pair) => self.expr(pair),
            None => self.next_expr(kids),
        }
    }

    /// What is in brackets behind a verb: the directions, or the beginning of a range, as what follows tells.
    fn group_first(&mut self, pair: Pair<'_>, leg: &mut Leg) -> Option<Distance> {
        let mut kids = self.kids(pair);
        let first = self.next_expr(&mut kids);
        match kids.peek() {
            Some(Rule::or_more) => Some(Distance::OrMore(first)),
            Some(Rule::to_int | Rule::to_most) => {
                let most = kids.next().map(|pair| self.kids(pair))?.next()?;
                Some(Distance::FromTo(first, self.expr(most)))
            }
            _ => {
                leg.dirs = self.ways(&mut kids, Some(first));
                kids.next_of(Rule::range).map(|pair| self.distance(pair))
            }
        }
    }

    fn distance(&mut self, pair: Pair<'_>) -> Distance {
        let span = self.span(&pair);
        let Some(pair) = self.inner(pair) else {
            return Distance::Exactly(Spanned::new(ExprKind::Int(1), span));
        };
        let rule = pair.as_rule();
        let mut kids = self.kids(pair);
        let first = self.next_expr(&mut kids);
        match (rule, self.expr_in(Rule::to_most, &mut kids)) {
            (Rule::exactly, _) => Distance::Exactly(first),
            (Rule::up_to, _) => Distance::UpTo(first),
            (_, Some(last)) => Distance::FromTo(first, last),
            _ => Distance::OrMore(first),
        }
    }
}
