//! The same rules as who is careful plays by them and leaves the rest to chance: nobody drops a piece on a cell that own pieces
//! enclose, nobody does nothing who can do something, and where groups without a free cell beside them are taken, what is urgent
//! comes first.
//!
//! ```text
//!   move play { Stone drops … }                          move urgent { Stone drops to urgent … }
//!   move skip { pass }                      becomes      move play { Stone drops to open … }
//!   turn { choose play or skip }                         turn { choose urgent or else play or else skip }
//! ```
//!
//! Who plays at random makes more of games where that is good if he plays by these rules. They are no other game: every option is one
//! of the rules as they are, and positions are the same.

use super::Rules;
use super::model::{Expr, ExprKind, Instruction, Move, Sentence, StatementKind};
use super::sparing::sparing;
use super::types::{Domain, Type};
use super::walk;

/// The rules as who is careful plays by them; none where nothing is dropped.
pub fn careful(rules: &Rules) -> Option<Rules> {
    let mut careful = sparing(rules)?;
    put_idle_last(&mut careful);
    if takes_surrounded(rules)
        && let Some(number) = only_drop(rules)
    {
        put_first(&mut careful, number, urgent(&rules.moves[number]));
    }
    Some(careful)
}

/// Offers moves that do nothing only where there is nothing else to do. Who may do nothing at any time would now and then end
/// a game that is not over, and the less there is to do the sooner.
fn put_idle_last(rules: &mut Rules) {
    let Rules { code, moves, .. } = rules;
    for instruction in code {
        if let Instruction::Choose(choose) = instruction {
            let groups = std::mem::take(&mut choose.groups).into_iter();
            let parted = groups.flat_map(|group| {
                let (idle, busy): (Vec<usize>, Vec<usize>) =
                    group.into_iter().partition(|&number| is_idle(&moves[number]));
                [busy, idle]
            });
            choose.groups = parted.filter(|group| !group.is_empty()).collect();
        }
    }
}

/// Whether a move does nothing.
fn is_idle(played: &Move) -> bool {
    let does_nothing =
        |sentence: &Sentence| sentence.picks.is_empty() && sentence.travel.is_none() && sentence.block.is_empty();
    played.afterwards.is_empty() && played.sentences.iter().all(does_nothing)
}

/// Whether groups are taken that touch no empty cell.
fn takes_surrounded(rules: &Rules) -> bool {
    let mut takes = false;
    walk::statements(rules, &mut |statement| {
        if let StatementKind::Take(taken, _) = &statement.kind {
            walk::expression(taken, &mut |expr| takes |= matches!(expr.kind, ExprKind::Surrounded));
        }
    });
    takes
}

/// The number of the only move by which a piece is dropped, if it does nothing else, is offered in the only choice of a turn, beside others
/// at most, and no rule asks whether it may be or was played.
fn only_drop(rules: &Rules) -> Option<usize> {
    let mut asks = false;
    walk::expressions(rules, &mut |expr| asks |= matches!(expr.kind, ExprKind::Played(_) | ExprKind::Can(..)));
    let mut choices = rules.code.iter().filter_map(|instruction| match instruction {
        Instruction::Choose(choose) => Some(choose),
        _ => None,
    });
    let (Some(choose), None) = (choices.next(), choices.next()) else { return None };
    let [offered] = choose.groups.as_slice() else { return None };
    let drops = |sentence: &Sentence| sentence.travel.as_ref().is_some_and(|travel| travel.drops);
    let mut dropping = offered.iter().filter(|&&number| rules.moves[number].sentences.iter().any(drops));
    let (Some(&only), None) = (dropping.next(), dropping.next()) else { return None };
    let is_plain = !asks && choose.most.is_empty() && rules.moves[only].sentences.iter().all(drops);
    is_plain.then_some(only)
}

/// A move that does the same on cells that are urgent.
fn urgent(played: &Move) -> Move {
    let mut urgent = played.clone();
    urgent.name = format!("{} at once", played.name);
    for travel in urgent.sentences.iter_mut().filter_map(|sentence| sentence.travel.as_mut()) {
        let cells = Expr { kind: ExprKind::Urgent, ty: Type::Set(Domain::Cell), span: played.span };
        let to = Box::new(travel.to.clone());
        travel.to.kind = ExprKind::Intersection(to, Box::new(cells));
    }
    urgent
}

/// Offers a move before all others, which counts as another one.
fn put_first(rules: &mut Rules, other: usize, first: Move) {
    let number = rules.moves.len();
    rules.moves.push(first);
    for instruction in &mut rules.code {
        if let Instruction::Choose(choose) = instruction {
            choose.groups.insert(0, vec![number]);
        }
    }
    for counter in rules.counters.iter_mut().filter(|counter| counter.moves.contains(other as u16)) {
        counter.moves.insert(number as u16);
    }
}
