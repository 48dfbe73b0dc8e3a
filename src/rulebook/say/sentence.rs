//! The sentences of moves.

use super::{Phrase, Say, say};
use crate::rulebook::phrase::Node;
use crate::syntax::ast::{Expr, Pick, Repeats, Sentence, Travel, Verb};

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
    pub(super) fn pick(&self, pick: &'a Pick, when: Option<&'a Expr>) -> (Self, Phrase) {
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
            Some(on) => say!("standing", x = kinds, place = self.such(on)),
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
        if let Some(said) = self.jump_to_free(travel, &who) {
            return said;
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

    /// Where a piece stands, or what is so of it.
    pub(super) fn such(&self, on: &'a Expr) -> Phrase {
        let place = self.place(on, true);
        match self.value(on) {
            Phrase::Say("those", holes) => for_which(&holes).unwrap_or(place),
            Phrase::Say("defined", holes) => match &holes[..] {
                [(_, word), (_, Phrase::Say("those", inner)), ..] => match for_which(inner) {
                    Some(apart) => say!("if-worded", word = word.clone(), worded = place, apart = apart),
                    None => place,
                },
                _ => place,
            },
            _ => place,
        }
    }

    /// A jump over a neighbour to the free place behind.
    fn jump_to_free(&self, travel: &'a Travel, who: &Phrase) -> Option<Phrase> {
        let [leg] = &travel.path[..] else { return None };
        let Verb::Hops { over, any_distance: false } = &leg.verb else { return None };
        let is_plain = leg.condition.is_none() && !leg.repeating;
        if !is_plain || !travel.to.as_ref().is_none_or(|to| self.is_word(to, "empty")) {
            return None;
        }
        let taking = match &travel.taking {
            Some(taken) if self.is_word(taken, "jumped") => {
                Phrase::of(if travel.at_end { "taking-it-later" } else { "taking-it" })
            }
            _ => self.taking(travel),
        };
        let dirs = leg.dirs.as_ref().map_or(Phrase::Nothing, |dirs| self.directions(dirs));
        Some(say!("hops-to-free", who = who.clone(), dirs = dirs, x = self.value(over), taking = taking))
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

/// `pieces for which …`, behind the noun of one of them.
fn for_which(those: &[(&'static str, Phrase)]) -> Option<Phrase> {
    match those {
        [(_, Phrase::Say("piece", _)), (_, cond)] => Some(say!("for-which", cond = cond.clone())),
        _ => None,
    }
}
