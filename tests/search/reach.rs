//! What pieces reach, counted by hand.

use merel::game::{Contents, Game};
use merel::play::mind::Features;

use crate::mind::engine;
use crate::set_up;

/// How many cells the first player's pieces of a kind reach: empty, own and the other's; and the same beside the other's
/// royal piece.
fn reached(name: &str, text: &str, kind: &str) -> [f64; 6] {
    let (engine, position) = set_up(name, &format!("position \"{text}\""));
    let features = Features::of(engine.rules()).expect("two play");
    let kinds = &engine.rules().kinds;
    let number = kinds.iter().position(|each| each.name == kind).expect("a kind");
    let mut contents = Contents::default();
    assert!(engine.contents(&position, &mut contents));
    // What the second player reaches counts down and is left out: he has nothing of that kind here.
    let own = features.reach_of(number);
    let (mut counts, half) = ([0.0; 6], own.len() / 2);
    features.visit(&contents, None, &mut |feature, value| {
        if let Some(at) = feature.checked_sub(own.start).filter(|_| own.contains(&feature)) {
            let relation = (at % half).checked_sub(1).map_or(0, |other| 1 + other / kinds.len());
            counts[at / half * 3 + relation] += value;
        }
    });
    counts
}

#[test]
fn a_rook_reaches_what_it_protects_and_attacks() {
    // Empty: b1 and c1; its own king on d1; the pawn on a2, behind which it sees nothing.
    assert_eq!(reached("chess", "4k3/8/8/8/8/8/p7/R2K4 w - - 0 1", "Rook"), [2.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    // a1 to c1 and d2 to d6; the king on e1; d7 and d8 beside the other king.
    assert_eq!(reached("chess", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rook"), [8.0, 1.0, 0.0, 2.0, 0.0, 0.0]);
}

#[test]
fn a_pawn_goes_where_nothing_stands_and_takes_where_something_does() {
    // e5 is empty; on d5 stands a pawn; nothing stands on f5, where it cannot go then. That it may go twice as far from its
    // own row is not seen.
    assert_eq!(reached("chess", "7k/8/8/3n4/4P3/8/8/K7 w - - 0 1", "Pawn"), [1.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn a_horse_is_blocked_beside_it() {
    // From b1: a3 and c3 over b2, d2 over c1.
    assert_eq!(reached("xiangqi", "3k5/9/9/9/9/9/9/9/9/1N2K4 w", "Horse"), [3.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(reached("xiangqi", "3k5/9/9/9/9/9/9/9/1P7/1N2K4 w", "Horse"), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn where_no_piece_goes_nothing_is_reached() {
    for name in ["tic-tac-toe", "hex", "go"] {
        let engine = engine(name);
        assert!(Features::of(engine.rules()).expect("two play").reach.is_empty(), "{name}");
    }
}
