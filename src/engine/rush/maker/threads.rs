//! Jump threading: where a number is known that is asked for next, play goes where the answer leads. So it does where it was asked
//! before whether a set has a member, or any, and nothing of that has changed.
//!
//! ```text
//!   before                                      after
//!      IfNone(0, no)                               IfNone(0, no)
//!      Number(3, 1)                                Number(3, 1)
//!      Jump(asked)                                 Due(6)
//!   no: Number(3, 0)                               Draw(0)
//!   asked: IfIs(3, 0, stuck)                       …
//!      Due(6)                                   no: Number(3, 0)
//!      IfIs(3, 0, past)                            Jump(stuck)
//!      Draw(0)
//! ```
//!
//! Of numbers only registers beyond those of the position are looked at: nothing but the instructions that say so writes them.

use smallvec::SmallVec;

use super::super::code::{Code, L, N, S};
use super::Maker;

/// A block that is moved out of the way has so many instructions at most.
const SHORT: usize = 4;

/// What is known at a place.
#[derive(Clone, Debug, Default)]
struct Known {
    /// The numbers in some registers.
    numbers: SmallVec<[(N, i32); 4]>,
    /// Whether some sets have the member that a register tells, or any member.
    members: SmallVec<[(S, Option<N>, bool); 4]>,
}

impl Known {
    /// Whether all of it is known there too.
    fn is_known(&self, there: &Self) -> bool {
        self.numbers.iter().all(|number| there.numbers.contains(number))
            && self.members.iter().all(|member| there.members.contains(member))
    }

    /// Keeps what is known there too.
    fn keep(&mut self, there: &Self) {
        self.numbers.retain(|number| there.numbers.contains(number));
        self.members.retain(|member| there.members.contains(member));
    }

    /// What an instruction that asks answers, if that is known, and where yes leads.
    fn answer(&self, code: Code) -> Option<(bool, L)> {
        let of_number = self.numbers.iter().find_map(|&(register, number)| answer(code, register, number));
        of_number.or_else(|| {
            let (set, member, wanted, to) = asked_member(code)?;
            let known = self.members.iter().find(|known| (known.0, known.1) == (set, member));
            known.map(|known| (known.2 == wanted, to))
        })
    }

    /// What is known behind an instruction, whether play goes on there or elsewhere.
    fn pass(&mut self, code: &Code) {
        let (number, set) = (code.written_number(), code.written_set());
        self.numbers.retain(|known| number != Some(known.0));
        self.members.retain(|known| set != Some(known.0) && (known.1.is_none() || number != known.1));
        if forgets(code) {
            self.numbers.clear();
        }
        if !code.is_plain() {
            self.members.clear();
        }
    }
}

