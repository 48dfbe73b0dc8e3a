//! Betza notation as sugar: `fmWfcF` becomes paths of the language.

use std::collections::BTreeSet;

use crate::source::{Span, Spanned};
use crate::syntax::ast::{Distance, Expr, ExprKind, Jump, Leg, Operator, Path, Verb};
use crate::syntax::betza::{Gait, Mode, Vector, Way, directions, long_legs, ways};

/// The paths of a piece, each with what it may land on.
pub fn paths(text: &str, span: Span) -> Result<Vec<(Path, Option<Expr>)>, String> {
    if text.is_empty() {
        return Err("it is empty".into());
    }
    if text.contains('e') {
        return Err("en passant (`e`) needs a sentence of its own".into());
    }
    let mut all = Vec::new();
    for way in ways(text)? {
        for path in (Writing { span }).way(&way)? {
            all.push((path, Some(target(way.mode, span))));
        }
    }
    Ok(all)
}

/// The writing of paths that all come from one text.
struct Writing {
    span: Span,
}

impl Writing {
    fn way(&self, way: &Way) -> Result<Vec<Path>, String> {
        if way.first {
            return Err("a first move (`i`) needs a sentence that says where from, with `on`".into());
        }
        let Some(&(rows, columns)) = way.vectors.first() else { return Ok(Vec::new()) };
        let (long, short) = (rows.abs().max(columns.abs()), rows.abs().min(columns.abs()));
        let straight = |(a, b): &Vector| a.abs() == b.abs() || *a == 0 || *b == 0;
        if way.vectors.iter().all(straight) { self.straight(way, long) } else { self.aslant(way, long, short) }
    }

    fn straight(&self, way: &Way, long: i8) -> Result<Vec<Path>, String> {
        let dirs = directions(&way.vectors);
        let once = |verb| vec![vec![self.leg(verb, dirs.clone())]];
        let slides = |range| Verb::Slides { range, stopping: None, bends: None };
        let far = || Jump::Straight(self.number(long.into()));
        Ok(match way.gait {
            Gait::Leap if long == 1 => once(Verb::Steps),
            Gait::Leap => once(Verb::Leaps(far())),
            Gait::Lame => once(slides(Some(Distance::Exactly(self.number(long.into()))))),
            Gait::Slide(None) if long > 1 => once(Verb::Rides(far())),
            Gait::Slide(Some(_)) if long > 1 => return Err("a ride with a limit".into()),
            Gait::Slide(None) => once(slides(None)),
            Gait::Slide(Some(most)) => once(slides(Some(Distance::UpTo(self.number(most.into()))))),
            Gait::Hop(None) => once(self.hops(true)),
            Gait::Hop(Some(_)) => return Err("a hop with a limit".into()),
            Gait::Grasshop => {
                let far = vec![self.leg(slides(None), dirs.clone()), self.leg(self.hops(false), Some(vec!["onward"]))];
                vec![vec![self.leg(self.hops(false), dirs)], far]
            }
        })
    }

    /// Leaps aslant, told by the directions of their longer legs.
    fn aslant(&self, way: &Way, long: i8, short: i8) -> Result<Vec<Path>, String> {
        let axes: BTreeSet<Vector> = long_legs(&way.vectors).ok_or("a leap aslant to one side only")?;
        let dirs = if axes.len() == 4 { None } else { directions(&axes) };
        let jump = Jump::Offsets(short.into(), long.into());
        match way.gait {
            Gait::Leap => Ok(vec![vec![self.leg(Verb::Leaps(jump), dirs)]]),
            Gait::Slide(None) => Ok(vec![vec![self.leg(Verb::Rides(jump), dirs)]]),
            Gait::Lame => {
                let first = self.leg(Verb::Steps, directions(&axes));
                let mut path = vec![first, self.leg(Verb::Steps, Some(vec!["onward-diagonal"]))];
                path.extend((short == 2).then(|| self.leg(Verb::Steps, Some(vec!["onward"]))));
                Ok(vec![path])
            }
            _ => Err("a ride aslant with a limit".into()),
        }
    }

    fn leg(&self, verb: Verb, dirs: Option<Vec<&str>>) -> Leg {
        let dirs = dirs.map(|words| match words.as_slice() {
            [only] => named(only, self.span),
            all => Spanned::new(ExprKind::List(all.iter().map(|word| named(word, self.span)).collect()), self.span),
        });
        Leg { verb, dirs, through: None, repeating: false, condition: None, span: self.span }
    }

    fn hops(&self, any_distance: bool) -> Verb {
        Verb::Hops { over: named("pieces", self.span), any_distance }
    }

    fn number(&self, n: i64) -> Expr {
        Spanned::new(ExprKind::Int(n), self.span)
    }
}

fn named(word: &str, span: Span) -> Expr {
    Spanned::new(ExprKind::Name(word.to_string()), span)
}

/// What the path may land on.
fn target(mode: Mode, span: Span) -> Expr {
    let (empty, enemies) = (named("empty", span), named("enemies", span));
    match mode {
        Mode::Quiet => empty,
        Mode::Take => enemies,
        Mode::Both => Spanned::new(ExprKind::Binary(Operator::Or, Box::new(empty), Box::new(enemies)), span),
    }
}
