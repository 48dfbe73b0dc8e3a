//! Whether two options may read alike that are nothing but picks, or the travel of a piece.
//!
//! The text of such an option is plain text and words: a word for each member that was picked, and for the cells left and
//! come to. What else a file shows may be any word. Two texts are read side by
//! side: on each side so many parts have been read, and one side may be ahead of the other by some signs.
//!
//! ```text
//!   {tail} - {heading}          e1 - east          one side:   e1 | -east
//!   {tail}{tip} - {heading}     e1 e2 - east       the other:  e1 | e2-east     "-" is not "e": they differ
//! ```

use std::collections::HashSet;

use crate::rules::model::journey;
use crate::rules::types::{Domain, Type};

use super::node::{Leg, Node, Op, Verb};
use super::{Move, Part, Program, Sentence, Template, drawing, layout};

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
enum Piece {
    /// Plain text.
    Plain(String),
    /// One of these words, each of a member of what was picked.
    Word(Vec<(u16, String)>),
    /// One of these words, which does not tell what was picked.
    Any(Vec<String>),
}

/// When two options may read alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// Never.
    Never,
    /// Only if the same is picked in both, or a piece goes from the same cell to the same.
    SamePicks,
    /// That cannot be told.
    Perhaps,
}

/// How far two texts have been read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Reading {
    /// Parts of both that have been read.
    read: [usize; 2],
    /// What one side is ahead.
    ahead: String,
    /// Which side that is.
    leader: usize,
    /// Whether something else was picked.
    differs: bool,
}

impl Program {
    /// When an option by one sentence may be written like one by another sentence, or like another one by the same: each
    /// is told by the number of its move and its own.
    pub fn read_alike(&self, one: (u16, u16), other: (u16, u16)) -> Alike {
        let moves = [one, other].map(|(number, _)| self.moves.get(usize::from(number)));
        if let [Some(each), Some(_)] = moves
            && one.0 == other.0
            && drawing::parts_by_cells(self, each)
        {
            return Alike::SamePicks;
        }
        let (Some(first), Some(second)) = (self.texts_of(one), self.texts_of(other)) else { return Alike::Perhaps };
        let is_all_shown = [&first, &second].iter().all(|(_, is_all_shown)| *is_all_shown);
        let mut alike = Alike::Never;
        for (a, b) in first.0.iter().flat_map(|a| second.0.iter().map(move |b| (a, b))) {
            let is_same = a == b;
            if is_same && !is_all_shown || may_be_alike([a, b], is_same) {
                return Alike::Perhaps;
            }
            if is_same {
                alike = Alike::SamePicks;
            }
        }
        alike
    }

    /// The texts that options by a sentence may have, and whether they show all that is picked first; none if they may hold
    /// anything else than that.
    fn texts_of(&self, (number, sentence): (u16, u16)) -> Option<(Vec<Vec<Piece>>, bool)> {
        let each = self.moves.get(usize::from(number))?;
        let sentence = each.sentences.get(usize::from(sentence))?;
        let blocks = [sentence.block, each.afterwards, self.afterwards];
        let told = told(sentence);
        let binds = |name: u32| told.iter().any(|pick| pick.0 == name);
        let is_quiet = |op: &Op| match op {
            Op::Pick { .. } | Op::RepeatRound { .. } => false,
            Op::LetScalar(name, _) | Op::LetSet(name, _) | Op::EachNext { name, .. } => !binds(*name),
            _ => true,
        };
        let mut blocks = blocks.into_iter().flatten();
        let is_quiet = |block: u32| self.ops[block as usize..].iter().take_while(|op| **op != Op::Done).all(is_quiet);
        let drops = sentence.travel.as_ref().is_some_and(|travel| travel.drops);
        if drops || sentence.travel.is_some() && !sentence.picks.is_empty() || !blocks.all(is_quiet) {
            return None;
        }
        let mut is_all_shown = true;
        let texts = match &each.notation {
            Some((quiet, taking)) => {
                let mut filled = |template| {
                    let (pieces, is_enough) = self.filled(template, sentence)?;
                    is_all_shown &= is_enough;
                    Some(pieces)
                };
                vec![filled(quiet)?, filled(taking)?]
            }
            None if self.stays(sentence) => return None,
            None if sentence.travel.is_some() => ['-', 'x'].map(|sign| self.gone(sign)).to_vec(),
            None => vec![self.listed(each, sentence)],
        };
        let has_blank = |text: &String| text.contains(char::is_whitespace);
        let is_broken = |piece: &Piece| match piece {
            Piece::Plain(text) => has_blank(text),
            Piece::Word(words) => words.iter().any(|(_, word)| has_blank(word)),
            Piece::Any(words) => words.iter().any(has_blank),
        };
        (!texts.iter().flatten().any(is_broken)).then_some((texts, is_all_shown))
    }

