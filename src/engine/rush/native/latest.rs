//! Of which choice the option may be that is carried out at a place, where it fails or play goes on after it. It is noted only of
//! options that may fail.
//!
//! ```text
//!   Draw(0) ──► take ──► ‥ ──► Reject ──► Draw(0) again, of the same rows
//!                 └──► ‥ ──► After ──► behind the option of Draw(0)
//!   Draw(1) ──► take ──► ‥ ──► Commit ──► ‥ ──► Draw(0)
//! ```

use std::collections::HashMap;

use crate::engine::rush::Rush;
use crate::engine::rush::code::{Choice, Code, L};

use super::facts::led_to;

/// By place where it is asked for, and where an instruction leads on from there, the choices with options that may fail from which one may
/// have been drawn latest, with where play goes on after it; none where play may come without such a draw.
#[derive(Debug, Default)]
pub struct Latest(HashMap<usize, Option<Vec<(usize, L)>>>);

impl Latest {
    /// That of a rush.
    pub fn of<const W: usize>(rush: &Rush<W>) -> Self {
        let script = &rush.script;
        let mut latest = Self::default();
        for (number, choice) in script.choices.iter().enumerate().filter(|(_, choice)| choice.may_fail) {
            let mut afters: Vec<L> = choice.rows.iter().map(|row| row.after).collect();
            afters.sort_unstable();
            afters.dedup();
            for after in afters {
                let takes = choice.rows.iter().filter(|row| row.after == after).map(|row| usize::from(row.take));
                latest.follow(rush, takes.collect(), Some((number, after)));
            }
            let others = choice.evasion.into_iter().chain([choice.none]).map(usize::from);
            latest.follow(rush, others.collect(), None);
        }
        latest.follow(rush, script.entries.iter().map(|(_, place)| usize::from(*place)).collect(), None);
        latest
    }

    /// Goes wherever play may go from some places without another draw.
    fn follow<const W: usize>(&mut self, rush: &Rush<W>, mut open: Vec<usize>, drawn: Option<(usize, L)>) {
        let script = &rush.script;
        let may_fail = |number: u16| script.choices.get(usize::from(number)).is_none_or(|choice| choice.may_fail);
        let mut is_met = vec![false; script.code.len()];
        while let Some(place) = open.pop() {
            let Some(false) = is_met.get_mut(place).map(|is_met| std::mem::replace(is_met, true)) else { continue };
            let now = script.code[place];
            if matches!(now, Code::Reject | Code::After) || leads_on(&script.code, now) {
                let known = self.0.entry(place).or_insert_with(|| Some(Vec::new()));
                match drawn {
                    Some(drawn) => known.iter_mut().for_each(|known| known.push(drawn)),
                    None => *known = None,
                }
            }
            match (now, drawn) {
                (Code::Draw(other) | Code::Redraw(other), _) if may_fail(other) => {}
                (Code::Reject, _) => {}
                (Code::After, Some((_, after))) => open.push(after.into()),
                _ => open.extend(script.leads_to(place)),
            }
        }
    }

    /// The choices from which an option may have been drawn latest, with their numbers, where that is asked for.
    pub fn at<'r, const W: usize>(&self, rush: &'r Rush<W>, place: usize) -> Vec<(usize, &'r Choice)> {
        let known = self.0.get(&place).and_then(Option::as_ref);
        let is_told = |number: &usize| known.is_none_or(|known| known.iter().any(|(known, _)| known == number));
        rush.script.choices.iter().enumerate().filter(|(number, _)| is_told(number)).collect()
    }

    /// Where play goes on that an instruction at a place leads to another: behind the option that was drawn, if that is one place
    /// whichever it was.
    pub fn beyond(&self, code: &[Code], place: usize, to: L) -> L {
        let known = match (code.get(usize::from(to)), code.get(place)) {
            (Some(Code::After), Some(now)) if leads_on(code, *now) => self.0.get(&place).and_then(Option::as_ref),
            _ => None,
        };
        let mut afters = known.into_iter().flatten().map(|(_, after)| *after);
        let first = afters.next();
        first.filter(|first| afters.all(|after| after == *first)).unwrap_or(to)
    }

    /// The places where an instruction may lead beside the next one; from an option that fails to another, or to where there is none.
    pub fn leads<const W: usize>(&self, rush: &Rush<W>, place: usize) -> Vec<L> {
        let code = &rush.script.code[place];
        let mut to = led_to(rush, code);
        if *code == Code::Reject {
            for (_, choice) in self.at(rush, place) {
                to.extend(choice.rows.iter().map(|row| row.take));
                to.extend([choice.none].into_iter().chain(choice.evasion));
            }
        }
        to
    }
}

/// Whether an instruction leads elsewhere by itself to where play goes on after an option.
fn leads_on(code: &[Code], mut now: Code) -> bool {
    now.target().is_some_and(|to| matches!(code.get(usize::from(*to)), Some(Code::After)))
}

#[cfg(test)]
mod tests {
    use crate::engine::machine::Machine;
    use crate::engine::rush::code::Row;

    use super::super::tests::{FREE, program};
    use super::super::tests_of_play::rush_of;
    use super::*;

    /// The numbers of the choices at a place of some code with two choices, the first of which is drawn from at 1, the second at 5.
    fn at(first: Code, place: usize) -> Vec<usize> {
        let machine = Machine::<1>::of(program(8));
        let code = vec![
            first,
            Code::Draw(0),
            Code::IfEmpty(FREE, 4),
            Code::After,
            Code::Reject,
            Code::Draw(1),
            Code::Reject,
            Code::Over(0, 1),
        ];
        let choice =
            |take, none| Choice { rows: vec![Row::plain(FREE, take, 7)], none, may_fail: true, ..Choice::default() };
        let rush = rush_of(&machine, (code, vec![choice(2, 5), choice(6, 7)]));
        Latest::of(&rush).at(&rush, place).into_iter().map(|(number, _)| number).collect()
    }

    #[test]
    fn an_option_is_one_of_the_choice_that_was_drawn_from_before() {
        let first = Code::Empty(FREE);
        assert_eq!([3, 4, 6].map(|place| at(first, place)), [vec![0], vec![0], vec![1]]);
    }

    #[test]
    fn play_goes_on_behind_the_option_where_one_place_is_known() {
        let machine = Machine::<1>::of(program(8));
        let code = vec![
            Code::Draw(0),
            Code::Jump(5),
            Code::IfEmpty(FREE, 5),
            Code::Reject,
            Code::Jump(5),
            Code::After,
            Code::Over(0, 1),
            Code::Over(0, 1),
        ];
        // Of four rows those that go on at 6 come to 1 and to 2, those that go on at 7 to 2 and to 4.
        let rows = [(1, 6), (2, 6), (2, 7), (4, 7)].map(|(take, after)| Row::plain(FREE, take, after));
        let choice = Choice { rows: rows.to_vec(), none: 6, may_fail: true, ..Choice::default() };
        let rush = rush_of(&machine, (code, vec![choice]));
        let latest = Latest::of(&rush);
        let beyond = |place, to| latest.beyond(&rush.script.code, place, to);
        assert_eq!([beyond(1, 5), beyond(2, 5), beyond(4, 5)], [6, 5, 7]);
        assert_eq!([beyond(0, 5), beyond(1, 6)], [5, 6], "others lead where they say");
    }

    #[test]
    fn nothing_is_known_where_play_may_come_without_a_draw() {
        let first = Code::IfEmpty(FREE, 4);
        assert_eq!([3, 4, 6].map(|place| at(first, place)), [vec![0], vec![0, 1], vec![1]]);
    }
}