impl Maker<'_> {
    /// Leads play where numbers that are known lead it, and moves what is seldom come to out of its way.
    pub(super) fn thread(&mut self) {
        self.thread_jumps();
        self.settle_questions();
        self.lead_on();
        self.drop_unreached();
        self.drop_jumps();
        self.move_aside();
        self.drop_jumps();
    }

    fn place(&self, label: L) -> Option<usize> {
        self.labels[usize::from(label)].map(|place| place as usize)
    }

    /// Whether nothing but instructions writes a register.
    fn is_own(&self, register: N) -> bool {
        usize::from(register) >= self.regs.used.1
    }

    /// Where play comes from a place if something is known there.
    fn led(&self, mut place: usize, known: &Known) -> usize {
        // Each step leads on; a circle of questions would lead nowhere.
        for _ in 0..self.script.code.len() {
            let next = match self.script.code.get(place) {
                Some(&Code::Jump(to)) => self.place(to),
                Some(&code) => match known.answer(code) {
                    Some((true, to)) => self.place(to),
                    Some((false, _)) => Some(place + 1),
                    None => None,
                },
                None => None,
            };
            let Some(next) = next else { break };
            place = next;
        }
        place
    }

    /// Lets jumps go where the questions lead to which they would go, if the answers are known.
    fn thread_jumps(&mut self) {
        let known = self.known();
        for (place, known) in known.iter().enumerate() {
            let (Some(known), Code::Jump(to)) = (known, self.script.code[place]) else { continue };
            let Some(first) = self.place(to) else { continue };
            let there = self.led(first, known);
            if there != first {
                self.script.code[place] = Code::Jump(self.label_at(there));
            }
        }
    }

    /// Lets what leads to a jump go where that leads.
    fn lead_on(&mut self) {
        for place in 0..self.script.code.len() {
            let mut code = self.script.code[place];
            let Some(target) = code.target() else { continue };
            // Each step leads on; a circle of jumps would lead nowhere.
            for _ in 0..self.labels.len() {
                let there = self.place(*target).and_then(|there| self.script.code.get(there));
                let Some(&Code::Jump(to)) = there else { break };
                *target = to;
            }
            self.script.code[place] = code;
        }
    }

    fn label_at(&mut self, place: usize) -> L {
        self.labels.push(Some(place as u32));
        self.labels.len() as L - 1
    }

    /// Makes jumps of questions whose answer is known.
    fn settle_questions(&mut self) {
        let known = self.known();
        for (place, known) in known.iter().enumerate() {
            let Some(known) = known else { continue };
            match known.answer(self.script.code[place]) {
                Some((true, to)) => self.script.code[place] = Code::Jump(to),
                Some((false, _)) => self.script.code[place] = Code::Jump(self.label_at(place + 1)),
                None => {}
            }
        }
    }

    /// Drops what play never comes to.
    fn drop_unreached(&mut self) {
        let known = self.known();
        let kept: Vec<usize> = (0..known.len()).filter(|&place| known[place].is_some()).collect();
        self.arrange(&kept);
    }

    /// By place, what is known there whichever way play comes; none where it does not come.
    fn known(&mut self) -> Vec<Option<Known>> {
        let begins: Vec<L> = self.script.begins().map(|label| *label).collect();
        let begins = std::iter::once(0).chain(begins.into_iter().filter_map(|label| self.place(label)));
        let code = &self.script.code;
        let mut known: Vec<Option<Known>> = vec![None; code.len()];
        let mut open: Vec<(usize, Known)> = begins.map(|place| (place, Known::default())).collect();
        while let Some((place, mut now)) = open.pop() {
            let Some(before) = known.get_mut(place) else { continue };
            match before {
                Some(before) if before.is_known(&now) => continue,
                Some(before) => {
                    before.keep(&now);
                    now.clone_from(before);
                }
                None => *before = Some(now.clone()),
            }
            let code = code[place];
            let answer = now.answer(code);
            now.pass(&code);
            if let Code::Number(register, number) = code
                && self.is_own(register)
            {
                now.numbers.push((register, number));
            }
            let asked = asked_member(code).filter(|_| answer.is_none());
            let told = |yes: bool| asked.map(|(set, member, wanted, _)| (set, member, wanted == yes));
            let target = code.clone().target().and_then(|to| self.place(*to));
            if let Some(target) = target.filter(|_| answer.is_none_or(|(holds, _)| holds)) {
                let mut there = now.clone();
                there.members.extend(told(true));
                open.push((target, there));
            }
            if code.goes_on() && answer.is_none_or(|(holds, _)| !holds) {
                now.members.extend(told(false));
                open.push((place + 1, now));
            }
        }
        known
    }

    /// Moves short blocks to the end that are only jumped to, and jumped over.
    fn move_aside(&mut self) {
        let code = &self.script.code;
        let mut is_moved = vec![false; code.len()];
        for (place, now) in code.iter().enumerate() {
            let &Code::Jump(to) = now else { continue };
            let Some(end) = self.place(to).filter(|&end| end > place + 1 && end <= place + 1 + SHORT) else { continue };
            if !is_moved[place] && !code[end - 1].goes_on() {
                is_moved[place + 1..end].fill(true);
            }
        }
        let (moved, stay): (Vec<usize>, Vec<usize>) = (0..code.len()).partition(|&place| is_moved[place]);
        self.arrange(&[stay, moved].concat());
    }
}

/// What an instruction that asks for the number in a register answers if that is known, and where yes leads.
fn answer(code: Code, register: N, number: i32) -> Option<(bool, L)> {
    match code {
        Code::IfIs(asked, other, to) if asked == register => Some((number == other, to)),
        Code::IfIsNot(asked, other, to) if asked == register => Some((number != other, to)),
        _ => None,
    }
}

/// Of an instruction that asks whether a set has a member: the set, the register that tells the member if it is not any, which answer
/// leads elsewhere, and where.
fn asked_member(code: Code) -> Option<(S, Option<N>, bool, L)> {
    match code {
        Code::IfHas(set, member, to) => Some((set, Some(member), true, to)),
        Code::IfHasNot(set, member, to) => Some((set, Some(member), false, to)),
        Code::IfSome(set, to) => Some((set, None, true, to)),
        Code::IfEmpty(set, to) => Some((set, None, false, to)),
        _ => None,
    }
}