    /// The parts of a template, and whether it shows all that is picked.
    fn filled(&self, template: &Template, sentence: &Sentence) -> Option<(Vec<Piece>, bool)> {
        let mut shown = HashSet::new();
        let told = told(sentence);
        let mut piece = |part: &Part| match part {
            Part::Text(text) => Some(Piece::Plain(text.clone())),
            Part::Scalar(id, Type::One(domain)) if *domain != Domain::Number => {
                let members = 0..layout::size(&self.rules, *domain) as u16;
                let words = members.map(|member| (member, self.letter_of(*domain, member).into_owned()));
                let picked = match self.nodes[*id as usize] {
                    Node::Kept(name) => told.iter().find(|pick| **pick == (name, *domain)),
                    _ => None,
                };
                Some(match picked {
                    Some((name, _)) => {
                        shown.insert(*name);
                        Piece::Word(words.collect())
                    }
                    // Nothing is written of what is none.
                    None => Piece::Any(words.map(|(_, word)| word).chain([String::new()]).collect()),
                })
            }
            _ => None,
        };
        let pieces = template.iter().map(&mut piece).collect::<Option<Vec<_>>>()?;
        let mut told = told.iter().map(|pick| shown.contains(&pick.0));
        // Who stays comes to where it was.
        let is_enough =
            if self.stays(sentence) { told.any(|is_shown| is_shown) } else { told.all(|is_shown| is_shown) };
        Some((pieces, is_enough))
    }

    /// Whether a piece stays where it is.
    fn stays(&self, sentence: &Sentence) -> bool {
        let path = sentence.travel.as_ref().map(|travel| self.paths[travel.path as usize].as_slice());
        matches!(path, Some([Leg { verb: Verb::Stays, .. }]))
    }

    /// What is written of a travel where the file does not say how.
    fn gone(&self, sign: char) -> Vec<Piece> {
        let cells = self.rules.board.cells.iter().map(|cell| cell.name.clone());
        let cells = Piece::Word((0..).zip(cells).collect());
        vec![cells.clone(), Piece::Plain(sign.to_string()), cells]
    }

    /// What is written where the file does not say how: the name of the move, or what was picked.
    fn listed(&self, each: &Move, sentence: &Sentence) -> Vec<Piece> {
        if sentence.picks.is_empty() {
            let number = self.moves.iter().position(|other| std::ptr::eq(other, each)).unwrap_or_default();
            return vec![Piece::Plain(self.rules.moves[number].name.clone())];
        }
        let mut pieces = Vec::new();
        for &(_, _, domain) in &sentence.picks {
            if !pieces.is_empty() {
                pieces.push(Piece::Plain(",".to_owned()));
            }
            let members = 0..layout::size(&self.rules, domain) as u16;
            let mut words: Vec<(u16, String)> =
                members.clone().map(|member| (member, self.word_of(domain, member).into_owned())).collect();
            if domain == Domain::Cell {
                // Where a piece is taken from the cell.
                words.extend(members.map(|member| (member, format!("x{}", self.name_of(domain, member)))));
            }
            pieces.push(Piece::Word(words));
        }
        pieces
    }
}

/// The names that tell what is picked in a sentence, or between which cells a piece goes, with what they hold.
fn told(sentence: &Sentence) -> Vec<(u32, Domain)> {
    match &sentence.travel {
        None => sentence.picks.iter().map(|&(name, _, domain)| (name, domain)).collect(),
        Some(_) => [journey::ORIGIN, journey::LANDING].map(|name| (name as u32, Domain::Cell)).to_vec(),
    }
}

/// Whether two texts may be alike, though something else was picked if they are texts of one sentence.
fn may_be_alike(texts: [&[Piece]; 2], is_same: bool) -> bool {
    let start = Reading { read: [0, 0], ahead: String::new(), leader: 0, differs: !is_same };
    let mut seen: HashSet<Reading> = [start.clone()].into_iter().collect();
    let mut due = vec![start];
    while let Some(reading) = due.pop() {
        let is_done = [0, 1].iter().all(|&side| reading.read[side] == texts[side].len());
        if is_done && reading.ahead.is_empty() && reading.differs {
            return true;
        }
        let next = if reading.read[0] == reading.read[1] && reading.ahead.is_empty() && !reading.differs {
            read_both(&texts, &reading)
        } else {
            read_one(&texts, &reading)
        };
        due.extend(next.into_iter().filter(|next| seen.insert(next.clone())));
    }
    false
}

