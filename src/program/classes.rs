//! The classes of moves, proven from the rules: how random games can find the options of a move.
//!
//! A proof looks only at what the text of a move may do. Each class can be switched off; then the options of its moves are
//! found one after the other, like those of all others.

use std::fmt;

use crate::rules::model::journey;
use crate::rules::types::Domain;
use crate::syntax::ast::Repeats;

use super::node::{Node, Op};
use super::{Move, Program, Sentence, drawing};

/// How random games find the options of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// As sets of landings: every run of its text succeeds.
    Sets,
    /// As sets of landings, each of which is tried: its text may fail, or what must hold in the end may not.
    Tried,
    /// One after the other, unless something else is known of the move.
    Listed(Reason),
}

/// Why the options of a move are found one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The piece goes on with the same move.
    Repeats,
    /// The file says how it is written, so two runs may read alike.
    Notation,
    /// A sentence picks something first.
    Picks,
    /// A block asks for a choice whatever the position is.
    Block,
    /// Its sentences are of different sorts, or several of them have no travel.
    Sentences,
    /// Names of cells and moves can be mistaken for each other in texts.
    Names,
    /// The class is switched off.
    SwitchedOff,
}

impl Class {
    /// The names of what can be switched off: classes of moves, rushes of random games, and native code for these.
    pub const NAMES: [&str; 4] = ["sets", "tried", "rush", "native"];

    /// The name of the class.
    pub fn name(self) -> &'static str {
        match self {
            Class::Sets => "sets",
            Class::Tried => "tried",
            Class::Listed(_) => "listed",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self {
            Class::Sets => "no run of its text can fail",
            Class::Tried => "each option is tried, as its text may fail or what must hold in the end may not",
            Class::Listed(Reason::Repeats) => "the piece goes on with the same move",
            Class::Listed(Reason::Notation) => "the file says how it is written, so two runs may read alike",
            Class::Listed(Reason::Picks) => "a sentence picks something else than one cell first",
            Class::Listed(Reason::Block) => "a block always asks for a choice",
            Class::Listed(Reason::Sentences) => "its sentences are of different sorts",
            Class::Listed(Reason::Names) => "names of cells and moves may be mistaken for each other",
            Class::Listed(Reason::SwitchedOff) => "the class is switched off",
        };
        write!(f, "{}: {why}", self.name())
    }
}

/// Gives every move its class.
pub(super) fn classify(program: &mut Program) {
    program.reads = reads(program);
    program.merges = program.moves.iter().map(|each| merges(program, each)).collect();
    let names_are_plain = names_are_plain(program);
    let classes: Vec<Class> = (0..program.moves.len())
        .map(|number| match proof(program, number, names_are_plain) {
            Ok(class) => class,
            Err(reason) => Class::Listed(reason),
        })
        .collect();
    let drawn: Vec<bool> = (0..program.moves.len()).map(|number| is_drawn(program, number)).collect();
    let told = |each: &Move| -> Vec<bool> {
        each.sentences.iter().map(|sentence| is_told_by_cells(program, each, sentence)).collect()
    };
    let by_cells: Vec<bool> = program.moves.iter().flat_map(told).collect();
    for ((each, class), is_drawn) in program.moves.iter_mut().zip(classes).zip(drawn) {
        (each.class, each.drawn) = (class, is_drawn);
    }
    let sentences = program.moves.iter_mut().flat_map(|each| &mut each.sentences);
    sentences.zip(by_cells).for_each(|(sentence, by_cells)| sentence.by_cells = by_cells);
}

/// Whether the options of a move can be drawn as sets, however they are written.
fn is_drawn(program: &Program, number: usize) -> bool {
    drawing::parts_by_cells(program, &program.moves[number]) && kind_of(program, number) == Ok(Class::Sets)
}

/// By name of the latest travel, whether any rule reads it.
fn reads(program: &Program) -> [bool; 6] {
    let mut reads = [false; 6];
    for node in &program.nodes {
        if let Node::Kept(name) | Node::KeptSet(name) = node
            && let Some(read) = reads.get_mut(*name as usize)
        {
            *read = true;
        }
    }
    reads
}

/// Whether a move is one sentence that picks one cell and nothing travels: then the pick stands for a landing.
fn is_one_pick(each: &Move) -> bool {
    match each.sentences.as_slice() {
        [only] => only.travel.is_none() && matches!(only.picks.as_slice(), [(_, _, Domain::Cell)]),
        _ => false,
    }
}

/// Whether it does not matter by which sentence of a move a piece came to its landing.
///
/// # Proof
/// Without blocks and without taking more than what stands there a travel does nothing but go, and nobody asks how
/// it went. Two runs to the same landing read alike and lead to the same position: they are one option.
fn merges(program: &Program, each: &Move) -> bool {
    let is_bare = |sentence: &super::Sentence| {
        sentence.block.is_none() && sentence.travel.as_ref().is_some_and(|travel| travel.taking.is_none())
    };
    let is_unread = [journey::WAY, journey::PASSED, journey::JUMPED].iter().all(|&name| !program.reads[name]);
    is_unread && each.sentences.iter().all(is_bare)
}

fn proof(program: &Program, number: usize, names_are_plain: bool) -> Result<Class, Reason> {
    let each = &program.moves[number];
    if each.notation.is_some() && program.rules.moves[number].repeats == Repeats::No {
        return Err(Reason::Notation);
    }
    let class = kind_of(program, number)?;
    if names_are_plain { Ok(class) } else { Err(Reason::Names) }
}