/// Whether play may come behind an instruction with other numbers than those before it, or from where nobody knows.
fn forgets(code: &Code) -> bool {
    use Code as C;
    matches!(
        code,
        C::Fork(_)
            | C::Each(..)
            | C::EachOfRows(_)
            | C::Explore(_)
            | C::Found(_)
            | C::DrawFound(_)
            | C::Link
            | C::Most(_)
            | C::Next(..)
            | C::Follow(..)
            | C::Pass(..)
            | C::Turn(..)
            | C::Enter(_)
            | C::Close
            | C::Engine(..)
            | C::Test(_)
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::code::Script;
    use super::*;
    use crate::program::Program;
    use crate::rules::sample::rules;

    /// The script of a game in which it is asked before each turn whether there is an option.
    fn script() -> Script {
        let text = "language 1\ngame \"Steps\"\nplayers White, Black\nboard square 4 by 4\npiece Man\n\
                    setup for each player { put Man on my row 1 }\nmove step { Man steps forward to empty }\n\
                    end before each turn { \"stuck\": mover loses when stuck }\n";
        let (script, ..) = Maker::script(&Program::new(rules(text))).expect("all of it is written");
        script
    }

    #[test]
    fn nobody_asks_for_what_was_just_found_out() {
        let code = script().code;
        let mut told = 0;
        for (place, now) in code.iter().enumerate() {
            let Code::Number(register, number) = *now else { continue };
            told += 1;
            let next = match code[place + 1] {
                Code::Jump(to) => usize::from(to),
                _ => place + 1,
            };
            assert!(answer(code[next], register, number).is_none(), "{place}: {:?} after {now:?}", code[next]);
        }
        assert!(told > 0, "it is told whether somebody is stuck");
    }

    /// In code that nothing leads into, at least.
    #[test]
    fn nobody_asks_twice_whether_a_set_has_a_member() {
        let text = "language 1\ngame \"Kings\"\nplayers White, Black\nboard square 5 by 5\n\
                    piece King royal letter \"K\", Man letter \"M\", Elder letter \"E\"\n\
                    setup {\n| k m e . .\n| . . . . .\n| . . . . .\n| . . . . .\n| K M E . .\n}\n\
                    move go { King steps to empty or enemies Man steps orthogonal to empty or enemies\n\
                    Elder steps diagonal to empty or enemies }\n\
                    end before each turn { \"stuck\": mover loses when stuck }\n";
        let (mut script, ..) = Maker::script(&Program::new(rules(text))).expect("all of it is written");
        let mut is_led_to = vec![false; script.code.len() + 1];
        script.begins().for_each(|place| is_led_to[usize::from(*place)] = true);
        for code in &script.code {
            script.leads_elsewhere(*code).for_each(|place| is_led_to[usize::from(place)] = true);
        }
        let (mut known, mut n_asked) = (Vec::new(), 0);
        for (place, code) in script.code.iter().enumerate() {
            if is_led_to[place] || !code.is_plain() {
                known.clear();
            }
            let (set, number) = (code.written_set(), code.written_number());
            known.retain(|&(of, member)| set != Some(of) && number != Some(member));
            if let Some((of, Some(member), ..)) = asked_member(*code) {
                assert!(!known.contains(&(of, member)), "{place}: {code:?}");
                known.push((of, member));
                n_asked += 1;
            }
        }
        assert!(n_asked > 2, "it is asked whether the king is attacked");
    }

    #[test]
    fn who_finds_no_piece_does_not_ask_for_it_again() {
        let text = "language 1\ngame \"Cannons\"\nplayers White, Black\nboard square 5 by 5\npiece Man letter \"M\", Cannon letter \"C\"\n\
                    setup {\n| m c . . .\n| . . . . .\n| . . . . .\n| . . . . .\n| M C . . .\n}\n\
                    move go { Man steps to empty or enemies Cannon slides orthogonal to empty\n\
                    Cannon hops orthogonal over pieces at any distance to enemies }\n\
                    end before each turn { \"stuck\": mover loses when stuck }\n";
        let (script, ..) = Maker::script(&Program::new(rules(text))).expect("all of it is written");
        let asked = script.code.iter().filter_map(|code| asked_member(*code));
        let asked: Vec<S> = asked.filter(|(_, member, ..)| member.is_none()).map(|(set, ..)| set).collect();
        let goes_far = script.code.iter().any(|code| matches!(code, Code::FillTo(_, from, ..) if asked.contains(from)));
        assert!(goes_far, "cannons go far if there are any");
        let twice = script.code.windows(5).any(|five| match *five {
            [Code::FillTo(_, from, ..), .., Code::IfEmpty(asked, _)] => from == asked,
            _ => false,
        });
        assert!(!twice, "{:?}", script.code);
    }

    #[test]
    fn nothing_is_kept_that_play_never_comes_to() {
        let mut script = script();
        let mut open: Vec<usize> = script.begins().map(|place| usize::from(*place)).chain([0]).collect();
        let mut is_met = vec![false; script.code.len()];
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut is_met[place], true) {
                open.extend(script.leads_to(place));
            }
        }
        let left: Vec<(usize, Code)> =
            script.code.iter().copied().enumerate().filter(|(place, _)| !is_met[*place]).collect();
        assert_eq!(left.len(), 0, "{left:?}");
    }

    #[test]
    fn where_there_is_an_option_play_goes_straight_to_the_draw() {
        let code = script().code;
        let straight = code.windows(4).filter(|four| {
            matches!(four, [Code::IfNone(asked, _), Code::Number(..), Code::Due(_), Code::Draw(drawn)] if asked == drawn)
        });
        assert!(straight.count() >= 2, "for each player: {code:?}");
    }
}
