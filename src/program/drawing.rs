//! Moves that are written as the file says, but whose options can be drawn as sets of landings all the same: who only
//! draws needs no text as long as no two options can be the same.

use super::node::{Id, Node, Op};
use super::{Move, Part, Program, Template};

/// Whether two options of such moves that leave from different cells, or land on different cells, surely lead to
/// different positions.
///
/// # Proof
/// Every option is the travel of one piece that takes no more than what stands where it lands, and its text neither
/// brings pieces to cells nor takes any away. After a travel from another cell the piece still stands where it does not
/// stand any more after this one; after a travel to another cell it does not stand where it lands by this one.
pub fn parts_by_cells(program: &Program, each: &Move) -> bool {
    let is_single = |sentence: &super::Sentence| {
        sentence.picks.is_empty()
            && sentence.travel.as_ref().is_some_and(|travel| !travel.drops && travel.taking.is_none())
    };
    let blocks = each.sentences.iter().map(|sentence| sentence.block);
    let mut blocks = blocks.chain([each.afterwards, program.afterwards]).flatten();
    !program.geometry.has_piles
        && each.sentences.iter().all(is_single)
        && blocks.all(|block| {
            let mut ops = program.ops[block as usize..].iter().take_while(|op| **op != Op::Done);
            ops.all(|op| {
                matches!(
                    op,
                    Op::Jump(_)
                        | Op::Unless(..)
                        | Op::EachStart(..)
                        | Op::EachNext { .. }
                        | Op::Set { .. }
                        | Op::LetScalar(..)
                        | Op::LetSet(..)
                        | Op::Count(_)
                )
            })
        })
}

/// Whether an option of one move is surely written differently from one of another move that leaves from the same cell
/// and lands on the same.
pub fn are_told_apart(program: &Program, one: &Move, other: &Move) -> bool {
    let (Some(one), Some(other)) = (&one.notation, &other.notation) else { return false };
    [&one.0, &one.1].iter().all(|a| [&other.0, &other.1].iter().all(|b| differ(program, a, b)))
}

/// Whether two templates that are filled for the same travel begin alike and then differ in plain text.
fn differ(program: &Program, one: &Template, other: &Template) -> bool {
    for parts in one.iter().zip(other) {
        match parts {
            (Part::Text(a), Part::Text(b)) if a == b => {}
            (Part::Text(a), Part::Text(b)) => return !a.starts_with(b.as_str()) && !b.starts_with(a.as_str()),
            (Part::Scalar(a, one), Part::Scalar(b, other)) if one == other && is_same(program, *a, *b) => {}
            _ => return false,
        }
    }
    false
}

/// Whether two nodes ask the same.
fn is_same(program: &Program, one: Id, other: Id) -> bool {
    let parted = |id: Id| -> (Node, Vec<Id>) {
        let mut node = program.nodes[id as usize].clone();
        let mut children = Vec::new();
        node.children_mut(&mut |child| children.push(std::mem::take(child)));
        (node, children)
    };
    let ((a, of_a), (b, of_b)) = (parted(one), parted(other));
    one == other || a == b && of_a.len() == of_b.len() && of_a.iter().zip(&of_b).all(|(&a, &b)| is_same(program, a, b))
}