/// The class of a move but for how its options are written.
fn kind_of(program: &Program, number: usize) -> Result<Class, Reason> {
    let each = &program.moves[number];
    if program.rules.moves[number].repeats != Repeats::No {
        return Err(Reason::Repeats);
    }
    if each.sentences.iter().any(|sentence| !sentence.picks.is_empty()) && !is_one_pick(each) {
        return Err(Reason::Picks);
    }
    let own = || each.sentences.iter().map(|sentence| sentence.block);
    let blocks = || own().chain([each.afterwards, program.afterwards]).flatten();
    if blocks().any(|block| always_asks(program, block)) {
        return Err(Reason::Block);
    }
    if !is_homogeneous(each) {
        return Err(Reason::Sentences);
    }
    let asks_in_the_end = !program.turn_ensures.is_empty()
        || !each.ensures.is_empty()
        || !program.ensures.is_empty()
        || program.royal != 0;
    let is_open = asks_in_the_end || blocks().any(|block| !is_sure(program, block));
    Ok(if is_open { Class::Tried } else { Class::Sets })
}

/// The operations of a block with their places.
fn block_of(program: &Program, block: u32) -> impl Iterator<Item = (u32, &Op)> {
    let ops = program.ops[block as usize..].iter().take_while(|op| **op != Op::Done);
    (block..).zip(ops)
}

/// Whether a block asks for a choice whatever the position is: then there is no use in trying it.
fn always_asks(program: &Program, block: u32) -> bool {
    let ops = || block_of(program, block);
    let is_skipped = |place: u32| {
        ops().any(|(at, op)| match op {
            Op::Unless(_, exit) | Op::RepeatRound { exit, .. } | Op::EachNext { exit, .. } => {
                at < place && *exit > place
            }
            Op::Jump(target) => at < place && *target > place,
            _ => false,
        })
    };
    ops().any(|(place, op)| match op {
        Op::Pick { .. } => !is_skipped(place),
        Op::RepeatRound { may_stop, .. } => *may_stop,
        _ => false,
    })
}

/// Whether what follows a sentence of a move changes no piece, no hand and no counted variable, unless a choice was asked for
/// before.
///
/// # Proof
/// What follows a choice within the same condition is only done after that choice.
fn is_told_by_cells(program: &Program, each: &Move, sentence: &Sentence) -> bool {
    let blocks = [sentence.block, each.afterwards, program.afterwards];
    blocks.into_iter().flatten().all(|block| {
        let mut chosen_until = 0;
        block_of(program, block).all(|(place, op)| {
            if matches!(op, Op::Pick { .. }) {
                let exits = block_of(program, block).filter_map(|(at, op)| match op {
                    Op::Unless(_, exit) if at < place && *exit > place => Some(*exit),
                    _ => None,
                });
                chosen_until = exits.min().unwrap_or(u32::MAX);
            }
            place < chosen_until || leaves_pieces(program, op)
        })
    })
}

/// Whether an operation changes no piece, no hand and no variable that is counted.
fn leaves_pieces(program: &Program, op: &Op) -> bool {
    match op {
        Op::Set { variable, .. } => !program.rules.variables[*variable as usize].is_counted(),
        Op::Done
        | Op::Jump(_)
        | Op::Unless(..)
        | Op::RepeatStart(..)
        | Op::RepeatRound { .. }
        | Op::EachStart(..)
        | Op::EachNext { .. }
        | Op::PlayersStart(..)
        | Op::PlayersNext { .. }
        | Op::Pick { .. }
        | Op::Ensure(_)
        | Op::LetScalar(..)
        | Op::LetSet(..)
        | Op::SetStarter(_)
        | Op::Count(_) => true,
        _ => false,
    }
}

/// Whether a block has exactly one run, which succeeds.
///
/// # Proof
/// Only a choice makes several runs of one or none, and only a condition makes one fail.
fn is_sure(program: &Program, block: u32) -> bool {
    !block_of(program, block)
        .any(|(_, op)| matches!(op, Op::Pick { .. } | Op::Ensure(_) | Op::RepeatRound { may_stop: true, .. }))
}

/// Whether the options of a move are told apart by what is chosen alone: all its sentences are travels of pieces on
/// the board, or it is one drop of one kind, or one sentence without travel.
fn is_homogeneous(each: &Move) -> bool {
    let travels = |drops: bool| {
        each.sentences.iter().all(|sentence| sentence.travel.as_ref().is_some_and(|travel| travel.drops == drops))
    };
    match each.sentences.as_slice() {
        [only] => only.travel.as_ref().is_none_or(|travel| !travel.drops || travel.kinds.len() == 1),
        _ => travels(false),
    }
}

/// Whether the texts of options of different sorts differ whatever is chosen: the text of a drop or of a sentence
/// without travel is never that of a travel, and no move is called like a cell.
pub fn names_are_plain(program: &Program) -> bool {
    let cells: std::collections::HashSet<&str> =
        program.rules.board.cells.iter().map(|cell| cell.name.as_str()).collect();
    let is_travel = |name: &str| {
        name.char_indices()
            .filter(|(_, sign)| matches!(sign, '-' | 'x'))
            .any(|(at, sign)| cells.contains(&name[..at]) && cells.contains(&name[at + sign.len_utf8()..]))
    };
    let is_stay = |name: &str| name.contains(['(', '@', '#', ':']);
    let moves = || program.rules.moves.iter().map(|each| each.name.as_str());
    let is_plain = |name: &str| !is_travel(name) && !is_stay(name);
    cells.iter().all(|name| is_plain(name) && *name != "stop")
        && moves().all(|name| is_plain(name) && !cells.contains(name) && name != "stop")
        && moves().collect::<std::collections::HashSet<_>>().len() == program.moves.len()
}
