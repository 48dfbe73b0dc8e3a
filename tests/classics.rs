//! Counts of sequences of decisions in classic games, as others have published them.

use std::sync::atomic::AtomicBool;

use merel::analysis::perft;
use merel::game::Game;
use merel::rules::Choices;
use merel::scenario;

mod common;

/// A game with its options, and the counts at depths 1, 2, …
type Row = (&'static str, &'static str, &'static [u128]);

/// Source: the Chess Programming Wiki (Perft Results, Chinese Chess Perft Results). Those of the other classics are
/// tables in `tests/perft`.
const COUNTS: [Row; 2] = [("chess", "", &[20, 400, 8902]), ("xiangqi", "", &[44, 1920])];

/// Positions of chess with their counts. Source: chessprogramming.org, Perft Results, positions 2 to 6.
const CHESS: [(&str, &[u128]); 5] = [
    ("r...k..r/p.ppqpb./bn..pnp./...PN.../.p..P.../..N..Q.p/PPPBBPPP/R...K..R", &[48, 2039]),
    ("......../..p...../...p..../KP.....r/.R...p.k/......../....P.P./........", &[14, 191, 2812]),
    ("r...k..r/Pppp.ppp/.b...nbN/nP....../BBP.P.../q....N../Pp.P..PP/R..Q.RK.", &[6, 264]),
    ("rnbq.k.r/pp.Pbppp/..p...../......../..B...../......../PPP.NnPP/RNBQK..R", &[44, 1486]),
    ("r....rk./.pp.qppp/p.np.n../..b.p.B./..B.P.b./P.NP.N../.PP.QPPP/R....RK.", &[46, 2079]),
];

#[test]
fn counts_from_the_beginning_are_those_published() {
    for (name, options, expected) in COUNTS {
        let game = common::game(name, options, None);
        let counts = perft::run(&game, &game.initial(), expected.len() as u32, &AtomicBool::new(false));
        assert_eq!(counts[1..], *expected, "{name} {options}");
    }
}

#[test]
fn chess_positions_have_the_published_counts() {
    for (rows, expected) in CHESS {
        let (module, mut sources) = common::load("chess");
        let text = format!("position \"{rows}\" White to play");
        let source = sources.add("position", text.as_str());
        let (game, position) =
            scenario::position(&module, &Choices::default(), source, &text).expect("the position is in order");
        let counts = perft::run(&game, &position, expected.len() as u32, &AtomicBool::new(false));
        assert_eq!(counts[1..], *expected, "{rows}");
    }
}
