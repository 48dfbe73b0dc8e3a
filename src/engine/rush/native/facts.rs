//! What is known at each place of code that plays, so that it is not asked again.
//!
//! ```text
//!   Draw ──► Commit: counts the decision, is it the last? ──► Turn ──► Due ──► Draw
//!             └─ from here on play may go on ───────────────────────────────────┘
//! ```
//!
//! The runner enters the code only if play may go on and few turns went by without a decision, so that is known there, too.

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Code, L};

use super::NO_ENTRY;
use super::known::Way;

/// Some choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// All of them: so it is where play never comes.
    All,
    /// That with a number.
    One(u16),
    /// None of them.
    None,
}

impl Choices {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::All, other) | (other, Self::All) => other,
            _ if self == other => self,
            _ => Self::None,
        }
    }
}

/// What is known at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Another decision may be made.
    pub may_go_on: bool,
    /// Fewer turns than are too many went by without a decision.
    pub is_lively: bool,
    /// No turn went by without a decision since the latest.
    pub is_decided: bool,
    /// Which choices have options.
    pub with_options: Choices,
    /// At the beginning of the next turn not every name is to be cleared.
    pub is_clean: bool,
}

impl Facts {
    const ALL: Self =
        Self { may_go_on: true, is_lively: true, is_decided: true, with_options: Choices::All, is_clean: true };

    /// What is known where the runner enters the code, and whether it does so only if names need not be cleared.
    fn of_entry(is_clean: bool) -> Self {
        Self { may_go_on: true, is_lively: true, is_decided: false, with_options: Choices::None, is_clean }
    }

    fn and(self, other: Self) -> Self {
        Self {
            may_go_on: self.may_go_on && other.may_go_on,
            is_lively: self.is_lively && other.is_lively,
            is_decided: self.is_decided && other.is_decided,
            with_options: self.with_options.and(other.with_options),
            is_clean: self.is_clean && other.is_clean,
        }
    }

    /// What is known behind an instruction if nobody leaves there and play does not go elsewhere.
    fn behind(self, code: &Code, way: Way) -> Self {
        use Code as C;
        let with_options = match code {
            C::IfNone(choice, _) => Choices::One(*choice),
            // They leave the sets as they are.
            C::Number(..) | C::Due(_) | C::Jump(_) | C::IfIs(..) | C::IfIsNot(..) | C::IfKept(..) => self.with_options,
            _ => Choices::None,
        };
        let behind = Self { with_options, ..self };
        match code {
            C::Commit(_) | C::Drop(..) => Self { may_go_on: true, is_lively: true, is_decided: true, ..behind },
            C::Enter(_) | C::Turn(..) => {
                Self { may_go_on: true, is_lively: false, is_decided: false, is_clean: true, ..behind }
            }
            C::Due(_) => Self { may_go_on: true, ..behind },
            C::Perform(..) => Self { may_go_on: false, is_decided: false, is_clean: false, ..behind },
            // A function may find that it was too much to work out.
            C::IfRepeated(..) | C::Written(_) => Self { may_go_on: false, ..behind },
            _ if way == Way::Called => Self { may_go_on: false, is_decided: false, ..behind },
            _ => behind,
        }
    }

    /// Where an instruction leads if a choice has no option, of which it is known that it has some.
    fn never_led_to<const W: usize>(self, rush: &Rush<W>, code: &Code) -> Option<L> {
        let Code::Draw(number) = *code else { return None };
        let choice =
            rush.script.choices.get(usize::from(number)).filter(|_| self.with_options == Choices::One(number))?;
        Some(choice.none).filter(|none| choice.rows.iter().all(|row| row.take != *none))
    }

    /// What is known where play goes elsewhere from an instruction.
    fn elsewhere(self, code: &Code, way: Way) -> Self {
        match code {
            // Where nothing can be dropped, nothing is decided.
            Code::Drop(..) => Self { with_options: Choices::None, ..self },
            Code::IfNone(..) => Self { with_options: Choices::None, ..self.behind(code, way) },
            _ => self.behind(code, way),
        }
    }
}

/// By place, what is known there whichever way play comes; `is_clean` says whether the code is entered only if not every name
/// is to be cleared.
pub fn facts<const W: usize>(rush: &Rush<W>, ways: &[Way], entries: &[u32], is_clean: bool) -> Vec<Facts> {
    let code = &rush.script.code;
    let at_entry = |entry: &u32| if *entry == NO_ENTRY { Facts::ALL } else { Facts::of_entry(is_clean) };
    let mut facts: Vec<Facts> = entries.iter().map(at_entry).collect();
    let mut open: Vec<usize> = (0..code.len()).rev().collect();
    while let Some(place) = open.pop() {
        let (now, way) = (&code[place], ways[place]);
        if way == Way::Left {
            continue;
        }
        let before = facts[place];
        let behind = before.behind(now, way);
        let mut known = |to: usize, known: Facts| {
            let Some(before) = facts.get_mut(to) else { return };
            let after = before.and(known);
            if after != *before {
                *before = after;
                open.push(to);
            }
        };
        let elsewhere = before.elsewhere(now, way);
        let never = before.never_led_to(rush, now);
        led_to(rush, now).into_iter().filter(|to| Some(*to) != never).for_each(|to| known(usize::from(to), elsewhere));
        if now.goes_on() {
            known(place + 1, behind);
        }
    }
    facts
}

/// The places where an instruction may lead beside the next one.
pub fn led_to<const W: usize>(rush: &Rush<W>, code: &Code) -> Vec<L> {
    let script = &rush.script;
    let mut to: Vec<L> = script.leads_elsewhere(*code).collect();
    if matches!(code, Code::DrawWithin(..)) {
        to.extend(drawn_again(rush));
    }
    to
}

/// The places where an option is carried out that is drawn again.
fn drawn_again<const W: usize>(rush: &Rush<W>) -> impl Iterator<Item = L> + '_ {
    let again = rush.script.choices.iter().filter(|choice| choice.may_fail);
    again.flat_map(|choice| choice.rows.iter().map(|row| row.take))
}
