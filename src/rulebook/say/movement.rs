//! Paths: how a piece goes, in the third person: `moves one square straight forward`.

use super::{Phrase, Say, say};
use crate::syntax::ast::{Distance, ExprKind, Jump, Leg, Path, Verb};

impl<'a> Say<'a> {
    /// A path, leg by leg.
    pub(super) fn path(&self, path: &'a Path) -> Phrase {
        Phrase::list("then", path.iter().map(|leg| self.leg(leg)).collect())
    }

    fn leg(&self, leg: &'a Leg) -> Phrase {
        let dirs = leg.dirs.as_ref().map_or(Phrase::Nothing, |dirs| self.directions(dirs));
        let is_clear = leg.through.is_none();
        let through = leg.through.as_ref().map_or(Phrase::Nothing, |over| Phrase::with("through", self.value(over)));
        let mut said = match &leg.verb {
            Verb::Steps => say!("steps", dirs = dirs, through = through),
            Verb::Slides { range, stopping, bends } => {
                let mut how = Vec::new();
                let is_one = matches!(range, Some(Distance::Exactly(n)) if matches!(n.bare().value, ExprKind::Int(1)));
                how.extend((is_clear && !is_one).then(|| Phrase::of("over-free")));
                how.extend(stopping.as_ref().map(|at| Phrase::with("stopping", self.value(at))));
                let how =
                    if how.is_empty() { Phrase::Nothing } else { Phrase::with("with-comma", Phrase::list("and", how)) };
                let dirs = if dirs.is_nothing() && !is_one { Phrase::of("dir-straight") } else { dirs };
                let bends = match bends {
                    None => Phrase::Nothing,
                    Some(0) => Phrase::of("round-bends"),
                    Some(_) => Phrase::of("round-some-bends"),
                };
                let (key, mut holes) = match range {
                    None => ("slides", Vec::new()),
                    Some(range) => {
                        self.range(range, ["slides-exactly", "slides-up-to", "slides-or-more", "slides-from-to"])
                    }
                };
                // An expression stands behind the way, as it may be long.
                let is_plain = matches!(&holes[..], [("n", Phrase::Number(_))]);
                let key = if key == "slides-exactly" && !is_plain { "slides-as-many" } else { key };
                holes.extend([("dirs", dirs), ("through", through), ("how", how), ("bends", bends)]);
                Phrase::Say(key, holes)
            }
            Verb::Leaps(Jump::Offsets(1, 2) | Jump::Offsets(2, 1)) => say!("leaps-knight", dirs = straight(dirs)),
            Verb::Leaps(Jump::Offsets(across, along)) => {
                say!("leaps", a = Phrase::Number(*across), b = Phrase::Number(*along), dirs = straight(dirs))
            }
            Verb::Leaps(Jump::Straight(n)) => say!("leaps-straight", n = self.value(n), dirs = dirs),
            Verb::Rides(Jump::Offsets(across, along)) => {
                say!(
                    "rides",
                    a = Phrase::Number(*across),
                    b = Phrase::Number(*along),
                    dirs = straight(dirs),
                    through = through
                )
            }
            Verb::Rides(Jump::Straight(n)) => {
                say!("rides-straight", n = self.value(n), dirs = dirs, through = through)
            }
            Verb::Hops { over, any_distance } => {
                let key = if *any_distance { "hops-far" } else { "hops" };
                Phrase::Say(key, vec![("x", self.value(over)), ("dirs", dirs)])
            }
            Verb::Walks(range) => {
                let (key, mut holes) =
                    self.range(range, ["walks-exactly", "walks-up-to", "walks-or-more", "walks-from-to"]);
                holes.extend([("dirs", dirs), ("through", through)]);
                Phrase::Say(key, holes)
            }
            Verb::As(name) => self.movement(&name.value),
            Verb::Betza(notation) => match self.names.betza.get(notation.value.as_str()) {
                Some(paths) => self.alternatives(paths),
                None => Phrase::Nothing,
            },
            Verb::Goes => Phrase::of("goes"),
            Verb::Drops => Phrase::of("drops"),
            Verb::Stays => Phrase::of("stays"),
        };
        if let Some(condition) = &leg.condition {
            said = say!("each-step", x = said, cond = self.condition(condition, true));
        }
        if leg.repeating { Phrase::with("repeating", said) } else { said }
    }

    /// How far, by the keys for exactly, up to, or more, and from to.
    fn range(&self, range: &'a Distance, keys: [&'static str; 4]) -> (&'static str, Vec<(&'static str, Phrase)>) {
        match range {
            Distance::Exactly(n) => (keys[0], vec![("n", self.value(n))]),
            Distance::UpTo(n) => (keys[1], vec![("n", self.value(n))]),
            Distance::OrMore(n) => (keys[2], vec![("n", self.value(n))]),
            Distance::FromTo(low, high) => (keys[3], vec![("a", self.value(low)), ("b", self.value(high))]),
        }
    }

    /// The alternatives of a `movement`.
    fn movement(&self, name: &str) -> Phrase {
        self.names.movements.get(name).map_or(Phrase::Nothing, |paths| self.alternatives(paths))
    }

    fn alternatives(&self, paths: &'a [(Path, Option<crate::syntax::ast::Expr>)]) -> Phrase {
        let line = |(path, to): &'a (Path, Option<_>)| match to {
            None => self.path(path),
            Some(to) => say!("path-to", path = self.path(path), to = self.destination(to)),
        };
        Phrase::list("or", paths.iter().map(line).collect())
    }
}

/// The first part of a leap: in a direction, or simply straight.
fn straight(dirs: Phrase) -> Phrase {
    if dirs.is_nothing() { Phrase::of("dir-leap") } else { dirs }
}
