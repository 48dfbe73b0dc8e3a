//! Moves that are written as the file says, but whose options can be drawn as sets of landings all the same: who only
//! draws needs no text as long as no two options can be the same.

use super::node::Op;
use super::{Move, Program};

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
