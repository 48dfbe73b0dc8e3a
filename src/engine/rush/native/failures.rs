//! Of which choices the options are that may fail at a place: another one is drawn of the same choice.
//!
//! ```text
//!   Draw(0) ──► take ──► ‥ ──► Reject ──► Draw(0) again, of the same rows
//!   Draw(1) ──► take ──► ‥ ──► Commit ──► ‥ ──► Draw(0)
//! ```

use std::collections::HashMap;

use crate::engine::rush::Rush;
use crate::engine::rush::code::Code;

/// By place where an option fails, the choices from which it may have been drawn: those to whose options play comes there with no
/// other draw in between.
pub fn failing<const W: usize>(rush: &Rush<W>) -> HashMap<usize, Vec<usize>> {
    let script = &rush.script;
    let mut failing: HashMap<usize, Vec<usize>> = HashMap::new();
    for (number, choice) in script.choices.iter().enumerate().filter(|(_, choice)| choice.may_fail) {
        let afters = choice.rows.iter().map(|row| usize::from(row.after));
        let takes = choice.rows.iter().map(|row| usize::from(row.take));
        let others = choice.evasion.into_iter().chain([choice.none]).map(usize::from);
        let mut open: Vec<usize> = takes.chain(others).collect();
        let mut is_met = vec![false; script.code.len()];
        while let Some(place) = open.pop() {
            let Some(false) = is_met.get_mut(place).map(|is_met| std::mem::replace(is_met, true)) else { continue };
            match script.code[place] {
                Code::Draw(_) | Code::Redraw(_) => {}
                Code::Reject => failing.entry(place).or_default().push(number),
                Code::After => open.extend(afters.clone()),
                _ => open.extend(script.leads_to(place)),
            }
        }
    }
    failing
}
