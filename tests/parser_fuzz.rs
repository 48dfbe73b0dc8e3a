//! Random texts: the parser and the layout never panic and never take long, whatever they are given.

use std::time::{Duration, Instant};

use merel::{
    source::SourceId,
    syntax::{
        format::format,
        parser::{parse, parse_situation},
        tokens::tokens,
    },
};
use proptest::prelude::*;

/// A file with something of everything.
const SAMPLE: &str = r#"language 1
game "A" extends "b.gdl"
title en "A" fr "B" author "C" year 2000 source "D"
use "e.gdl"
option size = 5 "small", 7, picture of colour "how large"
players 2 to 3: White facing north, Black, Red
seats { 2: White at a1, Black at c3  3: a1, b2, c3 }
board square size by size with diagonals with stacks { hole a1, a2  edge a1 b2  direction north: a1 a2  names a1 b1 c1 }
site off for each player
terrain colour: red, blue
tiles quarters for colour { one: | r b / b r
                                 | b r / r b
}
type arm = rock, paper
type pose = cube of Man top rock, bottom paper
piece Man (Men) letter "M" captured as King, King royal neutral
captured pieces go to hand
movement dragon { slides orthogonal, steps diagonal to empty }
remember fresh of each Man or King lasting two turns: yes or no = no
remember left: 0 to 4 * 2 = 3
define weak(n, p) = if n more than 1 and not p is no then larger(n - 2, 1) else count of Men in (a or b) except c
define chain of p = those q in Men of p where q joins my first row to my last row or else reach of q by slides any to empty
define dull = 50 moves without taking or advance or repeated board 3 times or played advance or can of next advance
table prey of arm { rock: paper  paper: [rock paper] }
action fall(p) { set left of p to 0  do fall(p) }
setup for each player when size is 5 {
  | m . M  // a row
  | . . .
  where "m" is Man of White
  put 2 Man of White on rows 1 to 2 with left 3
  lay quarters on [a1 b2] shuffled, turned
}
move advance may repeat {
  Man or King on not (my row 2) slides forward 2 to 3 through empty stopping at red round bends then leaps 1 by 2 any
    to empty or enemies taking (span of landing by steps) at end when some enemy Men { set left to 1 }
  pick x from 1 to 6, y from Men then any piece hops over enemies at any distance
  pass when stuck
  afterwards { if landing in red { change landing into King } otherwise if b { again } otherwise { end turn } }
  ensure no my King in attacked
}
turn main until left is 0 {
  roll die as 2 dice of 6
  repeat up to 3 times while left more than 0 { may choose advance or fall or else any move with the most left then the least b }
  each c in Men { take c at end  give c to next  swap a with b  subtract 1 from left  let d be 2 * 3 }
}
end before each turn { "stuck": highest left wins when stuck  "out": each player is out  "draw": draw }
limit 100 moves
text fr { Man: "pion" "pions" "stuck": "bloque" }
test "all" { with size is 5  position "m../..." White to play  play "a1" "b2"  perft 2 is 400  expect White wins by "out" }
"#;

/// Does everything that takes a text, and says how long it took.
fn read(text: &str) -> Duration {
    let start = Instant::now();
    let parsed = parse(SourceId(0), text);
    for diagnostic in &parsed.diagnostics {
        let places = diagnostic.labels.iter().chain([&diagnostic.primary]);
        assert!(places.into_iter().all(|label| text.get(label.span.range()).is_some()), "{diagnostic:?}");
    }
    parse_situation(SourceId(0), text);
    tokens(text);
    if let Ok(formatted) = format(text) {
        assert_eq!(format(&formatted).as_ref(), Ok(&formatted));
    } else {
        assert!(!parsed.diagnostics.is_empty(), "this text cannot be laid out:\n{text}");
    }
    start.elapsed()
}

/// Reads a text in less than a second; a machine that is busy gets a second try.
fn quick(text: &str) {
    let limit = Duration::from_secs(1);
    let time = Some(read(text)).filter(|&time| time < limit).unwrap_or_else(|| read(text));
    assert!(time < limit, "{time:?} for\n{text}");
}

/// A change of a text: what is done, where it begins and ends, and where it goes.
type Change = (u8, usize, usize, usize);

fn changed(mut words: Vec<&str>, changes: &[Change]) -> String {
    for &(what, from, len, to) in changes {
        if words.is_empty() {
            break;
        }
        let from = from % words.len();
        let until = (from + len.max(1)).min(words.len());
        let span: Vec<&str> = words[from..until].to_vec();
        let to = to % (words.len() + 1);
        match what % 4 {
            0 => drop(words.drain(from..until)),
            1 => drop(words.splice(to..to, span)),
            2 => words.swap(from, until - 1),
            _ => words.insert(to, ["(", "[", "{", "}", ")", "\"", "|", "not", "of", "//", "é", "$", "9999999999"][len]),
        }
    }
    words.concat()
}

/// The words of the sample, each with the blanks before it.
fn words() -> Vec<&'static str> {
    let mut words = Vec::new();
    let mut start = 0;
    let bytes = SAMPLE.as_bytes();
    for at in 1..bytes.len() {
        let (before, after) = (bytes[at - 1] as char, bytes[at] as char);
        if before.is_alphanumeric() != after.is_alphanumeric() {
            words.push(&SAMPLE[start..at]);
            start = at;
        }
    }
    words.push(&SAMPLE[start..]);
    words
}

#[test]
fn the_sample_follows_the_grammar() {
    assert_eq!(parse(SourceId(0), SAMPLE).diagnostics, []);
    assert!(format(SAMPLE).is_ok());
    quick(SAMPLE);
}

#[test]
fn every_beginning_of_the_sample_is_read() {
    let ends = words().into_iter().scan(0, |end, word| {
        *end += word.len();
        Some(*end)
    });
    for end in ends.step_by(3).collect::<Vec<_>>() {
        quick(&SAMPLE[..end]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        quick(&text);
    }

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        quick(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn marks_and_words_in_any_order_are_read(
        words in proptest::collection::vec(proptest::sample::select(words()), 0..400),
    ) {
        quick(&words.concat());
    }

    #[test]
    fn changed_samples_are_read(
        changes in proptest::collection::vec((any::<u8>(), any::<usize>(), 0..13_usize, any::<usize>()), 1..12),
    ) {
        quick(&changed(words(), &changes));
    }
}
