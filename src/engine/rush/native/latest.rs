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

/// By place where it is asked for, the choices with options that may fail from which one may have been drawn latest; none where play
/// may come without such a draw.
#[derive(Debug, Default)]
pub struct Latest(HashMap<usize, Option<Vec<usize>>>);

impl Latest {
    /// That of a rush.
    pub fn of<const W: usize>(rush: &Rush<W>) -> Self {
        let script = &rush.script;
        let mut latest = Self::default();
        for (number, choice) in script.choices.iter().enumerate().filter(|(_, choice)| choice.may_fail) {
            let takes = choice.rows.iter().map(|row| usize::from(row.take));
            let others = choice.evasion.into_iter().chain([choice.none]).map(usize::from);
            latest.follow(rush, takes.chain(others).collect(), Some((number, choice)));
        }
        latest.follow(rush, script.entries.iter().map(|(_, place)| usize::from(*place)).collect(), None);
        latest
    }

    /// Goes wherever play may go from some places without another draw.
    fn follow<const W: usize>(&mut self, rush: &Rush<W>, mut open: Vec<usize>, drawn: Option<(usize, &Choice)>) {
        let script = &rush.script;
        let may_fail = |number: u16| script.choices.get(usize::from(number)).is_none_or(|choice| choice.may_fail);
        let mut is_met = vec![false; script.code.len()];
        while let Some(place) = open.pop() {
            let Some(false) = is_met.get_mut(place).map(|is_met| std::mem::replace(is_met, true)) else { continue };
            let now = script.code[place];
            if matches!(now, Code::Reject | Code::After) {
                let known = self.0.entry(place).or_insert_with(|| Some(Vec::new()));
                match drawn {
                    Some((number, _)) => known.iter_mut().for_each(|numbers| numbers.push(number)),
                    None => *known = None,
                }
            }
            match (now, drawn) {
                (Code::Draw(other) | Code::Redraw(other), _) if may_fail(other) => {}
                (Code::Reject, _) => {}
                (Code::After, Some((_, choice))) => open.extend(choice.rows.iter().map(|row| usize::from(row.after))),
                _ => open.extend(script.leads_to(place)),
            }
        }
    }

    /// The choices from which an option may have been drawn latest, with their numbers, where that is asked for.
    pub fn at<'r, const W: usize>(&self, rush: &'r Rush<W>, place: usize) -> Vec<(usize, &'r Choice)> {
        let known = self.0.get(&place).and_then(Option::as_ref);
        let is_told = |number: &usize| known.is_none_or(|known| known.contains(number));
        rush.script.choices.iter().enumerate().filter(|(number, _)| is_told(number)).collect()
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
    fn nothing_is_known_where_play_may_come_without_a_draw() {
        let first = Code::IfEmpty(FREE, 4);
        assert_eq!([3, 4, 6].map(|place| at(first, place)), [vec![0], vec![0, 1], vec![1]]);
    }
}
