//! The sentences of moves.

use super::{Phrase, Say, say};
use crate::rulebook::phrase::Node;
use crate::syntax::ast::{Pick, Repeats, Sentence, Travel, Verb};

impl<'a> Say<'a> {
    /// One alternative of a move.
    pub fn sentence(&self, sentence: &'a Sentence) -> Node {
        let mut within = self.clone();
        let mut parts = Vec::new();
        for pick in &sentence.picks {
            let (next, said) = within.pick(pick, None);
            parts.push(said);
            within = next;
        }
        match &sentence.travel {
            Some(travel) => parts.push(within.travel(travel)),
            None if sentence.picks.is_empty() => {
                parts.push(Phrase::of(if sentence.block.is_empty() { "pass" } else { "as-follows" }));
            }
            None => {}
        }
        let said = Phrase::list("and-then", parts);
        let said = match &sentence.when {
            None => said,
            Some(when) if matches!(said, Phrase::Say("as-follows", _)) => {
                say!("if-then", c = within.condition(when, true), x = said)
            }
            Some(when) => say!("when", x = said, c = within.condition(when, true)),
        };
        Node { says: said, under: within.block(&sentence.block) }
    }

    /// `Choose a man`, and whoever knows it from here on.
    pub(super) fn pick(&self, pick: &'a Pick, when: Option<&'a crate::syntax::ast::Expr>) -> (Self, Phrase) {
        let (within, words) = self.choosing(&pick.name.value, &pick.from.from);
        let said = match &pick.from.to {
            Some(to) => say!("pick-number", a = self.value(&pick.from.from), b = self.value(to)),
            None => match &words {
                Phrase::Say("lettered", holes) => {
                    let letter = holes.iter().find(|(name, _)| *name == "letter").map(|(_, letter)| letter.clone());
                    say!("pick-lettered", x = self.value(&pick.from.from), letter = letter.unwrap_or(Phrase::Nothing))
                }
                Phrase::Say("that", head) if matches!(head.first(), Some((_, Phrase::Say("kind" | "value", _)))) => {
                    Phrase::with("pick-kind", self.value(&pick.from.from))
                }
                _ => Phrase::with("pick", self.value(&pick.from.from)),
            },
        };
        let said = match when {
            None => said,
            Some(when) => say!("pick-when", x = said, cond = within.condition(when, true)),
        };
        (within, said)
    }

    fn travel(&self, travel: &'a Travel) -> Phrase {
        let is_drop = matches!(travel.path.first().map(|leg| &leg.verb), Some(Verb::Drops));
        let kinds = travel.kinds.iter().map(|kind| Phrase::with("a-kind", Phrase::Name(kind.value.clone()))).collect();
        let kinds = if travel.kinds.is_empty() { Phrase::of("any-piece") } else { Phrase::list("or", kinds) };
        let who = match &travel.on {
            None => kinds,
            Some(on) => say!("standing", x = kinds, place = self.place(on, true)),
        };
        let to = match &travel.to {
            None => Phrase::with("free", Phrase::of("site")),
            Some(to) => self.destination(to),
        };
        let taking = self.taking(travel);
        if is_drop {
            let is_held = |kind: &crate::rules::model::Kind| {
                kind.from_hand && (travel.kinds.is_empty() || travel.kinds.iter().any(|name| name.value == kind.name))
            };
            let key = if self.rules().kinds.iter().any(is_held) { "drop-from-hand" } else { "drop" };
            return Phrase::Say(key, vec![("x", who), ("to", to), ("taking", taking)]);
        }
        if let [leg] = &travel.path[..]
            && matches!(leg.verb, Verb::Steps)
            && leg.dirs.is_none()
            && leg.condition.is_none()
            && !leg.repeating
            && travel.to.as_ref().is_none_or(|to| self.is_word(to, "empty"))
        {
            let key = if self.names.site() == "point" { "steps-along-line" } else { "steps-to-free" };
            return say!("travels-itself", who = who, path = Phrase::of(key), to = Phrase::Nothing, taking = taking);
        }
        let stays = travel.path.iter().all(|leg| matches!(leg.verb, Verb::Stays));
        let tells = travel.path.iter().any(|leg| match &leg.verb {
            Verb::As(name) => self
                .names
                .movements
                .get(name.value.as_str())
                .is_some_and(|paths| paths.iter().all(|(_, to)| to.is_some())),
            Verb::Betza(_) => true,
            _ => false,
        });
        let path = self.path(&travel.path);
        let key = match &travel.path[..] {
            // What goes anywhere tells where by its goal.
            [leg] if matches!(leg.verb, Verb::Goes) => "goes-to",
            _ if stays || tells => "travels-itself",
            _ => "travels",
        };
        Phrase::Say(key, vec![("who", who), ("path", path), ("to", to), ("taking", taking)])
    }

    fn taking(&self, travel: &'a Travel) -> Phrase {
        let Some(taking) = &travel.taking else { return Phrase::Nothing };
        let said = match self.is_word(taking, "jumped") {
            true => Phrase::of("taking-jumped"),
            false => Phrase::with("taking", self.standing_at(taking)),
        };
        if travel.at_end { Phrase::with("taking-at-end", said) } else { said }
    }

    /// Whether a piece goes on with the same move.
    pub fn repeats(&self, repeats: Repeats) -> Option<Phrase> {
        match repeats {
            Repeats::No => None,
            Repeats::May => Some(Phrase::of("may-repeat")),
            Repeats::Must => Some(Phrase::of("must-repeat")),
        }
    }
}
