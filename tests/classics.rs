//! Counts of sequences of decisions in classic games, as others have published them.

use std::sync::atomic::AtomicBool;

use merel::analysis::perft;
use merel::game::Game;
use merel::rules::Choices;
use merel::scenario;

mod common;

/// A game with its options, and the counts at depths 1, 2, …
type Row = (&'static str, &'static str, &'static [u128]);

/// Sources: chess and xiangqi, the Chess Programming Wiki (Perft Results, Chinese Chess Perft Results); reversi and
/// both draughts, the perft pages of Aart Bik; amazons, the 2176 first moves of the literature. Tic-tac-toe, Connect
/// Four, go and hex to these depths are arithmetic: cells, columns, a pass, the pie. Surakarta and oware agree with
/// programs of their own, written for this in another language.
const COUNTS: [Row; 15] = [
    ("tic-tac-toe", "", &[9, 72, 504, 3024, 15120, 54720]),
    ("connect-four", "", &[7, 49, 343, 2401, 16807]),
    ("reversi", "", &[4, 12, 56, 244, 1396, 8200]),
    ("hex", "", &[121, 121 * 121]),
    ("hex", "pie=no", &[121, 121 * 120]),
    ("go", "", &[82]),
    ("go", "size=13", &[170]),
    ("go", "size=19", &[362]),
    ("chess", "", &[20, 400, 8902]),
    ("english-draughts", "", &[7, 49, 302, 1469, 7361]),
    ("international-draughts", "", &[9, 81, 658, 4265]),
    ("amazons", "", &[2176]),
    ("xiangqi", "", &[44, 1920]),
    ("surakarta", "", &[16, 256, 5382]),
    ("oware", "", &[6, 36, 190, 1014, 5219]),
];

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
