//! Whether play may go on for ever, as far as the text shows it for certain: a travel that can be undone, in a game
//! whose turns consist of one choice and in which nothing else happens. What play shows is found by playing.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::board::{Board, DirectionId};
use crate::rules::model::Instruction;

use super::super::types::Value;
use super::{Checker, Dirs, End, ExprKind, Sentence, Travel, Verb};

impl Checker<'_> {
    /// A game in which pieces go back and forth needs an end by repetition or by count.
    pub(super) fn endless(&mut self, ends: &[End]) {
        let mut choices = self.code.iter().filter_map(|instruction| match instruction {
            Instruction::Choose(choose) => Some(choose),
            _ => None,
        });
        // Whoever chooses twice may have to do what cannot be undone.
        let (Some(choose), None) = (choices.next(), choices.next()) else { return };
        let offered = |index: &usize| choose.groups.iter().any(|group| group.contains(index));
        let mut moves = (0..self.moves.len()).filter(offered).map(|index| &self.moves[index]);
        let undone = moves.any(|item| {
            item.afterwards.is_empty() && item.sentences.iter().any(|sentence| can_be_undone(sentence, &self.board))
        });
        if undone && !self.asks_count && !self.asks_repetition {
            let span = ends.first().map_or(self.start, |end| end.span);
            let limit = self.limit();
            let diagnostic =
                Diagnostic::new(Code::Endless, "play may never end", span, "no end counts or compares positions")
                    .help("add for instance `\"repetition\": draw when repeated 3 times` to `end before each turn`")
                    .help(format!("otherwise the limit of {limit} moves ends it"));
            self.report(diagnostic);
        }
    }
}

/// Whether a piece may go and come back, with nothing changed by it.
fn can_be_undone(sentence: &Sentence, board: &Board) -> bool {
    let lasting = |travel: &Travel| {
        !travel.drops
            && travel.taking.is_none()
            && matches!(travel.path.as_slice(), [leg] if {
                let there_and_back = leg.dirs.as_ref().is_none_or(|dirs| goes_back(dirs, board));
                there_and_back && !matches!(leg.verb, Verb::Goes | Verb::Stays | Verb::OneOf(_))
            })
    };
    // Who must take has fewer pieces to take each time.
    let only_takes = |travel: &Travel| matches!(travel.to.kind, ExprKind::Pieces(..));
    let travel = sentence.travel.as_ref();
    sentence.block.is_empty()
        && sentence.when.is_none()
        && travel.is_some_and(|travel| travel.on.is_none() && lasting(travel) && !only_takes(travel))
}

/// Whether some direction is among these, and the way back too.
fn goes_back(dirs: &Dirs, board: &Board) -> bool {
    let Dirs::Set(set) = dirs else { return false };
    let mut all = Vec::new();
    ways(&set.kind, board, &mut all);
    let back = |way: &DirectionId| board.directions.get(way.index()).and_then(|way| way.opposite);
    all.iter().filter_map(back).any(|back| all.contains(&back))
}

/// The directions that are meant, for a player who faces the first one.
fn ways(kind: &ExprKind, board: &Board, found: &mut Vec<DirectionId>) {
    match kind {
        ExprKind::Relative(_, notches) => {
            found.extend(notches.iter().filter_map(|&notch| board.turned(DirectionId(0), notch)));
        }
        ExprKind::Union(a, b) => [a, b].into_iter().for_each(|part| ways(&part.kind, board, found)),
        ExprKind::ToSet(inner) => ways(&inner.kind, board, found),
        ExprKind::Constant(Value::Set(set)) => found.extend(set.iter().map(|way| DirectionId(way as u8))),
        ExprKind::Constant(Value::One(Some(way))) => found.push(DirectionId(*way as u8)),
        _ => {}
    }
}