/// Reads the same part on both sides.
fn read_both(texts: &[&[Piece]; 2], reading: &Reading) -> Vec<Reading> {
    let at = reading.read[0];
    let read = [at + 1, at + 1];
    let level = Reading { read, ahead: String::new(), leader: 0, differs: false };
    let words = match texts[0].get(at) {
        None => return Vec::new(),
        Some(Piece::Plain(_)) => return vec![level],
        Some(Piece::Any(words)) => words.iter().map(|word| (None, word.as_str())).collect::<Vec<_>>(),
        Some(Piece::Word(words)) => words.iter().map(|(member, word)| (Some(*member), word.as_str())).collect(),
    };
    let pairs = words.iter().flat_map(|(a, one)| words.iter().map(move |(b, other)| (a, *one, b, *other)));
    let others = pairs.filter_map(|(a, one, b, other)| {
        let (leader, rest) = match (one.strip_prefix(other), other.strip_prefix(one)) {
            (Some(rest), _) => (0, rest),
            (None, Some(rest)) => (1, rest),
            (None, None) => return None,
        };
        (a != b || !rest.is_empty()).then(|| Reading { read, ahead: rest.to_owned(), leader, differs: true })
    });
    std::iter::once(level.clone()).chain(others).collect()
}

/// Reads a part on the side that is behind.
fn read_one(texts: &[&[Piece]; 2], reading: &Reading) -> Vec<Reading> {
    let behind = match reading.ahead.is_empty() {
        // Either side, but one that has something left.
        true => usize::from(reading.read[0] == texts[0].len()),
        false => 1 - reading.leader,
    };
    let Some(piece) = texts[behind].get(reading.read[behind]) else { return Vec::new() };
    let mut read = reading.read;
    read[behind] += 1;
    let further = |word: &str| {
        let (leader, rest) = match (word.strip_prefix(reading.ahead.as_str()), reading.ahead.strip_prefix(word)) {
            (Some(rest), _) => (behind, rest),
            (None, Some(rest)) => (1 - behind, rest),
            (None, None) => return None,
        };
        Some(Reading { read, ahead: rest.to_owned(), leader, differs: true })
    };
    match piece {
        Piece::Plain(text) => further(text).into_iter().collect(),
        Piece::Word(words) => words.iter().filter_map(|(_, word)| further(word)).collect(),
        Piece::Any(words) => words.iter().filter_map(|word| further(word)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(of: &[&str]) -> Piece {
        Piece::Word((0..).zip(of.iter().map(|word| (*word).to_owned())).collect())
    }

    fn plain(text: &str) -> Piece {
        Piece::Plain(text.to_owned())
    }

    #[test]
    fn words_one_after_the_other_may_be_parted_in_two_ways() {
        let parted_twice = [words(&["a1", "a11"]), words(&["1b", "b"])];
        assert!(may_be_alike([&parted_twice, &parted_twice], true), "a1 1b is a11 b");
        let parted_once = [words(&["a1", "b1"]), words(&["a1", "b1"])];
        assert!(!may_be_alike([&parted_once, &parted_once], true), "each word is two signs long");
    }

    #[test]
    fn two_members_with_one_word_read_alike() {
        let twins = [words(&["a", "a"]), plain("-")];
        assert!(may_be_alike([&twins, &twins], true));
    }

    #[test]
    fn a_sign_parts_texts_of_other_lengths() {
        let cells = || words(&["a1", "a2", "b1", "b2"]);
        let one = [cells(), plain("-"), words(&["east", "west"])];
        let two = [cells(), cells(), plain("-"), words(&["east", "west"])];
        assert!(!may_be_alike([&one, &two], false));
        assert!(may_be_alike([&one, &one], false), "two sentences that are written the same way");
        let unsigned = [cells(), words(&["a1-east"])];
        assert!(may_be_alike([&two, &[cells(), words(&["b2", "c2"]), plain("-east")]], false));
        assert!(!may_be_alike([&one, &unsigned], false), "after a cell comes the sign or another cell");
    }
}
